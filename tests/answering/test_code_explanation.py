"""Code explained line by line: arguments by their pages, bounds, conditions, and runs of the same command."""

from __future__ import annotations

import pytest

from fingerpost.answering.code_explanation import CommandPage, command_page, explained, in_another_language
from fingerpost.types import Passage
from fingerpost.validation.validators import CodeStatement

LOOP = (
    Passage("startLoop.md", "startLoop: repeat lines", "It counts. See `loops`.\n\nSyntax\n\n```text\nstartLoop(counter, from,"
            " to)\n```\n\nArguments\n\n- `counter`: the variable with the number.\n- `to`: the last number. It is included.", 0),
    Passage("startLoop.md", "startLoop: repeat lines › Notes", "- `from`, like `to`, is a number.", 1),
)  # fmt: skip
RESULT = CommandPage("send a variable", {"variable": "what to send"}, "en")


def lines(*statements: CodeStatement, language: str = "en") -> list[str]:
    pages = {"startLoop": command_page("startLoop", LOOP), "addResult": RESULT, "if": CommandPage("test", {}, "en")}
    return list(explained(statements, pages, language))


def test_a_page_tells_the_arguments_of_its_signature_in_their_order() -> None:
    page = command_page("startLoop", LOOP)
    assert (page.title, page.language) == ("repeat lines", "en")
    assert page.arguments == {
        "counter": "the variable with the number",
        "from": "like `to`, is a number",
        "to": "the last number. It is included",
    }


def test_a_long_text_on_an_argument_is_cut_after_its_first_sentence() -> None:
    long = Passage(
        "a.md",
        "a: b",
        "a(x)\n\n- `x`: what to store: a number, a text, or whatever else there may be in it or around it.",
    )
    assert command_page("a", [long]).arguments == {"x": "what to store"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "- line 1: `startLoop`: repeat lines; `i` goes from `1` to `10`, 10 rounds; up to line 3; `counter` = `i`",
        ),
        (
            "es",
            "- línea 1: `startLoop`: repeat lines; `i` va de `1` a `10`, 10 vueltas; hasta la línea 3; `counter` = `i`",
        ),
        (
            "pt",
            "- linha 1: `startLoop`: repeat lines; `i` vai de `1` a `10`, 10 voltas; até a linha 3; `counter` = `i`",
        ),
    ],
)
def test_a_loop_has_its_bounds_and_its_block(language: str, said: str) -> None:
    values = ("i", "1", "10")
    (line,) = lines(CodeStatement(1, "startLoop", values, counts=values, block_end=3), language=language)
    assert line.startswith(said)
    assert line.endswith("`to` = `10` (the last number. It is included)")


def test_rounds_are_counted_only_of_numbers() -> None:
    for end in ("last", "0"):
        (line,) = lines(CodeStatement(1, "startLoop", ("i", "1", end), counts=("i", "1", end)))
        assert "rounds" not in line


def test_a_condition_is_told_in_place_of_its_arguments() -> None:
    assert lines(CodeStatement(2, "if", ("a", "1", "=="), condition="a == 1", block_end=4)) == [
        "- line 2: `if`: test; only when `a == 1`; up to line 4"
    ]


def test_statements_in_a_row_are_one_line_and_an_argument_is_explained_once() -> None:
    found = lines(
        CodeStatement(5, "addResult", ("total",)), CodeStatement(6, "addResult", ("n",)),
        CodeStatement(9, "addResult", ("`${n}`",)),
    )  # fmt: skip
    assert found == [
        "- lines 5 to 6: `addResult`: send a variable; `variable` = `total`, `n` (what to send)",
        "- line 9: `addResult`: send a variable; `variable` = `` `${n}` ``",
    ]


def test_the_last_argument_of_a_signature_may_stand_for_several() -> None:
    (line,) = lines(CodeStatement(1, "addResult", ("a", "b", "c")))
    assert "`variable` = `a`, `b`, `c`" in line


def test_what_an_assignment_sets_is_told() -> None:
    assert lines(CodeStatement(1, sets="x", value="a + 1")) == ["- line 1: sets the variable `x`: `a + 1`"]
    assert lines(CodeStatement(1, "addResult", ("a",), sets="x", value="addResult(a)")) == [
        "- line 1: sets the variable `x`; `addResult`: send a variable; `variable` = `a` (what to send)"
    ]
    assert lines(CodeStatement(1, "unknown", ("a",))) == []


def test_an_explanation_in_another_language_is_marked() -> None:
    assert in_another_language({"a": RESULT}, "en") == ""
    assert in_another_language({"a": RESULT}, "es") == "en inglés"
    assert in_another_language({}, "pt") == ""
