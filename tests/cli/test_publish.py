"""`publish` as people run it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.routebook.pack import MAX_PACKED_BYTES
from fingerpost.stores import Store
from tests.cli.command import Done, command

BOOK = '[[routes]]\nname = "chat"\n[[rules]]\nname = "r"\nroute = "chat"\ncontains = ["{}"]\n'


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    edit(folder, "hello")
    return folder


def edit(folder: Path, phrase: str) -> None:
    (folder / "routebook.toml").write_text(BOOK.format(phrase), encoding="utf-8")


def url(book: Path) -> str:
    return f"sqlite:///{book.parent / 'store.sqlite'}"


def run(book: Path, *words: str, process: bool = False) -> Done:
    return command("publish", book, *words, env={**os.environ, "DATABASE_URL": url(book)}, process=process)


def test_once_around(book: Path) -> None:
    assert run(book, "--withdraw").stdout == "shop: nothing is published, servers use their own folders\n"
    assert run(book).stdout == "shop: version 1 is published; `--withdraw` withdraws it\n"
    assert run(book, process=True).stdout == "shop: version 1 with the same content is already published\n"
    edit(book, "good day")
    assert run(book).stdout.startswith("shop: version 2 is published")
    with Store.open(url(book)) as store:
        latest = store.published.latest("shop")
        assert latest is not None
        assert "good day" in store.published.read("shop", latest.number)
    withdrawn = run(book, "--withdraw")
    assert withdrawn.stdout == "shop: version 2 is withdrawn, servers return to their own folders\n"
    with Store.open(url(book)) as store:
        assert store.published.latest("shop") is None


def test_a_bad_one_is_refused_with_its_own_message_and_nothing_is_stored(book: Path) -> None:
    (book / "routebook.toml").write_text("[[routes]", encoding="utf-8")
    refused = run(book)
    assert refused.returncode == 2
    assert f"{book / 'routebook.toml'}: Expected" in refused.stderr
    assert not (book.parent / "store.sqlite").exists()


def test_one_that_is_too_large_is_refused_and_nothing_is_stored(book: Path) -> None:
    (book / "prompts").mkdir()
    (book / "prompts" / "long.md").write_text("x" * MAX_PACKED_BYTES, encoding="utf-8")
    refused = run(book)
    assert refused.returncode == 2
    assert "more than the 20,000,000 bytes that can be published" in refused.stderr
    assert not (book.parent / "store.sqlite").exists()


def test_none_is_told(book: Path) -> None:
    refused = run(book / "nowhere")
    assert refused.returncode == 2
    assert "no such folder and no installed routebook of that name" in refused.stderr
