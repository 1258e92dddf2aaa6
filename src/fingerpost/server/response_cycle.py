"""One request and its response: uvicorn's, but for a response of a known length, which is sent at once."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, RequestResponseCycle


class ResponseCycle(RequestResponseCycle):
    """Holds a head with a length until its body comes, and writes both together.

    uvicorn writes twice, which is a system call more for every response. Whatever is not plain is left to it: pieces,
    `HEAD`, connections that end, headers that it refuses, that come twice or with capitals, and logs of access.
    """

    _head = b""
    """The head that waits for its body."""

    async def send(self, message: Any) -> None:
        """Send a part of the response."""
        if self._head:
            await self._send_body(message)
        elif self.response_started or self.flow.write_paused or self.disconnected or not self._hold_head(message):
            await super().send(message)

    def _hold_head(self, message: Any) -> bool:
        """Hold the head back and return True, if the response is a plain one."""
        headers = [*self.default_headers, *message.get("headers", ())]
        given = dict(headers)
        length = given.get(b"content-length")
        names = b"".join([name for name, _ in headers])
        if (
            length is None
            or self.access_log
            or len(given) < len(headers)
            or names != names.lower()
            or not self.keep_alive
            or self.scope["method"] == "HEAD"
            or b"connection" in given
            or b"transfer-encoding" in given
            or HEADER_RE.search(names)
            or HEADER_VALUE_RE.search(b"".join([value for _, value in headers]))
        ):
            return False
        self.response_started, self.waiting_for_100_continue = True, False
        self.expected_content_length, self.chunked_encoding = int(length), False
        lines = [b"%b: %b\r\n" % header for header in headers]
        self._head = b"".join((STATUS_LINE[message["status"]], *lines, b"\r\n"))
        return True

    async def _send_body(self, message: Any) -> None:
        """Write the head and the body behind it; where more is to come, or the length is wrong, as uvicorn does."""
        head, self._head = self._head, b""
        if self.disconnected:
            return
        body = message.get("body", b"")
        if message.get("more_body") or len(body) != self.expected_content_length:
            self.transport.write(head)
            await super().send(message)
            return
        self.transport.write(head + body)
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
