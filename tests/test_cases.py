"""The disputes of docs/cases.md: every box is played, and every case has a test of its own."""

from __future__ import annotations

import re

import pytest

import bonkbook as bb
from bonkbook.engine.ruleset import ruleset
from tests.cases import CASES, GAMES, PAGE, Case

TESTS = PAGE.parents[1] / "tests"


def test_all_cases_of_the_page_are_read_once_and_in_order() -> None:
    ids = re.findall(r"^### (\S+)", PAGE.read_text("utf-8"), re.MULTILINE)
    assert ids == list(CASES)
    for letters in GAMES:
        own = [id for id in ids if id.startswith(letters)]
        assert own == sorted(own)


@pytest.mark.parametrize("game", GAMES.values())
def test_every_case_has_a_test_and_every_test_a_case(game: str) -> None:
    names = re.findall(r"^def test_(\w+)", (TESTS / game / "test_cases.py").read_text("utf-8"),
                       re.MULTILINE)
    tested = {name[:5].upper().replace("_", "-") for name in names}
    assert tested == {case.id for case in CASES.values() if case.game == game}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_case_is_decided_by_the_rules_that_it_names(case: Case) -> None:
    reasons, _, house = case.why.partition("House rule")
    for line in case.lines:
        if "|" in line.text and line.refused:
            with pytest.raises(bb.PositionError) as raised:
                bb.position(case.game, line.text)
            assert [raised.value.rule] == line.rules
        elif "|" in line.text:
            g = bb.position(case.game, line.text)
        elif line.refused:
            refusal = g.why_not(g.ruleset.read_play(line.text))
            assert refusal is not None, line.text
            assert [refusal.rule] == line.rules, line.text
        else:
            g = g.play(g.ruleset.read_play(line.text))
            assert set(line.rules) <= set(g.events.rules()), line.text
    named = re.findall(r"`([A-Z_0-9]+)`", reasons)
    assert sorted(named) == sorted({rule for line in case.lines for rule in line.rules})
    assert set(named) <= set(ruleset(case.game).rule_book)
    options = {option.name: option.choices for option in ruleset(case.game).options}
    words = re.findall(r"`(\w+)`", house)
    choices = {choice for word in words for choice in options.get(word, ())}
    assert set(words) <= set(options) | choices
    assert not house or words[0] in options
