"""Packs a routebook's files into one text, to be published through the store and served by other machines."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import files

MAX_PACKED_BYTES = 20_000_000
"""Bytes of the largest routebook that can be published."""

# File names from a database are not trusted: none of these leaves the folder.
KNOWN = re.compile(r"routebook\.toml|examples\.jsonl|rules\.jsonl|[\w-]{1,60}\.json|prompts/[\w .-]{1,60}\.md")


def pack(folder: Path) -> str:
    """Return the files of a routebook's folder as one JSON text; raises RoutebookError where that cannot be."""
    content = {}
    for file in files(folder):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            if not KNOWN.fullmatch(name):
                remedy = (
                    "cannot be published: call a prompt NAME.md, a file of an extension NAME.json, in plain letters"
                )
                raise RoutebookError(folder, "file name", name, remedy)
            try:
                content[name] = file.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or error
                remedy = f"cannot be read ({reason}): save it as UTF-8, in a file that the server may read"
                raise RoutebookError(folder, name, None, remedy) from error
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    size = len(text.encode())
    if size > MAX_PACKED_BYTES:
        remedy = f"is more than the {MAX_PACKED_BYTES:,} bytes that can be published: remove redundant examples"
        raise RoutebookError(folder, "bytes", size, remedy)
    return text


def digest_of(packed: str) -> str:
    """Return the digest of a packed routebook."""
    return sha256(packed.encode()).hexdigest()


def unpack(packed: str, folder: Path) -> None:
    """Write the files of a packed routebook into an empty folder, after checking all of them."""
    written = unpacked(packed)
    (folder / "prompts").mkdir()
    for name, data in written.items():
        (folder / name).write_bytes(data)


def unpacked(packed: str) -> dict[str, bytes]:
    """Return the files of a packed routebook by name, after checking all of them; raises RoutebookError."""
    try:
        content = json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise RoutebookError("content", "json", str(error), "is damaged: publish it again") from error
    if not isinstance(content, dict):
        raise RoutebookError("content", "files", content, "is damaged: publish it again")
    written = {}
    for name, text in content.items():
        if not KNOWN.fullmatch(name):
            raise RoutebookError("content", "file name", name, "not a file of a routebook: publish it again")
        try:
            written[name] = text.encode()
        except (AttributeError, UnicodeEncodeError) as error:
            raise RoutebookError("content", name, text, "is not text: publish it again") from error
    return written
