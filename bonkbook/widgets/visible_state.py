"""What the screen may show of a stop: where hands are hidden, only what the one at it may see.

Everything that goes to the browser is made from a `VisibleState`, never from the game itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..engine.events import Event
from ..engine.position import Position, View
from .table_game import TableGame, table_game_of

if TYPE_CHECKING:
    from .session import Session

OWN, OPEN = "own", "open"  # what `Session.hands` may be, beside the name of a seat
ALL, NOBODY = "all", "nobody"  # whose eyes the state may be for, beside the name of a seat


@dataclass(frozen=True)
class VisibleState:
    """A stop as it may be shown to the viewer: a seat, ALL, or NOBODY in particular."""

    position: Any
    events: tuple[Event, ...]
    logs: tuple[Sequence[Event], ...]  # of every play up to here
    whole: bool  # whether one can play on from here
    viewer: str
    cover: str  # the seat whose hand is shown on request, since it is to act; empty if none
    at: int
    live: bool  # whether it is the end of the line: nothing was undone
    players: Mapping[str, str]  # who decides for each seat: "person" or the name of a policy
    patience: int  # seconds that a person has to interrupt, 0 for as long as it likes

    @property
    def table_game(self) -> TableGame[Any]:
        """What knows how the game is shown."""
        return table_game_of(self.position)

    @property
    def may_choose(self) -> bool:
        """Whether the viewer is the one to act, or sees all that this one sees."""
        return self.whole and self.viewer in (ALL, self.position.actor)

    @property
    def key(self) -> str:
        """Key of the position and who sees it, for a cache."""
        return f"{self.viewer} {self.position.position}"

    def legal(self) -> list[Any]:
        """The actions that can be offered: they tell nothing that is hidden from the viewer."""
        if self.may_choose:
            return self.position.legal()
        if not (self.whole and self.cover):
            return []
        return list(self.table_game.interrupt_choices(self.position) or ())


def visible_state(session: Session) -> VisibleState:
    """What may be shown of the stop at which the session stands.

    If another person is to act than the one at the screen, that one leaves it: from then on
    neither undo nor the slider shows its hand to whoever comes.
    """
    position, cover = session.position, ""
    viewer = viewer_of(session)
    if viewer != ALL and session.whole and _is_to_be_called(session, viewer):
        cover, viewer = str(position.actor), NOBODY
        session.looker = None
    players = {seat: session.player_name(seat) for seat in position.seats}
    ply, all_logs = session.ply, session.line.logs
    logs = (*all_logs[:ply], all_logs[ply][: session.effect + 1])
    return VisibleState(seen(position, viewer), session.events, logs, session.whole, viewer, cover,
                 session.at, session.at == session.line.last, players, session.patience)


def _is_to_be_called(session: Session, viewer: str) -> bool:
    """Whether a person is to act that is not the one at the screen."""
    actor = session.position.actor
    return actor != viewer and actor in session.people


def viewer_of(session: Session) -> str:
    """For whose eyes the screen is: a seat, ALL, or NOBODY."""
    people = session.people
    if not table_game_of(session.game).hides_cards or session.hands == OPEN:
        return ALL
    if not people:
        return session.hands if session.hands in session.game.seats else ALL
    if len(people) == 1:
        return people[0]
    return session.looker if session.looker in people else NOBODY


def choices(session: Session) -> list[list[str]]:
    """Whose cards can be shown, each choice with its words; none where nothing is hidden."""
    if not table_game_of(session.game).hides_cards:
        return []
    if session.people:
        return [[OWN, "to each person its own"], [OPEN, "all hands open"]]
    return [[OPEN, "all hands open"], *([seat, f"those of {seat}"] for seat in session.game.seats)]


def seen(position: Position, viewer: str) -> Position:
    """The position with what `viewer` may not know hidden."""
    if viewer == ALL:
        return position
    if viewer == NOBODY:
        return table_game_of(position).public(position)
    return View(position.ruleset, position.state, viewer)


__all__ = ["ALL", "NOBODY", "OPEN", "OWN", "VisibleState", "choices", "seen", "viewer_of",
           "visible_state"]
