"""Evaluation rows in the words of the mini-apps are read as the engine's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost.assistants.miniapps.rows import engine_row
from fingerpost.errors import RowsError
from fingerpost.evaluation.rows import read_rows


def test_the_words_of_the_mini_apps_become_those_of_the_engine() -> None:
    row = {
        "text": "split it",
        "active_miniapp": "bill_split",
        "starts_miniapp": "trip_planner",
        "expected_target": "miniapp",
    }
    assert engine_row(row) == {
        "text": "split it",
        "active_app": "bill_split",
        "starts_app": "trip_planner",
        "expected_target": "app",
    }


@pytest.mark.parametrize(
    "row",
    [
        {"text": "hi", "expected": "CHAT", "lang": "en"},
        {"text": "hi", "expected_target": "bot"},
        {"text": "miniapp", "active_app": None, "expected_target": "app"},
        {"text": "hi", "expected": "miniapp"},
    ],
)
def test_other_rows_stay_as_they_are(row: dict[str, Any]) -> None:
    assert engine_row(row) == row


def test_the_given_row_is_not_changed() -> None:
    row = {"text": "split it", "active_miniapp": "bill_split", "expected_target": "miniapp"}
    engine_row(row)
    assert row == {"text": "split it", "active_miniapp": "bill_split", "expected_target": "miniapp"}


def test_a_file_of_rows_is_read_in_either_words(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    theirs = {"text": "add Ana", "active_miniapp": "bill_split", "expected_target": "miniapp", "expected_intent": "act"}
    ours = {"text": "add Ana", "active_app": "bill_split", "expected_target": "app", "expected_intent": "act"}
    file.write_text("".join(json.dumps(row) + "\n" for row in (theirs, ours)), encoding="utf-8")
    one, other = read_rows(file, ["act"])
    assert (one.message, one.expected, one.app) == (other.message, other.expected, other.app)
    assert (one.message.active_app, one.expected) == ("bill_split", "act")
    assert one.app is not None
    assert one.app.target == "app"


def test_a_target_that_is_neither_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"text": "add Ana", "expected_target": "mini"}) + "\n", encoding="utf-8")
    with pytest.raises(RowsError, match=r"line 1: expected_target = 'mini' must be 'assistant' or 'app'"):
        read_rows(file, ["act"])
