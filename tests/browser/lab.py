"""A real JupyterLab in a real Chromium, for tests and for looking at what we draw.

The fixtures of `tests/browser/conftest.py` hand these out; what a test needs to know:

    def test_roll(notebook):
        page = notebook("parcheesi.ipynb", theme="dark", width=420)   # open, kernel idle
        page.run_all()                                                # every cell done, no errors
        page.output.get_by_role("button", name="Roll").first.click()  # page.output: outputs only
        expect(page.output.locator("[aria-live]").first).to_contain_text("rolls")
        page.theme("light"); page.size(1280, 900)
        page.screenshot("table.png")
        assert page.errors == [] and page.external == []

    def test_cell(cells):
        page = cells("import bonkbook as bb", "bb.play('parcheesi')")   # a throwaway notebook

`page.page` is Playwright's own page. The network is blocked: whatever leaves 127.0.0.1 is
aborted and listed in `page.external`.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, Route, WebSocket

from bonkbook.scene.scene import Card, Scene, Token
from bonkbook.scene.svg import MARGIN
from tests.browser.waiting import PATIENCE, soon, steady

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

SETTINGS: dict[str, dict[str, Any]] = {
    # Otherwise a pop-up that offers news covers the page.
    "apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # "full" renders only the cells in sight; then outputs further down do not exist yet.
    "notebook-extension/tracker": {
        "windowingMode": "none",
        "scrollPastLastCell": False,
        "autoStartDefaultKernel": True,
        "maxNumberOutputs": 500,
    },
    "docmanager-extension/plugin": {"autosave": False},
    "extensionmanager-extension/plugin": {"enabled": False, "disclaimed": False},
}


class LabError(AssertionError):
    """A cell failed, or JupyterLab did not come up."""


class Server:
    """A private JupyterLab: own port and token, own settings, a copy of the notebooks."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.work = home / "work"
        self.log = home / "jupyterlab.log"
        self.token = secrets.token_hex(16)
        self.port = _free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Copy the notebooks, start the server, return when it answers."""
        self.work.mkdir(parents=True, exist_ok=True)
        if NOTEBOOKS.is_dir():
            shutil.copytree(NOTEBOOKS, self.work / "notebooks", dirs_exist_ok=True)
        for name, values in SETTINGS.items():
            path = self.home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values))
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command(), stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                env=self._environment(), cwd=self.work, start_new_session=True,
            )
        self._wait()

    def _command(self) -> list[str]:
        return [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
            "--ip=127.0.0.1", f"--port={self.port}", "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.work}",
            "--expose-app-in-browser",  # window.jupyterapp, by which commands are run
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]

    def _environment(self) -> dict[str, str]:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        own = {key: str(self.home / folder) for key, folder in folders.items()}
        paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        return {**os.environ, **own, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}

    def _wait(self) -> None:
        process = self._process
        assert process is not None
        with contextlib.suppress(AssertionError):
            soon(lambda: self._answers() or process.poll() is not None, True)
        if not self._answers():
            self.stop()
            raise LabError(f"JupyterLab did not start:\n{self.log.read_text()[-3000:]}")

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{self.base}/api/status?token={self.token}", timeout=10)
            return True
        return False

    def stop(self) -> None:
        """End the server and its kernels."""
        if self._process is None or self._process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)

    def copy(self, source: Path | str) -> str:
        """A fresh copy of a notebook, as a path below the server's root.

        `source` is a path, or a name in notebooks/.
        """
        path = Path(source)
        if not path.exists():
            path = NOTEBOOKS / path
        if not path.is_file():
            raise FileNotFoundError(f"no notebook {source}: looked there and in {NOTEBOOKS}")
        folder = self.work / f"run-{secrets.token_hex(3)}"
        folder.mkdir()
        shutil.copy(path, folder / path.name)
        return f"{folder.name}/{path.name}"

    def write(self, *cells: str) -> str:
        """A throwaway notebook of these cells, as a path below the server's root.

        Code, unless a cell begins with "%md ": then the rest of it is Markdown.
        """
        path = self.home / f"cells-{secrets.token_hex(3)}.ipynb"
        made = [
            new_markdown_cell(c.removeprefix("%md ")) if c.startswith("%md ") else new_code_cell(c)
            for c in cells
        ]
        spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(new_notebook(cells=made, metadata={"kernelspec": spec}), path)
        return self.copy(path)


class LabPage:
    """A notebook open in JupyterLab, nothing else on the page."""

    def __init__(self, server: Server, browser: Browser, **context: Any) -> None:
        self.server = server
        self.options = context
        self.external: list[str] = []
        """Every address outside 127.0.0.1 that was asked for (and refused)."""
        self.console: list[tuple[str, str]] = []
        """(kind, text) of warnings and errors on the browser's console."""
        self.received: list[int] = []
        """Bytes of each websocket frame the kernel sent."""
        self.sent: list[int] = []
        """Bytes of each websocket frame the browser sent."""
        self.context = browser.new_context(**context)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(_PATIENT)
        self.context.route("**/*", self._route)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda e: self.console.append(("pageerror", str(e))))
        self.page.on("websocket", self._socket)

    # -- opening and closing

    def open(self, path: str, theme: str = "light") -> LabPage:
        """Show the notebook alone, its kernel started and idle.

        JupyterLab itself takes many times longer to load than a notebook, so it is loaded once.
        """
        for heard in (self.external, self.console, self.received, self.sent):
            heard.clear()
        if self.page.url == "about:blank":
            self.page.goto(f"{self.server.base}/doc/tree/{path}?token={self.server.token}&reset")
        else:
            self.page.mouse.move(0, 0)
            self.page.evaluate(_OPEN, path)
        self.page.wait_for_selector(".jp-NotebookPanel:visible .jp-Cell")
        self.page.evaluate(
            "() => { const s = window.jupyterapp.shell; s.collapseLeft(); s.collapseRight(); }"
        )
        self.theme(theme)
        self.wait_idle()
        return self

    def leave(self) -> None:
        """Close the notebook and shut its kernel down; another can be opened on this page."""
        self.page.evaluate(_LEAVE)

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        with contextlib.suppress(Exception):
            self.leave()
        self.context.close()

    # -- running

    def wait_idle(self) -> None:
        """Return when the kernel has been idle for a moment."""
        # A command given before the kernel is up is dropped without a word.
        self.page.wait_for_function(
            f"() => {_CURRENT}?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def run_all(self, allow_errors: bool = False) -> None:
        """Run every cell and wait until all are done; a cell that fails raises LabError."""
        self.wait_idle()
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        self.page.wait_for_function(f"() => {_PENDING} === 0")
        self.wait_idle()
        failed = steady(self.cell_errors)
        if failed and not allow_errors:
            raise LabError("cells failed:\n" + "\n".join(failed))

    def cell_errors(self) -> list[str]:
        """What the cells raised, as "Name: value"."""
        return self.page.evaluate(
            f"""() => [...{_CURRENT}.content.model.cells].flatMap(c =>
                (c.toJSON().outputs ?? []).filter(o => o.output_type === 'error')
                .map(o => o.ename + ': ' + o.evalue))"""
        )

    # -- looking

    @property
    def output(self) -> Locator:
        """All outputs of the notebook; text found in here is not the source of a cell."""
        return self.page.locator(".jp-NotebookPanel:visible .jp-OutputArea")

    @property
    def errors(self) -> list[str]:
        """Errors on the browser's console, without the noise of a blocked network."""
        return [text for kind, text in self.console if kind != "warning" and not _noise(text)]

    def theme(self, name: str) -> None:
        """Switch to the "light" or the "dark" theme and wait until it is drawn."""
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
            THEMES[name],
        )
        light = "true" if name == "light" else "false"
        self.page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{light}'")

    def size(self, width: int, height: int = 900) -> None:
        """Make the window this large, in CSS pixels."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.rest()

    def rest(self) -> None:
        """Return when the kernel is idle and nothing moves on the page."""
        self.wait_idle()
        steady(lambda: self.page.evaluate(_LAYOUT))

    def on_board(self, scene: Scene, thing: Card | Token) -> tuple[float, float]:
        """Where a token or card of the board is on the screen, once the board is at rest."""
        plot = self.output.locator(".js-plotly-plot")
        plot.scroll_into_view_if_needed()
        box = steady(plot.bounding_box)  # nothing else waits for what moves under the pointer
        scale = box["width"] / (scene.width + 2 * MARGIN)
        return box["x"] + (thing.x + MARGIN) * scale, box["y"] + (thing.y + MARGIN) * scale

    def height(self) -> int:
        """The height the window would need to show the whole notebook, scrolled to its top."""
        self.to_top()
        return self.page.evaluate(
            f"""() => {{
                const outer = document.querySelector('{_PANEL} .jp-WindowedPanel-outer');
                const bottoms = [...outer.querySelectorAll('.jp-Cell')]
                    .map(cell => cell.getBoundingClientRect().bottom);
                return Math.ceil(Math.max(...bottoms)) + 60;
            }}"""
        )

    def to_top(self) -> None:
        """Scroll to the first cell."""
        self.page.evaluate(
            f"() => {{ document.querySelector('{_PANEL} .jp-WindowedPanel-outer').scrollTop = 0; }}"
        )

    def screenshot(self, path: Path | str, target: Locator | None = None) -> Path:
        """A picture of what is in the window, or of one element."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        (target or self.page).screenshot(path=str(path))
        return Path(path)

    def whole(self, path: Path | str) -> Path:
        """A picture of the whole notebook, however long."""
        size = self.page.viewport_size or {"width": 1280, "height": 900}
        # Twice: plots that follow the window's size change the height once more.
        for _ in range(2):
            self.size(size["width"], min(max(steady(self.height), 400), 16_000))
        self.to_top()
        try:
            return self.screenshot(path)
        finally:
            self.size(**size)

    # -- listening

    def _route(self, route: Route) -> None:
        url = route.request.url
        if url.startswith((self.server.base + "/", "data:", "blob:")):
            route.continue_()
        else:
            self.external.append(url)
            route.abort()

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.console.append((message.type, message.text))

    def _socket(self, socket_: WebSocket) -> None:
        if not socket_.url.startswith(self.server.base.replace("http", "ws", 1)):
            self.external.append(socket_.url)

        # Handlers must not return anything, or Playwright takes it for a coroutine.
        def received(payload: Any) -> None:
            self.received.append(len(payload))

        def sent(payload: Any) -> None:
            self.sent.append(len(payload))

        socket_.on("framereceived", received)
        socket_.on("framesent", sent)


class Labs:
    """LabPages that are used again: one for each way the browser is told to be."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self._idle: list[LabPage] = []

    def take(self, **context: Any) -> LabPage:
        """A page that nobody uses, of a browser context with these options."""
        fitting = [page for page in self._idle if page.options == context]
        if not fitting:
            return LabPage(self.server, self.browser, **context)
        self._idle.remove(fitting[0])
        return fitting[0]

    def give_back(self, page: LabPage) -> None:
        """The page shows no notebook and may be taken again."""
        self._idle.append(page)

    def close(self) -> None:
        """Close the pages that nobody uses."""
        for page in self._idle:
            page.close()


# anywidget gives a model up, with all that its kernel says, if it is not ready in two seconds.
_PATIENT = f"""(() => {{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = wait => timeout(Math.max(wait, {PATIENCE}));
}})()"""

# The length of all that is written on the page, and where its outputs and drawings stand.
_LAYOUT = """() => [document.body.innerHTML.length,
    ...[...document.querySelectorAll('.jp-Cell, .jp-OutputArea, .jp-OutputArea svg')]
    .map(e => JSON.stringify(e.getBoundingClientRect()))]"""

_PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
_CURRENT = "window.jupyterapp?.shell?.currentWidget"

_OPEN = """async path => {
    await window.jupyterapp.commands.execute('docmanager:open', { path, factory: 'Notebook' });
}"""

# The notebook first: what its widgets say when they go wants a kernel that listens.
_LEAVE = """async () => {
    const { shell, serviceManager } = window.jupyterapp;
    const session = shell.currentWidget?.sessionContext?.session?.id;
    shell.currentWidget?.dispose();
    if (session) await serviceManager.sessions.shutdown(session);
}"""

# Cells still to be run: JupyterLab marks them with [*] or as "scheduled".
_PENDING = (
    f"[...document.querySelectorAll('{_PANEL} .jp-InputPrompt')]"
    ".filter(p => p.textContent.includes('*')).length"
)


def _noise(text: str) -> bool:
    """Whether JupyterLab itself says this with no network or no saved workspace."""
    return "net::ERR_FAILED" in text or "404 (Not Found)" in text


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def serving(home: Path) -> Iterator[Server]:
    """A running Server in the folder `home`, stopped at the end."""
    server = Server(home)
    server.start()
    try:
        yield server
    finally:
        server.stop()
