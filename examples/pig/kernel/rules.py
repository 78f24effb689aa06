"""Pig with two dice: what is legal and what happens, each effect citing its rule."""

from enum import IntEnum

import numpy as np

from bonkbook.engine.events import note
from bonkbook.engine.kernel.chance import any_die, next_seat

CHANCE, NOBODY = -1, -2             # who acts when no seat does
ROLL, CHOOSE, OVER = 0, 1, 2        # stages: who acts next, and how
AGAIN, HOLD = 0, 1                  # actions
SEATS, MAX_ACTIONS = 4, 2
Rule = IntEnum("Rule", "NONE ROLL ONE TWO_ONES HOLD WIN", start=0)
RULES = len(Rule)
STATE = np.dtype([("playing", np.int64, SEATS), ("score", np.int64, SEATS)] + [
    (name, np.int64) for name in ("turn", "turns", "stage", "points", "winner", "target")])


def new_game(s):
    """Sets `s` to the start of a game; `playing` and the house rules stay as they are."""
    s.turn, s.turns, s.stage, s.points, s.winner = 0, 0, ROLL, 0, -1


def actor(s):
    """Who acts next: a seat, CHANCE, or NOBODY when the game is over."""
    return NOBODY if s.stage == OVER else CHANCE if s.stage == ROLL else s.turn


def why_not(s, action):
    """The rule that forbids an action, Rule.NONE if it is legal."""
    if s.stage == ROLL:
        return Rule.ROLL
    wins = s.score[s.turn] + s.points >= s.target
    return Rule.WIN if s.stage == OVER or (wins and action == AGAIN) else Rule.NONE


def legal_actions(s, actions):
    """Writes the legal actions into `actions`; how many there are."""
    actions[0], actions[1] = HOLD, AGAIN
    return 0 if actor(s) < 0 else 2 if why_not(s, AGAIN) == Rule.NONE else 1


def chance(s, rng, log):
    """Rolls the dice at random."""
    roll(s, any_die(rng), any_die(rng), log)


def roll(s, die1, die2, log):
    """The seat rolls; a one ends its turn."""
    note(log, Rule.ROLL, s.turn, -1, die1, die2)
    if die1 > 1 and die2 > 1:
        s.points, s.stage = s.points + die1 + die2, CHOOSE
        return
    if die1 == die2:
        s.score[s.turn] = 0
    note(log, Rule.TWO_ONES if die1 == die2 else Rule.ONE, s.turn, -1, s.points, 0)
    end_turn(s)


def step(s, action, log):
    """Does a legal action."""
    if action == AGAIN:
        s.stage = ROLL
        return
    s.score[s.turn] += s.points
    note(log, Rule.HOLD, s.turn, -1, s.points, s.score[s.turn])
    if s.score[s.turn] >= s.target:
        s.winner = s.turn
        note(log, Rule.WIN, s.turn, -1, 0, s.score[s.turn])
    end_turn(s)


def end_turn(s):
    """Gives the turn to the next seat, unless the game is won."""
    s.turns, s.points, s.stage = s.turns + 1, 0, ROLL if s.winner < 0 else OVER
    if s.winner < 0:
        s.turn = next_seat(s, s.turn)
