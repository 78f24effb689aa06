"""Every way to play a roll: what the tests of Parcheesi's rules look at."""

from __future__ import annotations

from collections.abc import Iterator

from bonkbook.engine.game import Game
from bonkbook.parcheesi import Move
from tests.plays import position


def at(line: str, **options: object) -> Game:
    """The game at a position line; house rules by keyword."""
    return position("parcheesi", line, **options)


def endings(game: Game) -> Iterator[Game]:
    """Every way to play on until chance acts or the game is over."""
    if game.actor in (None, "chance"):
        yield game
    else:
        for action in game.legal():
            yield from endings(game.play(action))


def results(game: Game, seat: str = "red") -> set[str]:
    """The seat's pawns after every way to play the roll, each sorted and in words."""
    return {told(end, seat) for end in endings(game)}


def told(game: Game, seat: str = "red") -> str:
    """The seat's pawns in order of their places: "N N 5 23 H0 X"."""
    return " ".join(sorted(game.pawns[seat], key=_order))


def _order(place: str) -> tuple[int, int]:
    if place.isdigit():
        return 1, int(place)
    return {"N": 0, "H": 2, "X": 3}[place[0]], int(place[1:] or 0)


def moved(game: Game, *moves: str) -> Game:
    """The game after moves written as `a3` (pawn a, 3) or any other play in words."""
    for move in moves:
        game = game.play(game.ruleset.read_play(move) if " " in move
                         else Move(move[0], int(move[1:])))
    return game
