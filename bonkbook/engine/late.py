"""Lazy imports, so that a package is quick to import."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

from .errors import quoted


def late(package: str, *places: str) -> Callable[[str], Any]:
    """A `__getattr__` for a package that imports its attributes at first use.

    Each place is a module, such as "probability.deals", or an attribute of one, such as
    "widgets.table:play". AttributeError for any other name.

    >>> import bonkbook.parcheesi
    >>> bonkbook.parcheesi.odds.__name__
    'bonkbook.parcheesi.odds'
    """
    where = {re.split("[.:]", place)[-1]: place for place in places}

    def load(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {quoted(name)}")
        module, _, attribute = where[name].partition(":")
        found = importlib.import_module(f"{package}.{module}")
        return getattr(found, attribute) if attribute else found

    return load
