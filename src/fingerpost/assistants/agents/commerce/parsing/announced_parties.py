"""Finds the parties behind labels of any wording: who "we" and "you" are, and firms with their tax numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.party_blocks import THIRD
from fingerpost.assistants.agents.commerce.parsing.party_names import (
    SUFFIX,
    find_tax_id,
    name_words,
    split_name_address,
)
from fingerpost.language.function_words import FIRST_PERSON_POSSESSIVES
from fingerpost.language.text import words

MOST_WORDS = 5
"""Maximum number of words of a label."""

_LABEL = re.compile(r"\W{0,4}([^\W\d_][^:\d|]{0,40}?)\s*:\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_]+")
WE = FIRST_PERSON_POSSESSIVES | words("i we us ours nosotros nosotras yo eu nos")
_YOU = words("you your yours usted ustedes vosotros voces voce tu")
_PARTY_ROLES = frozenset({"seller", "buyer", "ship"})


class Announced(NamedTuple):
    """A party behind a label: its side, its row and the span of the label with its colon."""

    role: str
    row: int
    start: int
    end: int


def announced_parties(rows: Sequence[LayoutRow], used: set[int], author: str, known: frozenset[str]) -> list[Announced]:
    """Return the parties behind labels that name no side in known words, one per side that is not known yet.

    The author of a document speaks of itself first, in the first person, and of the other side in the second.
    """
    other = "buyer" if author == "seller" else "seller"
    found = [
        (number, cell.start + label.start(1), cell.start + label.end(), words(normalize(label[1])))
        for number, row in enumerate(rows)
        if number not in used
        for cell in row.filled
        if (label := _LABEL.match(cell.text)) and _announces(row, cell, label)
    ]
    free = [role for role in (author, other) if role not in known]
    said = [author if said & WE else other if said & _YOU else "" for _, _, _, said in found]
    parties: list[Announced] = []
    for (number, start, end, _), side in sorted(zip(found, said, strict=True), key=lambda one: (not one[1], one[0][0])):
        # Without such a word the order tells two parties; one alone may be anybody but the author, who needs no label.
        told = side or (free[0] if free == [other] or (free and len(found) == 2) else "")
        if told in free:
            free.remove(told)
            parties.append(Announced(told, number, start, end))
    return parties


def _announces(row: LayoutRow, cell: Cell, label: re.Match[str]) -> bool:
    """Return whether a firm stands behind a label of a few words that says nothing else."""
    name = split_name_address(name_words(cell.text[label.end() :]))[0]
    firm = bool(SUFFIX.search(normalize(name)) or find_tax_id(cell.text[label.end() :]))
    begin, end = cell.start + label.start(1), cell.start + label.end(1)
    inside = [one for one in row.labels if begin <= one.start and one.end <= end]
    return (
        firm
        and len(_WORD.findall(name)) > 0
        and name[:1].isupper()
        and len(_WORD.findall(label[1])) <= MOST_WORDS
        and not THIRD.search(normalize(label[1]))
        and not any(one.role in _PARTY_ROLES or one.end - one.start > (end - begin) // 2 for one in inside)
    )
