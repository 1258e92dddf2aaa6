"""The connection to Elasticsearch: responses are limited in bytes, and in time from the first byte to the last."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from elastic_transport import Urllib3HttpNode
from urllib3.exceptions import ProtocolError

from fingerpost.resilience.call_clock import response_begins


def bounded_node(largest: int) -> type[BoundedNode]:
    """Return the class of nodes whose responses have at most `largest` bytes; the library creates the nodes itself."""
    return type("LimitedNode", (BoundedNode,), {"largest": largest})


class BoundedNode(Urllib3HttpNode):
    """A node of the library whose time-out holds for the whole response, and not for each read from the socket."""

    largest: int

    def __init__(self, config: Any) -> None:
        """Create the node, with connections that can be found by the thread that uses them."""
        super().__init__(config)
        self._used: dict[int, Any] = {}
        used, urlopen, largest = self._used, self.pool.urlopen, self.largest

        class Connection(self.pool.ConnectionCls):  # type: ignore[name-defined,misc]  # depends on the scheme
            def connect(self) -> None:
                used[threading.get_ident()] = self
                super().connect()

            def request(self, *arguments: Any, **options: Any) -> None:
                used[threading.get_ident()] = self
                super().request(*arguments, **options)

        def bounded(*arguments: Any, **options: Any) -> Any:
            unread: dict[str, Any] = {**options, "preload_content": False, "decode_content": False}
            response = urlopen(*arguments, **unread)
            response_begins()
            parts, size = [], 0
            try:
                for part in response.stream(65_536, decode_content=False):
                    size += len(part)
                    if size > largest:
                        raise ProtocolError(
                            f"the response is longer than {largest:,} bytes: FINGERPOST_LARGEST_RESPONSE allows more"
                        )
                    parts.append(part)
            except BaseException:
                # The library's error refers to itself, and by its traceback to these parts, until the collector runs.
                parts.clear()
                response.close()
                raise
            response.release_conn()
            return SimpleNamespace(headers=response.headers, status=response.status, data=b"".join(parts))

        self.pool.ConnectionCls = Connection
        self.pool.urlopen = bounded  # type: ignore[method-assign]  # the library has no other place for it

    def perform_request(self, *arguments: Any, **options: Any) -> Any:
        """Send a request; its connection is shut down when its time is over."""
        thread = threading.get_ident()
        timer = threading.Timer(options["request_timeout"], self._shut_down, (thread,))
        timer.daemon = True
        timer.start()
        try:
            return super().perform_request(*arguments, **options)
        finally:
            timer.cancel()
            self._used.pop(thread, None)

    def _shut_down(self, thread: int) -> None:
        connection = self._used.get(thread)
        if connection is not None and connection.sock is not None:
            # It may be closed by now.
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)
