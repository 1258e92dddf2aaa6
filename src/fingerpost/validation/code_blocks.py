"""The code in an answer: found, and taken apart from the words around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<tag>[^\s`~]*)(?P<rest>[^\n]*)$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\u200b": None, "\ufeff": None})


class CodeBlock(NamedTuple):
    """A piece of code, and the language that its fence names; empty where none is named."""

    code: str
    language: str = ""


def fenced_blocks(answer: str) -> list[CodeBlock]:
    """Return the fenced pieces of an answer; a fence that was never closed ends with the answer.

    A fence may stand behind words or a list's mark, or inside a quotation: models write all of these.
    """
    answer = answer.replace("\r\n", "\n").replace("\r", "\n").translate(_BREAKS)
    if re.search(r"^[ \t]*>[ \t]*(?:`{3}|~{3})", answer, re.MULTILINE):
        answer = _QUOTE.sub("", answer)
    found, place = [], 0
    while opened := _FENCE.search(answer, place):
        fence = opened["fence"]
        if fence in opened["rest"]:
            # On one line: what stands between the two is code, its first word too.
            inside, _, _ = (opened["tag"] + opened["rest"]).partition(fence)
            found.append(CodeBlock(inside.strip()))
            place = opened.end()
            continue
        closed = re.compile(rf"^[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.MULTILINE).search(
            answer, opened.end()
        )
        inside = answer[opened.end() + 1 : closed.start() if closed else len(answer)].rstrip("\n")
        found.append(CodeBlock(inside, opened["tag"].lower()))
        if closed is None:
            break
        place = closed.end()
    return [block for block in found if block.code.strip()]


def extract_code(
    answer: str, language: str | None = None, looks_like_code: Callable[[str], bool] | None = None
) -> list[CodeBlock]:
    """Return the code of an answer: its fenced pieces, else all of it where it is nothing but code.

    Beside a piece in the `language`, or in none that is named, those marked as another (a sample of JSON, a call on a
    shell) are no part of it. `looks_like_code` tells code for a language; without it only fences count.
    """
    found = fenced_blocks(answer)
    if not found and looks_like_code is not None and answer.strip() and looks_like_code(answer):
        return [CodeBlock(answer.strip())]
    own = [block for block in found if block.language in ("", language)]
    return own if language is not None and own else found


def join_code(pieces: list[CodeBlock]) -> str:
    """Return the code of all pieces as one text."""
    return "\n\n".join(piece.code for piece in pieces)


def code_digest(code: str) -> str:
    """Return a short name for a piece of code, the same wherever it is taken from; empty for none."""
    return sha256(code.strip().encode("utf-8", "replace")).hexdigest()[:12] if code.strip() else ""
