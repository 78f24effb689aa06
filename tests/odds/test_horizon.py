"""A horizon means the same to exact odds and to simulations, wherever a game stands."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import bonkbook as bb
from bonkbook import simulation
from bonkbook.bonkers.odds import chances as bonkers_chances
from bonkbook.engine import twin
from bonkbook.engine.ruleset import ruleset
from bonkbook.parcheesi.odds import chances as parcheesi_chances
from tests.parcheesi.random_positions import lines, some_options

HORIZONS = ("roll", "roll", "turn", "turn", 1, 2)
GAMES = 120         # of a simulation
RARE = 1e-7         # a sample as far off as this is not put down to chance


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games are played here, not worth compiling for; too long a question is refused soon."""
    monkeypatch.setattr(parcheesi_chances, "MOST_STATES", 60)
    monkeypatch.setattr(bonkers_chances, "MOST_OVER_TURNS", 200)
    for module in (simulation, twin):
        monkeypatch.setattr(module, "has_numba", lambda: False)


def tail(hits: int, n: int, p: Fraction) -> float:
    """How likely so many hits are, or any number that is further off."""
    if p in (0, 1):
        return float(hits == n * p)
    chances = [math.comb(n, k) * float(p)**k * float(1 - p)**(n - k) for k in range(n + 1)]
    return math.fsum(chances[hits:] if hits > n * p else chances[:hits + 1])


def answers(ask: Any) -> Any:
    """What a question is answered, or the text of its refusal."""
    try:
        return ask()
    except ValueError as error:
        return str(error)


def compare(g: Any, rng: random.Random, horizon: Any, policy: str) -> set[str]:
    """Asks both about a few rules; which of them happened sometimes, but not always."""
    asked = rng.choice([None, None, *g.seats])
    seat = asked or g.mover or g.seats[0]
    found = answers(lambda: bb.simulate(g, GAMES, policies=policy, horizon=horizon, seat=asked,
                                        seed=rng.randrange(10**6)))
    happen = [name for name, entry in ruleset(g.game).rule_book.items() if entry.happens]
    if isinstance(found, str):
        exact = answers(lambda: bb.odds(g, happen[0], horizon, asked, policy))
        assert isinstance(exact, str), (g.position, horizon, asked, found, exact)
        return set()
    moving = [name for name in happen if 0 < found.share(name, seat).value < 1]
    asks = rng.sample(moving, min(1 if horizon == 2 else 2, len(moving))) or happen[:1]
    for rule in asks:
        exact = answers(lambda rule=rule: bb.odds(g, rule, horizon, asked, policy))
        if isinstance(exact, str):
            assert "estimate by simulate" in exact, (g.position, rule, horizon, asked, exact)
        elif "left out" not in exact.note and "followed" not in exact.note:
            hits = round(found.share(rule, seat).value * GAMES)
            assert tail(hits, GAMES, exact) > RARE, (
                g.position, rule, horizon, asked, policy, hits / GAMES, exact)
    return set(moving)


@pytest.mark.slow
@given(lines(mid_roll=True) | lines(mid_roll=False))
@settings(max_examples=25, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_parcheesi_anywhere(line: str) -> None:
    g, rng = bb.position("parcheesi", line, seed=1), random.Random(line)
    compare(g, rng, *parcheesi_question(rng))


def parcheesi_question(rng: random.Random) -> tuple[Any, str]:
    """A horizon and a policy; at random a turn ends in too many ways to be gone through here."""
    horizon = rng.choice(HORIZONS)
    return horizon, rng.choice(["hunter", "cautious", *["random"] * (horizon == "roll")])


@pytest.mark.parametrize("number", range(4))
def test_parcheesi_at_every_stage_of_a_game(number: int) -> None:
    rng = random.Random(number)
    g = bb.new("parcheesi", rng.choice([2, 3, 4]), seed=number, **some_options(rng, 0.2))
    happened = compare(g.undo(len(g.history) - 1), rng, *parcheesi_question(rng))
    for _ in range(5):
        for _ in range(rng.randrange(60)):
            g = g.act("random") if g.actor else g
        happened |= compare(g, rng, *parcheesi_question(rng))
    assert happened


@pytest.mark.parametrize("number", range(6))
def test_bonkers_at_every_stage_of_a_game(number: int) -> None:
    rng = random.Random(number)
    g = bb.new("bonkers", rng.choice([2, 3, 4]), seed=number, **bonkers_options(rng))
    happened: set[str] = set()
    for _ in range(4):
        for _ in range(rng.randrange(40)):
            g = g.act("random") if g.actor else g
        happened |= compare(g, rng, rng.choice(HORIZONS), rng.choice(["greedy", "builder"]))
    assert happened


def bonkers_options(rng: random.Random) -> dict[str, Any]:
    """House rules at random, those that let a turn go on for ever left out."""
    return {option.name: rng.choice(option.choices)
            for option in ruleset("bonkers").options
            if option.choices and option.name not in ("layout", "deck", "win")
            and rng.random() < 0.3}


P = bb.parcheesi.position
B = bb.bonkers.position
WAITING = {"lose_cards": (False, True), "hands": (["+1", "-2"], ["+3"]), "scores": (3, 3)}
STANDS: dict[str, Any] = {
    "before the start": lambda: bb.new("parcheesi", seed=1).undo(),
    "dice pending": lambda: P(red="10 20 N N", blue="40 N N N", turn="red", dice="3 3", doubles=1),
    "one die pending": lambda: P(red="10 20 N N", blue="22 N N N", turn="red", dice="2"),
    "bonus pending": lambda: P(red="10 20 N N", blue="40 N N N", turn="red", bonus="capture",
                               captures=1, doubles=1),
    "between re-rolls": lambda: P(red="10 20 N N", blue="40 N N N", turn="red", doubles=2),
    "the last step": lambda: P(red="H6 X X X", blue="40 N N N", turn="red"),
    "before a roll": lambda: B((20, 27), turn=0, stage="before_roll", **WAITING),
    "before a move": lambda: B((20, 27), turn=0, stage="before_move", dice=(3, 4), **WAITING),
    "before a card": lambda: B((24, 27), turn=0, stage="before_follow", cards={24: "+3"},
                               **WAITING),
    "a card to place": lambda: B((24, 27), turn=0, stage="place", **WAITING),
    "a card to draw": lambda: B((24, 27), turn=0, stage="draw", cards={40: "+3"}, **WAITING),
    "an exchange": lambda: B((24, 27), turn=0, stage="take", cards={24: "EX", 31: "-3"},
                             **WAITING),
}


@pytest.mark.parametrize("stands", STANDS)
@pytest.mark.parametrize("horizon", ["roll", "turn", 2])
def test_both_agree_wherever_a_turn_stands(stands: str, horizon: Any) -> None:
    g, rng = STANDS[stands](), random.Random(stands)
    for policy in ("hunter", "random") if g.game == "parcheesi" else ("greedy", "random"):
        if policy != "random" or horizon == "roll":
            compare(g, rng, horizon, policy)


def test_what_is_left_of_a_roll_is_not_the_next_one() -> None:
    g = P(red="10 20 N N", blue="40 N N N", turn="red", dice="3 3", doubles=1)
    for horizon in ("roll", "turn"):
        assert bb.odds(g, "ROLL_AGAIN", horizon, choose="hunter") == 1
        leaves = bb.odds(g, "ENTER_ON_FIVE", horizon, choose="hunter")
        assert (leaves > 0) == (horizon == "turn")
    assert bb.simulate(g, 50, horizon="roll").share("ENTER_ON_FIVE", "red").value == 0
    drawing = STANDS["a card to draw"]()
    assert bb.odds(drawing, "DRAW", "turn") == 1
    assert bb.odds(drawing, "SCORE_SPACE", "turn") == 0
    assert bb.odds(drawing, "SCORE_SPACE", 2) > 0


def test_the_roll_for_the_start_is_not_the_roll() -> None:
    found = bb.simulate("parcheesi", 400, seats=2, horizon="roll").share("ENTER_ON_FIVE", "red")
    assert found.agrees_with(Fraction(5, 12))


def test_a_horizon_is_of_one_seat() -> None:
    g = bb.new("parcheesi", seats=2, first="red")
    found = bb.simulate(g, 20, horizon="turn", seat="blue")
    assert found.tally("ROLL") == found.tally("ROLL", "blue")
    assert found.tally("ROLL").value >= 1
    assert "blue's turn" in str(found)
    with pytest.raises(ValueError, match=r'red stood still, .* seat="red"'):
        found.share("ROLL", "red")
    with pytest.raises(ValueError, match="seat needs a horizon"):
        bb.simulate(g, 20, seat="blue")


def test_a_function_plays_as_far_as_weights_do() -> None:
    for horizon, most in (("roll", 1), ("turn", 1), (2, 2)):
        found = bb.simulate(STANDS["dice pending"](), 40, horizon=horizon,
                            policies=lambda view, legal: legal[0])
        assert found.turns.value <= most
        assert (found.tally("ROLL").value > 0) == (horizon != "roll")


@pytest.mark.parametrize("horizon", ["roll", "turn", 1, 2])
def test_what_neither_can_be_asked(horizon: Any) -> None:
    fresh = bb.new("bonkers", seed=1)
    fresh = fresh.undo(len(fresh.history) - 1)
    dealt = bb.new("bonk", seats=2, seed=1)
    for g, rule, words in ((fresh, "PLACE_CARD", "not dealt yet"),
                           (dealt, "REVEAL", "with turn_limit=1|complete_within")):
        with pytest.raises(ValueError, match=words):
            bb.odds(g, rule, horizon, choose="random")
    for game, words in ((fresh, "not dealt yet"), ("bonkers", "not dealt yet"),
                        (dealt, "turn_limit=1"), ("bonk", "turn_limit=1")):
        with pytest.raises(ValueError, match=words):
            bb.simulate(game, 10, horizon=horizon)
    _, midway = STANDS["between re-rolls"]().roll(6, 4).play("move b 6").frames[0]
    for ask in (lambda: bb.odds(midway, "CAPTURE", horizon), lambda: bb.simulate(midway, 10)):
        with pytest.raises(ValueError, match=re.escape(midway.idle.text)):
            ask()
    with pytest.raises(ValueError, match="after the deal"):
        bb.odds(dealt.undo(len(dealt.history) - 1), "REVEAL")


def test_several_turns_may_begin_in_the_middle_of_a_roll() -> None:
    g = P(red="H6 X X X", blue="N N N N", turn="red", dice="2 3")
    once = bb.odds(P(red="H6 X X X", blue="N N N N", turn="red"), "WIN", "turn")
    assert bb.odds(g, "WIN", 2) == once
    with pytest.raises(ValueError, match="40 turns ahead, not 41"):
        bb.odds(g, "WIN", 41)


def test_the_end_of_a_game_ends_what_is_asked() -> None:
    over = P(red="H6 X X X", blue="N N N N", turn="red", dice="1 3").play("move a 1")
    assert over.is_over
    for horizon in ("roll", "turn", 3):
        assert bb.simulate(over, 5, horizon=horizon).share("ROLL", "red").value == 0
