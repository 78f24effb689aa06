"""Game: an immutable position with its whole history."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, cast, overload

import numpy as np

from ..whole import whole
from . import notation
from .dice import Roll, StartRoll, check_die
from .errors import IllegalAction, PositionError, Refusal, SaveError, capital, choose_from, quoted
from .events import Event, Log, Recorder
from .policy import PolicyLike, seat_policies
from .position import CHANCE, Position, View
from .ruleset import Ruleset, ruleset
from .twin import Struct

if TYPE_CHECKING:
    from ..bonk import BonkGame
    from ..bonkers import BonkersGame
    from ..parcheesi import ParcheesiGame

TURN_LIMIT = 10_000    # default of `finish`, so that an endless game does not hang
MOST_TURNS = 10**9     # the largest limit
_NAMED = 3             # legal actions in a message
_FRAME = re.compile(r"(.*)\|\s*then\s([^|]*?)\s*\|\s*effect\s+([0-9]{1,3})\s*", re.DOTALL)


class Game(Position):
    """A game up to now. Playing returns a new Game; this one does not change.

    `seed` determines the game's random numbers: the same seed and plays give the same rolls, even
    after undoing and playing again.
    """

    def __init__(self, rules: Ruleset, state: Struct, seed: int,
                 parent: Game | None = None, play: Any = None, effects: int = 0) -> None:
        super().__init__(rules, state)
        self._seed = seed
        self._parent = parent
        self._play = play
        self._ply: int = parent._ply + 1 if parent else 0
        self._effects = effects

    # --- playing ---------------------------------------------------------------------

    def play(self, play: Any) -> Self:
        """The game after an action of the actor, or after an outcome of chance.

        Either can be a string, as in a saved game: "move c 3", "roll 5 3". Raises IllegalAction,
        with the rule, if the rules forbid it, ValueError for a string that is not a play, and
        TypeError for anything else.
        """
        play = self._ruleset.as_play(play)
        if isinstance(play, self._ruleset.outcome_types):
            return self._happened(play)
        if not isinstance(play, self._ruleset.action_types):
            kinds = (*self._ruleset.action_types, *self._ruleset.outcome_types)
            names = ", ".join(kind.__name__ for kind in kinds)
            raise TypeError(f"play takes one of {names}; {quoted(play)} is a {type(play).__name__}")
        refusal = self.why_not(play)
        if refusal:
            raise IllegalAction(refusal)
        return self._after(play)

    def _happened(self, outcome: Any) -> Self:
        if (actor := self._acting()) != CHANCE:
            raise IllegalAction(Refusal(
                self._ruleset.chance_rule,
                f"{actor} must act ({self._first_legal()}); {outcome} is not possible now"))
        wrong = self._ruleset.why_not_outcome(self._state, outcome)
        if wrong:
            raise IllegalAction(Refusal(self._ruleset.why_chance(self._state), wrong))
        return self._after(outcome)

    def _after(self, play: Any) -> Self:
        """The game after a legal action or an outcome that can happen here."""
        state, log = self._state.copy(), list[Any]()
        self._ruleset.do(state, play, log)
        return cast(Self, Game(self._ruleset, state.shared_with(self._state), self._seed, self,
                               play, len(log)))

    def _acting(self) -> str:
        """Chance or the seat to act; IllegalAction if there is neither."""
        if self.actor is None:
            raise IllegalAction(Refusal("WIN", "the game is over"))
        return self.actor

    def _first_legal(self) -> str:
        """A few of the legal actions, for a message."""
        legal = self.legal()
        return " or ".join(map(str, legal[:_NAMED])) + (" or .." if len(legal) > _NAMED else "")

    def next(self) -> Self:
        """The game after the next random event, drawn from the game's seed."""
        if (actor := self._acting()) != CHANCE:
            raise IllegalAction(Refusal(
                self._ruleset.chance_rule,
                f"it is {actor}'s turn to act ({self._first_legal()})"))
        return self._happened(self._ruleset.sample(self._state, self._stream()))

    def roll(self, *dice: int) -> Self:
        """The game after a roll of the given dice, or of random dice."""
        if not dice:
            return self.next()
        numbers = tuple(check_die(n) for n in dice)
        if Roll not in self._ruleset.outcome_types:
            raise ValueError(f"{self._ruleset.title} has no dice")
        if self.mover is None:
            return self.play(StartRoll(numbers))
        if len(numbers) != 2:
            raise ValueError(f"a roll is two numbers, not {len(numbers)}")
        return self.play(Roll(*numbers))

    def _stream(self, purpose: int = 0) -> np.random.Generator:
        """The random numbers of this ply, the same again after undoing."""
        return np.random.default_rng((self._seed, self._ply, purpose))

    def act(self, policy: PolicyLike = "random") -> Self:
        """The game after one play, by chance or by `policy` (one for all, or one for each seat)."""
        if (actor := self._acting()) == CHANCE:
            return self.next()
        chosen = seat_policies(self._ruleset, self.seats, policy)[actor]
        return self.play(chosen.decide(self.view(actor), self._stream(1)).action)

    def turn(self, policy: PolicyLike = "random") -> Self:
        """The game at the end of this turn, or at the end of the game."""
        turns, game = self._state.turns, self
        while game.actor is not None and game._state.turns == turns:
            game = game.act(policy)
        return game

    def finish(self, policy: PolicyLike = "random", turn_limit: int = TURN_LIMIT) -> Self:
        """The game played to its end, or for at most `turn_limit` more turns.

        The default is 10,000, since a random game of BONK can last very long.
        """
        game, last = self, self._state.turns + checked_turns(turn_limit)
        while game.actor is not None and game._state.turns < last:
            game = game.act(policy)
        return game

    # --- the past --------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed of the game's random numbers."""
        return self._seed

    @property
    def last(self) -> Any:
        """The action or outcome that led here, None at the beginning."""
        return self._play

    @property
    def last_roll(self) -> tuple[int, ...]:
        """The dice of the last roll; () before the first."""
        game: Game | None = self
        while game is not None:
            if isinstance(game.last, Roll):
                return game.last.dice
            game = game._parent
        return ()

    @property
    def history(self) -> list[Self]:
        """Every game from the beginning up to this one."""
        games: list[Self] = []
        game: Self | None = self
        while game is not None:
            games.append(game)
            game = cast("Self | None", game._parent)
        return games[::-1]

    @property
    def plays(self) -> list[Any]:
        """Every action and outcome so far."""
        return [game.last for game in self.history[1:]]

    def undo(self, plays: int = 1) -> Self:
        """The game as it was `plays` plays ago."""
        plays = whole(plays, "the number of plays to undo here", 0, self._ply)
        game = self
        for _ in range(plays):
            assert game._parent is not None
            game = cast(Self, game._parent)
        return game

    @cached_property
    def events(self) -> Log:
        """The effects of the last play, as events."""
        return Log(self._event(entry, state) for entry, state in self._recorded())

    @property
    def log(self) -> Log:
        """The effects of all plays, as events."""
        return Log(event for game in self.history for event in game.events)

    @property
    def frames(self) -> list[tuple[Event, Frame]]:
        """The effects of the last play, each with the position right after it."""
        if self._parent is None:
            return []
        return [(self._event(entry, state), Frame(self._parent, self._play, effect, state))
                for effect, (entry, state) in enumerate(self._recorded(), 1)]

    def _recorded(self) -> Iterable[tuple[Sequence[int], Struct]]:
        """The effects of the last play and the states after them, found by playing it again.

        A game stores only the play and the state that it led to.
        """
        if self._parent is None:
            return ()
        log = Recorder(self._parent._state.copy())
        self._ruleset.do(log.state, self._play, log)
        return zip(log, log.states, strict=True)

    def _event(self, entry: Sequence[int], state: Struct) -> Event:
        rule, seat, subject, start, target = map(int, entry)
        name = self._ruleset.seat_names[seat] if seat >= 0 else None
        return Event(self._ruleset.rules.Rule(rule).name, name,
                     capital(self._ruleset.sentence(state, entry)), subject, start, target)

    @property
    def idle(self) -> Refusal | None:
        """Why nobody can act in the middle of a play; None except for a Frame."""
        return None

    # --- views and files ---------------------------------------------------------------

    def view(self, seat: str) -> View:
        """What `seat` may see."""
        return View(self._ruleset, self._state, choose_from(seat, self.seats, "seat"))

    def save(self, path: str | Path) -> None:
        """Writes the whole game to a JSON file that `load` replays exactly.

        An existing save is replaced; SaveError for any other existing file, and for a game of more
        than 100,000 plays. If writing fails (OSError), the old file stays.
        """
        notation.save(self, path)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Game) and self.game == other.game
                and self._seed == other._seed and self._ply == other._ply
                and self._state == other._state and self.plays == other.plays)

    def __hash__(self) -> int:
        return hash((self.game, self._seed, self._ply, self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        # As a list, since following the parents of a long game would be too deep a recursion.
        steps = [(game._play, game._state, game._effects) for game in self.history]
        return _restored, (self._ruleset, self._seed, steps)


class Frame(Game):
    """A play stopped right after one of its effects; nobody acts until the play is complete.

    `undo` returns the game before the play. The position line is the line of that game, with the
    play and the number of its effects so far.

    >>> import bonkbook as bb
    >>> g = bb.bonkers.position(tokens=(20, 0), cards={24: "-3"}).roll(3, 1)
    >>> event, frame = g.frames[1]
    >>> str(event)
    'P1 moves from space 20 to space 24. [MOVE]'
    >>> print(frame.position)
    P1 20 0 | P2 0 0 | cards 24:-3 | turn P1 | then roll 3 1 | effect 2
    """

    def __new__(cls, before: Game, *_: Any) -> Self:
        """Of the class with the names of the game's positions."""
        return super().__new__(cls, before.ruleset)

    def __init__(self, before: Game, play: Any, effects: int, state: Struct) -> None:
        super().__init__(before._ruleset, state, before._seed, before, play, effects)
        self._made = before, play, effects, state

    @property
    def actor(self) -> None:
        """Nobody."""
        return None

    @property
    def position(self) -> str:
        """The line of the game before the play, with the play and its effects so far."""
        before, play, effects, _ = self._made
        return f"{before.position} | then {play} | effect {effects}"

    @property
    def idle(self) -> Refusal:
        """The refusal of any action, since the play is not complete."""
        return Refusal(self.events[-1].rule, f"this is the middle of a play ({self._play}); "
                                             "continue from the game after it")

    def _acting(self) -> str:
        raise IllegalAction(self.idle)

    def legal_codes(self) -> list[int]:
        """An empty list, since nobody is to act."""
        return []

    def why_not(self, action: Any) -> Refusal:
        """The same refusal for every action, since the play is not complete."""
        return self.idle

    def _recorded(self) -> Iterable[tuple[Sequence[int], Struct]]:
        return list(super()._recorded())[:self._effects]

    def __reduce__(self) -> tuple[Any, ...]:
        return Frame, self._made

    def __repr__(self) -> str:
        return f"{self._ruleset.title}: in the middle of {self._play}\n{self.position}"


def _restored(rules: Ruleset, seed: int, steps: Iterable[tuple[Any, Struct, int]]) -> Game | None:
    """The game pickled as a list of plays, each with its state and number of effects."""
    game = None
    for play, state, effects in steps:
        game = Game(rules, state, seed, game, play, effects)
    return game


@overload
def new(game: Literal["parcheesi"], seats: int | Sequence[str] = 2, seed: int | None = None,
        first: str | None = None, **options: object) -> ParcheesiGame: ...


@overload
def new(game: Literal["bonkers"], seats: int | Sequence[str] = 2, seed: int | None = None,
        first: str | None = None, **options: object) -> BonkersGame: ...


@overload
def new(game: Literal["bonk"], seats: int | Sequence[str] = 2, seed: int | None = None,
        first: str | None = None, **options: object) -> BonkGame: ...


@overload
def new(game: str, seats: int | Sequence[str] = 2, seed: int | None = None,
        first: str | None = None, **options: object) -> Game: ...


def new(game: str, seats: int | Sequence[str] = 2, seed: int | None = None,
        first: str | None = None, **options: object) -> Game:
    """A new game, with the roll for the start already made (it can be undone).

    `seats`: their number or names. `first`: the seat that starts, without a roll for the start.
    `seed`: by default a random one. `options`: house rules by keyword;
    `print(bonkbook.rules(game))` lists them with their choices.

    >>> import bonkbook as bb
    >>> g = bb.new("parcheesi", seats=4, seed=7, must_enter="never")
    >>> g.actor, g.seats
    ('chance', ('red', 'green', 'blue', 'yellow'))
    """
    rules = ruleset(game)
    state = rules.fresh(rules.seated(seats))
    rules.set_options(state, options)
    rules.rules.new_game(state)
    fresh = Game(rules, state, checked_seed(seed))
    if first is not None:
        rules.start_with(state, choose_from(first, fresh.seats, "seat"))
    while fresh.actor == CHANCE and fresh.mover is None:
        fresh = fresh.next()
    return fresh


def checked_seed(seed: object) -> int:
    """`seed` as a number from 0 up, or a random seed for None."""
    if seed is None:
        return int.from_bytes(os.urandom(4), "big")
    return whole(seed, "a seed", 0)


def checked_turns(limit: object) -> int:
    """`limit` as a number of turns, from 0 to MOST_TURNS; ValueError for anything else."""
    return whole(limit, "turn_limit", 0, MOST_TURNS)


@overload
def position(game: Literal["parcheesi"], line: str, seed: int | None = None) -> ParcheesiGame: ...


@overload
def position(game: Literal["bonkers"], line: str, seed: int | None = None) -> BonkersGame: ...


@overload
def position(game: Literal["bonk"], line: str, seed: int | None = None) -> BonkGame: ...


@overload
def position(game: str, line: str, seed: int | None = None) -> Game: ...


def position(game: str, line: str, seed: int | None = None) -> Game:
    """A game that begins at the position in `line`.

    >>> import bonkbook as bb
    >>> g = bb.position("parcheesi", "red N N 20 30 | green 5 5 N N | turn red | dice 5 3")
    >>> g.actor, g.pawns["red"]
    ('red', ['N', 'N', '20', '30'])

    The line of a Frame, `.. | then roll 5 3 | effect 2`, returns that frame.
    """
    rules, seed = ruleset(game), checked_seed(seed)
    frame = _FRAME.fullmatch(line) if isinstance(line, str) else None
    if frame is None:
        return Game(rules, rules.read(line), seed)
    before, play, effects = frame.groups()
    return _frame(Game(rules, rules.read(before), seed), play, int(effects))


def _frame(before: Game, play: str, effects: int) -> Frame:
    """The play made from `before`, stopped after `effects` effects."""
    try:
        frames = before.play(play).frames
    except IllegalAction as error:
        raise PositionError(f"then {play:.60}: {error.text}", error.rule) from None
    except ValueError as error:
        raise PositionError(f"then {error}") from None
    if not 1 <= effects <= len(frames):
        raise PositionError(f"effect: {play:.60} has {len(frames)} effects here, so there is no "
                            f"effect {effects}")
    return frames[effects - 1][1]


def load(path: str | Path) -> Game:
    """The game saved at `path`, replayed through the rules.

    Raises SaveError, with the place and the reason, if it is not an unedited save of at most
    4,000,000 bytes and 100,000 plays, and OSError if it cannot be opened.
    """
    return _replayed(notation.read(path))


def loads(text: str) -> Game:
    """The game saved in the JSON `text`; SaveError as for `load`."""
    return _replayed(notation.parse(text))


def _replayed(data: dict[str, Any]) -> Game:
    """The saved game, played again from its start; SaveError if a play is not possible."""
    rules = ruleset(data["game"])
    try:
        game = Game(rules, rules.read(data["start"]), checked_seed(data["seed"]))
    except PositionError as error:
        raise SaveError(f'"start": {error}') from None
    for number, line in enumerate(data["plays"], 1):
        try:
            game = game.play(rules.read_play(line))
        except (IllegalAction, ValueError) as error:
            raise SaveError(f"play {number}, {quoted(line)}: {error}") from None
    if game.position != data["position"]:
        raise SaveError(f'"position": the plays lead to {quoted(game.position, 200)}, not to '
                        f'{quoted(data["position"], 200)}')
    return game
