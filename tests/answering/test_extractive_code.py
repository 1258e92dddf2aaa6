"""Answers about code without a model: faults and repairs, explanations, composed programs, and the nearest example."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering import extractive_code, nodes
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.phrases import PHRASES
from fingerpost.assistants.avap.parser import check
from fingerpost.errors import ModelError, SearchError
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Message

FAULTY = 'addParam("a", a)\nif(a, 1, "==")\n    encodeSHA256(a, h)\naddResult(h)'
SOUND = "total = 0\nstartLoop(n, 1, 3)\n    total = total + n\nendLoop()\naddResult(total)\naddResult(n)"


@pytest.fixture
async def alone(own_cache: Path, avap: Router) -> AsyncIterator[Assistant]:
    """Yield an assistant without a model."""
    search = SearchSettings(folder=own_cache / "index")
    assistant = Assistant.open(avap, Settings(cache=own_cache, search=search))
    yield assistant
    await assistant.close()


@pytest.mark.parametrize(
    ("text", "line"),
    [("fix this", "line 2"), ("¿por qué falla esto?", "línea 2"), ("o que está errado neste código?", "linha 2")],
)
async def test_faults_are_told_by_line_with_the_whole_repaired_program(alone: Assistant, text: str, line: str) -> None:
    answer = await alone.ask(Message(text, editor=FAULTY))
    assert f"- {line}: 'if' opened here is never closed: end() is missing" in answer.text
    assert answer.code == FAULTY.replace("\naddResult", "\nend()\naddResult")
    assert (answer.status, answer.checked, answer.notes) == ("", "all", ())


@pytest.mark.parametrize(
    ("text", "line"), [("I am lost, help", "line 2"), ("ayúdame porfa", "línea 2"), ("não roda, me ajuda", "linha 2")]
)
async def test_a_plea_for_help_is_about_the_faulty_program_in_the_editor(
    alone: Assistant, text: str, line: str
) -> None:
    answer = await alone.ask(Message(text, editor=FAULTY))
    assert f"- {line}: 'if' opened here is never closed" in answer.text
    assert check(answer.code).valid


@pytest.mark.parametrize(("text", "editor"), [("hola", FAULTY), ("bye", FAULTY), ("não roda, me ajuda", "")])
async def test_a_greeting_is_not_about_the_editor_and_a_plea_needs_a_program(
    alone: Assistant, text: str, editor: str
) -> None:
    answer = await alone.ask(Message(text, editor=editor))
    assert PHRASES["faults"]["en"].partition(";")[2] not in answer.text
    assert answer.code == ""


async def test_a_report_with_a_signature_is_no_other_code(alone: Assistant) -> None:
    answer = await alone.ask(Message("fix this", editor='encodeMD5("a", b, 3)\naddResult(b)'))
    assert "write encodeMD5(source, T)" in answer.text
    assert (answer.checked, answer.notes) == ("all", ())


async def test_what_no_edit_repairs_comes_with_the_pages(alone: Assistant) -> None:
    answer = await alone.ask(Message("fix this", editor="addVar(x, 1)\nqwertyuiop(x, y)\naddResult(x)"))
    assert "line 2: unknown command 'qwertyuiop'" in answer.text
    assert "> — [" in answer.text
    assert answer.code == ""


async def test_sound_code_is_explained_line_by_line_and_no_fault_is_told(alone: Assistant) -> None:
    answer = await alone.ask(Message("¿qué hace este código?", editor=SOUND))
    assert "no encuentra fallos" in answer.text
    assert "- línea 1: da valor a la variable `total`" in answer.text
    assert "- línea 2: `startLoop`: repeat lines a number of times" in answer.text
    assert "- líneas 5 a 6: `addResult`: put a variable into the response" in answer.text
    assert answer.checked == "none", "nothing of the answer itself is a program"
    assert answer.notes == (), "the parser has read it"


async def test_an_explanation_has_the_arguments_in_the_words_of_the_pages(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Message("¿qué hace este código?", editor=SOUND)
    answer = await alone.ask(asked)
    assert "palabras de la documentación (en inglés):" in answer.text
    assert "`n` va de `1` a `3`, 3 vueltas; hasta la línea 4" in answer.text
    assert "`to` = `3` (the last number. It is included)" in answer.text
    assert ":\n> —" not in answer.text, "no quotation ends where code was"

    async def fail(*_: object, **__: object) -> None:
        raise SearchError("the index is down")

    monkeypatch.setattr(alone.components.retriever, "pages", fail)
    answer = await alone.ask(asked)
    assert "- línea 1: da valor a la variable `total`: `0`" in answer.text
    assert "repeat lines" not in answer.text


async def test_a_quotation_does_not_end_where_its_code_was_left_out(alone: Assistant) -> None:
    answer = await alone.ask(Message("fix this", editor="addVar(x, 1)\nqwertyuiop(x, y)\ngetListLen(x)\naddResult(x)"))
    assert "> — [" in answer.text
    assert ":\n> —" not in answer.text


async def test_code_that_nothing_has_read_is_not_called_checked(alone: Assistant) -> None:
    answer = await alone.ask(Message("write me a quicksort", declared="CODE_GENERATION"))
    assert bool(answer.notes) == (answer.checked == "none")


async def test_faulty_code_in_the_editor_is_told_beside_an_answer_about_something_else(alone: Assistant) -> None:
    answer = await alone.ask(Message("hay algo mal en el if", editor=FAULTY))
    assert answer.decision.qualifier is None
    assert "- línea 2: " in answer.text
    sound = await alone.ask(Message("hay algo mal en el if", editor=SOUND))
    assert "- línea" not in sound.text


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("write an endpoint that reads a password and returns its SHA-256 hash", ["addParam", "encodeSHA256"]),
        ("necesito llamar a una API externa con GET y capturar errores", ["try", "RequestGet", "exception"]),
        ("cria um script que devolve a data e hora atual", ["getDateTime", "addResult"]),
    ],
)
async def test_a_program_is_composed_and_checked(alone: Assistant, text: str, commands: list[str]) -> None:
    answer = await alone.ask(text)
    assert check(answer.code).valid
    assert [name for name in commands if f"{name}(" not in answer.code] == []
    assert (answer.status, answer.checked) == ("", "all")


async def test_a_request_that_the_pages_do_not_know_gets_the_nearest_example(alone: Assistant) -> None:
    answer = await alone.ask(Message("write me a quicksort", declared="CODE_GENERATION"))
    assert "nearest example" in answer.text
    assert check(answer.code).valid


@pytest.mark.parametrize(
    ("message", "opening"),
    [
        (Message("fix this", editor=FAULTY), "The language model does not answer now; this is what the parser finds"),
        (Message("¿qué hace este código?", editor=SOUND), "El modelo de lenguaje no responde ahora, así que no se"),
        (
            Message("write an endpoint that reads a password and returns its SHA-256 hash"),
            "The language model does not answer now: this program is put together",
        ),
    ],
)
async def test_while_the_model_fails_that_is_what_is_said(
    own_cache: Path, avap: Router, message: Message, opening: str
) -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(status=500)]) as server:
        slots = {"main": Slot(server.url, "big")}
        search = SearchSettings(folder=own_cache / "index")
        assistant = Assistant.open(avap, Settings(cache=own_cache, search=search, slots=slots))
        answer = await assistant.ask(message)
        await assistant.close()
    assert answer.text.startswith(opening)
    assert [(each.part, each.rung) for each in answer.degraded] == [("answer", "extractive")]


async def test_an_example_is_shown_where_no_program_can_be_composed(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "write an endpoint that reads a password and returns its SHA-256 hash"
    assert (await alone.ask(asked)).text.startswith("No language model is set: this program is put together")

    async def fails(*_: object) -> None:
        raise ModelError("the encoder is down")

    monkeypatch.setattr(extractive_code, "request_parts", fails)
    assert (await alone.ask(asked)).text.startswith("No language model is set, so no code was written")


async def test_the_documentation_is_quoted_beside_a_program_and_is_no_code_of_it(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = "write code that puts a field into a JSON object"
    answer = await alone.ask(request)
    assert "The documentation says on this:\n\n> " in answer.text
    assert any(part.values["file"] == "commands/AddvariableToJSON.md" for part in answer.citations)
    assert (answer.checked, answer.notes) == ("all", ())
    monkeypatch.setattr(nodes, "own_text", lambda state, text: text)
    assert (await alone.ask(request)).checked == "partly", "a quoted signature is no program"


@pytest.mark.parametrize(
    "text",
    [
        "write me a cover letter for a backend developer position",
        "Generate a PDF invoice and attach it to an email from my endpoint",
        "fórmula de excel para sumar solo las celdas rojas",
    ],
)
async def test_a_request_that_no_page_is_about_is_refused(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    declared = Message(text, declared="CODE_GENERATION")
    answer = await alone.ask(declared)
    assert any(answer.text.startswith(said.partition("{")[0]) for said in PHRASES["unanswered"].values())
    assert answer.citations == ()
    monkeypatch.setattr(extractive_code, "REQUEST_BAR", -100.0)
    assert (await alone.ask(declared)).citations, "else what happens to be near is quoted"


@pytest.mark.parametrize(
    "text",
    [
        "tem como um script chamar outro a cada cinco minutos?",
        "how can I profile a slow script and see which line takes the time",
    ],
)
async def test_a_question_among_the_requests_has_the_bar_of_questions(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    declared = Message(text, declared="CODE_GENERATION")
    assert (await alone.ask(declared)).citations == ()
    monkeypatch.setattr(extractive_code, "_is_question", lambda text: False)
    assert (await alone.ask(declared)).citations, "a request for code may be further from every page"


async def test_a_program_is_composed_where_the_documentation_cannot_be_matched(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise ModelError("the encoder is down")

    monkeypatch.setattr(alone.components.retriever, "match", fail)
    answer = await alone.ask("write an endpoint that reads a password and returns its SHA-256 hash")
    assert answer.code
    assert "> — [" not in answer.text
