"""Passages cut into blocks: a paragraph, an item of a list, or a code block with the line that introduces it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from pathlib import PurePosixPath

from fingerpost.language.text import fold
from fingerpost.retrieval.passages import HEADING_SEPARATOR

MAX_TITLE_CHARACTERS = 60
"""A longer line without an end mark is a paragraph, and not the title of a short section."""

MAX_LEAD_CHARACTERS = 100
"""A longer line is no lead of the code block after it, unless it ends with a colon."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)\s*", re.DOTALL)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|\d+[.)]) )")
_ITEM_MARK = re.compile(r"[ \t]*(?:[-*+]|\d+[.)]) +")
_LINK = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,500}\)")
_END_MARK = (".", ":", ";", "!", "?", "…", "```", "~~~")


def without_comments(text: str) -> str:
    """Return a text without HTML comments, which are meant for search only."""
    return _COMMENT.sub("", text).strip() if "<!--" in text else text


def split_blocks(text: str, page_names: Container[str]) -> list[str]:
    """Return the blocks of a passage that say something: lists of page names ("see also") are left out."""
    found: list[str] = []
    title = ""
    for block in _paragraphs(without_comments(text)):
        if _is_title(block):
            title = block
            continue
        if names_pages_only(block, page_names):
            title = ""
        elif _FENCE.match(block) and found and not title and _introduces_code(found[-1]):
            found[-1] += f"\n\n{block}"
        else:
            items = _ITEM.split(block)
            found += [f"{title}\n\n{items[0]}" if title else items[0], *items[1:]]
        title = ""
    return found


def names_pages_only(block: str, page_names: Container[str]) -> bool:
    """Return whether a block is a list of pages."""
    lines = [_ITEM_MARK.sub("", line) for line in _LINK.sub(r"\1", block).splitlines()]
    named = [name.strip(" .`") for line in lines for name in line.split(",")]
    return all(fold(name) in page_names for name in named if name) and any(named)


def names_of_pages(headings: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return what pages are called: their files without suffix, and their titles, whole and before a colon."""
    names: set[str] = set()
    for file, heading in headings:
        title = heading.partition(HEADING_SEPARATOR)[0]
        names |= {PurePosixPath(file).name.partition(".")[0], title, title.partition(":")[0]}
    return frozenset(fold(name) for name in names if name)


def _introduces_code(block: str) -> bool:
    """Return whether a block is the line that introduces the code block after it."""
    return block.endswith(":") or ("\n" not in block and len(block) <= MAX_LEAD_CHARACTERS)


def _is_title(block: str) -> bool:
    """Return whether a block is the heading of a short section, which was joined to the section above it."""
    one_line = "\n" not in block and len(block) <= MAX_TITLE_CHARACTERS
    return one_line and not block.endswith(_END_MARK) and not _ITEM_MARK.match(block) and "," not in block


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the parts of a text between blank lines; a code block is one part, blank lines and all."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and line.strip().strip(fence[0]) == "" and len(line.strip()) >= len(fence):
                yield "\n".join(lines)
                lines, fence = [], ""
        elif mark:
            if lines:
                yield "\n".join(lines)
            lines, fence = [line], mark[1]
        elif line.strip():
            lines.append(line.rstrip())
        elif lines:
            yield "\n".join(lines)
            lines = []
    if lines:
        yield "\n".join(lines)
