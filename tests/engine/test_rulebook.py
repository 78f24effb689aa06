"""The rule book: every rule and house rule is in it, and every example shows what it says."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

import bonkbook as bb
from bonkbook.engine import twin
from bonkbook.engine.game import Game
from bonkbook.engine.ruleset import RuleEntry, ruleset
from bonkbook.parcheesi import positions
from bonkbook.parcheesi.kernel.state import HOME, Rule, is_safe
from bonkbook.parcheesi.rulebook import INCLUDES, OPTIONS, RULE_BOOK
from bonkbook.scene.svg import svg
from tests.parcheesi.ways import at
from tests.plays import cited

RULES = ruleset("parcheesi")
GAMES = ("parcheesi", "bonkers", "bonk")
ENTRIES = [(game, entry) for game in GAMES for entry in ruleset(game).rule_book.values()]
SOURCES = re.compile(r"^(printed rules|our ruling|rules|ruling|publications)\b")

# No effect of a play: the example is the position that the rule describes.
DESCRIBED_ONLY = {("parcheesi", "SEATS")}
# What these rules of BONK allow shows in a reveal that has a two in it.
ALLOWED_ONLY = {"SET", "RUN", "CONTRACT", "WILD", "DIFFERENT_RANKS", "DIFFERENT_SUITS"}

each_game = pytest.mark.parametrize("game", GAMES)
each_entry = pytest.mark.parametrize(
    ("game", "entry"), ENTRIES, ids=[f"{game}-{entry.name}" for game, entry in ENTRIES])


def example(game: str, entry: RuleEntry) -> tuple[Game, list[Any]]:
    """The position and the plays of an entry's example."""
    assert entry.example is not None, f"{entry.name} has no example"
    line, plays = entry.example
    return bb.position(game, line), [ruleset(game).read_play(play) for play in plays]


def rules_shown(game: Game, play: Any) -> list[str]:
    """The rules that a play cites, or the one by which it is refused."""
    try:
        return cited(game.play(play))
    except bb.IllegalAction as refusal:
        return [str(refusal.rule)]


# --- completeness ----------------------------------------------------------------------

@each_game
def test_every_rule_has_an_entry_and_every_entry_a_rule(game: str) -> None:
    rules = twin.interpreted(game).rules.Rule
    assert list(ruleset(game).rule_book) == [rule.name for rule in rules if rule.name != "NONE"]


def test_the_rules_are_those_decided() -> None:
    assert {rule.name for rule in Rule} - {"NONE"} == {
        "SEATS", "HIGHEST_STARTS", "ROLL", "ENTER_ON_FIVE", "MUST_ENTER", "MOVE", "USE_BOTH",
        "CAPTURE", "ENTRY_CAPTURE", "CAPTURE_BONUS", "SAFE_SPACE", "BLOCKADE", "ENTRY_BLOCKED",
        "BREAK_BLOCKADE", "HOME_PATH", "EXACT_COUNT", "HOME_BONUS", "USE_BONUS", "ROLL_AGAIN",
        "THREE_DOUBLES", "NO_LEGAL_MOVE", "WIN"}


@each_entry
def test_an_entry_is_in_plain_words_with_its_source(game: str, entry: RuleEntry) -> None:
    assert ruleset(game).rule_book[entry.name] is entry
    assert entry.title
    assert entry.words.endswith(".")
    assert len(entry.words.split()) >= (8 if game == "parcheesi" else 6)
    assert not re.search(r"\b(piece|square)s?\b", entry.words + entry.title, re.I)
    assert SOURCES.search(entry.source), entry.source


@each_game
def test_every_house_rule_changes_a_rule_of_the_book_once_or_more(game: str) -> None:
    used = []
    for entry in ruleset(game).rule_book.values():
        assert len(set(entry.options)) == len(entry.options)
        used += entry.options
    assert set(used) == {option.name for option in ruleset(game).options}


@each_game
def test_every_house_rule_has_words_a_default_and_a_field_of_the_state(game: str) -> None:
    fields = twin.interpreted(game).rules.STATE.names
    for option in ruleset(game).options:
        assert option.words.endswith(".")
        assert option.name in fields
        assert option.choices == () or len(option.choices) >= 2
        assert option.encode(option.decode(option.default)) == option.default
        for k, choice in enumerate(option.choices):
            assert option.encode(choice) == k
            assert option.decode(k) == choice
    assert len({option.name for option in ruleset(game).options}) == len(ruleset(game).options)


def test_a_rule_and_a_rule_book_say_what_they_are() -> None:
    told = str(RULE_BOOK["MUST_ENTER"])
    assert told == repr(RULE_BOOK["MUST_ENTER"])
    assert told.startswith("A five must enter [MUST_ENTER]: A five that can bring a pawn out")
    assert "Source: printed rules for an occupied entry" in told
    assert told.endswith("house rules: must_enter, sum.)")
    assert "house rules" not in str(RULE_BOOK["WIN"])
    assert repr(RULES) == "Parcheesi: 22 rules (.rule_book), 17 house rules (.options)"


def test_a_rule_by_which_nothing_happens_sends_to_one_by_which_something_does() -> None:
    silent = {entry.name for entry in RULE_BOOK.values() if not entry.happens}
    assert silent == {"SEATS", "MUST_ENTER", "USE_BOTH", "SAFE_SPACE", "BREAK_BLOCKADE"}
    for game, entry in ENTRIES:
        assert bool(entry.ask) == (not entry.happens)
        assert not entry.ask or ruleset(game).rule_book[entry.ask].happens


def test_the_book_has_the_numbers_of_the_board() -> None:
    book = {name: entry.words for name, entry in RULE_BOOK.items()}
    for seat, name in enumerate(positions.SEAT_NAMES):
        assert f"{positions.place(seat, 0)} for {name}" in book["ENTER_ON_FIVE"]
        assert f"{positions.place(seat, 63)} for {name}" in book["HOME_PATH"]
    assert ", ".join(positions.SEAT_NAMES) in book["SEATS"]
    assert ", ".join(positions.SEAT_NAMES) in book["ROLL"]
    assert "68 spaces, numbered 0 to 67" in book["MOVE"]
    assert "counter-clockwise" in book["MOVE"]
    to_home = HOME - positions.progress(0, "H3")
    assert f"{to_home} from H3" in book["HOME_PATH"]
    assert f"{HOME} in all" in book["HOME_PATH"]
    safe = [space for space in range(68) if is_safe((space - 5) % 17)]
    assert str(safe)[1:-1].replace(", 63", " and 63") in book["SAFE_SPACE"]
    assert "do not play are safe too" in book["SAFE_SPACE"]
    assert "die or bonus" in book["NO_LEGAL_MOVE"]
    assert "safe_share" in RULE_BOOK["ENTRY_CAPTURE"].options
    assert "sum" in RULE_BOOK["MUST_ENTER"].options


def test_questions_include_only_rules_that_there_are() -> None:
    for name, included in INCLUDES.items():
        assert name in RULE_BOOK
        assert name in included
        assert set(included) <= set(RULE_BOOK)


# --- the examples -------------------------------------------------------------------------

@each_entry
def test_the_last_play_of_an_example_shows_its_rule(game: str, entry: RuleEntry) -> None:
    g, plays = example(game, entry)
    for play in plays[:-1]:
        g = g.play(play)
    # Bonkers has no rule that only forbids: all its examples can be played.
    shown = cited(g.play(plays[-1])) if game == "bonkers" else rules_shown(g, plays[-1])
    if game == "bonk" and entry.name in ALLOWED_ONLY and "REVEAL" in shown:
        assert any("2" in card for card in plays[-1].cards)
    else:
        assert entry.name in shown or (game, entry.name) in DESCRIBED_ONLY, f"shows only {shown}"


@each_entry
def test_an_example_is_an_ordinary_position_and_has_its_pictures(
        game: str, entry: RuleEntry) -> None:
    before, plays = example(game, entry)
    assert bb.position(game, before.position).position == before.position
    assert game != "bonkers" or before.position == entry.example[0]
    standard = bb.new(game, seed=1).options
    assert before.options | {"contracts": 1} == standard | {"contracts": 1}, "standard rules"
    assert svg(before.scene()).lstrip().startswith("<svg")
    after = before
    for play in plays[:-1]:
        after = after.play(play)
    with suppress(bb.IllegalAction):
        after = after.play(plays[-1])
    assert after.scene().text
    if after.scene() != before.scene():
        assert svg(after.scene()) != svg(before.scene())
    if game == "parcheesi" and after.pawns != before.pawns:
        assert svg(after.scene()) != svg(before.scene())


def test_the_example_that_only_describes_shows_what_it_describes() -> None:
    game, _ = example("parcheesi", RULE_BOOK["SEATS"])
    assert game.pawns == {"red": ["N"] * 4, "blue": ["N"] * 4}


# --- every house rule matters ---------------------------------------------------------------

MATTERS = {
    "must_enter": ("red N N 20 30 | blue .. | turn red | dice 5 3", "never"),
    "blocked_five": ("red N N 20 30 | green 5 5 .. | turn red | dice 5 3", "usable"),
    "sum": ("red 20 30 X X | blue .. | turn red | dice 4 3", "one_jump"),
    "forced_die": ("red 20 X X X | green 30 30 .. | turn red | dice 4 6", "larger"),
    "bonus_use": ("red 20 X N N | blue .. | turn red | bonus home", "may"),
    "safe_share": ("red 9 20 N N | blue 12 .. | turn red | dice 3", "yes"),
    "own_blockade": ("red 9 11 11 N | blue .. | turn red | dice 3", "passes"),
    "doubles_break_blockade": ("red 9 11 11 N | blue .. | turn red | dice 1 1", "must"),
    "blockade_together": ("red 9 6 N N | blue .. | turn red | dice 3 | pairs ab", "yes"),
    "overshoot": ("red H4 20 N N | blue .. | turn red | dice 4", "bounce"),
}


@pytest.mark.parametrize("name", MATTERS)
def test_a_house_rule_changes_what_is_legal(name: str) -> None:
    line, choice = MATTERS[name]
    usual, changed = at(line).legal(), at(line, **{name: choice}).legal()
    assert usual != changed


@pytest.mark.parametrize(("name", "choice", "line", "plays"), [
    ("capture_bonus", 7, "red 20 30 N N | green 23 .. | turn red | dice 3", ["move a 3"]),
    ("home_bonus", 7, "red H6 30 N N | blue .. | turn red | dice 1", ["move a 1"]),
    ("bonus_chain", "one_per_roll", "red 20 30 N N | green 23 31 .. | turn red | dice 3 1",
     ["move a 3", "move b 1"]),
    ("doubles14", "yes", "red 20 30 X X | blue .. | turn red", ["roll 3 3"]),
    ("third_double", "moved_first", "red 20 30 X X | blue .. | turn red | doubles 2", ["roll 3 3"]),
    ("penalty_spares_home_path", "yes", "red 20 H1 X X | blue .. | turn red | doubles 2",
     ["roll 3 3"]),
    ("extra_turn", "doubles_capture_home", "red H6 N N N | blue .. | turn red | dice 1",
     ["move a 1"]),
])
def test_a_house_rule_changes_what_follows(
        name: str, choice: object, line: str, plays: list[str]) -> None:
    games = [at(line), at(line, **{name: choice})]
    for play in plays:
        games = [game.play(RULES.read_play(play)) for game in games]
    usual, changed = games
    assert (usual.pawns, usual.dice, usual.bonuses, usual.actor, usual.mover) != (
        changed.pawns, changed.dice, changed.bonuses, changed.actor, changed.mover)


def test_no_house_rule_is_left_out_of_these_tests() -> None:
    followed = {"capture_bonus", "home_bonus", "bonus_chain", "doubles14", "third_double",
                "penalty_spares_home_path", "extra_turn"}
    assert set(MATTERS) | followed == {option.name for option in OPTIONS}


@each_game
def test_a_rule_book_prints_every_rule_and_house_rule(game: str) -> None:
    book = bb.rules(game)
    assert list(book) == list(ruleset(game).rule_book)
    for text in (repr(book), unescape(book._repr_html_())):
        for entry in book.values():
            assert entry.name in text
            assert entry.title in text
            assert entry.words in text
        for option in ruleset(game).options:
            assert option.name in text
            assert option.words in text
            assert all(choice in text for choice in option.choices)


def test_a_rule_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'MUST_ENTER'"):
        bb.rules("parcheesi")["MUST_ENTR"]
    assert "MUST_ENTR" not in bb.rules("parcheesi")
    with pytest.raises(ValueError, match="no game 'chess'"):
        bb.rules("chess")


@each_game
def test_a_board_is_a_picture_of_the_width_asked_for(game: str) -> None:
    g = bb.new(game, seed=1)
    drawing = g.svg(width=440)
    assert ElementTree.fromstring(drawing).get("width") == "440"
    bundle = drawing._repr_mimebundle_()
    assert bundle["text/plain"] == g.scene().text
    assert "width:440px" in bundle["text/html"]
    assert bundle["image/svg+xml"] == g.scene().svg(440)
