"""The reader's network: shapes, independence of names that are known, and words of any kind."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fingerpost.errors import EncoderError
from fingerpost.models.sentence_network import tokens_of
from fingerpost.reading import network as network_module
from fingerpost.reading.declaration import TYPES
from fingerpost.reading.marks import MARKS, mark
from fingerpost.reading.network import (
    CONTEXT_WIDTH,
    _encoder,
    context_vectors,
    shared_network,
    stored_weights,
    unit,
    word_pieces,
    word_vector,
)

TODAY = date(2026, 11, 16)


def test_each_word_has_its_scores() -> None:
    states = shared_network().states(mark("add the zoo on friday", [], [], TODAY))
    assert states.types.shape == (5, 1 + 2 * len(TYPES))
    assert np.allclose(np.linalg.norm(states.queries, axis=1), 1, atol=1e-5)
    assert ((states.cuts >= 0) & (states.cuts <= 1)).all()


def test_the_weights_know_these_marks_and_types() -> None:
    network = shared_network()
    assert network._weights["inp.weight"].shape[1] == 512 + len(MARKS) + CONTEXT_WIDTH
    assert len(network._weights["typ.bias"]) == 1 + 2 * len(TYPES)


@pytest.mark.parametrize("text", ["remove the fern", "quita el helecho", "tira a samambaia"])
def test_what_is_held_is_seen_as_an_item(text: str) -> None:
    held = mark(text, [text.rsplit(maxsplit=1)[-1]], [], TODAY)
    begins = 1 + 2 * TYPES.index("item")
    types = shared_network().states(held).types
    assert int(types[-1].argmax()) == begins


def test_a_second_request_begins_at_its_verb() -> None:
    states = shared_network().states(mark("remove the fern and water the ivy today", ["fern", "ivy"], [], TODAY))
    assert states.cuts[3:5].max() > 0.7
    assert states.cuts[[1, 2, 5, 6, 7]].max() < 0.3


@pytest.mark.parametrize("word", ["", "🦊", "x" * 5000, "ñandú"])
def test_any_word_has_a_vector(word: str) -> None:
    assert np.isfinite(word_vector(word)).all()
    assert np.isfinite(unit(np.zeros(4, dtype=np.float32))).all()


def test_a_word_is_seen_between_the_others() -> None:
    alone, before, after = (context_vectors(words) for words in (["bank"], ["river", "bank"], ["bank", "account"]))
    assert not np.allclose(alone[0], before[1], atol=0.1)
    assert not np.allclose(alone[0], after[0], atol=0.1)


def test_the_context_of_a_word_is_the_mean_over_its_pieces() -> None:
    words = ["water", "", "calathea", "🦊", "today"]
    vectors = context_vectors(words)
    pieces = [word_pieces(word) for word in words]
    assert len(pieces[2]) > 1
    begin, *_, end = tokens_of("")
    features = _encoder().token_features([begin, *(one for of in pieces for one in of), end])
    place = 1
    for vector, of in zip(vectors, pieces, strict=True):
        expected = features[place : place + len(of)].mean(axis=0) if of else np.zeros(CONTEXT_WIDTH)
        assert np.allclose(vector, expected, atol=1e-4)
        place += len(of)


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(one ^ 0x55 for one in content[middle : middle + 50]) + content[middle + 50 :]


def _saved(arrays: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def _with(content: bytes, name: str, change: Callable[[Any], Any]) -> bytes:
    arrays = dict(np.load(io.BytesIO(content)))
    return _saved({**arrays, name: change(arrays[name])})


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"", lambda _: b"not a file of arrays", _cut, _flipped,
        lambda content: content[:-100],
        lambda _: _saved({"x": np.zeros(3)}),
        lambda content: _with(content, "inp.weight", lambda array: array[:1]),
        lambda content: _with(content, "q.bias", lambda array: array * np.nan),
    ],
)  # fmt: skip
def test_damaged_weights_are_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "reader.npz"
    file.write_bytes(damage(network_module.WEIGHTS.read_bytes()))
    monkeypatch.setattr(network_module, "WEIGHTS", file)
    with pytest.raises(EncoderError, match=r"reader\.npz: .*damaged; install it again: pip install"):
        stored_weights()


def test_missing_weights_are_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_module, "WEIGHTS", tmp_path / "reader.npz")
    with pytest.raises(EncoderError, match=r"cannot be read \(No such file.*install it again"):
        stored_weights()


def test_whole_weights_are_read() -> None:
    assert {name: array.shape for name, array in stored_weights().items()}["q.bias"] == (64,)
