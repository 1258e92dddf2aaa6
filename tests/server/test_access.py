"""The guard: the key, the rate, and that it stays small."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.observability.metrics import METRICS
from fingerpost.server import access as module
from fingerpost.server.access import Guard, key_in
from fingerpost.settings import ServerSettings


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_without_a_key_and_a_rate_everybody_comes_in() -> None:
    guard = Guard(ServerSettings())
    assert all(guard.refusal("1.2.3.4", None) is None for _ in range(1000))
    assert guard.refusal("1.2.3.4", "whatever") is None


WRONG = ["", "secre", "secret ", "Secret", "secrett", "sécret", "\udcff", "\x00"]


@pytest.mark.parametrize("wrong", WRONG)
def test_only_the_key_itself_opens(wrong: str) -> None:
    guard = Guard(ServerSettings(key="secret"))
    refused = guard.refusal("a", wrong)
    assert refused is not None
    assert refused.kind == "key"
    assert "secret" not in refused.message
    assert guard.refusal("a", "secret") is None


def test_without_any_key_it_says_how_to_send_one() -> None:
    refused = Guard(ServerSettings(key="secret")).refusal("a", None)
    assert refused is not None
    assert (refused.kind, refused.retry_after) == ("key", 0.0)
    assert "Authorization: Bearer" in refused.message
    assert "X-API-Key" in refused.message


def test_a_key_beyond_ascii_is_a_key_too() -> None:
    guard = Guard(ServerSettings(key="llave-ñ-🔑"))
    assert guard.refusal("a", "llave-ñ-🔑") is None
    assert guard.refusal("a", "llave-n-🔑") is not None


def test_a_guard_that_lets_any_key_in_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def lets_in() -> bool:
        guard = Guard(ServerSettings(key="secret"))
        return any(guard.refusal("a", wrong) is None for wrong in WRONG)

    assert not lets_in()
    monkeypatch.setattr("hmac.compare_digest", lambda *_: True)
    assert lets_in()


def test_a_client_has_a_bucket_of_its_own() -> None:
    clock = Clock()
    guard = Guard(ServerSettings(rate=3), clock)
    assert [guard.refusal("a", None) for _ in range(3)] == [None] * 3
    refused = guard.refusal("a", None)
    assert refused is not None
    assert refused[:2] == ("rate", "more than 3 requests a second: try again in 0.3 s")
    assert refused.retry_after == pytest.approx(1 / 3)
    assert guard.refusal("b", None) is None


def test_whoever_waits_as_long_as_was_said_is_served() -> None:
    clock = Clock()
    guard = Guard(ServerSettings(rate=0.3), clock)
    assert guard.refusal("a", None) is None
    for _ in range(50):
        refused = guard.refusal("a", None)
        assert refused is not None
        clock.now += refused.retry_after
        assert guard.refusal("a", None) is None


def test_a_clock_that_goes_back_gives_nothing_and_takes_nothing() -> None:
    clock = Clock()
    guard = Guard(ServerSettings(rate=1), clock)
    assert guard.refusal("a", None) is None
    clock.now -= 500
    assert guard.refusal("a", None) is not None
    clock.now += 1
    assert guard.refusal("a", None) is None


def test_guessing_keys_uses_the_bucket_up() -> None:
    clock = Clock()
    guard = Guard(ServerSettings(rate=2, key="secret"), clock)
    kinds = [refused.kind for refused in (guard.refusal("a", f"guess {i}") for i in range(5)) if refused]
    assert kinds == ["key", "key", "rate", "rate", "rate"]
    assert guard.refusal("another", "secret") is None


@given(st.floats(0.1, 50), st.lists(st.floats(0, 5), max_size=60))
def test_never_more_than_the_rate_and_one_bucket(rate: float, pauses: list[float]) -> None:
    clock = Clock()
    guard = Guard(ServerSettings(rate=rate), clock)
    began, served = clock.now, 0
    for pause in pauses:
        clock.now += pause
        served += guard.refusal("a", None) is None
        assert served <= max(1.0, rate) + rate * (clock.now - began) + 1e-6


def test_it_stays_small_whoever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLIENTS", 100)
    clock = Clock()
    guard = Guard(ServerSettings(rate=1), clock)
    guard.refusal("busy", None)
    for number in range(5000):
        guard.refusal(f"10.0.{number // 256}.{number % 256}", None)
        assert guard.refusal("busy", None) is not None, "one that keeps coming must not be forgotten"
    assert len(guard._buckets) == 100


def test_refusals_are_counted() -> None:
    before = METRICS.value("refusals", kind="key")
    Guard(ServerSettings(key="secret")).refusal("a", None)
    assert METRICS.value("refusals", kind="key") == before + 1


@pytest.mark.parametrize(
    ("authorization", "api_key", "key"),
    [
        ("Bearer abc", None, "abc"),
        ("bearer  abc ", None, "abc"),
        (None, "abc", "abc"),
        ("Basic abc", None, None),
        ("Basic abc", "def", "def"),
        ("Bearer", "def", "def"),
        (None, None, None),
        ("Bearer a b", None, "a b"),
    ],
)
def test_keys_are_read_from_either_header(authorization: str | None, api_key: str | None, key: str | None) -> None:
    assert key_in(authorization, api_key) == key
