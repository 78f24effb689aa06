"""The BONK table in a real JupyterLab: mouse, keyboard alone, claim, cover, narrow and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import button, cell_count, headline, small_targets, tabs_too_wide
from tests.browser.waiting import steady

# A busy machine may not be as quick as a person: a claim waits until it is answered.
MAKE = """import bonkbook as bb
table = bb.play({}, players={})
table.session.set_patience(0)
table.show(table.game)
table"""
READY = ("bb.bonk.position(hands=('7h 7c 2d 9h 9c 9d 7s 4c', 'Kh Kd 5d', '3c 3d 8s'),"
         " discards='5c', stage='play', seed=1)")
DRAW = ("bb.bonk.position(hands=('7h 7c 9h 4c', 'Kh Kd 5d'), discards='5c 5s', stage='draw',"
        " seed=1)")
CLAIM = ("bb.bonk.position(hands=('5s 8d', '9h 9c Kd', '4d 4h'), round=2, discards='6c 9d',"
         " turn=0, stage='claims', seed=1)")
LAST = ("bb.bonk.position(hands=('4c', 'Kh Kd 5d'), melds=[(0, '7h 7c 7d'), (0, '9h 9c 9d')],"
        " discards='5c', stage='play', seed=1)")
BOTS = "{'P2': 'elisabot', 'P3': 'botson'}"
OTHERS = "{'P1': 'elisabot', 'P3': 'botson'}"


@pytest.fixture
def opened(cells):
    """Opens a notebook with a table."""

    def make(game, players=BOTS, **options):
        page = cells(MAKE.format(game, players), **options)
        page.run_all()
        page.output.locator(".bb-cards").first.wait_for()
        page.output.locator(".bb-headline").wait_for()
        page.rest()
        return page

    return make


def said(page):
    return page.output.locator(".bb-controls .bb-said")


def cards(page, **named):
    return page.output.locator(".bb-cards").get_by_role("option", **named)


def card(page, name):
    return cards(page, name=re.compile(f"^{name}")).first


def tap(page, *names):
    for name in names:
        card(page, name).click(position={"x": 8, "y": 30})  # the next card lies over the rest


def draw(page):
    page.output.get_by_role("button", name="Draw from the stock").first.click()


def log(page):
    return page.output.locator(".bb-log")


def test_mouse_alone(opened):
    page = opened(READY)
    tap(page, "seven of hearts", "seven of clubs", "two of diamonds")
    expect(page.output.get_by_text("Round 1 asks for 2 sets, not 1.")).to_be_visible()
    expect(button(page, "Reveal")).to_be_visible()
    tap(page, "nine of hearts", "nine of clubs", "nine of diamonds")
    button(page, "Reveal").click()
    expect(said(page)).to_contain_text("P1 reveals 7♥ 7♣ 2♦, 9♥ 9♣ 9♦, with 2 cards left.")
    expect(headline(page)).to_have_text("P1 to lay off, or discard")
    tap(page, "seven of spades")
    page.output.get_by_role("button", name="Lay off 7♠").first.click()
    expect(said(page)).to_contain_text("P1 lays off 7♠")
    tap(page, "four of clubs")
    page.output.get_by_role("button", name="Discard 4♣").first.click()
    expect(log(page)).to_contain_text("P1 goes out and wins round 1.")
    expect(headline(page)).to_have_text("Next: the deal of round 2")
    for before in ("P1 lays off 7♠", "P1 reveals 7♥"):     # shown before the next is clicked
        button(page, "Undo").click()
        expect(said(page)).to_contain_text(before)
    expect(headline(page)).to_have_text("P1 to lay off, or discard")
    button(page, "Undo").click()
    expect(headline(page)).to_have_text("P1 to reveal, or discard")
    assert page.errors == [] and page.external == []


def test_a_refused_play_names_the_rule_and_opens_the_book(opened):
    page = opened(READY)
    tap(page, "seven of hearts")
    tap(page, "seven of clubs")
    button(page, "Reveal").click()
    alert = page.output.get_by_role("alert").filter(has_text="A set has at least three cards")
    expect(alert).to_be_visible()
    alert.get_by_role("button").click()
    expect(page.output.get_by_role("heading", name="Sets (three-of-a-kind) SET")).to_be_visible()
    assert page.errors == []


def test_draw_and_discard_and_bots_play_on(opened):
    page = opened(DRAW, "{'P2': 'elisabot'}")
    draw(page)
    expect(headline(page)).to_have_text("P1 to reveal, or discard")
    tap(page, "four of clubs")
    page.output.get_by_role("button", name="Discard 4♣").first.click()
    expect(log(page)).to_contain_text("P2 discards")
    expect(headline(page)).to_have_text("P1 to draw")
    assert page.errors == [] and page.external == []


def test_bonk_by_its_button_and_by_its_key(opened):
    page = opened(CLAIM, OTHERS)
    expect(headline(page)).to_have_text("BONK? P2 may claim 9♦")
    page.output.locator(".bb-bonk").get_by_role("button", name="BONK!").click()
    expect(log(page)).to_contain_text("P2 calls BONK! for 9♦.")
    expect(log(page)).to_contain_text("P1 lets P2 take 9♦.")
    page = opened(CLAIM, OTHERS)
    card(page, "king of diamonds").focus()
    page.page.keyboard.press("b")
    expect(log(page)).to_contain_text("P2 calls BONK! for 9♦.")
    assert page.errors == []


def test_time_runs_out_in_the_browser(opened):
    page = opened(CLAIM, OTHERS)
    page.output.get_by_role("tab", name="Seats").click()
    page.output.get_by_label("Time to interrupt").select_option("5 seconds")
    page.output.locator(".bb-bonk").scroll_into_view_if_needed()  # out of sight the clock waits
    expect(headline(page)).not_to_have_text("BONK? P2 may claim 9♦")
    assert page.errors == []


def test_keyboard_alone(opened):
    page = opened(READY)
    keys = page.page.keyboard
    count = steady(lambda: cell_count(page))
    card(page, "four of clubs").focus()
    keys.press("ArrowRight")
    for _ in range(7):
        name = steady(lambda: page.page.evaluate("document.activeElement.ariaLabel"))
        if "seven of spades" not in name:
            keys.press("Space")
        keys.press("ArrowRight")
    for key in ("a", "x", "m"):
        keys.press(key)
    button(page, "Reveal").focus()
    keys.press("Enter")
    expect(said(page)).to_contain_text("P1 reveals")
    keys.press("u")
    expect(headline(page)).to_have_text("P1 to reveal, or discard")
    keys.press("y")
    expect(headline(page)).to_have_text("P1 to lay off, or discard")
    assert steady(lambda: cell_count(page)) == count
    assert page.errors == []


def test_after_going_out_the_focus_is_on_the_next_deal(opened):
    page = opened(LAST, "{'P2': 'elisabot'}")
    keys = page.page.keyboard
    card(page, "four of clubs").focus()
    keys.press("Space")
    page.output.get_by_role("button", name="Discard 4♣").first.focus()
    keys.press("Enter")
    expect(button(page, "Deal round 2")).to_be_focused()
    keys.press("Enter")
    expect(headline(page)).not_to_have_text("Next: the deal of round 2")
    assert page.errors == []


def test_two_people_share_the_screen(opened):
    page = opened("bb.new('bonk', seats=2, seed=7, first='P1')", "None")
    text = page.output.locator(".bb-cards")
    expect(button(page, "Show P1's hand")).to_be_visible()
    expect(cards(page)).to_have_count(0)
    button(page, "Show P1's hand").click()
    draw(page)
    expect(headline(page)).to_have_text("P1 to reveal, or discard")
    cards(page, name=re.compile("of (clubs|hearts)$")).first.click(
        position={"x": 8, "y": 30})
    page.output.get_by_role("button", name=re.compile("^Discard ")).first.click()
    expect(cards(page)).to_have_count(0)
    expect(button(page, "Show P2's hand")).to_be_visible()
    expect(text).not_to_contain_text("P1's hand")
    assert page.errors == [] and page.external == []


def test_touch_narrow_and_dark(opened):
    page = opened(READY, theme="dark", width=420, has_touch=True)
    card(page, "seven of hearts").tap()
    card(page, "seven of clubs").tap()
    assert tabs_too_wide(page) == []
    assert page.errors == [] and page.external == []


@pytest.mark.parametrize("width", [420, 760])
def test_why_not_lies_over_the_felt_and_moves_nothing(opened, width):
    page = opened(READY, width=width)
    toggle, why = button(page, "Why not?"), page.output.locator(".bb-why")
    places = (".bb-ask > .bb-button", ".bb-felt", ".bb-hand", ".bb-reveal")
    before = [steady(page.output.locator(one).first.bounding_box) for one in places]
    toggle.click()
    expect(why).to_contain_text("There is no claim to answer.")
    assert [steady(page.output.locator(one).first.bounding_box) for one in places] == before
    over = steady(why.bounding_box)
    assert over["y"] >= before[0]["y"] + before[0]["height"]  # below the button that closes it
    assert steady(lambda: why.evaluate(
        "one => { const box = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint(box.x + 40, box.bottom - 20)); }"))
    toggle.click()
    expect(why).to_have_count(0)
    assert page.errors == []


def test_on_a_narrow_screen_all_that_is_played_with_is_close_together(opened):
    page = opened(READY, width=420, has_touch=True)
    top = steady(headline(page).bounding_box)["y"]
    ends = [box["y"] + box["height"] - top for box in (
        steady(page.output.locator(one).first.bounding_box) for one in (".bb-hand", ".bb-lay"))]
    assert ends[0] < 720 and ends[1] < 1020
    assert steady(lambda: small_targets(page, ".bb-cards button, .bb-controls .bb-button")) == []
