"""Markov chains: against known answers, against their own equations, exact against float."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bonkbook.probability import Chain, ChainError, Distribution, Geometric
from bonkbook.probability import chain as chain_module
from bonkbook.probability.equations import (
    Row,
    classes,
    closed_classes,
    distances,
    solve_exact,
    solve_float,
    solved,
)

F = Fraction
HALF = F(1, 2)


def ruin(goal: int, up: F) -> Chain:
    """A gambler who plays for 1 until nothing or `goal` is left."""
    return Chain.explore(1, lambda n: {n: 1} if n in (0, goal) else {n + 1: up, n - 1: 1 - up})


@st.composite
def chains(draw):
    n = draw(st.integers(1, 7))
    rows = []
    for _ in range(n):
        row = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any))
        rows.append([F(w, sum(row)) for w in row])
    return Chain(range(n), rows)


# ---- known answers


@pytest.mark.parametrize(("goal", "up"), [(4, HALF), (5, F(2, 5)), (10, F(18, 38))])
def test_gamblers_ruin(goal, up):
    chain = ruin(goal, up)
    odds = (1 - up) / up
    for stake in range(1, goal):
        won = F(stake, goal) if odds == 1 else (1 - odds**stake) / (1 - odds**goal)
        assert chain.absorption(stake)[goal] == won
        fair = F(stake * (goal - stake))
        unfair = F(stake) / (1 - 2 * up) - goal * won / (1 - 2 * up) if odds != 1 else fair
        assert chain.expected_steps(stake) == unfair


def test_waiting_for_doubles_three_times_in_a_row():
    sixth = F(1, 6)
    chain = Chain.explore(0, lambda n: {n + 1: sixth, 0: 1 - sixth} if n < 3 else {n: 1})
    assert chain.expected_steps(0) == 6 + 6**2 + 6**3


def test_a_chain_of_two_states_is_the_geometric_distribution():
    chance = F(15, 36)
    chain = Chain(["nest", "out"], [{"nest": 1 - chance, "out": chance}, {"out": 1}])
    wait = Geometric(chance)
    assert chain.expected_steps("nest") == wait.mean == F(12, 5)
    for n in range(8):
        assert chain.within(n, "nest") == wait.within(n)


def test_ehrenfest_is_binomial_and_periodic():
    n = 6
    rows = [
        {k - 1: F(k, n), k + 1: F(n - k, n)} if 0 < k < n else {abs(k - 1): 1} for k in range(n + 1)
    ]
    chain = Chain(range(n + 1), rows)
    assert chain.stationary() == Distribution.of([0, 1]).repeat(n)
    assert chain.irreducible
    assert chain.period(3) == 2
    assert set(chain.after(4, 0)) <= {0, 2, 4, 6}


def test_steps_from_an_end_are_none():
    chain = ruin(4, HALF)
    assert chain.expected_steps(0) == 0
    assert chain.absorption(4) == Distribution({4: 1})
    assert chain.absorbing == (0, 4)


def test_transient_states_have_no_share_of_time():
    chain = Chain("abc", [[0, 1, 0], [0, 0, 1], [0, 1, 0]])
    assert chain.stationary() == Distribution({"b": HALF, "c": HALF})
    assert chain.closed_classes == (("b", "c"),)
    assert not chain.irreducible


# ---- its own equations


@given(chains())
def test_stationary_is_not_changed_by_a_step(chain):
    if len(chain.closed_classes) > 1:
        with pytest.raises(ChainError, match="no single stationary distribution"):
            chain.stationary()
        return
    pi = chain.stationary()
    assert chain.turns(1, pi)[1] == pi


@given(chains(), st.integers(0, 6))
def test_steps_are_products_of_the_matrix(chain, steps):
    now = {0: F(1)}
    for _ in range(steps):
        after: dict[int, F] = {}
        for state, weight in now.items():
            for following, chance in chain.row(state).items():
                after[following] = after.get(following, F(0)) + weight * chance
        now = after
    assert dict(chain.after(steps, 0)) == now


@given(chains())
def test_absorption_balances(chain):
    for state in chain.states:
        try:
            ends, steps = chain.absorption(state), chain.expected_steps(state)
        except ChainError:
            continue
        if state in chain.absorbing:
            continue
        following = chain.row(state)
        assert steps == 1 + sum(w * chain.expected_steps(s) for s, w in following.items())
        for end in ends:
            assert ends[end] == sum(
                w * chain.absorption(s).get(end, F(0)) for s, w in following.items()
            )


@given(chains())
def test_float_agrees_with_exact(chain):
    if len(chain.closed_classes) > 1:
        return
    exact = chain.stationary()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_module, "EXACT_STATES", 0)
        assert not chain.exact
        rough = chain.stationary()
        steps = chain.after(5, 0)
    assert rough.note == steps.note == "computed in floating point"
    for state in exact:
        assert float(rough.get(state, 0)) == pytest.approx(float(exact[state]), abs=1e-9)
    fine = chain.after(5, 0)
    assert fine.note == ""
    for state in fine:
        assert float(steps[state]) == pytest.approx(float(fine[state]), abs=1e-12)


def test_a_large_chain_says_that_it_is_not_exact():
    n = 120
    chain = Chain.explore(0, lambda k: {min(n, k + d): F(1, 6) for d in range(1, 7)} if k < n - 6
                          else {n: 1})
    assert not chain.exact
    assert isinstance(chain.expected_steps(0), float)
    assert chain.expected_steps(0) == pytest.approx(n / 3.5, abs=1.5)
    assert chain.absorption(0) == Distribution({n: 1})
    assert chain.within(40, 0).note == "computed in floating point"
    small = ruin(4, HALF)
    assert small.after(1200, 2).note == ""
    assert small.after(2500, 2).note == "computed in floating point"


# ---- refusals


def test_bad_matrices_are_refused():
    with pytest.raises(ChainError, match="row of 'a' adds up to 3/4"):
        Chain("ab", [["1/2", "1/4"], [0, 1]])
    with pytest.raises(ChainError, match=r"from 'a' to 'a': .* not 0\.5"):
        Chain("ab", [[0.5, 0.5], [0, 1]])
    with pytest.raises(ChainError, match="from 'a' to 'a': a probability lies between 0 and 1"):
        Chain("ab", [[2, -1], [0, 1]])
    with pytest.raises(ChainError, match="row of 'a' has 3 entries for 2 states"):
        Chain("ab", [[1, 0, 0], [0, 1]])
    with pytest.raises(ChainError, match="need 2 rows"):
        Chain("ab", [[1, 0]])
    with pytest.raises(ChainError, match="'z' is not a state"):
        Chain("ab", [{"z": 1}, {"b": 1}])
    with pytest.raises(ChainError, match="differ from one another"):
        Chain("aa", [[1, 0], [0, 1]])
    with pytest.raises(ChainError, match="at least one state"):
        Chain("", [])


def test_questions_without_an_answer_are_refused():
    loop = Chain("abc", [[0, HALF, HALF], [0, 1, 0], [1, 0, 0]])
    assert loop.absorption("a") == Distribution({"b": 1})
    endless = Chain("ab", [[0, 1], [1, 0]])
    for ask in (endless.absorption, endless.expected_steps, lambda s: endless.within(3, s)):
        with pytest.raises(ChainError, match="no absorbing state"):
            ask("a")
    trap = Chain("abcd", [[0, HALF, HALF, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    with pytest.raises(ChainError, match=r"for ever in \('c', 'd'\)"):
        trap.expected_steps("a")
    assert trap.absorption("b") == Distribution({"b": 1})
    with pytest.raises(ChainError, match="never returns to 'a'"):
        trap.period("a")
    with pytest.raises(ChainError, match="a whole number from 0"):
        trap.after(-1, "a")
    with pytest.raises(ChainError, match="'z' is not a state"):
        trap.after(1, "z")


def test_exploring_without_end_stops():
    with pytest.raises(ChainError, match="more than 50 states"):
        Chain.explore(0, lambda n: {n + 1: 1}, limit=50)


# ---- graphs and equations


@given(chains())
def test_classes_are_those_that_reach_each_other(chain):
    arrows = [set(chain.row(s)) for s in chain.states]
    reach = [set(distances(i, arrows)) for i in range(len(arrows))]
    found = classes(arrows)
    assert sorted(i for members in found for i in members) == list(range(len(arrows)))
    for members in found:
        for i in members:
            assert members == {j for j in reach[i] if i in reach[j]}
    assert closed_classes(arrows) == sorted(
        (m for m in found if all(reach[i] == m for i in m)), key=min
    )


def test_a_long_chain_does_not_exhaust_the_stack():
    n = 5000
    assert len(classes([{min(i + 1, n - 1)} for i in range(n)])) == n


@given(st.integers(1, 5).flatmap(lambda n: st.tuples(
    st.lists(st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=n, max_size=n),
    st.lists(st.integers(-9, 9), min_size=n, max_size=n),
)))
def test_solutions_solve(system):
    matrix, right = system
    lines = [{j: F(v) for j, v in enumerate(row) if v} for row in matrix]
    known = [[F(v)] for v in right]
    try:
        found = [row[0] for row in solve_exact(lines, known)]
    except ValueError:
        import numpy as np

        assert abs(np.linalg.det(np.array(matrix, dtype=float))) < 1e-6
        return
    for row, value in zip(matrix, right, strict=True):
        assert sum(a * x for a, x in zip(row, found, strict=True)) == value
    rough = [row[0] for row in solve_float(lines, known)]
    assert rough == pytest.approx([float(x) for x in found], abs=1e-6)


# -- unknowns that are averages of one another


def test_averages_of_one_another_are_solved_exactly_and_in_floats() -> None:
    rows = {5: Row(36, 6, {5: 3, 7: 9}), 7: Row(2, 0, {5: 1}), 8: Row(4, 3, {7: 1})}
    exact = solved(rows)
    x = F(6, 1) / (33 - F(9, 2))
    assert exact == {5: [x], 7: [x / 2], 8: [F(3, 4) + x / 8]}
    rough = solved(rows, exact=False)
    assert all(rough[k][0] == pytest.approx(float(exact[k][0])) for k in rows)


def test_what_only_goes_round_for_ever_is_worth_nothing() -> None:
    rows = {0: Row(2, 1, {1: 1}), 1: Row(1, 0, {2: 1}), 2: Row(1, 0, {1: 1})}
    assert solved(rows) == {0: [F(1, 2)], 1: [0], 2: [0]}
    assert solved(rows, {0: [1, 0], 1: [0, 0], 2: [0, 0]})[0] == [F(1, 2), 0]
