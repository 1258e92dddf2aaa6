"""A "no" denies in Spanish and English, and is the Portuguese "in the" before what is masculine and singular."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.questions.denial import denies, is_not_of
from fingerpost.assistants.agents.analytics.questions.reader import tagged
from tests.assistants.agents.analytics.clinic import CLINIC


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("productos no vendidos", True),
        ("pedidos no pagados con boleto", True),
        ("orders no paid by boleto", True),
        ("orders no paid boleto", None),
        ("¿cuántos pedidos hay no Bahía?", None),
        ("pedidos no pagos com boleto", None),
        ("reviews con nota no superior a 3", True),
        ("pedidos no entregados", True),
        ("quantos pedidos no RJ", False),
        ("pedidos no Rio de Janeiro", False),
        ("pedidos no mês passado", False),
        ("quantos pedidos no boleto", False),
        ("quantos pedidos no estado de SP", False),
        ("faturamento no cartão de crédito", False),
        ("cuántos vendedores no viven en Curitiba", True),
        ("¿cuántos productos ya no siguen en Curitiba?", True),
        ("quantos pedidos no segundo semestre", False),
    ],
)
def test_no_denies_or_is_in_the_or_may_be_either(question: str, said: bool | None) -> None:
    marks = tagged(question, store_allowlist(), store_meanings())
    at = next(place for place, mark in enumerate(marks) if mark.of("in_or_not"))
    assert denies(marks, at, question) is said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("vendedores no de SP", True),
        ("no de pedidos por estado", False),
        ("nº de pedidos por estado", False),
    ],
)
def test_no_de_is_not_of_or_number_of(question: str, said: bool) -> None:
    marks = tagged(question, store_allowlist(), store_meanings())
    assert [is_not_of(marks, at) for at, mark in enumerate(marks) if mark.of("count")][:1] == [said]


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("productos no vendidos", "NOT products.product_id IN (SELECT order_items.product_id FROM order_items"),
        ("pedidos no pagados con boleto", "NOT orders.order_id IN (SELECT order_payments.order_id"),
        ("vendedores no de SP", "NOT sellers.seller_state = 'SP'"),
        ("pedidos no RJ", "customers.customer_state = 'RJ'"),
    ],
)
def test_what_is_denied_is_left_out(question: str, test: str) -> None:
    """Things not sold are those without sales; a value that is denied is any other."""
    assert test in plan(question, store_allowlist(), meanings=store_meanings()).sql


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("cuántas citas no anuladas", "NOT citas.estado = 'anulada'"),
        ("cuántos pacientes no de Lima", "NOT pacientes.ciudad = 'Lima'"),
        ("cuántos pacientes de Lima", "WHERE pacientes.ciudad = 'Lima'"),
    ],
)
def test_values_of_any_database_are_denied(question: str, test: str) -> None:
    assert test in plan(question, CLINIC, meanings=Meanings()).sql
