"""What type checkers know of the public names: a user's script passes `mypy --strict`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bonkbook as bb

SCRIPT = """
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Callable, assert_type

import bonkbook as bb
from bonkbook.bonk import Draw
from bonkbook.probability import Distribution, P
from bonkbook.simulation import Results
from bonkbook.widgets.dice_lab import DiceLab
from bonkbook.widgets.table import Table

g = bb.new("parcheesi", seats=4, seed=7, must_enter="never")
h: bb.Game = g.roll(5, 3).play(bb.parcheesi.Enter((5,)))
assert_type(g.roll(5, 3).pawns["red"], list[str])
assert_type(g.undo(0).history[-1].dice, tuple[int, ...])
assert_type(bb.new("bonkers").next().cards[24], str)
assert_type(bb.new("bonkers").scores, tuple[int, ...])
assert_type(bb.new("bonk").melds, list[tuple[int, list[str]]])
assert_type(bb.bonk.position(hands=(["7h"], ["2c"])).hands[0], list[str])
assert_type(bb.position("bonkers", "P1 0 0 | P2 0 0 | turn P1").tokens[0], int)
assert_type(g.why_not("move c 3"), bb.Refusal | None)
assert_type(g.position, str)
assert_type(bb.odds(g, "CAPTURE", horizon="turn"), P)
assert_type(bb.simulate(g, games=10), Results)
assert_type(bb.simulate("bonk", seats=3).wins["P1"].value, float)
assert_type(bb.load(Path("game.json")), bb.Game)
assert_type(bb.play(g), Table)
assert_type(bb.dice_lab(), DiceLab)
some: list[bb.Game] = [
    bb.position("bonk", "P1 0 | P2 0 | turn P1"), bb.parcheesi.position("red", red="N N 20 30"),
    bb.bonkers.position(tokens=(20, 0)), bb.bonk.position(hands=(["7h"], ["2c"]))]
assert_type(bb.bonk.check_set("7h 7c 2d"), bb.Refusal | None)
assert_type(bb.bonk.odds.answer(g, "GO_OUT", 1, "P1"), P)
assert_type(bb.deals.wilds(7), Distribution)
assert_type(Draw("stock").source, str)
"""

WRONG = {
    "bb.new('parcheesi').paws": '"ParcheesiGame" has no attribute "paws"',
    "bb.new('bonk').tokens": '"BonkGame" has no attribute "tokens"',
    "bb.new('bonkers').scores['P1']": 'No overload variant of "__getitem__" of "tuple"',
    "bb.simulatte('bonk')": 'Module has no attribute "simulatte"',
    "bb.bonk.melt": 'Module has no attribute "melt"',
    "bb.odds('red', 'CAPTURE')": 'Argument 1 to "odds" has incompatible type "str"',
    "bb.load(3)": 'Argument 1 to "load" has incompatible type "int"',
    "bb.simulate('bonk', games='many')": 'Argument "games" to "simulate" has incompatible type',
    "bb.new('bonk').undo('all')": 'Argument 1 to "undo" of "Game" has incompatible type "str"',
}


@pytest.mark.slow
def test_a_script_of_a_user_is_checked_strictly(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[1])
    wrong = "\n".join(["import bonkbook as bb", *WRONG])
    for name, text in (("right.py", SCRIPT), ("wrong.py", wrong)):
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=",
         "right.py", "wrong.py"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "MYPYPATH": root})
    found = [line for line in done.stdout.splitlines() if ": error:" in line]
    for number, said in enumerate(WRONG.values(), 2):
        assert any(f"wrong.py:{number}: error: {said}" in line for line in found), done.stdout
    assert len(found) == len(WRONG), done.stdout + done.stderr


def test_what_type_checkers_know_is_what_there_is() -> None:
    for module in (bb, bb.parcheesi, bb.bonkers, bb.bonk):
        assert len(set(module.__all__)) == len(module.__all__)
        for name in module.__all__:
            assert getattr(module, name) is not None
        with pytest.raises(AttributeError, match="nothing"):
            _ = module.nothing
