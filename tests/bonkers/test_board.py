"""The Bonkers board: its geometry, its words, and what a position looks like."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import bonkbook as bb
from bonkbook.bonkers import Place, board, ring
from bonkbook.bonkers.layout import layout
from bonkbook.scene.palette import INK
from bonkbook.scene.scene import Scene
from bonkbook.scene.svg import svg
from tests.geometry import area, crossing_number, inside

position = bb.bonkers.position
CHAIN = {"tokens": (40, 0, 0, 27), "scores": (5, 2, 11, 0),
         "cards": {47: "-5", 42: "+10", 37: "-1"}, "hands": (["+1", "EX"], [], ["RA"], []),
         "lose_cards": (True, False, False, False)}


# -- geometry


@pytest.mark.parametrize("size", [13, 30, 55, 60])
def test_spaces_lie_side_by_side_round_the_ring(size: int) -> None:
    outlines = [ring.outline(n, 0, size) for n in range(size)]
    for n, here in enumerate(outlines):
        there = outlines[(n + 1) % size]
        assert (here[4], here[5]) == (there[0], there[-1])     # they share a border
        assert area(here) * area(outlines[0]) > 0
        assert all(-0.01 <= c <= ring.SIDE + 0.01 for point in here for c in point)
    apart = [math.dist(ring.at(n / size), ring.at((n + 1) / size)) for n in range(size)]
    assert max(apart) < 1.5 * min(apart)


@pytest.mark.parametrize("size", [30, 55, 60])
def test_card_token_and_number_are_inside_their_space_and_apart(size: int) -> None:
    for n in range(size):
        outline = ring.outline(n, 0, size)
        token = ring.token_places(n, 0, size, 1, False)[0][0]
        spots = [ring.card_place(n, 0, size), token, ring.number_place(n, 0, size),
                 ring.print_place(n, 0, size)]
        assert all(crossing_number(spot, outline) % 2 for spot in spots)
        assert math.dist(spots[0], spots[1]) > 0.8
        assert math.dist(spots[1], spots[2]) > 0.5


def test_cards_of_neighbours_do_not_cover_each_other() -> None:
    for n in range(55):
        (ax, ay), (bx, by) = ring.card_place(n, 0, 55), ring.card_place((n + 1) % 55, 0, 55)
        assert max(abs(ax - bx), abs(ay - by)) > ring.CARD


@pytest.mark.parametrize(("count", "special"), [(1, False), (2, False), (2, True), (3, True),
                                                (4, True)])
def test_tokens_on_a_space_stand_apart_and_on_it(count: int, special: bool) -> None:
    for n in (0, 9, 17, 27, 36, 52):
        places = ring.token_places(n, 0, 55, count, special)
        assert len(places) == count
        for (one, size), (two, _) in combinations(places, 2):
            assert math.dist(one, two) > 0.85 * size
        assert all(crossing_number(at, ring.outline(n, 0, 55)) % 2 for at, _ in places)


def test_start_is_in_the_middle_of_the_lower_side_and_ahead_is_clockwise() -> None:
    x, y = ring.at(0)
    assert (x, y) == (10.0, pytest.approx(17.8))
    assert ring.at(1 / 55)[0] < x
    turn = sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise(
        [(ring.at(k / 55)[0] - 10, ring.at(k / 55)[1] - 10) for k in range(56)]))
    assert turn > 0      # y grows downwards: clockwise as one sees it
    assert ring.outline(7, 7, 55) == ring.outline(0, 0, 55)


# -- a position


def picture(**layers) -> Scene:
    return position(**CHAIN).scene(**layers)


def test_every_space_card_token_and_peg_is_there() -> None:
    scene = picture()
    spaces = {s.id: s for s in scene.spaces if s.id.isdigit()}
    assert list(spaces) == [str(n) for n in range(55)]
    assert spaces["52"].words == "space 52, printed Back 15"
    assert spaces["0"].words == "Start, a Score space"
    assert spaces["27"].words == "Lose, space 27"
    assert {(c.id, c.label) for c in scene.cards} == {
        ("card 47", "−5"), ("card 42", "+10"), ("card 37", "−1"), ("P1 card 0", "+1"),
        ("P1 card 1", "EX"), ("P3 card 0", "RA"), ("P1 lose card", "L"), ("pile", "34")}
    tokens = {t.id: t for t in scene.tokens}
    assert set(tokens) == {f"P{k}{what}" for k in range(1, 5) for what in ("", " peg")}
    assert tokens["P2"].space == tokens["P3"].space == "0"
    assert tokens["P2 peg"].label == "2"
    assert len({t.shape for t in scene.tokens}) == 4
    assert inside((tokens["P1"].x, tokens["P1"].y), spaces["40"].polygon)


def test_pegs_stand_in_the_hole_of_their_points() -> None:
    pegs = {t.seat: t for t in picture().tokens if t.index == 1}
    holes = sorted({m.x for m in picture().marks if m.kind == "ring"})
    assert len(holes) == 13
    for seat, score in zip(("P1", "P2", "P3", "P4"), (5, 2, 11, 0), strict=True):
        assert pegs[seat].x == holes[score]
    many = position(tokens=(1, 2), scores=(70, 3), target=100).scene()
    assert [t.label for t in many.tokens if t.index == 1] == ["70", "3"]


def test_everything_inside_the_ring_stays_clear_of_it() -> None:
    scene = picture()
    hole = [ring.at(k / 220, -ring.INNER) for k in range(220)]
    inner = [(c.x + sx * c.width / 2, c.y + sy * c.height / 2) for c in scene.cards
             if c.space.endswith(("hand", "pile")) for sx in (-1, 1) for sy in (-1, 1)]
    inner += [(t.x, t.y) for t in scene.tokens if t.index == 1]
    inner += [(s.x, s.y) for s in scene.spaces if s.id.endswith("name")]
    assert len(inner) > 20
    assert all(crossing_number(point, hole) % 2 for point in inner)


def test_the_text_says_the_whole_position() -> None:
    assert picture().text.splitlines() == [
        "P1: token on track space 40; 5 points; in hand Ahead 1, Exchange, "
        "and the Large Lose Card.",
        "P2: token on Start, a Score space; 2 points; in hand no cards.",
        "P3: token on Start, a Score space; 11 points; in hand Roll Again.",
        "P4: token on Lose, space 27; 0 points; in hand no cards.",
        "Cards on the board: 37 Back 1; 42 Ahead 10; 47 Back 5.",
        "34 cards in the pile."]


def test_the_last_move_is_drawn_hop_by_hop() -> None:
    g = position(**CHAIN).roll(3, 4)
    scene = g.scene(last=g.events)
    assert [a.words for a in scene.arrows] == [
        "P1 moves from space 40 to space 47.", "Back 5 takes P1 to space 42.",
        "Ahead 10 takes P1 to space 52.", "The printed move takes P1 to space 37.",
        "Back 1 takes P1 to Score space 36."]
    starts = [a.points[0] for a in scene.arrows]
    assert math.dist(starts[0], ring.at(40 / 55)) < 0.1
    assert "Arrow: Back 5 takes P1 to space 42." in scene.text
    for arrow, end in zip(scene.arrows, (47, 42, 52, 37, 36), strict=True):
        assert math.dist(arrow.points[-1], ring.at(end / 55, -0.2)) < 0.7


def test_the_ways_of_a_trap_there_and_back_are_apart_and_leave_the_numbers() -> None:
    g = position(tokens=(20, 0), cards={24: "-3", 21: "+3"}).roll(3, 1)
    back, ahead = g.scene(last=g.events).arrows[1:]
    assert math.dist(back.points[8], ahead.points[8]) > 0.6
    hole = [ring.at(k / 220, -ring.INNER) for k in range(220)]
    for space in range(55):
        for move in (-12, -3, -1, 1, 2, 6):
            way = ring.hop(space, space + move, 55)
            assert crossing_number(way[8], hole) % 2, (space, move)


def test_a_trap_that_rests_elsewhere_is_a_hop_too() -> None:
    g = position(tokens=(50, 10), cards={53: "+4", 2: "-4"}).roll(2, 1)
    assert [(a, b) for _, a, b in board.hops(g.events, 55)] == [
        (50, 53), (53, 2), (2, 53), (53, 2)]


def test_the_preview_of_a_card_is_dashed_and_changes_nothing() -> None:
    g = position(tokens=(20, 0), cards={21: "+3"}, hands=(["-3"], []),
                 lose_cards=(False, True)).play(bb.bonkers.Wait()).roll(3, 1)
    g = g.play(bb.bonkers.Wait())
    before = g.position
    scene = g.scene(preview=Place("-3"))
    assert [(a.words, a.dashed) for a in scene.arrows] == [
        ("Back 3 takes P1 to space 21.", True), ("Ahead 3 takes P1 to space 24.", True)]
    assert g.position == before
    assert [e.rule for e in board.foreseen(g, Place("-3"))][-1] == "ENTRAPMENT"


def test_heat_is_checked_and_shown() -> None:
    scene = picture(heat={"5": (0.25, "one in four"), 7: (0.5, "")})
    assert [(h.space, h.value) for h in scene.heat] == [("5", 0.25), ("7", 0.5)]
    assert "Most likely spaces: 7: 50 %; 5: one in four." in scene.text
    long_run = bb.bonkers.odds.chain(position(tokens=(20, 27))).stationary()
    shown = {h.space: h.value for h in picture(heat=long_run).heat}
    assert shown == {str(space): float(share) for space, share in long_run.items()}
    for heat, complaint in (({"55": (0.1, "")}, "not a space"), ({"5": (1.5, "")}, "0 to 1")):
        with pytest.raises(ValueError, match=complaint):
            picture(heat=heat)


def test_what_is_printed_on_a_hot_space_can_be_read() -> None:
    def ink(text: str) -> str:
        return text.split(">Lose</text>")[0].split("<text")[-1].split('fill="')[1][:7]

    hot = picture(heat={"27": (1.0, "")})
    assert ink(svg(hot)) == ink(svg(hot, "heat")) == "#FFFFFF"
    assert ink(svg(picture())) == INK


def test_svg_and_figure_of_positions() -> None:
    for g in (position(**CHAIN), bb.new("bonkers", seats=3, seed=1).finish("random", 30)):
        text = svg(g.scene(last=g.events))
        assert len(text) < 70_000
        root = ElementTree.fromstring(text)
        assert root.attrib["role"] == "img"
        assert g._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    figure = position(**CHAIN).figure()
    pawns = next(trace for trace in figure.data if trace.name == "pawns")
    assert [list(pair) for pair in pawns.customdata][:2] == [["P1", 0], ["P2", 0]]


def test_other_boards_are_drawn_too() -> None:
    own = {"size": 30, "start": 2, "score": [2, 5], "lose": 7, "printed": {"9": -3}}
    g = position(tokens=(3, 2), layout=own, deck={"+1": 9}, cards={4: "+1"})
    scene = g.scene(heat={"29": (0.1, "")})
    assert sum(s.id.isdigit() for s in scene.spaces) == 30
    assert board.space_words(layout(own), 9) == "space 9, printed Back 3"
