"""Bonkers' engine against the oracle: the same plays allowed, the same table after each."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers.rulebook import OPTIONS, RULE_BOOK
from tests.bonkers import oracle
from tests.bonkers.oracle import STANDARD, Table
from tests.bonkers.test_games import DECK, PLACES, random_options

PLAYS = 250


def compare(g: bb.Game, t: Table) -> None:
    """Fails where the game and the oracle's table differ in anything that can be seen."""
    assert (g.stage, g.mover, g.is_over) == (t.stage, g.seats[t.turn], t.stage == "over")
    assert (g.tokens, g.scores) == (tuple(t.tokens), tuple(t.scores))
    assert [sorted(hand) for hand in g.hands] == [sorted(hand) for hand in t.hands]
    assert (g.cards, g.pile, g.lose_cards) == (t.cards, t.pile, tuple(t.lose_cards))
    assert (g.dice, g.placed and not g.is_over) == (t.dice, t.placed and not g.is_over)
    assert {str(action) for action in g.legal()} == oracle.actions(t)
    if t.asked >= 0:
        assert g.actor == g.seats[t.asked]


def compare_refusals(g: bb.Game, t: Table, rng: random.Random) -> None:
    """Fails where another rule is said to forbid a play than the oracle thinks of."""
    cards = sorted({*g.cards.values(), *(card for hand in g.hands for card in hand)})
    spaces = [rng.randrange(t.board["size"]), *list(g.cards)[:2]]
    for words in ("decline", "wait", "lose card", *(f"take {space}" for space in spaces),
                  *(f"place {card}" for card in cards)):
        refusal = g.why_not(words)
        allowed = words in oracle.actions(t)
        assert (refusal is None) == allowed, (words, refusal)
        assert refusal is None or refusal.rule == oracle.forbidden_by(t, words), (words, refusal)


def play_on(g: bb.Game, t: Table, rng: random.Random, plays: int = PLAYS) -> Counter[str]:
    """Plays at random, the oracle beside it; returns how often each rule was cited."""
    cited = Counter[str]()
    compare(g, t)
    for _ in range(plays):
        if g.is_over:
            break
        g = g.act(rng.choice(["random", "random", "greedy", "builder"]))
        t = oracle.play(t, str(g.last))
        compare(g, t)
        compare_refusals(g, t, rng)
        assert list(g.events.rules()) == t.cited, g.events
        cited.update(t.cited)
    return cited


def options_and_board(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = random_options(rng)
    return options, options.get("layout", STANDARD)


@pytest.mark.parametrize("seed", range(30))
def test_games_under_all_house_rules(seed: int) -> None:
    rng = random.Random(seed)
    options, board = options_and_board(rng)
    g = bb.new("bonkers", seats=rng.choice([2, 3, 4]), seed=seed, **options)
    assert play_on(g, Table.of(g, board), rng)["ROLL"]


def crowded(rng: random.Random, **options: Any) -> bb.Game:
    """A turn about to begin on a board with many cards, tokens close together."""
    count, most = rng.randint(2, 4), min(5, options.get("target", 12) - 1)
    tokens = rng.sample([*PLACES, 0, 17, 27, 36, 52], count)
    cards = rng.sample(DECK, 40)
    laid = dict(zip(rng.sample(PLACES, 34), cards, strict=False))
    hands = [cards[34 + k::count][:1] for k in range(count)]
    return bb.bonkers.position(
        tokens=tokens, scores=[rng.randint(0, most) for _ in tokens], cards=laid, hands=hands,
        turn=rng.randrange(count), lose_cards=[rng.random() < 0.3 for _ in tokens],
        pile=rng.choice([0, 1, 2]), seed=rng.randrange(1000), **options)


@pytest.mark.parametrize("seed", range(60))
def test_boards_full_of_cards_under_all_house_rules(seed: int) -> None:
    rng = random.Random(seed)
    options = {name: value for name, value in random_options(rng).items()
               if name not in ("layout", "deck", "target")}
    g = crowded(rng, **options, target=rng.choice([1, 2, 6, 12]))
    play_on(g, Table.of(g, STANDARD), rng, 120)


VALUES = [(option.name, value) for option in OPTIONS if option.name not in ("layout", "deck")
          for value in (option.choices[1:] or (1, 2))]
PAIRS = [(one, other) for one, other in combinations(VALUES, 2) if one[0] != other[0]]


@pytest.mark.parametrize("first", VALUES, ids=lambda value: f"{value[0]}={value[1]}")
def test_each_two_house_rules_together(first: tuple[str, Any]) -> None:
    for pair in (pair for pair in PAIRS if pair[0] == first):
        rng = random.Random(str(pair))
        for _ in range(3):
            g = crowded(rng, **dict(pair))
            play_on(g, Table.of(g, STANDARD), rng, 25)


def test_every_rule_of_a_turn_came_up() -> None:
    cited = Counter[str]()
    for seed in range(25):
        rng = random.Random(100 + seed)
        g = crowded(rng)
        cited += play_on(g, Table.of(g, STANDARD), rng, 120)
    before_the_first_turn, after_1000_rolls = {"SEATS", "HIGHEST_STARTS"}, {"ROLL_LIMIT"}
    assert set(RULE_BOOK) - set(cited) == before_the_first_turn | after_1000_rolls
    assert cited["ENTRAPMENT"] > 10 and cited["EXCHANGE"] > 10
