"""Answers questions about a document from its values alone; a missing value is reported, never invented."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX, fields
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.language.semantic_similarity import RELATED, closeness
from fingerpost.assistants.agents.commerce.parsing.labelled_values import content_words, find_verbatim, same_stem
from fingerpost.assistants.agents.commerce.questions.calculations import calculate
from fingerpost.assistants.agents.commerce.questions.column_answers import cells_asked, of_earlier_goods
from fingerpost.assistants.agents.commerce.questions.comparison import compare_documents
from fingerpost.assistants.agents.commerce.questions.expected_answer_type import of_asked_kind
from fingerpost.assistants.agents.commerce.questions.field_answers import (
    discrepancy_text,
    is_none,
    line_text,
    summary_answer,
)
from fingerpost.assistants.agents.commerce.questions.field_classifier import asked_field
from fingerpost.assistants.agents.commerce.questions.formatting import answer_language, this_document
from fingerpost.assistants.agents.commerce.questions.inferred_field import with_meant_field
from fingerpost.assistants.agents.commerce.questions.line_calculations import counted_word
from fingerpost.assistants.agents.commerce.questions.listed_things import listed_things
from fingerpost.assistants.agents.commerce.questions.message_parts import asks, split_questions
from fingerpost.assistants.agents.commerce.questions.operands import labelled_values
from fingerpost.assistants.agents.commerce.questions.passage_selection import Quotation, best_passage
from fingerpost.assistants.agents.commerce.questions.payee import LONG_WORD, without_parties, without_payee
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion, in_context, parse_question
from fingerpost.assistants.agents.commerce.questions.quoted_answers import (
    MOST_WORDS_NAMED,
    TASKS,
    further_rows,
    in_a_passage,
    in_its_words,
    names_other_side,
    quote,
    rows_of_words,
    said_fields,
)
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter
from fingerpost.assistants.agents.commerce.questions.unit_price_passages import priced_by_passage
from fingerpost.assistants.agents.commerce.questions.unused_figures import unused_figures
from fingerpost.assistants.agents.commerce.verification import verify
from fingerpost.language.function_words import ARTICLES, FIRST_PERSON_POSSESSIVES, OF, SMALL

MOST_AMISS = 2
"""Maximum number of discrepancies in an unsolicited warning; an answer about the sums lists all."""

_SUMS = ("total", "balance", "subtotal")
_INVOICE_NUMBER = re.compile(
    r"(?<![^\W_])(?:invoice (?:number|no)|"
    r"(?:numero|num) (?:da|de la|do) (?:nota(?: fiscal)?|nf-?e?|factura|fatura|boleto))(?![^\W_])"
)
_BEFORE = ("before", "antes", "less", "menos", "fora", "aparte", "ex", "net")
"""Words that leave something out, and have other meanings too."""
_OF_GOODS = ("amount", "count", "quantity", "each", "code", "most", "least", "over", "under", "pieces")
"""Operations that a line item has an answer to."""

_WITH_GOODS = ("with", "without", "both", "each", "pay", "days", "late")
"""Operations between goods and a field of the document."""


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
    if at_once := _of_the_whole(whole, document, other, language):
        return DocumentAnswer(tuple(at_once))
    told: list[str] = []
    outside: list[str] = []
    lacking: list[str] = []
    earlier: DocumentQuestion | None = None
    context = ""
    parts = [thing for part in split_questions(question) for thing in listed_things(part, document)]
    for place, part in enumerate(parts):
        parsed = without_parties(without_payee(parse_question(part, document)), document)
        named = of_earlier_goods(parsed, earlier)
        turned = of_asked_kind(named)
        parsed = in_context(with_meant_field(turned, document), earlier)
        if earlier is not None and not (earlier.mentions or earlier.goods or earlier.unknown):
            # "We pay on 3 May; how much is it?"
            parsed = parsed._replace(days=(*earlier.days, *parsed.days))
        # "When was the lamp bought and for how much": no goods answer "when", but the price is theirs.
        earlier = named if named.goods and not parsed.goods else parsed
        if place + 1 < len(parts) and _only_tells(parsed, question):
            context = f"{part}. "
            continue
        if context and not parsed.mentions and (passage := best_passage(f"{context}{part}", document)).is_sure:
            told.append(quote(passage.text, parsed, document, language))
            continue
        cells = cells_asked(parsed, language)
        said, missed = (cells, []) if cells else _answer_one(document, parsed, language, date.today())
        lacks = bool(said) and all(is_none(one) for one in said)
        if missed or not said or lacks:
            # "I want to give it back. How long have I got?"
            asked = dict.fromkeys((parsed.written_as, f"{context}{parsed.written_as}"))
            passage = max((best_passage(one, document) for one in asked), key=_chance)
            if passage.is_sure and not names_other_side(passage.text, parsed.asked, document):
                said, missed = [*([] if lacks else said), quote(passage.text, parsed, document, language)], []
            elif missed and (rows := rows_of_words(parsed, document, language)):
                said, missed = rows, []
        said += further_rows(parsed, said, document, language)
        missed = missed or _turned_away(named, turned, said, document, language)
        told += said
        if missed or not said:
            outside.append(part)
            lacking += missed
    if not told and not lacking and whole.written:
        lacking = [_not_held(whole.written, document, language)]
    elif not told and not lacking:
        lacking = [summary_answer(document, language, "")]
    if not told:
        lacking.append(PHRASES["help"][language])
    return DocumentAnswer(tuple(told), tuple(outside), tuple(lacking))


def _of_the_whole(
    question: DocumentQuestion, document: CommercialDocument, other: CommercialDocument | None, language: str
) -> list[str]:
    """Return the answer to a message as a whole: the differences of two documents, or the price of a number."""
    if other is not None and ("compare" in question.asked or not (question.asked or question.lines)):
        return [compare_documents(document, other, language)]
    return priced_by_passage(question, document, SumWriter(document, language))


def _only_tells(part: DocumentQuestion, message: str) -> bool:
    """Return whether a part of a message asks nothing, but tells what the next one is about: "We kept two pallets."."""
    after = message[message.find(part.written_as) + len(part.written_as) :].lstrip()
    return after.startswith(".") and not (asks(part.written_as) or part.mentions or part.operations)


def _chance(passage: Quotation) -> float:
    return passage.chance


def _answer_one(
    document: CommercialDocument, question: DocumentQuestion, language: str, today: date
) -> tuple[list[str], list[str]]:
    """Return the answer to one question, and what is said of what the document lacks for it."""
    lacking = _lacking_fields(question, document, language)
    named = [name for name in question.asked if not fields()[name].weak]
    if lacking and len(lacking) >= len(named) and not question.wording("with", "without", "both"):
        return [], lacking
    worked = calculate(question, document, SumWriter(document, language), today)
    if not worked.said and (words := _not_understood(question)):
        return [], [_not_held(words, document, language)]
    asked = [name for name in _asked(question, document) if name not in worked.fields]
    quoted = [PHRASES["no_other"][language]] if asked == ["compare"] else []
    if not quoted and not question.goods and not worked.said:
        quoted = in_its_words(question, asked, document, language)
    if not quoted and not worked.said and (not question.goods or question.things):
        quoted = in_a_passage(question, asked, document, language)
    if quoted:
        return quoted, []
    is_about_goods = not lacking and (not question.unknown or any(map(question.does, _OF_GOODS)))
    said = [line_text(line, document, language) for line in question.lines if is_about_goods and not worked.fields]
    if said and question.does("code"):
        said += [line.code for line in question.lines if line.code]
    said += worked.said
    named = _unheld_words(question, document) if not worked.said else []
    if named and not (said or lacking):
        return [], [_no_such(named, document, language, question)]
    said += said_fields(asked, document, language, question)
    if unused := unused_figures(question, said, document):
        return [], [_not_held(unused, document, language)]
    return said, [*lacking, *([_not_held(named, document, language)] if named else [])]


def _not_understood(question: DocumentQuestion) -> Sequence[str]:
    """Return the words of what a question asks to be worked out, and what goods have of their own; nothing else."""
    counted = counted_word(question)
    if not question.mentions and counted in question.things:
        # "How many pipes has the organ" asks for no number of organs.
        return [counted]
    if question.goods and (belongs := _of_the_goods(question)):
        return [*belongs, *(line.description for line in question.lines)]
    left_out = [one for one in question.wording("without") if not one.text.startswith(_BEFORE)]
    if left_out and not question.goods and not any(fields()[name].kind == "date" for name in question.asked):
        after = question.plain[left_out[0].end :].split()
        return [word for word in after if word not in ARTICLES][:MOST_WORDS_NAMED]
    if question.does("instead"):
        # What would change with another value is not calculated, and must not be taken for another question.
        return question.unknown or [word.text for word in question.mentions]
    return []


def _asked(question: DocumentQuestion, document: CommercialDocument) -> list[str]:
    """Return the fields that a question asks for, the numbers and addresses of parties by their side."""
    valid = document.valid is not None and (document.kind == "quote" or document.due is None)
    asked = ["taxes" if name == NAMED_TAX else name for name in question.asked]
    sides = [side for side in ("seller", "buyer") if side in asked] or _named_sides(question, document)
    of_parties = [name for name in asked if name in ("tax_id", "address")]
    if of_parties:
        asked = [name for name in asked if name not in ("tax_id", "address", "seller", "buyer", "parties")]
    owned = any(name in fields() and fields()[name].kind not in ("party", "task") for name in asked)
    asked = [name for name in asked if not (owned and _is_owner(name, question))]
    if "withheld" in asked and "taxes" in asked:
        asked.remove("taxes")
    if question.does("limit"):
        others = [name for name in asked if name != "issued"]
        is_named = any(name in fields() and fields()[name].kind == "date" for name in others)
        asked = others if is_named else [*others, "valid" if valid else "due"]
    if "instalments" in asked and document.instalments:
        # Each has its day and its amount.
        asked = [name for name in asked if name not in ("due", "total", "issued")]
    if "items" in asked and question.does("count"):
        asked[asked.index("items")] = "count"
    if "instalments" in asked and document.instalments:
        return list(dict.fromkeys(asked))
    is_amount = question.does("amount") or (question.does("pay") and not asked)
    names_another = question.goods or question.things or of_parties or TASKS & set(asked)
    if is_amount and not names_another and not any(map(_is_amount, asked)) and _may_mean_total(question):
        asked.append("balance" if question.does("pay") else "total")
    if question.goods:
        asked = [name for name in asked if name not in ("items", "total", "number")]
    return list(dict.fromkeys([*(f"{side}_{name}" for name in of_parties for side in sides), *asked]))


def _named_sides(question: DocumentQuestion, document: CommercialDocument) -> list[str]:
    """Return the parties whose name a question has, or both; "our" number is that of who received the document."""
    names = {side: content_words(normalize(getattr(document, side).name)) for side in ("seller", "buyer")}
    said = [word for word in question.unknown if len(word) >= LONG_WORD]
    named = [side for side, words in names.items() if any(same_stem(word, one) for word in said for one in words)]
    if not named and document.buyer.name and FIRST_PERSON_POSSESSIVES & set(question.plain.split()):
        return ["buyer"]
    return named or list(names)


def _may_mean_total(question: DocumentQuestion) -> bool:
    """Return whether the other words of a question for an amount leave it one for the total."""
    return not question.unknown or question.does("pay") or asked_field(question.written_as).name in _SUMS


def _of_the_goods(question: DocumentQuestion) -> list[str]:
    """Return the words for a day or a tax that goods have of their own, which is not that of the document."""
    own = ("valid", "due", "issued", "taxes", NAMED_TAX)
    asked = [one for one in question.mentions if fields()[one.name].kind != "task"]
    is_of_goods = asked and all(one.name in own for one in asked) and not any(map(question.does, _WITH_GOODS))
    return [one.text for one in asked] if is_of_goods else []


def _is_owner(name: str, question: DocumentQuestion) -> bool:
    """Return whether a party only says whose value is asked for: "the bank account of the supplier"."""
    starts = [one.start for one in question.mentions if one.name == name and fields()[name].kind == "party"]
    before = [re.findall(r"\w+", question.plain[:start])[-2:] for start in starts if start]
    return bool(before) and all(set(words) & OF and set(words) <= SMALL | set(words[:1]) for words in before)


def _is_amount(name: str) -> bool:
    return name in fields() and fields()[name].kind == "amount"


def _lacking_fields(question: DocumentQuestion, document: CommercialDocument, language: str) -> list[str]:
    """Return what is said of the fields that only labels could give, and do not."""
    names = [
        one.name
        for one in question.mentions
        if fields()[one.name].labelled
        and not _has_label(one.name, document)
        and not _is_said(one.text, document, question)
    ]
    lacking = [
        PHRASES["none"][language].format(this_document(document, language), NAMES[name][language]) for name in names
    ]
    if "number" in question.asked and (other := _another_kind(question.plain, document)):
        lacking.append(_not_held([other], document, language))
    return lacking


def _another_kind(plain: str, document: CommercialDocument) -> str:
    """Return the words for the number of an invoice where the document is an order or a quote."""
    found = _INVOICE_NUMBER.search(plain) if document.kind in ("order", "quote") else None
    return found[0] if found and find_verbatim(document.said, found[0]).text == "" else ""


def _is_said(words: str, document: CommercialDocument, question: DocumentQuestion) -> bool:
    """Return whether what the words of a document answer to a question has the words of a field in it."""
    found = normalize(find_verbatim(document.said, question.plain).text)
    inside = re.findall(r"[^\W\d_]{4,}", found)
    return any(same_stem(word, other) for word in content_words(words) for other in inside)


def _has_label(name: str, document: CommercialDocument) -> bool:
    return next(labelled_values(name, document), None) is not None


def _unheld_words(question: DocumentQuestion, document: CommercialDocument) -> list[str]:
    """Return the words of a question that name something the document does not have."""
    text = normalize(f"{document.said} {document.text} {document.seller.name} {document.buyer.name}")
    inside = set(re.findall(r"[^\W\d_]{4,}", text))
    written = dict(zip(question.unknown, question.written, strict=True))
    lacking = [written[word] for word in question.things if not any(same_stem(word, other) for other in inside)]
    known = [name for named in NAMES.values() for name in named.values()] + list(KINDS)
    return [word for word in lacking if max(closeness(word, known)) < RELATED]


def _turned_away(
    question: DocumentQuestion,
    turned: DocumentQuestion,
    said: Sequence[str],
    document: CommercialDocument,
    language: str,
) -> list[str]:
    """Return what is said where nothing of the kind that a question asks for was found: "when is the discount lost"."""
    silent = turned is not question and turned.written and not said and not question.goods
    return [_not_held(turned.written, document, language)] if silent else []


def _not_held(words: Sequence[str], document: CommercialDocument, language: str) -> str:
    return PHRASES["not_held"][language].format(this_document(document, language), " ".join(words))


def _no_such(words: Sequence[str], document: CommercialDocument, language: str, question: DocumentQuestion) -> str:
    """Return that the document does not have what a question names: no such goods where it asks for some."""
    if document.lines and not question.mentions and any(map(question.does, ("amount", "count", "each"))):
        return PHRASES["no_such"][language].format(this_document(document, language), " ".join(words))
    return _not_held(words, document, language)


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
