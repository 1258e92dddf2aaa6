"""Routes with a fixed reply: answered in the language of the message, streamed and stored, without model or search."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Answer, Decision, Message
from fingerpost.answering import nodes
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.fixed_replies import write_reply
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.observability.facts import MODEL, RETRIEVER, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

BOOK = r"""
fallback = "talk"
[[routes]]
name = "order"
title = { en = "Orders", es = "Pedidos" }
[routes.reply]
es = ["El pedido {number} está en camino.", "¿Qué pedido es?"]
en = ["Order {number} is on its way, {user}.", "Order {number} is on its way.", "Which order is it?"]
[[routes]]
name = "invoice"
reply = "{route} {invoice_number} was sent."
[[routes]]
name = "talk"
slot = "conversational"
[[rules]]
name = "invoices"
route = "invoice"
patterns = ['\b(?:invoice|factura|fatura)\b(?: (?P<invoice_number>\d+))?']
[[rules]]
name = "orders"
route = "order"
patterns = ['\b(?:order|pedido) (?P<number>\S+)', '\b(?:orders?|pedidos?)\b', '#\d+']
"""


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return folder


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply("said by the model")]) as running:
        yield running


@pytest.fixture
async def assistant(place: Path, settings: Settings, server: ScriptedServer) -> AsyncIterator[Assistant]:
    """Yield an assistant with models, which a reply does not ask."""
    pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
    slots = {"main": Slot(server.url, "big"), "conversational": Slot(server.url, "small")}
    opened = Assistant.open(place, replace(settings, slots=slots))
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("text", "user", "reply"),
    [
        ("where is order AB-12", "ana", "Order AB-12 is on its way, ana."),
        ("where is order AB-12", None, "Order AB-12 is on its way."),
        ("where are my orders", "ana", "Which order is it?"),
        ("¿dónde está el pedido 77-Ñ", "ana", "El pedido 77-Ñ está en camino."),
        ("donde estan mis pedidos", None, "¿Qué pedido es?"),
        ("onde estão os meus pedidos?", None, "¿Qué pedido es?"),
        ("#4471", None, "¿Qué pedido es?"),
        ("send me invoice 9", None, "invoice 9 was sent."),
        ("send me the invoice", None, "To answer that I also need: invoice number. Please write it in your message."),
        ("quiero la factura", None, "Para responder a eso necesito también: invoice number."),
        ("quero a fatura", None, "Para responder a isso preciso também de: invoice number."),
        ("the order {user}{{", "ana", "Order {user}{{ is on its way, ana."),
    ],
)
async def test_the_reply_of_a_message(
    assistant: Assistant, server: ScriptedServer, text: str, user: str | None, reply: str
) -> None:
    answer = await assistant.ask(text, user=user)
    assert answer.text.startswith(reply)
    assert [part.kind for part in answer.parts] == ["text"]
    assert server.requests == []
    assert not {fact.what for fact in answer.decision.facts} & {MODEL, RETRIEVER}


async def test_other_routes_still_ask_the_model(assistant: Assistant, server: ScriptedServer) -> None:
    assert (await assistant.ask("hello")).text == "said by the model"
    assert [request["model"] for request in server.requests] == ["small"]


async def test_a_reply_is_streamed_and_stored(assistant: Assistant) -> None:
    async with aclosing(assistant.stream("where is order 7", session="s")) as events:
        decision, *pieces, answer = [event async for event in events]
    assert isinstance(decision, Decision)
    assert isinstance(answer, Answer)
    assert (decision.route, pieces, answer.text) == ("order", [answer.text], "Order 7 is on its way.")
    stored = assistant.sessions.store.turns("s", 5)
    assert [(turn.role, turn.text, turn.route) for turn in stored] == [
        ("user", "where is order 7", "order"),
        ("assistant", "Order 7 is on its way.", "order"),
    ]


async def test_a_declared_route_and_an_unstored_request_get_the_reply(assistant: Assistant) -> None:
    assert (await assistant.ask(Message("hm", declared="order"))).text == "¿Qué pedido es?"
    request = assistant.request("where is order 7")
    assert (await assistant.ask_unstored(request)).text == "Order 7 is on its way."


async def test_a_reply_that_searches_breaks_the_contract(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    async def searching(state: AgentState, request: Request) -> AsyncGenerator[str, None]:
        record_fact(RETRIEVER, docs=1)
        async for piece in write_reply(state, request):
            yield piece

    def breaches() -> float:
        return METRICS.value("contract_breaches", rule="RC-04")

    before = breaches()
    await assistant.ask("where is order 7")
    assert breaches() == before
    monkeypatch.setattr(nodes, "write_reply", searching)
    await assistant.ask("where is order 7")
    assert breaches() == before + 1


async def test_a_reply_that_is_added_while_running_is_used(place: Path, settings: Settings) -> None:
    live = LiveRouter(place, settings=settings)
    assistant = Assistant.open(live, settings)
    file = place / "routebook.toml"
    file.write_text(BOOK.replace('name = "talk"', 'name = "talk"\nreply = "Hi."'), encoding="utf-8")
    live.reload()
    answer = await assistant.ask("hello there")
    assert isinstance(answer, Answer)
    assert answer.text == "Hi."
    await assistant.close()


NOTHING_SET = """
[[routes]]
name = "refund"
title = { en = "Refunds", es = "Devoluciones" }
[[routes]]
name = "talk"
slot = "conversational"
[[rules]]
name = "money"
route = "refund"
contains = ["money", "dinero", "dinheiro"]
[[rules]]
name = "small"
route = "talk"
contains = ["football"]
[[rules]]
name = "strange"
route = "other"
contains = ["lottery"]
[[routes]]
name = "other"
out_of_scope = true
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I want my money", "I take this to be about “Refunds”, but nothing is set up here to answer it."),
        ("quiero mi dinero", "Entiendo que se trata de «Devoluciones», pero aquí no hay nada preparado"),
        ("quero o meu dinheiro", "Entendo que se trata de “Refunds”, mas aqui não há nada preparado"),
        ("thanks in advance for sending the money soon", "I take this to be about “Refunds”"),
        ("and my money?", "I take this to be about “Refunds”"),
        ("do you like football", "I take this to be about “talk”"),
        ("what is the weather", "I cannot tell what this is about"),
        ("que tiempo hace", "No sé de qué se trata"),
        ("qual é o tempo", "Não sei do que se trata"),
        ("thanks", "You are welcome!"),
        ("what is the lottery number", "I cannot tell what this is about"),
    ],
)
async def test_a_route_that_nothing_answers_says_so_and_does_not_greet(
    tmp_path: Path, settings: Settings, text: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "routebook.toml").write_text(NOTHING_SET, encoding="utf-8")
    assistant = Assistant.open(folder, settings)
    answer = await assistant.ask(text)
    assert answer.text.startswith(said)
    logged = [record.getMessage() for record in caplog.records if record.getMessage().startswith("[answer]")]
    named = [f"[answer] nothing is set up to answer the route {answer.decision.route}: give it a reply"]
    told = answer.decision.route not in (None, "other") and said != "You are welcome!"
    assert [line[: len(named[0])] for line in logged] == named * told
    await assistant.close()
