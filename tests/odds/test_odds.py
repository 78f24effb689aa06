"""Exact odds: against a brute force over Game, against known answers, against simulation."""

import random
from fractions import Fraction

import pytest

import bonkbook as bb
from bonkbook.engine import twin
from bonkbook.engine.ruleset import ruleset
from bonkbook.parcheesi import odds
from bonkbook.parcheesi.kernel.state import NEST
from bonkbook.parcheesi.odds import chances
from tests.parcheesi.random_positions import random_line, some_options

QUESTIONS = ["ENTER_ON_FIVE", "CAPTURE", "EXACT_COUNT", "BLOCKADE", "ROLL_AGAIN",
             "THREE_DOUBLES", "HOME_PATH", "NO_LEGAL_MOVE"]
INCLUDED = {"CAPTURE": {"CAPTURE", "ENTRY_CAPTURE"}}


def middle_of_a_game(seed, plays, **options):
    game = bb.new("parcheesi", seats=4, seed=seed, **options)
    while game.actor and (len(game.history) < plays or game.actor != "chance"):
        game = game.act("hunter")
    return game


def brute_force(game, rule, want):
    """The chance by the next roll, walking Games action by action."""
    seat, turns = game.mover, game.state.turns

    def value(now):
        if any(e.rule in INCLUDED.get(rule, {rule}) and e.seat == seat for e in now.events):
            return 1
        if now.actor != seat or now.state.turns != turns:
            return 0
        return want(value(now.play(action)) for action in now.legal())

    return sum(p * value(game.play(roll)) for roll, p in game.chances())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", QUESTIONS)
def test_a_roll_as_by_brute_force(seed, rule):
    game = middle_of_a_game(seed, 60 + 40 * seed)
    assert bb.odds(game, rule) == brute_force(game, rule, max)
    assert bb.odds(game, rule, choose="worst") == brute_force(game, rule, min)


@pytest.mark.parametrize("seed", range(6))
def test_a_roll_as_by_brute_force_under_house_rules(seed):
    # four dice have too many orders of play for the brute force
    rng = random.Random(seed)
    line = random_line(rng, some_options(rng) | {"doubles14": "no"}, mid_roll=False)
    game = bb.position("parcheesi", line)
    for rule in rng.sample(QUESTIONS, 2):
        assert bb.odds(game, rule) == brute_force(game, rule, max), line
        assert bb.odds(game, rule, choose="worst") == brute_force(game, rule, min), line


@pytest.mark.parametrize("choose", ["hunter", "random", "cautious"])
def test_a_policy_by_simulation(choose):
    game = middle_of_a_game(5, 120)
    for horizon in ("roll", "turn"):
        exact = bb.odds(game, "BLOCKADE", horizon, choose=choose)
        results = bb.simulate(game, 4000, policies=choose, horizon=horizon, seed=2)
        assert results.share("BLOCKADE", game.mover).agrees_with(exact), (exact, results)


def test_random_is_the_mean_over_legal_actions():
    game = bb.parcheesi.position(red="20 N N N", green="24 N N N", turn="red")
    # only the pawn on 20 can capture on 24: by a 4, or by 1 3, 3 1, 2 2; with 4 and another
    # number a coin decides which die comes first, and 4 second passes by
    assert bb.odds(game, "CAPTURE", choose="random") < bb.odds(game, "CAPTURE")


def test_known_answers():
    game = bb.new("parcheesi", seats=4, first="red")
    leave = bb.odds(game, "ENTER_ON_FIVE")
    assert leave == Fraction(15, 36)
    assert {roll.dice for roll, _ in leave.outcomes} == {
        (a, b) for a in range(1, 7) for b in range(1, 7) if 5 in (a, b) or a + b == 5}
    assert bb.odds(game, "ROLL_AGAIN") == Fraction(1, 6)
    assert bb.odds(game, "THREE_DOUBLES", "turn") == Fraction(1, 216)
    assert bb.odds(game, "ENTER_ON_FIVE", "turn") == by_hand()


def by_hand():
    """Leaving the nest in a turn, all in the nest: no doubles but 5 5 help, and two re-roll."""
    five_without_doubles, doubles_without_five = Fraction(14, 36), Fraction(5, 36)
    last = five_without_doubles                 # third roll: doubles bring the penalty
    second = five_without_doubles + Fraction(1, 36) + doubles_without_five * last
    return five_without_doubles + Fraction(1, 36) + doubles_without_five * second


def test_several_turns_multiply_where_nothing_changes():
    game = bb.new("parcheesi", seats=2, first="red")
    once = bb.odds(game, "ENTER_ON_FIVE", "turn")
    assert bb.odds(game, "ENTER_ON_FIVE", 3) == 1 - (1 - once) ** 3


def test_leave_nest_tells_the_story():
    story = odds.leave_nest()
    assert (story.by_die, story.by_sum, story.in_all) == (
        Fraction(11, 36), Fraction(4, 36), Fraction(15, 36))
    assert story.rolls.mean == Fraction(12, 5)
    assert story.turns.mean == 1 / by_hand()
    free = [c for c in story.changes if c.situation == "the entry is free, trying to stay in"]
    assert {c.option: (c.before, c.after) for c in free} == {
        "must_enter=never": (Fraction(15, 36), 0), "must_enter=capture_only": (Fraction(15, 36), 0)}


@pytest.mark.parametrize("rule", ["CAPTURE", "BLOCKADE"])
def test_interpreted_as_compiled(rule, monkeypatch):
    game = middle_of_a_game(3, 150)
    expected = bb.odds(game, rule)
    monkeypatch.setattr(chances, "fastest", twin.interpreted)
    assert bb.odds(game, rule) == expected


def test_risks_are_captures_by_the_opponents():
    game = bb.parcheesi.position(red="20 N N N", blue="16 N N N", turn="red")
    risk = odds.risks(game)["red", 0]
    hunt = bb.odds(game, "CAPTURE", "turn", seat="blue")
    # of the whole turn the second re-roll is left out, less than a chance of 1 in 36
    assert hunt - Fraction(1, 36) < risk <= hunt
    other = bb.odds(game, "CAPTURE", "turn", seat="red")
    assert other - Fraction(1, 36) < odds.risks(game)["blue", 0] <= other


def test_safe_pawns_run_no_risk_but_on_an_opponents_entry():
    game = bb.parcheesi.position(red="29 22 N N", green="N N N N", blue="28 N N N", turn="green")
    risks = odds.risks(game)
    assert risks["red", 0] == 0
    assert risks["red", 1] >= Fraction(15, 36)


def test_landings_of_a_lone_pawn_are_its_dice_and_sums():
    game = bb.parcheesi.position(red="30 X X X", blue="N N N N", turn="red")
    landings = odds.landings(game, "own")
    assert landings["31"] == Fraction(11, 36)
    assert landings["37"] == Fraction(6, 36)
    assert landings["42"] == Fraction(1, 36)


def test_rolls_by_outcome_cover_the_36():
    what = odds.rolls_by_outcome(bb.new("parcheesi", first="red"))
    assert len(what) == 36
    assert sum(w == "leaves the nest" for w in what.values()) == 15


def test_panel_asks_the_same_questions():
    game = middle_of_a_game(2, 100)
    for line in odds.panel(game):
        rule = next(rule for key, _, rule in odds.QUESTIONS if key == line.key)
        assert line.p == bb.odds(game, rule)
        assert line.turn is None or line.turn >= line.p


@pytest.mark.parametrize(("arguments", "hint"), [
    (("CAPTUR",), "CAPTURE"), (("CAPTURE", "rol"), "horizon"), (("CAPTURE", 0), "horizon"),
    (("CAPTURE", "roll", "pink"), "seat"), (("CAPTURE", "roll", "red", "bets"), "policy"),
])
def test_bad_questions_get_an_answer_that_helps(arguments, hint):
    with pytest.raises(ValueError, match=hint):
        bb.odds(bb.new("parcheesi", first="red"), *arguments)


@pytest.mark.parametrize(("rule", "hint"), [
    ("MUST_ENTER", "ask ENTER_ON_FIVE, or why_not"), ("SAFE_SPACE", "ask CAPTURE, or why_not"),
    ("USE_BOTH", "NO_LEGAL_MOVE"), ("BREAK_BLOCKADE", "ask BLOCKADE"), ("SEATS", "ENTER_ON_FIVE"),
    ("MUST_ENTE", "did you mean 'ROLL'|did you mean 'CAPTURE'|one of: |did you mean 'ENTER_ON"),
])
def test_a_rule_that_only_forbids_has_no_odds(rule, hint):
    with pytest.raises(ValueError, match=hint) as caught:
        bb.odds(bb.new("parcheesi", first="red"), rule)
    assert "did you mean 'MUST_ENTER'" not in str(caught.value)


@pytest.mark.parametrize("game", ["parcheesi", "bonkers"])
def test_rules_that_happen_are_those_that_games_cite(game):
    cited = set()
    for seats in (2, 4):
        results = bb.simulate(game, 300, seats=seats, seed=1)
        for rule, entry in ruleset(game).rule_book.items():
            if entry.happens and results.tally(rule).value > 0:
                cited.add(rule)
        by_number = results._sums.tallies[0].sum(axis=1)
    names = {rule.name for rule in ruleset(game).rules.Rule if by_number[rule]}
    happening = {name for name, entry in ruleset(game).rule_book.items() if entry.happens}
    # After a turn's 1,000th roll; test_endings.py brings it about.
    assert names <= happening == cited | ({"ROLL_LIMIT"} & happening)


@pytest.mark.parametrize("thing", ["parcheesi", None, 3, "red .. | blue .. | turn red"])
def test_what_is_no_position_has_no_odds(thing):
    with pytest.raises(TypeError, match="a Game, such as"):
        bb.odds(thing, "CAPTURE")


def test_asking_changes_nothing():
    game = middle_of_a_game(1, 80)
    before = game.position
    bb.odds(game, "CAPTURE", "turn")
    odds.risks(game), odds.landings(game), odds.panel(game)
    assert game.position == before
    assert NEST == -1


OVER = {
    "parcheesi": lambda: bb.parcheesi.position(
        red="X X X H5", green="30 40 N N", turn="red", dice=(2, 5)).play("move d 2"),
    "bonkers": lambda: bb.bonkers.position(tokens=(34, 20), scores=(11, 3)).roll(6, 6),
    "bonk": lambda: bb.new("bonk", seats=2, seed=1, contracts=["1s-7"]).finish("elisabot"),
}


@pytest.mark.parametrize("game", OVER)
def test_nothing_happens_once_the_game_is_over(game):
    over = OVER[game]()
    assert over.is_over
    for rule in (name for name, entry in over.ruleset.rule_book.items() if entry.happens):
        for seat in (None, *over.seats):
            for horizon in ("roll", "turn", 2):
                chance = bb.odds(over, rule, horizon, seat)
                assert chance == 0 and chance.note == "the game is over", (rule, seat, horizon)
    with pytest.raises(ValueError, match="no rule"):
        bb.odds(over, "CAPTUR")
    with pytest.raises(ValueError, match="no seat"):
        bb.odds(over, rule, seat="pink")
    with pytest.raises(ValueError, match="a horizon is"):
        bb.odds(over, rule, "game")
    with pytest.raises(ValueError, match="no policy"):
        bb.odds(over, rule, choose="bets")


def test_the_board_of_bonkers_is_a_chain_also_once_the_game_is_over():
    over = OVER["bonkers"]()
    for seat, token in (("P1", 34), ("P2", 20)):
        same = bb.bonkers.position(tokens=over.tokens, scores=(5, 5), turn=int(seat == "P2"))
        chain = bb.bonkers.odds.chain(over, seat)
        assert dict(chain.row(token)) == dict(bb.bonkers.odds.chain(same).row(token))
        assert bb.bonkers.odds.expected_by_space(over, seat) \
            == bb.bonkers.odds.expected_by_space(same)


@pytest.mark.parametrize("choose", ["best", "worst"])
@pytest.mark.parametrize("line", [
    "red 10 20 30 N | blue 12 26 44 N | turn red", "red H4 H5 60 X | blue 3 26 44 N | turn red",
    "red 10 20 30 40 | blue 12 26 H2 X | turn red | doubles 1 | doubles14 yes"])
def test_positions_that_are_kept_change_no_chance(line: str, choose: str) -> None:
    s = bb.position("parcheesi", line).state
    for rule in ("CAPTURE", "EXACT_COUNT", "BLOCKADE"):
        keeping = chances.Tree(chances.goal_of(rule, 0), 2, choose)
        without = chances.Tree(chances.goal_of(rule, 0), 2, choose)
        without.kept[2][0] = without.reach.MOST_KNOWN      # there is no room for any
        both = [[value for *_, value in tree.by_roll(s)] for tree in (keeping, without)]
        assert both[0] == both[1]
        assert 0 < keeping.kept[2][0] < keeping.reach.MOST_KNOWN
        assert keeping.left >= without.left


def test_rolls_are_left_out_where_a_turn_can_be_played_in_too_many_ways() -> None:
    g = bb.position("parcheesi", "red 10 20 30 40 | blue 12 26 H2 X | turn red | doubles14 yes")
    s, notes = g.state, []
    for most in (chances.MOST_PLAYS, 200_000, 1):
        found = chances.chance(s, "CAPTURE", 0, 3, most=most)
        notes.append(found.note)
        assert found >= bb.odds(g, "CAPTURE", "roll")
    assert notes[-1] == "a turn's rolls after the first are left out"
    assert found == bb.odds(g, "CAPTURE", "roll")
