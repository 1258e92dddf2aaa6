"""`python -m benchmarks.paced`: an open-loop load generator: requests at a fixed rate, with the latency of each.

A request counts from the moment at which it was due: what waits because others are slow is slow too. With a rate of 0
each of some connections sends the next once it has an answer, which tells the highest rate. No text is sent twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from time import perf_counter, time_ns

import numpy as np

CONNECTIONS, AT_ONCE = 64, 8


async def paced(port: int, rate: float, seconds: float, texts: Sequence[str]) -> dict[str, float]:
    """Send, and return the times in milliseconds with how many failed."""
    free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", port))
    took: list[float] = []
    failed = 0

    async def one(due: float, body: bytes) -> None:
        nonlocal failed
        reader, writer = await free.get()
        head = b"POST /v1/route HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        head += b"content-length: %d\r\n\r\n"
        try:
            writer.write(head % len(body) + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            length = int(answer.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0])
            await reader.readexactly(length)
            failed += not answer.startswith(b"HTTP/1.1 200")
        except (OSError, asyncio.IncompleteReadError):
            failed += 1
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        took.append((perf_counter() - due) * 1e3)
        free.put_nowait((reader, writer))

    run = time_ns()

    def body(number: int) -> bytes:
        # With a number of its own: what was decided before would be remembered.
        return json.dumps({"text": f"{texts[number % len(texts)]} ({run + number})"}).encode()

    async def without_pause(first: int) -> None:
        number = first
        while perf_counter() < began + seconds:
            await one(perf_counter(), body(number))
            number += AT_ONCE

    began = perf_counter()
    if rate:
        sent = []
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            sent.append(asyncio.create_task(one(due, body(number))))
        await asyncio.gather(*sent)
    else:
        await asyncio.gather(*(without_pause(first) for first in range(AT_ONCE)))
    middle, late = np.percentile(took, [50, 99])
    rate = len(took) / (perf_counter() - began)
    return {"p50": float(middle), "p99": float(late), "done": len(took), "failed": failed, "rate": rate}


def main() -> None:
    """Send, and print what was found as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paced")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--texts", required=True)
    given = parser.parse_args()
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(paced(given.port, given.rate, given.seconds, json.loads(given.texts)))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
