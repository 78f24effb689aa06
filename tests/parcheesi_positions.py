"""Positions of Parcheesi at random, crowded, so that blockades and captures are near."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from bonkbook.parcheesi.rulebook import OPTIONS

from .parcheesi_oracle import DOORS, LAST, SAFE, SEATS

NUMBERS = {"capture_bonus": (0, 1, 3, 5, 10, 20, 40), "home_bonus": (0, 1, 4, 5, 10, 20)}


def some_options(rng: random.Random, share: float = 0.5) -> dict[str, Any]:
    """House rules at random, a `share` of them not left as they are."""
    return {option.name: rng.choice(option.choices or NUMBERS[option.name])
            for option in OPTIONS if rng.random() < share}


house_rules = st.fixed_dictionaries({}, optional={
    option.name: st.sampled_from(option.choices or NUMBERS[option.name]) for option in OPTIONS})

TRACK = {seat: [str((int(DOORS[seat]) + k) % 68) for k in range(64)] for seat in SEATS}
PATH = [f"H{k}" for k in range(7)]
AT_HOME = 55


@st.composite
def lines(draw: st.DrawFn, mid_roll: bool = True) -> str:
    """A position line with everything in it at random, but possible."""
    options = draw(house_rules)
    seats = draw(st.sampled_from([SEATS, SEATS, SEATS[::2], SEATS[:3], SEATS[1:3]]))
    turn = draw(st.sampled_from(seats))
    near = draw(st.one_of(st.integers(0, 63), st.just(AT_HOME)))
    taken: dict[str, list[str]] = {}
    fields = []
    for seat in seats:
        places: list[str] = []
        for _ in range(4):
            places.append(draw_place(draw, seat, near, turn, taken, options, places))
        if set(places) == {"X"}:
            places[0] = "N"
        fields.append(f"{seat} {' '.join(places)}")
    fields.append(f"turn {turn}")
    if mid_roll:
        mine = next(field.split()[1:] for field in fields if field.startswith(turn))
        out = {letter for letter, place in zip("abcd", mine, strict=True) if place != "N"}
        nests = " ".join(f for f in fields if not f.startswith(turn)).count("N")
        fields += draw(roll_fields(options, out, {"capture": nests, "home": mine.count("X")}))
    else:
        fields.append(f"doubles {draw(st.integers(0, 2))}")
    fields += [f"{name} {value}" for name, value in options.items()]
    return " | ".join(fields)


def draw_place(draw: st.DrawFn, seat: str, near: int, turn: str, taken: dict[str, list[str]],
               options: dict[str, Any], own: list[str]) -> str:
    """A place for a pawn of `seat`: often near `near`, often one where pawns stand already.

    With AT_HOME for `near` the mover's pawns are on the home path or just before it.
    """
    kind = draw(st.integers(0, 11))
    if kind < 2:
        return "N"
    if kind == 2:
        return "X"
    if kind == 3:
        place = draw(st.sampled_from(PATH))
    elif kind == 4:
        place = draw(st.sampled_from([DOORS[turn], LAST[turn]]))
    elif kind > 9 and own and own[-1] not in "NX":
        place = own[-1]
    elif near == AT_HOME and seat == turn:
        place = draw(st.sampled_from([*PATH, *PATH, *TRACK[seat][-6:]]))
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
def roll_fields(draw: st.DrawFn, options: dict[str, Any], out: set[str],
                most: dict[str, int]) -> list[str]:
    """The fields of a roll in progress; the pawns `out` of the nest may have been in pairs.

    `most` tells how many captures and pawns home there can have been.
    """
    a = draw(st.sampled_from([1, 2, 3, 4, 5, 5, 6]))
    b = draw(st.one_of(st.just(a), st.integers(1, 6), st.sampled_from([5, abs(5 - a) or 5])))
    shape = draw(st.sampled_from(["two", "two", "two", "one", "bonus", "four"]))
    last = 3 if options.get("third_double") == "moved_first" else 2
    if shape == "bonus" and any(most.values()):
        names = draw(st.lists(st.sampled_from(sorted(most)), min_size=1, max_size=3).filter(
            lambda names: all(names.count(name) <= most[name] for name in most)))
        fields = [f"bonus {' '.join(names)}"]
    elif shape == "four" and options.get("doubles14") == "yes" and len(out) == 4:
        left = draw(st.lists(st.booleans(), min_size=4, max_size=4).filter(lambda x: any(x[2:])))
        dice = [n if keep else 0 for n, keep in zip((a, a, 7 - a, 7 - a), left, strict=True)]
        return [f"dice {' '.join(map(str, dice))}", f"doubles {draw(st.integers(1, last))}",
                *draw(earlier_in_roll(out, most if 0 in dice else {}))]
    elif shape == "one":
        fields = [f"dice {a}"]
    else:
        fields = [f"dice {a} {b}"]
        if a == b:
            fields.append(f"doubles {draw(st.integers(1, last))}")
        if a != b or options.get("doubles14") != "yes" or len(out) < 4:
            most = {}     # nothing is used yet
    return [*fields, *draw(earlier_in_roll(out, most))]


@st.composite
def earlier_in_roll(draw: st.DrawFn, out: set[str], most: dict[str, int]) -> list[str]:
    """What may have happened in this roll already."""
    fields = []
    pairs = draw(st.sampled_from(["", "", "none", "ab", "cd", "ac bd", "ad bc"]))
    if (pairs and set(pairs) - {" "} <= out) or pairs == "none":
        fields.append(f"pairs {pairs}")
    for name in ("capture", "home"):
        count = min(most.get(name, 0), draw(st.sampled_from([0, 0, 1, 2])))
        if count:
            fields.append(f"{name}s {count}")
    return fields
