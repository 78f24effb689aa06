"""Answers to a lesson's questions, read and judged.

Three kinds: exact numbers, sets of rolls of two dice, and choices.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from string import ascii_uppercase
from typing import Any

from .probability.dice import Event, Roll, dice_event, roll_of
from .probability.exact import P
from .probability.written import (
    NOISE,
    Typed,
    Unreadable,
    fraction_text,
    plain_text,
    read_number,
    readings,
)
from .whole import quoted

__all__ = ["Kind", "Typed", "Unreadable", "Verdict", "kind_of", "read_number", "shown"]

TWO_DECIMALS = Fraction(1, 100)  # or whole percent: a chance may not be rounded more roughly
ROUGHEST = Fraction(1, 20)  # but a large number may, up to this relative error
MOST_ROLLS = 36
ROUNDED, ROUGH, CUT_OFF = "rounded", "rough", "cut off"


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the feedback.

    near: it is close to the right answer, so no clue is needed.
    """

    right: bool
    text: str
    near: bool = False


class Kind(ABC):
    """A kind of answer, with its reading, its hints and its feedback."""

    example: str
    shown: str
    choices: tuple[str, ...] = ()

    @abstractmethod
    def read(self, typed: Any) -> Any:
        """The typed answer, read; Unreadable if that is not possible."""

    def likeness(self, read: Any, other: Any) -> int:
        """How well an answer matches the answer of a hint; 0 for no match."""
        return int(read == other)

    @abstractmethod
    def judge(self, read: Any) -> Verdict:
        """Whether an answer is right, and what there is to say."""

    @abstractmethod
    def words(self, read: Any) -> str:
        """An answer, as it is quoted back."""

    def gap(self, read: Any) -> str:
        """The distance of a wrong answer from the right one, in words; empty if there is none."""
        return ""


def kind_of(answer: Any, choices: tuple[str, ...]) -> Kind:
    """The kind of a question's answer; TypeError if there is none."""
    if choices:
        return _Choice(answer, choices)
    if isinstance(answer, Event):
        return _Rolls(answer)
    if type(answer) is not bool and isinstance(answer, Rational):
        return _Number(answer)
    raise TypeError(
        f"the answer to a question is a P or another exact number, an Event of two dice, or one "
        f"of its choices, not {quoted(answer)}"
    )


# ---- numbers ----


class _Number(Kind):
    """An exact number; a P is a probability."""

    def __init__(self, answer: Rational) -> None:
        self.answer = Fraction(answer)
        self.is_chance = isinstance(answer, P)
        whole = self.answer.denominator == 1 and not self.is_chance
        self.example = '"1/4" or "25 %"' if self.is_chance else "7" if whole else '"7/2" or 3.5'
        self.shown = shown(answer)

    def read(self, typed: Any) -> Typed:
        read = min(readings(typed, self.example), key=self._distance)
        if self.is_chance and not 0 <= read.value <= 1:
            raise Unreadable(_no_chance(read))
        return read

    def _distance(self, read: Typed) -> float:
        """The distance of a number from the answer, as a ratio, to find the likeliest reading."""
        ratio = (abs(read.value) + NOISE) / (abs(self.answer) + NOISE)
        return abs(math.log(ratio.numerator) - math.log(ratio.denominator))

    def likeness(self, read: Typed, other: Typed) -> int:
        if read.is_exactly(other.value):
            return 3
        if self._nearness(read):
            return 0  # an answer that is nearly right is not taken for a mistake
        return 2 if read.rounds(other.value) else int(read.cuts_off(other.value))

    def judge(self, read: Typed) -> Verdict:
        if read.is_exactly(self.answer):
            return Verdict(True, f"{self.shown}.")
        near = self._nearness(read)
        if near == ROUNDED:
            return Verdict(True, self._on_rounding(read))
        if near == ROUGH:
            return Verdict(False, f"{read.text} might be right, but it is too rough to tell. Give "
                           "a fraction, or one or two more decimals.", near=True)
        if near == CUT_OFF:
            return Verdict(False, f"{read.text} is cut off; rounded, it is "
                           f"{read.like_it(self.answer)}.", near=True)
        side = "small" if read.value < self.answer else "large"
        return Verdict(False, f"{read.text} is too {side}.")

    def _nearness(self, read: Typed) -> str:
        """Whether a decimal is the answer rounded, rounded too roughly, or cut off; else empty."""
        fine = read.step <= max(TWO_DECIMALS, ROUGHEST * abs(self.answer))
        certain = self.is_chance and read.value in (0, 1)  # "0 %" claims too much
        # Python's 0.8 might have been typed as 0.80.
        if read.rounds(self.answer) and not certain and (fine or self._in_two_decimals(read)):
            return ROUNDED
        if read.rounds(self.answer):
            return ROUGH
        return CUT_OFF if fine and read.cuts_off(self.answer) else ""

    def _in_two_decimals(self, read: Typed) -> bool:
        return abs(read.value - self.answer) <= TWO_DECIMALS / 2

    def _on_rounding(self, read: Typed) -> str:
        if abs(read.value - self.answer) <= NOISE and read.step <= NOISE:
            return (f"{self.shown}. (Python made a decimal of it, as nearly as it can;"
                    f' a fraction in quotes, such as "1/4", stays exact.)')
        goes_on = "is only begun" if read.begun is not None else "is rounded"
        return f"{read.text} {goes_on}; the fraction is exact: {self.shown}."

    def words(self, read: Typed) -> str:
        return read.text

    def gap(self, read: Typed) -> str:
        far = abs(read.value - self.answer)
        size = "" if read.step else fraction_text(far)  # a long fraction says little
        if not size and self.is_chance:
            size = P(far).percent.replace("%", "percentage points")
        elif not size:
            size = f"{float(far):.3g}"
        return f"{size} too {'low' if read.value < self.answer else 'high'}"


def _no_chance(read: Typed) -> str:
    """The feedback for a number that is not a probability."""
    if read.value.denominator == 1 and 2 <= read.value <= MOST_ROLLS:
        return (f"{read.text}, out of how many? A probability is a share, so write both numbers, "
                f'as in "1/4". If you meant a percentage, write it with its sign: "25 %".')
    hint = ' If you meant a percentage, write it with its sign: "25 %".'
    return f"A probability lies between 0 and 1, and {read.text} does not." + (
        hint if 1 < read.value <= 100 else ""
    )


def shown(number: Rational) -> str:
    """An exact number with its percentage or decimals.

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


# ---- rolls ----

_PAIR = re.compile(r"(\d{1,9})(?:\s*[,+-]\s*|\s+)(\d{1,9})")
_BRACKETED = re.compile(rf"[(\[{{]\s*{_PAIR.pattern}\s*[)\]}}]")


class _Rolls(Kind):
    """A set of rolls of two dice."""

    example = "[(1, 2), (2, 1)]"

    def __init__(self, answer: Event) -> None:
        self.rolls = answer.rolls
        self.shown = _listed(answer.rolls) or "no roll at all"

    def read(self, typed: Any) -> frozenset[Roll]:
        if isinstance(typed, P) and (typed.outcomes or not typed):
            typed = [outcome for outcome, _ in typed.outcomes]
        if self._is_number(typed):
            raise Unreadable("The question is which rolls, not how many or how likely: list them, "
                             f"such as {self.example}.")
        if isinstance(typed, str):
            return self._read_text(plain_text(typed.replace("\n", "; ")))
        if roll_of(typed):
            return frozenset([self._read_roll(typed)])
        if not isinstance(typed, Iterable):
            raise self._no_list(typed)
        return frozenset(self._read_roll(one) for one in typed)

    def _is_number(self, typed: Any) -> bool:
        if isinstance(typed, str) and re.search(r"\b[ab]\b", typed):
            return False  # an expression, such as a = 5
        try:
            read_number(typed)
        except Unreadable:
            return False
        # "1,4" is a roll here, and no decimal
        return not (isinstance(typed, str) and re.fullmatch(r"\s*[1-6],[1-6]\s*", typed))

    def _read_text(self, typed: str) -> frozenset[Roll]:
        """Rolls in a text: a list of pairs, or an expression such as a + b == 5."""
        pairs = _pairs(typed)
        if pairs is not None:
            return frozenset(self._read_roll(pair) for pair in pairs)
        if not re.search(r"\b[ab]\b", typed):
            raise self._no_list(typed)
        try:
            return dice_event(typed).rolls
        except ValueError as problem:
            raise Unreadable(f"{problem}") from None

    def _no_list(self, typed: Any) -> Unreadable:
        return Unreadable(f"The answer is a list of rolls, such as {self.example}, not "
                          f"{quoted(typed)}.")

    def _read_roll(self, one: Any) -> Roll:
        roll = roll_of(one)
        if roll is None:
            raise Unreadable(f"A roll is a pair of numbers from 1 to 6, such as (1, 2), "
                             f"not {quoted(one)}.")
        return roll

    def judge(self, read: frozenset[Roll]) -> Verdict:
        extra, missing = read - self.rolls, self.rolls - read
        if not extra and not missing:
            return Verdict(True, f"That is all of them: {self.shown}.")
        said = []
        if extra:
            verb = "does" if len(extra) == 1 else "do"
            said.append(f"{_listed(extra)} {verb} not belong.")
        if missing and missing <= {(b, a) for a, b in read}:
            said.append("A roll with the same numbers as one of yours is missing. Think of a red "
                        "die and a blue die: (1, 2) and (2, 1) are two rolls.")
        elif missing:
            said.append("Some are missing." if read & self.rolls else
                        "None of the right rolls is listed.")
        return Verdict(False, " ".join(said))

    def words(self, read: frozenset[Roll]) -> str:
        return _listed(read) or "no roll at all"


def _pairs(text: str) -> list[tuple[int, ...]] | None:
    """The pairs of numbers listed in a text, or None if it is not such a list.

    >>> _pairs("(1,4), (2,3) and (3,2)"), _pairs("1 4, 2 3"), _pairs("1,4; 2,3"), _pairs("1, 2, 3")
    ([(1, 4), (2, 3), (3, 2)], [(1, 4), (2, 3)], [(1, 4), (2, 3)], None)
    """
    text = re.sub(r"\b(?:and|or)\b|\n", ";", text, flags=re.IGNORECASE)
    found = _BRACKETED.findall(text)
    if found:
        rest = _BRACKETED.sub("", text)
        return None if re.search(r"[^\s,;.(){}\[\]]", rest) else [_ints(pair) for pair in found]
    for between in (";", "[,;]"):  # a comma can be inside the pairs or between them
        parts = [part.strip() for part in re.split(between, text) if part.strip()]
        matches = [match for part in parts if (match := _PAIR.fullmatch(part))]
        if matches and len(matches) == len(parts):
            return [_ints(match.groups()) for match in matches]
    return None


def _ints(pair: Iterable[str]) -> tuple[int, ...]:
    return tuple(int(number) for number in pair)


def _listed(rolls: Iterable[Roll]) -> str:
    return ", ".join(f"({a}, {b})" for a, b in sorted(rolls))


# ---- choices ----


class _Choice(Kind):
    """One of several sentences, each with a letter."""

    def __init__(self, answer: Any, choices: tuple[str, ...]) -> None:
        if answer not in choices:
            raise ValueError(f"the answer {answer!r} is not one of the choices {choices}")
        if len(set(map(str.casefold, choices))) < len(choices) or len(choices) < 2:
            raise ValueError(f"choices are two or more different answers, not {choices}")
        self.letters = dict(zip(ascii_uppercase, choices, strict=False))
        self.choices = tuple(f"{letter}: {choice}" for letter, choice in self.letters.items())
        self.answer = str(answer)
        self.example = '"A"'
        letter = next(letter for letter, choice in self.letters.items() if choice == answer)
        self.shown = f"{letter}: {answer}"

    def read(self, typed: Any) -> str:
        word = _bare(typed)
        for letter, choice in self.letters.items():
            if word in (_bare(letter), _bare(choice), _bare(f"{letter}: {choice}")):
                return choice
        meant = [choice for choice in self.letters.values() if _begins(word, _bare(choice))]
        if len(meant) == 1:
            return meant[0]
        fits = "could be more than one" if meant else "is not one"
        letters = ", ".join(self.letters)
        raise Unreadable(f"{quoted(typed)} {fits} of the choices; write its letter "
                         f"({letters}) in quotes.")

    def judge(self, read: str) -> Verdict:
        if read == self.answer:
            return Verdict(True, f"{self.shown}.")
        return Verdict(False, f"That is not right: “{read}”.")

    def words(self, read: str) -> str:
        return f"“{read}”"


def _bare(typed: Any) -> str:
    """The typed answer, or a choice, without irrelevant characters.

    >>> _bare("'Less than before.'"), _bare("(b)"), _bare("(12/13)⁷") == _bare("(12/13)^(7)")
    ('less than before', 'b', True)
    """
    return plain_text(str(typed)).strip(" \"'.()").casefold()


def _begins(word: str, choice: str) -> bool:
    """Whether a choice, or a word in it, begins with what was typed (a single letter: the choice).

    >>> _begins("less", "less than before"), _begins("before", "less than before")
    (True, True)
    >>> _begins("b", "less than before"), _begins("fore", "less than before"), _begins("", "less")
    (False, False, False)
    """
    if len(word) < 2:
        return bool(word) and choice.startswith(word)
    return bool(re.search(rf"(?<!\w){re.escape(word)}", choice))
