"""Quotations from documents: the blocks that answer a question, under the section that they are from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from fingerpost.answering.phrases import QUOTED_LANGUAGE
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold
from fingerpost.retrieval.matching import QuestionMatch, TextBlock
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.retrieval.search import Hit
from fingerpost.retrieval.terms import query_terms

MAX_CHARACTERS, MAX_QUOTE_CHARACTERS, SOURCE_CHARACTERS = 1200, 600, 60
"""Characters of all quotations of an answer, of one block, and about as many as name its source."""
MAX_QUOTES = 3
"""The most passages that are quoted whole, where nothing tells which of their blocks answer."""
SCORE_RANGE = 2.5
"""Blocks that score this much less than the best one are not quoted."""

_WORD = re.compile(r"\w+")
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def quotations(hits: Sequence[Hit], match: QuestionMatch | None, question: str, language: str) -> list[str]:
    """Return the quotations that answer a question, the best section first, for readers of a language."""
    blocks = list(_select(hits, match.blocks, question)) if match is not None else []
    sections = list(dict.fromkeys(block.hit for block in blocks)) or list(range(len(hits)))[:MAX_QUOTES]
    found: list[str] = []
    pages: set[str] = set()
    for section in sections:
        hit = hits[section]
        chosen = sorted((block for block in blocks if block.hit == section), key=lambda block: block.number)
        text = _joined(chosen) if chosen else hit.passage.text
        found.append(quotation(section + 1, hit, text, language, page_known=hit.passage.file in pages))
        pages.add(hit.passage.file)
    return found


def quotation(number: int, hit: Hit, text: str, language: str, *, page_known: bool = False) -> str:
    """Return a text of a passage as a quotation with its source, marked where it is in another language.

    `page_known`: the page was quoted before, so its name and the section are enough.
    """
    quoted = "\n".join(f"> {line}".rstrip() for line in _cut(text.strip()).splitlines())
    mark = QUOTED_LANGUAGE[language].get(language_of(prose(hit.passage.text)))
    return f"{quoted}\n> — [{number}] {_source(hit, page_known)}{f' ({mark})' if mark else ''}"


def is_quoted(number: int, answer: str) -> bool:
    """Return whether an answer contains a quotation of the passage with this number."""
    return f"\n> — [{number}] " in answer


def _source(hit: Hit, page_known: bool) -> str:
    file, heading = hit.passage.file, hit.passage.heading
    return f"{_page(file)} › {heading.rpartition(HEADING_SEPARATOR)[2]}" if page_known else f"{file} › {heading}"


def prose(text: str) -> str:
    """Return a text without its code blocks."""
    return _CODE.sub("", text).strip()


def _select(hits: Sequence[Hit], blocks: Sequence[TextBlock], question: str) -> Iterator[TextBlock]:
    """Yield the best blocks until the answer is long enough; before them what the question names."""
    first = _named(hits, blocks, question)
    left = MAX_CHARACTERS
    quoted: set[int] = set()
    for block in dict.fromkeys([*first, *blocks]):
        length = min(len(block.text), MAX_QUOTE_CHARACTERS) + SOURCE_CHARACTERS * (block.hit not in quoted)
        if block.score < blocks[0].score - SCORE_RANGE and block not in first:
            return
        if quoted and length > left:
            continue
        left -= length
        quoted.add(block.hit)
        yield block


def _named(hits: Sequence[Hit], blocks: Sequence[TextBlock], question: str) -> list[TextBlock]:
    """Return the best block of each page that a question names, where it names several, as a comparison does.

    Of a page that is all that the question names ("what is X?"), the block that opens it.
    """
    words, terms = set(_WORD.findall(fold(question))), set(query_terms(question))
    best_of_page: dict[str, TextBlock] = {}
    for block in blocks:
        best_of_page.setdefault(hits[block.hit].passage.file, block)
    named = {file: block for file, block in best_of_page.items() if fold(_page(file)) in words}
    if len(named) != 1:
        return list(named.values())
    (file,) = named
    opening = next((b for b in blocks if not b.number and _opens(hits[b.hit], file)), None)
    return [opening] if opening is not None and terms <= set(query_terms(_page(file))) else []


def _opens(hit: Hit, file: str) -> bool:
    return hit.passage.file == file and hit.passage.number == 0


def _page(file: str) -> str:
    return PurePosixPath(file).name.partition(".")[0]


def _joined(blocks: Sequence[TextBlock]) -> str:
    """Return blocks of one passage in their order; an ellipsis stands for what is between them."""
    text = blocks[0].text
    for before, block in pairwise(blocks):
        is_next = block.number == before.number + 1
        is_list = block.text.lstrip().startswith(("-", "*")) and before.text.lstrip().startswith(("-", "*"))
        text += ("\n" if is_list else "\n\n" if is_next else "\n…\n") + block.text
    return text


def _cut(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    text = text[:MAX_CHARACTERS].rpartition("\n")[0] or text[:MAX_CHARACTERS].rpartition(" ")[0]
    # The cut may have removed the end of a code fence.
    return text + ("\n```" if text.count("```") % 2 else "") + "\n…"
