"""The dice lab without a browser: what it shows, what it is asked, what it refuses."""

from __future__ import annotations

import base64
import json
import re
import threading
from dataclasses import replace
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from bonkbook.parcheesi import odds
from bonkbook.probability import DiceRun, dice_event
from bonkbook.probability.dice import at_least_one, by_die_or_sum
from bonkbook.widgets.dice_lab import dice_lab

NO_EXTRA: list = []


@pytest.fixture
def lab(front):
    return dice_lab(events=NO_EXTRA, seed=1)


def marks(lab) -> set[tuple[int, int]]:
    """The cells that show that they are marked."""
    return cells(lab, "marked")


def cells(lab, words: str) -> set[tuple[int, int]]:
    found = [i for i, n in enumerate(lab.view["cells"]) if lab.view["kinds"][n]["words"] == words]
    return {(i // 6 + 1, i % 6 + 1) for i in found}


# ---- what it shows


def test_it_begins_with_the_exact_five_and_does_not_tell(lab):
    view = lab.view
    assert view["event"]["name"] == "5 by a die or by the sum"
    assert (view["given"], view["guess"], view["possible"]) == (None, None, 36)
    assert (view["result"], view["run"], view["revealed"]) == (None, None, False)
    assert {view["kinds"][n]["words"] for n in view["cells"]} == {"not marked"}
    told = json.dumps(view)
    assert "15" not in told
    assert "5/12" not in told


def test_revealing_shows_cells_fraction_and_verdict(lab):
    lab.guess(12)
    lab.reveal()
    assert cells(lab, "in the event") == by_die_or_sum(5).rolls
    result = lab.view["result"]
    assert (result["fraction"], result["reduced"], result["percent"]) == ("15/36", "5/12", "41.7 %")
    assert result["verdict"] == "You guessed 12: 3 too few."
    assert lab.view["said"] == "15 of 36 rolls: 5/12 = 41.7 %. You guessed 12: 3 too few."


@pytest.mark.parametrize(
    ("count", "verdict"),
    [(15, "You guessed 15: exactly right."), (16, "You guessed 16: 1 too many.")],
)
def test_verdicts_on_counts(lab, count, verdict):
    lab.guess(count)
    lab.reveal()
    assert lab.view["result"]["verdict"] == verdict


def test_marks_are_compared_cell_by_cell(lab):
    lab.mark((5, 5))
    lab.mark((1, 1))
    lab.mark((2, 2))
    lab.mark((2, 2), on=False)
    assert marks(lab) == {(5, 5), (1, 1)}
    assert lab.view["guess"] == 2
    lab.reveal()
    assert cells(lab, "in the event, as predicted") == {(5, 5)}
    assert cells(lab, "predicted, not in the event") == {(1, 1)}
    assert len(cells(lab, "in the event, not predicted")) == 14
    assert lab.view["result"]["verdict"] == "You marked 2: 1 right, 1 wrong, 14 missed."


def test_all_marked_rightly(lab):
    for roll in by_die_or_sum(5):
        lab.mark(roll)
    lab.reveal()
    assert lab.view["result"]["verdict"] == "You marked exactly these 15."


def test_a_count_takes_the_marks_away(lab):
    lab.mark((5, 5))
    lab.guess(7)
    assert marks(lab) == set()
    assert lab.view["guess"] == 7


def test_a_condition_rules_rolls_out(lab):
    lab.choose("event", "at least one 5")
    lab.choose("given", "doubles")
    assert lab.view["possible"] == 6
    assert len(cells(lab, "ruled out by the condition")) == 30
    lab.reveal()
    result = lab.view["result"]
    assert (result["fraction"], result["reduced"]) == ("1/6", "")
    assert result["comparison"] == (
        "Without the condition it is 11/36 = 30.6 %: the condition makes it less likely."
    )
    lab.choose("given", None)
    assert lab.view["given"] is None
    assert not lab.view["revealed"]


def test_independence_is_said(lab):
    lab.write("event", "a = 5")
    lab.choose("given", "sum 7")
    lab.reveal()
    assert "independent" in lab.view["result"]["comparison"]


def test_a_new_event_hides_the_answer_and_forgets(lab):
    lab.mark((5, 5))
    lab.reveal()
    lab.roll(100)
    lab.choose("event", "doubles")
    view = lab.view
    assert (view["revealed"], view["guess"], view["run"]) == (False, None, None)
    assert view["said"] == "The event is now: both dice show the same."
    lab.reveal()
    assert lab.view["run"]["rolls"] == 0


def test_once_revealed_a_guess_changes_nothing(lab):
    lab.guess(3)
    lab.reveal()
    lab.guess(15)
    lab.mark((1, 1))
    assert lab.view["guess"] == 3
    assert lab.view["result"]["verdict"] == "You guessed 3: 12 too few."
    lab.again()
    assert (lab.view["revealed"], lab.view["guess"]) == (False, None)


# ---- writing


def test_an_expression_becomes_the_event(lab):
    lab.write("event", "a = 5  or b = 5")
    assert lab.view["event"] == {
        "name": "a = 5 or b = 5",
        "words": "a = 5 or b = 5",
        "listed": False,
    }
    lab.reveal()
    assert lab.view["result"]["fraction"] == "11/36"


def test_a_bad_expression_says_why_and_changes_nothing_else(lab):
    lab.guess(9)
    before = dict(lab.view)
    lab.write("event", "a = 5 or b")
    after = dict(lab.view)
    error = after.pop("error")
    assert error["part"] == "event"
    assert error["text"] == "a = 5 or b"
    assert error["place"] == [9, 10]
    assert "`b` is a number" in error["message"]
    assert after.pop("said").startswith("Not understood: `b` is a number")
    del before["error"], before["said"]
    assert after == before
    lab.write("event", "a = 5 or b = 5")
    assert lab.view["error"] is None


def test_an_impossible_condition_is_refused(lab):
    lab.write("given", "a + b = 13")
    assert lab.view["error"]["message"].startswith("'a + b = 13' never happens")
    assert lab.view["error"]["place"] is None
    assert lab.view["given"] is None


def test_an_impossible_event_is_possible(lab):
    lab.write("event", "a + b = 13")
    lab.reveal()
    lab.roll(100)
    assert lab.view["result"]["fraction"] == "0/36"
    assert lab.view["result"]["percent"] == "0 %"
    assert "0.00 ± 0.01" in lab.view["run"]["finding"]
    assert "they agree within two standard errors" in lab.view["run"]["finding"]


# ---- rolling


def test_rolls_converge_and_agree(lab):
    lab.reveal()
    for times in (10, 100, 1000, 10_000):
        lab.roll(times)
    run = lab.view["run"]
    assert (run["rolls"], run["trials"], run["exact"]) == (11_110, 11_110, 15 / 36)
    assert run["points"][-1][0] == 11_110
    assert abs(run["points"][-1][1] - 15 / 36) < 0.02
    assert "they agree within two standard errors" in run["finding"]
    assert lab.view["said"] == run["finding"]
    assert len(json.dumps(lab.view)) < 6000


def test_one_seed_rolls_the_same(front):
    views = []
    for _ in range(2):
        lab = dice_lab(events=NO_EXTRA, seed=5, revealed=True)
        lab.roll(500)
        views.append(lab.view)
    assert views[0] == views[1]
    same = DiceRun(by_die_or_sum(5), seed=5)
    same.roll(500)
    assert views[0]["run"]["points"] == [[n, round(f, 6)] for n, f in same.running]


def test_a_quiet_roll_is_not_read_out(lab):
    lab.reveal()
    said = lab.view["said"]
    lab.roll(10, quiet=True)
    assert lab.view["said"] == said
    lab.clear()
    assert lab.view["run"]["rolls"] == 0


def test_rolls_that_do_not_count(front):
    lab = dice_lab("a = 1", "a + b = 2", events=NO_EXTRA, seed=1, revealed=True)
    lab.roll(1)
    assert lab.view["run"]["finding"] == "1 roll, none of which fulfils the condition."
    assert lab.view["run"]["points"] == []


def test_there_is_an_end_to_rolling(lab):
    lab.reveal()
    for bad in (0, -5, 100_001, 2.5, True, "10"):
        with pytest.raises(ValueError, match="the rolls made at once must be"):
            lab.roll(bad)
    lab.bench.run.rolls = 9_999_999
    with pytest.raises(ValueError, match="at most 10,000,000 rolls"):
        lab.roll(2)


# ---- messages


def test_messages_do_what_the_methods_do(lab, front):
    front.custom(lab, {"do": "choose", "part": "event", "name": "doubles"})
    front.custom(lab, {"do": "choose", "part": "given", "name": "at least one 5"})
    front.custom(lab, {"do": "mark", "roll": [5, 5], "on": True})
    front.custom(lab, {"do": "reveal"})
    front.custom(lab, {"do": "roll", "times": 1000})
    assert lab.view["result"]["fraction"] == "1/11"
    assert lab.view["result"]["verdict"] == "You marked exactly these 1."
    assert lab.view["run"]["rolls"] == 1000
    front.custom(lab, {"do": "roll", "times": 10, "quiet": True})
    front.custom(lab, {"do": "pause"})
    assert lab.view["said"].startswith("1 010 rolls")
    front.custom(lab, {"do": "clear"})
    front.custom(lab, {"do": "again"})
    front.custom(lab, {"do": "guess", "count": 4})
    assert (lab.view["guess"], lab.view["revealed"]) == (4, False)
    front.custom(lab, {"do": "choose", "part": "given", "name": None})
    front.custom(lab, {"do": "write", "part": "event", "text": "a > b"})
    assert lab.view["event"]["name"] == "a > b"


@pytest.mark.parametrize(
    "message",
    [
        {}, {"do": "explode"}, {"do": None}, "reveal", None, [], {"do": "choose"},
        {"do": "choose", "part": "event", "name": "no such event"},
        {"do": "choose", "part": "event", "name": None},
        {"do": "choose", "part": "events", "name": "doubles"},
        {"do": "choose", "part": "event", "name": ["x"]},
        {"do": "write", "part": "event", "text": 5},
        {"do": "write", "part": "other", "text": "a = 5"},
        {"do": "guess", "count": 37}, {"do": "guess", "count": -1}, {"do": "guess", "count": "9"},
        {"do": "guess", "count": True}, {"do": "guess"},
        {"do": "mark", "roll": [7, 1], "on": True}, {"do": "mark", "roll": [1], "on": True},
        {"do": "mark", "roll": 5, "on": True}, {"do": "mark", "roll": [1, 1]},
        {"do": "mark", "roll": [[1], 1], "on": True},
        {"do": "roll", "times": 10**9}, {"do": "roll", "times": None}, {"do": "roll"},
    ],
)
def test_a_senseless_message_is_refused_in_words_and_changes_nothing(lab, front, message):
    before = dict(lab.view)
    front.custom(lab, message)
    after = dict(lab.view)
    assert after.pop("said").startswith("That was not possible: ")
    assert after.pop("refused") is True
    before.pop("said"), before.pop("refused")
    assert after == before
    front.custom(lab, {"do": "reveal"})
    assert lab.view["refused"] is False


def test_a_step_sends_one_small_message(lab, front):
    lab.reveal()
    lab.roll(10_000)
    front.forget()
    lab.roll(100)
    sent = front.sent(lab)
    assert len(sent) == 1
    assert set(sent[0]) == {"view"}
    assert len(json.dumps(sent)) < 6000


def test_threads_take_turns(lab):
    lab.reveal()
    threads = [threading.Thread(target=lambda: [lab.roll(7) for _ in range(40)]) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lab.view["run"]["rolls"] == lab.bench.run.rolls == 6 * 40 * 7


# ---- making one


def test_events_by_name_by_expression_and_as_events(front):
    for event in ("at least one 5", "a = 5 or b = 5", at_least_one(5)):
        lab = dice_lab(event, dice_event("a = b"), events=NO_EXTRA, revealed=True)
        assert lab.view["result"]["fraction"] == "1/6"
    with pytest.raises(ValueError, match="not known"):
        dice_lab("c = 5", events=NO_EXTRA)
    with pytest.raises(ValueError, match="never happens, so it cannot be"):
        dice_lab(given="a = 7", events=NO_EXTRA)


def test_the_list_holds_names_and_words_under_headings(front):
    lab = dice_lab(events=[("snake eyes", "both dice show 1", [(1, 1)])])
    assert lab.listed[0]["heading"] == "Well known"
    assert lab.listed[-1] == {
        "heading": "In the games",
        "events": [{"name": "snake eyes", "words": "both dice show 1"}],
    }
    lab.choose("event", "snake eyes")
    lab.reveal()
    assert lab.view["result"]["fraction"] == "1/36"


def test_events_of_the_games_are_listed_by_default(front, monkeypatch):
    events = [("a pawn leaves", "a pawn can leave", by_die_or_sum(5).rolls)]
    monkeypatch.setattr(odds, "ODDS", replace(odds.ODDS, dice_events=lambda: events))
    assert dice_lab().listed[-1]["events"][0]["name"] == "a pawn leaves"


def test_an_error_in_the_games_events_is_not_swallowed(front, monkeypatch):
    def broken():
        raise ModuleNotFoundError("no such thing", name="something_else")

    monkeypatch.setattr(odds, "ODDS", replace(odds.ODDS, dice_events=broken))
    with pytest.raises(ModuleNotFoundError, match="no such thing"):
        dice_lab()


# ---- where no kernel runs


def test_it_has_a_picture_and_a_text(lab):
    data, _ = lab._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(lab)
    assert "5 by a die or by the sum: 5/12 = 41.7 %" in data["text/plain"]
    root = ElementTree.fromstring(data["image/svg+xml"])
    assert "in the event (15 of 36): 1 4, 1 5" in root.find("{*}desc").text
    assert len(json.dumps(data)) < 30_000


def test_an_exported_page_shows_the_picture(lab):
    nbconvert = pytest.importorskip("nbconvert")
    data, metadata = lab._repr_mimebundle_()
    output = new_output("execute_result", data=data, metadata=metadata, execution_count=1)
    notebook = new_notebook(cells=[new_code_cell("lab", outputs=[output], execution_count=1)])
    nbformat.validate(notebook)
    page, _ = nbconvert.HTMLExporter(embed_images=True).from_notebook_node(notebook)
    pictures = re.findall(r'<img[^>]* src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert [base64.b64decode(p).decode() for p in pictures] == [data["image/svg+xml"]]
    assert lab.model_id not in page


def test_a_closed_lab_still_prints(lab):
    lab.close()
    assert "Dice lab" in repr(lab)
