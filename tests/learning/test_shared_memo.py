"""The memo shared by processes: a hit only under the same fingerprint, corrections first, and no text in the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Message, Router
from fingerpost.assistants.agents.schema import SchemaMentions
from fingerpost.errors import StoreError
from fingerpost.learning import shared_memo
from fingerpost.learning.shared_memo import SharedMemo, decode_verdict, encode_verdict, fingerprint_of
from fingerpost.routebook.apps import AppTarget
from fingerpost.routebook.check import build
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import CORRECTION_LAYER, equivalent_key, memo_key_of, text_key_of
from fingerpost.settings import Settings, Slot
from fingerpost.stores import Store
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Route, Verdict

TEXT = "could somebody look into that thing"
ROUTES = [Route("shipping", examples=["where is my parcel"]), Route("returns", examples=["i want my money back"])]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


def router_of(server: ScriptedServer, book: Routebook | None = None, model: str = "model") -> Router:
    """Return a router as one of several processes has it."""
    slot = Slot(server.url, model, "key")
    settings = Settings(cache=None, slots={"classifier": slot, "main": slot})
    thresholds = replace(build("shop", ROUTES).thresholds, accept=1.1, llm_trust=0.9)
    return Router.from_routebook(
        book or build("shop", ROUTES, thresholds=thresholds), encoder=WordEncoder(), settings=settings
    )


def test_a_process_knows_what_another_asked_the_model(url: str) -> None:
    """And nothing of the message or the model's words is in the store."""
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        one, other = router_of(server), router_of(server)
        first, second = SharedMemo(store), SharedMemo(store)
        assert one.route(TEXT).layer == "llm"
        asked = len(server.requests)
        first.sync(one)
        second.sync(other)
        known = other.route(TEXT.upper())
        assert (known.route, known.layer, len(server.requests)) == ("returns", "memo", asked)
        assert shared_memo.REASON in known.reason
        rows = store._database.read(lambda connection: connection.query("SELECT * FROM fingerpost_verdicts"))
        assert len(rows) == 2, "one of the text, and one of all that are equivalent"
        assert all(word not in str(rows) for word in TEXT.split() if len(word) > 4)
        for router in (one, other):
            router.close()


def test_a_process_knows_what_another_was_told_in_equivalent_words(url: str) -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        one, other = router_of(server), router_of(server)
        one.route(TEXT)
        SharedMemo(store).sync(one)
        assert other.route(f"hello, {TEXT} please").layer == "llm", "not before it has read the store"
        other.memo.clear()
        SharedMemo(store).sync(other)
        known = other.route(f"good morning, {TEXT} please")
        assert (known.route, known.layer) == ("returns", "memo")
        assert shared_memo.REASON in known.reason
        assert other.route(f"{TEXT} today please").layer == "llm", "another word may be another matter"
        for router in (one, other):
            router.close()


@pytest.mark.parametrize("changed", ["routebook", "model", "version", "trust"])
def test_another_fingerprint_is_no_hit(url: str, changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        one = router_of(server)
        one.route(TEXT)
        SharedMemo(store).sync(one)
        book = one.routebook
        if changed == "routebook":
            book = build("shop", [*ROUTES, Route("other", examples=["something else"])], thresholds=book.thresholds)
        if changed == "version":
            monkeypatch.setattr(shared_memo, "__version__", "0.0.0")
        if changed == "trust":
            book = replace(book, thresholds=replace(book.thresholds, llm_trust=0.8))
        other = router_of(server, book, "another" if changed == "model" else "model")
        assert fingerprint_of(other) != "" != fingerprint_of(one)
        SharedMemo(store).sync(other)
        assert other.route(TEXT).layer != "memo"
        same = router_of(server) if changed != "version" else None
        if same is not None:
            SharedMemo(store).sync(same)
            assert same.route(TEXT).layer == "memo", "the saboteur: with the same fingerprint it is one"
            same.close()
        for router in (one, other):
            router.close()


def test_a_correction_reaches_every_process_and_the_last_one_counts(url: str) -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        one, other = router_of(server), router_of(server)
        first, second = SharedMemo(store), SharedMemo(store)
        assert (one.route(TEXT).route, other.route(TEXT).route) == ("returns", "returns")
        one.correct(TEXT, "shipping")
        first.sync(one)
        second.sync(other)
        assert other.route(TEXT).route == "shipping", "although this one has a verdict of its own"
        other.correct(TEXT, "returns")
        second.sync(other)
        first.sync(one)
        assert (one.route(TEXT).route, other.route(TEXT).route) == ("returns", "returns")
        for router in (one, other):
            router.close()


def test_a_memo_that_was_cleared_is_filled_again(url: str) -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        router = router_of(server)
        shared = SharedMemo(store)
        router.route(TEXT)
        shared.sync(router)
        router.memo.clear()
        shared.sync(router)
        assert router.route(TEXT).layer == "memo"
        router.memo.forget("llm")
        assert router.route(TEXT).layer == "llm"
        router.close()


def test_a_verdict_is_shared_only_where_it_can_be_read_again() -> None:
    plain = Verdict("analytics", True, 0.9, "why", "knowledge", 0.2, ("a", "b"), "EDITOR", 0.5)
    agents = load("agents")
    mentions = SchemaMentions(("orders",), ("orders.order_id",))
    for verdict in (plain, plain._replace(extras=(mentions,))):
        again = decode_verdict(encode_verdict(verdict, "llm", agents), agents)
        assert again == (verdict._replace(reason=shared_memo.REASON), "llm")
    assert encode_verdict(plain._replace(extras=(SchemaMentions(("no such table",)),)), "llm", agents) == ""
    assert encode_verdict(plain._replace(extras=(AppTarget("x"),)), "llm", agents) == ""


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"layer": "llm", "extras": [], "signals": [], "x": 1}'])
def test_what_another_version_wrote_is_passed_over(content: str) -> None:
    assert decode_verdict(content, load("agents")) is None


def test_expired_verdicts_are_deleted(url: str) -> None:
    now = 1000.0
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url, clock=lambda: now) as store:
        router = router_of(server)
        store.verdicts.add("gone", [("d", "old")])
        now += router.memo.ttl + 1
        shared = SharedMemo(store)
        shared.sync(router)
        assert store.verdicts.since("gone", 0, 1e9) == []
        router.close()


def test_a_correction_waits_to_be_shared() -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server:
        router = router_of(server)
        router.correct(TEXT, "shipping")
        message = Message(TEXT)
        key = memo_key_of(text_key_of(message, router.version), router.resolve(message))
        assert key is not None
        keys = [key, equivalent_key(key, TEXT)]
        assert [(taken[0], taken[2]) for taken in router.memo.take_unshared()] == [
            (one, CORRECTION_LAYER) for one in keys
        ]
        assert router.memo.take_unshared() == []
        router.close()


def test_what_the_store_could_not_take_is_shared_once_it_can(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([ScriptedReply("returns")]) as server, Store.open(url) as store:
        one, other = router_of(server), router_of(server)
        first, second = SharedMemo(store), SharedMemo(store)
        one.route(TEXT)

        def fails(*_: object) -> None:
            raise StoreError("the database is locked")

        with monkeypatch.context() as broken:
            broken.setattr(type(store.verdicts), "add", fails)
            with pytest.raises(StoreError):
                first.sync(one)
        first.sync(one)
        second.sync(other)
        assert other.route(TEXT).layer == "memo"
        for router in (one, other):
            router.close()
