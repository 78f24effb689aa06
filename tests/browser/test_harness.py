"""The harness itself: what it reports is so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import LabError

COUNTER = """
import ipywidgets as W
button, label = W.Button(description="Roll"), W.Label("rolled 0")
button.on_click(lambda _: setattr(label, "value", f"rolled {int(label.value[7:]) + 1}"))
W.HBox([button, label])
"""

CALLS_OUT = """
from IPython.display import HTML
HTML('<img alt="x" src="https://example.invalid/x.png">')
"""

DICE = """
function render({ model, el }) {
  const button = document.createElement("button");
  button.textContent = "Roll";
  const show = () => { el.dataset.die = model.get("die"); };
  button.addEventListener("click", () => { model.set("die", 6); model.save_changes(); });
  model.on("change:die", show);
  show();
  el.append(button);
  return () => model.off("change:die", show);
}
export default { render };
"""


def test_a_notebook_runs_in_jupyterlab(cells):
    page = cells("%md # A title", COUNTER)
    page.run_all()
    page.output.get_by_role("button", name="Roll").click()
    expect(page.output.get_by_text("rolled 1")).to_be_visible()
    assert page.errors == []
    assert page.external == []
    assert sum(page.received) > 0


def test_what_leaves_the_machine_is_refused_and_listed(cells):
    page = cells(CALLS_OUT)
    page.run_all()
    page.settle()
    assert sorted(set(page.external)) == ["https://example.invalid/x.png"]


def test_a_failing_cell_is_reported(cells):
    page = cells("1 / 0")
    with pytest.raises(LabError, match="ZeroDivisionError"):
        page.run_all()


def test_themes_and_sizes(cells, tmp_path):
    page = cells("print('hello')", theme="dark", width=420)
    page.run_all()
    background = "getComputedStyle(document.body).getPropertyValue('--jp-layout-color0')"
    dark = page.page.evaluate(background)
    page.theme("light")
    assert dark != page.page.evaluate(background)
    page.size(1280, 700)
    assert page.page.evaluate("innerWidth") == 1280
    assert page.whole(tmp_path / "whole.png").stat().st_size > 1000


def test_a_view_without_jupyter(bare):
    page = bare(DICE, {"die": 1})
    page.page.get_by_role("button", name="Roll").click()
    assert page.saved == [{"die": 6}]
    page.set(die=3)
    expect(page.widget).to_have_attribute("data-die", "3")
    assert page.listeners == 1
    page.remove()
    assert page.listeners == 0
    assert page.errors == []
