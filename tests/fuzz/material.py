"""What the probes are made of: games under random house rules, changed texts, and junk."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import bonkbook as bb
from bonkbook.engine.game import Game
from bonkbook.engine.policy import policies
from bonkbook.engine.ruleset import Option, ruleset

DECKS = ("standard", "directional")
CONTRACTS = ("standard", "2s", "r4", "2s-20", "s s3/r", "run5-40")
MOST_LINES, MOST_CHARACTERS = 6, 1500  # of an error's text


def some_value(option: Option, rng: random.Random) -> Any:
    """A value of a house rule; of a number often one of its ends."""
    if option.name == "deck":
        return rng.choice(DECKS)
    if option.name == "contracts":
        return rng.choice(CONTRACTS)
    if option.choices:
        return rng.choice([choice for choice in option.choices if choice != "own"])
    ends = [option.least, option.least + 1, option.default, option.most]
    return min(option.most, rng.choice([*ends, rng.randint(option.least, option.most)]))


def some_options(game: str, rng: random.Random) -> dict[str, Any]:
    """House rules at random: none, a few or most of them."""
    share = rng.choice([0.0, 0.15, 0.5, 0.9])
    return {option.name: some_value(option, rng)
            for option in ruleset(game).options if rng.random() < share}


def new_game(game: str, rng: random.Random) -> Game:
    """A new game under random house rules; what they rule out together is drawn again."""
    while True:
        try:
            seats = rng.randint(2, len(ruleset(game).seat_names))
            return bb.new(game, seats=seats, seed=rng.randrange(1000), **some_options(game, rng))
        except ValueError as error:
            check_error(error)


def some_play(g: Game, rng: random.Random) -> Game:
    """The game after whatever comes next: chance, or any legal action."""
    return g.next() if g.actor == "chance" else g.play(rng.choice(g.legal()))


def played(game: str, rng: random.Random, most: int = 120) -> Game:
    """A game somewhere in the middle: at random, or by bots as far as they get."""
    g = new_game(game, rng)
    bots = [*policies(game), "random"]
    policy = rng.choice(bots)
    for _ in range(rng.randint(0, most)):
        if g.is_over:
            break
        g = some_play(g, rng) if rng.random() < 0.5 else g.act(policy)
    return g


def check_error(error: BaseException) -> None:
    """An error says what is wrong in a few lines, whatever it was given."""
    text = str(error)
    assert text.strip(), f"{type(error).__name__} without a word"
    assert len(text) <= MOST_CHARACTERS, f"an error of {len(text)} characters: {text[:300]}"
    assert text.count("\n") < MOST_LINES, f"an error of {text.count(chr(10)) + 1} lines: {text}"


# --- texts and values that nobody should have sent ---------------------------------------------

SCRAPS = ["", " ", "-1", "0", "1", "5", "6", "68", "1000", "99999999999999999999", "1_0", "²", "１",
          "½", "+5", "nan", "inf", "-", "|", "||", ",", "/", "\x00", "\u200b", "\n", "é", "🎲", "(",
          ")", "((", "None", "N", "X", "H6", "..", "a", "d", "turn", "dice", "red", "green", "P1",
          "P5", "P6", "bonus", "capture", "stage", "pass", "enter 5", "move a 3", "place EX",
          "draw", "2h", "Ah", "stock", "discard", "layout", "deck", "own", "contracts",
          "/etc/hostname", "../secret.json", "{}", "[]", '"', "'", "%s", "%n", "<b>",
          "__class__", "e" * 3000]


def mutated(text: str, rng: random.Random) -> str:
    """A text with a few words or letters swapped, dropped, doubled or replaced."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 4)):
        k, other = rng.randrange(len(words)), rng.randrange(len(words))
        change = rng.randrange(6)
        if change == 0:
            words[k], words[other] = words[other], words[k]
        elif change == 1 and len(words) > 1:
            del words[k]
        elif change == 2:
            words.insert(other, words[k])
        elif change == 3:
            words[k] = rng.choice(SCRAPS)
        elif change == 4 and words[k].isascii() and words[k].isdigit():
            words[k] = str(int(words[k][:18]) + rng.choice([-1, 1, 10, 68]))
        else:
            at = rng.randint(0, len(words[k]))
            words[k] = words[k][:at] + rng.choice(SCRAPS) + words[k][at + rng.randint(0, 1):]
    return " ".join(words)


def junk_text(rng: random.Random) -> str:
    """A text of scraps."""
    return rng.choice(["", " ", " | "]).join(rng.choice(SCRAPS) for _ in range(rng.randint(0, 8)))


def junk(rng: random.Random, depth: int = 2) -> Any:
    """Any value at all."""
    kind = rng.randrange(12 if depth else 9)
    if kind < 3:
        return junk_text(rng)
    if kind < 9:
        return rng.choice([None, True, False, 0, 1, -1, 3, 7, 10**30, 0.5, float("nan"),
                           float("inf"), b"red", np.int64(3), np.float64(0.5), np.array([1, 2]),
                           object, 2 + 1j, range(3), "red", "P1", "random", 5.0, (), [], {}])
    if kind == 9:
        return [junk(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    if kind == 10:
        return tuple(junk(rng, depth - 1) for _ in range(rng.randint(0, 4)))
    return {junk_text(rng): junk(rng, depth - 1) for _ in range(rng.randint(0, 4))}


def plain_junk(rng: random.Random) -> Any:
    """Any value that JSON can hold, as a browser would send it."""
    value = junk(rng)
    while not _is_plain(value):
        value = junk(rng)
    return value


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    return value is None or type(value) in (bool, int, float, str)
