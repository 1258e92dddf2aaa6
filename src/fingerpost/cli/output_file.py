"""Check the output file of a command: it must be a file, and not one of its inputs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from fingerpost.errors import RowsError


def check_output_file(out: Path, inputs: Iterable[Path], what: str) -> None:
    """Raise RowsError if the output is not a file, or is one of the inputs, which would be overwritten."""
    if not out.name:
        raise RowsError(f"{str(out)!r} is not a file name: name the file to write")
    for file in inputs:
        if _is_same(out, file):
            raise RowsError(f"{out}: is {what} and would be overwritten: name another file")


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        # One of them does not exist yet. Not `resolve`, which raises on circular links.
        return os.path.realpath(one) == os.path.realpath(other)
