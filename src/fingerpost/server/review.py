"""The review interface: stored messages that a person should label, shared by any number of reviewers.

An item is claimed before it is shown, and kept for the reviewer for some minutes. The reviewer is the name of the key.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.answering.assistant import Assistant
from fingerpost.errors import MessageError, NotFoundError
from fingerpost.learning.review import ReviewItem
from fingerpost.learning.review_queue import ReviewProgress, ReviewQueue
from fingerpost.learning.review_results import ReviewResults, review_results
from fingerpost.server import openapi
from fingerpost.server.decisions import read_query
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.server.request_bodies import read_json
from fingerpost.server.responses import JsonResponse
from fingerpost.server.review_bodies import (
    ClaimBody,
    ClaimValues,
    DeskQuery,
    ItemsValues,
    LabelBody,
    LabelValues,
    ListQuery,
    ProgressValues,
    RecentValues,
    ReleaseBody,
    ReleasedValues,
    ResultsValues,
    UndoBody,
    UndoneValues,
)
from fingerpost.stores.reviews import LEASE, Label, Reviewer


def add_paths(app: FastAPI, assistant: Assistant) -> ReviewQueue:
    """Add the review paths to the app, and return their queue."""
    store = assistant.sessions.store
    queue = ReviewQueue(lambda: assistant.routes.router, store)

    @app.get("/v1/review/items", openapi_extra=openapi.query(ListQuery), responses=_documented(ItemsValues))
    async def items(request: Request) -> Response:
        """Return the next items of the queue, the most informative first, and why; nothing is kept for the caller."""
        given = read_query(request.query_params, ListQuery)
        found = await queue.run(queue.peek, _reviewer(request, given.desk), given.limit)
        return JsonResponse(await queue.run(items_values, queue, found))

    @app.post("/v1/review/claims", openapi_extra=openapi.request_body(ClaimBody), responses=_documented(ClaimValues))
    async def claim(request: Request) -> Response:
        """Return the next items for the caller, who has them alone for some minutes; earlier ones come first."""
        given = await read_json(request, ClaimBody)
        found = await queue.run(queue.claim, _reviewer(request, given.desk), given.limit)
        return JsonResponse({**await queue.run(items_values, queue, found), "seconds": LEASE})

    @app.post("/v1/review/labels", openapi_extra=openapi.request_body(LabelBody), responses=_documented(LabelValues))
    async def label(request: Request) -> Response:
        """Store the label of an item, or skip it. The same label twice counts once, and another one replaces it.

        409: somebody else has the item now, or has labelled it.
        """
        given = await read_json(request, LabelBody)
        return JsonResponse(label_values(await queue.run(give_label, queue, _reviewer(request, given.desk), given)))

    @app.get("/v1/review/labels", openapi_extra=openapi.query(ListQuery), responses=_documented(RecentValues))
    async def labels(request: Request) -> Response:
        """Return the latest labels of the caller, skips among them, without those that were taken back."""
        given = read_query(request.query_params, ListQuery)
        found = await queue.run(queue.recent, _reviewer(request, given.desk), given.limit)
        return JsonResponse({"labels": [label_values(each) for each in found]})

    @app.post("/v1/review/undo", openapi_extra=openapi.request_body(UndoBody), responses=_documented(UndoneValues))
    async def undo(request: Request) -> Response:
        """Take a label or a skip of the caller back, the latest one or the one of a number; its item is shown again."""
        given = await read_json(request, UndoBody)
        undone = await queue.run(queue.undo, _reviewer(request, given.desk), given.label)
        return JsonResponse(await queue.run(_undone_values, queue, undone))

    @app.post(
        "/v1/review/release", openapi_extra=openapi.request_body(ReleaseBody), responses=_documented(ReleasedValues)
    )
    async def release(request: Request) -> Response:
        """Give back the items of a desk that are not labelled, so that others get them at once."""
        given = await read_json(request, ReleaseBody)
        return JsonResponse({"released": await queue.run(queue.release, _reviewer(request, given.desk))})

    @app.get("/v1/review/progress", openapi_extra=openapi.query(DeskQuery), responses=_documented(ProgressValues))
    async def progress(request: Request) -> Response:
        """Return how many items are labelled, today and in all, by whom, and how many are left."""
        reviewer = _reviewer(request, read_query(request.query_params, DeskQuery).desk)
        return JsonResponse(progress_values(reviewer.name, await queue.run(queue.progress, reviewer)))

    @app.get("/v1/review/results", responses=_documented(ResultsValues))
    async def results(_: Request) -> Response:
        """Return what the labels gave so far: training examples, the newest classifier, agreement day by day."""
        return JsonResponse(results_values(await queue.run(review_results, store, queue.book)))

    return queue


def _reviewer(request: Request, desk: str) -> Reviewer:
    return Reviewer(request.scope[CALLER_KEY].name, desk)


def _documented(model: type[BaseModel]) -> openapi.ResponseDocs:
    conflict = openapi.ERROR_RESPONSES[404]["content"]
    return {
        200: {"model": model, "description": str(model.__doc__).partition("\n")[0]},
        **openapi.ERROR_RESPONSES,
        409: {"description": "Somebody else has the item, or has labelled it.", "content": conflict},
    }


def give_label(queue: ReviewQueue, reviewer: Reviewer, given: LabelBody) -> Label:
    """Store what a reviewer says of an item."""
    if given.answer == "skip":
        return queue.skip(reviewer, given.item)
    if given.answer == "none":
        return queue.label_none(reviewer, given.item)
    if given.route is None:
        raise MessageError('route is missing: give the right route, or `answer` = "none" or "skip"')
    return queue.label(reviewer, given.item, given.route)


def items_values(queue: ReviewQueue, items: list[ReviewItem]) -> dict[str, Any]:
    """Return items, and the routes that they can have."""
    routes = [{"name": route.name, "description": route.description} for route in queue.book.routes]
    return {"items": [item_values(queue, item) for item in items], "routes": routes}


def item_values(queue: ReviewQueue, item: ReviewItem) -> dict[str, Any]:
    """Return an item with the conversation around it."""
    message = item.message
    return {
        "item": message.id,
        "request": message.request,
        "session": message.session,
        "text": message.text,
        "cut": message.cut,
        "at": message.at,
        "kind": item.kind,
        "why": item.why,
        "decided": {"route": message.route, "layer": message.layer, "confidence": message.confidence},
        "guesses": [{"route": route, "confidence": confidence} for route, confidence in item.guesses],
        "conversation": [
            {"role": turn.role, "text": turn.text, "route": turn.route, "current": turn.id == message.id}
            for turn in queue.conversation(message.id)
        ],
    }


def label_values(label: Label) -> dict[str, Any]:
    """Return a label."""
    return {
        "label": label.id,
        "item": label.turn,
        "reviewer": label.reviewer,
        "route": label.route,
        "decided": label.decided,
        "guess": label.guess,
        "at": label.at,
    }


def _undone_values(queue: ReviewQueue, label: Label) -> dict[str, Any]:
    try:
        item = item_values(queue, queue.item(label.turn))
    except NotFoundError:
        item = None
    return {"undone": label_values(label), "item": item}


def progress_values(reviewer: str, progress: ReviewProgress) -> dict[str, Any]:
    """Return how far the review is."""
    reviewers = [
        {"reviewer": name, "total": total, "today": today} for name, (total, today) in progress.by_reviewer.items()
    ]
    fields = progress._asdict()
    del fields["by_reviewer"]
    return {"reviewer": reviewer, **fields, "reviewers": reviewers}


def results_values(results: ReviewResults) -> dict[str, Any]:
    """Return what the labels gave."""
    return {
        **results._asdict(),
        "student": None if results.student is None else results.student._asdict(),
        "agreement": [day._asdict() for day in results.agreement],
    }
