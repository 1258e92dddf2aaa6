"""A small demo store in SQLite and in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assistants.agents.databases import copied, small_store
from tests.stores.server import Server


@pytest.fixture(scope="session")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a store of a few hundred orders."""
    return small_store(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="session")
def store_postgres(postgres: Server, store_file: Path) -> str:
    """Return the URL of the same store in PostgreSQL."""
    return copied(postgres, store_file)
