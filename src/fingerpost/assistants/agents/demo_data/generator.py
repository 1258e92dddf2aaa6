"""Generates the demo store: nine tables of synthetic orders in an SQLite file, deterministic per seed."""

from __future__ import annotations

import sqlite3
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from fingerpost.assistants.agents.demo_data import facts
from fingerpost.assistants.agents.demo_data.facts import Category, City
from fingerpost.errors import SettingsError, StoreError

BATCH_SIZE = 5000
"""Orders per batch in memory."""
MAX_ORDERS = 10_000_000
"""Maximum number of orders."""

TABLES = """
CREATE TABLE product_category_translation (
    product_category_name TEXT PRIMARY KEY, product_category_name_english TEXT NOT NULL);
CREATE TABLE geolocation (
    geolocation_zip_code_prefix INTEGER NOT NULL, geolocation_lat REAL NOT NULL, geolocation_lng REAL NOT NULL,
    geolocation_city TEXT NOT NULL, geolocation_state TEXT NOT NULL);
CREATE TABLE customers (
    customer_id TEXT PRIMARY KEY, customer_unique_id TEXT NOT NULL, customer_zip_code_prefix INTEGER NOT NULL,
    customer_city TEXT NOT NULL, customer_state TEXT NOT NULL);
CREATE TABLE sellers (
    seller_id TEXT PRIMARY KEY, seller_zip_code_prefix INTEGER NOT NULL, seller_city TEXT NOT NULL,
    seller_state TEXT NOT NULL);
CREATE TABLE products (
    product_id TEXT PRIMARY KEY,
    product_category_name TEXT REFERENCES product_category_translation (product_category_name),
    product_name_lenght INTEGER, product_description_lenght INTEGER, product_photos_qty INTEGER,
    product_weight_g REAL, product_length_cm REAL, product_height_cm REAL, product_width_cm REAL);
CREATE TABLE orders (
    order_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers (customer_id),
    order_status TEXT NOT NULL, order_purchase_timestamp TEXT NOT NULL, order_approved_at TEXT,
    order_delivered_carrier_date TEXT, order_delivered_customer_date TEXT, order_estimated_delivery_date TEXT NOT NULL);
CREATE TABLE order_items (
    order_id TEXT NOT NULL REFERENCES orders (order_id), order_item_id INTEGER NOT NULL,
    product_id TEXT NOT NULL REFERENCES products (product_id), seller_id TEXT NOT NULL REFERENCES sellers (seller_id),
    shipping_limit_date TEXT NOT NULL, price REAL NOT NULL, freight_value REAL NOT NULL,
    PRIMARY KEY (order_id, order_item_id));
CREATE TABLE order_payments (
    order_id TEXT NOT NULL REFERENCES orders (order_id), payment_sequential INTEGER NOT NULL,
    payment_type TEXT NOT NULL, payment_installments INTEGER NOT NULL, payment_value REAL NOT NULL,
    PRIMARY KEY (order_id, payment_sequential));
CREATE TABLE order_reviews (
    review_id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (order_id), review_score INTEGER NOT NULL,
    review_comment_title TEXT, review_comment_message TEXT, review_creation_date TEXT NOT NULL,
    review_answer_timestamp TEXT NOT NULL);
"""

INDEXES = """
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX orders_purchase ON orders (order_purchase_timestamp);
CREATE INDEX items_product ON order_items (product_id);
CREATE INDEX items_seller ON order_items (seller_id);
CREATE INDEX reviews_order ON order_reviews (order_id);
CREATE INDEX products_category ON products (product_category_name);
CREATE INDEX customers_state ON customers (customer_state, customer_city);
CREATE INDEX customers_unique ON customers (customer_unique_id);
CREATE INDEX geolocation_zip ON geolocation (geolocation_zip_code_prefix);
ANALYZE;
"""

TableRow = tuple[Any, ...]
Element = TypeVar("Element")


class Seller(NamedTuple):
    """A seller: id, city and postal code prefix."""

    id: str
    city: City
    code: int


class Product(NamedTuple):
    """A product with its category, seller, price and weight."""

    id: str
    category: Category
    seller: Seller
    price: float
    weight: float


@dataclass
class OrderBatch:
    """A batch of orders with their dependent rows, by table."""

    customers: list[TableRow]
    orders: list[TableRow]
    order_items: list[TableRow]
    order_payments: list[TableRow]
    order_reviews: list[TableRow]


class WeightedChoice(Generic[Element]):
    """Weighted random choice among a sequence."""

    def __init__(self, elements: Sequence[Element], weights: Iterable[float]) -> None:
        """Precompute the cumulative weights."""
        self._things, self._sums = elements, list(accumulate(weights))

    def draw(self, random: Random) -> Element:
        """Return a random element by weight."""
        return self._things[bisect(self._sums, random.random() * self._sums[-1], 0, len(self._things) - 1)]


class DemoStore:
    """Generates the rows of a store; the same seed generates the same rows."""

    def __init__(self, orders: int, seed: int) -> None:
        """Generate sellers and products; the other rows are generated lazily."""
        self._count = orders
        self._random = Random(seed)  # noqa: S311 - rows, no secrets
        self._cities = facts.cities()
        self._codes = {city: self._prefixes(city) for city in self._cities}
        self._home = WeightedChoice(self._cities, (city.share for city in self._cities))
        days = [(day, weight) for day in _days() if (weight := _order_weight(day)) > 0]
        self._day = WeightedChoice([day for day, _ in days], (weight for _, weight in days))
        self._hour = WeightedChoice(range(24), facts.HOUR_WEIGHTS)
        self._status = WeightedChoice(list(facts.STATUS_WEIGHTS), facts.STATUS_WEIGHTS.values())
        self._sellers = self._make_sellers(max(5, round(orders * 0.031)))
        self._products = self._make_products(max(80, round(orders * 0.33)))
        # Product popularity has a long tail.
        popular = [min(200.0, self._random.paretovariate(1.1)) for _ in self._products]
        self._product = WeightedChoice(self._products, popular)
        self._people: list[tuple[str, City, int]] = []

    def categories(self) -> list[TableRow]:
        """Return the rows of product_category_translation."""
        return [(category.name, category.english) for category in facts.categories()]

    def geolocation(self) -> Iterator[TableRow]:
        """Yield several coordinates for each postal code."""
        for city in self._cities:
            for code in self._codes[city]:
                for _ in range(self._random.randint(2, 6)):
                    lat = round(city.lat + self._random.gauss(0, 0.04), 6)
                    yield code, lat, round(city.lng + self._random.gauss(0, 0.04), 6), city.name, city.state

    def sellers(self) -> list[TableRow]:
        """Return the rows of sellers."""
        return [(seller.id, seller.code, seller.city.name, seller.city.state) for seller in self._sellers]

    def products(self) -> Iterator[TableRow]:
        """Yield the rows of products; a few have only weight and size."""
        random = self._random
        for product in self._products:
            known = random.random() > 0.018
            about = (product.category.name, random.randint(20, 63), round(random.lognormvariate(6.4, 0.7)))
            photos = min(20, 1 + int(random.expovariate(0.9)))
            # Assumes a density of a third of a gram per cubic centimetre and a flat parcel.
            side = max(8.0, (product.weight * 3) ** (1 / 3))
            size = (round(side * random.uniform(1, 1.8)), round(side * random.uniform(0.4, 1)), round(side))
            yield (product.id, *(about if known else (None,) * 3), photos if known else None, product.weight, *size)

    def batches(self) -> Iterator[OrderBatch]:
        """Yield all orders in batches."""
        for start in range(0, self._count, BATCH_SIZE):
            batch = OrderBatch([], [], [], [], [])
            for _ in range(min(BATCH_SIZE, self._count - start)):
                self._add_order(batch)
            yield batch

    def _id(self) -> str:
        return f"{self._random.getrandbits(128):032x}"

    def _prefixes(self, city: City) -> list[int]:
        """Return the postal codes in use in a city, more for larger cities."""
        return sorted(self._random.sample(city.codes, min(len(city.codes), 3 + round(city.share * 25))))

    def _make_sellers(self, count: int) -> list[Seller]:
        states = WeightedChoice(list(facts.SELLER_SHARES), facts.SELLER_SHARES.values())
        of_state = {
            state: WeightedChoice(cities, [city.share for city in cities])
            for state in facts.SELLER_SHARES
            if (cities := [city for city in self._cities if city.state == state])
        }
        found = []
        for _ in range(count):
            city = of_state[states.draw(self._random)].draw(self._random)
            found.append(Seller(self._id(), city, self._random.choice(self._codes[city])))
        return found

    def _make_products(self, count: int) -> list[Product]:
        random = self._random
        kinds = facts.categories()
        category = WeightedChoice(kinds, (kind.share for kind in kinds))
        # Seller sizes have a long tail.
        seller = WeightedChoice(self._sellers, [min(80.0, random.paretovariate(0.9)) for _ in self._sellers])
        found = []
        for number in range(count):
            # One product per category first, so that a small store has all of them.
            kind = kinds[number] if number < len(kinds) else category.draw(random)
            price = max(1.5, kind.price * random.lognormvariate(0, 0.85))
            weight = float(min(30_000, max(50, round(kind.weight * random.lognormvariate(-0.3, 0.7), -1))))
            # Typical price endings.
            price = min(6700.0, int(price) + random.choice((0.9, 0.99, 0.5, 0.0, 0.89)))
            found.append(Product(self._id(), kind, seller.draw(random), round(price, 2), weight))
        return found

    def _add_order(self, batch: OrderBatch) -> None:
        random = self._random
        customer, city = self._customer(batch)
        order, status = self._id(), self._status.draw(random)
        bought = self._purchase_time()
        kind, pieces = self._basket()
        far = facts.EXTRA_DELIVERY_DAYS[city.state] + 0.4 * facts.EXTRA_DELIVERY_DAYS[kind[0].seller.city.state]
        payment = self._payment_type()
        approved = bought + timedelta(
            seconds=round(random.lognormvariate(*((10.9, 0.6) if payment == "boleto" else (6.9, 1.1))))
        )
        handed = approved + timedelta(seconds=round(86_400 * random.lognormvariate(0.55, 0.75)))
        arrived = handed + timedelta(seconds=round(86_400 * (1 + (5.2 + far) * random.lognormvariate(0, 0.5))))
        promised = datetime.combine(
            bought.date() + timedelta(days=round(17.5 + 1.6 * far + random.gauss(0, 3))), datetime.min.time()
        )
        steps = _passed_steps(status, approved, handed, arrived)
        batch.orders.append((order, customer, status, _iso_text(bought), *map(_iso_text, steps), _iso_text(promised)))
        total = 0.0
        if status != "unavailable":
            limit = _iso_text(approved + timedelta(days=random.randint(3, 8)))
            rows = list(self._items(order, kind, pieces, far, limit))
            total = round(sum(row[5] + row[6] for row in rows), 2)
            batch.order_items += rows
        else:
            total = round(kind[0].price * 1.15, 2)
        batch.order_payments += self._payments(order, payment, total)
        if random.random() < 0.992:
            batch.order_reviews.append(self._review(order, steps[2], promised))

    def _customer(self, batch: OrderBatch) -> tuple[str, City]:
        """Add the customer of an order; about three percent are returning people."""
        random = self._random
        if self._people and random.random() < 0.034:
            person, city, code = random.choice(self._people)
        else:
            city = self._home.draw(random)
            person, code = self._id(), random.choice(self._codes[city])
            # Bounded, so that memory stays small.
            if len(self._people) < 200_000:
                self._people.append((person, city, code))
        customer = self._id()
        batch.customers.append((customer, person, code, city.name, city.state))
        return customer, city

    def _purchase_time(self) -> datetime:
        day, random = self._day.draw(self._random), self._random
        return datetime(
            day.year, day.month, day.day, self._hour.draw(random), random.randrange(60), random.randrange(60)
        )

    def _basket(self) -> tuple[list[Product], list[int]]:
        """Return the products and quantities of an order: mostly one piece of one product."""
        random = self._random
        kinds = [self._product.draw(random)]
        if random.random() < 0.033:
            kinds.append(self._product.draw(random))
        return kinds, [1 if random.random() > 0.075 else min(20, 2 + int(random.expovariate(1.3))) for _ in kinds]

    def _items(
        self, order: str, kinds: list[Product], pieces: list[int], far: float, limit: str | None
    ) -> Iterator[TableRow]:
        random = self._random
        number = 0
        for product, count in zip(kinds, pieces, strict=True):
            price = round(product.price * random.choice((1.0, 1.0, 1.0, 0.95, 0.9, 1.05)), 2)
            freight = round(
                (11.5 + 1.1 * far + product.weight / 1000 * (1.8 + 0.25 * far)) * random.uniform(0.85, 1.2), 2
            )
            for _ in range(count):
                number += 1
                yield order, number, product.id, product.seller.id, limit, price, freight

    def _payment_type(self) -> str:
        at = self._random.random()
        return "credit_card" if at < 0.77 else "boleto" if at < 0.968 else "debit_card" if at < 0.984 else "voucher"

    def _payments(self, order: str, kind: str, total: float) -> Iterator[TableRow]:
        """Yield payments that add up to the total; vouchers may be split or combined with a card."""
        random, parts = self._random, 0
        left = total
        vouchers = random.randint(1, 3) if kind == "voucher" else int(kind == "credit_card" and random.random() < 0.03)
        for number in range(vouchers):
            last = kind == "voucher" and number == vouchers - 1
            value = left if last else round(left * random.uniform(0.2, 0.6), 2)
            parts, left = parts + 1, round(left - value, 2)
            yield order, parts, "voucher", 1, value
        if kind != "voucher":
            yield order, parts + 1, kind, self._installments(left) if kind == "credit_card" else 1, left

    def _installments(self, value: float) -> int:
        """Return the number of installments, more for higher amounts."""
        if self._random.random() < 0.33:
            return 1
        most = max(1, min(10, int(value / 18)))
        return self._random.choice((most, self._random.randint(1, most), self._random.randint(1, min(4, most))))

    def _review(self, order: str, arrived: datetime | None, promised: datetime) -> TableRow:
        random = self._random
        how = "never" if arrived is None else "late" if arrived.date() > promised.date() else "on time"
        score = random.choices(range(1, 6), facts.REVIEW_SCORE_WEIGHTS[how])[0]
        asked = datetime.combine((arrived or promised).date() + timedelta(days=1), datetime.min.time())
        answered = asked + timedelta(seconds=round(86_400 * (0.4 + random.expovariate(0.45))))
        # Unhappy customers write more often.
        says = random.random() < (0.7 if score <= 2 else 0.36)
        title = random.choice(facts.REVIEW_TITLES[score]) if random.random() < (0.16 if score <= 2 else 0.11) else None
        message = random.choice(facts.REVIEW_MESSAGES[score]) if says else None
        return self._id(), order, score, title, message, _iso_text(asked), _iso_text(answered)


def _days() -> Iterator[date]:
    day = date(min(facts.MONTHLY_ORDERS), 1, 1)
    while day.year in facts.MONTHLY_ORDERS and day.month <= len(facts.MONTHLY_ORDERS[day.year]):
        yield day
        day += timedelta(days=1)


def _order_weight(day: date) -> float:
    """Return the order weight of a day."""
    usual = facts.MONTHLY_ORDERS[day.year][day.month - 1] / 30
    promoted = facts.PEAK_DAYS.get((day.month, day.day), 1.0) if day.year == 2017 else 1.0
    return usual * facts.WEEKDAY_WEIGHTS[day.weekday()] * promoted


def _passed_steps(
    status: str, approved: datetime, handed: datetime, arrived: datetime
) -> tuple[datetime | None, datetime | None, datetime | None]:
    """Return the timestamps of the steps that an order of a status has passed."""
    if status == "delivered":
        return approved, handed, arrived
    if status == "shipped":
        return approved, handed, None
    return (None if status == "created" else approved), None, None


def _iso_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(" ")


def write_demo_store(file: Path, orders: int, seed: int, *, force: bool = False) -> None:
    """Write the demo store to a file atomically; an existing file is overwritten only with `force`."""
    if not 1 <= orders <= MAX_ORDERS:
        raise SettingsError(f"--orders {orders}: choose a number from 1 to {MAX_ORDERS:,}")
    if file.is_dir():
        raise SettingsError(f"{file} is a folder: name a file in it, such as {file / 'store.sqlite'}")
    if file.exists() and not force:
        raise SettingsError(f"{file} already exists: name another file, or add --force to overwrite it")
    if not file.parent.is_dir():
        raise SettingsError(f"{file.parent} is not a folder: create it first, or name a file in another")
    part = file.with_name(f".{file.name}.part")
    try:
        try:
            part.unlink(missing_ok=True)
            _write(part, DemoStore(orders, seed))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            f"{file} cannot be written ({error}): free some space, or name a folder where this user may write"
        ) from error


def _write(file: Path, store: DemoStore) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        # The file is replaced atomically at the end, so durability while writing is not needed.
        connection.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000;" + TABLES
        )
        connection.execute("BEGIN")
        _insert(connection, "product_category_translation", store.categories())
        _insert(connection, "geolocation", store.geolocation())
        _insert(connection, "sellers", store.sellers())
        _insert(connection, "products", store.products())
        for batch in store.batches():
            for table, rows in vars(batch).items():
                _insert(connection, table, rows)
        connection.execute("COMMIT")
        connection.executescript(INDEXES)
    finally:
        connection.close()


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[TableRow]) -> None:
    width = len(connection.execute(f"SELECT * FROM {table} LIMIT 0").description)  # noqa: S608 - our own names
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)  # noqa: S608
