"""Code without a language model: editor programs, code in any wrapping, and requests for code.

`python -m benchmarks code [FOLDER]` reads `editor.jsonl`, `wrappings.jsonl` and `code-requests.jsonl` of a folder, by
default those of `tests/data/answers`; what a folder lacks is left out. Of a row that fails only its id is shown.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.report import Check, Table
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.phrases import PHRASES
from fingerpost.answering.state import CHECKED_ALL, INVALID_UNRESOLVED, AgentState, how_far_checked
from fingerpost.assistants.avap.parser import check
from fingerpost.settings import Settings
from fingerpost.types import Message

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "answers"
MIN_FAULTS, MIN_REQUESTS = 0.9, 0.4

_FAULT = re.compile(r"^- (?:line|línea|linha) (\d+): (.*)", re.MULTILINE)
# What a fault says in code: a call, a quoted name, or a name such as `encodeSHA256`.
_CODE = re.compile(r"([A-Za-z_]\w*)\(|['`]([A-Za-z_]\w*)['`]|\b([a-z]+[A-Z]\w*)")
_USED = re.compile(r"\w+(?=\s*\()|\b(?:function|return)\b")

Row = dict[str, Any]


def measure(folder: Path | None, cache: Path) -> list[Check | Table]:
    """Return the checks of the files in a folder, and the ids of the rows that failed."""
    logging.disable()
    try:
        return asyncio.run(_measure(folder or FOLDER, cache))
    finally:
        logging.disable(logging.NOTSET)


async def _measure(folder: Path, cache: Path) -> list[Check | Table]:
    found: list[Check | Table] = []
    assistant = Assistant.open("avap", Settings(cache=cache))
    try:
        for name, measured in (("editor", editor), ("wrappings", wrappings), ("code-requests", code_requests)):
            if (file := folder / f"{name}.jsonl").exists():
                rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
                found += [part async for part in measured(assistant, rows)]
    finally:
        await assistant.close()
    if not found:
        raise SystemExit(f"{folder}: holds none of editor.jsonl, wrappings.jsonl and code-requests.jsonl")
    return found


async def editor(assistant: Assistant, rows: Sequence[Row]) -> AsyncIterator[Check | Table]:
    """Ask about each program that is open in the editor."""
    named, accused, unsound, repaired, as_given = [], [], [], 0, 0
    faulty = [row for row in rows if not row["sound"]]
    for row in rows:
        answer = await assistant.ask(Message(row["text"], editor=row["code"]))
        if row["sound"]:
            accused += [row["id"]] if any(phrase in answer.text for phrase in PHRASES["faults"].values()) else []
            continue
        named += [row["id"]] if names_fault(answer.text, row) else []
        repaired += bool(answer.code)
        unsound += [row["id"]] if answer.code and not check(answer.code).valid else []
        as_given += bool(answer.code) and _same(answer.code, row.get("fixed") or "")
    missed = [row["id"] for row in faulty if row["id"] not in named]
    yield Check("editor: fault and line named", _share(len(named), len(faulty)), MIN_FAULTS, at_least=True)
    yield Check("editor: sound programs with a fault told", len(accused), 0)
    yield Check("editor: repaired programs that are not sound", len(unsound), 0, note=f"{repaired} of {len(faulty)}")
    yield Table("editor", ["what", "rows"], [["not named", missed], ["accused", accused], ["as given", as_given]])


def names_fault(text: str, row: Row) -> bool:
    """Return whether an answer names the line of a fault and what its description says in code."""
    told = [message for line, message in _FAULT.findall(text) if int(line) == row["line"]]
    wanted = [name for names in _CODE.findall(row["fault"] or "") for name in names if name]
    return bool(told) and all(any(name in message for message in [*told, text]) for name in wanted)


async def wrappings(assistant: Assistant, rows: Sequence[Row]) -> AsyncIterator[Check | Table]:
    """Validate each text as the second attempt of a model."""
    request = assistant.request("write it")
    passed, refused, seen = [], [], 0
    for row in rows:
        state: AgentState = {"message": request.message, "handler": "code", "answer": row["text"], "retried": True}
        state.update(await assistant.nodes.validate_code(state, request))
        status = state.get("validation_status", "")
        checked = not status and how_far_checked(status, state.get("unchecked", "")) == CHECKED_ALL
        passed += [row["id"]] if checked and not row["sound"] else []
        refused += [row["id"]] if status == INVALID_UNRESOLVED and row["sound"] else []
        seen += checked and row["sound"]
    sound = sum(row["sound"] for row in rows)
    yield Check("wrappings: unsound code that goes out as checked", len(passed), 0)
    yield Check("wrappings: sound code that is refused", len(refused), 0, note=f"{seen} of {sound} checked")
    yield Table("wrappings", ["what", "rows"], [["unsound as checked", passed], ["sound refused", refused]])


async def code_requests(assistant: Assistant, rows: Sequence[Row]) -> AsyncIterator[Check | Table]:
    """Ask for each program."""
    missed, parsed = [], 0
    for row in rows:
        answer = await assistant.ask(row["text"])
        valid = bool(answer.code) and check(answer.code).valid
        parsed += valid
        if not valid or not set(row["commands"]) <= set(_USED.findall(answer.code)):
            missed.append(row["id"])
    share = _share(len(rows) - len(missed), len(rows))
    yield Check("requests: sound code with the commands asked", share, MIN_REQUESTS, at_least=True)
    yield Table("requests", ["what", "rows"], [["without", missed], ["with sound code", parsed]])


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _same(code: str, other: str) -> bool:
    return list(_words(code)) == list(_words(other))


def _words(code: str) -> Iterator[str]:
    return (line.strip() for line in code.splitlines() if line.strip())
