"""Fixtures for tests in Chromium: one server and one browser a session, one page a test."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.bare import BarePage
from tests.browser.lab import CHROMIUM_FLAGS, LabPage, Labs, Server, serving


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[Browser]:
    """Headless Chromium. Without one: a failure when CI is set, else a loud skip."""
    path = chromium.find()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(chromium.missing(), pytrace=False)
        warnings.warn(f"BROWSER TESTS LEFT OUT: {chromium.missing()}", stacklevel=1)
        pytest.skip(chromium.missing())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A private JupyterLab with a copy of notebooks/."""
    with tempfile.TemporaryDirectory(prefix="bonkbook-lab-") as home, serving(Path(home)) as one:
        yield one


@pytest.fixture(scope="session")
def labs(server: Server, chromium_browser: Browser) -> Iterator[Labs]:
    """JupyterLabs loaded in the browser, for one test after the other."""
    labs = Labs(server, chromium_browser)
    yield labs
    labs.close()


@pytest.fixture
def pages(labs: Labs, request: pytest.FixtureRequest) -> Iterator[Callable[..., LabPage]]:
    """Opens the notebook at a path below the server's root; all are closed at the end."""
    made: list[LabPage] = []

    def make(path: str, theme: str = "light", width: int = 1280, height: int = 900,
             **context: Any) -> LabPage:
        made.append(labs.take(**{"reduced_motion": "reduce", **context}))
        made[-1].page.set_viewport_size({"width": width, "height": height})
        return made[-1].open(path, theme)

    yield make
    failed = getattr(request.node, "failed_call", False)
    for i, page in enumerate(made):
        if failed:
            _keep_evidence(page, f"{request.node.name}-{i}")
            page.close()
        else:
            page.leave()
            labs.give_back(page)


@pytest.fixture
def notebook(pages: Callable[..., LabPage], server: Server) -> Callable[..., LabPage]:
    """Opens a fresh copy of a notebook: `notebook("parcheesi.ipynb", theme="dark", width=420)`."""
    return lambda source, **options: pages(server.copy(source), **options)


@pytest.fixture
def cells(pages: Callable[..., LabPage], server: Server) -> Callable[..., LabPage]:
    """Opens a throwaway notebook: `cells("import bonkbook as bb", "bb.dice_lab()", width=420)`."""
    return lambda *code, **options: pages(server.write(*code), **options)


@pytest.fixture
def bare(chromium_browser: Browser) -> Iterator[Callable[..., BarePage]]:
    """Renders an anywidget's ESM with a stub model: `bare(esm_text, state, css=css_text)`."""
    made: list[BarePage] = []

    def make(esm: str, state: dict[str, Any], css: str = "", **context: Any) -> BarePage:
        made.append(BarePage(chromium_browser, esm, state, css, **context))
        return made[-1]

    yield make
    for page in made:
        page.context.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Let the fixtures know that the test failed."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.when == "call":
        item.failed_call = report.failed  # type: ignore[attr-defined]


def _keep_evidence(page: LabPage, name: str) -> None:
    """A picture of the failure, and what the console said, for whoever reads the report."""
    folder = Path(tempfile.gettempdir()) / "bonkbook-failures"
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    try:
        print("picture of the failure:", page.screenshot(folder / f"{safe}.png"))
    except Exception as error:
        print("no picture of the failure:", error)
    print("console:", *page.console[-20:], sep="\n  ")
    print("asked for outside:", sorted(set(page.external)))
