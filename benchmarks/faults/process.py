"""What is seen of a server from outside: its memory, and its answers over HTTP."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any


class PeakMemory:
    """The growth of a process's memory from now on."""

    def __init__(self, pid: int) -> None:
        """Set the peak to what the process uses now."""
        self._status = Path(f"/proc/{pid}/status")
        Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
        self._before = self._megabytes("VmRSS")

    def growth(self) -> float:
        """Return the megabytes that the process has grown by at most."""
        return self._megabytes("VmHWM") - self._before

    def _megabytes(self, name: str) -> float:
        found = re.search(rf"{name}:\s+(\d+) kB", self._status.read_text(encoding="ascii"))
        if found is None:
            raise RuntimeError(f"{self._status} has no {name}: the process has ended")
        return int(found[1]) / 1000


def get(port: int, path: str, timeout: float = 30.0) -> int:
    """Return the status of a GET."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=timeout)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status


def ask(port: int, timeout: float = 30.0, **body: Any) -> tuple[int, dict[str, Any]]:
    """Return status and body of `/v1/ask`."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=timeout)) as connection:
        connection.request("POST", "/v1/ask", json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        found: dict[str, Any] = json.loads(response.read())
        return response.status, found


def wait_for(port: int, path: str, status: int, patience: float) -> float:
    """Return the seconds after which a path has the expected status; infinity where it never has."""
    began = time.monotonic()
    while get(port, path) != status:
        if time.monotonic() > began + patience:
            return float("inf")
        time.sleep(0.2)
    return time.monotonic() - began
