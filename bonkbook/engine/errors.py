"""Errors and refusals, each with a rule and a helpful sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..whole import quoted as quoted
from ..whole import shortened as shortened


@dataclass(frozen=True)
class Refusal:
    """The reason why an action is not legal: the rule's name and a sentence."""

    rule: str
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", capital(shortened(self.text)))

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class IllegalAction(ValueError):
    """An action that the rules forbid; `.rule` names the rule, `.text` explains."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)    # its str() is the exception's
        self.rule, self.text = refusal.rule, refusal.text


class PositionError(ValueError):
    """An impossible position; `.rule` names the rule it breaks ("" for a mistake in the text)."""

    def __init__(self, text: str, rule: str = "") -> None:
        text = shortened(text)
        super().__init__(text, rule)
        self.rule, self.text = rule, text

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


class SaveError(ValueError):
    """A file that cannot be loaded, with the place and the reason; nothing is loaded in part."""

    def __init__(self, text: str) -> None:
        super().__init__(shortened(text))


def check_flag(value: object, what: str) -> None:
    """ValueError unless the value is True or False."""
    if type(value).__name__ not in ("bool", "bool_"):    # Python's or NumPy's
        raise ValueError(f"{what} is True or False, not {quoted(value)}")


def choose_from(word: object, choices: Iterable[str], what: str) -> str:
    """`word`, if it is one of the choices; ValueError with the nearest one otherwise.

    >>> choose_from("must_entr", ["must_enter", "sum"], "house rule")
    Traceback (most recent call last):
    ValueError: no house rule 'must_entr'; did you mean 'must_enter'? (must_enter, sum)
    """
    known = list(choices)
    if isinstance(word, str) and word in known:
        return word
    folded = {choice.casefold(): choice for choice in known}
    near = difflib.get_close_matches(quoted(word).strip("'").casefold(), folded, 1)
    hint = f"did you mean {folded[near[0]]!r}? ({', '.join(known)})" if near else (
        f"one of: {', '.join(known)}")
    raise ValueError(f"no {what} {quoted(word)}; {hint}")


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(sentence: str) -> str:
    """The sentence with its first letter capitalised.

    >>> capital("red rolls 5 and 3.")
    'Red rolls 5 and 3.'
    """
    return sentence[:1].upper() + sentence[1:]
