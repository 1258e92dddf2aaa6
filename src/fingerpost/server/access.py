"""Authentication by API key and a rate limit for each client, the same for HTTP and gRPC."""

from __future__ import annotations

import hmac
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import ServerSettings

MAX_CLIENTS = 10_000
"""Clients whose token buckets are held; beyond that the least recently seen one is dropped, and starts full again."""


class AccessDenied(NamedTuple):
    """Why a request is denied: `kind` is "key" or "rate"; `retry_after` is in seconds, for the latter."""

    kind: str
    message: str
    retry_after: float = 0.0


class AccessPolicy:
    """Checks the key and the rate of a request before its body is read; thread-safe.

    The rate limit is a token bucket for each client: `rate` requests a second, with bursts of the same size (at least
    one). Requests with a wrong key count too, which limits guessing. Every process counts for itself, and in it HTTP
    and gRPC count separately.
    """

    def __init__(self, serving: ServerSettings, clock: Callable[[], float] = monotonic) -> None:
        """Create the policy from the server settings; no key means no authentication, a rate of 0 no rate limit."""
        self._key = None if serving.key is None else _key_bytes(serving.key)
        self._rate, self._burst = serving.rate, max(1.0, serving.rate)
        self._clock, self._lock = clock, threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, which another thread may have held at the fork."""
        self._lock = threading.Lock()

    def check(self, client: str, given_key: str | None) -> AccessDenied | None:
        """Return why a request is denied, or None if it is allowed; `client` is an IP address."""
        denied = self._check_rate(client) if self._rate else None
        if denied is None and self._key is not None:
            denied = self._check_key(given_key)
        if denied is not None:
            METRICS.count("refusals", kind=denied.kind)
        return denied

    def _check_key(self, given: str | None) -> AccessDenied | None:
        if given is None:
            return AccessDenied(
                "key", "an API key is required: send it as `Authorization: Bearer KEY` or as `X-API-Key: KEY`"
            )
        if self._key is not None and not hmac.compare_digest(self._key, _key_bytes(given)):
            return AccessDenied("key", "the API key is wrong: send the one that the server was started with")
        return None

    def _check_rate(self, client: str) -> AccessDenied | None:
        with self._lock:
            now = self._clock()
            left, at = self._buckets.pop(client, (self._burst, now))
            # A clock that is set back must not refill the bucket.
            left = min(self._burst, left + max(0.0, now - at) * self._rate)
            # A client that waited for `retry_after` must not be denied because of rounding.
            allowed = left >= 1.0 - 1e-9
            self._buckets[client] = (max(0.0, left - 1.0) if allowed else left, now)
            if len(self._buckets) > MAX_CLIENTS:
                self._buckets.popitem(last=False)
        if allowed:
            return None
        wait = (1.0 - left) / self._rate
        return AccessDenied("rate", f"more than {self._rate:g} requests a second: retry in {wait:.1f} s", wait)


def _key_bytes(key: str) -> bytes:
    # A key that is not valid text must be denied as a wrong key, and not raise.
    return key.encode("utf-8", "surrogatepass")


def read_api_key(authorization: str | None, api_key: str | None) -> str | None:
    """Return the API key of a request, from `Authorization: Bearer KEY` or `X-API-Key: KEY`."""
    if authorization is not None:
        scheme, _, key = authorization.strip().partition(" ")
        if scheme.lower() == "bearer" and key.strip():
            return key.strip()
    return api_key
