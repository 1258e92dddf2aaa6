"""The walk over a statement's tree, query by query: what stands in FROM, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sqlglot import exp
from sqlglot.errors import ErrorLevel

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.expression_checker import (
    QUERIES,
    ExpressionChecker,
    FromSource,
    QueryShape,
    Scope,
    node_count,
    with_node_count,
)
from fingerpost.assistants.agents.analytics.size_limits import (
    SizeEstimator,
    check_materialized_rows,
    largest_estimates,
    with_size_estimate,
    without_search_cost,
)
from fingerpost.assistants.agents.analytics.sql_rules import COMPARISONS, JOINS, SCHEMAS

FREE = 2
"""Tables that may be multiplied with one another without a condition."""
PARTS = 100
"""Tables that a statement may read once its WITH tables are written out, as databases do."""
SIZE = 5000
"""Nodes of an expression once the columns of subqueries are written out: `x + x` of `x + x` of … doubles each time."""


class StatementChecker(ExpressionChecker):
    """Goes over one statement, and refuses what is not allowed."""

    def __init__(self, dialect: str, allowlist: Allowlist) -> None:
        """Take what may be read."""
        super().__init__(dialect, allowlist)
        self._unnamed = 0

    def statement(self, tree: exp.Expr) -> str:
        """Return what may be run, without comments."""
        if not isinstance(tree, QUERIES):
            raise SqlError(f"{tree.key.upper()} is refused: only SELECT is allowed")
        self.query(tree, Scope(None, {}, frozenset()))
        SizeEstimator().check(tree)
        return tree.sql(dialect=self._dialect, comments=False, unsupported_level=ErrorLevel.RAISE)

    def query(self, node: exp.Expr, around: Scope) -> QueryShape:
        """Check a SELECT, a UNION or one in brackets, and return what it gives."""
        self._only(node)
        scope = Scope(around, dict(around.withs), around.unborn)
        if found := node.args.get("with_"):
            self._withs(found, scope)
        if isinstance(node, exp.Select):
            return self._select(node, scope)
        if node.args.get("joins"):
            raise SqlError("a subquery is joined where a single one is expected")
        parts = [node.this, node.expression] if isinstance(node, exp.SetOperation) else [node.this]
        for part in parts:
            if not isinstance(part, QUERIES):
                raise SqlError(f"`{self._shown(part)}` is refused: only a SELECT may stand there")
        found_rows = [self.query(part, scope) for part in parts]
        self._limits(node)
        weight = max(rows.weight for rows in found_rows)
        check_materialized_rows(node, weight)
        columns = largest_estimates(*(rows.columns for rows in found_rows))
        rows = self._bounded_rows(columns, weight, sum(rows.parts for rows in found_rows))
        names = self._columns(rows.columns)
        for ordered in self._ordered(node):
            term = ordered.this
            plain = isinstance(term, exp.Column) and not term.table and self._key(term.this) in names
            if not plain and not isinstance(term, exp.Literal):
                raise SqlError(f"ORDER BY `{self._shown(term)}` after UNION: use a name or a number of its columns")
        return rows

    def _withs(self, node: exp.Expr, scope: Scope) -> None:
        self._only(node)
        names = [self._key(cte.args["alias"].this) for cte in node.expressions]
        for number, cte in enumerate(node.expressions):
            self._only(cte)
            if names[number] in names[:number]:
                raise SqlError(f"WITH makes the table {names[number]!r} twice: rename one")
            if not isinstance(cte.this, QUERIES):
                raise SqlError(f"{cte.this.key.upper()} inside WITH is refused: only SELECT is allowed")
            unborn = scope.unborn | frozenset(names[number:])
            rows = self.query(cte.this, Scope(scope.around, dict(scope.withs), unborn))
            scope.withs[names[number]] = self._renamed(rows, cte.args["alias"])

    def _renamed(self, rows: QueryShape, alias: exp.Expr) -> QueryShape:
        """Return rows with the names that `AS t(a, b)` gives to their columns."""
        self._only(alias)
        given = alias.args.get("columns") or []
        if not all(isinstance(name, exp.Identifier) for name in given):
            raise SqlError(f"`{self._shown(alias)}` is refused: only names of columns may stand there")
        before = [*rows.columns, *(with_node_count(None, 1) for _ in given)]
        names = [with_node_count(name, node_count(old)) for name, old in zip(given, before, strict=False)]
        names = largest_estimates(names, before[: len(names)])
        return QueryShape([*names, *rows.columns[len(given) :]], rows.weight, rows.parts)

    def _select(self, node: exp.Select, scope: Scope) -> QueryShape:
        if found := node.args.get("from_"):
            self._source(found.this, scope)
        self._joins(node.args.get("joins") or [], scope)
        columns = self._projections(node, scope)
        if where := node.args.get("where"):
            self._value(where, scope)
            scope.ties |= self._ties(where.this, scope)
        if group := node.args.get("group"):
            self._group(group, scope)
        for clause in ("having", "qualify", "distinct"):
            if found := node.args.get(clause):
                self._value(found, scope)
        for window in node.args.get("windows") or []:
            self._value(window, scope)
        for ordered in self._ordered(node):
            self._only(ordered)
            term = ordered.this
            plain = isinstance(term, exp.Column) and not term.table
            output = scope.outputs.get(self._key(term.this)) if plain else None
            if output is None:
                self._value(term, scope)
            elif not isinstance(output[1].parent, exp.Alias):
                # Every database takes a bare name for one that was given with AS; else it looks in all tables.
                term.replace(output[1].copy())
        self._limits(node)
        weight = self._weight(node, scope)
        if any(node.args.get(part) for part in ("group", "distinct", "limit", "offset")) or self._is_made(node):
            # Such a subquery is worked out, and not written into the one around it.
            columns = [without_search_cost(with_node_count(name, 1)) for name in columns]
        return self._bounded_rows(
            columns, weight, scope.parts + sum(source.rows.parts for source in scope.sources.values())
        )

    def _bounded_rows(self, columns: list[exp.Identifier], weight: int, parts: int) -> QueryShape:
        if parts > PARTS:
            raise SqlError(f"the statement reads {parts} tables once WITH tables are written out; {PARTS} are allowed")
        return QueryShape(columns, weight, parts)

    def _projections(self, node: exp.Select, scope: Scope) -> list[exp.Identifier]:
        """Check what is selected, write `*` out, and return the names."""
        if not node.expressions:
            raise SqlError("SELECT without a column is refused: say what to select")
        items: list[exp.Expr] = []
        for item in node.expressions:
            if item.is_star and not isinstance(item, QUERIES):
                items += self._star(item, scope)
            elif isinstance(item, exp.Alias):
                self._value(item.this, scope)
                items.append(item)
            else:
                name = item.this.copy() if isinstance(item, exp.Column) else None
                found = self._value(item, scope)
                items.append(found if name is None or isinstance(found, exp.Column) else exp.alias_(found, name))
        node.set("expressions", items)
        names: list[exp.Identifier] = []
        known = True
        for number, item in enumerate(items, 1):
            if item.is_star:
                # What a subquery gives may have columns without names, so that nobody knows how many these are.
                known = False
                names += self._behind(item, scope)
                continue
            name = item.args.get("alias") or (item.this if isinstance(item, exp.Column) else None)
            size = node_count(item)
            if size > SIZE:
                shown = self._shown(item)
                raise SqlError(
                    f"`{shown}` is too large once subqueries are written out: {size} parts, {SIZE} are allowed"
                )
            names.append(with_size_estimate(with_node_count(name, size), item))
            if name is not None:
                value = item.this if isinstance(item, exp.Alias) else item
                scope.outputs.setdefault(self._key(name), (number if known else None, value))
        return names

    def _behind(self, star: exp.Expr, scope: Scope) -> list[exp.Identifier]:
        table = star.args.get("table")
        sources = [scope.sources[self._key(table)]] if table else list(scope.sources.values())
        return [name for source in sources for name in source.rows.columns]

    def _star(self, item: exp.Expr, scope: Scope) -> list[exp.Expr]:
        """Return the columns that `*` or `o.*` may show: a table can have more than are allowed."""
        table = item.args.get("table")
        self._only(item)
        self._only(item.this if table else item)
        if table and self._key(table) not in scope.sources:
            raise SqlError(f"`{self._shown(item)}`: no table of that name stands in FROM")
        if not scope.sources:
            raise SqlError("* is refused where there is no FROM")
        sources = scope.sources if table is None else {self._key(table): scope.sources[self._key(table)]}
        if all(source.whole for source in sources.values()) and not scope.repeated:
            return [item]
        shown: list[exp.Expr] = []
        for key, source in sources.items():
            if source.whole and not scope.repeated:
                shown.append(exp.Column(this=exp.Star(), table=source.name.copy()))
                continue
            for column, name in source.columns.items():
                if table is None and (key, column) in scope.repeated:
                    continue
                merged = scope.merged.get(column) if table is None else None
                if merged is not None and not isinstance(merged, exp.Column):
                    shown.append(exp.alias_(merged.copy(), name.copy()))
                else:
                    shown.append(merged.copy() if merged else exp.Column(this=name.copy(), table=source.name.copy()))
        return shown

    def _group(self, node: exp.Expr, scope: Scope) -> None:
        self._only(node)
        for item in list(node.expressions):
            # A database looks for the column first, and may have one of that name that is not allowed.
            if isinstance(item, exp.Column) and not item.table and not self._owners(item, scope):
                number, _ = scope.outputs.get(self._key(item.this), (None, None))
                if number is not None:
                    item.replace(exp.Literal.number(number))
                    continue
            self._value(item, scope)
        for part in ("grouping_sets", "cube", "rollup"):
            for item in node.args.get(part) or []:
                self._value(item, scope)

    def _source(self, node: exp.Expr, scope: Scope) -> list[str]:
        """Add what stands in FROM or JOIN, and return the names by which it is known."""
        self._only(node)
        joins = node.args.get("joins") or []
        if isinstance(node, exp.Table):
            added = [self._table(node, scope)]
        elif isinstance(node, exp.Subquery) and isinstance(node.this, (exp.Table, exp.Subquery)) and not node.alias:
            # A join in brackets.
            added = self._source(node.this, scope)
        elif isinstance(node, exp.Subquery):
            rows = self.query(node, Scope(scope.inside(), scope.withs, scope.unborn)) if not joins else None
            if rows is None:
                raise SqlError("a subquery is joined inside brackets: leave the brackets out")
            added = [self._derived(node, rows, scope)]
        elif isinstance(node, exp.Lateral):
            added = [self._lateral(node, scope)]
        elif isinstance(node, exp.Values):
            for value in node.expressions:
                self._value(value, scope.inside())
            width = max((len(value.expressions) for value in node.expressions), default=0)
            columns = [with_size_estimate(with_node_count(None, 1), *node.expressions) for _ in range(width)]
            added = [self._derived(node, QueryShape(columns, 1, 1), scope)]
        else:
            raise SqlError(f"`{self._shown(node)}` in FROM is refused: only tables and subqueries may stand there")
        return [*added, *self._joins(joins, scope)]

    def _lateral(self, node: exp.Lateral, scope: Scope) -> str:
        if not isinstance(node.this, exp.Subquery):
            raise SqlError(f"`{self._shown(node.this)}` in FROM is refused: functions that make tables are not allowed")
        scope.touched.clear()
        rows = self.query(node.this, scope)
        touched = set(scope.touched)
        name = self._derived(node, rows, scope)
        scope.ties |= {frozenset((name, other)) for other in touched}
        return name

    def _table(self, node: exp.Table, scope: Scope) -> str:
        if not isinstance(node.this, exp.Identifier):
            shown = self._shown(node.this)
            raise SqlError(f"`{shown}` in FROM is refused: functions that make tables are not allowed")
        key, schema = self._key(node.this), node.args.get("db")
        if schema is not None and self._key(schema) != SCHEMAS.get(self._dialect):
            raise SqlError(f"schema {schema.name!r} of {self._shown(node)!r} is refused: name an allowed table alone")
        if schema is None and key in scope.unborn:
            raise SqlError(f"WITH table {key!r} reads a table of its own name or a later one: it may never end")
        if schema is None and key in scope.withs:
            return self._derived(node, scope.withs[key], scope)
        table = self._allowlist.table(key if self._exact else node.name)
        if table is None or (self._exact and table.name != key):
            allowed = ", ".join(table.name for table in self._allowlist.tables[:20])
            raise SqlError(f"table {node.name!r} is not in the allowlist; allowed: {allowed}")
        node.set("this", self._identifier(table.name, node.this.quoted))
        alias = node.args.get("alias")
        if alias is not None:
            self._only(alias)
            if alias.args.get("columns"):
                raise SqlError(f"`{self._shown(alias)}` is refused: the columns of a table cannot be renamed by place")
        names = [self._identifier(column.name) for column in table.columns]
        columns = {name.this if self._exact else name.this.lower(): name for name in names}
        return self._add(
            FromSource(alias.this if alias else node.this, columns, QueryShape(names, 1, 1), whole=False), scope
        )

    def _derived(self, node: exp.Expr, rows: QueryShape, scope: Scope) -> str:
        """Add what is itself made of allowed things."""
        alias = node.args.get("alias")
        if alias is None and not isinstance(node, exp.Table):
            self._unnamed += 1
            alias = exp.TableAlias(this=exp.to_identifier(f"_{self._unnamed}"))
            node.set("alias", alias)
        if alias is not None:
            rows = self._renamed(rows, alias)
        name = alias.this if alias is not None else node.this
        return self._add(FromSource(name, self._columns(rows.columns), rows, whole=True), scope)

    def _add(self, source: FromSource, scope: Scope) -> str:
        key = self._key(source.name)
        if key in scope.sources:
            raise SqlError(f"two tables in FROM are called {source.name.name!r}: give one of them another name")
        scope.sources[key] = source
        return key

    def _joins(self, joins: Iterable[exp.Expr], scope: Scope) -> list[str]:
        added: list[str] = []
        for join in joins:
            self._only(join)
            method = str(join.args.get("method") or "").upper()
            said = {str(join.args.get(part) or "").upper() for part in ("kind", "side")}
            if not said <= JOINS or method not in ("", "NATURAL"):
                raise SqlError(f"{' '.join(sorted({method, *said})).strip()} JOIN is refused: use JOIN … ON")
            before = list(scope.sources)
            after = self._source(join.this, scope)
            shared = join.args.get("using") or []
            if method:
                # As NATURAL would, but for columns that are not allowed.
                of_left = {column for key in before for column in scope.sources[key].columns}
                of_right = {column: name for key in after for column, name in scope.sources[key].columns.items()}
                shared = [name for column, name in of_right.items() if column in of_left]
                join.set("method", None)
            if shared:
                self._merge(join, shared, before, after, scope)
            elif on := join.args.get("on"):
                self._value(on, scope)
            if join.args.get("on"):
                scope.ties |= self._ties(join.args["on"], scope)
            added += after
        return added

    def _merge(self, join: exp.Expr, shared: list[exp.Expr], before: list[str], after: list[str], scope: Scope) -> None:
        """Write USING out as ON, so that no other column of that name can be meant."""
        conditions: list[exp.Expr] = []
        for entry in shared:
            name = entry.this if isinstance(entry, exp.Column) else entry
            if not isinstance(name, exp.Identifier):
                raise SqlError(f"USING `{self._shown(entry)}` is refused: write names of columns")
            key = self._key(name)
            left, right = (
                [
                    (place, exp.Column(this=source.columns[key].copy(), table=source.name.copy()))
                    for place in places
                    if key in (source := scope.sources[place]).columns and (place, key) not in scope.repeated
                ]
                for places in (before, after)
            )
            if len(left) != 1 or len(right) != 1:
                raise SqlError(f"USING {name.name!r} is refused: each side must have one allowed column of that name")
            one, other = scope.merged.get(key, left[0][1]), right[0][1]
            conditions.append(exp.EQ(this=one.copy(), expression=other.copy()))
            side = str(join.args.get("side") or "").upper()
            both = exp.Coalesce(this=one.copy(), expressions=[other.copy()])
            scope.merged[key] = {"RIGHT": other, "FULL": both}.get(side, one)
            scope.repeated.add((right[0][0], key))
        join.set("using", None)
        join.set("on", exp.and_(*conditions))

    def _ties(self, node: exp.Expr, scope: Scope) -> set[frozenset[str]]:
        """Return which sources a condition ties together; of two that are joined by OR, what both do."""
        if isinstance(node, exp.Paren):
            return self._ties(node.this, scope)
        if isinstance(node, (exp.And, exp.Or)):
            one, other = self._ties(node.this, scope), self._ties(node.expression, scope)
            return one | other if isinstance(node, exp.And) else one & other
        if not isinstance(node, COMPARISONS):
            return set()
        found = set()
        for part in node.walk(prune=lambda inner: isinstance(inner, QUERIES)):
            if isinstance(part, exp.Column) and part.args.get("table"):
                found.add(self._key(part.args["table"]))
        return {frozenset(pair) for pair in combinations(sorted(found & set(scope.sources)), 2)}

    def _weight(self, node: exp.Select, scope: Scope) -> int:
        """Return how many tables a SELECT multiplies with one another; refuse where these are too many."""
        groups = [{key} for key in scope.sources]
        for tie in scope.ties:
            tied = [group for group in groups if group & tie]
            groups = [group for group in groups if not group & tie] + [set().union(*tied)]
        weight = sum(max(scope.sources[key].rows.weight for key in group) for group in groups)
        if weight > FREE:
            names = ", ".join(source.name.name for source in scope.sources.values())
            raise SqlError(f"the tables {names} are multiplied with one another: join them with ON or USING")
        check_materialized_rows(node, weight)
        if not node.args.get("group") and any(self._is_aggregate(item) for item in node.expressions):
            return 0
        return min(weight, 1) if node.args.get("group") or node.args.get("distinct") else weight

    def _is_made(self, node: exp.Select) -> bool:
        return any(self._is_aggregate(item) or item.find(exp.Window) for item in node.expressions)

    def _is_aggregate(self, node: exp.Expr) -> bool:
        parts = node.walk(prune=lambda inner: isinstance(inner, (*QUERIES, exp.Window)))
        return any(isinstance(part, exp.AggFunc) for part in parts)
