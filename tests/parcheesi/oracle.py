"""Parcheesi a second time, slowly: an oracle to hold the engine against.

Written from the words of the rules alone, and in another way than the engine on purpose:
pawns stand on named places ("N", "20", "red H3", "X") and walk from each to the next, one
step at a time; nothing counts from anybody's entry. Tables are immutable and every way to
use the dice is tried. It shares no code with the package, it even reads the position line
by itself.

Where the words of the rules leave a combination of house rules open, the reading is marked
"Reading:".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

SEATS = ("red", "green", "blue", "yellow")
DOORS = {"red": "5", "green": "22", "blue": "39", "yellow": "56"}
LAST = {"red": "0", "green": "17", "blue": "34", "yellow": "51"}
SAFE = {"0", "5", "12", "17", "22", "29", "34", "39", "46", "51", "56", "63"}
USUAL: dict[str, str] = {
    "must_enter": "always", "blocked_five": "forfeit_die", "sum": "two_moves",
    "forced_die": "choice", "capture_bonus": "20", "home_bonus": "10",
    "bonus_chain": "unlimited", "bonus_use": "must", "safe_share": "no", "own_blockade": "bars",
    "doubles_break_blockade": "if_moved", "blockade_together": "no", "doubles14": "no",
    "third_double": "penalty_at_once", "penalty_spares_home_path": "no",
    "extra_turn": "doubles", "overshoot": "barred"}

Action = tuple[object, ...]     # ("enter", 5), ("enter", 1, 4), ("move", "c", 3), ("pass",)


@dataclass(frozen=True)
class Table:
    """What stands on the table between two plays; an action gives another table."""

    pawns: tuple[tuple[str, tuple[str, ...]], ...]
    turn: str = ""
    start: frozenset[str] = frozenset()
    tops: tuple[int, ...] = ()             # the dice still to be used, sorted
    undersides: tuple[int, ...] = ()
    bonuses: tuple[str, ...] = ()
    pairs: frozenset[frozenset[str]] = frozenset()
    doubles: int = 0
    captures: int = 0
    homes: int = 0
    rules: tuple[tuple[str, str], ...] = tuple(sorted(USUAL.items()))

    def rule(self, name: str) -> str:
        """The house rule called `name`."""
        return _by_name(self.rules)[name]

    @property
    def dice(self) -> tuple[int, ...]:
        return self.tops + self.undersides

    @cached_property
    def mine(self) -> dict[str, str]:
        """Where the mover's pawns are, by letter."""
        return dict(zip("abcd", _seat_places(self.pawns)[self.turn], strict=True))

    @cached_property
    def standing(self) -> list[tuple[str, str, str]]:
        """(seat, letter, place) of every pawn that stands on a space."""
        return [(seat, letter, place) for seat, places in self.pawns
                for letter, place in zip("abcd", places, strict=True) if place not in "NX"]

    def put(self, seat: str, letter: str, place: str) -> Table:
        """The table with one pawn put elsewhere."""
        pawns = tuple((who, tuple(place if (who, one) == (seat, letter) else there
                                  for one, there in zip("abcd", places, strict=True)))
                      for who, places in self.pawns)
        return replace(self, pawns=pawns)

    @property
    def winner(self) -> str:
        """The seat with all pawns home, or nothing."""
        return next((seat for seat, places in self.pawns if set(places) == {"X"}), "")

    @property
    def is_decision(self) -> bool:
        """Whether a seat is to act."""
        return not self.winner and bool(self.dice or self.bonuses)


@cache
def _by_name(rules: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(rules)


# --- reading a position line ----------------------------------------------------------

def read(line: str) -> Table:
    """The table that a position line stands for."""
    fields = {words[0]: words[1:] for words in (part.split() for part in line.split("|"))}
    pawns = tuple((seat, _places(seat, fields[seat])) for seat in SEATS if seat in fields)
    rules = USUAL | {name: fields[name][0] for name in USUAL if name in fields}
    dice = [int(word) for word in fields.get("dice", [])]
    tops, undersides = (dice[:2], dice[2:]) if len(dice) > 2 else (dice, [])
    table = Table(
        pawns, *fields.get("turn", [""]), frozenset(fields.get("start", ())),
        tuple(sorted(filter(None, tops))), tuple(sorted(filter(None, undersides))),
        tuple(sorted(fields.get("bonus", ()))),
        doubles=_count(fields, "doubles"), captures=_count(fields, "captures"),
        homes=_count(fields, "homes"), rules=tuple(sorted(rules.items())))
    if ((len(tops) == 2 and tops[0] == tops[1]) or undersides) and "doubles" not in fields:
        table = replace(table, doubles=1)
    if not table.dice and not table.bonuses:
        return table
    if "pairs" in fields:
        return replace(table, pairs=frozenset(
            frozenset(word) for word in fields["pairs"] if word != "none"))
    return replace(table, pairs=pairs_now(table))


def _places(seat: str, words: list[str]) -> tuple[str, ...]:
    named = [f"{seat} {word}" if word[0] == "H" else word for word in words if word != ".."]
    return tuple([*named, *"NNNN"][:4])


def _count(fields: dict[str, list[str]], name: str) -> int:
    return int(fields[name][0]) if name in fields else 0


# --- walking ---------------------------------------------------------------------------

def step_on(seat: str, place: str) -> str | None:
    """The place after `place` on the way of `seat`; None after home."""
    if place == LAST[seat]:
        return f"{seat} H0"
    if place == f"{seat} H6":
        return "X"
    if "H" in place:
        return f"{seat} H{int(place[-1]) + 1}"
    return None if place == "X" else str((int(place) + 1) % 68)


def step_back(seat: str, place: str) -> str | None:
    """The place before `place` within home and home path; None elsewhere."""
    if place == "X":
        return f"{seat} H6"
    return f"{seat} H{int(place[-1]) - 1}" if "H" in place and place[-1] != "0" else None


@cache
def way(seat: str, place: str, spaces: int, bounce: bool) -> tuple[str, ...] | None:
    """Every place that a pawn touches or passes, the last the one it lands on."""
    walked: list[str] = []
    back = False
    for _ in range(spaces):
        onward = step_back(seat, place) if back else step_on(seat, place)
        if onward is None:
            return None                       # EXACT_COUNT, or a bounce back onto the track
        walked.append(onward)
        place = onward
        back = back or (bounce and place == "X")
    return tuple(walked)


@cache
def distance(seat: str, place: str) -> int:
    """How many steps are left to home."""
    steps, there = 0, place
    while there != "X":
        there = step_on(seat, there) or "X"
        steps += 1
    return steps


# --- blockades --------------------------------------------------------------------------

def pairs_now(table: Table) -> frozenset[frozenset[str]]:
    """The mover's pawns that are a blockade, two and two."""
    mine = [(letter, place) for letter, place in table.mine.items() if place not in "NX"]
    return frozenset(frozenset({a, b}) for a, here in mine for b, there in mine
                     if a < b and here == there)


def blockades(table: Table, seat: str, without: str = "") -> frozenset[str]:
    """Where two pawns of `seat` stand, `without` one of its pawns."""
    return doubled(_seat_places(table.pawns)[seat], without)


@cache
def doubled(places: tuple[str, ...], without: str) -> frozenset[str]:
    """The spaces that occur twice among the places of the pawns a to d."""
    rest = [place for letter, place in zip("abcd", places, strict=True)
            if letter != without and place not in "NX"]
    return frozenset(place for place in rest if rest.count(place) > 1)


@lru_cache(maxsize=4096)
def _seat_places(pawns: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, tuple[str, ...]]:
    return dict(pawns)


def foe_blockades(table: Table) -> frozenset[str]:
    """Where opponents' blockades stand."""
    return _foe_blockades(table.pawns, table.turn)


@lru_cache(maxsize=4096)
def _foe_blockades(pawns: tuple[tuple[str, tuple[str, ...]], ...], turn: str) -> frozenset[str]:
    return frozenset().union(*(doubled(places, "") for seat, places in pawns if seat != turn))


def foes_at(table: Table, place: str) -> list[tuple[str, str]]:
    """(seat, letter) of the opposing pawns at `place`."""
    return [(who, letter) for who, letter, there in table.standing
            if there == place and who != table.turn]


def door(table: Table) -> str:
    """"open", or whose blockade stands on the mover's entry: "own" or "foe"."""
    for seat, _ in table.pawns:
        if DOORS[table.turn] in blockades(table, seat):
            return "own" if seat == table.turn else "foe"
    return "open"


def can_land(table: Table, letter: str, path: tuple[str, ...]) -> bool:
    """Whether nothing on the way or at its end keeps a pawn off."""
    goal = path[-1]
    own = blockades(table, table.turn, without=letter)
    if goal in own or (table.rule("own_blockade") == "bars" and own & set(path)):
        return False
    if not foe_blockades(table).isdisjoint(path):
        return False
    if goal == "X":
        return True
    foes = foes_at(table, goal)
    mates = {one for one, place in table.mine.items() if place == goal and one != letter}
    if foes and goal in SAFE and (table.rule("safe_share") == "no" or len(foes) + len(mates) > 1):
        return False
    return may_join(table, letter, mates)


def may_join(table: Table, letter: str, mates: set[str]) -> bool:
    """BREAK_BLOCKADE: whether a pawn may come to stand with `mates`."""
    here = table.mine[letter]
    return table.rule("blockade_together") == "yes" or not any(
        frozenset({letter, mate}) in table.pairs and table.mine[mate] != here for mate in mates)


# --- what may be done now, before looking ahead -----------------------------------------

def entries(table: Table) -> Iterator[Action]:
    """The ways to bring a pawn out."""
    if "N" in table.mine.values() and door(table) == "open":
        if 5 in table.dice:
            yield ("enter", 5)
        if len(table.tops) == 2 and sum(table.tops) == 5:
            yield ("enter", *table.tops)


def must_enter(table: Table) -> bool:
    """Whether what can bring a pawn out has to."""
    captures = bool(foes_at(table, DOORS[table.turn]))
    return bool(list(entries(table))) and (
        table.rule("must_enter") == "always"
        or (table.rule("must_enter") == "capture_only" and captures))


def moves(table: Table) -> Iterator[Action]:
    """The moves by dice that neither entering nor a blocked entry forbids."""
    counts = {(n, "die") for n in table.dice}
    if table.rule("sum") == "one_jump" and len(table.tops) == 2:
        counts.add((sum(table.tops), "sum"))
    for n, kind in counts:
        if reserved(table, n, kind) or forfeited(table, n, kind):
            continue
        yield from (("move", letter, n) for letter in table.mine if reach(table, letter, n))


def reach(table: Table, letter: str, n: int) -> tuple[str, ...] | None:
    """The way of a pawn that can go `n`, else None."""
    place = table.mine[letter]
    if place in "NX":
        return None
    path = way(table.turn, place, n, table.rule("overshoot") == "bounce")
    return path if path and can_land(table, letter, path) else None


def shows_five(table: Table, n: int, kind: str) -> bool:
    """Whether using `n` uses a die that shows 5, be it in a jump with the other die."""
    return n == 5 if kind == "die" else 5 in table.tops


def makes_five(table: Table, n: int, kind: str) -> bool:
    """Whether using `n` uses up a five: the die that shows it, or a die of a sum of five."""
    return shows_five(table, n, kind) or (len(table.tops) == 2 and sum(table.tops) == 5)


def reserved(table: Table, n: int, kind: str) -> bool:
    """MUST_ENTER: the five is for the pawn in the nest."""
    return must_enter(table) and makes_five(table, n, kind)


def forfeited(table: Table, n: int, kind: str) -> bool:
    """ENTRY_BLOCKED: the five is lost while the entry is blocked."""
    state = door(table)
    if state == "open" or "N" not in table.mine.values():
        return False
    if table.rule("blocked_five") == "forfeit_roll":
        return makes_five(table, n, kind)
    return (table.rule("blocked_five") == "forfeit_die" and state == "foe"
            and shows_five(table, n, kind))


def candidates(table: Table) -> set[Action]:
    """What may be done with the dice, but for USE_BOTH."""
    found = set(entries(table)) | set(moves(table))
    if table.rule("doubles_break_blockade") == "must" and table.doubles:
        found = breaking_first(table, found)
    return found


def breaking_first(table: Table, found: set[Action]) -> set[Action]:
    """Reading: until one blockade of the roll is broken, only what breaks one, if anything can.

    A pawn that has to enter comes first. A bounce back to where it began breaks nothing.
    """
    mine = table.mine
    standing = [pair for pair in table.pairs if len({mine[one] for one in pair}) == 1]
    if len(standing) < len(table.pairs):
        return found
    breaks = {action for action in found
              if action[0] == "move" and any(action[1] in pair for pair in standing)
              and after(table, action).mine[str(action[1])] != mine[str(action[1])]}
    return breaks | (set(entries(table)) if must_enter(table) else set()) if breaks else found


# --- every way to use the dice -----------------------------------------------------------

def after(table: Table, action: Action) -> Table:
    """The table right after `action`, before anything lapses."""
    if action[0] == "enter":
        letter = next(one for one in "abcd" if table.mine[one] == "N")
        return arrive(spend(table, action[1:]), letter, DOORS[table.turn], entering=True)
    letter, n = str(action[1]), int(str(action[2]))
    path = reach(table, letter, n)
    assert path
    if table.dice:
        spent = spend(table, (n,) if n in table.dice else table.tops)
        return arrive(spent, letter, path[-1])
    kind = next(kind for kind in table.bonuses if table.rule(f"{kind}_bonus") == str(n))
    left = list(table.bonuses)
    left.remove(kind)
    return arrive(replace(table, bonuses=tuple(left)), letter, path[-1])


def spend(table: Table, numbers: tuple[object, ...]) -> Table:
    """The table without these dice."""
    tops, undersides = list(table.tops), list(table.undersides)
    for n in numbers:
        (tops if n in tops else undersides).remove(int(str(n)))
    return replace(table, tops=tuple(tops), undersides=tuple(undersides))


def arrive(table: Table, letter: str, place: str, entering: bool = False) -> Table:
    """The table after a pawn has come to `place`: captures, bonuses."""
    foes = foes_at(table, place) if entering or place not in SAFE else []
    for seat, foe in foes:
        table = table.put(seat, foe, "N")
        first = table.captures == 0
        table = replace(table, captures=table.captures + 1)
        if first or table.rule("bonus_chain") == "unlimited":
            table = earn(table, "capture")
    table = table.put(table.turn, letter, place)
    if place == "X":
        table = replace(table, homes=table.homes + 1)
        table = earn(table, "home")
    return table


def earn(table: Table, kind: str) -> Table:
    """The table with a bonus more, if it is any."""
    if table.rule(f"{kind}_bonus") == "0":
        return table
    return replace(table, bonuses=tuple(sorted((*table.bonuses, kind))))


@lru_cache(maxsize=4096)
def most_dice(table: Table) -> int:
    """How many dice some way uses, of all ways there are.

    Reading: with four dice (doubles14) it is the way that uses most; a way that wins uses the
    dice up to the win only.
    """
    if table.winner:
        return 0
    return max((dice_of(table, action) for action in candidates(table)), default=0)


def dice_of(table: Table, action: Action) -> int:
    """How many dice are used by `action` and what may follow."""
    reached = after(table, action)
    return len(table.dice) - len(reached.dice) + most_dice(reached)


def dice_actions(table: Table) -> set[Action]:
    """The legal uses of the dice."""
    found = candidates(table)
    most = most_dice(table)
    legal = {action for action in found if dice_of(table, action) == most}
    if table.rule("forced_die") == "larger" and most == 1:
        largest = max(spaces(action) for action in legal)
        legal = {action for action in legal if spaces(action) == largest}
    return legal | {action for action in found if after(table, action).winner}


def spaces(action: Action) -> int:
    """The number that an action uses."""
    return sum(int(str(word)) for word in action[1:] if str(word).isdigit())


def bonus_actions(table: Table) -> set[Action]:
    """The legal uses of the bonuses."""
    counts = {int(table.rule(f"{kind}_bonus")) for kind in table.bonuses}
    found: set[Action] = {("move", letter, n) for n in counts for letter in table.mine
                          if reach(table, letter, n)}
    if not found or table.rule("bonus_use") == "may":
        found.add(("pass",))
    return found


def legal(table: Table) -> set[Action]:
    """All that is legal for the seat to act; nothing when none acts."""
    if not table.is_decision:
        return set()
    return (dice_actions(table) or {("pass",)}) if table.dice else bonus_actions(table)


# --- what follows ------------------------------------------------------------------------

def play(table: Table, action: Action) -> Table:
    """The table after a legal action and all that goes on by itself."""
    if action != ("pass",):
        return settled(after(table, action))
    return settled(replace(table, bonuses=()) if not table.dice else table)


def settled(table: Table) -> Table:
    """What cannot be used lapses; then the roll, and perhaps the turn, is over."""
    if table.winner:
        return cleared(table)
    if table.dice:
        if dice_actions(table):
            return table
        table = replace(table, tops=(), undersides=())
    if table.bonuses and bonus_actions(table) != {("pass",)}:
        return table
    extra = table.rule("extra_turn") == "doubles_capture_home" and table.captures + table.homes > 0
    if table.doubles == 3:
        return turn_over(punished(table))
    if table.doubles or extra:
        return cleared(table)
    return turn_over(table)


def cleared(table: Table) -> Table:
    """The table without what belongs to one roll."""
    return replace(table, tops=(), undersides=(), bonuses=(), pairs=frozenset(),
                   captures=0, homes=0)


def turn_over(table: Table) -> Table:
    """The next seat's turn."""
    seats = [seat for seat, _ in table.pawns]
    following = seats[(seats.index(table.turn) + 1) % len(seats)]
    return replace(cleared(table), turn=following, doubles=0)


def punished(table: Table) -> Table:
    """THREE_DOUBLES: the pawn nearest home goes to the nest."""
    spared = table.rule("penalty_spares_home_path") == "yes"
    at_risk = [letter for letter, place in table.mine.items()
               if place not in "NX" and not (spared and "H" in place)]
    if not at_risk:
        return table
    foremost = min(at_risk, key=lambda one: distance(table.turn, table.mine[one]))
    return table.put(table.turn, foremost, "N")


def roll(table: Table, die1: int, die2: int) -> Table:
    """The table after a roll of the mover."""
    doubles = table.doubles + 1 if die1 == die2 else 0
    table = replace(table, tops=tuple(sorted((die1, die2))), doubles=doubles)
    if doubles == 3 and table.rule("third_double") == "penalty_at_once":
        return turn_over(punished(table))
    if doubles and table.rule("doubles14") == "yes" and "N" not in table.mine.values():
        table = replace(table, undersides=(7 - die1, 7 - die1))
    return settled(replace(table, pairs=pairs_now(table)))


def words(action: Action) -> str:
    """The action as people write it."""
    return " ".join(map(str, action))
