"""What is decided for a chunk of rows, wherever the rows come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.batch.columns import Decided, Unreadable
from fingerpost.errors import ModelError, SettingsError
from fingerpost.models.factory import NO_CLASSIFIER_MODEL
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.types import Decision

if TYPE_CHECKING:
    import pyarrow as pa

    from fingerpost.routing.student.model import Student

PATIENCE = 120.0
"""Seconds that a model gets for a row: nobody waits for this one."""

IN_A_ROW = 8
"""Failures of a model server in a row after which rows are no longer given up one by one."""

_FAULTS = {"encoder": "no vector: ", "llm": "no verdict: "}


class Batch:
    """Routes a chunk at a time: `decide` for texts, a call for an Arrow table. Can be pickled, and is cheap to.

    The router is loaded with the first chunk, once a process. `label` asks the language model of the settings about
    what the local layers are unsure of. Every row is decided anew, unless a model has been asked the same before.
    `student` decides in the place of that of the routebook's examples, and is pickled along.
    """

    def __init__(
        self,
        routebook: str | Path = "avap",
        *,
        text_column: str = "text",
        label: bool = False,
        student: Student | None = None,
    ) -> None:
        """Take an installed routebook's name or a folder, as `Router.from_routebook` does."""
        self.routebook, self.text_column, self.label, self.student = str(routebook), text_column, label, student
        self._failed = dict.fromkeys(_FAULTS, 0)

    @property
    def router(self) -> Router:
        """Return the router of this process."""
        return _router(self.routebook, self.label, self.student)

    def __call__(self, table: pa.Table | pa.RecordBatch) -> pa.Table:
        """Return an Arrow table with what was decided as further columns."""
        from fingerpost.batch.arrow import texts_of, with_decided

        return with_decided(table, self.decide(texts_of(table, self.text_column)))

    def decide(self, texts: Sequence[object]) -> list[Decided]:
        """Return one outcome a text; what is no string becomes a row with an error.

        Raises ModelError where a server that is needed for every row is down: then no row is to blame.
        """
        readable = [text for text in texts if isinstance(text, str)]
        outcomes = iter(self._route(readable))
        return [next(outcomes) if isinstance(text, str) else Decided(error=_unreadable(text)) for text in texts]

    def _route(self, texts: list[str]) -> list[Decided]:
        if not texts:
            return []
        try:
            return [self._outcome(decision) for decision in self.router.route_many(texts)]
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
            # One message that nobody thought of must not take its neighbours along.
            if len(texts) == 1:
                return [Decided(error=f"cannot be routed: {type(error).__name__}: {error}")]
        half = len(texts) // 2
        return self._route(texts[:half]) + self._route(texts[half:])

    def _outcome(self, decision: Decision) -> Decided:
        error = None
        for who, said, _ in decision.trail:
            if who in _FAULTS:
                if said.startswith(_FAULTS[who]):
                    error = said
                    self._failed[who] += 1
                    if self._failed[who] >= IN_A_ROW:
                        raise ModelError(f"{IN_A_ROW} rows in a row got {said}")
                else:
                    self._failed[who] = 0
        return Decided(
            decision.route,
            decision.accepted,
            float(decision.confidence),
            decision.layer,
            decision.runner_up,
            decision.reason,
            error,
        )


def settings_of(label: bool) -> Settings:
    """Return the settings of the environment, with a language model only where rows are labelled by it."""
    settings = Settings.from_environment()
    if not label:
        return replace(settings, slots={})
    if "classifier" not in settings.slots:
        raise SettingsError(NO_CLASSIFIER_MODEL)
    return replace(settings, llm_timeout=max(settings.llm_timeout, PATIENCE))


@lru_cache(maxsize=4)
def _router(routebook: str, label: bool, student: Student | None) -> Router:
    # A memo would make a row depend on which rows its process has seen before; a model's answers are worth it.
    memo = None if label else Memo(size=0)
    return Router.from_routebook(routebook, settings=settings_of(label), student=student, memo=memo)


def _unreadable(text: object) -> str:
    if isinstance(text, Unreadable):
        return text.why
    return "the text is NULL" if text is None else f"the text is no string but {type(text).__name__}"
