"""Checked conversion of arguments to Python's whole numbers and exact fractions.

NumPy's whole numbers overflow silently when they grow too large, even inside a Fraction, so they
are converted here.
"""

from __future__ import annotations

import operator
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, SupportsIndex, TypeGuard

LONGEST = 600  # characters of an error, a few lines


def quoted(value: object, most: int = 60) -> str:
    """The repr of a value for an error message, cut short.

    >>> quoted("move c 3"), quoted("x" * 1_000_000, most=5)
    ("'move c 3'", "'xxxx...")
    """
    if isinstance(value, str | bytes):
        value = value[:most + 1]    # a repr of a million characters takes its time
    try:
        text = repr(value)
    except (ValueError, RecursionError):    # a number of 5,000 digits, lists 1,000 deep
        text = f"<{type(value).__name__}>"
    return shortened(text, most)


def shortened(text: str, most: int = LONGEST) -> str:
    """The text in one line, cut short if it is longer than `most` characters.

    >>> shortened("red is to act", 6)
    'red is...'
    """
    cut = text if len(text) <= most else f"{text[:most]}..."
    return " ".join(cut.splitlines())


def whole(value: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """The whole number `value`, Python's or NumPy's, as an int.

    ValueError, beginning with `what`, for anything else (such as True or 3.0), and for a number
    below `least` or above `most`.

    >>> import numpy as np
    >>> whole(np.uint8(3), "games") - 5
    -2
    >>> whole(3.0, "games", least=1)
    Traceback (most recent call last):
    ValueError: games must be a whole number from 1 up, not 3.0
    """
    if is_whole(value):
        number = operator.index(value)
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    raise ValueError(f"{what} must be a whole number{_range(least, most)}, not {quoted(value)}")


def _range(least: int | None, most: int | None) -> str:
    if most is None:
        return "" if least is None else f" from {least:,} up"
    return f" up to {most:,}" if least is None else f" from {least:,} to {most:,}"


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    """Whether it is a whole number of any type; True and False are not.

    >>> import numpy as np
    >>> is_whole(np.int64(3)), is_whole(3.0), is_whole(True), is_whole(np.True_)
    (True, False, False, False)
    """
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool)


def plain(value: Any) -> Any:
    """A value, or the values of a tuple, with whole numbers as ints.

    >>> import numpy as np
    >>> plain((np.int64(2), "red")), plain(1.5)
    ((2, 'red'), 1.5)
    """
    if type(value) is tuple:
        return tuple(map(plain, value))
    return operator.index(value) if is_whole(value) else value


def exact(value: object, what: str = "a probability") -> Fraction:
    """The exact number `value` as a Fraction of ints: whole, a fraction, or a Decimal.

    TypeError for a float, which is not exact, for True and False, and for anything else.
    """
    if is_whole(value):
        return Fraction(operator.index(value))
    if isinstance(value, Fraction) and type(value.numerator) is type(value.denominator) is int:
        return Fraction(value)  # reduced already, which takes long where it is long
    if type(value) is not bool and isinstance(value, Rational):
        return Fraction(operator.index(value.numerator), operator.index(value.denominator))
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    raise TypeError(f"{what} must be exact, such as Fraction(5, 12), not {quoted(value)}")
