"""What the tests of following share: sessions of a live router, on a store of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.answering.sessions import Sessions
from fingerpost.routing.live import LiveRouter
from fingerpost.stores import Store
from fingerpost.stores.trace_writer import TraceWriter


@pytest.fixture
def sessions(live: LiveRouter, tmp_path: Path) -> Iterator[Sessions]:
    """Return sessions of the router that the test names `live`."""
    store = Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}")
    opened = Sessions(live, store, TraceWriter(store.put_traces))
    yield opened
    opened.close()
