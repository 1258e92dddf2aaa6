"""Values in a statement: what each name means, and whether each function, type and word is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NoReturn

from sqlglot import Dialect, exp
from sqlglot.errors import ErrorLevel

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.sql_rules import ARGUMENTS, KINDS, NAMES, SAID, SCHEMAS, TYPES, WORDS

WIDTH = 1000
"""Characters to which a value may be padded or cast."""
CUBE = 6
"""Columns of a CUBE, which makes two groups of each."""

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
"""Words that SQLite or PostgreSQL takes for its own unless they stand in quotes."""

QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_FORMAT = re.compile(r"(?:[^%]|%%|%[-+ 0,#!]*\d{0,2}(?:\.\d{1,2})?[diufeEgGscxX])*")
_WRITTEN = (exp.EQ, exp.NEQ, exp.Like, exp.In, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.Between)


@dataclass(slots=True)
class QueryShape:
    """What a query returns: its columns, some without a name, and how much work it is.

    `weight`: how many tables it multiplies freely. `parts`: how many it reads, a WITH table counted each time.
    """

    columns: list[exp.Identifier]
    weight: int
    parts: int


@dataclass(slots=True)
class FromSource:
    """What stands in FROM, under the name by which columns are asked of it."""

    name: exp.Identifier
    columns: dict[str, exp.Identifier]
    rows: QueryShape
    whole: bool
    """Whether all that it holds may be read, so that `*` can stay."""


@dataclass(slots=True)
class Scope:
    """What names mean in one SELECT; what it does not know is asked of the one around it."""

    around: Scope | None
    withs: dict[str, QueryShape]
    unborn: frozenset[str]
    """WITH tables that are still to come or being made: SQLite lets them be read, and so run in circles."""
    sources: dict[str, FromSource] = field(default_factory=dict)
    merged: dict[str, exp.Expr] = field(default_factory=dict)
    repeated: set[tuple[str, str]] = field(default_factory=set)
    """Columns that USING has merged into another, which `*` shows once."""
    outputs: dict[str, tuple[int | None, exp.Expr]] = field(default_factory=dict)
    ties: set[frozenset[str]] = field(default_factory=set)
    parts: int = 0
    touched: set[str] = field(default_factory=set)
    """Sources of which a query inside this one has asked a column."""

    def inside(self) -> Scope:
        """Return what a subquery in FROM sees: all that is around, and none of its neighbours."""
        return Scope(self.around, self.withs, self.unborn)


def with_node_count(name: exp.Identifier | None, size: int) -> exp.Identifier:
    """Return a name, empty where there is none, that remembers how large the expression behind it is."""
    copy = exp.to_identifier("") if name is None else name.copy()
    copy.meta["size"] = size
    return copy


def node_count(node: exp.Expr) -> int:
    """Return how large an expression is once a database has put what is behind its names in their place."""
    return sum(part.meta.get("size", 1) for part in node.walk())


@cache
def _words(dialect: str) -> frozenset[str]:
    """Return the words that are no names in a dialect; of `ORDER BY`, neither word can stand alone as one."""
    words = Dialect.get_or_raise(dialect).tokenizer_class.KEYWORDS
    return RESERVED | {part for word in words for part in word.split()}


def needs_quotes(name: str, dialect: str) -> bool:
    """Whether a name has to stand in quotes."""
    return not _PLAIN.fullmatch(name) or name.upper() in _words(dialect)


class ExpressionChecker:
    """Checks expressions, and writes every name in them out in full; queries within are left to `query`."""

    def __init__(self, dialect: str, allowlist: Allowlist) -> None:
        """Names are compared as the dialect does: only PostgreSQL minds capitals, and only between quotes."""
        self._dialect, self._allowlist = dialect, allowlist
        self._exact = dialect == "postgres"

    def query(self, node: exp.Expr, around: Scope) -> QueryShape:
        """Check a query and return what it gives."""
        raise NotImplementedError

    def _key(self, name: exp.Expr) -> str:
        if not isinstance(name, exp.Identifier):
            raise SqlError(f"`{self._shown(name)}` is refused as a name")
        return str(name.this) if self._exact and name.quoted else str(name.this).lower()

    def _identifier(self, name: str, quoted: bool = False) -> exp.Identifier:
        return exp.to_identifier(name, quoted=quoted or needs_quotes(name, self._dialect))

    def _columns(self, names: Iterable[exp.Identifier]) -> dict[str, exp.Identifier]:
        return {self._key(name): name for name in names if name.this}

    def _value(self, node: exp.Expr, scope: Scope) -> exp.Expr:
        """Check an expression and all within it, and return what now stands in its place."""
        if isinstance(node, exp.Column):
            return self._column(node, scope)
        if isinstance(node, QUERIES):
            scope.parts += self.query(node, scope).parts
            return node
        self._only(node)
        match node:
            case exp.Anonymous():
                self._function(node)
            case exp.Identifier() | exp.Var():
                if not isinstance(node.parent, exp.Window) and node.name.upper() not in WORDS:
                    raise SqlError(f"{node.name!r} is refused: it is no unit of time and no collation that is known")
            case _ if type(node) not in KINDS:
                self._refuse(node)
            case exp.Star() if not isinstance(node.parent, exp.Count):
                raise SqlError("* is refused here: it may be selected or counted")
            case exp.DataType() if node.this not in TYPES:
                raise SqlError(f"type {self._shown(node)} is refused: it is not in the list of allowed types")
            case exp.Pad():
                self._bounded(node.expression, "padding")
            case exp.DataTypeParam():
                self._bounded(node.this, "the length of a type")
            case exp.Cube() if len(node.expressions) > CUBE:
                raise SqlError(f"CUBE of {len(node.expressions)} columns is refused: {CUBE} are allowed")
        for child in list(node.iter_expressions()):
            self._value(child, scope)
        return node

    def _function(self, node: exp.Anonymous) -> None:
        name = node.this.lower() if isinstance(node.this, str) else None
        if name not in NAMES[self._dialect]:
            self._refuse(node)
        if name in ("printf", "format"):
            pattern = node.expressions[0] if node.expressions else None
            if not isinstance(pattern, exp.Literal) or not _FORMAT.fullmatch(str(pattern.this)):
                raise SqlError(f"{name.upper()} is refused but with a written format of small widths, such as '%.2f'")

    def _bounded(self, node: exp.Expr | None, what: str) -> None:
        if not isinstance(node, exp.Literal) or not str(node.this).isdecimal() or int(node.this) > WIDTH:
            raise SqlError(f"`{self._shown(node)}` as {what} is refused: write a number up to {WIDTH}")

    def _owners(self, node: exp.Column, scope: Scope) -> list[FromSource]:
        key = self._key(node.this)
        return [source for source in scope.sources.values() if key in source.columns]

    def _column(self, node: exp.Column, scope: Scope) -> exp.Expr:
        """Find out what a name means, and write it so that it can mean nothing else."""
        self._only(node)
        if not isinstance(node.this, exp.Identifier):
            raise SqlError(f"`{self._shown(node)}` is refused here: name the columns")
        if node.table:
            return self._asked(node, scope)
        key, at = self._key(node.this), scope
        while True:
            owners = self._owners(node, at)
            if key in at.merged:
                return node.replace(at.merged[key].copy())
            if len(owners) > 1:
                names = ", ".join(owner.name.name for owner in owners)
                raise SqlError(f"column {node.name!r} is in several tables ({names}): write which one before it")
            if owners:
                return self._found(node, owners[0], at, scope)
            if at is scope and key in at.outputs:
                return node.replace(exp.paren(at.outputs[key][1], copy=True))
            if at.around is None:
                break
            at = at.around
        parent = node.parent
        # SQLite takes a name that it does not know for a string, if it stands in double quotes.
        if self._dialect == "sqlite" and node.this.quoted and isinstance(parent, _WRITTEN) and node is not parent.this:
            return node.replace(exp.Literal.string(node.name))
        return self._unknown(node, scope)

    def _asked(self, node: exp.Column, scope: Scope) -> exp.Expr:
        """Find a column that names its table."""
        table, schema = self._key(node.args["table"]), node.args.get("db")
        if schema is not None and self._key(schema) != SCHEMAS.get(self._dialect):
            raise SqlError(f"schema {schema.name!r} of {self._shown(node)!r} is refused: name an allowed table alone")
        at: Scope | None = scope
        while at is not None:
            if table in at.sources:
                if self._owners(node, at) and self._key(node.this) in at.sources[table].columns:
                    return self._found(node, at.sources[table], at, scope)
                return self._unknown(node, at)
            at = at.around
        raise SqlError(f"`{self._shown(node)}`: no table of the name {node.table!r} stands in FROM")

    def _found(self, node: exp.Column, source: FromSource, at: Scope, scope: Scope) -> exp.Expr:
        if at is not scope:
            at.touched.add(self._key(source.name))
        column, quoted = source.columns[self._key(node.this)].copy(), node.this.quoted
        if quoted:
            column.set("quoted", True)
        node.set("this", column)
        node.set("table", source.name.copy())
        node.set("db", None)
        return node

    def _unknown(self, node: exp.Column, scope: Scope) -> NoReturn:
        sources = ", ".join(source.name.name for source in scope.sources.values()) or "no table"
        raise SqlError(f"column {self._shown(node)!r} is not among the allowed columns of {sources}")

    def _ordered(self, node: exp.Expr) -> list[exp.Expr]:
        order = node.args.get("order")
        return list(order.expressions) if order else []

    def _limits(self, node: exp.Expr) -> None:
        for clause in ("limit", "offset"):
            found = node.args.get(clause)
            if found is None:
                continue
            self._only(found)
            number = found.args.get("count") if isinstance(found, exp.Fetch) else found.args.get("expression")
            if not isinstance(number, exp.Literal) or not str(number.this).isdecimal():
                raise SqlError(f"{clause.upper()} `{self._shown(number)}` is refused: write a number")

    def _only(self, node: exp.Expr) -> None:
        """Refuse parts that are not in the list of those that a kind of node may have."""
        kind = exp.SetOperation if isinstance(node, exp.SetOperation) else type(node)
        allowed = ARGUMENTS.get(kind)
        if allowed is None:
            return
        for part, value in node.args.items():
            if part not in allowed and value:
                raise SqlError(f"{SAID.get(part, part.strip('_').upper())} is refused in `{self._shown(node)}`")

    def _refuse(self, node: exp.Expr) -> NoReturn:
        if isinstance(node, (exp.Func, exp.Anonymous)):
            name = self._shown(node).partition("(")[0].upper()
            raise SqlError(f"function {name} is refused: it is not in the list of allowed functions")
        raise SqlError(
            f"`{self._shown(node)}` is refused: {node.key.upper()} is not in the list of allowed expressions"
        )

    def _shown(self, node: exp.Expr | str | None) -> str:
        if not isinstance(node, exp.Expr):
            return str(node or "")
        # Whether the dialect can say it is no question here.
        text = node.sql(dialect=self._dialect, comments=False, unsupported_level=ErrorLevel.IGNORE)
        return text if len(text) <= 60 else text[:59] + "…"
