"""Rows of the door: endless and hostile requests, foreign pages, too many at once."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter

import grpc

from benchmarks.faults.campaign import Measured
from benchmarks.faults.process import PeakMemory
from benchmarks.faults.rows.serving import Reply, Row, Served, Stall, serving, write_desk

GROWTH, STALL = 20.0, 4.0
"""Megabytes and seconds that one request may cost the others."""
PROCESSOR = 1.0
"""Seconds of the processor that one attachment may cost."""
ENDLESS, SECONDS = 200_000_000, 6.0
"""Bytes that are sent without an end at most, and for how long."""
HEAD = b"GET /v1/models HTTP/1.1\r\nhost: localhost\r\n"
HALF_OPEN, HELD = 200, 40.0
CONNECTIONS, REQUESTS = 500, 1000


def endless(served: Served, first: bytes, again: bytes) -> tuple[int, float]:
    """Send without an end, until the server hangs up; return the bytes that it took, and its megabytes of growth."""
    memory, sent, until = PeakMemory(served.pid), 0, perf_counter() + SECONDS
    part = again * max(1, 65_536 // len(again))
    with socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS) as wire, suppress(OSError):
        wire.sendall(first)
        while sent < ENDLESS and perf_counter() < until:
            wire.sendall(part)
            sent += len(part)
    return sent, memory.growth()


def endless_headers(source: Path) -> Measured:
    """Row 1."""
    with serving(source, "desk", FINGERPOST_API_KEY="a-key-that-nobody-sends") as served:
        sent, grown = endless(served, HEAD, b"x-a: " + b"a" * 80 + b"\r\n")
    return Measured(f"took {sent / 1e6:.1f} MB, memory +{grown:.0f} MB", ["memory"] if grown >= GROWTH else [])


def endless_url(source: Path) -> Measured:
    """Row 2."""
    with serving(source, "desk") as served, Stall(served) as stall:
        sent, grown = endless(served, b"GET /v1/models?", b"a")
    faults = [f"{sent / 1e6:.0f} MB of a URL were taken"] if sent > 5_000_000 else []
    figures = f"took {sent / 1e6:.1f} MB, stall {stall.seconds:.2f} s, memory +{grown:.0f} MB"
    return Measured(figures, faults)


def large_bodies(source: Path) -> Measured:
    """Row 7."""
    bodies = {
        "400,000 turns": b'"turns": [' + b",".join([b'{"role":"user","content":""}'] * 400_000) + b"]",
        "300,000 entries of history": b'"intent_history": ['
        + b",".join([b'{"type":"RETRIEVAL","topic":"a"}'] * 300_000)
        + b"]",
        "5 million empty objects": b'"user_info": {"a": [' + b",".join([b"{}"] * 5_000_000) + b"]}",
    }
    headers = {"Content-Type": "application/json"}
    figures, faults = [], []
    with serving(source, "desk") as served:
        served.post("/v1/route", {"text": "order 1"})
        for name, content in bodies.items():
            with Stall(served) as stall:
                reply = served.request("POST", "/v1/route", b'{"text": "hello", ' + content + b"}", headers)
            figures.append(f"{name}: {reply.status}, stall {stall.seconds:.2f} s")
            if stall.seconds > STALL or not 400 <= reply.status < 500:
                faults.append(name)
    return Measured("; ".join(figures), faults)


def many_attributes(source: Path) -> Measured:
    """Row 8."""
    small = b"<invoice><total>5</total></invoice>"
    large = b"<invoice " + b" ".join(b'a%d="x"' % number for number in range(800_000)) + b"/>"
    fields = {"text": "what is the total of this invoice?", "declared": "commerce"}
    with serving(source, "agents") as served:
        send_form(served, fields, ("a.xml", b"application/xml", small))
        began = served.processor_seconds()
        with Stall(served) as stall:
            reply = send_form(served, fields, ("a.xml", b"application/xml", large))
        spent = served.processor_seconds() - began
    figures = f"{reply.status}, {spent:.2f} s of the processor, stall {stall.seconds:.2f} s"
    faults = [f"{spent:.2f} s of the processor"] if spent > PROCESSOR else []
    return Measured(figures, faults if reply.status == 200 else [*faults, f"status {reply.status}"])


def send_form(served: Served, fields: dict[str, str], file: tuple[str, bytes, bytes] | None, **headers: str) -> Reply:
    """Send a multipart form to `/v1/ask`."""
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value.encode())
        for name, value in fields.items()
    ]
    if file:
        name, kind, content = file
        head = f'Content-Disposition: form-data; name="attachments"; filename="{name}"\r\nContent-Type: '
        parts.append(head.encode() + kind + b"\r\n\r\n" + content)
    body = b"".join(b"--edge\r\n" + part + b"\r\n" for part in parts) + b"--edge--\r\n"
    given = {"Content-Type": "multipart/form-data; boundary=edge", **headers}
    return served.request("POST", "/v1/ask", body, given)


def foreign_pages(source: Path) -> Measured:
    """Row 10."""
    with serving(source, "desk") as served:
        rebound = served.post("/v1/route", {"text": "hello"}, Host="evil.example").status
        form = send_form(served, {"text": "hello", "session": "s"}, None, Origin="https://evil.example").status
    faults = [name for name, status in (("foreign Host", rebound), ("form of a foreign page", form)) if status == 200]
    return Measured(f"foreign Host {rebound}, form of a foreign page {form}", faults)


def slow_pattern(source: Path) -> Measured:
    """Row 16: a pattern with exponential backtracking is written while the routebook is served."""
    with serving(source, "desk") as served:
        before = served.post("/v1/route", {"text": "order 1"}).json.get("route")
        write_desk(served.folder, "(a+)+$")
        time.sleep(5.0)
        served.post("/v1/route", {"text": "hello"})
        time.sleep(2.0)
        with Stall(served) as stall:
            reply = served.post("/v1/route", {"text": "a" * 26 + "!"})
        names_it = "(a+)+$" in served.log()
    figures = f"before {before}; {reply.status} after {reply.seconds:.1f} s, stall {stall.seconds:.1f} s"
    faults = ["frozen"] if max(reply.seconds, stall.seconds) > STALL else []
    if not names_it:
        faults.append("the log does not name the pattern")
    return Measured(f"{figures}, {'named' if names_it else 'not named'} in the log", faults)


def half_open(source: Path) -> Measured:
    """Row 20."""
    head = b"POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"
    with serving(source, "desk") as served:
        wires = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(HALF_OPEN)]
        for wire in wires:
            wire.sendall(head)
        until = time.monotonic() + HELD
        while (held := sum(not _is_answered(wire) for wire in wires)) and time.monotonic() < until:
            time.sleep(0.5)
        for wire in wires:
            wire.close()
        time.sleep(2.0)
        served.stop()
        tracebacks = served.log().count("Traceback")
    faults = ([f"{held} are still held"] if held else []) + ([f"{tracebacks} tracebacks"] if tracebacks else [])
    return Measured(f"of {HALF_OPEN}, {held} held after {HELD:g} s, {tracebacks} tracebacks", faults)


def _is_answered(wire: socket.socket) -> bool:
    wire.setblocking(False)
    try:
        wire.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def too_many(source: Path) -> Measured:
    """Row 24: all connections ask at once, and once more."""
    with serving(source) as served:
        served.ask("what does addVar do?")
        found: list[Reply] = []

        def ask(number: int) -> None:
            asked = (f"what does addVar do with {number} and {turn}?" for turn in range(REQUESTS // CONNECTIONS))
            found.extend(served.ask(text, 120.0) for text in asked)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        is_well = served.request("GET", "/healthz").status == 200
    return judge_too_many(found, is_well)


def judge_too_many(found: Sequence[Reply], is_well: bool) -> Measured:
    """Return the figures of an overload, and its faults."""
    statuses = Counter(reply.status for reply in found)
    waits = sorted(reply.seconds for reply in found if reply.status == 200) or [0.0]
    figures = (
        f"{dict(sorted(statuses.items()))}; p50 of what was served {median(waits):.2f} s, longest {waits[-1]:.2f} s"
    )
    faults = [] if statuses[503] else ["nothing is refused: all of it queues"]
    if set(statuses) - {200, 503}:
        faults.append("neither served nor refused")
    if not is_well:
        faults.append("/healthz does not answer afterwards")
    return Measured(figures, faults)


def no_message(source: Path) -> Measured:
    """Row 26."""
    with serving(source, "desk") as served, grpc.insecure_channel(f"127.0.0.1:{served.grpc_port}") as channel:
        call = channel.unary_unary("/fingerpost.v1.AssistanceEngine/AskAgent", bytes, bytes)
        try:
            call(b"\xff\xff\xff\xff", timeout=20.0)
            code, words = "OK", ""
        except grpc.RpcError as error:
            code, words = error.code().name, error.details() or ""
    return Measured(f"{code}: {words[:60]}", [] if code == "INVALID_ARGUMENT" else [f"{code} is no INVALID_ARGUMENT"])


def docs_page(source: Path) -> Measured:
    """Row 21."""
    with serving(source, "desk") as served:
        page = served.request("GET", "/docs").body.decode()
    loaded = re.findall(r'(?:src|href)="(https?://[^"]+)"', page)
    return Measured(f"{len(loaded)} files from the internet", loaded)


ROWS = [
    Row(1, "endless headers without a key", f"memory grows by less than {GROWTH:g} MB", endless_headers),
    Row(2, "an endless URL", "less than 5 MB of it is taken", endless_url),
    Row(7, "legal bodies of 12 to 15 MB", f"4xx, and no stall over {STALL:g} s", large_bodies),
    Row(8, "an XML element with 800,000 attributes", f"at most {PROCESSOR:g} s of the processor", many_attributes),
    Row(10, "a foreign Host, a form of a foreign page", "both refused", foreign_pages),
    Row(16, "(a+)+$ written into a served routebook", f"named in the log, no stall over {STALL:g} s", slow_pattern),
    Row(20, f"{HALF_OPEN} half-open bodies", f"none held after {HELD:g} s, no traceback", half_open),
    Row(21, "/docs", "loads nothing from the internet", docs_page),
    Row(24, f"{REQUESTS} questions over {CONNECTIONS} connections", "each served or refused, some refused", too_many),
    Row(26, "gRPC bytes that are no message", "INVALID_ARGUMENT", no_message),
]
