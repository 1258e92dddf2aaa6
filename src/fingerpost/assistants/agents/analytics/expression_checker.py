"""Checks expressions: resolves every name, and refuses functions, types and keywords that are not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NoReturn

from sqlglot import Dialect, exp
from sqlglot.errors import ErrorLevel

from fingerpost.assistants.agents.analytics.allowlist import Allowlist, fold_name
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.sql_rules import (
    ARGUMENTS,
    COMPARISONS,
    KINDS,
    NAMES,
    READABLE_NAMES,
    SCHEMAS,
    TYPES,
    WORDS,
)

MAX_WIDTH = 1000
"""Maximum width of padding and of a cast type in characters."""
MAX_DIGITS = 19
"""Maximum number of digits of a number that limits a size: Python does not convert thousands of them."""
MAX_CUBE_COLUMNS = 6
"""Maximum number of columns of a CUBE, whose groups double with each column."""

_RESERVED = """
    ADD ALL ALTER ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC AUTHORIZATION AUTOINCREMENT BETWEEN BINARY BOTH
    CASE CAST CHECK COLLATE COLLATION COLUMN COMMIT CONCURRENTLY CONSTRAINT CREATE CROSS CURRENT_CATALOG
    CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DELETE
    DESC DISTINCT DO DROP ELSE END ESCAPE EXCEPT EXISTS FALSE FETCH FOR FOREIGN FREEZE FROM FULL GRANT GROUP HAVING
    ILIKE IN INDEX INITIALLY INNER INSERT INTERSECT INTO IS ISNULL JOIN LATERAL LEADING LEFT LIKE LIMIT LOCALTIME
    LOCALTIMESTAMP NATURAL NOT NOTHING NOTNULL NULL OFFSET ON ONLY OR ORDER OUTER OVERLAPS PLACING PRIMARY
    REFERENCES RETURNING RIGHT SELECT SESSION_USER SET SIMILAR SOME SYMMETRIC SYSTEM_USER TABLE TABLESAMPLE THEN TO
    TRAILING TRANSACTION TRUE UNION UNIQUE UPDATE USER USING VALUES VARIADIC VERBOSE WHEN WHERE WINDOW WITH
"""
RESERVED = frozenset(_RESERVED.split())
"""Reserved words of SQLite and PostgreSQL, which need quotes as names."""

QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_FORMAT = re.compile(r"(?:[^%]|%%|%[-+ 0,#!]*\d{0,2}(?:\.\d{1,2})?[diufeEgGscxX])*")
_STRING_CONTEXTS = (exp.EQ, exp.NEQ, exp.Like, exp.In, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.Between)


@dataclass(slots=True)
class QueryShape:
    """The result shape of a query: its columns, of which some have no name, and its cost.

    `weight`: number of tables in its cross product. `parts`: number of tables it reads, WITH tables counted each time.
    """

    columns: list[exp.Identifier]
    weight: int
    parts: int


@dataclass(slots=True)
class FromSource:
    """A source in FROM, under the name that qualifies its columns."""

    name: exp.Identifier
    columns: dict[str, exp.Identifier]
    rows: QueryShape
    whole: bool
    """Whether all of its columns may be read, so that `*` needs no expansion."""


@dataclass(slots=True)
class Scope:
    """The name scope of one SELECT; unknown names are looked up in the enclosing scope."""

    around: Scope | None
    withs: dict[str, QueryShape]
    undefined: frozenset[str]
    """WITH tables that are not defined yet: SQLite would allow reading them, and so recursion."""
    sources: dict[str, FromSource] = field(default_factory=dict)
    merged: dict[str, exp.Expr] = field(default_factory=dict)
    repeated: set[tuple[str, str]] = field(default_factory=set)
    """Columns merged by USING, which `*` shows once."""
    outputs: dict[str, tuple[int | None, exp.Expr]] = field(default_factory=dict)
    ties: set[frozenset[str]] = field(default_factory=set)
    parts: int = 0
    touched: set[str] = field(default_factory=set)
    """Sources that a nested query refers to."""

    def inside(self) -> Scope:
        """Return the scope of a subquery in FROM: the enclosing scopes without its sibling sources."""
        return Scope(self.around, self.withs, self.undefined)


def with_node_count(name: exp.Identifier | None, size: int) -> exp.Identifier:
    """Return a copy of a name, or an empty name, annotated with the node count of its expression."""
    copy = exp.to_identifier("") if name is None else name.copy()
    copy.meta["size"] = size
    return copy


def node_count(node: exp.Expr) -> int:
    """Return the node count of an expression after names are replaced by their expressions."""
    return sum(part.meta.get("size", 1) for part in node.walk())


def written_number(node: exp.Expr | None) -> int | None:
    """Return the integer that a literal writes; None for any other node, and for an integer of many digits."""
    text = str(node.this) if isinstance(node, exp.Literal) else ""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


@cache
def _keywords(dialect: str) -> frozenset[str]:
    """Return the keywords of a dialect, with multi-word keywords split."""
    words = Dialect.get_or_raise(dialect).tokenizer_class.KEYWORDS
    return RESERVED | {part for word in words for part in word.split()}


def needs_quotes(name: str, dialect: str) -> bool:
    """Return whether a name has to be quoted."""
    return not _PLAIN.fullmatch(name) or name.upper() in _keywords(dialect)


class ExpressionChecker:
    """Checks expressions and qualifies every name in them; nested queries are delegated to `query`."""

    def __init__(self, dialect: str, allowlist: Allowlist) -> None:
        """Create a checker; only PostgreSQL compares quoted names case-sensitively."""
        self._dialect, self._allowlist = dialect, allowlist
        self._exact = dialect == "postgres"

    def query(self, node: exp.Expr, around: Scope) -> QueryShape:
        """Check a query and return the shape of its result."""
        raise NotImplementedError

    def _name_key(self, name: exp.Expr) -> str:
        if not isinstance(name, exp.Identifier):
            raise SqlError(f"`{self._sql_excerpt(name)}` is refused as a name")
        return str(name.this) if self._exact and name.quoted else fold_name(str(name.this))

    def _identifier(self, name: str, quoted: bool = False) -> exp.Identifier:
        return exp.to_identifier(name, quoted=quoted or needs_quotes(name, self._dialect))

    def _columns_by_key(self, names: Iterable[exp.Identifier]) -> dict[str, exp.Identifier]:
        return {self._name_key(name): name for name in names if name.this}

    def _check_value(self, node: exp.Expr, scope: Scope) -> exp.Expr:
        """Check an expression recursively, and return its replacement."""
        if isinstance(node, exp.Column):
            return self._resolve_column(node, scope)
        if isinstance(node, QUERIES):
            scope.parts += self.query(node, scope).parts
            return node
        self._check_arguments(node)
        match node:
            case exp.Anonymous():
                self._check_function(node)
            case exp.Identifier() | exp.Var():
                if not isinstance(node.parent, exp.Window) and fold_name(node.name) not in WORDS:
                    raise SqlError(f"{node.name!r} is refused: it is no unit of time and no collation that is known")
            case _ if type(node) not in KINDS:
                self._refuse(node)
            case exp.Star() if not isinstance(node.parent, exp.Count):
                raise SqlError("* is refused here: it may be selected or counted")
            case exp.DataType() if node.this not in TYPES:
                raise SqlError(f"type {self._sql_excerpt(node)} is refused: it is not in the list of allowed types")
            case _:
                self._check_sizes(node)
        for child in list(node.iter_expressions()):
            self._check_value(child, scope)
        return node

    def _check_sizes(self, node: exp.Expr) -> None:
        """Refuse what makes a value or a number of groups as large as a number says, unless the number is small."""
        match node:
            case exp.Array() if any(isinstance(item, QUERIES) for item in node.expressions):
                raise SqlError(f"`{self._sql_excerpt(node)}` is refused: select ARRAY_AGG of the column in its place")
            case exp.GroupConcat() | exp.ArrayAgg() if node.find(*QUERIES):
                raise SqlError("a query inside a list is refused: put it into FROM or WITH, and list its column")
            case exp.Pad():
                self._check_width(node.expression, "padding")
            case exp.DataTypeParam():
                self._check_width(node.this, "the length of a type")
            case exp.Cube() if len(node.expressions) > MAX_CUBE_COLUMNS:
                raise SqlError(f"CUBE of {len(node.expressions)} columns is refused: {MAX_CUBE_COLUMNS} are allowed")
            case exp.WithinGroup() if node.this.find(*QUERIES):
                raise SqlError(f"`{self._sql_excerpt(node.this)}` is refused: write the fractions as numbers")

    def _check_function(self, node: exp.Anonymous) -> None:
        name = fold_name(node.this) if isinstance(node.this, str) else None
        if name not in NAMES[self._dialect]:
            self._refuse(node)
        if name in ("printf", "format"):
            pattern = node.expressions[0] if node.expressions else None
            if not isinstance(pattern, exp.Literal) or not _FORMAT.fullmatch(str(pattern.this)):
                raise SqlError(f"{name.upper()} is refused but with a written format of small widths, such as '%.2f'")

    def _check_width(self, node: exp.Expr | None, what: str) -> None:
        width = written_number(node)
        if width is None or width > MAX_WIDTH:
            raise SqlError(f"`{self._sql_excerpt(node)}` as {what} is refused: write a number up to {MAX_WIDTH}")

    def _sources_with_column(self, node: exp.Column, scope: Scope) -> list[FromSource]:
        key = self._name_key(node.this)
        return [source for source in scope.sources.values() if key in source.columns]

    def _resolve_column(self, node: exp.Column, scope: Scope) -> exp.Expr:
        """Resolve a column and qualify it, so that the database cannot resolve it differently."""
        self._check_arguments(node)
        if not isinstance(node.this, exp.Identifier):
            raise SqlError(f"`{self._sql_excerpt(node)}` is refused here: name the columns")
        if node.table:
            return self._resolve_qualified(node, scope)
        key, at = self._name_key(node.this), scope
        while True:
            owners = self._sources_with_column(node, at)
            if key in at.merged:
                return node.replace(at.merged[key].copy())
            if len(owners) > 1:
                names = ", ".join(owner.name.name for owner in owners)
                raise SqlError(f"column {node.name!r} is in several tables ({names}): write which one before it")
            if owners:
                return self._qualify(node, owners[0], at, scope)
            if at is scope and key in at.outputs:
                return node.replace(exp.paren(at.outputs[key][1], copy=True))
            if at.around is None:
                break
            at = at.around
        parent = node.parent
        # SQLite treats an unknown name in double quotes as a string.
        if (
            self._dialect == "sqlite"
            and node.this.quoted
            and isinstance(parent, _STRING_CONTEXTS)
            and node is not parent.this
        ):
            return node.replace(exp.Literal.string(node.name))
        return self._refuse_unknown(node, scope)

    def _resolve_qualified(self, node: exp.Column, scope: Scope) -> exp.Expr:
        """Resolve a column that is qualified with its table."""
        table, schema = self._name_key(node.args["table"]), node.args.get("db")
        if schema is not None and self._name_key(schema) != SCHEMAS.get(self._dialect):
            raise SqlError(
                f"schema {schema.name!r} of {self._sql_excerpt(node)!r} is refused: name an allowed table alone"
            )
        at: Scope | None = scope
        while at is not None:
            if table in at.sources:
                if self._sources_with_column(node, at) and self._name_key(node.this) in at.sources[table].columns:
                    return self._qualify(node, at.sources[table], at, scope)
                return self._refuse_unknown(node, at)
            at = at.around
        raise SqlError(f"`{self._sql_excerpt(node)}`: no table of the name {node.table!r} stands in FROM")

    def _qualify(self, node: exp.Column, source: FromSource, at: Scope, scope: Scope) -> exp.Expr:
        if at is not scope:
            at.touched.add(self._name_key(source.name))
        column, quoted = source.columns[self._name_key(node.this)].copy(), node.this.quoted
        if quoted:
            column.set("quoted", True)
        node.set("this", column)
        node.set("table", source.name.copy())
        node.set("db", None)
        return node

    def _refuse_unknown(self, node: exp.Column, scope: Scope) -> NoReturn:
        sources = ", ".join(source.name.name for source in scope.sources.values()) or "no table"
        raise SqlError(f"column {self._sql_excerpt(node)!r} is not among the allowed columns of {sources}")

    def _order_terms(self, node: exp.Expr) -> list[exp.Expr]:
        order = node.args.get("order")
        return list(order.expressions) if order else []

    def _check_limits(self, node: exp.Expr) -> None:
        for clause in ("limit", "offset"):
            found = node.args.get(clause)
            if found is None:
                continue
            self._check_arguments(found)
            number = found.args.get("count") if isinstance(found, exp.Fetch) else found.args.get("expression")
            if written_number(number) is None:
                written = f"{clause.upper()} `{self._sql_excerpt(number)}`"
                raise SqlError(f"{written} is refused: write a number of at most {MAX_DIGITS} digits")

    def _joined_pairs(self, node: exp.Expr, scope: Scope) -> set[frozenset[str]]:
        """Return the pairs of sources that a condition joins; for OR, the pairs that both sides join."""
        if isinstance(node, exp.Paren):
            return self._joined_pairs(node.this, scope)
        if isinstance(node, (exp.And, exp.Or)):
            one, other = self._joined_pairs(node.this, scope), self._joined_pairs(node.expression, scope)
            return one | other if isinstance(node, exp.And) else one & other
        if not isinstance(node, COMPARISONS):
            return set()
        found = set()
        for part in node.walk(prune=lambda inner: isinstance(inner, QUERIES)):
            if isinstance(part, exp.Column) and part.args.get("table"):
                found.add(self._name_key(part.args["table"]))
        return {frozenset(pair) for pair in combinations(sorted(found & set(scope.sources)), 2)}

    def _is_aggregate(self, node: exp.Expr) -> bool:
        parts = node.walk(prune=lambda inner: isinstance(inner, (*QUERIES, exp.Window)))
        return any(isinstance(part, exp.AggFunc) for part in parts)

    def _check_arguments(self, node: exp.Expr) -> None:
        """Refuse arguments that the node type is not allowed to have."""
        kind = exp.SetOperation if isinstance(node, exp.SetOperation) else type(node)
        allowed = ARGUMENTS.get(kind)
        if allowed is None:
            return
        for part, value in node.args.items():
            if part not in allowed and value:
                raise SqlError(
                    f"{READABLE_NAMES.get(part, part.strip('_').upper())} is refused in `{self._sql_excerpt(node)}`"
                )

    def _refuse(self, node: exp.Expr) -> NoReturn:
        if isinstance(node, (exp.Func, exp.Anonymous)):
            name = self._sql_excerpt(node).partition("(")[0].upper()
            raise SqlError(f"function {name} is refused: it is not in the list of allowed functions")
        raise SqlError(
            f"`{self._sql_excerpt(node)}` is refused: {node.key.upper()} is not in the list of allowed expressions"
        )

    def _sql_excerpt(self, node: exp.Expr | str | None) -> str:
        if not isinstance(node, exp.Expr):
            return str(node or "")
        # Only an excerpt for a message, so unsupported syntax does not matter.
        text = node.sql(dialect=self._dialect, comments=False, unsupported_level=ErrorLevel.IGNORE)
        return text if len(text) <= 60 else text[:59] + "…"
