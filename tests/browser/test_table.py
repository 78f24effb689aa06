"""The table in a real JupyterLab: mouse, touch, keyboard alone, dark, autoplay, files."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import bonkbook as bb
from bonkbook.engine.game import loads
from bonkbook.parcheesi import board
from tests.browser.steps import (
    TARGETS,
    button,
    cell_count,
    click_board,
    is_too_wide,
    small_targets,
    tabs_too_wide,
)
from tests.browser.waiting import again, soon, steady

CELL = "import bonkbook as bb\ntable = bb.play('parcheesi', seats=4, seed=7{})\ntable"
ODDS = re.compile(r"\d %|\d/\d|\d of 36")  # as the odds panel writes them
PANEL_STATUS = ".bb-panels > [role=status]"


@pytest.fixture
def opened(cells):
    """Opens a notebook with a table; `more` are further arguments of play."""

    def make(more="", **options):
        page = cells(CELL.format(more), **options)
        page.run_all()
        page.output.locator(".js-plotly-plot .point").first.wait_for(state="attached")
        page.rest()
        return page

    return make


def said(page):
    return page.output.locator("[role=status][aria-live=polite]").first


def roll(page, first, second):
    button(page, "Choose the dice").click()
    first_die = page.output.get_by_role("radiogroup", name="First die")
    first_die.get_by_role("radio", name=str(first)).click()
    second_die = page.output.get_by_role("radiogroup", name="Second die")
    second_die.get_by_role("radio", name=str(second)).click()
    button(page, f"Play {first} and {second}").click()
    expect(said(page)).to_have_text(f"Red rolls {first} and {second}.")


def pawn_at(page, seat, index):
    """Where a pawn of the first position is on the screen."""
    scene = board.scene(bb.new("parcheesi", seats=4, seed=7).pawns)
    token = next(t for t in scene.tokens if (t.seat, t.index) == (seat, index))
    return page.on_board(scene, token)


def shapes(page):
    return page.page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot .trace:last-child path.point')]"
        ".map(p => p.getAttribute('d').replace(/[-0-9., ]+/g, ''))"
    )


def test_mouse_alone(opened):
    page = opened()
    roll(page, 5, 3)
    click_board(page, lambda: pawn_at(page, "red", 2), said(page),
                     "Red pawn a leaves the nest for space 5.")
    expect(said(page)).to_have_text("Red pawn a leaves the nest for space 5.")
    button(page, "Undo").click()
    expect(said(page)).to_have_text("Red rolls 5 and 3.")
    button(page, "Redo").click()
    expect(said(page)).to_have_text("Red pawn a leaves the nest for space 5.")
    soon(lambda: len(set(shapes(page))), 4)  # circles, squares, diamonds, triangles
    button(page, "Why not?").click()
    expect(page.output.get_by_text("Pawns b, c, d (in the nest)")).to_be_visible()
    page.output.locator(".bb-why .bb-rule").first.click()
    expect(page.output.locator(".bb-entry h3")).to_be_visible()
    expect(page.output.locator(".bb-picture svg")).to_have_count(2)
    assert page.errors == [] and page.external == []


def test_keyboard_alone(opened):
    page = opened()
    keys = page.page.keyboard
    count = steady(lambda: cell_count(page))
    page.output.locator(".bb-rule").first.focus()
    keys.press("Tab")
    expect(button(page, "Roll the dice")).to_be_focused()
    for key in ("b", "a", "x", "m"):  # in a notebook: new cells, cut, Markdown
        keys.press(key)
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    keys.press("ArrowRight")
    expect(page.output.get_by_role("radio", checked=True).first).to_have_attribute(
        "aria-label", "6")
    keys.press("ArrowLeft")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    expect(said(page)).to_have_text("Red rolls 5 and 3.")
    expect(page.output.locator(".bb-action").first).to_be_focused()
    keys.press("Enter")
    expect(said(page)).to_have_text("Red pawn a leaves the nest for space 5.")
    keys.press("u")
    expect(said(page)).to_have_text("Red rolls 5 and 3.")
    keys.press("1")
    expect(said(page)).to_have_text("Red pawn a leaves the nest for space 5.")
    slider = page.output.get_by_role("slider")
    slider.focus()
    keys.press("ArrowLeft")
    expect(said(page)).to_have_text("Red rolls 5 and 3.")
    keys.press("Home")
    expect(page.output.locator(".bb-where")).to_contain_text("play 0")
    page.output.get_by_role("tab", name="Odds").focus()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.output.get_by_role("tabpanel")).to_have_attribute("aria-label", "Rule book")
    expect(page.output.get_by_role("tab", name="Rule book")).to_be_focused()
    assert steady(lambda: cell_count(page)) == count
    assert page.errors == []


def test_touch_narrow_and_dark(opened):
    page = opened(theme="dark", width=420, has_touch=True)
    plot, table = (steady(page.output.locator(part).bounding_box)
                   for part in (".js-plotly-plot", ".bb-table"))
    assert plot["width"] <= table["width"] < 420
    soon(lambda: len(set(shapes(page))), 4)
    roll(page, 5, 3)
    again(lambda: page.page.touchscreen.tap(*pawn_at(page, "red", 1)),
          said(page).inner_text, "Red pawn a leaves the nest for space 5.")
    page.output.get_by_role("tab", name="Odds").click()
    expect(page.output.locator(".bb-grid6 td[title]")).to_have_count(36)
    page.output.get_by_role("tab", name="Odds").click()  # closed again
    expect(page.output.get_by_role("tabpanel")).to_have_count(0)
    assert tabs_too_wide(page) == []
    assert steady(lambda: small_targets(page)) == []
    ink, ground = steady(lambda: page.page.evaluate(
        "() => { const s = getComputedStyle(document.querySelector('.bb-button:not(.bb-strong)'));"
        " return [s.color, s.backgroundColor]; }"
    ))
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) > 500
    assert sum(map(int, re.findall(r"\d+", ground)[:3])) < 200
    assert page.errors == [] and page.external == []


def test_autoplay_download_and_a_bad_upload(opened):
    page = opened(", players='runner'")
    button(page, "Autoplay").click()
    page.output.get_by_label("Pace", exact=True).select_option("very quick")
    where = page.output.locator(".bb-where")
    expect(where).to_contain_text(re.compile(r"play ([6-9]|\d\d) of"))
    button(page, "Pause autoplay").click()
    expect(button(page, "Autoplay")).to_be_visible()
    text = steady(where.inner_text, seconds=1.5)
    page.output.get_by_role("tab", name="Game").click()
    with page.page.expect_download() as caught:
        button(page, "Download").click()
    save = caught.value.path().read_text()
    assert f"play {len(json.loads(save)['plays'])} of" in text
    assert loads(save).seed == 7
    page.output.locator("input[type=file]").set_input_files(
        {"name": "bad.json", "mimeType": "application/json", "buffer": b'{"format": 1}'}
    )
    expect(page.output.locator(".bb-message")).to_contain_text("not a saved game")
    assert page.errors == []


def test_the_log_keeps_its_line_in_sight_when_it_gets_narrower(cells):
    page = cells("import bonkbook as bb\ng = bb.new('parcheesi', seats=2, seed=5)\n"
                 "while len(g.plays) < 60:\n    g = g.act('hunter')\nbb.play(g)")
    page.run_all()
    line = page.output.locator(".bb-log [aria-current=step]")
    for width in (1280, 420):
        page.size(width)
        page.rest()
        log, shown = steady(lambda: (page.output.locator(".bb-log").bounding_box(),
                                     line.bounding_box()))
        assert log["y"] <= shown["y"]
        assert shown["y"] + shown["height"] <= log["y"] + log["height"], width
    assert page.errors == []


def test_all_is_covered_by_keyboard_narrow_and_dark(opened):
    page = opened(theme="dark", width=420)
    keys, panel = page.page.keyboard, page.output.get_by_role("tabpanel")
    status = page.output.locator(PANEL_STATUS)
    page.output.get_by_role("tab", name="Odds").focus()
    keys.press("Enter")
    expect(panel.get_by_text("15 of 36")).to_be_visible()
    switch = page.output.get_by_role("switch", name="Guess first")
    expect(switch).not_to_be_checked()
    switch.focus()
    keys.press("Space")
    expect(status).to_have_text("Answers hidden until you guess.")
    expect(switch).to_be_focused()
    expect(panel.locator(".bb-bar, .bb-grid6")).to_have_count(0)
    assert not ODDS.search(steady(panel.inner_html))
    keys.press("Tab")
    keys.press("Tab")
    first = page.output.get_by_role("button", name="Guess: leave the nest").first
    expect(first).to_be_focused()
    assert steady(lambda: small_targets(page, f".bb-panels {TARGETS}")) == []
    keys.press("Enter")
    expect(page.output.get_by_role("textbox", name="Your guess: leave the nest")).to_be_focused()
    assert page.errors == [] and page.external == []


def test_a_guess_by_keyboard_is_answered_and_the_next_position_covered(opened):
    page = opened(", guess_first=True", theme="dark", width=420)
    keys, panel = page.page.keyboard, page.output.get_by_role("tabpanel")
    page.output.get_by_role("tab", name="Odds").click()
    first = page.output.get_by_role("button", name="Guess: leave the nest").first
    first.focus()
    keys.press("Enter")
    guess = page.output.get_by_role("textbox", name="Your guess: leave the nest")
    expect(guess).to_be_focused()
    keys.type("often")
    keys.press("Enter")
    expect(panel.get_by_text("'often' is not a number that can be read")).to_be_visible()
    expect(guess).to_be_focused()
    expect(guess).to_have_attribute("aria-invalid", "true")
    assert not ODDS.search(steady(panel.locator("tr:has(+ .bb-guess)").inner_html))
    keys.press("Control+a")
    keys.type("1/3")
    keys.press("Enter")
    said = "You guessed 1/3; it is 5/12 = 41.7 %, so 1/12 too low."
    expect(panel.get_by_text(said)).to_be_visible()
    expect(page.output.locator(PANEL_STATUS)).to_contain_text(said)
    expect(panel.locator("td:focus")).to_have_text("5/\u200b12")
    page.output.get_by_role("button", name="Show: red's best result").click()
    expect(panel.locator(".bb-grid6 caption")).to_be_focused()
    expect(panel.get_by_text("15 of 36")).to_be_visible()
    assert not steady(lambda: is_too_wide(page))
    roll(page, 5, 3)
    expect(first).to_be_visible()
    assert not ODDS.search(steady(panel.inner_html))
    assert page.errors == [] and page.external == []
