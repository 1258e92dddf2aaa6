"""What the planner does not understand it refuses, and what it is given never becomes anything but a value."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

import sqlglot
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlglot import exp

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import reader, tagging
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import SchemaLexicon
from fingerpost.assistants.agents.analytics.questions.tokens import Token
from fingerpost.assistants.agents.analytics.questions.words import each
from tests.conftest import examples

CHANGED = [
    ("quantos pedidos foram devolvidos?", "devolvidos"),
    ("quantos clientes novos tivemos em 2018?", "novos"),
    ("quantas reclamações tivemos?", "reclamações"),
    ("what is the median price?", "median"),
    ("pedidos perdidos", "perdidos"),
    ("crescimento do faturamento em 2018", "crescimento"),
    ("faturamento acumulado por mês", "acumulado"),
    ("lucro por categoria", "lucro"),
    ("preço médio em dólares", "dólares"),
    ("pedidos com cartão", "cartão"),
    ("orders paid with both boleto and voucher", "both"),
    ("terceira categoria mais vendida", "terceira"),
    ("ticket médio sem frete", "frete"),
    ("clientes recorrentes por estado", "clientes recorrentes"),
    ("customers who bought twice", "twice"),
    ("qual a capital da França?", "capital"),
    ("pedidos que não chegaram atrasados", "atrasados"),
    ("select * from orders", "select"),
]
UNCLEAR = [
    "",
    "?",
    "oi, tudo bem?",
    "top categorias",
    "primeiro pedido de cada cliente",
    "qual o segundo estado com mais pedidos?",
    "pedidos entregues 2 dias antes do prazo",
    "pedidos vs mês anterior",
    "total de pagamentos",
    "frete por estado",
    "nota média dos vendedores",
    "percentual de pedidos",
    "evolução dos pedidos",
    "share of orders by payment type",
    "los 5 clientes con mas pedidos, con ciudad",
]
HOSTILE = [
    "clientes da cidade \"x' OR 1=1 OR 'a' = 'a\"",
    'clientes da cidade "x\'; DROP TABLE orders; --"',
    'quantos clientes na cidade de "campinas\' UNION SELECT seller_id FROM sellers --"',
    'how many customers in the city of "a\\\'; DELETE FROM customers; --"',
    "sellers in the city “'); ATTACH DATABASE 'x' AS y; --”",
]


@pytest.mark.parametrize(("question", "word"), CHANGED, ids=[question for question, _ in CHANGED])
def test_a_word_that_could_change_the_result_is_named(question: str, word: str) -> None:
    """It is not passed over: the error says which one."""
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert any(word in said for said in caught.value.words)
    assert word in str(caught.value)


@pytest.mark.parametrize("question", UNCLEAR)
def test_what_can_mean_two_things_or_nothing_is_refused(question: str) -> None:
    """With a reason, and what to do."""
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert caught.value.why
    assert re.search(r"\b(?:say|diga|faça|di|haz)\b", str(caught.value))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("quantos pedidos foram devolvidos este ano", "não sei situar «devolvidos»; diga o que contar"),
        ("how many orders were returned", "I cannot place «returned»; say what to count"),
        ("¿cuántos pedidos fueron devueltos?", "no sé situar «devueltos»; di qué contar"),
    ],
)
def test_a_refusal_speaks_the_language_of_the_question(question: str, said: str) -> None:
    """Words and remedy in one sentence."""
    with pytest.raises(NotUnderstoodError, match=said):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_a_dialect_that_nobody_writes_is_refused() -> None:
    """Dates are written differently in each."""
    with pytest.raises(NotUnderstoodError, match="sqlite, postgres"):
        plan("quantos pedidos", store_allowlist(), meanings=store_meanings(), dialect="oracle")


@pytest.mark.parametrize("question", HOSTILE)
def test_hostile_text_stays_one_literal(question: str, store_file: Path) -> None:
    """It is compared with a column, and every table is still there."""
    planned = plan(question, store_allowlist(), meanings=store_meanings())
    checked = check_sql(planned.sql, "sqlite", store_allowlist())
    tree = sqlglot.parse_one(checked, dialect="sqlite")
    assert isinstance(tree, exp.Select)
    assert len(list(tree.find_all(exp.Select))) == 1
    assert {table.name for table in tree.find_all(exp.Table)} <= {"customers", "sellers"}
    connection = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    assert connection.execute(checked).fetchall() == [(0,)]
    connection.close()


def test_a_literal_that_was_pasted_in_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: put between quotes as it is, the same text breaks out, and the test above sees it."""
    settler = "fingerpost.assistants.agents.analytics.planner.schema_binding.text"
    monkeypatch.setattr(settler, lambda value: exp.Var(this=f"'{value}'"))
    pasted = plan(
        'quantos clientes na cidade "x\' UNION SELECT seller_id FROM sellers --"',
        store_allowlist(),
        meanings=store_meanings(),
    ).sql
    with pytest.raises(SqlError):
        check_sql(pasted, "sqlite", store_allowlist())


def test_a_word_that_is_passed_over_would_be_caught(
    monkeypatch: pytest.MonkeyPatch, forget: Callable[[], None]
) -> None:
    """The saboteur: with every unknown word small, `devolvidos` changes nothing, and the test above fails."""
    found = tagging.tag

    def deaf(pieces: list[Token], words: SchemaLexicon) -> list[Mark]:
        return [mark if mark.meanings else replace(mark, meanings=(Meaning("small"),)) for mark in found(pieces, words)]

    monkeypatch.setattr(reader, "tag", deaf)
    assert plan("quantos pedidos foram estornados?", store_allowlist(), meanings=store_meanings()).sql.endswith(
        "FROM orders"
    )
    monkeypatch.undo()
    forget()
    with pytest.raises(NotUnderstoodError):
        plan("quantos pedidos foram estornados?", store_allowlist(), meanings=store_meanings())


WORDS = st.sampled_from(
    sorted(
        each("""
    quantos quantas how many cuántos pedidos clientes orders sellers vendedores produtos reviews avaliações pagamentos
    faturamento revenue ticket médio average total soma preço frete nota score por by per cada each estado cidade month
    mês ano categoria status tipo de pagamento em in no na 2017 2018 março SP RJ São Paulo boleto cartão crédito
    cancelados delivered atrasados mais most menos top 5 10 maior menor acima mais de 100 reais entre e and ou or não not
    sem with com percentual % primeiro último data dias tempo entrega desde até antes ( ) , ? 'x' "; DROP TABLE" --
    distintos unique itens vendidos qual which quanto quem desc parcelas peso kg vezes cada um compare contra
        """)
    )
)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=14).map(" ".join))
def test_known_words_in_any_order_are_refused_or_make_a_statement_that_passes(question: str) -> None:
    """The property: no question makes SQL that the check refuses, or another error."""
    for name in ("sqlite", "postgres"):
        with suppress(NotUnderstoodError):
            assert check_sql(
                plan(question, store_allowlist(), meanings=store_meanings(), dialect=name).sql, name, store_allowlist()
            )


@settings(max_examples=examples(200), deadline=None)
@example("999999999999999936", "pedidos por mês")
@given(st.text(max_size=200), st.one_of(st.none(), st.just("pedidos por mês"), st.text(max_size=40)))
def test_any_text_is_refused_or_makes_a_statement_that_passes(question: str, before: str | None) -> None:
    """Whatever stands in it."""
    with suppress(NotUnderstoodError):
        assert check_sql(
            plan(question, store_allowlist(), meanings=store_meanings(), before=before).sql, "sqlite", store_allowlist()
        )


@settings(max_examples=examples(100), deadline=None)
@given(st.text(min_size=1, max_size=60).filter(lambda text: '"' not in text and text.strip()))
@example("CANCELED")
def test_any_text_in_quotes_is_compared_as_it_is(value: str) -> None:
    """As a literal of the statement, and nowhere else."""
    try:
        planned = plan(f'quantos clientes na cidade "{value}"', store_allowlist(), meanings=store_meanings())
    except NotUnderstoodError:
        return
    tree = sqlglot.parse_one(check_sql(planned.sql, "sqlite", store_allowlist()), dialect="sqlite")
    assert [table.name for table in tree.find_all(exp.Table)] == ["customers"]
