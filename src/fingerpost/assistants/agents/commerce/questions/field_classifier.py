"""Which field a question asks for, told by the meaning of the whole question where none of its words names one.

`training/document_fields.py` fits it on questions that were written for it in three languages.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

WEIGHTS = Path(__file__).with_name("weights") / "field_classifier.npz"
NAMES, SLOPES, BIAS, WORDS = "names", "slopes", "bias", "words"
"""The arrays of the file: the fields, the slopes and the bias of each, and the words of the questions for them."""
ENCODER = EMBEDDED_ENCODERS[0]
NOTHING = "none"
"""What a question asks for that no field answers."""
SURE = 0.5
"""Minimum probability: of the questions in a language that was left out, 0.68 reach it and 0.93 of these are right."""
LONGEST = 200


class AskedField(NamedTuple):
    """A field and how likely a question asks for it."""

    name: str
    chance: float

    @property
    def is_sure(self) -> bool:
        """Return whether the field may be answered for the question."""
        return self.chance >= SURE and self.name != NOTHING


@lru_cache(maxsize=256)
def asked_field(question: str) -> AskedField:
    """Return the field that a question most likely asks for, or `NOTHING`."""
    weights = _weights()
    scores = weights.slopes @ EmbeddedEncoder(ENCODER).encode([question[:LONGEST].lower()])[0] + weights.bias
    chances = np.exp(scores - scores.max())
    best = int(chances.argmax())
    return AskedField(str(weights.names[best]), float(chances[best] / chances.sum()))


def is_word_of_questions(word: str) -> bool:
    """Return whether a normalized word is one of questions for a field: another one may name what no field holds."""
    return any(same_stem(word, other) for other in _words())


class _Weights(NamedTuple):
    names: NDArray[np.str_]
    slopes: NDArray[np.float32]
    bias: NDArray[np.float32]


@cache
def _weights() -> _Weights:
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return _Weights(arrays[NAMES], arrays[SLOPES].astype(np.float32), arrays[BIAS].astype(np.float32))


@cache
def _words() -> frozenset[str]:
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return frozenset(map(str, arrays[WORDS]))
