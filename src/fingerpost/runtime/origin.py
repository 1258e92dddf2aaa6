"""The origin of a decision: the router that took it and its message, so that it can be explained on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Self
from weakref import ReferenceType

from fingerpost.errors import MessageError

if TYPE_CHECKING:
    from fingerpost.routing.explanation.model import Explanation
    from fingerpost.routing.router import Router
    from fingerpost.types import Message


class DecisionOrigin:
    """Base of Decision. The origin is no field: it is not compared, printed or pickled, and `replace` drops it."""

    __slots__ = ("_message", "_router")

    _message: Message
    _router: ReferenceType[Router]

    def with_origin_of(self, other: DecisionOrigin) -> Self:
        """Return the decision itself, with the origin of the decision that it was made from."""
        if hasattr(other, "_router"):
            set_router(self, other._router)
            set_message(self, other._message)
        return self

    def explain(self, seconds: float = 5.0) -> Explanation:
        """Return why it was decided so; changed messages are tried out, which takes about so many seconds.

        The router that decided must still exist: a decision does not keep it alive.
        """
        router = self._router() if hasattr(self, "_router") else None
        if router is None:
            raise MessageError("the router of this decision is gone: use router.explain(message)")
        return router.explain(self._message, self, seconds)  # type: ignore[arg-type]  # it is a Decision


# Every decision gets its origin, so it is set the fastest way: by the slots themselves.
set_router: Callable[[DecisionOrigin, ReferenceType[Router]], None] = vars(DecisionOrigin)["_router"].__set__
set_message: Callable[[DecisionOrigin, Message], None] = vars(DecisionOrigin)["_message"].__set__
