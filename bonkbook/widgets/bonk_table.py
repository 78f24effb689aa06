"""What the table has to know of BONK: hands to hide, who may claim, the form of a position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ..bonk.actions import (
    Allow,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Keep,
    LayOff,
    Pass,
    Reveal,
)
from ..bonk.board import SEAT_LOOKS, card_label
from ..bonk.kernel.state import is_banned
from ..bonk.positions import HIDDEN, SEAT_NAMES, STAGES, BonkPosition, expand
from ..engine.position import CHANCE, Position
from ..scene.scene import Scene
from . import messages
from .bonk_melds import melds_in, read_selection, reveal_meant
from .bonk_view import hand_shown, meld_title, table_view, told
from .card_board import CardBoard
from .card_view import TableView
from .front import Waiting
from .position_line import joined, parted
from .table_game import ASK, PASS, Interrupt, TableGame
from .visible_state import VisibleState

_MOST_QUESTIONS = 60  # about laying off
FIELDS = (
    ("round", "Round", "1"),
    ("melds", "Melds on the table", "P1 7h 7c 2d / P2 3h 4h 2s 6h"),
    ("discards", "Discard pile, its top last", "4c 9d"),
    ("claimant", "Who claims the discard", "P3"),
    ("heard", "Who has answered", "P3:pass"),
    ("discarder", "Whose discard it is (none: turned up)", "none"),
    ("opener", "Who opened the round", "P1"),
    ("rounds_won", "Rounds won, a number a seat", "1 0"),
    ("open", "Cards that all have seen a hand take", "P2:9d"),
    ("held", "Further cards known to be in hands", "7h"),
    ("dry", "Turns in a row without a draw", "0"),
    ("first_lap", "Turns left of the first lap", "2"),
    ("just", "Revealed in this turn (yes or no)", "no"),
)


class BonkTable(TableGame[BonkPosition]):
    """BONK on the table: hands to hide, who may claim, the form of a position."""

    hint = (
        "For each seat its points and its cards, such as 45 7h 2c Td; ? is an unknown card, drawn "
        "at random. Melds as P1 7h 7c 2d / P2 3h 4h 2s 6h."
    )
    looks = SEAT_LOOKS
    interruption = Interrupt("BONK!", "BONK!", "{} claims the discard after all",
                             ((ASK, "is asked"), (PASS, "is not asked")), ASK, True)
    hides_cards = True
    keys = "arrows and Space for the cards, B BONK!, R deal"

    def board(self, picture: Any, clicked: Callable[[dict[str, Any]], None],
              heard: Callable[[Any, Any, Any], None]) -> CardBoard:
        """The table for cards."""
        return CardBoard(picture, heard)

    def display_text(self, text: str) -> str:
        """The sentence with its cards as they are printed."""
        return told(text)

    def picture(self, visible: VisibleState, heat: Mapping[str, tuple[float, str]] | None,
                previewed: Any) -> TableView:
        """The table, and what the cards that are picked up would be."""
        return table_view(visible, previewed)

    def previewed(self, visible: VisibleState, content: Mapping[str, Any]) -> Any:
        """The cards that are picked up."""
        picked, seat = read_selection(content), hand_shown(visible)
        if not seat or picked.seat != seat:
            return None
        hand = visible.position.hands[visible.position.seats.index(seat)]
        return picked if picked.is_of(hand) else None

    def static_scene(self, visible: VisibleState) -> Scene:
        """The table with its piles, melds, and the cards that may be seen."""
        return visible.position.scene()

    def public(self, position: BonkPosition) -> Position:
        """The position with no cards in the hands but those that all have seen them take."""
        s = position.state
        s.hand = [known[:] for known in s.open]
        return Position(position.ruleset, s)

    def chance_continues(self, position: BonkPosition) -> bool:
        """Where a card comes from the stock."""
        return position.stage in ("upcard", "drawing", "penalty")

    def waits_before_chance(self, position: BonkPosition) -> bool:
        """At the end of a round, before the next one is dealt."""
        return position.stage == "deal"

    def action_for(self, visible: VisibleState, content: Mapping[str, Any]) -> Any:
        """The action that a click, a drag or a button of the table stands for."""
        kind = messages.text(content, "of")
        if kind == "draw":
            return Draw(messages.text(content, "from"))
        if kind == "drop":
            return _dropped(content)
        if kind == "reveal":
            return self._revealed(visible, content)
        return Claim() if kind == "bonk" else Pass()

    def _revealed(self, visible: VisibleState, content: Mapping[str, Any]) -> Reveal:
        """The melds that the selected cards are meant to be."""
        picked = self.previewed(visible, content)
        found = reveal_meant(visible.position, picked) if picked and visible.may_choose else None
        if found is None:
            raise Waiting("Select the cards to reveal first, in the order they are to lie.")
        return found

    def interrupting_seats(self, position: BonkPosition) -> tuple[str, ...]:
        """The seats that may claim a discard in this round."""
        banned = is_banned(position.state) or position.stage in ("lot", "deal")
        return () if banned else position.seats

    def interrupt_choices(self, position: BonkPosition) -> tuple[Any, Any] | None:
        """To leave the discard or to claim it, where a seat is asked."""
        return (Pass(), Claim()) if position.stage == "claims" else None

    def headline(self, position: BonkPosition) -> str:
        """Who is to do what."""
        if position.is_over:
            return ""
        who, stage = position.actor, position.stage
        if who == CHANCE:
            what = position.ruleset.awaited(position.state)
            return f"Next: {what}"
        top = card_label(position.discards[-1]) if position.discards else "the card"
        mover = position.mover
        revealed = position.revealed[position.seats.index(mover)] if mover else False
        play = "to lay off, or discard" if revealed else "to reveal, or discard"
        return {"claims": f"BONK? {who} may claim {top}",
                "answer": f"{who}: let {position.claimant} take {top}?",
                "draw": f"{who} to draw", "play": f"{who} {play}"}[stage]

    def action_label(self, position: BonkPosition, action: Any) -> str:
        """What a legal action would do."""
        return told(position.words(action))

    def has_button(self, action: Any) -> bool:
        """None: the table for cards has all that can be done."""
        return False

    def questions(self, position: BonkPosition) -> list[tuple[str, list[Any]]]:
        """Every action one may ask about here, in groups with a title."""
        seat = position.mover
        hand = position.hands[position.seats.index(seat)] if seat else []
        held = [card for card in dict.fromkeys(hand) if card != HIDDEN]
        legal = position.legal()
        reveal = [action for action in legal if isinstance(action, Reveal)]
        reveal = reveal or [Reveal(melds_in(held, position.contract))]
        return [
            ("The discard of another", [Claim(), Allow(), Keep()]),
            ("Draw", [Draw("stock"), Draw("discard"), Pass()]),
            ("Reveal", reveal),
            *_lay_offs(position, held),
            ("Discard", [Discard(card) for card in held] or [Discard("7h")]),
            ("Without a discard", [EndTurn()]),
        ]

    def question_label(self, action: Any) -> str:
        """An action one asks about, in a few words."""
        if isinstance(action, (LayOff, Discard)):
            return card_label(action.card)
        if isinstance(action, Draw):
            return f"from the {action.source}"
        names = {Claim: "BONK!", Allow: "allow", Keep: "keep", Pass: "nothing",
                 EndTurn: "end the turn", Reveal: "what the hand holds"}
        return names[type(action)]

    def chance(self, position: BonkPosition) -> dict[str, Any] | None:
        """The deal, or the card to come."""
        if position.actor != CHANCE:
            return None
        stage, outcomes = position.stage, []
        if stage in ("upcard", "drawing", "penalty"):
            outcomes = [[str(card), f"{card_label(card.card)} ({p})"]
                        for card, p in position.chances()]
        label = {"lot": "Draw lots for the start", "deal": f"Deal round {position.round}",
                 "upcard": "Turn a card up", "drawing": "Take the card from the stock"}
        return {"label": label.get(stage, "Take the penalty card"), "dice": [],
                "outcomes": outcomes}

    def odds_words(self, position: BonkPosition) -> dict[str, str]:
        """What may come of the next card, and of the better one of stock and pile."""
        whose = getattr(position, "seat", None) or position.actor
        return {"caption": f"The chances of {whose}", "when": "with the next card of the stock",
                "whole": "with the better of stock and discard"}

    def odds_tables(self, position: BonkPosition) -> list[dict[str, Any]]:
        """Each card to discard, each card to draw, and what a claim would bring."""
        from .bonk_chances import tables

        return tables(position)

    def fields(self, position: BonkPosition) -> list[dict[str, Any]]:
        """The fields of the form that sets up a position, with what they hold here."""
        held = parted(position.position)
        made: list[dict[str, Any]] = [
            {"name": seat, "label": f"{seat} (leave empty if not playing)",
             "value": held.get(seat, ""), "hint": "45 7h 2c Td"}
            for seat in SEAT_NAMES
        ]
        made.append({"name": "turn", "label": "Whose turn", "value": held.get("turn", ""),
                     "choices": ["", *SEAT_NAMES]})
        made.append({"name": "stage", "label": "What comes next",
                     "value": held.get("stage", "draw"), "choices": list(STAGES)})
        for name, label, hint in FIELDS:
            made.append({"name": name, "label": label, "value": held.get(name, ""), "hint": hint})
        return made

    def position_text(self, position: BonkPosition, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; the house rules stay as they are in `position`."""
        names = [*SEAT_NAMES, "turn", "stage", *(name for name, _, _ in FIELDS)]
        return joined(position, filled, names)

    def complete(self, line: str) -> str:
        """The line with a card drawn for each ?, out of those that are not in it.

        Cards that are known to be in hands, but not in whose, come first.
        """
        parts = parted(line)
        hands = {seat: parts[seat].split()[1:] for seat in SEAT_NAMES if seat in parts}
        missing = sum(hand.count(HIDDEN) for hand in hands.values())
        if not missing:
            return line
        shown = Counter(card for hand in hands.values() for card in hand if card != HIDDEN)
        opened = Counter(word.partition(":")[2] for word in parts.get("open", "").split())
        known = Counter(parts.get("held", "").split()) - (shown - opened)
        on_table = Counter(
            word for name in ("melds", "discards") for word in parts.get(name, "").split()
            if word[1:] in "cdhs")
        rest = list((Counter(dict.fromkeys(expand([1] * 52), 2)) - shown - on_table
                     - known).elements())
        random.shuffle(rest)
        drawn = [*known.elements(), *rest][:missing]
        random.shuffle(drawn)
        for seat, hand in hands.items():
            cards = [drawn.pop() if card == HIDDEN and drawn else card for card in hand]
            parts[seat] = " ".join([parts[seat].split()[0], *cards])
        return " | ".join(f"{name} {words}" for name, words in parts.items())


def _dropped(content: Mapping[str, Any]) -> Any:
    """A card of the hand that is put somewhere."""
    if content.get("card") is None:
        raise Waiting("Pick a card from your hand, then a place for it.")
    card = messages.text(content, "card")
    if messages.text(content, "to") == "discard":
        return Discard(card)
    return LayOff(card, messages.whole(content, "meld"), messages.text(content, "end"))


def _lay_offs(position: BonkPosition, held: list[str]) -> list[tuple[str, list[Any]]]:
    """Each card of the hand on each meld, a group a meld; a single one where none may be."""
    seat, melds = position.mover, position.melds
    if not seat or not melds or not position.revealed[position.seats.index(seat)]:
        return [("Lay off", [LayOff((held or ["7h"])[0], 0)])]
    return [(f"Lay off on {position.seats[owner]}: {meld_title(position.state, n)}",
             [LayOff(card, n) for card in held])
            for n, (owner, _) in enumerate(melds[:_MOST_QUESTIONS // max(len(held), 1)])]
