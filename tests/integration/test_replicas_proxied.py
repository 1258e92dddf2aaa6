"""Three servers on one PostgreSQL behind a proxy: the load is spread, and a killed one loses nothing."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("psycopg", reason="PostgreSQL needs the extra fingerpost[postgres]")

from benchmarks import replicas

from fingerpost.stores.store import Store
from tests.stores.server import Server


@pytest.mark.kill
@pytest.mark.slow
@pytest.mark.parametrize("nginx", [True, False])
def test_load_is_spread_and_a_killed_replica_loses_nothing(
    nginx: bool, postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not nginx:
        monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    elif shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        pytest.skip("nginx is not installed")
    url = postgres.make_database()
    with ExitStack() as stack:
        servers = [stack.enter_context(replicas.replica(tmp_path, url, number)) for number in range(3)]
        ports = [port for _, port in servers]
        port = stack.enter_context(replicas.proxy(tmp_path, ports))
        before = [replicas._served(each) for each in ports]
        checks = list(replicas.killed(port, servers, url, 4.0))
        after = [replicas._served(each) for each in ports[1:]]
        assert [check.what for check in checks if not check.met] == []
        assert int(checks[0].note.split()[0]) > 0, "some were acknowledged"
        assert all(late > early for late, early in zip(after, before[1:], strict=True)), "both others were asked"


def test_saboteur_a_message_that_was_acknowledged_and_not_stored_is_missed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.sqlite"
    with Store.open(url):
        pass
    sent = replicas.Sent()
    assert all(check.met for check in replicas.compared(sent, url))
    sent.acknowledged.append("first")
    assert [check.met for check in replicas.compared(sent, url)] == [False, True, True]
