"""Resolve reads references in three languages, and history for nothing else."""

from __future__ import annotations

import pytest

from fingerpost import Message
from fingerpost.conversation.history import format_intent_history, recent_user_turns
from fingerpost.conversation.resolve import _TOKEN, MAX_WORDS, _tokens, read_reference, resolve
from fingerpost.language.text import fold


@pytest.mark.parametrize(
    "text",
    [
        "in fewer words", "En menos palabras", "em menos palavras, por favor", "shorter please", "tl;dr",
        "can you say that again?", "tradúcelo al inglés", "traduz isso para o inglês", "summarise your answer",
        "as a list please", "resúmelo en una frase", "explain it in simple terms", "mais simples, pf", "repite eso",
    ],
)  # fmt: skip
def test_a_wish_for_the_prior_answer_in_another_form(text: str) -> None:
    assert read_reference(text, fold(text)) == (True, None)


@pytest.mark.parametrize(
    "text",
    [
        "write a shorter loop for this list", "convert the list to a table in sql", "resume the loop after an error",
        "translate this python to avap", "devuelve el resultado como lista de facturas", "traduz este script para avap",
        "summarise my usage of last month",
    ],
)  # fmt: skip
def test_words_of_form_beside_a_topic_are_no_such_wish(text: str) -> None:
    assert read_reference(text, fold(text))[0] is False


@pytest.mark.parametrize(
    "text",
    [
        "explain this", "what does it do?", "esto qué hace", "y eso?", "lo anterior no funciona", "e aquilo?", "isso falha, por quê?",
        "can you fix it", "qué significa esto", "o que isso faz", "is it nested?",
    ],
)  # fmt: skip
def test_deixis(text: str) -> None:
    assert read_reference(text, fold(text)) == (False, "deixis")
    assert read_reference(fold(text), fold(text)) == (False, "deixis")


@pytest.mark.parametrize(
    "text",
    [
        "and for lists?",
        "y con dos parámetros?",
        "e no mês passado?",
        "why?",
        "what about errors",
        "por qué?",
        "con dos?",
    ],
)
def test_ellipsis(text: str) -> None:
    assert read_reference(text, fold(text)) == (False, "ellipsis")


@pytest.mark.parametrize(
    "text",
    [
        "what is a variable?", "cuántas llamadas llevo este mes?", "is it possible to nest loops in a function body",
        "cors, where is that configured", "getRegex, what is that", "explica el if", "cómo funciona if", "e aí, tudo certo?", "é isso por hoje, até amanhã!", "is this language typed?", "isso de variáveis globais existe?", "thanks, that fixed it", "fix this: addVar(x, 1", "how do functions work", "my bill doubled this month",
        "crea un endpoint que devuelva el plan del cliente", "qual foi o meu consumo esta semana",
    ],
)  # fmt: skip
def test_a_complete_message_does_not_lean(text: str) -> None:
    assert read_reference(text, fold(text)) == (False, None)


def test_it_leans_on_the_last_turn_that_has_a_topic() -> None:
    history = [("RETRIEVAL", "what is addVar?"), ("CODE_GENERATION", "write a loop"), ("CONVERSATIONAL", "thanks")]
    resolved = resolve(Message("and for lists?", intent_history=history), transparent={"CONVERSATIONAL"})
    assert resolved.turn is not None
    assert resolved.turn.route == "CODE_GENERATION"


def test_small_talk_is_leaned_on_where_nothing_else_was_said() -> None:
    resolved = resolve(Message("why?", intent_history=[("CONVERSATIONAL", "hello")]), transparent={"CONVERSATIONAL"})
    assert resolved.turn is not None
    assert resolved.turn.route == "CONVERSATIONAL"


def test_spoken_turns_count_what_the_person_said() -> None:
    resolved = resolve(Message("why?", turns=[("user", "what is addVar?"), ("assistant", "It declares…")]))
    assert resolved.turn is not None
    assert (resolved.turn.text, resolved.turn.route) == ("what is addVar?", None)


def test_a_selection_is_what_is_pointed_at() -> None:
    message = Message("explain this", intent_history=[("RETRIEVAL", "what is addVar?")], selection="addVar(x, 1)")
    resolved = resolve(message)
    assert resolved.on_editor
    assert resolved.turn is None


def test_open_code_counts_only_where_nothing_was_said() -> None:
    assert resolve(Message("explain this", editor="addVar(x, 1)")).on_editor
    after = resolve(Message("explain this", editor="addVar(x, 1)", intent_history=[("RETRIEVAL", "what is addVar?")]))
    assert not after.on_editor
    assert after.turn is not None


def test_a_message_that_does_not_lean_hands_no_turn_on() -> None:
    resolved = resolve(Message("what is a variable?", intent_history=[("PLATFORM", "my bill")] * 6, selection="x = 1"))
    assert (resolved.leans, resolved.turn, resolved.on_editor) == (None, None, False)


def test_the_intent_history_shows_six_entries_of_sixty_characters() -> None:
    message = Message("x", intent_history=[("RETRIEVAL", f"question {i} " + "y" * 100) for i in range(9)])
    shown = format_intent_history(recent_user_turns(message)).splitlines()
    assert len(shown) == 6
    assert shown[0] == f'[RETRIEVAL] "{("question 3 " + "y" * 100)[:60]}"'


def test_no_history_says_so() -> None:
    assert format_intent_history(recent_user_turns(Message("x"))) == "(no prior turns)"


@pytest.mark.parametrize("count", [0, 1, MAX_WORDS - 1, MAX_WORDS, MAX_WORDS + 1, 2 * MAX_WORDS])
@pytest.mark.parametrize("between", [" ", ", ", "-", "  ?! "])
def test_words_of_ascii_are_those_of_the_pattern_up_to_a_bound(count: int, between: str) -> None:
    text = between.join(f"a_{number}" for number in range(count)) + between
    words = _TOKEN.findall(text)
    assert _tokens(text) == (words if count <= MAX_WORDS else [])
