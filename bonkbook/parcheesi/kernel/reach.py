"""Parcheesi: the exact chance that the mover can bring something about, over one to three rolls.

A tree of rolls and actions is walked depth first, with a stack of states instead of
recursion. Its values are whole numbers: with r rolls still to come, 36**r stands for
certainty. In the subset of Python that numba compiles (see engine/twin.py).
"""

import numpy as np

from ...engine.events import copy_state
from . import rules
from . import state as st

DEEPEST = 100             # of three rolls: dice, and every bonus that a roll can earn
AVOID, BRING_ABOUT = 0, 1
WAYS = 21                 # rolls that differ, the order of the dice apart
MOST_KNOWN = 5000         # positions before a further roll whose chance is kept
KEY = st.SEATS * st.PAWNS + 4   # what of them matters: the pawns, and four counts

# The columns of a frame: what it waits for, how far it is, its value so far.
IS_ROLL, NEXT, COUNT, VALUE, ROLLS = range(5)


def is_hit(s, log, goal):
    """Whether the effects tallied in `log` meet `goal`: two rules, seat, owner and pawn.

    With an owner (not -1), only the capture of that seat's pawn counts.
    """
    if log[goal[0], goal[2]] + log[goal[1], goal[2]] == 0:
        return False
    return goal[3] < 0 or s.progress[goal[3]][goal[4]] == st.NEST


def chance_of(states, goal, rolls, want, most, keys, values, known):
    """The chance, of 36**rolls, that `goal` comes about in this turn within so many rolls.

    `states` is a stack of at least DEEPEST states, the first the one to begin from; `want`
    says whether the mover tries to bring it about or to avoid it. At most `most` rolls and
    actions are gone through: returns the chance, -1 if there are more, and what is left of them.
    Different ways to play lead to one position: `keys` and `values` keep the chances before a
    further roll, `known[0]` of them, for further calls about the same goal.
    """
    frames = np.zeros((DEEPEST, 5), np.int64)
    actions = np.zeros((DEEPEST, st.MAX_ACTIONS), np.int64)
    log = np.zeros((st.RULES, st.SEATS), np.int64)
    turns = states[0].turns
    open_frame(states, frames, actions, 0, rolls, want)
    depth = 0
    while True:
        if frames[depth, NEXT] == frames[depth, COUNT]:
            if depth == 0:
                return frames[0, VALUE], most
            keep_value(states[depth], frames[depth], keys, values, known)
            depth -= 1
            add_value(frames, depth, frames[depth + 1, VALUE], want)
        elif most == 0:
            return -1, most
        else:
            most -= 1
            copy_state(states, depth + 1, depth)
            log[:] = 0
            left = go_on(states[depth + 1], frames, actions, depth, log)
            s = states[depth + 1]
            frames[depth, NEXT] += 1
            if is_hit(s, log, goal):
                add_value(frames, depth, 36**left, want)
            elif rules.actor(s) < 0 and (s.turns != turns or left == 0 or s.stage != st.ROLL):
                add_value(frames, depth, 0, want)
            else:
                place = place_of(s, left, keys, known)
                if place >= 0:
                    add_value(frames, depth, values[place], want)
                else:
                    depth += 1
                    open_frame(states, frames, actions, depth, left, want)


def write_key(s, rolls, key):
    """Writes what matters of a position before a roll into `key`; `rolls` are still to come."""
    for seat in range(st.SEATS):
        for i in range(st.PAWNS):
            key[seat * st.PAWNS + i] = s.progress[seat][i]
    key[KEY - 4], key[KEY - 3], key[KEY - 2], key[KEY - 1] = rolls, s.doubles, s.captures, s.homes


def keep_value(s, frame, keys, values, known):
    """Keeps the chance of a frame that waits for a roll, if there is room."""
    if frame[IS_ROLL] and known[0] < MOST_KNOWN:
        write_key(s, frame[ROLLS], keys[known[0]])
        values[known[0]] = frame[VALUE]
        known[0] += 1


def place_of(s, rolls, keys, known):
    """Where the chance of a position before a roll is kept; -1 if it is not, or no roll comes."""
    if s.stage != st.ROLL:
        return -1
    key = keys[MOST_KNOWN]           # a row that is never kept
    write_key(s, rolls, key)
    for place in range(known[0]):
        i = 0
        while i < KEY and keys[place, i] == key[i]:
            i += 1
        if i == KEY:
            return place
    return -1


def open_frame(states, frames, actions, depth, rolls, want):
    """Begins the frame of the state at `depth`: a roll to be made, or actions to choose from."""
    s = states[depth]
    is_roll = s.stage == st.ROLL
    frames[depth, IS_ROLL] = is_roll
    frames[depth, NEXT] = 0
    frames[depth, COUNT] = WAYS if is_roll else rules.legal_actions(s, actions[depth])
    frames[depth, VALUE] = 0 if is_roll or want == BRING_ABOUT else 36**rolls
    frames[depth, ROLLS] = rolls


def go_on(s, frames, actions, depth, log):
    """Takes the next branch of the frame at `depth` in `s`; returns the rolls still to come."""
    branch, rolls = frames[depth, NEXT], frames[depth, ROLLS]
    if frames[depth, IS_ROLL]:
        die1, die2 = dice_of(branch)
        rules.roll(s, die1, die2, log)
        return rolls - 1
    rules.step(s, actions[depth, branch], log)
    return rolls


def dice_of(way):
    """The dice of the `way`-th roll: 1 1, 2 1, 2 2, 3 1 and so on, the larger first."""
    die1 = 1
    while way >= die1:
        way -= die1
        die1 += 1
    return die1, way + 1


def add_value(frames, depth, value, want):
    """Adds the value of the branch just taken to the frame at `depth`."""
    if frames[depth, IS_ROLL]:
        die1, die2 = dice_of(frames[depth, NEXT] - 1)
        frames[depth, VALUE] += value if die1 == die2 else 2 * value
    elif want == BRING_ABOUT:
        frames[depth, VALUE] = max(frames[depth, VALUE], value)
        if value == 36**frames[depth, ROLLS]:
            frames[depth, NEXT] = frames[depth, COUNT]    # certain: no need to look further
    else:
        frames[depth, VALUE] = min(frames[depth, VALUE], value)
        if value == 0:
            frames[depth, NEXT] = frames[depth, COUNT]    # avoided: no need to look further
