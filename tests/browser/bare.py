"""An anywidget's front end in Chromium without Jupyter: its ESM and a stub of its model.

    def test_dice(bare):
        page = bare(text_of("dice.js"), {"dice": [0, 0]}, css=text_of("dice.css"))
        page.page.get_by_role("button", name="Roll").click()
        soon(lambda: page.messages, [{"kind": "roll"}])     # model.send(...)
        page.set(dice=[5, 3])                               # as the kernel would
        expect(page.widget).to_contain_text("5 and 3")
        page.remove()                                       # the view goes
        soon(lambda: page.listeners, 0)                     # and left no listener on the model
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browser.waiting import PATIENCE

# The stub keeps to what anywidget promises of a model: get, set, save_changes, send, on, off.
# What is set by the view counts as saved only after save_changes, as in the real one.
STUB = """
async ([esm, state]) => {
  const listeners = {};
  const tell = (event, ...args) => [...(listeners[event] ?? [])].forEach(f => f(...args));
  const bare = window.bare = { state, saved: [], messages: [], dirty: {} };
  const change = (key, value) => {
    const old = state[key];
    state[key] = value;
    if (JSON.stringify(old) === JSON.stringify(value)) return;
    tell("change:" + key, bare.model, value);
    tell("change", bare.model);
  };
  bare.model = {
    get: key => state[key],
    set: (key, value) => {
      const pairs = typeof key === "object" ? Object.entries(key) : [[key, value]];
      for (const [k, v] of pairs) { bare.dirty[k] = v; change(k, v); }
    },
    save_changes: () => { bare.saved.push(bare.dirty); bare.dirty = {}; },
    send: content => bare.messages.push(content),
    on: (events, f) => events.split(/\\s+/).forEach(e => (listeners[e] ??= []).push(f)),
    off: (events, f) => {
      for (const e of events ? events.split(/\\s+/) : Object.keys(listeners))
        listeners[e] = (listeners[e] ?? []).filter(g => f && g !== f);
    },
  };
  bare.change = change;
  bare.custom = content => tell("msg:custom", content, []);
  bare.count = () => Object.values(listeners).reduce((n, l) => n + l.length, 0);
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const made = (await import(url)).default;
  const widget = typeof made === "function" ? await made() : made;
  const el = document.querySelector("#widget");
  const undo = [await widget.initialize?.({ model: bare.model }),
                await widget.render({ model: bare.model, el })];
  bare.remove = () => { undo.reverse().forEach(f => f?.()); el.remove(); };
}
"""

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>bare</title>
<meta name="viewport" content="width=device-width"><style>{css}</style>
<body><main id="widget"></main></body></html>"""


class BarePage:
    """One rendered view, and both ends of its model."""

    def __init__(
        self, browser: Browser, esm: str, state: dict[str, Any], css: str = "", **context: Any
    ) -> None:
        self.errors: list[str] = []
        """What the console called an error, and what was thrown."""
        self.context = browser.new_context(**context)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on(
            "console", lambda m: self.errors.append(m.text) if m.type == "error" else None
        )
        self.page.set_content(PAGE.format(css=css))
        self.page.evaluate(STUB, [esm, state])

    @property
    def widget(self) -> Locator:
        """The element the view was rendered into."""
        return self.page.locator("#widget")

    @property
    def state(self) -> dict[str, Any]:
        """The model's state now."""
        return self.page.evaluate("() => bare.state")

    @property
    def saved(self) -> list[dict[str, Any]]:
        """What each save_changes() sent, oldest first."""
        return self.page.evaluate("() => bare.saved")

    @property
    def messages(self) -> list[Any]:
        """What the view sent by model.send(), without what it was meant for."""
        return self.page.evaluate("() => bare.messages.map(({ meant, ...rest }) => rest)")

    @property
    def meant(self) -> list[Any]:
        """What each of these messages was meant for."""
        return self.page.evaluate("() => bare.messages.map(one => one.meant)")

    @property
    def listeners(self) -> int:
        """How many listeners hang on the model."""
        return self.page.evaluate("() => bare.count()")

    def set(self, **state: Any) -> None:
        """Change the model as the kernel would."""
        self.page.evaluate(
            "state => { for (const [k, v] of Object.entries(state)) bare.change(k, v); }", state
        )

    def custom(self, content: Any) -> None:
        """Send the view a custom message, as the kernel would."""
        self.page.evaluate("content => bare.custom(content)", content)

    def remove(self) -> None:
        """Take the view off the page; its clean-up runs."""
        self.page.evaluate("() => bare.remove()")
