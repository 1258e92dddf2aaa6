"""The statements of programs: arguments, conditions, loops, and the lines that close their blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.avap.compose import FOLDER
from fingerpost.assistants.avap.parser import check
from fingerpost.assistants.avap.statements import statements
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.validators import CodeStatement

PROGRAM = """addParam("id", id) // the key
total = 0
startLoop(i, 1, 10)
    if(i, 5, ">=")
        total = total + len([i, 2])
    end()
endLoop()
if(None, None, "total + 1 <= 8")
    addVar(texts, ["a, b", `c(${id}`])
end()
task = go(calculate, id, total)"""


def test_statements_have_their_arguments_and_blocks() -> None:
    assert statements(PROGRAM) == [
        CodeStatement(1, "addParam", ('"id"', "id")),
        CodeStatement(2, sets="total", value="0"),
        CodeStatement(3, "startLoop", ("i", "1", "10"), counts=("i", "1", "10"), block_end=7),
        CodeStatement(4, "if", ("i", "5", '">="'), condition="i >= 5", block_end=6),
        CodeStatement(5, sets="total", value="total + len([i, 2])"),
        CodeStatement(6, "end"),
        CodeStatement(7, "endLoop"),
        CodeStatement(8, "if", ("None", "None", '"total + 1 <= 8"'), condition="total + 1 <= 8", block_end=10),
        CodeStatement(9, "addVar", ("texts", '["a, b", `c(${id}`]')),
        CodeStatement(10, "end"),
        CodeStatement(11, "go", ("calculate", "id", "total"), sets="task", value="go(calculate, id, total)"),
    ]


def test_functions_have_their_name_and_parameters() -> None:
    head, given_back = statements("function net(price, rate){\n    return(price * rate)\n}")
    assert (head.command, head.arguments, head.block_end) == ("function", ("net", "price", "rate"), 3)
    assert (given_back.command, given_back.arguments) == ("return", ("price * rate",))
    assert statements("function f(){\n    return x\n}")[1].arguments == ("x",)


def test_half_a_program_has_statements_too() -> None:
    assert [one.command for one in statements("end()\nendLoop()\n}\naddResult(x)")] == ["end", "endLoop", "addResult"]


def test_every_example_of_the_pages_is_taken_apart() -> None:
    blocks = [block.code for page in sorted((FOLDER / "knowledge").rglob("*.md"))
              for block in fenced_blocks(page.read_text(encoding="utf-8")) if block.language == "avap"]  # fmt: skip
    sound = [code for code in blocks if check(code).valid]
    assert len(sound) > 80
    for code in sound:
        opened = [one for one in statements(code) if one.command in ("if", "try", "startLoop")]
        assert all(one.block_end > one.line for one in opened), code


@pytest.mark.parametrize("code", ["", "\n\n", "x", "x =", "f(", "if(,,)", "function", "return", "}", "{", "\0"])
def test_anything_can_be_read(code: str) -> None:
    assert isinstance(statements(code), list)


@given(st.text(alphabet='abif(){}[],=\n "`/startLoop', max_size=60))
def test_nothing_fails(code: str) -> None:
    statements(code)
