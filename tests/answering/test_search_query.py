"""The search query of a message, without a model."""

from __future__ import annotations

from fingerpost import Message
from fingerpost.answering.search_query import broaden, identifiers_in, reformulate, with_synonyms
from fingerpost.conversation.resolve import resolve
from fingerpost.types import Turn

SYNONYMS = {"startLoop": ("bucle", "laço", "for loop"), "encodeSHA256": ("hash",)}


def _query(message: Message, *, uses_editor: bool = False) -> str:
    resolved = resolve(message)
    return reformulate(message, resolved.text, resolved.turn, SYNONYMS, uses_editor=uses_editor)


def test_a_message_that_stands_alone_is_its_own_query() -> None:
    assert _query(Message("what does addParam return?")) == "what does addParam return?"


def test_words_of_the_documents_join_those_of_the_person_with_or_without_accents() -> None:
    assert _query(Message("cómo hago un bucle")) == "cómo hago un bucle startLoop"
    assert _query(Message("como faço um LACO")) == "como faço um LACO startLoop"
    assert with_synonyms("is there a for loop?", SYNONYMS).endswith(" startLoop")
    assert with_synonyms("rehashed startLoop bucle", SYNONYMS) == "rehashed startLoop bucle", "whole words, and once"


def test_a_fragment_brings_what_it_leans_on() -> None:
    message = Message("y con dos parámetros?", turns=[Turn("user", "cómo se declara una función", "RETRIEVAL")])
    assert _query(message) == "cómo se declara una función y con dos parámetros?"


def test_an_editor_question_brings_the_names_in_the_code() -> None:
    message = Message("what does this do?", editor="addVar(x, 1)\nstartLoop(i, 0, 3)", selection="addVar(x, 1)")
    assert _query(message, uses_editor=True) == "what does this do? addVar"
    assert identifiers_in("x = go(f, 1)\naddVar(a, 2)\naddVar(b, 3)") == ["go", "addVar"]


def test_the_wider_query_takes_headings_that_share_a_beginning() -> None:
    wider = broaden("hashing passwords", SYNONYMS, ["Hashing and random text", "Loops"])
    assert "Hashing and random text" in wider
    assert "Loops" not in wider
