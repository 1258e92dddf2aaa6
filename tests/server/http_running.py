"""A real HTTP server over a real assistant, for tests over the wire, and a slow model."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import uvicorn

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.runtime.server_settings import DEFAULTS
from fingerpost.server.bounded_http import bounded_protocol
from fingerpost.server.http import HttpApp, make_app
from fingerpost.server.pages import AddPages
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

PATIENCE = 90.0
"""Seconds after which a hanging test fails."""


def settings_in(folder: Path, cache: Path, **more: Any) -> Settings:
    """Return settings that write to test folders only."""
    return replace(
        Settings(
            cache=cache,
            database=f"sqlite:///{folder}/store.sqlite",
            search=SearchSettings(folder=cache / "index"),
            traces="off",
        ),
        **more,
    )


def slots_at(url: str) -> dict[str, Slot]:
    """Return the slots of the two models that answer; the router uses no model."""
    return {"main": Slot(url, "big"), "conversational": Slot(url, "small")}


@dataclass
class Place:
    """A running server."""

    assistant: Assistant
    url: str
    http: httpx.Client
    app: HttpApp

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Send JSON."""
        return self.http.post(path, json=body)

    def texts(self, session: str) -> list[str]:
        """Return what is stored of a session."""
        return [turn.text for turn in self.assistant.sessions.store.turns(session)]

    def outcomes(self, user: str) -> list[tuple[str, str]]:
        """Return role and outcome of everything that is stored of a user."""
        rows = self.assistant.sessions.store.export(user)
        return [(row["role"], row["outcome"]) for row in rows if "role" in row]


@contextmanager
def running(
    router: Router,
    settings: Settings,
    protocol: type[asyncio.Protocol] | None = None,
    keep_alive: int = DEFAULTS.head_seconds,
    add_pages: AddPages | None = None,
) -> Iterator[Place]:
    """Serve on a free port in a new thread, as `fingerpost serve` does unless told otherwise."""
    begun = threading.Event()
    found: dict[str, Any] = {}

    async def serve() -> None:
        assistant = Assistant.open(router, settings)
        app = make_app(assistant, settings, add_pages)
        config = uvicorn.Config(
            app,
            port=0,
            http=protocol or bounded_protocol(settings.serving.limits, waits_for_models=bool(settings.slots)),
            lifespan="off",
            log_config=None,
            ws="none",
            access_log=False,
            timeout_keep_alive=keep_alive,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        found.update(
            loop=asyncio.get_running_loop(), assistant=assistant, app=app, server=server, url=f"http://127.0.0.1:{port}"
        )
        begun.set()
        await serving
        await assistant.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    with httpx.Client(base_url=found["url"], timeout=PATIENCE) as client:
        try:
            yield Place(found["assistant"], found["url"], client, found["app"])
        finally:
            found["server"].should_exit = True
            found["app"].state.health.close()
            found["loop"].call_soon_threadsafe(found["app"].decisions.feed.close)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    found["app"].state.changes.close()
    found["app"].state.routes.close()


def says(model: ScriptedServer, *replies: ScriptedReply | str) -> None:
    """Set the replies of a model, and clear its recorded requests."""
    model.replies = deque(reply if isinstance(reply, ScriptedReply) else ScriptedReply(reply) for reply in replies)
    model.requests.clear()


def sent(model: ScriptedServer, which: int = -1) -> str:
    """Return all messages of one request to a model."""
    return "\n".join(message["content"] for message in model.requests[which]["messages"])


def until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds that another thread brings about."""
    given_up = monotonic() + PATIENCE
    while not true():
        assert monotonic() < given_up, "it never happened"
        sleep(0.01)


def events(text: str) -> list[tuple[str, Any]]:
    """Parse server-sent events by the standard: one field a line, and an empty line ends an event."""
    found: list[tuple[str, Any]] = []
    name, data = "message", list[str]()
    for line in text.split("\n"):
        if not line:
            if data:
                found.append((name, json.loads("\n".join(data))))
            name, data = "message", []
            continue
        field, _, value = line.partition(":")
        if field == "event":
            name = value.removeprefix(" ")
        elif field == "data":
            data.append(value.removeprefix(" "))
    return found


class SlowModel:
    """A model on loopback that writes a word at a time until it has said `words` of them, or its caller is gone.

    `begun` is set with its first word, and `left` once somebody did not wait for the last.
    """

    def __init__(self, words: int, pause: float = 0.02) -> None:
        """Take how much it has to say."""
        self.begun, self.left = threading.Event(), threading.Event()
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                try:
                    for number in range(words):
                        self._chunk({"content": f"word{number} "}, None)
                        model.begun.set()
                        sleep(pause)
                    self._chunk({}, "stop")
                    self.wfile.write(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n")
                except OSError:
                    model.left.set()
                    self.close_connection = True

            def _chunk(self, delta: dict[str, str], finished: str | None) -> None:
                choice = {"index": 0, "delta": delta, "finish_reason": finished}
                head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "slow"}
                data = f"data: {json.dumps({**head, 'choices': [choice]})}\n\n".encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """Return the base address."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> SlowModel:
        """Start to serve."""
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
