"""One event loop on one thread of its own, for what must wait on a network.

A client's connections belong to one loop; here they have one, whoever asks: a plain thread, or any number
of event loops that come and go.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def get_loop() -> asyncio.AbstractEventLoop:
    """Return the background loop, started on first use."""
    global _loop  # noqa: PLW0603 - there is one a process
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="fingerpost-network", daemon=True).start()
        return _loop


def submit(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Start work on the background loop; cancelling the future cancels the work."""
    return asyncio.run_coroutine_threadsafe(work, get_loop())


def run_blocking(work: Coroutine[Any, Any, T]) -> T:
    """Do work on the background loop and wait for it on this thread."""
    future = submit(work)
    try:
        return future.result()
    except BaseException:
        # Interrupted while waiting: nobody wants the answer any more.
        future.cancel()
        raise


async def run(work: Coroutine[Any, Any, T]) -> T:
    """Do work on the background loop and await it on this one."""
    return await asyncio.wrap_future(submit(work))


def _after_fork() -> None:
    # The thread that ran the loop lives on in the parent only.
    global _lock, _loop
    _lock, _loop = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
