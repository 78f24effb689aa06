"""Parcheesi's own odds: leaving the nest, the odds panel, risks and landings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...engine.errors import quoted
from ...engine.game import new
from ...engine.position import Position
from ...engine.ruleset import GameOdds
from ...engine.twin import Struct, fastest
from ...exact_odds import BEST, ONE_ROLL, OddsLine
from ...probability.exact import P
from ..kernel import state as board
from ..kernel.state import Rule
from ..positions import SEAT_NAMES, place
from .chances import (
    MOST_QUICK,
    TURN,
    TooManyWays,
    Tree,
    chance,
    chance_over_turns,
    goal_of,
    turn_of,
)
from .ends import ROLLS, Player
from .story import LeaveNest

AS_IF_ALONE = "each opponent aims for it from this position; moves in between are ignored"


def answer(g: Position, rule: str, turns: int, seat: str, choose: Any = BEST) -> P:
    """The answer to bonkbook.odds for Parcheesi."""
    s, number = g.state, SEAT_NAMES.index(seat)
    if turns > 1:
        return chance_over_turns(s, rule, number, turns, choose)
    return chance(s, rule, number, 1 if turns == ONE_ROLL else TURN, choose)


def in_turn(s: Struct, seat: str) -> Struct:
    """The state with a seat in its turn."""
    return turn_of(s, SEAT_NAMES.index(seat))


QUESTIONS = (
    ("enter", "leave the nest", "ENTER_ON_FIVE"),
    ("capture", "capture a pawn", "CAPTURE"),
    ("home", "get a pawn home", "EXACT_COUNT"),
    ("blockade", "form a blockade", "BLOCKADE"),
    ("again", "roll again", "ROLL_AGAIN"),
    ("penalty", "the penalty for three doubles", "THREE_DOUBLES"),
)


def panel(g: Position) -> list[OddsLine]:
    """The odds for the mover's next roll and turn, if it aims for each result.

    Without compiled code (see warm.py) only for the next roll, since a whole turn takes too long
    interpreted.
    """
    if g.mover is None or g.is_over:
        return []
    s, seat = g.state, SEAT_NAMES.index(g.mover)
    with_turn = fastest("parcheesi").is_compiled
    return [OddsLine(key, label, chance(s, rule, seat, 1),
                     chance(s, rule, seat, TURN, most=MOST_QUICK) if with_turn else None)
            for key, label, rule in QUESTIONS]


WHAT_HAPPENS = (
    ("wins", Rule.WIN), ("captures", Rule.CAPTURE), ("captures", Rule.ENTRY_CAPTURE),
    ("gets home", Rule.EXACT_COUNT), ("leaves the nest", Rule.ENTER_ON_FIVE),
    ("penalty", Rule.THREE_DOUBLES), ("blockade", Rule.BLOCKADE),
    ("home path", Rule.HOME_PATH), ("moves", Rule.MOVE),
)
OUTCOMES = tuple(dict.fromkeys(name for name, _ in WHAT_HAPPENS))


def rolls_by_outcome(g: Position) -> dict[tuple[int, int], str]:
    """The mover's best result for each of the 36 rolls.

    >>> import bonkbook as bb
    >>> g = bb.new("parcheesi", seats=4, first="red")
    >>> sorted(roll for roll, what in rolls_by_outcome(g).items() if what == "leaves the nest")[:4]
    [(1, 4), (1, 5), (2, 3), (2, 5)]
    """
    if g.mover is None or g.is_over:
        return {}
    s = _about_to_roll(g.state)
    player = Player(fastest("parcheesi"))
    start = player.twin.state(s)
    found = {}
    for die1, die2, _ in ROLLS:
        cited = 0
        for end in player.ends(start, die1, die2):
            cited |= end.rules
        what = next((name for name, rule in WHAT_HAPPENS if cited >> rule & 1), "nothing")
        found[die1, die2] = found[die2, die1] = what
    return dict(sorted(found.items()))


def _about_to_roll(s: Struct) -> Struct:
    """`s`, or if a roll is under way, the state as if the seat rolled now."""
    if s.stage == board.ROLL:
        return s
    fresh = s.copy()
    fresh.stage = board.START
    return turn_of(fresh, s.turn)


def risks(g: Position) -> dict[tuple[str, int], P]:
    """The chance that each pawn is captured before its owner's next turn.

    Each opponent who moves before then tries to capture it. The chance is exact for one opponent;
    several are combined as if independent, as the note says. Compiled, it includes one re-roll
    after doubles; interpreted, only the first roll; the note says this too. The pawns of the mover
    are assumed to stay where they are.
    """
    if g.mover is None or g.is_over:
        return {}
    s = g.state
    compiled = fastest("parcheesi").is_compiled
    return {(SEAT_NAMES[owner], pawn): _risk(s, owner, pawn, 2 if compiled else 1)
            for owner in range(board.SEATS) if s.playing[owner]
            for pawn in range(board.PAWNS)
            if 0 <= s.progress[owner][pawn] < board.HOME_PATH}


def _risk(s: Struct, owner: int, pawn: int, rolls: int) -> P:
    safe = Fraction(1)
    hunters = [seat for seat in _before(s, owner) if _can_be_met(s, owner, pawn, seat)]
    for seat in hunters:
        try:
            safe *= 1 - _hit(s, seat, goal_of("CAPTURE", seat, owner, pawn), rolls)
        except TooManyWays:
            return _risk(s, owner, pawn, rolls - 1)
    notes = [AS_IF_ALONE] if len(hunters) > 1 else []
    if hunters:
        notes.append("the first roll of a turn and one re-roll" if rolls == 2 else
                     "the first roll of a turn only")
    return P(1 - safe, note="; ".join(notes))


def _hit(s: Struct, seat: int, goal: Any, rolls: int) -> Fraction:
    """The chance that a seat reaches its goal within `rolls` rolls."""
    tree, now = Tree(goal, rolls, most=MOST_QUICK), turn_of(s, seat)
    if now.stage == board.ROLL:
        return sum((Fraction(ways, 36) * value for *_, ways, value in tree.by_roll(now)),
                   Fraction(0))
    return tree.under_way(tree.twin.state(now), rolls - 1)


def _before(s: Struct, owner: int) -> Iterator[int]:
    """The seats that move before `owner`'s next turn; the owner's present turn does not count."""
    seat = (owner + 1) % board.SEATS if s.turn == owner else s.turn
    while seat != owner:
        if s.playing[seat]:
            yield seat
        seat = (seat + 1) % board.SEATS


def _can_be_met(s: Struct, owner: int, pawn: int, seat: int) -> bool:
    """Whether `seat` can ever capture the pawn where it stands."""
    there = board.seen_by(seat, owner, s.progress[owner][pawn])
    return there == board.ENTRY or (there > board.ENTRY and not board.is_safe(there))


def landings(g: Position, who: str = "opponents") -> dict[str, P]:
    """The chance for each track space that a pawn can land there with the next roll.

    who: the mover's "opponents", each with its next roll (combined as if independent), or the
    mover's "own" pawns. Spaces that no roll reaches are left out.
    """
    if g.mover is None or g.is_over:
        return {}
    if who not in ("opponents", "own"):
        raise ValueError(f'landings are for "opponents" or "own", not {quoted(who)}')
    s, mover = g.state, SEAT_NAMES.index(g.mover)
    seats = [mover] if who == "own" else [k for k in range(board.SEATS)
                                          if s.playing[k] and k != mover]
    missed: dict[str, Fraction] = {}
    for seat in seats:
        for space, hit in _landings_of(s, seat).items():
            missed[space] = missed.get(space, Fraction(1)) * (1 - hit)
    note = AS_IF_ALONE if len(seats) > 1 else ""
    return {space: P(1 - miss, note=note) for space, miss in missed.items()}


def _landings_of(s: Struct, seat: int) -> dict[str, Fraction]:
    player = Player(fastest("parcheesi"))
    start = player.twin.state(_about_to_roll(turn_of(s, seat)))
    found: dict[str, Fraction] = {}
    for die1, die2, ways in ROLLS:
        landed = {place(seat, there) for end in player.ends(start, die1, die2)
                  for there in end.landed if there < board.HOME_PATH}
        for space in landed:
            found[space] = found.get(space, Fraction(0)) + Fraction(ways, 36)
    return found


def dice_events() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """Events of this game's dice, computed by the rules: (name, words, rolls)."""
    g = new("parcheesi", seats=2, seed=0, first="red")
    what = rolls_by_outcome(g)
    leave = [roll for roll, happens in what.items() if happens == "leaves the nest"]
    again = [roll.dice for roll, _ in chance(g.state, "ROLL_AGAIN", 0, 1).outcomes]
    return [("Parcheesi: leave the nest", "a five on one die or as the sum of both", leave),
            ("Parcheesi: roll again", "doubles", again)]


def leave_nest(**options: object) -> LeaveNest:
    """The chances of leaving the nest, under house rules given by keyword.

    >>> print(leave_nest().rolls.mean, leave_nest().turns.mean)
    12/5 23328/11245
    """
    return LeaveNest.of(options)


ODDS = GameOdds(answer, in_turn, panel, rolls_by_outcome, OUTCOMES, landings,
                risks, dice_events)
