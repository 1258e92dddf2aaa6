"""The API documentation: `/openapi.json`, and `/docs`, a page over it."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fingerpost.server.docs_page import PAGE_HEADERS, docs_page

SCHEMA_REFERENCE = "#/components/schemas/{model}"

ResponseDocs = dict[int | str, dict[str, Any]]

_DECISION = {
    "route": "PLATFORM",
    "accepted": True,
    "confidence": 1.0,
    "layer": "rules",
    "reason": 'the phrase "you are a direct and concise assistant"',
    "runner_up": None,
    "margin": 1.0,
    "signals": ["rule:platform-prefix"],
    "qualifier": None,
    "scope": None,
    "retrieval": False,
    "slot": "conversational",
    "validation": None,
    "trail": [{"who": "rules", "said": "PLATFORM: …", "micros": 11.2}],
    "extras": {},
}
_ANSWER = {
    "text": "`addVar` assigns a value [1].",
    "code": "",
    "validation_status": "",
    "checked": "",
    "trace": "",
    "notes": [],
    "degraded": [],
    "citations": [{"number": 1, "file": "addVar.md", "heading": "addVar", "text": "…", "score": 0.0328}],
    "parts": [{"kind": "table", "text": "…", "values": {"columns": ["status", "n"], "rows": [["sent", 12]]}}],
    "decision": _DECISION,
    "request": "3f0c…",
    "session": "ana-1",
}
_ERROR = {"error": {"message": "what was wrong, and what to do", "type": "…", "param": None, "code": None}}


def _json(description: str, example: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"example": example}}}


ERROR_RESPONSES: ResponseDocs = {
    400: _json("The message cannot be read, or declares an unknown route.", _ERROR),
    401: _json("The key is missing or wrong.", _ERROR),
    403: _json("The role of the key, or the origin of the web page, does not permit it.", _ERROR),
    404: _json("The session or the message does not exist, or is another client's or user's.", _ERROR),
    413: _json("The body, or the text, is too large.", _ERROR),
    422: _json("The body does not match the schema.", _ERROR),
    421: _json("The server is not called by this `Host`.", _ERROR),
    429: _json("Too many requests; `Retry-After` is the number of seconds to wait.", _ERROR),
    503: _json("The model, the documents or the store is not available.", _ERROR),
    504: _json("The deadline passed before an answer was begun.", _ERROR),
}
DECISION_RESPONSES: ResponseDocs = {
    200: _json("The decision; with `explain` also `explanation`: see docs/how-to/explanations.md.", _DECISION),
    **ERROR_RESPONSES,
}
ANSWER_RESPONSES: ResponseDocs = {
    200: {
        "description": "The answer, or its events. `validation_status` is empty, INVALID_UNRESOLVED where code failed "
        "the parser, or PARSER_UNAVAILABLE where it could not be checked; `checked` says how much of the code the "
        "parser saw: all, partly or none, and nothing for routes without code; `notes` say so to people, and also "
        "where no program or only a part of the code was checked.",
        "content": {
            "application/json": {"example": _ANSWER},
            "text/event-stream": {
                "example": 'event: decision\ndata: {…}\n\nevent: piece\ndata: {"text": "…"}\n\nevent: answer\ndata: {…}'
            },
        },
    },
    **ERROR_RESPONSES,
}
FEEDBACK_RESPONSES: ResponseDocs = {
    200: _json("The feedback was stored.", {"request": "3f0c…", "route": "PLATFORM"}),
    **ERROR_RESPONSES,
    409: _json("A reviewer gave the message another route, which the role `use` does not replace.", _ERROR),
}
COMPLETION_RESPONSES: ResponseDocs = {
    200: {"description": "A completion, or its chunks, with the field `fingerpost`."},
    **ERROR_RESPONSES,
}
LIVE_RESPONSES: ResponseDocs = {
    200: {
        "description": "Decisions as they are stored.",
        "content": {
            "text/event-stream": {
                "example": 'event: decision\ndata: {…}\n\nevent: skipped\ndata: {"count": 12}\n\nid: 4711\n\n'
            }
        },
    },
    **ERROR_RESPONSES,
}
MODEL_RESPONSES: ResponseDocs = {
    200: {"description": "Models in OpenAI's format."},
    404: _json("There is no such model.", _ERROR),
}
STATUS_RESPONSES: ResponseDocs = {200: {"description": "The current state."}}


def request_body(model: type[BaseModel], *, multipart: bool = False) -> dict[str, Any]:
    """Return the OpenAPI fields for a request body that is not parsed by FastAPI."""
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": SCHEMA_REFERENCE.format(model=model.__name__)}}}
    if multipart:
        schema = {"$ref": SCHEMA_REFERENCE.format(model=f"{model.__name__}Multipart")}
        content["multipart/form-data"] = {"schema": schema}
    return {"requestBody": {"required": True, "content": content}}


def query(model: type[BaseModel]) -> dict[str, Any]:
    """Return the OpenAPI fields for the query of a URL that is not parsed by FastAPI."""
    schema = model.model_json_schema(ref_template=SCHEMA_REFERENCE)
    fields = [
        {"name": name, "in": "query", "required": False, "description": field.pop("description", ""), "schema": field}
        for name, field in schema["properties"].items()
    ]
    return {"parameters": fields}


def add_documentation(app: FastAPI, *models: type[BaseModel]) -> None:
    """Add the schemas of the bodies, and `/docs`; in a multipart body, objects and lists are sent as JSON text."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(title=app.title, version=app.version, routes=app.routes, description=_DESCRIPTION)
            components = document.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            for model in models:
                schema = model.model_json_schema(ref_template=SCHEMA_REFERENCE)
                schemas.update(schema.pop("$defs", {}))
                schemas[model.__name__] = schema
            for name in ("RouteBody", "AskBody"):
                schemas[f"{name}Multipart"] = _as_multipart(schemas[name])
            components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
            document["security"] = [{"key": []}, {}]
            app.openapi_schema = document
        return app.openapi_schema

    # The way to extend OpenAPI that FastAPI's documentation gives.
    app.openapi = openapi  # type: ignore[method-assign]

    async def docs(_: Request) -> HTMLResponse:
        return HTMLResponse(docs_page(openapi()), headers=PAGE_HEADERS)

    app.add_route("/docs", docs, include_in_schema=False)


_DESCRIPTION = (
    "Routes messages to an assistant, and answers them. Send the API key, where one is set, as "
    "`Authorization: Bearer KEY` or as `X-API-Key: KEY`."
)


def _as_multipart(schema: dict[str, Any]) -> dict[str, Any]:
    files = {"type": "array", "items": {"type": "string", "format": "binary"}, "description": "Files."}
    fields = dict(schema["properties"])
    for name in ("user_info", "turns", "intent_history"):
        fields[name] = {"type": "string", "description": f"JSON. {fields[name].get('description', '')}"}
    return {**schema, "title": f"{schema['title']} (multipart)", "properties": {**fields, "attachments": files}}
