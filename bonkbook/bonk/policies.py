"""BONK: what a policy looks at, and the named policies as weights of it.

Policies see the own hand, the table, the discard pile, how many cards the others hold and
which of them all have seen; neither the rest of their hands nor the stock. `describe` is in
the subset of Python that numba compiles (see engine/twin.py).
"""

from enum import IntEnum

from .cards import (
    EVERY_CARD,
    KIND,
    KINDS,
    LONG_RUN,
    RANKS,
    RUN,
    RUN_LEAST,
    RUN_MOST,
    RUNS,
    SETS,
    SUITS,
    TWO,
    Rule,
    bits,
    is_wild,
    rank_of,
    suit_of,
)
from .legality import may_reveal, why_not_onto_run, why_not_onto_set
from .state import (
    CLAIM,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    HIGH_END,
    KEEP,
    LAY_OFF,
    LOW_END,
    POINTS,
    REVEAL,
    SEATS,
    SWAP,
    cards_of_rank,
    next_asked,
    next_seat,
    terms_of,
    top_card,
)


class Feature(IntEnum):
    """What an action does, each a number of about -1 to 1."""
    REVEAL = 0      # reveals
    LAY_OFF = 1     # lays a card off
    OUT = 2         # leaves no card
    SHED = 3        # points that leave the hand, of 25
    LATE = 4        # the same, once somebody else has revealed
    PLAN = 5        # how much nearer it brings the hand to the contract, about 0.5 a good card
    COMPLETES = 6   # the hand then meets the contract
    FITS = 7        # takes a card that can be laid off at once
    STOCK = 8       # draws from the stock
    FEED = 9        # discards a card that fits the table, or the open cards of the next seat
    CLAIM = 10      # claims a discard
    KEEP = 11       # keeps a claimed card
    MORE = 12       # claims though every card of the hand has to fit
    BURDEN = 13     # points that a claim adds to the hand, of 25, once somebody else has revealed


POLICIES = {
    "random": {},
    "elisabot": {"REVEAL": 10.0, "LAY_OFF": 6.0, "OUT": 9.0, "SHED": 0.35, "LATE": 0.8,
                 "PLAN": 5.0, "COMPLETES": 4.0, "FITS": 2.0, "STOCK": 0.9, "FEED": -0.6,
                 "CLAIM": -3.2, "MORE": -9.0, "KEEP": -1.2, "BURDEN": -2.0},
    "botson": {"REVEAL": 10.0, "LAY_OFF": 6.0, "OUT": 9.0, "SHED": 0.1, "LATE": 0.2,
               "PLAN": 5.0, "COMPLETES": 5.0, "FITS": 2.0, "STOCK": 0.6, "FEED": -0.1,
               "CLAIM": -1.4, "MORE": -9.0, "KEEP": -0.6, "BURDEN": -0.4},
}

# What so many naturals are worth: of a set, and of the four cards of a run.
SET_WORTH = (0.0, 0.15, 0.6, 1.0)
RUN_WORTH = (0.0, 0.12, 0.32, 0.65, 1.0)
NEXT_BEST = 0.25        # worth of what would do if the best fails


# --- How near a hand is to the contract ----------------------------------------------------

def held_by_rank(s, seat):
    """How many cards of each rank a seat holds, four bits a rank, without the twos."""
    held = 0
    for rank in range(RANKS):
        if rank != TWO:
            held |= cards_of_rank(s, seat, rank) << 4 * rank
    return held


def worth_of_sets(s, seat, sets):
    """What the ranks in a hand are worth for so many sets."""
    held, worth = held_by_rank(s, seat), 0.0
    have = 0        # ranks taken, from the fullest down
    for naturals in range(3, 0, -1):
        for rank in range(RANKS):
            count = held >> 4 * rank & 15
            if min(count, 3) == naturals:
                worth += share_of(have, sets) * (SET_WORTH[naturals] + 0.1 * max(count - 3, 0))
                have += 1
    return worth


def ranks_of_suit(s, seat, suit):
    """The ranks of a suit in a hand as bits, the ace low and high, without the two."""
    mask = 0
    for rank in range(RANKS):
        if rank != TWO and s.hand[seat][RANKS * suit + rank] > 0:
            mask |= 1 << rank
    return mask | (mask & 1) << RANKS


def most_in_window(mask, length):
    """The most bits of a mask in so many places one after the other."""
    best, window = 0, (1 << length) - 1
    for low in range(RUN_MOST - length + 1):
        best = max(best, bits(mask >> low & window))
    return best


def worth_of_runs(s, seat, runs):
    """What the suits in a hand are worth for so many runs."""
    best, second, third, last = 0.0, 0.0, 0.0, 0.0
    for suit in range(SUITS):
        mask = ranks_of_suit(s, seat, suit)
        worth = RUN_WORTH[most_in_window(mask, RUN_LEAST)] + 0.02 * bits(mask)
        if worth > best:
            best, second, third, last = worth, best, second, third
        elif worth > second:
            second, third, last = worth, second, third
        elif worth > third:
            third, last = worth, third
        else:
            last = worth
    return (best * share_of(0, runs) + second * share_of(1, runs) + third * share_of(2, runs)
            + last * share_of(3, runs))


def share_of(place, wanted):
    """How much the best but so many counts where so many are wanted."""
    if place < wanted:
        return 1.0
    return NEXT_BEST if place == wanted else 0.0


def worth_of_cover(s, seat, long_run):
    """What a hand is worth that has to fit into a long run and further melds as a whole."""
    held, most, best = held_by_rank(s, seat), 0, 0.0
    for suit in range(SUITS):
        most = max(most, most_in_window(ranks_of_suit(s, seat, suit), long_run))
    for suit in range(SUITS):
        mask = ranks_of_suit(s, seat, suit)
        for low in range(RUN_MOST - long_run + 1):
            inside = mask & ((1 << long_run) - 1) << low
            naturals = bits(inside)
            if naturals > 0 and naturals >= most - 1:
                worth = naturals * naturals / long_run + worth_of_rest(held, inside)
                best = max(best, worth)
    return best


def worth_of_rest(held, inside):
    """What the cards are worth in sets that are left beside the long run.

    `held` is as in held_by_rank, `inside` has a bit for each natural of the long run.
    """
    worth = 0.0
    inside = (inside | inside >> RANKS) & (1 << RANKS) - 1
    for rank in range(RANKS):
        count = (held >> 4 * rank & 15) - (inside >> rank & 1)
        if count > 0:
            worth += 1.2 * SET_WORTH[min(count, 3)] + 0.3 * max(count - 3, 0)
    return worth


def plan_worth(s, seat):
    """How near a hand is to the contract of the round, about 1 for each meld it has."""
    terms = s.terms[s.round - 1]
    if terms[EVERY_CARD]:
        return worth_of_cover(s, seat, max(terms[LONG_RUN], RUN_LEAST))
    worth = 0.0
    if terms[SETS] > 0:
        worth += worth_of_sets(s, seat, terms[SETS])
    if terms[RUNS] > 0:
        worth += worth_of_runs(s, seat, terms[RUNS])
    return worth


# --- What lies open --------------------------------------------------------------------------

def fits_table(s, kind):
    """Whether a card could be laid off on some meld."""
    for meld in range(s.melds):
        if s.meld[meld][KIND] == RUN:
            if (why_not_onto_run(s, meld, kind, LOW_END) == Rule.NONE
                    or why_not_onto_run(s, meld, kind, HIGH_END) == Rule.NONE):
                return True
        elif why_not_onto_set(s, meld, kind) == Rule.NONE:
            return True
    return False


def has_other_revealed(s, seat):
    """Whether a seat other than this one has revealed."""
    for other in range(SEATS):
        if other != seat and s.revealed[other]:
            return True
    return False


def feeds_next(s, seat, kind):
    """Whether the next seat is openly holding cards that this one goes with."""
    other = next_seat(s, seat)
    for near in range(KINDS):
        if s.open[other][near] > 0:
            apart = rank_of(near) - rank_of(kind)
            if apart == 0 or (suit_of(near) == suit_of(kind) and -3 < apart < 3):
                return True
    return False


# --- What an action does -----------------------------------------------------------------------

def describe(s, action, out):
    """Writes the features of a legal `action` of the seat to act into `out`, one a Feature."""
    for k in range(len(out)):
        out[k] = 0.0
    if action == REVEAL:
        out[Feature.REVEAL] = 1.0
    elif action >= LAY_OFF:
        kind, end = (action - LAY_OFF) % KINDS, (action - LAY_OFF) // KINDS % 3
        out[Feature.LAY_OFF] = 1.0
        if end != SWAP:
            describe_shed(s, kind, out)
    elif action >= DISCARD:
        kind = action - DISCARD
        describe_shed(s, kind, out)
        if fits_table(s, kind) or feeds_next(s, s.turn, kind):
            out[Feature.FEED] = 1.0
        if not s.revealed[s.turn]:
            out[Feature.PLAN] = worth_without(s, kind) - plan_worth(s, s.turn)
    elif action == DRAW_STOCK:
        out[Feature.STOCK] = 1.0
    elif action == DRAW_DISCARD or action == KEEP:
        out[Feature.KEEP] = 1.0 if action == KEEP else 0.0
        describe_taking(s, s.turn, out)
    elif action == CLAIM:
        seat = next_asked(s)
        out[Feature.CLAIM] = 1.0
        out[Feature.MORE] = 1.0 if s.terms[s.round - 1][EVERY_CARD] else 0.0
        if has_other_revealed(s, seat):
            out[Feature.BURDEN] = (POINTS[rank_of(top_card(s))] + 9.4) / 25.0
        describe_taking(s, seat, out)


def describe_shed(s, kind, out):
    """Writes what it means that a card leaves the mover's hand."""
    points = POINTS[rank_of(kind)] / 25.0
    out[Feature.SHED] = points
    out[Feature.LATE] = points if has_other_revealed(s, s.turn) else 0.0
    out[Feature.OUT] = 1.0 if s.size[s.turn] == 1 else 0.0


def worth_without(s, kind):
    """How near the mover's hand is to the contract without one of its cards."""
    s.hand[s.turn][kind] -= 1
    worth = plan_worth(s, s.turn)
    s.hand[s.turn][kind] += 1
    return worth


def best_without_one(s, taken):
    """How near the mover's hand is to the contract after the best discard but the card taken."""
    best = 0.0
    for kind in range(KINDS):
        if s.hand[s.turn][kind] > 0 and kind != taken and not is_wild(kind):
            best = max(best, worth_without(s, kind))
    return best


def describe_taking(s, seat, out):
    """Writes what the top of the discard pile is worth to a seat."""
    kind = top_card(s)
    if s.revealed[seat]:
        out[Feature.FITS] = 1.0 if fits_table(s, kind) else 0.0
        return
    before = plan_worth(s, seat)
    s.hand[seat][kind] += 1
    after = best_without_one(s, kind) if seat == s.turn else plan_worth(s, seat)
    out[Feature.PLAN] = after - before
    turn = s.turn
    s.turn = seat
    out[Feature.COMPLETES] = 1.0 if may_reveal(s, terms_of(s)) else 0.0
    s.hand[seat][kind] -= 1
    s.turn = turn
