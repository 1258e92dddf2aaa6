"""Fingerpost decides what each message to an assistant needs."""

from __future__ import annotations

from fingerpost.errors import (
    FingerpostError,
    MessageError,
    ModelError,
    RoutebookError,
    RowsError,
    SettingsError,
    StoreError,
    StudentError,
    TrainingError,
)
from fingerpost.routebook.model import Cue, Routebook, Rule, Thresholds
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.types import Decision, Example, Message, Resolved, Route, Step, Turn, Verdict

__version__ = "0.1.0"

__all__ = [
    "Cue",
    "Decision",
    "Example",
    "FingerpostError",
    "LiveRouter",
    "Message",
    "MessageError",
    "ModelError",
    "Resolved",
    "Route",
    "Routebook",
    "RoutebookError",
    "Router",
    "RowsError",
    "Rule",
    "SettingsError",
    "Step",
    "StoreError",
    "StudentError",
    "Thresholds",
    "TrainingError",
    "Turn",
    "Verdict",
]
