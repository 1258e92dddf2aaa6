"""The connection to Elasticsearch: a response that drips or floods ends in time, and frees its thread."""

from __future__ import annotations

import gc
import threading
import time
import tracemalloc

import pytest

pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")

from benchmarks import faulty_server
from benchmarks.faulty_server import FaultyServer

from fingerpost.errors import SearchError
from fingerpost.retrieval import elastic_node
from fingerpost.retrieval.elastic import ElasticIndex
from tests.memory import peak_growth

LONG = 30.0


@pytest.mark.parametrize("fault", ["hung", "slow", "garbage", "half", "lies"])
def test_a_response_ends_in_time_whatever_the_server_does(fault: str) -> None:
    with FaultyServer() as server:
        server.fail(fault)
        index, began = ElasticIndex(server.url, "docs"), time.monotonic()
        with pytest.raises(SearchError):
            index.by_words("lamp", 5, began + 1.0)
        assert time.monotonic() - began < LONG / 3
        index.close()


def test_a_response_without_end_takes_little_memory() -> None:
    with FaultyServer() as server, peak_growth() as grown:
        server.fail("flood")
        index = ElasticIndex(server.url, "docs")
        with pytest.raises(SearchError, match="longer than 8,000,000 bytes"):
            index.by_words("lamp", 5, time.monotonic() + LONG)
        index.close()
    assert grown() < 20


def test_a_refused_response_is_freed_with_its_error() -> None:
    with FaultyServer() as server:
        server.fail("flood")
        index = ElasticIndex(server.url, "docs")
        gc.collect()
        gc.disable()
        tracemalloc.start()
        try:
            for _ in range(3):
                with pytest.raises(SearchError, match="longer than"):
                    index.by_words("lamp", 5, time.monotonic() + LONG)
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            gc.enable()
        index.close()
    assert held < 2_000_000, "the library's error refers to itself: what it holds is freed only by the collector"


def test_saboteur_without_a_limit_a_long_response_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faulty_server, "FLOOD_BYTES", 200_000_000)
    with FaultyServer() as server, peak_growth() as grown:
        server.fail("flood")
        index = ElasticIndex(server.url, "docs", 10**9)
        with pytest.raises(SearchError):
            index.by_words("lamp", 5, time.monotonic() + LONG)
        index.close()
    assert grown() > 50


def test_saboteur_without_the_timer_a_server_that_drips_keeps_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elastic_node.BoundedNode, "_shut_down", lambda *_: None)
    with FaultyServer() as server:
        server.fail("slow")
        index = ElasticIndex(server.url, "docs")

        def ask() -> None:
            with pytest.raises(SearchError):
                index.by_words("lamp", 5, time.monotonic() + 1.5)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(4.0)
        assert thread.is_alive(), "each byte begins the time-out of the socket anew"
    thread.join(LONG)
    assert not thread.is_alive()
    index.close()
