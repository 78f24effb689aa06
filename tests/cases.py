"""The cases of docs/cases.md: what the tests play, and look up by id."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import bonkbook as bb
from tests.plays import position

GAMES = {"CP": "parcheesi", "CB": "bonkers", "CK": "bonk"}
PAGE = Path(__file__).resolve().parents[1] / "docs" / "cases.md"
FORM = re.compile(r"### (\S+) (.+)\n\n([^#`]+)\n\n```\n([^`]+)\n```\n\n"
                  r"\*\*Answer\.\*\* ([^#`]+)\n\n\*\*Why\.\*\* ([^#]+)\n(?=\n|\Z)")


class Line(NamedTuple):
    """A line of a case's box: a position or a play, with the rules it cites or is refused by."""

    text: str
    refused: bool
    rules: list[str]


class Case(NamedTuple):
    """A dispute: its id, title, question, box of positions and plays, answer and reason."""

    id: str
    title: str
    question: str
    box: str
    answer: str
    why: str

    @property
    def game(self) -> str:
        return GAMES[self.id[:2]]

    @property
    def lines(self) -> list[Line]:
        """The lines of the box."""
        parts = [re.split(r"\s+([✓✗]) ", line) for line in self.box.splitlines() if line]
        return [Line(text, "✗" in mark, mark[1].split(", ") if mark else [])
                for text, *mark in parts]

    @property
    def positions(self) -> list[str]:
        """The position lines of the box."""
        return [line.text for line in self.lines if "|" in line.text]


CASES = {case.id: case for case in map(Case._make, FORM.findall(PAGE.read_text("utf-8")))}


def case(id: str, n: int = 0, **options: object) -> bb.Game:
    """The game at the n-th position of a case's box; house rules by keyword."""
    return position(CASES[id].game, CASES[id].positions[n], **options)
