"""Bonkers at the table without a browser: cards, exchanges, the Large Lose Card, bots, panels."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import pytest

import bonkbook as bb
from bonkbook.bonkers import Decline, LoseCard, Place, Take, Wait, odds
from bonkbook.engine.position import CHANCE
from bonkbook.figures.board import TRACES
from bonkbook.widgets.bonkers_table import BonkersTable, points_rows
from bonkbook.widgets.front import Waiting
from bonkbook.widgets.guess_first import Guesses
from bonkbook.widgets.odds_panel import odds_body
from bonkbook.widgets.session import ARMED, ASK, PASS, Session
from bonkbook.widgets.visible_state import visible_state

position = bb.bonkers.position
CHAIN = {"tokens": (40, 0, 27), "scores": (5, 2, 11),
         "cards": {47: "-5", 42: "+10", 37: "-1", 21: "RA", 33: "EX"},
         "hands": (["+1", "EX", "-12", "NS"], ["+2"], ["RA"]),
         "lose_cards": (True, True, False), "turn": 0, "seed": 1}


@pytest.fixture
def table(front):
    return bb.play("bonkers", seats=3, seed=1)


@pytest.fixture
def chain(front):
    return bb.play(position(**CHAIN))


def roll(front, table, *dice):
    front.custom(table.controls, {"kind": "roll", "dice": dice})


def act(front, table, action):
    front.custom(table.controls, {"kind": "act", "action": action})


def labels(table):
    return [action["label"] for action in table.controls.view["actions"]]


def interrupts(table):
    rows = (table.controls.view["interrupt"] or {"rows": []})["rows"]
    return {row["seat"]: row["now"] for row in rows}


def click_card(front, table, name, trace="cards"):
    index = TRACES.index(trace)
    front.click_point(table.board.figure, index,
                      list(table.board.figure.data[index].customdata).index(name))


# -- a turn


def test_a_turn_rolls_places_a_card_and_draws(front, table):
    assert table.controls.view["headline"] == "P3 to roll"
    roll(front, table, 4, 3)
    view = table.controls.view
    assert view["headline"] == "P3 to place a card"
    assert view["said"] == "P3 rolls 4 and 3. P3 moves from Start to space 7."
    assert [die["n"] for die in view["dice"]] == [4, 3] and all(d["used"] for d in view["dice"])
    assert labels(table)[1] == "Ahead 3 → 10, stops"
    act(front, table, "place +3")
    assert table.controls.view["headline"] == "P3 to draw a card"
    assert table.game.tokens == (0, 0, 10) and table.game.cards == {7: "+3"}
    assert table.controls.view["chance"]["label"] == "Draw a card"
    front.custom(table.controls, {"kind": "roll"})
    assert table.controls.view["headline"] == "P1 to roll" and len(table.game.hands[2]) == 4


def test_the_card_to_draw_can_be_chosen(front):
    table = bb.play(position(tokens=(5, 0), hands=(["+1"], []), cards={4: "+1"}, stage="draw"))
    outcomes = table.controls.view["chance"]["outcomes"]
    assert len(outcomes) == len(table.game.chances())
    front.custom(table.controls, {"kind": "roll", "outcome": "draw GS"})
    assert table.game.hands[0] == ["+1", "GS"]
    front.custom(table.controls, {"kind": "roll", "outcome": "draw GS"})
    assert "P2 must roll two dice" in table.controls.view["error"]


@pytest.mark.parametrize(
    ("setup", "dice", "action", "label"),
    [
        ({"tokens": (20, 0), "cards": {21: "+3"}, "hands": (["-3"], [])}, (3, 1), Place("-3"),
         "Back 3 → 21, Ahead 3 → 24, trapped: rests on 24, +1"),
        ({"tokens": (20, 25), "hands": (["+1"], [])}, (3, 1), Place("+1"),
         "Ahead 1 → 25, an opponent is there, then a new roll from 25"),
        ({"tokens": (20, 0), "hands": (["RA"], [])}, (3, 1), Place("RA"),
         "Roll Again, then a new roll from 24"),
        ({"tokens": (20, 0), "cards": {30: "+1"}, "hands": (["EX"], [])}, (3, 1), Place("EX"),
         "Exchange, then take a card"),
        ({"tokens": (20, 0), "hands": (["EX"], [])}, (3, 1), Place("EX"),
         "Exchange, nothing to take: stops here"),
        ({"tokens": (20, 0), "hands": (["+3"], [])}, (3, 1), Place("+3"),
         "Ahead 3 → Lose, no points to lose"),
        ({"tokens": (20, 0), "scores": (11, 0), "hands": (["NS"], [])}, (3, 1), Place("NS"),
         "Nearest Score → Score space 17, +1, wins"),
        ({"tokens": (45, 0), "scores": (3, 0), "hands": (["-3"], [])}, (2, 2), Place("-3"),
         "Back 3 → 46, sent to Lose, -1"),
        ({"tokens": (48, 0), "hands": (["-12"], []), "cards": {37: "-1"}}, (1, 1), Place("-12"),
         "Back 12 → 38, stops"),
        ({"tokens": (48, 0), "hands": (["+2"], []), "cards": {37: "-1"}}, (1, 1), Place("+2"),
         "Ahead 2 → 52, Back 15 → 37, Back 1 → Score space 36, +1"),
    ],
)
def test_the_consequence_of_a_card_is_shown_before(setup, dice, action, label):
    game = position(turn=0, **setup).roll(*dice)
    assert BonkersTable().action_label(game, action) == label


def test_a_label_says_what_then_happens(front, chain):
    """Whatever is promised comes true, seat by seat, along games of bots."""
    for seed in range(6):
        game = bb.new("bonkers", seats=3, seed=seed)
        for _ in range(150):
            if game.is_over:
                break
            if game.actor != CHANCE and BonkersTable().interrupt_choices(game) is None:
                after = {a: game.play(a) for a in game.legal()}
                for action, end in after.items():
                    text = BonkersTable().action_label(game, action)
                    if end.actor in (CHANCE, None):  # nobody could interrupt
                        me = game.seats.index(game.mover)
                        gained = end.scores[me] - game.scores[me]
                        assert ("+1" in text.split("→", 1)[-1]) == (gained > 0), (game, text)
                        assert ("take a card" in text) is False
            game = game.act("random")


# -- the exchange


def test_an_exchange_offers_every_card_and_declining(front, chain):
    roll(front, chain, 4, 1)
    act(front, chain, "place EX")
    view = chain.controls.view
    assert view["headline"] == "P1 to take a card"
    assert [(a["id"], a["label"]) for a in view["actions"]] == [  # the best on the first keys
        ("take 42", "Ahead 10 (on 42) → Start, +1, then a new roll from Start"),
        ("take 21", "Roll Again (on 21), then a new roll from 45"),
        ("take 37", "Back 1 (on 37) → 44, stops"),
        ("take 47", "Back 5 (on 47) → 40, stops"),
        ("decline", "Decline the exchange and stop here")]
    cards = {c.id: c.words for c in chain.board.scene.cards if c.clickable}
    assert cards["card 37"] == "Back 1 (on 37) → 44, stops"
    click_card(front, chain, "card 42")
    assert chain.game.cards[45] == "+10" and chain.game.cards[42] == "EX"


def test_a_card_or_its_space_can_be_clicked_and_others_say_why(front, chain):
    roll(front, chain, 4, 1)
    act(front, chain, "place EX")
    click_card(front, chain, "card 33")  # an Exchange card itself
    assert "cannot be taken" in chain.controls.view["error"]
    click_card(front, chain, "5", "spaces")  # nothing there: not heard
    assert chain.controls.view["error"] == ""
    click_card(front, chain, "37", "spaces")
    assert chain.game.cards[45] == "-1"
    assert sorted(chain.game.cards.values()).count("EX") == 2


def test_declining_ends_the_turn(front, chain):
    roll(front, chain, 4, 1)
    act(front, chain, "place EX")
    act(front, chain, "decline")
    assert chain.game.tokens[0] == 45 and chain.game.stage == "draw"


def test_clicking_a_card_in_the_hand_or_on_its_arrow_places_it(front, chain):
    click_card(front, chain, "P1 card 0")
    assert "has to roll the dice first" in chain.controls.view["error"]
    roll(front, chain, 4, 1)
    clickable = [c.id for c in chain.board.scene.cards if c.clickable]
    assert clickable == ["P1 card 0", "P1 card 1", "P1 card 2", "P1 card 3",
                         "preview place +1", "preview place -12", "preview place NS"]
    click_card(front, chain, "preview place NS", "flags")
    assert chain.game.scores[0] == 6
    front.custom(chain.timeline, {"kind": "undo"})
    click_card(front, chain, "P1 card 3")
    assert chain.game.scores[0] == 6


# -- the picture


@pytest.mark.parametrize("start", [0, 9, 20, 30, 40, 48])
def test_no_flag_covers_a_name_or_a_card_before_a_seat(front, start):
    game = position(tokens=(start, 17), scores=(1, 2), stage="roll", turn=0,
                    hands=(["+12", "-12", "GS", "NS"], ["+10", "-10"]))
    table = bb.play(game.roll(2, 1))
    scene = table.board.scene
    flags = [card for card in scene.cards if card.id.startswith("preview")]
    others = [card for card in scene.cards if card.space in ("P1 hand", "P2 hand", "pile")]
    names = [space for space in scene.spaces if space.label in ("P1", "P2")]
    assert len(flags) == 4 and len(names) == 2
    for flag in flags:
        for other in (*names, *others):
            wide = (flag.width + getattr(other, "width", 0.7)) / 2
            assert abs(flag.x - other.x) >= wide or abs(flag.y - other.y) >= wide, (flag, other)


def test_a_bare_space_shows_where_each_card_leads_and_a_look_shows_all_of_one(front, chain):
    roll(front, chain, 4, 1)
    arrows = chain.board.scene.arrows
    assert [a.dashed for a in arrows] == [False, True, True, True]
    assert "Possible: Nearest Score → Score space 36, +1." in chain.board.scene.text
    front.custom(chain.controls, {"kind": "look", "action": "place +1"})
    hops = [a.words for a in chain.board.scene.arrows if a.dashed]
    assert hops == ["Ahead 1 takes P1 to space 46.", "Space 46 sends P1 to Lose."]
    said = chain.controls.view["said"]
    front.custom(chain.controls, {"kind": "look", "action": ""})
    assert chain.board.scene.arrows == arrows and chain.controls.view["said"] == said


def test_a_chain_is_followed_hop_by_hop(front, chain):
    roll(front, chain, 4, 3)
    assert chain.game.tokens[0] == 36 and chain.game.scores[0] == 6
    hops = [c for c in chain.board.scene.cards if c.id.startswith("hop ")]
    assert [hop.label for hop in hops] == ["1", "2", "3", "4", "5"]
    assert hops[3].words == "The printed move takes P1 to space 37."
    assert chain.controls.view["said"].count("takes P1") == 4
    apart = [max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in combinations(hops, 2)]
    assert min(apart) > hops[0].width


def test_stepping_shows_every_effect_once_and_ends_at_the_same_game(front, chain):
    roll(front, chain, 4, 3)
    end, texts = chain.game, [e.text for e in chain.game.log]
    front.custom(chain.timeline, {"kind": "go", "at": 0})
    seen, counts = [], []
    while chain.session.can_redo:
        front.custom(chain.timeline, {"kind": "step", "by": "effect"})
        seen.append(chain.session.events[-1].text)
        counts.append(len(chain.board.scene.arrows))
    assert [text for text in texts if text in seen] == texts
    assert chain.game is end and max(counts) == 5 and counts == sorted(counts)


# -- the Large Lose Card


def test_nobody_is_asked_unless_it_wants_to_be(front, chain):
    assert chain.controls.view["headline"] == "P1 to roll" and chain.controls.view["actions"] == []
    assert interrupts(chain) == {"P1": False, "P2": True}  # P1 moves, P3 has none
    roll(front, chain, 4, 1)
    assert chain.controls.view["headline"] == "P1 to place a card"
    assert Wait() in chain.game.plays


def test_it_can_be_played_before_the_roll_and_after_it(front, chain):
    front.custom(chain.controls, {"kind": "interrupt", "seat": "P2"})
    assert chain.game.tokens[0] == 27 and chain.game.scores == (4, 2, 11)
    assert chain.game.lose_cards == (True, False, False)
    front.custom(chain.timeline, {"kind": "undo"})
    roll(front, chain, 4, 1)
    assert chain.game.tokens[0] == 45
    click_card(front, chain, "P2 lose card")  # before the token moved
    moved = [e.rule for e in chain.game.log]
    assert chain.game.tokens[0] == 27 and "MOVE" not in moved and "LARGE_LOSE_CARD" in moved
    assert chain.game.mover == "P2" and interrupts(chain) == {"P1": True}


def test_it_is_too_late_after_the_next_roll_or_choice(front, chain):
    roll(front, chain, 4, 1)
    act(front, chain, "place +1")
    act(front, chain, "draw") if chain.game.actor != CHANCE else roll(front, chain)
    before = chain.game
    assert chain.game.mover == "P2" and interrupts(chain) == {"P1": True, "P2": False}
    front.custom(chain.controls, {"kind": "interrupt", "seat": "P2"})
    assert "P2 cannot interrupt now" in chain.controls.view["error"] and chain.game is before
    front.custom(chain.controls, {"kind": "interrupt", "seat": "P9"})
    assert "no seat 'P9'" in chain.controls.view["error"]


def test_armed_it_is_played_at_the_next_window_once(front, chain):
    front.custom(chain.controls, {"kind": "watch", "seat": "P2", "value": "armed"})
    roll(front, chain, 4, 1)
    assert LoseCard() in chain.game.plays and chain.game.tokens[0] == 27
    assert chain.session.watch["P2"] == PASS and chain.game.lose_cards[1] is False


def test_who_wants_to_be_asked_is_asked_at_every_window(front, chain):
    front.custom(chain.controls, {"kind": "watch", "seat": "P2", "value": "ask"})
    roll(front, chain, 4, 3)
    asked = 0
    while chain.game.actor == "P2" and BonkersTable().interrupt_choices(chain.game):
        assert chain.controls.view["headline"] == "P2 may play the Large Lose Card"
        assert labels(chain)[0] == "Keep the Large Lose Card"
        asked += 1
        act(front, chain, "wait")
    assert asked == 4  # before the move, and before each of three cards
    assert chain.game.scores[0] == 6
    front.custom(chain.controls, {"kind": "watch", "seat": "P2", "value": "often"})
    assert "no way to be asked 'often'" in chain.controls.view["error"]


def test_a_position_at_a_window_waits_there(front):
    table = bb.play(position(tokens=(20, 0), lose_cards=(False, True), dice=(3, 1),
                             hands=(["+1"], [])))
    assert table.controls.view["headline"] == "P2 may play the Large Lose Card"
    assert [d["used"] for d in table.controls.view["dice"]] == [False, False]
    act(front, table, "wait")
    assert table.game.tokens[0] == 24
    front.custom(table.timeline, {"kind": "undo"})
    act(front, table, "lose card")
    assert table.game.tokens[0] == 27


def test_undo_goes_to_where_someone_had_to_do_something(front, table):
    heads = []
    roll(front, table, 4, 3)
    act(front, table, "place +3")
    roll(front, table)
    for _ in range(3):
        front.custom(table.timeline, {"kind": "undo"})
        heads.append(table.controls.view["headline"])
    assert heads == ["P3 to draw a card", "P3 to place a card", "P3 to roll"]
    for head in ["P3 to place a card", "P3 to draw a card", "P1 to roll"]:
        front.custom(table.timeline, {"kind": "redo"})
        assert table.controls.view["headline"] == head
    assert not table.session.can_redo


# -- bots and steps


@pytest.mark.parametrize("by", ["effect", "play", "turn", "end"])
def test_bots_play_to_the_end_by_every_kind_of_step(by):
    session = Session(bb.new("bonkers", seats=3, seed=2, target=3),
                      ["greedy", "builder", "spoiler"])
    step = getattr(session, f"step_{by}")
    for _ in range(5000):
        if session.game.is_over and not session.can_redo:
            break
        step()
    finished = bb.new("bonkers", seats=3, seed=2, target=3).finish(
        ["greedy", "builder", "spoiler"])
    assert session.game == finished


def test_a_bot_says_at_once_whether_it_plays_its_large_lose_card(front):
    def never(view, legal):
        return Wait() if Wait() in legal else legal[0]

    def always(view, legal):
        return LoseCard() if LoseCard() in legal else legal[0]

    table = bb.play(position(**CHAIN), players={"P2": never})
    assert table.controls.view["headline"] == "P1 to roll"
    roll(front, table, 4, 1)
    assert table.controls.view["headline"] == "P1 to place a card"
    act(front, table, "place +1")
    assert table.controls.view["headline"] == "P1 to draw a card"
    for head in ("P1 to place a card", "P1 to roll"):
        front.custom(table.timeline, {"kind": "undo"})
        assert table.controls.view["headline"] == head
    front.custom(table.timeline, {"kind": "redo"})
    assert table.controls.view["headline"] == "P1 to place a card"
    rolling = position(**{**CHAIN, "lose_card_windows": "all"}).play(Wait())
    table = bb.play(rolling, players={"P2": always})
    roll(front, table, 4, 1)
    assert "P2 plays the Large Lose Card" in table.controls.view["said"]
    assert table.game.tokens[0] == 27
    front.custom(table.timeline, {"kind": "undo"})
    assert table.controls.view["headline"] == "P1 to roll"


def test_bots_that_wait_do_not_hold_up_the_turn_of_another_bot(front):
    table = bb.play(position(**{**CHAIN, "lose_cards": (False, True, True)}, target=30),
                    players={"P2": "greedy", "P3": "greedy"})
    heads = []
    for _ in range(40):
        heads.append(table.controls.view["headline"])
        if "may play the Large Lose Card" in heads[-1]:
            assert table.game.act("greedy").events  # else nobody would wait for its answer
        if heads[-1] == "P1 to place a card":
            act(front, table, "place +1")
        elif heads[-1] == "P1 to roll":
            roll(front, table, 4, 1)
        else:
            front.custom(table.timeline, {"kind": "step", "by": "play"})
    assert {"P2 to roll", "P3 to roll", "P1 to draw a card"} < set(heads)


def test_steps_do_not_stop_where_nothing_happened():
    session = Session(bb.new("bonkers", seats=4, seed=3), "greedy")
    for _ in range(60):
        before = session.events
        session.step_effect()
        assert session.waits or (session.events and session.events != before)
        asked = BonkersTable().interrupt_choices(session.position)
        assert asked is None or session.game.act("greedy").events
    session = Session(bb.new("bonkers", seats=4, seed=3), {"P1": "greedy", "P2": "greedy"})
    while session.game.mover != "P4" or session.game.actor != CHANCE:
        try:
            session.step_play()
        except Waiting:
            session.play(session.game.legal()[0])
    assert session.waits  # a person is to roll: autoplay waits, steps do not


def test_a_bot_may_stop_a_person_and_a_person_a_bot(front):
    table = bb.play(position(**CHAIN), players={"P2": lambda view, legal: legal[-1]})
    roll(front, table, 4, 1)
    assert interrupts(table) == {"P1": False}
    assert table.game.actor == "P2"  # the bot decides at the next step
    front.custom(table.timeline, {"kind": "step", "by": "play"})
    assert table.game.lose_cards == (True, False, False) and table.game.tokens[0] == 27


def test_advice_has_words_and_the_consequences(front, chain):
    roll(front, chain, 4, 1)
    front.custom(chain.panels, {"kind": "open", "tab": "seats"})
    front.custom(chain.panels, {"kind": "advice", "policy": "greedy"})
    advice = chain.panels.view["body"]["advice"]
    assert advice["words"] in labels(chain) and "points at once +" in advice["why"]
    assert not any(word.isupper() and len(word) > 2 for word in advice["why"].split())


# -- panels


def test_why_not_names_the_rule_for_every_card(front, chain):
    front.custom(chain.controls, {"kind": "why", "open": True})
    groups = {group["title"]: group["rows"] for group in chain.controls.view["why"]}
    assert {row["rule"] for row in groups["Place a card"]} == {"ROLL"}
    roll(front, chain, 4, 1)
    groups = {group["title"]: group["rows"] for group in chain.controls.view["why"]}
    assert all(row["ok"] for row in groups["Place a card"])
    assert groups["Take a card"][0]["rule"] == "EXCHANGE"
    assert groups["Stop here"][0]["rule"] == "PLACE_CARD"
    assert groups["Large Lose Card"][0]["rule"] == "LARGE_LOSE_CARD"


def test_odds_are_those_of_the_engine_with_the_points_and_the_worth_of_cards(front, chain):
    front.custom(chain.panels, {"kind": "open", "tab": "odds"})
    body = chain.panels.view["body"]
    assert body["when"] == "by the next roll"
    score = next(line for line in body["lines"] if "Score" in line["label"])
    assert Fraction(score["roll"]["exact"]) == bb.odds(chain.game, "SCORE_SPACE")
    points = body["tables"][-1]
    assert [row[1] for row in points["rows"]] == [
        str(p) for _, p in sorted(odds.points(chain.game).items())]
    assert sum(entry["count"] for entry in body["grid"]["legend"]) == 36
    roll(front, chain, 4, 1)
    body = chain.panels.view["body"]
    assert body["when"] == "before rolling again" and body["whole"] == "in the rest of this turn"
    assert "again from here" in body["grid"]["caption"]
    worth = body["tables"][0]["rows"]
    assert [row[0] for row in worth] == labels(chain) and worth[3][1] == "1"
    assert worth[1][2] == "–" and Fraction(worth[0][2].split(" = ")[0]) == odds.worth(
        chain.game)[Place("+1")][1]
    json.dumps(body)


def test_rare_points_share_a_row_and_long_fractions_are_left_out():
    third = Fraction(1, 3)
    spread = {-1: third, 0: third, 1: third - Fraction(1, 2000), 2: Fraction(1, 3000),
              9: Fraction(1, 6000)}
    rows = points_rows(spread)
    assert [name for name, _ in rows] == ["-1 point", "no points", "+1 point", "more"]
    assert sum(p for _, p in rows) == 1 and rows[-1][1] == Fraction(1, 2000)
    game = position(tokens=(20, 24, 32), cards={28: "RA", 31: "-3", 40: "-12"})
    body = Guesses().body(odds_body(visible_state(Session(game)), ""))
    exact = [cell["exact"] for line in body["lines"] for cell in (line["roll"], line["turn"])]
    assert max(map(len, exact)) <= 26 and "≈" not in exact[0]
    points = body["tables"][-1]["rows"]
    assert points[-1] == ["more", points[-1][1], "<0.1 %"] and len(points) < 7


def test_a_kind_of_roll_looks_the_same_in_every_position(front, chain):
    front.custom(chain.panels, {"kind": "open", "tab": "odds"})
    looks: dict[str, set] = {}
    for game in (chain.game, position(tokens=(20, 0)), position(tokens=(32, 0))):
        chain.show(game)
        for kind in chain.panels.view["body"]["grid"]["legend"]:
            looks.setdefault(kind["key"], set()).add((kind["colour"], kind["letter"]))
    assert {key: len(seen) for key, seen in looks.items()} == dict.fromkeys(looks, 1)
    assert {"loses", "scores"} < set(looks) and len(set.union(*looks.values())) == len(looks)


def test_the_heat_map_is_on_the_board(front, chain):
    front.custom(chain.panels, {"kind": "open", "tab": "odds"})
    front.custom(chain.panels, {"kind": "heat", "value": "own"})
    heat = {h.space: h.value for h in chain.board.scene.heat}
    assert heat == {space: float(p) for space, p in odds.landings(chain.game, "own").items()}


def test_every_rule_has_its_entry(front, table):
    front.custom(table.panels, {"kind": "open", "tab": "rules"})
    for name in table.game.ruleset.rule_book:
        front.custom(table.panels, {"kind": "rule", "rule": name})
        rule = table.panels.view["body"]["rule"]
        assert rule["name"] == name and rule["words"]
        if rule["example"]:
            assert rule["example"]["before"].startswith("<svg") and rule["example"]["told"]


def test_set_up_by_form_and_by_line(front, chain):
    front.custom(chain.panels, {"kind": "open", "tab": "setup"})
    body = chain.panels.view["body"]
    filled = {one["name"]: one["value"] for one in body["fields"]}
    assert filled["P1"] == "40 5 +1 EX -12 NS" and filled["lose_cards"] == "P1 P2"
    start = chain.game
    front.custom(chain.panels, {"kind": "setup", "fields": filled})
    assert chain.game.position == start.position
    filled |= {"P3": "", "cards": "21:+3", "P2": "0 0", "lose_cards": "", "stage": ""}
    front.custom(chain.panels, {"kind": "setup", "fields": filled})
    assert chain.game.seats == ("P1", "P2") and chain.game.cards == {21: "+3"}
    line = "P1 20 2 -3 | P2 0 0 | cards 21:+3 | turn P1"
    front.custom(chain.panels, {"kind": "setup", "line": line})
    assert chain.game.position == line
    front.custom(chain.panels, {"kind": "setup", "fields": filled | {"cards": "27:+3"}})
    assert "not a track space" in chain.panels.view["message"] and chain.game.position == line


def test_house_rules_and_files(front, chain, tmp_path):
    front.custom(chain.panels, {"kind": "open", "tab": "options"})
    filled = {one["name"]: one["value"] for one in chain.panels.view["body"]["options"]}
    filled |= {"placing": "may", "target": "15"}
    front.custom(chain.panels, {"kind": "options", "how": "here", "fields": filled})
    assert chain.game.options["placing"] == "may" and chain.game.options["target"] == 15
    roll(front, chain, 4, 1)
    assert labels(chain)[-1] == "Do not place a card and stop here"
    path = str(tmp_path / "game.json")
    front.custom(chain.panels, {"kind": "save", "path": path})
    saved = chain.game
    front.custom(chain.panels, {"kind": "new", "seats": "4", "seed": "5"})
    assert len(chain.game.seats) == 4 and chain.game.options["target"] == 15
    front.custom(chain.panels, {"kind": "load", "path": path})
    assert chain.game == saved


def test_another_board_and_deck_come_with_a_new_game(front, chain):
    front.custom(chain.panels, {"kind": "open", "tab": "options"})
    filled = {one["name"]: one["value"] for one in chain.panels.view["body"]["options"]}
    filled |= {"layout": "size 30; start 2; score 2 5; lose 7", "deck": "EX 2; +3 12; -2 9"}
    front.custom(chain.panels, {"kind": "options", "how": "here", "fields": filled})
    assert "start a new game" in chain.panels.view["message"] and len(chain.game.cards) == 5
    front.custom(chain.panels, {"kind": "options", "how": "new", "fields": filled})
    assert "A new game under these" in chain.panels.view["message"]
    assert chain.game.options["deck"] == filled["deck"] and len(chain.game.seats) == 3
    assert set(chain.game.hands[0]) <= {"EX", "+3", "-2"} and chain.game.scores == (0, 0, 0)
    front.custom(chain.panels, {"kind": "options", "how": "new",
                                "fields": filled | {"layout": "own"}})
    assert "a line such as 'size 55; start 0; ...'" in chain.panels.view["message"]


def test_one_table_shows_either_game(front, table):
    table.show(bb.new("parcheesi", seats=4, seed=7))
    assert table.controls.view["interrupt"] is None and table.controls.view["chance"]["dice"]
    front.custom(table.timeline, {"kind": "undo"})
    while table.game.game == "parcheesi":
        front.custom(table.timeline, {"kind": "undo"})
    assert table.controls.view["headline"] == "P3 to roll"


def test_messages_are_small(front, chain):
    chain.session.set_players("builder")
    chain.board.figure.drawn = True
    sizes = []
    for _ in range(20):
        front.forget()
        front.custom(chain.timeline, {"kind": "step", "by": "play"})
        sizes.append(sum(len(json.dumps(data)) for _, _, data in front.messages))
    assert max(sizes) < 20_000


def test_an_action_asked_about_has_a_few_words():
    assert {BonkersTable().question_label(a) for a in (Place(-3), Take(4), Decline(), Wait())} == {
        "Back 3", "from 4", "decline", "keep it"}
    assert (PASS, ASK, ARMED) == ("pass", "ask", "armed")


def test_the_panel_refuses_in_words_where_there_are_no_odds(front):
    undealt = bb.new("bonkers", seed=1)
    table = bb.play(undealt.undo(len(undealt.history) - 1))
    front.custom(table.panels, {"kind": "open", "tab": "odds"})
    assert "not dealt yet" in table.panels.view["body"]["message"]
