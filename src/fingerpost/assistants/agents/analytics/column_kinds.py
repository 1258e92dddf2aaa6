"""Tells the kind of a column by its values: ISO dates in text, dates in other formats, and 0 and 1 for no and yes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn
from fingerpost.assistants.agents.analytics.column_names import has_key_word, says, words_of

_ISO = re.compile(
    r"[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?"
)
_MONTH = re.compile(r"[12]\d{3}-(?:0[1-9]|1[0-2])")
_DAY, _YEAR = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:[12]\d{3}|\d\d)"
_TIME = r"(?:,? \d{1,2}:\d\d.*)?"
_FORMATS = (
    ("YYYY/MM/DD", re.compile(rf"[12]\d{{3}}[/.]\d\d?[/.]\d\d?{_TIME}")),
    ("YYYYMMDD", re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")),
    ("day and month", re.compile(rf"(\d\d?)([/.-])(\d\d?)\2{_YEAR}{_TIME}")),
    (
        "a month in words",
        re.compile(rf"{_DAY}(?:st|nd|rd|th)?[ -](?:de )?[^\W\d_]{{3,10}}\.?,?[ -](?:de )?{_YEAR}{_TIME}"),
    ),
    ("a month in words", re.compile(rf"[^\W\d_]{{3,10}}\.? {_DAY}(?:st|nd|rd|th)?,? {_YEAR}{_TIME}")),
)
_QUANTITIES = (
    "qty quant* cant cantidad* qtd qtde quantid* count* stock* units unid* number num numero total* n hijos filhos"
)


def settle_kind(column: AllowedColumn, values: Sequence[Any]) -> AllowedColumn:
    """Return a column with the kind that its values, without nulls, show; none change nothing."""
    if column.key or column.references or not values or column.kind == "boolean":
        return column
    if all(isinstance(value, (int, float, Decimal)) for value in values):
        # A column of a view in SQLite has no type, and a date there may be a number.
        if column.kind in ("text", "date"):
            whole = all(isinstance(value, int) for value in values)
            column = replace(column, kind="integer" if whole else "number")
        return replace(column, kind="boolean") if _is_flag(column.name, values) else _with_format(column, values)
    if column.kind not in ("text", "date") or any(isinstance(value, datetime.time) for value in values):
        return replace(column, kind="text") if column.kind == "date" else column
    written = [str(value).strip() for value in values if str(value).strip()]
    if not written:
        return column
    return _with_kind(column, written)


def _with_kind(column: AllowedColumn, written: Sequence[str]) -> AllowedColumn:
    if all(map(is_iso_date, written)):
        return replace(column, kind="date")
    return _with_format(replace(column, kind="text"), written)


def is_iso_date(value: Any) -> bool:
    """Return whether a value is a date such as 2025-06-17, or a time of such a day."""
    return isinstance(value, str) and _ISO.fullmatch(value.strip()) is not None


def is_month(value: str) -> bool:
    """Return whether a text is a month such as 2025-06."""
    return _MONTH.fullmatch(value) is not None


def date_format(values: Sequence[str]) -> str:
    """Return the format of dates that are not ISO dates; empty where the values are no dates."""
    found = set()
    for value in values:
        if is_iso_date(value):
            found.add("YYYY-MM-DD")
        elif name := next((name for name, pattern in _FORMATS if pattern.fullmatch(value)), ""):
            found.add(name)
        else:
            return ""
    if len(found) > 1:
        return "several formats"
    if found == {"day and month"}:
        return _day_and_month(values)
    return found.pop() if found else ""


def _day_and_month(values: Sequence[str]) -> str:
    """Return which of day and month comes first, as far as the values show it."""
    parts = [re.split(r"[/.-]", value, maxsplit=2) for value in values]
    sign = next(letter for letter in values[0] if letter in "/.-")
    year = "YYYY" if re.match(r"\d{4}", parts[0][2]) else "YY"
    first, second = max(int(part[0]) for part in parts), max(int(part[1]) for part in parts)
    if first > 12 and second > 12:
        return "several formats"
    if second > 12:
        return sign.join(("MM", "DD", year))
    # Where no day is beyond 12, nothing shows it.
    order = sign.join(("DD", "MM", year))
    return order if first > 12 else f"{order} or {sign.join(('MM', 'DD', year))}"


def _with_format(column: AllowedColumn, values: Sequence[Any]) -> AllowedColumn:
    if column.kind != "text" and not says(words_of(column.name), "date* fecha* data dt dia day"):
        return column
    form = date_format([str(value) for value in values])
    if not form:
        return column
    note = f"Dates as {column.kind}, {form}; they are not compared as dates."
    return replace(column, comment=f"{column.comment} {note}".strip() if note not in column.comment else column.comment)


def _is_flag(name: str, values: Sequence[Any]) -> bool:
    """Return whether a column holds 0 and 1, both of them, and its name counts nothing."""
    return set(values) == {0, 1} and not has_key_word(name) and not says(words_of(name), _QUANTITIES)
