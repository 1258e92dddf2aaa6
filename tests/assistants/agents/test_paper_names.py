"""A file that is called a commercial paper, beside messages that ask the store's database."""

from __future__ import annotations

import pytest

from fingerpost import Router
from fingerpost.conversation.resolve import resolve
from fingerpost.routing.evidence.probes import Probes
from fingerpost.routing.layers.memo import Memo
from fingerpost.types import Attachment, Message


@pytest.fixture(scope="module")
def agents() -> Router:
    """The router of the routebook without memo."""
    return Router.from_routebook("agents", memo=Memo(size=0)).warm()


def _message(text: str, *names: str) -> Message:
    return Message(text, attachments=tuple(Attachment(name, "application/pdf", b"") for name in names))


def _found(agents: Router, message: Message) -> frozenset[str]:
    return Probes(agents.routebook).gather(message, resolve(message)).names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("quantos pedidos aparecem em SP em 2018 no banco?", "pedidos.csv"),
        ("quantos pedidos aparecem em SP em 2018?", "pedidos.csv"),
        ("how many customers do we have in the database? here is last month's list", "notas_reuniao.pdf"),
        ("which customers appear here most often?", "bill_gates_biography.pdf"),
        ("how many customers are there by state?", "invoice_12.pdf"),
        ("cuántos pedidos figuran aquí en la base de datos?", "factura_12.pdf"),
        ("e aí, quantos pedidos tivemos em maio de 2018?", "fatura.pdf"),
    ],
)
def test_what_is_asked_of_the_database_is_not_asked_of_the_file(agents: Router, text: str, name: str) -> None:
    assert agents.route(_message(text, name)).route == "analytics"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("cuántos productos hay ahí?", "factura_12.pdf"),
        ("quantos produtos tem nela?", "fatura.pdf"),
        ("quais pedidos aparecem aqui?", "pedidos_2018.csv"),
        ("how many orders are listed in this file?", "bill.pdf"),
    ],
)
def test_a_message_that_points_into_a_paper_is_about_it(agents: Router, text: str, name: str) -> None:
    assert agents.route(_message(text, name)).route == "commerce"


@pytest.mark.parametrize(
    ("names", "is_paper"),
    [
        (("notas.pdf",), True),
        (("nota_4312.pdf",), True),
        (("2018-pedidos",), True),
        (("bill no. 77.jpg",), True),
        (("nota_fiscal_loja.pdf",), True),
        (("orden de compra sol.docx",), True),
        (("invoice_acme.pdf",), True),
        (("photo.jpg", "pedido 331.pdf"), True),
        (("notas_reuniao.pdf",), False),
        (("bill_gates_biography.pdf",), False),
        (("support tickets summary.csv",), False),
        (("famous quotes.txt",), False),
        (("meeting.pdf", "order_pedidos_export.csv"), False),
        ((), False),
    ],
)
def test_what_names_files_of_anything_names_a_paper_alone_or_with_a_number(
    agents: Router, names: tuple[str, ...], is_paper: bool
) -> None:
    assert ("paper-name" in _found(agents, _message("x", *names))) == is_paper


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("what stands in there", True),
        ("quantos itens tem aí?", True),
        ("which items are here?", True),
        ("la sigla que figura?", True),
        ("here's the list", False),
        ("aqui está a lista", False),
        ("are there any sellers", False),
        ("there were sellers", False),
        ("how many sellers appear in 2018", False),
        ("e aí, tudo certo", False),
    ],
)
def test_a_message_points_inside_by_a_place_or_at_its_end(agents: Router, text: str, points: bool) -> None:
    assert ("points-inside" in _found(agents, _message(text))) == points
