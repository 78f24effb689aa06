"""Checks of positions: each names the rule that an impossible position breaks."""

from __future__ import annotations

from ..engine.errors import PositionError
from ..engine.twin import Struct
from .kernel import rules, state


def check(s: Struct) -> None:
    """Raises a PositionError with the rule that the position breaks, if any."""
    if s.turn < 0 or s.stage in (state.DEAL, state.START):
        _check_beginning(s)
        return
    _check_scores(s)
    _check_tokens(s)
    _check_turn(s)
    if s.stage == state.WINDOW:
        _check_window(s)
    _check_stage(s)
    _check_trail(s)


def _name(seat: int) -> str:
    return f"P{seat + 1}"


def _refuse(condition: object, text: str, rule: str = "") -> None:
    """Raises a PositionError if the condition holds."""
    if condition:
        raise PositionError(text, rule)


def _check_beginning(s: Struct) -> None:
    """Before the first turn nothing has moved and the board has no cards."""
    players = [seat for seat in range(state.SEATS) if s.playing[seat]]
    _refuse(any(s.token[seat] != s.start or s.score[seat] for seat in players),
            "before the start all tokens are on Start, without points", "HIGHEST_STARTS")
    _refuse(any(s.card) or s.die[0] or s.rolled or s.placed or s.hops,
            "before the start there are no cards on the board and no roll is under way",
            "HIGHEST_STARTS")
    dealt = sum(state.cards_in_hand(s, seat) for seat in players)
    if s.stage == state.DEAL:
        _refuse(dealt, "before the deal nobody has any cards", "SEATS")
        _refuse(s.pile != rules.unseen_cards(s) or s.pile < state.HAND * len(players),
                f"the pile is too small to deal {state.HAND} cards to each of {len(players)} seats",
                "SEATS")
        _refuse(s.turn < 0 and s.contending != s.playing,
                "all seats roll for the start after the deal", "HIGHEST_STARTS")
        return
    _refuse(s.stage != state.START or s.turn >= 0,
            "the roll for the start needs the stage start and no turn; name the seats that roll, "
            "as in start P1 P2",
            "HIGHEST_STARTS")
    _refuse(sum(s.contending) < 2, "the roll for the start needs two or more seats",
            "HIGHEST_STARTS")


def _check_scores(s: Struct) -> None:
    for seat in range(state.SEATS):
        if s.playing[seat] and seat != s.turn:
            _refuse(s.score[seat] >= s.target,
                    f"{_name(seat)} has {s.score[seat]} points, which is a win", "WIN")
    mine, over = s.score[s.turn], s.stage == state.OVER
    _refuse(over and mine < s.target,
            f"{mine} points are not enough to win; the target is {s.target}", "WIN")
    if s.win == state.WIN_AT_ONCE:
        _refuse(mine >= s.target and not over, f"{_name(s.turn)} has already won", "WIN")
        _refuse(mine > s.target, f"the game ended at {s.target} points", "WIN")
    elif not over:
        _refuse(mine >= s.target and (s.rolled == 0 or s.stage == state.DRAW),
                f"{_name(s.turn)} has {mine} points, which is a win at the end of a turn", "WIN")


def _check_tokens(s: Struct) -> None:
    """Tokens are on spaces where they can rest, and share a space only where they may."""
    players = [seat for seat in range(state.SEATS) if s.playing[seat]]
    for seat in players:
        here = s.token[seat]
        _refuse(s.space[here] == state.TO_LOSE,
                f"{_name(seat)} cannot stay on space {here}: it sends tokens to Lose",
                "GO_TO_LOSE")
        together = [k for k in players if s.token[k] == here and k != seat]
        if together and s.space[here] in (state.TRACK, state.PRINTED):
            guest = s.turn in (seat, *together) and len(together) == 1
            again = s.then == state.ROLL or s.stage == state.ROLL
            moving = s.then == state.MOVE and s.rolled > 1
            won = s.stage == state.OVER
            _refuse(not (guest and ((again and s.rolled) or moving or won)),
                    f"{_name(seat)} and {_name(together[0])} cannot both rest on track space "
                    f"{here}; only the mover can be there, about to roll again (rolled 1)",
                    "OCCUPIED")


def _check_turn(s: Struct) -> None:
    """The counters of a turn fit together."""
    me = _name(s.turn)
    started = s.stage not in (state.ROLL, state.OVER) and s.then != state.ROLL
    _refuse(sum(s.contending), "the roll for the start is over", "HIGHEST_STARTS")
    _refuse(started and not s.rolled, f"{me} has not rolled yet in this turn", "ROLL")
    _refuse(s.placed and not s.rolled and s.stage != state.OVER,
            f"{me} cannot have placed a card before rolling", "PLACE_CARD")
    _refuse(s.placed and state.cards_in_hand(s, s.turn) == state.HAND,
            f"{me} has placed a card and does not draw until the turn ends", "DRAW")
    _refuse((s.die[0] > 0) != (s.then == state.MOVE and s.stage == state.WINDOW),
            "dice are still to be moved only while an opponent is asked for the Large Lose Card "
            "(stage before_move)", "ROLL")
    again = s.stage == state.ROLL or (s.stage == state.WINDOW and s.then == state.ROLL)
    most = state.ROLLS_A_TURN - again
    _refuse(s.rolled > most, f"{me} cannot have rolled {s.rolled} times here: a turn has at most "
            f"{state.ROLLS_A_TURN:,} rolls", "ROLL_LIMIT")
    if again and s.rolled:
        here = s.token[s.turn]
        _refuse(not state.is_occupied(s, here) and s.card[here] != state.AGAIN,
                f"{me} has already rolled in this turn and rolls again only on an occupied space "
                "or by a Roll Again card", "OCCUPIED")
        _refuse(s.space[here] == state.LOSE, f"{me}'s turn has ended on Lose", "LOSE_SPACE")


def _check_window(s: Struct) -> None:
    _refuse(s.then == state.MOVE and not any(s.lose_card),
            "dice are still to be moved only while an opponent is asked for the Large Lose Card "
            "(lose_cards); without one, set up the position before the roll, and roll",
            "LARGE_LOSE_CARD")
    _refuse(s.asked < 0 or not s.lose_card[s.asked] or s.asked == s.turn,
            "only an opponent who still has the Large Lose Card is asked for it",
            "LARGE_LOSE_CARD")
    _refuse(s.then != state.ROLL and s.lose_card_windows == state.ONLY_BEFORE_ROLL,
            "the Large Lose Card can be played only before a roll (house rule)", "LARGE_LOSE_CARD")


def _check_stage(s: Struct) -> None:
    """The mover's space fits the decision to be made."""
    here, me = s.token[s.turn], _name(s.turn)
    following = s.stage == state.EXCHANGING or (s.stage == state.WINDOW and s.then == state.FOLLOW)
    if s.stage == state.DRAW:
        _refuse(not s.placed, f"{me} draws only after placing a card", "DRAW")
        _refuse(not s.pile, "there is no card left to draw", "DEPLETED")
    if s.stage == state.PLACE or following:
        _refuse(s.space[here] != state.TRACK, f"space {here} is not a track space", "PLACE_CARD")
        _refuse(state.is_occupied(s, here), f"{me} would roll again from space {here}", "OCCUPIED")
    if s.stage == state.PLACE:
        _refuse(s.card[here], f"there is already a card on space {here}", "FOLLOW_CARD")
        _refuse(s.placed or not s.hand[s.turn][0],
                f"{me} has no card to place in this turn", "ONE_CARD_A_TURN")
    if following:
        _refuse(not s.card[here], f"there is no card on space {here}", "FOLLOW_CARD")
    if s.stage == state.EXCHANGING:
        _refuse(s.card[here] != state.EXCHANGE or not state.can_take_any(s),
                f"there is no Exchange card on space {here}, or no card to take", "EXCHANGE")
    _refuse(s.placed and not any(s.card),
            f"{me} has placed a card in this turn, but there is none on the board", "PLACE_CARD")


def _check_trail(s: Struct) -> None:
    """The spaces left since the roll occur once each, with a card or print that can be there."""
    left = [n // 2 for n in s.trail[:s.hops]]
    following = s.stage in (state.PLACE, state.EXCHANGING) or (
        s.stage == state.WINDOW and s.then == state.FOLLOW)
    _refuse(left and not following, "`left` belongs to the decision after a landing",
            "ENTRAPMENT")
    for i, space in enumerate(left):
        back = s.trail[i] % 2
        _refuse(s.space[space] not in (state.TRACK, state.PRINTED)
                or (s.space[space] == state.PRINTED and back != (s.jump[space] < 0)),
                f"the token cannot leave space {space} in that direction", "FOLLOW_CARD")
        _refuse(state.is_occupied(s, space), f"on space {space} the mover would have rolled again",
                "OCCUPIED")
        _refuse(space in left[:i] or space == s.token[s.turn],
                f"a token that returns to space {space} is trapped", "ENTRAPMENT")
