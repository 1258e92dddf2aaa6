"""The bodies of changes of what serves: trials, publishing, rolling back, and versions with their lineage."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_BODY = 1_000_000
"""The most bytes of a body; longer ones are not parsed."""

_STRICT = ConfigDict(strict=True, extra="forbid")

Number = Annotated[int, Field(ge=1, le=2**53)]
Lines = Annotated[list[str], Field(description="Texts, one example each.")]


class ExamplesBody(BaseModel):
    """Edits of the examples of one route."""

    model_config = _STRICT

    route: Annotated[str, Field(description="The route whose examples are edited.")]
    add: Lines = []
    remove: Lines = []


class TryBody(BaseModel):
    """What is tried: edited examples, or the folder that the server was started with.

    2,000 examples may be added and as many removed, of 2,000 characters each, in a body of 1 MB.
    """

    model_config = _STRICT

    changes: Annotated[list[ExamplesBody], Field(max_length=200, description="The edits, route by route.")] = []
    folder: Annotated[
        bool,
        Field(description="Try the server's own folder, which is not served while a version is published."),
    ] = False


class CancelBody(BaseModel):
    """Cancels a trial."""

    model_config = _STRICT

    trial: Number


class PublishBody(BaseModel):
    """Publishes what was tried."""

    model_config = _STRICT

    trial: Number
    digest: Annotated[
        str,
        Field(pattern=r"^[0-9a-f]{64}$", description="The `digest` of the trial: just what was tried is published."),
    ]


class RollBackBody(BaseModel):
    """Takes back the version that serves."""

    model_config = _STRICT

    version: Annotated[Number, Field(description="The version that serves: refused where it is another one by now.")]


class ClassifierBody(BaseModel):
    """Makes another classifier serve."""

    model_config = _STRICT

    serving: Annotated[
        int | None,
        Field(description="The version that serves, null for that of the examples: 409 where it is another."),
    ]
    version: Annotated[
        Number | None, Field(description="The version to promote; without it the one before the present serves again.")
    ] = None
    anyway: Annotated[bool, Field(description="Promote it though the comparison refused it.")] = False


class FlipValues(BaseModel):
    """A message whose route would change; `text` is null once retention has deleted it.

    `way`: `fixed` and `broken` by a person's label, `moved` between two wrong routes, `unknown` without a label.
    """

    model_config = _STRICT

    source: Literal["traffic", "held-out", "examples"]
    turn: int | None
    text: str | None
    old: str | None
    new: str | None
    expected: Annotated[str | None, Field(description="The route that a person gave it.")]
    way: Literal["fixed", "broken", "moved", "unknown"]
    taught: Annotated[
        bool, Field(description="It is an example of one of the two, and says nothing of how good they are.")
    ]


class TrialValues(BaseModel):
    """A trial: what was edited, how far it is, and what would change.

    `traffic`, `held_out` and `cross_validation` have figures before (`old`) and after (`new`).
    """

    model_config = _STRICT

    trial: int
    who: str
    at: float
    state: Literal["running", "done", "failed", "cancelled", "lost"]
    base: Annotated[int | None, Field(description="The published version that it is compared with, null for a folder.")]
    digest: str
    change: dict[str, Any]
    progress: dict[str, Any]
    error: str | None
    seconds: float | None
    notes: list[str]
    traffic: dict[str, Any] | None
    held_out: dict[str, Any] | None
    cross_validation: dict[str, Any] | None
    flips: list[FlipValues]
    left_out: Annotated[int, Field(description="Changed messages beyond those of `flips`.")]


class TrialList(BaseModel):
    """The newest trials, without their flips."""

    model_config = _STRICT

    trials: list[TrialValues]


class VersionValues(BaseModel):
    """A published version of the routebook: who published it when, in place of which, with which figures."""

    model_config = _STRICT

    version: int
    digest: str
    serves: bool
    withdrawn: bool
    at: float
    who: str
    parent: Annotated[int | None, Field(description="The version before it, null for the servers' folders.")]
    figures: dict[str, Any] | None
    ended_by: str | None
    ended_at: float | None


class ClassifierVersionValues(BaseModel):
    """A trained classifier: from which one, on how many rows by source, and its comparison."""

    model_config = _STRICT

    version: int
    serves: bool
    at: float
    parent: int | None
    examples: int | None
    rows: dict[str, int]
    passed: bool
    reasons: list[str]
    checks: list[dict[str, Any]]


class VersionsValues(BaseModel):
    """The versions of the routebook and of the classifier, newest first; `serving` is null for that of the examples."""

    model_config = _STRICT

    routebook: str
    can_change: Annotated[bool, Field(description="Whether this server follows published versions.")]
    served: int | None
    serving: int | None
    versions: list[VersionValues]
    classifiers: list[ClassifierVersionValues]


class PublishedValues(BaseModel):
    """The version that serves now, null for the servers' folders; servers take it over within seconds."""

    model_config = _STRICT

    version: int | None


class ServingValues(BaseModel):
    """The classifier that serves now, null for that of the examples; servers take it over within seconds."""

    model_config = _STRICT

    serving: int | None


class TrialQuery(BaseModel):
    """Which trial is wanted."""

    model_config = ConfigDict(extra="forbid")

    trial: Annotated[
        int | None, Field(ge=1, le=2**53, description="Its number; without it the newest ones, without their flips.")
    ] = None


BODIES: tuple[type[BaseModel], ...] = (TryBody, CancelBody, PublishBody, RollBackBody, ClassifierBody)
"""What an administrator sends."""
