"""Fixtures of the retrieval tests: every index test runs on SQLite, and on Elasticsearch where there is a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from fingerpost.retrieval.index import Index
from fingerpost.retrieval.sqlite import SqliteIndex

SERVER = os.environ.get("FINGERPOST_TEST_ELASTICSEARCH", "")
"""Read before the tests shut out what the user has set."""


@pytest.fixture
def elasticsearch() -> str:
    """The address of a real Elasticsearch server."""
    if not SERVER:
        pytest.skip("FINGERPOST_TEST_ELASTICSEARCH names no Elasticsearch server, such as http://127.0.0.1:9200")
    pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
    return SERVER


@pytest.fixture(params=["file", "memory", "elasticsearch"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    """An empty index."""
    if request.param == "elasticsearch":
        yield from elastic(request.getfixturevalue("elasticsearch"))
        return
    made = SqliteIndex(tmp_path / "made" / "index.sqlite" if request.param == "file" else None)
    yield made
    made.close()


def elastic(server: str) -> Iterator[Index]:
    """Yield a new index on the server, and delete it afterwards."""
    from fingerpost.retrieval.elastic import ElasticIndex

    name = f"fingerpost-test-{uuid4().hex[:12]}"
    made = ElasticIndex(server, name)
    yield made
    made._server.ask(lambda client: client.options(ignore_status=404).indices.delete(index=name).body)
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for documents."""
    place = tmp_path / "documents"
    place.mkdir()
    return place
