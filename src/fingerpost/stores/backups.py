"""Backups of a store while it is in use, and restoring them: one SQLite file, whichever engine the store has.

A backup appears under its name when it is complete and checked. A restore is one transaction: all or nothing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from operator import methodcaller
from pathlib import Path

from fingerpost.errors import StoreError
from fingerpost.observability.events import log_event
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.factory import open_database
from fingerpost.stores.schema import MIGRATIONS

BATCH = 100
"""Rows that are held in memory at once."""

_KEPT_BY_EVERY_STORE = ("fingerpost_schema", "fingerpost_clock", "fingerpost_secret", "fingerpost_backups")
"""Tables that may have a row in a store without anybody's data."""

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'fingerpost!_%' ESCAPE '!' ORDER BY name"


def backup(url: str, file: Path) -> dict[str, int]:
    """Write a consistent copy of a store to a new file, and return the number of rows by table.

    Raises StoreError where the file exists, or the copy fails: then there is no file of this name.
    """
    if file.exists() or file.is_symlink():
        raise StoreError(f"{file}: exists already: name another file, or remove it first")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        # What a killed backup left behind.
        unfinished.unlink(missing_ok=True)
        with contextlib.closing(open_database(url)) as database:
            database.snapshot(lambda connection: _copy_rows(connection, unfinished))
            with _opened(unfinished) as copy:
                counts = {table: _count(copy, table) for table in _columns(copy)}
            _make_durable(unfinished)
            unfinished.replace(file)
            _sync(file.parent)
            _note(database)
    except OSError as error:
        raise StoreError(
            f"{file}: cannot be written ({error.strerror}): check the folder and the free space"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return counts


def restore(url: str, file: Path, *, replace: bool = False) -> dict[str, int]:
    """Put the rows of a backup into a store, in one transaction, and return the number of rows by table.

    Raises StoreError where the file is no sound backup, or the store has rows and they are not to be replaced.
    """
    with _up_to_date(file) as backup_file, contextlib.closing(open_database(url)) as database:

        def work(connection: Connection) -> dict[str, int]:
            columns = _columns(backup_file)
            connection.take_over(list(columns))
            if not replace:
                _require_empty(connection, columns, database)
            return {table: _fill(connection, backup_file, table, names) for table, names in columns.items()}

        return database.write_afresh(work)


def _copy_rows(connection: Connection, file: Path) -> None:
    """Copy all rows of a store into a new SQLite store."""
    _migrate(file)
    with contextlib.closing(sqlite3.connect(file)) as copy, copy:
        for table, names in _columns(copy).items():
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own tables, as in this whole module
            insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608
            for rows in connection.pages(f"SELECT {', '.join(names)} FROM {table}", BATCH):  # noqa: S608
                copy.executemany(insert, rows)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as copy:
        # The backup is one file, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")


def _note(database: Database) -> None:
    """Note in the store that it was backed up, so that people see when; a store that takes no writes has a backup."""
    now = time.time()
    try:
        # Of all before it: one from a clock that ran ahead would hide for as long that later ones are missing.
        database.write(methodcaller("execute", "DELETE FROM fingerpost_backups"))
        database.write(methodcaller("execute", "INSERT INTO fingerpost_backups VALUES (?)", now))
    except StoreError as error:
        log_event(f"[backup] the store cannot note when it was backed up: {error}", logging.WARNING)


def _fill(connection: Connection, backup_file: sqlite3.Connection, table: str, names: Sequence[str]) -> int:
    """Replace the rows of a table by those of the backup, and return their number."""
    connection.execute(f"DELETE FROM {table}")  # noqa: S608
    marks = ", ".join("?" * len(names))
    insert = f"INSERT INTO {table} ({', '.join(names)}) {connection.with_own_ids} VALUES ({marks})"  # noqa: S608
    cursor = backup_file.execute(f"SELECT {', '.join(names)} FROM {table}")  # noqa: S608
    while rows := cursor.fetchmany(BATCH):
        connection.execute_many(insert, rows)
    if "id" in names:
        connection.continue_ids(table)
    [(count,)] = connection.query(f"SELECT count(*) FROM {table}")  # noqa: S608
    if count != _count(backup_file, table):
        raise StoreError(f"{table}: {count} rows arrived of {_count(backup_file, table)}: nothing was restored")
    return int(count)


def _require_empty(connection: Connection, columns: Mapping[str, Sequence[str]], database: Database) -> None:
    for table in columns:
        if table in _KEPT_BY_EVERY_STORE:
            continue
        [(count,)] = connection.query(f"SELECT count(*) FROM {table}")  # noqa: S608
        if count:
            raise StoreError(
                f"{database.place} has {count} rows in {table}: restore into an empty database,"
                " or say --replace, which deletes all that it holds"
            )


@contextlib.contextmanager
def _up_to_date(file: Path) -> Iterator[sqlite3.Connection]:
    """Yield a backup with the tables of this version; one of an older version is copied and migrated."""
    with _opened(file) as given, tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        if _version(given, file) == len(MIGRATIONS):
            yield given
            return
        migrated = Path(folder) / "store.sqlite"
        given.execute("VACUUM INTO ?", (str(migrated),))
        _migrate(migrated)
        with _opened(migrated) as current:
            yield current


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Yield a store file for reading; raises StoreError where it is missing, damaged or something else."""
    if not file.is_file():
        raise StoreError(f"{file}: there is no such file: name a file that `fingerpost data store backup` wrote")
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = [text for (text,) in connection.execute("PRAGMA integrity_check(3)")]
            if found != ["ok"]:
                raise StoreError(f"{file}: is damaged: use another backup ({'; '.join(found)})")
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"{file}: cannot be read as a backup: use another one ({error})") from error


def _migrate(file: Path) -> None:
    """Make a file a store of this version."""
    with contextlib.closing(open_database(f"sqlite:///{file}")) as database:
        database.read(lambda connection: connection.query("SELECT version FROM fingerpost_schema"))


def _version(connection: sqlite3.Connection, file: Path) -> int:
    if "fingerpost_schema" not in _columns(connection):
        raise StoreError(f"{file}: is a database, but no store: name a file that `fingerpost data store backup` wrote")
    return int(connection.execute("SELECT max(version) FROM fingerpost_schema").fetchone()[0])


def _columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the columns of every table of a store."""
    tables = [name for (name,) in connection.execute(_TABLES)]
    names = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
    return {table: [name for (name,) in connection.execute(names, (table,))] for table in tables}


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608


def _make_durable(file: Path) -> None:
    file.chmod(0o600)
    _sync(file)


def _sync(place: Path) -> None:
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
