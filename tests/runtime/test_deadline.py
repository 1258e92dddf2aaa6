"""One deadline for all of a request, on a clock that the test turns."""

from __future__ import annotations

import asyncio

import pytest

from fingerpost.errors import DeadlineError
from fingerpost.runtime.deadline import Deadline


def test_what_is_left_becomes_less_and_never_below_zero() -> None:
    now = [100.0]
    deadline = Deadline(5, clock=lambda: now[0])
    assert deadline.remaining == deadline.require("the search") == 5
    now[0] = 104.0
    assert deadline.remaining == 1
    now[0] = 110.0
    assert deadline.remaining == 0


def test_when_it_is_over_it_says_before_what() -> None:
    now = [100.0]
    deadline = Deadline(2.5, clock=lambda: now[0])
    now[0] = 102.5
    with pytest.raises(DeadlineError, match=r"time ran out before the search: 2\.5 s were allowed"):
        deadline.require("the search")


async def test_a_context_is_left_when_it_is_over() -> None:
    with pytest.raises(TimeoutError):
        async with Deadline(0.01).timeout():
            await asyncio.sleep(60)
