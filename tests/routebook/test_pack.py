"""A routebook as one text: there and back, and no name that leads elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook import pack as packing
from fingerpost.routebook.load import find_folder, load
from fingerpost.routebook.pack import digest_of, pack, unpack


def test_a_routebook_comes_back_as_it_was(tmp_path: Path) -> None:
    packed = pack(find_folder("avap"))
    unpack(packed, tmp_path)
    assert pack(tmp_path) == packed
    assert load(str(tmp_path)).names == load("avap").names


def test_it_is_named_by_its_content() -> None:
    assert digest_of("a") == digest_of("a") != digest_of("b")
    assert len(digest_of("a")) == 64


@pytest.mark.parametrize("name", ["../x.md", "/etc/passwd", "prompts/../x.md", "student.npz", "prompts/a/b.md", ""])
def test_no_name_leads_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(RoutebookError, match="not a file of a routebook"):
        unpack(json.dumps({"routebook.toml": "", name: "x"}), tmp_path)
    assert list(tmp_path.iterdir()) == [], "nothing is written before all of it was checked"


@pytest.mark.parametrize("packed", ["", "[]", "{", "3", '{"routebook.toml": 3}', '{"routebook.toml": "\\ud800"}'])
def test_what_is_damaged_is_told(tmp_path: Path, packed: str) -> None:
    with pytest.raises(RoutebookError, match="publish it again"):
        unpack(packed, tmp_path)


def test_what_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_PACKED_BYTES", 10)
    with pytest.raises(RoutebookError, match="more than the 10 bytes that can be published"):
        pack(find_folder("avap"))


def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text('[[routes]]\nname = "a"\n')
    (tmp_path / "examples.jsonl").write_bytes(b'{"text": "caf\xe9", "route": "a"}\n')
    with pytest.raises(RoutebookError, match=r"examples\.jsonl.*save it as UTF-8"):
        pack(tmp_path)
