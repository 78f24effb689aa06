"""The rule book panel: a rule in words, where it is from, and an example drawn by the engine."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..engine.errors import IllegalAction
from ..engine.game import Game, position
from ..engine.ruleset import RuleEntry, Ruleset, ruleset
from .table_game import TableGame

PIXELS = 440


def rules_body(game: Game, name: str, table_game: TableGame[Any]) -> dict[str, Any]:
    """All rules by title, and the entry of one of them; an unknown name opens the first."""
    book = game.ruleset.rule_book
    entry = book.get(name) or next(iter(book.values()))
    return {
        "entries": [[one.name, one.title] for one in book.values()],
        "rule": {
            "name": entry.name,
            "title": entry.title,
            "words": entry.words,
            "source": f"Source: {entry.source}",
            "options": [_option(game, option) for option in entry.options],
            "example": _example(game.ruleset.name, entry.name, table_game),
        },
    }


def _option(game: Game, name: str) -> dict[str, Any]:
    option = next(one for one in game.ruleset.options if one.name == name)
    return {"title": spaced(name), "words": option.words, "value": spaced(game.options[name])}


def spaced(name: object) -> str:
    """A name as people write it: "must_enter" is "must enter"."""
    return str(name).replace("_", " ")


def example_start(rules: Ruleset, entry: RuleEntry) -> Game:
    """The game at the position of a rule's example, before its plays."""
    assert entry.example is not None
    return position(rules.name, entry.example[0], seed=0)


@lru_cache(maxsize=64)
def _example(game: str, name: str, table_game: TableGame[Any]) -> dict[str, Any] | None:
    """The example of a rule: pictures before and after, and what happened or was refused."""
    rules = ruleset(game)
    entry = rules.rule_book[name]
    if entry.example is None:
        return None
    before = after = example_start(rules, entry)
    told, refused = "", False
    for line in entry.example[1]:
        try:
            after = after.play(rules.read_play(line))
            told = " ".join(event.text for event in after.events)
        except IllegalAction as error:
            told, refused = f"Not allowed: {error.text}", True
    last = table_game.layers([event for one in after.history for event in one.events])
    return {
        "before": before.svg(PIXELS),
        "after": after.svg(PIXELS, **last),
        "plays": ", then ".join(entry.example[1]) + (" (refused)" if refused else ""),
        "told": told,
        "refused": refused,
    }
