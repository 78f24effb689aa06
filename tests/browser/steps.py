"""What tests of widgets in JupyterLab do alike: find parts, count cells, see that all fits."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import LabPage
from tests.browser.waiting import again, steady

TARGETS = ":is(button, select, .bb-check)"
TABS = ("Odds", "Rule book", "Seats", "Set up", "House rules", "Game")


def headline(page: LabPage) -> Locator:
    """The line that says who is to do what."""
    return page.output.locator(".bb-headline")


def button(page: LabPage, name: str) -> Locator:
    """The button of just this name."""
    return page.output.get_by_role("button", name=name, exact=True)


def cell_count(page: LabPage) -> int:
    """How many cells the notebook has: a key that reaches JupyterLab may make or cut one."""
    return page.page.locator(".jp-NotebookPanel:visible .jp-Cell").count()


def tabs_too_wide(page: LabPage) -> list[str]:
    """Opens every tab, one after the other; those with which the table is wider than its place."""
    found = []
    for tab in TABS:
        page.output.get_by_role("tab", name=tab).click()
        expect(page.output.get_by_role("tabpanel")).to_have_attribute("aria-label", tab)
        page.rest()
        if steady(lambda: is_too_wide(page)):
            found.append(tab)
    return found


def is_too_wide(page: LabPage) -> bool:
    """Whether the table is wider than its place."""
    return page.page.evaluate("() => { const t = document.querySelector('.bb-table');"
                              " return t.scrollWidth > t.clientWidth; }")


def small_targets(page: LabPage, what: str = f".bb-table {TARGETS}") -> list[str]:
    """What can be tapped and is less than 44 pixels wide or high, as HTML."""
    return page.page.evaluate(
        "what => [...document.querySelectorAll(what)]"
        ".filter(b => b.offsetParent && !b.matches('.bb-hidden')).filter(b => {"
        " const r = b.getBoundingClientRect(); return r.height < 43.5 || r.width < 43.5; })"
        ".map(b => b.outerHTML)", what)


def boxes(locator: Locator) -> list[dict[str, float]]:
    """Where each element stands on the screen: left, right, top, bottom, width, height."""
    return locator.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")


def click_board(page: LabPage, at: Callable[[], tuple[float, float]], where: Locator,
                text: str) -> None:
    """Click a point of the board until the text is read there."""
    def click() -> None:
        page.page.mouse.move(*at())
        page.rest()  # the board shows what the mouse is on
        page.page.mouse.click(*at())

    again(click, where.inner_text, lambda found: text in found)
