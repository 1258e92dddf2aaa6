"""API keys of clients: a TOML file with the name, hash, role and quota of each, read again when it changes.

    [shop]
    hash = "sha256:…"
    role = "use"
    quota = 600

`role` is use, review or administer; `quota` is in requests a minute, without it there is no limit; with `user` a key
speaks for this user alone. Keys are long and random, so that a fast hash keeps them: nobody can try them all.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from fingerpost.errors import SettingsError
from fingerpost.observability.events import log_event

MIN_CHARACTERS = 32
"""Characters of a key; shorter ones may be words that people chose, which a fast hash does not keep."""
READ_EVERY = 1.0
"""Seconds after which the file is looked at again."""
MAX_QUOTA = 1_000_000

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_HASH = re.compile(r"sha256:([0-9a-f]{64})")


class Role(IntEnum):
    """What a key may do; each role may do what those before it may."""

    USE = 1
    REVIEW = 2
    ADMINISTER = 3

    @property
    def title(self) -> str:
        """Return the name of the role, as in the file."""
        return self.name.lower()


ROLES = {role.title: role for role in Role}


class ClientKey(NamedTuple):
    """The key of a client; `quota` is in requests a minute, 0 for no limit, and `user` the only one it speaks for."""

    name: str
    role: Role
    quota: int = 0
    user: str | None = None


Keys = dict[bytes, ClientKey]
"""Keys of clients by their SHA-256."""


def digest_of(key: str) -> bytes:
    """Return the hash of a key; one that is no valid text has a hash as well, and is just wrong."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def new_key() -> str:
    """Return a new random key of 256 bits."""
    return f"fp_{secrets.token_urlsafe(32)}"


class KeyRing:
    """The keys of clients, by hash; a file is read again within a second of its change, and none is left without it."""

    def __init__(self, source: str, clock: Callable[[], float] = monotonic) -> None:
        """Read the keys from a file, or from a JSON object; raises SettingsError."""
        self._clock, self._next = clock, clock() + READ_EVERY
        self._file = None if source.startswith("{") else Path(source)
        self._seen = _state_of(self._file)
        self._keys = _from_json(source) if self._file is None else read_keys(self._file)

    def find(self, given: str) -> tuple[bytes, ClientKey] | None:
        """Return the hash and the client of a key, or None for an unknown one.

        Found by its hash: how long that takes tells nothing about the keys.
        """
        self._refresh()
        if len(given) < MIN_CHARACTERS:
            return None
        digest = digest_of(given)
        found = self._keys.get(digest)
        return None if found is None else (digest, found)

    def named(self, name: str) -> tuple[bytes, ClientKey] | None:
        """Return the hash and the client of the key of this name, or None where there is none."""
        self._refresh()
        return next((found for found in self._keys.items() if found[1].name == name), None)

    def _refresh(self) -> None:
        if self._file is not None and self._clock() >= self._next:
            self._read_again(self._file)

    def _read_again(self, file: Path) -> None:
        self._next = self._clock() + READ_EVERY
        state = _state_of(file)
        if state == self._seen:
            return
        self._seen = state
        try:
            self._keys = read_keys(file)
        except SettingsError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                self._keys = {}
                log_event(f"[keys] no key is accepted until the file is there again: {error}", logging.ERROR)
            else:
                log_event(f"[keys] the keys stay as they were: {error}", logging.ERROR)
        else:
            log_event(f"[keys] {len(self._keys)} keys were read from {file}")


def _state_of(file: Path | None) -> tuple[int, int, int] | None:
    """Return what changes with a file; None where it cannot be read."""
    try:
        found = file.stat() if file is not None else None
    except OSError:
        return None
    return None if found is None else (found.st_mtime_ns, found.st_size, found.st_ino)


def read_keys(file: Path) -> Keys:
    """Return the keys of a file; raises SettingsError."""
    try:
        text = file.read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise SettingsError(
            f"FINGERPOST_KEYS = {str(file)!r}: {reason}: name a file that `fingerpost server keys new` made"
        ) from error
    return parse_keys(text, str(file))


def parse_keys(text: str, place: str) -> Keys:
    """Return the keys of a TOML text; raises SettingsError that names the place."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{place}: {error}: correct it, or make keys with `fingerpost server keys new`") from error
    return _checked(values, place)


def _from_json(text: str) -> Keys:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(
            f"FINGERPOST_KEYS is no JSON object ({error}): name a file, or give"
            ' {"NAME": {"hash": "sha256:…", "role": "use"}}'
        ) from error
    return _checked(values, "FINGERPOST_KEYS")


def _checked(values: Mapping[str, Any], place: str) -> Keys:
    found: Keys = {}
    for name, entry in values.items():
        digest, client = _client_key(name, entry, place)
        if digest in found:
            raise SettingsError(f"{place}: {found[digest].name} and {name} have one key: make another for {name}")
        found[digest] = client
    return found


def _client_key(name: str, entry: Any, place: str) -> tuple[bytes, ClientKey]:
    def refuse(field: str, remedy: str) -> SettingsError:
        # The value is not shown: somebody may have put the key itself there.
        return SettingsError(f"{place}: {name[:80]!r}{field}: {remedy}")

    check_name(name, place)
    if not isinstance(entry, dict):
        raise refuse("", f"is no table: write [{name}] and its hash and role below it")
    unknown = sorted(entry.keys() - {"hash", "role", "quota", "user"})
    if unknown:
        raise refuse(f".{unknown[0]}", "unknown: there are hash, role, quota and user")
    written = _HASH.fullmatch(str(entry.get("hash")))
    if written is None:
        raise refuse(".hash", "give sha256: and 64 hexadecimal digits, as `fingerpost server keys new` writes it")
    role = ROLES.get(str(entry.get("role")))
    if role is None:
        raise refuse(".role", f"give one of {', '.join(ROLES)}")
    quota = entry.get("quota", 0)
    if type(quota) is not int or not 0 <= quota <= MAX_QUOTA:
        raise refuse(".quota", f"give whole requests a minute up to {MAX_QUOTA:,}, or leave it out for no limit")
    user = entry.get("user")
    if user is not None and (not isinstance(user, str) or not 0 < len(user) <= 200):
        raise refuse(".user", "give a name of 1 to 200 characters, or leave it out for any user")
    return bytes.fromhex(written[1]), ClientKey(name, role, quota, user)


def check_name(name: str, place: str) -> None:
    """Raise SettingsError for a name that a key cannot have."""
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"{place}: the key name {name[:80]!r}: give up to 40 lower-case letters, digits, dots, dashes and"
            " underscores"
        )
