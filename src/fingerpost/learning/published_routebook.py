"""The routebook that servers use, as one packed text or read: the published one of the store, else the folder's."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import RoutebookError, StoreError
from fingerpost.routebook.load import read_folder
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.pack import digest_of, pack, unpack
from fingerpost.stores.store import Store


class ServedContent(NamedTuple):
    """The packed routebook that servers use; `number` is that of the published version, None for the folder."""

    number: int | None
    digest: str
    content: str


def served_content(store: Store, name: str, folder: Path) -> ServedContent:
    """Return the packed routebook that servers use: the published one, else that of the folder."""
    latest = store.published.latest(name)
    if latest is not None:
        return ServedContent(latest.number, latest.digest, store.published.read(name, latest.number))
    content = pack(folder)
    return ServedContent(None, digest_of(content), content)


def read_published(content: str, number: int, name: str, folder: Path | None) -> Routebook:
    """Return a published version of a routebook; raises RoutebookError if it is invalid.

    It keeps the name and folder of the local one, where files that are not published (documents, a shipped student,
    files of handlers) are found.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as place:
            # A private folder, so that nobody reads it half written.
            unpack(content, Path(place))
            book = read_folder(Path(place))
    except RoutebookError as error:
        where = f"{name}, published version {number}: {Path(error.file).name}"
        raise RoutebookError(where, error.key, error.value, error.remedy, error.place) from error
    except OSError as error:
        # Without the folder's name: asking `tempfile` for it raises the same error again.
        remedy = "free space in the temporary folder, or name another with TMPDIR"
        raise StoreError(f"{name}, published version {number}, cannot be unpacked: {error}: {remedy}") from error
    return replace(book, name=name, folder=folder)


def served_routebook(store: Store, book: Routebook) -> Routebook:
    """Return the version of a routebook that servers use: the published one, else the local one."""
    latest = store.published.latest(book.name)
    if latest is None:
        return book
    return read_published(store.published.read(book.name, latest.number), latest.number, book.name, book.folder)
