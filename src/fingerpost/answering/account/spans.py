"""Days between the dates of an account: how long until something ends, and how long it lasted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from fingerpost.answering.account.claim_verification import says
from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.mentions import RowMention
from fingerpost.answering.account.quantities import AccountData
from fingerpost.answering.account.rows import Table
from fingerpost.answering.account.vocabulary import date_kind

_IN_KEYS = re.compile(r"(?<![a-z0-9])(\d{1,3})[_ -]?(d|days?|h|hours?|w|weeks?)(?![a-z0-9])")
_SHORT = {"d": "day", "h": "hour", "w": "week"}
Day = tuple[int, int, int]


def follows(
    claim: Claim, reading: SentenceReading, data: AccountData, tables: Sequence[Table], found: Sequence[RowMention]
) -> bool:
    """Whether days that are said lie between today and the date that is spoken of, or between two dates said.

    A time in the name of a figure (`retention_30d`) may be said with it, where no date is spoken of.
    """
    begin, end = reading.clauses[claim.clause]
    dated = date_kind(" ".join(word.folded for word in reading.words[begin:end]))
    if not dated and any(
        says(claim.figure, float(value)) and claim.thing == _SHORT[unit[0]]
        for value, unit in _IN_KEYS.findall(data.text)
    ):
        return True
    if claim.thing != "day":
        return False
    today = next((day for one in data.dates if one.kind == "today" and (day := _date(one.day))), None)
    if today is None:
        return False
    return any(
        says(claim.figure, float(abs((day - today).days))) for day in _spoken_of(claim, reading, data, tables, found)
    )


def _spoken_of(
    claim: Claim, reading: SentenceReading, data: AccountData, tables: Sequence[Table], found: Sequence[RowMention]
) -> Iterator[date]:
    rows = [tables[one.table].rows[place] for one in found if one.alone for place in one.rows]
    of_rows = [day for row in rows for one in row.days.values() if (day := _date(one))]
    if of_rows:
        yield from of_rows
        return
    begin, end = reading.clauses[claim.clause]
    kind = date_kind(" ".join(word.folded for word in reading.words[begin:end]))
    said = {one.day for one in data.dates if one.kind == kind and kind}
    for dated in reading.dates:
        said |= {one.day for one in data.dates for day in dated.readings if one.day[1:] == day[1:]}
    for one in said:
        if day := _date(one):
            yield day


def misplaced_dates(reading: SentenceReading, tables: Sequence[Table], found: Sequence[RowMention]) -> Iterator[int]:
    """Yield the clauses that give a row the date of another."""
    # The month of a date names no row.
    inside = {place for dated in reading.dates if dated.readings[0][2] for place in range(dated.first, dated.after)}
    alone = [one for one in found if one.alone and one.first not in inside]
    for dated in reading.dates:
        clause = reading.clause_at(dated.first)
        own = [one for one in alone if reading.clause_at(one.first) == clause] or alone
        for number in {one.table for one in own}:
            table = tables[number]
            named = frozenset().union(*(one.rows for one in own if one.table == number))
            matching = {
                place
                for place, row in enumerate(table.rows)
                for day in row.days.values()
                for said in dated.readings
                if said[2] and said[1:] == day[1:] and said[0] in (0, day[0])
            }
            if matching and not matching & named:
                yield clause


def _date(day: Day) -> date | None:
    try:
        return date(*day) if all(day) else None
    except ValueError:
        return None
