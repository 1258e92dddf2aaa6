"""Data of every form becomes the same quantities."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fingerpost.answering.account.data import MAX_QUANTITIES, read_data
from fingerpost.answering.account.figures import MONEY, PERCENT
from fingerpost.answering.account.vocabulary import LEFT, LIMIT, USED

FORMS: list[Any] = [
    "calls_used: 9000\ncalls_limit: 10000",
    "calls used = 9000; calls limit = 10000",
    "calls used: 9,000, calls limit: 10,000",
    json.dumps({"usage": {"api_calls": {"used": 9000, "limit": 10000}}}),
    str({"callsUsed": 9000, "callsLimit": 10000}),
    json.dumps([{"metric": "calls", "used": 9000, "limit": 10000}]),
    "You have consumed 9,000 of 10,000 calls this month, plan Pro.",
    "Has consumido 9.000 de 10.000 llamadas.",
    "| resource | used | limit |\n|---|---|---|\n| API calls | 9,000 | 10,000 |",
    "recurso,usado,limite\nllamadas,9000,10000",
    "- calls: 9000 / 10000 used",
    {"calls": {"used": 9000, "total": 10000}},
]


@pytest.mark.parametrize("form", FORMS)
def test_used_and_limit_are_found_in_every_form(form: Any) -> None:
    found = {(one.value, one.role) for one in read_data([form]).quantities if "call" in one.things}
    assert found == {(9000.0, USED), (10000.0, LIMIT)}


def test_units_labels_and_currencies() -> None:
    data = read_data(
        ["factura de mayo: 150 EUR\nuso: 85 %\ndías restantes: 10", {"amount": 49, "currency": "USD"}, "price_eur: 5"]
    )
    money = {(one.value, one.currency) for one in data.quantities if one.unit == MONEY}
    assert money == {(150.0, "EUR"), (49.0, ""), (5.0, "EUR")}, "two currencies: which 49 is in is not known"
    assert [(one.value, one.role) for one in data.quantities if one.unit == PERCENT] == [(85.0, USED)]
    assert [(one.value, one.role) for one in data.quantities if one.things == {"day"}] == [(10.0, LEFT)]
    assert "month 5" in data.names


def test_dates_texts_and_words() -> None:
    data = read_data(["plan: Pro\nrenews: 2025-07-01\nperiod: 2025-06-01 to 2025-06-30, today 2025-06-20"])
    assert {(one.day, one.kind) for one in data.dates} == {
        ((2025, 7, 1), "renews"),
        ((2025, 6, 1), "starts"),
        ((2025, 6, 30), "ends"),
        ((2025, 6, 20), "today"),
    }
    assert ("plan", "Pro") in data.texts
    assert "renews" in data.words


def test_a_rule_of_form_is_no_data() -> None:
    assert [one.value for one in read_data(["Usage: 20%. Rules: exactly 3 sentences."]).quantities] == [20.0]


def test_of_long_data_the_figures_are_read_without_names() -> None:
    data = read_data(["\n".join(f"calls {number}: {number}" for number in range(3000))])
    assert len(data.quantities) == MAX_QUANTITIES
    assert 2999.0 in data.bare


@pytest.mark.parametrize("text", ["", "(" * 5000, "1," * 20000, "á" * 5000, "{" * 3000, '{"a": ' * 3000, "|" * 5000])
def test_odd_data_is_read_in_short_time(text: str) -> None:
    assert len(read_data([text]).quantities) <= MAX_QUANTITIES
