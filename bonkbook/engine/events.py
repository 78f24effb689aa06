"""What happened, each effect citing its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


def note(log: Any, rule: int, seat: int, subject: int, start: int, target: int) -> None:
    """Notes that `rule` took effect; call it after the effect, never before.

    `log` is a list of entries (stepping), an array of tallies by rule and seat
    (simulation, where the compiled twin of this function counts), or None. What
    `subject`, `start` and `target` mean is the rule's affair: mostly who moved,
    from where and to where.

    >>> log = []
    >>> note(log, 5, 0, 2, 10, 13)
    >>> log
    [(5, 0, 2, 10, 13)]
    """
    if log is None:
        return
    if hasattr(log, "shape"):
        log[rule, seat] += 1
    else:
        log.append((rule, seat, subject, start, target))


def copy_state(states: Any, target: int, source: int) -> None:
    """Makes `states[target]` a copy of `states[source]` (compiled: record to record)."""
    states[target] = states[source].copy()


class Recorder(list[tuple[int, int, int, int, int]]):
    """A log that also keeps the state as it stood right after each effect.

    The table shows these states one by one: each effect is a visible step.
    """

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.state = state
        self.states: list[Any] = []

    def append(self, entry: tuple[int, int, int, int, int]) -> None:
        """Keeps `entry` together with a copy of the state."""
        super().append(entry)
        self.states.append(self.state.copy())


@dataclass(frozen=True)
class Event:
    """One effect: the rule it cites, whose it is, a sentence, and its numbers."""

    rule: str
    seat: str | None
    text: str
    subject: int
    start: int
    target: int

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class Log(tuple[Event, ...]):
    """Events in order, one line each when printed."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def rules(self) -> Iterator[str]:
        """The names of the rules cited, in order."""
        return (event.rule for event in self)
