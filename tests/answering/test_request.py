"""A request is created once, with validated ids and a fixed router."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.answering.request import Request
from fingerpost.errors import MessageError
from fingerpost.testing import WordEncoder
from fingerpost.types import Route


@pytest.fixture
def router() -> Router:
    return Router([Route("talk"), Route("other")], encoder=WordEncoder())


def test_what_the_caller_does_not_name_is_made(router: Router) -> None:
    first, second = Request.create("hi", router), Request.create("hi", router)
    assert first.message == Message("hi")
    assert first.session != second.session
    assert first.id != second.id
    assert (first.room, first.user, first.may_repeat) == (first.session, None, False)
    assert first.deadline.seconds == router.settings.answer_timeout
    assert (first.book, first.closed_app_sessions("counter")) == (router.routebook, ())


def test_what_the_caller_names_is_taken(router: Router) -> None:
    named = Request.create("hi", router, session="s", user="ana", room="kitchen", request_id="r-1", timeout=2.0)
    assert (named.session, named.user, named.room, named.id) == ("s", "ana", "kitchen", "r-1")
    assert (named.may_repeat, named.deadline.seconds) == (True, 2.0)


@pytest.mark.parametrize("names", [{"session": "a\0b"}, {"user": ""}, {"room": "r" * 300}, {"request_id": "a\nb"}])
def test_names_that_no_store_can_hold_are_refused(router: Router, names: dict[str, Any]) -> None:
    with pytest.raises(MessageError, match="give a string"):
        Request.create("hi", router, **names)


def test_nobody_on_the_way_can_change_it(router: Router) -> None:
    request: Any = Request.create("hi", router)
    with pytest.raises(FrozenInstanceError):
        request.session = "another"
