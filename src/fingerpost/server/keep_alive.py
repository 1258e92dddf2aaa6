"""HTTP connections between two requests: uvicorn's, but with one timer that goes on instead of a new one each time."""

from __future__ import annotations

from contextvars import Context
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class KeepAliveProtocol(HttpToolsProtocol):
    """One connection, which is closed where no request follows the last one in time.

    uvicorn starts a timer after each response and cancels it with the next request. Here it is left to end, and starts
    again for the time that is left then: a connection in use has one in every `timeout_keep_alive` seconds.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create it as uvicorn does."""
        super().__init__(*args, **kwargs)
        self.waits_since = 0.0
        """When it began to wait for a request, by the clock of the loop."""
        self._is_idle = False
        self._timer_context = Context()
        """Empty: a timer started by a request would keep what that request left in its context."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Go on with the next request, and read more only once all that were received are answered."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.waits_since = self.loop.time()
        self._is_idle = not self.pipeline
        self.flow.resume_reading()
        if self._is_idle:
            if self.timeout_keep_alive_task is None:
                self._start_timer(self.timeout_keep_alive)
            return
        self._start_asgi_task(*self.pipeline.pop())
        # uvicorn reads on after each response: a client that never reads its responses could queue without end.
        if self.pipeline and not self.transport.is_closing():
            self.flow.pause_reading()

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if it has been idle for long enough."""
        self.timeout_keep_alive_task = None
        if not self._is_idle:
            return
        left = self.waits_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._start_timer(left)
        else:
            super().timeout_keep_alive_handler()

    def _unset_keepalive_if_required(self) -> None:
        """Be idle no longer; uvicorn calls it when something was received."""
        self._is_idle = False

    def _start_timer(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler, context=self._timer_context
        )
