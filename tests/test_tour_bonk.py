"""The questions of the BONK tour, held to answers worked out by hand, and its pictures."""

from __future__ import annotations

import pytest

import bonkbook as bb

from .executed import check_answers

# Worked out by hand, apart from the engine.
ANSWERS = {
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
}  # fmt: skip


@pytest.mark.notebook
def test_the_questions_take_the_answers_worked_out_by_hand() -> None:
    check_answers("bonk.ipynb", ANSWERS)


@pytest.mark.parametrize("number", range(1, 8))
def test_what_a_round_asks_for_ends_before_the_piles(number: int) -> None:
    g = bb.bonk.position(round=number, hands=("3h 4d", "Kh 5s"), discards="8d Kh 3c 4c")
    scene = g.scene()
    lines = [space for space in scene.spaces if space.id.startswith("contract")]
    assert " ".join(line.label for line in lines).endswith(str(g.contract))
    stock = next(card for card in scene.cards if card.id == "stock")
    first_hand = min(card.y - card.height / 2 for card in scene.cards if "hand" in card.id)
    for line in lines:
        half = line.label_size * 0.6 * len(line.label) / 2     # letters are narrower than that
        assert line.x - half > -0.5
        assert line.x + half < stock.x - stock.width / 2 + 1
        assert line.y < first_hand
