"""The assistance engine over gRPC: the protocol of assistance.proto, health and reflection.

server = await start_grpc(assistant, settings, 50051)
...
await server.stop(grace=10)
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from traceback import format_exception
from typing import Any
from uuid import uuid4

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from fingerpost.answering.assistant import Assistant
from fingerpost.errors import (
    DeadlineError,
    FingerpostError,
    MessageError,
    ModelError,
    SearchError,
    SettingsError,
    StoreError,
)
from fingerpost.learning.feedback import record_feedback
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as wired
from fingerpost.server.access import Guard, key_in
from fingerpost.server.grpc_messages import decision_of, final_of, fit, message_of, session_of, whole
from fingerpost.settings import Settings
from fingerpost.types import Answer

ENGINE: str = pb.DESCRIPTOR.services_by_name["AssistanceEngine"].full_name

SPARE = 0.05
"""Seconds of a caller's deadline that are kept back, so that an answer cut short still arrives."""

WRITING = 5.0
"""Seconds that requests have to write what became of them, after they were ended."""

_FAULTS: dict[type[FingerpostError], tuple[grpc.StatusCode, str]] = {
    MessageError: (grpc.StatusCode.INVALID_ARGUMENT, ""),
    DeadlineError: (grpc.StatusCode.DEADLINE_EXCEEDED, ""),
    ModelError: (grpc.StatusCode.UNAVAILABLE, "the language model is not available now: try again later"),
    SearchError: (grpc.StatusCode.UNAVAILABLE, "the documents cannot be searched now: try again later"),
    StoreError: (grpc.StatusCode.UNAVAILABLE, "the store is not available now: try again later"),
}
"""The status of each, and what to say of it where its own words are for whoever runs the server."""

_OURS = (grpc.StatusCode.INTERNAL, "a fault of this server: its log tells more")
_UNFIT = (grpc.StatusCode.FAILED_PRECONDITION, "")
_REFUSALS = {"key": grpc.StatusCode.UNAUTHENTICATED, "rate": grpc.StatusCode.RESOURCE_EXHAUSTED}

Evaluate = Callable[[Assistant, int], Awaitable[Any]]
"""Asks the golden set, this many rows of it or (0) all, and returns what EvaluateResponse has fields for."""


class Door:
    """Lets requests in, one by one: by key and rate, not while the server drains, and counted until they end."""

    def __init__(self, guard: Guard) -> None:
        """Begin open."""
        self._guard, self._running = guard, 0
        self._empty = asyncio.Event()
        self._empty.set()
        self.open = True

    async def check(self, context: Any) -> None:
        """End a request that may not come in."""
        if not self.open:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "this server is about to stop: ask again elsewhere")
        given = dict(context.invocation_metadata() or ())
        key = key_in(given.get("authorization"), given.get("x-api-key"))
        refused = self._guard.refusal(_client(context.peer()), key)
        if refused is not None:
            await context.abort(_REFUSALS[refused.kind], refused.message)

    @asynccontextmanager
    async def request(self, context: Any, otherwise: tuple[grpc.StatusCode, str] = _OURS) -> AsyncIterator[None]:
        """Hold one request, and turn what it raises into a status; `otherwise` is for errors that have none."""
        await self.check(context)
        self._running += 1
        self._empty.clear()
        # Not at the end of this context: what was said last is then still on its way to the caller.
        context.add_done_callback(self._ended)
        try:
            yield
            return
        except FingerpostError as error:
            known = (told for kind, told in _FAULTS.items() if isinstance(error, kind))
            code, said = _told(error, *next(known, otherwise))
        except Exception as error:  # noqa: BLE001 - the caller is told that it failed, and the log why
            code, said = _told(error, *_OURS)
        METRICS.count("grpc_failures", code=code.name)
        await context.abort(code, fit(said))

    def _ended(self, _: Any) -> None:
        self._running -= 1
        if not self._running:
            self._empty.set()

    async def empty(self, seconds: float) -> None:
        """Wait until no request is left, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._empty.wait()


class AssistanceService(wired.AssistanceEngineServicer):
    """The calls of the protocol."""

    def __init__(self, assistant: Assistant, door: Door, evaluate: Evaluate | None = None) -> None:
        """Take whom to ask; `evaluate` stands in for the evaluation of the golden set."""
        self._assistant, self._door = assistant, door
        self._evaluate = evaluate or _evaluate

    async def AskAgent(self, request: pb.AgentRequest, context: Any) -> pb.AgentResponse:  # noqa: N802
        """Return the whole answer."""
        async with self._door.request(context):
            asked = _asked(request)
            answer = await self._assistant.ask(**asked, timeout=_left(context))
            return final_of(answer, answer.text, asked["request"])

    async def AskAgentStream(self, request: pb.AgentRequest, context: Any) -> None:  # noqa: N802
        """Send the decision, the text as it is written, and last all that is known of the answer.

        Sent by `context.write`: a caller that goes away ends this coroutine wherever it stands, and with it the
        assistant's generator, whereas a generator of our own would be left where it last yielded.
        """
        async with self._door.request(context):
            asked, held = _asked(request), ""
            async with aclosing(self._assistant.stream(**asked, timeout=_left(context))) as events:
                async for event in events:
                    if isinstance(event, str):
                        text, held = whole(held + event)
                        if text:
                            await context.write(pb.AgentResponse(text=text))
                    elif isinstance(event, Answer):
                        if held:
                            await context.write(pb.AgentResponse(text=fit(held)))
                        await context.write(final_of(event, request=asked["request"]))
                    else:
                        await context.write(pb.AgentResponse(decision=decision_of(event, asked["request"])))

    async def Route(self, request: pb.AgentRequest, context: Any) -> pb.Decision:  # noqa: N802
        """Return the decision alone; where no session, user or room is named, nothing is stored."""
        async with self._door.request(context):
            asked = _asked(request)
            if asked["session"] is None:
                return decision_of(await self._assistant.routes.router.aroute(asked["message"]))
            return decision_of(await self._assistant.route(**asked), asked["request"])

    async def Feedback(self, request: pb.FeedbackRequest, context: Any) -> pb.FeedbackResponse:  # noqa: N802
        """Keep a person's word on a message."""
        async with self._door.request(context):
            store, book = self._assistant.sessions.store, self._assistant.routes.router.routebook
            given = request.request_id, request.route, request.session_id or None
            return pb.FeedbackResponse(route=await store.run_in_thread(record_feedback, store, book, *given))

    async def EvaluateRAG(self, request: pb.EvaluateRequest, context: Any) -> pb.EvaluateResponse:  # noqa: N802
        """Ask the golden set, and return how it went."""
        async with self._door.request(context, otherwise=_UNFIT):
            if request.limit < 0:
                raise MessageError(f"limit = {request.limit}: give how many rows to ask, or 0 for all")
            found = await self._evaluate(self._assistant, request.limit)
            return pb.EvaluateResponse(
                rows=found.rows,
                hit_at_k=found.hit_at_k,
                mrr=found.mrr,
                grounding=found.grounding,
                code_validity=found.code_validity,
                k=found.k,
                parser_version=found.parser_version,
                errors=map(fit, found.errors),
            )


class Reflection(reflection.aio.ReflectionServicer):  # type: ignore[misc]  # comes without types
    """Tells callers that may come in what can be called."""

    def __init__(self, names: tuple[str, ...], door: Door) -> None:
        """Take the services to tell of."""
        super().__init__(names)
        self._door = door

    async def ServerReflectionInfo(self, request_iterator: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802
        """Answer as the protocol of reflection has it."""
        await self._door.check(context)
        async for response in super().ServerReflectionInfo(request_iterator, context):
            yield response


class GrpcServer:
    """A server that runs. `port` is the one it listens on."""

    def __init__(self, server: Any, health_service: Any, door: Door, port: int) -> None:
        """Use `start_grpc`."""
        self.port = port
        self._server, self._health, self._door = server, health_service, door

    async def stop(self, grace: float) -> None:
        """Let no request in, say so to whoever asks for health, and end what still runs after `grace` seconds."""
        self._door.open = False
        await self._health.enter_graceful_shutdown()
        # Not left to the server's own grace: it answers no health check, and waits for those who watch health.
        await self._door.empty(grace)
        await self._server.stop(None)
        await self._door.empty(WRITING)


async def start_grpc(
    assistant: Assistant, settings: Settings, port: int, evaluate: Evaluate | None = None
) -> GrpcServer:
    """Serve an assistant at a port of the host that the settings name; port 0 takes a free one."""
    serving = settings.serving
    server = grpc.aio.server(
        options=[
            ("grpc.max_receive_message_length", serving.largest),
            # Only workers share a port: another server at ours is a mistake, and is told.
            ("grpc.so_reuseport", int(serving.workers > 1)),
        ]
    )
    door, state = Door(Guard(serving)), health.aio.HealthServicer()
    wired.add_AssistanceEngineServicer_to_server(AssistanceService(assistant, door, evaluate), server)
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    names = (ENGINE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(Reflection(names, door), server)
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    try:
        bound = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError as error:
        raise SettingsError(
            f"cannot listen on {host}:{port}: it is taken, or not ours: set FINGERPOST_HOST and FINGERPOST_GRPC_PORT"
        ) from error
    await server.start()
    for name in ("", ENGINE):
        await state.set(name, health_pb2.HealthCheckResponse.SERVING)
    return GrpcServer(server, state, door, bound)


def _told(error: Exception, code: grpc.StatusCode, instead: str) -> tuple[grpc.StatusCode, str]:
    """Return what the caller is told; where that is not all, the rest is in the log."""
    if instead:
        log_event(f"[grpc] {type(error).__name__}: {error}", logging.ERROR, traceback="".join(format_exception(error)))
    return code, instead or str(error)


def _asked(request: pb.AgentRequest) -> dict[str, Any]:
    return {
        "message": message_of(request),
        "session": session_of(request),
        "user": request.user or None,
        "room": request.room or None,
        "request": request.request_id or uuid4().hex,
    }


def _left(context: Any) -> float | None:
    """Return the seconds that the caller still waits; None where it waits for as long as it takes."""
    left: float | None = context.time_remaining()
    if left is None:
        return None
    # The protocol rounds up by as much as one in a hundred.
    usable = 0.99 * left - SPARE
    if usable <= 0:
        raise DeadlineError(f"the caller waits {left:.3f} s more, which is no time to answer in")
    return usable


def _client(peer: str) -> str:
    """Return who calls, without the port: `ipv4:10.0.0.7:5123` is 10.0.0.7."""
    kind, _, address = peer.partition(":")
    return address.rpartition(":")[0] if kind in ("ipv4", "ipv6") else peer


async def _evaluate(assistant: Assistant, limit: int) -> Any:
    from fingerpost.evaluation.rag import evaluate_rag

    return await evaluate_rag(assistant, limit=limit)
