"""The table: a game to step through, in a notebook. `play` makes one, `Table` is the widget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import ipywidgets

from ..engine.errors import choose_from
from ..engine.game import Game, new
from ..engine.notation import dump, load, loads
from ..engine.policy import named_policies
from ..engine.position import Position
from ..engine.scene import Scene, svg
from . import forms
from .adapter import Adapter, adapter_of
from .advice import NONE, advice
from .board_view import BoardView
from .front import Controls, LogPart, Panels, Part, Timeline
from .odds_panel import HEATS, heat_layer, odds_body
from .rule_book_panel import example_start, rules_body
from .session import Session, Waiting
from .views import (
    LOG_LINES,
    controls_view,
    headline,
    log_lines,
    seats_view,
    timeline_view,
)

TABS = (
    ("odds", "Odds"),
    ("rules", "Rule book"),
    ("seats", "Seats"),
    ("setup", "Set up"),
    ("options", "House rules"),
    ("file", "Game"),
)
PACES = (200, 600, 1200, 2500)  # milliseconds a step of autoplay takes
MOST_TEXT = 20_000  # characters of a form's text
MOST_DICE = 8


def play(game: Game | str = "parcheesi", *, players: Any = None, **options: Any) -> Table:
    """A table on which a game is played and explored, to be shown in a notebook.

    game: a Game, or a game's name, which with `options` (seats, seed, first, house rules) starts
    a new one as `bonkbook.new` does.
    players: who decides; nothing for people, the name of a policy for all seats, a list in seat
    order, or a dict such as {"green": "hunter"}; None and "person" stand for a person.

    `table.game` is the game as it stands, `table.show(g)` puts another one on it.
    """
    if isinstance(game, Game):
        if options:
            raise ValueError(f"{', '.join(options)}: only for a new game, given by its name")
        return Table(game, players)
    return Table(new(game, **options), players)


class Table(ipywidgets.Box):
    """A game on a table: the board, the controls, the timeline, the log, and panels.

    All state is in `session`; a lock guards it, because callbacks may come from another thread.
    """

    _parts: tuple[Part, ...] = ()

    def __init__(self, game: Game, players: Any = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a table shows a Game, not a {type(game).__name__}")
        self._lock = threading.RLock()
        self.session = Session(game, players)
        self._adapter = adapter_of(game)
        self._reset()
        self.board = BoardView(self._scene(), self._on_pawn, self._on_spot)
        self.controls, self.timeline = Controls(), Timeline()
        self.log_part, self.panels = LogPart(), Panels()
        self._parts = (self.controls, self.timeline, self.log_part, self.panels)
        for part in self._parts:
            part.on_msg(self._heard)
        grid = ipywidgets.Box([self.controls, self.board.figure, *self._parts[1:]])
        grid.add_class("bb-grid")
        super().__init__([grid])
        self.add_class("bb-table")
        self._tell()

    def _reset(self) -> None:
        """What the table shows beside the session: panels, messages, autoplay."""
        self._marked: list[Any] = []  # actions that a click has picked
        self._looked: Any = None  # the action that is looked at
        self._said = self._error = self._message = ""
        self._bad = self._why = self._playing = False
        self._pace = PACES[1]
        self._tab: str | None = None
        self._rule = self._heat = self._path = ""
        self._advice = {**NONE, "policy": named_policies(self.game.game)[-1]}
        self._advised: Game | None = None
        self._body: dict[str, Any] = {}
        self._odds_key = ""
        self._odds: dict[str, Any] = {}
        self._line, self._at = self.session.line, self.session.at

    # --- for Python ----------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game as it stands on the table."""
        return self.session.game

    def show(self, game: Game) -> None:
        """Puts another game on the table; undo at its beginning brings the old one back."""
        if not isinstance(game, Game):
            raise TypeError(f"a table shows a Game, not a {type(game).__name__}")
        with self._lock:
            self._show(game)
            self._tell()

    def close(self) -> None:
        """Closes the table and all its parts."""
        if self._parts:  # else it was never finished
            for widget in (*self._parts, self.board.figure, *self.children):
                widget.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live widget, and for places without a kernel a picture and a text."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        text = f"{self.game!r}\n{self.board.scene.text}"
        data = {**(data or {}), "image/svg+xml": svg(self.board.scene), "text/plain": text}
        return data, metadata

    def __repr__(self) -> str:
        return f"Table: {self.game!r}" if self._parts else "Table"

    # --- what the browser says ---------------------------------------------------------------

    def _heard(self, part: Part, content: Any, buffers: Any) -> None:
        """Does what a message of a part asks for; what goes wrong is said, not raised."""
        kind = content.get("kind") if isinstance(content, dict) else None
        if kind == "look":  # says nothing, so what was said stays
            self._look(content)
            return
        act = getattr(self, f"_do_{kind}", None) if isinstance(kind, str) else None
        if act is not None:
            with self._guarded(part):
                act(content)

    def _on_pawn(self, seat: str, index: int) -> None:
        with self._guarded(self.controls):
            self._pick(seat, index)

    @contextmanager
    def _guarded(self, part: Part) -> Iterator[None]:
        """The lock, and a sentence about what went wrong where it was asked for."""
        with self._lock:
            self._said = self._error = self._message = ""
            self._bad = True
            try:
                yield
            except Waiting as waiting:
                self._fail(part, str(waiting), bad=False)
            except ValueError as error:
                self._fail(part, str(error))
            except OSError as error:
                self._fail(part, f"{error.strerror}: {error.filename}")
            except Exception as error:
                self._fail(part, f"{type(error).__name__}: {error}")
                raise
            finally:
                self._tell()

    def _fail(self, part: Part, text: str, bad: bool = True) -> None:
        self._bad = bad
        if part is self.panels:
            self._message = text
        else:
            self._error = text

    def _done(self, text: str) -> None:
        """Something that a panel was asked for went well."""
        self._message, self._bad = text, False

    # playing

    def _on_spot(self, name: str) -> None:
        with self._guarded(self.controls):
            self._point(name)

    def _pick(self, seat: str, index: int) -> None:
        """A click on a token: plays its only action, offers several, or says why there is none."""
        self._choose(lambda game, position: (
            game.actions_of(position, seat, index) or game.questions_of(position, seat, index)))

    def _point(self, name: str) -> None:
        """A click on a card or a space: likewise, or nothing if it stands for nothing."""
        seat = self._adapter.interrupter(name)
        if seat in self.session.offers():
            self.session.interrupt(seat)
        elif self._adapter.pointed_at(self.session.position, name):
            self._choose(lambda game, position: game.pointed_at(position, name))

    def _choose(self, meant: Callable[[Adapter, Position], list[Any]]) -> None:
        if not self.session.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then choose.")
        position = self.session.position
        actions = meant(self._adapter, position)
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
        self.session.play(action)
        self._marked = []

    def _look(self, content: Any) -> None:
        """The board shows where the action leads that is under the mouse or has the focus."""
        name = content.get("action")
        with self._lock:
            legal = self.session.position.legal() if self.session.whole else []
            looked = next((action for action in legal if str(action) == name), None)
            if looked != self._looked:
                self._looked = looked
                self.board.show(self._scene())

    def _do_roll(self, content: Mapping[str, Any]) -> None:
        if "outcome" in content:
            self.session.play(self.game.ruleset.read_play(_text(content, "outcome")))
        else:
            self.session.roll([int(n) for n in content.get("dice", ())][:MOST_DICE])

    def _do_interrupt(self, content: Mapping[str, Any]) -> None:
        self.session.interrupt(_text(content, "seat"))

    def _do_watch(self, content: Mapping[str, Any]) -> None:
        self.session.set_watch(_text(content, "seat"), _text(content, "value"))

    def _do_act(self, content: Mapping[str, Any]) -> None:
        self._play(self.game.ruleset.read_play(_text(content, "action")))

    def _do_why(self, content: Mapping[str, Any]) -> None:
        self._why = bool(content.get("open"))

    # the timeline

    def _do_undo(self, content: Mapping[str, Any]) -> None:
        self.session.undo()
        self._changed()

    def _do_redo(self, content: Mapping[str, Any]) -> None:
        self.session.redo()

    def _do_go(self, content: Mapping[str, Any]) -> None:
        self.session.go(int(content.get("at", 0)))

    def _do_step(self, content: Mapping[str, Any]) -> None:
        steps = {"effect": self.session.step_effect, "play": self.session.step_play,
                 "turn": self.session.step_turn, "end": self.session.step_end,
                 "back": self.session.turn_back}  # fmt: skip
        steps[choose_from(content.get("by"), steps, "step")]()

    def _do_auto(self, content: Mapping[str, Any]) -> None:
        self._playing = bool(content.get("on"))

    def _do_pace(self, content: Mapping[str, Any]) -> None:
        value = int(content.get("value", self._pace))
        self._pace = min(max(value, PACES[0]), PACES[-1])

    def _do_tick(self, content: Mapping[str, Any]) -> None:
        # A second view of the table ticks too: only the first tick for a stop counts.
        if self._playing and content.get("at") == self.session.at:
            self.session.tick()
            self._playing = self.session.can_redo or not self.game.is_over

    def _do_hello(self, content: Mapping[str, Any]) -> None:
        lines = log_lines(self.session)
        cut = len(lines) > LOG_LINES
        self.log_part.send({"kind": "lines", "from": 0, "lines": lines[-LOG_LINES:], "cut": cut})

    def _do_width(self, content: Mapping[str, Any]) -> None:
        self.board.resize(int(content.get("value", self.board.width)))

    # the panels

    def _do_open(self, content: Mapping[str, Any]) -> None:
        tab = content.get("tab")
        self._tab = None if tab is None else choose_from(tab, dict(TABS), "panel")
        self._fill()
        if self._tab == "odds":  # the first time it may take seconds: say so meanwhile
            self._body = {"message": "Counting the rolls .."}
            self._tell_panels()

    def _do_rule(self, content: Mapping[str, Any]) -> None:
        self._rule = _text(content, "rule")
        if self._tab != "rules":
            self._tab = "rules"
            self.panels.send({"kind": "reveal"})

    def _do_example(self, content: Mapping[str, Any]) -> None:
        rules = self.game.ruleset
        name = choose_from(content.get("rule"), rules.rule_book, "rule")
        entry = rules.rule_book[name]
        self._show(example_start(rules, entry))
        plays = ", then ".join(entry.example[1]) if entry.example else ""
        self._done(f"On the table now. Try: {plays}. Undo brings your game back.")

    def _do_player(self, content: Mapping[str, Any]) -> None:
        player, seat = _text(content, "player"), content.get("seat")
        if seat is None:
            self.session.set_players(player)
        elif player != self.session.player_name(str(seat)):
            self.session.set_player(str(seat), player)

    def _do_advice(self, content: Mapping[str, Any]) -> None:
        if not self.session.whole:
            raise Waiting("This play is shown in the middle: step on to its end, then ask.")
        self._advice = advice(self.game, _text(content, "policy"))
        self._advised = self.game

    def _do_refill(self, content: Mapping[str, Any]) -> None:
        self._fill()

    def _do_setup(self, content: Mapping[str, Any]) -> None:
        self._show(forms.set_up(self.game, self._adapter, content))
        self._done("The position is on the table. Undo brings back the game before it.")

    def _do_options(self, content: Mapping[str, Any]) -> None:
        usual = content.get("usual") is True
        changed = forms.with_options(self.game, dict(content.get("fields", {})), usual)
        if content.get("how") == "new":
            changed = forms.fresh(changed)
        self._show(changed)
        self._done("These house rules hold now. Undo brings back the game before it.")

    def _do_heat(self, content: Mapping[str, Any]) -> None:
        self._heat = choose_from(content.get("value"), [key for key, _ in HEATS], "heat map")

    def _do_new(self, content: Mapping[str, Any]) -> None:
        self._show(forms.new_game(self.game, content))
        self._done("A new game. Undo brings the one before back.")

    def _do_load(self, content: Mapping[str, Any]) -> None:
        if "path" in content:
            self._path = _text(content, "path").strip()
            self._show(load(forms.checked_path(self._path)))
        else:
            self._show(loads(forms.uploaded(content)))
        self._done("Loaded. Undo brings back the game before it.")

    def _do_save(self, content: Mapping[str, Any]) -> None:
        self._path = _text(content, "path").strip()
        path = forms.checked_path(self._path, overwrite=True)
        self.game.save(path)
        self._done(f"Saved: {path}")

    def _do_download(self, content: Mapping[str, Any]) -> None:
        name = f"{self.game.game}-{self.game.seed}.json"
        self.panels.send({"kind": "download", "name": name, "text": dump(self.game)})
        self._done(f"{name} goes to the downloads of your browser.")

    # --- what the parts are told ---------------------------------------------------------------

    def _show(self, game: Game) -> None:
        self._adapter = adapter_of(game)
        self.session.show(game)
        self._changed()

    def _changed(self) -> None:
        """Another game may be on the table."""
        self._marked, self._looked, self._playing = [], None, False
        self._adapter = adapter_of(self.game)
        self._fill()

    def _fill(self) -> None:
        """Fills in a form from the table; until then what was typed into it stays."""
        if self._tab == "setup":
            self._body = forms.setup_body(self.game, self._adapter)

    def _tell(self) -> None:
        """Every part shows what is now; a part that shows it already is sent nothing."""
        session = self.session
        if session.at != self._at:
            self._at, self._marked, self._looked = session.at, [], None
        scene = self._scene()
        said = self._said or self._happened()
        view = controls_view(session, self._adapter, self._marked, self._why)
        self.controls.put({**view, "said": said, "error": self._error, "bad": self._bad,
                           "board": scene.text})  # fmt: skip
        self.timeline.put(timeline_view(session, self._playing, self._pace))
        self._tell_log()
        self.board.show(scene)  # after the words: plotly takes longest to draw
        self._tell_panels(self._panel_body())

    def _happened(self) -> str:
        events = self.session.events
        shown = events if self.session.whole else events[-1:]
        return " ".join(event.text for event in shown) or f"{headline(self.session.position)}."

    def _scene(self) -> Scene:
        session, heat = self.session, None
        if self._tab == "odds" and self._heat:
            heat = heat_layer(session.position, self._heat)
        return self._adapter.picture(session.position, session.events, session.whole, heat,
                                     self._looked)  # fmt: skip

    def _tell_log(self) -> None:
        old, line = self._line, self.session.line
        if line is not old:
            same = 0
            for mine, theirs in zip(line.games, old.games, strict=False):
                if mine is not theirs:
                    break
                same += 1
            self._line = line
            if same == 0:
                self._do_hello({})
            else:
                start = line.starts[same] if same < len(line.starts) else line.last + 1
                lines = log_lines(self.session, same)
                self.log_part.send({"kind": "lines", "from": start, "lines": lines})
        self.log_part.put({"at": self.session.at})

    def _panel_body(self) -> dict[str, Any]:
        """What the open panel shows; nothing is computed for the others."""
        game, tab = self.game, self._tab
        if tab == "odds":
            key = f"{self._heat} {self.session.position.position}"
            if key != self._odds_key:
                self._odds_key, self._odds = key, odds_body(self.session.position, self._heat)
            return self._odds
        if tab == "rules":
            return rules_body(game, self._rule, self._adapter)
        if tab == "seats":
            if self._advised is not game:
                self._advice = {**NONE, "policy": self._advice["policy"]}
            return seats_view(self.session, named_policies(game.game), self._advice)
        if tab == "options":
            return forms.options_body(game)
        if tab == "file":
            return forms.file_body(game, self._path)
        return self._body if tab else {}

    def _tell_panels(self, body: dict[str, Any] | None = None) -> None:
        body = self._body if body is None else body
        bad = bool(self._message) and self._bad
        self.panels.put({"tabs": TABS, "open": self._tab, "message": self._message, "bad": bad,
                         "body": body})  # fmt: skip


def _text(content: Mapping[str, Any], name: str) -> str:
    """A text that a message carries, of a sane length."""
    value = content.get(name)
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise ValueError(f"{name}: a text is expected")
    return value
