"""The board in Chromium, without a notebook: what is seen and what a click hits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bonkbook.figures.board import board_figure
from bonkbook.figures.style import CONFIG
from bonkbook.parcheesi import board
from bonkbook.scene.svg import MARGIN
from tests.browser.waiting import PATIENCE, again, soon, steady

PAWNS = {
    "red": ["N", "20", "12", "X"],
    "green": ["5", "5", "H3", "N"],
    "blue": ["39", "8", "8", "X"],
    "yellow": ["56", "N", "50", "H6"],
}
SCENE = board.scene(PAWNS, heat={"27": (1.0, "sure")}, clickable={("red", 1)})


@pytest.fixture(params=[420, 900])
def shown(request, chromium_browser, tmp_path):
    """A page without network that shows the board, and its pixels in a board unit."""
    width = request.param
    page = chromium_browser.new_page(viewport={"width": width, "height": width}, offline=True)
    page.set_default_timeout(PATIENCE)
    path = tmp_path / "board.html"
    html = board_figure(SCENE, width=width).to_html(
        include_plotlyjs=True, config=CONFIG, div_id="board"
    )
    path.write_text(html.replace("<body>", '<body style="margin:0">'), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#board .point", state="attached")
    page.evaluate(
        "clicks = []; document.getElementById('board').on('plotly_click', e =>"
        " clicks.push([e.points[0].data.name, e.points[0].customdata]))"
    )
    yield page, width / (SCENE.width + 2 * MARGIN)
    page.close()


def under(page):
    """The thing that plotly has found under the mouse: the name of its trace, and which of it."""
    return page.evaluate("(document.getElementById('board')._hoverdata ?? [])"
                         ".map(p => [p.data.name, p.customdata])[0]")


def expect_hit(page, scale, x, y, thing):
    """The mouse at a point of the board finds a thing there, and a click hits it."""
    page.mouse.move((x + MARGIN) * scale, (y + MARGIN) * scale)
    soon(lambda: under(page), thing)
    page.evaluate("clicks.length = 0")
    hits = again(lambda: page.mouse.click((x + MARGIN) * scale, (y + MARGIN) * scale),
                 lambda: page.evaluate("clicks"), bool)
    assert hits[0] == thing


def test_clicks_hit_the_pawn_or_the_space(shown):
    page, scale = shown
    for token in SCENE.tokens:
        for off in (-0.25, 0.0, 0.25):
            expect_hit(page, scale, token.x + off * token.size, token.y,
                       ["pawns", [token.seat, token.index]])
    for space in ("0", "14", "27", "42", "43", "60"):
        expect_hit(page, scale, *board.centre(space), ["spaces", space])


def test_page_is_quiet_and_heat_is_seen(shown):
    page, _ = shown
    expect(page.locator("#board image")).to_have_count(2)
    expect(page.locator(".modebar")).to_have_count(0)
    expect(page.locator("#board [tabindex]")).to_have_count(0)
    assert steady(lambda: page.evaluate(
        "document.documentElement.scrollWidth <= window.innerWidth"))
