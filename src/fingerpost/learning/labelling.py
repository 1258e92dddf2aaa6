"""Ask the teacher for labels: the language model of the classifier slot, by the router's own question.

It is not told what the student thinks, or its labels would teach the student what it believes already. Each label is on
disk before the next question: whoever is killed loses at most the row under way, and the next run asks for the rest.
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

from fingerpost.conversation.resolve import may_lean
from fingerpost.errors import ModelError, RowsError, SettingsError
from fingerpost.evaluation.rows import OUT_OF_SCOPE
from fingerpost.learning.collect import EMPTY, NAMES_APP, TEACHER, UNSTORED, UNSURE
from fingerpost.models.factory import NO_CLASSIFIER_MODEL
from fingerpost.models.label_chooser import NoLabelError
from fingerpost.observability.facts import MODEL, record_facts
from fingerpost.routing.cascade import after
from fingerpost.routing.layers.apps import AppMatcher
from fingerpost.routing.layers.llm import SHOTS, Question, decide
from fingerpost.routing.router import Router
from fingerpost.runtime import background_loop
from fingerpost.types import Fact, Message, Verdict

PATIENCE = 3
"""Rows in a row without an answer after which the teacher counts as down."""

BEGIN = b'{"text": "'
"""How every row begins that is written here."""

KNOWN = "is labelled already"
UNUSABLE = "the teacher gave no answer that can be used"
UNASKED = "was not asked: the calls were used up"
NOT_REACHED = "was not asked: the teacher went down"


class Outcome(NamedTuple):
    """What a run did: rows that got a label, calls that were made, and of the others why not. `fault`: why it ended."""

    labelled: int
    calls: int
    left_out: Counter[str]
    fault: str | None


def label(
    router: Router,
    messages: Sequence[Message],
    out: Path,
    most: int | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Outcome:
    """Ask for the messages that a file does not hold yet, with at most so many calls, and add each label to it."""
    teacher = _Teacher(router)
    known = _resume(out)
    left_out: Counter[str] = Counter()
    labelled, silent, fault = 0, 0, None
    for place, message in enumerate(messages):
        progress(place, len(messages))
        question = teacher.question(message)
        key = (message.text, question[1] if isinstance(question, tuple) else None)
        if isinstance(question, str):
            left_out[question] += 1
        elif key in known:
            left_out[KNOWN] += 1
        elif fault is not None:
            left_out[NOT_REACHED] += 1
        elif most is not None and teacher.calls + teacher.voices > most:
            left_out[UNASKED] += 1
        else:
            try:
                verdict = teacher.ask(question[0])
                silent = 0
            except NoLabelError:
                # It answers, but not this.
                verdict, silent = None, 0
            except ModelError as error:
                verdict, silent = None, silent + 1
                fault = str(error) if silent >= PATIENCE else None
            if verdict is None or not verdict.accepted:
                left_out[UNUSABLE if verdict is None else UNSURE] += 1
                continue
            _add(out, _row(message, verdict, question[1]))
            known.add(key)
            labelled += 1
    return Outcome(labelled, teacher.calls, left_out, fault)


class _Teacher:
    """Puts the router's question to the model, and counts what that takes."""

    def __init__(self, router: Router) -> None:
        if router.chooser is None:
            raise SettingsError(NO_CLASSIFIER_MODEL)
        self._router, self._book, self._chooser = router, router.routebook, router.chooser
        self._apps = AppMatcher(self._book) if self._book.apps else None
        self._shots: Any = None
        variants = self._book.variants
        self.voices = len(variants) if variants and router.settings.voting.ensemble else 1
        self.calls = 0

    def question(self, message: Message) -> tuple[Question, str | None] | str:
        """Return the question with what the message leans on, or why it cannot be asked."""
        resolved = self._router.resolve(message)
        if not resolved.text.strip():
            return EMPTY
        if self._apps is not None:
            naming = self._apps.name(message, resolved)
            if naming.certain is not None or naming.likely is not None:
                return NAMES_APP
            return self._apps.told(Question(resolved), message, naming), None
        on = after(resolved)
        if on is None and (resolved.leans or may_lean(resolved.text)):
            return UNSTORED
        return Question(resolved), on

    def ask(self, question: Question) -> Verdict:
        """Return the model's verdict; raises ModelError where it gives none."""
        facts: list[Fact] = []
        try:
            return background_loop.run_blocking(self._ask(self._with_shots(question), facts))
        finally:
            self.calls += sum(fact.what == MODEL for fact in facts)

    async def _ask(self, question: Question, facts: list[Fact]) -> Verdict:
        with record_facts(facts):
            return await decide(self._chooser, self._book, question, self._router.settings.voting)

    def _with_shots(self, question: Question) -> Question:
        """Show the examples nearest to it, as the router does."""
        from dataclasses import replace

        from fingerpost.routing.layers.few_shot import Shots

        if not self._book.examples:
            return question
        if self._shots is None:
            self._shots = Shots(self._book.examples, self._router.batcher.yielding_encoder, self._router.settings.cache)
        resolved = question.resolved
        on = None if self._apps is not None else after(resolved)
        vector = self._router.batcher.encode(resolved.text)
        focused = [self._shots.nearest(vector, on, SHOTS, variant.focus) for variant in self._book.variants]
        return replace(question, shots=self._shots.nearest(vector, on, SHOTS), focused=focused)


def _row(message: Message, verdict: Verdict, on: str | None) -> dict[str, Any]:
    row: dict[str, Any] = {"text": message.text, "route": verdict.route or OUT_OF_SCOPE}
    if on is not None:
        row["after"] = on
    if verdict.qualifier is not None:
        row["qualifier"] = verdict.qualifier
    return {**row, "source": TEACHER, "cut": False, "at": round(time.time(), 3)}


def _resume(out: Path) -> set[tuple[str, str | None]]:
    """Return what a file holds already, after taking off half a line that a killed run left at its end.

    Nothing is changed before all of it proved to be rows like ours: a file of something else may be named by mistake.
    """
    try:
        content = out.read_bytes() if out.exists() else b""
        *lines, last = content.removeprefix(BOM_UTF8).split(b"\n")
        rows = [_read(line, f"{out}: line {number}") for number, line in enumerate(lines, 1) if line.strip()]
        if last.strip():
            if _is_torn(last):
                with out.open("r+b") as file:
                    file.truncate(len(content) - len(last))
            else:
                # A whole one, of which an editor has left the end of the line out.
                rows.append(_read(last, f"{out}: the last line"))
                with out.open("ab") as file:
                    file.write(b"\n")
    except OSError as error:
        raise RowsError(f"{out}: cannot be written: {error.strerror or error}") from error
    return {(row["text"], row.get("after")) for row in rows}


def _read(line: bytes, where: str) -> dict[str, Any]:
    """Return a labelled row; raises RowsError for anything else."""
    try:
        row = json.loads(line.decode())
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in ("text", "route")):
        raise RowsError(f"{where} holds something else than labelled rows: name a new file")
    return row


def _is_torn(line: bytes) -> bool:
    """Whether a line begins like a row of ours, and has no end."""
    if line[: len(BEGIN)] != BEGIN[: len(line)]:
        return False
    try:
        json.loads(line.decode())
    except (ValueError, RecursionError):
        return True
    return False


def _add(out: Path, row: dict[str, Any]) -> None:
    """Add one row, durable on return."""
    # In ASCII: half a character, which a message may hold, has no other form in a file.
    line = json.dumps(row, ensure_ascii=not _is_whole(row["text"])) + "\n"
    try:
        with out.open("ab") as file:
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        remedy = "what was labelled until now is kept, and the same command goes on from there"
        raise RowsError(f"{out}: cannot be written: {error.strerror or error}; {remedy}") from error


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
