"""The page `/docs`: the OpenAPI document as one HTML page without scripts, fonts or anything else to be fetched."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h2 { border-top: 1px solid #8888; margin-top: 2rem; padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8884; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
pre { background: #8882; overflow-x: auto; padding: .75rem; }
summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee; } a { color: #8bf; } }
"""

PAGE_HEADERS = {
    # The style by its hash; nothing else may be loaded, run, framed or sent.
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    f"style-src 'sha256-{b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


def docs_page(document: Mapping[str, Any]) -> str:
    """Return the page of an OpenAPI document."""
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    links = "".join(f'<li><a href="#{_anchor(name)}"><code>{escape(name)}</code></a></li>' for name, _ in operations)
    schemas = document["components"]["schemas"]
    sections = "".join("".join(_operation(name, operation, schemas)) for name, operation in operations)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><meta name="viewport"'
        f' content="width=device-width"><style>{_STYLE}</style></head><body><h1>{title}</h1>'
        f"<p>{escape(document['info'].get('description', ''))}</p><ul>{links}"
        f'<li><a href="/openapi.json"><code>/openapi.json</code></a></li></ul>{sections}</body></html>'
    )


def _operation(name: str, operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    yield f'<h2 id="{_anchor(name)}">{escape(name)}</h2><p>{escape(operation.get("description", ""))}</p>'
    if parameters := operation.get("parameters", ()):
        rows = "".join(
            _field(each["name"], {**each["schema"], "description": each.get("description", "")}, schemas, False)
            for each in parameters
        )
        yield f"<h3>Query</h3><table><tr><th>parameter<th>type<th><th></tr>{rows}</table>"
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        schema = _resolved(content["schema"], schemas)
        required = schema.get("required", ())
        rows = "".join(
            _field(field, values, schemas, field in required) for field, values in schema["properties"].items()
        )
        yield f"<h3>Body, {escape(kind)}</h3><table><tr><th>field<th>type<th><th></tr>{rows}</table>"
    responses = operation.get("responses", {})
    rows = "".join(
        f"<tr><td>{escape(status)}<td>{escape(response.get('description', ''))}</tr>"
        for status, response in responses.items()
    )
    yield f"<h3>Responses</h3><table>{rows}</table>"
    for kind, content in responses.get("200", {}).get("content", {}).items():
        if "example" in content:
            example = content["example"]
            text = example if isinstance(example, str) else json.dumps(example, indent=1, ensure_ascii=False)
            yield f"<details><summary>Example, {escape(kind)}</summary><pre>{escape(text)}</pre></details>"


def _field(name: str, values: Mapping[str, Any], schemas: Mapping[str, Any], required: bool) -> str:
    note = "required" if required else ""
    described = escape(values.get("description", ""))
    return f"<tr><td><code>{escape(name)}</code><td>{escape(_type(values, schemas))}<td>{note}<td>{described}</tr>"


def _type(values: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """Return the type of a field in words, with the fields of the objects in a list."""
    if "anyOf" in values:
        return " or ".join(_type(each, schemas) for each in values["anyOf"])
    if "$ref" in values:
        return "{" + ", ".join(_resolved(values, schemas).get("properties", {})) + "}"
    if values.get("type") == "array":
        return f"list of {_type(values.get('items', {}), schemas)}"
    return str(values.get("format") or values.get("type") or "any")


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _anchor(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)
