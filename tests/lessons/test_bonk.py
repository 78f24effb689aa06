"""What the BONK lessons tell, counted by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import bonkbook as bb
from bonkbook.lessons import compare_counts
from bonkbook.probability import P
from tests.lessons.answers import ANSWERS


def test_one_set_among_seven_cards_counted_by_hand() -> None:
    def ways(*counts: int) -> int:
        """Hands of seven with so many cards of ranks named beforehand."""
        rest = comb(104 - 8 * len(counts), 7 - sum(counts))
        for count in counts:
            rest *= comb(8, count)
        return rest

    one = sum(ways(k) for k in range(3, 8))
    two = 2 * ways(3, 4) + ways(3, 3)
    by_hand = Fraction(13 * one - 78 * two, comb(104, 7))
    assert by_hand == bb.deals.a_set(7, bb.deals.NOTHING_WILD)
    assert f"{100 * float(by_hand):.1f}" == "11.9"


def test_the_penalty_card_of_the_lesson_costs_what_the_cards_say() -> None:
    """8 in the hand and the king on the pile: 1,000 - 85 points less, on 95 cards."""
    points = {**dict.fromkeys("3456789", 5), **dict.fromkeys("TJQK", 10), "A": 20, "2": 25}
    seen = ["Kd", "Kh", "Kc", "4s", "5s", "Ad", "Qd", "Jc", "9d"]
    whole = 8 * sum(points.values())
    mean = Fraction(whole - sum(points[card[0]] for card in seen), 104 - len(seen))
    assert round(float(10 + mean), 1) == ANSWERS["lesson_bonk_or_not.ipynb"]["q8"]


def test_the_cards_that_P1_can_lay_off_late_in_the_lesson() -> None:
    """Unseen: 104 - 8 in hand - 1 on the pile - 14 on the table; of them those that fit."""
    fitting = {"2": 8,              # any two
               "J": 8 - 3 - 1,      # three lie on the table, one is in the hand
               "8": 8 - 3 - 1,      # three lie as a set, one in the run of hearts
               "5h Th": 4,          # either end of 6h to 9h
               "7d": 2}             # above 3d to 6d; below it would be a two
    unseen = 104 - 8 - 1 - 14
    assert Fraction(sum(fitting.values()), unseen) == Fraction(22, 81)


def test_counts_of_hands_are_called_hands() -> None:
    chance = P(1, 8)
    assert "how many hands had the event" in compare_counts(..., ..., chance, what="hands").text
    assert "9 of 3 hands is impossible" in compare_counts(9, 3, chance, what="hands").text
