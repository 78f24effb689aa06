"""Bonkers positions as text: `P1 20 2 +1 EX | P2 0 0 | cards 21:+3 24:-3 | turn P1`.

A seat's name is followed by the space of its token, its points, and its cards in hand. The fields
after the seats, all optional but `turn`:

    cards 21:+3 24:-3   the cards on the board
    start P1 P3         the seats that still roll for the start (instead of turn)
    lose_cards P2       the seats that still have the Large Lose Card
    pile 3              cards left face down, if not all the others
    stage place         what comes next: deal, start, roll, draw, place, take, over, or the
                        window before_roll, before_move or before_follow
    asked P3            the seat asked for the Large Lose Card, if not the next one
    dice 3 1            the roll still to be moved (before_move)
    rolled 2            rolls in this turn, if more than the stage needs
    placed yes          a card was placed in this turn
    left 24- 52-        spaces left by cards or print since the roll, + ahead or - back
    placing may         a house rule other than the default
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine.dice import check_die
from ..engine.errors import PositionError, quoted
from ..engine.lines import (
    field,
    fields_and_options,
    number,
    one_number,
    pick,
    seat_of,
    seats_named,
    yes_or_no,
)
from ..engine.position import Position
from ..engine.twin import Struct
from . import houserules
from .actions import card_words, check_card
from .checks import check
from .kernel import rules, state
from .layout import card_code, card_name
from .rulebook import OPTIONS

SEAT_NAMES = ("P1", "P2", "P3", "P4")
STAGES = {"deal": state.DEAL, "start": state.START, "roll": state.ROLL, "draw": state.DRAW,
          "place": state.PLACE, "take": state.EXCHANGING, "over": state.OVER}
WINDOWS = {"before_roll": state.ROLL, "before_move": state.MOVE, "before_follow": state.FOLLOW}
# Between two effects the rules can be in a temporary stage.
_STAGE_NAMES = {code: name for name, code in STAGES.items()} | {
    state.MOVE: "move", state.LAND: "land", state.FOLLOW: "follow"}
_FIELDS = ("cards", "turn", "start", "lose_cards", "pile", "stage", "asked", "dice", "rolled",
           "placed", "left")


# --- What a position shows -------------------------------------------------------------

def seats(s: Struct) -> list[int]:
    """The seats that play, in turn order."""
    return [seat for seat in range(state.SEATS) if s.playing[seat]]


def hand(s: Struct, seat: int) -> list[str]:
    """The cards face up before a seat."""
    return [card_name(s, card) for card in s.hand[seat] if card != state.NO_CARD]


def cards(s: Struct) -> dict[int, str]:
    """The cards on the board by space."""
    return {space: card_name(s, card) for space, card in enumerate(s.card)
            if card != state.NO_CARD}


def stage(s: Struct) -> str:
    """What comes next, by name.

    >>> stage(read("P1 20 2 | P2 0 0 | turn P1"))
    'roll'
    """
    if s.stage != state.WINDOW:
        return _STAGE_NAMES[s.stage]
    return next(name for name, known in WINDOWS.items() if known == s.then)


class BonkersPosition(Position):
    """A position of Bonkers; each tuple has an entry for each seat that plays."""

    @property
    def tokens(self) -> tuple[int, ...]:
        """The space of each token."""
        return tuple(self._state.token[seat] for seat in seats(self._state))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(self._state.score[seat] for seat in seats(self._state))

    @property
    def hands(self) -> tuple[list[str], ...]:
        """The cards face up before each seat."""
        return tuple(hand(self._state, seat) for seat in seats(self._state))

    @property
    def lose_cards(self) -> tuple[bool, ...]:
        """Whether each seat still has its Large Lose Card."""
        return tuple(bool(self._state.lose_card[seat]) for seat in seats(self._state))

    @property
    def cards(self) -> dict[int, str]:
        """The cards on the board by space."""
        return cards(self._state)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice still to be moved."""
        return tuple(self._state.die) if self._state.die[0] else ()

    @property
    def pile(self) -> int:
        """How many cards are left face down."""
        return int(self._state.pile)

    @property
    def placed(self) -> bool:
        """Whether a card was placed in this turn."""
        return bool(self._state.placed)

    @property
    def stage(self) -> str:
        """What happens next, by name."""
        return stage(self._state)


# --- Writing ---------------------------------------------------------------------------

def write(s: Struct) -> str:
    """The state as a line of text."""
    fields = [" ".join([SEAT_NAMES[seat], str(s.token[seat]), str(s.score[seat]), *hand(s, seat)])
              for seat in seats(s)]
    laid = [f"{space}:{card}" for space, card in cards(s).items()]
    fields += field("cards", laid)
    fields += field("turn", [SEAT_NAMES[s.turn]] if s.turn >= 0 else [])
    fields += field("start", [SEAT_NAMES[seat] for seat in seats(s) if s.contending[seat]])
    fields += field("lose_cards", [SEAT_NAMES[seat] for seat in seats(s) if s.lose_card[seat]])
    fields += field("pile", [s.pile] if s.pile != rules.unseen_cards(s) else [])
    fields += field("stage", [stage(s)] if stage(s) != _usual_stage(s) else [])
    fields += field("asked", [SEAT_NAMES[s.asked]] if s.asked not in (-1, _first_asked(s)) else [])
    fields += field("dice", s.die if s.die[0] else [])
    fields += field("rolled", [s.rolled] if s.rolled != _least_rolled(s) else [])
    fields += field("placed", ["yes"] if s.placed and s.stage != state.DRAW else [])
    fields += field("left", [f"{n // 2}{'-' if n % 2 else '+'}" for n in s.trail[:s.hops]])
    fields += [f"{name} {value}" for name, value in
               houserules.in_force(s, changed_only=True).items()]
    return " | ".join(fields)


def _first_asked(s: Struct) -> int:
    """The seat that is asked first in a window, -1 if there is none."""
    return state.next_holder(s, s.turn) if s.turn >= 0 else -1


def _usual_stage(s: Struct) -> str:
    """The default stage of a line."""
    if s.turn < 0:
        return "start"
    if s.win == state.WIN_AT_ONCE and s.score[s.turn] >= s.target:
        return "over"
    if s.die[0]:
        return "before_move"
    return "before_roll" if _first_asked(s) >= 0 else "roll"


def _least_rolled(s: Struct) -> int:
    """The default number of rolls in this turn: 0 before the first."""
    before_roll = s.stage == state.WINDOW and s.then == state.ROLL
    if s.stage in (state.DEAL, state.START, state.OVER):
        return 0
    return int(bool(s.placed)) if s.stage == state.ROLL or before_roll else 1


# --- Reading ---------------------------------------------------------------------------

def read(line: str) -> Struct:
    """The state that `line` stands for; PositionError says what is wrong with it."""
    names = [option.name for option in OPTIONS]
    return build(*fields_and_options(line, [*SEAT_NAMES, *_FIELDS], names, split))


def split(text: str) -> list[str]:
    """The words of a field; commas are spaces, and seats and minus signs are normalised.

    >>> split("p1 20, 2 ex \N{MINUS SIGN}3")
    ['P1', '20', '2', 'ex', '-3']
    """
    words = text.replace(",", " ").replace("\N{MINUS SIGN}", "-").split()
    return [word.upper() if word.upper() in SEAT_NAMES else word for word in words]


def build(fields: Mapping[str, list[str]], options: Mapping[str, object]) -> Struct:
    """The checked state made of the words of each field and of house rules."""
    s = houserules.blank()
    try:
        houserules.apply(s, options)
    except ValueError as error:
        raise PositionError(str(error)) from None
    s.playing = seats_named(fields, SEAT_NAMES)
    rules.new_game(s)
    s.lose_card, s.contending = [0] * state.SEATS, [0] * state.SEATS
    for seat in seats(s):
        _set_seat(s, seat, fields[SEAT_NAMES[seat]])
    for word in fields.get("cards", []):
        _lay(s, word)
    _set_turn(s, fields)
    _set_pile(s, fields)
    _set_stage(s, fields)
    _set_roll(s, fields)
    check(s)
    return s


def _set_seat(s: Struct, seat: int, words: Sequence[str]) -> None:
    name = SEAT_NAMES[seat]
    if len(words) < 2:
        raise PositionError(f"{name} needs the space of its token and its points")
    s.token[seat], s.score[seat] = (number(word, f"{name}:") for word in words[:2])
    if s.token[seat] >= s.size:
        raise PositionError(f"{name}: space {s.token[seat]} is off the ring of 0 to {s.size - 1}",
                            "MOVE")
    if len(words) > 2 + state.HAND:
        raise PositionError(f"{name} has {len(words) - 2} cards; a hand has at most {state.HAND}",
                            "SEATS")
    codes = [_from_pile(s, word) for word in words[2:]]
    s.hand[seat] = codes + [state.NO_CARD] * (state.HAND - len(codes))


def _lay(s: Struct, word: str) -> None:
    """Puts a card such as "24:-3" on the board."""
    where, colon, card = word.partition(":")
    if not colon:
        raise PositionError(f"cards are written 24:-3, not {quoted(word)}")
    space = number(where, "cards:")
    if space >= s.size or s.space[space] != state.TRACK:
        raise PositionError(f"space {space} is not a track space and has no room for a card",
                            "PLACE_CARD")
    if s.card[space] != state.NO_CARD:
        raise PositionError(f"two cards on space {space}; there is room for one", "PLACE_CARD")
    s.card[space] = _from_pile(s, card)


def _from_pile(s: Struct, word: str) -> int:
    """The number of the card called `word`, which is removed from the unseen cards."""
    try:
        card = check_card(word)
    except ValueError as error:
        raise PositionError(str(error)) from None
    code = card_code(s, card)
    if not s.unseen[code]:
        more = "no" if code == state.NO_CARD else "no further"
        raise PositionError(f"the deck has {more} {card_words(card)} card", "SEATS")
    s.unseen[code] -= 1
    return code


def _set_turn(s: Struct, fields: Mapping[str, list[str]]) -> None:
    if ("turn" in fields) == ("start" in fields):
        raise PositionError("give either `turn` with the seat to move or `start` with the seats "
                            "that roll for the start")
    for seat in (_seat(s, word) for word in fields.get("start", [])):
        s.contending[seat] = 1
    if "turn" in fields:
        if len(fields["turn"]) != 1:
            raise PositionError("`turn` takes one seat")
        s.turn = _seat(s, fields["turn"][0])
    for word in fields.get("lose_cards", []):
        s.lose_card[_seat(s, word)] = 1


def _set_pile(s: Struct, fields: Mapping[str, list[str]]) -> None:
    rest = rules.unseen_cards(s)
    s.pile = one_number(fields, "pile", rest)
    if s.pile > rest:
        raise PositionError(f"{s.pile} cards cannot be left face down, since only {rest} are "
                            "neither in hands nor on the board", "DEPLETED")


def _set_stage(s: Struct, fields: Mapping[str, list[str]]) -> None:
    s.die = [_die(word) for word in fields.get("dice", [])] or [0, 0]
    if len(s.die) != 2:
        raise PositionError("dice are two numbers", "ROLL")
    name = pick(" ".join(fields.get("stage", [_usual_stage(s)])), [*STAGES, *WINDOWS], "stage")
    s.stage = STAGES.get(name, state.WINDOW)
    s.then = WINDOWS.get(name, 0)
    if s.stage == state.WINDOW:
        s.asked = _seat(s, fields["asked"][0]) if fields.get("asked") else _first_asked(s)
    elif "asked" in fields:
        raise PositionError(f"nobody is asked at the stage {name}", "LARGE_LOSE_CARD")
    if s.stage == state.OVER:
        s.winner = s.turn


def _set_roll(s: Struct, fields: Mapping[str, list[str]]) -> None:
    s.placed = yes_or_no(fields, "placed", s.stage == state.DRAW)
    s.rolled = one_number(fields, "rolled", _least_rolled(s))
    for word in fields.get("left", []):
        if word[-1] not in "+-" or s.hops >= state.SPACES:
            raise PositionError(f"spaces left are written 24- or 24+, not {quoted(word)}")
        space = number(word[:-1], "left:")
        if space >= s.size:
            raise PositionError(f"space {space} is off the ring of 0 to {s.size - 1}", "MOVE")
        state.keep(s, space, word[-1] == "-")


def _seat(s: Struct, word: str) -> int:
    return seat_of(word, SEAT_NAMES, s.playing)


def _die(word: str) -> int:
    try:
        return check_die(int(word))
    except ValueError:
        raise PositionError(f"a die shows 1 to 6, not {quoted(word)}", "ROLL") from None
