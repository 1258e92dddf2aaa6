"""Takes a request for code apart: its clauses, each with the pages of the documentation nearest to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from fingerpost.answering.search_query import with_synonyms
from fingerpost.retrieval.search import Retriever
from fingerpost.validation.validators import RequestPart

MAX_CLAUSES, MIN_WORDS = 6, 2
"""Clauses of a request that are searched, and words of the shortest one."""

# Signs and the words that join clauses in the three languages.
_BETWEEN = re.compile(
    r"[,;!?()\n]+|[.:](?=\s|$)|\b(?:and|or|then|that|which|y|luego|después|que|e|ou|depois)\b", re.IGNORECASE
)

PIECES = "pieces"
"""The searches for the commands that the clauses of a request name: one a clause, and none a second attempt."""


def clauses_of(text: str) -> list[str]:
    """Return a request and the clauses in it, in their order, each also without its first word, most often a verb."""
    cut = [clause.strip() for clause in _BETWEEN.split(text)]
    own = [clause for clause in cut if len(clause.split()) >= MIN_WORDS and clause != text.strip()][:MAX_CLAUSES]
    parts = [part for clause in own for part in (clause, clause.partition(" ")[2]) if len(part.split()) >= MIN_WORDS]
    return [text, *parts]


async def request_parts(
    query: str, text: str, retriever: Retriever, synonyms: Mapping[str, Sequence[str]]
) -> list[RequestPart]:
    """Return the whole request first, searched by its query, then its clauses."""
    parts = []
    for clause in clauses_of(text):
        searched = query if clause == text else with_synonyms(clause, synonyms)
        vector = await retriever.batcher.aencode(clause)
        # The documents' own word for a word of the clause is as sure as can be.
        near = dict.fromkeys(with_synonyms(clause, synonyms).removeprefix(clause).split(), 1.0)
        for hit in await retriever.search(searched, text=clause, purpose=PIECES):
            page = PurePosixPath(hit.passage.file).stem
            near[page] = max(near.get(page, -1.0), float(hit.vector @ vector))
        parts.append(RequestPart(clause, tuple(near.items())))
    return parts
