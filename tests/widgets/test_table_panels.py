"""The table's panels without a browser: odds, rule book, setting up, house rules, files."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import bonkbook as bb
from bonkbook.engine.notation import dump
from bonkbook.widgets.rule_book_panel import rules_body
from bonkbook.widgets.table_game import table_game_of

LINE = "red N N 20 30 | green 5 5 N N | turn red | dice 3 2"


@pytest.fixture
def table(front):
    return bb.play("parcheesi", seats=4, seed=7)


def panel(front, table, tab):
    front.custom(table.panels, {"kind": "open", "tab": tab})
    assert table.panels.view["open"] == tab
    return table.panels.view["body"]


def ask(front, table, **content):
    front.custom(table.panels, content)
    return table.panels.view["message"]


def test_odds_are_those_of_the_engine_and_the_grid_adds_up(front, table):
    body = panel(front, table, "odds")
    nest = next(line for line in body["lines"] if line["label"] == "leave the nest")
    exact = bb.odds(table.game, "ENTER_ON_FIVE")
    assert Fraction(nest["roll"]["exact"]) == exact == Fraction(15, 36)
    assert nest["roll"]["percent"] == "42 %" or nest["roll"]["percent"].startswith("41.7")
    counts = {one["key"]: one["count"] for one in body["grid"]["legend"]}
    assert sum(counts.values()) == 36 == len(body["grid"]["cells"])
    assert counts["leaves the nest"] == 15
    letters = [one["letter"] for one in body["grid"]["legend"]]
    assert len(set(letters)) == len(letters)


def test_odds_are_counted_only_while_their_panel_is_open(front, table, monkeypatch):
    counted = []

    def count(position, heat):
        counted.append(position)
        return {"message": ""}

    monkeypatch.setattr("bonkbook.widgets.table.odds_body", count)
    front.custom(table.controls, {"kind": "roll", "dice": [6, 1]})
    assert counted == []
    panel(front, table, "odds")
    front.custom(table.controls, {"kind": "roll", "dice": [6, 1]})
    assert len(counted) == 2
    front.custom(table.timeline, {"kind": "go", "at": table.session.at})
    assert len(counted) == 2
    front.custom(table.panels, {"kind": "open", "tab": None})
    front.custom(table.controls, {"kind": "roll", "dice": [6, 2]})
    assert len(counted) == 2


def test_the_heat_map_is_on_the_board_while_the_panel_is_open(front):
    table = bb.play(bb.position("parcheesi", "red 20 N N N | blue 50 N N N | turn red", seed=1))
    panel(front, table, "odds")
    assert table.board.scene.heat == ()
    front.custom(table.panels, {"kind": "heat", "value": "own"})
    heat = {h.space: h for h in table.board.scene.heat}
    assert 0 < heat["26"].value < 1 and "red can land here" in heat["26"].words
    assert "heat" in ask(front, table, kind="heat", value="tropical")
    front.custom(table.panels, {"kind": "open", "tab": "seats"})
    assert table.board.scene.heat == ()


def test_every_rule_of_the_book_has_its_entry_and_example(front):
    game = bb.new("parcheesi", seed=1)
    for name, entry in game.ruleset.rule_book.items():
        body = rules_body(game, name, table_game_of(game))
        assert body["rule"]["title"] == entry.title and len(body["entries"]) > 20
        example = body["rule"]["example"]
        assert example["before"].startswith("<svg") and example["told"]
        assert example["refused"] == example["told"].startswith("Not allowed: ")
        assert len(body["rule"]["options"]) == len(entry.options)


def test_a_rule_of_the_log_opens_the_book_and_its_example_comes_to_the_table(front, table):
    game = table.game
    front.custom(table.log_part, {"kind": "rule", "rule": "BLOCKADE"})
    assert table.panels.view["open"] == "rules"
    assert table.panels.view["body"]["rule"]["name"] == "BLOCKADE"
    assert {"kind": "reveal"} in front.customs(table.panels)
    assert "Undo brings your game back" in ask(front, table, kind="example", rule="BLOCKADE")
    assert table.game.pawns["green"][:2] == ["28", "28"]
    front.custom(table.timeline, {"kind": "undo"})
    assert table.game is game


def test_set_up_by_form_and_by_line(front, table):
    body = panel(front, table, "setup")
    filled = {field["name"]: field["value"] for field in body["fields"]}
    assert filled["red"] == "N N N N" and filled["turn"] == "red"
    filled |= {"red": "20 30 ..", "dice": "5  3", "green": "", "yellow": ""}
    assert "on the table" in ask(front, table, kind="setup", fields=filled)
    assert table.game.position == "red 20 30 N N | blue N N N N | turn red | dice 5 3"
    assert table.panels.view["body"]["line"] == table.game.position
    ask(front, table, kind="setup", line=LINE)
    assert table.game.position == LINE and table.game.seats == ("red", "green")
    front.custom(table.timeline, {"kind": "undo"})
    front.custom(table.timeline, {"kind": "undo"})
    assert table.game.seats == ("red", "green", "blue", "yellow")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"line": " "}, "the form is empty"),
        ({"line": "red 5 5 5 N | blue N N N N | turn red"}, "3 pawns on space 5"),
        ({"line": "red N N N N | turn red"}, "two to four seats"),
        ({"line": "red N N N 99 | blue N N N N | turn red"}, "'99' is not a place"),
        ({"line": "x" * 15_000}, "too many for a position"),
        ({"line": "x" * 30_000}, "line: at most 20,000 characters"),
        ({"fields": {"red": "N N N", "blue": "N N N N", "turn": "red"}}, "four pawns, not 3"),
        ({"fields": {"red": "N N N N", "blue": "N N N N", "turn": "red", "dice": "9 1"}}, "'9'"),
        ({"fields": {}}, "the form is empty"),
        ({"fields": "nonsense"}, "fields: a text for each field is expected"),
        ({"fields": {"red": ["N"]}}, "red: a text is expected"),
    ],
)
def test_a_bad_position_is_explained_and_the_table_stays(front, table, content, text):
    panel(front, table, "setup")
    typed = table.panels.view["body"]
    before = (table.game, table.session.line, len(table.session.kept))
    assert text in ask(front, table, kind="setup", **content)
    assert table.panels.view["bad"] and table.panels.view["body"] == typed
    assert (table.game, table.session.line, len(table.session.kept)) == before


def test_house_rules_from_here_on_or_in_a_new_game(front, table):
    front.custom(table.controls, {"kind": "roll", "dice": [5, 3]})
    body = panel(front, table, "options")
    assert [o["name"] for o in body["options"]] == [o.name for o in table.game.ruleset.options]
    filled = {o["name"]: str(o["value"]) for o in body["options"]}
    ask(front, table, kind="options", how="here", fields={**filled, "must_enter": "never",
                                                          "capture_bonus": "30"})
    assert table.game.options["must_enter"] == "never" and table.game.dice == (5, 3)
    assert table.game.options["capture_bonus"] == 30
    ask(front, table, kind="options", how="new", fields={"safe_share": "yes"})
    assert table.game.options["safe_share"] == "yes" and table.game.dice == ()
    ask(front, table, kind="options", how="here", usual=True, fields={})
    assert table.game.ruleset.get_options(table.game.state, changed_only=True) == {}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"capture_bonus": "lots"}, "capture bonus is a whole number, not 'lots'"),
        ({"capture_bonus": "-1"}, "-1"),
        ({"must_enter": "sometimes"}, "no must_enter 'sometimes'"),
        ({"must_entr": "never"}, "did you mean 'must_enter'"),
    ],
)
def test_a_bad_house_rule_is_explained_and_nothing_changes(front, table, fields, text):
    before = table.game
    assert text in ask(front, table, kind="options", how="here", fields=fields)
    assert table.game is before and table.panels.view["bad"]


def test_a_new_game_keeps_the_house_rules(front):
    table = bb.play("parcheesi", seats=2, seed=1, must_enter="never")
    ask(front, table, kind="new", seats="3", seed="11")
    assert table.game == bb.new("parcheesi", seats=3, seed=11, must_enter="never")
    assert set(table.session.players) >= {"red", "green", "blue"}
    before = table.game
    for filled in ({"seats": "9"}, {"seats": "2", "seed": "-4"}, {"seats": "two"}):
        assert ask(front, table, kind="new", **filled) and table.panels.view["bad"]
        assert table.game is before


def test_save_and_load_by_path_by_upload_and_by_download(front, table, tmp_path):
    table.session.set_players("hunter")
    for _ in range(3):
        front.custom(table.timeline, {"kind": "step", "by": "turn"})
    played, path = table.game, tmp_path / "game.json"
    assert "Saved" in ask(front, table, kind="save", path=str(path))
    assert "Saved" in ask(front, table, kind="save", path=str(path))  # over its own file it may
    ask(front, table, kind="download")
    [sent] = [m for m in front.customs(table.panels) if m["kind"] == "download"]
    assert sent["name"] == "parcheesi-7.json" and bb.load(path) == played
    for content in ({"path": str(path)}, {"name": "mine.json", "text": sent["text"]}):
        ask(front, table, kind="new", seats="2")
        assert "Loaded" in ask(front, table, kind="load", **content)
        assert table.game == played and table.game is not played


def test_a_bad_file_is_refused_with_the_reason_and_the_table_stays(front, table, tmp_path):
    other = tmp_path / "notes.txt"
    other.write_text("my notes")
    edited = json.loads(dump(table.game.roll(5, 3)))
    edited["plays"].append("move d 6")
    before = table.game
    for content, text in (
        ({"kind": "load", "text": "no json"}, "not JSON"),
        ({"kind": "load", "text": json.dumps(edited)}, "'move d 6'"),
        ({"kind": "load", "name": "big.json", "size": 10**9}, "big.json: 1000000000 bytes"),
        ({"kind": "load", "path": str(tmp_path / "gone.json")}, "No such file"),
        ({"kind": "load", "path": ""}, "give the name of a file"),
        ({"kind": "save", "path": str(other)}, "is not a saved game; choose another name"),
        ({"kind": "save", "path": str(tmp_path)}, "Is a directory"),
        ({"kind": "save", "path": str(tmp_path / "none" / "x.json")}, "No such file"),
    ):
        assert text in ask(front, table, **content), content
        assert table.panels.view["bad"] and table.game is before
    assert other.read_text() == "my notes"
