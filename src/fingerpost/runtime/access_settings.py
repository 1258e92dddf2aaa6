"""Settings of who may reach a server: keys of clients, names of the server, origins of pages, certificates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import text_of


@dataclass(frozen=True, slots=True)
class AccessSettings:
    """Who may reach a server.

    `keys`: a TOML file of clients' keys, or the same as a JSON object. `hosts`: names by which the server may be
    called, beside those of loopback and the address it listens on; `*` is any. `origins`: web pages of other origins
    that may call it. `certificate` and `certificate_key`: PEM files for TLS. `quotas`: the file in which worker
    processes count together; set by their supervisor.
    """

    keys: str | None = field(default=None, repr=False)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    certificate: Path | None = None
    certificate_key: Path | None = None
    quotas: Path | None = None

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Self:
        """Return the settings from environment variables; raises SettingsError for an unusable value."""
        certificate, key = (text_of(env, f"FINGERPOST_TLS_{name}") for name in ("CERT", "KEY"))
        if bool(certificate) != bool(key):
            missing = "FINGERPOST_TLS_KEY" if certificate else "FINGERPOST_TLS_CERT"
            raise SettingsError(f"{missing} is not set: TLS needs the file of the certificate and that of its key")
        return cls(
            keys=text_of(env, "FINGERPOST_KEYS") or None,
            hosts=_hosts(env),
            origins=_origins(env),
            certificate=Path(certificate) if certificate else None,
            certificate_key=Path(key) if key else None,
        )


def _list_of(env: Mapping[str, str], name: str) -> list[str]:
    return [part.lower() for part in text_of(env, name).replace(",", " ").split()]


def _hosts(env: Mapping[str, str]) -> tuple[str, ...]:
    found = _list_of(env, "FINGERPOST_HOSTS")
    for host in found:
        if any(sign in host for sign in "/@?#") or ("*" in host and host != "*"):
            raise SettingsError(
                f"FINGERPOST_HOSTS has {host!r}: give names without scheme and path, such as assistant.example.com, or"
                " `*` for any"
            )
    return tuple(found)


def _origins(env: Mapping[str, str]) -> tuple[str, ...]:
    found = _list_of(env, "FINGERPOST_ORIGINS")
    for origin in found:
        parts = urlsplit(origin)
        # Any scheme: pages of editors and browser extensions have their own, such as vscode-webview://.
        if not parts.scheme or f"{parts.scheme}://{parts.netloc}" != origin or not parts.hostname:
            raise SettingsError(
                f"FINGERPOST_ORIGINS has {origin!r}: give origins as browsers send them, such as"
                " https://app.example.com, without a path"
            )
    return tuple(found)
