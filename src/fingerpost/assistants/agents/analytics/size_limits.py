"""Estimates value lengths and string-search costs of a statement, and limits the rows that it materializes.

A database checks its timeout between two steps, and a single step may search a long value in another or build one that
exceeds its memory. Both are therefore estimated in advance from the statement and from typical column sizes.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.expression_checker import MAX_WIDTH, QUERIES, written_number

STORED_LENGTH = 300
"""Assumed length of a stored value in characters."""
AGGREGATED_LENGTH = 100_000
"""Assumed length of a value aggregated from many rows."""
FORMAT_EXPANSION = 30
"""Characters that one character of a format string may expand to: `%99d` has four."""
NUMERIC_LENGTH = 150_000
"""Digits that a power may have in PostgreSQL, whose numbers are exact."""
NUMERIC_SCALE = 16_383
"""Decimals that a number may be rounded to in PostgreSQL."""
MAX_LENGTH = 2_000_000
"""Maximum estimated length of a value, and of a row, in characters."""
MAX_SEARCH_COST = 10_000_000
"""Maximum estimated number of character comparisons per row."""
MAX_SORTED_ROWS = 10_000
"""Maximum number of rows of a cross product that may be sorted."""

_LISTS = (exp.GroupConcat, exp.ArrayAgg)
_FORMATS = (exp.TimeToStr, exp.ToChar, exp.NumberToStr)
_NUMBERS = (
    exp.Predicate, exp.Connector, exp.Count, exp.Length, exp.StrPosition, exp.Extract, exp.Pow, exp.Exp, exp.Round,
    exp.Trunc, exp.DataTypeParam,
)  # fmt: skip
_SEARCHES = (
    exp.StrPosition, exp.Replace, exp.Like, exp.ILike, exp.Glob, exp.SimilarTo, exp.Trim, exp.SplitPart, exp.Translate,
    exp.Contains, exp.StartsWith, exp.EndsWith, exp.SubstringIndex, exp.RegexpLike, exp.RegexpILike, exp.RegexpReplace,
    exp.RegexpExtract,
)  # fmt: skip
_NAMED_FORMATS = frozenset({"strftime", "printf", "format", "time_format"})
_NAMED_SEARCHES = frozenset({"instr", "strpos", "ltrim", "rtrim", "btrim", "find_in_set"})


def with_size_estimate(name: exp.Identifier, *values: exp.Expr) -> exp.Identifier:
    """Annotate a column name with the estimated length and search cost of its values."""
    growth = SizeEstimator()
    name.meta["length"] = max(map(growth.length, values), default=STORED_LENGTH)
    name.meta["work"] = sum(map(growth.work, values))
    return name


def annotate_star(star: exp.Expr, columns: list[exp.Identifier]) -> None:
    """Annotate a `*` that stays as it is with the estimated length of all its columns."""
    length = sum(name.meta.get("length", STORED_LENGTH) for name in columns)
    (star.this if isinstance(star, exp.Column) else star).meta["length"] = length


def without_search_cost(name: exp.Identifier) -> exp.Identifier:
    """Reset the search cost of a column name: a materialized value is computed once."""
    name.meta["work"] = 0
    return name


def largest_estimates(*rows: list[exp.Identifier]) -> list[exp.Identifier]:
    """Return the first list of column names, annotated with the largest estimates of all lists."""
    every = [name for names in rows for name in names]
    alike = len(set(map(len, rows))) == 1
    found = []
    for at, name in enumerate(rows[0]):
        # With an unexpanded `*` the positions are unknown, so every column is compared.
        same = [names[at] for names in rows] if alike else every
        copy = name.copy()
        for part, usual in (("length", STORED_LENGTH), ("work", 0)):
            copy.meta[part] = max(other.meta.get(part, usual) for other in same)
        found.append(copy)
    return found


def check_materialized_rows(node: exp.Expr, weight: int) -> None:
    """Refuse to sort, group, compare or list the rows of a cross product: all would be materialized, even on disk."""
    _check_lists(node, weight)
    if weight < 2:
        return
    bounds = [node.args[part].find(exp.Literal) for part in ("limit", "offset") if node.args.get(part)]
    few = bool(node.args.get("limit")) and sum(written_number(number) or 0 for number in bounds) <= MAX_SORTED_ROWS
    # Only UNION ALL compares no rows.
    compared = isinstance(node, (exp.Except, exp.Intersect)) or node.args.get("distinct") or node.args.get("group")
    inside = [*node.expressions, node.args.get("qualify"), *(node.args.get("windows") or [])]
    sorted_inside = any(item and item.find(exp.Window, exp.Distinct, exp.Order) for item in inside)
    if compared or sorted_inside or (node.args.get("order") and not few):
        raise SqlError("tables that are multiplied with one another are sorted, grouped or compared: join them with ON")


def _check_lists(node: exp.Expr, weight: int) -> None:
    """Refuse lists of the rows of a cross product, and lists that are kept once for each of several groupings."""
    clauses = [*node.expressions, *(node.args.get("windows") or [])]
    clauses += [node.args[part] for part in ("having", "order", "qualify", "distinct") if node.args.get(part)]
    # The distinct of a set operation is a flag.
    parts = (part for clause in clauses if isinstance(clause, exp.Expr) for part in clause.walk(prune=_is_query))
    if not any(isinstance(part, _LISTS) for part in parts):
        return
    if weight >= 2:
        raise SqlError("tables that are multiplied with one another are put into a list: join them with ON")
    if (group := node.args.get("group")) and group.find(exp.Rollup, exp.Cube, exp.GroupingSets):
        raise SqlError("a list beside ROLLUP, CUBE or GROUPING SETS is refused: write GROUP BY without them")


def _is_query(node: exp.Expr) -> bool:
    return isinstance(node, QUERIES)


class SizeEstimator:
    """Estimates the sizes of one tree, with every node memoized."""

    def __init__(self) -> None:
        """Create an estimator with an empty memo."""
        self._known: dict[int, int] = {}

    def check(self, tree: exp.Expr) -> None:
        """Refuse a statement whose estimated value lengths or search costs exceed the limits."""
        for node in tree.walk():
            if isinstance(node, (exp.Func, exp.DPipe)) and self.length(node) > MAX_LENGTH:
                raise SqlError(f"`{_sql_excerpt(node)}` is refused: it can grow to more than {MAX_LENGTH} characters")
        if any(self.length(select) > MAX_LENGTH for select in tree.find_all(exp.Select)):
            raise SqlError(f"a row can grow to more than {MAX_LENGTH} characters: select fewer columns that are long")
        if self.work(tree) > MAX_SEARCH_COST:
            raise SqlError("the statement searches long values in others that are long too: search for what is written")

    def work(self, tree: exp.Expr) -> int:
        """Return the estimated number of character comparisons per row."""
        found = 0
        for node in tree.walk():
            if isinstance(node, exp.Identifier):
                found += node.meta.get("work", 0)
            elif isinstance(node, _SEARCHES) or _function_name(node) in _NAMED_SEARCHES:
                first, second = [*node.iter_expressions(), exp.Literal.string(" ")][:2]
                found += self.length(first) * self.length(second)
        return found

    def length(self, node: exp.Expr) -> int:
        """Return the estimated maximum length of a value in characters."""
        key = id(node)
        if key not in self._known:
            self._known[key] = max(1, self._length(node))
        return self._known[key]

    def _length(self, node: exp.Expr) -> int:
        match node:
            case exp.Literal():
                found = len(str(node.this))
            case exp.Column() | exp.Star():
                name = node.this if isinstance(node, exp.Column) else node
                found = int(name.meta.get("length", STORED_LENGTH))
            case exp.Select():
                found = self._sum(node.expressions)
            case exp.Replace():
                old, new = node.expression, node.args.get("replacement")
                least = self.length(old) if isinstance(old, exp.Literal) else 1
                found = self.length(node.this) * max(1, -(-self.length(new) // least) if new else 1)
            case exp.RegexpReplace():
                new = node.args.get("replacement")
                found = (self.length(node.this) + 1) * (self.length(new) + 1 if new else 1)
            case exp.Substring() if (most := written_number(node.args.get("length"))) is not None:
                found = min(self.length(node.this), most)
            case exp.WithinGroup(this=exp.PercentileCont() | exp.PercentileDisc()):
                # A value for each fraction.
                found = self.length(node.this) * self.length(node.expression)
            case exp.ArrayToString():
                separators = self._sum(part for part in node.iter_expressions() if part is not node.this)
                found = max(AGGREGATED_LENGTH, self.length(node.this) * separators)
            case _ if isinstance(node, _NUMBERS):
                found = self._number_length(node)
            case _ if isinstance(node, _LISTS):
                found = max(AGGREGATED_LENGTH, self._sum(node.iter_expressions()))
            case _ if isinstance(node, _FORMATS) or _function_name(node) in _NAMED_FORMATS:
                found = FORMAT_EXPANSION * self._sum(node.iter_expressions())
            case _:
                # The padding width is a checked literal of at most this size.
                found = self._sum(node.iter_expressions()) + (MAX_WIDTH if isinstance(node, exp.Pad) else 0)
        return found

    def _number_length(self, node: exp.Expr) -> int:
        """Return the maximum number of digits that a function or a type gives a number."""
        match node:
            case exp.DataTypeParam():
                return written_number(node.this) or 0
            case exp.Round() | exp.Trunc():
                return self.length(node.this) + _decimals(node.args.get("decimals"))
            case exp.Pow():
                power = written_number(node.expression)
                return NUMERIC_LENGTH if power is None else min(NUMERIC_LENGTH, self.length(node.this) * power)
            case exp.Exp():
                return NUMERIC_LENGTH
            case _:
                return FORMAT_EXPANSION

    def _sum(self, nodes: Iterable[exp.Expr]) -> int:
        return sum(map(self.length, nodes))


def _decimals(scale: exp.Expr | None) -> int:
    """Return the number of decimals that a number is rounded to, at most."""
    found = 0 if scale is None else written_number(scale)
    return NUMERIC_SCALE if found is None else min(NUMERIC_SCALE, found)


def _function_name(node: exp.Expr) -> str:
    """Return the name of a function without an expression class in sqlglot; empty for other nodes."""
    return str(node.this).lower() if isinstance(node, exp.Anonymous) else ""


def _sql_excerpt(node: exp.Expr) -> str:
    text = node.sql(comments=False)
    return text if len(text) <= 60 else text[:59] + "…"
