"""The parser on 440 valid and invalid programs by authors who never saw it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost.assistants.avap.parser import check

DATA = Path(__file__).parents[3] / "data" / "answers"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", ["programs-dev", "programs-check"])
def test_verdicts_and_lines(name: str) -> None:
    rows = _rows(name)
    found = [(row, check(row["code"])) for row in rows]
    refused = [row["id"] for row, checked in found if row["valid"] and not checked.valid]
    wrong = [row["id"] for row, checked in found if checked.valid is not row["valid"]]
    broken = [(row, checked) for row, checked in found if not row["valid"]]
    missed = [row["id"] for row, checked in broken if not checked.trace or checked.trace[0].line != row["line"]]
    assert refused == [], "a sound program must not be refused"
    assert len(wrong) <= 0.02 * len(rows), wrong
    assert len(missed) <= 0.05 * len(broken), missed
