"""Training beside a server: when it is due, in a process that gives way, and what is said of it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost.learning import background_training
from fingerpost.learning.background_training import BackgroundTrainer
from fingerpost.settings import LearningSettings, Settings
from fingerpost.stores import Store
from fingerpost.types import Turn

SETTINGS = replace(Settings(cache=None), learning=LearningSettings(automatic=True, after=3))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}") as opened:
        yield opened


def talk(store: Store, *sessions: str) -> None:
    for session in sessions:
        store.write(session, f"{session}-r", [Turn("user", "where is it", "shipping", "llm", 0.9)], routebook="shop")


def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    """Have the trainer run a program of ours."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))


def test_it_is_due_after_so_many_sessions_and_not_again_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trainer = BackgroundTrainer("shop", "shop", SETTINGS, store)
    talk(store, "a", "b")
    assert not trainer.is_due()
    talk(store, "c")
    assert trainer.is_due()
    runs(monkeypatch, tmp_path, "exit 2")
    assert trainer.train() == 2
    assert not trainer.is_due(), "what is not possible is not tried every minute"
    talk(store, "d", "e", "f")
    assert trainer.is_due()
    store.students.add("shop", {}, {}, b"")
    assert not trainer.is_due()


def test_a_clock_that_was_far_ahead_does_not_keep_it_from_being_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, place = [0.0], f"sqlite:///{tmp_path / 'clock.sqlite'}"
    with Store.open(place, clock=lambda: time.time() + ahead[0]) as store:
        trainer = BackgroundTrainer("shop", "shop", SETTINGS, store)
        ahead[0] = 400 * 86_400.0
        store.students.add("shop", {}, {}, b"")
        runs(monkeypatch, tmp_path, "exit 2")
        trainer.train()
        ahead[0] = 0.0
        talk(store, "a", "b")
        assert not trainer.is_due()
        talk(store, "c")
        assert trainer.is_due()
        ahead[0] = 3600.0
        store.students.add("shop", {}, {}, b"")
        ahead[0] = 0.0
        assert not trainer.is_due(), "an hour is no more than two servers may differ by"


def test_it_gives_way_and_says_what_came_of_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    held = replace(SETTINGS, learning=replace(SETTINGS.learning, held_out=tmp_path / "rows.jsonl"))
    runs(monkeypatch, tmp_path, f'sleep 0.3; echo "$@" > {tmp_path}/given; nice > {tmp_path}/nice; echo promoted: it')
    with caplog.at_level(logging.INFO, "fingerpost"):
        assert BackgroundTrainer("shop", "shop", held, store).train() == 0
    given = (tmp_path / "given").read_text().split()
    assert given == ["-m", "fingerpost", "learn", "--routebook", "shop", "--held-out", str(tmp_path / "rows.jsonl")]
    assert int((tmp_path / "nice").read_text()) >= min(19, os.nice(0) + 1)
    assert "training shop: done: promoted: it" in caplog.text


def test_a_refusal_and_a_fault_are_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "fingerpost"):
        runs(monkeypatch, tmp_path, 'echo "refused: worse"; exit 1')
        assert BackgroundTrainer("shop", "shop", SETTINGS, store).train() == 1
        runs(monkeypatch, tmp_path, 'echo "too little" >&2; exit 2')
        assert BackgroundTrainer("shop", "shop", SETTINGS, store).train() == 2
    assert "training shop: refused: refused: worse" in caplog.text
    assert "training shop: failed: too little" in caplog.text


def test_one_that_never_ends_is_ended(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_training, "TRAINING_TIMEOUT", 0.2)
    runs(monkeypatch, tmp_path, "exec sleep 60")
    assert BackgroundTrainer("shop", "shop", SETTINGS, store).train() == 2
    assert "took more than" in caplog.text
