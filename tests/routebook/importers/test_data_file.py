"""YAML and JSON of strangers: bounded, strings only, nothing executed, no key lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers import data_file
from fingerpost.routebook.importers.data_file import read_bytes, read_data


def written(folder: Path, text: str, name: str = "routes.yaml") -> Path:
    file = folder / name
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file


def test_every_scalar_of_yaml_is_a_string(tmp_path: Path) -> None:
    text = "a: yes\nb: 2024-01-01\nc: 0x10\nd: null\ne: !!int 3\nf: [~, 1.5]\n<<: {g: h}\n"
    assert read_data(written(tmp_path, text)) == {
        "a": "yes", "b": "2024-01-01", "c": "0x10", "d": "null", "e": "3", "f": ["~", "1.5"], "<<": {"g": "h"},
    }  # fmt: skip


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!!python/object/new:subprocess.Popen", "!run"])
def test_tags_run_nothing(tmp_path: Path, tag: str) -> None:
    touched = tmp_path / "touched"
    assert read_data(written(tmp_path, f'a: {tag} ["touch {touched}"]\n')) == {"a": [f"touch {touched}"]}
    assert not touched.exists()


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("a: 1\na: 2\n", "routes.yaml", "has the key 'a' twice in one place: keep one"),
        ('{"a": [{"b": 1, "b": 2}]}', "routes.json", "has the key 'b' twice in one place: keep one"),
        ("a: [1\n", "routes.yml", "is no YAML: "),
        ('{"a": ', "routes.json", "is no JSON: "),
        ("a: 1\n---\nb: 2\n", "routes.yaml", "is no YAML: "),
        ("a: *b\n", "routes.yaml", "is no YAML: "),
        ("a: \x00", "routes.yaml", "is no YAML: "),
        ("[" * 100_000, "routes.json", "is nested too deeply"),
        ("[" * 100_000, "routes.yaml", "routes.yaml: is n"),
        ("- " * 50_000 + "x", "routes.yaml", "routes.yaml: is n"),
        ('{"a": ' + "9" * 10_000 + "}", "routes.json", "is no JSON: "),
        ("\ud800", "routes.yaml", "is not UTF-8 (byte 0): save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, text: str, name: str, told: str) -> None:
    with pytest.raises(RowsError) as caught:
        read_data(written(tmp_path, text, name))
    assert told in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "routes.yaml"
    with file.open("wb") as sparse:
        sparse.truncate(100_000_000)
    with pytest.raises(RowsError, match=r"has 100,000,000 bytes, and 20,000,000 are read: import a part of it"):
        read_data(file)


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(RowsError, match="no such file: name the file to import"):
        read_bytes(tmp_path / "none.yaml")
    with pytest.raises(RowsError, match="is no file: name the file to import"):
        read_bytes(tmp_path)
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(RowsError, match="is no file"):
        read_bytes(tmp_path / "pipe.yaml")


def test_a_billion_laughs_stay_as_small_as_their_file(tmp_path: Path) -> None:
    from fingerpost.routebook.importers.read import read_import

    lines = ["a0: &a0 [ha, ha]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    for last in (
        "routes: *a29",
        "nlu: *a29",
        "routes: [{name: x, utterances: *a29}]",
        "nlu: [{intent: x, examples: *a29}]",
    ):
        with pytest.raises(RowsError):
            read_import(written(tmp_path, "\n".join([*lines, last])))


def test_without_the_package_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(RowsError, match=r"pip install 'fingerpost\[yaml\]'"):
        read_data(written(tmp_path, "a: 1"))
    assert read_data(written(tmp_path, '{"a": 1}', "routes.json")) == {"a": 1}


def test_the_slower_reader_reads_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    file = written(tmp_path, "a: yes\nb: [1, {c: d}]\n")
    fast = read_data(file)
    monkeypatch.delattr(yaml, "CBaseLoader", raising=False)
    assert data_file.read_data(file) == fast == {"a": "yes", "b": ["1", {"c": "d"}]}
    with pytest.raises(RowsError, match="is nested too deeply"):
        read_data(written(tmp_path, "[" * 100_000))
