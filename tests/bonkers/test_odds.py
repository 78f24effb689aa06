"""The exact odds of Bonkers: worked by hand, played many times, and against one another."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonkers import Place, houserules, odds, positions
from bonkbook.bonkers.kernel import policies, rules, state
from bonkbook.bonkers.odds import chances
from bonkbook.bonkers.odds.search import Aim, Search
from bonkbook.bonkers.odds.turn import SUMS, THE_END, Graph, Item, alone, turn_of
from bonkbook.engine.ruleset import ruleset
from bonkbook.probability import Chain
from tests.bonkers.test_games import DECK, PLACES, random_options
from tests.bonkers.turns import EveryWay

position = bb.bonkers.position
F = Fraction

# From 20 every roll but a double six comes back to 20, where a Roll Again card lies.
WELL = {"tokens": (20, 1), "layout": {"size": 55, "start": 0, "score": [0], "lose": 50},
        "deck": {"RA": 1, **{f"-{n}": 1 for n in range(2, 12)}},
        "cards": {20: "RA", **{20 + n: f"-{n}" for n in range(2, 12)}}}


def board(seed: int, laid: int = 30) -> bb.Game:
    """A random board, with three cards in the hand of each."""
    rng = random.Random(seed)
    cards = dict(zip(rng.sample(PLACES, laid), rng.sample(DECK, laid), strict=True))
    rest = list(DECK)
    for card in cards.values():
        rest.remove(card)
    rest = [card for card in rest if card != "EX"]
    tokens = (rng.choice(PLACES), rng.choice([0, 17, 36]))
    return position(tokens=tokens, scores=(3, 3), cards=cards, hands=(rest[:3], rest[3:6]))


# -- by hand


def test_a_roll_from_a_bare_board() -> None:
    g = position(tokens=(20, 0), scores=(2, 0))
    assert bb.odds(g, "LOSE_SPACE") == F(6, 36)
    assert bb.odds(g, "DOUBLE_SIX") == F(1, 36)
    assert sorted(str(roll) for roll, _ in bb.odds(g, "LOSE_SPACE").outcomes) == [
        "roll 1 6", "roll 2 5", "roll 3 4", "roll 4 3", "roll 5 2", "roll 6 1"]
    assert dict(odds.points(g)) == {-1: F(6, 36), 0: F(29, 36), 1: F(1, 36)}


def test_another_roll_counts_in_the_turn_and_not_in_the_roll() -> None:
    g = position(tokens=(20, 24), scores=(2, 0))
    assert bb.odds(g, "LOSE_SPACE") == F(6, 36)
    assert bb.odds(g, "LOSE_SPACE", horizon="turn") == F(6, 36) + F(3, 36) * F(2, 36)
    assert bb.odds(g, "OCCUPIED") == F(3, 36)


def test_a_turn_that_may_roll_for_ever_is_solved_not_cut_off() -> None:
    g = position(**WELL)
    assert bb.odds(g, "DOUBLE_SIX") == F(1, 36)
    assert bb.odds(g, "DOUBLE_SIX", horizon="turn") == 1
    assert dict(odds.points(g)) == {1: F(1)}
    assert odds.chain(g).probability(20, 32) == 1


def test_rolling_for_ever_without_an_end_is_worth_nothing() -> None:
    g = position(tokens=(20, 1), layout=WELL["layout"], deck={**WELL["deck"], "-12": 1},
                 cards={**WELL["cards"], 32: "-12"})
    assert bb.odds(g, "SCORE_SPACE", horizon="turn") == 0
    assert bb.odds(g, "DOUBLE_SIX", horizon="turn") == 1


def test_the_seat_lays_its_cards_for_the_event_or_against_it() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), cards={21: "+3"}, hands=(["-3", "+2"], []))
    # By 4 to the bare 24, where Back 3 closes a trap; by 3 it takes none.
    assert bb.odds(g, "ENTRAPMENT") == F(3, 36)
    assert bb.odds(g, "ENTRAPMENT", choose="worst") == 0
    assert bb.odds(g, "ENTRAPMENT", choose="greedy") == F(3, 36)
    assert bb.odds(g, "ENTRAPMENT", choose="random") == F(3, 36) / 2
    assert bb.odds(g, "ENTRAPMENT", choose={"POINTS": -1}) == 0


def test_in_the_middle_of_a_turn_what_is_left_of_it_counts() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), cards={21: "+3"},
                 hands=(["-3", "+2"], [])).roll(3, 1)
    assert bb.odds(g, "ENTRAPMENT") == 1
    assert bb.odds(g, "ENTRAPMENT", seat="P2") == 0
    found = odds.worth(g)
    assert list(found) == [Place("-3"), Place("+2")]
    assert found[Place("+2")][0] == 0
    now, following = found[Place("-3")]
    assert now == 1
    assert following == odds.expected_points(
        position(tokens=(24, 0), scores=(3, 0), cards={21: "+3", 24: "-3"}, hands=(["+2"], [])))


def test_a_window_is_passed_and_the_answer_says_so() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), lose_cards=(False, True), dice=(3, 4))
    p = bb.odds(g, "LOSE_SPACE")
    assert p == 1
    assert "Large Lose Card" in p.note
    start = position(tokens=(20, 0), lose_cards=(False, True))
    assert bb.odds(start, "LOSE_SPACE") == F(1, 6)


def test_what_cannot_be_answered_is_refused() -> None:
    g = position(tokens=(20, 0))
    with pytest.raises(ValueError, match="changes the board: ask for fewer turns"):
        bb.odds(board(3), "ENTRAPMENT", horizon=9)
    with pytest.raises(ValueError, match="simulate"):
        bb.odds(g, "LOSE_SPACE", choose=lambda view, legal: legal[0])
    with pytest.raises(ValueError, match="did you mean 'SCORE_SPACE'"):
        bb.odds(g, "SCORE_SPAC")


def test_several_turns_of_a_seat_the_others_standing_still() -> None:
    g = position(tokens=(20, 0))
    once = bb.odds(g, "LOSE_SPACE", horizon="turn")
    assert bb.odds(g, "LOSE_SPACE", horizon=1) == once
    chain = odds.chain(g)
    # Every way to Lose ends a turn there: three turns of the chain, Lose never left.
    lost = Chain(chain.states, {
        space: {27: 1} if space == 27 else dict(chain.row(space)) for space in chain.states})
    p = bb.odds(g, "LOSE_SPACE", horizon=3)
    assert p == lost.within(3, 20)
    assert p.note == "the opponents standing still"
    # Two turns with a card drawn between them, by hand: RA alone is left, and is placed.
    drawn = position(tokens=(20, 1), deck={"+1": 1, "RA": 1}, hands=(["+1"], []))
    assert bb.odds(drawn, "ROLL_AGAIN_CARD", horizon=1) == 0
    assert bb.odds(drawn, "DRAW", horizon=1) > F(1, 2)
    assert F(1, 2) < bb.odds(drawn, "ROLL_AGAIN_CARD", horizon=2) < 1


def test_worth_and_points_say_who_could_interrupt() -> None:
    g = position(tokens=(20, 0), scores=(2, 0), hands=(["+1"], []), stage="place",
                 lose_cards=(False, True))
    assert odds.worth(g).note == odds.points(g).note == odds.INTERRUPTED
    calm = position(tokens=(20, 0), hands=(["+1"], []), stage="place")
    assert odds.worth(calm).note == odds.points(calm).note == ""


def test_a_deck_is_not_put_into_a_game_that_has_been_dealt() -> None:
    s = bb.new("bonkers", seats=2, seed=1).state
    with pytest.raises(ValueError, match="deck: the cards are already dealt"):
        houserules.apply(s, {"deck": "directional"})
    with pytest.raises(ValueError, match="layout: the cards are already dealt"):
        houserules.apply(position(tokens=(20, 0), cards={3: "+1"}).state, {"layout": "standard"})
    houserules.apply(s, {"target": 5})
    assert s.target == 5


# -- by listing every way to play the turn

SMALL = {"size": 13, "start": 0, "score": [0, 5], "lose": 9, "go_to_lose": [],
         "printed": {"11": -3}}
FEW = {"EX": 2, "RA": 1, "+1": 1, "-2": 1, "+4": 1, "NS": 1, "-6": 1}
# Two Exchange cards and more on a ring of 13, an opponent where one often lands.
EXCHANGES = (
    {"tokens": (1, 5), "cards": {8: "+1", 4: "NS", 1: "EX"}, "hands": (["+4"], [])},
    {"tokens": (4, 7), "cards": {4: "EX", 1: "-6"}, "hands": (["NS"], [])},
    {"tokens": (9, 0), "cards": {4: "-6", 8: "NS", 1: "EX", 12: "EX"}, "hands": (["-2"], [])},
    {"tokens": (5, 0), "cards": {8: "EX", 1: "+4"}, "hands": (["EX"], []), "exchange": "must"},
)


@pytest.mark.parametrize("given", EXCHANGES)
@pytest.mark.parametrize("rule", [None, "SCORE_SPACE", "DOUBLE_SIX", "LOSE_SPACE", "ENTRAPMENT"])
def test_exact_odds_agree_with_every_way_to_exchange(given: dict, rule: str | None) -> None:
    g = position(layout=SMALL, deck=FEW, scores=(3, 1), **given)
    every = EveryWay(g.state, None if rule is None else state.Rule[rule])
    for choose in ("best", "worst", "random"):
        p = odds.points(g, choose=choose) if rule is None else \
            bb.odds(g, rule, horizon="turn", choose=choose)
        value = float(p.mean if rule is None else p)
        # At random every way counts, also where they are too many.
        assert not p.note or choose == "random"
        assert p.note or value == pytest.approx(every.worth(choose), abs=1e-8)


def test_where_too_much_is_left_out_the_answer_says_so_and_how_far_off_it_is(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "FEW_CARDS", 0)
    g = position(layout=SMALL, deck=FEW, scores=(3, 1), **EXCHANGES[2])
    truth = EveryWay(g.state, state.Rule.LOSE_SPACE).worth("best")
    hasty = chances.Turn(g.state, 0, effort=((None, 10), (1, 400)))
    played = hasty.played(state.Rule.LOSE_SPACE)
    left_out, bound = played.note.split("; ")
    assert left_out == "no more than one exchange a turn is followed"
    assert bound.startswith("with more it is at most ")
    assert float(played.value) < truth <= float(bound.split()[-2]) / 100 + 1e-4


def test_a_policy_that_comes_to_more_exchanges_than_are_followed_says_how_often() -> None:
    g = board(14)
    assert "EX" in g.cards.values()
    note = bb.odds(g, "SCORE_SPACE", horizon="turn", choose="random").note
    left_out, often = note.split("; ")
    assert left_out == "no more than one exchange a turn is followed"
    assert often.endswith(" % of turns come to one more")
    assert 0 < float(often.split()[0]) < 20
    assert bb.odds(g, "SCORE_SPACE", horizon="turn", choose="greedy").note == ""


def dealt(seed: int, house_rules: bool) -> bb.Game:
    """A position somewhere in a game played at random or well."""
    rng = random.Random(seed)
    options = random_options(rng) if house_rules else {}
    g = bb.new("bonkers", seats=rng.choice([2, 3, 4]), seed=seed, **options)
    policy = rng.choice(["random", "random", "allround"])
    for _ in range(rng.randrange(2, 160)):
        if g.is_over:
            return dealt(seed + 1000, house_rules)
        g = g.act(policy)
    return g


AIMS = (Aim(), Aim(sign=-1), Aim(state.Rule.DOUBLE_SIX), Aim(state.Rule.DOUBLE_SIX, -1),
        Aim(state.Rule.OCCUPIED), Aim(state.Rule.ENTRAPMENT), Aim(state.Rule.LOSE_SPACE, -1))
# Points on the way may win, which ends the turn, whatever was to be avoided in it.
NEAR = ("P1 20 7 -2 -2 RA | P2 9 10 -2 RA | P3 33 4 -2 +2 -2 | cards 0:EX 1:+2 10:-31 13:EX 14:-2"
        " 16:+2 17:+2 18:-2 22:+2 23:RA 24:-2 25:NS 26:NS 29:+2 31:+2 32:GS 33:+2 35:-2 36:EX"
        " 38:+2 39:NS 41:-31 | turn P2 | layout size 44; start 9; score 9 20; lose 30;"
        " printed 5:+3 8:-7 40:+21 | deck NS 3; GS 1; RA 3; EX 3; +2 9; -2 9; -31 2"
        " | entrapment_stop first | lose_card_windows before_roll")


@pytest.mark.parametrize("seed", [*range(8), NEAR])
def test_what_a_turn_is_worth_lies_below_what_it_is_taken_to_be_worth_at_most(
        seed: int | str) -> None:
    s = dealt(seed, True).state if isinstance(seed, int) else positions.read(seed)
    for aim, most in product(AIMS, (None, 1, 2)):
        graph = Graph(turn_of(s, max(s.turn, 0)), most=most)
        search = Search(graph, aim, None, True)
        search.solve(graph.root, 60)
        firsts = search.ceilings.of(graph.items)
        search.high = [-9.0 if aim.rule is None else min(0.0, aim.sign)] * len(graph.items)
        search._from_below()
        assert all(value <= first + 1e-7
                   for value, first in zip(search.high, firsts, strict=True))
        for number, form in enumerate(search.forms):
            if form is not None and (item := graph.items[number]).is_choice:
                bounds = search.ceilings.by_action(item, graph.actions(number))
                for leaf, bound in zip(graph.options(number).values(), bounds, strict=True):
                    worth, after = search.value_of(leaf)
                    if after < len(firsts):      # the others have just come up
                        assert worth + (after != THE_END and search.high[after]) <= bound + 1e-7


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("seed", range(12))
def test_what_was_played_once_is_what_the_rules_play_each_time(seed: int, turns: int) -> None:
    s = dealt(seed, True).state
    s.score[max(s.turn, 0)] = (0, 1, 3, s.target - 2, s.target - 1)[seed % 5] % s.target
    graph = Graph(turn_of(s, max(s.turn, 0)), turns, most=1)
    for number in range(120):
        if number == len(graph.items):
            break
        item = graph.items[number]
        if item.is_choice:
            found = graph.options(number).items()
        else:
            found = zip(rolls_or_draws(item), (leaf for _, leaf in graph.branches(number)),
                        strict=True)
        for way, leaf in found:
            before = graph.state(item)
            after, log = before.copy(), []
            if item.is_choice:
                rules.step(after, way, log)
            elif item.frame.stage == state.DRAW:
                rules.draw(after, way, log)
            else:
                rules.roll(after, *way, log)
            assert leaf.points == after.score[graph.seat] - before.score[graph.seat]
            cited = {entry[0] for entry in log if entry[1] == graph.seat}
            if leaf.item == THE_END:
                cited |= {state.Rule.DRAW} if after.stage == state.DRAW else set()
                assert after.turns == graph.last or after.stage in (state.DRAW, state.OVER)
            else:
                assert _told(graph.state(graph.items[leaf.item])) == \
                    _told(turn_of(after, graph.seat) if after.stage == state.ROLL else after)
            assert leaf.rules == sum(1 << rule for rule in cited)


def rolls_or_draws(item: Item) -> list[Any]:
    """What chance can do at an item, as the kernel takes it."""
    if item.frame.stage == state.DRAW:
        return [card for card, count in enumerate(item.frame.unseen) if count]
    return [(die1, die2) for die1, die2, _ in SUMS]


def _told(s: Any) -> list[Any]:
    """All of a state that a turn changes, but for the number of rolls."""
    hand = sorted(s.hand[s.turn])
    return [s.token, s.stage, s.card, hand, s.score, s.placed, s.trail, s.hops, s.left, s.turns,
            s.turn, s.rolled > 0, s.unseen, s.pile, s.die, s.asked, s.then]


# -- played many times


def played(g: bb.Game, choose: str, times: int, seed: int) -> tuple[dict[str, int], dict[int, int]]:
    """How often each rule takes effect in the mover's turn, and the points it makes."""
    rng = np.random.default_rng(seed)
    pick = random.Random(seed)
    weights = bb.engine.policy.Policy.of("bonkers", choose) if choose != "random" else None
    counts: dict[str, int] = {}
    made: dict[int, int] = {}
    start = alone(g.state)
    for _ in range(times):
        s, log = start.copy(), []
        while s.turns == start.turns and s.stage not in (state.DRAW, state.OVER):
            if s.stage == state.ROLL:
                rules.chance(s, rng, log)
            else:
                actions = np.zeros(rules.MAX_ACTIONS, np.int64)
                n = rules.legal_actions(s, actions)
                code = int(actions[pick.randrange(n)])
                if weights is not None:
                    view = bb.engine.position.Position(ruleset("bonkers"), s)
                    code = ruleset("bonkers").encode(s, weights.decide(view).action)
                rules.step(s, code, log)
        for name in {state.Rule(entry[0]).name for entry in log if entry[1] == start.turn}:
            counts[name] = counts.get(name, 0) + 1
        points = s.score[start.turn] - start.score[start.turn]
        made[points] = made.get(points, 0) + 1
    return counts, made


@pytest.mark.parametrize(("seed", "choose"), [(1, "random"), (2, "random"), (3, "greedy"),
                                              (4, "random"), (5, "greedy")])
def test_exact_odds_agree_with_playing(seed: int, choose: str) -> None:
    g, times = board(seed), 2500
    if choose == "random":        # which exchanges without end
        g = position(tokens=g.tokens, scores=g.scores, hands=g.hands,
                     cards={space: card for space, card in g.cards.items() if card != "EX"})
    counts, made = played(g, choose, times, seed)
    for rule in ("SCORE_SPACE", "LOSE_SPACE", "ENTRAPMENT", "DOUBLE_SIX", "OCCUPIED"):
        p = bb.odds(g, rule, horizon="turn", choose=choose)
        assert p.note == ""
        error = max((float(p) * (1 - float(p)) / times) ** 0.5, 1 / times)
        assert abs(counts.get(rule, 0) / times - p) < 4.5 * error, rule
    exact = odds.points(g, choose=choose) if choose == "random" else None
    if exact:
        for points, share in exact.items():
            error = max((float(share) * (1 - float(share)) / times) ** 0.5, 1 / times)
            assert abs(made.get(points, 0) / times - share) < 4.5 * error


@pytest.mark.parametrize("seed", [1, 2, 4, 5])
def test_playing_for_something_is_never_worse_than_otherwise(seed: int) -> None:
    g = board(seed)
    for rule in ("SCORE_SPACE", "LOSE_SPACE"):
        low, by_chance, high = (bb.odds(g, rule, horizon="turn", choose=choose)
                                for choose in ("worst", "random", "best"))
        assert low <= by_chance <= high
        assert bb.odds(g, rule) <= high
    means = [odds.points(g, choose=choose).mean for choose in ("worst", "random", "best")]
    assert means == sorted(means)
    assert odds.points(g).mean == odds.expected_points(g)


def test_a_seat_that_does_not_play_and_a_game_that_is_over() -> None:
    g = position(tokens=(20, 0))
    for ask in (odds.points, odds.expected_points, odds.chain, odds.expected_by_space):
        with pytest.raises(ValueError, match="P3"):
            ask(g, "P3")
        with pytest.raises(ValueError, match="odds of Bonkers"):
            ask(bb.new("parcheesi", seats=2, seed=1))
    over = position(tokens=(34, 0), scores=(11, 0)).roll(6, 6)
    assert dict(odds.points(over)) == {0: 1}
    assert odds.expected_points(over) == 0


# -- what the panel shows


def test_the_panel_the_grid_and_the_heat() -> None:
    g = position(tokens=(30, 24), scores=(2, 2), cards={35: "-4"}, hands=(["+1"], []))
    lines = {line.key: line for line in odds.panel(g)}
    assert lines["score"].p == bb.odds(g, "SCORE_SPACE")
    assert lines["score"].turn == bb.odds(g, "SCORE_SPACE", horizon="turn")
    assert lines["lose"].p == bb.odds(g, "LOSE_SPACE", choose="worst") == 0
    rolls = odds.rolls_by_outcome(g)
    assert len(rolls) == 36
    assert (rolls[3, 3], rolls[2, 3], rolls[6, 6]) == ("scores", "places", "double six")
    own = odds.landings(g, "own")
    assert own["36"] == F(5, 36)
    assert own["31"] == own["35"] == F(4, 36)     # over the card on 35, or not at all
    assert "27" not in own
    theirs = odds.landings(g)
    assert theirs["27"] == F(2, 36)
    assert theirs["31"] == F(8, 36)               # by 7, and by 11 over the card on 35
    with pytest.raises(ValueError, match="opponents"):
        odds.landings(g, "all")
    over = position(tokens=(34, 0), scores=(11, 0)).roll(6, 6)
    assert odds.panel(over) == []
    assert odds.rolls_by_outcome(over) == {}
    assert odds.landings(over) == {}


@pytest.mark.parametrize("seed", range(30))
def test_every_question_has_an_answer_at_every_stage(
        seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = ((None, 60), (2, 40), (1, 100))
    monkeypatch.setattr(chances.Turn.__init__, "__defaults__", (1, hasty))
    monkeypatch.setattr(odds, "QUICK", hasty)
    g = dealt(seed, seed % 2 == 0)
    for line in odds.panel(g):
        for p in (line.p, line.turn):
            assert 0 <= p <= 1
            assert not p.outcomes or sum(weight for _, weight in p.outcomes) == p
    assert len(odds.rolls_by_outcome(g)) in (0, 36)
    for who in ("own", "opponents"):
        assert all(0 < p <= 1 for p in odds.landings(g, who).values())
    if g.mover:
        best, worst = odds.points(g), odds.points(g, choose="worst")
        assert sum(best.values()) == sum(worst.values()) == 1
        assert best.mean == odds.expected_points(g)
        for now, following in odds.worth(g).values():
            assert now >= -1
            assert following is None or following >= -1
        found = odds.chain(g)
        assert all(sum(found.row(space).values()) == 1 for space in found.states)
        assert len(odds.expected_by_space(g)) == g.state.size


# -- the board as a chain


def test_each_row_of_the_chain_is_what_a_turn_leads_to() -> None:
    g = board(7)
    g = position(tokens=g.tokens, cards={k: c for k, c in g.cards.items() if c != "EX"})
    found = odds.chain(g)
    here = g.tokens[0]
    rng = np.random.default_rng(0)
    counts: dict[int, int] = {}
    for _ in range(2500):
        s = alone(g.state)
        while s.turns == g.state.turns:
            rules.chance(s, rng, None)
        counts[s.token[0]] = counts.get(s.token[0], 0) + 1
    row = found.row(here)
    assert set(counts) <= set(row)
    for space, share in row.items():
        assert abs(counts.get(space, 0) / 2500 - share) < 4.5 * max(
            (float(share) / 2500) ** 0.5, 1 / 2500)


def test_a_card_changes_where_a_token_is_in_the_long_run() -> None:
    bare = odds.chain(position(tokens=(20, 1)))
    # Those that send a token away, or hold the opponent, are never rested on.
    assert set(bare.states) == set(range(55)) - {13, 46, 52, 1}
    assert bare.stationary()[27] == max(bare.stationary().values())
    well = odds.chain(position(tokens=(20, 1), cards={
        27 + n: f"-{n}" for n in (2, 3, 4, 5, 6, 10)}))
    assert well.stationary()[27] > 2 * bare.stationary()[27]


def test_expected_points_by_space() -> None:
    found = odds.expected_by_space(position(tokens=(20, 0), scores=(2, 0)))
    assert found[20] == F(1, 36) - F(6, 36)
    assert found[29] == F(1, 36) + F(6, 36)
    assert len(found) == 55


def test_a_seat_out_of_turn_is_asked_as_if_it_had_the_turn() -> None:
    g = position(tokens=(20, 29), scores=(2, 2))
    assert bb.odds(g, "SCORE_SPACE", seat="P2") == F(6, 36)
    s = turn_of(g.state, 1)
    assert (s.turn, s.stage, s.rolled) == (1, state.ROLL, 0)
    assert positions.read(g.position).turn == 0
    assert policies.expected_points(s, 1, 29) == pytest.approx(1 / 36 + 6 / 36)
