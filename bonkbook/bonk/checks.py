"""Checks of positions: each names the rule that an impossible position breaks."""

from __future__ import annotations

from ..engine.errors import PositionError
from ..engine.twin import Struct
from .kernel import cards as c
from .kernel import legality, rules, state


def check(s: Struct) -> None:
    """Raises a PositionError with the rule that the position breaks, if any."""
    players = [seat for seat in range(state.SEATS) if s.playing[seat]]
    _check_known(s, players)
    if s.stage <= state.UPCARD:
        _check_beginning(s, players)
        return
    _check_cards(s, players)
    _check_melds(s)
    _check_claims(s)
    _check_stage(s)
    _check_counters(s, len(players))


def _name(seat: int) -> str:
    return f"P{seat + 1}"


def _refuse(condition: object, text: str, rule: str = "") -> None:
    """Raises a PositionError if the condition holds."""
    if condition:
        raise PositionError(text, rule)


def _check_known(s: Struct, players: list[int]) -> None:
    """The cards that everyone knows to be in hands are there."""
    for kind in range(c.KINDS):
        for seat in players:
            _refuse(s.open[seat][kind] > s.hand[seat][kind],
                    f"{_name(seat)} does not have all the cards that everyone has seen them take "
                    "(open)",
                    "DRAW")
        held = sum(s.hand[seat][kind] for seat in players)
        _refuse(s.held[kind] > held, "some of the cards in `held` are not in any hand",
                "STOCK_EMPTY")


def _check_beginning(s: Struct, players: list[int]) -> None:
    """Before the first turn of a round the table is empty and all hands are equally large."""
    _refuse(s.melds or s.pile_size, "before the first turn there are no cards on the table", "DEAL")
    _refuse(s.claimant >= 0 or any(s.claim) or s.discarder != state.NOT_FRESH or s.dry or s.just
            or s.first_lap, "nothing can have happened before the first turn of a round", "DEAL")
    dealt = s.terms[s.round - 1][c.DEALT] if s.stage == state.UPCARD else 0
    for seat in players:
        _refuse(s.size[seat] != dealt, f"{_name(seat)} has {s.size[seat]} cards, not the {dealt} "
                "dealt in this round", "DEAL")
    _refuse(s.stage == state.LOT and (s.round > 1 or any(s.score) or any(s.rounds_won)),
            "the opener is drawn only before the first round", "FIRST_PLAYER")
    _refuse(s.stage != state.LOT and s.turn != s.opener,
            f"{_name(s.opener)} opens this round", "FIRST_PLAYER")


def _check_cards(s: Struct, players: list[int]) -> None:
    """Nobody else is out of cards, and the discard pile has no twos."""
    empty = [seat for seat in players if s.size[seat] == 0]
    for seat in empty:
        _refuse(s.stage != state.OVER, f"{_name(seat)} has no cards left and so has won the round",
                "GO_OUT")
    _refuse(len(empty) > 1, "two seats cannot both go out in a round", "GO_OUT")
    for kind in s.pile[:s.pile_size]:
        _refuse(c.is_wild(kind), "a two is never discarded", "NO_WILD_DISCARD")


def _check_melds(s: Struct) -> None:
    """No player has melds that the contract does not ask for."""
    terms = s.terms[s.round - 1]
    for seat in range(state.SEATS):
        mine = [s.meld[n] for n in range(s.melds) if s.owner[n] == seat]
        sets = [row[c.VALUE] for row in mine if row[c.KIND] == c.SET]
        runs = [row[c.VALUE] for row in mine if row[c.KIND] == c.RUN]
        _refuse(len(set(sets)) < len(sets), f"{_name(seat)} has two sets of the same rank",
                "DIFFERENT_RANKS")
        _refuse(len(set(runs)) < len(runs) and not terms[c.RUNS_SAME_SUIT],
                f"{_name(seat)} has two runs of the same suit", "DIFFERENT_SUITS")
        for asked, found, noun in ((terms[c.SETS], sets, "sets"), (terms[c.RUNS], runs, "runs")):
            _refuse(asked != c.ANY and len(found) > asked,
                    f"{_name(seat)} has {len(found)} {noun} on the table, but round {s.round} asks "
                    f"for {asked}", "CONTRACT")
    _refuse(s.melds and terms[c.EVERY_CARD] and s.stage != state.OVER,
            "a reveal with every card ends the round", "FINAL_ROUND")


def _check_claims(s: Struct) -> None:
    """Claims are for a fresh card, by players who may claim it."""
    asked = s.stage in (state.ANSWER, state.PENALTY)
    _refuse((s.claimant >= 0) != asked,
            "the stages answer and penalty, and only they, need a claimant", "BONK")
    _refuse((s.discarder != state.NOT_FRESH or any(s.claim)) and s.stage != state.CLAIMS,
            "discarder and heard belong to the stage claims", "BONK")
    if not asked and s.stage != state.CLAIMS:
        return
    ban = "NO_BONK_IN_ROUND_1" if s.bonk_ban == state.BAN_ROUND_1 else "BONK"
    _refuse(state.is_banned(s), "nobody may claim at this time (bonk_ban)", ban)
    if s.stage != state.PENALTY:
        _refuse(not s.pile_size, "there is no card to claim", "BONK")
        _refuse(not state.can_draw(s, 1), "nobody can claim without a penalty card to draw",
                "STOCK_EMPTY")
    if asked:
        _refuse(s.claimant == s.turn or not (state.may_claim(s, s.claimant)),
                f"{_name(s.claimant)} may not claim", "BONK")
        return
    _refuse(s.discarder == s.turn, f"{_name(s.turn)} is about to draw and has not discarded",
            "BONK")
    for seat in range(state.SEATS):
        _refuse(s.claim[seat] and not state.may_claim(s, seat),
                f"{_name(seat)} cannot claim this card", "BONK")
    _refuse(state.next_asked(s) < 0, "everyone has already answered", "BONK")


def _check_stage(s: Struct) -> None:
    """The stage fits the rest of the position."""
    if s.stage in (state.DRAWING, state.PENALTY):
        _refuse(not s.stock_size, "the stock is empty", "STOCK_EMPTY")
    if s.stage == state.DRAW:
        _refuse(not s.pile_size and legality.why_not(s, state.PASS) == c.Rule.NONE,
                "there is no card to draw, so the turn is past the draw (stage play)",
                "STOCK_EMPTY")
    _refuse(s.just and not (s.stage == state.PLAY and s.revealed[s.turn]
                            and s.lay_off_same_turn == state.LATER_TURN),
            "`just` needs a mover who has revealed, and lay_off_same_turn no",
            "LAY_OFF")
    if s.stage == state.PLAY:
        after = s.copy()
        after.stage = state.ENTER
        rules.settle(after, None)
        _refuse(after != s, f"{_name(s.turn)} holds only twos and cannot do anything, so the turn "
                "is over",
                "NO_WILD_DISCARD")
    _refuse(s.stage == state.OVER and s.round != s.rounds,
            f"the game ends after round {s.rounds}", "WIN")


def _check_counters(s: Struct, players: int) -> None:
    most = players if s.stage == state.PLAY else players - 1
    _refuse(s.dry > most, f"{s.dry} turns in a row without a draw end the round", "STOCK_EMPTY")
    _refuse(s.first_lap > (players if s.bonk_ban == state.BAN_FIRST_LAP else 0),
            f"{s.first_lap} turns cannot be left of the first lap", "BONK")
    _refuse(sum(s.rounds_won) > s.round - (s.stage != state.OVER),
            "more rounds won than have been played", "GO_OUT")
