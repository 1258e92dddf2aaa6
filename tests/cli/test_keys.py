"""`keys` as people run it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fingerpost.server.keys import ClientKey, KeyRing, Role
from tests.cli.command import Done, command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.toml"


def keys(file: Path, *words: str) -> Done:
    return command("keys", *words, env={**os.environ, "FINGERPOST_KEYS": str(file)})


def test_once_around(file: Path) -> None:
    made = keys(file, "new", "shop")
    assert made.returncode == 0, made.stderr
    found = KeyRing(str(file)).find(made.stdout.strip())
    assert found is not None
    assert found[1] == ClientKey("shop", Role.USE)
    assert keys(file, "new", "desk", "--role", "review", "--quota", "600", "--user", "ana").returncode == 0
    assert keys(file, "list").stdout == "shop: use, no limit\ndesk: review, 600 a minute, for ana alone\n"
    listed = [json.loads(line) for line in keys(file, "list", "--json").stdout.splitlines()]
    assert listed[1] == {"name": "desk", "role": "review", "quota": 600, "user": "ana"}
    assert keys(file, "revoke", "shop").stdout == "shop is revoked\n"
    assert keys(file, "list").stdout == "desk: review, 600 a minute, for ana alone\n"


def test_the_key_is_printed_once_and_stored_nowhere(file: Path) -> None:
    key = keys(file, "new", "shop").stdout.strip()
    assert key not in file.read_text(encoding="utf-8")
    assert key not in keys(file, "list").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "shop", "--role", "root"), "--role 'root': give one of use, review, administer"),
        (("new", "Shop"), "the key name 'Shop'"),
        (("revoke", "shop"), "No such file or directory"),
        (("list",), "No such file or directory"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(file: Path, words: tuple[str, ...], says: str) -> None:
    told = keys(file, *words)
    assert (told.returncode, told.stderr.count("\n"), says in told.stderr) == (2, 1, True), told.stderr


def test_without_a_file_it_says_how_to_name_one() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "FINGERPOST_KEYS"}
    for env in (plain, {**plain, "FINGERPOST_KEYS": "{}"}):
        told = command("keys", "list", env=env)
        assert (told.returncode, "set FINGERPOST_KEYS to one" in told.stderr) == (2, True)
