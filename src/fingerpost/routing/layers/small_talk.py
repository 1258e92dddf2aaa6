"""Small talk: greetings, thanks, "are you a robot", for the route that is there for it.

It is told by its likeness to examples that come with Fingerpost, and to the route's own. It is no class of the
classifier: short and informal as it is, it would draw such messages from the other routes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.types import Message, Resolved, Verdict

EXAMPLES = Path(__file__).with_name("small_talk.txt")
"""One message per line, in three languages."""

LIKENESS = 0.6
"""Cosine with an example of small talk from which on a message may be small talk."""

AHEAD = 0.1
"""How much more it must be like small talk than like any example of another route."""

NEW_WORDS, ROUTE_WORDS = 2, 0
"""Words that no example of small talk has, function words aside, up to which a message is small talk and no more; and
how many of them may be in examples of other routes.

"Hi! Where is my order?" is like a greeting too. Small talk that is missed is a stranger like any other; a request that
is taken for it gets the wrong answer, so the constants are strict.
"""

_WORD = re.compile(r"[^\W\d_]+")


@cache
def packaged_examples() -> tuple[str, ...]:
    """Return the examples that come with Fingerpost."""
    return tuple(EXAMPLES.read_text(encoding="utf-8").split("\n")[:-1])


def is_packaged_example(text: str) -> bool:
    """Return whether a text is an example that comes with Fingerpost, signs, capitals and accents aside."""
    return _plain(fold(text)) in _plain_examples()


@cache
def _plain_examples() -> frozenset[str]:
    return frozenset(_plain(fold(text)) for text in packaged_examples())


class SmallTalk:
    """Tells small talk for the route of a routebook that is there for it."""

    def __init__(self, book: Routebook, route: str, encoder: Encoder, stored: Path | None) -> None:
        """Encode the examples, or read their vectors from the cache."""
        alone = [example for example in book.examples if example.after is None]
        self._route = route
        self._examples = [*packaged_examples(), *(example.text for example in alone if example.route == route)]
        others = [example.text for example in alone if example.route != route]
        vectors = encode_cached(encoder, [as_read(text) for text in (*self._examples, *others)], stored)
        self._vectors, self._others = vectors[: len(self._examples)], vectors[len(self._examples) :]
        self._said = {_plain(fold(text)): place for place, text in enumerate(self._examples)}
        self._words, self._route_words = FUNCTION_WORDS | _words_of(self._examples), _words_of(others)

    def verdict(self, message: Message, resolved: Resolved, vector: NDArray[np.float32]) -> Verdict | None:
        """Return the verdict for a message that is small talk and nothing else; None for any other.

        What depends on an earlier turn, the editor, a file or a running app is none, whatever its words.
        """
        if resolved.turn is not None or resolved.on_editor or message.attachments or message.active_app:
            return None
        # einsum and not @: BLAS would wake a second thread for ten microseconds of work.
        likeness = np.einsum("ij,j->i", self._vectors, vector)
        said = self._said.get(_plain(resolved.folded))
        nearest = int(likeness.argmax()) if said is None else said
        # The encoder reads capitals and signs too: "HELLO!!" is little like "hello".
        like = float(likeness[nearest]) if said is None else 1.0
        if like < LIKENESS:
            return None
        new = _words_of([resolved.folded]) - self._words
        if len(new) > NEW_WORDS or len(new & self._route_words) > ROUTE_WORDS:
            return None
        ahead = like - float(np.einsum("ij,j->i", self._others, vector).max(initial=-1.0))
        if ahead < AHEAD:
            return None
        reason = f"small talk, {like:.2f} like “{self._examples[nearest]}”"
        return Verdict(self._route, accepted=True, confidence=min(like, 1.0), reason=reason, margin=min(ahead, 1.0))


def open_small_talk(book: Routebook, encoder: Encoder, stored: Path | None) -> SmallTalk | None:
    """Return what tells small talk; None for a routebook without a route for it."""
    return None if book.small_talk is None else SmallTalk(book, book.small_talk, encoder, stored)


def _plain(folded: str) -> str:
    return " ".join(_WORD.findall(folded)) or folded


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(fold(text)))
