"""The board in Chromium, without a notebook: what is seen and what a click hits."""

from __future__ import annotations

import pytest

from bonkbook.engine.scene import MARGIN
from bonkbook.figures.board import board_figure
from bonkbook.figures.style import CONFIG
from bonkbook.parcheesi import board

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


def click(page, scale, x, y):
    """What a click at a point of the board hits."""
    at = ((x + MARGIN) * scale, (y + MARGIN) * scale)
    page.evaluate("clicks.length = 0")
    page.mouse.move(*at)
    page.wait_for_timeout(120)  # plotly looks under the mouse at most every 50 ms
    page.mouse.click(*at)
    page.wait_for_function("clicks.length > 0", timeout=3000)
    return page.evaluate("clicks[0]")


def test_clicks_hit_the_pawn_or_the_space(shown):
    page, scale = shown
    for token in SCENE.tokens:
        for off in (-0.25, 0.0, 0.25):
            hit = click(page, scale, token.x + off * token.size, token.y)
            assert hit == ["pawns", [token.seat, token.index]]
    for space in ("0", "14", "27", "42", "43", "60"):
        assert click(page, scale, *board.centre(space)) == ["spaces", space]


def test_page_is_quiet_and_heat_is_seen(shown):
    page, _ = shown
    assert page.locator(".modebar").count() == 0
    assert page.locator("#board [tabindex]").count() == 0
    assert page.locator("#board image").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
