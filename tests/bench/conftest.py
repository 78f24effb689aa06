"""What benchmarks share: a table, printed last, of numbers that were measured side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

LINES = pytest.StashKey[list[tuple[str, str]]]()


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """A function that adds a line, what and how much, to the table at the end."""
    lines = request.config.stash.setdefault(LINES, [])
    return lambda what, much: lines.append((what, much))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter,
                            config: pytest.Config) -> None:
    """Prints the table."""
    lines = config.stash.get(LINES, [])
    if lines:
        terminalreporter.section("measured side by side, on one core")
        width = max(len(what) for what, _ in lines)
        for what, much in lines:
            terminalreporter.write_line(f"{what:{width}}  {much}")
