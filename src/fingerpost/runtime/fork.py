"""What must begin anew in a forked child: locks that nobody will release, threads that are not there."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class ResetsAfterFork(Protocol):
    """Something that knows how to begin anew."""

    def after_fork(self) -> None:
        """Drop what belongs to the parent; called in the child before anything else runs there."""


class PausesDuringFork(Protocol):
    """Something that must be at rest while the process is forked."""

    def before_fork(self) -> None:
        """Come to rest, within a bounded time."""

    def after_fork_in_parent(self) -> None:
        """Go on."""


_living: weakref.WeakSet[ResetsAfterFork] = weakref.WeakSet()
_resting: weakref.WeakSet[PausesDuringFork] = weakref.WeakSet()
_forking = threading.Lock()


def reset_after_fork(thing: ResetsAfterFork) -> None:
    """Call `after_fork` of a thing in every child, for as long as it lives."""
    _living.add(thing)


def pause_during_fork(thing: PausesDuringFork) -> None:
    """Call `before_fork` and `after_fork_in_parent` of a thing around every fork, for as long as it lives."""
    _resting.add(thing)


def prevent_destruction(thing: object) -> None:
    """Keep an object from ever being destroyed, not even when the interpreter ends.

    The destructor of an inherited connection would speak on the parent's socket.
    """
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


def _before_fork() -> None:
    # One fork at a time: two that bring the same things to rest would wait for each other.
    _forking.acquire()
    for thing in list(_resting):
        thing.before_fork()


def _after_fork_in_parent() -> None:
    for thing in list(_resting):
        thing.after_fork_in_parent()
    _forking.release()


def _after_fork() -> None:
    _forking.release()
    for thing in list(_living):
        thing.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork)
