"""A small safe language for events of two dice: `a == 5 or b == 5 or a + b == 5`.

The text is parsed by Python's own parser, but never run as Python: a walker of our own goes over
the tree, knows numbers from yes/no, and refuses everything else with the place where it stands.
"""

from __future__ import annotations

import ast
import unicodedata
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .written import plain_character

Roll = tuple[int, int]

LONGEST = 200  # characters
DEEPEST = 20  # levels of brackets and operators inside each other
LARGEST = 1000  # a number written in an expression

ALLOWED = (
    "Allowed are the dice a and b, whole numbers, + - * / // %, comparisons (= != < <= > >=, in), "
    "and, or, not, abs(), min(), max(), and brackets."
)
TRADITIONAL = {"≤": "<=", "≥": ">=", "≠": "!=", "~": "~"}


class ExpressionError(ValueError):
    """An expression that is not an event of two dice, with the place and the reason.

    start and end: the characters of `expression` it is about, counted from 0.
    """

    def __init__(self, message: str, expression: str, start: int, end: int) -> None:
        shown = expression if len(expression) <= LONGEST else f"{expression[:LONGEST]}…"
        # Characters correspond one to one, for the pointer; line breaks are removed.
        self.expression = "".join(c if c.isprintable() else " " for c in shown)
        self.start = max(0, min(start, len(expression)))
        self.end = max(self.start + 1, end)
        self.message = message
        super().__init__(message, expression, start, end)

    def __str__(self) -> str:
        pointer = " " * self.start + "^" * (min(self.end, len(self.expression) + 1) - self.start)
        return f"{self.message}\n  {self.expression}\n  {pointer}"


@dataclass(frozen=True)
class Term:
    """A part of an expression: its kind, number or yes/no, and its value for a roll."""

    kind: str
    value: Callable[[Roll], Any]
    text: str


def parse_event(text: str) -> Callable[[Roll], bool]:
    """The test of a roll (a, b) described by an expression; ExpressionError if it is not one.

    >>> is_event = parse_event("a = 5 or b = 5 or a + b = 5")
    >>> is_event((2, 3)), is_event((2, 2))
    (True, False)
    >>> parse_event("a = 5 or b")
    Traceback (most recent call last):
    bonkbook.probability.expression.ExpressionError: `b` is a number, but `or` joins statements \
that are true or false; write for example b == 5
      a = 5 or b
               ^
    """
    return _Reader(text).test()


class _Reader:
    """The reader of an expression, with the original place of each character."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"an event of dice is written as text, not as {type(text).__name__}")
        self.original = text
        self._check_text()
        self.text, self.places = _pythonic(text)

    def _check_text(self) -> None:
        text = self.original
        if not any(plain_character(character).strip() for character in text):
            raise self.error("there is nothing to read; write for example a + b == 7", 0, 1)
        if len(text) > LONGEST:
            raise self.error(f"too long: {len(text)} characters, at most {LONGEST} are read",
                             LONGEST, len(text))
        for place, character in enumerate(text):
            control = unicodedata.category(character) == "Cc" and character != "\t"
            if character == "#" or control or not plain_character(character).isprintable():
                raise self.error(f"{character!r} has no meaning here. {ALLOWED}", place, place + 1)

    def test(self) -> Callable[[Roll], bool]:
        tree = self._parsed()
        term = self.read(tree, depth=0)
        if term.kind != "yes/no":
            raise self.error(f"`{term.text}` is a number; an event is true or false for each roll; "
                             f"write for example {term.text} == 5", 0, len(self.original))
        return term.value

    def _parsed(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python warns of `5 is a`, which we refuse anyway
                return ast.parse(self.text, mode="eval").body
        except SyntaxError as problem:
            start = self._place((problem.offset or 1) - 1)
            end = start + 1
        except (ValueError, RecursionError, MemoryError):
            start, end = 0, len(self.original)
        raise self.error(f"this cannot be read as an event of dice. {ALLOWED}", start, end)

    def _place(self, column: int) -> int:
        return self.places[max(0, min(column, len(self.places) - 1))]

    def error(self, message: str, start: int, end: int) -> ExpressionError:
        return ExpressionError(message, self.original, start, end)

    def refuse(self, node: ast.AST, message: str) -> ExpressionError:
        """The error for this part of the expression."""
        return self.error(message, *self._span(node))

    def _span(self, node: Any) -> tuple[int, int]:
        # ast counts bytes of UTF-8
        raw = self.text.encode()
        start = len(raw[: node.col_offset].decode(errors="ignore"))
        end = len(raw[: node.end_col_offset].decode(errors="ignore"))
        return self._place(start), self._place(end - 1) + 1

    def written(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.original[start:end]

    # reading: one method a kind of node

    def read(self, node: ast.AST, depth: int) -> Term:
        if depth > DEEPEST:
            raise self.refuse(node, f"too many levels of brackets; the most is {DEEPEST}")
        reader = _READERS.get(type(node))
        if reader is None:
            raise self.refuse(node, f"`{self.written(node)}` is not allowed here. {ALLOWED}")
        kind, value = reader(self, node, depth + 1)
        return Term(kind, value, self.written(node))

    def number(self, node: ast.AST, depth: int, where: str) -> Callable[[Roll], Any]:
        term = self.read(node, depth)
        if term.kind != "number":
            raise self.refuse(node, f"`{term.text}` is true or false, but {where} works on numbers")
        return term.value

    def truth(self, node: ast.AST, depth: int, word: str) -> Callable[[Roll], Any]:
        term = self.read(node, depth)
        if term.kind != "yes/no":
            joins = "denies a statement that is" if word == "not" else "joins statements that are"
            raise self.refuse(node,
                              f"`{term.text}` is a number, but `{word}` {joins} true or false; "
                              f"write for example {term.text} == 5")
        return term.value

    def name(self, node: ast.Name, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        if node.id not in ("a", "b"):
            raise self.refuse(
                node, f"`{self.written(node)}` is not known; the dice are called a and b. {ALLOWED}"
            )
        index = "ab".index(node.id)
        return "number", lambda roll: roll[index]

    def constant(self, node: ast.Constant, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        value = node.value
        if type(value) is not int:
            raise self.refuse(node, f"`{self.written(node)}` is not a whole number. {ALLOWED}")
        if value > LARGEST:
            raise self.refuse(node, f"the number is too large; the most is {LARGEST}")
        return "number", lambda roll: value

    def negation(self, node: ast.UnaryOp, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        if isinstance(node.op, ast.Not):
            inner = self.truth(node.operand, depth, "not")
            return "yes/no", lambda roll: not inner(roll)
        if isinstance(node.op, ast.USub):
            inner = self.number(node.operand, depth, "a minus sign")
            return "number", lambda roll: -inner(roll)
        raise self.refuse(node, f"`{self.written(node)}` is not allowed here. {ALLOWED}")

    def arithmetic(self, node: ast.BinOp, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        if type(node.op) not in _OPERATORS:
            raise self.refuse(node,
                              f"the operator in `{self.written(node)}` is not allowed. {ALLOWED}")
        sign, apply = _OPERATORS[type(node.op)]
        left = self.number(node.left, depth, f"`{sign}`")
        right = self.number(node.right, depth, f"`{sign}`")

        def value(roll: Roll) -> Any:
            divisor = right(roll)
            if sign in ("/", "//", "%") and divisor == 0:
                raise self.refuse(node,
                                  f"`{self.written(node)}` divides by zero when the roll is {roll}")
            return apply(left(roll), divisor)

        return "number", value

    def junction(self, node: ast.BoolOp, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        word = "and" if isinstance(node.op, ast.And) else "or"
        parts = [self.truth(part, depth, word) for part in node.values]
        joined = all if word == "and" else any
        return "yes/no", lambda roll: joined(part(roll) for part in parts)

    def call(self, node: ast.Call, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _FUNCTIONS or node.keywords:
            raise self.refuse(node, f"`{self.written(node)}` is not allowed here. {ALLOWED}")
        function = _FUNCTIONS[name]
        parts = [self.number(part, depth, f"{name}()") for part in node.args]
        least, most = (1, 1) if name == "abs" else (2, 10)
        if not least <= len(parts) <= most:
            wanted = "one number" if name == "abs" else "two or more numbers"
            raise self.refuse(node, f"{name}() takes {wanted}: {name}({_EXAMPLES[name]})")
        return "number", lambda roll: function([part(roll) for part in parts])

    def comparison(self, node: ast.Compare, depth: int) -> tuple[str, Callable[[Roll], Any]]:
        """`2 <= a <= 4`: every link of the chain holds."""
        links = []
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            links.append(self.link(node, operator, left, right, depth))
            left = right
        return "yes/no", lambda roll: all(link(roll) for link in links)

    def link(self, node: ast.Compare, operator: ast.cmpop, left: ast.expr, right: ast.expr,
             depth: int) -> Callable[[Roll], bool]:
        if isinstance(operator, (ast.In, ast.NotIn)):
            return self.membership(operator, left, right, depth)
        if type(operator) not in _COMPARISONS:
            raise self.refuse(node, f"`is` is not allowed; compare with =. {ALLOWED}")
        first, second = self.read(left, depth), self.read(right, depth)
        compare = _COMPARISONS[type(operator)]
        equality = isinstance(operator, (ast.Eq, ast.NotEq))
        if first.kind != second.kind or (first.kind == "yes/no" and not equality):
            raise self.refuse(node,
                              f"`{first.text}` is {_KINDS[first.kind]} and `{second.text}` is "
                              f"{_KINDS[second.kind]}: they cannot be compared")
        return lambda roll: compare(first.value(roll), second.value(roll))

    def membership(self, operator: ast.cmpop, left: ast.expr, right: ast.expr,
                   depth: int) -> Callable[[Roll], bool]:
        if not isinstance(right, (ast.Tuple, ast.List, ast.Set)) or not right.elts:
            raise self.refuse(
                right, f"`in` needs a list of numbers in brackets, as in {_EXAMPLES['in']}"
            )
        item = self.number(left, depth, "`in`")
        members = [self.number(part, depth, "a list after `in`") for part in right.elts]
        wanted = isinstance(operator, ast.In)

        def value(roll: Roll) -> bool:
            return (item(roll) in [member(roll) for member in members]) == wanted

        return value


_KINDS = {"number": "a number", "yes/no": "true or false"}
_EXAMPLES = {"abs": "a - b", "min": "a, b", "max": "a, b", "in": "a in (1, 2)"}
_FUNCTIONS: dict[str, Callable[[list[Any]], Any]] = {"abs": lambda values: abs(values[0]),
                                                     "min": min, "max": max}
_OPERATORS: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", lambda x, y: x + y),
    ast.Sub: ("-", lambda x, y: x - y),
    ast.Mult: ("*", lambda x, y: x * y),
    ast.Div: ("/", lambda x, y: Fraction(x) / y),
    ast.FloorDiv: ("//", lambda x, y: x // y),
    ast.Mod: ("%", lambda x, y: x % y),
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda x, y: x == y,
    ast.NotEq: lambda x, y: x != y,
    ast.Lt: lambda x, y: x < y,
    ast.LtE: lambda x, y: x <= y,
    ast.Gt: lambda x, y: x > y,
    ast.GtE: lambda x, y: x >= y,
}
_READERS: dict[type[ast.AST], Callable[..., tuple[str, Callable[[Roll], Any]]]] = {
    ast.Name: _Reader.name,
    ast.Constant: _Reader.constant,
    ast.UnaryOp: _Reader.negation,
    ast.BinOp: _Reader.arithmetic,
    ast.BoolOp: _Reader.junction,
    ast.Call: _Reader.call,
    ast.Compare: _Reader.comparison,
}


def _pythonic(text: str) -> tuple[str, list[int]]:
    """The text in Python's spelling, and the original place of each character.

    A single `=` becomes `==`, capitals become small, and the signs of printed mathematics theirs.

    >>> _pythonic("A = 5")
    ('a == 5', [0, 1, 2, 2, 3, 4])
    """
    out: list[str] = []
    places: list[int] = []
    plain = [TRADITIONAL.get(character) or plain_character(character) for character in text]
    blank = next(i for i, written in enumerate(plain) if written.strip())  # else an indent
    for place, written in enumerate(plain[blank:], blank):
        if written == "=":
            before, after = "".join(plain[:place])[-1:], "".join(plain[place + 1 :])[:1]
            written = "=" if before in tuple("=<>!") or after == "=" else "=="
        out.append(written.lower())
        places.extend([place] * len(written))
    return "".join(out), places
