"""Questions for a notebook that check themselves, with helpful feedback and without widgets.

The engine computes the answers; none is shown before a first try.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .answers import Unreadable, kind_of, shown
from .probability.estimate import Estimate
from .scene.palette import GREEN, GREY, VERMILLION
from .whole import is_whole, quoted

__all__ = ["Feedback", "Question", "compare_counts", "summary"]

RIGHT, NOT_YET, YOUR_TURN, SOLUTION = "Right", "Not yet", "Your turn", "The answer"
COMPARED = "Compared"
_SIGNS = {RIGHT: "✓", NOT_YET: "✗", YOUR_TURN: "…", SOLUTION: "=", COMPARED: "↔"}
_COLOURS = {RIGHT: GREEN, NOT_YET: VERMILLION}  # distinct if colour-blind, and in the words too
CLOSE = 2  # standard errors within which about 95 of 100 shares lie
FAR = ("not within two. About 5 of 100 classes get such a result by chance. Or was there a mistake "
       "in the counting?")


def _box(inside: str, role: str = "", colour: str = GREY) -> str:
    """HTML with a coloured bar on the left."""
    return (f'<div {role}style="border-left: 5px solid {colour}; padding: 2px 12px; '
            f'max-width: 60em; line-height: 1.5">{inside}</div>')


@dataclass(frozen=True)
class Feedback:
    """The feedback on an answer: a verdict of one or two words, and a text."""

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
        text = html.escape(self.text).replace("\n", "<br>")
        return _box(f'<strong><span aria-hidden="true">{_SIGNS.get(self.verdict, "")}</span> '
                    f"{html.escape(self.verdict)}.</strong> {text}", 'role="status" ',
                    _COLOURS.get(self.verdict, GREY))


class Question:
    """A question that checks answers and says what went wrong.

    words: the question. answer: computed by the engine; a P or another number, an Event of two dice
    (the learner lists its rolls), or one of `choices`. hints: explanations for expected wrong
    answers; clue: a hint for any other wrong answer; why: the reasoning, shown once the answer is
    right or revealed. ValueError for a hint whose answer is right or cannot be read.

    >>> from bonkbook.probability import P
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

    def __init__(self, words: str, answer: Any, *, choices: Sequence[str] = (),
                 hints: Mapping[Any, str] | None = None, clue: str = "", why: str = "") -> None:
        self.words, self.clue, self.why = words, clue, why
        self._kind = kind_of(answer, tuple(choices))
        self._hints = [(self._hint_key(key), text) for key, text in (hints or {}).items()]
        self.tries = 0
        """The number of readable answers so far."""
        self.solved = False
        """Whether one of the answers was right."""

    def _hint_key(self, key: Any) -> Any:
        try:
            read = self._kind.read(key)
        except Unreadable as problem:
            raise ValueError(f"the hint for {key!r} is not for an answer: {problem}") from None
        if self._kind.judge(read).right:
            raise ValueError(f"the hint for {key!r} is for the right answer")
        return read

    def check(self, answer: Any) -> Feedback:
        """Whether the answer is right, and what to think about if it is not.

        Probabilities can be fractions ("11/36", Fraction(11, 36)), "11 of 36", or decimals and
        percentages ("30.6 %") with at least two decimals or whole percent. Rolls are a list of
        pairs, an Event or an expression. Choices are a letter, or words that fit only one choice.
        An answer that cannot be read is explained and does not count as a try.
        """
        if answer is ...:
            return Feedback(YOUR_TURN, f"Put your answer in place of the three dots, such as "
                            f"{self._kind.example}, and run the cell again.")
        try:
            read = self._kind.read(answer)
        except Unreadable as problem:
            return Feedback(YOUR_TURN, str(problem))
        self.tries += 1
        verdict = self._kind.judge(read)
        if verdict.right:
            self.solved = True
            return Feedback(RIGHT, _joined(verdict.text, self.why))
        likeness, hint = max(((self._kind.likeness(read, key), text) for key, text in self._hints),
                             key=lambda pair: pair[0], default=(0, ""))
        if likeness:
            return Feedback(NOT_YET, hint)
        return Feedback(NOT_YET, _joined(verdict.text, "" if verdict.near else self.clue))

    def compare(self, guess: Any) -> Feedback:
        """The distance of an earlier guess from the answer, once the question has been tried.

        It does not count as a try. A missing guess, or one that cannot be read, is explained.

        >>> from bonkbook.probability import P
        >>> q = Question("Two dice: how likely are doubles?", P(1, 6))
        >>> q.check("1/6"), q.compare("1/4")
        (Right. 1/6 = 16.7 %., Compared. You guessed 1/4; it is 1/6 = 16.7 %, so 1/12 too high.)
        """
        if guess is ...:
            return Feedback(YOUR_TURN, "There is no guess yet. Put one in place of the three dots "
                            "in the cell that asked for it, run that cell, and then this one "
                            "again.")
        try:
            read = self._kind.read(guess)
        except Unreadable as problem:
            return Feedback(YOUR_TURN, f"Your guess: {problem}")
        if not self.tries:
            return Feedback(YOUR_TURN, "Answer the question first, then compare.")
        guessed = f"You guessed {self._kind.words(read)}"
        if self._kind.judge(read).right:
            return Feedback(RIGHT, f"{guessed}, and that is right: {self._kind.shown}.")
        gap = self._kind.gap(read)
        return Feedback(COMPARED,
                        f"{guessed}; it is {self._kind.shown}{f', so {gap}' if gap else ''}.")

    def reveal(self) -> Feedback:
        """The answer with its reasoning, once an answer has been tried."""
        if not self.tries:
            return Feedback(YOUR_TURN, "Try first, with q.check(your answer): a guess is enough.")
        return Feedback(SOLUTION, _joined(f"{self._kind.shown}.", self.why))

    def __str__(self) -> str:
        return "\n".join([self.words, *self._kind.choices])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = "".join(f"<br>{html.escape(line)}" for line in self._kind.choices)
        return _box(f"<strong>{html.escape(self.words)}</strong>{lines}")


def summary(*questions: Question) -> Feedback:
    """The number of solved questions, and the questions that are still open.

    >>> from bonkbook.probability import P
    >>> q = Question("Heads or tails: how likely are heads?", P(1, 2))
    >>> q.check("1/2"), summary(q)
    (Right. 1/2 = 50.0 %., Right. 1 of 1 solved.)
    """
    if not questions:
        raise ValueError("a summary needs at least one question")
    opened = [question.words for question in questions if not question.solved]
    text = f"{len(questions) - len(opened)} of {len(questions)} solved."
    if not opened:
        return Feedback(RIGHT, text)
    return Feedback(YOUR_TURN, "\n".join([f"{text} Still open:", *(f"• {one}" for one in opened)]))


def compare_counts(hits: Any, rolls: Any, chance: Fraction, what: str = "rolls") -> Feedback:
    """The distance of a class's share from the exact chance, in standard errors.

    hits: the number of rolls with the event; rolls: the number of all rolls; chance: strictly
    between 0 and 1; what: the name of the things counted. Missing and impossible counts are
    explained.

    >>> from bonkbook.probability import P
    >>> compare_counts(9, 20, P(5, 12))
    Compared. 9 of 20 is 0.45, with a standard error of 0.11. The exact value is 5/12 = 41.7 %, \
which is 0.3 standard errors away, so within two.
    """
    if not 0 < chance < 1:
        raise ValueError(f"the chance must be between 0 and 1, not {chance}")
    if hits is ... or rolls is ...:
        return Feedback(YOUR_TURN, "Put your own counts in place of the three dots: first how many "
                        f"{what} had the event, then how many there were in all.")
    for count in (hits, rolls):
        if not is_whole(count):
            return Feedback(YOUR_TURN, f"Counts are whole numbers, such as 9 and 20, "
                            f"without quotes; not {quoted(count)}.")
    if not 0 <= hits <= rolls or not rolls:
        return Feedback(YOUR_TURN, f"{hits} of {rolls} {what} is impossible. The first number is "
                        "how many had the event, the second how many there were in all.")
    found = Estimate.of_frequency(int(hits), int(rolls))
    away = found.sigmas(Fraction(chance))
    text = (f"{hits} of {rolls} is {found.value:.3g}, with a standard error of {found.error:.2g}. "
            f"The exact value is {shown(chance)}, which is {away:.1f} standard errors away, so ")
    return Feedback(COMPARED, text + ("within two." if away <= CLOSE else FAR))


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
