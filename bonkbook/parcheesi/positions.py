"""Parcheesi positions as text: `red N N 20 30 | green 5 5 N N | turn red | dice 5 3`.

A pawn stands in the nest (N), on a track space (0 to 67), on its home path (H0 to H6) or is home
(X). The fields after the seats, all optional but `turn`:

    start red blue      the seats that still roll for the start (instead of turn)
    dice 5 3            the dice still to be used
    bonus capture home  the bonuses still to be used
    pairs ab            the mover's blockades at the roll, if they differ from those now
    doubles 1           doubles in a row in this turn
    captures 1, homes 1 captures in this roll, and pawns brought home
    must_enter never    a house rule other than the default

Upper and lower case are the same, and commas count as spaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.errors import PositionError, choose_from, quoted
from ..engine.lines import fields_of, option_value, seats_named
from ..engine.position import Position
from ..engine.ruleset import Option, in_force
from ..engine.twin import Struct
from .actions import PAWN_NAMES
from .kernel import legality, rules, state
from .rulebook import OPTIONS

SEAT_NAMES = ("red", "green", "blue", "yellow")
COUNTERS = ("doubles", "captures", "homes")
BONUSES = ("capture", "home")


def entry_space(seat: int) -> int:
    """The track space on which a seat's pawns enter."""
    return state.FIRST_ENTRY + state.BETWEEN_ENTRIES * seat


def place(seat: int, progress: int) -> str:
    """The place of a pawn of `seat`, as people write it.

    >>> place(0, -1), place(0, 15), place(1, 64), place(2, 71)
    ('N', '20', 'H0', 'X')
    """
    if progress == state.NEST:
        return "N"
    if progress == state.HOME:
        return "X"
    if progress >= state.HOME_PATH:
        return f"H{progress - state.HOME_PATH}"
    return str((entry_space(seat) + progress) % state.TRACK)


def progress(seat: int, where: str) -> int:
    """The progress of a pawn of `seat` on the place `where`; the inverse of `place`.

    >>> progress(0, "20")
    15
    """
    name = SEAT_NAMES[seat]
    if where == "N":
        return state.NEST
    if where == "X":
        return state.HOME
    if where[:1] == "H" and where[1:] in tuple("0123456"):
        return state.HOME_PATH + int(where[1:])
    if not is_number(where) or int(where) >= state.TRACK:
        raise PositionError(f"{name}: {quoted(where)} is not a place; a pawn is on N (nest), 0 to "
                            "67 (track), H0 to H6 (home path) or X (home)")
    result = (int(where) - entry_space(seat)) % state.TRACK
    if result >= state.HOME_PATH:
        raise PositionError(f"{name}: {name} pawns never reach space {where}; they turn onto their "
                            f"home path after {place(seat, 63)}", "HOME_PATH")
    return result


def pawns(s: Struct) -> dict[str, list[str]]:
    """Where each seat's pawns stand."""
    return {SEAT_NAMES[seat]: [place(seat, p) for p in s.progress[seat]]
            for seat in range(state.SEATS) if s.playing[seat]}


class ParcheesiPosition(Position):
    """A position of Parcheesi."""

    @property
    def pawns(self) -> dict[str, list[str]]:
        """Where each seat's pawns stand: N, 0 to 67, H0 to H6, X."""
        return pawns(self._state)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice still to be used."""
        return tuple(n for n in self._state.die if n)

    @property
    def bonuses(self) -> tuple[int, ...]:
        """The spaces of each bonus still to be used."""
        s = self._state
        return (s.capture_bonus,) * s.bonus[0] + (s.home_bonus,) * s.bonus[1]


def write(s: Struct) -> str:
    """The state as a line of text."""
    fields = [f"{name} {' '.join(where)}" for name, where in pawns(s).items()]
    if s.stage == state.START:
        fields.append("start " + " ".join(SEAT_NAMES[k] for k in range(4) if s.contending[k]))
    else:
        fields.append(f"turn {SEAT_NAMES[s.turn]}")
    dice = [str(d) for d in s.die if d or s.die[2] or s.die[3]]   # undersides keep their slots
    bonuses = [name for name, count in zip(BONUSES, s.bonus, strict=True) for _ in range(count)]
    pairs = [] if s.partner == _pairs_now(s) else [
        PAWN_NAMES[i] + PAWN_NAMES[j] for i, j in enumerate(s.partner) if j > i] or ["none"]
    for name, words in (("dice", dice), ("bonus", bonuses), ("pairs", pairs)):
        if words:
            fields.append(f"{name} {' '.join(words)}")
    fields += [f"{name} {getattr(s, name)}" for name in COUNTERS if getattr(s, name)]
    fields += [f"{name} {value}" for name, value in in_force(OPTIONS, s, changed_only=True).items()]
    return " | ".join(fields)


def _pairs_now(s: Struct) -> list[int]:
    """The `pairs` as if the dice had just been rolled; none outside a roll."""
    fresh = s.copy()
    fresh.partner = [-1] * state.PAWNS
    if s.stage in (state.DICE, state.BONUS):
        rules.note_pairs(fresh)
    return fresh.partner


def read(line: str) -> Struct:
    """The state that `line` stands for; PositionError says what is wrong with it."""
    known = [*SEAT_NAMES, "turn", "start", "dice", "bonus", "pairs", *COUNTERS,
             *(option.name for option in OPTIONS)]
    return build(fields_of(line, known, split))


def split(text: str) -> list[str]:
    """The words of a field, in lower case.

    >>> split("N, N h3 20")
    ['n', 'n', 'h3', '20']
    """
    return text.replace(",", " ").lower().split()


def build(fields: dict[str, list[str]]) -> Struct:
    """The checked state made of the words of each field (in lower case)."""
    s = Struct(state.STATE)
    for option in OPTIONS:
        setattr(s, option.name, option.default)
        if option.name in fields:
            setattr(s, option.name, _option(option, fields[option.name]))
    s.playing = seats_named(fields, SEAT_NAMES)
    rules.new_game(s)
    for seat, name in enumerate(SEAT_NAMES):
        if name in fields:
            s.progress[seat] = _places(seat, fields[name])
    _check_spaces(s)
    _set_turn(s, fields)
    _set_roll(s, fields)
    _check_home(s)
    return s


def _option(option: Option, words: list[str]) -> int:
    try:
        return option.encode(option_value(words))
    except ValueError as error:
        raise PositionError(str(error)) from None


def _places(seat: int, words: Sequence[str]) -> list[int]:
    if words and words[-1] == "..":
        words = [*words[:-1], *["N"] * (state.PAWNS + 1 - len(words))]
    if len(words) != state.PAWNS:
        raise PositionError(f"{SEAT_NAMES[seat]} has four pawns, not {len(words)} "
                            "(`..` puts the rest in the nest)", "SEATS")
    return [progress(seat, word.upper()) for word in words]


def _check_spaces(s: Struct) -> None:
    """Refuses pawns that cannot share a space of the track or of a home path."""
    on_space: dict[str, list[int]] = {}
    for seat in range(state.SEATS):
        for there in s.progress[seat]:
            if there not in (state.NEST, state.HOME):
                where = place(seat, there)
                space = where if where.isdigit() else f"{where} of {SEAT_NAMES[seat]}"
                on_space.setdefault(space, []).append(seat)
    for space, seats in on_space.items():
        if len(seats) > 2:
            raise PositionError(f"{len(seats)} pawns on space {space}; a space holds two at most",
                                "BLOCKADE")
        if len(set(seats)) > 1 and not (s.safe_share and is_safe_space(int(space))):
            both = " and ".join(SEAT_NAMES[seat] for seat in seats)
            rule = "SAFE_SPACE" if is_safe_space(int(space)) else "CAPTURE"
            raise PositionError(f"{both} cannot both stand on space {space}", rule)


def is_safe_space(space: int) -> bool:
    """Whether the track space is safe."""
    return state.is_safe((space - state.FIRST_ENTRY) % state.BETWEEN_ENTRIES)


def _set_turn(s: Struct, fields: dict[str, list[str]]) -> None:
    if ("turn" in fields) == ("start" in fields):
        raise PositionError("give either `turn` with the seat to move or `start` with the seats "
                            "that roll for the start")
    names = fields.get("turn", fields.get("start", []))
    for name in names:
        if name not in SEAT_NAMES or not s.playing[SEAT_NAMES.index(name)]:
            raise PositionError(f"{quoted(name)} is not playing")
    if "start" in fields:
        if len(set(names)) < 2 or any(p != state.NEST for row in s.progress for p in row):
            raise PositionError("the roll for the start needs two or more seats, with all pawns in "
                                "their nests",
                                "HIGHEST_STARTS")
        s.contending = [int(name in names) for name in SEAT_NAMES]
        return
    if len(names) != 1:
        raise PositionError("`turn` takes one seat")
    s.turn, s.stage = SEAT_NAMES.index(names[0]), state.ROLL
    s.contending = [0] * state.SEATS


def _set_roll(s: Struct, fields: dict[str, list[str]]) -> None:
    """The dice, bonuses and counters; none are allowed before the start."""
    told = [n for n in ("dice", "bonus", "pairs", *COUNTERS) if n in fields]
    if s.stage == state.START and told:
        raise PositionError(f"no {told[0]} before the start", "HIGHEST_STARTS")
    for name in COUNTERS:
        if name in fields:
            setattr(s, name, _number(name, fields[name]))
    for name in ("dice", "bonus"):
        if fields.get(name) == []:
            raise PositionError(f"`{name}` needs a value, or leave it out")
    dice = _set_dice(s, fields.get("dice", []), "doubles" in fields)
    for word in fields.get("bonus", []):
        s.bonus[_known(word, BONUSES, "bonus")] += 1
    mid_roll = dice or sum(s.bonus)
    if s.doubles > (3 if s.third_double == state.MOVED_FIRST and mid_roll else 2):
        raise PositionError(f"{s.doubles} doubles in a row end the turn", "THREE_DOUBLES")
    if mid_roll:
        s.stage = state.DICE if dice else state.BONUS
        _check_earned(s, dice)
        _check_bonuses(s)
        state.look_around(s)
        _set_pairs(s, fields.get("pairs"))
        legality.find_able(s)
    elif "pairs" in fields or s.captures or s.homes:
        raise PositionError("pairs, captures and homes belong to a roll: give dice or a bonus too")


def _set_dice(s: Struct, words: list[str], told_doubles: bool) -> list[int]:
    """The dice, checked against the number of doubles in a row."""
    dice = [0 if len(words) > 2 and word == "0" else _die(word) for word in words]
    if len(dice) > (4 if s.doubles14 else 2):
        raise PositionError(f"{len(dice)} dice are too many", "ROLL")
    shown = {n for n in (*dice[:2], *(7 - n if n else 0 for n in dice[2:])) if n}
    if len(dice) > 2 and len(shown) > 1:
        raise PositionError("four dice are doubles and their undersides, such as 2 2 5 5, with "
                            f"0 for a used one, not {' '.join(words)}", "ROLL")
    are_doubles = len(dice) > 1 and len(shown) == 1
    if are_doubles and not told_doubles:
        s.doubles = 1
    if len(dice) > 1 and are_doubles != (s.doubles > 0):
        raise PositionError(
            f"the dice {' and '.join(words)} are doubles, so `doubles` is 1 or more, this roll "
            "included" if are_doubles else
            f"the dice {' and '.join(words)} are not doubles, so `doubles` is 0 or left out",
            "ROLL_AGAIN")
    s.die = dice + [0] * (4 - len(dice))
    return dice


def _check_earned(s: Struct, dice: list[int]) -> None:
    """Refuses bonuses, captures and pawns home that this roll cannot have produced."""
    own = s.progress[s.turn]
    # With undersides in play, two dice may be what is left of four.
    part = bool(s.doubles14 and s.doubles and state.NEST not in own)
    unused = len(dice) == (4 if part else 2) and 0 not in dice
    in_nests = sum(s.progress[seat].count(state.NEST) for seat in range(state.SEATS)
                   if s.playing[seat] and seat != s.turn)
    for what, rule, count, most, where in (
            ("captures", "CAPTURE_BONUS", max(s.bonus[0], s.captures), in_nests,
             "opposing pawns in a nest"),
            ("pawns home", "HOME_BONUS", max(s.bonus[1], s.homes), own.count(state.HOME),
             f"pawns of {SEAT_NAMES[s.turn]} that are home")):
        if count and unused:
            raise PositionError(f"no {what} are possible in this roll yet, since none of its dice "
                                "has been used", rule)
        if count > most:
            raise PositionError(f"{what} in this roll ({count}) outnumber the {where} ({most})",
                                rule)


def _check_bonuses(s: Struct) -> None:
    """Refuses bonuses that the house rules do not give."""
    for name, rule, count, worth in (("capture", "CAPTURE_BONUS", s.bonus[0], s.capture_bonus),
                                     ("home", "HOME_BONUS", s.bonus[1], s.home_bonus)):
        if count and not worth:
            raise PositionError(f"there is no {name} bonus when {name}_bonus is 0", rule)
    if s.bonus[0] > 1 and s.bonus_chain != state.UNLIMITED:
        raise PositionError("only the first capture of a roll earns a bonus (bonus_chain)",
                            "CAPTURE_BONUS")


def _set_pairs(s: Struct, words: list[str] | None) -> None:
    """The blockades at the time of the roll: as given, or else those that stand now."""
    if words is None:
        rules.note_pairs(s)
        return
    for word in words if words != ["none"] else []:
        if len(word) != 2 or word[0] == word[1] or not set(word) <= set(PAWN_NAMES):
            raise PositionError(f"pairs are two pawns, such as ab, not {quoted(word)}")
        i, j = map(PAWN_NAMES.index, word)
        if state.NEST in (s.progress[s.turn][i], s.progress[s.turn][j]):
            raise PositionError(f"a pawn of the pair {word} is in the nest")
        if s.partner[i] >= 0 or s.partner[j] >= 0:
            raise PositionError(f"a pawn belongs to one pair at most, not {' '.join(words)}")
        s.partner[i], s.partner[j] = j, i


def _check_home(s: Struct) -> None:
    """With all four pawns home a seat has won, and the game is over."""
    done = [k for k in range(state.SEATS) if all(p == state.HOME for p in s.progress[k])]
    if len(done) > 1:
        raise PositionError("only one seat can have all its pawns home", "WIN")
    if done:
        if s.turn != done[0] or s.stage != state.ROLL:
            raise PositionError(f"{SEAT_NAMES[done[0]]} has won, so it must be their turn, with no "
                                "dice or bonus left", "WIN")
        s.winner, s.stage = done[0], state.OVER


def is_number(word: str) -> bool:
    """Whether `word` is a whole number written in the digits 0 to 9."""
    return word.isascii() and word.isdigit() and len(word) < 10


def _number(name: str, words: list[str]) -> int:
    if len(words) != 1 or not is_number(words[0]) or int(words[0]) > 99:
        raise PositionError(f"{name} takes a small number, not {quoted(' '.join(words))}")
    return int(words[0])


def _die(word: str) -> int:
    if word not in tuple("123456"):
        raise PositionError(f"a die shows 1 to 6, not {quoted(word)}", "ROLL")
    return int(word)


def _known(word: str, choices: Sequence[str], what: str) -> int:
    try:
        return choices.index(choose_from(word, choices, what))
    except ValueError as error:
        raise PositionError(str(error)) from None
