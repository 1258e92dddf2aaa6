"""The ladder: which rung is used, how much time it gets, and who is told."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from fingerpost.errors import SLOW, MessageError, ModelError, PartError, SearchError
from fingerpost.observability.facts import record_facts
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.ladder import Rung, degraded_in, seconds_for_a_part, try_rungs
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Degraded


def _deadline(seconds: float = 8.0) -> Deadline:
    return Deadline(seconds, clock=lambda: 100.0)


def _rung(name: str, does: str | Exception, given: list[float]) -> Rung[str]:
    async def run(seconds: float) -> str:
        given.append(seconds)
        if isinstance(does, Exception):
            raise does
        return does

    return Rung(name, run)


async def test_the_first_rung_is_used_and_nobody_is_told() -> None:
    given: list[float] = []
    with record_facts() as facts:
        assert await try_rungs("search", [_rung("a", "by a", given), _rung("b", "by b", given)], _deadline()) == "by a"
    assert (given, degraded_in(facts)) == ([4.0], ())


async def test_the_next_rung_is_tried_with_time_left_and_its_use_is_logged_counted_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    given: list[float] = []
    rungs = [
        _rung("a", SearchError("at http://inside:1: hangs", why=SLOW), given),
        _rung("b", ModelError("down"), given),
        _rung("c", "by c", given),
    ]
    before = METRICS.value("degraded", part="search", rung="c")
    with record_facts() as facts:
        assert await try_rungs("search", rungs, _deadline()) == "by c"
        assert await try_rungs("search", rungs, _deadline()) == "by c"
    assert given == [4.0, 4.0, 8.0] * 2, "half of what is left where another rung follows, all of it for the last"
    assert degraded_in(facts) == (Degraded("search", "c", "no answer in time"),), "once, without the address"
    assert "[ladder] search: c instead: at http://inside:1: hangs" in caplog.text
    assert METRICS.value("degraded", part="search", rung="c") == before + 2


async def test_where_all_rungs_fail_the_first_error_is_raised() -> None:
    rungs = [_rung("a", SearchError("first"), []), _rung("b", SearchError("second"), [])]
    with pytest.raises(SearchError, match="first"):
        await try_rungs("search", rungs, _deadline())
    with pytest.raises(PartError, match="there is no way to have it"):
        await try_rungs("search", [], _deadline())


async def test_an_error_that_is_no_failure_of_the_part_is_raised_at_once() -> None:
    given: list[float] = []
    rungs = [_rung("a", MessageError("wrong text"), given), _rung("b", "by b", given)]
    with pytest.raises(MessageError):
        await try_rungs("search", rungs, _deadline())
    assert len(given) == 1


async def test_saboteur_a_ladder_without_its_last_rung_gives_no_answer() -> None:
    rungs = [_rung("a", SearchError("down"), []), _rung("b", "by b", [])]
    assert await try_rungs("search", rungs, _deadline()) == "by b"
    with pytest.raises(SearchError):
        await try_rungs("search", rungs[:-1], _deadline())


def test_a_part_may_use_half_of_the_time_of_the_request_that_is_handled() -> None:
    seconds: Callable[[], Any] = seconds_for_a_part
    assert math.isinf(seconds())
    with _deadline(10.0).applied():
        assert seconds() == 5.0
        with _deadline(2.0).applied():
            assert seconds() == 1.0
        assert seconds() == 5.0
    assert Deadline.current() is None
