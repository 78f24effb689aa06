"""Bonkers: chance and play, each effect citing its rule.

Chance is an argument: `roll(s, die1, die2, log)` simulates, replays and enumerates. In the
subset of Python that numba compiles (see engine/twin.py).

A turn is a loop, not a nest of calls: each step of it leaves in `stage` what comes next,
and `settle` goes on until chance or a seat is to act. It ends: a token that comes back to
a space it left by a card since the last roll is trapped, print alone leads round in no
circle, and a turn has so many rolls at most.
"""

import numpy as np

from ...engine.events import note
from ...engine.kernel.chance import any_die, any_of, highest, next_seat
from . import state as st
from .legality import legal_actions, why_not
from .state import CHANCE, MAX_ACTIONS, NOBODY, ROLL, RULES, SEATS, STATE, Rule, actor

# What the engine asks of every game's rules.
__all__ = ["CHANCE", "MAX_ACTIONS", "NOBODY", "ROLL", "RULES", "SEATS", "STATE", "Rule",
           "actor", "chance", "legal_actions", "new_game", "step", "why_not"]

# Called at every roll: compiled, these become part of the functions that call them.
INLINED = ("any_card", "before", "chance", "citation", "clear_roll", "close_loop",
           "draw", "end_turn", "follow", "give", "land", "land_on_score", "leave", "lose_point",
           "move", "pass_dice", "place", "play_lose_card", "roll", "roll_again", "score_point",
           "settle", "step", "take", "unseen_cards", "win")


# --- The start -------------------------------------------------------------------------

def new_game(s):
    """Sets `s` to the start of a game; `playing`, board, deck and house rules stay as they are."""
    gather_cards(s)
    for seat in range(st.SEATS):
        s.contending[seat] = s.playing[seat]
        s.lose_card[seat] = s.playing[seat]
        s.token[seat] = s.start
        s.score[seat] = 0
    s.turn = -1
    s.stage = st.DEAL
    s.asked = -1
    s.then = 0
    s.rolled = 0
    s.placed = 0
    s.winner = -1
    s.rolls = 0
    s.turns = 0
    clear_roll(s)


def gather_cards(s):
    """Puts every card back into the face-down pile."""
    for space in range(s.size):
        s.unseen[s.card[space]] += 1
        s.card[space] = st.NO_CARD
    for seat in range(st.SEATS):
        for i in range(st.HAND):
            s.unseen[s.hand[seat][i]] += 1
            s.hand[seat][i] = st.NO_CARD
    s.unseen[st.NO_CARD] = 0
    s.pile = unseen_cards(s)


def unseen_cards(s):
    """How many cards nobody has seen yet."""
    total = 0
    for count in s.unseen:
        total += count
    return total


def clear_roll(s):
    """Forgets what belongs to one roll only."""
    s.die[0] = 0
    s.die[1] = 0
    for i in range(s.hops):
        s.trail[i] = 0
    s.hops = 0
    s.left = 0


def give(s, seat, card):
    """Deals the card on top of the pile, which turns out to be `card`, to `seat`."""
    s.unseen[card] -= 1
    s.pile -= 1
    s.hand[seat][st.cards_in_hand(s, seat)] = card


def finish_deal(s, log):
    """After everyone has four cards: the roll for the start, or the first turn if it is settled."""
    for seat in range(st.SEATS):
        if s.playing[seat]:
            note(log, Rule.SEATS, seat, st.HAND, s.start, s.start)
    if s.turn < 0:
        s.stage = st.START
    else:
        before(s, st.ROLL, s.turn)


def roll_for_start(s, sums, log):
    """Everyone contending rolls the sum of their seat in `sums`; the highest starts."""
    for seat in range(st.SEATS):
        if s.contending[seat]:
            note(log, Rule.HIGHEST_STARTS, seat, -1, 0, sums[seat])
    starter = highest(s, sums)
    if starter >= 0:
        s.turn = starter
        note(log, Rule.HIGHEST_STARTS, starter, 1, 0, sums[starter])
        before(s, st.ROLL, s.turn)


# --- Chance ----------------------------------------------------------------------------

def any_card(s, rng):
    """One of the unseen cards, from the stream `rng`."""
    return any_of(s.unseen, unseen_cards(s), rng)


def chance(s, rng, log):
    """Lets chance act, by the stream `rng`."""
    if s.stage == st.ROLL:
        die1 = any_die(rng)
        roll(s, die1, any_die(rng), log)
    elif s.stage == st.DRAW:
        draw(s, any_card(s, rng), log)
    elif s.stage == st.DEAL:
        for seat in range(st.SEATS):
            if s.playing[seat]:
                for _ in range(st.HAND):
                    give(s, seat, any_card(s, rng))
        finish_deal(s, log)
    else:
        contend(s, rng, log)


def contend(s, rng, log):
    """Everyone contending rolls for the start, by the stream `rng`."""
    sums = np.zeros(st.SEATS, np.int64)
    for seat in range(st.SEATS):
        if s.contending[seat]:
            die1 = any_die(rng)
            sums[seat] = die1 + any_die(rng)
    roll_for_start(s, sums, log)


def roll(s, die1, die2, log):
    """Gives the mover a roll of the dice, and goes on."""
    s.rolls += 1
    s.rolled += 1
    s.die[0] = die1
    s.die[1] = die2
    note(log, Rule.ROLL, s.turn, -1, die1, die2)
    if die1 + die2 == 12 and (s.double_six == st.EVERY_ROLL or s.rolled == 1):
        here = s.token[s.turn]
        score_point(s, Rule.DOUBLE_SIX, here, here, log)
    if s.stage != st.OVER:
        before(s, st.MOVE, s.turn)
        settle(s, log)


def draw(s, card, log):
    """Gives the mover `card` for the one placed, which ends the turn."""
    give(s, s.turn, card)
    note(log, Rule.DRAW, s.turn, card, s.pile + 1, s.pile)
    pass_dice(s)


# --- Play ------------------------------------------------------------------------------

def step(s, action, log):
    """Plays a legal action, and what follows of itself, noting each rule that takes effect."""
    if action == st.WAIT:
        before(s, s.then, s.asked)
    elif action == st.LOSE_CARD:
        play_lose_card(s, log)
    elif action >= st.TAKE:
        take(s, action - st.TAKE, log)
    elif action != st.DECLINE:
        place(s, action, log)
    else:
        here = s.token[s.turn]
        rule = Rule.EXCHANGE if s.stage == st.EXCHANGING else Rule.ONE_CARD_A_TURN
        note(log, rule, s.turn, st.NO_CARD, here, here)
        end_turn(s, log)
    settle(s, log)


def before(s, then, seat):
    """Opens the window before `then` to the opponents after `seat`, if one can use it."""
    is_open = then == st.ROLL or s.lose_card_windows == st.ALL_WINDOWS
    s.asked = st.next_holder(s, seat) if is_open else -1
    s.stage = then if s.asked < 0 else st.WINDOW
    s.then = 0 if s.asked < 0 else then


def settle(s, log):
    """Goes on by itself until chance, a seat or nobody is to act."""
    if s.stage == st.MOVE:
        move(s, log)
    while s.stage > st.OVER:
        if s.stage == st.LAND:
            land(s, log)
        if s.stage == st.FOLLOW:
            follow(s, log)


def move(s, log):
    """Moves the token by the dice."""
    here = s.token[s.turn]
    there = st.ring(s, here + s.die[0] + s.die[1])
    s.token[s.turn] = there
    s.die[0] = 0
    s.die[1] = 0
    s.stage = st.LAND
    note(log, Rule.MOVE, s.turn, -1, here, there)


def land(s, log):
    """What the space does on which the mover's token has landed."""
    here = s.token[s.turn]
    what = st.landing(s, here, s.left)
    if what == st.SCORE:
        land_on_score(s, here, log)
    elif what == st.LOSE:
        lose_point(s, Rule.LOSE_SPACE, s.turn, -1, here, here, log)
        end_turn(s, log)
    elif what == st.TO_LOSE:
        s.token[s.turn] = s.lose
        note(log, Rule.GO_TO_LOSE, s.turn, -1, here, s.lose)
    elif what == st.OCCUPIED:
        note(log, Rule.OCCUPIED, s.turn, -1, here, here)
        roll_again(s, log)
    elif what == st.PRINTED:
        leave(s, here, s.jump[here])
        note(log, Rule.BACK_15, s.turn, -1, here, s.token[s.turn])
    elif what == st.TRAP:
        close_loop(s, st.loop_from(s, here), log)
    elif what == st.CARD:
        note(log, Rule.FOLLOW_CARD, s.turn, s.card[here], here, here)
        before(s, st.FOLLOW, s.turn)
    elif s.placed or s.hand[s.turn][0] == st.NO_CARD:
        note(log, Rule.ONE_CARD_A_TURN, s.turn, s.placed, here, here)
        end_turn(s, log)
    else:
        s.stage = st.PLACE


def land_on_score(s, here, log):
    """A point on a Score space; another roll if an opponent stands there, else the turn ends."""
    occupied = st.is_occupied(s, here)
    if st.is_score(s, here):
        score_point(s, Rule.SCORE_SPACE, here, here, log)
    elif occupied:
        note(log, Rule.OCCUPIED, s.turn, -1, here, here)
    if s.stage == st.OVER:
        return
    if occupied:
        roll_again(s, log)
    else:
        end_turn(s, log)


def place(s, card, log):
    """Puts `card` from the mover's hand beside the token."""
    here, hand = s.token[s.turn], s.hand[s.turn]
    found = 0
    for i in range(st.HAND - 1):
        found |= hand[i] == card
        hand[i] = hand[i + found]       # those after it move up
    hand[st.HAND - 1] = st.NO_CARD
    s.card[here] = card
    s.placed = 1
    note(log, Rule.PLACE_CARD, s.turn, card, here, here)
    before(s, st.FOLLOW, s.turn)


def take(s, space, log):
    """Puts the card beside `space` beside the token instead, and the Exchange card there."""
    here = s.token[s.turn]
    card = s.card[space]
    s.card[here] = card
    s.card[space] = st.EXCHANGE
    note(log, Rule.EXCHANGE, s.turn, card, space, here)
    before(s, st.FOLLOW, s.turn)


def follow(s, log):
    """Does what the card beside the mover's token says."""
    here = s.token[s.turn]
    card = s.card[here]
    if card == st.AGAIN:
        note(log, Rule.ROLL_AGAIN_CARD, s.turn, card, here, here)
        roll_again(s, log)
    elif card == st.EXCHANGE:
        if st.can_take_any(s):
            s.stage = st.EXCHANGING
        else:
            note(log, Rule.EXCHANGE, s.turn, st.NO_CARD, here, here)
            end_turn(s, log)
    else:
        leave(s, here, st.spaces_by(s, card, here))
        note(log, citation(s, card), s.turn, card, here, s.token[s.turn])


def citation(s, card):
    """The rule of a card that moves the token."""
    if card >= st.FIRST_STEP:
        return Rule.AHEAD if s.step[card] > 0 else Rule.BACK
    return Rule.NEAREST_SCORE if card == st.NEAREST else Rule.GO_TO_START


def leave(s, here, spaces):
    """Moves the token from `here` by a card or by print, and keeps where it was."""
    st.keep(s, here, spaces < 0)
    s.token[s.turn] = st.ring(s, here + spaces)
    s.stage = st.LAND


def close_loop(s, first, log):
    """An entrapment: the cards have led round from place `first` of the trail."""
    here = s.token[s.turn]
    if s.entrapment_loops == st.TWO_ONLY and s.hops - first > 2:
        note(log, Rule.FOLLOW_CARD, s.turn, st.NO_CARD, here, here)
    else:
        s.token[s.turn] = st.loop_rest(s, first)
        score_point(s, Rule.ENTRAPMENT, here, s.token[s.turn], log)
    if s.stage != st.OVER:
        end_turn(s, log)


def play_lose_card(s, log):
    """The seat that is asked plays its Large Lose Card: it stops the turn."""
    seat, here = s.asked, s.token[s.turn]
    s.lose_card[seat] = 0
    s.token[s.turn] = s.lose
    s.asked = -1
    s.then = 0
    s.stage = st.LAND
    lose_point(s, Rule.LARGE_LOSE_CARD, seat, s.turn, here, s.lose, log)
    if s.lose_card_cost == 2:
        lose_point(s, Rule.LOSE_SPACE, s.turn, -1, s.lose, s.lose, log)
    end_turn(s, log)


# --- Points and turns ------------------------------------------------------------------

def score_point(s, rule, start, target, log):
    """Gives the mover a point by `rule`, which may win the game."""
    s.score[s.turn] += 1
    note(log, rule, s.turn, s.score[s.turn], start, target)
    if s.win == st.WIN_AT_ONCE and s.score[s.turn] >= s.target:
        win(s, log)


def lose_point(s, rule, seat, subject, start, target, log):
    """Takes a point from the mover by `rule`, which `seat` brought about; never below 0."""
    had = s.score[s.turn]
    s.score[s.turn] = max(had - 1, 0)
    note(log, rule, seat, subject, start, target)
    if had == 0:
        note(log, Rule.FLOOR, s.turn, -1, 0, 0)


def win(s, log):
    """The mover wins."""
    clear_roll(s)
    s.rolled = 0
    s.placed = 0
    s.winner = s.turn
    s.stage = st.OVER
    note(log, Rule.WIN, s.turn, -1, s.token[s.turn], s.score[s.turn])


def roll_again(s, log):
    """The mover is to roll once more in this turn, which ends if it has had all its rolls."""
    if s.rolled < st.ROLLS_A_TURN:
        clear_roll(s)
        before(s, st.ROLL, s.turn)
    else:
        here = s.token[s.turn]
        s.token[s.turn] = s.start
        note(log, Rule.ROLL_LIMIT, s.turn, s.rolled, here, s.start)
        end_turn(s, log)


def end_turn(s, log):
    """The turn ends: a card is drawn for one placed, and the dice pass on."""
    clear_roll(s)
    if s.win == st.WIN_AT_END and s.score[s.turn] >= s.target:
        win(s, log)
    elif s.placed and s.pile > 0:
        s.stage = st.DRAW
    else:
        if s.placed:
            note(log, Rule.DEPLETED, s.turn, -1, 0, 0)
        pass_dice(s)


def pass_dice(s):
    """The turn of the next seat that plays."""
    s.turns += 1
    s.rolled = 0
    s.placed = 0
    s.turn = next_seat(s, s.turn)
    before(s, st.ROLL, s.turn)
