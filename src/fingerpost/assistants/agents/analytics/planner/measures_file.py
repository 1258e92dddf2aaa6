"""Reads a file of measures, conditions and values, and says precisely what is wrong with it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from sqlglot.errors import SqlglotError

from fingerpost.assistants.agents.analytics.planner.measures import (
    Also,
    Known,
    Meanings,
    Named,
    Unit,
    Values,
    columns_of,
)
from fingerpost.errors import RoutebookError
from fingerpost.routebook.table_reader import TableReader

AGGREGATES = ("SUM", "AVG", "MIN", "MAX")
_MEASURE = (
    "name",
    "words",
    "select",
    "instead",
    "with",
    "sums",
    "counted",
    "amount",
    "usual",
    "unit",
    "order",
    "adjective",
    "weak",
    "much",
    "of",
    "title",
    "means",
    "instead_means",
)


@cache
def store_meanings() -> Meanings:
    """Return what the demo store's figures are called."""
    return read_meanings(Path(__file__).parents[2] / "measures.toml")


def read_meanings(file: Path) -> Meanings:
    """Read a file of measures, conditions and values; an error says file, key, value and remedy."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RoutebookError(file, "encoding", str(error), "save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise RoutebookError(file, "toml", str(error), "mend the TOML at that place") from error
    except OSError as error:
        raise RoutebookError(file, "file", str(error), "name a file that can be read") from error
    return _read(TableReader(file), content)


_KEYS = (
    *(
        "prefer",
        "unread",
        "single",
        "money",
        "mean",
        "codes",
        "duration",
        "dates",
        "labels",
        "distinct",
        "worth",
        "units",
    ),
    *("names", "short", "scaled", "events", "shown", "measures", "conditions", "values"),
)


def _read(reader: TableReader, content: dict[str, Any]) -> Meanings:
    reader.check_keys(content, "", _KEYS)
    measures = tuple(
        _measure(reader, entry, f"measures[{at}]") for at, entry in enumerate(reader.tables(content, "measures"))
    )
    names = [named.name for named in measures]
    duration = reader.value(content, "duration", str, "")
    if duration and duration not in names:
        raise RoutebookError(reader.file, "duration", duration, f"must be one of the measures: {', '.join(names)}")
    return Meanings(
        measures=measures,
        conditions=tuple(
            _condition(reader, entry, f"conditions[{at}]")
            for at, entry in enumerate(reader.tables(content, "conditions"))
        ),
        values=tuple(
            _values(reader, entry, f"values[{at}]") for at, entry in enumerate(reader.tables(content, "values"))
        ),
        units=_units(reader, content, names),
        names=_names(reader, content, "names"),
        short=_names(reader, content, "short"),
        events=_names(reader, content, "events"),
        shown=tuple(_also(reader, entry, f"shown[{at}]") for at, entry in enumerate(reader.tables(content, "shown"))),
        scaled=tuple(
            _also(reader, entry, f"scaled[{at}]") for at, entry in enumerate(reader.tables(content, "scaled"))
        ),
        prefer=reader.strings(content, "prefer", ""),
        unread=reader.strings(content, "unread", ""),
        single=reader.strings(content, "single", ""),
        money=reader.strings(content, "money", ""),
        mean=reader.strings(content, "mean", ""),
        codes=reader.strings(content, "codes", ""),
        dates=_pairs(reader, content, "dates"),
        labels=_pairs(reader, content, "labels"),
        distinct=_pairs(reader, content, "distinct"),
        worth=_pairs(reader, content, "worth"),
        duration=duration,
    )


def _units(reader: TableReader, content: dict[str, Any], names: list[str]) -> tuple[Unit, ...]:
    units = content.get("units", {})
    reader.check_keys(units, "units", tuple(units))
    found = []
    for name, unit in units.items():
        where = f"units.{name}"
        reader.check_keys(unit, where, ("words", "columns", "measure", "per"))
        measure = reader.value(unit, "measure", str, "", where)
        if measure and measure not in names:
            raise RoutebookError(reader.file, f"{where}.measure", measure, f"known: {', '.join(names)}")
        columns = _columns(reader, reader.strings(unit, "columns", where), f"{where}.columns")
        found.append(Unit(reader.strings(unit, "words", where), columns, measure, reader.strings(unit, "per", where)))
    return tuple(found)


def _also(reader: TableReader, entry: Any, where: str) -> Also:
    reader.check_keys(entry, where, ("column", "of", "words", "times"))
    table, column = _columns(reader, [reader.name(entry, "column", where)], f"{where}.column")[0]
    of = _columns(reader, [entry["of"]], f"{where}.of")[0] if "of" in entry else None
    return Also(
        table, column, reader.strings(entry, "words", where), of, reader.value(entry, "times", float, 1.0, where)
    )


def _names(reader: TableReader, content: dict[str, Any], key: str) -> tuple[Also, ...]:
    table = content.get(key, {})
    reader.check_keys(table, key, tuple(table))
    found = []
    for name in table:
        of, _, column = name.partition(".")
        found.append(Also(of, column, reader.strings(table, name, key)))
    return tuple(found)


def _measure(reader: TableReader, entry: Any, where: str) -> Named:
    reader.check_keys(entry, where, _MEASURE)
    select, amount = (reader.value(entry, key, str, "", where) for key in ("select", "amount"))
    if bool(select) == bool(amount):
        raise RoutebookError(
            reader.file, where, entry, "give either `select` (the whole) or `amount` (what a row holds)"
        )
    for key in ("select", "instead", "amount"):
        _one_table(reader, reader.value(entry, key, str, "", where), f"{where}.{key}")
    usual, order = reader.value(entry, "usual", str, "AVG", where), reader.value(entry, "order", str, "", where)
    if usual not in AGGREGATES:
        raise RoutebookError(reader.file, f"{where}.usual", usual, f"must be one of {', '.join(AGGREGATES)}")
    if order not in ("", "asc", "desc"):
        raise RoutebookError(reader.file, f"{where}.order", order, "must be asc or desc")
    return Named(
        reader.name(entry, "name", where),
        reader.strings(entry, "words", where),
        select,
        reader.value(entry, "instead", str, "", where),
        reader.strings(entry, "with", where),
        reader.value(entry, "sums", bool, False, where),
        amount,
        usual,
        reader.value(entry, "unit", str, "", where),
        order,
        reader.value(entry, "adjective", bool, False, where),
        reader.value(entry, "counted", str, "", where),
        reader.value(entry, "weak", bool, False, where),
        reader.value(entry, "much", str, "", where),
        reader.strings(entry, "of", where),
        reader.value(entry, "title", dict, {}, where),
        reader.value(entry, "means", dict, {}, where),
        reader.value(entry, "instead_means", dict, {}, where),
    )


def _condition(reader: TableReader, entry: Any, where: str) -> Known:
    reader.check_keys(entry, where, ("words", "where", "says", "deniable", "dated", "title"))
    text = reader.name(entry, "where", where)
    _one_table(reader, text, f"{where}.where")
    return Known(
        reader.strings(entry, "words", where),
        text,
        reader.strings(entry, "says", where),
        reader.value(entry, "deniable", bool, False, where),
        reader.value(entry, "dated", str, "", where),
        reader.value(entry, "title", dict, {}, where),
    )


def _values(reader: TableReader, entry: Any, where: str) -> Values:
    reader.check_keys(entry, where, ("columns", "names", "adjective", "beside", "dated"))
    names, dated = entry.get("names", {}), entry.get("dated", {})
    reader.check_keys(names, f"{where}.names", tuple(names))
    reader.check_keys(dated, f"{where}.dated", tuple(names))
    return Values(
        _columns(reader, reader.strings(entry, "columns", where), f"{where}.columns"),
        tuple((value, reader.strings(names, value, f"{where}.names")) for value in names),
        reader.value(entry, "adjective", bool, False, where),
        reader.strings(entry, "beside", where),
        tuple((value, reader.name(dated, value, f"{where}.dated")) for value in dated),
    )


def _columns(reader: TableReader, texts: Iterable[str], where: str) -> tuple[tuple[str, str], ...]:
    found = []
    for text in texts:
        table, dot, column = text.partition(".")
        if not (table and dot and column):
            raise RoutebookError(reader.file, where, text, "write a column as table.column")
        found.append((table, column))
    return tuple(found)


def _pairs(reader: TableReader, content: dict[str, Any], key: str) -> tuple[tuple[str, str], ...]:
    table = content.get(key, {})
    reader.check_keys(table, key, tuple(table))
    return tuple((name, reader.name(table, name, key)) for name in table)


def _one_table(reader: TableReader, text: str, where: str) -> None:
    """Check that an expression is one, and reads the columns of one table."""
    if not text:
        return
    try:
        columns = columns_of(text)
    except SqlglotError as error:
        raise RoutebookError(reader.file, where, text, f"not a SQL expression: {error}") from error
    if any(not table for table, _ in columns) or len({table for table, _ in columns}) > 1:
        raise RoutebookError(reader.file, where, text, "write columns as table.column, all of one table")
