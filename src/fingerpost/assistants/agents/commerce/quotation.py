"""Quotes the passage of a document that answers a question which no field of it does."""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.catalogue import find_fields
from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.likeness import chances
from fingerpost.assistants.agents.commerce.verbatim import asks_for_name, content_words, same_stem

SURE = 0.5
"""Minimum chance of a passage that is quoted where nothing else answers."""
CLEAR = 0.7
"""Minimum chance of a passage that is quoted instead of what was only assumed to be asked."""
_CODED = frozenset({"account", "bank_line", "phone", "email", "protocol", "tax_id", "access_key"})
"""Fields whose values are codes or addresses."""
_CODE = re.compile(r"(?:\d\W?){5}|\S@\S|\w+(?:\.\w+){2}")


class Quotation(NamedTuple):
    """A passage and how likely it answers the question."""

    text: str = ""
    chance: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Return whether it may be quoted where nothing else answers."""
        return bool(self.text) and self.chance >= SURE

    @property
    def is_clear(self) -> bool:
        """Return whether it may be quoted instead of what was only assumed to be asked."""
        return bool(self.text) and self.chance >= CLEAR


def best_passage(question: str, document: CommercialDocument) -> Quotation:
    """Return the passage that most likely answers a question, if it is of the form that is asked for."""
    passages = [
        one
        for one in document.passages.split("\n")
        if one and may_answer(question, one) and not _only_names_a_party(question, one, document)
    ]
    found = zip(chances(question, passages), passages, strict=True)
    chance, text = max(found, default=(0.0, ""))
    return Quotation(text, chance)


def may_answer(question: str, passage: str) -> bool:
    """Return whether a passage has a code where a question asks for an account, a telephone number or the like."""
    names = {one.name for one in find_fields(normalize(question))}
    return not names & _CODED or bool(_CODE.search(passage))


def _only_names_a_party(question: str, passage: str, document: CommercialDocument) -> bool:
    """Return whether a passage only names a party, a field of its own, where a question asks who did something."""
    plain = normalize(question)
    if not asks_for_name(plain) or not any(
        name and name in passage for name in (document.seller.name, document.buyer.name)
    ):
        return False
    inside = content_words(normalize(passage))
    return not any(same_stem(word, other) for word in content_words(plain) for other in inside)
