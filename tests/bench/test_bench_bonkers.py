"""Bonkers: games a second, what a state weighs, exact odds on a full board, a step of the table."""

from __future__ import annotations

import json
import random
import statistics
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonkers import odds, position
from bonkbook.bonkers.layout import deck, layout
from bonkbook.engine import twin
from bonkbook.engine.game import TURN_LIMIT

from .measure import Report, each, new_games, ready, took

GAMES = 2000
BOARDS = 12
STEPS = 60
FEW_TURNS = 500     # all but one in a hundred random games are over by then
QUESTIONS = ("SCORE_SPACE", "ENTRAPMENT", "DOUBLE_SIX", "LOSE_SPACE", "OCCUPIED")
RATIO = 10          # the least, also on a busy machine; about 200 is usual


# -- games


def play(run: twin.Twin, games: int, policy: str = "random", turns: int = TURN_LIMIT) -> Any:
    """Plays the same games of two each time, as bb.simulate does; returns their states."""
    states, tallies, weights = new_games(run, games, 2)
    for feature, weight in run.policies.POLICIES[policy].items():
        weights[:, run.policies.Feature[feature]] = weight
    run.playout.play_games(states, tallies, weights, np.random.default_rng(1), turns)
    return states


@pytest.fixture(scope="module")
def compiled() -> twin.Twin:
    """The compiled kernel, ready to run."""
    return ready("bonkers", play)


def test_games(compiled: twin.Twin, report: Report) -> None:
    interpreted = twin.interpreted("bonkers")
    fast, slow, short = [], [], []
    for _ in range(30):
        fast.append(GAMES / took(lambda: play(compiled, GAMES)))
        short.append(GAMES / took(lambda: play(compiled, GAMES, turns=FEW_TURNS)))
        slow.append(4 / took(lambda: play(interpreted, 4)))
    rolls = np.array(each(play(compiled, GAMES), "rolls"))
    stopped = np.array(each(play(compiled, GAMES, turns=FEW_TURNS), "winner")) < 0
    report("Bonkers: random games of two a second, compiled", f"{max(fast):8.0f}")
    report(f"Bonkers: the same, stopped after {FEW_TURNS} turns; how many are",
           f"{max(short):8.0f}; {stopped.mean():.1%}")
    report("Bonkers: rolls of such a game, median; mean",
           f"{np.median(rolls):8.0f}; {rolls.mean():.0f}")
    long = rolls >= 1000
    report("Bonkers: games of 1000 rolls and more; their share of all rolls",
           f"{long.mean():8.1%}; {rolls[long].sum() / rolls.sum():.0%}")
    report("Bonkers: a compiled roll, with all that follows",
           f"{1e9 / max(fast) / rolls.mean():8.0f} ns")
    few = list(each(play(interpreted, 4), "rolls"))
    report("Bonkers: random games of two a second, interpreted", f"{max(slow):8.0f}")
    report("Bonkers: an interpreted roll, with all that follows",
           f"{4e3 / max(slow) / sum(few):8.2f} ms")
    ratio = max(fast) * rolls.mean() / (max(slow) * np.mean(few))
    report("Bonkers: compiled, of interpreted, a roll", f"{ratio:8.0f} times")
    assert ratio > RATIO


def test_games_of_bots(compiled: twin.Twin, report: Report) -> None:
    best = max(200 / took(lambda: play(compiled, 200, "allround")) for _ in range(10))
    report("Bonkers: games of two allround bots a second, compiled", f"{best:8.0f}")


def test_what_a_state_weighs(report: Report) -> None:
    rules = twin.interpreted("bonkers").rules
    report("Bonkers: bytes of a state; of a game's tallies",
           f"{rules.STATE.itemsize:8}; {8 * rules.RULES * rules.SEATS}")


# -- odds


def full_board(rng: random.Random, in_hand: int) -> bb.Game:
    """All cards dealt at random: so many into each of two hands, the others beside spaces."""
    ring = layout("standard")
    special = {*ring.score, ring.lose, *ring.go_to_lose, *dict(ring.printed)}
    track = [space for space in range(ring.size) if space not in special]
    cards = [card for card, count in deck("standard").counts for _ in range(count)]
    rng.shuffle(cards)
    hands = [cards[:in_hand], cards[in_hand:2 * in_hand]]
    lying = cards[2 * in_hand:]
    return position(tokens=rng.sample(track, 2), scores=(3, 3), hands=hands,
                    cards=dict(zip(rng.sample(track, len(lying)), lying, strict=True)))


@pytest.mark.parametrize(("in_hand", "told"), [(0, "all cards lie"), (4, "four in each hand")])
def test_odds_of_a_turn(in_hand: int, told: str, report: Report) -> None:
    waits = []
    for seed in range(BOARDS):
        g = full_board(random.Random(seed), in_hand)
        waits += [took(lambda g=g, rule=rule: bb.odds(g, rule, horizon="turn"))
                  for rule in QUESTIONS]
    report(f"Bonkers: exact odds of a turn, {told}, median; within 50 ms; slowest of {len(waits)}",
           f"{1e3 * statistics.median(waits):8.0f} ms; {np.mean(np.array(waits) < 0.05):.0%}; "
           f"{1e3 * max(waits):.0f} ms")


def test_odds_panel(report: Report) -> None:
    waits = [took(lambda seed=seed: odds.panel(full_board(random.Random(seed), 4)))
             for seed in range(BOARDS)]
    report(f"Bonkers: the whole odds panel, four in each hand, median; slowest of {len(waits)}",
           f"{1e3 * statistics.median(waits):8.0f} ms; {1e3 * max(waits):.0f} ms")


# -- the table


def test_steps_of_the_table(front: Any, monkeypatch: pytest.MonkeyPatch, report: Report) -> None:
    import comm
    from comm.base_comm import BaseComm

    sent: list[int] = []

    class Scales(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None,
                        buffers: Any = None, **keys: Any) -> None:
            sent.append(len(json.dumps(data)) + sum(memoryview(b).nbytes for b in buffers or ()))

    monkeypatch.setattr(comm, "create_comm", Scales)
    table = bb.play("bonkers", seats=2, seed=7, players="allround")
    waits, bytes_a_step = [], []
    for _ in range(STEPS):
        sent.clear()
        waits.append(took(lambda: front.custom(table.timeline, {"kind": "step", "by": "play"})))
        bytes_a_step.append(sum(sent))
    assert len(table.game.history) > STEPS / 2
    report("Bonkers: Python's part of a step of the table, median; slowest",
           f"{1e3 * statistics.median(waits):8.0f} ms; {1e3 * max(waits):.0f} ms")
    report("Bonkers: sent for a step, on average", f"{np.mean(bytes_a_step) / 1e3:8.1f} kB")
