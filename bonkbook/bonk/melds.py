"""BONK: what is a set, a run, a contract, and whether a hand holds one.

In the subset of Python that numba compiles (see engine/twin.py): numbers and arrays only.
`contracts.py` asks the same questions with cards as text and answers in sentences; cards,
hands (`counts`), rules and the `terms` of a round are as in `cards.py`.

A run covers `length` ranks upwards from `low`: rank (low + place) % 13 at place 0, 1 ...
It may end on the ace after the king, so low + length is at most 14.
"""

import numpy as np
import numpy.typing as npt

from .cards import (
    ACE,
    ANY,
    EVERY_CARD,
    KIND,
    KINDS,
    LENGTH,
    LONG_RUN,
    MAX_WILDS,
    MIN_NATURALS,
    NONE,
    PLAN_COLUMNS,
    PLAN_ROWS,
    RANKS,
    RUN,
    RUN_AROUND_CORNER,
    RUN_LEAST,
    RUN_MOST,
    RUNS,
    RUNS_SAME_SUIT,
    SET,
    SET_DISTINCT_SUITS,
    SET_LEAST,
    SETS,
    SUITS,
    TWO,
    VALUE,
    Fault,
    Ints,
    are_runs_independent,
    bits,
    choices_in,
    chosen_cards,
    first_natural,
    held_in,
    is_strict,
    is_wild,
    last_low,
    places_held,
    rank_of,
    shift,
    suit_mask,
    suit_of,
    take_places,
    usable,
    write_run,
    write_set,
)

NO_WAY = 99                     # more wilds than there are: it cannot be done
# Where a search begins. An array: numba would compile its functions once more for written zeros.
NOTHING_YET = np.zeros(1, np.int64)


# --- Reading melds as they are laid ----------------------------------------------------

def wild_fault(cards: Ints, terms: Ints) -> int:
    """The Fault of a meld with too many wilds or too few naturals for the house rules."""
    wilds = 0
    for card in cards:
        wilds += is_wild(card)
    if wilds > terms[MAX_WILDS]:
        return Fault.WILDS_MANY
    if len(cards) - wilds < terms[MIN_NATURALS]:
        return Fault.NATURALS_FEW
    return Fault.NONE


def read_set(cards: Ints, terms: Ints) -> tuple[int, int]:
    """The Fault of the cards as a set, and the set's rank. Twos alone are a set of twos.

    >>> from bonkbook.bonk.cards import TERMS
    >>> read_set([6, 19, 14], TERMS[0])      # 7c 7d 2d
    (<Fault.NONE: 0>, 6)
    """
    rank, suits, is_suit_twice = TWO, 0, False
    for card in cards:
        if not is_wild(card):
            if rank == TWO:
                rank = rank_of(card)
            elif rank != rank_of(card):
                return Fault.SET_RANKS, TWO
            is_suit_twice = is_suit_twice or suits >> suit_of(card) & 1 == 1
            suits |= 1 << suit_of(card)
    if len(cards) < SET_LEAST:
        return Fault.SET_SHORT, rank
    if terms[SET_DISTINCT_SUITS] and (is_suit_twice or len(cards) > SUITS):
        return Fault.SET_SUITS, rank
    return wild_fault(cards, terms), rank


def run_low(cards: Ints, first: int, step: int) -> int:
    """The lowest rank of the cards read as a run, up (step 1) or down (-1); -1 if they are none.

    `first` is the place of a natural. Going around the corner is not minded here.
    """
    start = (rank_of(cards[first]) - step * first) % RANKS
    for place in range(first, len(cards)):
        if not is_wild(cards[place]) and rank_of(cards[place]) != (start + step * place) % RANKS:
            return -1
    return start if step == 1 else (start - len(cards) + 1) % RANKS


def read_run(cards: Ints, declared: int, terms: Ints) -> tuple[int, int, int]:
    """The Fault of the cards as a run, the run's suit, and its lowest rank.

    The cards may go up or down. `declared` is the kind that the run's lowest card stands
    for, or -1: twos alone must have it, and a single natural among twos, which may fit
    both ways, is read upwards without it.

    >>> from bonkbook.bonk.cards import TERMS
    >>> read_run([30, 1, 32, 33], -1, TERMS[1])     # 5h 2c 7h 8h
    (<Fault.NONE: 0>, 2, 4)
    """
    first, length = first_natural(cards), len(cards)
    if length < RUN_LEAST:
        return Fault.RUN_SHORT, -1, -1
    if length > RUN_MOST:
        return Fault.RUN_LONG, -1, -1
    if first < 0 and declared < 0:
        return Fault.WILDS_UNDECLARED, -1, -1
    suit = suit_of(declared if first < 0 else cards[first])
    for card in cards:
        if not is_wild(card) and suit_of(card) != suit:
            return Fault.RUN_SUITS, -1, -1
    fault = Fault.RUN_ORDER
    for attempt in range(4):            # up, down; then, around the corner, up, down
        step, is_around = 1 - 2 * (attempt % 2), attempt > 1
        low = rank_of(declared) if first < 0 else run_low(cards, first, step)
        if low < 0 or (low + length > RUN_MOST) != is_around:
            continue
        if is_around and not terms[RUN_AROUND_CORNER]:
            if fault == Fault.RUN_ORDER:
                fault = Fault.RUN_CORNER
        elif declared >= 0 and declared % KINDS != RANKS * suit + low:
            fault = Fault.WILDS_MISDECLARED
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
        bit = 1 << plan[n, VALUE]
        if plan[n, KIND] == SET:
            sets += 1
            is_rank_twice = is_rank_twice or ranks & bit != 0
            ranks |= bit
        elif plan[n, KIND] == RUN:
            runs += 1
            is_suit_twice = is_suit_twice or suits & bit != 0
            suits |= bit
            longest = max(longest, plan[n, LENGTH])
    if terms[SETS] not in (ANY, sets):
        return Fault.SETS_COUNT
    if terms[RUNS] not in (ANY, runs):
        return Fault.RUNS_COUNT
    if is_rank_twice:
        return Fault.SAME_RANK
    if is_suit_twice and not terms[RUNS_SAME_SUIT]:
        return Fault.SAME_SUIT
    if longest < terms[LONG_RUN]:
        return Fault.NO_LONG_RUN
    return Fault.LOOSE_CARDS if terms[EVERY_CARD] and loose > 0 else Fault.NONE


# --- Bounds: sets as if no run needed their cards, runs as if no set did -----------------

def twos_may_meld(terms: Ints) -> bool:
    """Whether a set of three twos is allowed."""
    return terms[MAX_WILDS] >= SET_LEAST and terms[MIN_NATURALS] == 0


def sets_cost(counts: Ints, sets: int, terms: Ints) -> int:
    """The fewest wilds with which a hand gives so many sets, runs left aside, or NO_WAY."""
    needing_none, needing_1, needing_2 = 0, 0, 0
    fewest = max(1, terms[MIN_NATURALS], SET_LEAST - terms[MAX_WILDS])
    for rank in range(RANKS):
        naturals = usable(counts, rank, terms)
        if naturals >= fewest:
            needing_none += naturals >= SET_LEAST
            needing_1 += naturals == SET_LEAST - 1
            needing_2 += naturals == SET_LEAST - 2
    sets -= min(sets, needing_none)
    cost = min(sets, needing_1)
    sets -= cost
    cost += 2 * min(sets, needing_2)
    sets -= min(sets, needing_2)
    if sets == 1 and twos_may_meld(terms):
        return cost + SET_LEAST
    return cost if sets == 0 else NO_WAY


def run_cost(counts: Ints, suit: int, terms: Ints) -> int:
    """The fewest wilds with which a suit gives a run, or NO_WAY."""
    if terms[MIN_NATURALS] > 1:
        return best_run(counts, suit, terms)[0]
    mask = suit_mask(counts, suit)
    first = mask | mask << RANKS
    second, third, fourth = first >> 1, first >> 2, first >> 3
    starts = (1 << last_low(RUN_LEAST, terms) + 1) - 1
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
        cost = 3 if mask else RUN_LEAST
    if cost > terms[MAX_WILDS] or RUN_LEAST - cost < terms[MIN_NATURALS]:
        return NO_WAY
    return cost


def best_run(counts: Ints, suit: int, terms: Ints) -> tuple[int, int, int]:
    """The fewest wilds of any run in the suit (or NO_WAY), its lowest rank, its length."""
    best, best_low, best_length = NO_WAY, 0, 0
    mask = suit_mask(counts, suit)
    for length in range(RUN_LEAST, RUN_MOST + 1):
        for low in range(last_low(length, terms) + 1):
            naturals = bits(places_held(counts, mask, RANKS * suit + low, length))
            cost = length - naturals
            if cost < best and cost <= terms[MAX_WILDS] and naturals >= terms[MIN_NATURALS]:
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
        for suit in range(SUITS):
            cost = costs >> 8 * suit & 0xFF
            if cost < best and not chosen >> suit & 1:
                best, best_suit = cost, suit
        total += best
        if not terms[RUNS_SAME_SUIT]:
            chosen |= 1 << best_suit
    return min(total, NO_WAY), chosen


# --- The search ------------------------------------------------------------------------

def can_reveal(counts: Ints, terms: Ints) -> bool:
    """Whether a hand meets the contract.

    >>> from bonkbook.bonk.cards import TERMS, count_hand
    >>> hand = count_hand([6, 19, 32, 0, 13, 14, 51])      # 7c 7d 7h Ac Ad 2d Ks
    >>> bool(can_reveal(hand, TERMS[0]))
    True
    """
    wilds = held_in(counts, TWO)
    if terms[EVERY_CARD]:
        if not may_hold_long_run(counts, wilds, terms):
            return False
    else:
        cost = sets_cost(counts, terms[SETS], terms)
        if cost > wilds or terms[RUNS] == 0:
            return cost <= wilds
        cost += runs_cost(counts, terms[RUNS], terms)[0]
        if cost > wilds or (terms[SETS] == 0 and are_runs_independent(terms)):
            return cost <= wilds
    plan = np.zeros((PLAN_ROWS, PLAN_COLUMNS), np.int64)
    return search(counts, wilds, terms, plan) <= wilds


def can_reveal_each(hands: Ints, terms: Ints) -> npt.NDArray[np.bool_]:
    """Whether each of the hands, int64[n, 4, 13], meets the contract: bool[n]."""
    answers = np.zeros(len(hands), np.bool_)
    for n in range(len(hands)):
        answers[n] = can_reveal(hands[n], terms)
    return answers


def may_hold_long_run(counts: Ints, wilds: int, terms: Ints) -> bool:
    """Whether some suit has ranks enough for the contract's long run."""
    most = 0
    for suit in range(SUITS):
        most = max(most, bits(suit_mask(counts, suit)) + (counts[suit, ACE] > 1))
    return most + wilds >= terms[LONG_RUN]


def least_wilds(counts: Ints, terms: Ints, plan: Ints) -> int:
    """The fewest wilds with which a hand meets the contract, or NO_WAY.

    Writes the melds into `plan`, int64[PLAN_ROWS, PLAN_COLUMNS], if there is a way.
    Where every card must fit that takes all the wilds.
    """
    return search(counts, 0, terms, plan)


def search(counts: Ints, enough: int, terms: Ints, plan: Ints) -> int:
    """The fewest wilds, or any number up to `enough`, that meet the contract, or NO_WAY."""
    for row in range(len(plan)):
        plan[row, KIND] = NONE
    wilds = held_in(counts, TWO)
    first = NOTHING_YET[0]
    if terms[EVERY_CARD]:
        return place_runs(counts, first, first, first, wilds, terms, plan)
    return place_sets(counts, first, terms[SETS], wilds, enough, terms, plan)


def set_wilds(naturals: int, usable: int, rank: int, terms: Ints) -> int:
    """The wilds that make naturals a set no longer than need be, or -1 if it is not wanted."""
    if rank == TWO:
        return SET_LEAST if twos_may_meld(terms) else -1
    fewest = max(1, terms[MIN_NATURALS]) if is_strict(terms) else min(SET_LEAST, usable)
    wilds = max(0, SET_LEAST - naturals)
    if naturals < fewest or naturals > max(SET_LEAST, fewest) or wilds > terms[MAX_WILDS]:
        return -1
    return wilds


def place_sets(counts: Ints, from_rank: int, sets: int, limit: int, enough: int,
               terms: Ints, plan: Ints) -> int:
    """The fewest wilds, at most `limit`, of sets from a rank up and then the runs, or NO_WAY."""
    if sets == 0:
        if are_runs_independent(terms):
            return place_runs_apart(counts, limit, terms, plan)
        first = NOTHING_YET[0]
        return place_runs(counts, first, first, first, limit, terms, plan)
    best = NO_WAY
    for rank in range(from_rank, RANKS):
        most = usable(counts, rank, terms)
        if SET_LEAST - most > limit:
            continue
        for choice in range(choices_in(counts, rank, terms)):
            cards, naturals = chosen_cards(counts, rank, choice, terms)
            wilds = set_wilds(naturals, most, rank, terms)
            if wilds < 0 or wilds > limit:
                continue
            shift(counts, rank, cards, -1)
            rest = place_sets(counts, rank + 1, sets - 1, limit - wilds, enough - wilds,
                              terms, plan)
            shift(counts, rank, cards, 1)
            if rest < NO_WAY:
                best, limit = wilds + rest, wilds + rest - 1
                write_set(plan[terms[RUNS] + sets - 1], rank, naturals + wilds, cards)
                if best <= enough:
                    return best
    return best


def place_runs_apart(counts: Ints, limit: int, terms: Ints, plan: Ints) -> int:
    """The fewest wilds, at most `limit`, of the contract's runs in different suits, or NO_WAY."""
    cost, suits = runs_cost(counts, terms[RUNS], terms)
    if cost > limit:
        return NO_WAY
    n = 0
    for suit in range(SUITS):
        if suits >> suit & 1:
            _, low, length = best_run(counts, suit, terms)
            kind, mask = RANKS * suit + low, suit_mask(counts, suit)
            write_run(plan[n], kind, length, places_held(counts, mask, kind, length))
            n += 1
    return cost


def place_runs(counts: Ints, start: int, closed: int, n: int, limit: int,
               terms: Ints, plan: Ints) -> int:
    """The fewest wilds, at most `limit`, of runs one by one from the n-th on, or NO_WAY.

    Runs come in the order of their lowest kinds, from `start` up, but for a long run, which
    comes first; the suits in `closed` are used up. Where every card must fit the answer is
    `limit` or NO_WAY, and sets take the cards left over.
    """
    if n == terms[RUNS] or (terms[RUNS] == ANY and (n > 0 or terms[LONG_RUN] == 0)):
        rest = place_rest(counts, n, limit, terms, plan) if terms[EVERY_CARD] else 0
        if rest < NO_WAY or n == terms[RUNS]:
            return rest
    best = NO_WAY
    least, longest = run_lengths(n, terms)
    for kind in range(start, KINDS):
        mask = suit_mask(counts, kind // RANKS)
        may_be = closed >> kind // RANKS & 1 == 0 and bits(mask) + 1 + limit >= least
        length = least if may_be else longest + 1
        while length <= longest and kind % RANKS <= last_low(length, terms):
            held = places_held(counts, mask, kind, length)
            places = held if length - bits(held) <= limit else -1
            while places >= 0:
                wilds = run_wilds(places, length, terms)
                if wilds <= limit:
                    take_places(counts, kind, places, -1)
                    rest = place_runs(counts, kind if n > 0 or terms[LONG_RUN] == 0 else 0,
                                      closed | shut_by(kind, terms), n + 1, limit - wilds,
                                      terms, plan)
                    take_places(counts, kind, places, 1)
                    if rest < NO_WAY:
                        best, limit = wilds + rest, wilds + rest - 1
                        write_run(plan[n], kind, length, places)
                        if terms[EVERY_CARD]:
                            return best
                places = (places - 1) & held if places > 0 and may_free(terms) else -1
            length += 1
    return best


def run_lengths(n: int, terms: Ints) -> tuple[int, int]:
    """The shortest and the longest n-th run worth a try: longer than asked only where it helps."""
    least = max(RUN_LEAST, terms[LONG_RUN]) if n == 0 else RUN_LEAST
    return least, RUN_MOST if terms[EVERY_CARD] or terms[MIN_NATURALS] > 1 else least


def run_wilds(places: int, length: int, terms: Ints) -> int:
    """The wilds of a run with naturals at these places, or NO_WAY if the house rules forbid it."""
    naturals = bits(places)
    if length - naturals > terms[MAX_WILDS] or naturals < terms[MIN_NATURALS]:
        return NO_WAY
    return length - naturals


def shut_by(kind: int, terms: Ints) -> int:
    """The suit, as a bit, that is closed to further runs by one from `kind` up, or none."""
    return 0 if terms[RUNS_SAME_SUIT] else 1 << kind // RANKS


def may_free(terms: Ints) -> bool:
    """Whether a run may do well to use a wild where a natural is at hand."""
    return is_strict(terms) or (terms[EVERY_CARD] > 0 and terms[SETS] > 0)


def place_rest(counts: Ints, n: int, wilds: int, terms: Ints, plan: Ints) -> int:
    """`wilds` if all cards left and so many wilds make sets, written from row n on, or NO_WAY."""
    sets, need, room = 0, 0, 0
    for rank in range(RANKS):
        if rank != TWO and held_in(counts, rank) > 0:
            least, most = set_room(counts, rank, terms)
            if least > most:
                return NO_WAY
            sets, need, room = sets + 1, need + least, room + most
    least, most = set_room(counts, TWO, terms)
    if terms[SETS] in (ANY, sets) and need <= wilds <= room:
        with_twos = False
    elif (terms[SETS] in (ANY, sets + 1) and least <= most
          and need + least <= wilds <= room + most):
        with_twos, need = True, need + least
    else:
        return NO_WAY
    write_rest(counts, n, wilds - need, with_twos, terms, plan)
    return wilds


def set_room(counts: Ints, rank: int, terms: Ints) -> tuple[int, int]:
    """The least and the most wilds in a set of all cards of a rank (of wilds alone, for twos).

    It cannot be a set where least > most.
    """
    held = 0 if rank == TWO else held_in(counts, rank)
    if held < terms[MIN_NATURALS] or held > usable(counts, rank, terms):
        return 1, 0
    most = terms[MAX_WILDS]
    if terms[SET_DISTINCT_SUITS]:
        most = min(most, SUITS - held)
    return max(0, SET_LEAST - held), most


def write_rest(counts: Ints, n: int, spare: int, with_twos: bool, terms: Ints, plan: Ints) -> None:
    """Writes sets of all that is left into a plan from row n on, the spare wilds shared out."""
    for rank in range(RANKS):
        if with_twos if rank == TWO else held_in(counts, rank) > 0:
            least, most = set_room(counts, rank, terms)
            wilds = min(spare + least, most)
            spare -= wilds - least
            cards = 0
            for suit in range(SUITS):
                cards |= (0 if rank == TWO else counts[suit, rank]) << 2 * suit
            naturals = 0 if rank == TWO else held_in(counts, rank)
            write_set(plan[n], rank, naturals + wilds, cards)
            n += 1
