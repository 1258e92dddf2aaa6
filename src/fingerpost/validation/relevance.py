"""Whether passages answer a question, by the similarity of their blocks and the words of the question they cover."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fingerpost.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fingerpost.retrieval.matching import QuestionMatch

_WORD = re.compile(r"\w+")

SIMILARITY_WEIGHT, COVERAGE_WEIGHT, FOREIGN_BONUS, BAR = 1.5, 9.5, 1.7, 0.5
"""Weights of the evidence that passages answer a question, and what it has to reach; fitted by `benchmarks.relevance`.
The evidence is on a scale that is measured on the documents, so the same weights hold for every encoder."""


def answer_evidence(match: QuestionMatch) -> float:
    """Return the evidence that passages answer a question; they do where it is not negative.

    A question in another language than the passages has fewer words in common with them, for which it is not blamed.
    Raises ModelError for a match by words alone, which does not tell.
    """
    if match.similarity is None:
        raise ModelError("there are no vectors to tell whether the passages answer: see the log of the encoder")
    evidence = SIMILARITY_WEIGHT * match.similarity + COVERAGE_WEIGHT * match.coverage
    return evidence + FOREIGN_BONUS * match.foreign - BAR


def relevance_score(query: NDArray[np.float32], passages: Sequence[NDArray[np.float32]]) -> float:
    """Return the cosine similarity of the question and the best passage; -1 where there is no passage."""
    return float(max((query @ passage for passage in passages), default=-1.0))


def parse_yes_no(answer: str) -> bool:
    """Return True for YES and False for NO, by the first word of a model's answer; raises ModelError for others."""
    first = _WORD.search(answer.casefold())
    if first is None or first[0] not in ("yes", "no"):
        raise ModelError(f"answered {answer[:80]!r}, which is neither YES nor NO")
    return first[0] == "yes"
