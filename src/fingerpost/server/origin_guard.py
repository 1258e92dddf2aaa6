"""The guard against web pages of others: by which names a server may be called, and from pages of which origins.

A page of a foreign site can send requests to a server on the reader's machine, and by rebinding its own name to that
machine it could read the answers. Browsers tell the name in `Host` and the page in `Origin`; no page can forge them.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import NamedTuple

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from fingerpost.settings import ServerSettings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAX_SEEN = 1_000
"""Values of headers that are remembered as allowed; others are parsed again."""


class Refusal(NamedTuple):
    """Why a request is refused, and with which status."""

    status: int
    message: str


class OriginGuard:
    """Refuses requests to foreign names and from foreign pages, whatever their body is."""

    def __init__(self, serving: ServerSettings) -> None:
        """Create the guard from the server settings.

        Names of loopback and the address that the server listens on are always allowed, and any address where it
        listens on all. Beyond loopback any name is, where a key is needed and no names are set: a foreign page has no
        key.
        """
        access, bound = serving.access, _address(serving.host)
        self._everywhere = bound is not None and bound.is_unspecified
        loopback = serving.host.lower() in LOOPBACK or (bound is not None and bound.is_loopback)
        keyed = serving.key is not None or access.keys is not None
        self._any = "*" in access.hosts or (keyed and not loopback and not access.hosts)
        self._hosts = frozenset((*LOOPBACK, serving.host.lower(), *access.hosts))
        self._origins = frozenset(access.origins)
        self._seen: set[tuple[bytes | None, bytes | None]] = set()

    def refusal(self, host: bytes | None, origin: bytes | None) -> Refusal | None:
        """Return why a request is refused, by its headers, or None."""
        if (host, origin) in self._seen:
            return None
        found = self._check_host(host) or self._check_origin(host, origin)
        if found is None and len(self._seen) < MAX_SEEN:
            self._seen.add((host, origin))
        return found

    def _check_host(self, host: bytes | None) -> Refusal | None:
        # Without `Host` it is no browser.
        if host is None or self._is_own(host_name(host)):
            return None
        return Refusal(
            421,
            f"this server is not called {_shown(host)}: call it by its address, or add the name to FINGERPOST_HOSTS",
        )

    def _check_origin(self, host: bytes | None, origin: bytes | None) -> Refusal | None:
        if origin is None:
            return None
        scheme, _, rest = origin.partition(b"://")
        page = host_name(rest) if scheme.lower() in (b"http", b"https") else None
        # The page of this server itself, or one of this machine.
        own = page is not None and (rest.lower() == (host or b"").lower() or page in LOOPBACK)
        if own or origin.decode("latin-1").lower() in self._origins:
            return None
        return Refusal(
            403,
            f"a web page of the origin {_shown(origin)} may not call this server: add the origin to FINGERPOST_ORIGINS",
        )

    def _is_own(self, name: str | None) -> bool:
        if name is None:
            return False
        if self._any or name in self._hosts:
            return True
        address = _address(name)
        return address is not None and (self._everywhere or address.is_loopback)


def with_cors(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Return the app, which pages of these origins may call and read; without any, no page of another origin can."""
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=("GET", "POST"),
        # Clients of OpenAI's form send headers of their own; what counts is the origin.
        allow_headers=("*",),
        expose_headers=tuple(
            f"X-Fingerpost-{name}" for name in ("Request", "Route", "Accepted", "Layer", "Confidence")
        ),
    )


def host_name(host: bytes) -> str | None:
    """Return the name in a `Host` header in lower case, without port and final dot; None where it is malformed."""
    text = host.decode("latin-1").lower()
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or _address(name) is None:
            return None
        port = port.removeprefix(":") if port.startswith(":") or not port else "bad"
    else:
        name, _, port = text.partition(":")
    if not name or (port and not port.isdecimal()) or any(sign in name for sign in " \t@/\\?#,%"):
        return None
    return name.removesuffix(".")


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _shown(value: bytes) -> str:
    return repr(value[:80].decode("latin-1"))
