"""Whatever the dice and the house rules do, turns and games end, and every limit is told."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk.kernel import state as bonk_state
from bonkbook.bonkers import odds
from bonkbook.bonkers.kernel import state
from bonkbook.bonkers.kernel.state import ROLLS_A_TURN
from bonkbook.engine.errors import PositionError
from bonkbook.engine.game import Game
from bonkbook.engine.ruleset import games, ruleset
from bonkbook.engine.twin import interpreted
from tests.fuzz.material import new_game, some_play


def endless(**options: Any) -> Game:
    """P2 stands on Start, and each of the 36 rolls from there leads back to it: all score."""
    layout = {"size": 20, "start": 0, "score": [0], "lose": 19, "go_to_lose": [], "printed": {}}
    return bb.bonkers.position(tokens=(0, 0), cards=dict.fromkeys(range(2, 13), "GS"), seed=1,
                               layout=layout, deck={"GS": 18}, **options)


# --- a turn of Bonkers -------------------------------------------------------------------------

def test_a_turn_of_bonkers_has_a_last_roll() -> None:
    g = endless(win="end_of_turn")
    end = g.turn()
    assert end.state.rolls == ROLLS_A_TURN == 1000
    assert [event.rule for event in end.events][-2:] == ["ROLL_LIMIT", "WIN"]
    assert end.events[-2].text == ("P1 has rolled 1,000 times in this turn, so it ends and the "
                                   "token goes to Start.")
    assert end.winners == ("P1",)
    assert bb.position("bonkers", end.position).position == end.position
    assert endless(win="end_of_turn").finish(turn_limit=1).is_over


def test_the_last_roll_sends_the_token_to_start_without_a_point_and_the_turn_ends() -> None:
    line = "P1 20 2 +1 | P2 24 0 -5 | cards 20:RA 30:+3 | turn P1 | rolled 999 | placed yes"
    g = bb.position("bonkers", line).roll(3, 1)
    assert [event.rule for event in g.events] == ["ROLL", "MOVE", "OCCUPIED", "ROLL_LIMIT"]
    assert (g.tokens, g.scores, g.mover, g.stage) == ((0, 24), (2, 0), "P1", "draw")
    assert bb.position("bonkers", line.replace("999", "998")).roll(3, 1).stage == "roll"


@pytest.mark.parametrize("line", [
    "P1 20 2 | P2 24 0 | cards 20:RA | turn P1 | rolled 1000",
    "P1 20 2 +1 | P2 24 0 | turn P1 | stage place | rolled 1001",
])
def test_a_position_past_the_last_roll_is_refused(line: str) -> None:
    with pytest.raises(PositionError, match=r"at most 1,000 rolls \[ROLL_LIMIT\]"):
        bb.position("bonkers", line)


@pytest.mark.slow
def test_odds_refuse_where_many_turns_come_to_their_last_roll() -> None:
    g = endless(win="end_of_turn")
    for ask in (lambda: bb.odds(g, "WIN", horizon="turn"), lambda: odds.points(g)):
        with pytest.raises(ValueError, match=r"100 % of turns end here by their last roll, the "
                                             r"1,000th, .*bb\.simulate estimates"):
            ask()
    assert bb.odds(g, "LOSE_SPACE", horizon="turn") == 0        # however long it rolls


def test_odds_say_how_often_a_turn_comes_to_its_last_roll() -> None:
    line = "P1 20 2 | P2 24 0 | cards 20:RA 26:RA | turn P1 | rolled "
    near = bb.position("bonkers", line + "998")     # 4 on to the opponent, then 2 to Roll Again
    p = bb.odds(near, "SCORE_SPACE", horizon="turn")
    assert p.note == "as if a turn had no last roll, to which 0.231 % of turns come at most"
    assert round(100 * 3 / 36 / 36, 3) == 0.231
    for rolled, horizon in (("997", "turn"), ("998", "roll"), ("1", "turn")):
        g = bb.position("bonkers", line + rolled)
        assert bb.odds(g, "SCORE_SPACE", horizon=horizon).note == ""
    with pytest.raises(ValueError, match=r"22\.2 % of turns end here by their last roll"):
        bb.odds(bb.position("bonkers", line + "999"), "SCORE_SPACE", horizon="turn")
    assert bb.odds(endless(), "WIN", horizon="turn") == 1       # by 12 points, long before


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_won_at_the_end_of_a_turn_ends(seats: int) -> None:
    twin = interpreted("bonkers")
    for seed in range(40):
        g = bb.new("bonkers", seats=seats, seed=seed, win="end_of_turn")
        s = g.state
        twin.playout.play_game(s, np.zeros((4, 1)), np.random.default_rng(seed), None, 10_000)
        assert s.stage == state.OVER


# --- BONK: nothing but twos to turn up ---------------------------------------------------------

def only_twos(**options: Any) -> Game:
    """Five seats hold all cards but four twos, and one of these is to be turned up."""
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] * 2
    for two in ("2c", "2d", "2h", "2s"):
        deck.remove(two)
    return bb.bonk.position([deck[k::5] for k in range(5)], stage="upcard", contracts="2s-20",
                            seed=1, **options)


def test_where_the_stock_holds_nothing_but_twos_the_discard_pile_begins_empty() -> None:
    g = only_twos(bonk_ban="first_lap").play("card 2h")
    assert g.events[-1].text == ("2h is turned up. A two goes back into the stock, which has "
                                 "nothing else, so the discard pile starts empty.")
    assert (g.stage, g.actor, g.discards, g.stock) == ("draw", "P1", [], 4)
    assert [str(action) for action in g.legal()] == ["draw stock"]
    assert bb.position("bonk", g.position).position == g.position
    assert g.state.first_lap == 5
    other = bb.bonk.position(["Ac Ad Ah As 3c 3d 3h", "4c 4d 4h 4s 5c 5d 5h"], stage="upcard")
    assert other.play("card 2h").stage == "upcard"


def test_a_game_goes_on_from_a_stock_of_twos() -> None:
    assert only_twos().finish(turn_limit=2).state.turns == 2
    s = only_twos().state
    interpreted("bonk").playout.play_game(s, np.zeros((5, 1)), np.random.default_rng(1), None, 20)
    assert s.turns >= 20 or s.stage == bonk_state.OVER


# --- Parcheesi ---------------------------------------------------------------------------------

@pytest.mark.parametrize("third_double", ["penalty_at_once", "moved_first"])
def test_a_turn_of_parcheesi_has_few_rolls_whatever_earns_another(third_double: str) -> None:
    """Two doubles in a row, and a capture or a pawn home for each further roll: 16 at most."""
    most = 0
    for seed in range(6):
        g = bb.new("parcheesi", seats=4, seed=seed, extra_turn="doubles_capture_home",
                   third_double=third_double, overshoot="bounce")
        s = g.state
        for turn in range(1, 150):
            before = s.rolls
            interpreted("parcheesi").playout.play_game(
                s, np.zeros((4, 1)), np.random.default_rng(turn), None, turn)
            most = max(most, s.rolls - before)
    assert 3 <= most <= 3 * 17


# --- every sentence ----------------------------------------------------------------------------

def test_a_sentence_is_made_of_no_numbers_but_its_own() -> None:
    g = bb.position("bonkers", "P1 10 31 | P2 0 0 | turn P1 | target 100").roll(6, 6)
    assert [event.text for event in g.events][:2] == [
        "P1 rolls 6 and 6.", "Double six: P1 scores a point and has 32 points."]
    assert g.log == g.events


def ends(game: str) -> list[dict[str, Any]]:
    """Each house rule of a game at the ends of its range, the others as usual."""
    found: list[dict[str, Any]] = []
    for option in ruleset(game).options:
        values = [c for c in option.choices if c != "own"] or [option.least, option.most]
        found += [{option.name: value} for value in values]
    return found


@pytest.mark.parametrize("game", games())
def test_every_house_rule_at_the_ends_of_its_range_is_played_and_told(game: str) -> None:
    for seed, options in enumerate(ends(game)):
        rng = random.Random(seed)
        g = bb.new(game, seats=2, seed=seed, **options)
        for _ in range(25):
            if g.is_over:
                break
            if g.actor != "chance":
                assert all(g.words(action) for action in g.legal())
            g = some_play(g, rng)
            assert all(str(event) for event in g.events)
            assert bb.position(game, g.position).position == g.position


@pytest.mark.parametrize("game", games())
def test_a_turn_ends_within_seconds_under_all_house_rules_together(game: str) -> None:
    for seed in range(12):
        g = new_game(game, random.Random(seed))
        after = g.finish(turn_limit=3)
        assert after.is_over or after.state.turns >= g.state.turns + 3


def test_the_odds_panel_of_a_crowded_board_with_a_far_target_says_what_it_leaves_out() -> None:
    g = bb.new("bonkers", seats=3, seed=1, target=120)
    for _ in range(80):
        g = g.act("random")
    while g.actor != "chance":
        g = g.act("random")
    notes = [line.turn.note for line in odds.panel(g) if line.turn is not None]
    assert any(note.startswith("some ways to roll again are left out")
               and "with more it is at" in note for note in notes), notes


def test_odds_of_a_turn_whose_points_go_on_and_on_are_cut_off() -> None:
    g = bb.position("bonkers", (
        "P1 34 0 -6 +3 +5 +10 | P2 25 0 +3 +1 -12 +10 | P3 44 0 +2 EX -10 -3 | cards 10:-4 35:-1 "
        "37:-12 38:+6 | turn P3 | deck directional | entrapment_loops two_only | empty_exchange "
        "avoid | lose_card_cost 2 | target 1000"))
    points = odds.points(g)
    assert "left out" in points.note
    assert sum(points.values()) == 1
