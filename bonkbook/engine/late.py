"""A package's modules that are loaded only when they are asked for, so that it imports fast."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection
from types import ModuleType

from .errors import quoted


def late(package: str, names: Collection[str]) -> Callable[[str], ModuleType]:
    """The `__getattr__` of a package, which imports the modules of these names at first use.

    AttributeError for any other name.

    >>> import bonkbook.parcheesi
    >>> bonkbook.parcheesi.odds.__name__
    'bonkbook.parcheesi.odds'
    """
    def load(name: str) -> ModuleType:
        if name in names:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {quoted(name)}")

    return load
