"""Fingerpost decides what each message to an assistant needs, and answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fingerpost.errors import (
    AccessError,
    BatchError,
    BusyError,
    ConflictError,
    DeadlineError,
    EncoderError,
    FingerpostError,
    MessageError,
    ModelError,
    NotFoundError,
    PartError,
    RequestIdError,
    RoutebookError,
    RowsError,
    SearchError,
    SettingsError,
    StoreError,
    StudentError,
    TrainingError,
)
from fingerpost.routebook.model import Cue, Routebook, Rule, Thresholds
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Example, Message, Resolved, Route, Step, Turn, Verdict

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant

__version__ = "0.2.0"

__all__ = [
    "AccessError",
    "Answer",
    "Assistant",
    "BatchError",
    "BusyError",
    "ConflictError",
    "Cue",
    "DeadlineError",
    "Decision",
    "EncoderError",
    "Example",
    "FingerpostError",
    "LiveRouter",
    "Message",
    "MessageError",
    "ModelError",
    "NotFoundError",
    "PartError",
    "RequestIdError",
    "Resolved",
    "Route",
    "Routebook",
    "RoutebookError",
    "Router",
    "RowsError",
    "Rule",
    "SearchError",
    "Settings",
    "SettingsError",
    "Step",
    "StoreError",
    "StudentError",
    "Thresholds",
    "TrainingError",
    "Turn",
    "Verdict",
]


def __getattr__(name: str) -> Any:
    """Import Assistant when it is first used: routing alone does not need the answering pipeline."""
    if name == "Assistant":
        from fingerpost.answering.assistant import Assistant

        return Assistant
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
