"""The grammar: what each line is parse as, one fault a line, and where a program is cut short."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.blocks import CLOSE, OPEN, PART, RETURN
from fingerpost.assistants.avap.parser.grammar import ParsedProgram, parse
from fingerpost.assistants.avap.parser.lexer import tokenize


def program(code: str) -> ParsedProgram:
    return parse(tokenize(code))


def test_lines_are_told_as_what_they_do_to_the_blocks() -> None:
    found = program('function f(a){\nif(a, 1, "=")\nreturn(a)\nelse()\nend()\n}\nstartLoop(i, 0, 3)\nendLoop()')
    assert found.faults == []
    assert [(event.kind, event.name, event.line) for event in found.events] == [
        (OPEN, "function", 1),
        (OPEN, "if", 2),
        (RETURN, "return", 3),
        (PART, "else", 4),
        (CLOSE, "end", 5),
        (CLOSE, "}", 6),
        (OPEN, "startLoop", 7),
        (CLOSE, "endLoop", 8),
    ]


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ("addVar(x, 1)\nsetVariable(x, 1)", 2, "did you mean 'addVar'?"),
        ("addParam(x)", 1, "'addParam' takes 2 arguments, not 1: write addParam(parameter, T)"),
        ("\n\nx = 1 +", 3, "a value is missing after '+'"),
        ("ADDVAR(x, 1)", 1, "names are case-sensitive: write addVar"),
        ("for i in range(3):", 1, "startLoop"),
    ],
)
def test_a_faulty_statement_has_one_fault_on_its_line(code: str, line: int, said: str) -> None:
    [fault] = program(code).faults
    assert fault.line == line
    assert said in fault.message


def test_reading_goes_on_behind_a_fault() -> None:
    assert [fault.line for fault in program("foo(1)\naddVar(x, 1)\nbar(2)").faults] == [1, 3]


def test_a_foreign_loop_opens_a_block_that_is_not_certain() -> None:
    [event] = program("while x:").events
    assert (event.kind, event.name, event.certain) == (OPEN, "startLoop", False)


def test_what_a_comment_swallows_cuts_the_program_short() -> None:
    assert program("addVar(x, 1)\n/* never closed").cut_short
    assert not program("addVar(x, 1)\n/* closed */").cut_short
