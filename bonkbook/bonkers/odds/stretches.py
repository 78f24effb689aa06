"""Stretches of play: what follows from a roll or a choice, up to the next one or the turn's end.

The kernel plays each of them. But a token that lands on a space goes on in the same way,
whatever brought it there, as long as the same cards lie beside the spaces that it comes to; so
what has been played once, on whatever board, need not be played again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple

from ...engine.twin import Struct
from ..kernel import state
from ..kernel.state import Rule

PASSED = -1            # a stage: the dice have been passed on
_MOST_AT_ONCE = 2      # points that one stretch of play can bring: a double six and one more
_NOT_TO_TAKE = bytes([state.NO_CARD, state.EXCHANGE])
_OF_NO_SPACE = {Rule.ROLL, Rule.FLOOR, Rule.DEPLETED, Rule.WIN}

Entry = tuple[int, int, int, int, int]
Play = Callable[[Struct, list[Entry]], None]


class Frame(NamedTuple):
    """Where a turn stands, but for the cards that lie and the mover's points."""

    stage: int
    here: int                   # where the mover's token stands
    trail: tuple[int, ...]      # as in the state
    hand: tuple[int, ...]       # the mover's cards
    placed: int
    has_rolled: bool
    turns: int
    unseen: tuple[int, ...]     # as in the state if cards are drawn, else nothing
    taken: int                  # exchanges in the turn, 0 if they are not counted


class Stretch(NamedTuple):
    """What a stretch of play, or a part of it, brings the mover, and where it leads."""

    rules: int                  # a bit for each rule that has taken effect for the mover
    points: int
    stage: int                  # what is next; OVER, PASSED; LAND if this is a part of it
    here: int
    trail: tuple[int, ...]      # what it adds to the trail


class _Landing(NamedTuple):
    """What follows from landing on a space, and where it is the same."""

    beside: Callable[[bytes], Any]      # of all cards, those beside the spaces that it comes to
    cards: Any                          # which they were
    trail: tuple[int, ...]              # before it
    spaces: frozenset[int] | None       # that it comes to, None if it has met that trail
    part: Stretch

    def fits(self, cards: bytes, trail: tuple[int, ...]) -> bool:
        """Whether the same follows where these cards lie, after a trail."""
        if self.beside(cards) != self.cards:
            return False
        return self.trail == trail or (
            self.spaces is not None and self.spaces.isdisjoint([left // 2 for left in trail]))


class _Log(list[Entry]):
    """A log that keeps when the token first landed on a space, and the mover's points then."""

    def __init__(self, s: Struct) -> None:
        super().__init__()
        self.state, self.first, self.points = s, 0, 0

    def append(self, entry: Entry) -> None:
        """Keeps an entry."""
        super().append(entry)
        if self.state.stage == state.LAND and not self.first:
            self.first, self.points = len(self), self.state.score[self.state.turn]


class Stretches:
    """The stretches that have been played in turns of a seat to so many points."""

    def __init__(self, seat: int, target: int) -> None:
        self.seat, self.target = seat, target
        self._starts: dict[Any, Stretch] = {}
        self._landings: defaultdict[Any, list[_Landing]] = defaultdict(list)

    def after(self, what: Any, frame: Frame, cards: bytes, score: int,
              before: Callable[[], Struct], play: Play) -> Stretch:
        """What follows from a roll or a choice.

        what: tells which it is. frame, cards: once the token has landed, if it moves. score: the
        points before it. before, play: a state before it, to be played in, and how.
        """
        can_take = bool(cards.strip(_NOT_TO_TAKE))
        around = frame.placed, not frame.hand, can_take, not any(frame.unseen)
        key = what, self._level(score), around
        start = self._starts.get(key)
        if start is not None:
            if start.stage != state.LAND:
                return start._replace(here=frame.here)
            for landing in self._landings[self._place(frame, score + start.points, around)]:
                if landing.fits(cards, frame.trail):
                    return _joined(start, landing.part)
        log = _Log(before())
        play(log.state, log)
        start = self._starts[key] = self._start(log, score, frame)
        if start.stage != state.LAND:
            return start
        landing = self._landing(log, frame)
        self._landings[self._place(frame, log.points, around)].append(landing)
        return _joined(start, landing.part)

    def _place(self, frame: Frame, score: int, around: Any) -> Any:
        """What a landing depends on besides cards and trail."""
        return frame.here, self._level(score), around

    def _level(self, score: int) -> int:
        """The points if they play a part: if a game may be won, or a point lost that is not there.

        Else -1.
        """
        return -1 if 0 < score < self.target - _MOST_AT_ONCE else score

    def _start(self, log: _Log, score: int, frame: Frame) -> Stretch:
        """What has been played until the token landed; all of it if it has not."""
        if log.first:
            return Stretch(self.cited(log[:log.first]), log.points - score, state.LAND, -1, ())
        return Stretch(self.cited(log), log.state.score[self.seat] - score,
                       _stage(log.state, frame), frame.here, ())

    def _landing(self, log: _Log, frame: Frame) -> _Landing:
        """What has been played since the token landed."""
        after, played = log.state, log[log.first:]
        spaces = {frame.here, *(entry[4] for entry in played if entry[0] not in _OF_NO_SPACE)}
        beside = itemgetter(*spaces)
        part = Stretch(self.cited(played), after.score[self.seat] - log.points,
                       _stage(after, frame), after.token[self.seat],
                       tuple(after.trail[len(frame.trail):after.hops]))
        is_new = spaces.isdisjoint([left // 2 for left in frame.trail])
        return _Landing(beside, beside(bytes(after.card)), frame.trail,
                        frozenset(spaces) if is_new else None, part)

    def cited(self, log: list[Entry]) -> int:
        """A bit for each rule that has taken effect for the mover."""
        cited = 0
        for entry in log:
            if entry[1] == self.seat:
                cited |= 1 << entry[0]
        return cited


def _joined(start: Stretch, rest: Stretch) -> Stretch:
    return Stretch(start.rules | rest.rules, start.points + rest.points, rest.stage, rest.here,
                   rest.trail)


def _stage(s: Struct, frame: Frame) -> int:
    return PASSED if s.turns > frame.turns else s.stage
