"""A client of server-sent events that reads in a thread, as a browser does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic, time
from typing import Any

import httpx

from tests.server.http_running import PATIENCE, until


class LiveClient(threading.Thread):
    """Reads events until it is closed: `events` has their names and values, `last_id` the last id."""

    def __init__(self, url: str, query: Mapping[str, str], headers: Mapping[str, str]) -> None:
        """Connect."""
        super().__init__(daemon=True)
        self._url, self._query, self._headers = url, query, headers
        self.events: list[tuple[str, Any]] = []
        self.times: list[float] = []
        self.wall_times: list[float] = []
        self.last_id, self.status, self.ended = "", 0, False
        self._stop = threading.Event()
        self.start()

    def run(self) -> None:
        """Read lines until the stream ends, or its server does."""
        with suppress(httpx.HTTPError):
            self._read()
        self.ended = True

    def _read(self) -> None:
        with httpx.stream(
            "GET", f"{self._url}/v1/decisions/live", params=self._query, headers=self._headers, timeout=PATIENCE
        ) as answer:
            self.status, name = answer.status_code, ""
            for line in answer.iter_lines():
                if self._stop.is_set():
                    return
                field, _, value = line.partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    self.times.append(monotonic())
                    self.wall_times.append(time())
                    self.events.append((name, json.loads(value)))
                elif field == "id":
                    self.last_id = value

    def named(self, name: str) -> list[Any]:
        """Return the values of the events with a name."""
        return [value for event, value in list(self.events) if event == name]

    @property
    def texts(self) -> list[str]:
        """Return the texts of the decisions."""
        return [value["text"] for value in self.named("decision")]

    def close(self) -> None:
        """Stop at the next line; a heartbeat brings one."""
        self._stop.set()


@contextmanager
def watching(url: str, headers: Mapping[str, str] | None = None, **query: str) -> Iterator[LiveClient]:
    """Yield a client that is connected and has its first id."""
    client = LiveClient(url, query, headers or {})
    try:
        until(lambda: bool(client.last_id) or (client.status not in (0, 200)))
        yield client
    finally:
        client.close()
