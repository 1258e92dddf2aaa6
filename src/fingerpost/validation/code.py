"""The code in an answer: found, and taken apart from the words around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

_FENCE = re.compile(r"^[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<tag>[^\s`]*)[^\n]*$", re.MULTILINE)


class Block(NamedTuple):
    """A piece of code, and the language that its fence names; empty where none is named."""

    code: str
    language: str = ""


def blocks(answer: str) -> list[Block]:
    """Return the fenced pieces of an answer; a fence that was never closed ends with the answer."""
    answer = answer.replace("\r\n", "\n")
    found, place = [], 0
    while opened := _FENCE.search(answer, place):
        fence = opened["fence"]
        closed = re.compile(rf"^[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.MULTILINE).search(
            answer, opened.end()
        )
        inside = answer[opened.end() + 1 : closed.start() if closed else len(answer)].rstrip("\n")
        if inside.strip():
            found.append(Block(inside, opened["tag"].lower()))
        if closed is None:
            break
        place = closed.end()
    return found


def extract(answer: str, looks_like_code: Callable[[str], bool] | None = None) -> list[Block]:
    """Return the code of an answer: its fenced pieces, else all of it where it is nothing but code.

    `looks_like_code` tells that for a language; without it only fences count.
    """
    found = blocks(answer)
    if not found and looks_like_code is not None and answer.strip() and looks_like_code(answer):
        return [Block(answer.strip())]
    return found


def joined(pieces: list[Block]) -> str:
    """Return the code of all pieces as one text."""
    return "\n\n".join(piece.code for piece in pieces)


def digest(code: str) -> str:
    """Return a short name for a piece of code, the same wherever it is taken from; empty for none."""
    return sha256(code.strip().encode("utf-8", "replace")).hexdigest()[:12] if code.strip() else ""
