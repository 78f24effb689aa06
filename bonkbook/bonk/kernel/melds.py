"""BONK: what is a set, a run, a contract, and whether a hand holds one.

In the subset of Python that numba compiles (see engine/twin.py): numbers and arrays only.
`contracts.py` asks the same questions with cards as text and answers in sentences; cards,
hands (`counts`), rules and the `terms` of a round are as in `cards.py`.

A run covers `length` ranks upwards from `low`: rank (low + place) % 13 at place 0, 1 ...
It may end on the ace after the king, so low + length is at most 14.
"""

import numpy as np
import numpy.typing as npt

from . import cards as c
from .cards import Ints
from .meld_faults import contract_fault, read_run, read_set

__all__ = ["NO_WAY", "can_reveal", "can_reveal_each", "contract_fault", "least_wilds",
           "read_run", "read_set"]

NO_WAY = 99                     # more wilds than there are: it cannot be done
# Called from one place, or small (see twin.py).
FOLDED = ("begin_level", "copy_plan", "fewer_places", "least_wilds", "lengthen_runs",
          "may_hold_long_run", "room_in_runs", "run_lengths", "set_wilds", "write_rest")

# A search has a row a meld: the rank of a set or the kind where a run begins, the choice of its
# cards or its length, its naturals as bits and those it might have, its wilds (-1 before the
# first meld), the suits used up before it, and the wilds of the melds before it.
LEVELS, CURSOR = c.PLAN_ROWS + 1, 7
AT, WAY, PLACES, HELD, USED, CLOSED, SPENT = range(CURSOR)


# --- The search ------------------------------------------------------------------------

def can_reveal(counts: Ints, terms: Ints) -> bool:
    """Whether a hand meets the contract.

    >>> from bonkbook.bonk.kernel.cards import TERMS, count_hand
    >>> hand = count_hand([6, 19, 32, 0, 13, 14, 51])      # 7c 7d 7h Ac Ad 2d Ks
    >>> bool(can_reveal(hand, TERMS[0]))
    True
    """
    wilds = c.held_in(counts, c.TWO)
    if terms[c.EVERY_CARD]:
        if not may_hold_long_run(counts, wilds, terms):
            return False
    else:
        cost = sets_cost(counts, terms[c.SETS], terms)
        if cost > wilds or terms[c.RUNS] == 0:
            return cost <= wilds
        cost += runs_cost(counts, terms[c.RUNS], terms)[0]
        if cost > wilds or (terms[c.SETS] == 0 and c.are_runs_independent(terms)):
            return cost <= wilds
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
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
    for suit in range(c.SUITS):
        most = max(most, c.bits(c.suit_mask(counts, suit)) + (counts[suit, c.ACE] > 1))
    return most + wilds >= terms[c.LONG_RUN]


def least_wilds(counts: Ints, terms: Ints, plan: Ints) -> int:
    """The fewest wilds with which a hand meets the contract, or NO_WAY.

    Writes the melds into `plan`, int64[PLAN_ROWS, PLAN_COLUMNS], if there is a way.
    Where every card must fit that takes all the wilds.
    """
    return search(counts, 0, terms, plan)


def search(counts: Ints, enough: int, terms: Ints, plan: Ints) -> int:
    """The fewest wilds, or any number up to `enough`, that meet the contract, or NO_WAY.

    Tries meld after meld, sets by rank and then runs by kind, a row of `at` a meld. A loop,
    not a recursion: numba cannot load a recursion from its cache.
    """
    for row in range(len(plan)):
        plan[row, c.KIND] = c.NONE
    best, limit = NO_WAY, c.held_in(counts, c.TWO)
    left, trial, at = counts.copy(), plan.copy(), np.zeros((LEVELS, CURSOR), np.int64)
    sets = 0 if terms[c.EVERY_CARD] else terms[c.SETS]
    last = sets if are_runs_apart(terms) else sets + terms[c.RUNS]
    level, is_new = 0, True
    at[0, USED] = -1
    while level >= 0:
        spent = at[level, SPENT]
        if is_new and terms[c.EVERY_CARD] and spent + rest_bound(left, at[level], terms) > limit:
            level, is_new = level - 1, False
            continue
        if is_new:
            total = spent + leaf_cost(left, level - sets, limit - spent, terms, trial)
            if total <= limit:
                best, limit = total, total - 1
                copy_plan(trial, plan)
                if best <= enough or terms[c.EVERY_CARD]:
                    return best
            if level == last:
                level, is_new = level - 1, False
                continue
        if level < sets:
            is_new = next_set(left, at[level], limit - spent, terms, trial[terms[c.RUNS] + level])
        else:
            is_new = next_run(left, at[level], level - sets, limit - spent, terms,
                              trial[level - sets])
        if is_new:
            begin_level(at, level + 1, sets, terms)
            level += 1
        else:
            trial[terms[c.RUNS] + level if level < sets else level - sets, c.KIND] = c.NONE
            level -= 1
    return best


def copy_plan(source: Ints, target: Ints) -> None:
    """Copies a plan. (A slice would compile the text of NumPy's errors into every caller.)"""
    for row in range(len(source)):
        for column in range(c.PLAN_COLUMNS):
            target[row, column] = source[row, column]


def leaf_cost(counts: Ints, runs: int, limit: int, terms: Ints, plan: Ints) -> int:
    """The fewest wilds, at most `limit`, of what is left to lay after so many runs, or NO_WAY.

    NO_WAY too where further melds have to be tried one by one; `runs` is negative before
    the last set.
    """
    if runs < 0:
        return NO_WAY
    if terms[c.EVERY_CARD]:
        if runs == terms[c.RUNS] or (terms[c.RUNS] == c.ANY
                                     and (runs > 0 or terms[c.LONG_RUN] == 0)):
            return place_rest(counts, runs, limit, terms, plan)
        return NO_WAY
    if runs == 0 and are_runs_apart(terms):
        return place_runs_apart(counts, limit, terms, plan)
    return 0 if runs == terms[c.RUNS] else NO_WAY


def rest_bound(counts: Ints, row: Ints, terms: Ints) -> int:
    """No more than the wilds that a hand needs to fit as a whole, runs from here on included.

    A rank with one or two cards needs wilds for a set unless the runs can take all of them.
    """
    first, bound = row[AT] // c.RANKS, 0
    for rank in range(c.RANKS):
        held = c.held_in(counts, rank)
        if rank != c.TWO and 0 < held < c.SET_LEAST:
            taken = 0
            for suit in range(first, c.SUITS):
                if not row[CLOSED] >> suit & 1:
                    is_twice = terms[c.RUNS_SAME_SUIT] or rank == c.ACE
                    taken += counts[suit, rank] if is_twice else min(1, counts[suit, rank])
            if taken < held:
                bound += c.SET_LEAST - held
    return bound


def are_runs_apart(terms: Ints) -> bool:
    """Whether the contract's runs need not be tried one by one."""
    return terms[c.EVERY_CARD] == 0 and c.are_runs_independent(terms)


def begin_level(at: Ints, level: int, sets: int, terms: Ints) -> None:
    """Sets a row of the search to before its first meld, after that of the level before."""
    before = at[level - 1]
    row = at[level]
    row[:] = 0
    row[USED] = -1
    row[SPENT] = before[SPENT] + before[USED]
    if level < sets:
        row[AT] = before[AT] + 1
    elif level > sets:
        row[CLOSED] = before[CLOSED] | shut_by(before[AT], terms)
        if level - sets > 1 or terms[c.LONG_RUN] == 0:
            row[AT] = before[AT]


def set_wilds(naturals: int, usable: int, rank: int, terms: Ints) -> int:
    """The wilds that make naturals a set no longer than need be, or -1 if it is not wanted."""
    if rank == c.TWO:
        return c.SET_LEAST if twos_may_meld(terms) else -1
    fewest = max(1, terms[c.MIN_NATURALS]) if c.is_strict(terms) else min(c.SET_LEAST, usable)
    wilds = max(0, c.SET_LEAST - naturals)
    if naturals < fewest or naturals > max(c.SET_LEAST, fewest) or wilds > terms[c.MAX_WILDS]:
        return -1
    return wilds


def next_set(counts: Ints, row: Ints, limit: int, terms: Ints, plan: Ints) -> bool:
    """Whether there is another set of at most `limit` wilds; takes it instead of the last one."""
    if row[USED] >= 0:
        c.shift(counts, row[AT], row[PLACES], 1)
        row[USED] = -1
        row[WAY] += 1
    while row[AT] < c.RANKS:
        most = c.usable(counts, row[AT], terms)
        ways = c.choices_in(counts, row[AT], terms) if c.SET_LEAST - most <= limit else 0
        while row[WAY] < ways:
            cards, naturals = c.chosen_cards(counts, row[AT], row[WAY], terms)
            wilds = set_wilds(naturals, most, row[AT], terms)
            if 0 <= wilds <= limit:
                c.shift(counts, row[AT], cards, -1)
                row[PLACES], row[USED] = cards, wilds
                c.write_set(plan, row[AT], naturals + wilds, cards)
                return True
            row[WAY] += 1
        row[AT] += 1
        row[WAY] = 0
    return False


def place_runs_apart(counts: Ints, limit: int, terms: Ints, plan: Ints) -> int:
    """The fewest wilds, at most `limit`, of the contract's runs in different suits, or NO_WAY."""
    cost, suits = runs_cost(counts, terms[c.RUNS], terms)
    if cost > limit:
        return NO_WAY
    n = 0
    for suit in range(c.SUITS):
        if suits >> suit & 1:
            _, low, length = best_run(counts, suit, terms)
            kind, mask = c.RANKS * suit + low, c.suit_mask(counts, suit)
            c.write_run(plan[n], kind, length, c.places_held(counts, mask, kind, length))
            n += 1
    return cost


def next_run(counts: Ints, row: Ints, n: int, limit: int, terms: Ints, plan: Ints) -> bool:
    """Whether there is another n-th run of at most `limit` wilds; takes it instead of the last.

    Runs come in the order of their lowest kinds, but for a long run, which comes first; the
    suits in CLOSED are used up. WAY is the length now tried, 0 before the first.
    """
    if row[USED] >= 0:
        c.take_places(counts, row[AT], row[PLACES], 1)
        row[USED] = -1
        fewer_places(row, terms)
    least, longest = run_lengths(n, terms)
    suit, mask = -1, 0
    while row[AT] < c.KINDS:
        if row[AT] // c.RANKS != suit:
            suit = row[AT] // c.RANKS
            mask = c.suit_mask(counts, suit)
            if row[CLOSED] >> suit & 1 or c.bits(mask) + 1 + limit < least:
                row[AT], row[WAY] = c.RANKS * (suit + 1), 0
                continue
        if row[WAY] == 0:
            first_places(counts, mask, row, least, limit)
        while row[WAY] <= longest and row[AT] % c.RANKS <= c.last_low(row[WAY], terms):
            while row[PLACES] >= 0:
                wilds = run_wilds(row[PLACES], row[WAY], terms)
                if wilds <= limit and is_worth_a_try(row, least, terms):
                    c.take_places(counts, row[AT], row[PLACES], -1)
                    row[USED] = wilds
                    c.write_run(plan, row[AT], row[WAY], row[PLACES])
                    return True
                fewer_places(row, terms)
            first_places(counts, mask, row, row[WAY] + 1, limit)
        row[AT] += 1
        row[WAY] = 0
    return False


def is_worth_a_try(row: Ints, least: int, terms: Ints) -> bool:
    """Whether a run is not merely another one of the same naturals with more wilds at its ends.

    Where every card must fit, wilds that are left lengthen the runs in the end (`place_rest`).
    """
    if not may_lengthen(terms):
        return True
    begins, ends = row[PLACES] & 1, row[PLACES] >> row[WAY] - 1
    if row[WAY] > least:
        return begins + ends == 2
    return begins == 1 or row[AT] % c.RANKS == c.last_low(least, terms)


def may_lengthen(terms: Ints) -> bool:
    """Whether wilds left over may lengthen a run as one likes, and have to go somewhere."""
    return terms[c.EVERY_CARD] > 0 and not c.is_strict(terms)


def first_places(counts: Ints, mask: int, row: Ints, length: int, limit: int) -> None:
    """Turns to runs of a length, with a natural wherever one is at hand; to none if that is vain.

    A longer run needs no fewer wilds, so that all longer ones are vain too.
    """
    row[HELD] = c.places_held(counts, mask, row[AT], length)
    row[PLACES] = row[HELD]
    row[WAY] = length if length - c.bits(row[HELD]) <= limit else c.RUN_MOST + 1


def fewer_places(row: Ints, terms: Ints) -> None:
    """Turns to the next naturals of the same run, as bits of its places, or to none (-1)."""
    row[PLACES] = (row[PLACES] - 1) & row[HELD] if row[PLACES] > 0 and may_free(terms) else -1


def run_lengths(n: int, terms: Ints) -> tuple[int, int]:
    """The shortest and the longest n-th run worth a try: longer than asked only where it helps."""
    least = max(c.RUN_LEAST, terms[c.LONG_RUN]) if n == 0 else c.RUN_LEAST
    return least, c.RUN_MOST if terms[c.EVERY_CARD] or terms[c.MIN_NATURALS] > 1 else least


def run_wilds(places: int, length: int, terms: Ints) -> int:
    """The wilds of a run with naturals at these places, or NO_WAY if the house rules forbid it."""
    naturals = c.bits(places)
    if length - naturals > terms[c.MAX_WILDS] or naturals < terms[c.MIN_NATURALS]:
        return NO_WAY
    return length - naturals


def shut_by(kind: int, terms: Ints) -> int:
    """The suit, as a bit, that is closed to further runs by one from `kind` up, or none."""
    return 0 if terms[c.RUNS_SAME_SUIT] else 1 << kind // c.RANKS


def may_free(terms: Ints) -> bool:
    """Whether a run may do well to use a wild where a natural is at hand."""
    return c.is_strict(terms) or (terms[c.EVERY_CARD] > 0 and terms[c.SETS] > 0)


def place_rest(counts: Ints, n: int, wilds: int, terms: Ints, plan: Ints) -> int:
    """`wilds` if all cards left and so many wilds can be laid, or NO_WAY.

    As sets, written from row n on; wilds to spare lengthen them or the runs in the rows before.
    """
    sets, need, room = 0, 0, room_in_runs(n, terms, plan)
    for rank in range(c.RANKS):
        if rank != c.TWO and c.held_in(counts, rank) > 0:
            least, most = set_room(counts, rank, terms)
            if least > most:
                return NO_WAY
            sets, need, room = sets + 1, need + least, room + most
    least, most = set_room(counts, c.TWO, terms)
    if terms[c.SETS] in (c.ANY, sets) and need <= wilds <= room:
        with_twos = False
    elif (terms[c.SETS] in (c.ANY, sets + 1) and least <= most
          and need + least <= wilds <= room + most):
        with_twos, need = True, need + least
    else:
        return NO_WAY
    spare = write_rest(counts, n, wilds - need, with_twos, terms, plan)
    lengthen_runs(plan, n, spare, terms)
    return wilds


def room_in_runs(n: int, terms: Ints, plan: Ints) -> int:
    """How many wilds may still lengthen the runs in the first n rows of a plan."""
    room = 0
    if may_lengthen(terms):
        for row in range(n):
            room += c.RUN_MOST - plan[row, c.LENGTH]
    return room


def lengthen_runs(plan: Ints, n: int, spare: int, terms: Ints) -> None:
    """Puts spare wilds at the high ends of the runs in the first n rows, or at their low ends."""
    for row in range(n):
        while spare > 0 and plan[row, c.LENGTH] < c.RUN_MOST:
            if plan[row, c.LOW] >= c.last_low(plan[row, c.LENGTH], terms):
                plan[row, c.LOW] = (plan[row, c.LOW] - 1) % c.RANKS
                plan[row, c.NATURALS] <<= 1
            plan[row, c.LENGTH] += 1
            spare -= 1


def set_room(counts: Ints, rank: int, terms: Ints) -> tuple[int, int]:
    """The least and the most wilds in a set of all cards of a rank (of wilds alone, for twos).

    It cannot be a set where least > most.
    """
    held = 0 if rank == c.TWO else c.held_in(counts, rank)
    if held < terms[c.MIN_NATURALS] or held > c.usable(counts, rank, terms):
        return 1, 0
    most = terms[c.MAX_WILDS]
    if terms[c.SET_DISTINCT_SUITS]:
        most = min(most, c.SUITS - held)
    return max(0, c.SET_LEAST - held), most


def write_rest(counts: Ints, n: int, spare: int, with_twos: bool, terms: Ints, plan: Ints) -> int:
    """Writes sets of all that is left into a plan from row n on; the spare wilds not needed."""
    for rank in range(c.RANKS):
        if with_twos if rank == c.TWO else c.held_in(counts, rank) > 0:
            least, most = set_room(counts, rank, terms)
            wilds = min(spare + least, most)
            spare -= wilds - least
            cards = 0
            for suit in range(c.SUITS):
                cards |= (0 if rank == c.TWO else counts[suit, rank]) << 2 * suit
            naturals = 0 if rank == c.TWO else c.held_in(counts, rank)
            c.write_set(plan[n], rank, naturals + wilds, cards)
            n += 1
    return spare


# --- The fewest wilds for sets alone, or for runs alone: bounds for the search ----------

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
