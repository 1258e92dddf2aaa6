"""ExpressionParser: expressions and arguments, what they take for foreign, and what they only warn of."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.expressions import ExpressionParser, StatementError
from fingerpost.assistants.avap.parser.lexer import tokenize
from fingerpost.assistants.avap.parser.statement_extent import statement_extent
from fingerpost.assistants.avap.parser.suggest import CallableNames


def values(code: str, **arities: set[int]) -> ExpressionParser:
    """Return a reader of these tokens; the functions of the program with their numbers of parameters."""
    reader = ExpressionParser(CallableNames(arities), frozenset(), arities)
    found = statement_extent(tokenize(code), 0, ())
    assert not found.wrong
    reader.tokens, reader.match = found.own, found.match
    return reader


def whole(code: str, **arities: set[int]) -> ExpressionParser:
    """Read the text as one expression."""
    reader = values(code, **arities)
    reader.full_expression(0, len(reader.tokens))
    return reader


@pytest.mark.parametrize(
    "code",
    ["1", "-a", "a + b * (c - 1)", "a and not b", "a not in b", "x if a else y", "a[0]['k']", "[1, [2]]", "[{'a': 1}]",
     "str(a) + 'x'", "a.upper()", "`t`", "a is not None", "2 ** -1", "encodeMD5('x')"],
)  # fmt: skip
def test_expressions_are_read_to_their_end(code: str) -> None:
    assert whole(code).faults == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("a && b", "write 'and' for '&&'"),
        ("a || b", "write 'or' for '||'"),
        ("!a", "write 'not' for '!'"),
        ("a === b", "write '==' for '==='"),
        ("a ? b : c", "write 'a if condition else b'"),
        ("lambda x", "AVAP has no lambda"),
        ("new Date", "AVAP has no objects to make"),
        ("1 +", ""),
        ("a b", ""),
    ],
)
def test_what_is_no_expression_is_refused_with_the_remedy(code: str, said: str) -> None:
    with pytest.raises(StatementError) as refused:
        whole(code)
    assert said in refused.value.message
    assert refused.value.message


def test_a_function_of_the_program_takes_its_own_number_of_arguments() -> None:
    assert whole("f(1, 2)", f={2}).faults == []
    [fault] = whole("f(1)", f={2}).faults
    assert "'f'" in fault.message


def test_a_command_as_a_value_may_leave_its_target_out() -> None:
    assert whole("encodeMD5(a, b)").faults == []
    [fault] = whole("encodeMD5(a, b, c)").faults
    assert "'encodeMD5' takes 2 arguments, not 3: write encodeMD5(source, T)" in fault.message


def test_a_name_that_is_nearly_a_command_is_suggested() -> None:
    assert values("x").unknown_message("getSHA256") == "unknown command 'getSHA256' — did you mean 'encodeSHA256'?"


def test_arguments_may_be_bare_words_where_expressions_may_not() -> None:
    reader = values("it is a new order")
    reader.argument(0, len(reader.tokens))
    assert reader.faults == []
    with pytest.raises(StatementError):
        whole("it is a new order")


def test_the_arguments_of_a_call_are_split_at_its_own_commas() -> None:
    reader = values("f(a, [1, 2], g(b, c))")
    assert ["".join(token.text for token in reader.tokens[a:b]) for a, b in reader.split(1)] == ["a", "[1,2]", "g(b,c)"]


def test_brackets_within_brackets_have_an_end() -> None:
    with pytest.raises(StatementError):
        whole("(" * 200 + "1" + ")" * 200)
