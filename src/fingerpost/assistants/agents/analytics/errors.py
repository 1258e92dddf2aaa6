"""Errors of the analytics agent."""

from __future__ import annotations

from fingerpost.errors import FingerpostError


class SqlError(FingerpostError):
    """A statement was refused; the message says which part."""
