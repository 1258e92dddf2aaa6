"""Fixtures of the store tests: both engines, a fresh database per test, and clocks that the test controls."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from fingerpost.stores import Store
from tests.stores.server import Server
from tests.stores.words import Clock


@pytest.fixture
def server(postgres: Server) -> Server:
    """The PostgreSQL server of all tests."""
    return postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'made' / 'store.sqlite'}"
    server: Server = request.getfixturevalue("server")
    return server.make_database()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that only the test advances, that of the server included."""
    clock = Clock()
    if find_spec("psycopg") is not None:
        monkeypatch.setattr("fingerpost.stores.postgres.Postgres.server_time", lambda _: clock.server())
    return clock


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    """An open store."""
    with Store.open(url, clock=clock.wall, monotonic=clock.steady) as store:
        yield store
