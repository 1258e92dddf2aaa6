"""Which rows and columns of the tables of an account some words speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from fingerpost.answering.account.dates import find_dates
from fingerpost.answering.account.rows import Column, Table
from fingerpost.answering.account.vocabulary import STATES, THING_NAMES, is_label, name_of
from fingerpost.language.text import fold
from fingerpost.language.tokens import Word, at, listed

Rows = frozenset[int]
_NOT = listed("not no non sin sem nao without off never isn't aren't don't doesn't desactivada desativada disabled")
_DAY = re.compile(r"day \(")
_MIN_PIECE = 3


class RowMention(NamedTuple):
    """Words first to after name these rows of a table; `alone` where they name a row and no kind of rows."""

    first: int
    after: int
    table: int
    rows: Rows
    alone: bool


class RowMentions:
    """Finds what texts say of some tables."""

    def __init__(self, tables: Sequence[Table]) -> None:
        """Read by which words each row may be called."""
        self.tables = tables
        self._labels: dict[str, list[tuple[int, Rows, bool]]] = {}
        self._months: dict[str, list[tuple[int, Rows, bool]]] = {}
        self._days: dict[str, list[tuple[int, Rows, bool]]] = {}
        for number, table in enumerate(tables):
            self._learn(number, table)
        self._kinds = [
            (kind, one) for kind, known in self._labels.items() for one in known if not one[2] and len(kind) > 4
        ]
        self._written = {label.replace("z", "s"): label for label in self._labels}
        whole = sorted(self._written, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, whole))})(?!\w)") if whole else None

    def _learn(self, number: int, table: Table) -> None:
        called: dict[str, set[int]] = {}
        kinds: dict[str, set[int]] = {}
        for place, row in enumerate(table.rows):
            for name in row.names:
                called.setdefault(name, set()).add(place)
                pieces = re.findall(r"[^\W_]+", name)
                for piece in (
                    pieces if len(pieces) > 1 and not name.startswith("month ") and not _DAY.match(name) else ()
                ):
                    if len(piece) >= _MIN_PIECE and name_of(piece) not in THING_NAMES and is_label(piece):
                        called.setdefault(piece, set()).add(place)
            for kind in row.kinds:
                kinds.setdefault(kind, set()).add(place)
        for name, rows in called.items():
            known = self._months if name.startswith("month ") else self._days if _DAY.match(name) else self._labels
            if len(rows) == 1 or name in {one for row in table.rows for one in row.names}:
                known.setdefault(name, []).append((number, frozenset(rows), True))
        for kind, rows in kinds.items():
            state = STATES.get(kind, "")
            forms = {word for word, name in STATES.items() if name == state} if state else {kind, f"{kind}s"}
            for form in forms | {kind}:
                self._labels.setdefault(form, []).append((number, frozenset(rows), False))

    def find(self, words: Sequence[Word]) -> list[RowMention]:
        """Return what some words name, in order."""
        found: list[RowMention] = []
        # Folding may change lengths: what is found is placed by the words it begins and ends with.
        folded, starts = _folded(words)
        for match in self._pattern.finditer(folded) if self._pattern else ():
            first = _place(starts, match.start())
            after = _place(starts, match.end() - 1) + 1
            found += [RowMention(first, after, *one) for one in self._labels[self._written[match[0]]]]
        for dated in find_dates(words) if self._days else ():
            for day in dated.readings:
                found += [RowMention(dated.first, dated.after, *one) for one in self._days.get(f"day {day[1:]}", [])]
        for place, word in enumerate(words):
            if self._days and word.is_digits and at(words, place - 1) in ("day", "dia"):
                found += [RowMention(place, place + 1, *one) for one in self._numbered_day(int(word.folded))]
            if self._months and word.is_letters and (name := name_of(word.folded)) in self._months:
                found += [RowMention(place, place + 1, *one) for one in self._months[name]]
        found += self._flagged(words)
        taken = {place for one in found for place in range(one.first, one.after)}
        for place, word in enumerate(words):
            if self._kinds and word.is_letters and len(word.text) > 4 and place not in taken:
                alike = [one for kind, one in self._kinds if is_cognate(word.folded, kind) and kind.isalpha()]
                found += [RowMention(place, place + 1, *one) for one in dict.fromkeys(alike)]
        return sorted(found)

    def _numbered_day(self, number: int) -> list[tuple[int, Rows, bool]]:
        """Return the row of a day of which only the number is said, where there is one such day."""
        found = [rows for name, rows in self._days.items() if name.endswith(f", {number})")]
        return found[0] if len(found) == 1 else []

    def _flagged(self, words: Sequence[Word]) -> Iterable[RowMention]:
        """Yield the rows for which a yes or no is as the words say: "without automatic renewal"."""
        negated = any(word.folded in _NOT for word in words)
        for number, table in enumerate(self.tables):
            for title in {title for row in table.rows for title in row.flags}:
                place = next(
                    (at for at, word in enumerate(words) if any(is_cognate(word.folded, one) for one in title)), None
                )
                if place is not None:
                    rows = [at for at, row in enumerate(table.rows) if row.flags.get(title) is not negated]
                    yield RowMention(place, place + 1, number, frozenset(rows), alone=False)

    def columns(self, words: Iterable[Word]) -> frozenset[Column]:
        """Return the columns that some words name."""
        words = list(words)
        said = {name_of(word.folded) for word in words if word.is_letters and len(word.text) > 1}
        said |= {f"{one.folded}{other.folded}" for one, other in pairwise(words) if one.end == other.start}
        exact = {column for table in self.tables for column in table.columns if len(column.names & said) > 1}
        if exact:
            return frozenset(exact)
        found = {column for table in self.tables for column in table.columns if column.names & said}
        if not found:
            long = [one for one in said if len(one) >= 4 and one not in THING_NAMES]
            every = [column for table in self.tables for column in table.columns]
            found = {column for column in every if any(is_cognate(one, name) for one in long for name in column.names)}
        return frozenset(found)


def is_cognate(word: str, name: str) -> bool:
    """Whether two folded words are one in two languages: they begin alike."""
    length = 4 if min(len(word), len(name)) >= 4 else 0
    return bool(length) and word[:length] == name[:length] and abs(len(word) - len(name)) <= 7


def _folded(words: Sequence[Word]) -> tuple[str, list[int]]:
    """Return a text of folded words with the gaps that it had, and where each word begins in it."""
    text, starts, end = "", [], 0
    for word in words:
        text += " " if word.start > end and text else ""
        starts.append(len(text))
        # Brazil is Brasil, and Venezuela stays one with itself.
        text += fold(word.text).replace("z", "s")
        end = word.end
    return text, starts


def _place(starts: Sequence[int], char: int) -> int:
    return max((place for place, start in enumerate(starts) if start <= char), default=0)
