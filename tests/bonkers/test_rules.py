"""Each rule and each house rule of Bonkers by a position."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers import Deal, Decline, Draw, LoseCard, Place, Take, Wait
from bonkbook.engine.dice import Roll, StartRoll
from bonkbook.engine.ruleset import ruleset
from tests.plays import cited

position = bb.bonkers.position


# -- the beginning


def test_a_game_is_dealt_then_rolled_for_then_begun() -> None:
    g = bb.new("bonkers", seats=2, seed=3).history[0]
    assert (g.stage, g.actor, g.mover) == ("deal", "chance", None)
    with pytest.raises(ValueError, match="too many outcomes"):
        g.chances()
    g = g.play(Deal([["+1", "+1", "EX", "NS"], ["-1", "-2", "-3", "RA"]]))
    assert g.hands == (["+1", "+1", "EX", "NS"], ["-1", "-2", "-3", "RA"])
    assert (g.stage, g.pile) == ("start", 32)
    assert dict(g.chances())[StartRoll((2, 7))] == Fraction(1, 36) * Fraction(6, 36)
    tied = g.play(StartRoll((9, 9)))
    assert tied.stage == "start"
    g = tied.play(StartRoll((3, 4)))
    assert (g.mover, g.actor, g.stage) == ("P2", "P1", "before_roll")


def test_those_who_lost_the_roll_for_the_start_do_not_roll_again() -> None:
    g = bb.new("bonkers", seats=3, seed=3).history[1]
    g = g.play(StartRoll((9, 4, 9)))
    assert len(g.chances()) == 121
    assert g.play(StartRoll((2, 3))).mover == "P3"


@pytest.mark.parametrize("deal", [
    [["+1"] * 4, ["-1", "-2", "-3", "RA"]], [["+1", "+1", "EX"], ["-1", "-2", "-3", "RA"]],
    [["+1", "+1", "EX", "NS"]], [["+7", "+1", "EX", "NS"], ["-1", "-2", "-3", "RA"]]])
def test_a_deal_that_cannot_be_is_refused(deal: list[list[str]]) -> None:
    g = bb.new("bonkers", seats=2, seed=3).history[0]
    with pytest.raises(bb.IllegalAction):
        g.play(Deal(deal))
    assert g.hands == ([], [])


# -- dice


def test_passing_over_spaces_does_nothing() -> None:
    g = position(tokens=(15, 20), scores=(2, 0), cards={18: "+1"}).roll(4, 4)
    assert (g.tokens[0], g.scores[0]) == (23, 2)


@pytest.mark.parametrize(("double_six", "points"), [("every", 2), ("first_roll", 1)])
def test_a_double_six_scores_on_every_roll_or_on_the_first(double_six: str, points: int) -> None:
    g = position(tokens=(1, 38), cards={13 + 12: "RA"}, double_six=double_six,
                 layout={"size": 55, "start": 0, "score": [0], "lose": 27})
    g = g.roll(6, 6)
    assert g.scores[0] == 1
    g = position(tokens=(1, 38), cards={13: "RA"}, double_six=double_six,
                 layout={"size": 55, "start": 0, "score": [0], "lose": 27}).roll(6, 6).roll(6, 6)
    assert g.scores[0] == points


# -- placing


def test_a_bare_space_must_be_covered_or_may_be() -> None:
    g = position(tokens=(20, 0), hands=(["+1", "+1", "EX"], [])).roll(3, 1)
    assert set(g.legal()) == {Place("+1"), Place("EX")}
    assert g.why_not(Decline()).rule == "PLACE_CARD"
    assert "Ahead 1" in g.why_not(Decline()).text
    assert g.why_not(Place("-3")).rule == "PLACE_CARD"
    assert g.why_not(Place("+7")).rule == "SEATS"
    assert g.why_not(Take(3)).rule == "EXCHANGE"
    may = position(tokens=(20, 0), hands=(["+1"], []), placing="may").roll(3, 1)
    after = may.play(Decline())
    assert (after.tokens[0], after.mover, after.hands[0]) == (24, "P2", ["+1"])
    assert cited(after) == ["ONE_CARD_A_TURN"]


def test_a_card_on_the_board_is_followed_and_none_is_placed() -> None:
    g = position(tokens=(20, 0), cards={24: "+1"}, hands=(["+2"], [])).roll(3, 1)
    assert g.stage == "place"          # on the bare space 25
    assert g.tokens[0] == 25
    g = g.play(Place("+2"))
    assert g.cards == {24: "+1", 25: "+2"}
    assert g.placed


# -- occupied spaces


@pytest.mark.parametrize("here", [24, 52])
def test_an_occupied_space_gives_another_roll_and_nothing_else(here: int) -> None:
    cards = {24: "+6"} if here == 24 else {}
    g = position(tokens=(here - 4, here), scores=(2, 0), cards=cards, hands=(["+1"], []))
    g = g.roll(3, 1)
    assert (g.tokens[0], g.mover, g.stage, g.scores[0]) == (here, "P1", "roll", 2)
    assert cited(g)[-1] == "OCCUPIED"


def test_an_own_token_does_not_occupy() -> None:
    # Round by cards to where the turn began: the own token is the one that moves.
    g = position(tokens=(20, 0), cards={24: "-4"}).roll(3, 1)
    assert (g.tokens[0], g.mover) == (20, "P2")


@pytest.mark.parametrize(("other", "mover"), [(0, "P2"), (36, "P1")])
def test_a_score_space_ends_the_turn_unless_an_opponent_stands_there(
        other: int, mover: str) -> None:
    g = position(tokens=(30, other), scores=(2, 0)).roll(3, 3)
    assert (g.scores[0], g.mover) == (3, mover)


def test_landing_by_a_backward_card_counts() -> None:
    g = position(tokens=(37, 1), cards={41: "-5"}).roll(3, 1)
    assert (g.tokens[0], g.scores[0]) == (36, 1)


@pytest.mark.parametrize("space", [13, 46])
def test_spaces_that_go_to_lose(space: int) -> None:
    g = position(tokens=(space - 6, 27), scores=(2, 0)).roll(4, 2)
    assert (g.tokens[0], g.scores[0], g.mover) == (27, 1, "P2")
    assert cited(g)[-2:] == ["GO_TO_LOSE", "LOSE_SPACE"]


def test_nearest_score_goes_ahead_when_two_are_equally_near() -> None:
    layout = {"size": 55, "start": 0, "score": [0, 20, 30], "lose": 50}
    g = position(tokens=(19, 1), cards={25: "NS"}, layout=layout).roll(3, 3)
    assert (g.tokens[0], g.scores[0]) == (30, 1)


def test_nearest_score_leaves_out_a_start_that_does_not_score() -> None:
    cards = {50: "NS"}
    g = position(tokens=(44, 1), cards=cards, start_scores="no").roll(3, 3)
    assert g.tokens[0] == 36
    assert position(tokens=(44, 1), cards=cards).roll(3, 3).tokens[0] == 0


# -- exchange


def test_exchange_takes_any_card_but_print_and_exchange_cards() -> None:
    g = position(tokens=(20, 30), cards={24: "EX", 30: "+2", 40: "EX", 41: "RA"}).roll(3, 1)
    assert set(g.legal()) == {Take(30), Take(41), Decline()}
    for space, words in ((40, "cannot be taken with another"), (52, "printed"), (5, "no card"),
                         (13, "printed"), (70, "off the ring")):
        assert g.why_not(Take(space)).rule == "EXCHANGE"
        assert words in g.why_not(Take(space)).text
    assert g.why_not(Place("+2")).rule == "FOLLOW_CARD"
    after = g.play(Take(41))
    assert after.cards == {24: "RA", 30: "+2", 40: "EX", 41: "EX"}
    assert (after.mover, after.stage) == ("P1", "roll")
    assert not after.placed


def test_an_exchange_card_that_was_placed_is_the_one_card_of_the_turn() -> None:
    g = position(tokens=(20, 0), cards={30: "+2"}, hands=(["EX", "+1"], [])).roll(3, 1)
    g = g.play(Place("EX"))
    assert g.why_not(Place("+1")).rule == "ONE_CARD_A_TURN"
    g = g.play(Take(30))
    assert (g.tokens[0], g.stage, g.hands[0]) == (26, "draw", ["+1"])


def test_a_card_taken_can_close_a_loop() -> None:
    g = position(tokens=(17, 0), scores=(2, 0), cards={21: "+3", 24: "EX", 40: "-3"}).roll(3, 1)
    g = g.play(Take(40))
    assert (g.tokens[0], g.scores[0]) == (24, 3)
    assert g.cards == {21: "+3", 24: "-3", 40: "EX"}


def test_a_chain_may_come_back_to_a_space_left_before_the_last_roll() -> None:
    g = position(tokens=(20, 0), cards={24: "-3", 21: "RA"}).roll(3, 1)
    assert (g.tokens[0], g.mover) == (21, "P1")
    g = g.roll(2, 1)      # 24 again, and its card again: no loop since the last roll
    assert (g.tokens[0], g.mover, g.scores[0]) == (21, "P1", 0)


def test_declining_an_exchange_stops_the_token() -> None:
    g = position(tokens=(20, 0), cards={24: "EX", 30: "+2"}, hands=(["+1"], [])).roll(3, 1)
    assert g.actor == "P1"
    assert set(g.legal()) == {Take(30), Decline()}
    g = g.play(Decline())
    assert (g.tokens[0], g.mover, g.cards) == (24, "P2", {24: "EX", 30: "+2"})
    must = position(tokens=(20, 0), cards={24: "EX", 30: "+2"}, exchange="must").roll(3, 1)
    assert must.legal() == [Take(30)]
    assert must.why_not(Decline()).rule == "EXCHANGE"


# -- the Large Lose Card


def windowed(**options: Any) -> bb.Game:
    return position(tokens=(20, 0, 0), scores=(2, 0, 0), cards={24: "+1"},
                    hands=(["+2"], [], []), lose_cards=(True, True, True), **options)


def test_the_windows_of_a_turn_in_turn_order() -> None:
    g = windowed()
    asked = []
    while g.mover == "P1":
        if g.actor == "chance":
            g = g.roll(3, 1) if g.stage == "roll" else g.next()
        elif isinstance(g.legal()[0], Wait):
            asked.append((g.stage, g.actor))
            g = g.play(Wait())
        else:
            g = g.play(Place("+2"))
    stages = ["before_roll", "before_move", "before_follow", "before_follow"]
    assert asked == [(stage, seat) for stage in stages for seat in ("P2", "P3")]


def test_the_windows_may_be_only_before_rolls() -> None:
    g = windowed(lose_card_windows="before_roll").play(Wait()).play(Wait()).roll(3, 1)
    assert (g.actor, g.stage) == ("P1", "place")


def test_the_first_who_wants_to_plays_the_card() -> None:
    g = windowed().play(LoseCard())
    assert g.lose_cards == (True, False, True)
    assert (g.mover, g.tokens[0], g.scores[0]) == ("P2", 27, 1)
    g = windowed().play(Wait()).play(LoseCard())
    assert g.lose_cards == (True, True, False)
    assert g.mover == "P2"


def test_a_card_that_stops_a_move_leaves_the_token_no_effect_of_its_landing() -> None:
    g = windowed().play(Wait()).play(Wait()).roll(6, 6)
    assert (g.stage, g.scores[0], g.dice) == ("before_move", 3, (6, 6))
    g = g.play(LoseCard())
    assert (g.tokens[0], g.scores[0], g.dice) == (27, 2, ())


def test_nobody_is_asked_between_a_landing_and_its_effect() -> None:
    g = windowed().play(Wait()).play(Wait()).roll(6, 1).play(Wait()).play(Wait())
    assert cited(g) == ["MOVE", "LOSE_SPACE"]
    assert g.mover == "P2"


def test_actions_out_of_their_time_are_refused_with_the_rule() -> None:
    g = windowed()
    assert g.why_not(Place("+2")).rule == "LARGE_LOSE_CARD"
    assert "P2 must first decide" in g.why_not(Place("+2")).text
    g = position(tokens=(20, 0), hands=(["+1"], []))
    for action, rule in ((Place("+1"), "ROLL"), (LoseCard(), "LARGE_LOSE_CARD"),
                         (Wait(), "LARGE_LOSE_CARD"), (Take(3), "ROLL"), (Decline(), "ROLL"),
                         (Take(80), "ROLL"), (Place("+9"), "ROLL")):
        assert g.why_not(action).rule == rule
        with pytest.raises(bb.IllegalAction):
            g.play(action)
    drawing = g.roll(2, 2).play(Place("+1"))
    assert drawing.why_not(Place("+1")).rule == "DRAW"
    with pytest.raises(bb.IllegalAction, match="draw a card first"):
        drawing.roll(1, 2)
    over = position(tokens=(34, 0), scores=(11, 0)).roll(6, 6)
    assert over.why_not(Wait()).rule == "WIN"
    with pytest.raises(TypeError, match="one of Place"):
        g.why_not("roll 3 1")
    assert g.why_not("place +1") == g.why_not(Place("+1"))


@pytest.mark.parametrize(("fields", "roll", "action", "said"), [
    ({"lose_cards": "P1"}, False, LoseCard(), "None of P1's opponents has a Large Lose Card left."),
    ({"lose_cards": "P2", "stage": "roll"}, False, LoseCard(), "before this roll: P1 rolls now"),
    ({"lose_cards": "P2", "stage": "place"}, False, LoseCard(), "only before a roll, before the "
                                                                "token moves"),
    ({"lose_cards": "P2", "stage": "place", "lose_card_windows": "before_roll"}, False,
     LoseCard(), "only before a roll (house rule)"),
    ({}, True, Decline(), "P1 has to place Exchange or Ahead 1."),
    ({"empty_exchange": "avoid"}, True, Decline(), "P1 has to place Ahead 1."),
    ({"empty_exchange": "avoid"}, True, Place("EX"), "There is nothing to take on the board"),
    ({}, True, Take(30), "P1 has to place it first"),
    ({"hands": (["+1"], [])}, True, Take(30), "P1 has none beside the token or in hand"),
    ({"cards": {24: "EX", 30: "+2"}}, True, Take(27), "There is no card beside Lose."),
    ({"cards": {24: "EX", 30: "+2"}}, True, Take(24), "An Exchange card cannot be taken"),
    ({"cards": {24: "EX", 30: "+2"}, "exchange": "must"}, True, Decline(), "the player must take "
                                                                           "one"),
    ({"cards": {24: "EX", 30: "+2"}, "exchange": "must"}, True, Place("+9"),
     "This deck has no Ahead 9 card."),
    ({"cards": {24: "EX", 30: "+2"}}, True, Place("+1"), "There is already a card on space 24"),
])
def test_a_refusal_says_what_is_so_in_this_position(
        fields: dict[str, Any], roll: bool, action: Any, said: str) -> None:
    g = position(**{"tokens": (20, 0), "hands": (["EX", "+1"], []), **fields})
    assert said in (g.roll(3, 1) if roll else g).why_not(action).text


# -- drawing and winning


def test_draws_have_the_chances_of_the_cards_nobody_has_seen() -> None:
    g = position(tokens=(20, 0), cards={5: "+6"}, hands=(["+1"], ["+1", "-3"])).roll(2, 2)
    g = g.play(Place("+1"))
    chances = dict(g.chances())
    assert sum(chances.values()) == 1
    assert chances[Draw("+6")] == Fraction(1, 36)
    assert chances[Draw("RA")] == Fraction(2, 36)
    assert Draw("+1") not in chances
    with pytest.raises(bb.IllegalAction, match="No Ahead 1 card is left"):
        g.play(Draw("+1"))
    with pytest.raises(bb.IllegalAction, match="No Ahead 7 card is left"):
        g.play(Draw("+7"))
    g = g.play(Draw("RA"))
    assert (g.hands[0], g.pile, g.mover) == (["RA"], 35, "P2")


def test_a_small_pile_is_drawn_from_all_unseen_cards_until_it_is_empty() -> None:
    g = position(tokens=(20, 0), hands=(["+1"], []), pile=1).roll(2, 2).play(Place("+1"))
    assert len(g.chances()) == 20
    g = g.next()
    assert g.pile == 0


@pytest.mark.parametrize("target", [1, 5])
def test_the_target_may_be_another(target: int) -> None:
    g = position(tokens=(30, 0), scores=(target - 1, 0), target=target).roll(3, 3)
    assert g.winners == ("P1",)
    assert bb.new("bonkers", seats=2, seed=1, target=target).finish("greedy").is_over


def test_words_say_what_a_card_would_do() -> None:
    g = position(tokens=(20, 0), cards={21: "+3", 25: "-10"},
                 hands=(["-3", "+1", "EX", "RA"], [])).roll(3, 1)
    assert g.words(Place("-3")) == (
        "Back 3 → 21, Ahead 3 → 24, trapped: rests on 24, +1")
    assert g.words(Place("+1")) == "Ahead 1 → 25, Back 10 → 15, stops"
    assert g.words(Place("EX")) == "Exchange, then take a card"
    assert g.words(Place("RA")) == "Roll Again, then a new roll from 24"
    met = position(tokens=(20, 0), cards={24: "EX", 40: "+2"}, hands=(["+1"], [])).roll(3, 1)
    assert met.words(Take(40)) == "Ahead 2 (on 40) → 26, then place a card"


@pytest.mark.parametrize(("points", "cost", "words"), [
    (0, 1, "no points to lose"), (0, 2, "no points to "
                                        "lose"), (1, 2, "-1 point"), (5, 1, "-1 point"),
    (5, 2, "-2 points")])
def test_words_say_what_the_large_lose_card_would_cost(points: int, cost: int, words: str) -> None:
    g = position(tokens=(20, 0), scores=(points, 0), lose_cards="P2", lose_card_cost=cost)
    assert g.words(LoseCard()) == f"Large Lose Card: P1 goes to Lose, {words}"


@pytest.mark.parametrize(("fields", "last"), [
    ({"tokens": (32, 0), "scores": (2, 0)}, "P1 scores a point on Score space 36 and has 3 "
                                            "points."),
    ({"tokens": (32, 36), "scores": (2, 0)},
     "P1 scores a point on Score space 36, has 3 points and rolls again, since an opponent stands "
     "there."),
    ({"tokens": (32, 36), "scores": (11, 0)}, "P1 scores a point on Score space 36 and has 12 "
                                              "points."),
    ({"tokens": (32, 36), "scores": (11, 0), "win": "end_of_turn"},
     "P1 scores a point on Score space 36, has 12 points and rolls again, since an opponent stands "
     "there."),
    ({"tokens": (23, 0), "scores": (2, 0)}, "P1 is on Lose with 1 point left, and the turn ends."),
    ({"tokens": (23, 0)}, "P1 is on Lose with 0 points left, and the turn ends."),
    ({"tokens": (20, 0), "cards": {24: "EX"}}, "P1 has no card to take and stops on space 24."),
])
def test_a_sentence_says_no_more_than_what_happens(fields: dict[str, Any], last: str) -> None:
    events = position(**fields).roll(3, 1).events
    assert last in [event.text for event in events]


def test_who_declines_an_exchange_has_found_a_card_to_take() -> None:
    g = position(tokens=(20, 0), cards={24: "EX", 30: "+2"}).roll(3, 1).play(Decline())
    assert g.events[-1].text == "P1 declines the exchange and stops on space 24."


@pytest.mark.parametrize("line", ["roll 5 3", "place +3", "place NS", "take 34", "decline",
                                  "lose card", "wait", "draw GS", "start 7 9",
                                  "deal +1 EX -2 NS / +3 +3 RA -12"])
def test_plays_are_read_as_they_are_written(line: str) -> None:
    assert str(ruleset("bonkers").read_play(line)) == line


@pytest.mark.parametrize("line", ["", "roll 7 1", "place", "place 3", "take x", "lose", "wait 3",
                                  "draw", "jump", "lose card now", "take -3"])
def test_what_is_no_play_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a play"):
        ruleset("bonkers").read_play(line)


def test_rolls_know_their_numbers() -> None:
    with pytest.raises(bb.IllegalAction):
        position(tokens=(20, 0)).play(StartRoll((3, 4)))
    assert position(tokens=(20, 0)).play(Roll(1, 2)).tokens == (23, 0)


def test_what_chance_cannot_bring_cites_the_rule_of_what_it_is_to_bring() -> None:
    g = position(tokens=(20, 0), hands=(["+2"], []), deck={"+2": 2}).roll(1, 2).play(Place("+2"))
    with pytest.raises(bb.IllegalAction, match=r"\[DRAW\]"):
        g.play(Draw("+3"))
    with pytest.raises(bb.IllegalAction, match=r"\[ROLL\]"):
        position(tokens=(20, 0)).play(Draw("+2"))
