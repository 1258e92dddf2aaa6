"""A small shop, and what a question about it is read as."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import Request
from fingerpost.assistants.agents.analytics.questions.conditions import read_conditions
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from fingerpost.assistants.agents.analytics.questions.reader import known_marks, read_question
from fingerpost.assistants.agents.analytics.questions.target_reader import read_asked

SHOP = Allowlist(
    (
        AllowedTable(
            "customers",
            (
                AllowedColumn("customer_id", "integer", key=True),
                AllowedColumn("name", synonyms=("nome", "nombre")),
                AllowedColumn("city", values=("Porto", "Lima"), synonyms=("cidade", "ciudad")),
                AllowedColumn("left_on", "date", synonyms=("saída", "salida")),
            ),
            synonyms=("cliente",),
            label=("name",),
        ),
        AllowedTable(
            "orders",
            (
                AllowedColumn("order_id", "integer", key=True),
                AllowedColumn("customer_id", "integer", references=("customers", "customer_id")),
                AllowedColumn("ordered_on", "date", synonyms=("compra",)),
                AllowedColumn("delivered_on", "date", synonyms=("entrega", "delivery")),
                AllowedColumn("status", values=("open", "closed"), synonyms=("estado",)),
                AllowedColumn("total_value", "number", synonyms=("valor", "value")),
                AllowedColumn("weight", "number", synonyms=("peso",)),
            ),
            synonyms=("pedido",),
            date="ordered_on",
            amount="total_value",
        ),
        AllowedTable(
            "items",
            (
                AllowedColumn("item_id", "integer", key=True),
                AllowedColumn("order_id", "integer", references=("orders", "order_id")),
                AllowedColumn("price", "number", synonyms=("preço", "precio")),
                AllowedColumn("stars", "integer", synonyms=("estrelas", "estrellas")),
            ),
            synonyms=("item", "artículo", "artigo"),
        ),
    )
)
FIGURES = Meanings(
    measures=(Named("revenue", ("revenue", "faturamento", "facturación"), select="SUM(orders.total_value)"),),
    dates=(("orders", "ordered_on"),),
)


def assembly_of(question: str, meanings: Meanings = FIGURES) -> Assembly:
    """Return the marks of a question before anything is read of them."""
    return Assembly(known_marks(question, SHOP, meanings), SHOP, meanings)


def conditions_of(question: str) -> Assembly:
    """Return a question whose conditions are read."""
    assembly = assembly_of(question)
    read_conditions(assembly)
    return assembly


def asked_of(question: str) -> Asked:
    """Return what a question asks for."""
    return read_asked(conditions_of(question))


def request_of(question: str, meanings: Meanings = FIGURES) -> Request:
    """Return the whole of a question."""
    return read_question(question, SHOP, meanings)
