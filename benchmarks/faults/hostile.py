"""Hostile inputs against a running server: each gets a status that is no failure, in time, and the server goes on."""

from __future__ import annotations

import re
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.faults.campaign import Line, Measured
from benchmarks.faults.hostile_inputs import HostileInput, hostile_inputs, ordinary_inputs
from benchmarks.faults.process import PeakMemory, ask, get
from benchmarks.killed_server import KilledServer
from fingerpost.settings import SearchSettings, Settings

INPUTS = 500
SECONDS = 2.0
"""The time for a status, and for what an ordinary client asks afterwards."""
GROWTH = 50.0
"""Megabytes that the server may grow by, over all inputs."""
ROUTEBOOK = "agents"
"""The shipped assistant that reads attachments."""
GROSS = 2 * GROWTH
"""Megabytes that are no noise of the machine."""
PATIENCE = 60.0
"""Seconds after which a response counts as one that never comes."""
STATUS = re.compile(rb"HTTP/1\.1 ([2-5]\d\d)")
"""The first status that is not one of an interim response, such as 100 Continue."""
BAR = (
    f"each a status below 500, or 503, within {SECONDS:g} s; /healthz and an ordinary question answered after each;"
    f" memory grows by less than {GROWTH:g} MB in all"
)


@dataclass(frozen=True)
class Response:
    """What came of one input: its status, 0 where the server hung up or said nothing; and whether others are served."""

    kind: str
    status: int
    seconds: float
    is_cut: bool
    others: str = ""
    others_seconds: float = 0.0

    def fault(self) -> str:
        """Return what is wrong with it; empty where nothing is."""
        if self.status >= 500 and self.status != 503:
            return f"{self.kind}: status {self.status}"
        if self.status == 0 and not self.is_cut:
            return f"{self.kind}: no status"
        return f"{self.kind}: afterwards {self.others}" if self.others else ""

    def late(self) -> str:
        """Return what came, but later than the bar; empty where nothing did."""
        if self.seconds > SECONDS:
            return f"{self.kind}: {self.seconds:.1f} s"
        return f"{self.kind}: afterwards {self.others_seconds:.1f} s" if self.others_seconds > SECONDS else ""


def send(port: int, given: HostileInput) -> tuple[int, float]:
    """Send an input, say that nothing follows, and return the status and the seconds."""
    began = perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
        # A server may refuse what it has read half of, and close.
        with suppress(OSError):
            wire.sendall(given.wire)
            if given.is_cut:
                wire.shutdown(socket.SHUT_WR)
        received = b""
        with suppress(OSError):
            while not (found := STATUS.search(received)) and (part := wire.recv(4096)):
                received += part
    return int(found[1]) if found else 0, perf_counter() - began


def try_others(port: int, number: int) -> str:
    """Return what an ordinary client meets; empty where all is well."""
    try:
        health = get(port, "/healthz", PATIENCE)
        status, _ = ask(port, PATIENCE, text=f"hello, where is order {number}?")
    except (OSError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if (health, status) == (200, 200) else f"/healthz {health}, a question {status}"


def attack(port: int, inputs: Sequence[HostileInput]) -> list[Response]:
    """Send every input, each followed by what an ordinary client asks."""
    found = []
    for number, given in enumerate(inputs):
        status, seconds = send(port, given)
        began = perf_counter()
        others = try_others(port, number)
        found.append(Response(given.kind, status, seconds, given.is_cut, others, perf_counter() - began))
    return found


def judge(found: Sequence[Response], grown: float) -> Measured:
    """Return the figures of an attack, and its faults."""
    statuses = Counter(f"{response.status // 100}xx" if response.status else "hung up" for response in found)
    slowest = max(found, key=lambda response: response.seconds)
    counted = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    figures = (
        f"{len(found)} inputs of {len({response.kind for response in found})} kinds: {counted};"
        f" slowest {slowest.seconds:.2f} s ({slowest.kind}); memory +{grown:.0f} MB"
    )
    faults = [fault for response in found if (fault := response.fault())]
    noisy = [late for response in found if (late := response.late())]
    if grown >= GROWTH:
        (faults if grown >= GROSS else noisy).insert(0, f"memory grew by {grown:.0f} MB")
    return Measured(figures, _counted(faults, "wrong"), _counted(noisy, "over the bar"))


def _counted(faults: Sequence[str], what: str) -> list[str]:
    return [f"{len(faults)} {what}", *faults] if faults else []


def measure(share: float) -> Measured:
    """Attack a server with the assistant that reads attachments."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        settings = Settings(
            cache=folder / "cache",
            database=f"sqlite:///{folder}/store.sqlite",
            traces="off",
            search=SearchSettings(folder=folder / "index"),
        )
        server = KilledServer(ROUTEBOOK, settings)
        server.start()
        try:
            # What is loaded once, by good requests of every form, is no growth.
            for number, given in enumerate(ordinary_inputs()):
                send(server.port, given)
                try_others(server.port, -number)
            memory = PeakMemory(server.pid)
            found = attack(server.port, hostile_inputs(max(1, int(INPUTS * share))))
            return judge(found, memory.growth())
        finally:
            server.kill()


LINES = [Line("hostile-inputs", BAR, measure)]
