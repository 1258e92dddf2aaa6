"""The development sets of code without a model keep their figures, and their measures notice what is wrong."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.code_answers import FOLDER, code_requests, editor, names_fault, wrappings
from benchmarks.report import Check

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.nodes import Nodes
from fingerpost.assistants.avap.parser import check
from fingerpost.settings import SearchSettings, Settings

MEASURES = {"editor": editor, "wrappings": wrappings, "code-requests": code_requests}


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
async def alone(own_cache: Path, avap: Router) -> AsyncIterator[Assistant]:
    """Yield an assistant without a model."""
    search = SearchSettings(folder=own_cache / "index")
    assistant = Assistant.open(avap, Settings(cache=own_cache, search=search))
    yield assistant
    await assistant.close()


@pytest.mark.parametrize("name", MEASURES)
async def test_a_set_meets_its_targets(alone: Assistant, name: str) -> None:
    found = [part async for part in MEASURES[name](alone, rows(name)) if isinstance(part, Check)]
    assert found
    assert [part.what for part in found if not part.met] == []


async def test_unsound_code_that_goes_out_as_checked_would_be_noticed(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def passes(self: Nodes, state: Any, request: Any) -> dict[str, str]:
        return {"validation_status": "", "unchecked": ""}

    monkeypatch.setattr(Nodes, "validate_code", passes)
    found = [part async for part in wrappings(alone, rows("wrappings")) if isinstance(part, Check)]
    assert [part.met for part in found] == [False, True]


def test_the_editor_set_says_what_the_parser_says() -> None:
    for row in rows("editor"):
        assert check(row["code"]).valid is row["sound"], row["id"]
        assert row["fixed"] is None or check(row["fixed"]).valid, row["id"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("- line 2: unknown command 'getSHA256' — did you mean 'encodeSHA256'?", True),
        ("- línea 2: unknown command 'getSHA256' — did you mean 'encodeSHA256'?", True),
        ("- line 3: unknown command 'getSHA256' — did you mean 'encodeSHA256'?", False),
        ("- line 2: the quote is never closed", False),
        ("Nothing is wrong on line 2.", False),
    ],
)
def test_a_fault_is_named_by_its_line_and_its_code(text: str, named: bool) -> None:
    row = {"line": 2, "fault": "getSHA256 is unknown: encodeSHA256(source, T)"}
    assert names_fault(text, row) is named
