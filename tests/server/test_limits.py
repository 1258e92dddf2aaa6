"""The limits that nobody can set."""

from __future__ import annotations

from pathlib import Path

from fingerpost.server.limits import MAX_FILES, MAX_PIPELINED


def test_they_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    told = f"Not to be set: {MAX_PIPELINED} pipelined requests of a connection, {MAX_FILES} attachments of a message"
    assert told in page
