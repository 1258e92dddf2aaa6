"""Works out what a number of things comes to at a price for each that only a sentence of the document states.

"Late by 8 days: what may we deduct", where the document says "25.00 for each day of delay".
"""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX, find_fields, find_operations
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.assistants.agents.commerce.questions.message_parts import asks, split_questions
from fingerpost.assistants.agents.commerce.questions.passage_selection import best_passage
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter
from fingerpost.language.function_words import ARTICLES

_EACH = re.compile(
    r"(?<![^\W_])(?:(?:por|per)(?: (?:cada|each|every))?|(?:for )?(?:each|every)|cada|apiece)(?![^\W_])\s*([^\W\d_]*)"
)
_INCLUDES = ("inc", "with", "com", "con")
_TIME = re.compile(r"(?:days?|dias?|weeks?|semanas?|months?|mes|meses|hours?|horas?|years?|anos?)$")


def priced_by_passage(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> list[str]:
    """Return the passage with a price for each, times the only number of a question for an amount; else nothing."""
    figures = [one for one in question.figures if not one.percent]
    parts = split_questions(question.written_as)
    if len(figures) != 1 or not question.does("amount") or sum(map(asks, parts)) > 1:
        return []
    passage = best_passage(question.written_as, document)
    amounts = [one for one in NumberFormat("," if document.comma else ".").find(passage.text) if one.is_money]
    sure = passage.is_clear if question.goods else passage.is_sure
    if not sure or len(amounts) != 1:
        return []
    plain = normalize(passage.text)
    found = _EACH.search(plain, amounts[0].end) or _EACH.search(plain)
    if found is None or not _counts_the_same(question, figures[0].end, found[1]):
        return []
    value = figures[0].value * abs(amounts[0].value)
    said = [writer.phrase("quoted", passage.text), writer.times(figures[0].value, abs(amounts[0].value))]
    rates = {(tax.name, tax.rate) for tax in document.taxes if tax.rate and (tax.amount or 0) > 0 and not tax.included}
    if (
        not _may_include_tax(plain)
        and question.does("with")
        and {"taxes", NAMED_TAX} & set(question.asked)
        and len(rates) == 1
    ):
        name, rate = rates.pop()
        said.append(writer.terms(value, [(cents(value * (rate or 0) / 100), name)]))
    return said


def _may_include_tax(plain: str) -> bool:
    """Return whether a passage names a tax and does not say that it comes on top of the price."""
    names = {one.name for one in find_fields(plain)}
    operations = find_operations(plain)
    includes = any(one.text.startswith(_INCLUDES) for one in operations)
    denied = any(one.name == "not" for one in operations)
    on_top = "+" in plain or any(one.name in ("with", "without") for one in operations)
    return bool({"taxes", NAMED_TAX} & names) and (not on_top or includes) and not denied


def _counts_the_same(question: DocumentQuestion, end: int, unit: str) -> bool:
    """Return whether the number of a question is of the unit of a price: of days where it is for a day."""
    words = [word for word in re.findall(r"[^\W\d_]+", question.plain[end:]) if word not in ARTICLES]
    counted = words[0] if words else ""
    if _TIME.match(unit) or _TIME.match(counted):
        return bool(counted) and same_stem(unit, counted)
    return bool(counted)
