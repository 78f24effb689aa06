"""What the documentation says is what happens: doctests of every module and of the two pages."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import bonkbook

ROOT = Path(__file__).resolve().parents[1]
each_page = pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md"],
                                    ids=lambda page: page.name)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)

MODULES = sorted(
    ["bonkbook"]
    + [
        module.name
        for module in pkgutil.walk_packages(bonkbook.__path__, "bonkbook.")
        if not module.name.endswith("__main__")
    ]
)


@pytest.mark.parametrize("name", MODULES)
def test_module(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # for examples that write files
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0, f"{failed} doctests of {name} failed (above)"


def python_of(text: str) -> str:
    """The text with everything blanked that is not in a python block, line by line."""
    lines = ["" for _ in text.splitlines()]
    for block in FENCE.finditer(text):
        if block.group(1) in ("python", "pycon"):
            first = text[: block.start(2)].count("\n")
            for i, line in enumerate(block.group(2).splitlines()):
                lines[first + i] = line
    return "\n".join(lines) + "\n"


def test_only_python_blocks_are_read():
    text = "a\n```python\n>>> 1 + 1\n2\n```\nb\n```sh\n>>> no\n```\n"
    assert python_of(text).splitlines() == ["", "", ">>> 1 + 1", "2", "", "", "", "", ""]


@each_page
def test_its_examples_are_what_happens(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(python_of(page.read_text()), {}, page.name,
                                               str(page), 0)
    assert test.examples, f"{page.name} shows no example"
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(test).failed == 0, f"examples of {page.name} failed (above)"


@each_page
def test_it_has_no_python_that_is_not_tested(page):
    for block in FENCE.finditer(page.read_text()):
        if block.group(1) in ("python", "pycon"):
            assert block.group(2).lstrip().startswith(">>>"), block.group(2)


@each_page
def test_its_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text()):
        assert (ROOT / target).exists(), f"{page.name} links to {target}, which is not there"
