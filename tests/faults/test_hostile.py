"""The hostile inputs and their judge, with servers that fail, are slow, hang up, grow or stop serving others."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks.faults.hostile import Response, attack, judge
from benchmarks.faults.hostile_inputs import KINDS, HostileInput, hostile_inputs, ordinary_inputs

GROUPS = {"body", "header", "request", "text", "attachment"}


def test_the_inputs_are_the_same_every_time_and_of_every_kind() -> None:
    inputs = hostile_inputs(len(KINDS))
    assert inputs == hostile_inputs(len(KINDS))
    assert Counter(given.kind for given in inputs) == dict.fromkeys(KINDS, 1)
    assert {kind.partition(":")[0] for kind in KINDS} == GROUPS
    assert inputs != hostile_inputs(len(KINDS), seed=8)


def test_the_inputs_stay_small_and_few_hang_up_first() -> None:
    inputs = hostile_inputs(200)
    assert max(len(given.wire) for given in inputs) < 3_000_000
    assert len({given.kind for given in inputs if given.is_cut}) == 5


class _Server(BaseHTTPRequestHandler):
    """Serves well, but for requests that hold `broken`, which get the status `bad`; 0 hangs up."""

    broken, bad, others = b"\xff", 500, 200

    def log_message(self, *_: Any) -> None:
        pass

    def _reply(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_GET(self) -> None:
        self._reply(200)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.broken in body:
            if self.bad:
                self._reply(self.bad)
        else:
            self._reply(self.others)


@contextmanager
def _serving(**values: Any) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Server", (_Server,), values))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _input(body: bytes, is_cut: bool = False) -> HostileInput:
    wire = b"POST /v1/ask HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    return HostileInput("odd", wire, is_cut)


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"bad": 500}, "odd: status 500"),
        ({"bad": 504}, "odd: status 504"),
        ({"bad": 0}, "odd: no status"),
        ({"bad": 400, "others": 500}, "odd: afterwards /healthz 200, a question 500"),
    ],
)
def test_a_failure_misses_the_bar(values: dict[str, Any], wrong: str) -> None:
    with _serving(protocol_version="HTTP/1.1", **values) as port:
        measured = judge(attack(port, [_input(b"\xff")]), 1.0)
    assert measured.faults == ["1 wrong", wrong]


@pytest.mark.parametrize("status", [200, 400, 413, 503])
def test_a_refusal_meets_the_bar(status: int) -> None:
    with _serving(protocol_version="HTTP/1.1", bad=status) as port:
        measured = judge(attack(port, [_input(b"\xff"), _input(b"{}")]), 49.9)
    assert measured.faults == []
    assert measured.figures.startswith("2 inputs of 1 kinds: ")


def test_a_slow_status_slow_others_and_growth_miss_the_bar_of_the_whole_campaign() -> None:
    slow, cut = Response("odd", 200, 2.1, is_cut=False), Response("cut", 0, 0.1, is_cut=True)
    assert judge([slow, cut], 1.0) == (judge([slow, cut], 1.0).figures, [], ["1 over the bar", "odd: 2.1 s"])
    assert judge([replace(cut, others_seconds=2.5)], 1.0).noisy == ["1 over the bar", "cut: afterwards 2.5 s"]
    assert judge([cut], 50.0).noisy == ["1 over the bar", "memory grew by 50 MB"]


def test_twice_the_growth_misses_the_bar_of_a_part_too() -> None:
    assert judge([Response("odd", 200, 0.1, is_cut=False)], 100.0).faults == ["1 wrong", "memory grew by 100 MB"]


def test_ordinary_requests_are_none_of_the_hostile() -> None:
    assert len(ordinary_inputs()) > 20
    assert all(b"order" in given.wire or b"invoice" in given.wire for given in ordinary_inputs())
