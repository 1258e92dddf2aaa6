"""The demo store: deterministic per seed, consistent, and plausible."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.demo_data import generator
from fingerpost.assistants.agents.demo_data.facts import categories, cities
from fingerpost.assistants.agents.demo_data.generator import DemoStore, WeightedChoice, write_demo_store
from fingerpost.cli.main import app
from fingerpost.errors import SettingsError, StoreError

ORDERS = 4000


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Return a store large enough to measure shares."""
    file = tmp_path_factory.mktemp("demo") / "store.sqlite"
    write_demo_store(file, ORDERS, 7)
    raw = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    yield raw
    raw.close()


def one(raw: sqlite3.Connection, sql: str) -> Any:
    return raw.execute(sql).fetchone()[0]


def rows(file: Path) -> list[str]:
    """Return a whole database as text."""
    raw = sqlite3.connect(file)
    lines = list(raw.iterdump())
    raw.close()
    return lines


def test_tables_are_those_of_the_allowlist(store: sqlite3.Connection) -> None:
    """Names and order of columns, so that SQL written for that shape works."""
    assert store_allowlist().tables
    for table in store_allowlist().tables:
        names = [row[1] for row in store.execute(f"PRAGMA table_info({table.name})")]
        assert names == [column.name for column in table.columns]


def test_same_seed_same_rows(tmp_path: Path) -> None:
    """And another seed, other rows."""
    for name, seed in {"a": 7, "b": 7, "c": 8}.items():
        write_demo_store(tmp_path / name, 150, seed)
    assert rows(tmp_path / "a") == rows(tmp_path / "b")
    assert rows(tmp_path / "a") != rows(tmp_path / "c")


def test_nothing_points_into_the_void(store: sqlite3.Connection) -> None:
    """Foreign keys are declared and hold; so does the file."""
    assert store.execute("PRAGMA foreign_key_check").fetchall() == []
    assert one(store, "PRAGMA integrity_check") == "ok"
    assert len(store.execute("PRAGMA foreign_key_list(order_items)").fetchall()) == 3
    assert one(store, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL") >= 8


def test_saboteur_a_dangling_row_is_found(tmp_path: Path) -> None:
    """The check above can fail."""
    write_demo_store(tmp_path / "x", 50, 7)
    raw = sqlite3.connect(tmp_path / "x")
    raw.execute("DELETE FROM customers")
    assert raw.execute("PRAGMA foreign_key_check").fetchall()
    raw.close()


@pytest.mark.parametrize(
    ("sql", "least", "most"),
    [
        ("SELECT AVG(order_status = 'delivered') FROM orders", 0.95, 0.99),
        ("SELECT AVG(payment_type = 'credit_card') FROM order_payments", 0.70, 0.78),
        ("SELECT AVG(payment_type = 'boleto') FROM order_payments", 0.16, 0.22),
        ("SELECT AVG(review_score) FROM order_reviews", 3.9, 4.25),
        ("SELECT AVG(customer_state = 'SP') FROM customers", 0.39, 0.45),
        ("SELECT COUNT(*) * 1.0 / (SELECT COUNT(*) FROM orders) FROM order_items", 1.05, 1.25),
        ("SELECT AVG(price) FROM order_items", 80, 160),
        ("SELECT AVG(freight_value) FROM order_items", 12, 25),
        ("SELECT COUNT(DISTINCT customer_unique_id) * 1.0 / COUNT(*) FROM customers", 0.94, 0.99),
        ("SELECT AVG(julianday(order_delivered_customer_date) - julianday(order_purchase_timestamp)) FROM orders", 9, 15),
        ("SELECT AVG(order_delivered_customer_date > order_estimated_delivery_date) FROM orders", 0.03, 0.12),
        ("SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM order_items GROUP BY product_id)", 2, ORDERS * 0.05),
        ("SELECT AVG(payment_installments) FROM order_payments WHERE payment_type = 'credit_card'", 2, 5),
        ("SELECT AVG(review_comment_message IS NOT NULL) FROM order_reviews", 0.3, 0.55),
        ("SELECT COUNT(DISTINCT product_category_name) FROM products", 65, 80),
        ("SELECT COUNT(DISTINCT customer_state) FROM customers", 24, 27),
    ],
)  # fmt: skip
def test_shares_are_plausible(store: sqlite3.Connection, sql: str, least: float, most: float) -> None:
    """Near those of the original."""
    assert least <= one(store, sql) <= most


def test_time_runs_forward(store: sqlite3.Connection) -> None:
    """Bought, approved, handed over, delivered; from September 2016 to October 2018."""
    assert not one(
        store,
        "SELECT COUNT(*) FROM orders WHERE order_approved_at < order_purchase_timestamp OR order_delivered_carrier_date < order_approved_at OR order_delivered_customer_date < order_delivered_carrier_date",
    )
    assert one(store, "SELECT MIN(order_purchase_timestamp) FROM orders") >= "2016-09-01"
    assert one(store, "SELECT MAX(order_purchase_timestamp) FROM orders") < "2018-11-01"
    assert not one(
        store,
        "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]'",
    )
    assert not one(
        store,
        "SELECT COUNT(*) FROM orders WHERE (order_status = 'delivered') <> (order_delivered_customer_date IS NOT NULL)",
    )


def test_black_friday_is_the_busiest_day(store: sqlite3.Connection) -> None:
    """And November 2017 the busiest month of its year."""
    day = "SELECT date(order_purchase_timestamp) FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
    assert one(store, day) == "2017-11-24"
    month = "SELECT substr(order_purchase_timestamp, 1, 7) FROM orders WHERE order_purchase_timestamp < '2018' GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
    assert one(store, month) == "2017-11"


def test_who_waits_is_angry(store: sqlite3.Connection) -> None:
    """Scores follow lateness."""
    by = "SELECT AVG(review_score) FROM order_reviews JOIN orders USING (order_id) WHERE order_delivered_customer_date {} order_estimated_delivery_date"
    assert one(store, by.format(">")) < one(store, by.format("<")) - 1


def test_payments_are_what_was_bought(store: sqlite3.Connection) -> None:
    """Items and freight add up to what was paid, to the cent."""
    paid = "SELECT order_id, SUM(payment_value) AS v FROM order_payments GROUP BY order_id"
    due = "SELECT order_id, SUM(price + freight_value) AS v FROM order_items GROUP BY order_id"
    apart = f"SELECT COUNT(*) FROM ({paid}) a JOIN ({due}) b USING (order_id) WHERE abs(a.v - b.v) > 0.005"  # noqa: S608
    assert not one(store, apart)
    assert not one(store, "SELECT COUNT(*) FROM order_payments WHERE payment_value <= 0")


def test_facts_are_sound() -> None:
    """Shares add up, codes do not overlap, and names are there once."""
    assert 99 < sum(city.share for city in cities()) < 101
    assert len({city.state for city in cities()}) == 27
    codes = sorted((city.codes.start, city.codes.stop) for city in cities())
    assert all(this[1] <= following[0] for this, following in pairwise(codes))
    assert len({category.name for category in categories()}) == len(categories()) >= 70
    assert not {"beleza_saude", "cama_mesa_banho", "pet_shop", "moveis_decoracao"} - {
        category.name for category in categories()
    }


def test_weighted_never_misses() -> None:
    """A draw at the very end is the last one."""

    class End:
        def random(self) -> float:
            return 1.0

    assert WeightedChoice(["a", "b"], [1.0, 2.0]).draw(End()) == "b"  # type: ignore[arg-type]


def test_one_order_is_enough(tmp_path: Path) -> None:
    """The smallest store has all tables."""
    write_demo_store(tmp_path / "one", 1, 1)
    raw = sqlite3.connect(tmp_path / "one")
    assert one(raw, "SELECT COUNT(*) FROM orders") == 1
    assert one(raw, "SELECT COUNT(*) FROM product_category_translation") == len(categories())
    raw.close()


def test_batches_hold_a_bounded_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large store is made piece by piece, and the pieces are the whole."""
    monkeypatch.setattr(generator, "BATCH_SIZE", 30)
    assert [len(batch.orders) for batch in DemoStore(100, 7).batches()] == [30, 30, 30, 10]


def test_command(tmp_path: Path) -> None:
    """Writes, reports, refuses to overwrite, and overwrites with --force."""
    runner, file = CliRunner(), tmp_path / "store.sqlite"
    first = runner.invoke(app, ["demo-data", "agents", str(file), "--orders", "60", "--seed", "3"])
    assert first.exit_code == 0, first.output
    assert "60 orders" in first.output
    again = runner.invoke(app, ["demo-data", "agents", str(file), "--orders", "70"])
    assert isinstance(again.exception, SettingsError)
    assert "--force" in str(again.exception)
    forced = runner.invoke(app, ["demo-data", "agents", str(file), "--orders", "70", "--force"])
    assert forced.exit_code == 0, forced.output
    raw = sqlite3.connect(file)
    assert one(raw, "SELECT COUNT(*) FROM orders") == 70
    raw.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["store.sqlite"]


@pytest.mark.parametrize(
    ("place", "orders", "says"),
    [(".", 10, "is a folder"), ("no/such/x.sqlite", 10, "not a folder"), ("x.sqlite", 0, "from 1 to"), ("x.sqlite", 10**9, "from 1 to")],
)  # fmt: skip
def test_bad_places_and_numbers(tmp_path: Path, place: str, orders: int, says: str) -> None:
    """Invalid arguments are refused before anything is written."""
    with pytest.raises(SettingsError, match=says):
        write_demo_store(tmp_path / place, orders, 7)
    assert list(tmp_path.iterdir()) == []


FULL = """
import sys
from pathlib import Path
from fingerpost.assistants.agents.demo_data.generator import write_demo_store
from fingerpost.errors import StoreError
try:
    write_demo_store(Path(sys.argv[1]), 500, 7, force=True)
except StoreError as error:
    print(error)
"""


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """A file size limit simulates a full disk: the old store stays, without a partial new one."""
    file = tmp_path / "store.sqlite"
    file.write_bytes(b"old")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        [sys.executable, "-c", FULL, str(file)], capture_output=True, text=True, check=False, preexec_fn=small
    )
    assert "free some space" in done.stdout, done.stderr
    assert file.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["store.sqlite"]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has SQLite's message and a remedy."""

    def refused(*_: Any, **__: Any) -> Any:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refused)
    with pytest.raises(StoreError, match="may write"):
        write_demo_store(tmp_path / "x.sqlite", 5, 7)
