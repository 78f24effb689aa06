"""Parcheesi: chance and play, each effect citing its rule.

Chance is an argument: `roll(s, die1, die2, log)` simulates, replays and enumerates. In the
subset of Python that numba compiles (see engine/twin.py).
"""

import numpy as np

from ...engine.events import note
from ...engine.kernel.chance import any_die, highest, next_seat
from . import legality
from . import state as st
from .legality import legal_actions, why_not
from .state import CHANCE, MAX_ACTIONS, NOBODY, ROLL, RULES, SEATS, STATE, Rule, actor

# Called most: compiled, these become part of the functions that call them (see engine/twin.py).
INLINED = ("arrive", "clear_roll", "end_roll", "end_turn", "note_pairs", "roll", "settle", "step")
FOLDED = ("chance",)
# What the engine asks of every game's rules.
__all__ = ["CHANCE", "MAX_ACTIONS", "NOBODY", "ROLL", "RULES", "SEATS", "STATE", "Rule",
           "actor", "chance", "legal_actions", "new_game", "step", "why_not"]


def new_game(s):
    """Sets `s` to the start of a game; `playing` and the house rules stay as they are."""
    for seat in range(st.SEATS):
        s.contending[seat] = s.playing[seat]
        for pawn in range(st.PAWNS):
            s.progress[seat][pawn] = st.NEST
    s.turn = -1
    s.stage = st.START
    s.winner = -1
    s.doubles = 0
    s.rolls = 0
    s.turns = 0
    clear_roll(s)


def clear_roll(s):
    """Forgets what belongs to one roll only."""
    for slot in range(4):
        s.die[slot] = 0
    for pawn in range(st.PAWNS):
        s.partner[pawn] = -1
    s.bonus[0] = 0
    s.bonus[1] = 0
    s.captures = 0
    s.homes = 0
    s.able = 0
    s.foes = 0
    s.pairs = 0
    s.walls = 0
    s.entry_foes = 0
    s.entry_wall = 0


def roll_for_start(s, dice, log):
    """Everyone contending rolls the die of their seat in `dice`; the highest starts."""
    for seat in range(st.SEATS):
        if s.contending[seat]:
            note(log, Rule.HIGHEST_STARTS, seat, -1, 0, dice[seat])
    starter = highest(s, dice)
    if starter >= 0:
        s.turn = starter
        s.stage = st.ROLL
        note(log, Rule.HIGHEST_STARTS, starter, 1, 0, dice[starter])


def chance(s, rng, log):
    """Lets chance act, by the stream `rng`."""
    if s.stage == st.START:
        dice = np.zeros(st.SEATS, np.int64)
        for seat in range(st.SEATS):
            if s.contending[seat]:
                dice[seat] = any_die(rng)
        roll_for_start(s, dice, log)
    else:
        die1 = any_die(rng)
        roll(s, die1, any_die(rng), log)


def roll(s, die1, die2, log):
    """Gives the mover a roll of the dice, or the penalty for the third doubles."""
    s.rolls += 1
    s.doubles = s.doubles + 1 if die1 == die2 else 0
    s.stage = st.DICE
    s.die[0] = die1
    s.die[1] = die2
    note(log, Rule.ROLL, s.turn, -1, die1, die2)
    if s.doubles == 3 and s.third_double == st.PENALTY_AT_ONCE:
        send_back_foremost(s, log)
        end_turn(s)
        return
    if s.doubles14 and die1 == die2 and st.first_in_nest(s) < 0:
        s.die[2] = 7 - die1
        s.die[3] = 7 - die1
    st.look_around(s)
    note_pairs(s)
    settle(s, log)


def note_pairs(s):
    """Notes the mover's blockades as they stand at the roll."""
    for pawn in range(1, st.PAWNS):
        for other in range(pawn):
            if st.is_pair(s, s.turn, pawn, other):
                s.partner[pawn] = other
                s.partner[other] = pawn


def step(s, action, log):
    """Plays a legal action, and what follows of itself, noting each rule that takes effect."""
    if action == st.PASS:
        if s.stage == st.BONUS:
            s.bonus[0] = 0
            s.bonus[1] = 0
            note(log, Rule.USE_BONUS, s.turn, -1, 0, 0)
    else:
        pawn, slot = action // st.SLOTS, action % st.SLOTS
        start = s.progress[s.turn][pawn]
        target = legality.target_of(s, pawn, slot)
        use_up(s, slot)
        s.progress[s.turn][pawn] = target
        note(log, citation(start, slot), s.turn, pawn, start, target)
        arrive(s, pawn, start, target, log)
    if s.stage != st.OVER:
        settle(s, log)


def citation(start, slot):
    """The rule by which a pawn from `start` moves with `slot`."""
    if start == st.NEST:
        return Rule.ENTER_ON_FIVE
    if slot == st.CAPTURE_SLOT:
        return Rule.CAPTURE_BONUS
    return Rule.HOME_BONUS if slot == st.HOME_SLOT else Rule.MOVE


def use_up(s, slot):
    """Takes the dice or the bonus of `slot` away."""
    if slot > st.SUM:
        s.bonus[slot - st.CAPTURE_SLOT] -= 1
    elif slot == st.SUM:
        s.die[0] = 0
        s.die[1] = 0
    else:
        s.die[slot] = 0


def arrive(s, pawn, start, target, log):
    """What happens where `pawn` arrives: captures, a blockade, the home path, home, a win."""
    if st.has_foe(s, target) and (target == st.ENTRY or not st.is_safe(target)):
        capture_at(s, target, Rule.ENTRY_CAPTURE if target == st.ENTRY else Rule.CAPTURE, log)
    if start < st.HOME_PATH <= target < st.HOME:
        note(log, Rule.HOME_PATH, s.turn, pawn, start, target)
    if target == st.HOME:
        s.homes += 1
        note(log, Rule.EXACT_COUNT, s.turn, pawn, start, target)
        if is_all_home(s):
            s.winner = s.turn
            s.stage = st.OVER
            clear_roll(s)
            note(log, Rule.WIN, s.turn, pawn, start, target)
        elif s.home_bonus:
            s.bonus[1] += 1
    elif st.own_at(s, target) == 2:
        note(log, Rule.BLOCKADE, s.turn, pawn, start, target)


def capture_at(s, target, rule, log):
    """Sends the opposing pawns at the mover's `target` to their nests."""
    for owner in range(st.SEATS):
        if owner != s.turn:
            for i in range(st.PAWNS):
                there = s.progress[owner][i]
                if there != st.NEST and st.seen_by(s.turn, owner, there) == target:
                    s.progress[owner][i] = st.NEST
                    if s.capture_bonus and (s.bonus_chain == st.UNLIMITED or s.captures == 0):
                        s.bonus[0] += 1
                    s.captures += 1
                    note(log, rule, s.turn, st.PAWNS * owner + i, there, st.NEST)
    if target == st.ENTRY:
        s.entry_foes = 0
    else:
        s.foes -= 1 << (target - 1)


def is_all_home(s):
    """Whether the mover has brought all pawns home."""
    return st.own_at(s, st.HOME) == st.PAWNS


def settle(s, log):
    """Goes on by itself while nothing is to be decided: unusable dice and bonuses lapse."""
    if s.stage == st.DICE:
        if legality.dice_left(s):
            if legality.find_able(s):
                return
            lapse(s, log)
        s.stage = st.BONUS
    if s.bonus[0] or s.bonus[1]:
        if legality.find_able(s):
            return
        lapse_bonuses(s, log)
    end_roll(s, log)


def lapse(s, log):
    """Takes the dice away that no pawn can use."""
    forfeits = 0     # one bit a slot, asked for before any die is gone
    for slot in range(4):
        if s.die[slot] and legality.is_forfeit(s, slot):
            forfeits |= 1 << slot
    for slot in range(4):
        number = s.die[slot]
        if number:
            s.die[slot] = 0
            lost = (forfeits >> slot) & 1
            note(log, Rule.ENTRY_BLOCKED if lost else Rule.NO_LEGAL_MOVE, s.turn, -1, number, 0)


def lapse_bonuses(s, log):
    """Takes the bonuses away that no pawn can use."""
    for kind in range(2):
        while s.bonus[kind]:
            s.bonus[kind] -= 1
            note(log, Rule.USE_BONUS, s.turn, -1, s.home_bonus if kind else s.capture_bonus, 0)


def end_roll(s, log):
    """After dice and bonuses: the mover rolls again, or the turn ends."""
    if s.doubles == 3:
        send_back_foremost(s, log)
        end_turn(s)
    elif s.doubles or (s.extra_turn == st.ALSO_CAPTURE_HOME and s.captures + s.homes > 0):
        clear_roll(s)
        s.stage = st.ROLL
        note(log, Rule.ROLL_AGAIN, s.turn, -1, s.doubles, 0)
    else:
        end_turn(s)


def end_turn(s):
    """Passes the dice to the next seat that plays."""
    clear_roll(s)
    s.stage = st.ROLL
    s.doubles = 0
    s.turns += 1
    s.turn = next_seat(s, s.turn)


def send_back_foremost(s, log):
    """The penalty for three doubles in a row."""
    pawn = foremost(s)
    start = st.NEST
    if pawn >= 0:
        start = s.progress[s.turn][pawn]
        s.progress[s.turn][pawn] = st.NEST
    note(log, Rule.THREE_DOUBLES, s.turn, pawn, start, st.NEST)


def foremost(s):
    """The mover's pawn nearest home of those that the penalty can meet, -1 if none."""
    best = -1
    limit = st.HOME_PATH if s.penalty_spares_home_path else st.HOME
    for pawn in range(st.PAWNS):
        there = s.progress[s.turn][pawn]
        if st.NEST < there < limit and (best < 0 or there > s.progress[s.turn][best]):
            best = pawn
    return best
