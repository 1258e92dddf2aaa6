"""App sessions under concurrent threads and processes: no lost, repeated or partial change."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest

from fingerpost.errors import FingerpostError
from fingerpost.routebook.apps import AppChange, AppSession
from fingerpost.stores import Store, app_sessions
from fingerpost.stores.connection import Connection
from tests.stores.server import Server
from tests.stores.words import Clock, adds, count, finish, kinds, opens, start


def at_once(*work: Callable[[], object]) -> None:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def test_threads_that_add_at_once_lose_nothing(store: Store) -> None:
    def persist(kind: str) -> bool:
        for _ in range(1000):
            seen = store.app_session("ana", "s")
            if store.change_app("ana", "s", kind, adds(kind) if seen else opens("trip", kind), seen) is not None:
                return True
        return False

    through: list[bool] = []

    def add(name: str) -> None:
        through.extend(persist(f"{name}{number}") for number in range(8))

    at_once(*[lambda name=name: add(name) for name in "abcd"])
    assert through == [True] * 32
    session = store.app_session("ana", "s")
    assert sorted(kinds(session)) == sorted(f"{name}{number}" for name in "abcd" for number in range(8))
    for name in "abcd":
        assert [kind for kind in kinds(session) if kind[0] == name] == [f"{name}{number}" for number in range(8)]
    assert count(store, "fingerpost_app_sessions") == 1


def test_one_request_from_many_threads_is_written_once(store: Store) -> None:
    results: list[AppSession | None] = []
    at_once(*[lambda: results.append(store.change_app("ana", "s", "r", opens("trip", "a"), None))] * 8)
    assert len(results) == 8
    assert set(map(repr, results)) == {repr(store.app_session("ana", "s"))}
    assert count(store, "fingerpost_app_sessions") == count(store, "fingerpost_app_events") == 1


def test_of_many_that_open_at_once_one_does(store: Store) -> None:
    results: list[AppSession | None] = []
    works = [
        lambda n=n: results.append(store.change_app("ana", "s", f"r{n}", opens(f"app{n}", "opened"), None))
        for n in range(8)
    ]
    at_once(*works)
    assert [result for result in results if result] == [store.app_session("ana", "s")]
    assert len(results) == 8
    assert count(store, "fingerpost_app_sessions") == count(store, "fingerpost_app_events") == 1


PROCESS = """
import sys, time
from fingerpost.routebook.apps import AppChange, AppEvent
from fingerpost.stores import Store
url, name = sys.argv[1:]
with Store.open(url) as store:
    assert store.change_app("process", name, "r", AppChange(opens="ready"), None)
    # All begin together.
    until = time.monotonic() + 30
    while any(store.app_session("process", each) is None for each in "abc") and time.monotonic() < until:
        time.sleep(0.005)
    for number in range(20):
        kind = f"{name}{number}"
        for _ in range(1000):
            seen = store.app_session("ana", "s")
            if seen is None or seen.ended:
                change = AppChange(opens=name, events=(AppEvent(kind),))
            elif number % 7 == 6:
                change = AppChange("switched", name, (AppEvent(kind),))
            else:
                change = AppChange(events=(AppEvent(kind),))
            if store.change_app("ana", "s", kind, change, seen) is not None:
                break
        else:
            sys.exit("never came through")
"""


def test_processes_that_change_at_once_lose_nothing(url: str) -> None:
    names = ("a", "b", "c")
    finished = [finish(process) for process in [start(PROCESS, url, name) for name in names]]
    assert finished == [""] * 3
    with Store.open(url) as store:
        rows = list(store.export("ana"))
        written = [event["kind"] for row in rows for event in row["events"]]
        assert sorted(written) == sorted(f"{name}{number}" for name in names for number in range(20))
        assert [[event["place"] for event in row["events"]] for row in rows] == [
            list(range(len(row["events"]))) for row in rows
        ]
        assert [row["ended"] for row in rows] == ["switched"] * (len(rows) - 1) + [""]
        assert len(rows) >= 7


KILLED = """
import sys, time
from fingerpost.routebook.apps import AppChange, AppEvent
from fingerpost.stores import Store, app_sessions as apps
store = Store.open(sys.argv[1])
def work(connection):
    seen = apps.latest(connection, "ana", "s", 0.0)
    change = apps.encode_change(AppChange("switched", "todo", (AppEvent("half"), AppEvent("other half"))))
    assert apps.change(connection, "ana", "s", apps.AppRequest("r2", "", ""), change, seen, time.time(), 0.0).app == "todo"
    print("written, not committed", flush=True)
    time.sleep(60)
store._database.write(work)
"""


@pytest.mark.kill
def test_a_killed_process_leaves_nothing_half_written(url: str) -> None:
    with Store.open(url) as store:
        before = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
        process = start(KILLED, url)
        assert process.stdout is not None
        assert process.stdout.readline() == "written, not committed\n"
        assert store.app_session("ana", "s") == before, "nobody sees what is not committed"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        assert store.app_session("ana", "s") == before
        assert count(store, "fingerpost_app_sessions") == count(store, "fingerpost_app_events") == 1
        after = store.change_app("ana", "s", "r2", opens("todo", "half", "other half", ends="switched"), before)
        assert kinds(after) == ["half", "other half"], "the same request can be written now"


def _hold(store: Store, work: Callable[[Connection], object]) -> tuple[threading.Thread, threading.Event]:
    """Run work in a transaction on another thread, and keep it open until the event is set."""
    held, go = threading.Event(), threading.Event()

    def keep(connection: Connection) -> None:
        work(connection)
        held.set()
        go.wait(10)

    thread = threading.Thread(target=lambda: store._database.write(keep))
    thread.start()
    assert held.wait(10)
    return thread, go


def test_whoever_comes_second_waits_and_is_told(url: str, clock: Clock) -> None:
    with Store.open(url, clock=clock.wall) as store, Store.open(url, clock=clock.wall) as other:
        first = app_sessions.encode_change(opens("trip", "a"))
        thread, go = _hold(
            store,
            lambda c: app_sessions.change(
                c, "ana", "s", app_sessions.AppRequest("r1", "", ""), first, None, clock.now, 0.0
            ),
        )
        results: list[AppSession | None] = []
        late = threading.Thread(target=lambda: results.append(other.change_app("ana", "s", "r2", opens("todo"), None)))
        late.start()
        late.join(0.3)
        assert not results, "it waits"
        go.set()
        thread.join(10)
        late.join(10)
        assert results == [None]
        assert kinds(store.app_session("ana", "s")) == ["a"]


def test_what_is_added_while_its_user_is_forgotten_goes_too(url: str, clock: Clock) -> None:
    with Store.open(url, clock=clock.wall) as store, Store.open(url, clock=clock.wall) as other:
        session = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
        change = app_sessions.encode_change(adds("late"))
        thread, go = _hold(
            store,
            lambda c: app_sessions.change(
                c, "ana", "s", app_sessions.AppRequest("r2", "", ""), change, session, clock.now, 0.0
            ),
        )
        gone: list[int] = []
        late = threading.Thread(target=lambda: gone.append(other.forget(user="ana")))
        late.start()
        late.join(0.3)
        assert not gone, "it waits"
        go.set()
        thread.join(10)
        late.join(10)
        assert gone == [3]
        assert count(store, "fingerpost_app_sessions") == count(store, "fingerpost_app_events") == 0


def test_what_is_forgotten_while_it_is_changed_is_not_written_to(
    server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only PostgreSQL lets somebody in between the reading and the writing of one transaction.
    with Store.open(server.make_database(), clock=clock.wall) as store:
        session = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
        honest = app_sessions.is_unchanged

        def meanwhile(present: AppSession | None, seen: AppSession | None) -> bool:
            assert store.forget(user="ana") == 2
            return honest(present, seen)

        monkeypatch.setattr(app_sessions, "is_unchanged", meanwhile)
        assert store.change_app("ana", "s", "r2", adds("b"), session) is None
        assert count(store, "fingerpost_app_events") == 0


def test_what_is_resumed_while_its_user_is_forgotten_goes_too(url: str, clock: Clock) -> None:
    with Store.open(url, clock=clock.wall) as store, Store.open(url, clock=clock.wall) as other:
        session = store.change_app("ana", "s", "r1", opens("trip", "secret"), None)
        assert session is not None
        done = store.change_app("ana", "s", "r2", AppChange(ends="done"), session)
        again, said = (
            app_sessions.encode_change(AppChange(opens="trip", resumes=session.id)),
            app_sessions.AppRequest("r3", "", ""),
        )
        thread, go = _hold(store, lambda c: app_sessions.change(c, "ana", "s", said, again, done, clock.now, 0.0))
        late = threading.Thread(target=lambda: other.forget(user="ana"))
        late.start()
        late.join(0.3)
        assert late.is_alive(), "it waits"
        go.set()
        thread.join(10)
        late.join(10)
        assert count(store, "fingerpost_app_sessions") == count(store, "fingerpost_app_events") == 0


def test_saboteur_without_the_look_at_what_was_seen_both_pass(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def both() -> list[bool]:
        store.forget(user="ana")
        seen = store.change_app("ana", "s", "r0", opens("trip"), None)
        changes = [store.change_app("ana", "s", f"r{n}", adds("the last free seat"), seen) for n in (1, 2)]
        return [changed is not None for changed in changes]

    assert both() == [True, False]
    monkeypatch.setattr(app_sessions, "is_unchanged", lambda present, seen: True)
    assert both() == [True, True], "the check above would notice"


def test_saboteur_without_the_lock_the_index_still_lets_one_in(
    server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fingerpost.stores.postgres import PostgresConnection

    with Store.open(server.make_database(), clock=clock.wall) as store:
        meet = threading.Barrier(2, timeout=10)
        honest = PostgresConnection.execute

        def together(connection: PostgresConnection, statement: str, *values: Any) -> int:
            # Where the faster had committed already, the slower would end that session instead of being refused.
            if statement.startswith("INSERT INTO fingerpost_app_sessions"):
                meet.wait()
            return honest(connection, statement, *values)

        monkeypatch.setattr(PostgresConnection, "lock", lambda self, name: None)
        monkeypatch.setattr(PostgresConnection, "execute", together)
        results: list[object] = []

        def opening(app: str) -> None:
            try:
                results.append(store.change_app("ana", "s", app, opens(app), None))
            except FingerpostError as error:
                results.append(error)

        at_once(lambda: opening("trip"), lambda: opening("todo"))
        assert sorted(type(result).__name__ for result in results) == ["AppSession", "StoreError"]
        assert count(store, "fingerpost_app_sessions") == 1
