"""Who may come in, and how often: the key, and a bucket of requests a client. HTTP and gRPC ask the same guard."""

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

CLIENTS = 10_000
"""Clients whose buckets are kept; beyond that, whoever was away longest begins anew with a full one."""


class Refusal(NamedTuple):
    """Why a request is not served: `kind` is "key" or "rate". After `retry_after` seconds it may be."""

    kind: str
    message: str
    retry_after: float = 0.0


class Guard:
    """Checks requests before anything is read of them; safe between threads.

    A client may send `rate` requests a second, and as many at once (never less than one). With a wrong key it
    uses its bucket up too, so that nobody guesses faster than that. Every process, and in it HTTP and gRPC, counts for
    itself.
    """

    def __init__(self, serving: ServerSettings, clock: Callable[[], float] = monotonic) -> None:
        """Take the key and the rate; without a key nobody needs one, and a rate of 0 means any."""
        self._key = None if serving.key is None else _bytes(serving.key)
        self._rate, self._burst = serving.rate, max(1.0, serving.rate)
        self._clock, self._lock = clock, threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock."""
        self._lock = threading.Lock()

    def refusal(self, client: str, given_key: str | None) -> Refusal | None:
        """Return why this request is refused, or None; `client` is an address."""
        refused = self._too_many(client) if self._rate else None
        if refused is None and self._key is not None:
            refused = self._no_key(given_key)
        if refused is not None:
            METRICS.count("refusals", kind=refused.kind)
        return refused

    def _no_key(self, given: str | None) -> Refusal | None:
        if given is None:
            return Refusal("key", "a key is needed: send it as `Authorization: Bearer KEY` or as `X-API-Key: KEY`")
        if self._key is not None and not hmac.compare_digest(self._key, _bytes(given)):
            return Refusal("key", "the key is wrong: send the one that the server was started with")
        return None

    def _too_many(self, client: str) -> Refusal | None:
        with self._lock:
            now = self._clock()
            left, at = self._buckets.pop(client, (self._burst, now))
            # A clock that goes back gives nothing.
            left = min(self._burst, left + max(0.0, now - at) * self._rate)
            # Whoever waits as long as was said must not fail by a rounding.
            served = left >= 1.0 - 1e-9
            self._buckets[client] = (max(0.0, left - 1.0) if served else left, now)
            if len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        if served:
            return None
        wait = (1.0 - left) / self._rate
        return Refusal("rate", f"more than {self._rate:g} requests a second: try again in {wait:.1f} s", wait)


def _bytes(key: str) -> bytes:
    # What is no text is a wrong key, and no fault.
    return key.encode("utf-8", "surrogatepass")


def key_in(authorization: str | None, api_key: str | None) -> str | None:
    """Return the key of a request, from `Authorization: Bearer KEY` or `X-API-Key: KEY`."""
    if authorization is not None:
        scheme, _, key = authorization.strip().partition(" ")
        if scheme.lower() == "bearer" and key.strip():
            return key.strip()
    return api_key
