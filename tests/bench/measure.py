"""What the benchmarks share: games to be played, and how long something takes.

Times are of this process's own work (`process_time`), so that a busy machine slows both sides
of a comparison alike; each side is measured in short turns, one after the other, and the best
turn counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bonkbook.engine import twin
from bonkbook.engine.ruleset import ruleset

ROOT = Path(__file__).parents[2]
Report = Callable[[str, str], None]


def new_games(run: twin.Twin, games: int, seats: int) -> tuple[Any, np.ndarray, np.ndarray]:
    """So many games to play, a table of tallies for each, and weights that play at random."""
    rules = ruleset(run.game)
    start = rules.fresh(rules.seated(seats))
    rules.rules.new_game(start)
    tallies = np.zeros((games, run.rules.RULES, run.rules.SEATS), np.int64)
    weights = np.zeros((run.rules.SEATS, len(run.policies.Feature)))
    return run.states(start, games), tallies, weights


def ready(game: str, play: Callable[[twin.Twin, int], object]) -> twin.Twin:
    """The compiled kernel of a game, one game played; the test is skipped without numba."""
    pytest.importorskip("numba")
    run = twin.compiled(game)
    play(run, 1)
    return run


def each(states: Any, field: str) -> Any:
    """A field of every state; records are slow to ask one by one."""
    return [getattr(s, field) for s in states] if isinstance(states, list) else states[field]


def took(act: Callable[[], object]) -> float:
    """The seconds of this process's work that `act` takes."""
    began = time.process_time()
    act()
    return time.process_time() - began


def a_second(act: Callable[[int], object], count: int) -> float:
    """How many of `count` things that `act` does fit a second of this process's work."""
    return count / took(lambda: act(count))


def fresh_python(code: str, cache: Path) -> float:
    """The seconds that `code` prints last, in a new interpreter with this compile cache."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          check=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    return float(done.stdout.split()[-1])


def first_simulation(call: str, cache: Path) -> tuple[float, float]:
    """The seconds that a call takes in a new interpreter: all compiled anew, compiled before.

    The cache is an empty folder; the test is skipped without numba.
    """
    pytest.importorskip("numba")
    code = ("import time; import numba, bonkbook as bb; began = time.process_time(); "
            f"{call}; print(time.process_time() - began)")
    return fresh_python(code, cache), min(fresh_python(code, cache) for _ in range(3))
