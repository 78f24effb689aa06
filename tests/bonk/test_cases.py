"""The disputes of docs/cases.md, each test named by its case, under the house rules too."""

from __future__ import annotations

import pytest

import bonkbook as bb
from bonkbook.bonk import (
    Allow,
    Card,
    Claim,
    Discard,
    Draw,
    LayOff,
    Pass,
    Reveal,
    check_contract,
    check_run,
    check_set,
)
from tests.cases import case
from tests.plays import cited, forbidden, refused, rule_of

LONG = "3h 4h 5h 6h 7h 8h 9h"


def lay_offs(game: bb.Game) -> list[str]:
    """The ways to lay off, in words."""
    return [str(action) for action in game.legal() if isinstance(action, LayOff)]


# -- runs and sets


@pytest.mark.parametrize("run", ["Kh Ah 2h 3h", "3h 2h Ah Kh"])
def test_ck_01_a_run_goes_around_the_corner_by_a_house_rule_only(run: str) -> None:
    melds = ["7c 7d 7s", run]
    assert refused(case("CK-01"), Reveal(melds)) == "RUN"
    g = case("CK-01", run_around_corner="yes").play(Reveal(melds))
    assert ["Kh", "Ah", "2h", "3h"] in [cards for _, cards in g.melds]


@pytest.mark.parametrize(("n", "run", "rule"), [
    (0, "Ah 2h 3h 4h", None), (1, "Jc Qc Kc Ac", None), (2, "Ac Kc Qc Jc", None),
    (3, "Qh Kh Ah", "RUN")])
def test_ck_02_the_ace_is_low_or_high_and_runs_go_either_way(
        n: int, run: str, rule: str | None) -> None:
    assert rule_of(check_run(run)) == rule
    assert forbidden(case("CK-02", n), Reveal(["7c 7d 7s", run])) == rule


@pytest.mark.parametrize(("n", "run"), [
    (0, "5h 5h 6h 7h"), (1, "5h 5h 6h 7h 2s"), (2, "3d 4c 5d 6h")])
def test_ck_04_a_run_has_each_rank_once_and_one_suit(n: int, run: str) -> None:
    assert rule_of(check_run(run)) == "RUN"
    assert refused(case("CK-04", n), Reveal(["7c 7d 7s", run])) == "RUN"


def test_ck_06_an_ace_is_no_king() -> None:
    assert rule_of(check_set("Kh Kd Ad")) == "SET"
    assert refused(case("CK-06"), Reveal(["Kh Kd Ad", "9h 9c 9d"])) == "SET"


def test_ck_07_two_equal_cards_in_a_set() -> None:
    melds = ["7h 7h 7d", "9h 9c 9d"]
    assert forbidden(case("CK-07"), Reveal(melds)) is None
    g = case("CK-07", set_distinct_suits="yes")
    assert refused(g, Reveal(melds)) == "SET"
    assert forbidden(g, Reveal(["7h 7s 7d", "9h 9c 9d"])) is None
    after = g.play(Reveal(["7h 7s 7d", "9h 9c 9d"]))
    assert refused(after, LayOff("7h", 0)) == "SET"


def test_ck_09_twos_alone_make_a_set_and_a_run_that_says_what_they_stand_for() -> None:
    assert check_set("2h 2c 2d") is None
    twos = Reveal(["2h 2c 2d", "9h 9c 9d"])
    assert forbidden(case("CK-09"), twos) is None
    assert refused(case("CK-09", min_naturals=1), twos) == "WILD"
    g = case("CK-09", 1)
    assert refused(g, Reveal(["7c 7d 7s", "2h 2c 2d 2s"])) == "WILD"
    g = g.play(Reveal(["7c 7d 7s", "2h 2c 2d 2s from Ah"]))
    assert g.meld_texts[1] == "2h 2c 2d 2s from Ah"
    assert "low" not in {a.end for a in g.legal() if isinstance(a, LayOff) and a.meld == 1}


# -- contracts


@pytest.mark.parametrize(("n", "melds", "house", "rule"), [
    (0, "3h 4h 5h 6h / 9h Th Jh Qh", "no", "DIFFERENT_SUITS"),
    (0, "3h 4h 5h 6h / 9h Th Jh Qh", "yes", None), (1, "3h 4h 5h 6h / 9s Ts Js 2h", "no", None)])
def test_ck_11_two_runs_of_one_suit(n: int, melds: str, house: str, rule: str | None) -> None:
    g = case("CK-11", n, runs_same_suit=house)
    assert forbidden(g, Reveal(melds.split("/"))) == rule
    if n == 1:
        laid = g.play(Reveal(melds.split("/")))
        assert g.round == 3 and laid.meld_texts[1] == "9s Ts Js 2h"


def test_ck_12_melds_may_be_longer_but_not_more() -> None:
    assert forbidden(case("CK-12"), Reveal(["7h 7c 7d 7d", "3h 4h 5h 6h 7h"])) is None
    three = ["7h 7c 7d", "8h 8c 8d", "9h 9c 9d"]
    assert rule_of(check_contract(1, three)) == "CONTRACT"
    g = case("CK-12", 1)
    assert refused(g, Reveal(three)) == "CONTRACT"
    assert refused(g, Reveal(["7h 7c 7d"])) == "CONTRACT"


# -- laying off


def test_ck_14_a_two_on_the_table_stays_what_it_is() -> None:
    g = case("CK-14")
    assert refused(g, LayOff("6h", 0, "swap")) == "WILD_STAYS"
    assert refused(g, LayOff("6h", 0)) == "LAY_OFF"
    assert forbidden(g, LayOff("4h", 0)) is None
    assert forbidden(g, LayOff("9h", 0, "high")) is None
    g = case("CK-14", swap_wilds="yes").play(LayOff("6h", 0, "swap"))
    assert g.melds == [(0, ["5h", "6h", "7h", "8h"])]
    assert g.hands[0].count("2c") == 1
    assert g.known[0] == ["2c"]
    assert refused(g, LayOff("9h", 0, "swap")) == "WILD_STAYS"


def test_ck_16_two_cards_at_the_same_end() -> None:
    g = case("CK-16")
    assert refused(g, LayOff("4s", 0)) == "LAY_OFF"
    g = g.play(LayOff("5s", 0, "low")).play(LayOff("4s", 0)).play(Discard("Kd"))
    assert list(g.log.rules())[:4] == ["LAY_OFF", "LAY_OFF", "DISCARD", "GO_OUT"]
    assert g.scores == (0, 10)
    assert g.round == 3


def test_ck_17_the_player_chooses_the_end_for_a_two() -> None:
    g = case("CK-17")
    assert refused(g, LayOff("2d", 0)) == "LAY_OFF"
    low, high = g.play(LayOff("2d", 0, "low")), g.play(LayOff("2d", 0, "high"))
    assert forbidden(low, LayOff("8s", 0)) is None
    assert refused(high, LayOff("8s", 0)) == "LAY_OFF"
    assert refused(high, LayOff("8s", 0, "high")) == "RUN"


def test_ck_19_every_run_of_a_suit_is_offered_at_each_end_that_is_no_ace() -> None:
    assert lay_offs(case("CK-19")) == [
        "lay off 2c on 0 low", "lay off 2c on 0 high",
        "lay off 2c on 1 low", "lay off 2c on 1 high"]
    g = case("CK-19", 1)
    assert refused(g, LayOff("2c", 1, "high")) == "RUN"
    assert len(lay_offs(g)) == 3


def test_ck_21_nobody_lays_off_before_the_own_reveal() -> None:
    assert refused(case("CK-21"), LayOff("7c", 0)) == "LAY_OFF"
    assert not lay_offs(case("CK-21"))


@pytest.mark.parametrize(("house", "rule"), [("yes", None), ("no", "LAY_OFF")])
def test_ck_22_laying_off_in_the_turn_of_the_reveal(house: str, rule: str | None) -> None:
    g = case("CK-22", lay_off_same_turn=house).play(Reveal(["7h 7c 7d", "9h 9c 9d"]))
    assert forbidden(g, LayOff("7s", 0)) == rule
    if not rule:
        g = g.play(LayOff("7s", 0)).play(Discard("4c"))
        assert "GO_OUT" in cited(g)
        assert g.rounds_won == (1, 0)
    else:
        g = g.play(Discard("4c")).play(Draw("stock")).play(Card("6d")).play(Discard("6d"))
        g = g.play(Draw("stock")).play(Card("6d"))
        assert forbidden(g, LayOff("7s", 0)) is None


@pytest.mark.parametrize("action", [LayOff("7s", 0), Discard("7s")])
def test_ck_24_a_last_card_that_fits_may_be_laid_off_or_discarded(action: object) -> None:
    after = case("CK-24").play(action)
    assert after.rounds_won == (1, 0)
    assert after.scores == (0, 10)
    g = case("CK-24", go_out="discard")
    assert forbidden(g, action) == ("GO_OUT" if isinstance(action, LayOff) else None)


# -- the final round


def test_ck_26_the_final_round_is_won_without_a_discard() -> None:
    reveal = Reveal([LONG, "Kc Kd Ks", "5c 5d 5s 5h"])
    g = case("CK-26").play(reveal)
    assert g.is_over
    assert g.scores == (100, 100)
    assert g.winners == ("P1", "P2")
    assert "DISCARD" not in list(g.log.rules())
    assert reveal.cards[0] == "3h"


def test_ck_27_every_card_must_fit_in_the_final_round() -> None:
    g = case("CK-27")
    assert refused(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s"])) == "FINAL_ROUND"
    assert not [a for a in g.legal() if isinstance(a, Reveal)]
    g = g.play(Discard("9d"))
    assert g.actor == "P2"
    assert g.hands[0].count("5s") == 1


def test_ck_29_after_a_bonk_all_sixteen_must_fit() -> None:
    g = case("CK-29")
    assert forbidden(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s", "Jc Jd Js"])) is None
    assert refused(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s"])) == "FINAL_ROUND"
    assert not [a for a in case("CK-29", 1).legal() if isinstance(a, Reveal)]


# -- claims


def test_ck_31_of_several_claims_the_first_after_the_mover_is_served() -> None:
    g = case("CK-31")
    assert (g.actor, g.mover) == ("P3", "P2")
    g = g.play(Claim()).play(Claim())
    assert (g.actor, g.claimant, g.stage) == ("P2", "P3", "answer")
    g = g.play(Allow()).play(Card("Jd"))
    assert sorted(g.hands[2]) == ["4d", "4h", "9d", "Jd"]
    assert len(g.hands[3]) == 2
    assert (g.actor, g.stage, g.discards) == ("P2", "draw", ["3c"])


def test_ck_32_all_are_heard_before_one_is_served() -> None:
    g = case("CK-32")
    assert g.actor == "P3"
    assert g.play(Claim()).claimant == "P3"
    assert g.play(Pass()).claimant == "P4"
    assert case("CK-32", 1).play(Pass()).stage == "draw"


@pytest.mark.parametrize(("n", "ban", "lap", "rule"), [
    (0, "round_1", 0, "NO_BONK_IN_ROUND_1"), (1, "round_1", 0, None), (0, "none", 0, None),
    (1, "first_lap", 3, "BONK"), (0, "first_lap", 0, None)])
def test_ck_34_when_nobody_may_claim(n: int, ban: str, lap: int, rule: str | None) -> None:
    fields = {"bonk_ban": ban} | ({"first_lap": lap} if lap else {})
    g = case("CK-34", n, **fields).play(Discard("8d"))
    if rule:
        assert (g.actor, g.stage) == ("P2", "draw")
        assert refused(g, Claim()) == rule
    else:
        assert (g.actor, g.stage) == ("P3", "claims")


def test_ck_34_a_first_lap_passes() -> None:
    g = bb.new("bonk", seats=3, seed=2, first="P1", bonk_ban="first_lap")
    for _ in range(3):
        assert g.stage == "draw"
        g = g.play(Draw("stock")).next().play(
            next(a for a in g.play(Draw("stock")).next().legal() if isinstance(a, Discard)))
    assert (g.actor, g.stage) == ("P2", "claims")


@pytest.mark.parametrize(("house", "stage", "actor"), [("no", "draw", "P2"),
                                                       ("yes", "claims", "P1")])
def test_ck_36_claiming_the_own_discard(house: str, stage: str, actor: str) -> None:
    g = case("CK-36", discarder_may_bonk=house).play(Discard("8d"))
    assert (g.stage, g.actor) == (stage, actor)


def test_ck_36_two_players_may_claim_the_card_turned_up() -> None:
    g = bb.new("bonk", seats=2, seed=1, contracts=["2s-7", "1s1r-8"], bonk_ban="none")
    assert g.stage == "claims"
    assert g.actor != g.mover


@pytest.mark.parametrize(("house", "asked"), [("yes", "P3"), ("no", "P4")])
def test_ck_37_claiming_after_the_own_reveal(house: str, asked: str) -> None:
    assert case("CK-37", bonk_after_reveal=house).actor == asked


# -- turns and rounds


def test_ck_39_a_discard_ends_the_turn() -> None:
    g = case("CK-39").play(Discard("4c"))
    assert g.actor == "P2"
    assert refused(g, Reveal(["7h 7c 7d", "9h 9c 9d"])) == "DRAW"
    assert refused(g, Discard("7s")) == "DRAW"
    assert refused(g, LayOff("7s", 0)) == "DRAW"


@pytest.mark.parametrize(("house", "opener"), [("rotate", "P2"), ("last_winner", "P3")])
def test_ck_41_who_opens_the_next_round(house: str, opener: str) -> None:
    g = case("CK-41", round_opener=house).play(Discard("7d"))
    assert (g.round, g.opener, g.rounds_won) == (2, opener, (0, 0, 1, 0))
    assert g.next().next().mover == opener or g.next().next().stage == "upcard"


def test_ck_42_a_two_turned_up_goes_back() -> None:
    g = case("CK-42")
    assert g.stage == "upcard"
    after = g.play(Card("2h"))
    assert after.stage == "upcard"
    assert after.stock == g.stock
    assert after.play(Card(next(c for c in after.unseen if c[0] != "2"))).stage == "draw"


@pytest.mark.parametrize(("house", "n", "won", "winners"), [
    ("share", 0, (2, 4, 1), ("P1", "P2")), ("most_rounds_won", 0, (2, 4, 1), ("P2",)),
    ("most_rounds_won", 1, (3, 2, 2), ("P1",))])
def test_ck_44_equal_totals(
        house: str, n: int, won: tuple[int, ...], winners: tuple[str, ...]) -> None:
    g = case("CK-44", n, tie=house)
    assert forbidden(g, Reveal([LONG, "Kc Kd Ks"])) is None
    g = g.play(Reveal([LONG, "Kc Kd Ks"]))
    assert g.scores == (120, 120, 200)
    assert g.rounds_won == won
    assert g.winners == winners
