"""Exact answers about a turn: what the best way to play it is worth, or a policy's.

The way is found by a search (see search.py); its worth follows from linear equations, solved
in Fractions.

Exchange cards stay on the board, and one exchange can lead to the next without end: cards can
be moved about at will. Where too many ways of that kind would have to be looked into, so many
exchanges a turn are followed, and the answer says so, and how far off it can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ...engine.dice import ROLLS, Roll
from ...engine.policy import FunctionPolicy, Policy
from ...engine.twin import Struct
from ...exact_odds import BEST, WORST
from ...probability.equations import solved
from ..kernel import state
from ..kernel.state import Rule
from .search import CLOSE, Aim, Search, Value
from .stretches import Stretches
from .turn import SUMS, THE_END, Graph, Leaf, turn_of

# How many exchanges a turn are followed, all of them at first, and how many rolls and choices
# after an exchange are looked into, until that is enough.
Effort = tuple[tuple[int | None, int], ...]
PATIENT: Effort = ((None, 60), (2, 300), (1, 5000))
QUICK: Effort = ((None, 12), (2, 100), (1, 5000))       # for one question of many at once
BY_POLICY: Effort = ((None, 1000), (2, 1000), (1, 5000))
AT_RANDOM: Effort = ((None, 250), (1, 5000))            # every way is followed
PAST_THE_TARGET: Effort = ((None, 1000), (1, 500))      # where points can be made without end
FEW_CARDS, ALL_WAYS = 10, (None, 1000)      # so few on the board can all be moved about
MOST_QUICK = 400        # items looked into for one question of many, where points go on and on
MOST_OVER_TURNS = 1500  # items looked into for several turns

NOTES = {None: "", 2: "no more than two exchanges a turn are followed",
         1: "no more than one exchange a turn is followed"}
AT_THE_END = (Rule.DRAW, Rule.DEPLETED, Rule.WIN, Rule.ROLL_LIMIT)  # happen after the last roll
STEPS, NOTHING = 50, 2.0 ** -60     # rolls looked ahead to the last, and a chance too small to tell
CUT = "some ways to roll again are left out: there are too many"
LIMITS = (*NOTES.values(), CUT)     # from the least to the most that is left out
STANDING = "the opponents standing still"


class Played:
    """A turn as it is played, and what that is worth, exactly."""

    def __init__(self, search: Search, limit: str = "") -> None:
        self.search, self.limit, self.note = search, limit, limit
        self.graph = search.graph
        self.sign = search.aim.sign
        self.rows = search.rows()
        self.values = {number: value for number, (value,) in solved(self.rows).items()}
        one_turn = self.graph.last == self.graph.start.turns + 1
        self.past_limit = self._past_limit() if one_turn else 0.0
        if self.past_limit:
            self.note = "; ".join([*([limit] if limit else []), "as if a turn had no last roll, to "
                                   f"which {100 * self.past_limit:.3g} % of turns come at most"])

    @property
    def value(self) -> Fraction:
        """The chance of the event, or the mean of the points."""
        return self.of((self.search.worth, self.search.root))

    def of(self, value: Value) -> Fraction:
        """What a branch is worth."""
        search = self.search
        worth, item = search.follow(value[1], value[0])
        return self.sign * Fraction(search.value((worth, item), self.values))

    def _past_limit(self) -> float:
        """How often at most the limit of a turn's rolls, which is left out, can matter."""
        rolls, rows = state.ROLLS_A_TURN - self.graph.start.rolled, self.rows
        often = max((sum(row.parts.values()) / row.total for row in rows.values()), default=0.0)
        if often ** rolls < NOTHING:
            return 0.0
        going = dict.fromkeys(self._live(), 1.0)
        for rolled in range(1, min(rolls, STEPS) + 1):
            going = {number: sum(count * going.get(after, 0.0) for after, count
                                 in rows[number].parts.items()) / rows[number].total
                     for number in going}
            often = max(going.values(), default=0.0) ** (rolls // rolled)
            if often < NOTHING:
                return 0.0
        _, root = self.search.follow(self.search.root, self.search.worth)
        return min(often, going.get(root, 0.0))

    def _live(self) -> set[int]:
        """The items of chance after which something that counts can still happen."""
        if self.search.aim.rule in AT_THE_END:
            return set(self.rows)
        live = {number for number, row in self.rows.items()
                if row.known or any(self.search.ends(number))}
        while more := {number for number, row in self.rows.items()
                       if number not in live and not live.isdisjoint(row.parts)}:
            live |= more
        return live

    def by_roll(self) -> Iterator[tuple[Roll, Fraction]]:
        """The rolls that the value is made of, if the turn begins with a roll."""
        if self.graph.start.stage != state.ROLL or self.graph.root.item == THE_END:
            return
        branches = self.graph.branches(self.graph.root.item)
        values = {die1 + die2: self.of(self.search.value_of(leaf))
                  for (die1, die2, _), (_, leaf) in zip(SUMS, branches, strict=True)}
        for roll in ROLLS:
            if values[sum(roll.dice)]:
                yield roll, values[sum(roll.dice)] / 36

    def points(self) -> dict[int, Fraction]:
        """The chance of each number of points that the turn brings (the aim being the points)."""
        worth, root = self.search.follow(self.search.root, self.search.worth)
        if root not in self.rows:
            return {self.sign * worth: Fraction(1)}
        ends = {number: self._ends(number) for number in self.rows}
        every = sorted({points for found in ends.values() for points in found})
        known = {number: [found.get(points, 0) for points in every]
                 for number, found in ends.items()}
        found = dict(zip(every, solved(self.rows, known)[root], strict=True))
        if rest := 1 - sum(found.values()):       # it rolls for ever
            found[0] = found.get(0, Fraction(0)) + rest
        return found

    def _ends(self, number: int) -> dict[int, int]:
        """How many outcomes of an item of chance end the turn, by the points it has brought."""
        seat = self.graph.seat
        sofar = self.graph.items[number].score - self.graph.start.score[seat]
        return {sofar + self.sign * worth: count
                for worth, count in self.search.ends(number).items()}


class Turn:
    """The turn of a seat from where it stands in a state, for any number of questions.

    effort: PATIENT or QUICK. ValueError before the cards are dealt.
    """

    def __init__(self, s: Struct, seat: int, turns: int = 1, effort: Effort = PATIENT) -> None:
        check_dealt(s)
        self.state, self.turns, self.effort = turn_of(s, seat), turns, effort
        self._graphs: dict[int | None, Graph] = {}
        self._stretches = Stretches(self.state.turn, self.state.target)     # of all of them

    def graph(self, most: int | None = None) -> Graph:
        """Its graph with so many exchanges."""
        if most not in self._graphs:
            self._graphs[most] = Graph(self.state, self.turns, most, self._stretches)
        return self._graphs[most]

    def played(self, rule: int | None, choose: Any = BEST, again: bool = True) -> Played:
        """The turn played for a rule to take effect, or for the points (None).

        choose: "best", "worst" or a policy. again: whether rolls after the next one count.
        """
        aim = Aim(rule, -1 if choose == WORST else 1)
        policy = None if choose in (BEST, WORST) else _policy(choose)
        if self.turns > 1:
            return self._over_turns(aim, policy)
        bound = None          # with all exchanges, if they are too many
        for exchanges, most in self._efforts(policy):
            graph = self.graph(exchanges)
            search = Search(graph, aim, policy, again)
            search.left = MOST_QUICK if self.effort is QUICK else search.left
            search.solve(graph.root, most)
            bound = search.bound if exchanges is None and search.is_open else bound
            if not search.is_open or search.left <= 0:
                break
        search.settle_for_known()
        played = Played(search, CUT if search.is_open else NOTES[exchanges])
        if policy is not None and exchanges is not None:
            _say_how_often(played, exchanges)
        elif policy is None and bound is not None:
            _say_how_far_off(played, bound)
        return played

    def _efforts(self, policy: Policy | None) -> Effort:
        if self.state.win == state.WIN_AT_END:
            return PAST_THE_TARGET
        if policy is not None:
            return BY_POLICY if np.any(policy.vector) else AT_RANDOM
        lying = sum(state.can_take(self.state, k) for k in range(self.state.size))
        return (ALL_WAYS, *self.effort[1:]) if lying <= FEW_CARDS else self.effort

    def each_option(self) -> tuple[dict[int, Fraction], str]:
        """For each action of the choice at which the turn stands the mean of the points; a note."""
        efforts, limit = list(self._efforts(None)), ""
        found, (search, leaves) = dict[int, Fraction](), self._by_action(efforts[0][0])
        for code in list(leaves):
            while search.solve(leaves[code], efforts[0][1]).is_open and len(efforts) > 1:
                efforts.pop(0)         # nor will it do for the other actions
                search, leaves = self._by_action(efforts[0][0])
            search.settle_for_known()
            played = Played(search, CUT if search.is_open else NOTES[efforts[0][0]])
            found[code], limit = played.value, max(limit, played.limit, key=LIMITS.index)
        return found, limit

    def _by_action(self, exchanges: int | None) -> tuple[Search, dict[int, Leaf]]:
        """A search for points, and where each action leads of the choice that comes first."""
        graph = self.graph(exchanges)
        return Search(graph, Aim(), None, True), graph.options(graph.root.item)

    def _over_turns(self, aim: Aim, policy: Policy | None) -> Played:
        search = Search(self.graph(), aim, policy, True, self.turns)
        search.solve(self.graph().root, MOST_OVER_TURNS)
        if search.is_open:
            raise ValueError(
                f"more than {MOST_OVER_TURNS} rolls and choices to look into, for a turn changes "
                "the board: ask for fewer turns, or for an estimate by simulate")
        return Played(search, STANDING)


def check_dealt(s: Struct) -> None:
    """ValueError before the cards are dealt: what is asked depends on the hands."""
    if s.stage == state.DEAL:
        raise ValueError("the cards are not dealt yet; ask of a game in which they are, such as "
                         'bonkbook.new("bonkers") or g.next()')


def _say_how_far_off(played: Played, bound: float) -> None:
    """Adds to the note what the best way to play is worth at most; no note if it is that."""
    aim = played.search.aim
    # what is left out of an open search counts for nothing, but may cost something
    is_reached = not played.search.is_open or (aim.rule is not None and aim.sign > 0)
    if is_reached and bound - float(played.value) * aim.sign <= CLOSE:
        played.limit = played.note = ""
        return
    limit, word = bound * aim.sign, "most" if aim.sign > 0 else "least"
    what = f"its mean is at {word} {limit:.2f}" if aim.rule is None else \
        f"it is at {word} {100 * min(max(limit, 0.0), 1.0):.2f} %"
    played.note += f"; with more {what}"


def _say_how_often(played: Played, most: int) -> None:
    """Adds to the note how many turns come to more exchanges than are followed."""
    items = played.graph.items
    known = {number: [row.total * (items[number].taken == most
                                   and items[number].frame.stage == state.EXCHANGING)]
             for number, row in played.rows.items()}
    _, root = played.search.follow(played.search.root, played.search.worth)
    often = solved(played.rows, known, exact=False)[root][0]
    played.note += f"; {100 * often:.3g} % of turns come to one more"


def _policy(choose: Any) -> Policy:
    policy = Policy.of("bonkers", choose)
    if isinstance(policy, FunctionPolicy):
        raise ValueError("exact odds take policies of weights; a function's choices can be "
                         "counted with simulate")
    return policy
