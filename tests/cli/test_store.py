"""The commands on the whole store, as people run them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.stores import Store
from tests.cli.command import command
from tests.stores.words import said


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The store that the commands find."""
    url = f"sqlite:///{tmp_path}/store.sqlite"
    monkeypatch.setenv("DATABASE_URL", url)
    return url


def test_a_store_is_checked_saved_and_restored(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(url) as store:
        store.write("s", "r", said())
    checked = command("store", "check")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "fingerpost_turns\t2" in checked.stdout
    assert f"{tmp_path}/store.sqlite is sound and takes writes." in checked.stdout
    saved = command("store", "backup", tmp_path / "night.sqlite")
    assert (saved.returncode, saved.stdout.splitlines()[-1]) == (0, f"Saved and checked: {tmp_path}/night.sqlite")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/new.sqlite")
    assert command("store", "restore", tmp_path / "night.sqlite").returncode == 0
    with Store.open(f"sqlite:///{tmp_path}/new.sqlite") as store:
        assert store.turns("s") == said()


def test_rows_are_replaced_only_on_demand(url: str, tmp_path: Path) -> None:
    with Store.open(url) as store:
        store.write("s", "r", said())
    assert command("store", "backup", tmp_path / "night.sqlite").returncode == 0
    refused = command("store", "restore", tmp_path / "night.sqlite")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "restore into an empty database, or say --replace, which deletes all that it holds" in refused.stderr
    assert command("store", "restore", tmp_path / "night.sqlite", "--replace").returncode == 0


@pytest.mark.parametrize("words", [("check",), ("backup", "night.sqlite")])
def test_a_store_that_does_not_exist_is_not_made(url: str, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = command("store", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no store yet: set DATABASE_URL" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_damage_ends_the_check_with_2(url: str, tmp_path: Path) -> None:
    with Store.open(url) as store:
        for number in range(100):
            store.write(f"s{number}", "r", said("x" * 2000))
    file = tmp_path / "store.sqlite"
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(b"\xff" * 40_000)
    done = command("store", "check")
    assert done.returncode == 2
    assert "is damaged" in done.stderr
    assert "is sound" not in done.stdout
