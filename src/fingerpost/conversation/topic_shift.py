"""Detect topic shifts: whether a message begins a new topic, and whether it needs context to be understood.

Two small logistic models over features of words and vectors, each also in a version without vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.conversation import cues
from fingerpost.conversation.resolve import read_reference
from fingerpost.conversation.turn_search import MAX_CHARACTERS, content_stems
from fingerpost.language.text import as_read, fold
from fingerpost.types import HISTORY, Turn

Vector = NDArray[np.float32]

ANNOUNCED_PROBABILITY = 0.95
"""Probability of a new topic that is announced ("mudando de assunto"); set by hand, as the training data has few."""


class TopicShift(NamedTuple):
    """The probabilities that a message begins a new topic and that it needs context, and the decisions on both.

    `is_new_topic`: it begins a new topic. `needs_context`: it does not, and needs previous turns to be understood.
    """

    shift_probability: float
    context_probability: float
    is_new_topic: bool
    needs_context: bool


class LogisticModel(NamedTuple):
    """A logistic model: the threshold of its probability, a bias, and a weight for each feature."""

    threshold: float
    bias: float
    weights: Mapping[str, float]

    def probability(self, found: Mapping[str, float]) -> float:
        """Return the logistic of the weighted sum."""
        return 1 / (1 + exp(-self.bias - sum(weight * found[name] for name, weight in self.weights.items())))


# Fitted and printed by `python -m benchmarks.conversation`, rounded to two decimals. SHIFT: chats with annotated topic
# changes, and question threads, as they are and continued with a question of another thread. CONTEXT: the same
# questions, with the threshold of the best F1. The thresholds of SHIFT are higher than the best ones for chats: users
# with a task keep to a topic longer than in a chat, and a follow-up taken for a new topic loses its context.
SHIFT = LogisticModel(0.45, -1.41, {
    "overlap": -1.11, "new": -0.13, "words": 0.59, "specific": 0.18, "none_specific": -0.93, "points": -0.04,
    "points_first": -0.24, "points_last": -0.74, "points_at_end": -0.55, "other": -0.27, "definite_end": -0.38,
    "name": 0.18, "leans": -1.38, "asks": 0.84, "question_in_chat": 0.81, "asked": -1.19, "near_user": -0.44,
    "near_answer": -3.64, "nearest": -1.67,
})  # fmt: skip
SHIFT_BY_WORDS = LogisticModel(0.3, -2.55, {
    "overlap": -2.6, "new": -0.1, "words": 0.57, "specific": 0.14, "none_specific": -0.82, "points": -0.0,
    "points_first": -0.25, "points_last": -0.67, "points_at_end": -0.48, "other": -0.24, "definite_end": -0.34,
    "name": 0.16, "leans": -1.55, "asks": 0.66, "question_in_chat": 0.98, "asked": -1.27,
})  # fmt: skip
CONTEXT = LogisticModel(0.57, 2.36, {
    "overlap": 0.14, "new": 0.27, "words": 0.74, "specific": -0.55, "none_specific": 0.75, "points": 0.65,
    "points_first": 1.38, "points_last": 0.59, "points_at_end": 0.77, "other": 1.26, "definite_end": 1.84,
    "name": -0.75, "leans": 0.66, "near_user": 0.39, "near_answer": 0.39, "nearest": -5.33,
})  # fmt: skip
CONTEXT_BY_WORDS = LogisticModel(0.64, 0.31, {
    "overlap": -1.41, "new": 0.29, "words": 0.8, "specific": -0.59, "none_specific": 0.91, "points": 0.72,
    "points_first": 1.33, "points_last": 0.63, "points_at_end": 0.77, "other": 1.2, "definite_end": 1.81,
    "name": -0.69, "leans": 0.73,
})  # fmt: skip


def detect_topic_shift(
    text: str, turns: Sequence[Turn], vector: Vector | None = None, vectors: Sequence[Vector | None] | None = None
) -> TopicShift:
    """Return the topic shift of a message after these turns; `vectors` are those of the turns, None if unknown."""
    if not turns or not text.strip():
        return TopicShift(0.0, 0.0, is_new_topic=False, needs_context=False)
    found = features(text, turns, vector, vectors)
    new, context = (SHIFT, CONTEXT) if "nearest" in found else (SHIFT_BY_WORDS, CONTEXT_BY_WORDS)
    shift, needs = new.probability(found), context.probability(found)
    if cues.announces_new_topic(cues.tokens_of(fold(as_read(text)))):
        shift, needs = max(shift, ANNOUNCED_PROBABILITY), min(needs, 1 - ANNOUNCED_PROBABILITY)
    is_new_topic = shift >= new.threshold
    return TopicShift(shift, needs, is_new_topic, needs_context=needs >= context.threshold and not is_new_topic)


def features(
    text: str, turns: Sequence[Turn], vector: Vector | None = None, vectors: Sequence[Vector | None] | None = None
) -> dict[str, float]:
    """Return the models' features of a message and the last six turns; without vectors, those of the words."""
    recent = turns[-HISTORY:]
    shown = as_read(text)
    folded = fold(shown)
    tokens, last = cues.tokens_of(folded), cues.last_sentence(folded)
    content = content_stems(shown)
    known = frozenset[str]().union(*(content_stems(turn.text[:MAX_CHARACTERS]) for turn in recent))
    named = [index for index, token in enumerate(tokens) if cues.is_specific(token)]
    pointing = cues.pointing_positions(tokens)
    again, leans = read_reference(shown, folded)
    answer = next((turn.text for turn in reversed(recent) if turn.role != "user"), "")
    found = {
        "overlap": len(content & known) / max(len(content), 1),
        "new": min(len(content - known), 6),
        "words": log1p(len(tokens)),
        "specific": min(len(named), 5),
        "none_specific": not named,
        "points": bool(pointing) or cues.has_enclitic(tokens),
        # A pronoun after a topic word may refer to that one.
        "points_first": bool(pointing) and (not named or pointing[0] < named[0]),
        "points_last": bool(pointing) and pointing[-1] >= len(tokens) - len(last),
        "points_at_end": bool(tokens) and cues.may_end_pointing(tokens[-1]),
        "other": not cues.OTHER.isdisjoint(tokens),
        "definite_end": cues.ends_with_definite_noun(shown, tokens),
        "name": cues.has_name(shown),
        "leans": again or leans is not None,
        "asks": cues.is_request(shown, last),
        # In a chat a question changes the topic; in a task-oriented conversation all messages are questions.
        "question_in_chat": "?" in shown
        and any(turn.role == "user" and _is_statement(turn.text[:MAX_CHARACTERS]) for turn in recent),
        "asked": "?" in answer and not cues.offers_help(answer),
    }
    return {name: float(value) for name, value in found.items()} | _similarities(recent, vector, vectors)


def _similarities(
    recent: Sequence[Turn], vector: Vector | None, vectors: Sequence[Vector | None] | None
) -> dict[str, float]:
    """Return the cosine similarities of a message to the turns; empty without vectors."""
    if vector is None or vectors is None:
        return {}
    near = [
        (turn.role == "user", float(vector @ other))
        for turn, other in zip(recent, vectors[-len(recent) :], strict=True)
        if other is not None
    ]
    if not near:
        return {}
    last = near[-1][1]
    return {
        "near_user": next((cosine for is_user, cosine in reversed(near) if is_user), last),
        "near_answer": next((cosine for is_user, cosine in reversed(near) if not is_user), last),
        "nearest": max(cosine for _, cosine in near),
    }


@lru_cache(maxsize=1024)
def _is_statement(text: str) -> bool:
    return not cues.is_request(text, cues.last_sentence(fold(text)))
