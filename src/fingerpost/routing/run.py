"""Drives the cascade's generator: one message at a time, or a batch whose effects are carried out together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from fingerpost.observability.facts import current_facts, set_current_facts
from fingerpost.routing.effects import (
    AskModel,
    DecisionGenerator,
    Effect,
    Encode,
    LoadStudent,
    ReadByApp,
    SearchDocuments,
)
from fingerpost.types import Decision, Fact


class DecisionRun:
    """The run of one message through the cascade.

    `effect`: what the cascade waits for; None once there is a decision. `facts`: what was recorded so far.
    """

    __slots__ = ("_decision", "_generator", "effect", "facts")

    def __init__(self, generator: DecisionGenerator) -> None:
        """Run the generator up to its first effect."""
        self._generator = generator
        self._decision: Decision | None = None
        self.facts: list[Fact] = []
        self.effect: Effect | None = None
        self._advance(generator.send, None)

    def resume(self, result: Any) -> None:
        """Continue with the result of the effect."""
        self._advance(self._generator.send, result)

    def throw(self, error: Exception) -> None:
        """Continue with the error of the effect; the cascade raises it again where it has no alternative."""
        self._advance(self._generator.throw, error)

    @property
    def decision(self) -> Decision:
        """Return the decision, once no effect is pending."""
        if self._decision is None:
            raise RuntimeError(f"not decided yet: waiting for {self.effect}")
        return self._decision

    def _advance(self, step: Callable[[Any], Effect], value: Any) -> None:
        # As `record_facts` does, without the cost of a context manager.
        before = current_facts()
        set_current_facts(self.facts)
        try:
            self.effect = step(value)
        except StopIteration as end:
            self.effect, self._decision = None, end.value
        finally:
            set_current_facts(before)


class EffectHandler(Protocol):
    """Carries out effects for a batch of messages."""

    def load(self) -> Any:
        """Return the result of `LoadStudent`."""

    def encode_all(self, texts: Sequence[str], for_documents: bool) -> Sequence[Any]:
        """Return one vector per text."""

    def search_all(self, vectors: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of the documents near each vector; None for a search that failed."""

    def ask_all(self, asks: Sequence[tuple[AskModel, list[Fact]]]) -> Sequence[Any]:
        """Return one verdict, or one exception, per question."""


def decide_batch(runs: Sequence[DecisionRun], handler: EffectHandler) -> None:
    """Run a batch of messages to their decisions; each round carries out all pending effects of one kind together."""
    while waiting := [run for run in runs if run.effect is not None]:
        loading = [run for run in waiting if isinstance(run.effect, LoadStudent)]
        if loading:
            _resume_all(loading, partial(_load_for, handler, len(loading)))
            continue
        reads = [(run, run.effect) for run in waiting if isinstance(run.effect, ReadByApp)]
        if reads:
            _resume_all([run for run, _ in reads], partial(_read_all, [effect for _, effect in reads]))
            continue
        encodes = [(run, run.effect) for run in waiting if isinstance(run.effect, Encode)]
        if encodes:
            kind = encodes[0][1].for_documents
            same = [(run, effect.text) for run, effect in encodes if effect.for_documents == kind]
            _resume_all([run for run, _ in same], partial(handler.encode_all, [text for _, text in same], kind))
            continue
        searches = [(run, run.effect) for run in waiting if isinstance(run.effect, SearchDocuments)]
        if searches:
            found = handler.search_all([search.vector for _, search in searches])
            for (run, search), scores in zip(searches, found, strict=True):
                search.results.append(scores)
                run.resume(None)
            continue
        asks = [(run, run.effect) for run in waiting if isinstance(run.effect, AskModel)]
        for (run, _), result in zip(asks, handler.ask_all([(ask, run.facts) for run, ask in asks]), strict=True):
            if isinstance(result, Exception):
                run.throw(result)
            else:
                run.resume(result)


def _read_all(effects: Sequence[ReadByApp]) -> Sequence[Any]:
    return [effect.read() for effect in effects]


def _load_for(handler: EffectHandler, count: int) -> Sequence[Any]:
    return [handler.load()] * count


def _resume_all(runs: Sequence[DecisionRun], provide: Callable[[], Sequence[Any]]) -> None:
    """Resume each run with its result; an error is thrown into all of them."""
    try:
        results = provide()
    except Exception as error:  # noqa: BLE001 - the cascade raises it again where it has no alternative
        for run in runs:
            run.throw(error)
        return
    for run, result in zip(runs, results, strict=True):
        run.resume(result)
