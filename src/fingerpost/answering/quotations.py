"""Quotations from documents: the blocks that answer a question, under the section that they are from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from fingerpost.answering.phrases import QUOTED_LANGUAGE
from fingerpost.language.detect import language_of
from fingerpost.retrieval.blocks import without_comments
from fingerpost.retrieval.matching import QuestionMatch, TextBlock
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.retrieval.question_parts import page_name, pages_named
from fingerpost.retrieval.searched_index import Hit
from fingerpost.retrieval.terms import query_terms

MAX_CHARACTERS, MAX_QUOTE_CHARACTERS, SOURCE_CHARACTERS = 1200, 600, 60
"""Characters of all quotations of an answer, of one block, and about as many as name its source."""
MAX_QUOTES = 3
"""The most passages that are quoted whole, where nothing tells which of their blocks answer."""
MAX_TOPICS = 3
"""The most topics that are named where nothing answers a question."""
SCORE_RANGE = 1.25
"""Blocks that score this much less than the best one are not quoted."""

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def quotations(
    hits: Sequence[Hit], match: QuestionMatch | None, question: str, language: str, *, most: int = MAX_CHARACTERS
) -> list[str]:
    """Return the quotations that answer a question, the best section first, for readers of a language.

    `most`: the characters of all of them, unless one is longer.
    """
    blocks = list(_select(hits, match, question, most)) if match is not None else []
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


def as_shown(hits: Iterable[Hit]) -> list[Hit]:
    """Return hits without the comments of their passages, which are meant for search only."""
    return [hit._replace(passage=hit.passage._replace(text=without_comments(hit.passage.text))) for hit in hits]


def nearest_topics(hits: Sequence[Hit]) -> list[str]:
    """Return the titles of the pages that were found, the best first."""
    titles = [hit.passage.heading.partition(HEADING_SEPARATOR)[0] for hit in hits]
    return list(dict.fromkeys(titles))[:MAX_TOPICS]


def is_quoted(number: int, answer: str) -> bool:
    """Return whether an answer contains a quotation of the passage with this number."""
    return f"\n> — [{number}] " in answer


def _source(hit: Hit, page_known: bool) -> str:
    file, heading = hit.passage.file, hit.passage.heading
    return f"{page_name(file)} › {heading.rpartition(HEADING_SEPARATOR)[2]}" if page_known else f"{file} › {heading}"


def prose(text: str) -> str:
    """Return a text without its code blocks."""
    return _CODE.sub("", text).strip()


def _select(hits: Sequence[Hit], match: QuestionMatch, question: str, left: int) -> Iterator[TextBlock]:
    """Yield the best blocks until the answer is long enough; before them what the question names.

    Of a question with several parts, each has its turn.
    """
    quoted: set[int] = set()
    first = _named(hits, match.blocks, question)
    rankings = [*match.of_parts, match.blocks]
    near = [
        [block for block in ranking if block.score >= ranking[0].score - SCORE_RANGE] for ranking in rankings if ranking
    ]
    by_turns = [block for turn in zip_longest(*near) for block in turn if block is not None]
    said: set[str] = set()
    for block in [*first, *by_turns]:
        # A page repeats the syntax of another, and a block may be the best of several parts.
        new = {*query_terms(block.text)} - said
        if not new:
            continue
        length = min(len(block.text), MAX_QUOTE_CHARACTERS) + SOURCE_CHARACTERS * (block.hit not in quoted)
        if quoted and length > left:
            continue
        said |= new
        left -= length
        quoted.add(block.hit)
        yield block


def _named(hits: Sequence[Hit], blocks: Sequence[TextBlock], question: str) -> list[TextBlock]:
    """Return the block that opens each page that a question names, where it names several, as a comparison does.

    Of a single page likewise where the question names nothing else ("what is X?").
    """
    named = pages_named(question, dict.fromkeys(hit.passage.file for hit in hits))
    alone = len(named) == 1 and set(query_terms(question)) <= set(query_terms(page_name(named[0])))
    if len(named) < 2 and not alone:
        return []
    best = {hits[block.hit].passage.file: block for block in reversed(blocks)}
    opening = {hits[b.hit].passage.file: b for b in blocks if not b.number and not hits[b.hit].passage.number}
    return [{**best, **opening}[file] for file in named if file in best]


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
