"""One kernel of rules, two ways to run it: interpreted, and compiled on demand.

A game's kernel (the modules of its folder `kernel`) is plain Python in the subset that numba
compiles. `interpreted(game)` gives them as
they are, which starts at once and can be read, stepped and debugged. `compiled(game)`
loads the same files once more, with every function compiled, for simulation.

A state is anything with the fields of the game's STATE: a `Struct` (interpreted) or a
NumPy record (compiled). All fields are int64, so that both do the same arithmetic.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.machinery
import importlib.util
import inspect
import os
import pathlib
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import events
from .compiling import cache_home, compile_function, has_numba, use_folder
from .patience import watch_compiler

PACKAGE = __package__.rpartition(".")[0]
SHADOW = f"{PACKAGE}_compiled"
ROOT = pathlib.Path(__file__).parents[1]
SHARED = "engine"      # whose kernel the kernels of all games may import


class Struct:
    """A state to step through: the fields of a structured dtype as ints and lists.

    Lists, because Python reads them several times faster than NumPy arrays, and a
    record's fields twelve times faster than NumPy's.

    >>> s = Struct(np.dtype([("turn", np.int64), ("progress", np.int64, (2, 2))]))
    >>> s.progress[1][0] = 7
    >>> s.copy()
    turn      0
    progress  [[0, 0], [7, 0]]
    """

    def __init__(self, dtype: np.dtype[Any]) -> None:
        for name in dtype.names or ():
            shape = dtype[name].shape
            setattr(self, name, np.zeros(shape, np.int64).tolist() if shape else 0)

    def copy(self) -> Struct:
        """An independent copy."""
        other = object.__new__(Struct)
        other.__dict__ = {name: _copied(value) for name, value in self.__dict__.items()}
        return other

    def shared_with(self, other: Struct) -> Struct:
        """The state itself, its lists those of `other` where equal: a play changes few of them.

        From then on neither may be changed, only copied.
        """
        for name, value in other.__dict__.items():
            self.__dict__[name] = _shared(self.__dict__[name], value)
        return self

    def tobytes(self) -> str:
        """A key that is equal for equal states (a record's method of the same name)."""
        return repr(list(self.__dict__.values()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Struct) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the state has no field {name!r}")

    if TYPE_CHECKING:    # the fields are known only from the dtype
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __repr__(self) -> str:
        return "\n".join(f"{name:9} {value}" for name, value in self.__dict__.items())


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(v) for v in value] if value and isinstance(value[0], list) else value[:]
    return value


def _shared(new: Any, old: Any) -> Any:
    """`old` if it equals `new`, else `new` with those of its rows that are equal."""
    if new == old:
        return old
    if isinstance(new, list) and isinstance(new[0], list):
        return [_shared(row, before) for row, before in zip(new, old, strict=True)]
    return new


def record(dtype: np.dtype[Any]) -> Any:
    """A state for the compiled twin: one zeroed record of `dtype`."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def to_record(state: Struct, dtype: np.dtype[Any]) -> Any:
    """The record with the fields of `state`."""
    result = record(dtype)
    for name in dtype.names or ():
        result[name] = getattr(state, name)
    return result


def to_struct(state: Any, dtype: np.dtype[Any]) -> Struct:
    """The Struct with the fields of the record `state`."""
    result = Struct(dtype)
    for name in dtype.names or ():
        setattr(result, name, state[name].tolist())
    return result


@dataclass(frozen=True)
class Twin:
    """One game's kernel, all of it run the same way."""

    game: str
    is_compiled: bool
    rules: ModuleType
    policies: ModuleType
    playout: ModuleType

    def part(self, name: str) -> ModuleType:
        """Another module of the kernel, run the same way."""
        return importlib.import_module(f"{_kernel(self.game, self.is_compiled)}.{name}")

    def states(self, start: Struct, count: int) -> Any:
        """`count` copies of `start`, in a sequence of the form that this kernel takes."""
        if not self.is_compiled:
            return [start.copy() for _ in range(count)]
        one = np.array([to_record(start, self.rules.STATE)], self.rules.STATE)
        return one.repeat(count).view(np.recarray)

    def state(self, start: Struct) -> Any:
        """A copy of `start` in the form that this kernel takes."""
        return to_record(start, self.rules.STATE) if self.is_compiled else start.copy()


_packages: dict[str, str] = {}    # of the games by name
_twins: dict[tuple[str, bool], Twin] = {}
_warmed: set[str] = set()    # by this process
_lock = threading.RLock()


def put(game: str, package: str) -> None:
    """Notes the package that holds `game`, in its folder `kernel` what can be compiled."""
    _packages[game] = package


def _kernel(game: str, is_compiled: bool) -> str:
    """The name of the package of a game's kernel."""
    place = f"{SHADOW}.{game}" if is_compiled else _packages.get(game, f"{PACKAGE}.{game}")
    return f"{place}.kernel"


def _folder(game: str) -> pathlib.Path:
    """Where the kernel of a game is, or that of the engine."""
    kernel = importlib.import_module(_kernel(game, is_compiled=False))
    return pathlib.Path(kernel.__path__[0])


def interpreted(game: str) -> Twin:
    """The kernel of `game` as it is."""
    return _twin(game, is_compiled=False)


def compiled(game: str) -> Twin:
    """The kernel of `game`, each function compiled (by numba) when first called.

    Compiled code is kept on disk, in a folder named after a hash of all the sources
    that take part: numba itself does not notice edits in other files.
    Raises ModuleNotFoundError, saying what to install, where numba cannot be used.
    """
    if not has_numba():
        raise ModuleNotFoundError(
            "compiled games need numba: pip install -U 'bonkbook[fast]' "
            "(everything works without it, about a hundred times slower)")
    return _twin(game, is_compiled=True)


def is_warm(game: str) -> bool:
    """Whether all that `game` uses, as it stands, has been compiled (see warm.py)."""
    return (game in _warmed or is_kept(game)) and has_numba()


def is_kept(game: str) -> bool:
    """Whether all that `game` uses is on disk, compiled."""
    folder = cache_folder(game)
    return folder is not None and os.path.exists(folder / "warm")


def mark_warm(game: str) -> None:
    """Notes that all that `game` uses has been compiled, for later processes where that is kept."""
    _warmed.add(game)
    folder = cache_folder(game)
    if folder is not None:
        with contextlib.suppress(OSError):
            (folder / "warm").touch()


def best(game: str) -> Twin:
    """The compiled kernel where numba can be used, the interpreted one elsewhere."""
    return compiled(game) if has_numba() else interpreted(game)


def fastest(game: str) -> Twin:
    """The kernel that answers a short question soonest: compiled if that is done already."""
    return compiled(game) if is_warm(game) else interpreted(game)


def _twin(game: str, is_compiled: bool) -> Twin:
    with _lock:
        key = game, is_compiled
        if key not in _twins:
            if is_compiled:
                _prepare_shadow(game)
            kernel = _kernel(game, is_compiled)
            rules, policies = (importlib.import_module(f"{kernel}.{name}")
                               for name in ("rules", "policies"))
            playout = _bind_playout(kernel, rules, policies)
            _twins[key] = Twin(game, is_compiled, rules, policies, playout)
        return _twins[key]


def _bind_playout(package: str, rules: ModuleType, policies: ModuleType) -> ModuleType:
    """The engine's playout once more, speaking of one game's rules and policies."""
    name = f"{package}.playout"
    spec = importlib.util.spec_from_file_location(name, ROOT / "engine" / "kernel" / "playout.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(rules=rules, policies=policies)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    if package.startswith(SHADOW):
        _compile_functions(module)
    return module


# --- The shadow package: the same files, their functions compiled ------------------

class _Finder:
    """Finds `<shadow>.<game>.kernel.<name>` in the game's own folder."""

    def find_spec(self, fullname: str, path: Sequence[str] | None,
                  target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        shadow, *parts = fullname.split(".")
        if shadow != SHADOW or len(parts) != 3:
            return None
        game, _, name = parts
        file = _folder(game) / f"{name}.py"
        return importlib.util.spec_from_file_location(
            fullname, file, loader=_Compiling(fullname, str(file)))


class _Compiling(importlib.machinery.SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        _compile_functions(module)


def _prepare_shadow(game: str) -> None:
    if SHADOW not in sys.modules:
        sys.meta_path.insert(0, _Finder())
        _teach_numba_to_note()
        watch_compiler(SHADOW)
        _make_package(SHADOW)
        _prepare_folder(SHARED)
        sys.modules[f"{SHADOW}.{SHARED}.events"] = events
    _prepare_folder(game)


def _prepare_folder(folder: str) -> None:
    """Makes room for the compiled kernel of a game, or of the engine, in memory and on disk."""
    _make_package(f"{SHADOW}.{folder}")
    _make_package(f"{SHADOW}.{folder}.kernel")
    if on_disk := cache_folder(folder):
        use_folder(on_disk)


def _make_package(name: str) -> None:
    module = ModuleType(name)
    module.__path__ = []
    sys.modules[name] = module


def _teach_numba_to_note() -> None:
    """In compiled code `note` counts by rule and seat, or does nothing."""
    from numba import types
    from numba.extending import overload

    @overload(events.note)
    def _(log, rule, seat, subject, start, target):  # type: ignore[no-untyped-def]
        if isinstance(log, types.Array):
            def tally(log, rule, seat, subject, start, target):  # type: ignore[no-untyped-def]
                log[rule, seat] += 1
            return tally
        return lambda log, rule, seat, subject, start, target: None

    @overload(events.copy_state)
    def _(states, target, source):  # type: ignore[no-untyped-def]
        def copy(states, target, source):  # type: ignore[no-untyped-def]
            states[target] = states[source]
        return copy


def _compile_functions(module: ModuleType) -> None:
    """Compiles the functions of a module; it names the busiest, and those called once."""
    inlined, folded = (vars(module).get(name, ()) for name in ("INLINED", "FOLDED"))
    folder = cache_folder(module.__name__.split(".")[1])
    for name, value in list(vars(module).items()):
        if not inspect.isfunction(value):
            continue
        if value.__module__.startswith(f"{PACKAGE}.{SHARED}.kernel."):    # of a game elsewhere
            shared = importlib.import_module(value.__module__.replace(PACKAGE, SHADOW, 1))
            setattr(module, name, getattr(shared, value.__name__))
        if value.__module__ == module.__name__:
            setattr(module, name, compile_function(value, folder, inlined=name in inlined,
                                                   folded=name in folded))


@cache
def cache_folder(game: str) -> pathlib.Path | None:
    """Where the compiled code of these very sources is kept, a folder a game; read once."""
    files = [ROOT / SHARED / f"{name}.py" for name in ("twin", "compiling", "events")]
    files += [file for kernel in (SHARED, game) for file in sorted(_folder(kernel).glob("*.py"))]
    sources = b"".join(file.read_bytes() for file in files)
    digest = hashlib.sha256(sources).hexdigest()
    home = cache_home()
    return home and home / game / digest[:16]
