"""Who may do what: API keys, their roles and quotas, and a rate limit for each address, the same for HTTP and gRPC."""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from math import ceil
from time import monotonic
from typing import NamedTuple

from fingerpost.answering.request import stored_name
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.server.keys import ClientKey, KeyRing, Role, digest_of
from fingerpost.server.quotas import quotas_in
from fingerpost.server.sign_in import SignIn, key_name
from fingerpost.settings import ServerSettings

MAX_CLIENTS = 10_000
"""Clients whose token buckets are held; beyond that the least recently seen one is dropped, and starts full again."""

NEEDED_ROLES = {
    "/v1/route": Role.USE,
    "/v1/ask": Role.USE,
    "/v1/feedback": Role.USE,
    "/v1/chat/completions": Role.USE,
    "/v1/models": Role.USE,
    "/v1/models/": Role.USE,
    "/v1/decisions": Role.USE,
    "/v1/decisions/": Role.USE,
    "/v1/decisions/live": Role.USE,
    "/v1/review/items": Role.REVIEW,
    "/v1/review/claims": Role.REVIEW,
    "/v1/review/labels": Role.REVIEW,
    "/v1/review/undo": Role.REVIEW,
    "/v1/review/release": Role.REVIEW,
    "/v1/review/progress": Role.REVIEW,
    "/v1/review/results": Role.REVIEW,
    "/v1/routes": Role.REVIEW,
    "/v1/routes/": Role.REVIEW,
    "/v1/routebook/trials": Role.REVIEW,
    "/v1/routebook/versions": Role.REVIEW,
    "/v1/routebook/try": Role.ADMINISTER,
    "/v1/routebook/cancel": Role.ADMINISTER,
    "/v1/routebook/publish": Role.ADMINISTER,
    "/v1/routebook/rollback": Role.ADMINISTER,
    "/v1/routebook/classifier": Role.ADMINISTER,
    "/v1/savings": Role.REVIEW,
    "/v1/health": Role.REVIEW,
    "/v1/health/doctor": Role.REVIEW,
    "/v1/health/drift": Role.REVIEW,
    "/metrics": Role.REVIEW,
    # gRPC, by method.
    "AskAgent": Role.USE,
    "AskAgentStream": Role.USE,
    "Route": Role.USE,
    "Feedback": Role.USE,
    "ServerReflectionInfo": Role.USE,
    "EvaluateRAG": Role.ADMINISTER,
}
"""The role that each path and method needs; one that ends in a slash stands for all below it, and what is not here
needs the highest. Feedback and decisions with the role `use` are of the key's own messages."""


def needed_role(path: str, roles: Mapping[str, Role] = NEEDED_ROLES) -> Role:
    """Return the role that a path or a method needs."""
    found = roles.get(path)
    if found is not None:
        return found
    below = (role for start, role in roles.items() if start.endswith("/") and path.startswith(start))
    return next(below, Role.ADMINISTER)


class Caller(NamedTuple):
    """Who sent a request: the name of its key, the role, and the only user it may speak for, None for any.

    The name is "" for the key of FINGERPOST_API_KEY, and where no key is needed. `session` is the cookie of somebody
    who signed in with a browser.
    """

    name: str = ""
    role: Role = Role.ADMINISTER
    user: str | None = None
    session: str = ""

    @property
    def stored_user(self) -> str | None:
        """Return the name in the store of the only user that it may speak for."""
        return None if self.user is None else stored_name(self.name, self.user)


_ANYBODY = Caller()


class AccessDenied(NamedTuple):
    """Why a request is denied: `kind` is "key", "role", "rate" or "quota"; the last two have `retry_after` seconds."""

    kind: str
    message: str
    retry_after: float = 0.0

    @property
    def headers(self) -> dict[str, str]:
        """Return the header that says when to try again, in whole seconds, where that helps."""
        return {"retry-after": str(max(1, ceil(self.retry_after)))} if self.retry_after else {}


class AccessPolicy:
    """Checks the key, the role and the rate of a request before its body is read; thread-safe.

    The rate limit is a token bucket for each client: `rate` requests a second, with bursts of the same size (at least
    one). Requests with a wrong key count too, which limits guessing. Every process counts the rate for itself, and in
    it HTTP and gRPC separately; the quotas of keys are counted together.
    """

    def __init__(
        self,
        serving: ServerSettings,
        clock: Callable[[], float] = monotonic,
        sign_in: SignIn | None = None,
        page_roles: Mapping[str, Role] | None = None,
    ) -> None:
        """Create the policy from the server settings; no key means no authentication, a rate of 0 no rate limit.

        Without `sign_in` no cookie is accepted; `page_roles` are the roles that pages need.
        """
        self._sign_in, self._roles = sign_in, {**NEEDED_ROLES, **(page_roles or {})}
        self._key = None if serving.key is None else _key_bytes(serving.key)
        self._ring = None if serving.access.keys is None else KeyRing(serving.access.keys, clock)
        self._quotas = quotas_in(serving.access.quotas)
        self._rate, self._burst = serving.rate, max(1.0, serving.rate)
        self._clock, self._lock = clock, threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, which another thread may have held at the fork."""
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether no key is needed."""
        return self._key is None and self._ring is None

    def admit(self, address: str, given_key: str | None, path: str, cookie: str | None = None) -> Caller | AccessDenied:
        """Return who sent a request to a path or method, or why it is denied; `address` is an IP address.

        A `cookie` counts where no key is given.
        """
        return self.check_rate(address) or self.check_key(given_key, path, cookie)

    def check_rate(self, address: str) -> AccessDenied | None:
        """Count a request of an address, and return why it is denied, if it is: for those whose key is in the body."""
        found = self._take(address) if self._rate else None
        if found is not None:
            METRICS.count("refusals", kind=found.kind)
        return found

    def check_key(self, given_key: str | None, path: str, cookie: str | None = None) -> Caller | AccessDenied:
        """Return who sent a request whose rate was checked, or why it is denied."""
        found = self._caller(given_key, path, cookie)
        if isinstance(found, AccessDenied):
            METRICS.count("refusals", kind=found.kind)
        return found

    def cookie_for(self, given_key: str) -> str | None:
        """Return a new cookie that stands for a key; None for a wrong key, or where nobody signs in."""
        if self._sign_in is None:
            return None
        if self._key is not None and hmac.compare_digest(self._key, _key_bytes(given_key)):
            return self._sign_in.cookie("", digest_of(given_key))
        found = None if self._ring is None else self._ring.find(given_key)
        return None if found is None else self._sign_in.cookie(found[1].name, found[0])

    def _caller(self, given: str | None, path: str, cookie: str | None) -> Caller | AccessDenied:
        if self.is_open:
            return _ANYBODY
        if given is None and cookie is not None:
            return self._signed_in(cookie, path)
        if given is None:
            return AccessDenied(
                "key", "an API key is required: send it as `Authorization: Bearer KEY` or as `X-API-Key: KEY`"
            )
        if self._key is not None and hmac.compare_digest(self._key, _key_bytes(given)):
            return _ANYBODY
        if self._ring is None:
            return AccessDenied("key", "the API key is wrong: send the one that the server was started with")
        return self._client(self._ring, given, path)

    def _client(self, ring: KeyRing, given: str, path: str) -> Caller | AccessDenied:
        found = ring.find(given)
        if found is None:
            return AccessDenied(
                "key", "the API key is wrong, or was revoked: ask whoever runs the server for a new one"
            )
        return self._check_client(*found, path)

    def _signed_in(self, cookie: str, path: str) -> Caller | AccessDenied:
        ended = AccessDenied("key", "you are not signed in, or no longer: sign in with your key")
        if self._sign_in is None:
            return ended
        name = key_name(cookie)
        if not name:
            valid = self._key is not None and self._sign_in.is_valid(cookie, hashlib.sha256(self._key).digest())
            return _ANYBODY._replace(session=cookie) if valid else ended
        found = None if self._ring is None else self._ring.named(name)
        if found is None or not self._sign_in.is_valid(cookie, found[0]):
            return ended
        caller = self._check_client(*found, path)
        return caller if isinstance(caller, AccessDenied) else caller._replace(session=cookie)

    def _check_client(self, digest: bytes, client: ClientKey, path: str) -> Caller | AccessDenied:
        if client.role < (needed := needed_role(path, self._roles)):
            return AccessDenied(
                "role", f"the key {client.name!r} has the role {client.role.title}: this needs {needed.title}"
            )
        if client.quota and (wait := self._quotas.take(digest, client.quota)):
            return AccessDenied(
                "quota", f"the key {client.name!r} has {client.quota:,} requests a minute: retry in {wait:.1f} s", wait
            )
        return Caller(client.name, client.role, client.user)

    def _take(self, client: str) -> AccessDenied | None:
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
