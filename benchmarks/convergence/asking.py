"""`python -m benchmarks teacher`: ask a real model for the answers not stored yet; an interrupted run resumes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmarks.convergence import streams, teacher
from fingerpost.routing.router import Router
from fingerpost.settings import Settings

PATIENCE = 300.0
"""Seconds for an answer: a small machine takes its time."""


def ask_all(place: Path, settings: Settings) -> None:
    """Ask about the beginning of each stream."""
    settings = replace(settings, llm_timeout=PATIENCE)
    for stream in (streams.of_avap(), *streams.of_domains(place)):
        router = Router.from_routebook(stream.book, settings=settings)
        teacher.ask(stream.name, router, stream.flow[: streams.ASKED[stream.name]])
