"""Detection of pasted documents, as opposed to messages about orders and money."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents.commerce import looks_like_document

NOT = (
    "qual o total de pedidos em R$?",
    "quantos pedidos acima de R$ 500,00 tivemos em maio? e o total?",
    "SELECT sum(total) FROM orders WHERE total > 100.00 GROUP BY state;",
    "select order_id, total from orders\nwhere total > 100.00\norder by total desc;\n-- total: 100.00\n-- total: 200.00",
    "What was total revenue: $1,000,000 or $2,000,000?",
    "Total de vendas por estado: SP 1.200,00 RJ 900,00?",
    "o que é uma nota fiscal?",
    "how is the average ticket calculated? is it total / orders = $45.00?",
    "¿cuánto vendimos en mayo? el total fue 12.500,00 € o 13.000,00 €?",
    "mostre os pedidos com frete acima de R$ 50,00 e total abaixo de R$ 200,00 por cliente",
    "Compare the totals of March ($12,300.00) and April ($14,100.00) by category",
    "explique como ler uma fatura: onde fica o vencimento e o valor total?",
    "Preciso de ajuda com o pedido 12345, ele custou R$ 89,90 e ainda não chegou.",
    "hola, quiero devolver un producto de 49,99 € del pedido 5567",
    "oi\ntudo bem?\nquero saber as vendas\nde 10/05/2024 a 12/05/2024",
    "list the top 10 sellers by revenue:\n- with more than $10,000.00\n- in SP\n- since 2017",
    "cria uma tabela com colunas descrição, qtd, preço e total",
    "My phone is (555) 123-4567 and I paid 20.00 twice",
    "1. quanto vendemos?\n2. qual o ticket médio?\n3. qual o total por mês?",
    "",
    "total",
)


@pytest.mark.parametrize("text", NOT)
def test_a_question_is_no_document(text: str) -> None:
    assert not looks_like_document(text)


@pytest.mark.parametrize(
    "text",
    [
        "confere pra mim?\n2x Café R$ 14,00\n1x Pão R$ 6,50\nTotal R$ 20,50",
        "INVOICE 12\nDesk 2 100.00 200.00\nTotal: $200.00",
        "Factura 7/2025\nDiseño 100,00\nIVA 21% 21,00\nTotal 121,00 €",
        "NF 8812 Emitente: Sol Ltda CNPJ 10.203.040/0001-50 Itens: 10 x Sabão R$ 2,00 = R$ 20,00; 2 x Pano R$ 5,00 = R$ 10,00 Frete: R$ 5,00 Total: R$ 35,00",
    ],
)
def test_a_short_document_is_one(text: str) -> None:
    assert looks_like_document(text)


@given(st.text(alphabet=st.characters(categories=["L", "Zs", "P"]), max_size=400))
def test_without_figures_there_is_no_document(text: str) -> None:
    assert not looks_like_document(text)
