"""Whose a request is: its session, user and room by the key that sent it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fingerpost.errors import AccessError, MessageError, StoreError
from fingerpost.server import session_names as module
from fingerpost.server.access import Caller
from fingerpost.server.keys import Role
from fingerpost.server.session_names import SessionNames, feedback_owner, user_of
from fingerpost.stores import Store
from fingerpost.stores.session_owners import SessionOwner

SHOP, DESK, ANYBODY = Caller("shop", Role.USE), Caller("desk", Role.USE), Caller()


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionNames]:
    with Store.open(f"sqlite:///{tmp_path_factory.mktemp('names') / 'store.sqlite'}") as store:
        yield SessionNames(store)


def session(names: SessionNames, caller: Caller = ANYBODY, user: str = "ana", room: str = "kitchen") -> str | None:
    return names.options(caller, None, user, room)["session"]


def test_the_session_is_the_named_one_else_the_users_in_a_room(names: SessionNames) -> None:
    assert names.options(SHOP, "s", "ana", "web") == {"session": "s", "user": "ana", "room": "web", "client": "shop"}
    assert names.options(ANYBODY, "", "", "") == {"session": None, "user": None, "room": None, "client": ""}
    assert session(names) == session(names)
    assert len({session(names), session(names, user=""), session(names, room="")}) == 3


def test_a_new_one_is_made_where_the_caller_sends_the_whole_conversation(names: SessionNames) -> None:
    assert names.options(SHOP, None, "ana", "openai", new=True)["session"] is None


def test_the_name_cannot_be_guessed_from_outside(names: SessionNames, tmp_path: Path) -> None:
    made = session(names) or ""
    assert "ana" not in made
    assert "kitchen" not in made
    with Store.open(f"sqlite:///{tmp_path / 'other.sqlite'}") as store:
        assert session(SessionNames(store)) != made, "another store has another secret"
    assert len({made, session(names, SHOP), session(names, DESK)}) == 3, "and each key names its own"


def test_a_name_without_the_secret_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.stores.session_owners.SessionOwners.secret", lambda _: b"known")
    made = []
    for number in range(2):
        with Store.open(f"sqlite:///{tmp_path / f'{number}.sqlite'}") as store:
            made.append(session(SessionNames(store)))
    assert made[0] == made[1]


def test_a_name_needs_nothing_of_the_store_once_the_server_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}") as store:
        names = SessionNames(store)
    with pytest.raises(StoreError, match="the store was closed"):
        store.owners.secret()
    assert (session(names) or "").startswith(module.PREFIX), "a store that fails, or is locked, is not asked"


WORDS = st.text("ab:%3A1", max_size=6)


@example(("", "a:b", "c"), ("", "a", "b:c"))
@example(("a", "1:b", ""), ("", "a1:b", ""))
@given(st.tuples(WORDS, WORDS, WORDS), st.tuples(WORDS, WORDS, WORDS))
def test_no_two_keys_users_or_rooms_share_a_session(
    names: SessionNames, one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert (names.room_session(*one) == names.room_session(*other)) == (one == other)


@pytest.mark.parametrize("field", ["session", "user", "room"])
@pytest.mark.parametrize("caller", [ANYBODY, SHOP])
def test_nobody_can_use_the_stored_names_of_a_key(names: SessionNames, field: str, caller: Caller) -> None:
    taken = ("key:shop/ana" if name == field else None for name in ("session", "user", "room"))
    with pytest.raises(MessageError, match=f"{field} = 'key:shop/ana': give a name that does not begin with 'key:'"):
        names.options(caller, *taken)


def test_a_key_of_one_user_speaks_for_no_other(names: SessionNames) -> None:
    ana = Caller("app", Role.USE, "ana")
    assert [user_of(ana, named) for named in (None, "", "ana")] == ["ana"] * 3
    for other in ("bob", "Ana", "ana "):
        with pytest.raises(AccessError, match="this key speaks for 'ana' alone"):
            names.options(ana, "s", other, None)
    assert user_of(SHOP, "bob") == "bob"


def test_a_key_that_may_speak_for_all_is_found_out(names: SessionNames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "user_of", lambda _, named: named)
    assert names.options(Caller("app", Role.USE, "ana"), "s", "bob", None)["user"] == "bob"


def test_feedback_is_for_ones_own_messages_without_the_role_review() -> None:
    assert feedback_owner(SHOP) == SessionOwner("shop")
    assert feedback_owner(Caller("app", Role.USE, "ana")) == SessionOwner("app", "key:app/ana")
    assert [feedback_owner(Caller("x", role)) for role in (Role.REVIEW, Role.ADMINISTER)] == [None, None]
    assert feedback_owner(ANYBODY) is None
