"""Questions for a notebook that check themselves: feedback that helps, in words, without widgets.

The answers are what the engine computed; none is shown before a first try.
"""

from __future__ import annotations

import html
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from string import ascii_uppercase
from typing import Any

from .probability.dice import Event, Roll, dice_event, roll_of
from .probability.exact import P

__all__ = ["Feedback", "Question", "summary"]

RIGHT, NOT_YET, YOUR_TURN, SOLUTION = "Right", "Not yet", "Your turn", "The answer"
_SIGNS = {RIGHT: "✓", NOT_YET: "✗", YOUR_TURN: "…", SOLUTION: "="}
_COLOURS = {RIGHT: "#009E73", NOT_YET: "#D55E00"}  # apart for colour-blind eyes; words say it too
_GREY = "#777777"

ROUGHEST = Fraction(1, 20)  # a rounded number must be known this well, relative to the answer
LONGEST_TRY = 60  # letters of an answer that are repeated in the feedback


@dataclass(frozen=True)
class Feedback:
    """What a question says to an answer: a verdict of one or two words, and a text."""

    verdict: str
    text: str

    @property
    def right(self) -> bool:
        """Whether the answer was right."""
        return self.verdict == RIGHT

    def __str__(self) -> str:
        return f"{self.verdict}. {self.text}".strip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        colour = _COLOURS.get(self.verdict, _GREY)
        text = html.escape(self.text).replace("\n", "<br>")
        return (
            f'<div role="status" style="border-left: 5px solid {colour}; padding: 2px 12px; '
            f'max-width: 60em; line-height: 1.5"><strong><span aria-hidden="true">'
            f"{_SIGNS.get(self.verdict, '')}</span> {html.escape(self.verdict)}.</strong> {text}"
            "</div>"
        )


class Unreadable(ValueError):
    """An answer that cannot be understood: a sentence that says what would do."""


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what there is to say."""

    right: bool
    text: str


class Question:
    """A question that checks answers: says whether they are right, and if not, what went wrong.

    words: the question. answer: what the engine computed: a P or another number, an Event of two
    dice (the learner lists rolls), or one of `choices`.
    hints: from wrong answers that are to be expected to what went wrong there; clue: what to look
    at after any other wrong answer; why: the reasoning, shown once the answer is right or revealed.
    A hint for the right answer, or one that cannot be read, is a ValueError.

    >>> q = Question("How likely is a five by at least one of two dice?", P(11, 36),
    ...              hints={"1/3": "You counted (5, 5) twice: it is one roll."},
    ...              why="6 + 6 rolls, less the one counted twice.")
    >>> q.check(...)
    Your turn. Put your answer in place of the three dots, such as "1/4" or "25 %", and run the \
cell again.
    >>> q.reveal()
    Your turn. Try first, with q.check(your answer): a guess is enough.
    >>> q.check("12/36")
    Not yet. You counted (5, 5) twice: it is one roll.
    >>> q.check(0.31)
    Right. 0.31 is rounded; the fraction is exact: 11/36 = 30.6 %. 6 + 6 rolls, less the one \
counted twice.
    """

    def __init__(
        self,
        words: str,
        answer: Any,
        *,
        choices: Sequence[str] = (),
        hints: Mapping[Any, str] | None = None,
        clue: str = "",
        why: str = "",
    ) -> None:
        self.words, self.clue, self.why = words, clue, why
        self._kind = _kind_of(answer, tuple(choices))
        self._hints = [(self._hint_key(key), text) for key, text in (hints or {}).items()]
        self.tries = 0
        """How many answers were given so far that could be read."""
        self.solved = False
        """Whether one of them was right."""

    def _hint_key(self, key: Any) -> Any:
        try:
            read = self._kind.read(key)
        except Unreadable as problem:
            raise ValueError(f"the hint for {key!r} is for no answer: {problem}") from None
        if self._kind.judge(read).right:
            raise ValueError(f"the hint for {key!r} is for the right answer")
        return read

    def check(self, answer: Any) -> Feedback:
        """Whether the answer is right, and what to think about if it is not.

        Chances may be fractions ("11/36", Fraction(11, 36)), decimals, percentages ("30.6 %") or
        "11 of 36"; rolls a list of pairs, an Event or an expression; choices their letter or words.
        What cannot be read is explained and is no try.
        """
        if answer is ...:
            return Feedback(YOUR_TURN, f"Put your answer in place of the three dots, such as "
                            f"{self._kind.example}, and run the cell again.")  # fmt: skip
        try:
            read = self._kind.read(answer)
        except Unreadable as problem:
            return Feedback(YOUR_TURN, str(problem))
        self.tries += 1
        verdict = self._kind.judge(read)
        if verdict.right:
            self.solved = True
            return Feedback(RIGHT, _joined(verdict.text, self.why))
        for key, text in self._hints:
            if self._kind.same(read, key):
                return Feedback(NOT_YET, text)
        return Feedback(NOT_YET, _joined(verdict.text, self.clue))

    def reveal(self) -> Feedback:
        """The answer with its reasoning, once an answer was tried."""
        if not self.tries:
            return Feedback(YOUR_TURN, "Try first, with q.check(your answer): a guess is enough.")
        return Feedback(SOLUTION, _joined(f"{self._kind.shown}.", self.why))

    def __str__(self) -> str:
        return "\n".join([self.words, *self._kind.choices])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = "".join(f"<br>{html.escape(line)}" for line in self._kind.choices)
        return (
            f'<div style="border-left: 5px solid {_GREY}; padding: 2px 12px; max-width: 60em; '
            f'line-height: 1.5"><strong>{html.escape(self.words)}</strong>{lines}</div>'
        )


def summary(*questions: Question) -> Feedback:
    """How many of the questions are solved, and which are still open.

    >>> q = Question("Heads or tails: how likely are heads?", P(1, 2))
    >>> q.check("1/2"), summary(q)
    (Right. 1/2 = 50.0 %., Right. 1 of 1 solved.)
    """
    if not questions:
        raise ValueError("a summary is of at least one question")
    opened = [question.words for question in questions if not question.solved]
    text = f"{len(questions) - len(opened)} of {len(questions)} solved."
    if not opened:
        return Feedback(RIGHT, text)
    return Feedback(YOUR_TURN, "\n".join([f"{text} Still open:", *(f"• {one}" for one in opened)]))


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


# ---- what answers there are ----


class _Kind(ABC):
    """A kind of answer: how it is read, when two are the same, and what to say of one."""

    example: str
    shown: str
    choices: tuple[str, ...] = ()

    @abstractmethod
    def read(self, typed: Any) -> Any:
        """What was typed, understood; Unreadable if it cannot be."""

    @abstractmethod
    def same(self, read: Any, other: Any) -> bool:
        """Whether an answer is that of a hint."""

    @abstractmethod
    def judge(self, read: Any) -> Verdict:
        """Whether an answer is right, and what there is to say."""


def _kind_of(answer: Any, choices: tuple[str, ...]) -> _Kind:
    if choices:
        return _Choice(answer, choices)
    if isinstance(answer, Event):
        return _Rolls(answer)
    if type(answer) is not bool and isinstance(answer, Rational):
        return _Number(answer)
    raise TypeError(
        f"the answer to a question is a P or another exact number, an Event of two dice, or one "
        f"of its choices, not {answer!r}"
    )


# numbers


@dataclass(frozen=True)
class _Typed:
    """A number as it was typed. step: one unit of its last decimal, 0 where it is exact."""

    text: str
    value: Fraction
    step: Fraction = Fraction(0)

    def is_exactly(self, other: Fraction) -> bool:
        return self.value == other

    def is_about(self, other: Fraction) -> bool:
        """Whether it is the other number rounded, or cut off, at its last decimal."""
        return abs(self.value - other) < self.step


class _Number(_Kind):
    """An exact number; a P is a chance."""

    def __init__(self, answer: Rational) -> None:
        self.answer = Fraction(answer)
        self.is_chance = isinstance(answer, P)
        whole = self.answer.denominator == 1 and not self.is_chance
        self.example = '"1/4" or "25 %"' if self.is_chance else "7" if whole else '"7/2" or 3.5'
        self.shown = shown(answer)

    def read(self, typed: Any) -> _Typed:
        read = read_number(typed, self.example)
        if self.is_chance and not 0 <= read.value <= 1:
            hint = ' If you meant a percentage, write it with its sign: "25 %".'
            raise Unreadable(
                f"A probability lies between 0 and 1, and {read.text} does not."
                + (hint if 1 < read.value <= 100 else "")
            )
        return read

    def same(self, read: _Typed, other: _Typed) -> bool:
        return read.is_exactly(other.value) or read.is_about(other.value)

    def judge(self, read: _Typed) -> Verdict:
        if read.is_exactly(self.answer):
            return Verdict(True, f"{self.shown}.")
        if read.is_about(self.answer):
            return self._judge_rounded(read)
        side = "small" if read.value < self.answer else "large"
        return Verdict(False, f"{read.text} is too {side}.")

    def _judge_rounded(self, read: _Typed) -> Verdict:
        if read.step > ROUGHEST * self.answer:
            return Verdict(False, f"{read.text} may be meant right, but it is too rough to tell: "
                           "give a fraction, or another decimal or two.")  # fmt: skip
        if float(read.value) == float(self.answer):
            return Verdict(True, f"{self.shown}. (Python made a decimal of it, as nearly as it can;"
                           f' a fraction in quotes, such as "1/4", stays exact.)')  # fmt: skip
        return Verdict(True, f"{read.text} is rounded; the fraction is exact: {self.shown}.")


def shown(number: Rational) -> str:
    """An exact number as it is shown: with its percentage or decimals beside it.

    >>> shown(P(5, 12)), shown(Fraction(12, 5)), shown(Fraction(23328, 11245)), shown(36)
    ('5/12 = 41.7 %', '12/5 = 2.4', '23328/11245 ≈ 2.075', '36')
    """
    if isinstance(number, P):
        return str(number)
    value = Fraction(number)
    if value.denominator == 1:
        return str(value)
    rounded = Fraction(f"{float(value):.4g}")
    return f"{value} {'=' if rounded == value else '≈'} {float(rounded):g}"


_DECIMAL = r"[+-]?\d+(?:[.,]\d+)?"
_NUMBER = re.compile(
    rf"≈?\s*({_DECIMAL})(?:\s*(?:/|of|in|out of)\s*({_DECIMAL}))?\s*(%?)", re.IGNORECASE
)


def read_number(typed: Any, example: str = '"1/4"') -> _Typed:
    """A number as a learner types it; Unreadable, with the example, if it is none.

    >>> read_number("30,6 %").value, read_number("11 of 36").value, read_number(0.25).value
    (Fraction(153, 500), Fraction(11, 36), Fraction(1, 4))
    """
    if isinstance(typed, bool) or not isinstance(typed, Real | Decimal | str):
        raise Unreadable(f"A number is asked for, such as {example}, not {_short(typed)}.")
    if isinstance(typed, Rational):
        return _Typed(str(Fraction(typed)), Fraction(typed))
    if isinstance(typed, str):
        return _read_text(typed, example)
    if not math.isfinite(typed):
        raise Unreadable(f"A number is asked for, such as {example}, not {typed}.")
    decimal = Decimal(repr(float(typed)))
    return _Typed(str(typed), Fraction(decimal), _step(decimal))


def _read_text(typed: str, example: str) -> _Typed:
    text = typed.split("=")[0].strip()  # "5/12 = 41.7 %", as chances print, is 5/12
    found = _NUMBER.fullmatch(text)
    if not found:
        raise Unreadable(f"{_short(typed)} is no number that can be read: write one such as "
                         f"{example}.")  # fmt: skip
    above, below, percent = found.groups()
    decimal = Decimal(above.replace(",", "."))
    part = Fraction(1, 100) if percent else Fraction(1)
    if below is None:
        step = _step(decimal) if percent or "." in str(decimal) else Fraction(0)
        return _Typed(text, Fraction(decimal) * part, step * part)
    whole = Fraction(below.replace(",", "."))
    if not whole:
        raise Unreadable(f"{_short(typed)} divides by zero, which has no answer.")
    return _Typed(text, Fraction(decimal) / whole * part)


def _step(decimal: Decimal) -> Fraction:
    """One unit of the last decimal."""
    exponent = decimal.as_tuple().exponent
    return Fraction(10) ** min(0, int(exponent))


def _short(typed: Any) -> str:
    text = repr(typed)
    return text if len(text) <= LONGEST_TRY else f"{text[:LONGEST_TRY]}…"


# rolls


class _Rolls(_Kind):
    """A set of rolls of two dice."""

    example = "[(1, 2), (2, 1)]"

    def __init__(self, answer: Event) -> None:
        self.rolls = answer.rolls
        self.shown = _listed(answer.rolls) or "no roll at all"

    def read(self, typed: Any) -> frozenset[Roll]:
        if isinstance(typed, str):
            try:
                return dice_event(typed).rolls
            except ValueError as problem:
                raise Unreadable(f"{problem}") from None
        if isinstance(typed, P):
            typed = [outcome for outcome, _ in typed.outcomes]
        if not isinstance(typed, Iterable):
            raise Unreadable(f"A list of rolls is asked for, such as {self.example}, "
                             f"not {_short(typed)}.")  # fmt: skip
        return frozenset(self._read_roll(one) for one in typed)

    def _read_roll(self, one: Any) -> Roll:
        roll = roll_of(one)
        if roll is None:
            raise Unreadable(f"A roll is a pair of numbers from 1 to 6, such as (1, 2), "
                             f"not {_short(one)}.")  # fmt: skip
        return roll

    def same(self, read: frozenset[Roll], other: frozenset[Roll]) -> bool:
        return read == other

    def judge(self, read: frozenset[Roll]) -> Verdict:
        extra, missing = read - self.rolls, self.rolls - read
        if not extra and not missing:
            return Verdict(True, f"These are all: {self.shown}.")
        said = []
        if extra:
            verb = "does" if len(extra) == 1 else "do"
            said.append(f"{_listed(extra)} {verb} not belong.")
        if missing and missing <= {(b, a) for a, b in read}:
            said.append("A roll is missing that has the same numbers as one of yours: think of one "
                        "red die and one blue die. (1, 2) and (2, 1) are two rolls.")  # fmt: skip
        elif missing:
            said.append("Some are missing." if read & self.rolls else "Those that do are missing.")
        return Verdict(False, " ".join(said))


def _listed(rolls: Iterable[Roll]) -> str:
    return ", ".join(f"({a}, {b})" for a, b in sorted(rolls))


# choices


class _Choice(_Kind):
    """One of several sentences, each with a letter."""

    def __init__(self, answer: Any, choices: tuple[str, ...]) -> None:
        if answer not in choices:
            raise ValueError(f"the answer {answer!r} is none of the choices {choices}")
        if len(set(map(str.casefold, choices))) < len(choices) or len(choices) < 2:
            raise ValueError(f"a choice is between two or more different answers, not {choices}")
        self.letters = dict(zip(ascii_uppercase, choices, strict=False))
        self.choices = tuple(f"{letter}: {choice}" for letter, choice in self.letters.items())
        self.answer = str(answer)
        self.example = '"A"'
        letter = next(letter for letter, choice in self.letters.items() if choice == answer)
        self.shown = f"{letter}: {answer}"

    def read(self, typed: Any) -> str:
        word = str(typed).strip().casefold()
        for letter, choice in self.letters.items():
            if word in (letter.casefold(), choice.casefold()):
                return choice
        letters = ", ".join(self.letters)
        raise Unreadable(f"{_short(typed)} is none of the choices: write the letter of one "
                         f"({letters}), in quotes.")  # fmt: skip

    def same(self, read: str, other: str) -> bool:
        return read == other

    def judge(self, read: str) -> Verdict:
        if read == self.answer:
            return Verdict(True, f"{self.shown}.")
        return Verdict(False, f"It is not so: “{read}”.")
