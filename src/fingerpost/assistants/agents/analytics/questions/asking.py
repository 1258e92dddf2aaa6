"""Reads what a question asks for, once its conditions are taken: the figure, the groups, the ranking, or a list."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.meanings import Named, columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    Gap,
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Ref,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.assembly import NUMBERS, Assembly
from fingerpost.assistants.agents.analytics.questions.names import column_names
from fingerpost.assistants.agents.analytics.questions.synonyms import synonyms_of

PARTS = ("month", "year", "quarter", "weekday", "week", "hour", "month_of_year", "day")
AGGREGATES = {"avg": "AVG", "sum": "SUM", "max": "MAX", "min": "MIN"}
_DATE_WORD = re.compile(r"\b(data|date|fecha)\b")
_RANKS = {"most": "desc", "least": "asc", "max": "desc", "min": "asc"}
_ASKING = ("which", "list", "when_asked")
_IDLE = (
    "small",
    "again",
    "sign",
    "only",
    "has",
    "with",
    "and",
    "echo",
    "whole",
    "in_or_not",
    "onward",
    "take",
    "spread",
    "on_file",
    "whatever",
    "included",
)


class Asking:
    """What is asked for: filled step by step from the marks that the conditions have left."""

    def __init__(self, assembly: Assembly) -> None:
        """Begin with marks of which the conditions were taken."""
        self.assembly = assembly
        self.counting = self.much = self.listing = self.percent = self.distinct = False
        self.rank, self.percent_at, self.count_at = "", 0, -9
        self.limit: int | None = None
        self.measures: list[Measure] = []
        self.groups: list[Group] = []
        self.subject: Group | None = None
        self.tables = assembly.tables
        self.single = self.worth = self.averaged = self.echo = self.difference = self.spread = self.compare = False
        self.shown: list[tuple[Ref, Ref]] = []

    def request(self) -> Request:
        """Return the whole question, or say which words could not be placed."""
        self.collect()
        return self._built()

    def collect(self) -> None:
        """Take everything that is asked for, and refuse words that could not be placed."""
        self._form()
        self._figures()
        self._rank_by()
        self._weak_figure()
        self._grouped()
        self._nouns()
        self._average_last()
        self._refuse_left_over()

    def _form(self) -> None:
        """Take the words that say what kind of answer is wanted."""
        assembly, place = self.assembly, 0
        while place < len(assembly.marks):
            mark = assembly.marks[place]
            if mark.of("table", "column", "measure", "value"):
                place += 1
                continue
            if mark.of("percent", "share", "as_percent"):
                self.percent, self.percent_at = True, mark.start
            elif mark.of("much"):
                self.much = True
            elif mark.of("top", "bottom"):
                self.listing, self.rank = True, "asc" if mark.of("bottom") else "desc"
            elif mark.of("distinct", "once"):
                self.distinct = True
            elif mark.of("desc", "asc"):
                self.rank = "asc" if mark.of("asc") else "desc"
            elif mark.of("worth"):
                self.worth = True
            elif shown := mark.of("shown"):
                self.shown.append((shown.refs[0], shown.refs[1]))
            elif mark.of("measured_in") or (mark.of("days_unit") and len(mark.tokens) > 1 and not mark.of("count")):
                pass
            elif mark.of("compare"):
                self.compare = True
            elif mark.of("spread"):
                self.spread = True
            elif mark.of("what_we"):
                self.much = True
            elif (mark.of("which", "list") and not mark.of("small")) or (
                mark.of("which") and place + 1 < len(assembly.marks) and assembly.marks[place + 1].of("table", "column")
            ):
                self.listing = True
            else:
                place += 1
                continue
            assembly.take(place, place + 1)

    def _figures(self) -> None:
        """Take figures: an aggregate with its column, rows that are counted, a figure with a name."""
        assembly, place = self.assembly, 0
        if assembly.table(0) and assembly.is_(1, "and") and (assembly.named(2) or assembly.is_(2, *AGGREGATES)):
            # `orders and revenue by month`
            self.measures.append(Measure("count", ((assembly.table(0), ""),), words=assembly.marks[0].words))
            self.tables.append(assembly.table(0))
            assembly.take(0, 2)
        while place < len(assembly.marks):
            mark = assembly.marks[place]
            how = next(
                (AGGREGATES[kind] for kind in AGGREGATES if mark.of(kind) and not mark.of("table", "column")), ""
            )
            if mark.of("count") and not mark.of("table", "column"):
                self._count(place)
                continue
            if isinstance(mark.made, Gap):
                kinds = [kind for kind in AGGREGATES if assembly.is_(place - 1, kind) or assembly.is_(place + 1, kind)]
                beside = {place - 1, place + 1} if kinds else set()
                hours = any(other.of("hours_unit") and not other.of("table", "column") for other in assembly.marks)
                how_far = AGGREGATES[kinds[0]] if kinds else "AVG"
                self.measures.append(Measure(how_far, gap=mark.made, hours=hours, words=mark.words))
                gone = {at for at in beside if 0 <= at < len(assembly.marks) and assembly.is_(at, *kinds)} | {place}
                kept = [other for at, other in enumerate(assembly.marks) if at not in gone]
                assembly.marks[:] = [m for m in kept if not m.of("duration", "days_unit", "hours_unit", "take", "much")]
                self.much = self.counting = False
                place = 0
                continue
            if mark.of("difference"):
                self.difference = True
                assembly.take(place, place + 1)
                continue
            if edge := self._edge(place):
                self.measures.append(edge)
                place = 0
                continue
            if self._named_figure(place, how):
                place = 0
                continue
            if how and (found := self._beside(place)):
                self._measure(how, place, *found)
                place = 0
                continue
            if how == "SUM" and (counted := self._total_of(place)):
                self.counting = True
                self.measures.append(counted)
                continue
            if how == "SUM":
                # `the total of the invoices`: what each comes to, or how many there are where that was asked.
                self.much = True
                assembly.take(place, place + 1)
                continue
            if how == "AVG" and self._average_of_rows(place):
                continue
            if how == "AVG" and self.counting and self.measures:
                self.averaged = True
                assembly.take(place, place + 1)
                continue
            if how == "AVG" and (ref := self._amount_beside(place)):
                self.measures.append(Measure("AVG", (ref,), words=assembly.take(place, place + 1)))
                continue
            place += 1

    def _edge(self, place: int) -> Measure | None:
        """Take the first or the last date: of a table's rows, or of a date that is named."""
        assembly, mark = self.assembly, self.assembly.marks[place]
        early = mark.of("first", "min") is not None
        if not mark.of("first", "last", "min", "max") or mark.of("table", "column", "value"):
            return None
        asked = any(other.of("when_asked") for other in assembly.marks)
        for beside in (place + 1, place - 1):
            dates = assembly.columns(beside, "date") or self._event(beside)
            table = assembly.table(beside)
            if mark.of("max", "min") and not _DATE_WORD.search((assembly.at(beside) or mark).words.lower()):
                continue
            if dates and len(refs := assembly.narrowed(dates)) == 1:
                found = Measure("MIN" if early else "MAX", refs, words=mark.words)
            elif table and mark.of("first", "last") and self._has_label(table) and (self.listing or asked):
                self._rank_by_date(place, beside, table, early)
                return None
            elif table and asked and mark.of("first", "last"):
                found = Measure("first" if early else "last", ((table, ""),), words=mark.words)
            else:
                continue
            assembly.take(min(place, beside), max(place, beside) + 1)
            assembly.marks[:] = [other for other in assembly.marks if not other.of("when_asked") or other.of("column")]
            self.listing = False
            return found
        return None

    def _has_label(self, table: str) -> bool:
        found = self.assembly.allowlist.table(table)
        return found is not None and bool(found.label)

    def _rank_by_date(self, place: int, beside: int, table: str, early: bool) -> None:
        """Take the oldest or the newest of rows that have a name: by the date that is named, or their own."""
        assembly = self.assembly
        named = [ref for at in range(len(assembly.marks)) for ref in assembly.columns(at, "date") if ref[0] == table]
        found = assembly.allowlist.table(table)
        date = named[0][1] if named else found.date if found else ""
        if not date:
            raise NotUnderstoodError("nothing says which date is meant", (table,))
        words = assembly.marks[place].words
        assembly.take(place, place + 1)
        assembly.marks[:] = [
            mark
            for mark in assembly.marks
            if not (mark.of("column") and (table, date) in mark.of("column").refs) and not mark.of("when_asked")  # type: ignore[union-attr]
        ]
        self.measures.append(Measure("MIN" if early else "MAX", ((table, date),), words=words))
        self.rank, self.single, self.listing = "asc" if early else "desc", True, True

    def _event(self, place: int) -> tuple[Ref, ...]:
        mark = self.assembly.at(place)
        found = mark.of("event") if mark else None
        return found.refs if found else ()

    def _named_figure(self, place: int, how: str) -> bool:
        """Take a figure that has a name in the file, with an aggregate beside it."""
        assembly = self.assembly
        named = assembly.named(place)
        if named is None or assembly.is_(place, "table"):
            if not how or not (beside := assembly.named(place + 1) or assembly.named(place - 1)):
                return False
            other = place + 1 if assembly.named(place + 1) else place - 1
            if beside.weak or beside.adjective or (beside.order and how != beside.usual):
                return False
            if beside.order:
                self.rank, self.single = self.rank or beside.order, True
            if not beside.amount and how == "AVG":
                return False
            start, end = min(place, other), max(place, other) + 1
            if how in ("MAX", "MIN") and (self.listing or not beside.amount):
                self.rank, self.single = self.rank or ("desc" if how == "MAX" else "asc"), True
                how = how if beside.amount and not self.listing else "named"
            kind = how if beside.amount else "named"
            self.measures.append(Measure(kind, name=beside.name, words=assembly.take(start, end)))
            return True
        if named.weak or named.adjective:
            return False
        aggregates = [kind for kind in AGGREGATES if assembly.is_(place - 1, kind) or assembly.is_(place + 1, kind)]
        if aggregates:
            return False
        if named.order:
            self.rank, self.single = self.rank or named.order, True
        self.measures.append(Measure("named", name=named.name, words=assembly.take(place, place + 1)))
        return True

    def _weak_figure(self) -> None:
        """Take figures that count only where nothing else is asked for: `sold`, `bought`, `used`."""
        assembly = self.assembly
        for place in range(len(assembly.marks) - 1, -1, -1):
            named = assembly.named(place)
            if named is None or not (named.weak or named.adjective):
                continue
            if assembly.table(place) and not any(assembly.table(at) for at in range(place)) and not self.much:
                continue
            tables = [table for at in range(len(assembly.marks)) if at != place and (table := assembly.table(at))]
            words = assembly.take(place, place + 1)
            if self.measures or (tables and not self.much and not self.rank and named.weak):
                self._tie(named, words, tables)
                continue
            name = named.much if self.much and named.much else named.name
            if self.counting and self._other_noun(-1):
                continue
            self.measures.append(Measure("named", name=name, words=words))

    def _tie(self, named: Named, words: str, others: list[str]) -> None:
        """Keep to the rows that a verb speaks of: `sellers who sold something` have items."""
        columns = columns_of(named.select or named.amount)
        tables = {ref[0] for measure in self.measures for ref in measure.refs} | set(others[:1])
        if columns and tables and columns[0][0] not in tables:
            self.assembly.wheres.append(Where("exists", ((columns[0][0], ""),), words=words))

    def _units(self, table: str) -> str:
        """Return the column that says how many things a row stands for; empty where none is clear."""
        found = self.assembly.allowlist.table(table)
        names = {"quantity", *synonyms_of("quantity")}
        columns = [column for column in found.columns if column.kind in NUMBERS] if found else []
        units = [
            column.name for column in columns if names & {word for name in column_names(column, found) for word in name}
        ]  # type: ignore[arg-type]
        return units[0] if len(units) == 1 else ""

    def _count(self, place: int) -> None:
        """Take "how many" with what it counts; what comes later is counted where nothing stands beside it."""
        assembly = self.assembly
        if assembly.is_(place - 1, "by") and assembly.columns(place + 1, "integer"):
            # `by number of instalments`
            assembly.take(place, place + 1)
            return
        self.counting, self.count_at = True, assembly.marks[place].end
        assembly.take(place, place + 1)
        named = assembly.named(place)
        if table := (named.counted if named and named.counted else assembly.table(place)):
            words = assembly.take(place, place + 1)
            self.measures.append(Measure("count", ((table, ""),), words=words))
            self.tables.append(table)
        elif refs := assembly.columns(place):
            numbers = assembly.narrowed(assembly.columns(place, *NUMBERS))
            words = assembly.take(place, place + 1)
            if numbers:
                self.measures.append(Measure("SUM", numbers, words=words))
            else:
                self.measures.append(Measure("distinct", assembly.narrowed(refs), words=words))

    def _total_of(self, place: int) -> Measure | None:
        """Take "total orders", which counts them; of rows that are amounts, "the total" is what they come to."""
        table = self.assembly.table(place + 1)
        worth = bool(table) and table in (self.assembly.meanings.money or self.assembly.amount(table))
        if not table or self.much or self.counting or self.worth or worth or self.assembly.columns(place - 1, *NUMBERS):
            return None
        if not self.assembly.meanings.measures and self.assembly.amount(table):
            return None
        self.tables.append(table)
        return Measure("count", ((table, ""),), words=self.assembly.take(place, place + 2))

    def _average_last(self) -> None:
        """Take "on average" that was said first: `on average, how many items has an order?`."""
        assembly = self.assembly
        left = [at for at, mark in enumerate(assembly.marks) if mark.of("avg") and not mark.of("table", "column")]
        if len(left) != 1 or len(self.measures) != 1 or self.measures[0].how != "count":
            return
        if not self.groups and self.subject:
            self.groups, self.subject = [self.subject], None
        self.averaged = len(self.groups) == 1
        if self.averaged:
            assembly.take(left[0], left[0] + 1)

    def _average_of_rows(self, place: int) -> bool:
        """Take `average items per order` and `average monthly revenue`: a figure for each, and the average of those."""
        assembly = self.assembly
        table, by = assembly.table(place + 1), assembly.is_(place + 2, "by")
        if table and by and assembly.table(place + 3) not in ("", table):
            self.counting = self.averaged = True
            words = assembly.take(place, place + 2)
            self.measures.append(Measure("count", ((table, ""),), words=words))
            self.tables.append(table)
            return True
        if (part := self._part(place + 1)) and (assembly.named(place + 2) or assembly.table(place + 2)):
            self.averaged = True
            self.groups.append(Group(part=part, words=assembly.marks[place + 1].words))
            assembly.take(place, place + 2)
            return True
        return False

    def _amount_beside(self, place: int) -> Ref | None:
        """Return what a row of the table beside an aggregate comes to: `the average invoice`."""
        for other in (place + 1, place - 1):
            table = self.assembly.table(other)
            if table and (amount := self.assembly.amount(table)):
                return table, amount
        return None

    def _beside(self, place: int) -> tuple[int, tuple[Ref, ...]] | None:
        """Return the place and the columns of numbers that an aggregate is of; a word that names a table comes last."""
        places = sorted((place + 1, place - 1, place + 2), key=lambda other: self.assembly.is_(other, "table"))
        for other in places:
            refs = self.assembly.columns(other, *NUMBERS)
            if refs and (other != place + 2 or self.assembly.is_(place + 1, "sum", "worth", "count", "of")):
                return other, refs
        return None

    def _measure(self, how: str, place: int, other: int, refs: tuple[Ref, ...]) -> None:
        assembly = self.assembly
        if how in ("MAX", "MIN") and self.listing:
            self.rank = self.rank or ("desc" if how == "MAX" else "asc")
        start, end = min(place, other), max(place, other) + 1
        refs, words = assembly.narrowed(refs), assembly.marks[other].words
        assembly.take(start, end)
        self.measures.append(Measure(how, refs, words=words))

    def _rank_by(self) -> None:
        """Take "most" and "least" with what they are of: rows of a table, or the sum of a column."""
        assembly, place = self.assembly, 0
        while place < len(assembly.marks):
            mark = assembly.marks[place]
            kind = next((kind for kind in _RANKS if mark.of(kind) and not mark.of("table", "column")), "")
            if not kind:
                place += 1
                continue
            number = assembly.marks[place - 1].of("number") if place else None
            if number and self.measures and kind in ("max", "min") and not self.limit:
                # `just the 3 biggest`
                self.rank, self.limit = _RANKS[kind], int(number.number)
                assembly.take(place - 1, place + 1)
                continue
            self.rank, self.single = _RANKS[kind], True
            refs = assembly.columns(place + 1, *NUMBERS)
            table = assembly.table(place + 1)
            beside = next(
                (at for at in (place + 1, place - 1) if assembly.table(at) and assembly.amount(assembly.table(at))), -1
            )
            if kind in ("max", "min") and beside >= 0 and not self._other_noun(beside):
                table = assembly.table(beside)
                how = "MAX" if kind == "max" else "MIN"
                words = assembly.take(min(place, beside), max(place, beside) + 1)
                self.measures.append(Measure(how, ((table, assembly.amount(table)),), words=words))
                self.rank, self.listing, self.single, self.much = "", False, False, False
            elif named := assembly.named(place + 1) or assembly.named(place - 1):
                first = place if assembly.named(place + 1) else place - 1
                words = assembly.take(first, first + 2)
                if not self.measures or not (named.weak or named.adjective):
                    self.measures.append(Measure("named", name=named.name, words=words))
            elif refs:
                refs = assembly.narrowed(refs)
                how = {"desc": "MAX", "asc": "MIN"}[self.rank] if self._own(refs) else "SUM"
                self.measures.append(Measure(how, refs, words=assembly.take(place, place + 2)))
            elif (
                kind in ("max", "min")
                and table
                and (amount := assembly.amount(table))
                and not self._other_noun(place + 1)
            ):
                how = "MAX" if kind == "max" else "MIN"
                self.measures.append(Measure(how, ((table, amount),), words=assembly.take(place, place + 2)))
                self.rank, self.listing, self.single = "", False, False
            elif table and self._other_noun(place + 1):
                self.measures.append(Measure("count", ((table, ""),), words=assembly.take(place, place + 2)))
                self.tables.append(table)
            elif assembly.columns(place + 1) and assembly.is_(place + 1, "value"):
                raise NotUnderstoodError("this cannot be ranked", (mark.words,))
            elif (adjective := self._adjective(place + 1)) is not None:
                refs, turned = adjective
                if turned:
                    self.rank = {"desc": "asc", "asc": "desc"}[self.rank]
                how = "MAX" if self.rank == "desc" else "MIN"
                self.measures.append(Measure(how, refs, words=assembly.take(place, place + 2)))
            elif self.measures and not self.listing and not self.subject:
                raise NotUnderstoodError("it is not clear what this is of", (mark.words,))
            else:
                assembly.take(place, place + 1)
                if not self.measures:
                    self._most_of(place)

    def _adjective(self, place: int) -> tuple[tuple[Ref, ...], bool] | None:
        """Return the column that an adjective ranks by, of the table that is spoken of."""
        mark = self.assembly.at(place)
        found = mark.of("adjective_of") if mark else None
        if found is None:
            return None
        spoken = self.assembly.spoken()
        refs = tuple(ref for ref in found.refs if ref[0] in spoken) or found.refs
        refs = self.assembly.narrowed(refs)
        return (refs, found.value == "-") if refs else None

    def _most_of(self, place: int) -> None:
        """Read a superlative beside a noun: `the most common reason` counts rows."""
        assembly = self.assembly
        if assembly.is_(place, "common"):
            assembly.take(place, place + 1)
            for other in (place, place - 1):
                if refs := assembly.columns(other):
                    refs = assembly.narrowed(refs)
                    self.measures.append(Measure("count", ((refs[0][0], ""),), words=""))
                    return

    def _own(self, refs: tuple[Ref, ...]) -> bool:
        """Whether a column belongs to the rows that are asked for, so that each has one."""
        first = next((table for place in range(len(self.assembly.marks)) if (table := self.assembly.table(place))), "")
        return any(ref[0] == first for ref in refs)

    def _other_noun(self, place: int) -> bool:
        return any(
            self.assembly.is_(other, "table", "column") or self._part(other)
            for other in range(len(self.assembly.marks))
            if other != place
        )

    def _part(self, place: int) -> str:
        mark = self.assembly.at(place)
        return next((part for part in PARTS if mark and mark.of(f"part_{part}") and not mark.of("table", "column")), "")

    def _grouped(self) -> None:
        """Take "by" with what follows it: a group, or in a ranking the figure that it goes by."""
        assembly, place = self.assembly, 0
        while place < len(assembly.marks):
            mark = assembly.marks[place]
            if not mark.of("by", "ranked") or mark.of("table", "column"):
                if part := self._adverb(place):
                    self.groups.append(Group(part=part, words=assembly.take(place, place + 1)))
                    continue
                place += 1
                continue
            end = place + 1
            if (ref := self._date_of(end)) and assembly.at(end + 1) and self._part(end + 1):
                # `per purchase month`
                self.groups.append(Group((ref,), self._part(end + 1), assembly.marks[end + 1].words))
                assembly.take(place, end + 2)
                continue
            if (ref := self._date_of(end)) and (assembly.whens or any(group.part for group in self.groups)):
                # `by the date of payment` says which date is meant.
                assembly.whens[:] = [replace(when, ref=when.ref or ref) for when in assembly.whens]
                self.groups = [replace(g, refs=(ref,)) if g.part and not g.refs else g for g in self.groups]
                assembly.take(place, end + 1)
                continue
            if (table := assembly.table(end)) and assembly.is_(end + 1, "by"):
                # `by sellers of each state`
                refs = [ref for ref in assembly.columns(end + 2) if ref[0] == table]
                if refs:
                    self.tables.append(table)
                    self.groups.append(Group(tuple(refs), words=assembly.marks[end + 2].words))
                    assembly.take(place, end + 3)
                    continue
            if self.worth and self.rank and (table := assembly.table(end)) and (amount := assembly.amount(table)):
                # `by value of shipments`
                self.measures.append(Measure("SUM", ((table, amount),), words=assembly.take(place, end + 1)))
                continue
            while (group := self._group(end)) is not None:
                numbers = assembly.columns(end, *NUMBERS)
                words = assembly.marks[end].words
                if group.part and (ref := self._date_of(end + 1)):
                    group, end = Group((ref,), group.part, group.words), end + 1
                if numbers and (self.rank or self.much or mark.of("ranked")) and not self.measures:
                    self.measures.append(Measure("SUM", assembly.narrowed(numbers), words=words))
                else:
                    self.groups.append(group)
                end += 1
                if assembly.is_(end, "and") and self._group(end + 1) is not None:
                    end += 1
                else:
                    break
            told = bool(self.assembly.having or self.groups or self.listing or self.measures)
            if end == place + 1 and mark.words.lower() not in ("by", "por", "per") and not told:
                raise NotUnderstoodError("this does not say by what", (mark.words,))
            assembly.take(place, end)

    def _date_of(self, place: int) -> Ref | None:
        """Return the date that a unit of time is of: `year of purchase`."""
        mark = self.assembly.at(place)
        event = mark.of("event") if mark else None
        refs = event.refs if event else self.assembly.columns(place, "date")
        table = self.assembly.table(place)
        if not refs and (date := dict(self.assembly.meanings.dates).get(table)):
            return table, date
        refs = self.assembly.narrowed(refs)
        return refs[0] if len(refs) == 1 else None

    def _adverb(self, place: int) -> str:
        """Return the unit of `monthly` or `month by month`, which groups without a "by"."""
        mark = self.assembly.marks[place]
        part = self._part(place)
        several = len(mark.tokens) > 1 or mark.words.lower().endswith(("ly", "al", "ais", "ales", "mente"))
        return part if part and several and not mark.of("when_asked") else ""

    def _group(self, place: int) -> Group | None:
        mark = self.assembly.at(place)
        if mark is None:
            return None
        if part := self._part(place):
            return Group(part=part, words=mark.words)
        if table := self.assembly.table(place):
            return Group(((table, ""),), words=mark.words)
        refs = self.assembly.narrowed(self.assembly.columns(place))
        return Group(refs, words=mark.words) if refs else None

    def _nouns(self) -> None:
        """Take the nouns that are left: the first is what the question is about, the others only place it."""
        assembly, place = self.assembly, 0
        while place < len(assembly.marks):
            number = assembly.marks[place].of("number")
            if number and (assembly.is_(place + 1, "table", "column") or self.rank) and number.number >= 1:
                self.limit = int(number.number)
                assembly.take(place, place + 1)
                continue
            group = self._group(place) if not assembly.marks[place].of("number") else None
            if group is None:
                place += 1
                continue
            if self._defines(place):
                continue
            if assembly.is_(place, "echo") and not assembly.table(place):
                # A name is shown with its row anyway.
                self.echo = self.listing = True
                assembly.take(place, place + 1)
                continue
            if group.refs and not group.refs[0][1]:
                self.tables.append(group.refs[0][0])
                column = self._group(place + 1)
                if column and column.refs and column.refs[0][1] and self._of_table(place + 1, group.refs[0][0]):
                    # `product categories` are asked for, not products.
                    refs = tuple(ref for ref in assembly.columns(place + 1) if ref[0] == group.refs[0][0])
                    group = Group(refs, words=f"{group.words} {column.words}")
                    assembly.take(place, place + 1)
            if self.subject is None:
                self.subject = group
            elif self._of_rows(group):
                # `the name and the date of birth of the patients`: the rows are what is asked for.
                self.groups.append(self.subject)
                self.subject = group
            elif self._is_own_date(group) or (self._told(group) and self.measures):
                pass
            elif (self.listing and not self.measures and self._belongs_to(group)) or (
                self.listing and self._shown_too(place, group)
            ):
                self.groups.append(group)
            elif (group.part or (group.refs and group.refs[0][1])) and not self._told(group):
                place += 1
                continue
            assembly.take(place, place + 1)

    def _belongs_to(self, group: Group) -> bool:
        """Whether the rows that are listed belong to one of another table, whose name is shown too."""
        if not group.refs or group.refs[0][1] or not self.subject or not self.subject.refs or self.subject.refs[0][1]:
            return False
        first, other = self.subject.refs[0][0], group.refs[0][0]
        return first != other and self.assembly.graph.up(first, other) is not None and self._has_label(other)

    def _of_table(self, place: int, table: str) -> bool:
        """Whether a column of text of a table stands at a place."""
        named = self.assembly.is_(place, "echo", "table")
        return not named and any(ref[0] == table for ref in self.assembly.columns(place, "text"))

    def _defines(self, place: int) -> bool:
        """Take a column that only says which definition of a figure is meant: `revenue (item prices)`."""
        numbers = set(self.assembly.columns(place, *NUMBERS))
        for at, measure in enumerate(self.measures):
            entry = next((one for one in self.assembly.meanings.measures if one.name == measure.name), None)
            if entry is None or not entry.select or not numbers or not entry.sums:
                continue
            known = {*columns_of(entry.select), *columns_of(entry.instead or entry.select)}
            if refs := tuple(ref for ref in known if ref in numbers):
                words = f"{measure.words} {self.assembly.take(place, place + 1)}"
                self.measures[at] = Measure("SUM", refs, words=words)
                return True
        return False

    def _of_rows(self, group: Group) -> bool:
        """Whether a table follows a column of its own that was taken for what is asked for."""
        first = self.subject.refs[0] if self.subject and self.subject.refs else ("", "")
        own = bool(group.refs) and not group.refs[0][1] and group.refs[0][0] == first[0] and bool(first[1])
        return own and self.echo and (self.listing or not self.measures)

    def _is_own_date(self, group: Group) -> bool:
        """Whether a date is the one that every row of a figure has: `deals they signed`."""
        own = {ref[0] for measure in self.measures for ref in measure.refs}
        tables = [self.assembly.allowlist.table(ref[0]) for ref in group.refs]
        return bool(own and group.refs) and all(
            table is not None and table.name in own and table.date == ref[1]
            for table, ref in zip(tables, group.refs, strict=True)
        )

    def _shown_too(self, place: int, group: Group) -> bool:
        """Whether a column was asked for beside the rows: behind an "and", a "with" or a word that lists."""
        if not group.refs or not group.refs[0][1] or self.assembly.columns(place, "boolean"):
            return False
        before = self.assembly.at(place - 1)
        return before is None or before.of("and", "with", "list", "echo") is not None

    def _all_measures(self) -> list[Measure]:
        return [*self.measures, *(having.measure for having in self.assembly.having)]

    def _told(self, group: Group) -> bool:
        """Whether a column was already used, and is only named again."""
        used = {ref for where in self.assembly.wheres for ref in where.refs}
        used |= {ref for measure in self.measures for ref in measure.refs}
        return bool(group.refs) and set(group.refs) <= used

    def _refuse_left_over(self) -> None:
        idle = set(_IDLE)
        if self.measures or self.assembly.having:
            # `show the state and its average`: the figure is named again.
            idle |= {kind for kind, how in AGGREGATES.items() for one in self._all_measures() if one.how == how}
            idle.add("ordered")
        left = [mark for mark in self.assembly.marks if not mark.kinds & idle and mark.words not in ",;:()"]
        if left:
            raise NotUnderstoodError("some words could not be placed", tuple(mark.words for mark in left))

    def _built(self) -> Request:
        assembly = self.assembly
        tables = tuple(dict.fromkeys((*self.tables, *assembly.tables)))
        measures, groups, having = tuple(self.measures), list(self.groups), tuple(assembly.having)
        own = {ref[0] for measure in measures for ref in measure.refs}
        if self.much and not measures and len(groups) == 1 and groups[0].refs and not groups[0].refs[0][1]:
            # `the total charged for appointments`: of them, not for each.
            self.subject, groups = self.subject or groups[0], []
            self.tables.append(self.subject.refs[0][0])
        groups = [g for g in groups if not (g.refs and not g.refs[0][1] and g.refs[0][0] in own)]
        # `orders placed by customers from SP`: what was said of them tells which, and does not group.
        said = {ref[0] for where in assembly.wheres for ref in where.refs}
        if (
            not self.rank
            and len(groups) == 1
            and groups[0].refs
            and not groups[0].refs[0][1]
            and groups[0].refs[0][0] in said
        ):
            self.tables.append(groups.pop().refs[0][0])
        groups = [replace(g, refs=tuple(dict(map(reversed, self.shown)).get(r, r) for r in g.refs)) for g in groups]
        if self.subject and self.shown:
            refs = tuple(dict(map(reversed, self.shown)).get(r, r) for r in self.subject.refs)
            self.subject = replace(self.subject, refs=refs)
        if len(measures) == 1 and measures[0].how == "AVG" and len(groups) == 1 and groups[0].refs:
            single = groups[0].refs[0][0] in assembly.meanings.single and not groups[0].refs[0][1]
            if single and measures[0].refs:
                # `average freight per order`
                self.averaged, measures = True, (replace(measures[0], how="SUM"),)
        if self.averaged and measures and measures[0].how in ("count", "named", "SUM") and len(groups) == 1:
            # `how many items has each order on average`
            return Request(
                measures=measures,
                inner=tuple(groups),
                over="AVG",
                wheres=tuple(assembly.wheres),
                whens=tuple(assembly.whens),
                mentioned=tuple(dict.fromkeys(self.tables)),
            )
        if self.averaged:
            raise NotUnderstoodError("it is not clear what is averaged", ())
        base = {
            "wheres": tuple(assembly.wheres),
            "whens": tuple(assembly.whens),
            "having": having,
            "mentioned": tables,
        }
        if self.percent and having:
            raise NotUnderstoodError("a share of groups is not supported", tuple(entry.words for entry in having))
        if (
            having
            and (self.listing or self.subject)
            and (self.subject or not measures)
            and (self.listing or not measures)
        ):
            group = self.subject or self._having_subject(having)
            if self.much or self.worth:
                having = tuple(replace(h, measure=self._worth_of(h.measure)) for h in having)
                base = {**base, "having": having}
            shown = [g for g in groups if g.refs != group.refs]
            return Request(groups=(group, *shown), listed=True, measures=tuple(h.measure for h in having), **base)  # type: ignore[arg-type]
        if self.counting and not measures:
            measures = (self._counted(),)
        elif (self.much or (self.worth and not self.listing)) and not measures:
            measures = (self._amount(),)
        elif self.much and self.counting and len(measures) == 1 and measures[0].how == "count":
            # `how many, and what do they come to`
            measures = (*measures, self.amount_of(measures[0].refs[0][0]))
        if self.distinct and measures:
            measures = (self._once(measures[0]), *measures[1:])
        if having and self.counting and measures[0].how in ("count", "distinct"):
            subject = Group(measures[0].refs, words=measures[0].words)
            return Request(
                measures=tuple(h.measure for h in having),
                inner=(subject,),
                over="COUNT",
                **base,  # type: ignore[arg-type]
            )
        if self.rank and self.listing and not self.subject and len(measures) == 1 and measures[0].how == "SUM":
            # `the biggest room, and how many does it seat`
            how = "MAX" if self.rank == "desc" else "MIN"
            measures = (replace(measures[0], how=how),)
            self.subject, self.counting = Group(((measures[0].refs[0][0], ""),), words=measures[0].words), False
        if self.percent:
            return self._share(measures, groups, base)
        if self.subject and not measures and not self.listing and not self.spread and self._summed(self.subject):
            measures = (Measure("SUM", self.subject.refs, words=self.subject.words),)
        measures = self._said_once(measures)
        if self.difference:
            hows = {measure.how for measure in measures}
            if hows != {"MAX", "MIN"} or len({measure.refs for measure in measures}) != 1:
                raise NotUnderstoodError("this difference is not supported", tuple(one.words for one in measures))
            measures = (replace(measures[0], how="range"),)
        own = {ref[0] for measure in measures for ref in measure.refs if measure.how == "count"}
        groups = [g for g in groups if not (g.refs and not g.refs[0][1] and g.refs[0][0] in own)]
        groups = list({(g.refs, g.part): g for g in groups}.values())
        if measures and self.rank and self.subject and not self._ranked(measures[0]):
            raise NotUnderstoodError("rows cannot be ranked by how many rows they are", (self.subject.words,))
        if measures and self.single and not self.subject and not groups and measures[0].how not in ("MAX", "MIN"):
            raise NotUnderstoodError("nothing says of whom or of what", tuple(one.words for one in measures))
        spans = [span for when in assembly.whens for span in when.spans]
        if self.compare and len(spans) > 1 and not groups:
            groups.append(Group(part="year" if len({span[0][:4] for span in spans}) == len(spans) else "month"))
            if len(assembly.whens) > 1:
                base["whens"] = (replace(assembly.whens[0], spans=tuple(spans)),)
        groups += [Group((ref,), words=ref[1]) for ref in assembly.compared if not any(ref in g.refs for g in groups)]
        if self.single and self.subject and self._figure_alone(measures, self.subject):
            how = "MAX" if self.rank == "desc" else "MIN"
            measures = tuple(replace(measure, how=how) for measure in measures)
            return Request(measures=measures, groups=tuple(groups), **base)  # type: ignore[arg-type]
        if self.rank and groups and self.subject and measures and not self.limit:
            raise NotUnderstoodError("a ranking within each group is not supported", (self.subject.words,))
        if not measures and not self.listing and not groups and not self.rank and self._are_events():
            # `units sold of baby articles`
            measures = (self._counted(),)
        named = self.subject is not None and bool(self.subject.part or (self.subject.refs and self.subject.refs[0][1]))
        if self.listing and measures and self.subject and (self.rank or (named and not groups)):
            # `which plan has the fewest members`
            limit = self.limit or (1 if self.single and not _is_plural(self.subject.words) else None)
            return Request(
                measures=measures,
                groups=(self.subject, *groups),
                order=self.rank or "desc",
                limit=limit,
                **base,  # type: ignore[arg-type]
            )
        if measures:
            if self.rank and self.subject and not groups and self._ranked(measures[0]):
                return Request(
                    measures=measures,
                    groups=(self.subject,),
                    order=self.rank,
                    limit=self.limit or (1 if self.single else None),
                    **base,  # type: ignore[arg-type]
                )
            return Request(
                measures=measures,
                groups=tuple(groups),
                order=self.rank if groups else "",
                limit=self.limit,
                **base,  # type: ignore[arg-type]
            )
        if self.subject is None:
            raise NotUnderstoodError("nothing says what is to be counted or listed", ())
        if self.spread and not groups and self.subject.refs and self.subject.refs[0][1]:
            table = assembly.narrowed(self.subject.refs)[0][0]
            counted = Measure("count", ((table, ""),), words=self.subject.words)
            return Request(measures=(counted,), groups=(self.subject,), **base)  # type: ignore[arg-type]
        if self.rank and groups and self.subject.refs and not self.subject.refs[0][1]:
            # `units sold by state, top 5`
            return Request(
                measures=(self._counted(),),
                groups=tuple(groups),
                order=self.rank,
                limit=self.limit,
                **base,  # type: ignore[arg-type]
            )
        if self.rank:
            raise NotUnderstoodError("nothing says what the ranking goes by", (self.subject.words,))
        if groups and not self.listing:
            return Request(measures=(self._counted(),), groups=tuple(groups), **base)  # type: ignore[arg-type]
        if self.limit:
            raise NotUnderstoodError("nothing says which rows come first", (self.subject.words,))
        return Request(groups=(self.subject, *groups), listed=True, **base)  # type: ignore[arg-type]

    def _worth_of(self, measure: Measure) -> Measure:
        """Return what counted rows come to, where an amount was spoken of."""
        table = measure.refs[0][0] if measure.how == "count" else ""
        amount = self.assembly.amount(table) if table else ""
        return Measure("SUM", ((table, amount),), words=measure.words) if amount else measure

    def _are_events(self) -> bool:
        """Whether a noun alone means how many: rows without a name of their own, as sales are."""
        if self.subject is None or not self.subject.refs or self.subject.refs[0][1] or self.worth or self.echo:
            return False
        table = self.assembly.allowlist.table(self.subject.refs[0][0])
        return table is not None and not table.label

    def _figure_alone(self, measures: tuple[Measure, ...], subject: Group) -> bool:
        """Whether a superlative asks for the figure itself: `the weight of the heaviest product`."""
        if len(measures) != 1 or not subject.refs:
            return False
        table, column = subject.refs[0]
        refs = set(measures[0].refs)
        entry = next((one for one in self.assembly.meanings.measures if one.name == measures[0].name), None)
        if entry and entry.amount:
            refs |= set(columns_of(entry.amount))
        if not refs or (entry and not entry.amount) or measures[0].how in ("count", "distinct", "first", "last"):
            return False
        if column:
            return (table, column) in refs
        keys = [one for one in self.assembly.allowlist.table(table).columns if one.key]  # type: ignore[union-attr]
        return table in {ref[0] for ref in refs} and ((self.much and not self.listing) or len(keys) != 1)

    def _said_once(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Return measures without one that another only defines: `revenue (sum of the item prices)`."""
        for named in measures:
            entry = next((one for one in self.assembly.meanings.measures if one.name == named.name), None)
            columns = (
                {*columns_of(entry.select), *columns_of(entry.instead or entry.select)}
                if entry and entry.select
                else set()
            )
            if any(set(other.refs) & columns and other.how == "SUM" for other in measures if other is not named):
                return tuple(other for other in measures if other is not named)
        return measures

    def _once(self, measure: Measure) -> Measure:
        """Return a count of rows as one of different things; rows without a key of their own are no things."""
        if measure.how == "distinct":
            return measure
        table = self.assembly.allowlist.table(measure.refs[0][0]) if measure.how == "count" else None
        if table is None:
            raise NotUnderstoodError("this cannot be counted without repetition", (measure.words,))
        column = dict(self.assembly.meanings.distinct).get(table.name)
        keys = [entry.name for entry in table.columns if entry.key]
        if not column and len(keys) != 1:
            raise NotUnderstoodError("this cannot be counted without repetition", (measure.words,))
        return Measure("distinct", ((table.name, column or keys[0]),), words=measure.words)

    def _ranked(self, measure: Measure) -> bool:
        """Whether the noun can be ranked by a figure: rows are not by how many rows they are."""
        subject = self.subject.refs[0] if self.subject and self.subject.refs else ("", "")
        return not (measure.how == "count" and not subject[1] and subject[0] in {ref[0] for ref in measure.refs})

    def _summed(self, group: Group) -> bool:
        """Whether a noun is what rows come to, which is summed where nothing else is said."""
        return bool(group.refs) and all(ref[1] and ref[1] == self.assembly.amount(ref[0]) for ref in group.refs)

    def _having_subject(self, having: tuple[Having, ...]) -> Group:
        raise NotUnderstoodError("nothing says whose number is compared", tuple(entry.words for entry in having))

    def _counted(self) -> Measure:
        """Return the rows that are counted: of the noun, or of the table that the conditions speak of."""
        if self.subject and self.subject.refs:
            table, column = self.subject.refs[0]
            if not column and self.counting and (units := self._units(table)) and self._things_said():
                # `how many panettones did we sell`: a sale can be of several.
                return Measure("SUM", ((table, units),), words=self.subject.words)
            if not column:
                return Measure("count", ((table, ""),), words=self.subject.words)
            return Measure("distinct", self.subject.refs, words=self.subject.words)
        spoken = [table for table in self.assembly.spoken() if table]
        spoken += [ref[0] for where in self.assembly.wheres for ref in where.refs]
        found = list(dict.fromkeys(spoken))
        if len(found) == 1:
            return Measure("count", ((found[0], ""),), words=found[0])
        raise NotUnderstoodError("nothing says what is counted", ())

    def _things_said(self) -> bool:
        """Whether "how many" was said of a value, which names the things that are counted."""
        return any(where.how == "=" and 0 <= where.place - self.count_at <= 2 for where in self.assembly.wheres)

    def _amount(self) -> Measure:
        """Return the sum of what a row comes to, of the one table with such a column that is spoken of."""
        assembly = self.assembly
        subject = [self.subject.refs[0]] if self.subject and self.subject.refs else []
        if subject and subject[0][1] and assembly.kind(subject[0]) in NUMBERS:
            return Measure(
                "SUM", self.subject.refs if self.subject else (), words=self.subject.words if self.subject else ""
            )
        spoken = [*self.tables, *assembly.spoken(), *(ref[0] for where in assembly.wheres for ref in where.refs)]
        found = [(name, amount) for name in dict.fromkeys(spoken) if (amount := assembly.amount(name))]
        if len(found) != 1:
            raise NotUnderstoodError("nothing says what is summed", tuple(".".join(ref) for ref in found))
        return Measure("SUM", tuple(found), words=found[0][1])

    def amount_of(self, table: str) -> Measure:
        """Return the sum of what rows of a table come to."""
        amount = self.assembly.amount(table)
        if not amount:
            raise NotUnderstoodError("nothing says what is summed", (table,))
        return Measure("SUM", ((table, amount),), words=amount)

    def _share(self, measures: tuple[Measure, ...], groups: list[Group], base: dict[str, object]) -> Request:
        """Return a share: what was said behind "percent" is held of the rows that were said before it."""
        wheres = self.assembly.wheres
        if len(measures) == 2 and all(measure.how == "SUM" for measure in measures):
            return Request(measures=measures[:1], per=measures[1], groups=tuple(groups), **base)  # type: ignore[arg-type]
        measure = measures[0] if measures else self._counted()
        if not wheres and groups:
            return Request(measures=(measure,), groups=tuple(groups), share=True, **base)  # type: ignore[arg-type]
        if not wheres:
            raise NotUnderstoodError("nothing says of what the share is", ())
        behind = sorted((where for where in wheres if where.place > self.percent_at), key=lambda one: one.place)[-1:]
        if not behind:
            raise NotUnderstoodError("it is not clear of what the share is", tuple(where.words for where in wheres))
        base = {**base, "wheres": tuple(where for where in wheres if where not in behind)}
        return Request(measures=(measure,), groups=tuple(groups), share=True, numerator=tuple(behind), **base)  # type: ignore[arg-type]


def _is_plural(words: str) -> bool:
    """Whether a noun stands in the plural."""
    return any(word.endswith("s") and not word.endswith(("ss", "us", "mês")) for word in words.lower().split())
