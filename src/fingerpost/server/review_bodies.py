"""The bodies of the review interface: what a reviewer sends, and what the server answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_ITEMS = 50
"""The most items of one response."""

_STRICT = ConfigDict(strict=True, extra="forbid")

Desk = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9 ._:-]{0,64}$",
        description="Where the reviewer works, such as a browser tab: two desks of one key never have the same item.",
    ),
]
Item = Annotated[int, Field(ge=1, le=2**53, description="The number of a stored message, as in a claim.")]
Limit = Annotated[int, Field(ge=1, le=MAX_ITEMS, description="The most items to return.")]


class DeskQuery(BaseModel):
    """The desk of a reviewer, as a query."""

    model_config = ConfigDict(extra="forbid")

    desk: Desk = ""


class ListQuery(DeskQuery):
    """The desk of a reviewer and a number of items, as a query."""

    limit: Limit = 10


class ClaimBody(BaseModel):
    """Asks for items to label."""

    model_config = _STRICT

    limit: Limit = 1
    desk: Desk = ""


class LabelBody(BaseModel):
    """A label of an item, or its skip."""

    model_config = _STRICT

    item: Item
    answer: Annotated[
        Literal["route", "none", "skip"],
        Field(description="`route` with the route in `route`, `none` for none of the routes, or `skip`."),
    ] = "route"
    route: Annotated[str | None, Field(max_length=200, description="The right route of the message.")] = None
    desk: Desk = ""


class UndoBody(BaseModel):
    """Takes a label or a skip back."""

    model_config = _STRICT

    label: Annotated[
        int | None,
        Field(ge=1, le=2**53, description="The number of the label; without it the latest one of this desk."),
    ] = None
    desk: Desk = ""


class ReleaseBody(BaseModel):
    """Gives back the items of a desk that are not labelled."""

    model_config = _STRICT

    desk: Desk = ""


class RouteChoice(BaseModel):
    """A route that can be the label of an item."""

    model_config = _STRICT

    name: str
    description: str


class RouteGuess(BaseModel):
    """A route that the classifier considers, with its probability."""

    model_config = _STRICT

    route: str
    confidence: float


class ItemDecision(BaseModel):
    """How a stored message was decided."""

    model_config = _STRICT

    route: str | None
    layer: str | None
    confidence: float | None


class ConversationTurn(BaseModel):
    """A turn of the conversation of an item; `current` is the item itself."""

    model_config = _STRICT

    role: str
    text: str
    route: str | None
    current: bool


class LabelValues(BaseModel):
    """A stored label; without a route the item was skipped. `guess` is what the classifier said at the time."""

    model_config = _STRICT

    label: int
    item: int
    reviewer: str
    route: str | None
    decided: str | None
    guess: str | None
    at: float


class ItemValues(BaseModel):
    """A stored message to label, and why it was chosen.

    `kind`: `disagreement` (the classifier now says another route than was decided), `new topic`, `uncertain`, `similar`
    (to a labelled one, or to one before it) or `sure` (to check what nobody doubts); `why` says it in words. `guesses`
    are the classifier's at present. `cut`: only the beginning of the text is stored.
    """

    model_config = _STRICT

    item: int
    request: str
    session: str
    text: str
    cut: bool
    at: float
    kind: Literal["disagreement", "new topic", "uncertain", "similar", "sure"]
    why: str
    decided: ItemDecision
    guesses: list[RouteGuess]
    conversation: list[ConversationTurn]


class ItemsValues(BaseModel):
    """Items, the most informative first, and the routes that they can have."""

    model_config = _STRICT

    items: list[ItemValues]
    routes: list[RouteChoice]


class ClaimValues(ItemsValues):
    """Items that are kept for the reviewer for some seconds."""

    seconds: float


class RecentValues(BaseModel):
    """The latest labels of the reviewer, the newest first."""

    model_config = _STRICT

    labels: list[LabelValues]


class UndoneValues(BaseModel):
    """The label that was taken back, and its item, which the reviewer has again; None if it is no longer stored."""

    model_config = _STRICT

    undone: LabelValues
    item: ItemValues | None


class ReleasedValues(BaseModel):
    """The number of items that were given back."""

    model_config = _STRICT

    released: int


class ReviewerCount(BaseModel):
    """The labels of one reviewer."""

    model_config = _STRICT

    reviewer: str
    total: int
    today: int


class ProgressValues(BaseModel):
    """How far the review is. Days are those of UTC; `left` are items that this reviewer can have now.

    `considered`: the newest messages without a label that the queue is made of.
    """

    model_config = _STRICT

    reviewer: str
    mine: int
    mine_today: int
    total: int
    today: int
    left: int
    considered: int
    reviewers: list[ReviewerCount]


class AgreementValues(BaseModel):
    """The labels of a day, and in how many of them classifier and decision had the person's route.

    Items are chosen because they are hard: this is no accuracy on traffic.
    """

    model_config = _STRICT

    day: str
    labels: int
    guessed: int
    student: int
    decided: int


class StudentValues(BaseModel):
    """The newest trained classifier: its rows by source, its estimates, and its comparison with the one before."""

    model_config = _STRICT

    number: int
    at: float
    serves: bool
    rows: dict[str, int]
    estimate: dict[str, float | None]
    passed: bool
    reasons: list[str]
    checks: list[dict[str, Any]]


class ResultsValues(BaseModel):
    """What the labels of people gave: labelled messages, the training examples among them, and the classifier since.

    `needed` is the number of labels from which on a classifier is trained.
    """

    model_config = _STRICT

    labelled: int
    examples: int
    by_route: dict[str, int]
    needed: int
    student: StudentValues | None
    agreement: list[AgreementValues]


BODIES: tuple[type[BaseModel], ...] = (ClaimBody, LabelBody, UndoBody, ReleaseBody)
"""What a reviewer sends."""
