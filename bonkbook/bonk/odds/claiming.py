"""To bonk or not to bonk: the effect of the claimed card and its penalty card on a hand."""

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

NEXT_TURN = "in the next turn, with a card from the stock"


@dataclass(frozen=True)
class BonkOrNot:
    """The chances and points with and without the claim of a discard.

    * without, claimed: the chance of meeting the contract in the seat's next turn, with the card
      drawn then. The outcomes of `claimed` are the penalty cards.
    * at_once: the chance of meeting it with the card and the penalty card, before that draw; 0 if
      every card must fit, since then the next card must fit too.
    * points: the cost of the hand without the claim if somebody goes out before the seat's next
      turn; points_claimed: the cost with the claim, by the penalty card.
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
        """The increase in the chance by the claim."""
        return Fraction(self.claimed) - Fraction(self.without)

    @property
    def cost(self) -> Fraction:
        """The expected extra points if somebody goes out before the next turn."""
        return self.points_claimed.mean - self.points

    def rows(self) -> list[tuple[str, str, str]]:
        """The rows of the comparison: the question, without the claim, and with it."""
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
    """Whether the seat can still claim the top of the discard pile."""
    s = know.s
    return (s.stage == state.CLAIMS and s.claim[know.seat] == state.UNHEARD
            and bool(state.may_claim(s, know.seat)))


def after_claim(know: Knowledge, kind: int) -> Knowledge:
    """The seat's knowledge with the claimed card, before the penalty card."""
    return know.with_cards([kind], pool_of(know.s, taken=1))


def weigh(know: Knowledge, kind: int) -> BonkOrNot:
    """The comparison for a claim of the card on top of the discard pile."""
    after = after_claim(know, kind)
    return BonkOrNot(know.name, card_text(kind),
                     without=chance_of(know.completing(), know, _note(know)),
                     claimed=chance_of_pairs(after),
                     at_once=chance_at_once(after),
                     points=know.points, points_claimed=points_with(after))


def points_with(know: Knowledge) -> Distribution:
    """The points of the hand with one more unseen card, or without it if there is none."""
    kinds, total = np.flatnonzero(know.pool).tolist(), int(know.pool.sum())
    if not total:
        return Distribution({know.points: 1})
    return Distribution(((know.points + state.POINTS[kind % c.RANKS],
                          Fraction(int(know.pool[kind]), total)) for kind in kinds), know.note)


def chance_of(kinds: Iterable[int], know: Knowledge, note: str = "") -> P:
    """The chance that the next card is one of these kinds, each as an outcome."""
    shares = know.shares(list(kinds))
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares,
             note=note or know.note)


def chance_at_once(after: Knowledge) -> P:
    """The chance that the penalty card completes the hand."""
    if after.terms[c.EVERY_CARD]:
        return P(0, note="the next card drawn must fit too")
    return chance_of(after.completing(), after)


def chance_of_pairs(know: Knowledge) -> P:
    """The chance that two more cards complete the hand, by the first of them."""
    ways, total = know.completing_pairs(), int(know.pool.sum())
    shares = [(card_text(kind), Fraction(int(ways[kind]), total * (total - 1)))
              for kind in np.flatnonzero(ways).tolist()]
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares, note=_note(know))


def _note(know: Knowledge) -> str:
    return f"{NEXT_TURN}; {know.note}"
