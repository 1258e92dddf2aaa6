"""What a process frees goes back to the system, instead of being kept for its largest request."""

from __future__ import annotations

import ctypes
import sys

LARGE, KEPT = 1_000_000, 2_000_000
"""Bytes from which on a block is mapped by itself, and bytes that are kept at the end of a heap."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The names of both for glibc."""


def return_freed_memory() -> bool:
    """Have the allocator return large blocks when they are freed; False where it is not glibc's.

    Left alone, glibc raises both bounds up to 32 MB with the largest block that was freed, and keeps that much in the
    heap of every thread that needed it once.
    """
    if sys.platform != "linux":
        return False
    set_bound = getattr(ctypes.CDLL(None), "mallopt", None)
    return set_bound is not None and bool(set_bound(_MMAP_THRESHOLD, LARGE) and set_bound(_TRIM_THRESHOLD, KEPT))
