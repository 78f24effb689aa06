"""Questions that check themselves: what they accept, what they say, what they keep back."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

from bonkbook.lessons import NOT_YET, RIGHT, YOUR_TURN, Question, read_number, summary
from bonkbook.probability import P, dice_event

BY_DIE = dice_event("a == 5 or b == 5", name="a five by a die")
BY_SUM = dice_event("a + b == 5", name="a five by the sum")


def chance(**options) -> Question:
    return Question("How likely is a five by a die?", BY_DIE.P, **options)


# -- chances


@pytest.mark.parametrize(
    "typed",
    [P(11, 36), Fraction(22, 72), "11/36", " 11 / 36 ", "11 of 36", "11 out of 36", "11 in 36",
     "11/36 = 30.6 %"],
)  # fmt: skip
def test_exact_answers_are_right_and_need_no_remark(typed):
    said = chance(why="So it is.").check(typed)
    assert (said.verdict, said.text) == (RIGHT, "11/36 = 30.6 %. So it is.")


@pytest.mark.parametrize(
    "typed", [0.3056, 0.306, 0.31, "0.3056", "0,306", "30.6 %", "30,56%", "31 %", Decimal("0.306"),
              np.float64(0.3056)]
)  # fmt: skip
def test_rounded_answers_are_right_and_told_of_the_fraction(typed):
    said = chance().check(typed)
    assert said.right
    assert "rounded" in said.text and "11/36" in said.text


def test_a_division_in_python_is_right_and_told_of_the_fraction():
    said = chance().check(11 / 36)
    assert said.right and "Python made a decimal" in said.text


@pytest.mark.parametrize("typed", [0.3, "0.3", "≈ 0.3"])
def test_a_number_that_is_too_rough_is_sent_back_without_the_answer(typed):
    said = chance().check(typed)
    assert said.verdict == NOT_YET and "too rough" in said.text


@pytest.mark.parametrize(("typed", "side"), [("1/4", "small"), (0.2, "small"), ("45 %", "large")])
def test_a_wrong_answer_says_on_which_side_it_is_and_gives_the_clue(typed, side):
    said = chance(clue="List them.").check(typed)
    assert said.verdict == NOT_YET
    assert said.text.endswith(f"is too {side}. List them.")


@pytest.mark.parametrize("typed", ["1/3", "12/36", P(1, 3), 0.333, "33.3 %", "12 of 36", 1 / 3])
def test_an_expected_mistake_gets_its_own_explanation(typed):
    question = chance(hints={P(1, 3): "Counted twice.", "1/6": "One die."}, clue="List them.")
    assert str(question.check(typed)) == "Not yet. Counted twice."


def test_the_right_answer_wins_over_a_hint_that_rounds_to_the_same():
    question = Question("?", P(11245, 23328), hints={P(48, 100): "Near, but no."})
    assert question.check("48.2 %").right
    assert question.check(P(48, 100)).text == "Near, but no."


@pytest.mark.parametrize("typed", [30.6, "30.6", 31, 7])
def test_a_percentage_without_its_sign_is_explained_and_is_no_try(typed):
    question = chance()
    said = question.check(typed)
    assert said.verdict == YOUR_TURN and "between 0 and 1" in said.text and '"25 %"' in said.text
    assert question.tries == 0


@pytest.mark.parametrize(
    "typed",
    [None, True, [], "", "eleven", "1/0", "1/2/3", float("nan"), float("inf"), "11//36", 3j, {},
     "9" * 500 + "x", "-1/2", -0.5, 200],
)  # fmt: skip
def test_what_cannot_be_an_answer_is_explained_and_is_no_try(typed):
    question = chance()
    said = question.check(typed)
    assert said.verdict == YOUR_TURN and said.text
    assert len(said.text) < 200
    assert (question.tries, question.solved) == (0, False)


def test_a_number_is_read_as_exactly_as_it_was_typed():
    assert read_number("0.25").is_exactly(Fraction(1, 4))
    assert read_number("0.333").step == Fraction(1, 1000)
    assert read_number("33.3 %").step == Fraction(1, 1000)
    assert read_number(np.int64(5)).is_exactly(Fraction(5))
    assert read_number("5").step == 0


# -- other numbers


def test_numbers_that_are_no_chances():
    mean = Question("How many rolls on average?", Fraction(12, 5))
    assert mean.check(2.4).text == "12/5 = 2.4."
    assert mean.check("2.4").right and mean.check("12/5").right
    assert "too small" in mean.check(2).text
    turns = Question("And turns?", Fraction(23328, 11245))
    assert "23328/11245 ≈ 2.075" in turns.check(2.07).text
    count = Question("How many rolls are there?", 36)
    assert count.check(36).text == "36." and not count.check(21).right


# -- rolls


ROLLS = [(1, 4), (2, 3), (3, 2), (4, 1)]


@pytest.mark.parametrize(
    "typed", [ROLLS, set(ROLLS), [list(r) for r in ROLLS], BY_SUM, BY_SUM.P, "a + b == 5",
              (roll for roll in ROLLS)]
)  # fmt: skip
def test_rolls_are_taken_in_many_forms(typed):
    said = Question("Which rolls add up to five?", BY_SUM).check(typed)
    assert str(said) == "Right. These are all: (1, 4), (2, 3), (3, 2), (4, 1)."


def test_rolls_that_are_missing_are_not_given_away():
    question = Question("Which rolls add up to five?", BY_SUM)
    assert "one red die and one blue die" in question.check([(1, 4), (2, 3)]).text
    said = question.check([(1, 4), (4, 1), (5, 5)]).text
    assert said == "(5, 5) does not belong. Some are missing."
    for roll in ("(2, 3)", "(3, 2)"):
        assert roll not in said
    assert question.check([(5, 5), (1, 1)]).text.startswith("(1, 1), (5, 5) do not belong.")
    assert question.check([]).text == "Those that do are missing."


@pytest.mark.parametrize("typed", [5, None, [5], [(0, 7)], "a + b", [(1, 2, 3)], ["ab"]])
def test_what_is_no_list_of_rolls_is_explained(typed):
    question = Question("Which rolls add up to five?", BY_SUM)
    assert question.check(typed).verdict == YOUR_TURN
    assert question.tries == 0


def test_rolls_may_have_hints():
    question = Question("Which?", BY_SUM, hints={BY_DIE: "That is by a die."})
    assert question.check(BY_DIE.rolls).text == "That is by a die."


# -- choices


def test_choices_by_letter_or_words():
    def ask() -> Question:
        return Question("More?", "no", choices=("yes", "no"), hints={"yes": "Why?"})

    assert str(ask()) == "More?\nA: yes\nB: no"
    for typed in ("B", "b", " no ", "NO"):
        assert ask().check(typed).text == "B: no."
    assert ask().check("A").text == "Why?"
    assert "(A, B)" in ask().check("C").text
    assert ask().check(2).verdict == YOUR_TURN


# -- what is kept back, and when it is shown


@pytest.mark.parametrize(
    "make",
    [
        lambda: chance(why="11 of the 36.", hints={"1/3": "Twice."}),
        lambda: Question("Which?", BY_SUM, why="There are 4."),
        lambda: Question("More?", "no", choices=("yes", "no"), why="11 of the 36."),
        lambda: Question("How many?", 4, why="11 of the 36."),
    ],
)
def test_nothing_is_given_away_before_a_try(make):
    question = make()
    said = [str(question), question._repr_html_(), str(question.check(...)),
            str(question.check(object())), str(question.reveal())]  # fmt: skip
    for text in said:
        assert not re.search(r"11|\b4 ?[.=]|\(1, 4\)|B: no\.|There are", text), text
    assert question.reveal().verdict == YOUR_TURN


def test_it_is_shown_after_a_try():
    question = chance(why="11 of the 36.")
    question.check("1/2")
    assert str(question.reveal()) == "The answer. 11/36 = 30.6 %. 11 of the 36."


def test_placeholder_is_met_with_what_to_do():
    said = chance().check(...)
    assert said.verdict == YOUR_TURN and "three dots" in said.text


def test_summary_counts():
    solved, opened = chance(), Question("Which?", BY_SUM)
    solved.check("11/36")
    opened.check([])
    assert str(summary(solved, opened)) == "Your turn. 1 of 2 solved. Still open:\n• Which?"
    assert summary(solved).right
    with pytest.raises(ValueError, match="at least one question"):
        summary()


def test_solved_stays_solved():
    question = chance()
    question.check("11/36")
    question.check("1/2")
    assert question.solved and question.tries == 2


# -- what a teacher may get wrong


@pytest.mark.parametrize(
    ("make", "error", "match"),
    [
        (lambda: Question("?", 0.3056), TypeError, "exact number"),
        (lambda: Question("?", True), TypeError, "exact number"),
        (lambda: Question("?", "no"), TypeError, "choices"),
        (lambda: Question("?", "maybe", choices=("yes", "no")), ValueError, "none of the choices"),
        (lambda: Question("?", "yes", choices=("yes", "Yes")), ValueError, "different answers"),
        (lambda: chance(hints={"11/36": "No."}), ValueError, "right answer"),
        (lambda: chance(hints={"a third": "No."}), ValueError, "for no answer"),
        (lambda: Question("?", "no", choices=("yes", "no"), hints={"C": ""}), ValueError, "no ans"),
    ],
)
def test_a_question_that_is_wrong_itself_is_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()


# -- how it looks


def test_what_is_typed_cannot_become_markup():
    said = Question("More <b>?", "no", choices=("yes", "no")).check("<script>alert(1)</script>")
    assert "<script>" not in said._repr_html_() and "&lt;script&gt;" in said._repr_html_()
    assert "<b>" not in Question("More <b>?", "no", choices=("yes", "no"))._repr_html_()


def test_the_verdict_is_said_in_words_and_the_sign_is_only_for_eyes():
    page = chance().check("1/2")._repr_html_()
    assert '<span aria-hidden="true">✗</span> Not yet.' in page
    assert "✓" in chance().check("11/36")._repr_html_()


# -- the questions of the notebooks

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
# Worked out by hand, apart from the engine.
ANSWERS = {
    "lesson_exact_five.ipynb": {
        "q1": "1/6", "q2": "A", "q3": "11/36", "q4": [(1, 4), (2, 3), (3, 2), (4, 1)],
        "q5": "15/36", "q6": 6, "q7": 4, "q8": "A", "q9": "12/5", "q10": "1385/1728",
        "q11": "1/6", "q12": "11/15", "q13": "B", "e1": "20/36", "e2": "343/1728", "e3": "2/5",
    },
    "parcheesi.ipynb": {
        "q1": "no", "q2": "no", "q3": "C", "q4": 50, "q5": "4/36", "q6": "no", "q7": "no",
        "q8": "1/6", "q9": "2/36",
    },
}  # fmt: skip


@pytest.mark.notebook
@pytest.mark.parametrize("name", ANSWERS)
def test_the_questions_of_a_notebook_take_the_answers_worked_out_by_hand(name):
    names: dict[str, object] = {}
    for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, f"{name} [{cell.id}]", "exec"), names)
    questions = {key: value for key, value in names.items() if isinstance(value, Question)}
    assert questions.keys() == ANSWERS[name].keys()
    for key, answer in ANSWERS[name].items():
        assert questions[key].tries == 0, "the notebook holds an answer"
        said = questions[key].check(answer)
        assert said.right, f"{key}: {said}"
    assert summary(*questions.values()).right
