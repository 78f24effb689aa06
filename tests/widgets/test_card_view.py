"""The card table without a browser: what is sent, what the front end knows, how it is drawn."""

from __future__ import annotations

import re
import typing
from itertools import combinations

import pytest

from bonkbook.bonk.board import card_label, card_words
from bonkbook.bonk.faces import RANK_LETTERS, SUIT_LETTERS
from bonkbook.widgets import card_view
from bonkbook.widgets.card_view import CardView, TableView
from bonkbook.widgets.front import text_of

FACES, HAND, VIEW = (text_of(f"card_{part}.js") for part in ("face", "hand", "view"))
PAPER = "#fffdf7"
HAND_OF_TWO: TableView = {
    "hand": {"seat": "P1", "title": "P1's hand", "cards": ["7h", "2c"], "pick": "many"}}


def shapes() -> list[type]:
    """All the TypedDicts that describe a table."""
    return [one for one in vars(card_view).values() if typing.is_typeddict(one)]


def test_a_table_is_sent_once(front):
    cards = CardView()
    cards.show(HAND_OF_TWO)
    cards.show({**HAND_OF_TWO})
    assert front.sent(cards) == [{"view": HAND_OF_TWO}]
    cards.show({"cover": {"title": "P2, it is your turn", "text": "", "button": "Show the hand"}})
    assert "7h" not in str(front.sent(cards)[-1])


def test_what_the_browser_says_reaches_the_listener(front):
    cards, heard = CardView(), []
    cards.on_msg(lambda part, content, buffers: heard.append(content))
    front.custom(cards, {"kind": "draw", "from": "stock"})
    assert heard == [{"meant": {"stop": 0}, "kind": "draw", "from": "stock"}]


def test_the_front_end_reads_every_field_that_is_described():
    text = text_of("dom.js") + HAND + VIEW
    for shape in shapes():
        for name in shape.__annotations__:
            assert re.search(rf"[.\s{{,]{name}\b|\"{name}\"", text), f"{shape.__name__}.{name}"
    shown = set(re.findall(r"\bview\.(\w+)", VIEW))
    assert shown == set(TableView.__annotations__)


def test_the_front_end_sends_the_messages_that_are_described():
    kinds = {"draw", "drop", "selected", "reveal", "ways", "act", "bonk", "pass", "show", "rule"}
    assert set(re.findall(r"\bsend\(\"(\w+)\"", VIEW)) == kinds
    assert kinds <= set(re.findall(r"\w+", card_view.__doc__ or ""))


def luminance(colour: str) -> float:
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    lines = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * line for weight, line in zip((0.2126, 0.7152, 0.0722), lines, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_suits_can_be_read_and_told_apart_without_colour():
    inks = dict(re.findall(r"\b([cdhs]): \"(#[0-9a-f]{6})\"", FACES))
    assert sorted(inks) == sorted(SUIT_LETTERS)
    assert all(contrast(ink, PAPER) >= 5 for ink in inks.values())
    assert len(set(inks.values())) == 4
    paths = re.search(r"SUIT_PATHS = \{(.*?)\};", FACES, re.S)[1]
    drawn = dict(re.findall(r"^  ([cdhs]): \"(.*?),$", paths, re.S | re.M))
    assert all(one != other for one, other in combinations(drawn.values(), 2))
    assert sorted(drawn) == sorted(SUIT_LETTERS)


@pytest.mark.parametrize("names", ["CARD_RANKS", "CARD_SUITS"])
def test_cards_are_spelled_as_in_the_engine(names):
    found = re.search(rf'{names} = "(\w+)"', FACES)
    assert found and found[1] == {"CARD_RANKS": RANK_LETTERS, "CARD_SUITS": SUIT_LETTERS}[names]


def test_cards_are_named_as_in_the_engine():
    ranks = re.findall(r"\"(\w+)\"", re.search(r"RANK_WORDS = \[(.*?)\]", FACES, re.S)[1])
    suits = dict(re.findall(r"([cdhs]): \"(\w+)\"", re.search(r"SUIT_WORDS = (.*)", FACES)[1]))
    signs = dict(re.findall(r"([cdhs]): \"(.)\"", re.search(r"SUIT_SIGNS = (.*)", FACES)[1]))
    for rank, word in zip(RANK_LETTERS, ranks, strict=True):
        for suit in SUIT_LETTERS:
            assert card_words(rank + suit).removesuffix(", wild") == f"{word} of {suits[suit]}"
            assert card_label(rank + suit).endswith(signs[suit])
