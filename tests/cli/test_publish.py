"""`publish` as people run it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.routebook.pack import MAX_PACKED_BYTES, digest_of, pack
from fingerpost.stores import Store
from fingerpost.stores.trials import NewTrial
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


def test_the_published_version_is_brought_back_into_the_folder(book: Path) -> None:
    refused = run(book, "--fetch")
    assert (refused.returncode, "shop: nothing is published" in refused.stderr) == (2, True)
    published = (book / "routebook.toml").read_text(encoding="utf-8")
    (book / "prompts").mkdir()
    (book / "prompts" / "chat.md").write_text("Be kind.", encoding="utf-8")
    run(book)
    assert run(book, "--fetch").stdout == "shop: version 1; the folder has it already\n"
    edit(book, "good day")
    (book / "prompts" / "chat.md").unlink()
    (book / "prompts").rmdir()
    (book / "rules.jsonl").write_text("", encoding="utf-8")
    refused = run(book, "--fetch")
    assert refused.returncode == 2
    assert f"{book / 'routebook.toml'}: was edited, and version 1 would overwrite it" in refused.stderr
    assert "--overwrite" in refused.stderr
    assert "good day" in (book / "routebook.toml").read_text(encoding="utf-8")
    done = run(book, "--fetch", "--overwrite")
    assert done.stdout == (
        "shop: version 1; written: prompts/chat.md, routebook.toml\n"
        "only in the folder, delete them where they are not wanted: rules.jsonl\n"
    )
    assert (book / "routebook.toml").read_text(encoding="utf-8") == published
    assert (book / "prompts" / "chat.md").read_text(encoding="utf-8") == "Be kind."
    (book / "rules.jsonl").unlink()
    assert "version 1 with the same content is already published" in run(book).stdout


def test_a_folder_of_an_earlier_version_or_of_a_trial_is_not_edited(book: Path) -> None:
    earlier = (book / "routebook.toml").read_text(encoding="utf-8")
    run(book)
    edit(book, "good day")
    run(book)
    (book / "routebook.toml").write_text(earlier, encoding="utf-8")
    assert "written: routebook.toml" in run(book, "--fetch").stdout
    edit(book, "as it was served when the console tried something")
    with Store.open(url(book)) as store:
        store.trials.begin("shop", "ana", NewTrial(None, digest_of(pack(book)), "d", "{}", {}))
    assert "written: routebook.toml" in run(book, "--fetch").stdout


def test_fetching_what_is_damaged_writes_nothing(book: Path) -> None:
    run(book)
    with Store.open(url(book)) as store:
        store.published.add("shop", "d", '{"../routebook.toml": "x"}')
    before = (book / "routebook.toml").read_text(encoding="utf-8")
    refused = run(book, "--fetch")
    assert (refused.returncode, "not a file of a routebook" in refused.stderr) == (2, True)
    assert (book / "routebook.toml").read_text(encoding="utf-8") == before
    assert not (book.parent / "routebook.toml").exists()


def test_a_folder_that_cannot_be_written_is_told(book: Path) -> None:
    (book / "prompts").mkdir()
    (book / "prompts" / "chat.md").write_text("Be kind.", encoding="utf-8")
    run(book)
    (book / "prompts" / "chat.md").unlink()
    (book / "prompts").rmdir()
    (book / "prompts").write_text("a file", encoding="utf-8")
    refused = run(book, "--fetch")
    assert (refused.returncode, "cannot be written (File exists)" in refused.stderr) == (2, True), refused.stderr
