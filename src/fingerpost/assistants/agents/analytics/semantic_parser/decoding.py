"""Turns what the network says of a question into a request, and tells what each decision was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Measure,
    NotUnderstoodError,
    Ref,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.tokens import NUMBER, Token
from fingerpost.assistants.agents.analytics.semantic_parser.decoder import (
    LIKELY,
    Decoder,
    left_out,
    log,
    role_certainty,
    word_accounts,
)
from fingerpost.assistants.agents.analytics.semantic_parser.network import (
    CLASSES,
    COMPARISONS,
    HEADS,
    ROLES,
    ParserOutput,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    TABLE,
    VALUE,
    Item,
    SchemaItems,
)

_TRIED = 3
"""Candidates of a part that one item must play which are tried, where the likeliest cannot be joined with the rest."""
_NEAR = 3
"""Words before a number within which a comparison is of it."""
_COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
_NUMBERS = ("number", "integer")
_SMALLEST = 1e-4
_ROLE = {name: at for at, name in enumerate(ROLES)}
_LIMIT, _NOT = CLASSES.index("limit"), CLASSES.index("not")
_UNSUPPORTED = [CLASSES.index(name) for name in ("share", "per", "difference")]
_HEARD = 0.3
"""Probability from which a word is taken to say something."""


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
    limit = _limit(decoder)
    request = Request(wheres=tuple(_conditions(decoder)), whens=tuple(_times(decoder)), limit=limit)
    request = replace(request, wheres=(*request.wheres, *_compared(decoder)))
    request = _asked(decoder, request)
    _refuse_dropped(decoder, request)
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


def _refuse_dropped(decoder: Decoder, request: Request) -> None:
    """Refuse a request that leaves out a denial, a comparison or a share, or holds a value that no word stands for."""
    links, items = decoder.reading.links, decoder.schema.items
    denied = any(where.how in ("<>", "null", "not exists", "<", "<=") for where in request.wheres)
    denied = denied or any(where.how == "=" and 0.0 in where.values for where in request.wheres)
    if not denied and (decoder.says("not", "without", "except", "drop", "none") or links[:, _NOT].max() > LIKELY):
        raise NotUnderstoodError("a denial could not be placed")
    if decoder.says("gt", "ge", "lt", "le", "between") and not any(
        where.how in ("<", "<=", ">", ">=", "between") for where in request.wheres
    ):
        raise NotUnderstoodError("a comparison could not be placed")
    if decoder.says("percent", "share") or links[:, _UNSUPPORTED].max() > _HEARD:
        raise NotUnderstoodError("shares, rates and differences are read by their words alone")
    for at in decoder.used:
        if items[at].kind == VALUE and links[:, len(CLASSES) + at].max() < _HEARD:
            raise NotUnderstoodError("no word stands for a condition")


def _ref(item: Item) -> Ref:
    return item.table, item.column


def _said(item: Item) -> str:
    """Return a column or a table as a person reads it."""
    return (item.column or item.table).replace("_", " ")


def _asked(decoder: Decoder, request: Request) -> Request:
    """Add what is asked for: a list, a figure, or what comes first by one."""
    aggregate, order = decoder.head("aggregate"), decoder.head("order")
    items = decoder.schema.items
    one = 1 if decoder.head("limit") == "one" else request.limit
    if aggregate == "none":
        groups = _shown(decoder, request)
        if order == "none":
            return replace(request, groups=groups, listed=True, limit=None)
        ranked = decoder.best("rank", decoder.places(COLUMN, of=("number", "integer", "date")))
        how = "MAX" if order == "desc" else "MIN"
        measure = Measure(how, (_ref(items[ranked]),), words=_said(items[ranked]))
        rows = Group(((items[ranked].table, ""),), words=_said(items[ranked]._replace(column="")))
        groups = groups if any(group.refs[0][0] == items[ranked].table for group in groups) else (rows, *groups)
        return replace(request, measures=(measure,), groups=groups, order=order, limit=one or 1)
    measure = _measure(decoder, aggregate)
    groups = _groups(decoder, measure, request)
    if order == "none" or not groups:
        return replace(request, measures=(measure,), groups=groups, limit=None)
    return replace(request, measures=(measure,), groups=groups, order=order, limit=one)


def _shown(decoder: Decoder, request: Request) -> tuple[Group, ...]:
    """Return what is listed; columns are listed with the rows that they belong to."""
    items = decoder.schema.items
    places = decoder.likely("select", TABLE, COLUMN)
    empty = {ref for where in request.wheres if where.how == "null" for ref in where.refs}
    places = [at for at in places if _ref(items[at]) not in empty]
    places = places or [decoder.best("select", decoder.places(TABLE, COLUMN))]
    for at in places:
        decoder.use(at, "select")
    tables = [items[at].table for at in places if items[at].kind == TABLE]
    columns = [items[at] for at in places if items[at].kind == COLUMN]
    groups = [Group(((table, ""),), words=table) for table in tables]
    # Rows that share a value are rows of their own.
    bare = [item.table for item in columns if item.table not in tables]
    groups += [Group(((table, ""),), words=table) for table in dict.fromkeys(bare) if not tables]
    return (*groups, *(Group((_ref(item),), words=_said(item)) for item in columns))


def _groups(decoder: Decoder, measure: Measure, request: Request) -> tuple[Group, ...]:
    """Return what the figure is grouped by; the rows that it is of are no group beside others."""
    items = decoder.schema.items
    places = decoder.likely("group", TABLE, COLUMN)
    if len(places) > 1:
        places = [at for at in places if (items[at].table, items[at].column) != (measure.refs[0][0], "")]
    for at in places:
        decoder.use(at, "group")
    found = [Group(((items[at].table, items[at].column),), words=_said(items[at])) for at in places]
    part = decoder.head("part")
    if part != "none":
        # Months of one year are told with it.
        part = "month" if part == "month_of_year" and request.whens else part
        at = decoder.best("group_time", decoder.places(COLUMN, of=("date",)))
        found.append(Group((_ref(items[at]),), part=part, words=_said(items[at])))
    return tuple(found)


def _measure(decoder: Decoder, aggregate: str) -> Measure:
    """Return the figure that is asked for."""
    items = decoder.schema.items
    if aggregate == "count":
        counted = (at for at in decoder.places(TABLE, COLUMN) if decoder.kind(at) not in ("number", "boolean", "date"))
        item = items[decoder.best("aggregate", counted)]
        if item.kind == TABLE:
            return Measure("count", ((item.table, ""),), words=_said(item))
        return Measure("distinct", (_ref(item),), words=_said(item))
    of = ("number", "integer", "date") if aggregate in ("max", "min") else _NUMBERS
    item = items[decoder.best("aggregate", decoder.places(COLUMN, of=of))]
    return Measure(aggregate.upper(), (_ref(item),), words=_said(item))


def _conditions(decoder: Decoder) -> Iterator[Where]:
    """Yield the conditions on values, and on what is there or missing."""
    items = decoder.schema.items
    for role, how in (("equal", "="), ("differ", "<>")):
        values: dict[Ref, list[int]] = {}
        for at in decoder.likely(role, VALUE):
            values.setdefault(_ref(items[at]), []).append(at)
        for ref, found in values.items():
            # A switch is on or off.
            places = found[:1] if decoder.kind(found[0]) == "boolean" else found
            for at in places:
                decoder.use(at, role)
            texts = [items[at].value for at in places]
            typed = tuple(_typed(decoder, places[0], value) for value in texts)
            yield Where(how, (ref,), typed, words=("≠ " if role == "differ" else "") + ", ".join(texts))
    for at in decoder.likely("hold", EMPTY, FILLED):
        decoder.use(at, "hold")
        how = "null" if items[at].kind == EMPTY else "not null"
        yield Where(how, (_ref(items[at]),), words="= ∅" if items[at].kind == EMPTY else "≠ ∅")
    for role, how in (("without", "not exists"), ("exists", "exists")):
        for at in decoder.likely(role, TABLE):
            decoder.use(at, role)
            count = "= 0" if role == "without" else "≥ 1"
            yield Where(how, ((items[at].table, ""),), words=f"{items[at].table} {count}")


def _typed(decoder: Decoder, at: int, value: str) -> str | float:
    return float(value) if decoder.kind(at) in ("boolean", *_NUMBERS) else value


def _times(decoder: Decoder) -> Iterator[When]:
    """Yield the times of the question, each of the date that the network takes it for."""
    for mark in decoder.marks:
        if not isinstance(mark.made, When):
            continue
        decoder.counted_words.update(range(mark.start, mark.end))
        at = decoder.best("date", decoder.places(COLUMN, of=("date",)))
        yield replace(mark.made, ref=_ref(decoder.schema.items[at]), words=mark.words)
    if not decoder.counted_words and decoder.likely("date", COLUMN):
        raise NotUnderstoodError("a time could not be read")


def _numbers(decoder: Decoder, *, words: bool = False) -> Iterator[tuple[int, float]]:
    """Yield the numbers that are no times, with where they stand; those in words too."""
    for mark in decoder.marks:
        number = mark.of("number")
        written = bool(mark.tokens) and mark.tokens[0].kind == NUMBER
        if number and not isinstance(mark.made, When) and (written or words):
            yield mark.start, number.number


def _limit(decoder: Decoder) -> int | None:
    """Return how many are asked for, where a number says so."""
    if decoder.head("limit") != "several":
        return None
    links = decoder.reading.links
    found = [(float(links[at, _LIMIT]), at, value) for at, value in _numbers(decoder, words=True) if value >= 1]
    if not found:
        raise NotUnderstoodError("nothing says how many are wanted")
    chance, at, value = max(found)
    decoder.counted_words.add(at)
    decoder.certainty += log(chance)
    return int(value)


def _compared(decoder: Decoder) -> Iterator[Where]:
    """Yield the conditions on numbers: the column that each is linked to, and how it is compared."""
    items, reading = decoder.schema.items, decoder.reading
    for at, value in _numbers(decoder):
        if at in decoder.counted_words:
            continue
        decoder.counted_words.add(at)
        places = decoder.places(COLUMN, of=_NUMBERS)
        if not places:
            raise NotUnderstoodError("no column holds such a number", (decoder.tokens[at].raw,))
        chances = {place: float(reading.links[at, len(CLASSES) + place]) for place in places}
        place = max(places, key=lambda one: chances[one] + 0.5 * reading.roles[one, _ROLE["compare"]])
        decoder.use(place, "compare")
        decoder.certainty += log(max(chances[place], float(reading.roles[place, _ROLE["compare"]])))
        how = _comparison(decoder, at)
        yield Where(how, (_ref(items[place]),), (value,), words=f"{how} {decoder.tokens[at].raw}")


def _comparison(decoder: Decoder, at: int) -> str:
    """Return how a number is compared: as the closed words before it say, else as the network does."""
    for mark in reversed([mark for mark in decoder.marks if at - _NEAR <= mark.end - 1 < at]):
        for kind, how in _COMPARED.items():
            if mark.of(kind):
                return how
    chances = decoder.reading.comparisons[at].copy()
    chances[0] = 0
    best = int(np.argmax(chances))
    decoder.certainty += log(float(chances[best] / max(chances.sum(), _SMALLEST)))
    return COMPARISONS[best]
