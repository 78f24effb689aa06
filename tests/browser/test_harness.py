"""The harness itself: what it reports is so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import LabError
from tests.browser.waiting import again, soon, steady

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

# anywidget itself waits two seconds for a model that is made ready, and then hears no more of it.
SLOW = """
import anywidget, traitlets
class Slow(anywidget.AnyWidget):
    _esm = """ + repr("""
    const initialize = () => new Promise(done => setTimeout(done, 3000));
    const render = ({ model, el }) => {
      const show = () => { el.textContent = `rolled ${model.get("die")}`; };
      model.on("change:die", show);
      show();
    };
    export default { initialize, render };
    """) + """
    die = traitlets.Int(0).tag(sync=True)
slow = Slow()
slow
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
    expect(page.output.get_by_alt_text("x")).to_have_js_property("complete", True)
    assert sorted(set(page.external)) == ["https://example.invalid/x.png"]


def test_a_failing_cell_is_reported(cells):
    page = cells("1 / 0")
    with pytest.raises(LabError, match="ZeroDivisionError"):
        page.run_all()


def test_themes_and_sizes(cells, tmp_path):
    page = cells("print('hello')", theme="dark", width=420)
    page.run_all()
    background = "getComputedStyle(document.body).getPropertyValue('--jp-layout-color0')"
    dark = steady(lambda: page.page.evaluate(background))
    page.theme("light")
    soon(lambda: page.page.evaluate(background), lambda light: light != dark)
    page.size(1280, 700)
    soon(lambda: page.page.evaluate("innerWidth"), 1280)
    assert page.whole(tmp_path / "whole.png").stat().st_size > 1000


def test_a_view_without_jupyter(bare):
    page = bare(DICE, {"die": 1})
    page.page.get_by_role("button", name="Roll").click()
    soon(lambda: page.saved, [{"die": 6}])
    page.set(die=3)
    expect(page.widget).to_have_attribute("data-die", "3")
    soon(lambda: page.listeners, 1)
    page.remove()
    soon(lambda: page.listeners, 0)
    assert page.errors == []


def test_a_model_that_is_slow_to_be_ready_hears_its_kernel(cells):
    page = cells(SLOW, "slow.die = 5")
    page.run_all()
    expect(page.output.get_by_text("rolled 5")).to_be_visible()
    assert page.errors == []


# -- reads that wait


def ticking(*values):
    """A read that gives one value after the other, and then always the last."""
    left = list(values)

    def read():
        value = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(value, Exception):
            raise value
        return value

    return read


def test_soon_reads_until_it_is_so():
    assert soon(ticking(1, 2, 3), 3) == 3
    assert soon(ticking(None, LookupError("no such row"), 7, 9), lambda n: n and n > 7) == 9
    with pytest.raises(AssertionError, match="it is still 2; wanted: 5"):
        soon(ticking(1, 2), 5, patience=200)
    with pytest.raises(AssertionError, match="no such row"):
        soon(ticking(LookupError("no such row")), 5, patience=200)


def test_steady_waits_for_the_last_change():
    assert steady(ticking(1, 2, 1, 2, LookupError("no such row"), 3), seconds=0.1) == 3


def test_again_acts_until_it_is_heard():
    acts = []
    assert again(lambda: acts.append(1), lambda: len(acts), 2, patience=200) == 2
