"""Folders that a command creates: a name that is free, and all of the files or none."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fingerpost.errors import RoutebookError


def free_folder(name: str) -> Path:
    """Return the folder of a name; raise RoutebookError if it cannot be one, or exists."""
    folder = Path(name)
    if not re.fullmatch(r"[\w.-]+", folder.name) or folder.name in (".", ".."):
        raise RoutebookError(name, "name", folder.name, "use letters, digits, - and _")
    if folder.exists():
        raise RoutebookError(folder, "", None, "exists already: choose another name, or delete it first")
    return folder


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write, which gets its name when all of it is written: a full disk leaves nothing half."""
    part = folder.with_name(f".{folder.name}-{os.getpid()}")
    try:
        yield part
        part.replace(folder)
    except OSError as error:
        remedy = f"cannot be written: {error.strerror or error}; nothing was left there"
        raise RoutebookError(folder, "", None, remedy) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
