"""The Parcheesi board: its geometry, its words, and what a position looks like."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import bonkbook as bb
from bonkbook.parcheesi import board
from bonkbook.scene.palette import PAPER
from bonkbook.scene.svg import svg
from tests.geometry import apart, area, inside, touch

PAWNS = {
    "red": ["N", "20", "12", "X"],
    "green": ["5", "5", "H3", "N"],
    "blue": ["39", "8", "8", "X"],
    "yellow": ["56", "N", "50", "H6"],
}
PLACES = board.places()
ENTRY = {"red": 5, "green": 22, "blue": 39, "yellow": 56}
LAST = {"red": 0, "green": 17, "blue": 34, "yellow": 51}


def shares(one: str, two: str) -> float:
    return touch(PLACES[one], PLACES[two])


# -- geometry


def test_there_are_68_track_spaces_and_nine_places_a_seat():
    assert [p for p in PLACES if p.isdigit()] == [str(n) for n in range(68)]
    own = [p for p in PLACES if not p.isdigit()]
    names = [*(f"H{i}" for i in range(7)), "N", "X"]
    assert sorted(own) == sorted(f"{s} {n}" for s in ENTRY for n in names)
    assert len({board.centre(p) for p in PLACES}) == 68 + 36


def test_places_tile_the_board_exactly():
    assert sum(abs(area(p)) for p in PLACES.values()) == pytest.approx(20 * 20)
    for one, two in combinations(PLACES, 2):
        assert apart(PLACES[one], PLACES[two]), (one, two)


def test_each_arm_is_three_wide_and_eight_long():
    bottom = [p for p in PLACES if p[-1] not in "NX" and board.centre(p)[1] > 12]
    arm = [p for p in bottom if 7 < board.centre(p)[0] < 13 and p not in ("9", "59")]
    columns = {x: [p for p in arm if abs(board.centre(p)[0] - x) < 0.3] for x in (8, 10, 12)}
    assert {x: len(c) for x, c in columns.items()} == {8: 8, 10: 8, 12: 8}
    assert [p for p in columns[10] if p.isdigit()] == ["0"]


@pytest.mark.parametrize("n", range(68))
def test_neighbours_on_the_track_share_a_border(n):
    assert shares(str(n), str((n + 1) % 68)) >= 0.99
    assert shares(str(n), str((n + 3) % 68)) == 0


def test_track_runs_counter_clockwise_as_one_sees_it():
    ring = [board.centre(str(n)) for n in range(68)]
    assert area(ring) < 0  # y points down
    turns = [math.atan2(10 - y, x - 10) for x, y in ring]
    steps = [(b - a + math.pi) % (2 * math.pi) - math.pi for a, b in pairwise([*turns, turns[0]])]
    assert sum(steps) == pytest.approx(2 * math.pi)


@pytest.mark.parametrize("seat", ENTRY)
def test_seat_has_its_nest_at_its_entry_and_its_path_from_its_last_space(seat):
    assert shares(str(ENTRY[seat]), f"{seat} N") == 1
    way = [str(LAST[seat]), *(f"{seat} H{i}" for i in range(7))]
    assert [shares(a, b) for a, b in pairwise(way)] == [2.0] * 7
    assert shares(way[-1], f"{seat} X") == 2
    distances = [math.dist(board.centre(p), (10, 10)) for p in [*way, f"{seat} X"]]
    assert distances == sorted(distances, reverse=True)
    assert (10, 10) in PLACES[f"{seat} X"]


def test_quarter_turns_take_each_seat_to_the_next():
    for n in range(68):
        x, y = board.centre(str(n))
        assert board.centre(str((n + 17) % 68)) == pytest.approx((y, 20 - x))


def test_red_sits_below_and_green_to_the_right():
    assert board.centre("0") == (10, 19.5)
    assert board.centre("17") == (19.5, 10)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("pawns", [1, 2])
def test_pawns_stand_inside_their_place_and_apart(place, pawns):
    found = board.slots(place, pawns)
    assert len(found) == (4 if place[-1] in "NX" else pawns)
    assert all(inside(at, PLACES[place]) for at, _ in found)
    for ((x, y), size), ((u, v), _) in combinations(found, 2):
        assert math.dist((x, y), (u, v)) >= size


# -- the printed board


def test_safe_spaces_are_marked():
    scene = board.scene(PAWNS)
    rings = {int(m.space) for m in scene.marks if m.kind == "ring" and m.space}
    assert rings == {0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63}
    safe = {int(s.id) for s in scene.spaces if s.id.isdigit() and "safe" in s.words}
    assert safe == rings
    assert {s.fill for s in scene.spaces if s.id.isdigit() and int(s.id) not in rings} == {PAPER}


@pytest.mark.parametrize("seat", ENTRY)
def test_arrows_are_printed_at_entries_and_at_home_paths(seat):
    scene = board.scene(PAWNS)
    arrows = {m.space: m for m in scene.marks if m.kind == "arrow"}
    for space, ahead in ((str(ENTRY[seat]), str(ENTRY[seat])), (str(LAST[seat]), f"{seat} H0")):
        mark, to = arrows[space], board.centre(ahead)
        if ahead != space:  # from the last space straight up the home path
            mark_at = board.centre(space)
        else:  # from the nest into the entry
            mark_at = (mark.x, mark.y)
        wanted = math.degrees(math.atan2(to[1] - mark_at[1], to[0] - mark_at[0]))
        assert (mark.angle - wanted) % 360 == pytest.approx(0, abs=0.01) or (
            mark.angle - wanted
        ) % 360 == pytest.approx(360, abs=0.01)


def test_words_of_spaces():
    words = {s.id: s.words for s in board.scene(PAWNS).spaces}
    assert words["20"] == "space 20"
    assert words["12"] == "safe space 12"
    assert words["22"] == "safe space 22, green's entry"
    assert words["0"] == "safe space 0, the last space before red's home path"
    assert words["blue H6"] == "blue's home path, space H6, 1 before home"
    assert words["red N"] == "red's nest"


def test_seats_that_do_not_play_are_faded():
    scene = board.scene({"red": ["N"] * 4, "blue": ["N"] * 4})
    spaces = {s.id: s for s in scene.spaces}
    assert spaces["green N"].words == "green's nest, not in this game"
    assert spaces["green name"].label == "no green"
    assert spaces["green N"].fill != board.scene(PAWNS).spaces[0].fill
    full = {s.id: s.fill for s in board.scene(PAWNS).spaces}
    assert spaces["red N"].fill == full["red N"]
    assert spaces["green N"].fill != full["green N"]
    assert {t.seat for t in scene.tokens} == {"red", "blue"}


# -- a position


def test_tokens_of_a_position():
    tokens = {t.id: t for t in board.scene(PAWNS, clickable={("red", 1)}).tokens}
    assert list(tokens) == [f"{seat} {letter}" for seat in ENTRY for letter in "abcd"]
    assert tokens["red b"].label == "Rb"
    assert tokens["red b"].clickable
    assert [t for t in tokens.values() if t.clickable] == [tokens["red b"]]
    assert (tokens["red b"].x, tokens["red b"].y) == board.centre("20")
    words = {name: t.words for name, t in tokens.items()}
    assert words["red a"] == "red pawn a in the nest"
    assert words["red b"] == "red pawn b on space 20"
    assert words["red c"] == "red pawn c on safe space 12"
    assert words["red d"] == "red pawn d home"
    assert words["green a"] == "green pawn a on safe space 5, in a blockade"
    assert words["green c"] == "green pawn c on home path space H3"
    assert words["blue a"] == "blue pawn a on safe space 39, its entry"


def test_blockades_have_a_bar_around_both_pawns():
    scene = board.scene(PAWNS)
    assert [(b.space, b.words) for b in scene.bars] == [
        ("5", "green blockade on 5"),
        ("8", "blue blockade on 8"),
    ]
    for block in scene.bars:
        pair = [t for t in scene.tokens if t.space == block.space]
        assert len(pair) == 2
        assert all(inside((t.x, t.y), block.polygon) for t in pair)


def test_two_colours_on_a_safe_space_are_no_blockade():
    scene = board.scene({"red": ["12", "N", "N", "N"], "green": ["12", "N", "N", "N"]})
    assert scene.bars == ()
    assert scene.tokens[0].words == "red pawn a on safe space 12"
    assert (scene.tokens[0].x, scene.tokens[0].y) != (scene.tokens[4].x, scene.tokens[4].y)


def test_home_path_pair_is_a_blockade_and_nest_and_home_are_none():
    scene = board.scene({"red": ["H2", "H2", "X", "X"], "blue": ["N"] * 4})
    assert [b.space for b in scene.bars] == ["red H2"]


def test_same_place_of_two_seats_is_two_places():
    scene = board.scene({"red": ["H2", "N", "N", "N"], "blue": ["H2", "N", "N", "N"]})
    assert scene.tokens[0].space == "red H2"
    assert scene.tokens[4].space == "blue H2"
    assert (scene.tokens[0].x, scene.tokens[0].y) == board.centre("red H2")


def test_text_says_the_whole_position():
    scene = board.scene(
        PAWNS,
        last=[("red", 1, "15", "20"), ("green", 3, "20", "N")],
        heat={"20": (0.25, "1/4 that green lands here"), "red N": (0.1, "")},
    )
    assert scene.text.split("\n") == [
        "Red: a in the nest; b on space 20; c on safe space 12; d home.",
        "Green: a and b on safe space 5, a blockade; c on home path space H3; d in the nest.",
        "Blue: a on safe space 39, its entry; b and c on space 8, a blockade; d home.",
        "Yellow: a on safe space 56, its entry; b in the nest; c on space 50; "
        "d on home path space H6.",
        "Last move: red pawn b was on space 15 and is now on space 20.",
        "Last move: green pawn d was on space 20 and is now in the nest.",
        "Most likely spaces: 20: 1/4 that green lands here; red N: 10 %.",
    ]
    start = board.scene({"red": ["N"] * 4})
    assert start.text == "Red: a, b, c and d in the nest."


def test_scene_does_not_depend_on_the_order_of_seats():
    assert board.scene(PAWNS) == board.scene(dict(reversed(PAWNS.items())))


@pytest.mark.parametrize(
    ("pawns", "complaint"),
    [
        ({"purple": ["N"] * 4}, "'purple' is not a seat; the seats are red"),
        ({"red": ["N"] * 3}, "red has four pawns"),
        ({"red": "NNNN"}, "red has four pawns"),
        ({"red": ["N", "68", "N", "N"]}, "'68' is not a place of a red pawn"),
        ({"red": ["N", "H7", "N", "N"]}, "H0 to H6 for the home path"),
        ({"red": ["N", "-1", "N", "N"]}, "not a place"),
        ({"red": ["N", "²", "N", "N"]}, "not a place"),
        ({"red": ["9", "9", "9", "N"]}, "3 pawns stand on 9"),
        ({"red": ["9", "9", "N", "N"], "blue": ["9", "N", "N", "N"]}, "3 pawns stand on 9"),
        ({}, "at least one seat"),
    ],
)
def test_impossible_positions_are_refused(pawns, complaint):
    with pytest.raises(ValueError, match=complaint.replace(".", r"\.")):
        board.scene(pawns)


@pytest.mark.parametrize(
    ("heat", "complaint"),
    [
        ({"68": (0.5, "")}, "'68' is not a space of the board"),
        ({"20": (1.5, "")}, "a chance from 0 to 1, not 1.5"),
        ({"20": (float("nan"), "")}, "a chance from 0 to 1"),
    ],
)
def test_impossible_heat_is_refused(heat, complaint):
    with pytest.raises(ValueError, match=complaint):
        board.scene(PAWNS, heat=heat)


# -- the last move


@pytest.mark.parametrize(
    ("seat", "start", "end", "way"),
    [
        ("green", "66", "2", ["66", "67", "0", "1", "2"]),
        ("red", "66", "H1", ["66", "67", "0", "red H0", "red H1"]),
        ("yellow", "50", "H0", ["50", "51", "yellow H0"]),
        ("blue", "H5", "X", ["blue H5", "blue H6", "blue X"]),
        ("blue", "H6", "H4", ["blue H6", "blue H5", "blue H4"]),
        ("red", "N", "5", ["red N", "5"]),
        ("green", "20", "N", ["20", "green N"]),
    ],
)
def test_route(seat, start, end, way):
    assert board.route(seat, start, end) == way


def test_arrow_stays_on_the_spaces_of_its_way():
    move = ("green", 2, "66", "13")
    pawns = {**PAWNS, "green": ["N", "N", "13", "N"]}
    (arrow,) = board.scene(pawns, last=[move]).arrows
    way = [PLACES[space] for space in board.route("green", "66", "13")]
    for a, b in pairwise(arrow.points):
        for i in range(1, 10):
            at = (a[0] + (b[0] - a[0]) * i / 10, a[1] + (b[1] - a[1]) * i / 10)
            near = [(at[0] + dx, at[1] + dy) for dx in (-1e-6, 1e-6) for dy in (-1e-6, 1e-6)]
            assert any(inside(p, polygon) for p in near for polygon in way), at
    assert arrow.points[0] == board.centre("66")
    assert math.dist(arrow.points[-1], board.centre("13")) < 0.6
    assert not arrow.dashed


def test_captured_pawn_has_a_dashed_arrow_to_its_own_slot():
    (arrow,) = board.scene(PAWNS, last=[("green", 3, "39", "N")]).arrows
    assert arrow.dashed
    slot, size = board.slots("green N", 4)[3]
    assert math.dist(arrow.points[-1], slot) == pytest.approx(0.52 * size, abs=0.02)


def test_move_to_the_same_space_has_no_arrow():
    assert board.scene(PAWNS, last=[("red", 1, "20", "20")]).arrows == ()


# -- the picture


@pytest.mark.parametrize("playing", [("red",), ("red", "blue"), tuple(ENTRY)])
def test_svg_of_a_position_is_small_and_well_formed(playing):
    every = {str(n): (0.5, "one in two") for n in range(68)}
    scene = board.scene(
        {seat: PAWNS[seat] for seat in playing}, last=[("red", 1, "5", "20")], heat=every
    )
    text = svg(scene)
    ElementTree.fromstring(text)
    assert len(text) < 40_000
    assert len(svg(board.scene(PAWNS))) < 30_000


def test_title_is_kept():
    assert board.scene(PAWNS, title="Before <the> roll").title == "Before <the> roll"
    assert "Before &lt;the&gt; roll" in svg(board.scene(PAWNS, title="Before <the> roll"))


# -- from a seat's own side

MOVED = {"last": [("blue", 0, "34", "39"), ("red", 0, "39", "N")], "heat": {"27": (0.5, "hit")},
         "clickable": {("blue", 1)}}


@pytest.mark.parametrize("seat", board.SEAT_NAMES)
def test_a_seat_sees_its_nest_at_the_lower_right_and_its_home_path_below(seat):
    scene = board.scene(PAWNS, seat=seat, **MOVED)
    spaces = {space.id: space for space in scene.spaces}
    assert (spaces[f"{seat} N"].x, spaces[f"{seat} N"].y) == (16.5, 16.5)
    assert (spaces[f"{seat} H0"].x, spaces[f"{seat} H0"].y) == (10.0, 18.5)
    assert (spaces[f"{seat} name"].x, spaces[f"{seat} name"].y) == (16.5, 16.5)
    for space in scene.spaces:
        if space.polygon and space.label:
            assert inside(space.label_at or (space.x, space.y), space.polygon), space.id
            assert inside(space.number_at or (space.x, space.y), space.polygon), space.id
    for token in scene.tokens:
        assert inside((token.x, token.y), spaces[token.space].polygon), token.id
    (bar,) = [block for block in scene.bars if block.space == "8"]
    assert all(inside((t.x, t.y), bar.polygon) for t in scene.tokens if t.space == "8")
    ways = {arrow.dashed: arrow.points for arrow in scene.arrows}
    assert inside(ways[False][0], spaces["34"].polygon)
    assert inside(ways[True][-1], spaces["red N"].polygon)


def test_a_seat_sees_everything_that_the_others_see():
    usual = board.scene(PAWNS, **MOVED)
    assert board.scene(PAWNS, seat="red", **MOVED) == usual
    blue = board.scene(PAWNS, seat="blue", **MOVED)
    assert blue.text == usual.text + "\nSeen from blue's side."
    for part in ("spaces", "tokens"):
        pairs = zip(getattr(blue, part), getattr(usual, part), strict=True)
        assert all((a.id, a.x, a.y) == (b.id, round(20 - b.x, 3), round(20 - b.y, 3))
                   for a, b in pairs)
    assert [m.angle % 360 for m in blue.marks] == [(m.angle + 180) % 360 for m in usual.marks]
    assert svg(blue).count("<text") == svg(usual).count("<text") and "rotate" not in svg(blue)


def test_the_figure_of_a_game_is_seen_from_the_side_of_a_seat_that_plays():
    game = bb.new("parcheesi", seats=["green", "blue"], seed=1)
    figure = game.figure(seat="green")
    pawns = next(trace for trace in figure.data if trace.name == "pawns")
    scene = game.scene(seat="green")
    assert list(pawns.x) == [token.x for token in scene.tokens]
    assert svg(scene) == svg(game.view("green").scene(seat="green"))
    assert scene.tokens[0].seat == "green"
    assert min(t.x for t in scene.tokens if t.seat == "green") > 13
    with pytest.raises(ValueError, match=r"no seat 'red'; one of: green, blue"):
        game.figure(seat="red")
    with pytest.raises(ValueError, match="no seat 'pink'"):
        board.scene(PAWNS, seat="pink")


@pytest.mark.parametrize("name", ["bonkers", "bonk"])
def test_a_board_without_sides_is_not_turned(name):
    game = bb.new(name, seats=2, seed=1)
    with pytest.raises(ValueError, match="seats have no sides of the board"):
        game.figure(seat=game.seats[0])
