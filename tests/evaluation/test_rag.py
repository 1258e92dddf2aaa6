"""The golden set: what its figures count, and that it stops where they would be worth nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Router, RowsError
from fingerpost.answering.assistant import Assistant
from fingerpost.evaluation.rag import evaluate_rag, read_golden
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.validation.code_check import CodeChecker
from fingerpost.validation.validators import CheckPolicy, ValidationResult, Validator, ValidatorUnreachableError

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

QUESTION = {"id": "q", "language": "en", "kind": "question", "message": "what does addVar do?", "pages": ["addVar"]}
CODE = {"id": "c", "language": "en", "kind": "code", "message": "write an endpoint that returns a parameter", "pages": ["addParam"]}  # fmt: skip
GOOD = '```avap\naddParam("a", a)\naddResult(a)\n```'


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply("addVar sets a variable to a value.")]) as running:
        yield running


@pytest.fixture
async def assistant(own_cache: Path, tmp_path: Path, avap: Router, server: ScriptedServer) -> AsyncIterator[Assistant]:
    settings = Settings(
        cache=own_cache,
        slots={"main": Slot(server.url, "big"), "conversational": Slot(server.url, "small")},
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
    )
    opened = Assistant.open(avap, settings)
    yield opened
    await opened.close()


def _golden(folder: Path, *rows: Mapping[str, object]) -> Path:
    file = folder / "golden.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


async def test_a_right_page_at_the_top_and_words_from_it(assistant: Assistant, tmp_path: Path) -> None:
    found = await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION))
    assert (found.rows, found.hit_at_k, found.mrr, found.grounding, found.k) == (1, 1.0, 1.0, 1.0, 8)
    assert not assistant.sessions.store.session_store


async def test_an_answer_out_of_thin_air_is_not_grounded(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path
) -> None:
    server.replies[0] = ScriptedReply("Bananas grow on tropical plantations near warm oceans.")
    found = await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION))
    assert found.grounding == 0.0


async def test_a_sentence_must_rest_on_the_passage_that_it_cites(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path
) -> None:
    says = "Use `addVar` to store a value under a name so that later lines can use it"
    for cited, faithful in (("[1]", 1.0), ("[99]", 0.0), ("", 0.0)):
        server.replies[0] = ScriptedReply(f"{says} {cited}.")
        found = await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION))
        assert (found.faithfulness, found.grounding) == (faithful, 1.0), cited
    server.replies[0] = ScriptedReply("Bananas grow on tropical plantations near warm oceans [1].")
    assert (await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION))).faithfulness == 0.0


async def test_what_nothing_answers_has_to_be_told(assistant: Assistant, tmp_path: Path) -> None:
    unanswerable = {**QUESTION, "kind": "unanswerable", "pages": [], "message": "which stocks should I buy this year?"}
    found = await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION, unanswerable))
    assert (found.rows, found.hit_at_k, found.answerability) == (2, 1.0, 1.0)
    # Labelled the wrong way round, it counts as a fault.
    wrong = {**QUESTION, "kind": "unanswerable", "pages": []}
    assert (await evaluate_rag(assistant, file=_golden(tmp_path, wrong))).answerability == 0.0


async def test_a_page_that_is_not_found_counts_as_that(assistant: Assistant, tmp_path: Path) -> None:
    found = await evaluate_rag(assistant, file=_golden(tmp_path, {**QUESTION, "pages": ["gather"]}))
    assert (found.hit_at_k, found.mrr) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("says", "sound"), [(GOOD, 1.0), ("```avap\nwhile True:\n```", 0.0), ("I would rather not.", 0.0)]
)
async def test_code_counts_when_there_is_some_and_the_parser_takes_it(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path, says: str, sound: float
) -> None:
    server.replies[0] = ScriptedReply(says)
    found = await evaluate_rag(assistant, file=_golden(tmp_path, CODE))
    assert (found.code_validity, found.parser_version) == (sound, "1.0.0")


class Gone:
    """A parser that nobody reaches."""

    language, remote, policy = "avap", True, CheckPolicy()

    async def check(self, code: str, timeout: float) -> ValidationResult:
        raise ValidatorUnreachableError("nobody there")

    def code_lines(self, text: str) -> list[bool]:
        return [False] * (text.count("\n") + 1)

    async def close(self) -> None:
        pass


def _with(assistant: Assistant, parser: CheckPolicy, validator: Validator | None = None) -> Assistant:
    assert assistant.components.code_checker is not None
    checker = CodeChecker(validator or assistant.components.code_checker.validator, parser)
    return Assistant(assistant.sessions, replace(assistant.components, code_checker=checker))


async def test_it_stops_where_the_parser_cannot_be_reached(assistant: Assistant, tmp_path: Path) -> None:
    file = _golden(tmp_path, CODE)
    with pytest.raises(ValidatorUnreachableError, match=r"127\.0\.0\.1:1 cannot be reached"):
        await evaluate_rag(_with(assistant, CheckPolicy(address="127.0.0.1:1"), Gone()), file=file)
    with pytest.raises(ValidatorUnreachableError, match="its time limit is 0"):
        await evaluate_rag(_with(assistant, CheckPolicy(timeout=0)), file=file)
    with pytest.raises(ValidatorUnreachableError, match=r"version 1\.0\.0, and version 7 is expected"):
        await evaluate_rag(_with(assistant, CheckPolicy(version="7")), file=file)


async def test_a_row_that_fails_is_told_and_the_others_count(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path
) -> None:
    server.replies.clear()
    server.replies.extend([ScriptedReply(status=500), ScriptedReply("addVar sets a variable to a value.")])
    found = await evaluate_rag(assistant, file=_golden(tmp_path, QUESTION, {**QUESTION, "id": "r"}))
    assert found.rows == 1
    assert found.errors[0].startswith("q: the answer failed, so that conversational was used instead: ")


@pytest.mark.parametrize("line", ["no json", "[]", '{"message": "x"}', '{"pages": ["a"]}'])
def test_a_set_that_cannot_be_read_names_the_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "g.jsonl"
    file.write_text(json.dumps(QUESTION) + "\n\n" + line + "\n", encoding="utf-8")
    with pytest.raises(RowsError, match="line 3"):
        read_golden(file)
