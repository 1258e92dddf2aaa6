"""Figures of some rows, and the pairs that are compared."""

from __future__ import annotations

from fingerpost.answering.account.row_values import cells, every_row, ordered_pairs, pairs, products, unit_prices
from fingerpost.answering.account.rows import read_tables

[TABLE] = read_tables(["month,units,amount_usd\n2025-01,10,50\n2025-02,20,80\n2025-03,5,40"])
UNITS, AMOUNT = TABLE.columns


def test_figures_of_some_rows_or_all() -> None:
    assert list(cells(TABLE, UNITS, frozenset({0, 2}))) == [10, 5]
    assert sum(cells(TABLE, AMOUNT, every_row(TABLE))) == 170


def test_a_month_is_compared_with_the_one_before() -> None:
    assert list(ordered_pairs(TABLE, UNITS, frozenset({2}))) == [(20, 5)]
    assert list(pairs(TABLE, UNITS, frozenset({0, 1}))) == [(10, 20)]


def test_without_names_first_and_last_are_compared() -> None:
    assert (10, 5) in list(ordered_pairs(TABLE, UNITS, frozenset()))


def test_prices_times_numbers_and_by_numbers() -> None:
    assert 500 in list(products(TABLE, []))
    assert list(unit_prices(TABLE, [frozenset({1})])) == [4]
