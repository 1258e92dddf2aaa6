"""The triage agent alone: the kind of a message, and the clarifying question."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents.triage import TriageAgent, triage_kind
from fingerpost.errors import ModelError
from fingerpost.language.text import fold
from fingerpost.settings import Slot
from fingerpost.types import Decision
from tests.handler_input import handler_input


def _unsure(runner_up: str | None, margin: float = 0.05, **more: Any) -> Decision:
    return Decision("triage", False, 0.45, "fallback", "", runner_up=runner_up, margin=margin, **more)


@pytest.mark.parametrize(
    ("text", "runner_up", "says"),
    [
        ("os pedidos da semana", "analytics", "Não tenho certeza do que você precisa. É sobre números da loja?"),
        ("the shipping", "knowledge", "I am not sure what you need. Is it about policies, processes and terms?"),
        ("las facturas", "commerce", "No estoy seguro de lo que necesitas. ¿Es sobre documentos comerciales?"),
    ],
)
async def test_between_two_routes_it_asks_back(text: str, runner_up: str, says: str) -> None:
    assert (await TriageAgent().answer(*handler_input(text, _unsure(runner_up)))).text == says


@pytest.mark.parametrize(
    ("decision", "kind"),
    [
        (_unsure("analytics"), "between"),
        (_unsure("analytics", 0.5), "out_of_scope"),
        (_unsure("triage"), "out_of_scope"),
        (_unsure(None), "out_of_scope"),
        (replace(_unsure("analytics"), accepted=True), "out_of_scope"),
        (_unsure("analytics", signals=("meta_question",)), "capabilities"),
        (_unsure("commerce", signals=("document_missing",)), "no_document"),
        (_unsure("analytics", signals=("meta_question_usage", "meta_question")), "usage"),
    ],
)
def test_the_kind_of_a_message_hangs_on_its_decision(decision: Decision, kind: str) -> None:
    assert triage_kind("the moon over the harbour", decision) == kind


def test_a_single_word_is_asked_back_whatever_the_margin() -> None:
    assert triage_kind("devoluções", _unsure("knowledge", 0.9)) == "between"
    assert triage_kind("devoluções do mês", _unsure("knowledge", 0.9)) == "out_of_scope"


@given(st.text(max_size=80), st.sampled_from(["analytics", "knowledge", "commerce", "triage", None]), st.floats(0, 1))
def test_any_message_has_a_kind(text: str, runner_up: str | None, margin: float) -> None:
    kind = triage_kind(text, _unsure(runner_up, margin))
    assert kind in {"usage", "capabilities", "thanks", "greeting", "between", "vague", "out_of_scope"}
    close = margin < 0.35 or len(re.findall(r"\w+", fold(text))) == 1
    assert kind != "between" or (runner_up not in (None, "triage") and close)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("oi", "greeting"), ("Olá, tudo bem?", "greeting"), ("good morning team", "greeting"), ("¡Buenos días!", "greeting"),
        ("hide the moon", "out_of_scope"), ("opala azul", "out_of_scope"), ("boa receita de bolo", "out_of_scope"),
        ("muito obrigada", "thanks"), ("ok gracias", "thanks"), ("thank you", "thanks"), ("tchau", "thanks"),
        ("o presidente falou o que ontem?", "out_of_scope"), ("a poem that says thanks", "out_of_scope"),
        ("", "vague"), ("?!", "vague"), ("tenho uma dúvida", "vague"), ("socorro", "vague"),
    ],
)  # fmt: skip
def test_the_kind_of_a_message_hangs_on_its_words(text: str, kind: str) -> None:
    assert triage_kind(text, replace(_unsure(None), accepted=True)) == kind


class _Model:
    """A chat client that answers as told, fails, or hangs."""

    slot, where = Slot("http://nowhere", "tiny"), "tiny at http://nowhere"

    def __init__(self, text: str = "", fault: Exception | None = None, *, hangs: bool = False) -> None:
        self.text, self.fault, self.hangs, self.asked = text, fault, hangs, 0

    async def ask(self, messages: Any, **_: Any) -> Any:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.fault is not None:
            raise self.fault
        return SimpleNamespace(text=self.text)


async def _answer(model: Any, text: str, timeout: float = 5.0) -> str:
    decision = replace(_unsure(None), accepted=True)
    return (await TriageAgent(model, timeout).answer(*handler_input(text, decision))).text


async def test_a_model_answers_what_there_is_no_phrase_for_and_the_answer_says_so() -> None:
    model = _Model("<think>hm</think>The moon is far away.")
    told = await _answer(model, "how far is the moon from here?")
    assert told == "The model's answer, not from the store's data: The moon is far away."
    assert (await _answer(model, "bom dia")).startswith("Olá!")
    assert model.asked == 1


@pytest.mark.parametrize("model", [_Model(fault=ModelError("down")), _Model(hangs=True), _Model(""), None])
async def test_without_an_answer_of_the_model_the_phrase_is_told(model: Any) -> None:
    told = await _answer(model, "how far is the moon from here?", timeout=0.05)
    assert told.startswith("That is outside of what I do.")


async def test_a_model_that_keeps_failing_is_left_alone() -> None:
    model: Any = _Model(fault=ModelError("down"))
    agent, given = TriageAgent(model), handler_input("how far is the moon?", replace(_unsure(None), accepted=True))
    for _ in range(8):
        await agent.answer(*given)
    assert model.asked == 3
