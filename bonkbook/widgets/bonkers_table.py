"""What the table has to know of Bonkers: cards to click, what they lead to, the Large Lose Card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..bonkers.actions import Decline, Draw, LoseCard, Place, Take, Wait, card_words
from ..bonkers.board import (
    SEAT_LOOKS,
    card_colours,
    card_label,
    card_name,
    clear,
    held_name,
    lose_card_name,
)
from ..bonkers.kernel import state
from ..bonkers.positions import SEAT_NAMES, BonkersPosition
from ..engine.events import Event
from ..engine.game import Game
from ..engine.position import CHANCE
from ..probability.written import LONGEST_IN_TABLE, fraction_text
from ..scene.scene import Arrow, Card, Scene, Space
from .guess_first import Chance
from .position_line import joined, parted
from .table_game import ARMED, ASK, PASS, Interrupt, TableGame
from .visible_state import VisibleState

_RARE = Fraction(1, 1000)
_FIELDS = (
    ("cards", "Cards on the board", "21:+3 24:-3"),
    ("lose_cards", "Who still has the Large Lose Card", "P1 P2"),
    ("pile", "Cards left face down (empty: all the rest)", "12"),
    ("dice", "Dice still to be moved", "3 1"),
    ("placed", "A card was placed in this turn (yes or no)", "no"),
    ("rolled", "Rolls in this turn", "1"),
    ("left", "Spaces left by cards since the roll", "24- 21+"),
)


class BonkersTable(TableGame[BonkersPosition]):
    """Bonkers on the table: cards to click, what they lead to, the Large Lose Card."""

    hint = (
        "For each seat the space of its token, its points, and its cards: +3 (Ahead 3), "
        "-5 (Back 5), NS nearest Score, GS to Start, RA roll again, EX exchange. "
        "Cards on the board as 21:+3."
    )
    looks = SEAT_LOOKS
    keys = "R roll, 1 to 9 actions, arrows go through them all"
    interruption = Interrupt(
        "Large Lose Card", "Play now", "{} plays the Large Lose Card now",
        ((PASS, "don't ask"), (ASK, "ask each time"), (ARMED, "play it next")), PASS)
    previews = True

    def layers(self, events: Iterable[Event]) -> dict[str, Any]:
        """The layer of the board that shows what these effects moved, hop by hop."""
        return {"last": list(events)}

    def picture(self, visible: VisibleState, heat: Mapping[str, tuple[float, str]] | None,
                previewed: Any) -> Scene:
        """The board with the hops of what happened, numbered, and dashed those that may come.

        Each card that can be laid shows its first hop; an action that is looked at all of them.
        """
        position = visible.position
        scene = position.scene(last=visible.events, heat=heat)
        arrows = list(scene.arrows)
        cards = list(scene.cards)
        lines = [scene.text]
        names = [space for space in scene.spaces if space.label in position.seats]
        if visible.whole:
            legal = position.legal()
            by_name = _by_name(position)
            cards = [self._clickable(position, card, by_name.get(card.id), legal) for card in cards]
            places = [action for action in legal if isinstance(action, Place)]
            for action in [previewed] if previewed in legal else places:
                hops = position.scene(preview=action).arrows
                hops = hops if action == previewed else hops[:1]
                arrows += hops
                inside = [card for card in cards if not card.space.isdecimal()]   # not on the ring
                cards += [self._flag(position, action, hops[0], [*inside, *names])] if hops else []
                lines.append(f"Possible: {self.action_label(position, action)}.")
        return replace(scene, cards=tuple(cards), arrows=tuple(arrows), text="\n".join(lines))

    def _clickable(self, position: BonkersPosition, card: Card, action: Any,
                   legal: list[Any]) -> Card:
        """The card, marked if its action is legal, and saying what that would do."""
        if action not in legal:
            return card
        return replace(card, clickable=True, words=self.action_label(position, action))

    def _flag(self, position: BonkersPosition, action: Any, arrow: Arrow,
              others: Collection[Card | Space]) -> Card:
        """The card that a dashed arrow belongs to, small, on the arrow."""
        card = position.cards[action.space] if isinstance(action, Take) else action.card
        x, y = clear(arrow, 0.62, others)
        words = self.action_label(position, action)
        return Card(_flag_name(action), "", x, y, card_label(card), words, 0.8, 0.8,
                    colour=card_colours(card), clickable=True)

    def token_actions(self, position: BonkersPosition, seat: str, index: int) -> list[Any]:
        """The legal actions of a seat whose token or peg is clicked."""
        return position.legal() if seat == position.actor else []

    def actions_at(self, position: BonkersPosition, name: str) -> list[Any]:
        """The actions that a click on a card, a space or a flag stands for."""
        action = _by_name(position).get(name)
        return [] if action is None else [action]

    def interrupting_seat(self, position: BonkersPosition, name: str) -> str:
        """The seat whose Large Lose Card is clicked."""
        return {lose_card_name(seat): seat for seat in position.seats}.get(name, "")

    def interrupting_seats(self, position: BonkersPosition) -> tuple[str, ...]:
        """The seats that still have the Large Lose Card."""
        pairs = zip(position.seats, position.lose_cards, strict=True)
        return tuple(seat for seat, holds in pairs if holds)

    def interrupt_choices(self, position: BonkersPosition) -> tuple[Any, Any] | None:
        """To keep the Large Lose Card or to play it, where a seat is asked."""
        return (Wait(), LoseCard()) if position.state.stage == state.WINDOW else None

    def headline(self, position: BonkersPosition) -> str:
        """Who is to do what; empty before a roll."""
        stage = position.stage
        if position.is_over or stage in ("roll", "start"):
            return ""
        if stage == "deal":
            return "The cards are to be dealt"
        names = {"draw": "to draw a card", "place": "to place a card", "take": "to take a card"}
        who = position.mover if stage == "draw" else position.actor
        return f"{who} {names.get(stage, 'may play the Large Lose Card')}"

    def arranged(self, position: BonkersPosition, actions: list[Any]) -> list[Any]:
        """Cards in the order of the hand; of those to take, what brings most points first."""
        if position.stage != "take":
            return actions
        return sorted(actions, key=lambda action: _gain(position, action), reverse=True)

    def questions(self, position: BonkersPosition) -> list[tuple[str, list[Any]]]:
        """Every action one may ask about here, in groups with a title."""
        mover = position.mover
        hand = position.hands[position.seats.index(mover)] if mover else []
        lying = list(position.cards)
        # Where nothing can be exchanged, one card stands for all: the reason is the same.
        takes = lying if position.stage == "take" else lying[:1]
        return [
            ("Place a card", [Place(card) for card in dict.fromkeys(hand)] or [Place("+1")]),
            ("Take a card", [Take(space) for space in takes] or [Take(0)]),
            ("Stop here", [Decline()]),
            ("Large Lose Card", [LoseCard(), Wait()]),
        ]

    def token_questions(self, position: BonkersPosition, seat: str, index: int) -> list[Any]:
        """Every action one may ask about for one token."""
        hand = position.hands[position.seats.index(seat)]
        return [Place(card) for card in dict.fromkeys(hand)] or [Decline()]

    def question_label(self, action: Any) -> str:
        """An action one asks about, in a few words."""
        if isinstance(action, Place):
            return card_words(action.card)
        if isinstance(action, Take):
            return f"from {action.space}"
        names = {Decline: "decline", LoseCard: "play it", Wait: "keep it"}
        return names[type(action)]

    def dice(self, game: Game, position: BonkersPosition) -> list[dict[str, Any]]:
        """The dice of the last roll in this turn, used once the token has moved."""
        shown = position.dice or (game.last_roll if position.state.rolled else ())
        return [{"n": n, "kind": "die", "used": not position.dice} for n in shown]

    def chance(self, position: BonkersPosition) -> dict[str, Any] | None:
        """The dice to be rolled, or the card to be drawn."""
        if position.actor != CHANCE:
            return None
        labels = {"deal": "Deal the cards", "start": "Roll for the start", "draw": "Draw a card"}
        stage = position.stage
        outcomes = []
        if stage == "draw":
            outcomes = [[str(card), f"{card_words(card.card)} ({p} of the pile)"]
                        for card, p in position.chances() if isinstance(card, Draw)]
        return {"label": labels.get(stage, "Roll the dice"),
                "dice": ["First die", "Second die"] if stage == "roll" else [],
                "outcomes": outcomes}

    def odds_tables(self, position: BonkersPosition) -> list[dict[str, Any]]:
        """The points of this turn, and what each card is worth where one is to be chosen."""
        from ..bonkers import odds

        tables: list[dict[str, Any]] = []
        worth, spread = odds.worth(position), odds.points(position)
        if worth:
            rows = [[self.action_label(position, action), *map(_number, worth[action])]
                    for action in self.arranged(position, list(worth))]
            tables.append({"caption": _noted("Points to expect of each choice", worth.note),
                           "columns": ["in this turn", "in its next"], "rows": rows})
        chances = [[name, Chance(p, (fraction_text(p, LONGEST_IN_TABLE),
                                     f"{100 * float(p):.1f} %" if p >= _RARE else "<0.1 %"))]
                   for name, p in points_rows(spread)]
        caption = f"Points of {position.mover} in this turn, played for the most"
        tables.append({"caption": _noted(caption, spread.note), "columns": ["", ""],
                       "rows": chances, "question": "{} in this turn"})
        return tables

    def fields(self, position: BonkersPosition) -> list[dict[str, Any]]:
        """The fields of the form that sets up a position, with what they hold here."""
        held = parted(position.position)
        made: list[dict[str, Any]] = [
            {"name": seat, "label": f"{seat} (leave empty if not playing)",
             "value": held.get(seat, ""), "hint": "20 2 +1 EX"}
            for seat in SEAT_NAMES
        ]
        for name, label, choices in (
            ("turn", "Whose turn", list(SEAT_NAMES)),
            ("stage", "What comes next", ["", "roll", "place", "take", "draw", "before_roll",
                                          "before_move", "before_follow"]),
        ):
            value = held.get(name, "")
            named = [[one, one.replace("_", " ") or "as usual"] for one in choices]
            made.append({"name": name, "label": label, "value": value, "choices": named})
        for name, label, hint in _FIELDS:
            made.append({"name": name, "label": label, "value": held.get(name, ""), "hint": hint})
        return made

    def position_text(self, position: BonkersPosition, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; the house rules stay as they are in `position`."""
        names = [*SEAT_NAMES, "cards", "turn", "lose_cards", "pile", "stage", "dice", "rolled",
                 "placed", "left"]
        return joined(position, filled, names)


def _by_name(position: BonkersPosition) -> dict[str, Any]:
    """The action that each card, space and flag of the picture stands for, by its name."""
    found: dict[str, Any] = {_flag_name(action): action for action in position.legal()}
    for space in position.cards:
        found[card_name(space)] = found[str(space)] = Take(space)
    if position.mover:
        hand = position.hands[position.seats.index(position.mover)]
        found |= {held_name(position.mover, i): Place(card) for i, card in enumerate(hand)}
    return found


def _flag_name(action: Any) -> str:
    return f"preview {action}"


def _after(position: BonkersPosition, action: Any) -> Any:
    """The game after an action that nobody interrupts."""
    s = position.state
    s.lose_card = [0] * state.SEATS
    return Game(position.ruleset, s, 0).play(action)


def _gain(position: BonkersPosition, action: Any) -> tuple[int, bool]:
    """The points of an action that nobody interrupts, and whether the dice are rolled again."""
    after, me = _after(position, action), position.seats.index(position.mover)
    again = after.actor == CHANCE and after.stage == "roll" and after.mover == position.mover
    return after.scores[me] - position.scores[me], again


def points_rows(spread: Mapping[int, Fraction]) -> list[tuple[str, Fraction]]:
    """The points in words, each with its chance, the least first; the rarest most in one row."""
    values, tail = sorted(spread), Fraction(0)
    while len(values) > 1 and tail + spread[values[-1]] < _RARE:
        tail += spread[values.pop()]
    rows = [("no points" if n == 0 else f"{n:+d} point{'s' * (abs(n) != 1)}", spread[n])
            for n in values]
    return [*rows, ("more", tail)] if tail else rows


def _noted(caption: str, note: str) -> str:
    return f"{caption} ({note})" if note else caption


def _number(value: Fraction | None) -> str:
    """A mean of points: exact where that can be read; a dash where this turn does not end yet."""
    if value is None:
        return "–"
    exact = fraction_text(value, LONGEST_IN_TABLE)
    return exact if value.denominator == 1 else f"{exact} = {float(value):+.3f}".removeprefix(" = ")
