"""What holds in every game of Parcheesi, whoever plays and by whatever house rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonkbook as bb
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.game import Game
from bonkbook.engine.policy import policies
from bonkbook.engine.ruleset import ruleset
from bonkbook.parcheesi import Enter, Move, Pass
from bonkbook.parcheesi.kernel.state import Rule
from tests.parcheesi.random_positions import house_rules, lines, some_options

NEST, HOME_PATH, HOME = -1, 64, 71
SAFE = [0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63]
ENTRIES = np.array([5, 22, 39, 56])
RULES = ruleset("parcheesi")

# --- ten thousand compiled games -------------------------------------------------------

GROUPS, GAMES_EACH, SLICE = 40, 250, 60     # option sets, games, turns between two looks


@pytest.mark.skipif(not has_numba(), reason="compiled games need numba")
@pytest.mark.parametrize("group", range(0, GROUPS, 10))
def test_ten_thousand_games_keep_the_rules(group: int) -> None:
    for k in range(group, group + 10):
        rng = random.Random(k)
        options = {} if k % 10 == 0 else some_options(rng, 0.35)
        seats = rng.choice([2, 3, 4, 4])
        check_batch(played_batch(options, seats, rng), options, seats)


def played_batch(options: dict[str, Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """Many games to their ends, looked at every so many turns."""
    one = twin.compiled("parcheesi")
    start = RULES.fresh(RULES.seated(seats))
    RULES.set_options(start, options)
    RULES.rules.new_game(start)
    states = np.zeros(GAMES_EACH, one.rules.STATE)
    states[:] = one.state(start)
    states = states.view(np.recarray)
    tallies = np.zeros((GAMES_EACH, one.rules.RULES, 4), np.int64)
    weights = np.array([weights_of(one, rng) for _ in range(4)])
    stream = np.random.default_rng(rng.randrange(2**31))
    for limit in range(SLICE, 10_000, SLICE):
        before, noted = states.progress.copy(), tallies.copy()
        one.playout.play_games(states, tallies, weights, stream, limit)
        check_boards(states, bool(options.get("safe_share") == "yes"))
        check_losses(before, states.progress, tallies - noted, options)
        if (states.stage == one.part("state").OVER).all():
            break
    return {"states": states, "tallies": tallies}


def weights_of(one: twin.Twin, rng: random.Random) -> list[float]:
    """A named policy's weights; random more often than the others."""
    name = rng.choice(["random", "random", *one.policies.POLICIES])
    return [one.policies.POLICIES[name].get(f.name, 0.0) for f in one.policies.Feature]


def check_boards(states: Any, shared: bool) -> None:
    """Pawns where they can be, never three on a space, no mixed colours but on safe spaces."""
    progress = states.progress
    assert progress.shape[1:] == (4, 4)
    assert ((progress >= NEST) & (progress <= HOME)).all()
    assert (progress[states.playing == 0] == NEST).all()
    on_track = (progress >= 0) & (progress < HOME_PATH)
    spaces = np.where(on_track, (ENTRIES[None, :, None] + progress) % 68, -1)
    counts = np.stack([(spaces == space).sum(axis=2) for space in range(68)])   # space, game, seat
    assert counts.sum(axis=2).max() <= 2
    mixed = ((counts > 0).sum(axis=2) > 1).any(axis=1)
    assert not mixed[[space for space in range(68) if space not in SAFE or not shared]].any()
    for path in range(HOME_PATH, HOME):
        assert ((progress == path).sum(axis=2) <= 2).all()


def check_losses(before: Any, after: Any, noted: Any, options: dict[str, Any]) -> None:
    """A pawn goes backwards only by a capture or a penalty, or by the bounce where it is played."""
    captured = noted[:, [Rule.CAPTURE, Rule.ENTRY_CAPTURE]].sum(axis=(1, 2))
    lost = (after < before).sum(axis=(1, 2))
    penalties = noted[:, Rule.THREE_DOUBLES].sum(axis=1)
    if options.get("overshoot") != "bounce":
        assert (lost <= captured + penalties).all()
    sent_back = ((after == NEST) & (before > NEST)).sum(axis=(1, 2))
    assert (sent_back <= captured + penalties).all()


def check_batch(played: dict[str, Any], options: dict[str, Any], seats: int) -> None:
    """What the states at the end and the tallies of a batch have to say together."""
    states, tallies = played["states"], played["tallies"]
    home = (states.progress == HOME).sum(axis=2)
    games = np.arange(len(states))
    assert ((home == 4).sum(axis=1) == 1).all(), f"not one winner: {options}"
    assert (home[games, states.winner] == 4).all()
    assert (tallies[:, Rule.WIN].sum(axis=1) == 1).all()
    assert (tallies[games, Rule.WIN, states.winner] == 1).all()
    assert (tallies[:, Rule.ROLL].sum(axis=1) == states.rolls).all()
    assert (tallies[:, Rule.EXACT_COUNT] == home).all()
    assert (tallies[:, :, [k for k in range(4) if not states.playing[0][k]]] == 0).all()
    captures = tallies[:, [Rule.CAPTURE, Rule.ENTRY_CAPTURE]].sum(axis=1)
    out = (states.progress > NEST).sum(axis=(1, 2))
    entered = tallies[:, Rule.ENTER_ON_FIVE].sum(axis=1)
    penalties = tallies[:, Rule.THREE_DOUBLES].sum(axis=1)
    assert (entered >= out + captures.sum(axis=1)).all()
    assert (entered <= out + captures.sum(axis=1) + penalties).all()
    check_bonuses(tallies, captures, home, options)
    assert (states.die == 0).all()
    assert (states.bonus == 0).all()


def check_bonuses(tallies: Any, captures: Any, home: Any, options: dict[str, Any]) -> None:
    """No more bonuses taken than earned, and none of nought."""
    assert (tallies[:, Rule.CAPTURE_BONUS] <= captures).all()
    assert (tallies[:, Rule.HOME_BONUS] <= home).all()
    if options.get("capture_bonus") == 0:
        assert not tallies[:, Rule.CAPTURE_BONUS].any()
    if options.get("home_bonus") == 0:
        assert not tallies[:, Rule.HOME_BONUS].any()
    again = tallies[:, Rule.ROLL_AGAIN].sum(axis=1)
    assert (again <= tallies[:, Rule.ROLL].sum(axis=1)).all()


# --- hundreds of games step by step -----------------------------------------------------

@pytest.mark.slow
@given(lines(mid_roll=False), st.integers(0, 2**31))
@settings(max_examples=150)
def test_every_play_from_anywhere_keeps_the_rules(line: str, seed: int) -> None:
    walk(bb.position("parcheesi", line, seed=seed), random.Random(seed), plays=20)


def test_a_bonus_of_the_third_doubles_can_be_written_down() -> None:
    line = ("red N N N N | blue 39 39 N N | turn blue | bonus capture | pairs none | doubles 3 "
            "| captures 1 | third_double moved_first")
    assert bb.position("parcheesi", line).position == line


@pytest.mark.slow
@given(house_rules, st.integers(2, 4), st.integers(0, 2**31))
@settings(max_examples=40)
def test_every_play_from_the_start_keeps_the_rules(
        options: dict[str, Any], seats: int, seed: int) -> None:
    walk(bb.new("parcheesi", seats=seats, seed=seed, **options).history[0],
         random.Random(seed), plays=40)


def walk(game: Game, rng: random.Random, plays: int) -> None:
    """Plays on at random, checking each play and each position."""
    for _ in range(plays):
        check_position(game)
        if game.actor is None:
            return
        line, before = game.position, game.pawns
        after = game.next() if game.actor == "chance" else game.play(rng.choice(game.legal()))
        assert game.position == line, "playing changed the game that was played on"
        assert after.undo() is game
        check_play(before, after)
        game = after


def check_position(game: Game) -> None:
    """Its line reads back to the same; why_not and legal agree; its parts fit together."""
    again = bb.position("parcheesi", game.position)
    assert again.position == game.position
    assert (again.actor, again.mover, again.legal()) == (game.actor, game.mover, game.legal())
    assert (again.pawns, again.dice, again.bonuses) == (game.pawns, game.dice, game.bonuses)
    legal = game.legal()
    assert len(legal) == len(set(legal))
    assert bool(legal) == (game.actor not in (None, "chance"))
    for action in nameable(game):
        assert (game.why_not(action) is None) == (action in legal), f"{game.position}: {action}"
    if game.actor == "chance":
        assert sum(p for _, p in game.chances()) == 1
    else:
        assert game.chances() == []


def nameable(game: Game) -> list[Enter | Move | Pass]:
    """Every action that can be named with a number up to 20, and each seat's."""
    return [Pass(), Enter(5), Enter((1, 4)), Enter((2, 3)), Enter(3),
            *(Move(pawn, n) for pawn in range(4) for n in range(21))]


def check_play(before: dict[str, list[str]], after: Game) -> None:
    """What a play changed is what its events say."""
    events = after.events
    for event in events:
        assert event.text.endswith(".")
        assert event.seat is None or event.seat in after.seats
        assert event.rule in Rule.__members__
    changed = Counter(
        (seat, k) for seat in after.seats for k in range(4)
        if before[seat][k] != after.pawns[seat][k])
    told_of = Counter[tuple[str, int]]()
    for event in events:
        owner = after.ruleset.seat_names[event.subject // 4] if "CAPTURE" in event.rule \
            and event.rule != "CAPTURE_BONUS" else event.seat
        if event.subject >= 0 and owner:
            told_of[owner, event.subject % 4] += 1
    assert set(changed) <= set(told_of), "a pawn moved that no event speaks of"
    assert len(after.frames) == len(events)
    if after.is_over:
        assert after.winners == tuple(
            seat for seat in after.seats if after.pawns[seat] == ["X"] * 4)


# --- chance, undo, and the same again ---------------------------------------------------------

@given(st.integers(0, 2**31), st.sampled_from(list(policies("parcheesi"))))
@settings(max_examples=25)
def test_same_seed_same_game(seed: int, policy: str) -> None:
    games = [bb.new("parcheesi", seats=3, seed=seed) for _ in range(2)]
    for _ in range(25):
        games = [game.act(policy) for game in games]
        assert games[0] == games[1]
        assert games[0].events == games[1].events
    assert games[0].plays == games[1].plays


def test_other_seeds_other_games() -> None:
    ends = {bb.new("parcheesi", seats=4, seed=seed).turn().turn().turn().position
            for seed in range(30)}
    assert len(ends) > 15


@given(st.integers(0, 2**31), st.integers(1, 30))
@settings(max_examples=30)
def test_chance_is_the_same_after_undoing(seed: int, back: int) -> None:
    game = bb.new("parcheesi", seats=2, seed=seed)
    line = [game]
    for _ in range(30):
        line.append(line[-1].act("allround"))
    again = line[-1].undo(back)
    assert again == line[-1 - back]
    assert again is line[-1 - back]
    for expected in line[len(line) - back:]:
        again = again.act("allround")
        assert again == expected
    assert again.history == line[-1].history


def test_undo_has_limits_and_history_begins_at_the_beginning() -> None:
    game = bb.new("parcheesi", seats=2, seed=5).act().act()
    assert game.undo(0) is game
    assert game.history[0].plays == []
    assert len(game.history) == len(game.plays) + 1
    for too_many in (len(game.plays) + 1, -1):
        with pytest.raises(ValueError, match="plays to undo here must be a whole number from 0 to"):
            game.undo(too_many)


def test_the_log_is_all_events_in_order() -> None:
    game = bb.new("parcheesi", seats=2, seed=5)
    for _ in range(40):
        game = game.act("hunter")
    assert list(game.log) == [event for past in game.history for event in past.events]
    assert str(game.log).count("\n") == len(game.log) - 1


def test_turn_and_finish_go_to_the_end_of_a_turn_and_of_the_game() -> None:
    game = bb.new("parcheesi", seats=2, seed=9)
    for _ in range(10):
        following = game.turn("runner")
        assert following.is_over or following.mover != game.mover
        game = following
    over = game.finish("runner")
    assert over.is_over
    assert over.turn() == over
    assert not game.finish("runner", turn_limit=3).is_over
    with pytest.raises(bb.IllegalAction, match="over"):
        over.act()
