"""A routebook's files as one text, to be published by one machine and served by others."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import files

LARGEST = 20_000_000
"""Bytes of the largest routebook that can be published."""

# What is in a database is not trusted to name paths: these names lead nowhere else.
KNOWN = re.compile(r"routebook\.toml|examples\.jsonl|rules\.jsonl|[\w-]{1,60}\.json|prompts/[\w .-]{1,60}\.md")


def pack(folder: Path) -> str:
    """Return the files that make up a routebook's folder, which was read and found sound before."""
    content = {}
    for file in files(folder):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            if not KNOWN.fullmatch(name):
                remedy = "cannot be published: rename it, with up to 60 letters, digits, spaces, dots, - and _"
                raise RoutebookError(folder, "file name", name, remedy)
            content[name] = file.read_text(encoding="utf-8-sig")
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    size = len(text.encode())
    if size > LARGEST:
        remedy = f"is more than the {LARGEST:,} bytes that can be published: take examples out that say the same"
        raise RoutebookError(folder, "bytes", size, remedy)
    return text


def digest_of(packed: str) -> str:
    """Name a packed routebook by its content."""
    return sha256(packed.encode()).hexdigest()


def unpack(packed: str, folder: Path) -> None:
    """Write the files of a packed routebook into an empty folder, after all of them were checked."""
    try:
        content = json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise RoutebookError("content", "json", str(error), "is damaged: publish it again") from error
    if not isinstance(content, dict):
        raise RoutebookError("content", "files", content, "is damaged: publish it again")
    written = {}
    for name, text in content.items():
        if not KNOWN.fullmatch(name):
            raise RoutebookError("content", "file name", name, "no routebook has such a file: publish it again")
        try:
            written[name] = text.encode()
        except (AttributeError, UnicodeEncodeError) as error:
            raise RoutebookError("content", name, text, "is no text: publish it again") from error
    (folder / "prompts").mkdir()
    for name, data in written.items():
        (folder / name).write_bytes(data)
