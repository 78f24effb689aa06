"""Hidden hands: all that leaves the kernel is made from what the viewer may see."""

from __future__ import annotations

import json
import random

import pytest

import bonkbook as bb
from bonkbook.bonk.faces import RANK_LETTERS, SUIT_LETTERS
from bonkbook.engine.policy import policies
from bonkbook.engine.position import CHANCE
from bonkbook.engine.ruleset import ruleset
from bonkbook.widgets.bonk_table import BonkTable
from bonkbook.widgets.message_handler import TABS
from bonkbook.widgets.messages import MEANT_FOR

BOTS = {"P2": "elisabot", "P3": "botson"}
CARDS = [rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS]
RULES = ruleset("bonk")
# A step of autoplay lets hidden hands act; a file holds the whole game, as its panel says.
LEFT_OUT = {"tick", "download"}
BY_CARDS = {"drop": "meant", "reveal": "meant", "bonk": "meant", "pass": "meant", "ways": "look",
            "selected": "look", "show": "uncover"}


def at_a_choice_of_p1(turns):
    """A game in which P1 is to act, after some turns."""
    g = bb.new("bonk", seats=3, seed=turns, first="P1", bonk_ban="none")
    for _ in range(turns):
        g = g.turn("elisabot")
    while g.actor == CHANCE or g.actor != "P1":
        g = g.act("elisabot")
    return g


def at_a_choice_of_p2():
    """A game in which a bot is to choose among the cards of its hand."""
    g = at_a_choice_of_p1(4)
    while (g.actor, g.stage) != ("P2", "play"):
        g = g.act("elisabot")
    return g


def at_a_draw():
    """A game in which P1 is about to get a card."""
    return at_a_choice_of_p1(0).play("draw stock")


def at_a_claim():
    """A game in which P1 is asked whether it claims a discard."""
    g = bb.new("bonk", seats=3, seed=5, bonk_ban="none")
    while (g.stage, g.actor) != ("claims", "P1"):
        g = g.act("elisabot") if g.actor == CHANCE or g.stage != "claims" else g.play(g.legal()[0])
    return g


POSITIONS = {"a choice": lambda: at_a_choice_of_p1(0), "a play": lambda: at_a_choice_of_p1(9),
             "a late choice": lambda: at_a_choice_of_p1(15), "a bot": at_a_choice_of_p2,
             "a draw": at_a_draw, "a claim": at_a_claim}


def dealt_anew(game):
    """Two games that look the same to P1, with other cards in the hands of the others."""
    line = game.view("P1").position
    games = [bb.position("bonk", BonkTable().complete(line), seed=1) for _ in range(2)]
    assert games[0].hands != games[1].hands
    assert {one.view("P1").position for one in games} == {line}
    return games


def requests(game, folder):
    """Messages of every kind, by the part that sends them; none lets a hidden hand act."""
    yield from ((part, content) for part, contents in (
        ("controls", _plays(game)), ("board", _card_plays(game)), ("controls", _settings()),
        ("panels", _panels(game)), ("panels", _games(game, folder)), ("panels", _odds()),
    ) for content in contents)


def _plays(game):
    yield from ({"kind": "roll", "outcome": f"draw {card}"} for card in CARDS)
    yield from ({"kind": "roll", "outcome": text} for text in ("deal", "lot", "draw", "x"))
    if game.actor != CHANCE:
        yield from ({"kind": "roll"}, {"kind": "roll", "dice": [1, 2]})
    legal = {str(action) for action in game.legal()} if game.actor == "P1" else set()
    asked = ["claim", "allow", "keep", "pass", "draw stock", "draw discard", "end turn", "juggle",
             "reveal 7c 7d 7h", *(f"discard {card}" for card in CARDS),
             *(f"lay off {card} on 0" for card in CARDS[::5])]
    yield from ({"kind": "act", "action": action} for action in asked if action not in legal)
    yield from ({"kind": "interrupt", "seat": seat} for seat in ("P2", "P3", "P7"))


def _card_plays(game):
    legal = {str(action) for action in game.legal()} if game.actor == "P1" else set()
    for card in (*CARDS, "zz", None):
        if f"discard {card}" not in legal:
            yield {"kind": "drop", "card": card, "to": "discard"}
        yield {"kind": "drop", "card": card, "to": "meld", "meld": 99, "end": ""}
        yield {"kind": "selected", "n": 1, "seat": "P1", "slots": [], "cards": [str(card)] * 2}
    own = list(game.hands[0])
    yield {"kind": "selected", "n": 2, "seat": "P1", "slots": [own[:3]], "cards": own[3:6]}
    yield {"kind": "ways"}
    yield {"kind": "selected", "n": 2, "seat": "P2", "slots": [], "cards": list(game.discards)}
    yield {"kind": "reveal", "seat": "P1", "slots": [], "cards": own[:2]}
    yield {"kind": "show"}
    if game.stage != "claims":
        yield from ({"kind": "bonk", "seat": "P1"}, {"kind": "pass"},
                    {"kind": "pass", "timeout": True})


def _settings():
    for seat in ("P2", "P3", "P9"):
        yield from ({"kind": "watch", "seat": seat, "value": value}
                    for value in ("pass", "ask", "armed", "x"))
    yield from ({"kind": "hands", "value": value} for value in ("own", "P2", "x"))
    yield from ({"kind": "patience", "value": value} for value in (5, 7, 20))
    yield from ({"kind": "auto", "on": on} for on in (True, False))
    yield from ({"kind": kind} for kind in ("hello", "undo", "redo", "nothing"))
    yield from ({"kind": "go", "at": at} for at in (0, 10**6, -1))
    yield from ({"kind": "step", "by": by} for by in ("back", "leap"))
    yield from ({"kind": "why", "open": True}, {"kind": "pace", "value": 600},
                {"kind": "width", "value": 500}, {"kind": "aim"}, {"kind": "look", "seat": "P2"},
                {"kind": "pawn", "seat": "P2", "index": 0}, {"kind": "spot", "name": "P2 card 0"})


def _panels(game):
    names = (*[name for name in policies("bonk") if name != "random"], "x")
    for tab, _ in TABS:
        yield {"kind": "open", "tab": tab}
        yield {"kind": "refill"}
        yield {"kind": "advice", "policy": names[len(tab) % len(names)]}
    yield {"kind": "open", "tab": "seats"}
    yield from ({"kind": "advice", "policy": policy} for policy in names)
    yield from ({"kind": "player", "seat": "P2", "player": name} for name in names)
    yield {"kind": "player", "seat": "P2", "player": "person"}
    yield {"kind": "player", "seat": "P2", "player": "elisabot"}
    yield from ({"kind": "rule", "rule": rule} for rule in (*list(RULES.rule_book)[:6], "x"))


def _games(game, folder):
    """Other games on the table, and undo brings this one back."""
    own = game.view("P1").position
    for tab in ("setup", "file", "options"):
        yield {"kind": "open", "tab": tab}
    lines = [own, own.replace("?", "7h", 1), own.replace("?", "?? ?", 1), own + " | held 7h 7h 7h",
             own.replace(game.hands[0][0], "?", 1), ""]
    contents = [{"kind": "setup"}, {"kind": "setup", "fields": {}}, {"kind": "setup", "line": " "},
                *({"kind": "setup", "line": line} for line in lines),
                {"kind": "new", "seats": "3", "seed": "4"}, {"kind": "new", "seats": "9"},
                {"kind": "load", "text": "{}"}, {"kind": "load", "path": str(folder / "none.json")},
                {"kind": "example", "rule": next(iter(RULES.rule_book))},
                {"kind": "options", "how": "here", "usual": True}]
    for option in RULES.options:
        values = option.choices or [option.least, option.most, option.default]
        contents += [{"kind": "options", "how": "here", "fields": {option.name: str(value)}}
                     for value in values]
    for content in contents:
        yield content
        yield {"kind": "undo"}
    yield {"kind": "save", "path": str(folder / "saved.json")}


def _odds():
    yield from ({"kind": "open", "tab": "odds"}, {"kind": "heat", "value": "own"},
                {"kind": "guess_first", "on": True}, {"kind": "ask_chance", "part": "1-0"},
                {"kind": "guess_chance", "part": "1-0", "guess": "1/6"},
                {"kind": "guess_chance", "part": "x", "guess": "1/6"},
                {"kind": "show_chance", "part": "all"}, {"kind": "guess_first", "on": False})


def leaving(front, game, folder):
    """All that leaves the kernel, message by message: what was asked, and what was sent for it."""
    random.seed(0)
    table = bb.play(game, players=BOTS)
    names = {}

    def sent():
        told = [(names.setdefault(ident, len(names)), kind, data)
                for ident, kind, data in front.messages if kind != "comm_open"]
        front.forget()
        return json.dumps(told, sort_keys=True, default=repr)

    found = [("at first", json.dumps([part.view for part in (*table._parts, table.board.widget)]))]
    front.forget()
    line = table.session.line
    for part, content in requests(game, folder):
        widget = table.board.widget if part == "board" else getattr(table, part)
        front.custom(widget, content)
        found.append((str(content), sent()))
        if content["kind"] in ("setup", "open", "act", "undo"):
            data, _ = table._repr_mimebundle_()
            found.append((f"shown after {content}", data["image/svg+xml"] + data["text/plain"]))
            found.append((f"printed after {content}", repr(table)))
        table.session.line, table.session.at = line, line.last   # whatever it was that undo did
    return found


@pytest.mark.parametrize("where", [
    pytest.param(where, marks=[] if where in ("a bot", "a claim") else pytest.mark.slow)
    for where in POSITIONS])
def test_games_that_look_the_same_to_a_seat_are_shown_the_same(front, tmp_path, where):
    """What the others hold makes no difference to anything that leaves the kernel."""
    first, second = (leaving(front, game, tmp_path) for game in dealt_anew(POSITIONS[where]()))
    assert len(first) == len(second) > 400
    for one, other in zip(first, second, strict=True):
        assert one == other


def test_messages_of_every_kind_are_compared(tmp_path):
    kinds = {content["kind"] for where in ("a bot", "a choice")
             for _, content in requests(POSITIONS[where](), tmp_path)}
    assert {BY_CARDS.get(kind, kind) for kind in kinds} | LEFT_OUT | {"timeout"} == {
        *MEANT_FOR, "nothing"}


def test_the_panel_of_files_tells_that_a_file_reveals_what_it_does_not(front):
    table = bb.play(at_a_choice_of_p1(0), players=BOTS)
    front.custom(table.panels, {"kind": "open", "tab": "file"})
    about = table.panels.view["body"]["about"]
    assert "reveals the hands of all seats" in about and "seed" not in about
    front.custom(table.panels, {"kind": "download"})
    [sent] = [one for one in front.customs(table.panels) if one["kind"] == "download"]
    assert sent["name"] == "bonk.json"
    front.custom(table.panels, {"kind": "hands", "value": "open"})
    assert f"seed {table.game.seed}" in table.panels.view["body"]["about"]


def test_a_refusal_does_not_tell_what_another_hand_can_do(front):
    table = bb.play(at_a_choice_of_p2(), players=BOTS)
    for content in ({"kind": "roll"}, {"kind": "act", "action": "discard 7h"}):
        front.custom(table.controls, content)
        assert table.controls.view["error"] == "It is P2's turn."
    front.custom(table.panels, {"kind": "setup"})
    seen = BonkTable().display_text(table.game.view("P1").position)
    assert "? ? ?" in seen and table.panels.view["message"].endswith(seen)
