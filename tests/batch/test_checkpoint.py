"""A run that was ended, by whatever: begun again it goes on, and what it made is as if nothing had happened."""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fingerpost.batch import Batch, route_file
from fingerpost.batch.checkpoint import Checkpoint
from fingerpost.batch.jsonl import JsonlFormat
from fingerpost.batch.run import CHUNK_ROWS
from fingerpost.batch.workers import _run_worker
from fingerpost.errors import BatchError
from tests.batch.files import all_right, make_book, make_rows, read_rows, text_of

COUNT = 6 * CHUNK_ROWS + 100
linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")


class _Files:
    def __init__(self, folder: Path) -> None:
        self.book = make_book(folder)
        self.source, self.target = make_rows(folder / "in.jsonl", COUNT), folder / "out.jsonl"
        self.unfinished = folder / "out.jsonl.unfinished"
        self.index = self.unfinished / "index"
        self.kept = self.unfinished / "rows"

    def stop_after(self, chunks: int) -> None:
        """Begin, and interrupt it when so many chunks are done."""
        done: list[int] = []

        def stop(place: int, _size: int) -> None:
            done.append(place)
            if len(done) == chunks:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            route_file(self.source, self.target, self.book, workers=2, progress=stop)
        assert not self.target.exists()
        assert len(self.index.read_bytes().splitlines()) == chunks

    def go_on(self, before: int) -> None:
        """Begin again, and find all of it right and nothing done twice."""
        assert route_file(self.source, self.target, self.book, workers=1) == (COUNT, 0, COUNT, before)
        assert all_right(self.target, COUNT)
        assert not self.unfinished.exists()


@pytest.fixture
def files(tmp_path: Path) -> _Files:
    return _Files(tmp_path)


def test_it_goes_on_where_it_was(files: _Files) -> None:
    files.stop_after(3)
    files.go_on(before=3 * CHUNK_ROWS)


def test_all_done_but_not_put_in_its_place(files: _Files) -> None:
    files.stop_after(7)
    files.go_on(before=COUNT)


@pytest.mark.kill
def test_a_killed_worker_is_replaced_and_its_rows_are_done(files: _Files) -> None:
    killed: list[int] = []

    def kill(_place: int, _size: int) -> None:
        if len(killed) < 2:
            # One that was killed a moment ago may not have ended yet.
            worker = next(child.pid for child in multiprocessing.active_children() if child.pid not in killed)
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    assert route_file(files.source, files.target, files.book, workers=2, progress=kill) == (COUNT, 0, COUNT, 0)
    assert len(set(killed)) == 2
    assert all_right(files.target, COUNT)


def test_workers_that_cannot_live_end_the_run_and_not_the_machine(
    files: _Files, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What no worker survives is told after three of them; what was done stays."""
    monkeypatch.setattr("fingerpost.batch.jsonl.JsonlFormat.chunks", _unroutable)
    with pytest.raises(BatchError, match="3 workers died on the chunk before position 7, the last with exit code 1"):
        route_file(files.source, files.target, files.book, workers=1)
    assert "TypeError" in capfd.readouterr().err
    monkeypatch.undo()
    files.go_on(before=0)


@pytest.mark.parametrize("read", [0, 1, 2])
def test_a_worker_ends_when_nobody_is_at_the_other_end(files: _Files, read: int) -> None:
    """Whether the run was killed before or after it took what the worker had to say."""
    ours, theirs = multiprocessing.Pipe()
    ours.send([b'{"text": "even"}'])
    worker = threading.Thread(target=_run_worker, args=(theirs, JsonlFormat(), Batch(files.book)))
    worker.start()
    for _ in range(read):
        ours.recv()
    ours.close()
    # What the thread raises, pytest makes a failure of.
    worker.join(60)
    assert not worker.is_alive()
    theirs.close()


def _unroutable(*_: object) -> object:
    from fingerpost.batch.formats import Chunk

    return iter([Chunk(7, 7)])


@pytest.mark.kill
@linux
@pytest.mark.usefixtures("heard_interrupts")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_the_command_is_ended_and_given_again(tmp_path: Path, number: signal.Signals) -> None:
    """Killed, it leaves no worker behind; interrupted, it says how to go on; either way it goes on."""
    files = _Files(tmp_path)
    # So many that it is not done before a busy machine lets the signal through.
    count = 400 * CHUNK_ROWS
    make_rows(files.source, count)
    command = [sys.executable, "-m", "fingerpost", "route-batch", str(files.source), str(files.target)]
    command += ["--routebook", str(files.book)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, text=True) as run:
        _until(lambda: files.index.exists() and len(files.index.read_bytes().splitlines()) >= 2)
        workers = _children(run.pid)
        assert workers
        if number == signal.SIGINT:
            # As a terminal does: to all of them.
            os.killpg(run.pid, number)
        else:
            run.kill()
        _, said = run.communicate(timeout=60)
    assert run.returncode == (130 if number == signal.SIGINT else -number)
    assert said == (
        "stopped; finished rows are saved: run the same command again to resume\n" if run.returncode > 0 else ""
    )
    _until(lambda: not any(map(_runs, workers)))
    assert not files.target.exists()
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert f"{count:,} rows, " in again.stdout
    assert "by an earlier run" in again.stdout
    assert all_right(files.target, count)
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "exists already" in refused.stderr


def test_the_command_says_where_no_row_could_be_routed(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"message": "even", "text": null}\n', encoding="utf-8")
    command = [sys.executable, "-m", "fingerpost", "route-batch", str(source), str(tmp_path / "out.jsonl")]
    done = subprocess.run(
        [*command, "--routebook", str(make_book(tmp_path))], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "no row could be routed" in done.stdout
    named = subprocess.run(
        [*command[:-1], str(tmp_path / "named.jsonl"), "--routebook", str(tmp_path / "book"), "--text-column", "message"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "1 rows: 1 accepted, 0 unsure, 0 with an error" in named.stdout


def test_a_full_disk_is_told_and_loses_nothing(files: _Files) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(BatchError, match=r"rows are done and saved in .*: free some space"):
            route_file(files.source, files.target, files.book, workers=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    kept = files.kept.read_bytes()
    assert 0 < len(kept) <= 200_000
    # No half of a row.
    assert kept.endswith(b"}\n")
    files.go_on(before=len(kept.splitlines()))


def test_changes_are_noticed_and_refused(files: _Files) -> None:
    files.stop_after(2)
    before = files.source.read_text(encoding="utf-8")
    files.source.write_text(before.replace(text_of(COUNT - 1), "another"), encoding="utf-8")
    with pytest.raises(BatchError, match=r"changed: the input\. .*remove the folder"):
        route_file(files.source, files.target, files.book, workers=1)
    files.source.write_text(before, encoding="utf-8")
    with pytest.raises(BatchError, match="changed: the text column"):
        route_file(files.source, files.target, files.book, text_column="id", workers=1)
    rules = files.book / "routebook.toml"
    written = rules.read_text(encoding="utf-8")
    rules.write_text(written.replace('["odd"]', '["odd", "strange"]'), encoding="utf-8")
    with pytest.raises(BatchError, match="changed: the routebook"):
        route_file(files.source, files.target, files.book, workers=1)
    rules.write_text(written, encoding="utf-8")
    files.go_on(before=2 * CHUNK_ROWS)


def test_an_input_that_changes_meanwhile_is_noticed(files: _Files) -> None:
    def change(_place: int, _size: int) -> None:
        os.utime(files.source, ns=(1, 1))

    with pytest.raises(BatchError, match="was changed while it was routed"):
        route_file(files.source, files.target, files.book, workers=1, progress=change)
    assert not files.target.exists()


def _flip(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)


def _middle_of_line(file: Path, number: int) -> int:
    lines = file.read_bytes().splitlines(keepends=True)
    return sum(map(len, lines[:number])) + len(lines[number]) // 2


SABOTAGE: dict[str, tuple[Callable[[_Files], object], int]] = {
    "an entry is changed": (lambda files: _flip(files.index, _middle_of_line(files.index, 2)), 2),
    "an entry is gone": (
        lambda files: files.index.write_bytes(b"".join(files.index.read_bytes().splitlines(keepends=True)[1:])),
        0,
    ),
    "the index is of something else": (lambda files: files.index.write_bytes(b"\x00\xff not an index\n"), 0),
    "a kept row is changed": (lambda files: _flip(files.kept, _middle_of_line(files.kept, CHUNK_ROWS + 3)), 1),
    "kept rows are gone": (lambda files: files.kept.unlink(), 0),
    "kept rows are cut": (lambda files: os.truncate(files.kept, files.kept.stat().st_size - 1), 3),
}


@pytest.mark.parametrize("name", SABOTAGE)
def test_what_is_damaged_is_noticed_and_done_again(files: _Files, name: str, caplog: pytest.LogCaptureFixture) -> None:
    files.stop_after(4)
    sabotage, sound = SABOTAGE[name]
    sabotage(files)
    with caplog.at_level(logging.WARNING, "fingerpost"):
        files.go_on(before=sound * CHUNK_ROWS)
    assert f"damaged after row {sound * CHUNK_ROWS:,}" in caplog.text


def test_an_entry_that_was_cut_off_is_no_damage(files: _Files, caplog: pytest.LogCaptureFixture) -> None:
    files.stop_after(4)
    os.truncate(files.index, files.index.stat().st_size - 5)
    with caplog.at_level(logging.WARNING, "fingerpost"):
        files.go_on(before=3 * CHUNK_ROWS)
    assert caplog.text == ""


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 1}'])
def test_a_head_that_is_not_ours_is_refused(files: _Files, content: str) -> None:
    files.unfinished.mkdir()
    (files.unfinished / "head.json").write_text(content, encoding="utf-8")
    with pytest.raises(BatchError, match="remove the folder"):
        route_file(files.source, files.target, files.book, workers=1)


def test_two_runs_do_not_write_one_file(files: _Files) -> None:
    with Checkpoint(files.target, {}), pytest.raises(BatchError, match="another run is writing it"):
        route_file(files.source, files.target, files.book, workers=1)
    (files.unfinished / "lock").write_bytes(b"no database" * 100)
    with pytest.raises(BatchError, match="cannot be used"):
        route_file(files.source, files.target, files.book, workers=1)


def test_without_the_seal_damage_would_not_be_seen(files: _Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur's check: take the seal away, and a changed row passes."""
    files.stop_after(4)
    text = files.kept.read_bytes()
    files.kept.write_bytes(text.replace(b'"EVEN"', b'"EVIL"', 1))
    monkeypatch.setattr("fingerpost.batch.checkpoint.crc32", _Lenient(files.index))
    route_file(files.source, files.target, files.book, workers=1)
    assert read_rows(files.target)[0]["route"] == "EVIL"


class _Lenient:
    """Says of all bytes what the index says of them, as a check that checks nothing would."""

    def __init__(self, index: Path) -> None:
        import json

        self._said: list[int] = []
        for line in index.read_bytes().splitlines():
            seal, _, entry = line.partition(b" ")
            self._said += [int(seal, 16), json.loads(entry)[-1]]

    def __call__(self, data: bytes) -> int:
        from zlib import crc32

        return self._said.pop(0) if self._said else crc32(data)


def _until(holds: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
