"""The page of the HTTP interface, from the OpenAPI document that a server gives."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scripts.reference import table, written_by

TEMPLATE = Path(__file__).parents[2] / "src" / "fingerpost" / "cli" / "template"

Schema = Mapping[str, Any]


def http_page() -> str:
    """Return the page: every path with its body, its parameters and its responses."""
    document = openapi_document()
    operations = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    common = _common_errors([operation["responses"] for _, _, operation in operations])
    lines = [
        "# HTTP",
        "",
        written_by("the OpenAPI document of a server"),
        "",
        f"{document['info']['description']} A running server gives this description as `/openapi.json`, and as a page"
        " under `/docs`. Every response has its request id in `X-Fingerpost-Request`; a decision is also in the headers"
        " `X-Fingerpost-Route`, `-Accepted`, `-Layer` and `-Confidence`.",
        "",
        *table(("path", "what it does"), ((_link(m, p), _first_line(o)) for m, p, o in operations)),
        "",
        "Errors have one form on every path:",
        "",
        *_json_block({"error": {"message": "what was wrong, and what to do", "type": "…"}}),
        "",
        *table(("status", "when"), sorted(common.items())),
        "",
    ]
    for method, path, operation in operations:
        lines += [f"## {method} {path}", "", *operation.get("description", "").splitlines(), ""]
        lines += _parameters(operation)
        lines += _body(operation, document["components"]["schemas"])
        lines += _responses(operation["responses"], common)
    return "\n".join(lines).rstrip() + "\n"


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Do not tell that the template has no documents; whoever calls this logs as before."""
    log = logging.getLogger("fingerpost")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of a server of the template's routebook."""
    from fingerpost.answering.assistant import Assistant
    from fingerpost.server.http import make_app
    from fingerpost.settings import Settings

    with TemporaryDirectory() as folder, _without_warnings():
        settings = Settings(cache=None, database=f"sqlite:///{folder}/store.sqlite", traces="off")
        assistant = Assistant.open(str(TEMPLATE), settings)
        try:
            document: dict[str, Any] = make_app(assistant, settings).openapi()
        finally:
            asyncio.run(assistant.close())
    return document


def _link(method: str, path: str) -> str:
    """Return a link to the heading of an operation, by the name that the site gives it."""
    kept = "".join(sign for sign in f"{method} {path}".lower() if sign.isalnum() or sign in " _-")
    return f"[`{method} {path}`](#{kept.strip().replace(' ', '-')})"


def _first_line(operation: Schema) -> str:
    return str(operation.get("description") or operation.get("summary", "")).partition("\n\n")[0]


def _common_errors(responses: list[Schema]) -> dict[str, str]:
    """Return the error responses, by status, that mean the same on every path that has them."""
    meanings: dict[str, set[str]] = {}
    for response in responses:
        for status, described in response.items():
            if int(status) >= 400:
                meanings.setdefault(status, set()).add(described["description"])
    return {status: texts.pop() for status, texts in meanings.items() if len(texts) == 1}


def _parameters(operation: Schema) -> list[str]:
    rows = [
        (f"`{one['name']}`", one["in"], _type(one["schema"], {}), one.get("description", ""))
        for one in operation.get("parameters", ())
    ]
    return [*table(("parameter", "in", "type", "meaning"), rows), ""] if rows else []


def _body(operation: Schema, schemas: Schema) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return []
    schema = _resolved(content["application/json"]["schema"], schemas)
    required = schema.get("required", ())
    rows = [
        (
            f"`{name}`",
            _type(value, schemas),
            value.get("description", ""),
            "required" if name in required else _default(value),
        )
        for name, value in schema.get("properties", {}).items()
    ]
    also = "; also as multipart, with files" if "multipart/form-data" in content else ""
    return [f"Body (JSON{also}):", "", *table(("field", "type", "meaning", "default"), rows), ""]


def _resolved(schema: Schema, schemas: Schema) -> Schema:
    found: Schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _type(schema: Schema, schemas: Schema) -> str:
    """Return the type of a field in words: `list of objects`, `string or null`."""
    if "anyOf" in schema:
        return " or ".join(_type(one, schemas) for one in schema["anyOf"])
    if "$ref" in schema:
        return _type(_resolved(schema, schemas), schemas) if schemas else "object"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}), schemas)}"
    return str(kind)


def _default(schema: Schema) -> str:
    value = schema.get("default")
    return "" if value in (None, "", [], {}) else f"`{json.dumps(value, ensure_ascii=False)}`"


def _responses(responses: Schema, common: Mapping[str, str]) -> list[str]:
    lines = []
    for status, response in sorted(responses.items()):
        if int(status) < 400:
            lines += [f"Response {status}: {response['description']}", ""]
            example = response.get("content", {}).get("application/json", {}).get("example")
            lines += [*_json_block(example), ""] if example is not None else []
    own = [f"{status} ({responses[status]['description']})" for status in sorted(responses) if _is_own(status, common)]
    shared = [status for status in sorted(responses) if status in common]
    if own or shared:
        lines += [f"Errors: {', '.join([*own, *shared])}.", ""]
    return lines


def _is_own(status: str, common: Mapping[str, str]) -> bool:
    return int(status) >= 400 and status not in common


def _json_block(value: Any) -> list[str]:
    return ["```json", json.dumps(value, indent=2, ensure_ascii=False), "```"]
