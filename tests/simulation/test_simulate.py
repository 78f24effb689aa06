"""Simulation: the same whatever runs it, in agreement with what is exact."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

import bonkbook as bb
from bonkbook import simulation as module
from bonkbook.simulation import simulate


class Backwards(Executor):
    """Runs nothing until asked, and then the last first."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, *arguments):
        future = Future()
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == 3:
            for late, work, given in reversed(self.waiting):
                late.set_result(work(*given))
        return future


def numbers(results):
    return (results.games, results.wins, results.turns, results.tally("CAPTURE"),
            results.share("BLOCKADE", "red"))


def test_the_same_result_whatever_runs_it(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 100)
    ask = {"games": 300, "seats": 2, "policies": ["hunter", "random"], "seed": 5}
    alone = simulate("parcheesi", **ask)
    with ThreadPoolExecutor(3) as threads:
        assert numbers(simulate("parcheesi", executor=threads, **ask)) == numbers(alone)
    assert numbers(simulate("parcheesi", executor=Backwards(), **ask)) == numbers(alone)
    assert numbers(simulate("parcheesi", **{**ask, "seed": 6})) != numbers(alone)


@pytest.mark.slow
def test_the_same_result_from_dask(monkeypatch):
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr(module, "CHUNK", 2)
    ask = {"games": 7, "seats": 2, "seed": 5, "turn_limit": 30,
           "policies": ["hunter", lambda view, legal: legal[-1]]}
    with distributed.Client(processes=False, n_workers=1, dashboard_address=None) as client:
        found = simulate("parcheesi", executor=client.get_executor(), **ask)
    assert numbers(found) == numbers(simulate("parcheesi", **ask))


@pytest.mark.parametrize("far", [{"turn_limit": 40}, {"horizon": "roll"},
                                 {"horizon": 3, "seat": "red"}])
def test_compiled_as_interpreted(monkeypatch, far):
    ask = {"games": 6, "seats": 4, "policies": "allround", "seed": 3, **far}
    fast = simulate("parcheesi", **ask)
    monkeypatch.setattr(module, "has_numba", lambda: False)
    assert numbers(simulate("parcheesi", **ask)) == numbers(fast)


def test_a_function_is_a_policy():
    seen = set()

    def first(view, legal):
        seen.add(view.seat)
        return legal[0]

    results = simulate("parcheesi", 5, policies={"red": first, "blue": "random"}, turn_limit=30)
    assert results.policies == {"red": "first", "blue": "random"}
    assert seen == {"red"}


def test_an_illegal_choice_names_the_rule():
    with pytest.raises(ValueError, match="ENTER_ON_FIVE"):
        simulate("parcheesi", 3, policies=lambda view, legal: bb.parcheesi.Move("a", 3),
                 turn_limit=60)


def test_a_choice_may_be_written_as_text():
    ask = {"games": 3, "turn_limit": 30, "seed": 2}
    told = simulate("parcheesi", policies=lambda view, legal: str(legal[0]), **ask)
    assert numbers(told) == numbers(
        simulate("parcheesi", policies=lambda view, legal: legal[0], **ask))


def test_shares_agree_with_exact_odds():
    game = bb.new("parcheesi", seats=3, first="red")
    for horizon in ("roll", "turn"):
        share = simulate(game, 20_000, horizon=horizon).share("ENTER_ON_FIVE", "red")
        assert share.agrees_with(bb.odds(game, "ENTER_ON_FIVE", horizon))


def test_seats_of_equal_policies_win_alike():
    for estimate in simulate("parcheesi", 4000, seats=4).wins.values():
        assert estimate.agrees_with(1 / 4)


def test_unfinished_games_are_counted():
    results = simulate("parcheesi", 10, turn_limit=3)
    assert results.unfinished == 10
    played = simulate(near_the_end(), 10, turn_limit=3, seed=1)
    assert 0 < played.unfinished < 10
    assert f"{played.unfinished} without a winner" in str(played)
    assert "red (random) wins" in str(played)


def test_what_always_or_never_came_is_not_called_certain():
    won = bb.parcheesi.position(red="H6 X X X", blue="N N N N", turn="red")
    results = simulate(won, 200, policies="random", horizon="roll", seed=2)
    for estimate in (results.share("BLOCKADE", "red"), results.tally("BLOCKADE", "red"),
                     results.wins["blue"]):
        assert (estimate.value, estimate.error) == (0, 1 / 200)
        assert str(estimate) == "0.000 ± 0.005"


def near_the_end():
    return bb.parcheesi.position(red="H6 X X X", blue="20 N N N", turn="red")


@pytest.mark.parametrize(("horizon", "words"), [
    ("roll", "roll"), ("turn", "turn"), (1, "turn"), (3, "3 turns")])
def test_games_stopped_early_say_so(horizon, words):
    results = simulate("parcheesi", 10, horizon=horizon)
    assert str(results) == (
        f'10 games of Parcheesi, stopped after red\'s {words}; see .share(rule, "red")')


def test_games_played_out_say_who_wins():
    told = str(simulate(near_the_end(), 20))
    assert told.startswith("20 games of Parcheesi, ")
    assert "turns per game" in told
    assert "stopped" not in told
    assert "red (random) wins" in told


def test_a_game_brings_its_own_seats_and_house_rules():
    game = bb.new("parcheesi", seats=3, first="red")
    for more in ({"seats": 4}, {"seats": 3}, {"must_enter": "never"}):
        with pytest.raises(ValueError, match=f"has its own.*leave out {next(iter(more))}"):
            simulate(game, 1, horizon="roll", **more)
    assert list(simulate(game, 1, horizon="roll").wins) == ["red", "green", "blue"]
    assert list(simulate("parcheesi", 1, horizon="roll").wins) == ["red", "blue"]


def test_a_rule_that_only_forbids_is_not_counted():
    results = simulate("parcheesi", 1, horizon="roll")
    for count in (results.tally, results.share):
        with pytest.raises(ValueError, match="ask ENTER_ON_FIVE"):
            count("MUST_ENTER", "red")


def test_an_interrupt_keeps_what_is_done(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 10)
    done = []

    def tired(task):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(task)
        return play(task)

    play = module.play_task
    monkeypatch.setattr(module, "play_task", tired)
    monkeypatch.setattr(module, "has_numba", lambda: False)
    assert simulate("parcheesi", 50, turn_limit=2).games == 20


def test_the_finished_games_of_a_chunk_are_kept():
    def tired(view, legal):
        decided.append(view.seat)
        if len(decided) == 100:
            raise KeyboardInterrupt
        return legal[0]

    decided = []
    ask = {"turn_limit": 10, "seed": 4}
    results = simulate("parcheesi", 10**9, policies=tired, **ask)
    assert results.interrupted
    assert f"{results.games} games of Parcheesi (interrupted before 1,000,000,000 games)" \
        in str(results)
    whole = simulate("parcheesi", results.games, policies=lambda view, legal: legal[0], **ask)
    assert results.games == 5
    assert not whole.interrupted
    assert numbers(results) == numbers(whole)


def test_an_interrupt_before_any_game_is_done_is_one():
    def tired(view, legal):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("parcheesi", 5, policies=tired)


class Tired(Executor):
    """Runs what it is given at once, and is interrupted at last."""

    def __init__(self, most):
        self.most, self.given = most, []

    def submit(self, function, *arguments):
        if len(self.given) == self.most:
            raise KeyboardInterrupt
        self.given.append(Future())
        self.given[-1].set_result(function(*arguments))
        return self.given[-1]


def test_tasks_are_made_when_they_are_needed(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 2)
    monkeypatch.setattr(module, "IN_FLIGHT", 5)
    results = simulate("parcheesi", 10**12, executor=Tired(8), turn_limit=2, seed=3)
    assert results.games == 16
    assert numbers(results) == numbers(simulate("parcheesi", 16, turn_limit=2, seed=3))


def test_no_more_tasks_wait_than_the_limit(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 1)
    monkeypatch.setattr(module, "IN_FLIGHT", 5)
    longest = []

    def first(waiting):
        longest.append(len(waiting))
        return take(waiting)

    take = module._first
    monkeypatch.setattr(module, "_first", first)
    assert simulate("parcheesi", 30, executor=Tired(30), turn_limit=1).games == 30
    assert max(longest) == 5


@pytest.mark.parametrize("horizon", ["game", 3])
def test_pieces_of_a_chunk_do_not_change_the_result(monkeypatch, horizon):
    ask = {"games": 60, "horizon": horizon, "seed": 8}
    found = [numbers(simulate("parcheesi", **ask))]
    for seconds in (0, 1000):
        monkeypatch.setattr(module, "PIECE", seconds)
        found.append(numbers(simulate("parcheesi", executor=Tired(1), **ask)))
    assert found[0] == found[1] == found[2]


def test_a_mistake_in_a_policy_ends_all_tasks(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 1)

    def wrong(view, legal):
        raise ZeroDivisionError

    with ThreadPoolExecutor(1) as threads, pytest.raises(ZeroDivisionError):
        simulate("parcheesi", 10**9, executor=threads, policies=wrong)


@pytest.mark.parametrize(("ask", "hint"), [
    ({"games": 0}, "games"), ({"horizon": "year"}, "horizon"), ({"policies": "huntr"}, "hunter"),
    ({"policies": ["random"]}, "2 policies"), ({"must_entr": "never"}, "must_enter"),
    ({"seed": -1}, "seed"), ({"seats": 5}, "seats"),
])
def test_bad_questions_get_an_answer_that_helps(ask, hint):
    with pytest.raises(ValueError, match=hint):
        simulate("parcheesi", **{"games": 1, **ask})


def test_the_figure_says_in_words_what_it_shows():
    results = simulate("parcheesi", 50, seats=4, turn_limit=5)
    assert results.figure().words == str(results)
