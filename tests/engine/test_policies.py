"""The named policies do what their names say, say why, and always the same."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonkbook as bb
from bonkbook.engine.policy import FunctionPolicy, Policy, policies, seat_policies
from bonkbook.engine.ruleset import games, ruleset
from bonkbook.parcheesi import Enter, Move, Pass
from bonkbook.parcheesi.kernel.policies import POLICIES, Feature
from tests.parcheesi.random_positions import lines

RULES = ruleset("parcheesi")
NAMES = ("random", "runner", "starter", "hunter", "cautious", "builder")


def decided(policy: Any, line: str) -> Any:
    game = bb.position("parcheesi", line, seed=1)
    return Policy.of("parcheesi", policy).decide(game.view(game.actor or ""))


def features_of(line: str, action: Any) -> dict[str, float]:
    """The features of an action that are not nought."""
    game = bb.position("parcheesi", line)
    code = RULES.encode(game.state, action)
    out = np.full(len(Feature), 7.0)
    RULES.kernel.policies.describe(game.state, code, out)
    return {Feature(k).name: float(value) for k, value in enumerate(out) if value}


# --- what each prefers ---------------------------------------

@pytest.mark.parametrize(("name", "line", "action"), [
    ("hunter", "red 20 40 N N | green 23 .. | turn red | dice 3 1", Move("a", 3)),
    ("hunter", "red 50 40 9 N | green 11 .. | blue 42 .. | turn red | dice 2 6", Move("c", 2)),
    ("hunter", "red H5 40 9 N | green 11 .. | turn red | dice 2 6", Move("c", 2)),
    ("starter", "red N 20 30 40 | green 22 .. | turn red | dice 5 1 | must_enter never", Enter(5)),
    ("starter", "red 8 20 30 40 | blue .. | turn red | dice 1", Move("a", 1)),
    ("runner", "red 8 20 30 60 | blue .. | turn red | dice 1", Move("d", 1)),
    ("runner", "red 8 H1 30 60 | green 9 .. | turn red | dice 1", Move("b", 1)),
    ("cautious", "red 26 40 X X | green 22 .. | turn red | dice 3", Move("a", 3)),
    ("cautious", "red 29 40 X X | green 28 30 .. | turn red | dice 1 | safe_share yes",
     Move("b", 1)),
    ("builder", "red 20 23 40 N | blue .. | turn red | dice 3", Move("a", 3)),
    ("builder", "red 20 20 40 N | blue .. | turn red | dice 3", Move("c", 3)),
    ("allround", "red 20 40 N N | green 23 .. | turn red | dice 3 1", Move("a", 3)),
    ("allround", "red H4 40 8 N | blue .. | turn red | dice 3", Move("a", 3)),
])
def test_each_prefers_what_its_name_says(name: str, line: str, action: Any) -> None:
    assert decided(name, line).action == action


def test_all_that_were_promised_are_there() -> None:
    assert set(NAMES) <= set(policies("parcheesi"))
    assert list(policies("parcheesi")) == list(POLICIES)
    assert Policy.of("parcheesi", "random").weights == {}
    assert all(POLICIES[name] for name in NAMES[1:])


def test_all_weights_are_of_features_that_there_are() -> None:
    for name, weights in POLICIES.items():
        assert set(weights) <= {feature.name for feature in Feature}, name
        assert np.count_nonzero(Policy.of("parcheesi", name).vector) == len(weights)


# --- the features ---------------------------------------

def test_features_of_a_capture() -> None:
    line = "red 20 40 N N | green 23 .. | turn red | dice 3 1"
    found = features_of(line, Move("a", 3))
    assert found["CAPTURE"] == 1
    assert found["PROGRESS"] == pytest.approx(3 / 20)
    assert found["FOREMOST"] == pytest.approx(15 / 71)
    assert found["HINDMOST"] == pytest.approx(56 / 71)
    assert found["SPOILS"] == pytest.approx(2 / 71)       # green came one space and out of the nest
    assert "ENTER" not in found
    assert "CAPTURE" not in features_of(line, Move("b", 1))


def test_features_of_entering_and_of_capturing_by_it() -> None:
    found = features_of("red N N 40 X | green 5 .. | turn red | dice 5 1", Enter(5))
    assert found["ENTER"] == 1
    assert found["CAPTURE"] == 1
    assert found["TO_SAFETY"] == 1
    assert found["SPOILS"] == pytest.approx(52 / 71)


@pytest.mark.parametrize(("line", "action", "feature", "value"), [
    ("red H4 20 N N | blue .. | turn red | dice 3", Move("a", 3), "HOME", 1),
    ("red 66 20 N N | blue .. | turn red | dice 3", Move("a", 3), "HOME_PATH", 1),
    ("red H1 20 N N | blue .. | turn red | dice 3", Move("a", 3), "HOME_PATH", 0),
    ("red 9 20 N N | blue .. | turn red | dice 3", Move("a", 3), "TO_SAFETY", 1),
    ("red 9 20 N N | blue .. | turn red | dice 4", Move("a", 4), "TO_SAFETY", 0),
    ("red 12 20 N N | blue .. | turn red | dice 4", Move("a", 4), "FROM_SAFETY", 1),
    ("red 16 20 N N | blue .. | turn red | dice 4", Move("a", 4), "BLOCKADE", 1),
    ("red 20 20 N N | blue .. | turn red | dice 4", Move("a", 4), "BREAK", 1),
    ("red 20 21 N N | blue .. | turn red | dice 4", Move("a", 4), "BREAK", 0),
    ("red 20 60 N N | green 25 27 .. | turn red | dice 4", Move("a", 4), "HUNT", 2),
    ("red 20 60 N N | green 25 25 .. | turn red | dice 4", Move("a", 4), "HUNT", 0),
    ("red 20 60 N N | green 29 25 .. | turn red | dice 4", Move("a", 4), "HUNT", 1),
])
def test_each_feature_is_what_it_says(line: str, action: Any, feature: str, value: float) -> None:
    assert features_of(line, action).get(feature, 0) == value


def test_risk_is_the_chance_to_be_hit_times_what_would_be_lost() -> None:
    # Green on 22 hits 25 with a 3, or 1 and 2: 13 of 36 rolls; red has come 20 spaces there.
    found = features_of("red 20 60 N N | green 22 .. | turn red | dice 5", Move("a", 5))
    assert found["RISK"] == pytest.approx(13 / 36 * 21 / 71)
    into_safety = features_of("red 26 60 N N | green 23 .. | turn red | dice 3", Move("a", 3))
    assert into_safety["RISK"] == pytest.approx(-13 / 36 * 22 / 71)


def test_passing_has_no_features() -> None:
    line = "red 20 X .. | blue .. | turn red | bonus home | bonus_use may"
    assert features_of(line, Pass()) == {}


@given(lines())
@settings(max_examples=150)
def test_describing_leaves_the_state_alone_and_stays_in_bounds(line: str) -> None:
    game = bb.position("parcheesi", line)
    state = game.state
    for code in game.legal_codes():
        out = np.full(len(Feature), np.nan)
        RULES.kernel.policies.describe(state, code, out)
        assert state == game.state
        assert np.isfinite(out).all()
        assert (np.abs(np.delete(out, Feature.HUNT)) <= 4).all()


# --- deciding ---------------------------------------

@given(lines(), st.sampled_from(list(policies("parcheesi"))), st.integers(0, 2**31))
@settings(max_examples=150)
def test_a_decision_is_legal_and_the_same_again(line: str, name: str, seed: int) -> None:
    game = bb.position("parcheesi", line)
    if game.actor in (None, "chance"):
        return
    view = game.view(game.actor)
    one, other = (Policy.of("parcheesi", name).decide(view, np.random.default_rng(seed))
                  for _ in range(2))
    assert one == other
    assert game.why_not(one.action) is None


@given(lines(), st.sampled_from(list(policies("parcheesi"))[1:]))
@settings(max_examples=100)
def test_the_choice_has_the_highest_score_of_all_that_are_legal(line: str, name: str) -> None:
    game = bb.position("parcheesi", line)
    if game.actor in (None, "chance"):
        return
    decision = Policy.of("parcheesi", name).decide(game.view(game.actor))
    scores = dict(decision.scores)
    assert list(scores) == game.legal()
    assert scores[decision.action] == max(scores.values())


def test_the_table_and_the_simulation_choose_alike() -> None:
    playout = RULES.kernel.playout
    rng = random.Random(4)
    game = bb.new("parcheesi", seats=4, seed=4)
    for _ in range(120):
        if game.actor not in (None, "chance"):
            policy = Policy.of("parcheesi", rng.choice(NAMES[1:]))
            codes = np.array(game.legal_codes())
            code = playout.best_action(game.state, policy.vector, codes, len(codes),
                                       np.zeros(len(Feature)))
            assert policy.decide(game.view(game.actor)).action == RULES.decode(game.state, code)
        game = game.act("random")


def test_why_says_what_decided() -> None:
    decision = decided("hunter", "red 20 40 N N | green 15 .. | blue 23 .. | turn red | dice 3 1")
    assert "captures +8.00, how far the captured pawn had come +" in decision.why
    assert "The next best scores" in decision.why
    assert "could capture next" not in decision.why
    alone = decided("hunter", "red 20 X X X | blue .. | turn red | dice 3")
    assert "next best" not in alone.why
    assert "at random" in decided("random", "red 20 30 X X | blue .. | turn red | dice 3").why
    assert "1 legal actions" not in decided(
        "random", "red 20 X X X | blue .. | turn red | dice 3").why


@pytest.mark.parametrize(("policy", "line", "says"), [
    ("cautious", "red 8 X X X | green 11 .. | turn red | dice 3", "captures +2.00"),
    ("starter", "red N 40 N N | green 23 .. | turn red | dice 5 1", "brings a pawn out +8.00"),
    ("builder", "red 20 23 40 N | blue .. | turn red | dice 3", "makes a blockade +6.00"),
    ("builder", "red 20 20 X X | blue .. | turn red | dice 3",
     "takes a pawn off a blockade -5.00"),
    ("runner", "red 8 20 30 60 | blue .. | turn red | dice 1", "how far the pawn has come +3.10"),
    ({"RISK": -8}, "red 14 X X X | green 9 .. | turn red | dice 3",  # to a safe space
     "change in the danger of capture +"),
    ({"RISK": -8}, "red 12 X X X | green 9 .. | turn red | dice 1",  # off one
     "change in the danger of capture -"),
    ({"HUNT": 1}, "red 20 X X X | green 26 .. | turn red | dice 1",
     "pawns that it could capture next +1.00"),
])
def test_a_bot_gives_its_reasons_in_words(policy: Any, line: str, says: str) -> None:
    assert says in decided(policy, line).why


@pytest.mark.parametrize("game", games())
def test_every_feature_has_words_of_its_own(game: str) -> None:
    known = ruleset(game).kernel.policies
    assert list(known.REASONS) == [feature.name for feature in known.Feature]
    assert len(set(known.REASONS.values())) == len(known.Feature)
    for name, words in known.REASONS.items():
        assert re.fullmatch(r"[a-zA-Z ,]+", words) and not words.isupper(), name


def test_random_chooses_everything_about_as_often() -> None:
    game = bb.position("parcheesi", "red 20 30 40 50 | blue .. | turn red | dice 1 2")
    policy, rng = Policy.of("parcheesi", "random"), np.random.default_rng(0)
    chosen = [policy.decide(game.view("red"), rng).action for _ in range(800)]
    counts = [chosen.count(action) for action in game.legal()]
    assert len(counts) == 8
    assert min(counts) > 60
    assert max(counts) < 140


# --- making one ---------------------------------------

def test_own_weights_are_a_policy() -> None:
    line = "red 20 40 N N | green 23 .. | turn red | dice 3 1"
    assert decided({"CAPTURE": 1}, line).action == Move("a", 3)
    assert decided({"CAPTURE": -1, "PROGRESS": 0.1}, line).action == Move("b", 3)


@pytest.mark.parametrize(("like", "hint"), [
    ({"CAPTUR": 1}, "no feature 'CAPTUR'; did you mean 'CAPTURE'"),
    ({"capture": 1}, "no feature 'capture'"),
    ("huntr", "no policy 'huntr'; did you mean 'hunter'"),
    (7, "no policy 7"), (None, "no policy None"),
    ({"CAPTURE": "much"}, "much"), ({"CAPTURE": float("nan")}, "CAPTURE"),
    ({"CAPTURE": float("inf")}, "CAPTURE"), ({"CAPTURE": None}, "CAPTURE"),
])
def test_a_misspelt_policy_gets_a_hint(like: Any, hint: str) -> None:
    with pytest.raises((ValueError, TypeError), match=hint):
        Policy.of("parcheesi", like)


def test_a_function_is_a_policy() -> None:
    def last(view: Any, legal: list[Any]) -> Any:
        assert view.seat == "red"
        return legal[-1]
    game = bb.position("parcheesi", "red 20 40 N N | blue .. | turn red | dice 3 1")
    policy = Policy.of("parcheesi", last)
    assert isinstance(policy, FunctionPolicy)
    assert policy.name == "last"
    decision = policy.decide(game.view("red"))
    assert decision.action == game.legal()[-1]
    assert "last" in decision.why
    assert Policy.of("parcheesi", policy) is policy


def test_policies_by_seat() -> None:
    seats = ("red", "green", "blue")
    one = seat_policies(RULES, seats, "hunter")
    assert {policy.name for policy in one.values()} == {"hunter"}
    listed = seat_policies(RULES, seats, ["hunter", "runner", {"HOME": 1}])
    assert [policy.name for policy in listed.values()] == ["hunter", "runner", "own weights"]
    named = seat_policies(RULES, seats, {"green": "builder"})
    assert [policy.name for policy in named.values()] == ["random", "builder", "random"]
    with pytest.raises(ValueError, match="3 seats need 3 policies, not 2"):
        seat_policies(RULES, seats, ["hunter", "runner"])
    with pytest.raises(ValueError, match="pink"):
        seat_policies(RULES, seats, {"green": "builder", "pink": "hunter"})


def test_the_better_policies_beat_random_by_far() -> None:
    pytest.importorskip("numba")
    from bonkbook.engine import twin
    one = twin.compiled("parcheesi")
    start = RULES.fresh(RULES.seated(2))
    RULES.rules.new_game(start)
    for name in ("hunter", "cautious", "allround"):
        states = np.zeros(400, one.rules.STATE)
        states[:] = one.state(start)
        states = states.view(np.recarray)
        weights = np.zeros((4, len(Feature)))
        weights[0] = Policy.of("parcheesi", name).vector
        tallies = np.zeros((400, one.rules.RULES, 4), np.int64)
        one.playout.play_games(states, tallies, weights, np.random.default_rng(1), 10_000)
        assert (states.winner == 0).mean() > 0.6, name
