"""Fork safety: objects whose locks, threads and connections must not be carried into a forked child."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class ResetsAfterFork(Protocol):
    """An object that resets itself in a forked child."""

    def after_fork(self) -> None:
        """Drop the parent's locks, threads and connections; called in the child before anything else runs there."""


class PausesDuringFork(Protocol):
    """An object that must not be in use while the process forks."""

    def before_fork(self) -> None:
        """Finish or suspend current work, within a bounded time."""

    def after_fork_in_parent(self) -> None:
        """Resume work in the parent."""


_reset_on_fork: weakref.WeakSet[ResetsAfterFork] = weakref.WeakSet()
_paused_on_fork: weakref.WeakSet[PausesDuringFork] = weakref.WeakSet()
_forking = threading.Lock()


def reset_after_fork(target: ResetsAfterFork) -> None:
    """Call the object's `after_fork` in every forked child, as long as the object exists."""
    _reset_on_fork.add(target)


def pause_during_fork(target: PausesDuringFork) -> None:
    """Call the object's `before_fork` and `after_fork_in_parent` around every fork, as long as the object exists."""
    _paused_on_fork.add(target)


def prevent_destruction(target: object) -> None:
    """Keep an object from being destroyed, even when the interpreter exits.

    The destructor of an inherited connection would write to the parent's socket.
    """
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(target))


def _before_fork() -> None:
    # One fork at a time: two that pause the same objects would wait for each other.
    _forking.acquire()
    for target in list(_paused_on_fork):
        target.before_fork()


def _after_fork_in_parent() -> None:
    for target in list(_paused_on_fork):
        target.after_fork_in_parent()
    _forking.release()


def _after_fork() -> None:
    _forking.release()
    for target in list(_reset_on_fork):
        target.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork)
