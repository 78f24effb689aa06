"""Bonkers: its actions, and how to set up a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from ..engine.game import Game, checked_seed
from ..engine.late import late
from ..engine.lines import pick
from . import given
from .actions import Deal, Decline, Draw, LoseCard, Place, Take, Wait
from .positions import BonkersPosition, build
from .ruleset import RULESET

__all__ = ["Deal", "Decline", "Draw", "LoseCard", "Place", "Take", "Wait", "board", "odds",
           "position"]


def position(tokens: Sequence[int] | str, scores: Sequence[int] | str = (),
             cards: Mapping[int, str] | str | None = None,
             hands: Sequence[Sequence[str] | str] = (), turn: int | str = 0, *,
             lose_cards: Sequence[bool] | str = (), pile: int | None = None,
             stage: str = "", dice: Sequence[int] | str = (), asked: int | str | None = None,
             rolled: int | None = None, placed: bool | None = None,
             left: Sequence[str] | str = (),
             seed: int | None = None, **house_rules: object) -> BonkersGame:
    """A game that begins at a position, with as many seats as tokens, P1 first.

    `tokens` are spaces; `scores` are points (default 0); `cards` are the cards on the board by
    space; `hands` are the cards of each seat (default none); `turn` is the mover (a place in the
    lists or a name); `lose_cards` are the seats with the Large Lose Card (default none), as truth
    values or names; `pile` is the number of cards face down (default all the others). `stage` is
    what comes next: "roll", "draw", "place", "take", "over", or an opponent `asked` for the Large
    Lose Card "before_roll", "before_move" (with `dice`) or "before_follow". `rolled` is the number
    of rolls in this turn, `placed` whether a card was placed in it, and `left` the spaces left by
    cards since the roll ("24-" back, "21+" ahead). House rules are passed by name. Lists can be
    strings: tokens="20 0", cards="24:-3 21:+3". PositionError names the rule that an impossible
    position breaks.

    >>> g = position(tokens=(20, 0), scores=(2, 0), cards={24: "-3", 21: "+3"},
    ...              hands=(["+1", "EX"], []), turn=0)
    >>> g = g.roll(3, 1)
    >>> g.tokens, g.scores
    ((24, 0), (3, 0))
    """
    fields = given.seated(tokens)
    seats = list(fields)
    for name, score, hand in zip(seats, given.one_each("scores", scores, seats, 0),
                                 given.one_each("hands", hands, seats, ()), strict=True):
        fields[name] += [str(score), *given.hand(hand)]
    optional = {
        "cards": given.laid(cards), "lose_cards": given.holders(lose_cards, seats),
        "pile": given.listed(pile), "stage": given.listed(stage), "dice": given.listed(dice),
        "asked": [] if asked is None else [given.seat(asked)], "rolled": given.listed(rolled),
        "placed": given.truth(placed), "left": given.listed(left)}
    fields |= {name: list(map(str, words)) for name, words in optional.items() if words}
    fields["turn"] = [given.seat(turn)]
    known = ["tokens", "scores", "hands", "turn", *optional,
             *(option.name for option in RULESET.options)]
    for name in house_rules:
        pick(name, known, "field or house rule")
    return cast("BonkersGame", Game(RULESET, build(fields, house_rules), checked_seed(seed)))


if TYPE_CHECKING:
    from . import board, odds

    class BonkersGame(BonkersPosition, Game):
        """A game of Bonkers, as a type checker sees it."""
else:
    __getattr__ = late(__name__, "board", "odds")


def __dir__() -> list[str]:
    return sorted(__all__)
