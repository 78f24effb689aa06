"""Every step of every play is a position: a line that reads back, a picture, words."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers import Place
from bonkbook.engine.errors import IllegalAction, PositionError, SaveError
from bonkbook.engine.game import Frame
from bonkbook.engine.notation import dump
from bonkbook.engine.ruleset import games
from tests.fuzz.material import new_game, some_play


def moving() -> bb.Game:
    """A play of seven effects: cards that lead round, a trap, a point."""
    g = bb.bonkers.position(tokens=(20, 0), scores=(2, 0), cards={21: "+3"},
                            hands=(["-3", "+2"], []), turn=0)
    return g.roll(3, 1).play(Place("-3"))


def check(frame: Frame) -> None:
    again = bb.position(frame.game, frame.position, seed=frame.seed)
    assert (again.position, again.last) == (frame.position, frame.last)
    named = [name for name, value in vars(frame.ruleset.position_type).items()
             if isinstance(value, property)]
    shown = {name: getattr(frame, name) for name in named}
    assert shown
    assert {name: getattr(again, name) for name in shown} == shown
    assert again.events == frame.events
    assert frame.position in repr(frame)
    assert (frame.actor, frame.legal(), frame.chances()) == (None, [], [])
    assert frame.why_not(frame.last) is not None
    assert frame.scene().text
    with pytest.raises(ValueError, match="middle of a play"):
        bb.odds(frame, "WIN")


@pytest.mark.parametrize("game", games())
def test_every_frame_of_a_random_game_reads_back_as_itself(game: str) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        g = new_game(game, rng)
        for play in range(60):
            if g.is_over:
                break
            g = some_play(g, rng)
            frames = [frame for _, frame in g.frames]
            assert [event for event, _ in g.frames] == list(g.events)
            if play % 5 == seed % 5:
                for frame in frames:
                    check(frame)


def test_nothing_can_be_played_in_the_middle_of_a_play() -> None:
    g = moving()
    event, frame = g.frames[2]
    assert [e.rule for e in g.events] == ["PLACE_CARD", "BACK", "FOLLOW_CARD", "AHEAD",
                                         "ENTRAPMENT"]
    assert frame.position == g.undo().position + " | then place -3 | effect 3"
    assert (frame.stage, frame.tokens, event.rule) == ("land", (21, 0), "FOLLOW_CARD")
    assert (frame.mover, frame.is_over) == ("P1", False)
    assert frame.undo() == g.undo()
    for call in (lambda: frame.play("place +2"), lambda: frame.roll(1, 1), frame.next, frame.act):
        with pytest.raises(IllegalAction, match=r"middle of a play \(place -3\).*FOLLOW_CARD"):
            call()
    with pytest.raises(SaveError, match="middle of a play"):
        dump(frame)
    assert frame.finish() is frame
    assert pickle.loads(pickle.dumps(frame)).position == frame.position


@pytest.mark.parametrize(("end", "words"), [
    ("then place -3 | effect 0", "effect: place -3 has 5 effects here, so there is no effect 0"),
    ("then place -3 | effect 6", "effect: place -3 has 5 effects here, so there is no effect 6"),
    ("then place GS | effect 1", r"then place GS: .* not in P1's hand.* \[PLACE_CARD\]"),
    ("then dance | effect 1", "then 'dance' is not a play"),
    ("then place -3", "no field 'then'"),
    ("effect 1", "no field 'effect'"),
])
def test_a_frame_that_cannot_be_is_refused(end: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        bb.position("bonkers", f"{moving().undo().position} | {end}")


@pytest.mark.parametrize("game", games())
def test_a_table_stands_at_every_stop_of_a_game(front: Any, game: str) -> None:
    rng = random.Random(5)
    g = new_game(game, rng)
    for _ in range(25):
        g = some_play(g, rng) if not g.is_over else g
    table = bb.play(g)
    for stop in range(table.session.line.last, -1, -1):
        front.custom(table.timeline, {"kind": "go", "at": stop})
        assert (table.timeline.view["at"], table.session.at) == (stop, stop)
        assert repr(table)


def test_a_table_that_is_given_a_frame_shows_it_and_goes_back() -> None:
    frame = moving().frames[2][1]
    table = bb.play(frame)
    assert table.session.position == frame
    table.session.undo()
    assert table.session.position == frame.undo()
