"""Changes of what serves: an edit is tried, what was tried is published, and both routebook and classifier roll back.

Every change names what its caller saw serve, and is refused where somebody else changed that meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from fingerpost.errors import ConflictError, MessageError, RoutebookError, StudentError
from fingerpost.learning.champion import load_student_version
from fingerpost.learning.published_routebook import ServedContent, read_published, served_content
from fingerpost.learning.trial import TrialJob
from fingerpost.learning.trial_runner import TrialRunner
from fingerpost.observability.events import log_event
from fingerpost.routebook.example_rows import ExampleChange, edit_examples
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import RouterSource
from fingerpost.settings import Settings
from fingerpost.stores.published_routebooks import PublishedVersion, VersionRecord
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import ServingVersion, StudentVersion
from fingerpost.stores.trials import DONE, NewTrial, StoredTrial

TOLD = 50
"""Added and removed texts that a trial tells one by one."""


class Versions(NamedTuple):
    """The versions of a routebook and of its classifier, newest first, and which of them serve."""

    routebooks: list[VersionRecord]
    served: PublishedVersion | None
    classifiers: list[StudentVersion]
    serving: ServingVersion | None


class RouteChanges:
    """Changes what the servers on one store serve."""

    def __init__(self, source: RouterSource, store: Store, settings: Settings) -> None:
        """Create it for what a server routes with."""
        self._source, self._store, self._settings = source, store, settings
        self._runner = TrialRunner(store)

    def close(self) -> None:
        """End what runs."""
        self._runner.close()

    @property
    def name(self) -> str:
        """Return the name of the routebook."""
        return self._source.router.routebook.name

    @property
    def can_change(self) -> bool:
        """Whether this server follows published routebooks: not where it was given a router in Python."""
        return isinstance(self._source, LiveRouter)

    def try_examples(self, who: str, changes: Sequence[ExampleChange]) -> int:
        """Begin a trial of edited examples, and return its number."""
        live, base = self._base()
        names = live.router.routebook.names
        edited = edit_examples(base.content, changes, names)
        routes: dict[str, dict[str, list[str]]] = {}
        for change in changes:
            told = routes.setdefault(change.route, {"add": [], "remove": []})
            told["add"], told["remove"] = [*told["add"], *change.add][:TOLD], [*told["remove"], *change.remove][:TOLD]
        counts = {key: value for key, value in edited._asdict().items() if key != "packed"}
        return self._try(who, live, base, edited.packed, {"source": "examples", **counts, "routes": routes})

    def try_folder(self, who: str) -> int:
        """Begin a trial of the server's own folder, which is not served while a version is published."""
        live, base = self._base()
        with _told("the folder cannot be tried"):
            content = pack(live.folder)
        if digest_of(content) == base.digest:
            raise MessageError("the folder has what is served: edit it, or edit examples here")
        return self._try(who, live, base, content, {"source": "folder"})

    def _try(self, who: str, live: LiveRouter, base: ServedContent, content: str, change: Mapping[str, Any]) -> int:
        self._check(content, live)
        job = TrialJob(self._settings, self.name, live.folder, base, content)
        return self._runner.start(who, job, NewTrial(base.number, base.digest, digest_of(content), content, change))

    def cancel(self, number: int) -> StoredTrial:
        """Cancel a trial that runs; one that has ended stays as it is."""
        self._store.trials.cancel(self.name, number)
        return self._store.trials.find(self.name, number)

    def publish(self, who: str, number: int, digest: str) -> int:
        """Publish what a trial has tried, named by its digest, and return the version.

        Raises ConflictError where that is something else, where the trial has not ended well, and where something else
        is served by now than what it was compared with.
        """
        live, base = self._base()
        trial, content = self._store.trials.find(self.name, number), self._store.trials.content(self.name, number)
        if trial.state != DONE:
            raise ConflictError(f"trial {number} is {trial.state}, so that nobody knows what it changes: try it again")
        if not digest == trial.digest == digest_of(content):
            raise ConflictError(f"this is not what trial {number} has tried: look at it again, or try it again")
        if (base.number, base.digest) != (trial.base, trial.base_digest):
            raise ConflictError("what is served has changed since this was tried: try it again")
        self._check(content, live)
        figures = {name: trial.result.get(name) for name in ("traffic", "held_out", "cross_validation")}
        lineage = {"trial": number, "change": trial.change, **figures}
        version = self._store.published.add(self.name, digest, content, who=who, figures=lineage, since=trial.base)
        log_event(f"[published] {self.name}: version {version}, tried in trial {number}, by {who or 'the console'}")
        return version

    def roll_back(self, who: str, number: int) -> PublishedVersion | None:
        """Take back the published version that is served, and return the one before; None for the folders."""
        served = self._store.published.roll_back(self.name, number, who)
        now = "the folders" if served is None else f"version {served.number}"
        log_event(f"[published] {self.name}: version {number} is rolled back to {now} by {who or 'the console'}")
        return served

    def promote_classifier(self, who: str, number: int, serving: int | None, *, anyway: bool) -> ServingVersion:
        """Make a classifier serve; `serving`: the number of what served to the caller's knowledge."""
        students, book = self._store.students, self._source.router.routebook
        since = self._serving(serving)
        comparison = self._lineage(number).get("comparison") or {}
        if not comparison.get("passed") and not anyway:
            reasons = "; ".join(comparison.get("reasons", ["it was never compared"]))
            raise ConflictError(f"classifier version {number} was refused: {reasons}")
        try:
            load_student_version(self._store, book, number, self._source.router.batcher.encoder.fingerprint)
            return students.set_serving(self.name, number, f"by {who or 'the console'}", since=since)
        except StudentError as error:
            raise ConflictError(str(error)) from error

    def roll_back_classifier(self, who: str, serving: int | None) -> ServingVersion:
        """Make the classifier before serve again; `serving`: the number of what served to the caller's knowledge."""
        since = self._serving(serving)
        try:
            return self._store.students.roll_back(self.name, f"by {who or 'the console'}", since)
        except StudentError as error:
            raise ConflictError(str(error)) from error

    def versions(self) -> Versions:
        """Return the versions of the routebook and of the classifier."""
        published, students = self._store.published, self._store.students
        return Versions(
            published.versions(self.name),
            published.latest(self.name),
            students.all(self.name)[::-1],
            students.serving(self.name),
        )

    def trials(self) -> list[StoredTrial]:
        """Return the trials that are kept, newest first."""
        return self._store.trials.all(self.name)

    def trial(self, number: int) -> StoredTrial:
        """Return a trial whose changes have the text of their messages, as far as it is stored; or NotFoundError."""
        trial = self._store.trials.find(self.name, number)
        flips: list[dict[str, Any]] = trial.result.get("flips", [])
        texts = self._store.trials.texts([flip["turn"] for flip in flips if flip["turn"] is not None])
        shown = [flip if flip["turn"] is None else {**flip, "text": texts.get(flip["turn"])} for flip in flips]
        return trial._replace(result={**trial.result, "flips": shown} if flips else trial.result)

    def _base(self) -> tuple[LiveRouter, ServedContent]:
        """Return what is served; raises MessageError where it is not a folder's, or this server is not there yet."""
        live = self._source
        if not isinstance(live, LiveRouter):
            raise MessageError("this server was given its routes in Python: change them there")
        with _told("what the folder or the store has cannot be served"):
            base = served_content(self._store, self.name, live.folder)
            book = read_published(base.content, base.number or 0, self.name, live.folder)
        if book.examples != live.router.routebook.examples:
            raise ConflictError(
                "this server does not serve yet what the folder or the store has: try again in some seconds; if it"
                " stays so, the server's log says why it was refused"
            )
        return live, base

    def _check(self, content: str, live: LiveRouter) -> None:
        with _told("the edited routebook cannot be served"):
            read_published(content, 0, self.name, live.folder)

    def _serving(self, seen: int | None) -> ServingVersion | None:
        now = self._store.students.serving(self.name)
        if (None if now is None else now.student) != seen:
            raise ConflictError("another classifier serves by now: look at it again")
        return now

    def _lineage(self, number: int) -> Mapping[str, Any]:
        try:
            return self._store.students.lineage(self.name, number)
        except StudentError as error:
            raise MessageError(str(error)) from error


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Tell what is wrong with a routebook, without the name of its folder."""
    try:
        yield
    except RoutebookError as error:
        where = f"{error.key}: " if error.key else ""
        raise MessageError(f"{what}: {where}{error.remedy}") from error
