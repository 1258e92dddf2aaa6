"""Figures of a store on both engines: its size, bounded counts, the newest rows, and when it was backed up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.errors import StoreError
from fingerpost.learning.review_results import review_results
from fingerpost.stores import Store, backups, store_figures
from fingerpost.stores.reviews import Reviewer
from tests.stores.words import Clock, said


def test_an_empty_store_has_no_newest_rows(store: Store, url: str) -> None:
    figures = store.probe.figures()
    assert figures.engine == {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[url.partition(":")[0]]
    assert set(figures.rows.values()) == {0}
    assert (figures.newest_turn, figures.newest_trace, figures.backed_up) == (None, None, None)


def test_rows_are_counted_and_the_newest_told(store: Store, clock: Clock) -> None:
    empty = store.probe.figures().size
    for number in range(40):
        store.write("s", str(number), said("x" * 5_000))
    clock.pass_by(60)
    store.put_traces([{"request": "r", "at": clock.now - 5}])
    figures = store.probe.figures()
    assert (figures.rows["turns"], figures.rows["sessions"], figures.rows["traces"]) == (80, 1, 1)
    assert (figures.newest_turn, figures.newest_trace) == (clock.now - 60, clock.now - 5)
    assert figures.size > empty > 0


def test_labelled_messages_are_those_that_have_a_label_now(store: Store, new_shop: Router) -> None:
    """Skips, and labels that were taken back or replaced, are rows of the review, and no label of a message."""
    book, someone = new_shop.routebook, Reviewer("ann")
    for number in range(3):
        store.write("s", str(number), said(f"message {number}"))
    turns = [message.id for message in store.reviews.latest(book.name, 10)]
    store.correct("0", "refund", "s")
    for turn, route in ((turns[1], "refund"), (turns[1], "shipping"), (turns[2], None), (turns[2], "refund")):
        store.reviews.label(book.name, someone, turn, route)
    assert store.probe.figures().rows["labelled messages"] == review_results(store, book).labelled == 3
    store.reviews.undo(book.name, someone)
    assert store.probe.figures().rows["labelled messages"] == review_results(store, book).labelled == 2


def test_no_more_rows_are_counted_than_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put_traces([{"request": str(number)} for number in range(9)])
    monkeypatch.setattr(store_figures, "MOST_COUNTED", 5)
    assert store.probe.figures().rows["traces"] == 5


def test_a_backup_is_noted_once_it_is_complete(url: str, store: Store, tmp_path: Path) -> None:
    store.put_traces([{"request": "r"}])
    with pytest.raises(StoreError, match="cannot be written"):
        backups.backup(url, Path("/dev/null/backup.sqlite"))
    assert store.probe.figures().backed_up is None
    backups.backup(url, tmp_path / "one.sqlite")
    first = store.probe.figures().backed_up
    backups.backup(url, tmp_path / "two.sqlite")
    later = store.probe.figures().backed_up
    assert first is not None
    assert later is not None
    assert later >= first


def test_a_backup_by_a_clock_that_ran_ahead_does_not_hide_that_later_ones_are_missing(
    url: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead:
        ahead.setattr("time.time", lambda: 4e9)
        backups.backup(url, tmp_path / "one.sqlite")
    assert store.probe.figures().backed_up == 4e9
    backups.backup(url, tmp_path / "two.sqlite")
    assert store.probe.figures().backed_up == pytest.approx(time.time(), abs=600)


def test_a_store_that_takes_no_writes_is_backed_up_all_the_same(
    url: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("it is read-only")

    store.put_traces([{"request": "r"}])
    monkeypatch.setattr("fingerpost.stores.database.Database.write", refuse)
    monkeypatch.setattr("fingerpost.stores.sqlite.Sqlite.write", refuse)
    file = tmp_path / "backup.sqlite"
    assert backups.backup(url, file)["fingerpost_traces"] == 1
    assert file.exists()
    assert "cannot note when it was backed up" in caplog.text
