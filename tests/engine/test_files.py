"""Files: what is read, what is never overwritten, and that no text names one."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

import bonkbook as bb
from bonkbook.bonkers import layout
from bonkbook.engine import files, notation
from bonkbook.engine.game import loads
from bonkbook.engine.ruleset import games

SECRET = "pa55word"
POSITION = "P1 20 2 | P2 0 0 | turn P1"


@pytest.fixture
def game() -> bb.Game:
    return bb.new("parcheesi", seats=2, seed=1)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.json"
    path.write_text(json.dumps({SECRET: {SECRET: SECRET}}))
    return path


# --- no text names a file --------------------------------------------------------------------

def save_with(option: str) -> dict[str, Any]:
    data = json.loads(notation.dump(bb.position("bonkers", POSITION, seed=1)))
    return {**data, "start": f"{data['start']} | {option}"}


@pytest.mark.parametrize("option", ["deck", "layout"])
def test_a_line_a_save_and_a_text_open_no_file(
        option: str, secret: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bb.new("bonkers")    # reads those of the package, once
    monkeypatch.setattr(layout, "read_text", lambda *_: pytest.fail("a file was opened"))
    for ask in (lambda: bb.position("bonkers", f"{POSITION} | {option} {secret}"),
                lambda: loads(json.dumps(save_with(f"{option} {secret}"))),
                lambda: bb.new("bonkers", **{option: str(secret)}),
                lambda: bb.simulate("bonkers", games=1, **{option: str(secret)}),
                lambda: bb.bonkers.position("20 0", **{option: str(secret)})):
        with pytest.raises(ValueError, match="cannot name the file") as caught:
            ask()
        assert SECRET not in str(caught.value)


CONTENTS = [
    ("a.json", json.dumps({SECRET: 1})), ("a.json", json.dumps({"EX": SECRET})),
    ("a.json", json.dumps({"size": SECRET})), ("a.json", json.dumps({"score": SECRET})),
    ("a.json", json.dumps({"score": [SECRET]})), ("a.json", json.dumps({"printed": SECRET})),
    ("a.json", json.dumps({"printed": {SECRET: 1}})), ("a.json", json.dumps([SECRET])),
    ("a.json", f'{{"{SECRET}'), ("a.json", SECRET), ("a.json", "[" * 9_000 + SECRET),
    ("a.toml", f'{SECRET} = 1'), ("a.toml", f'EX = "{SECRET}"'), ("a.toml", f'EX = {SECRET}'),
    ("a.toml", f'["{SECRET}"]\n["{SECRET}"]'), ("a.toml", SECRET), ("a", f'{SECRET} = {SECRET}'),
]


@pytest.mark.parametrize("option", ["deck", "layout"])
@pytest.mark.parametrize(("name", "text"), CONTENTS, ids=range(len(CONTENTS)))
def test_an_error_tells_nothing_that_a_file_holds(
        name: str, text: str, option: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=rf"^{name}: ") as caught:
        bb.new("bonkers", **{option: tmp_path / name})
    assert SECRET not in str(caught.value) and len(str(caught.value)) < 200
    assert caught.value.__context__ is None or caught.value.__suppress_context__


def test_an_error_tells_where_a_deck_is_wrong(tmp_path: Path) -> None:
    for name, text, place in (
            ("a.toml", "EX = 1\nRA = [", "not TOML"),
            ("b.toml", "EX = 1\nRA 2", "line 2, column 4"),
            ("c.json", '{"EX": 1,\n "RA" 2}', "line 2 column 7"),
            ("d.json", '{"EX": 1, "+99x": 2}', "entry 2 is not part of a deck")):
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=f"^{name}: .*{place}"):
            bb.new("bonkers", deck=tmp_path / name)


def test_a_game_with_a_deck_of_a_file_needs_the_file_no_more(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text('EX = 2\n"+1" = 5\n"-4" = 5\n')
    game = bb.new("bonkers", seed=4, deck=deck)
    line, text = game.position, notation.dump(game)
    deck.unlink()
    assert bb.position("bonkers", line).position == line
    assert loads(text) == game
    assert str(tmp_path) not in line + text


def test_the_fullest_board_and_deck_are_read_back_from_a_line() -> None:
    # 60 spaces; 26 kinds of cards, as many cards as there is room for.
    board = {"size": 60, "start": 0, "score": [0], "lose": 1,
             "printed": {str(space): -1 for space in range(30, 46)}}
    steps = [f"{sign}{steps}" for steps in range(10, 60) for sign in "+-"][:26]
    game = bb.new("bonkers", seats=4, seed=1, layout=board, deck=dict.fromkeys(steps, 1))
    assert bb.position("bonkers", game.position).position == game.position


# --- regular files only, up to a bound ------------------------------------------------------------

def odd_files(folder: Path) -> list[Path]:
    """A pipe, a device, a folder, and a file that goes on and on."""
    pipe, endless = folder / "pipe.json", folder / "endless.json"
    os.mkfifo(pipe)
    with endless.open("wb") as file:
        file.truncate(10**12)
    return [pipe, endless, folder, Path("/dev/zero"), Path("/dev/tty"), Path("/dev/stdin")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_is_not_a_regular_file_is_neither_read_nor_written(
        tmp_path: Path, game: bb.Game) -> None:
    for path in odd_files(tmp_path):
        before = os.stat(path)
        for ask in (lambda path=path: bb.load(path), lambda path=path: game.save(path),
                    lambda path=path: bb.new("bonkers", deck=path),
                    lambda path=path: files.write_text(path, "x")):
            if path.name == "endless.json" and ask.__code__.co_names[:1] == ("files",):
                continue    # it is one to be written
            with pytest.raises((ValueError, OSError)):
                ask()
        assert (os.stat(path).st_mode, os.stat(path).st_size) == (before.st_mode, before.st_size)


def test_a_file_is_read_up_to_its_bound_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("x" * 100)
    assert files.read_text(path, 100) == "x" * 100
    with pytest.raises(ValueError, match="100 bytes are too many; at most 99"):
        files.read_text(path, 99)
    with pytest.raises(ValueError, match="at most 5"):    # says of itself that it has no bytes
        files.read_text("/proc/self/status", 5)


@pytest.mark.parametrize("name", ["x" * 1_000_000, "x" * 300, "a\0b", "\ud800", ""])
def test_an_impossible_name_is_refused_in_few_words(name: str, game: bb.Game) -> None:
    for ask in (bb.load, game.save, lambda name: bb.new("bonkers", deck=Path(name))):
        with pytest.raises((ValueError, OSError)) as caught:
            ask(name)
        assert len(str(caught.value)) < 500


# --- written whole, and only over a save --------------------------------------------------------

OTHERS = ["my notes about a bonkbook game", "", "[]", '{"format": "notes"}', '{"format": "bonkbook']


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_not_a_save_is_never_overwritten(
        text: str, tmp_path: Path, game: bb.Game) -> None:
    path = tmp_path / "notes.json"
    path.write_text(text)
    with pytest.raises(bb.SaveError, match=r"notes\.json already exists.*choose another name"):
        game.save(path)
    assert path.read_text() == text


def test_a_save_is_replaced_and_keeps_its_permissions(tmp_path: Path, game: bb.Game) -> None:
    path = tmp_path / "game.json"
    game.save(path)
    usual = tmp_path / "usual"
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    game.next().save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640 and bb.load(path) == game.next()


def test_a_link_stays_and_leads_to_the_new_save(tmp_path: Path, game: bb.Game) -> None:
    real, link, new = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "new.json"
    game.save(real)
    link.symlink_to(real)
    game.next().save(link)
    assert link.is_symlink() and bb.load(real) == bb.load(link) == game.next()
    link.unlink()
    link.symlink_to(new)    # which is not there yet
    game.save(link)
    assert bb.load(new) == game
    new.write_text("notes")
    with pytest.raises(bb.SaveError, match="choose another name"):
        game.save(link)


def test_a_protected_save_stays(tmp_path: Path, game: bb.Game,
                                monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    game.save(path)
    monkeypatch.setattr(files.os, "access", lambda *_: False)    # root may write everywhere
    with pytest.raises(PermissionError, match=r"game\.json"):
        game.next().save(path)
    assert bb.load(path) == game


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_save_that_fails_halfway_leaves_the_old_one_whole(
        step: str, tmp_path: Path, game: bb.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    game.save(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "some other file")

    monkeypatch.setattr(files.os, step, full)
    with pytest.raises(OSError, match=r"No space left on device: .*game\.json"):
        game.next().save(path)
    assert bb.load(path) == game and os.listdir(tmp_path) == ["game.json"]


def test_a_save_into_no_folder_names_the_file(tmp_path: Path, game: bb.Game) -> None:
    with pytest.raises(FileNotFoundError, match=r"none/game\.json"):
        game.save(tmp_path / "none" / "game.json")


@pytest.mark.parametrize("name", games())
def test_a_game_too_long_to_be_loaded_is_not_saved(
        name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bb.new(name, seed=1).act().act()
    monkeypatch.setattr(notation, "MOST_PLAYS", len(game.plays) - 1)
    with pytest.raises(bb.SaveError, match=r"at most . plays"):
        game.save(tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()
