"""BONK: the fewest wilds that a hand needs for sets alone, or for runs alone.

Sets as if no run needed their cards, runs as if no set did: bounds for the search in melds.py,
and often the answer. In the subset of Python that numba compiles (see engine/twin.py).
"""

from . import cards as c
from .cards import Ints

NO_WAY = 99                     # more wilds than there are: it cannot be done


def twos_may_meld(terms: Ints) -> bool:
    """Whether a set of three twos is allowed."""
    return terms[c.MAX_WILDS] >= c.SET_LEAST and terms[c.MIN_NATURALS] == 0


def sets_cost(counts: Ints, sets: int, terms: Ints) -> int:
    """The fewest wilds with which a hand gives so many sets, runs left aside, or NO_WAY."""
    needing_none, needing_1, needing_2 = 0, 0, 0
    fewest = max(1, terms[c.MIN_NATURALS], c.SET_LEAST - terms[c.MAX_WILDS])
    for rank in range(c.RANKS):
        naturals = c.usable(counts, rank, terms)
        if naturals >= fewest:
            needing_none += naturals >= c.SET_LEAST
            needing_1 += naturals == c.SET_LEAST - 1
            needing_2 += naturals == c.SET_LEAST - 2
    sets -= min(sets, needing_none)
    cost = min(sets, needing_1)
    sets -= cost
    cost += 2 * min(sets, needing_2)
    sets -= min(sets, needing_2)
    if sets == 1 and twos_may_meld(terms):
        return cost + c.SET_LEAST
    return cost if sets == 0 else NO_WAY


def run_cost(counts: Ints, suit: int, terms: Ints) -> int:
    """The fewest wilds with which a suit gives a run, or NO_WAY."""
    if terms[c.MIN_NATURALS] > 1:
        return best_run(counts, suit, terms)[0]
    mask = c.suit_mask(counts, suit)
    first = mask | mask << c.RANKS
    second, third, fourth = first >> 1, first >> 2, first >> 3
    starts = (1 << c.last_low(c.RUN_LEAST, terms) + 1) - 1
    # At bit n of each: how many of the four ranks from n up there are.
    both, either = first & second, first ^ second
    both_after, either_after = third & fourth, third ^ fourth
    if both & both_after & starts:
        cost = 0
    elif (both & either_after | either & both_after) & starts:
        cost = 1
    elif (both | both_after | either & either_after) & starts:
        cost = 2
    else:
        cost = 3 if mask else c.RUN_LEAST
    if cost > terms[c.MAX_WILDS] or c.RUN_LEAST - cost < terms[c.MIN_NATURALS]:
        return NO_WAY
    return cost


def best_run(counts: Ints, suit: int, terms: Ints) -> tuple[int, int, int]:
    """The fewest wilds of any run in the suit (or NO_WAY), its lowest rank, its length."""
    best, best_low, best_length = NO_WAY, 0, 0
    mask = c.suit_mask(counts, suit)
    for length in range(c.RUN_LEAST, c.RUN_MOST + 1):
        for low in range(c.last_low(length, terms) + 1):
            naturals = c.bits(c.places_held(counts, mask, c.RANKS * suit + low, length))
            cost = length - naturals
            if cost < best and cost <= terms[c.MAX_WILDS] and naturals >= terms[c.MIN_NATURALS]:
                best, best_low, best_length = cost, low, length
    return best, best_low, best_length


def runs_cost(counts: Ints, runs: int, terms: Ints) -> tuple[int, int]:
    """The fewest wilds in so many runs (or NO_WAY), sets left aside; their suits as bits.

    No more than a lower bound unless `are_runs_independent`.
    """
    costs = 0                       # a byte a suit
    for suit in range(len(counts)):
        costs |= run_cost(counts, suit, terms) << 8 * suit
    total, chosen = 0, 0
    for _ in range(runs):
        best, best_suit = NO_WAY, 0
        for suit in range(c.SUITS):
            cost = costs >> 8 * suit & 0xFF
            if cost < best and not chosen >> suit & 1:
                best, best_suit = cost, suit
        total += best
        if not terms[c.RUNS_SAME_SUIT]:
            chosen |= 1 << best_suit
    return min(total, NO_WAY), chosen
