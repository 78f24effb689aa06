"""BONK: which actions are legal, and the rule that forbids the others.

`why_not` is the single source of legality: legal actions, tooltips, error messages and
bots ask it. In the subset of Python that numba compiles (see engine/twin.py).
"""

import numpy as np

from . import cards as c
from . import melds
from . import state as st
from .cards import Rule

# Called from one place, or small (see twin.py).
FOLDED = ("cards_laid", "lay_off_action", "may_reveal", "why_not_draw", "why_not_play",
          "why_not_reveal")

# --- Laying off ------------------------------------------------------------------------

def lay_off_action(meld, end, kind):
    """The number of the action that lays a card off."""
    return st.LAY_OFF + c.KINDS * (3 * meld + end) + kind


def wilds_laid(s, meld):
    """How many twos there are in a meld on the table."""
    wilds = 0
    for place in range(s.meld[meld][c.LENGTH]):
        wilds += c.is_wild(s.laid[meld][place])
    return wilds


def naturals_of_suit(s, meld, suit):
    """How many of a meld's cards are naturals of a suit."""
    found = 0
    for place in range(s.meld[meld][c.LENGTH]):
        card = s.laid[meld][place]
        found += not c.is_wild(card) and c.suit_of(card) == suit
    return found


def why_not_onto_set(s, meld, kind):
    """The rule that forbids to lay a card onto a set; NONE if it fits."""
    if not c.is_wild(kind) and c.rank_of(kind) != s.meld[meld][c.VALUE]:
        return Rule.LAY_OFF
    if s.terms[s.round - 1][c.SET_DISTINCT_SUITS]:
        if s.meld[meld][c.LENGTH] >= c.SUITS:
            return Rule.SET
        if not c.is_wild(kind) and naturals_of_suit(s, meld, c.suit_of(kind)) > 0:
            return Rule.SET
    return why_not_wild(s, meld, kind)


def why_not_wild(s, meld, kind):
    """The rule that forbids another two in a meld; NONE for other cards."""
    if c.is_wild(kind) and wilds_laid(s, meld) >= s.terms[s.round - 1][c.MAX_WILDS]:
        return Rule.WILD
    return Rule.NONE


def rank_at_end(s, meld, end):
    """The rank of the next card at an end of a run, -1 if nothing follows there."""
    low, length = s.meld[meld][c.LOW], s.meld[meld][c.LENGTH]
    if length >= c.RUN_MOST:
        return -1
    if s.terms[s.round - 1][c.RUN_AROUND_CORNER]:
        return (low + length) % c.RANKS if end == st.HIGH_END else (low - 1) % c.RANKS
    if end == st.LOW_END:
        return low - 1
    return -1 if low + length >= c.RUN_MOST else (low + length) % c.RANKS


def why_not_onto_run(s, meld, kind, end):
    """The rule that forbids to lay a card at an end of a run; NONE if it fits."""
    rank = rank_at_end(s, meld, end)
    if rank < 0:
        return Rule.RUN
    if c.is_wild(kind):
        return why_not_wild(s, meld, kind)
    if c.rank_of(kind) != rank or c.suit_of(kind) != s.meld[meld][c.VALUE]:
        return Rule.LAY_OFF
    return Rule.NONE


def place_to_swap(s, meld, kind):
    """The place of the two in a meld that a natural may take (a house rule), -1 if none."""
    if c.is_wild(kind):
        return -1
    for place in range(s.meld[meld][c.LENGTH]):
        if c.is_wild(s.laid[meld][place]):
            if s.meld[meld][c.KIND] == c.SET:
                fits = c.rank_of(kind) == s.meld[meld][c.VALUE] and (
                    not s.terms[s.round - 1][c.SET_DISTINCT_SUITS]
                    or naturals_of_suit(s, meld, c.suit_of(kind)) == 0)
            else:
                rank = (s.meld[meld][c.LOW] + place) % c.RANKS
                fits = kind == c.RANKS * s.meld[meld][c.VALUE] + rank
            if fits:
                return place
    return -1


def why_not_lay_off(s, action):
    """The rule that forbids to lay a card off; NONE if it is legal. The stage is PLAY."""
    kind, end = (action - st.LAY_OFF) % c.KINDS, (action - st.LAY_OFF) // c.KINDS % 3
    meld = (action - st.LAY_OFF) // c.KINDS // 3
    if not s.revealed[s.turn] or (s.just and s.lay_off_same_turn == st.LATER_TURN):
        return Rule.LAY_OFF
    if meld >= s.melds or s.hand[s.turn][kind] == 0:
        return Rule.LAY_OFF
    if end == st.SWAP:
        if not s.swap_wilds or place_to_swap(s, meld, kind) < 0:
            return Rule.WILD_STAYS
        return Rule.NONE
    if s.size[s.turn] == 1 and s.go_out == st.BY_DISCARD:
        return Rule.GO_OUT
    if s.meld[meld][c.KIND] == c.RUN:
        return why_not_onto_run(s, meld, kind, end)
    return why_not_onto_set(s, meld, kind) if end == st.HIGH_END else Rule.LAY_OFF


# --- Revealing -------------------------------------------------------------------------


def why_not_reveal(s):
    """The rule that forbids the mover to reveal; NONE if the hand meets the contract."""
    if s.revealed[s.turn]:
        return Rule.REVEAL
    terms = st.terms_of(s)
    if not may_reveal(s, terms):
        return Rule.FINAL_ROUND if terms[c.EVERY_CARD] else Rule.CONTRACT
    if (s.go_out == st.BY_DISCARD and not terms[c.EVERY_CARD]
            and cards_laid(s, terms) >= s.size[s.turn]):
        return Rule.GO_OUT
    return Rule.NONE


def may_reveal(s, terms):
    """Whether the mover's hand meets the contract."""
    return melds.can_reveal(st.counts_of(s, s.turn), terms)


def cards_laid(s, terms):
    """How many cards the mover would reveal, with as few wilds as can be."""
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    if melds.least_wilds(st.counts_of(s, s.turn), terms, plan) == melds.NO_WAY:
        return 0
    total = 0
    for n in range(c.PLAN_ROWS):
        if plan[n, c.KIND] != c.NONE:
            total += plan[n, c.LENGTH]
    return total


# --- All actions -----------------------------------------------------------------------

def why_no_claim(s):
    """The rule that forbids to claim a discard at any stage but CLAIMS."""
    if st.is_banned(s) and s.bonk_ban == st.BAN_ROUND_1:
        return Rule.NO_BONK_IN_ROUND_1
    return Rule.BONK


def why_not_draw(s, action):
    """The rule that forbids `action` to a mover who is to draw; NONE if it is legal."""
    if action == st.DRAW_STOCK:
        legal = st.can_draw(s, 0) or s.stock_empty == st.END_ROUND
        return Rule.NONE if legal else Rule.STOCK_EMPTY
    if action == st.DRAW_DISCARD:
        return Rule.NONE if s.pile_size > 0 else Rule.DRAW
    if action == st.PASS:
        return Rule.DRAW if st.can_draw(s, 0) or s.stock_empty == st.END_ROUND else Rule.NONE
    return Rule.DRAW


def why_not_play(s, action):
    """The rule that forbids `action` to a mover who has drawn; NONE if it is legal."""
    if action == st.REVEAL:
        return why_not_reveal(s)
    if action >= st.LAY_OFF:
        return why_not_lay_off(s, action)
    if action >= st.DISCARD:
        if s.hand[s.turn][action - st.DISCARD] == 0:
            return Rule.DISCARD
        return Rule.NO_WILD_DISCARD if c.is_wild(action - st.DISCARD) else Rule.NONE
    if action == st.END_TURN:
        return Rule.NONE if st.wilds_among(s.hand[s.turn]) == s.size[s.turn] else Rule.DISCARD
    return Rule.DISCARD if action == st.PASS else Rule.DRAW


def why_not(s, action):
    """The rule that forbids `action`; NONE if it is legal."""
    if s.stage == st.OVER:
        return Rule.WIN
    if s.stage == st.LOT:
        return Rule.FIRST_PLAYER
    if s.stage == st.DEAL or s.stage == st.UPCARD:
        return Rule.DEAL
    if s.stage == st.DRAWING:
        return Rule.DRAW
    if s.stage == st.PENALTY:
        return Rule.PENALTY_CARD
    if s.stage == st.CLAIMS:
        return Rule.NONE if action == st.CLAIM or action == st.PASS else Rule.BONK
    if s.stage == st.ANSWER:
        return Rule.NONE if action == st.ALLOW or action == st.KEEP else Rule.ALLOW_OR_KEEP
    if action == st.CLAIM:
        return why_no_claim(s)
    if action == st.ALLOW or action == st.KEEP:
        return Rule.ALLOW_OR_KEEP
    return why_not_draw(s, action) if s.stage == st.DRAW else why_not_play(s, action)


def legal_actions(s, actions):
    """Writes the legal actions of the seat to act into `actions`; returns how many there are."""
    if s.stage == st.CLAIMS:
        actions[0] = st.PASS
        actions[1] = st.CLAIM
        return 2
    if s.stage == st.ANSWER:
        actions[0] = st.ALLOW
        actions[1] = st.KEEP
        return 2
    n = 0
    if s.stage == st.DRAW:
        for action in (st.DRAW_STOCK, st.DRAW_DISCARD, st.PASS):
            if why_not_draw(s, action) == Rule.NONE:
                actions[n] = action
                n += 1
        return n
    if s.stage != st.PLAY:
        return 0
    if why_not_reveal(s) == Rule.NONE:
        actions[n] = st.REVEAL
        n += 1
    n = legal_lay_offs(s, actions, n)
    for kind in range(c.KINDS):
        if s.hand[s.turn][kind] > 0 and not c.is_wild(kind):
            actions[n] = st.DISCARD + kind
            n += 1
    if st.wilds_among(s.hand[s.turn]) == s.size[s.turn]:
        actions[n] = st.END_TURN
        n += 1
    return n


def legal_lay_offs(s, actions, n):
    """Writes the ways to lay a card off from place `n` on; returns the place after them."""
    if not s.revealed[s.turn]:
        return n
    for meld in range(s.melds):
        for kind in range(c.KINDS):
            if s.hand[s.turn][kind] > 0:
                for end in range(3):
                    action = lay_off_action(meld, end, kind)
                    if why_not_lay_off(s, action) == Rule.NONE:
                        actions[n] = action
                        n += 1
    return n
