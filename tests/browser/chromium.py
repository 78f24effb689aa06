"""The Chromium that the browser tests drive: found, or installed on request.

    python tests/browser/chromium.py             prints its path, or says where it was looked for
    python tests/browser/chromium.py --install   installs one first where none is found

Exit code 0 if there is one. Without one it is 1 when CI is set; otherwise 0, and a loud
notice on stderr says that the browser tests will be left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
MISSING = """\
no Chromium was found: not in BONKBOOK_CHROMIUM, not on the PATH as {names}, not among
Playwright's browsers. Install one (Debian: apt-get install chromium; elsewhere:
python -m playwright install chromium), or set BONKBOOK_CHROMIUM to its path."""


def find() -> str | None:
    """The path of a Chromium, or None.

    BONKBOOK_CHROMIUM goes before everything; if it names no file, that is an error and not a
    reason to look elsewhere.
    """
    named = os.environ.get("BONKBOOK_CHROMIUM")
    if named:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(f"BONKBOOK_CHROMIUM is {named!r}, which is no program")
        return path
    for name in NAMES:
        if path := shutil.which(name):
            return path
    for place in (*MAC, *_playwrights_own()):
        if Path(place).is_file():
            return str(place)
    return None


def _playwrights_own() -> list[Path]:
    """Where Playwright puts the browsers it downloads, the newest first."""
    caches = [
        os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "0"),
        Path.home() / ".cache" / "ms-playwright",
        Path.home() / "Library" / "Caches" / "ms-playwright",
    ]
    inside = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*")
    found = [
        path
        for cache in caches
        for pattern in inside
        for path in Path(cache).glob(f"chromium-*/{pattern}")
    ]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def install() -> None:
    """Install a Chromium: Debian's package as root, else Playwright's own build."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        get = ["apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0"]
        steps = [[*get, "update"], [*get, "install", "--no-install-recommends", "chromium"]]
        if all(_run(step, env) for step in steps):
            return
    _run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))


def _run(command: list[str], env: dict[str, str]) -> bool:
    """Whether the command succeeded; what it prints goes to stderr."""
    print("+", *command, file=sys.stderr, flush=True)
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    return done.returncode == 0


def missing() -> str:
    """What to say where there is none."""
    return MISSING.format(names=", ".join(NAMES))


def main(args: list[str]) -> int:
    """As the docstring of this module says."""
    if find() is None and "--install" in args:
        install()
    path = find()
    if path is not None:
        print(path)
        return 0
    print(missing(), file=sys.stderr)
    if os.environ.get("CI"):
        return 1
    banner = "!" * 78
    print(f"{banner}\n! THE BROWSER TESTS WILL BE LEFT OUT\n{banner}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
