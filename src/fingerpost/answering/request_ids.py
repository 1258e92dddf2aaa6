"""Request ids: an id stands for one text in its session, and another text with the same id is refused."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from fingerpost.answering.request import Request
from fingerpost.answering.store_access import StoreAccess
from fingerpost.errors import RequestIdError, StoreError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.store import Store


class RequestIds:
    """The ids that requests of this process hold while they are answered; thread-safe and fork-safe.

    The store refuses the second text in any process, but only when it is written: with an id that is held here, it is
    refused before a model is asked.
    """

    def __init__(self, store: Store, memory: StoreAccess) -> None:
        """Begin without any; the store has the ids of earlier requests."""
        self._store, self._memory = store, memory
        self._held: dict[tuple[str, str], Counter[str]] = {}
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the requests of the parent, and the lock that one of its threads may have held."""
        self._held, self._lock = {}, threading.Lock()

    def hold(self, request: Request) -> bool:
        """Hold the id of a request for its text; raises RequestIdError where another text has it.

        Raises NotFoundError where the session is somebody else's.
        """
        known = self._check_owner(request)
        if request.may_repeat:
            with self._holding(request):
                self._check(request)
        return known

    async def ahold(self, request: Request) -> bool:
        """Do the same without blocking the event loop."""
        known = request.client is None or await self._store.run_in_thread(self._check_owner, request)
        if request.may_repeat:
            with self._holding(request):
                await self._store.run_in_thread(self._check, request)
        return known

    def _check_owner(self, request: Request) -> bool:
        """Return whether the session is known to be the caller's; raises NotFoundError where it is another's.

        It is not known where the store fails and the request goes on without it: then nothing of it may be read.
        """
        if request.client is None or not request.continues:
            return True
        check = partial(self._store.owners.check, request.session, request.client, request.stored_user)
        try:
            self._memory.call(request, check)
        except StoreError:
            if not self._memory.goes_on(request):
                raise
            return False
        return True

    def _check(self, request: Request) -> None:
        """Raise RequestIdError where the store has another text; one that fails is met again by whoever reads it."""
        if request.continues:
            check = partial(self._store.check_request, request.session, request.id, request.message.text)
            try:
                self._memory.call(request, check)
            except StoreError:
                if not self._memory.goes_on(request):
                    raise

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
