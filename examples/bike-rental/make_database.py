"""Make rental.sqlite: the bikes, customers and rentals of a small shop, the same on every run."""

from __future__ import annotations

import random
import sqlite3
from datetime import date, timedelta
from pathlib import Path

FILE = Path(__file__).with_name("rental.sqlite")
TABLES = """
CREATE TABLE bikes (bike_id INTEGER PRIMARY KEY, model TEXT NOT NULL, kind TEXT NOT NULL, price_per_day REAL NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE rentals (
  rental_id INTEGER PRIMARY KEY,
  bike_id INTEGER NOT NULL REFERENCES bikes (bike_id),
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  rented_on DATE NOT NULL,
  days INTEGER NOT NULL,
  amount REAL NOT NULL,
  status TEXT NOT NULL
);
"""
BIKES = [("Ridge", "mountain", 25.0), ("Breeze", "comfort", 15.0), ("Volt", "electric", 40.0), ("Duo", "tandem", 30.0)]
CITIES = ["Porto", "Sevilla", "Bristol"]
NAMES = ["Ana Sousa", "Luis Vega", "Mary Hill", "Rui Costa", "Eva Ruiz", "Tom Reed"]
STATUSES = ["returned", "returned", "returned", "open", "cancelled"]


def main() -> None:
    """Write the file anew."""
    FILE.unlink(missing_ok=True)
    draw = random.Random(7)  # noqa: S311 - the same rows on every run, no secret
    database = sqlite3.connect(FILE)
    with database:
        database.executescript(TABLES)
        database.executemany("INSERT INTO bikes (model, kind, price_per_day) VALUES (?, ?, ?)", BIKES)
        people = [(name, CITIES[place % len(CITIES)]) for place, name in enumerate(NAMES)]
        database.executemany("INSERT INTO customers (full_name, city) VALUES (?, ?)", people)
        for _ in range(240):
            bike, days = draw.randrange(len(BIKES)), draw.randint(1, 7)
            rented = date(2026, 1, 1) + timedelta(days=draw.randrange(300))
            row = (bike + 1, draw.randint(1, len(NAMES)), rented.isoformat(), days, BIKES[bike][2] * days)
            database.execute(
                "INSERT INTO rentals (bike_id, customer_id, rented_on, days, amount, status) VALUES (?, ?, ?, ?, ?, ?)",
                (*row, draw.choice(STATUSES)),
            )
    database.close()


if __name__ == "__main__":
    main()
