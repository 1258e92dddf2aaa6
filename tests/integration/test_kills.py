"""A small part of the benchmark of kills in every test run, and a check that it detects failures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks import kills

from fingerpost.stores import Store
from fingerpost.types import Turn
from tests.stores.server import Server


@pytest.mark.kill
@pytest.mark.slow
def test_no_acknowledged_answer_is_missing_or_twice_over_kills_and_restarts(postgres: Server) -> None:
    def restart() -> None:
        postgres.stop("immediate")
        postgres.start()

    found = kills.run(postgres.make_database(), restart, answers=150, kills=2, restarts=1)
    assert (found.missing, found.twice) == (0, 0)
    assert found.acknowledged >= 150
    assert abs(2 * found.streamed - found.acknowledged) <= 2 * kills.CLIENTS
    assert found.repeated > 0, "a kill that nobody noticed proves nothing"


@pytest.mark.kill
def test_no_acknowledged_answer_is_missing_or_twice_on_sqlite(tmp_path: Path) -> None:
    found = kills.run(f"sqlite:///{tmp_path}/s.sqlite", lambda: None, answers=60, kills=1, restarts=0)
    assert (found.missing, found.twice) == (0, 0)
    assert found.acknowledged >= 60


def test_an_answer_that_is_missing_changed_or_twice_is_noticed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/s.sqlite"
    with Store.open(url) as store:
        for session, request, answer in (("s", "r1", "one"), ("s", "r2", "two"), ("other", "r2", "two")):
            store.write(session, request, [Turn("user", "order"), Turn("assistant", answer)])
    assert kills.compare(url, {"r1": "one"}) == (0, 1), "the second is in two sessions"
    assert kills.compare(url, {"r1": "other", "r2": "two", "r3": "three"}) == (2, 1)


@pytest.mark.parametrize(("kills_", "restarts"), [(50, 5), (2, 1), (3, 0), (1, 1)])
def test_kills_and_restarts_are_mixed(kills_: int, restarts: int) -> None:
    plan = kills._plan(kills_, restarts)
    assert (plan.count(False), plan.count(True)) == (kills_, restarts)
    assert not any(one and other for one, other in pairwise(plan)), "never two restarts in a row"
