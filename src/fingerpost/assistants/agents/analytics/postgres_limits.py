"""Rewrites a checked statement for PostgreSQL so that the server ends it at a long text, a long list or a wide row.

SQLite has a limit on the size of a value. PostgreSQL builds values of up to a gigabyte, sends each as one message that
no client can refuse, and no setting of the server limits the memory of STRING_AGG and ARRAY_AGG. The limits are
therefore conditions within the statement, which the server tests while it runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

ROW = 100_000
"""Maximum size of a row in bytes, as text; the limit of a value in SQLite."""
BATCH = 100
"""Maximum number of rows fetched at once: their bytes are in the memory of the client together."""
TEXT = 100_000
"""Maximum length of a text that a function makes, in characters."""
LISTED = 50_000_000
"""Maximum bytes that all lists of a statement collect, before DISTINCT."""
ELEMENT = 40
"""Bytes that the server needs for an element of an array beside its value."""
ARRAY_COST = 10
"""How many times the bytes of an array count: unlike a text, it has no limit of its own."""

_GROWING = (
    exp.GroupConcat, exp.DPipe, exp.Concat, exp.ConcatWs, exp.Replace, exp.RegexpReplace, exp.ArrayToString,
    exp.Overlay, exp.Cast,
)  # fmt: skip
"""What makes a text longer than its parts; as text, a row in a row doubles its quotes. The check limits padding."""
_LIST, _ROW = "fingerpost: list", "fingerpost: row"
_REASONS = {
    _LIST: f"the query lists more than {LISTED // 1_000_000} MB, or {LISTED // ARRAY_COST // 1_000_000} MB in arrays,"
    " and was ended: list fewer rows, or count them",
    _ROW: f"a row of the result has more than {ROW:,} bytes: leave long columns out, or ask for a part of the text",
    f"character varying({TEXT})": f"the query makes a text of more than {TEXT:,} characters and was ended: ask for"
    " fewer rows, or for a part of the text",
    "pg_catalog.varchar(": "|| and STRING_AGG join text alone: use ARRAY_AGG for other values",
}
"""What to say, by a part of the server's message that is the same in every language."""


def limit_statement(sql: str) -> str:
    """Return a statement with the same result that fails where a value, its lists or a row exceed the limits."""
    try:
        tree = sqlglot.parse_one(sql, dialect="postgres")
    except SqlglotError:
        # Not a checked statement: the server says what is wrong with it, and its rows are limited.
        return _with_row_limit(sql)
    for grown in [node for node in tree.find_all(*_GROWING) if _grows(node)]:
        _limit_text(grown)
    for collected in list(tree.find_all(exp.GroupConcat, exp.ArrayAgg)):
        _limit_list(collected)
    return _with_row_limit(tree.sql(dialect="postgres", comments=False))


def describe_statement(sql: str) -> str:
    """Return a statement without rows that has the columns of another."""
    return f"SELECT asked.* FROM (\n{sql}\n) AS asked LIMIT 0"  # noqa: S608 - checked


def exceeded_limit(said: str) -> str | None:
    """Return what to say where an error message of the server comes from one of the limits."""
    return next((reason for mark, reason in _REASONS.items() if mark in said), None)


def _with_row_limit(sql: str) -> str:
    # OFFSET 0 has every column computed once; `.*` is the row, even where a column has the name of the subquery.
    return (
        f"SELECT limited.* FROM (SELECT asked.* FROM (\n{sql}\n) AS asked OFFSET 0) AS limited "  # noqa: S608 - checked
        f"WHERE {_fail_unless(f'OCTET_LENGTH(CAST((limited.*) AS TEXT)) <= {ROW}', _ROW)}"
    )


def _limit_list(node: exp.Expr) -> None:
    """Count the bytes of what an aggregate collects, over all groups and lists of the statement.

    The values are written a second time to be counted: the check refuses lists of queries, whose lists would not be.
    """
    sizes = [f"COALESCE(OCTET_LENGTH(CAST({part.sql(dialect='postgres')} AS TEXT)), 0)" for part in _collected(node)]
    size = " + ".join(sizes)
    if isinstance(node, exp.ArrayAgg):
        size = f"({size} + {ELEMENT}) * {ARRAY_COST}"
    # A setting of the transaction is the only state that an expression can keep from row to row.
    counted = f"CAST(CURRENT_SETTING('fingerpost.listed') AS BIGINT) + {size}"
    counted = f"CAST(SET_CONFIG('fingerpost.listed', CAST({counted} AS TEXT), TRUE) AS BIGINT) <= {LISTED}"
    limit = exp.condition(_fail_unless(counted, _LIST), dialect="postgres")
    if isinstance(node.parent, exp.Filter):
        where = node.parent.expression
        # CASE keeps the order: rows that the filter leaves out are not counted.
        where.set("this", exp.Case(ifs=[exp.If(this=where.this, true=limit)], default=exp.false()))
    else:
        _replace(node, lambda inner: exp.Filter(this=inner, expression=exp.Where(this=limit)))


def _collected(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield what an aggregate keeps of each row: values, sort keys, and the separator."""
    value = node.this
    if isinstance(value, exp.Order):
        yield from (ordered.this for ordered in value.expressions)
        value = value.this
    yield from value.expressions if isinstance(value, exp.Distinct) else [value]
    if separator := node.args.get("separator"):
        yield separator


def _grows(node: exp.Expr) -> bool:
    """Return whether the result of a node is to be limited."""
    if isinstance(node, exp.Cast):
        return node.to.this in exp.DataType.TEXT_TYPES and not node.to.expressions
    around = node.parent
    while isinstance(around, (exp.Paren, exp.Tuple)):
        around = around.parent
    # Of a chain of `||` the whole is limited. What is grouped by stays as it is: what is selected must contain it.
    wholes = (exp.DPipe, exp.Group, exp.Rollup, exp.Cube, exp.GroupingSets)
    return not (isinstance(node, exp.DPipe) and isinstance(around, wholes))


def _limit_text(node: exp.Expr) -> None:
    """Have a text that is too long fail, as one that does not fit a column does when it is stored."""
    while isinstance(node.parent, (exp.Filter, exp.Window)) and node.parent.this is node:
        node = node.parent
    # The cast of VARCHAR(n) as a function: with FALSE it fails, where CAST would cut. Its length includes four bytes.
    _replace(node, lambda text: exp.Cast(this=_fitting(text), to=exp.DataType.build("text")))


def _fitting(text: exp.Expr) -> exp.Expr:
    arguments = [text, exp.Literal.number(TEXT + 4), exp.false()]
    called = exp.Anonymous(this=exp.to_identifier("varchar", quoted=True), expressions=arguments)
    return exp.Dot(this=exp.to_identifier("pg_catalog"), expression=called)


def _replace(node: exp.Expr, wrap: Callable[[exp.Expr], exp.Expr]) -> None:
    """Put an expression around a node, in the place of the node."""
    place = node.replace(exp.Null())
    place.replace(wrap(node))


def _fail_unless(condition: str, mark: str) -> str:
    # A literal would be cast, and fail, before the first row; the function is called where the condition is false.
    fail = f"CAST(SET_CONFIG('fingerpost.exceeded', '{mark}', TRUE) AS BOOLEAN)"
    return f"CASE WHEN {condition} THEN TRUE ELSE {fail} END"
