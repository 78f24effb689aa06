"""The engine against the oracle: the same legal actions, the same positions afterwards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonkbook as bb
from bonkbook.engine.game import Game
from tests.parcheesi import oracle, pairs
from tests.parcheesi.oracle import DOORS, LAST, SEATS, USUAL, Table
from tests.parcheesi.random_positions import lines, some_options

# --- comparing ---------------------------------------

def compare_actions(game: Game, table: Table) -> dict[str, oracle.Action]:
    """The oracle's legal actions by their words; fails where the engine's are others."""
    mine = {oracle.words(action): action for action in oracle.legal(table)}
    theirs = [str(action) for action in game.legal()]
    assert len(theirs) == len(set(theirs)), f"an action twice: {game.position}"
    assert set(theirs) == set(mine), game.position
    return mine


def compare_successors(game: Game, table: Table) -> None:
    """Every legal action leads both to the same position."""
    mine = compare_actions(game, table)
    for action in game.legal():
        after = game.play(action)
        assert oracle.read(after.position) == oracle.play(table, mine[str(action)]), (
            f"{game.position}: {action}")


def compare_refusals(game: Game, table: Table) -> None:
    """Every action that can be named is legal to both or refused by a rule."""
    mine = {oracle.words(action) for action in oracle.legal(table)}
    for line in everything_nameable(game):
        refusal = game.why_not(game.ruleset.read_play(line))
        assert (refusal is None) == (line in mine), f"{game.position}: {line}: {refusal}"


def everything_nameable(game: Game) -> list[str]:
    """The words of every action with the numbers of this game, and a few more."""
    numbers = {1, 2, 3, 4, 5, 6, sum(game.dice[:2]), *game.bonuses} - {0}
    return ["pass", "enter 5", "enter 1 4", "enter 2 3",
            *(f"move {pawn} {n}" for pawn in "abcd" for n in sorted(numbers))]


# --- the tests ---------------------------------------

# What random positions come upon too seldom: a bounce over and onto own blockades and back to
# its start, spaces filled by two colours, four dice in every order, duties against each other.
SELDOM = [
    "red H6 H4 H4 X | blue .. | turn red | dice 6 4 | overshoot bounce",
    "red H4 H4 H6 X | blue .. | turn red | dice 6 5 | overshoot bounce",
    "red H3 H3 H5 20 | blue .. | turn red | dice 6 5 | overshoot bounce | own_blockade passes",
    "red H5 H5 20 X | blue .. | turn red | dice 4 1 | overshoot bounce",
    "red H5 H4 20 X | blue .. | turn red | dice 1 3 | pairs ab | overshoot bounce",
    "red H5 20 H4 X | blue .. | turn red | bonus home | home_bonus 5 | overshoot bounce",
    "red H5 X H4 X | blue .. | turn red | bonus home home | home_bonus 5 | overshoot bounce",
    "red 10 40 X X | green 12 .. | blue 12 .. | turn red | dice 2 3 | safe_share yes",
    "red 10 12 X X | green 12 .. | turn red | dice 2 3 | safe_share yes",
    "red N N 5 X | green 5 .. | turn red | dice 5 3 | safe_share yes",
    "red N N 5 5 | green 40 .. | turn red | dice 1 4 | blocked_five forfeit_roll",
    "red 20 21 22 23 | green 27 27 .. | turn red | dice 1 1 6 6 | doubles14 yes",
    "red 60 60 H1 H2 | green 66 66 .. | turn red | dice 3 3 4 4 | doubles14 yes | sum one_jump",
    "red H1 X X X | blue .. | turn red | dice 1 1 6 6 | doubles14 yes | forced_die larger",
    "red H1 22 X X | green 23 23 .. | turn red | dice 0 1 6 6 | doubles14 yes "
    "| forced_die larger",
    "red N 20 30 40 | blue .. | turn red | dice 1 4 | sum one_jump",
    "red H6 X X X | blue .. | turn red | dice 1 6 | overshoot bounce | forced_die larger",
    "red 24 24 N N | blue .. | turn red | dice 5 5 | doubles_break_blockade must",
    "red 24 24 N N | blue 5 .. | turn red | dice 5 5 | doubles_break_blockade must "
    "| must_enter capture_only",
    "red 24 24 N N | blue .. | turn red | dice 5 5 | doubles_break_blockade must "
    "| must_enter never",
    "red 24 24 30 30 | green 27 27 .. | turn red | dice 3 3 | doubles_break_blockade must",
    "red 24 27 30 30 | blue .. | turn red | dice 3 | pairs ab cd | doubles 1 "
    "| doubles_break_blockade must",
    "red N 20 30 40 | green 5 5 .. | turn red | dice 5 2 | sum one_jump",
    "red N 20 30 40 | green 5 5 .. | turn red | dice 1 4 | sum one_jump",
    "red N N N 5 | blue .. | turn red | dice 5 5 | sum one_jump",
    "red 63 H4 0 H3 | blue .. | turn red | dice 6 6 0 1 | doubles14 yes",
    "yellow H2 H2 X H1 | green N H3 51 51 | turn yellow | dice 1 1 0 6 | pairs none "
    "| sum one_jump | own_blockade passes | blockade_together yes | doubles14 yes",
    "red 20 X X X | green 27 27 .. | blue 22 .. | turn red | dice 1 1 6 6 | doubles14 yes "
    "| forced_die larger",
    "red N 65 65 H0 | blue N 0 N N | turn red | dice 3 3 | sum one_jump "
    "| doubles_break_blockade must",
    "red H6 H6 20 X | blue .. | turn red | dice 2 2 | overshoot bounce "
    "| doubles_break_blockade must",
    "red H6 H6 20 X | blue .. | turn red | dice 1 1 | overshoot bounce | sum one_jump "
    "| doubles_break_blockade must",
]


@pytest.mark.parametrize("line", SELDOM)
def test_legal_actions_and_what_they_lead_to_in_seldom_positions(line: str) -> None:
    game, table = bb.position("parcheesi", line), oracle.read(line)
    compare_successors(game, table)
    compare_refusals(game, table)


MEETINGS = pairs.meetings()


def test_each_two_house_rules_meet_somewhere() -> None:
    assert list(MEETINGS) == pairs.ALL_PAIRS


@pytest.mark.parametrize("name", sorted(USUAL))
def test_house_rules_that_meet(name: str) -> None:
    for pair, meeting in MEETINGS.items():
        if pair.startswith(name):
            assert pairs.do_meet(pair, meeting), pair
            game = pairs.begun(meeting)
            table = oracle.read(game.position)
            compare_successors(game, table)
            compare_refusals(game, table)
            for action in game.legal():
                compare_actions(after := game.play(action), oracle.read(after.position))


@pytest.mark.slow
@given(lines())
@settings(max_examples=1500)
def test_legal_actions_and_what_they_lead_to_in_crowded_positions(line: str) -> None:
    compare_successors(bb.position("parcheesi", line), oracle.read(line))


@given(lines())
@settings(max_examples=300)
def test_why_not_says_what_the_oracle_says(line: str) -> None:
    game = bb.position("parcheesi", line)
    compare_refusals(game, oracle.read(line))


@given(lines(mid_roll=False), st.integers(1, 6), st.integers(1, 6), st.booleans())
@settings(max_examples=400)
def test_rolls_lead_to_the_same_position(line: str, a: int, b: int, doubles: bool) -> None:
    die2 = a if doubles else b
    after = bb.position("parcheesi", line).roll(a, die2)
    assert oracle.read(after.position) == oracle.roll(oracle.read(line), a, die2), line
    compare_actions(after, oracle.read(after.position))


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_at_every_step(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2):
        game = bb.new("parcheesi", seats=rng.choice([2, 3, 4]), seed=rng.randrange(2**31),
                      **some_options(rng))
        follow(game, rng, plays=300)


def follow(game: Game, rng: random.Random, plays: int) -> None:
    """Plays on, the oracle beside it; many doubles, so that all of their rules come up."""
    for _ in range(plays):
        table = oracle.read(game.position)
        if game.actor is None:
            return
        if game.actor == "chance":
            a, b = rng.randint(1, 6), rng.randint(1, 6)
            b = a if rng.random() < 0.3 else b
            game, table = game.roll(a, b), oracle.roll(table, a, b)
        else:
            mine = compare_actions(game, table)
            action = rng.choice(game.legal())
            game, table = game.play(action), oracle.play(table, mine[str(action)])
        assert oracle.read(game.position) == table


# --- the oracle by itself: it knows the rules' own examples ---------------------------------------

def test_the_oracle_walks_the_board_as_the_rules_describe_it() -> None:
    for seat in SEATS:
        assert oracle.distance(seat, DOORS[seat]) == 71
        assert oracle.way(seat, LAST[seat], 8, False) == (
            *(f"{seat} H{k}" for k in range(7)), "X")
        assert oracle.way(seat, f"{seat} H6", 2, False) is None
        assert oracle.way(seat, f"{seat} H6", 3, True) == ("X", f"{seat} H6", f"{seat} H5")
        assert oracle.way(seat, f"{seat} H6", 9, True) is None


def test_the_oracle_reads_everything_in_a_position_line() -> None:
    table = oracle.read("red N 20 H3 X | green 5 .. N N | turn red | dice 0 3 4 4 | pairs ab cd "
                        "| doubles 2 | captures 1 | homes 2 | doubles14 yes | capture_bonus 7")
    assert table.tops == (3,)
    assert table.undersides == (4, 4)
    assert table.pairs == {frozenset("ab"), frozenset("cd")}
    assert (table.doubles, table.captures, table.homes) == (2, 1, 2)
    assert table.rule("doubles14") == "yes"
    assert table.rule("capture_bonus") == "7"
    assert table.mine == {"a": "N", "b": "20", "c": "red H3", "d": "X"}
