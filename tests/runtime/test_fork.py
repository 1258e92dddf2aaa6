"""What begins anew in a forked child, and what rests meanwhile."""

from __future__ import annotations

import gc
import os
import sys

import pytest

from fingerpost.runtime.fork import pause_during_fork, reset_after_fork

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no fork"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


class Thing:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def after_fork(self) -> None:
        self.told.append("child")

    def before_fork(self) -> None:
        self.told.append("rest")

    def after_fork_in_parent(self) -> None:
        self.told.append("go on")


def _forked(thing: Thing) -> int:
    child = os.fork()
    if child == 0:
        os._exit(thing.told != ["rest", "child"])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_child_begins_anew_and_the_parent_goes_on() -> None:
    thing = Thing()
    reset_after_fork(thing)
    pause_during_fork(thing)
    assert _forked(thing) == 0
    assert thing.told == ["rest", "go on"]


def test_what_is_gone_is_told_nothing() -> None:
    told: list[str] = []
    thing = Thing()
    thing.told = told
    pause_during_fork(thing)
    del thing
    gc.collect()
    assert _forked(Thing()) == 1
    assert told == []
