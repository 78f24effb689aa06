"""Bonkers: what a policy looks at, and the named policies as weights of it.

Policies see what lies open: tokens, points, cards on the board and in hands. Of the pile they
look at nothing. `describe` is in the subset of Python that numba compiles (see
engine/twin.py).
"""

from enum import IntEnum

from . import state as st


class Feature(IntEnum):
    """What an action does, each a number of about -1 to 1."""
    POINTS = 0       # points that it brings at once
    TRAP = 1         # ends in an entrapment
    LOSE = 2         # ends on Lose
    AGAIN = 3        # leads to another roll
    NEXT = 4         # points to expect of my next roll from where it ends
    GIFT = 5         # points to expect of an opponent's next roll, more than before
    EXCHANGE = 6     # spends an Exchange card from the hand
    LOSE_CARD = 7    # plays the Large Lose Card
    STOPPED = 8      # points that the mover was about to make, if it plays it
    COST = 9         # points that the mover loses by it
    LEADER = 10      # how near the mover is to winning, if it plays it


# The features as a bot that is asked for its reasons calls them.
REASONS = {
    "POINTS": "points at once", "TRAP": "a trap", "LOSE": "ends on Lose", "AGAIN": "another roll",
    "NEXT": "points to expect next", "GIFT": "points given to others",
    "EXCHANGE": "spends an Exchange card", "LOSE_CARD": "spends the Large Lose Card",
    "STOPPED": "points stopped", "COST": "points taken from the mover",
    "LEADER": "how near the mover is to winning",
}

POLICIES = {
    "random": {},
    "greedy": {"POINTS": 1.0, "AGAIN": 0.2, "STOPPED": 1.0, "COST": 0.4, "LOSE_CARD": -1.0},
    "builder": {"POINTS": 1.0, "TRAP": 0.2, "AGAIN": 0.3, "NEXT": 2.0, "EXCHANGE": -0.2,
                "STOPPED": 1.0, "LEADER": 0.8, "LOSE_CARD": -1.6},
    "spoiler": {"POINTS": 1.0, "AGAIN": 0.2, "GIFT": -3.0, "STOPPED": 1.0, "COST": 0.3,
                "LEADER": 0.5, "LOSE_CARD": -1.2},
    "allround": {"POINTS": 1.0, "AGAIN": 0.3, "NEXT": 1.2, "GIFT": -1.0, "EXCHANGE": -0.1,
                 "STOPPED": 1.0, "LEADER": 1.0, "LOSE_CARD": -1.7},
}

# Rolls of 36 that sum to n: index n, 0 to 12.
WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)

# How a way over cards and print ends: the token stops, rolls again, is on a bare space where a
# card may be placed, on an Exchange card, or trapped.
STOPS, ROLLS, BARE, EXCHANGES, TRAPPED = range(5)


def ending(points, how, space):
    """A way's end as one number: points -1 to 1, how it ends, and where."""
    return ((points + 1) * 8 + how) * 64 + space


def points_of(end):
    """The points of an end."""
    return end // 512 - 1


def how_of(end):
    """How a way ends: STOPS and so on."""
    return end // 64 % 8


def space_of(end):
    """Where a way ends."""
    return end % 64


def walk(s, here, left):
    """How the way ends that the mover's token takes from landing on `here`, cards as they lie.

    `left` has a bit set for each space left by a card since the roll.
    """
    while True:
        what = st.landing(s, here, left)
        if what == st.SCORE:
            return ending(1 if st.is_score(s, here) else 0,
                          ROLLS if st.is_occupied(s, here) else STOPS, here)
        if what == st.LOSE:
            return ending(-1 if s.score[s.turn] > 0 else 0, STOPS, here)
        if what == st.TO_LOSE:
            here = s.lose
        elif what == st.OCCUPIED:
            return ending(0, ROLLS, here)
        elif what == st.PRINTED:
            here = st.ring(s, here + s.jump[here])
        elif what == st.TRAP:
            return trapped(s, here)
        elif what == st.TRACK:
            return ending(0, BARE, here)
        elif s.card[here] == st.AGAIN:
            return ending(0, ROLLS, here)
        elif s.card[here] == st.EXCHANGE:
            return ending(0, EXCHANGES, here)
        else:
            left |= 1 << here
            here = st.ring(s, here + st.spaces_by(s, s.card[here], here))


def trapped(s, closing):
    """How the way ends that has come round to `closing` by the cards that lie.

    After an exchange the cards may no longer lie as they were followed; then it is taken to
    rest on `closing`.
    """
    here, source, rest = closing, closing, closing
    offset, furthest, spaces = 0, 0, 0
    while spaces < s.size and (spaces == 0 or here != closing):
        hop = s.jump[here] if s.space[here] == st.PRINTED else s.step[s.card[here]]
        offset += hop
        spaces += 1
        there = st.ring(s, here + hop)
        if offset > furthest or (there == closing and rest == closing):
            furthest, rest, source = offset, there, here
        here = there
    if s.entrapment_loops == st.TWO_ONLY and spaces > 2:
        return ending(0, STOPS, closing)
    if s.entrapment_stop == st.STOP_FIRST:
        rest = closing
    elif s.entrapment_stop == st.STOP_AHEAD_CARD:
        rest = source
    return ending(1, TRAPPED, rest)


def expected_points(s, seat, here):
    """Points that `seat` can expect of one roll from `here`, cards as they lie, nothing placed."""
    turn = s.turn
    s.turn = seat
    total = 1.0 / 36.0          # for a double six
    for spaces in range(2, 13):
        end = walk(s, st.ring(s, here + spaces), 0)
        total += WAYS[spaces] / 36.0 * points_of(end)
    s.turn = turn
    return total


def others_expect(s):
    """Points that the mover's opponents can expect of a roll each, added up."""
    total = 0.0
    for seat in range(st.SEATS):
        if s.playing[seat] and seat != s.turn:
            total += expected_points(s, seat, s.token[seat])
    return total


def end_after(s, here):
    """How the mover's way ends by the card beside `here`; Exchange takes the best card."""
    if s.card[here] == st.AGAIN:
        return ending(0, ROLLS, here)
    if s.card[here] == st.EXCHANGE:
        return best_exchange(s, here)
    left = s.left | 1 << here
    return walk(s, st.ring(s, here + st.spaces_by(s, s.card[here], here)), left)


def best_exchange(s, here):
    """How the mover's way ends with the best card that can be taken, in points at once."""
    best = ending(0, STOPS, here)
    for space in range(s.size):
        if st.can_take(s, space) and s.card[space] != st.AGAIN:
            card = s.card[space]
            s.card[here] = card
            s.card[space] = st.EXCHANGE
            left = s.left | 1 << here
            end = walk(s, st.ring(s, here + st.spaces_by(s, card, here)), left)
            if points_of(end) > points_of(best):
                best = end
            s.card[here] = st.EXCHANGE
            s.card[space] = card
    return best


def about_to_make(s):
    """Points that the mover is about to make, as far as the open window shows."""
    here = s.token[s.turn]
    if s.then == st.FOLLOW:
        return float(points_of(end_after(s, here)))
    if s.then == st.MOVE:
        return float(points_of(walk(s, st.ring(s, here + s.die[0] + s.die[1]), 0)))
    return expected_points(s, s.turn, here)


def describe(s, action, out):
    """Writes the features of a legal `action` of the seat to act into `out`, one a Feature."""
    for k in range(len(out)):
        out[k] = 0.0
    if action == st.WAIT:
        return
    if action == st.LOSE_CARD:
        out[Feature.LOSE_CARD] = 1.0
        out[Feature.STOPPED] = about_to_make(s)
        out[Feature.COST] = min(s.score[s.turn], s.lose_card_cost)
        out[Feature.LEADER] = s.score[s.turn] / s.target
        return
    here = s.token[s.turn]
    before = others_expect(s)
    mine, source = s.card[here], here
    if action >= st.TAKE:
        source = action - st.TAKE
        s.card[here] = s.card[source]
        s.card[source] = st.EXCHANGE
    elif action != st.DECLINE:
        s.card[here] = action
        out[Feature.EXCHANGE] = 1.0 if action == st.EXCHANGE else 0.0
    end = ending(0, STOPS, here) if action == st.DECLINE else end_after(s, here)
    describe_end(s, end, before, out)
    if action >= st.TAKE:
        s.card[source] = s.card[here]
    s.card[here] = mine


def describe_end(s, end, before, out):
    """Writes what a way's end is worth, the opponents having expected `before`."""
    out[Feature.POINTS] = points_of(end)
    out[Feature.TRAP] = 1.0 if how_of(end) == TRAPPED else 0.0
    out[Feature.LOSE] = 1.0 if s.space[space_of(end)] == st.LOSE else 0.0
    out[Feature.AGAIN] = 1.0 if how_of(end) == ROLLS else 0.0
    here = s.token[s.turn]
    s.token[s.turn] = space_of(end)
    out[Feature.NEXT] = expected_points(s, s.turn, space_of(end))
    out[Feature.GIFT] = others_expect(s) - before
    s.token[s.turn] = here
