"""Disputes and bug reports of real players, answered by the rules and by the house rules."""

from __future__ import annotations

from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonk import (
    Allow,
    Card,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Keep,
    LayOff,
    Pass,
    Reveal,
    check_contract,
    check_run,
    check_set,
)

position = bb.bonk.position


def rule(game: bb.Game, action: Any) -> str | None:
    refusal = game.why_not(action)
    if refusal is None:
        game.play(action)
        return None
    assert refusal.text[-1] in ".:]"
    with pytest.raises(bb.IllegalAction) as raised:
        game.play(action)
    assert raised.value.rule == refusal.rule
    return refusal.rule


def of(refusal: Any) -> str | None:
    return refusal and refusal.rule


def playing(hand: str, others: int = 1, **fields: Any) -> bb.Game:
    """P1 has drawn and plays on; the others hold a king or two."""
    spare = (["Ks"], ["Ks", "Qs"], ["Qs", "Js"], ["Js"])[:others]
    return position(hands=(hand, *spare), discards=fields.pop("discards", "4s"), stage="play",
                    **fields)


# -- runs and sets


@pytest.mark.parametrize("run", ["Kh Ah 2h 3h", "3h 2h Ah Kh"])
def test_a_run_goes_around_the_corner_by_a_house_rule_only(run: str) -> None:
    hand = f"{run} 7c 7d 7s 4c 5d"
    melds = ["7c 7d 7s", run]
    assert rule(playing(hand, round=2), Reveal(melds)) == "RUN"
    g = playing(hand, round=2, run_around_corner="yes").play(Reveal(melds))
    assert (1, ["Kh", "Ah", "2h", "3h"]) in [(1, cards) for _, cards in g.melds]


@pytest.mark.parametrize(("run", "refused"), [
    ("Ah 2h 3h 4h", None), ("Jc Qc Kc Ac", None), ("Ac Kc Qc Jc", None), ("Qh Kh Ah", "RUN")])
def test_the_ace_is_low_or_high_and_runs_go_either_way(run: str, refused: str | None) -> None:
    assert of(check_run(run)) == refused
    g = playing(f"{run} 7c 7d 7s 5d 5s", round=2)
    assert rule(g, Reveal(["7c 7d 7s", run])) == refused


@pytest.mark.parametrize("run", ["5h 5h 6h 7h", "5h 5h 6h 7h 2s", "3d 4c 5d 6h"])
def test_a_run_has_each_rank_once_and_one_suit(run: str) -> None:
    assert of(check_run(run)) == "RUN"
    assert rule(playing(f"{run} 7c 7d 7s 9d 9s", round=2), Reveal(["7c 7d 7s", run])) == "RUN"


def test_an_ace_is_no_king() -> None:
    assert of(check_set("Kh Kd Ad")) == "SET"
    assert rule(playing("Kh Kd Ad 9h 9c 9d 7s 4c"), Reveal(["Kh Kd Ad", "9h 9c 9d"])) == "SET"


def test_two_equal_cards_in_a_set() -> None:
    hand, melds = "7h 7h 7d 9h 9c 9d 7s 4c", ["7h 7h 7d", "9h 9c 9d"]
    assert rule(playing(hand), Reveal(melds)) is None
    g = playing(hand, set_distinct_suits="yes")
    assert rule(g, Reveal(melds)) == "SET"
    assert rule(g, Reveal(["7h 7s 7d", "9h 9c 9d"])) is None
    after = g.play(Reveal(["7h 7s 7d", "9h 9c 9d"]))
    assert rule(after, LayOff("7h", 0)) == "SET"


def test_twos_alone_make_a_set_and_a_run_that_says_what_they_stand_for() -> None:
    hand = "2h 2c 2d 2s 7c 7d 7s 9d 9s"
    assert of(check_set("2h 2c 2d")) is None
    g = playing(hand, round=2)
    assert rule(g, Reveal(["7c 7d 7s", "2h 2c 2d 2s"])) == "WILD"
    g = g.play(Reveal(["7c 7d 7s", "2h 2c 2d 2s from Ah"]))
    assert g.meld_texts[1] == "2h 2c 2d 2s from Ah"
    assert "low" not in {a.end for a in g.legal() if isinstance(a, LayOff) and a.meld == 1}
    assert rule(playing("2h 2c 2d 9h 9c 9d 7s 4c"), Reveal(["2h 2c 2d", "9h 9c 9d"])) is None
    strict = playing("2h 2c 2d 9h 9c 9d 7s 4c", min_naturals=1)
    assert rule(strict, Reveal(["2h 2c 2d", "9h 9c 9d"])) == "WILD"


@pytest.mark.parametrize(("most", "refused"), [("none", None), (2, None), (1, "WILD")])
def test_twos_in_a_meld_may_be_limited(most: object, refused: str | None) -> None:
    g = playing("7h 2c 2d 9h 9c 9d 7s 4c", max_wilds=most)
    assert rule(g, Reveal(["7h 2c 2d", "9h 9c 9d"])) == refused


# -- contracts


@pytest.mark.parametrize(("melds", "house", "refused"), [
    ("3h 4h 5h 6h / 9h Th Jh Qh", "no", "DIFFERENT_SUITS"),
    ("3h 4h 5h 6h / 9h Th Jh Qh", "yes", None), ("3h 4h 5h 6h / 9s Ts Js 2h", "no", None)])
def test_two_runs_of_one_suit(melds: str, house: str, refused: str | None) -> None:
    g = playing(melds.replace("/", "") + " 5d 6d", round=3, runs_same_suit=house)
    assert rule(g, Reveal(melds.split("/"))) == refused
    if not refused and "s" in melds:
        laid = g.play(Reveal(melds.split("/")))
        assert g.round == 3 and laid.meld_texts[1] == "9s Ts Js 2h"


def test_melds_may_be_longer_but_not_more() -> None:
    g = playing("7h 7c 7d 7d 3h 4h 5h 6h 7h 9s", round=2)
    assert rule(g, Reveal(["7h 7c 7d 7d", "3h 4h 5h 6h 7h"])) is None
    assert of(check_contract(1, ["7h 7c 7d", "8h 8c 8d", "9h 9c 9d"])) == "CONTRACT"
    g = playing("7h 7c 7d 8h 8c 8d 9h 9c 9d 4c")
    assert rule(g, Reveal(["7h 7c 7d", "8h 8c 8d", "9h 9c 9d"])) == "CONTRACT"
    assert rule(g, Reveal(["7h 7c 7d"])) == "CONTRACT"


def test_two_sets_of_one_rank() -> None:
    g = playing("7h 7c 7d 7s 7h 2c 9d 4c")
    assert rule(g, Reveal(["7h 7c 7d", "7s 7h 2c"])) == "DIFFERENT_RANKS"


# -- laying off


def test_a_two_on_the_table_stays_what_it_is() -> None:
    fields = {"round": 2, "melds": [(0, "5h 2c 7h 8h")]}
    g = playing("6h 4h 9h", **fields)
    assert rule(g, LayOff("6h", 0, "swap")) == "WILD_STAYS"
    assert rule(g, LayOff("6h", 0)) == "LAY_OFF"
    assert rule(g, LayOff("4h", 0)) is None
    assert rule(g, LayOff("9h", 0, "high")) is None
    g = playing("6h 4h 9h", swap_wilds="yes", **fields).play(LayOff("6h", 0, "swap"))
    assert g.melds == [(0, ["5h", "6h", "7h", "8h"])]
    assert g.hands[0].count("2c") == 1
    assert g.known[0] == ["2c"]
    assert rule(g, LayOff("9h", 0, "swap")) == "WILD_STAYS"


def test_two_cards_at_the_same_end() -> None:
    g = playing("5s 4s Kd", round=2, melds=[(0, "6s 7s 8s 9s")])
    assert rule(g, LayOff("4s", 0)) == "LAY_OFF"
    g = g.play(LayOff("5s", 0, "low")).play(LayOff("4s", 0)).play(Discard("Kd"))
    assert list(g.log.rules())[:4] == ["LAY_OFF", "LAY_OFF", "DISCARD", "GO_OUT"]
    assert g.scores == (0, 10)
    assert g.round == 3


def test_the_player_chooses_the_end_for_a_two() -> None:
    g = playing("2d 8s 4c", round=2, melds=[(0, "Ts Js Qs Ks")])
    assert rule(g, LayOff("2d", 0)) == "LAY_OFF"
    low, high = g.play(LayOff("2d", 0, "low")), g.play(LayOff("2d", 0, "high"))
    assert rule(low, LayOff("8s", 0)) is None
    assert rule(high, LayOff("8s", 0)) == "LAY_OFF"
    assert rule(high, LayOff("8s", 0, "high")) == "RUN"


def test_every_run_of_a_suit_is_offered_at_each_end_that_is_no_ace() -> None:
    g = playing("2c 4c", round=3, melds=[(0, "3d 4d 5d 6d 7d 8d"), (1, "8d 9d Td Jd")])
    assert [str(a) for a in g.legal() if isinstance(a, LayOff)] == [
        "lay off 2c on 0 low", "lay off 2c on 0 high",
        "lay off 2c on 1 low", "lay off 2c on 1 high"]
    g = playing("2c 4c", round=3, melds=[(0, "3d 4d 5d 6d"), (1, "Jd Qd Kd Ad")])
    assert rule(g, LayOff("2c", 1, "high")) == "RUN"
    assert len([a for a in g.legal() if isinstance(a, LayOff)]) == 3


def test_nobody_lays_off_before_the_own_reveal() -> None:
    g = playing("7c 9d", melds=[(1, "7h 7d 7s")])
    assert rule(g, LayOff("7c", 0)) == "LAY_OFF"
    assert not [a for a in g.legal() if isinstance(a, LayOff)]


@pytest.mark.parametrize(("house", "refused"), [("yes", None), ("no", "LAY_OFF")])
def test_laying_off_in_the_turn_of_the_reveal(house: str, refused: str | None) -> None:
    g = playing("7h 7c 7d 9h 9c 9d 7s 4c", lay_off_same_turn=house)
    g = g.play(Reveal(["7h 7c 7d", "9h 9c 9d"]))
    assert rule(g, LayOff("7s", 0)) == refused
    if not refused:
        g = g.play(LayOff("7s", 0)).play(Discard("4c"))
        assert "GO_OUT" in list(g.events.rules())
        assert g.rounds_won == (1, 0)
    else:
        g = g.play(Discard("4c")).play(Draw("stock")).play(Card("6d")).play(Discard("6d"))
        g = g.play(Draw("stock")).play(Card("6d"))
        assert rule(g, LayOff("7s", 0)) is None


def test_a_last_card_that_fits_may_be_laid_or_discarded() -> None:
    g = playing("7s", melds=[(0, "7h 7c 7d")])
    for action in (LayOff("7s", 0), Discard("7s")):
        after = g.play(action)
        assert after.rounds_won == (1, 0)
        assert after.scores == (0, 10)
    g = playing("7s", melds=[(0, "7h 7c 7d")], go_out="discard")
    assert rule(g, LayOff("7s", 0)) == "GO_OUT"
    assert rule(g, Discard("7s")) is None


def test_a_reveal_of_the_whole_hand_wins_or_needs_a_discard() -> None:
    hand, melds = "7h 7c 7d 9h 9c 9d 9s 7s", ["7h 7c 7d 7s", "9h 9c 9d 9s"]
    assert playing(hand).play(Reveal(melds)).rounds_won == (1, 0)
    assert rule(playing(hand, go_out="discard"), Reveal(melds)) == "GO_OUT"
    assert rule(playing(hand, go_out="discard"), Reveal([melds[0], "9h 9c 9d"])) is None


# -- the final round

LONG = "3h 4h 5h 6h 7h 8h 9h"


def test_the_final_round_is_won_without_a_discard() -> None:
    g = playing(f"{LONG} Kc Kd Ks 5c 5d 5s 5h", round=7, scores=(100, 90))
    g = g.play(Reveal([LONG, "Kc Kd Ks", "5c 5d 5s 5h"]))
    assert g.is_over
    assert g.scores == (100, 100)
    assert g.winners == ("P1", "P2")
    assert "DISCARD" not in list(g.log.rules())
    assert Reveal([LONG, "Kc Kd Ks", "5c 5d 5s 5h"]).cards[0] == "3h"


@pytest.mark.parametrize(("final", "melds", "refused"), [
    ("long_run_two_sets", f"{LONG} / Kc Kd Ks / 5c 5d 5s 5h", None),
    ("long_run_run_set", f"{LONG} / Kc Kd Ks / 5c 5d 5s 5h", "CONTRACT"),
    ("long_run_run_set", f"{LONG} / Kc Kd Ks / 5c 6c 7c 8c", None),
    ("long_run_two_sets", f"{LONG} / Kc Kd Ks / 5c 6c 7c 8c", "CONTRACT"),
    ("three_runs", f"{LONG} / 5d 6d 7d / 5c 6c 7c 8c", "RUN"),
    ("three_runs", "3h 4h 5h 6h 7h 8h / 5d 6d 7d 8d / 5c 6c 7c 8c", None),
    ("long_run_and_any", "3h 4h 5h 6h 7h 8h / 5d 6d 7d 8d / 5c 6c 7c 8c", "FINAL_ROUND")])
def test_final_contracts(final: str, melds: str, refused: str | None) -> None:
    g = playing(melds.replace("/", ""), round=7, final_contract=final)
    assert rule(g, Reveal(melds.split("/"))) == refused


def test_every_card_must_fit_in_the_final_round() -> None:
    g = playing(f"{LONG} Kc Kd Ks 5c 5d 5s 9d", round=7)
    assert rule(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s"])) == "FINAL_ROUND"
    assert not [a for a in g.legal() if isinstance(a, Reveal)]
    g = g.play(Discard("9d"))
    assert g.actor == "P2"
    assert g.hands[0].count("5s") == 1


def test_after_a_bonk_all_sixteen_must_fit() -> None:
    sixteen = f"{LONG} Kc Kd Ks 5c 5d 5s Jc Jd Js"
    g = playing(sixteen, round=7)
    assert rule(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s", "Jc Jd Js"])) is None
    assert rule(g, Reveal([LONG, "Kc Kd Ks", "5c 5d 5s"])) == "FINAL_ROUND"
    g = playing(sixteen.replace("Js", "Qs"), round=7)
    assert not [a for a in g.legal() if isinstance(a, Reveal)]


# -- claims

HANDS = (["5s", "8d"], ["Kh", "Kd"], ["4d", "4h"], ["4c", "9h"])


def claims(**fields: Any) -> bb.Game:
    """P1 has discarded the nine of diamonds; P2 is next."""
    return position(**{"hands": HANDS, "round": 2, "discards": "3c 9d", "turn": 1,
                       "stage": "claims"} | fields)


def test_of_several_claims_the_first_after_the_mover_is_served() -> None:
    g = claims()
    assert (g.actor, g.mover) == ("P3", "P2")
    g = g.play(Claim()).play(Claim())
    assert (g.actor, g.claimant, g.stage) == ("P2", "P3", "answer")
    g = g.play(Allow()).play(Card("Jd"))
    assert sorted(g.hands[2]) == ["4d", "4h", "9d", "Jd"]
    assert len(g.hands[3]) == 2
    assert (g.actor, g.stage, g.discards) == ("P2", "draw", ["3c"])


def test_all_are_heard_before_one_is_served() -> None:
    g = claims(heard={"P4": "claim"})
    assert g.actor == "P3"
    assert g.play(Claim()).claimant == "P3"
    assert g.play(Pass()).claimant == "P4"
    assert claims(heard={"P4": "pass"}).play(Pass()).stage == "draw"


def test_who_keeps_the_card_has_drawn_it() -> None:
    g = claims().play(Claim()).play(Pass()).play(Keep())
    assert (g.actor, g.stage) == ("P2", "play")
    assert "9d" in g.hands[1]
    assert rule(g, Draw("stock")) == "DRAW"
    g = claims(refuse="freely").play(Claim()).play(Pass()).play(Keep())
    assert (g.actor, g.stage, g.discards) == ("P2", "draw", ["3c", "9d"])
    assert [str(action) for action in g.legal()] == ["draw stock", "draw discard"]
    assert g.sizes[2] == 2


def test_the_card_underneath_may_be_drawn_but_not_claimed() -> None:
    g = claims().play(Claim()).play(Pass()).play(Allow()).play(Card("Jd"))
    assert rule(g, Claim()) == "BONK"
    g = g.play(Draw("discard"))
    assert "3c" in g.hands[1]


@pytest.mark.parametrize(("ban", "round", "lap", "refused"), [
    ("round_1", 1, 0, "NO_BONK_IN_ROUND_1"), ("round_1", 2, 0, None), ("none", 1, 0, None),
    ("first_lap", 2, 3, "BONK"), ("first_lap", 1, 0, None)])
def test_when_nobody_may_claim(ban: str, round: int, lap: int, refused: str | None) -> None:
    g = position(hands=HANDS, round=round, discards="3c", stage="play", bonk_ban=ban,
                 first_lap=lap).play(Discard("8d"))
    if refused:
        assert (g.actor, g.stage) == ("P2", "draw")
        assert rule(g, Claim()) == refused
    else:
        assert (g.actor, g.stage) == ("P3", "claims")


def test_a_first_lap_passes() -> None:
    g = bb.new("bonk", seats=3, seed=2, first="P1", bonk_ban="first_lap")
    for _ in range(3):
        assert g.stage == "draw"
        g = g.play(Draw("stock")).next().play(
            next(a for a in g.play(Draw("stock")).next().legal() if isinstance(a, Discard)))
    assert (g.actor, g.stage) == ("P2", "claims")


@pytest.mark.parametrize(("house", "stage"), [("no", "draw"), ("yes", "claims")])
def test_claiming_the_own_discard(house: str, stage: str) -> None:
    g = position(hands=HANDS[:2], round=2, discards="3c", stage="play", discarder_may_bonk=house)
    g = g.play(Discard("8d"))
    assert g.stage == stage
    assert g.actor == ("P1" if house == "yes" else "P2")


def test_two_players_may_claim_the_card_turned_up() -> None:
    g = bb.new("bonk", seats=2, seed=1, contracts=["2s-7", "1s1r-8"], bonk_ban="none")
    assert g.stage == "claims"
    assert g.actor != g.mover


@pytest.mark.parametrize(("house", "asked"), [("yes", "P3"), ("no", "P4")])
def test_claiming_after_the_own_reveal(house: str, asked: str) -> None:
    g = claims(melds=[(2, "Jc Jd Js"), (2, "5h 6h 7h 8h")], bonk_after_reveal=house)
    assert g.actor == asked


# -- turns and rounds


def test_a_discard_ends_the_turn() -> None:
    g = playing("7h 7c 7d 9h 9c 9d 7s 4c").play(Discard("4c"))
    assert g.actor == "P2"
    assert rule(g, Reveal(["7h 7c 7d", "9h 9c 9d"])) == "DRAW"
    assert rule(g, Discard("7s")) == "DRAW"
    assert rule(g, LayOff("7s", 0)) == "DRAW"


def test_twos_are_not_discarded() -> None:
    g = playing("2s 8d")
    assert rule(g, Discard("2s")) == "NO_WILD_DISCARD"
    assert rule(g, EndTurn()) == "DISCARD"
    g = position(hands=("2s", "Kd Kh Ks"), discards="9d").play(Draw("stock")).play(Card("2c"))
    assert g.actor == "P2"
    assert list(g.events.rules()) == ["DRAW", "NO_WILD_DISCARD"]
    assert g.hands[0] == ["2c", "2s"]
    g = playing("2s 2c", melds=[(0, "7h 7c 7d")])
    assert rule(g, EndTurn()) is None
    g = playing("2s 2c 2d")
    assert g.legal() == [EndTurn()]
    after = g.play(EndTurn())
    assert (after.actor, after.stage) == ("P2", "draw")
    assert list(after.events.rules()) == ["NO_WILD_DISCARD"]


def test_what_cards_left_in_hand_cost() -> None:
    costs = dict.fromkeys("3456789", 5) | dict.fromkeys("TJQK", 10) | {"A": 20, "2": 25}
    for rank, cost in costs.items():
        g = position(hands=("7s", f"{rank}h {rank}c"), stage="play", discards="4s",
                     melds=[(1, "7h 7c 7d"), (1, "9h 9c 9d")]).play(Discard("7s"))
        assert g.scores == (0, 2 * cost), rank


def test_with_end_round_an_empty_stock_ends_the_round_when_it_is_drawn_from() -> None:
    naturals = [rank + suit for rank in "A3456789TJQK" for suit in "cdhs"] * 2
    for card in ("5s", "8d", "Kh", "Kd"):
        naturals.remove(card)
    twos = [f"2{suit}" for suit in "cdhs"] * 2
    g = position(hands=(["5s", "8d"], ["Kh", *twos], ["Kd"]), discards=naturals, round=2,
                 stage="play", stock_empty="end_round").play(Discard("8d"))
    assert (g.actor, g.stage) == ("P2", "draw"), "no penalty card is left, so nobody is asked"
    assert Draw("discard") in g.legal()
    ended = g.play(Draw("stock"))
    assert (ended.round, ended.rounds_won) == (3, (0, 0, 0))


@pytest.mark.parametrize(("house", "opener"), [("rotate", "P2"), ("last_winner", "P3")])
def test_who_opens_the_next_round(house: str, opener: str) -> None:
    g = position(hands=(["5s"], ["6s"], ["7d"]), turn=2, stage="play", discards="3c",
                 round_opener=house).play(Discard("7d"))
    assert (g.round, g.opener, g.rounds_won) == (2, opener, (0, 0, 1))
    assert g.next().next().mover == opener or g.next().next().stage == "upcard"


def test_a_two_turned_up_goes_back() -> None:
    g = bb.new("bonk", seats=2, seed=1).undo(1)
    assert g.stage == "upcard"
    after = g.play(Card("2h"))
    assert after.stage == "upcard"
    assert after.stock == g.stock
    assert after.play(Card(next(c for c in after.unseen if c[0] != "2"))).stage == "draw"


@pytest.mark.parametrize(("house", "won", "winners"), [
    ("share", (1, 4, 1), ("P1", "P2")), ("most_rounds_won", (1, 4, 1), ("P2",)),
    ("most_rounds_won", (2, 2, 2), ("P1", "P2"))])
def test_equal_totals(house: str, won: tuple[int, ...], winners: tuple[str, ...]) -> None:
    g = position(hands=("3h 4h 5h 6h 7h 8h 9h Kc Kd Ks", "Kh", "Kh"), scores=(120, 110, 190),
                 round=7, stage="play", discards="3c", rounds_won=won, tie=house,
                 final_contract="long_run_and_any")
    if house == "share":
        assert rule(g, Reveal([LONG, "Kc Kd Ks"])) is None
    g = g.play(Reveal([LONG, "Kc Kd Ks"]))
    assert g.scores == (120, 120, 200)
    won_now = (won[0] + 1, *won[1:])
    assert g.rounds_won == won_now
    expected = winners if won != (2, 2, 2) else ("P1",)
    assert g.winners == expected
