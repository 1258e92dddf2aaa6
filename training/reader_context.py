"""What the tuned sentence encoder makes of the words of the reader's rows, each between the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from fingerpost.models.weight_file import read_weights
from fingerpost.reading.network import CONTEXT_WIDTH, ENCODER
from training.network import WIDTH, Network

AT_ONCE = 1024
SHARE = 0.25
"""Spread of a feature, beside word vectors of length 4."""


class Contexts:
    """The features of each word of each row, of one spread; `mean` and `spread` are what they were before."""

    def __init__(
        self, words: NDArray[np.int64], pieces: Sequence[Sequence[int]], ends: tuple[int, int], device: str
    ) -> None:
        """Take the words of each row, beyond its end the number of words; the pieces of each word; begin and end."""
        encoder = Network.shipped().to(device)
        tuned = read_weights(ENCODER)
        for name, weights in encoder.weights.items():
            weights.data.copy_(torch.from_numpy(tuned[name]))
        longest = max(len(one) for one in pieces)
        known = np.full((len(pieces) + 1, longest), -1, np.int64)
        for n, one in enumerate(pieces):
            known[n, : len(one)] = one
        table = torch.from_numpy(known).to(device)
        self.values = torch.zeros(*words.shape, CONTEXT_WIDTH, dtype=torch.half, device=device)
        inside = torch.from_numpy(words < len(pieces)).to(device)
        with torch.no_grad():
            for start in range(0, len(words), AT_ONCE):
                of = torch.from_numpy(words[start : start + AT_ONCE]).to(device)
                self.values[start : start + AT_ONCE] = _of_words(encoder, table[of], ends).half()
            some = self.values[:: max(1, len(words) // 5000)][inside[:: max(1, len(words) // 5000)]].float()
            self.mean, self.spread = some.mean(0), some.std(0).clamp(min=1e-3)
            for start in range(0, len(words), AT_ONCE):
                part = slice(start, start + AT_ONCE)
                scaled = (self.values[part].float() - self.mean) / self.spread * SHARE
                self.values[part] = (scaled * inside[part, :, None]).half()

    def unscaled(self, weight: Tensor, bias: Tensor, first: int) -> tuple[Tensor, Tensor]:
        """Return weights that take the features as the encoder has them, from those that take `values`."""
        weight = weight.clone()
        weight[:, first:] *= SHARE / self.spread
        return weight, bias - weight[:, first:] @ self.mean


def _of_words(encoder: Network, pieces: Tensor, ends: tuple[int, int]) -> Tensor:
    """Return the mean of the features of the pieces of each word, a row of words a text."""
    texts, words, most = pieces.shape
    flat = pieces.flatten(1)
    there = flat >= 0
    place = there.cumsum(1)
    lengths = there.sum(1) + 2
    ids = torch.zeros(texts, int(lengths.max()), dtype=torch.int64, device=pieces.device)
    row = torch.arange(texts, device=pieces.device)[:, None].expand_as(flat)
    ids[:, 0], ids[row[there], place[there]] = ends[0], flat[there]
    ids[row[:, 0], lengths - 1] = ends[1]
    features = encoder.features(ids, lengths)[..., WIDTH:]
    word = (row * words + torch.arange(words, device=pieces.device).repeat_interleave(most))[there]
    sums = torch.zeros(texts * words, CONTEXT_WIDTH, device=pieces.device)
    sums.index_add_(0, word, features[row[there], place[there]])
    counts = (pieces >= 0).sum(-1).clamp(min=1).view(-1, 1)
    return (sums / counts).view(texts, words, -1)
