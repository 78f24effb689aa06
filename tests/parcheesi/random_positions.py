"""Positions of Parcheesi at random, crowded, so that blockades and captures are near."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from bonkbook.parcheesi.rulebook import OPTIONS
from tests.parcheesi.oracle import DOORS, LAST, SAFE, SEATS

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


def lines(mid_roll: bool = True) -> st.SearchStrategy[str]:
    """Position lines with everything in them at random, but possible."""
    return st.integers(0, 2**40).map(
        lambda seed: random_line(random.Random(seed), mid_roll=mid_roll))


def random_line(rng: random.Random, options: dict[str, Any] | None = None,
                mid_roll: bool = True) -> str:
    """A position line with everything in it at random, but possible.

    Half of those under doubles14 have four dice, or what is left of them.
    """
    options = some_options(rng) if options is None else options
    four = mid_roll and options.get("doubles14") == "yes" and rng.random() < 0.5
    seats = rng.choice([SEATS, SEATS, SEATS[::2], SEATS[:3], SEATS[1:3]])
    turn = rng.choice(seats)
    near = rng.choice([rng.randrange(64), AT_HOME])
    taken: dict[str, list[str]] = {}
    pawns: dict[str, list[str]] = {}
    for seat in seats:
        own = pawns[seat] = []
        while len(own) < 4:
            place = random_place(rng, seat, near, turn, taken, options, own)
            if place != "N" or not four or seat != turn:
                own.append(place)
        if set(own) == {"X"}:
            own[0] = "H0" if four else "N"
    fields = [f"{seat} {' '.join(places)}" for seat, places in pawns.items()] + [f"turn {turn}"]
    if mid_roll:
        nests = sum(places.count("N") for seat, places in pawns.items() if seat != turn)
        out = {letter for letter, place in zip("abcd", pawns[turn], strict=True) if place != "N"}
        earned = {"capture": nests, "home": pawns[turn].count("X")}
        fields += random_roll(rng, options, out, earned, four)
    else:
        fields.append(f"doubles {rng.randint(0, 2)}")
    return " | ".join([*fields, *(f"{name} {value}" for name, value in options.items())])


def random_place(rng: random.Random, seat: str, near: int, turn: str,
                 taken: dict[str, list[str]], options: dict[str, Any], own: list[str]) -> str:
    """A place for a pawn of `seat`: often near `near`, often one where pawns stand already.

    With AT_HOME for `near` the mover's pawns are on the home path or just before it.
    """
    kind = rng.randrange(12)
    if kind < 2:
        return "N"
    if kind == 2:
        return "X"
    if kind == 3:
        place = rng.choice(PATH)
    elif kind == 4:
        place = rng.choice([DOORS[turn], LAST[turn]])
    elif kind > 9 and own and own[-1] not in "NX":
        place = own[-1]
    elif near == AT_HOME and seat == turn:
        place = rng.choice([*PATH, *PATH, *TRACK[seat][-6:]])
    else:
        place = str((int(DOORS[turn]) + near + rng.randint(0, 13)) % 68)
    key = place if place.isdigit() else f"{seat} {place}"
    if place.isdigit() and place not in TRACK[seat]:
        return "N"
    there = taken.setdefault(key, [])
    mixed = any(other != seat for other in there)
    if len(there) > 1 or (mixed and not (options.get("safe_share") == "yes" and place in SAFE)):
        return "N"
    there.append(seat)
    return place


def random_roll(rng: random.Random, options: dict[str, Any], out: set[str],
                most: dict[str, int], four: bool) -> list[str]:
    """The fields of a roll in progress; the pawns `out` of the nest may have been in pairs.

    `most` tells how many captures and pawns home there can have been; `four` asks for what is
    left of four dice.
    """
    a = rng.choice([1, 2, 3, 4, 5, 5, 6])
    b = rng.choice([a, rng.randint(1, 6), 5, abs(5 - a) or 5])
    last = 3 if options.get("third_double") == "moved_first" else 2
    shape = "four" if four else rng.choice(["two", "two", "two", "one", "bonus"])
    if shape == "bonus" and any(most.values()):
        bonuses = [name for name, count in most.items() for _ in range(count)
                   if options.get(f"{name}_bonus") != 0]
        if options.get("bonus_chain") == "one_per_roll" and "capture" in bonuses:
            bonuses = ["capture", *(name for name in bonuses if name == "home")]
        if not bonuses:
            return random_roll(rng, options, out, most, four)
        fields = [f"bonus {' '.join(rng.sample(bonuses, min(len(bonuses), rng.randint(1, 3))))}"]
    elif shape == "four":
        used = rng.choice([[], [], [0], [1], [2], [3], [0, 1], [0, 2], [0, 3], [1, 3], [0, 1, 2]])
        dice = [0 if k in used else n for k, n in enumerate((a, a, 7 - a, 7 - a))]
        fields = [f"dice {' '.join(map(str, dice))}", f"doubles {rng.randint(1, last)}"]
        most = most if used else {}
    elif shape == "one":
        fields = [f"dice {a}"]
    else:
        fields = [f"dice {a} {b}"]
        if a == b:
            fields.append(f"doubles {rng.randint(1, last)}")
        if a != b or options.get("doubles14") != "yes" or len(out) < 4:
            most = {}     # nothing is used yet
    return [*fields, *earlier_in_roll(rng, out, most)]


def earlier_in_roll(rng: random.Random, out: set[str], most: dict[str, int]) -> list[str]:
    """What may have happened in this roll already."""
    fields = []
    pairs = rng.choice(["", "", "none", "ab", "cd", "ac bd", "ad bc"])
    if (pairs and set(pairs) - {" "} <= out) or pairs == "none":
        fields.append(f"pairs {pairs}")
    for name in ("capture", "home"):
        count = min(most.get(name, 0), rng.choice([0, 0, 1, 2]))
        if count:
            fields.append(f"{name}s {count}")
    return fields
