"""A seat's turn as a graph: its rolls, its decisions, and the places where it rolls again.

A turn can roll again for ever, so it is not cut off but solved: each position in which the
seat rolls is a node, the chance or the points from a node are an unknown, and the rolls that
lead from node to node give a linear system, solved in Fractions. Where the seat decides, the
decisions and the system are improved in turn until nothing changes.

Exchange cards could change the board again and again in one turn, and each board would be a
node of its own: one is used, in the first roll; further ones are left alone (a note says so
where it matters).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..engine.policy import FunctionPolicy, Policy
from ..engine.position import Position
from ..engine.twin import Struct
from ..probability.graph import classes
from ..probability.linear import solve_exact
from ..probability.odds import BEST, WORST
from . import rules, state

# The dice that stand for every sum of two: only the sum matters.
SUMS = tuple((max(1, total - 6), min(6, total - 1), 6 - abs(7 - total)) for total in range(2, 13))
MOST_NODES = 300     # positions in which the seat rolls again
MOST_ENDS = 2000     # ways that one roll can end
CUT = "some ways to roll again are left out: there are too many"
LEFT_ALONE = "after an exchange or a first roll no card is exchanged"

Log = list[tuple[int, int, int, int, int]]


@dataclass(frozen=True)
class End:
    """Where a roll leads: what it is worth, and the node it rolls again from, -1 for none."""

    worth: Fraction
    node: int = -1
    score: int = 0          # the seat's points there


@dataclass(frozen=True)
class Choice:
    """A decision of the seat: where its actions lead."""

    options: tuple[Tree, ...]


Tree = End | Choice
Worth = Callable[[Log, Struct], "Fraction | None"]


@dataclass
class Form:
    """A linear form: a number, and so much of each node's unknown."""

    number: Fraction
    shares: dict[int, Fraction]


class Turn:
    """The turn of the mover of a state, from where it stands.

    worth(log, before): what a stretch without decision or dice is worth, by its log and the
    state before it; None if all is settled and nothing after counts (the event has happened).
    choose: "best" or "worst" for the worth, or a policy.
    again: whether rolls after the next one count.
    """

    def __init__(self, s: Struct, worth: Worth, choose: Any = BEST, again: bool = True) -> None:
        self.seat, self.worth, self.again = s.turn, worth, again
        self.turns = s.turns
        self.policy = None if choose in (BEST, WORST) else _policy(choose)
        self.mean = self.policy is not None and not np.any(self.policy.vector)
        self.pick: Callable[..., Any] = min if choose == WORST else max
        self.nodes: list[Struct] = []
        self.trees: list[list[tuple[int, Tree]]] = []
        self._known: dict[Any, int] = {}
        self._ends = 0
        self.notes: dict[str, None] = {}
        self.root = self._root(alone(s))
        while len(self.trees) < len(self.nodes):
            is_first = not self.trees and isinstance(self.root, End)
            self.trees.append(self._rolls(self.nodes[len(self.trees)], is_first))
        self.values = settled(self.arrows(), self._form)

    @property
    def note(self) -> str:
        """What was left out, in words."""
        return "; ".join(self.notes)

    def _root(self, s: Struct) -> Tree:
        """Where the turn stands: about to roll, or in the middle of a roll."""
        if s.stage == state.ROLL:
            return End(Fraction(0), self._node(s))
        after, log = s.copy(), Log()
        rules.settle(after, log)
        return self._followed(after, log, s, Fraction(0), True)

    # --- the graph ---------------------------------------------------------------------

    def _node(self, s: Struct) -> int:
        """The number of the node for `s`, -1 if there are too many."""
        key = (s.token[self.seat], tuple(s.card), tuple(s.hand[self.seat]), s.placed,
               s.score[self.seat], min(s.rolled, 1))
        if key not in self._known:
            if len(self.nodes) >= MOST_NODES:
                self.notes[CUT] = None
                return -1
            self._known[key] = len(self.nodes)
            self.nodes.append(s)
        return self._known[key]

    def _rolls(self, s: Struct, may_exchange: bool) -> list[tuple[int, Tree]]:
        """For each sum of the dice how many rolls of 36 show it, and where they lead."""
        found = []
        for die1, die2, ways in SUMS:
            self._ends = 0
            after, log = s.copy(), Log()
            rules.roll(after, die1, die2, log)
            found.append((ways, self._followed(after, log, s, Fraction(0), may_exchange)))
        return found

    def _followed(self, after: Struct, log: Log, before: Struct, sofar: Fraction,
                  may_exchange: bool) -> Tree:
        worth = self.worth(log, before)
        if worth is None:
            return End(Fraction(1))
        return self._tree(after, sofar + worth, may_exchange)

    def _tree(self, s: Struct, sofar: Fraction, may_exchange: bool) -> Tree:
        """Where the seat can get from `s`, having made `sofar`."""
        self._ends += 1
        if s.turns != self.turns or s.stage in (state.DRAW, state.OVER):
            return End(sofar, -1, s.score[self.seat])
        if s.stage == state.ROLL:
            return End(sofar, self._node(s) if self.again else -1, s.score[self.seat])
        if self._ends > MOST_ENDS:
            self.notes[CUT] = None
            return End(sofar, -1, s.score[self.seat])
        return self._decided(s, sofar, may_exchange)

    def _decided(self, s: Struct, sofar: Fraction, may_exchange: bool) -> Tree:
        found: dict[Tree, None] = {}
        for code in self._codes(s, may_exchange):
            after, log = s.copy(), Log()
            rules.step(after, code, log)
            tree = self._followed(after, log, s, sofar, may_exchange and code < state.TAKE)
            if self._settles(tree):
                return tree
            if self.mean:
                found[Choice((tree, End(Fraction(len(found)))))] = None   # equal ones count too
            else:
                found[tree] = None
        options = tuple(found)
        if self.mean:
            options = tuple(one.options[0] for one in options if isinstance(one, Choice))
        return options[0] if len(options) == 1 else Choice(options)

    def _settles(self, tree: Tree) -> bool:
        """Whether a seat that plays for the event need not look any further."""
        return self.policy is None and self.pick is max and tree == End(Fraction(1))

    def _codes(self, s: Struct, may_exchange: bool) -> Sequence[int]:
        from .ruleset import RULESET
        position = Position(RULESET, s)
        codes = position.legal_codes()
        if not may_exchange and (s.stage == state.EXCHANGING or state.EXCHANGE in codes):
            self.notes[LEFT_ALONE] = None
            if s.stage == state.EXCHANGING:
                return [state.DECLINE]
            codes = [code for code in codes if code != state.EXCHANGE] or codes
        if self.policy is None or self.mean:
            return codes
        action = self.policy.decide(position).action
        return [code for code in codes if RULESET.decode(s, code) == action] or codes[:1]

    # --- its solution --------------------------------------------------------------------

    def arrows(self) -> list[set[int]]:
        """For each node those that can follow it."""
        return [{end.node for _, tree in trees for end in _all_ends(tree) if end.node >= 0}
                for trees in self.trees]

    def _form(self, node: int, values: Sequence[Fraction]) -> Form:
        """The worth of a node by those of the others, decisions by what they seem worth now."""
        total = Form(Fraction(0), {})
        for ways, tree in self.trees[node]:
            add(total, self.form_of(tree, values), Fraction(ways, 36))
        return total

    def form_of(self, tree: Tree, values: Sequence[Fraction]) -> Form:
        """A tree's worth by that of the nodes."""
        if isinstance(tree, End):
            return Form(tree.worth, {tree.node: Fraction(1)} if tree.node >= 0 else {})
        if self.mean:
            total = Form(Fraction(0), {})
            for option in tree.options:
                add(total, self.form_of(option, values), Fraction(1, len(tree.options)))
            return total
        return self.form_of(self.chosen(tree, values), values)

    def chosen(self, tree: Choice, values: Sequence[Fraction]) -> Tree:
        """The option that the seat takes."""
        best: Tree = self.pick(tree.options, key=lambda option: self.value(option, values))
        return best

    def value(self, tree: Tree, values: Sequence[Fraction] | None = None) -> Fraction:
        """What a tree is worth."""
        known = self.values if values is None else values
        form = self.form_of(tree, known)
        return form.number + sum((share * known[k] for k, share in form.shares.items()),
                                 Fraction(0))

    def ends(self, tree: Tree) -> Iterable[tuple[Fraction, End]]:
        """The ends of a tree that the seat's decisions lead to, each with its share."""
        if isinstance(tree, End):
            yield Fraction(1), tree
        elif self.mean:
            for option in tree.options:
                for share, end in self.ends(option):
                    yield share / len(tree.options), end
        else:
            yield from self.ends(self.chosen(tree, self.values))


def _policy(choose: Any) -> Policy:
    policy = Policy.of("bonkers", choose)
    if isinstance(policy, FunctionPolicy):
        raise ValueError("exact odds take policies of weights; a function's choices can be "
                         "counted with simulate")
    return policy


def alone(s: Struct) -> Struct:
    """`s` with no Large Lose Card left, and what a window kept waiting done."""
    other = s.copy()
    other.lose_card = [0] * state.SEATS
    if other.stage == state.WINDOW:
        other.stage, other.then, other.asked = other.then, 0, -1
    return other


def turn_of(s: Struct, seat: int) -> Struct:
    """`s` if the seat is in its turn, else as if its turn began now."""
    if s.turn == seat and s.stage in (state.ROLL, state.PLACE, state.EXCHANGING, state.WINDOW):
        return s
    other = s.copy()
    other.turn, other.stage, other.asked, other.then = seat, state.ROLL, -1, 0
    other.rolled = other.placed = 0
    rules.clear_roll(other)
    return other


def _all_ends(tree: Tree) -> Iterable[End]:
    """Every end of a tree."""
    if isinstance(tree, End):
        yield tree
    else:
        for option in tree.options:
            yield from _all_ends(option)


def add(total: Form, form: Form, share: Fraction) -> None:
    """Adds a share of a form to another."""
    total.number += share * form.number
    for node, part in form.shares.items():
        total.shares[node] = total.shares.get(node, Fraction(0)) + share * part


def settled(arrows: Sequence[Collection[int]],
            form: Callable[[int, Sequence[Fraction]], Form]) -> list[Fraction]:
    """The worth of each node, given as a form that may choose by what the others are worth.

    Cards are laid for good, so few nodes lead back to one another: those that do are solved
    together, what they lead to first, and improved until nothing changes.
    """
    values = [Fraction(0)] * len(arrows)
    for members in reversed(classes(arrows)):
        nodes = sorted(members)
        alone_there = len(nodes) == 1 and nodes[0] not in arrows[nodes[0]]
        while _improved(nodes, values, form) and not alone_there:
            pass
    return values


def _improved(nodes: Sequence[int], values: list[Fraction],
              form: Callable[[int, Sequence[Fraction]], Form]) -> bool:
    """Solves for the worth of `nodes`, the others' being known; whether it has changed."""
    place = {node: i for i, node in enumerate(nodes)}
    forms = []
    for node in nodes:
        given = form(node, values)
        known = sum((share * values[k] for k, share in given.shares.items() if k not in place),
                    given.number)
        forms.append(Form(known, {place[k]: share for k, share in given.shares.items()
                                  if k in place}))
    fresh = solved(forms)
    changed = any(values[node] != value for node, value in zip(nodes, fresh, strict=True))
    for node, value in zip(nodes, fresh, strict=True):
        values[node] = value
    return changed


def solved(forms: Sequence[Form]) -> list[Fraction]:
    """The unknowns, each equal to its form; 0 for those that only lead to one another."""
    open_nodes = _leading_out(forms)
    place = {node: i for i, node in enumerate(open_nodes)}
    system, known = [], []
    for node in open_nodes:
        line = {place[k]: -share for k, share in forms[node].shares.items() if k in place}
        line[place[node]] = line.get(place[node], Fraction(0)) + 1
        system.append({k: share for k, share in line.items() if share})
        known.append([forms[node].number])
    values = [Fraction(0)] * len(forms)
    for node, (value,) in zip(open_nodes, solve_exact(system, known) if system else [],
                              strict=True):
        values[node] = value
    return values


def _leading_out(forms: Sequence[Form]) -> list[int]:
    """The nodes from which some way ends."""
    out = {k for k, form in enumerate(forms) if sum(form.shares.values()) < 1}
    size = -1
    while size != len(out):
        size = len(out)
        out |= {k for k, form in enumerate(forms) if any(j in out for j in form.shares)}
    return sorted(out)
