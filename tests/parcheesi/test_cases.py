"""The disputes of docs/cases.md, each test named by its case.

Where all results of a roll are given, all ways to play it are gone through and compared; where a
house rule decides, it is tried both ways.
"""

from __future__ import annotations

import pytest

import bonkbook as bb
from bonkbook.parcheesi import Enter, Move, Pass
from tests.cases import case
from tests.parcheesi.ways import endings, moved, results, told
from tests.plays import cited, refused

# --- leaving the nest ---------------------------------------

def test_cp_01_a_five_must_be_used_to_enter() -> None:
    game = case("CP-01").roll(5, 3)
    assert results(game) == {"N 5 23 30", "N 5 20 33", "N 8 20 30"}
    assert refused(game, Move("c", 5)) == "MUST_ENTER"
    assert refused(moved(game, "c3"), Move("d", 5)) == "MUST_ENTER"


@pytest.mark.parametrize("choice", ["never", "capture_only"])
def test_cp_01_unless_the_house_rule_leaves_it_open(choice: str) -> None:
    game = case("CP-01", must_enter=choice).roll(5, 3)
    assert results(game) == {"N 5 23 30", "N 5 20 33", "N 8 20 30",
                             "N N 28 30", "N N 25 33", "N N 23 35", "N N 20 38"}


def test_cp_01_capture_only_forces_what_captures() -> None:
    forced = case("CP-01", 1, must_enter="capture_only").roll(5, 3)
    assert results(forced) == {
        "N 23 25 30", "N 5 30 43", "N 5 23 50", "N 20 25 33", "N 5 33 40", "N 5 20 53",
        "N 20 28 30", "N 8 30 40", "N 8 20 50"}
    assert all(end.pawns["green"] == ["N"] * 4 for end in endings(forced))
    assert refused(forced, Move("c", 5)) == "MUST_ENTER"
    assert case("CP-01", 1, must_enter="never").roll(5, 3).why_not(Move("c", 5)) is None


@pytest.mark.parametrize("choice", ["forfeit_die", "usable"])
def test_cp_02_own_blockade_on_the_entry_and_a_sum_of_five(choice: str) -> None:
    game = case("CP-02", blocked_five=choice).roll(2, 3)
    assert results(game) == {"N N 7 8", "N N 5 10"}
    assert refused(game, Enter((2, 3))) == "ENTRY_BLOCKED"


def test_cp_02_forfeit_roll_moves_nothing() -> None:
    game = case("CP-02", blocked_five="forfeit_roll").roll(2, 3)
    assert told(game) == "N N 5 5"
    assert game.mover == "blue"
    assert cited(game).count("ENTRY_BLOCKED") == 2


@pytest.mark.parametrize("choice", ["forfeit_die", "usable"])
def test_cp_04_break_the_own_blockade_first_then_enter(choice: str) -> None:
    game = case("CP-04", blocked_five=choice).roll(3, 5)
    assert results(game) == {"N 5 5 8", "N N 8 10", "N N 5 13"}
    opened = moved(game, "c3")
    assert opened.legal() == [Enter(5)]
    assert refused(opened, Move("c", 5)) == "MUST_ENTER"
    assert refused(game, Enter(5)) == "ENTRY_BLOCKED"


def test_cp_04_forfeit_roll_leaves_only_the_way_that_opens_the_entry() -> None:
    game = case("CP-04", blocked_five="forfeit_roll").roll(3, 5)
    assert results(game) == {"N 5 5 8"}
    assert refused(game, Move("c", 5)) == "ENTRY_BLOCKED"


@pytest.mark.parametrize("dice", [(2, 3), (5, 5), (1, 4)])
@pytest.mark.parametrize("choice", ["forfeit_die", "usable", "forfeit_roll"])
def test_cp_06_all_in_the_nest_and_the_entry_blocked(dice: tuple[int, int], choice: str) -> None:
    game = case("CP-06", blocked_five=choice).roll(*dice)
    assert told(game, "green") == "N N N N"
    assert game.actor == "chance"
    assert game.mover == ("green" if dice == (5, 5) else "red")
    assert "THREE_DOUBLES" not in cited(game)


def test_cp_07_entering_onto_a_single_opponent() -> None:
    game = case("CP-07").roll(1, 4)
    assert game.legal() == [Enter((1, 4))]
    assert refused(game, Move("d", 1)) == "MUST_ENTER"
    entered = game.play(Enter((1, 4)))
    assert cited(entered)[:2] == ["ENTER_ON_FIVE", "ENTRY_CAPTURE"]
    assert entered.pawns["green"] == ["N"] * 4
    assert refused(entered, Pass()) == "USE_BONUS"
    assert results(game) == {"N N 25 40", "N N 5 60"}


def test_cp_07_also_with_a_die_that_shows_five() -> None:
    game = case("CP-07").roll(5, 6)
    assert results(game) == {"N N 31 40", "N N 11 60", "N N 25 46", "N N 5 66"}


# --- using both dice ---------------------------------------

def test_cp_09_one_pawn_must_take_both_dice() -> None:
    game = case("CP-09").roll(2, 1)
    assert results(game) == {"13 27 X X", "10 30 X X"}
    assert refused(game, Move("a", 2)) == "SAFE_SPACE"
    assert refused(game, Move("b", 2)) == "SAFE_SPACE"
    one_played = moved(game, "a1")
    assert refused(one_played, Pass()) == "USE_BOTH"
    assert one_played.legal() == [Move("a", 2)]


def test_cp_09_with_shared_safe_spaces_every_way_is_open() -> None:
    game = case("CP-09", safe_share="yes").roll(2, 1)
    assert results(game) == {"13 27 X X", "10 30 X X", "12 28 X X", "11 29 X X"}


@pytest.mark.parametrize("choice", ["two_moves", "one_jump"])
def test_cp_11_a_free_space_behind_two_blockades_cannot_be_reached(choice: str) -> None:
    game = case("CP-11", sum=choice).roll(1, 6)
    assert told(game, "green") == "28 X X X"
    assert game.mover == "red"
    asked = case("CP-11", 1, sum=choice)
    assert asked.legal() == [Pass()]
    assert refused(asked, Move("a", 1)) == "BLOCKADE"
    assert refused(asked, Move("a", 6)) == "BLOCKADE"
    assert refused(asked, Move("a", 7)) == ("BLOCKADE" if choice == "one_jump" else "MOVE")


def test_cp_12_only_one_die_can_be_played() -> None:
    game = case("CP-12").roll(1, 2)
    assert game.legal() == [Move("a", 1)]
    assert refused(game, Move("a", 2)) == "BLOCKADE"
    assert refused(game, Pass()) == "USE_BOTH"
    assert results(game, "green") == {"23 X X X"}
    assert "NO_LEGAL_MOVE" in cited(moved(game, "a1"))


@pytest.mark.parametrize("share", ["no", "yes"])
def test_cp_14_the_other_order_must_be_found(share: str) -> None:
    game = case("CP-14", safe_share=share).roll(2, 4)
    assert results(game) == {"16 X X X"}
    if share == "no":
        assert game.legal() == [Move("a", 4)]
        assert refused(game, Move("a", 2)) == "SAFE_SPACE"


# --- captures and bonuses ---------------------------------------

def test_cp_16_the_twenty_comes_after_both_dice() -> None:
    game = case("CP-16").roll(2, 4)
    captured = moved(game, "a2")
    assert refused(captured, Move("a", 20)) == "CAPTURE_BONUS"
    assert refused(captured, Move("b", 20)) == "CAPTURE_BONUS"
    assert set(map(str, captured.legal())) == {"move a 4", "move b 4"}
    assert results(captured) == {"31 44 X X", "11 64 X X", "35 40 X X", "15 60 X X"}
    assert results(game) == results(captured) | {"15 40 X X", "13 42 X X", "9 46 X X"}


def test_cp_17_a_bonus_move_that_captures_earns_another() -> None:
    game = moved(case("CP-17").roll(3, 6), "a3", "b6", "a20")
    assert "CAPTURE" in cited(game)
    assert set(map(str, game.legal())) == {"move a 20", "move b 20"}
    assert results(game) == {"46 53 X X", "33 66 X X"}


def test_cp_17_unless_only_one_bonus_a_roll_is_played() -> None:
    game = moved(case("CP-17", bonus_chain="one_per_roll").roll(3, 6), "a3", "b6", "a20")
    assert "CAPTURE" in cited(game)
    assert game.mover == "green"
    assert told(game) == "33 46 X X"


def test_cp_19_a_bonus_nobody_can_use_is_forfeited() -> None:
    game = case("CP-19").roll(3, 1)
    assert results(game) == {"13 H2 X X", "14 H1 X X", "11 H4 X X", "10 H5 X X"}
    captured = moved(game, "a3", "b1")
    assert told(captured) == "13 H2 X X"
    assert cited(captured)[-1] == "USE_BONUS"
    assert captured.mover == "green"


def test_cp_19_a_bonus_may_not_be_split() -> None:
    game = case("CP-19", 1).roll(3, 1)
    captured = moved(game, "a3", "a1")
    assert captured.legal() == [Move("b", 20)]
    assert refused(captured, Move("b", 10)) in ("ROLL", "HOME_BONUS")
    assert refused(captured, Move("a", 20)) == "BLOCKADE"


def test_cp_21_a_home_bonus_that_no_pawn_can_take() -> None:
    game = case("CP-21").roll(1, 3)
    assert results(game) == {"N N H5 X", "N N H6 H6"}
    home = moved(game, "a1")
    assert cited(home).count("USE_BONUS") == 1
    assert "NO_LEGAL_MOVE" in cited(home)
    assert home.mover == "blue"


def test_cp_22_home_bonuses_in_a_row_win() -> None:
    game = case("CP-22").roll(2, 3)
    won = moved(game, "c2", "c3", "a10", "b10")
    assert won.is_over
    assert won.winners == ("red",)
    assert cited(won)[-1] == "WIN"
    assert "X X X X" in results(game)


# --- doubles ---------------------------------------

def test_cp_24_third_doubles_with_nothing_on_the_board() -> None:
    game = case("CP-24").roll(4, 4)
    assert told(game) == "N N X X"
    assert game.mover == "blue"
    assert cited(game) == ["ROLL", "THREE_DOUBLES"]


def test_cp_26_doubles_on_three_turns_are_no_three_doubles() -> None:
    game = case("CP-26")
    for rolls in (((4, 4), (1, 2)), ((3, 3), (2, 6)), ((6, 6), (1, 2))):
        assert game.mover == "red"
        for dice in rolls:
            game = game.roll(*dice)
            assert "THREE_DOUBLES" not in cited(game)
            while game.actor == "red":
                game = game.play(game.legal()[0])
        assert game.mover == "blue"
        game = game.roll(1, 2)
    assert "N" in told(game)
    assert told(game).count("N") == 2


def test_cp_27_doubles_without_a_legal_move_roll_again() -> None:
    game = case("CP-27").roll(3, 3)
    assert game.mover == "red"
    assert cited(game)[-1] == "ROLL_AGAIN"
    game = game.roll(3, 3).roll(6, 6)
    assert cited(game) == ["ROLL", "THREE_DOUBLES"]
    assert game.mover == "blue"


def test_cp_29_the_second_half_of_a_double_is_left_unused() -> None:
    game = case("CP-29").roll(3, 3)
    assert results(game, "yellow") == {"N N 1 4"}
    assert game.mover == "yellow"
    asked = case("CP-29", 1)
    assert refused(asked, Move("b", 3)) == "BREAK_BLOCKADE"
    assert refused(asked, Move("a", 3)) == "BLOCKADE"


def test_cp_29_unless_blockades_may_go_on_together() -> None:
    game = case("CP-29", blockade_together="yes").roll(3, 3)
    assert results(game, "yellow") == {"N N 4 4"}


# --- blockades ---------------------------------------

def test_cp_31_a_new_pair_with_another_partner() -> None:
    game = case("CP-31").roll(2, 3)
    assert results(game) == {"24 26 26 X", "23 24 29 X", "23 26 27 X", "24 25 27 X"}
    assert refused(game, Move("c", 3)) == "BLOCKADE"
    assert moved(game, "a2").why_not(Move("c", 3)) is None


def test_cp_32_own_pawns_do_not_pass_or_join_an_own_blockade() -> None:
    game = case("CP-32").roll(2, 4)
    assert refused(game, Move("c", 2)) == "BLOCKADE"
    assert refused(game, Move("c", 4)) == "BLOCKADE"
    assert "24 24 29 X" not in results(game)
    assert refused(case("CP-32").roll(1, 4), Move("c", 1)) == "BLOCKADE"


def test_cp_32_with_the_house_rule_they_pass_but_never_join() -> None:
    game = case("CP-32", own_blockade="passes").roll(2, 4)
    assert "24 24 29 X" in results(game)
    assert refused(case("CP-32", own_blockade="passes").roll(1, 4), Move("c", 1)) == "BLOCKADE"


def test_cp_34_an_occupied_safe_space_may_not_even_be_touched() -> None:
    game = case("CP-34").roll(2, 3)
    assert game.legal() == [Move("a", 2)]
    assert refused(game, Move("a", 3)) == "SAFE_SPACE"
    assert results(game, "green") == {"31 X X X"}


def test_cp_34_unless_safe_spaces_are_shared() -> None:
    game = case("CP-34", safe_share="yes").roll(2, 3)
    assert set(map(str, game.legal())) == {"move a 2", "move a 3"}
    shared = moved(game, "a3")
    assert shared.pawns["red"][0] == shared.pawns["green"][0] == "29"
    assert "CAPTURE" not in cited(shared)


# --- home ---------------------------------------

@pytest.mark.parametrize("order", [("a1", "a3"), ("a3", "a1")])
def test_cp_36_home_with_the_sum(order: tuple[str, str]) -> None:
    won = moved(case("CP-36").roll(1, 3), *order)
    assert won.winners == ("red",)


def test_cp_37_too_many_is_no_move() -> None:
    game = case("CP-37").roll(5, 6)
    assert told(game) == "H4 X X X"
    assert game.mover == "blue"
    assert refused(case("CP-37", 1), Move("a", 5)) == "EXACT_COUNT"


def test_cp_37_unless_it_bounces_back() -> None:
    game = case("CP-37", overshoot="bounce").roll(5, 6)
    assert told(moved(game, "a5")) == "H5 X X X"
    assert results(game) == {"H3 X X X", "H5 X X X"}


def test_cp_39_nobody_goes_round_twice() -> None:
    game = case("CP-39").roll(3, 5)
    assert told(moved(game, "a3")) == "H0 X X X"
    assert results(game) == {"H5 X X X"}
    with pytest.raises(bb.PositionError, match="HOME_PATH"):
        case("CP-39", 1)


def test_cp_41_a_blockade_in_another_home_path_does_not_matter() -> None:
    game = case("CP-41").roll(2, 3)
    assert results(game) == {"H5 X X X"}


@pytest.mark.parametrize("choice", ["forfeit_die", "usable", "forfeit_roll"])
def test_cp_42_nobody_enters_against_a_blockade(choice: str) -> None:
    game = case("CP-42", blocked_five=choice).roll(5, 1)
    assert told(game) == "N N N N"
    assert game.pawns["green"] == ["5", "5", "N", "N"]
    assert game.mover == "green"
    if choice != "usable":
        assert "ENTRY_BLOCKED" in cited(game)


def test_cp_44_doubles_need_not_break_a_blockade() -> None:
    assert results(case("CP-44").roll(3, 3)) == {"24 24 46 X", "24 27 43 X", "24 30 40 X"}


def test_cp_44_unless_the_house_rule_says_so() -> None:
    game = case("CP-44", doubles_break_blockade="must").roll(3, 3)
    assert results(game) == {"24 27 43 X", "24 30 40 X"}
    assert refused(game, Move("c", 3)) == "BREAK_BLOCKADE"


@pytest.mark.parametrize("extra", ["doubles", "doubles_capture_home"])
def test_cp_46_an_extra_roll_for_getting_home_is_a_house_rule(extra: str) -> None:
    game = case("CP-46", extra_turn=extra).roll(1, 3)
    assert results(game) == {"33 X X X", "24 H6 X X"}
    home = moved(game, "a1", "b3", "b10")
    assert told(home) == "33 X X X"
    assert home.mover == ("blue" if extra == "doubles" else "red")
    assert ("ROLL_AGAIN" in cited(home)) == (extra != "doubles")


@pytest.mark.parametrize("extra", ["doubles", "doubles_capture_home"])
def test_cp_46_and_so_is_one_for_a_capture(extra: str) -> None:
    game = moved(case("CP-46", 1, extra_turn=extra).roll(3, 1), "a3", "b1", "a20")
    assert game.mover == ("green" if extra == "doubles" else "red")


def test_cp_47_the_game_is_won_with_a_die_left() -> None:
    game = case("CP-47").roll(1, 6)
    assert game.legal() == [Move("a", 1)]
    won = moved(game, "a1")
    assert won.is_over
    assert won.winners == ("red",)
    assert won.dice == ()
    assert won.bonuses == ()
    assert won.legal() == []
    assert cited(won)[-1] == "WIN"


def test_cp_49_a_capture_counts_with_a_die_left_and_no_other_pawn() -> None:
    game = case("CP-49").roll(2, 6)
    assert results(game) == {"N N N 37", "N N N 17"}
    captured = moved(game, "a2")
    assert cited(captured)[:2] == ["MOVE", "CAPTURE"]
    assert captured.legal() == [Move("a", 6)]
    assert told(moved(captured, "a6", "a20")) == "N N N 37"
