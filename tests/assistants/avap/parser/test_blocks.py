"""Blocks, without any text: what opens, parts and closes them, and which line a fault is told on."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.blocks import CLOSE, OPEN, PART, RETURN, BlockEvent, ParseFault, check_blocks


def events(*words: str) -> list[BlockEvent]:
    """Return one event a line: `if`, `else`, `end`, `return`, …; a `?` behind it means that it is not certain."""
    kinds = {"else": PART, "exception": PART, "end": CLOSE, "endLoop": CLOSE, "}": CLOSE, "return": RETURN}
    return [
        BlockEvent(kinds.get(name, OPEN), name, line, certain=not word.endswith("?"), brace=name == "function")
        for line, word in enumerate(words, 1)
        for name in [word.removesuffix("?")]
    ]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("if", "end"),
        ("if", "else", "end"),
        ("try", "exception", "end"),
        ("startLoop", "if", "end", "endLoop"),
        ("function", "return", "}"),
        ("function", "if", "return", "end", "}"),
        ("if?", "end"),
    ],
)
def test_blocks_that_are_closed_have_no_fault(words: tuple[str, ...]) -> None:
    assert check_blocks(events(*words), cut_short=False) == []


@pytest.mark.parametrize(
    ("words", "line", "message"),
    [
        (("if",), 1, "'if' opened here is never closed: end() is missing"),
        (("startLoop", "if", "end"), 1, "'startLoop' opened here is never closed: endLoop() is missing"),
        (("startLoop", "if", "endLoop"), 2, "'if' opened here is never closed: end() is missing"),
        (("function", "return"), 1, "'function' opened here is never closed: '}' is missing"),
        (("return",), 1, "return outside a function"),
        (("end",), 1, "end()"),
        (("if", "end", "end"), 3, "end()"),
        (("else",), 1, "else()"),
        (("if", "else", "else", "end"), 3, "else()"),
        (("exception",), 1, "exception"),
    ],
)
def test_a_fault_is_told_on_the_line_that_made_it(words: tuple[str, ...], line: int, message: str) -> None:
    [fault] = check_blocks(events(*words), cut_short=False)
    assert fault.line == line
    assert message in fault.message


def test_a_program_that_is_cut_short_misses_nothing_at_its_end() -> None:
    assert check_blocks(events("if", "startLoop"), cut_short=True) == []
    assert check_blocks(events("if", "startLoop"), cut_short=False) == [
        ParseFault(2, "'startLoop' opened here is never closed: endLoop() is missing"),
        ParseFault(1, "'if' opened here is never closed: end() is missing"),
    ]


def test_what_is_not_certain_brings_no_fault_of_its_own() -> None:
    assert check_blocks(events("if?"), cut_short=False) == []
    assert check_blocks(events("end?"), cut_short=False) == []
