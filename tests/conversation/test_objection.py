"""Objections in three languages, with and without accents, and messages that only look like them."""

from __future__ import annotations

import pytest

from fingerpost import Message, Router
from fingerpost.conversation import objection
from fingerpost.conversation.objection import objects
from fingerpost.language.text import fold
from fingerpost.routing.layers import rules

OBJECTIONS = [
    "no, not like that",
    "I don't like this",
    "change that please",
    "esto no me convence, cambia eso",
    "no, así no",
    "no, asi no",
    "não gostei disso, muda isso",
    "nao e isso",
]


@pytest.mark.parametrize("text", OBJECTIONS)
def test_an_objection_is_told(text: str) -> None:
    assert objects(fold(text))


@pytest.mark.parametrize(
    "text", ["and for lists?", "explain this", "y eso por qué?", "isso é muito?", "is that a lot?"]
)
def test_a_question_about_the_answer_is_none(text: str) -> None:
    assert not objects(fold(text))


@pytest.mark.parametrize("text", OBJECTIONS)
@pytest.mark.parametrize("last", [("PLATFORM", "You have used 20% of your plan"), ("RETRIEVAL", "what is addVar?")])
def test_an_objection_does_not_copy_the_last_type(avap: Router, text: str, last: tuple[str, str]) -> None:
    decision = avap.route(Message(text, intent_history=[last]))
    assert decision.route == "CONVERSATIONAL"


def test_an_objection_to_code_wants_other_code(avap: Router) -> None:
    last = ("CODE_GENERATION", "write an endpoint that returns the date")
    for text in ("no, not like that", "esto no me convence, cambia eso", "não gostei disso, muda isso"):
        assert avap.route(Message(text, intent_history=[last])).route == "CODE_GENERATION"


def test_without_the_reader_of_objections_the_last_type_is_copied(
    avap: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "objects", lambda _folded: False)
    message = Message("esto no me convence, cambia eso", intent_history=[("PLATFORM", "You have used 20% of it")])
    assert avap.route(message).route == "PLATFORM"
    assert objection.objects("cambia eso")
