"""Ruleset: what the engine needs from a game, one in each game's folder.

It translates between the numbers of the kernel and what people type and read; every decision about
the rules is left to the kernel.
"""

from __future__ import annotations

import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..whole import is_whole, whole
from . import lines, twin
from .dice import Roll, chances_of_rolls
from .errors import Refusal, choose_from, quoted
from .patience import TITLES
from .twin import Struct

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .position import Position



@dataclass(frozen=True)
class Option:
    """A house rule with its choices (the default first) or its range of numbers."""

    name: str
    words: str
    choices: tuple[str, ...] = ()
    default: int = 0
    least: int = 0
    most: int = 1000

    def encode(self, value: object) -> int:
        """The number for `value` in a state; ValueError with the possible values otherwise."""
        if self.choices:
            if isinstance(value, bool):
                value = "yes" if value else "no"
            return self.choices.index(choose_from(value, self.choices, self.name))
        return whole(value, self.name, self.least, self.most)

    def decode(self, code: int) -> str | int:
        """The value for the number `code`."""
        return self.choices[code] if self.choices else code


def in_force(options: Iterable[Option], state: Struct,
             changed_only: bool = False) -> dict[str, str | int]:
    """The house rules of `state` by name, all of them or only the changed ones."""
    return {option.name: option.decode(getattr(state, option.name)) for option in options
            if not changed_only or getattr(state, option.name) != option.default}


@dataclass(frozen=True)
class RuleEntry:
    """A rule of the rule book, with its words, its source, and a position that shows it.

    `example` is (position line, plays), from which the pictures before and after are drawn.
    `options` are the house rules that change it. `happens` is whether events cite it; a rule that
    only describes or forbids can name another rule in `ask` to ask about instead.
    """

    name: str
    title: str
    words: str
    source: str
    options: tuple[str, ...] = ()
    example: tuple[str, tuple[str, ...]] | None = None
    happens: bool = True
    ask: str = ""

    def __str__(self) -> str:
        changes = f"; house rules: {', '.join(self.options)}" if self.options else ""
        return f"{self.title} [{self.name}]: {self.words} (Source: {self.source}{changes}.)"

    __repr__ = __str__


@dataclass(frozen=True)
class GameOdds:
    """A game's own exact odds; without them, bonkbook.odds goes through all plays."""

    answer: Callable[[Position, str, int, str, Any], Any] | None = None
    """The answer to bonkbook.odds: of a position, rule, turns (0: one roll), seat and choose."""
    in_turn: Callable[[Struct, str], Struct] | None = None
    """The state with a seat in its turn."""
    panel: Callable[[Position], Sequence[Any]] | None = None
    """The lines of the odds panel, each an OddsLine."""
    rolls_by_outcome: Callable[[Position], Mapping[tuple[int, int], str]] | None = None
    """The mover's best result for each of the 36 rolls, one of `outcomes`."""
    outcomes: tuple[str, ...] = ()
    """The possible results of a roll, the best first."""
    landings: Callable[[Position, str], Mapping[str, Any]] | None = None
    """The chance that a token of "opponents" or "own" lands on each space."""
    risks: Callable[[Position], Mapping[tuple[str, int], Any]] | None = None
    """The chance that each token is captured before its owner's next turn."""
    dice_events: Callable[[], Sequence[Any]] | None = None
    """Events of two dice for the dice lab: (name, words, rolls)."""
    warm: Callable[[], object] | None = None
    """Runs everything that has to be compiled; by default the panel of a new game."""


class Ruleset(ABC):
    """One game's rules, for Game, saved games, bots and widgets.

    The defaults suit a game of two dice whose actions are `plain`.
    """

    name: str
    title: str
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    rule_book: Mapping[str, RuleEntry]      # every rule by name
    outcome_types: tuple[type, ...] = (Roll,)
    plain: Mapping[type, int] = MappingProxyType({})    # an action without fields: its number
    position_type: type[Position] | None = None    # what its positions have besides
    sides = False       # whether each seat has its own side of the board
    chance_rule = "ROLL"                           # cited for an outcome that is not possible

    def why_chance(self, s: Struct) -> str:
        """The rule to cite for an outcome that is not possible where chance acts."""
        return self.chance_rule

    @property
    def action_types(self) -> tuple[type, ...]:
        """The types of actions."""
        return tuple(self.plain)

    @property
    def plays(self) -> Mapping[str, Callable[..., Any]]:
        """A function for the first word of a play that makes the play from the other words."""
        return {"roll": Roll, **{str(kind()): kind for kind in self.plain}}

    @property
    def like(self) -> str:
        """Examples of plays, for a message."""
        return ", ".join(repr(str(Roll(5, 3)) if word == "roll" else word) for word in self.plays)

    def __repr__(self) -> str:
        return (f"{self.title}: {len(self.rule_book)} rules (.rule_book), "
                f"{len(self.options)} house rules (.options)")

    def __reduce__(self) -> tuple[Any, ...]:
        return _registered, (self.package, self.name)    # one for each game

    @property
    def package(self) -> str:
        """The name of the package of the game and its kernel."""
        return str(sys.modules[type(self).__module__].__package__)

    @property
    def odds(self) -> GameOdds:
        """The game's own exact odds; by default none."""
        return GameOdds()

    @property
    def kernel(self) -> twin.Twin:
        """The game's kernel, interpreted."""
        return twin.interpreted(self.name)

    @property
    def rules(self) -> ModuleType:
        """The module of the rules."""
        return self.kernel.rules

    def effect(self, rule: object) -> str:
        """The name of a rule that takes effect, so that it can be counted or given odds.

        ValueError for any other name, with the rule to ask about instead or the nearest match.
        """
        book = self.rule_book
        if isinstance(rule, str) and rule in book and not book[rule].happens:
            instead = f"ask {book[rule].ask}, or" if book[rule].ask else "ask"
            raise ValueError(f"{rule} only describes or forbids and has no effect of its own; "
                             f"{instead} why_not(action) of a game")
        return choose_from(rule, [name for name in book if book[name].happens], "rule")

    def seated(self, seats: int | Sequence[str]) -> tuple[str, ...]:
        """The names of the seats that play, from a number or from names."""
        most = len(self.seat_names)
        if is_whole(seats):
            return self.places(whole(seats, "the number of seats", 2, most))
        if isinstance(seats, bool | str) or not isinstance(seats, Iterable):
            raise ValueError(f"seats are a number from 2 to {most} or names, not {quoted(seats)}")
        names = [choose_from(seat, self.seat_names, "seat") for seat in seats]
        if not 2 <= len(set(names)) == len(names):
            raise ValueError(f"a game has two to {lines.NUMBERS[most]} different seats, not "
                             f"{', '.join(names) or 'none'}")
        return tuple(name for name in self.seat_names if name in names)

    def places(self, count: int) -> tuple[str, ...]:
        """The default seats for a number of players."""
        return self.seat_names[:count]

    def fresh(self, seats: tuple[str, ...]) -> Struct:
        """The state at the start of a game, with the default house rules."""
        state = Struct(self.rules.STATE)
        state.playing = [int(name in seats) for name in self.seat_names]
        for option in self.options:
            setattr(state, option.name, option.default)
        return state

    def start_with(self, state: Struct, seat: str) -> None:
        """Lets `seat` start a new game without a roll."""
        state.turn = self.seat_names.index(seat)

    def playing(self, state: Struct) -> tuple[str, ...]:
        """The names of the seats that play."""
        return tuple(name for name, plays in zip(self.seat_names, state.playing, strict=True)
                     if plays)

    def encode(self, state: Struct, action: Any) -> int | Refusal:
        """The kernel's number for `action`, or the reason why there is none here."""
        return self.plain[type(action)]

    def decode(self, state: Struct, code: int) -> Any:
        """The action for a number of the kernel."""
        return next(action for action, number in self.plain.items() if number == code)()

    def step(self, state: Struct, action: Any, log: Any) -> None:
        """Applies a legal `action`."""
        self.rules.step(state, self.encode(state, action), log)

    def refusal(self, s: Struct, action: Any, rule: int) -> str:
        """Why `rule` forbids `action` here, in a sentence."""
        return self.rule_book[self.rules.Rule(rule).name].words

    @abstractmethod
    def sentence(self, s: Struct, entry: Sequence[int]) -> str:
        """The log line of an effect; `s` is the state right after it."""

    def words(self, s: Struct, action: Any) -> str:
        """The button label of a legal `action`."""
        return str(action)

    def chances(self, state: Struct) -> list[tuple[Any, Fraction]]:
        """The outcomes of chance here, each with its probability."""
        return list(chances_of_rolls())

    def sample(self, state: Struct, rng: np.random.Generator) -> Any:
        """A random outcome."""
        return Roll(*rng.integers(1, 7, 2).tolist())

    def why_not_outcome(self, state: Struct, outcome: Any) -> str | None:
        """None if `outcome` is possible here, else the reason."""
        return None

    def happen(self, state: Struct, outcome: Any, log: Any) -> None:
        """Applies an outcome of chance."""
        self.rules.roll(state, *outcome.dice, log)

    def do(self, state: Struct, play: Any, log: Any) -> None:
        """Applies a legal action or a possible outcome."""
        if isinstance(play, self.outcome_types):
            self.happen(state, play, log)
        else:
            self.step(state, play, log)

    def write(self, s: Struct) -> str:
        """The position as a line of text."""
        return lines.write(self, s)

    def read(self, line: str) -> Struct:
        """The state for a line of text; PositionError if it is impossible."""
        state = lines.read(self, line)
        self.check(state)
        return state

    def check(self, s: Struct) -> None:
        """Raises a PositionError for an impossible position; by default none is."""
        return

    def read_play(self, line: str) -> Any:
        """The action or outcome whose str() is `line`; ValueError if there is none."""
        word, *rest = line.split() or [""]
        try:
            return self.plays[word](*(int(part) if part.isdecimal() else part for part in rest))
        except (KeyError, ValueError, TypeError):
            raise ValueError(f"not a play; write it like {self.like}") from None

    def as_play(self, play: Any) -> Any:
        """`play`, read if it is a string; ValueError for a string that is not a play."""
        if not isinstance(play, str):
            return play
        try:
            return self.read_play(play)
        except ValueError as error:
            raise ValueError(f"{quoted(play)} is {error}") from None

    def scene(self, position: Any, **layers: Any) -> Scene:
        """The board as a scene to draw; by default the position in words."""
        from ..scene.scene import text_scene  # imported when needed: most games are only played
        return text_scene(self.title, position.position.split(" | "), **layers)

    def hide(self, state: Struct, seat: int) -> Struct:
        """What `seat` may see of `state`; by default everything."""
        return state

    def winners(self, state: Struct) -> tuple[str, ...]:
        """The names of the winners; empty until the game is over."""
        return (self.seat_names[state.winner],) if state.winner >= 0 else ()

    def mover(self, state: Struct) -> str | None:
        """The seat whose turn it is, None before the start."""
        return self.seat_names[state.turn] if state.turn >= 0 else None

    def awaited(self, state: Struct) -> str:
        """What chance does next, in a few words."""
        mover = self.mover(state)
        return f"{mover} to roll" if mover else "the roll for the start"

    def set_options(self, state: Struct, options: Mapping[str, object]) -> None:
        """Sets house rules; ValueError for an unknown one, with the nearest match."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            setattr(state, name, known[choose_from(name, known, "house rule")].encode(value))

    def get_options(self, state: Struct, changed_only: bool = False) -> dict[str, str | int]:
        """The house rules of `state` by name."""
        return in_force(self.options, state, changed_only)


# The games of this package are imported when needed, and register themselves.
_GAMES: dict[str, Ruleset | None] = dict.fromkeys(("parcheesi", "bonkers", "bonk"))


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_GAMES)


def register(rules: Ruleset) -> None:
    """Makes `rules.name` the name of a game, like "parcheesi".

    ValueError if another game has that name. `examples/pig` shows how.
    """
    known = _GAMES.get(rules.name)
    if rules.name in _GAMES and rules.package != (
            known.package if known else f"{twin.PACKAGE}.{rules.name}"):
        raise ValueError(f"there is already a game called {quoted(rules.name)}")
    twin.put(rules.name, rules.package)
    TITLES[rules.name] = rules.title
    _GAMES[rules.name] = rules


def ruleset(name: object) -> Ruleset:
    """The Ruleset of the game called `name`."""
    name = choose_from(name, _GAMES, "game")
    if _GAMES[name] is None:
        importlib.import_module(f"{twin.PACKAGE}.{name}")
    found = _GAMES[name]
    assert found is not None, f"{name} does not register itself"
    return found


def _registered(package: str, name: str) -> Ruleset:
    """The Ruleset of a pickled game, which is imported if necessary."""
    importlib.import_module(package)
    return ruleset(name)
