"""Whether numba can be used, and what is kept of what it compiles."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bonkbook.engine import compiling, twin
from bonkbook.engine.compiling import compile_function, has_numba, use_folder

needs_numba = pytest.mark.skipif(not has_numba(), reason="nothing is compiled without numba")
ROOT = Path(__file__).resolve().parents[2]


# -- a numba that cannot be used

SIMULATE = """
import warnings
import bonkbook as bb
from bonkbook import warm
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    shares = [bb.simulate(game, 2, turn_limit=3, seed=1).games for game in ("parcheesi", "bonkers")]
    first = bb.simulate("parcheesi", 2, turn_limit=2, policies=lambda view, legal: legal[0])
    g = bb.new("parcheesi", first="red")
    print(*shares, first.games, bb.odds(g, "ENTER_ON_FIVE"))
    warm.main()
print(*[w.message for w in caught], sep="\\n")
"""


def run(code: str, **env: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **env}, cwd=ROOT,
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("numba", "reason"), [
    ("raise ImportError('Numba needs NumPy 2.3 or less. Got NumPy 2.9.')", "Got NumPy 2.9"),
    ("import llvmlite_that_is_missing", "No module named 'llvmlite_that_is_missing'"),
    ("raise OSError('libLLVM.so: cannot open\\nshared object')", "libLLVM.so: cannot open)"),
    ("__version__, version_info = '0.61.2', (0, 61, 2)", "version is 0.61.2, needed is 0.68"),
    ("", "has no attribute 'version_info'"),
    ("from types import SimpleNamespace as Some\n"
     "version_info, config = (9, 0), Some(DISABLE_JIT=0)", "njit"),
])
def test_a_numba_that_cannot_be_used_means_interpreted_and_one_warning(
        tmp_path: Path, numba: str, reason: str) -> None:
    (tmp_path / "numba.py").write_text(numba)
    told, slow, *warned = run(SIMULATE, PYTHONPATH=str(tmp_path)).splitlines()
    assert told == "2 2 2 5/12 = 41.7 %"
    assert slow.startswith("without numba simulations run uncompiled")
    assert len(warned) == 1
    assert reason in warned[0]
    assert "pip install -U 'bonkbook[fast]'" in warned[0]


def test_without_numba_nothing_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('none', name='numba')")
    assert run(SIMULATE, PYTHONPATH=str(tmp_path)).splitlines()[2:] == [""]


@needs_numba
def test_compiling_that_is_switched_off_means_interpreted() -> None:
    assert "NUMBA_DISABLE_JIT is set" in run(SIMULATE, NUMBA_DISABLE_JIT="1").splitlines()[-1]


def test_the_bound_that_is_installed_is_the_one_that_is_asked_for() -> None:
    wanted = ".".join(map(str, compiling.OLDEST))
    assert f'"numba>={wanted},' in (ROOT / "pyproject.toml").read_text()


# -- where compiled code is kept

@pytest.mark.parametrize(("env", "home"), [
    ({"XDG_CACHE_HOME": "/a"}, "/a/bonkbook"), ({"XDG_CACHE_HOME": "a"}, "/h/.cache/bonkbook"),
    ({}, "/h/.cache/bonkbook"), ({"NUMBA_CACHE_DIR": "/n", "XDG_CACHE_HOME": "/a"}, "/n/bonkbook"),
])
def test_the_folder_for_compiled_code(monkeypatch: pytest.MonkeyPatch, env: dict[str, str],
                                      home: str) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/h", **env}.items():
        monkeypatch.setenv(name, value)
    assert compiling.cache_home() == Path(home)


def test_a_user_without_a_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(compiling.pathlib.Path, "home", nowhere)
    assert compiling.cache_home() is None
    monkeypatch.setattr(twin, "cache_folder", lambda game: None)
    monkeypatch.setattr(twin, "_warmed", set())
    assert not twin.is_warm("parcheesi")
    twin.mark_warm("parcheesi")
    assert twin.is_warm("parcheesi") == has_numba()
    assert not twin.is_kept("parcheesi")


def calls(folder: Path | None) -> Any:
    """A small function, freshly loaded as by a new process, called in two ways."""
    function: Any = compile_function(twice, folder)
    assert (function(4), function(2.5)) == (8, 5.0)
    return function.stats


def twice(number: Any) -> Any:
    return 2 * number


def hits(stats: Any) -> int:
    return sum(stats.cache_hits.values())


@needs_numba
@pytest.mark.parametrize("folder", [None, Path("/dev/null/folder")])
def test_no_folder_means_that_nothing_is_kept(folder: Path | None) -> None:
    if folder:
        use_folder(folder)
    for _ in range(2):
        assert hits(calls(folder)) == 0


@needs_numba
def test_a_folder_that_can_only_be_read_is_used(tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    calls(tmp_path)

    def refuse(*path: Any, **more: Any) -> None:
        raise PermissionError

    for name in ("makedirs", "replace"):
        monkeypatch.setattr(compiling.os, name, refuse)
    assert hits(calls(tmp_path)) == 2
    for file in tmp_path.rglob("*.nbc"):
        file.unlink()
    assert hits(calls(tmp_path)) == 0


def cut_off(content: bytes) -> bytes:
    return content[:len(content) // 2]


def scribbled_on(content: bytes) -> bytes:
    return content[:-90] + b"scribble" + content[-82:]


@needs_numba
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut_off, scribbled_on, lambda content: b"",
                                    lambda content: content[:-1], lambda content: b"\0" * 500])
def test_a_damaged_file_is_made_anew(tmp_path: Path, kind: str,
                                     damage: Callable[[bytes], bytes]) -> None:
    calls(tmp_path)
    assert hits(calls(tmp_path)) == 2
    files = list(tmp_path.rglob(f"*.{kind}"))
    assert files
    for file in files:
        file.write_bytes(damage(file.read_bytes()))
    assert hits(calls(tmp_path)) == 0
    assert hits(calls(tmp_path)) == 2


@needs_numba
def test_code_of_another_signature_under_the_same_name_is_not_run(tmp_path: Path) -> None:
    calls(tmp_path)
    one, two = tmp_path.rglob("*.nbc")
    one.write_bytes(two.read_bytes())
    assert hits(calls(tmp_path)) == 1


# -- folders of older versions

def folder(home: Path, name: str, days: float) -> Path:
    """A folder of compiled code that was used some days ago."""
    path = home / name
    (path / "engine_0").mkdir(parents=True)
    for file in ("warm", "engine_0/playout.play_games-83.py311.1.nbc",
                 "engine_0/rules.roll-8.py311.nbi", "engine_0/rules.roll-8.py311.nbi.tmp.0a"):
        (path / file).touch()
    os.utime(path, times=(time.time() - days * compiling.DAY,) * 2)
    return path


def test_a_new_folder_replaces_those_that_were_not_used_lately(tmp_path: Path) -> None:
    old = [folder(tmp_path, f"{k:016x}", days=40 + k) for k in range(5)]
    recent = [folder(tmp_path, f"{k:016x}", days=0.5) for k in range(5, 8)]
    use_folder(tmp_path / f"{99:016x}")
    assert sorted(tmp_path.iterdir()) == [*recent, tmp_path / f"{99:016x}"]
    assert not any(path.exists() for path in old)


def test_the_last_that_were_used_stay_however_old(tmp_path: Path) -> None:
    old = [folder(tmp_path, f"{k:016x}", days=40 + k) for k in range(5)]
    use_folder(tmp_path / f"{99:016x}")
    assert sorted(tmp_path.iterdir()) == [*old[:2], tmp_path / f"{99:016x}"]


def test_a_folder_that_is_used_again_is_recent(tmp_path: Path) -> None:
    old = [folder(tmp_path, f"{k:016x}", days=40 + k) for k in range(5)]
    use_folder(old[4])
    assert len(list(tmp_path.iterdir())) == 5
    use_folder(tmp_path / f"{99:016x}")
    assert sorted(tmp_path.iterdir()) == [old[0], old[4], tmp_path / f"{99:016x}"]


def test_only_what_is_surely_ours_is_removed(tmp_path: Path) -> None:
    others = [folder(tmp_path, name, days=400) for name in ("thesis", "0" * 15, "0" * 17)]
    letters = folder(tmp_path, "a" * 16, days=400)
    (letters / "engine_0" / "letters.txt").touch()
    outside = folder(tmp_path / "elsewhere", "b" * 16, days=400)
    (tmp_path / ("c" * 16)).symlink_to(outside)
    file = tmp_path / ("d" * 16)
    file.touch()
    os.utime(letters, times=(0, 0))
    for k in range(4):
        use_folder(tmp_path / f"{k:016x}")
    for path in (*others, letters, outside / "warm", tmp_path / ("c" * 16), file):
        assert path.exists()


@needs_numba
def test_numba_still_has_the_options_that_it_does_not_document() -> None:
    """compile_function uses them; a numba without them needs another way, or none."""
    from numba.core.cpu import CPUTargetOptions
    from numba.core.dispatcher import Dispatcher

    for option in ("forceinline", "_nrt", "no_cfunc_wrapper"):
        assert hasattr(CPUTargetOptions, option), (
            f"this numba has no option {option}: take it out of compile_function, measure what "
            "that costs, and change the upper bound of numba in pyproject.toml")
    assert hasattr(Dispatcher, "get_call_template"), (
        "this numba chooses the types of a call in another way: see compile_function")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (bound,) = project["project"]["optional-dependencies"]["fast"]
    assert re.fullmatch(r"numba>=[0-9.]+,<[0-9.]+", bound)
