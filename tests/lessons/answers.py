"""The answers to the questions of every notebook, worked out by hand, apart from the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bonkbook.lessons import Question, summary

ANSWERS: dict[str, dict[str, Any]] = {
    "lesson_exact_five.ipynb": {
        "q1": "1/6", "q2": "A", "q3": "11/36", "q4": [(1, 4), (2, 3), (3, 2), (4, 1)],
        "q5": "15/36", "q6": 6, "q7": 4, "q8": "A", "q9": "12/5", "q10": "1385/1728",
        "q11": "1/6", "q12": "11/15", "q13": "B", "e1": "20/36", "e2": "343/1728", "e3": "2/5",
    },
    "parcheesi.ipynb": {
        "q1": "no", "q2": "no", "q3": "C", "q4": 50, "q5": "4/36", "q6": "no", "q7": "no",
        "q8": "1/6", "q9": "2/36",
    },
    "bonkers.ipynb": {
        "q1": "no",             # PLACE_CARD: one has to be placed
        "q2": 36,               # 24 +6 30 -2 28 +3 31 +5 36
        "q3": "B",              # OCCUPIED: roll again
        "q4": "Back 3",         # 24 -3 21 +3 24
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
    "bonk.ipynb": {
        "q1": "no",         # two sets of sevens
        "q2": "C",          # K A 2 3 goes around the corner
        "q3": "9h",         # 6 7 8 9
        "q4": 2,            # the two helps the sevens or the nines
        "q5": "no",         # a two stays what it is
        "q6": 60,           # 10 + 25 + 20 + 5
        "q7": "P2",         # the next after P1
        "q8": "no",         # keeping is drawing
        "q9": "14/96",      # 6 nines and 8 twos of 104 - 8
        "q10": "12/94",     # two 4d, two 8d, eight twos of 104 - 10
        "q11": "no",        # 5h is left
        "q12": "P2",        # 45 + 10 + 25 + 5 + 3 * 10 + 5 * 5 + 10 + 20 = 170 < 190
    },
    "lesson_deals.ipynb": {
        "q1": 56,               # 8 * 7 * 6 / 6
        "q2": "4/56",           # one of four sevens is left out
        "q3": "8/56",
        "q4": "1",              # two of each are four cards only
        "q5": "B",              # without putting back
        "q6": "7/13",
        "q7": 78,               # 13 * 12 / 2
        "q8": 2,                # three sets are nine cards
        "q9": "40/120",         # 8 + 24 + 8
        "q10": "B",             # one two and a pair
        "q11": 2,
        "q12": 2,
        "q13": "9.6 %",         # 1 - 0.97995 ** 5
        "q14": 3,
        "q15": "4.9 %",         # 0.99 ** 300
        "q16": 27,              # 13 * 2 + 1
        "guess_set": "11.9 %",  # 13 * 0.924 % - 78 * 0.00134 %
        "guess_contract": "7607464/379345395",      # proved by brute force elsewhere
        "e1": "2/20",
        "e2": 1,
        "e3": "1",
    },
    "lesson_bonk_or_not.ipynb": {
        "q1": 95,               # 104 - 8 - 1
        "q2": 12,               # 2 threes, 2 sevens, 8 twos
        "q3": "23.8 %",         # 1 - 83/95 * 82/94
        "q4": "120/13",         # (35 + 40 + 20 + 25) / 13
        "q5": "1/4",
        "q6": "A",
        "q7": "27/64",
        "q8": 19.2,             # 10 for the king, and the mean of 95 unseen cards
        "q9": "22/81",          # see the test below
        "q10": "B",
        "q11": 8000,            # 10 ** 2 * 80
        "q12": "elisabot",
        "e1": 10,               # 2 queens of spades, 8 twos
        "e2": "10/95",
        "e3": "claim",          # 3/10 of 50 points for 12
    },
}


def check_answers(name: str, names: Mapping[str, Any]) -> None:
    """Holds the questions among the names of an executed notebook to the answers above."""
    questions = {key: value for key, value in names.items()
                 if isinstance(value, Question) and not key.startswith("_")}   # _ and _3: outputs
    answers = ANSWERS.get(name, {})
    strangers = questions.keys() ^ answers.keys()
    assert not strangers, f"not in both, the notebook and the answers by hand: {strangers}"
    for key, answer in answers.items():
        assert questions[key].tries == 0, f"the notebook holds an answer to {key}"
        said = questions[key].check(answer)
        assert said.right, f"{key}: {said}"
    assert not questions or summary(*questions.values()).right
