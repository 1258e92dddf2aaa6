"""A message on its way through the cascade, and whoever provides what the cascade needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from fingerpost.observability.facts import current_facts, set_current_facts
from fingerpost.routing.effects import Ask, Deciding, Encode, Load, Look, Need
from fingerpost.types import Decision, Fact


class Run:
    """One message: what it `needs` next, or None once there is a decision; and the facts on its way."""

    __slots__ = ("_deciding", "_decision", "facts", "needs")

    def __init__(self, deciding: Deciding) -> None:
        """Go as far as the first need."""
        self._deciding = deciding
        self._decision: Decision | None = None
        self.facts: list[Fact] = []
        self.needs: Need | None = None
        self._go(deciding.send, None)

    def give(self, given: Any) -> None:
        """Provide what is needed, and go on."""
        self._go(self._deciding.send, given)

    def fail(self, error: Exception) -> None:
        """Tell why it could not be provided; the cascade raises again what it cannot do without."""
        self._go(self._deciding.throw, error)

    @property
    def decision(self) -> Decision:
        """Return the outcome, once nothing is needed any more."""
        if self._decision is None:
            raise RuntimeError(f"not decided yet: {self.needs} is needed")
        return self._decision

    def _go(self, step: Callable[[Any], Need], given: Any) -> None:
        # As `recording` does, without the cost of a context manager.
        before = current_facts()
        set_current_facts(self.facts)
        try:
            self.needs = step(given)
        except StopIteration as end:
            self.needs, self._decision = None, end.value
        finally:
            set_current_facts(before)


class Provider(Protocol):
    """What a batch needs from outside, for many at once."""

    def load(self) -> Any:
        """Return what `Load` asks for."""

    def encode_all(self, texts: Sequence[str]) -> Sequence[Any]:
        """Return one vector a text."""

    def look_all(self, vectors: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of what was found near to each vector, or None."""

    def ask_all(self, asks: Sequence[tuple[Ask, list[Fact]]]) -> Sequence[Any]:
        """Return one verdict, or one fault, a question."""


def decide_together(runs: Sequence[Run], provider: Provider) -> None:
    """Bring many messages to their decisions: each round provides at once what they wait for."""
    while waiting := [run for run in runs if run.needs is not None]:
        loading = [run for run in waiting if isinstance(run.needs, Load)]
        if loading:
            _share(loading, partial(_load_for, provider, len(loading)))
            continue
        texts = [(run, run.needs.text) for run in waiting if isinstance(run.needs, Encode)]
        if texts:
            _share([run for run, _ in texts], partial(provider.encode_all, [text for _, text in texts]))
            continue
        looks = [(run, run.needs) for run in waiting if isinstance(run.needs, Look)]
        if looks:
            for (run, look), scores in zip(looks, provider.look_all([look.vector for _, look in looks]), strict=True):
                look.found.append(scores)
                run.give(None)
            continue
        asks = [(run, run.needs) for run in waiting if isinstance(run.needs, Ask)]
        for (run, _), given in zip(asks, provider.ask_all([(ask, run.facts) for run, ask in asks]), strict=True):
            if isinstance(given, Exception):
                run.fail(given)
            else:
                run.give(given)


def _load_for(provider: Provider, count: int) -> Sequence[Any]:
    return [provider.load()] * count


def _share(runs: Sequence[Run], provide: Callable[[], Sequence[Any]]) -> None:
    """Give each its part of what was provided at once; a fault concerns them all."""
    try:
        given = provide()
    except Exception as error:  # noqa: BLE001 - the cascade raises again what it cannot do without
        for run in runs:
            run.fail(error)
        return
    for run, part in zip(runs, given, strict=True):
        run.give(part)
