"""How long the values of a statement may grow, how much work it is to search one in another, and what is kept.

A database looks at its clock between two steps, and one step may search a long value in another, or make one that
is longer than its memory. So both are reckoned beforehand, from what is written and what tables usually hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from sqlglot import exp

from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.expression_checker import WIDTH

STORED = 300
"""Characters for which a value of a table is taken."""
GATHERED = 100_000
"""Characters for which a value is taken that is made of many rows."""
WIDENED = 30
"""Characters that a character of a format may become: `%99d` is four."""
LENGTH = 2_000_000
"""Characters to which a value may grow."""
WORK = 10_000_000
"""Comparisons of two characters to which the searches of a statement may come for each row."""
KEPT = 10_000
"""Rows that may be kept of a product of tables, to put them in order."""

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
    """Let the name of a column remember how long its values can be, and how much work they are."""
    growth = SizeEstimator()
    name.meta["length"] = max(map(growth.length, values), default=STORED)
    name.meta["work"] = sum(map(growth.work, values))
    return name


def without_search_cost(name: exp.Identifier) -> exp.Identifier:
    """Let the name of a column forget the work, which is done once and not wherever the name stands."""
    name.meta["work"] = 0
    return name


def largest_estimates(*rows: list[exp.Identifier]) -> list[exp.Identifier]:
    """Return the first of several lists of names for the same columns, with what the largest of each remembers."""
    every = [name for names in rows for name in names]
    alike = len(set(map(len, rows))) == 1
    found = []
    for at, name in enumerate(rows[0]):
        # Where nobody knows how many a `*` stands for, any may be in any place.
        same = [names[at] for names in rows] if alike else every
        copy = name.copy()
        for part, usual in (("length", STORED), ("work", 0)):
            copy.meta[part] = max(other.meta.get(part, usual) for other in same)
        found.append(copy)
    return found


def check_materialized_rows(node: exp.Expr, weight: int) -> None:
    """Refuse to sort, group or compare rows of so many tables, multiplied freely: all would be kept, on disk too."""
    if weight < 2:
        return
    bounds = [node.args[part].find(exp.Literal) for part in ("limit", "offset") if node.args.get(part)]
    few = bool(node.args.get("limit")) and sum(int(number.this) for number in bounds) <= KEPT
    # UNION ALL alone compares nothing.
    compared = isinstance(node, (exp.Except, exp.Intersect)) or node.args.get("distinct") or node.args.get("group")
    inside = [*node.expressions, node.args.get("qualify"), *(node.args.get("windows") or [])]
    sorted_inside = any(item and item.find(exp.Window, exp.Distinct, exp.Order) for item in inside)
    if compared or sorted_inside or (node.args.get("order") and not few):
        raise SqlError("tables that are multiplied with one another are sorted, grouped or compared: join them with ON")


class SizeEstimator:
    """Reckons one tree, every node once."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._known: dict[int, int] = {}

    def check(self, tree: exp.Expr) -> None:
        """Refuse a statement whose values grow too long, or are too long to be searched."""
        for node in tree.walk():
            if isinstance(node, (exp.Func, exp.DPipe)) and self.length(node) > LENGTH:
                raise SqlError(f"`{_shown(node)}` is refused: it can grow to more than {LENGTH} characters")
        if self.work(tree) > WORK:
            raise SqlError("the statement searches long values in others that are long too: search for what is written")

    def work(self, tree: exp.Expr) -> int:
        """Return how many characters are compared to search what is searched, once for each row."""
        found = 0
        for node in tree.walk():
            if isinstance(node, exp.Identifier):
                found += node.meta.get("work", 0)
            elif isinstance(node, _SEARCHES) or _name(node) in _NAMED_SEARCHES:
                first, second = [*node.iter_expressions(), exp.Literal.string(" ")][:2]
                found += self.length(first) * self.length(second)
        return found

    def length(self, node: exp.Expr) -> int:
        """Return how many characters a value can have."""
        key = id(node)
        if key not in self._known:
            self._known[key] = max(1, self._length(node))
        return self._known[key]

    def _length(self, node: exp.Expr) -> int:
        match node:
            case exp.Literal():
                found = len(str(node.this))
            case exp.Column():
                found = int(node.this.meta.get("length", STORED))
            case exp.Select():
                found = self._sum(node.expressions)
            case exp.Replace():
                old, new = node.expression, node.args.get("replacement")
                least = self.length(old) if isinstance(old, exp.Literal) else 1
                found = self.length(node.this) * max(1, -(-self.length(new) // least) if new else 1)
            case exp.RegexpReplace():
                new = node.args.get("replacement")
                found = (self.length(node.this) + 1) * (self.length(new) + 1 if new else 1)
            case exp.Substring() if _is_whole(most := node.args.get("length")):
                found = min(self.length(node.this), int(most.this))
            case _ if isinstance(node, _NUMBERS):
                found = WIDENED
            case _ if isinstance(node, _LISTS):
                found = max(GATHERED, self._sum(node.iter_expressions()))
            case _ if isinstance(node, _FORMATS) or _name(node) in _NAMED_FORMATS:
                found = WIDENED * self._sum(node.iter_expressions())
            case _:
                # What a value is padded to is written, and no more than this.
                found = self._sum(node.iter_expressions()) + (WIDTH if isinstance(node, exp.Pad) else 0)
        return found

    def _sum(self, nodes: Iterable[exp.Expr]) -> int:
        return sum(map(self.length, nodes))


def _is_whole(node: exp.Expr | None) -> TypeGuard[exp.Literal]:
    return isinstance(node, exp.Literal) and str(node.this).isdecimal()


def _name(node: exp.Expr) -> str:
    """Return the name of a function that sqlglot has no kind of its own for."""
    return str(node.this).lower() if isinstance(node, exp.Anonymous) else ""


def _shown(node: exp.Expr) -> str:
    text = node.sql(comments=False)
    return text if len(text) <= 60 else text[:59] + "…"
