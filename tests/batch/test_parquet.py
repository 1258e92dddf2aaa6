"""Parquet: the same decisions as from JSONL, whatever strings are stored as, and the file as it was beside them."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.batch import Batch, DecisionColumns, route_file
from fingerpost.batch.run import CHUNK_ROWS
from fingerpost.errors import BatchError
from tests.batch.files import make_book, text_of
from tests.batch.test_run import MESSAGES

pa = pytest.importorskip("pyarrow", reason="needs the extra fingerpost[parquet]")
pq: Any = pytest.importorskip("pyarrow.parquet")

TEXTS = [text if "\ud800" not in text else None for text in MESSAGES]


@pytest.mark.slow
def test_the_same_as_one_by_one_and_as_jsonl(tmp_path: Path, avap: Router) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"id": range(len(TEXTS)), "text": TEXTS}), source)
    assert route_file(source, target, "avap", workers=1).errors == 1
    lines, routed = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines.write_text("".join(json.dumps({"id": i, "text": t}) + "\n" for i, t in enumerate(TEXTS)), encoding="utf-8")
    route_file(lines, routed, "avap", workers=1)
    rows = pq.read_table(target).to_pylist()
    assert rows == [json.loads(line) for line in routed.read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in rows] == TEXTS
    for row in rows:
        if row["text"] is None:
            assert (row["route"], row["error"]) == (None, "the text is NULL")
            continue
        alone = avap.route(row["text"])
        assert (row["route"], row["accepted"], row["layer"]) == (alone.route, alone.accepted, alone.layer)
        assert row["confidence"] == pytest.approx(alone.confidence, abs=1e-4)


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()),
     pa.dictionary(pa.int8(), pa.large_string())],
    ids=str,
)  # fmt: skip
def test_strings_however_they_are_stored(tmp_path: Path, kind: Any) -> None:
    batch = Batch(make_book(tmp_path), text_column="said")
    said = pa.array(["even", None, "odd", "even", ""], pa.string()).cast(kind)
    for table in (pa.table({"said": said}), pa.record_batch({"said": said}), pa.table({"said": said}).slice(1, 4)):
        found = batch(table)
        assert found.column("route").to_pylist() == ["EVEN", None, "ODD", "EVEN", "OTHER"][-len(table) :]
        assert found.schema.field("said").type == kind
        assert found.column_names == ["said", *DecisionColumns._fields]


def test_row_groups_dictionaries_and_resuming_in_the_middle_of_one(tmp_path: Path) -> None:
    count = 5 * CHUNK_ROWS + 9
    source, target, book = tmp_path / "in.parquet", tmp_path / "out.parquet", make_book(tmp_path)
    table = pa.table(
        {
            "id": range(count),
            "text": pa.array([text_of(i % 50) for i in range(count)]).dictionary_encode(),
            "route": pa.array([b"\x00\xff"] * count, pa.binary()),
            "nested": [{"a": [i]} for i in range(count)],
        }
    ).replace_schema_metadata({"owner": "somebody"})
    pq.write_table(table, source, row_group_size=CHUNK_ROWS + 300)
    places: list[int] = []

    def stop(place: int, _size: int) -> None:
        places.append(place)
        if len(places) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        route_file(source, target, book, workers=2, progress=stop)
    assert not target.exists()
    assert route_file(source, target, book, workers=1) == (count, 0, count, places[-1])
    found = pq.read_table(target)
    assert found.column("route").to_pylist() == ["ODD" if i % 50 % 2 else "EVEN" for i in range(count)]
    kept = found.select(["id", "text", "input_route", "nested"]).rename_columns(table.column_names)
    assert kept.to_pylist() == table.to_pylist()
    assert found.schema.metadata[b"owner"] == b"somebody"
    assert pq.ParquetFile(target).num_row_groups == 1


def test_a_disk_that_is_full_at_the_end_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target, book = tmp_path / "in.parquet", tmp_path / "out.parquet", make_book(tmp_path)
    pq.write_table(pa.table({"text": ["even", "odd"]}), source)

    def full(*_: object) -> Path:
        (target.with_name(f"{target.name}.unfinished") / "finished.parquet").write_bytes(b"PAR1 and half of the rest")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("fingerpost.batch.parquet.ParquetFormat.finish", full)
        with pytest.raises(BatchError, match=r"No space left on device\. 2 rows are done and saved"):
            route_file(source, target, book, workers=1)
    assert not target.exists()
    assert route_file(source, target, book, workers=1) == (2, 0, 2, 2)
    assert pq.read_table(target).column("route").to_pylist() == ["EVEN", "ODD"]


def test_an_empty_table_keeps_its_columns(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"text": pa.array([], pa.string())}), source)
    assert route_file(source, target, make_book(tmp_path), workers=1) == (0, 0, 0, 0)
    assert pq.read_table(target).column_names == ["text", *DecisionColumns._fields]


def test_wide_rows_go_in_small_chunks(tmp_path: Path) -> None:
    from fingerpost.batch.formats import MAX_CHUNK_BYTES
    from fingerpost.batch.parquet import ParquetFormat

    source = tmp_path / "in.parquet"
    blobs = pa.array([bytes([i]) * (MAX_CHUNK_BYTES // 4) for i in range(10)])
    pq.write_table(pa.table({"text": ["even"] * 10, "blob": blobs}), source, compression="none", use_dictionary=False)
    sizes = [len(pa.ipc.open_stream(chunk.rows).read_all()) for chunk in ParquetFormat().chunks(source, 0, CHUNK_ROWS)]
    assert sum(sizes) == 10
    assert max(sizes) <= 4


def test_text_that_is_not_utf8_is_an_error_of_its_row(tmp_path: Path) -> None:
    broken = pa.array([b"even", b"\xff\xfe", b"odd"]).view(pa.string())
    found = Batch(make_book(tmp_path))(pa.table({"text": broken}))
    assert found.column("route").to_pylist() == ["EVEN", None, "ODD"]
    assert "not UTF-8" in found.column("error")[1].as_py()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (pa.table({"message": ["even"]}), "no column 'text': choose one with --text-column from message"),
        (pa.table({"text": [1, 2]}), "column 'text' holds int64, not strings"),
        (pa.Table.from_arrays([["a"], ["b"]], names=["text", "text"]), "2 columns 'text'"),
    ],
)
def test_a_column_that_nobody_could_read_is_refused(tmp_path: Path, table: Any, said: str) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table, source)
    with pytest.raises(BatchError, match=said):
        route_file(source, tmp_path / "out.parquet", make_book(tmp_path), workers=1)
    assert not (tmp_path / "out.parquet.unfinished").exists()


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1 and nothing more PAR1"])
def test_what_is_no_parquet_is_refused(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "in.parquet"
    source.write_bytes(content)
    with pytest.raises(BatchError, match="cannot be read"):
        route_file(source, tmp_path / "out.parquet", make_book(tmp_path), workers=1)


def test_damaged_pages_are_told_with_their_place(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    count = 4 * CHUNK_ROWS
    pq.write_table(
        pa.table({"text": [text_of(i) for i in range(count)]}), source, row_group_size=CHUNK_ROWS, use_dictionary=False
    )
    metadata = pq.read_metadata(source)
    place = metadata.row_group(2).column(0).data_page_offset
    data = bytearray(source.read_bytes())
    data[place : place + 20] = b"\xff" * 20
    source.write_bytes(data)
    with pytest.raises(BatchError, match=r"rows after .* cannot be read"):
        route_file(source, tmp_path / "out.parquet", make_book(tmp_path), workers=1)
