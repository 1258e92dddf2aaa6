"""What people call the figures of one set of data: measures, conditions and names of values, read from a TOML file.

The general machinery knows tables, columns and references; `revenue`, `late` or `delivered` in three languages are
knowledge about one store, and come from its file. Another schema has another file, or none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from fingerpost.allowlist import Allowlist
from fingerpost.errors import RoutebookError
from fingerpost.reader import Reader

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
    "title",
)


@dataclass(frozen=True, slots=True)
class Named:
    """A measure with a name of its own.

    `select` is the whole of it (`SUM(payments.value)`), or `amount` is what stands in a row and is summed or
    averaged as the question says, and as `usual` where it says nothing. `instead` takes the place of `select` in
    the company of the tables `beside`. What `sums` can be averaged over groups. `order` ranks by itself
    ("best-selling"); an `adjective` needs a word like "most" beside it. `counted`: the table whose rows are meant
    where a word like "how many" stands before it. A `weak` one counts only where nothing else is asked for.
    `much`: the measure that is meant behind "how much" or "the total".
    """

    name: str
    words: tuple[str, ...]
    select: str = ""
    instead: str = ""
    beside: tuple[str, ...] = ()
    sums: bool = False
    amount: str = ""
    usual: str = "AVG"
    unit: str = ""
    order: str = ""
    adjective: bool = False
    counted: str = ""
    weak: bool = False
    much: str = ""
    title: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Known:
    """A condition with a name of its own; `says`: tables that its words name as well.

    A `deniable` one may stand behind a "not": nothing is missing in the columns that it compares. `dated`: the date
    that is meant where a time follows it.
    """

    words: tuple[str, ...]
    where: str
    says: tuple[str, ...] = ()
    deniable: bool = False
    dated: str = ""
    title: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Values:
    """What people call the values of some columns; a name that begins with "=" needs the column beside it.

    `beside`: more words for the column that count only next to a value of it. `dated`: the date that is meant where
    a time follows a value ("delivered in May").
    """

    columns: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, tuple[str, ...]], ...]
    adjective: bool = False
    beside: tuple[str, ...] = ()
    dated: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """Words for an amount without a column's name, and the columns it can be.

    Rows of the tables `per` have no such column: there it is held against what `measure` comes to for each row.
    """

    words: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    measure: str = ""
    per: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Also:
    """More names of a table (without a column) or a column; `of` a column: shown in its place ("in English")."""

    table: str
    column: str
    words: tuple[str, ...]
    of: tuple[str, str] | None = None


@dataclass(frozen=True)
class Meanings:
    """All of one file.

    `single`: tables of which "average … per row" wants one figure, not one for each row. `worth`: the column that
    says what a row comes to; of `money`, "the total" can be rows or amounts, and of `mean`,
    "the average" and "the highest" are of that column. `events`: names of what a date column dates ("delivery"). `duration`: the measure that
    is meant where only "takes 10 days" is said. `short`: names of columns that count only where their table is named.
    """

    measures: tuple[Named, ...] = ()
    conditions: tuple[Known, ...] = ()
    values: tuple[Values, ...] = ()
    units: tuple[Unit, ...] = ()
    names: tuple[Also, ...] = ()
    short: tuple[Also, ...] = ()
    events: tuple[Also, ...] = ()
    shown: tuple[Also, ...] = ()
    prefer: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    single: tuple[str, ...] = ()
    money: tuple[str, ...] = ()
    mean: tuple[str, ...] = ()
    dates: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    distinct: tuple[tuple[str, str], ...] = ()
    worth: tuple[tuple[str, str], ...] = ()
    duration: str = ""

    def within(self, allowlist: Allowlist) -> Meanings:
        """Return only what speaks of tables and columns that may be read."""

        def has(table: str, column: str) -> bool:
            found = allowlist.table(table)
            return found is not None and (not column or found.column(column) is not None)

        def holds(*texts: str) -> bool:
            return all(has(*pair) for text in texts if text for pair in columns_of(text))

        return replace(
            self,
            measures=tuple(
                replace(named, instead=named.instead if holds(named.instead) else "")
                for named in self.measures
                if holds(named.select, named.amount)
            ),
            conditions=tuple(known for known in self.conditions if holds(known.where)),
            values=tuple(
                replace(entry, columns=columns)
                for entry in self.values
                if (columns := tuple(pair for pair in entry.columns if has(*pair)))
            ),
            units=tuple(
                replace(unit, columns=columns)
                for unit in self.units
                if (columns := tuple(pair for pair in unit.columns if has(*pair)))
            ),
            names=tuple(also for also in self.names if has(also.table, also.column)),
            short=tuple(also for also in self.short if has(also.table, also.column)),
            events=tuple(also for also in self.events if has(also.table, also.column)),
            shown=tuple(also for also in self.shown if has(also.table, also.column) and also.of and has(*also.of)),
            dates=tuple(pair for pair in self.dates if has(*pair)),
            labels=tuple(pair for pair in self.labels if has(*pair)),
            distinct=tuple(pair for pair in self.distinct if has(*pair)),
            worth=tuple(pair for pair in self.worth if has(*pair)),
        )


def parsed(text: str) -> exp.Expr:
    """Return an expression of a file as a tree of its own; columns are written `table.column`."""
    return sqlglot.parse_one(text, dialect="sqlite")


def columns_of(text: str) -> list[tuple[str, str]]:
    """Return the columns of an expression as (table, column)."""
    return [(column.table, column.name) for column in parsed(text).find_all(exp.Column)]


@cache
def store_meanings() -> Meanings:
    """Return what the demo store's figures are called."""
    return read_meanings(Path(__file__).parent.with_name("measures.toml"))


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
    return _read(Reader(file), content)


_KEYS = (
    "prefer", "unread", "single", "money", "mean", "duration", "dates", "labels", "distinct", "worth", "units", "names", "short", "events", "shown",
    "measures", "conditions", "values",
)  # fmt: skip


def _read(reader: Reader, content: dict[str, Any]) -> Meanings:
    reader.only(content, "", _KEYS)
    measures = tuple(
        _measure(reader, entry, f"measures[{at}]") for at, entry in enumerate(reader.tables(content, "measures"))
    )
    names = [named.name for named in measures]
    duration = reader.take(content, "duration", str, "")
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
        shown=tuple(
            Also(
                *_columns(reader, [reader.name(entry, "column", f"shown[{at}]")], f"shown[{at}].column")[0],
                reader.strings(entry, "words", f"shown[{at}]"),
                _columns(reader, [reader.name(entry, "of", f"shown[{at}]")], f"shown[{at}].of")[0],
            )
            for at, entry in enumerate(reader.tables(content, "shown"))
        ),
        prefer=reader.strings(content, "prefer", ""),
        unread=reader.strings(content, "unread", ""),
        single=reader.strings(content, "single", ""),
        money=reader.strings(content, "money", ""),
        mean=reader.strings(content, "mean", ""),
        dates=_pairs(reader, content, "dates"),
        labels=_pairs(reader, content, "labels"),
        distinct=_pairs(reader, content, "distinct"),
        worth=_pairs(reader, content, "worth"),
        duration=duration,
    )


def _units(reader: Reader, content: dict[str, Any], names: list[str]) -> tuple[Unit, ...]:
    units = content.get("units", {})
    reader.only(units, "units", tuple(units))
    found = []
    for name, unit in units.items():
        where = f"units.{name}"
        reader.only(unit, where, ("words", "columns", "measure", "per"))
        measure = reader.take(unit, "measure", str, "", where)
        if measure and measure not in names:
            raise RoutebookError(reader.file, f"{where}.measure", measure, f"known: {', '.join(names)}")
        columns = _columns(reader, reader.strings(unit, "columns", where), f"{where}.columns")
        found.append(Unit(reader.strings(unit, "words", where), columns, measure, reader.strings(unit, "per", where)))
    return tuple(found)


def _names(reader: Reader, content: dict[str, Any], key: str) -> tuple[Also, ...]:
    table = content.get(key, {})
    reader.only(table, key, tuple(table))
    found = []
    for name in table:
        of, _, column = name.partition(".")
        found.append(Also(of, column, reader.strings(table, name, key)))
    return tuple(found)


def _measure(reader: Reader, entry: Any, where: str) -> Named:
    reader.only(entry, where, _MEASURE)
    select, amount = (reader.take(entry, key, str, "", where) for key in ("select", "amount"))
    if bool(select) == bool(amount):
        raise RoutebookError(
            reader.file, where, entry, "give either `select` (the whole) or `amount` (what a row holds)"
        )
    for key in ("select", "instead", "amount"):
        _one_table(reader, reader.take(entry, key, str, "", where), f"{where}.{key}")
    usual, order = reader.take(entry, "usual", str, "AVG", where), reader.take(entry, "order", str, "", where)
    if usual not in AGGREGATES:
        raise RoutebookError(reader.file, f"{where}.usual", usual, f"must be one of {', '.join(AGGREGATES)}")
    if order not in ("", "asc", "desc"):
        raise RoutebookError(reader.file, f"{where}.order", order, "must be asc or desc")
    return Named(
        reader.name(entry, "name", where),
        reader.strings(entry, "words", where),
        select,
        reader.take(entry, "instead", str, "", where),
        reader.strings(entry, "with", where),
        reader.take(entry, "sums", bool, False, where),
        amount,
        usual,
        reader.take(entry, "unit", str, "", where),
        order,
        reader.take(entry, "adjective", bool, False, where),
        reader.take(entry, "counted", str, "", where),
        reader.take(entry, "weak", bool, False, where),
        reader.take(entry, "much", str, "", where),
        reader.take(entry, "title", dict, {}, where),
    )


def _condition(reader: Reader, entry: Any, where: str) -> Known:
    reader.only(entry, where, ("words", "where", "says", "deniable", "dated", "title"))
    text = reader.name(entry, "where", where)
    _one_table(reader, text, f"{where}.where")
    return Known(
        reader.strings(entry, "words", where),
        text,
        reader.strings(entry, "says", where),
        reader.take(entry, "deniable", bool, False, where),
        reader.take(entry, "dated", str, "", where),
        reader.take(entry, "title", dict, {}, where),
    )


def _values(reader: Reader, entry: Any, where: str) -> Values:
    reader.only(entry, where, ("columns", "names", "adjective", "beside", "dated"))
    names, dated = entry.get("names", {}), entry.get("dated", {})
    reader.only(names, f"{where}.names", tuple(names))
    reader.only(dated, f"{where}.dated", tuple(names))
    return Values(
        _columns(reader, reader.strings(entry, "columns", where), f"{where}.columns"),
        tuple((value, reader.strings(names, value, f"{where}.names")) for value in names),
        reader.take(entry, "adjective", bool, False, where),
        reader.strings(entry, "beside", where),
        tuple((value, reader.name(dated, value, f"{where}.dated")) for value in dated),
    )


def _columns(reader: Reader, texts: Iterable[str], where: str) -> tuple[tuple[str, str], ...]:
    found = []
    for text in texts:
        table, dot, column = text.partition(".")
        if not (table and dot and column):
            raise RoutebookError(reader.file, where, text, "write a column as table.column")
        found.append((table, column))
    return tuple(found)


def _pairs(reader: Reader, content: dict[str, Any], key: str) -> tuple[tuple[str, str], ...]:
    table = content.get(key, {})
    reader.only(table, key, tuple(table))
    return tuple((name, reader.name(table, name, key)) for name in table)


def _one_table(reader: Reader, text: str, where: str) -> None:
    """Check that an expression is one, and reads the columns of one table."""
    if not text:
        return
    try:
        columns = columns_of(text)
    except SqlglotError as error:
        raise RoutebookError(reader.file, where, text, f"not a SQL expression: {error}") from error
    if any(not table for table, _ in columns) or len({table for table, _ in columns}) > 1:
        raise RoutebookError(reader.file, where, text, "write columns as table.column, all of one table")
