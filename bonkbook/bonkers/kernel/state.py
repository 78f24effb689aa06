"""Bonkers: what a state holds, the names of the rules, and small questions about a state.

In the subset of Python that numba compiles (see engine/twin.py). A state `s` has the fields of
STATE; functions change it in place, so copy it to keep it.

A card is a number: NO_CARD, NEAREST, TO_START, AGAIN, EXCHANGE, or from FIRST_STEP on a
card that moves the token by `step[card]` spaces (ahead if positive, else back). An action
is a number too: a card to place, TAKE + a space, DECLINE, WAIT or LOSE_CARD.
"""

from enum import IntEnum

import numpy as np

SEATS = 4
HAND = 4                # cards in a full hand
SPACES = 60             # on the largest board
ROLLS_A_TURN = 1000     # at most: on some boards every roll leads to another one
CARDS = 32              # kinds of cards at most, NO_CARD among them
CHANCE, NOBODY = -1, -2     # who acts when no seat does

# Stages of a game: chance acts in the first four, a seat in the next three.
DEAL, START, ROLL, DRAW, PLACE, EXCHANGING, WINDOW, OVER = range(8)
MOVE, LAND, FOLLOW = 8, 9, 10   # passing stages: the rules go on by themselves

# Kinds of spaces; then what else can matter to a token that lands on one.
TRACK, SCORE, LOSE, TO_LOSE, PRINTED = range(5)
OCCUPIED, TRAP, CARD = range(5, 8)

# Cards.
NO_CARD, NEAREST, TO_START, AGAIN, EXCHANGE, FIRST_STEP = range(6)

# Actions, besides the cards to place.
DECLINE, WAIT, LOSE_CARD, TAKE = 0, -1, -2, CARDS
MAX_ACTIONS = SPACES + 1    # of one decision, at most

STATE = np.dtype([
    ("token", np.int64, SEATS),           # the space of each seat's token
    ("score", np.int64, SEATS),           # points
    ("hand", np.int64, (SEATS, HAND)),    # cards face up before each seat, then NO_CARD
    ("lose_card", np.int64, SEATS),       # 1 while the seat has its Large Lose Card
    ("playing", np.int64, SEATS),         # 1 for the seats that take part
    ("card", np.int64, SPACES),           # the card beside each space
    ("unseen", np.int64, CARDS),          # how many of each card nobody has seen yet
    ("pile", np.int64),                   # cards in the face-down pile, each one of the unseen
    ("turn", np.int64),                   # the seat whose turn it is, -1 before the start
    ("stage", np.int64),                  # what is to be done next
    ("asked", np.int64),                  # WINDOW: who may play the Large Lose Card, else -1
    ("then", np.int64),                   # WINDOW: what comes after, ROLL, MOVE or FOLLOW; else 0
    ("die", np.int64, 2),                 # a roll that is still to be moved, else 0 0
    ("rolled", np.int64),                 # rolls in this turn
    ("placed", np.int64),                 # 1 if a card was placed in this turn
    ("hops", np.int64),                   # spaces left by cards or print since the last roll, and
    ("trail", np.int64, 2 * SPACES),      #     which: 2 * space, + 1 if left backwards; then 0
    ("left", np.int64),                   #     and a bit, 1 << space, for each track space of them
    ("contending", np.int64, SEATS),      # START: 1 for the seats that still roll for it
    ("winner", np.int64),                 # the seat that has won, or -1
    ("rolls", np.int64),                  # rolls so far in this game
    ("turns", np.int64),                  # turns finished so far in this game
    # The board and the deck.
    ("size", np.int64),                   # spaces on the ring
    ("start", np.int64),                  # the space where tokens begin, a Score space
    ("lose", np.int64),                   # the Lose space
    ("space", np.int64, SPACES),          # the kind of each space
    ("jump", np.int64, SPACES),           # spaces that a PRINTED space moves a token, signed
    ("cards", np.int64),                  # kinds of cards in the deck, NO_CARD included
    ("step", np.int64, CARDS),            # spaces that a card moves a token, signed
    # House rules: the place of the choice in rulebook.OPTIONS, or the number itself.
    ("layout", np.int64), ("deck", np.int64), ("entrapment_stop", np.int64),
    ("entrapment_loops", np.int64), ("placing", np.int64), ("start_scores", np.int64),
    ("nearest", np.int64), ("empty_exchange", np.int64), ("exchange", np.int64),
    ("double_six", np.int64), ("win", np.int64), ("lose_card_windows", np.int64),
    ("lose_card_cost", np.int64), ("target", np.int64),
])

# The choices of the house rules.
STOP_AHEAD, STOP_AHEAD_CARD, STOP_FIRST = range(3)
ANY_LOOP, TWO_ONLY = range(2)
MUST_PLACE, MAY_PLACE = range(2)
START_SCORES, START_RESTS = range(2)
EITHER_WAY, ONLY_AHEAD = range(2)
FREE_EXCHANGE, AVOID_EMPTY = range(2)
MAY_EXCHANGE, MUST_EXCHANGE = range(2)
EVERY_ROLL, FIRST_ROLL = range(2)
WIN_AT_ONCE, WIN_AT_END = range(2)
ALL_WINDOWS, ONLY_BEFORE_ROLL = range(2)

# Small and called most: compiled, these become part of the functions that call them.
INLINED = ("actor", "can_take", "cards_in_hand", "is_occupied", "is_score", "keep", "landing",
           "loop_from", "nearest_score", "next_holder", "ring", "spaces_by")


class Rule(IntEnum):
    """What a rule book would be quoted for, both to explain and to forbid."""
    NONE = 0
    SEATS = 1
    HIGHEST_STARTS = 2
    ROLL = 3
    MOVE = 4
    DOUBLE_SIX = 5
    PLACE_CARD = 6
    ONE_CARD_A_TURN = 7
    FOLLOW_CARD = 8
    OCCUPIED = 9
    SCORE_SPACE = 10
    LOSE_SPACE = 11
    FLOOR = 12
    GO_TO_LOSE = 13
    BACK_15 = 14
    AHEAD = 15
    BACK = 16
    NEAREST_SCORE = 17
    GO_TO_START = 18
    ROLL_AGAIN_CARD = 19
    EXCHANGE = 20
    ENTRAPMENT = 21
    LARGE_LOSE_CARD = 22
    DRAW = 23
    DEPLETED = 24
    WIN = 25
    ROLL_LIMIT = 26


RULES = len(Rule)


def actor(s):
    """Who acts next: a seat, CHANCE, or NOBODY when the game is over."""
    if s.stage <= DRAW:
        return CHANCE
    if s.stage == OVER:
        return NOBODY
    return s.asked if s.stage == WINDOW else s.turn


def ring(s, space):
    """`space` brought back onto the ring from less than a lap off it (cheaper than a remainder)."""
    if space >= s.size:
        return space - s.size
    return space + s.size if space < 0 else space


def is_occupied(s, space):
    """Whether an opponent of the mover stands on `space`."""
    for seat in range(SEATS):
        if s.token[seat] == space and seat != s.turn and s.playing[seat]:
            return True
    return False


def is_score(s, space):
    """Whether landing on `space` scores."""
    return s.space[space] == SCORE and (space != s.start or s.start_scores == START_SCORES)


def landing(s, here, left):
    """What counts for the mover's token when it lands on `here`: OCCUPIED, TRAP, CARD, or its kind.

    `left` has a bit set for each space left by a card since the roll.
    """
    kind = s.space[here]
    if kind == SCORE or kind == LOSE or kind == TO_LOSE:
        return kind
    if is_occupied(s, here):
        return OCCUPIED
    if kind == PRINTED:
        return kind
    if (left >> here) & 1:
        return TRAP
    return CARD if s.card[here] != NO_CARD else TRACK


def nearest_score(s, here):
    """The signed number of spaces from `here` to the nearest Score space."""
    for spaces in range(1, s.size):
        if is_score(s, ring(s, here + spaces)):
            return spaces
        if s.nearest == EITHER_WAY and is_score(s, ring(s, here - spaces)):
            return -spaces
    return 0


def spaces_by(s, card, here):
    """The signed number of spaces that `card`, one that moves a token, moves it from `here`."""
    if card >= FIRST_STEP:
        return s.step[card]
    if card == NEAREST:
        return nearest_score(s, here)
    return ring(s, s.start - here)


def can_take(s, space):
    """Whether a card that an Exchange card may be put in place of lies beside `space`."""
    card = s.card[space]
    return card != NO_CARD and card != EXCHANGE


def can_take_any(s):
    """Whether there is any such card."""
    for space in range(s.size):
        if can_take(s, space):
            return True
    return False


def cards_in_hand(s, seat):
    """How many cards `seat` has."""
    count, hand = 0, s.hand[seat]
    while count < HAND and hand[count] != NO_CARD:
        count += 1
    return count


def next_holder(s, seat):
    """The next seat after `seat` and before the mover with its Large Lose Card, -1 if none."""
    held = 0        # the quick way out: soon nobody has one any more
    for card in s.lose_card:
        held |= card
    if held == 0:
        return -1
    other = (seat + 1) % SEATS
    while other != s.turn and not s.lose_card[other]:
        other = (other + 1) % SEATS
    return other if other != s.turn else -1


# --- Loops -----------------------------------------------------------------------------

def keep(s, here, back):
    """Keeps that the mover's token left `here` by a card or by print, and whether backwards."""
    s.trail[s.hops] = 2 * here + back
    s.hops += 1
    if s.space[here] == TRACK:
        s.left |= 1 << here


def loop_from(s, here):
    """Where in the trail the track space `here` was left, one of those left since the roll."""
    first = 0
    while s.trail[first] // 2 != here:
        first += 1
    return first


def loop_rest(s, first):
    """Where a token rests that is trapped in the loop from place `first` of the trail on.

    Spaces are compared along the way round the loop: on a ring no number tells which of two
    is ahead. The furthest one ahead counts, the last if the loop goes all round the board.
    """
    closing = s.trail[first] // 2
    if s.entrapment_stop == STOP_FIRST:
        return closing
    rest, source = closing, s.trail[s.hops - 1] // 2
    offset, furthest = 0, 0
    for i in range(first, s.hops):
        here = s.trail[i] // 2
        there = s.trail[i + 1] // 2 if i + 1 < s.hops else closing
        offset += ring(s, there - here) - s.size * (s.trail[i] % 2)
        if offset > furthest:
            furthest, rest, source = offset, there, here
    return source if s.entrapment_stop == STOP_AHEAD_CARD else rest
