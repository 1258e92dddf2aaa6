"""The embedded index as a file: killed writers, concurrent processes, fork, damage, and replaced files."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.errors import SearchError
from fingerpost.retrieval import sqlite as module
from fingerpost.retrieval.index import SyncResult, sync
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.retrieval.sqlite_connection import IndexNotWritableError
from fingerpost.retrieval.vectors import vectors_from_bytes
from fingerpost.testing import WordEncoder
from tests.retrieval.words import OtherEncoder, age, faults, files, finish, near, soon, start, worded, write
from tests.stores.words import in_child

PARTS = ("alpha", "beta", "gamma", "delta")
PAGES = {
    f"{i}.md": f"# Page {i}\n\n" + "".join(f"## {part}\n\n{f'word{i} {part}ish ' * 15}\n\n" for part in PARTS)
    for i in range(60)
}
SYNC = """
import sys
from pathlib import Path
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.retrieval.vectors import vectors_from_bytes
from fingerpost.testing import WordEncoder
print("ready", flush=True)
done = sync(SqliteIndex(Path(sys.argv[1])), WordEncoder(), Path(sys.argv[2]), "s", lambda n, _: print(n, flush=True))
print(done[:4])
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


@pytest.fixture
def index(file: Path) -> Iterator[SqliteIndex]:
    made = SqliteIndex(file)
    yield made
    made.close()


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        for statement in statements:
            db.execute(statement)


# Killed


@pytest.mark.kill
def test_a_killed_run_leaves_whole_documents_and_the_next_one_goes_on(file: Path, folder: Path) -> None:
    write(folder, PAGES)
    known = 0
    for round_ in range(8):
        process = start(SYNC, file, folder)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for _ in range(1 + round_ % 3):
            process.stdout.readline()
        time.sleep(round_ * 0.0023)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert faults(file) == []
        index = SqliteIndex(file)
        there = len(index.documents("s"))
        assert there >= known, "nothing that was there is lost"
        assert len(worded(index, "gammaish")) == min(there, 50)
        assert len(near(index, "gammaish")) == min(4 * there, 50)
        index.close()
        known = there
        # So that every round has something to replace as well.
        write(folder, {"0.md": PAGES["0.md"] + f"\nround {round_}\n"})
    assert known > 0
    done = finish(start(SYNC, file, folder)).splitlines()[-1]
    added, changed, removed, unchanged = (int(n) for n in done.strip("()").split(","))
    assert (added + changed + unchanged, removed) == (60, 0)
    assert faults(file) == []


@pytest.mark.parametrize(
    ("sabotage", "what"),
    [
        ("DELETE FROM vectors WHERE passage = 3", "passages without a vector"),
        ("DELETE FROM documents WHERE id = 1", "passages without a document"),
        ("DELETE FROM passages WHERE id = 2", "vectors without a passage"),
        ("DELETE FROM passages WHERE document = 1", "documents without a passage"),
        ("UPDATE passages SET content = 'something else' WHERE id = 4", "words"),
        ("UPDATE passages SET number = 9 WHERE id = 4", "numbers with a gap"),
    ],
)
def test_the_check_of_a_killed_run_sees_what_is_wrong(
    index: SqliteIndex, file: Path, folder: Path, sabotage: str, what: str
) -> None:
    write(folder, dict(list(PAGES.items())[:3]))
    sync(index, WordEncoder(), folder, "s")
    assert faults(file) == []
    change(file, sabotage)
    assert what in " ".join(faults(file))


# Several processes


def test_processes_that_start_at_once_do_it_once(file: Path, folder: Path) -> None:
    write(folder, PAGES)
    ended = [finish(process).splitlines()[-1] for process in [start(SYNC, file, folder) for _ in range(4)]]
    assert sorted(ended) == ["(0, 0, 0, 60)"] * 3 + ["(60, 0, 0, 0)"]
    assert faults(file) == []


def test_what_another_process_writes_is_found_at_once(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    assert files(near(index, "bananas")) == ["a.md"]
    for number in range(3):
        write(folder, {f"b{number}.md": "bananas"})
        age(folder / f"b{number}.md", 7200)
        finish(start(SYNC, file, folder))
        assert (
            len(near(index, "bananas")) == len(worded(index, "apples bananas")) == len(index.headings()) == number + 2
        )
    (folder / "a.md").unlink()
    finish(start(SYNC, file, folder))
    assert sorted(files(near(index, "apples"))) == ["b0.md", "b1.md", "b2.md"]


def test_only_what_is_new_is_read_into_memory(
    index: SqliteIndex, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, PAGES)
    sync(index, WordEncoder(), folder, "s")
    near(index, "word7")
    loaded: list[int] = []

    def counted(stored: Sequence[bytes], width: int | None) -> NDArray[np.float32]:
        loaded.append(len(stored))
        return vectors_from_bytes(stored, width)

    monkeypatch.setattr(module, "vectors_from_bytes", counted)
    near(index, "word8")
    assert loaded == [], "nothing has changed"
    write(folder, {"new.md": "kettles"})
    (folder / "3.md").unlink()
    sync(index, WordEncoder(), folder, "s")
    assert near(index, "new kettles")[0].file == "new.md"
    assert loaded == [1]
    assert len(index._matrix.keys) == index.count() == 60 * 4 - 4 + 1
    for key, (passage, vector) in index.fetch(index._matrix.keys.tolist(), "words-64", soon()).items():
        [expected] = WordEncoder().encode([f"{passage.heading}\n{passage.text}"])
        assert float(vector @ expected) > 0.999, f"the vector of {key} is its own"


def test_vectors_are_read_in_pages(index: SqliteIndex, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 7)
    write(folder, PAGES)
    sync(index, WordEncoder(), folder, "s")
    assert near(index, "Page 31 › gamma " + "word31 gammaish " * 15)[0].heading == "Page 31 › gamma"
    assert len(index._matrix.keys) == 240


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
@pytest.mark.parametrize("kept", ["file", "memory"])
def test_parent_and_child_go_on_after_a_fork(kept: str, file: Path, folder: Path) -> None:
    index = SqliteIndex(file if kept == "file" else None)
    write(folder, {"a.md": "apples", "b.md": "bananas"})
    sync(index, WordEncoder(), folder, "s")
    assert files(near(index, "b bananas"))[0] == "b.md"

    def work() -> str:
        write(folder, {"c.md": "cherries"})
        done = sync(index, WordEncoder(), folder, "s")
        return f"{done.added} {files(worded(index, 'cherries'))} {files(near(index, 'c cherries'))[0]}"

    assert in_child(work) == "1 ['c.md'] c.md"
    assert files(worded(index, "apples")) == ["a.md"]
    assert files(worded(index, "cherries")) == (["c.md"] if kept == "file" else [])
    index.close()


# Files that are not as they should be


def test_a_file_of_something_else_is_refused(file: Path) -> None:
    change(file, "CREATE TABLE customers (name)")
    with pytest.raises(SearchError, match="is a database of another program: set FINGERPOST_INDEX to another file"):
        SqliteIndex(file)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("customers",)]


def test_an_index_of_another_version_is_refused(index: SqliteIndex, file: Path) -> None:
    index.close()
    change(file, "PRAGMA user_version = 7")
    with pytest.raises(SearchError, match=r"has schema version 7.*run `fingerpost build index` again"):
        SqliteIndex(file)


@pytest.mark.parametrize("content", [b"this is no database at all, but some text of some length" * 100, b"\0" * 10_000])
def test_what_is_no_database_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(SearchError, match=str(file)):
        SqliteIndex(file)
    assert file.read_bytes() == content


def test_damage_is_told_and_what_to_do(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, PAGES)
    sync(index, WordEncoder(), folder, "s")
    index.close()
    data = bytearray(file.read_bytes())
    for place in range(4096 * 3, len(data), 4096):
        data[place : place + 2000] = os.urandom(2000)
    file.write_bytes(bytes(data))
    damaged = SqliteIndex(file)
    with pytest.raises(SearchError, match=r"move it away, and run `fingerpost build index` again"):
        near(damaged, "word7")
    damaged.close()


def test_a_vector_of_the_wrong_length_is_damage(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, {"a.md": "apples", "b.md": "bananas"})
    sync(index, WordEncoder(), folder, "s")
    change(file, "UPDATE vectors SET vector = x'00000000' WHERE passage = 2", "UPDATE state SET generation = 99")
    # Opened anew: what is in memory already is not read again.
    opened = SqliteIndex(file)
    with pytest.raises(SearchError, match=r"is damaged .*fingerpost build index"):
        near(opened, "apples")
    opened.close()


def test_an_encoder_that_changed_its_length_is_told(index: SqliteIndex, folder: Path) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    short = OtherEncoder().encode(["apples"])[0]
    with pytest.raises(SearchError, match="contains vectors of 64 dimensions, and words-64 returned one of 16"):
        index.by_vector(short, "words-64", 5, soon())


@pytest.mark.parametrize("how", ["moved", "deleted"])
def test_a_file_that_is_made_anew_is_taken_up(index: SqliteIndex, file: Path, folder: Path, how: str) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    assert files(near(index, "apples")) == files(worded(index, "apples")) == ["a.md"]
    if how == "moved":
        file.rename(file.with_name("away.sqlite"))
    else:
        file.unlink()
    write(folder, {"a.md": "apricots"})
    # While this process still has the old one open.
    finish(start(SYNC, file, folder))
    assert [p.text for p in worded(index, "apricots")] == ["apricots"]
    assert [p.text for p in near(index, "apples")] == ["apricots"]
    assert worded(index, "apples") == []
    index.close()
    assert faults(file) == []


def test_a_file_that_is_deleted_is_told(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    file.unlink()
    with pytest.raises(SearchError, match="was deleted: run `fingerpost build index` again"):
        worded(index, "apples")
    assert not file.exists()


def test_a_closed_index_says_so(index: SqliteIndex) -> None:
    index.close()
    with pytest.raises(SearchError, match="was closed"):
        worded(index, "apples")


def test_the_file_is_its_owner_s_alone(index: SqliteIndex, file: Path) -> None:
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("place", ["/proc/nowhere/index.sqlite", "/dev/null/index.sqlite"])
def test_a_place_that_takes_no_file_is_told_apart(place: str) -> None:
    with pytest.raises(IndexNotWritableError, match="FINGERPOST_INDEX"):
        SqliteIndex(Path(place))


def test_a_full_disk_leaves_what_was_there(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    index._texts.read(lambda connection: connection.query("PRAGMA max_page_count = 1"))
    write(folder, PAGES)
    with pytest.raises(IndexNotWritableError, match="is full: free some disk space"):
        sync(index, WordEncoder(), folder, "s")
    assert files(worded(index, "apples")) == ["a.md"]
    assert faults(file) == []
    index._texts.read(lambda connection: connection.query("PRAGMA max_page_count = 1000000"))
    assert sync(index, WordEncoder(), folder, "s").added > 0
    assert len(index.documents("s")) == 61


def test_an_index_that_fails_is_not_taken_for_a_file_that_cannot_be_read(
    index: SqliteIndex, file: Path, folder: Path
) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    age(folder / "a.md", 7200)
    index._texts.read(lambda connection: connection.query("PRAGMA query_only = ON"))
    with pytest.raises(IndexNotWritableError, match="is read-only"):
        sync(index, WordEncoder(), folder, "s")


def test_a_copy_in_memory_holds_all_of_a_file_and_leaves_it_alone(index: SqliteIndex, file: Path, folder: Path) -> None:
    write(folder, {"a.md": "apples"})
    sync(index, WordEncoder(), folder, "s")
    copy = SqliteIndex.copy_in_memory(file)
    write(folder, {"b.md": "bananas"})
    assert sync(copy, WordEncoder(), folder, "s") == SyncResult(1, 0, 0, 1, [])
    assert files(worded(copy, "apples")) == ["a.md"]
    assert files(near(copy, "b bananas"))[0] == "b.md"
    assert set(index.documents("s")) == {"a.md"}
    copy.close()


def test_a_copy_of_what_is_no_index_is_refused(file: Path) -> None:
    file.write_bytes(b"something else altogether" * 1000)
    with pytest.raises(SearchError, match="cannot be read"):
        SqliteIndex.copy_in_memory(file)
    file.unlink()
    empty = SqliteIndex.copy_in_memory(file)
    assert empty.count() == 0
    empty.close()
