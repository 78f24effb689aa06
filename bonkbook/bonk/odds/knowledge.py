"""What one seat knows, for its odds: its hand, and the cards that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from ...engine.errors import choose_from
from ...engine.position import Position, View
from ...engine.twin import Struct, Twin, fastest
from ..faces import card_text
from ..kernel import cards as c
from ..kernel import policies, state
from ..positions import SEAT_NAMES

UNSEEN = "all unseen cards are equally likely"
RESHUFFLED = "the stock is empty, so the discards below the top one are shuffled"

MOST_GAMES = 10_000_000     # for an estimate, a few minutes


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows, from its view alone.

    `counts` is its hand, int64[4, 13]; `pool` counts the unseen cards of each kind, int64[52], all
    equally likely to be drawn.
    """

    s: Struct
    seat: int
    counts: c.Ints
    pool: c.Ints
    note: str

    @classmethod
    def of(cls, position: Position, seat: str | None = None) -> Knowledge:
        """What a seat knows in a position; see `seat_asked`."""
        name = seat_asked(position, seat)
        s = (position if isinstance(position, View) else View(position.ruleset, position.state,
                                                               name)).state
        number = SEAT_NAMES.index(name)
        return cls(s, number, state.counts_of(s, number), pool_of(s),
                   UNSEEN if s.stock_size else RESHUFFLED)

    @property
    def name(self) -> str:
        """The seat's name."""
        return SEAT_NAMES[self.seat]

    @property
    def terms(self) -> c.Ints:
        """The contract of the round and the house rules for melds, as numbers."""
        return state.terms_of(self.s)

    @property
    def has_hand(self) -> bool:
        """Whether the seat holds cards in a round that is not over."""
        return self.s.stage != state.OVER and self.s.size[self.seat] > 0

    @property
    def has_revealed(self) -> bool:
        """Whether the seat has laid the contract down."""
        return bool(self.s.revealed[self.seat])

    @property
    def is_full(self) -> bool:
        """Whether the seat has drawn in its turn and must still discard."""
        return self.s.stage == state.PLAY and self.s.turn == self.seat

    @property
    def keep(self) -> int:
        """The number of cards that must stay in the hand after a reveal (a house rule)."""
        return int(self.s.go_out == state.BY_DISCARD and not self.terms[c.EVERY_CARD])

    @property
    def twin(self) -> Twin:
        """The kernel, compiled if that is already done."""
        return fastest("bonk")

    @property
    def points(self) -> int:
        """The points of the cards in the hand."""
        return int(state.points_in_hand(self.s, self.seat))

    def with_cards(self, cards: Sequence[int], pool: c.Ints | None = None) -> Knowledge:
        """The knowledge with further kinds in the hand; kind - 52 removes one."""
        s, counts = self.s.copy(), self.counts.copy()
        for kind in cards:
            by = -1 if kind < 0 else 1
            s.hand[self.seat][kind % c.KINDS] += by
            s.size[self.seat] += by
            counts[kind % c.KINDS // c.RANKS, kind % c.RANKS] += by
        return Knowledge(s, self.seat, counts, self.pool if pool is None else pool, self.note)

    def meets(self) -> bool:
        """Whether the hand meets the contract."""
        return bool(self.twin.part("reach").meets(self.counts, self.terms, self.keep))

    def completing(self) -> list[int]:
        """The unseen kinds that complete the hand."""
        return np.flatnonzero(_asked("completing", *self._question)).tolist()

    def completing_pairs(self) -> c.Ints:
        """The number of second cards that complete the hand, for each first card."""
        return _asked("completing_pairs", *self._question)

    @property
    def _question(self) -> tuple[bytes, bytes, bytes, int]:
        return self.counts.tobytes(), self.pool.tobytes(), self.terms.tobytes(), self.keep

    def pairs_to_try(self) -> int:
        """The number of pairs that `completing_pairs` has to try."""
        marks = np.zeros((2, c.KINDS), np.int64)
        return int(self.twin.part("reach").helpers(self.counts, self.pool, self.terms, self.keep,
                                                   marks[0], marks[1]))

    def fitting(self) -> list[int]:
        """The unseen kinds that can be laid off on a meld of the table."""
        return [kind for kind in np.flatnonzero(self.pool).tolist()
                if policies.fits_table(self.s, kind)]

    def shares(self, kinds: Sequence[int]) -> list[tuple[str, Fraction]]:
        """Unseen kinds as text, each with its chance."""
        total = int(self.pool.sum())
        return [(card_text(kind), Fraction(int(self.pool[kind]), total)) for kind in kinds]


@lru_cache(maxsize=500)     # the panel and its tables ask the same questions
def _asked(question: str, counts: bytes, pool: bytes, terms: bytes, keep: int) -> c.Ints:
    """The result of a function of reach.py for each kind: int64[52]."""
    hand = np.frombuffer(counts, np.int64).reshape(c.SUITS, c.RANKS).copy()
    found = np.zeros(c.KINDS, np.int64)
    getattr(fastest("bonk").part("reach"), question)(
        hand, np.frombuffer(pool, np.int64).copy(), np.frombuffer(terms, np.int64).copy(), keep,
        found)
    found.flags.writeable = False
    return found


def seat_asked(position: Position, seat: str | None) -> str:
    """The seat for the odds: the seat of a View, or else the seat to act or to move.

    ValueError for a seat that is not playing, and for another seat than the seat of a View.
    """
    if seat is not None:
        choose_from(seat, position.seats, "seat")
    if isinstance(position, View):
        if seat not in (None, position.seat):
            raise ValueError(f"this is the view of {position.seat}, which does not know {seat}'s "
                             "hand")
        return position.seat
    actor = position.actor if position.actor in position.seats else None
    known: Any = position
    return seat or actor or known.claimant or position.mover or position.seats[0]


def pool_of(s: Struct, taken: int = 0) -> c.Ints:
    """The unseen cards of each kind once `taken` discards are gone: int64[52].

    With -1 there is one more discard. The state is that of a view, whose stock has all cards that
    the seat has not seen.
    """
    if s.stock_size:
        return np.array(s.stock, np.int64)
    pool = np.zeros(c.KINDS, np.int64)
    if s.stock_empty == state.RESHUFFLE:
        for kind in s.pile[:max(0, s.pile_size - taken - 1)]:
            pool[kind] += 1
    return pool
