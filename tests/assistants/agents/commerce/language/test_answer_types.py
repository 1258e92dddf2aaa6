"""The kind of answer that is asked for, and the texts that have one."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.language.answer_types import has_form, kind_in


@pytest.mark.parametrize(
    ("plain", "kind"),
    [
        ("who signed for it", "person"),
        ("ate quando posso devolver", "day"),
        ("cuanto tiempo tarda", "time"),
        ("por que foi emitida", "reason"),
        ("how much is it", ""),
        ("who brought it and when", ""),
    ],
)
def test_question_words_ask_for_one_kind(plain: str, kind: str) -> None:
    assert kind_in(plain) == kind


@pytest.mark.parametrize(
    ("kind", "text", "held"),
    [
        ("day", "Claims by 4 July 2031", True),
        ("day", "Abierto los martes", True),
        ("day", "LOAD 1 @ 25.00", False),
        ("time", "We need seven weeks.", True),
        ("time", "40% de entrada e o restante em duas vezes", False),
        ("person", "Received by O. Fennel", True),
        ("person", "send photos within a week", False),
        ("", "anything", True),
    ],
)
def test_a_text_has_an_answer_of_a_kind(kind: str, text: str, held: bool) -> None:
    assert has_form(kind, text) is held
