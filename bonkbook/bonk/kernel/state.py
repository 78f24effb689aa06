"""BONK: what a state holds, and small questions about a state.

In the subset of Python that numba compiles (see engine/twin.py); cards, melds and contracts as
numbers are in cards.py. A state `s` has the fields of STATE; functions change it in place, so
copy it to keep it.

Equal cards of the two decks do the same in every rule, so a state counts them by kind, 0 to
51: two of each kind, in hands, on the table, in the discard pile or in the stock. The stock is
a multiset until a card is drawn. What all have seen a hand take is kept in `open`, and what
all know to be in hands, whosever, in `held` (after a reshuffle: all that did not go into the
new stock); the rest of the others' hands and the stock is hidden from a seat.

An action is a number: CLAIM to END_TURN, DISCARD + a kind, or LAY_OFF + 52 * (3 * meld +
end) + a kind. REVEAL lays the contract down as least_wilds (melds.py) would; other ways to
lay it go through `lay_down` (rules.py) directly.
"""

import numpy as np

from ...engine.kernel.chance import next_seat
from . import cards as c
from .cards import Rule

SEATS = 5
CARDS = 104
ROUNDS = 7              # at most
MELDS = 34              # on the table at most: each has three cards or more
TERM_COUNT = 10         # numbers in the terms of a round
CHANCE, NOBODY, NO_CARD = -1, -2, -1

# Stages of a game: chance acts in the first five, a seat in the next four.
LOT, DEAL, UPCARD, DRAWING, PENALTY, CLAIMS, ANSWER, DRAW, PLAY, OVER = range(10)
BEGIN, OPEN, ENTER = 10, 11, 12    # passing stages: the rules go on by themselves

# What a seat has said in a claim window; to the others only that it was heard.
UNHEARD, CLAIMED, PASSED, HEARD = range(4)
UPCARD_TURNED, NOT_FRESH = -1, -2       # `discarder`, when no seat is

# Where a card may be laid off: a set grows at its high end.
LOW_END, HIGH_END, SWAP = range(3)

# Actions.
PASS, CLAIM, ALLOW, KEEP, DRAW_STOCK, DRAW_DISCARD, REVEAL, END_TURN, DISCARD = range(9)
LAY_OFF = DISCARD + c.KINDS
MAX_ACTIONS = LAY_OFF + c.KINDS * 3 * MELDS

STATE = np.dtype([
    ("hand", np.int64, (SEATS, c.KINDS)),    # how many of each kind a seat holds
    ("size", np.int64, SEATS),             # cards in each hand
    ("open", np.int64, (SEATS, c.KINDS)),    # of them those that all have seen the seat take
    ("held", np.int64, c.KINDS),             # how many of each kind all know to be in hands
    ("stock", np.int64, c.KINDS),            # the draw pile, face down
    ("stock_size", np.int64),              # cards in it
    ("pile", np.int64, CARDS),             # the discard pile, its top last, then NO_CARD
    ("pile_size", np.int64),               # cards in it
    ("melds", np.int64),                   # melds on the table
    ("owner", np.int64, MELDS),            # who revealed each meld
    ("meld", np.int64, (MELDS, 4)),        # its kind, value, low, length as in a plan (cards.py)
    ("laid", np.int64, (MELDS, c.LONGEST_MELD)),   # its cards, a run's upwards, then NO_CARD
    ("playing", np.int64, SEATS),          # 1 for the seats that take part
    ("revealed", np.int64, SEATS),         # 1 for those that have revealed in this round
    ("just", np.int64),                    # 1 if the mover did so in this turn (a house rule)
    ("score", np.int64, SEATS),            # points of the rounds so far
    ("rounds_won", np.int64, SEATS),       # rounds won so far
    ("won", np.int64, SEATS),              # 1 for the winners, once the game is over
    ("winner", np.int64),                  # the first of them, or -1
    ("round", np.int64),                   # the round, 1 to `rounds`
    ("rounds", np.int64),                  # how many there are
    ("terms", np.int64, (ROUNDS, TERM_COUNT)),   # the terms of each (cards.py)
    ("opener", np.int64),                  # the seat that opens this round, -1 before the lot
    ("turn", np.int64),                    # the seat whose turn it is, -1 before the lot
    ("stage", np.int64),                   # what is to be done next
    ("discarder", np.int64),               # CLAIMS: whose discard it is, or UPCARD_TURNED
    ("claim", np.int64, SEATS),            # CLAIMS: what each seat has said
    ("claimant", np.int64),                # ANSWER, PENALTY: who claims the discard, else -1
    ("dry", np.int64),                     # turns without a draw, one after the other
    ("first_lap", np.int64),               # turns left of the first lap, if bonk_ban needs it
    ("turns", np.int64),                   # turns finished so far in this game
    # House rules: the place of the choice in rulebook.OPTIONS, or the number itself.
    ("contracts", np.int64), ("final_contract", np.int64), ("max_wilds", np.int64),
    ("min_naturals", np.int64), ("set_distinct_suits", np.int64), ("runs_same_suit", np.int64),
    ("run_around_corner", np.int64), ("swap_wilds", np.int64), ("go_out", np.int64),
    ("lay_off_same_turn", np.int64), ("refuse", np.int64), ("bonk_after_reveal", np.int64),
    ("discarder_may_bonk", np.int64), ("bonk_ban", np.int64), ("stock_empty", np.int64),
    ("round_opener", np.int64), ("tie", np.int64),
])

# The choices of the house rules; of those that are no or yes, NO and YES.
NO, YES = range(2)
ANY_WAY, BY_DISCARD = range(2)
SAME_TURN, LATER_TURN = range(2)
BY_TAKING, FREELY = range(2)
AFTER_REVEAL, BEFORE_REVEAL = range(2)
BAN_ROUND_1, BAN_FIRST_LAP, NO_BAN = range(3)
RESHUFFLE, END_ROUND = range(2)
ROTATE, LAST_WINNER = range(2)
SHARE, MOST_ROUNDS = range(2)

RULES = len(Rule)
# Points of a card left in hand, by rank.
POINTS = (20, 25, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)


def actor(s):
    """Who acts next: a seat, CHANCE, or NOBODY when the game is over."""
    if s.stage <= PENALTY:
        return CHANCE
    if s.stage == OVER:
        return NOBODY
    return next_asked(s) if s.stage == CLAIMS else s.turn



def top_card(s):
    """The kind on top of the discard pile, NO_CARD if there is none."""
    return s.pile[s.pile_size - 1] if s.pile_size > 0 else NO_CARD


def counts_of(s, seat):
    """A hand as melds.py wants it: int64[4, 13]."""
    counts = np.zeros((c.SUITS, c.RANKS), np.int64)
    for kind in range(c.KINDS):
        counts[kind // c.RANKS, kind % c.RANKS] = s.hand[seat][kind]
    return counts


def terms_of(s):
    """The terms of the round as melds.py wants them: int64[10]."""
    terms = np.zeros(TERM_COUNT, np.int64)
    for k in range(TERM_COUNT):
        terms[k] = s.terms[s.round - 1][k]
    return terms


def points_in_hand(s, seat):
    """What the cards in a hand cost."""
    total = 0
    for kind in range(c.KINDS):
        total += s.hand[seat][kind] * POINTS[kind % c.RANKS]
    return total


def wilds_among(counts):
    """How many twos a hand or the stock holds, from its counts by kind."""
    return (counts[c.TWO] + counts[c.RANKS + c.TWO] + counts[2 * c.RANKS + c.TWO]
            + counts[3 * c.RANKS + c.TWO])


# --- The stock and the claim -----------------------------------------------------------

def can_draw(s, taken):
    """Whether the stock has a card, or would have one, once `taken` discards are gone."""
    if s.stock_size > 0:
        return True
    return s.stock_empty == RESHUFFLE and s.pile_size - taken > 1


def is_banned(s):
    """Whether nobody may claim at this time of the round."""
    if s.bonk_ban == BAN_ROUND_1:
        return s.round == 1
    return s.bonk_ban == BAN_FIRST_LAP and s.first_lap > 0


def may_claim(s, seat):
    """Whether `seat` is among those asked whether they claim the fresh discard."""
    if not s.playing[seat] or seat == s.turn:
        return False
    if seat == s.discarder and not s.discarder_may_bonk:
        return False
    return s.bonk_after_reveal == AFTER_REVEAL or not s.revealed[seat]


def first_of_claim(s, said):
    """The first seat after the mover that may claim and has said this, -1 if none."""
    seat = next_seat(s, s.turn)
    while seat != s.turn:
        if s.claim[seat] == said and may_claim(s, seat):
            return seat
        seat = next_seat(s, seat)
    return -1


def next_asked(s):
    """The first seat after the mover that may claim and has not been heard, -1 if none."""
    return first_of_claim(s, UNHEARD)
