"""Which stored messages a person should look at first: where the student now disagrees, then where nobody was sure."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from itertools import groupby
from typing import NamedTuple

from fingerpost.conversation.resolve import resolve
from fingerpost.learning.collect import plain
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.routing.cascade import after
from fingerpost.routing.router import Router
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import CONVERSATION, Message, Resolved, Turn

DISAGREE = 1.0
"""What a disagreement of layers counts beside any doubt."""

_CERTAIN = ("declared", "rules", "trigger", "session")
"""Layers that go on deciding so, whatever a student learns."""


class Doubtful(NamedTuple):
    """A message to look at. `student`: its opinion now, and how sure it is. `before`: what the message leans on."""

    spoken: StoredMessage
    doubt: float
    student: str | None
    confidence: float
    before: Turn | None

    @property
    def disagree(self) -> bool:
        """Whether the student would decide otherwise than was decided."""
        return self.student is not None and self.student != self.spoken.route


def doubtful(router: Router, spoken: Iterable[StoredMessage], last: int) -> list[Doubtful]:
    """Return of the last messages those without a person's word, the most informative first, no text twice."""
    unseen, student = _unseen(router, spoken, last), router.warm_student()
    texts = [resolved.text for _, resolved in unseen]
    vectors = encode_cached(router.batcher.yielding_encoder, texts, router.settings.cache) if student and texts else ()
    found: dict[str, Doubtful] = {}
    for place, (message, resolved) in enumerate(unseen):
        best, sure = None, message.confidence or 0.0
        doubt = 1.0 - sure
        if student is not None:
            # What a person wants of a mini-app does not follow from what they wanted before.
            on = None if router.routebook.apps else after(resolved)
            best, sure = student.judge(vectors[place], resolved.folded, on).ranked(1)[0]
            if message.layer not in _CERTAIN:
                # Sure and against what was decided: one of the two has something to learn.
                doubt = DISAGREE + sure if best != message.route else max(doubt, 1.0 - sure)
        found.setdefault(plain(message.text), Doubtful(message, doubt, best, sure, resolved.turn))
    return sorted(found.values(), key=lambda one: (-one.doubt, -one.spoken.id))


def _unseen(router: Router, spoken: Iterable[StoredMessage], last: int) -> list[tuple[StoredMessage, Resolved]]:
    """Return the last messages on which nobody has a word yet, resolved as the router did, the newest first."""
    book = router.routebook

    def resolved() -> Iterable[tuple[StoredMessage, Resolved]]:
        for _, said in groupby(spoken, key=lambda message: (message.session, message.life)):
            turns: list[Turn] = []
            for message in said:
                known = resolve(Message(message.text, turns=turns[-CONVERSATION:]), book.transparent, book.assistant)
                if message.corrected is None and known.text.strip():
                    yield message, known
                turns.append(Turn("user", message.text, message.corrected or message.route))

    return nlargest(last, resolved(), key=lambda pair: pair[0].id)
