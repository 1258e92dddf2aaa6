"""A daemon thread for the calls of one request: a call that hangs blocks neither the event loop nor the process's end.

Not `asyncio.to_thread`: its few threads are shared with the store, and the process waits for them when it ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

Outcome = tuple[Any, Exception | None]
"""What a call returned, or what it raised."""


class CallThread:
    """Runs calls one after another on one thread. Use `CallThread.begin`, then `end`."""

    def __init__(self, ended: Callable[[], None]) -> None:
        """Start the thread; `ended` is called on it after its last call."""
        self._jobs: SimpleQueue[tuple[Future[Outcome], Callable[[], Any]] | None] = SimpleQueue()
        Thread(target=self._run, args=(ended,), name="fingerpost-call", daemon=True).start()

    @classmethod
    async def begin(cls, calls: asyncio.Semaphore) -> CallThread:
        """Start a thread once there is a place for it, which is kept until its last call returns, hanging or not."""
        loop = asyncio.get_running_loop()

        def release() -> None:
            # The loop may be closed before a call that hung returns.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(calls.release)

        await calls.acquire()
        try:
            return cls(release)
        except RuntimeError:
            calls.release()
            raise

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function returns on the thread, in the context of the caller; raises what it raises."""
        future: Future[Outcome] = Future()
        self._jobs.put((future, partial(copy_context().run, function, *arguments)))
        value, error = await asyncio.wrap_future(future)
        if error is not None:
            raise error
        return value

    def end(self, last: Callable[[], None] | None = None) -> None:
        """Have the thread end after the calls that were begun, and after a last one whose result nobody awaits."""
        if last is not None:
            self._jobs.put((Future(), last))
        self._jobs.put(None)

    def _run(self, ended: Callable[[], None]) -> None:
        while (job := self._jobs.get()) is not None:
            future, call = job
            if future.set_running_or_notify_cancel():
                # As a value: asyncio cannot carry every exception, such as StopIteration.
                future.set_result(_outcome(call))
            del job, future, call
        ended()


def _outcome(call: Callable[[], Any]) -> Outcome:
    try:
        return call(), None
    except Exception as error:  # noqa: BLE001 - it is raised again where the call is awaited
        return None, error
    except BaseException as error:  # noqa: BLE001 - `exit()` on this thread must not end the event loop
        return None, RuntimeError(f"{described(error)}, which must not end the process")


def described(value: Any) -> str:
    """Return the repr of what a function raised, or of the function; its type where the repr itself fails."""
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - a repr is code of the function's author, and may raise anything
        return f"{type(value).__name__}, whose repr fails"
