"""Examples of a packed routebook: their lines, and edits that add, remove, move, or are refused."""

from __future__ import annotations

import json

import pytest

from fingerpost.errors import MessageError
from fingerpost.routebook.example_rows import (
    MAX_CHARACTERS,
    MAX_LINES,
    ExampleChange,
    edit_examples,
    example_rows,
)
from fingerpost.types import Example

ROUTES = ["refund", "shipping"]
LINES = [
    '{"text": "I want my money back", "route": "refund", "lang": "en"}',
    "",
    '{"text": "¿Dónde está mi paquete?", "route": "shipping"}',
    '{"text": "and then?", "route": "refund", "after": "refund"}',
]


def packed(*lines: str) -> str:
    return json.dumps({"examples.jsonl": "\n".join(lines) + "\n", "routebook.toml": "x"})


def lines_of(text: str) -> list[str]:
    content: str = json.loads(text)["examples.jsonl"]
    return content.split("\n")


def test_examples_have_the_lines_of_their_file() -> None:
    examples = [
        Example("I want my money back", "refund"),
        Example("¿Dónde está mi paquete?", "shipping"),
        Example("and then?", "refund", "refund"),
    ]
    assert [row.line for row in example_rows(packed(*LINES), examples)] == [1, 3, 4]
    assert [row.line for row in example_rows(packed(*LINES), examples[:2])] == [None, None], "not those of others"
    assert [row.line for row in example_rows(None, examples)] == [None] * 3


def test_lines_that_are_not_touched_stay_as_they_are() -> None:
    change = ExampleChange("refund", ["  give me\tit back ", "", "GIVE me it back"], ["I want my money back"])
    edited = edit_examples(packed(*LINES), [change], ROUTES)
    assert lines_of(edited.packed) == ["", LINES[2], LINES[3], '{"text": "give me it back", "route": "refund"}', ""]
    assert edited[1:] == (1, 1, 0, 0)
    assert json.loads(edited.packed)["routebook.toml"] == "x"


def test_a_text_of_another_route_moves_and_one_that_is_there_is_not_added_twice() -> None:
    change = ExampleChange("refund", ["¿DONDE esta mi paquete?", "i WANT my money back"])
    edited = edit_examples(packed(*LINES), [change], ROUTES)
    assert (edited.added, edited.removed, edited.moved, edited.known) == (1, 0, 1, 1)
    assert "shipping" not in edited.packed


def test_an_example_after_a_turn_is_removed_by_its_text_but_never_moved() -> None:
    moved = edit_examples(packed(*LINES), [ExampleChange("shipping", ["and then?"])], ROUTES)
    assert (moved.added, moved.moved) == (1, 0)
    removed = edit_examples(packed(*LINES), [ExampleChange("refund", remove=["and then?"])], ROUTES)
    assert (removed.removed, "after" in removed.packed) == (1, False)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (ExampleChange("refunds", ["x"]), "no route 'refunds' .is refund meant"),
        (ExampleChange("<script>alert(1)</script>", ["x"]), "there is no route"),
        (ExampleChange("refund", ["a\x00b"]), "refund, line 1: .* control character"),
        (ExampleChange("refund", ["fine", "\ud800"]), "refund, line 2: .* control character"),
        (ExampleChange("refund", ["x" * (MAX_CHARACTERS + 1)]), "longer than 2,000 characters"),
        (ExampleChange("refund", [f"number {n}" for n in range(MAX_LINES + 1)]), "2,001 examples to add"),
        (ExampleChange("refund", remove=[f"number {n}" for n in range(MAX_LINES + 1)]), "2,001 examples to remove"),
        (ExampleChange("refund", remove=["not there"]), "'not there' is no example of refund"),
        (ExampleChange("refund", remove=["¿Dónde está mi paquete?"]), "is no example of refund"),
        (ExampleChange("refund", ["i want my money back", " "]), "nothing would change"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(change: ExampleChange, told: str) -> None:
    with pytest.raises(MessageError, match=told):
        edit_examples(packed(*LINES), [change], ROUTES)


def test_one_text_in_two_routes_is_refused() -> None:
    with pytest.raises(MessageError, match="is added to refund and to shipping"):
        edit_examples(packed(*LINES), [ExampleChange("refund", ["hm"]), ExampleChange("shipping", ["HM"])], ROUTES)


def test_the_last_examples_are_not_removed_but_may_be_replaced() -> None:
    gone = [
        ExampleChange("refund", remove=["I want my money back", "and then?"]),
        ExampleChange("shipping", remove=["¿Dónde está mi paquete?"]),
    ]
    with pytest.raises(MessageError, match="no example would be left"):
        edit_examples(packed(*LINES), gone, ROUTES)
    assert edit_examples(packed(*LINES), [*gone, ExampleChange("refund", ["refund please"])], ROUTES).added == 1


@pytest.mark.parametrize(("line", "number"), [('{"text": broken', None), ("[" * 100_000, None), ("[1]", 1)])
def test_an_edit_of_the_folder_that_was_refused_does_not_hide_what_serves(line: str, number: int | None) -> None:
    example = Example("I want my money back", "refund")
    assert example_rows(packed(LINES[0], line), [example]) == [(example, number)]


def test_a_text_that_two_parts_of_an_edit_remove_is_removed_once() -> None:
    change = ExampleChange("refund", remove=["I want my money back"])
    assert edit_examples(packed(*LINES), [change, change], ROUTES).removed == 1
