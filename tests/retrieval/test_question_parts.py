"""A question taken apart: its parts in three languages, and the pages that it calls by name."""

from __future__ import annotations

import pytest

from fingerpost.retrieval import question_parts as module
from fingerpost.retrieval.question_parts import pages_named, question_parts


def test_the_parts_of_a_message() -> None:
    assert question_parts("What does express cost in euros?") == []
    assert question_parts("Hi there! What does express cost, in euros?\nI need it today.") == [
        "What does express cost",
        "I need it today.",
    ]
    assert len(question_parts("one two three. " * 1000)) == module.MAX_PARTS


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How do I pay by card and when does it arrive?", ["How do I pay by card", "when does it arrive?"]),
        ("¿Cómo pago la tarjeta y cuándo llega el pedido?", ["¿Cómo pago la tarjeta", "cuándo llega el pedido?"]),
        ("como pago la tarjeta y cuando llega el pedido", ["como pago la tarjeta", "cuando llega el pedido"]),
        ("Como pago o cartão e quanto custa o frete?", ["Como pago o cartão", "quanto custa o frete?"]),
        ("você sabe me dizer o que é o frete?", []),
        ("bread and butter and what else", []),
        ("How do I pay by card and can I have a receipt?", ["How do I pay by card", "can I have a receipt?"]),
        ("what does express cost or is there a free way", ["what does express cost", "is there a free way"]),
        ("it comes with bread and is baked every day", []),
        ("1) how to pay by card 2) is cash all right?", ["how to pay by card", "is cash all right?"]),
        ("1. cómo pago con tarjeta 2. aceptan efectivo también", ["cómo pago con tarjeta", "aceptan efectivo también"]),
        ("o frete para 3 caixas custa 12.50 euros", []),
    ],
)
def test_questions_that_are_joined_or_numbered_are_parts(question: str, parts: list[str]) -> None:
    assert question_parts(question) == parts


FILES = ("commands/startLoop.md", "commands/try.md", "commands/if.md", "concepts/http-status.md", "commands/return.md")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("compare startLoop and try", ["startLoop", "try"]),
        ("¿En qué se diferencian el if y el try?", ["if", "try"]),
        ("diferença entre try e if", ["try", "if"]),
        ("if/try?", ["if", "try"]),
        ("if vs. try", ["if", "try"]),
        ("what if I try to return a list", []),
        ("what does `return` give", ["return"]),
        ("is try() needed", ["try"]),
        ("how often does startloop run", ["startLoop"]),
        ("how often does startLoop run", ["startLoop"]),
    ],
)
def test_pages_are_called_by_their_names(question: str, named: list[str]) -> None:
    assert [module.page_name(file) for file in pages_named(question, FILES)] == named


def test_common_words_name_a_page_only_side_by_side_or_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "what if I try to return a list"
    monkeypatch.setattr(module, "_is_code", lambda question, word: True)
    assert len(pages_named(question, FILES)) == 3, "else every one of them would be fetched"
