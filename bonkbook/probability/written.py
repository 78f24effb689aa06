"""Exact numbers as people write and read them.

Printed are fractions short enough to be read, and percentages. Read, parsed and never evaluated,
are decimals with point or comma, fractions in any spelling, "1 in 6", per cent, recurring decimals,
and arithmetic with + - * / ^ and brackets; and whatever the product prints.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from ..whole import exact, is_whole, quoted

# ---- printed ----

LONGEST_FRACTION = 24  # characters; a longer fraction prints as a percentage alone
LONGEST_IN_TABLE = 13  # likewise, in a narrow column
# Above this a number has more figures than that: found without writing it out, which Python
# refuses to do for more than some thousands.
LONGEST_BITS = 4 * LONGEST_FRACTION


def fraction_text(value: Fraction, longest: int = LONGEST_FRACTION) -> str:
    """The fraction as text, or empty if it is too long to read.

    >>> fraction_text(Fraction(10, 24)), fraction_text(Fraction(1, 3**30), longest=13)
    ('5/12', '')
    """
    if max(abs(value.numerator), value.denominator).bit_length() > LONGEST_BITS:
        return ""
    text = Fraction.__str__(value)
    return text if len(text) <= longest else ""


def in_figures(value: Fraction) -> str:
    """The fraction as text, or approximately if it is too long to read."""
    return fraction_text(value) or f"≈ {_scientific(value, 6)}"


def _scientific(value: Fraction, figures: int) -> str:
    """A nonzero fraction to a number of significant figures, even beyond the range of a float."""
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
    """The power of ten of the first significant figure of a positive fraction."""
    power = round(math.log10(value.numerator) - math.log10(value.denominator))
    return power if value >= Fraction(10) ** power else power - 1


# ---- read ----

NOISE = Fraction(1, 10**12)  # what Python's decimals lose while they are reckoned with
LONGEST = 200  # characters that are read
DEEPEST = 20  # brackets and signs within each other
MOST_BITS = 10_000  # of a power
MOST_EXPONENT = 400  # of ten, as in 1e-400


class Unreadable(ValueError):
    """A text that cannot be read, with a sentence that says what to write."""


@dataclass(frozen=True)
class Typed:
    """A number as it was typed.

    step: one unit of its last decimal, 0 where it is exact; begun: the decimals that stand before
    three dots, if there are dots.
    """

    text: str
    value: Fraction
    step: Fraction = Fraction(0)
    percent: bool = False
    begun: Fraction | None = None

    def is_exactly(self, other: Fraction) -> bool:
        """Whether it equals the other number."""
        return self.value == other

    def rounds(self, other: Fraction) -> bool:
        """Whether it is the other number, rounded at its last decimal or cut off with dots."""
        if self.begun is not None:
            return self.begun == other or _is_cut_off(self.begun, self.step, other)
        return bool(self.step) and abs(self.value - other) <= max(self.step / 2, NOISE)

    def cuts_off(self, other: Fraction) -> bool:
        """Whether it is the other number, cut off after its last decimal.

        >>> read_number("30 %").cuts_off(Fraction(11, 36)), read_number("0.6").cuts_off(Fraction(1))
        (True, False)
        """
        return self.begun is None and _is_cut_off(self.value, self.step, other)

    def like_it(self, other: Fraction) -> str:
        """Another number, rounded and written like this one.

        >>> read_number("30 %").like_it(Fraction(11, 36)), read_number(0.25).like_it(Fraction(1, 3))
        ('31 %', '0.33')
        """
        unit = 100 if self.percent else 1
        places = max(0, math.ceil(-math.log10(self.step * unit)))
        rounded = math.floor(other * unit * 10**places + Fraction(1, 2)) / Fraction(10) ** places
        return f"{float(rounded):.{places}f}{' %' if self.percent else ''}"


def _is_cut_off(value: Fraction, step: Fraction, other: Fraction) -> bool:
    return 0 < abs(other) - abs(value) < step and value * other >= 0


def read_number(typed: Any, example: str = '"1/4"') -> Typed:
    """A number as a learner types it; Unreadable, with the example, if it is not one.

    >>> read_number("30,6 %").value, read_number("11 of 36").value, read_number(0.25).value
    (Fraction(153, 500), Fraction(11, 36), Fraction(1, 4))
    >>> read_number("1-(7/12)^3").value, read_number("0.1(6)").value, read_number("½").value
    (Fraction(1385, 1728), Fraction(1, 6), Fraction(1, 2))
    """
    return readings(typed, example)[0]


def readings(typed: Any, example: str = '"1/4"') -> list[Typed]:
    """The possible readings, the likeliest first: "1,296" is 1296, or 1.296 in some countries."""
    if isinstance(typed, str):
        return _read_text(typed, example)
    if is_whole(typed) or (type(typed) is not bool and isinstance(typed, Rational)):
        value = exact(typed)
        return [Typed(in_figures(value), value)]
    if type(typed) is bool or not isinstance(typed, Real | Decimal) or not math.isfinite(typed):
        raise Unreadable(f"The answer is a number, such as {example}, not {quoted(typed)}.")
    decimal = Decimal(repr(float(typed)))
    return [Typed(str(typed), Fraction(decimal), _step(decimal))]


def _step(decimal: Decimal) -> Fraction:
    """One unit of the last decimal."""
    exponent = decimal.as_tuple().exponent
    return Fraction(10) ** min(0, int(exponent))


# ---- characters ----

_SIGNS = {**dict.fromkeys("−‐‑‒–—―﹣－", "-"), **dict.fromkeys("×✕✖⋅∙•·∗＊", "*"),
          **dict.fromkeys("÷⁄∕／", "/"), **dict.fromkeys("≃≅∼～~≐", "≈"),
          **dict.fromkeys("“”„‟«»‘‚‛", '"'),
          **dict.fromkeys("％﹪٪", "%"), **dict.fromkeys("’′ʼ", "'"), "∶": ":", "٫": ".", "٬": ",",
          "≤": "<", "≥": ">"}
_SUPER, _SUB = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "₀₁₂₃₄₅₆₇₈₉"
_PLAIN = str.maketrans(_SUPER + _SUB, "0123456789+-0123456789")


def plain_character(character: str) -> str:
    """A character as on a keyboard; empty for an invisible character.

    >>> [plain_character(c) for c in "−\u200b\u202f５≈"]
    ['-', '', ' ', '5', '≈']
    """
    if character in _SIGNS:
        return _SIGNS[character]
    kind = unicodedata.category(character)
    if kind == "Cf" or character == "\ufe0f":
        return ""
    if kind[0] == "Z" or kind == "Cc":
        return " "
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    return unicodedata.normalize("NFKC", character)


def plain_text(text: str) -> str:
    """A text in keyboard characters, with printed fractions, powers and signs replaced.

    >>> plain_text("1½"), plain_text("⁵⁄₁₂"), plain_text("1 − (⁷⁄₁₂)³"), plain_text("0.16̅")
    ('(1+1/2)', '(5/12)', '1 - ((7/12))^(3)', '0.1(6)')
    """
    text = "".join(c for c in text if plain_character(c))  # what cannot be seen, first
    text = re.sub("((?:\\d\u0305)+)", lambda m: f"({m[1].replace(chr(0x305), '')})", text)
    text = re.sub(rf"([{_SUPER[:10]}]+)[⁄∕/]([{_SUB}]+)", lambda m: _fraction(*m.groups()), text)
    text = re.sub(r"(\d+)⁄(\d+)", r"(\1/\2)", text)
    text = re.sub(r"(?:(\d+)\s*)?([¼-¾⅐-⅞↉])", _vulgar, text)
    text = re.sub(rf"[{_SUPER}]+", lambda m: f"^({m[0].translate(_PLAIN)})", text)
    text = re.sub(r"(?<![\d.,])0·(?=\d)", "0.", text)  # the decimal point of older English books
    text = "".join(map(plain_character, text))
    return re.sub(r"\s+", " ", text).strip()


def _fraction(above: str, below: str) -> str:
    return f"({above.translate(_PLAIN)}/{below.translate(_PLAIN)})"


def _vulgar(found: re.Match[str]) -> str:
    above, _, below = unicodedata.normalize("NFKC", found[2]).partition("⁄")
    return f"({found[1]}+{above}/{below})" if found[1] else f"({above}/{below})"


# ---- texts ----

_LATEX = [
    (r"\\(?:left|right|,|;|!|:| )|\$", ""), (r"\\[dt]?frac\s*(\d)(\d)", r"(\1/\2)"),
    (r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))"), (r"\\(?:cdot|times)", "*"),
    (r"\\div", "/"), (r"\\%", "%"), (r"\\approx", "≈"), (r"\{,\}", ","),
    (r"\\overline\s*\{(\d+)\}", r"(\1)"),
]
_PYTHON = [  # as Python prints numbers
    (r"(?:\w+\.)*(?:Fraction|P|Probability)\( ?(-?\d+) ?, ?(\d+) ?\)", r"\1/\2"),
    (r"(?:\w+\.)*(?:float\d*|u?int\d*|Decimal|Fraction|P)\( ?[\"']?([^\"'()]*)[\"']? ?\)", r"\1"),
]
_WORDS: list[tuple[str, Any]] = [
    (r"^[\"'\s]+|[\"'\s.,;!?]+$(?<!\.\.\.)", ""), (r"^=", ""),
    (r"^(?:the |my )?(?:answer|probability|chance|guess)(?: is)?:? (?=\S)", ""),
    (r"^(?:about|approximately|approx\.?|circa|ca\.?|roughly|around) ?", "≈"),
    (r" (?:given [^\d].*|\((?=[^\W\d]).*)$", ""),  # the condition and the note of a P
    (r" \(([^()]*%)\)$", r" = \1"), (r"(/\d+) (?=\d[\d.,]* ?%$)", r"\1 = "),
    (r" ?(?:±|\+/-|\+-) ?[\d.,]+(?:e-?\d+)? ?(%?)", r"\1"), (r"% ?%", "%"),
    (r"(?<=[\d)]) ?(?:per ?cents?|pct\.?)(?!\w)", "%"), (r" ?‰", "/1000"),
    (r"(?<=\d)(\d) ?(?:recurring|repeating)$", r"(\1)"), (r" ?(?:and so on|etc\.?)$", "..."),
    (r"(?<=\d) (?:rolls|outcomes|turns|games|hands|cards|points|ways)$", ""),
    (r"(?<=[\d)%]) ?(?:out of|of|in|from|per) (?=[\d(.])", "@"),
    (r"(?<=[\d)%]) ?x ?(?=[\d(.])", "*"), (r"(?<=\d)['_](?=\d)", ""),
    (r"(?<![\d.,])(\d{1,3}(?: \d{3})+)(?!\d)", lambda m: m[1].replace(" ", "")),
    (r"^(-?)(\d+) (\d+)/(\d+)( ?%)?$", r"\1(\2+\3/\4)\5"),
]


def _read_text(typed: str, example: str) -> list[Typed]:
    if len(typed) > LONGEST:
        raise Unreadable(f"{quoted(typed)} is too long; write at most {LONGEST} characters.")
    text = plain_text(typed)
    for found, instead in _LATEX:
        text = re.sub(found, instead, text)
    text = text.strip(" \"'")
    for found, instead in _PYTHON:
        text = re.sub(f"^{found}$", instead, text)
    _check_meaning(text, typed)
    shown = re.sub(_WORDS[0][0], "", text)
    for found, instead in _WORDS:
        text = re.sub(found, instead, text, flags=re.IGNORECASE)
    parts = [part.strip() for part in re.split("[=≈]", text) if part.strip()]
    if len(parts) > 1 and re.fullmatch(r"[^\W\d]\w*( ?\(.*\))?", parts[0]):
        parts = parts[1:]  # "P(five) = 11/36"
    if not parts:
        raise _unreadable(typed, example)
    first = re.split(" ?[=]", shown)[0] if len(parts) > 1 and "=" in shown else shown
    first = first if re.search(r"\d", first) else shown
    found_ = [_read_part(part, first, typed, example) for part in _with_points(parts[0])]
    for part in parts[1:]:
        others = [_read_part(one, part, typed, example) for one in _with_points(part)]
        found_ = [one for one in found_ if any(_agree(one, other) for other in others)]
    if not found_:
        raise Unreadable(f"{quoted(typed)} has two different values; write one number.")
    return found_


def _check_meaning(text: str, typed: str) -> None:
    """Raises Unreadable for a text with several meanings, or that is not a number."""
    ratio = re.fullmatch(r"([\d.,]+) ?(?::| to ) ?([\d.,]+)", text)
    if ratio:
        a, b = ratio.groups()
        both = f'"{a}/{b}"' + (f' or "{a}/{int(a) + int(b)}"' if a.isdecimal() and b.isdecimal()
                               else "")
        raise Unreadable(f"{quoted(typed)} could be odds or a share; write a fraction, {both}.")
    if re.fullmatch(r"50 ?[-/] ?50", text):
        raise Unreadable(f'{quoted(typed)} could mean one half or 1; write "1/2" or "1".')
    if re.fullmatch(r"\d+ ?/ ?\d+ ?/ ?\d+", text):
        raise Unreadable(f"{quoted(typed)} has two fraction bars; use brackets, as in (1/2)/3.")
    if re.match("[<>]", text):
        raise Unreadable(f"{quoted(typed)} is a range; write one number.")


def _unreadable(typed: str, example: str) -> Unreadable:
    return Unreadable(f"{quoted(typed)} is not a number that can be read. Write a number such as "
                      f"{example}; you can use + - * / ^ and brackets.")


def _agree(one: Typed, other: Typed) -> bool:
    """Whether the other is the same number, possibly rounded or cut off."""
    return one.value == other.value or any(a.rounds(b.value) or a.cuts_off(b.value)
                                           for a, b in ((other, one), (one, other)))


def _with_points(text: str) -> list[str]:
    """The text with decimal points and no other marks; if ambiguous, two, the likelier first.

    >>> _with_points("1,296"), _with_points("0,17"), _with_points("1.296,5")
    (['1296', '1.296'], ['0.17'], ['1296.5'])
    """
    text = re.sub(r"(?<![\d.])\d{1,3}(?:\.\d{3})+(?=,\d)", lambda m: m[0].replace(".", ""), text)
    text = re.sub(r"(?<![\d.])\d{1,3}(?:\.\d{3}){2,}(?![\d.])",
                  lambda m: m[0].replace(".", ""), text)
    thousands = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
    grouped = thousands.sub(lambda m: m[0].replace(",", ""), text).replace(",", ".")
    decimal = text.replace(",", ".")
    if grouped == decimal or re.search(r"\d\.\d+\.\d", decimal):
        return [grouped]
    return [grouped, decimal]


def _read_part(text: str, shown: str, typed: str, example: str) -> Typed:
    try:
        part = _Parser(text).whole()
    except (IndexError, _Strange):
        raise _unreadable(typed, example) from None
    except ZeroDivisionError:
        raise Unreadable(f"{quoted(typed)} divides by zero, which is not possible.") from None
    except OverflowError:
        raise Unreadable(f"{quoted(typed)} is too large to calculate.") from None
    return Typed(shown, part.value, part.step, text.rstrip().endswith("%"), part.begun)


# ---- arithmetic ----


class _Strange(Exception):
    """The text is not an expression of numbers."""


@dataclass(frozen=True)
class _Part:
    """A part of an expression: its value, and about twice the possible error of its decimals."""

    value: Fraction
    step: Fraction = Fraction(0)
    literal: bool = False
    percent: bool = False
    begun: Fraction | None = None


_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d*\.\d*\(\d+\)|\d+\.?\d*|\.\d+)"
    r"(?P<dots>\.\.\.)?(?P<power>e[+-]?\d+)?|(?P<sign>\*\*|[-+*/^%()\[\]{}@]))", re.IGNORECASE
)
_BRACKETS = {"[": "(", "{": "(", "]": ")", "}": ")", "**": "^"}


class _Parser:
    """A recursive descent parser for an expression, with limited depth."""

    def __init__(self, text: str) -> None:
        self.tokens: list[Any] = []
        self.at = self.depth = 0
        place = 0
        while place < len(text.rstrip()):
            found = _TOKEN.match(text, place)
            self.tokens.append(_token(found) if found else None)
            place = found.end() if found else len(text)

    def whole(self) -> _Part:
        part = self.sum()
        if self.at < len(self.tokens):
            raise _Strange
        return part

    def takes(self, signs: str) -> str:
        """The next token, consumed if it is one of the signs; else nothing."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if not isinstance(token, str) or not token or token not in signs:
            return ""
        self.at += 1
        return token

    def sum(self) -> _Part:
        part = self.product()
        while sign := self.takes("+-"):
            other = self.product()
            value = part.value + other.value if sign == "+" else part.value - other.value
            part = _Part(value, max(part.step, other.step))
        return part

    def product(self) -> _Part:
        part = self.signed()
        while sign := self.takes("*/@"):
            other = self.signed()
            if sign == "@" and not part.percent and part.literal and _is_hundred(other):
                part = _Part(part.value / other.value, part.step or 1 / other.value)  # 31 of 100
            elif sign == "*" or (sign == "@" and part.percent):
                part = _Part(part.value * other.value, _spread(part, other))
            else:
                inverse = _Part(1 / other.value, other.step / other.value**2)
                part = _Part(part.value * inverse.value, _spread(part, inverse))
        return part

    def signed(self) -> _Part:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Strange
        sign = self.takes("+-")
        part = self.signed() if sign else self.power()
        if sign == "-":
            begun = None if part.begun is None else -part.begun
            part = _Part(-part.value, part.step, part.literal, part.percent, begun)
        self.depth -= 1
        return part

    def power(self) -> _Part:
        part = self.percent()
        if not self.takes("^"):
            return part
        power = self.signed().value
        size = max(abs(part.value.numerator), part.value.denominator).bit_length()
        if power.denominator != 1:
            raise _Strange
        if abs(power) * size > MOST_BITS:
            raise OverflowError
        spread = abs(power) * part.step * (abs(part.value) ** (power - 1) if part.step else 1)
        return _Part(Fraction(part.value**power), Fraction(spread))

    def percent(self) -> _Part:
        part = self.atom()
        while self.takes("%"):
            step = part.step or Fraction(int(part.literal))
            begun = None if part.begun is None else part.begun / 100
            part = _Part(part.value / 100, step / 100, part.literal, True, begun)
        return part

    def atom(self) -> _Part:
        if self.takes("("):
            part = self.sum()
            if not self.takes(")"):
                raise _Strange
            return _Part(part.value, part.step)
        token = self.tokens[self.at]
        if not isinstance(token, _Part):
            raise _Strange
        self.at += 1
        return token


def _token(found: re.Match[str]) -> str | _Part:
    if found["sign"]:
        return _BRACKETS.get(found["sign"], found["sign"])
    digits, _, recurring = found["number"].rstrip(")").partition("(")
    power = int((found["power"] or "e0")[1:])
    if abs(power) > MOST_EXPONENT:
        raise OverflowError
    scale = Fraction(10) ** power
    begun = Fraction(Decimal(digits or "0"))
    places = len(digits.partition(".")[2])
    step = Fraction(1, 10**places) * scale if "." in digits or power < 0 else Fraction(0)
    if recurring:
        more = Fraction(int(recurring), 10**places * (10 ** len(recurring) - 1))
        return _Part((begun + more) * scale)
    if not found["dots"]:
        return _Part(begun * scale, step, literal=True)
    block = re.search(r"(\d+?)\1+$", digits.partition(".")[2])
    more = Fraction(int(block[1]), 10**places * (10 ** len(block[1]) - 1)) if block else Fraction(0)
    return _Part((begun + more) * scale, step, literal=True, begun=begun * scale)


def _is_hundred(part: _Part) -> bool:
    return part.literal and part.value in (100, 1000, 10_000)


def _spread(one: _Part, other: _Part) -> Fraction:
    """One unit of a product's last decimal, from those of its factors."""
    return abs(one.value) * other.step + abs(other.value) * one.step
