"""BONK: what a policy looks at, and the named policies as weights of it.

Policies see the own hand, the table, the discard pile, how many cards the others hold and
which of them all have seen; neither the rest of their hands nor the stock. `describe` is in
the subset of Python that numba compiles (see engine/twin.py).
"""

from enum import IntEnum

from ...engine.kernel.chance import next_seat
from . import cards as c
from . import legality
from . import state as st
from .cards import Rule

# Called from one place, or small (see twin.py).
FOLDED = ("best_without_one", "describe_shed", "describe_taking", "has_other_revealed",
          "plan_worth", "sum_of")

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


# The features as a bot that is asked for its reasons calls them.
REASONS = {
    "REVEAL": "reveals", "LAY_OFF": "lays a card off", "OUT": "goes out",
    "SHED": "points out of the hand", "LATE": "the same, as another has revealed",
    "PLAN": "progress towards the contract", "COMPLETES": "then meets the contract",
    "FITS": "can be laid off at once", "STOCK": "a new card from the stock",
    "FEED": "of use to others", "CLAIM": "costs a penalty card", "KEEP": "gives up the own draw",
    "MORE": "two more cards that have to fit",
    "BURDEN": "points in hand, as another has revealed",
}

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
# What so many cards of a rank are worth that have to fit beside a long run.
REST_WORTH = tuple(1.2 * SET_WORTH[min(count, 3)] + 0.3 * max(count - 3, 0) for count in range(9))
NEXT_BEST = 0.25        # worth of what would do if the best fails


# --- How near a hand is to the contract ----------------------------------------------------
# A hand is weighed as two numbers, without its twos: `held`, how many it has of each rank, four
# bits a rank from the ace up; and `kinds`, a bit for each kind it has.

def weighable(s, seat):
    """The hand of a seat as `held` and `kinds`."""
    held, kinds = 0, 0
    for kind in range(c.KINDS):
        if s.hand[seat][kind] > 0 and not c.is_wild(kind):
            held += s.hand[seat][kind] << 4 * c.rank_of(kind)
            kinds |= 1 << kind
    return held, kinds


def worth_of_sets(held, sets):
    """What the ranks in a hand are worth for so many sets."""
    worth, have, pairs, singles = 0.0, 0, 0, 0        # `have` ranks, from the fullest down
    while held:
        count = held & 15
        held >>= 4
        pairs += count == 2
        singles += count == 1
        if count > 2:
            worth += share_of(have, sets) * (SET_WORTH[3] + 0.1 * (count - 3))
            have += 1
    for place in range(have, min(have + pairs, sets + 1)):
        worth += share_of(place, sets) * SET_WORTH[2]
    have += pairs
    for place in range(have, min(have + singles, sets + 1)):
        worth += share_of(place, sets) * SET_WORTH[1]
    return worth


def ranks_of_suit(kinds, suit):
    """1 for each rank of a suit in a hand, four bits a rank, the ace low and high."""
    ranks = kinds >> c.RANKS * suit & (1 << c.RANKS) - 1
    ranks = (ranks | ranks << 24) & 0x000000FF000000FF      # spreads 16 bits over 64
    ranks = (ranks | ranks << 12) & 0x000F000F000F000F
    ranks = (ranks | ranks << 6) & 0x0303030303030303
    ranks = (ranks | ranks << 3) & 0x1111111111111111
    return ranks | (ranks & 1) << 4 * c.RANKS


def in_windows(ranks, length):
    """How many of a suit's ranks there are in so many places from each rank up, likewise."""
    found = 0
    for place in range(length):
        found += ranks >> 4 * place
    return found & (1 << 4 * (c.RUN_MOST - length + 1)) - 1


def most_of(numbers):
    """The largest of numbers of four bits each."""
    most = 0
    while numbers:
        most = max(most, numbers & 15)
        numbers >>= 4
    return most


def worth_of_runs(kinds, runs):
    """What the suits in a hand are worth for so many runs."""
    best, second, third, last = 0.0, 0.0, 0.0, 0.0
    for suit in range(c.SUITS):
        ranks = ranks_of_suit(kinds, suit)
        worth = RUN_WORTH[most_of(in_windows(ranks, c.RUN_LEAST))] + 0.02 * sum_of(ranks)
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


def sum_of(numbers):
    """The sum of fourteen numbers of four bits each."""
    numbers = (numbers & 0x0F0F0F0F0F0F0F) + (numbers >> 4 & 0x0F0F0F0F0F0F0F)
    numbers += numbers >> 8
    numbers += numbers >> 16
    return numbers + (numbers >> 32) & 0xFF


def share_of(place, wanted):
    """How much the best but so many counts where so many are wanted."""
    if place < wanted:
        return 1.0
    return NEXT_BEST if place == wanted else 0.0


def worth_of_cover(held, kinds, long_run):
    """What a hand is worth that has to fit into a long run and further melds as a whole."""
    most, best = 0, 0.0
    for suit in range(c.SUITS):
        most = max(most, most_of(in_windows(ranks_of_suit(kinds, suit), long_run)))
    for suit in range(c.SUITS):
        ranks = ranks_of_suit(kinds, suit)
        windows = in_windows(ranks, long_run)
        for low in range(c.RUN_MOST - long_run + 1):
            naturals = windows >> 4 * low & 15
            if naturals > 0 and naturals >= most - 1:
                inside = ranks & ((1 << 4 * long_run) - 1) << 4 * low
                worth = naturals * naturals / long_run + worth_of_rest(held, inside)
                best = max(best, worth)
    return best


def worth_of_rest(held, inside):
    """What the cards are worth in sets that are left beside the ranks inside the long run."""
    worth = 0.0
    left = held - ((inside | inside >> 4 * c.RANKS) & (1 << 4 * c.RANKS) - 1)
    while left:
        worth += REST_WORTH[left & 15]
        left >>= 4
    return worth


def worth_of(s, held, kinds):
    """How near a hand is to the contract of the round, about 1 for each meld it has."""
    terms = s.terms[s.round - 1]
    if terms[c.EVERY_CARD]:
        return worth_of_cover(held, kinds, max(terms[c.LONG_RUN], c.RUN_LEAST))
    worth = 0.0
    if terms[c.SETS] > 0:
        worth += worth_of_sets(held, terms[c.SETS])
    if terms[c.RUNS] > 0:
        worth += worth_of_runs(kinds, terms[c.RUNS])
    return worth


def worth_without(s, seat, held, kinds, kind):
    """How near the hand of a seat is to the contract without one of its cards."""
    held -= 1 << 4 * c.rank_of(kind)
    if s.hand[seat][kind] == 1:
        kinds -= 1 << kind
    return worth_of(s, held, kinds)


def best_without_one(s, seat, taken):
    """How near the hand of a seat is to the contract after its best discard but the card taken."""
    best = 0.0
    held, kinds = weighable(s, seat)
    for kind in range(c.KINDS):
        if kinds >> kind & 1 and kind != taken:
            best = max(best, worth_without(s, seat, held, kinds, kind))
    return best


def plan_worth(s, seat):
    """How near the hand of a seat is to the contract of the round."""
    held, kinds = weighable(s, seat)
    return worth_of(s, held, kinds)


# --- What lies open --------------------------------------------------------------------------

def fits_table(s, kind):
    """Whether a card could be laid off on some meld."""
    for meld in range(s.melds):
        if s.meld[meld][c.KIND] == c.RUN:
            if (legality.why_not_onto_run(s, meld, kind, st.LOW_END) == Rule.NONE
                    or legality.why_not_onto_run(s, meld, kind, st.HIGH_END) == Rule.NONE):
                return True
        elif legality.why_not_onto_set(s, meld, kind) == Rule.NONE:
            return True
    return False


def has_other_revealed(s, seat):
    """Whether a seat other than this one has revealed."""
    for other in range(st.SEATS):
        if other != seat and s.revealed[other]:
            return True
    return False


def feeds_next(s, seat, kind):
    """Whether the next seat is openly holding cards that this one goes with."""
    other = next_seat(s, seat)
    for near in range(c.KINDS):
        if s.open[other][near] > 0:
            apart = c.rank_of(near) - c.rank_of(kind)
            if apart == 0 or (c.suit_of(near) == c.suit_of(kind) and -3 < apart < 3):
                return True
    return False


# --- What an action does -----------------------------------------------------------------------

def describe(s, action, out):
    """Writes the features of a legal `action` of the seat to act into `out`, one a Feature."""
    for k in range(len(out)):
        out[k] = 0.0
    if action == st.REVEAL:
        out[Feature.REVEAL] = 1.0
    elif action >= st.LAY_OFF:
        kind, end = (action - st.LAY_OFF) % c.KINDS, (action - st.LAY_OFF) // c.KINDS % 3
        out[Feature.LAY_OFF] = 1.0
        if end != st.SWAP:
            describe_shed(s, kind, out)
    elif action >= st.DISCARD:
        kind = action - st.DISCARD
        describe_shed(s, kind, out)
        if fits_table(s, kind) or feeds_next(s, s.turn, kind):
            out[Feature.FEED] = 1.0
        if not s.revealed[s.turn]:
            held, kinds = weighable(s, s.turn)
            out[Feature.PLAN] = (worth_without(s, s.turn, held, kinds, kind)
                                 - worth_of(s, held, kinds))
    elif action == st.DRAW_STOCK:
        out[Feature.STOCK] = 1.0
    elif action == st.DRAW_DISCARD or action == st.KEEP:
        out[Feature.KEEP] = 1.0 if action == st.KEEP else 0.0
        describe_taking(s, s.turn, out)
    elif action == st.CLAIM:
        seat = st.next_asked(s)
        out[Feature.CLAIM] = 1.0
        out[Feature.MORE] = 1.0 if s.terms[s.round - 1][c.EVERY_CARD] else 0.0
        if has_other_revealed(s, seat):
            out[Feature.BURDEN] = (st.POINTS[c.rank_of(st.top_card(s))] + 9.4) / 25.0
        describe_taking(s, seat, out)


def describe_shed(s, kind, out):
    """Writes what it means that a card leaves the mover's hand."""
    points = st.POINTS[c.rank_of(kind)] / 25.0
    out[Feature.SHED] = points
    out[Feature.LATE] = points if has_other_revealed(s, s.turn) else 0.0
    out[Feature.OUT] = 1.0 if s.size[s.turn] == 1 else 0.0


def describe_taking(s, seat, out):
    """Writes what the top of the discard pile is worth to a seat."""
    kind = st.top_card(s)
    if s.revealed[seat]:
        out[Feature.FITS] = 1.0 if fits_table(s, kind) else 0.0
        return
    before = plan_worth(s, seat)
    s.hand[seat][kind] += 1
    after = best_without_one(s, seat, kind) if seat == s.turn else plan_worth(s, seat)
    out[Feature.PLAN] = after - before
    turn = s.turn
    s.turn = seat
    out[Feature.COMPLETES] = 1.0 if legality.may_reveal(s, st.terms_of(s)) else 0.0
    s.hand[seat][kind] -= 1
    s.turn = turn
