"""numba: whether it can be used, and how what it compiles is kept on disk.

Compiled code is kept in a folder for each version of a game's sources (see twin.py). Every file
in it ends in a checksum: one that was cut off or damaged is compiled anew. Where no folder can be
written, nothing is kept. When a folder is made, those that nobody used lately are removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pathlib
import re
import shutil
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

OLDEST = 0, 68         # numba's versions before this refuse an IntEnum as an index
FOLDERS_KEPT = 3       # of each game, and all that were used within a day
DAY = 24 * 60 * 60     # seconds
OURS = re.compile(r".*\.nb[ic](\.tmp\.\w+)?|warm")   # the files in a folder of compiled code


@cache
def has_numba() -> bool:
    """Whether numba can be used; a single warning if it is installed but cannot."""
    try:
        import numba as found
        numba: Any = found    # its settings are made at run time
        if numba.version_info[:2] < OLDEST:
            raise ImportError(f"its version is {numba.__version__}, "
                              f"needed is {'.'.join(map(str, OLDEST))} or later")
        if numba.config.DISABLE_JIT:
            raise ImportError("NUMBA_DISABLE_JIT is set")
        compile_function(_probe, None)
    except Exception as error:    # whatever a broken installation may raise
        if not (isinstance(error, ModuleNotFoundError) and error.name == "numba"):
            reason = str(error).partition("\n")[0][:200]
            warnings.warn(f"numba cannot be used ({reason}), so games are simulated uncompiled, "
                          "about a hundred times slower: pip install -U 'bonkbook[fast]'",
                          RuntimeWarning, stacklevel=2)
        return False
    return True


def _probe(number: int) -> int:
    return number


def compile_function(function: Callable[..., Any], folder: pathlib.Path | None, *,
                     inlined: bool = False, folded: bool = False) -> Any:
    """`function`, to be compiled when first called and kept in `folder`.

    inlined: it becomes part of those that call it, and counts no references to arrays. So it
    makes none and hands none back (numba refuses it), and is not for calling from Python with a
    Generator, which would never be freed. folded: it is not compiled by itself, numba puts its
    text where it is called. What calls a function is compiled with all that the function calls,
    so that every step of a long way down costs seconds.
    """
    from numba import njit, types

    # Options that numba does not document. Without `forceinline`, and without the reference counts
    # that it saves (`_nrt`), games of Parcheesi and Bonkers at random run at 0.6 times the speed;
    # without whole numbers in place of constants, compiling takes 1.1 (Parcheesi), 1.6 (Bonkers)
    # and 1.4 (BONK) times as long.
    compiler: Any = njit
    compiled = compiler(nogil=True, no_cfunc_wrapper=True, forceinline=inlined, _nrt=not inlined,
                        inline="always" if folded else "never")(function)
    if folder is not None:
        compiled._cache = _kept(function, folder)
    # Compiled once for whole numbers, not once more for each constant passed.
    of_types = compiled.get_call_template
    compiled.get_call_template = lambda args, named: of_types(
        tuple(map(types.unliteral, args)), {k: types.unliteral(t) for k, t in named.items()})
    return compiled


# --- The files ------------------

def cache_home() -> pathlib.Path | None:
    """The folder for the compiled code of all games; None if this user has no home."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        if os.path.isabs(home := os.environ.get(name, "")):
            return pathlib.Path(home, "bonkbook")
    try:
        return pathlib.Path.home() / ".cache" / "bonkbook"
    except RuntimeError:
        return None


def use_folder(folder: pathlib.Path) -> None:
    """Makes a folder of compiled code, or notes that it is used; a new one replaces old ones."""
    with contextlib.suppress(OSError):
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if is_new:
            _remove_old(folder.parent)


def _remove_old(home: pathlib.Path) -> None:
    """Removes the folders in `home` that were not used lately.

    A process that still runs code of a removed one has it in memory, and compiles what is missing.
    """
    last_used = {path: path.stat().st_mtime for path in home.iterdir() if _is_ours(path)}
    for path in sorted(last_used, key=last_used.__getitem__)[:-FOLDERS_KEPT]:
        if last_used[path] < time.time() - DAY:
            (path / "warm").unlink(missing_ok=True)    # first, so that a half removed one is cold
            shutil.rmtree(path, ignore_errors=True)


def _is_ours(path: pathlib.Path) -> bool:
    """Whether a path is a folder of compiled code, and nothing else is in it."""
    return (re.fullmatch("[0-9a-f]{16}", path.name) is not None and not path.is_symlink()
            and path.is_dir()
            and all(inner.is_dir() or OURS.fullmatch(inner.name) for inner in path.rglob("*")))


def _kept(function: Callable[..., Any], folder: pathlib.Path) -> Any:
    """The disk cache of a function's compiled code, in `folder`."""
    from numba import config

    settings: Any = config     # numba makes them at run time
    outside = settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES
    settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = str(folder), ""
    try:
        return _cache_class()(function)
    finally:
        settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = outside


@cache
def _cache_class() -> Any:
    """The class of disk cache that skips a folder or a file that cannot be used."""
    from numba.core import caching

    class Locator(caching.UserProvidedCacheLocator):
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            return cls(py_func, py_file)    # without a try whether the folder can be written

    class Compiled(caching.CompileResultCacheImpl):
        _locator_classes = [Locator]  # noqa: RUF012

    class Cache(caching.FunctionCache):
        _impl_class = Compiled

        def __init__(self, py_func: Any) -> None:
            super().__init__(py_func)
            self._cache_file = _file_class()(self._cache_path, self._impl.filename_base,
                                             self._impl.locator.get_source_stamp())

        @contextlib.contextmanager
        def _guard_against_spurious_io_errors(self) -> Iterator[None]:
            with contextlib.suppress(OSError):
                yield

    return Cache


@cache
def _file_class() -> Any:
    """The class of a function's files in a disk cache, each ending in a checksum."""
    from numba.core import caching

    class File(caching.IndexDataCacheFile):
        def save(self, key: Any, data: Any) -> None:
            super().save(key, (key, data))

        def load(self, key: Any) -> Any:
            # Two processes that write at once may give the same file name to different code.
            whose, data = super().load(key) or (None, None)
            return data if whose == key else None

        def _load_index(self) -> Any:
            return super()._load_index() if _is_whole(self._index_path) else {}

        def _load_data(self, name: str) -> Any:
            return super()._load_data(name) if _is_whole(self._data_path(name)) else None

        @contextlib.contextmanager
        def _open_for_write(self, filepath: str) -> Iterator[Any]:
            with super()._open_for_write(filepath) as file:
                yield (content := io.BytesIO())
                file.write(content.getvalue() + _checksum(content.getvalue()))

    return File


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _is_whole(path: str) -> bool:
    """Whether a file can be read and ends in the checksum of all before it."""
    try:
        content = pathlib.Path(path).read_bytes()
    except OSError:
        return False
    return content[-32:] == _checksum(content[:-32])
