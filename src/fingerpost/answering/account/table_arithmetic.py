"""What follows from the tables of an account for the rows that a sentence speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fingerpost.answering.account.claim_verification import says
from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.mentions import RowMention, RowMentions, Rows
from fingerpost.answering.account.row_values import (
    MANY,
    cells,
    each_once,
    every_row,
    ordered_pairs,
    pairs,
    products,
    unit_prices,
)
from fingerpost.answering.account.rows import Column, Table
from fingerpost.answering.account.vocabulary import (
    ABOVE,
    BELOW,
    CHANGE,
    EACH,
    LEFT,
    LIMIT,
    MAKES_UP,
    MEAN,
    MEASURES,
    OVER,
    POINTS,
    TOTAL,
    USED,
    direction_of,
    role_of,
)
from fingerpost.language.tokens import Word, at, listed, words_of

_POINTS = POINTS | listed("em en with con com only apenas : (")
_WHOLES = listed("of de del dos das do da los las your the tus seus suas out")
_TOGETHER = listed("the these all of os as los las estos estas estes estas dos das de entre")
"""Before a number it is of all that was told: `the five months`."""
_OTHERS = listed("other others rest remaining otros otras demas resto restantes outros outras demais")
_ALL = listed("all every total across between entre todos todas combined overall together suma suman soma somam juntos")
_EVERY = EACH | listed("all none ninguno ninguna nenhum nenhuma both ambos ambas")
_MORE, _LESS = listed("más mais more"), listed("menos less")
_RATE = re.compile(r"\b(?:rates?|ratio|tasas?|taxas?|indice|share|percentage|porcentaje|proporcion|proporcao)\b")


@dataclass(frozen=True, slots=True)
class FigureScope:
    """What the words around a figure speak of: rows of each table, and rows of a kind.

    own: those of its own clause; said: those of the sentence.
    """

    rows: dict[int, Rows]
    kinds: dict[int, list[Rows]]
    own: dict[int, Rows]
    said: dict[int, Rows]


class Reckoning:
    """The tables of an account, and what a sentence may say of them."""

    def __init__(self, tables: Sequence[Table], question: str) -> None:
        """Read how rows are called, and which of them the question names."""
        self.tables = tables
        self.mentions = RowMentions(tables)
        self._asked = self.mentions.find(words_of(question)) if tables else []
        self._before: list[RowMention] = []
        self._last: list[RowMention] = []
        names = [name for table in tables for row in table.rows for name in row.names]
        names += [name for table in tables for column in table.columns for name in column.names]
        self.months = {int(name[6:]) for name in names if name.startswith("month ")}

    def read(self, reading: SentenceReading) -> list[RowMention]:
        """Return what a sentence names; it is what the next one speaks of too, where that names nothing."""
        found = self.mentions.find(reading.words)
        self._last = self._before
        self._before = [one for one in found if one.alone] or self._before
        return found

    def scope(self, claim: Claim, reading: SentenceReading, found: Sequence[RowMention]) -> FigureScope:
        """Return what a claim speaks of: what its clause names, else the nearest one, else the question."""
        own: dict[int, Rows] = {}
        rows: dict[int, Rows] = {}
        kinds: dict[int, list[Rows]] = {}
        said: dict[int, Rows] = {}
        shared = [one for one in found if not one.alone]
        for one in [one for one in shared if reading.clause_at(one.first) == claim.clause] or shared:
            kinds.setdefault(one.table, []).append(one.rows)
        for one in found:
            if one.alone:
                said[one.table] = said.get(one.table, frozenset()) | one.rows
            if one.alone and reading.clause_at(one.first) == claim.clause:
                own[one.table] = own.get(one.table, frozenset()) | one.rows
        for number in range(len(self.tables)):
            near = own.get(number) or self._near(number, claim, reading, found)
            if near:
                rows[number] = near
        return FigureScope(rows, kinds, own, said)

    def _near(self, table: int, claim: Claim, reading: SentenceReading, found: Sequence[RowMention]) -> Rows:
        clauses: dict[int, Rows] = {}
        for one in found:
            if one.alone and one.table == table:
                clause = reading.clause_at(one.first)
                clauses[clause] = clauses.get(clause, frozenset()) | one.rows
        before = [clauses[clause] for clause in sorted(clauses) if clause <= claim.clause]
        if before:
            return before[-1]
        if clauses:
            return clauses[min(clauses)]
        for earlier in (self._last, self._asked):
            rows = [one.rows for one in earlier if one.alone and one.table == table]
            if rows:
                return frozenset().union(*rows)
        return frozenset()

    def follows(self, claim: Claim, reading: SentenceReading, found: Sequence[RowMention]) -> bool:
        """Whether a figure follows from the rows that are spoken of."""
        scope = self.scope(claim, reading, found)
        if (bounded := self._bounds_all(claim, reading)) is not None:
            return bounded
        if self._is_counted(claim, reading):
            return True
        return any(
            says(claim.figure, value)
            for number, table in enumerate(self.tables)
            for value in self._values(number, table, claim, reading, scope)
        )

    def _bounds_all(self, claim: Claim, reading: SentenceReading) -> bool | None:
        """Whether a figure bounds all, "all services stayed above 99.4 %"; None where that is not said."""
        words = reading.words
        begin, _ = reading.clauses[claim.clause]
        if not any(at(words, place) in _EVERY for place in range(begin, claim.figure.first)):
            return None
        side = _side(claim, reading)
        if not side:
            return None
        figures = [
            list(cells(table, column, every_row(table)))
            for table in self.tables
            for column in self._columns(table, claim, reading)
        ]
        if not figures:
            return None
        return any(all((value - claim.figure.value) * side > 0 for value in values) for values in figures if values)

    def _is_counted(self, claim: Claim, reading: SentenceReading) -> bool:
        """Whether so many rows lie above or below a bound: both figures of "two of them are above 90 %"."""
        for bound in reading.claims:
            side = _side(bound, reading)
            if not side:
                continue
            for table in self.tables:
                for column in self._columns(table, bound, reading):
                    beyond = sum(
                        (value - bound.figure.value) * side > 0 for value in cells(table, column, every_row(table))
                    )
                    counts = [
                        other for other in reading.claims if other.figure.value == beyond and not other.figure.unit
                    ]
                    if counts and (claim is bound or claim in counts):
                        return True
        return False

    def is_of_others(self, claim: Claim, reading: SentenceReading, found: Sequence[RowMention]) -> bool:
        """Whether a figure stands in the tables, but only in rows that are not spoken of."""
        scope = self.scope(claim, reading, found)
        if not scope.said:
            return False
        if claim.figure.unit == MULTIPLE or (claim.role == CHANGE and self._has_unit(claim, scope)):
            return any(len(rows) > 1 for rows in scope.own.values()) and not self.follows(claim, reading, found)
        inside = outside = known = False
        for number in scope.said:
            rows = scope.rows[number]
            for column in self._columns(self.tables[number], claim, reading):
                known = known or (
                    claim.thing in column.names
                    and any(one.alone and one.first < claim.figure.first for one in found)
                    and any(column in self.tables[number].rows[place].cells for place in rows)
                )
                for place, row in enumerate(self.tables[number].rows):
                    if column in row.cells and says(claim.figure, row.cells[column]):
                        inside, outside = inside or place in rows, outside or place not in rows
        told = any(one.role in (LEFT, USED) for one in reading.claims if one.figure.first < claim.figure.first)
        against = outside or (known and claim.role in ("", LIMIT) and not claim.per and not told)
        return against and not inside and not self.follows(claim, reading, found)

    def _has_unit(self, claim: Claim, scope: FigureScope) -> bool:
        """Whether the tables that are spoken of have figures of the unit of a claim."""
        units = {column.unit for number in scope.own for column in self.tables[number].columns}
        return claim.figure.unit in units or claim.figure.unit == PERCENT

    def _columns(self, table: Table, claim: Claim, reading: SentenceReading, unit: str | None = None) -> list[Column]:
        """Return the columns that a figure may be of: of its unit, and of what it counts where that is known."""
        wanted = claim.figure.unit if unit is None else unit
        of_unit = [
            one
            for one in table.columns
            if one.unit == wanted or (wanted == "" and one.unit == MONEY and not claim.thing)
        ]
        if claim.figure.currency:
            of_unit = [one for one in of_unit if one.currency in ("", claim.figure.currency)]
        if claim.thing and unit is None:
            exact = [one for one in of_unit if claim.thing in one.names]
            elsewhere = any(claim.thing in one.names for other in self.tables for one in other.columns)
            if claim.thing in MEASURES:
                of_unit = [one for one in of_unit if not one.names & MEASURES]
            begin, end = reading.clauses[claim.clause]
            named = self.mentions.columns(reading.words[begin:end]) if len(exact) > 1 else frozenset()
            return [one for one in exact if one in named] or (exact if exact or elsewhere else of_unit)
        begin, end = reading.clauses[claim.clause]
        named = self.mentions.columns(reading.words[begin:end]) or self.mentions.columns(reading.words)
        return [one for one in of_unit if one in named] or of_unit

    def _values(
        self, number: int, table: Table, claim: Claim, reading: SentenceReading, scope: FigureScope
    ) -> Iterator[float]:
        """Yield what a figure may say: of its unit, a share, a change, a multiple or a count."""
        rows = scope.rows.get(number, frozenset())
        if len(rows) == 1 and (claim.figure.unit == MULTIPLE or claim.role == CHANGE):
            rows = scope.said.get(number, rows)
        sets = _sets(number, table, claim, reading, scope)
        unit = claim.figure.unit
        if unit == PERCENT:
            yield from self._shares(table, claim, reading, rows, sets)
            yield from self._plain(table, claim, reading, rows, sets, scope.kinds.get(number, []))
        elif unit == MULTIPLE:
            for column in each_once(
                self._columns(table, claim, reading, unit="") + self._columns(table, claim, reading, unit=MONEY)
            ):
                for less, more in pairs(table, column, rows):
                    if less:
                        yield more / less
            yield from self._rate_multiples(table, reading, rows)
        else:
            yield from self._plain(table, claim, reading, rows, sets, scope.kinds.get(number, []))
            yield from _counts(number, table, claim, reading, scope)
            if unit == MONEY:
                yield from products(table, sets)
                if claim.role == MEAN or claim.per:
                    yield from unit_prices(table, (*(frozenset({row}) for row in rows), *sets))

    def _rate_multiples(self, table: Table, reading: SentenceReading, rows: Rows) -> Iterator[float]:
        """Yield how many times the rate of one row is that of another."""
        if _RATE.search(" ".join(word.folded for word in reading.words)) is None or not 1 < len(rows) <= MANY:
            return
        named = self.mentions.columns(reading.words)
        plain = [one for one in table.columns if one.unit == ""]
        for part, whole in ((one, other) for one in plain for other in plain if one in named and one is not other):
            rates = [
                table.rows[place].cells.get(part, 0.0) / (table.rows[place].cells.get(whole) or 1.0) for place in rows
            ]
            if min(rates) > 0:
                yield max(rates) / min(rates)

    def _plain(
        self,
        table: Table,
        claim: Claim,
        reading: SentenceReading,
        rows: Rows,
        sets: Sequence[Rows],
        kinds: Sequence[Rows],
    ) -> Iterator[float]:
        """Yield figures of the unit of the columns: as they stand, sums, means and differences."""
        around = _around(claim, reading)
        mean = claim.role == MEAN or any(role_of(word.folded) == MEAN for word in reading.words) or bool(claim.per)
        changes = claim.role == CHANGE or any(direction_of(word.folded) for word in around) or role_in(around, CHANGE)
        points = (
            at(reading.words, claim.figure.begin - 1) in _POINTS or at(reading.words, claim.figure.first - 2) in _POINTS
        )
        for column in self._columns(table, claim, reading):
            averaged = claim.role == MEAN and "role mean" not in column.names
            if claim.role not in (LEFT, OVER) and not averaged and (claim.role != CHANGE or points):
                yield from cells(table, column, rows or frozenset(range(len(table.rows))))
            for some in kinds if claim.role == LEFT else ():
                yield from (sum(cells(table, column, some)), *cells(table, column, some))
            for some in sets:
                values = list(cells(table, column, some))
                if claim.role not in (LEFT, OVER, CHANGE, MEAN) and column.unit != PERCENT and len(values) > 1:
                    yield sum(values)
                if mean and values:
                    yield sum(values) / len(values)
            if changes or claim.role == OVER:
                for less, more in pairs(table, column, rows):
                    yield more - less

    def _shares(
        self, table: Table, claim: Claim, reading: SentenceReading, rows: Rows, sets: Sequence[Rows]
    ) -> Iterator[float]:
        changes = claim.role == CHANGE or any(direction_of(word.folded) for word in _around(claim, reading))
        rated = _RATE.search(" ".join(word.folded for word in reading.words)) is not None
        columns = each_once(
            self._columns(table, claim, reading, unit="") + self._columns(table, claim, reading, unit=MONEY)
        )
        every = every_row(table)
        for column in columns:
            total = sum(cells(table, column, every))
            if changes:
                for early, late in ordered_pairs(table, column, rows):
                    if early:
                        yield abs(late - early) / early * 100
                continue
            for some in (*(frozenset({row}) for row in rows), *(some for some in sets if some != every)):
                if total:
                    yield sum(cells(table, column, some)) / total * 100
            for less, more in pairs(table, column, rows) if len(rows) > 1 else ():
                if more:
                    yield less / more * 100
        named = self.mentions.columns(reading.words)
        plain = [one for one in table.columns if one.unit == ""]
        for part, whole in ((one, other) for one in plain for other in plain if one is not other):
            if (part in named and (rated or whole in named or "error" in part.names)) or "role limit" in whole.names:
                for some in (*(frozenset({row}) for row in rows), *sets):
                    below = sum(cells(table, whole, some))
                    if below and sum(cells(table, part, some)) <= below:
                        yield sum(cells(table, part, some)) / below * 100


def _side(claim: Claim, reading: SentenceReading) -> int:
    """Return 1 for a figure that something is said to be above, -1 for one that it is below, 0 for others."""
    begin, _ = reading.clauses[claim.clause]
    near = {at(reading.words, place) for place in range(max(claim.figure.begin - 3, begin), claim.figure.first)}
    above = bool((ABOVE | _MORE) & near) or claim.figure.bound == ">"
    below = bool((BELOW | _LESS) & near) or claim.figure.bound == "<"
    return above - below


def _around(claim: Claim, reading: SentenceReading) -> list[Word]:
    """Return the words of the clause of a claim but for those that belong to its figure: "more than 40 %"."""
    begin, end = reading.clauses[claim.clause]
    words = [*reading.words[begin : max(claim.figure.begin, begin)], *reading.words[claim.figure.after : end]]
    # What makes up or adds up to something does not rise.
    return [
        word
        for word, before in zip(words, [None, *words], strict=False)
        if not (before and MAKES_UP.fullmatch(before.folded))
    ]


def role_in(words: Sequence[Word], role: str) -> bool:
    """Whether some words hold one that tells a role."""
    return any(role_of(word.folded) == role for word in words)


def _sets(number: int, table: Table, claim: Claim, reading: SentenceReading, scope: FigureScope) -> list[Rows]:
    """Return the rows that may be added up: those named, of a kind, the others, or all."""
    every = every_row(table)
    rows = scope.rows.get(number, frozenset())
    begin, end = reading.clauses[claim.clause]
    clause = {word.folded for word in reading.words[begin:end]}
    found = [*scope.kinds.get(number, []), *([rows] if len(rows) > 1 else [])]
    if len(rows) > 1:
        found.append(frozenset(range(min(rows), max(rows) + 1)))
    if rows and clause & _OTHERS:
        found.append(every - rows)
    is_whole = claim.role in (LIMIT, TOTAL) or at(reading.words, claim.figure.begin - 1) in _WHOLES
    if not scope.own.get(number) or is_whole or clause & _ALL:
        found.append(every)
    return found


def _counts(number: int, table: Table, claim: Claim, reading: SentenceReading, scope: FigureScope) -> Iterator[float]:
    """Yield how many rows there are: of all where the claim names them or stands for all, and of a kind."""
    figure = claim.figure
    if figure.unit or figure.value != int(figure.value):
        return
    named = claim.thing in table.names
    together = claim.role not in (LEFT, OVER, USED, LIMIT) and at(reading.words, figure.begin - 1) in _TOGETHER
    if (named and claim.role not in (LEFT, OVER)) or together:
        yield float(len(table.rows))
    if claim.thing and not named and any(claim.thing in one.names for one in table.columns):
        return
    for rows in scope.kinds.get(number, []):
        yield float(len(rows))
