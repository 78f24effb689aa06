"""BONK: which cards would complete a hand, one or two of them, and what drawing on leads to.

In the subset of Python that numba compiles (see engine/twin.py). Hands (`counts`) and the
`terms` of a round are as in cards.py; `pool` says how many cards of each kind may come,
int64[52], each as likely as the other. `keep` is how many cards must stay in the hand.
"""

import numpy as np

from ...engine.kernel.chance import any_of
from . import cards as c
from . import melds, policies
from . import state as st

# A set of twos alone may stand beside one other set that is wild but for one card: a two in its
# place would make two sets of twos, which are one. That takes so many twos in the hand.
TWOS_FOR_TWO_SETS = 5


def shift_kind(counts, kind, by):
    """Adds `by` to how many cards of a kind a hand has."""
    counts[kind // c.RANKS, kind % c.RANKS] += by


def meets(counts, terms, keep):
    """Whether a hand meets the contract and then keeps so many cards."""
    if keep > 0:
        least = c.SET_LEAST * terms[c.SETS] + c.RUN_LEAST * terms[c.RUNS]
        least += max(0, terms[c.LONG_RUN] - c.RUN_LEAST)
        if counts.sum() < least + keep:
            return False
    return melds.can_reveal(counts, terms)


def relaxed(terms):
    """The terms without house rules that bind wilds: whatever meets the terms meets these."""
    free = terms.copy()
    free[c.MAX_WILDS] = c.UNLIMITED
    free[c.MIN_NATURALS] = 0
    free[c.SET_DISTINCT_SUITS] = 0
    return free


def may_lack(counts, free, n):
    """Whether n more cards may complete the hand: no if as many twos would not (`relaxed` terms).

    A quick test before all kinds are tried.
    """
    if c.held_in(counts, c.TWO) + n > TWOS_FOR_TWO_SETS:
        return True
    shift_kind(counts, c.TWO, n)
    found = melds.can_reveal(counts, free)
    shift_kind(counts, c.TWO, -n)
    return found


def completing(counts, pool, terms, keep, found):
    """Writes into `found`, int64[52], 1 for each kind of the pool that completes the hand."""
    found[:] = 0
    if not may_lack(counts, relaxed(terms), 1):
        return
    for kind in range(c.KINDS):
        if pool[kind] > 0:
            shift_kind(counts, kind, 1)
            found[kind] = meets(counts, terms, keep)
            shift_kind(counts, kind, -1)


def helpers(counts, pool, terms, keep, alone, near):
    """Marks the kinds of a pool that complete the hand alone, and others that may with a second.

    Writes into `alone` and `near`, int64[52]; returns how many pairs of the latter are to be
    tried. Where every card has to fit none counts as alone, since a second one may spoil it.
    """
    alone[:] = 0
    near[:] = 0
    if terms[c.EVERY_CARD] == 0:
        completing(counts, pool, terms, keep, alone)
    free, found = relaxed(terms), 0
    if not may_lack(counts, free, 2):
        return 0
    for kind in range(c.KINDS):
        if pool[kind] > 0 and not alone[kind]:
            shift_kind(counts, kind, 1)
            near[kind] = may_lack(counts, free, 1)
            shift_kind(counts, kind, -1)
            found += near[kind]
    return found * (found + 1) // 2


def completing_pairs(counts, pool, terms, keep, ways):
    """Writes into `ways`, int64[52], for each first card the ways that it and a second complete.

    Ordered pairs of distinct cards of the pool: both come, and the hand then meets the contract.
    """
    ways[:] = 0
    alone, near = np.zeros(c.KINDS, np.int64), np.zeros(c.KINDS, np.int64)
    helpers(counts, pool, terms, keep, alone, near)
    for first in range(c.KINDS):
        shift_kind(counts, first, 1)
        for second in range(first, c.KINDS):
            pairs = pool[first] * (pool[second] - (first == second))
            found = alone[first] or alone[second]
            if not found and pairs > 0 and near[first] and near[second]:
                shift_kind(counts, second, 1)
                found = meets(counts, terms, keep)
                shift_kind(counts, second, -1)
            if found:
                ways[first] += pairs
                if second != first:
                    ways[second] += pairs
        shift_kind(counts, first, -1)


# --- Drawing on ------------------------------------------------------------------------------

def nearest_discard(s, seat):
    """The discard after which a hand is nearest to the contract, of equal ones the dearest.

    As near as the bots see it (`plan_worth`); -1 if the seat holds nothing but twos.
    """
    best, best_worth = -1, -1.0
    for kind in range(c.KINDS):
        if s.hand[seat][kind] > 0 and not c.is_wild(kind):
            s.hand[seat][kind] -= 1
            worth = policies.plan_worth(s, seat) + 0.0001 * st.POINTS[c.rank_of(kind)]
            s.hand[seat][kind] += 1
            if worth > best_worth:
                best, best_worth = kind, worth
    return best


def draw_on(s, seat, pool, penalties, is_full, keep, rng, hits):
    """Lets a seat draw and discard until it meets the contract: counts in `hits` when it does.

    `hits` has a place for each number of draws, from none on. Before the draws come so many
    `penalties`, cards without a discard; with `is_full` the seat has drawn already and first
    checks and discards. Leaves `s` and `pool` changed.
    """
    left, terms = pool.sum(), st.terms_of(s)
    for _ in range(penalties):
        if left > 0:
            take_from(s, seat, pool, left, rng)
            left -= 1
    for draws in range(len(hits)):
        if draws > 0:
            if left == 0:
                return
            take_from(s, seat, pool, left, rng)
            left -= 1
        if draws > 0 or is_full:
            if meets(st.counts_of(s, seat), terms, keep):
                hits[draws] += 1
                return
            kind = nearest_discard(s, seat)
            if kind >= 0:
                s.hand[seat][kind] -= 1


def take_from(s, seat, pool, left, rng):
    """A card of the pool comes into a hand."""
    kind = any_of(pool, left, rng)
    pool[kind] -= 1
    s.hand[seat][kind] += 1


def draw_on_often(s, seat, pool, penalties, is_full, keep, rng, hits, games):
    """Lets a seat draw on so many times from the same hand and pool; adds to `hits`."""
    hand, kept = np.zeros(c.KINDS, np.int64), pool.copy()
    for kind in range(c.KINDS):
        hand[kind] = s.hand[seat][kind]
    for _ in range(games):
        draw_on(s, seat, pool, penalties, is_full, keep, rng, hits)
        pool[:] = kept
        for kind in range(c.KINDS):
            s.hand[seat][kind] = hand[kind]
