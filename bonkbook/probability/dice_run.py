"""Two dice rolled many times: the frequency of an event, and how it approaches the probability."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bonkbook.drawing import figure_of
from bonkbook.probability.dice import ROLLS, Event
from bonkbook.probability.estimate import Estimate
from bonkbook.probability.exact import Probability
from bonkbook.whole import whole

if TYPE_CHECKING:
    import numpy as np

    from bonkbook.figures.style import Picture

MOST_ROLLS = 1_000_000_000  # at once: half a minute
BATCH = 1_000_000  # rolls in memory
POINTS_A_DECADE = 16  # running frequencies that are kept, evenly spaced on a logarithmic axis


class DiceRun:
    """A simulation that goes on: rolls so far, how many counted, how often the event happened.

    Where a condition is given, only the rolls that fulfil it count as trials.
    seed: a number for the same rolls again, or a NumPy Generator. The rolls do not depend on how
    they are split up into batches.

    >>> from bonkbook.probability.dice import by_die_or_sum
    >>> run = DiceRun(by_die_or_sum(5), seed=1)
    >>> run.roll(1_000); run.roll(9_000)
    >>> run.estimate.n, run.estimate.agrees_with(run.exact)
    (10000, True)
    """

    def __init__(
        self,
        event: Event,
        given: Event | None = None,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        import numpy as np

        self.event = event
        self.given = given
        self.exact: Probability = event.P if given is None else event.given(given)
        self.rolls = self.trials = self.hits = 0
        self.points: list[tuple[int, float]] = []  # (trials, frequency so far), ever more trials
        if seed is not None and not isinstance(seed, np.random.Generator):
            seed = whole(seed, "a seed", 0)
        self._random = np.random.default_rng(seed)
        self._counts = np.array([given is None or roll in given for roll in ROLLS])
        self._happens = np.array([roll in event for roll in ROLLS]) & self._counts

    def roll(self, times: int) -> None:
        """Roll the two dice so many times more."""
        times = whole(times, "the number of rolls", 1, MOST_ROLLS)
        for done in range(0, times, BATCH):
            self._roll(min(BATCH, times - done))

    def _roll(self, times: int) -> None:
        import numpy as np

        rolled = self._random.integers(len(ROLLS), size=times)
        trials = self.trials + np.cumsum(self._counts[rolled])
        hits = self.hits + np.cumsum(self._happens[rolled])
        self._keep_points(trials, hits)
        self.rolls += times
        self.trials, self.hits = int(trials[-1]), int(hits[-1])

    def _keep_points(self, trials: Any, hits: Any) -> None:
        import numpy as np

        step = self._next_step(self.trials)
        while step <= trials[-1]:
            at = int(np.searchsorted(trials, step))
            self.points.append((step, float(hits[at]) / step))
            step = self._next_step(step)

    @staticmethod
    def _next_step(trials: int) -> int:
        """The next number of trials whose frequency is kept."""
        if trials < 1:
            return 1
        k = math.floor(math.log10(trials) * POINTS_A_DECADE + 1e-9)
        while True:
            step = round(10 ** (k / POINTS_A_DECADE))
            if step > trials:
                return step
            k += 1

    @property
    def estimate(self) -> Estimate | None:
        """The frequency of the event among the trials with its error; None before the first."""
        return Estimate.of_frequency(self.hits, self.trials) if self.trials else None

    @property
    def running(self) -> list[tuple[int, float]]:
        """The running frequencies as pairs (trials, frequency), up to the last trial."""
        if not self.trials or (self.points and self.points[-1][0] == self.trials):
            return list(self.points)
        return [*self.points, (self.trials, self.hits / self.trials)]

    def figure(self, **options: Any) -> Picture:
        """The frequency approaching the exact probability, in plotly, once there is a trial."""
        return figure_of(self, **options)

    def __repr__(self) -> str:
        if self.estimate is None:
            return f"{self.event.name}: not rolled yet, exact {self.exact!r}"
        return f"{self.event.name}: {self.estimate} after {self.rolls} rolls, exact {self.exact!r}"
