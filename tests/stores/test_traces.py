"""The trace writer: requests never wait, no trace is written twice, and dropped traces are counted."""

from __future__ import annotations

import json
import os
import stat
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import StoreError
from fingerpost.stores import Store, TraceWriter, open_trace_writer
from fingerpost.stores.trace_writer import Trace
from tests.stores.words import finish, start


class Gate:
    """A sink that blocks until it is opened."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.got: list[Trace] = []

    def __call__(self, traces: Sequence[Trace]) -> None:
        self.open.wait(10)
        self.got += traces


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_traces_reach_the_store(store: Store) -> None:
    traces = open_trace_writer("store", store)
    assert traces is not None
    for number in range(1200):
        traces.put({"request": str(number)})
    assert traces.flush()
    assert (traces.written, traces.dropped) == (1200, 0)
    assert [trace["request"] for trace in store.traces(limit=2000)] == [str(number) for number in range(1200)]
    traces.close()
    traces.put({"request": "late"})
    assert traces.dropped == 1


def test_off_is_none(store: Store) -> None:
    assert open_trace_writer("off", store) is None


def test_a_file_gets_one_line_a_trace(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "made" / "traces.jsonl"
    traces = open_trace_writer(str(file), store)
    assert traces is not None
    for number in range(3):
        traces.put({"request": number, "text": "ñ\n\ud800", "odd": {1, 2}.__class__})
    assert traces.flush()
    file.rename(tmp_path / "rotated")
    traces.put({"request": 3})
    traces.close()
    assert [line["request"] for line in lines(tmp_path / "rotated")] == [0, 1, 2]
    assert [line["request"] for line in lines(file)] == [3]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_is_refused_at_once(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"traces cannot be written .*name a file"):
        open_trace_writer(str(tmp_path), store)


def test_a_full_queue_drops_and_nobody_waits() -> None:
    gate = Gate()
    traces = TraceWriter(gate, size=10)
    traces.put({"n": -1})
    while traces._queue:
        time.sleep(0.001)  # until the thread holds the first one at the gate
    begun = time.perf_counter()
    for number in range(10_000):
        traces.put({"n": number})
    assert time.perf_counter() - begun < 20, "the gate is closed: whoever waited would wait for ever"
    assert traces.dropped == 9_990
    assert not traces.flush(timeout=0.05)
    gate.open.set()
    assert traces.flush()
    assert [trace["n"] for trace in gate.got] == [-1, *range(10)]
    traces.close()
    assert traces.written == 11


def test_an_outage_is_counted_and_told_once(caplog: pytest.LogCaptureFixture) -> None:
    broken = True
    got: list[Trace] = []

    def sink(batch: Sequence[Trace]) -> None:
        if broken:
            raise StoreError("the disk is full")
        got.extend(batch)

    traces = TraceWriter(sink)
    for number in range(3):
        traces.put({"n": number})
        assert traces.flush()
    assert (traces.written, traces.dropped) == (0, 3)
    assert caplog.text.count("the disk is full") == 1
    broken = False
    traces.put({"n": 3})
    traces.close()
    assert got == [{"n": 3}]
    assert "written again; 3 were dropped" in caplog.text


def test_one_that_is_no_json_takes_no_other_with_it(store: Store) -> None:
    circle: dict[str, Any] = {}
    circle["self"] = circle
    traces = TraceWriter(store.put_traces)
    odd: Any = {("odd",): 1}
    for trace in ({"request": "a"}, circle, odd, {"request": "b"}):
        traces.put(trace)
    traces.close()
    assert (traces.written, traces.dropped) == (2, 2)
    assert [trace["request"] for trace in store.traces()] == ["a", "b"]


def test_traces_are_written_at_exit_and_none_twice_after_a_fork(tmp_path: Path) -> None:
    file = tmp_path / "traces.jsonl"
    code = """
import os, sys
from fingerpost.stores import Store, open_trace_writer
store = Store.open("sqlite:///" + sys.argv[1] + ".sqlite")
traces = open_trace_writer(sys.argv[1], store)
for number in range(100):
    traces.put({"who": "parent", "n": number})
child = os.fork()
who = "parent" if child else "child"
if child:
    os.waitpid(child, 0)
for number in range(100, 150):
    traces.put({"who": who, "n": number})
"""
    begun = time.monotonic()
    finish(start(code, str(file)))
    assert time.monotonic() - begun < 10
    found = sorted((line["who"], line["n"]) for line in lines(file))
    assert found == [("child", n) for n in range(100, 150)] + [("parent", n) for n in range(150)]


def test_an_exit_does_not_hang_on_a_stuck_sink() -> None:
    code = """
import threading
from fingerpost.stores import trace_writer
trace_writer.EXIT_TIMEOUT = 0.3
stuck = trace_writer.TraceWriter(lambda batch: threading.Event().wait())
stuck.put({})
"""
    # The sink is stuck for ever, and `finish` gives up after a minute.
    assert finish(start(code)) == ""


def test_a_torn_line_spoils_no_other(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "traces.jsonl"
    traces = open_trace_writer(str(file), store)
    assert traces is not None
    honest, calls = os.write, 0

    def short(handle: int, content: bytes) -> int:
        nonlocal calls
        if not content.startswith(b"{") and not calls:
            return honest(handle, content)
        calls += 1
        if calls == 1:
            return honest(handle, content[:5])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as then:
        then.setattr("fingerpost.stores.trace_writer.os.write", short)
        traces.put({"n": 1})
        assert traces.flush()
    traces.put({"n": 2})
    traces.close()
    assert (traces.written, traces.dropped) == (1, 1)
    assert file.read_text(encoding="utf-8").splitlines()[-1] == '{"n": 2}'
