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

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.answering.request import Request
from fingerpost.errors import DeadlineError, FingerpostError, MessageError, SettingsError
from fingerpost.learning.feedback import record_feedback
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.deadline import Deadline
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server.access import AccessDenied, AccessPolicy, Caller, read_api_key
from fingerpost.server.explaining import Explainer
from fingerpost.server.grpc_messages import (
    decode_message,
    encode_answer,
    encode_decision,
    split_surrogate,
    valid_text,
)
from fingerpost.server.grpc_requests import add_service
from fingerpost.server.json_size import LARGE_BODY
from fingerpost.server.overload import RETRY_AFTER, LoadGate
from fingerpost.server.session_names import SessionNames, feedback_owner
from fingerpost.server.statuses import DENIED, GRPC_CODES, error_entry
from fingerpost.server.tls import grpc_credentials
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Message

ENGINE: str = pb.DESCRIPTOR.services_by_name["AssistanceEngine"].full_name

DEADLINE_RESERVE = 0.05
"""Seconds of a caller's deadline that are reserved, so that an answer cut short still arrives."""

WRITE_TIMEOUT = 5.0
"""Seconds that cancelled requests have to write their outcome."""

_INTERNAL = (grpc.StatusCode.INTERNAL, "internal error: see the server's log")
_PRECONDITION = (grpc.StatusCode.FAILED_PRECONDITION, "")
_OVERLOAD = "the server has more to do than it can do in time: try again later"

EvaluateFunction = Callable[[Assistant, int], Awaitable[Any]]
"""Evaluates this many rows of the golden set, or all for 0; returns an object with EvaluateResponse's fields."""


class Admission:
    """Admits requests that the access policy allows, and none while the server drains; counts the running ones."""

    def __init__(self, policy: AccessPolicy, gate: LoadGate) -> None:
        """Create it with this access policy, admitting requests that can be served in time."""
        self._policy, self._gate = policy, gate
        self._idle = asyncio.Event()
        self._idle.set()
        self.open = True

    async def check(self, context: Any, method: str) -> Caller:
        """Return who calls a method; abort a call that is not admitted."""
        if not self.open:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "this server is shutting down: retry on another one")
        if self._gate.refuses():
            METRICS.count("refusals", kind="overload")
            later = (("grpc-retry-pushback-ms", str(RETRY_AFTER * 1000)),)
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, _OVERLOAD, later)
        metadata = dict(context.invocation_metadata() or ())
        key = read_api_key(metadata.get("authorization"), metadata.get("x-api-key"))
        caller = self._policy.admit(_client_address(context.peer()), key, method)
        if isinstance(caller, AccessDenied):
            await context.abort(GRPC_CODES[DENIED[caller.kind]], caller.message)
            raise AssertionError("abort raises")
        return caller

    @asynccontextmanager
    async def request(
        self, context: Any, method: str, default: tuple[grpc.StatusCode, str] = _INTERNAL
    ) -> AsyncIterator[Caller]:
        """Run one request, and turn an error into a status; `default` is the status of errors without their own."""
        caller = await self.check(context, method)
        self._gate.begin()
        self._idle.clear()
        # Not at the end of this context: the last response is then still on its way to the caller.
        context.add_done_callback(self._ended)
        try:
            yield caller
            return
        except FingerpostError as error:
            found = error_entry(error)
            code, details = _status_of(error, *(default if found is None else (GRPC_CODES[found[0]], found[1])))
        except Exception as error:  # noqa: BLE001 - the caller gets a status, and the log the traceback
            code, details = _status_of(error, *_INTERNAL)
        METRICS.count("grpc_failures", code=code.name)
        await context.abort(code, valid_text(details))

    def _ended(self, _: Any) -> None:
        self._gate.end()
        if not self._gate.inside:
            self._idle.set()

    async def wait_idle(self, seconds: float) -> None:
        """Wait until no request runs, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()


class AssistanceService(pb_grpc.AssistanceEngineServicer):
    """The methods of the protocol."""

    def __init__(self, assistant: Assistant, admission: Admission, evaluate: EvaluateFunction | None = None) -> None:
        """Create the service over an assistant; `evaluate` replaces the evaluation of the golden set in tests."""
        self._assistant, self._admission = assistant, admission
        self._limits = assistant.components.settings.serving.limits
        self._evaluate, self._explainer = evaluate or _evaluate, Explainer()
        self._names = SessionNames(assistant.sessions.store)

    async def AskAgent(self, given: pb.AgentRequest, context: Any) -> pb.AgentResponse:  # noqa: N802
        """Return the whole answer."""
        async with self._admission.request(context, "AskAgent") as caller:
            if given.explain:
                self._explainer.check(caller.name)
            request = await self._request(given, caller, _usable_seconds(context))
            answer = await self._assistant.ask(request)
            explanation = await self._explanation(given, caller, answer.decision, context)
            return encode_answer(answer, answer.text, request.id, explanation)

    async def AskAgentStream(self, given: pb.AgentRequest, context: Any) -> None:  # noqa: N802
        """Send the decision, the text as it is written, and last the whole answer.

        Sent by `context.write`: a caller that disconnects cancels this coroutine wherever it stands, and with it the
        assistant's generator, whereas a generator of our own would be left where it last yielded.
        """
        async with self._admission.request(context, "AskAgentStream") as caller:
            if given.explain:
                raise MessageError("a streamed answer is not explained: leave out `explain`, or call Route")
            request, held = await self._request(given, caller, _usable_seconds(context)), ""
            async with aclosing(self._assistant.stream(request)) as events:
                async for event in events:
                    if isinstance(event, str):
                        text, held = split_surrogate(held + event)
                        if text:
                            await context.write(pb.AgentResponse(text=text))
                    elif isinstance(event, Answer):
                        if held:
                            await context.write(pb.AgentResponse(text=valid_text(held)))
                        await context.write(encode_answer(event, request_id=request.id))
                    elif isinstance(event, Progress):
                        await context.write(pb.AgentResponse(progress=event.step))
                    else:
                        await context.write(pb.AgentResponse(decision=encode_decision(event, request.id)))

    async def Route(self, given: pb.AgentRequest, context: Any) -> pb.Decision:  # noqa: N802
        """Return the decision alone; the message is stored only where the caller names its session and its request."""
        async with self._admission.request(context, "Route") as caller:
            if not (given.session_id or given.user or given.room):
                # Held until the end: a decision does not keep its router, which a reload replaces.
                router = self._assistant.routes.router
                decision, request_id = await router.aroute(await self._message(given)), ""
            else:
                request = await self._request(given, caller)
                decision, request_id = await self._assistant.route(request), request.id
            return encode_decision(decision, request_id, await self._explanation(given, caller, decision, context))

    async def Feedback(self, request: pb.FeedbackRequest, context: Any) -> pb.FeedbackResponse:  # noqa: N802
        """Store which route a message should have had."""
        async with self._admission.request(context, "Feedback") as caller:
            store, book = self._assistant.sessions.store, self._assistant.routes.router.routebook
            given = request.request_id, request.route, request.session_id or None
            stored = await store.run_in_thread(record_feedback, store, book, *given, feedback_owner(caller))
            return pb.FeedbackResponse(route=stored.route)

    async def EvaluateRAG(self, request: pb.EvaluateRequest, context: Any) -> pb.EvaluateResponse:  # noqa: N802
        """Evaluate the golden set."""
        async with self._admission.request(context, "EvaluateRAG", default=_PRECONDITION):
            if request.limit < 0:
                raise MessageError(f"limit = {request.limit}: send the number of rows to evaluate, or 0 for all")
            found = await self._evaluate(self._assistant, request.limit)
            return pb.EvaluateResponse(
                rows=found.rows,
                hit_at_k=found.hit_at_k,
                mrr=found.mrr,
                grounding=found.grounding,
                answerability=found.answerability,
                faithfulness=found.faithfulness,
                code_validity=found.code_validity,
                k=found.k,
                parser_version=found.parser_version,
                errors=map(valid_text, found.errors),
            )

    async def _explanation(
        self, given: pb.AgentRequest, caller: Caller, decision: Decision, context: Any
    ) -> dict[str, Any] | None:
        """Return the explanation of a decision where the request asks for one."""
        if not given.explain:
            return None
        longest = self._assistant.components.settings.answer_timeout
        deadline = Deadline(min(_usable_seconds(context) or longest, longest))
        return await self._explainer.values(caller.name, decision, deadline)

    async def _message(self, given: pb.AgentRequest) -> Message:
        """Return the message of a request; a large one is decoded in a thread, so that others are served meanwhile."""
        if given.ByteSize() > LARGE_BODY:
            return await asyncio.to_thread(decode_message, given, self._limits)
        return decode_message(given, self._limits)

    async def _request(self, given: pb.AgentRequest, caller: Caller, timeout: float | None = None) -> Request:
        """Return the request that a message of the protocol describes."""
        return self._assistant.request(
            await self._message(given),
            **self._names.options(caller, given.session_id, given.user, given.room),
            request_id=given.request_id or None,
            timeout=timeout,
        )


class ReflectionService(reflection.aio.ReflectionServicer):  # type: ignore[misc]  # comes without types
    """Server reflection for callers that are admitted."""

    def __init__(self, names: tuple[str, ...], admission: Admission) -> None:
        """Create it for these services."""
        super().__init__(names)
        self._admission = admission

    async def ServerReflectionInfo(self, request_iterator: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802
        """Answer by the reflection protocol."""
        await self._admission.check(context, "ServerReflectionInfo")
        async for response in super().ServerReflectionInfo(request_iterator, context):
            yield response


class GrpcServer:
    """A running server; `port` is the one it listens on."""

    def __init__(self, server: Any, health_service: Any, admission: Admission, port: int) -> None:
        """Use `start_grpc`."""
        self.port = port
        self._server, self._health, self._admission = server, health_service, admission

    async def stop(self, grace: float) -> None:
        """Admit no more requests, report it in health checks, and cancel what still runs after `grace` seconds."""
        self._admission.open = False
        await self._health.enter_graceful_shutdown()
        # Not left to the server's own grace: it answers no health check, and waits for clients that watch health.
        await self._admission.wait_idle(grace)
        await self._server.stop(None)
        await self._admission.wait_idle(WRITE_TIMEOUT)


async def start_grpc(
    assistant: Assistant, settings: Settings, port: int, evaluate: EvaluateFunction | None = None
) -> GrpcServer:
    """Start a server for an assistant on the host of the settings; port 0 means any free port."""
    serving, limits = settings.serving, settings.serving.limits
    server = grpc.aio.server(
        options=[
            ("grpc.max_receive_message_length", serving.largest),
            # Both, or gRPC refuses metadata between its two bounds at random.
            ("grpc.max_metadata_size", limits.head_bytes),
            ("grpc.absolute_max_metadata_size", limits.head_bytes),
            # Only workers share a port: another server at ours is a mistake, and must fail.
            ("grpc.so_reuseport", int(serving.workers > 1)),
        ]
    )
    gate = LoadGate(limits.requests, None if settings.slots else limits.wait_seconds)
    admission, state = Admission(AccessPolicy(serving), gate), health.aio.HealthServicer()
    add_service(AssistanceService(assistant, admission, evaluate), server, admission.check, limits.items)
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    names = (ENGINE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(ReflectionService(names, admission), server)
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    try:
        credentials, address = grpc_credentials(serving.access), f"{host}:{port}"
        bound = server.add_secure_port(address, credentials) if credentials else server.add_insecure_port(address)
    except RuntimeError as error:
        raise SettingsError(
            f"cannot listen on {host}:{port}: port taken or not permitted: give another with --grpc-port or"
            " FINGERPOST_GRPC_PORT"
        ) from error
    await server.start()
    for name in ("", ENGINE):
        await state.set(name, health_pb2.HealthCheckResponse.SERVING)
    return GrpcServer(server, state, admission, bound)


def _status_of(error: Exception, code: grpc.StatusCode, public: str) -> tuple[grpc.StatusCode, str]:
    """Return the status and its details; where a public message replaces the error's own, the error is logged."""
    if public:
        log_event(f"[grpc] {type(error).__name__}: {error}", logging.ERROR, traceback="".join(format_exception(error)))
    return code, public or str(error)


def _usable_seconds(context: Any) -> float | None:
    """Return the seconds for an answer before the caller's deadline; None where it has no deadline."""
    left: float | None = context.time_remaining()
    if left is None:
        return None
    # gRPC rounds deadlines up by as much as one percent.
    usable = 0.99 * left - DEADLINE_RESERVE
    if usable <= 0:
        raise DeadlineError(
            f"the caller's deadline is in {left:.3f} s, which is too short for an answer: allow more time"
        )
    return usable


def _client_address(peer: str) -> str:
    """Return the address of the caller without the port: `ipv4:10.0.0.7:5123` is 10.0.0.7."""
    kind, _, address = peer.partition(":")
    return address.rpartition(":")[0] if kind in ("ipv4", "ipv6") else peer


async def _evaluate(assistant: Assistant, limit: int) -> Any:
    from fingerpost.evaluation.rag import evaluate_rag

    return await evaluate_rag(assistant, limit=limit)
