"""Servers beside each other on one PostgreSQL behind one proxy: `python -m benchmarks.replicas [--quick]`.

The proxy is nginx with deploy/nginx.conf where it is installed, else a small one of asyncio. Measured with 1, 2 and 3
replicas: messages that are routed without a session (no store), and messages of sessions, each stored before it is
acknowledged; and the processor time of each, which says where the limit lies. Then one of three replicas is killed
under load: acknowledged messages must be in the store once. All of it shares the cores of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from time import monotonic, perf_counter, sleep

import httpx

from benchmarks.report import Check, print_checks
from benchmarks.stress import _postgres
from fingerpost.stores.store import Store

COUNTS, SECONDS, CONNECTIONS = (1, 2, 3), 8.0, 24
CONF = Path(__file__).parent.parent / "deploy" / "nginx.conf"
BOOK = """
fallback = "chat"
[[routes]]
name = "chat"
[[routes]]
name = "refund"
[[rules]]
name = "refund"
route = "refund"
contains = ["refund"]
"""
HEAD = b"POST /v1/route HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
START = 120.0
"""Seconds that a server has to start."""


def checks(quick: bool) -> Iterator[Check]:
    """Measure everything."""
    seconds = SECONDS / 4 if quick else SECONDS
    with _postgres() as url, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        replicas = [stack.enter_context(replica(Path(folder), url, number)) for number in range(COUNTS[-1])]
        for count in COUNTS:
            with proxy(Path(folder), [port for _, port in replicas[:count]]) as port:
                yield from measured(port, replicas[:count], seconds, url)
        with proxy(Path(folder), [port for _, port in replicas]) as port:
            yield from killed(port, replicas, url, seconds)


def measured(
    port: int, replicas: Sequence[tuple[subprocess.Popen[str], int]], seconds: float, url: str
) -> Iterator[Check]:
    """Send as fast as replies come, without and with sessions, and see how the load was spread and what it cost."""
    count, pids, postmaster = len(replicas), [process.pid for process, _ in replicas], _postmaster(url)
    before = [_served(each) for _, each in replicas]
    routed = asyncio.run(load(port, seconds, sessions=False))
    spread = [_served(each) - count for (_, each), count in zip(replicas, before, strict=True)]
    spent = [sum(map(_spent, pids)), _spent(postmaster)]
    kept = asyncio.run(load(port, seconds, sessions=True))
    own, store = (
        (after - earlier) / max(1, len(kept.acknowledged)) * 1e3
        for after, earlier in zip([sum(map(_spent, pids)), _spent(postmaster)], spent, strict=True)
    )
    cores = f"{os.cpu_count()} cores for replicas, proxy, PostgreSQL and client"
    note = f"spread {', '.join(f'{share / max(1, sum(spread)):.0%}' for share in spread)}; {cores}"
    yield Check(f"{count} replicas: messages a second", len(routed.acknowledged) / seconds, 0, at_least=True, note=note)
    note = f"p50 {kept.middle() * 1e3:.0f} ms; processor time each: replica {own:.2f} ms, PostgreSQL {store:.2f} ms"
    rate = len(kept.acknowledged) / seconds
    yield Check(f"{count} replicas: stored messages of sessions a second", rate, 0, at_least=True, note=note)
    yield Check(f"{count} replicas: messages that failed", routed.failed + kept.failed, 0)
    least = min(spread) / max(1, sum(spread)) * count
    yield Check(f"{count} replicas: least share over an equal one", least, 0.5, at_least=True)


def _postmaster(url: str) -> int:
    """Return the process of a PostgreSQL that was started here; 0 for another."""
    host = url.partition("?host=")[2]
    file = Path(host) / "data" / "postmaster.pid"
    return int(file.read_text(encoding="utf-8").split()[0]) if host and file.exists() else 0


def _spent(pid: int) -> float:
    """Return the seconds of processor time of a process, its children, and those of its children that ended."""
    if not pid:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(_spent(int(child)) for child in children)


def killed(
    port: int, replicas: Sequence[tuple[subprocess.Popen[str], int]], url: str, seconds: float
) -> Iterator[Check]:
    """Kill a replica under load, and count what was acknowledged and what is stored."""

    async def run() -> Sent:
        sending = asyncio.create_task(load(port, seconds, sessions=True))
        await asyncio.sleep(seconds / 2)
        replicas[0][0].send_signal(signal.SIGKILL)
        return await sending

    yield from compared(asyncio.run(run()), url)


def compared(sent: Sent, url: str) -> Iterator[Check]:
    """Compare what was acknowledged with what is stored."""
    with Store.open(url) as store:
        select = "SELECT request FROM fingerpost_turns WHERE role = 'user'"
        stored = [row[0] for row in store._database.read(lambda connection: connection.query(select))]
    missing = set(sent.acknowledged) - set(stored)
    note = f"{len(sent.acknowledged)} acknowledged, {sent.failed} failed and were repeated under their request_id"
    yield Check("one of three replicas killed: acknowledged messages that are missing", len(missing), 0, note=note)
    yield Check("one of three replicas killed: messages stored twice", len(stored) - len(set(stored)), 0)
    yield Check("one of three replicas killed: messages never acknowledged", sent.lost, 0)


class Sent:
    """What became of messages: ids that were acknowledged, attempts that failed, and messages that were given up."""

    def __init__(self) -> None:
        """Create an empty record."""
        self.acknowledged: list[str] = []
        self.times: list[float] = []
        self.failed = self.lost = 0

    def middle(self) -> float:
        """Return the median of the seconds."""
        return sorted(self.times)[len(self.times) // 2] if self.times else 0.0


async def load(port: int, seconds: float, *, sessions: bool) -> Sent:
    """Send messages over some connections, each as soon as the last is answered; one that fails is repeated."""
    sent, run, end = Sent(), os.urandom(4).hex(), perf_counter() + seconds

    async def client(number: int) -> None:
        connection, turn = Connection(port), 0
        while perf_counter() < end:
            turn += 1
            name = f"{run}-{number}-{turn}"
            body = {"text": f"a refund please, {turn}"}
            if sessions:
                body |= {"session": f"{run}-{number}", "request_id": name}
            began = perf_counter()
            if await _told(connection, body, sent):
                sent.acknowledged.append(name)
                sent.times.append(perf_counter() - began)
        connection.close()

    await asyncio.gather(*map(client, range(CONNECTIONS)))
    return sent


class Connection:
    """A connection that is kept, and opened anew after a failure; a client of little cost, as it shares the cores."""

    def __init__(self, port: int) -> None:
        """Take the port to connect to."""
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, body: dict[str, str]) -> int:
        """Send a message, and return the status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        data = json.dumps(body).encode()
        writer.write(HEAD % len(data) + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(answer.partition(b"content-length: ")[2].split(b"\r\n", 1)[0]))
        return int(answer.split(None, 2)[1])

    def close(self) -> None:
        """Close the connection; the next message opens another."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


async def _told(connection: Connection, body: dict[str, str], sent: Sent) -> bool:
    for _ in range(50):
        try:
            if await connection.post(body) == HTTPStatus.OK:
                return True
        except (OSError, asyncio.IncompleteReadError):
            pass
        connection.close()
        sent.failed += 1
        await asyncio.sleep(0.1)
    sent.lost += 1
    return False


def _served(port: int) -> float:
    page = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=30).text
    counts = re.findall(r'^fingerpost_http_requests_seconds_count\{path="/v1/route".* (\S+)$', page, re.MULTILINE)
    return sum(map(float, counts))


@contextmanager
def replica(folder: Path, url: str, number: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Serve with a folder and a cache of its own, as on another machine."""
    place = folder / str(number)
    (place / "desk").mkdir(parents=True)
    (place / "desk" / "routebook.toml").write_text(BOOK, encoding="utf-8")
    own = {"DATABASE_URL": url, "FINGERPOST_CACHE": str(place / "cache"), "OPENBLAS_NUM_THREADS": "1"}
    words = ["serve", "--routebook", str(place / "desk"), "--http-port", "0", "--grpc-port", "0"]
    command, environment = [sys.executable, "-m", "fingerpost", *words], {**os.environ, **own}
    with (
        (place / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            out = ""
            while process.stdout is not None and "gRPC" not in out:
                line = process.stdout.readline()
                if not line:
                    raise SystemExit((place / "log").read_text(encoding="utf-8"))
                out += line
            found = re.search(r"^HTTP http://127\.0\.0\.1:(\d+) ", out, re.MULTILINE)
            yield process, int(found[1]) if found else 0
        finally:
            process.kill()


@contextmanager
def proxy(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """Run nginx with the file of deploy/, or the small proxy below, before some replicas."""
    port = _free_port()
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx:
        servers = "".join(f"server 127.0.0.1:{each};\n" for each in ports)
        text = re.sub(r"(server 127\.0\.0\.1:\d+;\s*)+", servers, CONF.read_text(encoding="utf-8"), count=1)
        text = text.replace("listen 127.0.0.1:8080", f"listen 127.0.0.1:{port}")
        conf = folder / "nginx.conf"
        conf.write_text(text, encoding="utf-8")
        command = [nginx, "-p", str(folder), "-c", str(conf), "-g", "daemon off;"]
    else:
        command = [sys.executable, "-m", "benchmarks.replicas", "--proxy", json.dumps([port, *ports])]
    with subprocess.Popen(command) as process:
        try:
            _wait_for(port)
            yield port
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_for(port: int) -> None:
    until = monotonic() + START
    while monotonic() < until:
        with suppress(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
            return
        sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


async def small_proxy(port: int, replicas: Sequence[int]) -> None:
    """Give each connection to the next replica that takes it."""
    turn = 0

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal turn
        for _ in replicas:
            turn += 1
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", replicas[turn % len(replicas)])
                await asyncio.gather(copy(reader, there[1]), copy(there[0], writer))
                return
        writer.close()

    async with await asyncio.start_server(connected, "127.0.0.1", port) as server:
        await server.serve_forever()


def main() -> None:
    """Measure and print, or be the proxy."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replicas", description="Measure several servers.")
    parser.add_argument("--quick", action="store_true", help="a quarter of the time")
    parser.add_argument("--proxy", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.proxy:
        port, *replicas = json.loads(given.proxy)
        asyncio.run(small_proxy(port, replicas))
    print_checks(checks(given.quick))


if __name__ == "__main__":
    main()
