"""Extraction of code blocks from answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.validation.code_blocks import CodeBlock, code_digest, extract_code, fenced_blocks, join_code


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Here:\n```avap\naddVar(x, 1)\n```\nDone.", [CodeBlock("addVar(x, 1)", "avap")]),
        ("```\na\nb\n```", [CodeBlock("a\nb", "")]),
        (
            "one\n~~~sql\nselect 1\n~~~\ntwo\n```python\nx = 1\n```",
            [CodeBlock("select 1", "sql"), CodeBlock("x = 1", "python")],
        ),
        ("never closed\n```avap\naddVar(x, 1)\naddResult(x)", [CodeBlock("addVar(x, 1)\naddResult(x)", "avap")]),
        ("````avap\n```\ninner\n```\n````", [CodeBlock("```\ninner\n```", "avap")]),
        ("a list:\n  ```avap\n  addVar(x, 1)\n  ```", [CodeBlock("  addVar(x, 1)", "avap")]),
        ("crlf\r\n```avap\r\naddVar(x, 1)\r\n```\r\n", [CodeBlock("addVar(x, 1)", "avap")]),
        ("```avap\n\n```", []),
        ("Here is the code: ```avap\naddVar(x, 1)\n```\nIt sets x.", [CodeBlock("addVar(x, 1)", "avap")]),
        ("1. ```avap\naddVar(x, 1)\n```\nIt sets x.", [CodeBlock("addVar(x, 1)", "avap")]),
        ("> ```avap\n> addVar(x, 1)\n> ```", [CodeBlock("addVar(x, 1)", "avap")]),
        ("```addResult(a)```\nThis returns a.", [CodeBlock("addResult(a)")]),
        ("cr only\r```avap\raddVar(x, 1)\r```\r", [CodeBlock("addVar(x, 1)", "avap")]),
        ("only words, and `addVar` in between", []),
    ],
)
def test_fenced_pieces(answer: str, expected: list[CodeBlock]) -> None:
    assert fenced_blocks(answer) == expected


def test_an_answer_without_fences_counts_where_it_is_nothing_but_code() -> None:
    assert extract_code("addVar(x, 1)", "avap", lambda text: text.startswith("addVar")) == [CodeBlock("addVar(x, 1)")]
    assert extract_code("I would use addVar.", "avap", lambda text: text.startswith("addVar")) == []
    assert extract_code("addVar(x, 1)") == []


def test_samples_in_another_language_are_no_part_of_the_code() -> None:
    answer = "```avap\naddVar(x, 1)\n```\nIt answers\n```json\n{}\n```\ntry\n```bash\ncurl x\n```"
    assert extract_code(answer, "avap") == [CodeBlock("addVar(x, 1)", "avap")]
    assert extract_code("```python\nprint(1)\n```", "avap") == [CodeBlock("print(1)", "python")], (
        "foreign code is checked"
    )
    assert len(extract_code(answer)) == 3


def test_a_digest_names_the_code_and_not_the_space_around_it() -> None:
    assert code_digest(" addVar(x, 1)\n") == code_digest("addVar(x, 1)") != code_digest("addVar(x, 2)")
    assert code_digest("  \n") == ""


@given(st.text(alphabet="`~ab\n \t\r", max_size=200))
def test_any_text_is_taken_apart(text: str) -> None:
    lines = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    assert join_code(fenced_blocks(text)).count("\n") <= lines + 2 * len(fenced_blocks(text))
