"""Reads follow-ups that only point at the request before: `in that category`, `the ones without`, `the whole month`."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TypeVar

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
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tokens import Token, tokens
from fingerpost.assistants.agents.analytics.questions.words import each

DEMONSTRATIVE = each("""
    that those this these esse essa esses essas desse dessa desses dessas nesse nessa nesses nessas
    este esta estes estas deste desta destes destas neste nesta nestes nestas ese esos esas estos
    aquele aquela daquele daquela naquele naquela aquel aquella
""")
"""Words that point at what was spoken of, where a noun stands behind them."""
WHOLE = each("""
    whole entire full all everything complete inteiro inteira inteiros inteiras todo toda todos todas tudo
    completo completa completos completas entero entera enteros enteras
""")
_OPPOSED = {"null": "not null", "not null": "null", "exists": "not exists", "not exists": "exists"}
_Part = TypeVar("_Part", Where, Group)
_UNITS = {"month": each("month mes"), "quarter": each("quarter trimestre"), "year": each("year ano")}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def take_pointed_at(question: str, assembly: Assembly, before: Request) -> None:
    """Take a column out that a demonstrative stands before and the request has a value of: `in that category`."""
    pieces = tokens(question)
    known = {ref for where in before.wheres for ref in where.refs}
    for place in range(len(assembly.marks) - 1, -1, -1):
        refs = set(assembly.columns(place))
        if (
            refs & known
            and not assembly.is_(place, "table", "value")
            and points_at(pieces, assembly.marks[place].start)
        ):
            assembly.take(place, place + 1)


def points_at(pieces: list[Token], start: int) -> bool:
    """Whether a demonstrative stands before a place."""
    return 0 < start <= len(pieces) and pieces[start - 1].text in DEMONSTRATIVE


def opposite(assembly: Assembly, before: Request) -> Request | None:
    """Return the request with its last condition turned round, where nothing but that is said: `and those without?`."""
    said = [mark for mark in assembly.marks if not mark.of("and", "those", "which", "also", "only")]
    if len(said) == 1 and said[0].of("rest"):
        return _all_others(before, said[0].words)
    if len(said) == 1 and (other_end := _other_end(before, said[0])):
        return other_end
    if len(said) not in (1, 2) or any(mark.of("table", "column", "measure", "number", "value") for mark in said):
        return None
    denied = said[0].of("without", "not") is not None
    if not (denied or said[0].of("has", "with")) or (len(said) == 2 and not (denied and said[1].of("has"))):
        return None
    old = next((where for where in reversed(before.wheres) if where.how in _OPPOSED), None)
    if old is None or (old.how in ("null", "not exists")) == denied:
        return None
    words = f"{said[0].words} {old.words}" if denied else old.words
    turned = replace(old, how=_OPPOSED[old.how], words=words)
    return replace(before, wheres=tuple(turned if where is old else where for where in before.wheres))


def _other_end(before: Request, mark: Mark) -> Request | None:
    """Return the request for the last of what the first was asked of, or the other way round: `and the last one?`."""
    ends = {"first": "last", "last": "first"}
    if len(before.measures) != 1 or not (how := ends.get(before.measures[0].how)) or not mark.of(how):
        return None
    return replace(before, measures=(replace(before.measures[0], how=how),))


def _all_others(before: Request, words: str) -> Request:
    """Return the request for all other values of the one column that it has values of: `and everywhere else?`."""
    held = [where for where in before.wheres if where.how == "=" and where.refs]
    if len(held) != 1:
        raise NotUnderstoodError("say of which the others are meant", (words,))
    others = replace(held[0], how="<>", words=f"{words} (≠ {held[0].words})")
    return replace(before, wheres=tuple(others if where is held[0] else where for where in before.wheres))


def widened(question: str, assembly: Assembly, before: Request) -> Request | None:
    """Return the request with its time made as long as the unit that is said to be whole: `the whole month?`."""
    said = [mark for mark in assembly.marks if not mark.of("and", "which", "only")]
    if len(said) > 1 or not says_whole(question) or len(before.whens) != 1:
        return None
    # "El año" alone carries nothing, and is in no mark.
    texts = [token.text for token in tokens(question)]
    unit = next((unit for unit, names in _UNITS.items() if names.intersection(texts)), "")
    if any(not mark.of("year_word", f"part_{unit}") for mark in said):
        return None
    spans = before.whens[0].spans
    if not unit or len(spans) != 1 or not all(spans[0]):
        return None
    first, last = (datetime.date.fromisoformat(day) for day in spans[0])
    months = _MONTHS[unit]
    at = (first.year * 12 + first.month - 1) // months * months
    start, end = (datetime.date(one // 12, one % 12 + 1, 1) for one in (at, at + months))
    if last > end or (first, last) == (start, end):
        return None
    span = (start.isoformat(), end.isoformat())
    return replace(before, whens=(When(spans=(span,), ref=before.whens[0].ref, words=question.strip(" ¿?")),))


def unlimited(question: str, found: Request) -> Request:
    """Return the request without its limit, where the whole list is asked for."""
    return replace(found, limit=None) if found.limit and found.groups and says_whole(question) else found


def says_whole(question: str) -> bool:
    """Whether everything is asked for."""
    return any(token.text in WHOLE for token in tokens(question))


def rows_of_another(found: Request, asked: Asked) -> Request | None:
    """Return the same question of another table's rows, whose columns are called alike: `and the sellers?`."""
    subject = asked.subject
    if not subject or not subject.refs or subject.refs[0][1] or subject.part or not _bare(found, asked):
        return None
    table, (measure,) = subject.refs[0][0], found.measures
    own = measure.refs[0][0]
    if own == table:
        return None
    try:
        refs = tuple(_alike(ref, table, asked) for ref in measure.refs)
        wheres = tuple(_moved(where, own, table, asked) for where in found.wheres)
        groups = tuple(_moved(group, own, table, asked) for group in found.groups)
    except NotUnderstoodError:
        return None
    counted = Measure(measure.how, refs, words=subject.words)
    return replace(found, measures=(counted,), wheres=wheres, groups=groups, mentioned=(table,))


def _bare(found: Request, asked: Asked) -> bool:
    """Whether rows alone were counted, and nothing but other rows is asked for."""
    counted = len(found.measures) == 1 and found.measures[0].how in ("count", "distinct") and not found.listed
    plain = not (found.whens or found.having or found.over or found.share or found.numerator)
    said = asked.measures or asked.groups or asked.rank or asked.percent or asked.assembly.wheres
    return bool(counted and plain and not said and not asked.assembly.whens)


def _moved(part: _Part, own: str, table: str, asked: Asked) -> _Part:
    """Return a condition or a group of one table as that of another."""
    if not part.refs or any(ref[0] != own for ref in part.refs):
        raise NotUnderstoodError("this is of other rows", (part.words,))
    refs: tuple[Ref, ...] = tuple(_alike(ref, table, asked) for ref in part.refs)
    if isinstance(part, Where) and not all(_holds(value, {*part.refs, *refs}, asked) for value in part.values):
        # The "state" of an order is none of a seller.
        raise NotUnderstoodError("this is of other rows", (part.words,))
    return replace(part, refs=refs)


def _holds(value: str | float, refs: set[Ref], asked: Asked) -> bool:
    """Whether a value is known of all of some columns; a number can be of any."""
    lexicon = schema_lexicon(asked.assembly.allowlist, asked.assembly.meanings)
    known = (meaning for meanings in lexicon.values.values() for meaning in meanings)
    return isinstance(value, float | int) or any(one.value == value and refs <= set(one.refs) for one in known)


def _alike(ref: Ref, table: str, asked: Asked) -> Ref:
    """Return the column of a table that is called as another is; the rows of the table where no column is meant."""
    if not ref[1]:
        return table, ""
    lexicon = schema_lexicon(asked.assembly.allowlist, asked.assembly.meanings)
    found = {
        other
        for meanings in lexicon.phrases.values()
        for meaning in meanings
        if meaning.kind == "column" and ref in meaning.refs
        for other in meaning.refs
        if other[0] == table
    }
    if len(found) != 1:
        raise NotUnderstoodError("this is of other rows", ref)
    return found.pop()
