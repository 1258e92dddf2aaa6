"""Says each field of a document in a sentence; a missing value is reported, never invented."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.calculations import due_by_terms, valid_by_days
from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.formatting import (
    format_amount,
    format_date,
    format_number,
    kind_name,
    this_document,
)
from fingerpost.assistants.agents.commerce.labels import normalize, tax_name
from fingerpost.assistants.agents.commerce.metadata import days_valid
from fingerpost.assistants.agents.commerce.phrases import COLUMNS, NAMES, PHRASES
from fingerpost.assistants.agents.commerce.verbatim import (
    matching_form,
)
from fingerpost.assistants.agents.commerce.verification import Discrepancy, sum_of_lines, verify

MOST_ITEMS = 40
"""Maximum number of lines listed in an answer; the table part holds all."""

_TAXES = re.compile(r"(?<![^\W_])(?:iva|icms|ipi|iss|pis|cofins|vat|[csi]?gst|hst|igv|irpf|irrf)(?![^\W_])")

FieldAnswer = Callable[[CommercialDocument, str, str], str]
"""Answers one field: takes the document, the language and the normalized question."""


def lines_table(
    document: CommercialDocument, language: str = ""
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the column headings and rows of the line items, without empty columns, in the document's language."""
    language = language or document.language
    names = [field.name for field in fields(LineItem)]
    rows = [[_cell(getattr(line, name), name, document, language) for name in names] for line in document.lines]
    kept = [index for index, name in enumerate(names) if name == "description" or any(row[index] for row in rows)]
    return tuple(COLUMNS[names[index]][language] for index in kept), tuple(
        tuple(row[index] for index in kept) for row in rows
    )


def _cell(value: object, name: str, document: CommercialDocument, language: str) -> str:
    if isinstance(value, Decimal):
        return format_number(value, document, language, cents=name != "quantity")
    return str(value) if value is not None else ""


def _field_sentence(name: str, value: str, document: CommercialDocument, language: str) -> str:
    if value:
        return PHRASES[name][language].format(value)
    return PHRASES["none"][language].format(this_document(document, language), NAMES[name][language])


def _amount_answer(name: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, _: str) -> str:
        value: Decimal | None = getattr(document, name)
        return _field_sentence(
            name, format_amount(value, document, language) if value is not None else "", document, language
        )

    return say


def _date_answer(name: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, _: str) -> str:
        value = getattr(document, name)
        text = _field_sentence(name, format_date(value, language) if value is not None else "", document, language)
        if value is not None and (form := _written_form(value, document, language)):
            text += " " + PHRASES["written"][language].format(form)
        if name == "due" and value is None and document.terms:
            text += " " + PHRASES["terms_instead"][language].format(document.terms)
        if name == "due" and value is None and (day := due_by_terms(document, language)):
            text += f" {day}"
        if name == "valid" and (day := valid_by_days(document, days_valid(document.said), language)):
            text += f" {day}"
        if name == "due" and value is None and document.valid is not None:
            text += " " + PHRASES["valid"][language].format(format_date(document.valid, language))
        return text

    return say


def _written_form(value: date, document: CommercialDocument, language: str) -> str:
    """Return a date as the document writes it, for English answers, where 03/04 is ambiguous; else an empty string."""
    forms = [f"{value:{form}}" for form in ("%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y", "%m-%d-%Y", "%d.%m.%Y")]
    return matching_form(document.said, forms) if language == "en" else ""


def _goods_answer(document: CommercialDocument, language: str, plain: str) -> str:
    goods = sum_of_lines(document.lines)
    if goods is None:
        return _items_answer(document, language, plain)
    return PHRASES["goods"][language].format(format_amount(goods, document, language))


def _text_answer(name: str, read: Callable[[CommercialDocument], str]) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, _: str) -> str:
        return _field_sentence(name, read(document), document, language)

    return say


def _order_answer(document: CommercialDocument, language: str, _: str) -> str:
    if document.kind in ("order", "document") or (document.kind == "receipt" and not document.order_number):
        return _field_sentence("number", document.number, document, language)
    return _field_sentence("order_number", document.order_number, document, language)


def _party_answer(side: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, _: str) -> str:
        party = document.seller if side == "seller" else document.buyer
        shown = f"{party.name} ({party.tax_id})" if party.name and party.tax_id else party.name or party.tax_id
        return _field_sentence(side, shown, document, language)

    return say


def _parties_answer(document: CommercialDocument, language: str, plain: str) -> str:
    return f"{_party_answer('seller')(document, language, plain)} {_party_answer('buyer')(document, language, plain)}"


def _tax_text(tax: Tax, document: CommercialDocument, language: str) -> str:
    shown = tax.name
    if tax.rate is not None:
        shown += f" {format_number(tax.rate, document, language)}%"
    if tax.amount is not None:
        shown += f" {format_amount(abs(tax.amount), document, language)}"
        if tax.amount < 0:
            shown += f" ({PHRASES['withheld'][language]})"
    return f"{shown} ({PHRASES['included'][language]})" if tax.included else shown


def _taxes_answer(document: CommercialDocument, language: str, plain: str) -> str:
    return _tax_list(document.taxes, "taxes", document, language, plain)


def _withheld_answer(document: CommercialDocument, language: str, plain: str) -> str:
    if not document.withheld:
        return PHRASES["none"][language].format(this_document(document, language), NAMES["withheld"][language])
    return _tax_list(document.withheld, "withheld_taxes", document, language, plain)


def _tax_list(taxes: Sequence[Tax], phrase: str, document: CommercialDocument, language: str, plain: str) -> str:
    # IVA and VAT are the same tax in different languages.
    either = re.sub(r"(?<![^\W_])(?:iva|vat)(?![^\W_])", "iva vat", plain)
    named = [tax for tax in taxes if re.search(rf"(?<![^\W_]){re.escape(normalize(tax.name))}(?![^\W_])", either)]
    asked = _TAXES.search(plain)
    if asked and not named:
        return PHRASES["none"][language].format(this_document(document, language), tax_name(asked[0]))
    chosen = named or taxes
    text = _field_sentence(phrase, ", ".join(_tax_text(tax, document, language) for tax in chosen), document, language)
    amounts = [abs(tax.amount) for tax in chosen if tax.amount is not None]
    if len(amounts) > 1 and len({tax.amount < 0 for tax in chosen if tax.amount is not None}) == 1:
        shown = [format_amount(value, document, language) for value in (*amounts, sum(amounts, Decimal(0)))]
        text += f" {' + '.join(shown[:-1])} = {shown[-1]}."
    return text


def line_text(line: LineItem, document: CommercialDocument, language: str) -> str:
    shown = line.description
    unit = f" {line.unit}" if line.unit else ""
    if line.quantity is not None and line.unit_price is not None:
        count = format_number(line.quantity, document, language) + unit
        shown += ": " + PHRASES["at"][language].format(count, format_amount(line.unit_price, document, language))
        if line.total is not None:
            shown += f" = {format_amount(line.total, document, language)}"
        if line.discount:
            off = format_amount(line.discount, document, language)
            shown += f" ({COLUMNS['discount'][language].lower()} {off})"
    elif line.total is not None:
        count = f"{format_number(line.quantity, document, language)}{unit}, " if line.quantity is not None else ""
        shown += f": {count}{format_amount(line.total, document, language)}"
    return shown


def _items_answer(document: CommercialDocument, language: str, _: str) -> str:
    if not document.lines:
        return PHRASES["none"][language].format(this_document(document, language), NAMES["items"][language])
    head = PHRASES["one_item" if len(document.lines) == 1 else "items"][language].format(len(document.lines))
    listed = [f"- {line_text(line, document, language)}" for line in document.lines[:MOST_ITEMS]]
    return "\n".join([head, *listed, *(["…"] if len(document.lines) > MOST_ITEMS else [])])


def _count_answer(document: CommercialDocument, language: str, plain: str) -> str:
    return (
        PHRASES["count"][language].format(len(document.lines))
        if document.lines
        else _items_answer(document, language, plain)
    )


def _extreme_answer(name: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, plain: str) -> str:
        priced = [(line.unit_price if line.unit_price is not None else line.total, line) for line in document.lines]
        known = [(price, line) for price, line in priced if price is not None]
        if not known:
            return _items_answer(document, language, plain)
        chosen = (max if name == "dearest" else min)(known, key=lambda entry: entry[0])[1]
        text = PHRASES[name][language].format(line_text(chosen, document, language))
        whole = max(document.lines, key=lambda line: line.total if line.total is not None else Decimal(0))
        if name == "dearest" and whole is not chosen:
            text += " " + PHRASES["most"][language].format(line_text(whole, document, language))
        return text

    return say


def _sums_answer(document: CommercialDocument, language: str, _: str) -> str:
    checked = verify(document)
    if not checked.done:
        return PHRASES["unchecked"][language].format(this_document(document, language))
    if checked.findings:
        return "\n".join(
            [
                PHRASES["wrong"][language],
                *(f"- {discrepancy_text(one, document, language)}" for one in checked.findings),
            ]
        )
    done = [
        f"{count} {NAMES[what][language]}"
        if what in ("line", "tax")
        else NAMES["dates" if what == "due" else what][language]
        for what, count in checked.done.items()
    ]
    return PHRASES["right"][language].format(", ".join(done))


def discrepancy_text(finding: Discrepancy, document: CommercialDocument, language: str) -> str:
    if isinstance(finding.expected, Decimal) and isinstance(finding.found, Decimal):
        what = finding.where or NAMES[finding.what][language]
        values = (finding.expected, finding.found, finding.found - finding.expected)
        return PHRASES["wrong_one"][language].format(
            what, *(format_amount(value, document, language) for value in values)
        )
    days = [format_date(day, language) for day in (finding.expected, finding.found) if isinstance(day, date)]
    return PHRASES["wrong_due"][language].format(*days)


def summary_answer(document: CommercialDocument, language: str, plain: str) -> str:
    title = kind_name(document, language).capitalize() + (f" {document.number}" if document.number else "")
    seller, buyer = document.seller.name, document.buyer.name
    if seller and buyer:
        title += ", " + PHRASES["from_to"][language].format(seller, buyer)
    elif seller or buyer:
        title += ", " + PHRASES["from" if seller else "to"][language].format(seller or buyer)
    said = [f"{title}."]
    said += [
        FIELD_ANSWERS[name](document, language, plain)
        for name in ("issued", "due")
        if getattr(document, name) is not None
    ]
    said += [FIELD_ANSWERS["count"](document, language, plain)] if document.lines else []
    said += [FIELD_ANSWERS["taxes"](document, language, "")] if document.taxes else []
    said += [FIELD_ANSWERS["total"](document, language, plain)]
    return " ".join(said)


FIELD_ANSWERS: dict[str, FieldAnswer] = {
    "total": _amount_answer("total"),
    "subtotal": _amount_answer("subtotal"),
    "discount": _amount_answer("discount"),
    "shipping": _amount_answer("shipping"),
    "balance": lambda document, language, plain: _amount_answer("balance" if document.balance is not None else "total")(
        document, language, plain
    ),
    "taxes": _taxes_answer,
    "withheld": _withheld_answer,
    "access_key": _text_answer("access_key", lambda document: document.access_key),
    "order_number": _order_answer,
    "due": _date_answer("due"),
    "issued": _date_answer("issued"),
    "valid": _date_answer("valid"),
    "number": _text_answer("number", lambda document: document.number),
    "currency": _text_answer("currency", lambda document: document.currency),
    "terms": _text_answer("terms", lambda document: document.terms),
    "seller": _party_answer("seller"),
    "buyer": _party_answer("buyer"),
    "parties": _parties_answer,
    "seller_tax_id": _text_answer("seller_id", lambda document: document.seller.tax_id),
    "buyer_tax_id": _text_answer("buyer_id", lambda document: document.buyer.tax_id),
    "seller_address": _text_answer("seller_address", lambda document: document.seller.address),
    "buyer_address": _text_answer("buyer_address", lambda document: document.buyer.address),
    "items": _items_answer,
    "count": _count_answer,
    "dearest": _extreme_answer("dearest"),
    "cheapest": _extreme_answer("cheapest"),
    "sums": _sums_answer,
    "goods": _goods_answer,
    "summary": summary_answer,
}
