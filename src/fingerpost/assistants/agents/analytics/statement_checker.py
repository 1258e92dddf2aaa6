"""Checks the syntax tree of a statement query by query: sources, joins, projections, grouping and ordering."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp
from sqlglot.errors import ErrorLevel

from fingerpost.assistants.agents.analytics.allowlist import Allowlist, fold_name
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
    annotate_star,
    check_materialized_rows,
    largest_estimates,
    with_size_estimate,
    without_search_cost,
)
from fingerpost.assistants.agents.analytics.sql_rules import JOINS, SCHEMAS

MAX_CROSS_PRODUCT = 2
"""Maximum number of tables in a cross product without a join condition."""
MAX_TABLES_READ = 100
"""Maximum number of tables read after WITH tables are inlined, as databases do."""
MAX_EXPRESSION_SIZE = 5000
"""Maximum number of nodes of an expression after subquery columns are inlined: nested `x + x` doubles each time."""


class StatementChecker(ExpressionChecker):
    """Checks one statement and rewrites its names in full; raises SqlError for anything not allowed."""

    def __init__(self, dialect: str, allowlist: Allowlist) -> None:
        """Create a checker for a dialect and an allowlist."""
        super().__init__(dialect, allowlist)
        self._unnamed = 0

    def statement(self, tree: exp.Expr) -> str:
        """Return the checked statement as SQL without comments."""
        if not isinstance(tree, QUERIES):
            raise SqlError(f"{tree.key.upper()} is refused: only SELECT is allowed")
        self.query(tree, Scope(None, {}, frozenset()))
        SizeEstimator().check(tree)
        return tree.sql(dialect=self._dialect, comments=False, unsupported_level=ErrorLevel.RAISE)

    def query(self, node: exp.Expr, around: Scope) -> QueryShape:
        """Check a SELECT, a set operation or a subquery, and return the shape of its result."""
        self._check_arguments(node)
        scope = Scope(around, dict(around.withs), around.undefined)
        if found := node.args.get("with_"):
            self._check_ctes(found, scope)
        if isinstance(node, exp.Select):
            return self._check_select(node, scope)
        if node.args.get("joins"):
            raise SqlError("a subquery is joined where a single one is expected")
        parts = [node.this, node.expression] if isinstance(node, exp.SetOperation) else [node.this]
        for part in parts:
            if not isinstance(part, QUERIES):
                raise SqlError(f"`{self._sql_excerpt(part)}` is refused: only a SELECT may stand there")
        found_rows = [self.query(part, scope) for part in parts]
        self._check_limits(node)
        weight = max(rows.weight for rows in found_rows)
        check_materialized_rows(node, weight)
        columns = largest_estimates(*(rows.columns for rows in found_rows))
        rows = self._make_shape(columns, weight, sum(rows.parts for rows in found_rows))
        names = self._columns_by_key(rows.columns)
        for ordered in self._order_terms(node):
            term = ordered.this
            plain = isinstance(term, exp.Column) and not term.table and self._name_key(term.this) in names
            if not plain and not isinstance(term, exp.Literal):
                raise SqlError(
                    f"ORDER BY `{self._sql_excerpt(term)}` after UNION: use a name or a number of its columns"
                )
        return rows

    def _check_ctes(self, node: exp.Expr, scope: Scope) -> None:
        self._check_arguments(node)
        names = [self._name_key(cte.args["alias"].this) for cte in node.expressions]
        for number, cte in enumerate(node.expressions):
            self._check_arguments(cte)
            if names[number] in names[:number]:
                raise SqlError(f"WITH makes the table {names[number]!r} twice: rename one")
            if not isinstance(cte.this, QUERIES):
                raise SqlError(f"{cte.this.key.upper()} inside WITH is refused: only SELECT is allowed")
            undefined = scope.undefined | frozenset(names[number:])
            rows = self.query(cte.this, Scope(scope.around, dict(scope.withs), undefined))
            scope.withs[names[number]] = self._with_alias_columns(rows, cte.args["alias"])

    def _with_alias_columns(self, rows: QueryShape, alias: exp.Expr) -> QueryShape:
        """Return the shape with the column names of an alias such as `AS t(a, b)`."""
        self._check_arguments(alias)
        given = alias.args.get("columns") or []
        if not all(isinstance(name, exp.Identifier) for name in given):
            raise SqlError(f"`{self._sql_excerpt(alias)}` is refused: only names of columns may stand there")
        before = [*rows.columns, *(with_node_count(None, 1) for _ in given)]
        names = [with_node_count(name, node_count(old)) for name, old in zip(given, before, strict=False)]
        names = largest_estimates(names, before[: len(names)])
        return QueryShape([*names, *rows.columns[len(given) :]], rows.weight, rows.parts)

    def _check_select(self, node: exp.Select, scope: Scope) -> QueryShape:
        if found := node.args.get("from_"):
            self._add_source(found.this, scope)
        self._check_joins(node.args.get("joins") or [], scope)
        columns = self._check_projections(node, scope)
        if where := node.args.get("where"):
            self._check_value(where, scope)
            scope.ties |= self._joined_pairs(where.this, scope)
        if group := node.args.get("group"):
            self._check_group(group, scope)
        for clause in ("having", "qualify", "distinct"):
            if found := node.args.get(clause):
                self._check_value(found, scope)
        for window in node.args.get("windows") or []:
            self._check_value(window, scope)
        for ordered in self._order_terms(node):
            self._check_arguments(ordered)
            term = ordered.this
            plain = isinstance(term, exp.Column) and not term.table
            output = scope.outputs.get(self._name_key(term.this)) if plain else None
            if output is None:
                self._check_value(term, scope)
            elif not isinstance(output[1].parent, exp.Alias):
                # Databases resolve a bare name to an AS alias first, and otherwise search all tables.
                term.replace(output[1].copy())
        self._check_limits(node)
        weight = self._cross_product_weight(node, scope)
        if any(node.args.get(part) for part in ("group", "distinct", "limit", "offset")) or self._is_computed(node):
            # Such a subquery is materialized and not inlined into the outer query.
            columns = [without_search_cost(with_node_count(name, 1)) for name in columns]
        return self._make_shape(
            columns, weight, scope.parts + sum(source.rows.parts for source in scope.sources.values())
        )

    def _make_shape(self, columns: list[exp.Identifier], weight: int, parts: int) -> QueryShape:
        if parts > MAX_TABLES_READ:
            raise SqlError(
                f"the statement reads {parts} tables once WITH tables are written out; {MAX_TABLES_READ} are allowed"
            )
        return QueryShape(columns, weight, parts)

    def _check_projections(self, node: exp.Select, scope: Scope) -> list[exp.Identifier]:
        """Check the selected expressions, expand `*`, and return the column names."""
        if not node.expressions:
            raise SqlError("SELECT without a column is refused: say what to select")
        items: list[exp.Expr] = []
        for item in node.expressions:
            if item.is_star and not isinstance(item, QUERIES):
                items += self._expand_star(item, scope)
            elif isinstance(item, exp.Alias):
                self._check_value(item.this, scope)
                items.append(item)
            else:
                name = item.this.copy() if isinstance(item, exp.Column) else None
                found = self._check_value(item, scope)
                items.append(found if name is None or isinstance(found, exp.Column) else exp.alias_(found, name))
        node.set("expressions", items)
        names: list[exp.Identifier] = []
        known = True
        for number, item in enumerate(items, 1):
            if item.is_star:
                # A subquery may have unnamed columns, so the number of columns is unknown.
                known = False
                columns = self._star_columns(item, scope)
                annotate_star(item, columns)
                names += columns
                continue
            name = item.args.get("alias") or (item.this if isinstance(item, exp.Column) else None)
            size = node_count(item)
            if size > MAX_EXPRESSION_SIZE:
                shown = self._sql_excerpt(item)
                raise SqlError(
                    f"`{shown}` is too large once subqueries are written out: {size} parts, "
                    f"{MAX_EXPRESSION_SIZE} are allowed"
                )
            names.append(with_size_estimate(with_node_count(name, size), item))
            if name is not None:
                value = item.this if isinstance(item, exp.Alias) else item
                scope.outputs.setdefault(self._name_key(name), (number if known else None, value))
        return names

    def _star_columns(self, star: exp.Expr, scope: Scope) -> list[exp.Identifier]:
        table = star.args.get("table")
        sources = [scope.sources[self._name_key(table)]] if table else list(scope.sources.values())
        return [name for source in sources for name in source.rows.columns]

    def _expand_star(self, item: exp.Expr, scope: Scope) -> list[exp.Expr]:
        """Return the allowed columns that `*` or `o.*` expands to."""
        table = item.args.get("table")
        self._check_arguments(item)
        self._check_arguments(item.this if table else item)
        if table and self._name_key(table) not in scope.sources:
            raise SqlError(f"`{self._sql_excerpt(item)}`: no table of that name stands in FROM")
        if not scope.sources:
            raise SqlError("* is refused where there is no FROM")
        sources = scope.sources if table is None else {self._name_key(table): scope.sources[self._name_key(table)]}
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

    def _check_group(self, node: exp.Expr, scope: Scope) -> None:
        self._check_arguments(node)
        for item in list(node.expressions):
            # The database prefers a column over an alias, and may have a column of that name that is not allowed.
            if isinstance(item, exp.Column) and not item.table and not self._sources_with_column(item, scope):
                number, _ = scope.outputs.get(self._name_key(item.this), (None, None))
                if number is not None:
                    item.replace(exp.Literal.number(number))
                    continue
            self._check_value(item, scope)
        for part in ("grouping_sets", "cube", "rollup"):
            for item in node.args.get(part) or []:
                self._check_value(item, scope)

    def _add_source(self, node: exp.Expr, scope: Scope) -> list[str]:
        """Add a source of FROM or JOIN to the scope, and return the names it is known by."""
        self._check_arguments(node)
        joins = node.args.get("joins") or []
        if isinstance(node, exp.Table):
            added = [self._add_table(node, scope)]
        elif isinstance(node, exp.Subquery) and isinstance(node.this, (exp.Table, exp.Subquery)) and not node.alias:
            # A join in parentheses.
            added = self._add_source(node.this, scope)
        elif isinstance(node, exp.Subquery):
            rows = self.query(node, Scope(scope.inside(), scope.withs, scope.undefined)) if not joins else None
            if rows is None:
                raise SqlError("a subquery is joined inside brackets: leave the brackets out")
            added = [self._add_derived(node, rows, scope)]
        elif isinstance(node, exp.Lateral):
            added = [self._add_lateral(node, scope)]
        elif isinstance(node, exp.Values):
            for value in node.expressions:
                self._check_value(value, scope.inside())
            width = max((len(value.expressions) for value in node.expressions), default=0)
            columns = [with_size_estimate(with_node_count(None, 1), *node.expressions) for _ in range(width)]
            added = [self._add_derived(node, QueryShape(columns, 1, 1), scope)]
        else:
            raise SqlError(
                f"`{self._sql_excerpt(node)}` in FROM is refused: only tables and subqueries may stand there"
            )
        return [*added, *self._check_joins(joins, scope)]

    def _add_lateral(self, node: exp.Lateral, scope: Scope) -> str:
        if not isinstance(node.this, exp.Subquery):
            raise SqlError(
                f"`{self._sql_excerpt(node.this)}` in FROM is refused: functions that make tables are not allowed"
            )
        scope.touched.clear()
        rows = self.query(node.this, scope)
        touched = set(scope.touched)
        name = self._add_derived(node, rows, scope)
        scope.ties |= {frozenset((name, other)) for other in touched}
        return name

    def _add_table(self, node: exp.Table, scope: Scope) -> str:
        if not isinstance(node.this, exp.Identifier):
            shown = self._sql_excerpt(node.this)
            raise SqlError(f"`{shown}` in FROM is refused: functions that make tables are not allowed")
        key, schema = self._name_key(node.this), node.args.get("db")
        if schema is not None and self._name_key(schema) != SCHEMAS.get(self._dialect):
            raise SqlError(
                f"schema {schema.name!r} of {self._sql_excerpt(node)!r} is refused: name an allowed table alone"
            )
        if schema is None and key in scope.undefined:
            raise SqlError(f"WITH table {key!r} reads a table of its own name or a later one: it may never end")
        if schema is None and key in scope.withs:
            return self._add_derived(node, scope.withs[key], scope)
        table = self._allowlist.table(key if self._exact else node.name)
        if table is None or (self._exact and table.name != key):
            allowed = ", ".join(table.name for table in self._allowlist.tables[:20])
            raise SqlError(f"table {node.name!r} is not in the allowlist; allowed: {allowed}")
        node.set("this", self._identifier(table.name, node.this.quoted))
        alias = node.args.get("alias")
        if alias is not None:
            self._check_arguments(alias)
            if alias.args.get("columns"):
                raise SqlError(
                    f"`{self._sql_excerpt(alias)}` is refused: the columns of a table cannot be renamed by place"
                )
        names = [self._identifier(column.name) for column in table.columns]
        columns = {name.this if self._exact else fold_name(name.this): name for name in names}
        return self._register_source(
            FromSource(alias.this if alias else node.this, columns, QueryShape(names, 1, 1), whole=False), scope
        )

    def _add_derived(self, node: exp.Expr, rows: QueryShape, scope: Scope) -> str:
        """Add a derived table, whose query has been checked."""
        alias = node.args.get("alias")
        if alias is None and not isinstance(node, exp.Table):
            self._unnamed += 1
            alias = exp.TableAlias(this=exp.to_identifier(f"_{self._unnamed}"))
            node.set("alias", alias)
        if alias is not None:
            rows = self._with_alias_columns(rows, alias)
        name = alias.this if alias is not None else node.this
        return self._register_source(FromSource(name, self._columns_by_key(rows.columns), rows, whole=True), scope)

    def _register_source(self, source: FromSource, scope: Scope) -> str:
        key = self._name_key(source.name)
        if key in scope.sources:
            raise SqlError(f"two tables in FROM are called {source.name.name!r}: give one of them another name")
        scope.sources[key] = source
        return key

    def _check_joins(self, joins: Iterable[exp.Expr], scope: Scope) -> list[str]:
        added: list[str] = []
        for join in joins:
            self._check_arguments(join)
            method = str(join.args.get("method") or "").upper()
            said = {str(join.args.get(part) or "").upper() for part in ("kind", "side")}
            if not said <= JOINS or method not in ("", "NATURAL"):
                raise SqlError(f"{' '.join(sorted({method, *said})).strip()} JOIN is refused: use JOIN … ON")
            before = list(scope.sources)
            after = self._add_source(join.this, scope)
            shared = join.args.get("using") or []
            if method:
                # Expands NATURAL over the allowed columns only.
                of_left = {column for key in before for column in scope.sources[key].columns}
                of_right = {column: name for key in after for column, name in scope.sources[key].columns.items()}
                shared = [name for column, name in of_right.items() if column in of_left]
                join.set("method", None)
            if shared:
                self._merge_using(join, shared, before, after, scope)
            elif on := join.args.get("on"):
                self._check_value(on, scope)
            if join.args.get("on"):
                scope.ties |= self._joined_pairs(join.args["on"], scope)
            added += after
        return added

    def _merge_using(
        self, join: exp.Expr, shared: list[exp.Expr], before: list[str], after: list[str], scope: Scope
    ) -> None:
        """Rewrite USING as ON, so that no other column of that name can be resolved."""
        conditions: list[exp.Expr] = []
        for entry in shared:
            name = entry.this if isinstance(entry, exp.Column) else entry
            if not isinstance(name, exp.Identifier):
                raise SqlError(f"USING `{self._sql_excerpt(entry)}` is refused: write names of columns")
            key = self._name_key(name)
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

    def _cross_product_weight(self, node: exp.Select, scope: Scope) -> int:
        """Return the cross-product weight of a SELECT; refuse it where the weight is too high."""
        groups = [{key} for key in scope.sources]
        for tie in scope.ties:
            tied = [group for group in groups if group & tie]
            groups = [group for group in groups if not group & tie] + [set().union(*tied)]
        weight = sum(max(scope.sources[key].rows.weight for key in group) for group in groups)
        if weight > MAX_CROSS_PRODUCT:
            names = ", ".join(source.name.name for source in scope.sources.values())
            raise SqlError(f"the tables {names} are multiplied with one another: join them with ON or USING")
        check_materialized_rows(node, weight)
        if not node.args.get("group") and any(self._is_aggregate(item) for item in node.expressions):
            return 0
        return min(weight, 1) if node.args.get("group") or node.args.get("distinct") else weight

    def _is_computed(self, node: exp.Select) -> bool:
        return any(self._is_aggregate(item) or item.find(exp.Window) for item in node.expressions)
