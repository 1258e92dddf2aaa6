"""Documents as sections under headings, and these cut into passages of bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fingerpost.types import Passage

MAX_PASSAGE_CHARACTERS = 1200
"""Characters of a passage, but for a code block's fences that are repeated where it must be cut."""

MIN_SECTION_CHARACTERS = 120
"""Sections of fewer characters go with the section they belong to."""

MAX_HEADING_CHARACTERS = 200
"""Characters of one heading."""

HEADING_SEPARATOR = " › "
"""Stands between the headings of a passage's path."""

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^\n]*\n")
_SPLIT_POINTS = ("\n", ". ", "? ", "! ", "; ", " ")


class Section(NamedTuple):
    """The headings that lead to a text, the page's title not among them, and the text in blocks."""

    path: tuple[str, ...]
    blocks: list[str]


class Document(NamedTuple):
    """What a file says."""

    title: str
    sections: list[Section]


def shorten_heading(heading: str) -> str:
    """Return a heading on one line, not longer than one should be."""
    heading = " ".join(heading[: 10 * MAX_HEADING_CHARACTERS].split())
    return heading if len(heading) <= MAX_HEADING_CHARACTERS else heading[: MAX_HEADING_CHARACTERS - 1] + "…"


def split_into_passages(document: Document, file: str) -> list[Passage]:
    """Cut a document at its headings, and long sections between paragraphs."""
    found: list[tuple[tuple[str, ...], str]] = []
    last: dict[tuple[str, ...], int] = {}
    for path, blocks in document.sections:
        text = "\n\n".join(blocks)
        if len(text) < MIN_SECTION_CHARACTERS and path:
            above = next((last[path[:n]] for n in range(len(path) - 1, -1, -1) if path[:n] in last), None)
            if (
                above is not None
                and len(joined := f"{found[above][1]}\n\n{path[-1]}\n\n{text}") <= MAX_PASSAGE_CHARACTERS
            ):
                found[above] = found[above][0], joined
                continue
        found += [(path, piece) for piece in _fill_pieces(blocks)]
        last[path] = len(found) - 1
    return [
        Passage(file, HEADING_SEPARATOR.join((document.title, *path)), text, number)
        for number, (path, text) in enumerate(found)
    ]


def _fill_pieces(blocks: Iterable[str]) -> list[str]:
    """Put blocks together up to the bound; one that is too long itself is cut."""
    pieces: list[str] = []
    for block in blocks:
        for part in (block,) if len(block) <= MAX_PASSAGE_CHARACTERS else _split_block(block):
            if pieces and len(pieces[-1]) + len(part) + 2 <= MAX_PASSAGE_CHARACTERS:
                pieces[-1] += f"\n\n{part}"
            else:
                pieces.append(part)
    return pieces


def _split_block(block: str) -> Iterator[str]:
    fence = _FENCE.match(block)
    if fence is None:
        yield from (
            part for piece in _split_text(block, MAX_PASSAGE_CHARACTERS, _SPLIT_POINTS) if (part := piece.strip())
        )
        return
    # Every piece of a code block is a code block again.
    opening, closing = fence[0], f"\n{fence[1]}"
    body = block[fence.end() :].removesuffix(closing)
    for piece in _split_text(
        body, max(MAX_PASSAGE_CHARACTERS - len(opening) - len(closing), MAX_PASSAGE_CHARACTERS // 2), ("\n",)
    ):
        yield f"{opening}{piece.rstrip()}{closing}"


def _split_text(text: str, room: int, borders: tuple[str, ...]) -> Iterator[str]:
    """Cut a text into pieces of at most so many characters, at the first kind of border that is near the end."""
    start = 0
    while len(text) - start > room:
        ends = (text.rfind(border, start + room // 2, start + room) + len(border) for border in borders)
        end = next((end for end in ends if end > start + room // 2), start + room)
        yield text[start:end]
        start = end
    yield text[start:]
