"""Whole games by policies given as data: one loop for every game.

A template: the loader binds `rules` and `policies` to those of one game's kernel and loads this
file once a game and way of running (see twin.py). In the subset of Python that numba compiles.
"""

from types import ModuleType

import numpy as np

NO_STAGE = -1
# Called from one place (see twin.py).
FOLDED = ("best_action", "is_random", "play_on", "play_until", "scratch")

rules: ModuleType
policies: ModuleType


def best_action(s, weights, actions, n, features):
    """The action of the `n` in `actions` with the highest sum of weighted features.

    Of equal ones the first, so that a policy is a function of what it sees.
    """
    best, best_score = 0, -np.inf
    for k in range(n):
        policies.describe(s, actions[k], features)
        score = 0.0
        for f in range(len(weights)):
            score += weights[f] * features[f]
        if score > best_score:
            best, best_score = k, score
    return actions[best]


def is_random(weights):
    """Whether a policy weighs nothing, and so plays at random."""
    for f in range(len(weights)):
        if weights[f] != 0.0:
            return False
    return True


def scratch(weights):
    """Room for the actions and the features of a decision; which seats play at random."""
    at_random = np.empty(len(weights), np.bool_)
    for k in range(len(weights)):
        at_random[k] = is_random(weights[k])
    return (np.empty(rules.MAX_ACTIONS, np.int64), np.empty(weights.shape[1], np.float64),
            at_random)


def play_on(s, weights, rng, log, turn_limit, stop_stage, room, stop):
    """Plays `s` on as play_game does, with the `room` that scratch() gives.

    False if it left off early, because another thread had set stop[0].
    """
    actions, features, at_random = room
    seat = rules.actor(s)
    while seat != rules.NOBODY and s.turns < turn_limit:
        if stop[0] != 0:
            return False
        if seat == rules.CHANCE:
            rules.chance(s, rng, log)
        else:
            n = rules.legal_actions(s, actions)
            if n == 1:
                action = actions[0]
            elif at_random[seat]:
                action = actions[int(rng.random() * n)]
            else:
                action = best_action(s, weights[seat], actions, n, features)
            rules.step(s, action, log)
        if s.stage == stop_stage:
            return True
        seat = rules.actor(s)
    return True


def play_game(s, weights, rng, log, turn_limit, stop_stage=NO_STAGE):
    """Plays `s` on to its end, or until so many turns are finished.

    With a `stop_stage` also only until, after an act, the game is at that stage.
    `weights` holds a row of weights for each seat; a row of zeros plays at random.
    """
    play_on(s, weights, rng, log, turn_limit, stop_stage, scratch(weights),
            np.zeros(1, np.int64))


def play_until(states, tallies, weights, rng, first, last, stop_stage, seat, stop):
    """Plays `states`, one after the other, on until another thread sets stop[0].

    Each as play_game does to the turn limits first, first + 1, ... last; at each of them a `seat`
    that is not -1 is given the next turn. Returns how many of them are done. `tallies` has a
    table (rule, seat) for each.
    """
    room = scratch(weights)
    for i in range(len(states)):
        for limit in range(first, last + 1):
            if not play_on(states[i], weights, rng, tallies[i], limit, stop_stage, room, stop):
                return i
            if seat >= 0:
                states[i].turn = seat
    return len(states)


def play_games(states, tallies, weights, rng, turn_limit, stop_stage=NO_STAGE):
    """Plays each of `states` to its end, with a table of tallies (rule, seat) a game."""
    play_until(states, tallies, weights, rng, turn_limit, turn_limit, stop_stage, -1,
               np.zeros(1, np.int64))
