"""About a minute of the fuzz: a few seconds of every probe with every game it is about.

`make fuzz SECONDS=600` goes on from other seeds.
"""

from __future__ import annotations

import time

import pytest

from tests.fuzz.__main__ import run_within_limit
from tests.fuzz.probes import cases

SECONDS = 2


@pytest.mark.slow
@pytest.mark.parametrize(("probe", "game"), cases())
def test_nothing_is_found(probe: str, game: str) -> None:
    end, seed = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        try:
            run_within_limit(probe, game, seed)
        except Exception as error:
            error.add_note(f"repeat: python -m tests.fuzz --repeat {probe} {game} {seed}")
            raise
        seed += 1
    assert seed
