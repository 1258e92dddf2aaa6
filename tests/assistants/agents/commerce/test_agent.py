"""The commerce agent: works off the event loop, answers in the user's language, and reports discrepancies."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from fingerpost.assistants.agents.commerce import agent
from fingerpost.models.chat import ChatClient, ChatReply
from fingerpost.observability.facts import record_facts
from fingerpost.resilience.ladder import degraded_in
from fingerpost.settings import Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Attachment, Message, Turn
from tests.handler_input import handler_input

RIGHT = "Nota fiscal 7\n2 x Mesa R$ 10,50 R$ 21,00\n3 x Banco R$ 4,00 R$ 12,00\nTotal: R$ 33,00"
WRONG = RIGHT.replace("33,00", "43,00")


async def _said(text: str, *files: Attachment, turns: tuple[Turn, ...] = ()) -> str:
    message = Message(text, attachments=files, turns=turns)
    return (await agent.CommerceAgent().answer(*handler_input(message, "commerce"))).text


def _file(text: str, name: str = "nota.txt") -> Attachment:
    return Attachment(name, "text/plain", text.encode())


async def test_a_message_is_processed_once_and_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, str, bool]] = []

    def seen(name: str, real: Any, *given: Any) -> Any:
        calls.append((name, str(given[0])[:13], threading.current_thread() is threading.main_thread()))
        return real(*given)

    for name in ("looks_like_document", "answer_all", "to_text", "_table", "discrepancy_warnings"):
        monkeypatch.setattr(agent, name, partial(seen, name, getattr(agent, name)))
    assert "33,00" in await _said(f"qual é o total?\n{RIGHT}")
    assert [name for name, *_ in calls].count("looks_like_document") == 1
    assert {name for name, *_ in calls} == {
        "looks_like_document",
        "answer_all",
        "to_text",
        "_table",
        "discrepancy_warnings",
    }
    assert not any(on_loop for *_, on_loop in calls)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("qual é o total desta nota?", "nota.xls: é um arquivo antigo do Office"),
        ("what is the total of this invoice?", "nota.xls: is an old Office file"),
        ("¿cuál es el total de esta factura?", "nota.xls: es un archivo antiguo de Office"),
    ],
)
async def test_file_errors_are_in_the_language_of_the_question(question: str, says: str) -> None:
    assert says in await _said(question, Attachment("nota.xls", "", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 9))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("qual é o total desta nota?", "Atenção: nem tudo bate no documento (total: esperado R$ 33,00, encontrado"),
        ("what is the total of this invoice?", "Mind that not everything adds up in the document (total: R$ 33.00"),
        ("¿cuál es el total de esta factura?", "Atención: no todo cuadra en el documento (total: se esperaba"),
    ],
)
async def test_sums_that_do_not_hold_are_mentioned_unasked(question: str, says: str) -> None:
    assert (await _said(question, _file(WRONG))).count(says) == 1
    assert says[:20] not in await _said(question, _file(RIGHT))


async def test_they_are_mentioned_once() -> None:
    asked = await _said("as contas desta nota batem?", _file(WRONG))
    assert "Nem tudo bate:" in asked
    assert "Atenção" not in asked
    later = (Turn("user", WRONG, "commerce"), Turn("assistant", "O total é R$ 43,00.", "commerce"))
    again = await _said("quem emitiu a nota?", turns=later)
    assert again
    assert "Atenção" not in again


async def test_a_discrepancy_names_its_document_among_several() -> None:
    text = await _said("compare os dois documentos", _file(RIGHT, "a.txt"), _file(WRONG, "b.txt"))
    assert "b.txt: Atenção" in text
    assert "a.txt: Atenção" not in text
    checked = await _said("as contas batem?", _file(RIGHT, "a.txt"), _file(WRONG, "b.txt"))
    assert "b.txt: Atenção" in checked


async def test_many_sums_that_do_not_hold_are_not_all_named() -> None:
    rows = "\n".join(f"Mesa {name};{count};10,00;{count}7,00" for count, name in enumerate("ABCDEF", 2))
    table = f"Descrição;Qtd;Preço;Total\n{rows}\n;;Total;R$ 900,00"
    text = await _said("qual é o total?", _file(table, "tabela.csv"))
    assert text.count("esperado") == 2
    assert text.count("; …).") == 1


async def _with_model(reply: ScriptedReply, text: str, file: Attachment) -> tuple[str, list[dict[str, Any]], str]:
    with ScriptedServer([reply]) as server:
        chat = ChatClient(Slot(server.url, "m"), "main")
        message = Message(text, attachments=(file,))
        said = await agent.CommerceAgent(chat).answer(*handler_input(message, "commerce"))
        await chat.close()
        return said.text, server.requests, said.extra_turns[0].text


async def test_a_question_outside_the_fields_goes_to_the_model_with_the_text() -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    file = _file(RIGHT + "\nA mesa acompanha parafusos de latão.")
    said, seen, kept = await _with_model(ScriptedReply("Latão."), "de que cor é a tinta? e qual o total?", file)
    assert "Leitura do modelo, não conferida: Latão." in said
    assert "O total é R$ 33,00." in said
    assert "parafusos de latão" in str(seen)
    assert "parafusos" in kept


async def test_a_question_about_a_field_asks_no_model() -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    said, seen, _ = await _with_model(ScriptedReply("R$ 1,00"), "qual o total?", _file(RIGHT))
    assert said == "O total é R$ 33,00."
    assert seen == []


@pytest.mark.parametrize(
    "reply", [ScriptedReply("NOT STATED"), ScriptedReply("R$ 77,00"), ScriptedReply("x", status=500)]
)
async def test_without_an_answer_of_the_model_the_document_says_what_it_holds(reply: ScriptedReply) -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    said, seen, _ = await _with_model(reply, "de que cor é a tinta?", _file(RIGHT))
    assert seen
    assert "não diz nada sobre “cor tinta”" in said
    assert "Posso dizer total" in said
    assert "modelo" not in said


async def test_the_text_of_a_document_is_kept_only_for_a_model() -> None:
    message = Message("qual o total?", attachments=(_file(RIGHT),))
    reply = await agent.CommerceAgent().answer(*handler_input(message, "commerce"))
    assert "Mesa R$ 10,50" not in reply.extra_turns[0].text


class _Hung(ChatClient):
    """A model that takes a question and never answers."""

    asked = 0

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError("it never comes to this")


async def test_a_model_that_hangs_leaves_what_the_document_says() -> None:
    """Each question costs its limit, and after three the model is left alone; the answer tells that it has no model."""
    model = _Hung(Slot("http://127.0.0.1:9/v1", "m"), "main")
    reader, message = agent.CommerceAgent(model, 0.05), Message("de que cor é a tinta?", attachments=(_file(RIGHT),))
    with record_facts() as facts:
        told = {(await reader.answer(*handler_input(message, "commerce"))).text for _ in range(5)}
    assert told == {(await agent.CommerceAgent(None).answer(*handler_input(message, "commerce"))).text}
    assert model.asked == 3
    assert {(one.part, one.rung) for one in degraded_in(facts)} == {("answer", "fields")}
