"""A question that goes on from the one before it changes what was asked, and nothing else."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError

FOLLOWED = [
    ("clientes em PE e PB", "por separado", "clientes em PE e PB por estado"),
    ("customers in PE and PB", "separately please", "customers in PE and PB by state"),
    ("clientes em PE e PB", "separadamente", "clientes em PE e PB por estado"),
    ("cuántos pedidos están en proceso", "¿facturados?", "cuántos pedidos están facturados"),
    (
        "flete promedio por artículo en Amazonas",
        "todos los estados, los 5 más caros",
        "flete promedio por estado, top 5",
    ),
    (
        "valor pago por tipo de pagamento",
        "a quantidade de pagamentos no lugar do valor",
        "pagamentos por tipo de pagamento",
    ),
    ("quantos pedidos por mês em 2018?", "e por estado?", "quantos pedidos por estado em 2018?"),
    ("how many orders by month in 2018?", "and in 2017?", "how many orders by month in 2017?"),
    ("pedidos por estado", "só os cancelados", "pedidos cancelados por estado"),
    ("faturamento em 2018", "e o ticket médio?", "ticket médio em 2018"),
    ("os 5 estados com mais pedidos", "e cidades?", "as 5 cidades com mais pedidos"),
    ("os 5 estados com mais pedidos", "e em 2017?", "os 5 estados com mais pedidos em 2017"),
    ("top 5 categorias por faturamento", "e por vendedor?", "top 5 vendedores por faturamento"),
    ("facturación por estado", "¿y por mes?", "facturación por mes"),
    ("pedidos pagos com boleto", "e com cartão de crédito?", "pedidos pagos com cartão de crédito"),
    ("quantos pedidos em SP?", "e no Rio de Janeiro?", "quantos pedidos no Rio de Janeiro?"),
    ("quantos pedidos em SP?", "e quantos foram cancelados?", "quantos pedidos cancelados em SP?"),
    ("percentual de pedidos cancelados", "e em 2017?", "percentual de pedidos cancelados em 2017"),
    ("percentual de pedidos cancelados", "esse percentual por ano", "percentual de pedidos cancelados por ano"),
    ("percentual de pedidos cancelados", "por ano", "percentual de pedidos cancelados por ano"),
    ("preço médio por categoria", "e o máximo?", "preço máximo por categoria"),
    ("faturamento por categoria", "top 3", "top 3 categorias por faturamento"),
    ("revenue by month", "what about the average ticket?", "average ticket by month"),
    ("orders by state", "only the late ones", "late orders by state"),
    ("orders by state", "keep only the late ones", "late orders by state"),
    ("pedidos por estado", "deixa só os cancelados", "pedidos cancelados por estado"),
    ("pedidos por estado", "deja solo los cancelados", "pedidos cancelados por estado"),
    ("média de itens por pedido", "e em SP?", "média de itens por pedido em SP"),
    ("quantos pedidos foram entregues em 2018?", "e em 2017?", "quantos pedidos foram entregues em 2017?"),
    ("pedidos por mês em 2018", "quantos vendedores temos?", "quantos vendedores temos?"),
    ("orders on 24 November 2017", "and the day before?", "orders on 23 November 2017"),
    (
        "how many orders in the first quarter of 2018?",
        "second quarter",
        "how many orders in the second quarter of 2018?",
    ),
    ("average price by state", "and the freight?", "average freight by state"),
    ("frete total por estado do vendedor", "frete médio, não total", "frete médio por estado do vendedor"),
    ("receita em SP e RJ", "inclui o Paraná também", "receita em SP, RJ e PR"),
    ("pedidos cancelados en Paraná", "quita lo de Paraná", "pedidos cancelados"),
    ("delivery time in SP", "break that down by year", "delivery time in SP by year"),
    ("orders by state", "limit it to states with more than 200", "states with more than 200 orders"),
    ("pedidos por estado", "qual deles teve mais?", "qual estado teve mais pedidos?"),
    ("valor pago em 3 parcelas", "por número de parcelas", "valor pago por número de parcelas"),
    ("quantos pagamentos em 2018?", "e o valor médio desses pagamentos?", "valor médio dos pagamentos em 2018"),
    ("¿cuándo fue el primer pedido?", "¿y el último?", "¿cuándo fue el último pedido?"),
    ("average price of items", "the minimum and the maximum", "minimum and maximum price of items"),
    ("revenue by month in 2018", "in units now", "units sold by month in 2018"),
    ("pagamentos com cartão de crédito", "em mais de 6 vezes?", "pagamentos com cartão de crédito em mais de 6 vezes"),
    ("revenue by city", "only those above 5k", "cities with revenue above 5000"),
    ("revenue by category", "con el nombre en inglés de la categoría", "revenue by category in english"),
    ("which sellers never sold anything?", "just tell me how many", "how many sellers never sold anything?"),
    ("total freight in 2018", "how many orders?", "how many orders in 2018?"),
    ("¿de cuánto fue el pago más alto?", "¿y el más bajo?", "¿de cuánto fue el pago más bajo?"),
    ("orders delivered by month", "revenue of March 2018 by payment type", "revenue of March 2018 by payment type"),
]


@pytest.mark.parametrize(("before", "question", "whole"), FOLLOWED)
def test_a_follow_up_is_the_whole_question_in_short(before: str, question: str, whole: str) -> None:
    """Groups, times, conditions and figures are put in the place of those before."""

    def body(sql: str) -> str:
        # The tests of a WHERE may stand in another order.
        return " ".join(sorted(sql.replace("(", " ").replace(")", " ").replace(",", " ").split()))

    found = plan(question, store_allowlist(), meanings=store_meanings(), before=before)
    assert body(found.sql) == body(plan(whole, store_allowlist(), meanings=store_meanings()).sql)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("quantos pedidos em SP", "e os devolvidos?"),
        ("quantos pedidos foram devolvidos?", "e em 2017?"),
        ("quantos pedidos em SP", "e então?"),
        ("média de itens por pedido", "e por estado?"),
        ("faturamento total", "top 3"),
    ],
)
def test_what_cannot_be_carried_on_is_refused(before: str, question: str) -> None:
    """A word that is not known, a question before that was not understood, or nothing to change."""
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings(), before=before)


def test_without_a_question_before_a_follow_up_is_none() -> None:
    """`e por estado?` alone says nothing."""
    with pytest.raises(NotUnderstoodError):
        plan("e por estado?", store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize(
    ("first", "question"),
    [
        ("paid by payment type", "back to the amount"),
        ("valor pago por forma de pagamento", "volta para o valor em reais"),
        ("valor pagado por tipo de pago", "volver al importe"),
    ],
)
def test_a_share_goes_back_to_the_figure_it_was_of(first: str, question: str) -> None:
    """Whoever asks for the amount again does not want the percentage."""
    before = [first, "in percent" if first.startswith("paid") else "em percentual"]
    share = plan(before[1], store_allowlist(), meanings=store_meanings(), before=before[:1])
    found = plan(question, store_allowlist(), meanings=store_meanings(), before=before)
    assert "100.0" in share.sql
    assert found.sql == plan(first, store_allowlist(), meanings=store_meanings()).sql


@pytest.mark.parametrize("question", ["quantos pedidos do Pará?", "quantos pedidos do para?"])
def test_a_place_that_is_written_like_a_preposition_is_not_dropped(question: str) -> None:
    """Whoever asks for one state does not get the figure of all of them."""
    assert "'PA'" in plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert "'SP'" in plan("quantos pedidos para SP?", store_allowlist(), meanings=store_meanings()).sql


def test_what_is_counted_once_each_is_no_group_of_its_own() -> None:
    """By their own key, there is one of each."""
    found = plan("how many different customers, by unique id, in SP?", store_allowlist(), meanings=store_meanings())
    assert "GROUP BY" not in found.sql


def test_a_whole_question_behind_a_word_that_goes_on_is_read_alone() -> None:
    question = "Also, how many sellers are there in SP?"
    found = plan(question, store_allowlist(), before="how many reviews have no comment?", meanings=store_meanings())
    assert "sellers.seller_state = 'SP'" in found.sql
    assert "order_reviews" not in found.sql


def test_a_value_too_may_be_alone_or_beside_the_one_before_and_is_asked_back() -> None:
    with pytest.raises(NotUnderstoodError, match="alone"):
        plan("Paraná too?", store_allowlist(), before="orders of customers in SP", meanings=store_meanings())


@pytest.mark.parametrize("question", ["add Paraná", "adiciona o Paraná"])
def test_a_value_that_is_added_is_beside_the_one_before(question: str) -> None:
    found = plan(question, store_allowlist(), before="orders of customers in SP", meanings=store_meanings())
    assert "IN ('SP', 'PR')" in found.sql


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("orders by month in 2017", "top 5 cities by freight"),
        ("preço médio dos itens da categoria telefonia", "quais vendedores passaram de 100 itens vendidos?"),
        ("cancelled orders in 2018", "which 3 sellers sold the most items?"),
        ("pedidos pagos com boleto em 2018", "pedidos cancelados por mês de compra"),
        ("orders of customers in Bahia", "list every product category, and how many products are in each of them"),
        ("pagos con tarjeta en 2018", "¿qué vendedor ha vendido más artículos?"),
    ],
)
def test_a_whole_question_gives_what_it_gives_without_a_question_before(before: str, question: str) -> None:
    alone = plan(question, store_allowlist(), meanings=store_meanings())
    assert plan(question, store_allowlist(), before=before, meanings=store_meanings()) == alone


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("pedidos pagos com boleto em 2018", "how many orders do we have in total"),
        ("orders of 2018 by month", "orders of customers in Bahia"),
        ("¿cuántos pedidos cancelados hay?", "¿cuándo se hizo el primer pedido?"),
    ],
)
def test_a_question_that_may_be_of_all_rows_or_of_those_before_is_asked_back(before: str, question: str) -> None:
    plan(question, store_allowlist(), meanings=store_meanings())
    with pytest.raises(
        NotUnderstoodError,
        match=r"only those of the question before|solo los de la pregunta anterior|os da pergunta anterior",
    ):
        plan(question, store_allowlist(), before=before, meanings=store_meanings())


def test_one_that_says_all_is_of_all_rows() -> None:
    question = "how many orders are there in all?"
    alone = plan(question, store_allowlist(), meanings=store_meanings())
    assert plan(question, store_allowlist(), before="orders of 2018", meanings=store_meanings()) == alone


def test_a_figure_that_names_no_rows_is_of_those_before() -> None:
    found = plan(
        "qual o atraso médio em cada mês?",
        store_allowlist(),
        before="pedidos atrasados em 2018",
        meanings=store_meanings(),
    )
    assert "2018" in found.sql


def test_a_whole_question_that_cannot_be_an_edit_is_answered_alone() -> None:
    question = "¿cuál es la fecha estimada de entrega más lejana que tenemos?"
    alone = plan(question, store_allowlist(), meanings=store_meanings())
    assert plan(question, store_allowlist(), before="% of orders cancelled in 2018", meanings=store_meanings()) == alone


@pytest.mark.parametrize(
    ("before", "question", "table"),
    [
        ("how many toys do we have in the catalogue?", "how many of them have been sold at least once?", "order_items"),
        ("quantos produtos temos sem categoria?", "e quantos deles já foram vendidos?", "order_items"),
        ("¿cuántos productos tienen más de 5 fotos?", "¿cuántos de ellos se han vendido?", "order_items"),
    ],
)
def test_how_many_of_those_something_was_done_with_counts_the_same_rows(before: str, question: str, table: str) -> None:
    """A guess would be the items that were sold, of which one product has many."""
    first, found = (
        plan(one, store_allowlist(), before=past, meanings=store_meanings())
        for one, past in ((before, None), (question, before))
    )
    assert found.sql.startswith(first.sql)
    assert f"FROM {table})" in found.sql


def test_a_time_of_what_was_done_may_be_that_of_the_rows_before_and_is_refused() -> None:
    with pytest.raises(NotUnderstoodError):
        plan(
            "how many of those were paid in 2017?",
            store_allowlist(),
            before="how many orders in 2018?",
            meanings=store_meanings(),
        )


def test_a_share_has_no_rows_to_be_listed() -> None:
    with pytest.raises(NotUnderstoodError):
        plan(
            "list them", store_allowlist(), before="what percentage of orders was cancelled?", meanings=store_meanings()
        )


def test_behind_a_sum_a_count_or_an_average_there_is_no_highest() -> None:
    for before in ("total freight in 2018", "how many orders in 2018?", "average price of items in toys"):
        with pytest.raises(NotUnderstoodError):
            plan("and the highest?", store_allowlist(), before=before, meanings=store_meanings())


@pytest.mark.parametrize(
    ("before", "question", "column"),
    [
        ("what's the heaviest product in the catalogue?", "top ten of them, with category", "product_category_name"),
        ("os 5 vendedores com maior faturamento", "com a cidade", "seller_city"),
        ("¿qué vendedor ha vendido más artículos?", "¿de qué ciudad es?", "seller_city"),
    ],
)
def test_what_each_row_has_one_of_is_shown_beside_it(before: str, question: str, column: str) -> None:
    """As a condition it would leave out rows, and as a group it would put others together."""
    found = plan(question, store_allowlist(), before=before, meanings=store_meanings())
    first = plan(before, store_allowlist(), meanings=store_meanings())
    assert found.sql.split(" AS ")[0] == first.sql.split(" AS ")[0]
    assert f".{column} AS" in found.sql
    assert "WHERE" not in found.sql


def test_groups_that_are_no_rows_have_nothing_of_their_own_to_be_shown() -> None:
    found = plan("which city?", store_allowlist(), before="which state has the most orders?", meanings=store_meanings())
    assert "customer_state" not in found.sql


def test_a_ranking_behind_chosen_rows_is_not_one_of_all_rows() -> None:
    found = plan(
        "top 5 cities by freight", store_allowlist(), before="Revenue in SP in 2018", meanings=store_meanings()
    )
    assert "customer_state = 'SP'" in found.sql
    assert "'2018-01-01'" in found.sql


@pytest.mark.parametrize("question", ["and their cities?", "e as suas cidades?", "¿y sus ciudades?"])
def test_what_is_theirs_is_shown_beside_rows_and_of_nothing_else(question: str) -> None:
    """A seller has one city; a state has many."""
    sql = plan(question, store_allowlist(), before="top 5 sellers by revenue", meanings=store_meanings()).sql
    assert "GROUP BY sellers.seller_id, sellers.seller_city" in sql
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), before="top 5 states by revenue", meanings=store_meanings())


def test_a_whole_question_that_is_not_understood_is_no_edit_that_drops_what_it_names() -> None:
    question = "Which 3 states have the most people who bought from us, counting each person once?"
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), before="late orders by customer state in 2018", meanings=store_meanings())
