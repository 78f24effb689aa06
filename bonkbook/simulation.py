"""Simulation of many games at compiled speed, with results and their standard errors."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from .drawing import figure_of
from .engine.compiling import has_numba
from .engine.errors import check_flag, choose_from, quoted
from .engine.game import TURN_LIMIT, Frame, Game, checked_seed, checked_turns
from .engine.patience import telling
from .engine.policy import FunctionPolicy, Policy, seat_policies
from .engine.position import Position, View
from .engine.ruleset import Ruleset, ruleset
from .engine.twin import Struct, Twin, compiled, interpreted
from .exact_odds import in_turn, seat_asked, turns_of
from .probability.estimate import Estimate
from .whole import whole

CHUNK = 500            # games in a task; the same everywhere, since results for a seed depend on it
IN_FLIGHT = 100        # tasks given to an executor at a time
PIECE = 0.1            # seconds of compiled play between checks for an interrupt
MOST_GAMES = 10**12    # would take years
PATIENCE = 0.5         # seconds that an interrupt waits for the games under way

Weights = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Task:
    """Some games to play, with everything that a worker needs."""

    game: str
    start: Struct
    games: int
    policies: tuple[Policy | FunctionPolicy, ...]
    seats: tuple[str, ...]
    seed: np.random.SeedSequence
    asked: str | None       # the seat that takes all turns, or None for every seat in turn
    limits: range           # the numbers of finished turns at which to stop
    one_roll: bool          # whether to stop before the next roll
    run: str                # the same for all tasks of a simulation, so that they stop together


@dataclass(frozen=True)
class Sums:
    """The sums over some games, as whole numbers, so that the order of addition does not matter."""

    games: int
    unfinished: int
    wins: Weights       # games won by each seat, shared wins included, shape (seats,)
    turns: Weights      # sum and sum of squares, shape (2,)
    tallies: Weights    # sum, sum of squares, games with any; by rule and seat, (3, rules, seats)

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.games + other.games, self.unfinished + other.unfinished,
                    self.wins + other.wins, self.turns + other.turns, self.tallies + other.tallies)


class Results:
    """The results of many games, with each number as an Estimate."""

    def __init__(self, rules: Ruleset, policies: dict[str, Policy | FunctionPolicy],
                 sums: Sums, horizon: str | int = "game", asked: str | None = None,
                 wanted: int = 0) -> None:
        self.ruleset, self._policies, self._sums = rules, policies, sums
        self._horizon, self._asked, self._wanted = horizon, asked, wanted

    @property
    def games(self) -> int:
        """The number of games played."""
        return self._sums.games

    @property
    def interrupted(self) -> bool:
        """Whether it was interrupted before all games were played."""
        return self.games < self._wanted

    @property
    def unfinished(self) -> int:
        """The number of games that had no winner when they stopped."""
        return self._sums.unfinished

    @property
    def policies(self) -> dict[str, str]:
        """The name of each seat's policy."""
        return {seat: policy.name for seat, policy in self._policies.items()}

    @property
    def wins(self) -> dict[str, Estimate]:
        """The share of games that each seat won."""
        return {seat: Estimate.of_frequency(int(won), self.games)
                for seat, won in zip(self._policies, self._sums.wins, strict=True)}

    @property
    def turns(self) -> Estimate:
        """The mean number of turns per game."""
        return Estimate.of_moments(self.games, *map(int, self._sums.turns))

    def tally(self, rule: str, seat: str | None = None) -> Estimate:
        """The mean number of times per game that `rule` took effect, for a seat or per seat.

        With a horizon, for the seat of the horizon.
        """
        which, seats = self._which(rule, seat)
        total, squares = (int(self._sums.tallies[k][which][:, seats].sum()) for k in (0, 1))
        return Estimate.of_moments(self.games * len(seats), total, squares)

    def share(self, rule: str, seat: str) -> Estimate:
        """The share of games in which `rule` took effect for `seat`."""
        which, seats = self._which(rule, seat)
        return Estimate.of_frequency(int(self._sums.tallies[2][which][:, seats].sum()), self.games)

    def _which(self, rule: str, seat: str | None) -> tuple[list[int], list[int]]:
        number = self.ruleset.rules.Rule[self.ruleset.effect(rule)]
        if seat is not None:
            choose_from(seat, self._policies, "seat")
        if self._asked is None:
            seats = list(self._policies) if seat is None else [seat]
        elif seat in (None, self._asked):
            seats = [self._asked]
        else:
            raise ValueError(f"{seat} stood still, since these games simulate {self._asked}'s "
                             f'{self._stopped()}; use seat="{seat}"')
        return [int(number)], [self.ruleset.seat_names.index(name) for name in seats]

    def figure(self) -> Any:
        """The share of wins by seat, with error bars, in plotly."""
        return figure_of(self)

    def __str__(self) -> str:
        head = f"{self.games} game{'s' * (self.games > 1)} of {self.ruleset.title}"
        if self.interrupted:
            head += f" (interrupted before {self._wanted:,} games)"
        if self._horizon != "game":
            lines = [f"{head}, stopped after {self._asked}'s {self._stopped()}; "
                     f'see .share(rule, "{self._asked}")']
            if self.unfinished == self.games:
                return lines[0]
        else:
            lines = [f"{head}, {self.turns} turns per game" if self.games > 1 else head]
        lines += [f"  {seat} ({self.policies[seat]}) wins {estimate}"
                  for seat, estimate in self.wins.items()]
        if self.unfinished:
            lines.append(f"  {self.unfinished} without a winner")
        return "\n".join(lines)

    __repr__ = __str__

    def _stopped(self) -> str:
        """The horizon in words, after the seat's name."""
        if isinstance(self._horizon, str):
            return self._horizon
        return "turn" if self._horizon == 1 else f"{self._horizon} turns"


@telling("Playing the games; progress=True shows the progress.")
def simulate(game: str | Game, games: int = 10_000, *,
             seats: int | Sequence[str] | None = None, policies: Any = "random",
             seed: int | None = 0, horizon: str | int = "game", seat: str | None = None,
             executor: Executor | None = None, turn_limit: int = TURN_LIMIT,
             progress: bool = False, **options: object) -> Results:
    """The results of many games, from the start or from the position of a Game.

    seats: as for `new`, by default two; a Game has its own seats and house rules. policies: one for
    all seats, a list in seat order, or a dict by seat; each is a name, weights by feature, or a
    function f(view, legal) -> action (which runs at interpreted speed). horizon: "game" plays with
    all seats until the end, or until `turn_limit` more turns are finished; "roll", "turn" or a
    number of turns of the `seat` answer the same questions as `odds`. BONK has only "game".
    executor: from concurrent.futures or dask; by default threads. The same seed gives the same
    result, bit for bit, on every executor. If it is interrupted (Ctrl-C, the stop button), it
    returns the games played so far; KeyboardInterrupt if there are none.

    >>> import bonkbook as bb
    >>> bb.simulate("parcheesi", games=20, seats=2, seed=1, turn_limit=10).turns
    10.00 ± 0.05
    >>> bb.simulate("parcheesi", seats=2, horizon="roll", seed=1).share("ENTER_ON_FIVE", "red")
    0.420 ± 0.005
    """
    rules, start = _start(game, seats, options)
    games = whole(games, "games", 1, MOST_GAMES)
    names = rules.playing(start)
    chosen = seat_policies(rules, names, policies)
    asked, start, limits = _looking(rules, start, horizon, seat, checked_turns(turn_limit))
    check_flag(progress, "progress")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError("executor must be an executor of concurrent.futures or dask, or None, not "
                         f"{quoted(executor)}")
    first = Task(rules.name, start, CHUNK, tuple(chosen.values()), names,
                 np.random.SeedSequence(checked_seed(seed)), asked, limits, horizon == "roll",
                 uuid.uuid4().hex)
    with _bar(games, progress) as tell:
        total = _run(first, games, executor, _empty(rules, len(names)), tell)
    return Results(rules, chosen, total, horizon, asked, games)


def _start(game: str | Game, seats: int | Sequence[str] | None,
           options: dict[str, object]) -> tuple[Ruleset, Struct]:
    if isinstance(game, Game):
        given = [*(["seats"] if seats is not None else []), *options]
        if given:
            raise ValueError("a Game has its own seats and house rules; leave out "
                             + ", ".join(given))
        if isinstance(game, Frame):
            raise ValueError(game.idle.text)
        return game.ruleset, game.state
    rules = ruleset(game)
    state = rules.fresh(rules.seated(2 if seats is None else seats))
    rules.set_options(state, options)
    rules.rules.new_game(state)
    return rules, state


def _looking(rules: Ruleset, start: Struct, horizon: str | int, seat: str | None,
             turn_limit: int) -> tuple[str | None, Struct, range]:
    """The seat of a horizon, the state in which it begins, and the turns to finish."""
    if horizon == "game":
        if seat is not None:
            raise ValueError('seat needs a horizon, such as horizon="turn"; in a whole game all '
                             "seats play")
        last = start.turns + whole(turn_limit, "turn_limit", 0)
        return None, start, range(last, last + 1)
    position = Position(rules, start)
    asked, turns = seat_asked(position, seat), turns_of(horizon)
    if position.is_over:
        return asked, start, range(0)
    first = start.turns + 1
    return asked, in_turn(position, asked), range(first, first + max(turns, 1))


def _empty(rules: Ruleset, seats: int) -> Sums:
    shape = 3, rules.rules.RULES, rules.rules.SEATS
    return Sums(0, 0, np.zeros(seats, np.int64), np.zeros(2, np.int64), np.zeros(shape, np.int64))


@lru_cache(64)
def _stop(run: str) -> Weights:
    """A flag, shape (1,), for all tasks of a simulation in this process: if not 0, they stop."""
    return np.zeros(1, np.int64)


def _run(first: Task, games: int, executor: Executor | None, total: Sums,
         tell: Callable[[int], object]) -> Sums:
    """`total` plus the sums of all games, or of the games played until an interrupt."""
    own = None
    if executor is None and not _has_functions(first) and has_numba():
        play_task(replace(first, games=0))    # compiles here, where an interrupt can stop it
        own = ThreadPoolExecutor(os.cpu_count())
    waiting: deque[Future[Sums]] = deque()
    stop = _stop(first.run)
    try:
        for sums in _results(_tasks(first, games), executor or own, waiting):
            total = total + sums
            tell(sums.games)
    except KeyboardInterrupt:
        stop[0] = 1
        total = sum(_soon_done(waiting), total)
    finally:
        stop[0] = 1
        for future in waiting:
            future.cancel()
        if own:
            own.shutdown(wait=False)
    if not total.games:
        raise KeyboardInterrupt
    return total


def _tasks(first: Task, games: int) -> Iterator[Task]:
    """The tasks of `games` games, made one at a time until an interrupt."""
    for played in range(0, games, CHUNK):
        if _stop(first.run)[0]:
            return
        yield replace(first, games=min(CHUNK, games - played), seed=first.seed.spawn(1)[0])


def _results(tasks: Iterator[Task], executor: Executor | None,
             waiting: deque[Future[Sums]]) -> Iterator[Sums]:
    """The sums of the tasks in order; tasks given to an executor are in `waiting`."""
    for task in tasks:
        if executor is None:
            yield play_task(task)
            continue
        waiting.append(executor.submit(play_task, task))
        if len(waiting) == IN_FLIGHT:
            yield _first(waiting)
    while waiting:
        yield _first(waiting)


def _first(waiting: deque[Future[Sums]]) -> Sums:
    sums = waiting[0].result()    # stays in `waiting` if this is interrupted
    waiting.popleft()
    return sums


def _soon_done(waiting: deque[Future[Sums]]) -> list[Sums]:
    """The sums of the tasks that are done, or stop soon."""
    started = [future for future in waiting if not future.cancel()]
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not all(future.done() for future in started):
        time.sleep(0.01)
    return [future.result() for future in started
            if future.done() and not future.cancelled() and future.exception() is None]


@contextlib.contextmanager
def _bar(games: int, progress: bool) -> Iterator[Callable[[int], object]]:
    """A function to call with the number of further games, for a progress bar if wanted."""
    if not progress:
        yield lambda more: None
        return
    from tqdm.auto import tqdm
    with tqdm(total=games, unit="game") as bar:
        yield bar.update


def _has_functions(task: Task) -> bool:
    return any(isinstance(policy, FunctionPolicy) for policy in task.policies)


def play_task(task: Task) -> Sums:
    """The sums of the games of a task, compiled if possible; fewer if interrupted."""
    fast = not _has_functions(task) and has_numba()
    twin = compiled(task.game) if fast else interpreted(task.game)
    tallies = np.zeros((task.games, twin.rules.RULES, twin.rules.SEATS), np.int64)
    states = twin.states(task.start, task.games)
    done = _play(task, twin, states, tallies)
    if not done:
        return _empty(ruleset(task.game), len(task.seats))
    return _summed(task, twin, states[:done], tallies[:done])


def _play(task: Task, twin: Twin, states: Any, tallies: Weights) -> int:
    """The number of games played: all of them, unless it was interrupted."""
    rng = np.random.Generator(np.random.PCG64(task.seed))
    weights = None if _has_functions(task) else _weights(task, twin)
    seat = ruleset(task.game).seat_names.index(task.asked) if task.asked else -1
    stage = twin.rules.ROLL if task.one_roll else twin.playout.NO_STAGE
    how = (rng, task.limits.start, task.limits.stop - 1, stage, seat, _stop(task.run))
    return _in_pieces(task, twin, states, tallies, lambda some, logs: (
        _play_functions(task, twin, some, logs, *how) if weights is None else
        twin.playout.play_until(some, logs, weights, *how)))


def _in_pieces(task: Task, twin: Twin, states: Any, tallies: Weights,
               play: Callable[[Any, Weights], int]) -> int:
    """The number of games that `play` played, in pieces so that an interrupt can take effect."""
    stop, done = _stop(task.run), 0
    size = 1 if threading.current_thread() is threading.main_thread() else task.games
    try:
        while not stop[0]:
            began = time.perf_counter()
            done += play(states[done:done + size], tallies[done:done + size])
            if done == task.games:
                break
            if twin.is_compiled and time.perf_counter() - began < PIECE:
                size *= 2
    except KeyboardInterrupt:
        stop[0] = 1
    return done


def _weights(task: Task, twin: Twin) -> Weights:
    """A row of weights for every seat, with zeros for seats that are not playing."""
    names = ruleset(task.game).seat_names
    table = np.zeros((len(names), len(twin.policies.Feature)))
    for seat, policy in zip(task.seats, task.policies, strict=True):
        assert isinstance(policy, Policy)
        table[names.index(seat)] = policy.vector
    return table


def _play_functions(task: Task, twin: Twin, states: list[Struct], tallies: Weights,
                    rng: np.random.Generator, first: int, last: int, stage: int, asked: int,
                    stop: Weights) -> int:
    """Like playout.play_until, for policies that include Python functions."""
    by_seat = dict(zip(task.seats, task.policies, strict=True))
    for i, (s, log) in enumerate(zip(states, tallies, strict=True)):
        for turns in range(first, last + 1):
            if not _play_on(twin, s, log, by_seat, rng, turns, stage, stop):
                return i
            if asked >= 0:
                s.turn = asked
    return len(states)


def _play_on(twin: Twin, s: Struct, log: Weights, by_seat: dict[str, Policy | FunctionPolicy],
             rng: np.random.Generator, turns: int, stage: int, stop: Weights) -> bool:
    """Like playout.play_on."""
    rules, adapter = twin.rules, ruleset(twin.game)
    while (seat := rules.actor(s)) != rules.NOBODY and s.turns < turns:
        if stop[0]:
            return False
        if seat == rules.CHANCE:
            rules.chance(s, rng, log)
        else:
            view = View(adapter, s, adapter.seat_names[seat])
            action = by_seat[view.seat].decide(view, rng).action
            refusal = view.why_not(action)
            if refusal:
                raise ValueError(f"{by_seat[view.seat].name} chose {action}: {refusal}")
            adapter.step(s, action, log)
        if s.stage == stage:
            break
    return True


def _wins(task: Task, twin: Twin, states: Any, winners: Weights) -> Weights:
    """Games won by each seat that plays; a shared win counts for each winner."""
    seats = [ruleset(task.game).seat_names.index(seat) for seat in task.seats]
    if "won" not in twin.rules.STATE.names:
        return np.array([np.sum(winners == seat) for seat in seats])
    won = np.array([s.won for s in states]) if isinstance(states, list) else states["won"]
    return won.sum(axis=0)[seats]


def _summed(task: Task, twin: Twin, states: Any, tallies: Weights) -> Sums:
    winners, turns = (np.array([getattr(s, name) for s in states]) if isinstance(states, list)
                      else states[name] for name in ("winner", "turns"))
    turns = turns - task.start.turns
    wins = _wins(task, twin, states, winners)
    return Sums(len(states), int(np.sum(winners < 0)), wins,
                np.array([turns.sum(), (turns * turns).sum()]),
                np.stack([tallies.sum(axis=0), (tallies * tallies).sum(axis=0),
                          (tallies > 0).sum(axis=0)]))
