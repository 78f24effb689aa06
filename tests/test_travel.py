"""Values that travel: pickled, copied, sent to other processes; and a past that is shared."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.answers import Unreadable
from bonkbook.bonk import Allow, Claim, Discard, Draw, EndTurn, Keep, LayOff, Reveal
from bonkbook.bonkers import Deal, Decline, LoseCard, Place, Take, Wait
from bonkbook.engine.dice import Roll, StartRoll
from bonkbook.engine.game import Game
from bonkbook.engine.policy import Policy
from bonkbook.engine.position import Position
from bonkbook.engine.ruleset import games
from bonkbook.parcheesi import Enter, Move, Pass
from bonkbook.probability.chain import ChainError
from bonkbook.probability.dice import sum_is
from bonkbook.probability.exact import Distribution, P
from bonkbook.probability.expression import ExpressionError
from bonkbook.widgets.front import Waiting


def there_and_back(value: Any) -> Any:
    """`value`, pickled and read again."""
    return pickle.loads(pickle.dumps(value))


@cache
def long_game(name: str) -> Game:
    """A game of some 400 plays: a frame for each was too much for the pickle of long ago."""
    options = {"target": 25} if name == "bonkers" else {}
    return bb.new(name, seats=4, seed=0, **options).finish(
        "random", turn_limit=130 if name == "bonk" else 1000)


@pytest.mark.parametrize("name", ["parcheesi", "bonkers", "bonk"])
def test_a_long_game_is_pickled_and_copied(name: str) -> None:
    game = long_game(name)
    assert len(game.plays) > 350
    for other in (there_and_back(game), copy.deepcopy(game), copy.copy(game)):
        assert other == game and hash(other) == hash(game)
        assert other.history == game.history and other.log == game.log
        assert [str(event) for event, _ in other.frames] == [str(event) for event in game.events]
        assert other.undo(40).act("random") == game.undo(40).act("random")


def test_a_game_goes_to_another_process_and_comes_back() -> None:
    game = long_game("bonk")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(Game.undo, game, 3).result() == game.undo(3)
        refused = pool.submit(bb.new("parcheesi", first="red").play, Move("a", 3))
        with pytest.raises(bb.IllegalAction, match=r"\[ROLL\]") as caught:
            refused.result()
    assert caught.value.rule == "ROLL"


def first_legal(view: Position, legal: list[Any]) -> Any:
    """A policy of users: it plays interpreted, so nothing has to be compiled here."""
    return legal[0]


@cache
def few_games() -> Any:
    """What a few games come to."""
    return bb.simulate("parcheesi", games=3, horizon=9, policies=first_legal)


def values() -> list[Any]:
    """A value of every kind that users hold."""
    parcheesi, bonk = long_game("parcheesi").undo(9), long_game("bonk")
    return [
        parcheesi.view("red"), bonk.view("P2"), *(place for _, place in parcheesi.frames),
        parcheesi.events, *parcheesi.events, parcheesi.log, bb.Refusal("MOVE", "no"),
        Roll(5, 3), StartRoll((3, 6)), Enter((5,)), Move("c", 3), Pass(),
        Deal([["+1"] * 4] * 2), Place("-3"), Take(34), Decline(), LoseCard(), Wait(),
        Claim(), Allow(), Keep(), Draw("stock"), Reveal([["7h", "7c", "2d"]]), LayOff("7h", 0),
        Discard("9d"), EndTurn(), *parcheesi.plays, *bonk.plays, bonk.legal(), bonk.chances(),
        P(5, 12), bb.odds(bb.new("parcheesi", seats=2, first="red"), "ENTER_ON_FIVE"),
        Distribution.of([0, 1, 1]).repeat(2), sum_is(7), few_games().wins,
        Policy.of("bonk", "random"), Policy.of("parcheesi", {"CAPTURE": 2}), parcheesi.ruleset,
    ]


def test_every_value_is_the_same_after_a_pickle_and_a_copy() -> None:
    for value in values():
        for other in (there_and_back(value), copy.deepcopy(value)):
            assert type(other) is type(value)
            assert other == value, value
            assert repr(other) == repr(value)


def test_positions_and_views_are_told_apart_by_what_they_hold() -> None:
    game = bb.new("bonk", seed=1)
    assert game.view("P1") == game.view("P1") and hash(game.view("P1")) == hash(game.view("P1"))
    assert game.view("P1") != game.view("P2")
    assert game.view("P1") != game
    rolled = bb.position("parcheesi", "red 20 .. | blue .. | turn red").roll(2, 1)
    (_, within), *_ = rolled.frames
    assert within == rolled.frames[0][1] and within != rolled


def test_results_come_back_with_all_they_hold() -> None:
    results = few_games()
    other = there_and_back(results)
    assert str(other) == str(results)
    assert other.tally("CAPTURE") == results.tally("CAPTURE")


@pytest.mark.parametrize("error", [
    bb.IllegalAction(bb.Refusal("ROLL", "a roll comes first")),
    bb.PositionError("no such space", "MOVE"), bb.PositionError("a slip"), bb.SaveError("no"),
    ChainError("no"), ExpressionError("no", "a = b", 2, 3), Unreadable("no"), Waiting("no"),
], ids=lambda error: type(error).__name__)
def test_an_error_comes_back_with_its_rule_and_its_text(error: Any) -> None:
    for other in (there_and_back(error), copy.copy(error)):
        assert type(other) is type(error) and str(other) == str(error)
        assert vars(other) == vars(error)


# --- the past ------------------------------------------------------------------------------

@pytest.mark.parametrize("name", games())
def test_a_game_shares_with_the_one_before_what_the_play_left_alone(name: str) -> None:
    game = long_game(name)
    for after, before in zip(game.history[1:], game.history, strict=False):
        for field, value in vars(after._state).items():
            old = getattr(before._state, field)
            assert value is old or value != old, field


def test_a_long_past_takes_little_room() -> None:
    game = bb.new("bonk", seats=4, seed=3)
    tracemalloc.start()
    for _ in range(300):
        game = game.act("random")
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size / 300 < 6_000, "bytes a play; a state alone has some 20,000"
