"""Helpers of the gRPC tests: a server over a real assistant, its client, and a model that can be paused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server.grpc_service import EvaluateFunction, GrpcServer, start_grpc
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

QUESTION = "what does addVar do?"
CODE = "write an endpoint that reads a parameter and returns it"
PROGRAM = 'addParam("a", a)\naddResult(a)'
SAID = f"Here it is. 😀\n\n```avap\n{PROGRAM}\n```\nIt reads a and returns it."
PATIENCE = 90.0
"""Seconds after which a hanging test fails."""


class HeldServer(ScriptedServer):
    """A model server that replies only after `go` is set."""

    def __init__(self, text: str) -> None:
        super().__init__([ScriptedReply(text)])
        self.asked, self.go = threading.Event(), threading.Event()

    def next_reply(self) -> ScriptedReply:
        self.asked.set()
        self.go.wait(PATIENCE)
        return super().next_reply()


def own_settings(cache: Path, folder: Path) -> Settings:
    """Return settings that write to test folders only."""
    return Settings(
        cache=cache,
        database=f"sqlite:///{folder}/store.sqlite",
        search=SearchSettings(folder=cache / "index"),
        traces="off",
    )


class Client:
    """A client of a running server, and the server's assistant."""

    def __init__(self, server: GrpcServer, assistant: Assistant, channel: Any) -> None:
        self.server, self.assistant, self.channel = server, assistant, channel
        self.engine: Any = pb_grpc.AssistanceEngineStub(channel)
        self.health: Any = health_pb2_grpc.HealthStub(channel)

    async def status(self, service: str = "") -> str:
        reply = await self.health.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(reply.status))

    async def services(self, **given: Any) -> set[str]:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(self.channel)
        call = stub.ServerReflectionInfo(timeout=PATIENCE, **given)
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        reply = await call.read()
        await call.done_writing()
        return {service.name for service in reply.list_services_response.service}

    def outcomes(self, user: str) -> list[str]:
        return [row["outcome"] for row in self.assistant.sessions.store.export(user) if row.get("role") == "user"]


@asynccontextmanager
async def serving(
    router: Router, settings: Settings, evaluate: EvaluateFunction | None = None, **changes: Any
) -> AsyncIterator[Client]:
    """Serve an assistant on a free port while the context lasts; `changes` are changes to the server settings."""
    settings = replace(settings, serving=replace(settings.serving, **changes))
    assistant = Assistant.open(router, settings)
    server = await start_grpc(assistant, settings, 0, evaluate)
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Client(server, assistant, channel)
    finally:
        await server.stop(0)
        await assistant.close()


def with_model(settings: Settings, server: ScriptedServer) -> Settings:
    return replace(settings, slots={"main": Slot(server.url, "m"), "conversational": Slot(server.url, "m")})


async def failure(call: Any) -> tuple[str, str]:
    """Return the status code and the details that a call fails with."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    return failed.value.code().name, failed.value.details() or ""


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def replies_of(call: Any) -> list[pb.AgentResponse]:
    return [reply async for reply in call]


def app_on_wire(decision: pb.Decision) -> str:
    """Return the app that a decision goes to; empty where it goes to the assistant."""
    return str(decision.extras["app"]) if "app" in decision.extras else ""


def opens_on_wire(decision: pb.Decision) -> bool:
    """Return whether a decision opens its app."""
    return "opens" in decision.extras and bool(decision.extras["opens"])
