"""The engine against the oracle: the same legal actions, the same positions afterwards."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonkbook as bb
from bonkbook.engine.game import Game
from bonkbook.parcheesi.rulebook import OPTIONS

from . import parcheesi_oracle as oracle
from .parcheesi_oracle import DOORS, LAST, SAFE, SEATS, Table

NUMBERS = {"capture_bonus": (0, 1, 3, 5, 10, 20, 40), "home_bonus": (0, 1, 4, 5, 10, 20)}


# --- comparing --------------------------------------------------------------------------

def compare_actions(game: Game, table: Table) -> dict[str, oracle.Action]:
    """The oracle's legal actions by their words; fails where the engine's are others."""
    mine = {oracle.words(action): action for action in oracle.legal(table)}
    theirs = [str(action) for action in game.legal()]
    assert len(theirs) == len(set(theirs)), f"an action twice: {game.position}"
    assert set(theirs) == set(mine), game.position
    return mine


def compare_successors(game: Game, table: Table) -> None:
    """Every legal action leads both to the same position."""
    mine = compare_actions(game, table)
    for action in game.legal():
        after = game.play(action)
        assert oracle.read(after.position) == oracle.play(table, mine[str(action)]), (
            f"{game.position}: {action}")


def compare_refusals(game: Game, table: Table) -> None:
    """Every action that can be named is legal to both or refused by a rule."""
    mine = {oracle.words(action) for action in oracle.legal(table)}
    for line in everything_nameable(game):
        refusal = game.why_not(game.ruleset.read_play(line))
        assert (refusal is None) == (line in mine), f"{game.position}: {line}: {refusal}"


def everything_nameable(game: Game) -> list[str]:
    """The words of every action with the numbers of this game, and a few more."""
    numbers = {1, 2, 3, 4, 5, 6, sum(game.dice[:2]), *game.bonuses} - {0}
    return ["pass", "enter 5", "enter 1 4", "enter 2 3",
            *(f"move {pawn} {n}" for pawn in "abcd" for n in sorted(numbers))]


# --- positions at random, crowded, so that blockades and captures are near ----------------

house_rules = st.fixed_dictionaries({}, optional={
    option.name: st.sampled_from(option.choices or NUMBERS[option.name]) for option in OPTIONS})

TRACK = {seat: [str((int(DOORS[seat]) + k) % 68) for k in range(64)] for seat in SEATS}
PATH = [f"H{k}" for k in range(7)]


@st.composite
def lines(draw: st.DrawFn, mid_roll: bool = True) -> str:
    """A position line with everything in it at random, but possible."""
    options = draw(house_rules)
    seats = draw(st.sampled_from([SEATS, SEATS, SEATS[::2], SEATS[:3], SEATS[1:3]]))
    turn = draw(st.sampled_from(seats))
    near = draw(st.integers(0, 63))
    taken: dict[str, list[str]] = {}
    fields = []
    for seat in seats:
        places = [draw_place(draw, seat, near, turn, taken, options) for _ in range(4)]
        if set(places) == {"X"}:
            places[0] = "N"
        fields.append(f"{seat} {' '.join(places)}")
    fields.append(f"turn {turn}")
    if mid_roll:
        fields += draw(roll_fields(options))
    else:
        fields.append(f"doubles {draw(st.integers(0, 2))}")
    fields += [f"{name} {value}" for name, value in options.items()]
    return " | ".join(fields)


def draw_place(draw: st.DrawFn, seat: str, near: int, turn: str, taken: dict[str, list[str]],
               options: dict[str, Any]) -> str:
    """A place for a pawn of `seat`: often near `near`, often one where pawns stand already."""
    kind = draw(st.integers(0, 9))
    if kind < 2:
        return "N"
    if kind == 2:
        return "X"
    if kind == 3:
        place = draw(st.sampled_from(PATH))
    elif kind == 4:
        place = draw(st.sampled_from([DOORS[turn], LAST[turn]]))
    else:
        place = str((int(DOORS[turn]) + near + draw(st.integers(0, 13))) % 68)
    key = place if place.isdigit() else f"{seat} {place}"
    if place.isdigit() and place not in TRACK[seat]:
        return "N"
    there = taken.setdefault(key, [])
    mixed = any(other != seat for other in there)
    if len(there) > 1 or (mixed and not (options.get("safe_share") == "yes" and place in SAFE)):
        return "N"
    there.append(seat)
    return place


@st.composite
def roll_fields(draw: st.DrawFn, options: dict[str, Any]) -> list[str]:
    """The fields of a roll in progress."""
    a = draw(st.integers(1, 6))
    b = draw(st.one_of(st.just(a), st.integers(1, 6), st.sampled_from([5, abs(5 - a) or 5])))
    shape = draw(st.sampled_from(["two", "two", "two", "one", "bonus", "four"]))
    last = 3 if options.get("third_double") == "moved_first" else 2
    if shape == "bonus":
        names = draw(st.lists(st.sampled_from(["capture", "home"]), min_size=1, max_size=3))
        fields = [f"bonus {' '.join(names)}"]
    elif shape == "four" and options.get("doubles14") == "yes":
        left = draw(st.lists(st.booleans(), min_size=4, max_size=4).filter(lambda x: any(x[2:])))
        dice = [n if keep else 0 for n, keep in zip((a, a, 7 - a, 7 - a), left, strict=True)]
        return [f"dice {' '.join(map(str, dice))}", f"doubles {draw(st.integers(1, last))}",
                *draw(earlier_in_roll())]
    else:
        fields = [f"dice {a}" if shape == "one" else f"dice {a} {b}"]
    if shape == "two" and a == b:
        fields.append(f"doubles {draw(st.integers(1, last))}")
    return [*fields, *draw(earlier_in_roll())]


@st.composite
def earlier_in_roll(draw: st.DrawFn) -> list[str]:
    """What may have happened in this roll already."""
    fields = []
    pairs = draw(st.sampled_from(["", "", "none", "ab", "cd", "ac bd", "ad bc"]))
    if pairs:
        fields.append(f"pairs {pairs}")
    for name in ("captures", "homes"):
        count = draw(st.sampled_from([0, 0, 1, 2]))
        if count:
            fields.append(f"{name} {count}")
    return fields


# --- the tests -----------------------------------------------------------------------------

@given(lines())
@settings(max_examples=1500)
def test_legal_actions_and_what_they_lead_to_in_crowded_positions(line: str) -> None:
    compare_successors(bb.position("parcheesi", line), oracle.read(line))


@given(lines())
@settings(max_examples=300)
def test_why_not_says_what_the_oracle_says(line: str) -> None:
    game = bb.position("parcheesi", line)
    compare_refusals(game, oracle.read(line))


@given(lines(mid_roll=False), st.integers(1, 6), st.integers(1, 6), st.booleans())
@settings(max_examples=400)
def test_rolls_lead_to_the_same_position(line: str, a: int, b: int, doubles: bool) -> None:
    die2 = a if doubles else b
    after = bb.position("parcheesi", line).roll(a, die2)
    assert oracle.read(after.position) == oracle.roll(oracle.read(line), a, die2), line
    compare_actions(after, oracle.read(after.position))


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_at_every_step(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2):
        options = {option.name: rng.choice(option.choices or NUMBERS[option.name])
                   for option in OPTIONS if rng.random() < 0.4}
        game = bb.new("parcheesi", seats=rng.choice([2, 3, 4]), seed=rng.randrange(2**31),
                      **options)
        follow(game, rng, plays=300)


def follow(game: Game, rng: random.Random, plays: int) -> None:
    """Plays on, the oracle beside it; many doubles, so that all of their rules come up."""
    for _ in range(plays):
        table = oracle.read(game.position)
        if game.actor is None:
            return
        if game.actor == "chance":
            a, b = rng.randint(1, 6), rng.randint(1, 6)
            b = a if rng.random() < 0.3 else b
            game, table = game.roll(a, b), oracle.roll(table, a, b)
        else:
            mine = compare_actions(game, table)
            action = rng.choice(game.legal())
            game, table = game.play(action), oracle.play(table, mine[str(action)])
        assert oracle.read(game.position) == table


# --- the oracle by itself: it knows the rules' own examples -------------------------------

def test_the_oracle_walks_the_board_as_the_rules_describe_it() -> None:
    for seat in SEATS:
        assert oracle.distance(seat, DOORS[seat]) == 71
        assert oracle.way(seat, LAST[seat], 8, False) == (
            *(f"{seat} H{k}" for k in range(7)), "X")
        assert oracle.way(seat, f"{seat} H6", 2, False) is None
        assert oracle.way(seat, f"{seat} H6", 3, True) == ("X", f"{seat} H6", f"{seat} H5")
        assert oracle.way(seat, f"{seat} H6", 9, True) is None


def test_the_oracle_reads_everything_in_a_position_line() -> None:
    table = oracle.read("red N 20 H3 X | green 5 .. N N | turn red | dice 0 3 4 4 | pairs ab cd "
                        "| doubles 2 | captures 1 | homes 2 | doubles14 yes | capture_bonus 7")
    assert table.tops == (3,)
    assert table.undersides == (4, 4)
    assert table.pairs == {frozenset("ab"), frozenset("cd")}
    assert (table.doubles, table.captures, table.homes) == (2, 1, 2)
    assert table.rule("doubles14") == "yes"
    assert table.rule("capture_bonus") == "7"
    assert table.mine == {"a": "N", "b": "20", "c": "red H3", "d": "X"}
