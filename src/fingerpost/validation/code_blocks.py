"""Extraction of code blocks from a model's answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<tag>[^\s`~]*)(?P<rest>[^\n]*)$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\u200b": None, "\ufeff": None})


class CodeBlock(NamedTuple):
    """A block of code with the language its fence names, or "" where it names none."""

    code: str
    language: str = ""


def fenced_blocks(answer: str) -> list[CodeBlock]:
    """Return the fenced code blocks of an answer; an unclosed fence ends with the answer.

    A fence may follow text or a list marker, or be inside a block quote: models write all of these.
    """
    answer = answer.replace("\r\n", "\n").replace("\r", "\n").translate(_BREAKS)
    if re.search(r"^[ \t]*>[ \t]*(?:`{3}|~{3})", answer, re.MULTILINE):
        answer = _QUOTE.sub("", answer)
    found, place = [], 0
    while opened := _FENCE.search(answer, place):
        fence = opened["fence"]
        if fence in opened["rest"]:
            # Opened and closed on one line: all between is code, and the first word is not a language tag.
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
    """Return the code of an answer: its fenced blocks, or the whole answer where it is nothing but code.

    If any block is in `language` or has no language tag, blocks tagged otherwise (a JSON sample, a shell command) are
    left out. `looks_like_code` recognises unfenced code; without it only fences count.
    """
    found = fenced_blocks(answer)
    if not found and looks_like_code is not None and answer.strip() and looks_like_code(answer):
        return [CodeBlock(answer.strip())]
    own = [block for block in found if block.language in ("", language)]
    return own if language is not None and own else found


def join_code(found: list[CodeBlock]) -> str:
    """Return the code of all blocks as one text."""
    return "\n\n".join(block.code for block in found)


def code_digest(code: str) -> str:
    """Return a short digest of code, ignoring surrounding whitespace; "" for no code."""
    return sha256(code.strip().encode("utf-8", "replace")).hexdigest()[:12] if code.strip() else ""
