"""A position for each rule and house rule of BONK that no dispute is about."""

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
    Pass,
    Reveal,
)
from tests.plays import forbidden

position = bb.bonk.position


def playing(hand: str, others: int = 1, **fields: Any) -> bb.Game:
    """P1 has drawn and plays on; the others hold a king or two."""
    spare = (["Ks"], ["Ks", "Qs"], ["Qs", "Js"], ["Js"])[:others]
    return position(hands=(hand, *spare), discards=fields.pop("discards", "4s"), stage="play",
                    **fields)


# -- runs and sets


@pytest.mark.parametrize(("most", "refused"), [("none", None), (2, None), (1, "WILD")])
def test_twos_in_a_meld_may_be_limited(most: object, refused: str | None) -> None:
    g = playing("7h 2c 2d 9h 9c 9d 7s 4c", max_wilds=most)
    assert forbidden(g, Reveal(["7h 2c 2d", "9h 9c 9d"])) == refused


# -- contracts


def test_two_sets_of_one_rank() -> None:
    g = playing("7h 7c 7d 7s 7h 2c 9d 4c")
    assert forbidden(g, Reveal(["7h 7c 7d", "7s 7h 2c"])) == "DIFFERENT_RANKS"


# -- laying off


def test_a_reveal_of_the_whole_hand_wins_or_needs_a_discard() -> None:
    hand, melds = "7h 7c 7d 9h 9c 9d 9s 7s", ["7h 7c 7d 7s", "9h 9c 9d 9s"]
    assert playing(hand).play(Reveal(melds)).rounds_won == (1, 0)
    assert forbidden(playing(hand, go_out="discard"), Reveal(melds)) == "GO_OUT"
    assert forbidden(playing(hand, go_out="discard"), Reveal([melds[0], "9h 9c 9d"])) is None


# -- the final round

LONG = "3h 4h 5h 6h 7h 8h 9h"


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
    assert forbidden(g, Reveal(melds.split("/"))) == refused


# -- claims

HANDS = (["5s", "8d"], ["Kh", "Kd"], ["4d", "4h"], ["4c", "9h"])


def claims(**fields: Any) -> bb.Game:
    """P1 has discarded the nine of diamonds; P2 is next."""
    return position(**{"hands": HANDS, "round": 2, "discards": "3c 9d", "turn": 1,
                       "stage": "claims"} | fields)


def test_who_keeps_the_card_has_drawn_it() -> None:
    g = claims().play(Claim()).play(Pass()).play(Keep())
    assert (g.actor, g.stage) == ("P2", "play")
    assert "9d" in g.hands[1]
    assert forbidden(g, Draw("stock")) == "DRAW"
    g = claims(refuse="freely").play(Claim()).play(Pass()).play(Keep())
    assert (g.actor, g.stage, g.discards) == ("P2", "draw", ["3c", "9d"])
    assert [str(action) for action in g.legal()] == ["draw stock", "draw discard"]
    assert g.sizes[2] == 2


def test_the_card_underneath_may_be_drawn_but_not_claimed() -> None:
    g = claims().play(Claim()).play(Pass()).play(Allow()).play(Card("Jd"))
    assert forbidden(g, Claim()) == "BONK"
    g = g.play(Draw("discard"))
    assert "3c" in g.hands[1]


# -- turns and rounds


def test_twos_are_not_discarded() -> None:
    g = playing("2s 8d")
    assert forbidden(g, Discard("2s")) == "NO_WILD_DISCARD"
    assert forbidden(g, EndTurn()) == "DISCARD"
    g = position(hands=("2s", "Kd Kh Ks"), discards="9d").play(Draw("stock")).play(Card("2c"))
    assert g.actor == "P2"
    assert list(g.events.rules()) == ["DRAW", "NO_WILD_DISCARD"]
    assert g.hands[0] == ["2c", "2s"]
    g = playing("2s 2c", melds=[(0, "7h 7c 7d")])
    assert forbidden(g, EndTurn()) is None
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
