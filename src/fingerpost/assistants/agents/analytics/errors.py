"""The error of a statement that may not be run."""

from __future__ import annotations

from fingerpost.errors import FingerpostError


class SqlError(FingerpostError):
    """A statement may not be run; says what was refused."""
