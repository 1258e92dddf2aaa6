"""Finds the dates that a sentence sets as a limit: until when to pay, and until when an offer holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import find_labels, normalize
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.language.calendar_words import weekday_numbers

LONGEST_UNTIL, LONGEST_SIDE = 60, 200
"""Maximum number of characters before a date that say "until", and of its sentence on either side."""

_WEEKDAY = rf"(?:{'|'.join(sorted(weekday_numbers(), key=len, reverse=True))})"
_UNTIL = re.compile(
    r"(?<![^\W_])(?:until|till|through|by|before|no later than|up to(?: and including)?|hasta(?: el)?(?: dia)?|"
    r"(?<=open )to|(?<=good )to|(?<=valid )to|"
    rf"ate(?: o)?(?: dia)?|antes del?|a mas tardar(?: el)?)\s+(?:{_WEEKDAY},?\s+)?$"
)
_LESS = re.compile(r"discount|deduc|descont|descuent|dto\b|bonif|prompt|pronto pag|rebate|less\b")
_SUM = r"\b(?:payment|settlement|(?:el|su|del|al) pago|pagamento|abono|liquidacion|liquidacao|transferencia)"
_DUE = re.compile(
    # Please pay, you must pay, to pay; "pay" alone only where a clause begins with it.
    r"(?:(?:^|[,:]|[–-]\s)\s*|\b(?:please|kindly|to|must|should|shall|can|may|and)\s+)(?:pay|settle|transfer|remit)\b|"
    r"\b(?:(?:to|must|should|shall|can|may) be|has to be|have to be) (?:paid|settled|transferred|remitted)\b|"
    r"\bpayable\b|\b(?:pag|abon|liquid)ar(?:se)?\b|\btransferir\b|\bpagader[oa]s?\b|\bpagave(?:l|is)\b|"
    r"\b(?:ser|sea|sean|seja|sejam) (?:pag[oa]|pagad|abonad|liquidad|quitad)|"
    r"\b(?:pague|abone|liquide|transfiera|transfira)[mn]?\b|"
    # Payment must be made, payment until, payment is due by.
    rf"{_SUM}\b.{{0,30}}\b(?:be (?:made|received)|(?:realizar|efectuar|efetuar|hacer|fazer)(?:se)?\b|"
    r"ser (?:realizad|efectuad|efetuad|hech|feit))|"
    rf"{_SUM}(?: integral| total| completo)?(?: (?:is |es |e )?(?:due|expected|required))?\W*$"
)
_PAID = re.compile(r"(?<![^\W_])(?:pay|paid|paga|pago|abon|liquid|settle|transf)")
_OTHER = re.compile(
    # Something that does not hold, that is over, or that only may be.
    r"\b(?:not|never|nothing|without|cannot|no(?!\s?[.:#\d])|nao|nada|nunca|jamas|jamais|sin|sem|if|unless|si|caso)\b|n[’']t\b|"
    r"\bse pag\w+|(?<!\bbe )\b(?:received|made|accepted|included|excluded|was|were|been|had)\b|"
    r"(?<!\bser )\b(?:recib|receb|realiz|efect|efet|inclu|exclu|registr|acept|aceit)\w*[aiu]d[oa]s?\b"
)
_OFFER = re.compile(
    r"^\W*(?:vale|valid[oa]?|open|good)\b|"
    r"(?<![^\W_])(?:price|precio|preco|valor|offer|ofert|quot|orcament|presupuest|propost|propuest|rate\b|rates\b|tarif|"
    r"cotiz|cotac|accept(?:ance)?\b|acepta(?:cion)?\b|aceit(?:e|acao)\b|figures\b|numbers\b|cifras\b)"
)
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=[^\W\d_][)\]”»]))[.;!?](?=\s|$)|(?<=\d)\.(?=\s+[^\W\d_]|$)")
_CLAUSE = re.compile(r"[,;(–]")
_SIGNS = " \t,;:.()*•–-"


class Deadlines(NamedTuple):
    """The last day to pay, and the last day that an offer holds; None where no sentence says so, or two differ."""

    due: date | None = None
    valid: date | None = None


class _Limit(NamedTuple):
    """A day behind "until" or the like, and the words of its sentence before and after it, in normalized text."""

    day: date
    before: str
    after: str


def find_deadlines(rows: Sequence[LayoutRow], used: set[int], issued: date | None = None) -> Deadlines:
    """Return the limits that the sentences of a document set; none is before the day of issue."""
    due: set[date] = set()
    valid: set[date] = set()
    for limit in _limits(rows, used):
        if issued is not None and limit.day < issued:
            continue
        sentence = f"{limit.before} {limit.after}"
        if _LESS.search(sentence) or _OTHER.search(limit.before) or _OTHER.search(_CLAUSE.split(limit.after)[0]):
            # Paying earlier than one has to, or what is not so.
            continue
        # What opens a sentence belongs to the words behind it.
        words = limit.before if limit.before.strip(_SIGNS) else limit.after
        if _DUE.search(words) or any(label.role == "terms" for label in find_labels(words)):
            due.add(limit.day)
        elif _OFFER.search(sentence) and not _PAID.search(words):
            valid.add(limit.day)
    return Deadlines(*(next(iter(days)) if len(days) == 1 else None for days in (due, valid)))


def is_until(before: str) -> bool:
    """Return whether the normalized text before a date says that it is the end of something."""
    return bool(_UNTIL.search(before[-LONGEST_UNTIL:]))


def _limits(rows: Sequence[LayoutRow], used: set[int]) -> Iterator[_Limit]:
    """Yield the days behind "until" and the like, each with its sentence, which may go over several rows."""
    for text, day_first in _paragraphs(rows, used):
        plain = normalize(text)
        for day in find_dates(text, day_first):
            if until := _UNTIL.search(plain[max(0, day.start - LONGEST_UNTIL) : day.start]):
                begin = day.start - len(until[0])
                first, last = max(0, begin - LONGEST_SIDE), min(len(plain), day.end + LONGEST_SIDE)
                ends = [end.end() for end in _SENTENCE.finditer(plain, first, begin)]
                end = _SENTENCE.search(plain, day.end, last)
                yield _Limit(
                    day.value, plain[ends[-1] if ends else first : begin], plain[day.end : end.start() if end else last]
                )


def _paragraphs(rows: Sequence[LayoutRow], used: set[int]) -> Iterator[tuple[str, bool]]:
    texts: list[str] = []
    for number, row in enumerate(rows):
        # A gap separates columns, not words of a sentence.
        if texts and (number in used or len(row.filled) != 1):
            yield " ".join(texts), row.day_first
            texts = []
        if number not in used and len(row.filled) == 1:
            texts.append(row.text.strip())
        elif number not in used:
            yield from ((cell.text, row.day_first) for cell in row.filled)
    if texts:
        yield " ".join(texts), rows[-1].day_first
