"""Notebooks executed in this process, without a kernel, and their questions answered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat

from bonkbook.lessons import Question, summary

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def questions_of(name: str) -> dict[str, Question]:
    """The questions of a notebook by name, all of its cells executed."""
    names: dict[str, Any] = {}
    for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, f"{name} [{cell.id}]", "exec"), names)
    return {key: value for key, value in names.items() if isinstance(value, Question)}


def check_answers(name: str, answers: Mapping[str, Any]) -> None:
    """Holds the questions of a notebook to answers worked out by hand, one for each."""
    questions = questions_of(name)
    assert questions.keys() == answers.keys()
    for key, answer in answers.items():
        assert questions[key].tries == 0, "the notebook holds an answer"
        said = questions[key].check(answer)
        assert said.right, f"{key}: {said}"
    assert summary(*questions.values()).right
