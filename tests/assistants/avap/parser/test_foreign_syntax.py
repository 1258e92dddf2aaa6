"""Lines of other languages: recognised, explained, and what they do to the blocks."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.foreign_syntax import PROSE, explain_foreign
from fingerpost.assistants.avap.parser.lexer import tokenize


def explained(line: str, brace: bool = False) -> tuple[str, ...]:
    found = explain_foreign(tokenize(line)[:-1], brace)
    assert found is not None
    return tuple(found)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import os", "AVAP has no imports"),
        ("from os import path", "AVAP has no imports"),
        ("print x", "addResult"),
        ("<p>hello</p>", "HTML or PHP is no AVAP"),
        ("@app.route", "AVAP has no decorators"),
        ("$ ls", "a shell command is no AVAP"),
        ("raise ValueError", "AVAP raises no errors"),
        ("throw x", "AVAP raises no errors"),
        ("switch x", "AVAP has no switch"),
    ],
)
def test_a_line_is_told_where_it_comes_from(line: str, said: str) -> None:
    assert said in explained(line)[0]


@pytest.mark.parametrize(
    ("line", "brace", "opens", "parts"),
    [
        ("if x == 1:", False, "if", ""),
        ("if (x == 1)", True, "if", ""),
        ("else:", False, "", "else"),
        ("for i in range(3):", False, "startLoop", ""),
        ("while x:", False, "startLoop", ""),
        ("def f(a):", False, "function", ""),
        ("class A", True, "function", ""),
        ("except ValueError:", False, "", "exception"),
    ],
)
def test_a_line_of_another_language_still_opens_its_block(line: str, brace: bool, opens: str, parts: str) -> None:
    assert explained(line, brace)[1:3] == (opens, parts)


def test_a_loop_is_written_out_with_its_own_names() -> None:
    assert "startLoop(i, 0, 3) … endLoop(); the last number counts too" in explained("for i in range(3):")[0]


def test_a_list_item_is_prose() -> None:
    assert explain_foreign(tokenize("- first do this")[:-1], brace=False) == PROSE
    assert explain_foreign(tokenize("addVar(x, 1)")[:-1], brace=False) is None
