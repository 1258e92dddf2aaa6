"""The conditions of a question as the network sees them: values, states, times, and numbers that are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref, When, Where
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.tokens import NUMBER
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import HEARD, Decoder, log, ref_of
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, COMPARISONS, ROLES
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    NUMBERS,
    POSITIVE,
    STATES,
    TABLE,
    VALUE,
    ZERO,
)

_NEAR = 3
"""Words before a number within which a comparison is of it."""
_COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
_LINKED = 0.1
"""Probability that a number must have for the column that it is compared with."""
_SMALLEST = 1e-4
_COMPARE = ROLES.index("compare")
_LIMIT, _DATE = CLASSES.index("limit"), CLASSES.index("date")
_HOLDS = {
    EMPTY: ("null", (), "= ∅"),
    FILLED: ("not null", (), "≠ ∅"),
    ZERO: ("=", (0.0,), "= 0"),
    POSITIVE: (">", (0.0,), "> 0"),
}


def conditions(decoder: Decoder) -> Iterator[Where]:
    """Yield the conditions on values, on states, and on what is there or missing."""
    items = decoder.schema.items
    for role, how in (("equal", "="), ("differ", "<>")):
        yield from _values(decoder, role, how)
    yield from _states(decoder, "hold")
    for role, how in (("without", "not exists"), ("exists", "exists")):
        for at in decoder.likely(role, TABLE):
            decoder.use(at, role)
            count = "= 0" if role == "without" else "≥ 1"
            yield Where(how, ((items[at].table, ""),), words=f"{items[at].table} {count}")
    if decoder.likely("more", COLUMN) or decoder.likely("less", COLUMN):
        yield _two_columns(decoder)


def share_conditions(decoder: Decoder) -> tuple[Where, ...]:
    """Return the conditions on the part whose share is asked for."""
    found = (*_values(decoder, "share", "="), *_states(decoder, "share"))
    if not found:
        raise NotUnderstoodError("nothing says which share is meant")
    return found


def _values(decoder: Decoder, role: str, how: str) -> Iterator[Where]:
    items = decoder.schema.items
    values: dict[Ref, list[int]] = {}
    for at in decoder.likely(role, VALUE):
        values.setdefault(ref_of(items[at]), []).append(at)
    for ref, found in values.items():
        # A switch is on or off.
        places = found[:1] if decoder.kind(found[0]) == "boolean" else found
        for at in places:
            decoder.use(at, role)
        texts = [items[at].value for at in places]
        typed = tuple(_typed(decoder, places[0], value) for value in texts)
        yield Where(how, (ref,), typed, words=("≠ " if how == "<>" else "") + ", ".join(texts))


def _states(decoder: Decoder, role: str) -> Iterator[Where]:
    items = decoder.schema.items
    for at in decoder.likely(role, *STATES):
        decoder.use(at, role)
        how, values, words = _HOLDS[items[at].kind]
        yield Where(how, (ref_of(items[at]),), values, words=words)


def _two_columns(decoder: Decoder) -> Where:
    """Return the condition that one column of a row is more than another."""
    items = decoder.schema.items
    more = decoder.best("more", decoder.places(COLUMN, of=(*NUMBERS, "date")))
    beside = [at for at in decoder.places(COLUMN, of=(*NUMBERS, "date")) if at != more]
    less = decoder.best("less", [at for at in beside if items[at].table == items[more].table])
    if (decoder.kind(more) == "date") != (decoder.kind(less) == "date"):
        raise NotUnderstoodError("a date and a number cannot be compared")
    return Where(">", (ref_of(items[more]),), other=ref_of(items[less]), words=f"> {items[less].column}")


def _typed(decoder: Decoder, at: int, value: str) -> str | float:
    return float(value) if decoder.kind(at) in ("boolean", *NUMBERS) else value


def times(decoder: Decoder) -> Iterator[When]:
    """Yield the times of the question, each of the date that the network takes it for."""
    for mark in decoder.marks:
        if not isinstance(mark.made, When) or not _is_time(decoder, mark, mark.made):
            continue
        decoder.counted_words.update(range(mark.start, mark.end))
        at = decoder.best("date", decoder.places(COLUMN, of=("date",)))
        yield replace(mark.made, ref=ref_of(decoder.schema.items[at]), words=mark.words)
    if not decoder.counted_words and decoder.likely("date", COLUMN):
        raise NotUnderstoodError("a time could not be read")


def _is_time(decoder: Decoder, mark: Mark, when: When) -> bool:
    """Whether words for a time are about a date: `open on Sundays` can be a value, and `today` can carry nothing."""
    if when.part != "weekday" and when.unit != "day":
        return True
    dates = [len(CLASSES) + at for at in decoder.places(COLUMN, of=("date",))]
    chances = decoder.reading.links[mark.start : mark.end, [_DATE, *dates]].sum(axis=1)
    return float(chances.max()) >= HEARD


def _numbers(decoder: Decoder) -> Iterator[tuple[int, float]]:
    """Yield the numbers that are no times, with where they stand."""
    for mark in decoder.marks:
        number = mark.of("number")
        if number and not isinstance(mark.made, When):
            yield mark.start, number.number


def limit(decoder: Decoder) -> int | None:
    """Return how many are asked for, where a number says so."""
    if decoder.head("limit") != "several":
        return None
    links = decoder.reading.links
    found = [(float(links[at, _LIMIT]), at, value) for at, value in _numbers(decoder) if value >= 1]
    if not found:
        raise NotUnderstoodError("nothing says how many are wanted")
    chance, at, value = max(found)
    decoder.counted_words.add(at)
    decoder.certainty += log(chance)
    return int(value)


def compared(decoder: Decoder) -> Iterator[Where]:
    """Yield the conditions on numbers: the column that each is linked to, and how it is compared."""
    items, reading = decoder.schema.items, decoder.reading
    states = {ref_of(items[at]) for at in decoder.used if items[at].kind in (ZERO, POSITIVE)}
    places = [at for at in decoder.places(COLUMN, of=NUMBERS) if ref_of(items[at]) not in states]
    for at, value in _numbers(decoder):
        if at in decoder.counted_words or (value == 0 and states) or not _is_compared(decoder, at):
            continue
        decoder.counted_words.add(at)
        chances = {
            place: max(float(reading.links[at, len(CLASSES) + place]), float(reading.roles[place, _COMPARE]))
            for place in places
        }
        place = max(places, key=lambda one: chances[one] + reading.links[at, len(CLASSES) + one], default=-1)
        if place < 0 or chances[place] < _LINKED:
            raise NotUnderstoodError("no column holds such a number", (decoder.tokens[at].raw,))
        decoder.use(place, "compare")
        decoder.certainty += log(chances[place])
        how = comparison(decoder, at)
        yield Where(how, (ref_of(items[place]),), (value,), words=f"{how} {decoder.tokens[at].raw}")
    if any(at not in decoder.used for at in decoder.likely("compare", COLUMN)):
        raise NotUnderstoodError("a comparison could not be placed")


def _is_compared(decoder: Decoder, at: int) -> bool:
    """Whether rows are compared with a number: with all that are written in digits, and with others that say so."""
    if decoder.tokens[at].kind == NUMBER:
        return True
    return float(decoder.reading.comparisons[at, 0]) < 1 - HEARD


def group_number(decoder: Decoder) -> tuple[str, float]:
    """Return how a figure of each group is compared, and with what: the one number that is left."""
    found = [(at, value) for at, value in _numbers(decoder) if at not in decoder.counted_words]
    if len(found) != 1:
        raise NotUnderstoodError("nothing says what groups are compared with")
    ((at, value),) = found
    decoder.counted_words.add(at)
    return comparison(decoder, at), value


def comparison(decoder: Decoder, at: int) -> str:
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
