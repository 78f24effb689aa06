"""Bonkers: its actions, and how to set up a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine.errors import PositionError
from ..engine.game import Game, checked_seed
from ..engine.late import late
from .actions import Deal, Decline, Draw, LoseCard, Place, Take, Wait
from .positions import SEAT_NAMES, build
from .ruleset import RULESET

_LATE = ("board", "odds")     # loaded only when asked for

__all__ = ["Deal", "Decline", "Draw", "LoseCard", "Place", "Take", "Wait", "position",
           *_LATE]


def position(tokens: Sequence[int], scores: Sequence[int] = (),
             cards: Mapping[int, str] | None = None, hands: Sequence[Sequence[str]] = (),
             turn: int | str = 0, *, lose_cards: Sequence[bool] = (), pile: int | None = None,
             stage: str = "", dice: Sequence[int] = (), asked: int | str | None = None,
             rolled: int | None = None, placed: bool | None = None, left: Sequence[str] = (),
             seed: int | None = None, **house_rules: object) -> Game:
    """The game that begins at a position: as many seats as tokens, P1 first.

    `tokens` are spaces, `scores` points (0), `cards` those on the board by space, `hands`
    those face up before each seat (none), `turn` the mover (a place in the lists or a
    name), `lose_cards` who still has the Large Lose Card (nobody), `pile` the cards left
    face down (all the rest). `stage` says what comes next: "roll", "draw", "place", "take",
    "over", or an opponent `asked` for the Large Lose Card "before_roll", "before_move" (with
    `dice`) or "before_follow". `rolled` counts rolls in this turn, `placed` says whether a
    card was placed in it, `left` lists spaces left by cards since the roll ("24-" back, "21+"
    ahead). Every house rule goes by its name. PositionError names the rule that an impossible
    position breaks.

    >>> g = position(tokens=(20, 0), scores=(2, 0), cards={24: "-3", 21: "+3"},
    ...              hands=(["+1", "EX"], []), turn=0)
    >>> g = g.roll(3, 1)
    >>> g.tokens, g.scores
    ((24, 0), (3, 0))
    """
    seats = SEAT_NAMES[:len(tokens)]
    for name, values in (("scores", scores), ("hands", hands), ("lose_cards", lose_cards)):
        if values and len(values) != len(tokens):
            raise PositionError(f"{name}: one for each of the {len(tokens)} tokens is needed")
    if len(tokens) > len(SEAT_NAMES):
        raise PositionError(f"two to four seats play, not {len(tokens)}", "SEATS")
    fields = {name: [str(token), str(score), *map(str, hand)] for name, token, score, hand
              in zip(seats, tokens, scores or [0] * len(seats), hands or [()] * len(seats),
                     strict=True)}
    fields["turn"] = [_seat(turn)]
    holders = [name for name, holds in zip(seats, lose_cards, strict=False) if holds]
    optional = {
        "cards": [f"{space}:{card}" for space, card in (cards or {}).items()],
        "lose_cards": holders, "stage": [stage] if stage else [],
        "pile": _words(pile), "dice": list(map(str, dice)), "rolled": _words(rolled),
        "asked": [] if asked is None else [_seat(asked)], "left": list(left),
        "placed": [] if placed is None else ["yes" if placed else "no"]}
    fields |= {name: words for name, words in optional.items() if words}
    return Game(RULESET, build(fields, house_rules), checked_seed(seed))


__getattr__ = late(__name__, _LATE)


def __dir__() -> list[str]:
    return sorted(__all__)


def _seat(seat: int | str) -> str:
    """The name of a seat given by its place or its name."""
    known = isinstance(seat, int) and 0 <= seat < len(SEAT_NAMES)
    return SEAT_NAMES[int(seat)] if known else str(seat)


def _words(value: int | None) -> list[str]:
    return [] if value is None else [str(value)]
