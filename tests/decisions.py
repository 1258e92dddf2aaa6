"""What tests read of a decision's extras."""

from __future__ import annotations

from fingerpost.assistants.agents.schema import SchemaMentions
from fingerpost.routebook.apps import AppTarget
from fingerpost.types import Decision


def app_of(decision: Decision) -> str | None:
    """Return the app that a decision goes to; None where it goes to the assistant."""
    target = decision.get(AppTarget)
    return None if target is None else target.app


def opens(decision: Decision) -> bool:
    """Return whether a decision opens its app."""
    target = decision.get(AppTarget)
    return target is not None and target.opens


def schema_of(decision: Decision) -> SchemaMentions:
    """Return the tables and columns of a decision; empty where it has none."""
    return decision.get(SchemaMentions) or SchemaMentions()
