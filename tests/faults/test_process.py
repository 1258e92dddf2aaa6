"""The memory of another process, and the wait for a status."""

from __future__ import annotations

import subprocess
import sys

import pytest
from benchmarks.faults import process
from benchmarks.faults.process import PeakMemory


def test_memory_that_was_freed_counts_as_growth() -> None:
    code = "import sys\nsys.stdin.readline()\ndata = b'x' * 60_000_000\ndel data\nprint('done', flush=True)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        memory = PeakMemory(child.pid)
        child.stdin.write(b"go\n")
        child.stdin.flush()
        child.stdout.readline()
        assert 55 < memory.growth() < 80
        child.stdin.close()


def test_a_status_that_never_comes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = iter((200, 200, 503))
    monkeypatch.setattr(process, "get", lambda *_: next(statuses))
    assert 0.4 < process.wait_for(0, "/readyz", 503, 5) < 5
    monkeypatch.setattr(process, "get", lambda *_: 200)
    assert process.wait_for(0, "/readyz", 503, 0) == float("inf")
