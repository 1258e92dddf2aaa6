"""The examples of a declaration that open an app, read without the reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.assistants.miniapps.bill_split.app import APP as BILL
from fingerpost.assistants.miniapps.framework.opening_examples import opening_actions, opening_examples
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIP
from fingerpost.reading import load

DECLARED = """
[actions.add]
does = "adds"
parameters.names = { type = "name", many = true }
examples = ["add [milk](names)"]

[[examples]]
text = "start a list with [milk](names) || and add [bread](names)"
actions = ["add", "add"]
opens = true

[[examples]]
text = "thanks"
actions = ["none"]
"""
ROWS = [
    {"text": "abre una lista", "actions": ["none"], "lang": "es", "opens": True},
    {"text": "añade [pan](names)", "actions": ["add"], "opens": False},
]


def test_those_that_open_it_are_told_as_they_are_typed(tmp_path: Path) -> None:
    file = tmp_path / "actions.toml"
    file.write_text(f'examples_file = "more.jsonl"\n{DECLARED}', encoding="utf-8")
    (tmp_path / "more.jsonl").write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    assert opening_examples(file) == ("start a list with milk and add bread", "abre una lista")
    assert opening_actions(file) == {"add", "none"}
    assert len(load(file).examples) == 5, "the reader learns them like all others"


def test_a_declaration_may_have_none(tmp_path: Path) -> None:
    file = tmp_path / "actions.toml"
    file.write_text(DECLARED.replace("opens = true", ""), encoding="utf-8")
    assert opening_examples(file) == ()
    assert opening_actions(file) == frozenset()


@pytest.mark.parametrize("declaration", [TRIP.declaration, BILL.declaration], ids=lambda path: path.parent.name)
def test_the_shipped_apps_have_them_and_the_reader_sees_the_same_texts(declaration: Path) -> None:
    texts = opening_examples(declaration)
    assert len(texts) == 135
    assert set(texts) <= {example.annotated.text for example in load(declaration).examples}
    assert not {"remove", "clear"} & opening_actions(declaration), "an opening takes nothing away"
