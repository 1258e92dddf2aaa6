"""Route chunks of texts or Arrow tables, independent of the file format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.batch.columns import DecisionColumns, UnreadableText
from fingerpost.errors import ModelError, SettingsError
from fingerpost.models.factory import NO_CLASSIFIER_MODEL
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.types import Decision

if TYPE_CHECKING:
    import pyarrow as pa

    from fingerpost.routing.student.model import Student

MODEL_TIMEOUT = 120.0
"""Timeout in seconds of a model call for one row: a batch can wait longer than a user."""

MAX_CONSECUTIVE_FAILURES = 8
"""Consecutive failures of a model server after which the run is aborted."""

_FAILURE_PREFIXES = {"encoder": "no vector: ", "llm": "no verdict: "}


class Batch:
    """Routes one chunk at a time: `decide` for texts, `__call__` for an Arrow table. Cheap to pickle.

    The router is loaded with the first chunk, once per process. `label` asks the configured language model about
    messages that the local layers are unsure of. Decisions are not memoised, except for the model's answers.
    `student` replaces the student fitted on the routebook's examples and is pickled with the batch.
    """

    def __init__(
        self,
        routebook: str | Path,
        *,
        text_column: str = "text",
        label: bool = False,
        student: Student | None = None,
    ) -> None:
        """Create a batch for an installed routebook's name or a folder, as `Router.from_routebook` does."""
        self.routebook, self.text_column, self.label, self.student = str(routebook), text_column, label, student
        self._failures = dict.fromkeys(_FAILURE_PREFIXES, 0)

    @property
    def router(self) -> Router:
        """Return this process's router."""
        return _router(self.routebook, self.label, self.student)

    def __call__(self, table: pa.Table | pa.RecordBatch) -> pa.Table:
        """Return the Arrow table with the decision columns appended."""
        from fingerpost.batch.arrow import add_decision_columns, read_texts

        return add_decision_columns(table, self.decide(read_texts(table, self.text_column)))

    def decide(self, texts: Sequence[object]) -> list[DecisionColumns]:
        """Return the decision columns of each text; anything but a string gets an error.

        Raises ModelError if a model server is down, which is not the fault of any single row.
        """
        readable = [text for text in texts if isinstance(text, str)]
        decided = iter(self._route(readable))
        return [next(decided) if isinstance(text, str) else DecisionColumns(error=_error_for(text)) for text in texts]

    def _route(self, texts: list[str]) -> list[DecisionColumns]:
        if not texts:
            return []
        try:
            return [self._columns(decision) for decision in self.router.route_many(texts)]
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
            # Bisect, so that one faulty message does not fail its neighbours.
            if len(texts) == 1:
                return [DecisionColumns(error=f"cannot be routed: {type(error).__name__}: {error}")]
        half = len(texts) // 2
        return self._route(texts[:half]) + self._route(texts[half:])

    def _columns(self, decision: Decision) -> DecisionColumns:
        error = None
        for layer, text, _ in decision.trail:
            if layer in _FAILURE_PREFIXES:
                if text.startswith(_FAILURE_PREFIXES[layer]):
                    error = text
                    self._failures[layer] += 1
                    if self._failures[layer] >= MAX_CONSECUTIVE_FAILURES:
                        raise ModelError(f"{MAX_CONSECUTIVE_FAILURES} consecutive rows failed: {text}")
                else:
                    self._failures[layer] = 0
        return DecisionColumns(
            decision.route,
            decision.accepted,
            float(decision.confidence),
            decision.layer,
            decision.runner_up,
            decision.reason,
            error,
        )


def batch_settings(label: bool) -> Settings:
    """Return the environment's settings, without language models unless `label` is set."""
    settings = Settings.from_environment()
    if not label:
        return replace(settings, slots={})
    if "classifier" not in settings.slots:
        raise SettingsError(NO_CLASSIFIER_MODEL)
    return replace(settings, llm_timeout=max(settings.llm_timeout, MODEL_TIMEOUT))


@lru_cache(maxsize=4)
def _router(routebook: str, label: bool, student: Student | None) -> Router:
    # A memo makes a row depend on the rows its process saw before; only model answers are worth that.
    memo = None if label else Memo(size=0)
    return Router.from_routebook(routebook, settings=batch_settings(label), student=student, memo=memo)


def _error_for(text: object) -> str:
    if isinstance(text, UnreadableText):
        return text.reason
    return "the text is NULL" if text is None else f"the text is not a string but {type(text).__name__}"
