"""Documents as sections under headings, and their splitting into passages of bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fingerpost.types import Passage

MAX_PASSAGE_CHARACTERS = 1200
"""Maximum length of a passage, without the fences that are repeated when a code block is split."""

MIN_SECTION_CHARACTERS = 120
"""Shorter sections are merged into their parent section."""

MAX_HEADING_CHARACTERS = 200
"""Maximum length of a heading."""

HEADING_SEPARATOR = " › "
"""Separates the headings in a passage's heading path."""

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^\n]*\n")
_SPLIT_POINTS = ("\n", ". ", "? ", "! ", "; ", " ")


class Section(NamedTuple):
    """A section: the headings above it without the document's title, and its text as blocks."""

    path: tuple[str, ...]
    blocks: list[str]


class ParsedDocument(NamedTuple):
    """The content of a file: its title and sections."""

    title: str
    sections: list[Section]


def shorten_heading(heading: str) -> str:
    """Return a heading on one line, cut at the maximum length."""
    heading = " ".join(heading[: 10 * MAX_HEADING_CHARACTERS].split())
    return heading if len(heading) <= MAX_HEADING_CHARACTERS else heading[: MAX_HEADING_CHARACTERS - 1] + "…"


def split_into_passages(document: ParsedDocument, file: str) -> list[Passage]:
    """Return the passages of a document, split at headings, and long sections between paragraphs."""
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
    """Return pieces of up to the maximum length made of whole blocks; longer blocks are split."""
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
    # Every part of a code block gets its own fences.
    opening, closing = fence[0], f"\n{fence[1]}"
    body = block[fence.end() :].removesuffix(closing)
    for piece in _split_text(
        body, max(MAX_PASSAGE_CHARACTERS - len(opening) - len(closing), MAX_PASSAGE_CHARACTERS // 2), ("\n",)
    ):
        yield f"{opening}{piece.rstrip()}{closing}"


def _split_text(text: str, limit: int, split_points: tuple[str, ...]) -> Iterator[str]:
    """Yield pieces of at most `limit` characters, split at the best kind of split point in the second half."""
    start = 0
    while len(text) - start > limit:
        ends = (
            text.rfind(split_point, start + limit // 2, start + limit) + len(split_point)
            for split_point in split_points
        )
        end = next((end for end in ends if end > start + limit // 2), start + limit)
        yield text[start:end]
        start = end
    yield text[start:]
