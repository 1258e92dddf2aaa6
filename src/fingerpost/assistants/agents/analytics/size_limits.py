"""Estimates value lengths and string-search costs of a statement, and limits the rows that it materializes.

A database checks its timeout between two steps, and a single step may search a long value in another or build one that
exceeds its memory. Both are therefore estimated in advance from the statement and from typical column sizes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from sqlglot import exp

from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.expression_checker import MAX_WIDTH

STORED_LENGTH = 300
"""Assumed length of a stored value in characters."""
AGGREGATED_LENGTH = 100_000
"""Assumed length of a value aggregated from many rows."""
FORMAT_EXPANSION = 30
"""Characters that one character of a format string may expand to: `%99d` has four."""
MAX_LENGTH = 2_000_000
"""Maximum estimated length of a value in characters."""
MAX_SEARCH_COST = 10_000_000
"""Maximum estimated number of character comparisons per row."""
MAX_SORTED_ROWS = 10_000
"""Maximum number of rows of a cross product that may be sorted."""

_LISTS = (exp.GroupConcat, exp.ArrayAgg, exp.ArrayToString)
_FORMATS = (exp.TimeToStr, exp.ToChar, exp.NumberToStr)
_NUMBERS = (exp.Predicate, exp.Connector, exp.Count, exp.Sum, exp.Avg, exp.Length, exp.StrPosition, exp.Extract)
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
    """Refuse to sort, group or compare the rows of a cross product: all would be materialized, even on disk."""
    if weight < 2:
        return
    bounds = [node.args[part].find(exp.Literal) for part in ("limit", "offset") if node.args.get(part)]
    few = bool(node.args.get("limit")) and sum(int(number.this) for number in bounds) <= MAX_SORTED_ROWS
    # Only UNION ALL compares no rows.
    compared = isinstance(node, (exp.Except, exp.Intersect)) or node.args.get("distinct") or node.args.get("group")
    inside = [*node.expressions, node.args.get("qualify"), *(node.args.get("windows") or [])]
    sorted_inside = any(item and item.find(exp.Window, exp.Distinct, exp.Order) for item in inside)
    if compared or sorted_inside or (node.args.get("order") and not few):
        raise SqlError("tables that are multiplied with one another are sorted, grouped or compared: join them with ON")


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
            case exp.Column():
                found = int(node.this.meta.get("length", STORED_LENGTH))
            case exp.Select():
                found = self._sum(node.expressions)
            case exp.Replace():
                old, new = node.expression, node.args.get("replacement")
                least = self.length(old) if isinstance(old, exp.Literal) else 1
                found = self.length(node.this) * max(1, -(-self.length(new) // least) if new else 1)
            case exp.RegexpReplace():
                new = node.args.get("replacement")
                found = (self.length(node.this) + 1) * (self.length(new) + 1 if new else 1)
            case exp.Substring() if _is_integer_literal(most := node.args.get("length")):
                found = min(self.length(node.this), int(most.this))
            case _ if isinstance(node, _NUMBERS):
                found = FORMAT_EXPANSION
            case _ if isinstance(node, _LISTS):
                found = max(AGGREGATED_LENGTH, self._sum(node.iter_expressions()))
            case _ if isinstance(node, _FORMATS) or _function_name(node) in _NAMED_FORMATS:
                found = FORMAT_EXPANSION * self._sum(node.iter_expressions())
            case _:
                # The padding width is a checked literal of at most this size.
                found = self._sum(node.iter_expressions()) + (MAX_WIDTH if isinstance(node, exp.Pad) else 0)
        return found

    def _sum(self, nodes: Iterable[exp.Expr]) -> int:
        return sum(map(self.length, nodes))


def _is_integer_literal(node: exp.Expr | None) -> TypeGuard[exp.Literal]:
    return isinstance(node, exp.Literal) and str(node.this).isdecimal()


def _function_name(node: exp.Expr) -> str:
    """Return the name of a function without an expression class in sqlglot; empty for other nodes."""
    return str(node.this).lower() if isinstance(node, exp.Anonymous) else ""


def _sql_excerpt(node: exp.Expr) -> str:
    text = node.sql(comments=False)
    return text if len(text) <= 60 else text[:59] + "…"
