"""The AVAP parser as a service of its own, and its client: the protocol of avap_parser.proto.

server = await start_parser("127.0.0.1", 50052)
client = ParserClient("127.0.0.1:50052")
checked = await client.check('addVar(x, 1)', timeout=2.0)
"""

from __future__ import annotations

import asyncio
import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Any

import grpc

from fingerpost.assistants.avap import avap_parser_pb2 as pb
from fingerpost.assistants.avap import avap_parser_pb2_grpc as wired
from fingerpost.assistants.avap.parser import VERSION, check
from fingerpost.errors import SettingsError
from fingerpost.validation.validators import CodeFault, ValidationResult, ValidatorUnreachableError

GRACE = 5.0
"""Seconds that checks under way have to end when the service is told to stop."""


class ParserService(wired.AvapParserServicer):
    """Checks programs in threads, so that a long one holds nobody up."""

    async def Check(self, request: pb.CheckRequest, context: Any) -> pb.CheckReply:  # noqa: N802
        """Return what the parser found."""
        del context
        found = await asyncio.to_thread(check, request.code)
        return pb.CheckReply(
            valid=found.valid,
            trace=[pb.Fault(line=fault.line, message=fault.message) for fault in found.trace],
            version=VERSION,
            warnings=[pb.Fault(line=fault.line, message=fault.message) for fault in found.warnings],
        )


class ParserServer:
    """A service that runs. `port` is the one it listens on."""

    def __init__(self, server: Any, port: int) -> None:
        """Use `start_parser`."""
        self._server, self.port = server, port

    async def stop(self, grace: float) -> None:
        """Let checks under way end within `grace` seconds."""
        await self._server.stop(grace)


async def start_parser(host: str, port: int) -> ParserServer:
    """Serve the parser; port 0 takes a free one."""
    # Without this, a second service would share the port of the first, and nobody would be told.
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    wired.add_AvapParserServicer_to_server(ParserService(), server)
    place = f"[{host}]" if ":" in host else host
    try:
        bound = server.add_insecure_port(f"{place}:{port}")
    except RuntimeError as error:
        raise SettingsError(f"cannot listen on {place}:{port}: it is taken, or not ours: name another") from error
    await server.start()
    return ParserServer(server, bound)


async def serve(host: str, port: int, ready: Callable[[int], None]) -> None:
    """Serve the parser until the process is told to end; `ready` is called with the port."""
    server, told = await start_parser(host, port), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    ready(server.port)
    await told.wait()
    await server.stop(GRACE)


class ParserClient:
    """Asks the service at an address, over one connection an event loop.

    A connection that failed is let go: the next check makes a new one at once, so a service that is back is found
    without delay, and one that is away is not called by anything but a check.
    """

    def __init__(self, address: str) -> None:
        """Take HOST:PORT; nothing is connected before the first check."""
        self.address = address
        self._connections: dict[AbstractEventLoop, _Connection] = {}

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return what the service found, or raise UnreachableError within the time."""
        loop = asyncio.get_running_loop()
        connection = self._connection(loop)
        # What UTF-8 cannot carry is no AVAP either: the parser sees a question mark instead.
        request = pb.CheckRequest(code=code.encode("utf-8", "replace").decode())
        connection.calls += 1
        try:
            reply = await connection.stub.Check(request, timeout=timeout)
        except grpc.RpcError as error:
            self._let_go(loop, connection)
            raise self._unreachable(f"{error.code().name}: {error.details()}") from None
        finally:
            connection.calls -= 1
            await connection.close_if_left()
        # None is a reply that is no CheckReply. An empty one reads as a refusal, but no parser leaves its version out.
        if reply is None or not reply.version or reply.valid == bool(reply.trace):
            raise self._unreachable("it answers, but not as the AVAP parser does")
        return ValidationResult(
            reply.valid, tuple(CodeFault(fault.line, fault.message) for fault in reply.trace), reply.version
        )

    async def close(self) -> None:
        """Let the connection of this event loop go."""
        loop = asyncio.get_running_loop()
        if (connection := self._connections.get(loop)) is not None:
            self._let_go(loop, connection)
            await connection.close_if_left()

    def _connection(self, loop: AbstractEventLoop) -> _Connection:
        if loop not in self._connections:
            # A connection cannot outlive its loop; whoever closed the loop may not have closed it.
            for other in [other for other in list(self._connections) if other.is_closed()]:
                self._connections.pop(other, None)
            self._connections[loop] = _Connection(self.address)
        return self._connections[loop]

    def _let_go(self, loop: AbstractEventLoop, connection: _Connection) -> None:
        connection.left = True
        if self._connections.get(loop) is connection:
            del self._connections[loop]

    def _unreachable(self, why: str) -> ValidatorUnreachableError:
        return ValidatorUnreachableError(
            f"the AVAP parser at {self.address} could not be asked ({why}): start it with `fingerpost avap serve`,"
            " or leave AVAP_PARSER_URL out to check in process"
        )


class _Connection:
    """One channel, and how many calls are on it: closing it earlier would cancel them."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(
            address,
            options=[
                # Its own: a channel that begins anew must not inherit how long another had to wait.
                ("grpc.use_local_subchannel_pool", 1),
                # A parser stands beside its engine, not behind the proxy to the world.
                ("grpc.enable_http_proxy", 0),
            ],
        )
        self.stub = wired.AvapParserStub(self.channel)
        self.calls, self.left = 0, False

    async def close_if_left(self) -> None:
        if self.left and not self.calls:
            await self.channel.close()
