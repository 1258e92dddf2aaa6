"""Looks names up in the database: bounded, parameterised queries over the columns that name rows, then over others."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import reduce
from time import monotonic
from typing import NamedTuple

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.questions.proper_names import ProperName
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, ReadOnlyDatabase, TimeoutQueryError
from fingerpost.language.text import fold
from fingerpost.observability.events import log_event

MOST_TIMEOUTS = 3
"""Lookups in turn that may take too long before names are no longer looked up."""
MOST_ROWS = 10
"""Rows of a table that are read for one name."""
MOST_PLACES = 40
"""Names of tables, and then other columns, that are searched at most."""
LONGEST_VALUE = 100
"""Characters of a value that is read."""
_LONGEST_PATTERN = 900
_WORD = re.compile(r"[^\W_]+")
_ACCENTED = {"a": "àáâãäå", "c": "ç", "e": "èéêë", "i": "ìíîï", "n": "ñ", "o": "òóôõö", "u": "ùúûü", "y": "ýÿ"}


class NamedRow(NamedTuple):
    """A row that a name was found in: its table, and the columns that name it with their values."""

    table: str
    values: tuple[tuple[str, str], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns as `table.column`."""
        return tuple(f"{self.table}.{column}" for column, _ in self.values)

    @property
    def text(self) -> str:
        """Return the name as the database spells it."""
        return " ".join(value for _, value in self.values)


class _Place(NamedTuple):
    """Columns of a table that together may hold a name."""

    table: str
    columns: tuple[str, ...]


class NameLookup:
    """Looks names up in one database, until it proves too large for that."""

    def __init__(self, database: ReadOnlyDatabase, seconds: float) -> None:
        """Keep the database, and the seconds that a lookup may take; 0 looks nothing up."""
        self._database, self._seconds, self._timeouts = database, seconds, 0

    def find(self, names: Sequence[ProperName], allowlist: Allowlist, left: float) -> dict[str, list[NamedRow]] | None:
        """Return the rows of each name; None where names are not looked up.

        Where whole names of rows are the name, those that only contain it are left out. What no row is called is
        looked for among the whole values of other columns of text.
        """
        labels, others = _labels(allowlist), _other_columns(allowlist)
        wanted = [name for name in names if len(_classes(name.text).encode()) <= _LONGEST_PATTERN]
        if not self._seconds or not (labels or others) or len(labels) > MOST_PLACES or len(wanted) < len(names):
            return None
        until = monotonic() + min(left, self._seconds)
        found = self._search(wanted, labels, left)
        lacking = [name._replace(capital=False) for name in wanted if found and not found[name.text]]
        if found is not None and lacking and len(others) <= MOST_PLACES and monotonic() < until:
            found |= self._search(lacking, others, until - monotonic()) or {}
        return found

    def _search(
        self, names: Sequence[ProperName], places: Sequence[_Place], left: float
    ) -> dict[str, list[NamedRow]] | None:
        """Return the rows of each name in some places; None where the database did not answer."""
        found: dict[str, list[NamedRow]] = {name.text: [] for name in names}
        if not places:
            return found
        sql, parameters = _query(names, places, self._database.dialect)
        try:
            rows = self._database.run(sql, parameters, left=min(left, self._seconds)).rows
        except TimeoutQueryError:
            self._count_timeout(left)
            return None
        except QueryError as error:
            log_event(f"[analytics] names were not looked up: {error}", logging.WARNING)
            return None
        self._timeouts = 0
        for name_at, place_at, *values in rows:
            place, name = places[int(place_at)], names[int(name_at)]
            pairs = ((column, str(value)) for column, value in zip(place.columns, values, strict=False) if value)
            row = NamedRow(place.table, tuple(pairs))
            if any(len(value) >= LONGEST_VALUE for _, value in row.values):
                # It may be cut, and no condition holds for what is cut.
                continue
            # A pattern takes any sign for a blank.
            if f" {plain_name(name.text)} " in f" {plain_name(row.text)} " and row not in found[name.text]:
                found[name.text].append(row)
        return {name: _whole_first(name, held) for name, held in found.items()}

    def _count_timeout(self, left: float) -> None:
        """Give up a database that is too large, after several lookups in turn that had their whole time."""
        self._timeouts += left >= self._seconds
        if self._timeouts >= MOST_TIMEOUTS:
            log_event(
                f"names are no longer looked up in {self._database.place}: it took longer than {self._seconds:g} s;"
                " FINGERPOST_ANALYTICS_NAME_SECONDS gives more time, and 0 turns it off",
                logging.WARNING,
            )
            self._seconds = 0.0


def _labels(allowlist: Allowlist) -> list[_Place]:
    """Return the tables whose rows have a name of text, with its columns."""
    labels = [_Place(table.name, table.label) for table in allowlist.tables if table.label]
    return [one for one in labels if _is_text(one, allowlist)]


def _other_columns(allowlist: Allowlist) -> list[_Place]:
    """Return the columns of text whose values are not known, and which do not name their rows."""
    columns = [
        _Place(table.name, (column.name,))
        for table in allowlist.tables
        for column in table.columns
        if not column.values and column.name not in table.label and column.references is None
    ]
    return [one for one in columns if _is_text(one, allowlist)]


def _is_text(place: _Place, allowlist: Allowlist) -> bool:
    """Whether columns are text; a driver would take a % in a name for a parameter."""
    table = allowlist.table(place.table)
    columns = [table.column(name) for name in place.columns] if table else []
    return all(column is not None and column.kind == "text" for column in columns) and not any(
        "%" in name for name in (place.table, *place.columns)
    )


def _query(names: Sequence[ProperName], places: Sequence[_Place], dialect: str) -> tuple[str, list[str]]:
    """Return one statement for all names and places, and its parameters."""
    width = max(len(place.columns) for place in places)
    matches: type[exp.Expr] = exp.Glob if dialect == "sqlite" else exp.RegexpLike
    parts: list[exp.Query] = []
    parameters: list[str] = []
    for name_at, name in enumerate(names):
        for place_at, place in enumerate(places):
            test = matches(this=_whole(place, padded=name.capital), expression=exp.Placeholder())
            parameters.append(_pattern(name, dialect))
            columns = [_text(column) for column in place.columns] + [exp.null()] * (width - len(place.columns))
            chosen = exp.select(
                exp.Literal.number(name_at).as_("name_at"),
                exp.Literal.number(place_at).as_("place_at"),
                *(column.as_(f"value_{at}") for at, column in enumerate(columns)),
            )
            chosen = chosen.distinct().from_(exp.table_(place.table, quoted=True)).where(test).limit(MOST_ROWS)
            # In a subquery of its own, so that the limit is that of one table.
            parts.append(exp.select("*").from_(chosen.subquery(f"found_{len(parts)}")))
    return reduce(lambda one, other: exp.union(one, other, distinct=False), parts).sql(dialect=dialect), parameters


def _text(column: str) -> exp.Expr:
    text = exp.cast(exp.column(column, quoted=True), "text")
    return exp.Substring(this=text, start=exp.Literal.number(1), length=exp.Literal.number(LONGEST_VALUE))


def _whole(place: _Place, *, padded: bool) -> exp.Expr:
    """Return the name of a row as one text, as short as it can be said: it is made for every row.

    First name and surname may be two columns; padded, each of its words stands between blanks.
    """
    columns: list[exp.Expr] = [exp.column(column, quoted=True) for column in place.columns]
    if len(columns) > 1:
        columns = [exp.func("COALESCE", column, exp.Literal.string("")) for column in columns]
    parts = [part for column in columns for part in (exp.Literal.string(" "), column)]
    parts = [*parts, exp.Literal.string(" ")] if padded else parts[1:]
    return reduce(lambda one, other: exp.DPipe(this=one, expression=other), parts)


def _pattern(name: ProperName, dialect: str) -> str:
    """Return the pattern of a whole name, and of one that contains it as words where that may be meant."""
    classes = _classes(name.text)
    if dialect == "sqlite":
        return f"* {classes} *" if name.capital else classes
    classes = classes.replace("?", ".")
    return f" {classes} " if name.capital else f"^{classes}$"


def _classes(name: str) -> str:
    """Return a pattern that matches a name with and without capitals and accents; ? is a blank or another sign."""
    found = []
    for letter in fold(name):
        forms = letter + _ACCENTED.get(letter, "")
        if letter.isalpha():
            found.append(f"[{''.join(dict.fromkeys(forms + forms.upper()))}]")
        else:
            found.append(letter if letter.isalnum() else "?")
    return "".join(found)


def plain_name(text: str) -> str:
    """Return a name as it is compared: without capitals, accents and signs."""
    return " ".join(_WORD.findall(fold(text)))


def _whole_first(name: str, rows: list[NamedRow]) -> list[NamedRow]:
    return [row for row in rows if plain_name(row.text) == plain_name(name)] or rows
