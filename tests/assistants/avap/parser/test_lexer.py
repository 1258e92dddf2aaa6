"""The lexer: kinds, lines and gaps, and what is never closed."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.lexer import (
    BARE,
    END,
    FENCE,
    HASH,
    NAME,
    NEWLINE,
    NUMBER,
    OP,
    OPEN_COMMENT,
    OPEN_STRING,
    OPEN_TEMPLATE,
    STRING,
    TEMPLATE,
    tokenize,
)


def kinds(code: str) -> list[tuple[str, str]]:
    """Return the tokens without their places, and without the end."""
    *tokens, end = tokenize(code)
    assert end.kind == END
    return [(token.kind, token.text) for token in tokens]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", []),
        ("x1", [(NAME, "x1")]),
        ("$total año", [(NAME, "$total"), (NAME, "año")]),
        ("12 1_000 .5 1.5e-3 0xFF", [(NUMBER, n) for n in ("12", "1_000", ".5", "1.5e-3", "0xFF")]),
        (r'"a \" b"', [(STRING, r'"a \" b"')]),
        ("'it'", [(STRING, "'it'")]),
        ("`a\nb`", [(TEMPLATE, "`a\nb`")]),
        ("a >= b", [(NAME, "a"), (OP, ">="), (NAME, "b")]),
        ("a<>b", [(NAME, "a"), (OP, "<>"), (NAME, "b")]),
        ("x // rest", [(NAME, "x")]),
        ("x /* a */ y", [(NAME, "x"), (NAME, "y")]),
        ("x /* a\nb */ y", [(NAME, "x"), (NEWLINE, "\n"), (NAME, "y")]),
        ("f(/users/*, GET)", [(NAME, "f"), (OP, "("), (BARE, "/users/*"), (OP, ","), (NAME, "GET"), (OP, ")")]),
        ("u = https://a.example/b?c=1", [(NAME, "u"), (OP, "="), (BARE, "https://a.example/b?c=1")]),
        ("# a comment of Python", [(HASH, "# a comment of Python")]),
        ("```avap", [(FENCE, "```avap")]),
    ],
)
def test_a_text_is_cut_into_tokens(code: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(code) == expected


@pytest.mark.parametrize(
    ("code", "kind"),
    [('x = "never', OPEN_STRING), ("x = 'never", OPEN_STRING), ("x = `never", OPEN_TEMPLATE), ("x /* never", OPEN_COMMENT)],
)  # fmt: skip
def test_what_is_never_closed_is_a_token_of_its_own(code: str, kind: str) -> None:
    assert kinds(code)[-1][0] == kind


def test_an_open_string_ends_with_its_line() -> None:
    assert kinds('x = "never\ny')[-2:] == [(NEWLINE, "\n"), (NAME, "y")]


def test_a_token_knows_its_line_and_whether_space_stands_before_it() -> None:
    tokens = tokenize("a b\n`x\ny`\nf(1)")
    assert [(token.text, token.line, token.gap) for token in tokens if token.kind in (NAME, NUMBER)] == [
        ("a", 1, True),
        ("b", 1, True),
        ("f", 4, True),
        ("1", 4, False),
    ]


def test_a_comment_over_lines_counts_them() -> None:
    assert [token.line for token in tokenize("/* one\ntwo\nthree */ x") if token.kind == NAME] == [3]
