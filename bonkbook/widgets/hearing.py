"""What the browser may ask of a table: a method for each kind of message, each guarded.

What goes wrong is said where it was asked for, and leaves the table as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..engine.errors import IllegalAction, choose_from
from ..engine.game import Game, load, loads
from ..engine.notation import dump
from ..engine.position import CHANCE, Position
from . import forms, messages
from .advice import advice
from .front import Board, LogPart, Panels, Part, Problem, Waiting
from .guess_first import Guesses
from .messages import Stops
from .odds_panel import HEATS
from .rule_book_panel import example_start
from .session import Session
from .sight import ALL, Sight, seen
from .table_game import TableGame
from .views import LOG_LINES, log_lines, may_ask

TABS = (
    ("odds", "Odds"),
    ("rules", "Rule book"),
    ("seats", "Seats"),
    ("setup", "Set up"),
    ("options", "House rules"),
    ("file", "Game"),
)
PACES = (200, 600, 1200, 2500)  # milliseconds a step of autoplay takes


class Hearing:
    """The part of a Table that hears: `_do_act` is done for {"kind": "act"}, and so on."""

    session: Session
    board: Board
    controls: Part
    log_part: LogPart
    panels: Panels
    game: Any
    _lock: threading.RLock
    _table_game: TableGame[Any]
    _marked: list[Any]  # actions that a click has picked
    _looked: Any  # what is looked at, as the TableGame understands it
    _said: str
    _message: str  # what a panel was asked for went well
    _problem: Problem
    _asker: Part  # the part that the last message came from
    _stops: Stops
    _aimed: Any  # what the next click on the board is meant for
    _why: bool
    _playing: bool  # autoplay
    _resumes: bool  # whether it goes on after the next action, having been stopped by undo
    _pace: int
    _tab: str | None
    _rule: str
    _heat: str
    _path: str
    _body: dict[str, Any]
    _advice: dict[str, Any]
    _advised: Game | None
    _guesses: Guesses

    # --- what a Table does ---------------------------------------------------------------

    def _tell(self) -> None:
        """Every part shows what is now."""
        raise NotImplementedError

    def _picture(self, sight: Sight) -> Any:
        """What the board is to show."""
        raise NotImplementedError

    def _tell_board(self, picture: Any) -> None:
        """The board shows a picture."""
        raise NotImplementedError

    def _tell_panels(self, body: dict[str, Any] | None = None) -> None:
        """The panels show what is now."""
        raise NotImplementedError

    def _show(self, game: Game) -> None:
        """Another game is put on the table."""
        raise NotImplementedError

    def _changed(self) -> None:
        """Another game may be on the table."""
        raise NotImplementedError

    def _fill(self) -> None:
        """A form is filled in from the table."""
        raise NotImplementedError

    # --- hearing -------------------------------------------------------------------------

    def _heard(self, part: Part, content: Any, buffers: Any) -> None:
        """Does what a message of a part asks for; what goes wrong is said, not raised.

        What was meant for a past stop does nothing, but that every part shows what is now.
        """
        with self._lock:
            try:
                self._stops.look(self.session.line, self.session.sight)
                if self._stops.is_past(content):
                    self._tell()
                else:
                    self._hear(part, content)
            finally:
                part.answer(content)

    def _hear(self, part: Part, content: Any) -> None:
        kind = messages.kind_of(content)
        if kind == "aim":  # these two say nothing, so what was said stays
            self._aimed = content.get("meant")
        elif kind == "look":
            try:
                self._look(content)
            except ValueError:
                with self._guarded(part):
                    raise
        else:
            with self._guarded(part):
                known = messages.checked(content)
                getattr(self, f"_do_{kind}")(known)

    def _clicked(self, content: dict[str, Any]) -> None:
        """A click on a board that cannot say what it was meant for: "aim" was sent before it."""
        self._heard(self.controls, {**content, "meant": self._aimed}, None)

    @contextmanager
    def _guarded(self, part: Part) -> Iterator[None]:
        """The lock, and a sentence about what went wrong where it was asked for."""
        with self._lock:
            self._said, self._message, self._problem, self._asker = "", "", Problem(), part
            try:
                yield
            except Waiting as waiting:
                self._problem = Problem(str(waiting), bad=False)
            except IllegalAction as error:
                self._problem = Problem(error.text, error.rule)
            except ValueError as error:
                self._problem = Problem(str(error))
            except OSError as error:
                self._problem = Problem(f"{error.strerror}: {error.filename}")
            except Exception as error:
                self._problem = Problem(f"{type(error).__name__}: {error}")
                raise
            finally:
                self._tell()

    # playing

    def _do_pawn(self, content: Mapping[str, Any]) -> None:
        """A click on a token: plays its only action, offers several, or says why there is none."""
        seat, index = messages.text(content, "seat"), messages.whole(content, "index")
        self._choose(lambda game, position: (
            game.token_actions(position, seat, index)
            or game.token_questions(position, seat, index)))

    def _do_spot(self, content: Mapping[str, Any]) -> None:
        """A click on a card or a space: the same, or nothing if it stands for nothing."""
        name = messages.text(content, "name")
        seat = self._table_game.interrupting_seat(self.session.position, name)
        if seat in self.session.offers():
            self.session.interrupt(seat)
        elif self._table_game.actions_at(self.session.position, name):
            self._choose(lambda game, position: game.actions_at(position, name))

    def _choose(self, meant: Callable[[TableGame, Position], list[Any]]) -> None:
        if not self.session.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then choose.")
        position = self.session.position
        actions = meant(self._table_game, position)
        why = {action: position.why_not(action) for action in actions}
        legal = [action for action, refusal in why.items() if refusal is None]
        if len(legal) == 1:
            self._play(legal[0])
        elif legal:
            self._marked = legal
            self._said = f"{len(legal)} actions are marked: choose one."
        else:
            raise Waiting(" ".join(dict.fromkeys(one.text for one in why.values() if one)))

    def _play(self, action: Any) -> None:
        """Plays for the seat to act, if the viewer may know what it has."""
        sight = self.session.sight
        if action not in sight.legal():
            self._leave_to_others(sight)
        self.session.play(action)
        self._marked = []
        self._playing, self._resumes = self._playing or self._resumes, False

    def _leave_to_others(self, sight: Sight) -> None:
        """Waiting if another is to act than the viewer, whom a refusal would tell of its hand."""
        actor = sight.position.actor
        if sight.whole and not sight.may_choose and actor not in (CHANCE, None):
            raise Waiting(f"It is {actor}'s turn.")

    def _look(self, content: Mapping[str, Any]) -> None:
        """The board shows what is looked at: under the mouse, with the focus, or picked up."""
        sight = self.session.sight
        looked = self._table_game.previewed(sight, content)
        if looked != self._looked:
            self._looked = looked
            self._tell_board(self._picture(sight))

    def _do_roll(self, content: Mapping[str, Any]) -> None:
        self._leave_to_others(self.session.sight)
        if "outcome" not in content:
            self.session.roll(messages.numbers(content, "dice"))
            return
        if self.session.sight.viewer != ALL:  # a refusal would tell what is in the hands
            raise Waiting("What chance brings can be chosen only where all hands lie open.")
        self.session.play(self.game.ruleset.read_play(messages.text(content, "outcome")))

    def _do_interrupt(self, content: Mapping[str, Any]) -> None:
        self.session.interrupt(messages.text(content, "seat"))

    def _do_watch(self, content: Mapping[str, Any]) -> None:
        self.session.set_watch(messages.text(content, "seat"), messages.text(content, "value"))

    def _do_act(self, content: Mapping[str, Any]) -> None:
        self._play(self.game.ruleset.read_play(messages.text(content, "action")))

    def _do_meant(self, content: Mapping[str, Any]) -> None:
        self._play(self._table_game.action_for(self.session.sight, content))

    def _do_timeout(self, content: Mapping[str, Any]) -> None:
        messages.flag(content, "timeout", True)
        self.session.run_out()

    def _do_uncover(self, content: Mapping[str, Any]) -> None:
        self.session.show_to(self.session.sight.cover)

    def _do_hands(self, content: Mapping[str, Any]) -> None:
        self.session.set_hands(messages.text(content, "value"))

    def _do_patience(self, content: Mapping[str, Any]) -> None:
        self.session.set_patience(messages.whole(content, "value"))

    def _do_why(self, content: Mapping[str, Any]) -> None:
        self._why = messages.flag(content, "open")

    # the timeline

    def _do_undo(self, content: Mapping[str, Any]) -> None:
        self._resumes = self._resumes or self._playing
        self.session.undo()
        self._changed()

    def _do_redo(self, content: Mapping[str, Any]) -> None:
        self.session.redo()

    def _do_go(self, content: Mapping[str, Any]) -> None:
        self.session.go(messages.whole(content, "at"))

    def _do_step(self, content: Mapping[str, Any]) -> None:
        steps = {"effect": self.session.step_effect, "play": self.session.step_play,
                 "turn": self.session.step_turn, "end": self.session.step_end,
                 "back": self.session.turn_back}
        steps[choose_from(messages.text(content, "by"), steps, "step")]()

    def _do_auto(self, content: Mapping[str, Any]) -> None:
        self._playing, self._resumes = messages.flag(content, "on"), False

    def _do_pace(self, content: Mapping[str, Any]) -> None:
        self._pace = min(max(messages.whole(content, "value"), PACES[0]), PACES[-1])

    def _do_tick(self, content: Mapping[str, Any]) -> None:
        if self._playing:
            self.session.tick()

    def _do_hello(self, content: Mapping[str, Any]) -> None:
        lines = log_lines(self.session)
        cut = len(lines) > LOG_LINES
        self.log_part.send({"kind": "lines", "from": 0, "lines": lines[-LOG_LINES:], "cut": cut})

    def _do_width(self, content: Mapping[str, Any]) -> None:
        self.board.resize(messages.whole(content, "value"))

    # the panels

    def _do_open(self, content: Mapping[str, Any]) -> None:
        tab = None if content.get("tab") is None else messages.text(content, "tab")
        self._tab = None if tab is None else choose_from(tab, dict(TABS), "panel")
        self._fill()
        if self._tab == "odds":  # the first time it may take seconds: say so meanwhile
            self._body = {"message": "Calculating …"}
            self._tell_panels()

    def _do_rule(self, content: Mapping[str, Any]) -> None:
        rule = messages.text(content, "rule")
        self._rule = choose_from(rule, self.game.ruleset.rule_book, "rule")
        if self._tab != "rules":
            self._tab = "rules"
            self.panels.send({"kind": "reveal"})

    def _do_example(self, content: Mapping[str, Any]) -> None:
        rules = self.game.ruleset
        name = choose_from(messages.text(content, "rule"), rules.rule_book, "rule")
        entry = rules.rule_book[name]
        self._show(example_start(rules, entry))
        plays = ", then ".join(entry.example[1]) if entry.example else ""
        self._message = f"On the table now. Try: {plays}. Undo brings your game back."

    def _do_player(self, content: Mapping[str, Any]) -> None:
        player = messages.text(content, "player")
        if content.get("seat") is None:
            self.session.set_players(player)
            return
        seat = messages.text(content, "seat")
        if player != self.session.player_name(seat):
            self.session.set_player(seat, player)

    def _do_advice(self, content: Mapping[str, Any]) -> None:
        if not self.session.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then ask.")
        if not may_ask(self.session.sight):
            raise Waiting("Only the player to act can ask for advice.")
        self._advice = advice(self.game, messages.text(content, "policy"))
        self._advised = self.game

    def _do_refill(self, content: Mapping[str, Any]) -> None:
        self._fill()

    def _do_setup(self, content: Mapping[str, Any]) -> None:
        shown = seen(self.game, self.session.sight.viewer)
        self._show(forms.set_up(self.game, shown, self._table_game, content))
        self._message = "The position is on the table. Undo brings back the game before it."

    def _do_options(self, content: Mapping[str, Any]) -> None:
        usual, fields = messages.flag(content, "usual", False), messages.fields(content, "fields")
        if choose_from(messages.text(content, "how"), ("here", "new"), "way") == "new":
            self._show(forms.new_with_options(self.game, fields))
            self._message = "A new game under these house rules. Undo restores the previous game."
        else:
            self._show(forms.with_options(self.game, fields, usual))
            self._message = "These house rules hold now. Undo brings back the game before it."

    def _do_heat(self, content: Mapping[str, Any]) -> None:
        self._heat = choose_from(messages.text(content, "value"), dict(HEATS), "heat map")

    def _do_guess_first(self, content: Mapping[str, Any]) -> None:
        self._guesses = Guesses(messages.flag(content, "on"))
        self._message = "Answers hidden until you guess." if self._guesses.on else "All is shown."

    def _do_ask_chance(self, content: Mapping[str, Any]) -> None:
        self._guesses.ask(messages.text(content, "part"))

    def _do_guess_chance(self, content: Mapping[str, Any]) -> None:
        part, guess = messages.text(content, "part"), messages.text(content, "guess")
        self._message = self._guesses.guess(part, guess)

    def _do_show_chance(self, content: Mapping[str, Any]) -> None:
        self._message = self._guesses.show(messages.text(content, "part"))

    def _do_new(self, content: Mapping[str, Any]) -> None:
        self._show(forms.new_game(self.game, content))
        self._message = "A new game. Undo restores the previous game."

    def _do_load(self, content: Mapping[str, Any]) -> None:
        if "path" in content:
            self._path = messages.text(content, "path").strip()
            self._show(load(forms.checked_path(self._path)))
        else:
            self._show(loads(forms.uploaded(content)))
        self._message = "Loaded. Undo brings back the game before it."

    def _do_save(self, content: Mapping[str, Any]) -> None:
        self._path = messages.text(content, "path").strip()
        path = forms.checked_path(self._path)
        self.game.save(path)
        self._message = f"Saved: {path}"

    def _do_download(self, content: Mapping[str, Any]) -> None:
        game: Any = self.game
        shown = seen(game, self.session.sight.viewer)
        name = f"{game.game}-{self.game.seed}.json" if shown is game else f"{game.game}.json"
        self.panels.send({"kind": "download", "name": name, "text": dump(game)})
        self._message = f"{name} was saved to your downloads."
