"""The table without a browser: what its buttons do, what it tells its parts."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import threading

import pytest

import bonkbook as bb
from bonkbook.engine.ruleset import games
from bonkbook.figures.board import TRACES
from bonkbook.widgets import session, table_game
from bonkbook.widgets.session import Session
from bonkbook.widgets.table import PACES, TABS, Table
from bonkbook.widgets.table_game import TableGame, table_game_of

PAWNS = TRACES.index("pawns")
LINE = "red N N 20 30 | green 5 5 N N | turn red | dice 3 2"


@pytest.fixture
def table(front):
    return bb.play("parcheesi", seats=4, seed=7)


def set_up(line=LINE):
    return bb.play(bb.position("parcheesi", line, seed=1))


def labels(table):
    return [action["label"] for action in table.controls.view["actions"]]


def state(table):
    """All that must not change when something is refused."""
    return table.game, table.session.at, table.session.line, dict(table.session.players)


def click_pawn(front, table, name):
    ids = [token.id for token in table.board.scene.tokens]
    front.click_point(table.board.figure, PAWNS, ids.index(name))


# -- making one


def test_play_takes_a_game_or_a_name_with_options(front):
    g = bb.new("parcheesi", seats=3, seed=1)
    assert bb.play(g).game is g
    fresh = bb.play("parcheesi", seats=4, seed=7, must_enter="never", players={"green": "hunter"})
    assert fresh.game == bb.new("parcheesi", seats=4, seed=7, must_enter="never")
    assert fresh.session.player_name("green") == "hunter"
    assert fresh.session.player_name("red") == "person"
    with pytest.raises(ValueError, match="seats: only for a new game"):
        bb.play(g, seats=2)
    with pytest.raises(ValueError, match="did you mean 'hunter'"):
        bb.play("parcheesi", players="huntr")
    with pytest.raises(ValueError, match="2 seats need as many players"):
        bb.play("parcheesi", players=["hunter"])
    with pytest.raises(TypeError, match="not a str"):
        bb.play("parcheesi").show("parcheesi")


def test_table_shows_itself_without_a_kernel(table):
    data, _ = table._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == table.model_id
    assert data["image/svg+xml"].startswith("<svg") and "Red: a, b, c and d" in data["text/plain"]
    assert len(json.dumps(data)) < 60_000


# -- rolling and acting


def test_roll_by_chance_is_the_games_own(front, table):
    front.custom(table.controls, {"kind": "roll"})
    assert table.game == bb.new("parcheesi", seats=4, seed=7).roll()
    assert table.controls.view["headline"] == f"{table.game.mover} to roll"


def test_roll_with_chosen_dice_then_act(front, table):
    front.custom(table.controls, {"kind": "roll", "dice": [5, 3]})
    assert table.controls.view["said"] == "Red rolls 5 and 3."
    assert [d["n"] for d in table.controls.view["dice"]] == [5, 3]
    assert labels(table) == ["Enter with a 5"]
    front.custom(table.controls, {"kind": "act", "action": "enter 5"})
    assert table.game.pawns["red"] == ["5", "N", "N", "N"]
    assert [d["used"] for d in table.controls.view["dice"]] == [True, False]
    assert table.controls.view["rules"] == [["ENTER_ON_FIVE", "Leaving the nest"]]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"kind": "roll", "dice": [7, 1]}, "must be a whole number from 1 to 6, not 7"),
        ({"kind": "roll", "dice": [1]}, "a roll is two numbers, not 1"),
        ({"kind": "act", "action": "move a 3"}, "Red has to roll the dice first"),
        ({"kind": "act", "action": "jump"}, "not a play; write it like"),
        ({"kind": "act"}, "action: a text is expected"),
        ({"kind": "step", "by": "leap"}, "no step 'leap'"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(front, table, content, text):
    before = state(table)
    front.custom(table.controls, content)
    assert text in table.controls.view["error"] and table.controls.view["bad"]
    assert state(table) == before
    front.custom(table.controls, {"kind": "roll"})
    assert table.controls.view["error"] == ""


@pytest.mark.parametrize(
    ("content", "text"),
    [(None, "has a kind"), ([], "has a kind"), ("roll", "has a kind"), ({}, "has a kind"),
     ({"kind": 3}, "has a kind"), ({"kind": "nonsense"}, "does not know the message 'nonsense'"),
     ({"kind": "_tell"}, "does not know"), ({"kind": "roll", "meant": None}, "meant: the stop"),
     ({"kind": "roll", "meant": {"stop": "1"}}, "stop: a whole number"),
     ({"kind": "aim", "meant": 3}, ""), ({"kind": "look"}, "action: a text")],
)
def test_strange_messages_are_said_and_change_nothing(front, table, content, text):
    before = state(table)
    front.custom(table.controls, content)
    assert state(table) == before
    assert text in table.controls.view["error"] and bool(table.controls.view["error"]) == bool(text)


def test_why_not_lists_every_pawn_with_rule_and_sentence(front):
    table = set_up("red 20 30 N N | green 23 23 N N | turn red | dice 5 3")
    assert table.controls.view["why"] is None
    front.custom(table.controls, {"kind": "why", "open": True})
    groups = {group["title"]: group["rows"] for group in table.controls.view["why"]}
    assert list(groups)[:3] == ["Pawn a (space 20)", "Pawn b (space 30)",
                                "Pawns c, d (in the nest)"]
    by_three = next(r for r in groups["Pawn a (space 20)"] if r["what"] == "by 3")
    assert not by_three["ok"] and by_three["rule"] == "BLOCKADE"
    assert "Two pawns already stand on space 23" in by_three["text"]
    legal = {str(a) for a in table.game.legal()}
    assert "enter 5" in legal and groups["Leave the nest"][1]["ok"]


# -- clicking pawns


def test_click_on_a_pawn_with_one_action_plays_it(front):
    table = set_up("red 20 30 X X | green N N N N | turn red | dice 3")
    click_pawn(front, table, "red b")
    assert table.game.pawns["red"][1] == "33"


def test_click_on_a_pawn_with_several_actions_marks_them(front):
    table = set_up("red 20 30 X X | green N N N N | turn red | dice 3 2")
    front.forget()
    click_pawn(front, table, "red a")
    marked = [a["id"] for a in table.controls.view["actions"] if a["marked"]]
    assert marked == ["move a 3", "move a 2"]
    assert table.session.line.last == 0 and "choose one" in table.controls.view["said"]
    front.custom(table.controls, {"kind": "act", "action": "move a 2"})
    assert not any(a["marked"] for a in table.controls.view["actions"])


@pytest.mark.parametrize(
    ("pawn", "text"),
    [
        ("green a", "It is red's turn"),
        ("red a", "Pawn a is already home."),
        ("red d", "comes out only"),
    ],
)
def test_click_on_a_pawn_that_cannot_move_says_why(front, pawn, text):
    table = set_up("red X 30 X N | green 5 5 N N | turn red | dice 3 2")
    before = state(table)
    click_pawn(front, table, pawn)
    assert text in table.controls.view["error"] and not table.controls.view["bad"]
    assert state(table) == before


def test_a_nest_pawn_enters_and_pawns_that_can_move_have_rings(front, table):
    assert not any(token.clickable for token in table.board.scene.tokens)
    front.custom(table.controls, {"kind": "roll", "dice": [5, 3]})
    assert [t.id for t in table.board.scene.tokens if t.clickable] == [
        "red a", "red b", "red c", "red d"]
    click_pawn(front, table, "red c")
    assert table.game.pawns["red"].count("N") == 3


# -- the timeline


def test_undo_redo_and_a_new_branch(front, table):
    start = table.game
    for dice in ([6, 1], [6, 2], [6, 3]):
        front.custom(table.controls, {"kind": "roll", "dice": dice})
    end = table.game
    for _ in range(3):
        front.custom(table.timeline, {"kind": "undo"})
    assert table.game is start and table.timeline.view["redo"]
    front.custom(table.timeline, {"kind": "redo"})
    front.custom(table.timeline, {"kind": "redo"})
    front.custom(table.timeline, {"kind": "redo"})
    assert table.game is end and not table.timeline.view["redo"]
    front.custom(table.timeline, {"kind": "undo"})
    front.custom(table.controls, {"kind": "roll", "dice": [4, 4]})
    assert str(table.game.last) == "roll 4 4" and not table.timeline.view["redo"]
    assert end not in table.session.line.games
    assert len(table.session.line.games) == len(end.history)


def test_every_effect_is_a_step_with_its_sentence_and_picture(front):
    table = set_up("red 20 40 N N | green 24 N N N | turn red | dice 4 3")
    front.custom(table.controls, {"kind": "act", "action": "move a 4"})
    texts = [event.text for event in table.game.events]
    assert len(texts) == 2 and table.controls.view["said"] == " ".join(texts)
    front.custom(table.timeline, {"kind": "go", "at": 1})
    assert table.controls.view["said"] == texts[0]
    assert not table.controls.view["whole"] and table.controls.view["actions"] == []
    # Moved already, the captured pawn still there.
    assert table.session.position.pawns["green"][0] == "24"
    front.custom(table.controls, {"kind": "roll"})
    assert "Step to its end" in table.controls.view["error"]
    front.custom(table.timeline, {"kind": "step", "by": "effect"})
    assert table.session.position.pawns["green"][0] == "N" and table.controls.view["actions"]
    assert len(table.board.scene.arrows) == 2


def test_steps_by_effect_play_turn_and_end_reach_the_same_game(front):
    ends = set()
    for by in ("effect", "play", "turn", "end"):
        table = bb.play("parcheesi", seats=2, seed=3, players=["hunter", "runner"])
        for _ in range(20_000):
            if table.game.is_over and not table.session.can_redo:
                break
            table.session.step_end() if by == "end" else getattr(table.session, f"step_{by}")()
        ends.add(table.game.position)
    assert ends == {bb.new("parcheesi", seats=2, seed=3).finish(["hunter", "runner"]).position}


def test_slider_visits_every_effect_of_the_game(front, table):
    table.session.set_players("hunter")
    for _ in range(6):
        table.session.step_turn()
    seen = []
    for at in range(table.session.line.last + 1):
        front.custom(table.timeline, {"kind": "go", "at": at})
        seen += [table.session.events[-1]] if table.session.events else []
    assert tuple(seen) == tuple(table.game.log)
    front.custom(table.timeline, {"kind": "go", "at": 10**9})
    assert table.session.at == table.session.line.last


def test_a_turn_back_is_where_the_turn_began(front, table):
    table.session.set_players("hunter")
    marks = []
    for _ in range(5):
        marks.append(table.session.at)
        front.custom(table.timeline, {"kind": "step", "by": "turn"})
    for mark in reversed(marks[1:]):
        front.custom(table.timeline, {"kind": "step", "by": "back"})
        assert table.session.at == mark


# -- who decides


def test_a_person_is_waited_for_and_bots_play(front):
    table = bb.play(bb.position("parcheesi", "red 20 30 X X | blue 50 N N N | turn red", seed=3),
                    players={"blue": "runner"})
    front.custom(table.timeline, {"kind": "step", "by": "end"})
    assert table.game.actor == "red"
    front.custom(table.timeline, {"kind": "step", "by": "play"})
    assert "red has to choose one of" in table.controls.view["error"]
    front.custom(table.panels, {"kind": "player", "seat": "red", "player": "hunter"})
    front.custom(table.timeline, {"kind": "step", "by": "end"})
    assert table.game.is_over


def test_end_keeps_what_was_played_when_a_person_is_met(front, table):
    table.session.set_players({"green": "hunter", "blue": "hunter", "yellow": "hunter"})
    front.custom(table.timeline, {"kind": "step", "by": "end"})
    assert table.game.actor == "red" and len(table.game.legal()) > 1
    assert len(table.game.plays) > 2
    assert table.session.line.games[-1] is table.game


def test_autoplay_ticks_once_a_stop_and_waits_for_people(front, table):
    front.custom(table.panels, {"kind": "player", "seat": None, "player": "runner"})
    front.custom(table.timeline, {"kind": "tick"})
    assert table.session.line.last == 7  # not playing: no step
    front.custom(table.timeline, {"kind": "auto", "on": True})
    at, stop = table.session.at, table.timeline.stop
    front.custom(table.timeline, {"kind": "tick"})
    front.custom(table.timeline, {"kind": "tick", "meant": {"stop": stop}})  # of a second view
    assert table.session.at == at + 1
    front.custom(table.panels, {"kind": "player", "seat": None, "player": "person"})
    front.custom(table.timeline, {"kind": "go", "at": table.session.line.last})
    front.custom(table.timeline, {"kind": "tick"})
    assert table.timeline.view["waits"] and table.timeline.view["playing"]
    front.custom(table.timeline, {"kind": "pace", "value": 1})
    assert table.timeline.view["pace"] == PACES[0]


def test_autoplay_stops_at_the_end_of_the_game(front):
    table = bb.play("parcheesi", seats=2, seed=3, players="runner")
    table.session.step_end()
    front.custom(table.timeline, {"kind": "auto", "on": True})
    front.custom(table.timeline, {"kind": "tick"})
    assert not table.timeline.view["playing"] and table.timeline.view["over"]


def test_a_game_without_end_stops_at_a_limit_that_is_told(front, monkeypatch):
    monkeypatch.setattr(session, "MOST_TURNS", 5)
    table = bb.play("parcheesi", seats=2, seed=3, players="runner")
    for turns in (5, 10):
        front.custom(table.timeline, {"kind": "step", "by": "end"})
        assert table.game.state.turns == turns and table.session.at == table.session.line.last
        assert "5 turns were played. Do it again to play on." in table.controls.view["error"]


def test_advice_says_what_and_why_and_can_be_followed(front):
    table = set_up("red 20 40 N N | green 24 N N N | turn red | dice 4 3")
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    front.custom(table.panels, {"kind": "advice", "policy": "hunter"})
    advice = table.panels.view["body"]["advice"]
    assert advice["action"] == "move a 4" and "captures +" in advice["why"]
    assert len(advice["scores"]) == len(table.game.legal())
    front.custom(table.panels, {"kind": "act", "action": advice["action"]})
    assert table.game.pawns["green"][0] == "N"
    assert table.panels.view["body"]["advice"]["action"] is None  # it was of another position


def test_a_python_function_plays_and_its_mistake_is_told(front):
    def last(view, legal):
        return legal[-1]

    def wrong(view, legal):
        return bb.parcheesi.Move("a", 6)

    table = bb.play("parcheesi", seed=5, players={"red": last, "blue": last})
    front.custom(table.timeline, {"kind": "step", "by": "turn"})
    assert table.controls.view["error"] == ""
    table = bb.play(bb.position("parcheesi", LINE), players={"red": wrong})
    before = state(table)
    front.custom(table.timeline, {"kind": "step", "by": "play"})
    assert "Pawn a is in the nest" in table.controls.view["error"] and state(table) == before


# -- parts and messages


def test_a_step_sends_little_and_nothing_twice(front, table):
    table.session.set_players("hunter")
    for _ in range(8):
        front.custom(table.timeline, {"kind": "step", "by": "turn"})
    table.board.figure.drawn = True
    sizes = []
    for _ in range(20):
        front.forget()
        front.custom(table.timeline, {"kind": "step", "by": "play"})
        sizes.append(sum(len(json.dumps(data)) for _, _, data in front.messages))
    assert max(sizes) < 12_000 and sorted(sizes)[10] < 6_000
    front.forget()
    front.custom(table.timeline, {"kind": "go", "at": table.session.at})
    assert [kind for _, kind, _ in front.messages] == []


def test_the_log_grows_by_what_is_new_and_is_whole_for_a_new_view(front, table):
    front.forget()
    front.custom(table.controls, {"kind": "roll", "dice": [5, 3]})
    [message] = front.customs(table.log_part)
    assert message["from"] == 8 and [line[4] for line in message["lines"]] == ["Red rolls 5 and 3."]
    front.forget()
    front.custom(table.log_part, {"kind": "hello"})
    [message] = front.customs(table.log_part)
    assert message["from"] == 0 and len(message["lines"]) == 8
    front.custom(table.timeline, {"kind": "undo"})
    front.forget()
    front.custom(table.controls, {"kind": "roll", "dice": [6, 2]})
    [message] = front.customs(table.log_part)
    assert message["from"] == 8 and message["lines"][0][4] == "Red rolls 6 and 2."


def test_a_board_not_drawn_yet_has_its_whole_state_in_the_model(front, table):
    front.custom(table.controls, {"kind": "roll", "dice": [5, 3]})
    front.custom(table.controls, {"kind": "act", "action": "enter 5"})
    figure = table.board.figure
    assert figure._widget_data[PAWNS]["x"] == figure._data[PAWNS]["x"]


def test_the_board_is_announced_to_the_browser_with_all_that_is_on_it(front, table):
    ident = table.board.figure.model_id
    opened = [data["state"] for one, kind, data in front.messages
              if one == ident and kind == "comm_open"]
    assert len(opened) == 1 and len(opened[0]["_widget_data"]) == len(TRACES)
    assert opened[0]["_widget_layout"]["width"] == 600
    assert opened[0]["_config"]["displayModeBar"] is False
    assert "bb-board" in opened[0]["_dom_classes"]


def test_reports_of_plotlys_defaults_take_nothing_away(front, table):
    figure = table.board.figure
    symbols = list(figure.data[PAWNS].marker.symbol)
    report = {"trace_deltas": [{"uid": figure.data[PAWNS].uid, "marker": {"symbol": "circle"}}],
              "trace_edit_id": figure._last_trace_edit_id}
    front.forget()
    front.set(figure, _js2py_traceDeltas=report)
    assert list(figure.data[PAWNS].marker.symbol) == symbols and figure.drawn
    assert all("echo" not in data.get("method", "") for _, _, data in front.messages)


def test_the_board_takes_the_width_there_is(front, table):
    front.custom(table.controls, {"kind": "width", "value": 380})
    assert table.board.figure.layout.width == 380
    front.custom(table.controls, {"kind": "width", "value": 10})
    assert table.board.figure.layout.width == 240


def test_what_changes_before_the_board_is_drawn_is_told_once_more(front, table):
    figure = table.board.figure
    front.custom(table.controls, {"kind": "width", "value": 380})
    front.custom(table.controls, {"kind": "width", "value": 300})
    (small,) = figure.data[PAWNS].marker.size[:1]
    front.forget()
    drawn = {"trace_deltas": [{"uid": figure.data[0].uid}], "trace_edit_id": 0}
    front.set(figure, _js2py_traceDeltas=drawn)
    (again,) = [sent["_py2js_update"] for sent in front.sent(figure) if sent.get("_py2js_update")]
    assert again["layout_data"]["width"] == 300
    at = again["style_traces"].index(PAWNS)
    assert again["style_data"]["marker.size"][at][0] == small
    front.forget()
    front.set(figure, _js2py_traceDeltas=drawn)
    front.custom(table.controls, {"kind": "width", "value": 380})
    assert sum(bool(sent.get("_py2js_update")) for sent in front.sent(figure)) == 1


def test_close_closes_every_part(front, table):
    ids = [w.model_id for w in (table, table.controls, table.timeline, table.log_part,
                                table.panels, table.board.figure)]
    table.close()
    assert all(front.closed(one) for one in ids)


def test_two_threads_at_once_lose_nothing(front):
    table = bb.play("parcheesi", seats=4, seed=7, players="runner")
    start = len(table.game.plays)

    def step():
        for _ in range(20):
            front.custom(table.timeline, {"kind": "step", "by": "play"})

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    played = len(table.game.plays) - start  # of two messages for one stop the first one counts
    assert 20 <= played <= 60
    session = Session(bb.new("parcheesi", seats=4, seed=7), "runner")
    for _ in range(played):
        session.step_play()
    assert table.game == session.game
    assert table.timeline.view["at"] == session.at


def test_tabs_are_all_there(table):
    assert isinstance(table, Table) and [tab for tab, _ in TABS] == [
        "odds", "rules", "seats", "setup", "options", "file"]


@pytest.mark.parametrize("game", games())
def test_each_game_answers_all_that_the_table_asks_in_the_way_that_it_asks(game):
    shown = table_game_of(bb.new(game, seed=1))
    asked = {n: f for n, f in vars(TableGame).items() if inspect.isfunction(f) and n[0] != "_"}
    assert len(asked) == 29 and isinstance(shown, TableGame)
    for name, wanted in asked.items():
        given = inspect.signature(getattr(type(shown), name)).parameters
        assert list(given) == list(inspect.signature(wanted).parameters), name
    own = {n for n in vars(type(shown)) if n[0] != "_"}
    assert own <= set(vars(TableGame))  # nothing that the table would not ask
    assert shown.keys and (type(shown) is TableGame or (shown.hint and shown.looks))


@pytest.mark.parametrize(("game", "events"), [("parcheesi", 30), ("bonkers", 30)])
def test_a_game_that_says_nothing_of_its_table_has_a_plain_one(front, monkeypatch, game, events):
    monkeypatch.setattr(table_game, "_TABLE_GAMES", {})
    table = bb.play(game, seats=2, seed=7)
    seen = set()
    while len(table.game.log) < events and not table.game.is_over:
        view = table.controls.view
        if view["chance"]:
            seen.add("chance")
            front.custom(table.controls, {"kind": "roll"})
        else:
            seen.add("actions")
            action = view["actions"][0]
            assert action["label"] and view["asks"]
            front.custom(table.controls, {"kind": "act", "action": action["id"]})
        assert not table.controls.view["error"]
        assert table.board.scene == table.game.scene()
        assert table.controls.view["board"] == table.board.scene.text
    assert seen == {"chance", "actions"}
    for tab, _ in TABS:
        front.custom(table.panels, {"kind": "open", "tab": tab})
        assert table.panels.view["body"] and not table.panels.view["bad"]
    filled = {field["name"]: field["value"] for field in table_game._PLAIN.fields(table.game)}
    assert table_game._PLAIN.position_text(table.game, filled) == table.game.position


def test_the_first_table_does_not_wait_for_jsonschema():
    code = """
import sys
import bonkbook as bb
table = bb.play("parcheesi", seed=1)
assert "jsonschema" not in sys.modules and "nbformat" not in sys.modules
import plotly.graph_objects as go, plotly.io as pio
shown = pio.renderers["plotly_mimetype"].to_mimebundle(go.Figure().to_dict())
assert list(shown) == ["application/vnd.plotly.v1+json"]
from plotly.io import _renderers
assert _renderers.nbformat.v4.new_notebook().nbformat == 4
import nbformat
assert nbformat.__file__ and nbformat.__version__ == _renderers.nbformat.__version__
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
