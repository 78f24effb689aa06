"""What holds for every game, those of the package and one from outside it."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pig
import pytest

import bonkbook as bb
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.game import loads
from bonkbook.engine.notation import dump
from bonkbook.engine.policy import policies
from bonkbook.engine.ruleset import register, ruleset
from bonkbook.exact_odds import panel, walked
from tests.fuzz.material import new_game, some_play

GAMES = ("parcheesi", "bonkers", "bonk", "pig")
SEEDS = range(4)

each_game = pytest.mark.parametrize("game", GAMES)
each_seed = pytest.mark.parametrize("seed", SEEDS)
needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled games need numba")


def played(game: str, seed: int, plays: int = 60) -> bb.Game:
    """A game under random house rules, some plays on."""
    rng = random.Random(f"{game} {seed}")
    g = new_game(game, rng)
    for _ in range(plays):
        if g.is_over:
            break
        g = some_play(g, rng)
    return g


@each_game
@each_seed
def test_a_position_reads_back_as_itself(game: str, seed: int) -> None:
    for g in played(game, seed).history[1:]:
        again = bb.position(game, g.position)
        assert again.position == g.position
        assert (again.actor, again.mover, again.winners) == (g.actor, g.mover, g.winners)
        assert list(map(str, again.legal())) == list(map(str, g.legal()))


@each_game
@each_seed
def test_a_save_is_replayed_exactly(game: str, seed: int) -> None:
    g = played(game, seed)
    assert loads(dump(g)) == g
    assert pickle.loads(pickle.dumps(g)) == g == copy.deepcopy(g)


@each_game
@each_seed
def test_undoing_and_playing_again_leads_to_the_same_game(game: str, seed: int) -> None:
    g = played(game, seed)
    before = g.undo(len(g.plays))
    assert before.plays == []
    for play in g.plays:
        before = before.next() if before.actor == "chance" and before.next().last == play \
            else before.play(str(play))
    assert before == g


@each_game
@each_seed
def test_what_is_legal_is_what_nothing_forbids(game: str, seed: int) -> None:
    seen = set()
    for g in played(game, seed).history:
        for action in g.legal():
            assert g.why_not(action) is None and g.why_not(str(action)) is None
            assert g.words(action)
            seen.add(action)
    for g in played(game, seed).history[::7]:
        for action in sorted(seen, key=str):
            if (refusal := g.why_not(action)) is None:    # of reveals, only one is listed
                assert g.ruleset.encode(g.state, action) in g.legal_codes(), action
            else:
                assert action not in g.legal()
                assert refusal.rule in g.ruleset.rule_book and refusal.text
                with pytest.raises(bb.IllegalAction, match=r"\w"):
                    g.play(action)


@each_game
@each_seed
def test_the_effects_of_a_play_cite_the_rule_book(game: str, seed: int) -> None:
    g = played(game, seed)
    book = bb.rules(game)
    for event in g.log:
        assert book[event.rule].happens and not event.text[0].islower() and event.text[-1] in ".!"
    for name, entry in book.items():
        assert entry.name == name and entry.words and name in str(book)


@each_game
@each_seed
def test_a_view_shows_and_decides_like_the_game(game: str, seed: int) -> None:
    for g in played(game, seed).history[::5]:
        for seat in g.seats:
            view = g.view(seat)
            assert (view.actor, view.mover, view.seat) == (g.actor, g.mover, seat)
            assert view.svg().startswith("<svg")
            if g.actor == seat:
                assert list(map(str, view.legal())) == list(map(str, g.legal()))


@each_game
def test_every_bot_plays_a_game_to_its_end_and_says_why(game: str) -> None:
    for name, policy in policies(game).items():
        g = bb.new(game, seed=1)
        while g.actor == "chance":
            g = g.next()
        assert policy.decide(g.view(g.actor)).why
        if name != "random":
            assert g.finish(name, turn_limit=3000).position


@needs_numba
@pytest.mark.slow
@each_game
def test_compiled_and_interpreted_play_the_same_games(game: str) -> None:
    rng, ways = random.Random(game), (twin.interpreted(game), twin.compiled(game))
    for _ in range(6):
        g = new_game(game, rng)
        states = [way.state(g.state) for way in ways]
        streams = [np.random.default_rng(5) for _ in ways]
        for _ in range(150):
            actors = {way.rules.actor(s) for way, s in zip(ways, states, strict=True)}
            assert len(actors) == 1
            actor = actors.pop()
            if actor == ways[0].rules.NOBODY:
                break
            moves = []
            for way, s, stream in zip(ways, states, streams, strict=True):
                log = np.zeros((way.rules.RULES, way.rules.SEATS), np.int64)
                if actor == way.rules.CHANCE:
                    way.rules.chance(s, stream, log)
                else:
                    actions = np.zeros(way.rules.MAX_ACTIONS, np.int64)
                    n = way.rules.legal_actions(s, actions)
                    way.rules.step(s, actions[int(stream.random() * n)], log)
                moves.append(log.tolist())
            assert moves[0] == moves[1]
            assert twin.to_struct(states[1], ways[1].rules.STATE) == states[0]


@each_game
def test_a_simulation_is_the_same_however_often_it_runs(game: str) -> None:
    once, again = (bb.simulate(game, games=50, turn_limit=40, seed=3) for _ in range(2))
    assert str(once) == str(again)


@each_game
def test_it_has_a_table_with_all_its_panels(front: Any, game: str) -> None:
    table = bb.play(game, seats=2, seed=3)
    for _ in range(12):
        view = table.controls.view
        if view["chance"]:
            front.custom(table.controls, {"kind": "roll"})
        elif view["actions"]:
            front.custom(table.controls, {"kind": "act", "action": view["actions"][0]["id"]})
        assert not table.controls.view["error"]
    front.custom(table.panels, {"kind": "open", "tab": "odds"})
    assert table.panels.view["body"] and not table.panels.view["bad"]
    assert len(table.game.log) > 0 and table.game.svg()


# --- exact odds of a game that brings none -------------------------------------------------------


@pytest.mark.parametrize("rule", ["ENTER_ON_FIVE", "CAPTURE", "BLOCKADE", "ROLL_AGAIN"])
@pytest.mark.parametrize("choose", ["best", "worst", "hunter", "random"])
def test_going_through_every_play_finds_the_odds_that_a_game_brings(rule: str, choose: str) -> None:
    g = bb.parcheesi.position(red="N 13 20 30", blue="24 N N 60", turn="red")
    assert walked(g, rule, 0, "red", choose) == bb.odds(g, rule, choose=choose)


def test_the_odds_of_pig_are_those_of_its_dice() -> None:
    g = bb.new("pig", seed=1)
    assert bb.odds(g, "ONE") == bb.odds(g, "ONE", "turn", choose="worst") + 0
    assert (str(bb.odds(g, "ONE")), str(bb.odds(g, "TWO_ONES"))) == ("5/18 = 27.8 %",
                                                                    "1/36 = 2.8 %")
    assert len(bb.odds(g, "ONE").outcomes) == 10
    assert [line.key for line in panel(g)] == ["ROLL", "ONE", "TWO_ONES", "HOLD", "WIN"]
    assert bb.odds(g.roll(5, 5), "HOLD", "turn") == 1


@pytest.mark.parametrize("horizon", ["roll", "turn", 3])
def test_the_odds_of_pig_agree_with_its_simulation(horizon: Any) -> None:
    g = bb.new("pig", seats=3, seed=1)
    results = bb.simulate(g, games=4000, horizon=horizon, policies="careful", seed=2)
    for rule in ("ONE", "TWO_ONES", "HOLD"):
        exact = float(bb.odds(g, rule, horizon, choose="careful"))
        share = results.share(rule, "P1")
        assert abs(share.value - exact) <= 4 * share.error + 1e-9, rule


def test_odds_that_would_take_too_long_are_refused_in_words() -> None:
    g = bb.new("pig", seed=1, target=1000)
    with pytest.raises(ValueError, match=r"too many positions .* bb\.simulate"):
        bb.odds(g, "WIN", "turn")
    with pytest.raises(ValueError, match="only for the seat whose turn it is, P1"):
        bb.odds(g, "ONE", seat="P2")


# --- registering ---------------------------------------------------------------------------------


def test_a_name_that_is_taken_is_refused() -> None:
    register(ruleset("pig"))    # the same once more: nothing changes

    class Other(pig.Pig):
        name = "bonk"

    with pytest.raises(ValueError, match="there is already a game called 'bonk'"):
        register(Other())
    assert ruleset("bonk").title == "BONK"


@pytest.mark.parametrize("line", ["P1 0 | P2 0 | turn P1 | stage 2", "P1 0 | P2 0 | turn P3",
                                  "P1 120 | P2 0 | turn P1", "P1 0 0 | P2 0 | turn P1",
                                  "P1 0 | P2 0 | turn P1 | points 7 | stage 9", "P1 x | P2 0"])
def test_an_impossible_position_of_pig_is_refused(line: str) -> None:
    with pytest.raises(bb.PositionError, match=r"\w"):
        bb.position("pig", line)
