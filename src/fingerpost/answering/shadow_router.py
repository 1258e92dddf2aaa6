"""The shadow: a challenger that routes every message beside the champion, for the traces alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from fingerpost.routing.router import Router
from fingerpost.types import Message


class ShadowRouter(NamedTuple):
    """A challenger that routes every message in shadow mode: its decisions are only written to the traces."""

    student: int
    router: Router

    def trace_values(self, message: Message) -> dict[str, Any]:
        """Return what a trace holds of the challenger's decision."""
        decision = self.router.route(message)
        values = {"student": self.student, "route": decision.route, "accepted": decision.accepted}
        return {"shadow": {**values, "confidence": round(decision.confidence, 4), "layer": decision.layer}}
