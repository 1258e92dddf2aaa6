"""`fingerpost serve` of a source folder as a process, and what is seen of it from outside."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.faults.campaign import Measured

HERE = Path(__file__).parents[3]
FREE_PORTS = ("--http-port", "0", "--grpc-port", "0")
START = 300.0
"""Seconds in which a server must listen."""
PATIENCE = 60.0
"""Seconds after which a request counts as never answered."""

_PORTS = re.compile(r"^HTTP https?://127\.0\.0\.1:(\d+).*?^gRPC 127\.0\.0\.1:(\d+)", re.MULTILINE | re.DOTALL)

DESK = """
fallback = "other"
[[routes]]
name = "other"
[[routes]]
name = "order"
[[rules]]
name = "order"
route = "order"
patterns = ['{pattern}']
"""
"""A routebook that starts quickly, for rows that depend on no answer."""

_WRONG_CLOCK = """
import os, time
_right, _shift = time.time, float(os.environ.get("CLOCK_SHIFT", "0"))
if _shift:
    time.time = lambda: _right() + _shift
"""
"""Python reads it before anything else, in any version."""


class Row(NamedTuple):
    """A fault of version 0.1: its number, what is tried, the bar, and how it is measured in a source folder."""

    number: int
    tried: str
    bar: str
    measure: Callable[[Path], Measured]


class Reply(NamedTuple):
    """A response: its status (0 where none came), its body, and the seconds."""

    status: int
    body: bytes
    seconds: float

    @property
    def json(self) -> Any:
        """Return the body as JSON, an empty object where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}


@dataclass
class Served:
    """A server that runs."""

    folder: Path
    process: subprocess.Popen[bytes]
    port: int
    grpc_port: int

    @property
    def pid(self) -> int:
        """Return the process that serves."""
        return self.process.pid

    @property
    def database(self) -> Path:
        """Return its SQLite file."""
        return self.folder / "data" / "store.sqlite"

    def processor_seconds(self) -> float:
        """Return the time of the processor that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log(self) -> str:
        """Return what it has logged."""
        return (self.folder / "err").read_text(encoding="utf-8", errors="replace")

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = PATIENCE,
    ) -> Reply:
        """Send a request."""
        began = perf_counter()
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=timeout)) as connection:
            try:
                connection.request(method, path, body, dict(headers or {}))
                response = connection.getresponse()
                return Reply(response.status, response.read(), perf_counter() - began)
            except (OSError, HTTPException) as error:
                return Reply(0, str(error).encode(), perf_counter() - began)

    def post(self, path: str, body: Mapping[str, Any], timeout: float = PATIENCE, **headers: str) -> Reply:
        """Send JSON."""
        given = {"Content-Type": "application/json", **headers}
        return self.request("POST", path, json.dumps(body).encode(), given, timeout)

    def ask(self, text: str, timeout: float = PATIENCE, **more: Any) -> Reply:
        """Ask a question."""
        return self.post("/v1/ask", {"text": text, **more}, timeout)

    def stop(self) -> None:
        """Tell it to end, and wait; end it by force where it does not."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def write_desk(folder: Path, pattern: str) -> None:
    """Write the routebook of a folder."""
    (folder / "desk").mkdir(exist_ok=True)
    (folder / "desk" / "routebook.toml").write_text(DESK.format(pattern=pattern), encoding="utf-8")


@contextmanager
def folder_of_own() -> Iterator[Path]:
    """Make a folder for a server's files."""
    with TemporaryDirectory(prefix="fp-row-") as name:
        folder = Path(name)
        (folder / "data").mkdir()
        (folder / "clock").mkdir()
        (folder / "clock" / "sitecustomize.py").write_text(_WRONG_CLOCK, encoding="utf-8")
        write_desk(folder, "order [0-9]+")
        yield folder


@cache
def _shared(source: Path) -> TemporaryDirectory[str]:
    """Return the folder of what all servers of a version may share: students and the index of documents."""
    return TemporaryDirectory(prefix=f"fp-rows-{source.name}-")


def environment(source: Path, folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process of this version: its code, and all files in the folder."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": f"{folder / 'clock'}:{source / 'src'}",
        "PYTHONUNBUFFERED": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "FINGERPOST_CACHE": f"{_shared(source).name}/cache",
        "XDG_DATA_HOME": f"{_shared(source).name}/data",
        "DATABASE_URL": f"sqlite:///{folder / 'data' / 'store.sqlite'}",
        **more,
    }


def command(source: Path, folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this version."""
    return subprocess.run(
        [sys.executable, "-m", "fingerpost", *arguments],
        cwd=folder, env=environment(source, folder, **more), capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip


@contextmanager
def serving(source: Path, routebook: str = "avap", folder: Path | None = None, **more: str) -> Iterator[Served]:
    """Run a server of this version, with further variables of the environment."""
    if folder is None:
        with folder_of_own() as own, serving(source, routebook, own, **more) as served:
            yield served
        return
    with (folder / "out").open("wb") as out, (folder / "err").open("ab") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "fingerpost", "serve", "--routebook", routebook, *FREE_PORTS],
            cwd=folder, env=environment(source, folder, **more), stdout=out, stderr=err,
        )  # fmt: skip
    try:
        yield Served(folder, process, *_ports(folder, process))
    finally:
        process.kill()
        process.wait()


def _ports(folder: Path, process: subprocess.Popen[bytes]) -> tuple[int, int]:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        found = _PORTS.search((folder / "out").read_text(encoding="utf-8"))
        if found:
            return int(found[1]), int(found[2])
        time.sleep(0.05)
    raise RuntimeError(f"the server does not listen: {(folder / 'err').read_text(encoding='utf-8')[-500:]}")


@dataclass
class Stall:
    """The longest wait of `/healthz` meanwhile, asked again and again."""

    served: Served
    seconds: float = 0.0
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Stall:
        """Begin."""
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End, with a last wait."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            is_last = self._over.is_set()
            self.seconds = max(self.seconds, self.served.request("GET", "/healthz").seconds)
            if is_last:
                return
            time.sleep(0.02)
