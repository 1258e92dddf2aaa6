"""Hybrid search: its results, recorded facts and metrics, and its errors with a slow or broken index."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fingerpost.errors import ModelError, SearchError
from fingerpost.models.encoder import Batcher
from fingerpost.observability import facts
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.ladder import degraded_in
from fingerpost.retrieval import search as module
from fingerpost.retrieval import searched_index, sqlite
from fingerpost.retrieval.index import Index, Key, sync
from fingerpost.retrieval.matching import answer_evidence
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.searched_index import RRF_K, TOP, Hit, Query, SearchedIndex, fuse
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.testing import WordEncoder
from fingerpost.types import Degraded
from tests.retrieval.words import SHOP, OtherEncoder, write
from tests.stores.words import in_child


@pytest.fixture
async def retriever(index: Index, folder: Path) -> AsyncIterator[Retriever]:
    """A retriever over the shop's documents, on either index."""
    sync(index, WordEncoder(), write(folder, SHOP), "shop")
    made = Retriever(index, Batcher(WordEncoder()))
    yield made
    made.close()


@pytest.fixture
async def small(folder: Path) -> AsyncIterator[Retriever]:
    """The same on an index in memory alone."""
    index = SqliteIndex()
    sync(index, WordEncoder(), write(folder, SHOP), "shop")
    made = Retriever(index, Batcher(WordEncoder()))
    yield made
    made.close()


async def test_the_best_comes_first_with_its_vector_and_score(retriever: Retriever) -> None:
    hits = await retriever.search(
        "warehouse", text="plain The warehouse opens at eight. It closes at six, but not on Sundays."
    )
    assert hits[0].passage.file == "plain.txt"
    assert hits[0].score == pytest.approx(2 / (RRF_K + 1)), "first by words and first by meaning"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    [expected] = WordEncoder().encode([f"plain\n{hits[0].passage.text}"])
    np.testing.assert_allclose(hits[0].vector, expected, atol=1e-6)


async def test_words_and_meaning_may_be_asked_apart(retriever: Retriever) -> None:
    hits = await retriever.search("warehouse", text="addVar: set a variable Writes a value.")
    assert [hit.passage.file for hit in hits[:2]] in (["plain.txt", "addVar.md"], ["addVar.md", "plain.txt"])
    only_words = await retriever.search("warehouse", text="")
    assert [hit.passage.file for hit in only_words] == ["plain.txt"]
    only_meaning = await retriever.search("", text="warehouse")
    assert len(only_meaning) == min(TOP, retriever.index.count())


async def test_at_most_so_many_are_returned(retriever: Retriever, folder: Path) -> None:
    write(folder, {f"{i}.md": f"# Number {i}\n\nwarehouse {i}\n" for i in range(20)})
    sync(retriever.index, WordEncoder(), folder, "shop")
    assert len(await retriever.search("warehouse")) == TOP == 8


@pytest.mark.parametrize(
    "query", ["", "  \n", "\0", "🙂", '"', "NEAR(", "*", "x" * 1_000_000, "\ud800", "-- ; DROP", "a" + "\u0301" * 5000]
)
async def test_whatever_is_asked_is_answered(retriever: Retriever, query: str) -> None:
    assert len(await retriever.search(query)) <= TOP


async def test_a_search_is_noted_logged_and_counted_once(small: Retriever, caplog: pytest.LogCaptureFixture) -> None:
    counted, timed = METRICS.value("retrievals"), METRICS.value("retrieval")
    with facts.record_facts() as noted, caplog.at_level(logging.INFO, "fingerpost"):
        hits = await small.search("warehouse")
        await small.search("")
    assert [(fact.what, fact.detail) for fact in noted] == [
        (facts.RETRIEVER, {"docs": len(hits)}),
        (facts.RETRIEVER, {"docs": 0}),
    ]
    assert caplog.messages == [f"[hybrid] RRF -> {len(hits)} final docs", "[hybrid] RRF -> 0 final docs"]
    assert METRICS.value("retrievals") - counted == METRICS.value("retrieval") - timed == 2


class Slow:
    """An index whose searches block until released, or fail."""

    place = "the slow index"

    def __init__(
        self, index: Index, by_words: Callable[[], object] | None, by_vector: Callable[[], object] | None
    ) -> None:
        self._index, self._words, self._vector = index, by_words, by_vector

    def by_words(self, *arguments: Any) -> list[Key]:
        if self._words:
            self._words()
        return self._index.by_words(*arguments)

    def by_vector(self, *arguments: Any) -> list[Key]:
        if self._vector:
            self._vector()
        return self._index.by_vector(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)


def _fail() -> None:
    raise SearchError("the index is down")


@pytest.mark.parametrize("broken", ["words", "vector"])
async def test_one_broken_search_breaks_all_and_is_noted(small: Retriever, broken: str) -> None:
    failed = METRICS.value("retrievals", outcome="failed")
    index = Slow(small.index, *((_fail, None) if broken == "words" else (None, _fail)))
    small = Retriever(index, small.batcher)
    with facts.record_facts() as noted, pytest.raises(SearchError, match="the index is down"):
        await small.search("warehouse")
    assert [fact.detail for fact in noted] == [{"docs": 0}], "the contract must see that it searched"
    assert METRICS.value("retrievals", outcome="failed") == failed + 1


@pytest.mark.parametrize("hangs", ["words", "vector"])
async def test_time_that_runs_out_is_told(small: Retriever, hangs: str) -> None:
    go = threading.Event()

    def wait() -> None:
        go.wait(30)

    slow = Retriever(Slow(small.index, *((wait, None) if hangs == "words" else (None, wait))), small.batcher)
    with pytest.raises(SearchError, match=r"the slow index: no answer within 0\.\d+ s"):
        await slow.search("warehouse", timeout=0.05)
    go.set()
    assert (await small.search("warehouse"))[0].passage.file == "plain.txt"


async def test_whoever_goes_away_leaves_nothing_behind(small: Retriever) -> None:
    go = threading.Event()
    slow = Retriever(Slow(small.index, lambda: go.wait(30), None), small.batcher)
    asked = [asyncio.create_task(slow.search("warehouse")) for _ in range(20)]
    await asyncio.sleep(0.05)
    for task in asked:
        task.cancel()
    assert all(isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*asked, return_exceptions=True))
    go.set()
    assert (await slow.search("warehouse"))[0].passage.file == "plain.txt"


async def test_wanted_passages_go_before_all_but_the_best_two(small: Retriever, folder: Path) -> None:
    pages = {f"{i:02}.md": f"# Lamp {i}\n\n{'lamp ' * (40 - i)}\n" for i in range(30)}
    sync(small.index, WordEncoder(), write(folder, pages), "shop")
    plain = [hit.passage.file for hit in await small.search("lamp", text="")]
    first = await small.search("lamp", text="", preferred=lambda passage: passage.file in ("17.md", "23.md", plain[4]))
    found = [hit.passage.file for hit in first]
    assert len(found) == TOP
    assert found[:2] == plain[:2], "the best stay where they are"
    assert set(found[2:5]) == {"17.md", "23.md", plain[4]}
    assert found[2] == plain[4], "among wanted ones, the better comes first"
    assert found[5:] == [file for file in plain if file not in found[:5]][:3]


@pytest.mark.parametrize("beyond", [-1, 10_000])
async def test_side_by_side_and_one_after_the_other_find_the_same(
    small: Retriever, beyond: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CONCURRENT_FROM", beyond)
    assert small.index.concurrent == (beyond < 0)
    hits = await small.search("How do I set a variable?")
    assert [hit.passage.file for hit in hits][:2] == ["addVar.md", "addVar.md"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_many_at_once_wait_for_no_thread_that_waits_for_them(
    small: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched_index, "THREADS", 1)
    monkeypatch.setattr(sqlite, "CONCURRENT_FROM", -1)
    found = await asyncio.gather(*(small.search("warehouse") for _ in range(50)))
    assert {hits[0].passage.file for hits in found} == {"plain.txt"}


async def test_the_loop_goes_on_meanwhile(small: Retriever) -> None:
    go = threading.Event()
    small = Retriever(Slow(small.index, lambda: go.wait(30), None), small.batcher)
    asked = asyncio.create_task(small.search("warehouse"))
    await asyncio.sleep(0.02)
    assert not asked.done()
    go.set()
    assert (await asked)[0].passage.file == "plain.txt"


async def test_without_an_encoder_words_are_searched_alone_and_that_is_told(small: Retriever) -> None:
    small.batcher = Batcher(Down())
    with facts.record_facts() as noted:
        hits = await small.search("warehouse")
    assert hits[0].passage.file == "plain.txt"
    assert degraded_in(noted) == (Degraded("encoder", "words", "failed"),)
    assert await small.search("") == [], "nothing is encoded, and nothing fails"


class Down(WordEncoder):
    """An encoder on a server that fails from the start, or after so many calls."""

    def __init__(self, works: int = 0) -> None:
        super().__init__()
        self._works = works

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._works -= 1
        if self._works < 0:
            raise ModelError("bge-m3 at http://127.0.0.1:1: no vectors")
        return super().encode(texts)


@pytest.mark.parametrize("works", [0, 1])
async def test_without_an_encoder_a_question_is_matched_by_words_and_that_is_told(small: Retriever, works: int) -> None:
    by_vectors = await small.match("When does the warehouse open?", "warehouse")
    down = Retriever(small.index, Batcher(Down(works)))
    with facts.record_facts() as noted:
        match = await down.match("When does the warehouse open?", "warehouse")
    assert match.hits[0].passage.file == "plain.txt"
    assert "warehouse" in match.blocks[0].text, "the block that has the word is the one to quote"
    assert (by_vectors.similarity is None, match.similarity) == (False, None)
    assert degraded_in(noted) == (Degraded("encoder", "words", "failed"),)
    with pytest.raises(ModelError, match="no vectors to tell"):
        answer_evidence(match)


async def test_every_part_of_a_question_is_searched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MATCHED", 1)
    index = SqliteIndex()
    sync(index, WordEncoder(), write(folder, SHOP), "shop")
    retriever = Retriever(index, Batcher(WordEncoder()))
    question = "When does the warehouse open, how do I set a variable?"
    files = {hit.passage.file for hit in (await retriever.match(question, question)).hits}
    assert {"plain.txt", "addVar.md"} <= files
    monkeypatch.setattr(module, "question_parts", lambda question: [])
    assert len((await retriever.match(question, question)).hits) == 1
    retriever.close()


async def test_a_page_that_is_named_is_fetched_also_where_it_was_not_found(
    small: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MATCHED", 1)
    question = "When does the warehouse open? addVar"
    assert "addVar.md" in {hit.passage.file for hit in (await small.match(question, question)).hits}
    monkeypatch.setattr(searched_index, "pages_named", lambda question, files: [])
    assert "addVar.md" not in {hit.passage.file for hit in (await small.match(question, question)).hits}


async def test_the_documents_words_are_added_to_a_part(small: Retriever, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched_index, "MATCHED_OF_PART", 1)
    question, searched = "Where is the depot of yours? I need it today.", []
    rank = SearchedIndex.rank

    async def noted(self: SearchedIndex, query: Query, *arguments: Any) -> list[Hit]:
        searched.append(query.text)
        return await rank(self, query, *arguments)

    monkeypatch.setattr(SearchedIndex, "rank", noted)
    await small.match(question, question, widen=lambda part: f"{part} warehouse")
    assert searched == [question, "Where is the depot of yours? warehouse", "I need it today. warehouse"]


class Server(SqliteIndex):
    """An index on a server that fails in one of its methods."""

    remote = True
    fails = ""

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        self._fail("by_words")
        return super().by_words(query, limit, until)

    def headings(self) -> Sequence[tuple[str, str]]:
        self._fail("headings")
        return super().headings()

    def calibration(self) -> str | None:
        self._fail("calibration")
        return super().calibration()

    def _fail(self, method: str) -> None:
        if self.fails == method:
            raise SearchError("the server is down")


@pytest.mark.parametrize("fails", ["by_words", "headings", "calibration"])
async def test_a_question_is_matched_with_the_embedded_index_while_the_server_fails(folder: Path, fails: str) -> None:
    server, embedded = Server(), SqliteIndex()
    for index in (server, embedded):
        sync(index, WordEncoder(), write(folder, SHOP), "shop")
    retriever = Retriever(server, Batcher(WordEncoder()), open_second=lambda: embedded)
    expected = await retriever.match("When does the warehouse open?", "warehouse")
    server.fails, retriever._first._stored = fails, None
    with facts.record_facts() as noted:
        found = await retriever.match("When does the warehouse open?", "warehouse")
    assert (found.blocks, found.similarity) == (expected.blocks, expected.similarity)
    assert degraded_in(noted) == (Degraded("search", "embedded", "failed"),)
    alone = Retriever(server, Batcher(WordEncoder()))
    with pytest.raises(SearchError, match="the server is down"):
        await alone.match("When does the warehouse open?", "warehouse")
    retriever.close()


async def test_another_encoder_is_refused(retriever: Retriever) -> None:
    retriever.batcher = Batcher(OtherEncoder())
    with pytest.raises(SearchError, match="run `fingerpost build index` again"):
        await retriever.search("warehouse")


async def test_what_goes_between_ranking_and_reading_is_left_out(
    small: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, fetch = small.index, small.index.fetch

    def too_late(*arguments: Any) -> Any:
        index.remove("shop", ["plain.txt"])
        return fetch(*arguments)

    monkeypatch.setattr(index, "fetch", too_late)
    assert await small.search("warehouse", text="") == []


async def test_headings_are_those_of_the_index(retriever: Retriever) -> None:
    assert ("addVar.md", "addVar: set a variable › Examples") in retriever.headings()


async def test_a_closed_retriever_says_so(folder: Path) -> None:
    index = SqliteIndex()
    retriever = Retriever(index, Batcher(WordEncoder()))
    retriever.close()
    with pytest.raises(SearchError, match="was closed"):
        await retriever.search("anything")
    retriever.close()


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
def test_a_forked_child_searches_with_threads_of_its_own(folder: Path, tmp_path: Path) -> None:
    index = SqliteIndex(tmp_path / "index.sqlite")
    sync(index, WordEncoder(), write(folder, SHOP), "shop")
    retriever = Retriever(index, Batcher(WordEncoder()))

    def best() -> str:
        return asyncio.run(retriever.search("warehouse"))[0].passage.file

    assert best() == "plain.txt"
    assert in_child(best) == "plain.txt"
    assert best() == "plain.txt"
    retriever.close()


# Fusion


def test_fusion_by_hand() -> None:
    scores = fuse((["a", "b", "c"], ["c", "a"]))
    assert scores == pytest.approx({"a": 1 / 61 + 1 / 62, "b": 1 / 62, "c": 1 / 63 + 1 / 61})
    assert sorted(scores, key=lambda key: -scores[key]) == ["a", "c", "b"]
    assert fuse(((), ())) == {}


@given(st.permutations(range(12)), st.permutations(range(12)))
def test_fusion_keeps_what_both_rankings_agree_on(first: list[int], second: list[int]) -> None:
    scores = fuse((first, second))
    assert scores == pytest.approx(fuse((second, first)))
    for above in range(12):
        for below in range(12):
            if first.index(above) < first.index(below) and second.index(above) < second.index(below):
                assert scores[above] > scores[below]
