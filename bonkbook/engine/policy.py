"""Policies that decide for a seat: weights over a game's features, their name, or a function."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from .errors import choose_from, quoted
from .position import Position, View
from .ruleset import Ruleset, ruleset
from .twin import Struct

PolicyFunction = Callable[[View, list[Any]], Any]
PolicyLike = Any   # a name, weights by feature, a function, a Policy; or one of these for each seat


@dataclass(frozen=True)
class Decision:
    """What a policy would do: the action, the reason in a sentence, and every action's score."""

    action: Any
    why: str
    scores: tuple[tuple[Any, float], ...] = ()


@dataclass(frozen=True)
class Policy:
    """Weights over the features of a game; if all are zero, it plays at random.

    >>> Policy.of("parcheesi", {"CAPTURE": 2, "RISK": -1}).vector[6]
    np.float64(2.0)
    """

    game: str
    name: str
    weights: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, like: Any) -> Policy | FunctionPolicy:
        """The policy for a name, a mapping of weights, or a function."""
        if isinstance(like, Policy | FunctionPolicy):
            return like
        if isinstance(like, Mapping):
            known = [feature.name for feature in _bots(game).Feature]
            checked = {choose_from(name, known, "feature"): _weight(name, weight)
                       for name, weight in like.items()}
            return cls(game, "own weights", checked)
        if callable(like):
            return FunctionPolicy(like)
        named = _bots(game).POLICIES
        name = choose_from(like, named, "policy")
        return cls(game, name, named[name])

    @cached_property
    def vector(self) -> np.ndarray[Any, Any]:
        """The weights in the order of the game's Feature, shape (features,)."""
        features = _bots(self.game).Feature
        return np.array([float(self.weights.get(f.name, 0.0)) for f in features])

    def decide(self, view: Position, rng: np.random.Generator | None = None) -> Decision:
        """The action for the seat to act, and why."""
        codes, state = view.legal_codes(), view.state    # a copy: once, not for every action
        actions = [view.ruleset.decode(state, code) for code in codes]
        if not np.any(self.vector):
            pick = int((rng or np.random.default_rng()).integers(len(codes)))
            why = f"One of {len(codes)} legal actions, chosen at random."
            return Decision(actions[pick], why if len(codes) > 1 else "The only legal action.")
        parts = np.array([self._parts(view.ruleset, state, code) for code in codes])
        totals = parts.sum(axis=1)
        best = int(np.argmax(totals))
        scores = tuple(zip(actions, map(float, totals), strict=True))
        return Decision(actions[best], self._why(parts, totals, best), scores)

    def _parts(self, rules: Ruleset, state: Struct, code: int) -> np.ndarray[Any, Any]:
        """The contribution of each feature to an action's score, shape (features,)."""
        features = np.zeros(len(self.vector))
        rules.kernel.policies.describe(state, code, features)
        return self.vector * features

    def _why(self, parts: np.ndarray[Any, Any], totals: np.ndarray[Any, Any], best: int) -> str:
        reasons = self._reasons(parts[best])
        text = f"Score {totals[best]:.2f}: {reasons or 'no feature applies'}."
        if len(totals) > 1:
            second = max((k for k in range(len(totals)) if k != best), key=totals.__getitem__)
            text += f" The next best scores {totals[second]:.2f}"
            against = "" if reasons else self._reasons(parts[second])
            text += f": {against}." if against else "."
        return text

    def _reasons(self, parts: np.ndarray[Any, Any]) -> str:
        """The largest contributions to a score, in words."""
        names = [_bots(self.game).REASONS[f.name] for f in _bots(self.game).Feature]
        return ", ".join(f"{names[k]} {parts[k]:+.2f}"
                         for k in np.argsort(-np.abs(parts))[:4] if parts[k])


@dataclass(frozen=True)
class FunctionPolicy:
    """A Python function `f(view, legal) -> action` as a policy (interpreted speed)."""

    function: PolicyFunction

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "a function")

    def decide(self, view: View, rng: np.random.Generator | None = None) -> Decision:
        """The action that the function chooses."""
        chosen = view.ruleset.as_play(self.function(view, view.legal()))
        return Decision(chosen, f"Chosen by {self.name}.")


def seat_policies(rules: Ruleset, seats: Sequence[str],
                  like: Any) -> dict[str, Policy | FunctionPolicy]:
    """The policy of each seat, from one for all, a list in seat order, or a dict by seat."""
    if isinstance(like, Mapping) and _is_by_seat(rules, like):
        for seat in like:
            choose_from(seat, seats, "seat")
        return {seat: Policy.of(rules.name, like.get(seat, "random")) for seat in seats}
    if isinstance(like, Sequence) and not isinstance(like, str):
        if len(like) != len(seats):
            raise ValueError(f"{len(seats)} seats need {len(seats)} policies, not {len(like)}")
        return {seat: Policy.of(rules.name, one) for seat, one in zip(seats, like, strict=True)}
    return dict.fromkeys(seats, Policy.of(rules.name, like))


def _is_by_seat(rules: Ruleset, like: Mapping[Any, Any]) -> bool:
    """Whether a dict has policies by seat (mistyped or not), not weights by feature."""
    if any(isinstance(one, str) for one in like.values()):
        return not set(like) & {feature.name for feature in _bots(rules.name).Feature}
    return bool(set(like) & set(rules.seat_names))


def _weight(feature: object, weight: Any) -> float:
    """A weight as a number; ValueError with the feature if it is not a number."""
    try:
        if math.isfinite(number := float(weight)):
            return number
    except (TypeError, ValueError):
        pass
    raise ValueError(f"the weight of {feature} is a finite number, not {quoted(weight)}")


def policies(game: str) -> dict[str, Policy]:
    """The built-in policies of a game, its bots, by name.

    >>> import bonkbook as bb
    >>> list(bb.policies("bonk"))
    ['random', 'elisabot', 'botson']
    >>> bb.policies("parcheesi")["runner"].weights["FOREMOST"]
    4.0
    """
    return {name: Policy(game, name, weights) for name, weights in _bots(game).POLICIES.items()}


def _bots(game: str) -> ModuleType:
    """The module of a game's features and named policies."""
    return ruleset(game).kernel.policies
