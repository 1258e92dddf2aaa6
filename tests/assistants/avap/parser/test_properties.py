"""Properties of the AVAP parser on any text: it never raises, reports existing lines, and works in linear time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost.assistants.avap import parser
from fingerpost.assistants.avap.parser import check
from tests.conftest import examples

FOLDER = str(Path(parser.__file__).parent)
CLOSERS = frozenset({"end()", "endLoop()", "}"})

LEAVES = (
    "addVar(x, 1)",
    'addParam("id", id) // the caller',
    "RequestGet(https://a.example/b//c, , , r)",
    'ormDirect("SELECT * FROM t WHERE id = 1", r)',
    "x = [1, (2 + y) * 3][0] if y else `a, ${x}`",
    "/* one, (two */ addResult(x)",
    "h = encodeSHA256('it\\'s')",
    "",
)
SOUP = ("if", "else", "end", "endLoop", "try", "exception", "startLoop", "function", "return", "f", "x", "1", "(", ")", "{", "}",
        "[", "]", ",", "=", "==", '"', "'", "`", "//", "/*", "*/", "\n", "\n", " ", ";", ":", "#", "=>", "for", "in", "range",
        "def", "await", "$", "\\", "```", "addVar(x, 1)", 'if(x, 1, "=")', "end()", "endLoop()", "http://a//b", ".")  # fmt: skip


def _indent(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _blocks(bodies: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    """Generate nested and consecutive blocks."""
    return st.one_of(
        bodies.map(lambda a: ['if(x, 1, "=")', *_indent(a), "end()"]),
        st.tuples(bodies, bodies).map(lambda p: ["if (x, y, in)", *_indent(p[0]), "else()", *_indent(p[1]), "end()"]),
        bodies.map(lambda a: ["startLoop(i, 0, 3)", *_indent(a), "endLoop()"]),
        st.tuples(bodies, bodies).map(lambda p: ["try()", *_indent(p[0]), "exception(e)", *_indent(p[1]), "end()"]),
        st.tuples(bodies, bodies).map(lambda p: ["try()", *_indent(p[0]), "e = exception()", *_indent(p[1]), "end()"]),
        bodies.map(lambda a: ["function f(a, b){", *_indent(a), "  return(a + b)", "}"]),
        st.tuples(bodies, bodies).map(lambda p: [*p[0], "x = f(1, 2)", *p[1], "function f(a, b){ return(a) }"]),
    )


PROGRAMS = st.recursive(st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3), _blocks, max_leaves=8).map(
    lambda lines: [*lines, "function f(a, b){ return(b) }"]
)


def _holds(code: str) -> None:
    """Assert the properties of every report."""
    checked = check(code)
    last = code.count("\n") + 1
    lines = [fault.line for fault in checked.trace]
    assert checked.valid is (not lines)
    assert lines == sorted(lines)
    assert all(1 <= fault.line <= last and fault.message for fault in (*checked.trace, *checked.warnings))
    assert len(checked.text.split("\n")) == max(1, len(lines))


@given(st.text(max_size=300))
@settings(deadline=None)
def test_any_text_is_checked(code: str) -> None:
    _holds(code)


@given(st.lists(st.sampled_from(SOUP), max_size=60), st.sampled_from(["", " "]))
@settings(max_examples=examples(400), deadline=None)
def test_any_mixture_of_words_and_signs_is_checked(pieces: list[str], between: str) -> None:
    _holds(between.join(pieces))


@given(PROGRAMS)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_program_built_from_the_grammar_is_sound(lines: list[str]) -> None:
    assert check("\n".join(lines)).text == ""


@given(PROGRAMS, st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_without_one_of_its_closers_no_program_is_sound(lines: list[str], data: st.DataObject) -> None:
    """Also the saboteur of the test above: damaged programs are not all valid."""
    closers = [at for at, line in enumerate(lines) if line.strip() in CLOSERS]
    if closers:
        at = data.draw(st.sampled_from(closers))
        checked = check("\n".join(lines[:at] + lines[at + 1 :]))
        assert not checked.valid
        assert any("is never closed" in fault.message for fault in checked.trace)
        assert checked.trace[0].line <= at


@given(PROGRAMS, st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_wrong_closer_is_the_only_fault_and_on_its_line(lines: list[str], data: st.DataObject) -> None:
    closers = [at for at, line in enumerate(lines) if line.strip() in CLOSERS]
    if closers:
        at = data.draw(st.sampled_from(closers))
        lines[at] = data.draw(st.sampled_from(sorted(CLOSERS - {lines[at].strip()})))
        assert [fault.line for fault in check("\n".join(lines)).trace] == [at + 1]


@given(PROGRAMS, st.data())
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_program_is_checked(lines: list[str], data: st.DataObject) -> None:
    """Drop, double or swap a line or a character."""
    whole = data.draw(st.booleans())
    parts = [line + "\n" for line in lines] if whole else list("\n".join(lines))
    at = data.draw(st.integers(0, len(parts) - 1))
    harms: list[Callable[[], list[str]]] = [
        lambda: parts[:at] + parts[at + 1 :],
        lambda: parts[: at + 1] + parts[at:],
        lambda: [*parts[:at], *parts[at : at + 2][::-1], *parts[at + 2 :]],
    ]
    _holds("".join(data.draw(st.sampled_from(harms))()))


def _steps(code: str) -> int:
    """Return the number of parser lines executed for a text."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(FOLDER):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        check(code)
    finally:
        sys.settrace(before)
    return count


SHAPES: dict[str, Callable[[int], str]] = {
    "open parentheses": lambda n: "(" * n,
    "nested parentheses": lambda n: "x = " + "(" * n + "1" + ")" * n,
    "nested lists": lambda n: "x = " + "[" * n + "]" * n,
    "flat lists": lambda n: "x = [" + "[1]," * n + "]",
    "commas": lambda n: "addVar(" + "," * n + ")",
    "quotes": lambda n: "'\"`" * n,
    "open quotes on lines": lambda n: "x = 'a\n" * n,
    "open templates on lines": lambda n: "x = `a\n" * n,
    "escaped templates": lambda n: "\\`a" * n,
    "names": lambda n: "a " * n,
    "dots": lambda n: "a." * n,
    "open calls on lines": lambda n: "addVar(x,\n" * n,
    "open calls that go on": lambda n: "f(\n" * n,
    "blank lines in a bracket": lambda n: "f(" + "\n" * n + "x",
    "comments": lambda n: "/* a */ // b\n" * n,
    "nested blocks": lambda n: "if(x, 1, =)\n" * n + "end()\n" * n,
    "open blocks": lambda n: "startLoop(i, 0, 1)\nif(x, 1, =)\n" * n,
    "wrong closers": lambda n: "if(x, 1, =)\n" * n + "endLoop()\n" * n,
    "swapped closers": lambda n: "startLoop(i, 0, 1)\nif(x, 1, =)\n" * n + "endLoop()\nend()\n" * n,
    "stray closers": lambda n: "end()\nendLoop()\n}\n" * n,
    "stray parts": lambda n: "try()\n" * n + "else()\n" * n,
    "open functions": lambda n: "function f(){\n" * n + "end()\n" * n,
    "foreign blocks": lambda n: "for (;;) {\n" * n + "else()\n" * n + "}\n" * n,
    "statements on a line": lambda n: "x = 1 " * n,
    "unknown names": lambda n: "".join(f"q{i}z()\n" for i in range(n)),
    "own functions": lambda n: "".join(f"function q{i}z(){{ w{i}() }}\n" for i in range(n)),
    "ternaries": lambda n: "x = " + "a if b else " * n + "c",
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_twice_the_text_takes_at_most_twice_the_steps(shape: Callable[[int], str]) -> None:
    """Measured from a size at which bounded work has reached its bound."""
    assert _steps(shape(400)) <= 2.1 * _steps(shape(200)) + 500


def test_the_count_of_steps_sees_quadratic_work() -> None:
    """The saboteur: checking a text again from each of its lines fails the same measure."""

    def again(n: int) -> int:
        return sum(_steps("x = 1\n" * i) for i in range(0, n, 10))

    assert again(160) > 2.1 * again(80) + 500


@pytest.mark.parametrize("piece", ["([{", "'a\" ", "`", "a", "\r\n\t    ", 'if(None, None, "x > 1")\n', "/*"])
def test_a_long_text_of_anything_is_checked(piece: str) -> None:
    checked = check(piece * (200_000 // len(piece)))
    assert checked.valid is piece.isspace()
