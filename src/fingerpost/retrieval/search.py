"""Hybrid search of an index, or of a second one while it fails, and the match of what was found with a question."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, TypeVar

from fingerpost.errors import SLOW, ModelError, SearchError
from fingerpost.language.text import as_read
from fingerpost.observability import facts
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.guard import ServerGuard
from fingerpost.resilience.ladder import ENCODER, SEARCH, Rung, try_rungs
from fingerpost.retrieval.blocks import names_of_pages
from fingerpost.retrieval.calibration import DEFAULT
from fingerpost.retrieval.index import Index
from fingerpost.retrieval.matching import Matcher, QuestionMatch, QuestionPart
from fingerpost.retrieval.question_parts import question_parts
from fingerpost.retrieval.searched_index import TOP, Hit, PassagePreference, Query, RankedPages, SearchedIndex
from fingerpost.runtime.call_limits import CallLimit
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import SEARCH_LIMIT
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Batcher

MATCHED = 20
"""Passages whose blocks and words are compared with a question."""

T = TypeVar("T")


class Retriever:
    """Searches an index with the vectors of an encoder, or a second index where the first is on a server that fails."""

    def __init__(
        self,
        index: Index,
        batcher: Batcher,
        *,
        limit: CallLimit = CallLimit(SEARCH_LIMIT),  # noqa: B008 - it is frozen
        open_second: Callable[[], Index] | None = None,
    ) -> None:
        """Search an index, which is closed together with the retriever.

        `limit`: the seconds that a server has. `open_second` opens the index to search while the first one fails; it is
        called when that happens.
        """
        self.index, self.batcher = index, batcher
        self._matcher = Matcher(batcher)
        self._first, self._second = SearchedIndex(lambda: index), SearchedIndex(open_second) if open_second else None
        self._first.opened = index
        self.guard = ServerGuard(index.place, SearchError, limit.total, first=limit.first) if index.remote else None

    async def search(
        self,
        query: str,
        *,
        text: str | None = None,
        timeout: float = 10.0,
        preferred: PassagePreference | None = None,
        purpose: str = "",
    ) -> list[Hit]:
        """Return at most TOP passages, the best first: those with words of `query` and those near to `text`.

        `text` defaults to the query. Passages for which `preferred` is True, such as those with examples, are moved
        before all but the best few. `purpose` says what else than the question is searched for. Raises SearchError
        where the index fails or does not answer in `timeout` seconds.
        """
        with self._recorded(purpose) as found:
            asked, deadline = await self._query(query, text, timeout, preferred)
            found.extend(await self._by_index(lambda index, seconds: index.rank(asked, TOP, seconds), deadline))
        return found

    async def match(
        self,
        question: str,
        query: str,
        *,
        text: str | None = None,
        timeout: float = 10.0,
        widen: Callable[[str], str] = str,
        purpose: str = "",
    ) -> QuestionMatch:
        """Search as `search` does, and return the TOP passages that match a question best, with what they say on it.

        The parts of the question are searched with it, each as `widen` returns it. Without vectors passages are
        matched by words alone.
        """
        with self._recorded(purpose) as found:
            asked, deadline = await self._query(query, text, timeout, None)
            encoder_failed = asked.vector is None and bool(query if text is None else text)
            texts = [] if encoder_failed else question_parts(as_read(question))
            parts = [await self._part(part, widen(part), deadline) for part in texts]
            ranked = await self._by_index(
                lambda index, seconds: index.rank_pages(
                    asked, [query for query, _ in parts], question, MATCHED, seconds
                ),
                deadline,
            )
            match = await self._matched(
                as_read(question), [part for _, part in parts], ranked, deadline, words_alone=encoder_failed
            )
            found.extend(match.hits)
        return match

    async def pages(
        self, names: Iterable[str], *, timeout: float = 10.0, purpose: str = ""
    ) -> dict[str, list[Passage]]:
        """Return the passages of the pages with these names, each in its order; names without a page are left out."""
        wanted, encoder = list(names), self.batcher.encoder.fingerprint
        with self._recorded(purpose):
            return await self._by_index(lambda index, seconds: index.pages(wanted, encoder, seconds), Deadline(timeout))

    @contextmanager
    def _recorded(self, purpose: str = "") -> Iterator[list[Hit]]:
        """Yield a list for the hits of a search, which is counted and logged; a failed search counts, too."""
        hits: list[Hit] = []
        began, outcome = perf_counter(), "failed"
        try:
            yield hits
            outcome = "found"
        finally:
            facts.record_fact(facts.RETRIEVER, docs=len(hits), **({"purpose": purpose} if purpose else {}))
            METRICS.count("retrievals", outcome=outcome)
            METRICS.observe("retrieval", perf_counter() - began)
        log_event(f"[hybrid] RRF -> {len(hits)} final docs", docs=len(hits))

    async def _query(
        self, query: str, text: str | None, timeout: float, preferred: PassagePreference | None
    ) -> tuple[Query, Deadline]:
        deadline = Deadline(timeout)
        vector = await self._vector(as_read(query if text is None else text), deadline)
        return Query(as_read(query), vector, self.batcher.encoder.fingerprint, preferred), deadline

    async def _part(self, part: str, widened: str, deadline: Deadline) -> tuple[Query, QuestionPart]:
        """Return how a part of a question is searched, and what its matches are compared with."""
        query, _ = await self._query(widened, part, deadline.remaining, None)
        return query, QuestionPart(part, query.vector)

    async def _by_index(self, work: Callable[[SearchedIndex, float], Awaitable[T]], deadline: Deadline) -> T:
        """Return what work finds in the index, or in the second one where the first is on a server that fails."""
        guard, first, second = self.guard, self._first, self._second
        if guard is None:
            return await try_rungs(SEARCH, [Rung("index", partial(first.within, work))], deadline)

        async def ask_server(seconds: float) -> T:
            given = min(seconds, guard.limit)
            return await guard.call(lambda: work(first, given), given)

        rungs = [Rung("server", ask_server)]
        if second is not None:
            rungs.append(Rung("embedded", partial(second.within, work)))
        return await try_rungs(SEARCH, rungs, deadline)

    async def _matched(
        self, question: str, parts: Sequence[QuestionPart], found: RankedPages, deadline: Deadline, *, words_alone: bool
    ) -> QuestionMatch:
        """Match what was found with a question by vectors, and by words alone where there are none."""

        async def by_vectors(seconds: float) -> QuestionMatch:
            try:
                async with asyncio.timeout(seconds):
                    with deadline.applied():
                        vector = await self.batcher.aencode(question)
                    return await found.searched.run(self._match, question, vector, parts, found)
            except TimeoutError:
                where = self.batcher.encoder.fingerprint
                raise ModelError(f"{where}: nothing was compared within {seconds:.3g} s", why=SLOW) from None

        async def by_words(_: float) -> QuestionMatch:
            return await found.searched.run(self._match, question, None, (), found)

        rungs = [Rung("vectors", by_vectors), Rung("words", by_words)]
        return await try_rungs(ENCODER, rungs[words_alone:], deadline)

    def _match(
        self, question: str, vector: NDArray[np.float32] | None, parts: Sequence[QuestionPart], found: RankedPages
    ) -> QuestionMatch:
        names, scale = names_of_pages(found.headings), DEFAULT
        if vector is not None:
            scale = found.scale or found.searched.measure_scale(self.batcher.yielding_encoder)
        known = [part for part in parts if part.vector is not None]
        return self._matcher.match(question, vector, found.hits, scale, names, TOP, known)

    async def _vector(self, text: str, deadline: Deadline) -> NDArray[np.float32] | None:
        """Return the vector of a text; None for an empty one, and where there is none: then words are searched alone.

        Vectors of another encoder would not do: they cannot be compared with those of the index.
        """

        async def encode(_: float) -> NDArray[np.float32] | None:
            with deadline.applied():
                return await self.batcher.aencode(text)

        async def words_alone(_: float) -> None:
            return None

        rungs: list[Rung[NDArray[np.float32] | None]] = [Rung("vectors", encode), Rung("words", words_alone)]
        return await try_rungs(ENCODER, rungs, deadline) if text else None

    def top_similarities(self, vector: NDArray[np.float32], count: int, timeout: float) -> list[float]:
        """Return the cosine similarities of the `count` nearest passages, descending; blocks the calling thread."""
        encoder, until, index = self.batcher.encoder.fingerprint, monotonic() + timeout, self._working_index
        keys = index.by_vector(vector, encoder, count, until)
        found = index.fetch(keys, encoder, until) if keys else {}
        return sorted((float(found[key][1] @ vector) for key in keys if key in found), reverse=True)

    async def check_ready(self, timeout: float) -> None:
        """Raise SearchError where the index fails or does not answer in `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                await self._first.run(self.index.by_words, "ready", 1, monotonic() + timeout)
        except TimeoutError:
            raise SearchError(f"{self.index.place}: no answer within {timeout:g} s", why=SLOW) from None

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every indexed passage; cached until the index changes."""
        return self._working_index.headings()

    @property
    def _working_index(self) -> Index:
        """Return the index that searches use now."""
        if self.guard is None or self._second is None or self.guard.breaker.state != "open":
            return self.index
        return self._second.opened or self.index

    def close(self) -> None:
        """Stop the threads and close the indexes."""
        for searched in (self._first, self._second):
            if searched is not None:
                searched.close()
