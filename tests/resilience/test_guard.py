"""The guard of a server: its limit, its breaker, and what counts as a failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from fingerpost.errors import FAILED, LEFT_ALONE, SLOW, ModelError
from fingerpost.resilience.guard import ServerGuard
from fingerpost.runtime.breaker import CircuitBreaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class AliveError(ModelError):
    """An error that a working server makes."""


def _guard(limit: float = 0.05, clock: Clock | None = None) -> ServerGuard:
    return ServerGuard(
        "tiny at home", ModelError, limit, alive=(AliveError,), breaker=CircuitBreaker(clock=clock or Clock())
    )


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


async def test_only_the_first_piece_of_a_stream_is_limited() -> None:
    async def slow_later() -> AsyncGenerator[str, None]:
        yield "a"
        await asyncio.sleep(0.1)
        yield "b"

    guard = _guard()
    assert [piece async for piece in guard.stream(slow_later())] == ["a", "b"]
    with pytest.raises(ModelError, match=r"tiny at home: no answer within 0\.05 s"):
        [piece async for piece in guard.stream(_pieces("a", wait=30))]


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
