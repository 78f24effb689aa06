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
    """The log line of an effect; `s` is the state right after it."""
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
        return (f"Doubles three times in a row: {pawn} goes from {where(seat, start)} to the nest."
                if subject >= 0 else
                f"Doubles three times in a row: {who} has no pawn to send back.")
    if rule == Rule.USE_BONUS:
        return (f"{who} cannot use the bonus of {start}; it is forfeited." if start else
                f"{who} gives up the remaining bonuses.")
    return _PLAIN[Rule(rule)](who, pawn, seat, start, target)


def _way(seat: int, start: int, target: int) -> str:
    return f"from {where(seat, start)} to {where(seat, target)}"


# A function for each rule, since the meaning of the numbers depends on the rule.
_PLAIN: dict[Rule, Callable[[str, str, int, int, int], str]] = {
    Rule.ROLL: lambda who, _, seat, die1, die2: f"{who} rolls {die1} and {die2}.",
    Rule.ENTER_ON_FIVE: lambda who, pawn, seat, start, target:
        f"{pawn} leaves the nest for {where(seat, target)}.",
    Rule.MOVE: lambda who, pawn, *way: f"{pawn} moves {_way(*way)}.",
    Rule.CAPTURE_BONUS: lambda who, pawn, *way:
        f"{pawn} uses the capture bonus to move {_way(*way)}.",
    Rule.HOME_BONUS: lambda who, pawn, *way:
        f"{pawn} uses the home bonus to move {_way(*way)}.",
    Rule.BLOCKADE: lambda who, _, seat, start, target:
        f"{who} has a blockade on {where(seat, target)}.",
    Rule.HOME_PATH: lambda who, pawn, *_: f"{pawn} turns onto its home path.",
    Rule.EXACT_COUNT: lambda who, pawn, *_: f"{pawn} is home.",
    Rule.ENTRY_BLOCKED: lambda who, _, seat, die, target:
        f"The entry is blocked: {who} forfeits the {die}.",
    Rule.NO_LEGAL_MOVE: lambda who, _, seat, die, target: f"No {who} pawn can use the {die}.",
    Rule.ROLL_AGAIN: lambda who, _, seat, doubles, target:
        f"{who} rolls again" + (" after doubles." if doubles else "."),
    Rule.WIN: lambda who, *_: f"{who} has all four pawns home and wins.",
}


def action_words(s: Struct, action: Enter | Move | Pass) -> str:
    """The button label of a legal action: "b moves 5: 20 to 25, captures"."""
    if isinstance(action, Pass):
        return ("Give up the remaining bonuses" if s.stage == state.BONUS else
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
                "A bonus that a pawn can use must be used.")
    if isinstance(action, Enter):
        return _refused_entry(s, rule)
    return _refused_move(s, action, rule)


_BREAK_FIRST = "Doubles must break a blockade first (house rule)."


def wrong_dice_sentence(s: Struct, dice: Sequence[int]) -> str:
    """Why a pawn cannot leave the nest with `dice`, which are not a five, and what it needs."""
    fives = dice.count(5)
    if 1 < fives <= min(s.die.count(5), s.progress[s.turn].count(state.NEST)):
        return "Each 5 brings out one pawn: enter with 5 twice."
    if fives and 5 in s.die:
        return "A 5 alone brings out a pawn: enter with 5."
    return ("A pawn leaves the nest only with a 5, on one die or as the sum of both, not with "
            f"{numbers(dice)}.")


def _refused_entry(s: Struct, rule: int) -> str:
    if rule == Rule.ENTRY_BLOCKED:
        whose = "an opponent's" if s.entry_wall else "the player's own"
        return f"A pawn cannot come out: {whose} blockade stands on the entry space."
    if rule == Rule.USE_BOTH:
        return _both(s)
    if rule == Rule.BREAK_BLOCKADE:
        return _BREAK_FIRST
    return "A pawn leaves the nest only with a 5, on one die or as the sum of both."


def _both(s: Struct) -> str:
    most = legality.most_dice(s)
    if most > 1:
        return ("There is a way to use both dice, so a move that leaves only one usable is not "
                "allowed."
                if legality.dice_left(s) == 2 else
                f"There is a way to use {most} dice, so a move that leaves fewer usable is not "
                "allowed.")
    return "Only one of the dice can be used, so it must be the larger (house rule)."


def _refused_move(s: Struct, action: Move, rule: int) -> str:
    me, pawn = SEAT_NAMES[s.turn], PAWN_NAMES[action.pawn]
    start = s.progress[s.turn][action.pawn]
    target = legality.landing(s, start, action.die)
    goal = where(s.turn, target) if target >= 0 else ""
    if rule == Rule.EXACT_COUNT:
        if start == state.HOME:
            return f"Pawn {pawn} is already home."
        return (f"Pawn {pawn} needs exactly {state.HOME - start} to get home; "
                f"{action.die} is too many.")
    reasons = {
        Rule.ENTER_ON_FIVE: f"Pawn {pawn} is in the nest; it comes out only by entering, with a 5 "
                            "on one die or as the sum of both.",
        Rule.MOVE: "A pawn uses the two dice one after the other, not in one jump.",
        Rule.BLOCKADE: _barred(s, pawn, start, target),
        Rule.SAFE_SPACE: f"Pawn {pawn} may not land on {goal}: it is safe, and a pawn of another "
                         "colour stands there.",
        Rule.BREAK_BLOCKADE: _broken(s, action),
        Rule.ENTRY_BLOCKED: f"{me} has a pawn in the nest and a blockade stands on the entry, so "
                            f"the {action.die if action.die in s.die else 5} is forfeited.",
        Rule.MUST_ENTER: f"{me} can bring a pawn out, so {_the_five(s)} must be used for that.",
        Rule.USE_BOTH: _both(s) if rule == Rule.USE_BOTH else "",
        Rule.CAPTURE_BONUS: _no_bonus(s, "capture"),
        Rule.HOME_BONUS: _no_bonus(s, "home"),
    }
    return reasons[Rule(rule)]


def _the_five(s: Struct) -> str:
    """The dice that bring a pawn out: "the 5", "the 1 and the 4"."""
    if 5 in s.die:
        return "the 5"
    return f"the {s.die[0]} and the {s.die[1]}"


def _broken(s: Struct, action: Move) -> str:
    mate, start = s.partner[action.pawn], s.progress[s.turn][action.pawn]
    if mate < 0 or legality.landing(s, start, action.die) == start:
        return _BREAK_FIRST
    return (f"Pawns {PAWN_NAMES[action.pawn]} and {PAWN_NAMES[mate]} formed a blockade when the "
            "dice were rolled; they may not meet on another space in the same roll.")


def _barred(s: Struct, pawn: str, start: int, target: int) -> str:
    goal = where(s.turn, target)
    if 0 < target < state.HOME_PATH and state.has_foe(s, target) and legality.is_full(s, target):
        return f"Two pawns already stand on {goal}; a space never holds three."
    return f"A blockade on the way from {where(s.turn, start)} to {goal} blocks pawn {pawn}."


def _no_bonus(s: Struct, what: str) -> str:
    if s.stage == state.DICE:
        return "A bonus can be used only after both dice are used or cannot be used."
    return f"There is no {what} bonus left to use."
