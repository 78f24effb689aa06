"""Exact numbers as they are written: fractions short enough to be read, percentages."""

from __future__ import annotations

import math
from fractions import Fraction

LONGEST_FRACTION = 24  # characters; a longer fraction prints as a percentage alone
LONGEST_IN_TABLE = 13  # likewise, in a narrow column
# Above this a number has more figures than that: found without writing it out, which Python
# refuses to do for more than some thousands.
LONGEST_BITS = 4 * LONGEST_FRACTION


def fraction_text(value: Fraction, longest: int = LONGEST_FRACTION) -> str:
    """The fraction as text, or an empty one if it is longer than can be read.

    >>> fraction_text(Fraction(10, 24)), fraction_text(Fraction(1, 3**30), longest=13)
    ('5/12', '')
    """
    if max(abs(value.numerator), value.denominator).bit_length() > LONGEST_BITS:
        return ""
    text = Fraction.__str__(value)
    return text if len(text) <= longest else ""


def in_figures(value: Fraction) -> str:
    """The fraction as text; of one too long to be read, what it is about."""
    return fraction_text(value) or f"≈ {_scientific(value, 6)}"


def _scientific(value: Fraction, figures: int) -> str:
    """A fraction other than 0 in so many figures, also beyond what a float can hold."""
    power = _exponent(abs(value))
    if -5 <= power < figures:
        return f"{float(value):.{figures}g}"
    shift = figures + 3 - power  # whole numbers: a Fraction would be reduced, which takes long
    above, below = value.numerator * 10 ** max(0, shift), value.denominator * 10 ** max(0, -shift)
    return f"{above // below / 10 ** (figures + 3):.{figures}g}e{power}"


def percent_text(value: Fraction) -> str:
    """The percentage to a tenth, finer below 1 and above 99, and 0 or 100 only if exact.

    >>> percent_text(Fraction(11, 36)), percent_text(Fraction(1, 7776))
    ('30.6 %', '0.0129 %')
    """
    if value in (0, 1):
        return f"{int(100 * value)} %"
    # three figures of whichever is smaller, the chance or its complement, so that 0 and 100 are
    # printed only when they are exact
    smaller = min(value, 1 - value)
    places = 1 if smaller >= Fraction(1, 100) else 2 - _exponent(100 * smaller)
    if places > 12:
        return f"{_scientific(100 * value, 3)} %" if value < Fraction(1, 2) else "almost 100 %"
    return f"{float(100 * value):.{places}f} %"


def _exponent(value: Fraction) -> int:
    """The power of ten of the leading figure of a positive fraction."""
    power = round(math.log10(value.numerator) - math.log10(value.denominator))
    return power if value >= Fraction(10) ** power else power - 1
