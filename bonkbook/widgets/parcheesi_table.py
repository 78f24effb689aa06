"""What the table has to know of Parcheesi: arrows, pawns to click, dice, the form of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..engine.events import Event
from ..engine.game import Game
from ..engine.position import CHANCE
from ..parcheesi.actions import PAWN_NAMES, Enter, Move, Pass
from ..parcheesi.board import LOOKS
from ..parcheesi.positions import SEAT_NAMES, ParcheesiPosition, place
from ..scene.scene import Scene
from .position_line import joined, parted
from .table_game import TableGame
from .visible_state import VisibleState

_MOVES = frozenset(("ENTER_ON_FIVE", "MOVE", "CAPTURE_BONUS", "HOME_BONUS"))
_CAPTURES = frozenset(("CAPTURE", "ENTRY_CAPTURE"))


class ParcheesiTable(TableGame[ParcheesiPosition]):
    """Parcheesi on the table: arrows, pawns to click, dice, the form of a position."""

    hint = (
        "Four places a seat: N nest, 0 to 67 track, H0 to H6 home path, X home; "
        ".. puts the rest in the nest."
    )
    looks = LOOKS

    def layers(self, events: Iterable[Event]) -> dict[str, Any]:
        """The layer of the board that shows what these effects moved, as arrows."""
        return {"last": [move for event in events if (move := _moved(event))]}

    def picture(self, visible: VisibleState, heat: Mapping[str, tuple[float, str]] | None,
                previewed: Any) -> Scene:
        """The board with the arrows of what happened, and rings round what can be clicked."""
        position, shown = visible.position, self.layers(visible.events)
        if visible.whole:
            shown["clickable"] = self._clickable(position)
        if heat:
            shown["heat"] = heat
        return position.scene(**shown)

    def token_actions(self, position: ParcheesiPosition, seat: str, index: int) -> list[Any]:
        """The legal actions of a pawn; every pawn in the nest can be the one that enters."""
        if seat != position.actor:
            return []
        nested = position.pawns[seat][index] == "N"
        return [
            action
            for action in position.legal()
            if (isinstance(action, Enter) and nested)
            or (isinstance(action, Move) and action.pawn == index)
        ]

    def _clickable(self, position: ParcheesiPosition) -> set[tuple[str, int]]:
        """The pawns that have a legal action."""
        seat = position.actor
        if seat is None or seat == CHANCE:
            return set()
        return {(seat, i) for i in range(len(PAWN_NAMES)) if self.token_actions(position, seat, i)}

    def questions(self, position: ParcheesiPosition) -> list[tuple[str, list[Any]]]:
        """Every action one may ask about here, in groups with a title: pawn by pawn."""
        actor = position.actor
        if actor is None or actor == CHANCE:
            return [("Any pawn", [Move(0, 1)])]
        numbers = _numbers(position)
        where = position.pawns[actor]
        groups: list[tuple[str, list[Any]]] = []
        for i, spot in enumerate(where):
            alike = [k for k, other in enumerate(where) if other == spot in ("N", "X")] or [i]
            if i == alike[0]:
                names = ", ".join(PAWN_NAMES[k] for k in alike)
                title = f"Pawn{'s' if len(alike) > 1 else ''} {names} ({_where(spot)})"
                groups.append((title, [Move(i, n) for n in numbers]))
        dice = position.dice
        entries = [Enter(n) for n in sorted(set(dice))]
        if len(dice) == 2:
            entries.append(Enter(dice))
        return [*groups, ("Leave the nest", entries), ("Nothing", [Pass()])]

    def token_questions(self, position: ParcheesiPosition, seat: str, index: int) -> list[Any]:
        """Every action one may ask about for one pawn, any seat's."""
        numbers = _numbers(position) or [1]
        if position.actor != seat:
            return [Move(index, numbers[0], seat)]
        return [Move(index, n) for n in numbers]

    def question_label(self, action: Any) -> str:
        """An action one asks about, in a few words."""
        if isinstance(action, Enter):
            return f"with {' and '.join(map(str, action.dice))}"
        return f"by {action.die}" if isinstance(action, Move) else "use nothing more"

    def dice(self, game: Game, position: ParcheesiPosition) -> list[dict[str, Any]]:
        """The dice and bonuses to show: each a number, its kind, and whether it is used."""
        rolled = game.last_roll
        left = Counter(position.dice)
        shown = rolled if rolled and not left - Counter(rolled) else tuple(position.dice)
        out: list[dict[str, Any]] = []
        for n in shown:
            out.append({"n": n, "kind": "die", "used": left[n] <= 0})
            left[n] -= 1
        return out + [{"n": n, "kind": "bonus", "used": False} for n in position.bonuses]

    def chance(self, position: ParcheesiPosition) -> dict[str, Any] | None:
        """The dice to be rolled, for the start one a seat."""
        if position.actor != CHANCE:
            return None
        if position.mover is None:
            rolling = parted(position.position).get("start", "").split()
            names = [f"{seat}'s die" for seat in rolling]
            return {"label": "Roll for the start", "dice": names, "outcomes": []}
        return {"label": "Roll the dice", "dice": ["First die", "Second die"], "outcomes": []}

    def fields(self, position: ParcheesiPosition) -> list[dict[str, Any]]:
        """The fields of the form that sets up a position, with what they hold here."""
        held = parted(position.position)
        made: list[dict[str, Any]] = [
            {"name": seat, "label": f"{seat} (leave empty if not playing)",
             "value": held.get(seat, ""), "hint": "N N 20 H3"}
            for seat in SEAT_NAMES
        ]
        made.append(
            {"name": "turn", "label": "Whose turn", "value": held.get("turn", ""),
             "choices": list(SEAT_NAMES)}
        )
        for name, label, hint in (
            ("dice", "Dice still to be used (empty: before the roll)", "5 3"),
            ("bonus", "Bonuses still to be taken", "capture home"),
            ("doubles", "Doubles in a row, this roll included", ""),
        ):
            made.append({"name": name, "label": label, "value": held.get(name, ""), "hint": hint})
        return made

    def position_text(self, position: ParcheesiPosition, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; the house rules stay as they are in `position`."""
        return joined(position, filled, [*SEAT_NAMES, "turn", "dice", "bonus", "doubles"])


def _moved(event: Event) -> tuple[str, int, str, str] | None:
    if event.seat is None or event.subject < 0:
        return None
    seat = SEAT_NAMES.index(event.seat)
    if event.rule in _CAPTURES:
        seat = event.subject // len(PAWN_NAMES)
    elif event.rule not in _MOVES and event.rule != "THREE_DOUBLES":
        return None
    pawn = event.subject % len(PAWN_NAMES)
    return SEAT_NAMES[seat], pawn, place(seat, event.start), place(seat, event.target)


def _numbers(position: ParcheesiPosition) -> list[int]:
    """The different numbers of spaces that are left to move."""
    return list(dict.fromkeys([*position.dice, *position.bonuses]))


def _where(spot: str) -> str:
    named = {"N": "in the nest", "X": "home"}
    return named.get(spot, f"home path {spot}" if spot[0] == "H" else f"space {spot}")
