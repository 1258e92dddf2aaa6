"""The tables of the embedded index."""

from __future__ import annotations

from fingerpost.errors import SearchError
from fingerpost.retrieval.terms import WEIGHTS
from fingerpost.stores.connection import Connection

VERSION = 1

_TABLES = (
    """CREATE TABLE state (encoder TEXT, generation INTEGER NOT NULL)""",
    """INSERT INTO state VALUES (NULL, 0)""",
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY, source TEXT NOT NULL, file TEXT NOT NULL,
        size INTEGER NOT NULL, mtime INTEGER NOT NULL, digest TEXT NOT NULL, UNIQUE (source, file))""",
    # A number is never given twice: whoever found a passage must not be handed another one.
    f"""CREATE TABLE passages (
        id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, number INTEGER NOT NULL,
        {" TEXT NOT NULL, ".join(WEIGHTS)} TEXT NOT NULL)""",
    """CREATE INDEX passages_document ON passages (document)""",
    # Apart from the texts, so that all vectors can be read without them; beside each other while encoders change.
    """CREATE TABLE vectors (
        encoder TEXT NOT NULL, passage INTEGER NOT NULL, vector BLOB NOT NULL, UNIQUE (encoder, passage))""",
    """CREATE INDEX vectors_passage ON vectors (passage)""",
    # Words only: the texts themselves are in `passages`, and whoever changes these must change this.
    f"""CREATE VIRTUAL TABLE texts USING fts5 ({", ".join(WEIGHTS)},
        content = 'passages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2')""",
    f"""INSERT INTO texts (texts, rank) VALUES ('rank', 'bm25({", ".join(map(str, WEIGHTS.values()))})')""",  # noqa: S608
    f"""PRAGMA user_version = {VERSION}""",
)


def prepare(connection: Connection, place: str) -> None:
    """Make the tables where there are none; refuse what is no index, or one of another version."""
    if _version(connection) == VERSION:
        return
    connection.begin()
    version = _version(connection)
    if version != VERSION:
        if version:
            raise SearchError(
                f"{place} is of version {version}, and this is version {VERSION}:"
                " move it away, and run `fingerpost index` again"
            )
        if connection.query("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise SearchError(f"{place} is a database of something else: let FINGERPOST_INDEX name another file")
        for statement in _TABLES:
            connection.execute(statement)
    connection.commit()


def _version(connection: Connection) -> int:
    [(version,)] = connection.query("PRAGMA user_version")
    return int(version)
