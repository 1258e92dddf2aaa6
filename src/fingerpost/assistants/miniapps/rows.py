"""Evaluation rows in the words of this assistant, brought into the form that the engine reads."""

from __future__ import annotations

from typing import Any

_KEYS = {"active_miniapp": "active_app", "starts_miniapp": "starts_app"}


def engine_row(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a row with `active_app`, `starts_app` and the target "app"; rows of other assistants stay as they are."""
    row = {_KEYS.get(key, key): value for key, value in entry.items()}
    if row.get("expected_target") == "miniapp":
        row["expected_target"] = "app"
    return row
