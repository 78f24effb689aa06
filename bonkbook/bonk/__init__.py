"""BONK: its actions, positions, and checks of melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from ..engine.errors import PositionError
from ..engine.game import Game, checked_seed
from ..engine.late import late
from ..whole import is_whole
from .actions import (
    Allow,
    Card,
    Claim,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Keep,
    LayOff,
    Opener,
    Pass,
    Reveal,
    meld_text,
)
from .contracts import Meld, can_reveal, check_contract, check_run, check_set, iter_reveals, reveals
from .faces import Contract
from .positions import SEAT_NAMES, BonkPosition, build
from .ruleset import RULESET

__all__ = ["Allow", "Card", "Claim", "Contract", "Deal", "Discard", "Draw", "EndTurn", "Keep",
           "LayOff", "Meld", "Opener", "Pass", "Reveal", "board", "can_reveal", "check_contract",
           "check_run", "check_set", "iter_reveals", "odds", "position", "reveals"]

Cards = str | Sequence[str]


def position(hands: Sequence[Cards], turn: int | str = 0, *, round: int = 1,
             melds: Sequence[tuple[int | str, Meld | Cards]] = (), discards: Cards = (),
             stage: str = "draw", scores: Sequence[int] = (), opener: int | str | None = None,
             claimant: int | str | None = None, heard: Mapping[int | str, str] | None = None,
             discarder: int | str | None = None, rounds_won: Sequence[int] = (),
             open: Sequence[Cards] = (), held: Cards = (), dry: int = 0, first_lap: int = 0,
             just: bool = False, seed: int | None = None, **house_rules: object) -> BonkGame:
    """A game that begins at a position, with as many seats as hands, P1 first.

    `hands` are the cards of each seat and `turn` is the mover (a place in the list or a name).
    `melds` are the melds on the table as (owner, cards); a run is in the order it lies, followed by
    "from 5h" if its twos leave it open. `discards` is the discard pile, its top last; all other
    cards are the stock. `stage` is what comes next: "draw", "play", "claims", "answer" (to a
    `claimant`), "drawing" or "penalty" (a card from the stock), "lot", "deal", "upcard" or "over".
    `heard` are the claims already answered ({"P4": "claim"}). `discarder` is the seat whose discard
    can be claimed (by default the seat before the mover; "none" for the card turned up). `scores`
    are the points so far, `opener` opened the round, `open` are the cards that everyone has seen
    each hand take, `held` are further cards known to be in some hand, and `dry` counts turns in a
    row without a draw. House rules are passed by name. PositionError names the rule that is broken.

    >>> g = position(round=2, hands=(["5s", "4s", "Kd"], ["Kh"]), discards=["9d"], stage="play",
    ...              melds=[(0, ["6s", "7s", "8s", "9s"])])
    >>> [str(action) for action in g.legal()]
    ['lay off 5s on 0 low', 'discard Kd', 'discard 4s', 'discard 5s']
    """
    seats = SEAT_NAMES[:len(hands)]
    if len(hands) > len(SEAT_NAMES):
        raise PositionError(f"a game has two to five seats, not {len(hands)}", "SEATS")
    for name, values in (("scores", scores), ("rounds_won", rounds_won), ("open", open)):
        if values and len(values) != len(hands):
            raise PositionError(f"{name} needs a value for each of the {len(hands)} hands")
    fields = {name: [str(score), *_cards(hand)] for name, score, hand
              in zip(seats, scores or [0] * len(seats), hands, strict=True)}
    laid = " / ".join(f"{_seat(owner)} {_meld(cards)}" for owner, cards in melds)
    optional: dict[str, list[str]] = {
        "round": [str(round)], "melds": laid.split(), "discards": _cards(discards),
        "turn": [] if stage == "lot" else [_seat(turn)], "stage": [stage],
        "heard": [f"{_seat(seat)}:{said}" for seat, said in (heard or {}).items()],
        "claimant": _seats(claimant), "discarder": _seats(discarder), "opener": _seats(opener),
        "rounds_won": list(map(str, rounds_won)), "held": _cards(held), "dry": [str(dry)],
        "open": [f"{name}:{card}" for name, known in zip(seats, open, strict=False)
                 for card in _cards(known)],
        "first_lap": [str(first_lap)], "just": ["yes" if just else "no"]}
    fields |= {name: words for name, words in optional.items() if words}
    return cast("BonkGame", Game(RULESET, build(fields, house_rules), checked_seed(seed)))


if TYPE_CHECKING:
    from . import board, odds

    class BonkGame(BonkPosition, Game):
        """A game of BONK, as a type checker sees it."""
else:
    __getattr__ = late(__name__, "board", "odds")


def __dir__() -> list[str]:
    return sorted(__all__)


def _cards(cards: Cards) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def _meld(meld: Meld | Cards) -> str:
    try:
        return meld_text(meld)
    except ValueError as error:
        raise PositionError(str(error)) from None


def _seat(seat: int | str) -> str:
    """The name of a seat given by its place or its name."""
    known = is_whole(seat) and seat in range(len(SEAT_NAMES))
    return SEAT_NAMES[int(seat)] if known else str(seat)


def _seats(seat: int | str | None) -> list[str]:
    return [] if seat is None else [_seat(seat)]
