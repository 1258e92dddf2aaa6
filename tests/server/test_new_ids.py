"""The ids that a server gives to requests: drawn many at once, and never the same in two processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost.server.middleware import _RequestIds

FORKED = """
import os, sys
from fingerpost.server.middleware import _RequestIds

if "sabotage" in sys.argv:
    _RequestIds.after_fork = lambda ids: ids.__dict__.setdefault("_left", [])
ids = _RequestIds()
ids.new()
child = os.fork()
if child:
    os.waitpid(child, 0)
print(*(ids.new() for _ in range(10)), flush=True)
"""


def test_ids_are_unlike_each_other_beyond_one_draw() -> None:
    ids = _RequestIds()
    found = [ids.new() for _ in range(3 * ids.AT_ONCE)]
    assert len(set(found)) == len(found)
    assert {len(each) for each in found} == {32}


def _ids_of_both(*words: str) -> tuple[set[str], set[str]]:
    done = subprocess.run([sys.executable, "-c", FORKED, *words], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    return set(first.split()), set(second.split())


def test_a_forked_process_gives_out_no_id_of_its_parent() -> None:
    ours, theirs = _ids_of_both()
    assert len(ours) == len(theirs) == 10
    assert ours.isdisjoint(theirs)


def test_without_the_reset_both_would_give_out_the_same() -> None:
    ours, theirs = _ids_of_both("sabotage")
    assert ours == theirs
