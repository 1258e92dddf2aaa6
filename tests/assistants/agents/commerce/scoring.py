"""Documents with expected values, and the score of the parser on them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from fingerpost.assistants.agents.commerce import CommercialDocument, LineItem, parse_text

DATA = Path(__file__).parents[3] / "data" / "answers" / "documents.jsonl"


class Row(NamedTuple):
    """One labelled document; `set` names the collection, which was written before the parser saw any of it."""

    id: str
    set: str
    text: str
    expected: dict[str, Any]


class Miss(NamedTuple):
    """A field whose parsed value differs from the expected one."""

    id: str
    field: str
    expected: object
    found: object


def rows() -> list[Row]:
    """Return all labelled documents."""
    lines = DATA.read_text(encoding="utf-8").splitlines()
    return [Row(entry["id"], entry["set"], entry["text"], entry["expected"]) for entry in map(json.loads, lines)]


def score(some: list[Row]) -> tuple[Counter[str], list[Miss]]:
    """Return the number of fields by kind and the wrong ones; invented values count as wrong."""
    count: Counter[str] = Counter()
    misses = []
    for row in some:
        document = parse_text(row.text) or CommercialDocument()
        for field, expected, found in _fields(row.expected, document):
            count[field] += 1
            if expected != found:
                misses.append(Miss(row.id, field, expected, found))
    return count, misses


def _fields(expected: dict[str, Any], document: CommercialDocument) -> list[tuple[str, object, object]]:
    fields: list[tuple[str, object, object]] = [
        (name, expected.get(name, ""), getattr(document, name)) for name in ("kind", "number", "currency")
    ]
    fields += [(name, expected.get(name, ""), str(getattr(document, name) or "")) for name in ("issued", "due")]
    fields += [
        (side, _plain(expected.get(side, "")), _plain(getattr(document, side).name)) for side in ("seller", "buyer")
    ]
    fields += [
        (f"{side}_id", expected.get(f"{side}_id", ""), getattr(document, side).tax_id) for side in ("seller", "buyer")
    ]
    sums = ("subtotal", "discount", "shipping", "total")
    fields += [(name, _decimal(expected.get(name)), getattr(document, name)) for name in sums]
    if "terms" in expected:
        fields.append(("terms", _plain(expected["terms"]), _plain(document.terms)))
    taxes = [(tax["name"].lower(), _decimal(tax.get("rate")), _decimal(tax.get("amount"))) for tax in expected["taxes"]]
    fields.append(("taxes", taxes, [(tax.name.lower(), tax.rate, tax.amount) for tax in document.taxes]))
    fields.append(("line count", len(expected["lines"]), len(document.lines)))
    for index, line in enumerate(expected["lines"]):
        found = document.lines[index] if index < len(document.lines) else LineItem("")
        fields.append(("description", _plain(line["description"]), _plain(found.description)))
        names = ("quantity", "unit_price", "total")
        fields += [(f"line {name}", _decimal(line.get(name)), getattr(found, name)) for name in names]
    return fields


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"[^a-z0-9]+", " ", "".join(char for char in letters if not unicodedata.combining(char))).strip()


def _decimal(text: str | None) -> Decimal | None:
    return Decimal(text) if text is not None else None
