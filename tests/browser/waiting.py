"""Reads that wait: a browser draws when it can, and a busy machine keeps it waiting.

    expect(locator).to_have_text("Red rolls 5 and 3.")      # Playwright's own, and it waits too
    soon(lambda: page.messages, [{"kind": "roll"}])         # until it is equal
    soon(lambda: page.evaluate("scrollY"), lambda y: y > 0) # until the condition holds
    again(tap, lambda: said(page), "P1 takes +10")          # acts until the page has heard it
    before = steady(lambda: hand.bounding_box())            # once it no longer changes
    assert steady(lambda: cell_count(page)) == 3            # so it was, and so it stays

`expect` and `soon` are for what an action changes. What an action leaves alone is read with
`steady`, after an `expect` for something that the action does change: read at once, it would
still be what it was before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from playwright.sync_api import Error, expect

T = TypeVar("T")

# Milliseconds, for everything that is waited for: slow is not wrong. On a busy machine the first
# odds of a fresh checkout take more than a minute, since they are compiled.
PATIENCE = 180_000
PAUSE = 0.05  # seconds between two reads

expect.set_options(timeout=PATIENCE)


def soon(read: Callable[[], T], wanted: Any, patience: float = PATIENCE) -> T:
    """What `read` gives, as soon as it equals `wanted` or satisfies the function `wanted`.

    A read that fails, as that of an element that is being replaced does, is tried again.
    """
    holds = wanted if callable(wanted) else lambda value: value == wanted
    end = time.monotonic() + patience / 1000
    while True:
        found = _tried(read)
        if not isinstance(found, Exception) and holds(found):
            return found
        if time.monotonic() > end:
            raise AssertionError(f"it is still {found!r}; wanted: {wanted!r}")
        time.sleep(PAUSE)


def again(act: Callable[[], Any], read: Callable[[], T], wanted: Any,
          patience: float = PATIENCE / 18) -> T:
    """As `soon`, after an act that is repeated when nothing has come of it for some milliseconds.

    For what a page may miss, and what does no harm twice: plotly drops a tap while it redraws.
    """
    for _ in range(5):
        act()
        with suppress(AssertionError):
            return soon(read, wanted, patience)
    return soon(read, wanted)


def steady(read: Callable[[], T], seconds: float = 0.3) -> T:
    """What `read` gives, once it has stayed the same for that long and for five reads."""
    end = time.monotonic() + PATIENCE / 1000
    value, reads, since = _tried(read), 1, time.monotonic()
    while reads < 5 or time.monotonic() < since + seconds:
        if time.monotonic() > end:
            raise AssertionError(f"it does not stay the same; the last: {value!r}")
        time.sleep(PAUSE)
        found = _tried(read)
        if found == value:
            reads += 1
        else:
            value, reads, since = found, 1, time.monotonic()
    return value


def pause(milliseconds: float) -> None:
    """Lets time pass between two presses, where their rhythm is what is tested: nothing is read."""
    time.sleep(milliseconds / 1000)


def _tried(read: Callable[[], Any]) -> Any:
    """What `read` gives, or the exception that says why it cannot be read now."""
    try:
        return read()
    except (Error, LookupError, TypeError) as error:
        return error
