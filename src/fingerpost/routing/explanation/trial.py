"""Trials: a copy of a router that decides changed messages, and remembers, counts and logs nothing.

A trial asks no language model: an explanation tries many messages, and a model would take seconds for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import NoScores
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.model import Prediction, Student
from fingerpost.types import Decision, Message, Resolved, Verdict

if TYPE_CHECKING:
    from fingerpost.models.encoder import Encoder
    from fingerpost.routing.router import Router
    from fingerpost.runtime.deadline import Deadline

BATCH = 16
"""Texts that are encoded between two looks at the clock."""


class KnownVectors:
    """An encoder that encodes each text once, and knows the vectors that it was given."""

    def __init__(self, encoder: Encoder) -> None:
        """Take the encoder for texts that are not known yet."""
        self._encoder, self.fingerprint = encoder, encoder.fingerprint
        self.known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        self.learn(texts)
        return np.stack([self.known[text] for text in texts])

    def learn(self, texts: Iterable[str], deadline: Deadline | None = None) -> bool:
        """Encode the texts that are not known, in batches; return False where the time ran out before the end."""
        missing = [text for text in dict.fromkeys(texts) if text not in self.known]
        for start in range(0, len(missing), BATCH):
            if deadline is not None and not deadline.remaining:
                return False
            part = missing[start : start + BATCH]
            self.known.update(zip(part, self._encoder.encode(part), strict=True))
        return True


class ObservedStudent(Student):
    """A student that keeps the prediction of its last verdict, with all routes and after all adjustments."""

    def __init__(self, student: Student) -> None:
        """Share the weights of a student."""
        self.__dict__.update(student.__dict__)
        self.last: Prediction | None = None

    def verdict(self, prediction: Prediction, *more: Any, **named: Any) -> Verdict:
        """Return the student's verdict."""
        self.last = prediction
        return super().verdict(prediction, *more, **named)


class Outcome(NamedTuple):
    """The result of a trial; `prediction` is None where the classifier was not asked."""

    decision: Decision
    prediction: Prediction | None

    def probability(self, route: str | None) -> float | None:
        """Return the classifier's probability of a route; None where it was not asked or does not know the route."""
        if self.prediction is None or route not in self.prediction.routes:
            return None
        return self.prediction.probabilities[self.prediction.routes.index(route)]


class Trial:
    """Decides messages as a router does, without its memo and its language model."""

    def __init__(
        self, router: Router, vectors: KnownVectors, book: Routebook | None = None, student: Student | None = None
    ) -> None:
        """Copy the router; `book` and `student` replace its own."""
        own = router.routebook
        student = student or router.warm_student()
        self._student = None if student is None else ObservedStudent(student)
        self.vectors = vectors
        searches = router.documents.has_own_search or any(route.retrieval for route in own.routes)

        def search(vector: NDArray[np.float32]) -> Sequence[float]:
            found = router.documents.evidence_search(own).search(vector)
            return () if isinstance(found, NoScores) else found

        self._router = type(router).from_routebook(
            book or own,
            encoder=vectors,
            settings=replace(router.settings, slots={}, spans=False),
            student=self._student,
            memo=Memo(size=0),
            document_search=search if searches else None,
        )
        self._router.records_decisions = False

    def run(self, message: Message) -> Outcome:
        """Decide a message."""
        if self._student is None:
            return Outcome(self._router.route(message), None)
        self._student.last = None
        return Outcome(self._router.route(message), self._student.last)

    def resolve(self, message: Message) -> Resolved:
        """Return the message as the layers see it."""
        return self._router.resolve(message)

    def learn(self, messages: Sequence[Message], deadline: Deadline) -> bool:
        """Encode the texts of messages together; return False where the time ran out."""
        if self._student is None:
            return True
        return self.vectors.learn([self.resolve(message).text for message in messages], deadline)

    def vector(self, message: Message) -> NDArray[np.float32]:
        """Return the vector of a message."""
        text = self.resolve(message).text
        self.vectors.learn([text])
        return self.vectors.known[text]
