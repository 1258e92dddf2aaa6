"""The weights of a small network by name, and the layers that the networks over words share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_EPS = 1e-5


class Weights:
    """Arrays of a network by name, as precise as numpy computes."""

    def __init__(self, arrays: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file."""
        # A matrix is stored column by column: it is multiplied turned.
        self._arrays = {name: np.asarray(array, dtype=np.float32, order="F") for name, array in arrays.items()}

    def __getitem__(self, name: str) -> Floats:
        """Return one array."""
        return self._arrays[name]

    def layers(self, name: str) -> list[str]:
        """Return the names of the layers of a kind, in their order."""
        numbers = {int(each.split(".")[1]) for each in self._arrays if each.startswith(f"{name}.")}
        return [f"{name}.{number}" for number in sorted(numbers)]

    def linear(self, values: Floats, name: str) -> Floats:
        """Return values through a linear layer."""
        result: Floats = values @ self._arrays[f"{name}.weight"].T
        result += self._arrays[f"{name}.bias"]
        return result

    def linear_of_parts(self, parts: Sequence[Floats], name: str) -> Floats:
        """Return parts that stand side by side through a linear layer; one of a single row counts in every row."""
        weight, start = self._arrays[f"{name}.weight"], 0
        result = self._arrays[f"{name}.bias"]
        products: list[Floats] = []
        for part in parts:
            end = start + part.shape[-1]
            products.append(part @ weight[:, start:end].T)
            start = end
        # Single rows first: together they are one.
        for product in sorted(products, key=np.ndim):
            result = result + product
        return result

    def norm(self, values: Floats, name: str) -> Floats:
        """Return values with a mean of 0 and a spread of 1, on the scale of a layer."""
        # A product is a mean in half the time.
        part = _parts_of_mean(values.shape[-1])
        result: Floats = values - (values @ part)[..., None]
        result *= (1 / np.sqrt(np.square(result) @ part + _EPS))[..., None]
        result *= self._arrays[f"{name}.weight"]
        result += self._arrays[f"{name}.bias"]
        return result


@cache
def _parts_of_mean(width: int) -> Floats:
    return np.full(width, 1 / width, dtype=np.float32)


class WordLayers:
    """Convolutions over the words of a text; between the first and the second each word learns of all."""

    def __init__(self, weights: Weights) -> None:
        """Take the weights `inp`, `ln0`, `glob`, and `conv` and `ln` of each layer."""
        self._weights, names = weights, weights.layers("conv")
        kernels = [weights[f"{name}.weight"] for name in names]
        self._kernels = [kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0]).copy() for kernel in kernels]
        self._reach = kernels[0].shape[2] // 2

    def states(self, seen: Floats) -> Floats:
        """Return the states of words by what is seen of each."""
        weights, count = self._weights, len(seen)
        states = weights.norm(weights.linear(seen, "inp"), "ln0")
        for layer, kernel in enumerate(self._kernels):
            if layer == 1:
                states = states + positive(weights.linear(states.mean(axis=0), "glob"))
            padded = np.zeros((count + 2 * self._reach, states.shape[1]), dtype=np.float32)
            padded[self._reach : self._reach + count] = states
            windows = np.concatenate([padded[at : at + count] for at in range(2 * self._reach + 1)], axis=1)
            mixed = positive(windows @ kernel + weights[f"conv.{layer}.bias"])
            states = weights.norm(states + mixed, f"ln.{layer}")
        return states


def positive(values: Floats) -> Floats:
    """Return values with 0 for what is below it."""
    # Beside a row of zeros numpy takes many numbers at once, beside a single one each by itself.
    result: Floats = np.maximum(values, np.zeros(values.shape[-1], dtype=np.float32))
    return result


def chance(values: Floats) -> Floats:
    """Return probabilities of things that do not exclude each other."""
    result: Floats = (1 / (1 + np.exp(-np.clip(values, -30, 30)))).astype(np.float32)
    return result


def softmax(values: Floats) -> Floats:
    """Return probabilities of things of which one is true, along the last axis."""
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    result: Floats = (powers / powers.sum(axis=-1, keepdims=True)).astype(np.float32, copy=False)
    return result
