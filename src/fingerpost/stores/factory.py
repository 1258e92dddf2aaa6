"""Open a database by its URL."""

from __future__ import annotations

from pathlib import Path

from fingerpost.errors import StoreError
from fingerpost.stores.database import Database


def open_database(url: str) -> Database:
    """Return the database of a URL: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."""
    scheme, separator, rest = url.partition("://")
    if separator and "\0" not in url:
        if scheme.lower() == "sqlite" and rest.startswith("/") and rest[1:] and rest[1:] != ":memory:":
            from fingerpost.stores.sqlite import Sqlite

            return Sqlite(rest[1:])
        if scheme.lower() in ("postgresql", "postgres"):
            from fingerpost.stores.postgres import Postgres

            return Postgres(url)
    # The URL is not shown: it may contain a password.
    raise StoreError(
        f"the database URL begins with {scheme[:20]!r} and cannot be used:"
        " give sqlite:///FILE, sqlite:////ABSOLUTE/FILE or postgresql://USER:PASSWORD@HOST/NAME"
        if separator
        else "the database URL cannot be used: give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    )


def database_exists(url: str) -> bool:
    """Return False for an SQLite database whose file does not exist yet."""
    scheme, _, rest = url.partition("://")
    return scheme.lower() != "sqlite" or Path(rest[1:]).is_file()
