"""The background loop: one thread for all who wait on a network."""

from __future__ import annotations

import asyncio
import threading

import pytest

from fingerpost.runtime import background_loop


async def _where() -> str:
    return threading.current_thread().name


def _threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "fingerpost-network"]


def test_work_is_done_on_the_one_thread() -> None:
    assert background_loop.run_blocking(_where()) == background_loop.submit(_where()).result() == "fingerpost-network"
    assert background_loop.get_loop() is background_loop.get_loop()


async def test_another_loop_awaits_it() -> None:
    assert await background_loop.run(_where()) == "fingerpost-network"
    assert asyncio.get_running_loop() is not background_loop.get_loop()


def test_where_no_thread_could_be_started_the_next_call_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(background_loop, "_loop", None)
    with monkeypatch.context() as full:
        full.setattr(threading, "Thread", Full)
        with pytest.raises(RuntimeError, match="can't start"):
            background_loop.get_loop()
    ended = background_loop.submit(_where())
    assert ended.result(timeout=60) == "fingerpost-network"
    loop, thread = background_loop.get_loop(), _threads()[-1]
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)
    loop.close()


def test_an_error_reaches_whoever_waits() -> None:
    async def fails() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        background_loop.run_blocking(fails())


async def test_who_gives_up_cancels_the_work() -> None:
    ended = threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.set()
            raise

    task = asyncio.create_task(background_loop.run(long()))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.wait(10)
