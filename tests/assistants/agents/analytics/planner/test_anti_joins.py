"""A value lacks rows where none of its rows has any: not a category with one product that nobody bought."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="questions are planned with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner import sql_writer
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.demo_data.generator import write_demo_store

IN_2018 = """
    SELECT d.product_category_name FROM order_items i JOIN products d ON d.product_id = i.product_id
    JOIN orders o ON o.order_id = i.order_id
    WHERE o.order_purchase_timestamp LIKE '2018%' AND d.product_category_name IS NOT NULL
"""
LACKING = f"""
    SELECT DISTINCT product_category_name FROM products
    WHERE product_category_name IS NOT NULL AND product_category_name NOT IN ({IN_2018}) ORDER BY 1
"""  # noqa: S608 - the statement is the test's own
LISTED = [
    "which categories did not sell a single item in 2018?",
    "quais categorias não venderam nada em 2018?",
    "¿Qué categorías no vendieron ni un artículo en 2018?",
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("lacking") / "store.sqlite"
    write_demo_store(file, 2000, 7)
    return file


def _rows(store: Path, question: str) -> list[tuple[object, ...]]:
    sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    with sqlite3.connect(store) as connection:
        return connection.execute(check_sql(sql, "sqlite", store_allowlist())).fetchall()


@pytest.mark.parametrize("question", LISTED)
def test_values_without_rows_have_none_in_any_row(store: Path, question: str) -> None:
    with sqlite3.connect(store) as connection:
        wanted = connection.execute(LACKING).fetchall()
    assert wanted
    assert _rows(store, question) == wanted


@pytest.mark.parametrize(
    "question", ["how many categories sold nothing in 2018", "quantas categorias não venderam nada em 2018"]
)
def test_they_are_counted_so_too(store: Path, question: str) -> None:
    try:
        found = _rows(store, question)
    except NotUnderstoodError:
        return
    assert found == [(len(_rows(store, LISTED[0])),)]


def test_a_name_shown_beside_them_changes_nothing(store: Path) -> None:
    found = _rows(store, f"{LISTED[0]} english names please")
    assert [row[0] for row in found] == [row[0] for row in _rows(store, LISTED[0])]


def test_rows_that_are_listed_themselves_are_asked_one_by_one(store: Path) -> None:
    sql = plan("which sellers have no items in 2018", store_allowlist(), meanings=store_meanings()).sql
    assert "NOT sellers.seller_id IN" in sql


def test_what_does_not_belong_to_the_values_is_not_lacked_by_them() -> None:
    with pytest.raises(NotUnderstoodError):
        plan("quais cidades não têm vendedores?", store_allowlist(), meanings=store_meanings())


def test_saboteur_a_value_with_one_bare_row_would_be_listed(
    store: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[], None]
) -> None:
    right = _rows(store, LISTED[0])
    monkeypatch.setattr(sql_writer, "values_that_lack", lambda *_: None)
    forget()
    assert len(_rows(store, LISTED[0])) > len(right)
