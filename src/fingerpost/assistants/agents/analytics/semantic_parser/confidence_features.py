"""What a reading of the network says of how sure it is, by itself and beside the words of its question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import HEARD, LIKELY, log, told_items
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import Decoded
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, HEADS, ParserOutput, Seen

_NAME, _NOTHING = (CLASSES.index(name) for name in ("name", "nothing"))


def evidence_of(
    reading: ParserOutput, found: Decoded, seen: Seen, tokens: Sequence[Token], marks: Sequence[Mark]
) -> ReadingEvidence:
    """Return the evidence of one reading, without how other networks and the words alone read the question."""
    alike, request, length = seen.sources, found.request, len(tokens)
    strong = np.maximum(np.maximum(alike[:, :, 0], alike[:, :, 4]), alike[:, :, 5])[:, seen.schema.source]
    links, nothing = reading.links[:, len(CLASSES) :], reading.links[:, _NOTHING]
    told = told_items(seen.schema, found.used) > 0
    strongest, linked, left = strong.max(axis=0), links.max(axis=0), links[:, ~told]
    content = _content(tokens, marks)
    nearer = (strong[:, ~told].max(axis=1, initial=0) - strong[:, told].max(axis=1, initial=0))[content]
    return ReadingEvidence(
        roles=found.roles,
        heads=found.heads,
        words=found.words,
        least_word=found.least_word,
        weakest=found.weakest,
        rival=found.rival,
        empty_words=found.empty_words,
        supported=log(reading.supported),
        grounded=float(min(strongest[at] for at in found.used)),
        least_linked=log(float(min(linked[at] for at in found.used))),
        items=float(len(found.used)),
        least_head=float(np.log(min(reading.heads[name].max() for name in HEADS))),
        unknown_words=sum(not mark.meanings for mark in marks) / length,
        length=length / 10,
        conditions=float(len(request.wheres)),
        times=float(len(request.whens)),
        groups=float(len(request.groups)),
        listed=float(request.listed),
        ordered=float(bool(request.order)),
        denied=float(any(where.how in ("null", "not exists", "<>") for where in request.wheres)),
        compared=float(any(where.how in ("<", "<=", ">", ">=") for where in request.wheres)),
        nested=float(request.share or bool(request.having) or any(one.gap for one in request.measures)),
        named=float(reading.links[:, _NAME].max()),
        left_link=float(left.max(initial=0)),
        left_links=float(left.sum()),
        nearer=float(nearer.max(initial=-1)),
        empty_content=float(nothing[content].max(initial=0)),
    )


def leaves_unknown_words(reading: ParserOutput, found: Decoded, seen: Seen, marks: Sequence[Mark]) -> bool:
    """Whether a word that no list knows likely stands for nothing of the request."""
    told = told_items(seen.schema, found.used)
    links = reading.links
    carries = links[:, len(CLASSES) :] @ told + links[:, : len(CLASSES)].sum(axis=1)
    carries -= links[:, _NOTHING] + links[:, _NAME]
    unknown = [mark for mark in marks if mark.kinds <= {"foreign"} and mark.tokens[0].kind == WORD]
    places = [at for mark in unknown for at in range(mark.start, mark.end)]
    return any(carries[at] < LIKELY or links[at, _NOTHING] > HEARD for at in places)


def _content(tokens: Sequence[Token], marks: Sequence[Mark]) -> NDArray[np.bool_]:
    """Return which tokens are words that are no closed ones."""
    named = ("table", "column", "value", "adjective")
    closed = {at for mark in marks if mark.meanings and not mark.of(*named) for at in range(mark.start, mark.end)}
    return np.array([token.kind == WORD and at not in closed for at, token in enumerate(tokens)])
