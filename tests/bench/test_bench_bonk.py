"""BONK: games and contract checks a second, how long bots think, how often they beat chance."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk import can_reveal
from bonkbook.bonk.faces import card_text
from bonkbook.bonk.kernel.cards import TERMS
from bonkbook.engine import twin
from bonkbook.engine.policy import Policy

from .measure import Report, a_second, each, first_simulation, new_games, ready
from .test_bench_melds import deal

BOTS = ("elisabot", "botson", "elisabot", "botson")
RATIO = 20          # compiled of interpreted at the least, also on a busy machine; usually over 150
HANDS = 4000
LIMIT = 3000        # turns of a game with a seat that plays at random: some never reveal


def play(run: twin.Twin, games: int, seed: int = 1) -> None:
    """Plays complete games of four bots, seven rounds each."""
    states, tallies, weights = new_games(run, games, 4)
    for row, name in zip(weights, BOTS, strict=False):
        row[:] = Policy.of("bonk", name).vector
    run.playout.play_games(states, tallies, weights, np.random.default_rng(seed), 10**6)
    assert min(each(states, "winner")) >= 0


@pytest.fixture(scope="module")
def compiled() -> twin.Twin:
    """The compiled kernel, ready to run."""
    return ready("bonk", play)


def test_games(compiled: twin.Twin, report: Report) -> None:
    interpreted, fast, slow = twin.interpreted("bonk"), [], []
    for seed in range(20):
        fast.append(a_second(lambda n, seed=seed: play(compiled, n, seed), 50))
        if seed < 4:
            slow.append(a_second(lambda n, seed=seed: play(interpreted, n, seed), 1))
    report("BONK: complete games of four bots a second, compiled: best turn; median",
           f"{max(fast):8.0f}; {statistics.median(fast):.0f}")
    report("BONK: the same, interpreted", f"{max(slow):8.1f}")
    assert max(fast) > RATIO * max(slow)


def test_checks(compiled: twin.Twin, report: Report) -> None:
    fast, slow = {}, {}
    parts = {True: compiled.part("melds"), False: twin.interpreted("bonk").part("melds")}
    for n, terms in enumerate(TERMS, 1):
        hands = deal(HANDS, 6 + n)
        for is_fast, part in parts.items():
            some = hands if is_fast else hands[:200]
            part.can_reveal_each(some[:1], terms)
            rates = [a_second(lambda k, some=some, part=part, terms=terms:
                              part.can_reveal_each(some[:k], terms), len(some)) for _ in range(7)]
            (fast if is_fast else slow)[n] = max(rates)
    report("BONK: contract checks of dealt hands a second, compiled, rounds 1 to 7",
           " ".join(f"{rate / 1e6:.1f}" for rate in fast.values()) + " million")
    report("BONK: the same, interpreted", f"{min(slow.values()):8.0f} to {max(slow.values()):.0f}")
    assert all(fast[n] > RATIO * slow[n] for n in fast)


@pytest.mark.parametrize("name", ["elisabot", "botson"])
def test_thinking(name: str, report: Report) -> None:
    """As a table asks: from a view, interpreted, at every decision of a complete game."""
    thought: dict[bool, list[float]] = {False: [], True: []}
    policy = Policy.of("bonk", name)
    for seed in range(2):
        g = bb.new("bonk", seats=4, seed=seed)
        while g.actor is not None:
            if g.actor == "chance":
                g = g.next()
                continue
            view, began = g.view(g.actor), time.process_time()
            action = policy.decide(view).action
            thought[g.round == 7].append(1000 * (time.process_time() - began))
            g = g.play(action)
    for is_final, times in thought.items():
        report(f"BONK: {name} thinks, {'final round' if is_final else 'rounds 1 to 6'}: "
               "median; slowest", f"{statistics.median(times):8.1f} ms; {max(times):.0f} ms")
    assert statistics.median(thought[False] + thought[True]) < 50


@pytest.mark.parametrize("name", ["elisabot", "botson"])
def test_bots_beat_chance(compiled: twin.Twin, name: str, report: Report) -> None:
    games = 1000
    first = bb.simulate("bonk", games, policies=[name, "random"], seed=1, turn_limit=LIMIT)
    second = bb.simulate("bonk", games, policies=["random", name], seed=2, turn_limit=LIMIT)
    report(f"BONK: share of games that {name} wins against random, as first seat; as second",
           f"{first.wins['P1']}; {second.wins['P2']}")
    assert min(first.wins["P1"].value, second.wins["P2"].value) > 0.8


def test_large_hands(report: Report) -> None:
    """The final round with all eight twos in hand: every card has to fit."""
    rng = random.Random(1)
    twos = [kind for kind in range(104) if kind % 13 == 1]
    others = [kind for kind in range(104) if kind % 13 != 1]
    times: list[float] = []
    for size in (20, 26, 34):
        for _ in range(8):
            hand = [card_text(kind % 52) for kind in twos + rng.sample(others, size - 8)]
            began = time.process_time()
            can_reveal(hand, 7)
            times.append(time.process_time() - began)
    report("BONK: a hand of 20 to 34 cards with eight twos, final round, interpreted: "
           "median; slowest", f"{statistics.median(times):8.2f} s; {max(times):.2f} s")


def test_start_cold_and_cached(report: Report, tmp_path: Path) -> None:
    cold, cached = first_simulation("bb.simulate('bonk', 1, policies='elisabot')", tmp_path)
    report("BONK: first simulation, all compiled anew; compiled before",
           f"{cold:8.1f} s; {cached:.2f} s")
    assert cached < cold / 5


def test_step(benchmark: Any) -> None:
    g = bb.new("bonk", seats=4, seed=1, first="P1")
    benchmark(lambda: g.play(g.legal()[0]))
