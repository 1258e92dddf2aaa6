"""The intent router: does a person want something done, or do they ask something?

router = IntentRouter.open()
decision = await router.classify_and_route("Nishiki Market as well", "trip_planner", {"destination": "Kyoto"})
decision.intent, decision.target, decision.miniapp_id   # TRANSACTIONAL, miniapp, trip_planner
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.routebook.apps import AppTarget
from fingerpost.routing.router import Router, RouterSource
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Step

ASSISTANT, MINIAPP = "assistant", "miniapp"


@dataclass(frozen=True, slots=True)
class RoutingDecision:
    """What a message wants, and who gets it. `opens`: the mini-app is not running yet, and this message opens it."""

    intent: str
    target: str
    miniapp_id: str | None
    opens: bool
    confidence: float
    decision: Decision

    @property
    def trail(self) -> tuple[Step, ...]:
        """Return what every layer said."""
        return self.decision.trail


class IntentRouter:
    """Routes messages of a chat in which mini-apps run."""

    def __init__(self, routes: RouterSource) -> None:
        """Take a router, or what gives the router of the moment."""
        self._routes = routes

    @classmethod
    def open(cls, place: str | Path = "miniapps", settings: Settings | None = None) -> IntentRouter:
        """Open a routebook with mini-apps by name or folder."""
        return cls(Router.from_routebook(place, settings=settings))

    async def classify_and_route(
        self,
        message: str,
        active_miniapp_id: str | None,
        session_data: Mapping[str, Any] | None,
        conversation_history: Sequence[Any] | None = None,
    ) -> RoutingDecision:
        """Decide one message; `session_data` is what the running app holds."""
        asked = Message(
            message, turns=conversation_history or (), active_app=active_miniapp_id, app_data=session_data or {}
        )
        decision = await self._routes.router.aroute(asked)
        target = decision.get(AppTarget)
        return RoutingDecision(
            intent=decision.route or "CONVERSATIONAL",
            target=ASSISTANT if target is None else MINIAPP,
            miniapp_id=None if target is None else target.app,
            opens=target is not None and target.opens,
            confidence=decision.confidence,
            decision=decision,
        )
