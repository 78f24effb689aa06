"""Bonkers' own questions: the odds of a turn, its points, what a card is worth, the chain.

Exact, with the cards as they lie and as the seat lays them in its turn; nobody plays a Large
Lose Card meanwhile.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...engine.dice import ROLLS
from ...engine.errors import choose_from, quoted
from ...engine.patience import telling
from ...engine.position import Position
from ...engine.ruleset import GameOdds, ruleset
from ...engine.twin import Struct
from ...exact_odds import BEST, ONE_ROLL, WORST, OddsLine
from ...probability.chain import Chain
from ...probability.equations import Row, solved
from ...probability.exact import Distribution, P
from ..kernel import policies, rules, state
from ..kernel.state import Rule
from ..positions import SEAT_NAMES
from .chances import LIMITS, QUICK, Played, Turn, check_dealt
from .turn import SUMS, Log, alone, fork, new_turn, turn_of

_LANDS = {Rule.MOVE, Rule.AHEAD, Rule.BACK, Rule.BACK_15, Rule.NEAREST_SCORE, Rule.GO_TO_START,
          Rule.GO_TO_LOSE}
INTERRUPTED = "if nobody plays a Large Lose Card"
MOST_PAST_LIMIT = 0.01      # turns that may come to the limit of their rolls, left out
STILL = "as if each opponent had the turn now, and placed nothing"


def answer(g: Position, rule: str, turns: int, seat: str, choose: Any = BEST) -> P:
    """The answer to bonkbook.odds for Bonkers.

    In several turns of the seat the opponents stand still, and after each the seat draws. A
    ValueError says so where they are too many to be looked into, and where many turns come to
    the limit of their rolls.
    """
    turn = Turn(g.state, SEAT_NAMES.index(seat), max(turns, 1))
    return _chance(turn, _within_limit(turn.played(Rule[rule], choose, turns != ONE_ROLL)))


def in_turn(s: Struct, seat: str) -> Struct:
    """The state with a seat in its turn, in which nobody can play a Large Lose Card."""
    check_dealt(s)
    s = turn_of(s, SEAT_NAMES.index(seat))
    if s.then == state.ROLL:
        return alone(s)
    s = s.copy()          # in another window is still to be done what it kept waiting
    s.lose_card = [0] * state.SEATS
    return s


def _chance(turn: Turn, played: Played) -> P:
    """The chance of what a turn is played for."""
    return P(played.value, outcomes=played.by_roll(), note=_noted(turn, played.note))


def _within_limit(played: Played) -> Played:
    """A turn as it is played; ValueError if it often comes to the limit of its rolls."""
    if played.past_limit > MOST_PAST_LIMIT:
        raise ValueError(f"up to {100 * played.past_limit:.3g} % of turns end here by their last "
                         f"roll, the {state.ROLLS_A_TURN:,}th, which exact odds leave out: "
                         "bb.simulate estimates")
    return played


def _noted(turn: Turn, note: str) -> str:
    """A note, and that nobody interrupts if somebody could."""
    s = turn.state
    can_stop = any(s.lose_card[k] for k in range(state.SEATS) if k != s.turn)
    return "; ".join(part for part in (note, INTERRUPTED if can_stop else "") if part)


# --- Points ----------------------------------------------------------------------------

@telling("Calculating the exact points of a turn.")
def points(g: Position, seat: str | None = None, choose: Any = BEST) -> Distribution:
    """The points that a seat makes in its turn, the whole distribution.

    The seat is the one whose turn it is unless named; choose: "best" for the highest mean,
    "worst" for the lowest, or a policy. Once the game is over no seat makes any.

    >>> import bonkbook as bb
    >>> g = bb.bonkers.position(tokens=(20, 0), scores=(2, 0))
    >>> points(g)
    Distribution(-1: 1/6, 0: 29/36, 1: 1/36)
    """
    turn = Turn(g.state, _seat(g, seat))
    if g.is_over:
        return Distribution({0: Fraction(1)})
    played = _within_limit(turn.played(None, choose))
    return Distribution(played.points(), _noted(turn, played.note))


@telling("Calculating the exact points of a turn.")
def expected_points(g: Position, seat: str | None = None, choose: Any = BEST) -> Fraction:
    """The mean of the points that a seat makes in its turn."""
    turn = Turn(g.state, _seat(g, seat))
    return Fraction(0) if g.is_over else _within_limit(turn.played(None, choose)).value


def _seat(g: Position, seat: str | None) -> int:
    """The number of a seat of a game of Bonkers, by default the one whose turn it is."""
    if g.ruleset.name != "bonkers":
        raise ValueError(f"these are odds of Bonkers, not of {g.ruleset.title}: bb.odds has those")
    return SEAT_NAMES.index(choose_from(seat or g.mover or g.seats[0], g.seats, "seat"))


class Worth(dict[Any, tuple[Fraction, "Fraction | None"]]):
    """What actions are worth, with a note on what is left out."""

    note = ""


def worth(g: Position) -> Worth:
    """What each legal action of the mover is worth: which card to place here, or to take.

    Two numbers: the points to expect in the rest of this turn, and those in the mover's next
    turn from where this one ends, the others having stayed as they are (None if this turn
    does not end at once). Its note says if some exchanges are left out, or that an opponent
    could interrupt by a Large Lose Card, which is.

    >>> import bonkbook as bb
    >>> g = bb.bonkers.position(tokens=(20, 0), cards={21: "+3"}, hands=(["-3", "+2"], []))
    >>> {str(action): now for action, (now, _) in worth(g.roll(3, 1)).items()}
    {'place -3': Fraction(1, 1), 'place +2': Fraction(0, 1)}
    """
    s = alone(g.state)
    if s.stage not in (state.PLACE, state.EXCHANGING):
        return Worth()
    each, limit = Turn(s, s.turn, effort=QUICK).each_option()
    found, limits = Worth(), [limit]
    for code, now in each.items():
        after, log = fork(s), Log()
        rules.step(after, code, log)
        following = None
        if after.stage == state.OVER:
            following = Fraction(0)
        elif after.turns != s.turns or after.stage == state.DRAW:
            played = Turn(new_turn(after, s.turn), s.turn, effort=QUICK).played(None)
            following, limits = played.value, [*limits, played.limit]
        found[g.ruleset.decode(s, code)] = now, following
    found.note = _noted(Turn(g.state, s.turn), max(limits, key=LIMITS.index))
    return found


# --- For the odds panel ------------------------------------------------------------------

QUESTIONS = (
    ("score", "land on a Score space", Rule.SCORE_SPACE, BEST),
    ("trap", "be trapped, for a point", Rule.ENTRAPMENT, BEST),
    ("double six", "roll a double six", Rule.DOUBLE_SIX, BEST),
    ("lose", "land on Lose despite trying to avoid it", Rule.LOSE_SPACE, WORST),
    ("again", "roll again on an occupied space", Rule.OCCUPIED, BEST),
)


def panel(g: Position) -> list[OddsLine]:
    """The odds of the seat whose turn it is: by its next roll, and in its whole turn."""
    if g.mover is None or g.is_over:
        return []
    turn = Turn(g.state, SEAT_NAMES.index(g.mover), effort=QUICK)
    return [OddsLine(key, label, _chance(turn, turn.played(rule, choose, again=False)),
                     _chance(turn, turn.played(rule, choose)))
            for key, label, rule, choose in QUESTIONS]


WHAT_HAPPENS = (
    ("wins", Rule.WIN), ("scores", Rule.SCORE_SPACE), ("traps", Rule.ENTRAPMENT),
    ("double six", Rule.DOUBLE_SIX), ("loses", Rule.LOSE_SPACE), ("rolls again", Rule.OCCUPIED),
    ("rolls again", Rule.ROLL_AGAIN_CARD), ("places", Rule.PLACE_CARD),
    ("exchanges", Rule.EXCHANGE), ("stops", Rule.ONE_CARD_A_TURN),
)
OUTCOMES = tuple(dict.fromkeys(name for name, _ in WHAT_HAPPENS))


def rolls_by_outcome(g: Position) -> dict[tuple[int, int], str]:
    """For each of the 36 rolls, the best that it lets the seat whose turn it is do.

    >>> import bonkbook as bb
    >>> rolls_by_outcome(bb.bonkers.position(tokens=(30, 0), hands=(["+1"], [])))[2, 4]
    'scores'
    """
    if g.mover is None or g.is_over:
        return {}
    s = turn_of(g.state, SEAT_NAMES.index(g.mover))
    s = alone(s if s.stage == state.ROLL else new_turn(s, s.turn))
    found = {}
    for die1, die2, _ in SUMS:
        seen = _may_happen(s, die1, die2)
        found[die1 + die2] = next((name for name, rule in WHAT_HAPPENS if rule in seen), "nothing")
    return {roll.dice: found[sum(roll.dice)] for roll in ROLLS}


def _may_happen(s: Struct, die1: int, die2: int) -> set[int]:
    """The rules that a roll brings into effect for sure, or by some card from the hand."""
    after, log = s.copy(), Log()
    rules.roll(after, die1, die2, log)
    seen = {entry[0] for entry in log}
    actions = Position(ruleset("bonkers"), after).legal_codes()
    good = set()
    for code in actions:
        placed, more = after.copy(), Log()
        rules.step(placed, code, more)
        good |= {entry[0] for entry in more} - {Rule.LOSE_SPACE}
    return seen | good


def landings(g: Position, who: str = "opponents") -> dict[str, P]:
    """For each space, the chance that a token touches it by the next roll, nothing placed.

    Every space counts on which the token lands, by the dice or on its way over cards and
    print. who: "opponents" of the seat whose turn it is, each as if it had the turn now, or
    "own", the seat itself. A space that no roll reaches is left out.
    """
    if g.mover is None or g.is_over:
        return {}
    if who not in ("opponents", "own"):
        raise ValueError(f'landings are of "opponents" or "own", not {quoted(who)}')
    s, mover = g.state, SEAT_NAMES.index(g.mover)
    missed: dict[int, Fraction] = {}
    for seat in range(state.SEATS):
        if s.playing[seat] and (seat == mover) == (who == "own"):
            for space, hit in _touched(s, seat).items():
                missed[space] = missed.get(space, Fraction(1)) * (1 - hit)
    note = STILL if who == "opponents" else ""
    return {str(space): P(1 - miss, note=note) for space, miss in sorted(missed.items())}


def _touched(s: Struct, seat: int) -> dict[int, Fraction]:
    """The chance of each space to be landed on by the next roll of a seat."""
    start = alone(new_turn(s, seat))
    found: dict[int, Fraction] = {}
    for die1, die2, ways in SUMS:
        after, log = start.copy(), Log()
        rules.roll(after, die1, die2, log)
        hops = {entry[4] for entry in log if entry[0] in _LANDS}
        for space in hops:
            found[space] = found.get(space, Fraction(0)) + Fraction(ways, 36)
    return found


# --- The board as a chain ----------------------------------------------------------------

def chain(g: Position, seat: str | None = None) -> Chain:
    """The board as a Markov chain: from where a seat rests to where it rests a turn later.

    With the cards as they lie: nothing is placed or exchanged, the opponents stay where they
    are, points win nothing. The states are the spaces that can be reached from where the
    token is, besides that space itself. It describes the board, not the game, and so does not
    end with it: also once the game is over it answers as if the seat rolled on.

    >>> import bonkbook as bb
    >>> found = chain(bb.bonkers.position(tokens=(20, 0), cards={25: "+2"}))
    >>> found.probability(20, 27)     # Lose: by 7, and by 5 over the card
    5/18 = 27.8 %
    """
    s = alone(turn_of(g.state, _seat(g, seat)))
    return Chain.explore(s.token[s.turn], lambda space: resting(s, space))


def resting(s: Struct, space: int) -> dict[int, Fraction]:
    """Where the mover rests after a turn from `space`, re-rolls solved; cards as they lie."""
    places, rows = [space], list[dict[tuple[bool, int], int]]()
    while len(rows) < len(places):
        row: dict[tuple[bool, int], int] = {}
        for die1, die2, ways in SUMS:
            end = policies.walk(s, state.ring(s, places[len(rows)] + die1 + die2), 0)
            where = policies.space_of(end)
            again = policies.how_of(end) == policies.ROLLS
            if again and where not in places:
                places.append(where)
            row[again, where] = row.get((again, where), 0) + ways
        rows.append(row)
    rests = sorted({where for row in rows for again, where in row if not again})
    system = {k: Row(36, 0, {places.index(where): ways for (again, where), ways in row.items()
                             if again}) for k, row in enumerate(rows)}
    known = {k: [row.get((False, rest), 0) for rest in rests] for k, row in enumerate(rows)}
    return dict(zip(rests, solved(system, known)[0], strict=True))


def expected_by_space(g: Position, seat: str | None = None) -> dict[int, Fraction]:
    """Points to expect of one roll from each space, cards as they lie, nothing placed.

    As `chain`, of the board: also once the game is over.
    """
    s = alone(turn_of(g.state, _seat(g, seat)))
    found = {}
    for space in range(s.size):
        total = Fraction(1, 36)
        for die1, die2, ways in SUMS:
            end = policies.walk(s, state.ring(s, space + die1 + die2), 0)
            total += Fraction(ways, 36) * policies.points_of(end)
        found[space] = total
    return found


ODDS = GameOdds(answer, in_turn, panel, rolls_by_outcome, OUTCOMES, landings)
