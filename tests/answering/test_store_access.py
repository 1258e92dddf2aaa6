"""What becomes of a message while the store fails: refused, or answered and marked as not remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router, StoreError
from fingerpost.answering import store_access as module
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.request import Request
from fingerpost.answering.store_access import NOT_REMEMBERED, RequestStoreAccess, StoreAccess
from fingerpost.observability.metrics import METRICS
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.types import Answer, Decision

HELLO = "where is my parcel"


def settings_of(folder: Path, **more: Any) -> Settings:
    return Settings(cache=None, database=f"sqlite:///{folder}/store.sqlite", traces="off", **more)


def counted() -> float:
    labels = (("part", "memory"), ("rung", "not remembered"))
    return next((amount for name, found, amount in METRICS.counters() if (name, found) == ("degraded", labels)), 0.0)


class Faults:
    """Makes the methods of a store fail, and counts the calls."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch, self.calls = patch, list[str]()

    def fail(self, *names: str) -> None:
        for name in names:
            self._patch.setattr(Store, name, self._failing(name))

    def _failing(self, name: str) -> Any:
        def fails(*_: Any, **__: Any) -> Any:
            self.calls.append(name)
            raise StoreError("the store is down: start it")

        return fails


ALL = ("write", "turns", "check_request", "app_session", "app_session_changed_by", "change_app")


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    return Faults(monkeypatch)


@pytest.fixture(params=["refuse", "answer"])
def assistant(request: pytest.FixtureRequest, new_shop: Router, tmp_path: Path) -> Iterator[Assistant]:
    opened = Assistant.open(new_shop, settings_of(tmp_path, store_down=request.param))
    yield opened
    opened.sessions.close()


async def _asked(assistant: Assistant, **options: Any) -> Answer:
    return await assistant.ask(HELLO, **options)


async def _streamed(assistant: Assistant, **options: Any) -> Answer:
    last = [event async for event in assistant.stream(HELLO, **options)][-1]
    assert isinstance(last, Answer)
    return last


@pytest.mark.parametrize("way", [_asked, _streamed])
async def test_a_message_without_a_session_is_answered_and_marked(
    assistant: Assistant, faults: Faults, way: Any
) -> None:
    healthy = await way(assistant)
    assert NOT_REMEMBERED not in healthy.degraded
    faults.fail(*ALL)
    before = counted()
    answer = await way(assistant, request_id="r", user="ana")
    assert (answer.text, answer.degraded[-1]) == (healthy.text, NOT_REMEMBERED)
    assert counted() == before + 1, "each answer is counted once"
    assert faults.calls == ["write"], "there is nothing to read of a session that did not exist"


@pytest.mark.parametrize("way", [_asked, _streamed])
@pytest.mark.parametrize("broken", [ALL, ("write",), ("turns",)])
async def test_the_operator_chooses_what_becomes_of_a_message_in_a_session(
    assistant: Assistant, faults: Faults, way: Any, broken: tuple[str, ...]
) -> None:
    faults.fail(*broken)
    if assistant.components.settings.store_down == "refuse":
        with pytest.raises(StoreError, match="is down"):
            await way(assistant, session="s")
        return
    before = counted()
    assert (await way(assistant, session="s", request_id="r")).degraded[-1] == NOT_REMEMBERED
    assert counted() == before + 1


async def test_a_decision_in_a_session_says_that_it_was_made_without_it(assistant: Assistant, faults: Faults) -> None:
    faults.fail(*ALL)
    alone = await assistant.route(HELLO)
    assert not _marks(alone), "it needs no store"
    if assistant.components.settings.store_down == "refuse":
        with pytest.raises(StoreError, match="is down"):
            await assistant.route(HELLO, session="s", request_id="r")
    else:
        assert _marks(await assistant.route(HELLO, session="s", request_id="r")) == [NOT_REMEMBERED._asdict()]


def _marks(decision: Decision) -> list[Any]:
    return [fact.detail for fact in decision.facts if fact.what == "degraded"]


async def test_without_the_mark_the_answer_would_pass_for_a_remembered_one(
    new_shop: Router, tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.fail("write")
    monkeypatch.setattr(RequestStoreAccess, "marked", lambda _, answer: answer)
    assistant = Assistant.open(new_shop, settings_of(tmp_path))
    assert NOT_REMEMBERED not in (await assistant.ask(HELLO)).degraded
    assistant.sessions.close()


def request_for(router: Router, session: str | None) -> Request:
    return Request.create(HELLO, router, session=session)


class Failing:
    """Work on a store that is down, until it is not."""

    def __init__(self) -> None:
        self.tries, self.down = 0, True

    def __call__(self) -> str:
        self.tries += 1
        if self.down:
            raise StoreError("locked")
        return "done"


def test_a_store_that_keeps_failing_is_left_alone_by_those_who_need_not_wait(
    shop: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COOLDOWN", 0.0)
    memory, work = StoreAccess(), Failing()
    for _ in range(3):
        with pytest.raises(StoreError, match="locked"):
            memory.call(request_for(shop, None), work)
    # Half-open at once, because nothing is waited for here: one tries, and closes the breaker.
    work.down = False
    assert memory.call(request_for(shop, None), work) == "done"

    monkeypatch.setattr(module, "COOLDOWN", 60.0)
    memory, work = StoreAccess(), Failing()
    for _ in range(3):
        with pytest.raises(StoreError, match="locked"):
            memory.call(request_for(shop, None), work)
    with pytest.raises(StoreError, match="left alone"):
        memory.call(request_for(shop, None), work)
    assert work.tries == 3
    with pytest.raises(StoreError, match="locked"):
        memory.call(request_for(shop, "s"), work)
    assert work.tries == 4, "whoever would be refused always tries"


def test_whether_a_request_continues_something(shop: Router) -> None:
    assert [request_for(shop, session).continues for session in (None, "", "s")] == [False, False, True]
    assert not Request.create(HELLO, shop, room="kitchen", user="ana").continues, "no app can run there"


@pytest.mark.parametrize("sabotaged", [False, True])
async def test_nothing_is_read_of_a_session_whose_owner_the_store_failed_to_tell(
    new_shop: Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotaged: bool
) -> None:
    reads: list[str] = []

    def fails(*_: Any) -> None:
        raise StoreError("the store is down: start it")

    def turns(_: Store, session: str, *__: Any) -> list[Any]:
        reads.append(session)
        return []

    monkeypatch.setattr("fingerpost.stores.session_owners.SessionOwners.check", fails)
    monkeypatch.setattr(Store, "turns", turns)
    if sabotaged:
        monkeypatch.setattr(RequestStoreAccess, "readable", property(lambda _: True, lambda *_: None), raising=False)
    assistant = Assistant.open(new_shop, settings_of(tmp_path, store_down="answer"))
    answer = await assistant.ask(HELLO, session="s", client="k")
    assistant.sessions.close()
    assert reads == (["s"] if sabotaged else [])
    assert (NOT_REMEMBERED in answer.degraded) is not sabotaged
