"""Bounds of what clients may send and ask for, from the environment, the same for HTTP and gRPC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fingerpost.runtime.environment import integer_of, number_of

MAX_MESSAGE_CHARACTERS = 200_000
"""Characters of a message; longer texts are sent as the editor's content or as an attachment."""
MAX_FILES = 20
"""Attachments of one message."""
MAX_PIPELINED = 100
"""Requests of one connection that wait for their turn; each takes about 2 KB, and common clients pipeline none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds that an operator can set.

    Before the key is checked, so for anybody: `url_bytes` of a URL; `head_bytes` of URL and headers, of trailers, or of
    gRPC metadata; `headers` of a request; `head_seconds` that a connection stays open without a whole head, and
    `body_seconds` for a body, or for the next part of a large one; `connections` at once. Then `requests` in flight,
    `wait_seconds` that a request may have to wait for others, `items` of a list in a body, and `values` of its JSON.
    """

    variables: ClassVar[tuple[str, ...]] = tuple(
        f"FINGERPOST_{name}"
        for name in (
            "MAX_URL", "MAX_HEAD", "MAX_HEADERS", "HEAD_TIMEOUT", "BODY_TIMEOUT", "MAX_CONNECTIONS", "MAX_REQUESTS",
            "MAX_WAIT", "MAX_ITEMS", "MAX_VALUES",
        )
    )  # fmt: skip

    url_bytes: int = 8_192
    head_bytes: int = 32_768
    headers: int = 100
    head_seconds: int = 75
    body_seconds: float = 30.0
    connections: int = 800
    requests: int = 256
    wait_seconds: float = 0.5
    items: int = 1_000
    values: int = 50_000

    @classmethod
    def from_environment(cls, env: Mapping[str, str], /) -> Limits:
        """Return the limits from environment variables; raise SettingsError for an unusable value."""

        def whole(name: str, default: int, minimum: int, maximum: int) -> int:
            return integer_of(env, f"FINGERPOST_{name}", default, minimum=minimum, maximum=maximum)

        return cls(
            url_bytes=whole("MAX_URL", DEFAULTS.url_bytes, 100, 1_000_000),
            head_bytes=whole("MAX_HEAD", DEFAULTS.head_bytes, 1_000, 10_000_000),
            headers=whole("MAX_HEADERS", DEFAULTS.headers, 10, 10_000),
            head_seconds=whole("HEAD_TIMEOUT", DEFAULTS.head_seconds, 1, 3_600),
            body_seconds=number_of(env, "FINGERPOST_BODY_TIMEOUT", DEFAULTS.body_seconds),
            connections=whole("MAX_CONNECTIONS", DEFAULTS.connections, 1, 1_000_000),
            requests=whole("MAX_REQUESTS", DEFAULTS.requests, 1, 1_000_000),
            wait_seconds=number_of(env, "FINGERPOST_MAX_WAIT", DEFAULTS.wait_seconds),
            items=whole("MAX_ITEMS", DEFAULTS.items, 1, 1_000_000),
            values=whole("MAX_VALUES", DEFAULTS.values, 100, 100_000_000),
        )


DEFAULTS = Limits()
