"""The network by ONNX Runtime: near the numpy network where it is installed, and never in its way where it is not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from fingerpost.models import fast_network
from fingerpost.models.fast_network import BLOCK, GRAPH, FastNetwork, initializers, is_installed, open_network, rounded
from fingerpost.models.sentence_network import Floats, SentenceNetwork
from fingerpost.models.weight_file import read_weights

DATA = Path(__file__).parents[1] / "data"
needs_runtime = pytest.mark.skipif(not is_installed(), reason="needs `pip install 'fingerpost[fast]'`")


@pytest.fixture(scope="module")
def weights() -> dict[str, Floats]:
    return read_weights("tuned")


def test_a_rounded_matrix_is_off_by_half_a_step_at_most() -> None:
    matrix = np.random.default_rng(0).standard_normal((2 * BLOCK, 3)).astype(np.float32)
    matrix[:BLOCK, 1] = 0
    bits, scale = rounded(matrix)
    assert bits.shape == (3, 2, BLOCK)
    assert bits.flags["C_CONTIGUOUS"], "ONNX Runtime would copy it"
    restored = ((bits.astype(np.float32) - 128) * scale[:, :, None]).reshape(3, 2 * BLOCK).T
    assert (np.abs(restored - matrix) <= np.repeat(scale, BLOCK, axis=1).T / 2 + 1e-6).all()
    assert (restored[:BLOCK, 1] == 0).all()


def test_the_graph_asks_for_every_array_and_holds_none(weights: dict[str, Floats]) -> None:
    content = GRAPH.read_bytes()
    assert [name for name in initializers(weights) if name.encode() not in content] == []
    assert len(content) < 20_000


@pytest.mark.parametrize("there", ["", "1.22.2", "1.9.0", "nightly"])
def test_without_a_version_that_can_run_it_numpy_computes(
    there: str, weights: dict[str, Floats], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(_: str) -> str:
        if not there:
            raise PackageNotFoundError
        return there

    monkeypatch.setattr(fast_network, "version", version)
    assert isinstance(open_network(weights), SentenceNetwork)


class _Broken:
    """A network that its runtime cannot open."""

    def __init__(self, _: Mapping[str, Floats]) -> None:
        raise RuntimeError("no kernel for MatMulNBits")


class _Wrong:
    """A network on a processor that computes something else."""

    def __init__(self, _: Mapping[str, Floats]) -> None:
        pass

    def encode(self, texts: Sequence[str]) -> Floats:
        return np.full((len(texts), 512), 512**-0.5, dtype=np.float32)


class _Undefined(_Wrong):
    """The same, with numbers that are none."""

    def encode(self, texts: Sequence[str]) -> Floats:
        return np.full((len(texts), 512), np.nan, dtype=np.float32)


@pytest.mark.parametrize(
    ("double", "reason"), [(_Broken, "no kernel"), (_Wrong, "vectors are off"), (_Undefined, "vectors are off")]
)
def test_a_runtime_that_fails_or_computes_wrongly_is_left_aside_and_said(
    double: type,
    reason: str,
    weights: dict[str, Floats],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(fast_network, "is_installed", lambda: True)
    monkeypatch.setattr(fast_network, "FastNetwork", double)
    assert isinstance(open_network(weights), SentenceNetwork)
    assert reason in caplog.text


@needs_runtime
def test_its_vectors_are_near_those_of_numpy(weights: dict[str, Floats]) -> None:
    texts = [""]
    for name in ("avap", "agents", "miniapps"):
        lines = (DATA / f"{name}-check.jsonl").read_text(encoding="utf-8").splitlines()
        texts += [json.loads(line)["text"] for line in lines[:60]]
    exact, fast = SentenceNetwork(weights).encode(texts), open_network(weights)
    assert isinstance(fast, FastNetwork)
    together = fast.encode(texts)
    assert (exact * together).sum(axis=1).min() > 0.999
    alone = np.concatenate([fast.encode([text]) for text in texts])
    assert (alone * together).sum(axis=1).min() > 0.9999
    assert np.linalg.norm(alone, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)
    assert fast.encode([]).shape == (0, 512)


@needs_runtime
@pytest.mark.parametrize("name", ["w2_5", "proj3", "proj_b2", "cnn_b", "ln_g"])
def test_the_comparison_notices_one_array_that_is_off(name: str, weights: dict[str, Floats]) -> None:
    texts = ["where is my order?", "¿dónde está mi pedido?", "onde está o meu pedido?"]
    other = weights | {name: np.zeros_like(weights[name])}
    cosines = (SentenceNetwork(weights).encode(texts) * FastNetwork(other).encode(texts)).sum(axis=1)
    assert cosines.min() < 0.999


@needs_runtime
@pytest.mark.parametrize("name", ["b1_2", "b2_2", "b1_3", "b2_3", "b1_5", "b2_5"])
def test_biases_that_hardly_count_are_used(name: str, weights: dict[str, Floats]) -> None:
    texts = ["where is my order?", "¿dónde está mi pedido?", "onde está o meu pedido?"]
    other = weights | {name: weights[name] + 3}
    exact = SentenceNetwork(other).encode(texts)
    assert (exact * FastNetwork(other).encode(texts)).sum(axis=1).min() > 0.998
    assert (exact * FastNetwork(weights).encode(texts)).sum(axis=1).max() < 0.995
