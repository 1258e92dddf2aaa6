"""The store: turns of sessions, traces, app sessions, and student versions, in SQLite or PostgreSQL."""

from __future__ import annotations

import contextvars
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fingerpost.errors import MessageError, StoreError
from fingerpost.observability.spans import span
from fingerpost.routebook.apps import AppChange, AppSession
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import RetentionSettings
from fingerpost.stores import app_sessions, retention, turn_writer, user_data
from fingerpost.stores.clock_guard import ClockGuard, ClockReading, steady_seconds
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.decision_counts import DecisionCounts, add_counts
from fingerpost.stores.decisions import ADD_TRACE, StoredDecisions, decode_trace, trace_row
from fingerpost.stores.factory import open_database
from fingerpost.stores.probe import StoreProbe
from fingerpost.stores.published_routebooks import PublishedRoutebooks
from fingerpost.stores.reviews import Reviews
from fingerpost.stores.session_owners import SessionOwner, SessionOwners
from fingerpost.stores.session_turns import read_history, read_turns
from fingerpost.stores.shared_verdicts import SharedVerdicts
from fingerpost.stores.stored_messages import StoredMessage, correct_latest, read_messages, store_correction
from fingerpost.stores.student_registry import StudentRegistry
from fingerpost.stores.trials import Trials
from fingerpost.stores.views import ClassifyHistoryView, SessionView
from fingerpost.types import Turn

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("fingerpost")

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
SWEEP_EVERY = 600.0
"""Seconds between two retention sweeps of one process."""


class Store:
    """Stores turns, traces and app sessions; thread-safe and fork-safe."""

    def __init__(
        self,
        database: Database,
        retention: RetentionSettings,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = steady_seconds,
    ) -> None:
        """Create it through `Store.open`."""
        self._database, self.retention = database, retention
        self._clock, self._monotonic = clock, monotonic
        self._guard = ClockGuard(database, clock, monotonic, retention.days)
        self.probe = StoreProbe(database, monotonic)
        self._next_sweep, self._sweeping = -math.inf, threading.Lock()
        self._threads: ThreadPoolExecutor | None = None
        reset_after_fork(self)

    @classmethod
    def open(
        cls,
        url: str,
        retention: RetentionSettings | None = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = steady_seconds,
    ) -> Store:
        """Open a database, creating or migrating it as needed; raises StoreError if it cannot be used."""
        database = open_database(url)
        try:
            database.read(lambda connection: connection.query("SELECT version FROM fingerpost_schema"))
        except BaseException:
            database.close()
            raise
        return cls(database, retention or RetentionSettings(), clock, monotonic)

    def write(
        self,
        session: str,
        request: str,
        turns: Sequence[Turn],
        *,
        user: str | None = None,
        outcome: str = "answered",
        routebook: str | None = None,
        client: str | None = None,
    ) -> bool:
        """Append the turns of one request, committed on return; return False if the request was written before.

        Raises RequestIdError if it was written before with another text as its first turn.
        `routebook` is the name of the routebook that decided; training reads only the messages of its own routebook.
        With a `client`, raises NotFoundError if the session is that of another client or user.
        """
        turn_writer.check_ids(session=session, request=request, user=user)
        if outcome not in turn_writer.OUTCOMES:
            raise MessageError(f"outcome = {outcome!r}: give one of {', '.join(turn_writer.OUTCOMES)}")
        if not turns:
            raise MessageError("turns is empty: a request has at least one turn, the message of the user")
        cleaned = [turn_writer.clean_turn(turn) for turn in turns]
        with span("store.write"):
            now, doubtful = self._clock(), self._guard.in_doubt()
            alive_since, gap = now - self._session_seconds, self._guard.gap
            times = now, alive_since, doubtful, gap
            written = self._database.write(
                lambda connection: turn_writer.append(
                    connection, session, request, cleaned, user, outcome, routebook, *times, client
                )
            )
        self._sweep_if_due()
        return written

    def check_request(self, session: str, request: str, text: str) -> None:
        """Raise RequestIdError if a request of that id was written in the session with another text."""
        turn_writer.check_ids(session=session, request=request)
        cleaned = turn_writer.clean_text(text)
        with span("store.read"):
            self._database.read(lambda connection: turn_writer.check_request(connection, session, request, cleaned))

    def turns(
        self, session: str, limit: int = 50, before: str | None = None, owner: SessionOwner | None = None
    ) -> list[Turn]:
        """Return the last turns of an active session, oldest first; nothing for an ended one.

        `before` is a request: if it was written, only turns before its own are returned, as it found them. With an
        `owner`, nothing of a session of others is returned.
        """
        turn_writer.check_ids(session=session, **({} if before is None else {"request": before}))
        since = self._clock() - self._session_seconds
        with span("store.read"):
            return self._database.read(lambda connection: read_turns(connection, since, session, limit, before, owner))

    def intent_history(self, session: str) -> list[Turn]:
        """Return the history that a classifier may see of an active session: six messages of sixty characters each."""
        turn_writer.check_ids(session=session)
        since = self._clock() - self._session_seconds
        with span("store.read"):
            return self._database.read(lambda connection: read_history(connection, since, session))

    def app_session(self, user: str, room: str) -> AppSession | None:
        """Return the latest app session of a user ("" if unknown) in a room; None if there never was one."""
        app_sessions.check_ids(user, room)
        since = self._clock() - self._session_seconds
        with span("store.read"):
            return self._database.read(lambda connection: app_sessions.latest(connection, user, room, since))

    def closed_app_sessions(self, user: str, room: str, app: str) -> list[AppSession]:
        """Return the latest closed sessions of an app of a user ("" if unknown) in a room, newest first."""
        app_sessions.check_ids(user, room, app=app)
        since = self._clock() - self._session_seconds
        with span("store.read"):
            return self._database.read(lambda connection: app_sessions.closed(connection, user, room, app, since))

    def app_session_changed_by(self, user: str, room: str, request: str, text: str = "") -> AppSession | None:
        """Return the app session that a request has already changed; None if it has changed none.

        Raises RequestIdError where the request id was used with another text.
        """
        app_sessions.check_ids(user, room, request=request)
        since = self._clock() - self._session_seconds
        app_request = app_sessions.AppRequest(request, "", app_sessions.text_digest(text))
        with span("store.read"):
            return self._database.read(
                lambda connection: app_sessions.changed_by(connection, user, room, app_request, since)
            )

    def change_app(
        self,
        user: str,
        room: str,
        request: str,
        change: AppChange,
        seen: AppSession | None,
        *,
        session: str = "",
        text: str = "",
    ) -> AppSession | None:
        """Apply the change of one request, committed on return, and return the app session after it.

        `seen` is the session that the caller based the change on; if it differs by now, nothing is changed and None is
        returned: read and decide again. A repeated request changes nothing, and one with another text raises
        RequestIdError. An empty change marks the active session as used. `session` is the conversation the message
        belongs to.
        """
        app_sessions.check_ids(user, room, request=request, **({"session": session} if session else {}))
        app_request = app_sessions.AppRequest(request, session, app_sessions.text_digest(text))
        encoded = app_sessions.encode_change(change)
        now = self._clock()
        with span("store.write"):
            changed = self._database.write(
                lambda connection: app_sessions.change(
                    connection, user, room, app_request, encoded, seen, now, now - self._session_seconds
                )
            )
        self._sweep_if_due()
        return changed

    def correct(
        self,
        request: str,
        route: str,
        session: str | None = None,
        routebook: str | None = None,
        owner: SessionOwner | None = None,
    ) -> str | None:
        """Store the route that a message should have had, as given by a person; return the one that was decided.

        The last correction counts. With a `routebook`, raises MessageError for a message that another one decided.
        With an `owner`, messages of others do not exist, and a reviewer's label is not replaced (ConflictError).
        """
        turn_writer.check_ids(request=request, **({} if session is None else {"session": session}))
        with span("store.write"):
            return self._database.write(
                lambda connection: store_correction(connection, request, route, session, routebook, owner)
            )

    def correct_earlier(
        self, session: str, text: str, route: str, routebook: str, owner: SessionOwner | None = None
    ) -> bool:
        """Store a person's route for the latest message of a session with this text; False if there is none.

        With an `owner`, messages of others do not exist. What a reviewer labelled stays as it is.
        """
        turn_writer.check_ids(session=session)
        with span("store.write"):
            return self._database.write(
                lambda connection: correct_latest(connection, session, text, route, routebook, owner)
            )

    def stored_messages(self, routebook: str, last: int | None = None) -> Iterator[StoredMessage]:
        """Yield the messages that a routebook decided, by session; `last`: of the sessions with the latest so many."""
        return read_messages(self._database, routebook, last)

    def now(self) -> float:
        """Return the current time by the store's clock, which all stored times use."""
        return self._clock()

    def sessions_since(self, at: float) -> int:
        """Return the number of sessions used after a point in time."""
        count = "SELECT count(*) FROM fingerpost_sessions WHERE last_at > ?"
        return int(self._database.read(lambda connection: connection.query(count, at))[0][0])

    @property
    def students(self) -> StudentRegistry:
        """Return the registry of student versions, and which of them serve."""
        return StudentRegistry(self._database, self._clock)

    @property
    def owners(self) -> SessionOwners:
        """Return who may use which session, and the store's own secret."""
        return SessionOwners(self._database)

    @property
    def reviews(self) -> Reviews:
        """Return which messages people are reviewing, and the labels they gave."""
        return Reviews(self._database, self._clock)

    @property
    def published(self) -> PublishedRoutebooks:
        """Return the routebooks published to all servers on this store."""
        return PublishedRoutebooks(self._database, self._clock)

    @property
    def trials(self) -> Trials:
        """Return the trials of edited routebooks."""
        return Trials(self._database, self._clock)

    @property
    def verdicts(self) -> SharedVerdicts:
        """Return the verdicts that all processes on this store share."""
        return SharedVerdicts(self._database, self._clock)

    @property
    def decisions(self) -> StoredDecisions:
        """Return the stored decisions, with filters, as the traces hold them."""
        return StoredDecisions(self._database)

    @property
    def decision_counts(self) -> DecisionCounts:
        """Return the counts of decisions by hour and layer."""
        return DecisionCounts(self._database)

    @property
    def session_store(self) -> SessionView:
        """Return all stored turns by session, as `{"role": …, "content": …}`."""
        return SessionView(self._database)

    @property
    def classify_history_store(self) -> ClassifyHistoryView:
        """Return all stored classified messages by session, as `{"type": …, "topic": …}`."""
        return ClassifyHistoryView(self._database)

    def export(self, user: str) -> Iterator[dict[str, Any]]:
        """Return all turns, traces and app sessions of a user, also from before they identified themselves."""
        turn_writer.check_ids(user=user)
        return user_data.export(self._database, user, self._clock() - self._session_seconds)

    def forget(self, user: str | None = None, session: str | None = None) -> int:
        """Delete every turn, trace and app session of a user, of a session, or of both; return the number of rows.

        App sessions that belong to a known user are deleted with that user only, not with a session.
        """
        if user is None and session is None:
            raise MessageError("forget needs a user, a session, or both: none was given")
        turn_writer.check_storable(user=user, **({} if session is None else {"session": session}))
        with span("store.forget"):
            deleted = self._database.write(lambda connection: user_data.forget(connection, user, session))
            self._database.scrub(thoroughly=True)
        return deleted

    def sweep(self, clock_is_right: bool = False) -> dict[str, int]:
        """Apply the retention rules, in bounded work per call, and return the number of rows of each kind.

        While the clock is in doubt nothing is deleted by age; a caller who knows it to be right can say so.
        """
        time = self._guard.vouch() if clock_is_right else self._guard.check()
        return retention.sweep(self._database, self.retention, time)

    def clock_reading(self) -> ClockReading:
        """Return the present time and the latest that is known to be right, to be compared before a sweep."""
        return self._guard.reading()

    def put_traces(self, traces: Sequence[Mapping[str, Any]]) -> None:
        """Store traces as JSON, indexed by request, session, user and time."""
        if not traces:
            return
        now, doubtful = self._clock(), self._guard.in_doubt()
        rows = [trace_row(trace, now, doubtful) for trace in traces]

        def work(connection: Connection) -> None:
            connection.lock("traces")  # A reader that continues after the last id misses no lower one committed later.
            connection.execute_many(ADD_TRACE, rows)
            add_counts(connection, traces, now)

        with span("store.traces"):
            self._database.write(work)

    def traces(self, after: int = 0, limit: int = 1000) -> list[dict[str, Any]]:
        """Return traces with an id greater than `after`, in order, each with its "id"."""
        select = "SELECT id, trace FROM fingerpost_traces WHERE id > ? ORDER BY id LIMIT ?"
        rows = self._database.read(lambda connection: connection.query(select, after, max(0, limit)))
        return [{**decode_trace(trace), "id": number} for number, trace in rows]

    def run_in_thread(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Run a method of this store on a worker thread: `await store.run_in_thread(store.write, …)`."""
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fingerpost-store")
        # In the caller's context, so that spans are nested in the caller's span.
        work = partial(contextvars.copy_context().run, partial(method, *args, **kwargs))
        try:
            return asyncio.get_running_loop().run_in_executor(self._threads, work)
        except RuntimeError as error:
            raise StoreError(f"{self._database.place} is closed: open the store again ({error})") from error

    def close(self) -> None:
        """Finish running work and close all connections."""
        if self._threads is not None:
            self._threads.shutdown()
        self._guard.close()
        self._database.close()

    def __enter__(self) -> Store:
        """Return the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def after_fork(self) -> None:
        """Drop the parent's threads, and the lock that one of them may have held."""
        self._threads, self._sweeping = None, threading.Lock()

    @property
    def _session_seconds(self) -> float:
        return self.retention.session_hours * 3600

    def _sweep_if_due(self) -> None:
        if self._monotonic() < self._next_sweep or not self._sweeping.acquire(blocking=False):
            return
        try:
            self._next_sweep = self._monotonic() + SWEEP_EVERY
            self.sweep()
        except StoreError as error:
            log.warning("the retention sweep failed and will be repeated: %s", error)
        finally:
            self._sweeping.release()
