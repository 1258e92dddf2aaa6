"""`fingerpost mcp`, spoken to by the client of the protocol's own SDK: in this process, and over the pipes of another."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from fingerpost.answering.assistant import Assistant
from fingerpost.cli.mcp_server import create_server
from fingerpost.cli.new import new
from tests.cli.command import command

MISSING = "the SDK of MCP is not installed"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A routebook with a page of documents."""
    folder = tmp_path / "shop"
    new(str(folder))
    (folder / "knowledge").mkdir()
    (folder / "knowledge" / "lamps.md").write_text("# Lamps\n\nThe desk lamp Lumo has 400 lumen and costs 30 euros.\n")
    return folder


def content(result: Any) -> Any:
    """Return what a tool gave; a tool that failed has text instead."""
    assert not result.is_error, result.content
    return result.structured_content


async def test_route_ask_and_search_are_offered_and_work(shop: Path, own_cache: Path) -> None:
    mcp = pytest.importorskip("mcp", reason=MISSING)
    async with mcp.Client(create_server(Assistant.open(shop))) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"route", "ask", "search"}
        assert tools["route"].input_schema["required"] == ["message"]
        decided = content(await client.call_tool("route", {"message": "track TRK-1234567"}))
        assert (decided["route"], decided["accepted"], decided["layer"]) == ("shipping", True, "rules")
        answer = content(await client.call_tool("ask", {"message": "track TRK-1234567"}))
        assert "parcel trk-1234567" in answer["text"].lower()
        assert answer["decision"]["route"] == "shipping"
        found = content(await client.call_tool("search", {"query": "desk lamp", "limit": 1}))["result"]
        assert [passage["file"] for passage in found] == ["lamps.md"]
        assert "400 lumen" in found[0]["text"]


async def test_a_session_is_continued(shop: Path, own_cache: Path) -> None:
    mcp = pytest.importorskip("mcp", reason=MISSING)
    async with mcp.Client(create_server(Assistant.open(shop))) as client:
        await client.call_tool("ask", {"message": "track TRK-1234567", "session": "s1"})
        again = content(await client.call_tool("route", {"message": "shorter, please", "session": "s1"}))
        assert (again["route"], again["layer"]) == ("chat", "rules")


@pytest.mark.parametrize(
    ("tool", "given", "told"),
    [("route", {"message": " "}, "empty"), ("search", {"query": ""}, "give some words"), ("route", {}, "message")],
)
async def test_a_tool_tells_what_is_wrong(
    shop: Path, own_cache: Path, tool: str, given: dict[str, str], told: str
) -> None:
    mcp = pytest.importorskip("mcp", reason=MISSING)
    async with mcp.Client(create_server(Assistant.open(shop))) as client:
        result = await client.call_tool(tool, given)
        assert result.is_error
        assert told in result.content[0].text


async def test_over_the_pipes_of_a_process(shop: Path, own_cache: Path) -> None:
    mcp = pytest.importorskip("mcp", reason=MISSING)
    start = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "fingerpost", "mcp", "--routebook", str(shop)], env=dict(os.environ)
    )
    async with mcp.Client(start) as client:
        decided = content(await client.call_tool("route", {"message": "track TRK-1234567"}))
        assert decided["route"] == "shipping"
        assert json.dumps(decided)


def test_without_the_package_the_remedy_is_named(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = command("mcp", "--routebook", shop)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fingerpost: MCP needs a package: pip install 'fingerpost[mcp]'\n"
