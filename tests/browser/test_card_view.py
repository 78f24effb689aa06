"""The card table in Chromium with a stub model: mouse, keyboard, touch, screen reader, sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from bonkbook.widgets.card_view import CardView, TableView
from bonkbook.widgets.front import text_of
from tests.browser.steps import boxes
from tests.browser.waiting import soon, steady

SEATS = [
    {"seat": "P1", "colour": "#D55E00", "ink": "#111", "shape": "circle", "letter": "1",
     "player": "a person", "cards": 9, "acting": True, "note": "to play"},
    {"seat": "P2", "colour": "#009E73", "ink": "#111", "shape": "square", "letter": "2",
     "player": "Elisabot, a bot", "cards": 3, "revealed": True},
]
RUN = {"id": 1, "seat": "P2", "title": "Run of hearts", "cards": [
    {"card": "5h"}, {"card": "2c", "as": "6h"}, {"card": "7h"}, {"card": "8h"}],
    "ends": [{"end": "low", "text": "4♥", "name": "low end of the run of hearts"},
             {"end": "high", "text": "9♥", "name": "high end of the run of hearts"}]}
SET = {"id": 0, "seat": "P2", "title": "Set of jacks", "cards": [
    {"card": "Jc"}, {"card": "Jh"}, {"card": "2d", "as": "J"}],
    "ends": [{"end": "", "text": "J", "name": "the set of jacks"}]}
HAND = ["7h", "7h", "7c", "2d", "4h", "Ks"]
PLAYS = {"4h": [{"to": "discard", "label": "Discard 4♥"},
                {"to": "meld", "meld": 1, "end": "low", "label": "Lay off 4♥ on the run"}],
         "Ks": [{"to": "discard", "label": "Discard K♠"}]}
VIEW: TableView = {
    "title": "Round 2 of 7: a set and a run", "headline": "P1 to play", "said": "P2 discards 9♦.",
    "seats": SEATS, "melds": [SET, RUN],
    "scores": {"columns": ["1", "2"], "rows": [{"seat": "P1", "points": [35, None], "total": 35},
                                               {"seat": "P2", "points": [0, None], "total": 0}]},
    "stock": {"count": 61, "press": False, "label": "Draw from the stock"},
    "discards": {"cards": ["6c", "Kd", "9d"], "press": "drop", "label": "Discard a card"},
    "hand": {"seat": "P1", "title": "P1's hand", "cards": HAND, "new": ["4h"], "pick": "many",
             "plays": PLAYS},
    "slots": [{"label": "A: a set", "hint": "three or more of one rank"},
              {"label": "B: a run", "hint": "four or more in a row"}],
    "ways_label": "Show a way",
}
MANY = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"][:32] + ["Ac", "2c"]
BONK = {"id": "a", "text": "P2 discarded 9♦. Claim it?", "card": "9d", "seconds": 5,
        "claims": [{"seat": "P1", "label": "BONK!", "who": "P1"}], "pass": "Leave it"}


@pytest.fixture
def table(bare):
    """Renders a table; `more` changes the view, the rest goes to the browser."""

    def make(more=None, width=1280, css="", **context):
        context.setdefault("viewport", {"width": width, "height": 900})
        page = bare(CardView._esm, {"view": {**VIEW, **(more or {})}}, css=CardView._css + css,
                    **context)
        assert page.errors == []
        return page

    return make


def with_hand(**more):
    return {"hand": {**VIEW["hand"], **more}}


def option(page, name):
    return page.widget.get_by_role("option", name=re.compile(rf"^{name}"))


def button(page, name):
    return page.widget.get_by_role("button", name=name, exact=True)


def names(page):
    return [one.get_attribute("aria-label") for one in page.widget.get_by_role("option").all()]


def tap(page, *cards):
    for card in cards:
        option(page, card).first.click(position={"x": 8, "y": 30})


def told(page, kind="selected"):
    return [one for one in page.messages if one["kind"] == kind]


def drop(card, meld, end):
    """The message of a card that is laid off."""
    return {"kind": "drop", "card": card, "to": "meld", "meld": meld, "end": end}


def judge(page, **verdict):
    """The kernel's answer to the last selection."""
    view, number = steady(lambda: (page.state["view"], told(page)[-1]["n"]))
    page.set(view={**view, "verdict": {"n": number, **verdict}})


# -- selecting and revealing


def test_cards_are_named_and_selected_in_order(table):
    page = table()
    soon(lambda: names(page), [
        "four of hearts, new", "seven of clubs", "seven of hearts", "seven of hearts",
        "king of spades", "two of diamonds, wild"])
    tap(page, "seven of hearts", "two of diamonds", "seven of clubs")
    soon(lambda: names(page)[1], "seven of clubs, selected 3rd")
    expect(page.widget.locator(".bb-nth:not(:empty)")).to_have_text(["3", "1", "2"])
    soon(lambda: told(page)[-1]["cards"], ["7h", "2d", "7c"])
    soon(lambda: told(page)[-1]["slots"], [[], []])
    tap(page, "two of diamonds")
    soon(lambda: told(page)[-1]["cards"], ["7h", "7c"])
    soon(lambda: names(page)[1], "seven of clubs, selected 2nd")
    button(page, "Clear").click()
    soon(lambda: told(page)[-1]["cards"], [])
    numbers = soon(lambda: [one["n"] for one in told(page)], lambda found: len(found) == 6)
    assert len(set(numbers)) == 6


def test_a_contract_is_put_together_and_revealed(table):
    page = table()
    reveal = button(page, "Reveal")
    tap(page, "seven of clubs", "two of diamonds", "seven of hearts")
    button(page, "Put 3 here: the selected cards, into A: a set").click()
    expect(page.widget.get_by_role("option")).to_have_count(3)
    soon(lambda: told(page)[-1]["slots"], [["7c", "2d", "7h"], []])
    judge(page, ready=False, text="B lacks a run.", slots=[
        {"ok": True, "text": "a set of sevens", "as": ["", "7", ""]}, {}])
    slot = page.widget.get_by_role("group", name="A: a set")
    expect(slot).to_contain_text("✓ a set of sevens")
    expect(slot.get_by_role("button", name="two of diamonds, wild as seven, 2nd")).to_be_visible()
    expect(page.widget.get_by_text("B lacks a run.")).to_be_visible()
    expect(reveal).not_to_have_class(re.compile("bb-ready"))
    judge(page, ready=True, label="Reveal", text="The contract is met.")
    expect(reveal).to_have_class(re.compile("bb-ready"))
    tap(page, "king of spades")  # the verdict is about the selection before
    expect(reveal).not_to_have_class(re.compile("bb-ready"))
    reveal.click()
    soon(lambda: page.messages[-1], {
        "kind": "reveal", "seat": "P1", "slots": [["7c", "2d", "7h"], []], "cards": ["Ks"],
        "from": [None, None]})


def test_staged_cards_are_taken_back(table):
    page = table()
    tap(page, "seven of clubs", "four of hearts")
    button(page, "Put 2 here: the selected cards, into B: a run").click()
    page.widget.get_by_role("button", name="seven of clubs, 1st: take it back").click()
    soon(lambda: told(page)[-1]["slots"], [[], ["4h"]])
    expect(option(page, "seven of clubs")).to_be_focused()
    button(page, "Take back the cards of B: a run").click()
    soon(lambda: told(page)[-1]["slots"], [[], []])
    soon(lambda: len(names(page)), len(HAND))


def test_a_way_that_is_offered_fills_the_slots(table):
    page = table()
    button(page, "Show a way").click()
    soon(lambda: page.messages[-1], {"kind": "ways"})
    way = {"label": "Two sevens and a wild", "melds": [["7h", "7h", "2d"], ["4h"]],
           "from": [None, "3h"]}
    judge(page, ways=[way])
    button(page, "Two sevens and a wild").click()
    soon(lambda: told(page)[-1]["slots"], way["melds"])
    soon(lambda: told(page)[-1]["from"], way["from"])


def test_a_question_about_a_meld_is_answered(table):
    page = table()
    tap(page, "two of diamonds")
    button(page, "Put 1 here: the selected cards, into B: a run").click()
    ask = {"label": "The run begins at", "choices": [["Ah", "A♥"], ["3h", "3♥"]], "value": "Ah"}
    judge(page, slots=[{}, {"ok": True, "text": "a run", "ask": ask}])
    page.widget.get_by_label("The run begins at").last.select_option("3h")
    soon(lambda: told(page)[-1]["from"], [None, "3h"])


def test_a_final_round_has_as_many_slots_as_needed(table):
    page = table({"slots": [{"label": "A: a long run", "hint": ""}],
                  "more_slots": {"label": "another meld", "hint": ""}})
    slots = page.widget.locator(".bb-slot")
    expect(slots).to_have_count(2)
    tap(page, "king of spades")
    slots.last.get_by_role("button").first.click()
    expect(slots).to_have_count(3)
    soon(lambda: told(page)[-1]["slots"], [[], ["Ks"], []])


# -- playing a card


def test_one_card_shows_what_it_can_do(table):
    page = table()
    low = button(page, "low end of the run of hearts")
    pile = page.widget.locator("[data-key=discards]")
    tap(page, "four of hearts")
    expect(low).to_have_class(re.compile("bb-lit"))
    expect(pile).to_have_class(re.compile("bb-lit"))
    expect(button(page, "high end of the run of hearts")).not_to_have_class(re.compile("bb-lit"))
    button(page, "Lay off 4♥ on the run").click()
    soon(lambda: page.messages[-1], drop("4h", 1, "low"))
    low.click()
    soon(lambda: page.messages[-2:], [drop("4h", 1, "low")] * 2)
    button(page, "the set of jacks").click()  # not allowed: the kernel says why
    soon(lambda: page.messages[-1], drop("4h", 0, ""))
    pile.click()
    soon(lambda: page.messages[-1], {"kind": "drop", "card": "4h", "to": "discard"})
    tap(page, "king of spades")
    expect(button(page, "Discard 4♥")).to_have_count(0)
    low.click()
    soon(lambda: page.messages[-1]["card"], None)


def test_one_at_a_time_after_the_reveal(table):
    page = table({**with_hand(pick="one"), "slots": []})
    tap(page, "four of hearts", "king of spades")
    soon(lambda: told(page)[-1]["cards"], ["Ks"])
    expect(button(page, "Discard K♠")).to_be_visible()
    expect(button(page, "Reveal")).to_be_hidden()
    view = steady(lambda: page.state["view"])
    page.set(view={**view, **with_hand(pick="none")})
    soon(lambda: told(page)[-1]["cards"], [])
    tap(page, "four of hearts")
    assert steady(lambda: told(page)[-1]["cards"]) == []


def test_drawing_and_what_lies_under_the_discards(table):
    page = table({"discards": {**VIEW["discards"], "press": "draw", "label": "Take 9♦"},
                  "stock": {"count": 61, "press": True, "label": "Draw from the stock"}})
    button(page, "Stock, 61 cards. Draw from the stock").click()
    button(page, "Discards, 3 cards, nine of diamonds on top. Take 9♦").click()
    soon(lambda: page.messages[-2:], [{"kind": "draw", "from": source}
                                      for source in ("stock", "discard")])
    button(page, "2 cards underneath").click()
    pile = page.widget.get_by_role("list", name="The discard pile, from its top down")
    expect(pile.locator(".bb-hidden")).to_have_text([
        "nine of diamonds", "king of diamonds", "six of clubs"])


def test_buttons_scores_errors_and_melds(table):
    page = table({"buttons": [{"id": "keep", "label": "Keep 9♦", "main": True}],
                  "error": {"text": "4♥ is no jack.", "rule": "LAY_OFF",
                            "rule_title": "Laying off"}})
    button(page, "Keep 9♦").click()
    soon(lambda: page.messages[-1], {"kind": "act", "action": "keep"})
    expect(page.widget.get_by_role("alert")).to_contain_text("4♥ is no jack.")
    page.widget.get_by_role("button", name="Rule: Laying off").click()
    soon(lambda: page.messages[-1], {"kind": "rule", "rule": "LAY_OFF"})
    row = page.widget.get_by_role("row", name=re.compile("^P1"))
    soon(row.all_inner_texts, ["P1\t35\t·\t35"])
    run = page.widget.get_by_role("group", name="P2: Run of hearts")
    expect(run.locator("li .bb-hidden").nth(1)).to_have_text("two of clubs as six of hearts")
    expect(run.locator(".bb-as")).to_have_text(["=6♥"])
    seat = page.widget.get_by_role("group", name="P1, 9 cards")
    expect(seat).to_have_attribute("aria-current", "true")


def test_what_a_button_says_is_in_its_name(table):
    page = table({"bonk": BONK})
    tap(page, "four of hearts")
    found = steady(lambda: page.widget.get_by_role("button").evaluate_all(
        "all => all.map(b => [b.querySelector('svg, [aria-hidden]') ? '' : b.innerText,"
        " b.ariaLabel])"))
    assert len(found) > 15
    for words, name in found:
        assert name is None or words.split("\n")[0] in name


def test_words_are_no_markup(table):
    page = table({"title": "<img src=x>", "said": "<b>x</b>",
                  "buttons": [{"id": "a", "label": "<i>a</i>"}]})
    expect(button(page, "<i>a</i>")).to_be_visible()
    expect(page.widget.locator("img, b:has-text('x'), i")).to_have_count(0)


# -- by keyboard


def test_keyboard_alone(table):
    page = table()
    page.page.evaluate("document.addEventListener('keydown', e => window.heard = e.key)")
    keys = page.page.keyboard
    option(page, "four of hearts").focus()
    for key in ("ArrowRight", "Space", "End", "Enter", "Home", "ArrowRight", "ArrowRight", "Space"):
        keys.press(key)
    soon(lambda: told(page)[-1]["cards"], ["7c", "2d", "7h"])
    expect(page.widget.locator(".bb-hand [tabindex='0']")).to_have_count(1)
    keys.press("Tab")
    expect(button(page, "Put 3 here: the selected cards, into A: a set")).to_be_focused()
    keys.press("Enter")
    soon(lambda: told(page)[-1]["slots"][0], ["7c", "2d", "7h"])
    expect(option(page, "king of spades")).to_be_focused()  # the third, as before
    keys.press("Space")
    keys.press("Escape")
    soon(lambda: told(page)[-1]["cards"], [])
    for key in ("a", "b", "x", "1"):
        keys.press(key)
    assert steady(lambda: page.page.evaluate("window.heard")) is None
    assert page.errors == []


def test_cards_are_moved_by_keys(table):
    page = table()
    keys = page.page.keyboard
    option(page, "king of spades").focus()
    keys.press("Alt+ArrowLeft")
    keys.press("Alt+ArrowLeft")
    soon(lambda: names(page)[2], "king of spades")
    expect(option(page, "king of spades")).to_be_focused()
    expect(button(page, "Hand: manual order")).to_have_attribute("aria-pressed", "true")
    expect(page.widget.get_by_text("king of spades, 3rd of 6")).to_be_attached()
    button(page, "Move the card to the right").click()
    soon(lambda: names(page)[3], "king of spades")
    button(page, "Suit: sort by suit").click()
    soon(lambda: [name.removesuffix(", new") for name in names(page)], [
        "seven of clubs", "four of hearts", "seven of hearts", "seven of hearts", "king of spades",
        "two of diamonds, wild"])
    button(page, "Rank: sort by rank").click()
    soon(lambda: names(page)[0], "four of hearts, new")


def test_arrows_go_up_and_down_where_the_hand_has_rows(table):
    page = table(with_hand(cards=MANY), width=420)
    page.widget.get_by_role("option").first.focus()
    first = steady(page.widget.get_by_role("option").first.bounding_box)
    page.page.keyboard.press("ArrowDown")
    focused = page.widget.locator("[role=option]:focus")
    soon(lambda: focused.bounding_box()["y"], lambda y: y > first["y"] + 40)
    assert steady(focused.bounding_box)["x"] == pytest.approx(first["x"], abs=1)
    page.page.keyboard.press("ArrowUp")
    expect(page.widget.get_by_role("option").first).to_be_focused()


# -- dragging


def centre(locator, x=12, y=30):
    box = steady(locator.bounding_box)
    return box["x"] + x, box["y"] + y


def drag(page, card, place):
    mouse = page.page.mouse
    mouse.move(*centre(option(page, card).first))
    mouse.down()
    mouse.move(place[0] - 20, place[1], steps=3)
    mouse.move(*place, steps=3)
    expect(page.widget.locator(".bb-over")).to_have_count(1)  # where it would go
    mouse.up()


def test_drag_by_mouse(table):
    page = table()
    drag(page, "king of spades", centre(option(page, "seven of clubs"), x=3))
    soon(lambda: [name.split(" of ")[0] for name in names(page)][:3], ["four", "king", "seven"])
    assert steady(lambda: told(page)[-1]["cards"]) == []  # a drag selects nothing
    drag(page, "two of diamonds", centre(page.widget.get_by_role("group", name="B: a run")))
    soon(lambda: told(page)[-1]["slots"], [[], ["2d"]])
    drag(page, "four of hearts", centre(button(page, "low end of the run of hearts")))
    soon(lambda: page.messages[-1], drop("4h", 1, "low"))
    drag(page, "king of spades", centre(page.widget.locator("[data-key=discards]")))
    soon(lambda: page.messages[-1], {"kind": "drop", "card": "Ks", "to": "discard"})
    tap(page, "seven of clubs", "seven of hearts")
    drag(page, "seven of hearts", centre(page.widget.get_by_role("group", name="A: a set")))
    soon(lambda: told(page)[-1]["slots"], [["7c", "7h"], ["2d"]])  # a selected card brings more
    expect(page.widget.locator(".bb-over, .bb-dragged")).to_have_count(0)
    assert page.errors == []


def stop_time(page):
    """From here time passes by run_for alone, however slow the machine is."""
    page.page.clock.install(time=0)
    page.page.clock.pause_at(1)
    return page.page.clock


def touch(page, card, way, hold):
    """A finger on a card, that rests for `hold` ms and then goes a way."""
    client = page.context.new_cdp_session(page.page)
    x, y = centre(option(page, card).first)

    def send(kind, *points):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": px, "y": py} for px, py in points]})

    send("touchStart", (x, y))
    page.page.clock.run_for(hold)
    expect(page.widget.locator(".bb-dragged")).to_have_count(1 if hold else 0)
    for part in (0.1, 0.4, 0.7, 1):
        send("touchMove", (x + way[0] * part, y + way[1] * part))
    send("touchEnd")


def test_drag_and_scroll_by_touch(table):
    page = table(width=420, has_touch=True, is_mobile=True)
    stop_time(page)
    page.widget.get_by_role("option").first.scroll_into_view_if_needed()
    before = steady(lambda: page.page.evaluate("scrollY"))
    there, here = centre(option(page, "king of spades")), centre(option(page, "four of hearts"))
    touch(page, "king of spades", (here[0] - there[0] - 10, 0), hold=350)
    soon(lambda: names(page)[0], "king of spades")
    assert steady(lambda: page.page.evaluate("scrollY")) == before
    touch(page, "seven of clubs", (0, -160), hold=0)
    soon(lambda: page.page.evaluate("scrollY"), lambda y: y > before)
    steady(lambda: page.page.evaluate("scrollY"))  # a tap on a page that glides only stops it
    assert steady(lambda: names(page)[0]) == "king of spades"
    assert steady(lambda: told(page)[-1]["cards"]) == []
    page.page.touchscreen.tap(*centre(option(page, "king of spades")))
    soon(lambda: told(page)[-1]["cards"], ["Ks"])
    assert page.errors == []


# -- updates, cover, claim


def test_updates_in_place_keep_focus_order_and_selection(table):
    page = table()
    tap(page, "king of spades", "seven of clubs")
    option(page, "seven of clubs").focus()
    page.page.evaluate("window.before = document.activeElement")
    cards = ["7h", "7c", "2d", "Ks", "Qd"]
    page.set(view={**VIEW, **with_hand(cards=cards), "said": "P1 draws.",
                   "melds": [SET, RUN, {**SET, "id": 2}]})
    expect(page.widget.get_by_role("group", name="P2: Set of jacks")).to_have_count(2)
    assert steady(lambda: page.page.evaluate("window.before === document.activeElement"))
    assert steady(lambda: told(page)[-1]["cards"]) == ["Ks", "7c"]
    count = steady(lambda: len(page.messages))
    page.set(view={**VIEW, **with_hand(cards=["7h", "7c", "2d", "Qd"])})
    soon(lambda: told(page)[-1]["cards"], ["7c"])  # the king is gone
    assert steady(lambda: len(page.messages)) == count + 1
    page.set(view={**VIEW, **with_hand(cards=["7h", "2d", "Qd"])})
    expect(option(page, "seven of hearts")).to_be_focused()  # what lies where the card was
    expect(page.widget.get_by_role("status")).to_have_text("P2 discards 9♦.")


def test_melds_put_together_wait_for_the_next_turn_but_not_for_the_next_deal(table):
    page = table()
    tap(page, "seven of clubs", "seven of hearts")
    button(page, "Put 2 here: the selected cards, into A: a set").click()
    waiting = {**VIEW, **with_hand(cards=[*HAND[:-1], "3c"], pick="none"), "slots": []}
    page.set(view=waiting)
    soon(lambda: told(page)[-1]["slots"], [])
    soon(lambda: names(page), lambda found: "seven of clubs" in found)
    page.set(view={**waiting, "slots": VIEW["slots"]})
    soon(lambda: told(page)[-1]["slots"], [["7c", "7h"], []])
    page.set(view={**VIEW, **with_hand(cards=["7h", "7c", "3s", "4s", "5s", "6s"])})
    soon(lambda: told(page)[-1]["slots"], [[], []])


def test_the_cover_hides_a_hand_and_each_seat_has_its_own_order(table):
    page = table()
    tap(page, "seven of clubs")
    button(page, "Put 1 here: the selected cards, into A: a set").click()
    judge(page, ready=False, text="Sevens are rare.")
    tap(page, "king of spades")
    option(page, "king of spades").press("Alt+ArrowLeft")
    order = steady(lambda: names(page))
    cover = {"title": "P2, it is your turn", "text": "Give it to P2.", "button": "Show the hand"}
    page.set(view={**VIEW, "hand": None, "cover": cover})
    expect(page.widget.get_by_role("option")).to_have_count(0)
    text = steady(page.widget.inner_html).lower()
    hidden = ("king of spades", "k♠", "seven of clubs", "sevens", "p1's hand")
    assert not [one for one in hidden if one in text]
    expect(button(page, "Show the hand")).to_be_focused()
    page.page.keyboard.press("Enter")
    soon(lambda: page.messages[-1], {"kind": "show"})
    page.set(view={**VIEW, "hand": {**VIEW["hand"], "seat": "P2", "cards": ["Ks", "3c"]}})
    soon(lambda: names(page), ["three of clubs", "king of spades"])
    expect(page.widget.get_by_role("option").first).to_be_focused()
    soon(lambda: told(page)[-1], lambda last: last["seat"] == "P2" and last["cards"] == [])
    page.set(view=VIEW)
    soon(lambda: names(page), order)
    soon(lambda: told(page)[-1]["cards"], ["Ks"])


def test_the_claim_counts_down_once(table):
    page = table()
    clock = stop_time(page)
    page.set(view={**VIEW, "bonk": BONK})
    timer = page.widget.get_by_role("timer")
    expect(timer).to_have_text("5 s")
    clock.run_for(2_100)
    expect(timer).to_have_text("3 s")
    page.set(view={**VIEW, "bonk": {**BONK, "text": "P2 discarded 9♦. Who claims it?"}})
    expect(timer).to_have_text("3 s")
    page.page.evaluate("document.body.style.paddingTop = '3000px'")
    clock.run_for(20_000)  # out of sight, it waits
    page.page.evaluate("document.body.style.paddingTop = ''")
    assert steady(timer.inner_text) == "3 s"
    assert steady(lambda: told(page, "pass")) == []
    page.set(view={**VIEW, "bonk": {**BONK, "seconds": 9}})
    expect(timer).to_have_text("9 s")
    clock.run_for(10_000)
    soon(lambda: told(page, "pass"), [{"kind": "pass", "timeout": True}])
    page.set(view={**VIEW, "bonk": {**BONK, "id": "b"}})
    expect(timer).to_have_text("5 s")
    button(page, "Stop the clock").click()
    clock.run_for(20_000)
    assert steady(lambda: len(told(page, "pass"))) == 1
    button(page, "BONK! P1").click()
    soon(lambda: page.messages[-1], {"kind": "bonk", "seat": "P1"})
    page.set(view=VIEW)
    expect(page.widget.get_by_role("region", name="Claim the discard")).to_be_hidden()


def test_a_claim_without_a_countdown_waits(table):
    page = table({"bonk": {**BONK, "seconds": 0}})
    expect(page.widget.get_by_role("timer")).to_be_hidden()
    expect(button(page, "Stop the clock")).to_be_hidden()
    expect(page.widget.locator("[aria-live=assertive]")).to_have_text(BONK["text"])
    page.widget.get_by_role("option").first.focus()
    page.page.keyboard.press("b")
    soon(lambda: page.messages[-1], {"kind": "bonk", "seat": "P1"})
    button(page, "Leave it").click()
    soon(lambda: page.messages[-1], {"kind": "pass", "timeout": False})
    two = [*BONK["claims"], {"seat": "P2", "label": "BONK!", "who": "P2"}]
    page.set(view={**VIEW, "bonk": {**BONK, "id": "c", "claims": two}})
    page.page.keyboard.press("b")  # whose would it be?
    assert steady(lambda: page.messages[-1]["kind"]) == "pass"


def test_reduced_motion_shows_no_moving_bar(table):
    for motion, shown in (("reduce", False), ("no-preference", True)):
        page = table({"bonk": BONK}, reduced_motion=motion)
        expect(page.widget.get_by_role("timer")).to_be_visible()
        expect(page.widget.locator(".bb-time")).to_be_visible(visible=shown)
        card, still = page.widget.get_by_role("option").first, re.compile("^0s$")
        if shown:
            expect(card).not_to_have_css("transition-duration", still)
        else:
            expect(card).to_have_css("transition-duration", still)


def test_a_removed_view_leaves_nothing_behind(table):
    page = table()
    clock = stop_time(page)
    page.set(view={**VIEW, "bonk": BONK})
    expect(page.widget.get_by_role("timer")).to_have_text("5 s")
    count = steady(lambda: len(page.messages))
    page.remove()
    clock.run_for(20_000)
    soon(lambda: page.listeners, 0)
    assert steady(lambda: len(page.messages)) == count
    assert page.errors == []


# -- sizes and colours

def text_boxes(locator):
    """The smallest boxes around what is written in each of them."""
    return locator.evaluate_all("""all => all.map(one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().toJSON();
    })""")


def scroll_width(page):
    return page.page.evaluate("document.documentElement.scrollWidth")


def style(locator, name):
    return locator.evaluate("(one, name) => getComputedStyle(one)[name]", name)


FREE = """
() => [...document.querySelectorAll(".bb-hand > .bb-card")].map(card => {
  const box = card.getBoundingClientRect(), hit = (x, y) =>
    document.elementFromPoint(box.left + x, box.top + y)?.closest(".bb-card") === card;
  let wide = 0, high = 0;
  while (wide < box.width && hit(wide + .5, 20)) wide++;
  while (high < box.height && hit(3, high + .5)) high++;
  return [wide, high];
})
"""


@pytest.mark.parametrize("width", [1280, 560, 420])
def test_34_cards_fit_and_each_can_be_hit(table, width):
    page = table(with_hand(cards=MANY), width=width)
    page.page.set_viewport_size({"width": width, "height": 1900})
    free = steady(lambda: page.page.evaluate(FREE))
    assert len(free) == len(MANY) == 34
    assert min(wide for wide, _ in free) >= 43 and min(high for _, high in free) >= 44
    assert steady(lambda: scroll_width(page)) <= width
    hand = steady(page.widget.get_by_role("listbox").bounding_box)
    for box in steady(lambda: boxes(page.widget.get_by_role("option"))):
        assert box["left"] >= hand["x"] - 1
        assert box["right"] <= hand["x"] + hand["width"] + 1


@pytest.mark.parametrize("width", [1280, 420])
def test_targets_are_44_px_and_nothing_overflows(table, width):
    page = table({"bonk": BONK, "buttons": [{"id": "k", "label": "Keep"}]}, width=width,
                 has_touch=True)
    tap(page, "four of hearts")
    sizes = steady(lambda: page.page.evaluate(
        "() => [...document.querySelectorAll('button')].filter(b => b.getClientRects().length)"
        ".map(b => [b.textContent, b.offsetWidth, b.offsetHeight])"))
    assert len(sizes) > 15
    assert [one for one in sizes if one[1] < 44 or one[2] < 44] == []
    assert steady(lambda: scroll_width(page)) <= width


def test_dark_theme(table):
    dark = ("body { background: #111; --jp-layout-color1: #111; --jp-layout-color2: #212121;"
            " --jp-ui-font-color1: #eee; --jp-ui-font-color2: #bbb; }")
    page = table({"error": {"text": "No."}}, css=dark)
    for where in (".bb-hand-title", ".bb-slot strong", ".bb-points td", ".bb-missing", ".bb-wrong"):
        place = page.widget.locator(where).first
        ink = steady(lambda place=place: style(place, "color"))
        numbers = [float(n) for n in re.findall(r"[\d.]+", ink)]
        light = max(numbers[:3]) if "srgb" in ink else max(numbers[:3]) / 255
        assert light > 0.7, (where, ink)
    ground = steady(lambda: style(page.widget.locator(".bb-my-hand"), "backgroundColor"))
    assert max(map(int, re.findall(r"\d+", ground))) < 60


def test_the_number_of_cards_keeps_clear_of_the_name_of_its_seat(table):
    """In seats of every width that a row of four can have."""
    seats = [{**SEATS[k % 2], "seat": f"P{k + 1}", "cards": 10} for k in range(4)]
    page = table({"seats": seats}, width=1000)
    places = page.widget.locator(".bb-place")
    for width in range(520, 800, 20):
        page.page.set_viewport_size({"width": width, "height": 900})
        soon(lambda width=width: page.page.evaluate("innerWidth"), width)
        parts = steady(lambda: (boxes(places), text_boxes(places.locator("strong")),
                                text_boxes(places.locator("b"))))
        assert len(parts[0]) == 4
        for place, name, count in zip(*parts, strict=True):
            beside, under = name["right"] + 4 <= count["left"], name["bottom"] <= count["top"] + 1
            assert beside or under, width
            assert count["right"] <= place["right"]


def test_a_hint_stands_where_the_plays_of_a_card_would(table):
    hints = {"": "Select a card.", "more": "These are several.", "2d": "A two stays."}
    page = table(with_hand(hints=hints))
    hint = page.widget.locator(".bb-idle")
    hand = page.widget.locator(".bb-my-hand")
    height = steady(hand.bounding_box)["height"]
    expect(hint).to_have_text("Select a card.")
    tap(page, "two of diamonds")
    expect(hint).to_have_text("A two stays.")
    tap(page, "seven of clubs")
    expect(hint).to_have_text("These are several.")
    tap(page, "seven of clubs", "two of diamonds", "king of spades")
    expect(hint).to_be_hidden()
    expect(button(page, "Discard K♠")).to_be_visible()
    assert steady(hand.bounding_box)["height"] == height  # nothing moved


def test_the_focus_is_seen_on_the_felt_whichever_style_comes_last(table):
    page = table(css=text_of("table.css"))  # as the other parts of a table bring it
    page.widget.get_by_role("option").first.focus()
    page.page.keyboard.press("Shift+Tab")  # so that it is the keyboard that moves the focus
    pile = page.widget.get_by_role("button", name=re.compile("^Discards"))
    pile.focus()
    soon(lambda: style(pile, "outline"), "rgb(255, 255, 255) solid 3px")


def test_no_card_lies_over_the_band_of_a_wild(table):
    run = table().widget.get_by_role("group", name="P2: Run of hearts")
    wild, after = (steady(run.get_by_role("listitem").nth(k).bounding_box) for k in (1, 2))
    band = steady(run.locator(".bb-stands text", has_text="WILD").bounding_box)
    assert wild["x"] < band["x"] and band["x"] + band["width"] <= after["x"]
