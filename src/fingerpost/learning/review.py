"""Rank stored messages for review by a person, the most informative first, and say why each one is shown.

First come those for which the student now disagrees with the decision; then those whose labels teach most, as
`suggest` picks them; last those that nothing would change. Each text is shown once, and none that a person labelled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import groupby
from typing import NamedTuple

import numpy as np

from fingerpost.conversation.resolve import may_need_context, resolve
from fingerpost.language.text import as_read
from fingerpost.learning.collect import normalized
from fingerpost.learning.suggest import Floats, Guesses, Unlabelled, choose, count_alike, describe_choice, guess_routes
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.observability.redaction import redact
from fingerpost.routebook.model import Routebook
from fingerpost.routing.message_state import context_of
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.routing.thresholds import with_fixed_threshold
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import CONVERSATION, Message, Resolved, Turn

DISAGREEMENT, NEW_TOPIC, UNCERTAIN, SIMILAR, SURE = "disagreement", "new topic", "uncertain", "similar", "sure"
"""Why a message is shown: the student disagrees with the decision, knows nothing like it, or is unsure of it; it is
like one that comes before it or is labelled; or all are sure of it, and it is shown to check them."""

MIN_UNSURE = 0.5
"""How unsure a message must be (1 - margin) to be shown for that reason."""

MIN_DISAGREEMENT = 0.5
"""Confidence of the student in another route that counts as a disagreement."""

_FIXED_LAYERS = ("declared", "rules", "trigger", "session")
"""Layers whose decisions do not change with training."""

_Pairs = Sequence[tuple[StoredMessage, Resolved]]


class ReviewItem(NamedTuple):
    """A message to review: why, the student's most probable routes, and the turn that the message refers to."""

    message: StoredMessage
    kind: str
    why: str
    guesses: Sequence[tuple[str, float]]
    refers_to: Turn | None

    @property
    def guess(self) -> str | None:
        """Return the route that the student now predicts; None where there is no student."""
        return self.guesses[0][0] if self.guesses else None

    @property
    def key(self) -> str:
        """Return what messages with the same text, after the same route, have in common."""
        after = self.refers_to.route if self.refers_to is not None else None
        return f"{normalized(self.message.text)}\n{after or ''}"


def messages_to_review(
    router: Router, messages: Iterable[StoredMessage], last: int, labelled: Collection[str] = ()
) -> list[ReviewItem]:
    """Return the latest messages without feedback by a person, most informative first, each text once.

    `labelled` are the texts that have feedback: messages that stand alone are not shown with one of these again.
    """
    known = {normalized(text) for text in labelled}
    unreviewed = [
        (message, resolved)
        for message, resolved in _unreviewed(router, messages, last)
        if resolved.leans or normalized(message.text) not in known
    ]
    items: dict[str, ReviewItem] = {}
    for item in _ranked(router, unreviewed, sorted(labelled)):
        items.setdefault(item.key, item)
    return list(items.values())


def item_of(router: Router, messages: Iterable[StoredMessage], number: int) -> ReviewItem | None:
    """Return one message of a session as an item, whether it has feedback or not; None if it is not there."""
    pairs = [pair for pair in _resolved(router, messages, reviewed=True) if pair[0].id == number]
    return next(iter(_ranked(router, pairs, ())), None)


def _ranked(router: Router, pairs: _Pairs, labelled: Sequence[str]) -> list[ReviewItem]:
    student = router.warm_student()
    if student is None or not pairs:
        told = "no classifier yet: the least sure decisions come first"
        items = [ReviewItem(message, UNCERTAIN, told, (), resolved.turn) for message, resolved in pairs]
        return sorted(items, key=lambda item: ((item.message.confidence or 0.0), -item.message.id))
    vectors = encode_cached(
        router.batcher.yielding_encoder, [resolved.text for _, resolved in pairs], router.settings.cache
    )
    guesses = _guesses(router, student, pairs, vectors)
    disagree, open_ones, fixed = _groups(pairs, guesses)
    chosen = _most_informative(router, pairs, vectors, guesses, open_ones, labelled)
    alike = dict(zip(chosen, count_alike(vectors, chosen), strict=True))
    rest = sorted(set(open_ones) - set(chosen), key=lambda i: (-guesses.unsure[i], -pairs[i][0].id))
    reasons = {
        **{i: (DISAGREEMENT, _disagreement(pairs[i][0], guesses.ranked[i])) for i in disagree},
        **{i: _reason(router.routebook, guesses, i, alike[i]) for i in chosen},
        **dict.fromkeys(rest, (SIMILAR, "like one before it in the queue, or like a labelled one")),
        **dict.fromkeys(fixed, (SURE, "decided by a rule, not by the classifier: to check the rule")),
    }
    return [ReviewItem(pairs[i][0], *reason, guesses.ranked[i], pairs[i][1].turn) for i, reason in reasons.items()]


def _guesses(router: Router, student: Student, pairs: _Pairs, vectors: Floats) -> Guesses:
    """Return the student's guesses; what was decided with little confidence is unsure, too."""
    # With apps the previous route says nothing about the next one.
    after = [None if router.routebook.apps else context_of(resolved) for _, resolved in pairs]
    guesses = guess_routes(student, [resolved.folded for _, resolved in pairs], vectors, after)
    decided = np.array([1.0 - (message.confidence or 0.0) for message, _ in pairs])
    return guesses._replace(unsure=np.maximum(guesses.unsure, decided))


def _groups(pairs: _Pairs, guesses: Guesses) -> tuple[list[int], list[int], list[int]]:
    """Return the places of disagreements, the most confident first, of others that training may change, of the rest."""
    fixed = [i for i, (message, _) in enumerate(pairs) if message.layer in _FIXED_LAYERS]
    free = sorted(set(range(len(pairs))) - set(fixed))
    # A confident disagreement: one of the two is wrong.
    disagree = [
        i
        for i in free
        if guesses.ranked[i][0][0] != pairs[i][0].route
        and guesses.ranked[i][0][1] >= MIN_DISAGREEMENT
        and not guesses.unfamiliar[i]
    ]
    disagree.sort(key=lambda i: (-guesses.ranked[i][0][1], -pairs[i][0].id))
    return disagree, sorted(set(free) - set(disagree)), fixed


def _most_informative(
    router: Router, pairs: _Pairs, vectors: Floats, guesses: Guesses, places: Sequence[int], labelled: Sequence[str]
) -> list[int]:
    """Return those of the places whose labels teach most, in that order, without near-duplicates."""
    if not places:
        return []
    known = [*(as_read(example.text) for example in router.routebook.examples), *map(as_read, labelled)]
    taught = encode_cached(router.batcher.yielding_encoder, known, router.settings.cache) if known else vectors[:0]
    return [places[i] for i in choose(vectors[places], guesses.unsure[places], len(places), taught)]


def _disagreement(message: StoredMessage, ranked: Sequence[tuple[str, float]]) -> str:
    route, confidence = ranked[0]
    return f"decided {message.route or 'nothing'}, and the classifier now says {route} ({confidence:.2f})"


def _reason(book: Routebook, guesses: Guesses, place: int, alike: int) -> tuple[str, str]:
    (route, confidence), (runner_up, _), *_ = guesses.ranked[place]
    unfamiliar = bool(guesses.unfamiliar[place])
    if not unfamiliar and guesses.unsure[place] < MIN_UNSURE:
        verdict = with_fixed_threshold(book, guesses.verdicts[place])
        if not verdict.accepted:
            return UNCERTAIN, f"probably {route}, but the classifier is not sure: {verdict.reason}"
        return SURE, f"the classifier is sure of {route} ({confidence:.2f}): to check it"
    return NEW_TOPIC if unfamiliar else UNCERTAIN, describe_choice(route, runner_up, unfamiliar, alike)


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


def _resolved(
    router: Router, messages: Iterable[StoredMessage], *, reviewed: bool = False
) -> Iterator[tuple[StoredMessage, Resolved]]:
    """Yield the messages without feedback, or all, as the router resolved them, but for choices ("the second")."""
    book = router.routebook
    for _, session in groupby(messages, key=lambda message: (message.session, message.life)):
        turns: list[Turn] = []
        for message in session:
            known = resolve(Message(message.text, turns=turns[-CONVERSATION:]), book.transparent, book.assistant)
            if (reviewed or message.corrected is None) and message.layer != "choice" and known.text.strip():
                yield message, known
            turns.append(Turn("user", message.text, message.corrected or message.route))
