"""Pieces of code in any wrapping, and prose that is none."""

from __future__ import annotations

import json

import pytest

from fingerpost.audit.code_pieces import MAX_PIECES, all_pieces, code_pieces

CODE = 'addParam("name", who)\nx = who + "!"\naddResult(x)'
WRAPPED = {
    "fence": f"Here:\n```avap\n{CODE}\n```\nDone.",
    "bare": f"Here it is.\n\n{CODE}",
    "indented": "\n".join(f"    {line}" for line in CODE.splitlines()),
    "quote": "\n".join(f"> {line}" for line in CODE.splitlines()),
    "list": "\n".join(f"{i}. `{line}`" for i, line in enumerate(CODE.splitlines(), 1)),
    "html": "<pre><code>" + CODE.replace('"', "&quot;") + "</code></pre>",
    "json": json.dumps({"answer": CODE}),
    "other line breaks": CODE.replace("\n", "\x0b"),
    "html line breaks": CODE.replace("\n", "<br/>"),
    "invisible characters": CODE.replace("add", "a\u200bdd"),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_the_program_is_found_in_every_wrapping_and_known_by_its_pieces(name: str) -> None:
    found = code_pieces(WRAPPED[name])
    assert found
    assert found <= all_pieces(CODE), "what the parser saw"
    assert not found <= all_pieces("addResult(other)"), "saboteur: the parser saw other code"


def test_a_call_inside_a_sentence_is_a_piece() -> None:
    assert code_pieces("First call `addVar(total, 5)`, then send it.") == all_pieces("addVar(total, 5)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The command takes a variable and a value (both are required).",
        "Use the parameter(s) that you need; nothing else is changed here.",
        "It works as follows: first the list is read, then each item is sent.",
        "{\n}",
    ],
)
def test_prose_is_no_code(text: str) -> None:
    assert code_pieces(text) == frozenset()


def test_the_pieces_of_a_long_text_are_bounded() -> None:
    assert len(code_pieces("\n".join(f"addVar(x{i}, {i})" for i in range(2 * MAX_PIECES)))) == MAX_PIECES


def test_what_a_diff_takes_away_is_not_sent() -> None:
    diff = "@@ -1 +1 @@\n-addVar(x, 1)\n+addResult(a)"
    assert code_pieces(diff) == code_pieces("addResult(a)")
    assert code_pieces("-addVar(x, 1)") == code_pieces("addVar(x, 1)"), "only in a diff"
