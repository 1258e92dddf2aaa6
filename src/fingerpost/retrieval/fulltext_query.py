"""How words become a full-text query that stays fast: what ranks, and what is ranked at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.retrieval.vectors import Generation
from fingerpost.stores.connection import Connection

MAX_RANKED = 2_000
"""Passages that are ranked for one query. Ranking one costs 2 µs, and merely counting it 0.06."""

ALWAYS_RANKED = 500
"""Passages that are ranked without a second thought."""

MAX_CACHED_COUNTS = 10_000
"""Words whose frequency is kept."""

_HEADING_COLUMNS = "{title heading names} :"


class FulltextQueryBuilder:
    """Knows how frequent words are, until the index changes.

    A word in more than half of all passages says nothing of any, as BM25 sees it, and is left out of a large index
    where there are others. Where a query's words are in too many passages, some of these are chosen to be ranked by
    all the words: those with a rare one, with a common one in a heading, and with several common ones at once.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._generation: Generation = None
        self._counts: dict[str, int] = {}

    def build(self, connection: Connection, generation: Generation, words: Sequence[str]) -> str | None:
        """Return what to match, or None where no passage holds any of the words."""
        if generation != self._generation or len(self._counts) > MAX_CACHED_COUNTS:
            [(total,)] = connection.query("SELECT count(*) FROM passages")
            self._generation, self._counts = generation, {"": total}
        sizes = {term: size for word in words if (size := self._count(connection, term := f'"{word}"'))}
        few = sum(sizes.values()) <= ALWAYS_RANKED
        telling = {term: size for term, size in sizes.items() if few or size <= self._counts[""] / 2}
        terms = sorted(telling or sizes, key=lambda term: sizes[term])
        if not terms:
            return None
        rare, room = [], MAX_RANKED
        for term in terms:
            room -= sizes[term]
            if room < 0:
                break
            rare.append(term)
        common = terms[len(rare) :]
        # What holds all the words is worth more than the sum of them.
        together = [_all(terms)] if len(terms) > 1 else []
        if not common:
            return _any([*rare, *together])
        together += [_all(common[:number]) for number in {2, 3, len(common)} if 1 < number <= len(common)]
        room = MAX_RANKED - sum(sizes[term] for term in rare)
        chosen, narrow = list(rare), {part: self._count(connection, part) for part in together}
        narrow |= {(part := f"{_HEADING_COLUMNS} {term}"): self._count(connection, part) for term in common}
        for part in sorted(narrow, key=lambda part: narrow[part]):
            if 0 < narrow[part] <= room:
                chosen.append(part)
                room -= narrow[part]
        if not chosen:
            # All words are everywhere: the narrowest choice is the best there is.
            chosen = [min((part for part in narrow if narrow[part]), key=lambda part: narrow[part], default=terms[0])]
        return f"({_any(chosen)}) AND ({_any(terms)})"

    def _count(self, connection: Connection, expression: str) -> int:
        if expression not in self._counts:
            count = "SELECT count(*) FROM texts WHERE texts MATCH ?"
            [(self._counts[expression],)] = connection.query(count, expression)
        return self._counts[expression]


def _any(terms: Iterable[str]) -> str:
    return " OR ".join(terms)


def _all(terms: Iterable[str]) -> str:
    return f"({' AND '.join(terms)})"
