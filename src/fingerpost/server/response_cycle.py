"""One request and its response: uvicorn's, but for a response of a known length, which is sent at once."""

from __future__ import annotations

from functools import lru_cache
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
        headers = (*self.default_headers, *message.get("headers", ()))
        plain = _plain_head(tuple([name for name, _ in headers]))
        values = tuple([value for _, value in headers])
        if (
            plain is None
            or self.access_log
            or not self.keep_alive
            or self.scope["method"] == "HEAD"
            or HEADER_VALUE_RE.search(b"".join(values))
        ):
            return False
        form, place = plain
        self.response_started, self.waiting_for_100_continue = True, False
        self.expected_content_length, self.chunked_encoding = int(values[place]), False
        self._head = STATUS_LINE[message["status"]] + form % values
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


@lru_cache(maxsize=1_000)
def _plain_head(names: tuple[bytes, ...]) -> tuple[bytes, int] | None:
    """Return the lines of headers of these names with places for their values, and which of them is the length.

    None where the response is not a plain one. The names of a path's headers are the same with every response.
    """
    joined = b"".join(names)
    if (
        b"content-length" not in names
        or len(set(names)) < len(names)
        or joined != joined.lower()
        or b"connection" in names
        or b"transfer-encoding" in names
        or HEADER_RE.search(joined)
    ):
        return None
    lines = [name.replace(b"%", b"%%") + b": %b\r\n" for name in names]
    return b"".join((*lines, b"\r\n")), names.index(b"content-length")
