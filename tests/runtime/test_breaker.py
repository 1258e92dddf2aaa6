"""The circuit breaker on a simulated clock."""

from __future__ import annotations

from fingerpost.runtime.breaker import CircuitBreaker


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _open() -> tuple[CircuitBreaker, Clock]:
    clock = Clock()
    breaker = CircuitBreaker(failures=3, cooldown=30.0, clock=clock)
    for _ in range(3):
        assert breaker.allow_request()
        breaker.record_failure()
    return breaker, clock


def test_it_opens_at_the_last_straw_and_not_before() -> None:
    breaker = CircuitBreaker(failures=3, cooldown=30.0, clock=Clock())
    for state in ("closed", "closed", "open"):
        assert breaker.allow_request()
        breaker.record_failure()
        assert breaker.state == state
    assert not breaker.allow_request()
    assert breaker.seconds_until_retry == 30.0


def test_a_success_in_between_starts_the_count_again() -> None:
    breaker = CircuitBreaker(failures=2, clock=Clock())
    for _ in range(5):
        breaker.record_failure()
        breaker.record_success()
    assert breaker.state == "closed"


def test_after_its_rest_one_call_is_let_through_and_no_second() -> None:
    breaker, clock = _open()
    clock.now += 29.9
    assert not breaker.allow_request()
    clock.now += 0.2
    assert breaker.state == "half-open"
    assert breaker.allow_request()
    assert not breaker.allow_request()


def test_a_good_try_closes_it() -> None:
    breaker, clock = _open()
    clock.now += 31
    assert breaker.allow_request()
    breaker.record_success()
    assert breaker.state == "closed"
    assert breaker.allow_request()
    assert breaker.seconds_until_retry == 0.0


def test_a_bad_try_opens_it_for_another_rest() -> None:
    breaker, clock = _open()
    clock.now += 31
    assert breaker.allow_request()
    breaker.record_failure()
    assert breaker.state == "open"
    assert breaker.seconds_until_retry == 30.0


def test_a_try_whose_caller_went_away_tells_nothing_and_lets_the_next_one_try() -> None:
    breaker, clock = _open()
    clock.now += 31
    assert breaker.allow_request()
    breaker.record_cancellation()
    assert breaker.state == "half-open"
    assert breaker.allow_request()
