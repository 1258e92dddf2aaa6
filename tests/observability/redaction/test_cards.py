"""Card numbers in all spacings, and digits that are none."""

from __future__ import annotations

import pytest

from fingerpost.observability.redaction import cards, redact

GONE = [
    ("charge my amex 371449635398431", "371449"),
    ("mi visa: 4012-8888-8888-1881, vence 09/28", "8888"),
    ("cartão 5105 1051 0510 5100 cvv 321", "5105"),
    ("cartão 5105 1051 0510 5100 cvv 321", "321"),
    ("número 4000.0566.5566.5556", "0566"),
    ("paga con 5425233430109903", "54252"),
    ("tarjeta n.º 4917 4845 8989 7107", "4845"),
    ("6304 0000 0000 0000", "6304"),
    ("card: 3566-0020-2036-0505", "0020"),
    ("30569309025904", "30569"),
    ("tarjeta 4111.1111.1111.1111", "4111"),
    ("4111-1111-1111-1111", "1111"),
    ("4111111111111111", "4111"),
    ("4111 1111 11111111", "1111"),
    ("５５００ ００００ ００００ ０００４", "５５００"),
    ("4\u200b111 1111 1111 1\u200b111", "111"),
    ("4111 1111 1111 1111", "1111"),
    ("4111 - 1111 - 1111 - 1111", "1111"),
    ("4111_1111_1111_1111", "1111"),
    ("3782-822463-10005", "822463"),
    ("6011 1111 1111 1117", "6011"),
    ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "1 1"),
    ("mi tarjeta es 1234 5678 9012 3456", "5678"),
    ("my card number is 5105-1051-0510-5101", "5105"),
]
"""What is written, and the part of it that nobody may read later."""

KEPT = [
    "Where is my order 204-1234567-7654321?",
    "pedido MLB-2000004455667788",
    "guía 794612345678 de Estafeta",
    "tracking number 9400110200881234567890",
    "EAN 8410076472885",
    "SKU 7501031311309",
    "product 8801643740627",
    "seguimiento PQ4F6B0412345670128006K",
    "EAN-13 4006381333931",
    "UPC 036000291452",
    "card game with 52 cards",
    "gift card of 50 euros",
    "tarjeta de 50 GB",
    "cartão de visita",
    "visa requirements for 2026",
    "ISBN 9788437604947",
    "20261115103000",
    "3.14159265358979",
    "EAN 5601234567890",
    "5601234567890",
    "20 30 40 50 60 70 80 90 100",
    "4111 1111 1111 1112",
    "1234 5678 9012 3456",
    "order 1234-5678-9012-3456",
    "my card was declined",
    "la tarjeta 4111 fue rechazada",
    "terminada en 1111",
    "114-3941689-8772232",
]


@pytest.mark.parametrize(("text", "secret"), GONE)
def test_it_is_redacted(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_none_stays(text: str) -> None:
    assert redact(text) == text


def test_saboteur_without_the_check_digit_other_numbers_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "passes_luhn", lambda _: True)
    assert redact("4111 1111 1111 1112") == "[card]"
