"""Which file a command may write: one that has a name, and none that it reads."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from fingerpost.errors import RowsError


def check_out(out: Path, read: Iterable[Path], what: str) -> None:
    """Refuse a place that is no file, or one of those that are read, by whatever name: it would be lost."""
    if not out.name:
        raise RowsError(f"{str(out)!r} names no file: name the file to write")
    for file in read:
        if _is_same(out, file):
            raise RowsError(f"{out}: is {what}, and would be lost: name another")


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        # One of them is not there yet. Not `resolve`: it raises where links go around in a circle.
        return os.path.realpath(one) == os.path.realpath(other)
