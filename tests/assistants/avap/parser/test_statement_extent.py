"""Where a statement ends, and which bracket or quote it leaves open."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.lexer import tokenize
from fingerpost.assistants.avap.parser.statement_extent import SWALLOWED, StatementExtent, statement_extent


def taken(code: str, *callable_names: str) -> StatementExtent:
    """Take the first statement of a program."""
    return statement_extent(tokenize(code), 0, callable_names)


def text(found: StatementExtent) -> str:
    """Return the tokens of a statement, close together."""
    return "".join(token.text for token in found.own)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("addVar(x, 1)\naddVar(y, 2)", "addVar(x,1)"),
        ("addVar(\n  x,\n  1\n)\ny", "addVar(x,1)"),
        ("x = 1 +\n2", "x=1+"),
        ("x = (1 +\n2)\ny", "x=(1+2)"),
        ("function f(a) {\nreturn(a)\n}", "functionf(a)"),
        ("x = {'a': 1}\ny", "x={'a':1}"),
        ("return(a) }", "return(a)"),
        ("x // rest\ny", "x"),
    ],
)
def test_a_statement_ends_with_its_line_or_its_brackets(code: str, expected: str) -> None:
    found = taken(code)
    assert text(found) == expected
    assert found.wrong == ""


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("addVar(x, 1", "'(' is never closed: ')' is missing"),
        ("x = [1, 2", "'[' is never closed: ']' is missing"),
        ("addVar(x, 1))", "')' closes nothing: its '(' is missing"),
        ("x = (1]", "']' closes nothing: its '[' is missing"),
        ('x = "a', 'the quote " is never closed'),
        ("x = `a", "the template string is never closed: its second backquote is missing"),
        ("addVar(x, /* 1)", SWALLOWED),
        ("x = {\n'a': 1\n}", "AVAP has no object over several lines"),
    ],
)
def test_what_is_wrong_with_its_brackets_is_told(code: str, wrong: str) -> None:
    assert taken(code).wrong.startswith(wrong)


def test_a_call_on_the_next_line_shows_that_a_bracket_was_forgotten() -> None:
    code = "addVar(x,\naddResult(x)\n"
    assert text(taken(code, "addResult")) == "addVar(x,"
    assert text(taken(code)) == "addVar(x,addResult(x)"


def test_brackets_are_matched_by_their_places() -> None:
    assert taken("f(a, [1, 2])").match == {4: 8, 1: 9}


def test_what_comes_after_is_where_the_next_statement_begins() -> None:
    tokens = tokenize("f(a)\ng(b)")
    after = statement_extent(tokens, 0, ()).after
    assert tokens[after].text == "\n"
    assert text(statement_extent(tokens, after + 1, ())) == "g(b)"
