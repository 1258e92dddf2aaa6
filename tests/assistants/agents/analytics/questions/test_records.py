"""Records are counted where a question says so, and people where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import FIGURES, request_of

PEOPLE = replace(FIGURES, distinct=(("customers", "name"),))


@pytest.mark.parametrize(
    "question",
    ["how many customer records are there", "quantos registros de clientes", "cuántos registros de clientes"],
)
def test_records_are_counted_by_their_key(question: str) -> None:
    (measure,) = request_of(question, PEOPLE).measures
    assert (measure.how, measure.refs) == ("distinct", (("customers", "customer_id"),))


@pytest.mark.parametrize(
    "question", ["how many customers", "how many customers are on record", "how many order records"]
)
def test_what_is_no_record_of_a_person_is_counted_as_it_is(question: str) -> None:
    (measure,) = request_of(question, PEOPLE).measures
    assert measure.how == "count"
