"""BONK: to bonk or not, what the claimed card and its penalty card do to a hand."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...probability.exact import Distribution, P
from ..faces import card_text
from ..kernel import cards as c
from ..kernel import state
from .knowledge import Knowledge, pool_of

NEXT_TURN = "in the next turn, by a card from the stock"


@dataclass(frozen=True)
class BonkOrNot:
    """The claim of a discard, weighed: chances and points with it and without it.

    * without, claimed: the chance to meet the contract in the seat's next turn, with the card
      that it draws then. The outcomes of `claimed` are the penalty cards.
    * at_once: the chance that card and penalty meet it already, before that draw; 0 where
      every card has to fit, since then what is drawn has to fit too.
    * points: what the hand costs if somebody goes out before the seat's next turn and it has
      not claimed; points_claimed: the same if it has, by the penalty card.
    """

    seat: str
    card: str
    without: P
    claimed: P
    at_once: P
    points: int
    points_claimed: Distribution

    @property
    def gain(self) -> Fraction:
        """By how much the claim raises the chance."""
        return Fraction(self.claimed) - Fraction(self.without)

    @property
    def cost(self) -> Fraction:
        """The points that it is expected to cost if somebody goes out before the next turn."""
        return self.points_claimed.mean - self.points

    def rows(self) -> list[tuple[str, str, str]]:
        """What is compared, as texts: the question, without the claim, with it."""
        return [
            ("meets the contract in its next turn", str(self.without), str(self.claimed)),
            ("of that without a further draw", "-", str(self.at_once)),
            ("points in hand if somebody goes out before", str(self.points),
             f"{float(self.points_claimed.mean):.1f}"),
        ]

    def __str__(self) -> str:
        lines = [f"{self.seat} and {self.card}: pass, or claim it"]
        lines += [f"  {what}: {without} | {claimed}" for what, without, claimed
                  in self.rows()]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(cell)}</th>"
                       for cell in (f"{self.seat}, {self.card}", "pass", "claim it"))
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
                       for row in self.rows())
        return (f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
                f"<p><small>{html.escape(self.claimed.note)}</small></p>")


def can_claim(know: Knowledge) -> bool:
    """Whether the seat has yet to say whether it claims the top of the discard pile."""
    s = know.s
    return (s.stage == state.CLAIMS and s.claim[know.seat] == state.UNHEARD
            and bool(state.may_claim(s, know.seat)))


def after_claim(know: Knowledge, kind: int) -> Knowledge:
    """What the seat knows once it has the card that it claims, the penalty card still to come."""
    return know.with_cards([kind], pool_of(know.s, taken=1))


def weigh(know: Knowledge, kind: int) -> BonkOrNot:
    """The claim of a card, which lies on top of the discard pile, weighed for a seat."""
    after = after_claim(know, kind)
    return BonkOrNot(know.name, card_text(kind),
                     without=chance_of(know.completing(), know, _note(know)),
                     claimed=chance_of_pairs(after),
                     at_once=chance_at_once(after),
                     points=know.points, points_claimed=points_with(after))


def points_with(know: Knowledge) -> Distribution:
    """What the hand costs with one more card that may come; as it is if none may."""
    kinds, total = np.flatnonzero(know.pool).tolist(), int(know.pool.sum())
    if not total:
        return Distribution({know.points: 1})
    return Distribution(((know.points + state.POINTS[kind % c.RANKS],
                          Fraction(int(know.pool[kind]), total)) for kind in kinds), know.note)


def chance_of(kinds: Iterable[int], know: Knowledge, note: str = "") -> P:
    """The chance that one of these kinds comes next, with each as an outcome."""
    shares = know.shares(list(kinds))
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares,
             note=note or know.note)


def chance_at_once(after: Knowledge) -> P:
    """The chance that the penalty card completes the hand, whatever is drawn later."""
    if after.terms[c.EVERY_CARD]:
        return P(0, note="the card that is drawn then has to fit too")
    return chance_of(after.completing(), after)


def chance_of_pairs(know: Knowledge) -> P:
    """The chance that two more cards complete the hand, by the first of them."""
    ways, total = know.completing_pairs(), int(know.pool.sum())
    shares = [(card_text(kind), Fraction(int(ways[kind]), total * (total - 1)))
              for kind in np.flatnonzero(ways).tolist()]
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares, note=_note(know))


def _note(know: Knowledge) -> str:
    return f"{NEXT_TURN}; {know.note}"
