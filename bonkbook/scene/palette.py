"""The colours of the pictures, and the looks of seats.

All colours are CSS "#rrggbb" strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

INK = "#111111"  # lines and dark letters
PAPER = "#FFFDF7"  # an ordinary space
EDGE = "#7A7163"  # the outline of a space
QUIET = "#D8D3C8"  # a place that nobody uses in this game

# Of charts, which hold on a light and on a dark ground
GREY = "#787878"  # letters and axes: 4 to 1 and better on white and on JupyterLab's dark grey
FAINT = "rgba(128,128,128,0.28)"  # grid lines, empty cells
CLEAR = "rgba(0,0,0,0)"

# Okabe and Ito's colours, which stay apart for the usual kinds of colour blindness
BLUE, ORANGE, GREEN, VERMILLION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, SKY, PURPLE, YELLOW)
PATTERNS = ("", "/", "x", ".", "\\", "+", "-")  # beside the colours, for bars


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a seat: its colour, a readable ink on it, a shape and a letter."""

    colour: str
    ink: str
    shape: str
    letter: str


_LOOKS = ((VERMILLION, INK, "circle"), (GREEN, INK, "square"), (BLUE, "#FFFFFF", "diamond"),
          (YELLOW, INK, "triangle"), (PURPLE, INK, "hexagon"))


def seat_looks(letters: Mapping[str, str]) -> dict[str, Look]:
    """The looks of up to five seats of a game; letters: one for each seat, in order.

    >>> seat_looks({"red": "R", "green": "G"})["green"]
    Look(colour='#009E73', ink='#111111', shape='square', letter='G')
    """
    return {seat: Look(*look, letter)
            for look, (seat, letter) in zip(_LOOKS, letters.items(), strict=False)}


def _channels(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def mix(colour: str, other: str, share: float) -> str:
    """The colour that lies `share` of the way (0 to 1) from one "#rrggbb" to another.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02X}" for a, b in pairs)


def luminance(colour: str) -> float:
    """The relative luminance of a "#rrggbb", 0 for black to 1 for white (as WCAG defines it)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in _channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: str) -> str:
    """The more readable ink, dark or white, on a "#rrggbb"."""
    light = luminance(colour) + 0.05
    return INK if light / (luminance(INK) + 0.05) > 1.05 / light else "#FFFFFF"


# Equal steps in OKLCH: lightness 0.93 to 0.4, chroma 0.025 to 0.12, hue 305.
_HEAT = ("#ECE4F6", "#D8CDE6", "#C4B6D7", "#B19FC7", "#9E89B8", "#8B73A9", "#7A5D99", "#68488A",
         "#57337A")


def heat_colour(share: float) -> str:
    """The purple for a value from 0 to 1: one hue with evenly decreasing lightness.

    Equal differences look equal, and the order survives every kind of colour blindness and a
    black-and-white print.
    """
    place = min(max(float(share), 0.0), 1.0) * (len(_HEAT) - 1)
    low = min(int(place), len(_HEAT) - 2)
    return mix(_HEAT[low], _HEAT[low + 1], place - low)


def percent(value: float) -> str:
    """A chance in whole percent, without the sign: "17", "<1", ">99".

    >>> percent(1 / 6), percent(0.001), percent(0.999), percent(1)
    ('17', '<1', '>99', '100')
    """
    whole = round(100 * float(value))
    if value > 0 and whole == 0:
        return "<1"
    return ">99" if value < 1 and whole == 100 else str(whole)
