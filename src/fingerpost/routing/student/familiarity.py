"""Familiarity: whether a message is closer to the routes' examples than to a background of other messages.

The background are messages that a router was not taught: some that people write to all kinds of assistants and no
route serves, and some of other trades. With ten examples a route it tells strangers where the routes alone cannot.
"""

from __future__ import annotations

import io
import math
import struct
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import EncoderError
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS

Floats = NDArray[np.floating[Any]]

FOLDER = Path(__file__).with_name("backgrounds")
"""One file for each encoder that has a background."""

UNREADABLE_ARRAYS = (
    OSError, ValueError, KeyError, EOFError, MemoryError, RuntimeError, SyntaxError, TokenError, TypeError,
    AttributeError, struct.error, zlib.error, zipfile.BadZipFile,
)  # fmt: skip
"""The exceptions of numpy and zipfile for damaged or foreign files."""

MESSAGES_A_PROTOTYPE, MAX_PROTOTYPES = 25, 8
"""Examples that one prototype stands for, and prototypes of one label."""

ROUNDS = 4
"""Rounds in which the examples of a label are divided between its prototypes."""

TOO_CLOSE = 0.75
"""Likeness to an example from which a background vector is left out: it may be one of the router's own messages."""


class FamiliarityWeights(NamedTuple):
    """The weights of the score: of the distance to the background, of the log of the confidence, and a constant.

    The score is the log-odds of a message being for one of the routes, fitted on written domains.
    """

    distance: float
    confidence: float
    constant: float


class Background(NamedTuple):
    """Background vectors; `handicap` is taken off the likeness to each of them, `weights` belong to their encoder."""

    vectors: Floats
    handicap: Floats
    weights: FamiliarityWeights

    def without(self, examples: Floats) -> Background:
        """Return the background without what is close to one of the examples."""
        kept = (self.vectors @ examples.T).max(axis=1) < TOO_CLOSE
        return Background(self.vectors[kept], self.handicap[kept], self.weights)

    def beside(self, strangers: Floats) -> Background:
        """Return the background with vectors of a router's own out-of-scope examples."""
        vectors = np.concatenate([self.vectors, strangers]).astype(np.float32)
        return Background(vectors, np.append(self.handicap, np.zeros(len(strangers))).astype(np.float32), self.weights)


@cache
def background_of(encoder: str) -> Background | None:
    """Return the background of an encoder by its fingerprint; None for an encoder that none was made for.

    Raise EncoderError where the file is missing or damaged: the archive has a checksum of each array.
    """
    if (file := _file_of(encoder)) is None:
        return None
    try:
        with np.load(io.BytesIO(_content(file)), allow_pickle=False) as stored:
            made_for = str(stored["encoder"])
            vectors, handicap = stored["vectors"].astype(np.float32), stored["handicap"].astype(np.float32)
            weights = FamiliarityWeights(*stored["weights"].tolist())
    except UNREADABLE_ARRAYS as error:
        raise EncoderError(f"{file}: no background of an encoder ({error}). {_remedy(file)}") from error
    if made_for != encoder:
        raise EncoderError(f"{file}: made for the encoder {made_for}, not for {encoder}. {_remedy(file)}")
    if vectors.ndim != 2 or handicap.shape != vectors.shape[:1] or not np.isfinite(vectors).all():
        raise EncoderError(f"{file}: its arrays do not match each other. {_remedy(file)}")
    return Background(_unit(vectors), handicap, weights)


@cache
def background_digest(encoder: str) -> str | None:
    """Return an id of the background of an encoder, by which a student fitted before another one is not used."""
    file = _file_of(encoder)
    return None if file is None else sha256(_content(file)).hexdigest()[:16]


def _file_of(encoder: str) -> Path | None:
    for name in EMBEDDED_ENCODERS:
        # Weights that cannot be used are not those of the encoder in use.
        with suppress(EncoderError):
            if EmbeddedEncoder(name).fingerprint == encoder:
                return FOLDER / f"{name}.npz"
    return None


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise EncoderError(f"{file}: cannot be read ({error.strerror}). {_remedy(file)}") from error


def _remedy(file: Path) -> str:
    other = next(name for name in EMBEDDED_ENCODERS if name != file.stem)
    return f"The package is damaged: pip install --force-reinstall fingerpost; or set FINGERPOST_ENCODER={other}"


@dataclass(frozen=True, slots=True)
class Familiarity:
    """What a student knows of its neighbourhood: prototypes of its routes first, then the background."""

    vectors: NDArray[np.float32]
    prototypes: int
    handicap: NDArray[np.float32]
    weights: FamiliarityWeights

    @classmethod
    def between(cls, prototypes: Floats, background: Background) -> Familiarity:
        """Return the familiarity with these prototypes before this background."""
        vectors = np.concatenate([prototypes, background.vectors]).astype(np.float32)
        return cls(vectors, len(prototypes), background.handicap.astype(np.float32), background.weights)

    def score(self, vector: NDArray[np.float32], confidence: float) -> float:
        """Return the log-odds of a message being for one of the routes."""
        # einsum and not @: BLAS would wake a second thread for ten microseconds of work.
        likeness = np.einsum("ij,j->i", self.vectors, vector)
        own = float(likeness[: self.prototypes].max())
        other = float((likeness[self.prototypes :] - self.handicap).max(initial=-1.0))
        weights = self.weights
        return (
            weights.constant + weights.distance * (own - other) + weights.confidence * math.log(max(confidence, 1e-9))
        )

    def scores(self, vectors: Floats, confidence: Floats) -> Floats:
        """Return the scores of many messages."""
        likeness = vectors @ self.vectors.T
        own = likeness[:, : self.prototypes].max(axis=1)
        other = (likeness[:, self.prototypes :] - self.handicap).max(axis=1, initial=-1.0)
        weights = self.weights
        result: Floats = (
            weights.constant
            + weights.distance * (own - other)
            + weights.confidence * np.log(np.maximum(confidence, 1e-9))
        )
        return result


def prototypes(vectors: Floats, labels: NDArray[np.int64]) -> Floats:
    """Return the means of the labels' vectors; a label with many examples has several."""
    return np.concatenate([_prototypes_of(vectors[labels == label]) for label in np.unique(labels)])


def _prototypes_of(vectors: Floats) -> Floats:
    """Return a few means of one label's vectors, started from those that lie farthest apart."""
    count = max(1, min(MAX_PROTOTYPES, len(vectors) // MESSAGES_A_PROTOTYPE))
    if count == 1:
        return _unit(vectors.mean(axis=0, keepdims=True))
    centres = _unit(vectors.mean(axis=0, keepdims=True))
    while len(centres) < count:
        farthest = int((vectors @ centres.T).max(axis=1).argmin())
        centres = np.concatenate([centres, vectors[farthest : farthest + 1]])
    for _ in range(ROUNDS):
        nearest = (vectors @ centres.T).argmax(axis=1)
        centres = _unit(np.stack([vectors[nearest == place].mean(axis=0) for place in np.unique(nearest)]))
    return centres


def _unit(vectors: Floats) -> Floats:
    result: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return result
