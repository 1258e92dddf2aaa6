"""Effects: what the cascade asks its caller to do on the way to a decision, and what the caller hands back.

The cascade is a generator that yields effects; `run.py` drives it, and the router carries the effects out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.types import Decision, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.layers.few_shot import FewShotExamples
    from fingerpost.routing.layers.llm import ClassificationQuestion
    from fingerpost.routing.layers.small_talk import SmallTalk
    from fingerpost.routing.student.model import Student


class NoScores(Enum):
    """Why a search of the documents gave no scores; the value is the decision's signal."""

    SLOW = "rag_probe_slow"
    FAILED = "rag_probe_failed"


class Encode(NamedTuple):
    """Encode a text, as a message or as a question to the documents; the result is its vector."""

    text: str
    for_documents: bool = False


class LoadStudent(NamedTuple):
    """Load the student and, with a language model, the few-shot examples; the result is a `LoadedStudent`."""


class AskModel(NamedTuple):
    """Ask the language model; the result is its verdict. `search` is a document search to run at the same time."""

    question: ClassificationQuestion
    search: SearchDocuments | None = None


class SearchDocuments(NamedTuple):
    """Search the documents near a vector; the scores, or why there are none, are appended to `results`."""

    vector: Any
    results: list[Sequence[float] | NoScores]


class ReadByApp(NamedTuple):
    """Let the running app read the message, which takes milliseconds; the result is its verdict, or None."""

    read: Callable[[], Verdict | None]


class LoadedStudent(NamedTuple):
    """The result of `LoadStudent`: `examples` is None without a language model, `small_talk` without a route for it."""

    student: Student
    examples: FewShotExamples | None
    small_talk: SmallTalk | None = None


Effect = Encode | LoadStudent | AskModel | SearchDocuments | ReadByApp
DecisionGenerator = Generator[Effect, Any, Decision]
