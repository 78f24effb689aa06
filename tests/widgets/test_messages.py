"""What browsers send: each message counts for the stop it was meant for."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bonkbook as bb
from bonkbook.bonk import Discard
from bonkbook.engine.notation import dump
from bonkbook.engine.policy import policies
from bonkbook.figures.board import TRACES
from bonkbook.widgets import front as front_module
from bonkbook.widgets.message_handler import MessageHandler
from bonkbook.widgets.messages import ANY, GAME, MEANT_FOR, PLAY, STOP
from tests.conftest import FrontEnd
from tests.fuzz.material import plain_junk

OURS = ("parcheesi", "bonkers", "bonk")
LINE = "red 20 40 N N | green 24 N N N | turn red"
CHAIN = {"tokens": (40, 0, 27), "scores": (5, 2, 11),
         "cards": {47: "-5", 42: "+10", 37: "-1", 21: "RA", 33: "EX"},
         "hands": (["+1", "EX", "-12", "NS"], ["+2"], ["RA"]),
         "lose_cards": (True, True, False), "turn": 0, "seed": 1}


# Tables with something behind them on the line of play, so that one can go back and return.

def start(**more):
    """Red is to roll."""
    return bb.play("parcheesi", seats=4, seed=7, **more)


def rolled(**more):
    """Red has 3 and 3 to move."""
    return bb.play(bb.position("parcheesi", LINE, seed=1).roll(3, 3), **more)


def undone():
    """A move of red was undone."""
    table = bb.play(bb.position("parcheesi", LINE, seed=1).roll(3, 3).play("move a 3"))
    return after(table, kind="undo")


def autoplay():
    """Bots play on by themselves."""
    return after(start(players="runner"), kind="auto", on=True)


def cards():
    """P1 is to place a card of Bonkers; P2 can interrupt."""
    return after(bb.play(bb.bonkers.position(**CHAIN)), kind="roll", dice=[4, 1])


def drawing():
    """P1 is to draw, against a bot of BONK."""
    return bb.play("bonk", seats=2, seed=7, first="P1", players={"P2": "elisabot"})


def playing():
    """P1 has drawn a card of BONK."""
    return after(drawing(), "board", kind="draw", **{"from": "stock"})


def asked():
    """P2 is asked whether it claims a discard."""
    game = bb.bonk.position(hands=("5s 8d", "9h 9c Kd", "4d 4h 9d"), round=2, discards="6c",
                            turn=2, stage="play", seed=1).play(Discard("9d"))
    return bb.play(game, players={"P1": "elisabot", "P3": "botson"})


def covered():
    """Two people at one screen, the hand of neither shown."""
    return bb.play("bonk", seats=2, seed=7, first="P1")


def opened(tab, make=start, **more):
    """A table with a panel open."""
    return after(make(**more), kind="open", tab=tab)


def after(table, part="controls", **content):
    """The table after a message."""
    send(table, part, content)
    return table


def send(table, part, content, **meant):
    widget = table.board.widget if part == "board" else getattr(table, part)
    more = {"meant": meant} if meant else {}
    FrontEnd().custom(widget, {**content, **more})


def guess(table):
    """The name of a chance that is covered."""
    return next(line["roll"]["id"] for line in table.panels.view["body"]["lines"])


def first_card(table):
    return {"kind": "drop", "card": next(iter(table.board.widget.view["hand"]["plays"])),
            "to": "discard"}


# Of each kind a message that does something, by a table at a stop where it does.
DOES = [
    (start, "controls", {"kind": "roll", "dice": [6, 2]}),
    (rolled, "controls", {"kind": "act", "action": "move a 3"}),
    (rolled, "controls", {"kind": "meant", "action": "move a 3"}),
    (rolled, "controls", {"kind": "pawn", "seat": "red", "index": 0}),
    (cards, "controls", {"kind": "spot", "name": "P1 card 0"}),
    (cards, "controls", {"kind": "interrupt", "seat": "P2"}),
    (cards, "controls", {"kind": "look", "action": "place +1"}),
    (cards, "controls", {"kind": "watch", "seat": "P1", "value": "ask"}),
    (rolled, "controls", {"kind": "why", "open": True}),
    (rolled, "controls", {"kind": "width", "value": 400}),
    (rolled, "timeline", {"kind": "undo"}),
    (undone, "timeline", {"kind": "redo"}),
    (rolled, "timeline", {"kind": "step", "by": "back"}),
    (rolled, "timeline", {"kind": "go", "at": 0}),
    (autoplay, "timeline", {"kind": "tick"}),
    (autoplay, "timeline", {"kind": "auto", "on": False}),
    (start, "timeline", {"kind": "auto", "on": True}),
    (start, "timeline", {"kind": "pace", "value": 200}),
    (start, "log_part", {"kind": "hello"}),
    (start, "log_part", {"kind": "rule", "rule": "CAPTURE"}),
    (start, "panels", {"kind": "open", "tab": "seats"}),
    (start, "panels", {"kind": "example", "rule": "CAPTURE"}),
    (start, "panels", {"kind": "setup", "line": LINE}),
    (start, "panels", {"kind": "options", "how": "new", "fields": {"must_enter": "never"}}),
    (start, "panels", {"kind": "new", "seats": "2"}),
    (start, "panels", {"kind": "load", "text": dump(bb.new("parcheesi", seats=2, seed=1))}),
    (start, "panels", {"kind": "save", "path": ""}),
    (start, "panels", {"kind": "download"}),
    (lambda: after(opened("setup"), kind="roll", dice=[5, 3]), "panels", {"kind": "refill"}),
    (lambda: opened("seats"), "panels", {"kind": "player", "seat": "red", "player": "hunter"}),
    (lambda: opened("seats", rolled), "panels", {"kind": "advice", "policy": "hunter"}),
    (lambda: opened("seats", drawing), "panels", {"kind": "hands", "value": "open"}),
    (lambda: opened("seats", drawing), "panels", {"kind": "patience", "value": 5}),
    (lambda: opened("odds"), "panels", {"kind": "heat", "value": "own"}),
    (lambda: opened("odds"), "panels", {"kind": "guess_first", "on": True}),
    (lambda: opened("odds", guess_first=True), "panels", {"kind": "show_chance", "part": "all"}),
    (lambda: opened("odds", guess_first=True), "panels", {"kind": "ask_chance", "part": guess}),
    (lambda: opened("odds", guess_first=True), "panels",
     {"kind": "guess_chance", "part": guess, "guess": "1/2"}),
    (drawing, "board", {"kind": "draw", "from": "stock"}),
    (playing, "board", first_card),
    (playing, "board", {"kind": "reveal", "seat": "P1", "slots": [], "cards": []}),
    (playing, "board", {"kind": "selected", "seat": "P1", "slots": [], "cards": []}),
    (asked, "board", {"kind": "bonk", "seat": "P2"}),
    (asked, "board", {"kind": "pass"}),
    (asked, "board", {"kind": "pass", "timeout": True}),
    (covered, "board", {"kind": "show"}),
]
BY_CARDS = {"draw": "meant", "drop": "meant", "reveal": "meant", "bonk": "meant", "pass": "meant",
            "selected": "look", "show": "uncover"}
CASES = [pytest.param(*case, id=f"{i}-{case[2]['kind'] if isinstance(case[2], dict) else 'drop'}")
         for i, case in enumerate(DOES)]


def prepared(make, part, content):
    """The table, its message, and an earlier number of the stop at which it stands."""
    table = make()
    past, at = table.stops.now, table.session.at
    for stop in (at - 1, at):
        send(table, "timeline", {"kind": "go", "at": stop})
    assert table.session.at == at > 0 and table.stops.now > past
    if not isinstance(content, dict):
        content = content(table)
    content = {name: value(table) if callable(value) else value for name, value in content.items()}
    if table.timeline.view["playing"] != (make is autoplay or table._is_live()):
        send(table, "timeline", {"kind": "auto", "on": True})
    return table, content, past


def heard(front, table, part, content, **meant):
    """Whether anything came of a message."""
    front.forget()
    send(table, part, content, **meant)
    return bool(front.messages)


@pytest.mark.parametrize(("make", "part", "content"), CASES)
def test_what_was_meant_for_a_past_stop_does_nothing(front, make, part, content):
    table, content, past = prepared(make, part, content)
    kind = content["kind"]
    scope = MEANT_FOR["timeout" if "timeout" in content else BY_CARDS.get(kind, kind)]
    game, at, line = table.game, table.session.at, table.session.line
    assert heard(front, table, part, content, stop=past) == (scope in (GAME, ANY))
    if scope in (PLAY, STOP):
        assert (table.game, table.session.at, table.session.line) == (game, at, line)
        now = table.stops.now  # the second click of a double click says where the first one was
        assert heard(front, table, part, content, stop=now, began=past) == (scope == STOP)
    if scope == PLAY:
        assert (table.game, table.session.at, table.session.line) == (game, at, line)
        assert heard(front, table, part, content)


@pytest.mark.parametrize("kind", [kind for kind, scope in MEANT_FOR.items() if scope == GAME])
def test_what_was_meant_for_another_game_does_nothing(front, kind):
    make, part, content = next(case for case in DOES if case[2:] and isinstance(case[2], dict)
                               and case[2]["kind"] == kind)
    table = make()
    past = table.stops.now
    table.show(bb.position("parcheesi", LINE, seed=3).roll(6, 1))
    shown = table.game
    assert not heard(front, table, part, content, stop=past)
    assert not heard(front, table, part, content, stop=table.stops.now, began=past)
    assert table.game is shown
    assert heard(front, table, part, content)


def test_every_kind_is_in_the_table_and_tried():
    kinds = {name.removeprefix("_do_") for name in dir(MessageHandler) if name.startswith("_do_")}
    assert kinds | {"aim", "look"} == set(MEANT_FOR)
    tried = {case[2]["kind"] for case in DOES if isinstance(case[2], dict)}
    assert {BY_CARDS.get(kind, kind) for kind in tried} | {"aim", "timeout"} == set(MEANT_FOR)


def test_every_message_of_the_front_end_goes_by_the_speaker():
    """So that each carries what it was meant for."""
    folder = Path(front_module.__file__).parent
    kinds = set()
    for path in folder.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        if path.name != "dice_lab.js":
            assert text.count("model.send(") == (path.name == "dom.js"), path.name
            kinds |= set(re.findall(r"\bsend\(\"(\w+)\"", text))
    assert {BY_CARDS.get(kind, kind) for kind in kinds - {"ways"}} <= set(MEANT_FOR)


def test_a_message_is_answered_when_all_that_came_of_it_was_sent(front):
    table = start()
    front.forget()
    send(table, "controls", {"kind": "roll"}, stop=table.stops.now, n=5)
    assert front.customs(table.controls)[-1] == {"kind": "heard", "n": 5}
    last = [(ident, data.get("content")) for ident, _, data in front.messages][-1]
    assert last == (table.controls.model_id, {"kind": "heard", "n": 5})
    send(table, "controls", {"kind": "roll"}, stop=0, n=6)  # of a past stop it is answered too
    assert front.customs(table.controls)[-1] == {"kind": "heard", "n": 6}


def test_pausing_works_whatever_the_stop(front):
    table = autoplay()
    for meant in ({"stop": 0}, {}, {"stop": None}, {"stop": 10**9, "began": -1}):
        send(table, "timeline", {"kind": "auto", "on": True})
        assert table.timeline.view["playing"]
        send(table, "timeline", {"kind": "auto", "on": False}, **meant)
        assert not table.timeline.view["playing"]


def test_two_clicks_on_the_board_with_one_aim_move_once(front):
    table = bb.play(bb.position("parcheesi", "red 20 X X X | green N N N N | turn red | dice 3 3"))
    click = {"trace": TRACES.index("pawns"),
             "point": [token.id for token in table.board.scene.tokens].index("red a")}
    front.click_point(table.board.figure, **click)
    assert table.game.pawns["red"][0] == "23"
    content = {"kind": "aim", "meant": {"stop": table.stops.now, "began": table.stops.now - 1}}
    send(table, "controls", content)
    at = table.session.at
    table.handler.clicked({"kind": "pawn", "seat": "red", "index": 0})
    assert table.session.at == at and table.game.pawns["red"][0] == "23"
    front.click_point(table.board.figure, **click)
    assert table.game.pawns["red"][0] == "26"


def test_a_table_changed_by_python_catches_up_at_the_next_message(front):
    table = start()
    shown = table.stops.now
    table.session.roll([6, 1])  # nobody has told the browser
    send(table, "controls", {"kind": "roll"}, stop=shown)
    assert str(table.game.last) == "roll 6 1" and table.timeline.view["at"] == table.session.at
    send(table, "controls", {"kind": "roll"})
    assert str(table.game.last) != "roll 6 1"


# --- wrong values ------------------------------------------------------------------------------

MISSING = object()
WRONG = (MISSING, None, True, float("nan"), -1, "x", [[[[1]]]], {"a": {"b": []}})
ODD = (*WRONG[1:], 0.5, 10**30, "", "x" * 15_000, "x" * 30_000, [], ["x"] * 500, {})
LEFT_OUT = {"dice", "timeout", "fields", "seats", "cards", "slots"}  # they may be
NOBODY_READS = {("bonk", "seat")}
NONE_MEANS = {("open", "tab"), ("player", "seat"), ("drop", "card")}  # something else


def is_wrong(kind, name, right, value):
    """Whether a value is of a wrong type for its field."""
    if (kind, name) in NOBODY_READS or (value in (None, MISSING) and (kind, name) in NONE_MEANS):
        return False
    if value is MISSING:
        return name not in LEFT_OUT
    if kind == "new":  # a number, or a text that is read as one
        return type(value) not in (int, str)
    return type(value) is not type(right)


def problem(table, part):
    """What is said about a message of a part."""
    if part == "panels":
        return table.panels.view["message"]
    if part == "board":
        return table.board.widget.view.get("error", {"text": ""})["text"]
    return table.controls.view["error"]


@pytest.mark.parametrize(("make", "part", "content"), CASES)
def test_wrong_values_are_said_and_change_nothing(front, make, part, content):
    table = make()
    content = content if isinstance(content, dict) else content(table)
    fields = {name: value(table) if callable(value) else value for name, value in content.items()}
    for name, right in fields.items():
        for value in WRONG:
            if (name == "kind" and isinstance(value, str)) or not is_wrong(
                    fields["kind"], name, right, value):
                continue
            asked = {**fields, name: value}
            if value is MISSING:
                del asked[name]
            before = table.game, table.session.at, table.session.line
            send(table, part, asked)
            assert 0 < len(problem(table, part)) < 400, (name, value)
            assert (table.game, table.session.at, table.session.line) == before


@pytest.mark.parametrize("seed", range(2))
def test_any_values_at_all_are_answered_in_a_few_words(front, seed):
    """Whatever is sent, nothing raises, and the view stays in step (see `check_in_step`)."""
    rng = random.Random(seed)
    for make, part, content in rng.sample(DOES, 20):
        table = make()
        content = content if isinstance(content, dict) else content(table)
        for _ in range(8):
            asked = {name: value(table) if callable(value) else value
                     for name, value in content.items()}
            for name in rng.sample(list(asked), rng.randint(0, len(asked) - 1)):
                asked[name] = rng.choice([*ODD, plain_junk(rng)])
            meant = rng.choice([{}, {}, {"stop": plain_junk(rng)}, {"stop": 10**6},
                                {"stop": table.stops.now, "began": plain_junk(rng)}])
            send(table, part, asked, **meant)
            assert len(problem(table, part)) < 2000, asked


# --- whole games -------------------------------------------------------------------------------


def shown(table, rng):
    """All that shows where a table stands can be made there, and agrees."""
    session = table.session
    assert repr(table) and session.position.position in repr(session.position)
    assert bool(table.controls.view["actions"]) <= session.whole
    if rng.random() < 0.05:
        data, _ = table._repr_mimebundle_()
        assert data["image/svg+xml"].startswith("<svg")


def walked(front, game, most):
    """Plays a game by autoplay between bots, goes back through all its stops, and on by effects."""
    rng = random.Random(7)
    table = bb.play(bb.new(game, seats=2, seed=11), players=list(policies(game))[-2:])
    front.custom(table.timeline, {"kind": "auto", "on": True})
    while table.timeline.view["playing"] and table.session.line.last < most:
        at = table.session.at
        front.custom(table.timeline, {"kind": "tick"})
        assert table.session.at > at or table.game.is_over, str(table.game)
        shown(table, rng)
    front.custom(table.timeline, {"kind": "auto", "on": False})
    last = table.session.line.last
    for at in range(last, -1, -1):
        front.custom(table.timeline, {"kind": "go", "at": at})
        assert table.session.at == at
        shown(table, rng)
    while table.session.at < last:  # where nothing happens, as where a seat says no, it goes on
        at = table.session.at
        front.custom(table.timeline, {"kind": "step", "by": "effect"})
        assert at < table.session.at <= last
    return table


@pytest.mark.parametrize("game", OURS)
def test_every_stop_is_shown_by_autoplay_and_step_by_step(front, game):
    walked(front, game, 40)


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_every_stop_of_a_whole_game_is_shown(front, game):
    assert walked(front, game, 10**6).game.is_over
