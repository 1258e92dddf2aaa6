"""Messages that people review: who has which one at present, the labels they gave, and taking a label back.

A message is claimed for some minutes before it is shown, so that two reviewers on two servers are never shown the same
one at once. All changes of one routebook are made one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import methodcaller
from typing import NamedTuple

from fingerpost.errors import ConflictError, NotFoundError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.stored_messages import (
    StoredMessage,
    lock_reviews,
    read_corrected,
    read_corrected_texts,
    read_latest,
    read_session_of,
)

LEASE = 600.0
"""Seconds for which a message is kept for the reviewer who was shown it."""

SKIP_SECONDS = 86_400.0
"""Seconds for which a skipped message is not shown again at the same desk."""

_CHUNK = 100
_BEFORE, _AFTER = 4, 2
"""Turns of a conversation that are shown before a message, and after it."""

_LABEL = "id, turn, reviewer, route, decided, guess, was, undone, at"
_STANDING = f"SELECT {_LABEL} FROM fingerpost_review_labels WHERE turn = ? AND undone = 0"  # noqa: S608 - a constant


class Reviewer(NamedTuple):
    """Who reviews: the name of a person's key, and the desk (a browser tab, a terminal), each with its own messages."""

    name: str
    desk: str = ""


class ReviewCandidate(NamedTuple):
    """A message that may be claimed: its id, the digest of what is the same message, and the classifier's guess."""

    turn: int
    digest: str
    guess: str | None = None


class Label(NamedTuple):
    """A person's label of a message; without a `route` the message was skipped.

    `decided` is the route that was decided, `guess` that of the classifier when the message was claimed, and `was` the
    correction that the label replaced.
    """

    id: int
    turn: int
    reviewer: str
    route: str | None
    decided: str | None
    guess: str | None
    was: str | None
    undone: int
    at: float


class ContextTurn(NamedTuple):
    """A turn of the conversation around a message."""

    id: int
    role: str
    text: str
    route: str | None


class Reviews:
    """The claims and labels in one database; changes are committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.reviews`."""
        self._database, self._clock = database, clock

    def latest(self, routebook: str, last: int) -> Iterator[StoredMessage]:
        """Yield the messages of the sessions that have the latest `last` messages without a correction."""
        return read_latest(self._database, routebook, last)

    def corrected(self, routebook: str) -> Iterator[StoredMessage]:
        """Yield the messages of the sessions that have a correction."""
        return read_corrected(self._database, routebook)

    def corrected_texts(self, routebook: str) -> Iterator[str]:
        """Yield the texts of the messages that have a correction."""
        return read_corrected_texts(self._database, routebook)

    def session_of(self, routebook: str, turn: int) -> Iterator[StoredMessage]:
        """Yield the messages of the session of a message."""
        return read_session_of(self._database, routebook, turn)

    def context(self, turn: int) -> list[ContextTurn]:
        """Return the turns around a message, oldest first, itself among them; answers only while they are stored."""
        select = """SELECT o.id, o.role, CASE WHEN o.whole = 1 OR o.text <> '' THEN o.text
                ELSE COALESCE(o.snippet, '') END, o.route
            FROM fingerpost_turns t JOIN fingerpost_turns o ON o.session = t.session AND o.life = t.life
            WHERE t.id = ? AND o.id {} ORDER BY o.id {} LIMIT ?"""
        earlier, later = (
            self._database.read(methodcaller("query", select.format(f"{than} t.id", order), turn, most))
            for than, order, most in (("<", "DESC", _BEFORE), (">=", "ASC", _AFTER + 1))
        )
        return [ContextTurn(*row) for row in (*reversed(earlier), *later) if row[2]]

    def claim(self, routebook: str, reviewer: Reviewer, candidates: Sequence[ReviewCandidate], most: int) -> list[int]:
        """Keep up to `most` messages for a reviewer, the first free ones, and return their ids.

        Of the candidates, those that the reviewer has already at this desk come first, and are kept on.
        """
        now = self._clock()

        def work(connection: Connection) -> list[int]:
            lock_reviews(connection, routebook)
            _end_claims(connection, routebook, now)
            kept = list(islice(_free(connection, routebook, reviewer, candidates, now), max(0, most)))
            connection.execute_many(
                """INSERT INTO fingerpost_review_claims (routebook, digest, turn, reviewer, desk, guess, until, done)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 0)
                    ON CONFLICT (routebook, digest) DO UPDATE SET until = excluded.until""",
                [(routebook, c.digest, c.turn, reviewer.name, reviewer.desk, c.guess, now + LEASE) for c in kept],
            )
            return [candidate.turn for candidate in kept]

        return self._database.write(work)

    def free(self, routebook: str, reviewer: Reviewer, candidates: Sequence[ReviewCandidate]) -> list[int]:
        """Return the ids of all messages that the reviewer has or could claim now."""
        now = self._clock()

        return self._database.read(
            lambda connection: [one.turn for one in _free(connection, routebook, reviewer, candidates, now)]
        )

    def held(self, routebook: str, reviewer: Reviewer) -> set[int]:
        """Return the ids of the messages that a reviewer has at a desk and has not labelled."""
        now = self._clock()
        return self._database.read(lambda connection: _held(connection, routebook, reviewer, now))

    def release(self, routebook: str, reviewer: Reviewer) -> int:
        """Give back what a reviewer has at a desk and has not labelled; return the number of messages."""
        delete = "DELETE FROM fingerpost_review_claims WHERE routebook = ? AND reviewer = ? AND desk = ? AND done = 0"
        return int(self._database.write(methodcaller("execute", delete, routebook, *reviewer)))

    def label(self, routebook: str, reviewer: Reviewer, turn: int, route: str | None) -> tuple[Label, bool]:
        """Store a person's route for a message (None: skip it), and return the label, and whether it is new.

        The same label again changes nothing, and another one by the same person replaces it, as does the same one after
        feedback changed the message. A skip is for its desk and a while; what the person labelled stays labelled.
        Raises NotFoundError for an unknown message, and ConflictError for one that somebody else has, or has labelled.
        """
        now = self._clock()

        def work(connection: Connection) -> tuple[Label, bool]:
            lock_reviews(connection, routebook)
            decided, was = _find_turn(connection, routebook, turn)
            guess = _check_claim(connection, routebook, reviewer, turn, now)
            if route is None:
                _release(connection, routebook, turn)
            standing = _own_label(connection, reviewer, turn, now)
            if standing is not None and (route is None or route == standing.route == was):
                return standing, False
            if standing is not None and standing.route is not None:
                guess, was = standing.guess, standing.was if was == standing.route else was
            _end_labels(connection, reviewer, turn, standing)
            [(number,)] = connection.query(
                """INSERT INTO fingerpost_review_labels
                    (routebook, turn, reviewer, desk, route, decided, guess, was, undone, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?) RETURNING id""",
                routebook,
                turn,
                *reviewer,
                route,
                decided,
                guess,
                was,
                now,
            )
            if route is not None:
                connection.execute("UPDATE fingerpost_turns SET corrected = ? WHERE id = ?", route, turn)
                # Kept on: another server may still have the same words of another session in its queue.
                connection.execute(
                    "UPDATE fingerpost_review_claims SET done = 1, until = ? WHERE routebook = ? AND turn = ?",
                    now + LEASE,
                    routebook,
                    turn,
                )
            return Label(number, turn, reviewer.name, route, decided, guess, was, 0, now), True

        return self._database.write(work)

    def undo(self, routebook: str, reviewer: Reviewer, number: int | None = None) -> Label:
        """Take a label of the reviewer back, by its number or the latest one, and return it as it was.

        The message gets the correction that it had before, unless it was corrected again since. A label that was taken
        back before stays so. Raises NotFoundError where there is none.
        """
        now = self._clock()

        def work(connection: Connection) -> Label:
            lock_reviews(connection, routebook)
            found = connection.query(
                f"""SELECT {_LABEL} FROM fingerpost_review_labels WHERE routebook = ? AND reviewer = ?
                    AND {"undone = 0 AND desk = ?" if number is None else "id = ?"} ORDER BY id DESC LIMIT 1""",  # noqa: S608
                routebook,
                reviewer.name,
                reviewer.desk if number is None else number,
            )
            if not found:
                which = "no label is left" if number is None else f"there is no label {number} of yours"
                raise NotFoundError(f"nothing to undo: {which}; only your own labels can be taken back")
            label = Label(*found[0])
            if not label.undone:
                connection.execute("UPDATE fingerpost_review_labels SET undone = 1 WHERE id = ?", label.id)
                if label.route is not None:
                    connection.execute(
                        "UPDATE fingerpost_turns SET corrected = ? WHERE id = ? AND corrected = ?",
                        label.was,
                        label.turn,
                        label.route,
                    )
                # The message is shown to the same person again.
                connection.execute(
                    """UPDATE fingerpost_review_claims SET done = 0, reviewer = ?, desk = ?, until = ?
                        WHERE routebook = ? AND turn = ? AND done = 1""",
                    *reviewer,
                    now + LEASE,
                    routebook,
                    label.turn,
                )
            return label

        return self._database.write(work)

    def recent(self, routebook: str, reviewer: Reviewer, most: int) -> list[Label]:
        """Return the latest labels of a reviewer at a desk that were not taken back, the newest first."""
        select = f"""SELECT {_LABEL} FROM fingerpost_review_labels
            WHERE routebook = ? AND reviewer = ? AND desk = ? AND undone = 0 ORDER BY id DESC LIMIT ?"""  # noqa: S608
        rows = self._database.read(methodcaller("query", select, routebook, *reviewer, most))
        return [Label(*row) for row in rows]

    def labels(self, routebook: str, since: float = 0.0) -> list[Label]:
        """Return the labels since a point in time that were not taken back, without skips, oldest first."""
        select = f"""SELECT {_LABEL} FROM fingerpost_review_labels
            WHERE routebook = ? AND at >= ? AND undone = 0 AND route IS NOT NULL ORDER BY id"""  # noqa: S608
        return [Label(*row) for row in self._database.read(methodcaller("query", select, routebook, since))]

    def counts(self, routebook: str, since: float) -> dict[str, tuple[int, int]]:
        """Return the number of labels by reviewer: in all, and since a point in time."""
        select = """SELECT reviewer, count(*), sum(CASE WHEN at >= ? THEN 1 ELSE 0 END) FROM fingerpost_review_labels
            WHERE routebook = ? AND undone = 0 AND route IS NOT NULL GROUP BY reviewer ORDER BY 2 DESC, reviewer"""
        rows = self._database.read(methodcaller("query", select, since, routebook))
        return {name: (int(total), int(lately)) for name, total, lately in rows}


def _end_claims(connection: Connection, routebook: str, now: float) -> None:
    """Delete the claims whose time has passed, and those from a clock that ran far ahead."""
    connection.execute(
        "DELETE FROM fingerpost_review_claims WHERE routebook = ? AND (until <= ? OR until > ?)",
        routebook,
        now,
        now + 2 * LEASE,
    )


def _release(connection: Connection, routebook: str, turn: int) -> None:
    delete = "DELETE FROM fingerpost_review_claims WHERE routebook = ? AND turn = ? AND done = 0"
    connection.execute(delete, routebook, turn)


def _held(connection: Connection, routebook: str, reviewer: Reviewer, now: float) -> set[int]:
    select = """SELECT turn FROM fingerpost_review_claims
        WHERE routebook = ? AND reviewer = ? AND desk = ? AND done = 0 AND until > ?"""
    return {turn for (turn,) in connection.query(select, routebook, *reviewer, now)}


def _free(
    connection: Connection, routebook: str, reviewer: Reviewer, candidates: Sequence[ReviewCandidate], now: float
) -> Iterator[ReviewCandidate]:
    """Yield the candidates without a label that nobody else has, those that the reviewer has already first."""
    held = _held(connection, routebook, reviewer, now)
    taken = _taken_digests(connection, routebook, reviewer, now)
    skipped = _skipped(connection, routebook, reviewer, now)
    ordered = sorted(candidates, key=lambda candidate: candidate.turn not in held)
    by_digest = {one.digest: one for one in reversed(ordered) if one.digest not in taken and one.turn not in skipped}
    open_ones = reversed(by_digest.values())
    while chunk := list(islice(open_ones, _CHUNK)):
        marks = ", ".join("?" * len(chunk))
        select = f"SELECT id FROM fingerpost_turns WHERE corrected IS NULL AND id IN ({marks})"  # noqa: S608
        unlabelled = {number for (number,) in connection.query(select, *(one.turn for one in chunk))}
        yield from (one for one in chunk if one.turn in unlabelled)


def _taken_digests(connection: Connection, routebook: str, reviewer: Reviewer, now: float) -> set[str]:
    """Return the digests of messages that others have now, or that are labelled."""
    rows = connection.query(
        """SELECT digest FROM fingerpost_review_claims WHERE routebook = ? AND until > ? AND until <= ?
            AND (done = 1 OR reviewer <> ? OR desk <> ?)""",
        routebook,
        now,
        now + 2 * LEASE,
        *reviewer,
    )
    return {digest for (digest,) in rows}


def _skipped(connection: Connection, routebook: str, reviewer: Reviewer, now: float) -> set[int]:
    rows = connection.query(
        """SELECT turn FROM fingerpost_review_labels
            WHERE routebook = ? AND reviewer = ? AND desk = ? AND undone = 0 AND route IS NULL AND at > ?""",
        routebook,
        *reviewer,
        now - SKIP_SECONDS,
    )
    return {turn for (turn,) in rows}


def _find_turn(connection: Connection, routebook: str, turn: int) -> tuple[str | None, str | None]:
    """Return the route that was decided for a message, and its correction."""
    rows = connection.query(
        """SELECT route, corrected FROM fingerpost_turns
            WHERE id = ? AND role = 'user' AND (routebook IS NULL OR routebook = ?)""",
        turn,
        routebook,
    )
    if not rows:
        raise NotFoundError(f"item {turn} is not in the store of {routebook}: old ones are deleted; claim the next one")
    return rows[0]


def _check_claim(connection: Connection, routebook: str, reviewer: Reviewer, turn: int, now: float) -> str | None:
    """Return the guess at the time of the claim; raises ConflictError if somebody else has or labelled the message."""
    others = [Label(*row) for row in connection.query(_STANDING, turn)]
    for label in others:
        if label.route is not None and label.reviewer != reviewer.name:
            raise ConflictError(
                f"item {turn} was labelled {label.route} by {_shown(label.reviewer)}: take the next one"
            )
    claims = connection.query(
        "SELECT reviewer, desk, guess, until, done FROM fingerpost_review_claims WHERE routebook = ? AND turn = ?",
        routebook,
        turn,
    )
    for name, desk, guess, until, done in claims:
        if (name, desk) == tuple(reviewer) or done or not now < until <= now + 2 * LEASE:
            return str(guess) if guess is not None else None
        raise ConflictError(f"item {turn} is with {_shown(name)} now: take the next one")
    return None


def _own_label(connection: Connection, reviewer: Reviewer, turn: int, now: float) -> Label | None:
    """Return the reviewer's route for a message, or else the skip by which it is not shown at this desk."""
    rows = connection.query(
        f"{_STANDING} AND reviewer = ? AND (route IS NOT NULL OR (desk = ? AND at > ?)) ORDER BY route IS NULL LIMIT 1",
        turn,
        *reviewer,
        now - SKIP_SECONDS,
    )
    return Label(*rows[0]) if rows else None


def _end_labels(connection: Connection, reviewer: Reviewer, turn: int, standing: Label | None) -> None:
    """End a standing label, and earlier skips at this desk; those at others last on."""
    connection.execute(
        """UPDATE fingerpost_review_labels SET undone = 1
            WHERE undone = 0 AND (id = ? OR (turn = ? AND reviewer = ? AND desk = ? AND route IS NULL))""",
        0 if standing is None else standing.id,
        turn,
        *reviewer,
    )


def _shown(reviewer: str) -> str:
    return reviewer or "another reviewer"
