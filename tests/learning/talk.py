"""What the tests of learning share: messages as the store gives them, and a small routebook."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

from fingerpost.learning.collect import LabelledRow
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Example, Route
from tests.conftest import examples

unhurried = settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Properties on a machine that others use too."""

ROUTES = ("BILLING", "CODE", "SMALL_TALK")


def shop(**more: Any) -> Routebook:
    """Return a routebook of three routes, of which one carries no topic."""
    examples = [
        Example("how much did I spend", "BILLING"),
        Example("show my invoice", "BILLING"),
        Example("write a loop", "CODE"),
        Example("write a function", "CODE"),
        Example("good morning", "SMALL_TALK"),
        Example("nice to meet you", "SMALL_TALK"),
    ]
    routes = [Route(name, carries_topic=name != "SMALL_TALK") for name in ROUTES]
    return build("shop", routes, examples=examples, fallback="SMALL_TALK", **more)


class Talk:
    """Messages of one session, one after the other."""

    def __init__(self, session: str = "s", user: str | None = "ana", life: int = 1) -> None:
        """Begin with none."""
        self.said: list[StoredMessage] = []
        self._session, self._user, self._life = session, user, life

    def say(
        self,
        text: str,
        route: str | None = "CODE",
        layer: str = "llm",
        confidence: float = 0.9,
        corrected: str | None = None,
        cut: bool = False,
        outcome: str = "answered",
    ) -> Talk:
        """Add a message and what was decided for it."""
        number = len(self.said) + 1
        self.said.append(
            StoredMessage(
                number,
                self._session,
                self._life,
                f"{self._session}-{number}",
                self._user,
                text,
                cut,
                route,
                layer,
                confidence,
                corrected,
                1000.0 + number,
                outcome,
            )
        )
        return self


def labelled(
    text: str,
    route: str = "CODE",
    source: str = "teacher",
    *,
    user: str | None = None,
    session: str = "s",
    at: float = 0.0,
    after: str | None = None,
    cut: bool = False,
) -> LabelledRow:
    """Return a row; who gave it is the session unless a user is named."""
    return LabelledRow(text, route, after, source, user, session, at, cut)
