"""Reads a question into a request by the network, with the probability that it is right."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np
from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import decode
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, HEADS, averaged, shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import schema_items

MOST_TABLES = 12
"""Tables of a larger schema that are looked at: those that the question is nearest to."""
MOST_WORDS = 60
_SMALLEST = 1e-4


class Parsed(NamedTuple):
    """A request, its statement, and what its certainty is estimated from."""

    request: Request
    statement: exp.Select
    evidence: ReadingEvidence


def parse_question(question: str, allowlist: Allowlist) -> Parsed:
    """Return the most likely request; raise NotUnderstoodError where nothing fits together."""
    near = allowlist.near(question, MOST_TABLES)
    pieces = tokens(question)
    if not any(piece.kind == WORD for piece in pieces) or len(pieces) > MOST_WORDS or not near.tables:
        raise NotUnderstoodError("the question is empty or too long")
    schema = schema_items(near)
    marks = dated_marks(pieces, near)
    readings, alike = shared_networks().read(schema, pieces)
    together = averaged(readings)
    statements: dict[Request, exp.Select] = {}

    def fits(request: Request) -> bool:
        if request not in statements:
            with suppress(NotUnderstoodError):
                statements[request] = writer_of(request, allowlist, Meanings(), "sqlite").statement
        return request in statements

    found = decode(together, pieces, marks, schema, fits)
    agree = 0
    for reading in readings:
        try:
            agree += decode(reading, pieces, marks, schema, fits).request == found.request
        except NotUnderstoodError:
            continue
    strong = np.maximum(alike[:, :, 0], alike[:, :, 4:6].max(axis=2)).max(axis=0)[schema.source]
    grounded = float(min(strong[at] for at in found.used))
    linked = together.links[:, len(CLASSES) :].max(axis=0)
    request = found.request
    evidence = ReadingEvidence(
        roles=found.roles,
        heads=found.heads,
        words=found.words,
        least_word=found.least_word,
        weakest=found.weakest,
        rival=found.rival,
        empty_words=found.empty_words,
        supported=float(np.log(max(together.supported, _SMALLEST))),
        agreeing_networks=agree / len(readings),
        grounded=grounded,
        least_linked=float(np.log(max(min(linked[at] for at in found.used), _SMALLEST))),
        items=float(len(found.used)),
        least_head=float(np.log(min(together.heads[name].max() for name in HEADS))),
        unknown_words=sum(not mark.meanings for mark in marks) / len(pieces),
        length=len(pieces) / 10,
        conditions=float(len(request.wheres)),
        times=float(len(request.whens)),
        groups=float(len(request.groups)),
        listed=float(request.listed),
        ordered=float(bool(request.order)),
        denied=float(any(where.how in ("null", "not exists", "<>") for where in request.wheres)),
        compared=float(any(where.how in ("<", "<=", ">", ">=") for where in request.wheres)),
        nested=float(request.share or bool(request.having) or any(one.gap for one in request.measures)),
    )
    return Parsed(request, statements[request], evidence)
