"""BONK in sentences: what happened, what an action would do, why it is not allowed.

Everyone reads the log, so no sentence reveals a card that only one seat has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.twin import Struct
from .actions import Allow, Claim, Discard, Draw, EndTurn, Keep, LayOff, Pass, Reveal
from .faces import card_kind, card_text, number_of
from .houserules import contracts_of
from .kernel import cards as c
from .kernel import legality, state
from .kernel.state import Rule
from .positions import SEAT_NAMES, meld_words

Entry = Sequence[int]


def meld_name(s: Struct, meld: int) -> str:
    """A meld on the table in words: "P1's run 5h 2c 7h 8h"."""
    return f"{SEAT_NAMES[s.owner[meld]]}'s {_kind(s, meld)} {meld_words(s, meld)}"


def _kind(s: Struct, meld: int) -> str:
    """Whether a meld on the table is a "run" or a "set"."""
    return "run" if s.meld[meld][c.KIND] == c.RUN else "set"


# --- What happened -----------------------------------------------------------------------

def event_sentence(s: Struct, entry: Entry) -> str:
    """The log line of an effect; `s` is the state right after it."""
    rule, seat, subject, start, target = map(int, entry)
    return _EVENTS[Rule(rule)](s, SEAT_NAMES[seat], subject, start, target)


def _opens(s: Struct, who: str, by_lot: int, start: int, target: int) -> str:
    if by_lot:
        return f"{who} is drawn by lot to open round 1."
    return f"{who} opens round {start}."


def _dealt(s: Struct, who: str, card: int, is_upcard: int, target: int) -> str:
    if not is_upcard:
        return f"{who} is dealt {number_of(target, 'card')}."
    if target:
        return f"{card_text(card)} is turned up and starts the discard pile."
    end = "" if state.wilds_among(s.stock) < s.stock_size else \
        ", which has nothing else, so the discard pile starts empty"
    return f"{card_text(card)} is turned up. A two goes back into the stock{end}."


def _draws(s: Struct, who: str, card: int, is_discard: int, target: int) -> str:
    return f"{who} takes {card_text(card)} from the discard pile." if is_discard else \
        f"{who} draws from the stock."


def _reveals(s: Struct, who: str, count: int, first: int, left: int) -> str:
    laid = ", ".join(meld_words(s, n) for n in range(first, first + count))
    return f"{who} reveals {laid}, with {number_of(left, 'card')} left."


def _lays_off(s: Struct, who: str, card: int, meld: int, end: int) -> str:
    kind, owner = _kind(s, meld), SEAT_NAMES[s.owner[meld]]
    where = f"their own {kind}" if owner == who else f"{owner}'s {kind}"
    return f"{who} lays off {card_text(card)} on {where}: {meld_words(s, meld)}."


def _swaps(s: Struct, who: str, card: int, meld: int, wild: int) -> str:
    return f"{who} replaces {card_text(wild)} with {card_text(card)} in {meld_name(s, meld)}."


def _answers(s: Struct, who: str, card: int, claimant: int, answer: int) -> str:
    other = SEAT_NAMES[claimant]
    return (f"{who} keeps {card_text(card)} as this turn's draw.",
            f"{who} lets {other} take {card_text(card)}.",
            f"{who} does not let {other} take {card_text(card)}.")[answer]


def _without_stock(s: Struct, who: str, subject: int, what: int, count: int) -> str:
    if what == 0:
        return ("The stock is empty. All discards but the top one become a new stock of "
                f"{number_of(count, 'card')}.")
    if what == 1:
        return f"There is no stock, so {who} does not draw."
    return "There is nothing left to draw, so the round ends without a winner."


_EVENTS: dict[Rule, Callable[[Struct, str, int, int, int], str]] = {
    Rule.FIRST_PLAYER: _opens, Rule.DEAL: _dealt, Rule.DRAW: _draws, Rule.REVEAL: _reveals,
    Rule.LAY_OFF: _lays_off, Rule.WILD_STAYS: _swaps, Rule.ALLOW_OR_KEEP: _answers,
    Rule.STOCK_EMPTY: _without_stock,
    Rule.SEATS: lambda s, who, seats, start, cards:
        f"{seats} seats play seven rounds with {cards} cards." if s.rounds == 7 else
        f"{seats} seats play {s.rounds} round{'s' * (s.rounds > 1)} with {cards} cards.",
    Rule.DISCARD: lambda s, who, card, start, left:
        f"{who} discards {card_text(card)}"
        + (f" and has {number_of(left, 'card')} left." if left < 4 else "."),
    Rule.NO_WILD_DISCARD: lambda s, who, card, start, left:
        f"{who} holds only twos and ends the turn without a discard.",
    Rule.GO_OUT: lambda s, who, card, round, target: f"{who} goes out and wins round {round}.",
    Rule.BONK: lambda s, who, card, start, target: f"{who} calls BONK! for {card_text(card)}.",
    Rule.PENALTY_CARD: lambda s, who, card, start, target:
        f"{who} draws a penalty card from the stock.",
    Rule.FINAL_ROUND: lambda s, who, card, start, target:
        f"All of {who}'s cards fit, and the round is over.",
    Rule.SCORE: lambda s, who, points, round, total:
        f"{who} scores {f'{points} points' if points else 'nothing'} in round {round}, "
        f"{total} in all.",
    Rule.WIN: lambda s, who, card, start, total:
        f"{who} has the lowest total, {total}, and {'shares the win' if sum(s.won) > 1 else 'wins'}"
        ".",
}


# --- What an action would do ---------------------------------------------------------------

def action_words(s: Struct, action: Any) -> str:
    """The button label of a legal action."""
    top = card_text(state.top_card(s)) if s.pile_size else "no card"
    if isinstance(action, Draw):
        if action.source == "discard":
            return f"Take {top} from the discard pile"
        if s.stock_size == 0 and s.stock_empty == state.END_ROUND:
            return "Draw from the empty stock, which ends the round"
        return "Draw from the stock"
    if isinstance(action, LayOff):
        if action.end == "swap":
            return f"Swap {action.card} into {meld_name(s, action.meld)}"
        end = f"the {action.end} end of " if action.end else ""
        return f"Lay off {action.card} on {end}{meld_name(s, action.meld)}"
    words = {
        Claim: f"BONK! Claim {top} and take a penalty card", Keep: f"Keep {top} as your draw",
        Allow: f"Let {SEAT_NAMES[s.claimant]} take {top}",
        Pass: f"Do not claim {top}" if s.stage == state.CLAIMS else "Continue without drawing",
        EndTurn: "End the turn with only twos in hand"}
    if isinstance(action, Keep) and s.refuse == state.FREELY:
        return f"Refuse {SEAT_NAMES[s.claimant]}'s claim to {top}"
    if isinstance(action, Reveal):
        return "Reveal " + ", ".join(action.melds)
    return f"Discard {action.card}" if isinstance(action, Discard) else words[type(action)]


# --- Why an action is refused ----------------------------------------------------------------

def refusal_sentence(s: Struct, action: Any, rule: int) -> str:
    """Why `rule` forbids `action`, with the facts of the position."""
    me = SEAT_NAMES[s.turn] if s.turn >= 0 else "Everyone"
    early = {
        state.OVER: "The game is over.",
        state.LOT: "The player who opens round 1 has to be drawn first.",
        state.DEAL: "The cards have to be dealt first.",
        state.UPCARD: "A card has to be turned up first.",
        state.DRAWING: f"{me} has to see the drawn card first.",
        state.PENALTY: f"{SEAT_NAMES[s.claimant]} has to draw the penalty card first."}
    if s.stage in early:
        return early[s.stage]
    if s.stage == state.CLAIMS:
        asked = SEAT_NAMES[state.next_asked(s)]
        return f"{asked} must first decide whether to claim {card_text(state.top_card(s))}."
    if s.stage == state.ANSWER:
        return f"{me} must first allow {SEAT_NAMES[s.claimant]}'s claim or keep the card."
    if isinstance(action, Claim):
        return _no_claim(s, rule)
    if isinstance(action, Allow | Keep):
        return "There is no claim to answer."
    if s.stage == state.DRAW:
        return _refused_draw(s, action, me)
    return _refused_play(s, action, rule, me)


def _no_claim(s: Struct, rule: int) -> str:
    if rule == Rule.NO_BONK_IN_ROUND_1:
        return "In round 1 nobody may claim a card."
    if s.stage == state.PLAY:
        return "A discard can be claimed only until the next player draws."
    return "The card on top of the discard pile cannot be claimed now."


def _refused_draw(s: Struct, action: Any, me: str) -> str:
    if isinstance(action, Draw) and action.source == "stock":
        return "The stock is empty, and the discard pile is too small for a new one."
    if isinstance(action, Draw):
        return "The discard pile is empty."
    if isinstance(action, Pass):
        return f"{me} has to draw a card."
    return f"{me} has to draw a card first."


def _refused_play(s: Struct, action: Any, rule: int, me: str) -> str:
    if isinstance(action, Draw):
        return f"{me} has already drawn this turn."
    if isinstance(action, Pass):
        return f"{me} has to end the turn with a discard."
    if isinstance(action, EndTurn):
        return f"{me} holds cards that can be discarded."
    if isinstance(action, Discard):
        if rule == Rule.NO_WILD_DISCARD:
            return f"{action.card} is a two, and a two cannot be discarded."
        return f"{action.card} is not in {me}'s hand."
    if isinstance(action, Reveal):
        return _refused_reveal(s, rule, me)
    return _refused_lay_off(s, action, rule, me)


def _refused_reveal(s: Struct, rule: int, me: str) -> str:
    if rule == Rule.REVEAL:
        return f"{me} has already revealed in this round."
    if rule == Rule.GO_OUT:
        return "A card must be left to discard (house rule)."
    return f"{me}'s hand does not meet the contract ({contracts_of(s)[s.round - 1]})."


def _refused_lay_off(s: Struct, action: LayOff, rule: int, me: str) -> str:
    if not s.revealed[s.turn]:
        return f"{me} may lay off only after revealing."
    if s.just and s.lay_off_same_turn == state.LATER_TURN:
        return "You may not lay off in the turn you reveal (house rule)."
    if action.meld >= s.melds:
        return (f"There is no meld {action.meld}: the table has {number_of(s.melds, 'meld')}, "
                "counted from 0.")
    if not s.hand[s.turn][card_kind(action.card)]:
        return f"{action.card} is not in {me}'s hand."
    name = meld_name(s, action.meld)
    if rule == Rule.WILD_STAYS:
        if s.swap_wilds:
            return f"No two stands for {action.card} in {name}."
        return f"A two in a meld is never replaced, so {name} stays as it is."
    if rule == Rule.GO_OUT:
        return "The last card must be left to discard (house rule)."
    if rule == Rule.WILD:
        return f"{name} cannot take another two (house rule)."
    if rule == Rule.SET:
        return f"The cards of {name} must be of different suits (house rule)."
    return _does_not_fit(s, action, rule, name)


def _does_not_fit(s: Struct, action: LayOff, rule: int, name: str) -> str:
    if s.meld[action.meld][c.KIND] == c.SET:
        return f"{action.card} does not match the rank of {name}."
    if rule == Rule.RUN:
        return f"{name} cannot be extended at its {action.end} end, which is an ace."
    if not action.end:
        return f"Say which end of {name} the card goes on: low or high."
    end = state.LOW_END if action.end == "low" else state.HIGH_END
    rank = legality.rank_at_end(s, action.meld, end)
    wanted = card_text(c.RANKS * s.meld[action.meld][c.VALUE] + rank)
    return f"The {action.end} end of {name} takes {wanted} or a two, not {action.card}."
