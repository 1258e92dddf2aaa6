"""Works out what the percentages of a total in a text come to: "60% with the order, the rest on delivery"."""

from __future__ import annotations

import re
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.questions.operands import PERCENT
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

WHOLE = Decimal(100)
_REST = re.compile(r"(?<![^\W_])(?:saldo|resto|restantes?|rest|remainder|remaining|balance)(?![^\W_])")


def portion(text: str, document: CommercialDocument, language: str) -> str:
    """Return what the percentages of the total in a text come to, and the rest; empty where it states amounts itself.

    Several percentages are parts of the total only where they make up all of it.
    """
    rates = [Decimal(found[1].replace(",", ".")) for found in PERCENT.finditer(text)]
    form = NumberFormat("," if document.comma else ".")
    is_split = len(rates) > 1 and sum(rates) == WHOLE
    if document.total is None or not (len(rates) == 1 or is_split) or any(one.is_money for one in form.find(text)):
        return ""
    writer = SumWriter(document, language)
    said = [writer.percent(document.total, rate) for rate in rates]
    if not is_split and _REST.search(normalize(text)):
        said.append(writer.difference(document.total, cents(document.total * rates[0] / WHOLE)))
    return " " + " / ".join(said)
