"""Bounds of what a client may send, the same for HTTP and gRPC."""

from __future__ import annotations

MAX_MESSAGE_CHARACTERS = 200_000
"""Characters of a message; longer texts are sent as the editor's content or as an attachment."""

# Before the key: it is in the headers, so that anybody can send these.

MAX_URL_BYTES = 8_192
"""Bytes of a URL, as with nginx and Apache; ours have a path alone."""
MAX_HEAD_BYTES = 32_768
"""Bytes of URL and headers, of trailers, or of gRPC metadata, as with nginx: keys and cookies have up to 8 KB each."""
MAX_HEADERS = 100
"""Headers of a request, as with Apache: empty ones take 30 times the memory of their bytes."""
MAX_PIPELINED = 100
"""Requests of one connection that wait for their turn; each takes about 2 KB, and common clients pipeline none."""
KEEP_ALIVE = 75
"""Seconds that a connection stays open without a whole request: longer than with most proxies, which then close it."""
