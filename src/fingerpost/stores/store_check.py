"""A check of a whole store: its structure, every row, and a write."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from fingerpost.errors import StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.factory import open_database
from fingerpost.stores.probe import write_probe
from fingerpost.stores.schema import TABLES

BATCH = 100
"""Rows that are held in memory at once."""


class StoreReport(NamedTuple):
    """What was found in a store: the number of rows by table, and what is wrong, "" where nothing is."""

    place: str
    rows: dict[str, int]
    fault: str


def _count_rows(connection: Connection) -> dict[str, int]:
    """Read every row of every table."""
    return {
        table: sum(map(len, connection.pages(f"SELECT * FROM {table}", BATCH)))  # noqa: S608 - a table of ours
        for table in TABLES
    }


def check_store(url: str) -> StoreReport:
    """Read every row of a store, search it for damage, and try a write; the store stays in use."""
    with closing(open_database(url)) as database:
        rows: dict[str, int] = {}
        try:
            rows = database.snapshot(_count_rows)
            fault = database.damage()
            database.write_afresh(write_probe)
        except StoreError as error:
            return StoreReport(database.place, rows, str(error))
        return StoreReport(database.place, rows, fault)
