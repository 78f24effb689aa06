"""Where house rules of Parcheesi meet: for each two of them a position in which both matter.

A meeting is a position line, perhaps with a roll: `red N 20 .. | turn red > roll 5 5`. Two
house rules meet there if the rest of the roll can go otherwise with both than with either, or
in three ways with both, either or neither, as the oracle says. Random positions gave most of
the table, the rest was thought out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import bonkbook as bb
from bonkbook.parcheesi.rulebook import OPTIONS
from tests.parcheesi import oracle
from tests.parcheesi.oracle import USUAL, Table

FILE = Path(__file__).parent / "positions" / "parcheesi-house-rules-meet.txt"
TOO_MANY = 60       # tables that a roll may lead to: a small meeting says more


def values(name: str) -> list[str]:
    """The values of a house rule that are not its default; of a number, none and some."""
    option = next(option for option in OPTIONS if option.name == name)
    return [str(choice) for choice in option.choices[1:]] or ["0", "some"]


# With a pawn in the nest there are no four dice; an opponent's blockade stays all the roll;
# doubles earn another roll anyway, and the third do not; where a pawn can enter or two can go on
# together, more than one die can be used; and a five that is lost leaves all as the penalty does.
NEVER = {"blocked_five usable, doubles14 yes", "blocked_five forfeit_roll, doubles14 yes",
         "doubles14 yes, must_enter capture_only", "doubles14 yes, must_enter never",
         "blocked_five usable, must_enter capture_only", "blocked_five usable, must_enter never",
         "blocked_five forfeit_roll, third_double moved_first",
         "blockade_together yes, forced_die larger",
         "forced_die larger, must_enter capture_only", "forced_die larger, must_enter never",
         *(f"{rule}, extra_turn doubles_capture_home"
           for rule in ("doubles14 yes", "doubles_break_blockade must")),
         *(f"extra_turn doubles_capture_home, {rule}"
           for rule in ("penalty_spares_home_path yes", "third_double moved_first"))}
ALL_PAIRS = [pair for a, b in combinations(sorted(USUAL), 2) for x in values(a) for y in values(b)
             if (pair := f"{a} {x}, {b} {y}") not in NEVER]


def meetings() -> dict[str, str]:
    """The table: pairs of house rules, `sum one_jump, third_double moved_first`, and a meeting."""
    rows = FILE.read_text(encoding="utf-8").splitlines()
    return {pair: meeting for pair, _, meeting in (row.partition(": ") for row in rows)}


def begun(meeting: str) -> bb.Game:
    """The game of a meeting."""
    line, roll = parts(meeting)
    game = bb.position("parcheesi", line)
    return game.roll(*roll) if roll else game


def parts(meeting: str, without: tuple[str, ...] = ()) -> tuple[str, list[int]]:
    """The position line, `without` some house rules, and the roll, if there is one."""
    line, _, roll = meeting.partition(" > roll ")
    fields = [field for field in line.split(" | ") if field.split()[0] not in without]
    return " | ".join(fields), [int(die) for die in roll.split()]


def outcomes(table: Table) -> frozenset[Table]:
    """All that the rest of the roll can lead to, whatever the house rules are called."""
    found, waiting = {table}, [table]
    while waiting and len(found) < TOO_MANY:
        now = waiting.pop()
        if now.is_decision:
            after = {oracle.play(now, action) for action in oracle.legal(now)} - found
            found |= after
            waiting += after
    return frozenset(replace(one, rules=()) for one in found) if not waiting else frozenset()


def do_meet(pair: str, meeting: str) -> bool:
    """Whether both house rules of `pair` matter in `meeting`."""
    first, second = (words.split()[0] for words in pair.split(", "))
    ways = []
    for without in ((), (first, second), (first,), (second,)):
        line, roll = parts(meeting, without)
        table = oracle.read(line)
        ways.append(outcomes(oracle.roll(table, *roll) if roll else table))
    return frozenset() not in ways and (ways[0] not in ways[2:] or len(set(ways)) > 2)
