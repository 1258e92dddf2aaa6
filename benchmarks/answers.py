"""`python -m benchmarks answers [FILE]`: answers from documents without a language model: useful, said so, length.

A row of a file: {"id", "lang", "text", "kind", "must", "pages", "commands"}. A row of the kind "docs" is useful if the
answer has one string of every group in `must`; "code" if it has code that the parser accepts, with all `commands`;
"unanswerable" if the answer says that nothing answers it, and cites nothing. The routebook is the one beside the file,
else avap. Without a file: the open sets in `tests/data/answers`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.report import Check, Table
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.phrases import PHRASES
from fingerpost.assistants.avap.parser import check
from fingerpost.settings import SearchSettings, Settings
from fingerpost.types import Answer
from fingerpost.validation.code_blocks import fenced_blocks

DATA = Path(__file__).parent.parent / "tests" / "data" / "answers"
OPEN_SETS = (DATA / "avap-answers.jsonl", DATA / "help-centre" / "questions.jsonl", DATA / "developers.jsonl")
USEFUL, SAID_SO = 0.75, 0.8
LANGUAGES = ("en", "es", "pt")

Row = dict[str, Any]


class Asked(NamedTuple):
    """A row with its answer, and whether the answer serves."""

    row: Row
    answer: Answer
    good: bool


def measure(cache: Path, files: Sequence[Path]) -> Iterator[Table | Check]:
    """Yield a table a file, and its figures beside their targets."""
    for file in files:
        asked = asyncio.run(ask_all(file, cache))
        yield _table(file, asked)
        answerable = [one for one in asked if one.row["kind"] != "unanswerable"]
        others = [one for one in asked if one.row["kind"] == "unanswerable"]
        name = f"{file.parent.name}/{file.stem}"
        if answerable:
            yield Check(f"{name}: useful", _share(answerable), USEFUL, at_least=True)
        if others:
            yield Check(f"{name}: unanswerable said so", _share(others), SAID_SO, at_least=True)


async def ask_all(file: Path, cache: Path) -> list[Asked]:
    """Ask every row of a file in a session of its own."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    place = file.parent if (file.parent / "routebook.toml").is_file() else "avap"
    with TemporaryDirectory() as folder:
        settings = Settings(
            cache=cache, database=f"sqlite:///{folder}/store.sqlite", search=SearchSettings(folder=cache / "index")
        )
        logging.disable()
        assistant = Assistant.open(place, settings)
        try:
            answers = [await assistant.ask(row["text"], session=str(number)) for number, row in enumerate(rows)]
        finally:
            await assistant.close()
            logging.disable(logging.NOTSET)
    return [Asked(row, answer, is_good(row, answer)) for row, answer in zip(rows, answers, strict=True)]


def is_good(row: Row, answer: Answer) -> bool:
    """Return whether an answer is what its row asks for."""
    if row["kind"] == "unanswerable":
        return says_nothing_answers(answer) and not answer.citations
    if row["kind"] == "code":
        programs = [block.code for block in fenced_blocks(answer.text)]
        return any(
            check(code).valid and all(f"{command}(" in code.replace(" ", "") for command in row["commands"])
            for code in programs
        )
    text = answer.text.casefold()
    return all(any(string.casefold() in text for string in group) for group in row["must"])


def says_nothing_answers(answer: Answer) -> bool:
    """Return whether an answer begins with the phrase for a question that no document answers."""
    phrases = [*PHRASES["unanswered"].values(), *PHRASES["nothing"].values()]
    return answer.text.startswith(tuple(phrase.partition("{topics}")[0] for phrase in phrases))


def _share(asked: Sequence[Asked]) -> float:
    return sum(one.good for one in asked) / len(asked)


def _table(file: Path, asked: Sequence[Asked]) -> Table:
    rows: list[tuple[object, ...]] = []
    for kind in ("docs", "code", "unanswerable"):
        for language in ("all", *LANGUAGES):
            part = [a for a in asked if a.row["kind"] == kind and language in ("all", a.row["lang"])]
            if part:
                length = sum(len(one.answer.text) for one in part) / len(part)
                rows.append((kind, language, len(part), round(_share(part), 3), round(length)))
    answerable = [one for one in asked if one.row["kind"] != "unanswerable"]
    length = sum(len(one.answer.text) for one in asked) / len(asked)
    rows.append(("docs and code", "all", len(answerable), round(_share(answerable), 3) if answerable else "–", ""))
    rows.append(("every answer", "all", len(asked), "", round(length)))
    missed = ", ".join(str(one.row["id"]) for one in asked if not one.good)
    return Table(
        f"Answers without a model: {file.parent.name}/{file.name}",
        ("kind", "language", "rows", "good", "mean length"),
        rows,
        [f"not good: {missed or 'none'}"],
    )
