"""The database schema of the embedded index."""

from __future__ import annotations

from fingerpost.errors import SearchError
from fingerpost.retrieval.terms import WEIGHTS
from fingerpost.stores.connection import Connection

VERSION = 2

_SINCE_VERSION_1 = (
    # The scale of the encoder's similarities.
    """ALTER TABLE state ADD COLUMN calibration TEXT""",
    f"""PRAGMA user_version = {VERSION}""",
)

_TABLES = (
    """CREATE TABLE state (encoder TEXT, generation INTEGER NOT NULL, calibration TEXT)""",
    """INSERT INTO state VALUES (NULL, 0, NULL)""",
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY, source TEXT NOT NULL, file TEXT NOT NULL,
        size INTEGER NOT NULL, mtime INTEGER NOT NULL, digest TEXT NOT NULL, UNIQUE (source, file))""",
    # AUTOINCREMENT: ids are never reused, so that a search result cannot refer to another passage.
    f"""CREATE TABLE passages (
        id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, number INTEGER NOT NULL,
        {" TEXT NOT NULL, ".join(WEIGHTS)} TEXT NOT NULL)""",
    """CREATE INDEX passages_document ON passages (document)""",
    # A table of its own, so that vectors can be read without texts; with two encoders during a switch.
    """CREATE TABLE vectors (
        encoder TEXT NOT NULL, passage INTEGER NOT NULL, vector BLOB NOT NULL, UNIQUE (encoder, passage))""",
    """CREATE INDEX vectors_passage ON vectors (passage)""",
    # An external-content index: the texts are in `passages`, and every change there must be repeated here.
    f"""CREATE VIRTUAL TABLE texts USING fts5 ({", ".join(WEIGHTS)},
        content = 'passages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2')""",
    f"""INSERT INTO texts (texts, rank) VALUES ('rank', 'bm25({", ".join(map(str, WEIGHTS.values()))})')""",  # noqa: S608
    f"""PRAGMA user_version = {VERSION}""",
)


def prepare(connection: Connection, place: str) -> None:
    """Create the tables in an empty database, or add what version 1 lacks.

    Raises SearchError for another kind of database or schema version.
    """
    if _version(connection) == VERSION:
        return
    connection.begin()
    version = _version(connection)
    if version != VERSION:
        if version == 1:
            for statement in _SINCE_VERSION_1:
                connection.execute(statement)
            connection.commit()
            return
        if version:
            raise SearchError(
                f"{place} has schema version {version}, but this Fingerpost needs version {VERSION}:"
                " move it away, and run `fingerpost build index` again"
            )
        if connection.query("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise SearchError(f"{place} is a database of another program: set FINGERPOST_INDEX to another file")
        for statement in _TABLES:
            connection.execute(statement)
    connection.commit()


def _version(connection: Connection) -> int:
    [(version,)] = connection.query("PRAGMA user_version")
    return int(version)
