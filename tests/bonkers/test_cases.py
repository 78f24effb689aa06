"""Disputes and bug reports of real players, answered by the rules and by the house rules."""

from __future__ import annotations

from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers import Decline, LoseCard, Place, Take

position = bb.bonkers.position


def rules(game: bb.Game) -> list[str]:
    return list(game.events.rules())


def all_rules(game: bb.Game) -> list[str]:
    return list(game.log.rules())


# -- traps laid beside Lose


@pytest.mark.parametrize(("score", "left"), [(4, 3), (0, 0)])
def test_a_trap_back_to_lose_is_legal_and_costs_a_point_each_time(score: int, left: int) -> None:
    g = position(tokens=(27, 0), scores=(score, 0), hands=(["-5"], [])).roll(2, 3)
    assert g.tokens == (32, 0)
    g = g.play(Place("-5"))
    assert g.tokens[0] == 27
    assert g.scores[0] == left
    assert g.cards == {32: "-5"}
    assert g.stage == "draw"
    g = g.next()
    assert len(g.hands[0]) == 1
    assert g.mover == "P2"


# -- chains


def test_a_chain_over_four_spaces_is_one_turn() -> None:
    g = position(tokens=(40, 0), scores=(5, 0), cards={47: "-5", 42: "+10", 37: "-1"},
                 hands=(["+1"], [])).roll(3, 4)
    hops = [(e.start, e.target) for e in g.events
            if e.rule in ("MOVE", "AHEAD", "BACK", "BACK_15")]
    assert hops == [(40, 47), (47, 42), (42, 52), (52, 37), (37, 36)]
    assert g.scores == (6, 0)
    assert g.tokens == (36, 0)
    assert g.mover == "P2"
    assert g.hands == (["+1"], [])


def test_the_board_counts_as_it_is_when_the_token_lands() -> None:
    g = position(tokens=(25, 10), scores=(3, 0), cards={34: "+6"}, hands=(["EX"], []))
    g = g.roll(2, 3).play(Place("EX")).play(Take(34))
    assert g.scores[0] == 4
    assert g.tokens[0] == 36
    assert g.cards == {30: "+6", 34: "EX"}
    assert g.stage == "draw"
    assert len(g.next().hands[0]) == 1


def test_a_back_card_crosses_start_without_scoring() -> None:
    g = position(tokens=(0, 10), hands=(["-6", "+1"], [])).roll(1, 2).play(Place("-6"))
    assert g.tokens[0] == 37
    assert g.scores[0] == 0
    assert rules(g) == ["PLACE_CARD", "BACK", "BACK_15", "ONE_CARD_A_TURN"]


# -- Go to Start and Nearest Score


def test_go_to_start_scores() -> None:
    g = position(tokens=(5, 20), scores=(3, 0), cards={11: "GS"}).roll(2, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (4, 0, "P2")


def test_go_to_an_occupied_start_scores_and_rolls_again() -> None:
    g = position(tokens=(5, 0), scores=(3, 0), cards={11: "GS"}, hands=(["+1"], [])).roll(2, 4)
    assert (g.scores[0], g.mover, g.actor) == (4, "P1", "chance")
    g = g.roll(1, 2).play(Place("+1"))
    assert (g.tokens[0], g.scores[0]) == (4, 4)


@pytest.mark.parametrize(("other", "mover"), [(20, "P2"), (0, "P1")])
def test_start_that_does_not_score_is_still_a_space_to_rest_on(other: int, mover: str) -> None:
    g = position(tokens=(5, other), scores=(3, 0), cards={11: "GS"}, start_scores="no").roll(2, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (3, 0, mover)
    assert "SCORE_SPACE" not in rules(g)


@pytest.mark.parametrize(("nearest", "target"), [("either", 17), ("ahead", 36)])
def test_nearest_score_may_be_behind(nearest: str, target: int) -> None:
    g = position(tokens=(20, 30), scores=(3, 0), cards={26: "NS"}, nearest=nearest).roll(2, 4)
    assert (g.tokens[0], g.scores[0]) == (target, 4)


# -- points


def test_a_score_never_goes_below_nought() -> None:
    g = position(tokens=(20, 27), scores=(0, 0)).roll(3, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (0, 27, "P2")
    assert rules(g) == ["ROLL", "MOVE", "LOSE_SPACE", "FLOOR"]


def test_the_twelfth_point_wins_in_the_middle_of_a_move() -> None:
    g = position(tokens=(34, 0), scores=(11, 0)).roll(6, 6)
    assert g.is_over
    assert g.winners == ("P1",)
    assert (g.scores[0], g.tokens[0]) == (12, 34)
    assert rules(g) == ["ROLL", "DOUBLE_SIX", "WIN"]


def test_where_the_win_has_to_stand_the_move_is_finished() -> None:
    g = position(tokens=(34, 0), scores=(11, 0), win="end_of_turn").roll(6, 6)
    assert not g.is_over
    assert (g.scores[0], g.tokens[0], g.mover) == (11, 27, "P2")


def test_points_that_stand_at_the_end_of_the_turn_win_there() -> None:
    g = position(tokens=(5, 0), scores=(11, 0), win="end_of_turn").roll(6, 6)
    assert g.winners == ("P1",)
    assert g.scores[0] == 13
    assert g.tokens[0] == 17


# -- loops


LOOPS: dict[str, dict[str, Any]] = {
    "two cards": {"tokens": (20, 0), "cards": {24: "-3", 21: "+3"}, "roll": (3, 1)},
    "across Start": {"tokens": (50, 10), "cards": {53: "+4", 2: "-4"}, "roll": (2, 1)},
    "over print": {"tokens": (30, 0), "cards": {37: "+12", 49: "+3"}, "roll": (3, 4)},
}


@pytest.mark.parametrize(("loop", "stop", "rest"), [
    ("two cards", "ahead", 24), ("two cards", "ahead_card", 21), ("two cards", "first", 24),
    ("across Start", "ahead", 2), ("across Start", "ahead_card", 53), ("across Start", "first", 53),
    ("over print", "ahead", 52), ("over print", "ahead_card", 49), ("over print", "first", 37),
])
def test_a_trapped_token_scores_and_rests_on_the_forward_space(
        loop: str, stop: str, rest: int) -> None:
    found = LOOPS[loop]
    g = position(tokens=found["tokens"], scores=(2, 0), cards=found["cards"],
                 entrapment_stop=stop).roll(*found["roll"])
    assert (g.scores[0], g.tokens[0], g.mover) == (3, rest, "P2")
    assert rules(g)[-1] == "ENTRAPMENT"


def test_a_trap_can_be_closed_by_placing() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), cards={21: "+3"}, hands=(["-3"], [])).roll(3, 1)
    g = g.play(Place("-3"))
    assert (g.scores[0], g.tokens[0], g.stage) == (3, 24, "draw")


@pytest.mark.parametrize(("loops", "points"), [("any", 1), ("two_only", 0)])
def test_longer_loops_may_only_end_the_turn(loops: str, points: int) -> None:
    g = position(tokens=(30, 0), scores=(3, 0), cards={37: "+12", 49: "+3"},
                 entrapment_loops=loops).roll(3, 4)
    assert g.scores[0] == 3 + points
    assert g.tokens[0] == (52 if points else 37)
    assert ("ENTRAPMENT" in rules(g)) == bool(points)
    assert g.mover == "P2"


def test_a_loop_of_two_traps_under_both_readings() -> None:
    g = position(tokens=(20, 0), cards={24: "-3", 21: "+3"},
                 entrapment_loops="two_only").roll(3, 1)
    assert g.scores[0] == 1


# -- exchanging nothing


@pytest.mark.parametrize("hand", [["EX", "+1", "-2", "+3"], ["EX"]])
def test_an_exchange_card_with_nothing_to_take_stops_the_token(hand: list[str]) -> None:
    g = position(tokens=(25, 10), hands=(hand, [])).roll(2, 3).play(Place("EX"))
    assert (g.tokens[0], g.stage) == (30, "draw")
    assert g.cards == {30: "EX"}
    assert rules(g) == ["PLACE_CARD", "EXCHANGE"]


def test_an_empty_exchange_may_be_avoided_by_house_rule() -> None:
    g = position(tokens=(25, 10), hands=(["EX", "+1"], []), empty_exchange="avoid").roll(2, 3)
    assert g.why_not(Place("EX")).rule == "EXCHANGE"
    assert g.legal() == [Place("+1")]
    alone = position(tokens=(25, 10), hands=(["EX", "EX"], []), empty_exchange="avoid").roll(2, 3)
    assert alone.legal() == [Place("EX")]
    full = position(tokens=(25, 10), hands=(["EX", "+1"], []), cards={5: "+2"},
                    empty_exchange="avoid").roll(2, 3)
    assert full.why_not(Place("EX")) is None


# -- one card a turn, and the last ones


def test_one_card_a_turn_also_after_rolling_again() -> None:
    g = position(tokens=(5, 30), scores=(3, 0), hands=(["RA", "+1"], [])).roll(2, 2)
    g = g.play(Place("RA"))
    assert (g.actor, g.mover, g.placed) == ("chance", "P1", True)
    g = g.roll(2, 4)
    assert g.tokens[0] == 15
    assert rules(g)[-1] == "ONE_CARD_A_TURN"
    assert g.stage == "draw"


def test_an_empty_pile_gives_no_card_and_an_empty_hand_places_none() -> None:
    g = position(tokens=(20, 40), hands=(["+1"], []), pile=0).roll(2, 2).play(Place("+1"))
    assert rules(g)[-2:] == ["ONE_CARD_A_TURN", "DEPLETED"]
    assert (g.hands, g.mover) == (([], []), "P2")
    g = g.roll(1, 2).roll(2, 3)      # P2 has no card either and stops
    assert g.tokens == (30, 43)
    assert rules(g)[-1] == "ONE_CARD_A_TURN"
    assert g.mover == "P2"


# -- the Large Lose Card


@pytest.mark.parametrize(("cost", "left"), [(1, 5), (2, 4)])
def test_the_large_lose_card_costs_a_point_and_the_victim_still_draws(cost: int, left: int) -> None:
    g = position(tokens=(9, 0, 1), scores=(6, 2, 0), cards={9: "RA"}, hands=(["+1"], [], []),
                 lose_cards=(False, True, False), placed=True, lose_card_cost=cost)
    assert g.actor == "P2"
    g = g.play(LoseCard())
    assert (g.tokens[0], g.scores[0], g.stage, g.mover) == (27, left, "draw", "P1")
    g = g.next()
    assert len(g.hands[0]) == 2
    assert g.mover == "P2"
    assert g.lose_cards == (False, False, False)
    assert all_rules(g).count("LARGE_LOSE_CARD") == 1
    assert all_rules(g).count("LOSE_SPACE") == cost - 1


# -- declining


def test_declining_an_exchange_stops_the_token() -> None:
    g = position(tokens=(20, 0), cards={24: "EX", 30: "+2"}, hands=(["+1"], [])).roll(3, 1)
    assert g.actor == "P1"
    assert set(g.legal()) == {Take(30), Decline()}
    g = g.play(Decline())
    assert (g.tokens[0], g.mover, g.cards) == (24, "P2", {24: "EX", 30: "+2"})
    must = position(tokens=(20, 0), cards={24: "EX", 30: "+2"}, exchange="must").roll(3, 1)
    assert must.legal() == [Take(30)]
    assert must.why_not(Decline()).rule == "EXCHANGE"
