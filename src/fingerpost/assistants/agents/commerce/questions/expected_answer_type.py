"""Which kind of answer the question word of a question asks for, and the question without what is of no such kind.

"Who signed for the goods" asks for a person, so no list of goods answers it.
"""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.language.answer_types import kind_in
from fingerpost.assistants.agents.commerce.language.catalogue import fields
from fingerpost.assistants.agents.commerce.parsing.labelled_values import content_words
from fingerpost.assistants.agents.commerce.questions.operands import BASES
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion

_FIELDS = {
    "person": frozenset({"seller", "buyer", "parties", "contact", "carrier", "account", "tax_id", "phone", "email"}),
    "place": frozenset({"address", "delivery_place", "account", "email", "phone", "seller", "buyer", "terms"}),
    "day": frozenset({"instalments", "terms", "period", "delivery", "delivery_place", "seller", "buyer"}),
    "time": frozenset({"instalments", "terms", "period", "delivery", "warranty"}),
    "reason": frozenset[str](),
}
"""Fields beside dates that answer a question for something of a kind."""
_OF_NUMBERS = ("amount", "count", "share", "pieces", "average", "most", "least", "difference")


def asked_kind(question: DocumentQuestion) -> str:
    """Return the kind of answer that the question words ask for; empty where they ask for several or for a number."""
    if any(map(question.does, _OF_NUMBERS)):
        return ""
    return kind_in(question.plain)


def of_asked_kind(question: DocumentQuestion) -> DocumentQuestion:
    """Return a question without the fields and goods that are of another kind than what it asks for."""
    kind = asked_kind(question)
    if not kind:
        return question
    if kind == "person":
        # "Who do I owe" asks for no amount.
        question = question._replace(operations=tuple(one for one in question.operations if one.name != "pay"))
    dates = kind in ("day", "time")
    kept = [
        one for one in question.mentions if one.name in _FIELDS[kind] or (dates and fields()[one.name].kind == "date")
    ]
    if len(kept) < len(question.mentions) or question.goods:
        # "Until which date can I bring the rollers back": the date is none of the document's own.
        kept = [one for one in kept if not one.is_weak]
    if kind == "person" and any(
        fields()[one.name].kind == "amount" and one.name not in BASES for one in question.mentions
    ):
        # "Who pays the freight" asks for neither of the parties as such.
        kept = []
    if kept and question.goods:
        # "When do the chairs expire": a date of the goods, which is not that of the document.
        return question._replace(mentions=tuple(kept))
    left = [word for one in question.mentions if one not in kept for word in content_words(one.text)]
    left += [word for one in question.goods for word in content_words(question.plain[one.start :])[:1]]
    more = tuple(word for word in dict.fromkeys(left) if word not in question.unknown)
    return question._replace(
        mentions=tuple(kept),
        goods=(),
        unknown=(*question.unknown, *more),
        things=(*question.things, *more),
        written=(*question.written, *more),
    )
