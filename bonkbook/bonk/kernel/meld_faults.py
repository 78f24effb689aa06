"""BONK: reading melds as they are laid: is it a set, a run, a contract, and what is wrong if not.

In the subset of Python that numba compiles (see engine/twin.py).
"""

from . import cards as c
from .cards import Fault, Ints


def wild_fault(cards: Ints, terms: Ints) -> int:
    """The Fault of a meld with too many wilds or too few naturals for the house rules."""
    wilds = 0
    for card in cards:
        wilds += c.is_wild(card)
    if wilds > terms[c.MAX_WILDS]:
        return Fault.TOO_MANY_WILDS
    if len(cards) - wilds < terms[c.MIN_NATURALS]:
        return Fault.TOO_FEW_NATURALS
    return Fault.NONE


def read_set(cards: Ints, terms: Ints) -> tuple[int, int]:
    """The Fault of the cards as a set, and the set's rank. Twos alone are a set of twos.

    >>> from bonkbook.bonk.kernel.cards import TERMS
    >>> read_set([6, 19, 14], TERMS[0])      # 7c 7d 2d
    (<Fault.NONE: 0>, 6)
    """
    rank, suits, is_suit_twice = c.TWO, 0, False
    for card in cards:
        if not c.is_wild(card):
            if rank == c.TWO:
                rank = c.rank_of(card)
            elif rank != c.rank_of(card):
                return Fault.SET_RANKS, c.TWO
            is_suit_twice = is_suit_twice or suits >> c.suit_of(card) & 1 == 1
            suits |= 1 << c.suit_of(card)
    if len(cards) < c.SET_LEAST:
        return Fault.SHORT_SET, rank
    if terms[c.SET_DISTINCT_SUITS] and (is_suit_twice or len(cards) > c.SUITS):
        return Fault.SET_SUITS, rank
    return wild_fault(cards, terms), rank


def run_low(cards: Ints, first: int, step: int) -> int:
    """The lowest rank of the cards read as a run, up (step 1) or down (-1); -1 if they are none.

    `first` is the place of a natural. Going around the corner is not minded here.
    """
    start = (c.rank_of(cards[first]) - step * first) % c.RANKS
    for place in range(first, len(cards)):
        rank = (start + step * place) % c.RANKS
        if not c.is_wild(cards[place]) and c.rank_of(cards[place]) != rank:
            return -1
    return start if step == 1 else (start - len(cards) + 1) % c.RANKS


def read_run(cards: Ints, declared: int, terms: Ints) -> tuple[int, int, int]:
    """The Fault of the cards as a run, the run's suit, and its lowest rank.

    The cards may go up or down. `declared` is the kind that the run's lowest card stands
    for, or -1: twos alone must have it, and a single natural among twos, which may fit
    both ways, is read upwards without it.

    >>> from bonkbook.bonk.kernel.cards import TERMS
    >>> read_run([30, 1, 32, 33], -1, TERMS[1])     # 5h 2c 7h 8h
    (<Fault.NONE: 0>, 2, 4)
    """
    first, length = c.first_natural(cards), len(cards)
    if length < c.RUN_LEAST:
        return Fault.SHORT_RUN, -1, -1
    if length > c.RUN_MOST:
        return Fault.RUN_LONG, -1, -1
    if first < 0 and declared < 0:
        return Fault.UNDECLARED_WILDS, -1, -1
    suit = c.suit_of(declared if first < 0 else cards[first])
    for card in cards:
        if not c.is_wild(card) and c.suit_of(card) != suit:
            return Fault.RUN_SUITS, -1, -1
    fault = Fault.RUN_ORDER
    for attempt in range(4):            # up, down; then, around the corner, up, down
        step, is_around = 1 - 2 * (attempt % 2), attempt > 1
        low = c.rank_of(declared) if first < 0 else run_low(cards, first, step)
        if low < 0 or (low + length > c.RUN_MOST) != is_around:
            continue
        if is_around and not terms[c.RUN_AROUND_CORNER]:
            if fault == Fault.RUN_ORDER:
                fault = Fault.RUN_CORNER
        elif declared >= 0 and declared % c.KINDS != c.RANKS * suit + low:
            fault = Fault.MISDECLARED_WILDS
        else:
            return wild_fault(cards, terms), suit, low
    return fault, -1, -1


def contract_fault(plan: Ints, loose: int, terms: Ints) -> int:
    """The Fault of melds that are to be revealed together.

    `plan` has a row a meld (the columns to LENGTH; rows of NONE are skipped), `loose` is
    how many cards the hand keeps. That each meld is one is checked by `read_set`, `read_run`.
    """
    sets, runs, longest = 0, 0, 0
    ranks, suits, is_rank_twice, is_suit_twice = 0, 0, False, False
    for n in range(len(plan)):
        bit = 1 << plan[n, c.VALUE]
        if plan[n, c.KIND] == c.SET:
            sets += 1
            is_rank_twice = is_rank_twice or ranks & bit != 0
            ranks |= bit
        elif plan[n, c.KIND] == c.RUN:
            runs += 1
            is_suit_twice = is_suit_twice or suits & bit != 0
            suits |= bit
            longest = max(longest, plan[n, c.LENGTH])
    if terms[c.SETS] not in (c.ANY, sets):
        return Fault.WRONG_SETS
    if terms[c.RUNS] not in (c.ANY, runs):
        return Fault.WRONG_RUNS
    if is_rank_twice:
        return Fault.SAME_RANK
    if is_suit_twice and not terms[c.RUNS_SAME_SUIT]:
        return Fault.SAME_SUIT
    if longest < terms[c.LONG_RUN]:
        return Fault.NO_LONG_RUN
    return Fault.LOOSE_CARDS if terms[c.EVERY_CARD] and loose > 0 else Fault.NONE
