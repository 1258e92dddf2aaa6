"""`fingerpost build index` as people run it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from fingerpost.cli.index import index_folder
from fingerpost.errors import SearchError
from fingerpost.settings import Settings
from tests.cli.command import command
from tests.retrieval.words import SHOP, pdf, write


class Shell:
    """Runs the command with a separate index."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "index.sqlite"
        self.apart = False
        """Whether it runs in a process of its own."""
        self._environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("OLLAMA_", "OPENAI_", "ELASTICSEARCH_")) and name != "FORCE_COLOR"
        }

    def __call__(self, *words: str | Path, code: int = 0, **more: str) -> str:
        environment = {**self._environment, "FINGERPOST_INDEX": str(self.file), **more}
        done = command("index", *words, env=environment, process=self.apart)
        assert "Traceback" not in done.stderr
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for documents."""
    place = tmp_path / "documents"
    place.mkdir()
    return place


@pytest.fixture
def run(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_folder_is_indexed_and_told_what_was_done(run: Shell, folder: Path) -> None:
    pytest.importorskip("pypdf", reason="needs the extra fingerpost[pdf]")
    write(folder, SHOP)
    (folder / "manual.pdf").write_bytes(pdf("The kettle boils."))
    write(folder, {"picture.png": "x", "old.txt": "x\0y"})
    out = run(folder)
    assert out.splitlines() == [
        f"{folder}: 6 added, 0 changed, 0 removed, 0 unchanged, 2 skipped.",
        "skipped\treason",
        "picture.png\tis not Markdown, text, HTML or PDF by its name (.png)",
        "old.txt\tis binary, although it has the ending of a text file: rename it, or remove it from the folder",
        f"the index {run.file} holds 8 passages.",
    ]
    (folder / "plain.txt").unlink()
    (folder / "picture.png").unlink()
    (folder / "old.txt").unlink()
    run.apart = True
    assert run(folder).splitlines()[0] == f"{folder}: 0 added, 0 changed, 1 removed, 5 unchanged, 0 skipped."


def test_a_routebook_s_own_documents_are_the_default(run: Shell, tmp_path: Path) -> None:
    book = tmp_path / "shop"
    shutil.copytree(Path(__file__).parents[2] / "src" / "fingerpost" / "cli" / "template", book)
    assert "name a folder of documents" in run("--routebook", book, code=2)
    write(book / "knowledge", {"a.md": "apples", "b.md": "bananas"})
    out = run("--routebook", book)
    assert out.startswith(f"{book}/knowledge: 2 added")
    # Named in full it is the same source, and not a second one.
    assert ": 0 added, 0 changed, 0 removed, 2 unchanged" in run(book / "knowledge", "--routebook", book)


@pytest.mark.parametrize(
    ("words", "more", "told"),
    [
        (["/nowhere/at/all"], {}, "no such folder: name a folder of documents"),
        ([], {"FINGERPOST_INDEX": "/proc/nowhere/x.sqlite"}, "cannot be created"),
        ([], {"ELASTICSEARCH_URL": "http://me:s3cret@127.0.0.1:1"}, "cannot be reached"),
        (["--routebook", "nothing"], {}, "no installed routebook of that name"),
    ],
)
def test_faults_are_one_line_and_say_what_to_do(
    run: Shell, folder: Path, words: list[str], more: dict[str, str], told: str
) -> None:
    if "ELASTICSEARCH_URL" in more:
        pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
    write(folder, {"a.md": "apples"})
    error = run(*(words or [str(folder)]), code=2, **more)
    assert told in error
    assert "s3cret" not in error
    assert len(error.splitlines()) == 1


def test_nowhere_to_keep_it_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, {"a.md": "apples"})
    monkeypatch.setattr(Settings, "from_environment", lambda: Settings(cache=None))
    with pytest.raises(SearchError, match="set FINGERPOST_INDEX to a file"):
        index_folder("avap", folder)
