"""Label messages with the teacher: the language model of the classifier slot, asked with the router's own prompt.

The prompt does not contain the student's prediction, or the labels would repeat it. Each label is on disk before the
next call, so an interrupted run loses at most one row, and the next run resumes.
"""

from __future__ import annotations

import json
import os
import time
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fingerpost.conversation.resolve import may_need_context
from fingerpost.errors import ModelError, RowsError, SettingsError
from fingerpost.learning.collect import (
    BREAKS_CONTRACT,
    EMPTY,
    MISSING_CONTEXT,
    NAMES_APP,
    TEACHER,
    UNSURE,
)
from fingerpost.learning.label_contract import LabelContract
from fingerpost.models.factory import NO_CLASSIFIER_MODEL
from fingerpost.models.label_chooser import NoLabelError
from fingerpost.observability.facts import MODEL, record_facts
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.routing.layers.apps import AppMatcher
from fingerpost.routing.layers.llm import FEW_SHOT_EXAMPLES, ClassificationQuestion, ask_llm
from fingerpost.routing.message_state import context_of
from fingerpost.routing.router import Router
from fingerpost.runtime import background_loop
from fingerpost.types import Fact, Message, Verdict

MAX_CONSECUTIVE_FAILURES = 3
"""Consecutive rows without an answer after which the teacher counts as down."""

ROW_PREFIX = b'{"text": "'
"""The start of every row that is written here."""

ALREADY_LABELLED = "already labelled"
UNUSABLE = "the teacher gave no usable answer"
OUT_OF_CALLS = "not asked: the limit of calls was reached"
TEACHER_DOWN = "not asked: the teacher was down"


class LabellingResult(NamedTuple):
    """The counts of a run: rows labelled, calls made, rows left out by reason. `fault`: why it stopped early."""

    labelled: int
    calls: int
    left_out: Counter[str]
    fault: str | None


def label_messages(
    router: Router,
    messages: Sequence[Message],
    out: Path,
    max_calls: int | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> LabellingResult:
    """Label the messages that `out` does not hold yet, with at most `max_calls` calls, and append each label to it."""
    teacher, contract = _Teacher(router), LabelContract(router.routebook)
    known = _read_labelled_keys(out)
    left_out: Counter[str] = Counter()
    labelled, failures, fault = 0, 0, None
    for index, message in enumerate(messages):
        progress(index, len(messages))
        question = teacher.question(message)
        key = (message.text, question[1] if isinstance(question, tuple) else None)
        if isinstance(question, str):
            left_out[question] += 1
        elif key in known:
            left_out[ALREADY_LABELLED] += 1
        elif fault is not None:
            left_out[TEACHER_DOWN] += 1
        elif max_calls is not None and teacher.calls + teacher.calls_per_message > max_calls:
            left_out[OUT_OF_CALLS] += 1
        else:
            try:
                verdict = teacher.ask(question[0])
                failures = 0
            except NoLabelError:
                # The server answers, only not usably.
                verdict, failures = None, 0
            except ModelError as error:
                verdict, failures = None, failures + 1
                fault = str(error) if failures >= MAX_CONSECUTIVE_FAILURES else None
            if verdict is None or not verdict.accepted:
                left_out[UNUSABLE if verdict is None else UNSURE] += 1
                continue
            if contract.is_broken_by(message.text, verdict.route):
                left_out[BREAKS_CONTRACT] += 1
                continue
            _append_row(out, _row(message, verdict, question[1]))
            known.add(key)
            labelled += 1
    return LabellingResult(labelled, teacher.calls, left_out, fault)


class _Teacher:
    """Asks the language model with the router's prompt, and counts the calls."""

    def __init__(self, router: Router) -> None:
        if router.chooser is None:
            raise SettingsError(NO_CLASSIFIER_MODEL)
        self._router, self._book, self._chooser = router, router.routebook, router.chooser
        self._apps = AppMatcher(self._book) if self._book.apps else None
        self._shots: Any = None
        variants = self._book.variants
        self.calls_per_message = len(variants) if variants and router.settings.voting.ensemble else 1
        self.calls = 0

    def question(self, message: Message) -> tuple[ClassificationQuestion, str | None] | str:
        """Return the question and the route of the turn it refers to, or the reason why it cannot be asked."""
        resolved = self._router.resolve(message)
        if not resolved.text.strip():
            return EMPTY
        if self._apps is not None:
            naming = self._apps.find_mention(message, resolved)
            if naming.certain is not None or naming.likely is not None:
                return NAMES_APP
            return self._apps.with_app(ClassificationQuestion(resolved), message, naming), None
        previous_route = context_of(resolved)
        if previous_route is None and (resolved.leans or may_need_context(resolved.text)):
            return MISSING_CONTEXT
        return ClassificationQuestion(resolved), previous_route

    def ask(self, question: ClassificationQuestion) -> Verdict:
        """Return the model's verdict; raises ModelError if it gives none."""
        facts: list[Fact] = []
        try:
            return background_loop.run_blocking(self._ask(self._with_shots(question), facts))
        finally:
            self.calls += sum(fact.what == MODEL for fact in facts)

    async def _ask(self, question: ClassificationQuestion, facts: list[Fact]) -> Verdict:
        with record_facts(facts):
            return await ask_llm(self._chooser, self._book, question, self._router.settings.voting)

    def _with_shots(self, question: ClassificationQuestion) -> ClassificationQuestion:
        """Return the question with the nearest examples as few-shots, as the router adds them."""
        from dataclasses import replace

        from fingerpost.routing.layers.few_shot import FewShotExamples

        if not self._book.examples:
            return question
        if self._shots is None:
            self._shots = FewShotExamples(
                self._book.examples, self._router.batcher.yielding_encoder, self._router.settings.cache
            )
        resolved = question.resolved
        previous_route = None if self._apps is not None else context_of(resolved)
        vector = self._router.batcher.encode(resolved.text)
        focused = [
            self._shots.nearest(vector, previous_route, FEW_SHOT_EXAMPLES, variant.focus)
            for variant in self._book.variants
        ]
        return replace(
            question, examples=self._shots.nearest(vector, previous_route, FEW_SHOT_EXAMPLES), variant_examples=focused
        )


def _row(message: Message, verdict: Verdict, previous_route: str | None) -> dict[str, Any]:
    row: dict[str, Any] = {"text": message.text, "route": verdict.route or OUT_OF_SCOPE}
    if previous_route is not None:
        row["after"] = previous_route
    if verdict.qualifier is not None:
        row["qualifier"] = verdict.qualifier
    return {**row, "source": TEACHER, "cut": False, "at": round(time.time(), 3)}


def _read_labelled_keys(out: Path) -> set[tuple[str, str | None]]:
    """Return the text and `after` of the rows in a file, after removing a partial line that a killed run left.

    The file is changed only if all of it is labelled rows: another file may have been named by mistake.
    """
    try:
        content = out.read_bytes() if out.exists() else b""
        *lines, last = content.removeprefix(BOM_UTF8).split(b"\n")
        rows = [_parse_row(line, f"{out}: line {number}") for number, line in enumerate(lines, 1) if line.strip()]
        if last.strip():
            if _is_partial_row(last):
                with out.open("r+b") as file:
                    file.truncate(len(content) - len(last))
            else:
                # A complete row without a final newline, as some editors leave it.
                rows.append(_parse_row(last, f"{out}: the last line"))
                with out.open("ab") as file:
                    file.write(b"\n")
    except OSError as error:
        raise RowsError(f"{out}: cannot be written: {error.strerror or error}") from error
    return {(row["text"], row.get("after")) for row in rows}


def _parse_row(line: bytes, where: str) -> dict[str, Any]:
    """Return a labelled row; raises RowsError for anything else."""
    try:
        row = json.loads(line.decode())
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in ("text", "route")):
        raise RowsError(f"{where} is not a labelled row: name a new file")
    return row


def _is_partial_row(line: bytes) -> bool:
    """Whether a line starts like a row written here but is cut off."""
    if line[: len(ROW_PREFIX)] != ROW_PREFIX[: len(line)]:
        return False
    try:
        json.loads(line.decode())
    except (ValueError, RecursionError):
        return True
    return False


def _append_row(out: Path, row: dict[str, Any]) -> None:
    """Append one row and flush it to disk."""
    # A lone surrogate can only be written as an ASCII escape.
    line = json.dumps(row, ensure_ascii=not _is_encodable(row["text"])) + "\n"
    try:
        with out.open("ab") as file:
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        remedy = "rows labelled so far are saved: run the same command again to resume"
        raise RowsError(f"{out}: cannot be written: {error.strerror or error}; {remedy}") from error


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
