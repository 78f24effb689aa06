"""One press is one play, in a real JupyterLab: double clicks, keys held down, a busy kernel."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import bonkbook as bb
from bonkbook.parcheesi import board
from tests.browser.steps import button, headline
from tests.browser.waiting import pause, steady

LINE = "red 20 40 N N | green N N N N | turn red | dice 3 3"
ROLL = "red 20 40 N N | green 10 N N N | turn red"
BETWEEN = 180  # milliseconds from the first click to the second: the kernel answers in between


@pytest.fixture
def opened(cells):
    """Opens a notebook with a table at a position, and a cell to keep the kernel busy."""

    def make(line, **options):
        page = cells("import bonkbook as bb\n"
                     f"table = bb.play(bb.position('parcheesi', {line!r}, seed=1))\ntable",
                     **options)  # fmt: skip
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


def double_click(page, x, y):
    page.page.mouse.click(x, y)
    pause(BETWEEN)
    page.page.mouse.click(x, y, click_count=2)


def test_a_double_click_plays_an_action_once(opened):
    page = opened(LINE)
    double_click(page, *centre(page.output.locator(".bb-action").first))
    expect(page.output.locator(".bb-said")).to_contain_text("from space 20 to space 23")
    assert steady(lambda: plays(page)) == "1"
    page.output.locator(".bb-action").first.click()
    expect(page.output.locator(".bb-where")).to_contain_text("of 2")
    assert page.errors == []


def test_a_double_click_rolls_once_and_a_double_tap_too(opened):
    page = opened(ROLL, has_touch=True)
    double_click(page, *centre(button(page, "Roll the dice")))
    expect(page.output.locator(".bb-where")).to_contain_text("of 1")
    assert steady(lambda: plays(page)) == "1"
    button(page, "Undo").click()
    where = centre(button(page, "Roll the dice"))
    for _ in range(2):
        page.page.touchscreen.tap(*where)
        pause(BETWEEN)
    expect(button(page, "Undo")).to_be_enabled()
    assert steady(lambda: plays(page)) == "1"
    assert page.errors == []


def test_a_double_click_moves_a_pawn_once(opened):
    page = opened(LINE)
    scene = board.scene(bb.position("parcheesi", LINE).pawns)
    token = next(t for t in scene.tokens if (t.seat, t.index) == ("red", 0))
    x, y = page.on_board(scene, token)
    page.page.mouse.move(x, y)
    pause(150)  # plotly looks under the mouse at most every 50 ms
    double_click(page, x, y)
    expect(page.output.locator(".bb-where")).to_contain_text("of 1")
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


def test_clicks_that_wait_for_a_cell_play_once_and_the_table_says_that_it_waits(opened):
    page = opened(ROLL)
    # Messages of JupyterLab wait for what a cell does to the table, no longer for the cell itself.
    page.page.evaluate("code => { window.jupyterapp.shell.currentWidget.sessionContext.session"
                       ".kernel.requestExecute({ code }); }",
                       "import time\nwith table._lock:\n    time.sleep(4)")  # fmt: skip
    waits = page.output.locator(".bb-controls .bb-waits")
    expect(waits).to_have_text("")
    button(page, "Roll the dice").click()
    expect(waits).to_have_text("Waiting for Python …")
    pause(700)  # longer than a double click: these are clicks of their own
    button(page, "Roll the dice").click()
    pause(700)
    page.page.keyboard.press("r")
    expect(page.output.locator(".bb-where")).to_contain_text("of 1")
    expect(waits).to_have_text("")
    assert steady(lambda: plays(page)) == "1"
    assert page.errors == []
