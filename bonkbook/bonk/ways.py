"""All ways to lay a contract from a hand, as rows of plans (see cards.py)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from .kernel import cards as c
from .kernel import melds as m
from .kernel.cards import Ints

Row = tuple[int, ...]       # a row of a plan


def ways(counts: Ints, twos: int, terms: Ints) -> Iterator[list[Row]]:
    """All ways to lay the contract from a hand, the fewest wilds first; `twos` is their number."""
    return (_covers if terms[c.EVERY_CARD] else _from_few_wilds)(counts, twos, terms)


def _from_few_wilds(counts: Ints, twos: int, terms: Ints) -> Iterator[list[Row]]:
    """All ways to lay sets and runs, the fewest wilds first."""
    left = counts.copy()
    for wilds in range(twos + 1):
        _set_wilds(left, wilds)
        if m.can_reveal(left, terms):
            yield from _sets_then_runs(left, wilds, 0, (0, 0, 0), terms)


def _covers(counts: Ints, twos: int, terms: Ints) -> Iterator[list[Row]]:
    """All ways to lay all the cards, first the way that the rules find (others take longer)."""
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    if m.least_wilds(counts, terms, plan) == m.NO_WAY:
        return
    first = [(*row[:c.NATURALS + 1], 0, 0, 0) if row[c.KIND] == c.RUN else tuple(row)
             for row in plan.tolist() if row[c.KIND] != c.NONE]
    yield first
    left = counts.copy()
    _set_wilds(left, twos)
    for rows in _cover(left, twos, 0, (0, 0, 0), terms):
        if sorted(rows) != sorted(first):
            yield rows


def _set_wilds(left: Ints, wilds: int) -> None:
    left[:, c.TWO] = 0
    left[0, c.TWO] = wilds


def _sets_then_runs(left: Ints, wilds: int, rank: int, after: tuple[int, int, int],
                    terms: Ints) -> Iterator[list[Row]]:
    """All ways to lay sets from a rank up, then runs, with exactly `wilds` wilds."""
    is_last = terms[c.SETS] + terms[c.RUNS] == 1
    if terms[c.SETS] == terms[c.RUNS] == 0:
        if wilds == 0:
            yield []
    elif terms[c.SETS]:
        for row in _sets(left, rank, wilds, is_last, terms):
            for rest in _go_on(_sets_then_runs, left, row, wilds, row[c.VALUE] + 1, after, terms):
                yield [row, *rest]
    else:
        for row, key in _runs(left, after, wilds, is_last, terms):
            for rest in _go_on(_sets_then_runs, left, row, wilds, rank, key, terms):
                yield [row, *rest]


def _cover(left: Ints, wilds: int, rank: int, after: tuple[int, int, int],
           terms: Ints) -> Iterator[list[Row]]:
    """All ways to lay all the cards, as runs and then sets of what is left."""
    if terms[c.LONG_RUN] == 0 and terms[c.RUNS] in (0, c.ANY):
        yield from _rest_in_sets(left, wilds, terms)
    if terms[c.RUNS] != 0:
        for row, key in _runs(left, after, wilds, False, terms):
            for rest in _go_on(_cover, left, row, wilds, rank, key, terms):
                yield [row, *rest]


def _go_on(search: Any, left: Ints, row: Row, wilds: int, rank: int,
           after: tuple[int, int, int], terms: Ints) -> Iterator[list[Row]]:
    """The ways to continue the search after a meld; none if the rest cannot be revealed."""
    wilds -= row[c.LENGTH] - _move(left, row, -1)
    _set_wilds(left, wilds)
    rest = terms.copy()
    if row[c.KIND] == c.SET:
        rest[c.SETS] -= 1
    elif terms[c.RUNS] != c.ANY:
        rest[c.RUNS] -= 1
    if row[c.KIND] == c.RUN and row[c.LENGTH] >= terms[c.LONG_RUN]:
        rest[c.LONG_RUN] = 0
    if (rest[c.LONG_RUN] == 0 or rest[c.RUNS] != 0) and m.can_reveal(left, rest):
        yield from search(left, wilds, rank, after, rest)
    _move(left, row, 1)


def _move(left: Ints, row: Row, by: int) -> int:
    """The number of naturals in a meld, after adding `by` to each of them."""
    kinds = [c.natural_at(np.array(row), place) for place in range(row[c.LENGTH])]
    for kind in kinds:
        if kind >= 0:
            left[kind // c.RANKS, kind % c.RANKS] += by
    return sum(kind >= 0 for kind in kinds)


def _sets(left: Ints, from_rank: int, wilds: int, all_wilds: bool, terms: Ints) -> Iterator[Row]:
    """Every set of a rank from `from_rank` up; with all the wilds, or with any number."""
    for rank in range(from_rank, c.RANKS):
        for choice in range(c.choices_in(left, rank, terms)):
            chosen, naturals = c.chosen_cards(left, rank, choice, terms)
            if (naturals == 0) != (rank == c.TWO) or naturals < terms[c.MIN_NATURALS]:
                continue
            most = min(wilds, terms[c.MAX_WILDS])
            if terms[c.SET_DISTINCT_SUITS]:
                most = min(most, c.SUITS - naturals)
            for more in range(max(0, c.SET_LEAST - naturals, wilds if all_wilds else 0), most + 1):
                yield (c.SET, rank, 0, naturals + more,
                       *(chosen >> 2 * suit & 3 for suit in range(c.SUITS)))


def _runs(left: Ints, after: tuple[int, int, int], wilds: int, all_wilds: bool,
          terms: Ints) -> Iterator[tuple[Row, tuple[int, int, int]]]:
    """Every run with a key of at least `after`, with all the wilds or any number, and its key.

    Keys (kind, length, naturals) put the runs of a way in order, so that each way occurs once.
    """
    for kind in range(after[0], c.KINDS):
        suit, low = divmod(kind, c.RANKS)
        for length in range(c.RUN_LEAST, c.RUN_MOST + 1):
            if low > c.last_low(length, terms):
                break
            for places in _places(left, suit, low, length, wilds, all_wilds):
                key = kind, length, places
                if m.run_wilds(places, length, terms) <= wilds and key >= after:
                    if not terms[c.RUNS_SAME_SUIT]:
                        key = c.RANKS * (suit + 1), 0, 0
                    yield (c.RUN, suit, low, length, places, 0, 0, 0), key


def _places(left: Ints, suit: int, low: int, length: int, wilds: int,
            all_wilds: bool) -> Iterator[int]:
    """The choices of places in a run for naturals, as bits: all places in hand, or fewer."""
    mask = c.suit_mask(left, suit)
    held = [place for place in range(length) if mask >> (low + place) % c.RANKS & 1]
    room = wilds - (length - len(held))
    for dropped in range(max(0, room if all_wilds else 0), room + 1):
        for less in combinations(held, dropped):
            places = sum(1 << place for place in held if place not in less)
            if not places >> c.RANKS or not places & 1 or left[suit, low] > 1:
                yield places


def _rest_in_sets(left: Ints, wilds: int, terms: Ints) -> Iterator[list[Row]]:
    """All ways to make sets of everything that is left, with all the wilds."""
    held = [rank for rank in range(c.RANKS) if rank != c.TWO and left[:, rank].any()]
    for ranks in (held, [c.TWO, *held]):
        rooms = [m.set_room(left, rank, terms) for rank in ranks]
        if terms[c.SETS] not in (c.ANY, len(ranks)) or any(low > high for low, high in rooms):
            continue
        for shares in _shares(wilds, rooms):
            yield [(c.SET, rank, 0, share + int(sum(naturals)), *naturals)
                   for rank, share in zip(ranks, shares, strict=True)
                   for naturals in [(0,) * 4 if rank == c.TWO else left[:, rank].tolist()]]


def _shares(wilds: int, rooms: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """All ways to distribute the wilds, within the room of each set."""
    if not rooms:
        if wilds == 0:
            yield ()
        return
    low, high = rooms[0]
    for share in range(low, min(high, wilds) + 1):
        for rest in _shares(wilds - share, rooms[1:]):
            yield share, *rest
