"""Turns what the network says of a question into a request, and tells what each decision was worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.tokens import Token
from fingerpost.assistants.agents.analytics.semantic_parser.decoded_conditions import compared, conditions, limit, times
from fingerpost.assistants.agents.analytics.semantic_parser.decoded_figures import asked
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import (
    Decoder,
    left_out,
    log,
    role_certainty,
    word_accounts,
)
from fingerpost.assistants.agents.analytics.semantic_parser.network import HEADS, ParserOutput
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import COLUMN, TABLE, SchemaItems

_TRIED = 3
"""Candidates of a part that one item must play which are tried, where the likeliest cannot be joined with the rest."""


class Decoded(NamedTuple):
    """A request, and how sure its parts are: logarithms of the parts' probabilities, and of each word's account."""

    request: Request
    roles: float
    heads: float
    words: float
    least_word: float
    weakest: float
    """Of the parts that were given, the least likely."""
    rival: float
    """Of those that were not, the likeliest."""
    empty_words: float
    """Of the words that no list knows, how surely those that are left out carry nothing."""
    used: tuple[int, ...]
    chosen: tuple[str, ...]
    """Parts that one item had to play."""


def decode(
    reading: ParserOutput,
    tokens: Sequence[Token],
    marks: Sequence[Mark],
    schema: SchemaItems,
    fits: Callable[[Request], bool],
) -> Decoded:
    """Return the likeliest request that `fits`; raise NotUnderstoodError where no likely one does."""
    first = _decoded(Decoder(reading, tokens, marks, schema, {}))
    if fits(first.request):
        return first
    found: list[Decoded] = []
    for picked in product(range(_TRIED), repeat=len(first.chosen)):
        picks = dict(zip(first.chosen, picked, strict=True))
        with suppress(NotUnderstoodError):
            found.append(_decoded(Decoder(reading, tokens, marks, schema, picks)))
    likeliest = {one.request: one for one in sorted(found, key=lambda one: one.roles)}
    for one in sorted(likeliest.values(), key=lambda one: -one.roles):
        if one.request != first.request and fits(one.request):
            return one
    raise NotUnderstoodError("what was understood cannot be put together")


def _decoded(decoder: Decoder) -> Decoded:
    wanted = limit(decoder)
    request = Request(wheres=tuple(conditions(decoder)), whens=tuple(times(decoder)), limit=wanted)
    chosen = decoder.likely("having", TABLE, COLUMN)
    if not chosen:
        request = replace(request, wheres=(*request.wheres, *compared(decoder)))
    request = asked(decoder, request)
    if chosen and not request.having:
        raise NotUnderstoodError("groups that are chosen by a number could not be placed")
    if chosen:
        request = replace(request, wheres=(*request.wheres, *compared(decoder)))
    tables = dict.fromkeys(decoder.schema.items[at].table for at in sorted(decoder.used))
    request = replace(request, mentioned=tuple(tables))
    words, least = word_accounts(decoder)
    heads = sum(log(float(np.max(decoder.reading.heads[name]))) for name in HEADS)
    given = np.zeros(decoder.reading.roles.shape, dtype=bool)
    given[tuple(np.array(sorted(decoder.settled)).T)] = True
    return Decoded(
        request=request,
        roles=role_certainty(decoder),
        heads=heads,
        words=words,
        least_word=least,
        weakest=log(float(decoder.reading.roles[given].min())),
        rival=log(1 - float(decoder.reading.roles[~given].max())),
        empty_words=left_out(decoder),
        used=tuple(sorted(decoder.used)),
        chosen=tuple(sorted(decoder.chosen)),
    )
