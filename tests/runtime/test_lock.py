"""The process lock: one holder at a time, released when its process ends, and never an error."""

from __future__ import annotations

import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fingerpost.runtime.lock import process_lock

# Whoever finds the mark of another inside the lock fails.
WORK = """
import os, sys, time
from pathlib import Path
from fingerpost.runtime.lock import process_lock
lock, mark = Path(sys.argv[1]), sys.argv[2]
for _ in range(20):
    with process_lock(lock):
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        time.sleep(0.002)
        os.unlink(mark)
"""
HOLD = """
import sys, time
from pathlib import Path
from fingerpost.runtime.lock import process_lock
with process_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_processes_never_hold_it_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORK, str(tmp_path / "made" / "work.lock"), str(tmp_path / "mark")]
    workers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    ends = [(worker.communicate(timeout=60)[1].decode(), worker.returncode) for worker in workers]
    assert ends == [("", 0)] * 3


@pytest.mark.kill
def test_it_ends_with_a_killed_process(tmp_path: Path) -> None:
    lock = tmp_path / "work.lock"
    with _holder(lock) as first:
        assert _says_held(first, 30)
        with _holder(lock) as second:
            assert not _says_held(second, 1), "it was held by two"
            first.kill()
            assert _says_held(second, 30)


def test_threads_never_hold_it_at_once(tmp_path: Path) -> None:
    inside, most, gate = 0, 0, threading.Barrier(4)

    def work() -> None:
        nonlocal inside, most
        gate.wait()
        for _ in range(10):
            with process_lock(tmp_path / "work.lock"):
                inside += 1
                most = max(most, inside)
                threading.Event().wait(0.001)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), process_lock(tmp_path / "work.lock"):
        _ = 1 / 0
    with _holder(tmp_path / "work.lock") as other:
        assert _says_held(other, 30)


def test_its_folder_is_made(tmp_path: Path) -> None:
    with process_lock(tmp_path / "a" / "b" / "work.lock"):
        assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("place", ["file/work.lock", "file/deep/work.lock", "folder", "file", None])
def test_where_it_cannot_be_made_work_goes_on(tmp_path: Path, place: str | None) -> None:
    (tmp_path / "file").write_text("not a database, and long enough to be seen as none" * 40)
    (tmp_path / "folder").mkdir()
    done = False
    with process_lock(tmp_path / place if place else None):
        done = True
    assert done
    assert (tmp_path / "file").read_text().startswith("not a database")


@pytest.mark.parametrize("place", ["file/work.lock", None])
def test_where_it_cannot_be_made_errors_of_the_work_still_come_through(tmp_path: Path, place: str | None) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ZeroDivisionError), process_lock(tmp_path / place if place else None):
        _ = 1 / 0


@contextmanager
def _holder(lock: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def _says_held(process: subprocess.Popen[bytes], seconds: float) -> bool:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    return bool(ready) and process.stdout.readline() == b"held\n"
