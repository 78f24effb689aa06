"""One press is one play, in a real JupyterLab: double clicks, keys held down, a busy kernel."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

import bonkbook as bb
from bonkbook.parcheesi import board
from tests.browser.steps import button, headline
from tests.browser.waiting import pause, steady

LINE = "red 20 40 N N | green N N N N | turn red | dice 3 3"
# After a play, what was the third action lies where another action stands then.
FOUR = "red 20 40 30 10 | green N N N N | turn red | dice 3 3"
ROLL = "red 20 40 N N | green 10 N N N | turn red"
BETWEEN = 0.18  # seconds from the first press to the second: the kernel answers in between


@pytest.fixture
def opened(cells):
    """Opens a notebook with a table at a position, and a cell to keep the kernel busy."""

    def make(line, **options):
        page = cells("import bonkbook as bb\n"
                     f"table = bb.play(bb.position('parcheesi', {line!r}, seed=1))\ntable",
                     **options)
        page.run_all()
        page.output.locator(".js-plotly-plot .point").first.wait_for(state="attached")
        page.rest()
        return page

    return make


def plays(page):
    return page.output.locator(".bb-where").inner_text().partition(" of ")[2]


def centre(target):
    target.scroll_into_view_if_needed()
    box = steady(target.bounding_box)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_twice(page, x, y, touch=False, late=0):
    """A double click or tap; the page shows what its first half does before it gets the second.

    Each half says when it happened, so it stays one double click however slow the machine is, and
    if the page sees the second half `late` milliseconds later still.
    """
    client, began = page.context.new_cdp_session(page.page), time.time()
    for n in (1, 2):
        when = {"timestamp": began + (n - 1) * BETWEEN}
        if touch:
            client.send("Input.dispatchTouchEvent", {
                "type": "touchStart", "touchPoints": [{"x": x, "y": y}], **when})
            client.send("Input.dispatchTouchEvent", {
                "type": "touchEnd", "touchPoints": [], **when})
        else:
            for kind in ("mousePressed", "mouseReleased"):
                client.send("Input.dispatchMouseEvent", {
                    "type": kind, "x": x, "y": y, "button": "left", "clickCount": n, **when})
        expect(page.output.locator(".bb-where")).to_contain_text("of 1")
        pause(late)


def test_a_double_click_plays_an_action_once(opened):
    page = opened(FOUR)
    place = centre(page.output.locator(".bb-action").nth(2))
    press_twice(page, *place)
    assert steady(lambda: plays(page)) == "1"
    pause(700)  # longer than a double click: the next is a click of its own, and plays there
    page.page.mouse.click(*place)
    expect(page.output.locator(".bb-where")).to_contain_text("of 2")
    assert page.errors == []


def test_a_double_click_rolls_once_and_a_double_tap_too(opened):
    page = opened(ROLL, has_touch=True)
    press_twice(page, *centre(button(page, "Roll the dice")))
    assert steady(lambda: plays(page)) == "1"
    button(page, "Undo").click()
    press_twice(page, *centre(button(page, "Roll the dice")), touch=True)
    expect(button(page, "Undo")).to_be_enabled()
    assert steady(lambda: plays(page)) == "1"
    assert page.errors == []


def test_a_double_click_moves_a_pawn_once(opened):
    page = opened(LINE)
    scene = board.scene(bb.position("parcheesi", LINE).pawns)
    token = next(t for t in scene.tokens if (t.seat, t.index) == ("red", 0))
    x, y = page.on_board(scene, token)
    page.page.mouse.move(x, y)
    page.rest()  # plotly looks under the mouse now and then only
    press_twice(page, x, y)
    assert steady(lambda: plays(page)) == "1"
    assert page.errors == []


@pytest.mark.parametrize("key", ["r", "Enter"])
def test_a_key_held_down_rolls_once(opened, key):
    page = opened(ROLL)
    button(page, "Roll the dice").focus()
    for _ in range(12):  # the browser repeats a key that is not released
        page.page.keyboard.down(key)
        pause(60)
    page.page.keyboard.up(key)
    expect(page.output.locator(".bb-where")).to_contain_text("of 1")
    assert steady(lambda: plays(page)) == "1"
    page.page.keyboard.press("u")
    expect(headline(page)).to_have_text("red to roll")
    assert page.errors == []


def test_a_double_click_of_which_the_second_half_is_seen_late_plays_once(opened):
    page = opened(FOUR)
    press_twice(page, *centre(page.output.locator(".bb-action").nth(2)), late=1000)
    expect(page.output.locator(".bb-said")).to_contain_text("moves")
    assert steady(lambda: plays(page)) == "1"


def test_clicks_that_wait_for_a_cell_play_once_and_the_table_says_that_it_waits(opened, tmp_path):
    page, done = opened(ROLL), tmp_path / "done"
    # Messages of JupyterLab wait for what a cell does to the table, no longer for the cell itself.
    page.page.evaluate("code => { window.jupyterapp.shell.currentWidget.sessionContext.session"
                       ".kernel.requestExecute({ code }); }",
                       "import pathlib, time\nwith table.lock:\n"
                       f"    while not pathlib.Path({str(done)!r}).exists(): time.sleep(0.1)")
    waits = page.output.locator(".bb-controls .bb-waits")
    expect(waits).to_have_text("")
    button(page, "Roll the dice").click()
    expect(waits).to_have_text("Waiting for Python …")
    pause(700)  # longer than a double click: these are clicks of their own
    button(page, "Roll the dice").click()
    pause(700)
    page.page.keyboard.press("r")
    done.touch()
    expect(page.output.locator(".bb-where")).to_contain_text("of 1")
    expect(waits).to_have_text("")
    assert steady(lambda: plays(page)) == "1"
    assert page.errors == []
