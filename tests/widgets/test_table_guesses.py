"""Guess first, without a browser: what is covered is not sent, and what is said to a guess."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

import bonkbook as bb
from bonkbook.probability.estimate import Estimate
from bonkbook.widgets.guess_first import Chance

NUMBER = re.compile(r"\d/\d|\d %|\d of 36|0\.\d")  # as chances are written
TOLD = {"exact", "percent", "p", "cells", "legend", "texts", "said"}  # keys of what is uncovered


def parcheesi():
    return bb.position("parcheesi", "red 20 30 N N | green 16 50 N N | turn red", seed=1)


def bonkers():
    return bb.bonkers.position(tokens=(20, 0), scores=(2, 0), cards={21: "+3"},
                               hands=(["-3", "+2"], []), turn=0)


def bonk():
    return bb.bonk.position(
        round=2, turn="P3", stage="claims", discards="5c 9h",
        hands=("9c 9s 5d 6d 7d 7h 8h 5s", "Kd 9d Ah 3s 4c Jc Jh 6c", "5s 6s 7c Tc Qh 3d Ks Ac"),
    )


def discarding():
    return bb.bonk.position(hands=("7h 7c 9h 9c 4d 7s 4c", "Kh Kd 5d"), discards="5c",
                            stage="play", seed=1)


GAMES = (parcheesi, bonkers, bonk, discarding)


@pytest.fixture
def opened(front):
    """Opens the odds of a game on a table of its own, covered unless told otherwise."""

    def make(game, guess_first=True):
        players = {"P2": "botson", "P3": "elisabot"} if game.game == "bonk" else None
        players = {seat: who for seat, who in (players or {}).items() if seat in game.seats}
        table = bb.play(game, players=players, guess_first=guess_first)
        front.custom(table.panels, {"kind": "open", "tab": "odds"})
        return table

    return make


def body(table):
    return table.panels.view["body"]


def ask(front, table, kind, **content):
    front.custom(table.panels, {"kind": kind, **content})
    return table.panels.view["message"]


def parts(value, path=()):
    """Every dict within a body."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(
            value, list | tuple) else ():
        yield from parts(inner)


def covered(table):
    """All that is covered, by its words."""
    return {part["words"]: part for part in parts(body(table)) if "words" in part and "id" in part}


def plain(value):
    """A body without what only the switch puts into it, and with its texts in a row."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()
                if key not in ("id", "said", "span", "guess")}
    if not isinstance(value, list | tuple):
        return value
    made = []
    for one in value:
        made += one["texts"] if isinstance(one, dict) and "texts" in one else [plain(one)]
    return made


def by_label(body):
    return {**body, "risks": sorted(body["risks"], key=lambda line: line["label"]),
            "tables": [sorted(table["rows"], key=lambda row: row[0]) for table in body["tables"]]}


@pytest.mark.parametrize("game", GAMES)
def test_it_is_off_unless_asked_for_and_then_covers_nothing(front, opened, game):
    table = opened(game(), guess_first=False)
    assert body(table)["guess"] == {"on": False, "left": 0}
    assert covered(table) == {} and all("p" in line["roll"] for line in body(table)["lines"])
    assert NUMBER.search(json.dumps(front.sent(table.panels)))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_covered_reaches_the_browser(front, opened, game):
    table = opened(game())
    chances = [line["roll"] for line in body(table)["lines"]]
    assert len(chances) > 1 and len(covered(table)) == body(table)["guess"]["left"] > len(chances)
    for part in parts(body(table)):
        assert not TOLD & set(part), part
    assert not NUMBER.search(json.dumps(front.sent(table.panels)))


@pytest.mark.parametrize("game", GAMES)
def test_shown_it_is_what_is_shown_without_the_switch(front, opened, game):
    table = opened(game())
    assert ask(front, table, "show_chance", part="all") == "All is shown."
    assert covered(table) == {} and body(table)["guess"]["left"] == 0
    assert plain(by_label(body(table))) == plain(by_label(body(opened(game(), False))))
    ask(front, table, "guess_first", on=True)
    assert len(covered(table)) == body(table)["guess"]["left"] > 1


@pytest.mark.parametrize(
    ("guess", "said"),
    [("1/3", "You guessed 1/3; it is 5/12 = 41.7 %, so 1/12 too low."),
     ("50 %", "You guessed 50 %; it is 5/12 = 41.7 %, so 8.3 percentage points too high."),
     ('"15/36" ', "You guessed 15/36, and that is right: 5/12 = 41.7 %."),
     ("41,7%", "You guessed 41,7%, and that is right: 5/12 = 41.7 %.")],
)
def test_a_guess_is_shown_beside_the_exact_value(front, opened, guess, said):
    table = opened(bb.new("parcheesi", seats=4, seed=7))
    words = next(words for words in covered(table) if words.startswith("leave the nest"))
    part = covered(table)[words]["id"]
    assert ask(front, table, "ask_chance", part=part) == ""
    assert covered(table)[words]["typed"] == ""
    assert ask(front, table, "guess_chance", part=part, guess=guess) == f"{words}: {said}"
    shown = next(line for line in body(table)["lines"] if line["label"] == "leave the nest")["roll"]
    assert Fraction(shown["exact"]) == bb.odds(table.game, "ENTER_ON_FIVE")
    assert (shown["percent"], shown["said"], shown["id"]) == ("42 %", said, part)
    assert words not in covered(table) and len(covered(table)) == body(table)["guess"]["left"] > 1


@pytest.mark.parametrize(
    ("guess", "said"),
    [("often", "Write a number such as"), ("", "Write a number such as"), ("17", "with its sign"),
     ("-1/6", "between 0 and 1"), ("120 %", "between 0 and 1"), ("1/0", "divides by zero")],
)
def test_what_cannot_be_read_is_explained_and_stays_covered(front, opened, guess, said):
    table = opened(parcheesi())
    words, part = next((words, part["id"]) for words, part in covered(table).items())
    ask(front, table, "ask_chance", part=part)
    message = ask(front, table, "guess_chance", part=part, guess=guess)
    assert said in message and table.panels.view["bad"]
    assert covered(table)[words] | {"problem": message, "typed": guess} == covered(table)[words]
    ask(front, table, "guess_chance", part=part, guess="1/6")
    assert words not in covered(table) and not table.panels.view["bad"]


def test_show_needs_no_guess_and_what_has_no_chance_cannot_be_guessed(front, opened):
    table = opened(parcheesi())
    words = next(words for words in covered(table) if words.startswith("roll again"))
    assert ask(front, table, "show_chance", part=covered(table)[words]["id"]) == \
        f"{words}: 1/6 = 16.7 %."
    assert not any(part.get("said") for part in parts(body(table)))
    grid = body(table)["grid"]
    assert "cannot" not in ask(front, table, "show_chance", part="all")
    ask(front, table, "guess_first", on=True)
    assert "not guessed" in ask(front, table, "guess_chance", part=body(table)["grid"]["id"],
                                guess="1/6")
    assert ask(front, table, "show_chance", part=body(table)["grid"]["id"]) == \
        f"{grid['caption']}: shown."
    assert len(body(table)["grid"]["cells"]) == 36


def test_another_position_is_covered_again_and_takes_no_guess_for_the_old_one(front, opened):
    table = opened(parcheesi())
    part = body(table)["lines"][0]["roll"]["id"]
    ask(front, table, "show_chance", part="all")
    ask(front, table, "heat", value="own")
    assert table.board.scene.heat and body(table)["heat"] == "own"
    front.custom(table.controls, {"kind": "why", "open": True})
    assert not covered(table)  # it is still the same position
    front.custom(table.controls, {"kind": "roll", "dice": [6, 2]})
    assert body(table)["lines"][0]["roll"].keys() == {"id", "words"}
    assert table.board.scene.heat == () and body(table)["heat"] == ""
    left = body(table)["guess"]["left"]
    assert "position has changed" in ask(front, table, "guess_chance", part=part, guess="1/6")
    assert body(table)["guess"]["left"] == left == len(covered(table)) and \
        not table.panels.view["bad"]
    front.custom(table.timeline, {"kind": "undo"})
    assert covered(table)


def test_the_order_of_what_is_covered_tells_nothing(front, opened):
    table = opened(parcheesi())
    labels = [line["label"] for line in body(table)["risks"]]
    shown = [line["label"] for line in body(opened(parcheesi(), False))["risks"]]
    assert labels == sorted(labels) != shown and sorted(shown) == labels


def test_the_switch_is_heard_from_the_browser_and_covers_the_heat_map(front, opened):
    table = opened(parcheesi(), guess_first=False)
    ask(front, table, "heat", value="own")
    assert ask(front, table, "guess_first", on=True) == "Answers hidden until you guess."
    assert covered(table) and table.board.scene.heat == ()
    assert ask(front, table, "guess_first", on=False) == "All is shown."
    assert not covered(table) and "p" in body(table)["lines"][0]["roll"]


def test_an_estimate_and_a_long_fraction_are_compared_as_far_as_they_can_be_read():
    estimate = Chance(Estimate.of_frequency(920, 2000), ())
    assert estimate.compared("46 %") == \
        "You guessed 46 %; it is about 46 % ± 1 %: as near as the games played can tell."
    assert estimate.compared("1/3").endswith("so 12.7 percentage points too low.")
    with pytest.raises(ValueError, match="Write a number such as"):
        estimate.compared("half")
    long = Chance(Fraction(10**5000 + 1, 3 * 10**5000), ())
    assert long.compared("1/4") == \
        "You guessed 1/4; it is ≈ 33.3 %, so 8.3 percentage points too low."


def test_what_is_to_be_guessed_is_said_also_where_the_row_alone_does_not(opened):
    assert "contract met with the next card, after discarding 4♦" in covered(opened(discarding()))
    assert "no points in this turn" in covered(opened(bonkers()))


def test_what_is_certain_is_covered_as_a_whole_since_its_only_row_would_tell(front, opened):
    table = opened(bb.bonkers.position(tokens=(3, 0), hands=(["+1"], []), stage="place", turn=0))
    certain = body(table)["tables"][-1]
    assert certain.keys() == {"id", "words", "caption"} and "no points" not in json.dumps(certain)
    ask(front, table, "show_chance", part=certain["id"])
    assert body(table)["tables"][-1]["rows"] == [["no points", "1", "100.0 %"]]
