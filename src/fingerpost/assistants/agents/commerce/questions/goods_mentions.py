"""Which goods a question names by the headings above them, alone or together with names of line items."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.language.catalogue import is_catalogue_word
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem

NEXT_NAME = re.compile(
    r"(?<![^\W_])(?:e|y|and|ou|or|ni|nem|nor|que|than|com|con|with|sem|sin|without|mais|mas|menos|minus|plus|vs|versus|sobre)"
    r"(?![^\W_])|[,+&]"
)
"""What comes between two things that a question names."""
_WORD = re.compile(r"[^\W_]{2,}")


class GoodsMention(NamedTuple):
    """Line items that a question names with the same words, where these begin, and those of a heading above them."""

    lines: tuple[LineItem, ...]
    start: int
    heading: str = ""

    @property
    def end(self) -> int:
        """Return where the words of the heading end."""
        return self.start + len(self.heading)


def line_words(line: LineItem) -> list[str]:
    """Return the words that may name a line item."""
    return _WORD.findall(normalize(f"{line.description} {line.code}"))


def find_sections(document: CommercialDocument, plain: str, ignored: Collection[str]) -> list[GoodsMention]:
    """Return the line items under each heading that a question names whole, or with a word that nothing else has."""
    found = []
    names = list(dict.fromkeys(line.section for line in document.lines if line.section))
    others = {word for line in document.lines for word in line_words(line)} | set(ignored)
    for name in names:
        lines = tuple(line for line in document.lines if line.section == name)
        whole = re.search(rf"(?<![^\W_]){re.escape(normalize(name))}(?![^\W_])", plain)
        own = [word for word in _WORD.findall(normalize(name)) if word not in others and not is_catalogue_word(word)]
        named = whole or next(
            (one for one in _WORD.finditer(plain) if any(same_stem(one[0], word) for word in own)), None
        )
        if named:
            found.append(GoodsMention(lines, named.start(), named[0]))
    return sorted(found, key=lambda one: one.start)


def goods_of_sections(
    sections: Sequence[GoodsMention], goods: Sequence[GoodsMention], plain: str, without: Sequence[int]
) -> list[GoodsMention]:
    """Return goods named together with headings as those under them, and headings named alone as all goods under them.

    "The kitchen tap" is one line; "the kitchen without the tap" names both.
    """
    found, alone = [], list(sections)
    for one in goods:
        inside = [section for section in sections if section.lines[0].section in {line.section for line in one.lines}]
        under = {section.lines[0].section for section in inside}
        found.append(one._replace(lines=tuple(line for line in one.lines if line.section in under)) if under else one)
        for section in inside or sections:
            first, second = sorted((one, section), key=lambda mention: mention.start)
            between = plain[first.start : second.start]
            apart = any(first.start < start < second.start for start in without) or (without and "," in between)
            if section in alone and not (apart if inside else NEXT_NAME.search(between)):
                alone.remove(section)
    return sorted([*alone, *found], key=lambda one: one.start)
