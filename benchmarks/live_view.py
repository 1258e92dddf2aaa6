"""What live views of the decisions cost a server: `python -m benchmarks.live_view [--quick]`.

200 messages a second in sessions are decided and stored all the time. Beside them, as many decisions by a rule as the
server can do are counted, without a live view and with some, in alternating pairs. Each is a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from statistics import median
from time import sleep, time

import httpx
import numpy as np

from benchmarks import door, serving
from benchmarks.report import Check, print_checks
from benchmarks.serving_parts import KEY

PAIRS, SECONDS, RATE, VIEWS = 10, 3.0, 200.0, 3
"""Pairs without and with live views, how long each is, decisions a second, and how many views there are."""
SETTLE = 1.0
"""Seconds after a view was opened before anything is counted."""


def checks(quick: bool) -> Iterator[Check]:
    """Measure everything."""
    pairs, seconds = (2, 1.0) if quick else (PAIRS, SECONDS)
    without, during, delays, seen = list[float](), list[float](), list[float](), list[float]()
    with serving._started("server") as server, running("--send", server["served"]):
        _rate(server, seconds)
        for _ in range(pairs):
            sleep(SETTLE)
            without.append(_rate(server, seconds))
            with ExitStack() as stack:
                views = [stack.enter_context(running("--watch", server["served"])) for _ in range(VIEWS)]
                sleep(SETTLE)
                during.append(_rate(server, seconds))
            for view in views:
                told = json.loads(view[-1])
                delays += told["delays"]
                seen.append(told["decisions"] / told["seconds"])
    share = median(with_views / alone for with_views, alone in zip(during, without, strict=True))
    note = (
        f"{median(during):,.0f} against {median(without):,.0f} requests a second beside {RATE:.0f} decisions a second"
        f" that are stored, one worker, {VIEWS} views of {median(seen):.0f} decisions a second each; {pairs} pairs"
    )
    yield Check("/v1/route by a rule with live views open, over without", share, 0.9, at_least=True, note=note)
    note = f"p50 {median(delays) * 1e3:.0f} ms, {len(delays):,} decisions"
    yield Check("a decision is seen, p99", float(np.percentile(delays, 99)) * 1e3, 1_000, "ms", note=note)


def _rate(server: dict[str, int], seconds: float) -> float:
    told = serving._load(server["served"], "/v1/route", [serving.RULE], "--seconds", str(seconds))
    return float(told["rate"])


@contextmanager
def running(what: str, port: int) -> Iterator[list[str]]:
    """Send, or watch, in another process meanwhile; then the list has the lines that it printed."""
    command = [sys.executable, "-m", "benchmarks.live_view", what, str(port)]
    lines: list[str] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            if process.stdout is None or not process.stdout.readline():
                raise RuntimeError(f"{what} did not begin")
            yield lines
        finally:
            process.send_signal(signal.SIGINT)
            lines += process.communicate()[0].splitlines()


def send(port: int) -> None:
    """Send messages in a session at a rate until the process is ended."""
    print("begun", flush=True)
    with suppress(KeyboardInterrupt):
        while True:
            asyncio.run(door.load(port, RATE, 60.0, 8, serving.RULE, session="watched"))


def watch(port: int) -> None:
    """Read decisions as they come until the process is ended, then print how late each was."""
    delays, began = list[float](), time()
    url, headers = f"http://127.0.0.1:{port}/v1/decisions/live", {"x-api-key": KEY}
    with suppress(KeyboardInterrupt), httpx.stream("GET", url, headers=headers, timeout=60) as answer:
        print("begun", flush=True)
        for line in answer.iter_lines():
            if line.startswith("data: "):
                delays.append(time() - json.loads(line[6:]).get("at", time()))
    print(json.dumps({"delays": delays, "decisions": len(delays), "seconds": time() - began}), flush=True)


def main() -> None:
    """Measure and print, or be one of those who send and watch."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live_view", description="Measure live views.")
    parser.add_argument("--quick", action="store_true", help="two pairs, and a third of the time")
    parser.add_argument("--send", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--watch", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.send or given.watch:
        send(given.send) if given.send else watch(given.watch)
        return
    print_checks(checks(given.quick))


if __name__ == "__main__":
    main()
