"""What one hostile connection, and far too many requests, do to the others: `python -m benchmarks.door [--quick]`.

Endless headers, URL and body from one connection: memory of the server, and the time of other requests with the attack
over the time without, in alternating pairs. Then four times as many requests as the server can do, over 500
connections. The server is a process of its own, as are those who attack it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median
from time import perf_counter, sleep, time_ns

import httpx
import numpy as np

from benchmarks import serving
from benchmarks.report import Check, print_checks
from benchmarks.serving_parts import KEY

PAIRS, SECONDS, RATE = 10, 3.0, 200.0
"""Pairs of a load without and with an attack, how long each load is, and its requests a second."""
CONNECTIONS, OVERLOAD, SENDERS, ROUNDS = 500, 4, 16, 3
"""Connections of the overload, how many times what the server can do it sends, connections that find that out, and how
often both loads are sent in turns."""
PAUSE = 0.1
"""Seconds before an attacker that was refused connects again."""

NEW = "what does addVar do with the value {}?"
"""A message that the classifier decides; with a number of its own, else it would be remembered."""

_POST = (
    b"POST /v1/route HTTP/1.1\r\nhost: localhost\r\nx-api-key: "
    + KEY.encode()
    + b"\r\ncontent-type: application/json\r\n"
)
_GET = b"GET /v1/route"
ATTACKS = {
    "headers": (_GET + b" HTTP/1.1\r\nhost: localhost\r\n", b"x-a: " + b"a" * 80 + b"\r\n"),
    "URL": (_GET + b"?", b"a" * 64),
    "body": (_POST + b"transfer-encoding: chunked\r\n\r\n", b"4000\r\n" + b" " * 16_384 + b"\r\n"),
    "body in chunks of a byte": (_POST + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "body of a known length": (_POST + b"content-length: 900000000000\r\n\r\n", b" " * 16_384),
}
"""What an attacker sends first, and then without end."""

Times = list[tuple[int, float]]
"""Status and seconds of every request."""


def checks(quick: bool) -> Iterator[Check]:
    """Measure everything."""
    pairs, seconds = (2, 1.0) if quick else (PAIRS, SECONDS)
    with serving._started("server") as server:
        asyncio.run(load(server["served"], RATE, seconds, SENDERS, serving.RULE))
        for kind in ATTACKS:
            yield from attacked(server, kind, pairs, seconds)
    with serving._started("server") as server:
        yield from overload(server["served"], 1 if quick else ROUNDS, 2 * seconds)
    with serving._started("server") as server:
        yield serving.rates(server, pairs, seconds)


def attacked(server: dict[str, int], kind: str, pairs: int, seconds: float) -> Iterator[Check]:
    """Compare a load without an attack with the same load during one, in turns."""
    ratios, lates, grown = [], [], 0.0
    for _ in range(pairs):
        alone = served(asyncio.run(load(server["served"], RATE, seconds, SENDERS, serving.RULE)))
        before = memory(server)["kilobytes"]
        with attacking(server["served"], kind):
            meanwhile = served(asyncio.run(load(server["served"], RATE, seconds, SENDERS, serving.RULE)))
            grown = max(grown, (memory(server)["most"] - before) / 1e3)
        ratios.append(p99(meanwhile) / p99(alone))
        lates.append((p99(alone) * 1e3, p99(meanwhile) * 1e3))
    without, during = (median(column) for column in zip(*lates, strict=True))
    note = f"p99 {without:.1f} ms without, {during:.1f} ms during it; {pairs} pairs"
    yield Check(f"endless {kind}: p99 of others over that without it", median(ratios), 1.2, note=note)
    yield Check(f"endless {kind}: growth of memory, at most", grown, 20, "MB")


def overload(port: int, rounds: int, seconds: float) -> Iterator[Check]:
    """Find the highest rate, then send at that rate and at several times that rate in turns; it begins with a burst."""
    capacity = len(served(asyncio.run(load(port, 0, seconds, SENDERS)))) / seconds
    fulls, goods, refused, failed = list[float](), list[float](), list[float](), 0
    for _ in range(rounds):
        fulls.append(p99(served(asyncio.run(load(port, capacity, seconds, CONNECTIONS)))))
        found = asyncio.run(load(port, OVERLOAD * capacity, seconds + 1, CONNECTIONS))[int(OVERLOAD * capacity) :]
        good, of_these = served(found), [took for status, took in found if status == 503]
        goods.append(p99(good))
        refused += of_these
        failed += len(found) - len(good) - len(of_these)
    shown = ", ".join(f"{full * 1e3:.0f} and {good * 1e3:.0f}" for full, good in zip(fulls, goods, strict=True))
    note = f"{capacity:.0f} a second at capacity; p99 at capacity and of what is served, in ms: {shown}"
    ratio = median(good / full for full, good in zip(fulls, goods, strict=True))
    yield Check("overload: p99 of what is served over that at capacity", ratio, 2, note=note)
    slowest = (
        f"{len(refused)} refused, p50 {median(refused or [0]) * 1e3:.0f} ms, slowest {max(refused or [0]) * 1e3:.0f} ms"
    )
    yield Check("overload: p99 of refusals", p99(refused) * 1e3, 100, "ms", note=slowest)
    yield Check("overload: neither served nor refused", failed, 0)
    again = served(asyncio.run(load(port, capacity / 4, 1.0, SENDERS)))
    yield Check("overload: served afterwards", len(again) / (capacity // 4), 0.99, at_least=True)


async def load(
    port: int, rate: float, seconds: float, connections: int, text: str = NEW, session: str | None = None
) -> Times:
    """Send messages at a rate, or with a rate of 0 each as soon as the last is answered."""
    found: Times = []
    free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    for _ in range(connections):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", port))
    run = time_ns()

    async def send(number: int) -> None:
        reader, writer = await free.get()
        body = json.dumps({"text": text.format(run + number), "session": session}).encode()
        began, status = perf_counter(), 0
        try:
            writer.write(_POST + b"content-length: %d\r\n\r\n" % len(body) + body)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0]))
            status = int(head.split(None, 2)[1])
        except (OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        found.append((status, perf_counter() - began))
        free.put_nowait((reader, writer))

    began = perf_counter()

    async def send_on(first: int) -> None:
        number = first
        while perf_counter() < began + seconds:
            await send(number)
            number += connections

    if rate:
        sent = []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - perf_counter()))
            sent.append(asyncio.create_task(send(number)))
        await asyncio.gather(*sent)
    else:
        await asyncio.gather(*map(send_on, range(connections)))
    while not free.empty():
        free.get_nowait()[1].close()
    return found


def served(found: Times) -> list[float]:
    """Return the seconds of the requests that were served."""
    return [took for status, took in found if status == 200]


def p99(seconds: list[float]) -> float:
    """Return the 99th percentile."""
    return float(np.percentile(seconds, 99)) if seconds else 0.0


def memory(server: dict[str, int]) -> dict[str, float]:
    """Return the kilobytes of the server's process, and the most since the last call."""
    found: dict[str, float] = httpx.get(f"http://127.0.0.1:{server['bare']}/memory", timeout=60).json()
    return found


@contextmanager
def attacking(port: int, kind: str) -> Iterator[None]:
    """Attack from another process meanwhile."""
    command = [sys.executable, "-m", "benchmarks.door", "--attack", kind, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            if process.stdout is None or not process.stdout.readline():
                raise RuntimeError(f"the attack by {kind} did not begin")
            yield
        finally:
            process.kill()


def attack(port: int, kind: str) -> None:
    """Send without end on one connection, and on another once that is closed."""
    first, more = ATTACKS[kind]
    flood = more * (65_536 // len(more) or 1)
    print("begun", flush=True)
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as wire:
            wire.sendall(first)
            while True:
                wire.sendall(flood)
        sleep(PAUSE)


def main() -> None:
    """Measure and print, or be the attacker."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.door", description="Attack the HTTP server.")
    parser.add_argument("--quick", action="store_true", help="two pairs, and a third of the time")
    parser.add_argument("--attack", choices=sorted(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        attack(given.port, given.attack)
    print_checks(checks(given.quick))


if __name__ == "__main__":
    main()
