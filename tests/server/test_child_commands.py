"""Slow checks: once at a time, kept for a while, off the event loop, and ended after their time."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import cast

import pytest

from fingerpost import Router
from fingerpost.routing.router import RouterSource
from fingerpost.server import child_commands
from fingerpost.server.child_commands import CommandResult, KeptResult, place_of, run_doctor, run_drift
from fingerpost.settings import Settings
from fingerpost.stores import Store
from tests.server.http_running import settings_in


async def test_a_result_is_made_once_however_often_it_is_asked_for() -> None:
    made, now = count(1), [0.0]
    kept = KeptResult(lambda: next(made), 5.0, lambda: now[0])
    assert await asyncio.gather(*(kept.get(5.0) for _ in range(20))) == [1] * 20
    now[0] = 4.9
    assert await kept.get(5.0) == 1
    now[0] = 5.0
    assert await kept.get(5.0) == 2


async def test_work_that_takes_long_goes_on_and_no_other_is_begun() -> None:
    made, go_on = list[int](), threading.Event()

    def work() -> int:
        made.append(1)
        go_on.wait(20)
        return 7

    kept = KeptResult(work, 5.0)
    began = monotonic()
    assert [await kept.get(0.02) for _ in range(5)] == [None] * 5
    assert monotonic() - began < 5
    go_on.set()
    assert await kept.get(20.0) == 7
    assert made == [1]


async def test_an_error_is_told_to_all_and_kept_too() -> None:
    made = list[int]()

    def work() -> int:
        made.append(1)
        raise ValueError("broken")

    kept = KeptResult(work, 5.0)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"):
            await kept.get(5.0)
    assert made == [1]


async def test_what_was_missing_is_looked_for_again_after_a_minute() -> None:
    made, now = iter([CommandResult(None, "no messages are stored"), CommandResult({"drift": {}})]), [0.0]
    kept = KeptResult(lambda: next(made), 900.0, lambda: now[0])
    for now[0], found in ((0.0, None), (59.0, None), (60.0, {"drift": {}}), (959.0, {"drift": {}})):
        result = await kept.get(5.0)
        assert result is not None
        assert result.found == found


def test_a_folder_is_named_whole(new_shop: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new_shop.routebook.folder
    assert folder is not None
    monkeypatch.chdir(folder.parent)
    relative = SimpleNamespace(router=SimpleNamespace(routebook=replace(new_shop.routebook, folder=Path(folder.name))))
    assert place_of(cast("RouterSource", relative)) == str(folder)


def settings_of(tmp_path: Path, cache: Path) -> Settings:
    return settings_in(tmp_path, cache, traces="store")


def test_doctor_speaks_of_the_settings_of_this_server(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    found = run_doctor(settings_of(tmp_path, own_cache), new_shop, threading.Event()).found
    assert found is not None
    checks = {check["check"]: check for check in found["checks"]}
    assert str(tmp_path) in checks["store"]["result"]
    assert checks[f"routebook {place_of(new_shop)}"]["ok"]
    bad = replace(settings_of(tmp_path, own_cache), database="sqlite:////dev/null/x/store.sqlite")
    told = run_doctor(bad, new_shop, threading.Event()).found
    assert told is not None
    assert [check["check"] for check in told["checks"] if not check["ok"]] == ["store"]


def test_drift_is_measured_on_stored_messages_or_says_what_is_missing(
    new_shop: Router, own_cache: Path, tmp_path: Path
) -> None:
    from tests.stores.words import said

    settings = settings_of(tmp_path, own_cache)
    empty = run_drift(settings, new_shop, threading.Event())
    assert empty.found is None
    assert "no messages of shop are stored" in empty.detail
    with Store.open(settings.database) as store:
        for number in range(5):
            store.write(f"s{number}", "r", said(f"where is my parcel {number}?", "order_status"), routebook="shop")
    found = run_drift(settings, new_shop, threading.Event()).found
    assert found is not None
    assert found["drift"]["messages"] == 5


def test_a_command_that_takes_too_long_is_ended(
    new_shop: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_commands, "DOCTOR_SECONDS", 0.05)
    began = monotonic()
    found = run_doctor(settings_of(tmp_path, own_cache), new_shop, threading.Event())
    assert "took more than 0.05 s and was ended" in found.fault
    assert monotonic() - began < 10


def test_a_command_is_ended_with_its_server(
    new_shop: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = tmp_path / "python"
    endless.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 100\n", encoding="utf-8")
    endless.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(endless))
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    began = monotonic()
    assert run_drift(settings_of(tmp_path, own_cache), new_shop, stop).fault == (
        "`fingerpost eval` was ended: the server stops"
    )
    assert monotonic() - began < 10
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 0)


def test_a_command_that_cannot_be_started_or_says_nothing_is_told(
    new_shop: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(tmp_path, own_cache)
    monkeypatch.setattr("sys.executable", str(tmp_path / "no-python"))
    assert "cannot be started" in run_doctor(settings, new_shop, threading.Event()).fault
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert run_doctor(settings, new_shop, threading.Event()) == CommandResult(
        None, "it gave no result, and ended with status 1"
    )
