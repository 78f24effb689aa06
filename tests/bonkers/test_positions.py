"""Positions, boards and decks of Bonkers: read back as written, and refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers import layout, positions
from bonkbook.bonkers.kernel import state
from bonkbook.engine.ruleset import ruleset

position = bb.bonkers.position


# -- reading and writing


@pytest.mark.parametrize("line", [
    "P1 20 2 +1 EX | P2 0 0 | cards 21:+3 24:-3 | turn P1",
    "P1 20 2 | P3 0 0 | turn P3 | pile 3",
    "P1 0 0 | P2 0 0 | P3 0 0 | P4 0 0 | start P2 P4 | lose_cards P1 P2 P3 P4",
    "P1 0 0 | P2 0 0 | start P1 P2 | lose_cards P1 P2 | stage deal",
    "P1 0 0 | P2 0 0 | turn P2 | lose_cards P1 P2 | stage deal",
    "P1 20 2 | P2 0 0 | turn P1 | lose_cards P2",
    "P1 20 2 | P2 0 0 | turn P1 | lose_cards P2 | stage roll",
    "P1 20 2 | P2 0 0 | P3 0 0 | turn P1 | lose_cards P2 P3 | asked P3 | dice 3 1",
    "P1 20 2 | P2 20 0 | turn P1 | lose_cards P2 | dice 3 1 | rolled 2",
    "P1 24 2 | P2 0 0 | cards 21:+3 24:-3 | turn P1 | lose_cards P2 | stage before_follow",
    "P1 24 2 +1 | P2 0 0 | cards 21:+3 | turn P1 | stage place | left 21+",
    "P1 37 2 +1 | P2 0 0 | turn P1 | stage place | rolled 3 | left 52-",
    "P1 24 2 | P2 0 0 | cards 24:EX 30:+1 | turn P1 | stage take | placed yes",
    "P1 20 2 +1 | P2 0 0 | cards 19:+1 | turn P1 | stage draw",
    "P1 20 2 | P2 20 0 | turn P1 | rolled 1",
    "P1 9 2 | P2 20 0 | cards 9:RA | turn P1 | rolled 2 | placed yes",
    "P1 9 2 | P2 20 0 | cards 9:RA | turn P1 | placed yes",
    "P1 34 12 | P2 0 0 | turn P1",
    "P1 34 12 | P2 0 0 | turn P1 | stage over | win end_of_turn",
    "P1 20 2 | P2 0 0 | turn P1 | placing may | lose_card_cost 2 | target 20",
    "P1 20 2 | P2 0 0 | cards 3:+1 | turn P1 | deck directional",
    "P1 3 2 | P2 2 0 | cards 9:+20 | turn P1 | layout size 30; start 2; score 2 5; lose 7; "
    "go_to_lose 4 8; printed 6:-3 12:+1 | deck EX 1; +20 2; -2 3",
])
def test_lines_are_read_back_as_they_were_written(line: str) -> None:
    g = bb.position("bonkers", line)
    assert g.position == line
    again = bb.position("bonkers", g.position)
    assert again.state == g.state


def test_a_position_is_read_back_as_it_was_set_up() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), cards={24: "-3", 21: "+3"},
                 hands=(["+1", "EX"], []), turn=0, lose_cards=(False, True), pile=3)
    assert g.tokens == (20, 0)
    assert g.scores == (2, 0)
    assert g.cards == {24: "-3", 21: "+3"}
    assert g.hands == (["+1", "EX"], [])
    assert g.lose_cards == (False, True)
    assert (g.pile, g.placed, g.dice, g.stage) == (3, False, (), "before_roll")
    assert (g.actor, g.mover) == ("P2", "P1")
    assert position(tokens=(20, 0), turn="P2").mover == "P2"
    by_hand = position(tokens=(20, 0), lose_cards=(False, True), stage="before_move", dice=(4, 4))
    assert (by_hand.actor, by_hand.dice) == ("P2", (4, 4))


# -- positions that cannot be


@pytest.mark.parametrize(("fields", "rule"), [
    ({"tokens": (55, 0)}, "MOVE"),
    ({"tokens": (13, 0)}, "GO_TO_LOSE"),
    ({"tokens": (20, 20)}, "OCCUPIED"),
    ({"tokens": (20, 30, 30)}, "OCCUPIED"),
    ({"tokens": (20, 30), "rolled": 1}, "OCCUPIED"),
    ({"tokens": (20,)}, "SEATS"),
    ({"tokens": (0,) * 5}, "SEATS"),
    ({"tokens": (20, 0), "hands": (["+1"] * 3, [])}, "SEATS"),
    ({"tokens": (20, 0), "hands": (["+7"], [])}, "SEATS"),
    ({"tokens": (20, 0), "hands": (["+1", "+2", "+3", "+4", "+5"], [])}, "SEATS"),
    ({"tokens": (20, 0), "cards": {17: "+1"}}, "PLACE_CARD"),
    ({"tokens": (20, 0), "cards": {52: "+1"}}, "PLACE_CARD"),
    ({"tokens": (20, 0), "cards": {60: "+1"}}, "PLACE_CARD"),
    ({"tokens": (20, 0), "scores": (2, 12)}, "WIN"),
    ({"tokens": (20, 0), "scores": (13, 0)}, "WIN"),
    ({"tokens": (20, 0), "stage": "over"}, "WIN"),
    ({"tokens": (20, 0), "scores": (12, 0), "stage": "roll"}, "WIN"),
    ({"tokens": (20, 0), "scores": (12, 0), "win": "end_of_turn"}, "WIN"),
    ({"tokens": (20, 0), "pile": 41}, "DEPLETED"),
    ({"tokens": (20, 0), "stage": "draw", "pile": 0}, "DEPLETED"),
    ({"tokens": (20, 0), "stage": "place"}, "ONE_CARD_A_TURN"),
    ({"tokens": (17, 0), "stage": "place", "hands": (["+1"], [])}, "PLACE_CARD"),
    ({"tokens": (20, 0), "stage": "place", "hands": (["+1"], []), "cards": {20: "+2"}},
     "FOLLOW_CARD"),
    ({"tokens": (20, 0), "stage": "take"}, "FOLLOW_CARD"),
    ({"tokens": (20, 0), "stage": "take", "cards": {20: "EX"}}, "EXCHANGE"),
    ({"tokens": (20, 0), "stage": "before_roll"}, "LARGE_LOSE_CARD"),
    ({"tokens": (20, 0), "stage": "before_roll", "lose_cards": (True, False)}, "LARGE_LOSE_CARD"),
    ({"tokens": (20, 0), "stage": "before_follow", "lose_cards": (0, 1), "cards": {20: "+1"},
      "lose_card_windows": "before_roll"}, "LARGE_LOSE_CARD"),
    ({"tokens": (20, 0), "dice": (3, 1)}, "LARGE_LOSE_CARD"),
    ({"tokens": (20, 0), "dice": (3, 1), "stage": "roll"}, "ROLL"),
    ({"tokens": (20, 0), "dice": (3, 7)}, "ROLL"),
    ({"tokens": (20, 0), "dice": (3, 1, 2)}, "ROLL"),
    ({"tokens": (20, 0), "placed": True, "rolled": 0}, "PLACE_CARD"),
    ({"tokens": (20, 0), "stage": "draw", "hands": (["+1", "+2", "+3", "+4"], [])}, "DRAW"),
    ({"tokens": (20, 0), "left": ["24-"]}, "ENTRAPMENT"),
    ({"tokens": (20, 0), "stage": "place", "hands": (["+1"], []), "left": ["20+"]}, "ENTRAPMENT"),
    ({"tokens": (20, 0), "stage": "place", "hands": (["+1"], []), "left": ["52+"]}, "FOLLOW_CARD"),
    ({"tokens": (27, 0), "rolled": 1}, "OCCUPIED"),
    ({"tokens": (27, 27), "rolled": 1}, "LOSE_SPACE"),
    ({"tokens": (20, 0), "stage": "deal"}, "HIGHEST_STARTS"),
    ({"tokens": (20, 0), "stage": "draw"}, "PLACE_CARD"),
    ({"tokens": 20}, "SEATS"),
    ({"tokens": (20, 0), "turn": "red"}, "SEATS"),
])
def test_an_impossible_position_is_refused_with_the_rule(
        fields: dict[str, Any], rule: str) -> None:
    with pytest.raises(bb.PositionError) as error:
        position(**fields)
    assert error.value.rule == rule
    assert error.value.text


@pytest.mark.parametrize("line", [
    "", "P1 20 2 | P2 0 0", "P1 20 2 | P2 0 0 | turn P3", "P1 20 | P2 0 0 | turn P1",
    "P1 20 2 | P2 0 0 | turn P1 | turn P1", "P1 20 2 | P2 0 0 | turn P1 | start P1 P2",
    "P1 20 2 | P2 0 0 | turn P1 | cards 21", "P1 20 2 | P2 0 0 | turn P1 | cards 21:x",
    "P1 20 2 | P2 0 0 | turn P1 | cards 21:+1 21:+2", "P1 20 2 | P2 0 0 | turn P1 |",
    "P1 -1 2 | P2 0 0 | turn P1", "P1 20 2 | P2 0 0 | turn P1 | stage jump",
    "P1 20 2 | P2 0 0 | turn P1 | placed maybe", "P1 20 2 | P2 0 0 | turn P1 | rolled many",
    "P1 20 2 | P2 0 0 | turn P1 | target 0", "P1 20 2 | P2 0 0 | turn P1 | lose_card_cost 3",
    "P1 20 2 | P2 0 0 | turn P1 | deck own", "P1 20 2 | P2 0 0 | turn P1 | colour blue",
    "P1 20 2 | P2 0 0 | turn P1 | asked P2", "P1 ² 2 | P2 0 0 | turn P1", "x" * 5000,
    "P1 0 0 | P2 0 0 | start P1", "P1 5 0 | P2 0 0 | start P1 P2",
    "P1 20 2 +1 | P2 0 0 | turn P1 | stage place | left 52- 52-",
    "P1 20 2 +1 | P2 0 0 | turn P1 | stage place | left 5",
])
def test_lines_that_are_no_position_are_refused(line: str) -> None:
    with pytest.raises(bb.PositionError):
        bb.position("bonkers", line)


@pytest.mark.parametrize(("line", "said"), [
    ("", "an empty line is not a position"), ("  ", "an empty line is not a position"),
    ("P1 20 2 | P2 0 0 | turn P1 |", "a field is empty"), ("P1 20 2 || P2 0 0", "a field is empty"),
    ("P1 0 0 | P2 0 0 | start P1 P2 | stage roll", "needs the stage start and no turn"),
])
def test_what_is_wrong_with_a_line_is_said(line: str, said: str) -> None:
    with pytest.raises(bb.PositionError, match=said):
        bb.position("bonkers", line)


def test_lists_of_different_lengths_are_refused() -> None:
    for name, values in (("scores", (1, 2, 3)), ("scores", 3), ("hands", (["+1"],)),
                         ("lose_cards", (True,))):
        with pytest.raises(bb.PositionError, match=f"{name} needs a value for each of P1, P2"):
            position(tokens=(1, 2), **{name: values})


@pytest.mark.parametrize("fields", [
    {"tokens": "20 0"}, {"tokens": ["20", "0"]}, {"scores": "2, 0"}, {"scores": [2, 0]},
    {"cards": "24:-3 21:+3"}, {"cards": ["24:-3", "21:+3"]}, {"cards": {"24": -3, "21": 3}},
    {"cards": {24: "Back 3", 21: "ahead 3"}}, {"cards": {24: "\N{MINUS SIGN}3", 21: "+3"}},
    {"hands": ("+1 ex", "")}, {"hands": (["Ahead 1", "Exchange"], ())}, {"turn": "p1"},
    {"lose_cards": "P2"}, {"lose_cards": ["p2"]}, {"lose_cards": (0, 1)},
    {"placed": False}, {"placed": "no"}, {"placed": None},
])
def test_fields_may_be_texts_lists_or_words(fields: dict[str, Any]) -> None:
    usual = {"tokens": (20, 0), "scores": (2, 0), "cards": {24: "-3", 21: "+3"},
             "hands": (["+1", "EX"], []), "turn": 0, "lose_cards": (False, True)}
    assert position(**{**usual, **fields}).position == position(**usual).position
    assert position(**usual).position == bb.position(
        "bonkers", "p1 20 2, +1 ex | p2 0 0 | cards 21:+3, 24:\N{MINUS SIGN}3 | turn p1 | "
        "lose_cards p2").position


@pytest.mark.parametrize(("fields", "said"), [
    ({"cards": [(24, "-3")]}, 'such as {24: "-3"}'), ({"cards": {24: "3"}}, "'3' is not a card"),
    ({"hands": (["XX"], [])}, "'XX' is not a card"), ({"hand": ([], [])}, "did you mean 'hands'"),
    ({"cards": {24: "+7"}}, "no Ahead 7 card"), ({"turn": "P3"}, "only P1, P2"),
    ({"cards": {24: "+3", 25: "+3", 26: "+3"}}, "no further Ahead 3 card"),
    ({"dice": "3 1"}, "set up the position before the roll"),
    ({"placed": "maybe"}, "placed is yes or no, not 'maybe'"),
    ({"placed": True}, "P1 has already rolled in this turn and rolls again only on an occupied "
                       "space"),
    ({"tokens": (0, 0), "stage": "start"}, "name the seats that roll, as in start P1 P2"),
    ({"tokens": "P1 20 2 | P2 0 0 | turn P1"}, "reads a whole line"),
])
def test_what_is_wrong_with_a_field_is_said(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(bb.PositionError) as error:
        position(**{"tokens": (20, 0), **fields})
    assert said in error.value.text


def test_a_mistyped_house_rule_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ValueError, match="did you mean 'entrapment_stop'"):
        bb.new("bonkers", entrapment_stp="first")
    with pytest.raises(bb.PositionError, match="did you mean 'first'"):
        position(tokens=(1, 2), entrapment_stop="firs")
    assert bb.new("bonkers", seed=1, win="end_of_turn").options["win"] == "end_of_turn"


# -- boards and decks


def test_the_standard_board_and_decks_are_what_is_known_of_them() -> None:
    board = layout.layout("standard")
    assert (board.size, board.start, board.track) == (55, 0, 48)
    assert (len(board.score), len(board.go_to_lose), board.printed) == (3, 2, ((52, -15),))
    deck = dict(layout.deck("standard").counts)
    steps = {f"{sign}{n}" for sign in "+-" for n in (1, 2, 3, 4, 5, 6, 10, 12)}
    assert set(deck) == steps | {"NS", "GS", "RA", "EX"}
    assert set(deck.values()) == {2}
    other = dict(layout.deck("directional").counts)
    assert (set(other), sum(other.values()), other["EX"]) == (steps | {"EX"}, 40, 2)


BOARD = {"size": 30, "start": 2, "score": [2, 5], "lose": 7}


@pytest.mark.parametrize(("change", "reason"), [
    ({"lose": None}, "no 'lose'"), ({"start": None}, "no 'start'"), ({"score": None}, "no 'score'"),
    ({"score": []}, "no Score space"), ({"start": 3}, "Start is a Score space"),
    ({"lose": 30}, "off the ring"), ({"lose": 5}, "given twice"), ({"size": 12}, "13 to 60"),
    ({"size": 61}, "13 to 60"), ({"size": "many"}, "not a whole number"), ({"score": 2}, "a list"),
    ({"printed": {"9": 0}}, "1 to 29"), ({"printed": {"9": 30}}, "1 to 29"),
    ({"printed": {"9": 3, "12": -3}}, "form a loop"), ({"printed": [9]}, "such as 52"),
    ({"printed": {"9": 10, "19": 10, "29": 10}}, "form a loop"),
    ({"colour": "red"}, "no part of a layout"),
])
def test_a_board_that_cannot_be_played_on_is_refused_with_the_reason(
        change: dict[str, Any], reason: str) -> None:
    data = {name: value for name, value in {**BOARD, **change}.items() if value is not None}
    with pytest.raises(ValueError, match=reason):
        layout.layout(data)


@pytest.mark.parametrize(("deck", "board", "reason"), [
    ({"+1": 49}, "standard", "too many"), ({"+7x": 2}, "standard", "not a card"),
    ({"+1": -1}, "standard", "from 0 to 60"), ({}, "standard", "no cards"),
    ({"+1": 2, "+01": 3}, "standard", "given twice"), ({"+55": 40}, "standard", "full lap"),
    ({"-30": 20}, BOARD, "full lap"), ({"+1": 7}, "standard", "not enough to deal"),
    ({f"+{n}": 1 for n in range(1, 29)}, "standard", "too many"), ("big", "standard", "no deck"),
])
def test_a_deck_that_cannot_be_played_with_is_refused_with_the_reason(
        deck: Any, board: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        bb.new("bonkers", seats=2, deck=deck, layout=board)


def test_a_start_that_does_not_score_needs_another_score_space() -> None:
    board = {**BOARD, "score": [2]}
    with pytest.raises(ValueError, match="besides Start"):
        bb.new("bonkers", layout=board, deck={"+1": 20}, start_scores="no")


def test_boards_and_decks_come_from_files_and_travel_with_a_game(tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(json.dumps(BOARD))
    (tmp_path / "deck.toml").write_text('EX = 2\n"+1" = 5\n"-4" = 5\n')
    g = bb.new("bonkers", seats=2, seed=4, layout=tmp_path / "board.json",
               deck=tmp_path / "deck.toml")
    g = g.finish("random", turn_limit=50)
    g.save(tmp_path / "game.json")
    assert bb.load(tmp_path / "game.json") == g
    assert g.options["layout"] == "size 30; start 2; score 2 5; lose 7"
    assert g.options["deck"] == "EX 2; +1 5; -4 5"
    same = bb.new("bonkers", seats=2, seed=4, **g.options)
    assert same.options == g.options
    with pytest.raises(ValueError, match=r"none\.toml"):
        bb.new("bonkers", layout=tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("size = [")
    with pytest.raises(ValueError, match=r"bad\.toml"):
        bb.new("bonkers", layout=tmp_path / "bad.toml")
    with pytest.raises(ValueError, match="a layout is a name"):
        bb.new("bonkers", layout=3)


def test_every_stage_has_a_name() -> None:
    assert set(positions.STAGES.values()) | {state.WINDOW} == set(range(8))
    assert ruleset("bonkers").seated(3) == ("P1", "P2", "P3")
    for seats in (1, 5, True, "P1", ["P1"], ["P1", "P1"], ["P1", "P9"], 2.5):
        with pytest.raises(ValueError, match="seat"):
            bb.new("bonkers", seats=seats)
