"""Whether passages answer a question: by the cosine of the best one, or by what a model says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fingerpost.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\w+")


def relevance_score(query: NDArray[np.float32], passages: Sequence[NDArray[np.float32]]) -> float:
    """Return the cosine similarity of the question and the best passage; -1 where there is no passage."""
    return float(max((query @ passage for passage in passages), default=-1.0))


def parse_yes_no(answer: str) -> bool:
    """Return True for YES and False for NO, by the first word of a model's answer; raises ModelError for others."""
    first = _WORD.search(answer.casefold())
    if first is None or first[0] not in ("yes", "no"):
        raise ModelError(f"answered {answer[:80]!r}, which is neither YES nor NO")
    return first[0] == "yes"
