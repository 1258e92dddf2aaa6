"""The guard of a server: its limit, its breaker, and what counts as a failure."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator

import pytest

from fingerpost.errors import FAILED, LEFT_ALONE, SLOW, ModelError
from fingerpost.resilience.call_clock import response_begins
from fingerpost.resilience.guard import ServerGuard
from fingerpost.runtime.breaker import CircuitBreaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class AliveError(ModelError):
    """An error that a working server makes."""


def _guard(limit: float = 0.05, clock: Clock | None = None, first: float = math.inf) -> ServerGuard:
    breaker = CircuitBreaker(clock=clock or Clock())
    return ServerGuard("tiny at home", ModelError, limit, first=first, alive=(AliveError,), breaker=breaker)


async def _hang() -> str:
    await asyncio.sleep(30)
    return "late"


async def _answer() -> str:
    return "here"


async def _fail() -> str:
    raise ModelError("down")


async def _why(guard: ServerGuard, work: object, seconds: float = 10.0) -> str:
    with pytest.raises(ModelError) as caught:
        await guard.call(work, seconds)  # type: ignore[arg-type]  # any of the functions above
    assert str(caught.value)
    return caught.value.why


@pytest.mark.parametrize(("work", "why"), [(_hang, SLOW), (_fail, FAILED)])
async def test_three_failures_in_a_row_open_it_and_a_success_after_the_rest_closes_it(work: object, why: str) -> None:
    clock = Clock()
    guard = _guard(clock=clock)
    assert [await _why(guard, work) for _ in range(4)] == [why] * 3 + [LEFT_ALONE]
    clock.now = 31.0
    assert await _why(guard, work) == why, "half-open: it is tried once"
    assert await _why(guard, _answer) == LEFT_ALONE
    clock.now = 62.0
    assert await guard.call(_answer) == "here"
    assert guard.breaker.state == "closed"


async def test_a_caller_in_a_hurry_opens_no_breaker() -> None:
    guard = _guard(limit=10.0)
    assert [await _why(guard, _hang, 0.01) for _ in range(5)] == [SLOW] * 5
    assert guard.breaker.state == "closed"


async def test_an_error_of_a_working_server_is_no_failure() -> None:
    async def says_nothing_useful() -> str:
        raise AliveError("no label")

    guard = _guard()
    assert [await _why(guard, says_nothing_useful) for _ in range(5)] == [FAILED] * 5
    assert guard.breaker.state == "closed"


async def test_a_cancelled_call_is_no_failure() -> None:
    guard = _guard(limit=30.0)
    for _ in range(5):
        task = asyncio.create_task(guard.call(_hang))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert guard.breaker.state == "closed"


async def _pieces(*pieces: str, fault: Exception | None = None, wait: float = 0.0) -> AsyncGenerator[str, None]:
    await asyncio.sleep(wait)
    for piece in pieces:
        yield piece
    if fault is not None:
        raise fault


async def _slow_later() -> AsyncGenerator[str, None]:
    yield "a"
    await asyncio.sleep(0.1)
    yield "b"


async def test_the_first_piece_of_a_stream_has_a_limit_of_its_own() -> None:
    guard = _guard(limit=10.0, first=0.05)
    assert [piece async for piece in guard.stream(_slow_later())] == ["a", "b"]
    with pytest.raises(ModelError, match=r"tiny at home: no answer within 0\.05 s"):
        [piece async for piece in guard.stream(_pieces("a", wait=30))]


async def test_a_stream_that_takes_too_long_in_all_fails_after_its_first_piece() -> None:
    guard = _guard(limit=0.05)
    for _ in range(3):
        # The seconds of a caller in a hurry are those until the first piece.
        stream = guard.stream(_slow_later(), 0.01)
        assert await anext(stream) == "a"
        with pytest.raises(ModelError, match=r"no answer within 0\.05 s") as caught:
            await anext(stream)
        assert caught.value.why == SLOW
    assert guard.breaker.state == "open"


async def test_a_reader_that_takes_its_time_is_no_failure_of_the_server() -> None:
    got = []
    async for piece in _guard(limit=0.05).stream(_pieces("a", "b")):
        got.append(piece)
        await asyncio.sleep(0.06)
    assert got == ["a", "b"]


async def _begin_late(begins: float, ends: float) -> str:
    await asyncio.sleep(begins)
    await asyncio.to_thread(response_begins)
    await asyncio.sleep(ends)
    return "here"


async def test_a_response_that_begins_in_time_has_the_rest_of_the_limit() -> None:
    guard = _guard(limit=10.0, first=0.05)
    assert await guard.call(lambda: _begin_late(0, 0.1)) == "here"
    assert await _why(guard, lambda: _begin_late(1, 0)) == SLOW
    assert await _why(_guard(limit=0.1, first=0.05), lambda: _begin_late(0, 1)) == SLOW


async def test_both_limits_open_the_breaker_but_not_for_a_caller_in_a_hurry() -> None:
    for begins, ends in ((1.0, 0.0), (0.0, 1.0)):
        guard = _guard(limit=0.04, first=0.02)
        assert [await _why(guard, lambda b=begins, e=ends: _begin_late(b, e)) for _ in range(4)][-1] == LEFT_ALONE
    hurried = _guard(limit=10.0, first=0.02)
    assert [await _why(hurried, lambda: _begin_late(0, 1), 0.04) for _ in range(4)] == [SLOW] * 4


async def test_saboteur_a_response_that_nobody_tells_of_is_given_up_at_the_first_limit() -> None:
    async def untold() -> str:
        await asyncio.sleep(0.1)
        return "here"

    assert await _why(_guard(limit=10.0, first=0.05), untold) == SLOW


async def test_streams_that_break_off_open_the_breaker_though_each_began_well() -> None:
    guard = _guard()
    for _ in range(3):
        with pytest.raises(ModelError, match="broke off"):
            [piece async for piece in guard.stream(_pieces("a", fault=ModelError("broke off")))]
    with pytest.raises(ModelError, match="failed repeatedly"):
        [piece async for piece in guard.stream(_pieces("a"))]


async def test_a_stream_that_nobody_reads_to_its_end_is_no_failure() -> None:
    guard = _guard()
    for _ in range(5):
        stream = guard.stream(_pieces("a", "b"))
        assert await anext(stream) == "a"
        await stream.aclose()
    assert guard.breaker.state == "closed"


async def test_saboteur_without_a_limit_it_waits_and_without_a_breaker_it_asks_for_ever() -> None:
    unlimited = _guard(limit=float("inf"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await unlimited.call(_hang)
    patient = ServerGuard("tiny", ModelError, 0.01, breaker=CircuitBreaker(failures=1_000))
    assert LEFT_ALONE not in [await _why(patient, _fail) for _ in range(10)]
