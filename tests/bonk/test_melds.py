"""BONK's melds: disputes, a slow brute force, exact deal probabilities, and both ways to run."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from bonkbook.bonk import odds
from bonkbook.bonk.contracts import (
    CONTRACTS,
    FINAL_CONTRACTS,
    Contract,
    Meld,
    can_reveal,
    check_contract,
    check_run,
    check_set,
    iter_reveals,
    reveals,
    round_terms,
)
from bonkbook.bonk.faces import card_numbers, card_text
from bonkbook.bonk.kernel import cards as c
from bonkbook.bonk.kernel import melds as m
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.probability import deals
from bonkbook.probability.estimate import Estimate
from tests.plays import rule_of

RANKS, SUITS = "A23456789TJQK", "cdhs"

needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled rules need numba")


def compiled_melds() -> ModuleType:
    """The compiled melds, also as long as the game has no rules that could be loaded with them."""
    if importlib.util.find_spec("bonkbook.bonk.kernel.rules"):
        return twin.compiled("bonk").part("melds")
    twin._prepare_shadow("bonk")
    return importlib.import_module(f"{twin.SHADOW}.bonk.melds")


# --- Disputes among players and in programs --------------------------------------------

@pytest.mark.parametrize("cards", list(itertools.permutations(["Kh", "Ah", "2h", "3h"])))
def test_a_run_does_not_go_around_the_corner(cards: tuple[str, ...]) -> None:
    assert rule_of(check_run(cards)) == "RUN"


def test_by_house_rule_a_run_goes_around_the_corner() -> None:
    assert check_run("Kh Ah 2h 3h", run_around_corner="yes") is None
    assert check_run("3h 2h Ah Kh", run_around_corner="yes") is None
    assert rule_of(check_run("Kh 2h Ah 3h", run_around_corner="yes")) == "RUN"
    assert "corner" in str(check_run("Kh Ah 2h 3h"))


@pytest.mark.parametrize("cards", ["Ah 2h 3h 4h", "Jc Qc Kc Ac", "Ac Kc Qc Jc", "Kc Qc Jc 2h"])
def test_the_ace_is_low_or_high_and_runs_go_either_way(cards: str) -> None:
    assert check_run(cards) is None


def test_from_ace_to_ace_at_most() -> None:
    whole = [rank + "s" for rank in RANKS]
    assert check_run([*whole, "As"]) is None
    assert rule_of(check_run([*whole, "As", "2s"])) == "RUN"
    assert check_run([*whole[5:], *whole[:6]], run_around_corner="yes") is None


@pytest.mark.parametrize("cards", ["Qh Kh Ah", "5h 5h 6h 7h", "5h 5h 6h 7h 2s", "3d 4c 5d 6h",
                                   "6h 7h 8h Th Th Jh Qh", "5h 2c 2d 7h", "4h 2c 3h 2d"])
def test_what_is_no_run(cards: str) -> None:
    assert rule_of(check_run(cards)) == "RUN"


@pytest.mark.parametrize(("cards", "text"), [
    ("7h 8h 9c", "A run has at least four cards of one suit; there are 3 here, and 9c is a club. "
                 "[RUN]"),
    ("9c 2d 7h 8h", "A run is of one suit; 9c is a club. [RUN]"),
    ("Qh Kh 2c Ad", "A run is of one suit; Ad is a diamond. [RUN]"),
    ("7h 8h 9c Tc", "A run is of one suit; these are clubs and hearts. [RUN]"),
    ("7h 8h 9h Tc Jd", "A run is of one suit; Tc and Jd are not hearts. [RUN]"),
    ("7h 8h 9h", "A run has at least four cards, not 3. [RUN]"),
    ("7h 7c 8h", "A set is of one rank; these are sevens and eights. [SET]"),
    ("7h 8c 9d", "A set is of one rank; these are sevens, eights and nines. [SET]"),
])
@pytest.mark.parametrize("round", [1, 2, 4, 5, 6, 7])
def test_cards_that_are_no_meld_are_judged_as_what_they_look_like(
        cards: str, text: str, round: int) -> None:
    assert str(check_contract(round, [cards, "Ah As Ac"])) == text


def test_only_cards_in_sequence_look_like_a_run_that_nobody_asked_for() -> None:
    assert rule_of(check_contract(1, ["7h 9h Kc", "Ah As Ac"])) == "SET"
    assert rule_of(check_contract(2, ["7h 9h Kc", "Ah As Ac"])) == "RUN"
    assert rule_of(check_contract(3, ["7h 7c 8d", "Ah As Ac"])) == "RUN"


def test_what_is_no_set() -> None:
    assert rule_of(check_set("Kh Kd Ad")) == "SET"
    assert rule_of(check_set("Kh 2d")) == "SET"


def test_equal_cards_in_a_set() -> None:
    assert check_set("7h 7h 7d") is None
    assert rule_of(check_set("7h 7h 7d", set_distinct_suits="yes")) == "SET"
    assert check_set("7h 7c 7d 2s", set_distinct_suits="yes") is None
    assert rule_of(check_set("7h 7c 7d 2s 2c", set_distinct_suits="yes")) == "SET"


def test_melds_of_wilds_alone() -> None:
    assert check_set("2h 2c 2d") is None
    assert Meld("set", ("2h", "2c", "2d")).stands_for == ("2", "2", "2")
    assert rule_of(check_run("2h 2c 2d 2s")) == "WILD"
    assert check_run("2h 2c 2d 2s", declared="Ah") is None
    assert Meld("run", ("2h", "2c", "2d", "2s"), "Ah").stands_for == ("Ah", "2h", "3h", "4h")
    assert rule_of(check_run("2h 2c 2d 2s", declared="Qh")) == "RUN"
    assert rule_of(check_set("2h 2c 2d", min_naturals=1)) == "WILD"
    assert rule_of(check_set("2h 2c 7d", max_wilds=1)) == "WILD"
    assert rule_of(check_run("2h 2c 2d 2s", declared="Ah", min_naturals=1)) == "WILD"


def test_the_order_says_what_wilds_stand_for() -> None:
    assert Meld("run", ("5h", "2c", "7h", "8h")).stands_for == ("5h", "6h", "7h", "8h")
    assert Meld("run", ("8h", "7h", "2c", "2d")).stands_for == ("8h", "7h", "6h", "5h")
    # A single natural is read upwards where that fits, and otherwise down, unless declared.
    assert Meld("run", ("Kh", "2c", "2d", "2s")).stands_for == ("Kh", "Qh", "Jh", "Th")
    assert Meld("run", ("Ah", "2c", "2d", "2s")).stands_for == ("Ah", "2h", "3h", "4h")
    assert Meld("run", ("Ah", "2c", "2d", "2s"), "Jh").stands_for == ("Ah", "Kh", "Qh", "Jh")
    assert rule_of(check_run("Ah 2c 2d 2s", declared="Th")) == "WILD"
    assert rule_of(check_run("5h 6h 7h 8h", declared="5c")) == "WILD"


def test_two_runs_of_one_suit() -> None:
    same = ["3h 4h 5h 6h", "9h Th Jh Qh"]
    assert rule_of(check_contract(3, same)) == "DIFFERENT_SUITS"
    assert check_contract(3, same, runs_same_suit="yes") is None
    assert check_contract(3, ["3h 4h 5h 6h", "9s Ts Js 2h"]) is None


def test_longer_melds_but_not_more_of_them() -> None:
    assert check_contract(2, ["7h 7c 7d 7d", "3h 4h 5h 6h 7h"]) is None
    assert rule_of(check_contract(1, ["7h 7c 7d", "8h 8c 8d", "9h 9c 9d"])) == "CONTRACT"
    assert rule_of(check_contract(2, ["3h 4h 5h 6h 7h"])) == "CONTRACT"
    assert rule_of(check_contract(2, [])) == "CONTRACT"
    assert rule_of(check_contract(4, ["7h 7c 7d", "8h 8c 8d", "7s 7s 7h"])) == "DIFFERENT_RANKS"
    assert rule_of(check_contract(1, ["2h 2c 2d", "2h 2c 2d"])) == "DIFFERENT_RANKS"


def test_a_meld_that_may_be_either_is_read_as_the_contract_wants_it() -> None:
    either = "7h 2c 2d 2s"
    assert check_contract(2, [either, "8h 8c 8d"]) is None
    assert check_contract(2, ["3h 4h 5h 6h", either]) is None
    assert check_contract(2, ["Kh 2c 2h 2d", either]) is None
    assert check_contract(1, [either, "8h 8c 8d"]) is None
    as_set = Meld("set", tuple(either.split()))
    assert rule_of(check_contract(2, [as_set, "8h 8c 8d"])) == "CONTRACT"


FINAL = "3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 5c 5d 5s 5h"


def test_the_final_round_is_won_without_a_discard() -> None:
    run, kings, fives = FINAL[:20], FINAL[21:29], FINAL[30:]
    assert check_contract(7, [run, kings, fives], FINAL) is None
    assert can_reveal(FINAL, 7)
    assert all(check_contract(7, way, FINAL) is None for way in reveals(FINAL, 7))
    assert can_reveal(FINAL, 7, final_contract="long_run_two_sets")
    assert not can_reveal(FINAL, 7, final_contract="three_runs")
    assert not can_reveal(FINAL, 7, final_contract="long_run_run_set")


def test_the_final_round_with_one_loose_card() -> None:
    hand = "3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 5c 5d 5s 9d"
    melds = ["3h 4h 5h 6h 7h 8h 9h", "Kc Kd Ks", "5c 5d 5s"]
    refusal = check_contract(7, melds, hand)
    assert rule_of(refusal) == "FINAL_ROUND"
    assert "9d" in refusal.text
    assert not can_reveal(hand, 7)
    assert reveals(hand, 7) == []
    assert rule_of(check_contract(7, ["3h 4h 5h 6h 7h 8h", "Kc Kd Ks"])) == "FINAL_ROUND"


def test_after_a_bonk_all_sixteen_cards_must_fit() -> None:
    hand = "3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 5c 5d 5s 9d 9c"
    assert not can_reveal(hand + " 8d", 7)
    assert can_reveal(hand + " 9s", 7)
    assert can_reveal(hand + " 2s", 7)


def test_the_hand_must_have_the_cards() -> None:
    assert rule_of(check_contract(1, ["7h 7c 7d", "8h 8c 8d"], "7h 7c 7d 8h 8c 9c 9d")) == "REVEAL"


@pytest.mark.parametrize("call", [
    lambda: check_set("10h 7c 7d"),
    lambda: check_set("7h 7h 7h"),
    lambda: check_run("5h 6h 7h 8x"),
    lambda: check_run("2h 2c 2d 2s", declared="1h"),
    lambda: check_contract(8, []),
    lambda: check_contract(1, [], max_wilds=-1),
    lambda: check_contract(1, [], max_wild=1),
    lambda: check_contract(1, [], runs_same_suit=True),
    lambda: check_contract(7, [], final_contract="any"),
    lambda: Contract(None, 1),
    lambda: Contract(1, 0, long_run=7),
    lambda: Meld("straight", ("7h",)),  # type: ignore[arg-type]
])
def test_what_makes_no_sense_is_an_error(call: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        call()


def test_every_fault_has_its_rule_and_sentence() -> None:
    seen = {str(refusal) for refusal in [
        check_set("7h 7c"), check_set("7h 7c 8d"), check_set("7h 7h 7c", set_distinct_suits="yes"),
        check_run("7h 8h 9h"), check_run("7h 8h 9h Th Jh Qh Kh Ah 2h 3h 4h 5h 6h 7h 8h"),
        check_run("7h 8h 9h Tc"), check_run("7h 8h 9h Jh"), check_run("Qh Kh Ah 2h"),
        check_set("7h 2h 2c", max_wilds=1), check_set("7h 2h 2c", min_naturals=2),
        check_run("2h 2h 2c 2c"), check_run("7h 2h 2c 2c", declared="6h"),
        check_contract(1, ["7h 7c 7d", "7h 7s 7c"]),
        check_contract(3, ["7h 8h 9h Th", "3h 4h 5h 6h"]),
        check_contract(1, ["7h 7c 7d"]), check_contract(2, ["7h 7c 7d"]),
        check_contract(7, ["7h 7c 7d", "3h 4h 5h 6h"]),
        check_contract(7, ["3h 4h 5h 6h 7h 8h 9h"], "3h 4h 5h 6h 7h 8h 9h Th"),
    ]}
    assert len(seen) == len(c.Fault) - 1
    assert all(text[0].isupper() or text[0].isdigit() for text in seen)
    assert len(c.RULE_OF) == len(c.Fault)


def test_the_contracts_for_people_are_those_of_the_rules() -> None:
    for n, row in enumerate(c.TERMS, 1):
        assert round_terms(n).tolist() == row.tolist()
        assert CONTRACTS[n - 1].hand == 6 + n
    assert str(CONTRACTS[1]) == "1 set, 1 run"
    assert "at least 7" in str(CONTRACTS[6])


# --- A brute force that knows nothing of the search --------------------------------------

def positions(low: int, suit: str, cards: list[str], length: int) -> Iterator[frozenset[int]]:
    """Every way for the naturals to stand in a run."""
    options = [[p for p in range(length) if card == RANKS[(low + p) % 13] + suit] for card in cards]
    for choice in itertools.product(*options):
        if len(set(choice)) == len(choice):
            yield frozenset(choice)


def readings(cards: list[str], wilds: int, house: dict[str, Any]) -> set[tuple[Any, ...]]:
    """What so many wilds and these naturals may be: sets and runs."""
    n, found = len(cards) + wilds, set()
    most = house.get("max_wilds")
    if (most is not None and wilds > most) or len(cards) < house.get("min_naturals", 0):
        return found
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    distinct = len(suits) == len(cards) and n <= 4
    if n >= 3 and len(ranks) <= 1 and (distinct or house.get("set_distinct_suits") != "yes"):
        found.add(("set", min(ranks, default="2"), tuple(sorted(cards)), wilds))
    if 4 <= n <= 14 and len(suits) <= 1:
        for suit, low in itertools.product(suits or SUITS, range(13)):
            if low + n <= 14 or house.get("run_around_corner") == "yes":
                found |= {("run", suit, low, n, places)
                          for places in positions(low, suit, cards, n)}
    return found


def all_melds(hand: Counter[str], house: dict[str, Any]) -> list[tuple[Counter[str], tuple]]:
    kinds = sorted(hand)
    result = []
    for numbers in itertools.product(*(range(hand[kind] + 1) for kind in kinds)):
        part = Counter({kind: n for kind, n in zip(kinds, numbers, strict=True) if n})
        naturals = [kind for kind in part.elements() if kind != "W"]
        result += [(part, reading) for reading in readings(naturals, part["W"], house)]
    return result


def brute_ways(hand: list[str], contract: Contract, house: dict[str, Any]) -> set[frozenset]:
    """Every way to lay the contract, as a set of counted readings."""
    start = Counter("W" if card[0] == "2" else card for card in hand)
    melds = all_melds(start, house)
    found = set()

    def lay(first: int, left: Counter[str], chosen: list[tuple]) -> None:
        kinds = Counter(reading[0] for reading in chosen)
        values = Counter(reading[:2] for reading in chosen)
        if any(n > 1 and (kind == "set" or house.get("runs_same_suit") != "yes")
               for (kind, _), n in values.items()):
            return
        if kinds["set"] > (contract.sets if contract.sets is not None else 99):
            return
        if kinds["run"] > (contract.runs if contract.runs is not None else 99):
            return
        is_met = (contract.sets in (None, kinds["set"]) and contract.runs in (None, kinds["run"])
                  and any(r[0] == "run" and r[3] >= contract.long_run for r in chosen)
                  >= (contract.long_run > 0) and not (contract.every_card and left.total()))
        if is_met:
            found.add(frozenset(Counter(chosen).items()))
        # Where every card must fit, some meld has the first of those left.
        pivot = min(left, default="") if contract.every_card else ""
        for n in range(0 if pivot else first, len(melds)):
            part, reading = melds[n]
            if (not pivot or part[pivot]) and part <= left:
                lay(n, left - part, [*chosen, reading])

    lay(0, start, [])
    return found


def reading_of(meld: Meld) -> tuple[Any, ...]:
    naturals = [card for card in meld.cards if card[0] != "2"]
    if meld.kind == "set":
        return "set", meld.stands_for[0], tuple(sorted(naturals)), meld.wilds
    assert meld.declared
    places = frozenset(p for p, card in enumerate(meld.cards) if card[0] != "2")
    return "run", meld.declared[1], RANKS.index(meld.declared[0]), len(meld.cards), places


def wilds_of(way: tuple[Meld, ...]) -> int:
    return sum(meld.wilds for meld in way)


DECK = [rank + suit for rank in RANKS for suit in SUITS] * 2


def likely_hand(rng: random.Random, contract: Contract, size: int, wilds: int) -> list[str]:
    """A hand that is often close to its contract: some melds, some of their cards wild or lost."""
    hand: list[str] = []
    runs = contract.runs if contract.runs is not None else rng.choice((1, 1, 2))
    sets = contract.sets if contract.sets is not None else rng.choice((0, 1, 2))
    suits = rng.sample(SUITS, 4)
    for n in range(runs):
        length = max(4, contract.long_run) if n == 0 else 4
        low = rng.randrange(15 - length)
        suit = suits[n] if rng.random() < 0.8 else suits[0]
        hand += [RANKS[(low + place) % 13] + suit for place in range(length)]
    near = [card[0] for card in hand] or list(RANKS)
    for _ in range(sets):
        rank = rng.choice(near if rng.random() < 0.5 else RANKS)
        hand += [rank + suit for suit in rng.choices(SUITS, k=3)]
    naturals = [card for card, n in Counter(hand).items() for _ in range(min(n, 2))
                if card[0] != "2"]
    rng.shuffle(naturals)
    if contract.every_card:             # seldom a card too many
        size = len(naturals) + rng.choice((0, 0, 0, 1))
        wilds = min(wilds, len(naturals))
    naturals = naturals[:max(0, size - wilds)]
    twos = rng.sample([card for card in DECK if card[0] == "2"], wilds)
    rest = list((Counter(DECK) - Counter(naturals)).elements())
    rest = [card for card in rest if card[0] != "2"]
    return naturals + twos + rng.sample(rest, max(0, size - wilds - len(naturals)))


HOUSES: list[dict[str, Any]] = [
    {}, {"max_wilds": 1}, {"max_wilds": 2, "min_naturals": 2}, {"min_naturals": 1},
    {"min_naturals": 3}, {"set_distinct_suits": "yes"}, {"runs_same_suit": "yes"},
    {"run_around_corner": "yes"}, {"max_wilds": 1, "runs_same_suit": "yes"},
    {"min_naturals": 2, "runs_same_suit": "yes", "run_around_corner": "yes"},
    {"set_distinct_suits": "yes", "max_wilds": 2, "run_around_corner": "yes"},
]


def sizes(contract: Contract) -> range:
    least = 3 * (contract.sets or 0) + max(4, contract.long_run) * (contract.runs or 0)
    return range(min(least, 7), min(least + 2, 12) + 1)


def agree(hand: list[str], contract: Contract, house: dict[str, Any]) -> int:
    """Holds everything the search says of a hand against the brute force; the number of ways."""
    terms = round_terms(contract, **house)
    expected = brute_ways(hand, contract, house)
    ways = reveals(hand, contract, **house)
    found = [frozenset(Counter(map(reading_of, way)).items()) for way in ways]
    assert len(set(found)) == len(found), "a way came twice"
    assert set(found) == expected
    numbers = [wilds_of(way) for way in ways]
    assert numbers == sorted(numbers), "the fewest wilds come first"
    for way in ways[:3] + ways[-3:]:
        assert check_contract(contract, way, hand, **house) is None
        assert not Counter(text for meld in way for text in meld.cards) - Counter(hand)
    counts = c.count_hand(np.array(card_numbers(hand)))
    before, plan = counts.copy(), np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    least = m.least_wilds(counts, terms, plan)
    assert (counts == before).all()
    assert least == (numbers[0] if numbers else m.NO_WAY)
    assert can_reveal(hand, contract, **house) == bool(expected)
    if expected:
        assert frozenset(Counter(planned(plan, counts)).items()) in expected
        laid = sum(row[c.LENGTH] for row in plan if row[c.KIND] != c.NONE)
        assert laid == min(sum(len(meld.cards) for meld in way) for way in ways), "no card is left"
    return len(ways)


def planned(plan: np.ndarray, counts: np.ndarray) -> list[tuple[Any, ...]]:
    """The readings of a plan, after its cards were laid out."""
    cards = np.zeros((c.PLAN_ROWS, c.LONGEST_MELD), np.int64)
    c.lay_out(plan, counts, cards)
    laid = cards[cards >= 0]
    assert (c.count_hand(laid) <= counts).all()
    melds = []
    for row, kinds in zip(plan, cards, strict=True):
        if row[c.KIND] != c.NONE:
            texts = tuple(card_text(kind) for kind in kinds[:row[c.LENGTH]])
            low = card_text(13 * row[c.VALUE] + row[c.LOW])
            melds.append(Meld("set", texts) if row[c.KIND] == c.SET else Meld("run", texts, low))
    return [reading_of(meld) for meld in melds]


OWN = [Contract(1, 0), Contract(1, 1, long_run=5), Contract(2, 1, 6, 13, True),
       Contract(None, 1, 5, 13, True), Contract(None, None, 0, 13, True)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "contract", [*CONTRACTS, *list(FINAL_CONTRACTS.values())[1:], *OWN], ids=str)
def test_reveals_are_those_of_a_brute_force(contract: Contract) -> None:
    rng = random.Random(str(contract))
    met = 0
    trials = len(HOUSES) * (1 if contract.every_card else 2)
    for trial in range(trials):
        house = HOUSES[trial % len(HOUSES)]
        wilds = rng.choice((0, 0, 1, 1, 2, 2, 3))
        hand = likely_hand(rng, contract, rng.choice(sizes(contract)), wilds)
        met += agree(hand, contract, house) > 0
    assert 1 < met < trials, "hands that meet the contract and hands that do not"


MELD_RULES = [{"max_wilds": 0}, {"max_wilds": 1}, {"max_wilds": 2}, {"min_naturals": 1},
              {"min_naturals": 2}, {"min_naturals": 3}, {"min_naturals": 4},
              {"set_distinct_suits": "yes"}, {"runs_same_suit": "yes"},
              {"run_around_corner": "yes"}]


@pytest.mark.slow
@pytest.mark.parametrize("contract", [Contract(1, 0), Contract(0, 1), Contract(1, 1),
                                      Contract(0, 1, long_run=5)], ids=str)
def test_each_two_house_rules_of_melds_are_as_a_brute_force_says(contract: Contract) -> None:
    rng = random.Random(str(contract))
    for one, other in itertools.combinations(MELD_RULES, 2):
        house = one | other
        if len(house) == 2 and not (house.get("max_wilds") == 0 and "min_naturals" in house):
            hand = likely_hand(rng, contract, rng.choice(sizes(contract)), rng.choice((0, 1, 2, 3)))
            agree(hand, contract, house)


def least_rest(held: tuple[int, ...]) -> int:
    """The fewest wilds that make sets of all that is left, by rank."""
    return sum((0, 2, 1)[n] if n < 3 else 0 for n in held)


def can_cover(hand: list[str]) -> bool:
    """Whether all cards fit into the final round: suit after suit, all runs one may take of it."""
    counts = Counter(card for card in hand if card[0] != "2")
    wilds = len(hand) - counts.total()
    held = tuple(sum(counts[rank + suit] for suit in SUITS) for rank in RANKS)
    ways = {(held, False): 0}        # what is left by rank, and whether a run is long: the wilds
    for suit in SUITS:
        more = dict(ways)
        for low, length in itertools.product(range(11), range(4, 15)):
            places = [RANKS[(low + place) % 13] for place in range(length)]
            if low + length > 14:
                continue
            taken = {rank for rank in places if counts[rank + suit]}
            spent = length - len(taken) - (length == 14 and counts["A" + suit] > 1)
            if spent > wilds:
                continue
            for (left, is_long), before in ways.items():
                after = tuple(n - (rank in taken) for rank, n in zip(RANKS, left, strict=True))
                if length == 14 and counts["A" + suit] > 1:
                    after = (after[0] - 1, *after[1:])
                key = after, is_long or length >= 7
                if before + spent <= min(wilds, more.get(key, 99)):
                    more[key] = before + spent
        ways = more
    # Wilds to spare lengthen whatever is there: the long run, the sets, or they are a set.
    return any(is_long and spent + least_rest(left) <= wilds
               for (left, is_long), spent in ways.items())


@pytest.mark.slow
def test_large_hands_of_the_final_round_fit_just_when_they_can() -> None:
    rng, met = random.Random(3), 0
    for trial in range(30):
        wilds = rng.choice((4, 6, 8))
        hand = likely_hand(rng, CONTRACTS[6], 0, 0)[:rng.randint(8, 16)]
        rest = list((Counter(DECK) - Counter(hand)).elements())
        rng.shuffle(rest)
        hand += [card for card in rest if card[0] == "2"][:wilds]
        hand += [card for card in rest if card[0] != "2"][:2 + trial % 6]
        assert can_reveal(hand, 7) == can_cover(hand), " ".join(hand)
        way = next(iter_reveals(hand, 7), None)
        assert (way is not None) == can_cover(hand)
        if way is not None:
            met += 1
            assert check_contract(7, way, hand) is None
            plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
            counts = c.count_hand(np.array(card_numbers(hand)))
            assert m.least_wilds(counts, round_terms(7), plan) == wilds
            melds = sum(max(row[3], 0) for row in plan if row[0] != c.NONE)
            assert melds == len(hand)
    assert 4 < met < 26


@pytest.mark.slow
@pytest.mark.parametrize("house", [{}, {"run_around_corner": "yes"}])
@pytest.mark.parametrize("more", ["", "2c", "Ah 2c"])
def test_a_whole_suit_is_as_a_brute_force_says(more: str, house: dict[str, Any]) -> None:
    hand = ("Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh " + more).split()
    assert agree(hand, Contract(0, 1, 0, 13, True), house)
    if not house:
        ways = {"": 0, "2c": 2, "Ah 2c": 3}     # ace to king, two to ace, ace to ace
        assert agree(hand, Contract(0, 1, long_run=13), house) == ways[more]


@pytest.mark.parametrize("round", range(1, 8))
def test_dealt_hands_are_as_a_brute_force_says(round: int) -> None:
    rng = random.Random(round)
    for _ in range(15):
        hand = rng.sample(DECK, min(CONTRACTS[round - 1].hand, 10))
        agree(hand, CONTRACTS[round - 1], {})


CRAMPED = {"final_contract": "long_run_two_sets", "max_wilds": 3, "set_distinct_suits": "yes"}


@pytest.mark.parametrize(("hand", "round", "house", "least"), [
    # The second set needs a seven that the run gives up, as twos alone make but one set.
    ("5h 6h 7h 8h 2c 2d 2h 2s 2c 2d", 5, {}, 6),
    ("5h 6h 7h 8h 2c 2d 2h 2s 2c", 5, {}, None),
    ("3h 4h 5h 6h 7h 8h 9h 2c 2d 2h 2s 2c 2d", 7, {"final_contract": "long_run_two_sets"}, 6),
    # With one wild a meld at most, the run takes a wild so that the set has its second seven.
    ("5h 6h 7h 8h 7c 2c 2d", 2, {"max_wilds": 1}, 2),
    ("5h 6h 7h 8h 7c 2c 2d", 2, {}, 2),
    # Greedy would give all sevens to the set and find no run.
    ("4h 5h 6h 7h 7c 7d 7s", 2, {}, 0),
    ("4h 5h 6h 7h 7c 7d 9s", 2, {}, None),
    # Five hearts are one run, not two of the same suit.
    ("4h 5h 6h 7h 8h 9h Th Jh", 3, {}, None),
    ("4h 5h 6h 7h 8h 9h Th Jh", 3, {"runs_same_suit": "yes"}, 0),
    ("3h 2c 5h 2d 7h 9c 9d 9s", 2, {"min_naturals": 3}, 2),
    ("Qh Kh Ah 3h 2c 9c 9d 9s", 2, {"run_around_corner": "yes"}, 1),
    # A suit of which the hand has nothing needs four wilds.
    ("4h 5h 6h 7h 2c 2d 2h", 3, {}, None),
    ("4h 5h 6h 7h 2c 2d 2h 2s", 3, {}, 4),
    # All of a suit: one ace stands at one end only, two at both.
    ("Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2c", 7, {"min_naturals": 12}, 1),
    ("Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2c", 7, {"min_naturals": 13}, None),
    ("Ah Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2c", 7, {"min_naturals": 13}, 1),
    ("Ah Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2c", Contract(0, 1, long_run=14), {}, 1),
    # Eight wilds: three in the run, one with the kings, three in another set, one too many.
    ("3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 2c 2d 2h 2s 2c 2d 2h", 7, CRAMPED, 7),
    ("3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 2c 2d 2h 2s 2c 2d 2h 2s", 7, CRAMPED, None),
])
def test_what_a_greedy_search_gets_wrong(hand: str, round: int | Contract, house: dict[str, Any],
                                         least: int | None) -> None:
    way = next(iter_reveals(hand, round, **house), None)
    assert (None if way is None else wilds_of(way)) == least
    assert can_reveal(hand, round, **house) == (least is not None)


def test_a_hand_full_of_wilds_gives_its_first_ways_at_once() -> None:
    hand = "2c 2d 2h 2s 2c 2d 2h 2s 3c 4c 5c 6c 9d Td Jd Qd Kh Kc Ks 7s"
    for round in range(1, 7):
        ways = reveals(hand, round, limit=50)
        assert len(ways) == 50
        assert all(check_contract(round, way, hand) is None for way in ways)


# --- Exact chances of the deal -----------------------------------------------------------

def counts_of(held: list[int], wilds: int) -> np.ndarray:
    """A hand with so many of the twelve ranks that are not wild."""
    counts = np.zeros((4, 13), np.int64)
    for rank, n in zip([0, *range(2, 13)], held, strict=False):
        counts[:, rank] = [(n + suit) // 4 for suit in range(4)]
    counts[:, 1] = [(wilds + suit) // 4 for suit in range(4)]
    assert counts.sum() == sum(held) + wilds
    assert counts.max() <= 2
    return counts


@pytest.mark.parametrize(("contract", "size", "sets"), [
    (CONTRACTS[0], 7, 2), (CONTRACTS[3], 10, 3), (Contract(1, 0), 7, 1)])
def test_the_chance_of_sets_is_exact(contract: Contract, size: int, sets: int) -> None:
    terms = round_terms(contract)
    found = deals.profiles(size).P(
        lambda hand: m.can_reveal(counts_of(list(hand[1]), hand[0]), terms))
    assert found == deals.sets(size, sets)


def deal(rng: np.random.Generator, hands: int, size: int) -> np.ndarray:
    """So many dealt hands as counts."""
    cards = np.argpartition(rng.random((hands, 104)), size)[:, :size] % 52
    counts = np.zeros((hands, 52), np.int64)
    np.add.at(counts, (np.arange(hands)[:, None], cards), 1)
    return counts.reshape(hands, 4, 13)


@needs_numba
@pytest.mark.slow
@pytest.mark.parametrize("round", range(1, 7))
def test_dealt_hands_meet_their_contract_as_often_as_they_should(round: int) -> None:
    hands, contract = 100_000, CONTRACTS[round - 1]
    dealt = deal(np.random.default_rng(round), hands, contract.hand)
    met = compiled_melds().can_reveal_each(dealt, round_terms(round)).sum()
    exact = odds.melds(contract.hand, contract.sets or 0, contract.runs or 0)
    assert Estimate.of_frequency(int(met), hands).agrees_with(exact)


# --- Compiled is the same ----------------------------------------------------------------

@needs_numba
@pytest.mark.slow
def test_compiled_searches_are_the_same() -> None:
    fast, rng = compiled_melds(), random.Random(5)
    met = 0
    for trial in range(220):
        contract = rng.choice([*CONTRACTS, *FINAL_CONTRACTS.values(), *OWN])
        terms = round_terms(contract, **HOUSES[trial % len(HOUSES)])
        size = rng.choice((*sizes(contract), 13))
        hand = likely_hand(rng, contract, size, rng.choice((0, 1, 2, 3, 4)))
        counts = c.count_hand(np.array(card_numbers(hand)))
        plans = np.zeros((2, c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
        least = [text.least_wilds(counts, terms, plan)
                 for text, plan in zip((m, fast), plans, strict=True)]
        assert least[0] == least[1]
        assert (plans[0] == plans[1]).all()
        assert fast.can_reveal(counts, terms) == m.can_reveal(counts, terms) == (least[0] < 99)
        met += least[0] < m.NO_WAY
    assert 40 < met < 180


@needs_numba
@pytest.mark.slow
def test_compiled_readings_are_the_same() -> None:
    fast, rng = compiled_melds(), random.Random(6)
    faults = set()
    for trial in range(1500):
        terms = round_terms(rng.randint(1, 7), **HOUSES[trial % len(HOUSES)])
        suit, low, step = rng.randrange(4), rng.randrange(13), rng.choice((-1, 0, 1))
        cards = np.array([13 * suit + (low + step * n) % 13 for n in range(rng.randint(2, 16))])
        for _ in range(rng.randrange(3)):
            cards[rng.randrange(len(cards))] = rng.choice((rng.randrange(104), 1, 14, 27))
        declared = rng.choice((-1, rng.randrange(52), 13 * suit + low))
        readings = [(text.read_set(cards, terms), text.read_run(cards, declared, terms))
                    for text in (m, fast)]
        assert readings[0] == readings[1]
        faults |= {int(readings[0][0][0]), int(readings[0][1][0])}
        plan = np.array([[rng.randint(0, 2), rng.randrange(3), 0, rng.randint(4, 8)]
                         for _ in range(rng.randrange(1, 5))])
        found = m.contract_fault(plan, trial % 2, terms)
        assert fast.contract_fault(plan, trial % 2, terms) == found
        faults.add(int(found))
    assert faults == {int(fault) for fault in c.Fault}
