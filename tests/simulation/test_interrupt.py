"""Ctrl-C, and the stop button of a notebook: a simulation ends soon and keeps its games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bonkbook.engine.compiling import has_numba

ROOT = Path(__file__).resolve().parents[2]
SOON = 20   # seconds: one is meant, the rest is for a busy machine

COMPILED = pytest.mark.skipif(not has_numba(), reason="uncompiled, no game is done in a second")
ASKED = [
    pytest.param('"parcheesi", 10**9', marks=COMPILED),
    pytest.param('"bonkers", 10**9', marks=COMPILED),
    pytest.param('"bonk", 10**9', marks=COMPILED),
    pytest.param('"bonk", 10**9, executor=workers', marks=COMPILED),
    '"parcheesi", 10**9, turn_limit=30, policies=first',
]

# What is asked once beforehand loads or compiles what the question needs.
CODE = """
import signal
from concurrent.futures import ProcessPoolExecutor
import bonkbook as bb

def first(view, legal):
    return legal[0]

if __name__ == "__main__":
    # It is ignored where the tests run in the background of a shell.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ProcessPoolExecutor(1) as workers:
        bb.simulate({once})
        print("ready", flush=True)
        results = bb.simulate({asked})
    print(results.games, results.interrupted, results.wins != {{}}, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("asked", ASKED)
def test_an_interrupt_ends_a_simulation_soon(asked: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(CODE.format(asked=asked, once=asked.replace("10**9", "1")))
    child = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True,
                             env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)
    try:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
        time.sleep(2)
        os.killpg(child.pid, signal.SIGINT)    # as a terminal does, the workers too
        began = time.monotonic()
        games, *rest = child.communicate(timeout=2 * SOON)[0].split()
        assert time.monotonic() - began < SOON
        assert int(games) > 0
        assert rest == ["True", "True"]
        assert child.returncode == 0
    finally:
        child.kill()
        child.communicate()


@pytest.mark.slow
def test_the_stop_button_of_a_notebook_keeps_the_cell_s_games() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(cwd=str(ROOT))
    try:
        client.execute("import bonkbook as bb\n"
                       "print('ready')\n"
                       "results = bb.simulate('parcheesi', 10**9, turn_limit=30,\n"
                       "                      policies=lambda view, legal: legal[0])")
        while client.get_iopub_msg(timeout=60)["content"].get("text") != "ready\n":
            pass
        time.sleep(2)
        manager.interrupt_kernel()
        began = time.monotonic()
        assert client.get_shell_msg(timeout=60)["content"]["status"] == "ok"
        assert time.monotonic() - began < SOON
        reply = client.execute("", reply=True, timeout=60,
                               user_expressions={"kept": "results.interrupted and results.games"})
        assert int(reply["content"]["user_expressions"]["kept"]["data"]["text/plain"]) > 0
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
