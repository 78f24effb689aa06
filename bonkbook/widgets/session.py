"""A game with its whole line of play, a place in it, and who decides for each seat.

The table's state without any widget: what the buttons do is here, what they look like is not.
A *stop* is a place where the table can stand: every effect of every play is one, so a play that
moves, captures and makes a blockade has three; the last stop of a play is the game after it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.errors import choose_from
from ..engine.events import Event, Log
from ..engine.game import Game
from ..engine.policy import FunctionPolicy, Policy, seat_policies
from ..engine.position import CHANCE, Position

PERSON = None  # in `Session.players`: a person decides for the seat
MOST_TURNS = 2_000  # played by one press of "to the end": an endless game must not hang
MOST_KEPT = 20  # earlier games that undo brings back

Player = Policy | FunctionPolicy | None


class Waiting(Exception):
    """The game cannot go on by itself; the text says who has to do what."""


@dataclass(frozen=True)
class Line:
    """A game with all that was played after it and undone: what undo, redo and the slider use."""

    games: tuple[Game, ...]
    logs: tuple[Log, ...]
    starts: tuple[int, ...]  # the first stop of each game

    @classmethod
    def of(cls, game: Game) -> Line:
        """The line from the beginning of `game` up to it."""
        games = game.history
        logs = [one.events for one in games]
        starts = [0]
        for log in logs[:-1]:
            starts.append(starts[-1] + max(1, len(log)))
        return cls(tuple(games), tuple(logs), tuple(starts))

    def grown(self, ply: int, game: Game) -> Line:
        """The line up to `ply` and on to `game`; what was there instead is dropped."""
        log = game.events
        start = self.starts[ply] + max(1, len(self.logs[ply]))
        return Line(
            (*self.games[: ply + 1], game),
            (*self.logs[: ply + 1], log),
            (*self.starts[: ply + 1], start),
        )

    @property
    def last(self) -> int:
        """The last stop."""
        return self.end(len(self.games) - 1)

    def end(self, ply: int) -> int:
        """The last stop of a play: the game after it."""
        return self.starts[ply] + max(1, len(self.logs[ply])) - 1


class Session:
    """A line of play and a stop on it; every method leaves it as it was if it raises."""

    def __init__(self, game: Game, players: Any = None) -> None:
        self.line = Line.of(game)
        self.at = self.line.last
        self.players: dict[str, Player] = dict.fromkeys(game.seats, PERSON)
        self.kept: list[tuple[Line, int]] = []
        self.set_players(players)

    # --- where it stands ---------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many plays were made before this stop, the one it belongs to included."""
        return bisect_right(self.line.starts, self.at) - 1

    @property
    def effect(self) -> int:
        """Which effect of its play the stop shows, from 0."""
        return self.at - self.line.starts[self.ply]

    @property
    def game(self) -> Game:
        """The game after the play that the stop belongs to."""
        return self.line.games[self.ply]

    @property
    def whole(self) -> bool:
        """Whether the stop is the last of its play, so that one can play on from it."""
        return self.at == self.line.end(self.ply)

    @property
    def position(self) -> Position:
        """The position at the stop: between two effects, or the game itself."""
        return self.game if self.whole else self.game.frames[self.effect][1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The effects of the play so far, up to the stop."""
        return tuple(self.line.logs[self.ply][: self.effect + 1])

    @property
    def can_undo(self) -> bool:
        """Whether there is a play, or an earlier game, to go back to."""
        return self.ply > 0 or bool(self.kept)

    @property
    def can_redo(self) -> bool:
        """Whether plays follow that were undone."""
        return self.at < self.line.last

    # --- moving along the line -----------------------------------------------------------

    def go(self, stop: int) -> None:
        """Stands at a stop; out of range it is the nearest end."""
        self.at = min(max(int(stop), 0), self.line.last)

    def undo(self) -> None:
        """Goes back to before the play; at the beginning, to the game that was shown before."""
        if self.ply > 0:
            self.at = self.line.end(self.ply - 1)
        elif self.kept:
            self.line, self.at = self.kept.pop()
            self._seat()

    def redo(self) -> None:
        """Goes on to the end of the next play that was undone, or of this one."""
        if self.can_redo:
            self.at = self.line.end(self.ply + self.whole)

    def turn_back(self) -> None:
        """Goes back to the beginning of this turn, or of the one before."""
        ply = max(self.ply - 1, 0)
        while ply > 0 and self._turns(ply) == self._turns(ply - 1):
            ply -= 1
        self.at = self.line.end(ply)

    def _turns(self, ply: int) -> int:
        return int(self.line.games[ply].state.turns)

    # --- playing ---------------------------------------------------------------------------

    def play(self, play: Any) -> None:
        """Makes a play from here; what was undone is dropped."""
        if not self.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then play.")
        self._take(self.game.play(play))
        self.at = self.line.last

    def roll(self, dice: Sequence[int] = ()) -> None:
        """Rolls, or plays the numbers given."""
        if not self.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then roll.")
        self._take(self.game.roll(*dice))
        self.at = self.line.last

    def _take(self, game: Game) -> None:
        self.line = self.line.grown(self.ply, game)

    def show(self, game: Game) -> None:
        """Puts another game on the table; undo at its beginning brings this one back."""
        line = Line.of(game)
        self.kept = [*self.kept, (self.line, self.at)][-MOST_KEPT:]
        self.line, self.at = line, line.last
        self._seat()

    def _seat(self) -> None:
        """Players for the seats of this game: those that had the same name stay."""
        rules, known = self.game.ruleset, self.players
        for seat in self.game.seats:
            player = known.get(seat, PERSON)
            if isinstance(player, Policy) and player.game != rules.name:
                player = PERSON
            known[seat] = player

    # --- stepping --------------------------------------------------------------------------

    def step_effect(self) -> None:
        """Goes on by one effect; at the end of the line the next play is made."""
        if self.at == self.line.last:
            self._take(self._next())
        self.at += 1

    def step_play(self) -> None:
        """Goes on to the end of the next play, or of this one when it is shown in the middle."""
        if self.at == self.line.last:
            self._take(self._next())
        self.at = self.line.end(self.ply + self.whole)

    def step_turn(self) -> None:
        """Goes on to the end of this turn; raises Waiting where a person has to choose."""
        turns = self._turns(self.ply)
        self.step_play()
        while not self.game.is_over and self._turns(self.ply) == turns:
            self.step_play()

    def step_end(self) -> None:
        """Goes to the end of the line; from there on to the end of the game."""
        if self.at < self.line.last:
            self.at = self.line.last
            return
        game, last = self.game, self._turns(self.ply) + MOST_TURNS
        try:
            while not game.is_over and game.state.turns < last:
                game = self._after(game)
        finally:
            if game is not self.game:  # at once: a line that grows play by play is copied each time
                self.line = Line.of(game)
                self.at = self.line.last

    @property
    def waits(self) -> bool:
        """Whether autoplay cannot go on: a person has to roll or to choose, or all is over."""
        if self.at < self.line.last:
            return False
        game = self.game
        mover = game.mover if game.actor == CHANCE else game.actor
        return game.is_over or (mover is not None and self.players.get(mover) is PERSON)

    def tick(self) -> None:
        """One step of autoplay, if it need not wait."""
        if not self.waits:
            self.step_effect()

    def _next(self) -> Game:
        return self._after(self.game)

    def _after(self, game: Game) -> Game:
        """The game after chance, a policy, or the only legal action of a person."""
        seat = game.actor
        if seat is None:
            raise Waiting("The game is over.")
        if seat == CHANCE:
            return game.next()
        player = self.players.get(seat)
        if player is not PERSON:
            return game.act({seat: player})
        legal = game.legal()
        if len(legal) > 1:
            raise Waiting(
                f"{seat} has to choose one of {len(legal)} actions (or give the seat a bot)."
            )
        return game.play(legal[0])

    # --- who decides -------------------------------------------------------------------------

    def set_players(self, players: Any) -> None:
        """Who decides: None for people, a policy for all, a list in seat order, or one by seat."""
        seats, rules = self.game.seats, self.game.ruleset
        chosen: dict[str, Player]
        if isinstance(players, Mapping) and players and set(players) <= set(rules.seat_names):
            chosen = {seat: _player(rules.name, like) for seat, like in players.items()}
        elif isinstance(players, Sequence) and not isinstance(players, str):
            if len(players) != len(seats):
                raise ValueError(f"{len(seats)} seats need as many players, not {len(players)}")
            chosen = {s: _player(rules.name, like) for s, like in zip(seats, players, strict=True)}
        elif players is None or players == "person":
            chosen = dict.fromkeys(seats, PERSON)
        else:
            chosen = dict(seat_policies(rules, seats, players))
        self.players.update(chosen)

    def set_player(self, seat: str, like: Any) -> None:
        """Who decides for one seat from now on."""
        choose_from(seat, self.game.seats, "seat")
        self.players[seat] = _player(self.game.game, like)

    def player_name(self, seat: str) -> str:
        """The name of the policy that decides, or "person"."""
        player = self.players.get(seat)
        return "person" if player is PERSON else player.name


def _player(game: str, like: Any) -> Player:
    return PERSON if like is None or like == "person" else Policy.of(game, like)
