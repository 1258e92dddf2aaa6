"""Splits a question that lists several things a document states: "account number and bank code", "mileage + plate"."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.catalogue import fields
from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.questions import parse_question
from fingerpost.assistants.agents.commerce.verbatim import find_verbatim
from fingerpost.language.function_words import AND

_BETWEEN = re.compile(rf"\s*[,+&]\s*|\s+(?:{'|'.join(sorted(AND))})\s+")
_TOGETHER = (
    "with", "without", "both", "sum", "difference", "share", "average", "most", "least", "dearer", "over", "under",
    "if", "instead", "count", "days",
)  # fmt: skip
"""Operations on what a question names together."""


def listed_things(question: str, document: CommercialDocument) -> list[str]:
    """Return the things that one question lists, if each names a value by itself; else the question."""
    plain = normalize(question)
    edges = [0, *(edge for found in _BETWEEN.finditer(plain) for edge in found.span()), len(plain)]
    parts = [question[begin:end].strip() for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    parts = [part for part in parts if re.search(r"\w", part)]
    whole = parse_question(question, document)
    if len(parts) < 2 or whole.goods or any(map(whole.does, _TOGETHER)):
        return [question]
    return parts if all(_names_a_value(part, document) for part in parts) else [question]


def _names_a_value(part: str, document: CommercialDocument) -> bool:
    """Return whether some words name a field, or a label of the document, and nothing else."""
    parsed = parse_question(part, document)
    if find_verbatim(document.said, parsed.plain).whole:
        return True
    return bool(parsed.mentions) and not parsed.things and all(_is_value(one.name) for one in parsed.mentions)


def _is_value(name: str) -> bool:
    return fields()[name].kind != "task"
