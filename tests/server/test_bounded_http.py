"""Attacks on HTTP before the key is checked: each is refused early, and each works where the bounds are taken away."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fingerpost import Router
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.server_settings import DEFAULTS
from fingerpost.server.bounded_http import BoundedHttpProtocol
from fingerpost.server.keep_alive import KeepAliveProtocol
from fingerpost.server.limits import MAX_PIPELINED
from fingerpost.settings import ServerSettings
from tests.server.http_running import PATIENCE, Place, SlowModel, events, running, settings_in, slots_at, until

KEY = "k" * 8_000
ATTACK = 4_000_000
"""Bytes of an attack: enough to tell a server that takes all of it."""
ONE_READ = 262_144
"""The most bytes that an event loop reads at once."""
HEALTH = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
CHUNKED = HEALTH + b"transfer-encoding: chunked\r\n\r\n"
LAST_CHUNK = b"1\r\na\r\n0\r\n"


class Seen:
    """What a server took: bytes, the longest queue of requests, and the headers of the last request at its end."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.taken = self.queued = 0
        self.headers: list[bytes] = []


def _watched(protocol: type[HttpToolsProtocol], seen: Seen) -> type[asyncio.Protocol]:
    class Watched(protocol):  # type: ignore[valid-type, misc]  # a base that is a variable
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            seen.taken += len(data)

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            seen.queued = max(seen.queued, len(self.pipeline))

        def on_message_complete(self) -> None:
            super().on_message_complete()
            seen.headers = [name for name, _ in self.scope["headers"]]

    return Watched


class Target:
    """A server to attack, and what it took."""

    def __init__(self, place: Place, seen: Seen) -> None:
        host, port = place.url.removeprefix("http://").split(":")
        self.address, self.seen = (host, int(port)), seen

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)

    def send(self, *pieces: bytes, answers: int | None = None) -> list[tuple[int, Any]]:
        """Send on one connection until it is refused; return so many responses, or all until the server closes."""
        self.seen.reset()
        with self.connect() as wire:
            with suppress(ConnectionError):
                for piece in pieces:
                    wire.sendall(piece)
            return _read(wire, answers)

    def is_taken(self, *pieces: bytes) -> bool:
        """Send on one connection, and wait until the server took all of it."""
        self.seen.reset()
        with self.connect() as wire:
            for piece in pieces:
                wire.sendall(piece)
            until(lambda: self.seen.taken == sum(map(len, pieces)))
        return True


def _read(wire: socket.socket, answers: int | None = None) -> list[tuple[int, Any]]:
    """Return so many responses, or all until the server closes."""
    got = b""
    with suppress(ConnectionError):
        # Counted before they are parsed: they come in hundreds of pieces, and parsing all after each takes seconds.
        while answers is None or got.count(b"\r\n\r\n") < answers or len(_responses(got)) < answers:
            piece = wire.recv(65_536)
            if not piece:
                break
            got += piece
    return _responses(got)


def _responses(got: bytes) -> list[tuple[int, Any]]:
    """Return status and JSON of each whole response; uvicorn's own errors are plain text."""
    found = []
    while b"\r\n\r\n" in got:
        head, _, rest = got.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines()[1:])
        size, is_json = int(headers["content-length"]), headers["content-type"] == "application/json"
        if len(rest) < size:
            break
        assert headers.get("x-fingerpost-request") or not is_json
        assert headers.get("x-content-type-options") == "nosniff" or not is_json
        found.append((int(head.split()[1]), json.loads(rest[:size]) if is_json else rest[:size]))
        got = rest[size:]
    return found


@contextmanager
def _attacked(
    avap: Router, cache: Path, folder: Path, protocol: type[HttpToolsProtocol], **config: Any
) -> Iterator[Target]:
    seen = Seen()
    settings = settings_in(folder, cache, serving=ServerSettings(key=KEY))
    with running(avap, settings, _watched(protocol, seen), **config) as place:
        yield Target(place, seen)


@pytest.fixture(scope="module")
def bounded(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with _attacked(avap, own_cache, tmp_path_factory.mktemp("bounded"), BoundedHttpProtocol) as target:
        yield target


@pytest.fixture(scope="module")
def unbounded(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Return a server without our bounds."""
    with _attacked(avap, own_cache, tmp_path_factory.mktemp("unbounded"), HttpToolsProtocol) as target:
        yield target


HEADERS = b"".join(b"x-%06d: %s\r\n" % (i, b"a" * 80) for i in range(ATTACK // 92))
ENDLESS = {
    "headers": (HEALTH, HEADERS, 431),
    "empty headers": (HEALTH, b"a:\r\n" * (ATTACK // 4), 431),
    "one header": (HEALTH + b"x: ", b"a" * ATTACK, 431),
    "the name of a header": (HEALTH, b"a" * ATTACK, 431),
    "URL": (b"GET /", b"a" * ATTACK, 414),
    "line breaks": (b"", b"\r\n" * (ATTACK // 2), 431),
}
ENDLESS_BEHIND = {
    "trailers": (CHUNKED + LAST_CHUNK, HEADERS, ([200], [431])),
    "extension of a chunk": (CHUNKED + b"1;", b"a" * ATTACK, ([200], [431])),
    "headers of a pipelined request": (HEALTH + b"\r\n" + HEALTH, HEADERS, ([200], [200, 431])),
}
"""What comes after the headers of a request, and its responses: the request may be answered before it is refused."""
BOUND = DEFAULTS.head_bytes + 2 * ONE_READ


# What never ends


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_refused_early(bounded: Target, name: str) -> None:
    first, rest, status = ENDLESS[name]
    [(code, body)] = bounded.send(first, rest)
    assert code == status
    assert set(body["error"]) == {"message", "type", "param", "code"}
    assert body["error"]["code"] == "too_large"
    assert "in the body" in body["error"]["message"]
    assert bounded.seen.taken <= BOUND


@pytest.mark.parametrize("name", ENDLESS_BEHIND)
def test_what_never_ends_behind_a_request_is_refused_early(bounded: Target, name: str) -> None:
    first, rest, allowed = ENDLESS_BEHIND[name]
    assert [code for code, _ in bounded.send(first, rest)] in allowed
    assert bounded.seen.taken <= BOUND


@pytest.mark.parametrize("name", [*ENDLESS, *ENDLESS_BEHIND])
def test_without_the_bounds_all_of_it_is_taken(unbounded: Target, name: str) -> None:
    first, rest = (ENDLESS.get(name) or ENDLESS_BEHIND[name])[:2]
    assert unbounded.is_taken(first, rest)


def test_a_kept_connection_is_bounded_on_every_request(bounded: Target) -> None:
    with bounded.connect() as wire:
        for _ in range(3):
            wire.sendall(HEALTH + b"cookie: " + b"c" * 20_000 + b"\r\n\r\n")
            assert [code for code, _ in _read(wire, 1)] == [200]
        wire.sendall(HEALTH + b"cookie: " + b"c" * 40_000 + b"\r\n\r\n")
        assert [code for code, _ in _read(wire)] == [431]


def test_trailers_do_not_count_for_the_next_request(bounded: Target) -> None:
    with bounded.connect() as wire:
        for _ in range(3):
            wire.sendall(CHUNKED + LAST_CHUNK + b"x-sum: " + b"s" * 20_000)
            wire.sendall(b"\r\n\r\n")
            assert [code for code, _ in _read(wire, 1)] == [200]


def test_refusals_are_not_logged_each(bounded: Target, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody could fill the log; they are counted."""
    assert [status for status, _ in bounded.send(b"no HTTP\r\n\r\n")] == [400]
    assert caplog.text == ""


def test_refusals_are_counted(bounded: Target) -> None:
    before = _refusals()
    bounded.send(*ENDLESS["URL"][:2])
    assert _refusals() == before + 1


def _refusals() -> float:
    return sum(
        amount for name, labels, amount in METRICS.counters() if (name, labels) == ("refusals", (("kind", "http"),))
    )


# At the bounds


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (HEALTH + b"x-api-key: " + KEY.encode() + b"\r\ncookie: " + b"c" * 8_192, 200),
        (HEALTH + b"\r\n".join(b"x-%d: a" % i for i in range(DEFAULTS.headers - 1)), 200),
        (HEALTH + b"\r\n".join(b"x-%d: a" % i for i in range(DEFAULTS.headers)), 431),
        (HEALTH + b"x: " + b"a" * (DEFAULTS.head_bytes - 100), 200),
        (HEALTH + b"x: " + b"a" * DEFAULTS.head_bytes, 431),
        (b"GET /healthz?" + b"a" * (DEFAULTS.url_bytes - 9) + b" HTTP/1.1\r\nhost: localhost", 200),
        (b"GET /healthz?" + b"a" * (DEFAULTS.url_bytes - 8) + b" HTTP/1.1\r\nhost: localhost", 414),
    ],
    ids=["key and cookie", "100 headers", "101 headers", "large", "too large", "long URL", "too long URL"],
)
@pytest.mark.parametrize("size", [1 << 20, 1_000], ids=["at once", "in pieces"])
def test_the_bounds(bounded: Target, head: bytes, status: int, size: int) -> None:
    whole = head + b"\r\n\r\n"
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert [code for code, _ in bounded.send(*pieces, answers=1)] == [status]


def test_a_long_key_opens_and_a_large_body_is_no_header(bounded: Target) -> None:
    body = json.dumps({"text": "what does addVar do?", "editor": "x" * 500_000}).encode()
    head = b"POST /v1/route HTTP/1.1\r\ncontent-type: application/json\r\nx-api-key: " + KEY.encode()
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:300_000], body[300_000:]))
    for request in (
        head + b"\r\ncontent-length: %d\r\n\r\n" % len(body) + body,
        head + b"\r\ntransfer-encoding: chunked\r\n\r\n" + chunks + b"0\r\nx-sum: 1\r\n\r\n",
    ):
        [(code, _)] = bounded.send(request, answers=1)
        assert code == 200


def test_trailers_do_not_become_headers(bounded: Target, unbounded: Target) -> None:
    request = CHUNKED + LAST_CHUNK + b"x-api-key: later\r\n\r\n"
    assert bounded.is_taken(request)
    assert bounded.seen.headers == [b"host", b"transfer-encoding"]
    assert unbounded.is_taken(request)
    assert unbounded.seen.headers == [b"host", b"transfer-encoding", b"x-api-key"], "without our protocol they do"


# Pipelined requests


def test_pipelined_requests_are_answered_in_order(bounded: Target) -> None:
    paths = [b"/healthz" if i % 3 else b"/v1/models" for i in range(MAX_PIPELINED)]
    requests = b"".join(b"GET %s HTTP/1.1\r\n\r\n" % path for path in paths)
    codes = [code for code, _ in bounded.send(requests, answers=len(paths))]
    assert codes == [200 if path == b"/healthz" else 401 for path in paths]


def test_more_are_read_only_once_the_queue_is_answered(bounded: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    large = HEALTH + b"cookie: " + b"c" * 4_000 + b"\r\n\r\n"
    assert len(bounded.send(large * 400, answers=400)) == 400
    assert bounded.seen.queued <= ONE_READ // len(large)
    monkeypatch.delattr(KeepAliveProtocol, "on_response_complete")
    bounded.send(large * 400, answers=400)
    assert bounded.seen.queued > ONE_READ // len(large), "uvicorn's own reads on"


def test_the_queue_is_bounded(bounded: Target, unbounded: Target) -> None:
    many = b"GET /healthz HTTP/1.1\r\n\r\n" * 2_000
    responses = bounded.send(many)
    assert [code for code, _ in responses] == [200] * (MAX_PIPELINED + 1)
    assert bounded.seen.queued == MAX_PIPELINED
    assert len(unbounded.send(many, answers=2_000)) == 2_000
    assert unbounded.seen.queued > MAX_PIPELINED


def test_a_refusal_is_not_taken_for_the_answer_to_an_earlier_request(bounded: Target, unbounded: Target) -> None:
    wrong = HEALTH + b"\r\n" + b"NO HTTP AT ALL\r\n\r\n"
    assert [code for code, _ in bounded.send(wrong)] == [200]
    assert next(code for code, _ in unbounded.send(wrong)) == 400, "uvicorn's own is"


def test_what_is_no_http_has_an_error_like_all_others(bounded: Target) -> None:
    [(code, body)] = bounded.send(b"GET / HTTP/9.9\r\n\r\n")
    assert (code, body["error"]["type"]) == (400, "invalid_request_error")


# Whoever is slow

SLOW = {
    "silent": (b"", b""),
    "headers": (HEALTH + b"x: ", b"a"),
    "URL": (b"GET /", b"a"),
    "second request": (HEALTH + b"\r\nGET /", b"a"),
    "body of a refused request": (b"POST /v1/route HTTP/1.1\r\ncontent-length: 999999\r\n\r\n", b"a"),
}


def _drip(wires: dict[str, tuple[socket.socket, bytes]], rounds: int) -> dict[str, bytes]:
    """Send a byte now and then, and return what each connection got that the server closed."""
    got, closed = dict.fromkeys(wires, b""), {}
    for _ in range(rounds):
        for name, (wire, byte) in wires.items():
            if name in closed:
                continue
            try:
                wire.sendall(byte)
                wire.settimeout(0.01)
                piece = wire.recv(65_536)
            except TimeoutError:
                continue
            except ConnectionError:
                piece = b""
            got[name] += piece
            if not piece:
                closed[name] = got[name]
        if len(closed) == len(wires):
            break
    return closed


@pytest.mark.parametrize("protocol", [BoundedHttpProtocol, HttpToolsProtocol])
def test_whoever_is_slow_is_not_waited_for(
    avap: Router, own_cache: Path, tmp_path: Path, protocol: type[HttpToolsProtocol]
) -> None:
    with _attacked(avap, own_cache, tmp_path, protocol, keep_alive=1) as target, ExitStack() as open_wires:
        wires = {name: (open_wires.enter_context(target.connect()), byte) for name, (_, byte) in SLOW.items()}
        for name, (first, _) in SLOW.items():
            wires[name][0].sendall(first)
        if protocol is HttpToolsProtocol:
            assert _drip(wires, rounds=40) == {}, "without our protocol they stay, long after the second that they had"
            return
        closed = _drip(wires, rounds=int(PATIENCE / 0.05))
        codes = {name: [code for code, _ in _responses(got)] for name, got in closed.items()}
        assert codes == {
            "silent": [],
            "headers": [408],
            "URL": [408],
            "second request": [200, 408],
            "body of a refused request": [401],
        }


def test_an_answer_may_take_longer(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    with SlowModel(words=100) as model:
        settings = settings_in(tmp_path, own_cache, slots=slots_at(model.url))
        with running(avap, settings, keep_alive=1) as place:
            answer = place.post("/v1/ask", text="what does addVar do?", stream=True)
    name, last = events(answer.text)[-1]
    assert name == "answer"
    assert "word99" in last["text"], "two seconds of words, where headers have one second"


UPGRADES = b"connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n"
"""What Java's client adds to the first request of a connection."""


def _post(text: str, more: bytes = b"") -> bytes:
    body = json.dumps({"text": text}).encode()
    head = b"POST /v1/route HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" + more
    return head + b"x-api-key: %s\r\ncontent-length: %d\r\n\r\n" % (KEY.encode(), len(body)) + body


@pytest.mark.parametrize("split", [None, 50, -10])
def test_a_request_that_offers_another_protocol_is_served_and_so_are_the_next(
    bounded: Target, split: int | None
) -> None:
    first, second = _post("hello", UPGRADES), _post("hello again")
    together = first + second + HEALTH + UPGRADES + b"\r\n" + second
    pieces = (
        [together] if split is None else [first[:split], first[split:], second, HEALTH + UPGRADES + b"\r\n" + second]
    )
    assert [status for status, _ in bounded.send(*pieces, answers=4)] == [200] * 4


def test_saboteur_left_to_the_parser_such_a_request_has_no_body(
    bounded: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("data_received", "on_headers_complete", "on_message_complete"):
        monkeypatch.setattr(BoundedHttpProtocol, name, getattr(HttpToolsProtocol, name))
    with bounded.connect() as wire:
        wire.sendall(_post("hello", UPGRADES))
        assert [status for status, _ in _read(wire, 1)] == [400]


@pytest.mark.parametrize("method", [b"CONNECT localhost:80", b"CONNECT /v1/route"])
def test_a_tunnel_is_refused(bounded: Target, method: bytes) -> None:
    assert [status for status, _ in bounded.send(method + b" HTTP/1.1\r\nhost: localhost\r\n\r\n")] == [400]


def test_a_connection_that_shall_be_closed_is_closed_beside_an_offer(bounded: Target) -> None:
    offer = UPGRADES.replace(b"Upgrade,", b"close, Upgrade,")
    assert [status for status, _ in bounded.send(_post("hello", offer))] == [200]


def test_the_bounds_hold_for_a_request_that_offers_another_protocol(bounded: Target) -> None:
    long = UPGRADES + b"".join(b"x-%d: a\r\n" % number for number in range(DEFAULTS.headers))
    assert [status for status, _ in bounded.send(_post("hello", long))] == [431]
