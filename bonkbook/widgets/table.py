"""The table: a game to step through, in a notebook. `play` makes one, `Table` is the widget."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import ipywidgets

from ..engine.errors import check_flag
from ..engine.game import Game, new
from ..engine.policy import policies
from ..scene.svg import svg
from . import forms
from .advice import NONE
from .front import Controls, LogPart, Panels, Part, Problem, Timeline
from .guess_first import Guesses
from .message_handler import PACES, TABS, MessageHandler, TableState
from .messages import Stops
from .odds_panel import heat_layer, odds_body
from .rule_book_panel import rules_body
from .session import Session
from .table_game import table_game_of
from .views import controls_view, headline, log_lines, may_ask, seats_view, timeline_view
from .visible_state import VisibleState, seen

__all__ = ["PACES", "TABS", "Table", "play"]


def play(game: Game | str = "parcheesi", *, players: Any = None, guess_first: bool = False,
         **options: Any) -> Table:
    """A table on which a game is played and explored, to be shown in a notebook.

    game: a Game, or a game's name, which with `options` (seats, seed, first, house rules) starts
    a new one as `bonkbook.new` does.
    players: who decides; nothing for people, the name of a policy for all seats, a list in seat
    order, or a dict such as {"green": "hunter"}; None and "person" stand for a person.
    guess_first: whether the panel Odds keeps each answer covered until it is guessed, or asked to
    be shown; a switch in the panel changes it.

    Where hands are hidden the table shows that of the only person, who plays against bots that go
    on by themselves; several people share the screen behind a cover; where only bots play all
    hands lie open. The panel Seats can change that.

    `table.game` is the game as it stands, `table.show(g)` puts another one on it.
    """
    if isinstance(game, Game):
        if options:
            raise ValueError(f"{', '.join(options)}: only for a new game, given by its name")
        return Table(game, players, guess_first)
    return Table(new(game, **options), players, guess_first)


class Table(ipywidgets.Box):
    """A game on a table: the board, the controls, the timeline, the log, and panels.

    All state is in `session`; a lock guards it, because callbacks may come from another thread.
    """

    _parts: tuple[Part, ...] = ()

    def __init__(self, game: Game, players: Any = None, guess_first: bool = False) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a table shows a Game, not a {type(game).__name__}")
        check_flag(guess_first, "guess_first")
        self.lock = threading.RLock()
        self.session = Session(game, players)
        self.table_game = table_game_of(game)
        self._line, self._told_stop, self._viewer = self.session.line, 0, ""
        self._odds_key, self._odds = "", dict[str, Any]()
        self.stops = Stops()
        self.controls, self.timeline = Controls(), Timeline()
        self.log_part, self.panels = LogPart(), Panels()
        advice = {**NONE, "policy": list(policies(self.game.game))[-1]}
        self.state = TableState(self.controls, Guesses(guess_first), advice, self._is_live())
        self.handler = MessageHandler(self)
        self._parts = (self.controls, self.timeline, self.log_part, self.panels)
        for part in self._parts:
            part.on_msg(self.handler.on_message)
        self._grid = ipywidgets.Box()
        self._grid.add_class("bb-grid")
        self._lay()
        super().__init__([self._grid])
        self.add_class("bb-table")
        self.tell()

    def _lay(self) -> None:
        """Puts the board that this game needs among the parts."""
        self._board_maker = type(self.table_game).board
        picture = self.picture(self.session.visible)
        self.board = self.table_game.board(picture, self.handler.clicked, self.handler.on_message)
        self._grid.children = [self.controls, self.board.widget, *self._parts[1:]]

    # --- for Python ----------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game as it stands on the table."""
        return self.session.game

    def show(self, game: Game) -> None:
        """Puts another game on the table; undo at its beginning brings the old one back."""
        if not isinstance(game, Game):
            raise TypeError(f"a table shows a Game, not a {type(game).__name__}")
        with self.lock:
            self.put(game)
            self.tell()

    def close(self) -> None:
        """Closes the table and all its parts."""
        if self._parts:  # else it was never finished
            for widget in (*self._parts, self.board.widget, *self.children):
                widget.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live widget, and for places without a kernel a picture and a text."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        visible = self.session.visible  # it stays in the notebook: nothing hidden may be in it
        scene = self.table_game.static_scene(visible)
        text = f"{visible.position!r}\n{scene.text}"
        data = {**(data or {}), "image/svg+xml": svg(scene), "text/plain": text}
        return data, metadata

    def __repr__(self) -> str:
        return f"Table: {self.session.visible.position!r}" if self._parts else "Table"

    # --- what the parts are told ---------------------------------------------------------------

    def put(self, game: Game) -> None:
        """Puts another game on the table; the parts are told later."""
        self.table_game = table_game_of(game)
        self.session.show(game)
        self.changed()
        self.state.playing, self.state.resumes = self._is_live(), False

    def _is_live(self) -> bool:
        """Whether bots play on by themselves: with people who hide their cards from them."""
        people = len(self.session.people)
        return self.table_game.hides_cards and 0 < people < len(self.game.seats)

    def changed(self) -> None:
        """Another game may be on the table."""
        self.state.marked, self.state.looked, self.state.playing = [], None, False
        self.table_game = table_game_of(self.game)
        self.fill()

    def fill(self) -> None:
        """Fills in a form from the table; until then what was typed into it stays."""
        if self.state.tab == "setup":
            known = seen(self.game, self.session.visible.viewer)
            self.state.body = forms.setup_body(known, self.table_game)

    def tell(self) -> None:
        """Every part shows what is now; a part that shows it already is sent nothing."""
        session, visible = self.session, self.session.visible
        stop = self.stops.look(session.line, visible)
        if stop != self._told_stop:
            self._told_stop, self.state.marked = stop, []
            self.state.looked = None if self.table_game.previews else self.state.looked
        if visible.viewer != self._viewer:  # a form filled in for one must not be there for another
            self._viewer = visible.viewer
            self.fill()
        if self.state.guesses.on and self.state.guesses.moved(visible.key):
            self.state.heat = ""  # to choose a heat map is to ask for it to be shown: here only
        if self._board_maker is not type(self.table_game).board:
            old = self.board.widget
            self._lay()
            old.close()
        self.state.playing = self.state.playing and (session.can_redo or not self.game.is_over)
        picture = self.picture(visible)
        problem = self._told(self.state.asker not in (self.panels, self.board.widget))
        view = controls_view(session, visible, self.state.marked, self.state.why)
        self.controls.put({**view, "said": self.state.said or self._happened(visible),
                           "error": problem.text, "bad": problem.bad,
                           "board": self.board.words(picture)}, stop)
        self.timeline.put(timeline_view(session, self.state.playing, self.state.pace), stop)
        self._tell_log()
        self.tell_board(picture)  # after the words: plotly takes longest to draw
        self.tell_panels(self._panel_body(visible))

    def _told(self, mine: bool) -> Problem:
        """The problem, for the part that was asked; none for the others."""
        found = self.state.problem if mine else Problem()
        book = self.game.ruleset.rule_book
        title = book[found.rule].title if found.rule in book else found.rule
        return replace(found, text=self.table_game.display_text(found.text), title=title)

    def _happened(self, visible: VisibleState) -> str:
        shown = visible.events if visible.whole else visible.events[-1:]
        texts = [self.table_game.display_text(event.text) for event in shown]
        return " ".join(texts) or f"{headline(visible.position)}."

    def picture(self, visible: VisibleState) -> Any:
        """What the board is to show."""
        heat = None
        if self.state.tab == "odds" and self.state.heat:
            heat = heat_layer(visible.position, self.state.heat)
        return self.table_game.picture(visible, heat, self.state.looked)

    def tell_board(self, picture: Any) -> None:
        """The board shows a picture."""
        problem = self._told(self.state.asker is self.board.widget)
        self.board.show(picture, problem, self.stops.now)

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
                self.handler.send_log()
            else:
                start = line.starts[same] if same < len(line.starts) else line.last + 1
                lines = log_lines(self.session, same)
                self.log_part.send({"kind": "lines", "from": start, "lines": lines})
        self.log_part.put({"at": self.session.at}, self.stops.now)

    def _panel_body(self, visible: VisibleState) -> dict[str, Any]:
        """What the open panel shows; nothing is computed for the others."""
        game, tab = self.game, self.state.tab
        if tab == "odds":
            key = f"{self.state.heat} {visible.key}"
            if key != self._odds_key:
                self._odds_key, self._odds = key, odds_body(visible, self.state.heat)
            return self.state.guesses.body(self._odds)
        if tab == "rules":
            return rules_body(game, self.state.rule, self.table_game)
        if tab == "seats":
            names = tuple(policies(game.game))
            if self.state.advised is not game or not may_ask(visible):
                policy = self.state.advice["policy"]
                self.state.advice = {**NONE, "policy": policy if policy in names else names[-1]}
            return seats_view(self.session, visible, names, self.state.advice)
        if tab == "options":
            return forms.options_body(game)
        if tab == "file":
            return forms.file_body(game, seen(game, visible.viewer), self.state.path)
        return self.state.body if tab else {}

    def tell_panels(self, body: dict[str, Any] | None = None) -> None:
        """The panels show what is now, or `body`."""
        body = self.state.body if body is None else body
        problem = self._told(self.state.asker is self.panels)
        self.panels.put({"tabs": TABS, "open": self.state.tab,
                         "message": problem.text or self.state.message,
                         "bad": bool(problem.text) and problem.bad, "body": body}, self.stops.now)
