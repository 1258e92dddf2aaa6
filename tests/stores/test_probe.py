"""Whether the store takes writes is found by writing, rarely, and told at once."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from fingerpost.errors import StoreError
from fingerpost.stores import Store, probe, sqlite
from fingerpost.stores.connection import Connection
from fingerpost.stores.probe import DAMAGE_EVERY, PROBE_EVERY, PROBE_WAIT
from tests.stores.words import Clock, count, finish, said, start


def test_a_store_that_takes_writes_passes_and_keeps_nothing(store: Store) -> None:
    store.probe.check()
    assert count(store, "fingerpost_turns") == count(store, "fingerpost_sessions") == 0


def test_it_is_tried_rarely_and_the_last_result_counts(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    monkeypatch.setattr(probe, "write_probe", lambda _: tries.append(1))
    for _ in range(50):
        store.probe.check()
        clock.pass_by(PROBE_EVERY / 10)
    assert len(tries) == 5

    def full(_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(probe, "write_probe", full)
    clock.pass_by(PROBE_EVERY)
    for _ in range(3):
        with pytest.raises(StoreError, match="the disk is full"):
            store.probe.check()
    monkeypatch.setattr(probe, "write_probe", lambda _: tries.append(1))
    clock.pass_by(PROBE_EVERY)
    store.probe.check()


def test_while_one_waits_for_a_lock_the_others_do_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = threading.Event(), threading.Event()

    def waits(_: object) -> None:
        begun.set()
        go.wait(10)

    monkeypatch.setattr(probe, "write_probe", waits)
    first = threading.Thread(target=store.probe.check)
    first.start()
    assert begun.wait(10)
    store.probe.check()
    assert first.is_alive(), "the second did not wait for the first"
    go.set()
    first.join()


def test_while_one_waits_for_a_lock_that_did_not_open_the_others_are_told(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Event(), threading.Event()

    def waits(_: object) -> None:
        begun.set()
        go.wait(10)
        raise StoreError("it is locked")

    monkeypatch.setattr(probe, "write_probe", waits)
    go.set()
    with pytest.raises(StoreError, match="it is locked"):
        store.probe.check()
    go.clear()
    begun.clear()
    clock.pass_by(PROBE_EVERY)
    with ThreadPoolExecutor(1) as threads:
        again = threads.submit(store.probe.check)
        assert begun.wait(10)
        try:
            with pytest.raises(StoreError, match="it is locked"):
                store.probe.check()
        finally:
            go.set()
        with pytest.raises(StoreError, match="it is locked"):
            again.result(10)


def test_a_locked_file_is_told_soon_also_while_others_wait_longer_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PROBE_WAIT < 5, "the bar of the campaign of faults"
    monkeypatch.setattr(probe, "PROBE_WAIT", 0.2)
    file = tmp_path / "store.sqlite"
    with Store.open(f"sqlite:///{file}") as store, ThreadPoolExecutor(2) as threads:
        with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN IMMEDIATE")
            for writers in range(2):
                with pytest.raises(StoreError, match="is locked by another process for too long"):
                    threads.submit(store.probe.check).result(5)
                if not writers:
                    writing = threads.submit(store.write, "s", "r", said())
            other.execute("COMMIT")
        assert writing.result(10), "who writes waits longer"


def test_a_file_that_cannot_be_looked_at_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "store.sqlite"
    with Store.open(f"sqlite:///{file}") as store:
        write_afresh = store._database.write_afresh

        def deleted_after(work: Callable[[Connection], None], wait: float) -> None:
            write_afresh(work, wait)
            file.unlink()

        monkeypatch.setattr(store._database, "write_afresh", deleted_after)
        with pytest.raises(StoreError, match=r"store.sqlite cannot be read \(No such file or directory\): name a file"):
            store.probe.check()


FILL = """
import resource, signal, sys
from fingerpost.errors import StoreError
from fingerpost.stores import Store
from fingerpost.stores import probe
from fingerpost.types import Turn
probe.PROBE_EVERY = 0.0
store = Store.open("sqlite:///" + sys.argv[1])
store.probe.check()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
done = 0
try:
    while done < 1000:
        store.write("s", str(done), [Turn("user", "x" * 1000)])
        done += 1
except StoreError:
    pass
print(done < 1000, len(store.turns("s", 1000)) == done)
try:
    store.probe.check()
except StoreError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.probe.check()
print(store.write("s", "after", [Turn("user", "one")]))
"""


def test_a_full_disk_is_told_while_reading_goes_on_and_passes_once_there_is_space(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    filled, told, after = finish(start(FILL, str(tmp_path / "store.sqlite"))).splitlines()
    assert filled == "True True", "what was acknowledged can be read"
    assert "check the free disk space" in told or "is full" in told
    assert after == "True"


def _overwrite(file: Path, first: int, pages: int) -> None:
    """Overwrite pages of a database under its server, as a failing disk would."""
    with file.open("r+b") as opened:
        opened.seek(first * 4096)
        opened.write(os.urandom(pages * 4096))


@pytest.mark.parametrize("which", ["header", "middle"])
def test_overwritten_pages_are_told_while_the_server_runs(tmp_path: Path, clock: Clock, which: str) -> None:
    file = tmp_path / "store.sqlite"
    with Store.open(f"sqlite:///{file}", clock=clock.wall, monotonic=clock.steady) as store:
        for number in range(200):
            store.write(f"s{number}", "r", said("x" * 2000))
        store.probe.check()
        # What is in the log beside the file is not lost with its pages.
        store._database.scrub()
        pages = file.stat().st_size // 4096
        _overwrite(file, *((0, 1) if which == "header" else (pages // 2, 20)))
        clock.pass_by(DAMAGE_EVERY)
        with pytest.raises(StoreError, match=r"is damaged|is not a database"):
            store.probe.check()


def test_without_the_search_overwritten_pages_would_pass(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "QUICK_CHECK_BYTES", 0)
    file = tmp_path / "store.sqlite"
    with Store.open(f"sqlite:///{file}", clock=clock.wall, monotonic=clock.steady) as store:
        for number in range(200):
            store.write(f"s{number}", "r", said("x" * 2000))
        store._database.scrub()
        _overwrite(file, 40, 3)
        store.probe.check()
    with closing(sqlite3.connect(file)) as damaged:
        assert damaged.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
