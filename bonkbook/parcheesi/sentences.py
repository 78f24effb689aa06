"""Parcheesi in sentences: what happened, what an action would do, why it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.twin import Struct
from .actions import PAWN_NAMES, Enter, Move, Pass
from .kernel import legality, state
from .kernel.state import Rule
from .positions import SEAT_NAMES, place


def where(seat: int, progress: int) -> str:
    """Where a pawn stands, in words.

    >>> where(0, 15), where(0, 66), where(0, 71)
    ('space 20', 'H2 of its home path', 'home')
    """
    spot = place(seat, progress)
    if spot == "N":
        return "the nest"
    if spot == "X":
        return "home"
    return f"{spot} of its home path" if spot[0] == "H" else f"space {spot}"


def numbers(dice: Sequence[int]) -> str:
    """Dice in words: "a 5", "a 2 and a 3"."""
    return " and ".join(f"a {n}" for n in dice if n)


def event_sentence(s: Struct, entry: Sequence[int]) -> str:
    """The log line of an effect; `s` as it was right after it."""
    rule, seat, subject, start, target = map(int, entry)
    who = SEAT_NAMES[seat]
    pawn = f"{who} pawn {PAWN_NAMES[subject % 4]}" if subject >= 0 else who
    if rule in (Rule.CAPTURE, Rule.ENTRY_CAPTURE):
        owner = subject // 4
        taken = f"{SEAT_NAMES[owner]} pawn {PAWN_NAMES[subject % 4]}"
        return f"{who} captures {taken} on {where(owner, start)}; it goes to its nest."
    if rule == Rule.HIGHEST_STARTS:
        return f"{who} has the highest number and starts." if subject == 1 else \
            f"{who} rolls a {target} for the start."
    if rule == Rule.THREE_DOUBLES:
        return (f"Third doubles in a row: {pawn} goes from {where(seat, start)} to the nest."
                if subject >= 0 else f"Third doubles in a row: {who} has no pawn to send back.")
    if rule == Rule.USE_BONUS:
        return (f"{who} cannot use the bonus of {start}; it is forfeited." if start else
                f"{who} gives up the bonuses left.")
    return _PLAIN[Rule(rule)](who, pawn, seat, start, target)


def _way(seat: int, start: int, target: int) -> str:
    return f"from {where(seat, start)} to {where(seat, target)}"


# Each in a function of its own: what the numbers mean is the rule's affair.
_PLAIN: dict[Rule, Callable[[str, str, int, int, int], str]] = {
    Rule.ROLL: lambda who, _, seat, die1, die2: f"{who} rolls {die1} and {die2}.",
    Rule.ENTER_ON_FIVE: lambda who, pawn, seat, start, target:
        f"{pawn} leaves the nest for {where(seat, target)}.",
    Rule.MOVE: lambda who, pawn, *way: f"{pawn} moves {_way(*way)}.",
    Rule.CAPTURE_BONUS: lambda who, pawn, *way:
        f"{pawn} takes the bonus for a capture {_way(*way)}.",
    Rule.HOME_BONUS: lambda who, pawn, *way:
        f"{pawn} uses the home bonus {_way(*way)}.",
    Rule.BLOCKADE: lambda who, _, seat, start, target:
        f"{who} has a blockade on {where(seat, target)}.",
    Rule.HOME_PATH: lambda who, pawn, *_: f"{pawn} turns into its home path.",
    Rule.EXACT_COUNT: lambda who, pawn, *_: f"{pawn} is home.",
    Rule.ENTRY_BLOCKED: lambda who, _, seat, die, target:
        f"The entry is blocked: {who} forfeits the {die}.",
    Rule.NO_LEGAL_MOVE: lambda who, _, seat, die, target: f"No pawn of {who} can use the {die}.",
    Rule.ROLL_AGAIN: lambda who, _, seat, doubles, target:
        f"{who} rolls again" + (" after doubles." if doubles else "."),
    Rule.WIN: lambda who, *_: f"{who} has all pawns home and wins.",
}


def action_words(s: Struct, action: Enter | Move | Pass) -> str:
    """What a legal action would do, for a button: "b: 20 to 25, captures"."""
    if isinstance(action, Pass):
        return ("Give up the bonuses left" if s.stage == state.BONUS else
                "Continue: no die can be used")
    if isinstance(action, Enter):
        catch = ", captures" if s.entry_foes else ""
        return f"Enter with {numbers(action.dice)}{catch}"
    start = s.progress[s.turn][action.pawn]
    target = legality.landing(s, start, action.die)
    catch = ""
    if target < state.HOME_PATH and state.has_foe(s, target) and not state.is_safe(target):
        catch = ", captures"
    goal = "home" if target == state.HOME else place(s.turn, target)
    return f"{PAWN_NAMES[action.pawn]} moves {action.die}: {place(s.turn, start)} to {goal}{catch}"


def refusal_sentence(s: Struct, action: Enter | Move | Pass, rule: int) -> str:
    """Why `rule` forbids `action`, with the facts of the position."""
    me = SEAT_NAMES[s.turn]
    if rule == Rule.WIN:
        return f"The game is over: {SEAT_NAMES[s.winner]} has won."
    if rule == Rule.ROLL:
        return f"{me if s.turn >= 0 else 'Everyone'} has to roll the dice first."
    if isinstance(action, Pass):
        return ("A die that can be used must be used." if rule == Rule.USE_BOTH else
                "A bonus that some pawn can take must be taken.")
    if isinstance(action, Enter):
        return _refused_entry(s, rule)
    return _refused_move(s, action, rule)


_BREAK_FIRST = "Doubles have to break a blockade first (house rule)."


def wrong_dice_sentence(s: Struct, dice: Sequence[int]) -> str:
    """Why a pawn does not leave the nest with `dice`, which are not a five, and what would."""
    fives = dice.count(5)
    if 1 < fives <= min(s.die.count(5), s.progress[s.turn].count(state.NEST)):
        return "Each 5 brings out one pawn: enter 5, twice."
    if fives and 5 in s.die:
        return "A 5 brings out a pawn by itself: enter 5."
    return ("A pawn leaves the nest only with a 5, by one die or by both together, not with "
            f"{numbers(dice)}.")


def _refused_entry(s: Struct, rule: int) -> str:
    if rule == Rule.ENTRY_BLOCKED:
        whose = "an opponent's" if s.entry_wall else "the player's own"
        return f"A pawn cannot come out: {whose} blockade stands on the entry space."
    if rule == Rule.USE_BOTH:
        return _both(s)
    if rule == Rule.BREAK_BLOCKADE:
        return _BREAK_FIRST
    return "A pawn leaves the nest only with a 5, by one die or by both together."


def _both(s: Struct) -> str:
    most = legality.most_dice(s)
    if most > 1:
        return ("Both dice can be used in another way, so a way that uses only one is not legal."
                if legality.dice_left(s) == 2 else
                f"{most} dice can be used in another way, so a way that uses fewer is not legal.")
    return "Only one of the dice can be used, and then it must be the larger."


def _refused_move(s: Struct, action: Move, rule: int) -> str:
    me, pawn = SEAT_NAMES[s.turn], PAWN_NAMES[action.pawn]
    start = s.progress[s.turn][action.pawn]
    target = legality.landing(s, start, action.die)
    goal = where(s.turn, target) if target >= 0 else ""
    if rule == Rule.EXACT_COUNT:
        if start == state.HOME:
            return f"Pawn {pawn} is home; it moves no more."
        return (f"Pawn {pawn} needs exactly {state.HOME - start} to get home; "
                f"{action.die} is too many.")
    reasons = {
        Rule.ENTER_ON_FIVE: f"Pawn {pawn} is in the nest; it comes out only by entering, with a "
                            "5 by one die or by both together.",
        Rule.MOVE: "One pawn takes the two dice one after the other, not in one jump.",
        Rule.BLOCKADE: _barred(s, pawn, start, target),
        Rule.SAFE_SPACE: f"Pawn {pawn} may not land on {goal}: it is safe, and a pawn of another "
                         "colour stands there.",
        Rule.BREAK_BLOCKADE: _broken(s, action),
        Rule.ENTRY_BLOCKED: f"{me} has a pawn in the nest and a blockade stands on the entry: "
                            f"the {action.die if action.die in s.die else 5} is forfeited.",
        Rule.MUST_ENTER: f"{me} can bring a pawn out, so {_the_five(s)} to do that.",
        Rule.USE_BOTH: _both(s) if rule == Rule.USE_BOTH else "",
        Rule.CAPTURE_BONUS: _no_bonus(s, "capture"),
        Rule.HOME_BONUS: _no_bonus(s, "pawn home"),
    }
    return reasons[Rule(rule)]


def _the_five(s: Struct) -> str:
    """The dice that bring a pawn out, and the verb: "the 5 has"."""
    if 5 in s.die:
        return "the 5 has"
    return f"the {s.die[0]} and the {s.die[1]} together have"


def _broken(s: Struct, action: Move) -> str:
    mate, start = s.partner[action.pawn], s.progress[s.turn][action.pawn]
    if mate < 0 or legality.landing(s, start, action.die) == start:
        return _BREAK_FIRST
    return (f"Pawn {PAWN_NAMES[action.pawn]} stood in a blockade with {PAWN_NAMES[mate]} at the "
            "roll; it may not join it again on another space in the same roll.")


def _barred(s: Struct, pawn: str, start: int, target: int) -> str:
    goal = where(s.turn, target)
    if 0 < target < state.HOME_PATH and state.has_foe(s, target) and legality.is_full(s, target):
        return f"Two pawns stand on {goal} already; there are never three on a space."
    return f"A blockade on the way from {where(s.turn, start)} to {goal} bars pawn {pawn}."


def _no_bonus(s: Struct, what: str) -> str:
    if s.stage == state.DICE:
        return "A bonus is moved only after both dice are used or cannot be used."
    return f"No bonus for a {what} is left to take."
