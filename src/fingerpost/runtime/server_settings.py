"""Settings of a server: addresses, who may reach it, and the bounds of what clients may send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import (
    integer_of,
    number_of,
    optional_of,
    path_of,
    read_fields,
    setting,
    text_of,
)


def _list_of(env: Mapping[str, str], name: str) -> list[str]:
    return [part.lower() for part in text_of(env, name).replace(",", " ").split()]


def _hosts(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    found = _list_of(env, name)
    for host in found:
        if any(sign in host for sign in "/@?#") or ("*" in host and host != "*"):
            raise SettingsError(
                f"{name} has {host!r}: give names without scheme and path, such as assistant.example.com, or"
                " `*` for any"
            )
    return tuple(found)


def _origins(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    found = _list_of(env, name)
    for origin in found:
        parts = urlsplit(origin)
        # Any scheme: pages of editors and browser extensions have their own, such as vscode-webview://.
        if not parts.scheme or f"{parts.scheme}://{parts.netloc}" != origin or not parts.hostname:
            raise SettingsError(
                f"{name} has {origin!r}: give origins as browsers send them, such as"
                " https://app.example.com, without a path"
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class AccessSettings:
    """Who may reach a server.

    `keys`: a TOML file of clients' keys, or the same as a JSON object. `hosts`: names by which the server may be
    called, beside those of loopback and the address it listens on; `*` is any. `origins`: web pages of other origins
    that may call it. `certificate` and `certificate_key`: PEM files for TLS. `quotas`: the file in which worker
    processes count together; set by their supervisor.
    """

    keys: str | None = setting("FINGERPOST_KEYS", optional_of, text_of, secret=True)
    hosts: tuple[str, ...] = setting("FINGERPOST_HOSTS", _hosts)
    origins: tuple[str, ...] = setting("FINGERPOST_ORIGINS", _origins)
    certificate: Path | None = setting("FINGERPOST_TLS_CERT", path_of)
    certificate_key: Path | None = setting("FINGERPOST_TLS_KEY", path_of)
    quotas: Path | None = None

    @classmethod
    def from_environment(cls, env: Mapping[str, str], /) -> Self:
        """Return the settings from environment variables; raises SettingsError for an unusable value."""
        access = cls(**read_fields(cls, env))
        if (access.certificate is None) != (access.certificate_key is None):
            missing = "FINGERPOST_TLS_KEY" if access.certificate else "FINGERPOST_TLS_CERT"
            raise SettingsError(f"{missing} is not set: TLS needs the file of the certificate and that of its key")
        return access


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of what clients may send and ask for, the same for HTTP and gRPC.

    Before the key is checked, so for anybody: `url_bytes` of a URL; `head_bytes` of URL and headers, of trailers, or of
    gRPC metadata; `headers` of a request; `head_seconds` that a connection stays open without a whole head, and
    `body_seconds` for a body, or for the next part of a large one, and for a client to read a part of what is sent to
    it; `connections` at once. Then `requests` in flight, `wait_seconds` that a request may have to wait for others,
    `items` of a list in a body, and `values` of its JSON.
    """

    url_bytes: int = setting("FINGERPOST_MAX_URL", integer_of, 8_192, minimum=100, maximum=1_000_000)
    head_bytes: int = setting("FINGERPOST_MAX_HEAD", integer_of, 32_768, minimum=1_000, maximum=10_000_000)
    headers: int = setting("FINGERPOST_MAX_HEADERS", integer_of, 100, minimum=10, maximum=10_000)
    head_seconds: int = setting("FINGERPOST_HEAD_TIMEOUT", integer_of, 75, minimum=1, maximum=3_600)
    body_seconds: float = setting("FINGERPOST_BODY_TIMEOUT", number_of, 30.0)
    connections: int = setting("FINGERPOST_MAX_CONNECTIONS", integer_of, 800, minimum=1, maximum=1_000_000)
    requests: int = setting("FINGERPOST_MAX_REQUESTS", integer_of, 256, minimum=1, maximum=1_000_000)
    wait_seconds: float = setting("FINGERPOST_MAX_WAIT", number_of, 0.5)
    items: int = setting("FINGERPOST_MAX_ITEMS", integer_of, 1_000, minimum=1, maximum=1_000_000)
    values: int = setting("FINGERPOST_MAX_VALUES", integer_of, 50_000, minimum=100, maximum=100_000_000)


DEFAULTS = Limits()


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The servers' addresses and limits.

    `key`: the API key that clients must send. `largest`: the largest request in bytes. `rate`: requests per client and
    second (0: unlimited). `access`: keys of clients, names and origins, certificates. `limits`: all other bounds.
    """

    host: str = setting("FINGERPOST_HOST", text_of, "127.0.0.1")
    http_port: int = setting("FINGERPOST_HTTP_PORT", integer_of, 8080, minimum=0, maximum=65535)
    grpc_port: int = setting("FINGERPOST_GRPC_PORT", integer_of, 50051, minimum=0, maximum=65535)
    workers: int = setting("FINGERPOST_WORKERS", integer_of, 1, minimum=1, maximum=1024)
    key: str | None = setting("FINGERPOST_API_KEY", optional_of, text_of, secret=True)
    largest: int = setting("FINGERPOST_LARGEST", integer_of, 16_000_000, minimum=1_000, maximum=1_000_000_000)
    rate: float = setting("FINGERPOST_RATE", number_of, 0.0, minimum=0.0)
    access: AccessSettings = AccessSettings()
    limits: Limits = DEFAULTS

    @classmethod
    def from_environment(cls, env: Mapping[str, str], /) -> Self:
        """Return the settings from environment variables; raises SettingsError for an unusable value."""
        limits = Limits(**read_fields(Limits, env))
        return cls(**read_fields(cls, env), access=AccessSettings.from_environment(env), limits=limits)
