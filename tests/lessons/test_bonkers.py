"""What the lesson on the changing board tells, worked out a second time."""

from __future__ import annotations

from fractions import Fraction

import pytest

# -- the long run: from the cards alone, in floating point

WELL = {29: 2, 30: 1, 31: 3, 32: -1, 33: -2, 34: -3, 35: -1, 37: -3, 38: -4, 39: -5, 40: -6,
        41: -10, 42: -12, 43: -12, 44: -10}
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
)
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
    ]
    assert chances == [Fraction(32, 36), 0]
