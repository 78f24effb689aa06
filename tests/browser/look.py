"""Pictures of a notebook in real JupyterLab: light and dark, wide and narrow, at full length.

    python -m tests.browser.look notebooks/parcheesi.ipynb         every cell run, 4 pictures
    python -m tests.browser.look -c "import bonkbook as bb; bb.play('parcheesi')"
    python -m tests.browser.look -c CELL -c CELL ...               a throwaway notebook
    python -m tests.browser.look NAME --out looks --width 1280 420 --theme light dark
    python -m tests.browser.look NAME --click Roll --click Undo    buttons, by their name, first
    python -m tests.browser.look NAME --outputs                    each output apart as well
    python -m tests.browser.look NAME --window 900                 the first 900 pixels, not all

Prints the pictures' paths (looks/NAME-WIDTH-THEME.png), then what the browser's console
complained of and every address outside 127.0.0.1 that was asked for. Exit code 1 if there was
any of either, or if a cell failed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.lab import CHROMIUM_FLAGS, LabPage, serving


def main() -> int:
    """Take the pictures that the command line asks for."""
    args = _arguments()
    path = chromium.find()
    if path is None:
        print(chromium.missing(), file=sys.stderr)
        return 1
    complaints: list[str] = []
    with tempfile.TemporaryDirectory(prefix="look-") as home, serving(Path(home)) as server:
        opened = server.write(*args.code) if args.code else server.copy(args.notebook)
        name = args.name or ("cells" if args.code else Path(opened).stem)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
            size = {"width": args.width[0], "height": args.window or 900}
            page = LabPage(server, browser, viewport=size, device_scale_factor=args.scale)
            page.open(opened, args.theme[0])
            page.run_all(allow_errors=True)
            page.rest()
            for button in args.click:
                page.output.get_by_role("button", name=button).first.click()
                page.rest()
            _pictures(page, args, name)
            complaints += page.cell_errors() + page.errors + sorted(set(page.external))
            page.close()
            browser.close()
    print("\n".join(complaints) or "no complaints")
    return bool(complaints)


def _pictures(page: LabPage, args: argparse.Namespace, name: str) -> None:
    for width in args.width:
        page.size(width, args.window or 900)
        for theme in args.theme:
            page.theme(theme)
            page.rest()
            stem = args.out / f"{name}-{width}-{theme}"
            take = page.screenshot if args.window else page.whole
            print(take(stem.with_suffix(".png")))
            if args.outputs:
                for i, area in enumerate(page.output.all()):
                    if area.is_visible() and area.inner_text():
                        print(page.screenshot(f"{stem}-output{i}.png", area))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.look",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("notebook", nargs="?", help="a path, or a name in notebooks/")
    parser.add_argument("-c", "--code", action="append", default=[], help="a cell")
    parser.add_argument("--name", help="how the pictures are called")
    parser.add_argument("--out", type=Path, default=Path("looks"))
    parser.add_argument("--width", type=int, nargs="+", default=[1280, 420])
    parser.add_argument("--theme", nargs="+", default=["light", "dark"], choices=["light", "dark"])
    parser.add_argument("--scale", type=float, default=1.0, help="device pixels a CSS pixel")
    parser.add_argument("--click", action="append", default=[], help="a button's name")
    parser.add_argument("--window", type=int, help="the window's height instead of full length")
    parser.add_argument("--outputs", action="store_true", help="each output in its own picture too")
    args = parser.parse_args()
    if bool(args.code) == bool(args.notebook):
        parser.error("give a notebook, or cells with -c, and not both")
    return args


if __name__ == "__main__":
    sys.exit(main())
