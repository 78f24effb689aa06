"""BONK at the table without a browser: hidden hands, the claim, melds, rounds, panels."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter

import pytest

import bonkbook as bb
from bonkbook.bonk import Claim, Discard, Draw, LayOff, Pass, Reveal
from bonkbook.bonk.board import card_label
from bonkbook.bonk.faces import card_text
from bonkbook.bonk.kernel.cards import RUN
from bonkbook.widgets.bonk_table import FIELDS, BonkTable
from bonkbook.widgets.session import PATIENCE, Session
from bonkbook.widgets.table_game import ASK, PASS
from bonkbook.widgets.visible_state import ALL, NOBODY, OPEN, OWN

position = bb.bonk.position
BOTS = {"P2": "elisabot", "P3": "botson"}
READY = {"hands": ("7h 7c 2d 9h 9c 9d 7s 4c", "Kh Kd 5d", "3c 3d 8s"), "discards": "5c",
         "stage": "play", "seed": 1}
DOWN = {"hands": ("5s 4s Kd 9c", "Kh Kd"), "round": 2, "discards": "9d", "stage": "play",
        "melds": [(0, "6s 7s 8s 2h"), (1, "Qh Qd 2c")], "seed": 1}
# P3 has discarded 9d; P1 may take it, P2 is asked whether it claims it.
CLAIM = {"hands": ("5s 8d", "9h 9c Kd", "4d 4h"), "round": 2, "discards": "6c 9d", "turn": 0,
         "stage": "claims", "seed": 1}


@pytest.fixture
def table(front):
    return bb.play("bonk", seats=3, seed=7, players=BOTS)


def cards(table):
    return table.board.widget.view


def send(front, table, kind, **more):
    front.custom(table.board.widget, {"kind": kind, **more})


def step(front, table, by="effect"):
    front.custom(table.timeline, {"kind": "step", "by": by})


def select(front, table, *slots, loose="", lows=(), seat="P1", kind="selected", n=1):
    send(front, table, kind, n=n, seat=seat, slots=[slot.split() for slot in slots],
         cards=loose.split(), **{"from": list(lows)})
    return cards(table)["verdict"]


def head(table):
    return table.controls.view["headline"]


def seat(table, name):
    return next(one for one in cards(table)["seats"] if one["seat"] == name)


# -- a turn


def test_plotly_is_not_loaded_for_cards():
    import subprocess

    code = ("import sys, bonkbook as bb; bb.play('bonk', seed=1);"
            "sys.exit('plotly' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_turn_draws_a_card_and_discards_one(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    assert head(table) == "P1 to draw" and cards(table)["stock"]["press"]
    send(front, table, "draw", **{"from": "stock"})
    hand = cards(table)["hand"]
    assert len(hand["cards"]) == 8 and hand["pick"] == "many" and len(hand["new"]) == 1
    assert head(table) == "P1 to reveal, or discard"
    assert table.controls.view["said"] == "P1 draws from the stock."
    card = next(iter(hand["plays"]))
    assert hand["plays"][card] == [{"to": "discard",
                                    "label": f"Discard {card_label(card)}"}]
    send(front, table, "drop", card=card, to="discard")
    assert cards(table)["discards"]["cards"][-1] == card
    assert head(table) == "P2 to draw" and not cards(table)["hand"]["plays"]
    assert table.session.line.logs[-1][0].rule == "DISCARD"


def test_the_hand_says_what_to_do_and_what_a_card_cannot(front):
    game = bb.bonk.position(hands=("7h 7c 2d", "Kh Kd"), discards="5c", stage="play", round=2)
    table = bb.play(game, players={"P2": "elisabot"})
    hand = cards(table)["hand"]
    assert hand["hints"][""] == "Select a card to discard it, or cards for a meld."
    assert hand["hints"]["2d"] == "2♦ is a two, and a two cannot be discarded."
    assert set(hand["hints"]) == {"", "more", "2d"}
    send(front, table, "drop", card="7h", to="discard")
    assert cards(table)["hand"]["hints"] == {}


def test_the_stock_offers_a_card_only_to_who_may_draw(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    stock = cards(table)["stock"]
    assert stock["label"] == "Draw from the stock" and stock["press"]
    assert stock["title"] == f"Draw from the stock: {stock['count']} cards face down"
    send(front, table, "draw", **{"from": "stock"})
    stock = cards(table)["stock"]
    assert stock["label"] == "" and stock["title"] == f"{stock['count']} cards face down"


def test_why_not_names_the_meld_that_a_card_is_laid_off_on(front):
    game = bb.bonk.position(hands=("7s Kd", "4c"), discards="5c", stage="play", melds=[
        (0, "7h 7c 2d"), (0, "9h 9c 9d"), (1, "Jh Jc Js"), (1, "Qc Qd Qs")])
    table = bb.play(game, players={"P2": "elisabot"})
    front.custom(table.controls, {"kind": "why", "open": True})
    rows = {group["title"]: group["rows"] for group in table.controls.view["why"]
            if group["title"].startswith("Lay off")}
    assert list(rows) == ["Lay off on P1: Set of sevens", "Lay off on P1: Set of nines",
                          "Lay off on P2: Set of jacks", "Lay off on P2: Set of queens"]
    assert {row["what"]: row["ok"] for row in rows["Lay off on P1: Set of sevens"]} == {
        "K♦": False, "7♠": True}


def test_the_table_says_where_there_is_no_claim(front):
    table = bb.play("bonk", seats=3, seed=5, players={"P2": "elisabot"})
    assert cards(table)["headline"] == "No BONK! in round 1"
    game = bb.bonk.position(hands=("7h 7c 2d", "Kh Kd"), discards="5c", round=2)
    assert cards(bb.play(game))["headline"] == ""


def test_the_top_discard_can_be_taken(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    top = table.game.discards[-1]
    assert cards(table)["discards"]["press"] == "draw"
    send(front, table, "draw", **{"from": "discard"})
    assert top in cards(table)["hand"]["cards"] and cards(table)["hand"]["new"] == [top]
    assert cards(table)["discards"]["press"] == "drop"


@pytest.mark.parametrize(
    ("kind", "more", "text", "rule"),
    [
        ("draw", {"from": "stock"}, "P1 has already drawn this turn.", "DRAW"),
        ("drop", {"card": "2d", "to": "discard"}, "2♦ is a two", "NO_WILD_DISCARD"),
        ("drop", {"card": "Ac", "to": "discard"}, "A♣ is not in P1's hand", "DISCARD"),
        ("drop", {"card": "7s", "to": "meld", "meld": 0, "end": ""}, "only after", "LAY_OFF"),
        ("drop", {"card": None, "to": "discard"}, "Pick a card from your hand", ""),
        ("drop", {"card": "zz", "to": "discard"}, "'zz' is not a card: write its rank", ""),
        ("drop", {"card": "7s", "to": "meld", "meld": -1, "end": ""}, "counted from 0", ""),
        ("drop", {"card": "7s", "to": "meld", "meld": "x"}, "meld: a whole number", ""),
        ("draw", {"from": "the moon"}, "a card is drawn from", ""),
        ("reveal", {"seat": "P1", "slots": [], "cards": []}, "Select the cards to reveal", ""),
        ("bonk", {"seat": "P1"}, "In round 1 nobody may claim", "NO_BONK_IN_ROUND_1"),
        ("act", {"action": "allow"}, "no claim to answer", "ALLOW_OR_KEEP"),
        ("act", {"action": "juggle"}, "not a play; write it like", ""),
    ],
)
def test_what_cannot_be_is_told_where_it_was_wanted_and_changes_nothing(front, kind, more, text,
                                                                        rule):
    table = bb.play(position(**READY), players=BOTS)
    before = table.game, table.session.at, table.session.line
    send(front, table, kind, **more)
    error = cards(table)["error"]
    assert text in error["text"] and error["rule"] == rule
    assert table.controls.view["error"] == ""
    assert (table.game, table.session.at, table.session.line) == before
    select(front, table, loose="7h")
    front.custom(table.controls, {"kind": "why", "open": True})
    assert "error" not in cards(table)


@pytest.mark.parametrize(
    ("content", "text"),
    [(None, "has a kind"), ([], "has a kind"), ("draw", "has a kind"), ({}, "has a kind"),
     ({"kind": ["draw"]}, "has a kind"), ({"kind": "nonsense"}, "does not know the message"),
     ({"kind": "draw"}, "from: a text"), ({"kind": "selected", "slots": 3}, "slots, from: lists"),
     ({"kind": "selected", "seat": "P1", "slots": [[None]]}, "a list of texts"),
     ({"kind": "selected", "n": float("inf")}, "n: a whole number"), ({"kind": "ways"}, ""),
     ({"kind": "selected", "seat": "P1", "cards": ["7h"] * 900}, ""),
     ({"kind": "pass", "timeout": True}, ""), ({"kind": "reveal", "seat": {}}, "seat: a text")],
)
def test_strange_messages_are_said_and_change_nothing(front, content, text):
    table = bb.play(position(**READY), players=BOTS)
    before = table.game, table.session.at, table.session.line
    front.custom(table.board.widget, content)
    assert (table.game, table.session.at, table.session.line) == before
    error = cards(table).get("error", {"text": ""})["text"]
    assert text in error and bool(error) == bool(text)


# -- revealing


def test_a_selection_is_ready_when_it_meets_the_contract(front):
    table = bb.play(position(**READY), players=BOTS)
    assert [slot["label"] for slot in cards(table)["slots"]] == ["A: a set", "B: a set"]
    found = select(front, table, "7h 7c 2d", n=4)
    assert found["n"] == 4 and not found["ready"]
    assert found["text"] == "Round 1 asks for 2 sets, not 1."
    assert found["slots"][0]["text"] == "a set of sevens"
    assert found["slots"][0]["as"] == ["", "", "7"]
    found = select(front, table, "7h 7c 2d", "9h 9c 9d")
    assert found["ready"] and found["label"] == "Reveal"
    select(front, table, "7h 7c 2d", "9h 9c 9d", kind="reveal")
    assert table.game.last == Reveal(["7h 7c 2d", "9h 9c 9d"])
    melds = cards(table)["melds"]
    assert [meld["title"] for meld in melds] == ["Set of sevens", "Set of nines"]
    assert melds[0]["cards"][2] == {"card": "2d", "as": "7"}
    assert cards(table)["hand"]["pick"] == "one" and cards(table)["verdict"] is None
    assert {"to": "meld", "meld": 0, "end": "",
            "label": "Lay off 7♠ on P1's set 7♥ 7♣ 2♦"} in cards(table)["hand"]["plays"]["7s"]


@pytest.mark.parametrize(
    ("loose", "ready"),
    [("7h 7c 2d 9h 9c 9d", True), ("9h 7h 9c 7c 9d 2d", True), ("7h 7c 7s 9h 9c 2d", True),
     ("7h 7c 2d", False), ("7h 7c", False), ("7h 7c 7s 4c", False), ("2d", False)],
)
def test_loose_cards_are_cut_into_melds_in_order_or_in_any_way(front, loose, ready):
    table = bb.play(position(**READY), players=BOTS)
    found = select(front, table, loose=loose)
    assert found["ready"] == ready and found["text"]
    before = table.game
    select(front, table, loose=loose, kind="reveal")
    assert (table.game.last is not None) == ready
    if not ready:
        assert table.game is before and cards(table)["error"]["rule"] in ("SET", "CONTRACT")
    else:
        assert Counter(table.game.last.cards) == Counter(loose.split())


def test_what_is_missing_is_said_by_the_rules(front):
    table = bb.play(position(round=2, hands=("7c 7d 7s Kh Ah 2h 3h 4h", "Kd"), discards="5c",
                             stage="play", seed=1), players={"P2": "botson"})
    assert "at least three cards" in select(front, table, loose="7c 7d")["text"]
    assert "around the corner" in select(front, table, "7c 7d 7s", "Kh Ah 2h 3h")["text"]
    text = select(front, table, "7c 7d 7s", "Ah Kh 3h 4h")["text"]
    assert "do not follow" in text and "A♥ K♥ 3♥ 4♥" in text
    says = select(front, table, "7d 7s", "Ah 2h 3h 7c")["slots"][1]["text"]
    assert says == "A run is of one suit; 7♣ is a club."
    assert select(front, table, "7c 7d 7s", "Ah 2h 3h 4h")["ready"]
    assert select(front, table, "", "Ah 2h 3h 4h", loose="7c 7d 7s")["ready"]
    slots = select(front, table, "", "Ah 2h 3h 4h")["slots"]
    assert slots[0] == {} and slots[1]["text"] == "a run from A♥ to 4♥"


def test_a_run_of_twos_asks_where_it_begins(front):
    hand = "7c 7d 7s 2h 2c 2d 2s 9h"
    table = bb.play(position(round=2, hands=(hand, "Kd"), discards="5c", stage="play", seed=1),
                    players={"P2": "botson"})
    slot = select(front, table, "7c 7d 7s", "2h 2c 2d 2s")["slots"][1]
    assert not slot["ok"] and "must say what they stand for" in slot["text"]
    assert slot["ask"]["label"] == "The run begins at" and ["9h", "9♥"] in slot["ask"]["choices"]
    found = select(front, table, "7c 7d 7s", "2h 2c 2d 2s", lows=[None, "9h"])
    assert found["ready"] and found["slots"][1]["as"] == ["9h", "Th", "Jh", "Qh"]
    select(front, table, "7c 7d 7s", "2h 2c 2d 2s", lows=[None, "9h"], kind="reveal")
    assert table.game.meld_texts[1].endswith("from 9h")
    assert cards(table)["melds"][1]["cards"][0] == {"card": "2h", "as": "9h"}


def test_ways_are_shown_on_request_and_meet_the_contract(front):
    table = bb.play(position(**READY), players=BOTS)
    select(front, table)
    assert cards(table)["verdict"]["ways"] is None
    send(front, table, "ways")
    ways = cards(table)["verdict"]["ways"]
    assert ways[0]["label"] == "a set of sevens; a set of nines"
    for way in ways:
        assert table.game.why_not(Reveal(way["melds"])) is None
    poor = bb.play(position(hands=("Ah 3c 5d", "Kd"), discards="5c", stage="play"),
                   players={"P2": "botson"})
    select(front, poor)
    send(front, poor, "ways")
    assert cards(poor)["verdict"]["ways"] == []
    assert cards(poor)["verdict"]["text"] == "This hand does not hold two sets."


def test_the_final_round_takes_every_card(front):
    hand = "3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 4c 4d 4s 2c"
    table = bb.play(position(round=7, hands=(hand, "Ad"), discards="5c", stage="play", seed=1),
                    players={"P2": "botson"})
    assert [slot["label"] for slot in cards(table)["slots"]] == ["A: a run"]
    assert cards(table)["slots"][0]["hint"].startswith("7 or more")
    assert cards(table)["more_slots"]
    found = select(front, table, "3h 4h 5h 6h 7h 8h 9h", "Kc Kd Ks", "4c 4d 4s")
    assert not found["ready"] and found["text"]
    assert select(front, table, "3h 4h 5h 6h 7h 8h 9h", "Kc Kd Ks 2c", "4c 4d 4s")["ready"]
    assert select(front, table, loose=hand)["ready"]
    select(front, table, loose=hand, kind="reveal")
    assert table.game.is_over and head(table) == "P1 won"
    assert not table.timeline.view["playing"] and seat(table, "P2")["hand"] == ["Ad"]
    assert seat(table, "P1")["note"] == "has won"


# -- laying off


def test_laying_off_a_card_at_an_end(front):
    table = bb.play(position(**DOWN), players={"P2": "botson"})
    ends = [end["end"] for end in cards(table)["melds"][0]["ends"]]
    assert ends == ["low", "high"]
    assert cards(table)["melds"][0]["ends"][0]["text"] == "5♠"
    assert cards(table)["melds"][0]["cards"][3] == {"card": "2h", "as": "9s"}
    send(front, table, "drop", card="4s", to="meld", meld=0, end="low")
    assert "takes 5♠ or a two, not 4♠" in cards(table)["error"]["text"]
    for card in ("5s", "4s"):
        send(front, table, "drop", card=card, to="meld", meld=0, end="low")
        assert table.game.last == LayOff(card, 0, "low")
    assert [one["card"] for one in cards(table)["melds"][0]["cards"]][:3] == ["4s", "5s", "6s"]
    send(front, table, "drop", card="9c", to="discard")
    assert table.game.last == Discard("9c") and seat(table, "P1")["cards"] == 1


def test_a_hand_of_twos_ends_the_turn_by_a_button(front):
    table = bb.play(position(hands=("2h 2s", "Kd Kh"), round=2, discards="9d", stage="play",
                             melds=[(0, "6s 7s 8s 9s")], seed=1), players={"P2": "botson"})
    assert {one["id"] for one in cards(table)["buttons"]} == {"end turn"}
    send(front, table, "act", action="end turn")
    assert head(table) == "P2 to draw"


# -- the claim


def test_a_person_is_asked_for_a_claim_and_bots_answer_at_once(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot", "P3": "botson"})
    assert head(table) == "BONK? P2 may claim 9♦" and table.timeline.view["waits"]
    bonk = cards(table)["bonk"]
    assert bonk["card"] == "9d" and bonk["seconds"] == table.session.patience > 0
    assert bonk["claims"] == [{"seat": "P2", "label": "BONK!", "who": "P2"}]
    assert "discarded by P3" in bonk["text"]
    send(front, table, "bonk", seat="P2")
    assert table.game.stage == "answer" and cards(table)["bonk"] is None
    assert seat(table, "P2")["note"] == "BONK!"
    assert table.controls.view["said"] == "P2 calls BONK! for 9♦."
    step(front, table, "play")
    assert table.game.stage in ("penalty", "play")


def test_time_runs_out_without_the_kernel_waiting(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot", "P3": "botson"})
    asked = {"stop": table.board.widget.stop}
    send(front, table, "pass", meant={"stop": asked["stop"] - 1}, timeout=True)
    assert table.game.stage == "claims"
    send(front, table, "pass", meant=asked, timeout=True)
    assert table.game.last == Pass() and table.game.stage == "draw"
    at = table.session.at
    send(front, table, "pass", meant=asked, timeout=True)  # of a second view of the table
    assert table.session.at == at and "error" not in cards(table)
    # What was undone is not cut off by a clock.
    front.custom(table.timeline, {"kind": "undo"})
    assert cards(table)["bonk"]["seconds"] == 0
    for more in ({}, {"meant": asked}):
        send(front, table, "pass", timeout=True, **more)
        assert table.game.stage == "claims" and table.session.can_redo
    send(front, table, "pass", meant=asked)
    assert table.game.stage == "claims"
    send(front, table, "pass")
    assert table.game.stage == "draw"


def test_how_long_a_claim_waits_can_be_set(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot", "P3": "botson"})
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    assert [n for n, _ in table.panels.view["body"]["patiences"]] == list(PATIENCE)
    front.custom(table.panels, {"kind": "patience", "value": 0})
    assert cards(table)["bonk"]["seconds"] == 0
    front.custom(table.panels, {"kind": "patience", "value": 3})
    assert "0, 5, 8" in table.panels.view["message"] and table.session.patience == 0


def test_who_does_not_want_to_be_asked_can_still_claim(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot", "P3": "botson"})
    rows = table.controls.view["interrupt"]["rows"]
    assert [(row["seat"], row["watch"], row["now"]) for row in rows] == [("P2", ASK, True)]
    front.custom(table.controls, {"kind": "watch", "seat": "P2", "value": PASS})
    assert table.game.stage == "draw"
    front.custom(table.controls, {"kind": "interrupt", "seat": "P2"})
    assert table.game.last == Claim() and table.game.stage == "answer"


def test_the_mover_allows_or_keeps(front):
    table = bb.play(position(**{**CLAIM, "stage": "answer", "claimant": "P2"}),
                    players={"P2": "elisabot", "P3": "botson"})
    assert [one["label"] for one in cards(table)["buttons"]] == ["Let P2 take 9♦",
                                                                 "Keep 9♦ as your draw"]
    send(front, table, "act", action="allow")
    assert table.game.stage == "draw" and seat(table, "P2")["cards"] == 5
    assert [event.rule for event in table.game.log] == ["ALLOW_OR_KEEP", "PENALTY_CARD"]
    front.custom(table.timeline, {"kind": "undo"})
    assert table.game.stage == "answer"
    send(front, table, "act", action="keep")
    assert table.game.stage == "play" and "9d" in cards(table)["hand"]["cards"]


# -- hidden hands


def test_one_person_sees_its_own_hand_all_the_time(front, table):
    for _ in range(30):
        assert cards(table)["hand"]["seat"] == "P1" and cards(table)["cover"] is None
        assert table.session.visible.viewer == "P1"
        table.session.tick() if not table.session.waits else table.session.play(
            table.game.legal()[-1])
        front.custom(table.timeline, {"kind": "go", "at": table.session.at})


def test_who_decides_is_called_the_same_everywhere(front, table):
    assert table.controls.view["player"] == "Botson, a bot"  # P3 opens the round
    assert seat(table, "P1")["player"] == "a person"
    assert seat(table, "P3")["player"] == "Botson, a bot"
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    body = table.panels.view["body"]
    assert body["players"][0] == ["person", "a person"]
    assert ["elisabot", "Elisabot, a bot"] in body["players"] and body["policies"]
    front.custom(table.panels, {"kind": "player", "seat": "P1", "player": "elisabot"})
    front.custom(table.panels, {"kind": "player", "seat": "P2", "player": "person"})
    assert seat(table, "P1")["player"] == "Elisabot, a bot"
    table.show(position(**READY))
    assert table.controls.view["player"] == "Elisabot, a bot"


def test_two_people_share_a_screen_behind_a_cover(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1")
    view = cards(table)
    assert view["hand"] is None and view["cover"]["button"] == "Show P1's hand"
    assert table.session.visible.viewer == NOBODY and not view["stock"]["press"]
    send(front, table, "draw", **{"from": "stock"})
    assert "It is P1's turn." in cards(table)["error"]["text"]
    send(front, table, "show")
    assert cards(table)["hand"]["seat"] == "P1" and cards(table)["cover"] is None
    send(front, table, "draw", **{"from": "stock"})
    card = next(iter(cards(table)["hand"]["plays"]))
    send(front, table, "drop", card=card, to="discard")
    assert cards(table)["hand"] is None
    assert cards(table)["cover"]["title"] == "Pass the screen to P2"
    for at in range(table.session.line.last):  # who comes now does not see P1's hand by scrubbing
        front.custom(table.timeline, {"kind": "go", "at": at})
        assert cards(table)["hand"] is None
    front.custom(table.timeline, {"kind": "undo"})
    assert cards(table)["cover"]["title"] == "Pass the screen to P1"
    front.custom(table.timeline, {"kind": "go", "at": table.session.line.last})
    send(front, table, "show")
    assert cards(table)["hand"]["seat"] == "P2" and cards(table)["cover"] is None
    send(front, table, "show")
    assert cards(table)["error"]["text"] == "No hand is waiting to be shown."


def test_a_claim_can_be_answered_without_showing_the_hand(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot"})
    assert len(table.session.people) == 2
    assert cards(table)["cover"]["button"] == "Show P2's hand" and cards(table)["bonk"]
    covered = cards(table)["bonk"]["id"]
    send(front, table, "show")
    assert cards(table)["hand"]["seat"] == "P2"
    assert cards(table)["bonk"]["id"] != covered  # the time begins anew
    send(front, table, "pass")
    assert table.game.stage == "draw"
    table = bb.play(position(**CLAIM), players={"P1": "elisabot"})
    send(front, table, "bonk", seat="P2")
    assert table.game.last == Claim()


def test_only_bots_play_with_open_hands_or_those_of_one(front):
    table = bb.play("bonk", seats=3, seed=7, players="elisabot")
    assert table.session.visible.viewer == ALL and not table.timeline.view["playing"]
    open_hands = [one for one in cards(table)["seats"] if "hand" in one]
    assert len(open_hands) == 2 and all("?" not in one["hand"] for one in open_hands)
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    assert [value for value, _ in table.panels.view["body"]["hands"]] == [OPEN, "P1", "P2", "P3"]
    front.custom(table.panels, {"kind": "hands", "value": "P2"})
    assert cards(table)["hand"]["seat"] == "P2"
    assert not any("hand" in one for one in cards(table)["seats"])


def test_all_hands_can_be_laid_open_and_then_the_card_to_come_chosen(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    assert [value for value, _ in table.panels.view["body"]["hands"]] == [OWN, OPEN]
    front.custom(table.panels, {"kind": "hands", "value": OPEN})
    assert "hand" in seat(table, "P2")
    send(front, table, "draw", **{"from": "stock"})
    chance = table.controls.view["chance"]
    assert chance["label"] == "Take the card from the stock" and len(chance["outcomes"]) > 40
    front.custom(table.controls, {"kind": "roll", "outcome": chance["outcomes"][0][0]})
    assert str(table.game.last) == chance["outcomes"][0][0] and table.game.stage == "play"


def everything_sent(front):
    """All texts in all messages but those of the scripts and styles that come first."""
    told = [{**data, "state": {name: value for name, value in data.get("state", {}).items()
                               if name not in ("_esm", "_css")}}
            for _, _, data in front.messages]
    return json.dumps(told, ensure_ascii=False)


def written(text):
    """The cards that a text names, as they are typed or as they are printed."""
    found = Counter(re.findall(r"(?<![\w/])[A2-9TJQK][cdhs](?![\w])", text))
    signs = dict(zip("♣♦♥♠", "cdhs", strict=True))
    for rank, sign in re.findall(r"(10|[A2-9JQK])([♣♦♥♠])", text):
        found[("T" if rank == "10" else rank) + signs[sign]] += 1
    return set(found)


def open_cards(game, viewer):
    """What `viewer` may know of: its hand, the table, and what all have seen."""
    view = game.view(viewer)
    known = {card for hand in view.hands for card in hand if card != "?"}
    known |= {card for _, meld in game.melds for card in meld} | set(game.discards)
    for kind, suit, low, length in game.state.meld[:game.state.melds]:
        if kind == RUN:  # what its twos stand for, and what its ends take
            known |= {card_text(13 * suit + rank % 13) for rank in range(low - 1, low + length + 1)}
    return known


@pytest.mark.parametrize("seed", range(4))
def test_nothing_hidden_is_ever_sent(front, seed):
    """Plays two rounds with every panel open; each message is searched for hidden cards."""
    table = bb.play("bonk", seats=3, seed=seed, players=BOTS, bonk_ban="none")
    known: set[str] = set()
    tabs = ["seats", "setup", "file", "options"]  # the odds name cards that may come: see below
    for k in range(240):
        if table.game.is_over or table.game.round == 3:
            break
        front.forget()
        game = table.game
        front.custom(table.panels, {"kind": "open", "tab": tabs[k % len(tabs)]})
        front.custom(table.controls, {"kind": "why", "open": True})
        front.custom(table.panels, {"kind": "advice", "policy": "elisabot"})
        if game.actor == "P1":
            front.custom(table.controls, {"kind": "act", "action": str(game.legal()[k % 2 - 1])})
        elif table.session.waits:
            front.custom(table.controls, {"kind": "roll"})
        else:
            front.custom(table.timeline, {"kind": "tick"})
        front.custom(table.timeline, {"kind": "go", "at": table.session.at - 1})
        front.custom(table.timeline, {"kind": "go", "at": table.session.line.last})
        table._repr_mimebundle_()
        known |= open_cards(game, "P1") | open_cards(table.game, "P1")
        told = {card for log in table.session.line.logs for event in log
                for card in written(event.text)}
        hidden = written(everything_sent(front)) - known - told - HINTS
        assert not hidden, (k, hidden, str(game))
        assert "?" not in "".join(cards(table)["hand"]["cards"])
        if len(table.game.discards) <= 1 and table.game.stage == "draw":
            known = open_cards(table.game, "P1")  # a new round, a new deal
    assert k > 50


# Cards in the hints of the set-up form, and the examples of its fields.
HINTS = written(" ".join([BonkTable.hint, *(hint for _, _, hint in FIELDS),
                          "45 7h 2c Td", "lay off 7h"]))


def test_the_search_finds_hands_that_lie_open(front, table):
    front.forget()
    front.custom(table.panels, {"kind": "hands", "value": OPEN})
    hidden = written(everything_sent(front)) - open_cards(table.game, "P1")
    assert hidden >= set(table.game.hands[1]) - open_cards(table.game, "P1") != set()


def test_covered_nobodys_cards_are_sent(front):
    table = bb.play("bonk", seats=3, seed=5)
    for tab in ("odds", "seats", "setup", "file"):
        front.custom(table.panels, {"kind": "open", "tab": tab})
    front.custom(table.controls, {"kind": "why", "open": True})
    data, _ = table._repr_mimebundle_()
    text = everything_sent(front) + json.dumps(data) + repr(table)
    public = set(table.game.discards) | written(" ".join(e.text for e in table.game.log))
    assert written(text) - HINTS <= public
    assert table.controls.view["why"] is None
    front.custom(table.panels, {"kind": "advice", "policy": "elisabot"})
    assert "Only the player to act" in table.panels.view["message"]


def test_advice_is_only_for_the_one_who_looks(front):
    table = bb.play(position(**READY), players=BOTS)
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    front.custom(table.panels, {"kind": "advice", "policy": "elisabot"})
    advice = table.panels.view["body"]["advice"]
    assert advice["action"] == "reveal 7c 7h 2d / 9c 9d 9h" or "reveal" in advice["action"]
    assert "♥" in advice["words"] and advice["why"]
    front.custom(table.panels, {"kind": "act", "action": advice["action"]})
    assert table.game.revealed[0]


def test_what_a_bot_would_do_is_not_left_for_the_next_at_the_screen(front):
    table = bb.play(position(**READY))
    send(front, table, "show")
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    front.custom(table.panels, {"kind": "advice", "policy": "elisabot"})
    assert table.panels.view["body"]["advice"]["action"]
    front.custom(table.panels, {"kind": "open", "tab": None})
    send(front, table, "drop", card="4c", to="discard")
    front.custom(table.panels, {"kind": "undo"})
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    assert table.game.actor == "P1" and cards(table)["cover"]
    assert table.panels.view["body"]["advice"]["action"] is None


# -- stepping, rounds


@pytest.mark.parametrize("by", ["effect", "play", "turn", "end"])
def test_bots_play_to_the_end_by_every_kind_of_step(by):
    contracts = "1s-4 1r-5"
    bots = ["elisabot", "botson", "random"]
    session = Session(bb.new("bonk", seats=3, seed=2, contracts=contracts), bots)
    move = getattr(session, f"step_{by}")
    for _ in range(5000):
        if session.game.is_over and not session.can_redo:
            break
        move()
    assert session.game == bb.new("bonk", seats=3, seed=2, contracts=contracts).finish(bots)


def test_between_rounds_people_look_at_the_points(front):
    table = bb.play(position(hands=("7h", "Kh Kd 5d"), discards="9d", stage="play", seed=1,
                             melds=[(0, "7c 7d 7s"), (0, "9c 9h 9s")]),
                    players={"P2": "elisabot"})
    send(front, table, "drop", card="7h", to="discard")
    assert table.timeline.view["waits"] and head(table) == "Next: the deal of round 2"
    rows = cards(table)["scores"]["rows"]
    assert [(row["seat"], row["points"][0], row["total"]) for row in rows] == [
        ("P1", 0, 0), ("P2", 25, 25)]
    assert table.controls.view["chance"]["label"] == "Deal round 2"
    front.custom(table.controls, {"kind": "roll"})
    assert table.game.round == 2 and table.game.stage in ("draw", "claims")
    assert cards(table)["title"] == "Round 2 of 7: a set and a run"
    assert len(cards(table)["hand"]["cards"]) == 8


def test_undo_goes_to_what_the_person_decided(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    send(front, table, "draw", **{"from": "stock"})
    drawn = list(cards(table)["hand"]["cards"])
    front.custom(table.timeline, {"kind": "undo"})
    assert head(table) == "P1 to draw" and len(cards(table)["hand"]["cards"]) == 7
    front.custom(table.timeline, {"kind": "redo"})
    assert cards(table)["hand"]["cards"] == drawn
    front.custom(table.timeline, {"kind": "undo"})
    send(front, table, "draw", **{"from": "discard"})
    assert not table.session.can_redo and len(cards(table)["hand"]["cards"]) == 8


def test_undo_stops_autoplay_until_the_person_has_played(front):
    table = bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})
    for _ in range(2):
        send(front, table, "draw", **{"from": "stock"})
        assert table.timeline.view["playing"]
        front.custom(table.timeline, {"kind": "undo"})
        assert not table.timeline.view["playing"]
    front.custom(table.timeline, {"kind": "auto", "on": False})
    send(front, table, "draw", **{"from": "stock"})
    assert not table.timeline.view["playing"]


def test_slider_visits_every_effect_and_shows_the_hand_as_it_was(front, table):
    while len(table.session.line.games) < 40:
        game = table.game
        if table.session.waits:
            table.session.play(game.legal()[-1])
        else:
            table.session.tick()
    for at in range(table.session.line.last + 1):
        front.custom(table.timeline, {"kind": "go", "at": at})
        own = table.session.position.hands[0]
        assert cards(table)["hand"]["cards"] == list(own)
    assert table.timeline.view["text"].startswith("Turn ")


def test_bots_play_on_by_themselves_and_wait_for_people(front, table):
    assert table.timeline.view["playing"]
    for _ in range(60):
        if table.game.actor == "P1":
            break
        front.custom(table.timeline, {"kind": "tick"})
    assert table.game.actor == "P1" and table.timeline.view["waits"]
    at = table.session.at
    front.custom(table.timeline, {"kind": "tick"})
    assert table.session.at == at


@pytest.mark.parametrize("seed", range(3))
def test_any_clicks_at_all_leave_a_game_that_can_go_on(front, seed):
    """Two people, a bot, and clicks by chance: nothing breaks, nobody sees another one's hand."""
    rng = random.Random(seed)
    table = bb.play("bonk", seats=3, seed=seed, players={"P3": "botson"}, bonk_ban="none",
                    contracts="1s-5 1s1r-8")
    for _ in range(150):
        view = cards(table)
        hand = (view["hand"] or {"cards": []})["cards"]
        some = rng.sample(hand, min(len(hand), rng.choice([1, 3, 4, 7])))
        kind, more = rng.choice([
            ("draw", {"from": rng.choice(["stock", "discard"])}),
            ("drop", {"card": rng.choice([*hand, "7h"]), "to": "discard"}),
            ("drop", {"card": rng.choice([*hand, "7h"]), "to": "meld", "meld": rng.randrange(4),
                      "end": rng.choice(["", "low", "high", "swap"])}),
            ("selected", {"n": 1, "seat": "P1", "slots": [some], "cards": [], "from": []}),
            ("reveal", {"n": 2, "seat": "P2", "slots": [], "cards": some, "from": []}),
            ("ways", {}), ("show", {}), ("show", {}), ("bonk", {}),
            ("pass", {"timeout": rng.random() < 0.5}),
            ("act", {"action": rng.choice(["allow", "keep", "end turn"])}),
        ])
        send(front, table, kind, **more)
        front.custom(table.timeline, rng.choice([
            {"kind": "tick"}, {"kind": "tick"},
            {"kind": "undo"}, {"kind": "redo"}, {"kind": "step", "by": "play"},
            {"kind": "auto", "on": True}, {"kind": "go", "at": rng.randrange(60)}]))
        front.custom(table.controls, {"kind": rng.choice(["roll", "why", "look"]), "open": True})
        visible, shown = table.session.visible, cards(table)["hand"]
        assert (shown is None) == (visible.viewer == NOBODY)
        if visible.cover or (shown and shown["seat"] != table.session.position.actor):
            assert not (shown or {"plays": {}})["plays"]
        assert table.game.is_over or table.game.actor
    g = table.game
    assert sum(g.sizes) + g.stock + len(g.discards) + sum(len(m) for _, m in g.melds) == 104


# -- panels, files


def test_why_not_names_the_rule_for_every_action(front):
    table = bb.play(position(**READY), players=BOTS)
    front.custom(table.controls, {"kind": "why", "open": True})
    groups = {group["title"]: group["rows"] for group in table.controls.view["why"]}
    two = next(row for row in groups["Discard"] if row["what"] == "2♦")
    assert not two["ok"] and two["rule"] == "NO_WILD_DISCARD"
    assert groups["Reveal"][0]["ok"] and groups["Lay off"][0]["rule"] == "LAY_OFF"
    assert {row["rule"] for row in groups["Draw"]} <= {"DRAW", "DISCARD"}


def test_odds_are_those_of_the_engine_for_what_the_person_sees(front):
    from bonkbook.bonk import odds

    g = position(hands=("7h 7c 9h 9c 4d 7s 4c", "Kh Kd 5d"), discards="5c", seed=1)
    table = bb.play(g, players={"P2": "botson"})
    front.custom(table.panels, {"kind": "open", "tab": "odds"})
    body = table.panels.view["body"]
    p = odds.next_draw(g.view("P1"))
    assert body["caption"] == "The chances of P1" and body["grid"] is None
    assert body["lines"][0]["roll"]["exact"] == f"{p.numerator}/{p.denominator}"
    assert not any("5c" in line["label"] for line in body["lines"])  # 5♣, as it is printed
    outs = next(one for one in body["tables"] if one["caption"].startswith("Cards that help"))
    useful = [out for out in odds.outs(g.view("P1")) if out.is_useful]
    assert len(outs["rows"]) == len(useful)
    assert ["9♦", "2", "completes the contract"] in outs["rows"]
    points = next(one for one in body["tables"] if one["caption"].startswith("Points in hand"))
    mean = float(odds.points_drawn(g.view("P1")).mean)
    assert [row[1] for row in points["rows"]] == ["35", f"{mean:.1f}"]
    send(front, table, "draw", **{"from": "stock"})
    tables = {one["caption"]: one["rows"] for one in table.panels.view["body"]["tables"]}
    best = tables["After each discard: the contract met with the next card"]
    assert len(best) == len(odds.discards(table.game.view("P1")))


def test_what_a_long_table_of_odds_leaves_out_is_summed_up(front):
    from bonkbook.bonk import odds

    g = position(hands=("Kc Kh Ks 2c 6c 7s Td", "3h 4h 5d"), discards="5c", seed=1)
    rows = BonkTable().odds_tables(g.view("P1"))[0]["rows"]
    assert len([out for out in odds.outs(g.view("P1")) if out.is_useful]) == 16
    assert rows[-1] == ["2 more", "2", "completes the contract"] and len(rows) == 15
    assert sum(int(row[1]) for row in rows) == 28
    long = position(round=7, stage="play", hands=("3c 4c 5c 6c 7c 8c 9c 3d 5d 7d 9d Jd Kd 4h 6h Ts",
                                                  "3h"), discards="5s", seed=1)
    rows = BonkTable().odds_tables(long.view("P1"))[0]["rows"]
    assert rows[-1] == ["2 more, none better", "", ""] and len(rows) == 15


def test_the_claim_is_weighed_in_the_odds_panel(front):
    table = bb.play(position(**CLAIM), players={"P1": "elisabot", "P3": "botson"})
    front.custom(table.panels, {"kind": "open", "tab": "odds"})
    captions = [one["caption"] for one in table.panels.view["body"]["tables"]]
    assert "To bonk or not to bonk for 9♦" in captions
    assert not any(caption.startswith("Points in hand") for caption in captions)
    table = bb.play("bonk", seats=2, seed=7, first="P1")
    front.custom(table.panels, {"kind": "open", "tab": "odds"})
    assert "Show a hand first" in table.panels.view["body"]["message"]
    send(front, table, "show")
    assert table.panels.view["body"]["lines"]


def test_every_rule_has_its_entry_and_example(front, table):
    for name in table.game.ruleset.rule_book:
        front.custom(table.controls, {"kind": "rule", "rule": name})
        rule = table.panels.view["body"]["rule"]
        assert rule["name"] == name and rule["example"]["before"].startswith("<svg")
    front.custom(table.panels, {"kind": "example", "rule": "LAY_OFF"})
    assert "Try: lay off 5s on 0 low" in table.panels.view["message"]
    assert table.game.meld_texts == ["6s 7s 8s 9s"]


def test_set_up_by_form_and_by_line(front):
    table = bb.play(position(**DOWN), players={"P2": "botson"})
    front.custom(table.panels, {"kind": "open", "tab": "setup"})
    body = table.panels.view["body"]
    filled = {one["name"]: one["value"] for one in body["fields"]}
    assert filled["P1"].split()[1:] == list(table.game.hands[0]) and filled["P2"] == "0 ? ?"
    front.custom(table.panels, {"kind": "setup", "fields": {**filled, "P2": "30 Kh ?"}})
    assert table.game.scores == (0, 30) and "Kh" in table.game.hands[1]
    assert len(table.game.hands[1]) == 2 and "?" not in table.game.hands[1]
    front.custom(table.panels, {"kind": "setup", "line": "P1 0 7h 7c | P2 5 ? ? ? | turn P1"})
    assert table.game.sizes == (2, 3) and table.game.scores == (0, 5)
    before = table.game
    front.custom(table.panels, {"kind": "setup", "line": "P1 0 7h 7h 7h | P2 5 4c | turn P1"})
    assert "three times" in table.panels.view["message"] and table.game is before
    front.custom(table.timeline, {"kind": "undo"})
    front.custom(table.timeline, {"kind": "undo"})
    assert table.game == position(**DOWN)


def test_what_is_not_known_is_drawn_from_what_can_be(front):
    line = position(round=2, hands=("7h 7h", "Kh 4c 5c"), discards="9d", open=("", "Kh")).view(
        "P1").position
    assert "P2 0 Kh ? ?" in line
    for _ in range(20):
        g = bb.position("bonk", BonkTable().complete(line))
        assert g.sizes == (2, 3) and g.hands[1].count("Kh") >= 1 and "7h" not in g.hands[1]


def test_house_rules_and_files(front, table, tmp_path):
    front.custom(table.panels, {"kind": "open", "tab": "options"})
    filled = {one["name"]: one["value"] for one in table.panels.view["body"]["options"]}
    assert filled["contracts"] == "standard"
    filled |= {"refuse": "freely", "max_wilds": "1", "min_naturals": "2"}
    front.custom(table.panels, {"kind": "options", "how": "here", "fields": filled})
    assert table.game.options["refuse"] == "freely" and table.game.options["max_wilds"] == "1"
    filled["contracts"] = "2s-7 1s1r-8"
    front.custom(table.panels, {"kind": "options", "how": "new", "fields": filled})
    assert len(table.game.contracts) == 2 and table.game.options["refuse"] == "freely"
    before = table.game
    front.custom(table.panels, {"kind": "options", "how": "new",
                                "fields": {**filled, "contracts": "9 elephants"}})
    assert "is not a contract" in table.panels.view["message"] and table.game is before
    path = str(tmp_path / "game.json")
    front.custom(table.panels, {"kind": "save", "path": path})
    front.custom(table.panels, {"kind": "new", "seats": "5", "seed": "5"})
    assert len(table.game.seats) == 5
    front.custom(table.panels, {"kind": "load", "path": path})
    assert table.game == before


def test_one_table_shows_cards_and_boards(front, table):
    first = table.board.widget.model_id
    table.show(bb.new("parcheesi", seats=4, seed=7))
    assert table.board.figure in table._grid.children and front.closed(first)
    assert table.controls.view["chance"]["dice"]
    while table.game.game == "parcheesi":
        front.custom(table.timeline, {"kind": "undo"})
    assert table.board.widget in table._grid.children and cards(table)["hand"]["seat"] == "P1"
    ids = [w.model_id for w in (table, table.controls, table.board.widget)]
    table.close()
    assert all(front.closed(one) for one in ids)


def test_messages_are_small(front):
    table = bb.play("bonk", seats=4, seed=3, players="elisabot")
    sizes = []
    for _ in range(40):
        front.forget()
        step(front, table, "play")
        sizes.append(sum(len(json.dumps(data)) for _, _, data in front.messages))
    assert max(sizes) < 20_000


def test_an_action_asked_about_has_a_few_words():
    assert BonkTable().question_label(Draw("stock")) == "from the stock"
