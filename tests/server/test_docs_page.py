"""The page `/docs`: it fetches nothing, runs nothing, and shows what the OpenAPI document says."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from typing import Any

from fingerpost.server.docs_page import PAGE_HEADERS, docs_page

EVIL = "<script>alert(1)</script>"
DOCUMENT: dict[str, Any] = {
    "info": {"title": f"Desk {EVIL}", "version": "1", "description": EVIL},
    "paths": {
        f"/v1/ask{EVIL}": {
            "post": {
                "description": EVIL,
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Body"}}}},
                "responses": {"200": {"description": EVIL, "content": {"text/plain": {"example": EVIL}}}},
            }
        }
    },
    "components": {
        "schemas": {
            "Body": {
                "required": ["text"],
                "properties": {
                    "text": {"type": "string", "description": EVIL},
                    "turns": {"type": "array", "items": {"$ref": "#/components/schemas/Turn"}},
                    "user": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                },
            },
            "Turn": {"properties": {"role": {}, "content": {}}},
        }
    },
}


def test_the_fields_have_their_types_and_what_they_are_for() -> None:
    page = docs_page(DOCUMENT)
    assert "<code>text</code><td>string<td>required" in page
    assert "list of {role, content}" in page
    assert "string or null" in page


def test_nothing_in_a_document_can_run() -> None:
    assert "<script" not in docs_page(DOCUMENT)
    assert "alert(1)" in docs_page(DOCUMENT), "it is shown"


def test_the_policy_allows_the_own_style_and_nothing_else() -> None:
    policy = dict(part.split(" ", 1) for part in PAGE_HEADERS["content-security-policy"].split("; "))
    style = re.search(r"<style>(.*?)</style>", docs_page(DOCUMENT), re.DOTALL)
    assert style
    assert policy.pop("style-src") == f"'sha256-{b64encode(hashlib.sha256(style[1].encode()).digest()).decode()}'"
    assert policy == dict.fromkeys(("default-src", "base-uri", "form-action", "frame-ancestors"), "'none'")
