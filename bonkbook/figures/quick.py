"""plotly, without the seconds that it spends on importing nbformat.

plotly imports nbformat only to read its version, when a figure is shown. But nbformat brings
jsonschema, and that, where JupyterLab is installed, builds a grammar of web addresses: several
seconds before the first picture. Here plotly gets a stand-in that knows the version, and that
becomes the real nbformat as soon as anything else is asked of it.

Every module here that needs plotly takes it from this one: `from .quick import go`.
"""

from __future__ import annotations

import sys
from importlib import import_module, metadata
from types import ModuleType
from typing import Any


class Later(ModuleType):
    """A module that is imported when something is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def import_plotly() -> None:
    """Imports what plotly needs to show figures; later imports of nbformat get the real one."""
    if "nbformat" in sys.modules or "plotly.io._renderers" in sys.modules:
        return
    try:
        version = metadata.version("nbformat")
    except metadata.PackageNotFoundError:
        return
    stand_in = Later("nbformat")
    stand_in.__dict__["__version__"] = version
    sys.modules["nbformat"] = stand_in
    try:
        import_module("plotly.io")
        import_module("plotly.io._renderers")
    finally:
        if sys.modules.get("nbformat") is stand_in:
            del sys.modules["nbformat"]


import_plotly()  # before plotly itself, or the first picture takes seconds to come

import plotly.graph_objects as go  # noqa: E402

__all__ = ["go", "import_plotly"]
