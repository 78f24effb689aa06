"""Whole games of Bonkers and random boards: what always holds, and that nothing hangs."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonkers import houserules, positions
from bonkbook.bonkers.kernel import policies, rules, state
from bonkbook.bonkers.layout import deck_of
from bonkbook.bonkers.rulebook import OPTIONS
from bonkbook.engine import twin
from bonkbook.engine.twin import Struct
from tests.plays import weights, without_counts

GOLDEN = Path(__file__).parent / "golden"
RING = 55
SCORE, LOSE, TO_LOSE, PRINTED = {0, 17, 36}, 27, {13, 46}, {52: -15}
PLACES = [n for n in range(RING) if n not in SCORE | TO_LOSE | {LOSE} | set(PRINTED)]


def random_options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name in ("layout", "deck") or rng.random() < 0.5:
            continue
        options[option.name] = (rng.choice(option.choices) if option.choices
                                else rng.randint(option.least, min(option.most, 8)))
    if rng.random() < 0.4:
        own = {"EX": 3, "+2": 9, "-2": 9, "RA": 3, "+31": 2}
        options["deck"] = rng.choice(["directional", own])
    if rng.random() < 0.3:
        options["layout"] = {"size": 44, "start": 9, "score": [9, 20], "lose": 30,
                             "go_to_lose": [], "printed": {"5": 3, "8": -7, "40": 21}}
        options["deck"] = {"EX": 3, "+2": 9, "-2": 9, "RA": 3, "NS": 3, "GS": 1, "-31": 2}
    return options


def check(s: Struct, deck: object) -> None:
    players = positions.seats(s)
    assert s.stage <= state.OVER
    assert deck_of(s) == deck
    assert sum(s.unseen) == s.pile
    assert all(0 <= s.token[k] < s.size for k in players)
    assert all(s.space[s.token[k]] != state.TO_LOSE for k in players)
    assert all(0 <= s.score[k] <= s.target + 20 for k in players)
    over = s.stage == state.OVER
    assert over == (s.winner >= 0)
    assert not any(s.score[k] >= s.target for k in players if k != s.turn)
    assert all(s.space[k] == state.TRACK for k in range(s.size) if s.card[k])
    assert s.hops <= state.SPACES
    assert not any(s.trail[s.hops:])
    left = [space for n in s.trail[:s.hops] if s.space[space := n // 2] == state.TRACK]
    assert s.left == sum(1 << space for space in left)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_to_what_always_holds(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    g = bb.new("bonkers", seats=rng.choice([2, 3, 4]), seed=seed, **options)
    deck = deck_of(g.state)
    for _ in range(400):
        if g.is_over:
            break
        s = g.state
        check(s, deck)
        assert positions.read(g.position) == without_counts(s), g.position
        if g.actor == "chance":
            assert sum(p for _, p in g.chances()) == 1
            assert g.legal() == []
        else:
            legal = g.legal_codes()
            assert len(set(legal)) == len(legal) > 0
            for code in [*range(1, s.cards), state.DECLINE, state.WAIT, state.LOSE_CARD,
                         *range(state.TAKE, state.TAKE + s.size)]:
                assert (rules.why_not(s, code) == 0) == (code in legal)
                action = g.ruleset.decode(s, code)
                refusal = g.why_not(action)
                assert (refusal is None) == (code in legal)
                assert refusal is None or (refusal.text and refusal.rule in g.ruleset.rule_book)
                assert code not in legal or g.words(action)
        g = g.act("random")
        assert all(str(event) for event in g.events)
    assert positions.read(g.position) == without_counts(g.state)


@pytest.mark.parametrize("seats", [2, 4])
def test_games_end(seats: int) -> None:
    for seed in range(5):
        g = bb.new("bonkers", seats=seats, seed=seed).finish("allround", turn_limit=2000)
        assert g.is_over
        assert max(g.scores) == 12
        assert g.scores[g.seats.index(g.winners[0])] == 12
        assert Counter(g.log.rules())["WIN"] == 1


def test_every_seat_can_be_dealt_out_of_one_deck() -> None:
    g = bb.new("bonkers", seats=4, seed=1)
    assert [len(hand) for hand in g.hands] == [4] * 4
    assert g.pile == 24
    assert g.lose_cards == (True,) * 4
    assert g.tokens == (0,) * 4


def test_the_same_seed_gives_the_same_game_and_undoing_changes_nothing() -> None:
    g = bb.new("bonkers", seats=3, seed=5).turn().turn().turn()
    assert g == bb.new("bonkers", seats=3, seed=5).turn().turn().turn()
    assert g.undo(4).act().position == g.undo(3).position


def test_first_seat_starts_without_a_roll_for_it() -> None:
    g = bb.new("bonkers", seats=3, seed=5, first="P2")
    assert g.mover == "P2"
    assert len(g.hands[1]) == 4
    assert "HIGHEST_STARTS" not in set(g.log.rules())


# -- compiled


@pytest.mark.parametrize(("seats", "names"), [
    (2, ("random", "random")), (3, ("random", "builder", "spoiler")),
    (4, ("greedy", "allround", "random", "spoiler"))])
def test_compiled_games_are_the_interpreted_ones(seats: int, names: tuple[str, ...]) -> None:
    pytest.importorskip("numba")
    for seed, options in enumerate([{}, {"entrapment_stop": "ahead_card", "win": "end_of_turn",
                                         "nearest": "ahead", "placing": "may", "target": 6}]):
        start = houserules.blank()
        start.playing = [int(k < seats) for k in range(state.SEATS)]
        houserules.apply(start, options)
        rules.new_game(start)
        ends, tallies = [], []
        for way in (twin.interpreted("bonkers"), twin.compiled("bonkers")):
            s, tally = way.state(start), np.zeros((rules.RULES, state.SEATS), np.int64)
            rng = np.random.default_rng(seed)
            for _ in range(4):
                way.rules.new_game(s)
                way.playout.play_game(s, weights("bonkers", *names), rng, tally, 60)
            ends.append(s if isinstance(s, Struct) else twin.to_struct(s, rules.STATE))
            tallies.append(tally)
        assert ends[0] == ends[1]
        assert (tallies[0] == tallies[1]).all()
        assert tallies[0].sum() > 100


def test_named_policies_beat_chance() -> None:
    pytest.importorskip("numba")
    way = twin.compiled("bonkers")
    start = houserules.blank()
    start.playing = [1, 1, 0, 0]
    rules.new_game(start)
    for name in policies.POLICIES:
        if name != "random":
            states = way.states(start, 300)
            tallies = np.zeros((300, rules.RULES, state.SEATS), np.int64)
            way.playout.play_games(states, tallies, weights("bonkers", name, "random"),
                                   np.random.default_rng(0), 500)
            assert (states["winner"] == 0).sum() > 240, name


# -- random boards, against a walk written from the words of the rules


def walk(cards: dict[int, str], tokens: tuple[int, ...], here: int) -> tuple[int, int, str]:
    """(points, where, how it ends) of the first token's way from landing on `here`."""
    path: list[tuple[int, int]] = []       # (space left, way gone so far)
    gone = 0
    while True:
        if here in SCORE:
            return 1, here, "roll" if here in tokens[1:] else "end"
        if here == LOSE or here in TO_LOSE:
            return -1, LOSE, "end"
        if here in tokens[1:]:
            return 0, here, "roll"
        left = [space for space, _ in path]
        if here in left and here not in PRINTED:
            loop = path[left.index(here):]
            ways = {way: space for space, way in [*loop, (here, gone)]}
            return 1, ways[max(ways)], "end"
        if here in PRINTED:
            hop = PRINTED[here]
        else:
            card = cards.get(here)
            if card is None:
                return 0, here, "end"
            if card == "RA":
                return 0, here, "roll"
            if card == "EX":
                return 0, here, "take"
            if card == "GS":
                return 1, 0, "roll" if 0 in tokens[1:] else "end"
            if card == "NS":
                near = min(SCORE, key=lambda s: (min((s - here) % RING, (here - s) % RING),
                                                 (s - here) % RING))
                return 1, near, "roll" if near in tokens[1:] else "end"
            hop = int(card)
        path.append((here, gone))
        gone += hop
        here = (here + hop) % RING


DECK = [card for card in ["NS", "GS", "RA", "EX", *(f"{sign}{n}" for sign in "+-" for n in
                                                   (1, 2, 3, 4, 5, 6, 10, 12))] for _ in range(2)]


@pytest.mark.parametrize("seed", range(40))
def test_on_a_full_board_every_roll_ends_as_the_words_say(seed: int) -> None:
    rng = random.Random(seed)
    cards = dict(zip(rng.sample(PLACES, 40), DECK, strict=True))
    tokens = tuple(rng.choice([0, 17, 27, rng.choice(PLACES)]) for _ in range(rng.randint(2, 4)))
    if any(tokens.count(t) > 1 and t in PLACES for t in tokens):
        tokens = (0,) * len(tokens)
    g = bb.bonkers.position(tokens=tokens, scores=[3] * len(tokens), cards=cards)
    seen = Counter[str]()
    for roll, _ in g.chances():
        bonus = roll.dice == (6, 6)
        points, where, how = walk(cards, tokens, (tokens[0] + sum(roll.dice)) % RING)
        after = g.play(roll)
        assert (after.scores[0], after.tokens[0]) == (3 + points + bonus, where), str(roll)
        found = ("take" if after.stage == "take" else
                 "roll" if after.mover == "P1" else "end")
        assert found == how, str(roll)
        seen.update(after.events.rules())
    assert seen["ROLL"] == 36


def test_the_full_boards_have_traps_among_them() -> None:
    traps = 0
    for seed in range(40):
        rng = random.Random(seed)
        cards = dict(zip(rng.sample(PLACES, 40), DECK, strict=True))
        g = bb.bonkers.position(tokens=(rng.choice(PLACES), 0), cards=cards)
        traps += sum("ENTRAPMENT" in set(g.play(roll).events.rules()) for roll, _ in g.chances())
    assert traps > 40


def test_what_policies_foresee_is_what_happens() -> None:
    checked = 0
    for seed in range(30):
        rng = random.Random(seed)
        cards = dict(zip(rng.sample(PLACES, 30), rng.sample(DECK, 30), strict=True))
        tokens = (rng.choice(PLACES), rng.choice([0, 17, *PLACES]))
        if tokens[0] == tokens[1]:
            continue
        g = bb.bonkers.position(tokens=tokens, scores=(3, 3), cards=cards)
        for roll, _ in g.chances():
            end = policies.walk(g.state, (tokens[0] + sum(roll.dice)) % RING, 0)
            after = g.play(roll)
            bonus = roll.dice == (6, 6)
            assert after.scores[0] == 3 + bonus + policies.points_of(end)
            assert after.tokens[0] == policies.space_of(end)
            checked += 1
    assert checked > 500


def test_a_well_beside_lose_goes_on_until_the_turn_limit() -> None:
    # Every roll from Lose meets a card that leads back to Lose, for both players, for ever.
    deck = {f"-{n}": 1 for n in range(2, 13)}
    layout = {"size": 55, "start": 0, "score": [0, 17], "lose": 27}
    cards = {LOSE + n: f"-{n}" for n in range(2, 13)}
    g = bb.bonkers.position(tokens=(27, 27), cards=cards, deck=deck, layout=layout,
                            target=1000)
    g = g.finish("random", turn_limit=300)
    assert not g.is_over
    assert g.tokens == (27, 27)
    assert g.state.turns == 300


# -- files


def test_games_are_saved_and_loaded_by_playing_them_again(tmp_path: Path) -> None:
    for seed, options in enumerate([{}, {"deck": "directional"}, random_options(random.Random(3))]):
        g = bb.new("bonkers", seats=3, seed=seed, **options)
        for _ in range(60):
            g = g.act("random") if not g.is_over else g
        g.save(tmp_path / "game.json")
        loaded = bb.load(tmp_path / "game.json")
        assert loaded == g
        assert str(loaded.log) == str(g.log)


def test_a_saved_game_that_was_edited_is_refused(tmp_path: Path) -> None:
    g = bb.new("bonkers", seats=2, seed=1).turn().turn()
    g.save(tmp_path / "game.json")
    text = (tmp_path / "game.json").read_text()
    (tmp_path / "game.json").write_text(text.replace("wait", "place +3", 1).replace(
        "lose card", "place +3", 1))
    with pytest.raises(bb.SaveError, match="LARGE_LOSE_CARD"):
        bb.load(tmp_path / "game.json")


def narrated(seats: int, seed: int) -> str:
    g = bb.new("bonkers", seats=seats, seed=seed).finish("allround", turn_limit=400)
    return f"{g.history[0].position}\n\n{g.log}\n\n{g.position}\n"


@pytest.mark.parametrize(("seats", "seed"), [(2, 7), (4, 3)])
def test_a_whole_game_is_told_as_in_its_file(seats: int, seed: int) -> None:
    file = GOLDEN / f"bonkers-{seats}-seats-seed-{seed}.txt"
    assert narrated(seats, seed) == file.read_text(encoding="utf-8")
