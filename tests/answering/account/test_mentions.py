"""Rows are found under their names, their months and days, and their kinds in three languages."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.mentions import RowMentions, is_cognate
from fingerpost.answering.account.rows import read_tables
from fingerpost.language.tokens import words_of

INVOICES = (
    "invoice,month,status,amount_usd\nINV-1,January 2025,paid,10\nINV-2,May 2025,paid,20\nINV-3,June 2025,overdue,30"
)
PEOPLE = "name,role,builds\nAna Voss,owner,4\nRafael Lima,developer,8\nMei Tanaka,developer,5"


def found(data: str, text: str) -> list[tuple[set[int], bool]]:
    mentions = RowMentions(read_tables([data])).find(words_of(text))
    return [(set(one.rows), one.alone) for one in mentions]


@pytest.mark.parametrize(
    ("data", "text", "rows"),
    [
        (INVOICES, "The invoice INV-2 is paid.", [({1}, True), ({0, 1}, False)]),
        (INVOICES, "A fatura de maio.", [({1}, True)]),
        (INVOICES, "La factura vencida.", [({2}, False)]),
        (PEOPLE, "Rafael built more than Mei Tanaka.", [({1}, True), ({2}, True)]),
        (PEOPLE, "Los desarrolladores.", [({1, 2}, False)]),
        ("date,calls\n2025-09-01,52\n2025-09-02,48", "Traffic of September 2.", [({1}, True)]),
        ("date,calls\n2025-09-01,52\n2025-09-02,48", "O tráfego do dia 1.", [({0}, True)]),
        (PEOPLE, "Nothing of that.", []),
    ],
)
def test_what_a_text_names(data: str, text: str, rows: list[tuple[set[int], bool]]) -> None:
    assert found(data, text) == rows


def test_yes_and_no_are_kinds_too() -> None:
    data = '{"domains": [{"name": "a.io", "auto_renew": true}, {"name": "b.io", "auto_renew": false}]}'
    assert found(data, "No tiene la renovación automática.") == [({1}, False)]


def test_columns_by_their_words_in_another_language_too() -> None:
    mentions = RowMentions(read_tables(["region,requests,errors_4xx,errors_5xx\na,1,2,3\nb,4,5,6"]))
    assert [sorted(one.names) for one in mentions.columns(words_of("os erros 5xx"))] == [["5xx", "error"]]
    assert [sorted(one.names) for one in mentions.columns(words_of("las peticiones"))] == [["call"]]


def test_words_that_begin_alike_are_cognates() -> None:
    assert is_cognate("prioritario", "priority")
    assert not is_cognate("price", "project")
