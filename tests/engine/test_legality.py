"""What is legal, asked two ways: the list that a game makes fast, and why_not of every action.

In all games, under random house rules, interpreted and compiled.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk.kernel import cards as bonk_cards
from bonkbook.bonk.kernel import state as bonk_state
from bonkbook.bonkers.kernel import state as bonkers_state
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.twin import Struct, Twin
from bonkbook.parcheesi import positions
from bonkbook.parcheesi.kernel import legality
from bonkbook.parcheesi.kernel import state as parcheesi_state
from tests.bonk import test_games as test_bonk_games
from tests.bonkers import test_games as test_bonkers_games
from tests.bonkers.test_oracle import crowded
from tests.parcheesi.random_positions import random_line

needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled rules need numba")

# --- positions, and every action that has a number -----------------------------------------------


def parcheesi(rng: random.Random) -> list[Struct]:
    """A crowded position and what each of its actions leads to."""
    g = bb.position("parcheesi", random_line(rng))
    return [g.state, *(g.play(action).state for action in g.legal())]


def bonkers(rng: random.Random) -> list[Struct]:
    """Some plays of a game, or from a board full of cards."""
    options = test_bonkers_games.random_options(rng)
    if rng.random() < 0.3:
        return played(bb.new("bonkers", seats=rng.choice([2, 3, 4]), seed=rng.randrange(10**6),
                             **options), rng, 60)
    for name in ("layout", "deck", "target"):
        options.pop(name, None)
    return played(crowded(rng, **options), rng, 30)


def bonk(rng: random.Random) -> list[Struct]:
    """Some plays of a game of bots that reveal, or of one at random."""
    g = bb.new("bonk", seats=rng.choice([2, 3, 4, 5]), seed=rng.randrange(10**6),
               **test_bonk_games.random_options(rng))
    return played(g, rng, 60)


def played(g: bb.Game, rng: random.Random, plays: int) -> list[Struct]:
    """The states on the way."""
    policies = {"bonk": ["random", "elisabot"], "bonkers": ["random", "greedy", "builder"]}
    found = [g.state]
    for _ in range(plays):
        if g.is_over:
            break
        g = g.act(rng.choice(policies[g.ruleset.name]))
        found.append(g.state)
    return found


def numbers(s: Struct) -> list[int]:
    """The number of every action of Parcheesi, one for those that people do not tell apart."""
    state = parcheesi_state
    found = {(0, 0): state.PASS}
    for slot in range(state.HOME_SLOT + 1):
        for pawn in range(state.PAWNS):
            is_in_nest = s.progress[s.turn][pawn] == state.NEST
            what = (-1 if is_in_nest else pawn, legality.spaces_of(s, slot) or -1 - slot)
            found.setdefault(what, state.SLOTS * pawn + slot)
    return list(found.values())


GAMES: dict[str, tuple[Callable[[random.Random], list[Struct]], Callable[[Struct], Any]]] = {
    "parcheesi": (parcheesi, numbers),
    "bonkers": (bonkers, lambda s: [
        *range(1, s.cards), bonkers_state.DECLINE, bonkers_state.WAIT, bonkers_state.LOSE_CARD,
        *range(bonkers_state.TAKE, bonkers_state.TAKE + s.size)]),
    "bonk": (bonk, lambda s: range(
        bonk_state.LAY_OFF + bonk_cards.KINDS * 3 * max(s.melds, 1))),
}


def legal(way: Twin, s: Any) -> list[int]:
    """The legal actions, as the rules list them."""
    actions = np.zeros(way.rules.MAX_ACTIONS, np.int64)
    return [int(action) for action in actions[:way.rules.legal_actions(s, actions)]]


# --- the tests ---------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_as_legal_is_what_nothing_forbids(game: str, seed: int) -> None:
    rng, way = random.Random(seed), twin.interpreted(game)
    some_states, every_action = GAMES[game]
    decisions = 0
    while decisions < 60:
        for s in some_states(rng):
            if way.rules.actor(s) >= 0:
                decisions += 1
                found = legal(way, s)
                assert len(found) == len(set(found)) > 0
                allowed = {code for code in every_action(s) if way.rules.why_not(s, code) == 0}
                assert set(found) == allowed, positions.write(s) if game == "parcheesi" else s


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("game", GAMES)
def test_compiled_rules_allow_and_refuse_the_same(game: str) -> None:
    rng, interpreted, compiled = random.Random(game), twin.interpreted(game), twin.compiled(game)
    some_states, every_action = GAMES[game]
    decisions = 0
    while decisions < 400:
        for s in some_states(rng):
            record = compiled.state(s)
            actor = interpreted.rules.actor(s)
            assert compiled.rules.actor(record) == actor
            if actor >= 0:
                decisions += 1
                assert legal(interpreted, s) == legal(compiled, record)
                for code in every_action(s):
                    assert (interpreted.rules.why_not(s, code)
                            == compiled.rules.why_not(record, code)), code
                assert twin.to_struct(record, compiled.rules.STATE) == s, "asking changed the state"


LOOKS = ("foes", "pairs", "walls", "entry_foes", "entry_wall", "partner", "bonus", "captures")


@pytest.mark.parametrize("seed", range(4))
def test_what_a_state_of_parcheesi_notes_is_what_its_pawns_show(seed: int) -> None:
    rng, checked = random.Random(seed), 0
    while checked < 250:
        for s in parcheesi(rng):
            if s.stage in (parcheesi_state.DICE, parcheesi_state.BONUS):
                again = positions.read(positions.write(s))
                assert [getattr(again, name) for name in LOOKS] == [
                    getattr(s, name) for name in LOOKS], positions.write(s)
                assert usable(again) == usable(s), positions.write(s)
                checked += 1


def usable(s: Struct) -> set[tuple[int, int]]:
    """(pawn, number) of what the state notes as usable."""
    return {(pawn, legality.spaces_of(s, slot)) for slot in range(parcheesi_state.HOME_SLOT + 1)
            for pawn in range(4) if s.able >> (4 * slot + pawn) & 1}
