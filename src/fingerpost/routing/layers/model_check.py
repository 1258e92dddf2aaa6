"""Tries the language model on the routebook's own examples, once, and keeps how often it was right.

It runs beside live traffic and never before it: on a thread that starts some time after the first live question, with
one question at a time, only while no live question waits, and resting as long as each answer took. What it found is
kept in the cache by a key of the model, the prompt and the examples. Until then, and where too few questions were
answered, the model's word is accepted only where it agrees with the classifier.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ref

from fingerpost.conversation.resolve import resolve
from fingerpost.errors import FingerpostError, ModelError, TrainingError
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Batcher
from fingerpost.models.label_chooser import LabelChooser, NoLabelError
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import MODEL, record_facts
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.few_shot import FewShotExamples
from fingerpost.routing.layers.llm import (
    FEW_SHOT_EXAMPLES,
    MAX_CANDIDATES,
    ClassificationQuestion,
    ask_label,
    ask_llm,
    case_of,
    labels,
    route_of,
    system_prompt,
)
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.model_trust import (
    Case,
    TrustTable,
    describe,
    familiarity_of,
    read_table,
    write_table,
)
from fingerpost.routing.thresholds import fixed_threshold
from fingerpost.runtime import background_loop
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.lock import process_lock
from fingerpost.settings import Settings
from fingerpost.types import Example, Fact, Message, Resolved, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student

MAX_CALLS = 60
"""Calls of the model in one check."""

MIN_ANSWERS = 10
"""Answers without which a check tells nothing."""

ENOUGH_UNSURE = 20
"""Examples that the classifier is unsure of from which no others are asked about."""

MAX_EXAMPLES = 600
"""Examples that the classifiers of a check learn from; of more, every so many."""

START_AFTER, RETRY_AFTER = 30.0, 600.0
"""Seconds from the first live question to a check, so that short commands begin none; and after one that failed."""

PATIENCE = 30.0
"""Seconds that a question of a check waits for a moment without live questions."""


class CheckFailedError(ModelError):
    """The model could not be tried on the examples."""


class TooFewExamplesError(CheckFailedError):
    """The routebook has too few examples to try a model on."""


class _Asked(NamedTuple):
    """An example to ask about, as a classifier that has not learned it sees it."""

    question: ClassificationQuestion
    truth: str
    classifier_right: bool
    sure: bool


class _Answer(NamedTuple):
    """The model's route, or why there is none, and the calls that it took."""

    route: str | None
    fault: str
    calls: int


class CheckedModel:
    """The language model of a router, with how far its word goes in this routebook.

    `table` is None where the routebook's `llm_trust` says it instead.
    """

    def __init__(
        self,
        chooser: LabelChooser,
        book: Routebook,
        batcher: Batcher,
        settings: Settings,
        memo: Memo,
        owner: Callable[[], object | None],
    ) -> None:
        """Take what a router has, and a weak reference to it; nothing is read or asked yet."""
        self._chooser, self._book, self._encoder = chooser, book, batcher.yielding_encoder
        self._cache, self._voting, self._memo = settings.cache, settings.voting, memo
        self.model = chooser.chat.slot.model
        self.checks = book.thresholds.llm_trust is None
        self.table = TrustTable(self.model) if self.checks else None
        self._owner = owner
        self._looked = self._closed = False
        self._failed = 0
        self._live = 0
        self._checking: threading.Timer | None = None
        self._asking: Future[str] | None = None
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the parent's thread and questions."""
        self._checking, self._asking, self._live = None, None, 0

    async def ask(self, question: ClassificationQuestion) -> Verdict:
        """Return the model's verdict on a live question; raises ModelError if it gives none."""
        if self.checks and not self._looked:
            self.look_up()
        self._live += 1
        try:
            return await ask_llm(self._chooser, self._book, question, self._voting, self.table)
        finally:
            self._live -= 1
            if self._checking is None and self.table is not None and not self.table.asked and self._book.examples:
                self._check_later(START_AFTER)

    def look_up(self) -> bool:
        """Read what was kept of an earlier check; return whether there is any."""
        self._looked = True
        file = self._file()
        found = None if file is None else read_table(file, self.key, self.model)
        if found is not None:
            self.table = found
        return found is not None

    def close(self) -> None:
        """End a check, before the connections to the model are closed."""
        self._closed = True
        if self._asking is not None:
            self._asking.cancel()
        if self._checking is not None:
            self._checking.cancel()

    @property
    def key(self) -> str:
        """Return a digest of what a check depends on: model, prompt, choices, examples, encoder and thresholds."""
        book, empty = self._book, ClassificationQuestion(Resolved("", "", ""))
        parts = (
            self.model, system_prompt(book, empty), labels(book, empty), book.thresholds, book.llm_first,
            [(variant.name, sorted(variant.focus)) for variant in book.variants],
            self._voting.ensemble, self._voting.scorer, self._encoder.fingerprint,
            [(e.text, e.route, e.after, e.qualifier) for e in book.examples],
        )  # fmt: skip
        return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()[:24]

    def _file(self) -> Path | None:
        return None if self._cache is None else self._cache / "model-checks" / f"{self.key}.json"

    def _check_later(self, seconds: float) -> None:
        self._checking = threading.Timer(seconds, _check_in_background, [ref(self)])
        self._checking.daemon = True
        self._checking.start()

    def check_in_background(self) -> None:
        """Check beside live traffic; after a failure again later, each time after twice as long."""
        try:
            table = self.check(beside_traffic=True)
        except TooFewExamplesError as error:
            # Later there will be as many.
            log_event(f"[model] {error}")
        except FingerpostError as error:
            if not self._is_over:
                log_event(f"[model] {error}", logging.WARNING)
                self._failed += 1
                self._check_later(RETRY_AFTER * 2 ** (self._failed - 1))
        else:
            log_event(f"[model] {self._book.name}: {describe(table)}")

    def check(self, *, beside_traffic: bool = False) -> TrustTable:
        """Try the model on the examples, unless that was done; raises CheckFailedError if it tells nothing.

        `beside_traffic`: live questions go first. One process at a time checks; the others use what it found.
        """
        if self.table is None:
            remedy = "remove it from [thresholds] to try the model on the examples"
            raise CheckFailedError(f"{self._book.name}: `llm_trust` says how often {self.model} is right: {remedy}")
        with process_lock(None if self._cache is None else self._cache / "model-checks.lock"):
            if not self.look_up() and not self.table.asked:
                self.table = self._fill(beside_traffic)
                file = self._file()
                if file is not None:
                    write_table(file, self.key, self.table)
        # What is remembered was judged without the table.
        self._memo.forget("llm")
        return self.table

    def _fill(self, beside_traffic: bool) -> TrustTable:
        counts: dict[Case, tuple[int, int]] = {}
        asked = classifier_right = calls = 0
        fault = f"too few of its answers could be used, at least {MIN_ANSWERS} are needed"
        each = len(self._book.variants) if self._voting.ensemble and self._book.variants else 1
        for row in self._rows(MAX_CALLS // each):
            if beside_traffic:
                self._wait_for_a_quiet_moment()
            # Finding out how a server can be asked takes calls of its own.
            if self._is_over or calls + each > MAX_CALLS:
                break
            answer = self._answer(row, each, rests=beside_traffic)
            calls += answer.calls
            if answer.fault:
                fault = answer.fault
                if self._chooser.breaker.state != "closed":
                    break
                continue
            asked += 1
            classifier_right += row.classifier_right
            if answer.route is not None:
                case = case_of(self._book, row.question.candidates, row.question.familiarity, answer.route)
                right, answers = counts.get(case, (0, 0))
                counts[case] = (right + (answer.route == row.truth), answers + 1)
        if self._is_over or not counts or asked < max(MIN_ANSWERS, calls / each / 2):
            raise CheckFailedError(f"{self.model} could not be tried on the examples of {self._book.name}: {fault}")
        return TrustTable(self.model, counts, asked, classifier_right)

    @property
    def _is_over(self) -> bool:
        """Whether the router is closed, or was replaced by another one."""
        return self._closed or self._owner() is None

    def _answer(self, row: _Asked, each: int, *, rests: bool) -> _Answer:
        began, facts = monotonic(), list[Fact]()
        route, fault = None, ""
        try:
            self._asking = background_loop.submit(self._label(row.question, facts))
            route = route_of(self._book, self._asking.result())[0]
        except NoLabelError:
            # It answered, and with nothing that could be right.
            pass
        except ModelError as error:
            fault = str(error)
        except CancelledError:
            fault = "the router was closed"
        if rests:
            sleep(monotonic() - began)
        return _Answer(route, fault, max(each, sum(fact.what == MODEL for fact in facts)))

    async def _label(self, question: ClassificationQuestion, facts: list[Fact]) -> str:
        with record_facts(facts):
            return await ask_label(self._chooser, self._book, question, self._voting)

    def _wait_for_a_quiet_moment(self) -> None:
        began = monotonic()
        while self._live and monotonic() - began < PATIENCE:
            sleep(0.05)

    def _rows(self, most: int) -> list[_Asked]:
        """Return the examples to ask about: those that the classifier is unsure of, as live messages are."""
        from fingerpost.routing.student.training import fit_folds

        book, encoder = self._book, self._encoder
        examples = [e for e in book.examples if e.after is None]
        examples = examples[:: -(-len(examples) // MAX_EXAMPLES) or 1]
        try:
            folds = fit_folds(
                examples, encoder, out_of_scope=book.out_of_scope, accept_error=book.thresholds.accept_error,
                cache=self._cache,
            )  # fmt: skip
        except TrainingError as error:
            raise TooFewExamplesError(
                f"{self.model} cannot be tried on the examples of {book.name}: {error}"
            ) from error
        shots = FewShotExamples(book.examples, encoder, self._cache)
        vectors = encode_cached(encoder, [as_read(e.text) for e in examples], self._cache)
        rows = [
            self._row(fold.student, examples[place], vectors[place], shots) for fold in folds for place in fold.rows
        ]
        if len(rows) < MIN_ANSWERS:
            needed = f"at least {MIN_ANSWERS} are needed that stand alone, two or more of every route"
            raise TooFewExamplesError(f"{self.model} cannot be tried on the examples of {book.name}: {needed}")
        unsure = [row for row in rows if not row.sure]
        if len(unsure) < ENOUGH_UNSURE:
            return [*unsure, *(row for row in rows if row.sure)][: min(ENOUGH_UNSURE, most)]
        # Evenly over all of them, and so over the routes.
        return [unsure[place * len(unsure) // most] for place in range(most)] if len(unsure) > most else unsure

    def _row(self, student: Student, example: Example, vector: Any, shots: FewShotExamples) -> _Asked:
        book, text = self._book, example.text
        resolved = resolve(Message(text), book.transparent, book.assistant)
        prediction = student.predict(vector, resolved.folded)
        verdict = student.verdict(prediction)
        threshold = fixed_threshold(book, verdict)
        accepted = verdict.accepted if threshold is None else verdict.confidence >= threshold
        out_of_scope = verdict.scope is not None and verdict.scope < 0
        question = ClassificationQuestion(
            resolved,
            None if book.llm_first else verdict,
            prediction.ranked(MAX_CANDIDATES),
            shots.nearest(vector, None, FEW_SHOT_EXAMPLES, left_out=text),
            [shots.nearest(vector, None, FEW_SHOT_EXAMPLES, variant.focus, text) for variant in book.variants],
            familiarity=familiarity_of(student, prediction),
        )
        guess = book.out_of_scope if out_of_scope else verdict.route
        return _Asked(question, example.route, guess == example.route, accepted and not book.llm_first)


def _check_in_background(reference: ref[CheckedModel]) -> None:
    """Check, and try again later if that fails."""
    model = reference()
    if model is not None:
        model.check_in_background()
