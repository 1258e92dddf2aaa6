"""App sessions on both engines: one active per room, idempotent requests, resuming, export and deletion."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost.errors import MessageError, StoreError
from fingerpost.routebook.apps import AppChange, AppEvent
from fingerpost.settings import RetentionSettings
from fingerpost.stores import Store, app_sessions, schema
from tests.conftest import examples
from tests.stores.words import DAY, HOUR, Clock, adds, count, kinds, opens, said, written_by_version_one


def test_a_session_comes_back_as_it_was_written(store: Store, clock: Clock) -> None:
    assert store.app_session("ana", "s") is None
    first = store.change_app("ana", "s", "r1", opens("trip", "opened"), None)
    assert first is not None
    assert (first.app, first.ended) == ("trip", "")
    assert first.events == (AppEvent("opened", {}, "r1", clock.now),)
    begun = clock.now
    clock.pass_by(60)
    values = {"città": "Évora", "days": [1, 2.5, None, True], "deep": {"a": {"b": ()}}}
    change = AppChange(events=(AppEvent("place", values, "not mine to say", 7.0), AppEvent("place", {"n": 2})))
    second = store.change_app("ana", "s", "r2", change, first)
    assert second == store.app_session("ana", "s")
    assert second is not None
    assert second.id == first.id
    assert second.events == (
        AppEvent("opened", {}, "r1", begun),
        AppEvent("place", {"città": "Évora", "days": [1, 2.5, None, True], "deep": {"a": {"b": []}}}, "r2", clock.now),
        AppEvent("place", {"n": 2}, "r2", clock.now),
    )
    assert store.app_session("bea", "s") is store.app_session("ana", "t") is store.app_session("", "s") is None


def test_a_session_ends_and_another_follows(store: Store) -> None:
    trip = store.change_app("ana", "s", "r1", opens("trip"), None)
    todo = store.change_app("ana", "s", "r2", opens("todo", "opened", ends="switched"), trip)
    assert todo is not None
    assert trip is not None
    assert todo.id > trip.id
    assert (todo.app, kinds(todo)) == ("todo", ["opened"])
    done = store.change_app("ana", "s", "r3", AppChange(ends="done"), todo)
    assert done == todo._replace(ended="done") == store.app_session("ana", "s")
    again = store.change_app("ana", "s", "r4", opens("todo"), done)
    assert again is not None
    assert (again.app, again.events, again.ended) == ("todo", (), "")
    assert [row["ended"] for row in store.export("ana")] == ["switched", "done", ""]


def test_a_change_of_nothing_is_a_use(store: Store, clock: Clock) -> None:
    session = store.change_app("ana", "s", "r1", opens(), None)
    for number in range(3):
        clock.pass_by(20 * HOUR)
        assert store.change_app("ana", "s", f"look{number}", AppChange(), session) == session
    clock.pass_by(25 * HOUR)
    assert store.change_app("ana", "s", "late", AppChange(), session) is None


def test_what_was_decided_on_older_knowledge_is_not_written(store: Store) -> None:
    first = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    assert store.change_app("ana", "s", "r2", opens("todo"), None) is None, "there is a session by now"
    second = store.change_app("ana", "s", "r3", adds("b"), first)
    assert store.change_app("ana", "s", "r4", adds("c"), first) is None, "there are more events by now"
    ended = store.change_app("ana", "s", "r5", AppChange(ends="cancelled"), second)
    assert store.change_app("ana", "s", "r6", adds("d"), second) is None, "it has ended by now"
    other = store.change_app("ana", "s", "r7", opens("todo"), ended)
    assert store.change_app("ana", "s", "r8", opens("trip"), ended) is None, "there is another one by now"
    assert store.app_session("ana", "s") == other
    assert [(row["app"], [event["kind"] for event in row["events"]]) for row in store.export("ana")] == [
        ("trip", ["a", "b"]),
        ("todo", []),
    ]
    assert store.change_app("ana", "s", "r4", adds("c"), other) is not None, "what was refused left no trace"


def test_a_repeated_request_changes_nothing(store: Store) -> None:
    first = store.change_app("ana", "s", "open", opens("trip"), None)
    assert store.change_app("ana", "s", "open", opens("trip"), None) == first
    second = store.change_app("ana", "s", "add", adds("a"), first)
    assert store.change_app("ana", "s", "add", adds("a"), first) == second
    ended = store.change_app("ana", "s", "end", AppChange(ends="done"), second)
    assert store.change_app("ana", "s", "end", AppChange(ends="done"), second) == ended, "not an error"
    other = store.change_app("ana", "s", "next", opens("todo"), ended)
    for request in ("open", "add", "end", "next"):
        assert store.change_app("ana", "s", request, adds("again"), other) == other, "whichever session it wrote to"
    assert store.change_app("bea", "s", "open", opens(), None) is not None, "a request counts for its user"
    assert store.change_app("ana", "t", "open", opens(), None) is not None, "and in its room"


def test_a_change_that_cannot_be_made_says_why(store: Store, clock: Clock) -> None:
    for change in (adds("a"), AppChange(ends="done"), AppChange(), opens("todo", ends="switched")):
        with pytest.raises(MessageError, match=r"no app is active in room 's': open one first"):
            store.change_app("ana", "s", "r", change, None)
    session = store.change_app("ana", "s", "r1", opens("trip"), None)
    with pytest.raises(
        MessageError, match=r"todo cannot be opened while trip is active in room 's': end that one in the same change"
    ):
        store.change_app("ana", "s", "r", opens("todo"), session)
    with pytest.raises(
        MessageError, match="ends = 'done' has events but opens no app for them: set opens, or leave out the events"
    ):
        store.change_app("ana", "s", "r", AppChange("done", "", (AppEvent("a"),)), session)
    with pytest.raises(MessageError, match="ends = 'expired': give one of done, cancelled, switched"):
        store.change_app("ana", "s", "r", AppChange(ends="expired"), session)
    clock.pass_by(25 * HOUR)
    with pytest.raises(MessageError, match=r"the last one, trip, is expired"):
        store.change_app("ana", "s", "r", adds("a"), store.app_session("ana", "s"))
    assert count(store, "fingerpost_app_sessions") == 1
    assert count(store, "fingerpost_app_events") == 0


CIRCLE: dict[str, Any] = {}
CIRCLE["self"] = CIRCLE
DEEP: list[Any] = []
for _ in range(99):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"x": {1, 2}}, "type set is not JSON"),
        ({"x": object()}, "type object is not JSON"),
        ({"x": float("nan")}, "JSON compliant"),
        ({"x": [float("inf")]}, "JSON compliant"),
        ({1: "x"}, "the key 1 is not a string"),
        ({"x": [{None: 1}]}, "the key None is not a string"),
        ({"x": 10**5000}, "digits"),
        (CIRCLE, "contain themselves"),
        ({"x": DEEP}, "nested more than 100 levels deep"),
        ({"x": "ñ" * 500_000}, "take 1000009 bytes, and the maximum is 1000000"),
        ([1], "with a mapping of values"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_values_that_cannot_be_kept_are_refused_and_nothing_is_written(store: Store, values: Any, why: str) -> None:
    events = (AppEvent("good", {"n": 1}), AppEvent("bad", values))
    with pytest.raises(MessageError, match=why):
        store.change_app("ana", "s", "r", AppChange(opens="trip", events=events), None)
    assert store.app_session("ana", "s") is None


def test_the_largest_the_deepest_and_a_view_of_values_are_kept(store: Store) -> None:
    large = {"x": "ñ" * 499_995}
    assert len(json.dumps(large, ensure_ascii=False).encode()) == 999_999
    change = AppChange(
        opens="trip",
        events=(
            AppEvent("large", large),
            AppEvent("deep", {"x": DEEP[0]}),
            AppEvent("view", MappingProxyType({"a": 1})),
        ),
    )
    store.change_app("ana", "s", "r", change, None)
    session = store.app_session("ana", "s")
    assert session is not None
    assert [event.values for event in session.events] == [large, {"x": DEEP[0]}, {"a": 1}]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(values=st.dictionaries(st.text(max_size=5).filter(lambda name: "\0" not in name), VALUES, max_size=3))
@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_json_comes_back_alike(store: Store, values: dict[str, Any]) -> None:
    store.forget(user="ana")
    session = store.change_app("ana", "s", "r", AppChange(opens="x", events=(AppEvent("k", values),)), None)
    assert session is not None
    # NUL is the one letter of these that PostgreSQL cannot hold.
    assert session.events[0].values == json.loads(json.dumps(values).replace("\\u0000", "\\ufffd"))


def test_what_postgresql_cannot_hold_is_replaced_within_strings(store: Store) -> None:
    values = {"a\0": ["x\0y", {"\ud800": "\udfff!"}], "whole": "😀"}
    session = store.change_app("ana", "s", "r", AppChange(opens="x", events=(AppEvent("k", values),)), None)
    assert session is not None
    assert session.events[0].values == {"a\ufffd": ["x\ufffdy", {"\ufffd": "\ufffd!"}], "whole": "😀"}
    assert session == store.app_session("ana", "s")


@pytest.mark.parametrize("damage", ["not json", "[1]", "{", '"x"', "", "[" * 100_000])
def test_a_damaged_event_is_left_out_and_the_session_goes_on(
    store: Store, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    session = store.change_app("ana", "s", "r1", opens("trip", "a", "b", "c"), None)
    spoil = "UPDATE fingerpost_app_events SET content = ? WHERE place > 0"
    store._database.write(lambda connection: connection.execute(spoil, damage))
    session = store.app_session("ana", "s")
    assert kinds(session) == ["a"]
    assert session is not None
    assert f"event 1 of app session {session.id} is damaged and skipped" in caplog.text
    assert kinds(store.change_app("ana", "s", "r2", adds("d"), session)) == ["a", "d"]
    [row] = store.export("ana")
    assert [event.get("damaged", event.get("values")) for event in row["events"]] == [{}, damage, damage, {}]
    assert [event["place"] for event in row["events"]] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["'; DROP TABLE fingerpost_app_events; --", "%s ? {}", "😀" * 256, " ", "NULL"])
def test_any_id_is_just_an_id(store: Store, name: str) -> None:
    session = store.change_app(name, name, name, AppChange(opens=name, events=(AppEvent(name),)), None)
    assert session is not None
    assert session == store.app_session(name, name)
    assert (session.app, session.events[0].kind, session.events[0].request) == (name, name, name)
    assert store.forget(user=name) == 2
    assert store.app_session(name, name) is None


@pytest.mark.parametrize("name", ["", "a" * 257, "a\0b", "\ud800", None, 7, b"s"])
def test_an_id_that_is_none_is_refused(store: Store, name: Any) -> None:
    with pytest.raises(MessageError, match=r"room = .*1 to 256 characters"):
        store.app_session("ana", name)
    with pytest.raises(MessageError, match="room = "):
        store.change_app("ana", name, "r", opens(), None)
    with pytest.raises(MessageError, match="request = "):
        store.change_app("ana", "s", name, opens(), None)
    with pytest.raises(MessageError, match="kind = "):
        store.change_app("ana", "s", "r", AppChange(opens="x", events=(AppEvent(name),)), None)
    if name != "":
        with pytest.raises(MessageError, match="user = "):
            store.app_session(name, "s")
        with pytest.raises(MessageError, match="user = "):
            store.change_app(name, "s", "r", opens(), None)
    if name:
        with pytest.raises(MessageError, match="opens = "):
            store.change_app("ana", "s", "r", AppChange(opens=name), None)


def test_a_session_that_is_not_used_expires_and_its_events_stay(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "sweep", lambda: None)
    first = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    clock.pass_by(23 * HOUR)
    second = store.change_app("ana", "s", "r2", adds("b"), first)
    assert second is not None
    clock.pass_by(23 * HOUR)
    assert store.app_session("ana", "s") == second, "it was used since"
    clock.pass_by(2 * HOUR)
    expired = second._replace(ended="expired")
    assert store.app_session("ana", "s") == expired
    assert store.change_app("ana", "s", "r3", adds("c"), second) is None, "it expired since it was read"
    assert [row["ended"] for row in store.export("ana")] == ["expired"]
    new = store.change_app("ana", "s", "r4", opens("trip"), expired)
    assert new is not None
    assert new.id > second.id
    assert new.events == ()
    assert [len(row["events"]) for row in store.export("ana")] == [2, 0]


def test_a_clock_that_was_ahead_for_a_moment_has_ended_nothing(url: str, store: Store, clock: Clock) -> None:
    session = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    assert session is not None
    clock.jump(30 * HOUR)
    assert store.app_session("ana", "s") == session._replace(ended="expired")
    assert store.change_app("ana", "s", "r2", adds("b"), session) is None
    store.sweep()
    # One that was started while the clock was ahead has no time of its own to compare it with.
    with Store.open(url, clock=clock.wall, monotonic=clock.steady) as other:
        other.sweep()
    clock.jump(-30 * HOUR)
    assert store.app_session("ana", "s") == session
    assert kinds(store.change_app("ana", "s", "r2", adds("b"), session)) == ["a", "b"]


def test_what_another_took_the_place_of_while_the_clock_was_ahead_is_not_lost(store: Store, clock: Clock) -> None:
    session = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    assert session is not None
    clock.jump(30 * HOUR)
    expired = store.app_session("ana", "s")
    other = store.change_app("ana", "s", "r2", opens("trip"), expired)
    assert other is not None
    clock.jump(-30 * HOUR)
    assert store.app_session("ana", "s") == other
    assert store.closed_app_sessions("ana", "s", "trip") == [expired]
    again = AppChange("switched", "trip", resumes=session.id)
    assert kinds(store.change_app("ana", "s", "r3", again, other)) == ["a"]


def test_a_clock_set_back_does_not_make_a_session_look_older(store: Store, clock: Clock) -> None:
    begun = clock.now
    session = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    clock.jump(-20 * HOUR)
    session = store.change_app("ana", "s", "r2", adds("b"), session)
    assert session is not None
    assert [event.at for event in session.events] == [begun, begun]
    clock.jump(43 * HOUR)
    assert store.app_session("ana", "s") == session, "used 23 hours ago"
    clock.jump(-100 * DAY)
    session = store.change_app("ana", "s", "r3", adds("c"), session)
    assert session is not None
    assert session.events[2].at == clock.now, "a clock that had been far ahead is set right"


def test_retention_deletes_no_event_of_an_app(url: str, clock: Clock) -> None:
    with Store.open(url, RetentionSettings(session_hours=1, days=2), clock.wall, clock.steady) as store:
        for room in "stu":
            store.change_app("ana", room, "r1", opens("trip", "a"), None)
        store.write("s", "r1", said(), user="ana")
        clock.pass_by(400 * DAY)
        done = store.sweep()
        assert (done["turns"], done["sessions"]) == (2, 1)
        session = store.app_session("ana", "s")
        assert (kinds(session), session and session.ended) == (["a"], "expired")
        assert len(list(store.export("ana"))) == 3


def test_a_user_is_forgotten_and_only_they(store: Store) -> None:
    for user in ("ana", "bea", ""):
        for room in ("s", "t"):
            store.change_app(user, room, "r1", opens("trip", user or "nobody"), None)
    store.write("s", "r0", said("before login"))
    store.write("s", "r1", said("after login"), user="ana")
    rows = [row for row in store.export("ana") if row["kind"] == "app"]
    json.dumps(rows)
    assert [(row["user"], row["room"], row["events"][0]["kind"]) for row in rows] == [
        ("ana", "s", "ana"), ("ana", "t", "ana"), ("ana", "s", "nobody"),
    ]  # fmt: skip
    assert set(rows[0]) == {"kind", "id", "user", "room", "app", "at", "ended", "events"}
    assert set(rows[0]["events"][0]) == {"place", "kind", "values", "request", "at"}
    assert store.forget(user="ana") == 10, "four turns, three sessions and an event in each"
    assert list(store.export("ana")) == []
    for user, room in (("ana", "s"), ("ana", "t"), ("", "s")):
        assert store.app_session(user, room) is None
    assert kinds(store.app_session("bea", "s")) == kinds(store.app_session("bea", "t")) == ["bea"]
    assert kinds(store.app_session("", "t")) == ["nobody"]
    assert count(store, "fingerpost_app_events") == 3, "no event without its session"
    assert store.change_app("ana", "s", "r1", opens(), None) is not None, "nothing is remembered of it"


def test_a_session_is_forgotten_with_what_is_nobodys_in_its_room(store: Store) -> None:
    for user, room in (("ana", "s"), ("", "s"), ("", "t")):
        store.change_app(user, room, "r1", opens("trip", "a"), None)
    assert store.forget(session="s") == 2
    assert store.app_session("", "s") is None
    assert store.app_session("ana", "s") is not None, "until ana is forgotten"
    assert store.app_session("", "t") is not None
    assert count(store, "fingerpost_app_events") == 2


def test_a_session_is_forgotten_with_what_it_said_in_rooms_of_other_names(store: Store) -> None:
    for user, room, session in (("", "kitchen", "s"), ("ana", "kitchen", "s"), ("", "garden", "t")):
        opened = store.change_app(user, room, "r1", opens("trip", "a"), None, session=session)
        store.change_app(user, room, "r2", adds("b"), opened, session="u")
    assert store.forget(session="s") == 3
    assert store.app_session("", "kitchen") is None
    assert store.app_session("ana", "kitchen") is not None, "until ana is forgotten"
    assert kinds(store.app_session("", "garden")) == ["a", "b"]
    assert store.forget(session="u") == 3, "who spoke to it later counts as well"
    assert store.app_session("", "garden") is None
    assert store.forget(user="ana") == 3
    assert count(store, "fingerpost_app_requests") == 0


def test_what_was_resumed_is_forgotten_with_the_session_that_first_said_it(store: Store) -> None:
    first = store.change_app("", "kitchen", "r1", opens("trip", "secret"), None, session="s")
    done = store.change_app("", "kitchen", "r2", AppChange(ends="done"), first, session="s")
    assert first is not None
    store.change_app("", "kitchen", "r3", AppChange(opens="trip", resumes=first.id), done, session="t")
    store.forget(session="s")
    assert store.app_session("", "kitchen") is None
    assert count(store, "fingerpost_app_events") == 0


def test_who_opens_the_next_app_has_not_spoken_to_the_last(store: Store) -> None:
    first = store.change_app("", "kitchen", "r1", opens("trip", "a"), None, session="s")
    done = store.change_app("", "kitchen", "r2", AppChange(ends="done"), first, session="s")
    store.change_app("", "kitchen", "r3", opens("todo", "b"), done, session="t")
    assert store.forget(session="t") == 2
    assert store.app_session("", "kitchen") == done


def test_what_nobody_said_in_a_users_session_is_theirs_in_any_room(store: Store) -> None:
    store.change_app("", "kitchen", "r1", opens("trip", "a"), None, session="s")
    store.change_app("", "garden", "r1", opens("trip", "a"), None, session="t")
    store.write("s", "r2", said("after login"), user="ana")
    assert [row["room"] for row in store.export("ana") if row["kind"] == "app"] == ["kitchen"]
    store.forget(user="ana")
    assert store.app_session("", "kitchen") is None
    assert store.app_session("", "garden") is not None


def test_a_request_of_another_text_is_refused(store: Store) -> None:
    first = store.change_app("ana", "s", "r1", opens("trip", "a"), None, text="plan a trip")
    assert store.app_session_changed_by("ana", "s", "r1", "plan a trip") == first
    refused = "request 'r1' was already processed in room 's' with another text: use a new request id for every message"
    with pytest.raises(MessageError, match=refused):
        store.app_session_changed_by("ana", "s", "r1", "add Gion")
    with pytest.raises(MessageError, match=refused):
        store.change_app("ana", "s", "r1", adds("b"), first, text="add Gion")
    assert store.app_session("ana", "s") == first
    store.change_app("ana", "s", "r2", AppChange(ends="done"), first, text="done")
    with pytest.raises(MessageError, match="'r2' was already processed"):
        store.app_session_changed_by("ana", "s", "r2", "add Gion")
    assert (
        store.app_session_changed_by("bea", "s", "r1", "add Gion")
        is store.app_session_changed_by("ana", "t", "r1", "add Gion")
        is None
    )


def test_nothing_of_what_was_forgotten_is_in_the_file(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/s.sqlite") as store:
        for user in ("ana", "bea"):
            session = store.change_app(user, "s", "r", opens(f"MARK-{user}-"), None)
            for number in range(60):
                change = adds("note", text=f"MARK-{user}-" + "x" * (number * 37 % 3000))
                session = store.change_app(user, "s", f"MARK-{user}-{number}", change, session)
        store.forget(user="ana")
        content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert content.count(b"MARK-bea-") > 100
        assert content.count(b"MARK-ana-") == 0


def test_an_export_goes_over_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_sessions, "PAGE", 2)
    for room in "abcde":
        store.change_app("ana", room, "r", opens("trip", room), None)
    assert [(row["room"], row["events"][0]["kind"]) for row in store.export("ana")] == [
        (room, room) for room in "abcde"
    ]


def test_a_database_of_version_two_keeps_what_it_has(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        with Store.open(url, clock=clock.wall) as store:
            written_by_version_one(store, "s", "r1", "one", clock.now, "ana")
            insert = "INSERT INTO fingerpost_traces (request, owner, at, trace) VALUES ('r1', 'ana', ?, '{}')"
            store._database.write(lambda connection: connection.execute(insert, clock.now))
            with pytest.raises(StoreError):
                store.app_session("ana", "s")
    with Store.open(url, clock=clock.wall) as store:
        assert store._database.read(lambda connection: connection.query("SELECT version FROM fingerpost_schema")) == [
            (len(schema.MIGRATIONS),)
        ]
        assert store.turns("s") == said("one")
        assert len(store.traces()) == 1
        assert store.change_app("ana", "s", "r1", opens("trip", "a"), None) is not None
        assert [row["kind"] for row in store.export("ana")] == ["turn", "turn", "trace", "app"]
    with Store.open(url, clock=clock.wall) as store:
        assert kinds(store.app_session("ana", "s")) == ["a"]


def test_a_new_session_begins_with_what_a_closed_one_held(store: Store) -> None:
    first = store.change_app("ana", "s", "r1", opens("trip", "a"), None)
    first = store.change_app("ana", "s", "r2", adds("b", n=1), first)
    done = store.change_app("ana", "s", "r3", AppChange(ends="done"), first)
    assert first is not None
    assert store.closed_app_sessions("ana", "s", "trip") == [done]
    todo = store.change_app("ana", "s", "r4", opens("todo"), done)
    resumed = store.change_app("ana", "s", "r5", AppChange("switched", "trip", (AppEvent("c"),), first.id), todo)
    assert resumed == store.app_session("ana", "s")
    assert resumed is not None
    assert resumed.events[:2] == first.events, "with their requests and times"
    assert (resumed.app, kinds(resumed), resumed.events[2].request) == ("trip", ["a", "b", "c"], "r5")
    assert store.closed_app_sessions("ana", "s", "trip") == [done], "what is closed stays so"
    assert kinds(store.change_app("ana", "s", "r6", adds("d"), resumed)) == ["a", "b", "c", "d"]
    for request in ("r1", "r2", "r3", "r4", "r5"):
        assert len(kinds(store.change_app("ana", "s", request, adds("again"), resumed))) == 4, "all were applied"
    assert [len(row["events"]) for row in store.export("ana")] == [2, 0, 4]


def test_only_ones_own_closed_session_of_that_app_is_resumed(store: Store) -> None:
    ids = {}
    for user, room, app in (("bea", "s", "trip"), ("ana", "t", "trip"), ("ana", "s", "todo"), ("ana", "s", "trip")):
        opened = store.change_app(user, room, f"o{app}", opens(app, "a"), store.app_session(user, room))
        assert opened is not None
        store.change_app(user, room, f"e{app}", AppChange(ends="done"), opened)
        ids[user, room, app] = opened.id
    mine, seen = ids.pop(("ana", "s", "trip")), store.app_session("ana", "s")
    for number in (*ids.values(), 10**6):
        assert store.change_app("ana", "s", "r", AppChange(opens="trip", resumes=number), seen) is None
    assert kinds(store.change_app("ana", "s", "r", AppChange(opens="trip", resumes=mine), seen)) == ["a"]
    with pytest.raises(MessageError, match="set opens to the app that continues that session"):
        store.change_app("ana", "s", "q", AppChange(resumes=mine), store.app_session("ana", "s"))


def test_the_latest_closed_sessions_are_found_newest_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_sessions, "MAX_CLOSED", 2)
    for kind in "abc":
        opened = store.change_app("ana", "s", kind, opens("trip", kind), store.app_session("ana", "s"))
        store.change_app("ana", "s", f"end {kind}", AppChange(ends="cancelled"), opened)
    assert [kinds(session) for session in store.closed_app_sessions("ana", "s", "trip")] == [["c"], ["b"]]
    assert store.closed_app_sessions("ana", "s", "todo") == store.closed_app_sessions("bea", "s", "trip") == []


def test_a_database_of_version_three_learns_who_spoke_to_an_app(
    url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        with Store.open(url, clock=clock.wall) as store:
            insert = """INSERT INTO fingerpost_app_sessions (owner, room, app, opened_by, ended_by, ended, at, last_at)
                VALUES (?, ?, 'trip', ?, '', '', 1, ?)"""
            event = """INSERT INTO fingerpost_app_events (app_session, place, request, kind, content, at)
                SELECT id, 0, opened_by, 'a', '{}', 1 FROM fingerpost_app_sessions"""
            for owner, room, request in (("", "kitchen", "r1"), ("", "garden", "r2"), ("ana", "kitchen", "r1")):
                values = (owner, room, request, clock.now)
                store._database.write(lambda connection, values=values: connection.execute(insert, *values))  # type: ignore[misc]
            store._database.write(lambda connection: connection.execute(event))
            written_by_version_one(store, "s", "r1", "one", clock.now, None)
            for session in ("s", "t"):
                written_by_version_one(store, session, "r2", "two", clock.now, None)
    with Store.open(url, clock=clock.wall) as store:
        assert kinds(store.app_session_changed_by("", "kitchen", "r1", "whatever it was")) == ["a"]
        store.forget(session="s")
        assert store.app_session("", "kitchen") is None
        assert store.app_session("", "garden") is not None, "nobody knows whose it is"
        assert store.app_session("ana", "kitchen") is not None
