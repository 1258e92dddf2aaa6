"""Quotes the passage of a document that answers a question which no field of it does."""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.answer_types import has_form, kind_in
from fingerpost.assistants.agents.commerce.language.catalogue import find_fields
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import (
    asks_for_amount,
    asks_for_name,
    content_words,
    same_stem,
)
from fingerpost.assistants.agents.commerce.questions.passage_scoring import chances

SURE = 0.5
"""Minimum chance of a passage that is quoted where nothing else answers."""
CLEAR = 0.7
"""Minimum chance of a passage that is quoted instead of what was only assumed to be asked."""
_CODED = frozenset({"account", "bank_line", "phone", "email", "protocol", "tax_id", "access_key"})
"""Fields whose values are codes or addresses."""
_AMOUNT = re.compile(r"[€$£₹%]|\d[.,]\d\d(?!\d)|\d[.,]\d{3}(?!\d)|(?<![^\W_])[A-Z]{3} \d|(?i:free|gratis|inclu)")
"""What may tell how much something is, or that it costs nothing."""
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
    """Return whether a passage has an amount, a code or an address where a question asks for it."""
    if asks_for_amount(normalize(question)) and not _AMOUNT.search(passage):
        return False
    plain = normalize(question)
    if not asks_for_amount(plain) and not has_form(kind_in(plain), passage):
        return False
    names = {one.name for one in find_fields(plain)}
    return not names & _CODED or bool(_CODE.search(passage))


def whole_sentence(text: str, document: CommercialDocument) -> str:
    """Return the passage of which a label and its value are a part: "Guarantee of 3 years on the frame"."""
    bare = " ".join(text.replace(": ", " ", 1).split())
    if text in document.passages.split("\n"):
        return text
    parted = ": " in text
    return next((one for one in document.passages.split("\n") if _goes_on(bare, text, one, parted)), text)


def _goes_on(bare: str, text: str, passage: str, parted: bool) -> bool:
    """Return whether a passage has a text in other cells, or goes on with it where no other label follows."""
    if parted and text in passage:
        before, _, after = passage.partition(text)
        return not before and after.startswith(" ") and ":" not in after
    return bare in passage


def _only_names_a_party(question: str, passage: str, document: CommercialDocument) -> bool:
    """Return whether a passage only names a party, a field of its own, where a question asks who did something."""
    plain = normalize(question)
    if not asks_for_name(plain) or not any(
        name and name in passage for name in (document.seller.name, document.buyer.name)
    ):
        return False
    inside = content_words(normalize(passage))
    return not any(same_stem(word, other) for word in content_words(plain) for other in inside)
