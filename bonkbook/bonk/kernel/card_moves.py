"""BONK: where the cards go; each function moves some and keeps what all know of them.

In the subset of Python that numba compiles (see engine/twin.py).
"""

from . import cards as c
from . import state as st


def gather_cards(s):
    """Puts every card back into the stock, and forgets what belongs to one round only."""
    for kind in range(c.KINDS):
        s.stock[kind] = st.CARDS // c.KINDS
        s.held[kind] = 0
        for seat in range(st.SEATS):
            s.hand[seat][kind] = 0
            s.open[seat][kind] = 0
    s.stock_size = st.CARDS
    for place in range(st.CARDS):
        s.pile[place] = st.NO_CARD
    s.pile_size = 0
    for meld in range(st.MELDS):
        s.owner[meld] = 0
        for k in range(4):
            s.meld[meld][k] = 0
        for place in range(c.LONGEST_MELD):
            s.laid[meld][place] = st.NO_CARD
    s.melds = 0
    for seat in range(st.SEATS):
        s.size[seat] = 0
        s.revealed[seat] = 0
    s.just = 0
    s.dry = 0
    s.first_lap = 0
    close_claims(s)


def close_claims(s):
    """Forgets a claim window."""
    for seat in range(st.SEATS):
        s.claim[seat] = st.UNHEARD
    s.claimant = -1
    s.discarder = st.NOT_FRESH


def give(s, seat, kind):
    """The card on top of the stock, which turns out to be `kind`, comes into a hand."""
    s.stock[kind] -= 1
    s.stock_size -= 1
    s.hand[seat][kind] += 1
    s.size[seat] += 1


def take_top(s, seat):
    """The top of the discard pile comes into a hand, seen by all; its kind."""
    s.pile_size -= 1
    kind = s.pile[s.pile_size]
    s.pile[s.pile_size] = st.NO_CARD
    take_openly(s, seat, kind)
    return kind


def take_openly(s, seat, kind):
    """A card comes into a hand, and all have seen which."""
    s.hand[seat][kind] += 1
    s.size[seat] += 1
    s.open[seat][kind] += 1
    s.held[kind] += 1


def lose(s, seat, kind):
    """A card leaves a hand, seen by all: one fewer of its kind is known to be in it."""
    s.hand[seat][kind] -= 1
    s.size[seat] -= 1
    if s.open[seat][kind] > 0:
        s.open[seat][kind] -= 1
    known = 0
    for other in range(st.SEATS):
        known += s.open[other][kind]
    s.held[kind] = max(s.held[kind] - 1, known)


def refill(s):
    """All discards but the top one become the stock: what is in hands all know from now on."""
    top = s.pile_size - 1
    for place in range(top):
        s.stock[s.pile[place]] += 1
    s.stock_size = top
    s.pile[0] = s.pile[top]
    for place in range(1, s.pile_size):
        s.pile[place] = st.NO_CARD
    s.pile_size = 1
    for kind in range(c.KINDS):
        s.held[kind] = 0
        for seat in range(st.SEATS):
            s.held[kind] += s.hand[seat][kind]


def put_meld(s, row, cards):
    """The mover lays a new meld: a row of a plan (cards.py), and its kinds, a run's upwards."""
    meld = s.melds
    s.melds += 1
    s.owner[meld] = s.turn
    for k in range(4):
        s.meld[meld][k] = row[k]
    for place in range(row[c.LENGTH]):
        s.laid[meld][place] = cards[place]
        lose(s, s.turn, cards[place])


def extend(s, meld, kind, end):
    """The mover adds a card to an end of a meld."""
    lose(s, s.turn, kind)
    length = s.meld[meld][c.LENGTH]
    if end == st.LOW_END:
        for place in range(length, 0, -1):
            s.laid[meld][place] = s.laid[meld][place - 1]
        s.laid[meld][0] = kind
        s.meld[meld][c.LOW] = (s.meld[meld][c.LOW] - 1) % c.RANKS
    else:
        s.laid[meld][length] = kind
    s.meld[meld][c.LENGTH] = length + 1
