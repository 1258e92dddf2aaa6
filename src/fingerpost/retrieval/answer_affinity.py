"""How far a text answers a question, beyond being like it: a low-rank form of their vectors, learned from handbooks.

`training/answer_affinity.py` fits it on questions to 72 invented handbooks with the sentences that answer them, and on
the same questions beside the pages without these sentences. It holds for vectors of the plain embedded encoder alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fingerpost.models.encoder import PLAIN, EmbeddedEncoder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Encoder

WEIGHTS = Path(__file__).with_name("weights") / "answer_affinity.npz"
QUESTION, TEXT = "question", "text"
"""The arrays of the file: the projections of a question and of a text."""
UNIT = 0.1
"""The difference of a cosine that counts as 1, about a standard deviation of similarity."""
TYPICAL = 0.6
"""What the best texts have between questions that are answered and questions that are not: it counts as 0, so that
evidence has the same bar for every encoder."""


def affinity(encoder: Encoder, question: NDArray[np.float32], texts: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return for each text, a row of vectors, how far it answers a question; 0 for vectors of another encoder."""
    if encoder.fingerprint != EmbeddedEncoder(PLAIN).fingerprint:
        return np.zeros(len(texts), dtype=np.float32)
    of_question, of_text = _weights()
    found = (texts @ of_text) @ (question @ of_question) / UNIT - TYPICAL
    return found.astype(np.float32)


@cache
def _weights() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return arrays[QUESTION].astype(np.float32), arrays[TEXT].astype(np.float32)
