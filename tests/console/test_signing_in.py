"""Signing in and out: who is kept out of what, and what a cookie alone cannot do."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from fingerpost import Router
from fingerpost.console.app import HOMES, PAGES, add_console
from fingerpost.console.layout import HOME, SIGN_IN
from fingerpost.console.signing_in import SIGN_OUT, own_page
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.key_file import add_key, revoke_key
from fingerpost.server.keys import READ_EVERY, ClientKey, Role
from fingerpost.server.middleware import RequestMiddleware
from fingerpost.server.sign_in import COOKIE, SignIn
from fingerpost.settings import ServerSettings
from tests.console.conftest import Browse, Served
from tests.server.http_running import running, settings_in, until

EVIL_PAGE = {"origin": "http://127.0.0.1:9999"}
"""A page of another server on this machine: same site, so its calls carry the cookie; and the origin guard lets it."""


def token_of(client: httpx.Client) -> str:
    """Return the token as a page of the console tells it to its scripts."""
    text = client.get(HOME).text
    return text.partition("x-csrf-token&#34;: &#34;")[2][:64] or text.partition('x-csrf-token": "')[2][:64]


def test_a_stranger_is_kept_out_of_every_page_and_call(keyed: Served) -> None:
    stranger = keyed.client()
    paths = {getattr(route, "path", "") for route in _routes(keyed)}
    public = {"/healthz", "/readyz", "/docs", "/openapi.json", *HOMES, SIGN_IN}
    guarded = {path for path in paths if path not in public and not path.startswith("/console/static/")}
    assert {page.path for page in PAGES} <= guarded
    for path in guarded:
        address = path.replace("{", "").replace("}", "").replace(":path", "")
        for method in ("GET", "POST"):
            answer = stranger.request(method, address)
            assert answer.status_code in (303, 401), (method, address, answer.status_code)
            if answer.status_code == 303:
                assert answer.headers["location"].startswith(SIGN_IN)


def _routes(served: Served) -> list[object]:
    from fingerpost.server.http import make_app

    assistant = served.place.assistant
    return list(make_app(assistant, assistant.components.settings, add_console).routes)


def test_a_stranger_sees_the_sign_in_and_comes_back_to_the_page_that_was_asked_for(
    keyed: Served, browse: Browse
) -> None:
    with browse(keyed, failing=(401,)) as visit:
        visit.open("/")
        assert visit.page.url.endswith(SIGN_IN)
        visit.check()
        visit.page.get_by_label("API key").fill("wrong")
        visit.page.get_by_role("button", name="Sign in").click()
        visit.page.get_by_role("alert").get_by_text("the API key is wrong").wait_for()
        visit.check()
        assert "wrong" not in visit.page.url
        visit.open(f"{HOME}?a=1")
        visit.page.get_by_label("API key").fill(keyed.keys["shop"])
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url(lambda url: url == f"{keyed.url}{HOME}?a=1")
        assert visit.page.get_by_text("shop", exact=True).first.is_visible()
        assert visit.page.evaluate("document.cookie") == ""
        visit.page.get_by_role("button", name="Sign out").click()
        visit.page.wait_for_url(f"**{SIGN_IN}")
        visit.open(HOME)
        assert SIGN_IN in visit.page.url


def test_somebody_who_is_signed_in_need_not_sign_in_again_after_a_link_from_elsewhere(
    keyed: Served, browse: Browse
) -> None:
    with browse(keyed) as visit:
        visit.sign_in("shop")
        # As after a link of another site: the browser sent no cookie, and the server asked for a key.
        # Not until it is loaded: its script leads on, which may be earlier, and then there is nothing more to load.
        visit.page.goto(f"{keyed.url}{SIGN_IN}?next={HOME}?b=2", wait_until="commit")
        # The whole address: the one before ends in the same way.
        visit.page.wait_for_url(lambda url: url == f"{keyed.url}{HOME}?b=2")
        visit.check()


def test_a_cookie_of_one_server_opens_another_on_the_same_store(
    new_shop: Router, own_cache: Path, tmp_path: Path
) -> None:
    settings = replace(settings_in(tmp_path, own_cache), serving=ServerSettings(key="secret"))
    other = replace(settings, database=f"sqlite:///{tmp_path}/other.sqlite")
    with (
        running(new_shop, settings, add_pages=add_console) as first,
        running(new_shop, settings, add_pages=add_console) as second,
        running(new_shop, other, add_pages=add_console) as third,
        Served(first, {"one": "secret"}) as served,
    ):
        cookies = dict(served.client("one").cookies)
        statuses = [httpx.get(place.url + HOME, cookies=cookies).status_code for place in (first, second, third)]
    assert statuses == [200, 200, 303]


def test_the_cookie_is_not_the_key_and_no_script_and_no_other_site_gets_it(keyed: Served) -> None:
    answer = keyed.client().post(SIGN_IN, data={"key": keyed.keys["eye"]})
    cookie = answer.headers["set-cookie"]
    assert keyed.keys["eye"] not in cookie
    assert {"HttpOnly", "SameSite=strict", "Path=/", "Max-Age=43200"} <= {part.strip() for part in cookie.split(";")}
    assert answer.headers["location"] == HOME


@pytest.mark.parametrize(
    ("origin", "secure"),
    [("https://127.0.0.1:8443", True), ("HTTPS://localhost", True), ("http://127.0.0.1:8080", False), (None, False)],
)
def test_the_cookie_is_secure_also_behind_a_proxy_that_ends_tls(
    keyed: Served, origin: str | None, secure: bool
) -> None:
    headers = {} if origin is None else {"origin": origin}
    answer = keyed.client().post(SIGN_IN, data={"key": keyed.keys["eye"]}, headers=headers)
    assert answer.status_code == 303
    assert ("Secure" in answer.headers["set-cookie"]) is secure


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("&".join(f"f{n}={'%41' * 333_000}" for n in range(15)), 413, "larger than 8,000 bytes"),
        ("&".join(f"f{n}=1" for n in range(11)), 422, "more than 10 fields"),
    ],
    ids=["long", "many"],
)
def test_a_form_that_is_none_of_the_page_is_not_parsed(keyed: Served, body: str, status: int, said: str) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = keyed.client().post(SIGN_IN, content=body, headers=headers)
    assert answer.status_code == status
    assert said in answer.text


def test_what_is_no_form_counts_as_an_attempt(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    settings = replace(settings_in(tmp_path, own_cache), serving=ServerSettings(key="secret", rate=0.001))
    with running(new_shop, settings, add_pages=add_console) as place:
        statuses = [place.http.post(SIGN_IN, data={"key": "x" * 10_000}).status_code for _ in range(2)]
        assert statuses == [413, 429]
        assert place.http.post(SIGN_IN, data={"key": "secret"}).status_code == 429


HEAD = f"POST {SIGN_IN} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        f"{HEAD}content-length: 15000000\r\n\r\n",
        f"{HEAD}content-length: 8001\r\n\r\nkey=",
        f"{HEAD}transfer-encoding: chunked\r\n\r\n2000\r\n{'k' * 0x2000}\r\n",
    ],
    ids=["long", "just too long", "in pieces"],
)
def test_a_form_that_is_too_large_is_refused_before_it_has_arrived(keyed: Served, sent: str) -> None:
    # The rest never comes: who waits for it times out.
    status, headers, text = _first_answer(keyed.url, sent)
    assert (status, headers["content-type"]) == (413, "text/html; charset=utf-8")
    assert "larger than 8,000 bytes: send only the fields of the page" in text
    assert "API key</label>" in text, "the form is shown again"


def test_a_refused_attempt_says_when_to_try_again_and_its_form_is_not_waited_for(
    new_shop: Router, own_cache: Path, tmp_path: Path
) -> None:
    settings = replace(settings_in(tmp_path, own_cache), serving=ServerSettings(key="secret", rate=0.02))
    with running(new_shop, settings, add_pages=add_console) as place:
        assert place.http.post(SIGN_IN, data={"key": "guess"}).status_code == 401
        refused = place.http.post(SIGN_IN, data={"key": "guess"})
        status, headers, _ = _first_answer(str(place.http.base_url), f"{HEAD}content-length: 100\r\n\r\n")
        assert place.http.get("/readyz").status_code == 200, "what shows something is not counted"
    assert (refused.status_code, status) == (429, 429)
    assert 40 <= int(refused.headers["retry-after"]) <= 50
    assert 40 <= int(headers["retry-after"]) <= 50
    assert "retry in" in refused.text


def test_a_quota_that_is_used_up_says_when_to_try_again(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    key = add_key(tmp_path / "keys.toml", ClientKey("shop", Role.USE, quota=1))
    serving = ServerSettings(access=AccessSettings(keys=str(tmp_path / "keys.toml")))
    with running(new_shop, replace(settings_in(tmp_path, own_cache), serving=serving), add_pages=add_console) as place:
        answers = [place.http.post(SIGN_IN, data={"key": key}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def _first_answer(url: str, sent: str) -> tuple[int, httpx.Headers, str]:
    """Return the answer to what was sent, however much is missing."""
    address = httpx.URL(url)
    with socket.create_connection((address.host, address.port or 80), timeout=5) as connection:
        connection.sendall(sent.encode())
        read = connection.makefile("rb")
        status = int(read.readline().split()[1])
        lines = [line.decode().rstrip().partition(": ") for line in iter(read.readline, b"\r\n")]
        headers = httpx.Headers([(name, value) for name, _, value in lines])
        return status, headers, read.read(int(headers["content-length"])).decode()


def test_one_attempt_counts_once(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    settings = replace(settings_in(tmp_path, own_cache), serving=ServerSettings(key="secret", rate=0.001))
    with running(new_shop, settings, add_pages=add_console) as place:
        assert place.http.post(SIGN_IN, data={"key": "secret"}).status_code == 303


@pytest.mark.parametrize("name", ["shop", "eye", "boss", "one"])
def test_every_kind_of_key_signs_in(keyed: Served, name: str) -> None:
    assert keyed.client(name).get(HOME).status_code == 200


def test_a_cookie_opens_the_interface_too_and_only_with_the_token_changes_something(keyed: Served) -> None:
    client = keyed.client("shop")
    assert client.get("/v1/models").status_code == 200
    asked = {"text": "where is my parcel?"}
    refused = client.post("/v1/route", json=asked)
    assert refused.status_code == 403
    assert "x-csrf-token" in refused.json()["error"]["message"]
    for wrong in ("", "x", token_of(keyed.client("eye"))):
        assert client.post("/v1/route", json=asked, headers={"x-csrf-token": wrong}).status_code == 403
    right = {"x-csrf-token": token_of(client)}
    assert client.post("/v1/route", json=asked, headers=right).json()["route"] == "shipping"
    # With an API key no token is needed, whatever cookie comes along.
    assert client.post("/v1/route", json=asked, headers=keyed.header("shop")).status_code == 200


def test_a_page_of_another_server_on_this_machine_cannot_use_the_cookie(
    keyed: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def call() -> int:
        return keyed.client("shop").post("/v1/route", json={"text": "hello"}, headers=EVIL_PAGE).status_code

    assert call() == 403
    # The saboteur: without the check of the token the call is served.
    monkeypatch.setattr(RequestMiddleware, "_forged", lambda *_: None)
    assert call() == 200


def test_forged_and_ended_cookies_are_refused(keyed: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    forged = f"boss~99999999999~x~{'0' * 64}"

    def status(cookie: str) -> int:
        return httpx.get(f"{keyed.url}/metrics", headers={"cookie": f"{COOKIE}={cookie}"}).status_code

    assert status(forged) == 401
    assert status("") == 401
    assert status("nobody~99999999999~x~0") == 401
    # The saboteur: without the signature anybody is anybody.
    monkeypatch.setattr(SignIn, "is_valid", lambda *_: True)
    assert status(forged) == 200


def test_roles_hold_for_cookies_as_for_keys(keyed: Served) -> None:
    assert keyed.client("shop").get("/metrics").status_code == 403
    assert keyed.client("eye").get("/metrics").status_code == 200


def test_a_revoked_key_ends_its_cookies(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    key = add_key(file, ClientKey("gone", Role.USE))
    add_key(file, ClientKey("stays", Role.USE))
    serving = ServerSettings(access=AccessSettings(keys=str(file)))
    settings = settings_in(tmp_path, own_cache, serving=serving)
    with running(new_shop, settings, add_pages=add_console) as place, Served(place, {"gone": key}) as served:
        client = served.client("gone")
        assert client.get(HOME).status_code == 200
        revoke_key(file, "gone")
        assert READ_EVERY <= 1.0
        until(lambda: client.get(HOME).status_code == 303)


def test_attempts_are_limited_as_those_with_keys_are(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    serving = ServerSettings(key="secret", rate=2)
    settings = replace(settings_in(tmp_path, own_cache), serving=serving)
    with running(new_shop, settings, add_pages=add_console) as place:
        statuses = [place.http.post(SIGN_IN, data={"key": f"guess {n}"}).status_code for n in range(4)]
    assert statuses[:2] == [401, 401]
    assert 429 in statuses[2:]


def test_without_keys_there_is_nothing_to_sign_in_to(laptop: Served) -> None:
    client = laptop.client()
    assert client.get(SIGN_IN).headers["location"] == HOME
    assert client.post(SIGN_IN, data={"key": "x"}).headers["location"] == HOME
    assert not client.cookies


@pytest.mark.parametrize("wanted", [HOME, "/console/traffic?route=a%20b&before=3", "/console/traffic/3f0c"])
def test_one_comes_back_to_pages_of_the_console(wanted: str) -> None:
    assert own_page(wanted) == wanted


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example",
        "//evil.example",
        "/console//evil",
        "/console/../v1",
        "/docs",
        "/console/\\evil",
        "/console/a\n",
        "",
    ],
)
def test_nobody_is_sent_elsewhere(wanted: str) -> None:
    assert own_page(wanted) == ""


def test_signing_out_needs_the_token_too(keyed: Served) -> None:
    client = keyed.client("shop")
    assert client.post(SIGN_OUT).status_code == 403
    answer = client.post(SIGN_OUT, headers={"x-csrf-token": token_of(client)})
    assert answer.headers["hx-redirect"] == SIGN_IN
    assert client.get(HOME).status_code == 303
