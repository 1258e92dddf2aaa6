"""Finds the readable documents in a folder, and the reasons why other files are skipped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import SearchError
from fingerpost.retrieval.documents import MAX_FILE_BYTES, is_supported

Skipped = list[tuple[str, str]]
"""Skipped files, or folders with a trailing slash, each with the reason."""


class DocumentFile(NamedTuple):
    """A file: its path relative to the folder, its full path, size, and modification time in nanoseconds."""

    name: str
    path: Path
    size: int
    mtime: int


def find_files(folder: Path) -> tuple[list[DocumentFile], Skipped]:
    """Return the readable documents below a folder, sorted by name, and the skipped files; hidden files are ignored."""
    try:
        root = folder.resolve(strict=True)
        if not root.is_dir():
            raise NotADirectoryError(f"{folder} is not a folder")
    except OSError as error:
        raise SearchError(f"{folder}: no documents here ({error}): name a folder that contains some") from error
    found: list[DocumentFile] = []
    skipped: Skipped = []

    def unreadable(error: OSError) -> None:
        where = Path(error.filename)
        if where == root:
            raise SearchError(f"{folder}: cannot be read ({error.strerror}): give this user access to it") from error
        skipped.append((f"{where.relative_to(root).as_posix()}/", f"cannot be read: {error.strerror}"))

    for place, folders, files in os.walk(root, onerror=unreadable):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        skipped += [((here / name).relative_to(root).as_posix(), "is a link to a folder") for name in links]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in links)
        for name in sorted(name for name in files if not name.startswith(".")):
            path = here / name
            shown = path.relative_to(root).as_posix()
            try:
                found.append(_inspect(path, shown, root))
            except SearchError as reason:
                # A name that is not UTF-8 cannot be printed.
                skipped.append((shown.encode("utf-8", "backslashreplace").decode(), str(reason)))
    return found, skipped


def _inspect(path: Path, name: str, root: Path) -> DocumentFile:
    """Return a file with its size and time; raises SearchError with the reason where it is to be skipped."""
    if not is_supported(name):
        raise SearchError(f"is not Markdown, text, HTML or PDF by its name ({path.suffix or 'no ending'})")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise SearchError("has a name that is not UTF-8: rename it") from error
    try:
        if path.is_symlink() and not path.resolve(strict=True).is_relative_to(root):
            raise SearchError("is a link that leads out of the folder: copy the file here")
        if not path.is_file():
            raise SearchError("is not a regular file")
        status = path.stat()
    except (OSError, RuntimeError) as error:
        raise SearchError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if status.st_size > MAX_FILE_BYTES:
        raise SearchError(f"is larger than {MAX_FILE_BYTES // 1_000_000} MB: split it")
    return DocumentFile(name, path, status.st_size, status.st_mtime_ns)
