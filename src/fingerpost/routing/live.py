"""A router that reloads without a restart: an edit is checked, a new router is built, and swapped in atomically."""

from __future__ import annotations

import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.errors import FingerpostError, RoutebookError
from fingerpost.language.text import fold
from fingerpost.models.encoder import Encoder
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.load import EXAMPLES, RULES, Rows, files, find_folder, read_folder, read_rows
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routing.router import Router
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.lock import process_lock
from fingerpost.settings import Settings
from fingerpost.types import Decision, Example, Message

if TYPE_CHECKING:
    from fingerpost.routing.explanation.model import Explanation
    from fingerpost.routing.student.model import Student


class LiveRouter:
    """A Router that follows the edits of its routebook's folder. A request ends on the router it began with.

    An invalid edit is rejected with its reason, and the current router stays. `student`: the adopted student; None
    while the one fitted on the examples is in use.
    """

    def __init__(self, place: str | Path, *, encoder: Encoder | None = None, settings: Settings | None = None) -> None:
        """Load a routebook by name or from a folder, and warm it."""
        self.folder = find_folder(place)
        self._seen = _signature(self.folder)
        self._router = Router.from_routebook(self.folder, encoder=encoder, settings=settings).warm()
        self.student: Student | None = None
        self._override = ""
        self._changing = threading.Lock()
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, which a thread of the parent may hold, and drop the parent's watcher."""
        self._changing, self._watcher = threading.Lock(), None

    @property
    def router(self) -> Router:
        """Return the current router; use the same one throughout a request."""
        return self._router

    @property
    def override(self) -> str:
        """Return the name of the routebook that is served in place of the folder's; empty where that one is."""
        return self._override

    def route(self, message: str | Message) -> Decision:
        """Return the decision for a message, blocking the caller's thread."""
        return self._router.route(message)

    async def aroute(self, message: str | Message) -> Decision:
        """Return the decision without blocking the event loop."""
        return await self._router.aroute(message)

    def route_many(self, messages: Sequence[str | Message]) -> list[Decision]:
        """Return the decisions for a batch."""
        return self._router.route_many(messages)

    def explain(self, message: str | Message, decision: Decision | None = None, seconds: float = 5.0) -> Explanation:
        """Return why a message gets its decision (or this one), with trials that take about so many seconds."""
        return self._router.explain(message, decision, seconds)

    def reload(self) -> bool:
        """Load the edits on disk; return False if nothing changed. An invalid edit raises its error."""
        with self._changing:
            seen = _signature(self.folder)
            if self._override:
                if seen != self._seen:
                    log_event(
                        f"[reload] the {self._override} is served; publish again to bring this edit to all:"
                        f" `fingerpost server publish {self.folder}`",
                        logging.WARNING,
                    )
                self._seen = seen
                return False
            try:
                book = read_folder(self.folder)
                if self._router.routebook.examples and not book.examples:
                    # Most likely the file is being replaced in two steps.
                    raise RoutebookError(self.folder / EXAMPLES, "examples", 0, "all are gone: put the file back")
                return self._replace_routebook(book)
            except FingerpostError as error:
                METRICS.count("reloads", outcome="refused")
                log_event(f"[reload] refused, the current router stays: {error}", logging.WARNING)
                raise
            finally:
                # A rejected edit is logged once, and retried after the next edit.
                self._seen = seen

    def serve(self, book: Routebook | None, name: str = "") -> bool:
        """Serve a routebook in place of the folder's, under a name for messages; None serves the folder's again.

        Return False if its content is the same. An invalid one raises its error, and the current router stays. While
        another routebook is served, edits of the folder are ignored.
        """
        with self._changing:
            self._seen = _signature(self.folder)
            try:
                changed = self._replace_routebook(read_folder(self.folder) if book is None else book)
            except FingerpostError:
                # Even if the folder is invalid now, its next edit may fix it.
                self._override = "" if book is None else self._override
                raise
            # Last, so that nobody is told of it while the router before it decides.
            self._override = name
            return changed

    def adopt(self, student: Student | None) -> None:
        """Use another student from the next request on; None uses the one fitted on the examples."""
        with self._changing:
            self._swap(self._router.rebuilt(self._router.routebook, student).warm(), student)

    def watch(self, every: float = 1.0) -> LiveRouter:
        """Check for edits every so many seconds on a background thread; call it in every process that serves."""
        if self._watcher is None or not self._watcher.is_alive():
            self._stop = threading.Event()
            self._watcher = threading.Thread(
                target=self._watch_folder, args=(every, self._stop), name="fingerpost-reload", daemon=True
            )
            self._watcher.start()
        return self

    def close(self) -> None:
        """Stop watching, and close the connections to the language model."""
        self._stop.set()
        if self._watcher is not None:
            self._watcher.join()
        self._router.close()

    def add_examples(self, examples: Iterable[Example]) -> None:
        """Add examples to the routebook, on disk and live; an example with the same text is replaced."""
        examples = list(examples)
        for example in examples:
            if not isinstance(example, Example):
                raise RoutebookError("add_examples(…)", "example", example, "give Example(text, route)")
        new = {(fold(example.text), example.after): _example_row(example) for example in examples}
        self._edit(
            EXAMPLES,
            lambda rows: [
                *(row for row in rows if (fold(str(row.get("text"))), row.get("after")) not in new),
                *new.values(),
            ],
        )

    def remove_examples(self, texts: Iterable[str]) -> None:
        """Remove the examples with these texts, on disk and live."""
        gone = {fold(text) for text in texts}
        self._edit(EXAMPLES, lambda rows: [row for row in rows if fold(str(row.get("text"))) not in gone])

    def add_rule(self, rule: Rule) -> None:
        """Add a rule after the routebook's own, on disk and live; one with the same name is replaced."""
        if not isinstance(rule, Rule):
            raise RoutebookError("add_rule(…)", "rule", rule, "give Rule(name, route, contains=[…])")
        if any(pattern.flags & ~re.UNICODE for pattern in rule.patterns):
            raise RoutebookError(
                "add_rule(…)", "patterns", rule.name, "flags cannot be stored: write them in the pattern"
            )
        new = _rule_row(rule)
        self._edit(RULES, lambda rows: [*(row for row in rows if row.get("name") != rule.name), new])

    def remove_rule(self, name: str) -> None:
        """Remove a rule that was added by `add_rule`, on disk and live."""
        self._edit(RULES, lambda rows: [row for row in rows if row.get("name") != name])

    def _edit(self, name: str, change: Callable[[Rows], Rows]) -> None:
        """Check the edit and build the router, then write, then swap: an invalid edit never reaches the disk."""
        file = self.folder / name
        with self._changing, process_lock(self.folder / ".editing.lock"):
            if self._override:
                publish = "edit the file, then `fingerpost server publish`"
                remedy = f"the {self._override} is served and not this folder: {publish}"
                raise RoutebookError(self.folder, "edit", name, remedy)
            seen, stamp = _signature(self.folder), _stamp(file)
            before = read_rows(file)
            rows = change(before)
            if rows == before:
                remedy = "the edit changes nothing: it is there already, or what is to be removed is not in this file"
                raise RoutebookError(file, "rows", len(rows), remedy)
            book = read_folder(self.folder, {name: rows})
            student = self._compatible_student(book)
            router = self._router.rebuilt(book, student).warm()
            if _stamp(file) != stamp:
                raise RoutebookError(file, "file", name, "was edited by someone else in the meantime: try again")
            _write(file, rows)
            self._swap(router, student)
            # Other files edited in the meantime are not in this router: the watcher still has to notice them.
            self._seen = tuple(sorted([*(part for part in seen if part[0] != name), *_stamp(file)]))

    def _replace_routebook(self, book: Routebook) -> bool:
        """Build a router for a routebook and swap it in; return False if the content is the same."""
        if book.digest() == self._router.routebook.digest():
            return False
        student = self._compatible_student(book)
        self._swap(self._router.rebuilt(book, student).warm(), student)
        return True

    def _compatible_student(self, book: Routebook) -> Student | None:
        """Return the adopted student if the changed routebook has the examples and settings it was trained on."""
        before = self._router.routebook
        same = all(
            (book.examples == before.examples, book.out_of_scope == before.out_of_scope,
             book.thresholds.accept_error == before.thresholds.accept_error)
        )  # fmt: skip
        fits = self.student is not None and same and set(self.student.routes) <= set(book.names)
        return self.student if fits else None

    def _swap(self, router: Router, student: Student | None = None) -> None:
        self._router, self.student = router, student
        router.memo.clear()
        METRICS.count("reloads", outcome="swapped")
        log_event(f"[reload] {router.routebook.name} is now {router.routebook.digest()}")

    def _watch_folder(self, every: float, stop: threading.Event) -> None:
        # Imported ahead, so that the first edit does not wait for it.
        import fingerpost.routing.student.training  # noqa: F401

        while not stop.wait(every):
            if _signature(self.folder) != self._seen:
                try:
                    self.reload()
                except FingerpostError:
                    continue


Stamp = tuple[tuple[str, int, int], ...]


def _signature(folder: Path) -> Stamp:
    """Return names, times and sizes of a folder's files, which change with an edit."""
    return tuple(sorted(stamp for file in files(folder) for stamp in _stamp(file)))


def _stamp(file: Path) -> Stamp:
    try:
        stat = file.stat()
    except OSError:
        return ()
    return ((file.name, stat.st_mtime_ns, stat.st_size),)


def _example_row(example: Example) -> dict[str, Any]:
    row: dict[str, Any] = {"text": example.text, "route": example.route}
    if example.after is not None:
        row["after"] = example.after
    if example.qualifier is not None:
        row["qualifier"] = example.qualifier
    return row


def _rule_row(rule: Rule) -> dict[str, Any]:
    row: dict[str, Any] = {"name": rule.name, "route": rule.route}
    lists = {
        "contains": list(rule.contains),
        "patterns": [pattern.pattern for pattern in rule.patterns],
        "unless": sorted(rule.unless),
        "objects_to": sorted(rule.objects_to),
        "unless_patterns": [pattern.pattern for pattern in rule.unless_patterns],
    }
    row.update({key: value for key, value in lists.items() if value})
    others: dict[str, Any] = {"requires": rule.requires and rule.requires.pattern}
    others |= {"again": rule.again, "addressed": rule.addressed, "note": rule.note, "contract": rule.contract}
    row.update({key: value for key, value in others.items() if value})
    return row


def _write(file: Path, rows: Rows) -> None:
    """Replace a file atomically: a reader sees the old or the new, and a full disk loses nothing."""
    temporary = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(file)
    except (OSError, ValueError) as error:
        # ValueError: a lone surrogate, which cannot be encoded.
        temporary.unlink(missing_ok=True)
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        remedy = f"cannot be written ({reason}): the edit is rejected"
        raise RoutebookError(file, "", None, remedy) from error
