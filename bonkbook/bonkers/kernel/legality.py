"""Bonkers: which actions are legal, and the rule that forbids the others.

`why_not` is the single source of legality: legal actions, tooltips, error messages and
bots ask it. In the subset of Python that numba compiles (see engine/twin.py).
"""

from .state import (
    AVOID_EMPTY,
    CARDS,
    DEAL,
    DECLINE,
    DRAW,
    EXCHANGE,
    EXCHANGING,
    HAND,
    LOSE_CARD,
    MAY_EXCHANGE,
    MAY_PLACE,
    NO_CARD,
    OVER,
    PLACE,
    ROLL,
    START,
    TAKE,
    WAIT,
    WINDOW,
    Rule,
    can_take,
    can_take_any,
)

# Called at every decision: compiled, these become part of the functions that call them.
INLINED = ("holds", "is_empty_exchange", "legal_actions")


def holds(s, seat, card):
    """Whether `card` is in the hand of `seat`."""
    for i in range(HAND):
        if s.hand[seat][i] == card:
            return True
    return False


def is_empty_exchange(s, card):
    """Whether `card` would exchange nothing, and another card could be placed (a house rule)."""
    if card != EXCHANGE or s.empty_exchange != AVOID_EMPTY or can_take_any(s):
        return False
    for i in range(HAND):
        other = s.hand[s.turn][i]
        if other != NO_CARD and other != EXCHANGE:
            return True
    return False


def why_not_place(s, action):
    """The rule that forbids `action` to a mover who is to place a card; NONE if it is legal."""
    if action == DECLINE:
        return Rule.NONE if s.placing == MAY_PLACE else Rule.PLACE_CARD
    if action >= TAKE:
        return Rule.EXCHANGE
    if not holds(s, s.turn, action):
        return Rule.PLACE_CARD
    return Rule.EXCHANGE if is_empty_exchange(s, action) else Rule.NONE


def why_not_exchange(s, action):
    """The rule that forbids `action` to a mover on an Exchange card; NONE if it is legal."""
    if action == DECLINE:
        return Rule.NONE if s.exchange == MAY_EXCHANGE else Rule.EXCHANGE
    if action < CARDS:
        return Rule.ONE_CARD_A_TURN if s.placed else Rule.FOLLOW_CARD
    return Rule.NONE if action - TAKE < s.size and can_take(s, action - TAKE) else Rule.EXCHANGE


def why_not(s, action):
    """The rule that forbids `action`; NONE if it is legal."""
    if s.stage == OVER:
        return Rule.WIN
    if s.stage == DEAL:
        return Rule.SEATS
    if s.stage == START:
        return Rule.HIGHEST_STARTS
    if s.stage == WINDOW:
        may_play = action == LOSE_CARD and s.lose_card[s.asked]
        return Rule.NONE if action == WAIT or may_play else Rule.LARGE_LOSE_CARD
    if action == LOSE_CARD or action == WAIT:
        return Rule.LARGE_LOSE_CARD
    if s.stage == ROLL:
        return Rule.ROLL
    if s.stage == DRAW:
        return Rule.DRAW
    return why_not_place(s, action) if s.stage == PLACE else why_not_exchange(s, action)


def legal_actions(s, actions):
    """Writes the legal actions of the seat to act into `actions`; returns how many there are."""
    n = 0
    if s.stage == WINDOW:
        actions[0] = WAIT
        actions[1] = LOSE_CARD
        return 1 + s.lose_card[s.asked]
    if s.stage == PLACE:
        hand = s.hand[s.turn]
        for i in range(HAND):
            card = hand[i]
            if card == NO_CARD:
                break
            seen = False                 # equal cards are one choice
            for j in range(i):
                seen = seen or hand[j] == card
            if not seen and not is_empty_exchange(s, card):
                actions[n] = card
                n += 1
        if s.placing == MAY_PLACE:
            actions[n] = DECLINE
            n += 1
    if s.stage == EXCHANGING:
        for space in range(s.size):
            actions[n] = TAKE + space        # counted, or written over by the next
            n += can_take(s, space)
        if s.exchange == MAY_EXCHANGE:
            actions[n] = DECLINE
            n += 1
    return n
