"""The queue of stored messages that people should label, the same for the terminal, the HTTP interface and the console.

The order is computed from the store now and then; who has which message, and the labels, are in the store, so that any
number of reviewers on any number of servers share one queue.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import hmac
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import NamedTuple, ParamSpec, TypeVar

from fingerpost.errors import NotFoundError
from fingerpost.learning.feedback import find_route
from fingerpost.learning.review import ReviewItem, item_of, messages_to_review
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import OUT_OF_SCOPE, Routebook
from fingerpost.routing.router import Router
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.reviews import ContextTurn, Label, ReviewCandidate, Reviewer
from fingerpost.stores.store import Store

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2
"""Threads for the review at a server: one may rank while the other serves."""

LATEST = 1000
"""The newest stored messages without a label that are considered."""

MAX_AGE = 60.0
"""Seconds after which the messages are ranked again."""

MIN_AGE = 2.0
"""Seconds after which an empty queue is ranked again."""

DAY = 86_400.0


class ReviewProgress(NamedTuple):
    """How far a review is: labels of the reviewer and of all, today (UTC) and ever, and what is left for the reviewer.

    `by_reviewer`: labels ever and today, by name.
    """

    mine: int
    mine_today: int
    total: int
    today: int
    left: int
    considered: int
    by_reviewer: dict[str, tuple[int, int]]


class _Ranking(NamedTuple):
    router: Router
    at: float
    items: dict[int, ReviewItem]
    candidates: list[ReviewCandidate]


def none_of_these(book: Routebook) -> str:
    """Return the label for "none of these": the out-of-scope route, or else one that a routebook takes for it."""
    return book.out_of_scope or OUT_OF_SCOPE


class ReviewQueue:
    """The queue of one routebook; thread-safe."""

    def __init__(
        self,
        router: Callable[[], Router],
        store: Store,
        last: int = LATEST,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Create the queue over a store; `router` returns the router that serves at present."""
        self._router, self._store, self._last, self._clock = router, store, last, clock
        self._ranking: _Ranking | None = None
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Drop the parent's threads, and the lock that one of them may have held."""
        self._threads: ThreadPoolExecutor | None = None
        self._ranking_now = threading.Lock()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work of the review on its own threads, so that nobody but reviewers waits for it."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fingerpost-review")
        # In the caller's context, so that spans are nested in the caller's span.
        called = partial(contextvars.copy_context().run, partial(work, *args, **kwargs))
        return await asyncio.get_running_loop().run_in_executor(self._threads, called)

    @property
    def book(self) -> Routebook:
        """Return the routebook whose routes are the labels."""
        return self._router().routebook

    def claim(self, reviewer: Reviewer, most: int = 1) -> list[ReviewItem]:
        """Return up to `most` messages to label, kept for this reviewer for some minutes, the most informative first.

        Those that the reviewer has already come first, and are kept on.
        """
        name, reviews = self.book.name, self._store.reviews
        for oldest in (MAX_AGE, MIN_AGE):
            ranking = self._rank(oldest)
            # Of another server's ranking, or taken back.
            others = [self._find(number) for number in reviews.held(name, reviewer) - ranking.items.keys()]
            items = {**{item.message.id: item for item in others if item is not None}, **ranking.items}
            candidates = [*self._candidates([item for item in others if item is not None]), *ranking.candidates]
            found = reviews.claim(name, reviewer, candidates, most)
            if found:
                return [items[number] for number in found]
        return []

    def peek(self, reviewer: Reviewer, most: int) -> list[ReviewItem]:
        """Return the next messages without keeping them for anybody."""
        ranking = self._rank(MAX_AGE)
        free = self._store.reviews.free(self.book.name, reviewer, ranking.candidates)
        return [ranking.items[number] for number in free[:most]]

    def item(self, number: int) -> ReviewItem:
        """Return one stored message, labelled or not; raises NotFoundError."""
        found = self._find(number)
        if found is None:
            raise NotFoundError(f"item {number} is not in the store of {self.book.name}: claim the next one")
        return found

    def label(self, reviewer: Reviewer, number: int, route: str) -> Label:
        """Store a person's route for a message, committed on return; the same label twice counts once."""
        return self._label(reviewer, number, find_route(self.book, route))

    def label_none(self, reviewer: Reviewer, number: int) -> Label:
        """Store that a message is for none of the routes, as `label` does."""
        return self._label(reviewer, number, none_of_these(self.book))

    def skip(self, reviewer: Reviewer, number: int) -> Label:
        """Give a message back; for a day it is not shown again at the same desk."""
        return self._store.reviews.label(self.book.name, reviewer, number, None)[0]

    def undo(self, reviewer: Reviewer, number: int | None = None) -> Label:
        """Take a label or a skip back, by its number or the latest, and show the message to the reviewer again."""
        name, reviews = self.book.name, self._store.reviews
        label = reviews.undo(name, reviewer, number)
        item = self._find(label.turn)
        if item is not None:
            reviews.claim(name, reviewer, self._candidates([item]), 1)
        log_event(f"[review] the label of item {label.turn} is taken back", reviewer=reviewer.name)
        return label

    def recent(self, reviewer: Reviewer, most: int) -> list[Label]:
        """Return the latest labels and skips of a reviewer at a desk, the newest first."""
        return self._store.reviews.recent(self.book.name, reviewer, most)

    def conversation(self, number: int) -> list[ContextTurn]:
        """Return the turns around a message, oldest first, itself among them."""
        return self._store.reviews.context(number)

    def release(self, reviewer: Reviewer) -> int:
        """Give back what a reviewer has and has not labelled, and return the number of messages."""
        return self._store.reviews.release(self.book.name, reviewer)

    def progress(self, reviewer: Reviewer) -> ReviewProgress:
        """Return how far the review is."""
        name, ranking = self.book.name, self._rank(MAX_AGE)
        midnight = self._store.now() // DAY * DAY
        counts = self._store.reviews.counts(name, midnight)
        mine, today = counts.get(reviewer.name, (0, 0))
        left = len(self._store.reviews.free(name, reviewer, ranking.candidates))
        totals = [sum(column) for column in zip(*counts.values(), strict=True)] or [0, 0]
        return ReviewProgress(mine, today, totals[0], totals[1], left, self._last, counts)

    def _label(self, reviewer: Reviewer, number: int, route: str) -> Label:
        label, new = self._store.reviews.label(self.book.name, reviewer, number, route)
        if new:
            METRICS.count("feedback", route=route)
            log_event(f"[review] item {number} is labelled {route}", reviewer=reviewer.name, route=route)
        return label

    def _rank(self, oldest: float) -> _Ranking:
        """Return the ranking, computed again if it is older, or of another router.

        One thread at a time computes it; meanwhile the others get the old one, if there is one of this routebook.
        """
        known = self._ranking
        if known is None or known.router.routebook.name != self.book.name:
            self._ranking_now.acquire()
        elif self._is_fresh(known, oldest) or not self._ranking_now.acquire(blocking=False):
            return known
        try:
            known, router = self._ranking, self._router()
            if known is None or not self._is_fresh(known, oldest):
                items = self._most_informative(router)
                known = _Ranking(
                    router, self._clock(), {item.message.id: item for item in items}, self._candidates(items)
                )
                self._ranking = known
            return known
        finally:
            self._ranking_now.release()

    def _is_fresh(self, known: _Ranking, oldest: float) -> bool:
        return known.router is self._router() and self._clock() - known.at < oldest

    def _most_informative(self, router: Router) -> list[ReviewItem]:
        name, reviews = router.routebook.name, self._store.reviews
        labelled = set(reviews.corrected_texts(name))
        return messages_to_review(router, reviews.latest(name, self._last), self._last, labelled)

    def _find(self, number: int) -> ReviewItem | None:
        known = self._ranking
        if known is not None and number in known.items:
            return known.items[number]
        router = self._router()
        return item_of(router, self._store.reviews.session_of(router.routebook.name, number), number)

    def _candidates(self, items: Sequence[ReviewItem]) -> list[ReviewCandidate]:
        # Keyed by a secret: short messages could be found again by trying them all.
        secret = self._store.owners.secret()
        return [
            ReviewCandidate(
                item.message.id,
                hmac.digest(secret, item.key.encode("utf-8", "surrogatepass"), hashlib.sha256).hex(),
                item.guess,
            )
            for item in items
        ]
