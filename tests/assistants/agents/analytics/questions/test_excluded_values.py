"""What is left out, in the words that can rank or join as well, never comes back as the only thing that counts."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.excluded_values import with_exclusions
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.tokens import tokens


def _kinds(text: str, word: str) -> set[str]:
    """Return what a word of a question is read as."""
    marks = with_exclusions(tag(tokens(text), schema_lexicon(store_allowlist(), store_meanings())))
    return {kind for mark in marks if mark.words.lower() == word for kind in mark.kinds}


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how many orders, all but cancelled", "NOT orders.order_status = 'canceled'"),
        ("orders minus the cancelled ones", "NOT orders.order_status = 'canceled'"),
        ("orders by status but cancelled", "NOT orders.order_status = 'canceled'"),
        ("revenue by state, everything but boleto", "NOT order_payments.payment_type = 'boleto'"),
        ("Revenue for every state but SP", "NOT customers.customer_state = 'SP'"),
        ("orders by state, with the exception of SP", "NOT customers.customer_state = 'SP'"),
        ("pedidos por estado menos SP", "NOT customers.customer_state = 'SP'"),
        ("menos SP, pedidos por estado", "NOT customers.customer_state = 'SP'"),
        ("total pago, tudo menos boleto", "NOT order_payments.payment_type = 'boleto'"),
        ("pedidos por estado com exceção de SP", "NOT customers.customer_state = 'SP'"),
        ("Todos los estados menos SP: ventas por estado", "NOT customers.customer_state = 'SP'"),
        ("pedidos por estado, todos los estados menos SP y RJ", "NOT customers.customer_state IN ('SP', 'RJ')"),
        ("pedidos por estado con excepción de SP", "NOT customers.customer_state = 'SP'"),
    ],
)
def test_what_is_left_out_is_denied(question: str, part: str) -> None:
    assert part in plan(question, store_allowlist(), meanings=store_meanings()).sql


@pytest.mark.parametrize("question", ["the SP orders but cancelled", "pedidos menos cancelados"])
def test_what_may_be_left_out_or_kept_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_the_same_word_still_ranks() -> None:
    assert "least" in _kinds("qual estado tem menos pedidos cancelados", "menos")
    assert "least" in _kinds("el estado con menos boletos", "menos")
    assert _kinds("todos menos SP", "todos menos") == {"except"}
    assert _kinds("estados menos SP", "menos") == {"except"}
