"""Messages for long calculations, so that nobody waits without knowing why."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WAIT = 2.0      # seconds before the message

TITLES: dict[str, str] = {}      # by game name, filled when games register
_here = threading.local()
_compiling: list[str] = []      # the game whose functions numba compiles, once for each of them


@contextmanager
def telling(text: str) -> Iterator[None]:
    """Writes `text` to stderr if the block takes longer than two seconds.

    While a game is being compiled, it says so first. If blocks are nested, only the outermost one
    writes.
    """
    if getattr(_here, "tells", False):
        yield
        return
    _here.tells, done = True, threading.Event()
    threading.Thread(target=_tell, args=(text, done), daemon=True).start()
    try:
        yield
    finally:
        _here.tells = False
        done.set()


def _tell(text: str, done: threading.Event) -> None:
    line = ""
    while line != text and not done.wait(WAIT):
        before, line = line, _about_compiling() or text
        if line != before:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()


def _about_compiling() -> str:
    """The message that a game is being compiled; empty if none is."""
    titles = [TITLES.get(game, game) for game in _compiling[:1]]
    return f"Compiling the rules of {titles[0]}, once. This takes up to a minute." if titles else ""


def watch_compiler(package: str) -> None:
    """Notes when numba compiles a function of a module `<package>.<game>.<text>`."""
    from numba.core import event

    def game_of(happens: Any) -> list[str]:
        name = happens.data["dispatcher"].py_func.__module__
        return name.split(".")[1:2] if name.startswith(package + ".") else []

    class Watch(event.Listener):
        def on_start(self, happens: Any) -> None:
            _compiling.extend(game_of(happens))

        def on_end(self, happens: Any) -> None:
            for game in game_of(happens):
                _compiling.remove(game)

    event.register("numba:compile", Watch())
