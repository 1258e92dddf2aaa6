"""The retrieval probe: asked only where it can change something, in time or not at all, and never an error."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Message, MessageError, Route, Router
from fingerpost.errors import SearchError
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routing.effects import NoScores
from fingerpost.routing.evidence.document_search import (
    HIT_COSINES,
    THREADS,
    EvidenceSearch,
    RoutebookDocuments,
    as_score,
)
from fingerpost.routing.evidence.probes import MIN_HIT_SCORE
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.model import Student
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.settings import EMBEDDED_ENCODERS, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Decision
from tests.conftest import SHOP, unfitted_document_encoders

VECTOR = np.zeros(64, dtype=np.float32)
WAYS = ["route", "aroute", "route_many"]
LONG = 5.0
"""Seconds after which something that should have happened counts as missing; nothing waits so long if all is well."""


class Search:
    """A search that counts, answers as told, and may fail, or hang until it is let go."""

    def __init__(self, scores: Any = (0.9,), fault: Exception | None = None, *, hangs: bool = False) -> None:
        self.scores, self.fault = scores, fault
        self.vectors: list[Any] = []
        self.begun, self.free = threading.Event(), threading.Event()
        if not hangs:
            self.free.set()

    def __call__(self, vector: Any) -> Sequence[float]:
        self.vectors.append(vector)
        self.begun.set()
        self.free.wait(LONG)
        if self.fault is not None:
            raise self.fault
        scores: Sequence[float] = self.scores
        return scores


@pytest.fixture
def hanging() -> Iterator[Search]:
    search = Search(hangs=True)
    yield search
    search.free.set()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


# The evidence search alone.


async def test_what_is_found_in_time_is_evidence() -> None:
    search = Search([0.2, 0.8])
    evidence = EvidenceSearch(search)
    assert evidence.search(VECTOR) == (0.2, 0.8)
    assert await evidence.asearch(VECTOR) == (0.2, 0.8)
    assert [vector is VECTOR for vector in search.vectors] == [True, True]
    evidence.close()


@pytest.mark.parametrize(
    "fault", [SearchError("the index is gone"), ValueError("no"), OSError("reset"), TimeoutError()]
)
async def test_a_search_that_fails_is_missing_evidence(fault: Exception, caplog: pytest.LogCaptureFixture) -> None:
    evidence = EvidenceSearch(Search(fault=fault))
    missing = NoScores.SLOW if isinstance(fault, TimeoutError) else NoScores.FAILED
    with caplog.at_level("WARNING", "fingerpost"):
        assert evidence.search(VECTOR) is missing
        assert await evidence.asearch(VECTOR) is missing
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert all("the documents were not searched" in line for line in told)
    if str(fault):
        assert all(str(fault) in line for line in told)
    evidence.close()


async def test_a_score_that_is_no_number_is_missing_evidence(caplog: pytest.LogCaptureFixture) -> None:
    evidence = EvidenceSearch(Search([0.9, float("nan")]), breaker=CircuitBreaker(failures=2))
    with caplog.at_level("WARNING", "fingerpost"):
        assert evidence.search(VECTOR) is NoScores.FAILED
        assert await evidence.asearch(VECTOR) is NoScores.FAILED
    assert ["a score is not a number" in record.getMessage() for record in caplog.records] == [True, True]
    assert evidence.breaker.state == "open"
    evidence.close()


async def test_a_search_that_hangs_is_missing_evidence(hanging: Search, caplog: pytest.LogCaptureFixture) -> None:
    evidence = EvidenceSearch(hanging, timeout=0.05)
    with caplog.at_level("WARNING", "fingerpost"):
        assert evidence.search(VECTOR) is NoScores.SLOW
        assert await evidence.asearch(VECTOR) is NoScores.SLOW
    assert hanging.begun.is_set()
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == ["no answer within 0.05 s"] * 2
    evidence.close()


async def test_the_event_loop_goes_on_while_a_search_hangs(hanging: Search) -> None:
    evidence = EvidenceSearch(hanging, timeout=LONG)
    looking = asyncio.create_task(evidence.asearch(VECTOR))
    while not hanging.begun.is_set():
        await asyncio.sleep(0)
    assert not looking.done()
    hanging.free.set()
    assert await looking == (0.9,)
    evidence.close()


@pytest.mark.parametrize("waiting", [True, False])
async def test_after_three_failures_it_is_left_alone_and_then_tried_once(waiting: bool) -> None:
    search, clock = Search(fault=SearchError("down")), Clock()
    evidence = EvidenceSearch(search, breaker=CircuitBreaker(cooldown=30, clock=clock))

    async def look() -> Sequence[float] | NoScores:
        return evidence.search(VECTOR) if waiting else await evidence.asearch(VECTOR)

    assert [await look() for _ in range(8)] == [NoScores.FAILED] * 8
    assert (len(search.vectors), evidence.breaker.state) == (3, "open")
    clock.now = 31
    assert await look() is NoScores.FAILED
    assert (len(search.vectors), evidence.breaker.state) == (4, "open")
    clock.now, search.fault = 62, None
    assert await look() == (0.9,)
    assert (len(search.vectors), evidence.breaker.state) == (5, "closed")
    assert await look() == (0.9,)
    evidence.close()


def test_a_success_in_between_begins_the_count_anew() -> None:
    search = Search()
    evidence = EvidenceSearch(search)
    for fault in (*[SearchError("down")] * 2, None, *[SearchError("down")] * 2):
        search.fault = fault
        evidence.search(VECTOR)
    assert evidence.breaker.state == "closed"
    evidence.close()


def _half_open(search: Search) -> EvidenceSearch:
    clock = Clock()
    evidence = EvidenceSearch(search, timeout=LONG, breaker=CircuitBreaker(failures=1, cooldown=1, clock=clock))
    evidence.breaker.record_failure()
    clock.now = 2
    assert evidence.breaker.state == "half-open"
    return evidence


async def test_whoever_goes_away_does_not_keep_the_breaker_open(hanging: Search) -> None:
    evidence = _half_open(hanging)
    looking = asyncio.create_task(evidence.asearch(VECTOR))
    while not hanging.begun.is_set():
        await asyncio.sleep(0)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert evidence.breaker.allow_request()
    hanging.free.set()
    evidence.close()


def test_nor_does_whoever_is_interrupted(hanging: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = _half_open(hanging)

    def interrupted(self: Future[Any], timeout: float | None = None) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Future, "result", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evidence.search(VECTOR)
    assert evidence.breaker.allow_request()
    hanging.free.set()
    evidence.close()


async def test_closing_while_a_search_waits_its_turn_is_missing_evidence_too(hanging: Search) -> None:
    evidence = EvidenceSearch(hanging, timeout=LONG)
    looking = [asyncio.create_task(evidence.asearch(VECTOR)) for _ in range(THREADS + 1)]
    while len(hanging.vectors) < THREADS:
        await asyncio.sleep(0)
    evidence.close()
    hanging.free.set()
    found = await asyncio.gather(*looking, return_exceptions=True)
    assert found == [*[(0.9,)] * THREADS, NoScores.FAILED]


def test_after_closing_it_begins_anew() -> None:
    evidence = EvidenceSearch(Search())
    evidence.close()
    assert evidence.search(VECTOR) == (0.9,)
    evidence.close()
    assert evidence.search(VECTOR) == (0.9,)
    evidence.close()


# Scores.


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_scores_rise_with_cosines_and_the_bar_is_where_a_hit_begins(low: float, high: float) -> None:
    low, high = min(low, high), max(low, high)
    for encoder, bar in HIT_COSINES.items():
        assert 0 <= as_score(low, encoder) <= as_score(high, encoder) <= 1
        assert as_score(bar, encoder) == pytest.approx(MIN_HIT_SCORE)
        assert (as_score(low, encoder) >= MIN_HIT_SCORE) is (low >= bar)
    assert as_score(1.0, next(iter(HIT_COSINES))) == pytest.approx(1.0)
    assert as_score(low, "unknown") == max(0.0, low)


def test_what_encodes_documents_has_a_hit_cosine() -> None:
    assert unfitted_document_encoders(HIT_COSINES) == [], "fit it: python -m benchmarks.relevance"


def test_weights_without_a_hit_cosine_are_caught() -> None:
    assert unfitted_document_encoders({"another": 0.0}) == list(EMBEDDED_ENCODERS)


# In the router.

PARCEL, POLICY = Clue("parcel", frozenset({"parcel"})), Clue("policy", frozenset({"policy"}))
FOUND = Guard("found", "product", frozenset({"hits", "parcel"}), frozenset({"policy"}), contradicts=True)
ASKED = "where is my parcel today"


def _book(*guards: Guard, retrieval: bool = False) -> Routebook:
    return build(
        "shop",
        [Route(name, examples=examples, retrieval=retrieval) for name, examples in SHOP.items()],
        rules=[Rule("number", "shipping", contains=("trk-",))],
        clues=[PARCEL, POLICY],
        guards=guards,
        fallback="product",
    )


@pytest.fixture(scope="module")
def student() -> Student:
    """One student for all: the guards change nothing about it."""
    found = Router.from_routebook(_book(), encoder=WordEncoder(), settings=Settings(cache=None)).warm_student()
    assert found is not None
    return found


Build = Callable[..., Router]


@pytest.fixture
def build_router(student: Student) -> Iterator[Build]:
    built: list[Router] = []

    def make(
        find: Any, *guards: Guard, memo: Memo | None = None, server: ScriptedServer | None = None, book: Any = None
    ) -> Router:
        if server is not None:
            pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
        slots = {"classifier": Slot(server.url, "tiny")} if server else {}
        router = Router.from_routebook(
            book or _book(*(guards or (FOUND,))),
            encoder=WordEncoder(),
            settings=Settings(cache=None, slots=slots, llm_timeout=LONG),
            student=student,
            memo=memo or Memo(size=0),
            document_search=find,
        )
        built.append(router)
        return router

    yield make
    for router in built:
        router.close()


async def _decide(router: Router, message: str | Message, way: str) -> Decision:
    if way == "aroute":
        return await router.aroute(message)
    return router.route(message) if way == "route" else router.route_many([message])[0]


@pytest.mark.parametrize("way", WAYS)
async def test_what_the_documents_hold_moves_a_decision(build_router: Build, way: str) -> None:
    search = Search([0.2, 0.71])
    moved = await _decide(build_router(search), ASKED, way)
    assert (moved.route, moved.layer) == ("product", SUPERVISOR)
    assert "rag_probe_hit" in moved.signals
    assert f"best hit 0.71 of {MIN_HIT_SCORE:.2f}" in moved.trail[-1].said
    search.scores = [MIN_HIT_SCORE - 0.01]
    left = await _decide(build_router(search), ASKED, way)
    assert (left.route, left.layer) == ("shipping", "student")
    assert "rag_probe_hit" not in left.signals


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("hangs", [True, False])
async def test_without_an_answer_the_decision_stands(build_router: Build, way: str, hangs: bool) -> None:
    search = Search(fault=SearchError("down"), hangs=hangs)
    try:
        left = await _decide(build_router(search), ASKED, way)
    finally:
        search.free.set()
    assert (left.route, left.layer, len(search.vectors)) == ("shipping", "student", 1)
    assert left.trail[-1][:2] == ("probes", "parcel")


@pytest.mark.parametrize("scores", [None, [], [float("nan")], ["high"], [None], 5], ids=repr)
def test_a_search_that_answers_nonsense_is_missing_evidence(build_router: Build, scores: Any) -> None:
    left = build_router(Search(scores)).route(ASKED)
    assert (left.route, left.layer) == ("shipping", "student")


def test_scores_may_be_numpy_s_own(build_router: Build) -> None:
    assert build_router(Search(np.array([0.1, 0.9], dtype=np.float32))).route(ASKED).layer == SUPERVISOR


def test_a_search_that_keeps_failing_is_left_alone(build_router: Build) -> None:
    search = Search(fault=SearchError("down"))
    router = build_router(search)
    assert {router.route(ASKED).route for _ in range(8)} == {"shipping"}
    assert len(search.vectors) == 3
    assert {decision.route for decision in router.route_many([ASKED] * 4)} == {"shipping"}
    assert len(search.vectors) == 3


# Only where it can still change the decision.

NEEDLESS: dict[str, tuple[Guard, str | Message]] = {
    "a clue is missing": (FOUND, "where is my courier today"),
    "something stands against it": (FOUND, "where is my parcel by the policy"),
    "it is there already": (Guard("found", "shipping", frozenset({"hits", "parcel"}), contradicts=True), ASKED),
    "the route is not overruled": (Guard("found", "product", frozenset({"hits"}), off=frozenset({"refund"}), contradicts=True), ASKED),
    "the decision is trusted": (Guard("found", "product", frozenset({"hits"})), "where is my parcel"),
    "nobody reads it": (Guard("found", "product", frozenset({"parcel"}), contradicts=True), ASKED),
    "a rule has decided": (FOUND, "my parcel is TRK-1"),
    "the caller has decided": (FOUND, Message(ASKED, declared="refund")),
    "the caller has searched": (FOUND, Message(ASKED, hits=[0.9])),
    "the caller has found nothing": (FOUND, Message(ASKED, hits=[])),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", NEEDLESS)
async def test_nobody_searches_for_what_changes_nothing(build_router: Build, case: str, way: str) -> None:
    guard, message = NEEDLESS[case]
    search = Search()
    decision = await _decide(build_router(search, guard), message, way)
    assert search.vectors == []
    if case == "the decision is trusted":
        assert decision.confidence >= 0.85


def test_another_guard_that_comes_first_makes_the_search_needless(build_router: Build) -> None:
    search = Search()
    first = Guard("first", "refund", frozenset({"parcel"}), contradicts=True)
    assert build_router(search, first, FOUND).route(ASKED).route == "refund"
    assert search.vectors == []
    assert build_router(search, FOUND, first).route(ASKED).route == "product"
    assert len(search.vectors) == 1


@pytest.mark.parametrize("hits", [["high"], "0.9", [None], [float("nan")]])
def test_hits_that_are_no_scores_are_told_to_the_caller(hits: Any) -> None:
    with pytest.raises(MessageError, match="hits"):
        Message(ASKED, hits=hits)


# A message is encoded once.


def _times(router: Router, text: str) -> int:
    encoder = router.batcher.encoder
    assert isinstance(encoder, WordEncoder)
    return sum(batch.count(text) for batch in encoder.batches)


@pytest.mark.parametrize("way", WAYS)
async def test_a_message_is_encoded_once(build_router: Build, way: str) -> None:
    search = Search()
    router = build_router(search)
    assert (await _decide(router, ASKED, way)).layer == SUPERVISOR
    assert _times(router, ASKED) == 1
    assert len(search.vectors) == 1
    assert np.array_equal(search.vectors[0], WordEncoder().encode([ASKED])[0])


@pytest.mark.parametrize("way", WAYS)
async def test_a_message_that_is_remembered_is_encoded_once_for_the_search(build_router: Build, way: str) -> None:
    search = Search()
    router = build_router(search, memo=Memo())
    router.route(ASKED)
    moved = await _decide(router, ASKED, way)
    assert (moved.route, moved.layer, "memo" in moved.reason) == ("product", SUPERVISOR, True)
    assert _times(router, ASKED) == 2


@pytest.mark.parametrize("way", WAYS)
async def test_with_a_language_model_it_is_encoded_once_and_searched_once(build_router: Build, way: str) -> None:
    search = Search()
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}')]) as server:
        router = build_router(search, server=server)
        decision = await _decide(router, UNSURE, way)
        asked = len(server.requests)
    assert (decision.route, decision.layer, asked) == ("product", SUPERVISOR, 1)
    assert (_times(router, UNSURE), len(search.vectors)) == (1, 1)


# While a language model is asked.

UNSURE = "parcel or jacket, money or lamp?"
"""Words of three routes in one message: the student does not stand by any."""


class Waiting(ScriptedServer):
    """A server that answers only once something else has begun."""

    def __init__(self, reply: ScriptedReply, until: threading.Event) -> None:
        super().__init__([reply])
        self.until, self.in_time = until, False

    def __enter__(self) -> Waiting:
        super().__enter__()
        return self

    def next_reply(self) -> ScriptedReply:
        self.in_time = self.until.wait(LONG / 2)
        return super().next_reply()


@pytest.mark.parametrize("way", WAYS)
async def test_the_search_runs_while_the_model_is_asked(build_router: Build, way: str) -> None:
    search = Search()
    with Waiting(ScriptedReply(arguments='{"route": "shipping"}'), search.begun) as server:
        decision = await _decide(build_router(search, server=server), UNSURE, way)
        assert server.in_time, "the model was asked, and only then was searched"
    assert (decision.route, decision.layer, len(search.vectors)) == ("product", SUPERVISOR, 1)
    assert "llm" in [step.who for step in decision.trail]


@pytest.mark.parametrize("way", WAYS)
async def test_the_model_is_not_kept_waiting_by_a_search_that_fails(build_router: Build, way: str) -> None:
    search = Search(fault=SearchError("down"))
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}')]) as server:
        decision = await _decide(build_router(search, server=server), UNSURE, way)
    assert decision.layer == "llm"
    assert len(search.vectors) <= 1, "a search that failed is not tried again for the same message"


@pytest.mark.parametrize("way", WAYS)
async def test_what_was_found_meanwhile_serves_where_the_model_fails(build_router: Build, way: str) -> None:
    search = Search()
    with ScriptedServer([ScriptedReply(status=503)]) as server:
        decision = await _decide(build_router(search, server=server), UNSURE, way)
    assert (decision.route, decision.layer) == ("product", SUPERVISOR)
    assert "no verdict" in next(step.said for step in decision.trail if step.who == "llm")
    assert len(search.vectors) == 1


@pytest.mark.parametrize("case", ["a clue is missing", "the caller has searched"])
def test_beside_a_model_nobody_searches_for_what_changes_nothing(build_router: Build, case: str) -> None:
    search = Search()
    message = Message(UNSURE, hits=[0.1]) if case == "the caller has searched" else "jacket or courier, money or lamp?"
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}')]) as server:
        decision = build_router(search, server=server).route(message)
        assert len(server.requests) == 1
    assert decision.layer == "llm"
    assert search.vectors == []


# The routebook's own documents, or the caller's search.


def test_the_documents_of_the_routebook_are_searched(tmp_path: Path) -> None:
    folder = tmp_path / "helpdesk"
    (folder / "knowledge").mkdir(parents=True)
    toml = '[[routes]]\nname = "talk"\n[[routes]]\nname = "papers"\nretrieval = true\n'
    toml += '[[rules]]\nname = "r"\nroute = "talk"\ncontains = ["xyzzy"]\n'
    toml += '[[guards]]\nname = "found"\nto = "papers"\nwhen = ["hits"]\n'
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    sentence = "Returned lamps are refunded within thirty days of their arrival"
    (folder / "knowledge" / "returns.md").write_text(sentence + "\n", encoding="utf-8")
    router = Router.from_routebook(folder, encoder=WordEncoder(), settings=Settings(cache=None)).warm()
    try:
        moved = router.route(sentence)
        assert (moved.route, moved.layer) == ("papers", SUPERVISOR)
        left = router.route("good morning everybody")
        assert (left.route, left.layer) == (None, "fallback")
    finally:
        router.close()


def test_without_documents_nobody_looks_for_them(student: Student) -> None:
    router = Router.from_routebook(
        _book(FOUND), encoder=WordEncoder(), settings=Settings(cache=None), student=student, memo=Memo(size=0)
    )
    decision = router.route(ASKED)
    assert (decision.route, decision.trail[-1].said) == ("shipping", "parcel")


def test_a_search_of_the_callers_own_opens_no_index(build_router: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(self: RoutebookDocuments, book: Routebook) -> Any:
        raise AssertionError("opened an index that nobody searches")

    monkeypatch.setattr(RoutebookDocuments, "open", forbidden)
    search = Search()
    router = build_router(search, book=_book(FOUND, retrieval=True)).warm()
    assert router.route(ASKED).layer == SUPERVISOR
    assert len(search.vectors) == 1


def test_a_router_for_a_changed_routebook_keeps_the_callers_search(build_router: Build) -> None:
    search = Search()
    router = build_router(search)
    assert router.route(ASKED).layer == SUPERVISOR
    rebuilt = router.rebuilt(_book(FOUND))
    assert rebuilt.route(ASKED).layer == SUPERVISOR
    assert len(search.vectors) == 2
