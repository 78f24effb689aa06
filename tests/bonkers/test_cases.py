"""The disputes of docs/cases.md, each test named by its case, under the house rules too."""

from __future__ import annotations

import pytest

import bonkbook as bb
from bonkbook.bonkers import LoseCard, Place, Take
from tests.cases import case
from tests.plays import cited, forbidden

EACH_STOP = pytest.mark.parametrize("stop", ["ahead", "ahead_card", "first"])
RESTS = {"CB-09": {"ahead": 24, "ahead_card": 21, "first": 24},
         "CB-11": {"ahead": 2, "ahead_card": 53, "first": 53},
         "CB-21": {"ahead": 52, "ahead_card": 49, "first": 37}}


def check_trap(id: str, stop: str, *dice: int) -> None:
    """The token is trapped: a point, the turn ends, and it rests where the house rule says."""
    g = case(id, entrapment_stop=stop)
    after = g.roll(*dice)
    assert after.scores[0] == g.scores[0] + 1
    assert (after.tokens[0], after.mover) == (RESTS[id][stop], "P2")
    assert cited(after)[-1] == "ENTRAPMENT"


@pytest.mark.parametrize(("n", "left"), [(0, 3), (1, 0)])
def test_cb_01_a_trap_back_to_lose_is_legal_and_costs_a_point_each_time(n: int, left: int) -> None:
    g = case("CB-01", n).roll(2, 3)
    assert g.tokens == (32, 0)
    g = g.play(Place("-5"))
    assert g.tokens[0] == 27
    assert g.scores[0] == left
    assert g.cards == {32: "-5"}
    assert g.stage == "draw"
    g = g.next()
    assert len(g.hands[0]) == 1
    assert g.mover == "P2"


def test_cb_02_a_chain_over_four_spaces_is_one_turn() -> None:
    g = case("CB-02").roll(3, 4)
    hops = [(e.start, e.target) for e in g.events
            if e.rule in ("MOVE", "AHEAD", "BACK", "BACK_15")]
    assert hops == [(40, 47), (47, 42), (42, 52), (52, 37), (37, 36)]
    assert g.scores == (6, 0)
    assert g.tokens == (36, 0)
    assert g.mover == "P2"
    assert g.hands == (["+1"], [])


def test_cb_04_go_to_start_scores() -> None:
    g = case("CB-04").roll(2, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (4, 0, "P2")


def test_cb_04_go_to_an_occupied_start_scores_and_rolls_again() -> None:
    g = case("CB-04", 1).roll(2, 4)
    assert (g.scores[0], g.mover, g.actor) == (4, "P1", "chance")
    g = g.roll(1, 2).play(Place("+1"))
    assert (g.tokens[0], g.scores[0]) == (4, 4)


@pytest.mark.parametrize(("n", "mover"), [(0, "P2"), (1, "P1")])
def test_cb_04_start_that_does_not_score_is_still_a_space_to_rest_on(n: int, mover: str) -> None:
    g = case("CB-04", n, start_scores="no").roll(2, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (3, 0, mover)
    assert "SCORE_SPACE" not in cited(g)


def test_cb_06_a_score_never_goes_below_zero() -> None:
    g = case("CB-06").roll(3, 4)
    assert (g.scores[0], g.tokens[0], g.mover) == (0, 27, "P2")
    assert cited(g) == ["ROLL", "MOVE", "LOSE_SPACE", "FLOOR"]


def test_cb_07_the_twelfth_point_wins_in_the_middle_of_a_move() -> None:
    g = case("CB-07").roll(6, 6)
    assert g.is_over
    assert g.winners == ("P1",)
    assert (g.scores[0], g.tokens[0]) == (12, 34)
    assert cited(g) == ["ROLL", "DOUBLE_SIX", "WIN"]


def test_cb_07_where_the_win_has_to_stand_the_move_is_finished() -> None:
    g = case("CB-07", win="end_of_turn").roll(6, 6)
    assert not g.is_over
    assert (g.scores[0], g.tokens[0], g.mover) == (11, 27, "P2")


def test_cb_07_points_that_stand_at_the_end_of_the_turn_win_there() -> None:
    g = case("CB-07", 1).roll(6, 6)
    assert g.winners == ("P1",)
    assert g.scores[0] == 13
    assert g.tokens[0] == 17


@EACH_STOP
def test_cb_09_a_trapped_token_scores_and_rests_on_the_forward_space(stop: str) -> None:
    check_trap("CB-09", stop, 3, 1)


def test_cb_09_a_trap_can_be_closed_by_placing() -> None:
    g = case("CB-09", 1).roll(3, 1).play(Place("-3"))
    assert (g.scores[0], g.tokens[0], g.stage) == (3, 24, "draw")


def test_cb_09_a_loop_of_two_is_a_trap_under_both_readings() -> None:
    assert case("CB-09", entrapment_loops="two_only").roll(3, 1).scores[0] == 3


@EACH_STOP
def test_cb_11_the_forward_space_is_found_across_start(stop: str) -> None:
    check_trap("CB-11", stop, 2, 1)


def test_cb_12_a_back_card_crosses_start_without_scoring() -> None:
    g = case("CB-12").roll(1, 2).play(Place("-6"))
    assert g.tokens[0] == 37
    assert g.scores[0] == 0
    assert cited(g) == ["PLACE_CARD", "BACK", "BACK_15", "ONE_CARD_A_TURN"]


def test_cb_14_the_board_counts_as_it_is_when_the_token_lands() -> None:
    g = case("CB-14").roll(2, 3).play(Place("EX")).play(Take(34))
    assert g.scores[0] == 4
    assert g.tokens[0] == 36
    assert g.cards == {30: "+6", 34: "EX"}
    assert g.stage == "draw"
    assert len(g.next().hands[0]) == 1


@pytest.mark.parametrize("n", [0, 1])
def test_cb_16_an_exchange_card_with_nothing_to_take_stops_the_token(n: int) -> None:
    g = case("CB-16", n).roll(2, 3).play(Place("EX"))
    assert (g.tokens[0], g.stage) == (30, "draw")
    assert g.cards == {30: "EX"}
    assert cited(g) == ["PLACE_CARD", "EXCHANGE"]


def test_cb_16_an_empty_exchange_may_be_avoided_by_house_rule() -> None:
    g = case("CB-16", empty_exchange="avoid").roll(2, 3)
    assert forbidden(g, Place("EX")) == "EXCHANGE"
    assert set(g.legal()) == {Place("+1"), Place("-2"), Place("+3")}
    for n in (1, 2):
        alone = case("CB-16", n, empty_exchange="avoid").roll(2, 3)
        assert alone.legal() == [Place("EX")]
    full = bb.bonkers.position(tokens=(25, 10), hands=(["EX", "+1"], []), cards={5: "+2"},
                               empty_exchange="avoid").roll(2, 3)
    assert full.why_not(Place("EX")) is None


def test_cb_17_one_card_a_turn_also_after_rolling_again() -> None:
    g = case("CB-17").roll(2, 2).play(Place("RA"))
    assert (g.actor, g.mover, g.placed) == ("chance", "P1", True)
    g = g.roll(2, 4)
    assert g.tokens[0] == 15
    assert cited(g)[-1] == "ONE_CARD_A_TURN"
    assert g.stage == "draw"


@pytest.mark.parametrize(("nearest", "target"), [("either", 17), ("ahead", 36)])
def test_cb_19_nearest_score_may_be_behind(nearest: str, target: int) -> None:
    g = case("CB-19", nearest=nearest).roll(2, 4)
    assert (g.tokens[0], g.scores[0]) == (target, 4)


@EACH_STOP
def test_cb_21_a_printed_space_can_be_part_of_a_trap(stop: str) -> None:
    check_trap("CB-21", stop, 3, 4)


@pytest.mark.parametrize(("loops", "points"), [("any", 1), ("two_only", 0)])
def test_cb_21_longer_loops_may_only_end_the_turn(loops: str, points: int) -> None:
    g = case("CB-21", entrapment_loops=loops).roll(3, 4)
    assert g.scores[0] == 3 + points
    assert g.tokens[0] == (52 if points else 37)
    assert ("ENTRAPMENT" in cited(g)) == bool(points)
    assert g.mover == "P2"


def test_cb_22_an_empty_pile_gives_no_card_and_an_empty_hand_places_none() -> None:
    g = case("CB-22").roll(2, 2).play(Place("+1"))
    assert cited(g)[-2:] == ["ONE_CARD_A_TURN", "DEPLETED"]
    assert (g.hands, g.mover) == (([], []), "P2")
    g = g.roll(1, 2).roll(2, 3)      # P2 has no card either and stops
    assert g.tokens == (30, 43)
    assert cited(g)[-1] == "ONE_CARD_A_TURN"
    assert g.mover == "P2"


@pytest.mark.parametrize(("cost", "left"), [(1, 5), (2, 4)])
def test_cb_24_the_large_lose_card_costs_a_point_and_the_victim_still_draws(
        cost: int, left: int) -> None:
    g = case("CB-24", lose_card_cost=cost)
    assert g.actor == "P2"
    g = g.play(LoseCard())
    assert (g.tokens[0], g.scores[0], g.stage, g.mover) == (27, left, "draw", "P1")
    g = g.next()
    assert len(g.hands[0]) == 2
    assert g.mover == "P2"
    assert g.lose_cards == (False, False, False)
    rules = list(g.log.rules())
    assert rules.count("LARGE_LOSE_CARD") == 1
    assert rules.count("LOSE_SPACE") == cost - 1
