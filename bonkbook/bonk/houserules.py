"""BONK's house rules, contracts among them: set by name, read back by name.

Your own contracts are a list with one for each round, of `Contract`s or of strings such as "2s-7"
(two sets, seven cards dealt), "1s2r-12" (a set and two runs) or "*l7x-13" (any sets and runs, one
run of at least seven, every card of the hand in one of them); or one string with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..engine import ruleset
from ..engine.errors import choose_from, quoted
from ..engine.twin import Struct
from .faces import CONTRACTS, FINAL_CONTRACTS, Contract, round_terms
from .kernel import cards as c
from .kernel import state
from .rulebook import OPTIONS

_BY_NAME = {option.name: option for option in OPTIONS}
_STANDARD, _OWN = 0, 1
_PATTERN = re.compile(r"(?:(\*)|(?:(\d+)s)?(?:(\d+)r)?)(?:l(\d+))?(x?)-(\d+)")
MOST_DEALT = 20


def contract_text(contract: Contract) -> str:
    """The short spelling of a contract.

    >>> [contract_text(contract) for contract in CONTRACTS]
    ['2s-7', '1s1r-8', '2r-9', '3s-10', '2s1r-11', '1s2r-12', '*l7x-13']
    """
    parts = f"{contract.sets}s" if contract.sets else ""
    parts += f"{contract.runs}r" if contract.runs else ""
    if contract.sets is None and contract.runs is None:
        parts = "*"
    parts += f"l{contract.long_run}" if contract.long_run else ""
    return f"{parts}{'x' if contract.every_card else ''}-{contract.hand}"


def read_contract(word: str) -> Contract:
    """The contract for its short spelling; ValueError with the right spelling if it is not one.

    >>> print(read_contract("2s1r-11"))
    2 sets, 1 run
    """
    found = _PATTERN.fullmatch(word)
    if not found or len(word) > 20:
        raise ValueError(f"{quoted(word)} is not a contract; write one like 2s1r-11 (two sets, one "
                         "run, eleven cards dealt) or *l7x-13 (any sets and runs, one run of "
                         "seven, every card)")
    anything, sets, runs, long_run, every, hand = found.groups()
    return Contract(None if anything else int(sets or 0), None if anything else int(runs or 0),
                    int(long_run or 0), int(hand), every == "x")


def read_contracts(value: object) -> tuple[Contract, ...]:
    """The contracts of a game, one for each round, from a list or a string, checked."""
    if value == "standard":
        return CONTRACTS
    words: Any = value.split() if isinstance(value, str) else value
    if isinstance(words, Contract):
        words = [words]
    if not isinstance(words, Iterable):
        raise ValueError("contracts are a list with one contract for each round, not "
                         f"{quoted(value)}")
    contracts = tuple(one if isinstance(one, Contract) else read_contract(str(one))
                      for one in words)
    if not 1 <= len(contracts) <= state.ROUNDS:
        raise ValueError(f"a game has 1 to {state.ROUNDS} rounds, not {len(contracts)}")
    for contract in contracts:
        _check(contract)
    return contracts


def _check(contract: Contract) -> None:
    sets, runs = contract.sets, contract.runs
    if (sets is None) != (runs is None):
        raise ValueError("any number of sets requires any number of runs")
    if not 1 <= contract.hand <= MOST_DEALT:
        raise ValueError(f"1 to {MOST_DEALT} cards are dealt, not {contract.hand}")
    if sets is not None and runs is not None:
        least = c.SET_LEAST * sets + c.RUN_LEAST * runs
        least += max(0, contract.long_run - c.RUN_LEAST)
        if not sets + runs:
            raise ValueError("a contract asks for at least one set or run")
        if least > contract.hand + 1:
            raise ValueError(f"{contract_text(contract)} needs {least} cards, but only "
                             f"{contract.hand} are dealt and one is drawn")


def contracts_of(s: Struct) -> tuple[Contract, ...]:
    """The contracts of a game, one for each round."""
    return tuple(_contract(s.terms[k]) for k in range(s.rounds))


def _contract(terms: list[int]) -> Contract:
    sets, runs = (None if terms[k] == c.ANY else terms[k] for k in (c.SETS, c.RUNS))
    return Contract(sets, runs, terms[c.LONG_RUN], terms[c.DEALT], bool(terms[c.EVERY_CARD]))


def blank() -> Struct:
    """A state with the default house rules and nobody playing."""
    s = Struct(state.STATE)
    for option in OPTIONS:
        setattr(s, option.name, option.default)
    put_contracts(s, CONTRACTS)
    s.turn, s.opener, s.claimant, s.winner = -1, -1, -1, -1
    return s


def apply(s: Struct, options: Mapping[str, object]) -> None:
    """Sets house rules of a state before its cards are dealt; ValueError if one is wrong."""
    own = contracts_of(s) if s.contracts == _OWN else CONTRACTS
    for name, value in options.items():
        if choose_from(name, _BY_NAME, "house rule") == "contracts":
            own = read_contracts(value)
            s.contracts = _STANDARD if own == CONTRACTS else _OWN
        elif name == "max_wilds":
            s.max_wilds = _BY_NAME[name].encode("none" if value is None else str(value))
        else:
            setattr(s, name, _BY_NAME[name].encode(value))
    put_contracts(s, own)


def put_contracts(s: Struct, contracts: tuple[Contract, ...]) -> None:
    """Writes the terms of each round: its contract and the house rules for melds."""
    house = meld_rules(s)
    if s.contracts == _STANDARD:
        contracts = (*contracts[:-1], FINAL_CONTRACTS[_named(s, "final_contract")])
    s.rounds = len(contracts)
    s.terms = [round_terms(contracts[k], **house).tolist() if k < len(contracts)
               else [0] * state.TERM_COUNT for k in range(state.ROUNDS)]


def meld_rules(s: Struct) -> dict[str, Any]:
    """The house rules for melds, as keywords of the functions in contracts.py."""
    most = _named(s, "max_wilds")
    return {"max_wilds": None if most == "none" else int(most),
            "min_naturals": s.min_naturals,
            **{name: _named(s, name)
               for name in ("set_distinct_suits", "runs_same_suit", "run_around_corner")}}


def _named(s: Struct, name: str) -> Any:
    return _BY_NAME[name].decode(getattr(s, name))


def in_force(s: Struct, changed_only: bool = False) -> dict[str, str | int]:
    """The house rules of a state by name; the user's own contracts as a line of text."""
    found = ruleset.in_force(OPTIONS, s, changed_only)
    if s.contracts == _OWN:
        found["contracts"] = " ".join(map(contract_text, contracts_of(s)))
    return found
