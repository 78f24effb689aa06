"""How many hands a second are held against a contract, on one core."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from bonkbook.bonk.contracts import reveals
from bonkbook.bonk.kernel import melds
from bonkbook.bonk.kernel.cards import TERMS
from bonkbook.engine import twin

HANDS = 20_000


def compiled_melds() -> ModuleType:
    """The compiled melds, also as long as the game has no rules that could be loaded with them."""
    pytest.importorskip("numba")
    if importlib.util.find_spec("bonkbook.bonk.kernel.rules"):
        return twin.compiled("bonk").part("melds")
    twin._prepare_shadow("bonk")
    return importlib.import_module(f"{twin.SHADOW}.bonk.melds")


def deal(hands: int, size: int) -> np.ndarray:
    """So many dealt hands as counts."""
    rng = np.random.default_rng(size)
    cards = np.argpartition(rng.random((hands, 104)), size)[:, :size] % 52
    counts = np.zeros((hands, 52), np.int64)
    np.add.at(counts, (np.arange(hands)[:, None], cards), 1)
    return counts.reshape(hands, 4, 13)


def measure(benchmark: Any, text: ModuleType, round: int, hands: np.ndarray) -> None:
    """Puts into the report the checks a second at best, and how many of the hands may reveal."""
    terms = TERMS[round - 1]
    text.can_reveal_each(hands[:1], terms)      # compiled now, not while the clock runs
    answers = benchmark.pedantic(text.can_reveal_each, (hands, terms), rounds=7, warmup_rounds=1)
    a_second = len(hands) / benchmark.stats.stats.min
    benchmark.extra_info.update(checks_a_second=round_to_three(a_second), met=answers.mean())


def round_to_three(number: float) -> int:
    """The number with three digits that count."""
    return int(float(f"{number:.3g}"))


@pytest.mark.parametrize("round", range(1, 8))
def test_dealt_hands_compiled(benchmark: Any, round: int) -> None:
    measure(benchmark, compiled_melds(), round, deal(HANDS, 6 + round))


@pytest.mark.parametrize("round", range(1, 8))
def test_hands_of_sixteen_compiled(benchmark: Any, round: int) -> None:
    """Late hands, many of which meet the contract, so that the search has to find a way."""
    measure(benchmark, compiled_melds(), round, deal(HANDS, 16))


@pytest.mark.parametrize("round", range(1, 8))
def test_dealt_hands_interpreted(benchmark: Any, round: int) -> None:
    measure(benchmark, melds, round, deal(HANDS // 20, 6 + round))


@pytest.mark.parametrize(("round", "hand"), [
    (2, "4h 5h 6h 7h 7c 7d 7s 2c 9s Js"),
    (5, "4h 5h 6h 7h 7c 7d 7s 9s 9d 9h 2c Kc"),
    (6, "4h 5h 6h 7h 8s 9s Ts Js Kd Kc Kh 2c 3d"),
    (7, "3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 5c 5d 2s 2h"),
])
def test_every_way_interpreted(benchmark: Any, round: int, hand: str) -> None:
    ways = benchmark.pedantic(reveals, (hand, round), rounds=3, warmup_rounds=1)
    benchmark.extra_info["ways"] = len(ways)
    assert ways
