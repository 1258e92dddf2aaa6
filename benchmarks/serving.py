"""Overhead of the HTTP server relative to its unavoidable parts, in one run on one machine.

`python -m benchmarks.serving [--quick]`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http.client import HTTPConnection
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any

import httpx

from benchmarks.report import Check, print_checks
from benchmarks.serving_parts import KEY

RULE = "You are a direct and concise assistant. You have a project usage percentage of 20%. Give an insight."
ASKED = {
    "RETRIEVAL": "what does addVar do when the value is {}?",
    "CODE_GENERATION": "write an endpoint that reads a parameter and returns it {} times",
    "CONVERSATIONAL": "thanks a lot, that was number {}!",
    "PLATFORM": "how many calls have I made this month, more than {}?",
}
ROUNDS, SECONDS = 10, 3.0
QUESTIONS, STREAMS = 100, 200
FIRST, LAST = 5_000, 20_000
"""Requests after which memory is read, and read again."""
SHARE = 10
"""One in so many of those is a question, and the others are routed."""


def run(quick: bool) -> list[dict[str, Any]]:
    """Measure everything, and return the figures with their targets."""
    return [{**asdict(check), "met": check.met} for check in checks(quick)]


def checks(quick: bool) -> Iterator[Check]:
    """Measure with one worker, a model in a process of its own, and the load from another."""
    part = 5 if quick else 1
    with _started("model") as model:
        url = f"http://127.0.0.1:{model['port']}/v1"
        with _started("server", "--model", url) as server:
            yield rates(server, max(2, ROUNDS // part), SECONDS / part)
            yield from streams(server, STREAMS)
        with _started("server", "--model", url, "--counted") as server:
            yield from overheads(server, QUESTIONS // part)
        with _started("server", "--model", url) as server:
            yield memory(server, FIRST // part, LAST // part)


def rates(server: dict[str, int], rounds: int, seconds: float) -> Check:
    """Compare decisions by a rule with an empty POST of FastAPI's, in turns, at the same process."""
    found: dict[str, list[float]] = {"empty": [], "route": []}
    busy = []
    for _ in range(rounds):
        for name, port, path, text in (
            ("empty", server["bare"], "/empty", ""),
            ("route", server["served"], "/v1/route", RULE),
        ):
            told = _load(port, path, [text], "--seconds", str(seconds))
            found[name].append(told["rate"])
            busy.append(told["busy"])
    share = median(route / empty for route, empty in zip(found["route"], found["empty"], strict=True))
    note = (
        f"{median(found['route']):,.0f} against {median(found['empty']):,.0f} requests a second, one worker; whoever"
        f" sends them is busy {median(busy):.0%} of the time"
    )
    return Check(
        "/v1/route by a rule, with key and limits, over an empty FastAPI POST", share, 0.7, at_least=True, note=note
    )


def overheads(server: dict[str, int], questions: int) -> Iterator[Check]:
    """Time whole answers less what models, search and encoder took of it."""
    own: dict[str, list[float]] = {name: [] for name in ASKED}
    whole, wire = [], []
    with _connected(server["served"]) as served, _connected(server["bare"]) as bare:
        for number in range(-5, questions):
            for name, text in ASKED.items():
                _call(bare, "GET", "/spent")
                began = perf_counter()
                answer = _call(served, "POST", "/v1/ask", {"text": text.format(number), "session": f"s{number % 20}"})
                took = perf_counter() - began
                if answer["decision"]["route"] != name:
                    raise SystemExit(f"{text}: went to {answer['decision']['route']}: choose another one")
                spent = _call(bare, "GET", "/spent")
                if number >= 0:
                    own[name].append((took - spent["inside"]) * 1e3)
                    whole.append(took * 1e3)
                    wire.append((took - spent["asked"]) * 1e3)
    everything = [value for values in own.values() for value in values]
    by_route = ", ".join(f"{name} {median(values):.1f}" for name, values in own.items())
    note = f"of {median(whole):.1f} ms in all; {median(wire):.1f} of it is HTTP with the client's own time; {by_route}"
    yield Check("/v1/ask beyond model, search and encoder, p50", median(everything), 8, "ms", note=note)


@contextmanager
def _connected(port: int) -> Iterator[HTTPConnection]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.connect()
    # Else the kernel holds a small body back until the head before it was acknowledged.
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        yield connection
    finally:
        connection.close()


def _call(connection: HTTPConnection, method: str, path: str, body: Any = None) -> Any:
    headers = {"content-type": "application/json", "x-api-key": KEY}
    connection.request(method, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    found = json.loads(answer.read())
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}: {found}")
    return found


def streams(server: dict[str, int], count: int) -> Iterator[Check]:
    """Ask for many streams at once."""
    began = perf_counter()
    failed, firsts = asyncio.run(_streams(f"http://127.0.0.1:{server['served']}", count))
    note = f"all in {perf_counter() - began:.1f} s; the first event after {median(firsts or [0.0]):.2f} s, p50"
    yield Check(f"errors in {count} streams at once, one worker", len(failed), 0, note="; ".join([note, *failed[:2]]))


async def _streams(base: str, count: int) -> tuple[list[str], list[float]]:
    failed: list[str] = []
    firsts: list[float] = []
    texts = list(ASKED.values())

    async def one(client: httpx.AsyncClient, number: int) -> None:
        began, last = perf_counter(), ""
        body = {"text": texts[number % len(texts)].format(number), "stream": True}
        try:
            async with client.stream("POST", "/v1/ask", json=body) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("event: "):
                        if not last:
                            firsts.append(perf_counter() - began)
                        last = line
        except httpx.HTTPError as error:
            last = repr(error)
        if last != "event: answer":
            failed.append(last)

    limits = httpx.Limits(max_connections=count)
    async with httpx.AsyncClient(base_url=base, timeout=120, limits=limits, headers={"x-api-key": KEY}) as client:
        await asyncio.gather(*(one(client, number) for number in range(count)))
    return failed, firsts


def memory(server: dict[str, int], first: int, last: int) -> Check:
    """Read the memory of the process after some requests and after many."""
    bare = f"http://127.0.0.1:{server['bare']}"

    def send(count: int) -> float:
        texts = [ASKED[name].format(number) for number in range(50) for name in ASKED]
        failed = 0.0
        for path, amount in (("/v1/route", count - count // SHARE), ("/v1/ask", count // SHARE)):
            failed += _load(server["served"], path, texts, "--count", str(amount))["failed"]
        if failed:
            raise SystemExit(f"{failed:.0f} of {count} requests failed")
        return float(httpx.get(f"{bare}/memory", timeout=60).json()["kilobytes"]) / 1e3

    before = send(first)
    after = send(last - first)
    note = f"{before:.0f} MB after {first:,} requests, {after:.0f} MB after {last:,}; one in {SHARE} is a question"
    return Check("growth of memory between them", (after / before - 1) * 100, 5, "%", note=note)


def _load(port: int, path: str, texts: list[str], *more: str) -> dict[str, float]:
    words = ["load", "--port", str(port), "--path", path, "--texts", json.dumps(texts), *more]
    done = subprocess.run(_command(*words), capture_output=True, check=True, text=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


@contextmanager
def _started(*words: str) -> Iterator[dict[str, int]]:
    with (
        # Its log goes to a file, as that of a server does.
        TemporaryFile() as log,
        subprocess.Popen(_command(*words), stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            if process.stdout is None:
                raise RuntimeError("a pipe was asked for")
            yield json.loads(process.stdout.readline())
        finally:
            process.kill()


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.serving_parts", *words]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving", description="Measure the HTTP server.")
    parser.add_argument("--quick", action="store_true", help="a fifth of everything")
    print_checks(checks(parser.parse_args().quick))


if __name__ == "__main__":
    main()
