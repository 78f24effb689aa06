"""What the table for cards shows of BONK: a TableView made from what may be seen."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ..bonk.actions import Discard, Draw, LayOff, Reveal
from ..bonk.board import card_label
from ..bonk.faces import RANK_LETTERS, card_text, number_of
from ..bonk.kernel import cards as c
from ..bonk.kernel import legality, state
from ..bonk.positions import HIDDEN, BonkPosition
from ..engine.position import CHANCE
from ..engine.twin import Struct
from .bonk_melds import RANK_PLURALS, SUITS, Selection, contract_words, slot_kinds, told, verdict
from .card_view import TableView
from .views import player_words, seat_look
from .visible_state import ALL, VisibleState


def table_view(visible: VisibleState, picked: Selection | None) -> TableView:
    """All that the table shows."""
    position, seat, legal = visible.position, hand_shown(visible), visible.legal()
    own_play = visible.may_choose and position.stage == "play"
    contract, bonk = position.contract, _bonk(visible)
    view: dict[str, Any] = {
        "title": f"Round {position.round} of {len(position.contracts)}: "
                 f"{contract_words(contract)}",
        "headline": _banned(position),
        "seats": _seats(visible, seat),
        "scores": _scores(visible),
        "melds": [_meld(position, n, own_play) for n in range(position.state.melds)],
        "stock": _stock(position, legal),
        "discards": _discards(position, legal, own_play),
        "hand": _hand(visible, seat, legal) if seat else None,
        "cover": _cover(visible) if visible.cover else None,
        "slots": [], "more_slots": None, "verdict": None, "ways_label": "",
        "buttons": [{"id": str(action), "label": told(position.words(action)), "main": False}
                    for action in legal if not isinstance(action, _ELSEWHERE) and not bonk],
        "bonk": bonk,
    }
    if own_play and not position.revealed[position.seats.index(position.actor)]:
        view |= _laying(position, picked if picked and picked.seat == seat else None)
    return view  # type: ignore[return-value]


def _banned(position: BonkPosition) -> str:
    """Why there is no claim now, where the rules of the round leave it out."""
    if not state.is_banned(position.state) or position.is_over:
        return ""
    whole = position.state.bonk_ban == state.BAN_ROUND_1
    return f"No BONK! in {'round 1' if whole else 'the first turns'}"


_ELSEWHERE = (Draw, Discard, LayOff, Reveal)  # what the piles, the hand and the slots are for


def _laying(position: BonkPosition, picked: Selection | None) -> dict[str, Any]:
    """What the contract asks for, and how far the cards that are picked up meet it."""
    more = {"label": "Another set or run", "hint": "every card has to be in one"}
    return {"slots": [_slot(k, kind, position)
                      for k, kind in enumerate(slot_kinds(position.contract))],
            "more_slots": more if position.contract.sets is None else None,
            "verdict": verdict(position, picked) if picked else None,
            "ways_label": "Show a way"}


def hand_shown(visible: VisibleState) -> str:
    """The seat whose hand lies before the screen; empty if none does."""
    if visible.viewer != ALL:
        return visible.viewer if visible.viewer in visible.position.seats else ""
    actor = visible.position.actor
    return str((visible.position.mover if actor == CHANCE else actor) or visible.position.seats[0])


# --- Seats and points ----------------------------------------------------------------------------

def _seats(visible: VisibleState, mine: str) -> list[dict[str, Any]]:
    position = visible.position
    found = []
    for place, seat in enumerate(position.seats):
        one: dict[str, Any] = {
            **seat_look(visible.table_game, seat), "name": seat,
            "player": player_words(visible.players[seat]),
            "cards": position.sizes[place], "revealed": position.revealed[place],
            "acting": seat == position.actor, "me": seat == mine, "note": _note(visible, seat),
        }
        if (visible.viewer == ALL or position.is_over) and seat != mine:
            one["hand"] = [card for card in position.hands[place] if card != HIDDEN]
        found.append(one)
    return found


def _note(visible: VisibleState, seat: str) -> str:
    """What a seat is about, in a word or two."""
    position = visible.position
    if seat in position.winners:
        return "has won"
    if seat == position.claimant or position.claims.get(seat) == "claim":
        return "BONK!"
    if seat == position.actor:
        return {"claims": "BONK?", "answer": "allow or keep?", "draw": "to draw",
                "play": "to play"}.get(position.stage, "")
    return "its turn" if seat == position.mover and not position.is_over else ""


def _scores(visible: VisibleState) -> dict[str, Any]:
    """The points of each round, and in all; of rounds before a position was set up, none."""
    position = visible.position
    points: dict[str, list[int | None]] = {
        seat: [None] * len(position.contracts) for seat in position.seats}
    for log in visible.logs:
        for event in log:
            if event.rule == "SCORE" and event.seat in points:
                points[event.seat][event.start - 1] = event.subject
    return {"columns": [str(k + 1) for k in range(len(position.contracts))],
            "rows": [{"seat": seat, "points": points[seat], "total": total}
                     for seat, total in zip(position.seats, position.scores, strict=True)]}


# --- Melds and piles -----------------------------------------------------------------------------

def _meld(position: BonkPosition, n: int, own_play: bool) -> dict[str, Any]:
    s, (owner, cards) = position.state, position.melds[n]
    seat, title = position.seats[owner], meld_title(s, n)
    return {"id": n, "seat": seat, "title": title,
            "cards": [_laid(s, n, place, card) for place, card in enumerate(cards)],
            "ends": _ends(s, n, f"{seat}'s {title[0].lower()}{title[1:]}") if own_play else []}


def meld_title(s: Struct, n: int) -> str:
    """What a meld is, such as "Set of jacks"."""
    kind, value, _, _ = s.meld[n]
    return f"Run of {list(SUITS.values())[value]}" if kind == c.RUN else \
        f"Set of {RANK_PLURALS[RANK_LETTERS[value]]}"


def _laid(s: Struct, n: int, place: int, card: str) -> dict[str, Any]:
    """A card of a meld, with what it stands for."""
    kind, value, low, _ = s.meld[n]
    if card[0] != "2":
        return {"card": card}
    stands = RANK_LETTERS[value] if kind == c.SET else \
        card_text(c.RANKS * value + (low + place) % c.RANKS)
    return {"card": card} if stands in (card, "2") else {"card": card, "as": stands}


def _ends(s: Struct, n: int, name: str) -> list[dict[str, Any]]:
    """Where the meld can grow, each end with the card that it takes."""
    kind, value, _, _ = s.meld[n]
    found = []
    if kind == c.SET:
        text = card_label(RANK_LETTERS[value] + "s")[:-1]
        found.append({"end": "", "text": text, "name": f"{name}, takes another {text} or a two"})
    else:
        for end, code in (("low", state.LOW_END), ("high", state.HIGH_END)):
            rank = legality.rank_at_end(s, n, code)
            if rank >= 0:
                text = card_label(card_text(c.RANKS * value + rank))
                found.append({"end": end, "text": text,
                              "name": f"{end} end of {name}, takes {text} or a two"})
    if s.swap_wilds and legality.wilds_laid(s, n):
        found.append({"end": "swap", "text": "2", "name": f"a two in {name}, to be swapped"})
    return found


def _stock(position: BonkPosition, legal: list[Any]) -> dict[str, Any]:
    press = Draw("stock") in legal
    words = told(position.words(Draw("stock"))) if press else ""
    down = f"{number_of(position.stock, 'card')} face down"
    return {"count": position.stock, "press": press, "label": words,
            "title": f"{words}: {down}" if press else down}


def _discards(position: BonkPosition, legal: list[Any], own_play: bool) -> dict[str, Any]:
    press = "draw" if Draw("discard") in legal else "drop" if own_play else ""
    label = {"draw": told(position.words(Draw("discard"))) if position.discards else "",
             "drop": "Discard"}.get(press, "")
    return {"cards": list(position.discards), "press": press, "label": label, "title": label}


# --- The hand -------------------------------------------------------------------------------------

def _hand(visible: VisibleState, seat: str, legal: list[Any]) -> dict[str, Any]:
    position = visible.position
    place = position.seats.index(seat)
    mine = visible.may_choose and seat == position.actor
    pick = "none"
    if mine and position.stage == "play":
        pick = "one" if position.revealed[place] else "many"
    plays: dict[str, list[dict[str, Any]]] = {}
    for action in legal if mine else ():
        if isinstance(action, Discard):
            plays.setdefault(action.card, []).append(
                {"to": "discard", "label": f"Discard {card_label(action.card)}"})
        elif isinstance(action, LayOff):
            plays.setdefault(action.card, []).append(
                {"to": "meld", "meld": action.meld, "end": action.end,
                 "label": told(position.words(action))})
    return {"seat": seat, "title": f"{seat}'s hand", "cards": list(position.hands[place]),
            "new": _new(visible, seat), "pick": pick, "plays": plays,
            "hints": _hints(position, pick, plays), "empty": "No card."}


_HINTS = {
    "none": {},
    "one": {"": "Select a card to discard it or to lay it off."},
    "many": {"": "Select a card to discard it, or cards for a meld.",
             "more": "Put them into a meld below. To discard, select one card alone."},
}


def _hints(position: BonkPosition, pick: str, plays: Container[str]) -> dict[str, str]:
    """What to say while no card is selected, or several, or one that can do nothing alone."""
    hints = dict(_HINTS[pick])
    held = position.hands[position.seats.index(position.mover)] if hints else ()
    for card in held:
        refusal = position.why_not(Discard(card))
        if card not in plays and refusal:
            hints[card] = told(refusal.text)
    return hints


def _new(visible: VisibleState, seat: str) -> list[str]:
    """The card that the seat has just got: it is its owner who is shown it."""
    return [card_text(event.subject) for event in visible.events
            if event.seat == seat and event.rule in ("DRAW", "PENALTY_CARD")]


def _slot(k: int, kind: str, position: BonkPosition) -> dict[str, str]:
    """A meld that the contract asks for."""
    contract, kinds = position.contract, slot_kinds(position.contract)
    least = c.RUN_LEAST if kind == "run" else c.SET_LEAST
    if kind == "run" and k == kinds.index("run"):
        least = max(least, contract.long_run)
    what = "in sequence in one suit" if kind == "run" else "of one rank"
    return {"label": f"{'ABCDEFGHIJ'[k % 10]}: a {kind}", "hint": f"{least} or more {what}"}


def _cover(visible: VisibleState) -> dict[str, str]:
    seat = visible.cover
    text = f"{seat} may claim the discard." if visible.position.stage == "claims" else \
        f"It is {seat}'s turn."
    return {"title": f"Pass the screen to {seat}", "button": f"Show {seat}'s hand",
            "text": f"{text} Nobody's hand is shown until {seat} is at the screen."}


def _bonk(visible: VisibleState) -> dict[str, Any] | None:
    """The window in which a person is asked whether to claim the discard."""
    position, seat = visible.position, str(visible.position.actor)
    if position.stage != "claims" or not visible.whole or visible.players.get(seat) != "person":
        return None
    if visible.viewer not in (ALL, seat) and not visible.cover:
        return None
    card, seconds = position.discards[-1], visible.patience if visible.live else 0
    discarder = position.state.discarder
    how = "is turned up" if discarder < 0 else \
        f"was discarded by {position.ruleset.seat_names[discarder]}"
    return {
        "id": f"{visible.at}-{seconds}{'-covered' * bool(visible.cover)}",
        "text": f"{seat}: {card_label(card)} {how}. Claim it? A penalty card comes with it.",
        "card": card,
        "claims": [{"seat": seat, "label": "BONK!", "who": seat}],
        "pass": f"Leave {card_label(card)}",
        "seconds": seconds,
    }
