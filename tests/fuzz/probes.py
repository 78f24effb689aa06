"""The probes: each uses one part of the public API at random, and fails where it breaks a promise.

A probe takes the name of a game and a random.Random from which all its chance comes.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import bonkbook as bb
from bonkbook.engine.game import Game, loads
from bonkbook.engine.notation import dump
from bonkbook.engine.policy import Policy, policies
from bonkbook.engine.position import Position
from bonkbook.engine.ruleset import games
from bonkbook.engine.twin import Struct, Twin, compiled, interpreted, to_struct
from bonkbook.lessons import Feedback, Question
from bonkbook.probability import P
from bonkbook.probability.dice import dice_event
from bonkbook.widgets.messages import MEANT_FOR
from tests.conftest import front_end

from .material import check_error, junk, junk_text, mutated, new_game, plain_junk, played, some_play

Probe = Callable[[str, random.Random], None]

REFUSALS = (ValueError, TypeError)


def answers_or_refuses(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What a call returns, or None where it refuses in words."""
    try:
        return call(*given, **named)
    except REFUSALS as error:
        check_error(error)
        return None


def check_position(position: Position) -> None:
    """A position, also one between two effects, can be written, read back, shown and asked."""
    line = position.position
    assert repr(position)
    again = answers_or_refuses(bb.position, position.game, line)
    assert again is not None, f"does not read back: {line}"
    assert again.position == line
    for action in position.legal():
        refusal = position.why_not(action)
        assert refusal is None, f"{action} is legal, and refused: {refusal}"
        assert position.words(action)


def check_game(g: Game, rng: random.Random) -> None:
    """A game's position, its newest frames and events, the views of its seats, its odds."""
    check_position(g)
    assert [str(event) for event in g.events] == [str(event) for event, _ in g.frames]
    for _, frame in g.frames:
        check_position(frame)
        assert frame.scene().text
    for seat in g.seats:
        repr(g.view(seat))
    if g.actor == "chance":
        chances = answers_or_refuses(g.chances)  # of a deal of BONK they are too many
        assert chances is None or sum(p for _, p in chances) == 1
    rule = rng.choice(list(g.ruleset.rule_book))
    place = rng.choice([g, *(frame for _, frame in g.frames), g.view(rng.choice(g.seats))])
    answers_or_refuses(bb.odds, place, rule, horizon=rng.choice(["roll", "turn", 1]),
                       choose=rng.choice(["best", "worst", "random"]))


def plays(game: str, rng: random.Random) -> None:
    """A game under random house rules: all that its positions and frames promise."""
    g = new_game(game, rng)
    for _ in range(rng.randint(5, 60)):
        if g.is_over:
            assert not g.legal()
            assert g.winners is not None
            break
        g = some_play(g, rng)
        if rng.random() < 0.2:
            check_game(g, rng)
    check_game(g, rng)
    assert g.undo(1).position == g.history[-2].position if len(g.history) > 1 else True


def endings(game: str, rng: random.Random) -> None:
    """A game ends, or stops at its limit of turns, whatever the house rules."""
    g = played(game, rng, 30)
    turns = rng.randint(1, 3)
    end = g.finish(rng.choice([*policies(game), "random"]), turn_limit=turns)
    assert end.is_over or end.state.turns >= g.state.turns + turns
    check_game(end, rng)


def lines(game: str, rng: random.Random) -> None:
    """A position line with mistakes is a position that can be played, or is refused in words."""
    text = mutated(played(game, rng, 60).position, rng) if rng.random() < 0.95 else junk_text(rng)
    g = answers_or_refuses(bb.position, game, text, seed=1)
    if g is None:
        return
    check_position(g)
    for _ in range(20):
        if g.is_over:
            break
        g = some_play(g, rng)
        check_position(g)
    g.finish("random", turn_limit=1)


def saves(game: str, rng: random.Random) -> None:
    """A saved game loads as itself; with mistakes in it, it is a game or is refused in words."""
    g = played(game, rng, 60)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        g.save(path)
        assert bb.load(path) == g
        text = path.read_text(encoding="utf-8")
        for _ in range(5):
            path.write_bytes(_changed_save(text, rng))
            found = answers_or_refuses(bb.load, path)
            assert found is None or loads(dump(found)) == found


def _changed_save(text: str, rng: random.Random) -> bytes:
    """A saved game with a field, a play or some bytes changed."""
    how = rng.randrange(3)
    if how == 0:
        raw = bytearray(text.encode())
        for _ in range(rng.randint(1, 5)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        return bytes(raw)
    data = json.loads(text)
    if how == 1 and data["plays"]:
        k = rng.randrange(len(data["plays"]))
        data["plays"][k] = mutated(data["plays"][k], rng)
    else:
        name = rng.choice(list(data))
        value = data[name]
        data[name] = mutated(value, rng) if isinstance(value, str) else plain_junk(rng)
    return json.dumps(data).encode("utf-8", "surrogatepass")


def texts(game: str, rng: random.Random) -> None:
    """An action in words is played, refused by a rule, or not understood: each in words."""
    g = played(game, rng, 60)
    for _ in range(20):
        known = [*map(str, g.legal()), *(str(play) for play in g.plays[-5:])] or ["roll 1 2"]
        text = mutated(rng.choice(known), rng) if rng.random() < 0.9 else junk_text(rng)
        refusal = answers_or_refuses(g.why_not, text)
        after = answers_or_refuses(g.play, text)
        if refusal is not None:
            assert after is None or g.actor == "chance", f"{text!r} was played: {refusal}"
        if after is not None:
            check_position(after)


def copies(game: str, rng: random.Random) -> None:
    """A game travels: copied, pickled and back it is the same game."""
    g = played(game, rng, 400)
    for other in (copy.deepcopy(g), copy.copy(g), pickle.loads(pickle.dumps(g))):
        assert other == g
        assert other.log == g.log
        assert other.position == g.position


# --- compiled and interpreted -------------------------------------------------------------------


def twins(game: str, rng: random.Random) -> None:
    """Compiled and interpreted rules play the same game, whatever the house rules."""
    start = played(game, rng, 30).state
    names = [*policies(game), "random"]
    rows = [rng.choice(names) for _ in range(8)]
    seed, turns = rng.randrange(2**32), rng.randint(1, 30 if game != "bonk" else 12)
    ends = [_end_of_game(twin, start, rows, seed, turns)
            for twin in (interpreted(game), compiled(game))]
    assert ends[0] == ends[1]


def _end_of_game(twin: Twin, start: Struct, rows: list[str], seed: int, turns: int) -> Any:
    rules = twin.rules
    weights = np.array([Policy.of(twin.game, name).vector for name in rows[: rules.SEATS]])
    states, tallies = twin.states(start, 1), np.zeros((1, rules.RULES, rules.SEATS), np.int64)
    rng = np.random.Generator(np.random.PCG64(seed))
    twin.playout.play_games(states, tallies, weights, rng, start.turns + turns)
    end = states[0] if isinstance(states[0], Struct) else to_struct(states[0], rules.STATE)
    return end, tallies.tolist()


# --- what people type ---------------------------------------------------------------------------

SUMS = ["a", "b", "a + b", "a - b", "a * b", "abs(a - b)", "max(a, b)", "min(a, b)", "a % 2",
        "a // 2", "a / b", "7", "5", "-3", "(a + 1)",
        "a ** 2", "a + b * 2", "2 a", "a(b)", "a.b", "a[0]"]
SIGNS = ["=", "==", "!=", "<", "<=", ">", ">=", "≤", "≥", "≠", "in", "is", "not in"]


def expressions(_: str, rng: random.Random) -> None:
    """An expression of two dice is an event, or is refused with the place that is wrong."""
    parts = [f"{rng.choice(SUMS)} {rng.choice(SIGNS)} {rng.choice([*SUMS, '(1, 2)', '5, 6'])}"
             for _ in range(rng.randint(1, 4))]
    text = f" {rng.choice(['and', 'or', 'and not', '|', '&', ','])} ".join(parts)
    if rng.random() < 0.5:
        text = mutated(text, rng)
    if rng.random() < 0.05:
        text = rng.choice(["(", "not ", "-", "a+"]) * rng.randint(1, 5000) + text
    event = answers_or_refuses(dice_event, text)
    assert event is None or 0 <= event.P <= 1


def answers(_: str, rng: random.Random) -> None:
    """An answer of any kind gets feedback, and the right one, as it is printed, is right."""
    right = P(rng.randint(0, 40), rng.randint(40, 400))
    question = Question("How likely?", right)
    typed = rng.choice([str(right), f"{right.numerator}/{right.denominator}", ".17", "1 in 6",
                        "31 of 100", "1-(7/12)^3", "25 %", "1,296"])
    for value in (mutated(typed, rng), junk_text(rng), junk(rng)):
        feedback = question.check(value)
        assert isinstance(feedback, Feedback)
        assert len(str(feedback)) < 2000
    assert question.check(str(right)).right, f"{right} as printed is not taken"
    fraction = f"{right.numerator}/{right.denominator}"
    assert question.check(fraction).right, fraction


def calls(game: str, rng: random.Random) -> None:
    """A public function given junk answers or refuses in words."""
    g = played(game, rng, 20)
    seat, rule = rng.choice(g.seats), rng.choice(list(g.ruleset.rule_book))
    asked: list[Callable[[], Any]] = [
        lambda: bb.new(junk(rng)),
        lambda: bb.new(game, seats=junk(rng), seed=junk(rng)),
        lambda: bb.new(game, first=junk(rng)),
        lambda: bb.new(game, **{rng.choice(g.ruleset.options).name: junk(rng)}),
        lambda: bb.position(game, junk(rng)),
        lambda: bb.position(junk(rng), g.position, seed=junk(rng)),
        lambda: g.play(junk(rng)),
        lambda: g.why_not(junk(rng)),
        lambda: g.roll(junk(rng), junk(rng)),
        lambda: g.undo(junk(rng)),
        lambda: g.view(junk(rng)),
        lambda: g.turn(junk(rng)),
        lambda: g.finish("random", turn_limit=rng.choice([0, 1, "1", None, -1, 0.5, True])),
        lambda: bb.odds(g, junk(rng)),
        lambda: bb.odds(junk(rng), rule),
        lambda: bb.odds(g, rule, horizon=junk(rng), seat=junk(rng), choose=junk(rng)),
        lambda: bb.odds(g, rule, seat=seat, choose=junk(rng)),
        lambda: bb.simulate(g, games=junk(rng) if rng.random() < 0.5 else 2,
                            policies=junk(rng), horizon=1),
        lambda: bb.simulate(g, games=1, policies="random", horizon=junk(rng), seed=junk(rng),
                            turn_limit=2),
        lambda: bb.play(junk(rng)),
        lambda: bb.play(g, players=junk(rng)),
        lambda: bb.dice_lab(junk(rng)),
    ]
    with front_end():
        for call in rng.sample(asked, 8):
            answers_or_refuses(call)


# --- what a browser sends -------------------------------------------------------------------------

BY_CARDS = ("draw", "drop", "reveal", "bonk", "pass", "selected", "ways", "show")
KINDS = (*sorted(MEANT_FOR.keys() - {"save"}), *BY_CARDS, "nothing")   # nothing is written to disk
FIELDS = ("at", "dice", "outcome", "seat", "value", "action", "on", "by", "tab", "rule", "player",
          "policy", "fields", "how", "usual", "part", "guess", "open", "line", "seats", "seed",
          "game", "name", "text", "content", "cards", "card", "meld", "end", "pawn", "space")


def messages(game: str, rng: random.Random) -> None:
    """A table answers every message, and stands where its view says it stands."""
    with front_end() as front:
        g = played(game, rng, 40)
        bots = [None, "random", list(policies(game))[-1]]
        table = bb.play(g, players=[rng.choice(bots) for _ in g.seats],
                        guess_first=rng.random() < 0.3)
        for _ in range(25):
            content = _message(table, rng)
            parts = [table.controls, table.timeline, table.log_part, table.panels]
            if table.board.widget.has_trait("stop"):   # a board of cards
                parts.append(table.board.widget)
            front.custom(rng.choice(parts), content)
            view, session = table.timeline.view, table.session
            assert (view["at"], view["last"]) == (session.at, session.line.last), content
            check_position(session.position)
            repr(table)


def _message(table: Any, rng: random.Random) -> dict[str, Any]:
    session = table.session
    if rng.random() < 0.45:  # what a person would do
        legal = [str(action) for action in session.position.legal()] or ["pass"]
        did: dict[str, Any] = rng.choice([
            {"kind": "roll"}, {"kind": "act", "action": rng.choice(legal)},
            {"kind": "step", "by": rng.choice(["effect", "play", "turn", "back"])},
            {"kind": "go", "at": rng.randint(0, session.line.last)}, {"kind": "undo"},
            {"kind": "open", "tab": rng.choice(["odds", "rules", "seats", "setup", "options",
                                                "file"])},
            {"kind": "auto", "on": True}, {"kind": "tick"}, {"kind": "redo"}])
        return did
    content: dict[str, Any] = {"kind": rng.choice(KINDS)}
    for name in rng.sample(FIELDS, rng.randint(0, 4)):
        content[name] = plain_junk(rng)
    if rng.random() < 0.2:
        content["meant"] = rng.choice([plain_junk(rng), {"stop": rng.randint(0, 30)}])
    return content


LAB = ("choose", "write", "guess", "mark", "reveal", "again", "roll", "pause", "clear", "x")


def lab_messages(_: str, rng: random.Random) -> None:
    """The dice lab answers every message."""
    with front_end() as front:
        lab = bb.dice_lab(seed=1)
        for _ in range(25):
            content: dict[str, Any] = {"do": rng.choice(LAB)}
            for name in ("part", "name", "text", "count", "roll", "on", "times", "quiet"):
                if rng.random() < 0.5:
                    content[name] = plain_junk(rng)
            if rng.random() < 0.3:
                content["part"] = rng.choice(["event", "given"])
            front.custom(lab, content)
            assert lab.view
            repr(lab)


PROBES: dict[str, Probe] = {probe.__name__: probe for probe in (
    plays, endings, lines, saves, texts, copies, twins, expressions, answers, calls, messages,
    lab_messages)}
WITHOUT_GAME = {"expressions", "answers", "lab_messages"}


def cases(which: tuple[str, ...] = games()) -> list[tuple[str, str]]:
    """Every probe with every game that it is about."""
    return [(name, game) for name in PROBES for game in which
            if name not in WITHOUT_GAME or game == which[0]]
