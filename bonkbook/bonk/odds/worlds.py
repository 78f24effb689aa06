"""Estimates by playing a round to its end in random worlds that a seat cannot tell apart.

A world is a new random deal of the cards that the seat has not seen: to the others, as many as they
hold, and the rest to the stock. All actions are compared in the same worlds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.errors import IllegalAction
from ...engine.game import checked_seed
from ...engine.patience import telling
from ...engine.policy import FunctionPolicy, Policy
from ...engine.position import Position
from ...engine.ruleset import ruleset
from ...engine.twin import Struct, Twin, fastest
from ...probability.estimate import Estimate
from ...whole import whole
from ..kernel import cards as c
from ..kernel import state
from .knowledge import MOST_GAMES, Knowledge

__all__ = ["PlayedOn", "play_on"]

# The default number of worlds, a few seconds.
WORLDS_COMPILED, WORLDS_INTERPRETED = 4_000, 30
TURNS_AT_MOST = 500


@dataclass(frozen=True)
class PlayedOn:
    """The results of an action at the end of the round, a number for each world.

    points: the points that the round costs the seat; turns: the number of turns of all seats until
    it ended.
    """

    seat: str
    action: Any
    points: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def mean(self) -> Estimate:
        """The mean points of the round; 0 if the seat goes out."""
        return _mean(self.points)

    @property
    def length(self) -> Estimate:
        """The mean number of turns of all seats until the end of the round."""
        return _mean(self.turns)

    @property
    def out(self) -> Estimate:
        """The share of worlds in which the seat went out (or ended with an empty hand)."""
        return Estimate.of_frequency(self.points.count(0), len(self.points))

    def less(self, other: PlayedOn) -> Estimate:
        """The mean extra points compared with the `other` action, world by world.

        Negative if it costs less. ValueError if the numbers of worlds differ.
        """
        return _mean([mine - theirs for mine, theirs
                      in zip(self.points, other.points, strict=True)])

    def __str__(self) -> str:
        return (f"{self.seat}: {self.action}: {self.mean} points on average, out {self.out} of "
                f"the time, in {len(self.points)} worlds")

    __repr__ = __str__


@telling("Playing the round to its end in many worlds; fewer games take less time.")
def play_on(position: Position, actions: Sequence[Any], games: int | None = None,
            policy: Any = "elisabot", seed: int = 0) -> list[PlayedOn]:
    """The results of actions of the seat to act, played to the end of the round.

    After the action all seats play by `policy`, a name or weights. `games` is the number of worlds,
    by default 4,000 compiled or 30 interpreted. For a Game, only the view of the seat is used, and
    a seat that has already answered is assumed not to claim. IllegalAction for an action that the
    rules forbid; ValueError if chance is to act.

    >>> import bonkbook as bb
    >>> g = bb.bonk.position(round=2, stage="claims", turn="P2", discards="7d", hands=(
    ...     "9h", "Kd", "7h 7c 4s 5s 6s Qd"))
    >>> on, claimed = play_on(g, ["pass", "claim"], games=3, seed=1)
    >>> len(claimed.points), claimed.less(on).n
    (3, 3)
    """
    if position.actor not in position.seats:
        raise ValueError("a seat must be about to act in this position, not chance")
    know, twin = Knowledge.of(position, position.actor), fastest("bonk")
    usual = WORLDS_COMPILED if twin.is_compiled else WORLDS_INTERPRETED
    asked = usual if games is None else whole(games, "the number of games", 2, MOST_GAMES)
    seed = checked_seed(seed)
    weights, plays = _weights(policy), [ruleset("bonk").as_play(action) for action in actions]
    ends: list[list[tuple[int, int]]] = [[] for _ in plays]
    for number in range(asked):
        world = _world(know, np.random.default_rng((seed, number)))
        for found, play in zip(ends, plays, strict=True):
            rng = np.random.Generator(np.random.PCG64((seed, number, 1)))
            found.append(_end(twin, world, play, know.seat, weights, rng))
    return [PlayedOn(know.name, play, *zip(*found, strict=True))
            for play, found in zip(plays, ends, strict=True)]


def _weights(policy: Any) -> np.ndarray[Any, Any]:
    """A policy's weights, a row for every seat."""
    chosen = Policy.of("bonk", policy)
    if isinstance(chosen, FunctionPolicy):
        raise ValueError("rounds are played by a named policy or by weights, not by a function")
    return np.tile(chosen.vector, (state.SEATS, 1))


def _world(know: Knowledge, rng: np.random.Generator) -> Struct:
    """A random world that the seat cannot tell from the true one, with no further rounds."""
    s = know.s.copy()
    s.rounds = s.round
    s.claim = [state.PASSED if said == state.HEARD else said for said in s.claim]
    places = rng.permutation([seat for seat in range(state.SEATS) if seat != know.seat
                              for _ in range(s.size[seat] - sum(s.hand[seat]))]).tolist()
    unseen = np.repeat(np.arange(c.KINDS), s.stock)
    further = _held_by_others(know)
    cards = further + rng.permutation(unseen).tolist()
    for seat, kind in zip(places, cards, strict=False):
        s.hand[seat][kind] += 1
    for kind in cards[len(further):len(places)]:
        s.stock[kind] -= 1
    return s


def _held_by_others(know: Knowledge) -> list[int]:
    """The kinds that everyone knows to be in the others' hands, but not in which."""
    s = know.s
    placed = np.sum(s.hand, axis=0)
    return [kind for kind in range(c.KINDS) for _ in range(max(0, s.held[kind] - placed[kind]))]


def _end(twin: Twin, world: Struct, play: Any, seat: int, weights: np.ndarray[Any, Any],
         rng: np.random.Generator) -> tuple[int, int]:
    """The points of the round for the seat after an action, and the turns until it ends.

    If the round does not end, the points of the hand at that time.
    """
    position = Position(ruleset("bonk"), world)
    refusal = position.why_not(play)
    if refusal:
        raise IllegalAction(refusal)
    s = world.copy()
    position.ruleset.step(s, play, None)
    states, tallies = twin.states(s, 1), np.zeros((1, state.RULES, state.SEATS), np.int64)
    twin.playout.play_games(states, tallies, weights, rng, world.turns + TURNS_AT_MOST)
    end = states[0]
    costs = end.score[seat] - world.score[seat] if end.stage == state.OVER else \
        state.points_in_hand(end, seat)
    return int(costs), int(end.turns) - world.turns


def _mean(numbers: Sequence[int]) -> Estimate:
    return Estimate.of_moments(len(numbers), sum(numbers), math.fsum(n * n for n in numbers))
