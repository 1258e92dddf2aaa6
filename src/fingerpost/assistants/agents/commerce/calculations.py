"""Calculates over the values of a document what a question asks for: with or without a charge, a share, a difference.

Each result is written as a sum, so that a reader can follow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.adjustments import (
    CHARGE,
    PERCENT,
    ZERO,
    SumWriter,
    adjusted_amount,
    base_amount,
    find_charges,
    is_left_out,
)
from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, cents
from fingerpost.assistants.agents.commerce.formatting import format_date
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.metadata import stated_days
from fingerpost.assistants.agents.commerce.phrases import PHRASES
from fingerpost.assistants.agents.commerce.verbatim import content_words, find_verbatim, same_stem
from fingerpost.assistants.agents.commerce.verification import sum_of_lines
from fingerpost.language.function_words import SMALL

_LESS = re.compile(
    r"(?<![^\W_])(?:descont\w*|discount\w*|descuent\w*|dto|off|menos|less|abat\w*|rebaj\w*|reduc\w*|reduz\w*|lower|"
    r"cheaper|barat\w*|knock\w*|cut|cai\w*|baix\w*|baj\w*)(?![^\W_])"
)
_MORE = re.compile(
    r"(?<![^\W_])(?:multa|juros|mora|atras\w*|late|interest|interes\w*|aument\w*|acresc\w*|increas\w*|recarg\w*|"
    r"surcharge|markup|mark up|reajust\w*|sub[aei]\w*|tip|gorjeta|propina|more|mais|mas|penalty|fine|extra)(?![^\W_])"
)
_SUPPOSES = re.compile(
    r"(?<![^\W_])(?:how much|quant[oa]|cuant[oa]|valor|amount|price|preco|precio|total|what would|what is|what's|se|"
    r"if|si|fica\w*|com|con|with|apply|off|sobre|queda\w*|sai|sale|calcul\w*)(?![^\W_])"
)
"""Words of a question that asks to calculate with a percentage, rather than for what has one."""
_ASKS_AMOUNT = re.compile(
    r"(?<![^\W_])(?:how much|(?:quant[oa]|cuant[oa])(?! (?:tempo|tiempo|tard|demor))|valor|amount|fica|what)(?![^\W_])"
)
_SHARE = re.compile(r"(?<![^\W_])(?:porcent\w*|percent\w*|por cento|por ciento|per cent|proporc\w*|share|fraction)|%")
_DIFFERENCE = re.compile(
    r"(?<![^\W_])(?:diferenc\w*|difference|(?:a )?mais (?:car\w+ )?(?:do )?que|mas (?:car\w+ )?que|"
    r"more (?:expensive )?(?:is .{0,30})?than|(?:a )?menos (?:do )?que|less than|cheaper than|"
    r"(?:mais|mas) (?:car|barat)\w+|more expensive|cheaper|dearer)(?![^\W_])"
)
_DAYS = re.compile(
    r"(?<![^\W_])(?:quantos dias|how many days|cuantos dias|dias? de prazo|prazo em dias|days)(?![^\W_])"
)
_TODAY = re.compile(r"(?<![^\W_])(?:hoje|today|hoy|falta\w*|left|resta\w*|queda\w*|remain\w*|from now|ainda)(?![^\W_])")
_EQUAL_PARTS = re.compile(
    r"(?<![\d.,])(\d{1,3})\s?(?:x(?![^\W_])|vezes|veces|parcelas|prestac\w+|cuotas|pagos|plazos|instal\w+|payments|"
    r"people|pessoas|personas|partners|soci[oa]s|ways|partes|parts|of us|amig[oa]s|friends|meses|months)|"
    r"(?:divid\w*|split|repart\w*|rach\w*|parcel\w*)\D{0,40}?(?:por|by|between|among|entre|em|en|into|in)\s+(\d{1,3})"
)
_COUNTED = re.compile(r"(?<![\d.,])(\d{1,5})\s+(?:\w{1,3}\s+|unid\w*\s+(?:de\s+|of\s+)?)?([^\W\d_]{3,})")
_PAYING = re.compile(r"\W*(?:pag|pay|venc|due|cond|prazo|plazo|terms|credit)")
_PIECES = re.compile(
    r"(?<![^\W_])(?:quant[oa]s|how many|cuant[oa]s|total (?:de|of)|numero de|number of) "
    r"(?:unid\w*|units?|pieces?|pecas?|piezas?|volumes)(?![^\W_])"
)


class Calculation(NamedTuple):
    """Results written as sums, and the fields of the question that they answer."""

    said: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()


_AMOUNTS = frozenset({"total", "subtotal", "discount", "shipping", "taxes", "withheld", "balance", "goods"})


def calculate(
    plain: str, document: CommercialDocument, lines: Sequence[LineItem], language: str, today: date
) -> Calculation:
    """Return what a normalized question asks to be calculated; empty where it asks for a value as it is stated."""
    writer = SumWriter(document, language)
    if _DAYS.search(plain):
        return _days(plain, document, writer, today)
    if _PIECES.search(plain) and not lines:
        return _pieces(document, writer)
    totals = [line.total for line in lines if line.total is not None]
    if _DIFFERENCE.search(plain) and len(totals) == 2:
        return _difference(max(totals), min(totals), writer)
    return _amounts(plain, document, lines, writer)


def _amounts(plain: str, document: CommercialDocument, lines: Sequence[LineItem], writer: SumWriter) -> Calculation:
    """Return an amount with or without charges, with a percentage, as a share, or in equal parts."""
    left_out = [line for line in lines if is_left_out(line, plain)]
    kept = [line for line in lines if line not in left_out]
    base, said, missing = adjusted_amount(plain, document, kept, left_out, writer)
    rate = _asked_rate(plain, document, bool(missing)) if not said or PERCENT.search(plain) else None
    if rate is not None and base is not None:
        return Calculation((*said, *_with_rate(base, rate, writer)), _AMOUNTS | {"terms", "due", "items"})
    if not PERCENT.search(plain) and _SHARE.search(plain) and (shown := _share(plain, document, lines, writer)):
        return Calculation((shown,), _AMOUNTS | {"items"})
    parts = _EQUAL_PARTS.search(plain)
    if parts and base is not None and (count := Decimal(parts[1] or parts[2])):
        said.append(f"{writer.money(base)} ÷ {count} = {writer.money(cents(base / count))}")
        return Calculation((*missing, *said), _AMOUNTS | {"terms"})
    if said or missing:
        return Calculation((*missing, *said), _AMOUNTS - {"balance"})
    return _named_lines(plain, lines, writer)


class _Rate(NamedTuple):
    """A percentage, and the words that say whether it is taken off or added."""

    percent: Decimal
    words: str


def _asked_rate(plain: str, document: CommercialDocument, discount: bool) -> _Rate | None:
    """Return the percentage of a question, or the one that the document states for what it names."""
    found = PERCENT.search(plain)
    if found is None:
        return _stated_rate(plain, document, discount)
    rate = Decimal(found[1].replace(",", "."))
    return _Rate(rate, plain) if _SUPPOSES.search(plain) and not _states_tax(plain, document, rate) else None


def _with_rate(base: Decimal, rate: _Rate, writer: SumWriter) -> list[str]:
    part = cents(base * rate.percent / 100)
    said = [f"{writer.money(base)} × {writer.number(rate.percent)}% = {writer.money(part)}"]
    if _LESS.search(rate.words):
        said.append(f"{writer.money(base)} − {writer.money(part)} = {writer.money(base - part)}")
    elif _MORE.search(rate.words):
        said.append(f"{writer.money(base)} + {writer.money(part)} = {writer.money(base + part)}")
    return said


def due_by_terms(document: CommercialDocument, language: str) -> str:
    """Return the day of payment as a sum where the document only states a number of days; empty where it does not."""
    days = _days_to_pay(document)
    if document.issued is None or days is None:
        return ""
    return SumWriter(document, language).later(document.issued, days)


def valid_by_days(document: CommercialDocument, days: int | None, language: str) -> str:
    """Return the last day of a quote as a sum where the document states its number of days; else an empty string."""
    if document.issued is None or days is None or document.valid != document.issued + timedelta(days):
        return ""
    return SumWriter(document, language).later(document.issued, days)


def _days_to_pay(document: CommercialDocument) -> int | None:
    if (days := stated_days(document.terms)) is not None:
        return days
    paying = (line for line in document.said.split("\n") if _PAYING.match(normalize(line)))
    return next((days for line in paying if (days := stated_days(line)) is not None), None)


def _states_tax(plain: str, document: CommercialDocument, rate: Decimal) -> bool:
    """Return whether a percentage only names a tax of the document: the VAT of 21 %."""
    mention = CHARGE.search(plain)
    return bool(mention and mention.lastgroup in ("named", "taxes", "withheld")) and any(
        tax.rate == rate for tax in document.taxes
    )


def _stated_rate(plain: str, document: CommercialDocument, discount: bool) -> _Rate | None:
    """Return a percentage that the document states for what a question names, and the words about it."""
    asked = [word for word in content_words(plain if discount else CHARGE.sub(" ", plain)) if word not in SMALL]
    if not _ASKS_AMOUNT.search(plain):
        return None
    if find_verbatim(document.said, plain).is_amount:
        return None
    for line in document.said.split("\n"):
        label, _, value = line.partition("\t")
        text = normalize(f"{label} {value}")
        found = list(PERCENT.finditer(text))
        if not found or any(mention.lastgroup == "named" for mention in CHARGE.finditer(text)):
            continue
        best: tuple[int, int] = (0, 0)
        for index, one in enumerate(found):
            begin = found[index - 1].end() if index else 0
            before = content_words(text[begin : one.start()])[-3:]
            end = found[index + 1].start() if index + 1 < len(found) else len(text)
            near = [*before, *content_words(text[one.end() : end])[:4]]
            score = sum(any(same_stem(word, other) for other in near) for word in asked)
            best = max(best, (score, -index))
        if best[0]:
            one = found[-best[1]]
            begin = found[-best[1] - 1].end() if best[1] else 0
            return _Rate(Decimal(one[1].replace(",", ".")), text[begin : one.end() + 12])
    return None


def _difference(high: Decimal, low: Decimal, writer: SumWriter) -> Calculation:
    text = f"{writer.money(high)} − {writer.money(low)} = {writer.money(high - low)}"
    return Calculation((text,), _AMOUNTS | {"compare", "items", "dearest", "cheapest"})


def _share(plain: str, document: CommercialDocument, lines: Sequence[LineItem], writer: SumWriter) -> str:
    """Return what share of the total, or of the goods for a discount, a charge or a line is."""
    base, _ = base_amount(plain, document, ())
    part = sum((line.total for line in lines if line.total is not None), ZERO)
    for mention in () if lines else CHARGE.finditer(plain):
        found = find_charges(str(mention.lastgroup), mention[0], document, writer.language)
        if mention.lastgroup == "discount":
            base = document.subtotal if document.subtotal is not None else sum_of_lines(document.lines) or base
        part = abs(sum((one.amount for one in found), ZERO))
        if part:
            break
    if not part or not base:
        return ""
    return f"{writer.money(part)} ÷ {writer.money(base)} = {writer.number(cents(part / base * 100))}%"


def _named_lines(plain: str, lines: Sequence[LineItem], writer: SumWriter) -> Calculation:
    """Return the sum of several named goods, or the price of another number of one."""
    totals = [line.total for line in lines if line.total is not None]
    if len(lines) > 1 and len(totals) == len(lines):
        shown = " + ".join(map(writer.money, totals))
        return Calculation((f"{shown} = {writer.money(sum(totals, ZERO))}",))
    for line in lines:
        inside = normalize(line.description)
        price = line.unit_price
        for found in _COUNTED.finditer(plain):
            count = Decimal(found[1])
            stated = re.search(rf"(?<!\d){found[1]}(?!\d)", inside)
            words = re.findall(r"[^\W_]{2,}", inside)
            counted = any(same_stem(found[2], word) for word in words) or found[2].startswith("unid")
            if price is not None and counted and not stated and count != line.quantity:
                return Calculation((f"{count} × {writer.money(price)} = {writer.money(count * price)}",))
    return Calculation()


def _pieces(document: CommercialDocument, writer: SumWriter) -> Calculation:
    counts = [line.quantity for line in document.lines if line.quantity is not None]
    if not counts or len(counts) < len(document.lines):
        return Calculation()
    text = f"{' + '.join(map(writer.number, counts))} = {writer.number(sum(counts, ZERO))}"
    return Calculation((text,), frozenset({"count", "items", "total", "number"}))


def _days(plain: str, document: CommercialDocument, writer: SumWriter, today: date) -> Calculation:
    """Return the days until a document is due, or until it expires: from its issue, or from today where asked."""
    valid = document.valid is not None and (document.due is None or bool(re.search(r"valid|vale|expir|good", plain)))
    last = document.valid if valid else document.due
    days = _days_to_pay(document)
    if last is None and document.issued is not None and days is not None:
        last = document.issued + timedelta(days)
    first = today if _TODAY.search(plain) or document.issued is None else document.issued
    if last is None:
        return Calculation()
    text = f"{format_date(last, writer.language)} − {format_date(first, writer.language)}"
    text += f" = {PHRASES['days'][writer.language].format((last - first).days)}."
    return Calculation((text,), frozenset({"due", "issued", "valid", "terms", "count"}))
