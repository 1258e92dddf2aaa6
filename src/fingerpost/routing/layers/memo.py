"""The memo: verdicts that were given before. Exact before the encoder; near only in place of a model call.

The very same text is known before anything is read of it. One that differs in spaces and capitals is known
after the rules have passed it: they may see a phrase in the one and not in the other.
"""

from __future__ import annotations

import json
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import sha256
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.conversation.equivalence import are_equivalent
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.types import Attachment, Message, Resolved, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PERSON = "a person"
"""The layer of a correction, which no other layer overwrites."""

CLOSE = 0.7
"""Cosine below which two messages are not even compared word by word."""

LONGEST = 1000
"""Characters of a message that is remembered, blanks included."""


class Key(NamedTuple):
    """What a verdict holds for: the text, in the surroundings that may change what it means."""

    surroundings: tuple[str, ...]
    text: str


class Place(NamedTuple):
    """A text as it was written; `bare` where it came without anything that it could lean on."""

    surroundings: tuple[str, ...]
    text: str
    bare: bool


class _Near(NamedTuple):
    key: Key
    text: str
    vector: NDArray[np.float32]


class Memo:
    """Bounded in number and in time, counted, safe between threads. Shared by routers before and after a reload."""

    def __init__(
        self, size: int = 10_000, life: float = 3600.0, near_size: int = 1_000, clock: Callable[[], float] = monotonic
    ) -> None:
        """Keep at most `size` verdicts (0: none) for `life` seconds; vectors of the last `near_size` of a model's."""
        self.size, self.life, self.near_size = size, life, near_size
        self.hits = self.misses = self.near_hits = self.near_misses = 0
        self._clock, self._lock = clock, threading.Lock()
        self._known: OrderedDict[Key, tuple[Verdict, str, float]] = OrderedDict()
        self._near: OrderedDict[Key, _Near] = OrderedDict()
        self._texts: OrderedDict[Place, Key] = OrderedDict()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock, and empty: a thread of the parent may have been in the middle of a change."""
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everything: for a changed routebook nothing that is known holds."""
        with self._lock:
            self._known, self._near, self._texts = OrderedDict(), OrderedDict(), OrderedDict()

    @property
    def count(self) -> int:
        """Return how many verdicts are kept."""
        return len(self._known)

    def recall_text(self, place: Place) -> Verdict | None:
        """Return what was decided for this very text, where it was found to lean on nothing."""
        key = self._texts.get(place)
        return None if key is None else self.recall(key)

    def recall(self, key: Key) -> Verdict | None:
        """Return what was decided for exactly this, if it is not too old."""
        with self._lock:
            known = self._find(key)
            if known is None:
                self.misses += 1
            else:
                self.hits += 1
                self._known.move_to_end(key)
        return known

    def keep(
        self,
        key: Key,
        verdict: Verdict,
        layer: str,
        place: Place | None = None,
        text: str = "",
        vector: NDArray[np.float32] | None = None,
    ) -> None:
        """Remember a layer's verdict, before any supervisor; with its vector, for the same in other words too.

        `place` is the text as it was written. Without a history nobody knows whether it would lean on one, so it
        is known again only without; with one it is known to lean on nothing.
        """
        if not self.size:
            return
        with self._lock:
            held = self._known.get(key)
            if held is not None and held[1] == PERSON and layer != PERSON:
                # A request that was under way when a person corrected it.
                return
            if place is not None:
                self._texts[place] = key
                if not place.bare:
                    self._texts[place._replace(bare=True)] = key
                while len(self._texts) > self.size:
                    self._texts.popitem(last=False)
            self._known[key] = (verdict, layer, self._clock() + self.life)
            self._known.move_to_end(key)
            if len(self._known) > self.size:
                self._forget(next(iter(self._known)))
            if vector is not None:
                self._near[key] = _Near(key, text, vector)
                if len(self._near) > self.near_size:
                    self._near.popitem(last=False)

    def near(self, key: Key, text: str, vector: NDArray[np.float32]) -> Verdict | None:
        """Return a verdict for a message that asks the very same in nearly the same words."""
        with self._lock:
            entries = [entry for entry in self._near.values() if entry.key.surroundings == key.surroundings]
        for entry in entries:
            if float(entry.vector @ vector) >= CLOSE and are_equivalent(entry.text, text):
                with self._lock:
                    known = self._find(entry.key)
                    if known is not None:
                        self.near_hits += 1
                        return known
        with self._lock:
            self.near_misses += 1
        return None

    def correct(self, key: Key, verdict: Verdict) -> None:
        """Put a person's verdict in the place of the remembered one."""
        self.keep(key, verdict, PERSON)

    def _find(self, key: Key) -> Verdict | None:
        entry = self._known.get(key)
        if entry is None:
            return None
        verdict, layer, until = entry
        if self._clock() >= until:
            self._forget(key)
            return None
        return verdict._replace(reason=f"as before, by {layer}: {verdict.reason}")

    def _forget(self, key: Key) -> None:
        self._known.pop(key, None)
        self._near.pop(key, None)


def place_of(message: Message, version: str) -> Place:
    """Return under what a text is known before anything is read of it."""
    surroundings = (version, message.active_app or "", _digest(message.attachments) if message.attachments else "")
    bare = not (message.turns or message.intent_history or message.selection or message.editor)
    return Place(surroundings, message.text, bare)


def key_of(place: Place, resolved: Resolved) -> Key | None:
    """Return under what a message's verdict is kept; None for one that leans on history, and for a very long one."""
    if resolved.leans or resolved.again or len(place.text) > LONGEST:
        return None
    # Spaces and capitals do not count; accents and signs may change the meaning and do.
    text = " ".join(resolved.whole.split()).lower()
    return Key(place.surroundings, text if text.isascii() else unicodedata.normalize("NFC", text))


def _digest(attachments: Iterable[Any]) -> str:
    """Return a name for attachments; with one that is neither bytes nor JSON, a name that never comes again."""
    digest = sha256()
    for attachment in attachments:
        try:
            part = _written(attachment)
        except (TypeError, ValueError, RecursionError):
            return token_hex()
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _written(attachment: Any) -> bytes:
    if isinstance(attachment, bytes):
        return b"b" + attachment
    if isinstance(attachment, Attachment):
        return b"a" + json.dumps([attachment.name, attachment.mime]).encode() + bytes(attachment.data)
    return b"j" + json.dumps(attachment).encode()
