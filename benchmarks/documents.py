"""`python -m benchmarks documents [FILE]`: fields read from commercial documents, and questions about them answered.

A row of a file: {"id", "lang", "text", "expected", "questions": [{"text", "must", "must_not"}]}; "form": "csv" where
the document is a table. `expected` maps fields to values, and may be missing. A question is right if its answer has one
alternative of every group in `must`, and none of `must_not`; amounts are compared as numbers and dates as days, in
whatever notation. `must` is null where the document does not say it: right if the answer says so and gives no figure.
Each question is asked of the document as a conversation stores it. Without a file: the open set of `tests/data`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import Check, Table
from fingerpost.assistants.agents.commerce import CommercialDocument, LineItem, Tax, parse_text, read_document
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.session_codec import from_text, to_text
from fingerpost.language.text import fold
from fingerpost.types import Attachment

OPEN_SET = Path(__file__).parent.parent / "tests" / "data" / "answers" / "document-questions.jsonl"
FIELDS, QUESTIONS = 0.9, 0.85
LANGUAGES = ("en", "es", "pt")

Row = dict[str, Any]

_NUMBER = re.compile(r"(?<![\w.,/-])\d[\d.,\u202f]*(?:\s\d{3})*(?:[.,]\d+)?(?![\w/])")
_AMOUNT = re.compile(r"[-−]?(?:(?:[A-Z]{0,2}[$€£₹]|[A-Z]{3})\s?(?=\d))?(\d[\d.,]*)\s?(%|[A-Z]{3}|[€£])?")
_LACKING = ("none", "not_held", "no_such", "unchecked", "no_other")


class FieldScore(NamedTuple):
    """Number of values per field, and of those read as expected."""

    values: Counter[str]
    right: Counter[str]


class Asked(NamedTuple):
    """A question with the answer to it, and whether that is right."""

    id: str
    lang: str
    question: dict[str, Any]
    answer: str
    right: bool


def measure(file: Path) -> Iterator[Table | Check]:
    """Yield the tables of fields and questions, and both shares beside their targets."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    count, right = field_score(rows)
    if count:
        yield Table(
            f"Fields of documents: {file.name}",
            ("field", "values", "right"),
            [(field, count[field], round(right[field] / count[field], 3)) for field in count],
        )
        yield Check("fields", sum(right.values()) / sum(count.values()), FIELDS, at_least=True)
    asked = ask_all(rows)
    if asked:
        yield _questions_table(file, asked)
        yield Check("questions", _share(asked), QUESTIONS, at_least=True)


def document_of(row: Row) -> CommercialDocument:
    """Return the document of a row as it is read; an empty one where none is recognized."""
    if row.get("form") == "csv":
        return read_document(Attachment("document.csv", "text/csv", row["text"].encode()))
    return parse_text(row["text"]) or CommercialDocument()


def field_score(rows: Sequence[Row]) -> FieldScore:
    """Return how many of the expected values were read."""
    count: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for row in rows:
        document = document_of(row)
        for field, is_read in _fields(row.get("expected", {}), document):
            count[field] += 1
            right[field] += is_read
    return FieldScore(count, right)


def _fields(expected: dict[str, Any], document: CommercialDocument) -> Iterator[tuple[str, bool]]:
    """Yield the fields that are expected, and whether each was read: of every line and tax, if they are listed."""
    for field, value in expected.items():
        if field == "taxes":
            yield from ((field, any(_is_tax(tax, wanted) for tax in document.taxes)) for wanted in value)
        elif field == "lines" and isinstance(value, list):
            yield "line count", len(value) == len(document.lines)
            for place, wanted in enumerate(value):
                line = document.lines[place] if place < len(document.lines) else LineItem("")
                yield from ((f"line {name}", _is_in_line(line, name, stated)) for name, stated in wanted.items())
        else:
            yield field, _is_field_right(document, field, value)


def _is_tax(tax: Tax, wanted: dict[str, str]) -> bool:
    # I.V.A. is the same tax as IVA, and a retention may be written with or without its sign.
    same = _bare(tax.name) == _bare(wanted["name"]) and abs(tax.amount or 0) == abs(Decimal(wanted["amount"]))
    return same and ("rate" not in wanted or tax.rate == Decimal(wanted["rate"]))


def _is_in_line(line: LineItem, name: str, stated: str) -> bool:
    if name == "description":
        return bool(line.description) and _plain(line.description) == _plain(stated)
    if line.quantity is None and line.total is not None:
        # A line without a quantity is one piece at its total.
        line = replace(line, quantity=Decimal(1), unit_price=line.total)
    return bool(getattr(line, name) == Decimal(stated))


def _is_field_right(document: CommercialDocument, field: str, expected: Any) -> bool:
    if field == "first_line":
        first = document.lines[0] if document.lines else LineItem("")
        return all(getattr(first, name) == Decimal(value) for name, value in expected.items())
    if field in ("seller", "buyer"):
        name = getattr(document, field).name.lower()
        return bool(name) and (name in expected.lower() or expected.lower() in name)
    if field == "lines":
        found: object = len(document.lines)
    elif field in ("seller_id", "buyer_id"):
        found, expected = _bare(getattr(document, field.removesuffix("_id")).tax_id), _bare(expected)
    elif field in ("number", "order_number", "access_key", "terms"):
        found, expected = _bare(getattr(document, field)), _bare(expected)
    elif field == "tax_total":
        found = sum((tax.amount or Decimal(0) for tax in document.taxes), Decimal(0))
    else:
        found = getattr(document, field)
    if isinstance(found, Decimal):
        return abs(found) == abs(Decimal(expected))
    return str(found) == str(expected)


def _bare(code: str) -> str:
    """Return the letters and digits of a number or code, without the zeros that fill it up."""
    return re.sub(r"[\W_]", "", code).casefold().lstrip("0")


def ask_all(rows: Sequence[Row]) -> list[Asked]:
    """Ask every question of every row."""
    found = []
    for row in rows:
        # A conversation stores what was read, without the text where no model reads it.
        document = from_text(to_text(replace(document_of(row), text=""))) or CommercialDocument()
        for question in row.get("questions", ()):
            said = answer(document, question["text"])
            found.append(Asked(row["id"], row["lang"], question, said, is_right(question, said)))
    return found


def is_right(question: dict[str, Any], said: str) -> bool:
    """Return whether an answer has what its question must bring, and nothing that it must not."""
    if any(_has(said, other) for other in question.get("must_not", ())):
        return False
    if question["must"] is None:
        return says_it_lacks(said) and not _figures(said) - _figures(question["text"])
    return all(any(_has(said, string) for string in group) for group in question["must"])


def says_it_lacks(said: str) -> bool:
    """Return whether an answer says that the document does not hold something."""
    # The words between the document's name and what it lacks: "has no", "says nothing about".
    forms = (PHRASES[name][language] for name in _LACKING for language in LANGUAGES)
    return any(part in said for part in (form.split("{0}")[-1].split("{1}")[0].strip() for form in forms) if part)


def _has(said: str, wanted: str) -> bool:
    days = _days(wanted)
    if days and not re.search(r"[^\W\d_]{3,}", wanted[: find_dates(wanted, True)[0].start]):
        return bool(days & _days(said))
    if amount := _AMOUNT.fullmatch(wanted.strip()):
        values, numbers = _readings(amount[1]), _figures(said)
        if amount[2] == "%":
            # A share may be shown with more places than the row has.
            places = min(-int(value.as_tuple().exponent) for value in values)
            numbers |= {round(number, max(places, 0)) for number in numbers}
        return bool(values & numbers)
    return _plain(wanted) in _plain(said)


def _days(text: str) -> set[date]:
    return {day.value for day in chain(find_dates(text, True), find_dates(text, False))}


def _figures(text: str) -> set[Decimal]:
    return set().union(*(_readings(found[0]) for found in _NUMBER.finditer(text)))


def _readings(number: str) -> set[Decimal]:
    """Return the values of a number as written: 1.234 may be above a thousand or little more than one."""
    bare = re.sub(r"\s", "", number).strip(".,")
    whole, _, cents = bare.replace(",", ".").rpartition(".")
    values = [f"{whole.replace('.', '')}.{cents}"] if whole else [bare]
    if len(cents) == 3 or not whole:
        values.append(bare.replace(",", "").replace(".", ""))
    return {Decimal(value) for value in values}


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", fold(text)))


def _share(asked: Sequence[Asked]) -> float:
    return sum(one.right for one in asked) / len(asked)


def _questions_table(file: Path, asked: Sequence[Asked]) -> Table:
    rows: list[tuple[object, ...]] = []
    for language in ("all", *LANGUAGES):
        part = [one for one in asked if language in ("all", one.lang)]
        for kind, chosen in (
            ("said", [one for one in part if one.question["must"] is not None]),
            ("lacking", [one for one in part if one.question["must"] is None]),
        ):
            if chosen:
                rows.append((kind, language, len(chosen), round(_share(chosen), 3)))
    return Table(f"Questions about documents: {file.name}", ("kind", "language", "questions", "right"), rows)
