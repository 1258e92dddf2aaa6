"""Documents as sections under headings, and these cut into passages of bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fingerpost.types import Passage

LARGEST = 1200
"""Characters of a passage, but for a code block's fences that are repeated where it must be cut."""

TINY = 120
"""Sections of fewer characters go with the section they belong to."""

HEADING = 200
"""Characters of one heading."""

STEP = " › "
"""Stands between the headings of a passage's path."""

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^\n]*\n")
_BORDERS = ("\n", ". ", "? ", "! ", "; ", " ")


class Section(NamedTuple):
    """The headings that lead to a text, the page's title not among them, and the text in blocks."""

    path: tuple[str, ...]
    blocks: list[str]


class Document(NamedTuple):
    """What a file says."""

    title: str
    sections: list[Section]


def shortened(heading: str) -> str:
    """Return a heading on one line, not longer than one should be."""
    heading = " ".join(heading[: 10 * HEADING].split())
    return heading if len(heading) <= HEADING else heading[: HEADING - 1] + "…"


def as_passages(document: Document, file: str) -> list[Passage]:
    """Cut a document at its headings, and long sections between paragraphs."""
    found: list[tuple[tuple[str, ...], str]] = []
    last: dict[tuple[str, ...], int] = {}
    for path, blocks in document.sections:
        text = "\n\n".join(blocks)
        if len(text) < TINY and path:
            above = next((last[path[:n]] for n in range(len(path) - 1, -1, -1) if path[:n] in last), None)
            if above is not None and len(joined := f"{found[above][1]}\n\n{path[-1]}\n\n{text}") <= LARGEST:
                found[above] = found[above][0], joined
                continue
        found += [(path, piece) for piece in _filled(blocks)]
        last[path] = len(found) - 1
    return [
        Passage(file, STEP.join((document.title, *path)), text, number) for number, (path, text) in enumerate(found)
    ]


def _filled(blocks: Iterable[str]) -> list[str]:
    """Put blocks together up to the bound; one that is too long itself is cut."""
    pieces: list[str] = []
    for block in blocks:
        for part in (block,) if len(block) <= LARGEST else _cut(block):
            if pieces and len(pieces[-1]) + len(part) + 2 <= LARGEST:
                pieces[-1] += f"\n\n{part}"
            else:
                pieces.append(part)
    return pieces


def _cut(block: str) -> Iterator[str]:
    fence = _FENCE.match(block)
    if fence is None:
        yield from (part for piece in _bounded(block, LARGEST, _BORDERS) if (part := piece.strip()))
        return
    # Every piece of a code block is a code block again.
    opening, closing = fence[0], f"\n{fence[1]}"
    body = block[fence.end() :].removesuffix(closing)
    for piece in _bounded(body, max(LARGEST - len(opening) - len(closing), LARGEST // 2), ("\n",)):
        yield f"{opening}{piece.rstrip()}{closing}"


def _bounded(text: str, room: int, borders: tuple[str, ...]) -> Iterator[str]:
    """Cut a text into pieces of at most so many characters, at the first kind of border that is near the end."""
    start = 0
    while len(text) - start > room:
        ends = (text.rfind(border, start + room // 2, start + room) + len(border) for border in borders)
        end = next((end for end in ends if end > start + room // 2), start + room)
        yield text[start:end]
        start = end
    yield text[start:]
