"""One background event loop on its own thread, for network calls.

A client's connections belong to one event loop. Running all calls on this loop lets plain threads and short-lived
event loops share them.
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
    global _loop  # noqa: PLW0603 - one loop per process
    with _lock:
        if _loop is None:
            loop = asyncio.new_event_loop()
            try:
                threading.Thread(target=loop.run_forever, name="fingerpost-network", daemon=True).start()
            except RuntimeError:
                # No thread could be started: the next call tries again.
                loop.close()
                raise
            _loop = loop
        return _loop


def submit(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Start a coroutine on the background loop; cancelling the future cancels the coroutine."""
    return asyncio.run_coroutine_threadsafe(work, get_loop())


def run_blocking(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop and block this thread until it is done."""
    future = submit(work)
    try:
        return future.result()
    except BaseException:
        # Interrupted while waiting: the result is not needed any more.
        future.cancel()
        raise


async def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop and await it on the current one."""
    return await asyncio.wrap_future(submit(work))


def _after_fork() -> None:
    # The loop's thread does not exist in the child.
    global _lock, _loop
    _lock, _loop = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
