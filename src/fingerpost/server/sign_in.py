"""Signing in with a browser: a cookie that stands for a key without holding it, and the token that its calls bring.

The cookie is `NAME~END~RANDOM~SIGNATURE`: the name of the key, when it ends, and a signature by a secret of the store
and the hash of the key. So all processes and replicas on one store accept it, none has to remember it, and it ends with
the key: revoked, or replaced by another of the same name.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from time import time

COOKIE = "fingerpost_session"
LASTS = 12 * 60 * 60
"""Seconds after which one has to sign in again."""
TOKEN_HEADER = "x-csrf-token"  # noqa: S105 - the name of a header
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that change nothing; others need the token where the caller is known by its cookie."""


class SignIn:
    """Makes and checks cookies, and the token that only pages of this server can read."""

    def __init__(self, secret: bytes, clock: Callable[[], float] = time) -> None:
        """Create it with the secret of the store, the same in all processes."""
        self._secret, self._clock = hmac.digest(secret, b"console sign-in", hashlib.sha256), clock

    def cookie(self, name: str, digest: bytes) -> str:
        """Return a new cookie for the key of this name and hash."""
        head = f"{name}~{int(self._clock()) + LASTS}~{secrets.token_urlsafe(12)}"
        return f"{head}~{self._signature(head, digest)}"

    def is_valid(self, cookie: str, digest: bytes) -> bool:
        """Whether a cookie was made here for the key of this hash, and has not ended."""
        head, _, signature = cookie.rpartition("~")
        if not hmac.compare_digest(self._signature(head, digest).encode(), _bytes(signature)):
            return False
        return int(head.split("~")[1]) > self._clock()

    def token(self, cookie: str) -> str:
        """Return the token that calls with this cookie must bring, as a header."""
        return hmac.new(self._secret, b"token " + _bytes(cookie), hashlib.sha256).hexdigest()

    def has_token(self, cookie: str, given: bytes | None) -> bool:
        """Whether the header of a call is the token of its cookie."""
        return given is not None and hmac.compare_digest(self.token(cookie).encode(), given)

    def _signature(self, head: str, digest: bytes) -> str:
        return hmac.new(self._secret, digest + _bytes(head), hashlib.sha256).hexdigest()


def key_name(cookie: str) -> str:
    """Return the name of the key that a cookie claims to stand for."""
    return cookie.partition("~")[0]


def read_cookie(header: bytes | None) -> str | None:
    """Return our cookie of a `Cookie` header."""
    if header is None:
        return None
    for part in header.decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value
    return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
