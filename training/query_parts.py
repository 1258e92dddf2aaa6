"""Reads a query into the parts that items of its schema play: what the network of the semantic parser learns to say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import sqlglot
from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.semantic_parser.network import HEADS
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    TABLE,
    VALUE,
    Item,
)

_AGGREGATES: Mapping[type[exp.Expr], str] = {exp.Sum: "sum", exp.Avg: "avg", exp.Max: "max", exp.Min: "min"}
_FORMATS = {
    "%Y": "year", "%Y-%m": "month", "%m": "month_of_year", "%Y-%m-%d": "day", "%d": "day", "%w": "weekday",
    "%H": "hour",
}  # fmt: skip
"""Parts of a date as `strftime` names them."""
_BEGINNINGS = {"4": "year", "7": "month", "10": "day"}
"""Parts of a date by how many of its letters are taken."""
_FORMATTED = re.compile(r"STRFTIME\('([^']+)'", re.IGNORECASE)
_BEGINNING = re.compile(r"SUBSTR(?:ING)?\([^,]+,\s*1,\s*(\d+)\)", re.IGNORECASE)
_MONTH = re.compile(r"SUBSTR(?:ING)?\([^,]+,\s*6,\s*2\)", re.IGNORECASE)
_DAY = re.compile(r"DATE\(", re.IGNORECASE)
_SAME_VALUE = re.compile(r"(ROUND|COALESCE|IFNULL|LOWER|UPPER|ABS)\(", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}")
_DATE_PATTERN = re.compile(r"[\d%_-]+$")
_NUMBERS = ("integer", "number")


class UnsupportedQueryError(ValueError):
    """A query has a shape that roles and heads cannot say."""


@dataclass(frozen=True, slots=True)
class QueryParts:
    """The roles of each item that a query uses (`ROLES`), and what is decided of it as a whole (`HEADS`)."""

    roles: Mapping[Item, frozenset[str]]
    heads: Mapping[str, str]


class _Figure(NamedTuple):
    aggregate: str
    of: Item
    distinct: bool = False


_Scope = Mapping[str, AllowedTable]
"""The tables of a query by alias."""


def parts_of(sql: str, allowlist: Allowlist) -> QueryParts:
    """Return the parts of a query in the dialect of SQLite; raise UnsupportedQueryError where they cannot say it."""
    select = sqlglot.parse_one(sql, read="sqlite")
    if not isinstance(select, exp.Select):
        raise UnsupportedQueryError(f"{sql}: this is no SELECT")
    return _Query(select, allowlist).parts()


class _Query:
    """Goes through a query clause by clause, and keeps the parts."""

    def __init__(self, select: exp.Select, allowlist: Allowlist) -> None:
        self._select = select
        self._allowlist = allowlist
        self._aliases = {one.alias.lower(): one.this for one in select.expressions if isinstance(one, exp.Alias)}
        self._roles: dict[Item, set[str]] = {}
        self._heads = {name: values[0] for name, values in HEADS.items()}
        self._scope = self._tables(select)
        self._base = self._base_table()

    def parts(self) -> QueryParts:
        """Return the parts of the whole query."""
        for condition in _conjuncts(self._select.args.get("where")):
            self._condition(condition, self._scope)
        group = self._select.args.get("group")
        for expression in group.expressions if group else ():
            self._group(expression)
        figures = [*self._shown(grouped=group is not None), *self._having(), *self._order()]
        self._measure(figures)
        if not any(item.table == self._base.name for item in self._roles):
            self._play(Item(TABLE, self._base.name), "exists")
        return QueryParts({item: frozenset(roles) for item, roles in self._roles.items()}, self._heads)

    def _play(self, item: Item, role: str) -> None:
        self._roles.setdefault(item, set()).add(role)

    def _play_rows(self, table: AllowedTable, column: AllowedColumn, role: str) -> None:
        """Give a role to a column, or to the table whose rows it names."""
        if column.key or column.name in table.label:
            self._play(Item(TABLE, table.name), role)
        elif column.references:
            self._play(Item(TABLE, column.references[0]), role)
        else:
            self._play(Item(COLUMN, table.name, column.name), role)

    # What the query reads from.

    def _tables(self, select: exp.Select) -> dict[str, AllowedTable]:
        """Return the tables of a query or a subquery by alias."""
        start = select.args.get("from_")
        if start is None:
            raise UnsupportedQueryError("a query reads from no table")
        found = {}
        for node in (start.this, *(join.this for join in select.args.get("joins") or ())):
            table = self._allowlist.table(node.name) if isinstance(node, exp.Table) else None
            if table is None:
                raise UnsupportedQueryError(f"{node.sql()}: this is no table of the schema")
            found[(node.alias or node.name).lower()] = table
        return found

    def _base_table(self) -> AllowedTable:
        """Return the table whose rows are counted: the one from which references lead to all others."""
        tables = {table.name: table for table in self._scope.values()}
        for table in tables.values():
            if len(tables) == 1 or tables.keys() <= self._reached(table, {table.name}):
                return table
        raise UnsupportedQueryError(f"{', '.join(tables)}: none of these refers to all others")

    def _reached(self, table: AllowedTable, seen: set[str]) -> set[str]:
        """Add the tables to which references lead from a table to those that were seen."""
        for column in table.columns:
            referred = self._allowlist.table(column.references[0]) if column.references else None
            if referred is not None and referred.name not in seen:
                seen.add(referred.name)
                self._reached(referred, seen)
        return seen

    def _column(self, named: exp.Column, scope: _Scope) -> tuple[AllowedTable, AllowedColumn]:
        """Return the column that a name means, with its table."""
        near = [scope.get(named.table.lower())] if named.table else list(scope.values())
        for table in near:
            column = table.column(named.name) if table else None
            if table is not None and column is not None:
                return table, column
        raise UnsupportedQueryError(f"{named.sql()}: this is no column of the query's tables")

    def _column_item(self, expression: exp.Expr, scope: _Scope) -> Item:
        """Return the item of the one column in an expression."""
        table, column = self._column(_column_and_part(expression)[0], scope)
        return Item(COLUMN, table.name, column.name)

    # What the query shows.

    def _meant(self, expression: exp.Expr) -> exp.Expr:
        """Return what is grouped or sorted by, where a number or an alias stands for it."""
        if isinstance(expression, exp.Literal) and not expression.is_string:
            expression = _unaliased(self._select.expressions[int(expression.this) - 1])
        if isinstance(expression, exp.Column) and not expression.table:
            found: exp.Expr = self._aliases.get(expression.name.lower(), expression)
            return found
        return expression

    def _group(self, expression: exp.Expr) -> None:
        named, part = _column_and_part(self._meant(expression))
        table, column = self._column(named, self._scope)
        if part:
            self._play(Item(COLUMN, table.name, column.name), "group_time")
            self._heads["part"] = part
        else:
            self._play_rows(table, column, "group")

    def _shown(self, *, grouped: bool) -> Iterator[_Figure]:
        """Yield the figures of the query; what else it shows gets its role."""
        for expression in map(_unaliased, self._select.expressions):
            figure = self._figure(expression)
            if figure:
                yield figure
                continue
            if not isinstance(expression, exp.Column | exp.Func):
                raise UnsupportedQueryError(f"{expression.sql()}: this is neither a column nor a figure")
            named, part = _column_and_part(expression)
            table, column = self._column(named, self._scope)
            if not part:
                self._play_rows(table, column, "group" if grouped else "select")
            elif not grouped:
                raise UnsupportedQueryError(f"{expression.sql()}: a part of a date is shown for every row")

    def _having(self) -> Iterator[_Figure]:
        """Yield the figures that groups are chosen by."""
        for condition in _conjuncts(self._select.args.get("having")):
            figure = self._figure(condition.this)
            if figure is None or _constant(condition.expression) is None:
                raise UnsupportedQueryError(f"{condition.sql()}: no figure is compared with a number")
            yield figure

    def _order(self) -> Iterator[_Figure]:
        """Yield the figure that is sorted by; a limit counts only where the rows are sorted."""
        order, limit = self._select.args.get("order"), self._select.args.get("limit")
        if order is None:
            return
        first = order.expressions[0]
        expression = self._meant(first.this)
        figure = self._figure(expression)
        if figure:
            yield figure
        elif limit:
            self._play(self._column_item(expression, self._scope), "rank")
        if figure or limit:
            self._heads["order"] = "desc" if first.args.get("desc") else "asc"
        if limit:
            self._heads["limit"] = "one" if int(limit.expression.this) == 1 else "several"

    def _measure(self, figures: list[_Figure]) -> None:
        """Keep the figure, of which there is one at most."""
        if len(set(figures)) > 1:
            raise UnsupportedQueryError(f"{self._select.sql()}: there are several figures")
        for figure in figures[:1]:
            self._heads["aggregate"] = figure.aggregate
            self._heads["distinct"] = "yes" if figure.distinct else "no"
            self._play(figure.of, "aggregate")

    def _figure(self, expression: exp.Expr) -> _Figure | None:
        """Return the figure that an expression is, if it is one."""
        while isinstance(expression, exp.Paren | exp.Round | exp.Coalesce) or _is_made_decimal(expression):
            expression = expression.this
        if isinstance(expression, exp.Count):
            return self._count(expression.this)
        aggregate = _AGGREGATES.get(type(expression))
        if aggregate is None:
            return None
        of = expression.this
        while isinstance(of, exp.Coalesce | exp.Paren | exp.Cast):
            of = of.this
        if not isinstance(of, exp.Column):
            raise UnsupportedQueryError(f"{expression.sql()}: this is a figure of more than a column")
        return _Figure(aggregate, self._column_item(of, self._scope))

    def _count(self, of: exp.Expr) -> _Figure:
        rows = Item(TABLE, self._base.name)
        if isinstance(of, exp.Star):
            return _Figure("count", rows)
        distinct = isinstance(of, exp.Distinct)
        counted = of.expressions[0] if isinstance(of, exp.Distinct) else of
        if not isinstance(counted, exp.Column):
            raise UnsupportedQueryError(f"{of.sql()}: neither rows nor a column are counted")
        table, column = self._column(counted, self._scope)
        if column.key:
            return _Figure("count", Item(TABLE, table.name), distinct)
        if not distinct:
            return _Figure("count", rows)
        if column.references:
            return _Figure("count", Item(TABLE, column.references[0]), distinct)
        return _Figure("count", Item(COLUMN, table.name, column.name), distinct)

    # What the query asks of its rows.

    def _condition(self, condition: exp.Expr, scope: _Scope) -> None:
        plain = condition.unnest()
        denied = isinstance(plain, exp.Not)
        plain = plain.this.unnest() if denied else plain
        query = plain.this if isinstance(plain, exp.Exists) else plain.args.get("query")
        if query is not None:
            self._subquery(query, scope, denied=denied)
        elif isinstance(plain, exp.Is):
            item = self._column_item(plain.this, scope)
            empty = isinstance(plain.expression, exp.Null) != denied
            self._play(item._replace(kind=EMPTY if empty else FILLED), "hold")
        elif isinstance(plain, exp.In):
            self._values(plain.this, plain.expressions, scope, denied=denied)
        elif isinstance(plain, exp.Or):
            self._either(plain, scope, denied=denied)
        elif isinstance(plain, exp.Like):
            self._like(plain, scope)
        elif isinstance(plain, exp.Between):
            number = isinstance(_constant(plain.args["low"]), float)
            self._play(self._column_item(plain.this, scope), "compare" if number else "date")
        elif isinstance(plain, exp.EQ | exp.NEQ | exp.GT | exp.GTE | exp.LT | exp.LTE):
            self._compared(plain, scope, denied=denied)
        else:
            raise UnsupportedQueryError(f"{condition.sql()}: a condition of this kind has no role")

    def _subquery(self, query: exp.Expr, scope: _Scope, *, denied: bool) -> None:
        """Keep that rows of another table exist, or that none do, with the conditions on these."""
        select = query.this if isinstance(query, exp.Subquery) else query
        if not isinstance(select, exp.Select) or select.args.get("group"):
            raise UnsupportedQueryError(f"{query.sql()}: a subquery of this kind has no role")
        inner = self._tables(select)
        self._play(Item(TABLE, next(iter(inner.values())).name), "without" if denied else "exists")
        for condition in _conjuncts(select.args.get("where")):
            if not _is_join(condition):
                self._condition(condition, {**scope, **inner})

    def _either(self, condition: exp.Or, scope: _Scope, *, denied: bool) -> None:
        """Keep several values of one column."""
        branches = [one.unnest() for one in condition.flatten()]
        if any(not isinstance(one, exp.EQ) for one in branches) or len({one.this.sql() for one in branches}) > 1:
            raise UnsupportedQueryError(f"{condition.sql()}: one of two different conditions has no role")
        self._values(branches[0].this, [one.expression for one in branches], scope, denied=denied)

    def _like(self, condition: exp.Like, scope: _Scope) -> None:
        pattern = _constant(condition.expression)
        if not isinstance(pattern, str) or not _DATE_PATTERN.match(pattern):
            raise UnsupportedQueryError(f"{condition.sql()}: a part of a text has no role")
        self._play(self._column_item(condition.this, scope), "date")

    def _compared(self, condition: exp.Binary, scope: _Scope, *, denied: bool) -> None:
        left, right = condition.this, condition.expression
        if _constant(left) is not None:
            left, right = right, left
        if isinstance(right, exp.Subquery | exp.Select):
            self._compared_with_query(condition, left, right, scope)
            return
        value = _constant(right)
        if value is None:
            if isinstance(right, exp.Column) or not re.search(r"DATE\(|STRFTIME", right.sql().upper()):
                raise UnsupportedQueryError(f"{condition.sql()}: what is compared with is neither a value nor a date")
            self._play(self._column_item(left, scope), "date")
            return
        named, part = _column_and_part(left)
        table, column = self._column(named, scope)
        item = Item(COLUMN, table.name, column.name)
        if part or column.kind == "date" or (isinstance(value, str) and _DATE.match(value)):
            self._play(item, "date")
        elif isinstance(condition, exp.EQ | exp.NEQ):
            self._values(left, [right], scope, denied=denied != isinstance(condition, exp.NEQ))
        else:
            self._play(item, "compare")

    def _compared_with_query(self, condition: exp.Binary, left: exp.Expr, right: exp.Expr, scope: _Scope) -> None:
        """Keep that the row with the highest or lowest value is wanted, or those of a time that goes by the newest."""
        select = right.this if isinstance(right, exp.Subquery) else right
        figure, text = select.expressions[0], condition.sql().upper()
        if isinstance(condition, exp.EQ) and isinstance(figure, exp.Max | exp.Min) and isinstance(left, exp.Column):
            self._play(self._column_item(left, scope), "rank")
            self._heads |= {"order": "desc" if isinstance(figure, exp.Max) else "asc", "limit": "one"}
        elif "STRFTIME" in text or ("MAX(" in right.sql().upper() and "DATE" in text):
            self._play(self._column_item(left, scope), "date")
        else:
            raise UnsupportedQueryError(f"{text}: a figure of other rows has no role")

    def _values(self, of: exp.Expr, values: list[exp.Expr], scope: _Scope, *, denied: bool) -> None:
        """Keep that a column has one of some values, or none of them."""
        named, part = _column_and_part(of)
        table, column = self._column(named, scope)
        item = Item(COLUMN, table.name, column.name)
        for value in map(_constant, values):
            if value is None:
                raise UnsupportedQueryError(f"{of.sql()}: a value of it is no constant")
            if part or column.kind == "date":
                self._play(item, "date")
            elif isinstance(value, float) and column.kind in _NUMBERS:
                self._play(item, "compare")
            else:
                said = value if isinstance(value, str) else str(int(value))
                self._play(Item(VALUE, table.name, column.name, said), "differ" if denied else "equal")


def _unaliased(expression: exp.Expr) -> exp.Expr:
    found: exp.Expr = expression.this if isinstance(expression, exp.Alias) else expression
    return found


def _constant(expression: exp.Expr) -> str | float | None:
    """Return the value of a constant; None for anything else."""
    plain = expression.unnest()
    if isinstance(plain, exp.Neg) and isinstance(plain.this, exp.Literal):
        return -float(plain.this.this)
    if isinstance(plain, exp.Literal):
        return str(plain.this) if plain.is_string else float(plain.this)
    return float(plain.this) if isinstance(plain, exp.Boolean) else None


def _conjuncts(clause: exp.Expr | None) -> Iterator[exp.Expr]:
    """Yield the conditions that must all hold."""
    if clause is None:
        return
    condition = clause.this.unnest() if isinstance(clause, exp.Where | exp.Having) else clause.unnest()
    if isinstance(condition, exp.And):
        yield from _conjuncts(condition.this)
        yield from _conjuncts(condition.expression)
    else:
        yield condition


def _is_join(condition: exp.Expr) -> bool:
    """Whether a condition of a subquery only ties it to the rows outside, or leaves out empty ones."""
    plain = condition.this if isinstance(condition, exp.Not) else condition
    if isinstance(plain, exp.Is):
        return True
    return isinstance(plain, exp.EQ) and all(isinstance(side, exp.Column) for side in (plain.this, plain.expression))


def _is_made_decimal(expression: exp.Expr) -> bool:
    """Whether an expression is multiplied or divided by one, which changes its type only."""
    return isinstance(expression, exp.Mul | exp.Div) and _constant(expression.expression) == 1.0


def _column_and_part(expression: exp.Expr) -> tuple[exp.Column, str]:
    """Return the one column in an expression, and the part of a date that is taken of it, if any is."""
    if isinstance(expression, exp.Column):
        return expression, ""
    text = expression.sql(dialect="sqlite")
    columns = list(expression.find_all(exp.Column))
    if len(columns) != 1:
        raise UnsupportedQueryError(f"{text}: this is of no column, or of several")
    part = _part(text)
    if part is None and isinstance(expression, exp.Cast):
        return _column_and_part(expression.this)
    if part is None:
        raise UnsupportedQueryError(f"{text}: this is no column and no part of a date")
    return columns[0], part


def _part(text: str) -> str | None:
    """Return the part of a date that an expression takes, nothing where it leaves a value as it is, else None."""
    if found := _FORMATTED.search(text):
        return _FORMATS.get(found[1])
    if found := _BEGINNING.search(text):
        return _BEGINNINGS.get(found[1])
    if _MONTH.search(text):
        return "month_of_year"
    if _DAY.match(text):
        return "day"
    return "" if _SAME_VALUE.match(text) else None
