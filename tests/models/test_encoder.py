"""The embedded encoder, batching for concurrent callers, and the embedding cache."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Batcher, EmbeddedEncoder
from fingerpost.testing import WordEncoder

# A new version of the encoder that moves these makes every student stale.
GOLDEN = {
    "what does addVar do?": [-0.00819, -0.03634, 0.00649, 0.04687, 0.04019, -0.01038],
    "¿cuántas llamadas llevo este mes?": [-0.00612, -0.02011, 0.00479, 0.04914, -0.08209, 0.03535],
    "traduz isso para o inglês": [-0.02098, -0.01014, 0.02473, -0.00101, 0.01335, 0.05474],
    "👍": [0.18375, 0.02881, 0.03596, 0.03823, -0.04208, 0.02556],
}


@pytest.fixture(scope="module")
def encoder() -> EmbeddedEncoder:
    return EmbeddedEncoder("plain")


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_vectors(encoder: EmbeddedEncoder, text: str) -> None:
    vector = encoder.encode([text])[0]
    assert vector.shape == (512,)
    assert vector[:6].tolist() == pytest.approx(GOLDEN[text], abs=1e-4)
    assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-4)


def test_translations_lie_closer_than_other_topics(encoder: EmbeddedEncoder) -> None:
    english, spanish, portuguese, other = encoder.encode(
        ["how many calls did I make?", "cuántas llamadas hice?", "quantas chamadas eu fiz?", "the soup is cold"]
    )
    assert english @ spanish > english @ other + 0.3
    assert english @ portuguese > english @ other + 0.3


def test_a_cached_text_is_not_encoded_again(tmp_path: Path) -> None:
    encoder = WordEncoder()
    first = encode_cached(encoder, ["a", "b", "a"], tmp_path)
    encoder.batches.clear()
    second = encode_cached(encoder, ["b", "a", "c"], tmp_path)
    assert encoder.batches == [["c"]]
    assert np.array_equal(first[0], second[1])
    assert np.array_equal(first[1], second[0])


def test_a_damaged_cache_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "embeddings-words-64.sqlite").write_bytes(b"not a database at all" * 100)
    vectors = encode_cached(WordEncoder(), ["a"], tmp_path)
    assert vectors.shape == (1, 64)
    assert "cannot be read" in caplog.text


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("fingerpost.models.embedding_cache.sqlite3.connect", refuse)
    assert encode_cached(WordEncoder(), ["a"], tmp_path).shape == (1, 64)


class _Gated(WordEncoder):
    """An encoder that blocks until released, and fails on a given text."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.go = threading.Event(), threading.Event()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.entered.set()
        assert self.go.wait(10)
        if "bad" in texts:
            raise ValueError("bad text")
        return super().encode(texts)


def test_a_fault_reaches_everyone_of_its_batch_and_nobody_else() -> None:
    encoder = _Gated()
    batcher = Batcher(encoder)
    found: dict[str, object] = {}

    def ask(text: str) -> None:
        try:
            found[text] = batcher.encode(text).shape
        except ValueError as error:
            found[text] = str(error)

    first = threading.Thread(target=ask, args=("alone",))
    first.start()
    assert encoder.entered.wait(10)
    others = [threading.Thread(target=ask, args=(text,)) for text in ("bad", "beside")]
    for thread in others:
        thread.start()
    while len(batcher._queue) < 2:
        pass
    encoder.go.set()
    for thread in (first, *others):
        thread.join(10)
    assert found == {"alone": (64,), "bad": "bad text", "beside": "bad text"}
    assert batcher.encode("after").shape == (64,)


def test_an_encoder_that_answers_too_little_is_an_error_and_no_endless_wait() -> None:
    class Short(WordEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return super().encode(texts)[:-1]

    with pytest.raises(ValueError, match="zip"):
        Batcher(Short()).encode("a")


async def test_whoever_goes_away_is_not_encoded_for() -> None:
    encoder = _Gated()
    batcher = Batcher(encoder)
    first = asyncio.create_task(batcher.aencode("first"))
    while not encoder.entered.is_set():
        await asyncio.sleep(0)
    gone = [asyncio.create_task(batcher.aencode(f"gone {i}")) for i in range(50)]
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    last = asyncio.create_task(batcher.aencode("last"))
    await asyncio.sleep(0)
    encoder.go.set()
    assert (await last).shape == (await first).shape == (64,)
    assert encoder.batches == [["first"], ["last"]]
