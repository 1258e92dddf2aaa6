"""The gate before the database: one SELECT, made of allowed parts, over allowed tables and columns.

sqlglot reads the statement; what it is made of is walked here, and what no list holds is refused. Every column
is written back with the table that it was found in, so that the database cannot find it in another.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

import sqlglot
from sqlglot import Token, TokenType, exp
from sqlglot.errors import SqlglotError

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.sql_rules import DIALECTS
from fingerpost.assistants.agents.analytics.statement_checker import StatementChecker

# What it warns of is refused here, and its lines would hold the statement.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

LENGTH = 10_000
"""Characters of a statement; people write a few hundred, and a reader's work grows with them."""
NESTED = 30
"""Brackets and CASEs within one another."""
DEPTH = 120
"""Levels of the tree: `1+1+1+…` is deep without a bracket."""
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_TRIPPED = (AttributeError, TypeError, ValueError, LookupError, AssertionError)
"""What sqlglot's parser raises of its own accord on some statements that are broken."""
_OPEN = (TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.CASE)
_CLOSE = (TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.END)


def check_sql(sql: str, dialect: str = "sqlite", allowlist: Allowlist | None = None) -> str:
    """Return a statement as it may be run, or raise SqlError with what was refused."""
    known = DIALECTS.get(dialect.lower())
    if known is None:
        raise SqlError(f"{dialect!r} is no dialect that can be checked; choose one of {', '.join(DIALECTS)}")
    if len(sql) > LENGTH:
        raise SqlError(f"the statement has {len(sql)} characters; {LENGTH} are allowed")
    allowed = store_allowlist() if allowlist is None else allowlist
    try:
        written = StatementChecker(known, allowed).statement(_parsed(sql, known))
        # What is run is what was written back, so that is what has to pass.
        StatementChecker(known, allowed).statement(_parsed(written, known))
    except SqlglotError as error:
        raise SqlError(f"the statement cannot be read as {known}: {_first(error)}") from error
    except RecursionError as error:
        raise SqlError("the statement is nested too deeply: split it, or leave brackets out") from error
    return written


def _first(error: SqlglotError) -> str:
    faults = getattr(error, "errors", None)
    if faults:
        return f"{faults[0].get('description')} at line {faults[0].get('line')}, column {faults[0].get('col')}"
    return str(error).splitlines()[0]


def _parsed(sql: str, dialect: str) -> exp.Expr:
    """Return the tree of the one statement that a text holds."""
    if not sql.strip():
        raise SqlError("the statement is empty")
    if found := _UNREADABLE.search(sql):
        raise SqlError(f"the statement holds the control character {found[0]!r}")
    _check_tokens(sqlglot.tokenize(sql, dialect=dialect), dialect)
    try:
        trees = [tree for tree in sqlglot.parse(sql, dialect=dialect) if tree is not None]
    except _TRIPPED as error:
        raise SqlError(f"the statement cannot be read as {dialect}: it is broken") from error
    if len(trees) != 1:
        raise SqlError(f"{len(trees)} statements were given; one is run at a time")
    return _flat(trees[0])


def _check_tokens(tokens: Sequence[Token], dialect: str) -> None:
    """Refuse what should not even be parsed: commands, several statements, comments that run, towers of brackets."""
    if all(token.token_type is TokenType.SEMICOLON for token in tokens):
        raise SqlError("the statement is empty: it holds no word, or comments alone")
    # A FROM that comes first is a whole SELECT in DuckDB.
    starts = {TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN, *([TokenType.FROM] if dialect == "duckdb" else ())}
    if tokens[0].token_type not in starts:
        raise SqlError(f"{tokens[0].text.upper()[:40]} is refused: only SELECT is allowed")
    nested = 0
    ended = False
    for token in tokens:
        if dialect == "mysql" and any(comment.startswith("!") for comment in token.comments):
            raise SqlError("a comment that begins with ! is refused, since MySQL runs it")
        if ended and token.token_type is not TokenType.SEMICOLON:
            raise SqlError(f"a second statement is refused ({token.text.upper()[:40]} …); one is run at a time")
        ended = ended or token.token_type is TokenType.SEMICOLON
        nested += (token.token_type in _OPEN) - (token.token_type in _CLOSE)
        if nested > NESTED:
            raise SqlError(f"the statement is nested too deeply: {NESTED} levels are allowed")


def _flat(tree: exp.Expr) -> exp.Expr:
    """Return a tree that is not too deep to be walked."""
    level, depth = [tree], 0
    while level:
        depth += 1
        if depth > DEPTH:
            raise SqlError(f"the statement is nested too deeply: {DEPTH} levels are allowed, signs and words included")
        level = [child for node in level for child in node.iter_expressions()]
    return tree
