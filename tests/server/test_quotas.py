"""Quotas: requests a minute, counted together by all processes."""

from __future__ import annotations

import fcntl
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

import pytest

from fingerpost.server import quotas as module
from fingerpost.server.keys import digest_of
from fingerpost.server.quotas import CELLS, SIZE, Quotas, quotas_in

SHOP, DESK = digest_of("shop"), digest_of("desk")


class Clock:
    now = 5_000.0

    def __call__(self) -> float:
        return self.now


def taken(quotas: Quotas, digest: bytes, quota: int, tries: int) -> int:
    return sum(quotas.take(digest, quota) == 0 for _ in range(tries))


def test_a_client_has_its_quota_and_then_waits() -> None:
    clock = Clock()
    quotas = Quotas(clock=clock)
    assert taken(quotas, SHOP, 30, 40) == 30
    assert quotas.take(SHOP, 30) == pytest.approx(2.0)
    assert taken(quotas, DESK, 1, 5) == 1, "another client has its own"
    assert quotas.take(DESK, 1) == pytest.approx(60.0)
    clock.now += quotas.take(SHOP, 30)
    assert taken(quotas, SHOP, 30, 5) == 1
    clock.now += 3_600
    assert taken(quotas, SHOP, 30, 100) == 30, "what was not used for an hour is not saved up"


def test_a_quota_that_is_raised_or_lowered_holds_at_once() -> None:
    quotas = Quotas(clock=Clock())
    assert taken(quotas, SHOP, 2, 5) == 2
    assert quotas.take(SHOP, 600) <= 0.1 + 1e-9
    assert taken(quotas, DESK, 1_000_000, 100) == 100
    assert taken(quotas, DESK, 10, 100) in (9, 10)


def test_more_clients_than_cells_share_them() -> None:
    quotas = Quotas(clock=Clock())
    for number in range(CELLS + 10):
        quotas.take(digest_of(str(number)), 5)
    assert taken(quotas, digest_of("one more"), 5, 20) <= 5


def test_http_and_grpc_of_one_process_count_together(tmp_path: Path) -> None:
    file = tmp_path / "quotas"
    file.write_bytes(bytes(SIZE))
    assert quotas_in(file) is quotas_in(file)
    assert quotas_in(None) is quotas_in(None)


def _take_many(file: Path, tries: int) -> int:
    quotas = Quotas(file)
    return sum(quotas.take(SHOP, 50) == 0 for _ in range(tries))


def _take_without_lock(file: Path, tries: int) -> int:
    # As a server whose workers count each for itself.
    return taken(Quotas(), SHOP, 50, tries)


def granted(file: Path, take: object) -> int:
    file.write_bytes(bytes(SIZE))
    with get_context("fork").Pool(4) as pool:
        return sum(pool.starmap(take, [(file, 200)] * 4))  # type: ignore[arg-type]


def test_four_processes_at_once_grant_no_more_than_the_quota(tmp_path: Path) -> None:
    # A request is earned every 1.2 s.
    assert 50 <= granted(tmp_path / "quotas", _take_many) <= 55


def test_processes_that_do_not_count_together_are_found_out(tmp_path: Path) -> None:
    assert granted(tmp_path / "quotas", _take_without_lock) >= 200


def test_the_cells_of_clients_are_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    quotas = Quotas(clock=Clock())
    places = Counter(quotas._place_of(digest_of(str(number))[:8]) for number in range(100))
    for number in range(100):
        quotas.take(digest_of(str(number)), 5)
    assert len({quotas._place_of(digest_of(str(number))[:8]) for number in range(100)}) == 100
    monkeypatch.setattr(module.Quotas, "_place_of", lambda *_: 0)
    assert (taken(quotas, SHOP, 5, 5), taken(quotas, DESK, 5, 5), len(places) > 1) == (5, 0, True)


def _waits(file: Path) -> bool:
    """Whether a request waits while another process counts."""
    quotas = Quotas(file)
    with file.open("r+b") as other, ThreadPoolExecutor(1) as threads:
        _LOCK(other, fcntl.LOCK_EX)
        taking = threads.submit(quotas.take, SHOP, 1)
        waits = not wait((taking,), timeout=0.3).done
        _LOCK(other, fcntl.LOCK_UN)
        assert taking.result(20) == 0
    quotas._memory.close()
    quotas._file.close()  # type: ignore[union-attr]  # it was opened with a file
    return waits


_LOCK = fcntl.flock


def test_a_file_is_counted_in_by_one_process_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "quotas"
    file.write_bytes(bytes(SIZE))
    assert _waits(file)
    # Saboteur: without the lock two processes would read the same bucket, and grant the same request.
    file.write_bytes(bytes(SIZE))
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)
    assert not _waits(file)
