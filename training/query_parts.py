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
    NUMBERS,
    POSITIVE,
    TABLE,
    VALUE,
    ZERO,
    Item,
)
from training.query_expressions import (
    UnsupportedQueryError,
    column_and_part,
    conjuncts,
    constant,
    is_condition,
    is_join,
    is_made_decimal,
    unaliased,
    without_factor,
)

_AGGREGATES: Mapping[type[exp.Expr], str] = {exp.Sum: "sum", exp.Avg: "avg", exp.Max: "max", exp.Min: "min"}
_DATE = re.compile(r"\d{4}-\d{2}")
_DATE_PATTERN = re.compile(r"[\d%_-]+$")
_GAP = re.compile(r"JULIANDAY\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QueryParts:
    """The roles of each item that a query uses (`ROLES`), and what is decided of it as a whole (`HEADS`)."""

    roles: Mapping[Item, frozenset[str]]
    heads: Mapping[str, str]


class _Figure(NamedTuple):
    aggregate: str
    of: tuple[Item, ...]
    """What it is of; the days from one date to another are of both."""
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
        self._of_share = False
        self._scope = self._tables(select)
        self._base = self._base_table(self._scope)

    def parts(self) -> QueryParts:
        """Return the parts of the whole query."""
        for condition in conjuncts(self._select.args.get("where")):
            self._condition(condition, self._scope)
        group, chosen = self._select.args.get("group"), list(self._having())
        # Groups that are only chosen by a figure are a list.
        grouped = group is not None and not (chosen and not any(map(_has_figure, self._select.expressions)))
        for expression in group.expressions if group and grouped else ():
            self._group(expression)
        self._measure([*self._shown(grouped=grouped), *self._order()])
        for figure in chosen:
            self._play(figure.of[0], "having")
        if not any(item.table == self._base.name for item in self._roles):
            self._play(Item(TABLE, self._base.name), "exists")
        return QueryParts({item: frozenset(roles) for item, roles in self._roles.items()}, self._heads)

    def _play(self, item: Item, role: str) -> None:
        if self._of_share:
            if role not in ("equal", "hold"):
                raise UnsupportedQueryError(f"{self._select.sql()}: a share of this kind has no role")
            role = "share"
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

    def _base_table(self, scope: _Scope) -> AllowedTable:
        """Return the table whose rows are counted: the one from which references lead to all others."""
        tables = {table.name: table for table in scope.values()}
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
        table, column = self._column(column_and_part(expression)[0], scope)
        return Item(COLUMN, table.name, column.name)

    # What the query shows.

    def _meant(self, expression: exp.Expr) -> exp.Expr:
        """Return what is grouped or sorted by, where a number or an alias stands for it."""
        if isinstance(expression, exp.Literal) and not expression.is_string:
            expression = unaliased(self._select.expressions[int(expression.this) - 1])
        if isinstance(expression, exp.Column) and not expression.table:
            found: exp.Expr = self._aliases.get(expression.name.lower(), expression)
            return found
        return expression

    def _group(self, expression: exp.Expr) -> None:
        named, part = column_and_part(self._meant(expression))
        table, column = self._column(named, self._scope)
        if part:
            self._play(Item(COLUMN, table.name, column.name), "group_time")
            self._heads["part"] = part
        else:
            self._play_rows(table, column, "group")

    def _shown(self, *, grouped: bool) -> Iterator[_Figure]:
        """Yield the figures of the query; what else it shows gets its role."""
        for expression in map(unaliased, self._select.expressions):
            figure = self._share(expression) or self._figure(expression)
            if figure is None and len(self._select.expressions) == 1 and (gap := self._gap(expression)):
                figure = _Figure("avg", gap)
            if figure:
                yield figure
                continue
            if expression.is_star:
                self._play(Item(TABLE, self._rows_of(expression).name), "select")
                continue
            if not isinstance(expression, exp.Column | exp.Func):
                raise UnsupportedQueryError(f"{expression.sql()}: this is neither a column nor a figure")
            named, part = column_and_part(expression)
            table, column = self._column(named, self._scope)
            if not part:
                self._play_rows(table, column, "group" if grouped else "select")
            elif not grouped:
                raise UnsupportedQueryError(f"{expression.sql()}: a part of a date is shown for every row")

    def _rows_of(self, star: exp.Expr) -> AllowedTable:
        """Return the table whose rows `*` shows."""
        named = star.table.lower() if isinstance(star, exp.Column) else ""
        return self._scope[named] if named else self._base_table(self._scope)

    def _having(self) -> Iterator[_Figure]:
        """Yield the figures that groups are chosen by."""
        for condition in conjuncts(self._select.args.get("having")):
            figure = self._figure(condition.this)
            if figure is None or not isinstance(constant(condition.expression), float):
                raise UnsupportedQueryError(f"{condition.sql()}: no figure is compared with a number")
            if figure.aggregate not in ("count", "sum") or len(figure.of) > 1:
                raise UnsupportedQueryError(f"{condition.sql()}: groups are chosen by counts and sums alone")
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
        elif limit and (gap := self._gap(expression)):
            self._play(gap[0], "start")
            self._play(gap[1], "end")
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
            for item, role in zip(figure.of, ("start", "end") if len(figure.of) > 1 else ("aggregate",), strict=True):
                self._play(item, role)
        if not figures and self._select.args.get("distinct"):
            self._heads["distinct"] = "yes"

    def _figure(self, expression: exp.Expr) -> _Figure | None:
        """Return the figure that an expression is, if it is one."""
        while isinstance(expression, exp.Paren | exp.Round | exp.Coalesce) or is_made_decimal(expression):
            expression = expression.this
        if isinstance(expression, exp.Count):
            return self._count(expression.this)
        aggregate = _AGGREGATES.get(type(expression))
        if aggregate is None:
            return None
        of = expression.this
        while isinstance(of, exp.Coalesce | exp.Paren | exp.Cast):
            of = of.this
        if gap := self._gap(of):
            return _Figure(aggregate, gap)
        if not isinstance(of, exp.Column):
            raise UnsupportedQueryError(f"{expression.sql()}: this is a figure of more than a column")
        return _Figure(aggregate, (self._column_item(of, self._scope),))

    def _gap(self, expression: exp.Expr) -> tuple[Item, Item] | None:
        """Return the two dates of one table whose distance in days an expression is, the earlier first."""
        plain = expression.unnest()
        while isinstance(plain, exp.Round | exp.Cast):
            plain = plain.this.unnest()
        if not isinstance(plain, exp.Sub) or len(_GAP.findall(plain.sql(dialect="sqlite"))) != 2:
            return None
        sides = [next(side.find_all(exp.Column), None) for side in (plain.expression, plain.this)]
        if any(side is None for side in sides):
            return None
        start, end = (self._column_item(side, self._scope) for side in sides if side is not None)
        return (start, end) if start.table == end.table else None

    def _share(self, expression: exp.Expr) -> _Figure | None:
        """Return the figure whose share an expression is, if it is one; the conditions of the part get their role."""
        plain = without_factor(expression)
        if isinstance(plain, exp.Avg) and is_condition(plain.this):
            self._part(plain.this)
            return _Figure("share", (Item(TABLE, self._base.name),))
        if not isinstance(plain, exp.Div):
            return None
        part, whole = without_factor(plain.this), self._figure(without_factor(plain.expression))
        if whole is None or not isinstance(part, exp.Sum | exp.Count):
            return None
        case = part.this
        if isinstance(case, exp.Case) and len(case.args["ifs"]) == 1:
            counted = case.args["ifs"][0].args["true"]
            same = (
                constant(counted) == 1.0 if whole.aggregate == "count" else whole == self._figure(exp.Sum(this=counted))
            )
            if not same:
                return None
            self._part(case.args["ifs"][0].this)
        elif whole.aggregate == "count" and (is_condition(case) or isinstance(case, exp.Column)):
            self._part(case)
        else:
            return None
        return _Figure("share", whole.of)

    def _part(self, condition: exp.Expr) -> None:
        """Keep the conditions of the part whose share is asked for."""
        self._of_share = True
        if isinstance(condition, exp.Column):
            table, column = self._column(condition, self._scope)
            self._play(Item(VALUE, table.name, column.name, "1"), "equal")
        else:
            for one in conjuncts(condition):
                self._condition(one, self._scope)
        self._of_share = False

    def _count(self, of: exp.Expr) -> _Figure:
        rows = (Item(TABLE, self._base.name),)
        if isinstance(of, exp.Star):
            return _Figure("count", rows)
        distinct = isinstance(of, exp.Distinct)
        counted = of.expressions[0] if isinstance(of, exp.Distinct) else of
        if not isinstance(counted, exp.Column):
            raise UnsupportedQueryError(f"{of.sql()}: neither rows nor a column are counted")
        table, column = self._column(counted, self._scope)
        if column.key:
            return _Figure("count", (Item(TABLE, table.name),), distinct)
        if not distinct:
            return _Figure("count", rows)
        if column.references:
            return _Figure("count", (Item(TABLE, column.references[0]),), distinct)
        return _Figure("count", (Item(COLUMN, table.name, column.name),), distinct)

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
            number = isinstance(constant(plain.args["low"]), float)
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
        self._play(Item(TABLE, self._base_table(inner).name), "without" if denied else "exists")
        for condition in conjuncts(select.args.get("where")):
            if not is_join(condition):
                self._condition(condition, {**scope, **inner})

    def _either(self, condition: exp.Or, scope: _Scope, *, denied: bool) -> None:
        """Keep several values of one column."""
        branches = [one.unnest() for one in condition.flatten()]
        if any(not isinstance(one, exp.EQ) for one in branches) or len({one.this.sql() for one in branches}) > 1:
            raise UnsupportedQueryError(f"{condition.sql()}: one of two different conditions has no role")
        self._values(branches[0].this, [one.expression for one in branches], scope, denied=denied)

    def _like(self, condition: exp.Like, scope: _Scope) -> None:
        pattern = constant(condition.expression)
        if not isinstance(pattern, str) or not _DATE_PATTERN.match(pattern):
            raise UnsupportedQueryError(f"{condition.sql()}: a part of a text has no role")
        self._play(self._column_item(condition.this, scope), "date")

    def _compared(self, condition: exp.Binary, scope: _Scope, *, denied: bool) -> None:
        left, right = condition.this, condition.expression
        if constant(left) is not None:
            left, right = right, left
        if isinstance(right, exp.Subquery | exp.Select):
            self._compared_with_query(condition, left, right, scope)
            return
        value = constant(right)
        if isinstance(right, exp.Column) and isinstance(left, exp.Column):
            self._compared_columns(condition, left, right, scope)
            return
        if value is None:
            if isinstance(right, exp.Column) or not re.search(r"DATE\(|STRFTIME", right.sql().upper()):
                raise UnsupportedQueryError(f"{condition.sql()}: what is compared with is neither a value nor a date")
            self._play(self._column_item(left, scope), "date")
            return
        named, part = column_and_part(left)
        table, column = self._column(named, scope)
        item = Item(COLUMN, table.name, column.name)
        if part or column.kind == "date" or (isinstance(value, str) and _DATE.match(value)):
            self._play(item, "date")
        elif isinstance(condition, exp.EQ | exp.NEQ):
            self._values(left, [right], scope, denied=denied != isinstance(condition, exp.NEQ))
        elif isinstance(condition, exp.GT) and value == 0 and right is condition.expression:
            self._play(item._replace(kind=POSITIVE), "hold")
        else:
            self._play(item, "compare")

    def _compared_columns(self, condition: exp.Binary, left: exp.Expr, right: exp.Expr, scope: _Scope) -> None:
        """Keep which of two columns of a row is more than the other."""
        items = [self._column_item(side, scope) for side in (left, right)]
        if not isinstance(condition, exp.GT | exp.LT) or items[0].table != items[1].table:
            raise UnsupportedQueryError(f"{condition.sql()}: a comparison of columns of this kind has no role")
        more, less = items if isinstance(condition, exp.GT) else reversed(items)
        self._play(more, "more")
        self._play(less, "less")

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
        named, part = column_and_part(of)
        table, column = self._column(named, scope)
        item = Item(COLUMN, table.name, column.name)
        for value in map(constant, values):
            if value is None:
                raise UnsupportedQueryError(f"{of.sql()}: a value of it is no constant")
            if part or column.kind == "date":
                self._play(item, "date")
            elif value == 0 and column.kind in NUMBERS and not denied and not column.references:
                self._play(item._replace(kind=ZERO), "hold")
            elif isinstance(value, float) and column.kind in NUMBERS:
                self._play(item, "compare")
            else:
                said = value if isinstance(value, str) else str(int(value))
                self._play(Item(VALUE, table.name, column.name, said), "differ" if denied else "equal")


def _has_figure(expression: exp.Expr) -> bool:
    return expression.find(exp.AggFunc) is not None
