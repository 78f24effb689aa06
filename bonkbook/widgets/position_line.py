"""The line of text of a position, field by field, as the form that sets one up has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..engine.position import Position


def parted(line: str) -> dict[str, str]:
    """What a position line says, by the name of each field.

    >>> parted("red N N 20 30 | turn red")
    {'red': 'N N 20 30', 'turn': 'red'}
    """
    parts = [part.split(None, 1) for part in line.split("|")]
    return {part[0]: part[1].strip() for part in parts if len(part) == 2}


def joined(position: Position, filled: Mapping[str, str], names: Iterable[str]) -> str:
    """The line of the fields that are filled in, in the order of `names`; empty if none is.

    The house rules stay as they are in `position`.
    """
    parts = [f"{n} {' '.join(str(filled[n]).split())}" for n in names if filled.get(n, "").strip()]
    if not parts:
        return ""
    changed = position.ruleset.get_options(position.state, changed_only=True)
    return " | ".join([*parts, *(f"{name} {value}" for name, value in changed.items())])
