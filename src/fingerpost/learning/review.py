"""Rank stored messages for review by a person: first where the student now disagrees, then by uncertainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest
from itertools import groupby
from typing import NamedTuple

from fingerpost.conversation.resolve import may_need_context, resolve
from fingerpost.learning.collect import normalized
from fingerpost.learning.suggest import Unlabelled
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.observability.redaction import redact
from fingerpost.routing.message_state import context_of
from fingerpost.routing.router import Router
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import CONVERSATION, Message, Resolved, Turn

DISAGREEMENT = 1.0
"""Priority of a disagreement, above that of any uncertainty."""

_FIXED_LAYERS = ("declared", "rules", "trigger", "session")
"""Layers whose decisions do not change with training."""


class ReviewItem(NamedTuple):
    """A message to review. `student`: its current prediction, with `confidence`. `refers_to`: the turn it refers to."""

    message: StoredMessage
    priority: float
    student: str | None
    confidence: float
    refers_to: Turn | None

    @property
    def disagree(self) -> bool:
        """Whether the student's current prediction differs from the decision."""
        return self.student is not None and self.student != self.message.route


def messages_to_review(router: Router, messages: Iterable[StoredMessage], last: int) -> list[ReviewItem]:
    """Return the latest messages without feedback by a person, most informative first, each text once."""
    unreviewed, student = _unreviewed(router, messages, last), router.warm_student()
    texts = [resolved.text for _, resolved in unreviewed]
    vectors = encode_cached(router.batcher.yielding_encoder, texts, router.settings.cache) if student and texts else ()
    items: dict[str, ReviewItem] = {}
    for index, (message, resolved) in enumerate(unreviewed):
        predicted, confidence = None, message.confidence or 0.0
        priority = 1.0 - confidence
        if student is not None:
            # With apps the previous route says nothing about the next one.
            previous_route = None if router.routebook.apps else context_of(resolved)
            predicted, confidence = student.predict(vectors[index], resolved.folded, previous_route).ranked(1)[0]
            if message.layer not in _FIXED_LAYERS:
                # A confident disagreement: one of the two is wrong.
                priority = DISAGREEMENT + confidence if predicted != message.route else max(priority, 1.0 - confidence)
        items.setdefault(normalized(message.text), ReviewItem(message, priority, predicted, confidence, resolved.turn))
    return sorted(items.values(), key=lambda one: (-one.priority, -one.message.id))


def unreviewed_texts(router: Router, messages: Iterable[StoredMessage]) -> tuple[list[Unlabelled], list[str]]:
    """Return the stored messages without feedback that are complete and stand alone, and the texts with feedback.

    Rows outlive their session, so personal data and keys are redacted.
    """
    reviewed: list[str] = []

    def noted() -> Iterable[StoredMessage]:
        for message in messages:
            if message.corrected is not None:
                reviewed.append(redact(message.text))
            yield message

    found = [
        Unlabelled(redact(resolved.text), message.request, message.session)
        for message, resolved in _resolved(router, noted())
        if not message.cut and not resolved.leans and not may_need_context(resolved.text)
    ]
    return found, reviewed


def _unreviewed(router: Router, messages: Iterable[StoredMessage], last: int) -> list[tuple[StoredMessage, Resolved]]:
    """Return the latest messages without feedback, newest first."""
    return nlargest(last, _resolved(router, messages), key=lambda pair: pair[0].id)


def _resolved(router: Router, messages: Iterable[StoredMessage]) -> Iterator[tuple[StoredMessage, Resolved]]:
    """Yield the messages without feedback, resolved as the router did; a choice ("the second") is none to label."""
    book = router.routebook
    for _, session in groupby(messages, key=lambda message: (message.session, message.life)):
        turns: list[Turn] = []
        for message in session:
            known = resolve(Message(message.text, turns=turns[-CONVERSATION:]), book.transparent, book.assistant)
            if message.corrected is None and message.layer != "choice" and known.text.strip():
                yield message, known
            turns.append(Turn("user", message.text, message.corrected or message.route))
