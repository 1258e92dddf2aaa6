"""What becomes of a message while the store fails: it is refused, or answered and marked as not remembered.

A message that continues nothing (no session of the caller, no app) needs nothing from the store, and goes on. For the
others the setting FINGERPOST_STORE_DOWN decides. A change of an app is never answered before it is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from fingerpost.answering.request import Request
from fingerpost.errors import FAILED, StoreError
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import DEGRADED
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.ladder import MEMORY
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.types import Answer, Decision, Degraded, Fact

T = TypeVar("T")

NOT_REMEMBERED = Degraded(MEMORY, "not remembered", FAILED)
"""The mark of an answer that was made without the store, or is not in it."""

COOLDOWN = 5.0
"""Seconds for which a store that failed three times is left alone by those who go on without it."""


class StoreAccess:
    """Calls the store for requests, and tells which of them go on without it; thread-safe and fork-safe."""

    def __init__(self, *, answers_without: bool = False) -> None:
        """Refuse messages that continue a conversation while the store fails, or answer them without it."""
        self._answers_without = answers_without
        self.breaker = CircuitBreaker(cooldown=COOLDOWN)

    def goes_on(self, request: Request) -> bool:
        """Return whether a request is answered where the store fails."""
        return self._answers_without or not request.continues

    def call(self, request: Request, work: Callable[[], T]) -> T:
        """Return the result of work on the store, which is not tried where it just failed and the request goes on.

        A locked store takes ten seconds to fail: those who wait for it keep the threads from the others.
        """
        if not self.goes_on(request):
            return work()
        if not self.breaker.allow_request():
            raise StoreError(f"the store failed repeatedly and is left alone for {COOLDOWN:g} s")
        with self.breaker.record_outcome(StoreError):
            return work()


class RequestStoreAccess:
    """The store for one request.

    `remembered` tells whether it was read, and in the end written, so far as needed. `readable` is False where the
    store failed to tell whose session it is.
    """

    def __init__(self, memory: StoreAccess, request: Request) -> None:
        """Begin with nothing failed."""
        self._memory, self._request = memory, request
        self.remembered = self.readable = True

    def call(self, work: Callable[[], T]) -> T:
        """Return the result of work on the store."""
        return self._memory.call(self._request, work)

    def read(self, work: Callable[[], T], otherwise: T) -> T:
        """Return what work reads of the conversation, or something else where there is none, or it is done without."""
        if not self._request.continues:
            return otherwise
        try:
            if not self.readable:
                raise StoreError("it is not known whose session this is: nothing of it is read")
            return self.call(work)
        except StoreError as error:
            self.go_on_without(error)
            return otherwise

    def go_on_without(self, fault: StoreError) -> None:
        """Raise a fault of the store, unless the request is answered without it."""
        METRICS.count("store_failures")
        if not self._memory.goes_on(self._request):
            raise fault
        request_id = self._request.id
        log_event(f"[store] request {request_id} goes on without it: {fault}", logging.ERROR, request=request_id)
        if self.remembered:
            METRICS.count("degraded", part=NOT_REMEMBERED.part, rung=NOT_REMEMBERED.rung)
        self.remembered = False

    def marked(self, answer: Answer) -> Answer:
        """Return the answer, marked where it is not remembered."""
        if self.remembered:
            return answer
        return replace(answer, degraded=tuple(dict.fromkeys((*answer.degraded, NOT_REMEMBERED))))

    def marked_decision(self, decision: Decision) -> Decision:
        """Return the decision, marked where it was made without the conversation before it."""
        if self.remembered:
            return decision
        fact = Fact(DEGRADED, NOT_REMEMBERED._asdict())
        return replace(decision, facts=(*decision.facts, fact)).with_origin_of(decision)
