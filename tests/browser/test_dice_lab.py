"""The dice lab in Chromium: in a real JupyterLab, and its view alone with a stub model."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from bonkbook.widgets.dice_lab import DiceLab, dice_lab
from tests.browser.steps import cell_count, small_targets
from tests.browser.waiting import soon, steady

CELL = "from bonkbook.widgets.dice_lab import dice_lab\ndice_lab(events=[], seed=1)"


@pytest.fixture
def lab(cells):
    def open_lab(**options):
        page = cells(CELL, **options)
        page.run_all()
        expect(page.output.get_by_role("grid", name="The 36 rolls of two dice")).to_be_visible()
        return page

    return open_lab


def roll(page, a, b):
    return page.output.get_by_role("gridcell", name=re.compile(rf"^{a} {b}:"))


def test_guess_reveal_and_roll_by_mouse(lab):
    page = lab()
    roll(page, 5, 3).click()
    expect(roll(page, 5, 3)).to_have_attribute("aria-selected", "true")
    expect(page.output.get_by_text("1 of 36")).to_be_visible()
    page.output.get_by_role("button", name="Reveal").click()
    expect(page.output.locator(".bb-dice-answer")).to_have_text("1536 = 512 = 41.7 %")
    expect(roll(page, 5, 3)).to_have_accessible_name("5 3: in the event, as predicted")
    expect(roll(page, 1, 1)).to_have_accessible_name("1 1: not in the event")
    page.output.get_by_role("button", name="Roll 1 000 times").click()
    expect(page.output.locator(".bb-dice-finding")).to_contain_text("1 000 rolls: 0.4")
    expect(page.output.locator(".bb-dice-freq")).to_be_visible()
    assert page.errors == []
    assert page.external == []


def test_a_run_goes_on_until_paused(lab):
    page = lab()
    page.output.get_by_role("button", name="Show without a guess").click()
    page.output.get_by_role("button", name="Run").click()
    finding = page.output.locator(".bb-dice-finding")
    expect(finding).to_contain_text(re.compile(r"^\d{3} rolls|^\d \d{3} rolls"))
    page.output.get_by_role("button", name="Pause").click()
    expect(page.output.get_by_role("button", name="Run")).to_be_visible()
    stopped = steady(finding.text_content, seconds=1)  # a run rolls three times meanwhile
    expect(page.output.locator("[aria-live]").last).to_have_text(stopped)


def test_by_keyboard_alone_and_the_notebook_hears_nothing(lab):
    page = lab()
    before = steady(lambda: cell_count(page))
    keys = page.page.keyboard
    page.output.get_by_label("Event", exact=True).focus()
    keys.press("Tab")
    keys.press("Tab")  # past "Given" into the grid, one stop
    expect(roll(page, 1, 1)).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft"):
        keys.press(key)
    expect(roll(page, 3, 5)).to_be_focused()
    keys.press("Space")
    expect(roll(page, 3, 5)).to_have_attribute("aria-selected", "true")
    for key in ("b", "a", "d", "d", "x", "z", "Escape", "Shift+L"):
        keys.press(key)  # each would change the notebook
    keys.press("Tab")  # the slider
    expect(page.output.get_by_role("slider")).to_be_focused()
    assert steady(lambda: cell_count(page)) == before
    keys.press("Tab")
    keys.press("Enter")  # reveal
    expect(page.output.locator(".bb-dice-answer")).to_contain_text("41.7 %")
    expect(page.output.get_by_role("button", name="Guess again")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")  # +10
    expect(page.output.locator(".bb-dice-finding")).to_contain_text("10 rolls")


def test_a_written_event_and_a_bad_one(lab):
    page = lab()
    page.output.get_by_label("Event", exact=True).select_option("own")
    text = page.output.get_by_role("textbox", name="The dice are called a and b").first
    expect(text).to_be_focused()
    page.page.keyboard.type("a = 5 or b")
    page.page.keyboard.press("Enter")
    alert = page.output.locator(".bb-dice-problem[role=alert]").first
    expect(alert).to_contain_text("`b` is a number")
    expect(alert.locator("mark")).to_have_text("b")
    expect(text).to_have_attribute("aria-invalid", "true")
    page.page.keyboard.type(" = 5")
    page.page.keyboard.press("Enter")
    expect(alert).to_be_empty()
    page.output.get_by_label("Given", exact=True).select_option(label="doubles")
    expect(page.output.get_by_text("ruled out by the condition (30)")).to_be_visible()
    page.output.get_by_role("button", name="Show without a guess").click()
    expect(page.output.locator(".bb-dice-answer")).to_contain_text("16.7 %")
    expect(page.output.get_by_text("30 rolls", exact=False)).to_have_count(0)
    assert page.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_narrow_screens_fit_and_targets_are_large(lab, theme):
    page = lab(theme=theme, width=420)
    page.output.get_by_role("button", name="Show without a guess").click()
    page.output.get_by_role("button", name="Roll 100 times").click()
    expect(page.output.locator(".bb-dice-freq")).to_be_visible()
    root = page.output.locator(".bb-dice")
    wide = steady(lambda: root.evaluate("e => [e.scrollWidth, e.clientWidth]"))
    assert wide[0] <= wide[1] + 1
    assert steady(lambda: small_targets(page, ".bb-dice :is(button, select, input)")) == []


# ---- the view alone


@pytest.fixture
def view(bare, front):
    def make(**options):
        lab = dice_lab(events=[], seed=1, **options)
        return lab, bare(DiceLab._esm, {"listed": lab.listed, "view": lab.view}, css=DiceLab._css)

    return make


def asked(page):
    """What the view sent, without the question that it was meant for, the first here."""
    return [{key: value for key, value in message.items() if (key, value) != ("question", 0)}
            for message in page.messages]


def test_the_view_asks_and_does_not_decide(view):
    _, page = view()
    page.widget.get_by_role("gridcell", name="2 3:").click()
    page.widget.get_by_role("slider").fill("9")
    page.widget.get_by_label("Event", exact=True).select_option(label="sum 7")
    page.widget.get_by_label("Given", exact=True).select_option(label="doubles")
    page.widget.get_by_role("button", name="Show without a guess").click()
    soon(lambda: asked(page), [
        {"do": "mark", "roll": [2, 3], "on": True},
        {"do": "guess", "count": 9},
        {"do": "choose", "part": "event", "name": "sum 7"},
        {"do": "choose", "part": "given", "name": "doubles"},
        {"do": "reveal"},
    ])
    expect(page.widget.locator(".bb-dice-result")).to_be_hidden()
    assert page.errors == []


def run(page):
    """Begins a run, in time that passes by the clock's run_for alone."""
    page.page.clock.install(time=0)
    page.page.clock.pause_at(1)
    page.widget.get_by_role("button", name="Run").click()
    return page.page.clock


ROLL = {"do": "roll", "times": 10, "quiet": True}


def test_a_run_waits_for_the_kernel(view):
    lab, page = view(revealed=True)
    clock = run(page)
    clock.run_for(800)
    assert steady(lambda: asked(page)) == [ROLL]
    lab.roll(10, quiet=True)
    page.set(view=lab.view)
    clock.run_for(500)
    assert steady(lambda: asked(page)) == [ROLL] * 2
    page.widget.get_by_role("button", name="Pause").click()
    soon(lambda: asked(page)[-1], {"do": "pause"})


def test_a_new_event_ends_a_run(view):
    lab, page = view(revealed=True)
    clock = run(page)
    lab.choose("event", "doubles")
    page.set(view=lab.view)
    count = steady(lambda: len(page.messages))
    clock.run_for(600)
    assert steady(lambda: len(page.messages)) == count
    assert page.errors == []


def test_a_removed_view_leaves_nothing_behind(view):
    _, page = view(revealed=True)
    clock = run(page)
    page.remove()
    count = steady(lambda: len(page.messages))
    clock.run_for(500)
    soon(lambda: page.listeners, 0)
    assert steady(lambda: len(page.messages)) == count


def test_words_of_events_are_no_markup(view):
    lab, page = view()
    lab.write("event", "a < b")
    page.set(view=lab.view)
    lab.write("event", "a <img src=x onerror=alert(1)>")
    page.set(view=lab.view)
    expect(page.widget.get_by_role("alert").first).to_contain_text("<img src=x")
    expect(page.widget.locator("img")).to_have_count(0)
