"""Bonkers' house rules, including board and deck, set and read back by name."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine import ruleset
from ..engine.errors import choose_from
from ..engine.twin import Struct
from .kernel import state
from .layout import (
    DECKS,
    LAYOUTS,
    check_together,
    deck,
    deck_of,
    layout,
    layout_of,
    put_deck,
    put_layout,
)
from .rulebook import OPTIONS

_BY_NAME = {option.name: option for option in OPTIONS}


def blank() -> Struct:
    """A state with the standard board and deck, the default house rules and nobody playing."""
    s = Struct(state.STATE)
    for option in OPTIONS:
        setattr(s, option.name, option.default)
    put_layout(s, layout("standard"))
    put_deck(s, deck("standard"))
    s.turn, s.asked, s.winner = -1, -1, -1
    return s


def apply(s: Struct, options: Mapping[str, object], players: int = 0) -> None:
    """Sets house rules of a state; ValueError if one is wrong.

    If `players` is given, the deck must be large enough to deal to them. Board and deck are chosen
    before the cards are dealt.
    """
    for name in ("layout", "deck"):
        if name in options and _is_dealt(s):
            raise ValueError(f"{name}: the cards are already dealt; start a new game, or set up "
                             f"the position, with {name}=...")
    for name, value in options.items():
        if choose_from(name, _BY_NAME, "house rule") == "layout":
            put_layout(s, layout(value))
        elif name == "deck":
            put_deck(s, deck(value))
        else:
            setattr(s, name, _BY_NAME[name].encode(value))
    check_together(layout_of(s), deck_of(s), players)
    if s.start_scores == state.START_RESTS and s.space.count(state.SCORE) < 2:
        raise ValueError("start_scores=no: the layout needs a Score space besides Start")


def _is_dealt(s: Struct) -> bool:
    """Whether any card is on the board or in a hand."""
    return any(s.card) or any(card for hand in s.hand for card in hand)


def in_force(s: Struct, changed_only: bool = False) -> dict[str, str | int]:
    """The house rules of a state by name; the user's own board or deck as a line of text."""
    found = ruleset.in_force(OPTIONS, s, changed_only)
    if s.layout == len(LAYOUTS):
        found["layout"] = str(layout_of(s))
    if s.deck == len(DECKS):
        found["deck"] = str(deck_of(s))
    return found

