"""BONK's odds: by hand, by brute force, by simulation, and from nothing that a view hides."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.bonk import odds
from bonkbook.bonk.faces import (
    CONTRACTS,
    FINAL_CONTRACTS,
    Contract,
    card_kind,
    card_text,
    round_terms,
)
from bonkbook.bonk.kernel import cards as c
from bonkbook.bonk.kernel import melds as m
from bonkbook.bonk.kernel import reach, state
from bonkbook.bonk.odds import knowledge
from bonkbook.bonk.odds.knowledge import Knowledge
from bonkbook.engine import twin
from bonkbook.engine.compiling import has_numba
from bonkbook.probability import deals
from bonkbook.probability.estimate import Estimate
from tests.bonk.test_games import random_options

F = Fraction
position = bb.bonk.position

needs_numba = pytest.mark.skipif(not has_numba(), reason="compiled rules need numba")

# P3 may claim 7d; it has two sevens, and 5s 6s for a run.
CLAIM: dict[str, Any] = {"round": 2, "stage": "claims", "turn": "P2", "discards": "7d",
                         "hands": ("9h", "Kd 4s", "7h 7c 5s 6s Qd Jc 9d 3h")}


# -- the deal


@pytest.mark.parametrize(("round", "exact"), [
    (1, F(7607464, 379345395)), (2, F(393093191, 36796503315)), (3, F(18289, 12824273)),
    (4, F(1087935204, 148301058815)),
])
def test_the_deal_of_sets_and_runs_is_exact(round: int, exact: Fraction) -> None:
    found = odds.deal(round)
    assert isinstance(found, bb.deals.P)
    assert found == exact


def test_a_deal_that_is_not_counted_is_simulated_and_agrees_where_both_can_be() -> None:
    assert odds.deal(Contract(1, 0)) == deals.a_set(7)
    found = odds._simulated_deal(round_terms(Contract(1, 0)), 3000, 1)
    assert found.n == 3000
    assert found.agrees_with(deals.a_set(7))
    strict = odds.deal(Contract(1, 0), max_wilds=0, games=2000)
    assert isinstance(strict, Estimate)
    natural = sum(share for (held, counts), share in deals.profiles(7).items()
                  if counts and counts[0] >= 3)
    assert strict.agrees_with(natural)


def test_a_hand_that_never_came_is_not_called_impossible() -> None:
    found = odds.deal(7, games=50)
    assert isinstance(found, Estimate)
    assert (found.value, found.error, found.n) == (0, 1 / 50, 50)
    with pytest.raises(ValueError, match="games must be a whole number from 1"):
        odds.deal(7, games=-1)


# -- by hand


def test_outs_and_the_next_draw_by_hand() -> None:
    g = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c", "9h 2c"), discards="9h 4c")
    found = {out.card: out.copies for out in odds.outs(g, "P1") if out.completes}
    # Six nines but the two of the own hand and one discard, and the eight twos.
    assert found == {"9c": 2, "9d": 1, "9h": 1, "9s": 1, "2c": 2, "2d": 2, "2h": 2, "2s": 2}
    p = odds.next_draw(g, "P1")
    assert p == F(13, 104 - 7 - 2)
    assert dict(p.outcomes)["9c"] == F(2, 95)
    assert "unseen" in p.note
    assert odds.unseen(g, "P1")["9h"] == 1
    assert sum(odds.unseen(g, "P1").values()) == 95
    assert not any(out.is_useful for out in odds.outs(g, "P2"))


def test_cards_known_to_be_in_a_hand_do_not_come() -> None:
    g = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c", "9h 2c"), discards="4c",
                 open=("", "9h"))
    assert odds.unseen(g, "P1")["9h"] == 1
    assert odds.next_draw(g, "P1") == F(14 - 1, 104 - 7 - 1 - 1)


def test_what_lies_on_the_pile() -> None:
    g = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c", "2c Kd"), discards="9h 9c")
    out = odds.pile_card(g)
    assert out is not None
    assert (out.card, out.completes, out.lays_off) == ("9c", True, False)
    lines = {line.key: line.p for line in odds.panel(g)}
    assert lines["discard"] == 1
    assert lines["next"] == F(12, 95)
    assert bb.odds(g, "REVEAL") == F(12, 95)
    assert bb.odds(g, "REVEAL", horizon="turn") == 1
    assert bb.odds(g, "REVEAL", horizon="turn", choose="worst") == 0


def test_after_the_draw_the_best_discard_counts() -> None:
    g = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c 4h", "2c Kd"), discards="9h",
                 stage="play")
    found = odds.discards(g)
    assert next(iter(found)) == "Ks"            # as good as 4h and 3c, and dearer
    assert found["Ks"] == found["3c"] == F(13, 95) > found["9d"]
    assert odds.next_draw(g) == F(13, 95)
    assert bb.odds(g, "REVEAL", horizon="turn") == 0
    ready = g.play("discard Ks")
    assert odds.discards(ready) == {}
    assert odds.next_draw(ready, "P1") == F(13, 95)


def test_laying_off_after_the_reveal() -> None:
    g = position(round=2, hands=("Kd 4s", "Kh Ah"), discards="9d", turn="P1",
                 melds=[("P1", "6s 7s 8s 9s"), ("P1", "3c 3d 3h")])
    p = odds.next_draw(g)
    assert sorted(card for card, _ in p.outcomes) == sorted(
        ["5s", "Ts", "3c", "3d", "3h", "3s", "2c", "2d", "2h", "2s"])
    assert p == F(2 + 2 + 1 + 1 + 1 + 2 + 8, 104 - 2 - 7 - 1)
    assert bb.odds(g, "LAY_OFF") == p
    assert bb.odds(g, "LAY_OFF", horizon="turn") == p
    assert odds.panel(g)[0].p == p
    with pytest.raises(ValueError, match="ask for LAY_OFF"):
        bb.odds(g, "REVEAL")
    with pytest.raises(ValueError, match="has revealed"):
        odds.complete_within(g)
    assert odds.bonk_or_not(g) is None


def test_points_in_hand() -> None:
    g = position(round=1, hands=("7h Kc 2s", "9h"), discards="4c")
    assert odds.points(g, "P1") == 5 + 10 + 25
    found = odds.points_drawn(g, "P1")
    # Of 100 unseen cards 7 are twos, 8 aces, 31 tens to kings.
    assert {had - 40: share for had, share in found.items()} == {
        25: F(7, 100), 20: F(8, 100), 10: F(31, 100), 5: F(54, 100)}


def test_an_empty_stock_is_made_of_the_discards() -> None:
    pile = [f"{rank}{suit}" for rank in "3456789TJQKA" for suit in "cdhs"] * 2
    hand = ["7h", "7c", "7s", "9d", "9s", "Ks", "3c"]
    for card in [*hand, "Qd"]:
        pile.remove(card)
    g = position(round=1, hands=(hand, "Qd 2c 2d 2h 2s 2c 2d 2h 2s"), discards=pile)
    assert g.stock == 0
    assert sum(odds.unseen(g, "P1").values()) == len(pile) - 1
    p = odds.next_draw(g, "P1")
    assert p == F(6, len(pile) - 1)
    assert "stock is empty" in p.note
    mine = position(round=1, hands=([*hand, "4c"], "Qd 2c 2d 2h 2s 2c 2d 2h 2s"), stage="play",
                    discards=[*pile[:pile.index("4c")], *pile[pile.index("4c") + 1:]])
    nines = odds.discards(mine)["4c"]       # it becomes the top: all others are shuffled
    assert nines == F(6, len(pile) - 1)
    end = position(round=1, hands=(hand, "Qd 2c 2d 2h 2s 2c 2d 2h 2s"), discards=pile,
                   stock_empty="end_round")
    assert odds.next_draw(end, "P1") == 0
    assert dict(odds.points_drawn(end, "P1")) == {odds.points(end, "P1"): 1}
    assert all(line.p == 0 for line in odds.panel(end, "P1") if line.key != "discard")


def test_what_cannot_be_asked_is_explained() -> None:
    g = position(**CLAIM)
    for question, words in [
            (lambda: bb.odds(g, "REVEAL", horizon=3), "complete_within"),
            (lambda: bb.odds(g, "GO_OUT"), "REVEAL and, after it, for LAY_OFF"),
            (lambda: bb.odds(g, "REVEAL", choose="elisabot"), "for policies use simulate"),
            (lambda: bb.odds(g, "LAY_OFF"), "ask for REVEAL"),
            (lambda: odds.outs(g, "P9"), "no seat"),
            (lambda: odds.outs(g.view("P1"), "P2"), "view of P1"),
            (lambda: odds.complete_within(g, draws=0), "1 to 50"),
            (lambda: odds.complete_within(g, games=0), "games must be a whole number from 1"),
            (lambda: odds.complete_within(g, seat="P2", claim=True), "cannot claim a card")]:
        with pytest.raises(ValueError, match=words):
            question()


# -- against brute force


def hands_of(rng: random.Random, size: int, twos: int) -> list[int]:
    """Kinds of a random hand that is near to some melds, with so many twos."""
    deck = [kind for kind in range(52) if not c.is_wild(kind)] * 2
    suit, low = rng.randrange(4), rng.randrange(2, 9)
    wanted = [13 * suit + rank for rank in range(low, low + rng.randint(2, 5))]
    wanted += [13 * k + rng.choice((low, 12)) for k in rng.sample(range(4), 2)]
    hand = wanted[:max(0, size - twos)]
    rest = [kind for kind in rng.sample(deck, 60) if kind not in hand]
    return hand + rest[:size - twos - len(hand)] + [13 * (k % 4) + 1 for k in range(twos)]


TERMS: list[tuple[Any, dict[str, Any]]] = [
    *((round, {}) for round in range(1, 8)), (5, {"max_wilds": 1}), (2, {"min_naturals": 2}),
    (1, {"set_distinct_suits": "yes"}), (7, {"max_wilds": 2}), (6, {"runs_same_suit": "yes"}),
    *((contract, {}) for contract in list(FINAL_CONTRACTS.values())[1:])]


def cases(times: int) -> Iterator[tuple[c.Ints, c.Ints, c.Ints]]:
    """Hands, pools and terms, a few of each."""
    rng = random.Random(7)
    for round, house in TERMS:
        terms = round_terms(round, **house)
        for trial in range(times):
            hand = hands_of(rng, int(terms[c.DEALT]), (0, 2, 3, 5, 1, 4)[trial % 6])
            counts = c.count_hand(np.array(hand))
            pool = np.zeros(52, np.int64)
            for kind in rng.sample(range(52), 26):
                pool[kind] = rng.randint(0, 2 - min(2, int(counts[kind // 13, kind % 13])))
            yield counts, pool, terms


def meets(counts: c.Ints, terms: c.Ints, *kinds: int) -> bool:
    more = counts.copy()
    for kind in kinds:
        more[kind // 13, kind % 13] += 1
    return bool(m.can_reveal(more, terms))


@pytest.mark.slow
def test_completing_cards_are_as_all_tried() -> None:
    some = 0
    for counts, pool, terms in cases(5):
        found, before = np.zeros(52, np.int64), counts.copy()
        reach.completing(counts, pool, terms, 0, found)
        assert (counts == before).all()
        assert found.tolist() == [int(pool[kind] > 0 and meets(counts, terms, kind))
                                  for kind in range(52)]
        some += 0 < found.sum() < (pool > 0).sum()
    assert some > 8


@pytest.mark.slow
def test_completing_pairs_are_as_all_tried() -> None:
    some = 0
    for counts, pool, terms in cases(2):
        kinds = np.flatnonzero(pool)[:10].tolist()
        pool = np.where(np.isin(np.arange(52), kinds), pool, 0)
        ways, before = np.zeros(52, np.int64), counts.copy()
        reach.completing_pairs(counts, pool, terms, 0, ways)
        assert (counts == before).all()
        expected = [0] * 52
        for first, second in itertools.product(kinds, repeat=2):
            pairs = pool[first] * (pool[second] - (first == second))
            if pairs and meets(counts, terms, first, second):
                expected[first] += pairs
        assert ways.tolist() == expected
        some += sum(expected) > 0
    assert some > 8


def test_a_card_must_be_kept_by_a_house_rule() -> None:
    ours = "7h 7c 9d 9s 9h"                 # with another seven there are two sets, and no more
    for go_out, p in (("any", F(14, 98)), ("discard", F(0))):
        g = position(hands=(ours, "Kd Ks"), discards="4c", contracts="2s-5", go_out=go_out)
        assert odds.next_draw(g, "P1") == p


# -- a claim


def test_a_claim_by_hand() -> None:
    g = position(**CLAIM)
    found = odds.bonk_or_not(g)             # P3 is asked first
    assert found is not None
    assert (found.seat, found.card) == ("P3", "7d")
    assert found.without == 0               # both melds lack a card
    # With three sevens 5s 6s lack two of 3s 4s 7s 8s, or twos; one card is not enough.
    assert found.at_once == 0
    near = {"3s": 2, "4s": 2, "7s": 2, "8s": 2, "2": 8}
    # Pairs that make 3-6, 4-7, 5-8: 3s 4s, 4s 7s, 7s 8s; or a two with any of them, or two twos.
    pairs = 4 + 4 + 4 + 8 * 8 + 28
    assert sum(near.values()) == 16
    # A second seven of spades is one of the set, and a two may stand in the set as well.
    assert found.claimed >= F(2 * pairs, 95 * 94)
    assert found.points == 5 * 6 + 10 * 2 and found.points_claimed.mean > found.points + 5
    assert found.gain == found.claimed and found.cost == found.points_claimed.mean - found.points
    assert str(found.claimed) in str(found) and "<td>50</td>" in found._repr_html_()
    exact = [line.key for line in odds.panel(g) if isinstance(line.p, deals.P)]
    assert exact == ["next", "claim", "claim_next", "wild"]


def test_a_claim_is_as_the_rules_play_it_out() -> None:
    g = position(**CLAIM)
    found = odds.bonk_or_not(g, "P3")
    assert found is not None
    claimed = g.play("claim")
    while claimed.actor != "chance":        # the others pass, the mover allows it
        claimed = claimed.play("allow" if claimed.actor == "P2" else "pass")
    view = claimed.view("P3")
    assert odds.points_drawn(view) == found.points_claimed
    met = F(0)
    for card, share in view.chances():
        with_both = position(round=2, hands=("9h", "Kd 4s",
                                             [*view.hands[2], str(card.card)]), turn="P3")
        met += share * odds.next_draw(with_both, "P3")
    assert met == found.claimed


def test_the_points_of_a_claim_are_of_card_and_penalty() -> None:
    found = odds.bonk_or_not(position(**CLAIM))
    assert found is not None
    assert min(found.points_claimed) == found.points + 5 + 5
    assert max(found.points_claimed) == found.points + 5 + 25


def test_where_every_card_has_to_fit_nothing_is_met_before_the_draw() -> None:
    g = position(round=7, stage="claims", turn="P2", discards="9h", hands=(
        "Kh", "Kd 4s", "3h 4h 5h 6h 7h 8h Kd Ks"))
    found = odds.bonk_or_not(g, "P3")
    assert found is not None
    assert found.at_once == 0
    # The run has its seven cards; the kings need a third card, the other one may be of either.
    drawn = odds.next_draw(position(round=7, discards="9d", hands=(
        "Kh", "Kd 4s", "3h 4h 5h 6h 7h 8h 9h Kd Ks")), "P3")
    assert 0 < drawn < 1 and 0 < found.claimed < drawn
    assert found.without == 0


# -- by simulation


def test_the_first_of_more_draws_is_as_exact() -> None:
    g = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c", "9h 2c"), discards="9h 4c")
    none, first, second = odds.by_draw(g, 2, games=400, seed=3)
    assert none.value == 0
    assert first.agrees_with(odds.next_draw(g, "P1"))
    # Nothing of use is ever discarded: the second draw has as good a chance as the first.
    exact = 1 - F(82 * 81, 95 * 94)
    assert second.agrees_with(exact)
    again = odds.complete_within(g, 2, games=400, seed=3)
    assert again == second


def test_a_claim_by_simulation_is_as_exact() -> None:
    g = position(**CLAIM)
    found = odds.bonk_or_not(g)
    assert found is not None
    assert odds.complete_within(g, 1, games=500, claim=True).agrees_with(found.claimed)
    assert odds.complete_within(g, 1, games=300).agrees_with(found.without)


@needs_numba
@pytest.mark.slow
def test_the_panel_looks_a_few_draws_ahead_where_that_is_quick(
        monkeypatch: pytest.MonkeyPatch) -> None:
    g = position(**CLAIM)
    monkeypatch.setattr(knowledge, "fastest", twin.interpreted)
    assert not [line.key for line in odds.panel(g) if "soon" in line.key]
    monkeypatch.setattr(knowledge, "fastest", twin.compiled)
    lines = {line.key: line for line in odds.panel(g)}
    for key, claim in (("soon", False), ("claim_soon", True)):
        assert lines[key].p == odds.complete_within(g, 3, 2_000, claim=claim)
        assert "2,000 games" in lines[key].note and odds.KEEP_NEAREST in lines[key].note
    assert lines["claim_soon"].label == "meet it within 3 draws after claiming 7d"
    assert lines["claim_soon"].p.value > lines["claim_next"].p
    ready = position(round=1, hands=("7h 7c 7s 9d 9s 9h 3c 4h", "2c Kd"), discards="4c",
                     stage="play")
    assert "soon" not in {line.key for line in odds.panel(ready)}, "it is met already"
    down = position(round=2, hands=("Kd 4s", "Kh Ah"), discards="9d", turn="P1",
                    melds=[("P1", "6s 7s 8s 9s"), ("P1", "3c 3d 3h")])
    assert [line.key for line in odds.panel(down)] == ["lay_off", "discard", "wild"]


def test_who_has_drawn_discards_first() -> None:
    ready = position(round=1, hands=("7h 7c 7s 9d 9s 9h 3c 4h", "2c Kd"), discards="4c",
                     stage="play")
    assert odds.by_draw(ready, 1, games=5)[0].value == 1
    near = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c 4h", "2c Kd"), discards="9h",
                    stage="play")
    none, first = odds.by_draw(near, 1, games=400, seed=1)
    assert none.value == 0
    assert first.agrees_with(odds.next_draw(near))


def test_the_nearest_discard_keeps_what_counts() -> None:
    s = position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c 4h 2s", "Kd"), discards="4c").state
    assert reach.nearest_discard(s, 0) == card_kind("Ks")
    twos = position(round=1, hands=("2h 2c 2s", "Kd"), discards="4c").state
    assert reach.nearest_discard(twos, 0) == -1


@needs_numba
@pytest.mark.slow
def test_compiled_odds_are_the_same() -> None:
    fast = twin.compiled("bonk").part("reach")
    for counts, pool, terms in cases(3):
        marks = np.zeros((4, 52), np.int64)
        for part, (alone, pairs) in ((reach, marks[:2]), (fast, marks[2:])):
            part.completing(counts, pool, terms, 0, alone)
            part.completing_pairs(counts, pool, terms, 0, pairs)
        assert (marks[:2] == marks[2:]).all()
    g = position(**CLAIM)
    know = Knowledge.of(g, "P3")
    hits = np.zeros((2, 4), np.int64)
    for part, start, row in ((reach, know.s, hits[0]),
                             (fast, twin.compiled("bonk").state(know.s), hits[1])):
        part.draw_on_often(start, 2, know.pool.copy(), 1, False, 0, np.random.default_rng(1),
                           row, 60)
    assert (hits[0] == hits[1]).all()
    assert hits.sum() > 0


# -- through whole games, and from what a seat sees


def shuffled(g: bb.Game, seat: str, rng: random.Random) -> bb.Game:
    """The game with the cards that a seat cannot see dealt anew to the others and the stock."""
    s, me = g.state, g.ruleset.seat_names.index(seat)
    others = [k for k in range(state.SEATS) if s.playing[k] and k != me]
    known = {k: s.open[k][:] for k in others}
    loose = [kind for k in others for kind in range(52)
             for _ in range(s.hand[k][kind] - known[k][kind])]
    held = [s.held[kind] - sum(known[k][kind] for k in others) - s.hand[me][kind]
            for kind in range(52)]
    if any(n > 0 for n in held):
        return g                # some of them are known to be in hands
    cards = loose + [kind for kind in range(52) for _ in range(s.stock[kind])]
    rng.shuffle(cards)
    for k in others:
        hidden = s.size[k] - sum(known[k])
        s.hand[k] = known[k]
        for _ in range(hidden):
            s.hand[k][cards.pop()] += 1
    s.stock = [cards.count(kind) for kind in range(52)]
    return bb.Game(g.ruleset, s, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_panel_answers_anywhere_and_sees_only_the_view(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng) if seed % 2 else {}
    g = bb.new("bonk", seats=rng.choice([2, 3, 4]), seed=seed, **options)
    bots = {name: rng.choice(["elisabot", "botson", "random"]) for name in g.seats}
    asked = 0
    for _ in range(160):
        if g.is_over:
            break
        if rng.random() < 0.2:
            seat = rng.choice(g.seats)
            lines = odds.panel(g, seat)
            assert lines == odds.panel(g.view(seat))
            assert lines == odds.panel(shuffled(g, seat, rng), seat)
            assert len({line.key for line in lines}) == len(lines)
            asked += len(lines)
            odds.outs(g, seat), odds.points(g, seat), odds.points_drawn(g, seat)
            odds.pile_card(g, seat), odds.discards(g, seat), odds.bonk_or_not(g, seat)
        odds.panel(g)
        g = g.act(bots)
    assert asked > 30


def test_there_is_nothing_to_ask_before_the_deal_and_after_the_end() -> None:
    g = bb.position("bonk", "P1 0 | P2 0 | stage lot")
    assert odds.panel(g) == []
    assert odds.outs(g)
    assert not any(out.is_useful for out in odds.outs(g))
    over = position(round=7, hands=("", "Kh"), discards="9d", stage="over", turn="P1")
    assert odds.panel(over) == odds.panel(over.view("P2")) == []
    assert odds.bonk_or_not(over) is None and odds.pile_card(over) is None


def test_contracts_of_all_rounds_are_asked() -> None:
    for round in range(1, 8):
        g = bb.new("bonk", seats=2, seed=round, contracts=[CONTRACTS[round - 1]],
                   final_contract="long_run_and_any")
        while g.stage in ("lot", "deal", "upcard"):
            g = g.next()
        for seat in g.seats:
            assert 0 <= odds.next_draw(g, seat) <= 1


@pytest.mark.parametrize("round", [1, 2, 5, 7])
def test_each_discard_is_as_asked_without_it(round: int) -> None:
    rng, some = random.Random(round), 0
    for twos in (1, 2, 3):
        texts = [card_text(kind) for kind in hands_of(rng, 7 + round, twos)]
        g = position(round=round, hands=(texts, "9d"), discards="Kd", stage="play")
        for card, p in odds.discards(g).items():
            rest = list(texts)
            rest.remove(card)
            after = position(round=round, hands=(rest, "9d"), discards="Kd")
            # The discard itself can come no more.
            copies = odds.unseen(after).get(card, 0) - odds.unseen(g).get(card, 0)
            met = sum(out.copies for out in odds.outs(after) if out.completes)
            met -= copies * any(out.card == card and out.completes for out in odds.outs(after))
            assert p == F(met, sum(odds.unseen(g).values()))
            some += 0 < p < 1
    assert some or round == 7
