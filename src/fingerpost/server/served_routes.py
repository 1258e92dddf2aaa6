"""What serves, as this process has it: routes, rules, guards and examples, with what each decided lately."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.handlers import handler_of
from fingerpost.errors import NotFoundError, RoutebookError
from fingerpost.language.text import fold
from fingerpost.learning.route_activity import DAYS, Activity, recent_activity
from fingerpost.routebook.example_rows import example_rows
from fingerpost.routebook.guards import Guard
from fingerpost.routebook.load import EXAMPLES
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routebook.pack import pack
from fingerpost.routing.live import LiveRouter
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.server.route_values import RouteQuery
from fingerpost.types import Route

COUNTED_FOR = 15.0
"""Seconds for which counts of decisions are shown again, so that reloading a page costs little."""
MAX_MATCHES = 20
"""Phrases and patterns of a rule that are told."""

P = ParamSpec("P")
T = TypeVar("T")


class ServedRoutes:
    """Reads what the assistant serves; its work runs on a thread of its own, so that nobody else waits for it.

    Changes have another thread: whoever only reads keeps no administrator from publishing.
    """

    def __init__(self, assistant: Assistant, *, recorded: bool) -> None:
        """Create it for an assistant; `recorded`: whether its decisions are stored."""
        self._assistant, self._recorded = assistant, recorded
        self._store = assistant.sessions.store
        self._counted: tuple[float, Activity] | None = None
        self._folded: tuple[Routebook, list[str]] | None = None
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Drop the parent's threads, and the lock that one may have held."""
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="fingerpost-routes")
        self._changing = ThreadPoolExecutor(1, thread_name_prefix="fingerpost-changes")
        self._counting = threading.Lock()

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False)
        self._changing.shutdown(wait=False)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work that reads."""
        return await _run_on(self._threads, partial(work, *args, **kwargs))

    async def change(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work that changes what serves, one after another; it does not wait for what reads."""
        return await _run_on(self._changing, partial(work, *args, **kwargs))

    @property
    def book(self) -> Routebook:
        """Return the routebook that serves."""
        return self._assistant.routes.router.routebook

    def served(self) -> dict[str, Any]:
        """Return routes, rules, guards and classifier, with what each decided lately."""
        book, activity = self.book, self._activity()
        return {
            "routebook": book.name,
            "source": self._source(),
            "digest": book.digest(),
            "classifier": self._classifier(),
            "activity": {
                "days": DAYS,
                "decisions": activity.decisions,
                "since": activity.since,
                "complete": activity.complete,
                "recorded": self._recorded,
            },
            "routes": [self._route(route, book, activity) for route in book.routes],
            "rules": [_rule(rule, activity) for rule in book.rules],
            "guards": [_guard(guard, activity) for guard in book.guards],
        }

    def awaited(self) -> str | None:
        """Return the source that the store names, while this process has not taken it over; None once it serves."""
        if not isinstance(self._assistant.routes, LiveRouter):
            return None
        latest = self._store.published.latest(self.book.name)
        named = "folder" if latest is None else f"published version {latest.number}"
        return None if named == self._source() else named

    def examples(self, name: str, query: RouteQuery) -> dict[str, Any]:
        """Return a route with its examples that have all words of `find`; raises NotFoundError."""
        book = self.book
        if name not in book.names:
            raise NotFoundError(f"there is no route {name[:80]!r}: the routes are {', '.join(book.names)}")
        words, live = set(fold(query.find).split()), self._assistant.routes
        published = live.override if isinstance(live, LiveRouter) else ""
        found = [
            {
                "text": row.example.text,
                "after": row.example.after,
                "qualifier": row.example.qualifier,
                "file": published or (EXAMPLES if row.line is not None else ""),
                "line": row.line,
            }
            for row, folded in zip(example_rows(self._packed(), book.examples), self._folded_texts(book), strict=True)
            if row.example.route == name and all(word in folded for word in words)
        ]
        return {
            "route": self._route(book[name], book, self._activity()),
            "source": self._source(),
            "found": len(found),
            "start": query.start,
            "examples": found[query.start : query.start + query.limit],
        }

    def _folded_texts(self, book: Routebook) -> list[str]:
        """Return the folded texts of the examples, which are kept until another routebook serves."""
        kept = self._folded
        if kept is None or kept[0] is not book:
            kept = self._folded = book, [fold(example.text) for example in book.examples]
        return kept[1]

    def _activity(self) -> Activity:
        with self._counting:
            if self._counted is None or monotonic() - self._counted[0] > COUNTED_FOR:
                self._counted = monotonic(), recent_activity(self._store, self.book.name)
            return self._counted[1]

    def _source(self) -> str:
        live = self._assistant.routes
        return (live.override or "folder") if isinstance(live, LiveRouter) else "code"

    def _packed(self) -> str | None:
        live = self._assistant.routes
        if not isinstance(live, LiveRouter) or live.override:
            # A published version has no lines that somebody could look up.
            return None
        try:
            return pack(live.folder)
        except RoutebookError:
            # An edit of the folder that was refused: what serves is from before it.
            return None

    def _classifier(self) -> dict[str, Any] | None:
        live = self._assistant.routes
        student = live.router.warm_student()
        if student is None:
            return None
        adopted = isinstance(live, LiveRouter) and live.student is not None
        serving = self._store.students.serving(self.book.name) if adopted else None
        return {
            "version": None if serving is None else serving.student,
            "key": student.key,
            "estimate": {name: student.notes.get(name) for name in ("accuracy", "coverage", "accepted_error")},
        }

    def _route(self, route: Route, book: Routebook, activity: Activity) -> dict[str, Any]:
        name = route.name
        return {
            "name": name,
            "description": route.description,
            "handler": "function" if name in self._assistant.components.functions else handler_of(book, name),
            "retrieval": route.retrieval,
            "out_of_scope": route.out_of_scope,
            "examples": sum(example.route == name for example in book.examples),
            "decided": activity.routes.get(name, 0),
            "accepted": activity.accepted.get(name, 0),
            "corrected": activity.corrected.get(name, 0),
        }


async def _run_on(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    called = partial(contextvars.copy_context().run, work)
    return await asyncio.get_running_loop().run_in_executor(threads, called)


def _rule(rule: Rule, activity: Activity) -> dict[str, Any]:
    matches = [*rule.contains, *(pattern.pattern for pattern in rule.patterns)]
    matches += ["asks for the answer again"] if rule.again else []
    matches += [f"objects to an answer of {', '.join(sorted(rule.objects_to))}"] if rule.objects_to else []
    return {
        "name": rule.name,
        "route": rule.route,
        "matches": [match[:200] for match in matches[:MAX_MATCHES]],
        "contract": rule.contract,
        "decided": activity.rules.get(rule.name, 0),
    }


def _guard(guard: Guard, activity: Activity) -> dict[str, Any]:
    return {
        "name": guard.name,
        "to": guard.to,
        "when": sorted(guard.when),
        "unless": sorted(guard.unless),
        "routes": sorted(guard.off),
        "decided": activity.guards.get(guard.name, 0),
    }
