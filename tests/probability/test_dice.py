"""Events of two dice: known counts, the expression language, what it refuses."""

from __future__ import annotations

import ast
import random
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bonkbook.probability import ROLLS, DiceRun, Event, ExpressionError, dice_event, named_events
from bonkbook.probability.dice import (
    at_least_one,
    by_die_or_sum,
    difference_is,
    event_groups,
    exactly_one,
    roll_of,
    sum_is,
)

F = Fraction
DOUBLES = dice_event("a == b", name="doubles")

# ---- known answers


def test_the_exact_five():
    by_die, by_sum, in_all = at_least_one(5).P, sum_is(5).P, by_die_or_sum(5).P
    assert (by_die, by_sum, in_all) == (F(11, 36), F(4, 36), F(15, 36))
    assert (at_least_one(5) | sum_is(5)) == by_die_or_sum(5)
    assert not at_least_one(5) & sum_is(5)


def test_counts_of_families():
    assert [len(sum_is(n)) for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [len(difference_is(n)) for n in range(6)] == [6, 10, 8, 6, 4, 2]
    assert {len(at_least_one(n)) for n in range(1, 7)} == {11}
    assert {len(exactly_one(n)) for n in range(1, 7)} == {10}


def test_conditional_probabilities():
    five = at_least_one(5)
    assert five.given(DOUBLES) == F(1, 6)
    assert five.given(DOUBLES).given == "doubles"
    assert DOUBLES.given(five) == F(1, 11)
    assert five.given(DOUBLES).outcomes == (((5, 5), F(1, 6)),)
    assert five.given(DOUBLES) * DOUBLES.P == (five & DOUBLES).P
    with pytest.raises(ValueError, match="never happens, so it cannot be a condition"):
        five.given(dice_event("a + b == 13"))


def test_independence():
    assert dice_event("a == 5").independent_of(sum_is(7))
    assert not dice_event("a == 5").independent_of(sum_is(6))


rolls = st.frozensets(st.sampled_from(ROLLS))


@given(rolls, rolls)
def test_algebra_of_events(first, second):
    one, two = Event("x", "x", first), Event("y", "y", second)
    assert ~(one | two) == ~one & ~two
    assert (one | two).P == one.P + two.P - (one & two).P
    assert one - two == one & ~two
    assert ~~one == one
    assert (~~one).name == "x"
    assert one.P.outcomes == tuple((roll, F(1, 36)) for roll in sorted(first))


def test_events_have_names_and_words():
    both = (at_least_one(5) | DOUBLES) & sum_is(10)
    assert both.name == "(at least one 5 or doubles) and sum 10"
    assert repr(DOUBLES) == "doubles: 1/6 = 16.7 %"
    assert (5, 5) in DOUBLES
    assert (5, 4) not in DOUBLES


@pytest.mark.parametrize("bad", [(0, 1), (7, 1), (1,), "55", (1, 2, 3), 5, ("1", "2"), (1.5, 2)])
def test_rolls_are_pairs_of_faces(bad):
    assert roll_of(bad) is None
    with pytest.raises(ValueError, match="pair of faces"):
        Event("x", "x", [bad])


def test_outcomes_of_games_are_rolls():
    class Outcome:
        dice = (6, 1)

    assert roll_of(Outcome()) == (6, 1)


# ---- lists


def test_named_events_have_names_of_their_own_and_true_counts():
    events = named_events()
    assert len({event.name for event in events}) == len(events) > 40
    by_name = {event.name: event for event in events}
    expected = {"5 by a die or by the sum": 15, "at least one 5": 11, "sum 5": 4, "doubles": 6,
                "no doubles": 30, "sum 7": 6, "sum 10 or more": 6, "die 1 larger": 15,
                "die 1 shows 5": 6, "both even": 9, "both odd": 9, "sum even": 18,
                "difference 0": 6, "exactly one 6": 10}
    assert {name: len(by_name[name]) for name in expected} == expected


def test_events_of_games_join_the_list():
    extra = [("snake eyes", "both dice show 1", [(1, 1)]), ("doubles", "same", DOUBLES.rolls)]
    groups = event_groups(extra)
    assert [e.name for e in groups["In the games"]] == ["snake eyes"]
    with pytest.raises(ValueError, match="another event named 'doubles'"):
        named_events([("doubles", "wrong", [(1, 1)])])
    with pytest.raises(ValueError, match="triple"):
        named_events([("x", "y")])
    with pytest.raises(ValueError, match="pair of faces"):
        named_events([("x", "y", [(1, 9)])])


# ---- the language


def rolls_of(test):
    return {(a, b) for a, b in ROLLS if test(a, b)}


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("a == 5 or b == 5 or a + b == 5", lambda a, b: 5 in (a, b, a + b)),
        ("a = 5 OR B = 5", lambda a, b: 5 in (a, b)),
        ("  a=b", lambda a, b: a == b),
        ("a != b", lambda a, b: a != b),
        ("a ≠ b and a ≤ 3", lambda a, b: a != b and a <= 3),
        ("2 <= a <= 4", lambda a, b: 2 <= a <= 4),
        ("1 < a < b < 6", lambda a, b: 1 < a < b < 6),
        ("a in (1, 2)", lambda a, b: a in (1, 2)),
        ("a + b not in [7, 11]", lambda a, b: a + b not in (7, 11)),
        ("a in (b, 7 - b)", lambda a, b: a in (b, 7 - b)),
        ("a % 2 == 0 and b % 2 == 0", lambda a, b: a % 2 == b % 2 == 0),
        ("abs(a - b) >= 3", lambda a, b: abs(a - b) >= 3),
        ("max(a, b) == 6", lambda a, b: max(a, b) == 6),
        ("min(a, b, 3) == 3", lambda a, b: min(a, b, 3) == 3),
        ("not a > b", lambda a, b: a <= b),
        ("(a == 5) != (b == 5)", lambda a, b: (a == 5) != (b == 5)),
        ("a * b == 12", lambda a, b: a * b == 12),
        ("a × b = 12", lambda a, b: a * b == 12),
        ("a / b == 1 / 2", lambda a, b: 2 * a == b),
        ("a // 2 == b // 2", lambda a, b: a // 2 == b // 2),
        ("-a < -5", lambda a, b: a > 5),
        ("1 == 1", lambda a, b: True),
        ("a == 7", lambda a, b: False),
        ("a == 0 and 1 % (a - a) == 0", lambda a, b: False),  # read from left to right
    ],
)
def test_expressions(text, test):
    assert dice_event(text).rolls == rolls_of(test)


@pytest.mark.parametrize(
    ("text", "message", "marked"),
    [
        ("a == 5 or b", "`b` is a number, but `or` joins", "b"),
        ("a or b == 5", "`a` is a number, but `or` joins", "a"),
        ("not a", "`a` is a number, but `not` denies a statement", "a"),
        ("a + b", "`a + b` is a number; an event is true or false", "a + b"),
        ("c == 5", "`c` is not known; the dice are called a and b", "c"),
        ("a ** b == 8", "the operator in `a ** b` is not allowed", "a ** b"),
        ("a << 3 == 8", "the operator in `a << 3` is not allowed", "a << 3"),
        ("(a == 5) + 1 == 2", "`a == 5` is true or false, but `+` works on numbers", "a == 5"),
        ("a == (b == 5)", "`a` is a number and `b == 5` is true or false", "a == (b == 5)"),
        ("(a == 5) < (b == 5)", "cannot be compared", "(a == 5) < (b == 5)"),
        ("a == 5.5", "`5.5` is not a whole number", "5.5"),
        ("a == 'x'", "`'x'` is not a whole number", "'x'"),
        ("a == True", "is not known", "True"),
        ("a == 1001", "too large", "1001"),
        ("a is 5", "`is` is not allowed", "a is 5"),
        ("a in 5", "`in` needs a list", "5"),
        ("a in ()", "`in` needs a list", "()"),
        ("a.real == 5", "`a.real` is not allowed", "a.real"),
        ("a[0] == 5", "`a[0]` is not allowed", "a[0]"),
        ("sum(a, b) == 5", "`sum(a, b)` is not allowed", "sum(a, b)"),
        ("__import__('os').system('x')", "not allowed", "__import__('os').system('x')"),
        ("max(a) == 5", "max() takes two or more numbers", "max(a)"),
        ("abs(a, b) == 5", "abs() takes one number", "abs(a, b)"),
        ("max(a, key=b) == 5", "`key` is not known", "key"),
        ("max(*a) == 5", "not allowed", "*a"),
        ("[a for a in (1, 2)] == 5", "not allowed", "[a for a in (1, 2)]"),
        ("lambda: a", "not allowed", "lambda: a"),
        ("a if b == 5 else a", "not allowed", "a if b == 5 else a"),
        ("f'{a}' == 5", "not allowed", "f'{a}'"),
        ("~a == 5", "not allowed", "~a"),
        ("a % (b - 1) == 0", "divides by zero when the roll is (1, 1)", "a % (b - 1)"),
        ("é == 5 and a ≤ ü", "`é` is not known", "é"),
        ("a ≤ 5 and a ≤ ü", "`ü` is not known", "ü"),
        ("a = 5 and a = x", "`x` is not known", "x"),
    ],
)
def test_what_is_refused_is_named_and_marked(text, message, marked):
    with pytest.raises(ExpressionError) as caught:
        dice_event(text)
    problem = caught.value
    assert message in problem.message
    if marked != "True":
        assert text[problem.start : problem.end] == marked
    lines = str(problem).split("\n")
    assert lines[1] == f"  {text}"
    assert lines[2].index("^") == problem.start + 2


@pytest.mark.parametrize(
    "text",
    ["", "   ", "a ==", "a == 5)", "== 5", "a b", "a == 5; b == 5", "a := 5", "a\n== 5", "a # 5",
     "a == 5\x00", "import os", "a === 5", "(" * 150, "a" * 201, "-" * 190 + "a == 5",
     "not " * 40 + "a == 5", "a" + "+a" * 90 + " == 5", "9" * 190 + " == a", "𝖆 = ", "x" * 100],
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(ExpressionError):
        dice_event(text)


def test_only_text_is_read():
    with pytest.raises(TypeError, match="written as text, not as int"):
        dice_event(5)


@given(st.text(max_size=60))
@example("\\\n")
@example("a\u2028b")
def test_any_text_is_an_event_or_an_expression_error(text):
    try:
        rolls, start, end = dice_event(text).rolls, 0, 1
    except ExpressionError as problem:
        rolls, start, end = frozenset(), problem.start, problem.end
    assert rolls <= set(ROLLS)
    assert 0 <= start <= len(text)
    assert start < end


ALPHABET = ["a", "b", "5", "12", " ", "+", "-", "*", "/", "//", "%", "=", "==", "!=", "<", "<=",
            ">", "(", ")", ",", "or", "and", "not", "in", "is", "abs", "min", "max", "**", ".", "[",
            "]", "lambda", "if", "else", "c", ":", "'"]


@given(st.lists(st.sampled_from(ALPHABET), max_size=25))
def test_any_words_agree_with_python_where_they_are_read(words):
    text = " ".join(words)
    try:
        event = dice_event(text)
    except ExpressionError:
        return
    # Python's own reading of what our walker accepted; here eval is the judge, not the product
    python = " ".join("==" if word == "=" else word for word in words)
    code = compile(ast.parse(python, mode="eval"), "?", "eval")
    for a, b in ROLLS:
        assert bool(eval(code, {"a": a, "b": b})) == ((a, b) in event)


# ---- rolling on and on


def test_a_run_counts_the_rolls_that_numpy_makes():
    import numpy as np

    run = DiceRun(at_least_one(5), given=DOUBLES, seed=7)
    run.roll(5000)
    rolled = [ROLLS[i] for i in np.random.default_rng(7).integers(36, size=5000)]
    doubles = [roll for roll in rolled if roll in DOUBLES]
    assert (run.rolls, run.trials) == (5000, len(doubles))
    assert run.hits == doubles.count((5, 5))
    for n, frequency in run.running:
        assert frequency == doubles[:n].count((5, 5)) / n
    assert run.running[-1][0] == run.trials
    assert run.estimate.agrees_with(run.exact)


def test_a_run_does_not_depend_on_its_batches():
    one, many = DiceRun(sum_is(7), seed=3), DiceRun(sum_is(7), seed=3)
    one.roll(3000)
    left, chance = 3000, random.Random(1)
    while left:
        batch = min(left, chance.randint(1, 400))
        many.roll(batch)
        left -= batch
    assert one.running == many.running
    assert (one.rolls, one.hits) == (many.rolls, many.hits)
    assert [n for n, _ in one.running] == sorted({n for n, _ in one.running})
    assert len(one.running) < 60


def test_a_run_without_trials_has_no_estimate():
    run = DiceRun(sum_is(2), given=dice_event("a == 1 and b == 1"), seed=1)
    assert run.estimate is None
    assert run.running == []
    assert "not rolled yet" in repr(run)
    with pytest.raises(ValueError, match="a whole number from 1"):
        run.roll(0)
