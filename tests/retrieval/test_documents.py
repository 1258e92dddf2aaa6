"""Which files are read, how they are decoded, and why others are skipped."""

from __future__ import annotations

import importlib.util
import io
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.errors import SearchError
from fingerpost.retrieval import documents, files
from fingerpost.retrieval.documents import read_document
from fingerpost.retrieval.files import find_files
from fingerpost.retrieval.index import SyncResult, sync
from fingerpost.retrieval.passages import Section
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.testing import WordEncoder
from tests.retrieval.words import pdf, write


def found(folder: Path) -> tuple[list[str], dict[str, str]]:
    there, skipped = find_files(folder)
    return [file.name for file in there], dict(skipped)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("canción\r\ncoração".encode(), "a.md"),
        (b"\xef\xbb\xbf" + "canción\ncoração".encode(), "a.TXT"),
        ("canción\ncoração".encode("utf-16"), "a.text"),
        ("canc\x69o\u0301n\rcorac\u0327a\u0303o".encode(), "a.markdown"),
    ],
)
def test_text_is_decoded(data: bytes, name: str) -> None:
    assert read_document(name, data).sections == [Section((), ["canción\ncoração"])]


def test_a_web_page_may_say_how_it_is_encoded() -> None:
    page = '<meta charset="iso-8859-1"><title>Información</title><p>coração</p>'.encode("latin-1")
    assert read_document("a.html", page).title == "Información"
    lying = page.replace(b"iso-8859-1", b"unicode_escape")
    with pytest.raises(SearchError, match="is not UTF-8"):
        read_document("a.htm", lying)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04\0\0", "is binary"),
        ("canción".encode("latin-1"), r"is not UTF-8 \(byte 5\): save it as UTF-8"),
        (b"\xff\xfea", "is not UTF-16"),
    ],
)
def test_what_cannot_be_decoded_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        read_document("a.md", data)


@given(st.binary(max_size=400), st.sampled_from(["md", "txt", "html", "pdf"]))
def test_any_bytes_are_read_or_refused(data: bytes, kind: str) -> None:
    try:
        document = read_document(f"x.{kind}", data)
    except SearchError:
        return
    assert document.title


def test_control_characters_are_spaces() -> None:
    assert read_document("a.txt", b"one\x07two \x1b[31mred\x1b[0m").sections == [Section((), ["one two  red"])]


# PDF


@pytest.fixture
def pypdf() -> Any:
    return pytest.importorskip("pypdf", reason="needs the extra fingerpost[pdf]")


@pytest.mark.usefixtures("pypdf")
def test_a_pdf_is_read_page_by_page() -> None:
    document = read_document("manual.pdf", pdf("The kettle boils (fast).", "", "Clean it", title="The kettle"))
    assert document.title == "The kettle"
    assert document.sections == [
        Section(("page 1",), ["The kettle boils (fast)."]),
        Section(("page 3",), ["Clean it"]),
    ]
    assert read_document("manual.pdf", pdf("x")).title == "manual"


@pytest.mark.usefixtures("pypdf")
@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.4\n", b"no pdf at all", pdf("text")[:200], b"%PDF-1.4\n" + b"\0" * 5000]
)
def test_a_damaged_pdf_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(SearchError, match="cannot be read as a PDF"):
        read_document("a.pdf", data)


def test_a_locked_pdf_is_refused_with_a_reason(tmp_path: Path, pypdf: Any) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf("secret")))
    writer.encrypt("sesame", algorithm="RC4-128")
    writer.write(tmp_path / "a.pdf")
    with pytest.raises(SearchError, match=r"protected by a password|cannot be read"):
        read_document("a.pdf", (tmp_path / "a.pdf").read_bytes())


@pytest.mark.usefixtures("pypdf")
def test_without_the_extra_a_pdf_is_skipped_and_the_reason_names_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec

    def without(name: str, *more: Any) -> Any:
        return None if name == "pypdf" else find_spec(name, *more)

    (folder / "a.pdf").write_bytes(pdf("The kettle boils."))
    write(folder, {"b.md": "text"})
    index = SqliteIndex()
    monkeypatch.setattr(documents, "find_spec", without)
    done = sync(index, WordEncoder(), folder, "s")
    assert (done.added, [file for file, _ in done.skipped]) == (1, ["a.pdf"])
    assert "pip install 'fingerpost[pdf]'" in done.skipped[0][1]
    monkeypatch.setattr(documents, "find_spec", find_spec)
    assert sync(index, WordEncoder(), folder, "s") == SyncResult(1, 0, 0, 1, [])
    index.close()


# Folders


def test_hidden_files_are_passed_over_and_the_rest_is_in_order(folder: Path) -> None:
    write(folder, {"b.md": "x", "a/z.txt": "x", "a/b.HTML": "x", ".git/x.md": "x", ".hidden.md": "x", "a/.x/y.md": "x"})
    assert found(folder) == (["b.md", "a/b.HTML", "a/z.txt"], {})


def test_files_of_other_kinds_are_named(folder: Path) -> None:
    write(folder, {"a.docx": "x", "LICENSE": "x", "b.md": "x"})
    there, skipped = found(folder)
    assert there == ["b.md"]
    assert "is not Markdown, text, HTML or PDF by its name (.docx)" in skipped["a.docx"]
    assert "no ending" in skipped["LICENSE"]


def test_links_that_lead_out_of_the_folder_are_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"secret.md": "secret", "deep/x.md": "secret"})
    write(folder, {"inside.md": "text"})
    (folder / "out.md").symlink_to(outside / "secret.md")
    (folder / "in.md").symlink_to(folder / "inside.md")
    (folder / "deep").symlink_to(outside / "deep", target_is_directory=True)
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "nowhere.md").symlink_to(folder / "missing.md")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    there, skipped = found(folder)
    assert there == ["in.md", "inside.md"]
    assert set(skipped) == {"out.md", "deep", "round", "nowhere.md", "loop.md"}
    assert "leads out of the folder" in skipped["out.md"]


def test_what_is_no_regular_file_is_skipped(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    assert found(folder) == ([], {"pipe.md": "is not a regular file"})


def test_a_file_that_is_too_large_is_skipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, {"a.md": "x" * 101, "b.md": "x" * 100})
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 100)
    there, skipped = found(folder)
    assert there == ["b.md"]
    assert "is larger than" in skipped["a.md"]


def test_a_name_that_is_no_utf_8_is_skipped(folder: Path) -> None:
    (Path(os.fsdecode(bytes(folder) + b"/caf\xe9.md"))).write_text("x")
    there, skipped = found(folder)
    assert there == []
    assert skipped == {"caf\\udce9.md": "has a name that is not UTF-8: rename it"}


def test_what_is_below_a_folder_that_cannot_be_read_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, {"a.md": "apples", "dark/b.md": "bananas", "dark/deep/c.md": "cherries", "darkness.md": "dates"})
    index = SqliteIndex()
    sync(index, WordEncoder(), folder, "s")
    scandir = os.scandir

    def refuse(path: Any) -> Any:
        if Path(path).name == "dark":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    (folder / "darkness.md").unlink()
    done = sync(index, WordEncoder(), folder, "s")
    assert done == SyncResult(0, 0, 1, 1, [("dark/", "cannot be read: Permission denied")])
    assert set(index.documents("s")) == {"a.md", "dark/b.md", "dark/deep/c.md"}
    index.close()


def test_a_folder_that_is_a_file_or_missing_is_an_error(folder: Path) -> None:
    write(folder, {"a.md": "x"})
    for place in (folder / "a.md", folder / "missing"):
        with pytest.raises(SearchError, match="name a folder that contains some"):
            find_files(place)


def test_a_file_that_goes_while_it_is_read_is_skipped(folder: Path) -> None:
    write(folder, {"a.md": "apples", "b.md": "bananas"})
    index = SqliteIndex()

    class Removing(WordEncoder):
        def encode(self, texts: Any) -> Any:
            (folder / "b.md").unlink(missing_ok=True)
            return super().encode(texts)

    done = sync(index, Removing(), folder, "s")
    assert done == SyncResult(1, 0, 0, 0, [("b.md", "cannot be read: No such file or directory")])
    index.close()
