"""The scene as SVG: well formed, accessible, escaped, small, the same every time; its colours."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bonkbook.scene.palette import heat_colour, ink_on, luminance, mix, percent, seat_looks
from bonkbook.scene.scene import Arrow, Bar, Card, Heat, Mark, Scene, Space, Token
from bonkbook.scene.shapes import SHAPES, arrow_outlines, capsule, trimmed
from bonkbook.scene.svg import heat_fills, svg

LOOKS = seat_looks({seat: seat for seat in "abcde"})
NS = "{http://www.w3.org/2000/svg}"
HOSTILE = """<script>alert("x")</script> & ' " ]]> \x00\x0b \ud800"""


def box(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + 2, y), (x + 2, y + 1), (x, y + 1))


def small(words: str = "space 1") -> Scene:
    """A scene with one of everything, as any of the games might make it."""
    return Scene(
        4,
        3,
        (Space("1", box(0, 0), 1, 0.5, label="1", words=words), Space("2", box(2, 0), 3, 0.5)),
        (
            Mark("ring", 1, 0.5, 0.3, space="1"),
            Mark("arrow", 3, 0.5, 0.2),
            Mark("star", 3, 0.5, 0.2),
            Mark("disc", 1, 2, 0.4),
        ),
        (
            Token(
                "red a", "red", 0, "2", 3, 0.5, "#D55E00", label="Ra", words=words, clickable=True
            ),
        ),
        (Card("c", "1", 1, 1.5, "+3", words=words, angle=90),),
        (Bar("2", capsule((2.5, 0.5), (3.5, 0.5), 0.4), words),),
        (
            Arrow(((1, 0.5), (3, 0.5)), words),
            Arrow(((1, 2.0), (2, 2.5), (3, 2)), words, dashed=True),
        ),
        (Heat("1", 0.25, words),),
        title=words,
        text=words,
    )


def polygon_points(path: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, pair.split(","))) for pair in path.split()]


# -- the SVG


def test_svg_is_well_formed_and_named():
    root = ElementTree.fromstring(svg(replace(small(), title="Board & all", text="Two spaces.")))
    assert root.tag == NS + "svg"
    assert root.get("role") == "img"
    names = root.get("aria-labelledby", "").split()
    said = {e.get("id"): e.text for e in root if e.get("id")}
    assert [said[name] for name in names] == ["Board & all", "Two spaces."]


def test_svg_shows_one_of_everything():
    root = ElementTree.fromstring(svg(small()))
    letters = [e.text for e in root.iter(NS + "text")]
    assert letters == ["1", "25", "+3", "Ra"]
    tips = [e.text for e in root.iter(NS + "title")]
    assert tips.count("space 1") == 1 + 1 + 1 + 1 + 1 + 2  # title, space, token, card, bar, arrows
    assert len(list(root.iter(NS + "path"))) == 2


@pytest.mark.parametrize("layer", ["all", "spaces", "heat"])
def test_hostile_words_stay_words(layer):
    scene = small(HOSTILE)
    scene = replace(
        scene,
        spaces=(replace(scene.spaces[0], label=HOSTILE, fill='"/><script>'), scene.spaces[1]),
        tokens=(replace(scene.tokens[0], label=HOSTILE, colour='red" onload="x'),),
        cards=(replace(scene.cards[0], label=HOSTILE, colour="<b>"),),
        marks=(replace(scene.marks[0], colour='"><script/>'),),
    )
    text = svg(scene, layer)
    root = ElementTree.fromstring(text.encode())
    assert not [e.tag for e in root.iter() if "script" in e.tag or "onload" in e.attrib]
    assert "\x00" not in text
    if layer == "all":
        kept = HOSTILE.replace("\x00", "?").replace("\x0b", "?").replace("\ud800", "?")
        assert root.find(NS + "desc").text == kept
        assert kept in [e.text for e in root.iter(NS + "text")]


def test_same_scene_same_text_and_other_words_other_ids():
    assert svg(small()) == svg(small())
    ids = [
        ElementTree.fromstring(svg(small(words))).get("aria-labelledby") for words in ("one", "two")
    ]
    assert ids[0] != ids[1]


def test_layers_of_a_picture():
    spaces, heat = svg(small(), "spaces"), svg(small(), "heat")
    assert "Ra" not in spaces + heat
    assert "<title" not in spaces + heat
    assert heat.count("<polygon") == 1
    assert ">25<" in heat
    assert ">25<" not in spaces
    assert len(svg(replace(small(), heat=()), "heat")) < 400
    with pytest.raises(ValueError, match="layer is"):
        svg(small(), "pawns")


def test_pixels_are_the_width():
    root = ElementTree.fromstring(svg(small(), pixels=460))
    assert (root.get("width"), root.get("height")) == ("460", "360")
    assert "max-width:100%" in root.get("style")


def test_a_scene_never_changes():
    scene = small()
    with pytest.raises(FrozenInstanceError):
        scene.title = "other"
    assert hash(scene) == hash(small())


# -- colours


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("seat", LOOKS)
def test_letters_read_on_their_pawn(seat):
    look = LOOKS[seat]
    assert contrast(look.colour, look.ink) >= 4.5
    assert ink_on(look.colour) in ("#111111", "#FFFFFF")
    assert contrast(look.colour, ink_on(look.colour)) >= 4.5


def test_seats_differ_in_everything_but_colour_too():
    for field in ("colour", "shape", "letter"):
        assert len({getattr(look, field) for look in LOOKS.values()}) == len(LOOKS)
    assert {look.shape for look in LOOKS.values()} <= set(SHAPES)


def test_heat_darkens_evenly():
    def lightness(
        colour: str,
    ) -> float:  # CIE L*, another model than the one the scale is made with
        y = luminance(colour)
        return 116 * y ** (1 / 3) - 16

    steps = [lightness(heat_colour(i / 16)) for i in range(17)]
    falls = [a - b for a, b in pairwise(steps)]
    assert steps[0] > 85
    assert steps[-1] < 35
    assert min(falls) > 0.7 * max(falls) > 0


@pytest.mark.parametrize("share", [i / 20 for i in range(21)])
def test_numbers_read_on_every_heat(share):
    colour = heat_colour(share)
    assert contrast(colour, ink_on(colour)) >= 4.3  # the numbers are large and bold, 3 would do


def test_heat_is_scaled_to_its_largest_value():
    fills = heat_fills([Heat("1", 0.2), Heat("2", 0.1), Heat("3", 0.0)])
    assert fills == {"1": heat_colour(1), "2": heat_colour(0.5)}
    assert heat_fills([]) == {}
    assert heat_colour(2) == heat_colour(1)


def test_mix_and_percent():
    assert mix("#D55E00", "#FFFFFF", 0) == "#D55E00"
    assert mix("#D55E00", "#FFFFFF", 1) == "#FFFFFF"
    assert [percent(v) for v in (0, 1 / 36, 0.5, 0.9999, 1)] == ["0", "3", "50", ">99", "100"]


# -- outlines


def test_arrow_ends_at_its_last_point_and_starts_with_a_dot():
    (outline,) = arrow_outlines([(0, 0), (3, 0), (3, 4)], 0.2)
    assert (3, 4) in outline
    assert max(y for _, y in outline) == 4
    near = [p for p in outline if math.dist(p, (0, 0)) < 0.21]
    assert len(near) >= 12
    assert min(x for x, _ in near) == pytest.approx(-0.2, abs=0.01)


def test_dashes_leave_gaps_and_end_in_a_head():
    *dashes, head = arrow_outlines([(0, 0), (3, 0)], 0.2, dashed=True)
    spans = [(min(x for x, _ in d), max(x for x, _ in d)) for d in dashes]
    assert len(spans) >= 3
    assert all(b < c for (_, b), (c, _) in pairwise(spans))
    assert head[1] == (3, 0)


def test_arrow_that_goes_nowhere_is_still_a_shape():
    assert arrow_outlines([(1, 1), (1, 1)], 0.2)
    with pytest.raises(ValueError, match="at least two points"):
        arrow_outlines([(1, 1)], 0.2)


def test_trimmed_line_is_shorter_by_the_cut():
    assert trimmed([(0, 0), (2, 0), (2, 3)], 1) == [(0, 0), (2, 0), (2, 2)]
    assert trimmed([(0, 0), (2, 0), (2, 0.5)], 1) == [(0, 0), (1.5, 0)]
    assert trimmed([(0, 0), (1, 0)], 5) == [(0, 0), (0.2, 0)]


def test_capsule_surrounds_its_line():
    outline = capsule((0, 0), (2, 0), 0.5)
    assert (min(x for x, _ in outline), max(x for x, _ in outline)) == (-0.5, 2.5)
    assert (min(y for _, y in outline), max(y for _, y in outline)) == (-0.5, 0.5)


def test_drawn_triangle_lies_where_the_token_stands():
    token = Token("yellow a", "yellow", 0, "1", 1, 0.5, "#F0E442", shape="triangle", label="Ya")
    root = ElementTree.fromstring(svg(replace(small(), tokens=(token,), cards=(), bars=())))
    drawn = [e.get("points") for e in root.iter(NS + "polygon") if e.get("fill") == "#F0E442"]
    (points,) = [polygon_points(p) for p in drawn]
    assert len(points) == 3
    middle = [sum(p[i] for p in points) / 3 for i in (0, 1)]
    assert middle == pytest.approx([20, 10], abs=0.2)  # twenty SVG units in a board unit
