"""Latency of a running server during background training, promotions and roll-backs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

import httpx

from benchmarks.report import Check
from fingerpost.learning.background_training import SINGLE_THREAD_ENVIRONMENT
from fingerpost.stores.store import Store

ROUNDS, SECONDS = 5, 8.0
SWAPS = 10
WORSE, QUICK = 1.3, 1.0
"""The targets: p99 while a student is trained over p99 without, and seconds that a roll-back may take."""

SETS = Path(__file__).parent.parent / "tests" / "data"


def checks(cache: Path, texts: Sequence[str], quick: bool) -> Iterator[Check]:
    """Measure at half of the load that one worker can bear, the load coming from this machine too."""
    with TemporaryDirectory() as folder:
        place = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/store.sqlite",
            "FINGERPOST_CACHE": str(cache),
            "XDG_DATA_HOME": f"{folder}/data",
        }
        rows = Path(folder) / "rows.jsonl"
        rows.write_bytes((SETS / "avap-check.jsonl").read_bytes())
        with _serving(place, Path(folder)) as url:
            port = int(url.rpartition(":")[2])
            most = _paced(port, 0, SECONDS, texts)["rate"]
            yield from trainings(place, port, rows, texts, most / 2, 2 if quick else ROUNDS)
            yield from swaps(place, url, port, texts, most / 2, 3 if quick else SWAPS)


def trainings(
    place: dict[str, str], port: int, rows: Path, texts: Sequence[str], rate: float, rounds: int
) -> Iterator[Check]:
    """Compare the slowest hundredth of requests with and without a training, in turns."""
    alone, beside, failed = [], [], 0.0
    for _ in range(rounds):
        before = _paced(port, rate, SECONDS, texts)
        training = _learn(place, rows)
        during = _paced(port, rate, SECONDS, texts)
        if training.poll() is not None:
            raise SystemExit("the training was over before the measurement: give it more rows")
        training.wait()
        if training.returncode not in (0, 1):
            raise SystemExit(f"the training failed with {training.returncode}")
        alone.append(before["p99"])
        beside.append(during["p99"])
        failed += before["failed"] + during["failed"]
    ratio = median(b / a for a, b in zip(alone, beside, strict=True))
    note = f"{median(beside):.1f} against {median(alone):.1f} ms at {rate:.0f} requests a second, {rounds} rounds"
    yield Check("p99 of /v1/route while a student is trained, over p99 without", ratio, WORSE, note=note)
    yield Check("requests that failed beside a training", failed, 0)


def swaps(place: dict[str, str], url: str, port: int, texts: Sequence[str], rate: float, count: int) -> Iterator[Check]:
    """Promote and roll back under load, and time how long a roll-back takes until the server decides by it."""
    took: list[float] = []
    load: list[dict[str, float]] = []
    sending = Thread(target=lambda: load.append(_paced(port, rate, 4.0 * count + 2, texts)))
    sending.start()
    with Store.open(place["DATABASE_URL"]) as store:
        number = store.students.all("avap")[0].id
        before = _student(url)
        for _ in range(count):
            store.students.set_serving("avap", number, "benchmark")
            promoted = _wait_for_other(url, before)
            began = time.perf_counter()
            store.students.roll_back("avap", "benchmark")
            before = _wait_for_other(url, promoted)
            took.append(time.perf_counter() - began)
    sending.join()
    note = f"{count} promotions and roll-backs at {rate:.0f} requests a second, {load[0]['done']:.0f} requests"
    yield Check("a roll-back until the server decides by it, slowest", max(took), QUICK, "s", note=note)
    yield Check("requests that failed meanwhile", load[0]["failed"], 0)


def _student(url: str) -> str:
    return str(httpx.get(f"{url}/readyz", timeout=60).json()["student"])


def _wait_for_other(url: str, than: str) -> str:
    until = time.perf_counter() + 30
    while (now := _student(url)) == than:
        if time.perf_counter() > until:
            raise SystemExit(f"{than} still serves after 30 s")
        time.sleep(0.02)
    return now


def _paced(port: int, rate: float, seconds: float, texts: Sequence[str]) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.paced", "--port", str(port), "--rate", str(rate)]
    command += ["--seconds", str(seconds), "--texts", json.dumps(list(texts))]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _learn(place: dict[str, str], rows: Path) -> subprocess.Popen[bytes]:
    """Train as a server has it done: in a process of its own, at the lowest priority, on one thread."""
    held = str(SETS / "avap-dev.jsonl")
    command = [
        sys.executable,
        "-m",
        "fingerpost",
        "learn",
        "--routebook",
        "avap",
        "--rows",
        str(rows),
        "--held-out",
        held,
        "--keep",
    ]
    training = subprocess.Popen(
        command, env={**place, **SINGLE_THREAD_ENVIRONMENT}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.setpriority(os.PRIO_PROCESS, training.pid, 19)
    return training


@contextmanager
def _serving(place: dict[str, str], folder: Path) -> Iterator[str]:
    command = [
        sys.executable,
        "-m",
        "fingerpost",
        "serve",
        "--routebook",
        "avap",
        "--http-port",
        "0",
        "--grpc-port",
        "0",
    ]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=place, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            if process.stdout is None:
                raise RuntimeError("a pipe was asked for")
            line = next(line for line in process.stdout if line.startswith("HTTP "))
            yield line.split()[1]
        finally:
            process.terminate()
