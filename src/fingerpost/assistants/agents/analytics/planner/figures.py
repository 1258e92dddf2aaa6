"""Reads the figures and groups out of letters: what is counted, summed or averaged, and by what."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.letters import PARTS
from fingerpost.assistants.agents.analytics.planner.marking import Meaning, Ref
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.reading import Read
from fingerpost.assistants.agents.analytics.planner.request import (
    Gap,
    Group,
    Measure,
    NotUnderstoodError,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.words import each

AGGREGATES = {"s": "SUM", "q": "SUM", "a": "AVG", "x": "MAX", "n": "MIN"}
NOUNS = "NIARCJ"
_SINGULAR = each("mes status estatus pais dos das los las os as")


class Figures:
    """Reads parts of a question whose letters are known."""

    def __init__(self, read: Read, meanings: Meanings, allowlist: Allowlist) -> None:
        """Keep what was read."""
        self.read, self.meanings, self.allowlist = read, meanings, allowlist
        self.named = {named.name: named for named in meanings.measures}
        self.context: list[str] = []
        """Tables that stand beside a figure: `preço médio dos produtos`."""

    def same(self, request: Request) -> Request:
        """Put the figure of the question in the place of a bare "average" that a condition on groups is about."""
        bare = Measure("AVG")
        found = [measure for measure in request.measures if measure.how in ("AVG", "named")]
        having = []
        for condition in request.having:
            is_bare = replace(condition.measure, words="") == bare
            if is_bare and len(found) != 1:
                raise NotUnderstoodError("the average of what?", (condition.words,))
            having.append(replace(condition, measure=found[0]) if is_bare else condition)
        return replace(request, having=tuple(having))

    def base(self) -> Request:
        """Return a request with the conditions and times of the question alone."""
        read = self.read
        return Request(
            wheres=tuple(dict.fromkeys(where for _, where in read.wheres)),
            whens=tuple(dict.fromkeys(read.whens)),
            having=tuple(having for _, having in read.having),
            mentioned=tuple(dict.fromkeys(read.tables)),
            shown=tuple(read.shown),
        )

    def meaning(self, at: int, *kinds: str) -> Meaning:
        """Return what a mark means as one of these kinds."""
        found = self.read.marks[at].of(*kinds)
        if found is None:
            raise NotUnderstoodError("a word stands where it cannot", (self.read.marks[at].words,))
        return found

    def words(self, start: int, end: int) -> tuple[str, ...]:
        """Return the words of some letters."""
        return tuple(mark.words for mark in self.read.marks[start:end])

    def label(self, table: str) -> Ref | None:
        """Return the column that stands for a row of a table, if it has one."""
        if table in (labels := dict(self.meanings.labels)):
            return table, labels[table]
        found = self.allowlist.table(table)
        keys = [column.name for column in found.columns if column.key] if found else []
        return (table, keys[0]) if len(keys) == 1 else None

    def groups(self, start: int, end: int) -> tuple[Group, ...]:
        """Read the groups between two letters."""
        found: list[Group] = []
        letters = self.read.letters
        at = start
        while at < end:
            letter, pair = letters[at], letters[at : min(at + 2, end)]
            if letter in "b&c":
                at += 1
                continue
            if pair in ("PD", "PE", "PT", "DP", "EP", "TP"):
                # `mês da compra`, `purchase month`
                part, of = (at, at + 1) if letter == "P" else (at + 1, at)
                refs = self.meaning(of, "column", "event", "table").refs[:1]
                if not refs[0][1] and refs[0][0] not in dict(self.meanings.dates):
                    raise NotUnderstoodError("these have no date of their own", self.words(of, of + 1))
                found.append(replace(self.group(part), refs=refs, words=" ".join(self.words(at, at + 2))))
                at += 2
                continue
            group = self.group(at)
            if letter == "C" and letters[at - 2 : at] == "Tb":
                # `vendedores de cada estado`
                group = self.narrowed(group, at - 2)
            if pair in ("CT", "IT"):
                group = self.narrowed(group, at + 1)
                at += 1
            found.append(group)
            at += 1
        return self._once(found)

    def _once(self, groups: list[Group]) -> tuple[Group, ...]:
        """Return groups without those that are said twice, and without what another one is shown in the place of."""
        kept: list[Group] = []
        for group in groups:
            same = [other for other in kept if group.part == other.part]
            if not any(group.refs == other.refs or set(group.refs) & set(other.refs) for other in same):
                kept.append(group)
        refs = {ref for group in kept for ref in group.refs}
        replaced = {also.of for also in self.meanings.shown if (also.table, also.column) in refs}
        return tuple(group for group in kept if not (set(group.refs) & replaced and not group.part))

    def group(self, at: int) -> Group:
        """Read one group."""
        mark, letter = self.read.marks[at], self.read.letters[at]
        if letter == "P":
            return Group(part=next(part for part in PARTS if mark.of(f"part_{part}")), words=mark.words)
        if letter == "D":
            return Group(self.meaning(at, "column").refs, "day", mark.words)
        return Group(self.meaning(at, "table" if letter == "T" else "column").refs, words=mark.words)

    def narrowed(self, group: Group, at: int) -> Group:
        """Return a group by the column of the table that stands beside it."""
        table = self.meaning(at, "table").refs[0][0]
        own = tuple(ref for ref in group.refs if ref[0] == table)
        return replace(group, refs=own) if own else group

    def measures(self, start: int, end: int) -> tuple[list[Measure], bool]:
        """Read figures that are joined by "and", and whether an average is taken of what can only be summed."""
        letters = self.read.letters
        if "f" in letters[start:end]:
            return self._measure(start, end, "")
        edges = [start - 1, *(at for at in range(start, end) if letters[at] == "&"), end]
        pieces = [(one + 1, other) for one, other in pairwise(edges)]
        found: list[Measure] = []
        averaged, pending = False, ""
        for first, last in pieces:
            piece = letters[first:last]
            if piece and set(piece) <= set("sqaxnV") and (first, last) != (start, end):
                if found and (more := self._worth_of(found[-1], piece)):
                    found += more
                else:
                    pending += piece.replace("V", "")
                continue
            if piece and set(piece) <= set("cVs") and (found or last < end):
                continue
            more, over = self._measure(first, last, pending)
            found += more
            averaged, pending = averaged or over, ""
        if pending and found and found[-1].how in AGGREGATES.values():
            found += [replace(found[-1], how=AGGREGATES[letter]) for letter in pending]
        elif pending or not found:
            raise NotUnderstoodError("nothing says what is to be put together", self.words(start, end))
        hours = self.read.hours
        return [replace(measure, hours=hours and self._timed(measure)) for measure in found], averaged

    def _worth_of(self, counted: Measure, aggregates: str) -> list[Measure]:
        """Return what counted rows come to: `número de pagamentos e valor total`."""
        table = counted.refs[0][0] if counted.how == "count" else ""
        valued, aggregates = "V" in aggregates, aggregates.replace("V", "")
        worth = dict(self.meanings.worth).get(table)
        if worth and (valued or table in self.meanings.money):
            return [Measure(AGGREGATES[letter], ((table, worth),), words=counted.words) for letter in aggregates]
        unit = next((unit for unit in self.meanings.units if table in unit.per and unit.measure), None)
        return (
            [Measure("named", name=unit.measure, words=counted.words)] if unit and valued and aggregates == "s" else []
        )

    def _timed(self, measure: Measure) -> bool:
        if measure.gap is None and not (measure.name and self.named[measure.name].unit == "days"):
            raise NotUnderstoodError("only times between two dates are counted in hours", (measure.words,))
        return True

    def _measure(self, start: int, end: int, pending: str) -> tuple[list[Measure], bool]:
        """Read one figure, for each of the aggregates that stand before it."""
        letters = self.read.letters[start:end]
        nouns = [at for at in range(start, end) if self.read.letters[at] in NOUNS]
        aggregates = pending + "".join(letter for letter in letters if letter in AGGREGATES)
        if len(nouns) > 1:
            raise NotUnderstoodError("two figures stand side by side", self.words(start, end))
        if not nouns:
            return self._counted(start, end, aggregates)
        at = nouns[0]
        letter, words = self.read.letters[at], self.read.marks[at].words
        if letter != "C":
            tables = [place for place in range(start, end) if self.read.letters[place] == "T"]
            self.context += [self.meaning(place, "table").refs[0][0] for place in tables]
        if letter == "C":
            people = set(self.meaning(at, "column").refs) & set(self.meanings.distinct)
            rows_first = "T" in self.read.letters[start:at]
            if rows_first or not (people or set(letters) & set("cu")) or aggregates.strip("s"):
                raise NotUnderstoodError("nothing says what is wanted of this column", (words,))
            return [Measure("distinct", self.meaning(at, "column").refs, words=words)], False
        if "u" in letters and (letter != "I" or "c" not in letters or aggregates):
            raise NotUnderstoodError("different ones are counted, and nothing else", (words,))
        if letter in "NI":
            if letter == "I" and "c" in letters and not aggregates and ("u" in letters or self._is_code(at)):
                return [Measure("distinct", self.meaning(at, "column").refs, words=words)], False
            return self.amounts(at, aggregates, "c" in letters, "f" in letters), False
        return self._named(at, letters, aggregates)

    def _is_code(self, at: int) -> bool:
        """Whether a column of whole numbers holds codes, of which there are no more and no less."""
        refs = self.meaning(at, "column").refs
        return all(f"{table}.{column}" in self.meanings.codes for table, column in refs)

    def _named(self, at: int, letters: str, aggregates: str) -> tuple[list[Measure], bool]:
        """Read a figure with a name, and whether an average of it is wanted that only groups can give."""
        words = self.read.marks[at].words
        named = self.named[self.meaning(at, "measure").value]
        if "c" in letters:
            if not named.counted and not named.select.startswith("COUNT"):
                raise NotUnderstoodError("this is not something that is counted", (words,))
            counted = Measure("count", ((named.counted, ""),), words=words)
            return [counted if named.counted else Measure("named", name=named.name, words=words)], "a" in aggregates
        if named.much and not aggregates.strip("qs") and (aggregates or "V" in letters):
            return [Measure("named", name=named.much, words=words)], False
        sums = self.read.letters[at] == "A"
        if aggregates.strip("sqa") or "f" in letters or (sums and {"s", "a"} <= set(aggregates)):
            raise NotUnderstoodError("no more can be taken of this figure", (words,))
        return [Measure("named", name=named.name, words=words)], sums and "a" in aggregates

    def amounts(self, at: int, aggregates: str, counted: bool = False, spread: bool = False) -> list[Measure]:
        """Read a column or an amount, put together in one or more ways."""
        mark = self.read.marks[at]
        column, measure, gap = mark.of("column"), mark.of("measure"), mark.made
        made = Measure(
            "",
            column.refs if column else (),
            measure.value if measure else "",
            gap if isinstance(gap, Gap) else None,
            words=mark.words,
        )
        if spread:
            if set(aggregates) != {"x", "n"}:
                raise NotUnderstoodError("a difference is taken between the highest and the lowest", (mark.words,))
            return [replace(made, how="range")]
        if "q" in aggregates and set(aggregates) != {"q"}:
            aggregates = aggregates.replace("q", "")
        if set(aggregates) == {"q"} and (made.name or made.gap):
            aggregates = ""
        if not aggregates:
            if counted or not (made.name or made.gap):
                raise NotUnderstoodError(
                    "say whether the total, the average, the highest or the lowest is wanted", (mark.words,)
                )
            return [replace(made, how="AVG" if made.gap else "named")]
        return [replace(made, how=AGGREGATES[letter]) for letter in dict.fromkeys(aggregates)]

    def _counted(self, start: int, end: int, aggregates: str) -> tuple[list[Measure], bool]:
        """Read rows that are counted, or what they are worth."""
        letters = self.read.letters[start:end]
        tables = [at for at in range(start, end) if self.read.letters[at] == "T"]
        if not tables and set(letters) <= set("cV") and "vez" in " ".join(self.words(start, end)).lower():
            # `quantas vezes o frete foi zero`
            asked = {ref[0] for _, where in self.read.wheres for ref in where.refs}
            if len(asked) == 1:
                return [Measure("count", ((asked.pop(), ""),))], False
        if not tables:
            return self._worth(start, end, aggregates), False
        table = self.meaning(tables[0], "table").refs[0][0]
        words = self.read.marks[tables[0]].words
        worth = dict(self.meanings.worth).get(table)
        strict = any(mark.of("strict") for mark in self.read.marks[start:end])
        amounts = (
            "V" in letters
            or (strict and table in self.meanings.money)
            or (table in self.meanings.mean and set(aggregates) & set("xnaq"))
        )
        if "c" not in letters and worth and amounts:
            refs = ((table, worth),)
            aggregates = aggregates.replace("q", "") or aggregates
            if not aggregates:
                raise NotUnderstoodError("say whether the total or the average is wanted", (words,))
            return [Measure(AGGREGATES[letter], refs, words=words) for letter in dict.fromkeys(aggregates)], False
        if aggregates.strip("sa") or "V" in letters or "f" in letters:
            raise NotUnderstoodError("rows are counted: there is no highest, no lowest and no amount", (words,))
        if table in self.meanings.money and "s" in aggregates and "c" not in letters:
            raise NotUnderstoodError("say whether rows are to be counted or amounts to be summed", (words,))
        if "u" in letters and (distinct := dict(self.meanings.distinct).get(table)):
            return [Measure("distinct", ((table, distinct),), words=words)], "a" in aggregates
        return [Measure("count", ((table, ""),), words=words)], "a" in aggregates

    def _worth(self, start: int, end: int, aggregates: str) -> list[Measure]:
        """Read "the total value" with nothing but a condition to say of what: `valor total em boleto`."""
        worth = dict(self.meanings.worth)
        tables = {ref[0] for _, where in self.read.wheres for ref in where.refs} & set(worth)
        if set(self.read.letters[start:end]) & set("Vq") and len(tables) == 1 and aggregates:
            table = tables.pop()
            words = " ".join(self.words(start, end))
            refs = ((table, worth[table]),)
            return [Measure(AGGREGATES[letter], refs, words=words) for letter in dict.fromkeys(aggregates)]
        raise NotUnderstoodError("nothing says what is counted", self.words(start, end))

    def beside(self, start: int, end: int) -> tuple[Where, ...]:
        """Return what tables that stand behind a counted one ask of it: that it has rows there."""
        letters = self.read.letters[start:end]
        tables = [at for at in range(start, end) if self.read.letters[at] == "T"]
        if any(letter in "&" + NOUNS.replace("C", "") for letter in letters):
            return ()
        # A value of a column is counted, or the rows of the first table.
        counted = tables if "C" in letters else tables[1:]
        return tuple(Where("exists", self.meaning(at, "table").refs) for at in counted)

    def has(self) -> list[tuple[int, Where]]:
        """Return what is said of the figures of single rows as conditions: `orders with more than 3 items`."""
        found = []
        for place, having in self.read.having:
            tables = [table for mark in self.read.marks if mark.start < place and (table := mark.of("table"))]
            # A product has one category: that it has more than five is said of somebody else.
            tables = [table for table in tables if table.refs[0][0] not in {ref[0] for ref in having.measure.refs}]
            if not tables:
                raise NotUnderstoodError("say what the rows are to be grouped by", (having.words,))
            found.append((place, Where("has", tables[-1].refs, having=having, words=having.words)))
        return found

    def is_plural(self, at: int) -> bool:
        """Whether a noun stands in the plural."""
        words = [token.text for token in self.read.marks[at].tokens]
        return any(word.endswith("s") and not word.endswith("ss") and word not in _SINGULAR for word in words)
