"""The agents routebook over the wire: tables beside the text, decisions with their evidence, and attachments."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("sqlalchemy", reason="figures need the extra fingerpost[analytics]")
pytest.importorskip("sqlglot", reason="figures need the extra fingerpost[analytics]")

from fingerpost import Router
from fingerpost.answering.handlers import HandlerReply
from fingerpost.assistants.agents.commerce import agent
from fingerpost.assistants.agents.demo_data.generator import write_demo_store
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.routing.layers.memo import Memo
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.grpc_messages import encode_answer
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Part
from tests.server.grpc_running import Client, failure, replies_of, serving
from tests.server.http_running import Place, events, running, settings_in

SAMPLES = Path(agent.__file__).parent.parent / "samples"
COUNT = "quantos pedidos foram entregues em 2018?"
BY_STATE = "quantos pedidos entregues em 2018 por estado?"
SQL = "roda isso: SELECT order_status, COUNT(*) AS n FROM orders GROUP BY order_status"


@pytest.fixture(scope="module")
def router(own_cache: Path) -> Router:
    return Router.from_routebook("agents", memo=Memo(size=0)).warm()


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a shop database with two hundred orders."""
    file = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    write_demo_store(file, 200, 7)
    return file


@pytest.fixture(scope="module")
def settings(own_cache: Path, tmp_path_factory: pytest.TempPathFactory, shop: Path) -> Settings:
    return settings_in(
        tmp_path_factory.mktemp("served"), own_cache, sections=(AnalyticsSettings(url=f"sqlite:///{shop}"),)
    )


@pytest.fixture(scope="module")
def place(router: Router, settings: Settings) -> Iterator[Place]:
    with running(router, settings) as served:
        yield served


@pytest.fixture
async def client(router: Router, settings: Settings, tmp_path: Path) -> AsyncIterator[Client]:
    own = replace(settings, database=f"sqlite:///{tmp_path}/store.sqlite")
    async with serving(router, own) as connected:
        yield connected


def _by_status(shop: Path) -> list[list[Any]]:
    connection = sqlite3.connect(shop)
    rows = connection.execute("SELECT order_status, COUNT(*) FROM orders GROUP BY order_status").fetchall()
    connection.close()
    return [list(row) for row in rows]


def _tables(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [part["values"] for part in told["parts"] if part["kind"] == "table"]


# HTTP.


def test_a_table_arrives_in_the_parts(place: Place, shop: Path) -> None:
    told = place.post("/v1/ask", text=SQL).json()
    [table] = _tables(told)
    assert (table["columns"], table["cut"]) == (["order_status", "n"], False)
    assert sorted(table["rows"]) == sorted(_by_status(shop))
    assert [part["kind"] for part in told["parts"]] == ["table"]
    assert told["code"].startswith("SELECT")
    assert told["code"] in told["text"]


def test_a_decision_tells_agent_tables_and_signals(place: Place) -> None:
    answer = place.post("/v1/ask", text=SQL)
    told = answer.json()["decision"]
    assert told["agent"] == told["route"] == answer.headers["x-fingerpost-route"] == "analytics"
    assert (told["tables"], "orders.order_status" in told["columns"]) == (["orders"], True)
    assert "sql_probe_true" in told["signals"]
    assert "probes" in [step["who"] for step in told["trail"]]
    assert told["extras"] == {"tables": told["tables"], "columns": told["columns"]}
    routed = place.post("/v1/route", text=SQL).json()
    for name in ("agent", "tables", "columns", "extras", "signals", "layer"):
        assert routed[name] == told[name], name


def test_tables_and_columns_are_there_for_a_decision_that_has_none(place: Place) -> None:
    told = place.post("/v1/route", text="oi").json()
    assert (told["route"], told["tables"], told["columns"], told["extras"]) == ("triage", [], [], {})


@pytest.mark.parametrize(
    ("text", "route", "signal"),
    [
        ("o que você consegue fazer?", "triage", "meta_question_capabilities"),
        ("how do I use you?", "triage", "meta_question_usage"),
        ("oi", "triage", "rule:greeting-alone"),
    ],
)
def test_signals_of_triage(place: Place, text: str, route: str, signal: str) -> None:
    told = place.post("/v1/ask", text=text).json()
    assert (told["decision"]["agent"], signal in told["decision"]["signals"]) == (route, True)
    assert told["text"]
    assert told["parts"] == []


def test_a_session_goes_on_over_the_wire(place: Place) -> None:
    first = place.post("/v1/ask", text=COUNT, session="s-count").json()
    then = place.post("/v1/ask", text="e por estado?", session="s-count").json()
    [[[count]]] = [table["rows"] for table in _tables(first)]
    [table] = _tables(then)
    assert sum(row[1] for row in table["rows"]) == count
    assert then["decision"]["tables"] == ["orders", "customers"]
    assert any(step["who"] == "conversation" for step in then["decision"]["trail"])


def test_files_come_by_multipart_and_are_remembered(place: Place) -> None:
    name = "purchase_order_trailhead.csv"
    files = [("attachments", (name, (SAMPLES / name).read_bytes(), "text/csv"))]
    given = {"text": "check the sums of this order", "session": "s-paper"}
    told = place.http.post("/v1/ask", data=given, files=files).json()
    assert (told["decision"]["agent"], "sums are right" in told["text"]) == ("commerce", True)
    assert {"attachment_present", "attachment_mime:text/csv"} <= set(told["decision"]["signals"])
    [table] = _tables(told)
    assert (table["source"], len(table["rows"])) == (name, 3)
    later = place.post("/v1/ask", text="who is the supplier?", session="s-paper").json()
    assert "Trailhead Textiles LLC" in later["text"]


def test_a_stream_ends_with_the_same_answer(place: Place) -> None:
    found = events(place.post("/v1/ask", text=BY_STATE, stream=True).text)
    assert [name for name, _ in found] == ["decision", "piece", "answer"]
    decision, piece, answer = (value for _, value in found)
    assert decision["agent"] == "analytics"
    whole = place.post("/v1/ask", text=BY_STATE).json()
    assert answer["text"] == whole["text"]
    assert piece == {"text": whole["text"]}
    assert _tables(answer) == _tables(whole)


def test_openais_form_gets_the_text_with_its_table(place: Place) -> None:
    body = {"model": "agents", "messages": [{"role": "user", "content": SQL}]}
    told = place.http.post("/v1/chat/completions", json=body).json()
    assert "| delivered |" in told["choices"][0]["message"]["content"]


def test_a_refusal_is_an_answer_and_no_fault(place: Place) -> None:
    answer = place.post("/v1/ask", text="DELETE FROM orders")
    assert (answer.status_code, _tables(answer.json())) == (200, [])
    assert "only SELECT is allowed" in answer.json()["text"]


def test_turns_that_a_caller_made_up_are_no_fault(place: Place) -> None:
    turns = [{"role": "document", "content": '{"total":"1e999999999"}', "route": "commerce"}]
    answer = place.post("/v1/ask", text="qual o total da nota?", turns=turns, declared="commerce")
    assert answer.status_code == 200
    assert "Não há documento" in answer.json()["text"]


def test_a_number_that_json_has_no_word_for_is_no_fault(place: Place) -> None:
    answer = place.post("/v1/ask", text="SELECT 9e999 AS x FROM orders LIMIT 1")
    assert answer.status_code == 200
    assert [table["rows"] for table in _tables(answer.json())] == [[["inf"]]]


# gRPC.


async def test_a_table_arrives_in_the_parts_over_grpc(client: Client, shop: Path) -> None:
    reply = await client.engine.AskAgent(pb.AgentRequest(query=SQL))
    [part] = reply.parts
    values = json.loads(part.values)
    assert (part.kind, values["columns"], values["cut"]) == ("table", ["order_status", "n"], False)
    assert sorted(values["rows"]) == sorted(_by_status(shop))
    assert part.text.startswith("| order_status | n |")
    assert (reply.decision.route, list(reply.decision.extras["tables"])) == ("analytics", ["orders"])
    assert "orders.order_status" in list(reply.decision.extras["columns"])
    assert "sql_probe_true" in reply.decision.signals


async def test_a_stream_over_grpc_ends_with_the_same_parts(client: Client) -> None:
    first, *pieces, last = await replies_of(client.engine.AskAgentStream(pb.AgentRequest(query=BY_STATE)))
    whole = await client.engine.AskAgent(pb.AgentRequest(query=BY_STATE))
    assert (first.decision.route, list(first.decision.extras["tables"])) == (
        "analytics",
        list(whole.decision.extras["tables"]),
    )
    assert "".join(piece.text for piece in pieces) == whole.text
    assert list(last.parts) == list(whole.parts)
    assert len(last.parts) == 1


async def test_files_come_over_grpc_and_are_remembered(client: Client) -> None:
    name = "orcamento_jardim.csv"
    file = pb.Attachment(name=name, mime="text/csv", data=(SAMPLES / name).read_bytes())
    asked = pb.AgentRequest(query="qual o total deste orçamento em anexo?", session_id="s", attachments=[file])
    reply = await client.engine.AskAgent(asked)
    assert (reply.decision.route, "2.460,00 €" in reply.text) == ("commerce", True)
    assert "attachment_mime:text/csv" in reply.decision.signals
    assert [json.loads(part.values)["source"] for part in reply.parts] == [name]
    later = await client.engine.AskAgent(pb.AgentRequest(query="quem emitiu?", session_id="s"))
    assert "Jardins do Mondego" in later.text


async def test_two_files_give_two_tables(client: Client) -> None:
    names = ["purchase_order_trailhead.csv", "orcamento_jardim.csv"]
    files = [pb.Attachment(name=name, data=(SAMPLES / name).read_bytes()) for name in names]
    reply = await client.engine.AskAgent(pb.AgentRequest(query="compare these two documents", attachments=files))
    assert [json.loads(part.values)["source"] for part in reply.parts] == names


async def test_citations_of_documents_have_a_field_of_their_own(client: Client) -> None:
    reply = await client.engine.AskAgent(pb.AgentRequest(query="como se calcula o ticket médio?"))
    assert (reply.decision.route, list(reply.parts)) == ("knowledge", [])
    assert "indicadores/ticket-medio.md" in [citation.file for citation in reply.citations]


async def test_routing_alone_tells_tables_and_signals(client: Client) -> None:
    decision = await client.engine.Route(pb.AgentRequest(query=SQL))
    assert (decision.route, list(decision.extras["tables"])) == ("analytics", ["orders"])
    assert "sql_probe_true" in decision.signals


def _answered(values: dict[str, Any]) -> Answer:
    return Answer(Decision("x", True, 1.0, "rules", ""), (Part("text", "t"), Part("card", "c", values)))


@pytest.mark.parametrize("value", [Decimal("1.50"), date(2024, 5, 1), Path("x")])
def test_values_of_a_packages_own_part_are_sent_as_over_http(value: Any) -> None:
    [part] = encode_answer(_answered({"value": value})).parts
    assert json.loads(part.values) == {"value": str(value)}


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_values_are_json_over_grpc(value: float) -> None:
    [part] = encode_answer(_answered({"value": value})).parts
    refused: Callable[[str], Any] = pytest.fail
    assert json.loads(part.values, parse_constant=refused) == {"value": None}


async def test_a_handler_that_fails_is_a_fault_of_the_server_on_both_wires(
    place: Place, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any) -> HandlerReply:
        raise KeyError("secret-inside")

    for assistant in (place.assistant, client.assistant):
        monkeypatch.setattr(assistant.components.handlers["triage"], "answer", fails)
    over_http = place.post("/v1/ask", text="oi")
    assert over_http.status_code == 500
    assert "secret-inside" not in over_http.text
    code, said = await failure(client.engine.AskAgent(pb.AgentRequest(query="oi")))
    assert (code, "secret-inside" in said) == ("INTERNAL", False)
