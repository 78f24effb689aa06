"""What one waits for at the table in a real JupyterLab, and what a step sends. No limits."""

from __future__ import annotations

import statistics
import time

import pytest

pytestmark = pytest.mark.bench

STEPS = 30
CELL = "import bonkbook as bb\nbb.play('parcheesi', seats=4, seed=7, players='hunter')"
# From the click to the second frame after plotly has drawn: then the step is on the screen.
# A play that changes nothing on the board (no pawn can move) draws nothing: 0.
CLICK_TO_PAINT = """([name]) => new Promise(done => {
    const board = document.querySelector('.js-plotly-plot');
    const button = [...document.querySelectorAll('.jp-OutputArea button')]
        .find(b => b.textContent.includes(name));
    const began = performance.now();
    board.once('plotly_afterplot', () => requestAnimationFrame(() =>
        requestAnimationFrame(() => done(performance.now() - began))));
    setTimeout(() => done(0), 1500);
    button.click();
})"""


def test_first_table_and_steps(cells, report):
    page = cells(CELL)
    began = time.perf_counter()
    page.run_all()
    page.output.locator(".js-plotly-plot .point").first.wait_for(state="attached")
    report("first table on the screen, from running its cell",
           f"{time.perf_counter() - began:6.2f} s")
    report("bytes for the first table, plotly's own script among them",
           f"{sum(page.received) / 1e6:6.2f} MB")
    page.rest()
    waits, received, sent = [], len(page.received), len(page.sent)
    for _ in range(STEPS):
        waits.append(page.page.evaluate(CLICK_TO_PAINT, ["Play »"]))
        page.rest()
    waits = [wait for wait in waits if wait]
    assert waits
    report("from click to paint, median (slowest)",
           f"{statistics.median(waits):6.0f} ms ({max(waits):.0f})")
    down, up = sum(page.received[received:]) / STEPS, sum(page.sent[sent:]) / STEPS
    report("bytes a step, down; up", f"{down / 1e3:6.1f} kB; {up / 1e3:.1f} kB")
