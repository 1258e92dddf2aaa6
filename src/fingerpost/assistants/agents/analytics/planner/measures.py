"""What people call the figures of one set of data: measures, conditions and names of values.

The general machinery knows tables, columns and references; `revenue`, `late` or `delivered` in three languages are
knowledge about one store, and come from its file (`measures_file.py`). Another schema has another file, or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import sqlglot
from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist


@dataclass(frozen=True, slots=True)
class Named:
    """A measure with a name of its own.

    `select` is the whole of it (`SUM(payments.value)`), or `amount` is what stands in a row and is summed or
    averaged as the question says, and as `usual` where it says nothing. `instead` takes the place of `select` in
    the company of the tables `beside`. What `sums` can be averaged over groups. `order` ranks by itself
    ("best-selling"); an `adjective` needs a word like "most" beside it. `counted`: the table whose rows are meant
    where a word like "how many" stands before it. A `weak` one counts only where nothing else is asked for.
    `much`: the measure that is meant behind "how much" or "the total". `of`: the tables whose rows it ranks.
    `means` and `instead_means` say what `select` and `instead` are, which people are told.
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
    of: tuple[str, ...] = ()
    title: Mapping[str, str] = field(default_factory=dict, hash=False)
    means: Mapping[str, str] = field(default_factory=dict, hash=False)
    instead_means: Mapping[str, str] = field(default_factory=dict, hash=False)


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
    """More names of a table (without a column) or a column.

    `of` a column: shown in its place ("in English"). `times`: what one is in the unit of the column ("kg" of grams).
    """

    table: str
    column: str
    words: tuple[str, ...]
    of: tuple[str, str] | None = None
    times: float = 1


@dataclass(frozen=True)
class Meanings:
    """All of one file.

    `prefer`: the tables whose columns are meant where several have one of that name. `unread`: names of the
    allowlist that do not say what is to be counted. `single`: tables of which "average … per row" wants one figure,
    not one for each row. `dates`, `labels`, `distinct`, `worth`: by table, the column that places a row in time,
    stands for it, is counted "without repetition", and says what it comes to; of `money`, "the total" can be rows
    or amounts, and of `mean`, "the average" and "the highest" are of that column. `events`: names of what a date
    column dates ("delivery"). `codes`: columns of numbers that count nothing. `duration`: the measure that is meant
    where only "takes 10 days" is said. `short`: names of columns that count only where their table is named.
    """

    measures: tuple[Named, ...] = ()
    conditions: tuple[Known, ...] = ()
    values: tuple[Values, ...] = ()
    units: tuple[Unit, ...] = ()
    names: tuple[Also, ...] = ()
    short: tuple[Also, ...] = ()
    scaled: tuple[Also, ...] = ()
    events: tuple[Also, ...] = ()
    shown: tuple[Also, ...] = ()
    prefer: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    single: tuple[str, ...] = ()
    money: tuple[str, ...] = ()
    mean: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    dates: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    distinct: tuple[tuple[str, str], ...] = ()
    worth: tuple[tuple[str, str], ...] = ()
    duration: str = ""

    def __hash__(self) -> int:
        """Return the hash, made once: what is known of a schema is looked up dozens of times a question."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.measures, self.conditions, self.names, self.values))

    def within(self, allowlist: Allowlist) -> Meanings:
        """Return only what speaks of tables and columns that may be read."""

        def has(table: str, column: str) -> bool:
            found = allowlist.table(table)
            return found is not None and (not column or found.column(column) is not None)

        def holds(*texts: str) -> bool:
            return all(has(*pair) for text in texts if text for pair in columns_of(text))

        measures = tuple(
            replace(named, instead=named.instead if holds(named.instead) else "")
            for named in self.measures
            if holds(named.select, named.amount)
        )
        return replace(
            self,
            # A count of rows is of any database: where no other figure can be read, the file speaks of another one.
            measures=measures if _name_columns(measures) or not _name_columns(self.measures) else (),
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
            scaled=tuple(also for also in self.scaled if has(also.table, also.column)),
            events=tuple(also for also in self.events if has(also.table, also.column)),
            shown=tuple(also for also in self.shown if has(also.table, also.column) and also.of and has(*also.of)),
            dates=tuple(pair for pair in self.dates if has(*pair)),
            labels=tuple(pair for pair in self.labels if has(*pair)),
            distinct=tuple(pair for pair in self.distinct if has(*pair)),
            worth=tuple(pair for pair in self.worth if has(*pair)),
        )


@lru_cache(maxsize=512)
def _tree(text: str) -> exp.Expr:
    return sqlglot.parse_one(text, dialect="sqlite")


def parsed(text: str) -> exp.Expr:
    """Return an expression of a file as a tree of its own; columns are written `table.column`."""
    return _tree(text).copy()


@lru_cache(maxsize=512)
def columns_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the columns of an expression as (table, column)."""
    return tuple((column.table, column.name) for column in _tree(text).find_all(exp.Column))


def _name_columns(measures: Sequence[Named]) -> bool:
    return any(columns_of(text) for named in measures for text in (named.select, named.amount) if text)


@lru_cache(maxsize=8)
def readable(meanings: Meanings, allowlist: Allowlist) -> Meanings:
    """Return what of a file an allowlist lets be read; most questions are about the same two."""
    return meanings.within(allowlist)
