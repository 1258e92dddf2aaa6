"""Documents as users paste them, parsed field by field."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce import find_discrepancies, looks_like_document, parse_text
from tests.assistants.agents.commerce.scoring import Row, rows, score

ROWS = rows()
KNOWN = {
    # A seller within the title, or only in a sentence.
    ("br-fatura-total-top", "seller"), ("en-po-email-list", "seller"),
    # A word in the column of the prices; a quantity inside the description.
    ("us-freelance", "description"), ("pt-agua-fatura", "description"), ("pt-agua-fatura", "line quantity"),
    ("en-chatty-paste", "line quantity"), ("en-chatty-paste", "line unit_price"),
    ("es-gasolinera", "description"), ("es-gasolinera", "line quantity"), ("es-gasolinera", "line unit_price"),
    ("pt-orc-whatsapp", "description"), ("pt-orc-whatsapp", "line quantity"),
    ("en-airbnb-like", "line quantity"), ("en-airbnb-like", "line unit_price"),
    # A debtor on the letterhead, the numberplate after a name, a company under the name of a person.
    ("br-oficina-os", "buyer"), ("mx-cotizacion", "buyer"), ("es-co-cuenta-cobro", "seller_id"),
    # A tax in one line with its base and its rate.
    ("br-conta-luz", "taxes"),
}  # fmt: skip
"""Known errors; a fix removes its entry."""


def test_there_are_enough_documents_of_every_language() -> None:
    assert len(ROWS) >= 60
    prefixes = {row.id.split("-")[0] for row in ROWS}
    assert prefixes >= {"br", "pt", "es", "us", "uk", "en", "mx", "ar", "cl", "co", "pe"}


def test_only_what_is_known_is_read_wrong() -> None:
    _, misses = score(ROWS)
    assert {(miss.id, miss.field) for miss in misses} == KNOWN, [
        miss for miss in misses if (miss.id, miss.field) not in KNOWN
    ]


def test_the_sums_and_dates_are_always_right() -> None:
    count, misses = score(ROWS)
    wrong = {miss.field for miss in misses}
    assert not wrong & {
        "total",
        "subtotal",
        "discount",
        "shipping",
        "line total",
        "line count",
        "issued",
        "due",
        "number",
    }
    assert sum(count.values()) > 2_000
    assert len(misses) / sum(count.values()) < 0.015


def test_the_score_notices_a_document_that_is_read_as_another() -> None:
    first, second = ROWS[0], ROWS[1]
    _, misses = score([Row(first.id, first.set, second.text, first.expected)])
    assert len(misses) > 10


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_every_document_is_seen_as_one(row: Row) -> None:
    assert looks_like_document(row.text)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_no_sum_is_called_wrong_that_is_right(row: Row) -> None:
    document = parse_text(row.text)
    assert document is not None
    findings = find_discrepancies(document)
    assert [finding.what for finding in findings] == (["line", "total", "due"] if row.id == "br-wrong-sums" else [])
