"""The helper processes of the serving benchmark.

`python -m benchmarks.serving_parts server` serves, and tells where its time went; `model` answers as a language model
without any time to think; `load` sends the same request over and over. Each prints what it found as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ANSWER = (
    "It assigns a value to a variable, which later lines can use [1].\n\n"
    '```avap\naddParam("a", a)\naddResult(a)\n```\n\nThe first line reads a parameter, the second returns it.'
)
PIECE = 12
"""Characters that the model sends at once."""
MEMORY = {"kilobytes": "VmRSS", "most": "VmHWM"}
"""The memory of the server now and at most, by its names in Linux."""
KEY = "k" * 32
"""The API key of the server."""


# The server


class Spent:
    """Seconds inside models, search and encoder; of what one calls of the other, only the outer counts.

    `asked` are the seconds of all that happens behind HTTP. Right for one request at a time.
    """

    def __init__(self) -> None:
        """Begin at nothing."""
        self.inside = self.asked = 0.0
        self._depth = 0

    def whole(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a coroutine function whose time is all that is not HTTP's."""

        async def counted(*given: Any, **named: Any) -> Any:
            began = perf_counter()
            try:
                return await call(*given, **named)
            finally:
                self.asked += perf_counter() - began

        return counted

    def timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a coroutine function that counts its time."""

        async def counted(*given: Any, **named: Any) -> Any:
            began = self._begin()
            try:
                return await call(*given, **named)
            finally:
                self._end(began)

        return counted

    def timed_pieces(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a generator function that counts the time for which it is waited."""

        async def counted(*given: Any, **named: Any) -> AsyncGenerator[Any, None]:
            pieces = call(*given, **named)
            try:
                while True:
                    began = self._begin()
                    try:
                        piece = await anext(pieces)
                    except StopAsyncIteration:
                        return
                    finally:
                        self._end(began)
                    yield piece
            finally:
                await pieces.aclose()

        return counted

    def _begin(self) -> float:
        self._depth += 1
        return perf_counter()

    def _end(self, began: float) -> None:
        self._depth -= 1
        if not self._depth:
            self.inside += perf_counter() - began


async def serve(model: str | None, *, counted: bool) -> None:
    """Serve the assistant at one port, and at another an empty POST of FastAPI's and what was counted."""
    import uvicorn
    from fastapi import FastAPI

    from benchmarks.__main__ import cache_folder
    from fingerpost.answering.assistant import Assistant
    from fingerpost.models.chat import ChatClient
    from fingerpost.models.encoder import Batcher
    from fingerpost.retrieval.search import Retriever
    from fingerpost.routing.router import Router
    from fingerpost.server.binding import configure_logging
    from fingerpost.server.bounded_http import bounded_protocol
    from fingerpost.server.http import make_app
    from fingerpost.server.worker import loaded_once
    from fingerpost.settings import SearchSettings, ServerSettings, Settings, Slot

    configure_logging()
    spent = Spent()
    if counted:
        ChatClient.stream = spent.timed_pieces(ChatClient.stream)  # type: ignore[method-assign]
        ChatClient.ask = spent.timed(ChatClient.ask)  # type: ignore[method-assign]
        Retriever.search = spent.timed(Retriever.search)  # type: ignore[method-assign]
        Batcher.aencode = spent.timed(Batcher.aencode)  # type: ignore[method-assign]
        Assistant.ask = spent.whole(Assistant.ask)  # type: ignore[method-assign]
    bare = FastAPI()

    @bare.post("/empty")
    async def empty() -> dict[str, str]:
        return {}

    @bare.get("/spent")
    async def told() -> dict[str, float]:
        found = {"inside": spent.inside, "asked": spent.asked}
        spent.inside = spent.asked = 0.0
        return found

    @bare.get("/memory")
    async def memory() -> dict[str, int]:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        # The most since the last time it was read.
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return {name: int(status.partition(f"{field}:")[2].split()[0]) for name, field in MEMORY.items()}

    with tempfile.TemporaryDirectory() as folder:
        cache = cache_folder()
        slots = {} if model is None else {slot: Slot(model, "instant") for slot in ("main", "conversational")}
        settings = Settings(
            cache=cache,
            database=f"sqlite:///{folder}/store.sqlite",
            slots=slots,
            search=SearchSettings(folder=cache / "index"),
            serving=ServerSettings(key=KEY),
        )
        bounded = bounded_protocol(settings.serving.limits, waits_for_models=bool(slots))
        assistant = Assistant.open(Router.from_routebook("avap", settings=settings).warm(), settings)
        servers, ports = [], []
        for app, protocol in ((make_app(assistant, settings), bounded), (bare, "httptools")):
            config = uvicorn.Config(
                app, port=0, http=protocol, ws="none", lifespan="off", log_config=None, access_log=False,
                proxy_headers=False, server_header=False,
            )  # fmt: skip
            server = uvicorn.Server(config)
            servers.append(asyncio.create_task(server.serve()))
            while not server.started:
                await asyncio.sleep(0.01)
            ports.append(server.servers[0].sockets[0].getsockname()[1])
        with loaded_once():
            _tell({"served": ports[0], "bare": ports[1]})
            await asyncio.gather(*servers)


# The model


async def be_a_model() -> None:
    """Answer every chat at once, streamed or whole."""

    def completion(choice: dict[str, Any], kind: str) -> bytes:
        head = {"id": "1", "object": kind, "created": 0, "model": "instant"}
        return json.dumps({**head, "choices": [{"index": 0, **choice}]}).encode()

    deltas = [{"delta": {"content": ANSWER[i : i + PIECE]}} for i in range(0, len(ANSWER), PIECE)]
    chunks = [completion(choice, "chat.completion.chunk") for choice in deltas]
    chunks.append(completion({"delta": {}, "finish_reason": "stop"}, "chat.completion.chunk"))
    events = b"".join(b"data: %s\n\n" % chunk for chunk in (*chunks, b"[DONE]"))
    message = {"message": {"role": "assistant", "content": ANSWER}, "finish_reason": "stop"}
    bodies = {
        True: (b"text/event-stream", events),
        False: (b"application/json", completion(message, "chat.completion")),
    }

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
                asked = json.loads(await reader.readexactly(length))
                kind, body = bodies[bool(asked.get("stream"))]
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: %s\r\ncontent-length: %d\r\n\r\n" % (kind, len(body)))
                writer.write(body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
    _tell({"port": server.sockets[0].getsockname()[1]})
    await server.serve_forever()


# The load


class Sender(asyncio.Protocol):
    """A connection that sends the next request once it has the last answer, until there are none left."""

    def __init__(self, load: Load) -> None:
        """Take whose requests to send."""
        self._load, self._held = load, b""
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = transport
        self._next()

    def data_received(self, data: bytes) -> None:
        """Count an answer once it is whole."""
        self._held += data
        head, blank, body = self._held.partition(b"\r\n\r\n")
        if not blank or len(body) < int(head.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0]):
            return
        self._held = b""
        self._load.answered(head.startswith(b"HTTP/1.1 200"))
        self._next()

    def _next(self) -> None:
        request = self._load.take()
        if request is None:
            self._transport.close()
        else:
            self._transport.write(request)


class Load:
    """Requests to one path, so many or for so long, over some connections that are kept."""

    def __init__(self, path: str, texts: list[str], count: int, seconds: float) -> None:
        """Take what to send; with a `count` it counts, else the time."""
        bodies = [json.dumps({"text": text}).encode() if text else b"{}" for text in texts]
        head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: {KEY}\r\n"
        head += "content-type: application/json\r\ncontent-length: "
        self._requests = [f"{head}{len(body)}\r\n\r\n".encode() + body for body in bodies]
        self._left, self._seconds = count or sys.maxsize, seconds
        self.done = self.failed = self._sent = 0
        self._until = float("inf")

    def take(self) -> bytes | None:
        """Return the next request, if there is one."""
        if self._left <= 0 or perf_counter() > self._until:
            return None
        self._left -= 1
        self._sent += 1
        return self._requests[self._sent % len(self._requests)]

    def answered(self, well: bool) -> None:
        """Count an answer."""
        self.done += 1
        self.failed += not well

    async def run(self, port: int, connections: int) -> dict[str, float]:
        """Send everything, and return how it went."""
        loop = asyncio.get_running_loop()
        began, used = perf_counter(), process_time()
        if self._seconds:
            self._until = began + self._seconds
        made = [await loop.create_connection(lambda: Sender(self), "127.0.0.1", port) for _ in range(connections)]
        while not all(transport.is_closing() for transport, _ in made):
            await asyncio.sleep(0.02)
        took = perf_counter() - began
        return {
            "rate": self.done / took,
            "done": self.done,
            "failed": self.failed,
            "busy": (process_time() - used) / took,
        }


def _tell(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Be one of the processes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving_parts")
    parser.add_argument("part", choices=("server", "model", "load"))
    parser.add_argument("--model")
    parser.add_argument("--counted", action="store_true")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--path", default="")
    parser.add_argument("--texts", default='[""]')
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.0)
    given = parser.parse_args()
    if given.part == "server":
        from fingerpost.server.worker import run_event_loop

        run_event_loop(partial(serve, given.model, counted=given.counted))
        return
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if given.part == "model":
            runner.run(be_a_model())
        else:
            load = Load(given.path, json.loads(given.texts), given.count, given.seconds)
            _tell(runner.run(load.run(given.port, given.connections)))


if __name__ == "__main__":
    main()
