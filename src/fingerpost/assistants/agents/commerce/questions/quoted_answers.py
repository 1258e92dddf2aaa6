"""Answers a question in the words of the document: with a label and its value, or with a passage."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.catalogue import fields, find_fields, is_catalogue_word
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.language.semantic_similarity import nearest
from fingerpost.assistants.agents.commerce.parsing.labelled_values import (
    VerbatimMatch,
    content_words,
    find_verbatim,
    same_root,
    same_stem,
)
from fingerpost.assistants.agents.commerce.parsing.matching_rows import rows_with
from fingerpost.assistants.agents.commerce.questions.field_answers import field_answer
from fingerpost.assistants.agents.commerce.questions.passage_selection import best_passage, may_answer, whole_sentence
from fingerpost.assistants.agents.commerce.questions.payment_percentages import portion
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion, fields_in
from fingerpost.language.function_words import OF, SMALL

TASKS = frozenset({"sums", "goods", "compare", "items", "summary"})
"""Fields that say what to do with the document."""
_OF_PARTIES = frozenset({"seller_tax_id", "buyer_tax_id", "seller_address", "buyer_address"})
_VERB = re.compile(r"[aei]r$")
"""An infinitive: "hay que reservar" names no thing."""
_BELONGING = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(OF))})\s+([^\W\d_]+)")
"""Whose a value is: the plate "of the car", where the document has one plate."""
MOST_WORDS_NAMED = 4
"""Maximum number of words that may name a value; more are a question of another kind."""
MOST_COVERED = 0.8
"""Minimum share of the letters of a question that rows must have which are quoted for its words alone."""


def quote(text: str, question: DocumentQuestion, document: CommercialDocument, language: str) -> str:
    """Return a sentence that quotes a text of the document, with the amount that a percentage in it comes to."""
    whole = whole_sentence(text, document)
    said = PHRASES["quoted"][language].format(whole)
    return said + (portion(whole, document, language) if question.does("amount") else "")


def in_its_words(
    question: DocumentQuestion, asked: Sequence[str], document: CommercialDocument, language: str
) -> list[str]:
    """Return the labelled value that a question names, and what else it asks for; nothing where fields answer it."""
    found = find_verbatim(document.said, question.plain)
    quoted = [quote(found.text, question, document, language)]
    inside = re.findall(r"[^\W\d_]{3,}", normalize(found.text))
    belongs = set(_BELONGING.findall(question.plain)) if found.whole else set[str]()
    covered = all(
        word in belongs or any(same_stem(word, other) or same_root(word, other) for other in inside)
        for word in question.things
        if not _VERB.search(word)
    )
    if (
        found.whole
        and (covered or asked)
        and not _OF_PARTIES & set(asked)
        and not _is_explained(found, asked, document)
    ):
        # The document has a label of its own for this: closer than the field that one of its words suggests.
        explained = fields_in(normalize(found.label))
        kept = [name for name in asked if name not in explained and (name != "total" or "total" in question.plain)]
        return [*quoted, *said_fields(kept, document, language, question)]
    if (
        found.text
        and covered
        and may_answer(question.plain, found.text)
        and (question.unknown or not asked)
        and not (TASKS | held_fields(asked, document)) & set(asked)
    ):
        return quoted
    # A label with one of two words is that of another thing: the "vessel", but not its "IMO number".
    near = _by_meaning(document, question, language) if not asked and (covered or not found.text) else ""
    return [near] if near else []


def in_a_passage(
    question: DocumentQuestion, asked: Sequence[str], document: CommercialDocument, language: str
) -> list[str]:
    """Return the passage that answers a question of which no field has all words; nothing where none clearly does."""
    assumed = bool(asked) and not set(asked) & set(question.asked)
    words = [*question.unknown, *_words_between(question)]
    if TASKS & set(asked) or not (assumed or words):
        return []
    passage = best_passage(question.written_as, document)
    if names_other_side(passage.text, asked, document):
        return []
    inside = re.findall(r"[^\W\d_]{3,}", normalize(passage.text))
    shared = any(same_stem(word, other) for word in words for other in inside)
    return [quote(passage.text, question, document, language)] if passage.is_clear and (assumed or shared) else []


def _words_between(question: DocumentQuestion) -> list[str]:
    """Return what stands between the words that name a field: the "end" and "permits" of "who are the permits for"."""
    parted = [one.text for one in question.mentions if one.weight < len(one.text)]
    return [word for text in parted for word in content_words(text) if not is_catalogue_word(word)]


def names_other_side(text: str, asked: Sequence[str], document: CommercialDocument) -> bool:
    """Return whether a passage names the seller where the buyer is asked for, or the other way round, and only this."""
    plain = normalize(text)
    names = {side: normalize(getattr(document, side).name) for side in ("seller", "buyer")}
    sides = [side for side in names if side in asked]
    named = [side for side, name in names.items() if name and name in plain]
    return len(sides) == 1 and bool(named) and sides[0] not in named


def _is_explained(found: VerbatimMatch, asked: Sequence[str], document: CommercialDocument) -> bool:
    """Return whether a label only repeats the name of a field that the document holds: "DESCONTO R$"."""
    plain = normalize(found.label)
    names = find_fields(plain)
    bare = "".join(
        " " if any(one.start <= place < one.end for one in names) else char for place, char in enumerate(plain)
    )
    return (
        len(names) == 1 and not content_words(bare) and bool({one.name for one in names} & held_fields(asked, document))
    )


def held_fields(asked: Sequence[str], document: CommercialDocument) -> set[str]:
    """Return the asked fields that the document has in a place of their own."""
    return {name for name in asked if getattr(document, name, None)}


def said_fields(
    asked: Sequence[str], document: CommercialDocument, language: str, question: DocumentQuestion
) -> list[str]:
    return [said for name in asked if (said := field_answer(name, document, language, question.plain))]


def _by_meaning(document: CommercialDocument, question: DocumentQuestion, language: str) -> str:
    """Return the labelled value, or else the field, whose name means what a question names in other words."""
    if not question.unknown or len(question.unknown) > MOST_WORDS_NAMED:
        return ""
    pairs = {label: value for label, _, value in (line.partition("\t") for line in document.said.split("\n")) if label}
    names = {named[language]: field for field, named in NAMES.items() if field != "parties"}
    near = nearest(" ".join(question.written), [*pairs, *names])
    if near in pairs:
        return quote(f"{near}: {pairs[near]}", question, document, language)
    return field_answer(names[near], document, language, question.plain) if near else ""


def further_rows(
    question: DocumentQuestion, said: Sequence[str], document: CommercialDocument, language: str
) -> list[str]:
    """Return the rows that have the other words of a question to which a quotation answers in part.

    "The sort code and the account number", where the document has them in two rows, or in two cells of one.
    """
    form = PHRASES["quoted"][language]
    if not any(one.startswith(form.partition("{0}")[0]) for one in said):
        return []
    return [form.format(row) for row in rows_with(_words_left(question), said, document.rows)]


def rows_of_words(question: DocumentQuestion, document: CommercialDocument, language: str) -> list[str]:
    """Return the rows that have most words of a question which nothing else answers."""
    words = _words_left(question)
    found = rows_with(words, (), document.rows)
    inside = content_words(normalize(" ".join(found)))
    held = sum(len(word) for word in words if any(same_stem(word, other) for other in inside))
    if not found or question.goods or held < MOST_COVERED * sum(map(len, words)):
        return []
    return [PHRASES["quoted"][language].format(row) for row in found]


def _words_left(question: DocumentQuestion) -> list[str]:
    """Return the words of a question without those for a field that a document has in a place of its own."""
    named = [one for one in question.mentions if not fields()[one.name].labelled]
    named += [one for one in question.operations if one.name != "code"]
    bare = "".join(
        " " if any(one.start <= place < one.end for one in named) else char for place, char in enumerate(question.plain)
    )
    return [word for word in dict.fromkeys(content_words(bare)) if word not in SMALL]
