"""A document as text that a session keeps, so that later turns can ask about it."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument, LineItem, Party, Tax

ROLE = "document"
"""The role of a turn that holds one."""

LONGEST = 30
"""Digits of an amount before its point, and behind it."""

_LANGUAGES = ("en", "es", "pt")
_DATES, _NESTED = ("issued", "due", "valid"), {"seller": Party, "buyer": Party}
_LISTS: dict[str, type] = {"lines": LineItem, "taxes": Tax}
_AMOUNTS = frozenset(
    {
        "quantity",
        "unit_price",
        "discount",
        "total",
        "rate",
        "amount",
        "base",
        "subtotal",
        "shipping",
        "other",
        "balance",
    }
)


def to_text(document: CommercialDocument) -> str:
    """Return a document as JSON."""
    return json.dumps(_plain(document), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> CommercialDocument | None:
    """Return the document that a turn holds; None where it holds none that can be read."""
    try:
        values = json.loads(text)
        return _document(values)
    except (ValueError, TypeError, InvalidOperation, AttributeError, RecursionError):
        return None


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        found = [(field.name, getattr(value, field.name), field.default) for field in fields(value)]
        return {name: _plain(kept) for name, kept, default in found if kept != default}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return str(value) if isinstance(value, Decimal | date) else value


def _document(values: dict[str, Any]) -> CommercialDocument:
    read: dict[str, Any] = _values(values, CommercialDocument)
    read |= {name: date.fromisoformat(values[name]) for name in _DATES if name in values}
    read |= {name: kind(**_values(values[name], kind)) for name, kind in _NESTED.items() if name in values}
    for name, kind in _LISTS.items():
        read[name] = tuple(kind(**_values(entry, kind)) for entry in values.get(name, ()))
    read["notes"] = tuple(map(str, values.get("notes", ())))
    document = CommercialDocument(**read)
    if document.kind not in KINDS or document.language not in _LANGUAGES:
        raise ValueError("no document that was kept here")
    return document


def _values(values: dict[str, Any], kind: type) -> dict[str, Any]:
    known = {field.name for field in fields(kind)} - {*_DATES, *_NESTED, *_LISTS, "notes"}
    return {
        name: _amount(value) if name in _AMOUNTS else value if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if name in known
    }


def _amount(value: Any) -> Decimal:
    amount = Decimal(value)
    # A caller's own turns may say anything, and 1e999999999 would be written out digit by digit.
    if not amount.is_finite() or abs(amount.adjusted()) > LONGEST:
        raise ValueError("no amount")
    return amount
