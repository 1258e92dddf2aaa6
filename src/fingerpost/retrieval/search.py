"""Hybrid search: word and vector rankings, combined by reciprocal rank fusion (RRF)."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.errors import SearchError
from fingerpost.language.text import as_read
from fingerpost.observability import facts
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.retrieval.blocks import names_of_pages
from fingerpost.retrieval.calibration import Calibration, calibrate, stored_calibration
from fingerpost.retrieval.index import Index, Key
from fingerpost.retrieval.matching import Matcher, QuestionMatch
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Batcher

TOP = 8
"""Maximum passages that a search returns."""

DEPTH = 50
"""Passages taken from each of the two rankings."""

CANDIDATES, UNMOVED = 32, 2
"""Passages among which preferred ones are moved up, and the number of best ones that keep their rank."""

MATCHED = 20
"""Passages whose blocks and words are compared with a question."""

SCALE_TTL = 30.0
"""Seconds for which the stored scale of the encoder is cached."""

RRF_K = 60
"""The constant of reciprocal rank fusion; the larger it is, the less the first ranks dominate."""

THREADS = 4


PassagePreference = Callable[[Passage], bool]


class Hit(NamedTuple):
    """A search result: a passage with its fused score and its vector."""

    passage: Passage
    score: float
    vector: NDArray[np.float32]


class Retriever:
    """Searches an index with the vectors of an encoder, on its own threads; fork-safe."""

    def __init__(self, index: Index, batcher: Batcher) -> None:
        """Search an index, which is closed together with the retriever."""
        self.index, self.batcher = index, batcher
        self._matcher = Matcher(batcher)
        self._scale: tuple[float, Calibration] | None = None
        self._threads: ThreadPoolExecutor | None = None
        reset_after_fork(self)

    async def search(
        self, query: str, *, text: str | None = None, timeout: float = 10.0, preferred: PassagePreference | None = None
    ) -> list[Hit]:
        """Return at most TOP passages, the best first: those with words of `query` and those near to `text`.

        `text` defaults to the query. Passages for which `preferred` is True, such as those with examples, are moved
        before all but the best few. Raises SearchError where the index fails or does not answer in `timeout` seconds.
        """
        with self._recorded() as found:
            async with self._within(timeout) as until:
                found.extend(await self._search(query, query if text is None else text, until, preferred, TOP))
        return found

    async def match(
        self, question: str, query: str, *, text: str | None = None, timeout: float = 10.0
    ) -> QuestionMatch:
        """Search as `search` does, and return the TOP passages that match a question best, with what they say on it."""
        question = as_read(question)
        with self._recorded() as found:
            async with self._within(timeout) as until:
                hits = await self._search(query, query if text is None else text, until, None, MATCHED)
                vector = await self.batcher.aencode(question)
                loop = asyncio.get_running_loop()
                match = await loop.run_in_executor(self._pool(), self._match, question, vector, hits)
            found.extend(match.hits)
        return match

    @contextmanager
    def _recorded(self) -> Iterator[list[Hit]]:
        """Yield a list for the hits of a search, which is counted and logged; a failed search counts, too."""
        hits: list[Hit] = []
        began, outcome = perf_counter(), "failed"
        try:
            yield hits
            outcome = "found"
        finally:
            facts.record_fact(facts.RETRIEVER, docs=len(hits))
            METRICS.count("retrievals", outcome=outcome)
            METRICS.observe("retrieval", perf_counter() - began)
        log_event(f"[hybrid] RRF -> {len(hits)} final docs", docs=len(hits))

    @asynccontextmanager
    async def _within(self, timeout: float) -> AsyncIterator[float]:
        """Yield the deadline of a search; raises SearchError when it is over."""
        try:
            async with asyncio.timeout(timeout):
                yield monotonic() + timeout
        except TimeoutError:
            raise SearchError(
                f"{self.index.place}: no answer within {timeout:g} s: check whether it, or the encoder, is overloaded"
            ) from None

    def _match(self, question: str, vector: NDArray[np.float32], hits: Sequence[Hit]) -> QuestionMatch:
        names = names_of_pages(self.index.headings())
        return self._matcher.match(question, vector, hits, self._calibration(), names, TOP)

    def _calibration(self) -> Calibration:
        """Return the scale of the encoder: the one stored with the index, else measured once in this process."""
        if self._scale is None or monotonic() - self._scale[0] > SCALE_TTL:
            stored = stored_calibration(self.index, self.batcher.encoder.fingerprint)
            if stored is None:
                # An index of an earlier version; measured once, and again only by a new process.
                self._scale = self._scale or (math.inf, calibrate(self.index, self.batcher.yielding_encoder))
            else:
                self._scale = monotonic(), stored
        return self._scale[1]

    def top_similarities(self, vector: NDArray[np.float32], count: int, timeout: float) -> list[float]:
        """Return the cosine similarities of the `count` nearest passages, descending; blocks the calling thread."""
        encoder, until = self.batcher.encoder.fingerprint, monotonic() + timeout
        keys = self.index.by_vector(vector, encoder, count, until)
        found = self.index.fetch(keys, encoder, until) if keys else {}
        return sorted((float(found[key][1] @ vector) for key in keys if key in found), reverse=True)

    async def check_ready(self, timeout: float) -> None:
        """Raise SearchError where the index fails or does not answer in `timeout` seconds."""
        asked = self._pool().submit(self.index.by_words, "ready", 1, monotonic() + timeout)
        try:
            await asyncio.wait_for(asyncio.wrap_future(asked), timeout)
        except TimeoutError:
            raise SearchError(f"{self.index.place}: no answer within {timeout:g} s") from None

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every indexed passage; cached until the index changes."""
        return self.index.headings()

    def close(self) -> None:
        """Stop the threads and close the index."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
        self.index.close()

    def after_fork(self) -> None:
        """Drop the parent's threads."""
        self._threads = None

    def _pool(self) -> ThreadPoolExecutor:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fingerpost-search")
        return self._threads

    async def _search(
        self, query: str, text: str, until: float, preferred: PassagePreference | None, limit: int
    ) -> list[Hit]:
        query, text = as_read(query), as_read(text)
        pool, by_words = self._pool(), None
        if self.index.concurrent:
            by_words = pool.submit(self.index.by_words, query, DEPTH, until)
        try:
            vector = await self.batcher.aencode(text) if text else None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, self._rank, by_words, query, vector, until, preferred, limit)
        except BaseException:
            if by_words is not None:
                by_words.cancel()
            raise

    def _rank(
        self,
        by_words: Future[list[Key]] | None,
        query: str,
        vector: NDArray[np.float32] | None,
        until: float,
        preferred: PassagePreference | None,
        limit: int,
    ) -> list[Hit]:
        encoder = self.batcher.encoder.fingerprint
        near = [] if vector is None else self.index.by_vector(vector, encoder, DEPTH, until)
        # No deadlock in the pool: the word search was submitted first, so that a thread already runs it.
        worded = self.index.by_words(query, DEPTH, until) if by_words is None else by_words.result()
        scores = fuse((worded, near))
        best = sorted(scores, key=scores.__getitem__, reverse=True)[: limit if preferred is None else CANDIDATES]
        found = self.index.fetch(best, encoder, until) if best else {}
        hits = [Hit(found[key][0], scores[key], found[key][1]) for key in best if key in found]
        if preferred is not None:
            hits = hits[:UNMOVED] + sorted(hits[UNMOVED:], key=lambda hit: not preferred(hit.passage))
        return hits[:limit]


def fuse(rankings: Iterable[Sequence[Key]]) -> dict[Key, float]:
    """Return the RRF score of every ranked key: 1 / (RRF_K + rank), summed over the rankings."""
    scores: dict[Key, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, 1 + RRF_K):
            scores[key] = scores.get(key, 0.0) + 1 / rank
    return scores
