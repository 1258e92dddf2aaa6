"""The access policy: API keys, the rate limit, and a bounded number of buckets."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import access as module
from fingerpost.server.access import AccessDenied, AccessPolicy, Caller, needed_role, read_api_key
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.settings import ServerSettings


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def check(policy: AccessPolicy, address: str, key: str | None, path: str = "/v1/route") -> AccessDenied | None:
    """Return why a request is denied, or None."""
    found = policy.admit(address, key, path)
    return found if isinstance(found, AccessDenied) else None


def test_without_key_and_rate_every_request_is_allowed() -> None:
    policy = AccessPolicy(ServerSettings())
    assert all(check(policy, "1.2.3.4", None) is None for _ in range(1000))
    assert check(policy, "1.2.3.4", "whatever") is None


WRONG = ["", "secre", "secret ", "Secret", "secrett", "sécret", "\udcff", "\x00"]


@pytest.mark.parametrize("wrong", WRONG)
def test_only_the_exact_key_is_accepted(wrong: str) -> None:
    policy = AccessPolicy(ServerSettings(key="secret"))
    denied = check(policy, "a", wrong)
    assert denied is not None
    assert denied.kind == "key"
    assert "secret" not in denied.message
    assert check(policy, "a", "secret") is None


def test_a_missing_key_is_answered_with_how_to_send_one() -> None:
    denied = check(AccessPolicy(ServerSettings(key="secret")), "a", None)
    assert denied is not None
    assert (denied.kind, denied.retry_after) == ("key", 0.0)
    assert "Authorization: Bearer" in denied.message
    assert "X-API-Key" in denied.message


def test_a_key_may_be_non_ascii() -> None:
    policy = AccessPolicy(ServerSettings(key="llave-ñ-🔑"))
    assert check(policy, "a", "llave-ñ-🔑") is None
    assert check(policy, "a", "llave-n-🔑") is not None


def test_a_policy_that_accepts_any_key_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def accepts_wrong_key() -> bool:
        policy = AccessPolicy(ServerSettings(key="secret"))
        return any(check(policy, "a", wrong) is None for wrong in WRONG)

    assert not accepts_wrong_key()
    monkeypatch.setattr("hmac.compare_digest", lambda *_: True)
    assert accepts_wrong_key()


def test_every_client_has_its_own_bucket() -> None:
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=3), clock)
    assert [check(policy, "a", None) for _ in range(3)] == [None] * 3
    denied = check(policy, "a", None)
    assert denied is not None
    assert denied[:2] == ("rate", "more than 3 requests a second: retry in 0.3 s")
    assert denied.retry_after == pytest.approx(1 / 3)
    assert check(policy, "b", None) is None


def test_a_client_that_waits_for_retry_after_is_allowed() -> None:
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=0.3), clock)
    assert check(policy, "a", None) is None
    for _ in range(50):
        denied = check(policy, "a", None)
        assert denied is not None
        clock.now += denied.retry_after
        assert check(policy, "a", None) is None


def test_a_clock_that_is_set_back_neither_fills_nor_drains_the_bucket() -> None:
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=1), clock)
    assert check(policy, "a", None) is None
    clock.now -= 500
    assert check(policy, "a", None) is not None
    clock.now += 1
    assert check(policy, "a", None) is None


def test_guessing_keys_uses_the_bucket_up() -> None:
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=2, key="secret"), clock)
    kinds = [denied.kind for denied in (check(policy, "a", f"guess {i}") for i in range(5)) if denied]
    assert kinds == ["key", "key", "rate", "rate", "rate"]
    assert check(policy, "another", "secret") is None


@given(st.floats(0.1, 50), st.lists(st.floats(0, 5), max_size=60))
def test_never_more_than_the_rate_and_one_bucket(rate: float, pauses: list[float]) -> None:
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=rate), clock)
    started, allowed = clock.now, 0
    for pause in pauses:
        clock.now += pause
        allowed += check(policy, "a", None) is None
        assert allowed <= max(1.0, rate) + rate * (clock.now - started) + 1e-6


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CLIENTS", 100)
    clock = Clock()
    policy = AccessPolicy(ServerSettings(rate=1), clock)
    check(policy, "busy", None)
    for number in range(5000):
        check(policy, f"10.0.{number // 256}.{number % 256}", None)
        assert check(policy, "busy", None) is not None, "an active client must not be dropped"
    assert len(policy._buckets) == 100


def test_denied_requests_are_counted() -> None:
    before = METRICS.value("refusals", kind="key")
    check(AccessPolicy(ServerSettings(key="secret")), "a", None)
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
    assert read_api_key(authorization, api_key) == key


def test_what_is_not_in_the_table_needs_the_highest_role() -> None:
    assert [needed_role(path) for path in ("/v1/ask", "/v1/models/x", "/metrics")] == [Role.USE, Role.USE, Role.REVIEW]
    for path in ("/v1/new", "/metrics/", "/v1/ask/", "/V1/ASK", "/v1/modelsx", "", "askagent"):
        assert needed_role(path) == Role.ADMINISTER


def test_a_policy_without_its_roles_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = add_key(tmp_path / "keys.toml", ClientKey("shop", Role.USE))
    policy = AccessPolicy(ServerSettings(access=AccessSettings(keys=str(tmp_path / "keys.toml"))))
    denied = check(policy, "a", key, "/metrics")
    assert denied is not None
    assert denied.kind == "role"
    assert check(policy, "a", key) is None
    monkeypatch.setattr(module, "needed_role", lambda *_: Role.USE)
    assert check(policy, "a", key, "/metrics") is None


def test_the_rate_alone_is_checked_before_a_key_is_known() -> None:
    policy = AccessPolicy(ServerSettings(rate=1, key="secret"), Clock())
    assert policy.check_rate("a") is None
    denied = policy.check_rate("a")
    assert denied is not None
    assert denied.kind == "rate"
    # The key alone: the rate was counted.
    assert isinstance(policy.check_key("secret", "/v1/route"), Caller)
    assert isinstance(policy.check_key("wrong", "/v1/route"), AccessDenied)
