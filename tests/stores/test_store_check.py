"""The check of a whole store finds damage that the daily work does not meet."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.stores import Store, store_check
from fingerpost.stores.schema import TABLES
from fingerpost.stores.store_check import check_store
from tests.stores.server import Server
from tests.stores.words import said


def test_a_sound_store_is_counted(url: str) -> None:
    with Store.open(url) as store:
        for number in range(150):
            store.write("s", str(number), said())
    report = check_store(url)
    assert report.fault == ""
    assert set(report.rows) == set(TABLES)
    assert (report.rows["fingerpost_turns"], report.rows["fingerpost_sessions"]) == (300, 1)


def damaged(tmp_path: Path) -> str:
    file = tmp_path / "store.sqlite"
    with Store.open(f"sqlite:///{file}") as store:
        for number in range(200):
            store.write(f"s{number}", "r", said("x" * 2000))
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(os.urandom(20 * 4096))
    return f"sqlite:///{file}"


def test_damage_is_told_with_what_to_do(tmp_path: Path) -> None:
    report = check_store(damaged(tmp_path))
    assert "is damaged: move it away with its -wal and -shm files, and restore a backup" in report.fault


def test_without_the_search_some_damage_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = damaged(tmp_path)
    monkeypatch.setattr("fingerpost.stores.sqlite.Sqlite.damage", lambda _: "")
    monkeypatch.setattr(store_check, "_count_rows", lambda _: {})
    assert check_store(url).fault == ""


def test_a_server_that_is_down_is_told(server: Server) -> None:
    url = server.make_database()
    Store.open(url).close()
    server.stop()
    try:
        assert "cannot be reached: start the server" in check_store(url).fault
    finally:
        server.start()
