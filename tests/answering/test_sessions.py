"""Sessions: turns are read before a message is routed, and written after it, with every outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost import Message, MessageError, Router, StoreError
from fingerpost.answering.request import Request
from fingerpost.answering.sessions import Sessions
from fingerpost.errors import NotFoundError
from fingerpost.observability import facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import RetentionSettings, Settings
from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import open_trace_writer
from fingerpost.types import Turn


@pytest.fixture
def sessions(shop: Router, tmp_path: Path) -> Iterator[Sessions]:
    store = Store.open(f"sqlite:///{tmp_path}/s.db")
    opened = Sessions(shop, store, open_trace_writer(str(tmp_path / "traces.jsonl"), store))
    yield opened
    opened.close()


def _outcomes(sessions: Sessions, user: str = "ana") -> list[tuple[str, str, str]]:
    return [(row["role"], row["text"], row["outcome"]) for row in sessions.store.export(user) if "role" in row]


def _traces(sessions: Sessions, tmp_path: Path) -> list[dict[str, object]]:
    assert sessions.traces is not None
    assert sessions.traces.flush()
    return [json.loads(line) for line in (tmp_path / "traces.jsonl").read_text(encoding="utf-8").splitlines()]


def test_message_and_answer_are_there_when_the_exchange_is_over(sessions: Sessions) -> None:
    with sessions.exchange("s", "where is my parcel today", user="ana") as exchange:
        decision = exchange.route()
        assert sessions.store.turns("s") == [], "the router itself never writes"
        exchange.answer("On its ")
        exchange.answer("way.")
    assert sessions.store.turns("s") == [
        Turn("user", "where is my parcel today", "shipping", decision.layer, decision.confidence),
        Turn("assistant", "On its way.", "shipping"),
    ]
    assert sessions.store.intent_history("s")[0].route == "shipping"


async def test_the_same_for_those_who_await(sessions: Sessions) -> None:
    async with sessions.exchange("s", "where is my parcel today") as exchange:
        assert (await exchange.aroute()).route == "shipping"
        exchange.answer("On its way.")
    assert [turn.text for turn in sessions.store.turns("s")] == ["where is my parcel today", "On its way."]


async def test_a_decision_carries_the_name_of_its_session(sessions: Sessions, shop: Router) -> None:
    assert shop.route("where is my parcel today").thread_id is None, "a router knows no session"
    for name in ("s", "another"):
        with sessions.exchange(name, "where is my parcel today") as exchange:
            assert exchange.route().thread_id == name
        async with sessions.exchange(name, "where is my parcel today") as exchange:
            assert (await exchange.aroute()).thread_id == name
        assert exchange.decision is not None
        assert exchange.decision.thread_id == name


def test_the_next_message_leans_on_what_was_written(sessions: Sessions) -> None:
    for text, answer in (("refund the broken lamp", "Done."), ("and that one?", "Done too.")):
        with sessions.exchange("s", text) as exchange:
            decision = exchange.route()
            exchange.answer(answer)
    assert any(fact.what == facts.CONTEXT_DEPENDENT for fact in decision.facts)
    assert decision.route == "refund"
    with sessions.exchange("another", "and that one?") as exchange:
        assert not any(fact.what == facts.CONTEXT_DEPENDENT for fact in exchange.route().facts)


def test_turns_that_the_caller_gives_are_not_overruled(sessions: Sessions) -> None:
    with sessions.exchange("s", "refund the broken lamp") as exchange:
        exchange.route()
    mine = Message("and that one?", intent_history=[("product", "is the lamp heavy")])
    with sessions.exchange("s", mine) as exchange:
        assert exchange.message.intent_history[0].route == "product"
        exchange.route()
        assert exchange.message.turns == ()


def test_the_store_is_read_only_for_a_message_that_leans_or_for_the_answer(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = []
    honest = sessions.store.turns
    monkeypatch.setattr(sessions.store, "turns", lambda *a: reads.append(a) or honest(*a))  # type: ignore[func-returns-value]
    with sessions.exchange("s", "refund the broken lamp") as exchange:
        exchange.route()
    assert reads == []
    with sessions.exchange("s", "and that one?") as exchange:
        exchange.route()
        assert [turn.text for turn in exchange.turns()] == ["refund the broken lamp"]
    assert len(reads) == 1


async def test_a_session_that_its_owner_opens_after_it_was_asked_for_is_not_read_by_another(
    sessions: Sessions, shop: Router
) -> None:
    asked = Request.create("and that one?", shop, session="s", user="eve", client="desk")
    exchange = await sessions.begin(asked).__aenter__()
    # It did not exist when its owner was checked.
    sessions.store.write("s", "1", [Turn("user", "my PIN is 4711")], user="key:shop/ana", client="shop")
    assert await exchange.aturns() == []
    with pytest.raises(NotFoundError):
        await exchange.__aexit__(None, None, None)
    owner = Request.create("and that one?", shop, session="s", user="ana", client="shop")
    async with sessions.begin(owner) as exchange:
        assert [turn.text for turn in await exchange.aturns()] == ["my PIN is 4711"]


def test_a_failed_request_is_written_as_one(sessions: Sessions, tmp_path: Path) -> None:
    def work() -> None:
        with sessions.exchange("s", "refund my order", user="ana") as exchange:
            exchange.route()
            exchange.answer("half an ans")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert _outcomes(sessions) == [("user", "refund my order", "failed"), ("assistant", "half an ans", "failed")]
    assert [trace["outcome"] for trace in _traces(sessions, tmp_path)] == ["failed"]


def test_a_request_that_fails_before_it_is_routed_is_written_without_a_route(sessions: Sessions) -> None:
    with pytest.raises(MessageError), sessions.exchange("s", Message("hi", declared="nowhere"), user="ana") as exchange:
        exchange.route()
    assert _outcomes(sessions) == [("user", "hi", "failed")]
    assert sessions.store.turns("s")[0].route is None


async def test_a_cancelled_stream_writes_what_was_sent(sessions: Sessions, tmp_path: Path) -> None:
    started = asyncio.Event()

    async def answer() -> None:
        async with sessions.exchange("s", "is the lamp waterproof", user="ana") as exchange:
            await exchange.aroute()
            exchange.answer("It is not ")
            started.set()
            await asyncio.sleep(60)
            exchange.answer("waterproof.")

    task = asyncio.create_task(answer())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert _outcomes(sessions) == [
        ("user", "is the lamp waterproof", "cancelled"),
        ("assistant", "It is not ", "cancelled"),
    ]
    assert [trace["outcome"] for trace in _traces(sessions, tmp_path)] == ["cancelled"]


def test_a_closed_generator_is_a_caller_that_went_away(sessions: Sessions) -> None:
    def stream() -> Iterator[str]:
        with sessions.exchange("s", "is the lamp heavy", user="ana") as exchange:
            exchange.route()
            for piece in ("Not ", "very."):
                exchange.answer(piece)
                yield piece

    pieces = stream()
    assert next(pieces) == "Not "
    pieces.close()  # type: ignore[attr-defined]
    assert _outcomes(sessions)[-1] == ("assistant", "Not ", "cancelled")


def test_a_message_that_is_only_routed_is_no_answer(sessions: Sessions) -> None:
    with sessions.exchange("s", "is the lamp heavy", user="ana") as exchange:
        exchange.route()
    assert _outcomes(sessions) == [("user", "is the lamp heavy", "routed")]


def test_a_repeated_request_is_written_once(sessions: Sessions) -> None:
    for _ in range(3):
        with sessions.exchange("s", "refund my order", request_id="r-1") as exchange:
            exchange.route()
            exchange.answer("ok")
    assert len(sessions.store.turns("s")) == 2


async def test_two_messages_on_one_session_at_once_are_both_there_and_whole(sessions: Sessions) -> None:
    async def one(i: int) -> None:
        async with sessions.exchange("s", f"where is my parcel {i}") as exchange:
            await exchange.aroute()
            exchange.answer(f"answer {i}")

    await asyncio.gather(*(one(i) for i in range(12)))
    turns = sessions.store.turns("s")
    assert len(turns) == 24
    for asked, answered in zip(turns[::2], turns[1::2], strict=True):
        assert asked.text.removeprefix("where is my parcel ") == answered.text.removeprefix("answer ")


def test_a_store_that_fails_is_told_and_does_not_hide_the_requests_own_error(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> bool:
        raise StoreError("s.db: the disk is full: free space")

    monkeypatch.setattr(sessions.store, "write", full)
    before = METRICS.value("store_failures")
    with pytest.raises(StoreError, match="disk is full"), sessions.exchange("s", "refund my order") as exchange:
        exchange.route()
    with pytest.raises(ZeroDivisionError), sessions.exchange("s", "refund my order") as exchange:
        raise ZeroDivisionError
    assert METRICS.value("store_failures") == before + 2
    assert "was not written" in caplog.text


@pytest.mark.parametrize("session", ["", "x" * 10_000])
def test_a_session_id_that_cannot_be_kept_is_told_before_anything_is_done(sessions: Sessions, session: str) -> None:
    with pytest.raises(MessageError, match="session"):
        sessions.exchange(session, "hi")


def test_a_session_id_that_is_a_path_is_just_an_id(sessions: Sessions, tmp_path: Path) -> None:
    before = sorted(file.name for file in tmp_path.iterdir())
    with sessions.exchange("../../etc/passwd", "refund my order") as exchange:
        exchange.route()
    assert len(sessions.store.turns("../../etc/passwd")) == 1
    assert sorted({*before, "traces.jsonl"}) == sorted({*(f.name for f in tmp_path.iterdir()), "traces.jsonl"})


def test_a_trace_holds_the_decision_its_trail_and_facts_but_not_the_whole_text(
    sessions: Sessions, tmp_path: Path
) -> None:
    text = "refund my order, write to ana.silva@example.org or call +34 600 123 456, and then some more words of mine"
    with sessions.exchange("s", Message(text, declared="refund"), user="ana") as exchange:
        decision = exchange.route()
        facts.record_fact(facts.RETRIEVER, docs=2)
        exchange.record_fact(facts.MODEL, slot="main", model="m", purpose="answer")
        exchange.answer("ok")
    [trace] = _traces(sessions, tmp_path)
    assert (trace["route"], trace["layer"], trace["user"], trace["session"]) == (
        decision.route,
        decision.layer,
        "ana",
        "s",
    )
    assert len(str(trace["text"])) <= 60
    assert "ana.silva" not in json.dumps(trace)
    assert "600" not in json.dumps(trace["text"])
    trail, noted = trace["trail"], trace["facts"]
    assert isinstance(trail, list)
    assert isinstance(noted, list)
    assert [step[0] for step in trail] == [step.who for step in decision.trail]
    assert [fact[0] for fact in noted] == [facts.RETRIEVER, facts.MODEL]
    assert trace["breaches"] == [["RC-04", "refund searched, but is a route without retrieval", True]]


def test_the_whole_text_is_kept_only_where_the_operator_says_so_and_redacted(shop: Router, tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/s.db", RetentionSettings(text=True)) as store:
        sessions = Sessions(shop, store, open_trace_writer(str(tmp_path / "traces.jsonl"), store))
        text = "refund my order " * 10 + "ana.silva@example.org"
        with sessions.exchange("s", text) as exchange:
            exchange.route()
        [trace] = _traces(sessions, tmp_path)
        assert trace["text"] == "refund my order " * 10 + "[e-mail]"
        sessions.close()


def test_an_exchange_keeps_the_router_it_began_with(tmp_path: Path) -> None:
    from tests.routing.test_live import TOML

    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "routebook.toml").write_text(TOML, encoding="utf-8")
    live = LiveRouter(folder, settings=Settings(cache=None))
    with Store.open(f"sqlite:///{tmp_path}/s.db") as store:
        with Sessions(live, store).exchange("s", "abracadabra") as exchange:
            rule = '[[rules]]\nname = "r"\nroute = "refund"\ncontains = ["abra"]\n'
            (folder / "routebook.toml").write_text(TOML + rule, encoding="utf-8")
            assert live.reload()
            assert exchange.route().route is None
        with Sessions(live, store).exchange("s", "abracadabra") as exchange:
            assert exchange.route().route == "refund"


def test_facts_of_one_exchange_do_not_reach_another(sessions: Sessions) -> None:
    with sessions.exchange("a", "refund my order") as outer:
        outer.route()
        with sessions.exchange("b", "where is my parcel") as inner:
            inner.route()
            facts.record_fact(facts.RETRIEVER, docs=1)
        facts.record_fact(facts.RETRIEVER, docs=2)
    assert facts.current_facts() is None
    assert [fact.detail["docs"] for fact in outer.facts if fact.what == facts.RETRIEVER] == [2]
    assert [fact.detail["docs"] for fact in inner.facts if fact.what == facts.RETRIEVER] == [1]
