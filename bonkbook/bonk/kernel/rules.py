"""BONK: chance and play, each effect citing its rule.

Chance is an argument: `draw(s, kind, log)` simulates, replays and enumerates. In the subset
of Python that numba compiles (see engine/twin.py).

A round is: the deal, the card turned up, then turns. A turn is: the claims of the others on
a fresh discard, the answer of the mover, a draw, and play until a discard ends it.
"""

import numpy as np

from ...engine.events import note
from ...engine.kernel.chance import any_of, next_seat
from . import card_moves, legality, melds
from . import cards as c
from . import state as st
from .cards import Rule
from .legality import legal_actions, why_not
from .state import CHANCE, MAX_ACTIONS, NOBODY, RULES, SEATS, STATE, actor

# What the engine asks of every game's rules.
__all__ = ["CHANCE", "MAX_ACTIONS", "NOBODY", "RULES", "SEATS", "STATE", "Rule",
           "actor", "chance", "legal_actions", "new_game", "step", "why_not"]

# Called from one place, or small (see twin.py).
FOLDED = ("act", "answer", "begin_play", "begin_turn", "come", "decide",
          "draw_from_stock", "end_game", "finish_deal", "go_without", "hear", "lay_down",
          "open_draw", "open_game", "reveal", "swap", "turn_up")

# --- The start -------------------------------------------------------------------------

def new_game(s):
    """Sets `s` to the start of a game; `playing`, contracts and house rules stay as they are."""
    card_moves.gather_cards(s)
    for seat in range(st.SEATS):
        s.score[seat] = 0
        s.rounds_won[seat] = 0
        s.won[seat] = 0
    s.round = 1
    s.opener = -1
    s.turn = -1
    s.stage = st.LOT
    s.winner = -1
    s.turns = 0


def players(s):
    """How many seats play."""
    total = 0
    for seat in range(st.SEATS):
        total += s.playing[seat]
    return total


def open_game(s, seat, log):
    """The lot falls on `seat` to open the first round."""
    s.opener = seat
    s.turn = seat
    s.stage = st.DEAL
    note(log, Rule.SEATS, seat, players(s), 0, st.CARDS)
    note(log, Rule.FIRST_PLAYER, seat, 1, 0, 0)


def finish_deal(s, log):
    """After everyone has cards one is turned up."""
    for seat in range(st.SEATS):
        if s.playing[seat]:
            note(log, Rule.DEAL, seat, st.NO_CARD, 0, s.size[seat])
    s.stage = st.UPCARD


def turn_up(s, kind, log):
    """The card turned up begins the discard pile, which begins empty if there are only twos."""
    is_two = c.is_wild(kind)
    if not is_two:
        s.stock[kind] -= 1
        s.stock_size -= 1
        s.pile[0] = kind
        s.pile_size = 1
    note(log, Rule.DEAL, s.turn, kind, 1, s.pile_size)
    if is_two and st.wilds_among(s.stock) < s.stock_size:
        return
    s.first_lap = players(s) if s.bonk_ban == st.BAN_FIRST_LAP else 0
    card_moves.close_claims(s)
    s.turn = s.opener
    s.discarder = st.NOT_FRESH if is_two else st.UPCARD_TURNED
    s.stage = st.BEGIN


# --- Chance ----------------------------------------------------------------------------

def any_card(s, rng):
    """One of the cards of the stock, from the stream `rng`."""
    return any_of(s.stock, s.stock_size, rng)


def chance(s, rng, log):
    """Lets chance act, by the stream `rng`."""
    if s.stage == st.LOT:
        open_game(s, any_of(s.playing, players(s), rng), log)
    elif s.stage == st.DEAL:
        for _ in range(s.terms[s.round - 1][c.DEALT]):
            for seat in range(st.SEATS):
                if s.playing[seat]:
                    card_moves.give(s, seat, any_card(s, rng))
        finish_deal(s, log)
    else:
        come(s, any_card(s, rng), log)


def come(s, kind, log):
    """The card on top of the stock turns out to be `kind`: turned up, or drawn."""
    if s.stage == st.UPCARD:
        turn_up(s, kind, log)
    elif s.stage == st.PENALTY:
        card_moves.give(s, s.claimant, kind)
        note(log, Rule.PENALTY_CARD, s.claimant, kind, 0, 0)
        card_moves.close_claims(s)
        s.stage = st.OPEN
    else:
        card_moves.give(s, s.turn, kind)
        s.dry = 0
        note(log, Rule.DRAW, s.turn, kind, 0, 0)
        s.stage = st.ENTER
    settle(s, log)


# --- Turns -----------------------------------------------------------------------------

def settle(s, log):
    """Goes on through the stages where nothing is to be decided."""
    while s.stage > st.OVER:
        if s.stage == st.BEGIN:
            begin_turn(s, log)
        elif s.stage == st.OPEN:
            open_draw(s, log)
        else:
            begin_play(s, log)


def begin_turn(s, log):
    """A turn begins: the others are asked for a claim first if the top card is fresh."""
    if s.dry >= players(s):
        note(log, Rule.STOCK_EMPTY, s.turn, st.NO_CARD, 2, 0)
        end_round(s, -1, log)
        return
    if (s.discarder != st.NOT_FRESH and st.can_draw(s, 1) and not st.is_banned(s)
            and st.next_asked(s) >= 0):
        s.stage = st.CLAIMS
    else:
        s.discarder = st.NOT_FRESH
        s.stage = st.OPEN


def open_draw(s, log):
    """The mover is to draw; where there is no card at all the turn goes on without."""
    s.stage = st.DRAW
    if s.pile_size == 0 and legality.why_not_draw(s, st.PASS) == Rule.NONE:
        go_without(s, log)


def go_without(s, log):
    """The mover has nothing to draw, or does not want the only card there is."""
    s.dry += 1
    note(log, Rule.STOCK_EMPTY, s.turn, st.NO_CARD, 1, s.dry)
    s.stage = st.ENTER


def begin_play(s, log):
    """The mover plays on; one or two twos, too few for a meld, that fit nowhere end the turn."""
    s.stage = st.PLAY
    if s.size[s.turn] >= c.SET_LEAST or st.wilds_among(s.hand[s.turn]) < s.size[s.turn]:
        return
    actions = np.empty(st.MAX_ACTIONS, np.int64)
    if legality.legal_lay_offs(s, actions, 0) == 0:
        end_turn(s, st.NOT_FRESH, log)


def end_turn(s, discarder, log):
    """The turn ends, with a discard that may be claimed or (NOT_FRESH) without one."""
    if discarder == st.NOT_FRESH:
        note(log, Rule.NO_WILD_DISCARD, s.turn, st.NO_CARD, 0, s.size[s.turn])
    s.turns += 1
    s.just = 0
    if s.first_lap > 0:
        s.first_lap -= 1
    s.turn = next_seat(s, s.turn)
    card_moves.close_claims(s)
    s.discarder = discarder
    s.stage = st.BEGIN


# --- Actions ---------------------------------------------------------------------------

def step(s, action, log):
    """Does a legal `action` of the seat to act."""
    act(s, action, log)
    settle(s, log)


def act(s, action, log):
    """Does an action, up to the next stage."""
    if s.stage == st.CLAIMS:
        hear(s, action, log)
    elif s.stage == st.ANSWER:
        answer(s, action, log)
    elif action == st.DRAW_STOCK:
        draw_from_stock(s, log)
    elif action == st.DRAW_DISCARD:
        kind = card_moves.take_top(s, s.turn)
        s.dry = 0
        note(log, Rule.DRAW, s.turn, kind, 1, 0)
        s.stage = st.ENTER
    elif action == st.PASS:
        go_without(s, log)
    elif action == st.REVEAL:
        reveal(s, log)
    elif action == st.END_TURN:
        end_turn(s, st.NOT_FRESH, log)
    elif action >= st.LAY_OFF:
        lay_off(s, action - st.LAY_OFF, log)
    else:
        discard(s, action - st.DISCARD, log)


def hear(s, action, log):
    """The seat that is asked claims the discard or passes; after the last one it is served."""
    seat = st.next_asked(s)
    s.claim[seat] = st.CLAIMED if action == st.CLAIM else st.PASSED
    if action == st.CLAIM:
        note(log, Rule.BONK, seat, st.top_card(s), 0, 0)
    if st.next_asked(s) >= 0:
        return
    seat = st.first_of_claim(s, st.CLAIMED)
    card_moves.close_claims(s)
    if seat >= 0:
        s.claimant = seat
        s.stage = st.ANSWER
    else:
        s.stage = st.OPEN


def answer(s, action, log):
    """The mover allows the claim, or keeps the card."""
    kind = st.top_card(s)
    if action == st.ALLOW:
        card_moves.take_top(s, s.claimant)
        note(log, Rule.ALLOW_OR_KEEP, s.turn, kind, s.claimant, 1)
        if s.stock_size == 0:
            reshuffle(s, log)
        s.stage = st.PENALTY
    elif s.refuse == st.FREELY:
        note(log, Rule.ALLOW_OR_KEEP, s.turn, kind, s.claimant, 2)
        card_moves.close_claims(s)
        s.stage = st.OPEN
    else:
        card_moves.take_top(s, s.turn)
        s.dry = 0
        note(log, Rule.ALLOW_OR_KEEP, s.turn, kind, s.claimant, 0)
        card_moves.close_claims(s)
        s.stage = st.ENTER


def draw_from_stock(s, log):
    """The mover draws from the stock, which may have to be made anew, or is at its end."""
    if s.stock_size == 0 and s.stock_empty != st.RESHUFFLE:
        note(log, Rule.STOCK_EMPTY, s.turn, st.NO_CARD, 2, 0)
        end_round(s, -1, log)
        return
    if s.stock_size == 0:
        reshuffle(s, log)
    s.stage = st.DRAWING


def reshuffle(s, log):
    """The discards but the top one become the stock."""
    card_moves.refill(s)
    note(log, Rule.STOCK_EMPTY, s.turn, st.NO_CARD, 0, s.stock_size)


def discard(s, kind, log):
    """The mover puts a card on the discard pile, which ends the turn."""
    seat = s.turn
    card_moves.lose(s, seat, kind)
    s.pile[s.pile_size] = kind
    s.pile_size += 1
    note(log, Rule.DISCARD, seat, kind, 0, s.size[seat])
    if s.size[seat] == 0:
        go_out(s, log)
    else:
        end_turn(s, seat, log)


# --- Melds -----------------------------------------------------------------------------

def reveal(s, log):
    """The mover lays the contract down with as few wilds as can be."""
    counts = st.counts_of(s, s.turn)
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    cards = np.zeros((c.PLAN_ROWS, c.LONGEST_MELD), np.int64)
    melds.least_wilds(counts, st.terms_of(s), plan)
    c.lay_out(plan, counts, cards)
    lay_down(s, plan, cards, log)


def lay_down(s, plan, cards, log):
    """The mover reveals these melds: rows of a plan (cards.py), and the kinds of each, upwards."""
    first = s.melds
    for n in range(len(plan)):
        if plan[n, c.KIND] != c.NONE:
            card_moves.put_meld(s, plan[n], cards[n])
    s.revealed[s.turn] = 1
    s.just = s.lay_off_same_turn
    note(log, Rule.REVEAL, s.turn, s.melds - first, first, s.size[s.turn])
    if s.terms[s.round - 1][c.EVERY_CARD]:
        note(log, Rule.FINAL_ROUND, s.turn, st.NO_CARD, 0, 0)
    if s.size[s.turn] == 0:
        go_out(s, log)
    else:
        s.stage = st.ENTER


def lay_off(s, code, log):
    """The mover adds a card to a meld on the table."""
    kind, end, meld = code % c.KINDS, code // c.KINDS % 3, code // c.KINDS // 3
    if end == st.SWAP:
        swap(s, meld, kind, log)
    else:
        card_moves.extend(s, meld, kind, end)
        note(log, Rule.LAY_OFF, s.turn, kind, meld, end)
    if s.size[s.turn] == 0:
        go_out(s, log)
    else:
        s.stage = st.ENTER


def swap(s, meld, kind, log):
    """The mover puts a natural in the place of a two, which comes into the hand (house rule)."""
    place = legality.place_to_swap(s, meld, kind)
    wild = s.laid[meld][place]
    card_moves.lose(s, s.turn, kind)
    s.laid[meld][place] = kind
    card_moves.take_openly(s, s.turn, wild)
    note(log, Rule.WILD_STAYS, s.turn, kind, meld, wild)


# --- The end of a round and of the game ------------------------------------------------

def go_out(s, log):
    """The mover has no card left: the round is won."""
    note(log, Rule.GO_OUT, s.turn, st.NO_CARD, s.round, 0)
    s.rounds_won[s.turn] += 1
    end_round(s, s.turn, log)


def end_round(s, winner, log):
    """Counts the cards left in hands, for a round won by `winner` or (-1) by nobody."""
    s.turns += 1
    card_moves.close_claims(s)
    for seat in range(st.SEATS):
        if s.playing[seat]:
            points = st.points_in_hand(s, seat)
            s.score[seat] += points
            note(log, Rule.SCORE, seat, points, s.round, s.score[seat])
    if s.round == s.rounds:
        end_game(s, log)
        return
    s.opener = next_seat(s, s.opener)
    if s.round_opener == st.LAST_WINNER and winner >= 0:
        s.opener = winner
    s.round += 1
    card_moves.gather_cards(s)
    s.turn = s.opener
    s.stage = st.DEAL
    note(log, Rule.FIRST_PLAYER, s.turn, 0, s.round, 0)


def end_game(s, log):
    """The game is over: those who have won are named."""
    s.stage = st.OVER
    s.just = 0
    s.dry = 0
    s.first_lap = 0
    decide(s)
    for seat in range(st.SEATS):
        if s.won[seat]:
            note(log, Rule.WIN, seat, st.NO_CARD, 0, s.score[seat])


def decide(s):
    """The lowest total wins; equal ones share the win, or (house rule) the most rounds decide."""
    lowest, most = -1, -1
    for seat in range(st.SEATS):
        s.won[seat] = 0
    for seat in range(st.SEATS):
        if s.playing[seat] and (lowest < 0 or s.score[seat] < lowest):
            lowest = s.score[seat]
    for seat in range(st.SEATS):
        if s.playing[seat] and s.score[seat] == lowest:
            most = max(most, s.rounds_won[seat])
    for seat in range(st.SEATS - 1, -1, -1):
        if s.playing[seat] and s.score[seat] == lowest and (
                s.tie != st.MOST_ROUNDS or s.rounds_won[seat] == most):
            s.won[seat] = 1
            s.winner = seat
