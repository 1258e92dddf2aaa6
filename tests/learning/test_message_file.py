"""Files of messages, as people have them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from fingerpost.errors import RowsError
from fingerpost.learning.message_file import read_texts


def written(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.txt", "\ufeffwhere is it\r\n\n  ¿dónde está?  \n"),
        ("m.csv", 'id,text\n1,where is it\n2,\n3,"¿dónde está?"\n'),
        ("m.CSV", "text\nwhere is it\n¿dónde está?"),
        ("m.jsonl", '{"text": "where is it", "route": "x"}\n\n{"text": "¿dónde está?"}\n{"text": " "}\n'),
        ("m.ndjson", '{"text": "where is it"}\n{"text": "¿dónde está?"}'),
    ],
)
def test_each_kind_of_file_gives_its_messages(tmp_path: Path, name: str, content: str) -> None:
    assert read_texts(written(tmp_path, name, content)) == ["where is it", "¿dónde está?"]


def test_a_csv_field_may_hold_lines_and_a_text_file_separators(tmp_path: Path) -> None:
    assert read_texts(written(tmp_path, "m.csv", 'text\n"one\ntwo"\n')) == ["one\ntwo"]
    assert read_texts(written(tmp_path, "m.txt", "one\u2028two\n")) == ["one\u2028two"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("m.xlsx", b"PK", r"m\.xlsx: not a known kind of file: use \.txt \(one message a line\), \.csv or \.jsonl"),
        ("m.txt", b"caf\xe9", "not UTF-8 .* save it as UTF-8"),
        ("m.txt", "\n \n", "holds no messages"),
        ("m.csv", "", "has no column 'text'.*columns: none"),
        ("m.csv", "id,message\n1,hello\n", "has no column 'text'.*columns: 'id', 'message'"),
        ("m.jsonl", '{"text": 1}\n', 'line 1: must be an object with a "text"'),
        ("m.jsonl", "hello\n", "line 1: not JSON"),
    ],
)
def test_a_bad_file_is_an_error_that_says_what_to_do(
    tmp_path: Path, name: str, content: str | bytes, said: str
) -> None:
    with pytest.raises(RowsError, match=said):
        read_texts(written(tmp_path, name, content))


def test_no_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(RowsError, match="no such file"):
        read_texts(tmp_path / "none.txt")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(RowsError, match="cannot be read"):
        read_texts(tmp_path / "folder.csv")


def test_a_field_without_end_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RowsError, match=r"m\.csv, line 2: not CSV \(field larger than field limit"):
        read_texts(written(tmp_path, "m.csv", 'text\n"never closed' + " and on" * csv.field_size_limit()))
