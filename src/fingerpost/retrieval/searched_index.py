"""An index that is searched: its hits for a query, by words and vectors combined by reciprocal rank fusion (RRF)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from fingerpost.errors import SLOW, SearchError
from fingerpost.retrieval.calibration import Calibration, calibrate, stored_calibration
from fingerpost.retrieval.index import Index, Key
from fingerpost.retrieval.question_parts import page_name, pages_named
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Encoder

TOP = 8
"""Maximum passages that a search returns."""

DEPTH = 50
"""Passages taken from each of the two rankings."""

CANDIDATES, UNMOVED = 32, 2
"""Passages among which preferred ones are moved up, and the number of best ones that keep their rank."""

MATCHED_OF_PART = 6
"""Passages that are compared further for each part of a question."""

SCALE_TTL = 30.0
"""Seconds for which the stored scale of the encoder is cached."""

RRF_K = 60
"""The constant of reciprocal rank fusion; the larger it is, the less the first ranks dominate."""

THREADS = 4

T = TypeVar("T")

PassagePreference = Callable[[Passage], bool]


class Hit(NamedTuple):
    """A search result: a passage with its fused score and its vector."""

    passage: Passage
    score: float
    vector: NDArray[np.float32]


class Query(NamedTuple):
    """What is searched: words, and a vector of an encoder unless there is none; and which passages are preferred."""

    text: str
    vector: NDArray[np.float32] | None
    encoder: str
    preferred: PassagePreference | None


class RankedPages(NamedTuple):
    """Hits with what is needed to match them: their index, its headings, and the stored scale of the encoder."""

    hits: list[Hit]
    searched: SearchedIndex
    headings: Sequence[tuple[str, str]]
    scale: Calibration | None


class SearchedIndex:
    """An index with threads of its own, so that a server that hangs keeps no other index waiting; fork-safe."""

    def __init__(self, open_index: Callable[[], Index]) -> None:
        """Take the function that opens the index, which is called once, on first use."""
        self.opened: Index | None = None
        self._open_index = open_index
        self._stored: tuple[float, Calibration] | None = None
        self._measured: Calibration | None = None
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Drop the parent's threads, and its lock."""
        self._threads: ThreadPoolExecutor | None = None
        self._opening = threading.Lock()

    def open(self) -> Index:
        """Return the index, which may have to be filled first."""
        with self._opening:
            if self.opened is None:
                self.opened = self._open_index()
            return self.opened

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run blocking work on the threads of the index."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fingerpost-search")
        # With the context of the call, whose clock waits for the response.
        context = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._threads, context.run, work, *arguments)

    async def rank(self, query: Query, limit: int, seconds: float) -> list[Hit]:
        """Return the passages with words of a query and those near to its vector, the best first."""
        until = monotonic() + seconds
        index = await self.run(self.open) if self.opened is None else self.opened
        searches = [partial(index.by_words, query.text, DEPTH, until)]
        if query.vector is not None:
            searches.append(partial(index.by_vector, query.vector, query.encoder, DEPTH, until))
        if index.concurrent:
            rankings = await asyncio.gather(*map(self.run, searches))
        else:
            rankings = [await self.run(search) for search in searches]
        scores, preferred = fuse(rankings), query.preferred
        best = sorted(scores, key=scores.__getitem__, reverse=True)[: limit if preferred is None else CANDIDATES]
        found = await self.run(index.fetch, best, query.encoder, until) if best else {}
        hits = [Hit(found[key][0], scores[key], found[key][1]) for key in best if key in found]
        if preferred is not None:
            hits = hits[:UNMOVED] + sorted(hits[UNMOVED:], key=lambda hit: not preferred(hit.passage))
        return hits[:limit]

    async def rank_pages(
        self, query: Query, parts: Sequence[Query], question: str, limit: int, seconds: float
    ) -> RankedPages:
        """Return the same with those of the parts of a question, the pages that it names, and what matches them."""
        hits = await self.rank(query, limit, seconds)
        index = self.open()
        headings = await self.run(index.headings)
        for part in parts:
            hits += await self.rank(part, MATCHED_OF_PART, seconds)
        titles = dict(reversed(headings))
        found = {hit.passage.file for hit in hits}
        for file in pages_named(question, titles):
            if file not in found:
                hits += await self._passages_of(file, titles[file], query.encoder, seconds)
        once: dict[tuple[str, int], Hit] = {}
        for hit in hits:
            once.setdefault((hit.passage.file, hit.passage.number), hit)
        return RankedPages(list(once.values()), self, headings, await self.run(self._scale, index, query.encoder))

    async def _passages_of(self, file: str, title: str, encoder: str, seconds: float) -> list[Hit]:
        """Return passages of a page, found by its title: an index is searched by words and vectors alone."""
        asked = Query(title, None, encoder, lambda passage: passage.file == file)
        return [hit for hit in await self.rank(asked, TOP, seconds) if hit.passage.file == file]

    async def pages(self, names: Iterable[str], encoder: str, seconds: float) -> dict[str, list[Passage]]:
        """Return the passages of the pages with these names, by name."""
        index = await self.run(self.open)
        titles = dict(reversed(await self.run(index.headings)))
        files = {page_name(file): file for file in titles}
        hits = {
            name: await self._passages_of(files[name], titles[files[name]], encoder, seconds)
            for name in names
            if name in files
        }
        return {name: sorted((hit.passage for hit in of_page), key=lambda passage: passage.number)
                for name, of_page in hits.items() if of_page}  # fmt: skip

    def _scale(self, index: Index, encoder: str) -> Calibration | None:
        """Return the scale of the encoder that is stored with the index, which is cached for a while."""
        if self._stored is None or monotonic() - self._stored[0] > SCALE_TTL:
            stored = stored_calibration(index, encoder)
            self._stored = None if stored is None else (monotonic(), stored)
        return self._stored[1] if self._stored else None

    def measure_scale(self, encoder: Encoder) -> Calibration:
        """Return the scale of an encoder for an index of an earlier version, measured once in this process."""
        if self._measured is None:
            self._measured = calibrate(self.open(), encoder)
        return self._measured

    async def within(self, work: Callable[[SearchedIndex, float], Awaitable[T]], seconds: float) -> T:
        """Return what work on this index returns; raises SearchError where it takes longer."""
        try:
            async with asyncio.timeout(seconds):
                return await work(self, seconds)
        except TimeoutError:
            place = self.opened.place if self.opened else "the embedded index, which is being opened"
            told = f"{place}: no answer within {seconds:.3g} s: check whether it, or the encoder, is overloaded"
            raise SearchError(told, why=SLOW) from None

    def close(self) -> None:
        """Stop the threads and close the index."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
        if self.opened is not None:
            self.opened.close()


def fuse(rankings: Iterable[Sequence[Key]]) -> dict[Key, float]:
    """Return the RRF score of every ranked key: 1 / (RRF_K + rank), summed over the rankings."""
    scores: dict[Key, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, 1 + RRF_K):
            scores[key] = scores.get(key, 0.0) + 1 / rank
    return scores
