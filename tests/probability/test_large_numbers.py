"""What asks for much: exact and quick, and beyond that refused with what is possible."""

import math
import re
import time
from fractions import Fraction

import pytest

from bonkbook.probability import Chain, DiceRun, Distribution, Geometric, deals, dice_event
from bonkbook.probability.equations import solve_float
from bonkbook.probability.exact import MOST_PAIRS, repeated

F = Fraction
D6 = Distribution.of(range(1, 7))
COIN = Distribution.of([0, 1])


def possible(ask):
    """The number that a refusal names as possible."""
    with pytest.raises(ValueError, match=r"at most|from . to|up to") as refused:
        ask()
    number = re.search(r"(?:at most|to) ([0-9,]*[0-9])", str(refused.value))
    return int(number[1].replace(",", ""))


def ways_up_to(total, n):
    """In how many ways n dice show at most this total (de Moivre)."""
    return sum((-1)**k * math.comb(n, k) * math.comb(total - 6 * k, n)
               for k in range((total - n) // 6 + 1))


def test_a_thousand_dice_are_exact_and_quick():
    began = time.process_time()
    total = D6.repeat(1000)
    high = total.P(lambda found: found >= 3600)
    assert time.process_time() - began < 2
    assert f"{100 * float(high):.2f}" == "3.27"
    assert high == 1 - F(ways_up_to(3599, 1000), 6**1000)
    assert (total.mean, total.variance, total.quantile("1/2")) == (3500, 1000 * F(35, 12), 3500)
    assert len(high.outcomes) == 2401


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40])
def test_dice_are_as_de_moivre_counts_them(n):
    sums = D6.repeat(n)
    assert list(sums) == list(range(n, 6 * n + 1))
    assert all(sums.cdf(s) == F(ways_up_to(s, n), 6**n) for s in sums)


@pytest.mark.parametrize("n", [1, 7, 1000])
def test_repeated_coins_are_binomial(n):
    hits = Distribution.of({1: 5, 0: 7}).repeat(n)
    assert hits == {k: F(math.comb(n, k) * 5**k * 7**(n - k), 12**n) for k in range(n + 1)}


def test_ten_thousand_trials_are_counted():
    hits = Distribution.of({1: 5, 0: 7}).repeat(10_000)
    assert (hits.mean, hits.variance) == (F(50_000, 12), F(350_000, 144))
    assert float(hits.cdf(4166)) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("values", [
    {0: 1, 1: 2, 3: 1}, {-2: 1, 5: 3}, {F(1, 2): 1, F(1, 3): 2}, {4: 1}, {0: 1, 10**9: 2, 7: 3},
    {(0, 1): 1, (1, 0): 2}, {0.5: 1, 2.25: 1},
])
def test_any_values_are_repeated_as_they_are_added_one_by_one(values):
    one = Distribution.of(values)
    by_hand = one
    for times in range(1, 6):
        assert one.repeat(times) == by_hand
        by_hand = Distribution.mixture(
            (w, Distribution({_sum(v, other): x for other, x in one.items()}))
            for v, w in by_hand.items()
        )


def _sum(a, b):
    return tuple(map(sum, zip(a, b, strict=True))) if isinstance(a, tuple) else a + b


def test_equal_distributions_have_equal_hashes():
    assert D6.repeat(2).convolve(D6) == D6.repeat(3)
    assert hash(D6.repeat(2).convolve(D6)) == hash(D6.repeat(3))
    assert hash(Distribution.of({1: 2, 2: 2})) == hash(Distribution.of([1, 2]))


@pytest.mark.parametrize("one", [D6, COIN, Distribution.of(range(300)),
                                 Distribution.of([(0, 1), (1, 0)])])
def test_what_is_too_often_is_refused_at_once_with_what_is_possible(one):
    began = time.process_time()
    most = possible(lambda: one.repeat(10**6))
    assert time.process_time() - began < 5
    with pytest.raises(ValueError, match=f"at most {most:,}"):
        one.repeat(most + 1)
    assert most >= 20


def test_what_is_named_as_possible_is():
    one = Distribution.of([(0, 1), (1, 0)])
    most = possible(lambda: one.repeat(10**6))
    assert len(one.repeat(most)) == most + 1
    assert possible(lambda: one.repeat(10**30)) == 10**9


def test_too_many_pairs_are_refused():
    long = COIN.repeat(800)
    assert possible(lambda: long.convolve(long)) == MOST_PAIRS < 801**2


def test_words_have_no_sum():
    with pytest.raises(TypeError, match="only numbers can be added, and 'a' and 'a' cannot"):
        Distribution.of("ab").repeat(2)


def test_counts_need_not_be_reduced():
    assert repeated({1: 4, 2: 4}, 2) == {2: 16, 3: 32, 4: 16}


def test_long_waits():
    wait = Geometric(F(5, 12))
    assert wait.longer_than(3000) == F(7, 12) ** 3000
    power, rest = divmod(100_000 * math.log10(7 / 12) + 2, 1)
    assert str(wait.longer_than(100_000)) == f"≈ {10**rest:.2f}e{power:.0f} %"
    most = possible(lambda: wait.exactly(10**12))
    assert wait.within(most) < 1
    rare = Geometric(F(1, 10_000))
    half = rare.quantile(F(1, 2))
    assert (half, rare.within(half - 1) < F(1, 2) <= rare.within(half)) == (6932, True)
    assert Geometric(F(1, 6)).quantile(1 - F(1, 10**400)) == 5052
    assert Geometric(F(1, 10**400)).quantile(F(1, 10**401)) == 1
    with pytest.raises(ValueError, match="at most"):
        Geometric(F(1, 10**400)).quantile("1/2")
    assert possible(lambda: wait.distribution(10**6)) == 1000
    assert wait.quantile(0) == Geometric(1).quantile("1/3") == 1


def test_long_chains():
    weather = Chain(["dry", "wet"], [["3/4", "1/4"], ["1/2", "1/2"]])
    late = weather.after(100_000, "dry")
    assert float(late["dry"]) == pytest.approx(2 / 3)
    assert weather.after(0, "dry") == weather.turns(0, "dry")[0] == {"dry": 1}
    assert possible(lambda: weather.after(10**12, "dry")) == 1_250_000
    assert possible(lambda: weather.turns(10**12, "dry")) == 150_000
    ring = Chain(range(6000), [{(i + 1) % 6000: 1} for i in range(6000)])
    with pytest.raises(ValueError, match="the most is 5,000"):
        ring.stationary()


def test_numbers_beyond_floating_point_are_refused():
    fair = F(1, 2)
    coins = Chain.explore(0, lambda n: {n + 1: fair, 0: fair} if n < 1500 else {n: 1})
    with pytest.raises(ValueError, match="floating point"):
        coins.expected_steps(0)             # 2**1501 - 2
    with pytest.raises(ValueError, match=r"floating point|[Ss]ingular"):
        solve_float([{0: F(1)}, {0: F(1)}], [[F(1)], [F(1)]])


def test_many_cards():
    found = deals.drawn(500, 300, 1000)
    assert found[150] == F(math.comb(500, 150) ** 2, math.comb(1000, 300))
    assert len(deals.profiles(26)) == 5166
    assert deals.inclusion_exclusion(30).total == deals.a_set(30, deals.NOTHING_WILD) == 1
    groups = dict.fromkeys("abcdefgh", 13)
    most = possible(lambda: deals.drawn_of(groups, 52))
    assert sum(deals.drawn_of(groups, most // 2).values()) == 1
    with pytest.raises(ValueError, match=f"at most {most:,} cards"):
        deals.drawn_of(groups, most + 1)
    large = deals.Deck(ranks=20, suits=6, copies=8)
    assert 20 < possible(lambda: deals.profiles(400, large)) < 100


def test_rolls_at_once():
    run = DiceRun(dice_event("a = b"), seed=1)
    run.roll(2_500_000)
    split = DiceRun(dice_event("a = b"), seed=1)
    split.roll(700_000)
    split.roll(1_800_000)
    assert (run.rolls, run.hits, run.points) == (split.rolls, split.hits, split.points)
    assert possible(lambda: run.roll(10**15)) == 10**9
