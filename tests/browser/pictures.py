"""Makes the pictures of README.md anew, in a real JupyterLab, light and dark.

    python -m tests.browser.pictures                 all of them, into notebooks/pictures
    python -m tests.browser.pictures bonk-table      only this one

Where Pillow is installed they are stored with 256 colours, a third of the size.
Look at each before it is committed, and see that README.md's words for it still hold.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.lab import CHROMIUM_FLAGS, NOTEBOOKS, THEMES, LabPage, serving

FOLDER = NOTEBOOKS / "pictures"

PARCHEESI = """
import bonkbook as bb
g = bb.new("parcheesi", seats=4, seed=8)
while len(g.plays) < 158:
    g = g.act("runner")
bb.play(g)
"""

BONKERS = """
import bonkbook as bb
g = bb.bonkers.position(
    tokens=(18, 36), scores=(6, 8), turn=0, lose_cards=(True, True), pile=24,
    cards={9: "+6", 12: "NS", 21: "+3", 30: "-3", 32: "+4", 41: "-10", 44: "GS", 48: "RA"},
    hands=(["-3", "+6", "EX", "NS"], ["+4", "-5", "GS", "-1"]))
bb.play(g.play("wait").roll(4, 2).play("wait"))
"""

BONK = """
import bonkbook as bb
g = bb.new("bonk", seats=4, seed=14)
while not (g.round == 2 and g.stage == "claims" and g.actor == "P1" and sum(g.revealed) == 1):
    g = g.act("botson" if g.actor == "P3" else "elisabot")
bb.play(g, players={"P2": "elisabot", "P3": "botson", "P4": "elisabot"})
"""


@dataclass(frozen=True)
class Shot:
    """A cell, what is done with its output, and the parts of it that the picture shows."""

    cell: str
    width: int
    parts: str
    steps: Callable[[LabPage], None] = lambda page: None


def _guess_and_roll(page: LabPage) -> None:
    page.output.get_by_role("slider").first.fill("12")
    page.output.get_by_role("button", name="Reveal").click()
    for _ in range(2):
        page.output.get_by_role("button", name="Roll 10 000 times").click()
        page.rest()


SHOTS = {
    "table": Shot(PARCHEESI, 1180, ".bb-table"),
    "bonkers-table": Shot(BONKERS, 1140, ".bb-board, .bb-controls, .bb-logpart"),
    "bonk-table": Shot(BONK, 1250, ".bb-cards, .bb-controls, .bb-logpart"),
    "dice-lab": Shot("import bonkbook as bb\nbb.dice_lab(seed=5)", 1000, ".bb-dice",
                     _guess_and_roll),
}


def main() -> int:
    """Takes the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.pictures", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHOTS))
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args()
    if unknown := set(args.names) - set(SHOTS):
        parser.error(f"no picture {', '.join(unknown)}; there are {', '.join(SHOTS)}")
    path = chromium.find()
    if path is None:
        print(chromium.missing(), file=sys.stderr)
        return 1
    with (tempfile.TemporaryDirectory(prefix="pictures-") as home, serving(Path(home)) as server,
          sync_playwright() as playwright):
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        page = LabPage(server, browser)
        for name in args.names or SHOTS:
            _take(page, name, SHOTS[name], args.out)
        page.close()
        browser.close()
    return 0


def _take(page: LabPage, name: str, shot: Shot, folder: Path) -> None:
    page.size(shot.width, 1300)
    page.open(page.server.write(shot.cell))
    page.run_all()
    page.rest()
    shot.steps(page)
    for theme in THEMES:
        page.theme(theme)
        page.page.mouse.move(0, 0)
        page.rest()
        path = folder / f"{name}-{theme}.png"
        page.page.screenshot(path=str(path), clip=page.page.evaluate(_BOX, shot.parts))
        _shrink(path)
        print(path)
    page.leave()


def _shrink(path: Path) -> None:
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    # The commonest colours, exactly: a median cut would blend the colours of small tokens.
    counted = picture.getcolors(picture.width * picture.height)
    common = sorted(counted, reverse=True)[:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for _, colour in common for value in colour])
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


# The smallest box around all visible parts, with a margin.
_BOX = """parts => {
    const boxes = [...document.querySelectorAll(parts)].map(part => part.getBoundingClientRect())
        .filter(box => box.width && box.height);
    const x = Math.min(...boxes.map(box => box.left)), y = Math.min(...boxes.map(box => box.top));
    return { x: x - 3, y: y - 3, width: Math.max(...boxes.map(box => box.right)) - x + 6,
             height: Math.max(...boxes.map(box => box.bottom)) - y + 6 };
}"""


if __name__ == "__main__":
    sys.exit(main())
