"""The AVAP parser service: over gRPC, from the command line, and the fault tolerance of the client."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("grpc", reason="the parser's service needs the extra fingerpost[grpc]")

import grpc
from typer.testing import CliRunner

from fingerpost.assistants import avap as package
from fingerpost.assistants.avap import avap_parser_pb2 as pb
from fingerpost.assistants.avap import avap_parser_pb2_grpc as wired
from fingerpost.assistants.avap import service
from fingerpost.assistants.avap.cli import avap as commands
from fingerpost.assistants.avap.parser import VERSION, check
from fingerpost.assistants.avap.service import LARGEST_REPLY, ParserClient, ParserServer, start_parser
from fingerpost.errors import MessageError, SettingsError
from fingerpost.validation.validators import ValidationResult, ValidatorUnreachableError
from tests.assistants.avap.parser_process import PATIENCE, ParserProcess

SOUND = 'addParam("n", n)\naddResult(n)'
BROKEN = 'addParam("n", n)\nif(n, 1, "==")\naddResult(n)'


@pytest.fixture
async def server() -> AsyncIterator[ParserServer]:
    running = await start_parser("127.0.0.1", 0)
    yield running
    await running.stop(0)


@pytest.fixture
async def client(server: ParserServer) -> AsyncIterator[ParserClient]:
    asking = ParserClient(f"127.0.0.1:{server.port}")
    yield asking
    await asking.close()


@asynccontextmanager
async def answering(reply: bytes) -> AsyncIterator[str]:
    """Serve a fake parser that answers these bytes."""

    async def answer(_: bytes, __: Any) -> bytes:
        return reply

    server = grpc.aio.server()
    handlers = {"Check": grpc.unary_unary_rpc_method_handler(answer)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("fingerpost.avap.v1.AvapParser", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(None)


# Over gRPC.


async def test_a_reply_that_is_too_long_is_refused_while_it_arrives() -> None:
    async with answering(b"x" * (LARGEST_REPLY + 1)) as address:
        client = ParserClient(address)
        with pytest.raises(ValidatorUnreachableError, match="RESOURCE_EXHAUSTED"):
            await client.check(SOUND, PATIENCE)
        await client.close()


async def test_saboteur_without_the_limit_a_long_reply_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "LARGEST_REPLY", -1)
    async with answering(b"x" * (LARGEST_REPLY + 1)) as address:
        client = ParserClient(address)
        with pytest.raises(ValidatorUnreachableError, match="not as the AVAP parser does"):
            await client.check(SOUND, PATIENCE)
        await client.close()


async def test_the_service_says_what_the_parser_says(server: ParserServer) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stub: Any = wired.AvapParserStub(channel)
        for code in (SOUND, BROKEN, "", "// nothing\n", "addVar(x", "😀" * 1000):
            reply, found = await stub.Check(pb.CheckRequest(code=code)), check(code)
            assert (reply.valid, reply.version) == (found.valid, VERSION)
            assert [(fault.line, fault.message) for fault in reply.trace] == list(map(tuple, found.trace))
            assert [(fault.line, fault.message) for fault in reply.warnings] == list(map(tuple, found.warnings))


async def test_the_client_returns_what_a_validator_does(client: ParserClient) -> None:
    assert await client.check(SOUND, PATIENCE) == ValidationResult(True, (), VERSION)
    found = await client.check(BROKEN, PATIENCE)
    assert (found.valid, found.version) == (False, VERSION)
    assert list(map(tuple, found.trace)) == list(map(tuple, check(BROKEN).trace))


async def test_half_a_character_is_checked_like_any_other_text(client: ParserClient) -> None:
    assert (await client.check(f'addVar(x, "\ud83d")\n{SOUND}', PATIENCE)).valid
    assert not (await client.check("\ud83d", PATIENCE)).valid


async def test_long_code_does_not_block_others(client: ParserClient) -> None:
    long = "addVar(x, 1)\n" * 5_000
    found = await asyncio.gather(client.check(long, PATIENCE), *(client.check(SOUND, PATIENCE) for _ in range(20)))
    assert all(checked.valid for checked in found)


async def test_every_event_loop_has_a_connection_of_its_own(client: ParserClient) -> None:
    found: list[ValidationResult] = []

    def elsewhere() -> None:
        found.append(asyncio.run(client.check(SOUND, PATIENCE)))

    await client.check(SOUND, PATIENCE)
    for _ in range(3):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        await asyncio.to_thread(thread.join)
    assert [checked.valid for checked in found] == [True] * 3
    assert (await client.check(SOUND, PATIENCE)).valid
    # Connections of closed event loops are dropped.
    assert len(client._connections) == 2


async def test_a_closed_client_can_be_asked_again(client: ParserClient) -> None:
    for _ in range(2):
        assert (await client.check(SOUND, PATIENCE)).valid
        await client.close()


# Failures that a client handles.


async def test_a_missing_service_is_reported_with_its_address() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{holder.getsockname()[1]}"
        with pytest.raises(ValidatorUnreachableError, match=f"{address} .*UNAVAILABLE.*refused"):
            await ParserClient(address).check(SOUND, PATIENCE)


async def test_a_service_that_says_nothing_is_left_after_the_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = ParserClient(f"127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(ValidatorUnreachableError, match="DEADLINE_EXCEEDED"):
            await client.check(SOUND, 0.2)


async def test_another_kind_of_server_is_reported() -> None:
    server = grpc.aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    client = ParserClient(f"127.0.0.1:{port}")
    with pytest.raises(ValidatorUnreachableError, match="UNIMPLEMENTED"):
        await client.check(SOUND, PATIENCE)
    await server.stop(None)


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"\xff\xff\xff",
        pb.CheckReply(valid=True).SerializeToString(),
        pb.CheckReply(valid=False, version="1").SerializeToString(),
        pb.CheckReply(valid=True, version="1", trace=[pb.Fault(line=1, message="no")]).SerializeToString(),
    ],
)
async def test_a_reply_that_no_parser_gives_decides_nothing(reply: bytes) -> None:
    async with answering(reply) as address:
        client = ParserClient(address)
        with pytest.raises(ValidatorUnreachableError, match=f"{address} .*not as the AVAP parser"):
            await client.check(SOUND, PATIENCE)
        await client.close()


async def test_one_that_gives_up_ends_no_other_on_its_connection() -> None:
    """The first failure discards the connection without cancelling the other calls on it."""
    first, go = asyncio.Event(), asyncio.Event()
    sound: bytes = pb.CheckReply(valid=True, version="1").SerializeToString()

    async def answer(request: bytes, context: Any) -> bytes:
        if b"slow" in request:
            first.set()
            await go.wait()
            return sound
        await context.abort(grpc.StatusCode.INTERNAL, "told to fail")
        raise AssertionError

    server = grpc.aio.server()
    handlers = {"Check": grpc.unary_unary_rpc_method_handler(answer)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("fingerpost.avap.v1.AvapParser", handlers),))
    client = ParserClient(f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}")
    await server.start()
    waiting = asyncio.ensure_future(client.check("slow", PATIENCE))
    await first.wait()
    with pytest.raises(ValidatorUnreachableError, match="told to fail"):
        await client.check("fast", PATIENCE)
    go.set()
    assert await waiting == ValidationResult(True, (), "1")
    await server.stop(None)


async def test_a_check_that_is_cancelled_is_cancelled(client: ParserClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        waiting = asyncio.ensure_future(ParserClient(f"127.0.0.1:{silent.getsockname()[1]}").check(SOUND, PATIENCE))
        connected, _ = await asyncio.to_thread(silent.accept)
        with connected:
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
    assert (await client.check(SOUND, PATIENCE)).valid


async def test_a_port_in_use_is_reported(server: ParserServer) -> None:
    with pytest.raises(SettingsError, match=f"{server.port}.* in use"):
        await start_parser("127.0.0.1", server.port)


# From the command line.


def _run(*arguments: str, given: str | bytes = "") -> Any:
    return CliRunner().invoke(commands, list(arguments), input=given)


def test_files_are_checked(tmp_path: Path) -> None:
    sound, broken = tmp_path / "sound.avap", tmp_path / "broken.avap"
    sound.write_text("\ufeff" + SOUND, encoding="utf-8")
    broken.write_text(BROKEN)
    result = _run("check", str(sound))
    assert (result.exit_code, result.output) == (0, f"{sound}: sound\n")
    result = _run("check", str(sound), str(broken))
    trace = [f"{broken}:{fault.line}: {fault.message}" for fault in check(BROKEN).trace]
    assert (result.exit_code, result.output.splitlines()) == (1, [f"{sound}: sound", *trace])


def test_what_is_given_on_standard_input_is_checked() -> None:
    assert (_run("check", "-", given=SOUND).output, _run("check", "-", given=SOUND).exit_code) == ("-: sound\n", 0)
    assert _run("check", "-", given=BROKEN).exit_code == 1


def test_what_was_found_as_json() -> None:
    result = _run("check", "-", "--json", given=BROKEN)
    [found] = json.loads(result.output)
    assert (found["file"], found["valid"], found["version"]) == ("-", False, VERSION)
    assert [(fault["line"], fault["message"]) for fault in found["trace"]] == list(map(tuple, check(BROKEN).trace))
    assert result.exit_code == 1


@pytest.mark.parametrize("data", [None, b"\xff\xfe"])
def test_unreadable_files_are_reported(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "odd.avap"
    if data is not None:
        file.write_bytes(data)
    result = _run("check", str(file))
    assert isinstance(result.exception, MessageError)
    assert str(file) in str(result.exception)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.7", "example.com"])  # noqa: S104
def test_remote_access_needs_an_option(host: str) -> None:
    result = _run("serve", "--host", host, "--port", "0")
    assert isinstance(result.exception, SettingsError)
    assert "--open" in str(result.exception)


def test_the_service_terminates_gracefully() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with ParserProcess() as service:
            assert service.end(number) == 0


def test_the_package_is_light_and_has_the_parser() -> None:
    assert package.check(SOUND).valid
    assert not package.check(BROKEN).valid
    probe = (
        "import sys, fingerpost.assistants.avap as avap\n"
        "heavy = [n for n in sys.modules if n.startswith(('grpc', 'google', 'typer', 'fingerpost.assistants.avap.'))]\n"
        "assert not heavy, heavy\n"
        "from fingerpost.assistants.avap.validator import open_validator\n"
        "from fingerpost.settings import Settings\n"
        "open_validator(Settings(cache=None))\n"
        "assert not [n for n in sys.modules if n.startswith(('grpc', 'google'))]\n"
    )
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
