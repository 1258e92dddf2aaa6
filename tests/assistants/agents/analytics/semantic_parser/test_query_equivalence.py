"""Whether two statements ask the same."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from sqlglot import exp, parse_one

from fingerpost.assistants.agents.analytics.semantic_parser.query_equivalence import ask_the_same


def _read(sql: str) -> exp.Select:
    found = parse_one(sql)
    assert isinstance(found, exp.Select)
    return found


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("SELECT COUNT(*) FROM a WHERE x = 1 AND y = 2", "SELECT COUNT(*) AS n FROM a WHERE y = 2 AND x = 1", True),
        ("SELECT COUNT(*) FROM a WHERE x = 1", "SELECT COUNT(*) FROM a", False),
        ("SELECT COUNT(*) FROM a WHERE x = 1", "SELECT COUNT(*) FROM a WHERE NOT x = 1", False),
        ("SELECT SUM(x) FROM a", "SELECT AVG(x) FROM a", False),
        ("SELECT n, COUNT(*) FROM a GROUP BY n", "SELECT n, i, COUNT(*) FROM a GROUP BY n, i", True),
        ("SELECT n, COUNT(*) FROM a GROUP BY n LIMIT 3", "SELECT n, COUNT(*) FROM a GROUP BY n LIMIT 1", False),
        ("SELECT n FROM a WHERE NOT n IS NULL GROUP BY n", "SELECT n FROM a GROUP BY n", True),
        ("SELECT n FROM a JOIN b ON a.b = b.i GROUP BY n, i", "SELECT n FROM a GROUP BY n", False),
        ("SELECT n, d FROM a WHERE NOT d IS NULL GROUP BY n, d", "SELECT n, d FROM a GROUP BY n, d", False),
        ("SELECT COUNT(*) FROM a", "SELECT COUNT(*) FROM b", False),
        ("SELECT n, AVG(x) FROM a GROUP BY n", "SELECT AVG(x) FROM a", False),
    ],
)
def test_statements_ask_the_same(one: str, other: str, same: bool) -> None:
    assert ask_the_same(_read(one), _read(other)) is same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT c, COUNT(*) FROM t GROUP BY c HAVING COUNT(*) > 5", "SELECT c, COUNT(*) FROM t GROUP BY c"),
        ("SELECT c FROM t ORDER BY v DESC LIMIT 1", "SELECT c FROM t ORDER BY v LIMIT 1"),
        ("SELECT AVG(v) FROM (SELECT v FROM t WHERE x = 1) AS g", "SELECT AVG(v) FROM (SELECT v FROM t) AS g"),
        ("SELECT c FROM t WHERE i IN (SELECT i FROM u WHERE x = 1)", "SELECT c FROM t WHERE i IN (SELECT i FROM u)"),
    ],
)
def test_groups_that_are_chosen_the_order_and_what_is_inside_count(one: str, other: str) -> None:
    first, second = _read(one), _read(other)
    assert ask_the_same(first, first.copy())
    assert not ask_the_same(first, second)
