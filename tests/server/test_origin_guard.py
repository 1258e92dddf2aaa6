"""By which names a server may be called, and from which pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import origin_guard as module
from fingerpost.server.origin_guard import OriginGuard, host_name, with_cors
from fingerpost.settings import ServerSettings


def guard(host: str = "127.0.0.1", key: str | None = None, **access: Any) -> OriginGuard:
    return OriginGuard(replace(ServerSettings(host=host, key=key), access=AccessSettings(**access)))


def status(guarded: OriginGuard, host: str | None, origin: str | None = None) -> int:
    refused = guarded.refusal(*(None if value is None else value.encode("latin-1") for value in (host, origin)))
    return 200 if refused is None else refused.status


OWN = [
    "localhost",
    "LOCALHOST:8080",
    "localhost.:8080",
    "127.0.0.1",
    "127.0.0.1:8080",
    "127.9.9.9",
    "[::1]:8080",
    "[::1]",
]
FOREIGN = [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.5", "[::2]",
    "127.0.0.1@evil.example", "evil.example@127.0.0.1", "127.0.0.1:80:80", "127.0.0.1:x", "[::1]evil.example",
    "[localhost]", "[::1", "", " ", "localhost,evil.example", "localhost/..", "ⅼocalhost".encode().decode("latin-1"),
    "2130706433", "0x7f.1", "0.0.0.0",  # noqa: S104 - a name that is refused
]  # fmt: skip


@pytest.mark.parametrize("host", OWN)
def test_loopback_is_called_by_its_own_names(host: str) -> None:
    assert [status(guarded, host) for guarded in (guard(), guard(key="k"), guard("localhost"))] == [200] * 3


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_or_malformed_name_is_refused_with_and_without_a_key(host: str) -> None:
    assert [status(guard(key=key), host) for key in (None, "k")] == [421, 421]


def test_without_a_host_it_is_no_browser() -> None:
    assert status(guard(), None) == 200


def test_a_refusal_says_what_to_do_and_cannot_be_long() -> None:
    refused = guard().refusal(b"evil.example" * 100, None)
    assert refused is not None
    assert "add the name to FINGERPOST_HOSTS" in refused.message
    assert len(refused.message) < 250


def test_names_of_the_settings_and_the_address_are_allowed() -> None:
    named = guard("192.168.1.5", hosts=("assistant.example.com",))
    assert [status(named, host) for host in ("assistant.example.com:443", "192.168.1.5:8080", "localhost")] == [200] * 3
    assert status(named, "evil.example") == 421
    assert status(guard(hosts=("*",)), "any.example") == 200


def test_a_server_on_all_addresses_may_be_called_by_any_address() -> None:
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104 - what it is called, nothing is bound
        assert status(guard(everywhere), "10.1.2.3:8080") == 200
        assert status(guard(everywhere), "evil.example") == 421


def test_beyond_loopback_a_key_stands_for_the_name_until_names_are_set() -> None:
    assert status(guard("192.168.1.5", key="k"), "box.lan:8080") == 200
    assert status(guard("192.168.1.5", key="k", hosts=("box.lan",)), "other.lan") == 421
    assert status(guard("192.168.1.5", keys="keys.toml"), "box.lan") == 200
    assert status(guard("192.168.1.5"), "box.lan") == 421


ALLOWED_PAGES = ["http://127.0.0.1:8080", "http://localhost:3000", "https://localhost", "http://[::1]:8080"]
FOREIGN_PAGES = [
    "https://evil.example", "null", "", "http://localhost.evil.example", "file://", "http://", "localhost",
    "http://localhost@evil.example", "chrome-extension://abc", "http://evil.example#localhost", "http://10.0.0.5:8080",
]  # fmt: skip


@pytest.mark.parametrize("origin", ALLOWED_PAGES)
def test_pages_of_this_machine_may_call(origin: str) -> None:
    assert status(guard(), "127.0.0.1:8080", origin) == 200


@pytest.mark.parametrize("origin", FOREIGN_PAGES)
def test_pages_of_others_may_not(origin: str) -> None:
    assert status(guard(), "127.0.0.1:8080", origin) == 403


def test_a_page_of_the_server_itself_may_call_by_any_of_its_names() -> None:
    own = guard(hosts=("assistant.example.com",))
    assert status(own, "assistant.example.com", "https://assistant.example.com") == 200
    assert status(own, "assistant.example.com", "https://assistant.example.com:8443") == 403


def test_origins_of_the_settings_may_call_and_no_others() -> None:
    listed = guard(origins=("https://app.example.com",))
    assert status(listed, "localhost", "https://App.example.com") == 200
    assert status(listed, "localhost", "http://app.example.com") == 403
    assert status(listed, "localhost", "https://app.example.com.evil.example") == 403


def test_a_guard_that_takes_any_name_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "host_name", lambda _: "localhost")
    assert {status(guard(), host) for host in FOREIGN} == {200}
    assert status(guard(), "localhost", "https://evil.example") == 200


def test_a_guard_that_remembers_only_the_name_is_found_out() -> None:
    guarded = guard()
    assert status(guarded, "localhost", None) == 200
    assert status(guarded, "localhost", "https://evil.example") == 403, "what was allowed before allows nothing else"


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SEEN", 10)
    guarded = guard()
    assert {status(guarded, f"localhost:{port}") for port in range(1, 100)} == {200}
    assert len(guarded._seen) == 10


@pytest.mark.parametrize(
    ("host", "name"), [(b"A.Example.:80", "a.example"), (b"[::1]:80", "::1"), (b"x:", "x"), (b":80", None)]
)
def test_the_name_of_a_host(host: bytes, name: str | None) -> None:
    assert host_name(host) == name


def _readable(origins: tuple[str, ...]) -> bool:
    """Whether a page of a foreign origin may read answers of an app with these origins."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("answer")(scope, receive, send)

    client = TestClient(with_cors(app, origins))
    return "access-control-allow-origin" in client.get("/", headers={"origin": "https://evil.example"}).headers


def test_pages_of_others_that_may_read_are_found_out() -> None:
    assert not _readable(())
    assert not _readable(("https://app.example.com",))
    assert _readable(("https://app.example.com", "*"))
