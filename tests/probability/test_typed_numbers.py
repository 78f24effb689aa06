"""Numbers as people type, copy and print them: read, or answered with a word that helps."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bonkbook.answers import Unreadable, read_number, shown
from bonkbook.lessons import RIGHT, YOUR_TURN, Question
from bonkbook.probability import Distribution, Estimate, P, dice_event
from bonkbook.probability.written import DEEPEST, readings
from bonkbook.widgets.guess_first import Chance

F = Fraction

NUMBERS = {
    # as typed
    ".17": F(17, 100), "17%": F(17, 100), "17 percent": F(17, 100), "17 per cent": F(17, 100),
    "0,17": F(17, 100), "12,5 %": F(1, 8), "1.5e-3": F(3, 2000), "1,5E-03": F(3, 2000),
    "+0.25": F(1, 4), "5.": F(5), "17 ‰": F(17, 1000), "16 2/3 %": F(1, 6), "1 1/2": F(3, 2),
    "1/4.": F(1, 4), " “1/4” ": F(1, 4), "= 1/4": F(1, 4), "p = 1/4": F(1, 4),
    "P(five) = 11/36": F(11, 36), "the answer is 1/6": F(1, 6), "about 17 %": F(17, 100),
    # shares
    "1 in 6": F(1, 6), "1 out of 6": F(1, 6), "31 of 100": F(31, 100), "11 of 36 rolls": F(11, 36),
    "50% of 1/3": F(1, 6), "1 from 1,296": F(1, 1296),
    # thousands
    "1,296": F(1296), "1 296": F(1296), "1'296": F(1296), "1_296": F(1296), "1.296.000": F(1296000),
    "1,296.5": F(2593, 2), "1.296,5": F(2593, 2), "1/1,296": F(1, 1296), "0,296": F(37, 125),
    "1,296,000": F(1296000), "1.296": F(162, 125),
    # arithmetic
    "1-(7/12)^3": F(1385, 1728), "1 - (7/12)**3": F(1385, 1728), "1-25/36": F(11, 36),
    "25/36*11/36": F(275, 1296), "2^-3": F(1, 8), "-2^2": F(-4), "2^3^2": F(512),
    "[1 - 1/6]·{1/2}": F(5, 12), "1-31%": F(69, 100), "2 x 3": F(6), "1.67x10^-1": F(167, 1000),
    # recurring
    "0.1666...": F(1, 6), "0.1666…": F(1, 6), "0.1(6)": F(1, 6), "0.(3)": F(1, 3),
    "0.16\u0305": F(1, 6), "0.142857142857...": F(1, 7), "0.16 recurring": F(1, 6),
    "33.(3) %": F(1, 3), r"0.1\overline{6}": F(1, 6),
    # print
    "½": F(1, 2), "1½": F(3, 2), "1 ½": F(3, 2), "⅓": F(1, 3), "⁵⁄₁₂": F(5, 12), "5⁄12": F(5, 12),
    "(7/12)²": F(49, 144),
    "2×10⁻³": F(1, 500), "１／６": F(1, 6), "−1/6": F(-1, 6), "–0,5": F(-1, 2),
    "1 ÷ 6": F(1, 6), "5/\u200b12": F(5, 12), "5\u202f/\u00a012": F(5, 12), "0·17": F(17, 100),
    "\ufeff1\u2009296\u200e": F(1296), "١/٦": F(1, 6), "٠٫٥": F(1, 2), "17\u00a0%": F(17, 100),
    "33⅓ %": F(1, 3), r"$\frac{5}{12}$": F(5, 12), r"\tfrac12": F(1, 2),
    r"41{,}7\,\%": F(417, 1000),
    # as we and Python print them
    "5/12 = 41.7 %": F(5, 12), "≈ 41.7 %": F(417, 1000), "0.167 ± 0.004": F(167, 1000),
    "about 17 % ± 1 %": F(17, 100), "11/36 (30.6 %)": F(11, 36), "5/12\t42 %": F(5, 12),
    "7/12 = 58.3 % (no pawn leaves the nest)": F(7, 12), "1/6 = 16.7 % given doubles": F(1, 6),
    "1/36 = +0.028": F(1, 36), "12/5 = 2.4": F(12, 5), "23328/11245 ≈ 2.075": F(23328, 11245),
    "Fraction(5, 12)": F(5, 12), "np.float64(0.25)": F(1, 4), "Decimal('0.25')": F(1, 4),
    "np.int64(3)": F(3),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_read_as_they_are_meant(text):
    assert read_number(text).value == NUMBERS[text]


@pytest.mark.parametrize(("text", "word"), [
    ("5 : 12", 'could be odds or a share; write a fraction, "5/12" or "5/17"'),
    ("5 to 12", "could be odds or a share"), ("5∶12", "could be odds"), ("50:50", "could be odds"),
    ("50/50", 'could mean one half or 1; write "1/2" or "1"'), ("50-50", "one half or 1"),
    ("<1 %", "is a range"), ("≥ 1/2", "is a range"), ("1/2/3", "two fraction bars"),
    ("1/0", "divides by zero"), ("1/(2-2)", "divides by zero"), ("0^-1", "divides by zero"),
    ("9**9**9", "too large to calculate"), ("1e999999999", "too large"),
    ("2^(1/2)", "not a number"), ("1/6 = 20 %", "has two different values"),
    ("√2", "not a number"),
    ("", 'Write a number such as "1/4"'), ("%", "such as"), ("25 36", "such as"),
    ("almost 100 %", "such"),
    ("inf", "such as"), ("nan", "such as"), ("a third", "such as"), ("1..2", "such as"),
    ("(1/3", "such as"), ("2(3)", r"\+ - \* / \^ and brackets"), ("x+1", "such as"),
    ("__import__('os')", "such as"), ("((" * 60 + "1", "such as"), ("-" * 100 + "1", "such as"),
    ("+".join("1" * 10_000), "is too long; write at most"), ("9" * 5000, "too long"),
])
def test_what_is_not_understood_gets_a_word_and_is_not_a_try(text, word):
    with pytest.raises(Unreadable, match=word) as refused:
        read_number(text)
    assert len(str(refused.value)) < 250
    question = Question("?", P(1, 6))
    assert question.check(text).verdict == YOUR_TURN
    assert question.tries == 0


@pytest.mark.parametrize("answer", [P(5, 12), P(11, 36), P(1, 1296), P(1, 6)])
def test_an_answer_is_right_in_all_its_spellings(answer):
    a, b = answer.numerator, answer.denominator
    value = float(answer)
    for typed in (f"{a}/{b}", f"{a} / {b:,}", f"{a} of {b}", f"{a} in {b:,}", f"{a}\u200b/{b}",
                  f"{a}⁄{b}", f"1 - ({b - a}/{b})", f"{value:.5f}", f"{value:.5f}"[1:],
                  f"{100 * value:.3f} %", f"{100 * value:.3f}%".replace(".", ","), str(answer),
                  repr(answer), shown(answer), repr(F(answer)), f"= {answer}", f"{value:.4e}",
                  f"{100 * value:.3f} percent", P(answer), value, np.float64(value)):
        assert Question("?", answer).check(typed).verdict == RIGHT, typed


def test_a_comma_is_read_as_the_question_needs_it():
    assert [one.value for one in readings("1,296")] == [1296, F(162, 125)]
    assert Question("?", 1296).check("1,296").right
    assert Question("?", F(162, 125)).check("1,296").right
    assert Question("?", 1300).check("1,296").text == "1,296 is too small."
    assert Question("?", P(1, 1296)).check("1/1,296").right
    assert Question("?", P(1)).check("1,000").verdict == RIGHT
    assert P("1,296/2,592") == F(1, 2)


def test_dots_say_that_more_decimals_follow():
    for answer, typed in ((P(11, 36), "0.305..."), (P(1385, 1728), "0.8015…"),
                          (P(1, 7), "14.28... %"),
                          (P(49113, 100_000), "0.4911...")):
        assert Question("?", answer).check(typed).right, typed
    assert Question("?", P(11, 36)).check("0.306...").verdict != RIGHT
    assert Question("?", P(11, 36)).check("0.3055...").text == "11/36 = 30.6 %."


def test_what_is_worked_out_with_rounded_numbers_is_rounded():
    said = Question("?", P(5, 12)).check("1 - 0.5833")
    assert said.right and "rounded" in said.text
    assert "too rough" in Question("?", P(5, 12)).check("1 - 0.6").text
    assert Question("?", P(1, 6)).check("1 - 0.7").verdict != RIGHT
    assert Question("?", P(11, 36)).check("31 of 100").right
    assert Question("?", P(11, 36)).check("30 of 100").text.endswith("rounded, it is 0.31.")


def test_a_percentage_without_its_sign_is_explained():
    said = Question("?", P(11, 36)).check("31")
    assert said.verdict == YOUR_TURN and '"25 %"' in said.text


@given(st.fractions(0, 1, max_denominator=10**6))
def test_every_probability_can_be_typed_as_it_is_printed(value):
    for text in (str(P(value)), repr(P(value, given="doubles", note="(as 1 in 6)"))):
        assert read_number(text).value == value
    assert P(str(P(value))) == value


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_every_estimate_can_be_typed_as_it_is_printed(hits, more):
    found = Estimate.of_frequency(hits, hits + more)
    assert abs(float(read_number(str(found)).value) - found.value) <= found.error


@given(st.text(max_size=40) | st.text("0123456789.,/%()^*-+=≈ einofab\u200b½²", max_size=40))
def test_any_text_is_read_or_explained(text):
    for question in (Question("?", P(1, 6)), Question("?", 7), Question("?", dice_event("a = b")),
                     Question("?", "yes", choices=("yes", "no"))):
        said = question.check(text)
        assert (said.verdict == YOUR_TURN) == (question.tries == 0)


def test_brackets_are_read_to_a_depth():
    deep = DEEPEST - 1
    assert read_number("(" * deep + "1/6" + ")" * deep).value == F(1, 6)
    with pytest.raises(Unreadable):
        read_number("(" * (deep + 1) + "1/6" + ")" * (deep + 1))


# --- the same reader everywhere -------------------------------------------------------------


def test_probabilities_are_made_of_what_is_typed():
    for text in ("5/12 = 41.7 %", "⁵⁄₁₂", "5/\u200b12", "Fraction(5, 12)", "1 - 7/12"):
        assert P(text) == F(5, 12)
    assert Distribution({"a": "25 %", "b": "¾"})["b"] == F(3, 4)
    assert Distribution.of([1, 2]).quantile("50 %") == 1
    with pytest.raises(ValueError, match="could be odds"):
        P("5:7")
    with pytest.raises(ValueError, match="too large"):
        P("1e999999999")


def test_guesses_of_the_odds_panel_are_read_the_same_way():
    chance = Chance(F(5, 12), ())
    for typed in ("5/\u200b12", "“5/12”", "⁵⁄₁₂", "5/12 = 41.7 %", "1-7/12"):
        assert "and that is right" in chance.compared(typed)
    with pytest.raises(ValueError, match="could be odds"):
        chance.compared("5:7")
    estimate = Chance(Estimate(0.17, 0.01, 1000), ())
    assert "as near as" in estimate.compared(str(estimate))


def test_rolls_and_choices_are_read_as_they_are_pasted():
    rolls = Question("?", dice_event("a + b = 3"))
    for typed in ("(1,\u00a02), (2,\u00a01)", "（1, 2）；（2, 1）", "1 2\n2 1",
                  "a\u200b + b = 3", "ａ＋ｂ＝３"):
        assert rolls.check(typed).right, typed
    choice = Question("?", "more", choices=("more", "less"))
    for typed in ("A", " a) ", "(A)", "“more”", "Ａ", "a\u200b.", "MORE"):
        assert choice.check(typed).right, typed


@pytest.mark.parametrize("text", ["a − b = 2", "a\u00a0-\u200bb\u2009=\u20092", "ａ－ｂ＝２",
                                  "a – b = 2",
                                  "\ufeff a - b = 2", "\ta - b == ２"])
def test_expressions_of_dice_are_read_as_they_are_pasted(text):
    assert dice_event(text) == dice_event("a - b == 2")
