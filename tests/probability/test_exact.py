"""Probabilities, distributions, waiting times, estimates: against known exact answers."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bonkbook.probability import Distribution, Estimate, Geometric, P

F = Fraction
D6 = Distribution.of(range(1, 7))
weights = st.dictionaries(st.integers(-50, 50), st.integers(1, 1000), min_size=1, max_size=12)


# ---- P


def test_p_prints_as_fraction_and_percentage():
    assert str(P(15, 36)) == "5/12 = 41.7 %"
    assert repr(P(1, 6, given="doubles")) == "1/6 = 16.7 % given doubles"
    assert repr(P(1, 2, note="approximate")) == "1/2 = 50.0 % (approximate)"
    assert f"{P(1, 3):.3f} {P(1, 2)}" == "0.333 1/2 = 50.0 %"


@pytest.mark.parametrize(
    ("value", "percent"),
    [
        (P(0), "0 %"),
        (P(1), "100 %"),
        (P(1, 2), "50.0 %"),
        (P(1, 36), "2.8 %"),
        (P(1, 216), "0.463 %"),
        (P(1, 10**9), "0.000000100 %"),
        (P(999, 1000), "99.900 %"),
        (P(1, 10**30), "1e-28 %"),
        (P(10**30 - 1, 10**30), "almost 100 %"),
        (P(1, 10**400), "1e-398 %"),
    ],
)
def test_percent(value, percent):
    assert value.percent == percent


@given(st.fractions(0, 1))
def test_percent_says_0_and_100_only_when_exact(value):
    shown = P(value).percent
    assert (shown == "0 %") == (value == 0)
    assert (shown == "100 %") == (value == 1)
    if shown != "almost 100 %":
        # within half of the last figure that is shown
        digits = len(shown[:-2].partition(".")[2]) if "e" not in shown else 40
        assert abs(float(shown[:-2]) - 100 * float(value)) <= 0.51 * 10.0**-digits + 1e-13


def test_a_long_fraction_prints_as_percentage_alone():
    assert str(P(10**20, 3 * 10**20 + 1)) == "≈ 33.3 %"


def test_fractions_that_python_does_not_write_out_print_about_what_they_are():
    third = P(10**5000, 3 * 10**5000 + 1)       # of more figures than str() takes
    with pytest.raises(ValueError, match="integer string conversion"):
        str(third.denominator)
    assert (str(third), repr(third)) == ("≈ 33.3 %", "≈ 33.3 %")
    assert third._repr_html_() == "<strong>≈ 33.3 %</strong>"
    assert str(P(1, 7**6000)) == "≈ 2.58e-5069 %"
    assert str(P(7**6000 - 1, 7**6000)) == "≈ almost 100 %"
    both = Distribution({"a": third, "b": 1 - third})
    assert repr(both) == "Distribution(a: ≈ 0.333333, b: ≈ 0.666667)"
    assert both.table() == "a  ≈ 33.3 %\nb  ≈ 66.7 %"
    with pytest.raises(ValueError, match=r"not to ≈ 0.333333"):
        Distribution({"a": third})
    with pytest.raises(ValueError, match=r"but ≈ 3 does not"):
        P(1 / third)
    with pytest.raises(ValueError, match=r"the probability, 1/2, but they add up to ≈ 0.333333"):
        P(1, 2, outcomes=[("a", third)])


def test_a_long_wait_prints():
    wait = Geometric(F(5, 12))
    assert str(wait.longer_than(6000)).startswith("≈ ")
    assert repr(wait.within(6000)) == "≈ almost 100 %"


@pytest.mark.parametrize("value", [F(7, 6), F(-1, 36), 2, -1])
def test_p_refuses_what_is_no_probability(value):
    with pytest.raises(ValueError, match=f"between 0 and 1, but {value} does not"):
        P(value)


def test_p_refuses_floats():
    with pytest.raises(TypeError, match=r"exact: write P\(5, 12\)"):
        P(0.5)
    assert P("0.25") == F(1, 4)


def test_p_keeps_outcomes_and_checks_their_weights():
    p = P(1, 18, outcomes=[((1, 2), F(1, 36)), ((2, 1), F(1, 36))])
    assert p.outcomes == (((1, 2), F(1, 36)), ((2, 1), F(1, 36)))
    with pytest.raises(ValueError, match="add up to the probability, 1/2, but they add up to 1/36"):
        P(1, 2, outcomes=[((1, 2), F(1, 36))])


def test_p_is_a_fraction_and_arithmetic_leaves_it():
    p = P(1, 3, note="x")
    assert p == F(1, 3)
    assert hash(p) == hash(F(1, 3))
    assert p < P(1, 2)
    for result in (p + p, 1 - p, p * p, p / 2, -p):
        assert type(result) is F
    assert p.complement == F(2, 3)
    assert p.complement.note == "x"


def test_p_cannot_be_changed():
    p = P(1, 3)
    for name in ("note", "outcomes", "given", "numerator", "colour"):
        with pytest.raises(AttributeError):
            setattr(p, name, 1)


def test_p_survives_copy_and_pickle():
    p = P(1, 36, outcomes=[((1, 1), F(1, 36))], given="g", note="n")
    for other in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert other == p
        assert (other.outcomes, other.given, other.note) == (p.outcomes, p.given, p.note)


def test_p_as_html_is_escaped():
    assert P(1, 2, given="a < b", note="<i>")._repr_html_() == (
        "<strong>1/2 = 50.0 %</strong> given <em>a &lt; b</em><br><small>&lt;i&gt;</small>"
    )


# ---- Distribution


def test_known_distributions():
    two = D6.repeat(2)
    assert two[7] == F(1, 6)
    assert two.mean == 7
    assert two.variance == F(35, 6)
    assert two.sd == pytest.approx(math.sqrt(35 / 6))
    assert two.cdf(4) == F(1, 6)
    assert two.convolve(D6) == D6.repeat(3)
    assert D6.repeat(3)[10] == F(27, 216)
    assert D6.map(lambda face: face in (1, 6))[True] == F(1, 3)


def test_p_of_a_distribution_carries_its_values():
    p = D6.P(lambda face: face >= 5)
    assert p == F(1, 3)
    assert p.outcomes == ((5, F(1, 6)), (6, F(1, 6)))


@given(weights, weights)
def test_a_sum_adds_means_and_variances(first, second):
    one, two = Distribution.of(first), Distribution.of(second)
    both = one.convolve(two)
    assert sum(both.values()) == 1
    assert both.mean == one.mean + two.mean
    assert both.variance == one.variance + two.variance


@given(weights, weights, st.fractions(0, 1))
def test_a_mixture_mixes_probabilities(first, second, share):
    one, two = Distribution.of(first), Distribution.of(second)
    mixed = Distribution.mixture([(share, one), (1 - share, two)])
    assert mixed.mean == share * one.mean + (1 - share) * two.mean
    for value in mixed:
        assert mixed[value] == share * one.get(value, F(0)) + (1 - share) * two.get(value, F(0))


@given(weights, st.fractions(0, 1))
def test_a_quantile_is_the_first_value_that_suffices(counts, share):
    d = Distribution.of(counts)
    value = d.quantile(share)
    assert d.cdf(value) >= share
    smaller = [v for v in d if v < value]
    assert not smaller or d.cdf(smaller[-1]) < share


def test_bad_distributions_are_refused():
    with pytest.raises(ValueError, match="add up to 1, not to 5/6"):
        Distribution({1: F(1, 2), 2: F(1, 3)})
    with pytest.raises(TypeError, match="the weight of 1 must be exact"):
        Distribution({1: 0.5, 2: 0.5})
    with pytest.raises(ValueError, match="weight of 'x' is negative"):
        Distribution.of({"x": -1, "y": 2})
    with pytest.raises(ValueError, match="at least one value"):
        Distribution.of([])
    with pytest.raises(TypeError, match="'red' is not a number"):
        _ = Distribution.of(["red"]).mean
    with pytest.raises(ValueError, match="from 0 to 1"):
        D6.quantile(2)


def test_values_come_in_order_and_words_as_given():
    assert list(Distribution.of([3, 1, 2])) == [1, 2, 3]
    assert list(Distribution.of(["z", "a"])) == ["z", "a"]
    assert 9 not in Distribution.of({1: 1, 9: 0})


def test_notes_are_passed_on():
    rough = Distribution({1: 1}, note="rough")
    assert rough.convolve(D6).note == "rough"
    assert rough.P(lambda v: True).note == "rough"
    assert "rough" in repr(rough)


# ---- waiting


def test_geometric_known_values():
    wait = Geometric(P(15, 36))
    assert wait.mean == F(12, 5)
    assert wait.variance == F(7, 12) / F(5, 12) ** 2
    assert wait.within(1) == F(5, 12)
    assert wait.longer_than(0) == 1
    assert Geometric(F(1, 6)).quantile(F(1, 2)) == 4
    assert Geometric(F(1, 1)).distribution(3) == Distribution({1: 1})


@given(st.fractions(F(1, 50), 1), st.integers(1, 12))
def test_geometric_adds_up(chance, longest):
    wait = Geometric(chance)
    d = wait.distribution(longest)
    assert sum(wait.exactly(n) for n in range(1, longest + 1)) == wait.within(longest)
    assert sum(d.values()) == 1


def test_geometric_refuses():
    with pytest.raises(ValueError, match="above 0"):
        Geometric(F(0))
    with pytest.raises(ValueError, match="between 0 and 1"):
        Geometric(F(3, 2))
    with pytest.raises(ValueError, match="a whole number from 1"):
        Geometric(F(1, 2)).exactly(0)


# ---- estimates


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (0.41693, 0.00049, "0.4169 ± 0.0005"),
        (0.41693, 0.00096, "0.417 ± 0.001"),
        (12.3456, 0.3, "12.3 ± 0.3"),
        (1234.6, 17.0, "1230 ± 20"),
        (0.5, 0.0, "0.5 ± 0"),
        (0.0961, 0.096, "0.1 ± 0.1"),
    ],
)
def test_estimates_print_to_their_error(value, error, shown):
    assert str(Estimate(value, error, 10)) == shown


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (Estimate.of_frequency(1000, 1000), "1.000 ± 0.001"),
        (Estimate.of_frequency(0, 1000), "0.000 ± 0.001"),
        (Estimate.of_frequency(3, 3), "1.0 ± 0.3"),
        (Estimate.of_frequency(0, 1), "0 ± 1"),
        (Estimate.of_moments(50, 0, 0), "0.00 ± 0.02"),
        (Estimate.of_moments(50, 50 * 7, 50 * 49), "7.00 ± 0.02"),
    ],
)
def test_trials_that_were_all_alike_are_not_called_certain(found, shown):
    assert found.error == 1 / found.n
    assert str(found) == shown


def test_estimates_agree_or_not():
    found = Estimate.of_frequency(4169, 10_000)
    assert found.agrees_with(P(5, 12))
    assert not found.agrees_with(P(1, 2))
    assert not found.agrees_with(P(5, 12) + F(3, 100))
    assert Estimate.of_frequency(0, 20).agrees_with(P(1, 36))
    assert not Estimate.of_frequency(0, 2000).agrees_with(P(1, 36))
    # what is impossible or certain is contradicted by a single trial
    assert not Estimate.of_frequency(1, 10**6).agrees_with(P(0))
    assert Estimate.of_frequency(0, 10).agrees_with(P(0))
    assert Estimate(2.4, 0.01, 100).agrees_with(2.43)
    assert not Estimate(2.4, 0.01, 100).agrees_with(2.45)


def test_estimates_of_moments():
    numbers = [2, 4, 4, 4, 5, 5, 7, 9]
    found = Estimate.of_moments(len(numbers), sum(numbers), sum(x * x for x in numbers))
    assert found.value == 5
    assert found.error == pytest.approx(math.sqrt(32 / 7 / 8))


def test_bad_estimates_are_refused():
    for make in (
        lambda: Estimate(0.5, 0.1, 0),
        lambda: Estimate(math.nan, 0.1, 5),
        lambda: Estimate(0.5, -1.0, 5),
        lambda: Estimate.of_frequency(3, 2),
        lambda: Estimate.of_frequency(0, 0),
        lambda: Estimate.of_moments(1, 1.0, 1.0),
    ):
        with pytest.raises(ValueError, match=r"estimate|hits|trials|values"):
            make()
