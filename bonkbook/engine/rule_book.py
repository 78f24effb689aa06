"""The rule book of a game, to print, to show in a notebook, and to look up rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from .errors import choose_from
from .ruleset import Option, RuleEntry, Ruleset, ruleset


class RuleBook(Mapping[str, RuleEntry]):
    """Every rule of a game by name; it prints as the whole book with the house rules.

    `options` are the house rules, which `new` takes by keyword.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.title = rules.title
        self.options = {option.name: option for option in rules.options}
        self._entries = rules.rule_book

    def __getitem__(self, name: str) -> RuleEntry:
        try:
            return self._entries[choose_from(name, self._entries, "rule")]
        except ValueError as error:
            raise _NoRule(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        rules = [str(entry) for entry in self.values()]
        options = [f"{option.name} ({_choices(option)}): {option.words}"
                   for option in self.options.values()]
        return "\n\n".join([f"The rules of {self.title}", *rules,
                            "House rules, as keywords of new and position", *options])

    def _repr_html_(self) -> str:
        rules = [_paragraph(f"<b>{escape(entry.title)}</b> <code>{entry.name}</code>",
                            entry.words) for entry in self.values()]
        options = [_paragraph(f"<code>{option.name}</code> {escape(_choices(option))}",
                              option.words) for option in self.options.values()]
        return "".join([f"<h3>The rules of {escape(self.title)}</h3>", *rules,
                        "<h4>House rules</h4>", *options])


class _NoRule(KeyError):
    """A KeyError for an unknown rule that prints its sentence without quotes."""

    def __str__(self) -> str:
        return str(self.args[0])


def _paragraph(head: str, words: str) -> str:
    return f'<p style="max-width: 45em">{head}<br>{escape(words)}</p>'


def _choices(option: Option) -> str:
    """The possible values of a house rule, with the default marked."""
    if option.choices:
        default, *others = option.choices
        return ", ".join([f"{default} (default)", *others])
    return f"{option.default} (default), from {option.least} to {option.most:,}"


def rules(game: str) -> RuleBook:
    """The rule book of a game, with its rules by name and its house rules.

    ValueError for an unknown game; KeyError, with the nearest name, for an unknown rule.

    >>> import bonkbook as bb
    >>> bb.rules("parcheesi")["SAFE_SPACE"].title
    'Safe spaces'
    >>> sorted(bb.rules("bonkers").options)[:3]
    ['deck', 'double_six', 'empty_exchange']
    """
    return RuleBook(ruleset(game))
