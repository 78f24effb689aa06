"""What the dice lab knows: the event, the condition, the guess, the rolls so far. No widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bonkbook.engine.errors import quoted
from bonkbook.probability.dice import ROLLS, DiceRun, Event, Roll, dice_event, roll_of
from bonkbook.probability.exact import Probability
from bonkbook.probability.expression import ExpressionError
from bonkbook.whole import whole

MOST_AT_ONCE = 100_000
MOST_ROLLS = 10_000_000
PARTS = ("event", "given")


class Bench:
    """The state of one dice lab; every method leaves it whole, or as it was."""

    def __init__(
        self,
        groups: Mapping[str, Sequence[Event]],
        event: str | Event,
        given: str | Event | None,
        seed: int | None,
        revealed: bool,
    ) -> None:
        self.groups = groups
        self._named = {event.name: event for group in groups.values() for event in group}
        if seed is not None:
            seed = whole(seed, "a seed", 0)
        self._random = np.random.default_rng(seed)
        self.event = self._resolved(event)
        self.given = None if given is None else _possible(self._resolved(given))
        self.error: tuple[str, str, ExpressionError | ValueError] | None = None
        """The part whose text could not be read, the text, and why."""
        self.guessed: int | None = None
        self.marks: frozenset[Roll] = frozenset()
        self.revealed = revealed
        self.said = ""
        """What happened last, in words."""
        self.refused = False
        """Whether that was a refusal of what was asked."""
        self.question = 0
        """Its number: another event, another condition, or another try is another question."""
        self.run = DiceRun(self.event, self.given, self._random)

    def _resolved(self, wanted: str | Event) -> Event:
        if isinstance(wanted, Event):
            return wanted
        return self._named.get(wanted) or dice_event(wanted)

    def is_listed(self, event: Event) -> bool:
        """Whether the event is one of the list."""
        return self._named.get(event.name) is event

    @property
    def possible(self) -> tuple[Roll, ...]:
        """The rolls that the condition leaves."""
        return tuple(roll for roll in ROLLS if self.given is None or roll in self.given)

    @property
    def hits(self) -> int:
        """How many of the possible rolls make the event."""
        return sum(roll in self.event for roll in self.possible)

    @property
    def chance(self) -> Probability:
        """The probability of the event, under the condition if there is one."""
        return self.run.exact

    # what can be done

    def choose(self, part: str, name: str | None) -> None:
        """Take an event from the list; None as the condition is none."""
        if part == "given" and name is None:
            self._take(part, None)
            return
        if name not in self._named:
            raise ValueError(f"no event of the list is called {quoted(name)}")
        self._take(_part(part), self._named[name])

    def write(self, part: str, text: str) -> None:
        """Take an expression, or keep the last event and remember what is wrong."""
        part = _part(part)
        try:
            event = dice_event(text)
            if part == "given":
                _possible(event)
        except ValueError as problem:
            self.error = (part, text, problem)
            self.said = f"Not understood: {getattr(problem, 'message', problem)}"
            return
        self._take(part, event)

    def _take(self, part: str, event: Event | None) -> None:
        if part == "given":
            self.given = None if event is None else _possible(event)
        elif event is not None:
            self.event = event
        self.error = None
        condition = f", given: {self.given.words}" if self.given else ""
        self._forget()
        self.said = f"The event is now: {self.event.words}{condition}."

    def _forget(self) -> None:
        self.guessed, self.marks, self.revealed = None, frozenset(), False
        self.question += 1
        self.run = DiceRun(self.event, self.given, self._random)

    def guess(self, count: int) -> None:
        """Guess a number of rolls; marks on rolls give way to it."""
        most = len(self.possible)
        count = whole(count, "a guess, a number of rolls,", 0, most)
        if not self.revealed:
            self.guessed, self.marks = count, frozenset()
            self.said = f"Your guess: {count} of {most} rolls."

    def mark(self, roll: Sequence[int], on: bool) -> None:
        """Mark a possible roll or take its mark off; the guess is the number of marks."""
        known = roll_of(tuple(roll))
        if known not in self.possible:
            raise ValueError(f"{quoted(roll)} is not a roll that the condition leaves")
        if not self.revealed:
            self.marks = self.marks | {known} if on else self.marks - {known}
            self.guessed = len(self.marks)
            state = "marked" if on else "not marked"
            self.said = f"{known[0]} {known[1]} {state}; {len(self.marks)} marked."

    def reveal(self) -> None:
        """Show the answer."""
        self.revealed = True
        self.said = (
            f"{self.hits} of {len(self.possible)} rolls: {self.chance}. {self.verdict}".strip()
        )

    def again(self) -> None:
        """Hide the answer, forget guess and rolls."""
        self._forget()
        self.said = "Guess again."

    def roll(self, times: int, quiet: bool = False) -> None:
        """Roll so many times more, once the answer is shown."""
        times = whole(times, "the rolls made at once", 1, MOST_AT_ONCE)
        if self.run.rolls + times > MOST_ROLLS:
            raise ValueError(f"at most {MOST_ROLLS:,} rolls in all are kept count of")
        self.run.roll(times)
        if not quiet:
            self.say_run()

    def clear(self) -> None:
        """Forget the rolls."""
        self.run = DiceRun(self.event, self.given, self._random)
        self.said = "No rolls yet."

    def refuse(self, words: str) -> None:
        """Have it said that something was not possible; nothing else changes."""
        self.said, self.refused = words, True

    def say_run(self) -> None:
        """Have the outcome of the simulation read out."""
        self.said = self.finding

    # in words

    @property
    def verdict(self) -> str:
        """How good the guess was; empty without one."""
        if self.guessed is None:
            return ""
        off = self.guessed - self.hits
        if self.marks:
            right = sum(roll in self.event for roll in self.marks)
            wrong = len(self.marks) - right
            if off == 0 and right == self.hits:
                return f"You marked exactly these {right}."
            return (
                f"You marked {len(self.marks)}: {right} right, {wrong} wrong, "
                f"{self.hits - right} missed."
            )
        if off == 0:
            return f"You guessed {self.guessed}: exactly right."
        return f"You guessed {self.guessed}: {abs(off)} too {'many' if off > 0 else 'few'}."

    @property
    def comparison(self) -> str:
        """What the condition changes; empty without one."""
        if self.given is None:
            return ""
        before = self.event.P
        if self.chance == before:
            return f"Without the condition it is {before} too: the two are independent."
        change = "more" if self.chance > before else "less"
        return f"Without the condition it is {before}: the condition makes it {change} likely."

    @property
    def finding(self) -> str:
        """What the simulation found so far."""
        run = self.run
        if not run.rolls:
            return "No rolls yet."
        rolls = f"{run.rolls:,} {'roll' if run.rolls == 1 else 'rolls'}".replace(",", " ")
        if run.estimate is None:
            return f"{rolls}, none of which fulfils the condition."
        counted = ""
        if self.given is not None:
            counted = f" ({run.trials:,} fulfil the condition)".replace(",", " ")
        return (
            f"{rolls}{counted}: {run.estimate}. The exact probability is {float(run.exact):.4f}: "
            f"{_distance(run.estimate.sigmas(run.exact))}."
        )


def _distance(sigmas: float) -> str:
    if sigmas <= 2:
        return "they agree within two standard errors"
    return f"{sigmas:.1f} standard errors away, which happens now and then"


def _part(part: Any) -> str:
    if part not in PARTS:
        raise ValueError(f'a part of the lab is "event" or "given", not {quoted(part)}')
    return str(part)


def _possible(event: Event) -> Event:
    if not event:
        raise ValueError(f"{quoted(event.name)} never happens, so it cannot be a condition")
    return event
