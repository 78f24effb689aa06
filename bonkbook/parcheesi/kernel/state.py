"""Parcheesi: what a state holds, the names of the rules, and where the pawns stand.

In the subset of Python that numba compiles (see engine/twin.py). A state `s` has the fields of
STATE; functions change it in place, so copy it to keep it.

An action is a number, 8 * pawn + slot, or PASS. Slots 0 to 3 are dice (2 and 3 the
undersides of doubles, by house rule), SUM both dice at once, the last two the bonuses.
A pawn in the nest that takes a slot enters.
"""

from enum import IntEnum

import numpy as np

SEATS = 4
PAWNS = 4
CHANCE, NOBODY = -1, -2                     # who acts when no seat does
START, ROLL, DICE, BONUS, OVER = range(5)   # stages of a game
SUM, CAPTURE_SLOT, HOME_SLOT = 4, 5, 6
SLOTS = 8
PASS = -1
MAX_ACTIONS = (SUM + 1) * PAWNS + 1         # of one decision, at most, and one to write over

# How far a pawn has come, counted from its own entry space ("progress").
NEST = -1
ENTRY = 0
HOME_PATH = 64      # 64 to 70 are private; 0 to 63 lie on the shared track
HOME = 71
TRACK = 68          # spaces on the shared track; seat n enters at 5 + 17 n
FIRST_ENTRY, BETWEEN_ENTRIES = 5, 17
# Bit p - 1 for each safe progress p from 1 to 63; as an int64 has no bit for all 64.
SAFE = sum(1 << (p - 1) for p in range(1, HOME_PATH) if p % BETWEEN_ENTRIES in (0, 7, 12))

STATE = np.dtype([
    ("progress", np.int64, (SEATS, PAWNS)),   # NEST, 0..70 or HOME
    ("playing", np.int64, SEATS),             # 1 for the seats that take part
    ("turn", np.int64),                       # the seat whose turn it is, -1 before the start
    ("stage", np.int64),                      # START and ROLL: chance acts; DICE and BONUS: `turn`
    ("die", np.int64, 4),                     # the dice still to be used, 0 = none
    ("bonus", np.int64, 2),                   # bonuses still to be taken: captures', homes'
    ("doubles", np.int64),                    # doubles in a row in this turn
    ("partner", np.int64, PAWNS),             # its mate in a blockade at the roll, -1 = none
    ("foes", np.int64),                       # bit p - 1: an opposing pawn stands at p, the mover's
    ("pairs", np.int64),                      #     progress 1 to 63; likewise two of them, and a
    ("walls", np.int64),                      #     blockade; all three 0 outside a roll
    ("entry_foes", np.int64),                 # opposing pawns on the mover's entry in this roll
    ("entry_wall", np.int64),                 # 1 if they are a blockade
    ("able", np.int64),                       # bit 4 * slot + pawn: that pawn can use that slot
    ("captures", np.int64),                   # captures in this roll
    ("homes", np.int64),                      # pawns home in this roll
    ("contending", np.int64, SEATS),          # START: 1 for the seats that still roll for it
    ("winner", np.int64),                     # the seat that has won, or -1
    ("rolls", np.int64),                      # rolls so far in this game
    ("turns", np.int64),                      # turns finished so far in this game
    # House rules: the place of the choice in rulebook.OPTIONS, or the number itself.
    ("must_enter", np.int64), ("blocked_five", np.int64), ("sum", np.int64),
    ("forced_die", np.int64), ("capture_bonus", np.int64), ("home_bonus", np.int64),
    ("bonus_chain", np.int64), ("bonus_use", np.int64), ("safe_share", np.int64),
    ("own_blockade", np.int64), ("doubles_break_blockade", np.int64),
    ("blockade_together", np.int64), ("doubles14", np.int64), ("third_double", np.int64),
    ("penalty_spares_home_path", np.int64), ("extra_turn", np.int64), ("overshoot", np.int64),
])

# The choices of the house rules that are not just "no" (0) and "yes" (1).
ALWAYS_ENTER, ENTER_TO_CAPTURE, NEVER_FORCED = range(3)
FORFEIT_DIE, USABLE, FORFEIT_ROLL = range(3)
TWO_MOVES, ONE_JUMP = range(2)
CHOICE, LARGER = range(2)
UNLIMITED, ONE_PER_ROLL = range(2)
MUST_TAKE, MAY_TAKE = range(2)
BARS, PASSES = range(2)
IF_MOVED, MUST_BREAK = range(2)
PENALTY_AT_ONCE, MOVED_FIRST = range(2)
AFTER_DOUBLES, ALSO_CAPTURE_HOME = range(2)
BARRED, BOUNCE = range(2)

# Small and called most: compiled, these become part of the functions that call them.
INLINED = ("first_in_nest", "has_foe", "is_barred", "is_safe", "is_single", "is_stopped",
           "is_walled", "look_around", "met_at", "own_at", "own_blockades", "seen_by")


class Rule(IntEnum):
    """What a rule book would be quoted for, both to explain and to forbid."""
    NONE = 0
    SEATS = 1
    HIGHEST_STARTS = 2
    ROLL = 3
    ENTER_ON_FIVE = 4
    MUST_ENTER = 5
    MOVE = 6
    USE_BOTH = 7
    CAPTURE = 8
    ENTRY_CAPTURE = 9
    CAPTURE_BONUS = 10
    SAFE_SPACE = 11
    BLOCKADE = 12
    ENTRY_BLOCKED = 13
    BREAK_BLOCKADE = 14
    HOME_PATH = 15
    EXACT_COUNT = 16
    HOME_BONUS = 17
    USE_BONUS = 18
    ROLL_AGAIN = 19
    THREE_DOUBLES = 20
    NO_LEGAL_MOVE = 21
    WIN = 22


RULES = len(Rule)


def actor(s):
    """Who acts next: a seat, CHANCE, or NOBODY when the game is over."""
    if s.stage == OVER:
        return NOBODY
    return CHANCE if s.stage == START or s.stage == ROLL else s.turn


# --- The board, as the mover sees it -------------------------------------------------

def met_at(progress, ahead):
    """Where the mover meets a pawn that enters `ahead` spaces after its own, NEST if nowhere."""
    there = progress + ahead
    there -= TRACK if there >= TRACK else 0     # cheaper than %
    is_met = (progress != NEST) & (progress < HOME_PATH) & (there < HOME_PATH)
    return there if is_met else NEST


def seen_by(seat, owner, progress):
    """Where on `seat`'s own path a pawn of `owner` stands, NEST if nowhere.

    >>> seen_by(0, 1, 0)        # green enters 17 spaces after red
    17
    """
    if owner == seat:
        return progress
    return met_at(progress, BETWEEN_ENTRIES * ((owner - seat) & 3))


def is_safe(progress):
    """Whether no pawn is captured by landing at `progress` (the same for every seat)."""
    return progress >= HOME_PATH or progress <= ENTRY or (SAFE >> (progress - 1)) & 1 == 1


def is_pair(s, owner, i, j):
    """Whether two pawns of `owner` are a blockade: on one space, which nest and home are not."""
    there = s.progress[owner][i]
    return there == s.progress[owner][j] and there != NEST and there != HOME


def look_around(s):
    """Notes where the mover meets opposing pawns and blockades on the way, for one roll."""
    foes, pairs, walls, entry_foes, entry_walls = 0, 0, 0, 0, 0
    for seats_on in range(1, SEATS):
        pawns = s.progress[(s.turn + seats_on) & 3]
        met = 0     # where this owner's pawns so far stand
        at_entry = 0
        for i in range(PAWNS):
            there = met_at(pawns[i], BETWEEN_ENTRIES * seats_on)
            bit = 1 << (there - 1) if there > ENTRY else 0
            pairs |= foes & bit
            walls |= met & bit
            foes |= bit
            met |= bit
            at_entry += there == ENTRY
        entry_foes += at_entry
        entry_walls += at_entry > 1
    s.foes, s.pairs, s.walls = foes, pairs, walls
    s.entry_foes, s.entry_wall = entry_foes, entry_walls


def has_foe(s, there):
    """Whether an opposing pawn stands at the mover's progress `there` (on the track)."""
    if there == ENTRY:
        return s.entry_foes > 0
    return there < HOME_PATH and (s.foes >> (there - 1)) & 1 == 1


def is_single(s, there):
    """Whether just one opposing pawn stands at the mover's progress `there`, 1 to 63."""
    return (s.foes >> (there - 1)) & 1 == 1 and (s.pairs >> (there - 1)) & 1 == 0


def own_at(s, there):
    """How many of the mover's pawns stand at `there`."""
    own = s.progress[s.turn]
    count = 0
    for i in range(PAWNS):
        count += own[i] == there
    return count


def is_walled(s, low, high):
    """Whether an opposing blockade stands beyond `low` and up to `high`, on the track."""
    low = min(max(low, ENTRY), HOME_PATH - 1)
    return (s.walls >> low) & ~(-1 << max(min(high, HOME_PATH - 1) - low, 0)) != 0


def own_blockades(s):
    """Where the mover's blockades stand, two at most; ENTRY for none, as nothing passes it."""
    own = s.progress[s.turn]
    first, second = ENTRY, ENTRY
    for i in range(1, PAWNS):
        for j in range(i):
            is_one = (own[i] == own[j]) & (own[i] > ENTRY) & (own[i] < HOME)
            second = first if is_one else second
            first = own[i] if is_one else first
    return first, second


def is_barred(s, blockades, start, low, high, target):
    """Whether a blockade beyond `low` and up to `high` keeps a pawn from its target.

    `blockades` are the mover's own; a pawn that bounces back may begin on one of them.
    """
    first, second = blockades
    is_shut = is_walled(s, low, high)
    if first != ENTRY:
        is_shut |= is_stopped(s, first, start, low, high, target)
        is_shut |= is_stopped(s, second, start, low, high, target)
    return is_shut


def is_stopped(s, there, start, low, high, target):
    """Whether the mover's own blockade `there` keeps a pawn from its target."""
    is_passed = (low < there) & (there <= high) & (there != start)
    return is_passed & ((s.own_blockade == BARS) | (there == target))


def first_in_nest(s):
    """The mover's first pawn in the nest, -1 if there is none."""
    own = s.progress[s.turn]
    first = -1
    for pawn in range(PAWNS - 1, -1, -1):
        first = pawn if own[pawn] == NEST else first
    return first
