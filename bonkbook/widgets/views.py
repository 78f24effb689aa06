"""What the table's parts show, as plain JSON values made from a Session."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..engine.errors import capital, listed
from ..engine.position import CHANCE, Position
from ..scene.palette import QUIET
from .session import PATIENCE, PERSON, Session
from .table_game import TableGame, table_game_of
from .visible_state import ALL, VisibleState, choices

LOG_LINES = 1_500  # shown at most; the newest


def seat_look(game: TableGame[Any], seat: str | None) -> dict[str, str]:
    """How a seat is told apart: its name, colour, ink, shape and letter."""
    look = game.looks.get(seat or "")
    if seat is None or look is None:
        return {"seat": seat or "", "colour": QUIET, "ink": "#111111", "shape": "square",
                "letter": (seat or "")[:2].upper()}
    return {"seat": seat, "colour": look.colour, "ink": look.ink, "shape": look.shape,
            "letter": look.letter}


def player_words(name: str) -> str:
    """Who decides, for people to read, by the name that `Session.player_name` gives.

    >>> player_words("elisabot"), player_words("person")
    ('Elisabot, a bot', 'a person')
    """
    return "a person" if name == "person" else f"{capital(name)}, a bot"


def headline(position: Position) -> str:
    """Who is to do what, in a few words."""
    if position.is_over:
        return f"{listed(position.winners) or 'Nobody'} won"
    if words := table_game_of(position).headline(position):
        return words
    if position.actor == CHANCE:
        return f"{position.mover} to roll" if position.mover else "Roll for the start"
    return f"{position.actor} to choose"


def controls_view(
    session: Session, visible: VisibleState, marked: Collection[Any], why: bool
) -> dict[str, Any]:
    """What the controls show: whose turn, dice, actions, the rules of what happened.

    `marked` are actions that a click has picked, `why` whether the illegal ones are listed too.
    """
    position, whole, game = visible.position, visible.whole, visible.table_game
    seat = position.mover if position.actor == CHANCE or not whole else position.actor
    return {
        "title": session.game.ruleset.title,
        "headline": headline(position) if whole else "In the middle of a play",
        "player": "" if seat is None else player_words(session.player_name(seat)),
        "look": seat_look(game, (position.winners or (None,))[0] if position.is_over else seat),
        "rules": _rules(session),
        "dice": game.dice(session.game, position),
        "chance": _chance(visible) if whole else None,
        "actions": _actions(visible, marked),
        "looks": game.previews,
        "interrupt": _interrupt(session, visible),
        "why": _why_not(position, game) if why and may_ask(visible) else None,
        "whole": whole,
        "asks": may_ask(visible),
        "over": position.is_over,
    }


def _rules(session: Session) -> list[list[str]]:
    """The rules that the effects shown cite, each once, with their titles."""
    book = session.game.ruleset.rule_book
    names = dict.fromkeys(event.rule for event in session.events)
    return [[name, book[name].title if name in book else name] for name in names]


def may_ask(visible: VisibleState) -> bool:
    """Whether one may ask here what is legal and what a bot would do: that tells of the hand."""
    return visible.whole and (visible.may_choose or visible.position.actor in (CHANCE, None))


def _chance(visible: VisibleState) -> dict[str, Any] | None:
    """What chance is to do; it can be chosen only where nothing is hidden."""
    found = visible.table_game.chance(visible.position)
    return found and (found if visible.viewer == ALL else {**found, "outcomes": []})


def _actions(visible: VisibleState, marked: Collection[Any]) -> list[dict[str, Any]]:
    """The legal actions as buttons, those that were picked marked."""
    game = visible.table_game
    offered = [action for action in visible.legal() if game.has_button(action)]
    return [
        {"id": str(action), "label": game.action_label(visible.position, action),
         "marked": action in marked}
        for action in game.arranged(visible.position, offered)
    ]


def _interrupt(session: Session, visible: VisibleState) -> dict[str, Any] | None:
    """Who can interrupt, now or later, and what it wants; None where nobody can."""
    position, game = visible.position, visible.table_game
    holders = [] if position.is_over else game.interrupting_seats(position)
    people = [seat for seat in holders if session.players.get(seat) is PERSON]
    if not people or game.interruption is None:
        return None
    offers = session.offers()
    asked = position.actor if visible.whole and game.interrupt_choices(position) else None
    return {
        "name": game.interruption.name,
        "button": game.interruption.now,
        "wishes": game.interruption.wishes,
        "rows": [{**seat_look(game, seat), "watch": session.wish(seat),
                  "now": seat in offers, "asked": seat == asked,
                  "offered": not game.interruption.only_after or (seat in offers and seat != asked),
                  "label": game.interruption.label.format(seat)}
                 for seat in people],
    }


def _why_not(position: Position, game: TableGame[Any]) -> list[dict[str, Any]]:
    """Every action one may ask about, with the rule that forbids it and why."""
    book = position.ruleset.rule_book
    groups = []
    for title, actions in game.questions(position):
        rows = []
        for action in actions:
            refusal = position.why_not(action)
            row = {"what": game.question_label(action), "ok": refusal is None,
                   "rule": "", "text": ""}
            if refusal:
                name = refusal.rule
                title_of = book[name].title if name in book else name
                row |= {"rule": name, "title": title_of, "text": game.display_text(refusal.text)}
            rows.append(row)
        groups.append({"title": title, "rows": rows})
    return groups


def timeline_view(session: Session, playing: bool, pace: int) -> dict[str, Any]:
    """Where the table stands on the line of play, and what can be done from there."""
    game, log = session.game, session.line.logs[session.ply]
    turns = int(game.state.turns)
    text = f"Turn {turns + 1}, play {session.ply} of {len(session.line.games) - 1}"
    if len(log) > 1:
        text += f", effect {session.effect + 1} of {len(log)}"
    return {
        "at": session.at,
        "last": session.line.last,
        "text": text,
        "undo": session.can_undo,
        "redo": session.can_redo,
        "live": session.at == session.line.last,
        "over": game.is_over,
        "playing": playing,
        "waits": session.waits,
        "pace": pace,
        "keys": table_game_of(game).keys,
    }


def log_lines(session: Session, first: int = 0) -> list[list[Any]]:
    """A line an effect from play `first` on: [stop, seat's letter, colour, text, rule, title]."""
    book, game = session.game.ruleset.rule_book, table_game_of(session.game)
    lines: list[list[Any]] = []
    line = session.line
    for ply in range(first, len(line.games)):
        for i, event in enumerate(line.logs[ply]):
            look = seat_look(game, event.seat)
            title = book[event.rule].title if event.rule in book else event.rule
            lines.append([line.starts[ply] + i, look["letter"], look["colour"], look["ink"],
                          game.display_text(event.text), event.rule, title])
    return lines


def seats_view(
    session: Session, visible: VisibleState, names: tuple[str, ...], advice: dict[str, Any]
) -> dict[str, Any]:
    """Each seat with who decides for it, whose cards are shown, and what a policy would do here."""
    game, hands = visible.table_game, choices(session)
    own = [p.name for p in session.players.values() if p is not PERSON and p.name not in names]
    return {
        "seats": [
            {**seat_look(game, seat), "player": session.player_name(seat)}
            for seat in session.game.seats
        ],
        "players": _with_words("person", *names, *dict.fromkeys(own)),
        "policies": _with_words(*names),
        "actor": visible.position.actor if may_ask(visible) else None,
        "advice": advice,
        "hands": hands,
        "shown": session.hands if [session.hands] in [one[:1] for one in hands]
        else (hands or [[""]])[0][0],
        "patience": session.patience,
        "patiences": [[n, f"{n} seconds" if n else "until it is answered"] for n in PATIENCE]
        if hands else [],
    }


def _with_words(*players: str) -> list[list[str]]:
    """The names of players, each with how it is read."""
    return [[name, player_words(name)] for name in players]
