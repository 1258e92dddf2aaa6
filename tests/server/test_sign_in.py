"""Cookies of browsers: for one key, for a time, not to be forged, and of no use without the token to change anything."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from fingerpost.server.keys import digest_of
from fingerpost.server.sign_in import COOKIE, LASTS, SignIn, key_name, read_cookie

KEY = digest_of("a key that nobody could guess, ever")
OTHER = digest_of("another key that nobody could guess")


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_cookie_stands_for_its_key_and_does_not_hold_it() -> None:
    sign_in = SignIn(b"secret")
    cookie = sign_in.cookie("shop", KEY)
    assert key_name(cookie) == "shop"
    assert sign_in.is_valid(cookie, KEY)
    assert KEY.hex() not in cookie
    # A key of the same name that was made anew.
    assert not sign_in.is_valid(cookie, OTHER)
    assert sign_in.cookie("shop", KEY) != cookie


def test_every_process_on_the_same_store_accepts_it_and_no_other() -> None:
    cookie = SignIn(b"secret").cookie("shop", KEY)
    assert SignIn(b"secret").is_valid(cookie, KEY)
    assert not SignIn(b"other").is_valid(cookie, KEY)


def test_it_ends() -> None:
    clock = Clock()
    sign_in = SignIn(b"secret", clock)
    cookie = sign_in.cookie("", KEY)
    clock.now += LASTS - 1
    assert sign_in.is_valid(cookie, KEY)
    clock.now += 1
    assert not sign_in.is_valid(cookie, KEY)


@pytest.mark.parametrize("forged", ["", "~", "shop", "shop~9999999999~x~", "shop~9999999999~x~ff", "~~~", "é~1~2~ü"])
def test_what_was_not_made_here_is_not_valid(forged: str) -> None:
    assert not SignIn(b"secret").is_valid(forged, KEY)


def test_no_part_of_it_can_be_changed() -> None:
    sign_in = SignIn(b"secret")
    name, end, random, signature = sign_in.cookie("shop", KEY).split("~")
    for changed in ((name, str(int(end) + 1), random), ("boss", end, random), (name, end, random + "x")):
        assert not sign_in.is_valid("~".join((*changed, signature)), KEY)


def test_the_token_belongs_to_one_cookie() -> None:
    sign_in = SignIn(b"secret")
    first, second = sign_in.cookie("shop", KEY), sign_in.cookie("shop", KEY)
    assert sign_in.has_token(first, sign_in.token(first).encode())
    assert not sign_in.has_token(first, sign_in.token(second).encode())
    assert not sign_in.has_token(first, b"")
    assert not sign_in.has_token(first, None)
    # The token is no signature of anything that is a cookie.
    assert sign_in.token(first) not in first


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (None, None),
        (b"", None),
        (f"{COOKIE}=a~b".encode(), "a~b"),
        (f"x=1; {COOKIE}=a~b; y=2".encode(), "a~b"),
        (f"x{COOKIE}=a".encode(), None),
        (f"{COOKIE}=".encode(), None),
        (f"{COOKIE}=\xff".encode("latin-1"), "\xff"),
    ],
)
def test_the_cookie_is_read_from_the_header(header: bytes | None, found: str | None) -> None:
    assert read_cookie(header) == found
