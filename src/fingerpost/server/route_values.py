"""The JSON of what serves: routes, rules, guards and examples, with what each decided lately."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MAX_EXAMPLES = 200
"""Examples in one list."""
MAX_FIND = 200
"""Characters of the words that are looked for."""

_EXACT = ConfigDict(extra="forbid")
_Decided = Annotated[int, Field(description="Stored decisions of the last days, as `activity` says.")]


class RouteQuery(BaseModel):
    """Which examples of a route are wanted."""

    model_config = _EXACT

    find: Annotated[
        str,
        Field(max_length=MAX_FIND, description="Words that the examples have, in any case, with or without accents."),
    ] = ""
    start: Annotated[int, Field(ge=0, le=2**31, description="How many examples to leave out.")] = 0
    limit: Annotated[int, Field(ge=1, le=MAX_EXAMPLES, description="Examples in the list.")] = 50


class ActivityValues(BaseModel):
    """Which decisions are counted: the newest of the last days, 5,000 at most."""

    model_config = _EXACT

    days: int
    decisions: int
    since: Annotated[float, Field(description="From when on, in seconds since 1970.")]
    complete: Annotated[bool, Field(description="Whether these are all of the days, and not only the newest 5,000.")]
    recorded: Annotated[bool, Field(description="Whether this server stores decisions: FINGERPOST_TRACES is `store`.")]


class RouteValues(BaseModel):
    """A route as it serves."""

    model_config = _EXACT

    name: str
    description: str
    handler: Annotated[str, Field(description="What answers: a handler, or `function` for one given in Python.")]
    retrieval: bool
    out_of_scope: bool
    examples: int
    decided: _Decided
    accepted: _Decided
    corrected: Annotated[int, Field(description="Of these messages, those that a person gave another route.")]


class RuleValues(BaseModel):
    """A rule as it serves; `matches`: its phrases and patterns."""

    model_config = _EXACT

    name: str
    route: str
    matches: list[str]
    contract: str | None
    decided: _Decided


class GuardValues(BaseModel):
    """A guard as it serves: it overrides decisions with `to`."""

    model_config = _EXACT

    name: str
    to: str
    when: list[str]
    unless: list[str]
    routes: Annotated[list[str], Field(description="The routes that it overrides; empty for all.")]
    decided: _Decided


class ClassifierValues(BaseModel):
    """The classifier that serves: a stored version, or the one of the examples, whose `version` is null."""

    model_config = _EXACT

    version: int | None
    key: Annotated[str, Field(description="Identifies what it was trained on.")]
    estimate: Annotated[
        dict[str, float | None], Field(description="Its own estimates: accuracy, coverage, accepted_error.")
    ]


class ServedValues(BaseModel):
    """What the server that answers has: routes, rules and guards of its routebook, and its classifier."""

    model_config = _EXACT

    routebook: str
    source: Annotated[str, Field(description="`folder`, `published version N`, or `code`.")]
    digest: str
    classifier: ClassifierValues | None
    activity: ActivityValues
    routes: list[RouteValues]
    rules: list[RuleValues]
    guards: list[GuardValues]


class ExampleValues(BaseModel):
    """An example, and where it stands: `file` is `published version N`, without a `line`, for one from the store.

    `line` is null for one that was given in Python too.
    """

    model_config = _EXACT

    text: str
    after: str | None
    qualifier: str | None
    file: str
    line: int | None


class RouteExamples(BaseModel):
    """A route with the examples that were looked for; `found`: how many there are."""

    model_config = _EXACT

    route: RouteValues
    source: str
    found: int
    start: int
    examples: list[ExampleValues]
