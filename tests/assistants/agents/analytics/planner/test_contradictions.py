"""Conditions that no row can meet are two questions in one, and are refused as such."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans come with the extra fingerpost[analytics]")

from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner import contradictions, sql_writer
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import SEVERAL, NotUnderstoodError, When, Where

TWICE = [
    "quantos pedidos em SP e quantos no RJ?",
    "quantos pedidos em SP, quantos no RJ?",
    "how many orders in SP and how many in RJ?",
    "¿cuántos pedidos en SP y cuántos en RJ?",
    "quantos pedidos em 2017 e quantos em 2018?",
    "how many orders in 2017 and how many in 2018?",
    "cuantos pedidos en 2017 y cuantos en 2018",
    "qual o faturamento de SP e o faturamento do RJ?",
    "what was the revenue in SP and the revenue in RJ?",
    "facturación de SP y facturación de RJ",
    "quantos pedidos em maio de 2018 e quantos em junho?",
    "how many orders this month and how many last month?",
    "quantos pedidos com nota acima de 4 e quantos com nota abaixo de 2?",
    "reviews with score above 4 and score below 2",
    "avaliações com nota 5 e nota 1",
    "quantos pedidos pagos com boleto e pagos com voucher",
    "how many delivered orders that are canceled",
]
OTHERS = [
    "quantos pedidos em SP e quantos entregues?",
    "how many orders in SP and how many delivered?",
    "¿cuántos pedidos en SP y cuántos entregados?",
    "quantos pedidos e quantos entregues?",
    "how many orders, and how many canceled?",
    "¿cuántos pedidos y cuántos cancelados?",
]
ONE = [
    "em 2018, quantos pedidos foram entregues?",
    "dos pedidos de 2018, quantos foram entregues?",
    "of the orders from 2018, how many were delivered?",
    "de los pedidos de 2018, ¿cuántos fueron entregados?",
    "quantos pedidos e quantos clientes em 2018?",
    "how many orders and how many customers in 2018?",
    "pedidos de clientes de SP com vendedores do RJ",
    "reviews with score above 2 and score below 4",
    "pedidos de SP em maio de 2018",
]


@pytest.mark.parametrize("question", [*TWICE, *OTHERS])
def test_two_questions_in_one_are_refused(question: str) -> None:
    """Else their conditions are met together: by no row, or by too few."""
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert caught.value.why == SEVERAL
    assert len(caught.value.words) > 1


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("quantos pedidos em SP e quantos no RJ?", "faça uma de cada vez, ou peça por grupo"),
        ("how many orders in SP and how many in RJ?", "ask one at a time, or by group"),
        ("¿cuántos pedidos en SP y cuántos en RJ?", "haz una cada vez, o pide por grupo"),
    ],
)
def test_the_refusal_says_what_to_do_in_the_language_of_the_question(question: str, said: str) -> None:
    """One at a time, or by group."""
    with pytest.raises(NotUnderstoodError, match=said):
        plan(question, store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize("question", ONE)
def test_one_question_with_several_conditions_is_answered(question: str) -> None:
    """A condition may stand before the question, and hold for two figures."""
    assert plan(question, store_allowlist(), meanings=store_meanings()).sql


APART = "quantos itens com preço acima de 100 e preço abaixo de 50"


def test_conditions_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(NotUnderstoodError):
        plan(APART, store_allowlist(), meanings=store_meanings())


def test_conditions_that_exclude_each_other_would_be_caught(monkeypatch: pytest.MonkeyPatch, store_file: Path) -> None:
    """The saboteur: without the two looks, the answer is a zero that nobody asked for."""
    monkeypatch.setattr(sql_writer, "refuse_opposed", lambda *_: None)
    connection = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    assert connection.execute(plan(APART, store_allowlist(), meanings=store_meanings()).sql).fetchall() == [(0,)]
    connection.close()


NUMBERS = st.integers(0, 4).map(float)
WHERES = st.one_of(
    st.builds(lambda how, value: Where(how, values=(value,)), st.sampled_from(["<", "<=", ">", ">="]), NUMBERS),
    st.builds(
        lambda how, values: Where(how, values=tuple(values)), st.sampled_from(["=", "<>"]), st.sets(NUMBERS, min_size=1)
    ),
    st.builds(lambda ends: Where("between", values=tuple(sorted(ends))), st.sets(NUMBERS, min_size=2, max_size=2)),
)
HELD: dict[str, Callable[[float, Any], bool]] = {
    "<": lambda number, values: number < values[0],
    "<=": lambda number, values: number <= values[0],
    ">": lambda number, values: number > values[0],
    ">=": lambda number, values: number >= values[0],
    "=": lambda number, values: number in values,
    "<>": lambda number, values: number not in values,
    "between": lambda number, values: values[0] <= number <= values[1],
}


@given(WHERES, WHERES)
def test_numbers_exclude_each_other_where_none_meets_both(one: Where, other: Where) -> None:
    """The property: said of two conditions exactly where no number, whole or between two, meets both."""
    met = any(all(HELD[where.how](step / 2, where.values) for where in (one, other)) for step in range(-2, 12))
    assert contradictions._never(one, other) is not met


DAYS = st.integers(1, 9)


@given(st.lists(st.tuples(DAYS, DAYS), min_size=1, max_size=3), st.lists(st.tuples(DAYS, DAYS), min_size=1, max_size=3))
def test_stretches_exclude_each_other_where_they_share_no_day(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    """The property, day by day; a stretch is at least a day long."""

    def when(spans: list[tuple[int, int]]) -> When:
        return When(spans=tuple((f"2018-01-0{min(span)}", f"2018-01-{max(span) + 1:02d}") for span in spans))

    def days(spans: list[tuple[int, int]]) -> set[int]:
        return {day for span in spans for day in range(min(span), max(span) + 1)}

    assert contradictions._apart(when(one), when(other)) is days(one).isdisjoint(days(other))
