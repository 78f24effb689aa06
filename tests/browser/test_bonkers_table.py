"""The Bonkers table in a real JupyterLab: mouse, keyboard alone, touch, narrow and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import bonkbook as bb
from tests.browser.steps import (
    button,
    cell_count,
    click_board,
    headline,
    small_targets,
    tabs_too_wide,
)
from tests.browser.waiting import again, soon, steady

SHOWN = {"tokens": (40, 0, 27), "scores": (5, 2, 11), "turn": 0, "seed": 1,
         "cards": {47: "-5", 42: "+10", 37: "-1", 21: "RA", 33: "EX"},
         "hands": (["+1", "EX", "-12", "NS"], ["+2"], ["RA"]),
         "lose_cards": (True, True, False)}
CELL = f"import bonkbook as bb\ntable = bb.play(bb.bonkers.position(**{SHOWN}))\ntable"


@pytest.fixture
def opened(cells):
    """Opens a notebook with the table."""

    def make(**options):
        page = cells(CELL, **options)
        page.run_all()
        page.output.locator(".js-plotly-plot .point").first.wait_for(state="attached")
        page.rest()
        return page

    return make


def said(page):
    return page.output.locator("[role=status][aria-live=polite]").first


def roll(page, first, second):
    if not steady(lambda: page.output.get_by_role("radiogroup").count()):
        button(page, "Choose the dice").click()
    for name, n in (("First die", first), ("Second die", second)):
        group = page.output.get_by_role("radiogroup", name=name)
        group.get_by_role("radio", name=str(n)).click()
    button(page, f"Play {first} and {second}").click()
    expect(said(page)).to_contain_text(f"P1 rolls {first} and {second}.")


def card_at(page, name):
    """Where a card of the board is on the screen."""
    scene = bb.bonkers.position(**SHOWN).scene()
    card = next(c for c in scene.cards if c.id == name)
    return page.on_board(scene, card)


def flags(page):
    """The letters of the flags on the board's arrows."""
    return page.page.evaluate(
        "(document.querySelector('.bb-table .js-plotly-plot')._fullData"
        ".find(t => t.name === 'flags').text ?? []).map(text => text.replace(/<.*?>/g, ''))")


def test_mouse_alone(opened):
    page = opened()
    roll(page, 4, 1)
    expect(headline(page)).to_have_text("P1 to place a card")
    expect(button(page, "Nearest Score → Score space 36, +1")).to_be_visible()
    soon(lambda: flags(page), ["+1", "−12", "NS"])
    page.output.locator(".bb-action").first.hover()
    soon(lambda: len(flags(page)), 1)
    page.page.mouse.move(0, 0)
    soon(lambda: len(flags(page)), 3)
    click_board(page, lambda: card_at(page, "P1 card 1"), headline(page), "P1 to take a card")
    click_board(page, lambda: card_at(page, "card 42"), said(page),
                     "P1 takes Ahead 10 from space 42 to space 45")
    button(page, "Undo").click()
    expect(headline(page)).to_have_text("P1 to take a card")
    assert page.errors == [] and page.external == []


def test_the_large_lose_card_without_being_asked_and_asked(opened):
    page = opened()
    roll(page, 4, 3)
    expect(headline(page)).to_have_text("P2 to roll")
    expect(button(page, "P2 plays the Large Lose Card now")).to_be_enabled()
    button(page, "Undo").click()
    expect(headline(page)).to_have_text("P1 to roll")
    page.output.get_by_label("P2", exact=True).select_option("ask each time")
    roll(page, 4, 3)
    expect(headline(page)).to_have_text("P2 may play the Large Lose Card")
    button(page, "Keep the Large Lose Card").click()
    expect(said(page)).to_contain_text("P1 finds Back 5 on space 47.")
    button(page, "P2 plays the Large Lose Card now").click()
    expect(said(page)).to_contain_text("P1 goes to Lose")
    expect(page.output.get_by_label("P2", exact=True)).to_have_count(0)
    assert page.errors == []


def test_keyboard_alone(opened):
    page = opened()
    keys = page.page.keyboard
    count = steady(lambda: cell_count(page))
    button(page, "Roll the dice").focus()
    keys.press("Tab")
    keys.press("Enter")
    for _ in range(3):
        keys.press("Tab")
    expect(button(page, "Play 5 and 3")).to_be_focused()
    keys.press("Enter")
    expect(headline(page)).to_have_text("P1 to place a card")
    expect(page.output.locator(".bb-action").first).to_be_focused()
    for key in ("b", "a", "x", "m"):
        keys.press(key)
    keys.press("1")
    expect(said(page)).to_contain_text("P1 places Ahead 1 on space 48.")
    keys.press("r")
    expect(said(page)).to_contain_text("P1 draws")
    keys.press("u")
    expect(headline(page)).to_have_text("P1 to draw a card")
    keys.press("u")
    expect(headline(page)).to_have_text("P1 to place a card")
    wish = page.output.get_by_label("P2", exact=True)
    wish.focus()
    keys.press("ArrowDown")
    expect(wish).to_have_value("ask")
    expect(wish).to_be_focused()
    assert steady(lambda: cell_count(page)) == count
    assert page.errors == []


def test_arrow_keys_go_through_all_the_cards_to_take(opened):
    page = opened()
    keys = page.page.keyboard
    roll(page, 4, 1)
    button(page, "Exchange, then take a card").focus()
    keys.press("Enter")
    expect(headline(page)).to_have_text("P1 to take a card")
    actions = page.output.locator(".bb-action")
    expect(actions.first).to_be_focused()
    last = steady(actions.count) - 1
    for key, focused in (("ArrowDown", 1), ("End", last), ("ArrowDown", None),
                         ("Home", 0), ("ArrowUp", None), ("ArrowRight", 1)):
        keys.press(key)
        if focused is not None:
            expect(actions.nth(focused)).to_be_focused()
    keys.press("Enter")
    expect(said(page)).to_contain_text("P1 takes Roll Again from space 21 to space 45")
    assert page.errors == []


def test_touch_narrow_and_dark(opened):
    page = opened(theme="dark", width=420, has_touch=True)
    plot, table = (steady(page.output.locator(part).bounding_box)
                   for part in (".js-plotly-plot", ".bb-table"))
    assert plot["width"] <= table["width"] < 420
    roll(page, 4, 1)
    again(lambda: page.page.touchscreen.tap(*card_at(page, "P1 card 3")),
          said(page).inner_text, lambda text: "P1 places Nearest Score on space 45." in text)
    assert tabs_too_wide(page) == []
    assert steady(lambda: small_targets(page)) == []
    assert page.errors == [] and page.external == []
