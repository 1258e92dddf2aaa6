"""Serializes documents as JSON for the session, so that later turns can ask about them."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument, Instalment, LineItem, Party, Tax

ROLE = "document"
"""The role of a turn that holds a document."""

LONGEST = 30
"""Maximum decimal exponent of an amount, positive or negative."""

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
    """Serialize a document as JSON."""
    return json.dumps(_to_json_value(document), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> CommercialDocument | None:
    """Deserialize a document; return None where the text is not one."""
    try:
        values = json.loads(text)
        return _document(values)
    except (ValueError, TypeError, InvalidOperation, AttributeError, RecursionError):
        return None


def _to_json_value(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        found = [(field.name, getattr(value, field.name), field.default) for field in fields(value)]
        return {name: _to_json_value(kept) for name, kept, default in found if kept != default}
    if isinstance(value, tuple):
        return [_to_json_value(entry) for entry in value]
    return str(value) if isinstance(value, Decimal | date) else value


def _document(values: dict[str, Any]) -> CommercialDocument:
    read: dict[str, Any] = _values(values, CommercialDocument)
    read |= {name: date.fromisoformat(values[name]) for name in _DATES if name in values}
    read |= {name: kind(**_values(values[name], kind)) for name, kind in _NESTED.items() if name in values}
    for name, kind in _LISTS.items():
        read[name] = tuple(kind(**_values(entry, kind)) for entry in values.get(name, ()))
    read["instalments"] = tuple(
        Instalment(date.fromisoformat(entry["due"]), _amount(entry["amount"]))
        for entry in values.get("instalments", ())
    )
    read["notes"] = tuple(map(str, values.get("notes", ())))
    document = CommercialDocument(**read)
    if document.kind not in KINDS or document.language not in _LANGUAGES:
        raise ValueError("not a serialized document")
    return document


def _values(values: dict[str, Any], kind: type) -> dict[str, Any]:
    known = {field.name for field in fields(kind)} - {*_DATES, *_NESTED, *_LISTS, "notes", "instalments"}
    return {
        name: _amount(value) if name in _AMOUNTS else value if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if name in known
    }


def _amount(value: Any) -> Decimal:
    amount = Decimal(value)
    # Turns supplied by a caller are untrusted, and 1e999999999 would be formatted digit by digit.
    if not amount.is_finite() or abs(amount.adjusted()) > LONGEST:
        raise ValueError("not a valid amount")
    return amount
