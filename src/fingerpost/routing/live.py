"""A router that changes without a restart: an edit is checked, built aside, and swapped in one step."""

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
from fingerpost.routebook.load import EXAMPLES, RULES, Rows, files, find, read_folder, read_rows
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routing.router import Router
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.lock import process_lock
from fingerpost.settings import Settings
from fingerpost.types import Decision, Example, Message

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student


class LiveRouter:
    """Routes like a Router, and follows its routebook's folder. A request ends on the router it began with.

    A bad edit is refused with its reason, and the router before it stays.
    """

    def __init__(self, place: str | Path, *, encoder: Encoder | None = None, settings: Settings | None = None) -> None:
        """Load a routebook by name or from a folder, and warm it."""
        self.folder = find(place)
        self._seen = _signature(self.folder)
        self._router = Router.from_routebook(self.folder, encoder=encoder, settings=settings).warm()
        self.student: Student | None = None
        """The one that was adopted; None for that of the examples."""
        self._instead = ""
        self._changing = threading.Lock()
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock and without the parent's watcher."""
        self._changing, self._watcher = threading.Lock(), None

    @property
    def router(self) -> Router:
        """Return the router of this moment; hold on to it for all of one request."""
        return self._router

    def route(self, message: str | Message) -> Decision:
        """Decide on the caller's own thread."""
        return self._router.route(message)

    async def aroute(self, message: str | Message) -> Decision:
        """Decide without blocking the event loop."""
        return await self._router.aroute(message)

    def route_many(self, messages: Sequence[str | Message]) -> list[Decision]:
        """Decide a batch."""
        return self._router.route_many(messages)

    def reload(self) -> bool:
        """Take over what was edited on disk; False if nothing changed. Raises what is wrong with a bad edit."""
        with self._changing:
            seen = _signature(self.folder)
            if self._instead:
                if seen != self._seen:
                    log_event(
                        f"[reload] the {self._instead} is served; publish again to bring this edit to all:"
                        f" `fingerpost publish {self.folder}`",
                        logging.WARNING,
                    )
                self._seen = seen
                return False
            try:
                book = read_folder(self.folder)
                if self._router.routebook.examples and not book.examples:
                    # Most likely a file that is being replaced in two steps.
                    raise RoutebookError(self.folder / EXAMPLES, "examples", 0, "all are gone: put the file back")
                return self._take(book)
            except FingerpostError as error:
                METRICS.count("reloads", outcome="refused")
                log_event(f"[reload] refused, the router before it stays: {error}", logging.WARNING)
                raise
            finally:
                # A refused edit is told once, and tried again when it was edited again.
                self._seen = seen

    def serve(self, book: Routebook | None, called: str = "") -> bool:
        """Serve another routebook than the folder's from now on, `called` so; None is the folder's again.

        False if it decides the same. Raises what is wrong with a bad one, and the router before it stays. Meanwhile
        edits of the folder do not count.
        """
        with self._changing:
            self._seen = _signature(self.folder)
            if book is None:
                # Also where the folder is broken now: it is followed again, and the next edit may mend it.
                self._instead = ""
                book = read_folder(self.folder)
            changed = self._take(book)
            self._instead = called
            return changed

    def adopt(self, student: Student | None) -> None:
        """Decide with another student from the next request on; None is the one that the examples give."""
        with self._changing:
            self._swap(self._router.rebuilt(self._router.routebook, student).warm(), student)

    def watch(self, every: float = 1.0) -> LiveRouter:
        """Look for edits every so many seconds, on a thread of its own; call it in every process that serves."""
        if self._watcher is None or not self._watcher.is_alive():
            self._stop = threading.Event()
            self._watcher = threading.Thread(
                target=self._follow, args=(every, self._stop), name="fingerpost-reload", daemon=True
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
        """Add examples to the routebook, on disk and live; of one that is there already, the route is changed."""
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
        """Add a rule behind the routebook's own, on disk and live; one of the same name is replaced."""
        if not isinstance(rule, Rule):
            raise RoutebookError("add_rule(…)", "rule", rule, "give Rule(name, route, contains=[…])")
        if any(pattern.flags & ~re.UNICODE for pattern in rule.patterns):
            raise RoutebookError(
                "add_rule(…)", "patterns", rule.name, "flags cannot be stored: write them in the pattern"
            )
        new = _rule_row(rule)
        self._edit(RULES, lambda rows: [*(row for row in rows if row.get("name") != rule.name), new])

    def remove_rule(self, name: str) -> None:
        """Remove a rule that was added while running, on disk and live."""
        self._edit(RULES, lambda rows: [row for row in rows if row.get("name") != name])

    def _edit(self, name: str, change: Callable[[Rows], Rows]) -> None:
        """Check and build first, then write, then swap: a bad edit never reaches the disk."""
        file = self.folder / name
        with self._changing, process_lock(self.folder / ".editing.lock"):
            if self._instead:
                remedy = f"the {self._instead} is served and not this folder: edit the file, then `fingerpost publish`"
                raise RoutebookError(self.folder, "edit", name, remedy)
            seen, stamp = _signature(self.folder), _stamp(file)
            before = read_rows(file)
            rows = change(before)
            if rows == before:
                remedy = "the edit changes nothing: it is there already, or what is to be removed is not in this file"
                raise RoutebookError(file, "rows", len(rows), remedy)
            book = read_folder(self.folder, {name: rows})
            student = self._fitting(book)
            router = self._router.rebuilt(book, student).warm()
            if _stamp(file) != stamp:
                raise RoutebookError(file, "file", name, "was edited by somebody else meanwhile: do it again")
            _write(file, rows)
            self._swap(router, student)
            # What else was edited meanwhile is not in this router: it still has to be noticed.
            self._seen = tuple(sorted([*(part for part in seen if part[0] != name), *_stamp(file)]))

    def _take(self, book: Routebook) -> bool:
        """Build a router aside and swap it in; False if the one before decides the same."""
        if book.digest() == self._router.routebook.digest():
            return False
        student = self._fitting(book)
        self._swap(self._router.rebuilt(book, student).warm(), student)
        return True

    def _fitting(self, book: Routebook) -> Student | None:
        """Return the student that was adopted, where a changed routebook has what it was made on top of."""
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

    def _follow(self, every: float, stop: threading.Event) -> None:
        # The first edit should not wait for the trainer to be imported.
        import fingerpost.routing.student.training  # noqa: F401

        while not stop.wait(every):
            if _signature(self.folder) != self._seen:
                try:
                    self.reload()
                except FingerpostError:
                    continue


Stamp = tuple[tuple[str, int, int], ...]


def _signature(folder: Path) -> Stamp:
    """Return what tells an edited folder from an unedited one without reading it."""
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
    }
    row.update({key: value for key, value in lists.items() if value})
    if rule.again:
        row["again"] = True
    row.update({key: value for key, value in (("note", rule.note), ("contract", rule.contract)) if value})
    return row


def _write(file: Path, rows: Rows) -> None:
    """Replace a file in one step, so that a reader sees the old or the new and a full disk costs nothing."""
    temporary = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(file)
    except (OSError, ValueError) as error:
        # ValueError: half a character, which no file can hold.
        temporary.unlink(missing_ok=True)
        raise RoutebookError(file, "file", str(error), "cannot be written: the edit is refused") from error
