"""A missing Chromium is an error on CI, and elsewhere said loudly."""

from __future__ import annotations

import pytest

from tests.browser import chromium


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine without any browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("BONKBOOK_CHROMIUM", raising=False)
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    monkeypatch.setattr(chromium, "MAC", ())
    return tmp_path


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_none_is_an_error_on_ci(nowhere, monkeypatch, capsys):
    monkeypatch.setenv("CI", "true")
    assert chromium.find() is None
    assert chromium.main([]) == 1
    assert "no Chromium was found" in capsys.readouterr().err


def test_none_is_said_loudly_elsewhere(nowhere, monkeypatch, capsys):
    monkeypatch.delenv("CI", raising=False)
    assert chromium.main([]) == 0
    assert "BROWSER TESTS WILL BE LEFT OUT" in capsys.readouterr().err


def test_found_on_the_path(nowhere, capsys):
    path = program(nowhere / "chromium-browser")
    assert chromium.main([]) == 0
    assert capsys.readouterr().out.strip() == path


def test_found_among_playwrights_own(nowhere):
    path = program(nowhere / ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert chromium.find() == path


def test_the_named_one_goes_first(nowhere, monkeypatch):
    program(nowhere / "chromium")
    mine = program(nowhere / "mine" / "browser")
    monkeypatch.setenv("BONKBOOK_CHROMIUM", mine)
    assert chromium.find() == mine


def test_a_wrong_name_is_no_reason_to_look_elsewhere(nowhere, monkeypatch):
    program(nowhere / "chromium")
    monkeypatch.setenv("BONKBOOK_CHROMIUM", "/no/such/browser")
    with pytest.raises(FileNotFoundError, match="BONKBOOK_CHROMIUM is '/no/such/browser'"):
        chromium.find()


def test_install_asks_debian_first_and_playwright_where_that_fails(nowhere, monkeypatch):
    program(nowhere / "apt-get")
    commands = []
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "_run", lambda command, env: commands.append(command) or False)
    chromium.install()
    assert commands[0][0] == "apt-get"
    assert commands[-1][1:] == ["-m", "playwright", "install", "chromium"]


def test_install_without_root_is_playwrights(nowhere, monkeypatch):
    program(nowhere / "apt-get")
    commands = []
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(chromium, "_run", lambda command, env: commands.append(command) or True)
    chromium.install()
    assert [command[1:] for command in commands] == [["-m", "playwright", "install", "chromium"]]
