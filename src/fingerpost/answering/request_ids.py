"""Request ids: an id stands for one text in its session, and another text with the same id is refused."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from fingerpost.answering.request import Request
from fingerpost.errors import RequestIdError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.store import Store


class RequestIds:
    """The ids that requests of this process hold while they are answered; thread-safe and fork-safe.

    The store refuses the second text in any process, but only when it is written: with an id that is held here, it is
    refused before a model is asked.
    """

    def __init__(self, store: Store) -> None:
        """Begin without any; the store has the ids of earlier requests."""
        self._store = store
        self._held: dict[tuple[str, str], Counter[str]] = {}
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the requests of the parent, and the lock that one of its threads may have held."""
        self._held, self._lock = {}, threading.Lock()

    def hold(self, request: Request) -> None:
        """Hold the id of a request for its text; raises RequestIdError where another text has it.

        Raises NotFoundError where the session is somebody else's.
        """
        if request.client is not None:
            self._store.owners.check(request.session, request.client, request.stored_user)
        if request.may_repeat:
            with self._holding(request):
                self._store.check_request(request.session, request.id, request.message.text)

    async def ahold(self, request: Request) -> None:
        """Do the same without blocking the event loop."""
        if request.client is not None:
            check = self._store.owners.check
            await self._store.run_in_thread(check, request.session, request.client, request.stored_user)
        if request.may_repeat:
            with self._holding(request):
                await self._store.run_in_thread(
                    self._store.check_request, request.session, request.id, request.message.text
                )

    def release(self, request: Request) -> None:
        """Release the id of a request that was held."""
        if request.may_repeat:
            key, text = (request.session, request.id), request.message.text
            with self._lock:
                texts = self._held.get(key, Counter())
                texts[text] -= 1
                if texts[text] <= 0:
                    self._held.pop(key, None)

    @contextmanager
    def _holding(self, request: Request) -> Iterator[None]:
        """Hold the id, and release it where the block fails."""
        with self._lock:
            texts = self._held.setdefault((request.session, request.id), Counter())
            if texts and request.message.text not in texts:
                raise RequestIdError(request.id, f"session {request.session!r}")
            texts[request.message.text] += 1
        try:
            yield
        except BaseException:
            self.release(request)
            raise
