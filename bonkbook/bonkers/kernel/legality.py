"""Bonkers: which actions are legal, and the rule that forbids the others.

`why_not` is the single source of legality: legal actions, tooltips, error messages and
bots ask it. In the subset of Python that numba compiles (see engine/twin.py).
"""

from . import state as st
from .state import Rule

# Called at every decision: compiled, these become part of the functions that call them.
INLINED = ("holds", "is_empty_exchange", "legal_actions")


def holds(s, seat, card):
    """Whether `card` is in the hand of `seat`."""
    for i in range(st.HAND):
        if s.hand[seat][i] == card:
            return True
    return False


def is_empty_exchange(s, card):
    """Whether `card` would exchange nothing, and another card could be placed (a house rule)."""
    if card != st.EXCHANGE or s.empty_exchange != st.AVOID_EMPTY or st.can_take_any(s):
        return False
    for i in range(st.HAND):
        other = s.hand[s.turn][i]
        if other != st.NO_CARD and other != st.EXCHANGE:
            return True
    return False


def why_not_place(s, action):
    """The rule that forbids `action` to a mover who is to place a card; NONE if it is legal."""
    if action == st.DECLINE:
        return Rule.NONE if s.placing == st.MAY_PLACE else Rule.PLACE_CARD
    if action >= st.TAKE:
        return Rule.EXCHANGE
    if not holds(s, s.turn, action):
        return Rule.PLACE_CARD
    return Rule.EXCHANGE if is_empty_exchange(s, action) else Rule.NONE


def why_not_exchange(s, action):
    """The rule that forbids `action` to a mover on an Exchange card; NONE if it is legal."""
    if action == st.DECLINE:
        return Rule.NONE if s.exchange == st.MAY_EXCHANGE else Rule.EXCHANGE
    if action < st.CARDS:
        return Rule.ONE_CARD_A_TURN if s.placed else Rule.FOLLOW_CARD
    at = action - st.TAKE
    return Rule.NONE if at < s.size and st.can_take(s, at) else Rule.EXCHANGE


def why_not(s, action):
    """The rule that forbids `action`; NONE if it is legal."""
    if s.stage == st.OVER:
        return Rule.WIN
    if s.stage == st.DEAL:
        return Rule.SEATS
    if s.stage == st.START:
        return Rule.HIGHEST_STARTS
    if s.stage == st.WINDOW:
        may_play = action == st.LOSE_CARD and s.lose_card[s.asked]
        return Rule.NONE if action == st.WAIT or may_play else Rule.LARGE_LOSE_CARD
    if action == st.LOSE_CARD or action == st.WAIT:
        return Rule.LARGE_LOSE_CARD
    if s.stage == st.ROLL:
        return Rule.ROLL
    if s.stage == st.DRAW:
        return Rule.DRAW
    return why_not_place(s, action) if s.stage == st.PLACE else why_not_exchange(s, action)


def legal_actions(s, actions):
    """Writes the legal actions of the seat to act into `actions`; returns how many there are."""
    n = 0
    if s.stage == st.WINDOW:
        actions[0] = st.WAIT
        actions[1] = st.LOSE_CARD
        return 1 + s.lose_card[s.asked]
    if s.stage == st.PLACE:
        hand = s.hand[s.turn]
        for i in range(st.HAND):
            card = hand[i]
            if card == st.NO_CARD:
                break
            seen = False                 # equal cards are one choice
            for j in range(i):
                seen = seen or hand[j] == card
            if not seen and not is_empty_exchange(s, card):
                actions[n] = card
                n += 1
        if s.placing == st.MAY_PLACE:
            actions[n] = st.DECLINE
            n += 1
    if s.stage == st.EXCHANGING:
        for space in range(s.size):
            actions[n] = st.TAKE + space        # counted, or written over by the next
            n += st.can_take(s, space)
        if s.exchange == st.MAY_EXCHANGE:
            actions[n] = st.DECLINE
            n += 1
    return n
