"""Guess first: what the odds panel tells stays covered until it is guessed, or asked to be shown.

What is covered is not sent to the browser at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..answers import kind_of
from ..lessons import CLOSE, Question
from ..probability.estimate import Estimate
from ..probability.exact import P
from ..scene.palette import percent
from .front import Waiting

ALL = "all"  # in place of one chance: every one that is covered


@dataclass(frozen=True)
class Chance:
    """A chance of the odds panel, and the texts that stand for it there, in a column each."""

    value: Fraction | Estimate
    texts: tuple[str, ...]

    def __str__(self) -> str:
        if isinstance(self.value, Estimate):
            return f"about {percent(self.value.value)} % ± {percent(self.value.error)} %"
        return str(P(self.value))

    def compared(self, typed: str) -> str:
        """The guess beside the chance, and how far off it is; ValueError if it cannot be read.

        >>> Chance(Fraction(5, 12), ()).compared("1/3")
        'You guessed 1/3; it is 5/12 = 41.7 %, so 1/12 too low.'
        """
        if isinstance(self.value, Estimate):
            return self._estimate_compared(self.value, typed)
        question = Question("How likely is it?", P(self.value))
        answer = question.check(typed)
        if not question.tries:
            raise ValueError(answer.text)
        return question.compare(typed).text

    def _estimate_compared(self, found: Estimate, typed: str) -> str:
        kind = kind_of(P(Fraction(found.value)), ())
        guess = kind.read(typed)
        gap = ": as near as the games played can tell" if found.agrees_with(guess.value, CLOSE) \
            else f", so {kind.gap(guess)}"
        return f"You guessed {kind.words(guess)}; it is {self}{gap}."


class Guesses:
    """What is covered of the odds panel, and what was guessed. Everything is shown if not `on`."""

    def __init__(self, on: bool = False) -> None:
        self.on = on
        self._where = ""
        self._positions = 0  # how many there were: an answer to an old one must not meet a new one
        self._parts: dict[str, tuple[Chance | None, str]] = {}  # all that can be covered, in words
        self._said: dict[str, str] = {}  # of those shown, what was said to the guess, if any
        self._asked: dict[str, str] = {}  # the one to be guessed now: id, typed, problem

    def moved(self, where: str) -> bool:
        """Whether `where` is another position than before; then all is covered again."""
        if where == self._where:
            return False
        self._where, self._positions = where, self._positions + 1
        self._said, self._asked = {}, {}
        return True

    # --- what can be done ------------------------------------------------------------------

    def ask(self, part: str) -> None:
        """Asks for a guess."""
        self._part(part)
        self._asked = {"id": part, "typed": "", "problem": ""}

    def guess(self, part: str, typed: str) -> str:
        """Uncovers a chance for a guess; what there is to say, ValueError if it cannot be read."""
        chance, words = self._part(part)
        if chance is None:
            raise ValueError(f"{words}: this can be shown, but not guessed")
        try:
            said = chance.compared(typed)
        except ValueError as problem:
            self._asked = {"id": part, "typed": typed, "problem": str(problem)}
            raise
        self._said[part] = said
        return f"{words}: {said}"

    def show(self, part: str) -> str:
        """Uncovers one part, or ALL, without a guess; what there is to say."""
        if part == ALL:
            self._said = dict.fromkeys(self._parts, "") | self._said
            return "All is shown."
        chance, words = self._part(part)
        self._said.setdefault(part, "")
        return f"{words}: {chance}." if chance else f"{words}: shown."

    def _part(self, part: str) -> tuple[Chance | None, str]:
        if part not in self._parts:
            raise Waiting("The position has changed: guess the chances that are shown now.")
        return self._parts[part]

    # --- what is shown -----------------------------------------------------------------------

    def body(self, odds: Mapping[str, Any]) -> dict[str, Any]:
        """The body of the odds panel as JSON values, without what is covered."""
        if "lines" not in odds:
            return dict(odds)
        self._parts = {}
        columns = (odds["when"], odds["whole"]) if odds["turns"] else ("", "")  # one needs no name
        body = {
            **odds,
            "lines": [self._line(line, *columns) for line in odds["lines"]],
            "tables": [self._table(table) for table in odds["tables"]],
            "risks": [self._line(line, "captured before its next turn", "")
                      for line in self._order(odds["risks"], "label")],
            "grid": odds["grid"] and self._whole(odds["grid"]),
        }
        return body | {"guess": {"on": self.on, "left": len(self._parts) - len(self._said)}}

    def _order(self, rows: Any, key: Any) -> list[Any]:
        """Rows that stand by their chances; covered by their names, since the order tells too."""
        return sorted(rows, key=lambda row: row[key]) if self.on else list(rows)

    def _line(self, line: Mapping[str, Any], when: str, whole: str) -> dict[str, Any]:
        cells = {}
        for name, column in (("roll", when), ("turn", whole)):
            chance = line[name]
            cells[name] = chance and self._cell(chance, line["label"], column)
        covered = all(cell is None or "words" in cell for cell in cells.values())
        return {**line, **cells, "note": "" if covered else line["note"]}

    def _cell(self, chance: Chance, label: str, column: str) -> dict[str, Any]:
        exact, percents = chance.texts
        value = chance.value.value if isinstance(chance.value, Estimate) else float(chance.value)
        return self._laid(chance, _words(label, column),
                          {"exact": exact, "percent": percents, "p": value})

    def _table(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """A game's own table: covered chance by chance, or as a whole if there is none to guess.

        Nor is there in a single row of all that can happen: it is certain.
        """
        rows = self._order(table["rows"], 0) if table.get("ranked") else table["rows"]
        chances = [one for row in rows for one in row if isinstance(one, Chance)]
        if not chances or (len(rows) == 1 and chances[0].value == 1):
            return self._whole({**table, "rows": [_texts(row) for row in rows]})
        return {**table, "rows": [self._row(row, table) for row in rows]}

    def _row(self, row: list[Any], table: Mapping[str, Any]) -> list[Any]:
        if not self.on:
            return _texts(row)
        about = table.get("question", "{}").format(row[0])
        made: list[Any] = []
        for one, column in zip(row, ["", *table["columns"]], strict=False):
            if isinstance(one, Chance):
                cell = self._laid(one, _words(about, column), {"texts": one.texts})
                made.append({**cell, "span": len(one.texts)})
            else:
                made.append(one)
        return made

    def _whole(self, part: Mapping[str, Any]) -> dict[str, Any]:
        caption = part["caption"]
        return {**self._laid(None, caption, part), "caption": caption}

    def _laid(self, chance: Chance | None, words: str, part: Mapping[str, Any]) -> dict[str, Any]:
        """A part of the panel, or while it is covered what stands for it."""
        if not self.on:
            return dict(part)
        name = f"{self._positions}-{len(self._parts)}"
        self._parts[name] = chance, words
        if name in self._said:
            return {**part, "id": name, "said": self._said[name]}
        asked = self._asked if self._asked.get("id") == name else {}
        return {"id": name, "words": words, **asked}


def _texts(row: list[Any]) -> list[str]:
    """A row with the texts of its chances, each in a column.

    >>> _texts(["doubles", Chance(Fraction(1, 6), ("1/6", "17 %"))])
    ['doubles', '1/6', '17 %']
    """
    return [text for one in row for text in (one.texts if isinstance(one, Chance) else (one,))]


def _words(label: str, column: str) -> str:
    return f"{label}, {column}" if column else label
