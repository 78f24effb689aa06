"""The questions of the Bonkers notebooks, held to answers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .executed import check_answers

# Worked out by hand, apart from the engine.
ANSWERS = {
    "bonkers.ipynb": {
        "q1": "no",             # PLACE_CARD: one has to be placed
        "q2": 36,               # 24 +6 30 -2 28 +3 31 +5 36
        "q3": "B",              # OCCUPIED: roll again
        "q4": "-3",             # 24 -3 21 +3 24
        "q5": 34,               # of 24, 30, 34 the one furthest ahead
        "q6": "7/36",           # sums 3, 5 and 12: 2 + 4 + 1
        "q7": 41,               # 30 + 6 = 36
        "q8": 2,                # the double six, and 24 + 12 = 36
        "q9": "yes",            # placed, and not yet followed
        "q10": "10/36",         # sums 6, 5 (+1) and 12 (-6): 5 + 4 + 1
    },
    "lesson_changing_board.ipynb": {
        "q1": "6/36",           # 27 - 20 = 7
        "q2": "4/36",           # 36 - 27 = 9
        "q3": "10/36",          # sums 7 and 5: 6 + 4
        "q4": "9/36",           # sums 4 and 7: 3 + 6
        "q5": "3/36",           # 28 - 24 = 4
        "q6": "2/33",           # x = 2/36 + 3/36 x
        "q7": "107/594",        # 6/36 + 8/36 * 2/33
        "q8": "no",
        "q9": "1/55",
        "q10": 52,              # 52 - 15 = 37
        "q11": "32/36",         # all sums but 2, 11 and 12: 36 - 1 - 2 - 1
        "q12": 9,               # 1 / (4/36)
        "q13": "C",             # 34 -3 31 -4 27
        "q14": "A",             # every way in leads over 34, which is occupied
        "guess_space": 27,
        "guess_share": "5.5 %",     # both shares below from a chain in floats, apart from bonkbook
        "guess_well": "73 %",
        "e1": "9/36",           # sums 7 and 4: 6 + 3
        "e2": "512/729",
        "e3": "2/3",
    },
}  # fmt: skip


@pytest.mark.notebook
@pytest.mark.parametrize("name", ANSWERS)
def test_the_questions_take_the_answers_worked_out_by_hand(name: str) -> None:
    check_answers(name, ANSWERS[name])


# -- the long run, worked out a second time: from the cards alone, in floating point

WELL = {29: 2, 30: 1, 31: 3, 32: -1, 33: -2, 34: -3, 35: -1, 37: -3, 38: -4, 39: -5, 40: -6,
        41: -10, 42: -12, 43: -12, 44: -10}  # fmt: skip
PRINT = {13: 27, 46: 27, 52: 37}


def rest(space: int, cards: dict[int, int]) -> int:
    """Where a token comes to rest that lands on a space; in a circle, on its largest number."""
    seen: list[int] = []
    while space not in seen:
        seen.append(space)
        space = PRINT.get(space, space + cards.get(space, 0))
        if space == seen[-1]:
            return space
    return max(seen[seen.index(space) :])


def long_run(cards: dict[int, int], turns: int) -> list[float]:
    """The shares of the 55 spaces, averaged over many turns."""
    now, total = [0.0] * 55, [0.0] * 55
    now[20] = 1.0
    for _ in range(turns):
        after = [0.0] * 55
        for space, share in enumerate(now):
            for roll in range(2, 13):
                after[rest((space + roll) % 55, cards)] += share * (6 - abs(7 - roll)) / 36
        now = after
        total = [a + b for a, b in zip(total, now, strict=True)]
    return [share / turns for share in total]


@pytest.mark.parametrize(
    ("cards", "space", "percent"),
    [({}, 27, "5.5"), ({31: 3, 34: -3}, 34, "3.9"), (WELL, 34, "72.8"),
     ({**WELL, 31: -4}, 27, "82.3")],
)  # fmt: skip
def test_the_long_run_that_the_lesson_speaks_of(cards, space, percent) -> None:
    from bonkbook.bonkers import odds, position

    by_hand = long_run(cards, 600)[space]
    laid = {n: f"{move:+d}" for n, move in cards.items()}
    exact = odds.chain(position(tokens=(20, 27), scores=(5, 0), cards=laid)).stationary()[space]
    assert by_hand == pytest.approx(float(exact), abs=0.002)
    assert f"{100 * float(exact):.1f}" == percent


def test_two_do_not_fit_into_the_well_that_pays() -> None:
    import bonkbook as bb

    laid = {n: f"{move:+d}" for n, move in WELL.items()}
    chances = [
        bb.odds(bb.bonkers.position(tokens=(27, other), scores=(5, 0), cards=laid), "ENTRAPMENT",
                horizon="turn")
        for other in (27, 34)
    ]  # fmt: skip
    assert chances == [Fraction(32, 36), 0]
