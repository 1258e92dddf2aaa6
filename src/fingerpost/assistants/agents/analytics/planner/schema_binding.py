"""Chooses the tables and columns that a request means, and writes its figures, groups and conditions for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, Allowlist
from fingerpost.assistants.agents.analytics.planner.dialect import days, during, number, part, text, with_days
from fingerpost.assistants.agents.analytics.planner.join_graph import graph
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named, columns_of, parsed
from fingerpost.assistants.agents.analytics.planner.request import (
    Gap,
    Group,
    Measure,
    NotUnderstoodError,
    Ref,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.select_block import Block, Condition, Output

_COMPARED: dict[str, type[exp.Binary]] = {
    "=": exp.EQ,
    "<>": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure whose table is chosen; `value` is its aggregate, None for rows of the table counted."""

    base: str
    value: exp.Expr | None
    name: str


def counted(figure: Figure, block: Block) -> exp.Expr:
    """Return the aggregate of a figure; rows that were joined to many are counted once each."""
    if figure.value is not None:
        return figure.value
    if block.many and len(keys := block.keys()) == 1:
        return exp.Count(this=exp.Distinct(expressions=[exp.column(keys[0], table=block.base)]))
    return exp.Count(this=exp.Star())


class Settler:
    """Decides for one request what its parts mean in one schema."""

    def __init__(self, allowlist: Allowlist, meanings: Meanings, dialect: str, request: Request) -> None:
        """Keep what all parts need."""
        self.allowlist, self.meanings, self.dialect, self.request = allowlist, meanings, dialect, request
        self.graph = graph(allowlist)
        self.named = {named.name: named for named in meanings.measures}

    def column(self, ref: Ref) -> AllowedColumn:
        """Return a column of the schema."""
        table = self.allowlist.table(ref[0])
        found = table.column(ref[1]) if table else None
        if found is None:
            raise NotUnderstoodError(f"there is no {'.'.join(ref)}", ref)
        return found

    def choose(self, refs: Sequence[Ref], base: str = "") -> Ref:
        """Return the one column that is meant: the base's own, one of a table that was named, the preferred one."""
        if len(refs) == 1:
            return refs[0]
        for tables in ((base,), self.request.mentioned, self.meanings.prefer):
            for table in tables:
                if len(found := [ref for ref in refs if ref[0] == table]) == 1:
                    return found[0]
        if base:
            ways = sorted((len(way), ref) for ref in refs if (way := self.graph.up(base, ref[0])) is not None)
            if len(ways) == 1 or (ways and ways[0][0] < ways[1][0]):
                return ways[0][1]
        named = " or ".join(".".join(ref) for ref in refs)
        raise NotUnderstoodError(f"say which is meant: {named}", tuple(ref[1] for ref in refs))

    def label(self, table: str) -> Ref:
        """Return the column that stands for a row of a table."""
        for name, column in self.meanings.labels:
            if name == table:
                return name, column
        found = self.allowlist.table(table)
        keys = [column.name for column in found.columns if column.key] if found else []
        if len(keys) != 1 and found and found.label:
            return table, found.label[0]
        if len(keys) != 1:
            raise NotUnderstoodError(f"rows of {table} have no name of their own to be grouped by", (table,))
        return table, keys[0]

    def date(self, base: str) -> Ref:
        """Return the date that rows of a table are placed by: its own, or that of what it belongs to."""
        dates = {table.name: table.date for table in self.allowlist.tables if table.date} | dict(self.meanings.dates)
        if base in dates:
            return base, dates[base]
        ways = [(len(way), table) for table in dates if (way := self.graph.up(base, table)) is not None]
        if ways:
            return min(ways)[1], dates[min(ways)[1]]
        own = self._dates_of(base)
        if len(own) == 1:
            return own[0]
        above = [
            (len(way), ref)
            for table in self.allowlist.tables
            if not own and (way := self.graph.up(base, table.name)) is not None
            for ref in self._dates_of(table.name)
        ]
        if len(above) == 1:
            return above[0][1]
        if not own and not above and self.meanings.dates:
            ways = sorted((len(self.graph.way(base, table)), table) for table in dates)
            if len(ways) == 1 or ways[0][0] < ways[1][0]:
                return ways[0][1], dates[ways[0][1]]
        raise NotUnderstoodError(f"rows of {base} have no date that is clearly meant", (base,))

    def _dates_of(self, name: str) -> list[Ref]:
        table = self.allowlist.table(name)
        return [(name, column.name) for column in table.columns if column.kind == "date"] if table else []

    def figure(self, measure: Measure, groups: Sequence[Group], at: int = 0) -> Figure:
        """Choose the table of a measure, and write its aggregate."""
        name = f"value{at + 1}" if at else "value"
        if measure.how == "count":
            return Figure(measure.refs[0][0], None, name)
        if measure.how in ("first", "last"):
            ref = self.date(measure.refs[0][0])
            return Figure(ref[0], (exp.Min if measure.how == "first" else exp.Max)(this=_column(ref)), name)
        if measure.how == "distinct":
            ref = self.choose(measure.refs)
            return Figure(ref[0], exp.Count(this=exp.Distinct(expressions=[_column(ref)])), name)
        if measure.gap is not None:
            table, value = self._gap(measure.gap)
            return Figure(table, aggregate(measure.how, _scaled(value, measure)), name)
        if measure.name:
            return self._named(self.named[measure.name], measure, groups, name)
        ref = self.choose(measure.refs)
        return Figure(ref[0], aggregate(measure.how, _column(ref)), name)

    def _gap(self, gap: Gap) -> tuple[str, exp.Expr]:
        """Return the table and the days between two of its dates."""
        start, end = (ref if ref[1] else self.date(ref[0]) for ref in (gap.start, gap.end))
        return start[0], days(_column(start), _column(end), self.dialect)

    def _amount(self, named: Named) -> tuple[str, exp.Expr]:
        """Return the table and the value of an amount of the file."""
        return columns_of(named.amount)[0][0], with_days(parsed(named.amount), self.dialect)

    def _named(self, named: Named, measure: Measure, groups: Sequence[Group], name: str) -> Figure:
        if named.amount:
            table, value = self._amount(named)
            how = measure.how if measure.how != "named" else named.usual
            return Figure(table, aggregate(how, _scaled(value, measure)), name)
        tables = columns_of(named.select)
        if not tables:
            # "Most used" counts rows of what is grouped.
            refs = [ref for group in groups for ref in group.refs]
            if not refs:
                raise NotUnderstoodError("this does not say what is counted", (measure.words,))
            return Figure(self.choose(refs)[0], None, name)
        base = tables[0][0]
        if named.instead and self._company(groups, base) & set(named.beside):
            return Figure(columns_of(named.instead)[0][0], with_days(parsed(named.instead), self.dialect), name)
        return Figure(base, with_days(parsed(named.select), self.dialect), name)

    def _company(self, groups: Sequence[Group], base: str) -> set[str]:
        """Return the tables that groups and conditions are about."""
        found = {self.group(group, base, "").table for group in groups}
        wheres = (*self.request.wheres, *self.request.numerator)
        return found | {self.condition(where, base).table for where in wheres}

    def group(self, group: Group, base: str, name: str) -> Output:
        """Choose the column of a group."""
        ref = self.choose(group.refs, base) if group.refs else self._placed_by(base)
        if group.part:
            ref = ref if ref[1] else self.date(ref[0])
            shown = "quarter_of_year" if group.part == "quarter" and self._one_year() else group.part
            return Output(ref[0], part(_column(ref), shown, self.dialect), name)
        ref = ref if ref[1] else self.label(ref[0])
        return Output(ref[0], _column(ref), name)

    def _placed_by(self, base: str) -> Ref:
        """Return the date of a group by time: that of the request's own time, if it names one."""
        named = {when.ref for when in self.request.whens if when.ref is not None and when.ref[1]}
        return named.pop() if len(named) == 1 else self.date(base)

    def _one_year(self) -> bool:
        """Whether all times lie in one year, so that a quarter is clear by its number."""
        spans = [span for when in self.request.whens for span in when.spans]
        years = {start[:4] for start, _ in spans}
        # The day after a stretch may be the first of the next year.
        ends = {str(int(end[:4] or 0) - (end[5:] == "01-01")) for _, end in spans}
        return len(years) == 1 and years == ends

    def condition(self, where: Where, base: str) -> Condition:
        """Choose the column of a condition, and write its test."""
        if where.how in ("exists", "not exists"):
            return Condition(where.refs[0][0], None, where.how == "not exists")
        if where.how in ("known", "not known"):
            test = with_days(parsed(where.text), self.dialect)
            return Condition(columns_of(where.text)[0][0], test, where.how == "not known")
        if where.gap is not None or where.amount:
            table, value = self._gap(where.gap) if where.gap else self._amount(self.named[where.amount])
            return Condition(table, compared(value, where.how, where.values))
        return self._on_column(where, base)

    def _on_column(self, where: Where, base: str) -> Condition:
        ref = self.choose(where.refs, base)
        if where.other is not None:
            return Condition(ref[0], _COMPARED[where.how](this=_column(ref), expression=_column(where.other)))
        if where.how in ("null", "not null"):
            return Condition(ref[0], _empty(_column(ref), where.how, self.column(ref).kind))
        negative = where.how == "<>"
        return Condition(ref[0], compared(_column(ref), "=" if negative else where.how, where.values), negative)

    def placed(self, when: When, base: str) -> Ref:
        """Return the date that a time is of."""
        ref = when.ref or self.date(base)
        return ref if ref[1] else self.date(ref[0])

    def during(self, when: When, base: str) -> Condition:
        """Write the test of a time."""
        ref = self.placed(when, base)
        return Condition(ref[0], during(_column(ref), ref[0], when, self.dialect))


def _scaled(value: exp.Expr, measure: Measure) -> exp.Expr:
    """Return days as hours where those are wanted."""
    return exp.Mul(this=exp.paren(value), expression=number(24)) if measure.hours else value


def _empty(column: exp.Expr, how: str, kind: str) -> exp.Expr:
    """Return the test that nothing is there; a text without a letter is nothing too."""
    test: exp.Expr = exp.Is(this=column, expression=exp.Null())
    if kind == "text":
        test = exp.paren(exp.or_(test, exp.EQ(this=column.copy(), expression=text(""))))
    return test if how == "null" else exp.not_(test)


def _column(ref: Ref) -> exp.Column:
    return exp.column(ref[1], table=ref[0])


def aggregate(how: str, value: exp.Expr) -> exp.Expr:
    if how == "range":
        return exp.Sub(this=exp.Max(this=value), expression=exp.Min(this=value.copy()))
    kinds: dict[str, type[exp.AggFunc]] = {
        "SUM": exp.Sum,
        "AVG": exp.Avg,
        "MIN": exp.Min,
        "MAX": exp.Max,
        "COUNT": exp.Count,
    }
    return kinds[how](this=value)


def _literal(value: str | float) -> exp.Expr:
    return text(value) if isinstance(value, str) else number(value)


def compared(value: exp.Expr, how: str, values: Sequence[str | float]) -> exp.Expr:
    if how == "between":
        return exp.Between(this=value, low=_literal(values[0]), high=_literal(values[1]))
    if how == "like":
        # What is in no list of values may be stored as it was written, in lower case, or without accents.
        return exp.In(this=value, expressions=[_literal(entry) for entry in values])
    if len(values) > 1:
        return exp.In(this=value, expressions=[_literal(entry) for entry in values])
    return _COMPARED[how](this=value, expression=_literal(values[0]))
