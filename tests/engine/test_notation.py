"""Positions as text, games as files: round trips, and everything hostile is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import bonkbook as bb
from bonkbook.engine.game import Game, loads
from bonkbook.engine.notation import MOST_BYTES, dump
from bonkbook.parcheesi import Enter, Move, Pass
from bonkbook.parcheesi import position as set_up
from tests.parcheesi.random_positions import lines, some_options

# --- positions -----------------------------------------------------------------------------

LINE = "red N N 20 30 | green 5 5 N N | turn red | dice 5 3"


def test_a_position_is_one_line_of_text() -> None:
    game = bb.position("parcheesi", LINE)
    assert game.position == LINE
    assert "\n" not in game.position
    assert game.pawns == {"red": ["N", "N", "20", "30"], "green": ["5", "5", "N", "N"]}
    assert game.dice == (5, 3)


@given(lines())
@settings(max_examples=300)
def test_every_line_reads_back_as_itself(line: str) -> None:
    written = bb.position("parcheesi", line).position
    again = bb.position("parcheesi", written)
    assert again.position == written
    assert again.state == bb.position("parcheesi", line).state


@pytest.mark.parametrize(("line", "same"), [
    ("turn red | green 5 5 .. | red .. ", "red N N N N | green 5 5 N N | turn red"),
    ("  red ..|green ..|turn   green", "red N N N N | green N N N N | turn green"),
    ("red .. | blue .. | turn red | must_enter always", "red N N N N | blue N N N N | turn red"),
    ("red 20 20 .. | blue .. | turn red | dice 2 1 | pairs ab",
     "red 20 20 N N | blue N N N N | turn red | dice 2 1"),
    ("red X X X X | blue .. | turn red", "red X X X X | blue N N N N | turn red"),
    ("Red n, N, h3,20 | BLUE x .. | Turn Red | Dice 5,3 | Must_Enter NEVER",
     "red N N H3 20 | blue X N N N | turn red | dice 5 3 | must_enter never"),
    ("red 20 20 .. | blue .. | turn red | bonus Capture | pairs AB",
     "red 20 20 N N | blue N N N N | turn red | bonus capture"),
    ("red 20 21 22 23 | blue .. | turn red | dice 0 1 6 6 | doubles14 yes",
     "red 20 21 22 23 | blue N N N N | turn red | dice 0 1 6 6 | doubles 1 | doubles14 yes"),
    # After the undersides of doubles the dice themselves may be left.
    ("red 20 21 22 X | blue .. | turn red | dice 3 3 | captures 1 | homes 1 | doubles14 yes",
     "red 20 21 22 X | blue N N N N | turn red | dice 3 3 | doubles 1 | captures 1 | homes 1 "
     "| doubles14 yes"),
])
def test_a_line_may_be_written_shorter_or_in_another_order(line: str, same: str) -> None:
    assert bb.position("parcheesi", line).position == same


IMPOSSIBLE = [
    ("", ""), ("   ", ""), ("|", ""), ("red", "SEATS"), ("red ..", "SEATS"),
    ("red .. | turn red", "SEATS"),
    ("red .. | blue ..", ""), ("red .. | blue .. | turn", ""), ("red .. | blue .. | turn pink", ""),
    ("red .. | blue .. | turn green", ""), ("red .. | blue .. | turn red blue", ""),
    ("red .. | blue .. | turn red | start red blue", ""),
    ("red 20 .. | blue .. | start red blue", "HIGHEST_STARTS"),
    ("red .. | blue .. | start red", "HIGHEST_STARTS"),
    ("red .. | blue .. | start red blue | dice 1 2", "HIGHEST_STARTS"),
    ("red .. | blue .. | start red blue | doubles 1", "HIGHEST_STARTS"),
    ("red N N N | blue .. | turn red", "SEATS"), ("red N N N N N | blue .. | turn red", "SEATS"),
    ("red | blue .. | turn red", "SEATS"),
    ("red .. | red .. | blue .. | turn red", ""),
    ("red 68 .. | blue .. | turn red", ""), ("red -1 .. | blue .. | turn red", ""),
    ("red H7 .. | blue .. | turn red", ""), ("red H .. | blue .. | turn red", ""),
    ("red H10 .. | blue .. | turn red", ""), ("red m .. | blue .. | turn red", ""),
    ("red 2.5 .. | blue .. | turn red", ""), ("red ² .. | blue .. | turn red", ""),
    ("red ٣ .. | blue .. | turn red", ""),
    ("red 3 .. | blue .. | turn red", "HOME_PATH"), ("blue 36 .. | red .. | turn red", "HOME_PATH"),
    ("red 20 20 20 N | blue .. | turn red", "BLOCKADE"),
    ("red H3 H3 H3 N | blue .. | turn red", "BLOCKADE"),
    ("red 20 .. | blue 20 .. | turn red", "CAPTURE"),
    ("red 12 .. | blue 12 .. | turn red", "SAFE_SPACE"),
    ("red 20 .. | blue 20 .. | turn red | safe_share yes", "CAPTURE"),
    ("red 12 12 .. | blue 12 .. | turn red | safe_share yes", "BLOCKADE"),
    ("red X X X X | blue X X X X | turn red", "WIN"), ("red X X X X | blue .. | turn blue", "WIN"),
    ("red X X X X | blue .. | turn red | dice 1", "WIN"),
    ("red X X X X | blue .. | turn red | bonus home", "WIN"),
    ("red .. | blue .. | turn red | dice 0", "ROLL"),
    ("red .. | blue .. | turn red | dice 7", "ROLL"),
    ("red .. | blue .. | turn red | dice x", "ROLL"),
    ("red .. | blue .. | turn red | dice 1 2 3", "ROLL"),
    ("red 20 21 22 23 | blue .. | turn red | dice 1 1 6 6", "ROLL"),
    ("red .. | blue .. | turn red | bonus capt", ""),
    ("red .. | blue .. | turn red | doubles 3", "THREE_DOUBLES"),
    ("red .. | blue .. | turn red | doubles -1", ""),
    ("red .. | blue .. | turn red | doubles x", ""),
    ("red .. | blue .. | turn red | doubles", ""),
    ("red .. | blue .. | turn red | doubles 1 1", ""),
    ("red .. | blue .. | turn red | captures 1", ""), ("red .. | blue .. | turn red | homes 1", ""),
    ("red .. | blue .. | turn red | captures ² | dice 1", ""),
    ("red 20 20 .. | blue .. | turn red | pairs ab", ""),
    ("red 20 20 .. | blue .. | turn red | dice 1 | pairs aa", ""),
    ("red 20 20 .. | blue .. | turn red | dice 1 | pairs ae", ""),
    ("red 20 20 .. | blue .. | turn red | dice 1 | pairs abc", ""),
    ("red 20 20 .. | blue .. | turn red | dice 1 | pairs ab ac", ""),
    ("red 20 N .. | blue .. | turn red | dice 1 | pairs ab", ""),
    ("red .. | blue .. | turn red | must_entr never", ""),
    ("red .. | blue .. | turn red | must_enter nevr", ""),
    ("red .. | blue .. | turn red | must_enter", ""),
    ("red .. | blue .. | turn red | must_enter never always", ""),
    ("red .. | blue .. | turn red | capture_bonus x", ""),
    ("red .. | blue .. | turn red | capture_bonus -1", ""),
    ("red .. | blue .. | turn red | capture_bonus 1001", ""),
    ("red .. | blue .. | turn red | capture_bonus 20 20", ""),
    ("red .. | blue .. | turn red | capture_bonus ²", ""),
    ("red .. | blue .. | turn red | overshoot 1", ""),
    ("red .. || blue .. | turn red", ""), ("red .. | blue .. | turn red |", ""),
    ("x" * 5000, ""),
    ("red .. | blue .. | turn red | dice 6 3 | doubles 2", "ROLL_AGAIN"),
    ("red .. | blue .. | turn red | dice 6 3 | doubles 1", "ROLL_AGAIN"),
    ("red .. | blue .. | turn red | dice 3 3 | doubles 0", "ROLL_AGAIN"),
    ("red 20 21 22 23 | blue .. | turn red | dice 1 1 6 6 | doubles 0 | doubles14 yes",
     "ROLL_AGAIN"),
    ("red 20 21 22 23 | blue .. | turn red | dice 1 2 6 6 | doubles14 yes", "ROLL"),
    ("red 20 21 22 23 | blue .. | turn red | dice 1 0 5 0 | doubles14 yes", "ROLL"),
    ("red 20 .. | blue .. | turn red | bonus home", "HOME_BONUS"),
    ("red 20 X .. | blue .. | turn red | bonus home home", "HOME_BONUS"),
    ("red 20 .. | blue .. | turn red | dice 3 | homes 1", "HOME_BONUS"),
    ("red 20 X .. | blue .. | turn red | dice 5 3 | homes 1", "HOME_BONUS"),
    ("red 20 X .. | blue .. | turn red | dice 5 3 | bonus home", "HOME_BONUS"),
    ("red 20 .. | blue 40 41 42 43 | turn red | bonus capture", "CAPTURE_BONUS"),
    ("red 20 .. | blue 40 41 42 N | turn red | bonus capture capture", "CAPTURE_BONUS"),
    ("red 20 .. | blue .. | turn red | bonus capture | capture_bonus 0", "CAPTURE_BONUS"),
    ("red 20 .. | blue .. | turn red | bonus capture capture | bonus_chain one_per_roll",
     "CAPTURE_BONUS"),
    ("red 20 X .. | blue .. | turn red | bonus home | home_bonus 0", "HOME_BONUS"),
    ("red 20 .. | blue 40 41 42 X | turn red | dice 3 | captures 1", "CAPTURE_BONUS"),
    ("red 20 .. | blue .. | turn red | dice 5 3 | bonus capture", "CAPTURE_BONUS"),
    ("red 20 .. | blue .. | turn red | dice 5 3 | captures 2", "CAPTURE_BONUS"),
    ("red 20 .. | blue .. | turn red | dice 3 3 | captures 1 | doubles14 yes", "CAPTURE_BONUS"),
    ("red 20 21 22 23 | blue .. | turn red | dice 1 1 6 6 | captures 1 | doubles14 yes",
     "CAPTURE_BONUS"),
    ("red .. | blue .. | turn red | dice", ""), ("red .. | blue .. | turn red | bonus", ""),
]


@pytest.mark.parametrize(("line", "rule"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_its_rule(line: str, rule: str) -> None:
    with pytest.raises(bb.PositionError) as caught:
        bb.position("parcheesi", line)
    assert caught.value.rule == rule, str(caught.value)
    assert len(caught.value.text) > 10


WORDS = st.sampled_from([
    "red", "green", "blue", "yellow", "turn", "start", "dice", "bonus", "pairs", "doubles",
    "captures", "homes", "N", "X", "H0", "H6", "0", "5", "20", "67", "..", "|", "|", "|", "ab",
    "none", "capture", "home", "must_enter", "never", "safe_share", "yes", "capture_bonus",
    "overshoot", "bounce", "doubles14", "-1", "²", "１", "1_0", "+5", "nan", "\x00", "99999999999"])


@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=40).map(" ".join)))
@settings(max_examples=500)
@example("red .. | blue .. | turn red | capture_bonus 1_0")
@example("red .. | blue .. | turn red | dice +5")
@example("red .. | blue .. | turn red | dice １")
@example("red 05 .. | blue .. | turn red")
def test_any_text_is_a_position_or_a_position_error(text: str) -> None:
    check_reads_or_refuses(text)


@given(lines(), st.data())
@settings(max_examples=500)
def test_a_mutated_line_is_a_position_or_a_position_error(line: str, data: st.DataObject) -> None:
    words = line.split()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        change = data.draw(st.sampled_from(["swap", "drop", "double", "word", "letter"]))
        if change == "swap":
            other = data.draw(st.integers(0, len(words) - 1))
            words[at], words[other] = words[other], words[at]
        elif change == "drop" and len(words) > 1:
            del words[at]
        elif change == "double":
            words.insert(at, words[at])
        elif change == "word":
            words[at] = data.draw(WORDS)
        elif words[at]:
            k = data.draw(st.integers(0, len(words[at]) - 1))
            words[at] = words[at][:k] + data.draw(st.characters()) + words[at][k + 1:]
    check_reads_or_refuses(" ".join(words))


def check_reads_or_refuses(text: str) -> None:
    """Either a PositionError, or a position that reads back and can be played on."""
    try:
        game = bb.position("parcheesi", text)
    except bb.PositionError:
        return
    assert bb.position("parcheesi", game.position).position == game.position
    if game.actor == "chance":
        game.next()
    elif game.actor:
        for action in game.legal():
            game.play(action)


@pytest.mark.parametrize("line", [None, 5, b"red", ["red"], {"red": 1}])
def test_what_is_no_text_is_no_position(line: object) -> None:
    with pytest.raises((TypeError, bb.PositionError)) as caught:
        bb.position("parcheesi", line)  # type: ignore[arg-type]
    assert "text" in str(caught.value) or "line" in str(caught.value)


# --- setting up by keywords --------------------------------------------------------------------

def test_a_position_by_keywords_is_the_one_by_line() -> None:
    game = set_up(red="N N 20 30", green="5 5 N N", turn="red", dice=(5, 3))
    assert game.position == LINE
    house = set_up(red="20 20 X ..", blue="..", turn="red", bonus=("capture", "home"),
                   pairs=(), captures=1, homes=1, must_enter="never", capture_bonus=15)
    assert house.position == (
        "red 20 20 X N | blue N N N N | turn red | bonus capture home | pairs none | captures 1 "
        "| homes 1 | must_enter never | capture_bonus 15")


def test_a_seat_alone_gets_the_opposite_one() -> None:
    assert set_up(green="30 ..", turn="green").seats == ("green", "yellow")


@pytest.mark.parametrize(("dice", "bonus", "pairs"), [
    ("3", "capture", "none"), (3, ["capture"], []), ([3], ("Capture",), ("none",)),
    (("3",), "capture", ()),
])
def test_a_keyword_takes_text_a_list_or_a_number(dice: Any, bonus: Any, pairs: Any) -> None:
    game = set_up(red="20, 20, n N", blue="..", turn="Red", dice=dice, bonus=bonus, pairs=pairs,
                  safe_share=True)
    assert game.position == ("red 20 20 N N | blue N N N N | turn red | dice 3 | bonus capture "
                             "| pairs none | safe_share yes")
    assert set_up(red="20 ..", turn="red", dice="5 3").dice == (5, 3)
    assert set_up(red="20 ..", turn="red", dice="5, 3").dice == (5, 3)


def test_the_pawns_of_a_game_may_be_set_up_again() -> None:
    game = bb.position("parcheesi", LINE)
    again = set_up(**game.pawns, turn="green")
    assert again.pawns == game.pawns
    assert again.mover == "green"


def test_a_whole_line_given_as_a_field_is_sent_to_where_it_is_read() -> None:
    with pytest.raises(bb.PositionError, match=r"bonkbook\.position"):
        set_up(LINE)


@pytest.mark.parametrize(("fields", "hint"), [
    ({"red": "20 ..", "turn": "pink"}, "pink"),
    ({"red": "20 ..", "turn": "red", "dice": "53"}, "1 to 6"),
    ({"red": None, "turn": "red"}, "four pawns"),
    ({"red": "20 ..", "turn": "red", "dise": (1, 2)}, "did you mean 'dice'"),
    ({"red": "20 ..", "turn": "red", "must_enter": "nver"}, "did you mean 'never'"),
    ({"red": "20 20 20 N", "turn": "red"}, "holds two at most"),
    ({"red": "20 ..", "turn": "red", "dice": (0, 7)}, "1 to 6"),
])
def test_a_slip_in_the_keywords_gets_a_hint(fields: dict[str, Any], hint: str) -> None:
    with pytest.raises((bb.PositionError, ValueError), match=hint):
        set_up(**fields)


# --- saving and loading --------------------------------------------------------------------------

def played(seed: int, plays: int = 60, seats: int = 3) -> Game:
    """A game by seed with house rules by the same seed."""
    rng = random.Random(seed)
    game = bb.new("parcheesi", seats=seats, seed=seed, **some_options(rng, 0.3))
    for _ in range(plays):
        if game.actor is not None:
            game = game.act("allround")
    return game


@pytest.mark.parametrize("seed", range(8))
def test_a_saved_game_loads_as_the_same_game(seed: int, tmp_path: Path) -> None:
    game = played(seed)
    game.save(tmp_path / "game.json")
    loaded = bb.load(tmp_path / "game.json")
    assert loaded == game
    assert loaded.history == game.history
    assert loaded.log == game.log
    assert loaded.options == game.options
    assert loaded.act("allround") == game.act("allround")
    assert dump(loaded) == dump(game)


def test_games_begun_in_other_ways_save_and_load_too(tmp_path: Path) -> None:
    at_line = bb.position("parcheesi", LINE, seed=3).play(Move("c", 3))
    first = bb.new("parcheesi", seats=2, first="blue", seed=4).act()
    over = bb.position("parcheesi", "red H6 X X X | blue .. | turn red", seed=1).roll(1, 2)
    over = over.play(Move("a", 1))
    for number, game in enumerate((at_line, first, over, at_line.undo())):
        path = tmp_path / f"{number}.json"
        game.save(str(path))
        assert bb.load(str(path)) == game
        assert json.loads(path.read_text())["position"] == game.position
    assert over.is_over


def saved(**changes: Any) -> str:
    """A good save with fields changed; None takes a field away."""
    data = json.loads(dump(played(1, 12))) | changes
    return json.dumps({name: value for name, value in data.items() if value is not None})


HOSTILE = [
    ("", "not JSON"), ("{", "not JSON"), ("[]", "format"), ("null", "format"), ("7", "format"),
    ('"text"', "format"), ("{}", "format"), (saved()[:-40], "not JSON"),
    (saved()[:len(saved()) // 2], "not JSON"), (saved() + "x", "not JSON"),
    (saved(format="other"), "format"), (saved(format=None), "format"),
    (saved(version=2), "version"), (saved(version=None), "version"),
    (saved(version=[1]), "version"),
    (saved(version="1"), "version"), (saved(version=True), "version"),
    (saved(version=1.0), "version"),
    (saved(game="chess"), "game"), (saved(game=None), "game"), (saved(game=["parcheesi"]), "game"),
    (saved(game="../parcheesi"), "game"), (saved(game="engine"), "game"),
    (saved(seed="1"), "seed"), (saved(seed=-1), "seed"), (saved(seed=1.5), "seed"),
    (saved(seed=True), "seed"), (saved(seed=None), "seed"),
    (saved(start=5), "start"), (saved(start="red"), "start"), (saved(start=None), "start"),
    (saved(start="red 20 20 20 N | blue .. | turn red"), "start"),
    (saved(plays="roll 1 2"), "plays"), (saved(plays=None), "plays"), (saved(plays=[1]), "play 1"),
    (saved(plays={"1": "roll 1 2"}), "plays"), (saved(plays=[["roll 1 2"]]), "play 1"),
    (saved(plays=[None]), "play 1"), (saved(plays=["fly a 3"]), "play 1"),
    (saved(plays=["roll 1 2"]), "play 1"), (saved(plays=["start 1 2 3", "roll 7 1"]), "play 2"),
    (saved(plays=["start 1 2 3", "roll 1"]), "play 2"), (saved(plays=[""]), "play 1"),
    (saved(plays=["start 1 2 3", "roll 1 2", "roll 1 2", "roll 1 2", "move a 3"]), "play 5"),
    (saved(plays=["start 1 2"]), "play 1"), (saved(plays=["start 0 2 3"]), "play 1"),
    (saved(plays=[]), "position"), (saved(position="red"), "position"),
    (saved(position=None), "position"), (saved(position=7), "position"),
    (saved(extra=1), "unknown fields: extra"), (saved(plays=["roll 1 2"] * 100_001), "at most"),
    ('{"seed": NaN}', "NaN"), (saved().replace('"seed": 1', '"seed": Infinity'), "Infinity"),
    (saved().replace('"seed": 1', '"seed": 1e999'), "seed"),
    (saved().replace('"seed": 1', '"seed": ' + "9" * 6000), "digits"),
    ("[" * 100_000, "nested"), ('{"a":' * 50_000, "nested"), (" " * (MOST_BYTES + 1), "at most"),
]


@pytest.mark.parametrize(("text", "hint"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_is_refused_with_the_reason(text: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(bb.SaveError, match=hint) as caught:
        loads(text)
    assert len(str(caught.value)) < 600
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(bb.SaveError, match=hint):
        bb.load(path)


def test_an_illegal_play_is_refused_with_its_place_and_rule() -> None:
    game = bb.position("parcheesi", LINE, seed=3).play(Move("c", 3))
    edited = dump(game).replace("move c 3", "move c 5")
    with pytest.raises(bb.SaveError, match=r"play 1, 'move c 5'.*\[ENTRY_BLOCKED\]"):
        loads(edited)


def test_an_edited_roll_or_end_is_noticed() -> None:
    text = dump(played(2, 30))
    rolls = [play for play in json.loads(text)["plays"] if play.startswith("roll")]
    a, b = rolls[-1].split()[1:]
    edited = text.replace(f'"{rolls[-1]}"', f'"roll {int(a) % 6 + 1} {b}"')
    assert edited != text
    with pytest.raises(bb.SaveError):
        loads(edited)


def test_files_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    binary = tmp_path / "game.json"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    with pytest.raises(bb.SaveError, match="UTF-8"):
        bb.load(binary)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(bb.SaveError, match="at most"):
        bb.load(huge)
    with pytest.raises(FileNotFoundError):
        bb.load(tmp_path / "none.json")


@given(st.data())
@settings(max_examples=200)
def test_a_save_with_bytes_changed_loads_as_a_game_or_is_refused(data: st.DataObject) -> None:
    text = dump(played(3, 10))
    for _ in range(data.draw(st.integers(1, 4))):
        k = data.draw(st.integers(0, len(text) - 1))
        text = text[:k] + data.draw(st.sampled_from(list('{}[]",:0123456789 abcmoverl|') +
                                                    ["\x00", "é", ""])) + text[k + 1:]
    try:
        game = loads(text)
    except bb.SaveError:
        return
    assert loads(dump(game)) == game


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner,
                                                                max_size=3), max_leaves=8)


@given(st.sampled_from(["format", "version", "game", "seed", "start", "plays", "position"]),
       json_values)
@settings(max_examples=200)
def test_a_save_with_any_other_value_is_refused(name: str, value: Any) -> None:
    good = json.loads(dump(played(3, 10)))
    if value == good[name] and type(value) is type(good[name]):
        return
    try:
        game = loads(json.dumps(good | {name: value}))
    except bb.SaveError:
        return
    assert name == "seed", "only another seed makes a good save: of the rolls to come"
    assert game.position == good["position"]


# --- actions in words ---------------------------------------------------------------------------

@pytest.mark.parametrize("action", [
    Enter(5), Enter((1, 4)), Enter(3, 2), Move("a", 1), Move(3, 20), Move("b", 3, "green"),
    Pass()])
def test_an_action_reads_back(action: Any) -> None:
    rules = bb.position("parcheesi", LINE).ruleset
    assert rules.read_play(str(action)) == action


def test_an_entry_may_be_written_in_every_way() -> None:
    assert Enter(1, 4) == Enter((4, 1)) == Enter([1, 4]) == Enter(dice=(1, 4))
    assert Enter() == Enter(5) == Enter((5,)) == Enter(dice=5)
    assert eval(repr(Enter(4, 1))) == Enter(1, 4)


@pytest.mark.parametrize("line", ["", "roll", "roll 1", "roll 1 2 3", "roll 0 1", "roll a b",
                                  "enter x", "move", "move a", "move e 3", "move a x",
                                  "move a 3 green extra", "pass now", "start", "Roll 1 2"])
def test_words_that_are_no_play_are_refused(line: str) -> None:
    rules = bb.position("parcheesi", LINE).ruleset
    with pytest.raises(ValueError, match="not a play"):
        rules.read_play(line)


@pytest.mark.parametrize(("make", "hint"), [
    (lambda: Move("e", 3), "a to d"), (lambda: Move(4, 3), "0 to 3"),
    (lambda: Move(True, 3), "0 to 3"), (lambda: Move([], 3), "a to d"),
    (lambda: Move("a", "3"), "whole number"), (lambda: Move("a", 3.0), "whole number"),
    (lambda: Move("a", True), "whole number"), (lambda: Move(None, 3), "a to d"),
    (lambda: Enter("5"), "die"), (lambda: Enter(None), "die"), (lambda: Enter((1.5, 3.5)), "die"),
    (lambda: Enter(1, "4"), "die"), (lambda: Enter(0, 5), "1 to 6"), (lambda: Enter(True), "die"),
])
def test_an_action_of_the_wrong_parts_is_refused(make: Any, hint: str) -> None:
    with pytest.raises((ValueError, TypeError), match=hint):
        make()


def test_a_move_of_an_unknown_seat_is_refused_with_a_hint() -> None:
    game = bb.position("parcheesi", LINE)
    with pytest.raises(ValueError, match="did you mean 'green'"):
        game.why_not(Move("a", 3, "gren"))
