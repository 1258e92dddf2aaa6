"""Checks SQL before it is run: one SELECT, made of allowed syntax, over allowed tables and columns.

sqlglot parses the statement; every node that is not explicitly allowed is refused. Every column is rewritten with the
table that it was resolved to, so that the database cannot resolve it differently.
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

# What sqlglot warns about is refused here, and its log lines would contain the statement.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

MAX_LENGTH = 10_000
"""Maximum number of characters of a statement, which bounds the cost of parsing."""
MAX_NESTING = 30
"""Maximum nesting of brackets and CASE expressions."""
MAX_DEPTH = 120
"""Maximum depth of the syntax tree: `1+1+1+…` is deep without brackets."""
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_PARSER_BUGS = (AttributeError, TypeError, ValueError, LookupError, AssertionError)
"""Unintended exceptions of sqlglot's parser on some broken statements."""
_OPEN = (TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.CASE)
_CLOSE = (TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.END)


def check_sql(sql: str, dialect: str = "sqlite", allowlist: Allowlist | None = None) -> str:
    """Return the rewritten statement that is safe to run, or raise SqlError with what was refused."""
    known = DIALECTS.get(dialect.lower())
    if known is None:
        raise SqlError(f"{dialect!r} is no dialect that can be checked; choose one of {', '.join(DIALECTS)}")
    if len(sql) > MAX_LENGTH:
        raise SqlError(f"the statement has {len(sql)} characters; {MAX_LENGTH} are allowed")
    allowed = store_allowlist() if allowlist is None else allowlist
    try:
        written = StatementChecker(known, allowed).statement(_parse(sql, known))
        # The rewritten statement is what runs, so it has to pass the check too.
        StatementChecker(known, allowed).statement(_parse(written, known))
    except SqlglotError as error:
        raise SqlError(f"the statement cannot be read as {known}: {_first_error(error)}") from error
    except RecursionError as error:
        raise SqlError("the statement is nested too deeply: split it, or leave brackets out") from error
    return written


def _first_error(error: SqlglotError) -> str:
    faults = getattr(error, "errors", None)
    if faults:
        return f"{faults[0].get('description')} at line {faults[0].get('line')}, column {faults[0].get('col')}"
    return str(error).splitlines()[0]


def _parse(sql: str, dialect: str) -> exp.Expr:
    """Return the syntax tree of the single statement of a text."""
    if not sql.strip():
        raise SqlError("the statement is empty")
    if found := _UNREADABLE.search(sql):
        raise SqlError(f"the statement holds the control character {found[0]!r}")
    _check_tokens(sqlglot.tokenize(sql, dialect=dialect), dialect)
    try:
        trees = [tree for tree in sqlglot.parse(sql, dialect=dialect) if tree is not None]
    except _PARSER_BUGS as error:
        raise SqlError(f"the statement cannot be read as {dialect}: it is broken") from error
    if len(trees) != 1:
        raise SqlError(f"{len(trees)} statements were given; one is run at a time")
    return _check_depth(trees[0])


def _check_tokens(tokens: Sequence[Token], dialect: str) -> None:
    """Refuse what must not be parsed: commands, several statements, executable comments, deep nesting."""
    if all(token.token_type is TokenType.SEMICOLON for token in tokens):
        raise SqlError("the statement is empty: it holds no word, or comments alone")
    # DuckDB accepts FROM first as a whole SELECT.
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
        if nested > MAX_NESTING:
            raise SqlError(f"the statement is nested too deeply: {MAX_NESTING} levels are allowed")


def _check_depth(tree: exp.Expr) -> exp.Expr:
    """Return the tree, or refuse it where it is too deep to be walked."""
    level, depth = [tree], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise SqlError(
                f"the statement is nested too deeply: {MAX_DEPTH} levels are allowed, signs and words included"
            )
        level = [child for node in level for child in node.iter_expressions()]
    return tree
