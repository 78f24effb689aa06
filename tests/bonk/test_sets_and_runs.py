"""Exact chances of sets and runs: brute force on small decks, by suits, and as simulated."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from bonkbook.bonk.odds import melds
from bonkbook.bonk.odds.sets_and_runs import hands_with_melds
from bonkbook.probability import deals
from bonkbook.probability.deals import NOTHING_WILD, WILD_TWOS, Deck

F = Fraction


@pytest.mark.parametrize("n", [-1, 105])
def test_more_cards_than_there_are_cannot_be_dealt(n: int) -> None:
    with pytest.raises(ValueError, match=r"the cards dealt of 104 must be .* 0 to 104"):
        melds(n, 1, 1)


@pytest.mark.parametrize(("sets", "runs"), [(-1, 1), (1, -1), (-1, 0)])
def test_what_cannot_be_asked_says_so(sets: int, runs: int) -> None:
    with pytest.raises(ValueError, match="must be a whole number from 0 up"):
        melds(9, sets, runs)


def test_hands_with_many_cards_to_spare_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bonkbook.bonk.odds.sets_and_runs.MOST_STEPS", 1000)
    with pytest.raises(ValueError, match=r"9 cards with 2 to spare .* too many cases"):
        melds(9, 1, 1)
    assert melds(7, 1, 1) > 0


def test_the_outcomes_of_a_chance_are_by_wilds() -> None:
    p = melds(8, 1, 1)
    assert [wilds for wilds, _ in p.outcomes] == list(range(9))
    assert p.outcomes[8][1] == deals.wilds(8)[8]    # a run of four twos, a set of the others
    assert deals.sets(7, 2).outcomes == melds(7, 2).outcomes
    assert melds(30, 0, 5) == 0               # there are four suits
    assert melds(6, 1, 1) == 0                # and too few cards


# -- sets and runs, against every hand of a small deck


def fits(cards: tuple[tuple[int, int], ...], sets: int, runs: int, deck: Deck) -> bool:
    """Whether cards (rank, suit) make the melds: every way is tried, with no idea in it."""
    wilds = sum(deck.wild and rank == 1 for rank, _ in cards)
    held = Counter(card for card in cards if not deck.wild or card[0] != 1)
    windows = [[(rank % deck.ranks, suit) for rank in range(low, low + 4)]
               for suit in range(deck.suits) for low in range(deck.ranks - 2)]
    for chosen in itertools.combinations(windows, runs):
        if len({window[0][1] for window in chosen}) < runs:
            continue
        left, needed = Counter(held), 0
        for window in chosen:
            for card in window:
                needed += not left[card]
                left[card] -= left[card] > 0
        counts = Counter[int]()
        for (rank, _), n in left.items():
            counts[rank] += n
        for ranks in itertools.combinations([*range(deck.ranks)], sets):
            cost = sum(3 if deck.wild and rank == 1 else max(0, 3 - counts[rank])
                       for rank in ranks)
            bare = sum(counts[rank] == 0 for rank in ranks if not (deck.wild and rank == 1))
            if needed + cost <= wilds and not bare:
                return True
    return False


SMALL = Deck(ranks=6, suits=2, copies=2)
NARROW = Deck(ranks=7, suits=2, copies=1)
TINY = Deck(ranks=5, suits=2, copies=2)
BARE = Deck(ranks=5, suits=2, copies=2, wild=False)


@pytest.mark.parametrize(("deck", "n", "sets", "runs"), [
    (SMALL, 5, 0, 1), (TINY, 7, 1, 1), (TINY, 8, 1, 1), (BARE, 7, 1, 1), (BARE, 5, 0, 1),
    (NARROW, 5, 0, 1), (NARROW, 8, 0, 2), (NARROW, 9, 0, 2), (NARROW, 8, 1, 1), (SMALL, 5, 1, 0),
    (TINY, 7, 2, 0), (NARROW, 7, 2, 0),
])
def test_sets_and_runs_of_a_small_deck_are_as_a_brute_force_says(
        deck: Deck, n: int, sets: int, runs: int) -> None:
    cards = [(rank, suit) for rank in range(deck.ranks) for suit in range(deck.suits)]
    met = 0
    for held in itertools.product(range(deck.copies + 1), repeat=len(cards)):
        if sum(held) == n:
            hand = tuple(card for card, k in zip(cards, held, strict=True) for _ in range(k))
            ways = math.prod(math.comb(deck.copies, k) for k in held)
            met += ways * fits(hand, sets, runs, deck)
    total = math.comb(deck.size, n)
    assert 0 <= met < total
    assert melds(n, sets, runs, deck) == F(met, total)
    assert sum(hands_with_melds(n, sets, runs, deck).values()) == met


@pytest.mark.parametrize(("n", "sets"), [(7, 2), (10, 3), (7, 1), (8, 2), (13, 3)])
def test_both_ways_to_count_sets_agree(n: int, sets: int) -> None:
    for deck in (WILD_TWOS, NOTHING_WILD):
        counted = sum(hands_with_melds(n, sets, 0, deck).values())
        assert F(counted, math.comb(104, n)) == deals.sets(n, sets, deck)


# What a simulation of 400,000 hands gave that was written apart from all this.
SIMULATED = {(8, 1, 1): 0.01067, (9, 0, 2): 0.00144, (11, 2, 1): 0.00598, (12, 1, 2): 0.00169}


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "share"), SIMULATED.items())
def test_sets_and_runs_are_as_simulated(asked: tuple[int, int, int], share: float) -> None:
    exact = float(melds(*asked))
    assert abs(exact - share) < 4.5 * math.sqrt(exact / 400_000)


def test_runs_alone_are_as_counted_suit_by_suit() -> None:
    assert melds(9, 0, 2) == by_suits(9, 2)
    assert melds(6, 0, 1) == by_suits(6, 1)


def by_suits(size: int, runs: int) -> Fraction:
    """The chance of runs of so many suits: each suit has its cards and a cost in wilds."""
    suits = [Counter[int]() for _ in range(5)]      # hands of one suit: by cost, by cards
    for ranks in itertools.product((0, 1, 2), repeat=12):
        cards = sum(ranks)
        if cards <= size:
            ways = math.prod(math.comb(2, n) for n in ranks)
            places = [ranks[0], 0, *ranks[1:], ranks[0]]
            cost = min(sum(not n for n in places[low:low + 4]) for low in range(11))
            suits[cost][cards] += ways
    met = 0
    for costs in itertools.combinations_with_replacement(range(5), 4):
        order = math.factorial(4) // math.prod(map(math.factorial, Counter(costs).values()))
        hands = Counter({0: order})
        for cost in costs:
            after = Counter[int]()
            for (a, m), (b, k) in itertools.product(hands.items(), suits[cost].items()):
                after[a + b] += m * k
            hands = after
        for wilds in range(sum(costs[:runs]), 9):
            met += hands[size - wilds] * math.comb(8, wilds)
    return F(met, math.comb(104, size))


def test_random_hands_of_a_middling_deck() -> None:
    deck, rng = Deck(ranks=8, suits=3, copies=2), random.Random(3)
    cards = [(rank, suit) for rank in range(8) for suit in range(3)] * 2
    exact, hands = melds(9, 1, 1, deck), 1500
    met = sum(fits(tuple(rng.sample(cards, 9)), 1, 1, deck) for _ in range(hands))
    spread = math.sqrt(exact * (1 - exact) / hands)
    assert abs(met / hands - exact) < 4 * spread
