"""Leaves out of a question to whom its money goes: "do we transfer to the lawyer" names nothing that is sold."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import content_words, same_stem
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion

_TO = re.compile(
    r"(?<![^\W_])(?:to (?:the|our|this|that|these)|a (?:la|el|los|las|nuestr[oa]s?)|al|à|às|ao|aos|pr[oa]s?|"
    r"para [oa]s?)\s+(?P<payee>[^,;?.]+)",
    re.IGNORECASE,
)
_WHEN = re.compile(r"(?:al|ao)\s+[^\W_]+[aei]r(?![^\W_])")
"""An infinitive: "al aceptar" is when, not to whom."""
MOST_WORDS = 5
"""Maximum number of words that name who is paid."""
LONG_WORD = 5
"""Minimum number of letters of a word that names a party."""


def without_payee(question: DocumentQuestion) -> DocumentQuestion:
    """Return a question about a payment without the words for who gets it, where these name no field."""
    found = _TO.search(question.written_as) if question.does("pay") else None
    if found is None or len(found["payee"].split()) > MOST_WORDS or _WHEN.match(found[0]):
        return question
    plain = normalize(found["payee"])
    named = question.plain.find(plain)
    inside = set(range(named, named + len(plain))) if named >= 0 else set[int]()
    taken = {*(one.start for one in question.mentions), *(one.start for one in question.figures)}
    if not inside or inside & taken:
        return question
    bare = question.written_as[: found.start()] + " " * len(found[0]) + question.written_as[found.end() :]
    words = set(re.findall(r"[^\W_]+", plain))
    return question._replace(
        written_as=bare,
        goods=tuple(one for one in question.goods if one.start not in inside),
        unknown=tuple(word for word in question.unknown if word not in words),
        things=tuple(word for word in question.things if word not in words),
        written=tuple(word for word in question.written if normalize(word) not in words),
    )


def without_parties(question: DocumentQuestion, document: CommercialDocument) -> DocumentQuestion:
    """Return a question for an amount without the names of the parties: "how much is the bill of Harbour Looms"."""
    if not question.does("amount") or question.goods:
        return question
    names = content_words(normalize(f"{document.seller.name} {document.buyer.name}"))
    taken = {word for word in question.unknown if len(word) >= LONG_WORD and any(same_stem(word, one) for one in names)}
    return question._replace(
        unknown=tuple(word for word in question.unknown if word not in taken),
        things=tuple(word for word in question.things if word not in taken),
        written=tuple(word for word in question.written if normalize(word) not in taken),
    )
