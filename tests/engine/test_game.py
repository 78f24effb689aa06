"""Game: a value with its whole past, and what it says of itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.engine.errors import choose_from
from bonkbook.engine.events import Recorder, note
from bonkbook.engine.game import Game, checked_seed
from bonkbook.parcheesi import Enter, Move, Pass

LINE = "red N N 20 30 | green 23 .. | turn red"


def at(line: str = LINE, seed: int = 1) -> Game:
    return bb.position("parcheesi", line, seed=seed)


# --- values ---------------------------------------

def test_playing_gives_a_new_game_and_leaves_the_old_one() -> None:
    game = at().roll(3, 1)
    line, events = game.position, game.events
    one, other = game.play(Move("c", 3)), game.play(Move("d", 1))
    assert game.position == line
    assert game.events == events
    assert one.position != other.position
    assert one.undo() is game
    assert other.undo() is game


def test_nothing_handed_out_leads_back_into_the_game() -> None:
    game = at().roll(3, 1)
    line = game.position
    game.pawns["red"][0] = "X"
    state = game.state
    state.progress[0][0] = 71
    game.options["must_enter"] = "never"
    game.legal().clear()
    game.history.clear()
    game.plays.clear()
    assert game.position == line
    assert game.state.progress[0][0] == -1
    assert len(game.history) == 2


def test_games_are_equal_with_the_same_past_only() -> None:
    assert at() == at()
    assert hash(at()) == hash(at())
    assert at(seed=1) != at(seed=2)
    one = at().roll(3, 1).play(Move("c", 3))
    same = at().roll(3, 1).play(Move("c", 3))
    assert one == same
    assert hash(one) == hash(same)
    assert one != at().roll(1, 3).play(Move("c", 3))
    assert one != bb.position("parcheesi", one.position, seed=1)
    assert one != one.position
    assert len({one, same, at()}) == 2


def test_the_last_play_and_all_plays() -> None:
    game = at().roll(3, 1).play(Move("c", 3))
    assert at().last is None
    assert game.last == Move("c", 3)
    assert [str(play) for play in game.plays] == ["roll 3 1", "move c 3"]
    assert game.history == [at(), at().roll(3, 1), game]


# --- who acts ---------------------------------------

def test_who_acts_and_whose_turn_it_is() -> None:
    fresh = bb.new("parcheesi", seats=2, seed=1).history[0]
    assert (fresh.actor, fresh.mover) == ("chance", None)
    game = at()
    assert (game.actor, game.mover) == ("chance", "red")
    game = game.roll(3, 1)
    assert (game.actor, game.mover) == ("red", "red")
    over = at("red H6 X X X | blue .. | turn red").roll(1, 2).play(Move("a", 1))
    assert (over.actor, over.mover, over.is_over) == (None, "red", True)
    assert over.winners == ("red",)
    assert game.winners == ()


def test_chance_does_not_act_for_a_seat_nor_a_seat_for_chance() -> None:
    game = at().roll(3, 1)
    for wrong in (game.next, game.roll):
        with pytest.raises(bb.IllegalAction) as caught:
            wrong()
        assert caught.value.rule == "ROLL"
        assert "red" in caught.value.text
        assert caught.value.text[0].isupper()
    with pytest.raises(bb.IllegalAction) as caught:
        at().play(Move("c", 3))
    assert caught.value.rule == "ROLL"


def test_what_is_no_action_is_a_type_error_that_says_what_is() -> None:
    game = at().roll(3, 1)
    for thing in (None, 5, b"move c 3", ("c", 3), object(), Move):
        with pytest.raises(TypeError, match="Enter, Move, Pass"):
            game.play(thing)
        with pytest.raises(TypeError, match="Enter, Move, Pass"):
            game.why_not(thing)


def test_a_play_may_be_written_as_a_save_writes_it() -> None:
    game = at().play("roll 3 1")
    assert game == at().roll(3, 1)
    assert game.play("move c 3") == game.play(Move("c", 3))
    assert game.why_not("move c 3") is None
    assert game.why_not("enter 5") == game.why_not(Enter(5))
    with pytest.raises(bb.IllegalAction, match="There is no 6"):
        game.play("move c 6")
    for line in ("", "c", "move", "move c three", "fly c 3"):
        with pytest.raises(ValueError, match="is not a play; write it like") as caught:
            game.play(line)
        assert not isinstance(caught.value, bb.IllegalAction)
        with pytest.raises(ValueError, match="is not a play; write it like"):
            game.why_not(line)
    with pytest.raises(TypeError, match="Enter, Move, Pass"):
        game.why_not("roll 3 1")
    bonkers = bb.bonkers.position(tokens=(20, 0), hands=(["+1"], ["-3"]))
    assert bonkers.play("roll 3 1").play("place +1").last == bb.bonkers.Place("+1")


def test_an_illegal_action_carries_its_rule_and_sentence() -> None:
    with pytest.raises(bb.IllegalAction) as caught:
        at().roll(5, 3).play(Move("c", 5))
    assert caught.value.rule == "MUST_ENTER"
    assert "five" in caught.value.text or "5" in caught.value.text
    assert "[MUST_ENTER]" in str(caught.value)
    assert isinstance(caught.value, ValueError)


# --- new ---------------------------------------

def test_a_new_game_has_rolled_for_the_start_and_that_can_be_undone() -> None:
    game = bb.new("parcheesi", seats=4, seed=7)
    assert game.mover is not None
    assert game.actor == "chance"
    assert game.log[-1].rule == "HIGHEST_STARTS"
    assert game.history[0].mover is None
    assert game.seed == 7


def test_a_new_game_may_be_told_who_starts() -> None:
    game = bb.new("parcheesi", seats=3, first="green", seed=1)
    assert game.mover == "green"
    assert game.plays == []
    with pytest.raises(ValueError, match="did you mean 'green'"):
        bb.new("parcheesi", seats=3, first="gren")
    with pytest.raises(ValueError, match="yellow"):
        bb.new("parcheesi", seats=3, first="yellow")


def test_without_a_seed_one_is_drawn_and_kept() -> None:
    game = bb.new("parcheesi", seats=2)
    assert bb.new("parcheesi", seats=2, seed=game.seed) == game
    assert len({bb.new("parcheesi", first="red").seed for _ in range(20)}) > 10


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, [1]])
def test_a_seed_is_a_whole_number_from_nought(seed: object) -> None:
    with pytest.raises(ValueError, match="seed"):
        bb.new("parcheesi", seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed"):
        bb.position("parcheesi", LINE, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed"):
        checked_seed(seed)


@pytest.mark.parametrize("game", ["parchesi", "", None, 3, "engine", "../parcheesi"])
def test_an_unknown_game_is_refused(game: object) -> None:
    with pytest.raises(ValueError, match="parcheesi"):
        bb.new(game)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="parcheesi"):
        bb.position(game, LINE)  # type: ignore[arg-type]


# --- what it says of itself ---------------------------------------

def test_it_prints_its_state_and_its_line() -> None:
    assert str(at()) == "Parcheesi: red to roll\n" + at().position
    assert str(at().roll(3, 1)).startswith("Parcheesi: red to act\n")
    assert "the roll for the start" in str(bb.new("parcheesi", seed=1).history[0])
    over = at("red H6 X X X | blue .. | turn red").roll(1, 2).play(Move("a", 1))
    assert str(over).startswith("Parcheesi: over, red won\n")


def test_a_notebook_gets_a_picture_and_a_text() -> None:
    shown = at()._repr_mimebundle_()
    assert shown["text/plain"] == repr(at())
    assert shown["image/svg+xml"].lstrip().startswith("<svg")


def test_its_own_names_are_found_and_others_are_not() -> None:
    assert {"pawns", "dice", "bonuses", "legal", "play"} <= set(dir(at()))
    with pytest.raises(AttributeError, match="has no attribute 'pawn'"):
        at().pawn  # noqa: B018


def test_each_action_has_words_for_a_button() -> None:
    game = at().roll(3, 1)
    words = {str(action): game.words(action) for action in game.legal()}
    assert words["move c 3"] == "c moves 3: 20 to 23, captures"
    assert words["move d 1"] == "d moves 1: 30 to 31"
    assert at().roll(5, 2).words(Enter(5)) == "Enter with a 5"
    given_up = at("red 20 X .. | blue .. | turn red | bonus home | bonus_use may")
    assert "Give up" in given_up.words(Pass())


def test_every_effect_is_an_event_and_a_frame() -> None:
    game = at().roll(3, 1).play(Move("c", 3))
    assert [event.rule for event in game.events] == ["MOVE", "CAPTURE"]
    assert [event.seat for event in game.events] == ["red", "red"]
    assert str(game.events[0]) == "Red pawn c moves from space 20 to space 23. [MOVE]"
    assert str(game.events[1]) == ("Red captures green pawn a on space 23; it goes to its nest. "
                                   "[CAPTURE]")
    (_, first), (_, second) = game.frames
    assert first.pawns["green"][0] == "23"
    assert first.pawns["red"][2] == "23"
    assert second.pawns["green"][0] == "N"
    assert at().events == ()
    assert str(game.log).splitlines()[0] == "Red rolls 3 and 1. [ROLL]"
    assert list(game.log.rules()) == ["ROLL", "MOVE", "CAPTURE"]


def test_a_view_is_what_a_seat_may_see_and_cannot_be_played() -> None:
    view = at().roll(3, 1).view("green")
    assert view.seat == "green"
    assert view.pawns == at().pawns
    assert view.legal() == at().roll(3, 1).legal()
    assert not hasattr(view, "play")
    with pytest.raises(ValueError, match="did you mean 'green'"):
        at().view("gren")
    with pytest.raises(ValueError, match="blue"):
        at().view("blue")


# --- the small parts ---------------------------------------

def test_a_recorder_keeps_the_state_after_each_effect() -> None:
    state = at().state
    log = Recorder(state)
    state.turn = 1
    note(log, 3, 0, -1, 5, 3)
    state.turn = 2
    note(log, 4, 0, 1, 5, 3)
    assert list(log) == [(3, 0, -1, 5, 3), (4, 0, 1, 5, 3)]
    assert [kept.turn for kept in log.states] == [1, 2]
    note(None, 3, 0, -1, 5, 3)


@pytest.mark.parametrize("word", ["one", "two"])
def test_choose_from_gives_the_word_or_a_hint(word: str) -> None:
    assert choose_from(word, ["one", "two"], "number") == word
    with pytest.raises(ValueError, match=f"no number '{word}x'; did you mean '{word}'"):
        choose_from(word + "x", ["one", "two"], "number")
    with pytest.raises(ValueError, match=r"no number 7; one of: one, two$"):
        choose_from(7, ["one", "two"], "number")
    with pytest.raises(ValueError, match=f"no number '{word.upper()}'; did you mean '{word}'"):
        choose_from(word.upper(), ["one", "two"], "number")
    with pytest.raises(ValueError, match="did you mean 'ONE'"):
        choose_from("one", ["ONE", "TWO"], "number")


@pytest.mark.parametrize("late", ["plotly", "numba", "ipywidgets", "anywidget"])
def test_importing_and_playing_loads_nothing_heavy(late: str) -> None:
    code = ("import sys, bonkbook as bb; g = bb.new('parcheesi', seed=1).turn('hunter'); "
            f"print({late!r} in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "False", done.stderr


def test_the_public_names_are_there_and_no_others() -> None:
    assert {"new", "position", "load", "Game", "Refusal"} <= set(bb.__all__)
    assert dir(bb) == sorted(bb.__all__)
    assert dir(bb.parcheesi) == ["Enter", "Move", "Pass", "board", "odds", "position"]
    assert all(getattr(bb.parcheesi, name) for name in dir(bb.parcheesi))
    with pytest.raises(AttributeError, match="nothing_such"):
        bb.nothing_such  # noqa: B018
    assert bb.parcheesi.Move is Move


def every_kind_of_policy() -> list[Any]:
    def first_legal(view: Any, legal: list[Any]) -> Any:
        return legal[0]
    return ["hunter", {"PROGRESS": 1.0}, first_legal, ["runner", "random"],
            {"red": "runner", "green": first_legal}]


@pytest.mark.parametrize("policy", every_kind_of_policy())
def test_a_turn_is_played_by_any_kind_of_policy(policy: Any) -> None:
    game = at().roll(3, 1)
    assert game.turn(policy).mover == "green"


def test_a_function_that_breaks_the_rules_is_told() -> None:
    def cheat(view: Any, legal: list[Any]) -> Any:
        return Move("c", 6)
    with pytest.raises(bb.IllegalAction, match="There is no 6"):
        at().roll(3, 1).act(cheat)
    with pytest.raises(TypeError, match="Enter, Move, Pass"):
        at().roll(3, 1).act(lambda view, legal: 5)
    with pytest.raises(ValueError, match="'c' is not a play"):
        at().roll(3, 1).act(lambda view, legal: "c")
    assert at().roll(3, 1).act(lambda view, legal: "move c 3").last == Move("c", 3)


@pytest.mark.parametrize("policy", ["huntr", {"CAPTUR": 1}, {"CAPTURE": "lots"}, ["hunter"],
                                    ["hunter"] * 3, 7, None])
def test_a_policy_that_is_none_is_refused(policy: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"polic|feature|weight"):
        at().roll(3, 1).act(policy)


def test_a_policy_for_a_mistyped_seat_is_refused_with_the_seats() -> None:
    with pytest.raises(ValueError, match="no seat 'rde'; did you mean 'red'"):
        at().roll(3, 1).act({"rde": "hunter"})
