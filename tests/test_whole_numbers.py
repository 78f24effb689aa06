"""Whole numbers at every public entry: Python's and NumPy's alike, truth values and 3.0 refused.

Every parameter of the public signatures that takes a whole number must be tried here: a new one
fails the first test until a line is added for it.
"""

import importlib
import inspect
import re
from fractions import Fraction

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk import odds as bonk_odds
from bonkbook.bonk.odds import worlds
from bonkbook.engine import twin
from bonkbook.figures import board, chain, charts, dice
from bonkbook.probability import Chain, DiceRun, Distribution, Estimate, Geometric, P, deals
from bonkbook.probability import dice as events

MODULES = [f"bonkbook{name}" for name in (
    "", ".parcheesi", ".bonkers", ".bonk", ".parcheesi.odds", ".bonkers.odds", ".bonk.odds",
    ".bonk.odds.worlds", ".probability", ".probability.deals", ".probability.dice", ".lessons",
    ".figures.board", ".figures.chain", ".figures.dice", ".figures.charts",
    ".widgets.dice_lab",
)]

MADE_BY_US = {  # by nobody else
    "Game.__init__", "answer", "chance", "Out.__init__", "BonkOrNot.__init__", "PlayedOn.__init__",
    "ExpressionError.__init__", "Term.__init__", "InclusionExclusion.__init__", "Grid.__init__",
    "resting",
}

D6 = Distribution.of(range(1, 7))
FIVE = events.dice_event("a = 5")
COINS = Chain.explore(0, lambda n: {n + 1: "1/2", 0: "1/2"} if n < 2 else {n: 1})
TINY = deals.Deck(ranks=5, suits=2, copies=2)
RED = {"red": "N N 20 30", "turn": "red"}
HANDS = ("7h 7c 7s 9d 9s Ks 3c", "3h")
HELD = "7h 7c 2d Ah As Ac 9s"


def first_of(view, legal):
    return legal[0]


def game():
    return bb.new("parcheesi", seed=1, first="red")


def hand():
    return bb.bonk.position(round=1, hands=HANDS, discards="4c")


def simulated(**options):
    options = {"games": 2, "turn_limit": 2, "policies": first_of} | options
    return bb.simulate("parcheesi", **options)


def lab():
    return bb.dice_lab(seed=1, revealed=True)


def bonkers(**fields):
    return bb.bonkers.position(**{"tokens": (20, 0), "scores": (2, 0), "turn": 0} | fields).position


def bonk(**fields):
    return bb.bonk.position(**{"round": 1, "hands": HANDS, "discards": "4c"} | fields).position


def claims(**fields):
    fields = {"stage": "claims", "turn": "P2", "discards": "7d"} | fields
    return bb.bonk.position(round=2, hands=("9h", "Kd", "7h 7c 4s 5s 6s Qd", "4d"),
                            **fields)


def run(seed=1, times=20):
    made = DiceRun(FIVE, seed=seed)
    made.roll(times)
    return made


def lab_after(name, value):
    made = lab()
    if name == "guess":
        made.again()
    getattr(made, name)(value)
    return made.bench.said, made.bench.guessed, made.bench.run.rolls


# each public parameter that takes a whole number: a call with it, and a number that is possible
CALLS = {
    "Position.figure.width": (lambda n: game().figure(width=n).layout.width, 100),
    "Position.svg.width": (lambda n: game().svg(width=n), 100),
    "Game.finish.turn_limit": (lambda n: game().finish(turn_limit=n), 1),
    "Game.roll.dice": (lambda n: game().roll(n, n), 3),
    "Game.undo.plays": (lambda n: game().roll(1, 2).undo(n), 1),
    "new.seats": (lambda n: bb.new("parcheesi", n, seed=1), 3),
    "new.seed": (lambda n: bb.new("parcheesi", seed=n), 5),
    "position.seed": (lambda n: bb.position("parcheesi", game().position, seed=n).seed, 5),
    "odds.horizon": (lambda n: bb.odds(game(), "ENTER_ON_FIVE", n), 1),
    "simulate.games": (lambda n: simulated(games=n), 2),
    "simulate.seats": (lambda n: simulated(seats=n), 3),
    "simulate.seed": (lambda n: simulated(seed=n), 5),
    "simulate.horizon": (lambda n: simulated(horizon=n, seats=2), 1),
    "simulate.turn_limit": (lambda n: simulated(turn_limit=n), 2),
    "Move.__init__.pawn": (lambda n: bb.parcheesi.Move(n, 3), 2),
    "Move.__init__.die": (lambda n: bb.parcheesi.Move("c", n), 3),
    "parcheesi.position.dice": (lambda n: bb.parcheesi.position(**RED, dice=n).position, 5),
    "parcheesi.position.seed": (lambda n: bb.parcheesi.position(**RED, seed=n).seed, 5),
    "Draw.__init__.card": (lambda n: bb.bonkers.Draw(n), 5),
    "Place.__init__.card": (lambda n: bb.bonkers.Place(n), 5),
    "Take.__init__.space": (lambda n: bb.bonkers.Take(n), 34),
    "bonkers.position.tokens": (lambda n: bonkers(tokens=(n, 0)), 20),
    "bonkers.position.scores": (lambda n: bonkers(scores=(n, 0)), 2),
    "bonkers.position.cards": (lambda n: bonkers(cards={n: "-3"}), 24),
    "bonkers.position.turn": (lambda n: bonkers(turn=n), 1),
    "bonkers.position.pile": (lambda n: bonkers(pile=n), 3),
    "bonkers.position.dice": (lambda n: bonkers(dice=(n, 1), stage="before_move", asked=1,
                                                lose_cards=(False, True)), 3),
    "bonkers.position.asked": (lambda n: bonkers(asked=n, dice=(3, 1), stage="before_move",
                                                 lose_cards=(False, True)), 1),
    "bonkers.position.rolled": (lambda n: bonkers(rolled=n), 0),
    "bonkers.position.seed": (lambda n: bb.bonkers.position((20, 0), seed=n).seed, 5),
    "Contract.__init__.sets": (lambda n: bb.bonk.Contract(n, 1), 2),
    "Contract.__init__.runs": (lambda n: bb.bonk.Contract(1, n), 2),
    "Contract.__init__.long_run": (lambda n: bb.bonk.Contract(1, 1, long_run=n), 7),
    "Contract.__init__.hand": (lambda n: bb.bonk.Contract(1, 1, hand=n), 9),
    "LayOff.__init__.meld": (lambda n: bb.bonk.LayOff("7s", n), 1),
    "can_reveal.round": (lambda n: bb.bonk.can_reveal(HELD, n), 1),
    "check_contract.round": (lambda n: bb.bonk.check_contract(n, ["7h 7c 2d"]), 1),
    "iter_reveals.round": (lambda n: list(bb.bonk.iter_reveals(HELD, n)), 1),
    "reveals.round": (lambda n: bb.bonk.reveals(HELD, n), 1),
    "reveals.limit": (lambda n: bb.bonk.reveals(HELD, 1, limit=n), 1),
    "bonk.position.turn": (lambda n: bonk(turn=n), 1),
    "bonk.position.round": (lambda n: bonk(round=n), 2),
    "bonk.position.melds": (lambda n: bonk(melds=[(n, "8h 8d 8c")]), 1),
    "bonk.position.scores": (lambda n: bonk(scores=(n, 0)), 5),
    "bonk.position.opener": (lambda n: bonk(opener=n), 1),
    "bonk.position.claimant": (lambda n: claims(stage="answer", claimant=n).position, 2),
    "bonk.position.heard": (lambda n: claims(heard={n: "pass"}).position, 2),
    "bonk.position.discarder": (lambda n: claims(discarder=n).position, 0),
    "bonk.position.rounds_won": (lambda n: bonk(round=2, rounds_won=(n, 0)), 1),
    "bonk.position.dry": (lambda n: bonk(dry=n), 0),
    "bonk.position.first_lap": (lambda n: bonk(first_lap=n), 0),
    "bonk.position.seed": (lambda n: bb.bonk.position(HANDS, seed=n).seed, 5),
    "by_draw.draws": (lambda n: bonk_odds.by_draw(hand(), n, 2), 1),
    "by_draw.games": (lambda n: bonk_odds.by_draw(hand(), 1, n), 2),
    "by_draw.seed": (lambda n: bonk_odds.by_draw(hand(), 1, 2, n), 2),
    "complete_within.draws": (lambda n: bonk_odds.complete_within(hand(), n, 2), 1),
    "complete_within.games": (lambda n: bonk_odds.complete_within(hand(), 1, n), 2),
    "complete_within.seed": (lambda n: bonk_odds.complete_within(hand(), 1, 2, n), 2),
    "deal.round": (lambda n: bonk_odds.deal(n), 1),
    "deal.games": (lambda n: bonk_odds.deal(7, games=n), 3),
    "deal.seed": (lambda n: bonk_odds.deal(7, games=3, seed=n), 3),
    "play_on.games": (lambda n: worlds.play_on(claims(), ["pass"], games=n), 2),
    "play_on.seed": (lambda n: worlds.play_on(claims(), ["pass"], games=2, seed=n), 2),
    "Chain.after.steps": (lambda n: COINS.after(n, 0), 3),
    "Chain.turns.steps": (lambda n: COINS.turns(n, 0), 3),
    "Chain.within.steps": (lambda n: COINS.within(n, 0), 3),
    "Chain.explore.limit": (lambda n: Chain.explore(0, lambda s: {s: 1}, n), 3),
    "DiceRun.__init__.seed": (lambda n: run(seed=n), 3),
    "DiceRun.roll.times": (lambda n: run(times=n), 30),
    "Distribution.repeat.times": (lambda n: D6.repeat(n), 3),
    "Estimate.__init__.n": (lambda n: Estimate(0.5, 0.1, n).n, 9),
    "Estimate.of_frequency.hits": (lambda n: Estimate.of_frequency(n, 90), 9),
    "Estimate.of_frequency.n": (lambda n: Estimate.of_frequency(5, n), 9),
    "Estimate.of_moments.n": (lambda n: Estimate.of_moments(n, 16.0, 72.0), 4),
    "Geometric.distribution.longest": (lambda n: Geometric(P(1, 6)).distribution(n), 4),
    "Geometric.exactly.trials": (lambda n: Geometric(P(1, 6)).exactly(n), 40),
    "Geometric.figure.longest": (lambda n: str(Geometric(P(1, 6)).figure(n)), 4),
    "Geometric.longer_than.trials": (lambda n: Geometric(P(1, 6)).longer_than(n), 40),
    "Geometric.within.trials": (lambda n: Geometric(P(1, 6)).within(n), 40),
    "P.__new__.numerator": (lambda n: P(n), 1),
    "P.__new__.denominator": (lambda n: (1 - P(1, n)) ** 24, 36),
    "Deck.__init__.ranks": (lambda n: deals.Deck(ranks=n), 7),
    "Deck.__init__.suits": (lambda n: deals.Deck(suits=n), 3),
    "Deck.__init__.copies": (lambda n: deals.Deck(copies=n), 3),
    "a_set.n": (lambda n: deals.a_set(n), 7),
    "a_set.size": (lambda n: deals.a_set(7, size=n), 4),
    "drawn.good": (lambda n: deals.drawn(n, 7, 104), 60),
    "drawn.n": (lambda n: deals.drawn(60, n, 104), 7),
    "drawn.total": (lambda n: deals.drawn(60, 7, n), 104),
    "drawn_of.groups": (lambda n: deals.drawn_of({"a": n, "b": 60}, 7), 44),
    "drawn_of.n": (lambda n: deals.drawn_of({"a": 44, "b": 60}, n), 7),
    "inclusion_exclusion.n": (lambda n: deals.inclusion_exclusion(n), 9),
    "inclusion_exclusion.size": (lambda n: deals.inclusion_exclusion(9, size=n), 4),
    "melds.n": (lambda n: bonk_odds.melds(n, 1, 1, TINY), 7),
    "melds.sets": (lambda n: bonk_odds.melds(8, n, 1, TINY), 1),
    "melds.runs": (lambda n: bonk_odds.melds(8, 1, n, TINY), 1),
    "of_a_rank.k": (lambda n: deals.of_a_rank(n, 7), 3),
    "of_a_rank.n": (lambda n: deals.of_a_rank(3, n), 7),
    "profiles.n": (lambda n: deals.profiles(n), 7),
    "sets.n": (lambda n: deals.sets(n), 7),
    "sets.how_many": (lambda n: deals.sets(7, n), 2),
    "sets.size": (lambda n: deals.sets(7, 1, size=n), 4),
    "wilds.n": (lambda n: deals.wilds(n), 7),
    "wilds_for_sets.counts": (lambda n: deals.wilds_for_sets((n, 2)), 2),
    "wilds_for_sets.how_many": (lambda n: deals.wilds_for_sets((3, 2), n), 2),
    "wilds_for_sets.size": (lambda n: deals.wilds_for_sets((3, 2), 1, n), 4),
    "board_figure.width": (lambda n: board.board_figure(game().scene(), width=n).layout.width, 99),
    "update_board.width": (lambda n: board.update_board(game().figure(), game().scene(), width=n),
                           99),
    "matrix_figure.height": (lambda n: chain.matrix_figure(COINS, height=n).layout.height, 99),
    "turns_figure.turns": (lambda n: str(chain.turns_figure(COINS, 0, turns=n)), 3),
    "turns_figure.height": (lambda n: chain.turns_figure(COINS, 0, height=n).layout.height, 99),
    "dice_grid.height": (lambda n: dice.dice_grid(FIVE, height=n).layout.height, 99),
    "distribution_figure.height": (
        lambda n: charts.distribution_figure(D6, height=n).layout.height, 99),
    "outcomes_figure.height": (
        lambda n: charts.outcomes_figure(D6.cdf(2), height=n).layout.height, 99),
    "comparison_figure.counts": (
        lambda n: str(charts.comparison_figure(D6, {1: n})), 9),
    "comparison_figure.height": (
        lambda n: charts.comparison_figure(D6, {1: 3}, height=n).layout.height, 99),
    "convergence_figure.running": (
        lambda n: str(charts.convergence_figure([(1, 1.0), (n, 0.5)], P(1, 2))), 9),
    "convergence_figure.height": (
        lambda n: charts.convergence_figure([(9, 0.5)], P(1, 2), height=n).layout.height, 99),
    "curves_figure.height": (
        lambda n: charts.curves_figure({"up": {0: 0, 1: 1}}, height=n).layout.height, 99),
    "band.first": (lambda n: charts.band(P(1, 2), n, 90), 9),
    "band.last": (lambda n: charts.band(P(1, 2), 9, n), 90),
    "band.points": (lambda n: charts.band(P(1, 2), 9, 90, n), 9),
    "at_least_one.face": (lambda n: events.at_least_one(n), 3),
    "exactly_one.face": (lambda n: events.exactly_one(n), 3),
    "sum_is.total": (lambda n: events.sum_is(n), 7),
    "by_die_or_sum.number": (lambda n: events.by_die_or_sum(n), 5),
    "difference_is.number": (lambda n: events.difference_is(n), 3),
    "dice_lab.seed": (lambda n: bb.dice_lab(seed=n).roll(9), 3),
    "DiceLab.guess.count": (lambda n: lab_after("guess", n), 3),
    "DiceLab.roll.times": (lambda n: lab_after("roll", n), 30),
    "DiceLab.mark.roll": (lambda n: lab_after("mark", (n, 1)), 3),
}


def public_functions():
    """Every public function and method, once."""
    for module in map(importlib.import_module, MODULES):
        shown = getattr(module, "__all__", None) or [
            name for name, found in vars(module).items()
            if not name.startswith("_") and getattr(found, "__module__", "") == module.__name__
        ]
        for found in (getattr(module, name) for name in shown):
            if inspect.isfunction(found):
                yield module, found
            elif inspect.isclass(found):
                for name in dir(found):
                    method = inspect.getattr_static(found, name)
                    method = getattr(method, "__func__", method)
                    ours = getattr(method, "__module__", "") or ""
                    if inspect.isfunction(method) and ours.startswith("bonkbook") and (
                            not name.startswith("_") or name in ("__init__", "__new__")):
                        yield module, method


def whole_parameters():
    """The names of all public parameters that take whole numbers."""
    found = set()
    for module, function in public_functions():
        name = function.__qualname__
        if name == "position" and module is not bb:
            name = f"{module.__name__.rpartition('.')[2]}.position"
        found |= {f"{name}.{p.name}" for p in inspect.signature(function).parameters.values()
                  if "int" in re.findall(r"\w+", str(p.annotation)) and name not in MADE_BY_US}
    return found


def test_every_public_whole_number_is_tried_here():
    functions = events.at_least_one, events.sum_is       # not in __all__, and yet used
    assert all(f"{f.__name__}." in " ".join(CALLS) for f in functions)
    extra = {key for key in CALLS if key.split(".")[0] in vars(events)}
    assert whole_parameters() | extra == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_whole_numbers_of_numpy_are_taken_and_nothing_else(name, monkeypatch):
    monkeypatch.setattr(twin, "is_warm", lambda game: False)     # interpreted, whatever was played
    call, number = CALLS[name]
    right = repr(call(number))
    for kind in (np.int64, np.int8, np.uint8):
        assert repr(call(kind(number))) == right
    for wrong in (True, np.True_, float(number), np.float64(number), number + 0.5):
        with pytest.raises((ValueError, TypeError)):
            call(wrong)


# --- arithmetic ---------------------------------------------------------------------------

SIXTH = P(np.int64(1), np.int64(6))


def test_a_probability_made_of_numpy_numbers_is_exact():
    p = P(np.int64(1), np.int64(36))
    assert f"{float(1 - (1 - p) ** 24):.4f}" == "0.4914"
    assert hash(p) == hash(Fraction(1, 36))
    assert P(Fraction(np.int64(1), np.int64(36))) == p
    assert type(P(Fraction(np.int64(1), np.int64(36))).numerator) is int
    assert str(P(np.str_("1/2"))) == "1/2 = 50.0 %"


@pytest.mark.parametrize("n", [np.int64(2), np.int8(2), np.uint8(2), np.array(2)])
def test_arithmetic_with_numpy_numbers_is_as_with_pythons(n):
    for made, right in ((SIXTH * n, Fraction(1, 3)), (n * SIXTH, Fraction(1, 3)),
                        (SIXTH + n, Fraction(13, 6)), (n + SIXTH, Fraction(13, 6)),
                        (n - SIXTH, Fraction(11, 6)), (SIXTH - n, Fraction(-11, 6)),
                        (SIXTH / n, Fraction(1, 12)), (n / SIXTH, Fraction(12)),
                        (SIXTH**n, Fraction(1, 36))):
        assert made == right and type(made) is Fraction
        assert type(made.numerator) is type(made.denominator) is int
    assert SIXTH ** np.int64(40) == Fraction(1, 6**40)
    for compared, right in ((n > SIXTH, True), (n >= SIXTH, True), (n < SIXTH, False),
                            (n <= SIXTH, False), (n == SIXTH, False), (P(1) == n // 2, True)):
        assert bool(compared) is right
    assert P(1, 3**30) < np.int64(2**40) and np.int64(2**40) > P(1, 3**30)


@pytest.mark.parametrize("x", [np.float64(2), np.float32(2)])
def test_arithmetic_with_numpy_floats_gives_floats(x):
    for made, right in ((SIXTH * x, 1 / 3), (x * SIXTH, 1 / 3), (SIXTH + x, 13 / 6),
                        (x - SIXTH, 11 / 6), (x / SIXTH, 12.0)):
        assert isinstance(made, float) and made == pytest.approx(right)
    assert x > SIXTH and x > SIXTH and x != SIXTH


def test_arrays_of_probabilities():
    assert (SIXTH * np.arange(3)).tolist() == [0, Fraction(1, 6), Fraction(1, 3)]
    assert np.array([SIXTH, SIXTH]).sum() == Fraction(1, 3)


def test_distributions_of_numpy_numbers():
    rolled = Distribution.of(np.array([10**9, 10**9 + 2]))
    assert (rolled.mean, rolled.variance) == (10**9 + 1, 1)
    assert all(type(value) is int for value in rolled)
    assert rolled[np.int64(10**9)] == Fraction(1, 2)
    assert max(rolled.repeat(40)) == 40 * (10**9 + 2)
    pairs = Distribution({(np.int8(1), "a"): np.int64(1)})
    assert repr(pairs) == "Distribution((1, 'a'): 1)"
    assert repr(D6.map(lambda face: np.int8(face) % 2)) == "Distribution(0: 1/2, 1: 1/2)"
    for wrong in (np.float64(0.5), np.float32(0.5), True, np.True_):
        with pytest.raises(TypeError, match="must be exact"):
            Distribution({1: wrong, 2: wrong})
        with pytest.raises(TypeError, match="exact"):
            P(wrong)


def test_rolls_of_numpy_numbers():
    rolled = events.Event("five", "a five", frozenset({(np.int64(5), np.int8(1))}))
    assert rolled.rolls == {(5, 1)}
    assert type(next(iter(rolled))[0]) is int
    assert (np.int64(5), 1) in rolled
    for wrong in ((True, 1), (5.0, 1), (np.True_, 1), ("5", 1)):
        assert events.roll_of(wrong) is None


def test_plays_of_numpy_numbers_are_saved_as_they_were(tmp_path):
    g = game().roll(np.int64(5), np.int8(3)).play(bb.parcheesi.Enter(np.int64(5)))
    g.save(tmp_path / "game.json")
    assert bb.load(tmp_path / "game.json") == g


def test_more_games_than_can_be_played_are_refused_with_the_number_that_can() -> None:
    g = bb.bonk.position(hands=("7h 7c 2d", "3h 3d 5c"), discards="6d")
    for ask, most in ((lambda: bb.simulate("bonkers", games=10**30), "1,000,000,000,000"),
                      (lambda: bb.bonk.odds.deal(7, games=10**30), "10,000,000"),
                      (lambda: bb.bonk.odds.complete_within(g, games=10**30), "10,000,000")):
        with pytest.raises(ValueError, match=f"games must be a whole number from 1 to {most}"):
            ask()
