"""The description of the paths: `/openapi.json`, and `/docs` for people, with or without the internet."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import HTMLResponse

REF = "#/components/schemas/{model}"

Described = dict[int | str, dict[str, Any]]

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
    "said": "The text, and behind it the notes: what to show a person.",
    "code": "",
    "validation_status": "",
    "trace": "",
    "notes": [],
    "citations": [{"number": 1, "file": "addVar.md", "heading": "addVar", "text": "…", "score": 0.0328}],
    "parts": [{"kind": "text", "text": "…", "values": {}}],
    "decision": _DECISION,
    "request": "3f0c…",
    "session": "ana-1",
}
_FAULT = {"error": {"message": "what was wrong, and what to do", "type": "…", "param": None, "code": None}}


def _json(description: str, example: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"example": example}}}


FAULTS: Described = {
    400: _json("The message cannot be read, or declares an unknown route.", _FAULT),
    401: _json("The key is missing or wrong.", _FAULT),
    413: _json("The body, or the text, is too large.", _FAULT),
    422: _json("The body has another shape.", _FAULT),
    429: _json("Too many requests; `Retry-After` tells when to come again.", _FAULT),
    503: _json("The model, the documents or the store is not available.", _FAULT),
    504: _json("Time ran out before there was anything to answer with.", _FAULT),
}
DECIDED: Described = {200: _json("The decision.", _DECISION), **FAULTS}
ANSWERED: Described = {
    200: {
        "description": "The answer, or its events. `validation_status` is empty, INVALID_UNRESOLVED where code failed "
        "the parser, or PARSER_UNAVAILABLE where it could not be checked; `notes` tell people so.",
        "content": {
            "application/json": {"example": _ANSWER},
            "text/event-stream": {
                "example": 'event: decision\ndata: {…}\n\nevent: piece\ndata: {"text": "…"}\n\nevent: answer\ndata: {…}'
            },
        },
    },
    **FAULTS,
}
HEARD: Described = {200: _json("It is kept.", {"request": "3f0c…", "route": "PLATFORM"}), **FAULTS}
COMPLETED: Described = {200: {"description": "A completion, or its chunks, with the field `fingerpost`."}, **FAULTS}
LISTED: Described = {200: {"description": "As OpenAI lists models."}, 404: _json("There is no such model.", _FAULT)}
PLAIN: Described = {200: {"description": "As it is now."}}


def body(form: type[BaseModel], *, multipart: bool = False) -> dict[str, Any]:
    """Return the description of a request whose body is read apart from FastAPI."""
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": REF.format(model=form.__name__)}}}
    if multipart:
        schema = {"$ref": REF.format(model=f"{form.__name__}Multipart")}
        content["multipart/form-data"] = {"schema": schema}
    return {"requestBody": {"required": True, "content": content}}


def add(app: FastAPI, *forms: type[BaseModel], multipart: type[BaseModel]) -> None:
    """Describe the forms, and add `/docs`. Of one that may be multipart, objects and lists come as JSON text."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = get_openapi(title=app.title, version=app.version, routes=app.routes, description=_ABOUT)
            components = described.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            for form in forms:
                schema = form.model_json_schema(ref_template=REF)
                schemas.update(schema.pop("$defs", {}))
                schemas[form.__name__] = schema
            schemas[f"{multipart.__name__}Multipart"] = _as_multipart(schemas[multipart.__name__])
            components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
            described["security"] = [{"key": []}, {}]
            app.openapi_schema = described
        return app.openapi_schema

    # As FastAPI's own documentation has it done.
    app.openapi = openapi  # type: ignore[method-assign]

    async def docs(_: Request) -> HTMLResponse:
        page = get_swagger_ui_html(openapi_url=app.openapi_url or "", title=app.title)
        text = bytes(page.body).decode()
        # What stands in the box is replaced once Swagger has come from the internet, and stays where there is none.
        return HTMLResponse(text.replace('<div id="swagger-ui">', f'<div id="swagger-ui">{_plain(openapi())}', 1))

    app.add_route("/docs", docs, include_in_schema=False)


_ABOUT = (
    "What each message to an assistant needs, and its answer. Send the key, where one is set, as "
    "`Authorization: Bearer KEY` or as `X-API-Key: KEY`."
)


def _as_multipart(schema: dict[str, Any]) -> dict[str, Any]:
    files = {"type": "array", "items": {"type": "string", "format": "binary"}, "description": "Files."}
    fields = dict(schema["properties"])
    for name in ("user_info", "turns", "intent_history"):
        fields[name] = {"type": "string", "description": f"JSON. {fields[name].get('description', '')}"}
    return {**schema, "title": f"{schema['title']} (multipart)", "properties": {**fields, "attachments": files}}


def _plain(described: dict[str, Any]) -> str:
    """Return the description as plain HTML."""
    parts = [f"<h1>{escape(described['info']['title'])}</h1><p>{escape(_ABOUT)}</p>"]
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            parts.append(f"<h2>{method.upper()} {escape(path)}</h2><p>{escape(about.get('description', ''))}</p>")
            if "requestBody" in about:
                reference = about["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                schema = described["components"]["schemas"][reference.rpartition("/")[2]]
                rows = (_row(name, field, schema) for name, field in schema["properties"].items())
                parts.append(f"<table>{''.join(rows)}</table>")
            example = about["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("example")
            if example:
                parts.append(f"<pre>{escape(json.dumps(example, indent=1, ensure_ascii=False))}</pre>")
    return "".join(parts)


def _row(name: str, field: dict[str, Any], schema: dict[str, Any]) -> str:
    needed = "needed" if name in schema.get("required", ()) else ""
    about = field.get("description", "")
    return f"<tr><td><code>{escape(name)}</code></td><td>{needed}</td><td>{escape(about)}</td></tr>"
