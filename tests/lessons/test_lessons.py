"""Questions that check themselves: what they accept, what they say, what they keep back."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

import bonkbook as bb
from bonkbook.answers import read_number
from bonkbook.engine.policy import policies
from bonkbook.lessons import (
    COMPARED,
    NOT_YET,
    RIGHT,
    YOUR_TURN,
    Question,
    compare_counts,
    summary,
)
from bonkbook.probability import P, dice_event

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"

BY_DIE = dice_event("a == 5 or b == 5", name="a five by a die")
BY_SUM = dice_event("a + b == 5", name="a five by the sum")


def chance(**options) -> Question:
    return Question("How likely is a five by a die?", BY_DIE.P, **options)


# -- chances


@pytest.mark.parametrize(
    "typed",
    [P(11, 36), Fraction(22, 72), "11/36", " 11 / 36 ", "11 of 36", "11 out of 36", "11 in 36",
     "11/36 = 30.6 %"],
)
def test_exact_answers_are_right_and_need_no_remark(typed):
    said = chance(why="So it is.").check(typed)
    assert (said.verdict, said.text) == (RIGHT, "11/36 = 30.6 %. So it is.")


@pytest.mark.parametrize(
    "typed", [0.3056, 0.306, 0.31, "0.3056", "0,306", "30.6 %", "30,56%", "31 %", Decimal("0.306"),
              np.float64(0.3056)]
)
def test_rounded_answers_are_right_and_told_of_the_fraction(typed):
    said = chance().check(typed)
    assert said.right
    assert "rounded" in said.text and "11/36" in said.text


def test_a_division_in_python_is_right_and_told_of_the_fraction():
    said = chance().check(11 / 36)
    assert said.right and "Python made a decimal" in said.text


@pytest.mark.parametrize("typed", [0.3, "0.3", "≈ 0.3"])
def test_a_number_that_is_too_rough_is_sent_back_without_the_answer(typed):
    question = chance(hints={"1/3": "Counted twice.", "3/10": "Ten faces?"}, clue="List them.")
    said = chance(hints={"1/3": "Counted twice."}, clue="List them.").check(typed)
    assert said.verdict == NOT_YET and "too rough" in said.text
    assert "List them" not in said.text and "11/36" not in said.text
    assert question.check(typed).text == "Ten faces?"  # an exact hint is meant, even so


@pytest.mark.parametrize("answer", [P(1, 36), P(4, 36), P(1, 6), P(11, 36), P(15, 36), P(35, 36)])
@pytest.mark.parametrize("places", [2, 3, 4])
def test_what_is_rounded_as_at_school_is_right_however_it_is_written(answer, places):
    value = float(answer)
    for typed in (round(value, places), f"{value:.{places}f}", f"{value:.{places - 2}%}",
                  f"{100 * value:.{places - 2}f} %".replace(".", ",")):
        said = Question("?", answer, hints={"1/5": "One of five?"}).check(typed)
        assert said.right and "rounded" in said.text, typed


@pytest.mark.parametrize(
    ("typed", "better"),
    [("30 %", "31 %"), ("30%", "31 %"), ("0.30", "0.31"), ("30.5 %", "30.6 %"), (0.305, "0.306"),
     ("0,3055", "0.3056")],
)
def test_what_is_cut_off_is_told_how_it_rounds_and_is_no_other_mistake(typed, better):
    # 303/1000 rounds to 30 % as well
    question = chance(hints={"303/1000": "Another mistake."}, clue="List them.")
    said = question.check(typed)
    assert str(said) == f"Not yet. {typed} is cut off; rounded, it is {better}."
    assert question.check(better).right


@pytest.mark.parametrize("typed", [0.32, "29 %", "0.4", 0.31001, "31.1 %"])
def test_what_is_neither_rounded_nor_cut_off_is_wrong(typed):
    said = chance(clue="List them.").check(typed)
    assert said.verdict == NOT_YET and said.text.endswith("List them.")


def test_a_decimal_of_python_may_have_lost_its_last_zero():
    assert Question("?", P(1385, 1728)).check(0.80).right
    assert Question("?", P(1385, 1728)).check("80 %").right


@pytest.mark.parametrize(("answer", "typed"), [(P(1, 216), "0 %"), (P(215, 216), "100 %")])
def test_a_rounding_does_not_make_a_chance_impossible_or_certain(answer, typed):
    said = Question("?", answer).check(typed)
    assert said.verdict == NOT_YET and "too rough" in said.text


def test_of_several_hints_the_nearest_is_given():
    question = Question("?", P(15, 36), hints={"6/21": "21?", "1/3": "A third?", "0.28": "Exact."})
    assert question.check("28 %").text == "Exact."
    assert question.check("29 %").text == "21?"
    assert question.check("33 %").text == "A third?"


def test_what_python_reckoned_is_right_up_to_its_own_errors():
    said = Question("?", P(1385, 1728)).check(1 - (1 - 5 / 12) ** 3)
    assert said.right and "Python made a decimal" in said.text


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


@pytest.mark.parametrize("typed", [11, "11", 12, "25", 31, 36.0])
def test_a_count_of_rolls_is_asked_out_of_how_many_without_a_judgement(typed):
    question = chance(hints={"12/36": "Counted twice."})
    said = question.check(typed)
    assert said.verdict == YOUR_TURN
    assert said.text.startswith(f"{typed}, out of how many?") and '"25 %"' in said.text
    same = question.check(13).text.replace("13", str(typed), 1)
    assert said.text == same and question.tries == 0


@pytest.mark.parametrize("typed", [30.6, "30.6", 40, 99])
def test_a_percentage_without_its_sign_is_explained_and_is_no_try(typed):
    question = chance()
    said = question.check(typed)
    assert said.verdict == YOUR_TURN and "between 0 and 1" in said.text and '"25 %"' in said.text
    assert question.tries == 0


@pytest.mark.parametrize(
    "typed",
    [None, True, [], "", "eleven", "1/0", "1/2/3", float("nan"), float("inf"), "11//36", 3j, {},
     "9" * 500 + "x", "-1/2", -0.5, 200],
)
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
    "typed",
    [ROLLS, set(ROLLS), [list(r) for r in ROLLS], BY_SUM, BY_SUM.P, "a + b == 5",
     (roll for roll in ROLLS), "(1,4),(2,3),(3,2),(4,1)", "[(1, 4), (2, 3), (3, 2), (4, 1)]",
     "{(1,4), (2,3), (3,2), (4,1)}", "(1 4) (2 3) (3 2) (4 1)", "1 4, 2 3, 3 2, 4 1",
     "1,4; 2,3; 3,2; 4,1", "1+4, 2+3, 3+2 and 4+1", "1-4; 2-3; 3-2; 4-1",
     "(1, 4) and (2, 3) and (3, 2) or (4, 1).", "1 4\n2 3\n3 2\n4 1"],
)
def test_rolls_are_taken_in_many_forms(typed):
    said = Question("Which rolls add up to five?", BY_SUM).check(typed)
    assert str(said) == "Right. That is all of them: (1, 4), (2, 3), (3, 2), (4, 1)."


def test_rolls_that_are_missing_are_not_given_away():
    question = Question("Which rolls add up to five?", BY_SUM)
    assert "a red die and a blue die" in question.check([(1, 4), (2, 3)]).text
    said = question.check([(1, 4), (4, 1), (5, 5)]).text
    assert said == "(5, 5) does not belong. Some are missing."
    for roll in ("(2, 3)", "(3, 2)"):
        assert roll not in said
    assert question.check([(5, 5), (1, 1)]).text.startswith("(1, 1), (5, 5) do not belong.")
    assert question.check([]).text == "None of the right rolls is listed."


def test_one_roll_is_a_list_too():
    question = Question("Which roll adds up to two?", dice_event("a + b == 2"))
    for typed in ((1, 1), [(1, 1)], "(1, 1)", "1,1", "1 1"):
        assert question.check(typed).right, typed


@pytest.mark.parametrize(
    "typed", [4, "4", "4/36", "4 of 36", 4.0, Fraction(4, 36), P(4, 36), 0.11, "11 %", 7]
)
def test_a_number_where_rolls_are_asked_for_is_told_so(typed):
    question = Question("Which rolls add up to five?", BY_SUM)
    said = question.check(typed)
    assert said.verdict == YOUR_TURN and question.tries == 0
    assert "which rolls, not how many" in said.text and "(1, 4)" not in said.text


def test_no_list_of_rolls_is_answered_with_an_example_and_an_expression_with_its_mistake():
    question = Question("Which rolls add up to five?", BY_SUM)
    for typed in ("four", "red 1 blue 4", "1, 4, 2", "(1, 4", "(-1, 6)"):
        assert question.check(typed).text.startswith("The answer is a list of rolls"), typed
    assert "not (0, 7)" in question.check("(1, 4), (0, 7)").text
    assert "^" in question.check("a ** b == 5").text


@pytest.mark.parametrize("typed", [5, None, [5], [(0, 7)], "a + b", [(1, 2, 3)], ["ab"], "", [[]]])
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


TWICE = ("less than twice as likely", "exactly twice as likely", "more than twice as likely")
DUE = ("the same as before", "larger: a five is due", "smaller: the dice are cold")


@pytest.mark.parametrize(
    ("choices", "typed", "meant"),
    [(TWICE, "less", 0), (TWICE, "Exactly", 1), (TWICE, "more than", 2), (DUE, "same", 0),
     (DUE, "the same", 0), (DUE, "larger", 1), (DUE, "due", 1), (DUE, "cold", 2), (DUE, "s", 2),
     (DUE, "A: the same as before", 0), (("yes", "no"), "y", 0), (("yes", "no"), "N", 1)],
)
def test_a_choice_may_be_given_by_a_part_that_fits_only_one(choices, typed, meant):
    for answer in choices:
        question = Question("?", answer, choices=choices)
        assert question.check(typed).right == (answer == choices[meant])
        assert question.tries == 1


@pytest.mark.parametrize(
    ("choices", "typed", "said"),
    [(TWICE, "twice", "could be more than one"), (TWICE, "likely", "could be more than one"),
     (DUE, "the", "could be more than one"), (DUE, "ame", "is not one"), (DUE, "", "is not one"),
     (DUE, "larger than", "is not one"), (DUE, "b ", None), (DUE, "f", "is not one"),
     (DUE, "larger: a (five", "is not one")],
)
def test_a_part_that_fits_several_choices_or_none_is_explained(choices, typed, said):
    question = Question("?", choices[0], choices=choices)
    feedback = question.check(typed)
    assert (feedback.verdict == YOUR_TURN) == (said is not None) == (question.tries == 0)
    assert said is None or f"{said} of the choices; write its letter" in feedback.text


# -- a guess from before, and counts


def tried(question: Question) -> Question:
    question.check(question._kind.example.split(" or ")[0].strip('"'))
    assert question.tries == 1
    return question


@pytest.mark.parametrize(
    ("guess", "said"),
    [("1/3", "You guessed 1/3; it is 5/12 = 41.7 %, so 1/12 too low."),
     ("1/2", "You guessed 1/2; it is 5/12 = 41.7 %, so 1/12 too high."),
     (0.3, "You guessed 0.3; it is 5/12 = 41.7 %, so 11.7 percentage points too low."),
     ("50 %", "You guessed 50 %; it is 5/12 = 41.7 %, so 8.3 percentage points too high.")],
)
def test_a_guess_is_compared_and_is_neither_a_try_nor_a_mistake(guess, said):
    question = tried(Question("?", P(5, 12), hints={"1/3": "No."}))
    feedback = question.compare(guess)
    assert (feedback.verdict, feedback.text) == (COMPARED, said)
    assert (question.tries, question.solved) == (1, False)


@pytest.mark.parametrize("guess", ["15/36", P(5, 12), "42 %", 0.417])
def test_a_guess_that_was_right_is_told_so(guess):
    said = tried(Question("?", P(5, 12))).compare(guess)
    assert said.right and "and that is right: 5/12 = 41.7 %" in said.text


def test_a_guess_that_is_missing_or_unreadable_is_explained():
    question = tried(Question("?", P(5, 12)))
    said = question.compare(...)
    assert said.verdict == YOUR_TURN and "the cell that asked for it" in said.text
    assert "out of how many" in question.compare(11).text
    assert question.compare("a third").verdict == YOUR_TURN


def test_nothing_is_compared_before_a_try():
    question = Question("?", P(5, 12))
    for guess in ("1/3", "5/12"):
        assert str(question.compare(guess)) == "Your turn. Answer the question first, then compare."


def test_guesses_of_every_kind_can_be_compared():
    assert "so 2/5 too low" in tried(Question("?", Fraction(12, 5))).compare(2).text
    assert "so 0.1 too high" in tried(Question("?", Fraction(12, 5))).compare(2.5).text
    assert "“larger: a five is due”; it is A: the" in (
        tried(Question("?", DUE[0], choices=DUE)).compare("larger").text
    )
    assert "You guessed (1, 4); it is (1, 4), (2, 3)" in (
        tried(Question("?", BY_SUM)).compare([(1, 4)]).text
    )


def test_counts_are_compared_in_standard_errors():
    assert str(compare_counts(96, 240, P(5, 12))) == (
        "Compared. 96 of 240 is 0.4, with a standard error of 0.032. "
        "The exact value is 5/12 = 41.7 %, which is 0.5 standard errors away, so within two."
    )
    said = compare_counts(60, 240, P(5, 12)).text
    assert "so not within two. About 5 of 100 classes" in said


@pytest.mark.parametrize(
    ("hits", "rolls", "said"),
    [(..., ..., "Put your own counts"), (9, ..., "Put your own counts"), (9, "20", "not '20'"),
     (9.5, 20, "whole numbers"), (30, 20, "30 of 20 rolls is impossible"), (0, 0, "is impossible"),
     (-1, 20, "is impossible"), (True, 20, "whole numbers")],
)
def test_counts_that_are_missing_or_cannot_be_are_explained(hits, rolls, said):
    feedback = compare_counts(hits, rolls, P(5, 12))
    assert feedback.verdict == YOUR_TURN and said in feedback.text


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
            str(question.check(object())), str(question.reveal())]
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
        (lambda: Question("?", "maybe", choices=("yes", "no")), ValueError,
         "not one of the choices"),
        (lambda: Question("?", "yes", choices=("yes", "Yes")), ValueError, "different answers"),
        (lambda: chance(hints={"11/36": "No."}), ValueError, "right answer"),
        (lambda: chance(hints={"a third": "No."}), ValueError, "not for an answer"),
        (lambda: Question("?", "no", choices=("yes", "no"), hints={"C": ""}), ValueError,
         "for an answer"),
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


# -- the notebooks


def cells(name: str) -> list[nbformat.NotebookNode]:
    return nbformat.read(NOTEBOOKS / name, as_version=4).cells


def test_the_lesson_shows_no_odds_before_its_questions_are_answered():
    codes = [cell.source for cell in cells("lesson_exact_five.ipynb") if cell.cell_type == "code"]
    asked = next(i for i, code in enumerate(codes) if "prediction = ..." in code)
    told = next(i for i, code in enumerate(codes) if "q5.compare(prediction)" in code)
    tables = [i for i, code in enumerate(codes) if re.search(r"bb\.(play|odds|dice_lab)\(", code)]
    assert asked < told and min(tables) > codes.index("my_answer = ...\nq5.check(my_answer)")
    assert any("bb.play(g)" in code for code in codes[told:])
    assert any("g.svg(" in code for code in codes[:asked])


def test_the_lesson_has_no_made_up_counts_and_does_not_take_one_class_for_all():
    code, said = (
        next(cell.source for cell in cells("lesson_exact_five.ipynb") if cell.id == wanted)
        for wanted in ("own-rolls", "own-rolls-why")
    )
    names: dict[str, object] = {"leave": dice_event("a == 5 or b == 5 or a + b == 5")}
    exec(code.rsplit("\n", 1)[0], names)
    assert eval(code.rsplit("\n", 1)[1], names).verdict == YOUR_TURN
    assert "True" not in said


def test_the_tour_lists_the_bots_that_the_library_has(capsys):
    tour = {cell.id: cell.source for cell in cells("parcheesi.ipynb")}
    exec(tour["bot"], {"bb": bb, "position": bb.parcheesi.position})
    said = capsys.readouterr().out
    for name in policies("parcheesi"):
        assert re.search(rf"\b{name}\b", said), name
    assert "`runner`" not in tour["s9"]  # a list by hand would get old
