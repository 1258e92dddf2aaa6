"""A small demo store for tests: as an SQLite file, and copied into PostgreSQL."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from fingerpost.assistants.agents.demo_data.generator import TABLES, write_demo_store
from tests.stores.server import Server

NAMES = (
    "product_category_translation", "geolocation", "customers", "sellers", "products", "orders", "order_items",
    "order_payments", "order_reviews",
)  # fmt: skip


def small_store(folder: Path) -> Path:
    """Write a store of a few hundred orders and return its file."""
    file = folder / "store.sqlite"
    write_demo_store(file, 400, 7)
    return file


def copied(server: Server, file: Path) -> str:
    """Copy a store into a new database and return its URL."""
    import psycopg

    url = server.make_database()
    source = sqlite3.connect(file)
    with psycopg.connect(url) as target:
        target.execute(TABLES.encode())
        for name in NAMES:
            cursor = source.execute(f"SELECT * FROM {name}")  # noqa: S608 - our own names
            with target.cursor().copy(f"COPY {name} FROM STDIN".encode()) as copy:
                for row in cursor:
                    copy.write_row(row)
    source.close()
    return url


def copied_to_duckdb(file: Path, folder: Path) -> Path:
    """Copy a store into a DuckDB file of a folder and return it."""
    import duckdb

    target = folder / "store.duckdb"
    source = sqlite3.connect(file)
    with duckdb.connect(str(target)) as raw, TemporaryDirectory() as rows:
        raw.execute(TABLES)
        for name in NAMES:
            table = Path(rows) / f"{name}.csv"
            with table.open("w", newline="", encoding="utf-8") as out:
                csv.writer(out).writerows(source.execute(f"SELECT * FROM {name}"))  # noqa: S608 - our own names
            raw.execute(f"COPY {name} FROM '{table}' (HEADER FALSE, NULL '')")
    source.close()
    return target
