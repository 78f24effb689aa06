"""Exact deal chances: known fractions, brute force on small decks, and against one another."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from bonkbook.probability import deals
from bonkbook.probability.deals import NOTHING_WILD, Deck

F = Fraction


# -- counting cards


def test_drawn_cards_are_hypergeometric() -> None:
    found = deals.drawn(8, 7, 104)
    for k in range(8):
        assert found[k] == F(math.comb(8, k) * math.comb(96, 7 - k), math.comb(104, 7))
    assert found.mean == F(7 * 8, 104)
    assert dict(deals.drawn(0, 3, 10)) == {0: 1}
    assert dict(deals.drawn(10, 3, 10)) == {3: 1}
    assert dict(deals.drawn(4, 0, 10)) == {0: 1}
    assert dict(deals.wilds(7)) == dict(found)
    assert dict(deals.wilds(5, NOTHING_WILD)) == {0: 1}


def test_drawn_cards_of_several_groups() -> None:
    found = deals.drawn_of({"a": 3, "none": 0, "b": 2, "c": 5}, 4)
    for a, none, b, c in found:
        assert (none, a + b + c) == (0, 4)
        ways = math.comb(3, a) * math.comb(2, b) * math.comb(5, c)
        assert found[a, none, b, c] == F(ways, math.comb(10, 4))
    assert sum(found.values()) == 1


@pytest.mark.parametrize("n", [-1, 105])
def test_more_cards_than_there_are_cannot_be_dealt(n: int) -> None:
    for question in (lambda: deals.wilds(n), lambda: deals.a_set(n),
                     lambda: deals.inclusion_exclusion(n), lambda: deals.of_a_rank(1, n)):
        with pytest.raises(ValueError, match=r"the cards dealt of 104 must be .* 0 to 104"):
            question()


def test_what_cannot_be_asked_says_so() -> None:
    with pytest.raises(ValueError, match="the good ones of 10 cards must be"):
        deals.drawn(11, 2, 10)
    with pytest.raises(ValueError, match="must be a whole number from 0 up"):
        deals.sets(9, -1)
    with pytest.raises(ValueError, match="ranks of a deck must be a whole number from 5 to 20"):
        Deck(ranks=3)


# -- sets


def test_known_chances_of_sets() -> None:
    assert deals.sets(7, 2) == F(7607464, 379345395)
    assert deals.sets(10, 3) == F(1087935204, 148301058815)
    assert deals.a_set(7) == F(34208773, 80467205)
    assert deals.a_set(7, NOTHING_WILD) == F(2211211, 18569355)


def test_one_set_of_many_cards_is_certain_and_of_few_impossible() -> None:
    assert [deals.a_set(n) for n in (0, 1, 2)] == [0, 0, 0]
    assert deals.a_set(3) == F(12 * math.comb(8, 3) + 12 * 8 * math.comb(8, 2)
                               + 12 * math.comb(8, 2) * 8 + math.comb(8, 3), math.comb(104, 3))
    chances = [deals.a_set(n) for n in range(3, 15)]
    assert chances == sorted(chances)
    tiny = Deck(ranks=5, suits=2, copies=2, wild=False)
    assert deals.a_set(10, tiny) < 1        # a pair of each rank
    assert deals.a_set(11, tiny) == 1


def test_of_a_named_rank_and_of_any() -> None:
    each = deals.of_a_rank(3, 7, NOTHING_WILD)
    told = deals.inclusion_exclusion(7)
    assert told.terms[0].each == each
    assert told.terms[0].so_far == 13 * each
    assert told.total == deals.a_set(7, NOTHING_WILD)
    assert len(told.terms) == 2


@pytest.mark.parametrize(("n", "size"), [(9, 3), (12, 3), (13, 4), (6, 2)])
def test_inclusion_and_exclusion_is_the_chance_and_its_sums_enclose_it(n: int, size: int) -> None:
    told = deals.inclusion_exclusion(n, size=size)
    assert told.total == deals.a_set(n, NOTHING_WILD, size)
    for term in told.terms[:-1]:
        above = term.so_far > told.total
        assert above == (term.events % 2 == 1)
    assert sum((term.value for term in told.terms), F(0)) == told.total
    assert str(told.total) in repr(told)
    assert f"<td>+ {told.terms[0].choices}</td>" in told._repr_html_()


def test_inclusion_and_exclusion_where_nothing_can_happen() -> None:
    assert deals.inclusion_exclusion(2).total == 0
    assert repr(deals.inclusion_exclusion(2))


def test_profiles_are_a_distribution_of_all_hands() -> None:
    found = deals.profiles(4)
    assert found[4, ()] == deals.wilds(4)[4]
    assert found[0, (1, 1, 1, 1)] == F(math.comb(12, 4) * 8 ** 4, math.comb(104, 4))
    assert sum(wilds + sum(counts) == 4 for wilds, counts in found) == len(found)
