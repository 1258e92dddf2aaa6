"""Code blocks of a model's answer: fences in every shape that models write, and their counterparts in HTML."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})[^\S\n]*(?P<tag>[^\s`~]*)(?P<rest>[^\n]*)$", re.MULTILINE)
_FENCE_LINE = re.compile(r"^[^\S\n]*+(?:`{3}|~{3})", re.MULTILINE)
_QUOTED_FENCE = re.compile(r"^[^\S\n]*>[^\n]*?(?:`{3}|~{3})", re.MULTILINE)
_QUOTE = re.compile(r"^[^\S\n]*(?:>[^\S\n]?)+", re.MULTILINE)
# A line of three quotation marks or accents and at most a language, as models write where they mean a fence.
_QUOTATION_MARKS = re.compile(
    r"^[^\S\n]*+(?:'{3,}+|\"{3,}+|´{3,}+|’{3,}+|‘{3,}+)[^\S\n]*+(?P<tag>\w*+)[^\S\n]*+$", re.MULTILINE
)
_ELEMENT = re.compile(
    r"<(?P<name>pre|code)\b(?P<head>[^<>]*>\s*(?:<code\b[^<>]*>)?)(?P<inside>.*?)(?:</(?P=name)\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_DIFFS = frozenset({"diff", "patch"})
_LANGUAGE_CLASS = re.compile(r"\blang(?:uage)?-([\w+#.-]+)")
_ENTITY = re.compile(r"&(?:#\d+|#x[\da-f]+|\w+);", re.IGNORECASE)
TAG = re.compile(r"</?[a-z][a-z\d]*(?:\s[^<>\n]*)?/?>", re.IGNORECASE)
"""A tag of HTML."""

_BREAKS, _INVISIBLE = "\u2028\u2029\u000b\u000c\u0085", "\u200b\u200c\u200d\u2060\ufeff\u00ad"
# Full-width grave accents and tildes make fences, too.
_CHARACTERS = str.maketrans({**dict.fromkeys(_BREAKS, "\n"), **dict.fromkeys(_INVISIBLE), "｀": "`", "～": "~"})


class CodeBlock(NamedTuple):
    """A block of code with the language its fence names, or "" where it names none."""

    code: str
    language: str = ""


def fenced_blocks(answer: str) -> list[CodeBlock]:
    """Return the fenced code blocks of an answer; an unclosed fence ends with the answer.

    A fence may follow text or a list marker, or be inside a block quote: models write all of these.
    """
    return _split_fences(_normalised(answer))[0]


def split_blocks(answer: str) -> tuple[list[CodeBlock], str]:
    """Return the code blocks of an answer, fenced or in HTML, and the text around them without entities of HTML."""
    blocks, prose = _split_fences(_normalised(answer))
    for split in (_split_quotation_marks, _split_elements):
        found, prose = split(prose)
        blocks += found
    return [_after_diff(block) if block.language in _DIFFS else block for block in blocks], unescape_entities(prose)


def _after_diff(block: CodeBlock) -> CodeBlock:
    """Return the code that a diff leads to: without what it removes, its marks and its head."""
    kept = [line for line in block.code.split("\n") if not line.startswith(("-", "@@", "+++", "diff ", "index "))]
    return CodeBlock("\n".join(line[1:] if line.startswith(("+", " ")) else line for line in kept))


def has_fence(text: str) -> bool:
    """Return whether a line of a text begins with a fence."""
    return _FENCE_LINE.search(text) is not None


def unescape_entities(text: str) -> str:
    """Return a text with the characters that its entities of HTML stand for."""
    # Not `html.unescape` alone: it also reads entities without their semicolon, such as the `&copy=` of an address.
    return _ENTITY.sub(lambda entity: unescape(entity[0]), text)


def _normalised(answer: str) -> str:
    answer = answer.replace("\r\n", "\n").replace("\r", "\n").translate(_CHARACTERS)
    return _QUOTE.sub("", answer) if _QUOTED_FENCE.search(answer) else answer


def _split_fences(text: str) -> tuple[list[CodeBlock], str]:
    found, prose, place = list[CodeBlock](), list[str](), 0
    while opened := _FENCE.search(text, place):
        fence = opened["fence"]
        prose.append(text[place : opened.start()])
        if fence in opened["rest"]:
            # Opened and closed on one line: all between is code, and the first word is not a language tag.
            inside, _, after = (opened["tag"] + opened["rest"]).partition(fence)
            found.append(CodeBlock(inside.strip()))
            place = opened.end() - len(after)
            continue
        closed = re.compile(rf"^[^\S\n]*{re.escape(fence[0])}{{{len(fence)},}}[^\S\n]*$", re.MULTILINE).search(
            text, opened.end()
        )
        inside = text[opened.end() + 1 : closed.start() if closed else len(text)].rstrip("\n")
        language, first = _fence_line(opened["tag"], opened["rest"])
        found.append(CodeBlock(f"{first}\n{inside}" if first else inside, language))
        place = closed.end() if closed else len(text)
    prose.append(text[place:])
    return [block for block in found if block.code.strip()], "\n\n".join(prose)


def _fence_line(tag: str, rest: str) -> tuple[str, str]:
    """Return the language that the line of a fence names, and the code that begins on this line; "" for none."""
    if "(" in tag:
        return "", tag + rest
    return tag.lower(), rest.strip() if "(" in rest else ""


def _split_quotation_marks(prose: str) -> tuple[list[CodeBlock], str]:
    """Take the blocks between quotation marks out of a text; without a language the marks may quote prose.

    These marks are left out, and what is between them is read like the text around.
    """
    opened = False

    def fence(mark: re.Match[str]) -> str:
        nonlocal opened
        if not opened and not mark["tag"]:
            return ""
        opened = bool(mark["tag"])
        return f"```{mark['tag']}"

    marked = _QUOTATION_MARKS.sub(fence, prose)
    return ([], prose) if marked == prose else _split_fences(marked)


def _split_elements(prose: str) -> tuple[list[CodeBlock], str]:
    """Take the <pre> elements and the <code> elements of several lines out of a text; others become code spans."""
    found: list[CodeBlock] = []

    def take(element: re.Match[str]) -> str:
        language = _LANGUAGE_CLASS.search(element["head"])
        inside = unescape_entities(TAG.sub("", element["inside"]))
        if element["name"].lower() == "code" and "\n" not in inside:
            return f"`{inside}`"
        if inside.strip():
            found.append(CodeBlock(inside.strip("\n"), language[1].lower() if language else ""))
        return "\n\n"

    return found, _ELEMENT.sub(take, prose)


def join_code(found: list[CodeBlock]) -> str:
    """Return the code of all blocks as one text."""
    return "\n\n".join(block.code for block in found)
