"""Backups are consistent, complete or absent; a restore brings back every row of every table, on either engine."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import StoreError
from fingerpost.stores import Store, backups, schema
from fingerpost.stores.factory import open_database
from fingerpost.stores.schema import TABLES
from tests.stores.server import Server
from tests.stores.words import Clock, adds, opens, said, start, written_by_version_one


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that a store holds, by table, with its columns in the order of their names."""
    with closing(open_database(url)) as database:
        return {
            table: database.snapshot(lambda connection, sql=sql: sorted(connection.query(sql), key=repr))  # type: ignore[misc]
            for table, sql in _selects().items()
        }


def _selects() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute("CREATE TABLE fingerpost_schema (version)")
        for statement in (statement for statements in schema.MIGRATIONS for statement in statements):
            memory.execute(statement.format(identity="INTEGER PRIMARY KEY AUTOINCREMENT", blob="BLOB"))
        names = "SELECT group_concat(name, ', ') FROM pragma_table_info(?)"
        return {table: f"SELECT {memory.execute(names, (table,)).fetchone()[0]} FROM {table}" for table in TABLES}  # noqa: S608


def fill(url: str) -> None:
    """Write something into every table."""
    with Store.open(url) as store:
        for number in range(250):
            store.write(
                f"s{number % 9}", f"r{number}", said(f"¿dónde está mi paquete {number}? \U0001f4e6"), user="ana"
            )
        store.correct("r7", "refund")
        store.owners.secret()
        store.put_traces([{"request": f"r{number}", "user": "ana"} for number in range(30)])
        seen = store.change_app("ana", "kitchen", "a1", opens("trip", "begun"), None, session="s1", text="open trip")
        store.change_app("ana", "kitchen", "a2", adds("stop", place="Évora"), seen, session="s1", text="add Évora")

        def rest(connection: Any) -> None:
            connection.execute(
                "INSERT INTO fingerpost_students (routebook, lineage, head, arrays, at) VALUES (?, ?, ?, ?, ?)",
                *("shop", "l", "{}", bytes(range(256)) * 40, 1.5),
            )
            connection.execute(
                "INSERT INTO fingerpost_serving (routebook, role, how, student, why, at) VALUES (?, ?, ?, ?, ?, ?)",
                *("shop", "champion", "promoted", 1, "better", 2.5),
            )
            connection.execute("INSERT INTO fingerpost_trainers VALUES (?, ?, ?)", "shop", "me", 3.5)
            connection.execute(
                "INSERT INTO fingerpost_published (routebook, number, digest, content, withdrawn, at, who, figures)"
                " VALUES ('shop', 1, 'd', 'c', 0, 4.5, 'ana', '{}')"
            )
            connection.execute(
                "INSERT INTO fingerpost_trials (routebook, who, state, base_digest, digest, content, change, progress,"
                " result, at, until) VALUES ('shop', 'ana', 'done', 'b', 'd', 'c', '{}', '{}', '{}', 8.5, 9.5)"
            )
            connection.execute(
                "INSERT INTO fingerpost_verdicts (fingerprint, digest, verdict, at) VALUES ('f', 'd', 'v', 5.5)"
            )
            connection.execute("INSERT INTO fingerpost_backups VALUES (?)", 5.75)
            connection.execute(
                "INSERT INTO fingerpost_review_claims VALUES ('shop', 'd', 1, 'ana', 'tab', 'refund', 6.5, 0)"
            )
            connection.execute(
                "INSERT INTO fingerpost_review_labels (routebook, turn, reviewer, desk, route, undone, at)"
                " VALUES ('shop', 1, 'ana', 'tab', 'refund', 0, 7.5)"
            )

        store._database.write(rest)


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a second empty database, of either engine."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other' / 'store.sqlite'}"
    server: Server = request.getfixturevalue("server")
    return server.make_database()


def test_everything_comes_back_on_either_engine(url: str, other: str, tmp_path: Path) -> None:
    fill(url)
    file = tmp_path / "backup.sqlite"
    before = rows_of(url)
    counts = backups.backup(url, file)
    assert set(counts) == set(TABLES)
    assert all(before[table] for table in TABLES), "a table without rows would prove nothing"
    assert counts == {table: len(rows) for table, rows in before.items()}
    assert backups.restore(other, file) == counts
    assert rows_of(other) == before
    assert [each.name for each in tmp_path.iterdir() if "unfinished" in each.name] == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Store.open(other) as store:
        assert store.write("s1", "new", said("later")), "ids go on after those that were restored"
        store.put_traces([{"request": "new"}])
        assert not store.write("s7", "r7", said("¿dónde está mi paquete 7? \U0001f4e6")), "it is known already"


def test_a_row_that_does_not_arrive_is_found_out(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(url)
    file = tmp_path / "backup.sqlite"
    backups.backup(url, file)
    counted = backups._count
    monkeypatch.setattr(
        backups, "_count", lambda connection, table: counted(connection, table) + (table == "fingerpost_turns")
    )
    with pytest.raises(StoreError, match=r"fingerpost_turns: 500 rows arrived of 501: nothing was restored"):
        backups.restore(url, file, replace=True)


def test_a_store_that_has_rows_is_not_overwritten_unless_told(url: str, tmp_path: Path) -> None:
    fill(url)
    file = tmp_path / "backup.sqlite"
    kept = rows_of(url)
    backups.backup(url, file)
    with Store.open(url) as store:
        store.write("later", "r", said("later"))
    with pytest.raises(
        StoreError, match=r"has \d+ rows in fingerpost_\w+: restore into an empty database, or say --rep"
    ):
        backups.restore(url, file)
    with Store.open(url) as store:
        assert store.turns("later"), "nothing was touched"
    backups.restore(url, file, replace=True)
    assert rows_of(url) == kept


def test_a_restore_that_fails_half_way_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(url)
    file = tmp_path / "backup.sqlite"
    backups.backup(url, file)
    before = rows_of(url)
    filling = backups._fill

    def fails(connection: Any, backup_file: Any, table: str, names: Any) -> int:
        if table == "fingerpost_turns":
            raise StoreError("the disk is full")
        return filling(connection, backup_file, table, names)

    monkeypatch.setattr(backups, "_fill", fails)
    with pytest.raises(StoreError, match="the disk is full"):
        backups.restore(url, file, replace=True)
    assert rows_of(url) == before


def test_a_backup_sees_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    """Every request writes two turns: a copy of two moments would hold half of one."""
    with Store.open(url) as store:
        stop = threading.Event()

        def write() -> None:
            number = 0
            while not stop.is_set():
                store.write(f"s{number % 3}", f"w{number}", said(f"{number}"))
                number += 1

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for round_ in range(4):
                backups.backup(url, tmp_path / f"{round_}.sqlite")
        finally:
            stop.set()
            writer.join()
    sizes = []
    for round_ in range(4):
        with closing(sqlite3.connect(tmp_path / f"{round_}.sqlite")) as copy:
            [(turns, requests)] = copy.execute("SELECT count(*), count(DISTINCT request) FROM fingerpost_turns")
            [(whole,)] = copy.execute("SELECT sum(whole) FROM fingerpost_sessions")
        assert turns == 2 * requests
        assert turns == (whole or 0), "the sessions are of the same moment as their turns"
        sizes.append(turns)
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0


BACK_UP = """
import os, signal, sys
from pathlib import Path
from fingerpost.stores import backups
def dies(file):
    os.kill(os.getpid(), signal.SIGKILL)
backups._make_durable = dies
backups.backup(sys.argv[1], Path(sys.argv[2]))
"""


@pytest.mark.kill
def test_a_backup_that_is_killed_leaves_no_file_of_its_name_and_the_next_one_succeeds(url: str, tmp_path: Path) -> None:
    fill(url)
    file = tmp_path / "backup.sqlite"
    process = start(BACK_UP, url, str(file))
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert not file.exists()
    backups.backup(url, file)
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file() and "backup" in each.name) == [file.name]


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), StoreError("the server is gone")])
def test_a_backup_that_fails_leaves_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    fill(url)

    def fails(_: Path) -> None:
        raise fault

    monkeypatch.setattr(backups, "_make_durable", fails)
    with pytest.raises(StoreError, match=r"No space left on device\): check the folder|the server is gone"):
        backups.backup(url, tmp_path / "backup.sqlite")
    assert [each.name for each in tmp_path.iterdir() if "backup" in each.name] == []


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/store.sqlite", tmp_path / "backup.sqlite"
    fill(url)
    file.write_text("last night's", encoding="utf-8")
    with pytest.raises(StoreError, match="exists already: name another file"):
        backups.backup(url, file)
    assert file.read_text(encoding="utf-8") == "last night's"


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _text(file: Path) -> None:
    file.write_text("not a database at all, but long enough to be read as one" * 20, encoding="utf-8")


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE notes (text)")


def _damaged(file: Path) -> None:
    url = f"sqlite:///{file.parent}/whole.sqlite"
    fill(url)
    backups.backup(url, file)
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size // 2)
        opened.write(b"\xff" * 20_000)


def _missing(file: Path) -> None:
    file.unlink(missing_ok=True)


@pytest.mark.parametrize("make", [_empty, _text, _foreign, _damaged, _missing])
def test_what_is_no_sound_backup_is_refused_and_the_store_is_left_alone(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    url, file = f"sqlite:///{tmp_path}/store.sqlite", tmp_path / "backup.sqlite"
    fill(url)
    before = rows_of(url)
    make(file)
    with pytest.raises(StoreError, match=r"backup\.sqlite: (is|cannot|there is)"):
        backups.restore(url, file, replace=True)
    assert rows_of(url) == before


def test_a_backup_of_an_older_version_is_migrated_and_itself_left_as_it_is(
    url: str, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.sqlite"
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        with Store.open(f"sqlite:///{file}", clock=clock.wall) as store:
            written_by_version_one(store, "s", "r1", "one", clock.now, None)
    shutil.copy(file, tmp_path / "before.sqlite")
    backups.restore(url, file)
    with Store.open(url, clock=clock.wall) as store:
        assert store.turns("s") == said("one")
    assert file.read_bytes() == (tmp_path / "before.sqlite").read_bytes()


def test_a_backup_of_a_newer_version_is_refused(url: str, tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    with Store.open(f"sqlite:///{file}") as store:
        store._database.write(lambda connection: connection.execute("UPDATE fingerpost_schema SET version = 99"))
    with pytest.raises(StoreError, match="install the newer Fingerpost"):
        backups.restore(url, file)
