"""What is said of rows follows from them, or is of others."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.rows import read_tables
from fingerpost.answering.account.table_arithmetic import Reckoning

REGIONS = "region,requests,errors\nus-east-1,1200000,3600\neu-west-1,800000,1600\nsa-east-1,400000,4000"
INVOICES = (
    "invoice,month,status,amount_usd\nINV-1,January 2025,paid,10\nINV-2,May 2025,paid,20\nINV-3,June 2025,overdue,30"
)
AGENTS = "agent,closed,csat\nAna,120,92%\nBruno,95,88%\nCarla,140,95%"


def follows(data: str, sentence: str) -> list[bool]:
    tables = Reckoning(read_tables([data]), "")
    reading = read_sentence(sentence)
    found = tables.read(reading)
    return [tables.follows(claim, reading, found) for claim in reading.claims]


@pytest.mark.parametrize(
    ("data", "sentence", "right"),
    [
        (REGIONS, "us-east-1 handles half of the requests.", [True]),
        (REGIONS, "us-east-1 handles 60% of the requests.", [False]),
        (REGIONS, "eu-west-1 recibe el doble de peticiones que sa-east-1.", [True]),
        (REGIONS, "No total foram 9.200 erros.", [True]),
        (REGIONS, "The error rate of sa-east-1 is 1%.", [True]),
        (REGIONS, "Son tres regiones.", [True]),
        (INVOICES, "Of the three invoices, $30 are paid.", [True, True]),
        (INVOICES, "Two are paid and two are overdue.", [True, False]),
        (INVOICES, "From January to May it rose by $10.", [True]),
        (INVOICES, "From January to May it rose by 100%.", [True]),
        (INVOICES, "Your average invoice is $20.", [True]),
        (AGENTS, "Two of the three agents are above 90%.", [True, True, True]),
        (AGENTS, "All agents are above 85%.", [True]),
        (AGENTS, "All agents are above 90%.", [False]),
        ("item,units,price_usd\npen,10,2\nbook,3,20", "Altogether that is $80.", [True]),
    ],
)
def test_figures_follow_from_the_rows_that_are_named(data: str, sentence: str, right: list[bool]) -> None:
    assert follows(data, sentence) == right


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("eu-west-1 had 1,600 errors.", False),
        ("eu-west-1 had 4,000 errors.", True),
        ("There were 4,000 errors.", False),
    ],
)
def test_a_figure_of_another_row_is_noticed(sentence: str, others: bool) -> None:
    tables = Reckoning(read_tables([REGIONS]), "")
    reading = read_sentence(sentence)
    assert tables.is_of_others(reading.claims[0], reading, tables.read(reading)) is others


def test_the_question_says_which_row_is_meant() -> None:
    tables = Reckoning(read_tables([REGIONS]), "How is sa-east-1?")
    reading = read_sentence("It has 1,600 errors.")
    assert not tables.follows(reading.claims[0], reading, tables.read(reading))
