"""A session belongs to the client and the user that opened it, on both engines."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fingerpost.errors import NotFoundError
from fingerpost.stores import Store, session_turns
from fingerpost.stores import turn_writer as module
from fingerpost.stores.schema import MIGRATIONS
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.types import Turn
from tests.stores.words import Clock, written_by_version_one

TURNS = [Turn("user", "hello")]


def texts(store: Store, session: str) -> list[str]:
    return [turn.text for turn in store.turns(session)]


@pytest.mark.parametrize(
    ("owner", "client", "user", "may"),
    [
        (SessionOwner(""), None, None, True),
        (SessionOwner("", "ana"), None, None, True),
        (SessionOwner("", "ana"), None, "ana", True),
        (SessionOwner(""), None, "ana", True),
        (SessionOwner("", "bob"), None, "ana", False),
        (SessionOwner(""), "shop", None, False),
        (SessionOwner("shop"), None, None, False),
        (SessionOwner("shop"), "desk", None, False),
        (SessionOwner("shop"), "shop", "key:shop/ana", True),
        (SessionOwner("shop", "key:shop/bob"), "shop", "key:shop/ana", False),
    ],
)
def test_who_may_use_a_session(owner: SessionOwner, client: str | None, user: str | None, may: bool) -> None:
    assert owner.may_use(client, user) is may


@pytest.mark.parametrize("owner", [SessionOwner(client, user) for client in ("", "shop") for user in (None, "a", "b")])
def test_the_statements_that_read_ask_the_same(store: Store, owner: SessionOwner) -> None:
    for client in ("", "shop", "desk"):
        for user in (None, "a"):
            session = f"{client} {user}"
            store.write(session, "r", TURNS, client=client, user=user, routebook="shop")
            may = owner.may_use(client, user)
            assert store.turns(session, owner=owner) == store.turns(session, before="x", owner=owner)
            assert [turn.text for turn in store.turns(session, owner=owner)] == ["hello"] * may
            assert store.correct_earlier(session, "hello", "TRACK", "shop", owner) is may
            assert [turn.text for turn in store.turns(session)] == ["hello"], "within a program nobody is asked"


def test_a_statement_that_does_not_ask_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_turns, "owned_by", lambda _: ("1 = 1", ()))
    with pytest.raises(AssertionError):
        test_the_statements_that_read_ask_the_same(store, SessionOwner("shop", "b"))


def test_a_session_is_that_of_the_client_that_opened_it(store: Store) -> None:
    assert store.write("s", "r1", TURNS, client="shop")
    store.owners.check("s", "shop", None)
    for other in ("desk", "", "Shop", "shop/"):
        with pytest.raises(NotFoundError, match="there is no session 's' for this key and user"):
            store.owners.check("s", other, None)
        with pytest.raises(NotFoundError):
            store.write("s", f"by {other}", TURNS, client=other)
    assert texts(store, "s") == ["hello"]
    assert store.write("s", "r2", TURNS, client="shop")


def test_a_session_is_that_of_the_user_who_was_named_first(store: Store) -> None:
    store.write("s", "r1", TURNS, client="")
    store.owners.check("s", "", "ana")
    store.write("s", "r2", TURNS, client="", user="ana")
    store.owners.check("s", "", "ana")
    store.owners.check("s", "", None)
    with pytest.raises(NotFoundError):
        store.owners.check("s", "", "bob")
    with pytest.raises(NotFoundError):
        store.write("s", "r3", TURNS, client="", user="bob")


def test_one_that_does_not_exist_is_free(store: Store) -> None:
    store.owners.check("new", "shop", "key:shop/ana")
    assert texts(store, "new") == []


def test_within_a_program_nobody_is_checked(store: Store) -> None:
    store.write("s", "r1", TURNS, client="shop", user="key:shop/ana")
    assert store.write("s", "r2", TURNS, user="bob")


def test_of_two_clients_that_open_a_session_at_once_one_has_it(store: Store) -> None:
    for number in range(10):
        ready = threading.Barrier(2)

        def opens(client: str, session: str = f"s{number}", ready: threading.Barrier = ready) -> bool:
            ready.wait(10)
            try:
                return store.write(session, client, TURNS, client=client)
            except NotFoundError:
                return False

        with ThreadPoolExecutor(2) as threads:
            opened = list(threads.map(opens, ("shop", "desk")))
        assert sorted(opened) == [False, True]
        assert texts(store, f"s{number}") == ["hello"]


def test_a_store_that_claims_nothing_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "claim", lambda *_: None)
    store.write("s", "r1", TURNS, client="shop")
    assert store.write("s", "r2", TURNS, client="desk")


def test_feedback_is_for_messages_of_ones_own(store: Store) -> None:
    store.write("s", "r1", [Turn("user", "hello", "chat")], client="shop", user="key:shop/ana")
    for other in (SessionOwner("desk"), SessionOwner(""), SessionOwner("shop", "key:shop/bob")):
        for session in ("s", None):
            with pytest.raises(NotFoundError, match="request 'r1' is not in the store"):
                store.correct("r1", "refund", session, owner=other)
    for own in (SessionOwner("shop"), SessionOwner("shop", "key:shop/ana"), None):
        assert store.correct("r1", "refund", owner=own) == "chat"


def test_the_same_id_in_the_sessions_of_two_clients_is_each_ones_own(store: Store) -> None:
    for client in ("shop", "desk"):
        store.write(f"of {client}", "r1", [Turn("user", "hello", client)], client=client)
    assert store.correct("r1", "refund", owner=SessionOwner("desk")) == "desk"


def test_the_secret_is_one_for_all_processes_and_another_for_each_store(url: str, clock: Clock) -> None:
    with Store.open(url, clock=clock.wall) as one, Store.open(url, clock=clock.wall) as other:
        with ThreadPoolExecutor(4) as threads:
            found = set(threads.map(lambda store: store.owners.secret(), [one, other] * 4))
        assert len(found) == 1
        assert len(found.pop()) == 32


def test_sessions_of_the_version_before_stay_readable_without_a_named_key(
    url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("fingerpost.stores.schema.MIGRATIONS", MIGRATIONS[:5])
        with Store.open(url, clock=clock.wall) as store:
            written_by_version_one(store, "ana:kitchen", "r1", "hello", clock.now, "ana")
    with Store.open(url, clock=clock.wall) as store:
        store.owners.check("ana:kitchen", "", "ana")
        assert store.write("ana:kitchen", "r2", TURNS, client="", user="ana")
        assert texts(store, "ana:kitchen") == ["hello", "answer to hello", "hello"]
        with pytest.raises(NotFoundError):
            store.owners.check("ana:kitchen", "shop", None)
