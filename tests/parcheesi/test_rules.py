"""A position for each rule of Parcheesi and for each house rule: what it allows and forbids."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import bonkbook as bb
from bonkbook.engine.dice import Roll, StartRoll
from bonkbook.engine.ruleset import ruleset
from bonkbook.parcheesi import Enter, Move, Pass
from tests.parcheesi.ways import at, endings, moved, results, told
from tests.plays import cited, refused

SAFE = (0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63)


# --- SEATS, HIGHEST_STARTS, ROLL ---------------------------------------

@pytest.mark.parametrize(("seats", "names"), [
    (2, ("red", "blue")), (3, ("red", "green", "blue")),
    (4, ("red", "green", "blue", "yellow")),
    (["yellow", "green"], ("green", "yellow")),
    (("blue", "green", "red"), ("red", "green", "blue")),
])
def test_seats_have_four_pawns_each_all_in_the_nest(seats: object, names: tuple[str, ...]) -> None:
    game = bb.new("parcheesi", seats=seats, seed=1)  # type: ignore[arg-type]
    assert game.seats == names
    assert game.pawns == {name: ["N"] * 4 for name in names}


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, 2.5, None, [], ["red"], ["red", "red"],
                                   ["red", "pink"], [1, 2], "red"])
def test_seats_other_numbers_and_names_are_refused(seats: object) -> None:
    with pytest.raises(ValueError, match=r"seat|two to four"):
        bb.new("parcheesi", seats=seats, seed=1)  # type: ignore[arg-type]


def test_highest_starts_and_the_tied_roll_again() -> None:
    game = bb.new("parcheesi", seats=4, seed=1).history[0]
    assert game.mover is None
    tied = game.roll(3, 6, 1, 6)
    assert tied.mover is None
    assert tied.position.endswith("start green yellow")
    with pytest.raises(bb.IllegalAction, match="2 numbers"):
        tied.roll(1, 2, 3, 4)
    with pytest.raises(bb.IllegalAction, match="start"):
        tied.play(Roll(1, 2))
    begun = tied.roll(2, 4)
    assert begun.mover == "yellow"
    assert cited(begun) == ["HIGHEST_STARTS"] * 3
    assert "starts" in begun.events[-1].text


def test_highest_starts_every_outcome_has_its_chance() -> None:
    game = bb.new("parcheesi", seats=3, seed=1).history[0]
    chances = game.chances()
    assert len(chances) == 216
    assert sum(p for _, p in chances) == 1
    starts = Counter[str | None]()
    for outcome, p in chances:
        starts[game.play(outcome).mover] += p  # type: ignore[assignment]
    assert starts["red"] == starts["green"] == starts["blue"] == Fraction(55, 216)
    assert starts[None] == Fraction(51, 216)


def test_roll_turns_pass_on_in_seat_order_over_seats_that_play() -> None:
    game = bb.new("parcheesi", seats=["red", "blue", "yellow"], first="blue", seed=1)
    movers = []
    for _ in range(4):
        movers.append(game.mover)
        game = game.roll(1, 2)
    assert movers == ["blue", "yellow", "red", "blue"]


def test_roll_nothing_is_legal_before_it_and_chance_waits_after_it() -> None:
    game = at("red 20 N N N | blue .. | turn red")
    assert game.legal() == []
    for action in (Move("a", 3), Enter(5), Pass(), Move("a", 3, "blue")):
        assert refused(game, action) == "ROLL"
    rolled = game.roll(3, 1)
    with pytest.raises(bb.IllegalAction, match="Red must act") as caught:
        rolled.roll(2, 2)
    assert caught.value.rule == "ROLL"
    assert refused(rolled, Move("a", 6)) == "ROLL"
    assert refused(rolled, Move("a", 3, "blue")) == "ROLL"
    assert refused(rolled, Enter((1, 4))) == "ROLL"
    assert refused(rolled, Move("a", 0)) == "ROLL"
    assert refused(rolled, Move("a", -3)) == "ROLL"


# --- ENTER_ON_FIVE, MUST_ENTER ---------------------------------------

ENTERING = {(a, b) for a in range(1, 7) for b in range(1, 7) if 5 in (a, b) or a + b == 5}


def test_enter_on_five_fifteen_of_thirty_six_rolls_let_a_pawn_out() -> None:
    game = bb.new("parcheesi", seats=2, first="red", seed=1)
    out = {roll.dice for roll, _ in game.chances() if game.play(roll).actor == "red"}
    assert out == ENTERING
    assert len(ENTERING) == 15


def test_enter_on_five_with_a_die_or_the_sum_and_two_with_double_five() -> None:
    line = "red N N N N | blue .. | turn red"
    assert results(at(line).roll(5, 2)) == {"N N N 7"}
    assert results(at(line).roll(2, 3)) == {"N N N 5"}
    assert results(at(line).roll(5, 5)) == {"N N 5 5"}
    one_out = "red N N N 20 | blue .. | turn red"
    all_out = "red 9 20 30 40 | blue .. | turn red"
    assert refused(at(one_out).roll(6, 2), Move("a", 6)) == "ENTER_ON_FIVE"
    assert refused(at(all_out).roll(5, 2), Enter(5)) == "ENTER_ON_FIVE"
    assert refused(at(one_out).roll(5, 2), Enter((3, 4))) == "ENTER_ON_FIVE"
    # A pawn in the nest enters, it does not "move 5", though a five is there.
    assert refused(at(one_out).roll(5, 2), Move("a", 5)) == "ENTER_ON_FIVE"
    assert refused(at(one_out).roll(1, 4), Move("a", 5)) == "ENTER_ON_FIVE"


@pytest.mark.parametrize(("pawns", "roll", "dice", "says"), [
    ("N N N N", (5, 5), (5, 5), "Each 5 brings out one pawn: enter with 5 twice."),
    ("N 20 30 40", (5, 5), (5, 5), "A 5 alone brings out a pawn: enter with 5."),
    ("N N N N", (5, 3), (5, 3), "A 5 alone brings out a pawn: enter with 5."),
    ("N N N N", (5, 3), (5, 5), "A 5 alone brings out a pawn: enter with 5."),
    ("N N N 20", (6, 6), (6, 6), "A pawn leaves the nest only with a 5, on one die or as the sum "
                                 "of both, not with a 6 and a 6."),
    ("N N N 20", (1, 3), (5, 3), "A pawn leaves the nest only with a 5, on one die or as the sum "
                                 "of both, not with a 3 and a 5.")])
def test_enter_on_five_says_what_would_bring_a_pawn_out(
        pawns: str, roll: tuple[int, int], dice: tuple[int, ...], says: str) -> None:
    refusal = at(f"red {pawns} | blue .. | turn red").roll(*roll).why_not(Enter(dice))
    assert refusal is not None
    assert (refusal.rule, refusal.text) == ("ENTER_ON_FIVE", says)


@pytest.mark.parametrize(("seat", "space"), [
    ("red", 5), ("green", 22), ("blue", 39), ("yellow", 56)])
def test_enter_on_five_each_seat_has_its_own_entry_space(seat: str, space: int) -> None:
    game = bb.new("parcheesi", seats=4, first=seat, seed=1).roll(5, 6)
    assert moved(game, "enter 5").pawns[seat].count(str(space)) == 1


def test_must_enter_counts_at_the_moment_of_the_move() -> None:
    # Before the blockade on the entry is broken the five is free, and so may go first.
    game = at("red N 5 5 30 | blue .. | turn red").roll(5, 2)
    assert game.why_not(Move("d", 5)) is None
    assert refused(moved(game, "b2"), Move("d", 5)) == "MUST_ENTER"


def test_must_enter_no_die_of_a_sum_of_five_alone() -> None:
    game = at("red N 20 30 40 | blue .. | turn red").roll(4, 1)
    assert game.legal() == [Enter((1, 4))]
    for action in (Move("b", 1), Move("c", 4)):
        assert refused(game, action) == "MUST_ENTER"


def test_must_enter_never_leaves_entering_one_choice_of_several() -> None:
    game = at("red N 20 30 40 | blue .. | turn red", must_enter="never").roll(4, 1)
    assert Enter((1, 4)) in game.legal()
    assert Move("b", 1) in game.legal()
    assert game.why_not(Move("c", 4)) is None


@pytest.mark.parametrize(("dice", "move", "words"), [
    ((5, 3), Move("b", 5), "the 5"),
    ((1, 4), Move("b", 1), "the 1 and the 4"),
    ((3, 2), Move("c", 2), "the 3 and the 2"),
])
def test_must_enter_says_which_dice_have_to(
        dice: tuple[int, int], move: Move, words: str) -> None:
    refusal = at("red N 20 30 40 | blue .. | turn red").roll(*dice).why_not(move)
    assert refusal is not None
    assert str(refusal) == (f"Red can bring a pawn out, so {words} must be used for that. "
                            "[MUST_ENTER]")


# --- MOVE, USE_BOTH ---------------------------------------

def test_move_each_die_one_pawn_or_one_pawn_both() -> None:
    assert results(at("red 20 30 X X | blue .. | turn red").roll(6, 2)) == {
        "28 30 X X", "26 32 X X", "22 36 X X", "20 38 X X"}


def test_move_a_pawn_that_takes_both_really_stops_between() -> None:
    game = at("red 20 X X X | green 23 .. | blue 22 .. | turn red").roll(3, 2)
    stops = moved(game, "a3")
    assert cited(stops) == ["MOVE", "CAPTURE"]
    assert cited(moved(stops, "a2"))[0] == "MOVE"
    assert refused(game, Move("a", 5)) == "MOVE"


def test_sum_in_one_jump_does_not_touch_the_space_between() -> None:
    line = "red 20 X X X | green 26 .. | blue 22 .. | turn red"
    jump = at(line, sum="one_jump").roll(4, 2)
    assert jump.why_not(Move("a", 6)) is None
    leapt = moved(jump, "a6")
    assert leapt.pawns["blue"][0] == "22"
    assert leapt.pawns["green"][0] == "N"
    assert refused(at(line).roll(4, 2), Move("a", 6)) == "MOVE"
    walled = at("red 20 X X X | green 26 24 24 N | turn red", sum="one_jump").roll(4, 2)
    assert refused(walled, Move("a", 6)) == "BLOCKADE"


def test_sum_in_one_jump_passes_an_occupied_safe_space() -> None:
    line = "red 10 X X X | green 12 .. | blue 16 16 .. | turn red"
    assert results(at(line).roll(2, 2)) == {"10 X X X"}
    assert results(at(line, sum="one_jump").roll(2, 2)) == {"14 X X X"}


def test_use_both_a_way_that_uses_one_die_is_not_legal_if_another_uses_two() -> None:
    # b's 2 ends on 22, from where the 4 is barred; only a can take the 2 so that b can take the 4.
    game = at("red H4 20 X X | green 26 26 .. | turn red").roll(2, 4)
    assert set(map(str, game.legal())) == {"move a 2", "move b 4"}
    assert refused(game, Move("b", 2)) == "USE_BOTH"
    assert "both dice" in game.why_not(Move("b", 2)).text  # type: ignore[union-attr]
    assert results(game) == {"24 H6 X X"}
    alone = at("red H6 20 X X | green 26 26 .. | turn red").roll(2, 4)
    assert results(alone) == {"22 H6 X X", "24 H6 X X"}


def test_use_both_dice_that_can_be_used_are_not_passed_over() -> None:
    game = at("red 20 40 X X | blue .. | turn red").roll(2, 4)
    assert refused(game, Pass()) == "USE_BOTH"
    assert refused(moved(game, "a2"), Pass()) == "USE_BOTH"


def test_use_both_either_die_but_not_both_is_a_choice() -> None:
    game = at("red 20 X X X | green 30 30 .. | turn red").roll(4, 6)
    assert set(map(str, game.legal())) == {"move a 4", "move a 6"}
    assert results(game) == {"24 X X X", "26 X X X"}


def test_forced_die_the_larger() -> None:
    game = at("red 20 X X X | green 27 27 .. | blue 25 25 .. | turn red").roll(3, 4)
    assert set(map(str, game.legal())) == {"move a 3", "move a 4"}
    larger = at("red 20 X X X | green 27 27 .. | blue 25 25 .. | turn red",
                forced_die="larger").roll(3, 4)
    assert larger.legal() == [Move("a", 4)]
    assert refused(larger, Move("a", 3)) == "USE_BOTH"
    only_smaller = at("red 20 X X X | green 24 24 .. | turn red", forced_die="larger").roll(3, 4)
    assert only_smaller.legal() == [Move("a", 3)]


def test_forced_die_the_larger_of_four_dice_too() -> None:
    line = "red 20 X X X | green 27 27 .. | blue 22 .. | turn red | doubles14 yes"
    assert set(map(str, at(line).roll(1, 1).legal())) == {"move a 1", "move a 6"}
    assert at(line, forced_die="larger").roll(1, 1).legal() == [Move("a", 6)]


def test_use_both_never_refuses_a_move_that_wins() -> None:
    bounce = at("red H6 X X X | blue .. | turn red", overshoot="bounce").roll(1, 6)
    assert set(map(str, bounce.legal())) == {"move a 1", "move a 6"}
    assert moved(bounce, "a1").winners == ("red",)
    fourteen = at("red H1 X X X | blue .. | turn red", doubles14="yes").roll(1, 1)
    assert moved(fourteen, "a6").winners == ("red",)
    # Of two dice that can be used singly the larger, unless the smaller wins.
    larger = at("red H4 X X X | blue .. | turn red", forced_die="larger", overshoot="bounce")
    assert moved(larger.roll(3, 4), "a3").winners == ("red",)


def test_sum_in_one_jump_may_not_use_a_five_that_must_enter_or_is_forfeited() -> None:
    entering = at("red N 20 30 40 | blue .. | turn red", sum="one_jump").roll(5, 2)
    assert refused(entering, Move("b", 7)) == "MUST_ENTER"
    blocked = at("red N 20 30 40 | green 5 5 .. | turn red", sum="one_jump").roll(5, 2)
    assert refused(blocked, Move("b", 7)) == "ENTRY_BLOCKED"
    free = at("red N 20 30 40 | blue .. | turn red", sum="one_jump", must_enter="never")
    assert free.roll(5, 2).why_not(Move("b", 7)) is None
    double = at("red N N N 5 | blue .. | turn red", sum="one_jump").roll(5, 5)
    assert double.legal() == [Enter(5)]
    assert refused(double, Move("d", 10)) == "MUST_ENTER"
    by_sum = at("red N 20 30 40 | blue .. | turn red", sum="one_jump").roll(1, 4)
    assert refused(by_sum, Move("b", 5)) == "MUST_ENTER"


# --- CAPTURE, ENTRY_CAPTURE, bonuses ---------------------------------------

@pytest.mark.parametrize("space", range(6, 17))
def test_capture_only_of_a_single_pawn_and_only_where_it_is_not_safe(space: int) -> None:
    game = at(f"red 20 X X X | yellow {space} N N N | blue {space - 3} .. | turn blue").roll(3, 1)
    if space in SAFE:
        assert refused(game, Move("a", 3)) == "SAFE_SPACE"
    else:
        taken = moved(game, "a3")
        assert cited(taken) == ["MOVE", "CAPTURE"]
        assert taken.pawns["yellow"] == ["N"] * 4
        assert taken.pawns["red"] == ["20", "X", "X", "X"]


def test_entry_capture_happens_only_by_entering() -> None:
    # Yellow's pawn on red's entry: red's entering pawn takes it, a green pawn passing by cannot.
    taken = moved(at("red N N N 40 | yellow 5 .. | turn red").roll(5, 6), "enter 5")
    assert cited(taken)[:2] == ["ENTER_ON_FIVE", "ENTRY_CAPTURE"]
    passing = at("red .. | yellow 5 .. | blue 2 X X X | turn blue").roll(3, 1)
    assert refused(passing, Move("a", 3)) == "SAFE_SPACE"


def test_capture_bonus_is_taken_whole_by_any_one_pawn_after_the_dice() -> None:
    game = moved(at("red 20 40 N N | green 24 .. | turn red").roll(4, 2), "a4")
    assert game.bonuses == (20,)
    assert refused(game, Move("b", 20)) == "CAPTURE_BONUS"
    game = moved(game, "b2")
    assert set(map(str, game.legal())) == {"move a 20", "move b 20"}
    assert refused(game, Move("b", 10)) == "HOME_BONUS"
    assert refused(game, Move("c", 20)) == "ENTER_ON_FIVE"
    assert refused(game, Enter(5)) == "ROLL"
    taken = moved(game, "b20")
    assert cited(taken)[0] == "CAPTURE_BONUS"
    assert taken.mover == "green"


@pytest.mark.parametrize("spaces", [0, 1, 7, 40])
def test_capture_bonus_any_number(spaces: int) -> None:
    game = moved(at("red 10 X X X | green 14 .. | turn red", capture_bonus=spaces).roll(4, 2),
                 "a4", "a2")
    if spaces == 0:
        assert told(game) == "16 X X X"
        assert game.mover == "green"
        assert "USE_BONUS" not in cited(game)
    else:
        assert game.legal() == [Move("a", spaces)]
        assert told(moved(game, f"a{spaces}")) == f"{16 + spaces} X X X"


@pytest.mark.parametrize("spaces", [0, 3, 25])
def test_home_bonus_any_number_taken_by_another_pawn(spaces: int) -> None:
    game = moved(at("red H6 20 X N | blue .. | turn red", home_bonus=spaces).roll(1, 2),
                 "a1", "b2")
    assert "20" not in game.pawns["red"]
    if spaces == 0:
        assert game.mover == "blue"
        assert told(game) == "N 22 X X"
    else:
        assert game.legal() == [Move("b", spaces)]
        assert refused(game, Move("a", spaces)) == "EXACT_COUNT"
        done = moved(game, f"b{spaces}")
        assert cited(done)[0] == "HOME_BONUS"
        assert told(done) == f"N {22 + spaces} X X"


def test_bonuses_of_the_same_size_are_one_action() -> None:
    game = at("red H6 20 30 X | green 24 .. | turn red", home_bonus=20).roll(1, 4)
    both = moved(game, "a1", "b4")
    assert both.bonuses == (20, 20)
    assert sorted(map(str, both.legal())) == ["move b 20", "move c 20"]
    assert told(moved(both, "b20", "c20")) == "44 50 X X"


def test_bonus_chain_one_per_roll_counts_both_captures_but_pays_once() -> None:
    line = "red 10 40 X X | green 13 45 .. | turn red"
    assert moved(at(line).roll(3, 5), "a3", "b5").bonuses == (20, 20)
    once = moved(at(line, bonus_chain="one_per_roll").roll(3, 5), "a3", "b5")
    assert once.bonuses == (20,)
    assert once.pawns["green"] == ["N"] * 4


def test_bonus_chain_one_per_roll_starts_afresh_with_the_next_roll() -> None:
    game = at("red 10 40 X X | green 13 16 .. | turn red", bonus_chain="one_per_roll").roll(3, 3)
    game = moved(game, "a3", "b3", "b20")
    assert game.mover == "red"             # doubles
    assert told(game) == "13 63 X X"
    assert moved(game.roll(3, 1), "a3", "a1").bonuses == (20,)


def test_use_bonus_must_be_taken_or_may_be_given_up() -> None:
    line = "red X 20 N N | blue .. | turn red | bonus home"
    must = at(line)
    assert must.legal() == [Move("b", 10)]
    assert refused(must, Pass()) == "USE_BONUS"
    may = at(line, bonus_use="may")
    assert set(may.legal()) == {Move("b", 10), Pass()}
    given_up = may.play(Pass())
    assert cited(given_up) == ["USE_BONUS"]
    assert told(given_up) == "N N 20 X"
    assert given_up.mover == "blue"


def test_use_bonus_several_in_any_order() -> None:
    game = at("red 20 40 X X | blue .. | turn red | bonus capture home")
    assert set(map(str, game.legal())) == {"move a 20", "move b 20", "move a 10", "move b 10"}
    assert results(game) == {"40 50 X X", "30 60 X X", "20 H1 X X"}


# --- SAFE_SPACE, BLOCKADE ---------------------------------------

@pytest.mark.parametrize("space", [12, 17, 22, 29, 34, 39, 46, 51, 56, 63])
def test_safe_space_is_closed_to_other_colours(space: int) -> None:
    others = "green" if space in (29, 34, 39) else "blue"
    line = f"red {space - 2} X X X | {others} {space} X X N | turn red"
    game = at(line).roll(2, 4)
    assert refused(game, Move("a", 2)) == "SAFE_SPACE"
    assert results(game) == {f"{space + 4} X X X"}
    shared = moved(at(line, safe_share="yes").roll(2, 4), "a2")
    assert shared.pawns[others][0] == str(space) == shared.pawns["red"][0]


def test_safe_space_takes_a_second_pawn_of_its_own_colour() -> None:
    game = at("red 10 12 X X | blue .. | turn red").roll(2, 1)
    assert "BLOCKADE" in cited(moved(game, "a2"))


def test_safe_share_never_three_on_a_space() -> None:
    # Red and blue share 12: full for everyone, but no blockade, so it may be passed.
    game = at("red 10 12 X X | blue 12 X X X | turn red | safe_share yes").roll(2, 3)
    assert refused(game, Move("a", 2)) == "BLOCKADE"
    assert game.why_not(Move("a", 3)) is None
    strangers = at("red 10 20 X X | green 12 .. | blue 12 .. | turn red | safe_share yes")
    assert refused(strangers.roll(2, 3), Move("a", 2)) == "BLOCKADE"
    with pytest.raises(bb.PositionError, match="holds two at most"):
        at("red 12 12 X X | blue 12 X X X | turn red | safe_share yes")
    with pytest.raises(bb.PositionError, match="cannot both stand"):
        at("red 13 X X X | blue 13 X X X | turn red | safe_share yes")


def test_safe_share_entering_still_captures_whoever_shares_the_entry() -> None:
    game = at("red N N X X | green 5 .. | blue 5 .. | turn red | safe_share yes").roll(5, 6)
    entered = moved(game, "enter 5")
    assert cited(entered).count("ENTRY_CAPTURE") == 2
    assert entered.bonuses == (20, 20)


@pytest.mark.parametrize("owner", ["green", "red"])
def test_blockade_bars_everyone_from_passing_and_landing(owner: str) -> None:
    others = "green 30 30 .." if owner == "green" else "blue .."
    mine = "red 27 X X X" if owner == "green" else "red 27 30 30 X"
    game = at(f"{mine} | {others} | turn red | dice 3 6")
    assert refused(game, Move("a", 3)) == "BLOCKADE"
    assert refused(game, Move("a", 6)) == "BLOCKADE"


def test_blockade_on_the_home_path_bars_too() -> None:
    game = at("red 66 H2 H2 X | blue .. | turn red").roll(5, 6)
    assert refused(game, Move("a", 5)) == "BLOCKADE"
    assert refused(game, Move("a", 6)) == "BLOCKADE"
    assert at("red 66 H2 H3 X | blue .. | turn red | dice 6").why_not(Move("a", 6)) is None


def test_blockade_is_not_made_in_the_nest_or_at_home() -> None:
    game = at("red H5 X X N | blue .. | turn red").roll(2, 6)
    assert game.why_not(Move("a", 2)) is None
    assert "BLOCKADE" not in cited(moved(game, "a2"))


@pytest.mark.parametrize(("choice", "open_way"), [("bars", False), ("passes", True)])
def test_own_blockade_may_be_passed_by_house_rule_never_joined(choice: str, open_way: bool) -> None:
    game = at("red 27 30 30 X | blue .. | turn red", own_blockade=choice).roll(3, 6)
    assert (game.why_not(Move("a", 6)) is None) == open_way
    assert refused(game, Move("a", 3)) == "BLOCKADE"
    foe = at("red 27 X X X | green 30 30 .. | turn red", own_blockade=choice).roll(3, 6)
    assert told(foe) == "27 X X X"


# --- ENTRY_BLOCKED, BREAK_BLOCKADE ---------------------------------------

BLOCKED = "red N N 20 30 | green 5 5 .. | turn red"


def test_entry_blocked_forfeits_a_die_that_shows_five() -> None:
    game = at(BLOCKED).roll(5, 3)
    assert set(map(str, game.legal())) == {"move c 3", "move d 3"}
    assert refused(game, Enter(5)) == "ENTRY_BLOCKED"
    assert refused(game, Move("c", 5)) == "ENTRY_BLOCKED"
    assert cited(moved(game, "c3"))[-1] == "ENTRY_BLOCKED"


def test_entry_blocked_leaves_the_dice_of_a_sum_usable_one_by_one() -> None:
    game = at(BLOCKED).roll(1, 4)
    assert refused(game, Enter((1, 4))) == "ENTRY_BLOCKED"
    assert results(game) == {"N N 25 30", "N N 21 34", "N N 24 31", "N N 20 35"}


def test_entry_blocked_only_matters_to_who_has_a_pawn_in_the_nest() -> None:
    game = at("red X X 20 30 | green 5 5 .. | turn red").roll(5, 3)
    assert game.why_not(Move("c", 5)) is None


def test_blocked_five_usable_by_another_pawn() -> None:
    game = at(BLOCKED, blocked_five="usable").roll(5, 3)
    assert results(game) == {"N N 28 30", "N N 25 33", "N N 23 35", "N N 20 38"}


def test_blocked_five_forfeits_the_roll() -> None:
    game = at(BLOCKED, blocked_five="forfeit_roll").roll(1, 4)
    assert told(game) == "N N 20 30"
    assert game.mover == "green"
    with_a_five = at(BLOCKED, blocked_five="forfeit_roll").roll(5, 3)
    assert results(with_a_five) == {"N N 23 30", "N N 20 33"}


def test_break_blockade_the_mate_may_not_follow_by_die_or_bonus() -> None:
    by_die = moved(at("red 24 24 40 X | blue .. | turn red").roll(3, 3), "a3")
    assert refused(by_die, Move("b", 3)) == "BREAK_BLOCKADE"
    by_bonus = at("red 44 24 40 X | green .. | turn red | bonus capture | pairs ab")
    assert refused(by_bonus, Move("b", 20)) == "BREAK_BLOCKADE"
    assert by_bonus.why_not(Move("a", 20)) is None


def test_break_blockade_counts_pairs_of_the_roll_and_only_this_roll() -> None:
    # The pair came together in this roll: it may go on together.
    game = moved(at("red 23 24 40 X | blue .. | turn red").roll(1, 1), "a1")
    assert told(game) == "24 24 40 X"
    together = at("red 24 27 40 X | blue .. | turn red | dice 3")
    assert together.why_not(Move("a", 3)) is None
    # Rolling again starts afresh.
    broken = moved(at("red 24 24 40 X | blue .. | turn red").roll(3, 3), "a3", "c3")
    assert broken.mover == "red"
    assert broken.roll(3, 1).why_not(Move("b", 3)) is None


def test_blockade_together_lets_doubles_carry_it_along() -> None:
    game = at("red 24 24 40 X | blue .. | turn red", blockade_together="yes").roll(3, 3)
    assert "27 27 40 X" in results(game)
    assert "27 27 40 X" not in results(at("red 24 24 40 X | blue .. | turn red").roll(3, 3))


def test_doubles_break_blockade_only_if_they_can_and_only_doubles() -> None:
    walled = at("red 24 24 40 X | green 27 27 .. | turn red | doubles_break_blockade must")
    assert results(walled.roll(3, 3)) == {"24 24 46 X"}
    assert refused(walled.roll(3, 3), Move("a", 3)) == "BLOCKADE"
    line = "red 24 24 40 X | blue .. | turn red | doubles_break_blockade must"
    assert at(line).roll(3, 2).why_not(Move("c", 3)) is None


def test_doubles_break_blockade_after_who_must_enter() -> None:
    game = at("red 24 24 N N | blue .. | turn red | doubles_break_blockade must").roll(5, 5)
    assert game.legal() == [Enter(5)]
    free = at("red 24 24 N N | blue .. | turn red | doubles_break_blockade must "
              "| must_enter never").roll(5, 5)
    assert set(map(str, free.legal())) == {"move a 5", "move b 5"}
    assert str(free.why_not(Enter(5))).startswith("Doubles must break a blockade first")


def test_doubles_break_blockade_by_one_jump_where_only_that_does() -> None:
    game = at("red N 65 65 H0 | blue N 0 N N | turn red | dice 3 3 | sum one_jump "
              "| doubles_break_blockade must")
    assert refused(game, Move("d", 3)) == "BREAK_BLOCKADE"
    assert set(map(str, game.legal())) == {"move b 6", "move c 6"}


def test_doubles_break_no_blockade_by_a_bounce_back_to_its_place() -> None:
    line = "red H6 H6 20 X | blue .. | turn red | overshoot bounce | doubles_break_blockade must"
    stays = at(line).roll(2, 2)
    assert set(map(str, stays.legal())) == {"move a 2", "move b 2", "move c 2"}
    breaks = at(line, sum="one_jump").roll(1, 1)
    assert set(map(str, breaks.legal())) == {"move a 1", "move b 1"}
    assert "Doubles must break" in str(breaks.why_not(Move("a", 2)))


# --- HOME_PATH, EXACT_COUNT ---------------------------------------

@pytest.mark.parametrize(("seat", "last"), [
    ("red", 0), ("green", 17), ("blue", 34), ("yellow", 51)])
def test_home_path_follows_the_last_track_space_of_a_seat(seat: str, last: int) -> None:
    other = "blue" if seat != "blue" else "red"
    game = at(f"{seat} {last} X X X | {other} .. | turn {seat}").roll(1, 6)
    assert cited(moved(game, "a1"))[:2] == ["MOVE", "HOME_PATH"]
    assert results(game, seat) == {"H6 X X X"}


def test_home_path_no_other_colour_turns_in() -> None:
    game = at("green 66 X X X | red .. | turn green").roll(3, 3)
    assert told(moved(game, "a3"), "green") == "1 X X X"


def test_exact_count_of_a_die_or_of_a_bonus() -> None:
    game = at("red H4 20 N N | blue .. | turn red").roll(3, 4)
    assert cited(moved(game, "a3"))[:2] == ["MOVE", "EXACT_COUNT"]
    assert refused(game, Move("a", 4)) == "EXACT_COUNT"
    bonus = at("red 66 H2 X X | blue .. | turn red | bonus home")
    assert bonus.legal() == [Move("a", 10)]
    assert refused(bonus, Move("b", 10)) == "EXACT_COUNT"
    assert refused(bonus, Move("c", 10)) == "EXACT_COUNT"


def test_overshoot_bounces_but_never_back_onto_the_track() -> None:
    line = "red H5 H1 X X | blue .. | turn red | overshoot bounce"
    assert moved(at(line).roll(4, 1), "a4").pawns["red"][0] == "H5"
    assert moved(at(line).roll(6, 1), "a6").pawns["red"][0] == "H3"
    assert moved(at(line).roll(2, 1), "a2").pawns["red"][0] == "X"
    ten = at("red H4 H5 X X | blue .. | turn red | bonus home | overshoot bounce")
    assert refused(ten, Move("b", 10)) == "EXACT_COUNT"
    assert told(moved(ten, "a10")) == "H0 H5 X X"
    far = at("red H6 20 X X | blue .. | turn red | bonus capture | overshoot bounce")
    assert refused(far, Move("a", 20)) == "EXACT_COUNT"
    assert far.legal() == [Move("b", 20)]


def test_overshoot_blockades_bar_the_way_back_too() -> None:
    game = at("red H6 H4 H4 X | blue .. | turn red | overshoot bounce").roll(6, 4)
    assert refused(game, Move("a", 6)) == "BLOCKADE"     # back over H4 to H2
    assert refused(game, Move("a", 4)) == "BLOCKADE"     # back onto H4
    assert at("red H6 H4 20 X | blue .. | turn red | overshoot bounce").roll(6, 4) \
        .why_not(Move("a", 6)) is None
    # Back to where it stood is no other space: the pair stays a pair.
    back = at("red H5 H5 20 X | blue .. | turn red | overshoot bounce").roll(4, 1)
    assert told(moved(back, "a4")) == "20 H5 H5 X"


# --- ROLL_AGAIN, THREE_DOUBLES ---------------------------------------

def test_roll_again_after_doubles_played_or_not() -> None:
    game = at("red 20 N N N | blue .. | turn red").roll(3, 3)
    game = moved(game, "a3", "a3")
    assert cited(game)[-1] == "ROLL_AGAIN"
    assert game.mover == "red"
    assert game.roll(1, 2).actor == "red"


def test_extra_turn_for_capture_or_home_does_not_count_as_doubles() -> None:
    line = "red 20 40 X N | green 23 .. | turn red | doubles 2 | extra_turn doubles_capture_home"
    game = moved(at(line).roll(3, 6), "a3", "b6", "a20")
    assert game.mover == "red"
    assert "doubles" not in game.position.replace("doubles_capture_home", "")
    after = game.roll(2, 2)
    assert "THREE_DOUBLES" not in cited(after)


THIRD = "red 20 60 H1 X | blue .. | turn red | doubles 2"


def test_three_doubles_send_the_foremost_pawn_to_the_nest() -> None:
    game = at(THIRD).roll(4, 4)
    assert cited(game) == ["ROLL", "THREE_DOUBLES"]
    assert told(game) == "N 20 60 X"
    assert game.mover == "blue"
    assert "doubles" not in game.position


def test_penalty_spares_home_path_takes_the_foremost_on_the_track() -> None:
    assert told(at(THIRD, penalty_spares_home_path="yes").roll(4, 4)) == "N 20 H1 X"
    none = at("red N X H1 X | blue .. | turn red | doubles 2", penalty_spares_home_path="yes")
    assert told(none.roll(4, 4)) == "N H1 X X"


def test_third_double_may_be_moved_first() -> None:
    game = at(THIRD, third_double="moved_first").roll(4, 4)
    assert game.actor == "red"
    moved_on = moved(game, "c4", "a4")
    assert cited(moved_on)[-1] == "THREE_DOUBLES"
    assert told(moved_on) == "N 24 60 X"
    assert moved_on.mover == "blue"


def test_third_double_moved_first_can_save_a_pawn_home() -> None:
    game = at("red 20 60 H3 X | blue .. | turn red", third_double="moved_first", doubles=2)
    saved = moved(game.roll(4, 4), "c4", "a4", "a10")
    assert "THREE_DOUBLES" in cited(saved)
    assert told(saved) == "N 34 X X"


# --- doubles14 ---------------------------------------

def test_doubles14_plays_the_undersides_with_no_pawn_in_the_nest() -> None:
    game = at("red 20 40 X X | blue .. | turn red | doubles14 yes").roll(2, 2)
    assert sorted(game.dice) == [2, 2, 5, 5]
    assert told(moved(game, "a2", "a2", "a5", "a5")) == "34 40 X X"
    assert results(game) >= {"34 40 X X", "20 54 X X", "27 47 X X", "30 44 X X", "24 50 X X"}
    assert at("red 20 N X X | blue .. | turn red | doubles14 yes").roll(2, 2).dice == (2, 2)
    assert at("red 20 40 X X | blue .. | turn red").roll(2, 2).dice == (2, 2)
    assert at("red 20 40 X X | blue .. | turn red | doubles14 yes").roll(2, 1).dice == (2, 1)


def test_doubles14_every_way_uses_fourteen_spaces_if_nothing_bars() -> None:
    game = at("red 20 40 X X | blue .. | turn red | doubles14 yes").roll(3, 3)
    for end in endings(game):
        spaces = [int(place) for place in end.pawns["red"] if place != "X"]
        assert sum(spaces) == 60 + 14


def test_doubles14_as_many_dice_as_can_be_are_used_also_of_the_last_three() -> None:
    game = moved(at("red 63 H4 67 H3 | blue .. | turn red | dice 6 6 1 1 | doubles14 yes"), "c1")
    assert refused(game, Move("d", 1)) == "USE_BOTH"
    assert Move("d", 1) not in game.legal()
    assert str(game.why_not(Move("d", 1))).startswith(
        "There is a way to use 3 dice, so a move that leaves fewer usable is not allowed.")


# --- NO_LEGAL_MOVE, WIN ---------------------------------------

def test_no_legal_move_the_dice_lapse_and_the_turn_goes_on() -> None:
    game = at("red N N N N | blue .. | turn red").roll(6, 2)
    assert cited(game) == ["ROLL", "NO_LEGAL_MOVE", "NO_LEGAL_MOVE"]
    assert game.mover == "blue"
    game = at("red H6 N N N | blue .. | turn red").roll(1, 2)
    assert cited(moved(game, "a1")).count("NO_LEGAL_MOVE") == 1


def test_win_at_once_whatever_is_left() -> None:
    won = moved(at("red H6 X X X | green H6 X X X | turn red").roll(1, 1), "a1")
    assert won.winners == ("red",)
    assert won.actor is None
    assert won.legal() == []
    assert won.chances() == []
    assert refused(won, Move("a", 1)) == "WIN"
    assert refused(won, Enter(5)) == "WIN"
    assert refused(won, Pass()) == "WIN"
    with pytest.raises(bb.IllegalAction) as caught:
        won.roll(1, 2)
    assert caught.value.rule == "WIN"


def test_win_with_a_bonus() -> None:
    game = at("red 66 H6 X X | blue .. | turn red").roll(1, 6)
    won = moved(game, "b1", "a6")
    assert not won.is_over
    game = at("red 66 H6 X X | green 30 30 .. | turn red").roll(1, 1)
    assert moved(game, "b1").dice == (1,)
    last = at("red 66 X X X | blue .. | turn red | bonus home").play(Move("a", 10))
    assert last.winners == ("red",)
    assert cited(last) == ["HOME_BONUS", "EXACT_COUNT", "WIN"]


# --- and all house rules ---------------------------------------

def test_house_rules_are_in_force_as_given_and_shown() -> None:
    game = bb.new("parcheesi", seats=2, seed=1, must_enter="never", capture_bonus=15,
                  safe_share=True)
    assert game.options["must_enter"] == "never"
    assert game.options["capture_bonus"] == 15
    assert game.options["safe_share"] == "yes"
    assert game.options["overshoot"] == "barred"
    assert "must_enter never" in game.position


@pytest.mark.parametrize(("options", "hint"), [
    ({"must_entr": "never"}, "did you mean 'must_enter'"),
    ({"must_enter": "nevr"}, "did you mean 'never'"),
    ({"capture_bonus": -1}, "from 0"), ({"capture_bonus": "20"}, "whole number"),
    ({"capture_bonus": 10**9}, "to 1,000"), ({"capture_bonus": 2.5}, "whole number"),
    ({"safe_share": 1}, "safe_share"), ({"sum": None}, "sum"),
    ({"home_bonus": True}, "whole number"),
])
def test_house_rules_that_are_none_get_a_hint(options: dict[str, object], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        bb.new("parcheesi", seed=1, **options)  # type: ignore[arg-type]


def test_house_rules_are_exactly_those_of_the_rule_book() -> None:
    assert [option.name for option in ruleset("parcheesi").options] == [
        "must_enter", "blocked_five", "sum", "forced_die", "capture_bonus", "home_bonus",
        "bonus_chain", "bonus_use", "safe_share", "own_blockade", "doubles_break_blockade",
        "blockade_together", "doubles14", "third_double", "penalty_spares_home_path",
        "extra_turn", "overshoot"]


def test_outcomes_are_checked_like_actions() -> None:
    game = at("red 20 N N N | blue .. | turn red")
    for dice in ((0, 3), (7, 1)):
        with pytest.raises(ValueError, match="1 to 6"):
            game.roll(*dice)
    with pytest.raises(ValueError, match="two numbers"):
        game.roll(1, 2, 3)
    with pytest.raises(bb.IllegalAction, match="two dice"):
        game.play(StartRoll((1, 2)))
    with pytest.raises(TypeError, match="Enter, Move, Pass, Roll, StartRoll"):
        game.play(("a", 3))
    with pytest.raises(TypeError, match="Enter, Move, Pass"):
        game.why_not(Roll(1, 2))
