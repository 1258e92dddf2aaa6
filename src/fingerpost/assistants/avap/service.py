"""The AVAP parser as a gRPC service, and its client, by the protocol of avap_parser.proto.

server = await start_parser("127.0.0.1", 50052)
client = ParserClient("127.0.0.1:50052")
checked = await client.check('addVar(x, 1)', timeout=2.0)
"""

from __future__ import annotations

import asyncio
import signal
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc

from fingerpost.assistants.avap import avap_parser_pb2 as pb
from fingerpost.assistants.avap import avap_parser_pb2_grpc as wired
from fingerpost.assistants.avap.parser import VERSION, check
from fingerpost.errors import SettingsError
from fingerpost.resilience.call_clock import response_begins
from fingerpost.validation.validators import CodeFault, ValidationResult, ValidatorUnreachableError

GRACE = 5.0
"""Grace period in seconds for running checks when the service stops."""

LARGEST_REPLY = 4_000_000
"""The most bytes of a reply; a report on a thousand lines takes 100 kB."""


class ParserService(wired.AvapParserServicer):
    """gRPC servicer that parses programs in threads, so that a long one does not block others."""

    async def Check(self, request: pb.CheckRequest, context: Any) -> pb.CheckReply:  # noqa: N802
        """Return the report of the parser."""
        del context
        found = await asyncio.to_thread(check, request.code)
        return pb.CheckReply(
            valid=found.valid,
            trace=[pb.Fault(line=fault.line, message=fault.message) for fault in found.trace],
            version=VERSION,
            warnings=[pb.Fault(line=fault.line, message=fault.message) for fault in found.warnings],
        )


class ParserServer:
    """A running parser service; `port` is the port it listens on."""

    def __init__(self, server: Any, port: int) -> None:
        """Create the handle of a started server; use `start_parser` instead."""
        self._server, self.port = server, port

    async def stop(self, grace: float) -> None:
        """Stop the service; running checks have `grace` seconds to finish."""
        await self._server.stop(grace)


async def start_parser(host: str, port: int) -> ParserServer:
    """Start the parser service; port 0 picks a free port."""
    # Without this, a second service would silently share the port of the first.
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    wired.add_AvapParserServicer_to_server(ParserService(), server)
    place = f"[{host}]" if ":" in host else host
    try:
        bound = server.add_insecure_port(f"{place}:{port}")
    except RuntimeError as error:
        raise SettingsError(
            f"cannot listen on {place}:{port}: the port is in use or not permitted: choose another"
        ) from error
    await server.start()
    return ParserServer(server, bound)


async def serve(host: str, port: int, ready: Callable[[int], None]) -> None:
    """Serve the parser until SIGTERM or SIGINT; `ready` is called with the port."""
    server, stopping = await start_parser(host, port), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    ready(server.port)
    await stopping.wait()
    await server.stop(GRACE)


class ParserClient:
    """Client of the parser service, with one channel per event loop.

    A failed channel is discarded, and the next check opens a new one: a service that is up again is found without the
    back-off of gRPC, and one that is down is contacted by checks only.
    """

    def __init__(self, address: str) -> None:
        """Create a client for HOST:PORT; the first check connects."""
        self.address = address
        self._connections: dict[AbstractEventLoop, _Connection] = {}

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return the result of the service, or raise ValidatorUnreachableError within the timeout."""
        loop = asyncio.get_running_loop()
        connection = self._connection(loop)
        # Characters that UTF-8 cannot encode are not valid AVAP either, and are sent as question marks.
        request = pb.CheckRequest(code=code.encode("utf-8", "replace").decode())
        connection.calls += 1
        try:
            async with connection.told_when_ready():
                reply = await connection.stub.Check(request, timeout=timeout)
        except grpc.RpcError as error:
            self._discard(loop, connection)
            raise self._unreachable(f"{error.code().name}: {error.details()}") from None
        finally:
            connection.calls -= 1
            await connection.close_if_discarded()
        # None means a reply of another type. An empty reply looks like a refusal, but a parser sends its version.
        if reply is None or not reply.version or reply.valid == bool(reply.trace):
            raise self._unreachable("it answers, but not as the AVAP parser does")
        return ValidationResult(
            reply.valid, tuple(CodeFault(fault.line, fault.message) for fault in reply.trace), reply.version
        )

    async def close(self) -> None:
        """Close the channel of this event loop."""
        loop = asyncio.get_running_loop()
        if (connection := self._connections.get(loop)) is not None:
            self._discard(loop, connection)
            await connection.close_if_discarded()

    def _connection(self, loop: AbstractEventLoop) -> _Connection:
        if loop not in self._connections:
            # A channel cannot outlive its event loop, which may have been closed without closing the channel.
            for other in [other for other in list(self._connections) if other.is_closed()]:
                self._connections.pop(other, None)
            self._connections[loop] = _Connection(self.address)
        return self._connections[loop]

    def _discard(self, loop: AbstractEventLoop, connection: _Connection) -> None:
        connection.discarded = True
        if self._connections.get(loop) is connection:
            del self._connections[loop]

    def _unreachable(self, why: str) -> ValidatorUnreachableError:
        return ValidatorUnreachableError(
            f"the AVAP parser at {self.address} could not be asked ({why}): start it with `fingerpost avap serve`,"
            " or leave AVAP_PARSER_URL out to check in process"
        )


class _Connection:
    """A channel with its number of running calls, which closing it would cancel."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(
            address,
            options=[
                # A new channel must not inherit the back-off of an earlier one.
                ("grpc.use_local_subchannel_pool", 1),
                # The parser runs next to the engine, not behind an HTTP proxy.
                ("grpc.enable_http_proxy", 0),
                ("grpc.max_receive_message_length", LARGEST_REPLY),
            ],
        )
        self.stub = wired.AvapParserStub(self.channel)
        self.calls, self.discarded = 0, False

    @asynccontextmanager
    async def told_when_ready(self) -> AsyncIterator[None]:
        """Tell the clock of a call once the service has sent its first bytes; its reply comes in one piece."""
        if self.channel.get_state() is grpc.ChannelConnectivity.READY:
            response_begins()
            yield
            return
        telling = asyncio.create_task(self._tell_when_ready())
        try:
            yield
        finally:
            telling.cancel()

    async def _tell_when_ready(self) -> None:
        await self.channel.channel_ready()
        response_begins()

    async def close_if_discarded(self) -> None:
        if self.discarded and not self.calls:
            await self.channel.close()
