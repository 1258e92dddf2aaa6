"""Share the memo of a router with all processes on one store: verdicts of the model, and corrections of people.

A verdict counts only under the same fingerprint: routebook and the data of its extensions, classifier,
encoder, language model and what is known of it, and version of Fingerpost. Neither the message nor the model's reason
is stored, only a digest of the message.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from time import monotonic

from fingerpost import __version__
from fingerpost.errors import StoreError
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import digest_of
from fingerpost.routing.router import Router
from fingerpost.stores.store import Store
from fingerpost.types import Verdict

EXPIRE_EVERY = 600.0
"""Seconds between two deletions of expired verdicts."""
REASON = "the same text, in another process"
"""The reason of a shared verdict: the model's own may quote the message."""


class SharedMemo:
    """Brings the memo of the current router and the store together."""

    def __init__(self, store: Store) -> None:
        """Read everything at the first `sync`."""
        self._store = store
        self._seen: tuple[str, int] = ("", 0)
        self._number = 0
        self._expires_at = monotonic()

    def sync(self, router: Router) -> None:
        """Write what this process has decided, and take what others have; raises StoreError."""
        memo, fingerprint = router.memo, fingerprint_of(router)
        if self._seen != (fingerprint, memo.times_cleared):
            self._seen, self._number = (fingerprint, memo.times_cleared), 0
        # Under its layer too: a verdict of the model never replaces a correction.
        taken = memo.take_unshared()
        own = {
            f"{layer}:{digest_of(key)}": content
            for key, verdict, layer in taken
            if key.context[0] == router.version and (content := encode_verdict(verdict, layer, router.routebook))
        }
        try:
            self._store.verdicts.add(fingerprint, list(own.items()))
        except StoreError:
            memo.share_later(taken)
            raise
        for shared in self._store.verdicts.since(fingerprint, self._number, memo.ttl):
            self._number = shared.number
            found = decode_verdict(shared.content, router.routebook)
            if found is not None:
                memo.add_shared(shared.digest.rpartition(":")[2], *found, shared.age)
        if monotonic() >= self._expires_at:
            self._expires_at = monotonic() + EXPIRE_EVERY
            self._store.verdicts.expire(memo.ttl)


def fingerprint_of(router: Router) -> str:
    """Return an identifier of all that a router's verdicts depend on."""
    trust = None if router.model is None else router.model.table
    return sha256(repr((__version__, router.version, trust)).encode()).hexdigest()


def encode_verdict(verdict: Verdict, layer: str, book: Routebook) -> str:
    """Return a verdict as JSON; empty where it could not be read again as it is."""
    verdict = verdict._replace(reason=REASON)
    fields = {**verdict._asdict(), "extras": [asdict(extra) for extra in verdict.extras], "layer": layer}
    content = json.dumps(fields)
    return content if decode_verdict(content, book) == (verdict, layer) else ""


def decode_verdict(content: str, book: Routebook) -> tuple[Verdict, str] | None:
    """Return a verdict and its layer; None where another version of Fingerpost wrote it."""
    try:
        fields = json.loads(content)
        layer = str(fields.pop("layer"))
        values = fields.pop("extras")
        verdict = Verdict(**{**fields, "signals": tuple(fields["signals"])})
        extras = [extension.read_answer(value) for value in values for extension in book.extensions]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return verdict._replace(extras=tuple(extra for extra in extras if extra is not None)), layer
