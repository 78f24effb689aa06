"""Parcheesi: which actions are legal, and the rule that forbids the others.

`why_not` is the single source of legality: legal actions, tooltips, error messages and
bots ask it. In the subset of Python that numba compiles (see engine/twin.py).
"""

from . import state as st
from .state import Rule

# Small and called most: compiled, these become part of the functions that call them.
INLINED = ("are_both_sure", "dice_left", "dice_now", "holds_five", "in_common", "is_entry_barred",
           "is_five", "is_full", "is_idle", "is_in_doubt", "is_new_number", "is_part_of_five",
           "keep_best", "landing", "legal_actions", "may_rejoin", "only_enters", "spaces_of",
           "spend", "target_of", "unspend", "why_not_apart", "why_not_enter", "why_not_five",
           "why_not_land", "why_not_use")
ALL_PAWNS = (1 << st.PAWNS) - 1    # a bit for each
CHOICES = (st.SUM + 1) * st.PAWNS     # a pawn and a slot of dice
SPENT = (st.HOME + 3) * st.PAWNS * st.SLOTS     # what `spend` returns is smaller; four fit an int64


def spaces_of(s, slot):
    """How many spaces the move in `slot` goes, 0 if it is not to be had."""
    if slot == st.SUM:
        return s.die[0] + s.die[1] if s.die[0] and s.die[1] else 0
    if slot == st.CAPTURE_SLOT:
        return s.capture_bonus if s.bonus[0] else 0
    if slot == st.HOME_SLOT:
        return s.home_bonus if s.bonus[1] else 0
    return s.die[slot]


def landing(s, start, spaces):
    """The progress that a pawn gets to from `start`, or -1 if the count does not fit."""
    target = start + spaces
    back = 2 * st.HOME - target
    back = back if (s.overshoot == st.BOUNCE) & (back >= st.HOME_PATH) else -1
    return back if target > st.HOME else target


def why_not_land(s, pawn, start, spaces, blockades):
    """The rule by which the board alone forbids `pawn` to move from `start`; NONE if none does.

    Asked for more than all else, and so without branches that cannot be foreseen: the rule to
    be named first is looked at last.
    """
    own, mate = s.progress[s.turn], s.partner[pawn]
    target, low, high = start + spaces, start, start + spaces
    if s.overshoot == st.BOUNCE and target > st.HOME:
        target = landing(s, start, spaces)
        low, high = min(start, target - 1), st.HOME - 1
    is_taken = (st.ENTRY < target) & (target < st.HOME_PATH)
    is_taken &= (s.foes & st.SAFE) >> ((target - 1) & 63) & 1 == 1
    rule = Rule.NONE
    if mate >= 0 and own[mate] == target and not s.blockade_together:
        rule = Rule.BREAK_BLOCKADE if target != st.HOME and target != start else rule
    if s.safe_share:
        rule = Rule.BLOCKADE if is_taken and is_full(s, target) else rule
    else:
        rule = Rule.SAFE_SPACE if is_taken else rule
    rule = Rule.BLOCKADE if st.is_barred(s, blockades, start, low, high, target) else rule
    return Rule.EXACT_COUNT if (target < 0) | (target > st.HOME) | (start == st.HOME) else rule


def is_full(s, target):
    """Whether pawns of two colours fill the space at the mover's `target`, 1 to 63."""
    return not st.is_single(s, target) or st.own_at(s, target) > 0


def is_five(s, slot):
    """Whether `slot` holds what it takes to leave the nest."""
    return slot <= st.SUM and spaces_of(s, slot) == 5


def holds_five(s, slot):
    """Whether the die in `slot` (for SUM: one of the two) shows 5."""
    return s.die[0] == 5 or s.die[1] == 5 if slot == st.SUM else s.die[slot] == 5


def is_part_of_five(s, slot):
    """Whether `slot` holds a die that shows 5, or one of two that together do."""
    return holds_five(s, slot) or ((slot < 2 or slot == st.SUM) and spaces_of(s, st.SUM) == 5)


def is_entry_barred(s):
    """Whether a blockade, an own one included, stands on the mover's entry."""
    return s.entry_wall > 0 or st.own_at(s, st.ENTRY) == 2


def why_not_enter(s, slot):
    """The rule that keeps the mover's pawns in the nest; NONE if one may enter."""
    if not is_five(s, slot):
        return Rule.ENTER_ON_FIVE
    return Rule.ENTRY_BLOCKED if is_entry_barred(s) else Rule.NONE


def is_forfeit(s, slot):
    """Whether the die in `slot` is lost because the entry is blocked."""
    if s.blocked_five == st.USABLE or st.first_in_nest(s) < 0 or not is_part_of_five(s, slot):
        return False
    if s.blocked_five == st.FORFEIT_ROLL:
        return is_entry_barred(s)
    return holds_five(s, slot) and s.entry_wall > 0


def must_enter_with(s, slot):
    """Whether the die in `slot` has to bring a pawn out, alone or with the other die."""
    if s.must_enter == st.NEVER_FORCED or not is_part_of_five(s, slot):
        return False
    if st.first_in_nest(s) < 0 or is_entry_barred(s):
        return False
    return s.must_enter == st.ALWAYS_ENTER or s.entry_foes > 0


def why_not_five(s, slot):
    """The rule that keeps a five in `slot` from the pawns on the board; NONE if none does."""
    if slot > st.SUM or not is_part_of_five(s, slot) or st.first_in_nest(s) < 0:
        return Rule.NONE
    if is_forfeit(s, slot):
        return Rule.ENTRY_BLOCKED
    return Rule.MUST_ENTER if must_enter_with(s, slot) else Rule.NONE


def only_enters(s, slot):
    """Whether `slot` is both dice at once, which pawns on the board use one after the other."""
    return slot == st.SUM and s.sum == st.TWO_MOVES


def is_idle(s, slot):
    """Whether `slot` is both dice at once, which serve to enter only, and do not."""
    return only_enters(s, slot) and why_not_enter(s, slot) != Rule.NONE


def in_common(s, slot, blockades):
    """What is the same for all pawns that could use `slot`, to be asked for only once.

    The rule that keeps pawns in the nest, the rule that keeps a five from the others, and
    where the own blockades stand (own_blockades).
    """
    return why_not_enter(s, slot), why_not_five(s, slot), blockades


def why_not_apart(s, pawn, slot, common):
    """The rule that forbids `pawn` the move in `slot`, whatever the other pawns could do.

    `common` is in_common of the slot.
    """
    enter, five, blockades = common
    start = s.progress[s.turn][pawn]
    rule = why_not_land(s, pawn, start, spaces_of(s, slot), blockades)
    rule = rule if rule != Rule.NONE else five
    rule = Rule.MOVE if only_enters(s, slot) else rule
    return enter if start == st.NEST else rule


def breaks(s, pawn, slot):
    """Whether the move parts `pawn` from its mate of the roll; one back to its start does not."""
    return s.partner[pawn] >= 0 and target_of(s, pawn, slot) != s.progress[s.turn][pawn]


def must_leave_to_breaker(s, pawn, slot):
    """Whether doubles must first break a blockade, and the move would not (a house rule)."""
    if not s.doubles or breaks(s, pawn, slot):
        return False
    for i in range(st.PAWNS):
        if s.partner[i] >= 0 and s.progress[s.turn][i] != s.progress[s.turn][s.partner[i]]:
            return False     # one is broken already
    for other in range(st.SUM + 1):
        if spaces_of(s, other):
            common = in_common(s, other, st.own_blockades(s))
            for i in range(st.PAWNS):
                if breaks(s, i, other) and why_not_apart(s, i, other, common) == Rule.NONE:
                    return True
    return False


def why_not_use(s, pawn, slot, common):
    """The rule that forbids `pawn` the move in `slot`, were it the only one to be made."""
    rule = why_not_apart(s, pawn, slot, common)
    if (s.doubles_break_blockade == st.MUST_BREAK and rule == Rule.NONE and slot <= st.SUM
            and must_leave_to_breaker(s, pawn, slot)):
        # a pawn that has to enter comes first
        in_nest = s.progress[s.turn][pawn] == st.NEST
        return Rule.NONE if in_nest and must_enter_with(s, slot) else Rule.BREAK_BLOCKADE
    return rule


def movers(s, slot, blockades):
    """The pawns that can use `slot`, were it the only move to be made: bit n for pawn n."""
    if is_idle(s, slot):
        return 0
    common, bits = in_common(s, slot, blockades), 0
    for pawn in range(st.PAWNS):
        bits |= (why_not_use(s, pawn, slot, common) == Rule.NONE) << pawn
    return bits


def can_move(s, slot):
    """Whether any pawn can use `slot`."""
    return movers(s, slot, st.own_blockades(s)) != 0


def dice_left(s):
    """How many dice are still to be used."""
    count = 0
    for slot in range(4):
        count += s.die[slot] > 0
    return count


def is_new_number(s, slot):
    """Whether `slot` holds a number that none before it does (equal numbers are one choice)."""
    if spaces_of(s, slot) == 0:
        return False
    if slot == st.HOME_SLOT:
        return s.bonus[0] == 0 or s.capture_bonus != s.home_bonus
    if slot < st.SUM:
        for earlier in range(slot):
            if s.die[earlier] == s.die[slot]:
                return False
    return True


def target_of(s, pawn, slot):
    """The progress that `pawn` gets to with `slot`, -1 if the count does not fit."""
    start = s.progress[s.turn][pawn]
    return st.ENTRY if start == st.NEST else landing(s, start, spaces_of(s, slot))


def spend(s, pawn, slot):
    """Moves `pawn` by the dice in `slot`, for a look ahead; returns what `unspend` needs."""
    start = s.progress[s.turn][pawn]
    s.progress[s.turn][pawn] = target_of(s, pawn, slot)
    s.die[0 if slot == st.SUM else slot] = 0
    if slot == st.SUM:
        s.die[1] = 0
    return ((start + 2) * st.PAWNS + pawn) * st.SLOTS + slot     # never 0


def unspend(s, spent, dice):
    """Takes back what `spend` returned `spent` for; `dice` are those before it."""
    pawn, slot = spent // st.SLOTS % st.PAWNS, spent % st.SLOTS
    if slot == st.SUM:
        s.die[0], s.die[1] = dice[0], dice[1]
    else:
        s.die[slot] = dice[slot]
    s.progress[s.turn][pawn] = spent // (st.PAWNS * st.SLOTS) - 2


def dice_now(s):
    """The dice still to be used, in their slots."""
    return s.die[0], s.die[1], s.die[2], s.die[3]


def most_dice(s):
    """How many dice the mover can still use, in the best order of play.

    Goes through the orders depth first; `path` is the stack of what is spent, a number in
    base SPENT. The pawns captured on the way are left standing: a single pawn bars nothing.
    """
    dice = dice_now(s)
    left, most, used, path, choice = dice_left(s), 0, 0, 0, 0
    while True:
        while choice < CHOICES and (most == left or not is_usable(s, choice)):
            choice += 1
        if choice < CHOICES:
            slot = choice // st.PAWNS
            used += 2 if slot == st.SUM else 1
            most = max(most, used)
            path = path * SPENT + spend(s, choice % st.PAWNS, slot)
            choice = 0
        elif path == 0:
            return most
        else:
            spent = path % SPENT
            path //= SPENT
            unspend(s, spent, dice)
            slot = spent % st.SLOTS
            used -= 2 if slot == st.SUM else 1
            choice = slot * st.PAWNS + spent // st.SLOTS % st.PAWNS + 1


def is_usable(s, choice):
    """Whether a pawn can use a die, or both at once; choices go slot by slot."""
    slot = choice // st.PAWNS
    if not is_new_number(s, slot):
        return False
    return (movers(s, slot, st.own_blockades(s)) >> choice % st.PAWNS) & 1 == 1


def find_able(s):
    """Notes which pawns can use which dice (or bonuses, after the dice); whether any can."""
    able, blockades = 0, st.own_blockades(s)
    bonuses = range(st.CAPTURE_SLOT, st.HOME_SLOT + 1)
    for slot in range(st.SUM + 1) if s.stage == st.DICE else bonuses:
        if is_new_number(s, slot):
            able |= movers(s, slot, blockades) << (st.PAWNS * slot)
    s.able = able
    return able != 0


def can_use_a_die(s):
    """Whether any die can still be used."""
    for slot in range(st.SUM + 1):
        if is_new_number(s, slot) and can_move(s, slot):
            return True
    return False


def dice_used_by(s, pawn, slot):
    """How many dice can be used in all if `pawn` takes the dice in `slot` now."""
    dice = dice_now(s)
    spent = spend(s, pawn, slot)
    used = 2 if slot == st.SUM else 1
    left = dice_left(s)
    if left == 1:
        used += can_use_a_die(s)
    elif left > 1:
        used += most_dice(s)
    unspend(s, spent, dice)
    return used


def is_larger_wanted(s, slot, most):
    """Whether only one of the dice can be used and another is larger (a house rule)."""
    if s.forced_die == st.CHOICE or most != 1 or slot == st.SUM:
        return False
    for other in range(4):
        if s.die[other] > s.die[slot] and can_move(s, other):
            return True
    return False


def wins(s, pawn, slot):
    """Whether the move brings the mover's last pawn home."""
    return st.own_at(s, st.HOME) == st.PAWNS - 1 and target_of(s, pawn, slot) == st.HOME


def why_not_among(s, pawn, slot, most):
    """The rule that forbids `pawn` the move in `slot` when `most` dice can be used."""
    rule = why_not_use(s, pawn, slot, in_common(s, slot, st.own_blockades(s)))
    if rule != Rule.NONE or slot > st.SUM or dice_left(s) < 2 or wins(s, pawn, slot):
        return rule
    if dice_used_by(s, pawn, slot) < most or is_larger_wanted(s, slot, most):
        return Rule.USE_BOTH
    return Rule.NONE


def why_not(s, action):
    """The rule that forbids `action`; NONE if it is legal."""
    if s.stage == st.OVER:
        return Rule.WIN
    if s.stage == st.START or s.stage == st.ROLL:
        return Rule.ROLL
    if action == st.PASS:
        if s.stage == st.DICE:
            return Rule.USE_BOTH if s.able else Rule.NONE
        return Rule.USE_BONUS if s.able and s.bonus_use == st.MUST_TAKE else Rule.NONE
    pawn, slot = action // st.SLOTS, action % st.SLOTS
    if slot > st.SUM and (s.stage == st.DICE or spaces_of(s, slot) == 0):
        return Rule.CAPTURE_BONUS if slot == st.CAPTURE_SLOT else Rule.HOME_BONUS
    if spaces_of(s, slot) == 0:
        return Rule.ROLL
    return why_not_among(s, pawn, slot, most_dice(s) if s.stage == st.DICE else 0)


def legal_actions(s, actions):
    """Writes the mover's legal actions into `actions`; returns how many there are."""
    n, slot, able, own, nest = 0, 0, s.able, s.progress[s.turn], st.first_in_nest(s)
    while able:
        if able & ALL_PAWNS:
            for pawn in range(st.PAWNS):
                actions[n] = st.SLOTS * pawn + slot     # written over if the pawn is not able
                is_named = (own[pawn] != st.NEST) | (pawn == nest)     # one stands for the nest
                n += (able >> pawn) & is_named
        able >>= st.PAWNS
        slot += 1
    if s.stage == st.DICE and n > 1 and dice_left(s) > 1:
        n = keep_best(s, s.able, actions, n)
    if n == 0 or (s.stage == st.BONUS and s.bonus_use == st.MAY_TAKE):
        actions[n] = st.PASS
        n += 1
    return n


def keep_best(s, able, actions, n):
    """Keeps those of `n` actions after which most dice can be used; returns how many."""
    if are_both_sure(s, able):
        return n
    most, least, all_used = 0, 4, 0
    for k in range(n):
        pawn, slot = actions[k] // st.SLOTS, actions[k] % st.SLOTS
        used = dice_used_by(s, pawn, slot)
        most, least = max(most, used), min(least, used)
        all_used |= used << (3 * k)     # three bits each, as 4 dice are the most
    if least == most > 1:
        return n
    kept = 0
    for k in range(n):
        pawn, slot = actions[k] // st.SLOTS, actions[k] % st.SLOTS
        uses_most = (all_used >> (3 * k)) & 7 == most
        if (uses_most and not is_larger_wanted(s, slot, most)) or wins(s, pawn, slot):
            actions[kept] = actions[k]
            kept += 1
    return kept


def are_both_sure(s, able):
    """Whether two dice are left, and surely both can be used, whichever pawn goes first.

    `able` has a bit for each pawn that can use a slot now, PAWNS bits a slot. Spares
    `keep_best` its look ahead in most positions; False says nothing.
    """
    if (s.die[2] or s.die[3] or s.safe_share or s.overshoot == st.BOUNCE
            or s.doubles_break_blockade == st.MUST_BREAK or may_rejoin(s)):
        return False
    first, second = able & ALL_PAWNS, (able >> st.PAWNS) & ALL_PAWNS
    if s.die[0] == s.die[1]:
        second = first      # equal numbers are one choice
        if s.die[0] == 5:
            return False    # the entry may get full
    if first == 0 or second == 0 or is_in_doubt(s, first, second):
        return False
    for pawn in range(st.PAWNS):
        alone = 1 << pawn       # the only one for a die has to use both
        if second == alone and first & alone and not goes_on(s, pawn, s.die[0], s.die[1]):
            return False
        if first == alone and second & alone and not goes_on(s, pawn, s.die[1], s.die[0]):
            return False
    return True


def goes_on(s, pawn, die, next_die):
    """Whether the board lets `pawn` use both dice one after the other."""
    start = s.progress[s.turn][pawn]
    if start == st.NEST:
        return False
    return why_not_land(s, pawn, start + die, next_die, st.own_blockades(s)) == Rule.NONE


def may_rejoin(s):
    """Whether the pawns of a blockade may meet again, using one of two dice each."""
    own, may = s.progress[s.turn], False
    for pawn in range(1, st.PAWNS):
        mate = s.partner[pawn]
        may |= (mate >= 0) & ((own[mate] != own[pawn]) | (s.die[0] == s.die[1]))
    return may


def is_in_doubt(s, first, second):
    """Whether one of two dice may form a blockade that keeps pawns from using the other.

    `first` and `second` have a bit for each pawn that can use that die. The pawn that is
    landed on can pass, so there is a doubt only where that one cannot use the other die.
    """
    own, doubt = s.progress[s.turn], False
    for met in range(st.PAWNS):
        stays1, stays2 = (second >> met) & 1 == 0, (first >> met) & 1 == 0
        for pawn in range(st.PAWNS):
            gap = own[met] - own[pawn]
            lands = (gap == s.die[0]) & stays1 | (gap == s.die[1]) & stays2
            doubt |= lands & (own[met] != st.HOME)
    return doubt
