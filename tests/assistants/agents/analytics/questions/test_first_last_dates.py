"""The first and the last date."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import asked_of


@pytest.mark.parametrize("question", ["quando foi o primeiro pedido?", "¿cuándo fue el primer pedido?"])
def test_the_first_of_rows_without_a_name_is_a_date(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.refs) == ("first", (("orders", ""),))


@pytest.mark.parametrize("question", ["last delivery date", "data da última entrega", "fecha de la última entrega"])
def test_the_last_of_a_date_that_is_named(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.refs) == ("MAX", (("orders", "delivered_on"),))


def test_the_highest_number_is_no_date() -> None:
    (measure,) = asked_of("highest weight").measures
    assert (measure.how, measure.refs) == ("MAX", (("orders", "weight"),))
