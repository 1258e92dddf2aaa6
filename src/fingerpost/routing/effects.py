"""What the cascade needs from outside on its way to a decision, and what it is given."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.types import Decision

if TYPE_CHECKING:
    from fingerpost.routing.layers.few_shot import Shots
    from fingerpost.routing.layers.llm import Question
    from fingerpost.routing.student.model import Student


class Encode(NamedTuple):
    """The vector of a text is needed."""

    text: str


class Load(NamedTuple):
    """The student is needed, and with a language model the examples' vectors."""


class Ask(NamedTuple):
    """The language model's verdict is needed."""

    question: Question
    look: Look | None = None


class Look(NamedTuple):
    """The scores of what the documents hold near to a vector are needed; `found` keeps them for later."""

    vector: Any
    found: list[Sequence[float] | None]


class Loaded(NamedTuple):
    """What `Load` gives."""

    student: Student
    shots: Shots | None


Need = Encode | Load | Ask | Look
Deciding = Generator[Need, Any, Decision]
