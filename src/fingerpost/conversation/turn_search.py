"""Search the past turns of a thread for those that a message is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.conversation import cues
from fingerpost.language.text import as_read, fold
from fingerpost.types import Turn

Vector = NDArray[np.float32]

MAX_TURNS = 20
"""Most past turns that are searched."""
RECENCY_BONUS, RECENCY_DECAY = 0.06, 0.9
"""Bonus of the last turn on its similarity, and the factor by which it decays for each older one."""
MIN_SIMILARITY, MIN_WORD_OVERLAP = 0.42, 0.3
"""Smallest cosine similarity of a turn that is returned; without vectors, smallest share of common words."""
MAX_CHARACTERS = 600
"""Most characters of a turn that are read."""


class FoundTurn(NamedTuple):
    """A past turn and its similarity: the cosine, or the share of the message's words that it contains.

    `position` is its position in the searched turns; `score` is the similarity with a bonus for recent turns.
    """

    turn: Turn
    position: int
    similarity: float
    score: float


def search_turns(
    text: str,
    turns: Sequence[Turn],
    vector: Vector | None = None,
    vectors: Sequence[Vector | None] | None = None,
    limit: int = 3,
) -> list[FoundTurn]:
    """Return the turns that are similar enough to a message, best first.

    `vectors` are those of the turns, None if unknown. Without any, the words are compared.
    """
    known = vector is not None and vectors is not None and any(other is not None for other in vectors[-MAX_TURNS:])
    ranked = rank_turns(text, turns, vector if known else None, vectors if known else None)
    return [found for found in ranked if found.similarity >= (MIN_SIMILARITY if known else MIN_WORD_OVERLAP)][:limit]


def rank_turns(
    text: str, turns: Sequence[Turn], vector: Vector | None = None, vectors: Sequence[Vector | None] | None = None
) -> list[FoundTurn]:
    """Return the last turns by score, whatever their similarity."""
    begin = max(len(turns) - MAX_TURNS, 0)
    if vector is not None and vectors is not None:
        similarities = [0.0 if other is None else float(vector @ other) for other in vectors[begin:]]
    else:
        asked = content_stems(as_read(text))
        similarities = [
            len(asked & content_stems(turn.text[:MAX_CHARACTERS])) / max(len(asked), 1) for turn in turns[begin:]
        ]
    # The bonus only orders similar turns; relevance is decided by the similarity alone.
    found = [
        FoundTurn(turn, begin + index, value, value + RECENCY_BONUS * RECENCY_DECAY ** (len(similarities) - 1 - index))
        for index, (turn, value) in enumerate(zip(turns[begin:], similarities, strict=True))
    ]
    return sorted(found, key=lambda one: one.score, reverse=True)


@lru_cache(maxsize=1024)
def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the topic words of a text; cached, as a thread's turns are read with every message."""
    return frozenset(cues.stem(token) for token in cues.tokens_of(fold(text)) if token not in cues.EMPTY)
