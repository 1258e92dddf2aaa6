"""The scale of an encoder, measured on the documents and stored with the index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.retrieval.calibration import (
    DEFAULT,
    USUAL_DEVIATION,
    Calibration,
    calibrate,
    stored_calibration,
)
from fingerpost.retrieval.index import Index, sync
from fingerpost.testing import WordEncoder
from tests.retrieval.words import SHOP, OtherEncoder, write

SOURCE = "shop"


class Narrow(WordEncoder):
    """An encoder whose cosines all lie near 1, as those of many models do."""

    fingerprint = "narrow-65"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors with one large dimension in common."""
        rows = np.hstack([super().encode(texts), np.full((len(texts), 1), 2.0, np.float32)])
        scaled: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return scaled


def fill(index: Index, folder: Path, encoder: WordEncoder, files: dict[str, str] = SHOP) -> None:
    sync(index, encoder, write(folder, files), SOURCE)


def test_the_scale_follows_the_encoder(index: Index, folder: Path) -> None:
    fill(index, folder, WordEncoder())
    wide = calibrate(index, WordEncoder())
    sync(index, Narrow(), folder, SOURCE)
    narrow = calibrate(index, Narrow())
    assert wide.unrelated < 0.6 < narrow.unrelated
    assert wide.word_floor < 0.6 < narrow.word_floor
    # The same texts then mean about the same: a statement and what has nothing to do with it.
    for scale in (wide, narrow):
        assert abs(scale.similarity(scale.unrelated)) < 0.01
        assert scale.similarity(1.0) > 2
        assert scale.word_match(np.array([1.0, scale.word_floor], np.float32)).tolist() == pytest.approx([1, 0])


def test_it_is_stored_for_its_encoder_and_lost_with_it(index: Index, folder: Path) -> None:
    fill(index, folder, WordEncoder())
    assert stored_calibration(index, WordEncoder.fingerprint) == calibrate(index, WordEncoder())
    assert stored_calibration(index, OtherEncoder.fingerprint) is None
    index.switch_encoder(OtherEncoder.fingerprint)
    assert index.calibration() is None
    # As with an index of an earlier version: it is measured when the documents are synchronised next.
    index.switch_encoder(WordEncoder.fingerprint)
    encoder = WordEncoder()
    sync(index, encoder, folder, SOURCE)
    assert encoder.batches
    assert stored_calibration(index, WordEncoder.fingerprint) is not None


def test_it_is_measured_again_when_documents_change_and_only_then(index: Index, folder: Path) -> None:
    encoder = WordEncoder()
    write(folder, SHOP)
    sync(index, encoder, folder, SOURCE)
    first = stored_calibration(index, encoder.fingerprint)
    encoded = len(encoder.batches)
    sync(index, encoder, folder, SOURCE)
    assert len(encoder.batches) == encoded
    write(folder, {"new.md": "# Bicycles\n\nA bicycle has two wheels, and a bell that rings on Sundays.\n"})
    sync(index, encoder, folder, SOURCE)
    assert first is not None
    assert stored_calibration(index, encoder.fingerprint) not in (None, first)


def test_too_few_passages_have_the_default_scale(index: Index, folder: Path) -> None:
    fill(index, folder, WordEncoder(), {"one.md": "# One\n\nThe only sentence of the only page.\n"})
    assert calibrate(index, WordEncoder()) == DEFAULT


def test_sections_of_a_single_document_are_compared_with_each_other(index: Index, folder: Path) -> None:
    long = "Nothing to see in this sentence of many words. " * 3
    fill(index, folder, WordEncoder(), {"one.md": f"# One\n\n{long}\n\n## Two\n\nParcels go by ship. {long}\n"})
    assert isinstance(calibrate(index, WordEncoder()), Calibration)
    assert calibrate(index, WordEncoder()).unrelated != DEFAULT.unrelated


def test_a_few_pages_that_happen_to_be_alike_do_not_make_the_scale_narrow(index: Index, folder: Path) -> None:
    pages = {
        f"{name}.md": f"# {name}\n\nThe {name} of the organ is cleaned twice a year." for name in ("keys", "pipes")
    }
    fill(index, folder, WordEncoder(), pages)
    scale = calibrate(index, WordEncoder())
    assert scale.deviation > 0.8 * USUAL_DEVIATION * (1 - scale.unrelated)
