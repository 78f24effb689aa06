"""The card table in the browser: the seats and their melds, the piles, the claim, my hand.

It shows a `TableView` and knows no rule. What can be done, what a wild stands for, what a
selection lacks, and every sentence about it is told to it; what somebody does comes back as a
message, also where it is not allowed, so that the answer can say why.

The messages, as dicts with a `kind`, and in `meant` what they were meant for (`messages.py`):

* draw: `from` "stock" or "discard".
* drop: a `card` (None if none is selected) goes `to` "discard", or to "meld" number `meld` at
  its `end`.
* selected, reveal: of a `seat`, the cards in each of the `slots` and the `cards` selected besides,
  all in the order they are to be laid, and `from`: for each slot the answer to its question, or
  None. "selected" comes at every change, with a number `n` that the verdict repeats.
* ways: show a way to lay the contract down.
* act: one of the buttons, its id as `action`.
* bonk: a `seat` claims; pass: nobody does, `timeout` if the time was up.
* show: the cover may go.
* rule: open the rule book at a `rule`.
"""

from __future__ import annotations

from typing import Any, TypedDict

from .front import Part, text_of

LaidView = TypedDict("LaidView", {"card": str, "as": str}, total=False)
"""A card on the table, such as "2c"; "as" tells what a wild stands for, such as "7h" or "7"."""


class SeatView(TypedDict, total=False):
    """A seat: how it is told apart (see `views.seat_look`), what it holds, what it is about."""

    seat: str
    colour: str
    ink: str
    shape: str
    letter: str
    name: str
    player: str  # who decides for it
    cards: int  # how many it holds
    revealed: bool
    acting: bool
    hand: list[str]  # its cards, where they lie open
    note: str  # a word or two, such as "to draw"


class ScoreRow(TypedDict):
    """The points of a seat: of each round, None before it is over, and in all."""

    seat: str
    points: list[int | None]
    total: int


class ScoresView(TypedDict):
    """The table of points: the names of the rounds, a row a seat."""

    columns: list[str]
    rows: list[ScoreRow]


class EndView(TypedDict):
    """Where a meld can grow: at the "low" or "high" `end` of a run, "" at a set, "swap"."""

    end: str
    text: str  # what fits there, in two or three signs
    name: str  # the same in words


class MeldView(TypedDict, total=False):
    """A meld on the table, before the seat that laid it down."""

    id: int
    seat: str
    title: str
    cards: list[LaidView]
    ends: list[EndView]


class StockView(TypedDict, total=False):
    """The draw pile; `press`: whether one may draw from it now."""

    count: int
    press: bool
    label: str
    title: str


class DiscardsView(TypedDict, total=False):
    """The discard pile, its top last; `press`: what pressing it means, "draw", "drop" or ""."""

    cards: list[str]
    press: str
    label: str
    title: str


class PlayView(TypedDict, total=False):
    """What may be done with a card: it goes to the "discard" pile, or to an end of a "meld"."""

    to: str
    meld: int
    end: str
    label: str


class HandView(TypedDict, total=False):
    """The hand of whoever sits before the screen."""

    seat: str
    title: str
    cards: list[str]
    new: list[str]  # just drawn
    pick: str  # "many" in order, "one", or "none" can be selected
    plays: dict[str, list[PlayView]]  # what each card may do alone
    hints: dict[str, str]  # if no card ("") or "more" are selected, or one that can do nothing
    empty: str  # what to say of an empty hand


class CoverView(TypedDict):
    """What lies over the hand between the turns of two people; send no hand with it."""

    title: str
    text: str
    button: str


class SlotView(TypedDict):
    """A meld that the contract asks for."""

    label: str
    hint: str


class AskView(TypedDict):
    """A question about a meld that its cards leave open; choices are pairs (value, words)."""

    label: str
    choices: list[list[str]]
    value: str


SlotVerdict = TypedDict(
    "SlotVerdict", {"ok": bool, "text": str, "as": list[str], "ask": AskView | None}, total=False
)
"""What the cards in a slot are; "as" tells for each of them what it stands for, "" for naturals."""

WayView = TypedDict(
    "WayView", {"label": str, "melds": list[list[str]], "from": list[str | None]}, total=False
)
"""A way to lay the contract down, slot by slot; "from" as in the message "selected"."""


class VerdictView(TypedDict, total=False):
    """The answer to the message "selected" number `n`."""

    n: int
    ready: bool  # whether the contract is met and may be laid down
    label: str  # of the button that lays it down
    text: str  # what is missing
    slots: list[SlotVerdict]
    ways: list[WayView] | None


class ButtonView(TypedDict, total=False):
    """Something that can be done; the `main` one stands out."""

    id: str
    label: str
    main: bool
    title: str


class ClaimView(TypedDict):
    """A seat that may claim the discard: what its button says, and whose it is."""

    seat: str
    label: str
    who: str


BonkView = TypedDict(
    "BonkView",
    {"id": str, "text": str, "card": str, "claims": list[ClaimView], "pass": str, "seconds": float},
    total=False,
)
"""The claim of a discard: the countdown (0: none) starts anew with another "id" or "seconds"."""


class ErrorView(TypedDict, total=False):
    """Why something was refused, and by which rule."""

    text: str
    rule: str
    rule_title: str


class TableView(TypedDict, total=False):
    """All that the card table shows; what is left out is not there."""

    title: str
    headline: str
    said: str
    error: ErrorView | None
    seats: list[SeatView]
    scores: ScoresView | None
    melds: list[MeldView]
    stock: StockView | None
    discards: DiscardsView | None
    hand: HandView | None
    cover: CoverView | None
    slots: list[SlotView]
    more_slots: SlotView | None  # there may be more of them, as many as one likes
    verdict: VerdictView | None
    ways_label: str
    buttons: list[ButtonView]
    bonk: BonkView | None


class CardView(Part):
    """The card table; the order of a hand and what is selected are the browser's to keep."""

    _esm = text_of("dom.js", "card_face.js", "card_hand.js", "card_view.js")
    _css = text_of("table.css", "card_view.css")

    def show(self, table: TableView, stop: int = 0) -> None:
        """Shows a table; sends nothing if it shows it already."""
        shown: dict[str, Any] = dict(table)
        self.put(shown, stop)
