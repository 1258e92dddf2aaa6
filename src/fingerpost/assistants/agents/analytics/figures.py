"""Reads the figures and groups out of letters: what is counted, summed or averaged, and by what."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.marking import Mark, Meaning
from fingerpost.assistants.agents.analytics.meanings import Meanings
from fingerpost.assistants.agents.analytics.reading import PARTS, Read
from fingerpost.assistants.agents.analytics.request import Gap, Group, Measure, NotUnderstoodError, Request, Where

AGGREGATES = {"s": "SUM", "q": "SUM", "a": "AVG", "x": "MAX", "n": "MIN"}
NOUNS = "NIARCJ"


class Figures:
    """Reads parts of a question whose letters are known."""

    def __init__(self, read: Read, meanings: Meanings) -> None:
        """Keep what was read."""
        self.read, self.meanings = read, meanings
        self.named = {named.name: named for named in meanings.measures}
        self.context: list[str] = []
        """Tables that stand beside a figure: `preço médio dos produtos`."""

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
        # The same column said twice is one group.
        kept: list[Group] = []
        for group in found:
            if not any(group.part == other.part and (group.refs == other.refs or set(group.refs) & set(other.refs)) for other in kept):
                kept.append(group)
        return tuple(kept)

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
        pieces = [(one + 1, other) for one, other in zip(edges, edges[1:], strict=False)]
        found: list[Measure] = []
        averaged, pending = False, ""
        for first, last in pieces:
            piece = letters[first:last]
            if piece and set(piece) <= set("sqaxnV"):
                pending += piece.replace("V", "")
                continue
            if piece and set(piece) <= set("cVs") and (found or last < end):
                continue
            more, over = self._measure(first, last, pending)
            found += more
            averaged, pending = averaged or over, ""
        if pending and found and found[-1].how in AGGREGATES.values():
            found += [replace(found[-1], how=AGGREGATES[letter]) for letter in pending]
        elif (pending and set(pending) != {"s"}) or not found:
            raise NotUnderstoodError("nothing says what is to be put together", self.words(start, end))
        hours = self.read.hours
        return [replace(measure, hours=hours and self._timed(measure)) for measure in found], averaged

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
        self.context += [
            self.meaning(at, "table").refs[0][0] for at in range(start, end) if self.read.letters[at] == "T"
        ]
        if letter == "C":
            people = set(self.meaning(at, "column").refs) & set(self.meanings.distinct)
            if not (people or set(letters) & set("cu")) or aggregates.strip("s"):
                raise NotUnderstoodError("nothing says what is wanted of this column", (words,))
            return [Measure("distinct", self.meaning(at, "column").refs, words=words)], False
        if letter in "NI":
            if letter == "I" and {"c", "u"} <= set(letters):
                return [Measure("distinct", self.meaning(at, "column").refs, words=words)], False
            return self.amounts(at, aggregates, "c" in letters, "f" in letters), False
        named = self.named[self.meaning(at, "measure").value]
        if named.much and "c" not in letters and set(aggregates) & set("qs"):
            return [Measure("named", name=named.much, words=words)], False
        if "c" in letters and named.counted:
            return [Measure("count", ((named.counted, ""),), words=words)], "a" in aggregates
        if "c" in letters and not named.select.startswith("COUNT"):
            raise NotUnderstoodError("this is not something that is counted", (words,))
        if aggregates.strip("sqa") or "f" in letters or (letter == "A" and "s" in aggregates and "a" in aggregates):
            raise NotUnderstoodError("no more can be taken of this figure", (words,))
        return [Measure("named", name=named.name, words=words)], letter == "A" and "a" in aggregates

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
        if not tables:
            return self._worth(start, end, aggregates), False
        table = self.meaning(tables[0], "table").refs[0][0]
        words = self.read.marks[tables[0]].words
        worth = dict(self.meanings.worth).get(table)
        amounts = "V" in letters or (table in self.meanings.mean and set(aggregates) & set("xnaq"))
        if "c" not in letters and worth and amounts:
            column, _, other = worth.rpartition(".")
            refs = ((column or table, other),)
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
        if "V" in self.read.letters[start:end] and len(tables) == 1 and aggregates:
            table = tables.pop()
            column, _, other = worth[table].rpartition(".")
            words = " ".join(self.words(start, end))
            return [Measure(AGGREGATES[letter], ((column or table, other),), words=words) for letter in dict.fromkeys(aggregates)]
        raise NotUnderstoodError("nothing says what is counted", self.words(start, end))

    def beside(self, start: int, end: int) -> tuple[Where, ...]:
        """Return what tables that stand behind a counted one ask of it: that it has rows there."""
        letters = self.read.letters[start:end]
        tables = [at for at in range(start, end) if self.read.letters[at] == "T"]
        if any(letter in "&" + NOUNS for letter in letters):
            return ()
        return tuple(Where("exists", self.meaning(at, "table").refs) for at in tables[1:])

    def has(self) -> list[tuple[int, Where]]:
        """Return what is said of the figures of single rows as conditions: `orders with more than 3 items`."""
        found = []
        for place, having in self.read.having:
            tables = [table for mark in self.read.marks if mark.start < place and (table := mark.of("table"))]
            if not tables:
                raise NotUnderstoodError("say what the rows are to be grouped by", (having.words,))
            found.append((place, Where("has", tables[-1].refs, having=having, words=having.words)))
        return found

    def is_plural(self, at: int) -> bool:
        """Whether a noun stands in the plural."""
        word = self.read.marks[at].tokens[0].text
        return word.endswith("s") and word not in ("mes", "status", "estatus", "pais")


def marked(marks: list[Mark], kind: str) -> bool:
    """Whether one of some marks is of a kind."""
    return any(mark.of(kind) for mark in marks)
