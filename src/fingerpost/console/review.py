"""The review page: one message after the other gets its route from a person, by keyboard or by touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.layout import Console, Page, read_form
from fingerpost.errors import ConflictError, MessageError, NotFoundError
from fingerpost.learning.promotion_gate import MIN_HELD_OUT_ROWS
from fingerpost.learning.review_queue import ReviewQueue
from fingerpost.learning.review_results import review_results
from fingerpost.server.decisions import read_query
from fingerpost.server.keys import Role
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.server.review import give_label, item_values, label_values, progress_values, results_values
from fingerpost.server.review_bodies import Desk, Item, LabelBody
from fingerpost.stores.reviews import Label, Reviewer

PATH = "/console/review"

HELD = 5
"""Messages that a person has at hand: the next ones are claimed while one is read."""

TRAIL = 20
"""Labels of the same desk that one can go back to."""

TITLES = {
    "disagreement": "Disagreement",
    "new topic": "New topic",
    "uncertain": "Uncertain",
    "similar": "Similar",
    "sure": "Check",
}
"""What people read for the kinds of items."""

SOURCES = {
    "person": "labels of people",
    "correction": "corrections in conversations",
    "teacher": "labels of the language model",
    "uncorrected": "decisions that nobody corrected",
}
"""What people read for the sources of training rows."""


class ReviewForm(BaseModel):
    """What the page sends: the desk, the item it is about, the one to show next, and what the person said."""

    model_config = ConfigDict(extra="forbid")

    desk: Desk = ""
    item: Item | None = None
    next: Item | None = None
    answer: Literal["route", "none", "skip"] = "route"
    route: Annotated[str | None, Field(max_length=200)] = None
    label: Item | None = None


def add_paths(console: Console) -> None:
    """Add the page, and the parts of it that change."""
    queue: ReviewQueue = console.app.state.review_queue
    store = console.assistant.sessions.store

    async def part(
        request: Request, reviewer: Reviewer, wanted: int | None, said: str, *, changed: bool, labelled: bool = True
    ) -> Response:
        values = await queue.run(_part_values, queue, reviewer, wanted, labelled)
        headers = {"hx-trigger": "labelled"} if changed else None
        return console.render(request, "review_item.html", headers=headers, said=said, titles=TITLES, **values)

    async def show(request: Request) -> Response:
        return console.render(request, "review.html", title="Review")

    async def item(request: Request) -> Response:
        form, reviewer = _read_form(request)
        return await part(request, reviewer, form.item, "", changed=False)

    async def label(request: Request) -> Response:
        form, reviewer = _read_form(request)
        if form.item is None:
            raise MessageError("item is missing: send the number of the message")
        body = LabelBody(item=form.item, answer=form.answer, route=form.route, desk=form.desk)
        try:
            said = _said(await queue.run(give_label, queue, reviewer, body), body)
        except (ConflictError, NotFoundError) as error:
            # Somebody was faster: the next one is shown, and the person is told.
            said = f"Not stored: {error}."
        return await part(request, reviewer, form.next, said, changed=True, labelled=False)

    async def undo(request: Request) -> Response:
        form, reviewer = _read_form(request)
        try:
            undone = await queue.run(queue.undo, reviewer, form.label)
        except NotFoundError:
            return await part(request, reviewer, form.item, "Nothing to undo.", changed=False)
        said = f"Taken back: {undone.route or 'skipped'}."
        return await part(request, reviewer, undone.turn, said, changed=True)

    async def release(request: Request) -> Response:
        _, reviewer = _read_form(request)
        await queue.run(queue.release, reviewer)
        return Response(status_code=204)

    async def results(request: Request) -> Response:
        reviewer = Reviewer(request.scope[CALLER_KEY].name)
        found = await queue.run(review_results, store, queue.book)
        progress = progress_values(reviewer.name, await queue.run(queue.progress, reviewer))
        return console.render(
            request,
            "review_results.html",
            results=results_values(found),
            progress=progress,
            sources=SOURCES,
            held_out_needed=MIN_HELD_OUT_ROWS,
        )

    console.get(PATH, show)
    for name, handler in (("item", item), ("label", label), ("undo", undo), ("release", release)):
        console.post(f"{PATH}/{name}", handler)
    console.get(f"{PATH}/results", results)


def _read_form(request: Request) -> tuple[ReviewForm, Reviewer]:
    form = read_query(read_form(request), ReviewForm)
    return form, Reviewer(request.scope[CALLER_KEY].name, form.desk)


def _part_values(queue: ReviewQueue, reviewer: Reviewer, wanted: int | None, labelled: bool) -> dict[str, Any]:
    """Return what is shown: an item, the ones before and after it, the routes, and how far the review is.

    It is the wanted item, which may be a labelled one or not, or else the first that is not.
    """
    held = [item.message.id for item in queue.claim(reviewer, HELD)]
    labels = {label.turn: label for label in queue.recent(reviewer, TRAIL)}
    trail = list(dict.fromkeys((*reversed(labels), *held)))
    number = wanted if wanted in (trail if labelled else held) else next(iter(held), None)
    before, after = _neighbours(trail, number)
    item = None if number is None else queue.item(number)
    return {
        "item": None if item is None else item_values(queue, item),
        "guesses": {} if item is None else dict(item.guesses),
        "label": label_values(labels[number]) if number in labels else None,
        "last": next(iter(labels.values()), None),
        "previous": before,
        "next": after,
        "routes": _routes(queue),
        "progress": progress_values(reviewer.name, queue.progress(reviewer)),
    }


def _neighbours(trail: list[int], number: int | None) -> tuple[int | None, int | None]:
    """Return the items before and after one; where there is none to label, the last labelled one is before."""
    if number is None:
        return next(reversed(trail), None), None
    place = trail.index(number)
    return (trail[place - 1] if place else None), (trail[place + 1] if place + 1 < len(trail) else None)


def _routes(queue: ReviewQueue) -> list[Mapping[str, str]]:
    return [{"name": route.name, "description": route.description} for route in queue.book.routes]


def _said(label: Label, given: LabelBody) -> str:
    if label.route is None:
        return "Skipped."
    return "Labelled: none of these." if given.answer == "none" else f"Labelled: {label.route}."


PAGE = Page("Review", PATH, Role.REVIEW, add_paths)
