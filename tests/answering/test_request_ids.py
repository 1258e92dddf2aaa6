"""Request ids in Python: an id stands for one text in its session, in use or stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fingerpost import RequestIdError, Router, StoreError
from fingerpost.answering.sessions import Exchange, Sessions
from fingerpost.observability.metrics import METRICS
from fingerpost.stores.store import Store
from tests.stores.words import in_child

TAKEN = "request 'r' was already processed in session 's' with another text: use a new request id"


@pytest.fixture
def sessions(shop: Router, tmp_path: Path) -> Iterator[Sessions]:
    opened = Sessions(shop, Store.open(f"sqlite:///{tmp_path}/s.db"))
    yield opened
    opened.close()


def asked(sessions: Sessions, text: str, request_id: str | None = "r") -> Exchange:
    return sessions.exchange("s", text, request_id=request_id)


def stored(sessions: Sessions) -> list[str]:
    return [turn.text for turn in sessions.store.turns("s")]


def test_another_text_is_refused_before_anything_is_done(sessions: Sessions) -> None:
    with asked(sessions, "refund my order") as exchange:
        exchange.route()
    begun = False
    with pytest.raises(RequestIdError, match=TAKEN), asked(sessions, "where is my parcel"):
        begun = True
    assert not begun
    assert stored(sessions) == ["refund my order"]
    with asked(sessions, "refund my order") as exchange:
        assert exchange.route().route == "refund", "the same text is the same message"
    with asked(sessions, "where is my parcel", request_id=None):
        pass
    assert stored(sessions) == ["refund my order", "where is my parcel"]


async def test_the_same_for_those_who_await(sessions: Sessions) -> None:
    async with asked(sessions, "refund my order"):
        with pytest.raises(RequestIdError, match=TAKEN):
            await asked(sessions, "where is my parcel").__aenter__()
        async with asked(sessions, "refund my order"):
            pass
        with pytest.raises(RequestIdError, match=TAKEN):
            await asked(sessions, "where is my parcel").__aenter__()
    with pytest.raises(RequestIdError, match=TAKEN):
        await asked(sessions, "where is my parcel").__aenter__()
    assert stored(sessions) == ["refund my order"]


async def test_an_id_is_free_again_when_its_message_came_to_nothing(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(sessions.store, "check_request", fail)
        with pytest.raises(StoreError), asked(sessions, "refund my order"):
            pass
        with pytest.raises(StoreError):
            await asked(sessions, "refund my order").__aenter__()
    with asked(sessions, "where is my parcel"):
        pass
    assert stored(sessions) == ["where is my parcel"]


async def test_an_id_is_free_again_when_its_exchange_could_not_be_finished(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a check is broken")

    with monkeypatch.context() as broken:
        broken.setattr(Exchange, "_finish", fail)
        with pytest.raises(RuntimeError), asked(sessions, "refund my order"):
            pass
        with pytest.raises(RuntimeError):
            async with asked(sessions, "where is my order"):
                pass
    with asked(sessions, "where is my parcel"):
        pass
    assert stored(sessions) == ["where is my parcel"]


def test_of_many_texts_at_once_one_is_stored_and_all_others_are_refused(sessions: Sessions) -> None:
    def send(number: int) -> str:
        try:
            with asked(sessions, f"refund order {number}") as exchange:
                exchange.route()
        except RequestIdError:
            return "refused"
        return "stored"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(send, range(24)))
    assert sorted(outcomes) == ["refused"] * 23 + ["stored"]
    assert stored(sessions) == [f"refund order {outcomes.index('stored')}"]


def _overtaken(sessions: Sessions, shop: Router) -> None:
    """Store another text with the same id, as another process does."""
    with Sessions(shop, sessions.store).exchange("s", "is the lamp heavy", request_id="r"):
        pass


async def test_a_message_that_another_process_overtook_is_refused_in_place_of_its_answer(
    sessions: Sessions, shop: Router
) -> None:
    def send() -> None:
        with asked(sessions, "refund my order") as exchange:
            exchange.answer("Done.")
            _overtaken(sessions, shop)

    async def asend() -> None:
        async with asked(sessions, "refund my order") as exchange:
            exchange.answer("Done.")
            await asyncio.to_thread(_overtaken, sessions, shop)

    failures = METRICS.value("store_failures")
    with pytest.raises(RequestIdError, match=TAKEN):
        send()
    sessions.store.forget(session="s")
    with pytest.raises(RequestIdError, match=TAKEN):
        await asend()
    assert stored(sessions) == ["is the lamp heavy"]
    assert METRICS.value("store_failures") == failures, "the store did as it should"


def test_being_overtaken_does_not_hide_the_requests_own_error(
    sessions: Sessions, shop: Router, caplog: pytest.LogCaptureFixture
) -> None:
    def send() -> None:
        with asked(sessions, "refund my order"):
            _overtaken(sessions, shop)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        send()
    assert "the request was not written" in caplog.text
    assert "request=r session=s" in caplog.text


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
def test_a_forked_child_does_not_hold_the_ids_of_its_parent(sessions: Sessions) -> None:
    def child() -> str:
        with asked(sessions, "where is my parcel"):
            return "held"

    with asked(sessions, "refund my order"):
        assert in_child(child) == "held"
        sessions.store.forget(session="s")
