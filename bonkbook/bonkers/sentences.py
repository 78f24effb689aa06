"""Bonkers in sentences: what happened, what an action would do, why it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.twin import Struct
from .actions import Decline, LoseCard, Place, Take, Wait, card_words
from .kernel import legality, rules, state
from .kernel.state import Rule
from .layout import card_code, card_name
from .positions import SEAT_NAMES, hand

Entry = Sequence[int]


def card(s: Struct, code: int) -> str:
    """A card's name in words, from the rules' number."""
    return card_words(card_name(s, code))


def points(n: int) -> str:
    """A number of points in words.

    >>> points(1), points(3)
    ('1 point', '3 points')
    """
    return f"{n} point" if n == 1 else f"{n} points"


def place_words(s: Struct, space: int) -> str:
    """A space in words: "space 24", "Start", "Score space 17", "Lose"."""
    if space == s.start:
        return "Start"
    if space == s.lose:
        return "Lose"
    return f"Score space {space}" if s.space[space] == state.SCORE else f"space {space}"


def event_sentence(s: Struct, entry: Entry) -> str:
    """The log line of an effect; `s` is the state right after it."""
    rule, seat, subject, start, target = map(int, entry)
    who = SEAT_NAMES[seat]
    if rule in _MOVES:
        return f"{_MOVES[Rule(rule)](s, subject)} takes {who} to {place_words(s, target)}."
    if rule in _SPECIAL:
        return _SPECIAL[Rule(rule)](s, entry)
    return _PLAIN[Rule(rule)](s, who, subject, start, target)


# A function for each rule, since the meaning of the numbers depends on the rule.
_PLAIN: dict[Rule, Callable[[Struct, str, int, int, int], str]] = {
    Rule.SEATS: lambda s, who, *_: f"{who} is dealt {_list(s, SEAT_NAMES.index(who))}.",
    Rule.ROLL: lambda s, who, _, die1, die2: f"{who} rolls {die1} and {die2}.",
    Rule.MOVE: lambda s, who, _, start, target:
        f"{who} moves from {place_words(s, start)} to {place_words(s, target)}.",
    Rule.DOUBLE_SIX: lambda s, who, score, *_:
        f"Double six: {who} scores a point and has {points(score)}.",
    Rule.PLACE_CARD: lambda s, who, code, start, _:
        f"{who} places {card(s, code)} on {place_words(s, start)}.",
    Rule.OCCUPIED: lambda s, who, _, start, target:
        f"An opponent stands on {place_words(s, start)}, so {who} rolls again.",
    Rule.FLOOR: lambda s, who, *_: f"{who} has no points to lose.",
    Rule.GO_TO_LOSE: lambda s, who, _, start, target: f"Space {start} sends {who} to Lose.",
    Rule.ROLL_AGAIN_CARD: lambda s, who, _, start, target:
        f"Roll Again: {who} rolls from {place_words(s, start)}.",
    Rule.ROLL_LIMIT: lambda s, who, rolls, start, target:
        f"{who} has rolled {rolls:,} times in this turn, so it ends and the token goes to "
        f"{place_words(s, target)}.",
    Rule.ENTRAPMENT: lambda s, who, score, start, target:
        f"The cards lead back to {place_words(s, start)}. {who} is trapped, scores a point and has "
        f"{points(score)}; the token rests on {place_words(s, target)}.",
    Rule.DRAW: lambda s, who, code, *_: f"{who} draws {card(s, code)}.",
    Rule.DEPLETED: lambda s, who, *_: f"The pile is empty, so {who} does not draw.",
    Rule.WIN: lambda s, who, _, start, score: f"{who} has {points(score)} and wins.",
}


def _list(s: Struct, seat: int) -> str:
    return ", ".join(card_words(name) for name in hand(s, seat)) or "no cards"


_MOVES = {
    Rule.AHEAD: card, Rule.BACK: card, Rule.NEAREST_SCORE: card, Rule.GO_TO_START: card,
    Rule.BACK_15: lambda s, _: "The printed move",
}


def _starts(s: Struct, entry: Entry) -> str:
    who = SEAT_NAMES[entry[1]]
    return (f"{who} has the highest total and starts." if entry[2] == 1 else
            f"{who} rolls {entry[4]} for the start.")


def _stops(s: Struct, entry: Entry) -> str:
    who, here = SEAT_NAMES[entry[1]], place_words(s, entry[3])
    if entry[2] == 1:
        return f"{who} has already placed a card in this turn and stops on {here}."
    if s.hand[entry[1]][0]:
        return f"{who} does not place a card and stops on {here}."
    return f"{who} has no card to place and stops on {here}."


def _meets(s: Struct, entry: Entry) -> str:
    who, here = SEAT_NAMES[entry[1]], place_words(s, entry[3])
    if entry[2] == state.NO_CARD:
        return f"The cards lead back to {here}, and {who}'s turn ends there."
    return f"{who} finds {card(s, entry[2])} on {here}."


def _scores(s: Struct, entry: Entry) -> str:
    who, here = SEAT_NAMES[entry[1]], place_words(s, entry[3])
    has_won = s.win == state.WIN_AT_ONCE and entry[2] >= s.target
    if has_won or not state.is_occupied(s, entry[3]):
        return f"{who} scores a point on {here} and has {points(entry[2])}."
    return (f"{who} scores a point on {here}, has {points(entry[2])} and rolls again, since an "
            "opponent stands there.")


def _loses(s: Struct, entry: Entry) -> str:
    who = SEAT_NAMES[entry[1]]
    return f"{who} is on Lose with {points(s.score[entry[1]])} left, and the turn ends."


def _exchanges(s: Struct, entry: Entry) -> str:
    who, here = SEAT_NAMES[entry[1]], place_words(s, entry[4])
    if entry[2] == state.NO_CARD:
        nothing = "declines the exchange" if state.can_take_any(s) else "has no card to take"
        return f"{who} {nothing} and stops on {here}."
    return (f"{who} takes {card(s, entry[2])} from space {entry[3]} to {here}; the Exchange card "
            "goes there.")


def _plays_lose_card(s: Struct, entry: Entry) -> str:
    who, victim = SEAT_NAMES[entry[1]], SEAT_NAMES[entry[2]]
    return (f"{who} plays the Large Lose Card: {victim} goes to Lose with "
            f"{points(s.score[entry[2]])} left, and the turn ends.")


_SPECIAL = {
    Rule.HIGHEST_STARTS: _starts, Rule.ONE_CARD_A_TURN: _stops, Rule.FOLLOW_CARD: _meets,
    Rule.SCORE_SPACE: _scores, Rule.LOSE_SPACE: _loses, Rule.EXCHANGE: _exchanges,
    Rule.LARGE_LOSE_CARD: _plays_lose_card,
}


# --- What an action would do -------------------------------------------------------------

def action_words(s: Struct, action: Any) -> str:
    """The button label of a legal action: "Back 3 → 21, Ahead 3 → 24, trapped: rests on 24, +1"."""
    if isinstance(action, Wait):
        return "Keep the Large Lose Card"
    if isinstance(action, LoseCard):
        lost = min(s.score[s.turn], s.lose_card_cost)
        loss = f"-{points(lost)}" if lost else "no points to lose"
        return f"Large Lose Card: {SEAT_NAMES[s.turn]} goes to Lose, {loss}"
    if isinstance(action, Decline):
        return "Decline the exchange and stop here" if s.stage == state.EXCHANGING else \
            "Do not place a card and stop here"
    if isinstance(action, Take):
        code = state.TAKE + action.space
        head = f"{card(s, s.card[action.space])} (on {action.space})"
    else:
        code, head = card_code(s, action.card), card_words(action.card)
    found = consequences(s, code)
    if not found:
        return f"{head}, nothing to take: stops here"
    return head + (", " if found[0].startswith("then") else " → ") + ", ".join(found)


def consequences(s: Struct, code: int) -> list[str]:
    """The effects of an action, step by step, until a roll, a draw or a decision.

    Large Lose Cards are ignored.
    """
    after, log, found, name = s.copy(), list[Entry](), list[str](), ""
    after.lose_card = [0] * state.SEATS
    rules.step(after, code, log)
    for rule, _, subject, start, target in (map(int, entry) for entry in log):
        there = ""
        if rule in _MOVES or (rule in _ENDS and rule != Rule.WIN):     # for a win it is the points
            there = place_words(s, target).removeprefix("space ")
        if rule == Rule.FOLLOW_CARD and subject:
            name = card(s, subject)
        elif rule in _MOVES:
            by = card_words(f"{s.jump[start]:+d}") if rule == Rule.BACK_15 else name
            found.append(f"{by} → {there}" if found else there)
        elif rule == Rule.FLOOR:
            found[-1] = "no points to lose"
        elif rule in _ENDS:
            found.append(_ENDS[Rule(rule)].format(there))
    if after.stage == state.EXCHANGING:
        found.append("then take a card")
    elif after.stage == state.PLACE:
        found.append("then place a card")
    elif after.stage == state.ROLL and after.turns == s.turns:
        here = place_words(s, after.token[s.turn]).removeprefix("space ")
        found.append(f"then a new roll from {here}")
    return found


_ENDS = {
    Rule.ENTRAPMENT: "trapped: rests on {}, +1", Rule.SCORE_SPACE: "+1", Rule.LOSE_SPACE: "-1",
    Rule.GO_TO_LOSE: "sent to Lose", Rule.ONE_CARD_A_TURN: "stops", Rule.WIN: "wins",
    Rule.OCCUPIED: "an opponent is there", Rule.FOLLOW_CARD: "the loop ends the turn",
    Rule.ROLL_LIMIT: "that was the last roll",
}


# --- Why an action is refused --------------------------------------------------------------

def refusal_sentence(s: Struct, action: Any, rule: int) -> str:
    """Why `rule` forbids `action`, with the facts of the position."""
    me = SEAT_NAMES[s.turn] if s.turn >= 0 else "Everyone"
    if rule == Rule.WIN:
        return f"The game is over: {SEAT_NAMES[s.winner]} has won."
    if rule == Rule.SEATS:
        return "The cards have to be dealt first."
    if rule == Rule.HIGHEST_STARTS:
        return "The roll for the start has to be made first."
    if rule == Rule.ROLL:
        return f"{me} has to roll the dice first."
    if rule == Rule.DRAW:
        return f"{me} has to draw a card first."
    if rule == Rule.LARGE_LOSE_CARD:
        return _refused_lose_card(s, action)
    if rule == Rule.ONE_CARD_A_TURN:
        return f"{me} has already placed a card; only one may be placed in a turn."
    if rule == Rule.FOLLOW_CARD:
        return f"There is already a card on space {s.token[s.turn]}; {me} must follow it."
    if rule == Rule.PLACE_CARD:
        if isinstance(action, Decline):
            return f"On a space without a card {me} has to place {_placeable(s)}."
        return f"{card_words(action.card)} is not in {me}'s hand ({_list(s, s.turn)})."
    return _refused_exchange(s, action, me)


def _placeable(s: Struct) -> str:
    """The cards that the mover may place, each listed once."""
    return " or ".join(dict.fromkeys(
        card(s, code) for code in s.hand[s.turn]
        if code != state.NO_CARD and not legality.is_empty_exchange(s, code)))


def _refused_lose_card(s: Struct, action: Any) -> str:
    if s.stage == state.WINDOW:
        return f"{SEAT_NAMES[s.asked]} must first decide whether to play the Large Lose Card."
    if isinstance(action, Wait):
        return "No Large Lose Card can be played now."
    me = SEAT_NAMES[s.turn]
    if not any(s.lose_card[seat] for seat in range(state.SEATS) if seat != s.turn):
        return f"None of {me}'s opponents has a Large Lose Card left."
    if s.stage == state.ROLL:
        return f"It is too late to play a Large Lose Card before this roll: {me} rolls now."
    if s.lose_card_windows == state.ONLY_BEFORE_ROLL:
        return "A Large Lose Card can be played only before a roll (house rule)."
    return ("A Large Lose Card can be played only before a roll, before the token moves or before "
            "a card is followed.")


def _refused_exchange(s: Struct, action: Any, me: str) -> str:
    if isinstance(action, Place):
        return ("There is nothing to take on the board, and another card could be placed "
                "(house rule).")
    if isinstance(action, Decline):
        return "If a card can be taken, the player must take one (house rule)."
    if s.stage == state.PLACE:
        where = "has to place it first" if state.EXCHANGE in s.hand[s.turn] else \
            "has none beside the token or in hand"
        return f"Taking a card requires an Exchange card, and {me} {where}."
    if action.space >= s.size:
        return f"Space {action.space} is off the ring of 0 to {s.size - 1}."
    if s.card[action.space] == state.EXCHANGE:
        return "An Exchange card cannot be taken with another Exchange card."
    printed = s.space[action.space] in (state.PRINTED, state.TO_LOSE)
    return f"Space {action.space} is printed, and printed spaces cannot be taken." if printed else \
        f"There is no card beside {place_words(s, action.space)}."
