"""Completes a question by what it asks for as a whole, where none of its words names a field for certain."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.catalogue import CatalogueMention, fields, is_catalogue_word
from fingerpost.assistants.agents.commerce.parsing.labelled_values import find_verbatim
from fingerpost.assistants.agents.commerce.questions.field_classifier import asked_field, is_word_of_questions
from fingerpost.assistants.agents.commerce.questions.operands import labelled_values
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.language.function_words import SMALL

_ARITHMETIC = frozenset({"without", "share", "instead", "average", "over", "under", "late"})
"""Operations that no question for a value as it is stated has."""
_OF_LINES = frozenset({"pieces", "count", "most", "least"})
"""What may be asked of the line items instead of a field."""
_WHO = re.compile(r"(?<![^\W_])(?:who|whom|whose|quien|quienes|quem)(?![^\W_])")
_PEOPLE = frozenset({"seller", "buyer", "carrier", "contact"})


def with_meant_field(question: DocumentQuestion, document: CommercialDocument) -> DocumentQuestion:
    """Return a question with the field that it asks for as a whole; as it is where its own words name one.

    "Who ... for" may be anybody: of people, the verb decides.
    """
    asks_who = bool(_WHO.search(question.plain))
    if (
        question.goods
        or not all(_is_vague(one) or _is_doubtful(one, question) for one in question.mentions)
        or not all(map(is_word_of_questions, question.things))
    ):
        return question
    names_nothing = not (question.unknown or question.mentions) and question.operations
    if any(map(question.does, _ARITHMETIC)) or names_nothing:
        return question
    field = asked_field(question.written_as)
    if not field.is_sure or (asks_who and field.name not in _PEOPLE):
        return question
    if field.name in _OF_LINES:
        return _asking_lines(question, field.name)
    says_other = not _holds(field.name, document) and find_verbatim(document.said, question.plain).text
    if field.name not in fields() or says_other:
        return question
    mention = CatalogueMention(field.name, 0, 0, "", 0)
    return question._replace(mentions=(mention,), unknown=(), things=(), written=())


def _is_vague(mention: CatalogueMention) -> bool:
    """Return whether the words of a mention may be of a question for something else: "a quem", "the date".

    Words for a task, as "is ... correct", say what to do with the fields beside them.
    """
    bare = set(re.findall(r"\w+", _WHO.sub("", mention.text)))
    return mention.is_weak or (fields()[mention.name].kind != "task" and bare <= SMALL)


def _is_doubtful(mention: CatalogueMention, question: DocumentQuestion) -> bool:
    """Return whether words with others between them name people as the whole question does not: "who signed for"."""
    words = re.findall(r"[^\W_]+", mention.text)
    if not {*words[:1], *words[-1:]} <= SMALL or any(map(is_catalogue_word, words[1:-1])):
        return False
    meant = asked_field(question.written_as)
    return mention.name in _PEOPLE and mention.weight < len(mention.text) and meant.name in _PEOPLE - {mention.name}


def _asking_lines(question: DocumentQuestion, operation: str) -> DocumentQuestion:
    """Return a question with what it asks of all line items, if it names no operation on them."""
    if any(map(question.does, _OF_LINES - {"count"})):
        return question
    asked = CatalogueMention(operation, 0, 0, "", 0)
    lines = () if operation == "pieces" else (CatalogueMention("items", 0, 0, "", 0),)
    return question._replace(
        mentions=lines, operations=(*question.operations, asked), unknown=(), things=(), written=()
    )


def _holds(name: str, document: CommercialDocument) -> bool:
    return bool(getattr(document, name, None)) or (name in fields() and any(labelled_values(name, document)))
