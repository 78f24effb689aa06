"""What takes long says so in a line, and only that."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.engine import patience, twin
from bonkbook.engine.compiling import has_numba
from bonkbook.engine.patience import telling
from bonkbook.parcheesi import odds
from bonkbook.parcheesi.odds import chances


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WAIT", 0.05)


def until(ends: threading.Event) -> None:
    assert ends.wait(10)


def told(capsys: pytest.CaptureFixture[str], *lines: str) -> bool:
    """Whether these lines come on stderr, within ten seconds."""
    found = ""
    for _ in range(200):
        found += capsys.readouterr().err
        if found.splitlines() == list(lines):
            return True
        time.sleep(0.05)
    return False


def test_what_is_quick_says_nothing(capsys: pytest.CaptureFixture[str],
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WAIT", 1)
    with telling("Counting."):
        pass
    time.sleep(1.2)
    assert capsys.readouterr().err == ""


def test_what_takes_long_says_so_once_and_only_the_outermost(
        capsys: pytest.CaptureFixture[str]) -> None:
    with telling("Counting the hands."), telling("Counting a hand."):
        assert told(capsys, "Counting the hands.")
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
    with telling("Once more."):
        assert told(capsys, "Once more.")


def test_an_error_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError), telling("Dividing."):
        1 / 0  # noqa: B018
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_compiling_is_said_first(capsys: pytest.CaptureFixture[str],
                                 monkeypatch: pytest.MonkeyPatch) -> None:
    assert bb.bonk    # what is compiled was loaded before
    monkeypatch.setattr(patience, "_compiling", ["bonk", "bonk"])
    with telling("Playing 10 games."):
        line = "Compiling the rules of BONK, once. This takes up to a minute."
        assert told(capsys, line)
        patience._compiling.clear()
        assert told(capsys, "Playing 10 games.")


@pytest.mark.skipif(not has_numba(), reason="nothing is compiled without numba")
def test_numba_says_when_it_compiles_a_game() -> None:
    from numba.core import event

    twin.compiled("parcheesi")
    seen = []
    for module in ("bonkbook_compiled.parcheesi.reach", "elsewhere.rules"):
        function = SimpleNamespace(py_func=SimpleNamespace(__module__=module))
        with event.trigger_event("numba:compile", data={"dispatcher": function}):
            seen.append(list(patience._compiling))
    assert seen == [["parcheesi"], []]
    assert patience._compiling == []


def test_long_odds_say_what_they_are(capsys: pytest.CaptureFixture[str],
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(odds, "ODDS", replace(odds.ODDS, answer=lambda *_: until(goes_on)))
    asking = threading.Thread(target=bb.odds, args=(bb.new("parcheesi"), "CAPTURE", "turn"))
    asking.start()
    assert told(capsys, "Calculating the exact odds of CAPTURE.")
    goes_on.set()
    asking.join()


def test_a_long_simulation_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    goes_on = threading.Event()

    def waits(view: Any, legal: list[Any]) -> Any:
        until(goes_on)
        return legal[0]

    g = bb.parcheesi.position(red="20 N N N", blue="24 N N N", turn="red", dice="1 2")
    playing = threading.Thread(target=bb.simulate, args=(g, 2),
                               kwargs={"policies": waits, "horizon": "roll"})
    playing.start()
    assert told(capsys, "Playing the games; progress=True shows the progress.")
    goes_on.set()
    playing.join()


def test_one_way_to_play_a_turn_needs_no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "fastest", twin.interpreted)
    monkeypatch.setattr(chances, "best", lambda game: pytest.fail("compiles"))
    g = bb.parcheesi.position(red="20 N N N", green="24 N N N", turn="red")
    assert 0 < bb.odds(g, "CAPTURE", "turn", choose="hunter") < 1
    assert bb.odds(g, "CAPTURE") > 0
