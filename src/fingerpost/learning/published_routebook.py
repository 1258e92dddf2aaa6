"""A published routebook as a server takes it over: unpacked, read and checked like a folder of its own."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from fingerpost.errors import RoutebookError, StoreError
from fingerpost.routebook.load import read_folder
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.pack import unpack
from fingerpost.stores.store import Store


def read_published(content: str, number: int, name: str, folder: Path | None) -> Routebook:
    """Return a published version of a routebook; raises RoutebookError with what is wrong with it.

    It keeps name and folder of the one that is here: what is not published (documents, a shipped student, files that
    handlers read) is found where it was.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as place:
            # Nobody else sees this folder, so that nobody reads half of it.
            unpack(content, Path(place))
            book = read_folder(Path(place))
    except RoutebookError as error:
        where = f"{name}, published version {number}: {Path(error.file).name}"
        raise RoutebookError(where, error.key, error.value, error.remedy) from error
    except OSError as error:
        # Not where: `tempfile` raises the same again when it is asked.
        remedy = "make room in the folder of temporary files, or name another with TMPDIR"
        raise StoreError(f"{name}, published version {number}, cannot be unpacked: {error}: {remedy}") from error
    return replace(book, name=name, folder=folder)


def as_served(store: Store, book: Routebook) -> Routebook:
    """Return the version of a routebook that servers serve: the published one, else the one that is here."""
    latest = store.published.latest(book.name)
    if latest is None:
        return book
    return read_published(store.published.read(book.name, latest.number), latest.number, book.name, book.folder)
