"""Evaluate the answers to a golden set: retrieval, whether it is told what nothing answers, grounding, and code.

Unlike production, the evaluation fails without the parser, because its scores would mean nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.phrases import PHRASES
from fingerpost.answering.pipeline import ANSWER, pipeline_for, run_pipeline
from fingerpost.answering.request import Request
from fingerpost.answering.sentence_limits import split_sentences
from fingerpost.errors import FingerpostError, PartError, RowsError
from fingerpost.language.text import fold
from fingerpost.models.encoder import Batcher, reuse_vectors_in_task
from fingerpost.observability.facts import record_facts
from fingerpost.resilience.ladder import PARSER, degraded_in
from fingerpost.retrieval.searched_index import Hit
from fingerpost.validation.code_blocks import CodeBlock
from fingerpost.validation.code_check import INVALID, VALID, CodeChecker
from fingerpost.validation.validators import ValidatorUnreachableError

GOLDEN_FILE = "golden.jsonl"
K = 8
MIN_WORD_OVERLAP, MIN_SIMILARITY = 0.6, 0.5
"""A sentence is grounded in a passage with this share of its words, or this cosine similarity."""

_WORD = re.compile(r"\w{4,}")
_CITATION = re.compile(r"\[(\d+)\]")
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


class GoldenRow(NamedTuple):
    """A row of the golden set: a message, the pages that answer it, if code is wanted, and if any page answers it."""

    id: str
    language: str
    message: str
    pages: tuple[str, ...]
    wants_code: bool
    answerable: bool = True


class RagRowResult(NamedTuple):
    """The result of one row: `rank` of the first right passage (0: none); None for figures that do not apply.

    grounding: the share of sentences that any passage bears out; faithfulness: that the passages cited beside them do.
    answered: whether it was answered, and not told that nothing answers it.
    """

    row: GoldenRow
    route: str
    rank: int
    grounding: float | None
    valid: bool | None
    answer: str
    answered: bool | None = None
    faithfulness: float | None = None


class RagReport(NamedTuple):
    """The figures of a golden set; a share without rows is 0."""

    rows: int
    hit_at_k: float
    mrr: float
    grounding: float
    code_validity: float
    k: int
    parser_version: str
    errors: tuple[str, ...]
    answerability: float = 0.0
    faithfulness: float = 0.0
    measured: tuple[RagRowResult, ...] = ()

    def figures(self, language: str | None = None) -> list[str]:
        """Return the formatted figures of one language, or of all."""
        part = self if language is None else _report([m for m in self.measured if m.row.language == language], "", ())
        figures = (part.hit_at_k, part.mrr, part.answerability, part.grounding, part.faithfulness, part.code_validity)
        shares = [f"{share:.3f}" for share in figures]
        if not any(m.row.wants_code for m in part.measured):
            shares[-1] = "–"
        return [language or "all", str(part.rows), *shares]

    def as_json(self) -> dict[str, Any]:
        """Return all figures and answers as a JSON-ready mapping."""
        rows = [{**m.row._asdict(), **m._asdict(), "row": m.row.id} for m in self.measured]
        return {**self._asdict(), "measured": rows}


async def evaluate_rag(
    assistant: Assistant,
    limit: int = 0,
    file: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RagReport:
    """Ask the golden set of the assistant's routebook and return its figures; nothing is stored."""
    book = assistant.routes.router.routebook
    if file is None:
        if book.folder is None or not (book.folder / GOLDEN_FILE).is_file():
            raise RowsError(f"the routebook {book.name} has no {GOLDEN_FILE}: add one, with message, pages and kind")
        file = book.folder / GOLDEN_FILE
    rows = read_golden(file)[: limit or None]
    version = await _require_parser(assistant.components.code_checker) if any(row.wants_code for row in rows) else ""
    measured, errors = [], []
    for number, row in enumerate(rows, 1):
        try:
            measured.append(await _measure(assistant, row))
        except ValidatorUnreachableError:
            raise
        except FingerpostError as error:
            errors.append(f"{row.id}: {error}")
        if progress is not None:
            progress(number, len(rows))
    return _report(measured, version, errors)


def read_golden(file: Path) -> list[GoldenRow]:
    """Read a golden set: one JSON object per line."""
    rows = []
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RowsError(f"{file}: cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            pages = tuple(map(str, row["pages"]))
            rows.append(
                GoldenRow(str(row.get("id", number)), str(row.get("language", "")), str(row["message"]), pages,
                       row.get("kind") == "code", row.get("kind") != "unanswerable")
            )  # fmt: skip
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RowsError(
                f'{file}: line {number}: {error!r}: give {{"message": …, "pages": […], "kind": …}}'
            ) from error
    return rows


async def _require_parser(checker: CodeChecker | None) -> str:
    """Return the parser's version; raises ValidatorUnreachableError without a parser, which validates the code."""
    if checker is None:
        raise ValidatorUnreachableError("the routebook names no code_language, so its code cannot be checked")
    if not checker.policy.timeout:
        raise ValidatorUnreachableError("its time limit is 0, which turns the parser off: the evaluation needs it")
    with record_facts() as facts:
        outcome = await checker.check([CodeBlock("")], 2 * checker.policy.timeout)
    if outcome.verdict not in (VALID, INVALID) or degraded_in(facts):
        raise ValidatorUnreachableError(
            f"the parser at {checker.policy.address} cannot be reached: {checker.policy.remedy}"
        )
    expected = checker.policy.version
    if expected and outcome.version != expected:
        raise ValidatorUnreachableError(
            f"the parser is version {outcome.version}, and version {expected} is expected: scores of two "
            "versions cannot be compared"
        )
    return outcome.version


async def _measure(assistant: Assistant, row: GoldenRow) -> RagRowResult:
    reuse_vectors_in_task()
    router = assistant.routes.router
    pipeline = pipeline_for(ANSWER, router.routebook)
    # Each step may take as long as a whole request: an evaluation must not depend on the speed of a model.
    timeout = len(pipeline) * assistant.components.settings.answer_timeout
    request = Request.create(row.message, router, timeout=timeout)
    with record_facts() as facts:
        state = await run_pipeline(pipeline, assistant.nodes, {"message": request.message}, request)
    degraded = {each.part: each for each in degraded_in(facts)}
    if PARSER in degraded or state.get("validation_status") == "PARSER_UNAVAILABLE":
        raise ValidatorUnreachableError("the parser stopped answering in the middle of the evaluation")
    for each in degraded.values():
        raise PartError(
            f"the {each.part} {each.why}, so that {each.rung} was used instead: see the log, and start what is down"
        )
    hits, answer = state.get("hits") or (), state.get("answer", "")
    rank = next((n for n, hit in enumerate(hits, 1) if page_of(hit) in row.pages), 0)
    relevant = bool(hits) and state.get("context_relevant", True)
    grounding = faithfulness = valid = None
    if not row.wants_code and (row.answerable or relevant):
        sentences = [(sentence, hits) for sentence in _sentences(answer)]
        grounding = await _grounding(router.documents.batcher, sentences)
        faithfulness = await _grounding(router.documents.batcher, list(_cited(answer, hits)))
    if row.wants_code:
        code = assistant.components.code_in(answer, state["message"]).programs
        # An answer without code, or one that another handler wrote unchecked, counts as invalid.
        valid = bool(code) and state["handler"] == "code" and not state.get("validation_status")
    answered = None if row.wants_code else relevant
    return RagRowResult(row, state["query_type"], rank, grounding, valid, answer, answered, faithfulness)


def page_of(hit: Hit) -> str:
    """Return the page of a passage: its file name without suffix and language."""
    return PurePosixPath(hit.passage.file).name.split(".")[0]


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text that say something, without its code."""
    return [sentence for sentence in split_sentences(_CODE.sub("", text)) if len(_WORD.findall(sentence)) > 2]


def _cited(answer: str, hits: Sequence[Hit]) -> Iterator[tuple[str, Sequence[Hit]]]:
    """Yield every sentence of an answer with the passages that its paragraph cites; our own phrases make no claim."""
    own = {phrase for phrases in PHRASES.values() for phrase in phrases.values()}
    for paragraph in answer.split("\n\n"):
        if paragraph.strip() in own:
            continue
        numbers = {int(number) for number in _CITATION.findall(paragraph)}
        passages = [hit for number, hit in enumerate(hits, 1) if number in numbers]
        lines = (line for line in paragraph.splitlines() if not line.startswith("> — ["))
        for sentence in _sentences("\n".join(line.removeprefix(">").strip() for line in lines)):
            yield sentence, passages


async def _grounding(batcher: Batcher, sentences: Sequence[tuple[str, Sequence[Hit]]]) -> float | None:
    """Return the share of sentences that one of their passages bears out; None without sentences."""
    grounded = [await _is_grounded(batcher, sentence, hits) for sentence, hits in sentences]
    return sum(grounded) / len(grounded) if grounded else None


async def _is_grounded(batcher: Batcher, sentence: str, hits: Sequence[Hit]) -> bool:
    if not hits:
        return False
    words = set(_WORD.findall(fold(sentence)))
    passages = [set(_WORD.findall(fold(f"{hit.passage.heading} {hit.passage.text}"))) for hit in hits]
    if max(len(words & passage) for passage in passages) >= MIN_WORD_OVERLAP * len(words):
        return True
    vector = await batcher.aencode(sentence[:600])
    return max(float(vector @ hit.vector) for hit in hits) >= MIN_SIMILARITY


def _report(measured: Sequence[RagRowResult], version: str, errors: Sequence[str]) -> RagReport:
    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    return RagReport(
        rows=len(measured),
        hit_at_k=mean([float(m.rank > 0) for m in measured if m.row.answerable]),
        mrr=mean([1 / m.rank if m.rank else 0.0 for m in measured if m.row.answerable]),
        grounding=mean([m.grounding for m in measured if m.grounding is not None]),
        code_validity=mean([float(m.valid) for m in measured if m.valid is not None]),
        k=K,
        parser_version=version,
        errors=tuple(errors),
        answerability=mean([float(m.answered == m.row.answerable) for m in measured if m.answered is not None]),
        faithfulness=mean([m.faithfulness for m in measured if m.faithfulness is not None]),
        measured=tuple(measured),
    )
