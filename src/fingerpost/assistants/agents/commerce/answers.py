"""Answers questions about a document from its values alone; a missing value is reported, never invented."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.calculations import calculate
from fingerpost.assistants.agents.commerce.comparison import compare_documents
from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument
from fingerpost.assistants.agents.commerce.field_answers import (
    FIELD_ANSWERS,
    discrepancy_text,
    line_text,
    summary_answer,
)
from fingerpost.assistants.agents.commerce.formatting import (
    answer_language,
    this_document,
)
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.meaning import RELATED, closeness, nearest
from fingerpost.assistants.agents.commerce.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.questions import fields_in, parse_question, split_questions, things_named
from fingerpost.assistants.agents.commerce.verbatim import (
    VerbatimMatch,
    asks_for_name,
    content_words,
    find_verbatim,
    same_stem,
)
from fingerpost.assistants.agents.commerce.verification import verify
from fingerpost.language.function_words import SMALL

MOST_AMISS = 2
"""Maximum number of discrepancies in an unsolicited warning; an answer about the sums lists all."""

_NEVER_VERBATIM = frozenset({"sums", "goods", "compare", "count", "items"})

_INSTEAD = re.compile(r"(?<![^\W_])(?:instead|(?:em|en) vez|en lugar|ao inves)(?![^\W_])")

_OF_PARTIES = frozenset({"seller_tax_id", "buyer_tax_id", "seller_address", "buyer_address"})

MOST_WORDS_NAMED = 4
"""Maximum number of words that may name a value; more are a question of another kind."""


class DocumentAnswer(NamedTuple):
    """The answer to a message: what the values of a document say, and what is said of the questions `outside` them."""

    told: tuple[str, ...]
    outside: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the whole answer."""
        return "\n".join(dict.fromkeys((*self.told, *self.lacking)))


def answer(document: CommercialDocument, question: str, other: CommercialDocument | None = None) -> str:
    """Answer a question about a document in the language of the question; `other` is a second one to compare with."""
    return answer_all(document, question, other).text


def answer_all(
    document: CommercialDocument,
    question: str,
    other: CommercialDocument | None = None,
) -> DocumentAnswer:
    """Answer each question of a message from the values of a document alone.

    The caller shows the notes of the document, which apply to every answer.
    """
    language = answer_language(question, document)
    whole = parse_question(question, document)
    if other is not None and ("compare" in whole.asked or not (whole.asked or whole.lines)):
        return DocumentAnswer((compare_documents(document, other, language),))
    told: list[str] = []
    outside: list[str] = []
    lacking: list[str] = []
    for part in split_questions(question):
        said, understood = _answer_one(document, part, language, date.today())
        if understood:
            told += said
            continue
        outside.append(part)
        words = " ".join(
            word for word in re.findall(r"[^\W\d_]{3,}", part) if {*content_words(normalize(word))} - SMALL
        )
        if words and not said:
            said = [PHRASES["not_held"][language].format(this_document(document, language), words)]
        lacking += said
    if not told and not any(parse_question(part, document).unknown for part in outside):
        lacking += [summary_answer(document, language, ""), PHRASES["help"][language]]
    return DocumentAnswer(tuple(told), tuple(outside), tuple(lacking))


def _answer_one(document: CommercialDocument, question: str, language: str, today: date) -> tuple[list[str], bool]:
    """Return the answer to one question, and whether the values of the document hold one."""
    understanding = parse_question(question, document)
    if _INSTEAD.search(understanding.plain):
        # What would change with another value is not calculated, and must not be taken for another question.
        return [], False
    plain, lines = understanding.plain, understanding.lines
    worked = calculate(plain, document, lines, language, today)
    asked = [name for name in understanding.asked if name not in worked.fields]
    if asked == ["compare"]:
        return [PHRASES["no_other"][language]], True
    unknown = understanding.unknown if asked in ([], ["total"]) and not worked.said else ""
    found = find_verbatim(document.said, plain) if not lines and not worked.said else VerbatimMatch()
    if found.whole and not _OF_PARTIES & set(asked):
        # The document has a label of its own for this: closer than the field that one of its words suggests.
        explained = fields_in(normalize(found.label))
        kept = [name for name in asked if name not in explained and (name != "total" or "total" in plain)]
        return [PHRASES["quoted"][language].format(found.text), *_fields(kept, document, language, plain)], True
    if (
        found.text
        and (unknown or not asked or (found.label and asked == ["shipping"] and asks_for_name(plain)))
        and not _NEVER_VERBATIM & set(asked)
    ):
        return [PHRASES["quoted"][language].format(found.text)], True
    if not asked and not lines and not worked.said and (near := _by_meaning(document, plain, language)):
        return [near], True
    said = [] if worked.fields else [line_text(line, document, language) for line in lines]
    said += worked.said
    if unknown and document.lines:
        said.append(PHRASES["no_such"][language].format(this_document(document, language), unknown))
    said += _fields(asked, document, language, plain)
    if said and not unknown and (lacking := _not_held(document, plain)):
        said.append(PHRASES["not_held"][language].format(this_document(document, language), ", ".join(lacking)))
    return said, bool(said) and not unknown


def _fields(asked: Sequence[str], document: CommercialDocument, language: str, plain: str) -> list[str]:
    return [FIELD_ANSWERS[name](document, language, plain) for name in asked if name in FIELD_ANSWERS]


def _by_meaning(document: CommercialDocument, plain: str, language: str) -> str:
    """Return the labelled value, or else the field, whose name means what a question names in other words."""
    words = [word for word in content_words(plain) if word not in SMALL]
    if not words or len(words) > MOST_WORDS_NAMED:
        return ""
    pairs = {label: value for label, _, value in (line.partition("\t") for line in document.said.split("\n")) if label}
    names = {name: field for field, named in NAMES.items() if field in FIELD_ANSWERS for name in named.values()}
    near = nearest(" ".join(words), [*pairs, *names])
    if near in pairs:
        return PHRASES["quoted"][language].format(f"{near}: {pairs[near]}")
    return FIELD_ANSWERS[names[near]](document, language, plain) if near else ""


def _not_held(document: CommercialDocument, plain: str) -> list[str]:
    """Return the words of a question that name something the document does not have."""
    text = normalize(f"{document.said} {document.text} {' '.join(line.description for line in document.lines)}")
    inside = set(re.findall(r"[^\W\d_]{4,}", text))
    lacking = [
        word for word in things_named(plain) if not any(same_stem(word.rpartition("-")[2], other) for other in inside)
    ]
    known = [name for named in NAMES.values() for name in named.values()] + list(KINDS)
    return [word for word in lacking if max(closeness(word, known)) < RELATED]


def discrepancy_warnings(documents: Sequence[CommercialDocument], question: str) -> list[str]:
    """Return a warning for each document with discrepancies, except where the answer already lists them."""
    said = []
    for place, document in enumerate(documents):
        findings = [finding for finding in verify(document).findings if finding.what != "due"]
        # An answer verifies the first document only.
        if not findings or (place == 0 and "sums" in parse_question(question, document).asked):
            continue
        language = answer_language(question, document)
        shown = [discrepancy_text(finding, document, language) for finding in findings[:MOST_AMISS]]
        sentence = PHRASES["amiss"][language].format("; ".join([*shown, *["…"] * (len(findings) > MOST_AMISS)]))
        said.append(f"{document.source}: {sentence}" if len(documents) > 1 else sentence)
    return said
