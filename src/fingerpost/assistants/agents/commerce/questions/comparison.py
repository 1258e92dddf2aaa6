"""Compares two documents: their totals, and the line items added, removed or changed."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.questions.formatting import format_amount, format_number, kind_name


def compare_documents(first: CommercialDocument, second: CommercialDocument, language: str) -> str:
    """Return the differences between two documents as text."""
    said = [_totals(first, second, language)]
    pairs = _match_lines(first.lines, second.lines)
    gone = [line.description for line, other in pairs if other is None]
    matched = {id(other) for _, other in pairs if other is not None}
    new = [line.description for line in second.lines if id(line) not in matched]
    changed = [
        text
        for line, other in pairs
        if other is not None and (text := _line_change(line, other, first, second, language))
    ]
    for document, fallback, names in ((first, "1", gone), (second, "2", new)):
        if names:
            said.append(
                PHRASES["only_in"][language].format(_document_name(document, fallback, language), "; ".join(names))
            )
    if changed:
        said.append(PHRASES["changed"][language].format("; ".join(changed)))
    if first.lines and not gone and not new and not changed:
        said.append(PHRASES["same_items"][language])
    return "\n".join(said)


def _totals(first: CommercialDocument, second: CommercialDocument, language: str) -> str:
    one, other = first.total, second.total
    if one is None or other is None:
        lacking, fallback = (first, "1") if one is None else (second, "2")
        return PHRASES["none"][language].format(_document_name(lacking, fallback, language), NAMES["total"][language])
    shown = format_amount(one, first, language), format_amount(other, second, language)
    if first.currency != second.currency:
        return PHRASES["other_currency"][language].format(*shown)
    if one == other:
        return PHRASES["same_total"][language].format(shown[0])
    return PHRASES["difference"][language].format(*shown, format_amount(abs(other - one), first, language))


def _document_name(document: CommercialDocument, fallback: str, language: str) -> str:
    return f"{kind_name(document, language)} {document.number or fallback}"


def _match_lines(first: tuple[LineItem, ...], second: tuple[LineItem, ...]) -> list[tuple[LineItem, LineItem | None]]:
    """Match the line items with the same code or almost the same words; each is used once."""
    left = list(second)
    pairs: list[tuple[LineItem, LineItem | None]] = []
    for line in first:
        best = max(left, key=lambda other: _similarity(line, other), default=None)
        if best is not None and _similarity(line, best) >= 0.6:
            left = [other for other in left if other is not best]
            pairs.append((line, best))
        else:
            pairs.append((line, None))
    return pairs


def _similarity(line: LineItem, other: LineItem) -> float:
    if line.code and line.code == other.code:
        return 1.0
    one, two = (set(re.findall(r"[^\W_]+", normalize(item.description))) for item in (line, other))
    return len(one & two) / max(1, len(one | two))


def _line_change(
    line: LineItem, other: LineItem, first: CommercialDocument, second: CommercialDocument, language: str
) -> str:
    """Return the change of a line item: quantity and price, else the total; empty where nothing changed."""
    parts = []
    if line.quantity is not None and other.quantity is not None and line.quantity != other.quantity:
        parts.append(
            f"{format_number(line.quantity, first, language)} → {format_number(other.quantity, second, language)}"
        )
    if line.unit_price is not None and other.unit_price is not None and line.unit_price != other.unit_price:
        parts.append(
            f"{format_amount(line.unit_price, first, language)} → {format_amount(other.unit_price, second, language)}"
        )
    if not parts and line.total is not None and other.total is not None and line.total != other.total:
        parts.append(f"{format_amount(line.total, first, language)} → {format_amount(other.total, second, language)}")
    return f"{line.description} ({', '.join(parts)})" if parts else ""
