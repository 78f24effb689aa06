"""Whole games of BONK: what always holds, what nobody may see, and that nothing hangs."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk import Card, Discard, Draw, LayOff, Reveal, houserules, positions
from bonkbook.bonk.kernel import cards, policies, rules, state
from bonkbook.bonk.rulebook import OPTIONS
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.policy import Policy
from bonkbook.engine.ruleset import ruleset
from bonkbook.engine.twin import Struct
from tests.plays import weights, without_counts

GOLDEN = Path(__file__).parent / "golden"
SHORT = ["2s-7", "1s1r-8", "*l7x-9"]
needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled rules need numba")


def random_options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name == "contracts" or rng.random() < 0.6:
            continue
        options[option.name] = (rng.choice(option.choices) if option.choices
                                else rng.randint(option.least, 2))
    if options.get("max_wilds") == "0":
        options["min_naturals"] = 0
    options["contracts"] = rng.choice([SHORT, "standard", ["1s-5", "1r-6", "1s1r-8"]])
    return options


def cards_of(s: Struct) -> Counter[int]:
    """Every card of a state by kind, wherever it is."""
    found: Counter[int] = Counter(dict(enumerate(s.stock)))
    for seat in range(state.SEATS):
        found.update(dict(enumerate(s.hand[seat])))
    found.update(s.pile[:s.pile_size])
    for n in range(s.melds):
        found.update(s.laid[n][:s.meld[n][3]])
    return found


def check(s: Struct) -> None:
    assert s.stage <= state.OVER
    assert cards_of(s) == dict.fromkeys(range(52), 2)
    assert sum(s.stock) == s.stock_size
    assert [sum(hand) for hand in s.hand] == s.size
    assert s.pile[s.pile_size:] == [state.NO_CARD] * (state.CARDS - s.pile_size)
    assert not any(kind % 13 == 1 for kind in s.pile[:s.pile_size])
    for kind in range(52):
        known = [s.open[seat][kind] for seat in range(state.SEATS)]
        assert all(k <= s.hand[seat][kind] for seat, k in enumerate(known))
        assert sum(known) <= s.held[kind] <= sum(hand[kind] for hand in s.hand)
    assert (s.stage == state.OVER) == (s.winner >= 0) == (sum(s.won) > 0)


@pytest.mark.parametrize("seed", range(8))
def test_random_games_keep_to_what_always_holds(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    g = bb.new("bonk", seats=rng.choice([2, 3, 4, 5]), seed=seed, **options)
    assert g.options["contracts"] == g.ruleset.get_options(g.state)["contracts"]
    policies_of = {name: rng.choice(["random", "elisabot", "botson"]) for name in g.seats}
    for _ in range(110):
        if g.is_over:
            break
        s = g.state
        check(s)
        assert positions.read(g.position) == without_counts(s), g.position
        if g.actor == "chance":
            assert g.legal() == []
            assert g.stage == "deal" or sum(p for _, p in g.chances()) == 1
        else:
            check_legality(g, rng)
        g = g.act(policies_of)
        assert all(str(event) for event in g.events)
    assert positions.read(g.position) == without_counts(g.state)


def check_legality(g: bb.Game, rng: random.Random) -> None:
    """Legal actions are those that nothing forbids, and whatever is forbidden is explained."""
    s, legal = g.state, g.legal_codes()
    assert len(set(legal)) == len(legal) > 0
    everything = range(state.LAY_OFF + cards.KINDS * 3 * max(s.melds, 1))
    for code in {*everything[:state.LAY_OFF], *rng.sample(everything, 60), *legal}:
        assert (rules.why_not(s, code) == 0) == (code in legal)
        if (code >= state.LAY_OFF and not s.melds) or (code == state.REVEAL and code not in legal):
            continue
        action = g.ruleset.decode(s, code)
        if isinstance(action, LayOff) and not action.end and code not in legal:
            continue        # at a set there is one end only
        refusal = g.why_not(action)
        assert (refusal is None) == (code in legal), (str(action), g.position)
        assert refusal is None or (refusal.text and refusal.rule in g.ruleset.rule_book)
        assert code not in legal or g.words(action)
        assert g.ruleset.read_play(str(action)) == action


@pytest.mark.parametrize("draw", [
    lambda s, rng: rules.any_card(s, rng),
    lambda s, rng: positions.card_kind(ruleset("bonk").sample(s, rng).card)], ids=["rules", "game"])
def test_every_card_of_the_stock_comes_as_often_as_chance_says(draw: Any) -> None:
    g = bb.bonk.position(hands=("5s 5s 2c", "Kd"), stage="drawing", discards="9h 3c")
    s, rng, draws = g.state, np.random.default_rng(2), 10_000
    came = Counter(draw(s, rng) for _ in range(draws))
    assert set(came) == {kind for kind in range(52) if s.stock[kind]}
    expected = {kind: draws * s.stock[kind] / s.stock_size for kind in came}
    off = sum((came[kind] - n) ** 2 / n for kind, n in expected.items())
    assert off < 98         # chi squared of 50 degrees of freedom: above it once in 20,000


def test_every_seat_opens_as_often_and_gets_cards_as_often() -> None:
    rng, opened, aces = np.random.default_rng(3), Counter[int](), Counter[int]()
    for _ in range(300):
        s = start(3)
        rules.chance(s, rng, None)
        opened[s.opener] += 1
        rules.chance(s, rng, None)
        for seat in range(3):
            assert s.size[seat] == 7
            aces[seat] += sum(s.hand[seat][suit * 13] for suit in range(4))
    assert sum((opened[seat] - 100) ** 2 / 100 for seat in range(3)) < 18
    expected = 300 * 7 * 8 / 104
    assert sum((aces[seat] - expected) ** 2 / expected for seat in range(3)) < 18


@pytest.mark.parametrize("seats", [2, 5])
def test_games_of_bots_end(seats: int) -> None:
    bots = ["elisabot", "botson", "elisabot", "botson", "elisabot"][:seats]
    g = bb.new("bonk", seats=seats, seed=seats, contracts=SHORT).finish(bots, turn_limit=3000)
    assert g.is_over
    assert min(g.scores) == g.scores[g.seats.index(g.winners[0])]
    told = Counter(g.log.rules())
    assert told["SCORE"] == 3 * seats
    assert told["GO_OUT"] == sum(g.rounds_won)
    total = Counter(dict.fromkeys(g.seats, 0))
    for event in g.log:
        if event.rule == "SCORE":
            total[event.seat] += event.subject
    assert tuple(total[name] for name in g.seats) == g.scores


def test_without_a_stock_one_takes_the_top_or_goes_without() -> None:
    rest = [rank + suit for rank in "A3456789TJQK" for suit in "cdhs"] * 2 + ["2c", "2d"] * 2
    for card in ("9d", "5s"):
        rest.remove(card)
    g = bb.bonk.position(hands=(rest, ["2h", "2h", "2s", "2s", "5s"]), discards="9d", round=2)
    assert [str(action) for action in g.legal()] == ["draw discard", "pass"]
    assert g.why_not(Draw("stock")).rule == "STOCK_EMPTY"
    g = g.play(bb.bonk.Pass())
    g = g.play(Discard("3c"))
    assert g.stage == "draw"
    assert Draw("stock") in g.legal()


def test_a_lap_without_a_draw_ends_the_round() -> None:
    naturals = [rank + suit for rank in "A3456789TJQK" for suit in "cdhs"] * 2
    naturals.remove("9d")
    g = bb.bonk.position(hands=(["2c", "2c"], ["2d", "2d", "2h", "2h", "2s", "2s", *naturals]),
                         discards="9d", round=2, dry=1)
    g = g.play(bb.bonk.Pass())
    assert list(g.events.rules())[:3] == ["STOCK_EMPTY", "NO_WILD_DISCARD", "STOCK_EMPTY"]
    assert (g.round, g.rounds_won, g.stage) == (3, (0, 0), "deal")
    assert g.scores[0] == 50


@pytest.mark.parametrize("house", ["reshuffle", "end_round"])
def test_an_empty_stock(house: str) -> None:
    naturals = [rank + suit for rank in "A3456789TJQK" for suit in "cdhs"] * 2
    hands = (["5s", "8d"], ["Kh", *[f"2{suit}" for suit in "cdhs"] * 2])
    for card in ("5s", "8d", "Kh"):
        naturals.remove(card)
    g = bb.bonk.position(hands=hands, discards=naturals, round=2, stock_empty=house)
    assert g.stock == 0
    g = g.play(Draw("stock"))
    if house == "end_round":
        assert (g.round, g.rounds_won) == (3, (0, 0))
        return
    assert g.stock == len(naturals) - 1
    assert g.discards == naturals[-1:]
    assert sorted(g.view("P1").unseen) == sorted(naturals[:-1])
    assert sum(p for _, p in g.view("P1").chances()) == 1


# -- what nobody may see


def swapped(g: bb.Game, seat: int, rng: random.Random) -> bb.Game:
    """The same game to the eyes of a seat: what it cannot see is dealt anew."""
    s = g.state
    hidden = [kind for kind in range(52) for _ in range(s.stock[kind])]
    others = [k for k in positions.seats(s) if k != seat]
    for other in others:
        for kind in range(52):
            hidden += [kind] * (s.hand[other][kind] - s.open[other][kind])
        s.hand[other] = s.open[other][:]
    rng.shuffle(hidden)
    for other in others:
        while sum(s.hand[other]) < s.size[other]:
            s.hand[other][hidden.pop()] += 1
    s.stock = [hidden.count(kind) for kind in range(52)]
    return bb.position("bonk", g.ruleset.write(s))


@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_change_nothing_that_a_seat_sees_or_a_bot_does(seed: int) -> None:
    rng = random.Random(seed)
    g = bb.new("bonk", seats=3, seed=seed, contracts=SHORT[1:], bonk_ban="none")
    compared = 0
    for _ in range(150):
        if g.is_over:
            break
        seat = g.seats.index(g.actor) if g.actor != "chance" else -1
        fresh = all(s <= 0 for s in (g.state.held[k] - sum(o[k] for o in g.state.open)
                                     for k in range(52)))
        if seat >= 0 and fresh:
            other = swapped(g, seat, rng)
            mine, theirs = g.view(g.actor), other.view(g.actor)
            assert without_counts(mine.state) == theirs.state
            assert str(mine.position).count("?") == sum(g.sizes) - len(g.hands[seat]) - sum(
                len(k) for i, k in enumerate(g.known) if i != seat)
            for name in ("elisabot", "botson"):
                policy = Policy.of("bonk", name)
                decided = policy.decide(mine)
                assert decided == policy.decide(theirs)
                assert decided.scores == policy.decide(g).scores
                compared += 1
        g = g.act(["elisabot", "botson", "random"])
    assert compared > 50


def test_views_hide_hands_stock_and_the_claims_of_others() -> None:
    g = bb.bonk.position(hands=(["5s", "8d"], ["Kh", "Kd"], ["4d", "4h"], ["4c", "9h"]), round=2,
                         discards="3c 9d", turn=1, stage="claims", heard={"P3": "claim"},
                         open=([], ["Kd"], [], []))
    view = g.view("P4")
    assert view.hands == (["?", "?"], ["Kd", "?"], ["?", "?"], ["4c", "9h"])
    assert view.claims == {} and g.claims == {"P3": "claim"}
    assert set(g.unseen) < set(view.unseen) or len(view.unseen) > len(g.unseen)
    assert len(view.unseen) == 104 - 2 - 2 - 1
    assert view.stock == g.stock
    with pytest.raises(bb.PositionError, match="hides"):
        bb.position("bonk", view.position)
    drawn = g.play(bb.bonk.Pass())
    assert drawn.view("P2").hands[0] == ["?"] * 2


def test_a_card_known_to_be_in_some_hand_stays_known_when_its_twin_is_played() -> None:
    g = bb.bonk.position(hands=("7c 8d", "7c Kd", "4d 4h"), round=2, discards="3c", stage="play",
                         held="7c 7c")
    assert "7c" not in g.view("P3").unseen
    after = g.play(Discard("7c"))       # the other one is still in a hand, and in no stock
    assert "7c" not in after.view("P3").unseen
    assert "7c" in bb.position("bonk", after.position.replace(" | held 7c", "")).view("P3").unseen


def test_the_log_tells_no_card_that_only_one_has_seen() -> None:
    g = bb.new("bonk", seats=3, seed=4, contracts=SHORT)
    for _ in range(200):
        if g.is_over:
            break
        g = g.act("elisabot")
        hidden = g.events[0].rule if g.events else ""
        if isinstance(g.last, Card) and hidden in ("DRAW", "PENALTY_CARD"):
            assert g.last.card not in g.events[0].text


@pytest.mark.parametrize(("line", "says"), [
    ("P1 0 5s 8d | P2 0 Kh Kd | P3 0 4d 4h | round 2 | discards 9d 3c | turn P2 | stage claims",
     "costs a penalty card -"),
    ("P1 0 5s 8d | P2 0 Kh Kd | P3 0 4d 4h | round 2 | discards 9d 3c | turn P2 | stage answer "
     "| claimant P3", "gives up the own draw -"),
    ("P1 0 7h 7c 9h 9c 9d Ks 4c | P2 0 Kh Kd | discards 5c 7d | turn P1",
     "then meets the contract +4.00, progress towards the contract +"),
    ("P1 0 7h 7c 9h Qd | P2 0 Kh | discards 5c | turn P1", "a new card from the stock +"),
    ("P1 0 7h 7c 2d 9h 9c 9d 7s 4c | P2 0 Kh | discards 5c | turn P1 | stage play", "reveals +"),
    ("P1 0 7h 4c | P2 0 Kh | melds P1 7c 7d 7s | discards 5c | turn P1 | stage play",
     "lays a card off +"),
    ("P1 0 7h 7c Ks | P2 0 Kh | discards 5c | turn P1 | stage play", "points out of the hand +")])
def test_a_bot_gives_its_reasons_in_words(line: str, says: str) -> None:
    g = bb.position("bonk", line)
    decision = Policy.of("bonk", "elisabot").decide(g.view(g.actor))
    assert says in decision.why, decision
    assert not set(policies.Feature.__members__) & set(decision.why.replace(",", "").split())
    assert set(policies.REASONS) == set(policies.Feature.__members__)


# -- reveals in any legal way


def test_a_reveal_is_laid_as_it_is_written() -> None:
    g = bb.bonk.position(hands=("7h 7c 7d 7s 3h 4h 5h 2c 6h 9d", "Kh"), round=2, discards="5c",
                         stage="play")
    (canonical,) = [a for a in g.legal() if isinstance(a, Reveal)]
    assert g.play(canonical).melds
    own = Reveal([["7h", "7c", "7d", "7s"], "2c 6h 5h 4h 3h"])
    assert own != canonical
    after = g.play(own)
    assert after.melds == [(0, ["7h", "7c", "7d", "7s"]), (0, ["3h", "4h", "5h", "6h", "2c"])]
    assert after.hands[0] == ["9d"]
    assert after.last == own
    assert bb.position("bonk", after.position).melds == after.melds
    refusal = g.why_not(Reveal(["7h 7c 7d", "Th Jh Qh Kh"]))
    assert refusal.rule == "REVEAL"


# -- files


def test_games_are_saved_and_loaded_by_playing_them_again(tmp_path: Path) -> None:
    for seed, options in enumerate([{"contracts": SHORT}, random_options(random.Random(3))]):
        g = bb.new("bonk", seats=3, seed=seed, **options)
        for _ in range(150):
            g = g.act(["elisabot", "botson", "random"]) if not g.is_over else g
        g.save(tmp_path / "game.json")
        loaded = bb.load(tmp_path / "game.json")
        assert loaded == g
        assert str(loaded.log) == str(g.log)


def test_a_saved_game_that_was_edited_is_refused(tmp_path: Path) -> None:
    g = bb.new("bonk", seats=2, seed=1).turn().turn()
    g.save(tmp_path / "game.json")
    text = (tmp_path / "game.json").read_text()
    (tmp_path / "game.json").write_text(text.replace('"draw stock"', '"reveal 7h 7c 7d"', 1))
    with pytest.raises(bb.SaveError, match="DRAW"):
        bb.load(tmp_path / "game.json")


def narrated(seats: int, seed: int) -> str:
    bots = ["elisabot", "botson", "elisabot", "botson"][:seats]
    g = bb.new("bonk", seats=seats, seed=seed, contracts=SHORT).finish(bots, turn_limit=400)
    return f"{g.history[0].position}\n\n{g.log}\n\n{g.position}\n"


@pytest.mark.parametrize(("seats", "seed"), [(3, 7)])
def test_a_whole_game_is_told_as_in_its_file(seats: int, seed: int) -> None:
    file = GOLDEN / f"bonk-{seats}-seats-seed-{seed}.txt"
    assert narrated(seats, seed) == file.read_text(encoding="utf-8")


def test_the_log_says_that_a_hand_is_empty_as_people_do() -> None:
    g = bb.bonk.position(("7s 8s", "Kh Kd"), melds=[(0, "7h 7c 7d"), (1, "8c 8d 8h")],
                         stage="play", discards="9d")
    told = [event.text for event in g.play("lay off 7s on 0").play("discard 8s").events]
    assert told[:4] == ["P1 discards 8s and has no cards left.", "P1 goes out and wins round 1.",
                        "P1 scores nothing in round 1, 0 in all.",
                        "P2 scores 20 points in round 1, 20 in all."]
    other = g.play("lay off 8s on 1")
    assert str(other.events[-1]) == "P1 lays off 8s on P2's set: 8c 8d 8h 8s. [LAY_OFF]"
    own = other.play("lay off 7s on 0").events
    assert own[0].text == "P1 lays off 7s on their own set: 7h 7c 7d 7s."
    assert own[1].text == "P1 goes out and wins round 1."


# -- compiled


def start(seats: int, **options: Any) -> Struct:
    adapter = ruleset("bonk")
    s = adapter.fresh(adapter.seated(seats))
    houserules.apply(s, options)
    rules.new_game(s)
    return s


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize(("seats", "names", "options"), [
    (2, ("elisabot", "botson"), {"contracts": SHORT}),
    (3, ("random", "elisabot", "botson"), {"bonk_ban": "none", "contracts": ["1s-6", "1r-6"],
                                           "swap_wilds": "yes", "lay_off_same_turn": "no"}),
    (5, ("random", "botson", "random", "random", "elisabot"), {})])
def test_compiled_games_are_the_interpreted_ones(seats: int, names: tuple[str, ...],
                                                 options: dict[str, Any]) -> None:
    ends, tallies = [], []
    for way in (twin.interpreted("bonk"), twin.compiled("bonk")):
        s = way.state(start(seats, **options))
        tally = np.zeros((rules.RULES, state.SEATS), np.int64)
        way.playout.play_game(s, weights("bonk", *names), np.random.default_rng(seats), tally, 150)
        ends.append(s if isinstance(s, Struct) else twin.to_struct(s, rules.STATE))
        tallies.append(tally)
    assert ends[0] == ends[1]
    assert (tallies[0] == tallies[1]).all()
    assert tallies[0].sum() > 100


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("turns", [1, 7, 40, 150, 900])
def test_after_many_turns_there_are_still_two_of_each_card(turns: int) -> None:
    """Rounds that last empty the stock, so that it is made anew from the discards."""
    rng, way, reshuffled = random.Random(turns), twin.compiled("bonk"), 0
    for seats in (2, 3, 4, 5):
        s = start(seats, **random_options(rng))
        states, tallies = way.states(s, 30), np.zeros((30, rules.RULES, state.SEATS), np.int64)
        names = [rng.choice(["random", "elisabot", "botson"]) for _ in range(seats)]
        way.playout.play_games(states, tallies, weights("bonk", *names),
                               np.random.default_rng(turns), turns)
        for one in states:
            check(twin.to_struct(one, rules.STATE))
        reshuffled += tallies[:, rules.Rule.STOCK_EMPTY].sum()
    assert turns < 900 or reshuffled > 10


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("name", ["elisabot", "botson"])
def test_named_policies_beat_chance(name: str) -> None:
    results = bb.simulate("bonk", games=300, seats=2, policies=[name, "random"], seed=1,
                          turn_limit=3000)
    assert results.wins["P1"].value > 0.85
    turned = bb.simulate("bonk", games=300, seats=2, policies=["random", name], seed=2,
                         turn_limit=3000)
    assert turned.wins["P2"].value > 0.85
