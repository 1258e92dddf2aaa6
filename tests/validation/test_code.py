"""Extraction of code blocks from answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.validation.code_blocks import CodeBlock, fenced_blocks, join_code, split_blocks


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


@pytest.mark.parametrize(
    ("answer", "expected", "around"),
    [
        ("Here:\n```avap\na\n```\nDone.", [CodeBlock("a", "avap")], "Here: Done."),
        ("```a``` and ```b```, too", [CodeBlock("a"), CodeBlock("b")], "and , too"),
        ("｀｀｀avap\na\n｀｀｀", [CodeBlock("a", "avap")], ""),
        ("'''avap\na\n'''", [CodeBlock("a", "avap")], ""),
        ('```python\n"""\na\n"""\n```', [CodeBlock('"""\na\n"""', "python")], ""),
        ("<pre>\na &lt; b\n</pre> done", [CodeBlock("a < b")], "done"),
        ('<pre><code class="language-Avap">a</code></pre>', [CodeBlock("a", "avap")], ""),
        ("<PRE>a", [CodeBlock("a")], ""),
        ("write <code>a &amp; b</code> once", [], "write `a & b` once"),
        ("<pre> </pre> &lt;nothing&gt; &copy=1", [], "<nothing> &copy=1"),
    ],
)
def test_blocks_and_the_text_around_them(answer: str, expected: list[CodeBlock], around: str) -> None:
    blocks, prose = split_blocks(answer)
    assert (blocks, " ".join(prose.split())) == (expected, around)


@given(st.text(alphabet="`~ab\n \t\r", max_size=200))
def test_any_text_is_taken_apart(text: str) -> None:
    lines = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    assert join_code(fenced_blocks(text)).count("\n") <= lines + 2 * len(fenced_blocks(text))
