"""The memo: a cache of earlier verdicts. Exact matches before the encoder, equivalent messages before a model call.

Verdicts of the language model and corrections of people can be shared with other processes, by digests of their keys:
the memo collects its own, and is given those of others.

The very same text is looked up before the message is resolved. One that differs in spaces and capitals is looked up
after the rules, which may match one spelling and not the other.
"""

from __future__ import annotations

import json
import threading
import unicodedata
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple

from fingerpost.conversation.equivalence import equivalent_form
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.types import Attachment, Message, Resolved, Verdict

CORRECTION_LAYER = "a person"
"""The layer of a person's correction, which no other layer overwrites."""

EQUIVALENT = "equivalent"
"""The end of the context of a key that stands for all equivalent texts."""

MAX_MESSAGE_LENGTH = 1000
"""Characters of the longest message that is stored, blanks included."""


class MemoKey(NamedTuple):
    """The key of a verdict: the normalised text, and the context that may change its meaning."""

    context: tuple[str, ...]
    text: str


class TextKey(NamedTuple):
    """The key of a text as written; `standalone` if the message came without history, selection and editor."""

    context: tuple[str, ...]
    text: str
    standalone: bool


SHARED_LAYERS = ("llm", CORRECTION_LAYER)
"""Layers whose verdicts are shared: those that cost something, and those that nothing else can repeat."""

MAX_UNSHARED = 1000
"""Verdicts that wait to be shared at most; the oldest are dropped."""


class Memo:
    """A bounded cache with expiry and hit counters. Safe between threads; shared by the routers across a reload."""

    def __init__(self, size: int = 10_000, ttl: float = 3600.0, clock: Callable[[], float] = monotonic) -> None:
        """Keep at most `size` entries (0: none) for `ttl` seconds; a verdict for equivalent texts too takes two."""
        self.size, self.ttl = size, ttl
        self.hits = self.misses = self.similar_hits = self.similar_misses = 0
        self._clock, self._lock = clock, threading.Lock()
        self._known: OrderedDict[MemoKey, tuple[Verdict, str, float]] = OrderedDict()
        self._texts: OrderedDict[TextKey, MemoKey] = OrderedDict()
        self._shared: OrderedDict[str, tuple[Verdict, str, float]] = OrderedDict()
        self._unshared: deque[tuple[MemoKey, Verdict, str]] = deque(maxlen=MAX_UNSHARED)
        self.times_cleared = 0
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Start empty with a new lock: a thread of the parent may have been changing the memo."""
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Remove all entries, as after a change of the routebook."""
        with self._lock:
            self._known, self._texts = OrderedDict(), OrderedDict()
            self._shared = OrderedDict()
            self._unshared.clear()
            self.times_cleared += 1

    def forget(self, layer: str) -> None:
        """Remove the verdicts of one layer."""
        with self._lock:
            for key in [key for key, (_, by, _) in self._known.items() if by == layer]:
                del self._known[key]
            self._shared = OrderedDict((digest, entry) for digest, entry in self._shared.items() if entry[1] != layer)
            self._unshared = deque((entry for entry in self._unshared if entry[2] != layer), maxlen=MAX_UNSHARED)

    def take_unshared(self) -> list[tuple[MemoKey, Verdict, str]]:
        """Return key, verdict and layer of what was stored since the last call, and can be shared."""
        with self._lock:
            taken = list(self._unshared)
            self._unshared.clear()
        return taken

    def share_later(self, taken: Iterable[tuple[MemoKey, Verdict, str]]) -> None:
        """Keep what was taken and could not be shared, before what was stored since."""
        with self._lock:
            self._unshared = deque((*taken, *self._unshared), maxlen=MAX_UNSHARED)

    def add_shared(self, digest: str, verdict: Verdict, layer: str, age: float) -> None:
        """Take a verdict that any process, this one included, stored so many seconds ago; a correction stays."""
        with self._lock:
            held = self._shared.get(digest)
            if held is not None and held[1] == CORRECTION_LAYER and layer != CORRECTION_LAYER:
                return
            self._shared[digest] = (verdict, layer, self._clock() + self.ttl - age)
            self._shared.move_to_end(digest)
            if len(self._shared) > self.size:
                self._shared.popitem(last=False)

    @property
    def count(self) -> int:
        """Return the number of stored verdicts."""
        return len(self._known)

    def recall_text(self, text_key: TextKey) -> Verdict | None:
        """Return the verdict for exactly this text, if it is known to depend on no context."""
        key = self._texts.get(text_key)
        return None if key is None else self.recall(key)

    def recall(self, key: MemoKey) -> Verdict | None:
        """Return the verdict for a key; None if there is none or it has expired."""
        with self._lock:
            known = self._find(key)
            if known is None:
                self.misses += 1
            else:
                self.hits += 1
                if key in self._known:
                    self._known.move_to_end(key)
        return known

    def store(
        self,
        key: MemoKey,
        verdict: Verdict,
        layer: str,
        text_key: TextKey | None = None,
        text: str = "",
    ) -> None:
        """Store a layer's verdict, as it was before the supervisor; with its `text`, for equivalent messages too.

        `text_key` is the text as written. A text that came without history may depend on one, so it is found again
        only without history; one that came with history is known not to depend on it.
        """
        if not self.size:
            return
        equivalent = equivalent_key(key, text)
        keys = [key] if equivalent is None else [key, equivalent]
        with self._lock:
            if layer != CORRECTION_LAYER and any(self._is_corrected(one) for one in keys):
                # A person corrected the message while this request was running.
                return
            if text_key is not None:
                self._texts[text_key] = key
                if not text_key.standalone:
                    self._texts[text_key._replace(standalone=True)] = key
                while len(self._texts) > self.size:
                    self._texts.popitem(last=False)
            for one in keys:
                if layer in SHARED_LAYERS:
                    self._unshared.append((one, verdict, layer))
                    self._shared.pop(digest_of(one), None)
                self._known[one] = (verdict, layer, self._clock() + self.ttl)
                self._known.move_to_end(one)
            while len(self._known) > self.size:
                self._known.popitem(last=False)

    def recall_equivalent(self, key: MemoKey, text: str) -> Verdict | None:
        """Return the verdict for a message that says the same in the same words; None if there is none."""
        equivalent = equivalent_key(key, text)
        with self._lock:
            known = None if equivalent is None else self._find(equivalent)
            self.similar_hits += known is not None
            self.similar_misses += known is None
        return known

    def correct(self, key: MemoKey, verdict: Verdict, text: str = "") -> None:
        """Store a person's verdict in place of the one in the memo; with its `text`, for equivalent messages too."""
        self.store(key, verdict, CORRECTION_LAYER, text=text)

    def _is_corrected(self, key: MemoKey) -> bool:
        held = (self._known.get(key), self._shared.get(digest_of(key)) if self._shared else None)
        return any(entry is not None and entry[1] == CORRECTION_LAYER for entry in held)

    def _find(self, key: MemoKey) -> Verdict | None:
        entry = self._known.get(key)
        shared = self._shared.get(digest_of(key)) if self._shared else None
        if shared is not None and (entry is None or shared[1] == CORRECTION_LAYER) and self._clock() < shared[2]:
            # What a person corrected last counts, wherever that was.
            entry = shared
        if entry is None:
            return None
        verdict, layer, until = entry
        if self._clock() >= until:
            self._known.pop(key, None)
            return None
        return verdict._replace(reason=f"as before, by {layer}: {verdict.reason}")


def equivalent_key(key: MemoKey, text: str) -> MemoKey | None:
    """Return the key of all texts that are equivalent to this one, in its context; None where a text says nothing."""
    form = equivalent_form(text)
    return MemoKey((*key.context, EQUIVALENT), form) if form else None


def digest_of(key: MemoKey) -> str:
    """Return a digest that stands for a key where its text may not be stored."""
    return sha256("\0".join((*key.context, key.text)).encode("utf-8", "replace")).hexdigest()


def text_key_of(message: Message, version: str) -> TextKey:
    """Return the key of a message's text as written."""
    context = (version, message.active_app or "", _digest(message.attachments) if message.attachments else "")
    standalone = not (message.turns or message.intent_history or message.selection or message.editor)
    return TextKey(context, message.text, standalone)


def memo_key_of(text_key: TextKey, resolved: Resolved) -> MemoKey | None:
    """Return the key of a message's verdict; None if it depends on context or is too long."""
    if resolved.leans or resolved.again or len(text_key.text) > MAX_MESSAGE_LENGTH:
        return None
    # Spaces and capitals are ignored; accents and punctuation may change the meaning.
    text = " ".join(resolved.whole.split()).lower()
    # With its files set aside a message is what it is without them.
    context = (*text_key.context[:-1], "") if resolved.file_aside else text_key.context
    return MemoKey(context, text if text.isascii() else unicodedata.normalize("NFC", text))


def _digest(attachments: Iterable[Any]) -> str:
    """Return a digest of attachments; a random one if an attachment is neither bytes nor JSON."""
    digest = sha256()
    for attachment in attachments:
        try:
            part = _serialized(attachment)
        except (TypeError, ValueError, RecursionError):
            return token_hex()
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _serialized(attachment: Any) -> bytes:
    if isinstance(attachment, bytes):
        return b"b" + attachment
    if isinstance(attachment, Attachment):
        return b"a" + json.dumps([attachment.name, attachment.mime]).encode() + bytes(attachment.data)
    return b"j" + json.dumps(attachment).encode()
