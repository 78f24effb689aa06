"""What the browser may ask of a table: a method for each kind of message, each guarded.

What goes wrong is said where it was asked for, and leaves the table as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..engine.errors import IllegalAction, choose_from
from ..engine.game import Game, load, loads
from ..engine.notation import dump
from ..engine.position import CHANCE, Position
from . import forms, messages
from .advice import advice
from .front import Part, Problem, Waiting
from .guess_first import Guesses
from .odds_panel import HEATS
from .rule_book_panel import example_start
from .table_game import TableGame
from .views import LOG_LINES, log_lines, may_ask
from .visible_state import ALL, VisibleState, seen

if TYPE_CHECKING:
    from .session import Session
    from .table import Table

TABS = (
    ("odds", "Odds"),
    ("rules", "Rule book"),
    ("seats", "Seats"),
    ("setup", "Set up"),
    ("options", "House rules"),
    ("file", "Game"),
)
PACES = (200, 600, 1200, 2500)  # milliseconds a step of autoplay takes


@dataclass
class TableState:
    """What a table shows beside the game: what is marked and said, the open panel, autoplay."""

    asker: Any  # the part that the last message came from
    guesses: Guesses
    advice: dict[str, Any]
    playing: bool = False  # autoplay
    resumes: bool = False  # whether it goes on after the next action, having been stopped by undo
    pace: int = PACES[1]
    marked: list[Any] = field(default_factory=list)  # actions that a click has picked
    looked: Any = None  # what is looked at, as the TableGame understands it
    said: str = ""
    message: str = ""  # what a panel was asked for went well
    problem: Problem = field(default_factory=Problem)
    why: bool = False  # whether the questions are open
    tab: str | None = None
    rule: str = ""
    heat: str = ""
    path: str = ""
    body: dict[str, Any] = field(default_factory=dict)  # of a form that is filled in
    advised: Game | None = None


class MessageHandler:
    """Does what messages of the browser ask of a table: `_do_act` for {"kind": "act"} ..."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._aimed: Any = None  # what the next click on the board is meant for

    @property
    def session(self) -> Session:
        """The session of the table."""
        return self.table.session

    @property
    def game(self) -> Game:
        """The game as it stands on the table."""
        return self.table.game

    @property
    def state(self) -> TableState:
        """What the table shows beside the game."""
        return self.table.state

    def on_message(self, part: Part, content: Any, buffers: Any) -> None:
        """Does what a message of a part asks for; what goes wrong is said, not raised.

        What was meant for a past stop does nothing, but that every part shows what is now.
        """
        with self.table.lock:
            try:
                self.table.stops.look(self.session.line, self.session.visible)
                if self.table.stops.is_past(content):
                    self.table.tell()
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

    def clicked(self, content: dict[str, Any]) -> None:
        """A click on a board that cannot say what it was meant for: "aim" was sent before it."""
        self.on_message(self.table.controls, {**content, "meant": self._aimed}, None)

    @contextmanager
    def _guarded(self, part: Part) -> Iterator[None]:
        """The lock, and a sentence about what went wrong where it was asked for."""
        with self.table.lock:
            state = self.state
            state.said, state.message, state.problem, state.asker = "", "", Problem(), part
            try:
                yield
            except Waiting as waiting:
                self.state.problem = Problem(str(waiting), bad=False)
            except IllegalAction as error:
                self.state.problem = Problem(error.text, error.rule)
            except ValueError as error:
                self.state.problem = Problem(str(error))
            except OSError as error:
                self.state.problem = Problem(f"{error.strerror}: {error.filename}")
            except Exception as error:
                self.state.problem = Problem(f"{type(error).__name__}: {error}")
                raise
            finally:
                self.table.tell()

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
        seat = self.table.table_game.interrupting_seat(self.session.position, name)
        if seat in self.session.offers():
            self.session.interrupt(seat)
        elif self.table.table_game.actions_at(self.session.position, name):
            self._choose(lambda game, position: game.actions_at(position, name))

    def _choose(self, meant: Callable[[TableGame, Position], list[Any]]) -> None:
        if not self.session.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then choose.")
        position = self.session.position
        actions = meant(self.table.table_game, position)
        why = {action: position.why_not(action) for action in actions}
        legal = [action for action, refusal in why.items() if refusal is None]
        if len(legal) == 1:
            self._play(legal[0])
        elif legal:
            self.state.marked = legal
            self.state.said = f"{len(legal)} actions are marked: choose one."
        else:
            raise Waiting(" ".join(dict.fromkeys(one.text for one in why.values() if one)))

    def _play(self, action: Any) -> None:
        """Plays for the seat to act, if the viewer may know what it has."""
        visible = self.session.visible
        if action not in visible.legal():
            self._leave_to_others(visible)
        self.session.play(action)
        self.state.marked = []
        self.state.playing, self.state.resumes = self.state.playing or self.state.resumes, False

    def _leave_to_others(self, visible: VisibleState) -> None:
        """Waiting if another is to act than the viewer, whom a refusal would tell of its hand."""
        actor = visible.position.actor
        if visible.whole and not visible.may_choose and actor not in (CHANCE, None):
            raise Waiting(f"It is {actor}'s turn.")

    def _look(self, content: Mapping[str, Any]) -> None:
        """The board shows what is looked at: under the mouse, with the focus, or picked up."""
        visible = self.session.visible
        looked = self.table.table_game.previewed(visible, content)
        if looked != self.state.looked:
            self.state.looked = looked
            self.table.tell_board(self.table.picture(visible))

    def _do_roll(self, content: Mapping[str, Any]) -> None:
        self._leave_to_others(self.session.visible)
        if "outcome" not in content:
            self.session.roll(messages.numbers(content, "dice"))
            return
        if self.session.visible.viewer != ALL:  # a refusal would tell what is in the hands
            raise Waiting("What chance brings can be chosen only where all hands lie open.")
        self.session.play(self.game.ruleset.read_play(messages.text(content, "outcome")))

    def _do_interrupt(self, content: Mapping[str, Any]) -> None:
        self.session.interrupt(messages.text(content, "seat"))

    def _do_watch(self, content: Mapping[str, Any]) -> None:
        self.session.set_watch(messages.text(content, "seat"), messages.text(content, "value"))

    def _do_act(self, content: Mapping[str, Any]) -> None:
        self._play(self.game.ruleset.read_play(messages.text(content, "action")))

    def _do_meant(self, content: Mapping[str, Any]) -> None:
        self._play(self.table.table_game.action_for(self.session.visible, content))

    def _do_timeout(self, content: Mapping[str, Any]) -> None:
        messages.flag(content, "timeout", True)
        self.session.run_out()

    def _do_uncover(self, content: Mapping[str, Any]) -> None:
        self.session.show_to(self.session.visible.cover)

    def _do_hands(self, content: Mapping[str, Any]) -> None:
        self.session.set_hands(messages.text(content, "value"))

    def _do_patience(self, content: Mapping[str, Any]) -> None:
        self.session.set_patience(messages.whole(content, "value"))

    def _do_why(self, content: Mapping[str, Any]) -> None:
        self.state.why = messages.flag(content, "open")

    # the timeline

    def _do_undo(self, content: Mapping[str, Any]) -> None:
        self.state.resumes = self.state.resumes or self.state.playing
        self.session.undo()
        self.table.changed()

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
        self.state.playing, self.state.resumes = messages.flag(content, "on"), False

    def _do_pace(self, content: Mapping[str, Any]) -> None:
        self.state.pace = min(max(messages.whole(content, "value"), PACES[0]), PACES[-1])

    def _do_tick(self, content: Mapping[str, Any]) -> None:
        if self.state.playing:
            self.session.tick()

    def _do_hello(self, content: Mapping[str, Any]) -> None:
        self.send_log()

    def send_log(self) -> None:
        """Sends the whole log anew, its oldest lines left out where there are many."""
        lines = log_lines(self.session)
        cut = len(lines) > LOG_LINES
        self.table.log_part.send(
            {"kind": "lines", "from": 0, "lines": lines[-LOG_LINES:], "cut": cut})

    def _do_width(self, content: Mapping[str, Any]) -> None:
        self.table.board.resize(messages.whole(content, "value"))

    # the panels

    def _do_open(self, content: Mapping[str, Any]) -> None:
        tab = None if content.get("tab") is None else messages.text(content, "tab")
        self.state.tab = None if tab is None else choose_from(tab, dict(TABS), "panel")
        self.table.fill()
        if self.state.tab == "odds":  # the first time it may take seconds: say so meanwhile
            self.state.body = {"message": "Calculating …"}
            self.table.tell_panels()

    def _do_rule(self, content: Mapping[str, Any]) -> None:
        rule = messages.text(content, "rule")
        self.state.rule = choose_from(rule, self.game.ruleset.rule_book, "rule")
        if self.state.tab != "rules":
            self.state.tab = "rules"
            self.table.panels.send({"kind": "reveal"})

    def _do_example(self, content: Mapping[str, Any]) -> None:
        rules = self.game.ruleset
        name = choose_from(messages.text(content, "rule"), rules.rule_book, "rule")
        entry = rules.rule_book[name]
        self.table.put(example_start(rules, entry))
        plays = ", then ".join(entry.example[1]) if entry.example else ""
        self.state.message = f"On the table now. Try: {plays}. Undo brings your game back."

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
        if not may_ask(self.session.visible):
            raise Waiting("Only the player to act can ask for advice.")
        self.state.advice = advice(self.game, messages.text(content, "policy"))
        self.state.advised = self.game

    def _do_refill(self, content: Mapping[str, Any]) -> None:
        self.table.fill()

    def _do_setup(self, content: Mapping[str, Any]) -> None:
        shown = seen(self.game, self.session.visible.viewer)
        self.table.put(forms.set_up(self.game, shown, self.table.table_game, content))
        self.state.message = "The position is on the table. Undo brings back the game before it."

    def _do_options(self, content: Mapping[str, Any]) -> None:
        usual, fields = messages.flag(content, "usual", False), messages.fields(content, "fields")
        if choose_from(messages.text(content, "how"), ("here", "new"), "way") == "new":
            self.table.put(forms.new_with_options(self.game, fields))
            self.state.message = ("A new game under these house rules. "
                                  "Undo restores the previous game.")
        else:
            self.table.put(forms.with_options(self.game, fields, usual))
            self.state.message = "These house rules hold now. Undo brings back the game before it."

    def _do_heat(self, content: Mapping[str, Any]) -> None:
        self.state.heat = choose_from(messages.text(content, "value"), dict(HEATS), "heat map")

    def _do_guess_first(self, content: Mapping[str, Any]) -> None:
        self.state.guesses = Guesses(messages.flag(content, "on"))
        self.state.message = ("Answers hidden until you guess." if self.state.guesses.on else
                              "All is shown.")

    def _do_ask_chance(self, content: Mapping[str, Any]) -> None:
        self.state.guesses.ask(messages.text(content, "part"))

    def _do_guess_chance(self, content: Mapping[str, Any]) -> None:
        part, guess = messages.text(content, "part"), messages.text(content, "guess")
        self.state.message = self.state.guesses.guess(part, guess)

    def _do_show_chance(self, content: Mapping[str, Any]) -> None:
        self.state.message = self.state.guesses.show(messages.text(content, "part"))

    def _do_new(self, content: Mapping[str, Any]) -> None:
        self.table.put(forms.new_game(self.game, content))
        self.state.message = "A new game. Undo restores the previous game."

    def _do_load(self, content: Mapping[str, Any]) -> None:
        if "path" in content:
            self.state.path = messages.text(content, "path").strip()
            self.table.put(load(forms.checked_path(self.state.path)))
        else:
            self.table.put(loads(forms.uploaded(content)))
        self.state.message = "Loaded. Undo brings back the game before it."

    def _do_save(self, content: Mapping[str, Any]) -> None:
        self.state.path = messages.text(content, "path").strip()
        path = forms.checked_path(self.state.path)
        self.game.save(path)
        self.state.message = f"Saved: {path}"

    def _do_download(self, content: Mapping[str, Any]) -> None:
        game = self.game
        shown = seen(game, self.session.visible.viewer)
        name = f"{game.game}-{game.seed}.json" if shown is game else f"{game.game}.json"
        self.table.panels.send({"kind": "download", "name": name, "text": dump(game)})
        self.state.message = f"{name} was saved to your downloads."
