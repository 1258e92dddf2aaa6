"""Messages about an account and what looks like one, by somebody who saw no rule: only totals are looked at."""

from __future__ import annotations

import json
from pathlib import Path

from fingerpost import Decision, Router
from fingerpost.types import Message

FILE = Path(__file__).parents[2] / "data" / "platform-kept-apart.jsonl"
ACCURACY, FOUND = 0.98, 0.99


def test_accounts_are_told_from_what_looks_like_one(avap: Router) -> None:
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    decided: list[Decision] = avap.route_many([Message(row["text"]) for row in rows])
    right = [one.route == row["expected"] for one, row in zip(decided, rows, strict=True)]
    of_accounts = [good for good, row in zip(right, rows, strict=True) if row["expected"] == "PLATFORM"]
    by_prefix = [one.layer for one, row in zip(decided, rows, strict=True) if "prefix" in row["tags"]]
    assert len(rows) == 120
    assert sum(right) / len(right) >= ACCURACY
    assert sum(of_accounts) / len(of_accounts) >= FOUND
    assert set(by_prefix) == {"rules"}
