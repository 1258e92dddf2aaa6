"""Hostile requests by named kinds, as bytes on the wire, from a seeded generator."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple, TypeVar

from benchmarks.faults.hostile_files import FILES, pdf_of
from benchmarks.faults.hostile_texts import TEXTS

HOST = b"Host: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"
PATHS = (b"/v1/ask", b"/v1/route")
PartT = TypeVar("PartT")


class HostileInput(NamedTuple):
    """A request; `is_cut`: it ends too early, so that a server may hang up without an answer."""

    kind: str
    wire: bytes
    is_cut: bool = False


def hostile_inputs(count: int, seed: int = 7) -> list[HostileInput]:
    """Return so many requests: all kinds in turns, in an order and with sizes that the seed decides."""
    draw = Random(seed)  # noqa: S311 - draws that can be repeated, not secrets
    return list(islice(_in_turns(draw), count))


def ordinary_inputs() -> list[HostileInput]:
    """Return good requests of every form, after which a server has loaded what it needs."""
    draw = Random(1)  # noqa: S311 - draws that can be repeated, not secrets
    invoice = b"Invoice 7\nTotal: $5.00\n"
    files = (
        (b"a.pdf", b"application/pdf", pdf_of(b"BT /F1 9 Tf (Invoice 7 Total: $5.00) Tj ET")),
        (b"a.xml", b"application/xml", b"<nfeProc><NFe/></nfeProc>"),
        (b"a.csv", b"text/csv", b"item,total\nlamp,5.00\n"),
        (b"a.txt", b"text/plain", invoice),
    )
    wires = [_attached(draw, [file]) for file in files] * 2
    wires += [_post(path, JSON, _with(draw)) for path in PATHS for _ in range(10)]
    return [HostileInput("ordinary", wire) for wire in wires]


def _in_turns(draw: Random) -> Iterator[HostileInput]:
    kinds = list(KINDS.items())
    while True:
        draw.shuffle(kinds)
        for kind, make in kinds:
            yield HostileInput(kind, make(draw), is_cut=kind in CUT)


# Bodies: JSON of a message, whatever is wrong with it.


def _posted(draw: Random, body: bytes) -> bytes:
    return _post(draw.choice(PATHS), JSON, body)


def _post(path: bytes, headers: bytes, body: bytes) -> bytes:
    return b"POST %s HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n%s" % (path, HOST, headers, len(body), body)


def _with(draw: Random, **fields: object) -> bytes:
    return json.dumps({"text": f"where is order {draw.randrange(10**6)}?", **fields}).encode()


def _field(draw: Random, name: str, value: bytes) -> bytes:
    return b'{"text": "order %d", "%s": %s}' % (draw.randrange(10**6), name.encode(), value)


def _deep(draw: Random) -> bytes:
    depth = draw.randrange(100, 40_000)
    opened, closed = draw.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return _field(draw, "user_info", b'{"a":' + opened * depth + b"1" + closed * depth + b"}")


def _duplicates(draw: Random) -> bytes:
    return b"{" + b", ".join(b'"text": "order %d"' % n for n in range(draw.randrange(2, 3000))) + b"}"


def _wrong_type(draw: Random) -> bytes:
    names = (
        "text",
        "session",
        "user",
        "turns",
        "intent_history",
        "user_info",
        "editor",
        "stream",
        "timeout",
        "explain",
    )
    values: tuple[object, ...] = (None, 7, -0.5, True, "x", [], [[]], {}, {"a": [1]}, [None] * 5, [{"role": 1}])
    return _with(draw, **{draw.choice(names): draw.choice(values) for _ in range(3)})


def _number(draw: Random) -> bytes:
    numbers = (b"1e999", b"-1e999", b"1e-999", b"9" * draw.randrange(100, 6000), b"-0", b"0." + b"1" * 5000, b"1E+400")
    return _field(draw, draw.choice(("timeout", "user_info")), draw.choice(numbers))


def _not_a_number(draw: Random) -> bytes:
    return _field(draw, "timeout", draw.choice((b"NaN", b"Infinity", b"-Infinity", b"nan", b"0x10", b"1_000", b"01")))


def _surrogate(draw: Random) -> bytes:
    halves = (b"\\ud800", b"\\udfff", b"\\ud83d\\u0041", b"\\udc00\\ud800", b"\\uD83D")
    return b'{"text": "order ' + draw.choice(halves) * draw.randrange(1, 500) + b'"}'


def _encoding(draw: Random) -> bytes:
    text = json.dumps({"text": f"¿dónde está mi pedido número {draw.randrange(10**6)}?"}, ensure_ascii=False)
    return text.encode(draw.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp037", "utf-8-sig", "utf-7")))


def _overlong(draw: Random) -> bytes:
    return (
        b'{"text": "' + draw.choice((b"\xc0\xaf", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xff\xfe")) * 50 + b'"}'
    )


def _cut_json(draw: Random) -> bytes:
    whole = _with(draw, user_info={"plan": "pro", "calls": [1, 2, 3]}, turns=[{"role": "user", "content": "hi"}])
    return whole[: draw.randrange(1, len(whole))]


def _noise(draw: Random) -> bytes:
    return draw.randbytes(draw.randrange(1, 5000))


BODIES: dict[str, Callable[[Random], bytes]] = {
    "deep": _deep,
    "wide": lambda draw: _with(draw, user_info={f"k{n}": n for n in range(draw.randrange(1000, 120_000))}),
    "long list": lambda draw: _with(draw, turns=[{"role": "user", "content": "x"}] * draw.randrange(500, 20_000)),
    "duplicate keys": _duplicates,
    "wrong type": _wrong_type,
    "huge number": _number,
    "not a number": _not_a_number,
    "lone surrogate": _surrogate,
    "encoding": _encoding,
    "overlong": _overlong,
    "cut JSON": _cut_json,
    "noise": _noise,
    "empty": lambda draw: b" " * draw.randrange(0, 50),
    "long text": lambda draw: _with(draw, editor="order 7 " * draw.randrange(1000, 100_000)),
    "one long word": lambda draw: json.dumps({"text": draw.choice("a1é漢") * draw.randrange(1000, 199_000)}).encode(),
    "odd names": lambda draw: _with(
        draw,
        **{
            draw.choice(("session", "request_id", "user", "room")): draw.choice(
                ("", "\0", "a" * 5000, "../..", "\u202e")
            )
        },
    ),
}


# Headers: a request with a good body, or none.


def _asked(draw: Random, headers: bytes) -> bytes:
    """Return a good request with further lines in its head."""
    return _post(draw.choice(PATHS), JSON + headers, _with(draw))


def _chosen(lines: Sequence[bytes], draw: Random) -> bytes:
    return draw.choice(lines) + b"\r\n"


def _whole(first: bytes, rest: bytes = HOST + b"\r\n") -> bytes:
    return first + b"\r\n" + rest


def _smuggled(draw: Random) -> bytes:
    hidden = b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    lengths = (
        b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: xchunked\r\n", b"Transfer-Encoding : chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n", b"Content-Length: %d\r\n" % len(hidden), b"Content-Length: 0\r\n",
    )  # fmt: skip
    return _post(draw.choice(PATHS), JSON + draw.choice(lengths), _with(draw) + hidden)


def _length(draw: Random) -> bytes:
    lengths = (b"-1", b"+5", b"0x10", b"1e3", b"99999999999999999999999", b"5, 6", b"", b"five", b"900000000")
    head = b"POST /v1/ask HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: "
    return head + draw.choice(lengths) + b"\r\n\r\n" + b"{}"


def _chunks(draw: Random) -> bytes:
    bodies = (
        b"zz\r\n{}\r\n", b"-2\r\n{}\r\n", b"2;" + b"x" * 20_000 + b"\r\n{}\r\n0\r\n\r\n",
        b"ffffffffffffffff\r\n{}", b"2\r\n{}0\r\n\r\n", b"2\r\n{}\r\n0\r\n" + b"t: x\r\n" * 5000 + b"\r\n",
    )  # fmt: skip
    head = b"POST /v1/ask HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    return head + draw.choice(bodies)


def _line(draw: Random) -> bytes:
    lines = (
        b"GARBAGE", b"GET", b"GET /", b"GET / HTTP/9.9", b"GET / HTTP/0.9", b"get / http/1.1", b"\x16\x03\x01\x02\x00",
        b"CONNECT 127.0.0.1:80 HTTP/1.1", b"TRACE / HTTP/1.1", b"GET http://elsewhere/ HTTP/1.1", b"PRI * HTTP/2.0",
        b"GET /%00%ff%zz/../../etc HTTP/1.1", b"GET /\xff\xfe HTTP/1.1", b"X" * 5000 + b" / HTTP/1.1",
        b"GET /" + b"a" * draw.randrange(8_000, 60_000) + b" HTTP/1.1", b"DELETE /v1/ask HTTP/1.1",
    )  # fmt: skip
    return _whole(draw.choice(lines))


def _host(draw: Random) -> bytes:
    hosts = (
        b"",
        b"Host: evil.example\r\n",
        HOST * 2,
        b"Host: \r\n",
        b"Host: a b\r\n",
        b"Host: " + b"a" * 9000 + b"\r\n",
    )
    return _whole(b"GET /healthz HTTP/1.1", draw.choice(hosts) + b"\r\n")


HEADER_LINES: dict[str, tuple[bytes, ...]] = {
    "bad name": (b"X Y: 1", b": 1", b"X\x00: 1", b"X\xff: 1", b"no colon"),
    "bad value": (b"X: \0", b"X: \x01\x02", b"X: \r", b"X: \n\n", b"X: " + b"\xff" * 99, b"X: a\r\n b"),
    "upgrade": (b"Connection: Upgrade\r\nUpgrade: websocket", b"Connection: Upgrade\r\nUpgrade: h2c", b"Upgrade: x"),
    "expect": (b"Expect: 100-continue", b"Expect: 200-ok", b"Expect: " + b"x" * 999),
    "origin": (b"Origin: https://evil.example", b"Origin: null", b"Origin: \xff", b"Origin: " + b"a" * 4000),
    "coded body": (b"Content-Encoding: gzip", b"Content-Encoding: br", b"Content-Encoding: x"),
    "content type": (b"Content-Type: text/plain", b"Content-Type: a/b;" + b"c=d;" * 999, b"Content-Type: "),
    "request id": (b"X-Fingerpost-Request: " + b"a" * 9000, b"X-Fingerpost-Request: \xff"),
    "duplicated": tuple(b"\r\n".join([line] * 20) for line in (b"Host: 127.0.0.1", b"Authorization: Bearer x")),
}
HEADERS: dict[str, Callable[[Random], bytes]] = {
    "many": lambda draw: b"".join(b"X-%d: 1\r\n" % n for n in range(draw.randrange(90, 3000))),
    "long": lambda draw: b"X-Long: " + b"a" * draw.randrange(10_000, 100_000) + b"\r\n",
    **{name: partial(_chosen, lines) for name, lines in HEADER_LINES.items()},
}
REQUESTS: dict[str, Callable[[Random], bytes]] = {
    "smuggled": _smuggled,
    "length": _length,
    "chunks": _chunks,
    "first line": _line,
    "host": _host,
    "pipelined": lambda draw: (b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n") * draw.randrange(2, 400),
    "cut head": lambda draw: _posted(draw, _with(draw))[: draw.randrange(1, 60)],
    "cut body": lambda draw: _posted(draw, _with(draw))[:-5],
}


# Texts and attachments.


def _said(draw: Random, text: str) -> bytes:
    return _posted(draw, json.dumps({"text": text[:199_000]}, ensure_ascii=draw.random() < 0.3).encode())


def _attached(draw: Random, files: list[tuple[bytes, bytes, bytes]]) -> bytes:
    parts = [b'--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\nwhat is the total of this invoice?\r\n']
    for name, kind, data in files:
        head = (
            b'--edge\r\nContent-Disposition: form-data; name="attachments"; filename="%s"\r\nContent-Type: %s\r\n\r\n'
        )
        parts.append(head % (name, kind) + data + b"\r\n")
    ending = draw.choice((b"--edge--\r\n", b"--edge--\r\n", b"--edge", b""))
    return _post(b"/v1/ask", b"Content-Type: multipart/form-data; boundary=edge\r\n", b"".join(parts) + ending)


def _wrapped(
    group: str, kinds: Mapping[str, Callable[[Random], PartT]], wrap: Callable[[Random, PartT], bytes]
) -> dict[str, Callable[[Random], bytes]]:
    def maker(make: Callable[[Random], PartT]) -> Callable[[Random], bytes]:
        return lambda draw: wrap(draw, make(draw))

    return {f"{group}: {name}": maker(make) for name, make in kinds.items()}


KINDS = {
    **_wrapped("body", BODIES, _posted),
    **_wrapped("header", HEADERS, _asked),
    **_wrapped("request", REQUESTS, lambda _, wire: wire),
    **_wrapped("text", TEXTS, _said),
    **_wrapped("attachment", FILES, _attached),
}
CUT = {"request: cut head", "request: cut body", "request: length", "request: chunks", "request: smuggled"}
