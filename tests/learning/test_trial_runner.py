"""Trials in a child process: followed, cancelled, ended in time, with low priority, and told where they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from fingerpost.errors import ConflictError, StoreError
from fingerpost.learning import trial_runner
from fingerpost.learning.published_routebook import ServedContent
from fingerpost.learning.trial import TrialJob
from fingerpost.learning.trial_runner import TrialRunner
from fingerpost.settings import Settings
from fingerpost.stores import Store
from fingerpost.stores.trials import CANCELLED, DONE, FAILED, RUNNING, NewTrial, StoredTrial, Trials

POPEN = subprocess.Popen
GIVEN = NewTrial(None, "b", "d", "{}", {})
QUICK = """
import json, os, sys
size = len(sys.stdin.buffer.read())
print(json.dumps({"step": "training", "done": 0, "of": 1}), flush=True)
found = {"seconds": 1, "size": size, "threads": os.environ["OPENBLAS_NUM_THREADS"], "nice": os.nice(0)}
print(json.dumps({"result": found}), flush=True)
"""
ENDLESS = """
import json, os, sys, time
print(json.dumps({"step": "replaying", "done": os.getpid(), "of": 9}), flush=True)
time.sleep(600)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/store.sqlite") as store:
        yield store


@pytest.fixture
def job(tmp_path: Path) -> TrialJob:
    base = ServedContent(None, "b", "x" * 1_000_000)
    return TrialJob(Settings(cache=None), "shop", tmp_path, base, "{}")


def child(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", code])


def until(store: Store, number: int, *states: str) -> StoredTrial:
    given_up = monotonic() + 60
    while (found := store.trials.find("shop", number)).state not in states or not (found.progress or found.result):
        assert monotonic() < given_up, found
        sleep(0.02)
    return found


def is_gone(process: int) -> bool:
    given_up = monotonic() + 30
    while monotonic() < given_up:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        sleep(0.02)
    return False


def test_a_child_of_low_priority_and_one_thread_gets_the_job_and_its_result_is_stored(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, QUICK)
    found = until(store, TrialRunner(store).start("ana", job, GIVEN), DONE)
    assert found.who == "ana"
    assert found.result["size"] > 1_000_000
    assert (found.result["threads"], found.result["nice"]) == ("1", 19)


def test_one_that_is_cancelled_ends_its_child_and_the_next_may_begin(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, ENDLESS)
    runner = TrialRunner(store)
    number = runner.start("ana", job, GIVEN)
    process = until(store, number, RUNNING).progress["done"]
    with pytest.raises(ConflictError, match="a change of ana is being tried"):
        runner.start("ben", job, GIVEN)
    assert store.trials.cancel("shop", number)
    assert is_gone(process)
    assert store.trials.find("shop", number).state == CANCELLED
    child(monkeypatch, QUICK)
    until(store, runner.start("ben", job, GIVEN), DONE)


def test_whoever_tries_and_cancels_in_a_loop_has_one_child_at_a_time(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, ENDLESS)
    begun: list[subprocess.Popen[bytes]] = []
    alive: list[int] = []

    def begin(*args: Any, **more: Any) -> subprocess.Popen[bytes]:
        alive.append(sum(process.returncode is None for process in begun))
        begun.append(POPEN(*args, **more))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", begin)
    runner = TrialRunner(store)
    for _ in range(6):
        number = runner.start("ana", job, GIVEN)
        assert store.trials.cancel("shop", number)
    until(store, runner.start("ana", job, GIVEN), RUNNING)
    runner.close()
    assert set(alive) == {0}


def test_one_that_takes_too_long_is_ended_and_so_are_all_when_the_server_stops(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, ENDLESS)
    monkeypatch.setattr(trial_runner, "KILL_AFTER", 2.0)
    found = until(store, TrialRunner(store).start("ana", job, GIVEN), FAILED)
    assert "took more than 2 s" in found.result["error"]
    monkeypatch.setattr(trial_runner, "KILL_AFTER", 600.0)
    runner = TrialRunner(store)
    number = runner.start("ana", job, GIVEN)
    process = until(store, number, RUNNING).progress["done"]
    runner.close()
    assert until(store, number, FAILED).result == {"error": "the server was stopped"}
    assert is_gone(process)


@pytest.mark.parametrize("code", ["import sys; sys.exit('a secret of the operator')", "raise SystemExit"])
def test_a_child_that_ends_without_a_result_has_failed(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    child(monkeypatch, code)
    found = until(store, TrialRunner(store).start("ana", job, GIVEN), FAILED)
    assert found.result == {"error": "ended without a result: the server's log says why"}


def test_an_error_of_the_child_is_told(store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch) -> None:
    child(monkeypatch, 'import sys; sys.stdin.buffer.read(); print(\'{"error": "too few texts"}\')')
    assert until(store, TrialRunner(store).start("ana", job, GIVEN), FAILED).result == {"error": "too few texts"}


def test_a_server_that_stops_waits_until_the_child_is_gone_and_the_store_knows(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, ENDLESS)
    runner = TrialRunner(store)
    number = runner.start("ana", job, GIVEN)
    process = until(store, number, RUNNING).progress["done"]
    runner.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert store.trials.find("shop", number).result == {"error": "the server was stopped"}


def test_a_store_that_fails_for_a_moment_ends_no_trial(
    store: Store, job: TrialJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    child(monkeypatch, QUICK)
    failed: list[int] = []

    def fail(_: Trials, number: int, __: object) -> bool:
        failed.append(number)
        raise StoreError("locked")

    monkeypatch.setattr(Trials, "renew", fail)
    number = TrialRunner(store).start("ana", job, GIVEN)
    assert until(store, number, DONE).result["seconds"] == 1
    assert set(failed) == {number}
