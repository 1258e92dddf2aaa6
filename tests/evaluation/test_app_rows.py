"""Figures of rows with mini-apps, against counts by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RowsError
from fingerpost.evaluation.app_rows import AppRow, app_figures
from fingerpost.evaluation.evaluate import RowResult, evaluate
from fingerpost.evaluation.rows import Row, read_rows
from fingerpost.routebook.apps import AppTarget
from fingerpost.types import Decision, Message
from tests.routing.layers.test_apps import book, made

NAMES = ("TALK", "DO", "SHOW", "BEGIN")


def outcome(
    expected: str | None,
    row: AppRow,
    given: str,
    *,
    app: str | None = None,
    opens: bool = False,
    layer: str = "student",
) -> RowResult:
    message = Message("so", active_app="shelf" if expected else None)
    decision = Decision(given, True, 0.9, layer, "", extras=() if app is None else (AppTarget(app, opens),))
    return RowResult(Row("1", message, expected, app=row), decision, given, None, 1.0)


TALKED = outcome("TALK", AppRow("assistant", fast=True), "TALK", layer="rules")
DONE = outcome("DO", AppRow("app"), "DO", app="shelf")
SHOWN = outcome("SHOW", AppRow("app"), "SHOW", app="shelf")
OPENED = outcome(None, AppRow("app", "shelf"), "DO", app="shelf", opens=True)
RIGHT = [TALKED, DONE, SHOWN, OPENED]


def test_all_right() -> None:
    assert app_figures(RIGHT, "DO") == {
        "target_accuracy": 1.0,
        "trigger_precision": 1.0,
        "trigger_recall": 1.0,
        "fast_path_share": 1.0,
        "fast_path_precision": 1.0,
        "false_actions": 0.0,
    }


@pytest.mark.parametrize(
    ("wrong", "figure", "value"),
    [
        (outcome("TALK", AppRow("assistant"), "DO", app="shelf"), "false_actions", 1 / 3),
        (outcome("SHOW", AppRow("app"), "DO", app="shelf"), "false_actions", 1 / 3),
        (outcome(None, AppRow("assistant"), "DO", app="shelf", opens=True), "false_actions", 1 / 3),
        (outcome(None, AppRow("assistant"), "DO", app="shelf", opens=True), "trigger_precision", 1 / 2),
        (outcome(None, AppRow("app", "photos"), "DO", app="shelf", opens=True), "trigger_precision", 1 / 2),
        (outcome(None, AppRow("app", "photos"), "TALK"), "trigger_recall", 1 / 2),
        (outcome("DO", AppRow("app"), "TALK"), "target_accuracy", 4 / 5),
        (outcome("TALK", AppRow("assistant", fast=True), "TALK"), "fast_path_share", 1 / 2),
        (outcome("DO", AppRow("app"), "SHOW", app="shelf", layer="rules"), "fast_path_precision", 1 / 2),
    ],
)
def test_each_fault_shows_in_its_figure(wrong: RowResult, figure: str, value: float) -> None:
    assert app_figures([*RIGHT, wrong], "DO")[figure] == pytest.approx(value, abs=1e-4)


def test_rows_without_apps_have_no_such_figures() -> None:
    plain = RowResult(Row("1", Message("so"), "TALK"), DONE.decision, "DO", None, 1.0)
    assert set(app_figures([plain], "DO").values()) == {None}


def written(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_rows_are_read_as_they_are_written(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        {
            "text": "put dune there", "active_miniapp": "shelf", "session_data": {"asked": "x"}, "expected_intent": "DO",
            "expected_target": "miniapp", "starts_miniapp": None, "fast_path_ok": False, "lang": "en", "tags": ["view"],
            "history": [{"role": "user", "content": "hello"}],
        },
        {"text": "start shelf", "active_miniapp": None, "expected_intent": None, "expected_target": "miniapp", "starts_miniapp": "shelf"},
        {"text": "hm", "active_miniapp": None, "expected_intent": "TALK", "expected_target": "assistant", "fast_path_ok": True},
    )  # fmt: skip
    first, second, third = read_rows(file, NAMES)
    assert (first.expected, first.message.active_app, dict(first.message.app_data)) == ("DO", "shelf", {"asked": "x"})
    assert first.message.turns[0].text == "hello"
    assert second.app == AppRow("app", "shelf")
    # Without a running app nothing but the target is decided.
    assert (third.expected, third.app) == (None, AppRow("assistant", None, True))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"expected_target": "gpt"}, "expected_target"),
        ({"expected_target": "assistant", "starts_miniapp": 3}, "starts_app = 3 must be"),
        ({"expected_target": "miniapp"}, "no app is active or started: name the running one in active_app"),
        ({"expected_target": "miniapp", "active_miniapp": None, "starts_miniapp": None}, "no app is active or started"),
        ({"expected_target": "assistant", "fast_path_ok": "yes"}, "fast_path_ok"),
        ({"expected_target": "assistant", "session_data": []}, "session_data"),
        ({"expected_target": "assistant", "active_miniapp": 1}, "active_app = 1 must be"),
        ({"expected_target": "miniapp", "active_miniapp": "shelf", "expected_intent": "NOPE"}, "NOPE"),
    ],
)
def test_a_row_with_a_fault_is_refused_with_its_line(tmp_path: Path, row: dict[str, Any], said: str) -> None:
    with pytest.raises(RowsError, match=f"line 1.*{said}"):
        read_rows(written(tmp_path, {"text": "a", **row}), NAMES)


def test_an_evaluation_has_them(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        {"text": "put dune down", "active_miniapp": "shelf", "expected_intent": "DO", "expected_target": "miniapp"},
        {"text": "why does it rain", "active_miniapp": None, "expected_intent": None, "expected_target": "assistant", "fast_path_ok": True},
        {"text": "open the shelf", "active_miniapp": None, "expected_intent": None, "expected_target": "miniapp", "starts_miniapp": "shelf"},
    )  # fmt: skip
    router = made(book())
    result = evaluate(router, read_rows(file, NAMES), file)
    assert (result["accuracy"], result["target_accuracy"], result["trigger_recall"]) == (1.0, 1.0, 1.0)
    assert (result["fast_path_share"], result["false_actions"]) == (1.0, 0.0)
    assert result["oos_auroc"] is None
    assert result["errors"] == []
