"""A game with its whole line of play, a place in it, and who decides for each seat.

The table's state without any widget: what the buttons do is here, what they look like is not.
A *stop* is a place where the table can stand: every effect of every play is one, so a play that
moves, captures and makes a blockade has three; the last stop of a play is the game after it.

A seat that may interrupt another one's turn is asked only if its person wants that (`watch`):
else "no" is played for it, and until the next play it can still interrupt after all.
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
from .front import Waiting
from .table_game import ARMED, ASK, PASS, WATCHES, table_game_of
from .visible_state import OPEN, OWN, VisibleState, choices, visible_state

PERSON = None  # in `Session.players`: a person decides for the seat
MOST_TURNS = 2_000  # played by one press of "to the end": an endless game must not hang
MOST_KEPT = 20  # earlier games that undo brings back
PATIENCE = (0, 5, 8, 12, 20, 30)  # seconds that a person has to interrupt; 0: as long as it likes

Player = Policy | FunctionPolicy | None


@dataclass(frozen=True, eq=False)  # a line that was played again is another one
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

    def cut(self, ply: int) -> Line:
        """The line up to `ply`."""
        end = ply + 1
        return Line(self.games[:end], self.logs[:end], self.starts[:end])

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
        self.watch: dict[str, str] = {}
        self._watched = game.game  # the game that `watch` is about
        self.looker: str | None = None  # the person at the screen, where several share it
        self.hands = OWN  # whose hands are shown: OWN, OPEN, or a seat's where only bots play
        self.patience = PATIENCE[3]
        self.kept: list[tuple[Line, int]] = []
        self.set_players(players)
        self._settle(quietly=True)

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
        """The effects of the play so far, up to the stop; seats that said no meanwhile count in."""
        ply = self.ply
        events = tuple(self.line.logs[ply][: self.effect + 1])
        while ply > 1 and self._said_no(ply):
            ply -= 1
            events = (*self.line.logs[ply], *events)
        return events

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons decide for."""
        return tuple(seat for seat in self.game.seats if self.players.get(seat) is PERSON)

    @property
    def visible(self) -> VisibleState:
        """What may be shown of the stop: all that the browser is told is made from it."""
        return visible_state(self)

    @property
    def can_undo(self) -> bool:
        """Whether there is a play, or an earlier game, to go back to."""
        return self._before() is not None or bool(self.kept)

    @property
    def can_redo(self) -> bool:
        """Whether plays follow that were undone."""
        return self.at < self.line.last

    # --- moving along the line -----------------------------------------------------------

    def go(self, stop: int) -> None:
        """Stands at a stop; out of range it is the nearest end."""
        self.at = min(max(int(stop), 0), self.line.last)

    def undo(self) -> None:
        """Goes back to before the play; at the beginning, to the game that was shown before.

        Before a person interrupted unasked, the game had gone on: then it does so again.
        """
        before, ply = self._before(), self._interruption()
        if ply > 0:
            self.line = self.line.cut(ply - 1)
            self.at = self.line.last
            self._settle(quietly=ply == 1)
        elif before is not None:
            self.at = before
        elif self.kept:
            self.line, self.at = self.kept.pop()
            self._seat()

    def _interruption(self) -> int:
        """The play of a person who interrupted just now without having been asked, 0 if none."""
        games, ply = self.line.games, self.ply
        while ply > 1 and self._said_no(ply):
            ply -= 1
        pair = table_game_of(self.game).interrupt_choices(games[ply - 1]) if ply else None
        if pair is None or games[ply].last != pair[1] or self.unasked(games[ply - 1]) is None:
            return 0
        return ply

    def _before(self) -> int | None:
        """The last stop before this play where someone had to do something."""
        for ply in reversed(range(self.ply)):
            game = self.line.games[ply]
            if not self._plays_itself(game) or (ply == 0 and self.line.logs[1]):
                return self.line.end(ply)
        return None

    def redo(self) -> None:
        """Goes on to the end of the next play that was undone, or of this one."""
        if self.can_redo:
            self.at = self.line.end(self.ply + self.whole)
        while self.can_redo and self._plays_itself(self.game):
            self.at = self.line.end(self.ply + 1)

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
            raise Waiting("You are part-way through a play. Step to its end first.")
        self._take(self.game.play(play))
        self.at = self.line.last
        self._settle()

    def roll(self, dice: Sequence[int] = ()) -> None:
        """Rolls, or plays the numbers given."""
        if not self.whole:
            raise Waiting("You are part-way through a play. Step to its end first.")
        self._take(self.game.roll(*dice))
        self.at = self.line.last
        self._settle()

    def _take(self, game: Game) -> None:
        self.line = self.line.grown(self.ply, game)

    def show(self, game: Game) -> None:
        """Puts another game on the table; undo at its beginning brings this one back."""
        line = Line.of(game)
        self.kept = [*self.kept, (self.line, self.at)][-MOST_KEPT:]
        self.line, self.at = line, line.last
        self._seat()
        self._settle(quietly=True)

    def _seat(self) -> None:
        """Players for the seats of this game: those that had the same name stay."""
        rules, known = self.game.ruleset, self.players
        if rules.name != self._watched:  # its interruptions are others
            self._watched, self.watch = rules.name, {}
        for seat in self.game.seats:
            player = known.get(seat, PERSON)
            if isinstance(player, Policy) and player.game != rules.name:
                player = PERSON
            known[seat] = player

    # --- stepping --------------------------------------------------------------------------

    def step_effect(self) -> None:
        """Goes on by one effect; at the end of the line the next play is made."""
        self._effect_on()
        while self._silent and self._goes_on:
            self._effect_on()
        self._settle(quietly=True)

    def _effect_on(self) -> None:
        if self.at == self.line.last:
            self._take(self._after(self.game))
        self.at += 1

    def step_play(self) -> None:
        """Goes on to the end of the next play, or of this one when it is shown in the middle."""
        self._play_on()
        while self._silent and self._goes_on:
            self._play_on()
        self._settle(quietly=True)

    def _play_on(self) -> None:
        if self.at == self.line.last:
            self._take(self._after(self.game))
        self.at = self.line.end(self.ply + self.whole)

    @property
    def _silent(self) -> bool:
        """Whether the play shown had no effect, as when a seat does not interrupt."""
        return self.ply > 0 and not self.line.logs[self.ply]

    @property
    def _goes_on(self) -> bool:
        return self.at < self.line.last or not self.waits

    def step_turn(self) -> None:
        """Goes on to the end of this turn; raises Waiting where a person has to choose."""
        turns = self._turns(self.ply)
        self.step_play()
        while not self.game.is_over and self._turns(self.ply) == turns:
            self.step_play()

    def step_end(self) -> None:
        """Goes to the end of the line; from there on to the end of the game.

        Raises Waiting where a person has to choose, and after MOST_TURNS turns.
        """
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
        if not game.is_over:
            raise Waiting(f"{MOST_TURNS:,} turns were played. Do it again to play on.")

    @property
    def waits(self) -> bool:
        """Whether autoplay cannot go on: a person has to roll or to choose, or all is over."""
        if self.at < self.line.last:
            return False
        game = self.game
        mover = game.mover if game.actor == CHANCE else game.actor
        if game.is_over or mover is None:
            return game.is_over or bool(
                self.people and table_game_of(game).waits_before_chance(game))
        return self.players.get(mover) is PERSON and self.unasked(game) is None

    def tick(self) -> None:
        """One step of autoplay, if it need not wait."""
        if not self.waits:
            self.step_effect()

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
        passed = self.unasked(game)
        if passed is not None:
            self._disarm(seat)
            return game.play(passed)
        legal = game.legal()
        if len(legal) > 1:
            how_many = "" if table_game_of(game).hides_cards else f" one of {len(legal)} actions"
            raise Waiting(f"{seat} has to choose{how_many} (or give the seat a bot).")
        return game.play(legal[0])

    # --- interrupting another one's turn -----------------------------------------------------

    def unasked(self, position: Position) -> Any:
        """What is played for a person that does not want to be asked, None if someone is."""
        pair = table_game_of(position).interrupt_choices(position)
        seat = position.actor
        if pair is None or seat is None or self.players.get(seat) is not PERSON:
            return None
        watch = self.wish(seat)
        return None if watch == ASK else pair[watch == ARMED]

    def wish(self, seat: str) -> str:
        """What a seat wants of its interruptions: one of WATCHES."""
        kind = table_game_of(self.game).interruption
        return self.watch.get(seat, kind.usual if kind else PASS)

    def _disarm(self, seat: str) -> None:
        """What was played unasked is not played again."""
        if self.watch.get(seat) == ARMED:
            self.watch[seat] = PASS

    def _answering(self, game: Game) -> Player:
        """The bot that is asked here whether it interrupts."""
        table_game = table_game_of(game)
        asked = not table_game.hides_cards and table_game.interrupt_choices(game) is not None
        return self.players.get(str(game.actor)) if asked else None

    def _plays_itself(self, game: Game, chance: bool = True) -> bool:
        """Whether the table plays on here without a person, where hands are hidden chance too."""
        alone = chance and self.hands != OPEN and self.people
        return bool(self.unasked(game) or self._answering(game)
                    or (alone and table_game_of(game).chance_continues(game)))

    def _settle(self, quietly: bool = False) -> None:
        """Plays what no person is asked for, at the end of the line; quietly, without effects.

        So a person's turn never waits for a bot, and that of another bot only to show effects.
        """
        while self.at == self.line.last and self._plays_itself(self.game, chance=not quietly):
            game, action, bot = self.game, self.unasked(self.game), self._answering(self.game)
            after = game.act({str(game.actor): bot}) if bot else (
                game.next() if action is None else game.play(action))
            step_by_step = bot and self.players.get(str(game.mover)) is not PERSON
            if after.events and (quietly or step_by_step):
                return
            self._disarm(str(game.actor))
            self._take(after)
            self.at = self.line.last

    def _said_no(self, ply: int) -> bool:
        """Whether this play was that of a seat that did not interrupt."""
        games = self.line.games
        pair = table_game_of(games[ply]).interrupt_choices(games[ply - 1])
        return pair is not None and games[ply].last == pair[0]

    def offers(self) -> dict[str, int]:
        """The seats of people who can interrupt now, each with the play after which it does.

        Nobody has rolled, drawn or chosen since they were asked, or could have been.
        """
        found: dict[str, int] = {}
        ply = self.ply if self.whole else -1
        while ply >= 0:
            game = self.line.games[ply]
            seat = str(game.actor)
            if table_game_of(game).interrupt_choices(game) and self.players.get(seat) is PERSON:
                found.setdefault(seat, ply)
            ply = ply - 1 if ply > 0 and self._said_no(ply) else -1
        return found

    def interrupt(self, seat: str) -> None:
        """Lets a person interrupt after all, as if it had been asked; Waiting if it is too late."""
        ply = self.offers().get(choose_from(seat, self.game.seats, "seat"))
        if ply is None:
            raise Waiting(f"{seat} cannot interrupt now; set it to interrupt next time.")
        game = self.line.games[ply]
        pair = table_game_of(game).interrupt_choices(game)
        assert pair is not None
        self.at = self.line.end(ply)
        self.play(pair[1])

    def set_watch(self, seat: str, watch: str) -> None:
        """What a person wants when it may interrupt: "pass", "ask", or be "armed" to do it once."""
        choose_from(seat, self.game.seats, "seat")
        self.watch[seat] = choose_from(watch, WATCHES, "way to be asked")
        if seat == self.game.actor:  # it is being asked: that is its answer
            self._settle()

    def run_out(self) -> None:
        """The time is over that a person had to interrupt."""
        pair = table_game_of(self.game).interrupt_choices(self.game)
        if pair and self.at == self.line.last and self.game.actor in self.people:
            self.play(pair[0])

    # --- who looks ---------------------------------------------------------------------------

    def show_to(self, seat: str) -> None:
        """The person of a seat is at the screen now."""
        if not seat:
            raise Waiting("No hand is waiting to be shown.")
        if choose_from(seat, self.game.seats, "seat") not in self.people:
            raise Waiting(f"{seat} is played by a bot; a person's hand is shown to that person.")
        self.looker = seat

    def set_hands(self, hands: str) -> None:
        """Whose hands are shown from now on."""
        self.hands = choose_from(hands, [value for value, _ in choices(self)], "way to show hands")

    def set_patience(self, seconds: int) -> None:
        """How many seconds a person has to interrupt; 0 for as long as it likes."""
        if seconds not in PATIENCE:
            raise ValueError(f"choose one of {', '.join(map(str, PATIENCE))} seconds, "
                             f"not {seconds}")
        self.patience = seconds

    # --- who decides -------------------------------------------------------------------------

    def set_players(self, players: Any) -> None:
        """Who decides: None for people, a policy for all, a list in seat order, or one by seat."""
        seats, rules = self.game.seats, self.game.ruleset
        self._stays_at_the_screen()
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
        player = _player(self.game.game, like)
        self._stays_at_the_screen()
        self.players[seat] = player

    def _stays_at_the_screen(self) -> None:
        """Who was the only person so far is the one that sits there when others join."""
        if len(self.people) == 1:
            self.looker = self.people[0]

    def player_name(self, seat: str) -> str:
        """The name of the policy that decides, or "person"."""
        player = self.players.get(seat)
        return "person" if player is PERSON else player.name


def _player(game: str, like: Any) -> Player:
    return PERSON if like is None or like == "person" else Policy.of(game, like)
