"""Wrong clocks and retention, on both engines: nothing is lost to them, and what is too old goes all the same."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.util import find_spec
from operator import methodcaller

import pytest

from fingerpost.errors import StoreError
from fingerpost.settings import RetentionSettings
from fingerpost.stores import Store, clock_guard, schema
from fingerpost.stores.clock_guard import ClockGuard, TrustedTime, steady_seconds
from tests.stores.server import Server
from tests.stores.words import DAY, HOUR, Clock, count, said, written_by_version_one

TURNS = "fingerpost_turns"
Scenario = Callable[[str, Clock], int]


def process(url: str, clock: Clock, ahead: float = 0.0) -> AbstractContextManager[Store]:
    """Start a process whose clock is ahead of the machine's."""
    return Store.open(url, clock=lambda: clock.now + ahead, monotonic=clock.steady)


def filled(url: str, clock: Clock) -> None:
    """Fill a store over sixty days with fifty turns, by a process whose clock has proven itself."""
    with process(url, clock) as store:
        for number in range(25):
            store.write(f"s{number}", "r", said())
            store.put_traces([{"request": "r", "at": clock.now}])
            clock.pass_by(2.4 * DAY)
        store.write("living", "r1", said("one"))


def lost(store: Store) -> int:
    """Return how many of the turns and traces of a filled store are missing, and of the living session's texts."""
    living = store._database.read(
        lambda connection: connection.query(
            "SELECT count(*) FROM fingerpost_turns WHERE session = 'living' AND whole = 1 AND request = 'r1'"
        )
    )[0][0]
    return 52 - count(store, TURNS) + 25 - count(store, "fingerpost_traces") + 2 - int(living)


def started_ahead(url: str, clock: Clock) -> int:
    """Start with a clock that is 100 days ahead, write, and have it set right after most of a day."""
    filled(url, clock)
    clock.jump(100 * DAY)
    with process(url, clock) as store:
        for _ in range(19):
            store.write("living", f"{clock.now}", said("two"))
            clock.pass_by(HOUR - 1)
        clock.jump(-100 * DAY)
        store.write("living", f"{clock.now}", said("three"))
        store.sweep()
        return lost(store) + 2 * 20


def restarted_ahead(url: str, clock: Clock) -> int:
    """Crash again and again for days, each time after a write with a clock that is 100 days ahead."""
    filled(url, clock)
    clock.jump(100 * DAY)
    for number in range(40):
        # Not closed: a process that crashes does not come to that.
        store = Store.open(url, clock=clock.wall, monotonic=clock.steady)
        store.write("new", f"r{number}", said())
        clock.pass_by(5000)
        store.write("new", f"again{number}", said())
        store._database.close()
    with process(url, clock) as store:
        return lost(store) + 4 * 40


def one_of_two_ahead(url: str, clock: Clock) -> int:
    """Run two processes for four days, one of them 100 days ahead."""
    filled(url, clock)
    with process(url, clock) as right, process(url, clock, 100 * DAY) as wrong:
        for number in range(4 * 24):
            right.write("living", f"right{number}", said())
            wrong.write("living", f"wrong{number}", said())
            clock.pass_by(HOUR)
        # The first texts of the session are its own: it was never idle for a day.
        return lost(right) + 4 * 4 * 24


def begun_ahead(url: str, clock: Clock) -> int:
    """Begin a new store with a clock that is 100 days ahead, and have it set right, on a person's word in the end."""
    with process(url, clock, 100 * DAY) as store:
        store.write("first", "r1", said())
    with process(url, clock) as store:
        store.write("first", "r2", said())
        clock.pass_by(50 * HOUR)
        store.sweep()
        store.sweep(clock_is_right=True)
        clock.pass_by(89 * DAY)
        store.sweep()
        missing = 4 - count(store, TURNS)
        clock.pass_by(103 * DAY)
        store.sweep()
        return missing + count(store, TURNS)


def started_behind(url: str, clock: Clock) -> int:
    """Begin a new store at the time of a machine without a battery, and have the clock set right."""
    clock.jump(-clock.now)
    with process(url, clock) as store:
        for number in range(5):
            store.write("first", f"r{number}", said())
        clock.pass_by(60)
        clock.jump(1_800_000_000.0)
        store.write("first", "later", said())
        clock.pass_by(25 * HOUR)
        store.sweep()
        clock.pass_by(DAY)
        store.sweep()
        return 12 - count(store, TURNS)


def vouched_after_a_start_behind(url: str, clock: Clock) -> int:
    """Begin a new store at the time of a machine without a battery; a person sweeps as soon as the clock is right."""
    clock.jump(-clock.now)
    with process(url, clock) as store:
        for number in range(5):
            store.write(f"s{number}", "r", said())
            clock.pass_by(HOUR)
        clock.jump(1_800_000_000.0)
        store.sweep(clock_is_right=True)
        return 10 - count(store, TURNS)


def vouched_after_a_time_behind(url: str, clock: Clock) -> int:
    """Write with a clock that is 400 days behind; a person sweeps as soon as it is right."""
    filled(url, clock)
    with process(url, clock, -400 * DAY) as store:
        store.write("new", "r", said())
    with process(url, clock) as store:
        store.sweep(clock_is_right=True)
        return 2 - len(store.turns("new"))


def a_few_days_ahead(url: str, clock: Clock) -> int:
    """Start two processes with a clock that is five days ahead, which is believed, and have it set right soon."""
    filled(url, clock)
    clock.jump(5 * DAY)
    with process(url, clock) as store, process(url, clock) as other:
        store.write("new", "r", said())
        other.write("living", "r2", said("two"))
        clock.pass_by(1800)
        store.sweep()
        other.sweep()
        clock.jump(-5 * DAY)
        store.write("new", "r2", said())
        store.sweep()
        return lost(store) + 6 + 2 * store._guard.in_doubt()


def upgraded_ahead(url: str, clock: Clock) -> int:
    """Start with a clock that is 100 days ahead, on a store that has no known time yet."""
    filled(url, clock)
    with process(url, clock) as store:
        store._database.write(methodcaller("execute", "UPDATE fingerpost_clock SET proven = NULL"))
    clock.jump(100 * DAY)
    with process(url, clock) as store:
        store.write("living", "r2", said())
        store.sweep()
        return lost(store) + 2


def behind_after_months(url: str, clock: Clock) -> int:
    """Start after 100 idle days with a clock that is still behind, and have it set right."""
    filled(url, clock)
    with process(url, clock, -2 * HOUR) as store:
        store.write("first", "r", said())
    clock.jump(100 * DAY)
    with process(url, clock) as store:
        clock.pass_by(25 * HOUR)
        store.sweep()
        clock.pass_by(HOUR)
        store.sweep()
        return 2 - len(store.session_store["first"]) if "first" in store.session_store else 2


SCENARIOS = [
    started_ahead,
    restarted_ahead,
    one_of_two_ahead,
    begun_ahead,
    started_behind,
    vouched_after_a_start_behind,
    vouched_after_a_time_behind,
    a_few_days_ahead,
    upgraded_ahead,
    behind_after_months,
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_is_lost_to_a_wrong_clock(url: str, clock: Clock, scenario: Scenario) -> None:
    assert scenario(url, clock) == 0


def _believe_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock_guard, "PROOF", -math.inf)


def _hear_no_contradiction(patch: pytest.MonkeyPatch) -> None:
    real = ClockGuard._look

    def look(self: ClockGuard, now: clock_guard.Moment) -> bool:
        self._looked = False
        return real(self, now)

    patch.setattr(ClockGuard, "_look", look)
    _ask_no_server(patch)


def _ask_no_server(patch: pytest.MonkeyPatch) -> None:
    # Without the driver there is no server that could be asked.
    if find_spec("psycopg") is not None:
        patch.setattr("fingerpost.stores.postgres.Postgres.server_time", lambda _: None)


def _mark_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ClockGuard, "in_doubt", lambda self: False)


def _keep_every_marked_time(patch: pytest.MonkeyPatch) -> None:
    real = ClockGuard.vouch
    patch.setattr(ClockGuard, "vouch", lambda self: real(self)._replace(since=-math.inf))


def _count_the_gap(patch: pytest.MonkeyPatch) -> None:
    real = ClockGuard._believable_gap

    def believed(self: ClockGuard, now: clock_guard.Moment, contradicted: bool) -> float | None:
        return None if real(self, now, contradicted) is None else 0.0

    patch.setattr(ClockGuard, "_believable_gap", believed)


def _begin_with_any_clock(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock_guard, "_NEWEST", "SELECT NULL")


@pytest.mark.parametrize(
    ("scenario", "sabotage"),
    [
        (started_ahead, _believe_at_once),
        (restarted_ahead, _believe_at_once),
        (one_of_two_ahead, _hear_no_contradiction),
        (started_behind, _mark_nothing),
        (vouched_after_a_start_behind, _mark_nothing),
        (vouched_after_a_time_behind, _keep_every_marked_time),
        (a_few_days_ahead, _count_the_gap),
        (upgraded_ahead, _begin_with_any_clock),
        (behind_after_months, _mark_nothing),
    ],
)
def test_without_its_part_of_the_guard_each_would_lose_something(
    url: str,
    clock: Clock,
    scenario: Scenario,
    sabotage: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sabotage(monkeypatch)
    assert scenario(url, clock) > 0


def test_after_months_without_use_what_is_old_goes_a_day_later_and_the_log_says_it_once(
    url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    filled(url, clock)
    clock.pass_by(200 * DAY)
    with process(url, clock) as store, process(url, clock) as other:
        for number in range(19):
            assert not store.sweep()["turns"]
            other.write("new", f"r{number}", said())
            clock.pass_by(HOUR)
        assert caplog.text.count("the clock is 200 days, 0:00:00 ahead of the latest time that") == 1
        clock.pass_by(2 * HOUR)
        assert store.sweep()["turns"] == 52
        assert other.sweep()["turns"] == 0
        assert store.turns("new") == said() * 19
    assert len(caplog.records) == 1


def test_an_hour_of_rest_and_a_new_store_are_not_worth_a_line(
    url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with process(url, clock) as store:
        store.write("s", "r1", said())
        clock.pass_by(30 * DAY)
        store.sweep()
    clock.pass_by(HOUR - 1)
    with process(url, clock) as store:
        assert store.sweep()["reduced"] == 0
        clock.pass_by(90 * DAY)
        assert store.sweep()["turns"] == 2
    assert not caplog.records


def test_the_last_moment_counts_where_a_process_ends_in_order(url: str, clock: Clock) -> None:
    with process(url, clock) as store:
        store.write("s", "r1", said())
        clock.pass_by(2 * DAY)
        store.sweep()
        clock.pass_by(89 * DAY)
    with process(url, clock) as store:
        assert store.sweep()["turns"] == 2


def test_a_store_that_fails_at_the_end_is_closed_all_the_same(
    url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with process(url, clock) as store:
        store.write("s", "r1", said())
        clock.pass_by(2 * DAY)
        store.sweep()
        clock.pass_by(DAY)
        monkeypatch.setattr(store._database, "write", fail)
    assert "the time was not stored" in caplog.text


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY])
def test_a_clock_that_jumps_and_is_set_right_deletes_nothing(
    url: str, clock: Clock, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    with process(url, clock) as store:
        clock.pass_by(2 * DAY)
        store.write("s", "r1", said("one"))
        clock.pass_by(HOUR)
        clock.jump(jump)
        store.write("new", "r1", said())
        assert not any(store.sweep().values())
        assert f"{'ahead of' if jump > 0 else 'behind'} the latest time" in caplog.text
        clock.pass_by(19 * HOUR)
        assert not any(store.sweep().values())
        clock.jump(-jump)
        assert store.sweep()["settled"] == 3, "the turns and the session of the other time get the time of today"
        assert store.turns("s") == said("one")
        clock.pass_by(90 * DAY - 19 * HOUR)
        assert store.sweep()["turns"] == 2
        clock.pass_by(20 * HOUR)
        assert store.sweep()["turns"] == 2
    assert len(caplog.records) == 1


def test_what_is_dated_in_the_future_neither_stays_for_ever_nor_misleads_the_guard(url: str, clock: Clock) -> None:
    filled(url, clock)
    with process(url, clock, 36_500 * DAY) as wrong:
        wrong.write("future", "r1", said())
        wrong.put_traces([{"request": "r1", "at": clock.now + 36_500 * DAY}])
    clock.pass_by(600)
    with process(url, clock) as store:
        assert store.sweep()["settled"] == 4, "the right time goes on from the one before"
        store.write("s", "r1", said())
        with process(url, clock, 50 * DAY) as again:
            assert not any(again.sweep().values()), "the guard is as good as before"
        clock.pass_by(89 * DAY)
        store.sweep()
        assert "future" in store.session_store
        clock.pass_by(25 * HOUR)
        store.sweep()
        assert list(store.session_store) == []
        assert store.traces() == []


def test_texts_from_before_a_wrong_clock_restarted_their_session_stay_as_long_as_it(url: str, clock: Clock) -> None:
    filled(url, clock)
    with process(url, clock) as store:
        clock.jump(30 * HOUR)
        store.write("living", "r2", said("two"))
        assert store.turns("living") == said("two"), "by that clock the session was over"
        clock.jump(-30 * HOUR)
        for number in range(3, 6):
            clock.pass_by(12 * HOUR)
            store.write("living", f"r{number}", said(str(number)))
            assert store.sweep()["reduced"] == 0
        assert len(store.session_store["living"]) == 10
        clock.pass_by(25 * HOUR)
        store.write("living", "r6", said())
        store.sweep()
        assert len(store.session_store["living"]) == 7, "of what came before the answers are gone"


def test_a_session_that_was_used_while_the_clock_was_behind_goes_on(url: str, clock: Clock) -> None:
    filled(url, clock)
    with process(url, clock, -400 * DAY) as behind:
        behind.write("living", "r2", said("two"))
    with process(url, clock) as store:
        assert store.turns("living") == [*said("one"), *said("two")]


def test_a_person_who_knows_the_time_need_not_wait(url: str, clock: Clock) -> None:
    filled(url, clock)
    clock.pass_by(200 * DAY)
    with process(url, clock) as store:
        store.write("new", "r", said())
        assert not store.sweep()["turns"]
        assert store.sweep(clock_is_right=True)["turns"] == 52
        assert store.turns("new") == said()
    with process(url, clock) as store:
        assert store._guard.check() == TrustedTime(clock.now, clock.now, clock.now), (
            "and all other processes know it too"
        )


def test_a_clock_that_was_wrong_for_too_long_is_set_right_by_a_person(
    url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.server_ahead = 50 * DAY
    with process(url, clock, 50 * DAY) as wrong:
        clock.pass_by(2 * DAY)
        wrong.write("s", "r1", said())
    clock.server_ahead = 0.0
    with process(url, clock) as store:
        store.write("s", "r2", said())
        clock.pass_by(10 * DAY)
        assert not any(store.sweep().values())
        assert "behind the latest time" in caplog.text
        assert "`fingerpost data history sweep`" in caplog.text
        store.sweep(clock_is_right=True)
        store.write("s", "r3", said())
        assert not store._guard.in_doubt()


def contradicted_by_a_server(url: str, clock: Clock) -> Store:
    """Run for four days with a clock that is 100 days ahead of the server's."""
    filled(url, clock)
    clock.jump(100 * DAY)
    clock.server_ahead = -100 * DAY
    store = Store.open(url, clock=clock.wall, monotonic=clock.steady)
    for _ in range(100):
        clock.pass_by(HOUR)
        store.sweep()
    return store


def test_without_the_server_a_clock_that_is_wrong_for_days_would_delete(
    server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ask_no_server(monkeypatch)
    with contradicted_by_a_server(server.make_database(), clock) as store:
        assert lost(store) > 0


def test_a_clock_that_a_server_contradicts_does_not_prove_itself(
    server: Server, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with contradicted_by_a_server(server.make_database(), clock) as store:
        assert lost(store) == 0
        assert "the clock differs by 100 days, 0:00:00 from that of postgresql://" in caplog.text
        clock.jump(-100 * DAY)
        clock.server_ahead = 0.0
        assert not any(store.sweep().values())
        clock.pass_by(25 * HOUR)
        assert store.sweep()["reduced"] == 2


def test_the_server_tells_its_own_time(server: Server) -> None:
    with Store.open(server.make_database()) as store:
        told = store._database.server_time()
        assert told is not None
        assert abs(told - store.now()) < HOUR


def test_short_sessions_are_not_reduced_within_a_gap(url: str, clock: Clock) -> None:
    settings = RetentionSettings(session_hours=1, days=2)
    with Store.open(url, settings, clock.wall, clock.steady) as store:
        store.write("s", "r1", said())
    clock.jump(4 * HOUR)
    with Store.open(url, settings, clock.wall, clock.steady) as store:
        assert not any(store.sweep().values())
        clock.pass_by(HOUR + 1)
        assert store.sweep()["reduced"] == 2, "the clock of this process alone has passed by"


def test_a_store_of_the_version_before_keeps_its_times(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:6])
        with process(url, clock) as store:
            written_by_version_one(store, "old", "r1", "one", clock.now - 100 * DAY, "ana")
            written_by_version_one(store, "new", "r1", "two", clock.now, "ana")
            for sql in (
                "UPDATE fingerpost_sessions SET life = 2, due = 1 WHERE session = 'new'",
                "UPDATE fingerpost_turns SET life = 2 WHERE session = 'new' AND place = 1",
            ):
                store._database.write(methodcaller("execute", sql))
    clock.pass_by(DAY / 2)
    with process(url, clock) as store:
        done = store.sweep()
        assert done["reduced"] == 3, "what was due before is due"
        assert done["turns"] == 2, "the newest row tells the time"
        assert list(store.session_store) == ["new"]


@pytest.mark.parametrize(("hours", "rest"), [(23.9, 60.0), (10, 14 * HOUR), (0, 3 * DAY)])
def test_retention_goes_on_where_no_process_lives_for_a_day(
    url: str, clock: Clock, hours: float, rest: float, caplog: pytest.LogCaptureFixture
) -> None:
    first = clock.now
    for number in range(120):
        with process(url, clock) as store:
            store.write("daily", f"r{number}", said())
            clock.pass_by(hours * HOUR)
        clock.pass_by(rest)
    with process(url, clock) as store:
        store.write("last", "r", said())
        oldest, whole = store._database.read(
            methodcaller("query", "SELECT min(at), sum(whole) FROM fingerpost_turns WHERE doubtful = 0")
        )[0]
    assert first < oldest
    assert clock.now - oldest < 90 * DAY + 2 * (hours * HOUR + rest)
    assert whole <= 8 or rest < DAY, "of a session that was restarted again and again little is whole"
    assert not caplog.records


@pytest.mark.parametrize("at_once", [5000, 7])
def test_times_that_are_possible_are_kept_when_they_are_settled(
    url: str, clock: Clock, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.stores.retention.MAX_ROWS_PER_SWEEP", at_once)
    filled(url, clock)
    clock.pass_by(20 * DAY)
    times = []
    for number in range(30):
        with process(url, clock) as store:
            store.write(f"day{number}", "r", said())
            times += [clock.now] * 2
        clock.pass_by(DAY)
    with process(url, clock) as store:
        assert store.sweep(clock_is_right=True)["settled"] == 90
        select = "SELECT at FROM fingerpost_turns WHERE substr(session, 1, 3) = 'day' ORDER BY id"
        assert [at for (at,) in store._database.read(methodcaller("query", select))] == times


def test_a_doubt_is_told_again_after_a_week(url: str, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    filled(url, clock)
    clock.pass_by(50 * DAY)
    for _ in range(60):
        for _ in range(2):
            with process(url, clock) as store:
                store.write("s", str(clock.now), said())
                clock.pass_by(1)
        clock.pass_by(DAY / 4)
    assert caplog.text.count("ahead of the latest time") == 3


def test_a_clock_that_is_long_past_is_told(url: str, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    clock.jump(-clock.now)
    with process(url, clock) as store:
        store.write("s", "r", said())
        assert store.clock_reading() == (clock.now, None, False)
    assert "the clock says 1970-01-01, which is long past" in caplog.text


def test_a_table_without_its_row_gets_it_back(url: str, clock: Clock) -> None:
    filled(url, clock)
    with process(url, clock) as store:
        store._database.write(methodcaller("execute", "DELETE FROM fingerpost_clock"))
        store.write("s", "r", said())
        assert count(store, "fingerpost_clock") == 1
        assert store.clock_reading().plausible


@pytest.mark.parametrize(("ahead", "plausible"), [(0, True), (6, True), (8, False), (-1, False)])
def test_a_clock_is_plausible_within_a_week(url: str, clock: Clock, ahead: int, plausible: bool) -> None:
    filled(url, clock)
    with process(url, clock, ahead * DAY) as store:
        assert store.clock_reading().plausible is plausible


def test_seconds_that_nobody_can_set_go_on() -> None:
    first = steady_seconds()
    assert steady_seconds() >= first > 0


@pytest.fixture(autouse=True)
def _warnings(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
