"""The database schema as numbered migrations, applied when an older database is opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fingerpost.errors import StoreError
from fingerpost.observability.events import log_event

if TYPE_CHECKING:
    from fingerpost.stores.connection import Connection

# `life` counts how often an ended session was started again. `whole` is the number of turns that still have their
# full text; `due` marks an active session with texts to reduce.
_SESSIONS_AND_TURNS = (
    """CREATE TABLE fingerpost_sessions (
        session TEXT NOT NULL PRIMARY KEY,
        owner TEXT,
        life INTEGER NOT NULL,
        last_at DOUBLE PRECISION NOT NULL,
        ended INTEGER NOT NULL,
        whole INTEGER NOT NULL,
        due INTEGER NOT NULL
    )""",
    "CREATE INDEX fingerpost_sessions_owner ON fingerpost_sessions (owner)",
    "CREATE INDEX fingerpost_sessions_last ON fingerpost_sessions (last_at)",
    "CREATE INDEX fingerpost_sessions_whole ON fingerpost_sessions (last_at) WHERE whole > 0",
    "CREATE INDEX fingerpost_sessions_due ON fingerpost_sessions (session) WHERE due = 1",
    """CREATE TABLE fingerpost_turns (
        id {identity},
        session TEXT NOT NULL,
        request TEXT NOT NULL,
        place INTEGER NOT NULL,
        life INTEGER NOT NULL,
        owner TEXT,
        role TEXT NOT NULL,
        text TEXT NOT NULL,
        snippet TEXT,
        whole INTEGER NOT NULL,
        route TEXT,
        layer TEXT,
        confidence DOUBLE PRECISION,
        outcome TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE UNIQUE INDEX fingerpost_turns_request ON fingerpost_turns (session, request, place)",
    "CREATE INDEX fingerpost_turns_session ON fingerpost_turns (session, id)",
    "CREATE INDEX fingerpost_turns_owner ON fingerpost_turns (owner)",
    "CREATE INDEX fingerpost_turns_at ON fingerpost_turns (at)",
)

_TRACES = (
    """CREATE TABLE fingerpost_traces (
        id {identity},
        request TEXT,
        session TEXT,
        owner TEXT,
        at DOUBLE PRECISION NOT NULL,
        trace TEXT NOT NULL
    )""",
    "CREATE INDEX fingerpost_traces_session ON fingerpost_traces (session)",
    "CREATE INDEX fingerpost_traces_owner ON fingerpost_traces (owner)",
    "CREATE INDEX fingerpost_traces_at ON fingerpost_traces (at)",
)

# An unknown owner is '' and not NULL, because a unique index allows any number of NULLs; `ended` is '' while the app
# runs.
# `opened_by` and `ended_by` are request ids, as is `request` of an event.
_APPS = (
    """CREATE TABLE fingerpost_app_sessions (
        id {identity},
        owner TEXT NOT NULL,
        room TEXT NOT NULL,
        app TEXT NOT NULL,
        opened_by TEXT NOT NULL,
        ended_by TEXT NOT NULL,
        ended TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        last_at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE UNIQUE INDEX fingerpost_app_sessions_running ON fingerpost_app_sessions (owner, room) WHERE ended = ''",
    "CREATE INDEX fingerpost_app_sessions_room ON fingerpost_app_sessions (owner, room, id)",
    "CREATE INDEX fingerpost_app_sessions_last ON fingerpost_app_sessions (last_at) WHERE ended = ''",
    """CREATE TABLE fingerpost_app_events (
        app_session BIGINT NOT NULL,
        place INTEGER NOT NULL,
        request TEXT NOT NULL,
        kind TEXT NOT NULL,
        content TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (app_session, place)
    )""",
    "CREATE INDEX fingerpost_app_events_request ON fingerpost_app_events (app_session, request)",
)

# The messages that changed an app: their session, and a digest of their text, to tell a repeated request from another
# one with the same id. For older rows the session is filled in where only one session has a message of that id.
_APP_REQUESTS = (
    """CREATE TABLE fingerpost_app_requests (
        app_session BIGINT NOT NULL,
        request TEXT NOT NULL,
        session TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (app_session, request)
    )""",
    "CREATE INDEX fingerpost_app_requests_session ON fingerpost_app_requests (session)",
    """INSERT INTO fingerpost_app_requests (app_session, request, session, digest)
        SELECT DISTINCT e.app_session, e.request, t.session, ''
        FROM fingerpost_app_events e JOIN fingerpost_app_sessions s ON s.id = e.app_session JOIN
            (SELECT request, min(session) AS session FROM fingerpost_turns WHERE owner IS NULL
                GROUP BY request HAVING count(DISTINCT session) = 1) t ON t.request = e.request
        WHERE s.owner = ''""",
    # Idle sessions are no longer searched for.
    "DROP INDEX fingerpost_app_sessions_last",
)

# `corrected` is the right route as given by a person. A row in `fingerpost_serving` names the student that serves from
# then on, and the last row counts; NULL is the student trained on the routebook's own examples.
_LEARNING = (
    "ALTER TABLE fingerpost_turns ADD COLUMN routebook TEXT",
    "ALTER TABLE fingerpost_turns ADD COLUMN corrected TEXT",
    "CREATE INDEX fingerpost_turns_named ON fingerpost_turns (request)",
    """CREATE TABLE fingerpost_students (
        id {identity},
        routebook TEXT NOT NULL,
        lineage TEXT NOT NULL,
        head TEXT NOT NULL,
        arrays {blob} NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX fingerpost_students_routebook ON fingerpost_students (routebook, id)",
    """CREATE TABLE fingerpost_serving (
        id {identity},
        routebook TEXT NOT NULL,
        role TEXT NOT NULL,
        how TEXT NOT NULL,
        student BIGINT,
        why TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX fingerpost_serving_role ON fingerpost_serving (routebook, role, id)",
    """CREATE TABLE fingerpost_trainers (
        routebook TEXT NOT NULL PRIMARY KEY,
        trainer TEXT NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
)

# The version with the highest number is served of those that were not withdrawn.
_PUBLISHED = (
    """CREATE TABLE fingerpost_published (
        routebook TEXT NOT NULL,
        number INTEGER NOT NULL,
        digest TEXT NOT NULL,
        content TEXT NOT NULL,
        withdrawn INTEGER NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (routebook, number)
    )""",
)

# `proven` is the latest time known to be right, NULL before the first; `told` is the day on which a doubt was last
# logged, else 0. Rows that are `doubtful` were written by a clock in doubt. `settled_life` is the last life that a
# clock beyond doubt began: what was said in those before it may be reduced.
_CLOCK = (
    "CREATE TABLE fingerpost_clock (proven DOUBLE PRECISION, told INTEGER NOT NULL)",
    "INSERT INTO fingerpost_clock VALUES (NULL, 0)",
    "ALTER TABLE fingerpost_sessions ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE fingerpost_sessions ADD COLUMN settled_life INTEGER NOT NULL DEFAULT 1",
    "UPDATE fingerpost_sessions SET settled_life = life WHERE life > 1",
    "ALTER TABLE fingerpost_turns ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE fingerpost_traces ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX fingerpost_sessions_doubtful ON fingerpost_sessions (session) WHERE doubtful = 1",
    "CREATE INDEX fingerpost_turns_doubtful ON fingerpost_turns (id) WHERE doubtful = 1",
    "CREATE INDEX fingerpost_traces_doubtful ON fingerpost_traces (id) WHERE doubtful = 1",
)

# `fingerprint` identifies all that a verdict depends on, `digest` the message; no text is stored.
_VERDICTS = (
    """CREATE TABLE fingerpost_verdicts (
        id {identity},
        fingerprint TEXT NOT NULL,
        digest TEXT NOT NULL,
        verdict TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX fingerpost_verdicts_fingerprint ON fingerpost_verdicts (fingerprint, id)",
    "CREATE INDEX fingerpost_verdicts_at ON fingerpost_verdicts (at)",
)

# `client` is the name of the key that opened a session, NULL for one without a name. The secret names sessions of users
# in rooms; it has one row once it was needed.
_CLIENTS = (
    "ALTER TABLE fingerpost_sessions ADD COLUMN client TEXT",
    "CREATE TABLE fingerpost_secret (secret TEXT NOT NULL)",
)

# What decisions are looked for by, from their traces; NULL in rows of before. `client` is as in sessions. By an index
# with the id, the latest of a session, a client or a request are found without a search of all others.
_DECISIONS = (
    "ALTER TABLE fingerpost_traces ADD COLUMN client TEXT",
    "ALTER TABLE fingerpost_traces ADD COLUMN route TEXT",
    "ALTER TABLE fingerpost_traces ADD COLUMN layer TEXT",
    "ALTER TABLE fingerpost_traces ADD COLUMN accepted INTEGER",
    "ALTER TABLE fingerpost_traces ADD COLUMN language TEXT",
    "DROP INDEX fingerpost_traces_session",
    "CREATE INDEX fingerpost_traces_session ON fingerpost_traces (session, id)",
    "CREATE INDEX fingerpost_traces_client ON fingerpost_traces (client, id)",
    "CREATE INDEX fingerpost_traces_request ON fingerpost_traces (request, id)",
)

# A claim keeps a message for one reviewer at one `desk` (a browser tab, a terminal) until its time; `digest` is that of
# the message, keyed by the store's secret, and `done` means that it is labelled. A label without a route is a skip,
# `was` the correction before it, and `guess` that of the classifier. `turn` is the id of the message.
_REVIEWS = (
    """CREATE TABLE fingerpost_review_claims (
        routebook TEXT NOT NULL,
        digest TEXT NOT NULL,
        turn BIGINT NOT NULL,
        reviewer TEXT NOT NULL,
        desk TEXT NOT NULL,
        guess TEXT,
        until DOUBLE PRECISION NOT NULL,
        done INTEGER NOT NULL,
        PRIMARY KEY (routebook, digest)
    )""",
    """CREATE TABLE fingerpost_review_labels (
        id {identity},
        routebook TEXT NOT NULL,
        turn BIGINT NOT NULL,
        reviewer TEXT NOT NULL,
        desk TEXT NOT NULL,
        route TEXT,
        decided TEXT,
        guess TEXT,
        was TEXT,
        undone INTEGER NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    """CREATE UNIQUE INDEX fingerpost_review_labels_turn ON fingerpost_review_labels (turn)
        WHERE undone = 0 AND route IS NOT NULL""",
    "CREATE INDEX fingerpost_review_labels_reviewer ON fingerpost_review_labels (routebook, reviewer, id)",
    "CREATE INDEX fingerpost_turns_corrected ON fingerpost_turns (id) WHERE corrected IS NOT NULL",
)

# Of a published version: who published it, the version served before it (NULL: the folders), the figures of its trial,
# and who rolled it back when. A trial compares an edited routebook with the one that serves, whose number and digest
# `base` and `base_digest` are; `until` is when one that runs counts as lost.
_TRIALS = (
    "ALTER TABLE fingerpost_published ADD COLUMN who TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE fingerpost_published ADD COLUMN parent INTEGER",
    "ALTER TABLE fingerpost_published ADD COLUMN figures TEXT",
    "ALTER TABLE fingerpost_published ADD COLUMN ended_by TEXT",
    "ALTER TABLE fingerpost_published ADD COLUMN ended_at DOUBLE PRECISION",
    """CREATE TABLE fingerpost_trials (
        id {identity},
        routebook TEXT NOT NULL,
        who TEXT NOT NULL,
        state TEXT NOT NULL,
        base INTEGER,
        base_digest TEXT NOT NULL,
        digest TEXT NOT NULL,
        content TEXT NOT NULL,
        change TEXT NOT NULL,
        progress TEXT NOT NULL,
        result TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX fingerpost_trials_routebook ON fingerpost_trials (routebook, id)",
)

# Sums of decisions by hour (since 1970, of UTC), layer and pace, the step of the time that deciding took; see
# `decision_counts`. A row of `fingerpost_backups` is a backup that was completed.
_COUNTS = (
    """CREATE TABLE fingerpost_decision_counts (
        routebook TEXT NOT NULL,
        hour BIGINT NOT NULL,
        layer TEXT NOT NULL,
        pace INTEGER NOT NULL,
        decisions BIGINT NOT NULL,
        asked BIGINT NOT NULL,
        unsure BIGINT NOT NULL,
        calls BIGINT NOT NULL,
        reported BIGINT NOT NULL,
        estimated BIGINT NOT NULL,
        prompt BIGINT NOT NULL,
        completion BIGINT NOT NULL,
        PRIMARY KEY (routebook, hour, layer, pace)
    )""",
    "CREATE TABLE fingerpost_backups (at DOUBLE PRECISION NOT NULL)",
)

MIGRATIONS = (
    _SESSIONS_AND_TURNS, _TRACES, _APPS, _APP_REQUESTS, _LEARNING, _PUBLISHED, _CLOCK, _VERDICTS, _CLIENTS, _DECISIONS,
    _REVIEWS, _TRIALS, _COUNTS,
)  # fmt: skip
"""Append only: migration N brings a database from version N-1 to version N."""

_CREATED = re.compile(r"CREATE TABLE (\w+)")
TABLES = (
    "fingerpost_schema",
    *(table for statements in MIGRATIONS for statement in statements for table in _CREATED.findall(statement)),
)
"""All tables of a store."""


def is_current(connection: Connection, place: str) -> bool:
    """Return whether no migration is missing; raises StoreError for a newer or damaged database."""
    return _version(connection, place) == len(MIGRATIONS)


def migrate(connection: Connection, place: str) -> None:
    """Apply the missing migrations in the current transaction; raises StoreError for a newer or damaged database."""
    if is_current(connection, place):
        return
    # A large store takes minutes, in which other processes that open it wait.
    connection.lift_time_limits()
    connection.lock("schema")
    version = _version(connection, place)
    if version == len(MIGRATIONS):
        return
    if version:
        log_event(f"[store] {place} is brought from version {version} to {len(MIGRATIONS)}: writers wait meanwhile")
    else:
        connection.execute("CREATE TABLE fingerpost_schema (version INTEGER NOT NULL)")
        connection.execute("INSERT INTO fingerpost_schema VALUES (0)")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement.format(identity=connection.identity, blob=connection.blob))
    connection.execute("UPDATE fingerpost_schema SET version = ?", len(MIGRATIONS))


def _version(connection: Connection, place: str) -> int:
    """Return the version of a database, 0 for an empty one; raises StoreError for a newer or damaged one."""
    if not connection.has_table("fingerpost_schema"):
        return 0
    rows = connection.query("SELECT version FROM fingerpost_schema")
    if len(rows) != 1 or not isinstance(rows[0][0], int):
        raise StoreError(f"{place} has no schema version: it is damaged; restore a backup, or name another database")
    version: int = rows[0][0]
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{place} has version {version}, and this Fingerpost knows versions up to {len(MIGRATIONS)}:"
            " install the newer Fingerpost that made it, or name another database"
        )
    return version
