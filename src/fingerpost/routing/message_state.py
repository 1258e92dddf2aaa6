"""What the cascade knows about a message while it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fingerpost.routing.layers.apps import NO_MENTION
from fingerpost.types import ATTACHED, EDITOR

if TYPE_CHECKING:
    from fingerpost.routing.effects import NoScores
    from fingerpost.routing.student.model import Prediction
    from fingerpost.types import Evidence, Resolved, Turn


class MessageState:
    """What is known about a message so far; `search_results` has at most one entry."""

    __slots__ = ("evidence", "mention", "prediction", "references", "resolved", "search_results", "turn", "vector")

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.mention = NO_MENTION
        self.prediction: Prediction | None = None
        self.references: Resolved | None = None
        self.resolved: Resolved | None = None
        self.evidence: Evidence | None = None
        self.turn: Turn | None = None
        self.vector: Any = None
        self.search_results: list[Sequence[float] | NoScores] = []

    @property
    def candidates(self) -> Sequence[tuple[str, float]]:
        """Return the routes with their probabilities, the likeliest first; none without a prediction."""
        return self.prediction.ranked(len(self.prediction.routes)) if self.prediction is not None else ()


def context_of(resolved: Resolved) -> str | None:
    """Return the context that a message depends on, as the student learns it: attachment, editor, or a turn's route."""
    if resolved.attached:
        return ATTACHED
    if resolved.on_editor:
        return EDITOR
    return resolved.turn.route if resolved.turn else None
