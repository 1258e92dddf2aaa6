"""Splits a question that lists several things a document states: "account number and bank code", "mileage + plate"."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.catalogue import fields
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import find_verbatim
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.language.function_words import AND

MOST_THINGS = 12
"""Maximum number of things that one question lists."""
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
    if not 1 < len(parts) <= MOST_THINGS:
        return [question]
    whole = parse_question(question, document)
    if whole.goods or any(map(whole.does, _TOGETHER)):
        return [question]
    named = [_named_value(part, document) for part in parts]
    return parts if all(named) and len(set(named)) == len(parts) else [question]


def _named_value(part: str, document: CommercialDocument) -> str:
    """Return the label of the document or the fields that some words name alone; empty for none."""
    parsed = parse_question(part, document)
    if (found := find_verbatim(document.said, parsed.plain)).whole:
        return found.label
    are_values = all(fields()[name].kind != "task" for name in parsed.asked)
    return " ".join(parsed.asked) if are_values and not parsed.things else ""
