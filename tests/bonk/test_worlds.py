"""Rounds played on in worlds that a seat cannot tell apart."""

from __future__ import annotations

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk import odds
from bonkbook.bonk.faces import card_text
from bonkbook.bonk.kernel import state
from bonkbook.bonk.kernel.cards import KINDS
from bonkbook.bonk.odds import worlds
from bonkbook.bonk.odds.knowledge import Knowledge
from bonkbook.engine.twin import is_warm

HANDS = ("9h 9c 3d Th", "3h 4c 5c 5h 8d", "Kh Kc 4s 5s Ad Qd")


def claims(hands=HANDS, **fields):
    return bb.bonk.position(round=2, stage="claims", turn="P2", discards="Kd", hands=hands,
                            **fields)


def world(g, number=0):
    return worlds._world(Knowledge.of(g, g.actor), np.random.default_rng((0, number)))


def test_a_world_holds_all_cards_and_gives_each_hand_its_size():
    g = claims(open=("9h", "", ""))
    for number in range(20):
        s = world(g, number)
        assert [sum(hand) for hand in s.hand[:3]] == s.size[:3] == [4, 5, 6]
        assert sum(s.stock) == s.stock_size == 104 - 4 - 5 - 6 - 1
        for kind in range(KINDS):
            held = sum(hand[kind] for hand in s.hand)
            assert held + s.stock[kind] + s.pile[:s.pile_size].count(kind) == 2


def test_a_world_keeps_what_the_seat_knows_and_changes_what_it_does_not():
    g = claims(open=("9h", "", ""))
    dealt = set()
    for number in range(20):
        s = world(g, number)
        assert s.hand[2] == g.state.hand[2]
        assert s.hand[0][[card_text(k) for k in range(KINDS)].index("9h")] >= 1
        dealt.add(tuple(s.hand[0]))
    assert len(dealt) > 15


def test_cards_that_all_know_to_be_in_hands_are_in_hands():
    g = bb.bonk.position(round=2, hands=("9h 7c", "3h 4c", "Kh Kc"), turn="P3",
                         discards="Kd", held="7c Kh")
    seven = [card_text(k) for k in range(KINDS)].index("7c")
    owners = set()
    for number in range(20):
        s = world(g, number)
        assert s.hand[0][seven] + s.hand[1][seven] >= 1
        owners.add(s.hand[0][seven] > 0)
    assert owners == {True, False}


def test_a_card_unseen_is_in_a_hand_as_often_as_chance_says():
    g = claims()
    known = odds.unseen(g, "P3")
    twos = np.array([sum(world(g, n).hand[0][k] for k in range(KINDS) if card_text(k)[0] == "2")
                     for n in range(400)])
    expected = 4 * 8 / sum(known.values())
    assert abs(twos.mean() - expected) < 4 * twos.std() / len(twos) ** 0.5


def test_the_hidden_cards_of_a_game_do_not_matter():
    others = ("2c 2d 2h 2s", "Ac Ah As Ts 9d", HANDS[2])
    found = [worlds.play_on(g, ["pass", "claim"], games=3, seed=4)
             for g in (claims(), claims(others), claims().view("P3"))]
    assert found[0] == found[1] == found[2]


def test_the_same_seed_gives_the_same_and_another_one_others():
    first, again, other = (worlds.play_on(claims(), ["claim"], games=4, seed=seed)[0]
                           for seed in (1, 1, 2))
    assert first == again
    assert (first.points, first.turns) != (other.points, other.turns)


def test_a_round_that_is_won_at_once_costs_nothing_and_the_score_before_does_not_count():
    g = bb.bonk.position(round=2, hands=("9h", "3h"), turn="P1", stage="play", scores=(40, 7),
                         melds=[("P1", "Kh Kc Kd"), ("P1", "4s 5s 6s 7s")], discards="Kd")
    out = worlds.play_on(g, ["discard 9h"], games=3)[0]
    assert out.points == (0, 0, 0) and out.turns == (1, 1, 1) and out.mean.value == 0
    assert out.out.value == 1 and out.length.value == 1


def test_the_points_are_of_this_round_alone():
    g = bb.bonk.position(round=2, hands=("9h 9h", "3h"), turn="P1", stage="play", scores=(40, 7),
                         melds=[("P2", "Kh Kc Kd"), ("P2", "4s 5s 6s 7s")], discards="Qd")
    found = worlds.play_on(g, ["discard 9h"], games=10)[0]
    # P1 never reveals with so few cards, so it loses the round with two cards at most in hand.
    assert all(5 <= cost <= 50 for cost in found.points)


def test_a_round_that_does_not_end_costs_what_is_in_the_hand(monkeypatch):
    monkeypatch.setattr(worlds, "TURNS_AT_MOST", 0)
    found = worlds.play_on(claims(), ["pass"], games=2)[0]
    assert found.points == (10 + 10 + 5 + 5 + 20 + 10,) * 2 and found.turns == (0, 0)


def test_the_difference_is_taken_world_by_world():
    one = worlds.PlayedOn("P1", "claim", (10, 20, 30), (1, 1, 1))
    two = worlds.PlayedOn("P1", "pass", (5, 15, 25), (1, 1, 1))
    assert one.less(two).value == 5 and one.less(two).error == 1 / 3
    with pytest.raises(ValueError, match="shorter"):
        one.less(worlds.PlayedOn("P1", "pass", (5, 15), (1, 1)))


def test_to_go_out_in_every_world_is_not_called_certain():
    always = worlds.PlayedOn("P1", "discard 4c", (0,) * 50, (0,) * 50)
    assert str(always) == ("P1: discard 4c: 0.00 ± 0.02 points on average, out 1.00 ± 0.02 of "
                           "the time, in 50 worlds")


def test_claiming_dear_cards_late_costs_more_than_passing():
    late = bb.bonk.position(
        round=2, stage="claims", turn="P2", discards="Kd",
        hands=("4c", "Th 3c", "Kh Kc 4s 5s Ad Qd Jc 9d"),
        melds=[("P1", "Jh Js Jd"), ("P1", "6h 7h 8h 9h"), ("P2", "8c 8d 8s"),
               ("P2", "3d 4d 5d 6d")])
    passed, claimed = worlds.play_on(late, ["pass", "claim"], games=200, seed=5)
    difference = claimed.less(passed)
    assert difference.value > 4 * difference.error


def test_what_cannot_be_played_on_is_refused():
    with pytest.raises(bb.IllegalAction):
        worlds.play_on(claims(), ["draw stock"], games=2)
    with pytest.raises(ValueError, match="not chance"):
        worlds.play_on(bb.new("bonk", seats=2, seed=1).play("draw stock"), ["pass"], games=2)
    for few in (0, 1):
        with pytest.raises(ValueError, match="a whole number from 2 to 10,000,000"):
            worlds.play_on(claims(), ["pass"], games=few)
    with pytest.raises(ValueError, match="not by a function"):
        worlds.play_on(claims(), ["pass"], games=2, policy=lambda view, legal: legal[0])
    with pytest.raises(ValueError, match="view of P1"):
        worlds.play_on(claims().view("P1"), ["pass"], games=2)


@pytest.mark.skipif(not is_warm("bonk"), reason="the compiled rules are not in the cache")
def test_compiled_worlds_end_as_interpreted_ones_do(monkeypatch):
    from bonkbook.engine.twin import interpreted
    fast = worlds.play_on(claims(), ["pass", "claim"], games=4, seed=2)
    monkeypatch.setattr(worlds, "fastest", interpreted)
    assert worlds.play_on(claims(), ["pass", "claim"], games=4, seed=2) == fast


def test_the_state_that_is_played_on_stays_as_it_is():
    g = claims()
    before = g.state
    worlds.play_on(g, ["pass", "claim"], games=2)
    assert g.state == before and g.state.stage == state.CLAIMS
