"""Installs the lowest versions that pyproject.toml allows, and runs a part of the suite with them.

    python tests/lowest_check.py            exit code 0 if all went well
    python tests/lowest_check.py --keep     leaves the folder for a look

uv, in a venv of its own, chooses the versions. Needs the oldest Python that pyproject.toml names,
since later ones have no wheels of the oldest NumPy. Where there is none, this fails when CI is set,
and otherwise says loudly that nothing was checked.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from binder_check import ROOT, checked, environment, take, tracked_copy

INDEX = "test_executes_and_its_questions_take_the_answers[notebooks/index.ipynb]"
# A part of the suite that uses every dependency.
TESTS = ("test_project.py", "engine/test_compiling.py", "engine/test_twin.py", "simulation",
         "probability/test_dice.py", "probability/test_exact.py", "probability/test_deals.py",
         "figures/test_dice.py", "widgets/test_dice_lab.py", "widgets/test_table.py",
         "browser/test_charts.py", f"lessons/test_notebooks.py::{INDEX}")


def check(python: str, home: Path) -> None:
    """Install, lint, tests; subprocess.CalledProcessError where a step fails."""
    repo, tools, venv = home / "repo", home / "tools", home / "venv"
    tracked_copy(repo)
    uv = str(tools / "bin" / "uv")
    take({
        "tools": [python, "-m", "venv", str(tools)],
        "uv": [str(tools / "bin" / "python"), "-m", "pip", "install", "-q", "uv"],
        "venv": [uv, "venv", "-q", "--python", python, str(venv)],
        "install": [uv, "pip", "install", "-q", "--python", str(venv),
                    "--resolution", "lowest-direct", "-e", ".[lab,fast,cluster,test]"],
        "versions": [uv, "pip", "list", "-q", "--python", str(venv)],
        "ruff": ["python", "-m", "ruff", "check", "-q", "."],
        "mypy": ["python", "-m", "mypy"],
        "Chromium": ["python", "tests/browser/chromium.py", "--install"],
        "tests": ["python", "-m", "pytest", "-q", "-n", "2", *(f"tests/{name}" for name in TESTS)],
    }, "lowest", repo, environment(home, venv))


def main(args: list[str]) -> int:
    """As the docstring of this module says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return checked("lowest", project["requires-python"].removeprefix(">="), check, args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
