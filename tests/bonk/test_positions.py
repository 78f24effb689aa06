"""BONK's positions, house rules and rule book: written, read back, refused where impossible."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonk import Claim, Contract, Discard, Draw, LayOff, Meld, Pass, Reveal, rulebook
from bonkbook.bonk.actions import read_play
from bonkbook.bonk.houserules import contract_text, read_contract
from bonkbook.bonk.kernel import rules
from bonkbook.engine.ruleset import ruleset

position = bb.bonk.position
HANDS = (["7h", "2c", "9d"], ["4c", "4d"], ["Kh"])


def test_a_position_is_read_back_as_it_was_written() -> None:
    g = position(round=2, hands=HANDS, melds=[(0, ["7h", "7c", "2d"]), (1, "3h 4h 2s 6h")],
                 discards=["4c", "9d"], turn=0, stage="draw", scores=(45, 30, 0), opener=2,
                 rounds_won=(0, 1, 0), open=(["9d"], [], ["Kh"]), held="4c")
    assert g.position == (
        "P1 45 2c 9d 7h | P2 30 4c 4d | P3 0 Kh | round 2 | melds P1 7h 7c 2d / P2 3h 4h 2s 6h "
        "| discards 4c 9d | turn P1 | opener P3 | rounds_won 0 1 0 | open P1:9d P3:Kh | held 4c")
    assert bb.position("bonk", g.position).position == g.position
    assert (g.round, g.scores, g.discards) == (2, (45, 30, 0), ["4c", "9d"])
    assert g.melds == [(0, ["7h", "7c", "2d"]), (1, ["3h", "4h", "2s", "6h"])]
    assert g.revealed == (True, True, False)
    assert g.stock == 104 - 6 - 7 - 2
    assert str(g.contract) == "1 set, 1 run"
    assert g.hands[0] == ["2c", "9d", "7h"]


def test_a_run_laid_downwards_lies_upwards() -> None:
    g = position(round=2, hands=HANDS, melds=[(0, "8h 7h 2c 5h")])
    assert g.melds == [(0, ["5h", "2c", "7h", "8h"])]
    g = position(round=2, hands=(["9d"], ["4c"]), melds=[(0, Meld("run", ("2c", "7h", "2d", "2s"),
                                                               "5h"))])
    assert g.meld_texts == ["2s 2d 7h 2c from 5h"]


@pytest.mark.parametrize(("fields", "broken"), [
    ({"hands": (["2c"] * 2 + ["2d"] * 2 + ["2h"] * 2 + ["2s"] * 2 + ["2c"], ["Kh"])}, "SEATS"),
    ({"hands": (["7h", "7h", "7h"], ["Kh"])}, "SEATS"),
    ({"hands": (["7h", "8h"],)}, "SEATS"),
    ({"hands": (["7h"],) * 6}, "SEATS"),
    ({"hands": (["7h"], [])}, "GO_OUT"),
    ({"discards": "4c 2c"}, "NO_WILD_DISCARD"),
    ({"melds": [(0, "7h 7c 8d")]}, "SET"),
    ({"melds": [(0, "7h 8h 9h Jh")]}, "RUN"),
    ({"melds": [(0, "7h 8h 9c Th")]}, "RUN"),
    ({"melds": [(0, "Kd Ad 2d 3d")], "round": 2}, "RUN"),
    ({"melds": [(0, "7h 7c 2d 2s")], "max_wilds": 1}, "WILD"),
    ({"melds": [(0, "7s 7c 7d"), (0, "7s 7c 7d")]}, "DIFFERENT_RANKS"),
    ({"melds": [(0, "3h 4h 5h 6h"), (0, "8h 9h Th Jh")], "round": 3}, "DIFFERENT_SUITS"),
    ({"melds": [(0, "7s 7c 7d")], "round": 3}, "CONTRACT"),
    ({"melds": [(0, "7s 7c 7d")], "round": 7}, "FINAL_ROUND"),
    ({"round": 8}, "CONTRACT"),
    ({"stage": "claims"}, "NO_BONK_IN_ROUND_1"),
    ({"stage": "claims", "round": 2, "discards": ""}, "BONK"),
    ({"stage": "answer", "round": 2}, "BONK"),
    ({"stage": "answer", "round": 2, "claimant": 0}, "BONK"),
    ({"stage": "draw", "claimant": 2, "round": 2}, "BONK"),
    ({"stage": "claims", "round": 2, "turn": 1, "heard": {"P1": "claim"}}, "BONK"),
    ({"stage": "over"}, "WIN"), ({"dry": 3}, "STOCK_EMPTY"), ({"first_lap": 1}, "BONK"),
    ({"open": (["8h"], [], [])}, "DRAW"), ({"held": "8h"}, "STOCK_EMPTY"),
    ({"just": True}, "LAY_OFF"), ({"rounds_won": (1, 0, 0)}, "GO_OUT"),
    ({"stage": "upcard"}, "DEAL"), ({"hands": (["2c"], ["2d"]), "stage": "play"},
                                    "NO_WILD_DISCARD"),
    ({"turn": 4}, "SEATS"), ({"turn": "P9"}, "SEATS"),
])
def test_what_cannot_be_is_refused_with_the_rule(fields: dict[str, Any], broken: str) -> None:
    with pytest.raises(bb.PositionError) as raised:
        position(**{"hands": HANDS, "discards": "4s 9c"} | fields)
    assert raised.value.rule == broken, raised.value
    assert broken in rulebook.RULE_BOOK


@pytest.mark.parametrize(("line", "says"), [
    ("P1 0 7h | P2 0 Kx | turn P1", "'Kx' is not a card"), ("P1 0 7h | P2 0 ? | turn P1", "hides"),
    ("P1 0 7h | P2 0 Kh", "turn"), ("P1 x 7h | P2 0 Kh | turn P1", "not a number"),
    ("P1 0 7h | P2 0 Kh | turn P1 | turn P2", "twice"), ("P1 0 7h || turn P1", "a field is empty"),
    ("P1 0 7h | P2 0 Kh | trun P1", "did you mean 'turn'"), ("P1 | P2 0", "points"),
    ("P1 0 7h | P2 0 Kh | turn P1 | stage dream", "did you mean 'draw'"),
    ("P1 0 7h | P2 0 Kh | turn P1 | melds P3 7c 7d 7s", "is not playing"),
    ("P1 0 7h | P2 0 Kh | turn P1 | melds P1", "needs cards"),
    ("P1 0 7h | P2 0 Kh | turn P1 | contracts 9s-7", "needs"),
    ("P1 0 7h | P2 0 Kh | turn P1 | max_wilds many", "max_wilds"),
    ("P1 0 7h | P2 0 Kh | turn P1 | heard P2:shout", "P3:claim"), ("x" * 4001, "too many")])
def test_slips_in_a_line_are_named(line: str, says: str) -> None:
    with pytest.raises(bb.PositionError, match=says):
        bb.position("bonk", line)


# -- house rules


def test_contracts_are_data() -> None:
    g = bb.new("bonk", seats=2, seed=1, contracts=[Contract(1, 0, hand=5), "1r-6"])
    assert g.options["contracts"] == "1s-5 1r-6"
    assert [len(hand) for hand in g.hands] == [5, 5]
    assert bb.position("bonk", g.position).contracts == g.contracts
    standard = bb.new("bonk", seats=2, seed=1)
    assert standard.options["contracts"] == "standard"
    assert [contract.hand for contract in standard.contracts] == [7, 8, 9, 10, 11, 12, 13]
    words = ["2s-7", "1s1r-8", "*l7x-13", "3rx-13", "2s1rl7x-13"]
    assert [contract_text(read_contract(word)) for word in words] == words


@pytest.mark.parametrize(("contracts", "says"), [
    ([], "1 to 7 rounds"), (["2s-7"] * 8, "1 to 7 rounds"), ("2x", "not a contract"),
    ("0s0r-7", "one set or run"), ("3s-7", "needs 9"), ("1s-40", "1 to 20"), (7, "a list")])
def test_contracts_that_cannot_be(contracts: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        bb.new("bonk", contracts=contracts)


def test_options_are_checked_and_read_back() -> None:
    g = bb.new("bonk", seats=2, seed=1, max_wilds=2, min_naturals=1, swap_wilds=True)
    assert (g.options["max_wilds"], g.options["min_naturals"]) == ("2", 1)
    assert g.options["swap_wilds"] == "yes"
    assert bb.new("bonk", seed=1, max_wilds=None).options["max_wilds"] == "none"
    for name, value in (("max_wilds", 99), ("tie", "coin"), ("min_naturals", -1), ("jokers", 2)):
        with pytest.raises(ValueError, match=name):
            bb.new("bonk", **{name: value})


@pytest.mark.parametrize("seats", [1, 6, True, ["P1"], ["P1", "P1"]])
def test_two_to_five_seats(seats: Any) -> None:
    with pytest.raises(ValueError, match=r"two to five|2 to 5"):
        bb.new("bonk", seats=seats)
    assert bb.new("bonk", seats=["P2", "P5"], seed=1).seats == ("P2", "P5")


# -- chance


def test_chance_is_asked_for_what_can_come() -> None:
    g = bb.new("bonk", seats=3, seed=1)
    lot, deal, upcard = g.undo(3), g.undo(2), g.undo(1)
    assert [(str(o), p.denominator) for o, p in lot.chances()] == [
        ("opener P1", 3), ("opener P2", 3), ("opener P3", 3)]
    with pytest.raises(ValueError, match="too many outcomes"):
        deal.chances()
    assert len(upcard.chances()) <= 52
    assert sum(p for _, p in upcard.chances()) == 1
    wrong = [(lot, bb.bonk.Opener("P4")), (deal, bb.bonk.Deal([["7h"]] * 3)),
             (upcard, bb.bonk.Opener("P1")), (g, bb.bonk.Card("7h"))]
    for game, outcome in wrong:
        with pytest.raises(bb.IllegalAction) as raised:
            game.play(outcome)
        assert raised.value.rule == "DRAW"
    assert "deal of round 1" in repr(deal)
    for game in (lot, deal, upcard, g):
        assert bb.position("bonk", game.position).position == game.position


def test_a_draw_has_the_chances_of_what_is_not_seen() -> None:
    g = position(hands=HANDS, discards="9d").play(Draw("stock"))
    found = {str(outcome): p for outcome, p in g.chances()}
    assert found["card 7h"] == 1 / bb.new("bonk", seats=2).stock or found["card 7h"].denominator
    assert found["card 7h"] * g.stock == 1
    assert found["card 7c"] * g.stock == 2
    seen = {str(outcome): p for outcome, p in g.view("P1").chances()}
    assert seen["card Kh"] == seen["card 7c"] == 2 * seen["card 7h"]


def test_first_opens_without_a_lot() -> None:
    g = bb.new("bonk", seats=3, seed=3, first="P2")
    assert (g.mover, g.opener) == ("P2", "P2")


# -- actions and the rule book


@pytest.mark.parametrize("action", [
    Claim(), Pass(), Draw("stock"), Draw("discard"), Discard("9d"), LayOff("4h", 2, "low"),
    LayOff("7s", 0), Reveal(["7h 7c 2d", "2c 7h 2d 2s from 5h"]), bb.bonk.EndTurn(),
    bb.bonk.Deal([["7h"], ["2c", "Kd"]]), bb.bonk.Card("Td"), bb.bonk.Opener("P2")])
def test_actions_are_read_back(action: Any) -> None:
    assert read_play(str(action)) == action


@pytest.mark.parametrize("line", ["", "lay", "lay off 4h", "lay off 4h on x", "draw three",
                                  "discard", "reveal", "play", "discard 1h", "card", "deal x"])
def test_lines_that_are_no_play(line: str) -> None:
    with pytest.raises(ValueError, match="not a play"):
        read_play(line)


def test_actions_that_cannot_be_written() -> None:
    for make in (lambda: Draw("hand"), lambda: Discard("10d"), lambda: LayOff("4h", -1),
                 lambda: LayOff("4h", 0, "middle"), lambda: Reveal([""])):
        with pytest.raises(ValueError, match=r"\w"):
            make()


def test_a_rule_by_which_nothing_happens_sends_to_one_by_which_something_does() -> None:
    book = rulebook.RULE_BOOK
    told = set(re.findall(r"note\(log, Rule\.(\w+)", inspect.getsource(rules)))
    assert {name for name, entry in book.items() if entry.happens} == told
    for name in set(book) - told:
        assert book[book[name].ask].happens
        with pytest.raises(ValueError, match=f"{name} only describes or forbids.*{book[name].ask}"):
            ruleset("bonk").effect(name)
        with pytest.raises(ValueError, match="has no effect of its own"):
            bb.odds(bb.new("bonk", seed=1), name)
    assert ruleset("bonk").effect("REVEAL") == "REVEAL"


# -- the picture


def test_the_picture_shows_what_is_seen_and_says_it() -> None:
    g = position(round=2, hands=(["7h", "2c", "Td"], ["4c", "Qd"]), discards=["4c", "9d"],
                 melds=[(1, "3h 4h 2s 6h")], scores=(45, 30))
    open_cards, seen = g.scene(), g.view("P1").scene()
    labels = [card.label for card in seen.cards]
    assert [card.label for card in open_cards.cards].count("Q♦") == 1
    assert "Q♦" not in labels and labels.count("") == 2
    assert {"7♥", "2♣", "10♦", "3♥", "9♦"} <= set(labels)
    assert "queen" in open_cards.text and "queen" not in seen.text
    assert "P2 has revealed three of hearts, four of hearts, two of spades, wild" in seen.text
    assert g._repr_mimebundle_()["image/svg+xml"].startswith("<svg")


def test_the_picture_counts_one_card_and_one_point() -> None:
    scene = position(hands=("7h", "Kh Kd"), scores=(1, 0), discards="5c").scene()
    headings = {space.id: space.label for space in scene.spaces}
    assert headings["name P1"] == "P1: 1 point, 1 card, to act"
    assert headings["name P2"] == "P2: 0 points, 2 cards"
    assert "P1 has 1 point and holds seven of hearts." in scene.text


def test_games_begin_in_every_stage_that_can_be_drawn() -> None:
    g = bb.new("bonk", seats=5, seed=1)
    for game in g.history:
        assert game.scene().text.startswith("Round 1, which asks for 2 sets.")
    full = position(hands=["7h 8h"] * 2 + ["9c Tc"], melds=[(0, "3c 3d 3h 3s 3c 3d 3h 3s 2c 2d")])
    assert all(0 < card.x < full.scene().width for card in full.scene().cards)
