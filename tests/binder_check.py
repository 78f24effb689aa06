"""Does what Binder does, in a fresh Python 3.12 venv, and executes the index notebook there.

    python tests/binder_check.py            exit code 0 if all went well
    python tests/binder_check.py --keep     leaves the folder for a look

Needs a Python of the version that binder/runtime.txt names, and nothing else installed. Where
there is none, this fails when CI is set, and otherwise says loudly that nothing was checked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

EXECUTE = """
import sys, nbformat
from nbclient import NotebookClient
book = nbformat.read("notebooks/index.ipynb", as_version=4)
probe = nbformat.v4.new_code_cell("import sys, bonkbook; print(sys.prefix)")
book.cells.append(probe)
NotebookClient(book, timeout=300, kernel_name="python3",
               resources={"metadata": {"path": "notebooks"}}).execute()
kernel = probe.outputs[0].text.strip()
assert kernel == sys.prefix, f"the kernel ran in {kernel}, not in {sys.prefix}"
print(f"index.ipynb: {len(book.cells) - 1} cells executed in {kernel}")
"""


def python_of(version: str) -> str | None:
    """The path of a Python of this version ("3.12") that can make a venv, or None."""
    name = f"python{version}"
    homes = sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/{name}"), reverse=True)
    for candidate in (sys.executable, shutil.which(name), *map(str, homes)):
        if candidate and _runs_as(candidate, version):
            return candidate
    return None


def _runs_as(python: str, version: str) -> bool:
    # A pyenv shim exists for versions that are not switched on: only running it tells.
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    return done.stdout.strip() == version


def tracked_copy(target: Path) -> None:
    """Copies what is committed or about to be, as Binder clones it: no venv, no caches."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def environment(home: Path, venv: Path) -> dict[str, str]:
    """As on Binder: the venv first on the path, no settings or kernels of this machine's user."""
    dropped = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "JUPYTER_PATH", "PYENV_VERSION")
    env = {key: value for key, value in os.environ.items() if key not in dropped}
    env["PATH"] = f"{venv / 'bin'}{os.pathsep}{env['PATH']}"
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "XDG_CACHE_HOME"):
        env[name] = str(home / name.lower())
    return env


def take(steps: dict[str, list[str]], what: str, repo: Path, env: dict[str, str]) -> None:
    """Runs commands in `repo`; subprocess.CalledProcessError where one fails."""
    for name, command in steps.items():
        start = time.monotonic()
        program = shutil.which(command[0], path=env["PATH"]) or str(repo / command[0])
        subprocess.run([program, *command[1:]], cwd=repo, env=env, check=True,
                       stdin=subprocess.DEVNULL)
        print(f"{what}: {name} done in {time.monotonic() - start:.0f} s", flush=True)


def check(python: str, home: Path) -> None:
    """Clone, install, postBuild, execute; subprocess.CalledProcessError where a step fails."""
    repo, venv = home / "repo", home / "venv"
    tracked_copy(repo)
    take({
        "venv": [python, "-m", "venv", str(venv)],
        "install": ["python", "-m", "pip", "install", "-q", "-r", "binder/requirements.txt"],
        "postBuild": ["binder/postBuild"],
        "kernel": ["python", "-m", "ipykernel", "install", "--sys-prefix", "--name", "python3"],
        "index notebook": ["python", "-c", EXECUTE],
    }, "binder", repo, environment(home, venv))


def checked(what: str, version: str, check: Callable[[str, Path], None], args: list[str]) -> int:
    """The exit code of a check with a Python of this version, in a folder of its own."""
    python = python_of(version)
    if python is None:
        print("!" * 78, f"! {what.upper()} WAS NOT CHECKED: no Python {version} with venv found",
              "!" * 78, sep="\n", file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    home = Path(tempfile.mkdtemp(prefix=f"bonkbook-{what}-"))
    try:
        check(python, home)
    except subprocess.CalledProcessError as error:
        print(f"{what}: failed: {error}", file=sys.stderr)
        return 1
    finally:
        if "--keep" in args:
            print("kept:", home)
        else:
            shutil.rmtree(home, ignore_errors=True)
    print(f"{what}: all well")
    return 0


def main(args: list[str]) -> int:
    """As the docstring of this module says."""
    version = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    return checked("binder", version, check, args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
