"""Says each field of a document in a sentence; a missing value is reported, never invented."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.language.catalogue import (
    NAMED_TAX,
    CatalogueMention,
    fields,
    find_fields,
    find_operations,
)
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize, tax_name
from fingerpost.assistants.agents.commerce.language.phrases import COLUMNS, NAMES, PHRASES
from fingerpost.assistants.agents.commerce.parsing.labelled_values import VerbatimMatch, content_words, matching_form
from fingerpost.assistants.agents.commerce.questions.date_calculations import due_by_terms, valid_by_days
from fingerpost.assistants.agents.commerce.questions.formatting import (
    format_amount,
    format_date,
    format_number,
    kind_name,
    this_document,
)
from fingerpost.assistants.agents.commerce.questions.operands import (
    field_operands,
    is_paid_off,
    labelled_values,
    named_taxes,
)
from fingerpost.assistants.agents.commerce.questions.passage_selection import whole_sentence
from fingerpost.assistants.agents.commerce.questions.payment_percentages import portion
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter
from fingerpost.assistants.agents.commerce.verification import Discrepancy, sum_of_lines, verify
from fingerpost.language.number_reader import ordinal_at
from fingerpost.language.tokens import words_of

MOST_ITEMS = 40
"""Maximum number of lines listed in an answer; the table part holds all."""

FieldAnswer = Callable[[CommercialDocument, str, str], str]
"""Answers one field: takes the document, the language and the normalized question."""


def lines_table(
    document: CommercialDocument, language: str = ""
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the column headings and rows of the line items, without empty columns, in the document's language."""
    language = language or document.language
    names = [field.name for field in dataclasses.fields(LineItem) if field.compare]
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


def is_none(said: str) -> bool:
    """Return whether a sentence only says that a document does not have a field."""
    forms = (PHRASES["none"][language].format(".+", "[^.]+").rstrip(".") for language in PHRASES["none"])
    return any(re.fullmatch(rf"{form}\.", said) for form in forms)


def _amount_answer(name: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, _: str) -> str:
        value: Decimal | None = getattr(document, name)
        return _field_sentence(
            name, format_amount(value, document, language) if value is not None else "", document, language
        )

    return say


def _date_answer(name: str) -> FieldAnswer:
    def say(document: CommercialDocument, language: str, plain: str) -> str:
        value = getattr(document, name)
        text = _field_sentence(name, format_date(value, language) if value is not None else "", document, language)
        if value is not None and (form := _written_form(value, document, language)):
            text += " " + PHRASES["written"][language].format(form)
        if name == "due" and document.instalments:
            text += " " + _instalments_answer(document, language, plain)
        if name == "due" and value is None and document.terms:
            text += " " + PHRASES["terms_instead"][language].format(document.terms)
        if name == "due" and value is None and (day := due_by_terms(document, SumWriter(document, language))):
            text += f" {day}"
        if name == "valid" and (day := valid_by_days(document, SumWriter(document, language))):
            text += f" {day}"
        return text

    return say


def _instalments_answer(document: CommercialDocument, language: str, plain: str) -> str:
    if not document.instalments:
        name = "terms" if document.terms else "instalments"
        return _field_sentence(name, document.terms, document, language)
    listed = [
        f"{place}) {format_date(one.due, language)}: {format_amount(one.amount, document, language)}"
        for place, one in enumerate(document.instalments, 1)
    ]
    if (chosen := _ranked(plain, len(listed))) is not None:
        return f"{listed[chosen]}."
    return PHRASES["instalments"][language].format(len(listed), "; ".join(listed))


def _ranked(plain: str, count: int) -> int | None:
    """Return which of several a question names by its rank: "the second one", "a última"; None for none of them."""
    if any(one.name == "count" for one in find_operations(plain)):
        return None
    words = words_of(plain)
    ranks = [found[0] for place in range(len(words)) if (found := ordinal_at(words, place)) is not None]
    chosen = [rank - 1 if rank > 0 else count + rank for rank in ranks if 0 < abs(rank) <= count]
    return chosen[0] if len(chosen) == 1 else None


def _written_form(value: date, document: CommercialDocument, language: str) -> str:
    """Return a date as the document writes it, for English answers, where 03/04 is ambiguous; else an empty string."""
    forms = [f"{value:{form}}" for form in ("%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y", "%m-%d-%Y", "%d.%m.%Y")]
    return matching_form(document.said, forms) if language == "en" else ""


def _balance_answer(document: CommercialDocument, language: str, plain: str) -> str:
    """Return what is left to pay: as stated, or the total without what was paid in advance or is withheld.

    Where the total may be without it already, it is told as it is stated.
    """
    if document.balance is not None:
        return _amount_answer("balance")(document, language, plain)
    if document.total is not None:
        mention = CatalogueMention("paid", 0, 0, "", 0)
        paid = [one for one in field_operands(mention, document, language) if one.amount < document.total][:1]
        held = [(-abs(tax.amount or Decimal(0)), tax.name) for tax in document.withheld]
        stated = NumberFormat("," if document.comma else ".").find(document.said)
        rest = document.total + sum((amount for amount, _ in held), Decimal(0))
        if held and any(one.value == rest for one in stated):
            return SumWriter(document, language).terms(document.total, held)
        if paid and not is_paid_off(paid[0].amount, document):
            return SumWriter(document, language).terms(document.total, [(-one.amount, one.name) for one in paid])
    return _amount_answer("total")(document, language, plain)


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


def tax_text(tax: Tax, document: CommercialDocument, language: str) -> str:
    """Return a tax with its rate and its amount, what it is taken of, and whether it is withheld or included."""
    shown = tax.name
    if tax.rate is not None:
        shown += f" {format_number(abs(tax.rate), document, language)}%"
    if tax.amount is not None:
        shown += f" {format_amount(abs(tax.amount), document, language)}"
        if tax in document.withheld:
            shown += f" ({PHRASES['withheld'][language]})"
    if tax.base is not None:
        shown += f" ({PHRASES['base'][language].format(format_amount(tax.base, document, language))})"
    return f"{shown} ({PHRASES['included'][language]})" if tax.included else shown


def _taxes_answer(document: CommercialDocument, language: str, plain: str) -> str:
    return _tax_list(document.taxes, "taxes", document, language, plain)


def _withheld_answer(document: CommercialDocument, language: str, plain: str) -> str:
    """Return the withheld taxes; of a tax that is named and not withheld, that it is not."""
    names = {tax_name(mention.text) for mention in _named(plain)}
    others = [tax for tax in document.taxes if tax.name in names and tax not in document.withheld]
    if others:
        said = [PHRASES["not_withheld"][language].format(tax_text(tax, document, language)) for tax in others]
        return " ".join(said)
    if not document.withheld:
        return PHRASES["none"][language].format(this_document(document, language), NAMES["withheld"][language])
    return _tax_list(document.withheld, "withheld_taxes", document, language, plain)


def _named(plain: str) -> list[CatalogueMention]:
    return [mention for mention in find_fields(plain) if mention.name == NAMED_TAX]


def _tax_list(taxes: Sequence[Tax], phrase: str, document: CommercialDocument, language: str, plain: str) -> str:
    mentions = _named(plain)
    named = [tax for mention in mentions for tax in named_taxes(mention, document) if tax in taxes]
    if mentions and not named:
        names = dict.fromkeys(tax_name(mention.text) for mention in mentions)
        return PHRASES["none"][language].format(this_document(document, language), ", ".join(names))
    chosen = list(dict.fromkeys(named)) or taxes
    text = _field_sentence(phrase, ", ".join(tax_text(tax, document, language) for tax in chosen), document, language)
    amounts = [abs(tax.amount) for tax in chosen if tax.amount is not None]
    if len(amounts) > 1 and len({tax.amount < 0 for tax in chosen if tax.amount is not None}) == 1:
        text += f" {SumWriter(document, language).added(amounts)}."
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
    if not document.lines:
        return _items_answer(document, language, plain)
    return PHRASES["count"][language].format(len(document.lines))


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
    said += [_count_answer(document, language, plain)] if document.lines else []
    said += [FIELD_ANSWERS["taxes"](document, language, "")] if document.taxes else []
    said += [FIELD_ANSWERS["total"](document, language, plain)]
    return " ".join(said)


FIELD_ANSWERS: dict[str, FieldAnswer] = {
    "total": _amount_answer("total"),
    "subtotal": _amount_answer("subtotal"),
    "discount": _amount_answer("discount"),
    "shipping": _amount_answer("shipping"),
    "other": _amount_answer("other"),
    "balance": _balance_answer,
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
    "instalments": _instalments_answer,
    "seller": _party_answer("seller"),
    "buyer": _party_answer("buyer"),
    "parties": _parties_answer,
    "seller_tax_id": _text_answer("seller_id", lambda document: document.seller.tax_id),
    "buyer_tax_id": _text_answer("buyer_id", lambda document: document.buyer.tax_id),
    "seller_address": _text_answer("seller_address", lambda document: document.seller.address),
    "buyer_address": _text_answer("buyer_address", lambda document: document.buyer.address),
    "items": _items_answer,
    "count": _count_answer,
    "sums": _sums_answer,
    "goods": _goods_answer,
    "summary": summary_answer,
}


def field_answer(name: str, document: CommercialDocument, language: str, plain: str) -> str:
    """Return the sentence of a field, or the value that the document labels so; empty for no field."""
    entry = fields().get(name)
    unread = entry is not None and entry.kind in ("amount", "date") and getattr(document, name, "") is None
    known = [*labelled_values(name, document)] if entry is not None and (entry.labelled or unread) else []
    if unread and entry is not None and not entry.labelled:
        known = [
            one for one in known if one.label and (entry.kind == "amount" or find_dates(one.value, day_first=True))
        ]
    asked = content_words(plain)
    found = max(known, key=lambda one: sum(word in normalize(one.text) for word in asked), default=None)
    if found is None and entry is not None and entry.kind == "amount":
        found = _otherwise_labelled(name, document, plain)
    if found is not None:
        whole = whole_sentence(found.text, document)
        is_amount = entry is not None and entry.kind == "amount"
        return PHRASES["quoted"][language].format(whole) + (portion(whole, document, language) if is_amount else "")
    return FIELD_ANSWERS[name](document, language, plain) if name in FIELD_ANSWERS else ""


def _otherwise_labelled(name: str, document: CommercialDocument, plain: str) -> VerbatimMatch | None:
    """Return the value under the very words of a question where it is not that of the field which they mostly name."""
    value = getattr(document, name, None)
    form = NumberFormat("," if document.comma else ".")
    for found in labelled_values(name, document):
        if any(mention.is_weak for mention in find_fields(normalize(found.label))):
            # Many rows are called a total.
            continue
        amounts = form.find(found.value) if found.is_amount and normalize(found.label) in plain else []
        if amounts and isinstance(value, Decimal) and abs(amounts[0].value) != abs(value):
            return found
    return None
