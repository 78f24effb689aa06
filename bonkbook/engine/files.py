"""Safe reading and writing of files: regular files of limited size, written completely or not."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

_LONGEST_NAME = 1000    # characters of a path


def read_text(path: str | Path, most: int) -> str:
    """The text in a regular file of at most `most` bytes.

    ValueError for a file that is not regular, too large, or not UTF-8 text; OSError if it cannot be
    opened.
    """
    file = checked(path)
    with open(file, "rb", opener=_open_at_once) as opened:
        found = os.fstat(opened.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise ValueError(f"{file.name}: not a regular file")
        data = opened.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{file.name}: {max(found.st_size, len(data))} bytes are too many; at "
                         f"most {most} are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file.name}: not UTF-8 text at byte {error.start}") from None


def write_text(path: str | Path, text: str) -> None:
    """Writes `text` to a file, all of it or nothing, by moving a finished copy into place.

    A link stays and its target is written; a replaced file keeps its permissions. ValueError if it
    is not a regular file, OSError if it cannot be written.
    """
    file = checked(path)
    target = Path(os.path.realpath(file))
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        mode = _mode(target)
        with open(beside, "x", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        if mode is not None:
            os.chmod(beside, mode)
        os.replace(beside, target)
    except OSError as error:    # names the requested file, not the copy
        raise OSError(error.errno, error.strerror, str(file)) from None
    finally:
        with suppress(OSError):    # it has been moved, or was never made
            beside.unlink()


def checked(path: str | Path) -> Path:
    """The path, if it is not too long for any system; ValueError otherwise."""
    if len(os.fspath(path)) > _LONGEST_NAME:
        raise ValueError(f"a file name has at most {_LONGEST_NAME} characters")
    return Path(path)


def _mode(target: Path) -> int | None:
    """The permissions of the file to be replaced; None if there is none."""
    if not os.path.lexists(target):
        return None
    mode = target.lstat().st_mode
    if not stat.S_ISREG(mode):
        raise ValueError(f"{target.name}: not a regular file")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(mode)


def _open_at_once(path: str, flags: int) -> int:
    """Opens without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
