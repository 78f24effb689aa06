"""Whole games told line by line, kept as files: nothing about them changes unnoticed.

`BONKBOOK_REGENERATE=1 pytest tests/parcheesi/test_golden.py` writes the files anew, after a change
that is meant; look at the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.engine.game import Game
from bonkbook.parcheesi.rulebook import RULE_BOOK

FOLDER = Path(__file__).parent / "golden"
REGENERATE = "BONKBOOK_REGENERATE"

GAMES: dict[str, tuple[dict[str, Any], Any]] = {
    "parcheesi-two-random": ({"seats": 2, "seed": 1}, "random"),
    "parcheesi-four-policies": (
        {"seats": 4, "seed": 13}, ["runner", "hunter", "cautious", "builder"]),
    "parcheesi-house-rules": (
        {"seats": 3, "seed": 3, "must_enter": "never", "sum": "one_jump", "doubles14": "yes",
         "extra_turn": "doubles_capture_home", "overshoot": "bounce", "safe_share": "yes",
         "capture_bonus": 15, "bonus_use": "may", "third_double": "moved_first"},
        ["allround", "starter", "random"]),
    "parcheesi-strict-rules": (
        {"seats": ["green", "yellow"], "seed": 4, "blocked_five": "forfeit_roll",
         "forced_die": "larger", "bonus_chain": "one_per_roll", "must_enter": "capture_only",
         "doubles_break_blockade": "must", "own_blockade": "passes",
         "penalty_spares_home_path": "yes"},
        ["builder", "random"]),
}


def narrated(name: str) -> str:
    """The whole game in words: each play, its effects, and where everybody stands afterwards."""
    how, policies = GAMES[name]
    how = dict(how)
    game = bb.new("parcheesi", how.pop("seats"), **how).finish(policies)
    assert game.is_over
    told = [f"# {name}: {GAMES[name][0]}, played by {policies}", game.history[0].position]
    for past in game.history[1:]:
        told.append(f"> {past.last}")
        told += [f"  {event}" for event in past.events]
        if past.actor == "chance":
            told.append(f"= {standing(past)}")
    return "\n".join([*told, str(game), ""])


def standing(game: Game) -> str:
    """Where everybody's pawns are, and who rolls next."""
    pawns = " | ".join(f"{seat} {' '.join(places)}" for seat, places in game.pawns.items())
    return f"{pawns} | next {game.mover or 'start'}"


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_as_it_always_was(name: str) -> None:
    path, told = FOLDER / f"{name}.txt", narrated(name)
    if os.environ.get(REGENERATE):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: write it with {REGENERATE}=1"
    kept = path.read_text(encoding="utf-8")
    for number, (line, was) in enumerate(
            zip(told.splitlines(), kept.splitlines(), strict=False), 1):
        assert line == was, f"{path.name}, line {number}"
    assert told == kept


def test_the_files_are_those_of_the_games() -> None:
    assert {path.stem for path in FOLDER.glob("parcheesi-*.txt")} == set(GAMES)


def test_the_games_told_show_most_of_the_rules() -> None:
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    cited = set(re.findall(r"\[([A-Z_]+)\]$", text, re.M))
    assert cited == {entry.name for entry in RULE_BOOK.values() if entry.happens}
    events = [line for line in text.splitlines() if line.startswith("  ")]
    assert all(line[2].isupper() for line in events)
