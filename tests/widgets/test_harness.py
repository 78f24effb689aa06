"""The recorder that plays the front end tells the truth about widgets we did not write."""

from __future__ import annotations

import ast
from pathlib import Path

import ipywidgets as W
import plotly.graph_objects as go
import pytest


def test_the_front_end_hears_and_answers(front):
    slider = W.IntSlider(max=10)
    slider.value = 4
    assert front.sent(slider) == [{"value": 4}]
    front.set(slider, value=7)
    assert slider.value == 7


def test_buttons_click_unless_disabled(front):
    button, clicks = W.Button(description="Roll"), []
    button.on_click(clicks.append)
    front.click(button)
    button.disabled = True
    front.click(button)
    assert clicks == [button]


def test_points_of_a_plotly_figure_are_clicked(front):
    figure = go.FigureWidget(go.Scatter(x=[1, 2], y=[3, 4]))
    hits = []
    figure.data[0].on_click(lambda _, points, state: hits.append((points.point_inds, points.ys)))
    front.click_point(figure, trace=0, point=1)
    assert hits == [([1], [4])]


def test_close_is_heard(front):
    label = W.Label("x")
    ident = label.model_id
    assert not front.closed(ident)
    label.close()
    assert front.closed(ident)


# -- browser tests wait for what they read

BROWSER = Path(__file__).parents[1] / "browser"
HARNESS = [BROWSER / name for name in ("bare.py", "lab.py", "steps.py")]
WAITING = {"again", "soon", "steady"}
SLEEPS = {"sleep", "wait_for_timeout"}
READS = {
    "all", "all_inner_texts", "all_text_contents", "aria_snapshot", "bounding_box", "content",
    "count", "element_handle", "element_handles", "eval_on_selector", "eval_on_selector_all",
    "evaluate", "evaluate_all", "evaluate_handle", "get_attribute", "inner_html", "inner_text",
    "input_value", "is_checked", "is_disabled", "is_editable", "is_enabled", "is_hidden",
    "is_visible", "query_selector", "query_selector_all", "text_content", "title",
}


class BareReads(ast.NodeVisitor):
    """Finds what reads a page at once, where it should wait.

    `helpers` are functions, and ".methods", that return what they read: that counts where they
    are called. A call that is a statement of its own is made for what it does, and reads nothing.
    """

    def __init__(self, helpers: set[str]) -> None:
        self.helpers = set(helpers)
        self.found: list[str] = []
        self.function, self.method = "", False
        self.returns = False

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.method = True
        self.generic_visit(node)
        self.method = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outside, self.function = self.function, node.name
        self.generic_visit(node)
        self.function = outside

    def visit_Return(self, node: ast.Return) -> None:
        self.returns = not self.function.startswith("test_")
        self.generic_visit(node)
        self.returns = False

    def visit_Call(self, node: ast.Call) -> None:
        if name_of(node.func) not in WAITING:
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and name_of(call.func) not in SLEEPS | WAITING:
            for part in (*ast.iter_child_nodes(call.func), *call.args, *call.keywords):
                self.visit(part)
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr in READS | SLEEPS or "." + node.attr in self.helpers:
            self.note(node)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.helpers:
            self.note(node)

    def note(self, node: ast.Attribute | ast.Name) -> None:
        if self.returns and name_of(node) not in SLEEPS:
            self.helpers.add("." * self.method + self.function)
        else:
            self.found.append(f"{node.lineno}: {name_of(node)}")


def name_of(node: ast.AST) -> str:
    return getattr(node, "attr", None) or getattr(node, "id", "")


def bare_reads(program: str, helpers: set[str]) -> BareReads:
    """The bare reads of a program, once all of its helpers are known."""
    while True:
        seen = BareReads(helpers)
        seen.visit(ast.parse(program))
        if seen.helpers == helpers:
            return seen
        helpers = seen.helpers


def harness_helpers() -> set[str]:
    helpers: set[str] = set()
    for path in HARNESS:
        helpers |= bare_reads(path.read_text(encoding="utf-8"), helpers).helpers
    return helpers


WAITS = [*HARNESS, *(path for path in BROWSER.glob("test_*.py") if "bench" not in path.name)]


@pytest.mark.parametrize("path", WAITS, ids=lambda path: path.name)
def test_browser_tests_wait_for_what_they_read(path):
    found = bare_reads(path.read_text(encoding="utf-8"), harness_helpers()).found
    assert found == [], "read with expect, or with soon or steady of tests/browser/waiting.py"


CARELESS = """
class Page:
    @property
    def messages(self):
        return self.page.evaluate("messages")

def shown(page):
    return page.locator("b").inner_text()

def loud(page):
    return shown(page).upper()

def press(page):
    x = page.locator("b").bounding_box()["x"]
    page.mouse.click(x, 1)

def test_careless(page):
    assert page.locator("b").count() == 1
    text = page.locator("b").text_content()
    assert loud(page) == "A"
    assert page.messages[-1] == "a"
    page.evaluate("go()")
    page.evaluate("x => go(x)", shown(page))
    page.wait_for_timeout(100)
    for one in page.locator("b").all():
        one.click()
    soon(lambda: shown(page), "a")
    assert steady(page.locator("b").count) == 1
    expect(page.locator("b")).to_have_text("a")
"""


def test_the_check_finds_what_does_not_wait():
    seen = bare_reads(CARELESS, set())
    assert seen.helpers == {".messages", "shown", "loud"}
    assert [one.split(": ")[1] for one in seen.found] == [
        "bounding_box", "count", "text_content", "loud", "messages", "shown", "wait_for_timeout",
        "all"]
