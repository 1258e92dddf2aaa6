"""Pick from unlabelled messages those whose labels teach the student most.

A message is worth a label if the student is unsure of it, many others are like it, and no message that is picked
already is. Vectors are compared in blocks, with a sample of the messages where there are many: memory grows with the
number of messages, not with its square.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import as_read, fold
from fingerpost.learning.cleaning import ANY_CLIENT_SIMILARITY, BLOCK_ROWS, CLIENT_SIMILARITY
from fingerpost.learning.collect import normalized
from fingerpost.learning.new_routes import NewRoute, find_new_routes, highest_likeness
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.layers.small_talk import open_small_talk
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import NO_THRESHOLD, Student
from fingerpost.types import Message, Verdict

NEIGHBOURS = 10
"""Nearest messages whose mean likeness is a message's density."""

MAX_SAMPLE = 4096
"""Messages that the density is estimated with; of more, these are a sample."""

MIN_DENSITY = 0.05
"""The density of a message that no other is like: it comes last, and is not left out."""

MIN_CANDIDATES, CANDIDATES_EACH = 5000, 20
"""Messages that are considered: the best ones before variety counts, at least so many and so many for each pick."""

GUESSES = 3
"""The most probable routes that a person is shown of each message."""

MIN_ALIKE = 3
"""Messages alike from which on their number is worth telling."""

Floats = NDArray[np.floating[Any]]


class Unlabelled(NamedTuple):
    """A message without a label; `request` and `session` where it is stored."""

    text: str
    request: str | None = None
    session: str | None = None


class Suggestion(NamedTuple):
    """A message to label, the student's best guess and runner-up, and why it was picked."""

    message: Unlabelled
    guess: str
    runner_up: str
    confidence: float
    why: str


class Suggestions(NamedTuple):
    """Messages to label, the best first; possible new routes; and the number of messages that were considered."""

    messages: list[Suggestion]
    new_routes: list[NewRoute]
    considered: int


class Guesses(NamedTuple):
    """What the student makes of each message: its most probable routes, how unsure it is, and whether it knows such.

    `verdicts` say whether it accepts the first of them, and why.
    """

    ranked: list[list[tuple[str, float]]]
    verdicts: list[Verdict]
    unsure: Floats
    unfamiliar: NDArray[np.bool_]


def suggest(
    router: Router, student: Student, messages: Iterable[Unlabelled], n: int, labelled: Sequence[str] = ()
) -> Suggestions:
    """Return at most `n` messages to label, none with a text that is labelled already, and possible new routes."""
    known_texts = [*(example.text for example in router.routebook.examples), *labelled]
    left = _distinct_unlabelled(router, student, messages, known_texts)
    if not left:
        return Suggestions([], [], 0)
    texts = [router.resolve(message.text).text for message in left]
    encoder, cache = router.batcher.yielding_encoder, router.settings.cache
    vectors = encode_cached(encoder, texts, cache)
    talk = open_small_talk(router.routebook, encoder, cache)
    if talk is not None:
        told = [talk.verdict(Message(m.text), router.resolve(m.text), v) for m, v in zip(left, vectors, strict=True)]
        kept = [place for place, verdict in enumerate(told) if verdict is None]
        left, texts, vectors = [left[i] for i in kept], [texts[i] for i in kept], vectors[kept]
        if not left:
            return Suggestions([], [], 0)
    known = encode_cached(encoder, [as_read(text) for text in known_texts], cache)
    guesses = guess_routes(student, [fold(text) for text in texts], vectors)
    # A student without a threshold knows nothing of what it was not taught.
    unfamiliar = guesses.unfamiliar if _scope_threshold(student) > NO_THRESHOLD else np.ones(len(texts), dtype=bool)
    chosen = choose(vectors, guesses.unsure, n, known)
    new_routes = find_new_routes(texts, vectors, unfamiliar, known, router.routebook.names, encoder.fingerprint)
    alike = count_alike(vectors, chosen)
    route_of = {place: new.name for new in new_routes for place in new.places}
    found = []
    for i, count in zip(chosen, alike, strict=True):
        (route, confidence), (runner_up, _), *_ = guesses.ranked[i]
        why = describe_choice(route, runner_up, bool(unfamiliar[i]), count, route_of.get(i))
        found.append(Suggestion(left[i], route, runner_up, confidence, why))
    return Suggestions(found, new_routes, len(left))


def _distinct_unlabelled(
    router: Router, student: Student, messages: Iterable[Unlabelled], labelled: Iterable[str]
) -> list[Unlabelled]:
    """Return each text once, without empty and labelled ones, and those that a rule decides or the student learned."""
    seen = {"", *(normalized(text) for text in labelled)}
    found = []
    for message in messages:
        key = normalized(message.text)
        if key in seen:
            continue
        seen.add(key)
        resolved = router.resolve(message.text)
        decided = student.was_fitted_on(resolved.text) or read_rules(router.routebook.rules, resolved) is not None
        if resolved.text.strip() and not decided:
            found.append(message)
    return found


def choose(vectors: Floats, unsure: Floats, n: int, labelled: Floats) -> list[int]:
    """Return the places of at most `n` messages, the best first.

    The value of a message is how unsure the student is (1 - margin), times its density, times how unlike it is to what
    is picked already (1 - likeness²). Near-duplicates of labelled and of picked messages are left out.
    """
    value = unsure * np.maximum(_density(vectors), MIN_DENSITY)
    value[highest_likeness(vectors, labelled) >= ANY_CLIENT_SIMILARITY] = 0.0
    places = np.argsort(-value, kind="stable")[: max(MIN_CANDIDATES, CANDIDATES_EACH * n)]
    value, candidates = value[places], vectors[places]
    likeness = np.zeros(len(places))
    chosen: list[int] = []
    while len(chosen) < n:
        left = value * (1.0 - likeness**2)
        left[likeness >= ANY_CLIENT_SIMILARITY] = 0.0
        best = int(np.argmax(left))
        if left[best] <= 0.0:
            break
        chosen.append(int(places[best]))
        likeness = np.maximum(likeness, candidates @ candidates[best])
        likeness[best] = 1.0
    return chosen


def guess_routes(
    student: Student, folded: Sequence[str], vectors: Floats, after: Sequence[str | None] | None = None
) -> Guesses:
    """Return the student's guesses; `after` are the routes of the turns that the messages refer to."""
    ranked, verdicts, unsure, energies = [], [], [], []
    for text, vector, route in zip(folded, vectors, after or [None] * len(folded), strict=True):
        prediction = student.predict(vector, text, route)
        ranked.append(prediction.ranked(GUESSES))
        verdicts.append(student.verdict(prediction))
        unsure.append(1.0 - (ranked[-1][0][1] - ranked[-1][1][1]))
        energies.append(prediction.in_scope)
    return Guesses(ranked, verdicts, np.array(unsure), np.array(energies) < _scope_threshold(student))


def _scope_threshold(student: Student) -> float:
    return max(student.familiarity_threshold, student.scope_threshold)


def _density(vectors: Floats) -> Floats:
    """Return the mean likeness of each message to its nearest ones in a sample of all."""
    size = len(vectors)
    sample = np.sort(np.random.default_rng(0).permutation(size)[:MAX_SAMPLE])
    # With a smaller share of the messages there are fewer of the near ones.
    count = max(1, min(NEIGHBOURS, round(NEIGHBOURS * len(sample) / size), len(sample) - 1))
    place_of = np.full(size, -1)
    place_of[sample] = np.arange(len(sample))
    density = np.zeros(size)
    for start in range(0, size, BLOCK_ROWS):
        likeness = vectors[start : start + BLOCK_ROWS] @ vectors[sample].T
        own = place_of[start : start + BLOCK_ROWS]
        rows = np.flatnonzero(own >= 0)
        # A message is not its own neighbour.
        likeness[rows, own[rows]] = -1.0
        nearest = np.partition(likeness, -count, axis=1)[:, -count:]
        density[start : start + BLOCK_ROWS] = nearest.mean(axis=1)
    return density


def count_alike(vectors: Floats, chosen: Sequence[int]) -> list[int]:
    """Return for each chosen message how many of all are like it, itself among them."""
    counts = np.zeros(len(chosen), dtype=np.int64)
    for start in range(0, len(vectors), BLOCK_ROWS):
        counts += (vectors[start : start + BLOCK_ROWS] @ vectors[chosen].T >= CLIENT_SIMILARITY).sum(axis=0)
    return [int(count) for count in counts]


def describe_choice(route: str, runner_up: str, unfamiliar: bool, alike: int, new_route: str | None = None) -> str:
    """Return why a message was chosen, in words."""
    reasons = ["unlike anything you taught" if unfamiliar else f"between {route} and {runner_up}"]
    if alike >= MIN_ALIKE:
        reasons.append(f"one of {alike} alike")
    if new_route is not None:
        reasons.append(f"perhaps a new route: {new_route}")
    return ", ".join(reasons)
