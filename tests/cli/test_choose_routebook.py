"""Which routebook a command uses that names none, and that every output says which one decided."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from fingerpost.cli.choose_routebook import chosen_routebook, find_above
from fingerpost.errors import SettingsError
from tests.cli.command import command

MESSAGE = "the parcel has still not come"


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable names a routebook, and the home folder holds nothing."""
    monkeypatch.delenv("FINGERPOST_ROUTEBOOK")
    monkeypatch.setenv("HOME", str(tmp_path))


def shop_in(folder: Path) -> Path:
    assert command("new", "shop", cwd=folder).returncode == 0
    return folder / "shop"


def test_the_option_goes_before_the_variable_and_the_variable_before_the_folder(tmp_path: Path) -> None:
    shop = shop_in(tmp_path)
    other = shutil.copytree(shop, tmp_path / "other")
    third = shutil.copytree(shop, tmp_path / "third")

    def decided_by(*words: str, **env: str) -> str:
        done = command("route", MESSAGE, "--json", *words, cwd=shop, env={**os.environ, **env})
        assert done.returncode == 0, done.stderr
        return str(json.loads(done.stdout)["routebook"])

    assert decided_by() == "shop"
    assert decided_by(FINGERPOST_ROUTEBOOK=str(other)) == "other"
    assert decided_by("--routebook", str(third), FINGERPOST_ROUTEBOOK=str(other)) == "third"
    assert decided_by(FINGERPOST_ROUTEBOOK=" ") == "shop", "an empty variable names nothing"


def test_a_routebook_above_is_found(tmp_path: Path) -> None:
    deep = shop_in(tmp_path) / "knowledge" / "pages"
    deep.mkdir(parents=True)
    done = command("route", MESSAGE, cwd=deep)
    assert done.returncode == 0
    assert done.stdout.startswith("shipping  ")
    assert done.stdout.endswith(" (routebook shop)\n")


@pytest.mark.parametrize(
    "words", [("route", "hi"), ("ask", "hi"), ("chat",), ("serve",), ("graph",), ("index",), ("audit", "store"),
              ("history", "list"), ("learn",), ("students", "list"), ("route-batch", "a.jsonl", "b.jsonl"),
              ("eval", "rows.jsonl"), ("rag",), ("review",)],
)  # fmt: skip
def test_without_any_the_installed_ones_are_listed(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "rows.jsonl").write_text('{"text": "hi", "expected": "x"}\n')
    done = command(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fingerpost: no routebook: ")
    assert "agents, avap, miniapps" in done.stderr
    assert "fingerpost new" in done.stderr


def test_a_wrong_variable_is_told_as_a_wrong_option_is(tmp_path: Path) -> None:
    done = command("route", "hi", cwd=tmp_path, env={**os.environ, "FINGERPOST_ROUTEBOOK": "nobody-has-this"})
    assert done.returncode == 2
    assert "nobody-has-this" in done.stderr
    assert "installed: agents, avap" in done.stderr


def test_help_looks_for_no_routebook(tmp_path: Path) -> None:
    done = command("route", "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "FINGERPOST_ROUTEBOOK" in done.stdout


def test_the_home_folder_is_the_last_that_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, inside = tmp_path / "home", tmp_path / "home" / "work"
    inside.mkdir(parents=True)
    (tmp_path / "routebook.toml").touch()
    assert find_above(inside) == tmp_path, "without a home in between it is found"
    monkeypatch.setenv("HOME", str(home))
    assert find_above(inside) is None
    (home / "routebook.toml").touch()
    assert find_above(inside) == home


def test_what_only_looks_like_a_routebook_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a" / "b" / "c"
    inner.mkdir(parents=True)
    (tmp_path / "routebook.toml").touch()
    (inner / "routebook.toml").symlink_to("routebook.toml")
    (inner.parent / "routebook.toml").mkdir()
    assert find_above(inner) == tmp_path

    real = Path.is_file

    def refused(self: Path) -> bool:
        if self.parent.name == "a":
            raise PermissionError(13, "Permission denied", str(self))
        return real(self)

    monkeypatch.setattr(Path, "is_file", refused)
    assert find_above(inner) == tmp_path


def test_a_deleted_folder_has_no_routebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    before = Path.cwd()
    monkeypatch.chdir(gone)
    gone.rmdir()
    try:
        with pytest.raises(SettingsError, match="no routebook"):
            chosen_routebook()
    finally:
        os.chdir(before)


def test_the_tour_names_its_own(tmp_path: Path) -> None:
    done = command("tour", cwd=tmp_path)
    assert done.returncode == 0
    assert "PLATFORM" in done.stdout
    assert "--routebook avap" in done.stdout
