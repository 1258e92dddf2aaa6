"""Which of the last turns of a thread is a message about? Semantic search, and a bar before any of it is used."""

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

SEEN = 20
"""Turns that are looked at."""
RECENCY, FADES = 0.06, 0.9
"""What the last turn is given on top of its cosine, and how much of that each older one keeps."""
BAR, WORDS_BAR = 0.42, 0.3
"""Below this cosine a turn is not about the message; without vectors, below this share of its words."""
READ = 600
"""Characters of a turn whose words are looked at."""


class TurnMatch(NamedTuple):
    """A past turn and how well it fits; `near` is its cosine, or the share of the message's words that it holds.

    `place` counts in the turns that were searched; `score` is `near` with a little more for what was said lately.
    """

    turn: Turn
    place: int
    near: float
    score: float


def search(
    text: str,
    turns: Sequence[Turn],
    vector: Vector | None = None,
    vectors: Sequence[Vector | None] | None = None,
    most: int = 3,
) -> list[TurnMatch]:
    """Return the turns that are about a message, best first; nothing that does not pass the bar.

    `vectors` stand beside the turns, None where one is not known. Without any, the words decide.
    """
    known = vector is not None and vectors is not None and any(other is not None for other in vectors[-SEEN:])
    ranked = rank(text, turns, vector if known else None, vectors if known else None)
    return [found for found in ranked if found.near >= (BAR if known else WORDS_BAR)][:most]


def rank(
    text: str, turns: Sequence[Turn], vector: Vector | None = None, vectors: Sequence[Vector | None] | None = None
) -> list[TurnMatch]:
    """Return the last turns by score, whether they are about the message or not."""
    begin = max(len(turns) - SEEN, 0)
    if vector is not None and vectors is not None:
        near = [0.0 if other is None else float(vector @ other) for other in vectors[begin:]]
    else:
        asked = content_of(as_read(text))
        near = [len(asked & content_of(turn.text[:READ])) / max(len(asked), 1) for turn in turns[begin:]]
    # How lately it was said orders what is alike, and makes nothing relevant: the bar looks at `near`.
    found = [
        TurnMatch(turn, begin + place, value, value + RECENCY * FADES ** (len(near) - 1 - place))
        for place, (turn, value) in enumerate(zip(turns[begin:], near, strict=True))
    ]
    return sorted(found, key=lambda one: one.score, reverse=True)


@lru_cache(maxsize=1024)
def content_of(text: str) -> frozenset[str]:
    """Return the stems of the words that carry a topic; a thread's turns are asked about with every message."""
    return frozenset(cues.stem(token) for token in cues.tokens_of(fold(text)) if token not in cues.EMPTY)
