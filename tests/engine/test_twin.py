"""One text, run two ways: interpreted and compiled give the same states, actions and tallies."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.ruleset import ruleset
from bonkbook.engine.twin import Struct, Twin
from tests.parcheesi.random_positions import some_options

RULES = ruleset("parcheesi")

needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled games need numba")


@pytest.fixture(scope="module")
def twins() -> tuple[Twin, Twin]:
    return twin.interpreted("parcheesi"), twin.compiled("parcheesi")


def fresh(seats: int, options: dict[str, Any]) -> Struct:
    """The start of a game."""
    state = RULES.fresh(RULES.seated(seats))
    RULES.set_options(state, options)
    RULES.rules.new_game(state)
    return state


def fields(state: Any) -> dict[str, Any]:
    """Every field of a state of either form."""
    if isinstance(state, Struct):
        return dict(state.__dict__)
    return {name: np.asarray(state[name]).tolist() for name in state.dtype.names}


# --- action by action ---------------------------------------

@needs_numba
@pytest.mark.parametrize("seed", range(6))
def test_both_step_through_the_same_games(twins: tuple[Twin, Twin], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2):
        step_both(twins, fresh(rng.choice([2, 3, 4]), some_options(rng)), rng, plays=300)


def step_both(twins: tuple[Twin, Twin], start: Struct, rng: random.Random, plays: int) -> None:
    """Plays the same rolls and actions in both, comparing all fields, actions, tallies."""
    states = [one.state(start) for one in twins]
    tallies = [np.zeros((one.rules.RULES, one.rules.SEATS), np.int64) for one in twins]
    for _ in range(plays):
        actor, other = (one.rules.actor(s) for one, s in zip(twins, states, strict=True))
        assert actor == other
        if actor == twins[0].rules.NOBODY:
            break
        play_both(twins, states, tallies, rng)
        assert fields(states[0]) == fields(states[1])
        assert (tallies[0] == tallies[1]).all()


def play_both(twins: tuple[Twin, Twin], states: list[Any], tallies: list[Any],
              rng: random.Random) -> None:
    seed, pick, doubles = rng.randrange(2**31), rng.random(), rng.random() < 0.2
    die = rng.randint(1, 6)
    codes = [legal_codes(one, s) for one, s in zip(twins, states, strict=True)]
    assert codes[0] == codes[1]
    for one, s, tally in zip(twins, states, tallies, strict=True):
        if codes[0]:
            one.rules.step(s, codes[0][int(pick * len(codes[0]))], tally)
        elif doubles and s.stage != 0:
            one.rules.roll(s, die, die, tally)
        else:
            one.rules.chance(s, np.random.default_rng(seed), tally)


def legal_codes(one: Twin, s: Any) -> list[int]:
    """The legal actions, checked against why_not of every action there is."""
    if one.rules.actor(s) < 0:
        return []
    actions = np.zeros(one.rules.MAX_ACTIONS, np.int64)
    return [int(a) for a in actions[:one.rules.legal_actions(s, actions)]]


@needs_numba
@pytest.mark.parametrize("seed", range(3))
def test_both_refuse_every_action_by_the_same_rule(twins: tuple[Twin, Twin], seed: int) -> None:
    rng = random.Random(seed)
    start = fresh(4, some_options(rng))
    states = [one.state(start) for one in twins]
    codes = [-1, *(8 * pawn + slot for pawn in range(4) for slot in range(7))]
    decisions = 0
    while decisions < 60 and twins[0].rules.actor(states[0]) != twins[0].rules.NOBODY:
        if twins[0].rules.actor(states[0]) >= 0:
            decisions += 1
            verdicts = [[int(one.rules.why_not(s, code)) for code in codes]
                        for one, s in zip(twins, states, strict=True)]
            assert verdicts[0] == verdicts[1]
        play_both(twins, states, [None, None], rng)
        assert fields(states[0]) == fields(states[1])
    assert decisions


@needs_numba
def test_both_describe_actions_by_the_same_features(twins: tuple[Twin, Twin]) -> None:
    rng = random.Random(5)
    start = fresh(4, {})
    states = [one.state(start) for one in twins]
    size = len(twins[0].policies.Feature)
    seen = np.zeros(size, bool)
    for _ in range(400):
        for code in legal_codes(twins[0], states[0]):
            rows = [np.zeros(size) for _ in twins]
            for one, s, row in zip(twins, states, rows, strict=True):
                one.policies.describe(s, code, row)
            assert rows[0].tolist() == rows[1].tolist()
            seen |= rows[0] != 0
        if twins[0].rules.actor(states[0]) == twins[0].rules.NOBODY:
            break
        play_both(twins, states, [None, None], rng)
    assert seen.sum() > size * 3 // 4


# --- whole games, tally by tally ---------------------------------------

def policy_rows(twins: tuple[Twin, Twin], rng: random.Random) -> np.ndarray[Any, Any]:
    """A policy a seat: a named one, or weights at random."""
    feature = twins[0].policies.Feature
    rows = np.zeros((4, len(feature)))
    for seat in range(4):
        name = rng.choice([*twins[0].policies.POLICIES, "own"])
        weights = {f.name: rng.uniform(-3, 3) for f in feature} if name == "own" else \
            twins[0].policies.POLICIES[name]
        for f in feature:
            rows[seat, f] = weights.get(f.name, 0.0)
    return rows


@needs_numba
@pytest.mark.parametrize("seed", range(8))
def test_both_play_the_same_games_out(twins: tuple[Twin, Twin], seed: int) -> None:
    rng = random.Random(100 + seed)
    start = fresh(rng.choice([2, 3, 4]), some_options(rng))
    weights = policy_rows(twins, rng)
    results = []
    for one in twins:
        s = one.state(start)
        tally = np.zeros((one.rules.RULES, one.rules.SEATS), np.int64)
        stream = np.random.default_rng(seed)
        one.playout.play_game(s, weights, stream, tally, 120)
        results.append((fields(s), tally.tolist(), stream.random()))
    assert results[0] == results[1]
    assert results[0][0]["rolls"] > 20


@needs_numba
def test_a_batch_is_its_games_one_after_the_other(twins: tuple[Twin, Twin]) -> None:
    one = twins[1]
    weights = np.zeros((4, len(one.policies.Feature)))
    batch = np.zeros(20, one.rules.STATE)
    batch[:] = one.state(fresh(4, {}))
    tallies = np.zeros((20, one.rules.RULES, one.rules.SEATS), np.int64)
    one.playout.play_games(batch.view(np.recarray), tallies, weights,
                           np.random.default_rng(3), 5000)
    stream = np.random.default_rng(3)
    for k in range(20):
        s = one.state(fresh(4, {}))
        tally = np.zeros((one.rules.RULES, one.rules.SEATS), np.int64)
        one.playout.play_game(s, weights, stream, tally, 5000)
        assert s.tobytes() == batch[k].tobytes()
        assert (tally == tallies[k]).all()


# --- the log ---------------------------------------

@needs_numba
@pytest.mark.parametrize("seed", range(4))
def test_tallies_count_the_events_that_the_log_lists(twins: tuple[Twin, Twin], seed: int) -> None:
    one = twins[0]
    s, listed = fresh(4, {}), []
    weights = policy_rows(twins, random.Random(seed))
    one.playout.play_game(s, weights, np.random.default_rng(seed), listed, 150)
    counted = np.zeros((one.rules.RULES, one.rules.SEATS), np.int64)
    for rule, seat, *_ in listed:
        counted[rule, seat] += 1
    record = twins[1].state(fresh(4, {}))
    tally = np.zeros_like(counted)
    twins[1].playout.play_game(record, weights, np.random.default_rng(seed), tally, 150)
    assert counted.tolist() == tally.tolist()


@needs_numba
def test_a_game_goes_the_same_whether_it_is_logged_or_not(twins: tuple[Twin, Twin]) -> None:
    one = twins[1]
    weights = np.zeros((4, len(one.policies.Feature)))
    ends = []
    for log in (None, np.zeros((one.rules.RULES, one.rules.SEATS), np.int64)):
        s = one.state(fresh(3, {"extra_turn": "doubles_capture_home"}))
        one.playout.play_game(s, weights, np.random.default_rng(11), log, 5000)
        ends.append(s.tobytes())
    assert ends[0] == ends[1]


# --- states ---------------------------------------

@given(st.integers(0, 2**31), st.integers(0, 200))
@settings(max_examples=20)
def test_a_state_survives_the_way_to_a_record_and_back(seed: int, plays: int) -> None:
    rng = random.Random(seed)
    one = twin.interpreted("parcheesi")
    s = fresh(4, some_options(rng))
    for _ in range(plays):
        codes = legal_codes(one, s)
        if codes:
            one.rules.step(s, rng.choice(codes), None)
        elif one.rules.actor(s) == one.rules.CHANCE:
            one.rules.chance(s, np.random.default_rng(rng.randrange(2**31)), None)
    dtype = one.rules.STATE
    assert twin.to_struct(twin.to_record(s, dtype), dtype) == s


def test_a_copy_of_a_struct_is_independent_and_equal() -> None:
    s = fresh(2, {})
    other = s.copy()
    assert other == s
    assert other.tobytes() == s.tobytes()
    other.progress[0][0] = 5
    other.die[1] = 6
    assert s.progress[0][0] == -1
    assert s.die[1] == 0
    assert other != s
    assert other.tobytes() != s.tobytes()
    with pytest.raises(AttributeError, match="'progres'"):
        s.progres  # noqa: B018


@needs_numba
def test_the_functions_are_compiled_and_kept_on_disk(twins: tuple[Twin, Twin]) -> None:
    from numba.core.dispatcher import Dispatcher

    interpreted, compiled = twins
    assert not interpreted.is_compiled
    assert compiled.is_compiled
    assert not isinstance(interpreted.rules.step, Dispatcher)
    for module, name in ((compiled.rules, "step"), (compiled.rules, "legal_actions"),
                         (compiled.policies, "describe"), (compiled.playout, "play_games")):
        function = getattr(module, name)
        assert isinstance(function, Dispatcher)
        assert "bonkbook" in str(function.stats.cache_path)


def test_compiling_without_numba_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "has_numba", lambda: False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install -U 'bonkbook\[fast\]'"):
        twin.compiled("parcheesi")
    for choose in (twin.fastest, twin.best):
        assert choose("parcheesi") is twin.interpreted("parcheesi")
