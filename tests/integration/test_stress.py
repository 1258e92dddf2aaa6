"""A small part of the stress benchmark in every test run, and a check that it detects failures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks import stress

from fingerpost import Router
from fingerpost.stores.store import Store
from tests.conftest import SHOP

TEXTS = [text for examples in SHOP.values() for text in examples]


def _figures(shop: Router, folder: Path, messages: int, kills: int) -> dict[str, float]:
    plan = stress.Plan(f"sqlite:///{folder}/s.sqlite", folder, messages, kills)
    return {check.what: check.value for check in stress.run("SQLite", shop, TEXTS, plan)}


@pytest.mark.kill
def test_every_acknowledged_turn_is_there_and_none_twice_though_workers_are_killed(
    shop: Router, tmp_path: Path
) -> None:
    figures = _figures(shop, tmp_path, 1200, 4)
    assert set(figures.values()) == {0}
    assert len(figures) == 4


def test_a_store_that_loses_what_it_acknowledged_is_noticed(
    shop: Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Store.write

    def losing(self: Store, session: str, request: str, *rest: Any, **named: Any) -> bool:
        return True if request.endswith("7") else honest(self, session, request, *rest, **named)

    monkeypatch.setattr(Store, "write", losing)
    assert _figures(shop, tmp_path, 200, 0)["SQLite: acknowledged turns that are missing"] == 20


def test_a_store_that_writes_twice_is_noticed(shop: Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Store.write

    def twice(self: Store, session: str, request: str, turns: Any, **named: Any) -> bool:
        return honest(self, session, request, [*turns, *turns] if request.endswith("7") else turns, **named)

    monkeypatch.setattr(Store, "write", twice)
    assert _figures(shop, tmp_path, 200, 0)["SQLite: requests that are stored twice or in part"] == 20
