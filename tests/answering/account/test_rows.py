"""Tables are read from JSON, lines with cells, keyed lines and prose."""

from __future__ import annotations

import json

import pytest

from fingerpost.answering.account.figures import MONEY
from fingerpost.answering.account.rows import MAX_ROWS, read_tables

REGIONS = "region,requests,errors_5xx\nus-east-1,1200,36\neu-west-1,800,16"


def names(source: str) -> list[set[str]]:
    [table] = read_tables([source])
    return [row.names for row in table.rows]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (REGIONS, [{"us-east-1"}, {"eu-west-1"}]),
        ('{"projects": [{"name": "atlas", "files": 3}, {"name": "dune", "files": 4}]}', [{"atlas"}, {"dune"}]),
        ('{"plans": {"Solo": {"seats": 1}, "Team": {"seats": 10}}}', [{"solo"}, {"team"}]),
        ('{"orders": {"January": 310, "February": 280}}', [{"month 1"}, {"month 2"}]),
        ("auth.errors: 5\nsearch.errors: 7", [{"auth"}, {"search"}]),
        ("student_licenses: 850\nteacher_licenses: 60", [{"student"}, {"teacher"}]),
        ("invoice of April: 120 EUR\ninvoice of May: 150 EUR", [{"month 4"}, {"month 5"}]),
        ("| Month | Hours |\n|---|---|\n| 2025-01 | 640 |\n| 2025-02 | 720 |", [{"month 1"}, {"month 2"}]),
        ("date,calls\n2025-09-01,52\n2025-09-02,48", [{"day (9, 1)"}, {"day (9, 2)"}]),
        ("You sent 2,800 messages to Mexico and 350 messages to Chile.", [{"mexico"}, {"chile"}]),
    ],
)
def test_rows_have_the_names_that_tell_them_apart(source: str, found: list[set[str]]) -> None:
    assert names(source) == found


def test_what_is_used_and_allowed_of_several_things_is_no_table() -> None:
    assert read_tables(["resource,used,limit\ncalls,7500,10000\nusers,3,8"]) == []


def test_a_text_that_several_rows_share_is_their_kind() -> None:
    [table] = read_tables(["invoice,status,amount_usd\nA-1,paid,10\nA-2,paid,20\nA-3,open,30"])
    assert [row.kinds for row in table.rows] == [{"paid"}, {"paid"}, {"open"}]
    assert [column.unit for column in table.columns] == [MONEY]


def test_cents_are_hundredths() -> None:
    [table] = read_tables(["id,amount_usd_cents\nF-1,12500\nF-2,500"])
    assert [list(row.cells.values()) for row in table.rows] == [[125.0], [5.0]]


def test_tables_of_the_same_rows_are_one() -> None:
    [table] = read_tables(['{"orders": {"January": 310, "May": 280}, "revenue": {"January": 6200, "May": 5040}}'])
    assert [len(row.cells) for row in table.rows] == [2, 2]


def test_only_so_many_rows_are_read() -> None:
    [table] = read_tables([json.dumps({"hosts": {f"web-{number}": {"cpu": number} for number in range(3000)}})])
    assert len(table.rows) == MAX_ROWS
