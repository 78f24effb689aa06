"""How many ways a game of Parcheesi can go from a position: counts to hold on to.

As chess programs count move sequences ("perft"): every roll of 36 and every legal action is a
step; a game that is over counts as one way. The engine counts all rows, the oracle (written
apart, see parcheesi_oracle.py) the shallow ones. A changed number means changed rules.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.engine import twin
from tests.parcheesi import oracle

RULES = twin.interpreted("parcheesi").rules
ROLLS = list(product(range(1, 7), repeat=2))

#                   position line                                          ways to depth 1, 2, ..
TABLE: dict[str, tuple[str, tuple[int, ...]]] = {
    "start": ("red N N N N | blue N N N N | turn red",
              (36, 771, 16346)),
    "middle": ("red N 8 20 44 | green N 24 24 60 | blue 12 29 50 N | yellow 5 1 N X | turn red",
               (36, 127, 268, 6113)),
    "blockades": ("red N 5 5 30 | blue 33 33 8 N | turn red",
                  (36, 154, 321, 8768)),
    "homeward": ("red 66 H2 H2 X | blue 30 H6 X X | turn red",
                 (36, 182, 492, 10068)),
    "house rules": ("red 20 24 24 40 | blue 26 46 46 X | turn red | doubles14 yes | sum one_jump "
                    "| safe_share yes | own_blockade passes | bonus_use may | overshoot bounce "
                    "| doubles_break_blockade must | must_enter never",
                    (36, 352, 4376)),
}
ORACLE_ROWS = 3                       # depths that the oracle counts too ..
ORACLE_ROWS_WITH_UNDERSIDES = 2       # .. and where it goes through the orders of four dice


def ways(s: Any, depth: int) -> int:
    """The engine's count from the state `s`."""
    actor = RULES.actor(s)
    if depth == 0 or actor == RULES.NOBODY:
        return 1
    count = 0
    if actor == RULES.CHANCE:
        for dice in ROLLS:
            after = s.copy()
            RULES.roll(after, *dice, None)
            count += ways(after, depth - 1)
        return count
    actions = np.zeros(RULES.MAX_ACTIONS, np.int64)
    for code in actions[:RULES.legal_actions(s, actions)].tolist():
        after = s.copy()
        RULES.step(after, code, None)
        count += ways(after, depth - 1)
    return count


def oracle_ways(table: oracle.Table, depth: int) -> int:
    """The oracle's count."""
    if depth == 0 or table.winner:
        return 1
    if not table.is_decision:
        return sum(oracle_ways(oracle.roll(table, *dice), depth - 1) for dice in ROLLS)
    return sum(oracle_ways(oracle.play(table, action), depth - 1)
               for action in oracle.legal(table))


ENGINE_ROWS = [(name, depth) for name, (_, counts) in TABLE.items()
               for depth in range(1, len(counts) + 1)]


@pytest.mark.parametrize(("name", "depth"), ENGINE_ROWS)
def test_the_engine_counts_as_many_ways(name: str, depth: int) -> None:
    line, counts = TABLE[name]
    assert ways(bb.position("parcheesi", line).state, depth) == counts[depth - 1]


@pytest.mark.parametrize(("name", "depth"), [
    (name, depth) for name, depth in ENGINE_ROWS
    if depth <= (ORACLE_ROWS_WITH_UNDERSIDES if "doubles14" in TABLE[name][0] else ORACLE_ROWS)])
def test_the_oracle_counts_as_many_ways(name: str, depth: int) -> None:
    line, counts = TABLE[name]
    assert oracle_ways(oracle.read(line), depth) == counts[depth - 1]
