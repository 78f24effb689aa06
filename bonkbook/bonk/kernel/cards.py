"""BONK: cards, melds and what each round asks for, as numbers.

In the subset of Python that numba compiles (see engine/twin.py).

A card is a number 0 to 103: 52 * deck + 13 * suit + rank, with suits 0 to 3 (clubs,
diamonds, hearts, spades) and ranks 0 to 12 (ace to king). Every two is wild. Where the
deck does not matter a card is its kind, 0 to 51, and a hand is `counts`, int64[4, 13]:
how many cards of each suit and rank, the twos in their own column.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

SUITS, RANKS, KINDS, DECKS = 4, 13, 52, 2
ACE, TWO = 0, 1
SET_LEAST = 3                   # cards in a set
RUN_LEAST, RUN_MOST = 4, 14     # cards in a run; from ace to ace at most

# The terms of a round: how many sets and runs (ANY: as many as one likes), how long one of
# the runs must be (0: no longer than others), cards dealt, 1 if every card of the hand must
# fit; then the house rules for melds. Every two counts as a wild, also as itself.
SETS, RUNS, LONG_RUN, DEALT, EVERY_CARD = range(5)
MAX_WILDS, MIN_NATURALS, SET_DISTINCT_SUITS, RUNS_SAME_SUIT, RUN_AROUND_CORNER = range(5, 10)
ANY, UNLIMITED = -1, 99
TERMS = np.array([
    [2, 0, 0, 7, 0, UNLIMITED, 0, 0, 0, 0],
    [1, 1, 0, 8, 0, UNLIMITED, 0, 0, 0, 0],
    [0, 2, 0, 9, 0, UNLIMITED, 0, 0, 0, 0],
    [3, 0, 0, 10, 0, UNLIMITED, 0, 0, 0, 0],
    [2, 1, 0, 11, 0, UNLIMITED, 0, 0, 0, 0],
    [1, 2, 0, 12, 0, UNLIMITED, 0, 0, 0, 0],
    [ANY, ANY, 7, 13, 1, UNLIMITED, 0, 0, 0, 0],
], np.int64)

# A meld in a plan: a set has a rank, a run a suit and its lowest rank; then its length, then
# its naturals: a set's in each suit, a run's as bits of the places that are no wild.
KIND, VALUE, LOW, LENGTH, NATURALS = range(5)
NONE, SET, RUN = range(3)
PLAN_ROWS, PLAN_COLUMNS = 40, 8     # more rows than melds that 104 cards can make
LONGEST_MELD = 16                   # cards


class Rule(IntEnum):
    """What BONK's rule book would be quoted for, both to explain and to forbid."""

    NONE = 0
    SEATS = 1
    DEAL = 2
    FIRST_PLAYER = 3
    DRAW = 4
    CONTRACT = 5
    SET = 6
    RUN = 7
    WILD = 8
    DIFFERENT_RANKS = 9
    DIFFERENT_SUITS = 10
    REVEAL = 11
    LAY_OFF = 12
    WILD_STAYS = 13
    DISCARD = 14
    NO_WILD_DISCARD = 15
    GO_OUT = 16
    BONK = 17
    ALLOW_OR_KEEP = 18
    PENALTY_CARD = 19
    NO_BONK_IN_ROUND_1 = 20
    FINAL_ROUND = 21
    STOCK_EMPTY = 22
    SCORE = 23
    WIN = 24


class Fault(IntEnum):
    """What is wrong with a meld or with a reveal; `rule_of` names the rule it breaks."""

    NONE = 0
    SHORT_SET = 1
    SET_RANKS = 2
    SET_SUITS = 3
    SHORT_RUN = 4
    RUN_LONG = 5
    RUN_SUITS = 6
    RUN_ORDER = 7
    RUN_CORNER = 8
    TOO_MANY_WILDS = 9
    TOO_FEW_NATURALS = 10
    UNDECLARED_WILDS = 11
    MISDECLARED_WILDS = 12
    SAME_RANK = 13
    SAME_SUIT = 14
    WRONG_SETS = 15
    WRONG_RUNS = 16
    NO_LONG_RUN = 17
    LOOSE_CARDS = 18


RULE_OF = np.array([
    Rule.NONE, Rule.SET, Rule.SET, Rule.SET,
    Rule.RUN, Rule.RUN, Rule.RUN, Rule.RUN, Rule.RUN,
    Rule.WILD, Rule.WILD, Rule.WILD, Rule.WILD,
    Rule.DIFFERENT_RANKS, Rule.DIFFERENT_SUITS,
    Rule.CONTRACT, Rule.CONTRACT, Rule.FINAL_ROUND, Rule.FINAL_ROUND,
], np.int64)


def rule_of(fault: int) -> int:
    """The number of the Rule that a Fault breaks.

    >>> Rule(rule_of(Fault.SAME_RANK)).name
    'DIFFERENT_RANKS'
    """
    return RULE_OF[fault]


def is_strict(terms: Ints) -> bool:
    """Whether a wild in place of a natural at hand may help: it frees the natural for another meld.

    By default that never saves a wild: what one meld gains the other pays.
    """
    return (terms[MAX_WILDS] < UNLIMITED or terms[MIN_NATURALS] > 0
            or terms[SET_DISTINCT_SUITS] > 0)


def are_runs_independent(terms: Ints) -> bool:
    """Whether each run has a suit of its own and none need be long: each may be the cheapest."""
    return terms[RUNS_SAME_SUIT] == 0 and terms[LONG_RUN] <= RUN_LEAST


# --- Cards as numbers ----------------------------------------------------------------

def rank_of(card: int) -> int:
    """The rank of a card: 0 the ace, 1 the two, 12 the king."""
    return card % RANKS


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % KINDS // RANKS


def is_wild(card: int) -> bool:
    """Whether the card is a two."""
    return card % RANKS == TWO


def first_natural(cards: Ints) -> int:
    """The place of the first card that is no two, or -1."""
    for place in range(len(cards)):
        if not is_wild(cards[place]):
            return place
    return -1


def count_hand(cards: Ints) -> Ints:
    """How many of each suit and rank there are among the cards: int64[4, 13]."""
    counts = np.zeros((SUITS, RANKS), np.int64)
    for card in cards:
        counts[suit_of(card), rank_of(card)] += 1
    return counts


def held_in(counts: Ints, rank: int) -> int:
    """The cards of one rank in a hand."""
    return counts[0, rank] + counts[1, rank] + counts[2, rank] + counts[3, rank]


def suit_mask(counts: Ints, suit: int) -> int:
    """The ranks of a suit in a hand as bits, without the two."""
    mask = 0
    for rank in range(counts.shape[1]):
        mask |= min(1, counts[suit, rank]) << rank
    return mask & ~(1 << TWO)


def bits(mask: int) -> int:
    """How many of the lowest 32 bits are set.

    >>> bits(0b1011)
    3
    """
    mask -= mask >> 1 & 0x55555555
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return mask * 0x01010101 >> 24 & 0xFF


def most_in(counts: Ints, suit: int, rank: int, terms: Ints) -> int:
    """The most cards of one kind that a set may take; of twos none."""
    if rank == TWO:
        return 0
    return min(1, counts[suit, rank]) if terms[SET_DISTINCT_SUITS] else counts[suit, rank]


def usable(counts: Ints, rank: int, terms: Ints) -> int:
    """The most naturals of one rank that a set can take; of twos none."""
    if rank == TWO:
        return 0
    if not terms[SET_DISTINCT_SUITS]:
        return held_in(counts, rank)
    total = 0
    for suit in range(SUITS):
        total += min(1, counts[suit, rank])
    return total


def last_low(length: int, terms: Ints) -> int:
    """The highest rank from which a run of this length may start."""
    return RANKS - 1 if terms[RUN_AROUND_CORNER] else RUN_MOST - length


def places_held(counts: Ints, mask: int, kind: int, length: int) -> int:
    """The places of a run from `kind` up for which a hand has a natural, as bits.

    `mask` is the suit's `suit_mask`.
    """
    suit, low = kind // RANKS, kind % RANKS
    places = (mask | mask << RANKS) >> low & (1 << length) - 1
    if length > RANKS and counts[suit, low] < 2:     # the same rank at both ends
        places &= ~(1 << RANKS)
    return places


def choices_in(counts: Ints, rank: int, terms: Ints) -> int:
    """In how many ways one may take cards of a rank for a set, none included."""
    total = 1
    for suit in range(SUITS):
        total *= 1 + most_in(counts, suit, rank, terms)
    return total


def chosen_cards(counts: Ints, rank: int, choice: int, terms: Ints) -> tuple[int, int]:
    """The cards of a choice in each suit (two bits a suit), and how many they are."""
    cards, total = 0, 0
    for suit in range(SUITS):
        ways = 1 + most_in(counts, suit, rank, terms)
        cards |= choice % ways << 2 * suit
        total += choice % ways
        choice //= ways
    return cards, total


def shift(counts: Ints, rank: int, cards: int, by: int) -> None:
    """Adds `by` to the counts of chosen cards of one rank."""
    for suit in range(SUITS):
        counts[suit, rank] += by * (cards >> 2 * suit & 3)


def take_places(counts: Ints, kind: int, places: int, by: int) -> None:
    """Adds `by` to the counts of the cards at places of a run from `kind` up."""
    suit, low, place = kind // RANKS, kind % RANKS, 0
    while places >> place:
        counts[suit, (low + place) % RANKS] += by * (places >> place & 1)
        place += 1


# --- Melds as numbers -----------------------------------------------------------------

def write_set(row: Ints, rank: int, length: int, cards: int) -> None:
    """Writes a set into a row of a plan; the cards as two bits a suit."""
    row[KIND], row[VALUE], row[LOW], row[LENGTH] = SET, rank, 0, length
    for suit in range(SUITS):
        row[NATURALS + suit] = cards >> 2 * suit & 3


def write_run(row: Ints, kind: int, length: int, places: int) -> None:
    """Writes a run upwards from `kind` into a row of a plan."""
    row[KIND], row[VALUE], row[LOW], row[LENGTH] = RUN, kind // RANKS, kind % RANKS, length
    row[NATURALS] = places


def lay_out(plan: Ints, counts: Ints, cards: Ints) -> None:
    """Writes the kinds of each meld of a plan into `cards`, int64[PLAN_ROWS, LONGEST_MELD].

    In the order to be laid, -1 after the last; the twos in `counts` serve as wilds.
    """
    cards[:] = -1
    suit, used = 0, 0
    for n in range(len(plan)):
        for place in range(plan[n, LENGTH] if plan[n, KIND] != NONE else 0):
            kind = natural_at(plan[n], place)
            if kind < 0:
                while used >= counts[suit, TWO]:
                    suit, used = suit + 1, 0
                kind, used = RANKS * suit + TWO, used + 1
            cards[n, place] = kind


def natural_at(row: Ints, place: int) -> int:
    """The kind at one place of a planned meld, or -1 where a wild stands."""
    if row[KIND] == RUN:
        if row[NATURALS] >> place & 1:
            return RANKS * row[VALUE] + (row[LOW] + place) % RANKS
        return -1
    for suit in range(SUITS):
        if place < row[NATURALS + suit]:
            return RANKS * suit + row[VALUE]
        place -= row[NATURALS + suit]
    return -1
