"""Every notebook executes, its questions take the answers worked out by hand, and it is light."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell

from tests.lessons.answers import ANSWERS

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("**/*.ipynb"))
NOTEBOOKS = [path for path in NOTEBOOKS if ".ipynb_checkpoints" not in path.parts]

MAX_NOTEBOOK = 200_000  # bytes
MAX_OUTPUT = 60_000  # bytes; a board as SVG has about 20 000
# Need a live kernel, or a renderer that GitHub and nbviewer do not have.
DEAD_TYPES = {
    "application/vnd.jupyter.widget-view+json",
    "application/vnd.plotly.v1+json",
    "application/javascript",
}

each_notebook = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=[str(path.relative_to(ROOT)) for path in NOTEBOOKS]
)


INTERNAL = ("engine", "widgets", "scene", "figures.style")


@each_notebook
def test_needs_no_internals(path):
    for module in INTERNAL:
        assert f"bonkbook.{module}" not in path.read_text(encoding="utf-8")


def test_the_readme_needs_no_internals():
    examples = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
                if line.startswith((">>>", "..."))]
    assert not [line for line in examples for module in INTERNAL if f"bonkbook.{module}" in line]


CHECK = "from tests.lessons.answers import check_answers\ncheck_answers({!r}, globals())"


def outputs(book: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """All outputs of all cells."""
    return [output for cell in book.cells for output in cell.get("outputs", [])]


def test_there_is_an_index():
    assert ROOT / "notebooks" / "index.ipynb" in NOTEBOOKS


def test_no_answers_are_left_over():
    assert ANSWERS.keys() <= {path.name for path in NOTEBOOKS}


@each_notebook
def test_is_valid_and_runs_on_the_usual_kernel(path):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert book.metadata.kernelspec.name == "python3"


@each_notebook
def test_is_light(path):
    assert path.stat().st_size <= MAX_NOTEBOOK
    for output in outputs(nbformat.read(path, as_version=4)):
        assert len(str(output)) <= MAX_OUTPUT, str(output)[:200]


@each_notebook
def test_carries_nothing_that_is_dead_when_reopened(path):
    book = nbformat.read(path, as_version=4)
    assert "widgets" not in book.metadata
    for output in outputs(book):
        assert output.output_type != "error", output.get("evalue")
        assert not DEAD_TYPES & set(output.get("data", {}))


@pytest.mark.notebook
@each_notebook
def test_executes_and_its_questions_take_the_answers(path, tmp_path, monkeypatch):
    # A kernel that this machine's user named python3 would be another Python.
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    # In a copy of the folder: what a notebook writes must not land in the repository.
    folder = shutil.copytree(path.parent, tmp_path / "notebooks")
    book = nbformat.read(path, as_version=4)
    book.cells.append(new_code_cell(CHECK.format(path.name)))
    client = NotebookClient(
        book, timeout=600, startup_timeout=600, kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        pytest.fail(f"{path.name}: {error}", pytrace=False)
