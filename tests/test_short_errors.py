"""Whatever is given, an error is a few lines: every public entry, with what is far too long."""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook import lessons, probability
from bonkbook.engine import dice
from bonkbook.engine.game import loads
from bonkbook.engine.notation import dump
from bonkbook.engine.policy import Policy
from bonkbook.engine.ruleset import ruleset
from bonkbook.probability import deals

MOST_CHARACTERS, MOST_LINES = 1_200, 8

HUGE: dict[str, Any] = {
    "a million letters": "x" * 1_000_000, "300 words": "x " * 300, "3,000 letters": "x" * 3_000,
    "many lines": "x\n" * 100_000, "bytes": b"x" * 100_000, "a number": 10**4_000,
    "a number below 0": -(10**4_000), "too many digits": 10**5_000, "digits": "9" * 6_000,
    "a list": ["x" * 100] * 1_000, "a tuple": ("x",) * 100_000,
    "a mapping": {"x" * 1_000: "y" * 1_000_000}, "not finite": float("nan"),
    "a vast number": "1e999999999",
    "a card": "+" + "9" * 3_000, "a set": "9s-" * 1_000, "a part": "x; " * 100_000,
    "a field": "x | " * 900, "a play": "move " * 900,
}


@cache
def played(name: str) -> bb.Game:
    """A game of each kind with a choice to be made."""
    return {"parcheesi": lambda: bb.new(name, first="red", seed=1).roll(5, 3),
            "bonkers": lambda: bb.bonkers.position("20 0", hands=(["+1", "EX"], []), stage="place"),
            "bonk": lambda: bb.new(name, seed=1)}[name]()


def with_fields(function: Callable[..., Any], good: dict[str, Any],
                names: Iterator[str] | list[str] | None = None,
                ) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """An entry for each parameter of `function`: all the others are good."""
    for name in names or inspect.signature(function).parameters:
        if name in ("self", "options", "house_rules", "house", "fields"):
            continue
        label = f"{function.__module__}.{function.__qualname__}({name}=)"
        yield label, lambda value, name=name: function(**{**good, name: value})


def entries() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Everything public that takes a value, each with one place for it."""
    yield from with_fields(bb.new, {"game": "parcheesi"})
    for name in ("parcheesi", "bonkers", "bonk"):
        yield from of_game(name, played(name))
        yield from with_fields(bb.position, {"game": name, "line": played(name).position})
        yield from with_fields(getattr(bb, name).position, GOOD_POSITIONS[name])
    yield from with_fields(bb.odds, {"g": played("parcheesi"), "rule": "CAPTURE"})
    yield from with_fields(bb.simulate, {"game": "parcheesi", "games": 1, "horizon": "roll",
                                         "policies": lambda view, legal: legal[0]},
                           ["game", "seats", "policies", "seed", "seat", "horizon", "executor",
                            "turn_limit", "progress"])
    yield from with_fields(bb.load, {})
    yield "loads", loads
    yield from with_fields(Policy.of, {"game": "bonk", "like": "random"})
    yield from with_fields(bb.play, {"game": played("parcheesi")})
    yield from with_fields(bb.dice_lab, {})
    yield from probability_entries()


GOOD_POSITIONS: dict[str, dict[str, Any]] = {
    "parcheesi": {"turn": "red", "red": "20 N N N"},
    "bonkers": {"tokens": (20, 0)},
    "bonk": {"hands": (["7h"], ["2c"])},
}


def of_game(name: str, game: bb.Game) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """The entries of a Game, of its house rules, its actions and its saves."""
    for method in ("play", "why_not", "view", "roll", "undo", "turn", "act", "finish", "save"):
        yield f"{name}.{method}", lambda value, method=method: getattr(game, method)(value)
    yield f"{name}.finish(turn_limit=)", lambda value: game.finish("random", turn_limit=value)
    rules = ruleset(name)
    for option in (*rules.options, None):
        rule = option.name if option else ""
        yield f"{name}, {rule}", lambda value, rule=rule: bb.new(
            name, seed=1, **{rule or str(value): value})
        yield f"{name} line, {rule}", lambda value, rule=rule: bb.position(
            name, f"{game.position} | {rule} {str(value)[:3500]}")
    for word in game.position.split()[:12]:
        yield f"{name} line, {word}", lambda value, word=word: bb.position(
            name, game.position.replace(word, str(value)[:3000], 1))
    for kind in (*rules.action_types, *rules.outcome_types):
        for field in dataclasses.fields(kind):
            good = {one.name: GOOD[one.name] for one in dataclasses.fields(kind)}
            yield f"{kind.__qualname__}.{field.name}", (
                lambda value, kind=kind, good=good, field=field: game.play(
                    kind(**{**good, field.name: value})))
    data = json.loads(dump(game))
    for field in (*data, "other"):
        yield f"{name} save, {field}", lambda value, field=field: loads(
            json.dumps({**data, field: value}, default=str))
    yield f"{name} save, a play", lambda value: loads(
        json.dumps({**data, "plays": [*data["plays"], value]}, default=str))


GOOD: dict[str, Any] = {
    "dice": (1, 2), "pawn": 0, "die": 3, "card": "7h", "space": 3, "die1": 1, "die2": 2,
    "hands": [["7h"], ["2c"]], "source": "stock", "melds": [["7h", "7c", "2d"]], "meld": 0,
    "end": "high", "seat": "P1", "discard": "4c"}


def probability_entries() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Exact chances, dice, questions, melds."""
    die = probability.Distribution.of(range(6))
    chain = probability.Chain((0, 1), {0: {1: 1}, 1: {0: 1}})
    for ask in (probability.P, probability.Geometric, probability.Geometric("1/6").within,
                die.cdf, die.quantile, die.repeat,
                chain.absorption, chain.period, probability.Estimate.of_frequency):
        yield ask.__qualname__, ask
    yield "Chain", lambda value: probability.Chain((0,), value)
    yield "Chain.after", lambda value: chain.after(value, 0)
    yield "Question", lambda value: lessons.Question("?", value)
    question = lessons.Question("?", probability.P(1, 6))
    yield "check", lambda value: said(question.check(value))
    yield from with_fields(deals.drawn, {"good": 4, "n": 5, "total": 52})
    yield from with_fields(deals.a_set, {"n": 5}, ["n", "size"])
    yield from with_fields(probability.dice_event, {"text": "a = b"})
    yield "Roll", lambda value: dice.Roll(value, 1)
    for ask in (bb.bonk.check_set, bb.bonk.check_run):
        yield ask.__name__, ask
    yield from with_fields(bb.bonk.check_contract, {"round": 1, "melds": []})
    yield from with_fields(bb.bonk.reveals, {"hand": "7h 7c 2d", "round": 1})


def said(feedback: Any) -> None:
    """A Feedback as an error, to be measured like one."""
    raise ValueError(str(feedback))


WRONG_FLAGS = (0, 1, None, "yes", "False", [])


@pytest.mark.parametrize("ask", [
    lambda value: bb.simulate("parcheesi", games=1, progress=value),
    lambda value: bb.play("parcheesi", guess_first=value),
    lambda value: bb.dice_lab(revealed=value),
], ids=["progress", "guess_first", "revealed"])
def test_a_flag_is_true_or_false(ask: Callable[[Any], Any]) -> None:
    for value in WRONG_FLAGS:
        with pytest.raises(ValueError, match="is True or False, not"):
            ask(value)


WRONG_LIMITS = (-1, True, None, 1.5, "10", 10**9 + 1, float("inf"), [5])


@pytest.mark.parametrize("ask", [
    lambda value: bb.new("parcheesi", seed=1).finish(turn_limit=value),
    lambda value: bb.simulate("parcheesi", games=1, turn_limit=value),
], ids=["finish", "simulate"])
def test_a_turn_limit_is_a_number_of_turns(ask: Callable[[Any], Any]) -> None:
    for value in WRONG_LIMITS:
        with pytest.raises(ValueError, match="turn_limit must be a whole number from 0 to"):
            ask(value)


def test_a_limit_of_no_turns_leaves_a_game_where_it_is() -> None:
    game = bb.new("parcheesi", seed=1)
    assert game.finish(turn_limit=0) is game
    assert game.finish(turn_limit=np.int64(1)).state.turns == 1


@pytest.mark.parametrize("executor", [4, "threads", object(), lambda: None])
def test_an_executor_is_one(executor: Any) -> None:
    with pytest.raises(ValueError, match="executor must be"):
        bb.simulate("parcheesi", games=1, executor=executor)


@pytest.mark.parametrize("games", [0, -1, True, 1.5, "10", None])
def test_games_are_counted(games: Any) -> None:
    with pytest.raises(ValueError, match="games"):
        bb.simulate("parcheesi", games=games)


@pytest.mark.parametrize("players", [5, "huntr", ["person"], {"red": "huntr"}, {"pink": None}, 1.5])
def test_players_are_checked(players: Any) -> None:
    with pytest.raises(ValueError, match=r"polic|players|seat|feature"):
        bb.play(bb.new("parcheesi", seats=2, seed=1), players=players)


ENTRIES = dict(entries())


@pytest.mark.parametrize("name", ENTRIES)
def test_an_error_is_short_whatever_is_given(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some of it is a name that a save can have
    for what, value in HUGE.items():
        try:
            ENTRIES[name](value)
        except (ValueError, TypeError, AttributeError, OSError) as error:
            text = str(error)
            assert len(text) <= MOST_CHARACTERS, f"{what}: {len(text)}: {text[:300]}"
            assert text.count("\n") < MOST_LINES, f"{what}: {text[:300]}"
