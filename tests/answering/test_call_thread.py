"""The thread of a request's calls: order, context, errors, cancellation, and the places it takes."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar

import pytest

from fingerpost.answering.call_thread import CallThread

NAME: ContextVar[str] = ContextVar("NAME", default="")


async def test_calls_run_on_one_thread_in_the_context_of_the_caller() -> None:
    thread = await CallThread.begin(asyncio.Semaphore(1))
    NAME.set("ana")
    found = [await thread.call(lambda: (threading.get_ident(), NAME.get())) for _ in range(2)]
    assert found[0] == found[1] != (threading.get_ident(), "ana")
    assert found[0][1] == "ana"
    thread.end()


@pytest.mark.parametrize(
    ("raised", "met"),
    [(ValueError("a"), ValueError), (StopIteration(), RuntimeError), (SystemExit(1), RuntimeError)],
)
async def test_what_a_call_raises_is_raised_and_the_thread_goes_on(raised: BaseException, met: type[Exception]) -> None:
    def fail() -> None:
        raise raised

    thread = await CallThread.begin(asyncio.Semaphore(1))
    with pytest.raises(met):
        await thread.call(fail)
    assert await thread.call(lambda: 1) == 1
    thread.end()


async def test_a_place_is_free_when_the_last_call_has_returned_and_not_before() -> None:
    places, release, order = asyncio.Semaphore(1), threading.Event(), list[str]()
    thread = await CallThread.begin(places)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await thread.call(release.wait, 20)
    # A call that waits behind the hanging one and is cancelled never runs.
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await thread.call(order.append, "cancelled")
    thread.end(lambda: order.append("last"))
    assert places.locked()
    release.set()
    async with asyncio.timeout(5):
        await places.acquire()
    assert order == ["last"]


async def test_a_thread_that_cannot_start_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    places = asyncio.Semaphore(1)
    with monkeypatch.context() as broken:
        broken.setattr(threading.Thread, "start", start)
        with pytest.raises(RuntimeError, match="can't start"):
            await CallThread.begin(places)
    assert not places.locked()
