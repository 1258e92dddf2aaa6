"""The reader's network in numpy: what each word of a marked message is, whatever the app.

A small convolutional network over the embeddings of the words, their marks, and what the tuned sentence encoder makes
of them where they stand. It was trained on annotated messages of many apps (docs/explanation/reading.md), each time to
tell the parameters of one app by a few examples, so that an app that it has never seen is taught by its examples alone:
see `prototypes.py`.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from fingerpost.errors import EncoderError
from fingerpost.models.layers import Weights, WordLayers
from fingerpost.models.sentence_network import BRANCH_WIDTH, WIDTH, SentenceNetwork, token_table, tokens_of
from fingerpost.models.weight_file import BRANCHES, read_weights
from fingerpost.reading.declaration import TYPES
from fingerpost.reading.marks import MARKS, MarkedText

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights" / "reader.npz"
CONTEXT_WIDTH = len(BRANCHES) * BRANCH_WIDTH
ENCODER = "tuned"
"""The sentence encoder whose features the weights know, whichever one a routebook uses."""
_SCALE = 4.0
"""Length of a word's vector."""
_LONGEST = 60
"""Letters of a word that are looked at."""
_LAYERS, _KERNEL, _GAINS = 4, 5, 3
_REMEDY = "The package is damaged; install it again: pip install --force-reinstall fingerpost"


class WordStates(NamedTuple):
    """What the network makes of a message.

    `hidden`: one row a word; `types`: scores of no value, and of beginning and going on with a value of each type;
    `queries`: unit vectors that are compared with those of a parameter's examples; `cuts`: how likely a word begins
    another request.
    """

    hidden: Floats
    types: Floats
    queries: Floats
    cuts: Floats


class ReaderNetwork:
    """The weights, and the pass over one message."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """Take the arrays of the weight file."""
        self._weights = Weights(weights)
        self._words = WordLayers(self._weights)
        self.layers = len(self._weights.layers("conv"))
        self.gains = [float(gain) for gain in self._weights["g"]]
        self.bias = float(self._weights["b"][0])
        self.queries_width = len(self._weights["q.bias"])
        self._limit = ThreadpoolController().limit

    def states(self, marked: MarkedText) -> WordStates:
        """Return what each word is."""
        # As in the encoder: on a busy machine several threads are a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            return self._states(marked)

    def _states(self, marked: MarkedText) -> WordStates:
        count = len(marked.words)
        seen = np.zeros((count, WIDTH + len(MARKS) + CONTEXT_WIDTH), dtype=np.float32)
        for n, word in enumerate(marked.words):
            seen[n, :WIDTH] = word_vector(word.text[:_LONGEST])
            seen[n, [WIDTH + one for one in marked.marks[n]]] = 1
        seen[:, WIDTH + len(MARKS) :] = context_vectors([word.text[:_LONGEST] for word in marked.words])
        hidden = self._words.states(seen)
        cuts = 1 / (1 + np.exp(-self._weights.linear(hidden, "cut")[:, 0]))
        types, queries = self._weights.linear(hidden, "typ"), unit(self._weights.linear(hidden, "q"))
        return WordStates(hidden, types, queries, cuts.astype(np.float32))

    def action_vector(self, hidden: Floats) -> tuple[Floats, float]:
        """Return the vector of the words of a request, to compare with those of actions, and the score of no action."""
        pooled = np.concatenate([hidden.mean(axis=0), hidden.max(axis=0)])
        return unit(self._weights.linear(pooled, "act")), float(self._weights.linear(pooled, "none")[0])

    def parameter_name_vector(self, name: str) -> Floats:
        """Return the vector of a parameter's name, to compare with those of words."""
        vectors = [word_vector(part) for part in name.split("_") if part]
        return unit(self._weights.linear(np.mean(vectors, axis=0), "name"))


@cache
def shared_network() -> ReaderNetwork:
    """Return the network that is installed with the package."""
    return ReaderNetwork(stored_weights())


def stored_weights() -> dict[str, Floats]:
    """Return the arrays of the weight file; raise EncoderError where it is missing, damaged or another file."""
    try:
        with np.load(io.BytesIO(WEIGHTS.read_bytes()), allow_pickle=False) as stored:
            weights = {name: np.asarray(stored[name], dtype=np.float32) for name in stored.files}
    except OSError as error:
        raise EncoderError(f"{WEIGHTS}: cannot be read ({error.strerror or error}). {_REMEDY}") from error
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise EncoderError(f"{WEIGHTS}: damaged, no file of arrays ({error}). {_REMEDY}") from error
    shapes = _shapes(len(weights.get("ln0.bias", ())), len(weights.get("q.bias", ())))
    if strange := weights.keys() ^ shapes.keys():
        raise EncoderError(f"{WEIGHTS}: damaged, arrays missing or not known: {', '.join(sorted(strange))}. {_REMEDY}")
    for name, array in weights.items():
        if array.shape != shapes[name] or not np.isfinite(array).all():
            raise EncoderError(f"{WEIGHTS}: damaged, array {name} does not fit the network. {_REMEDY}")
    return weights


def _shapes(hidden: int, compared: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all arrays, by how many numbers a word has inside the network and where it is compared."""
    linear = {
        "inp": (hidden, WIDTH + len(MARKS) + CONTEXT_WIDTH),
        "glob": (hidden, hidden),
        "typ": (1 + 2 * len(TYPES), hidden),
        "cut": (1, hidden),
        "none": (1, 2 * hidden),
        "act": (compared, 2 * hidden),
        "q": (compared, hidden),
        "name": (compared, WIDTH),
        **{f"conv.{layer}": (hidden, hidden, _KERNEL) for layer in range(_LAYERS)},
    }
    norms = ["ln0", *(f"ln.{layer}" for layer in range(_LAYERS))]
    shapes: dict[str, tuple[int, ...]] = {f"{name}.weight": shape for name, shape in linear.items()}
    shapes |= {f"{name}.bias": shape[:1] for name, shape in linear.items()}
    shapes |= {f"{name}.{part}": (hidden,) for name in norms for part in ("weight", "bias")}
    return {**shapes, "g": (_GAINS,), "b": (_GAINS,)}


@cache
def _encoder() -> SentenceNetwork:
    return SentenceNetwork(read_weights(ENCODER))


def context_vectors(words: Sequence[str]) -> Floats:
    """Return what the encoder makes of each word between the others: the mean over its pieces."""
    pieces = [word_pieces(word) for word in words]
    begin, *_, end = tokens_of("")
    features = _encoder().token_features([begin, *chain.from_iterable(pieces), end])
    counts = np.array([len(one) for one in pieces])
    ends = 1 + np.cumsum(counts)
    found = np.zeros((len(words), CONTEXT_WIDTH), dtype=np.float32)
    known = counts > 0
    if known.any():
        # Between the starts of two words with pieces lie the pieces of the first alone.
        found[known] = np.add.reduceat(features[:-1], (ends - counts)[known], axis=0) / counts[known, None]
    return found


@lru_cache(maxsize=4096)
def word_pieces(word: str) -> tuple[int, ...]:
    """Return the token ids of a word."""
    return tuple(tokens_of(word.lower())[1:-1])


@lru_cache(maxsize=4096)
def word_vector(word: str) -> Floats:
    """Return the embedding of a word: the mean of its pieces, of one length."""
    ids = np.array(word_pieces(word), dtype=np.int64)
    if not len(ids):
        return np.zeros(WIDTH, dtype=np.float32)
    pieces = np.empty((len(ids), WIDTH), dtype=np.float32)
    token_table().embed(ids, pieces)
    return unit(pieces.mean(axis=0)) * np.float32(_SCALE)


def unit(values: Floats) -> Floats:
    """Return vectors of length one."""
    result: Floats = values / np.maximum(np.linalg.norm(values, axis=-1, keepdims=True), 1e-6)
    return result
