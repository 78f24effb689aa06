"""Parcheesi: which actions are legal, and the rule that forbids the others.

`why_not` is the single source of legality: legal actions, tooltips, error messages and
bots ask it. In the subset of Python that numba compiles (see engine/twin.py).
"""

from .state import (
    ALWAYS_ENTER,
    BONUS,
    BOUNCE,
    CAPTURE_SLOT,
    CHOICE,
    DICE,
    ENTRY,
    FORFEIT_ROLL,
    HOME,
    HOME_PATH,
    HOME_SLOT,
    MAY_TAKE,
    MUST_BREAK,
    MUST_TAKE,
    NEST,
    NEVER_FORCED,
    OVER,
    PASS,
    PAWNS,
    ROLL,
    SLOTS,
    START,
    SUM,
    TWO_MOVES,
    USABLE,
    Rule,
    first_in_nest,
    has_foe,
    is_barred,
    is_safe,
    is_single,
    own_at,
    own_blockades,
)

# Small and called most: compiled, these become part of the functions that call them.
INLINED = ("in_common", "holds_five", "is_entry_barred", "is_five", "is_full", "is_new_number",
           "is_part_of_five", "landing", "leaves_other_die", "dice_left", "only_enters",
           "spaces_of", "target_of", "why_not_apart", "why_not_enter", "why_not_five",
           "why_not_land", "why_not_use")
CHOICES = (SUM + 1) * PAWNS     # a pawn and a slot of dice
SPENT = (HOME + 3) * PAWNS * SLOTS     # what `spend` returns is smaller; four fit an int64


def spaces_of(s, slot):
    """How many spaces the move in `slot` goes, 0 if it is not to be had."""
    if slot == SUM:
        return s.die[0] + s.die[1] if s.die[0] and s.die[1] else 0
    if slot == CAPTURE_SLOT:
        return s.capture_bonus if s.bonus[0] else 0
    if slot == HOME_SLOT:
        return s.home_bonus if s.bonus[1] else 0
    return s.die[slot]


def landing(s, start, spaces):
    """The progress that a pawn gets to from `start`, or -1 if the count does not fit."""
    target = start + spaces
    if target > HOME:
        back = 2 * HOME - target
        return back if s.overshoot == BOUNCE and back >= HOME_PATH else -1
    return target


def why_not_land(s, pawn, spaces, blockades):
    """The rule by which the board alone forbids `pawn` to move; NONE if it does not."""
    own = s.progress[s.turn]
    start = own[pawn]
    target = landing(s, start, spaces)
    if start == HOME or target < 0:
        return Rule.EXACT_COUNT
    bounces = start + spaces > HOME
    low = min(start, target - 1) if bounces else start
    if is_barred(s, blockades, start, low, HOME - 1 if bounces else target, target):
        return Rule.BLOCKADE
    if target < HOME_PATH and is_safe(target):
        if has_foe(s, target) and (not s.safe_share or is_full(s, target)):
            return Rule.BLOCKADE if s.safe_share else Rule.SAFE_SPACE
    mate = s.partner[pawn]
    if (mate >= 0 and not s.blockade_together and target != HOME
            and own[mate] == target and target != start):
        return Rule.BREAK_BLOCKADE
    return Rule.NONE


def is_full(s, target):
    """Whether pawns of two colours fill the space at the mover's `target`, 1 to 63."""
    return not is_single(s, target) or own_at(s, target) > 0


def is_five(s, slot):
    """Whether `slot` holds what it takes to leave the nest."""
    return slot <= SUM and spaces_of(s, slot) == 5


def holds_five(s, slot):
    """Whether the die in `slot` (for SUM: one of the two) shows 5."""
    return s.die[0] == 5 or s.die[1] == 5 if slot == SUM else s.die[slot] == 5


def is_part_of_five(s, slot):
    """Whether `slot` holds a die that shows 5, or one of two that together do."""
    return holds_five(s, slot) or ((slot < 2 or slot == SUM) and spaces_of(s, SUM) == 5)


def is_entry_barred(s):
    """Whether a blockade, an own one included, stands on the mover's entry."""
    return s.entry_wall > 0 or own_at(s, ENTRY) == 2


def why_not_enter(s, slot):
    """The rule that keeps the mover's pawns in the nest; NONE if one may enter."""
    if not is_five(s, slot):
        return Rule.ENTER_ON_FIVE
    return Rule.ENTRY_BLOCKED if is_entry_barred(s) else Rule.NONE


def is_forfeit(s, slot):
    """Whether the die in `slot` is lost because the entry is blocked."""
    if s.blocked_five == USABLE or first_in_nest(s) < 0 or not is_part_of_five(s, slot):
        return False
    if s.blocked_five == FORFEIT_ROLL:
        return is_entry_barred(s)
    return holds_five(s, slot) and s.entry_wall > 0


def must_enter_with(s, slot):
    """Whether the die in `slot` has to bring a pawn out, alone or with the other die."""
    if s.must_enter == NEVER_FORCED or not is_part_of_five(s, slot):
        return False
    if first_in_nest(s) < 0 or is_entry_barred(s):
        return False
    return s.must_enter == ALWAYS_ENTER or s.entry_foes > 0


def why_not_five(s, slot):
    """The rule that keeps a five in `slot` from the pawns on the board; NONE if none does."""
    if slot > SUM or not is_part_of_five(s, slot) or first_in_nest(s) < 0:
        return Rule.NONE
    if is_forfeit(s, slot):
        return Rule.ENTRY_BLOCKED
    return Rule.MUST_ENTER if must_enter_with(s, slot) else Rule.NONE


def only_enters(s, slot):
    """Whether `slot` is both dice at once, which pawns on the board use one after the other."""
    return slot == SUM and s.sum == TWO_MOVES


def is_idle(s, slot):
    """Whether `slot` is both dice at once, which serve to enter only, and do not."""
    return only_enters(s, slot) and why_not_enter(s, slot) != Rule.NONE


def in_common(s, slot):
    """What is the same for all pawns that could use `slot`, to be asked for only once.

    The rule that keeps pawns in the nest, the rule that keeps a five from the others, and
    where the own blockades stand.
    """
    return why_not_enter(s, slot), why_not_five(s, slot), own_blockades(s)


def why_not_apart(s, pawn, slot, common):
    """The rule that forbids `pawn` the move in `slot`, whatever the other pawns could do.

    `common` is in_common of the slot.
    """
    enter, five, blockades = common
    if s.progress[s.turn][pawn] == NEST:
        return enter
    if only_enters(s, slot):
        return Rule.MOVE
    rule = why_not_land(s, pawn, spaces_of(s, slot), blockades)
    return rule if rule != Rule.NONE else five


def must_leave_to_breaker(s, pawn):
    """Whether doubles must first break a blockade, and `pawn` would not (a house rule)."""
    if not s.doubles or s.partner[pawn] >= 0:
        return False
    for i in range(PAWNS):
        if s.partner[i] >= 0 and s.progress[s.turn][i] != s.progress[s.turn][s.partner[i]]:
            return False     # one is broken already
    for slot in range(4):
        if s.die[slot]:
            common = in_common(s, slot)
            for i in range(PAWNS):
                if s.partner[i] >= 0 and why_not_apart(s, i, slot, common) == Rule.NONE:
                    return True
    return False


def why_not_use(s, pawn, slot, common):
    """The rule that forbids `pawn` the move in `slot`, were it the only one to be made."""
    rule = why_not_apart(s, pawn, slot, common)
    if (rule == Rule.NONE and slot <= SUM and s.doubles_break_blockade == MUST_BREAK
            and must_leave_to_breaker(s, pawn)):
        # a pawn that has to enter comes first
        in_nest = s.progress[s.turn][pawn] == NEST
        return Rule.NONE if in_nest and must_enter_with(s, slot) else Rule.BREAK_BLOCKADE
    return rule


def movers(s, slot):
    """The pawns that can use `slot`, were it the only move to be made: bit n for pawn n."""
    bits = 0
    if not is_idle(s, slot):
        common = in_common(s, slot)
        for pawn in range(PAWNS):
            if why_not_use(s, pawn, slot, common) == Rule.NONE:
                bits |= 1 << pawn
    return bits


def can_move(s, slot):
    """Whether any pawn can use `slot`."""
    if not is_idle(s, slot):
        common = in_common(s, slot)
        for pawn in range(PAWNS):
            if why_not_use(s, pawn, slot, common) == Rule.NONE:
                return True
    return False


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
    if slot == HOME_SLOT:
        return s.bonus[0] == 0 or s.capture_bonus != s.home_bonus
    if slot < SUM:
        for earlier in range(slot):
            if s.die[earlier] == s.die[slot]:
                return False
    return True


def target_of(s, pawn, slot):
    """The progress that `pawn` gets to with `slot`, -1 if the count does not fit."""
    start = s.progress[s.turn][pawn]
    return ENTRY if start == NEST else landing(s, start, spaces_of(s, slot))


def spend(s, pawn, slot):
    """Moves `pawn` by the dice in `slot`, for a look ahead; returns what `unspend` needs."""
    start = s.progress[s.turn][pawn]
    s.progress[s.turn][pawn] = target_of(s, pawn, slot)
    s.die[0 if slot == SUM else slot] = 0
    if slot == SUM:
        s.die[1] = 0
    return ((start + 2) * PAWNS + pawn) * SLOTS + slot     # never 0


def unspend(s, spent, dice):
    """Takes back what `spend` returned `spent` for; `dice` are those before it."""
    pawn, slot = spent // SLOTS % PAWNS, spent % SLOTS
    if slot == SUM:
        s.die[0], s.die[1] = dice[0], dice[1]
    else:
        s.die[slot] = dice[slot]
    s.progress[s.turn][pawn] = spent // (PAWNS * SLOTS) - 2


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
            slot = choice // PAWNS
            used += 2 if slot == SUM else 1
            most = max(most, used)
            path = path * SPENT + spend(s, choice % PAWNS, slot)
            choice = 0
        elif path == 0:
            return most
        else:
            spent = path % SPENT
            path //= SPENT
            unspend(s, spent, dice)
            slot = spent % SLOTS
            used -= 2 if slot == SUM else 1
            choice = slot * PAWNS + spent // SLOTS % PAWNS + 1


def is_usable(s, choice):
    """Whether a pawn can use a die, or both at once; choices go slot by slot."""
    slot = choice // PAWNS
    return is_new_number(s, slot) and (movers(s, slot) >> choice % PAWNS) & 1 == 1


def find_able(s):
    """Notes which pawns can use which dice (or bonuses, after the dice); whether any can."""
    able = 0
    for slot in range(SUM + 1) if s.stage == DICE else range(CAPTURE_SLOT, HOME_SLOT + 1):
        if is_new_number(s, slot):
            able |= movers(s, slot) << (PAWNS * slot)
    s.able = able
    return able != 0


def can_use_a_die(s):
    """Whether any die can still be used."""
    for slot in range(SUM + 1):
        if is_new_number(s, slot) and can_move(s, slot):
            return True
    return False


def dice_used_by(s, pawn, slot):
    """How many dice can be used in all if `pawn` takes the dice in `slot` now."""
    dice = dice_now(s)
    spent = spend(s, pawn, slot)
    used = 2 if slot == SUM else 1
    left = dice_left(s)
    if left == 1:
        used += can_use_a_die(s)
    elif left > 1:
        used += most_dice(s)
    unspend(s, spent, dice)
    return used


def is_larger_wanted(s, slot, most):
    """Whether only one of two dice can be used and another die is larger (a house rule)."""
    if s.forced_die == CHOICE or most != 1 or slot == SUM or dice_left(s) != 2:
        return False
    for other in range(4):
        if s.die[other] > s.die[slot] and can_move(s, other):
            return True
    return False


def wins(s, pawn, slot):
    """Whether the move brings the mover's last pawn home."""
    return own_at(s, HOME) == PAWNS - 1 and target_of(s, pawn, slot) == HOME


def why_not_among(s, pawn, slot, most):
    """The rule that forbids `pawn` the move in `slot` when `most` dice can be used."""
    rule = why_not_use(s, pawn, slot, in_common(s, slot))
    if rule != Rule.NONE or slot > SUM or dice_left(s) < 2 or wins(s, pawn, slot):
        return rule
    if dice_used_by(s, pawn, slot) < most or is_larger_wanted(s, slot, most):
        return Rule.USE_BOTH
    return Rule.NONE


def why_not(s, action):
    """The rule that forbids `action`; NONE if it is legal."""
    if s.stage == OVER:
        return Rule.WIN
    if s.stage == START or s.stage == ROLL:
        return Rule.ROLL
    if action == PASS:
        if s.stage == DICE:
            return Rule.USE_BOTH if s.able else Rule.NONE
        return Rule.USE_BONUS if s.able and s.bonus_use == MUST_TAKE else Rule.NONE
    pawn, slot = action // SLOTS, action % SLOTS
    if slot > SUM and (s.stage == DICE or spaces_of(s, slot) == 0):
        return Rule.CAPTURE_BONUS if slot == CAPTURE_SLOT else Rule.HOME_BONUS
    if spaces_of(s, slot) == 0:
        return Rule.ROLL
    return why_not_among(s, pawn, slot, most_dice(s) if s.stage == DICE else 0)


def legal_actions(s, actions):
    """Writes the mover's legal actions into `actions`; returns how many there are."""
    n, choice, able = 0, 0, s.able
    nest, own = first_in_nest(s), s.progress[s.turn]
    while able:
        if able & 1:
            pawn = choice % PAWNS
            if own[pawn] != NEST or pawn == nest:     # one in the nest stands for all
                actions[n] = SLOTS * pawn + choice // PAWNS
                n += 1
        able >>= 1
        choice += 1
    if s.stage == DICE and n > 1 and dice_left(s) > 1:
        n = keep_best(s, s.able, actions, n)
    if n == 0 or (s.stage == BONUS and s.bonus_use == MAY_TAKE):
        actions[n] = PASS
        n += 1
    return n


def keep_best(s, able, actions, n):
    """Keeps those of `n` actions after which most dice can be used; returns how many."""
    most, least, all_used = 0, 4, 0
    for k in range(n):
        pawn, slot = actions[k] // SLOTS, actions[k] % SLOTS
        used = 2 if leaves_other_die(s, able, pawn, slot) else dice_used_by(s, pawn, slot)
        most, least = max(most, used), min(least, used)
        all_used |= used << (3 * k)     # three bits each, as 4 dice are the most
    if least == most > 1:
        return n
    kept = 0
    for k in range(n):
        pawn, slot = actions[k] // SLOTS, actions[k] % SLOTS
        uses_most = (all_used >> (3 * k)) & 7 == most
        if (uses_most and not is_larger_wanted(s, slot, most)) or wins(s, pawn, slot):
            actions[kept] = actions[k]
            kept += 1
    return kept


def leaves_other_die(s, able, pawn, slot):
    """Whether two dice are left and surely both can be used if `pawn` uses `slot` first.

    `able` has a bit for each pawn that can use a slot now, PAWNS bits a slot. Only spares
    `dice_used_by` its look ahead where another pawn stays able, because nothing that it
    depends on changes; False says nothing.
    """
    if slot > 1 or s.die[2] or s.die[3] or s.doubles_break_blockade == MUST_BREAK:
        return False
    target = target_of(s, pawn, slot)
    if ENTRY < target < HOME and own_at(s, target) > 0:
        return False    # a new blockade may bar the way
    other_slot = 0 if s.die[0] == s.die[1] else 1 - slot
    able_other = (able >> (PAWNS * other_slot)) & ~(1 << pawn)
    is_five = is_part_of_five(s, other_slot) and first_in_nest(s) >= 0
    for other in range(PAWNS):
        if (able_other >> other) & 1:
            if s.progress[s.turn][other] == NEST:
                if target > ENTRY:
                    return True
            elif not is_five and (target == HOME or target_of(s, other, other_slot) != target):
                return True
    return False
