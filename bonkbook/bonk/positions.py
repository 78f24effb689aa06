"""BONK positions as text: `P1 45 7h 2c | P2 30 4c 4d | melds P1 7h 7c 2d | discards 9d | turn P1`.

A seat's name is followed by its points so far and the cards in its hand. The fields after the
seats, all optional but `turn`:

    round 2             the round (default 1)
    melds P1 7h 7c 2d / P2 3h 4h 2s 6h      the melds on the table by owner
    discards 4c 9d      the discard pile, its top last
    stage play          what comes next: lot, deal, upcard, claims, answer, draw, play, over, or
                        the card from the stock (drawing, penalty); default draw
    heard P3:claim      claims: who has already answered (claim or pass)
    discarder none      claims: the discarder, if not the seat before; none: turned up
    claimant P3         answer, penalty: the seat that claims
    opener P2           the seat that opened the round, if not the first
    rounds_won 2 0      rounds won, a number for each seat
    open P2:9d          cards that everyone has seen a hand take
    held 7h 9c          further cards that everyone knows to be in some hand
    dry 1               turns in a row without a draw
    first_lap 2         turns left of the first lap (house rule bonk_ban first_lap)
    just yes            the mover revealed in this turn (house rule lay_off_same_turn no)
    max_wilds 1         a house rule other than the default

All other cards are the stock. A `?` is a card that a view hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

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
from .checks import check
from .contracts import looks_like_run
from .faces import Contract, card_kind, card_text, read_meld
from .kernel import cards as c
from .kernel import meld_faults, rules, state
from .rulebook import OPTIONS

SEAT_NAMES = ("P1", "P2", "P3", "P4", "P5")
STAGES = {"lot": state.LOT, "deal": state.DEAL, "upcard": state.UPCARD,
          "drawing": state.DRAWING, "penalty": state.PENALTY, "claims": state.CLAIMS,
          "answer": state.ANSWER, "draw": state.DRAW, "play": state.PLAY, "over": state.OVER}
# Between two effects the rules can be in a temporary stage.
_STAGE_NAMES = {code: name for name, code in STAGES.items()} | {
    state.BEGIN: "draw", state.OPEN: "draw", state.ENTER: "play"}
_SAID = {"claim": state.CLAIMED, "pass": state.PASSED}
_FIELDS = ("round", "melds", "discards", "turn", "stage", "heard", "discarder", "claimant",
           "opener", "rounds_won", "open", "held", "dry", "first_lap", "just")
HIDDEN = "?"


# --- What a position shows -------------------------------------------------------------

def seats(s: Struct) -> list[int]:
    """The seats that play, in turn order."""
    return [seat for seat in range(state.SEATS) if s.playing[seat]]


def expand(counts: Sequence[int]) -> list[str]:
    """The cards for a count by kind.

    >>> expand([2, 1])
    ['Ac', 'Ac', '2c']
    """
    return [card_text(kind) for kind, n in enumerate(counts) for _ in range(n)]


def hand(s: Struct, seat: int) -> list[str]:
    """The cards in a hand, with "?" for cards that a view hides."""
    found = expand(s.hand[seat])
    return found + [HIDDEN] * (s.size[seat] - len(found))


def meld_words(s: Struct, meld: int) -> str:
    """A meld on the table as text, a run upwards; see `actions.meld_text`."""
    kind, value, low, length = s.meld[meld]
    cards = s.laid[meld][:length]
    text = " ".join(map(card_text, cards))
    naturals = sum(not c.is_wild(card) for card in cards)
    if kind == c.RUN and naturals < 2:
        text += f" from {card_text(c.RANKS * value + low)}"
    return text


def melds(s: Struct) -> list[tuple[int, list[str]]]:
    """The melds on the table: the place of the owner among the seats, and the cards."""
    places = {seat: place for place, seat in enumerate(seats(s))}
    return [(places[s.owner[n]], [card_text(card) for card in s.laid[n][:s.meld[n][c.LENGTH]]])
            for n in range(s.melds)]


def discards(s: Struct) -> list[str]:
    """The discard pile, its top last."""
    return [card_text(kind) for kind in s.pile[:s.pile_size]]


def stage(s: Struct) -> str:
    """What comes next, by name."""
    return _STAGE_NAMES[s.stage]


class BonkPosition(Position):
    """A position of BONK; each tuple has an entry for each seat that plays."""

    @property
    def hands(self) -> tuple[list[str], ...]:
        """The cards of each hand, "?" for those that a view hides."""
        return tuple(hand(self._state, seat) for seat in seats(self._state))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(self._state.size[seat] for seat in seats(self._state))

    @property
    def melds(self) -> list[tuple[int, list[str]]]:
        """The melds on the table: the place of the owner among the seats, and the cards."""
        return melds(self._state)

    @property
    def meld_texts(self) -> list[str]:
        """The melds as text, each with what its twos leave open."""
        return [meld_words(self._state, n) for n in range(self._state.melds)]

    @property
    def discards(self) -> list[str]:
        """The discard pile, its top last."""
        return discards(self._state)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(self._state.score[seat] for seat in seats(self._state))

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """How many rounds each seat has won."""
        return tuple(self._state.rounds_won[seat] for seat in seats(self._state))

    @property
    def revealed(self) -> tuple[bool, ...]:
        """Whether each seat has laid its contract down."""
        return tuple(bool(self._state.revealed[seat]) for seat in seats(self._state))

    @property
    def round(self) -> int:
        """The number of the round, 1 to 7."""
        return int(self._state.round)

    @property
    def contract(self) -> Contract:
        """The contract of this round."""
        return self.contracts[self._state.round - 1]

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts of all rounds."""
        return houserules.contracts_of(self._state)

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return int(self._state.stock_size)

    @property
    def unseen(self) -> list[str]:
        """The cards that can be in the stock."""
        return expand(self._state.stock)

    @property
    def known(self) -> tuple[list[str], ...]:
        """The cards that all have seen each hand take."""
        return tuple(expand(self._state.open[seat]) for seat in seats(self._state))

    @property
    def opener(self) -> str | None:
        """The seat that opened the round."""
        return SEAT_NAMES[self._state.opener] if self._state.opener >= 0 else None

    @property
    def claimant(self) -> str | None:
        """The seat that claims the discard."""
        return SEAT_NAMES[self._state.claimant] if self._state.claimant >= 0 else None

    @property
    def claims(self) -> dict[str, str]:
        """What each seat has answered, claim or pass."""
        s = self._state
        return {SEAT_NAMES[k]: name for k in seats(s) for name, said in _SAID.items()
                if s.claim[k] == said}

    @property
    def stage(self) -> str:
        """What happens next, by name."""
        return stage(self._state)


# --- Writing ---------------------------------------------------------------------------

def write(s: Struct) -> str:
    """The state as a line of text."""
    players = seats(s)
    fields = [" ".join([SEAT_NAMES[k], str(s.score[k]), *hand(s, k)]) for k in players]
    fields += field("round", [s.round] if s.round != 1 else [])
    fields += field("melds", [" / ".join(f"{SEAT_NAMES[s.owner[n]]} {meld_words(s, n)}"
                                          for n in range(s.melds))] if s.melds else [])
    fields += field("discards", discards(s))
    fields += field("turn", [SEAT_NAMES[s.turn]] if s.turn >= 0 else [])
    fields += field("stage", [stage(s)] if s.stage != state.DRAW else [])
    fields += field("heard", [f"{SEAT_NAMES[k]}:{name}" for k in players
                               for name, said in _SAID.items() if s.claim[k] == said])
    if s.discarder != _usual_discarder(s):
        fields += field("discarder", ["none" if s.discarder < 0 else SEAT_NAMES[s.discarder]])
    fields += field("claimant", [SEAT_NAMES[s.claimant]] if s.claimant >= 0 else [])
    fields += field("opener", [SEAT_NAMES[s.opener]] if s.opener > players[0] else [])
    fields += field("rounds_won", [s.rounds_won[k] for k in players] if any(s.rounds_won) else [])
    fields += field("open", [f"{SEAT_NAMES[k]}:{card}" for k in players
                              for card in expand(s.open[k])])
    fields += field("held", expand(_further_held(s)))
    fields += field("dry", [s.dry] if s.dry else [])
    fields += field("first_lap", [s.first_lap] if s.first_lap else [])
    fields += field("just", ["yes"] if s.just else [])
    fields += [f"{name} {value}" for name, value in
               houserules.in_force(s, changed_only=True).items()]
    return " | ".join(fields)


def _usual_discarder(s: Struct) -> int:
    """The default discarder of a line: the seat before the mover."""
    if s.stage != state.CLAIMS:
        return state.NOT_FRESH
    players = seats(s)
    return players[players.index(s.turn) - 1]


def _further_held(s: Struct) -> list[int]:
    """The cards known to be in some hand, but not in which."""
    return [s.held[kind] - sum(s.open[seat][kind] for seat in range(state.SEATS))
            for kind in range(c.KINDS)]


# --- Reading ---------------------------------------------------------------------------

def read(line: str) -> Struct:
    """The state that `line` stands for; PositionError says what is wrong with it."""
    names = [option.name for option in OPTIONS]
    return build(*fields_and_options(line, [*SEAT_NAMES, *_FIELDS], names))


def build(fields: Mapping[str, list[str]], options: Mapping[str, object]) -> Struct:
    """The checked state made of the words of each field and of house rules."""
    s = houserules.blank()
    try:
        houserules.apply(s, options)
    except ValueError as error:
        raise PositionError(str(error)) from None
    s.playing = seats_named(fields, SEAT_NAMES)
    rules.new_game(s)
    s.round = one_number(fields, "round", 1)
    if not 1 <= s.round <= s.rounds:
        raise PositionError(f"the rounds are 1 to {s.rounds}, not {s.round}", "CONTRACT")
    for seat in seats(s):
        _set_seat(s, seat, fields[SEAT_NAMES[seat]])
    for card in fields.get("discards", []):
        s.pile[s.pile_size] = _from_stock(s, card)
        s.pile_size += 1
    _set_melds(s, fields)
    _set_turn(s, fields)
    _set_claims(s, fields)
    _set_known(s, fields)
    _set_counters(s, fields)
    check(s)
    return s


def _set_seat(s: Struct, seat: int, words: Sequence[str]) -> None:
    name = SEAT_NAMES[seat]
    if not words:
        raise PositionError(f"{name} needs a number of points")
    s.score[seat] = number(words[0], f"{name}:")
    for word in words[1:]:
        s.hand[seat][_from_stock(s, word)] += 1
        s.size[seat] += 1


def _kind(word: str) -> int:
    try:
        return card_kind(word)
    except ValueError as error:
        raise PositionError(str(error)) from None


def _from_stock(s: Struct, word: str) -> int:
    """The kind of a card, which is removed from the stock."""
    if word == HIDDEN:
        raise PositionError("a view hides the cards written ?; a game needs their values")
    kind = _kind(word)
    if not s.stock[kind]:
        twos = ", and eight twos in all" if c.is_wild(kind) else ""
        raise PositionError(f"{word} occurs three times, but there are two decks{twos}", "SEATS")
    s.stock[kind] -= 1
    s.stock_size -= 1
    return kind


def _set_melds(s: Struct, fields: Mapping[str, list[str]]) -> None:
    for text in " ".join(fields.get("melds", [])).split("/") if "melds" in fields else []:
        owner, *words = text.split() or [""]
        seat = _seat(s, owner)
        if s.melds == state.MELDS:
            raise PositionError(f"104 cards make at most {state.MELDS} melds")
        try:
            cards, declared = read_meld(" ".join(words))
        except ValueError as error:
            raise PositionError(str(error)) from None
        kinds = [_from_stock(s, card) for card in cards]
        _lay(s, seat, kinds, -1 if declared is None else _kind(declared))


def _lay(s: Struct, seat: int, kinds: list[int], declared: int) -> None:
    """Puts a meld on the table: a run if its text has "from", else the set or run it is."""
    terms, laid = state.terms_of(s), np.array(kinds, np.int64)
    text = " ".join(map(card_text, kinds))
    naturals = sum(not c.is_wild(kind) for kind in kinds)
    fault, suit, low = meld_faults.read_run(laid, declared, terms)
    row = [c.RUN, suit, low, len(kinds)]
    if fault or (naturals < 2 and declared < 0):
        set_fault, rank = meld_faults.read_set(laid, terms)
        if not set_fault and declared < 0:
            row = [c.SET, rank, 0, len(kinds)]
        else:
            is_run = declared >= 0 or looks_like_run(text.split())
            worst = fault if is_run else set_fault
            raise PositionError(f"{text} is not a meld", c.Rule(c.rule_of(worst)).name)
    elif row[0] == c.RUN and not is_upwards(kinds, low):
        kinds = kinds[::-1]
    n = s.melds
    s.melds += 1
    s.owner[n], s.revealed[seat] = seat, 1
    s.meld[n] = [int(k) for k in row]
    s.laid[n] = kinds + [state.NO_CARD] * (c.LONGEST_MELD - len(kinds))


def is_upwards(kinds: list[int], low: int) -> bool:
    """Whether the cards of a run from rank `low` up are laid upwards."""
    return all(c.is_wild(kind) or kind % c.RANKS == (low + place) % c.RANKS
               for place, kind in enumerate(kinds))


def _set_turn(s: Struct, fields: Mapping[str, list[str]]) -> None:
    s.stage = STAGES[pick(" ".join(fields.get("stage", ["draw"])), STAGES, "stage")]
    if s.stage == state.LOT:
        if "turn" in fields:
            raise PositionError("there is no turn before the opener is drawn by lot",
                                "FIRST_PLAYER")
        return
    if len(fields.get("turn", [])) != 1:
        raise PositionError("`turn` needs one seat")
    s.turn = _seat(s, fields["turn"][0])
    s.opener = _seat(s, " ".join(fields["opener"])) if "opener" in fields else seats(s)[0]


def _set_claims(s: Struct, fields: Mapping[str, list[str]]) -> None:
    s.discarder = _usual_discarder(s)
    if "discarder" in fields:
        word = " ".join(fields["discarder"])
        s.discarder = state.UPCARD_TURNED if word == "none" else _seat(s, word)
    if "claimant" in fields:
        s.claimant = _seat(s, " ".join(fields["claimant"]))
    for word in fields.get("heard", []):
        name, _, said = word.partition(":")
        if said not in _SAID:
            raise PositionError(f"heard is written like P3:claim or P3:pass, not {quoted(word)}")
        s.claim[_seat(s, name)] = _SAID[said]


def _set_known(s: Struct, fields: Mapping[str, list[str]]) -> None:
    for word in fields.get("open", []):
        name, _, card = word.partition(":")
        kind, seat = _kind(card), _seat(s, name)
        s.open[seat][kind] += 1
        s.held[kind] += 1
    for word in fields.get("held", []):
        s.held[_kind(word)] += 1


def _set_counters(s: Struct, fields: Mapping[str, list[str]]) -> None:
    won = [number(word, "rounds_won:") for word in fields.get("rounds_won", [])]
    if won and len(won) != len(seats(s)):
        raise PositionError(f"rounds_won takes a number for each of the {len(seats(s))} seats")
    for seat, rounds in zip(seats(s), won, strict=False):
        s.rounds_won[seat] = rounds
    s.dry, s.first_lap = one_number(fields, "dry", 0), one_number(fields, "first_lap", 0)
    s.just = yes_or_no(fields, "just")
    if s.stage == state.OVER:
        rules.decide(s)


def _seat(s: Struct, word: str) -> int:
    return seat_of(word, SEAT_NAMES, s.playing)


def hide(s: Struct, seat: int) -> Struct:
    """What `seat` may see: its hand, the table and common knowledge; the rest counts as stock."""
    if s.stage == state.OVER:
        return s
    shown, own = s.copy(), s.hand[seat]
    for other in seats(s):
        if other != seat:
            shown.hand[other] = s.open[other][:]
            if s.claim[other] != state.UNHEARD:
                shown.claim[other] = state.HEARD
    for kind in range(c.KINDS):
        others = sum(s.hand[k][kind] for k in seats(s) if k != seat)
        known = sum(s.open[k][kind] for k in seats(s) if k != seat)
        shown.stock[kind] = s.stock[kind] + others - max(known, s.held[kind] - own[kind])
    return shown


__all__ = ["HIDDEN", "SEAT_NAMES", "STAGES", "build", "expand", "hand", "hide",
           "meld_words", "read", "seats", "write"]
